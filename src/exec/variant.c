/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The lane programs of a kernel.
 *
 * A variant is a kernel compiled for one set of options. A launch keeps the IR
 * of each variant, and the lane programs that it has used last, so that a run
 * like one of the last ones starts at once.
 */
#include "exec/launch.h"

static bool is_same_variant(const gac__variant *a, const gac__variant *b)
{
    return a->checked == b->checked && a->coalesced == b->coalesced
           && a->one_dimensional == b->one_dimensional
           && a->leading == b->leading;
}

static bool is_same(const gac__program_key *a, const gac__program_key *b)
{
    return is_same_variant(&a->variant, &b->variant)
           && a->options.max_width == b->options.max_width
           && a->options.fixed_width == b->options.fixed_width;
}

gac_result gac__launch_make_ir(gac_launch *l, gac__variant variant,
                               gac__arena *arena, gac__ir **ir_out)
{
    GAC__TRY(gac__ir_build(l->program->module, l->entry, l->program->specs,
                           l->program->n_specs, variant, arena, ir_out));
    return gac__ir_optimize(*ir_out);
}

/* -- checked runs ---------------------------------------------------------- */

/* Drops the lane programs of checked runs before their IR. */
static void forget_checked(gac_launch *l)
{
    for (uint32_t n = 0; n < GAC__COMPILED; n++)
        if (l->compiled[n].key.variant.checked) {
            gac__lane_program_free(&l->compiled[n].program);
            l->compiled[n] = (gac__compiled){0};
        }
}

/* Whether the memory of two arguments overlaps. */
static bool overlap(const gac__argument *a, const gac__argument *b)
{
    uintptr_t x = (uintptr_t)a->data, y = (uintptr_t)b->data;
    return a->kind == GAC__ARG_BUFFER && b->kind == GAC__ARG_BUFFER
           && x < y + b->size && y < x + a->size;
}

static void describe_arguments(gac_launch *l, uint8_t *flags)
{
    uint32_t n = l->ir->n_params;
    for (uint32_t k = 0; k < n && gac__watch_on(&l->watch, n); k++) {
        const gac__argument *a = &l->arguments[k];
        flags[k] =
            a->kind == GAC__ARG_BUFFER && (a->flags & GAC_BUFFER_UNDEFINED)
                ? GAC__BUFFER_IS_UNDEFINED
                : 0;
        for (uint32_t j = 0; j < gac__launch_argument_count(l); j++)
            if (j != k && overlap(a, gac__launch_argument(l, j)))
                flags[k] |= GAC__BUFFER_IS_ALIASED;
    }
}

static gac_result build_checked(gac_launch *l, const uint8_t *flags)
{
    const gac__variant variant = {.checked = true};
    forget_checked(l);
    gac__arena_free(&l->checked_arena);
    gac__arena_init(&l->checked_arena, &l->program->context->allocator);
    l->checked_arena.max_bytes = l->arena.max_bytes;
    l->checked_arena.watch = &l->watch;
    l->checked_ir = NULL;
    gac__ir *ir;
    GAC__TRY(gac__launch_make_ir(l, variant, &l->checked_arena, &ir));
    GAC__TRY(gac__pass_check(ir, flags));
    GAC__TRY(gac__ir_watch(ir, ir->n_values));
    l->checked_ir = ir;
    return GAC_OK;
}

static gac_result make_checked(gac_launch *l)
{
    uint32_t n = l->ir->n_params;
    uint8_t *flags = l->checked_undefined + n;
    describe_arguments(l, flags);
    GAC__TRY(gac__watch_result(&l->watch));
    if (l->checked_ir && !memcmp(flags, l->checked_undefined, n))
        return GAC_OK;
    memcpy(l->checked_undefined, flags, n);
    return build_checked(l, flags);
}

/* -- IR and programs ------------------------------------------------------- */

/* Finds or makes a variant's IR. */
static gac_result find_ir(gac_launch *l, const gac__variant *variant,
                          const gac__ir **ir_out)
{
    *ir_out = variant->checked ? l->checked_ir : NULL;
    for (uint32_t n = 0; n < l->n_irs && !*ir_out; n++)
        if (is_same_variant(&l->irs[n]->variant, variant))
            *ir_out = l->irs[n];
    if (*ir_out)
        return GAC_OK;
    gac__ir *made;
    GAC__TRY(gac__launch_make_ir(l, *variant, &l->arena, &made));
    l->irs[l->n_irs++] = made;
    *ir_out = made;
    return GAC_OK;
}

/* Finds a key's lane program, or makes it in place of the one that was used
 * longest ago. */
static gac_result find_program(gac_launch *l, const gac__program_key *key,
                               const gac__lane_program **program_out)
{
    gac__compiled *oldest = &l->compiled[0];
    const gac__ir *ir;
    l->uses++;
    for (uint32_t n = 0; n < GAC__COMPILED; n++) {
        gac__compiled *c = &l->compiled[n];
        if (c->used && is_same(&c->key, key)) {
            c->used = l->uses;
            *program_out = &c->program;
            return GAC_OK;
        }
        if (c->used < oldest->used)
            oldest = c;
    }
    GAC__TRY(find_ir(l, &key->variant, &ir));
    gac__lane_program_free(&oldest->program);
    *oldest = (gac__compiled){.key = *key};
    gac_result result =
        gac__lane_program_make(ir, &l->program->context->allocator,
                               &oldest->key.options, &oldest->program);
    if (result == GAC_ERR_LIMIT)
        (void)gac__launch_refuse(
            l, result,
            "kernel \"%.64s\" cannot be run: its blocks and "
            "values, all calls inlined, exceed the limit",
            l->entry->name);
    if (result != GAC_OK) {
        gac__lane_program_free(&oldest->program);
        return result;
    }
    oldest->used = l->uses;
    *program_out = &oldest->program;
    return GAC_OK;
}

gac_result gac__launch_compile(gac_launch *l, const gac_run_options *o,
                               gac__tile *t,
                               const gac__lane_program **program_out)
{
    uint32_t items = (uint32_t)(o->local[0] * o->local[1] * o->local[2]);
    bool checked = o->checks != NULL;
    gac__program_key key = {
        .variant = {.checked = checked,
                    .coalesced = t->coalesced > 1,
                    .one_dimensional = !checked && l->ir->facts.upper_ids
                                       && items == o->local[0],
                    .leading = t->interchanged ? l->ir->facts.leading : 0},
        .options = {.isa = l->program->context->isa,
                    .max_width = (items * t->coalesced + 63) / 64 * 64,
                    .fixed_width = o->strip_lanes},
    };
    if (checked)
        GAC__TRY(make_checked(l));
    GAC__TRY(find_program(l, &key, program_out));
    if (t->coalesced == 1)
        return GAC_OK;
    t->coalesced = GAC__MIN(t->coalesced, (*program_out)->width / items);
    if (t->coalesced > 1)
        return GAC_OK;
    /* the registers have room for one group a strip, or for none */
    t->coalesced = 1;
    key.variant.coalesced = false;
    key.options.max_width = (items + 63) / 64 * 64;
    return find_program(l, &key, program_out);
}

uint64_t gac__launch_compiled_bytes(const gac_launch *l)
{
    uint64_t bytes = l->arena.total_bytes;
    for (uint32_t n = 0; n < GAC__COMPILED; n++)
        bytes += l->compiled[n].program.arena.total_bytes;
    return bytes;
}

void gac__launch_free_compiled(gac_launch *l)
{
    for (uint32_t n = 0; n < GAC__COMPILED; n++)
        gac__lane_program_free(&l->compiled[n].program);
}
