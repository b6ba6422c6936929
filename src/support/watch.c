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
 *                  async copies                 each MiB within (copy_pieces.c,
 *                                               copy_queue.c), 8 bytes a step
 *                  printf                       8 bytes of text a step
 *                  runs of a launch             once before each
 *   check          looks at copies in flight    8 flights a step, beyond 96
 *   module         instructions                 while parsing (read.c)
 *   validate       programs                     between them (validate.c), and
 *                                               each value followed (flow.c)
 *   tools          gac-run's own buffers,       each element, or MiB
 *                  files and dumps              (run_deadline.c)
 *                  gac-val, SPIRV-Tools         between rounds; a child that is
 *                                               ended (child_guard.c)
 *
 * Loops that do not look, and what bounds them: text/ takes time in proportion
 * to the module, validate/'s searches have a budget of steps (program.h);
 * rewrite/ takes as long again in each of at most 100 rounds, and a million
 * visits for the call graph (core_calls.c); types in each other take
 * SPIRV-Tools at most 2^22 steps in a small module (core_cost.c). What the
 * checker notes of one copy takes time in proportion to its bytes, and so does
 * one row of a vector access. bench/limits.py shows how late commands end,
 * tests/survey/shapes.py makes small modules that cost. */
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
