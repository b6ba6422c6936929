/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The builder's own header: what its files share. See build.c for the design.
 *
 * Errors are sticky: the first one is reported and stored in builder->error;
 * from then on helpers return harmless values (value 0, the empty shape) and
 * the main loop stops at the next instruction. So a translation need not test
 * what it got before going on.
 */
#ifndef GAC_COMPILE_BUILD_H
#define GAC_COMPILE_BUILD_H

#include "compile/ir/ir.h"
#include "flow/flow.h"
#include "module/types.h"

/* Aggregates of more components than this live in memory instead of values. */
#define GAC__BUILD_FLAT_MAX 64u
/* Types and constants that are nested deeper are refused. */
#define GAC__BUILD_DEPTH_MAX 256u
/* Instructions translated, inlined copies counted each, and parts of constants
 * written: so many, and so many more for each word of the module, up to a most.
 * Small modules are to take little time and memory, whatever they ask for. */
#define GAC__BUILD_WORK_FEW 32768u
#define GAC__BUILD_WORK_PER_WORD 8u
#define GAC__BUILD_WORK_MAX (16u << 20)
/* An instruction counts once more for each of these words. */
#define GAC__BUILD_WORK_WORDS 16u
/* Instructions of the IR for each of these. */
#define GAC__BUILD_WORK_INSTS 4u
/* Components, arguments and edges that count as one of these. */
#define GAC__BUILD_INST_PARTS 16u
/* The largest module-scope or private variable. */
#define GAC__BUILD_VAR_MAX ((uint64_t)1 << 30)

/* The most bytes and parts of variables that are searched for padding. */
#define GAC__BUILD_PADDING_MAX (1u << 24)

/* A type, flattened. Scalars have one component, void none. */
typedef struct gac__shape {
    gac__type type;
    uint64_t size, align; /* in memory; 0 for void */
    uint64_t parts;       /* bytes of its scalars: less than size by padding */
    uint32_t n;           /* components */
    bool in_memory;       /* more than GAC__BUILD_FLAT_MAX: ty, offset unused */
    uint8_t *ty;          /* gac__ty of each component */
    uint32_t *offset;     /* byte offset of each component */
    struct gac__member {
        uint64_t offset;
        uint32_t first; /* component */
    } * members;        /* of a struct */
} gac__shape;

/* The value of an id: its components, or, where its shape is `in_memory`, a
 * pointer to private memory that is not written any more. */
typedef struct gac__val {
    const gac__shape *shape;
    const uint32_t *c; /* shape->n IR values */
    uint32_t memory;
} gac__val;

typedef enum gac__slot_state {
    GAC__SLOT_EMPTY,
    GAC__SLOT_BUSY,
    GAC__SLOT_READY
} gac__slot_state;

#define GAC__WHOLE UINT32_MAX

/* What an id stands for now. */
typedef struct gac__slot {
    gac__val val;
    uint8_t state;
    uint32_t instance; /* the inlined copy it was bound in; 0: module scope */
    uint32_t block;    /* its definition's place in the function's order */
    /* a pointer to a builtin variable, whole or one component; no address is
     * made unless something needs one */
    bool is_builtin;
    uint32_t builtin, component;
    uint32_t pointee; /* its type */
    uint32_t one;     /* where val.c points for scalars */
} gac__slot;

enum { GAC__FN_NEW, GAC__FN_OPEN, GAC__FN_COUNTED };

/* What is known of a function, whatever the number of inlined copies. */
typedef struct gac__fn {
    const gac__function *function;
    gac__order order; /* of its blocks, counted from 0 in the function; only
                         those that can be reached are built */
    gac__dominators tree;
    uint8_t state; /* GAC__FN_* */
    uint64_t size; /* instructions, all calls inlined */
} gac__fn;

typedef struct gac__pending_phi {
    uint32_t ordinal, place;
    gac__ir_inst **insts; /* one a component */
    uint32_t incoming;    /* aggregates in memory: where predecessors put it */
} gac__pending_phi;

