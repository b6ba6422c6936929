/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lane programs of a launch's kernel.
 *
 * A variant is a kernel compiled for one set of options. A launch keeps the IR
 * of each set, and the lane programs that it has used last: a run that wants
 * what one of the last ones wanted starts at once. */
#include "exec/launch.h"

static bool is_same_variant(const gac__variant *a, const gac__variant *b)
{
    return a->checked == b->checked && a->joined == b->joined
           && a->flat == b->flat && a->lead == b->lead;
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

/* The variant's IR: one that is kept, or a new one. */
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

/* The program of a key: one that is kept, or a new one in place of the one
 * whose last use is longest ago. */
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
        gac__launch_complain(l,
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
                    .joined = t->joined > 1,
                    .flat = !checked && l->ir->facts.upper_ids
                            && items == o->local[0],
                    .lead = t->interchanged ? l->ir->facts.lead : 0},
        .options = {.isa = l->program->context->isa,
                    .max_width = (items * t->joined + 63) / 64 * 64,
                    .fixed_width = o->strip_lanes},
    };
    if (checked)
        GAC__TRY(gac__launch_make_checked(l));
    GAC__TRY(find_program(l, &key, program_out));
    if (t->joined == 1)
        return GAC_OK;
    t->joined = GAC__MIN(t->joined, (*program_out)->width / items);
    if (t->joined > 1)
        return GAC_OK;
    /* Its registers have room for one group a strip, or for none. */
    t->joined = 1;
    key.variant.joined = false;
    key.options.max_width = (items + 63) / 64 * 64;
    return find_program(l, &key, program_out);
}

void gac__launch_forget_checked(gac_launch *l)
{
    for (uint32_t n = 0; n < GAC__COMPILED; n++)
        if (l->compiled[n].key.variant.checked) {
            gac__lane_program_free(&l->compiled[n].program);
            l->compiled[n] = (gac__compiled){0};
        }
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
