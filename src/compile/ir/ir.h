/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The lane IR: one kernel, all calls inlined, all values scalar, in SSA form.
 *
 * The builder (../build) makes it from SPIR-V: vectors, structures and arrays
 * in SSA are flattened to their scalar components, so that a value is one lane
 * register. The passes (../passes) improve it; ../emit makes a lane program.
 *
 *     value   a constant, a symbol (an address known at launch), or the result
 *             of one instruction; an index into ir->values, 0 is "none"
 *     inst    opcode, result type, sub-opcode, immediates, argument values
 *     block   instructions; the last one is the terminator; phis come first
 *
 * Pointers are integers of the addressing model's width (I32 or I64), events
 * too. Booleans are BOOL: a byte, 0 or 1.
 */
#ifndef GAC_COMPILE_IR_H
#define GAC_COMPILE_IR_H

#include <stdio.h>

#include <gac/interop.h>
#include <gac/run.h>

#include "compile/ir/ir_kinds.h"
#include "compile/ir/ir_ops.h"
#include "module/module.h"

/* One printf argument: `n` consecutive scalars of type `ty`. */
typedef struct gac__printf_arg {
    uint8_t ty, n;
} gac__printf_arg;

/* An instruction's flags: a bit each. CHECK ATOMIC and TAKE keep a number in
 * this field instead: checks.def. */
/* clang-format off */
#define GAC__IR_FLAGS(X)                                                       \
    X(VOLATILE)    /* LOAD, STORE, COPYMEM, ATOMIC */                          \
    X(UNSIGNED)    /* LOAD, STORE, CHECK LOAD and STORE: the index is */       \
    X(PLUS)        /* indexed LOAD, STORE: a last argument, the same for all   \
                    * lanes, is added to the index, in 32 bits */              \
    X(ALL_ARRIVE)  /* GROUP: undefined unless all work-items of the scope      \
                    * execute it */                                            \
    X(SHARED_LAST) /* IADD: the second operand is the same for all lanes, and  \
                    * the sum is not taken apart (pass_share.c) */             \
    X(SOA)         /* ALLOCA: one piece of memory for a strip, with the same   \
                    * element of all lanes side by side (pass_soa.c) */        \
    X(GUESS)       /* CHECK LOAD: a compare-and-exchange verifies the value */ \
    X(WHOLE)       /* CHECK: the result is the same for all bytes */
/* clang-format on */

enum {
#define X(name) GAC__IR_BIT_##name,
    GAC__IR_FLAGS(X)
#undef X
};

enum {
#define X(name) GAC__IR_##name = 1 << GAC__IR_BIT_##name,
    GAC__IR_FLAGS(X)
#undef X
};

typedef struct gac__ir_inst {
    uint16_t op;   /* gac__ir_op */
    uint8_t ty;    /* gac__ty */
    uint8_t flags; /* GAC__IR_FLAGS */
    uint32_t sub;
    uint32_t result; /* value, 0: none */
    uint32_t n_args;
    uint32_t *args; /* values; in the arena */
    uint64_t imm;
    int64_t imm2;
    uint32_t *targets; /* of terminators: block indices */
    union {
        const gac__printf_arg *list; /* PRINTF */
        uint64_t *literals;          /* SWITCH: n_targets - 1 */
    };
    uint32_t n_list, n_targets;
    uint32_t ordinal; /* the SPIR-V instruction it came from */
    uint32_t room[];  /* the arguments, unless `args` points elsewhere */
} gac__ir_inst;

typedef enum gac__value_kind {
    GAC__VALUE_NONE,
    GAC__VALUE_CONST,
    GAC__VALUE_SYMBOL,
    GAC__VALUE_INST
} gac__value_kind;

/* Symbols: pointers whose value a launch provides. */
typedef enum gac__symbol_kind {
    GAC__SYMBOL_ARG,       /* the pointer given for parameter `index` */
    GAC__SYMBOL_ARG_BYTES, /* read-only bytes of value parameter `index` */
    GAC__SYMBOL_VAR        /* module variable ir->vars[index] */
} gac__symbol_kind;

