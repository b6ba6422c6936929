/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checked runs: the kernel with its CHECKs, and the checker with its buffers.
 */
#include "exec/launch.h"

#define CHECK_MEMORY                                                           \
    ((uint64_t)1 << 30) /* bytes, unless something else is said */

/* -- which checks ---------------------------------------------------------- */

static bool find_check(const char *name, size_t length, uint32_t *index_out)
{
    for (uint32_t r = 0; r < gac_rule_count(); r++) {
        const gac_rule *rule = gac_rule_at(r);
        if (strlen(rule->name) == length && !memcmp(rule->name, name, length)
            && gac_rule_is_check(rule->name)) {
            *index_out = r;
            return true;
        }
    }
    return false;
}

gac_result gac__read_checks(const gac_launch *l, const char *checks,
                            uint8_t disabled_out[GAC__RULE_COUNT])
{
    bool only = *checks && *checks != '-';
    memset(disabled_out, only, GAC__RULE_COUNT);
    for (const char *at = checks; *at;) {
        bool without = *at == '-';
        const char *name = at + without;
        size_t length = strcspn(name, ",");
        uint32_t rule;
        if (without == only || !find_check(name, length, &rule)) {
            gac__diag_report(
                l->program->context, GAC__RULE_launch, GAC_NO_OFFSET,
                without == only ? "checks \"%s\": either names alone, or a - "
                                  "before each"
                                : "checks \"%s\": there is no such check",
                checks);
            return GAC_ERR_ARGUMENT;
        }
        disabled_out[rule] = !only;
        at = name + length;
        at += *at == ',';
    }
    return GAC_OK;
}

/* -- the kernel ------------------------------------------------------------ */

/* Whether two arguments' memory overlaps: what one may write, the other reads.
 */
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

static gac_result build(gac_launch *l, const uint8_t *flags)
{
    const gac__variant variant = {.checked = true};
    gac__launch_forget_checked(l);
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

gac_result gac__launch_make_checked(gac_launch *l)
{
    uint32_t n = l->ir->n_params;
    const gac_allocator *al = &l->program->context->allocator;
    uint8_t *flags = gac__alloc_zero(al, n, 1);
    if (n && !flags)
        return GAC_ERR_MEMORY;
    describe_arguments(l, flags);
    gac_result result = gac__watch_result(&l->watch);
    bool differs =
        !l->checked_ir || (n && memcmp(flags, l->checked_undefined, n) != 0);
    if (result == GAC_OK && differs) {
        result = build(l, flags);
        gac__free(al, l->checked_undefined, n, 1);
        l->checked_undefined = flags;
    } else {
        gac__free(al, flags, n, 1);
    }
    return result;
}

/* -- the checker ----------------------------------------------------------- */

gac__check_buffer gac__run_describe(const gac__run *run, uint32_t number)
{
    static const gac_memory_kind kinds[] = {
        [GAC__MEMORY_GLOBAL] = GAC_MEMORY_GLOBAL,
        [GAC__MEMORY_CONSTANT] = GAC_MEMORY_CONSTANT,
        [GAC__MEMORY_LOCAL] = GAC_MEMORY_LOCAL,
        [GAC__MEMORY_PRIVATE] = GAC_MEMORY_PRIVATE};
    const gac__ir *ir = run->program->ir;
    const gac__buffer *b = &run->space.buffers[number];
    bool is_param = b->is_arg && b->index < ir->n_params;
    gac__check_buffer out = {.size = b->size,
                             .kind = kinds[b->kind],
                             .host = (uintptr_t)b->host,
                             .argument = b->is_arg ? b->index : UINT32_MAX};
    uint32_t root = b->is_arg ? b->index : ir->n_params + b->index, uses;
    const gac__argument *own =
        b->is_arg ? gac__launch_argument(run->launch, b->index) : NULL;
    if (own && own->address)
        out.in_front = own->address - b->base;
    switch (out.kind) {
    case GAC_MEMORY_PRIVATE:
        out.undefined = out.written = true;
        out.lane_bytes = run->program->privates[b->index].size_bytes;
        out.lane_stride = b->size / run->program->width;
        out.padding = run->program->privates[b->index].padding;
        out.name = run->program->privates[b->index].name;
        out.element_bytes = out.lane_stride;
        return out;
    case GAC_MEMORY_LOCAL: out.undefined = out.written = true; break;
    default:
        out.undefined = b->undefined;
        if (b->by_address) {
            out.written = !b->read_only;
            out.read = true;
            break;
        }
        uses = ir->written && root < ir->n_params + ir->n_vars
                   ? ir->written[root] /* checked kernels' */
                   : 0;
        for (uint32_t k = 0; ir->written && is_param && k < ir->n_params; k++)
            if (gac__is_part(run->launch, k, b->index))
                uses |= ir->written[k];
        out.written = (uses & GAC__ROOT_WRITTEN) && !b->read_only;
        out.read = uses & GAC__ROOT_READ;
        break;
    }
    if (is_param) {
        out.name = ir->params[b->index].name;
        out.padding = out.in_front ? NULL : ir->params[b->index].padding;
        out.element_bytes = ir->params[b->index].element_bytes;
    } else if (b->index == GAC__FOREIGN) {
        out.name = gac__run_kept_name(run, number);
    } else if (!b->is_arg && b->index < ir->n_vars) {
        out.name = ir->vars[b->index].name;
        out.padding = ir->vars[b->index].padding;
        out.element_bytes = b->size;
    }
    return out;
}

gac_result gac__run_make_checker(gac__run *run, gac__cell_arena *arena)
{
    uint8_t disabled[GAC__RULE_COUNT];
    const gac_run_options *o = &run->options;
    GAC__TRY(gac__read_checks(run->launch, o->checks, disabled));
    gac__check_buffer *buffers =
        gac__alloc_zero(run->allocator, run->space.n_buffers, sizeof *buffers);
    if (!buffers)
        return GAC_ERR_MEMORY;
    for (uint32_t b = 1;
         b < run->space.n_buffers
         && gac__watch_on(&run->launch->watch, run->program->ir->n_params);
         b++)
        buffers[b] = gac__run_describe(run, b);
    buffers[0].argument = UINT32_MAX;
    gac__check_config config = {
        .allocator = run->allocator,
        .ir = run->program->ir,
        .kernel = run->launch->entry->name,
        .buffers = buffers,
        .n_buffers = run->space.n_buffers,
        .groups = {run->groups[0], run->groups[1], run->groups[2]},
        .max_items = o->local[0] * o->local[1] * o->local[2],
        .sub_group_size = run->options.sub_group_size,
        .width = run->program->width,
        .n_strips = run->group_strips,
        .isa = run->program->isa,
        .most_bytes =
            o->check_memory_bytes ? o->check_memory_bytes : CHECK_MEMORY,
        .wait_is_barrier = o->wait_is_barrier,
        .disabled = disabled,
        .arena = arena,
        .watch = &run->launch->watch};
    gac_result result = gac__checker_create(&config, &run->checker);
    gac__free(run->allocator, buffers, run->space.n_buffers, sizeof *buffers);
    return result;
}

bool gac__run_trap_is_finding(const gac__run *run)
{
    return run->checker && run->trap.rule != GAC__RULE_limit
           && gac_rule_at(run->trap.rule)->dynamic
           && gac__check_enabled(run->checker, run->trap.rule);
}
