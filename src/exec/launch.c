/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Programs, launches and runs, as the public interface has them. */
#include <gac/reflect.h>

#include "exec/launch.h"
#include "validate/validate.h"

#define COMPACTION_COST 26u /* measured */
#define DEFAULT_MEMORY ((uint64_t)4 << 30)

/* -- programs ------------------------------------------------------------- */

static gac_result check_specs(const gac_module *m, const gac_spec_value *specs,
                              uint32_t n_specs)
{
    for (uint32_t n = 0; n < n_specs; n++) {
        gac_spec_info info;
        if (gac_module_find_spec(m, specs[n].id, &info) == GAC_OK)
            continue;
        gac__diag_report(m->context, GAC__RULE_launch, GAC_NO_OFFSET,
                         "the module has no specialization constant with "
                         "SpecId %u",
                         specs[n].id);
        return GAC_ERR_NOT_FOUND;
    }
    return GAC_OK;
}

gac_result gac_program_create(const gac_module *module,
                              const gac_spec_value *specs, uint32_t n_specs,
                              gac_program **program_out)
{
    if (!module || !program_out || (n_specs && !specs))
        return GAC_ERR_ARGUMENT;
    *program_out = NULL;
    GAC__TRY(gac__program_check(module));
    GAC__TRY(gac__validate_set(module));
    GAC__TRY(check_specs(module, specs, n_specs));
    const gac_allocator *a = &module->context->allocator;
    gac_program *p = gac__alloc_zero(a, 1, sizeof *p);
    if (!p)
        return GAC_ERR_MEMORY;
    p->module = module;
    p->context = module->context;
    p->n_specs = n_specs;
    p->kept = gac__kept_create(a);
    p->names = gac__name_index_create(a);
    p->specs = gac__alloc_zero(a, n_specs, sizeof *specs);
    if (!p->kept || !p->names || (n_specs && !p->specs)) {
        gac_program_destroy(p);
        return GAC_ERR_MEMORY;
    }
    if (n_specs)
        memcpy(p->specs, specs, n_specs * sizeof *specs);
    *program_out = p;
    return GAC_OK;
}

gac_result gac_program_check_imports(const gac_program *program)
{
    return program ? gac__program_check_imports(program->module)
                   : GAC_ERR_ARGUMENT;
}

void gac_program_destroy(gac_program *program)
{
    if (!program)
        return;
    const gac_allocator *a = &program->context->allocator;
    gac__free(a, program->specs, program->specs ? program->n_specs : 0,
              sizeof *program->specs);
    gac__kept_destroy(a, program->kept);
    gac__name_index_free(a, program->names);
    gac__free(a, program, 1, sizeof *program);
}

/* -- launches ------------------------------------------------------------- */

static const gac__entry_point *find_kernel(const gac_module *m,
                                           const char *name)
{
    if (name)
        return gac__module_kernel(m, name);
    return m->n_kernels == 1 ? &m->entries[m->kernels[0]] : NULL;
}

static gac_result build(gac_launch *l, const char *name)
{
    const gac_module *m = l->program->module;
    const gac__entry_point *entry = find_kernel(m, name);
    if (!entry && name)
        return gac__launch_refuse(l, GAC_ERR_NOT_FOUND,
                                  "the module has no kernel \"%s\"", name);
    if (!entry)
        return gac__launch_refuse(
            l, GAC_ERR_NOT_FOUND,
            "the module has %u kernels: say which one to run",
            gac_module_kernel_count(m));
    l->entry = entry;
    GAC__TRY(gac__launch_make_ir(l, (gac__variant){0}, &l->arena, &l->irs[0]));
    l->ir = l->irs[0];
    l->n_irs = 1;
    l->arguments =
        gac__arena_alloc(&l->arena, l->ir->n_params, sizeof *l->arguments);
    l->names = gac__arena_alloc(&l->arena, 1, sizeof *l->names);
    l->checked_undefined = gac__arena_alloc(&l->arena, l->ir->n_params, 2);
    return l->arguments && l->names && l->checked_undefined ? gac__kept_add(l)
                                                            : GAC_ERR_MEMORY;
}

