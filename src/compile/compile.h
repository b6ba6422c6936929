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

/* A program counter is a block's number; in the top bits it says why lanes wait
 * there, so that the lowest one is the next to run:
 *
 *     the number alone          to reconverge with others
 *     GAC__PC_YIELDED           until others have had their share
 *     GAC__PC_COLLECTIVE        at a collective of their sub-group
 *     GAC__PC_GROUP             at a collective of the whole group */
#define GAC__PC_COLLECTIVE 0x80000000u
#define GAC__PC_GROUP (GAC__PC_COLLECTIVE | 0x40000000u)

/* Lanes that have run for long in a loop that waits for other lanes yield. A
 * number, above the block's, orders them: those that yielded first run first.
 */
#define GAC__PC_YIELDED 0x40000000u
#define GAC__PC_YIELD_SHIFT 22u
#define GAC__PC_YIELDS 256u
#define GAC__PC_BLOCK ((1u << GAC__PC_YIELD_SHIFT) - 1)

/* The codes of instructions. PURE ones call a lane kernel; exec's dispatch loop
 * does the others.
 *
 * X(code, operands, sub, scale, imm). Operands: a letter for each of d, a, b,
 * c:
 *
 *     S scalar slot      E lanes or slot, as a flag or the kernel has it
 *     L lanes            M lanes or memory, as a flag has it
 *     P program counter (b, c are pc_yes, pc_no)          - not used
 *
 * A star: further operands are a list, `args`; each is lanes or a slot, as
 * `arg_uniform` says. Then what the fields sub, scale and imm hold; "":
 * nothing.
 */
/* clang-format off */
/* Codes that IR operations of the same names become. */
#define GAC__CODE_LIST_MAP(X)                                                  \
    X(COPYMEM, "-*", "align", "", "")                                          \
    X(ATOMIC, "E*", "atomic", "", "")                                          \
    X(FENCE, "-*", "", "", "")                                                 \
    X(PRINTF, "E*", "", "", "")                                                \
    X(TRAP, "-*", "trap", "", "")                                              \
    X(GENERIC_TO, "E*", "class", "", "")                                       \
    X(GENERIC_SEMANTICS, "E*", "", "", "")                                     \
    X(CHECK, "E*", "check", "imm", "imm2")                                     \
    X(FLATTEN, "S*", "count", "", "")                                          \
    X(FLAT_NEXT, "L*", "", "", "")                                             \
    X(FLAT_TAKE, "L*", "", "", "")                                             \
    X(FLAT_SUM, "L*", "operation", "", "")                                     \
    X(FLAT_MORE, "S*", "", "", "")                                             \
    X(BARRIER, "-*", "scope", "", "semantics")                                 \
    X(ASYNC_COPY, "E*", "acopy", "site", "")                                    \
    X(WAIT_EVENTS, "-*", "", "", "")                                           \
    X(GROUP, "E*", "operation", "", "scope")

