/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The compiler's back half: lane IR -> lane program. */
#ifndef GAC_COMPILE_COMPILE_H
#define GAC_COMPILE_COMPILE_H

#include "compile/ir/ir.h"
#include "compile/lanes/lane_kernels.h"
#include "compile/lanes/lanes_fused.h"

/* -- lane programs ---------------------------------------------------------
 *
 * A work-group runs as strips of up to `width` lanes. Each strip has a frame:
 *
 *     +------------------+------------------+------------------+---
 *     | scalar slots     | lane register    | lane register    | ...
 *     | 8 bytes each     | width x 1,2,4,8  |                  |
 *     +------------------+------------------+------------------+---
 *     0                  scalar_bytes       + offset * width
 *
 * Uniform values live in scalar slots, varying ones in lane registers. What is
 * known before the first instruction (constants, arguments, addresses, ids)
 * is written by exec when a frame is made or when a group starts: `presets`.
 * A reference to a register is its byte offset in the frame.
 */

/* A place to go to: a block's number. Blocks at which lanes are parked until
 * all others have come or cannot come have the top bit set, so that all others
 * go first; those at which the whole group meets have the next one, too. */
#define GAC__PC_COLLECTIVE 0x80000000u
#define GAC__PC_GROUP (GAC__PC_COLLECTIVE | 0x40000000u)

/* Lanes that have waited for others long enough sleep: while others can run,
 * they do. A turn stands beside the block's number: the longest sleepers go
 * first. */
#define GAC__PC_YIELDED 0x40000000u
#define GAC__PC_YIELD_SHIFT 22u
#define GAC__PC_YIELDS 256u
#define GAC__PC_BLOCK ((1u << GAC__PC_YIELD_SHIFT) - 1)

/* How one instruction of a lane program runs. PURE ones call a lane kernel; the
 * others are handled by exec's dispatch loop.
 *
 * X(code, operands, sub, scale, imm). Operands: a letter for each of d, a, b,
 * c:
 *
 *     S scalar slot      E lanes or slot, as a flag or the kernel has it
 *     L lanes            M lanes or memory, as a flag has it
 *     P a place to go to (b, c are pc_yes, pc_no)         - not used
 *
 * A star: further operands are a list, `args`, lanes or slots by `arg_uniform`.
 * Then what the fields hold; "": they are not used. */
/* clang-format off */
/* What IR operations of the same names become: exec handles it lane by lane. */
#define GAC__CODE_LIST_MAP(X)                                                  \
    X(COPYMEM, "-*", "align", "", "")                                          \
    X(ATOMIC, "E*", "atomic", "", "")                                          \
    X(FENCE, "-*", "", "", "")                                                 \
    X(PRINTF, "E*", "", "", "")                                                \
    X(TRAP, "-*", "trap", "", "")                                              \
    X(GENERIC_TO, "E*", "class", "", "")                                       \
    X(GENERIC_SEMANTICS, "E*", "", "", "")                                     \
    X(CHECK, "E*", "check", "imm", "imm2")                                     \
    X(BARRIER, "-*", "scope", "", "semantics")                                 \
    X(ASYNC_COPY, "E*", "form", "site", "")                                    \
    X(WAIT_EVENTS, "-*", "", "", "")                                           \
    X(GROUP, "E*", "operation", "", "scope")