/* Sets the limits for what comes next: the context's, and `timeout_ns` from now
 * on; 0: none. */
static void set_watch(gac_launch *l, uint64_t timeout_ns)
{
    const gac_context *context = l->program->context;
    uint64_t now = timeout_ns ? gac__now_ns() : 0;
    l->watch = gac__context_watch(context);
    l->watch.stop[1] = l->owner ? &l->owner->stop : &l->stop;
    l->limit_ns = atomic_load(&context->timeout_ns);
    if (!timeout_ns || timeout_ns > UINT64_MAX - now
        || (l->watch.deadline_ns && l->watch.deadline_ns < now + timeout_ns))
        return;
    l->watch.deadline_ns = now + timeout_ns;
    l->limit_ns = timeout_ns;
}

gac_result gac_launch_create(const gac_program *program, const char *name,
                             gac_launch **launch_out)
{
    if (!program || !launch_out)
        return GAC_ERR_ARGUMENT;
    *launch_out = NULL;
    const gac_allocator *a = &program->context->allocator;
    gac_launch *l = gac__alloc_zero(a, 1, sizeof *l);
    if (!l)
        return GAC_ERR_MEMORY;
    l->program = program;
    gac__arena_init(&l->arena, a);
    l->arena.max_bytes = (size_t)program->context->max_memory_bytes;
    l->arena.watch = &l->watch;
    set_watch(l, 0);
    gac_result result = build(l, name);
    if (result != GAC_OK) {
        gac__launch_report_compile(l, result);
        gac_launch_destroy(l);
        return result;
    }
    *launch_out = l;
    return GAC_OK;
}

void gac_launch_destroy(gac_launch *launch)
{
    if (!launch)
        return;
    if (launch->running)
        (void)gac_launch_wait(launch, NULL);
    gac__launch_forget_arguments(launch);
    gac__launch_free_compiled(launch);
    gac__launch_forget_initial(launch);
    gac__launch_forget_addresses(launch);
    if (launch->names && launch->names->params)
        gac__arena_free(&launch->names->arena);
    gac__cell_arena_free(&launch->cells);
    gac__arena_free(&launch->checked_arena);
    gac__arena_free(&launch->arena);
    gac__free(&launch->program->context->allocator, launch, 1, sizeof *launch);
}

const char *gac_launch_kernel_name(const gac_launch *launch)
{
    return launch ? launch->entry->name : NULL;
}

uint32_t gac_launch_param_count(const gac_launch *launch)
{
    return launch ? launch->ir->n_params : 0;
}

/* -- runs ----------------------------------------------------------------- */

static gac_result check_arguments(const gac_launch *l)
{
    for (uint32_t n = 0; n < l->ir->n_params; n++)
        if (l->arguments[n].kind == GAC__ARG_UNSET)
            return gac__launch_refuse(l, GAC_ERR_ARGUMENT,
                                      "argument %u of kernel \"%s\" is not set",
                                      n, l->entry->name);
    return gac__launch_check_addresses(l);
}

/* -- tiles ----------------------------------------------------------------- */

uint64_t gac__launch_local_variables(const gac_launch *l)
{
    uint64_t sum = 0;
    for (uint32_t v = 0; v < l->ir->n_vars; v++)
        if (l->ir->vars[v].storage_class == SpvStorageClassWorkgroup)
            sum += GAC__MIN(l->ir->vars[v].size_bytes, UINT32_MAX);
    return sum;
}

static uint64_t local_bytes(const gac_launch *l)
{
    uint64_t sum = gac__launch_local_variables(l);
    for (uint32_t n = 0; n < l->ir->n_params; n++)
        if (l->arguments[n].kind == GAC__ARG_LOCAL)
            sum += GAC__MIN(l->arguments[n].size, UINT32_MAX);
    return sum;
}

/* Sets a run's range and work-groups to the tile's. `given`: the work-group
 * size that the caller knows. */
