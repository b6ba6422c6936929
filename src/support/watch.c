/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Watches: work whose length depends on its input looks at the time, and at
 * whether it has been cancelled. The clock is read once in LOOK_STEPS steps, a
 * fraction of a millisecond's work, so that a step costs no more than counting.
 *
 * Loops whose length an input decides, and where they look:
 *
 *   text           tokens, instructions         while assembling (scan.c,
 *                                               assemble.c)
 *                  instructions, disassembled   8 steps a word, in each of two
 *                                               passes
 *   module         instructions                 while parsing (read.c)
 *   validate       programs                     between them (warnings.c)
 *                  searches of a program        each step that they take from
 *                                               its budget (program.h)
 *                  instructions with rules      64 steps each (validate.c)
 *   compile/build  call graph (build_calls.c)   each instruction, once, by its
 *                                               words
 *                  instructions, inlined        16 steps each, and one a word
 *                                               (build.c)
 *                  constants' scalars           8 steps each
 *                  types that parameters
 *                  point to                     each scalar (build_types.c)
 *                  dominators                   each block (flow/dominators.c)
 *   compile/passes fixed points                 each iteration, by values
 *                  loops of blocks              by what they visit
 *                  what takes more than some
 *                  nanoseconds an instruction   each block
 *                  passes                       between them (optimize.c)
 *   compile/emit   blocks, loops, compaction    by instructions (emit.c)
 *                  loops that a value is live
 *                  behind                       each sweep over them (regs.c)
 *   exec           lane instructions            the worker's budget, at most a
 *                                               million (gac__check_limits): at
 *                                               a block's end, and at a LOOK
 *                                               each 1,024 instructions of it;
 *                                               remainders of doubles are 32
 *                  cases of a switch            those behind 64: 8 an
 *                                               instruction, or each one for 16
 *                                               lanes
 *                  OpCopyMemory(Sized), local   each MiB, 8 bytes an
 *                  variables' initializers      instruction (gac__move_bytes),
 *                                               and one for each variable
 *                  async copies                 each MiB within (copy_pieces.c,
 *                                               copy_queue.c), 8 bytes an
 *                                               instruction
 *                  events of a wait             each behind 64, checked or not
 *                  printf                       8 bytes of text an instruction,
 *                                               and each part of it; each
 *                                               4 MiB that are put in order
 *                  arguments that are compared  each (prepare.c,
 *                  with each other              checked_run.c)
 *                  runs of a launch             once before each
 *   check          accesses                     16 steps a lane, and one for 4
 *   (gac__check_on)                             bytes; logged reads when they
 *                                               are put into cells, and where
 *                                               one is sought (read_log.c)
 *                  copies by work-items         one for 4 bytes
 *                  lanes in several buffers     for each buffer (checked.c)
 *                  copies                       each line of a side, chunk of
 *                                               cells, and byte of which it is
 *                                               not known whether it is defined
 *                                               (copies.c)
 *                  copies in flight             each that lands or is near,
 *                                               each line that is added,
 *                                               merged or near (lines.c);
 *                                               each plane and line of two
 *                                               (boxes.c)
 *                  undefined bytes              each 64 KiB that are set,
 *                                               copied or searched (shadow.c);
 *                                               each lane whose variable is
 *                                               forgotten
 *                  groups                       each buffer, and each table of
 *                                               atomic objects
 *                  new numbers of epochs        each plane, row and chunk
 *                  releases                     each that is passed (order.c)
 *                  faults                       each, and each finding that it
 *                                               is compared with; each lane
 *                                               that is told of another one
 *                  events of a wait             each that a lane names
 *                  a checker that is made       each chunk and padded byte
 *   tools          gac-run's own buffers,       each element, or MiB
 *                  files and dumps              (run_deadline.c)
 *                  gac-val, SPIRV-Tools         between runs; the child ends
 *                                               at the deadline (child_guard.c)
 *
 * Loops that do not look, and what bounds them:
 *
 *   text           the texts of lines (tools/source_lines.c): in proportion
 *                  to the module
 *   module         what comes before and behind the main pass (parse.c,
 *                  access.c, types.c): in proportion to the module. A report
 *                  looks for its place in 4,096 instructions (places.c), and
 *                  for its line in 64 KiB of text (source_text.c)
 *   validate       what a program is made of (program.c), and dominators:
 *                  bounded by its instructions and its budget. What comes
 *                  before the first (sites.c): in proportion to the module, 64
 *                  iterations at most
 *   compile/build  bytes that are searched for padding: 2^24 (build_types.c)
 *   rewrite        in proportion to the module in each of at most 100
 *                  iterations, but for 256 types of functions that are
 *                  looked for (core_write.c); a million visits, and 2^22
 *                  words of calls, for the call graph (core_calls.c)
 *   tools          types in each other take SPIRV-Tools at most 2^22 steps in a
 *                  small module (core_rules/cost.c); diagnostics are sorted,
 *                  10,000 of a file
 *   exec           before the first group: initializers of variables are copied
 *                  once (prepare.c); a group's strips are set up, each
 *                  lane once a preset (group.c)
 *   check          findings are reported; a checker's memory is freed, chunk by
 *                  chunk, also behind a deadline
 *
 * tests/unit/test_check_limits.c counts looks, bench/limits.py shows how late
 * commands end, tests/survey/shapes.py makes small modules that cost. */
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
