/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What all files of the builder share: its state, errors, operands, types and
 * values. build.c describes the design; build_emit.h declares what appends to
 * the IR, build_families.h what translates instructions.
 *
 * Errors are sticky: the first one is reported and stored in builder->error.
 * After it, functions return harmless values (value 0, the empty shape), and
 * the main loop stops at the next instruction. So a translation need not test
 * each result before it goes on.
 */
#ifndef GAC_COMPILE_BUILD_H
#define GAC_COMPILE_BUILD_H

#include "compile/ir/ir.h"
#include "flow/flow.h"
#include "module/types.h"

/* -- limits ---------------------------------------------------------------- */

/* Aggregates of more components than this live in memory instead of values. */
#define GAC__BUILD_FLAT_MAX 64u
/* Types and constants that are nested deeper are refused. */
#define GAC__BUILD_DEPTH_MAX 256u
/* The most instructions that are translated, those of each inlined copy
 * counted, and the most parts of constants that are written: FEW, and PER_WORD
 * more for each word of the module, but at most MAX. So a small module takes
 * little time and memory, whatever it asks for. */
#define GAC__BUILD_WORK_FEW 32768u
#define GAC__BUILD_WORK_PER_WORD 8u
#define GAC__BUILD_WORK_MAX (16u << 20)
/* An instruction counts once, and once more for each so many of its words. */
#define GAC__BUILD_WORK_WORDS 16u
/* The most IR instructions are so many times the most instructions that are
 * translated. */
#define GAC__BUILD_WORK_INSTS 4u
/* So many components, arguments and edges count as one IR instruction. */
#define GAC__BUILD_INST_PARTS 16u
/* The size of the largest module-scope or private variable. */
#define GAC__BUILD_VAR_MAX ((uint64_t)1 << 30)
/* The most bytes and parts of variables that are searched for padding. */
#define GAC__BUILD_PADDING_MAX (1u << 24)

/* -- the builder's state --------------------------------------------------- */

/* A type, flattened. Scalars have one component, void has none. */
typedef struct gac__shape {
    gac__type type;
    uint64_t size, align; /* of a value in memory; 0 for void */
    uint64_t parts;       /* bytes of its scalars; `size` less the padding */
    uint32_t n;           /* components */
    bool in_memory;       /* n is over GAC__BUILD_FLAT_MAX; ty and offset are
                             NULL */
    uint8_t *ty;          /* gac__ty of each component */
    uint32_t *offset;     /* byte offset of each component */
    struct gac__member {
        uint64_t offset; /* in bytes */
        uint32_t first;  /* component */
    } * members;         /* of a struct */
} gac__shape;

/* The value of an id. */
typedef struct gac__val {
    const gac__shape *shape;
    const uint32_t *c; /* IR values, one a component; NULL if in_memory */
    uint32_t memory;   /* if in_memory: the IR value that points to the bytes,
                          which are not written any more */
} gac__val;

typedef enum gac__slot_state {
    GAC__SLOT_EMPTY,
    GAC__SLOT_BUSY,  /* the module-scope definition is being evaluated */
    GAC__SLOT_READY, /* the value is bound */
    GAC__SLOT_NONE   /* the id has no value, or is a type whose arrays' lengths
                        have been evaluated */
} gac__slot_state;

#define GAC__WHOLE UINT32_MAX

/* What an id stands for in the frame that bound it last. */
typedef struct gac__slot {
    gac__val val;
    uint8_t state;      /* gac__slot_state */
    uint32_t instance;  /* frame in which it was bound; 0: module scope */
    uint32_t rank;      /* of the block in which it was bound */
    bool is_builtin;    /* the id is a pointer to a builtin variable, which gets
                           an address only if one is needed */
    uint32_t builtin;   /* gac__builtin */
    uint32_t component; /* of builtins: the component that the id points to;
                           GAC__WHOLE: all */
    uint32_t pointee;   /* of builtins: the type id of what the id points to */
    uint32_t one;       /* storage for val.c of scalars */
} gac__slot;

enum { GAC__FN_NEW, GAC__FN_OPEN, GAC__FN_COUNTED };

