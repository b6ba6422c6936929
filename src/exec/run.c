/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A run: its workers, and the work-groups that each of them takes. */
#include "exec/collectives.h"
#include "exec/launch.h"

#define MAX_THREADS 256u
#define MAX_SHARE 64u /* work-groups that a thread takes at a time */
#define ALIGNMENT GAC__APART
#define RESERVED_BYTES ((size_t)65536)
#define CHECK_OFFSETS (2 * sizeof(uint64_t)) /* bytes a lane */
#define CHECK_MASKS 5u                       /* bytes a lane */
/* Instructions of a thread before its first look at the limits. */
#define FIRST_BUDGET 100000u
/* Below so many instructions a second thread costs more than it gains. */
#define WORK_FOR_THREADS 400000u

/* -- memory beyond the buffers --------------------------------------------- */

#define MOST_GAP (2 * (size_t)ALIGNMENT)

/* Returns how many bytes of an arena n bytes take: nothing else may write to
 * the last cache lines. */
static size_t with_gap(size_t n)
{
    return (n + MOST_GAP - 1) / ALIGNMENT * ALIGNMENT;
}

/* Takes n * size zeroed bytes from an arena, at a multiple of GAC__APART. NULL:
 * out of memory, or past the limit of the run. */
static void *run_alloc(gac__run *run, gac__arena *arena, size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes)
        || bytes > SIZE_MAX - 2 * ALIGNMENT || !gac__run_count(run, bytes)
        || !gac__arena_reserve(arena, with_gap(bytes)))
        return NULL;
    uint8_t *raw = gac__arena_alloc(arena, with_gap(bytes), 1);
    return raw ? raw + (-(uintptr_t)raw & (ALIGNMENT - 1)) : NULL;
}

/* -- workers --------------------------------------------------------------- */

/* A load waits for a store just before it to the same offset of another page.
 * Buffers mostly begin at a page, so local memory begins in the middle of one:
 * async copies alternate between both. */
#define PAGE_BYTES 4096u
#define LOCAL_AT (2048u + ALIGNMENT)

static bool shifts_local(const gac__run *run)
{
    return run->local_bytes * run->coalesced >= PAGE_BYTES
           && run->program->n_sites;
}

static size_t local_bytes(const gac__run *run)
{
    return run->local_bytes * run->coalesced
           + (shifts_local(run) ? PAGE_BYTES : 0);
}

/* Coalesced groups begin at any lane: the last one's step may end behind the
 * last lane. */
static size_t mask_bytes(const gac__lane_program *p)
{
    return (size_t)p->width + GAC__LANE_STEP;
}

/* Reserves a worker's memory in one piece, unless it is large: runs may be
 * short and many. Most strips take no more than this. */
static void reserve(gac__worker *w)
{
    const gac__run *run = w->run;
    const gac__lane_program *p = run->program;
    size_t strip = sizeof(gac__strip) + p->frame_bytes + run->private_stride
                   + run->space.n_buffers * sizeof(gac__buffer)
                   + 2 * mask_bytes(p) + p->width * sizeof(uint32_t)
                   + 6 * MOST_GAP;
    size_t bytes = local_bytes(run) + p->n_sites * sizeof(gac__copy_site)
                   + run->group_strips * strip + 3 * MOST_GAP;
    if (bytes <= RESERVED_BYTES)
        (void)gac__arena_reserve(&w->arena, bytes);
}

/* Takes memory for a worker. NULL: there is none, and lacks_memory is set. */
static void *take(gac__worker *w, size_t n, size_t size)
{
    void *p = run_alloc(w->run, &w->arena, n, size);
    w->lacks_memory |= !p;
    return p;
}

static void take_compaction(gac__worker *w, gac__strip *s)
{
    const gac__lane_program *p = w->run->program;
    s->compaction.order =
        take(w, 2 * (size_t)p->width + 1, sizeof *s->compaction.order);
    if (!p->n_counted)
        return;
    s->trips.left = take(w, p->width, sizeof *s->trips.left);
    s->trips.saved = take(w, p->n_compaction_registers, sizeof *s->trips.saved);
    s->trips.saved_lanes =
        take(w, (size_t)p->n_compaction_registers * GAC__LANE_STEP,
             sizeof *s->trips.saved_lanes);
}

