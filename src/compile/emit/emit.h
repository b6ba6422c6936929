/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Shared by register allocation and code emission. */
#ifndef GAC_COMPILE_EMIT_H
#define GAC_COMPILE_EMIT_H

#include "compile/compile.h"
#include "compile/ir/ir_flow.h"

/* Positions number instructions in block order; a block's phis share its first
 * position. An interval is all positions at which a value's register must not
 * be given to another value. */
typedef struct gac__interval {
    uint32_t start, end; /* inclusive; start > end: never defined */
} gac__interval;

#define GAC__NO_UNIT UINT32_MAX

typedef struct gac__registers {
    const gac__ir *ir;
    gac__arena *arena;
    uint32_t *block_start, *block_end; /* positions, for each block */
    uint32_t n_positions;
    gac__interval *intervals; /* for each value */
    uint8_t *masked;      /* for each value: what computes it must keep lanes
                             that are not active */
    uint8_t *needs_splat; /* for each uniform value: it is also needed as
                             lanes */
    uint32_t *class_of;   /* for each value: the value whose register it has */
    uint32_t *unit;       /* for each value: the offset of its lane register,
                             or of a uniform one's splat, in bytes a lane;
                             GAC__NO_UNIT: none */
    uint32_t lane_bytes;  /* of all registers together */
    uint32_t *block_of;   /* for each value: the block that defines it */
    uint32_t *copier; /* for each block: the one that makes its copies for phis,
                         as a rule itself */
    gac__liveness live;
} gac__registers;

/* Gives every varying value, and every uniform one that `needs_splat`, a lane
 * register. The caller has set ir, arena and needs_splat. */
gac_result gac__registers_allocate(gac__registers *r);

/* -- emission -------------------------------------------------------------- */

typedef struct gac__emitter {
    const gac__ir *ir;
    gac__lane_program *out;
    gac__registers regs;
    uint32_t *slot;          /* for each value: its scalar slot; 0: none */
    uint32_t n_slots;        /* slot 0 is never given out */
    gac__arena *insts_arena; /* where the instructions are */
    uint32_t capacity, preset_capacity;
    uint32_t trace; /* 1 + the first block of the trace: blocks of which each
                       runs at once behind the one before */
    const gac__ir_inst *recorded[GAC__INDEX_SHAPES]; /* for each record of an
                              index: the last access that has it; NULL: none */
    uint32_t next_record; /* of those that are not FIXED, modulo their number */
    uint32_t n_fixed;     /* records of FIXED indices */
    uint32_t fixed_trace[GAC__FIXED_SHAPES]; /* for each of those: the trace of
                                                its last access */
    const gac__vector_shape *shapes;         /* for each value */
    uint8_t *row_buffer; /* for each value: 1 + the row buffer of the load
                            that makes it; 0: none */
    uint8_t *rows_begin; /* for each block: a bit for each row buffer that is
                            emptied at its end */
    uint32_t *uses;      /* for each value: operands that are it */
    uint8_t
        *memory_operand; /* for each value: it is a load that may be a memory
                            operand, and has a slot besides its register */
    uint32_t temp_unit;  /* unit of the program's `temp` */
    uint32_t cycle_unit; /* unit of a register that cycles of phi copies use */
    uint32_t cycle_slot; /* the slot that they use */
    /* For copies of phis. A location is a slot's number, or n_slots and a
     * register's unit. */
    uint32_t *readers; /* for each location: copies not yet emitted that read it
                        */
    uint32_t *writer; /* for each location: 1 + the copy that writes it; 0: none
                       */
    uint32_t *edge;   /* for each block with one target: its index among that
                         target's predecessors */
    gac__arena copies; /* the copies of one edge */
    const gac__compile_options *options;
    gac_result result; /* sticky */
} gac__emitter;

static inline bool gac__is_uniform(const gac__emitter *e, uint32_t v)
{
    return !e->ir->varying[v];
}

static inline uint32_t gac__lane_at(const gac__emitter *e, uint32_t unit)
{
    return (uint32_t)e->out->scalar_bytes + unit * e->out->width;
}

static inline uint32_t gac__slot_at(const gac__emitter *e, uint32_t v)
{
    return e->slot[v] * 8;
}

