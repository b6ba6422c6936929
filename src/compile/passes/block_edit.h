/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What passes that take blocks apart and together share. Blocks that nothing
 * reaches any more are left as an end: gac__pass_cfg() drops them. */
#ifndef GAC_COMPILE_BLOCK_EDIT_H
#define GAC_COMPILE_BLOCK_EDIT_H

#include "compile/passes/passes.h"

/* Whether a block is reached by one edge, ends with `end`, and does little
 * else, at most `most` operations: lanes that do not want their results may do
 * them, too. */
bool gac__ir_is_little(const gac__ir_block *b, uint16_t end, uint32_t most);

/* Which of a block's edges comes from `from`; n_preds: none. */
uint32_t gac__ir_edge_from(const gac__ir_block *b, uint32_t from);

/* Puts an operation before the end of a block, with as many of x, y, z as are
 * not 0. Its result; 0: memory is out. */
uint32_t gac__ir_put(gac__ir *ir, gac__ir_block *b, gac__ir_op op, gac__ty ty,
                     uint32_t x, uint32_t y, uint32_t z);

/* What block `from` computes is computed before the end of `to`; nothing
 * reaches `from` any more. False: memory is out. */
bool gac__ir_take_over(gac__ir *ir, uint32_t to, uint32_t from);

/* Appends to a block the one that it alone goes to, in place of its end;
 * blocks that have it as a predecessor are not told. False: memory is out. */
bool gac__ir_append_block(gac__ir *ir, uint32_t block, uint32_t next);

/* One edge of block `to` for two: p, which comes from block `from` now, and q,
 * which is dropped. Phis get choices by `condition`, made there: what p brings
 * if it is `p_if`. False: memory is out. */
bool gac__ir_join_edges(gac__ir *ir, uint32_t to, uint32_t p, uint32_t q,
                        uint32_t from, uint32_t condition, bool p_if);

#endif
