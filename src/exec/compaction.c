/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lane compaction: makes the active lanes of a strip the first ones.
 *
 * A graph search begins with few lanes, here and there, and a loop that lanes
 * leave one by one ends with few. Each instruction is done for all steps that
 * hold an active lane, and a gather takes as long for one lane as for sixteen.
 * So the active work-items move to the first lanes: the registers that are read
 * later are permuted. That takes as long as some instructions, and is done once
 * a loop has run for as long for inactive lanes.
 *
 * When all lanes are active again, each work-item goes back to its first lane:
 * adjacent lanes then access adjacent elements.
 */
#include "exec/compaction.h"

#define LEAST_REGISTERS 3u

static uint64_t live_word(const gac__strip *s, uint32_t block, uint32_t word)
{
    const gac__lane_program *p = s->worker->run->program;
    return p->compaction_live[(size_t)block * p->compaction_words + word];
}

bool gac__strip_wants(const gac__strip *s, uint32_t n, uint32_t block)
{
    uint64_t bits = live_word(s, block, n / 64);
    for (uint32_t w = 0; w < s->n_waits; w++)
        if (s->waits[w] != GAC__PC_ENDED)
            bits |= live_word(s, s->waits[w] & GAC__PC_BLOCK, n / 64);
    return bits >> n % 64 & 1;
}

/* Whether a register has to be moved. */
static bool is_wanted(const gac__strip *s, uint32_t n, uint32_t block)
{
    return gac__strip_wants(s, n, block)
           || s->worker->run->program->compaction_registers[n].preset;
}

/* Lane k of n becomes what lane order[k] was. */
static void move_lanes(const gac__strip *s, void *lanes, uint32_t bytes,
                       const uint32_t *order, uint32_t n)
{
    const gac__run *run = s->worker->run;
    uint32_t log2 = (uint32_t)__builtin_ctz(bytes);
    uint8_t *scratch = s->frame + run->program->temp;
    run->memory->gather[log2][GAC__INDEX_U32](scratch, (uintptr_t)lanes, order,
                                              bytes, NULL, 0, n);
    memcpy(lanes, scratch, (size_t)n * bytes);
}

/* Moves n lanes from `first` on, in all registers that are read later; `order`
 * counts from `first`. */
static void move_registers(gac__strip *s, const uint32_t *order, uint32_t first,
                           uint32_t n, uint32_t block)
{
    const gac__lane_program *p = s->worker->run->program;
    for (uint32_t k = 0; k < p->n_compaction_registers; k++) {
        const gac__compaction_register *r = &p->compaction_registers[k];
        if (is_wanted(s, k, block))
            move_lanes(s, s->frame + r->at + (size_t)first * r->bytes, r->bytes,
                       order, n);
    }
}

/* Forgets what is known of indices and rows, which was for lanes in their old
 * order. */
static void forget(gac__strip *s)
{
    s->fixed_known = 0;
    for (uint32_t k = 0; k < s->worker->run->program->n_row_buffers; k++)
        s->row_buffers[k].left = 0;
}

void gac__strip_permute(gac__strip *s, const uint32_t *order, uint32_t first,
                        uint32_t n, uint32_t to)
{
    bool whole = n == s->n && !s->compaction.is_permuted;
    for (uint32_t k = 0; !s->compaction.is_permuted && !whole && k < s->n; k++)
        s->compaction.order[k] = k;
    move_registers(s, order, first, n, to);
    if (!s->full)
        move_lanes(s, s->pc + first, sizeof *s->pc, order, n);
    if (whole)
        memcpy(s->compaction.order, order, n * sizeof *order);
    else
        move_lanes(s, s->compaction.order + first, sizeof *order, order, n);
    s->compaction.is_permuted = true;
    forget(s);
}

/* Moves the active lanes between the first and the last one to the front. */
static void compact(gac__strip *s, uint32_t block)
{
    uint32_t first = s->first, n = GAC__MIN(s->end, s->n) - first, to = 0;
    uint32_t *order = s->compaction.order + s->n_padded;
    const uint8_t *mask = s->mask + first;
    for (uint32_t k = 0; k < n; k++) {
        order[to] = k;
        to += mask[k];
    }
    for (uint32_t k = 0; k < n; k++) {
        order[to] = k;
        to += !mask[k];
    }
    gac__strip_permute(s, order, first, n, block);
    memset(s->mask + first, 1, s->n_active);
    memset(s->mask + first + s->n_active, 0, n - s->n_active);
}

uint64_t gac__strip_permute_cost(const gac__strip *s, uint32_t to)
{
    const gac__lane_program *p = s->worker->run->program;
    uint64_t n_moved = 0;
    for (uint32_t n = 0; n < p->n_compaction_registers; n++)
        n_moved += is_wanted(s, n, to);
    return n_moved * (s->end - s->first) * s->worker->run->compaction_cost;
}

bool gac__strip_compact(gac__strip *s, uint32_t to)
{
    const gac__lane_block *blocks = s->worker->run->program->blocks;
    uint32_t end =
        GAC__MIN(s->block + 1, s->worker->run->program->n_blocks - 1);
    int64_t weight =
        (int64_t)blocks[end].weight_before - blocks[to].weight_before;
    if (weight <= 0 || s->protect || s->more_waits || s->outer.n_active
        || s->trips.loop)
        return false;
    uint64_t least = (uint64_t)(s->end - s->first) * LEAST_REGISTERS
                     * s->worker->run->compaction_cost;
    s->compaction.idle += (uint64_t)weight * (s->end - s->first - s->n_active);
    if (s->compaction.idle < GAC__MAX(s->compaction.price, least))
        return false;
    s->compaction.price = gac__strip_permute_cost(s, to);
    if (s->compaction.idle < s->compaction.price)
        return false;
    compact(s, to);
    s->compaction.idle = s->compaction.price = 0;
    return true;
}

/* Returns the order that moves each work-item back to its first lane. */
static const uint32_t *inverse_order(gac__strip *s)
{
    uint32_t *back = s->compaction.order + s->n_padded;
    for (uint32_t k = 0; k < s->n; k++)
        back[s->compaction.order[k]] = k;
    return back;
}

void gac__strip_move_back(gac__strip *s)
{
    move_registers(s, inverse_order(s), 0, s->n, s->block);
    s->compaction.is_permuted = false;
    forget(s);
}

void gac__strip_restore(gac__strip *s)
{
    const gac__lane_program *p = s->worker->run->program;
    if (p->insts[p->blocks[s->block].first].code != GAC__CODE_RET)
        gac__strip_move_back(s);
}