/* Facts about a function, which all its inlined copies share. */
typedef struct gac__fn {
    const gac__function *function;
    gac__order order; /* of the blocks that are reached; nodes are blocks,
                         numbered from 0 in the function */
    gac__dominators tree;
    uint8_t state; /* GAC__FN_*: `size` is not counted yet, is being counted, or
                      is known */
    uint64_t size; /* instructions, all calls inlined */
} gac__fn;

/* An OpPhi whose arguments are filled in when its function is complete. */
typedef struct gac__pending_phi {
    uint32_t ordinal;
    gac__ir_inst **insts; /* one a component */
    uint32_t incoming;    /* if in_memory: the pointer to where predecessors put
                             the value */
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
    uint32_t instance;        /* number of the copy, from 1 */
    uint32_t rank;            /* of the block that is being translated */
    uint32_t ordinal, end;    /* the next instruction, the block's end */
    uint32_t *begin, *finish; /* first and last IR block of each rank */
    gac__inst call;           /* in the caller; the kernel's has no words */
    uint32_t continuation;    /* IR block after the call */
    gac__phi_vec phis;
    gac__return_vec returns;
    GAC__VEC(uint32_t) variables; /* ALLOCAs whose lifetime ends with it */
} gac__frame;

/* Variable `var` starts with the bytes of constant `id`. */
typedef struct gac__initializer {
    uint32_t var, id;
    const gac__shape *shape;
} gac__initializer;

typedef GAC__VEC(gac__initializer) gac__initializer_vec;
typedef GAC__VEC(struct gac__ir_reloc) gac__reloc_vec;
typedef GAC__VEC(const uint8_t *) gac__padding_vec;

/* A sparse array of pointers: pages of them, made on first use. */
#define GAC__BUILD_PAGE 64u
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
    gac__inst inst; /* the instruction that messages and IR instructions name */
    bool all_arrive;  /* all work-items of the scope must arrive at the imported
                         group function */
    uint32_t scope;   /* the IR value that GAC__SCOPE_DYNAMIC stands for */
    uint32_t block;   /* the IR block that is being filled */
    uint32_t n_insts; /* IR instructions, by gac__build_count() */
    uint32_t n_work;  /* parts of constants that have been written */
    uint32_t n_instances;
    uint32_t depth;        /* of nested types or constants */
    uint32_t most_work;    /* the limit of n_work, by the module's size */
    uint32_t most_insts;   /* the limit of n_insts, by the module's size */
    uint64_t padding_left; /* of GAC__BUILD_PADDING_MAX */

    gac__table slots;  /* of gac__slot, by id */
    gac__table shapes; /* of gac__shape, by id */
    gac__table fns;    /* of gac__fn, by function index */
    gac__frame *frame; /* NULL outside of functions */

    gac__initializer_vec initializers; /* written at the end */
    gac__padding_vec paddings;         /* copied to the IR at the end */
    gac__reloc_vec relocs;             /* of the initializer being written */
    uint32_t vars_capacity;
    uint32_t n_global;     /* how deep evaluations of module-scope definitions
                              nest */
    gac__ir_inst *no_inst; /* what gac__build_inst() gives after an error */
} gac__builder;

/* -- errors, limits, memory (build_errors.c) ------------------------------- */

/* The next three return 0, which is no value, so that a function can end with
 * one. */

/* Reports that the module breaks a rule of SPIR-V so that it cannot be run. */
uint32_t gac__build_invalid(gac__builder *b, const char *format, ...)
    GAC__PRINTF(2, 3);
/* Reports something valid that gac cannot run. */
uint32_t gac__build_unsupported(gac__builder *b, const char *format, ...)
    GAC__PRINTF(2, 3);
/* Reports that `what` exceeds a limit. */
uint32_t gac__build_limit(gac__builder *b, const char *what);
void gac__build_no_memory(gac__builder *b);

/* Stores an error that the caller reports. */
void gac__build_stop(gac__builder *b, gac_result result);

/* Counts parts of IR instructions, of which GAC__BUILD_INST_PARTS count as one
 * instruction; reports a limit if there are too many. */