typedef struct gac__return {
    uint32_t block; /* IR block */
    gac__val val;
} gac__return;

typedef GAC__VEC(gac__pending_phi) gac__phi_vec;
typedef GAC__VEC(gac__return) gac__return_vec;

/* One inlined copy of a function. */
typedef struct gac__frame {
    struct gac__frame *caller;
    gac__fn *fn;
    uint32_t instance;
    uint32_t place;           /* the block being translated */
    uint32_t ordinal, end;    /* the next instruction, the block's end */
    uint32_t *begin, *finish; /* IR blocks of each place: first, last */
    gac__inst call;           /* in the caller; no words for the kernel */
    uint32_t continuation;    /* IR block after the call */
    gac__phi_vec phis;
    gac__return_vec returns;
    GAC__VEC(uint32_t) variables; /* ALLOCAs that end with the call */
} gac__frame;

/* Variable `var` starts with the bytes of constant `id`. */
typedef struct gac__initializer {
    uint32_t var, id;
    const gac__shape *shape;
} gac__initializer;

typedef GAC__VEC(gac__initializer) gac__initializer_vec;
typedef GAC__VEC(struct gac__ir_reloc) gac__reloc_vec;
typedef GAC__VEC(const uint8_t *) gac__padding_vec;

/* A pointer for each of many numbers, of which a kernel uses few: pages of
 * them, made when they are first asked for. */
typedef struct gac__table {
    void ***pages;
} gac__table;

typedef struct gac__builder {
    const gac_module *m;
    gac__ir *ir;
    const gac_allocator *allocator;
    gac__arena scratch;
    const gac__entry_point *entry;
    const gac_spec_value *specs;
    uint32_t n_specs;
    gac_result error;
    gac__inst inst; /* being translated: for messages and ordinals */
    bool all_meet;  /* it calls a group function that all must reach */
    uint32_t scope; /* the value behind GAC__SCOPE_KNOWN_LATER */
    uint32_t block; /* IR block being filled */
    uint32_t blocks_capacity;
    uint32_t n_insts, n_work, n_instances, depth;
    uint32_t most_work, most_insts; /* by the module's size */
    uint64_t padding_left;          /* of GAC__BUILD_PADDING_MAX */

    gac__table slots;  /* of gac__slot, by id */
    gac__table shapes; /* of gac__shape, by id */
    gac__table fns;    /* of gac__fn, by function index */
    gac__frame *frame;

    gac__initializer_vec initializers; /* to be written at the end */
    gac__padding_vec paddings;         /* as the IR's */
    gac__reloc_vec relocs;             /* of the initializer being written */
    uint32_t vars_capacity;
    uint32_t n_global; /* > 0: evaluating module-scope definitions */
} gac__builder;

/* -- errors (build_values.c) ----------------------------------------------- */

/* Reports that the module breaks a rule of SPIR-V so that it cannot be run. */
void gac__build_invalid(gac__builder *b, const char *format, ...)
    GAC__PRINTF(2, 3);
/* Reports something valid that gac cannot run. */
void gac__build_unsupported(gac__builder *b, const char *format, ...)
    GAC__PRINTF(2, 3);
void gac__build_limit(gac__builder *b, const char *what);
void gac__build_no_memory(gac__builder *b);

/* Stores an error that the caller reports. */
void gac__build_stop(gac__builder *b, gac_result result);

/* Counts parts of instructions of the IR, GAC__BUILD_INST_PARTS of which take
 * as much memory as a small one; too many are a limit. */
void gac__build_count(gac__builder *b, uint64_t parts);

/* Counts steps of work for the watch, and stops when it says so. */
void gac__build_watch(gac__builder *b, uint64_t steps);

static inline bool gac__build_ok(const gac__builder *b)
{
    return b->error == GAC_OK;
}

/* Zeroed scratch memory that lives until the kernel is built; NULL: an error.
 */
void *gac__build_alloc(gac__builder *b, size_t n, size_t size);