#define GAC__CODE_MAP(X)                                                       \
    X(SCALAR, "SSSS", "", "", "")      /* kernel(d, a, b, c) on slots */       \
    X(PURE, "LEEL", "", "", "")        /* over the active range of lanes */    \
    X(PURE_MASKED, "LEEL", "", "", "") /* lanes that are not active keep d */  \
    X(PURE_MEMORY, "LMMM", "", "", "") /* PURE, or with KEEPS PURE_MASKED */   \
    X(LOAD, "LL--", "", "", "displacement")               /* d = [a + imm] */  \
    X(LOAD_UNIFORM, "ES--", "", "", "displacement")                            \
    X(LOAD_INDEXED, "LSLS", "shape", "scale", "displacement")                  \
                       /* d = [a + b * scale + imm]; c: with PLUS, added to b */\
    X(STORE, "-LE-", "", "", "displacement")              /* [a + imm] = b */  \
    X(STORE_UNIFORM, "-SE-", "", "", "displacement")                           \
                                           /* the last active lane's b */      \
    X(STORE_INDEXED, "SSEL", "shape", "scale", "displacement")                 \
                       /* [a + c * scale + imm] = b; d: with PLUS, added to c */\
    X(LEA, "LEE-", "", "scale", "displacement")   /* d = a + b * scale + imm */\
    X(LEA_SCALAR, "SSS-", "", "scale", "displacement")                         \
    X(FUSED, "----", "instructions", "", "")                                   \
                       /* a fused sequence of the next so many pure ones. Does \
                        * all of them; or none, and then they run one by one */\
    X(INTERLEAVED, "----", "instructions", "bytes", "first")                         \
                       /* an interleaved group of the next so many accesses.   \
                        * Does all of them; or none, and then they run one by  \
                        * one. The group has `bytes` bytes, the first of which \
                        * is at displacement `first`. With a list: loads of    \
                        * several groups, in mixed order */                    \
    X(ROWS_BEGIN, "----", "buffers", "", "")                                   \
                       /* empties row buffers, a bit of `buffers` for each */  \
    X(LOOK, "----", "instructions", "", "sooner")                              \
                       /* counts so many instructions, and looks at limits as  \
                        * if `sooner` more had been counted */                 \
    GAC__CODE_LIST_MAP(X)                                                      \
    X(BR, "--P-", "", "", "counted")                                           \
    X(CBR, "-LPP", "arm", "other_arm", "counted")    /* to b if true, else c */\
    X(CBR_UNIFORM, "-SPP", "", "", "")                                         \
    X(SWITCH, "-LP-", "", "", "")                                              \
    X(SWITCH_UNIFORM, "-SP-", "", "", "")                                      \
    X(RET, "----", "", "", "")
/* clang-format on */

/* SCALAR, PURE and PURE_MASKED come first: exec's inner loop compares once. */
typedef enum gac__code {
#define X(name, operands, sub, scale, imm) GAC__CODE_##name,
    GAC__CODE_MAP(X)
#undef X
        GAC__CODE_COUNT
} gac__code;

/* Flags of gac__lane_inst, a bit each. */
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
    X(SKIPS)          /* CBR: its arms are single blocks that only it leads    \
                       * to. `scale` 0: one arm, block `sub`, which goes on to \
                       * the other target; else two arms, blocks `sub` and     \
                       * `scale`, which go on to one block */                  \
    X(COUNTED)        /* BR: leads to a counted loop, number `imm`; CBR: is    \
                       * its branch */                                         \
    X(STORES)         /* FUSED: the instruction behind the sequence stores its \
                       * last result, which has no other use */                \
    X(ADJACENT)       /* INTERLEAVED: elements are adjacent, but no vector's   \
                       * or structure's */                                     \
    X(TO_LANES)       /* LOAD_UNIFORM: d is lanes. They share the address, but \
                       * each coalesced group has its own memory */            \
    X(MEMORY_OPERAND) /* LOAD_INDEXED: may copy nothing, and put the host      \
                       * address of lane 0's element into `host_slot` */       \
    X(RISES)          /* indexed: the index is one more from lane to lane      \
                       * where get_local_id(0) is */                           \
    X(FIXED)          /* indexed: the index is the same in every group of one  \
                       * size */                                               \
    X(PLUS)           /* indexed: a scalar is added to the index, in 32 bits */\
    X(UNSIGNED)       /* indexed, LEA: the index is unsigned, of 32 bits */    \
    X(KNOWN_INDEX)    /* indexed: the record `sub` describes the index: an     \
                       * access before it has found it, for the same lanes or  \
                       * more */
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

/* Exec keeps records of what it has found out about indices; `sub` of an
 * indexed access is the number of its record. FIXED indices have the first
 * GAC__FIXED_SHAPES records, other indices the rest. Exec has one more record,
 * for absolute addresses. */
#define GAC__FIXED_SHAPES 32u
#define GAC__INDEX_SHAPES (GAC__FIXED_SHAPES + 8u)