/* Why a constant is undefined. */
enum {
    GAC__UNDEF_INST = 1, /* OpUndef */
    GAC__UNDEF_MEMORY    /* loaded from memory that nothing has written */
};

typedef struct gac__ir_value {
    uint8_t kind; /* gac__value_kind */
    uint8_t ty;
    uint8_t symbol;    /* gac__symbol_kind */
    uint8_t undef;     /* CONST: GAC__UNDEF_*; 0: the constant is defined */
    uint32_t index;    /* SYMBOL */
    uint64_t bits;     /* CONST: the value, zero extended; SYMBOL: a
                          displacement in bytes */
    gac__ir_inst *def; /* INST */
} gac__ir_value;

typedef struct gac__ir_block {
    gac__ir_inst **insts; /* phis first, terminator last */
    uint32_t n_insts, capacity;
    uint32_t *preds; /* block indices, one for each edge: a block is listed
                        twice if its switch names this one twice */
    uint32_t n_preds;
} gac__ir_block;

/* A module-scope variable that the kernel uses, with its initial bytes. */
typedef struct gac__ir_var {
    uint32_t id;
    uint32_t storage_class; /* Workgroup, CrossWorkgroup, UniformConstant */
    uint64_t size_bytes, align;
    const uint8_t *init; /* size_bytes of them; NULL: zero */
    /* addresses of other variables in `init` */
    struct gac__ir_reloc {
        uint64_t offset;
        uint32_t var;
        int64_t addend;
    } * relocs;
    uint32_t n_relocs;
    bool has_no_size; /* size_bytes is a guess: gac__pass_extents mends it */
    const char *name;
    const uint8_t *padding; /* Workgroup: a bit for each byte that is padding or
                               initialized; NULL: there is none */
} gac__ir_var;

typedef struct gac__ir_param {
    uint8_t kind; /* gac_param_kind */
    const char *name;
    uint64_t size_bytes;
    uint32_t n_components;      /* flattened scalars, for ARG */
    uint8_t *component_ty;      /* gac__ty of each */
    uint32_t *component_offset; /* in bytes */
    uint32_t shape_components;  /* gac_param_info.n_components */
    bool is_float, is_signed;
    uint32_t pointee_bytes; /* pointers to numbers or vectors: bytes of a
                               component; 0: others */
    const uint8_t
        *padding; /* pointers: the padding of an element that they point to */
    uint64_t element_bytes; /* size of that element */
} gac__ir_param;

/* How a kernel is to be run: an input of gac__ir_build(). All zeroes: as the
 * module has it. */
typedef struct gac__variant {
    bool checked;         /* gac__pass_check follows gac__ir_optimize */
    bool coalesced;       /* a strip holds several work-groups */
    bool one_dimensional; /* the second and the third local id are 0 */
    uint8_t leading;      /* dimension that changes places with the first;
                            0: none */
} gac__variant;

/* What gac__ir_optimize() finds out about a kernel: an output, const from there
 * on. The first three are the same in all variants. */
typedef struct gac__facts {
    bool group_independent; /* results do not depend on the size and shape of
                               work-groups */
    bool interchangeable; /* group_independent, and results do not depend on the
                             order of dimensions */
    bool needs_progress;  /* a work-item may wait in a loop for another one:
                             known behind gac__pass_progress */
    bool may_coalesce;    /* a strip may hold several work-groups */
    bool copies;          /* it makes async copies */
    bool upper_ids;       /* it reads the second or the third local id */
    bool prefers_rows; /* group_independent: work-groups of one row suit it */
    bool shares_rows; /* some load reads the same memory for all work-items of a
                         row */
    uint8_t leading;  /* interchangeable: dimension that should change places
                         with the first; 0: none */
    uint8_t far;      /* bit d: adjacent work-items of dimension d access
                         distant memory; 0 if those of the first do not */
    uint64_t private_bytes; /* of a work-item's variables, without alignment */
} gac__facts;