/* A table of `n` numbers, and the place of number k < n in it, NULL at first.
 * NULL: an error. */
gac__table gac__build_table(gac__builder *b, uint32_t n);
void **gac__build_place(gac__builder *b, gac__table table, uint32_t k);

/* -- operands -------------------------------------------------------------- */

/* Operand `index` after the result (or the first one), 0 if it is not there. */
static inline uint32_t gac__build_word(const gac__inst *i, uint32_t index)
{
    uint32_t at = i->first + index;
    return at < i->n_words ? i->words[at] : 0;
}

static inline uint32_t gac__build_n_words(const gac__inst *i)
{
    return i->n_words > i->first ? (uint32_t)(i->n_words - i->first) : 0;
}

/* The constituents of a composite of `shape`, those of the instructions that
 * continue it among them; one stands for all in those of
 * SPV_EXT_replicated_composites. An error if their number does not fit. */
uint64_t gac__build_n_constituents(gac__builder *b, const gac__inst *i,
                                   const gac__shape *shape);
/* 0 for an index that is too high. */
uint32_t gac__build_constituent(const gac__builder *b, const gac__inst *i,
                                uint64_t index);

/* Whether instructions `opcode` are composites of constants. */
bool gac__build_is_constants(uint32_t opcode);

/* Makes an instruction of its own from another one's parts, for translating
 * what OpSpecConstantOp or an imported function stands for. `words`: operands.
 */
gac__inst gac__build_synthetic(gac__builder *b, const gac__inst *from,
                               uint32_t opcode, bool has_result,
                               const uint32_t *words, uint32_t n_words);

/* -- shapes (build_types.c) ------------------------------------------------ */

/* Never NULL: the empty shape after an error. */
const gac__shape *gac__build_shape(gac__builder *b, uint32_t type_id);
/* A bit for each byte of a variable of this shape that belongs to no part of
 * it; in the IR's arena. NULL: there is none. */
const uint8_t *gac__build_padding(gac__builder *b, const gac__shape *shape);
/* Like gac__build_padding(), but of what a pointer points to, whose type may be
 * none that values can have; its size. */
const uint8_t *gac__build_element_padding(gac__builder *b, uint32_t type_id,
                                          uint64_t *size_out);
const gac__shape *gac__build_no_shape(void);
/* The type of a scalar shape, GAC__TY_VOID if it is none. */
gac__ty gac__build_scalar_ty(const gac__shape *shape);
/* Whether a value of shape `y` may be one of shape `x`, as far as can be seen
 * before its components are bound. */
bool gac__build_shape_fits(const gac__shape *x, const gac__shape *y);
/* Finds member `index` of a vector, array or struct: its shape, first component
 * and byte offset. False, with an error, if there is none. */
bool gac__build_member(gac__builder *b, const gac__shape *shape, uint64_t index,
                       const gac__shape **shape_out, uint32_t *first_out,
                       uint64_t *offset_out);
static inline bool gac__ty_is_int(gac__ty ty)
{
    return ty >= GAC__TY_I8 && ty <= GAC__TY_I64;
}
static inline bool gac__ty_is_float(gac__ty ty)
{
    return ty >= GAC__TY_F16 && ty <= GAC__TY_F64;
}
/* The integer type of as many bytes. */
gac__ty gac__ty_int_of(gac__ty ty);

/* -- values (build_values.c) ----------------------------------------------- */

gac__val gac__build_value(gac__builder *b, uint32_t id);
/* An id's single component. */
uint32_t gac__build_scalar(gac__builder *b, uint32_t id);
/* An id's components, of which there must be `n`. NULL after an error. */
const uint32_t *gac__build_components(gac__builder *b, uint32_t id, uint32_t n);
/* The slot of a builtin variable's pointer, or NULL. */
gac__slot *gac__build_builtin_slot(gac__builder *b, uint32_t id);
gac__slot *gac__build_slot(gac__builder *b, uint32_t id);
/* Binds the result: component types must be those of its type. */
void gac__build_bind(gac__builder *b, const gac__inst *i, const uint32_t *c);
void gac__build_bind_scalar(gac__builder *b, const gac__inst *i,
                            uint32_t value);
