/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lowers phis to copies at the ends of their predecessors. */
#include "compile/emit/emit.h"

typedef struct copy {
    uint32_t d, a;     /* frame offsets */
    uint32_t to, from; /* the same as locations: gac__emitter's `readers` */
    uint8_t ty;
    gac__copy_between between;
    bool done;
} copy;

/* A value's location: slots come first, then registers. */
static uint32_t location_of(const gac__emitter *e, uint32_t v)
{
    return gac__is_uniform(e, v)
               ? e->slot[v]
               : e->n_slots + GAC__MIN(e->regs.unit[v], e->temp_unit);
}

gac_result gac__phis_prepare(gac__emitter *e)
{
    const gac__ir *ir = e->ir;
    size_t n = (size_t)e->n_slots + e->out->lane_bytes;
    e->readers = gac__arena_alloc(e->regs.arena, n, sizeof *e->readers);
    e->writer = gac__arena_alloc(e->regs.arena, n, sizeof *e->writer);
    e->edge = gac__arena_alloc(e->regs.arena, ir->n_blocks, sizeof *e->edge);
    if (!e->readers || !e->writer || !e->edge)
        return GAC_ERR_MEMORY;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t p = 0; p < ir->blocks[b].n_preds; p++)
            e->edge[ir->blocks[b].preds[p]] = p;
    return GAC_OK;
}

/* Breaks a cycle at copy `c`: its source goes to the spare register, which it
 * reads from now on. */
static void put_aside(gac__emitter *e, copy *c, const gac__ir_inst *ir)
{
    bool slots = c->between == GAC__SLOTS;
    uint32_t spare = slots ? e->cycle_slot * 8 : gac__lane_at(e, e->cycle_unit);
    gac__put_copy(e, c->ty, spare, c->a, slots ? GAC__SLOTS : GAC__LANES, false,
                  ir);
    c->a = spare;
    c->from = slots ? e->cycle_slot : e->n_slots + e->cycle_unit;
    e->readers[c->from]++;
}

/* Emits parallel copies in an order in which none overwrites what another one
 * still reads: each when its target has no reader left. If none is ready, the
 * copies that are left are cycles, each of which goes through a spare register.
 * `queue` has room for all. */
static void emit_copies(gac__emitter *e, copy *copies, uint32_t n,
                        uint32_t *queue, const gac__ir_inst *ir)
{
    uint32_t head = 0, tail = 0, next = 0;
    for (uint32_t c = 0; c < n; c++) {
        e->readers[copies[c].from]++;
        e->writer[copies[c].to] = c + 1;
    }
    for (uint32_t c = 0; c < n; c++)
        if (!e->readers[copies[c].to])
            queue[tail++] = c;
    while (head < n && !e->result) {
        uint32_t freed;
        if (head < tail) {
            copy *c = &copies[queue[head++]];
            gac__put_copy(e, c->ty, c->d, c->a, c->between, true, ir);
            c->done = true;
            freed = c->from;
        } else {
            while (next + 1 < n && copies[next].done)
                next++;
            freed = copies[next].from;
            put_aside(e, &copies[next], ir);
        }
        uint32_t writer = e->writer[freed];
        if (--e->readers[freed] == 0 && writer && !copies[writer - 1].done)
            queue[tail++] = writer - 1;
    }
    for (uint32_t c = 0; c < n; c++) {
        e->writer[copies[c].to] = 0;
        e->readers[copies[c].from] = 0;
    }
}

void gac__emit_edge(gac__emitter *e, uint32_t from, uint32_t to)
{
    const gac__ir *ir = e->ir;
    const gac__ir_block *block = &ir->blocks[to];
    uint32_t n_phis = gac__ir_n_phis(block), edge = e->edge[from], n = 0;
    if (!n_phis || edge >= block->n_preds || block->preds[edge] != from)
        return;
    copy *copies = gac__arena_alloc(&e->copies, n_phis, sizeof *copies);
    uint32_t *queue = gac__arena_alloc(&e->copies, n_phis, sizeof *queue);
    if (!copies || !queue) {
        e->result = GAC_ERR_MEMORY;
        return;
    }
    for (uint32_t k = 0; k < n_phis; k++) {
        const gac__ir_inst *phi = block->insts[k];
        uint32_t v = phi->result, x = phi->args[edge];
        copy c = {gac__offset_of(e, v),
                  gac__offset_of(e, x),
                  location_of(e, v),
                  location_of(e, x),
                  ir->values[v].ty,
                  gac__is_uniform(e, v)   ? GAC__SLOTS
                  : gac__is_uniform(e, x) ? GAC__SLOT_AND_LANES
                                          : GAC__LANES,
                  false};
        if (c.d != c.a)
            copies[n++] = c;
    }
    emit_copies(e, copies, n, queue, block->insts[0]);
    gac__arena_reset(&e->copies);
}