void gac__build_count(gac__builder *b, uint64_t parts);

/* Counts steps of work for the watch; an error if it ends the work. */
void gac__build_watch(gac__builder *b, uint64_t steps);

static inline bool gac__build_ok(const gac__builder *b)
{
    return b->error == GAC_OK;
}

/* Zeroed scratch memory until the kernel is built; NULL: an error. */
void *gac__build_alloc(gac__builder *b, size_t n, size_t size);
/* Zeroed memory of the IR's arena; NULL: an error. */
void *gac__build_keep(gac__builder *b, size_t n, size_t size);
/* A copy of `n` items in the IR's arena; NULL: an error. */
void *gac__build_keep_copy(gac__builder *b, const void *items, size_t n,
                           size_t size);
/* Appends to a GAC__VEC, but after an error. */
#define GAC__BUILD_PUSH(b, vec, item)                                          \
    do {                                                                       \
        if (gac__build_ok(b) && !GAC__VEC_PUSH((b)->allocator, vec, item))     \
            gac__build_no_memory(b);                                           \
    } while (0)

/* Makes a table of `n` entries, all NULL. */
gac__table gac__build_table(gac__builder *b, uint32_t n);
/* Makes the page of entry `k`; NULL: an error. */
void **gac__build_new_page(gac__builder *b, gac__table table, uint32_t k);
/* Entry k < n of a table; NULL: an error. */
static inline void **gac__build_entry(gac__builder *b, gac__table table,
                                      uint32_t k)
{
    void **page = table.pages[k / GAC__BUILD_PAGE];
    if (!page)
        page = gac__build_new_page(b, table, k);
    return page ? page + k % GAC__BUILD_PAGE : NULL;
}

/* -- operands (build_operands.c) ------------------------------------------- */

/* Operand `index`, where operand 0 is the one behind the result, or else the
 * first one; 0: there is none. */
static inline uint32_t gac__build_word(const gac__inst *i, uint32_t index)
{
    uint32_t at = i->first + index;
    return at < i->n_words ? i->words[at] : 0;
}

static inline uint32_t gac__build_n_words(const gac__inst *i)
{
    return i->n_words > i->first ? (uint32_t)(i->n_words - i->first) : 0;
}

/* The constituents of a composite that have not been visited. */
typedef struct gac__constituents {
    gac__inst part; /* the composite, or an instruction that continues it */
    uint32_t next;  /* operand of `part` */
    uint64_t left;
} gac__constituents;

/* Begins to visit the constituents of a composite of `shape`. In the
 * instructions of SPV_EXT_replicated_composites one operand stands for all. A
 * number that does not fit an array or a structure is an error. */
gac__constituents gac__build_constituents(gac__builder *b, const gac__inst *i,
                                          const gac__shape *shape);
/* The id of the next one; false: there is none, or an error. */
bool gac__build_next_constituent(gac__builder *b, gac__constituents *all,
                                 uint32_t *id_out);

/* Whether instructions `opcode` are composites of constants. */
bool gac__build_is_constants(uint32_t opcode);

/* The parameter at or behind ordinal `*at`, which moves past it. */
gac__inst gac__build_next_param(const gac_module *m, uint32_t *at);

/* Makes the instruction that an OpSpecConstantOp, or a call of an imported
 * function, stands for: with operands `words`, and the result of `from` if it
 * has one. */
gac__inst gac__build_synthetic(gac__builder *b, const gac__inst *from,
                               uint32_t opcode, bool has_result,
                               const uint32_t *words, uint32_t n_words);

/* -- shapes (build_types.c) ------------------------------------------------ */

/* A type's shape. Never NULL: the empty shape after an error. */
const gac__shape *gac__build_shape(gac__builder *b, uint32_t type_id);
/* A bit for each byte of a variable of this shape that belongs to none of its
 * parts, in the IR's arena; NULL: there is no such byte. */
const uint8_t *gac__build_padding(gac__builder *b, const gac__shape *shape);
/* Like gac__build_padding(), but for what a pointer points to, which may be of
 * a type that no value can have; `*size_out`: the type's size, 0: unknown. */