void gac__build_bind_val(gac__builder *b, uint32_t id, gac__val val);
/* An aggregate in memory at `pointer`. */
void gac__build_bind_memory(gac__builder *b, const gac__inst *i,
                            uint32_t pointer);
/* The bits of an IR constant. */
bool gac__build_is_const(const gac__builder *b, uint32_t value, uint64_t *bits);
/* The same, but of OpUndef in a checked run: that wants to know what comes of
 * it. */
bool gac__build_folds(const gac__builder *b, uint32_t value, uint64_t *bits);
/* The value of a constant id, specialization values taken into account. */
bool gac__build_const_id(gac__builder *b, uint32_t id, uint64_t *bits);
/* The value of a constant operand that the instruction needs to be one. */
uint64_t gac__build_need_const(gac__builder *b, uint32_t id, const char *what);
/* Whether the definition of `slot` reaches `place` of the current function. */
bool gac__build_reaches(const gac__builder *b, const gac__slot *slot,
                        uint32_t place);

/* -- module scope (build_constants.c, build_variables.c) ------------------- */

/* Evaluates a module-scope definition into its slot. */
void gac__build_global(gac__builder *b, const gac__inst *def, gac__slot *slot);
void gac__build_module_variable(gac__builder *b, const gac__inst *def,
                                gac__slot *slot);
/* Writes the initializers of all variables that were used. */
void gac__build_initializers(gac__builder *b);
/* An anonymous constant in memory with the bytes of constant `id`. */
uint32_t gac__build_constant_memory(gac__builder *b, uint32_t id,
                                    const gac__shape *shape);
uint32_t gac__build_symbol(gac__builder *b, gac__symbol_kind kind,
                           uint32_t index);
/* Adds a variable to the IR and returns its index. */
uint32_t gac__build_new_var(gac__builder *b, uint32_t id,
                            uint32_t storage_class, uint64_t size,
                            uint64_t align);
/* The value given for a specialization constant, if there is one. */
bool gac__build_spec_value(const gac__builder *b, uint32_t id,
                           uint64_t *bits_out);
uint32_t gac__build_builtin(gac__builder *b, uint32_t builtin,
                            uint32_t dimension, gac__ty ty);
/* Reads a builtin variable: all components of its pointee, or one. */
void gac__build_load_builtin(gac__builder *b, const gac__slot *slot,
                             const gac__inst *i);
uint32_t gac__build_materialize_builtin(gac__builder *b, gac__slot *slot);
void gac__build_function_variable(gac__builder *b, const gac__inst *i);
/* OpLifetimeStart and Stop: the variable has at least that size. */
void gac__build_lifetime(gac__builder *b, const gac__inst *i);

/* For checked runs: what an ALLOCA holds counts as unwritten from here on. */
void gac__build_forget(gac__builder *b, uint32_t pointer);
/* Finds a builtin by SPIR-V's number for it, or by its name there. */
bool gac__build_find_builtin(uint32_t spv_builtin, uint32_t *builtin_out);
bool gac__build_find_builtin_name(const char *name, size_t length,
                                  uint32_t *builtin_out);

/* -- emitting (build_emit.c) ----------------------------------------------- */

uint32_t gac__build_const(gac__builder *b, gac__ty ty, uint64_t bits);

/* A number of bytes, as wide as addresses; more than fit are a limit. */
uint32_t gac__build_size(gac__builder *b, uint64_t bytes);

uint32_t gac__build_undef(gac__builder *b, gac__ty ty);
gac__ty gac__build_ty(const gac__builder *b, uint32_t value);
/* Appends a pure operation, or folds it. 0 after an error. */
uint32_t gac__build_op(gac__builder *b, gac__ir_op op, gac__ty ty, uint32_t sub,
                       uint64_t imm, uint32_t n, const uint32_t *args);