#define GAC__CODE_MAP(X)                                                       \
    X(SCALAR, "SSSS", "", "", "")      /* kernel(d, a, b, c) on slots */       \
    X(PURE, "LEEL", "", "", "")        /* over the active range of lanes */    \
    X(PURE_MASKED, "LEEL", "", "", "") /* lanes that are not active keep d */  \
    X(PURE_MEMORY, "LMMM", "", "", "") /* PURE, or with KEEPS PURE_MASKED */   \
    X(LOAD, "LL--", "shape", "", "displacement")          /* d = [a + imm] */  \
    X(LOAD_UNIFORM, "ES--", "", "", "displacement")                            \
    X(LOAD_INDEXED, "LSLS", "shape", "scale", "displacement")                  \
                       /* d = [a + b * scale + imm]; c: with PLUS, added to b */\
    X(STORE, "-LE-", "shape", "", "displacement")         /* [a + imm] = b */  \
    X(STORE_UNIFORM, "-SE-", "", "", "displacement")                           \
                                           /* the last active lane's b */      \
    X(STORE_INDEXED, "SSEL", "shape", "scale", "displacement")                 \
                       /* [a + c * scale + imm] = b; d: with PLUS, added to c */\
    X(LEA, "LEE-", "", "scale", "displacement")   /* d = a + b * scale + imm */\
    X(LEA_SCALAR, "SSS-", "", "scale", "displacement")                         \
    X(FUSED, "----", "instructions", "", "")                                   \
                       /* does what the next so many pure ones do, or nothing, \
                        * if they must be run one by one */                    \
    X(INTERLEAVED, "----", "instructions", "bytes", "first")                         \
                       /* does what the next so many accesses do, all parts of \
                        * vectors, or nothing; `bytes` from the first part at  \
                        * `first` to the last one's end; or, if it has a list, \
                        * loads of several by turns */                         \
    X(ROWS_BEGIN, "----", "buffers", "", "")  /* those bits' begin anew */     \
    X(LOOK, "----", "instructions", "", "sooner")                              \
                       /* counts the instructions before it; limits are looked \
                        * at, so many instructions sooner */                   \
    GAC__CODE_LIST_MAP(X)                                                      \
    X(BR, "--P-", "", "", "counted")                                           \
    X(CBR, "-LPP", "arm", "other_arm", "counted")    /* to b if true, else c */\
    X(CBR_UNIFORM, "-SPP", "", "", "")                                         \
    X(SWITCH, "-LP-", "", "", "")                                              \
    X(SWITCH_UNIFORM, "-SP-", "", "", "")                                      \
    X(RET, "----", "", "", "")
/* clang-format on */

/* The first three come first: exec runs stretches of them in one loop. */
typedef enum gac__code {
#define X(name, operands, sub, scale, imm) GAC__CODE_##name,
    GAC__CODE_MAP(X)
#undef X
        GAC__CODE_COUNT
} gac__code;

/* A gac__lane_inst's flags: a bit each. */
/* clang-format off */
#define GAC__CODE_FLAGS(X)                                                     \
    X(A_UNIFORM)      /* the operand is a scalar slot */                       \
    X(B_UNIFORM)                                                               \
    X(D_UNIFORM)      /* the result is a scalar slot */                        \
    X(KEEPS)          /* lanes that are not active keep what registers hold */ \
    X(MEMORY_A)       /* PURE_MEMORY: the operand is a slot that holds the     \
                       * host's address of lane 0's element */                 \
    X(MEMORY_B)                                                                \
    X(MEMORY_C)                                                                \
    X(SCALARS)        /* all of a list's operands are slots of 8 bytes */      \
    X(UNWANTED)       /* ATOMIC: the result is not used */                     \
    X(SKIPS)          /* CBR: `sub`, its pc_yes or its pc_no, is a block that  \
                       * only comes from here and goes on to the other; or, if \
                       * `scale` is not 0, both come only from here and go on  \
                       * to one block, `sub` first, then `scale` */            \
    X(COUNTED)        /* BR: leads to a counted loop, number `imm`; CBR: is    \
                       * its branch */                                         \
    X(STORES)         /* CHAIN: the instruction behind those that it does      \
                       * stores the last one's result, which nothing else      \
                       * wants */                                              \
    X(ADJACENT)       /* PARTS: of no vector, but one begins where another     \
                       * ends */                                               \
    X(TO_LANES)       /* LOAD_UNIFORM: d is lanes, of several groups, say,     \
                       * each of which has memory of its own */                \
    X(MEMORY_OPERAND) /* LOAD_INDEXED: may leave the elements where they are,  \
                       * and put the address of lane 0's into `host_slot` */   \
    X(RISES)          /* indexed: the index rises by one from lane to lane     \
                       * where get_local_id(0) does */                         \
    X(FIXED)          /* indexed: it is the same in every group of one size */ \
    X(PLUS)           /* indexed: a scalar is added to it, in 32 bits */       \
    X(UNSIGNED)       /* indexed, LEA: it is unsigned, of 32 bits */           \
    X(KNOWN_INDEX)    /* indexed: an earlier access, for these lanes or more,  \
                       * has found out what there is to know of it */
