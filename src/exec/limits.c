/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The limits of a run: time, instructions, memory; and how a run is stopped. */
#include "exec/exec_internal.h"

/* Instructions between two looks at the limits: of most kernels, and of those
 * whose lanes may wait for others. */
#define BUDGET 1000000u
#define YIELD_BUDGET 4000u
#define PIECE_BYTES ((uint64_t)1 << 20)

/* -- memory beyond the buffers --------------------------------------------- */

bool gac__run_has_room(const gac__run *run, size_t size_bytes)
{
    uint64_t limit = run->options.max_memory_bytes;
    uint64_t in_use = run->peak_bytes + run->held_bytes;
    return in_use <= limit && size_bytes <= limit - in_use;
}

bool gac__run_count(gac__run *run, size_t size_bytes)
{
    pthread_mutex_lock(&run->lock);
    bool fits = gac__run_has_room(run, size_bytes);
    if (fits)
        run->peak_bytes += size_bytes;
    pthread_mutex_unlock(&run->lock);
    return fits;
}

/* -- time and instructions ------------------------------------------------- */

bool gac__stop(gac__worker *w, gac_result result, gac__rule_id rule,
               uint32_t ordinal, const char *format, ...)
{
    gac__run *run = w->run;
    pthread_mutex_lock(&run->lock);
    if (run->trap.result == GAC_OK || w->group_linear < run->trap.group) {
        va_list args;
        va_start(args, format);
        run->trap.result = result;
        run->trap.rule = rule;
        run->trap.ordinal = ordinal;
        run->trap.group = w->group_linear;
        vsnprintf(run->trap.message, sizeof run->trap.message, format, args);
        va_end(args);
    }
    pthread_mutex_unlock(&run->lock);
    atomic_store(run->stop, 1);
    return false;
}

bool gac__check_limits(gac__worker *w)
{
    gac__run *run = w->run;
    uint64_t most = run->options.max_instructions;
    uint64_t interval =
        run->program->ir->facts.needs_progress ? YIELD_BUDGET : BUDGET;
    uint64_t now = w->instructions - w->counted;
    uint64_t all =
        atomic_fetch_add_explicit(&run->instructions, now, memory_order_relaxed)
        + now;
    w->counted = w->instructions;
    w->budget = 0; /* a run that must stop finds that at the next look, too */
    if (gac__is_stopped(run))
        return false;
    if (run->deadline_ns && gac__now_ns() > run->deadline_ns)
        return gac__stop(w, GAC_ERR_TIMEOUT, GAC__RULE_limit, UINT32_MAX,
                         "the time limit of %.3g s was exceeded",
                         (double)run->limit_ns * 1e-9);
    char full[300];
    if (run->checker && gac__checker_is_full(run->checker, full, sizeof full))
        return gac__stop(w, GAC_ERR_LIMIT, GAC__RULE_limit, UINT32_MAX, "%s",
                         full);
    if (most && all > most)
        return gac__stop(w, GAC_ERR_LIMIT, GAC__RULE_limit, UINT32_MAX,
                         "the limit of %llu instructions was exceeded",
                         (unsigned long long)most);
    w->budget =
        w->instructions + (most ? GAC__MIN(interval, most - all) : interval);
    return true;
}

/* Goes backwards where the destination is behind the source. */
bool gac__move_bytes(gac__worker *w, uint8_t *to, const uint8_t *from,
                     uint64_t size)
{
    bool backwards = (uintptr_t)to > (uintptr_t)from;
    for (uint64_t done = 0, n; done < size; done += n) {
        n = GAC__MIN(PIECE_BYTES, size - done);
        uint64_t at = backwards ? size - done - n : done;
        memmove(to + at, from + at, n);
        if (!gac__spend(w, n / 8))
            return false;
    }
    return true;
}