uint32_t gac__build_1(gac__builder *b, gac__ir_op op, gac__ty ty, uint32_t x);
uint32_t gac__build_2(gac__builder *b, gac__ir_op op, gac__ty ty, uint32_t x,
                      uint32_t y);
uint32_t gac__build_select(gac__builder *b, uint32_t condition, uint32_t x,
                           uint32_t y);
uint32_t gac__build_ext(gac__builder *b, uint32_t number, gac__ty ty,
                        uint32_t n, const uint32_t *args);
/* Any other instruction; `result` says whether it has one. */
gac__ir_inst *gac__build_inst(gac__builder *b, gac__ir_op op, gac__ty ty,
                              bool result, uint32_t n, const uint32_t *args);
/* Integer conversion by width; the value itself if it has the type. */
uint32_t gac__build_resize(gac__builder *b, uint32_t value, gac__ty ty,
                           bool is_signed);
/* The same bits as another type of the same size. */
uint32_t gac__build_as(gac__builder *b, uint32_t value, gac__ty ty);
/* base + index * scale + displacement, folded as far as possible. index 0:
 * none. */
uint32_t gac__build_address(gac__builder *b, uint32_t base, uint32_t index,
                            uint64_t scale, int64_t displacement);
uint32_t gac__build_load(gac__builder *b, uint32_t pointer,
                         int64_t displacement, gac__ty ty, uint64_t align,
                         bool is_volatile);
void gac__build_store(gac__builder *b, uint32_t pointer, int64_t displacement,
                      uint32_t value, uint64_t align, bool is_volatile);
void gac__build_copy_memory(gac__builder *b, uint32_t destination,
                            uint32_t source, uint32_t bytes);
/* The same of what is aligned: structures, where `align` is more than 1. */
void gac__build_copy_aligned(gac__builder *b, uint32_t destination,
                             uint32_t source, uint32_t bytes, uint64_t align);
/* Private memory, one a work-item. */
uint32_t gac__build_alloca(gac__builder *b, uint64_t size, uint64_t align);
/* The same for a variable of a shape (aligned so), with its padding. */
uint32_t gac__build_alloca_for(gac__builder *b, const gac__shape *shape,
                               uint64_t align);
uint32_t gac__build_new_block(gac__builder *b);
/* Ends the current block; its targets are to be filled in. NULL on an error. */
gac__ir_inst *gac__build_terminate(gac__builder *b, gac__ir_op op,
                                   uint32_t n_args, const uint32_t *args,
                                   uint32_t n_targets);
/* Ends the current block with a branch and goes on in `target`. */
void gac__build_branch(gac__builder *b, uint32_t target);
/* Makes the current block one that a collective instruction may start. */
void gac__build_collective(gac__builder *b);

/* -- control flow (build_cfg.c, build_flow.c) ------------------------------ */

gac__fn *gac__build_analyse(gac__builder *b, const gac__function *function);
/* The block of the current function that a label starts; UINT32_MAX, with an
 * error, if the id is none. */
uint32_t gac__build_label(gac__builder *b, const gac__function *function,
                          uint32_t label_id);
/* Counts what a kernel is with all calls inlined: refuses recursion, and more
 * than can be compiled, before anything is. */
void gac__build_weigh(gac__builder *b, const gac__function *entry);
/* Words of one literal of an OpSwitch. */
uint32_t gac__build_switch_words(const gac_module *m, const gac__inst *i);
void gac__build_enter(gac__builder *b, const gac__function *function,
                      const gac__inst *call, const gac__val *args,
                      uint32_t n_args);
void gac__build_start_block(gac__builder *b);
void gac__build_leave(gac__builder *b);
/* At the start of a block: the value that its two predecessors bring. */
uint32_t gac__build_join(gac__builder *b, gac__ty ty, const uint32_t values[2],
                         const uint32_t blocks[2]);
/* Removes unreachable blocks, fills in predecessors and phi arguments. */
void gac__build_finish_cfg(gac__builder *b);