/* clang-format on */

enum {
#define X(name) GAC__CODE_BIT_##name,
    GAC__CODE_FLAGS(X)
#undef X
};

enum {
#define X(name) GAC__CODE_##name = 1 << GAC__CODE_BIT_##name,
    GAC__CODE_FLAGS(X)
#undef X
};

/* Places where exec keeps what it knows of indices, of which an indexed
 * access's `sub` is one: of fixed indices, then of others, then one for
 * addresses. */
#define GAC__FIXED_SHAPES 32u
#define GAC__INDEX_SHAPES (GAC__FIXED_SHAPES + 8u)

/* Loads that may bring in several rounds of a loop at a time (exec's
 * row_buffers.c).
 */
#define GAC__ROW_BUFFERS 8u
#define GAC__ROW_ITERATIONS 8u

/* A step of a chain, as the program knows it. */
typedef struct gac__fused_op {
    const gac__fused_entry *entry;
    uint32_t at[3]; /* frame offsets */
} gac__fused_op;

/* An operand that may be memory. */
typedef struct gac__fused_memory {
    uint16_t step;
    uint8_t operand;
    uint8_t bytes; /* an element's */
    uint32_t slot; /* frame offset of the host's address of lane 0's element */
} gac__fused_memory;

typedef struct gac__fused gac__fused;
struct gac__fused {
    const gac__fused *next; /* of the program's, in any order */
    uint32_t at; /* frame offset of its steps, a gac__fused_step each */
    const gac__fused_op *ops;
    const gac__fused_memory *memory;
    uint32_t n_ops, n_memory;
    const gac__fused_level *level;
    uint32_t carried; /* bytes of what it carries along */
    uint32_t stored;  /* GAC__CODE_STORES: bytes of an element */
    const gac__fused_entry *store_active; /* in place of the last step but one,
                                             if that stores the carried value */
};

typedef struct gac__lane_inst {
    gac__lane_kernel *kernel; /* PURE, PURE_MASKED, SCALAR */
    uint16_t code;            /* gac__code */
    uint8_t ty;               /* gac__ty */
    uint8_t index_ty;         /* LOAD/STORE_INDEXED, LEA: the index's type */
    uint8_t align;            /* memory: log2 */
    uint16_t n_args;
    union {
        struct {
            uint32_t d, a, b, c; /* frame offsets */
        };
        struct {
            uint32_t unused_, condition; /* branches: a */
            uint32_t pc_yes, pc_no;
        };
    };
    uint32_t sub;
    uint32_t scale;
    int64_t imm;
    uint32_t site; /* CHECK: the number of what it checks */
    uint8_t check; /* CHECK: its flags; collectives: how many rounds stand
                      behind their n_args operands */
    uint8_t result_ty;
    uint8_t row_buffer; /* LOAD_INDEXED: 1 + its own's number; or 0 */
    uint32_t flags;     /* GAC__CODE_FLAGS */
    uint32_t host_slot; /* LOAD_INDEXED, if MEMORY_OPERAND: frame offset */
    union {
        const uint32_t *args; /* frame offsets of further operands */
        const gac__fused *fused;
        const struct gac__lane_inst *list; /* PARTS: n_args of them: loads, and
                                              for each group, in place of its
                                              first one, a PARTS and all of its
                                              loads */
    };
    const uint8_t *arg_uniform;
    const uint8_t *arg_ty;  /* gac__ty of each */
    const gac__ir_inst *ir; /* where it came from */
} gac__lane_inst;

/* Loads and stores of lanes: whether it is one that stores, and whether it has
 * an index to a base, and not addresses. */
static inline bool gac__is_store(const gac__lane_inst *i)
{
    return i->code == GAC__CODE_STORE_INDEXED || i->code == GAC__CODE_STORE;
}

static inline bool gac__is_indexed(const gac__lane_inst *i)
{
    return i->code == GAC__CODE_STORE_INDEXED
           || i->code == GAC__CODE_LOAD_INDEXED;
}

static inline bool gac__is_access(const gac__lane_inst *i)
{
    return gac__is_indexed(i) || i->code == GAC__CODE_LOAD
           || i->code == GAC__CODE_STORE;
}