/* Row buffers of a program, and the iterations of a loop for which each brings
 * in elements at once (exec/row_buffers.c). */
#define GAC__ROW_BUFFERS 8u
#define GAC__ROW_ITERATIONS 8u

/* A step of a fused sequence; a strip has its gac__fused_step. */
typedef struct gac__fused_op {
    const gac__fused_entry *entry;
    uint32_t at[3]; /* frame offsets */
} gac__fused_op;

/* A memory operand of a step. */
typedef struct gac__fused_memory {
    uint16_t step;
    uint8_t operand;
    uint8_t bytes; /* of an element */
    uint32_t slot; /* frame offset of the host address of lane 0's element */
} gac__fused_memory;

/* A fused sequence. */
typedef struct gac__fused gac__fused;
struct gac__fused {
    const gac__fused *next; /* another one of the program, in any order */
    uint32_t at; /* frame offset of the strip's gac__fused_step for each step */
    const gac__fused_op *ops;
    const gac__fused_memory *memory;
    uint32_t n_ops, n_memory;
    const gac__fused_level *level;
    uint32_t carried; /* bytes of a lane's carried value */
    uint32_t stored;  /* GAC__CODE_STORES: bytes of an element; else 0 */
    const gac__fused_entry
        *store_active; /* the step that replaces the last one but one, a store,
                          in strips of which not all lanes are active */
};

typedef struct gac__lane_inst {
    gac__lane_kernel *kernel; /* PURE, PURE_MASKED, PURE_MEMORY, SCALAR */
    uint16_t code;            /* gac__code */
    uint8_t ty;               /* gac__ty */
    uint8_t index_ty;         /* LOAD/STORE_INDEXED, LEA: the index's type */
    uint8_t align;            /* accesses: the alignment's log2 */
    uint16_t n_args;
    union {
        struct {
            uint32_t d, a, b, c; /* frame offsets */
        };
        struct {
            uint32_t unused_, condition; /* branches; condition is a */
            uint32_t pc_yes, pc_no;
        };
    };
    uint32_t sub;
    uint32_t scale;
    int64_t imm;
    uint32_t site; /* CHECK, ASYNC_COPY: the number by which findings name it */
    uint8_t check; /* CHECK: its flags; collectives: the number of loops whose
                      GAC__ITERATION_ARGS stand behind the n_args operands */
    uint8_t result_ty;
    uint8_t row_buffer; /* LOAD_INDEXED: 1 + its row buffer's number; 0: none */
    uint32_t flags;     /* GAC__CODE_FLAGS */
    uint32_t host_slot; /* LOAD_INDEXED, if MEMORY_OPERAND: frame offset */
    union {
        const uint32_t *args; /* frame offsets of further operands */
        const gac__fused *fused;
        const struct gac__lane_inst
            *list; /* INTERLEAVED: n_args instructions in program order; each
                      group stands together, behind an INTERLEAVED of its own,
                      where its first load was */
    };
    const uint8_t *arg_uniform;
    const uint8_t *arg_ty;  /* gac__ty of each */
    const gac__ir_inst *ir; /* what it is made from */
} gac__lane_inst;

/* Whether an instruction is a store of lanes; a load or store with an index;
 * any load or store of lanes. */
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

/* A loop whose iterations make the same copies of lines, at addresses that grow
 * by constants (copy_loops.c). Exec runs two iterations and infers the others
 * from them, as long as the values in `slots` behave as their roles say. */
#define GAC__LOOP_SLOTS 16u
#define GAC__LOOP_COPIES 16u

typedef enum gac__loop_role {
    GAC__LOOP_STEP,    /* a loop variable that grows by a constant in each
                          iteration */
    GAC__LOOP_STEADY,  /* a loop variable that must stay as it is */
    GAC__LOOP_WIDENED, /* a value that is widened: it grows, and must not wrap
                          around */
    GAC__LOOP_COMPARED /* a value that decides when the loop ends: it grows, and
                          must not wrap around */
} gac__loop_role;

