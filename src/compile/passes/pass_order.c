/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Puts operations that can be fused behind each other (emit_fused.c).
 *
 * Compilers load an operand where it is needed. Here loads go first, as many as
 * possible, then the operations on them, each directly behind the one whose
 * result it uses if possible; and stores of an interleaved group go last, one
 * behind the other; loads of a group are not separated by operations
 * (emit_interleaved.c). Only stretches without other stores and collectives are
 * reordered, and accesses keep their order: the first one that is out of bounds
 * ends the run.
 */
#include "compile/passes/passes.h"

#define WINDOW 64u     /* instructions: bits of a word */
#define MOST_LOADS 12u /* whose results occupy registers */

typedef struct window {
    gac__ir_inst *const *insts;
    uint32_t n;
    uint64_t needs[WINDOW]; /* by instruction: those whose results it uses */
    uint64_t users[WINDOW]; /* by instruction: those that use its result */
    uint64_t links;         /* those that can be fused */
    uint64_t loads, stores;
    uint64_t grouped; /* loads of interleaved groups, but for each group's first
                         one */
    uint64_t done;    /* those that are in `order` */
    gac__ir_inst *order[WINDOW];
    uint32_t n_done;
} window;

/* Whether an access is one of an interleaved group, as of a vector or
 * structure. */
static bool is_grouped(const gac__ir_inst *i, uint16_t op)
{
    return i->op == op && i->n_args > (op == GAC__IR_STORE ? 2u : 1u)
           && i->imm > gac__ty_bytes((gac__ty)i->ty);
}

static bool may_move(const gac__ir_inst *i)
{
    return gac__ir_is_stable(i->op) || i->op == GAC__IR_LOAD
           || is_grouped(i, GAC__IR_STORE);
}

/* Varying operations of 32 or 64 bits can be fused. */
static bool may_link(const gac__ir *ir, const gac__ir_inst *i)
{
    return gac__ir_is_pure(i->op) && ir->varying[i->result]
           && (i->ty == GAC__TY_F32 || i->ty == GAC__TY_I32
               || i->ty == GAC__TY_F64 || i->ty == GAC__TY_I64)
           && i->n_args <= 3;
}

static bool is_ready(const window *w, uint32_t k)
{
    return !(w->done >> k & 1) && !(w->needs[k] & ~w->done);
}

static void put(window *w, uint32_t k)
{
    w->order[w->n_done++] = w->insts[k];
    w->done |= (uint64_t)1 << k;
}

/* The first of the set that is ready; WINDOW: none is. */
static uint32_t first_ready(const window *w, uint64_t of)
{
    for (of &= ~w->done; of; of &= of - 1) {
        uint32_t k = (uint32_t)__builtin_ctzll(of);
        if (!(w->needs[k] & ~w->done))
            return k;
    }
    return WINDOW;
}

/* The next operation of a fused sequence, one that uses the result of `last` if
 * possible; WINDOW: none is ready. */
static uint32_t next_link(const window *w, uint32_t last)
{
    uint32_t next =
        last < WINDOW ? first_ready(w, w->links & w->users[last]) : WINDOW;
    return next < WINDOW ? next : first_ready(w, w->links);
}

/* Puts those of the set that are ready, in their order. */
static void put_ready(window *w, uint64_t of)
{
    for (uint32_t k = 0; k < w->n; k++)
        if (of >> k & 1 && is_ready(w, k))
            put(w, k);
}

static void order_window(window *w)
{
    uint64_t all = w->n == WINDOW ? UINT64_MAX : ((uint64_t)1 << w->n) - 1;
    while (w->done != all) {
        uint64_t before = w->done;
        if (w->grouped & ~w->done)
            put_ready(w, ~(w->links | w->stores | w->loads));
        put_ready(w, ~(w->links | w->stores));
        uint32_t last = WINDOW;
        while ((last = next_link(w, last)) < WINDOW)
            put(w, last);
        for (uint32_t k = 0; k < w->n && w->done == before; k++)
            if (is_ready(w, k))
                put(w, k);
    }
}