typedef struct gac__ir {
    const gac_module *module;
    gac__arena *arena;     /* holds everything below */
    gac__ir_value *values; /* grows; [0] is none */
    uint32_t n_values, values_capacity;
    uint32_t *constants; /* hash table of the defined constants: values */
    uint32_t constants_size, n_constants;
    gac__ir_block *blocks; /* [0] is the entry; no predecessors */
    uint32_t n_blocks;
    uint32_t blocks_capacity;
    struct gac__block_facts *flow; /* cached facts about the blocks' edges;
                                      NULL: none (ir_flow.h) */
    gac__ir_inst **reopened;       /* what gac__ir_reopen() took */
    uint32_t n_reopened, reopened_capacity;
    gac__ir_inst *lost; /* stands for what gac__ir_add() has no memory for: an
                           instruction without a result, in no block */
    bool failed;        /* memory is out: gac__ir_watch() tells it */
    gac__ir_var *vars;
    uint32_t n_vars;
    const uint8_t **paddings; /* of ALLOCAs, like a variable's: an ALLOCA's
                                 `sub` is the index + 1; 0: none */
    gac__ir_param *params;
    uint32_t n_params;
    gac__ty ptr_ty;             /* I32 or I64 */
    uint32_t required_local[3]; /* 0: none */
    uint32_t local_hint[3];     /* 0: none */
    const char *vec_type_hint;  /* NULL: none */
    uint32_t most_local[3];     /* MaxWorkgroupSizeINTEL; 0: no limit */
    uint32_t most_dimensions;   /* MaxWorkDimINTEL; 3: no limit, 0: one item */
    bool no_offset;             /* NoGlobalOffsetINTEL */
    uint32_t required_sub_group_size; /* 0: none */
    uint32_t required_sub_groups;     /* of a work-group; 0: any number */
    uint32_t *sites; /* after gac__pass_check: ordinals of the instructions
                        that a finding may name, sorted */
    uint32_t n_sites;
    uint32_t n_moves; /* after gac__pass_check: number of GROUPs with PUT and
                         TAKE */
    uint8_t *written; /* after gac__pass_check, by parameter, then by
                         variable: GAC__ROOT_*, what the kernel may do to it */
    gac__variant variant;
    gac__facts facts;
    uint8_t *varying; /* after gac__pass_uniform, by value: lanes may hold
                         different ones */
    uint32_t n_setup; /* after gac__pass_setup: the first instructions of block
                         0, whose results are the same in every group */
    uint8_t *kept; /* by value, 1: a result of those that others use; NULL: no
                      value is */
} gac__ir;

/* The most instructions of a kernel: the builder returns GAC_ERR_LIMIT. */
#define GAC__IR_MAX_INSTS (1u << 22)

/* The most work-items of a group: exec refuses larger ones. */
#define GAC__MAX_GROUP_ITEMS 65536u

/* The most lanes of a strip. */
#define GAC__MAX_STRIP_LANES 1024u

/* Builds the IR of entry point `entry` with the spec values given, for a
 * variant. Reports what it cannot translate, by name, and returns
 * GAC_ERR_UNSUPPORTED. */
gac_result gac__ir_build(const gac_module *m, const gac__entry_point *entry,
                         const gac_spec_value *specs, uint32_t n_specs,
                         gac__variant variant, gac__arena *arena,
                         gac__ir **ir_out);

/* Reports, by name, each capability that gac cannot run (pipes, device
 * enqueue); GAC_ERR_UNSUPPORTED if there is one. */
gac_result gac__program_check(const gac_module *m);

/* Reports each call of a function that nothing defines, neither the module nor
 * gac, and to which calls lead from a kernel; GAC_ERR_UNSUPPORTED if there is
 * one. */
gac_result gac__program_check_imports(const gac_module *m);

/* -- making IR ---------------------------------------------------------------
 *
 * What is out of memory returns NULL or 0, the number of no value, and sets
 * ir->failed.
 */

uint32_t gac__ir_const(gac__ir *ir, gac__ty ty, uint64_t bits);
uint32_t gac__ir_undef(gac__ir *ir, gac__ty ty, uint8_t undef);
/* Rebuilds ir->constants after values have been renumbered. False: memory is
 * out. */
