/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The functions that translate instructions, from the bottom up. */
#ifndef GAC_COMPILE_BUILD_FAMILIES_H
#define GAC_COMPILE_BUILD_FAMILIES_H

#include "compile/build/build_emit.h"

/* -- variables (build_variables.c) ----------------------------------------- */

/* Makes an IR value that is a symbol; 0 after an error. */
uint32_t gac__build_symbol(gac__builder *b, gac__symbol_kind kind,
                           uint32_t index);
/* Adds a variable to the IR and returns its index. */
uint32_t gac__build_new_var(gac__builder *b, uint32_t id,
                            uint32_t storage_class, uint64_t size,
                            uint64_t align);
void gac__build_module_variable(gac__builder *b, const gac__inst *def,
                                gac__slot *slot);
void gac__build_function_variable(gac__builder *b, const gac__inst *i);
/* Translates OpLifetimeStart and OpLifetimeStop. The variable gets at least the
 * size that they give. */
void gac__build_lifetime(gac__builder *b, const gac__inst *i);
/* Tells the checker that an ALLOCA's bytes count as unwritten from here on. */
void gac__build_forget(gac__builder *b, uint32_t pointer);

/* -- core instructions: each returns false if the opcode is not its own ---- */

bool gac__build_address_of(gac__builder *b, const gac__inst *i);
bool gac__build_memory(gac__builder *b, const gac__inst *i);
bool gac__build_atomic(gac__builder *b, const gac__inst *i);
bool gac__build_arith(gac__builder *b, const gac__inst *i);
bool gac__build_integer(gac__builder *b, const gac__inst *i);
bool gac__build_convert(gac__builder *b, const gac__inst *i);
bool gac__build_composite(gac__builder *b, const gac__inst *i);
bool gac__build_group(gac__builder *b, const gac__inst *i);
bool gac__build_subgroup(gac__builder *b, const gac__inst *i);
bool gac__build_copy(gac__builder *b, const gac__inst *i);

/* An instruction that OpSpecConstantOp may name (build_core.c). */
bool gac__build_constant_op(gac__builder *b, const gac__inst *i);
/* Any instruction that is no control flow (build_core.c). */
bool gac__build_core(gac__builder *b, const gac__inst *i);

/* -- pointers (build_memory.c) --------------------------------------------- */

/* Casts a generic pointer to a storage class (GAC__IR_GENERIC_TO), or finds its
 * memory semantics (GAC__IR_GENERIC_SEMANTICS; the class is 0). */
uint32_t gac__build_generic(gac__builder *b, gac__ir_op op, uint32_t class,
                            uint32_t pointer);

/* -- arithmetic (build_arith.c) ------------------------------------------- */

/* A component of the result of a core instruction of arithmetic, comparison or
 * logic, from those of its operands. */
uint32_t gac__build_arith_component(gac__builder *b, uint32_t opcode,
                                    gac__ty result, const uint32_t *args);
/* Whether any (GAC__IR_OR) or all (GAC__IR_AND) components of a vector are
 * true. */
uint32_t gac__build_any_all(gac__builder *b, gac__ir_op op, uint32_t id);

/* -- conversions (build_convert.c) ----------------------------------------- */

#define GAC__ROUND_NONE UINT32_MAX

/* A conversion between numbers. */
typedef struct gac__conversion {
    uint32_t opcode;   /* of the core instruction */
    uint32_t rounding; /* GAC__ROUND_*; NONE: as the instruction does */
    bool saturates;    /* to the nearest number that the type has */
} gac__conversion;

/* A gac__component; `how`: the gac__conversion. */
uint32_t gac__build_conversion(gac__builder *b, const void *how, gac__ty ty,
                               const uint32_t *args);

/* -- composites (build_composite.c) ---------------------------------------- */

/* Binds a result of `shape`, which is not in memory, to undefined components,
 * or to zeros. */