/* The frame offset of a value as lanes. */
static inline uint32_t gac__lanes_of(const gac__emitter *e, uint32_t v)
{
    return gac__lane_at(e, e->regs.unit[v]);
}

/* The frame offset of a value: of its lanes if it varies, else of its slot. */
static inline uint32_t gac__offset_of(const gac__emitter *e, uint32_t v)
{
    return gac__is_uniform(e, v) ? gac__slot_at(e, v) : gac__lanes_of(e, v);
}

static inline uint32_t gac__flag_if(bool on, uint32_t flag)
{
    return on ? flag : 0;
}

/* Begins the program's instructions anew in an arena, with room for n and for a
 * FUSED or INTERLEAVED in front of a few. */
gac_result gac__insts_begin(gac__emitter *e, gac__arena *arena, uint32_t n);

/* Adds an instruction, zeroed but for its code; NULL: memory is out. */
gac__lane_inst *gac__lane_put(gac__emitter *e, gac__code code,
                              const gac__ir_inst *ir);

/* Finds the loads that may be memory operands: `memory_operand`; after
 * registers and row buffers. */
gac_result gac__memory_operands_find(gac__emitter *e);

/* Finds loads that may have row buffers: `row_buffer`, `rows_begin`, and the
 * program's n_row_buffers. */
gac_result gac__row_buffers_find(gac__emitter *e);

void gac__emit_lea(gac__emitter *e, const gac__ir_inst *i);
void gac__emit_load(gac__emitter *e, const gac__ir_inst *i);
void gac__emit_store(gac__emitter *e, const gac__ir_inst *i);

/* From where to where a value is copied: from slot to slot, from a slot to
 * lanes, from lanes to lanes. */
typedef enum gac__copy_between {
    GAC__SLOTS,
    GAC__SLOT_AND_LANES,
    GAC__LANES
} gac__copy_between;

/* d = a; of lanes for active ones (all lanes if not `masked`). */
void gac__put_copy(gac__emitter *e, uint8_t ty, uint32_t d, uint32_t a,
                   gac__copy_between between, bool masked,
                   const gac__ir_inst *ir);

/* Makes what gac__emit_edge() needs; after slots and registers. */
gac_result gac__phis_prepare(gac__emitter *e);

/* The copies for the phis of block `to`, on the edge from block `from`. */
void gac__emit_edge(gac__emitter *e, uint32_t from, uint32_t to);

/* The program counter of lanes that come to block b. */
uint32_t gac__pc_of(const gac__ir *ir, uint32_t b);

/* Block b's last instruction, with the copies for the phis that it leads to. */
void gac__emit_terminator(gac__emitter *e, uint32_t b, const gac__ir_inst *i);

/* The index behind a block's last instruction. */
static inline uint32_t gac__lane_end(const gac__lane_program *p, uint32_t b)
{
    return b + 1 < p->n_blocks ? p->blocks[b + 1].first : p->n_insts;
}

/* Leads branches past empty blocks; after all blocks are emitted. */
void gac__jumps_thread(gac__lane_program *p);

/* Finds branches that SKIP; after jumps are threaded. */
void gac__skips_find(gac__lane_program *p);

/* Puts an INTERLEAVED if instructions from the first one on are an interleaved
 * group, or loads of several. Returns how many of them it is for; 0: none. */
uint32_t gac__put_interleaved(gac__emitter *e, const gac__lane_inst *insts,
                              uint32_t n_insts);

/* Moves the instructions from scratch memory to the program's, and puts a FUSED
 * in front of each fused sequence, and an INTERLEAVED in front of each group;
 * after all blocks are emitted. */
gac_result gac__fused_find(gac__emitter *e);

/* Finds what lane compaction needs: `compacts`; the last step. */
gac_result gac__compaction_find(gac__emitter *e);

/* Finds the blocks of which copy loops are made: `copies`. */
void gac__copy_blocks_find(gac__lane_program *p);

/* Finds loops of such blocks: `loop`. */
gac_result gac__copy_loops_find(gac__emitter *e);

/* Writes down what is in registers before the first instruction runs. */
gac_result gac__put_presets(gac__emitter *e);

#endif