static gac_result init_strip(gac__worker *w, uint32_t index)
{
    gac__run *run = w->run;
    const gac__lane_program *p = run->program;
    gac__strip *s = &w->strips[index];
    s->worker = w;
    s->index = index;
    s->frame = take(w, p->frame_bytes, 1);
    s->mask = take(w, mask_bytes(p), 1);
    s->outer.mask = take(w, mask_bytes(p), 1);
    s->pc = take(w, p->width, sizeof *s->pc);
    uint8_t *private_memory = take(w, run->private_stride, 1);
    s->buffers = take(w, run->space.n_buffers, sizeof *s->buffers);
    if (run->coalesced > 1)
        s->group_of = take(w, p->width, sizeof *s->group_of);
    if (p->compacts)
        take_compaction(w, s);
    if (p->has_flat) {
        s->flat.trips = take(w, p->width, sizeof *s->flat.trips);
        s->flat.lane_of = take(w, p->width, sizeof *s->flat.lane_of);
    }
    if (w->lacks_memory)
        return GAC_ERR_MEMORY;
    gac__fused_prepare(s);
    memcpy(s->buffers, run->space.buffers,
           run->space.n_buffers * sizeof *s->buffers);
    for (uint32_t b = 1; b < run->space.n_buffers; b++)
        if (s->buffers[b].kind == GAC_MEMORY_LOCAL)
            s->buffers[b].host = w->local_memory + s->buffers[b].offset;
        else if (s->buffers[b].kind == GAC_MEMORY_PRIVATE)
            s->buffers[b].host = private_memory + s->buffers[b].offset;
    return GAC_OK;
}

static gac_copy_mode copy_mode(gac_async_mode mode)
{
    static const gac_copy_mode modes[] = {[GAC_ASYNC_EAGER] = GAC_COPY_EAGER,
                                          [GAC_ASYNC_LATE] = GAC_COPY_LATE,
                                          [GAC_ASYNC_THREAD] = GAC_COPY_THREAD,
                                          [GAC_ASYNC_RANDOM] = GAC_COPY_RANDOM};
    return modes[mode];
}

static void take_local(gac__worker *w)
{
    w->local_memory = take(w, local_bytes(w->run), 1);
    if (w->local_memory && shifts_local(w->run))
        w->local_memory +=
            (LOCAL_AT - (uintptr_t)w->local_memory) & (PAGE_BYTES - 1);
}

/* Called by the copy queue within large copies. */
static bool copies_go_on(void *user)
{
    return gac__check_limits(user);
}

static gac_result init_worker(gac__worker *w, gac__run *run)
{
    const gac__lane_program *p = run->program;
    uint64_t most = run->options.max_instructions;
    w->run = run;
    w->budget = most ? GAC__MIN(most, FIRST_BUDGET) : FIRST_BUDGET;
    gac__arena_init(&w->arena, run->allocator);
    reserve(w);
    take_local(w);
    w->strips = take(w, run->group_strips, sizeof *w->strips);
    w->copy_sites = take(w, p->n_sites, sizeof *w->copy_sites);
    if (run->checker) {
        gac__checker_limit(run->checker, &w->budget);
        w->offsets = take(w, p->width, CHECK_OFFSETS);
        w->check_mask = take(w, p->width, CHECK_MASKS);
        w->left = take(w, p->width, 1);
        w->moved =
            take(w, (size_t)p->ir->n_moves * run->group_strips, p->width);
    }
    if (w->lacks_memory)
        return GAC_ERR_MEMORY;
    for (uint32_t n = 0; n < run->group_strips; n++)
        GAC__TRY(init_strip(w, n));
    gac_copy_queue_options options = {
        .size = sizeof options,
        .allocator = run->allocator,
        .mode = copy_mode(run->options.async_mode),
        .seed = run->options.async_seed,
        .worker = run->copy_worker,
        .go_on = copies_go_on,
        .user = w,
    };
    w->merges_copies = options.mode != GAC_COPY_RANDOM && !p->has_printf;
    gac_copy_shape nothing = gac_copy_linear(1, 0);
    GAC__TRY(gac_copy_plan_make(&w->nothing, &nothing, 0));
    return p->n_sites ? gac_copy_queue_create(&options, &w->queue) : GAC_OK;
}

static void free_worker(gac__worker *w)
{
    gac__run *run = w->run;
    if (!run)
        return;
    gac_copy_queue_destroy(w->queue);
    gac__arena_free(&w->arena);
    gac__free(run->allocator, w->print, w->print_capacity, 1);
    GAC__VEC_FREE(run->allocator, &w->print_marks);
}

/* Counts work-groups of the size that the caller knows. */
static void report_progress(gac__run *run, uint64_t n)
{
    uint64_t done = atomic_fetch_add(&run->groups_done, n) + n;
    uint64_t given = run->n_given >= run->n_groups
                         ? done * (run->n_given / run->n_groups)
                         : done / (run->n_groups / run->n_given);
    if (run->options.progress)
        run->options.progress(run->options.progress_user,
                              done == run->n_groups ? run->n_given : given,
                              run->n_given);
}

