/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checked runs: which checks are enabled, and the run's checker. */
#include "exec/checked.h"
#include "exec/launch.h"

/* The bytes of shadow memory unless the caller gives a limit. */
#define CHECK_MEMORY ((uint64_t)1 << 30)

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

/* Reads gac_run_options' `checks`: for each rule whether it is disabled. */
static gac_result read_checks(const gac_launch *l, const char *checks,
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

/* -- the checker ----------------------------------------------------------- */

gac_result gac__run_make_checker(gac__run *run, gac__cell_arena *arena)
{
    uint8_t disabled[GAC__RULE_COUNT];
    const gac_run_options *o = &run->options;
    GAC__TRY(read_checks(run->launch, o->checks, disabled));
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