bool gac__ir_index_constants(gac__ir *ir);
uint32_t gac__ir_new_value(gac__ir *ir, gac__ty ty, gac__ir_inst *def);
gac__ir_inst *gac__ir_new_inst(gac__ir *ir, gac__ir_op op, gac__ty ty,
                               uint32_t n_args);
/* An instruction with a result of type `ty`, from the module's instruction
 * `ordinal` (0: from none). */
gac__ir_inst *gac__ir_new_result(gac__ir *ir, gac__ir_op op, gac__ty ty,
                                 uint32_t n_args, uint32_t ordinal);

/* Adds an empty block, whose number it returns; the others may move. */
uint32_t gac__ir_add_block(gac__ir *ir);

/* Makes room for one more instruction in a block. False: memory is out. */
bool gac__ir_grow(gac__ir *ir, gac__ir_block *block);

static inline bool gac__ir_append(gac__ir *ir, gac__ir_block *block,
                                  gac__ir_inst *inst)
{
    if (block->n_insts == block->capacity && !gac__ir_grow(ir, block))
        return false;
    block->insts[block->n_insts++] = inst;
    return true;
}

/* Empties a block to be filled anew. Returns the instructions that it held,
 * n_reopened of them, until the next call; none if memory is out. */
gac__ir_inst **gac__ir_reopen(gac__ir *ir, gac__ir_block *block);