/* A loop of blocks that copy, of which every turn makes the same copies of
 * lines, each time a constant further on (copy_loops.c). */
#define GAC__LOOP_SLOTS 16u
#define GAC__LOOP_COPIES 16u

typedef enum gac__loop_role {
    GAC__LOOP_STEP, /* rises by a constant a turn, and is all that a turn needs
                       to know of the one before */
    GAC__LOOP_STEADY,  /* stays as it is, or the loop is none of this kind */
    GAC__LOOP_WIDENED, /* rises; must not wrap around */
    GAC__LOOP_COMPARED /* rises; the loop ends by it; must not wrap around */
} gac__loop_role;

typedef struct gac__loop_slot {
    uint32_t at; /* frame offset */
    uint8_t ty;
    uint8_t role;   /* gac__loop_role */
    bool is_signed; /* WIDENED, COMPARED: how it is taken */
} gac__loop_slot;

typedef struct gac__copy_loop {
    gac__loop_slot slots[GAC__LOOP_SLOTS];
    uint32_t n_slots;
    uint32_t sites[GAC__LOOP_COPIES]; /* the copies of a turn */
    uint32_t n_sites;
    uint16_t compare; /* gac__ir_op: of COMPARED with `other` */
    bool other_is_first;
    bool stay;      /* the loop goes on if that is so; else if it is not */
    uint32_t other; /* frame offset; of COMPARED's type */
    uint32_t last;  /* its last block: from there it begins again */
} gac__copy_loop;

typedef struct gac__lane_block {
    uint32_t first;  /* index of its first instruction */
    uint32_t n_work; /* SPIR-V-level instructions, for counting; without those
                        that LOOKs have */
    uint32_t pc;     /* what leads to it: its number, and whether lanes are
                        parked there */
    bool collective; /* starts with a collective instruction */
    bool sub_group;  /* one of the sub-group only */
    bool copies;     /* does nothing but compute what it needs to make an async
                        copy, or to go on; all lanes go on together */
    bool in_loop;    /* is in the loop of a gac__copy_loop */
    const gac__copy_loop *loop; /* begins it; NULL: none */
    int32_t weight_before; /* programs that pack: what the instructions before
                              it count as (emit_compaction.c) */
    uint32_t forward;      /* where to go instead: the block does nothing but go
                              on; else the block itself */
} gac__lane_block;

/* Something that is in a register before any instruction runs. */
typedef enum gac__preset_kind {
    GAC__PRESET_CONST,   /* scalar: bits */
    GAC__PRESET_SYMBOL,  /* scalar: symbol's address + bits */
    GAC__PRESET_ARG,     /* scalar: component `imm` of parameter `sub` */
    GAC__PRESET_BUILTIN, /* scalar, a group's: builtin sub, dimension imm */
    GAC__PRESET_LANE_ID, /* lanes: builtin sub (LOCAL_ID, ...), dimension imm */
    GAC__PRESET_GROUPS,  /* lanes of several groups, each its group's: builtin
                            sub (GROUP_ID, ...), dimension imm */
    GAC__PRESET_SPLAT,   /* lanes: the scalar preset at frame offset `from` */
    GAC__PRESET_PRIVATE, /* lanes: addresses of private variable `sub` */
    GAC__PRESET_SPREAD   /* scalar: the address of private variable `sub`, which
                            lanes share */
} gac__preset_kind;

typedef struct gac__preset {
    uint8_t kind, ty;
    uint8_t symbol; /* gac__symbol_kind */
    uint32_t sub, imm, index;
    uint32_t at; /* frame offset */
    uint32_t from;
    uint64_t bits;
} gac__preset;

typedef struct gac__private_var {
    uint64_t size_bytes, align; /* of one lane */
    const uint8_t *padding;     /* as a gac__ir_var's */
    const char *name;           /* NULL: it has none */
    bool spread;                /* its elements lie apart: pass_spread.c */
} gac__private_var;

/* A register whose lanes may get other numbers. */
typedef struct gac__compaction_register {
    uint32_t at;   /* frame offset */
    uint8_t bytes; /* a lane's */
    bool preset;   /* it is in every group what it was */
} gac__compaction_register;