typedef struct gac__loop_slot {
    uint32_t at; /* frame offset */
    uint8_t ty;
    uint8_t role;   /* gac__loop_role */
    bool is_signed; /* WIDENED, COMPARED: the extension or the comparison is
                       signed */
} gac__loop_slot;

typedef struct gac__copy_loop {
    gac__loop_slot slots[GAC__LOOP_SLOTS];
    uint32_t n_slots;
    uint32_t sites[GAC__LOOP_COPIES]; /* copies of an iteration, in order */
    uint32_t n_sites;
    uint16_t compare;    /* gac__ir_op that compares COMPARED with `other` */
    bool other_is_first; /* `other` is the comparison's first operand */
    bool stay;           /* the loop goes on where the comparison is true */
    uint32_t other; /* frame offset of what COMPARED is compared with, of the
                       same type */
    uint32_t last;  /* the loop's last block, which leads to its first */
} gac__copy_loop;

typedef struct gac__lane_block {
    uint32_t first;  /* index of its first instruction */
    uint32_t n_work; /* instructions to count, without those that its LOOKs
                        count */
    uint32_t pc;     /* the program counter of lanes that come to it */
    bool collective; /* it starts with a collective instruction */
    bool sub_group;  /* it starts with a collective of sub-groups */
    bool copies; /* it only computes, behind at most one async copy or wait; its
                    branch is the same for all lanes */
    bool in_loop;               /* it is in the loop of a gac__copy_loop */
    const gac__copy_loop *loop; /* the loop that it begins; NULL: none */
    int32_t weight_before;      /* if the program `compacts`: the weights of all
                                   instructions before it (emit_compaction.c) */
    uint32_t forward; /* an empty block: the one that it leads to; else the
                         block itself */
} gac__lane_block;

/* What exec writes into a frame before the first instruction runs. */
typedef enum gac__preset_kind {
    GAC__PRESET_CONST,   /* scalar: bits */
    GAC__PRESET_SYMBOL,  /* scalar: symbol's address + bits */
    GAC__PRESET_ARG,     /* scalar: component `imm` of parameter `sub` */
    GAC__PRESET_BUILTIN, /* scalar: builtin `sub`, dimension `imm`, of a group
                          */
    GAC__PRESET_LANE_ID, /* lanes: builtin `sub` (LOCAL_ID, ...), dimension
                          * `imm`
                          */
    GAC__PRESET_GROUPS,  /* lanes of coalesced groups: builtin `sub` (GROUP_ID,
                            ...), dimension `imm`, of each lane's group */
    GAC__PRESET_SPLAT, /* lanes: the scalar preset at frame offset `from`; `imm`
                          is not 0 if that one may change from group to group */
    GAC__PRESET_PRIVATE, /* lanes: addresses of private variable `sub` */
    GAC__PRESET_SOA      /* scalar: the address of private variable `sub`, which
                               has SoA layout */
} gac__preset_kind;

typedef struct gac__preset {
    uint8_t kind, ty;
    uint8_t symbol; /* gac__symbol_kind */
    uint32_t sub, imm, index;
    uint32_t at; /* frame offset */
    uint32_t from;
    uint64_t bits;
} gac__preset;

/* An element number in SoA layout (pass_soa.c) that is in no variable, and what
 * stands for all that are further away: so many rows of all lanes, in both
 * directions, have numbers of 32 bits. */
#define GAC__SOA_FAR ((int64_t)(INT32_MAX / GAC__MAX_STRIP_LANES))

typedef struct gac__private_var {
    uint64_t size_bytes, align; /* of one lane */
    const uint8_t *padding;     /* as a gac__ir_var's */
    const char *name;           /* NULL: it has none */
    bool is_soa;                /* it has SoA layout: pass_soa.c */
} gac__private_var;

/* A register that lane compaction moves. */
typedef struct gac__compaction_register {
    uint32_t at;   /* frame offset */
    uint8_t bytes; /* a lane's */
    bool preset;   /* a preset, which is written anew for each group */
} gac__compaction_register;