/* Whether the k-th instruction is a load of an interleaved group that one
 * before it belongs to. */
static bool continues_group(gac__ir_inst *const *insts, uint32_t k)
{
    const gac__ir_inst *i = insts[k];
    bool found = false;
    for (uint32_t n = 0; is_grouped(i, GAC__IR_LOAD) && n < k && !found; n++)
        found =
            is_grouped(insts[n], GAC__IR_LOAD) && insts[n]->imm == i->imm
            && insts[n]->n_args == i->n_args
            && !memcmp(insts[n]->args, i->args, i->n_args * sizeof *i->args);
    return found;
}

/* The end of the window that begins at `first`. All loads of an interleaved
 * group, which emit_interleaved.c merges, are in one window. */
static uint32_t window_end(const gac__ir *ir, const gac__ir_block *block,
                           uint32_t first)
{
    uint32_t end = first, n_loads = 0;
    bool stores = false;
    for (; end < block->n_insts && end - first < WINDOW; end++) {
        const gac__ir_inst *i = block->insts[end];
        if (!may_move(i))
            break;
        stores |= i->op == GAC__IR_STORE;
        if (i->op != GAC__IR_LOAD || !ir->varying[i->result])
            continue;
        bool is_full =
            n_loads++ >= MOST_LOADS || (stores && is_grouped(i, GAC__IR_LOAD));
        if (is_full && !continues_group(block->insts + first, end - first))
            break;
    }
    return end;
}

/* The set of a window's instructions that can be fused. */
static uint64_t find_links(const gac__ir *ir, gac__ir_inst *const *insts,
                           uint32_t n)
{
    uint64_t links = 0;
    for (uint32_t k = 0; k < n; k++)
        links |= (uint64_t)may_link(ir, insts[k]) << k;
    return links;
}

/* `index`: by value, the index + 1 of its instruction in the window, or 0. */
static void order_block(const gac__ir *ir, gac__ir_block *block, uint32_t begin,
                        uint32_t *index)
{
    for (uint32_t first = begin; first < block->n_insts;) {
        uint32_t end = window_end(ir, block, first);
        uint64_t access = 0,
                 links = find_links(ir, block->insts + first, end - first);
        if (!(links & (links - 1))) {
            first = GAC__MAX(end, first + 1);
            continue;
        }
        window w = {
            .insts = block->insts + first, .n = end - first, .links = links};
        for (uint32_t k = 0; k < w.n; k++) {
            const gac__ir_inst *i = w.insts[k];
            for (uint32_t a = 0; a < i->n_args; a++)
                if (index[i->args[a]]) {
                    uint32_t from = index[i->args[a]] - 1;
                    w.needs[k] |= (uint64_t)1 << from;
                    w.users[from] |= (uint64_t)1 << k;
                }
            w.loads |= (uint64_t)(i->op == GAC__IR_LOAD) << k;
            w.grouped |= (uint64_t)continues_group(w.insts, k) << k;
            w.stores |= (uint64_t)(i->op == GAC__IR_STORE) << k;
            if (gac__ir_is_access(i)) {
                w.needs[k] |= access;
                access = (uint64_t)1 << k;
            }
            if (i->result)
                index[i->result] = k + 1;
        }
        order_window(&w);
        memcpy(block->insts + first, w.order, w.n * sizeof *w.order);
        for (uint32_t k = first; k < end; k++)
            index[block->insts[k]->result] = 0;
        first = end;
    }
}

gac_result gac__pass_order(gac__ir *ir, gac__arena *scratch)
{
    uint32_t *index;
    if (ir->variant.checked)
        return GAC_OK;
    index = gac__arena_alloc(scratch, ir->n_values, sizeof *index);
    if (!index)
        return GAC_ERR_MEMORY;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        GAC__TRY(gac__ir_watch(ir, 8 * (uint64_t)ir->blocks[b].n_insts));
        order_block(ir, &ir->blocks[b], b ? 0 : ir->n_setup, index);
    }
    return GAC_OK;
}