/* A loop of which trip counts can be told: counter, limit and step, as they are
 * in front of it, and what its branch makes of them (pass_counted.c). */
#define GAC__COUNTED_LOOPS 16u

typedef struct gac__counted_loop {
    uint32_t head, last; /* blocks, */
    uint32_t branch;     /* the one that the branch ends */
    uint32_t at[3];      /* frame offsets */
    bool uniform[2];     /* the first two; the step is */
    uint8_t ty;          /* gac__ty of each */
    uint8_t kind;        /* GAC__COUNT_* */
    int32_t weight;      /* of an iteration, as weight_before */
    uint32_t leave;      /* where the branch leads lanes that do not stay */
    uint64_t *writes;    /* a bit for each pack register that it writes */
} gac__counted_loop;

typedef struct gac__lane_program {
    const gac__ir *ir;
    gac__arena arena;
    gac__isa isa;
    uint32_t width; /* lanes a strip, a multiple of 64 */
    gac__lane_inst *insts;
    uint32_t n_insts;
    gac__lane_block *blocks;
    uint32_t n_blocks;
    gac__preset *presets;
    uint32_t n_presets;
    uint32_t
        n_group_presets; /* the first ones: those renewed with each group */
    gac__private_var *privates;
    uint32_t n_privates;
    size_t scalar_bytes; /* of a frame's scalar part, a multiple of 64 */
    size_t frame_bytes;
    uint32_t temp;       /* a register of 8 bytes a lane, for masked writes */
    uint32_t lane_bytes; /* all lane registers, bytes a lane */
    uint32_t n_row_buffers;
    uint32_t row_buffers; /* frame offset of the first one's memory: rounds, one
                             `row_pitch` words behind the other */
    uint32_t row_pitch;
    const gac__fused *fused;
    uint32_t fused_steps; /* frame offset of their steps, as a strip keeps them;
                             and how many there are, of all chains */
    uint32_t n_fused_steps;
    bool compacts; /* active lanes may be put together */
    const gac__compaction_register *compaction_registers;
    uint32_t n_compaction_registers;
    uint64_t
        *compaction_live; /* for each block, `compaction_words` of them: a bit
                       for each register that is wanted from its start on */
    uint32_t compaction_words;
    gac__counted_loop counted[GAC__COUNTED_LOOPS]; /* if it packs */
    uint32_t n_counted;
    bool has_printf;
    uint32_t n_sites; /* async copies: each one's `scale` is its number */
} gac__lane_program;

/* What the code generator knows about a launch. */
typedef struct gac__compile_options {
    gac__isa isa;
    uint32_t max_width;   /* lanes in a work-group, rounded up to 64 */
    uint32_t fixed_width; /* 0: chosen */
} gac__compile_options;

/* Improves the IR in place, and finds its facts; once, after building. TIMEOUT,
 * CANCELLED: its arena's watch says so, and the IR is of no use any more. */
gac_result gac__ir_optimize(gac__ir *ir);

/* What a checked kernel does to a parameter's or variable's memory:
 * ir->written. */
#define GAC__ROOT_WRITTEN 1u
#define GAC__ROOT_READ 2u

/* Makes an optimized kernel one to be checked: puts a CHECK before whatever the
 * dynamic checker looks at, and computes shadows of the values that memory may
 * leave undefined. `buffers`: GAC__BUFFER_* for each parameter; NULL: none. */
#define GAC__BUFFER_IS_UNDEFINED 1u /* not written */
#define GAC__BUFFER_IS_ALIASED                                                 \
    2u /* another parameter's may share its memory                             \
        */
gac_result gac__pass_check(gac__ir *ir, const uint8_t *buffers);

/* Makes a lane program. `program` is zeroed by the caller and freed with
 * gac__lane_program_free(), also after a failure. The IR is not changed and may
 * be shared by threads. */
gac_result gac__lane_program_make(const gac__ir *ir,
                                  const gac_allocator *allocator,
                                  const gac__compile_options *options,
                                  gac__lane_program *program);
void gac__lane_program_free(gac__lane_program *program);

/* Writes a lane program as text, for debugging and tests. */
void gac__lane_program_dump(const gac__lane_program *program, FILE *file);

#endif