void gac__build_flat_zero(gac__builder *b, const gac__inst *i,
                          const gac__shape *shape, bool undef);
/* Binds a composite of `shape`, which is not in memory, to the components of
 * its constituents. */
void gac__build_flat_composite(gac__builder *b, const gac__inst *i,
                               const gac__shape *shape);

/* -- atomics (build_atomic.c) ---------------------------------------------- */

/* What an atomic instruction does. */
typedef struct gac__atomic_form {
    uint16_t opcode;
    uint8_t op;       /* gac__atomic */
    uint8_t n_values; /* operands: 1: a value; 2: also a comparator */
    uint8_t by_one;   /* the value is 1 */
} gac__atomic_form;

/* The form of SPIR-V's instruction `opcode`; opcode 0: it is not atomic. */
gac__atomic_form gac__build_atomic_form(uint32_t opcode);

/* Appends atomic operation `op` (GAC__ATOMIC_*) of order `order` (GAC__ORDER_*)
 * on values of type `ty`. `args`: pointer[, value[, comparator]]; they are
 * changed in place. Returns the old value; 0 for stores. */
uint32_t gac__build_atomic_op(gac__builder *b, uint32_t op, uint32_t order,
                              gac__ty ty, uint32_t n, uint32_t *args);
/* The GAC__ORDER_* that the ids of a memory scope and of memory semantics
 * mean. */
uint32_t gac__build_order(gac__builder *b, uint32_t scope_id,
                          uint32_t semantics_id);

/* -- OpenCL.std (build_opencl.c, build_opencl_memory.c, build_geometry.c) -- */

/* Translates instruction `number` of OpenCL.std; `ids`: its operands, as many
 * as the grammar says, but for the first function. The two behind it return
 * false if the instruction is not theirs. */
void gac__build_opencl(gac__builder *b, const gac__inst *i, uint32_t number,
                       const uint32_t *ids, uint32_t n);
bool gac__build_opencl_memory(gac__builder *b, const gac__inst *i,
                              uint32_t number, const uint32_t *ids);
bool gac__build_geometry(gac__builder *b, const gac__inst *i, uint32_t number,
                         const uint32_t *ids);
/* Its result, a number. */
uint32_t gac__build_printf(gac__builder *b, const uint32_t *ids, uint32_t n);

/* -- collectives (build_group.c, build_copy.c) ----------------------------- */

/* Appends a BARRIER of a scope, whose semantics the caller fills in. */
gac__ir_inst *gac__build_new_barrier(gac__builder *b, uint32_t scope);
void gac__build_barrier(gac__builder *b, uint32_t scope, uint64_t semantics);
void gac__build_fence(gac__builder *b, uint32_t order);
/* A scope that is no constant. b->scope is its value until the next
 * instruction, and gac__build_group_op() branches on it. */
#define GAC__SCOPE_DYNAMIC UINT32_MAX
/* The scope of a group instruction, which is its first operand: a number, or
 * GAC__SCOPE_DYNAMIC. */
uint32_t gac__build_scope(gac__builder *b, const gac__inst *i);
/* Appends group operation `op` (GAC__GROUP_*), with mathematics `math`
 * (GAC__GM_*) if it is a reduction or a scan; its value. */
uint32_t gac__build_group_op(gac__builder *b, uint32_t op, uint32_t math,
                             uint32_t scope, int64_t imm2, gac__ty ty,
                             gac__ty result, uint32_t n, const uint32_t *args);
/* The value of a ClusterSize, which must be a constant; 0 with a report, if it
 * is none. SPIR-V: "Behavior is undefined unless ClusterSize is at least 1 and
 * a power of 2." */
int64_t gac__build_cluster_size(gac__builder *b, uint32_t id);
/* Translates a group operation on each component of a value of the result's
 * type; `index` is its second operand, 0: it has none. */