const uint8_t *gac__build_element_padding(gac__builder *b, uint32_t type_id,
                                          uint64_t *size_out);
/* The empty shape. */
const gac__shape *gac__build_no_shape(void);
/* Whether a shape is that of a scalar or a vector. */
bool gac__shape_is_vector(const gac__shape *shape);
/* The shape of an instruction's result, which must be a scalar or a vector. The
 * empty shape after an error. */
const gac__shape *gac__build_result_shape(gac__builder *b, const gac__inst *i);
/* The type of a scalar shape; GAC__TY_VOID: it is none. */
gac__ty gac__build_scalar_ty(const gac__shape *shape);
/* Whether values of two shapes have as many components, and, in memory, as many
 * bytes. Binding a value checks the components' types. */
bool gac__build_shape_fits(const gac__shape *x, const gac__shape *y);
/* A part of a value. */
typedef struct gac__part {
    const gac__shape *shape;
    uint32_t first;  /* component */
    uint64_t offset; /* in bytes */
} gac__part;
/* Finds member `index` of a vector, array or struct. False, with an error:
 * there is none, and `out` is empty. */
bool gac__build_member(gac__builder *b, const gac__shape *shape, uint64_t index,
                       gac__part *out);
/* The integer type of as many bytes. */
gac__ty gac__ty_int_of(gac__ty ty);

/* -- values (build_values.c) ----------------------------------------------- */

/* Makes a slot for an entry of the table; NULL: an error. */
gac__slot *gac__build_new_slot(gac__builder *b, void **entry);
/* The slot of an id below the bound, made on first use; NULL: an error. */
static inline gac__slot *gac__build_slot_of(gac__builder *b, uint32_t id)
{
    void **entry = gac__build_entry(b, b->slots, id);
    return entry && *entry ? *entry : gac__build_new_slot(b, entry);
}
/* The slot of an id that has a value in the current block; NULL, with an error:
 * it has none. */
gac__slot *gac__build_slot(gac__builder *b, uint32_t id);
/* The same for a pointer to a builtin variable; NULL: the id is none. */
gac__slot *gac__build_builtin_slot(gac__builder *b, uint32_t id);
/* An id's value in the current block; the empty shape after an error. */
gac__val gac__build_value(gac__builder *b, uint32_t id);
/* The only component of an id; 0 after an error. */
uint32_t gac__build_scalar(gac__builder *b, uint32_t id);
/* An id's components, of which there must be `n`. NULL after an error. */
const uint32_t *gac__build_components(gac__builder *b, uint32_t id, uint32_t n);
/* The bits of an id that is a scalar constant; false: it is none. */
bool gac__build_const_id(gac__builder *b, uint32_t id, uint64_t *bits);
/* The same, with an error if it is none; `what` names the operand. */
uint64_t gac__build_need_const(gac__builder *b, uint32_t id, const char *what);
/* Binds the result of an instruction to components, whose types must be those
 * of the result's type. */
void gac__build_bind(gac__builder *b, const gac__inst *i, const uint32_t *c);
/* The same for a result of one component. */
void gac__build_bind_scalar(gac__builder *b, const gac__inst *i,
                            uint32_t value);
/* The same for a result of any kind. */
void gac__build_bind_value(gac__builder *b, const gac__inst *i, gac__val v);
/* What a component of a result becomes: of type `ty`, of a component of each
 * operand. `how`: more that the function needs. */
typedef uint32_t gac__component(gac__builder *b, const void *how, gac__ty ty,
                                const uint32_t *args);
/* Binds a scalar or a vector, component by component, to what a function makes
 * of operands `ids`, at most three, which have as many components; `spreads`: a
 * scalar stands for all of them. */
void gac__build_each(gac__builder *b, const gac__inst *i, uint32_t n,
                     const uint32_t *ids, bool spreads, gac__component *make,
                     const void *how);
/* Binds an id, without a check of types. */
void gac__build_bind_val(gac__builder *b, uint32_t id, gac__val val);
/* Binds the result of an instruction to an aggregate in memory at `pointer`. */
void gac__build_bind_memory(gac__builder *b, const gac__inst *i,
                            uint32_t pointer);

#endif
