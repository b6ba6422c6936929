/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Prepares lane compaction, by which exec gives the active lanes of a strip the
 * first numbers: the registers that it moves are those live at a block's start.
 *
 * Lanes may change their numbers where neither the kernel nor its results can
 * tell: nothing in it depends on how work-items are grouped.
 */
#include "compile/emit/emit.h"

/* Registers times blocks; kernels with more have no lane compaction. */
#define MOST_LIVE (1u << 22)

/* Weights of instructions, by the time that they take for lanes that are not
 * active. */
#define WEIGHT_OTHER 1
#define WEIGHT_ACCESS 12  /* of each lane by itself */
#define WEIGHT_BUFFERED 3 /* from a row buffer */
#define WEIGHT_NEAR (-24) /* contiguous, which compaction ends */

/* Whether lanes may part in a loop, and their numbers may change. */
static bool may_compact(const gac__ir *ir)
{
    uint32_t last = UINT32_MAX; /* the last block behind which lanes part */
    bool loops = false;
    if (!ir->facts.group_independent || ir->variant.checked
        || ir->variant.coalesced || ir->facts.needs_progress)
        return false;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        const gac__ir_block *block = &ir->blocks[b];
        if (gac__ir_is_divergent(ir, b))
            last = b;
        for (uint32_t k = 0; k < block->n_insts; k++) {
            const gac__ir_inst *i = block->insts[k];
            if (i->op == GAC__IR_ATOMIC || i->op == GAC__IR_FENCE)
                return false;
            for (uint32_t t = 0; t < i->n_targets; t++)
                loops |= i->targets[t] <= b && last != UINT32_MAX;
        }
    }
    return loops;
}

/* Numbers the registers of varying values from 1: number[unit]. */
static gac_result list_registers(gac__emitter *e, uint32_t *number)
{
    const gac__registers *r = &e->regs;
    gac__lane_program *p = e->out;
    gac__compaction_register *list =
        gac__arena_alloc(&p->arena, r->lane_bytes + 1, sizeof *list);
    if (!list)
        return GAC_ERR_MEMORY;
    uint32_t n = 0;
    for (uint32_t v = 1; v < e->ir->n_values; v++) {
        uint32_t unit = r->unit[v];
        if (unit == GAC__NO_UNIT || !e->ir->varying[v] || number[unit])
            continue;
        list[n++] = (gac__compaction_register){
            gac__lane_at(e, unit),
            (uint8_t)gac__ty_bytes((gac__ty)e->ir->values[v].ty),
            gac__value_is_kept(e->ir, v)};
        number[unit] = n;
    }
    p->compaction_registers = list;
    p->n_compaction_registers = n;
    p->compaction_words = (n + 63) / 64;
    return GAC_OK;
}

/* Sets the bit of a value's register in a set of registers. */
static void mark(const gac__emitter *e, const uint32_t *number, uint64_t *set,
                 uint32_t v)
{
    uint32_t unit = e->regs.unit[v];
    if (unit != GAC__NO_UNIT && e->ir->varying[v])
        gac__bit_set(set, number[unit] - 1);
}

static void mark_live(const gac__emitter *e, const uint32_t *number, uint32_t b,
                      uint32_t v)
{
    const gac__lane_program *p = e->out;
    mark(e, number, p->compaction_live + (size_t)b * p->compaction_words, v);
}

static gac_result find_live(const gac__emitter *e, const uint32_t *number)
{
    const gac__liveness *live = &e->regs.live;
    for (uint32_t n = 0; n < live->n; n++)
        for (uint32_t k = live->in.first[n]; k < live->in.first[n + 1]; k++) {
            uint32_t first = live->in.runs[k].first,
                     last = live->in.runs[k].last;
            GAC__TRY(gac__ir_watch(e->ir, last - first + 1));
            for (uint32_t b = first; b <= last; b++)
                mark_live(e, number, b, live->value[n]);
        }
    for (uint32_t b = 0; b < e->ir->n_blocks; b++)
        GAC__EACH_PHI(&e->ir->blocks[b], i)
            mark_live(e, number, b, i->result);
    return GAC_OK;
}

static int32_t weight_of(const gac__lane_inst *i)
{
    if (i->row_buffer)
        return WEIGHT_BUFFERED;
    if (gac__is_indexed(i) && i->flags & GAC__CODE_RISES)
        return WEIGHT_NEAR;
    return gac__is_access(i) ? WEIGHT_ACCESS : WEIGHT_OTHER;
}

static void weigh(gac__lane_program *p)
{
    int32_t sum = 0;
    uint32_t n = 0;
    for (uint32_t b = 0; b < p->n_blocks; b++) {
        for (; n < p->blocks[b].first; n++)
            sum += weight_of(&p->insts[n]);
        p->blocks[b].weight_before = sum;
    }
}

static int32_t weigh_loop(const gac__lane_program *p,
                          const gac__counted_loop *l)
{
    int32_t sum = 0;
    for (uint32_t n = p->blocks[l->head].first, end = gac__lane_end(p, l->last);
         n < end; n++) {
        int32_t weight = weight_of(&p->insts[n]);
        sum += weight > 0 ? weight : WEIGHT_BUFFERED;
    }
    return sum;
}

/* Completes counted loops: their last blocks, branches and what they write. */
static gac_result complete_counted(gac__emitter *e, const uint32_t *number)
{
    gac__lane_program *p = e->out;
    const gac__loop *loops = e->ir->flow->loops.loops;
    for (uint32_t n = 0; n < p->n_counted; n++) {
        gac__counted_loop *l = &p->counted[n];
        uint32_t k = 0;
        while (loops[k].head != l->head)
            k++;
        l->last = loops[k].last;
        gac__lane_inst *branch = &p->insts[gac__lane_end(p, l->branch) - 1];
        branch->flags |= GAC__CODE_COUNTED;
        branch->imm = n;
        uint32_t yes = branch->pc_yes & GAC__PC_BLOCK;
        l->leave = yes <= l->last ? branch->pc_no : branch->pc_yes;
        l->weight = weigh_loop(p, l);
        l->writes =
            gac__arena_alloc(&p->arena, p->compaction_words, sizeof *l->writes);
        if (!l->writes)
            return GAC_ERR_MEMORY;
        for (uint32_t b = l->head; b <= l->last; b++)
            for (k = 0; k < e->ir->blocks[b].n_insts; k++)
                mark(e, number, l->writes, e->ir->blocks[b].insts[k]->result);
    }
    return GAC_OK;
}

gac_result gac__compaction_find(gac__emitter *e)
{
    gac__lane_program *p = e->out;
    if (!may_compact(e->ir))
        return GAC_OK;
    uint32_t *number =
        gac__arena_alloc(e->regs.arena, e->regs.lane_bytes + 1, sizeof *number);
    if (!number)
        return GAC_ERR_MEMORY;
    GAC__TRY(list_registers(e, number));
    if ((uint64_t)p->n_blocks * p->n_compaction_registers > MOST_LIVE)
        return GAC_OK;
    p->compaction_live =
        gac__arena_alloc(&p->arena, (size_t)p->n_blocks * p->compaction_words,
                         sizeof *p->compaction_live);
    if (!p->compaction_live)
        return GAC_ERR_MEMORY;
    GAC__TRY(find_live(e, number));
    weigh(p);
    GAC__TRY(complete_counted(e, number));
    p->compacts = p->n_compaction_registers != 0;
    return GAC_OK;
}
