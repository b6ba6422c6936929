/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Watches: work whose length its input decides looks at the time and at who
 * wants it stopped. The clock is read once in LOOK_STEPS steps, a fraction of a
 * millisecond's work, so that counting is all that steps cost.
 *
 * Loops over what an input decides, and where they look:
 *
 *   compile/build  call graph (build_calls.c)   each instruction, once
 *                  instructions, inlined        16 steps each (build.c)
 *                  constants' parts             8 steps each
 *                  dominators                   in the walk (ir/dominators.c)
 *   compile/passes rounds to a fixed point      each round, by values; loops
 *                                               of blocks by what they visit;
 *                                               between passes (optimize.c)
 *   compile/emit   blocks, loops, packs         by instructions (emit.c)
 *   exec           lane instructions            the worker's budget, at most a
 *                                               million (gac__check_limits)
 *                  OpCopyMemory(Sized)          each MiB, 8 bytes a step
 *                  async copies                 behind the block, 8 bytes each
 *                  runs of a launch             once before each
 *   check          looks at copies in flight    8 flights a step, beyond 96
 *   module, validate                            while parsing, and between
 *                                               programs
 *
 * Loops that do not look, and what bounds them: text/ takes time in proportion
 * to the module, validate/'s searches have a budget of steps (program.h);
 * rewrite/ takes as long again in each of at most 100 rounds;
 * SPIRV-Tools run in a child with a limit of its own (tools/child_guard.c); one
 * async copy, one row of a vector access and what printf keeps of a group are
 * finished before the next look; tools/ read, fill and write buffers whole. */
#include "support/support.h"

#define LOOK_STEPS 65536u

bool gac__watch_look(gac__watch *w)
{
    for (uint32_t k = 0; k < GAC__COUNT_OF(w->stop); k++)
        if (w->stop[k]
            && atomic_load_explicit(w->stop[k], memory_order_relaxed))
            w->result = GAC_ERR_CANCELLED;
    if (w->deadline_ns && gac__now_ns() > w->deadline_ns)
        w->result = GAC_ERR_TIMEOUT;
    w->left = w->result == GAC_OK ? LOOK_STEPS : 0;
    return w->left != 0;
}
