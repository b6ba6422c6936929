/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What appends to the IR. */
#ifndef GAC_COMPILE_BUILD_EMIT_H
#define GAC_COMPILE_BUILD_EMIT_H

#include "compile/build/build.h"

/* -- constants, operations, blocks (build_emit.c) -------------------------- */

uint32_t gac__build_const(gac__builder *b, gac__ty ty, uint64_t bits);
/* The constant 1 of a float type; 0 for other types. */
uint32_t gac__build_one(gac__builder *b, gac__ty ty);
/* A constant number of bytes, of the addresses' type; more than fit are
 * reported as a limit. */
uint32_t gac__build_size(gac__builder *b, uint64_t bytes);
uint32_t gac__build_undef(gac__builder *b, gac__ty ty);
gac__ty gac__build_ty(const gac__builder *b, uint32_t value);
/* The bits of an IR constant; false: the value is none. */
bool gac__build_is_const(const gac__builder *b, uint32_t value, uint64_t *bits);
/* The same, but false for an undefined constant if the run is checked, since
 * the checker follows what becomes of OpUndef. Constants that pass may be
 * folded. */
bool gac__build_folds(const gac__builder *b, uint32_t value, uint64_t *bits);
/* Appends a pure operation, or folds it. 0 after an error. */
uint32_t gac__build_op(gac__builder *b, gac__ir_op op, gac__ty ty, uint32_t sub,
                       uint64_t imm, uint32_t n, const uint32_t *args);
uint32_t gac__build_1(gac__builder *b, gac__ir_op op, gac__ty ty, uint32_t x);
uint32_t gac__build_2(gac__builder *b, gac__ir_op op, gac__ty ty, uint32_t x,
                      uint32_t y);
/* The same with a constant as the second operand. */
uint32_t gac__build_2_const(gac__builder *b, gac__ir_op op, gac__ty ty,
                            uint32_t x, uint64_t bits);
uint32_t gac__build_select(gac__builder *b, uint32_t condition, uint32_t x,
                           uint32_t y);
/* from[index] if the index is one of `first` to n - 1, or else `otherwise`. */
uint32_t gac__build_choose(gac__builder *b, uint32_t index, uint32_t otherwise,
                           uint32_t first, uint32_t n, const uint32_t *from);
uint32_t gac__build_ext(gac__builder *b, uint32_t number, gac__ty ty,
                        uint32_t n, const uint32_t *args);
/* Appends any other instruction; `result`: the type of its result, VOID: it has
 * none. After an error, an instruction that is in no block, without a result
 * and without room for arguments. */
gac__ir_inst *gac__build_inst(gac__builder *b, gac__ir_op op, gac__ty ty,
                              gac__ty result, uint32_t n, const uint32_t *args);
/* Converts an integer, or a boolean, to an integer of another width; the value
 * itself if it has the type. */
uint32_t gac__build_resize(gac__builder *b, uint32_t value, gac__ty ty,
                           bool is_signed);
/* The same for an unsigned integer; another value is an error, in which `what`
 * names it. */
uint32_t gac__build_as_int(gac__builder *b, uint32_t value, gac__ty ty,
                           const char *what);
/* A value's bits as another type of the same size. */
uint32_t gac__build_as(gac__builder *b, uint32_t value, gac__ty ty);
uint32_t gac__build_new_block(gac__builder *b);
/* Ends the current block with an instruction whose targets the caller fills in;
 * NULL: an error. */
gac__ir_inst *gac__build_terminate(gac__builder *b, gac__ir_op op,
                                   uint32_t n_args, const uint32_t *args,
                                   uint32_t n_targets);
/* Ends the current block with a branch and goes on in `target`. */
void gac__build_branch(gac__builder *b, uint32_t target);
/* Ends the current block with a branch on a condition. */
void gac__build_branch_on(gac__builder *b, uint32_t condition, uint32_t yes,
                          uint32_t no);
/* Branches to a new block, in which a collective will stand first. */
void gac__build_collective(gac__builder *b);
/* Makes room for `n` incoming values of a PHI; false: an error. */
bool gac__build_alloc_incoming(gac__builder *b, gac__ir_inst *phi, uint32_t n);
/* Adds the value that a PHI has if IR block `block` comes before it. */
void gac__build_add_incoming(gac__builder *b, gac__ir_inst *phi, uint32_t value,
                             uint32_t block);
/* Appends a PHI of the current block's two predecessors; its value. */
uint32_t gac__build_join(gac__builder *b, gac__ty ty, const uint32_t values[2],
                         const uint32_t blocks[2]);

/* -- addresses, loads, stores (build_access.c) ----------------------------- */

/* The address base + index * scale + displacement, folded as far as possible.
 * `index` 0: there is none. */
uint32_t gac__build_address(gac__builder *b, uint32_t base, uint32_t index,
                            uint64_t scale, int64_t displacement);
uint32_t gac__build_load(gac__builder *b, uint32_t pointer,
                         int64_t displacement, gac__ty ty, uint64_t align,
                         bool is_volatile);
void gac__build_store(gac__builder *b, uint32_t pointer, int64_t displacement,
                      uint32_t value, uint64_t align, bool is_volatile);
/* Copies memory; `bytes`: an IR value. */
void gac__build_copy_aligned(gac__builder *b, uint32_t destination,
                             uint32_t source, uint32_t bytes, uint64_t align);
/* The same for a constant number of bytes of any alignment. */
void gac__build_copy_memory(gac__builder *b, uint32_t destination,
                            uint32_t source, uint64_t bytes);
/* Copies what a pointer points to, of this shape, to private memory; the
 * address. */
uint32_t gac__build_private_copy(gac__builder *b, uint32_t source,
                                 const gac__shape *shape);
/* Allocates private memory in each work-item; its address. */
uint32_t gac__build_alloca(gac__builder *b, uint64_t size, uint64_t align);
/* The same for a variable of a shape; the checker gets the shape's padding. */
uint32_t gac__build_alloca_for(gac__builder *b, const gac__shape *shape,
                               uint64_t align);
gac__val gac__build_load_value(gac__builder *b, uint32_t pointer,
                               const gac__shape *shape, uint64_t align,
                               bool is_volatile);
void gac__build_store_value(gac__builder *b, uint32_t pointer, gac__val value,
                            uint64_t align, bool is_volatile);

/* -- builtins (build_builtins.c) ------------------------------------------- */

/* Finds a builtin by SPIR-V's number for it. */
bool gac__build_find_builtin(uint32_t spv_builtin, uint32_t *builtin_out);
/* A builtin's value in a dimension, converted to type `ty`. */
uint32_t gac__build_builtin(gac__builder *b, uint32_t builtin,
                            uint32_t dimension, gac__ty ty);
/* A builtin's value in dimensions above 2: sizes are 1, ids 0. */
uint32_t gac__build_builtin_beyond(gac__builder *b, uint32_t builtin,
                                   gac__ty ty);
/* Reads what the pointer to a builtin variable points to, of type `type_id`:
 * all components, or one. */
void gac__build_load_builtin(gac__builder *b, const gac__slot *slot,
                             uint32_t type_id, uint32_t c_out[4]);
/* Writes what the pointer points to to private memory; the address. */
uint32_t gac__build_materialize_builtin(gac__builder *b, gac__slot *slot);

#endif