/* Reopens a block and visits each instruction `i` that it held. */
#define GAC__EACH_REOPENED(ir, block, i)                                       \
    for (gac__ir_inst **i##_at = gac__ir_reopen(ir, block),                    \
                      **i##_end = i##_at + (ir)->n_reopened, *i;               \
         i##_at < i##_end && (i = *i##_at, true); i##_at++)

/* Inserts an instruction before a block's terminator. */
void gac__ir_insert(gac__ir *ir, gac__ir_block *block, gac__ir_inst *inst);

/* Turns an instruction into a copy of a value. */
void gac__ir_become_copy(gac__ir_inst *i, uint32_t value);

/* Appends an operation to a block, with a result if it is no STORE. Its
 * arguments are those of x, y and z that are not 0; it has the ordinal of
 * `like` (NULL: none). A conversion between integers is from the argument's
 * type. If memory is out, it is ir->lost. */
gac__ir_inst *gac__ir_add(gac__ir *ir, gac__ir_block *block, gac__ir_op op,
                          gac__ty ty, const gac__ir_inst *like, uint32_t x,
                          uint32_t y, uint32_t z);

/* Like gac__ir_add(), but before the block's terminator, and with its ordinal.
 * Returns the result; 0: memory is out. */
uint32_t gac__ir_put(gac__ir *ir, gac__ir_block *b, gac__ir_op op, gac__ty ty,
                     uint32_t x, uint32_t y, uint32_t z);

/* Moves the first n of a block's instructions (all, or all but its terminator)
 * to the end of `to`. `from` becomes an unreachable block, which
 * gac__pass_cfg() drops. */
void gac__ir_move_insts(gac__ir *ir, gac__ir_block *to, gac__ir_block *from,
                        uint32_t n);

/* Merges a block with its only successor `next`, which becomes unreachable.
 * Does not update the predecessors of next's successors. */
void gac__ir_append_block(gac__ir *ir, uint32_t block, uint32_t next);

/* Appends a terminator to a block: a BR if `condition` is 0, or a CBR. NULL:
 * memory is out. */
gac__ir_inst *gac__ir_branch(gac__ir *ir, gac__ir_block *block,
                             uint32_t condition, uint32_t yes, uint32_t no);

/* The type of a pure operation's result: BOOL for comparisons, I32 for some of
 * EXT's, else `ty`. */
gac__ty gac__ir_result_type(uint16_t op, uint8_t ty, uint32_t sub);

/* Whether a pure operation may take `n` arguments of the types `at`. */
bool gac__ir_pure_types_ok(uint16_t op, uint8_t ty, uint32_t sub,
                           const uint8_t *at, uint32_t n);

/* Whether a pure operation on these constants is defined. One that is not is
 * not folded, so that the checker finds it. */
bool gac__ir_is_defined(uint16_t op, uint8_t ty, uint64_t x, uint64_t y);

/* An operation's row of GAC__IR_PURE_MAP or GAC__IR_OTHER_MAP. */
typedef struct gac__ir_op_info {
    char types; /* what ty may be; of pure operations */
    const char *name, *args, *sub, *imm, *imm2;
} gac__ir_op_info;

const gac__ir_op_info *gac__ir_op_info_of(uint16_t op);

/* Prints the IR, for debugging and tests. */
void gac__ir_dump(const gac__ir *ir, FILE *file);

/* Checks the IR's invariants; false and a message on stderr if one is broken
 * (by gac's fault, not the module's). Used by tests and debug builds. */
bool gac__ir_check(const gac__ir *ir);

/* Visits each instruction `i` of each block `b`; blocks do not change. */
#define GAC__EACH_INST(ir, b, i)                                               \
    for (uint32_t b = 0; b < (ir)->n_blocks; b++)                              \
        for (gac__ir_inst **i##_at = (ir)->blocks[b].insts,                    \
                          **i##_end = i##_at + (ir)->blocks[b].n_insts, *i;    \
             i##_at < i##_end && (i = *i##_at, true); i##_at++)

/* Visits each phi `i` of a block that has a terminator. */
#define GAC__EACH_PHI(block, i)                                                \
    for (gac__ir_inst **i##_at = (block)->insts, *i;                           \
         (i = *i##_at)->op == GAC__IR_PHI; i##_at++)

/* For each value the block that defines it, if an instruction does; NULL:
 * memory is out. */
uint32_t *gac__ir_find_blocks(const gac__ir *ir, gac__arena *arena);

/* Makes room for one more item in an arena's array of n: replaces a full array
 * by a larger one, of `least` items at first. False: memory is out. */
bool gac__arena_grow(gac__arena *arena, void **items, uint32_t n,
                     uint32_t *capacity, uint32_t least, size_t size);

/* The number of a block's phis. */
static inline uint32_t gac__ir_n_phis(const gac__ir_block *b)
{
    uint32_t n = 0;
    while (n < b->n_insts && b->insts[n]->op == GAC__IR_PHI)
        n++;
    return n;
}

/* A block's terminator. */
static inline gac__ir_inst *gac__ir_end(const gac__ir_block *b)
{
    return b->insts[b->n_insts - 1];
}

/* The instruction that defines a value; NULL: it is no instruction's result. */
static inline gac__ir_inst *gac__ir_def(const gac__ir *ir, uint32_t value)
{
    const gac__ir_value *v = &ir->values[value];
    return v->kind == GAC__VALUE_INST ? v->def : NULL;
}

/* The other operand of `value`, an integer sum of which `operand` is one; 0: it
 * is no such sum. */
static inline uint32_t gac__ir_addend(const gac__ir *ir, uint32_t value,
                                      uint32_t operand)
{
    const gac__ir_inst *sum = gac__ir_def(ir, value);
    if (!sum || sum->op != GAC__IR_IADD)
        return 0;
    return sum->args[0] == operand   ? sum->args[1]
           : sum->args[1] == operand ? sum->args[0]
                                     : 0;
}

/* Whether a block ends in a divergent branch (needs ir->varying). */
static inline bool gac__ir_is_divergent(const gac__ir *ir, uint32_t block)
{
    const gac__ir_inst *end = gac__ir_end(&ir->blocks[block]);
    return end->n_targets > 1 && ir->varying[end->args[0]];
}

/* Whether a value is a constant, which may be undefined. `*bits_out`: its bits.
 */
static inline bool gac__ir_is_const(const gac__ir *ir, uint32_t value,
                                    uint64_t *bits_out)
{
    const gac__ir_value *v = &ir->values[value];
    *bits_out = v->bits;
    return v->kind == GAC__VALUE_CONST;
}

/* Follows replacements to the last one: `replacement` has another value, or 0,
 * for each of the first n_known. Compresses paths as union-find does. */
static inline uint32_t gac__ir_resolve(uint32_t *replacement, uint32_t n_known,
                                       uint32_t value)
{
    uint32_t next;
    while (value < n_known && (next = replacement[value]) != 0) {
        if (next < n_known && replacement[next])
            replacement[value] = replacement[next];
        value = next;
    }
    return value;
}

/* Replaces all arguments so. */
void gac__ir_replace(gac__ir *ir, uint32_t *replacement, uint32_t n_known);

/* An upper bound of a value as an unsigned number. It holds in all lanes that
 * compute the value: exec relies on it to leave out bounds checks. */
uint64_t gac__ir_most(const gac__ir *ir, uint32_t value);

static inline bool gac__ty_is_int(uint32_t ty)
{
    return ty >= GAC__TY_I8 && ty <= GAC__TY_I64;
}

static inline bool gac__ty_is_float(uint32_t ty)
{
    return ty >= GAC__TY_F16 && ty <= GAC__TY_F64;
}

static inline bool gac__ir_is_pure(uint16_t op)
{
    return op < GAC__IR_PURE_COUNT;
}

/* Whether an operation computes its result from its arguments alone. */
static inline bool gac__ir_is_function(uint16_t op)
{
    return gac__ir_is_pure(op) || op == GAC__IR_LEA;
}

/* Whether it is one, or its result is the same in the whole run. */
static inline bool gac__ir_is_stable(uint16_t op)
{
    return gac__ir_is_function(op) || op == GAC__IR_BUILTIN
           || op == GAC__IR_ARG;
}

static inline bool gac__ir_is_access(const gac__ir_inst *i)
{
    return i->op == GAC__IR_LOAD || i->op == GAC__IR_STORE;
}

/* Whether it is an atomic of that kind. */
static inline bool gac__ir_is_atomic(const gac__ir_inst *i, gac__atomic kind)
{
    return i->op == GAC__IR_ATOMIC && i->sub == (uint32_t)kind;
}

static inline bool gac__ir_is_terminator(uint16_t op)
{
    return op >= GAC__IR_BR;
}

static inline bool gac__ir_is_collective(uint16_t op)
{
    return op >= GAC__IR_BARRIER && op <= GAC__IR_GROUP;
}

/* The collective that a block begins with; NULL: there is none. */
static inline gac__ir_inst *gac__ir_collective(const gac__ir_block *b)
{
    return gac__ir_is_collective(b->insts[0]->op) ? b->insts[0] : NULL;
}

/* Whether a collective is for the work-items of a sub-group only. */
static inline bool gac__ir_is_of_sub_group(const gac__ir_inst *i)
{
    return (i->op == GAC__IR_BARRIER && i->sub == SpvScopeSubgroup)
           || (i->op == GAC__IR_GROUP && i->imm == SpvScopeSubgroup);
}

/* Makes an arena for a pass's temporary data, with the limits of the IR's. */
void gac__ir_scratch_init(const gac__ir *ir, gac__arena *scratch);

/* Counts steps of work for the watch of the IR's arena: OK, TIMEOUT,
 * CANCELLED. MEMORY: an instruction or a value is missing since memory was out.
 * Passes ask before they go on with what may be incomplete. */
gac_result gac__ir_watch(const gac__ir *ir, uint64_t steps);

/* Fills in ir->sites (ir_sites.c). */
gac_result gac__ir_number_sites(gac__ir *ir);

/* The index of an ordinal in ir->sites; n_sites: it is no site. */
uint32_t gac__ir_site(const gac__ir *ir, uint32_t ordinal);

/* Whether a value is in its register before the first instruction runs. */
bool gac__value_is_preset(const gac__ir *ir, uint32_t value);

/* Whether a value's register keeps it from one group to the next. */
bool gac__value_is_kept(const gac__ir *ir, uint32_t value);

/* Whether a pointer points to local or private memory. */
typedef enum gac__points {
    GAC__POINTS_ANYWHERE, /* it is not known */
    GAC__POINTS_INSIDE,
    GAC__POINTS_OUTSIDE
} gac__points;

gac__points gac__ir_points(const gac__ir *ir, uint32_t pointer);

#endif