static void set_tile(const gac_launch *l, const gac__tile *t,
                     gac_run_options *o, uint64_t given[3])
{
    memcpy(o->global, t->global, sizeof o->global);
    memcpy(o->local, t->local, sizeof o->local);
    if (t->interchanged) {
        gac__swap_dimensions(o->offset, l->ir->facts.leading);
        gac__swap_dimensions(given, l->ir->facts.leading);
    }
}

static void set_groups(gac__run *run)
{
    const gac_run_options *o = &run->options;
    run->n_groups = run->n_given = 1;
    for (uint32_t d = 0; d < 3; d++) {
        run->groups[d] = (o->global[d] + o->local[d] - 1) / o->local[d];
        run->n_groups *= run->groups[d];
        run->n_given *= (o->global[d] + run->given[d] - 1) / run->given[d];
    }
    uint64_t items = o->local[0] * o->local[1] * o->local[2];
    run->group_strips =
        (uint32_t)((items + run->program->width - 1) / run->program->width);
}

/* Reports findings. Returns the run's result, which has been `result` so far.
 */
static gac_result finish_checks(gac__run *run, gac_run_stats *stats,
                                gac_result result)
{
    gac_result checked =
        result == GAC_ERR_MEMORY
            ? result
            : gac__checker_report(run->checker, &stats->findings);
    gac__checker_bytes(run->checker, &stats->shadow_bytes,
                       &stats->shadowed_bytes);
    run->peak_bytes += stats->shadow_bytes;
    return checked == GAC_OK ? result : checked;
}

/* Runs a lane program. `given`: the work-group size that the caller knows;
 * `coalesced`: how many work-groups a strip runs. */