/* -- families: each returns false if the opcode is not its own ------------- */

void gac__build_translate(gac__builder *b, const gac__inst *i);
bool gac__build_flow(gac__builder *b, const gac__inst *i);
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

/* Whether function parameter `id` is decorated FuncParamAttr ByVal. */
bool gac__build_is_by_value(const gac_module *m, uint32_t id);

/* Emits an atomic operation on values of type `ty`. order: GAC__ORDER_*. args:
 * pointer[, value[, comparator]], changed in place. Returns the old value, 0
 * for stores. */
uint32_t gac__build_atomic_op(gac__builder *b, uint32_t op, uint32_t order,
                              gac__ty ty, uint32_t n, uint32_t *args);
/* GAC__ORDER_* of a memory scope's and memory semantics' ids. */
uint32_t gac__build_order(gac__builder *b, uint32_t scope_id,
                          uint32_t semantics_id);

/* -- loads and stores of whole values (build_memory.c) --------------------- */

gac__val gac__build_load_value(gac__builder *b, uint32_t pointer,
                               const gac__shape *shape, uint64_t align,
                               bool is_volatile);
void gac__build_store_value(gac__builder *b, uint32_t pointer, gac__val value,
                            uint64_t align, bool is_volatile);

/* -- OpenCL.std (build_opencl.c, build_opencl_memory.c, build_geometry.c) -- */

/* Instruction `number` of OpenCL.std; `ids`: its operands' words. */
void gac__build_opencl(gac__builder *b, const gac__inst *i, uint32_t number,
                       const uint32_t *ids, uint32_t n);
bool gac__build_opencl_memory(gac__builder *b, const gac__inst *i,
                              uint32_t number, const uint32_t *ids, uint32_t n);
bool gac__build_geometry(gac__builder *b, const gac__inst *i, uint32_t number,
                         const uint32_t *ids, uint32_t n);
void gac__build_printf(gac__builder *b, const gac__inst *i, const uint32_t *ids,
                       uint32_t n);

/* -- group instructions ---------------------------------------------------- */

/* An instruction that all work-items of a scope come to, of no meaning yet;
 * NULL: there is no memory, or something was wrong before. */
gac__ir_inst *gac__build_meeting(gac__builder *b, uint32_t scope);
void gac__build_barrier(gac__builder *b, uint32_t scope, uint64_t semantics);
void gac__build_fence(gac__builder *b, uint32_t order);
/* A group instruction's scope, its first operand: a number, or
 * GAC__SCOPE_KNOWN_LATER, where it is no constant; that holds until the next
 * instruction, and gac__build_group_op() takes it. */
#define GAC__SCOPE_KNOWN_LATER UINT32_MAX
uint32_t gac__build_scope(gac__builder *b, const gac__inst *i);
uint32_t gac__build_group_op(gac__builder *b, uint32_t op, uint32_t math,
                             uint32_t scope, int64_t imm2, gac__ty ty,
                             gac__ty result, uint32_t n, const uint32_t *args);
/* A core copy of `count` elements of `element_bytes`; stride 0: none, else an
 * IR value. `to_local`: the stride is the source's. Returns the event. */
uint32_t gac__build_core_copy(gac__builder *b, uint32_t destination,
                              uint32_t source, uint64_t element_bytes,
                              uint32_t count, uint32_t stride, bool to_local,
                              uint32_t event);
/* An instruction of the set, by number; values in the grammar's order. */
uint32_t gac__build_set_copy(gac__builder *b, uint32_t number,
                             const uint32_t *values, uint32_t n);
void gac__build_wait(gac__builder *b, uint32_t count, uint32_t list);

/* async_work_group_copy_fence(): `flags` as OpenCL C has them. */
void gac__build_copy_fence(gac__builder *b, uint64_t flags);

/* -- imported functions (build_imports.c, import_*.c, mangled.c) ----------- */

void gac__build_import_call(gac__builder *b, const gac__inst *call,
                            const gac__function *function);

#endif