void gac__build_group_each(gac__builder *b, const gac__inst *i, uint32_t op,
                           uint32_t scope, uint32_t value_id, uint32_t index,
                           int64_t cluster);
/* The linear local id of the work-item whose local ids in `n` dimensions, one
 * to three, are the integers `ids`. */
uint32_t gac__build_linear_id(gac__builder *b, uint32_t n, const uint32_t *ids);
/* Appends a core async copy of `count` elements of `element_bytes` bytes.
 * `stride`: an IR value; 0: none. `to_local`: the stride is the source's, else
 * the destination's. Returns the event. */
uint32_t gac__build_core_copy(gac__builder *b, uint32_t destination,
                              uint32_t source, uint64_t element_bytes,
                              uint32_t count, uint32_t stride, bool to_local,
                              uint32_t event);
/* Appends the copy of an instruction of the set; `values` are its operands in
 * the grammar's order. Returns the event. */
uint32_t gac__build_set_copy(gac__builder *b, uint32_t number,
                             const uint32_t *values, uint32_t n);
void gac__build_wait(gac__builder *b, uint32_t count, uint32_t list);
/* Translates async_work_group_copy_fence(); `flags` are OpenCL C's. */
void gac__build_copy_fence(gac__builder *b, uint64_t flags);

/* -- calls of imported functions (build_imports.c) ------------------------- */

void gac__build_import_call(gac__builder *b, const gac__inst *call,
                            const gac__function *function);
/* Whether gac has a function of an imported one's name, which goes to
 * `*symbol_out`. */
bool gac__build_knows_import(const gac_module *m, const gac__inst *call,
                             const gac__function *function,
                             const char **symbol_out);

/* -- control flow (build_cfg.c, build_calls.c, build_flow.c) --------------- */

/* The facts about a function, found at the first call; NULL: an error. */
gac__fn *gac__build_analyse(gac__builder *b, const gac__function *function);
/* The block of a function, from 0, that a label starts; UINT32_MAX, with an
 * error: the id is no such label. */
uint32_t gac__build_label(gac__builder *b, const gac__function *function,
                          uint32_t label_id);
/* The number of words of a literal of an OpSwitch. */
uint32_t gac__build_switch_words(const gac_module *m, const gac__inst *i);
/* Removes unreachable blocks, fills in predecessors, and orders the arguments
 * of phis by them. */
void gac__build_finish_cfg(gac__builder *b);
/* Refuses recursion, and kernels that are too large with all calls inlined,
 * before anything is translated. */
void gac__build_check_calls(gac__builder *b, const gac__function *entry);
/* Whether function parameter `id` is decorated FuncParamAttr ByVal. */
bool gac__build_is_by_value(const gac_module *m, uint32_t id);
/* Start and end a frame, an inlined copy of a function, which has as many
 * parameters as there are arguments. `call` NULL: the kernel's. */
void gac__build_enter(gac__builder *b, const gac__function *function,
                      const gac__inst *call, const gac__val *args);
void gac__build_leave(gac__builder *b);
/* Starts the translation of the block at the frame's rank. */
void gac__build_start_block(gac__builder *b);
/* Translates control flow inside a function; false: the opcode is another. */
bool gac__build_flow(gac__builder *b, const gac__inst *i);

/* -- module scope (build_constants.c) -------------------------------------- */

/* Module-scope definitions are evaluated before the instruction that uses them
 * is translated: constants and variables, and the lengths of the arrays that
 * types consist of. */

/* Evaluates what instruction `i` uses of module scope. */
void gac__build_prepare(gac__builder *b, const gac__inst *i);
/* The same for a type, and for what a pointer type points to. */
void gac__build_prepare_type(gac__builder *b, uint32_t type_id);
/* Evaluates `id` if it is defined at module scope. */
void gac__build_evaluate(gac__builder *b, uint32_t id);
/* Writes the initializers of all variables that were used. */
void gac__build_initializers(gac__builder *b);

#endif