static gac_result run_prepared(gac_launch *l, const gac_run_options *o,
                               const gac__lane_program *program,
                               const uint64_t given[3], uint32_t coalesced,
                               gac_run_stats *stats)
{
    static const gac__memory_kernels *const kernels[] = {
        GAC__EACH_LEVEL(&gac__memory_kernels)};
    gac__run run = {
        .given = {given[0], given[1], given[2]},
        .coalesced = coalesced,
        .launch = l,
        .program = program,
        .options = *o,
        .stop = l->owner ? &l->owner->stop : &l->stop,
        .stop_all = &l->program->context->stop,
        .deadline_ns = l->watch.deadline_ns,
        .limit_ns = l->limit_ns,
        .memory = kernels[program->isa],
        .allocator = &l->program->context->allocator,
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    run.compaction_cost =
        o->compaction_cost ? o->compaction_cost : COMPACTION_COST;
    run.copy_flags =
        o->copy_policy
        | GAC_COPY_LEVEL(GAC_CPU_BASELINE + (int)l->program->context->isa);
    uint64_t start = gac__now_ns();
    if (o->checks)
        run.options.async_mode = GAC_ASYNC_EAGER;
    if (!run.options.max_memory_bytes)
        run.options.max_memory_bytes = DEFAULT_MEMORY;
    set_groups(&run);
    gac_result result = gac__run_prepare(&run);
    if (result == GAC_OK && o->checks)
        result = gac__run_make_checker(&run, &l->cells);
    if (result == GAC_OK)
        result = gac__run_groups(&run);
    if (result == GAC_OK && l->owner)
        result = gac__run_save_variables(&run);
    if (run.checker)
        result = finish_checks(&run, stats, result);
    gac__run_report(&run, result);
    stats->groups = run.n_given;
    stats->work_items = o->global[0] * o->global[1] * o->global[2];
    stats->instructions = atomic_load(&run.instructions);
    stats->bytes_copied = atomic_load(&run.bytes_copied);
    stats->peak_bytes = run.peak_bytes + gac__launch_compiled_bytes(l);
    gac__run_cleanup(&run);
    gac__checker_destroy(run.checker);
    pthread_mutex_destroy(&run.lock);
    stats->wall_ns = gac__now_ns() - start;
    return result;
}

/* Checks the time limit. Many runs may follow each other that are too short to
 * check it themselves. */
static gac_result check_time(gac_launch *l)
{
    if (gac__watch_look(&l->watch) || l->watch.result != GAC_ERR_TIMEOUT)
        return GAC_OK; /* the run will find that it is cancelled */
    gac__launch_report_late(l);
    return GAC_ERR_TIMEOUT;
}

gac_result gac__launch_read_options(const gac_launch *l, gac_run_options *o,
                                    const gac_run_options *options)
{
    const char *wrong = NULL;
    *o = (gac_run_options){0};
    if (!l || !gac__read_options(o, sizeof *o, options))
        return GAC_ERR_ARGUMENT;
    if ((unsigned)o->async_mode > GAC_ASYNC_RANDOM)
        wrong = "the async mode is none";
    else if (o->strip_lanes % 64 || o->strip_lanes > GAC__MAX_STRIP_LANES)
        wrong = "strip_lanes is no multiple of 64 up to 1024";
    else if (o->coalesced_items > GAC__MAX_STRIP_LANES)
        wrong = "coalesced_items is more than 1024";
    else if (o->copy_policy & ~GAC_COPY_POLICY(UINT32_MAX)
             || (o->copy_policy && !(o->copy_policy & GAC_COPY_POLICY(0))))
        wrong = "copy_policy is no GAC_COPY_POLICY()";
    if (!wrong)
        return GAC_OK;
    return gac__launch_refuse(l, GAC_ERR_ARGUMENT, "%s", wrong);
}

static gac_result run_now(gac_launch *l, const gac_run_options *options,
                          gac_run_stats *stats)
{
    gac_run_options o = *options;
    *stats = (gac_run_stats){0};
    set_watch(l, o.timeout_ns);
    GAC__TRY(check_time(l));
    GAC__TRY(check_arguments(l));
    GAC__TRY(gac__launch_initialize(l, &o));
    GAC__TRY(gac__launch_range(l, &o));
    uint64_t given[3] = {o.local[0], o.local[1], o.local[2]};
    static const gac__facts none = {0};
    gac__tile tile = gac__tile_choose(o.checks ? &none : &l->ir->facts, &o,
                                      local_bytes(l), gac__launch_threads(&o));
    set_tile(l, &tile, &o, given);
    const gac__lane_program *program;
    gac_result result = gac__launch_compile(l, &o, &tile, &program);
    if (result == GAC_OK)
        return run_prepared(l, &o, program, given, tile.coalesced, stats);
    gac__launch_report_compile(l, result);
    return result;
}

gac_result gac_launch_run(gac_launch *launch, const gac_run_options *options,
                          gac_run_stats *stats_out)
{
    gac_run_stats stats;
    gac_run_options o;
    GAC__TRY(gac__launch_read_options(launch, &o, options));
    if (launch->running)
        return GAC_ERR_BUSY;
    gac_result result = run_now(launch, &o, &stats);
    atomic_store(&launch->stop, 0);
    if (stats_out)
        *stats_out = stats;
    return result;
}

static void *run_thread(void *user)
{
    gac_launch *l = user;
    l->result = run_now(l, &l->options, &l->stats);
    return NULL;
}

gac_result gac_launch_start(gac_launch *launch, const gac_run_options *options)
{
    gac_run_options o;
    GAC__TRY(gac__launch_read_options(launch, &o, options));
    if (launch->running)
        return GAC_ERR_BUSY;
    launch->options = o;
    launch->running = true;
    if (pthread_create(&launch->thread, NULL, run_thread, launch)) {
        launch->running = false;
        return GAC_ERR_MEMORY;
    }
    return GAC_OK;
}

gac_result gac_launch_wait(gac_launch *launch, gac_run_stats *stats_out)
{
    if (!launch || !launch->running)
        return GAC_ERR_ARGUMENT;
    pthread_join(launch->thread, NULL);
    launch->running = false;
    atomic_store(&launch->stop, 0);
    if (stats_out)
        *stats_out = launch->stats;
    return launch->result;
}

void gac_launch_cancel(gac_launch *launch)
{
    if (launch)
        atomic_store(&launch->stop, 1);
}