/* A counted loop: its trip counts follow from a counter, a limit and a step,
 * which are known before it is entered (pass_counted.c). */
#define GAC__COUNTED_LOOPS 16u

typedef struct gac__counted_loop {
    uint32_t head, last; /* its first and its last block */
    uint32_t branch;     /* the block whose branch leaves it */
    uint32_t at[3];      /* frame offsets of counter, limit and step */
    bool uniform[2];     /* counter and limit are slots; the step always is */
    uint8_t ty;          /* gac__ty of all three */
    uint8_t kind;        /* GAC__COUNT_* */
    int32_t weight;      /* of an iteration's instructions, as weight_before */
    uint32_t leave;      /* program counter of lanes that leave it */
    uint64_t *writes;    /* a bit for each compaction register that it writes */
} gac__counted_loop;

typedef struct gac__lane_program {
    const gac__ir *ir;
    gac__arena arena;
    gac__isa isa;
    uint32_t width; /* lanes of a strip, a multiple of 64 */
    gac__lane_inst *insts;
    uint32_t n_insts;
    uint32_t n_setup; /* the first ones, which are in no block: PURE, SCALAR and
                         FUSED. They compute what is the same in every group */
    gac__lane_block *blocks;
    uint32_t n_blocks;
    gac__preset *presets;
    uint32_t n_presets;
    uint32_t n_group_presets; /* the first ones, which change with each group */
    gac__private_var *privates;
    uint32_t n_privates;
    size_t scalar_bytes; /* of a frame's scalar slots, a multiple of 64 */
    size_t frame_bytes;
    uint32_t temp;       /* frame offset of a register for masked writes */
    uint32_t lane_bytes; /* bytes of one lane in all lane registers */
    uint32_t n_row_buffers;
    uint32_t row_buffers; /* frame offset of the row buffers, each of which has
                             GAC__ROW_ITERATIONS rows */
    uint32_t row_pitch;   /* words from one row to the next */
    const gac__fused *fused;
    uint32_t fused_steps;   /* frame offset of all sequences' gac__fused_step */
    uint32_t n_fused_steps; /* of all sequences */
    bool compacts;          /* lane compaction may move its registers */
    const gac__compaction_register *compaction_registers;
    uint32_t n_compaction_registers;
    uint64_t *compaction_live; /* for each block, `compaction_words` words: a
                                  bit for each register that is live at its
                                  start */
    uint32_t compaction_words;
    gac__counted_loop counted[GAC__COUNTED_LOOPS];
    uint32_t n_counted;
    bool has_printf, has_flat; /* PRINTFs; flattened loops */
    uint32_t n_sites; /* async copies; each has its number in `scale` */
} gac__lane_program;

/* What a lane program is made for. */
typedef struct gac__compile_options {
    gac__isa isa;
    uint32_t max_width;   /* lanes of a work-group, rounded up to 64 */
    uint32_t fixed_width; /* lanes of a strip; 0: emission chooses */
} gac__compile_options;

/* Improves the IR in place, and finds its facts; once, after building. TIMEOUT,
 * CANCELLED: its arena's watch has ended it, and the IR must not be used. */
gac_result gac__ir_optimize(gac__ir *ir);

/* Bits of ir->written: what a checked kernel does to a parameter's or a
 * variable's memory. */
#define GAC__ROOT_WRITTEN 1u
#define GAC__ROOT_READ 2u

/* Bits of a parameter's buffer: nothing has written to it; another parameter's
 * may share its memory. */
#define GAC__BUFFER_IS_UNDEFINED 1u
#define GAC__BUFFER_IS_ALIASED 2u

/* Makes an optimized kernel one to be checked: puts a CHECK before what the
 * dynamic checker looks at, and computes shadows of values that may come from
 * memory that nothing has written. `buffers`: GAC__BUFFER_* for each parameter;
 * NULL: none. */
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
