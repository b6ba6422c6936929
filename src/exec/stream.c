/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Whether async copies to global memory go past the caches.
 *
 * A store through the caches reads the line that it is going to overwrite.
 * Where that comes from memory, tiles that are written past the caches take a
 * half to a fifth of the time; where it lies in a cache, two to five times as
 * long. No size tells which it is: how much of the last cache is ours changes
 * with who else is on the machine. So it is found out: the copies of an
 * instruction go either way by turns, a block of them each, and then the way
 * that was faster. What lies between the copies is timed with them, since
 * stores are paid for later than they are made.
 *
 * The result of a run is the same either way: what is in flight past the caches
 * is fenced where the work-group waits, and at its end.
 */
#include "exec/exec_internal.h"

#define BLOCK_BYTES (256u << 10)
#define N_BLOCKS 9u /* through the caches, uncounted; then by turns */
#define CACHE_BYTES_PER_NS 10u /* more than memory ever takes */

static bool is_decided(const gac__stream_trial *t)
{
    return t->n_blocks == N_BLOCKS;
}

static void decide(gac__stream_trial *t, bool past)
{
    t->past = past;
    t->n_blocks = N_BLOCKS;
}

static void end_block(gac__stream_trial *t)
{
    uint64_t now = gac__now_ns();
    uint64_t taken = (now - t->began_ns) * BLOCK_BYTES / t->bytes;
    uint64_t *least = &t->least_ns[t->past];
    if (t->n_blocks > 0 && (*least == 0 || taken < *least))
        *least = taken;
    t->bytes = 0;
    t->began_ns = now;
    t->n_blocks++;
    t->past = t->n_blocks % 2 == 0;
    if (t->n_blocks == 2 && *least < BLOCK_BYTES / CACHE_BYTES_PER_NS)
        decide(t, false);
    else if (is_decided(t))
        decide(t, t->least_ns[true] < t->least_ns[false] / 10 * 9);
}

void gac__stream_try(gac__stream_trial *t, const gac_copy_plan *plan,
                     uint64_t bytes)
{
    if (is_decided(t))
        return;
    t->bytes += bytes;
    if (t->past && !plan->streamed) /* a shape that would not gain by it */
        decide(t, false);
    else if (t->bytes >= BLOCK_BYTES)
        end_block(t);
}