/* Runs work-groups [group, end). False if the run must stop. */
static bool run_share(gac__worker *w, uint64_t group, uint64_t end)
{
    gac__run *run = w->run;
    for (uint32_t n; group < end; group += n) {
        n = (uint32_t)GAC__MIN(run->coalesced, end - group);
        if (gac__is_stopped(run))
            return false;
        bool on = gac__groups_run(w, group, n);
        if (run->program->has_printf)
            gac__print_flush(w, group);
        if (!on)
            return false;
    }
    return true;
}

/* Takes work-groups [*group_out, *end_out). Several at a time: an atomic
 * operation waits for all stores before it, which takes long behind a group's
 * results. Fewer towards the end, so that threads end together. False: there
 * are no more. */
static bool take_share(gac__run *run, uint64_t *group_out, uint64_t *end_out)
{
    uint64_t group = atomic_load(&run->next_group), n;
    do {
        if (group >= run->n_groups)
            return false;
        uint64_t left = run->n_groups - group;
        n = GAC__MIN(left / (2 * run->n_threads) + 1, MAX_SHARE);
        n = GAC__MIN((n + run->coalesced - 1) / run->coalesced * run->coalesced,
                     left);
    } while (
        !atomic_compare_exchange_weak(&run->next_group, &group, group + n));
    *group_out = group;
    *end_out = group + n;
    return true;
}

static void work(gac__worker *w)
{
    gac__run *run = w->run;
    uint64_t group, end;
    while (take_share(run, &group, &end)) {
        if (!run_share(w, group, end))
            break;
        report_progress(run, end - group);
    }
    atomic_fetch_add(&run->instructions, w->instructions - w->counted);
    atomic_fetch_add(&run->bytes_copied, w->bytes_copied);
}

/* -- threads --------------------------------------------------------------- */

uint64_t gac__launch_threads(const gac_run_options *o)
{
    long online = o->threads ? (long)o->threads : sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (uint64_t)online : 0;
}

static uint32_t count_threads(const gac__run *run)
{
    const gac_run_options *o = &run->options;
    if (run->checker)
        return 1;
    uint64_t n = GAC__MAX(gac__launch_threads(o), (uint64_t)1);
    /* Work-groups that may wait for each other need a thread each. */
    if (o->threads == 0 && !run->program->ir->facts.needs_progress) {
        uint64_t items = o->global[0] * o->global[1] * o->global[2];
        /* Trip counts are unknown: each instruction counts once for each
         * work-item. */
        if (items
            <= (WORK_FOR_THREADS - 1) / GAC__MAX(run->program->n_insts, 1))
            n = 1;
    }
    n = GAC__MIN(GAC__MIN(n, run->n_groups), MAX_THREADS);
    return (uint32_t)GAC__MAX(n, 1);
}

/* Runs a helper's share. If there is no memory for its worker, other threads
 * run that share. */
static void help(void *user)
{
    gac__worker *w = user;
    if (init_worker(w, w->run) == GAC_OK)
        work(w);
}

static gac_result run_workers(gac__run *run)
{
    gac__crew *crew = run->launch->program->context->crew;
    uint32_t n = count_threads(run);
    run->n_threads = n;
    gac__worker *workers = run_alloc(run, &run->arena, n, sizeof *workers);
    if (!workers)
        return GAC_ERR_MEMORY;
    gac_result result = init_worker(&workers[0], run);
    if (result == GAC_OK) {
        for (uint32_t t = 1; t < n; t++) {
            workers[t].run = run;
            workers[t].helper = gac__crew_give(crew, help, &workers[t]);
            if (!workers[t].helper)
                break;
        }
        work(&workers[0]);
        for (uint32_t t = 1; t < n && workers[t].helper; t++)
            gac__crew_finish(crew, workers[t].helper);
    }
    for (uint32_t t = 0; t < n; t++)
        free_worker(&workers[t]);
    return result;
}

gac_result gac__run_groups(gac__run *run)
{
    if (run->options.async_mode == GAC_ASYNC_THREAD && run->program->n_sites)
        GAC__TRY(gac_copy_worker_create(run->allocator, 1, &run->copy_worker));
    gac_result result = run_workers(run);
    gac_copy_worker_destroy(run->copy_worker);
    if (result != GAC_OK)
        return result;
    if (run->trap.result != GAC_OK)
        return run->trap.result;
    return gac__is_stopped(run) ? GAC_ERR_CANCELLED : GAC_OK;
}
