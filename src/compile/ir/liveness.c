/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Liveness of values at block borders. A phi's arguments are live out of the
 * predecessors, its result is defined at the start of its block and is not live
 * into it.
 *
 * Most values are used in their own block only: the others are numbered anew. Each
 * of them is followed backward from its uses to its definition, which takes as long
 * as its life is, and what was found is kept as runs of blocks: kernels of a
 * hundred thousand blocks have values by the ten thousand, of which few live far,
 * and those that do live in runs, since blocks stand in the order of execution.
 */
#include "compile/ir/ir_flow.h"

#define NONE UINT32_MAX
#define MAX_RUNS ((size_t)1 << 24)
#define MAX_STEPS ((uint64_t)1 << 32)

typedef GAC__VEC(gac__live_run) run_vec;

/* Where a value is used: in a block, or by a phi behind it. */
typedef struct use {
    uint32_t block;
    bool is_phi;
} use;

typedef struct follower {
    const gac__ir *ir;
    gac__liveness *l;
    uint32_t *def_block; /* for each value */
    uint32_t *first_use; /* for each number: where its uses start, and end where
                            the next one's start */
    use *uses;
    uint64_t *in, *out;  /* of one value: a bit a block */
    uint32_t *queue;
    uint32_t lowest, highest, n_queued;
    uint64_t steps;
    run_vec in_runs, out_runs;
} follower;

static bool is_inst(const gac__ir *ir, uint32_t v)
{
    return ir->values[v].kind == GAC__VALUE_INST;
}

/* -- uses -------------------------------------------------------------------- */

static void number(gac__liveness *l, uint32_t v)
{
    if (l->number[v] != NONE)
        return;
    l->number[v] = l->n;
    l->value[l->n++] = v;
}

/* Visits the uses that stand elsewhere than behind their definitions in one block,
 * and those by phis. First their values are numbered and counted in first_use[],
 * then, with `uses`, the uses are listed. */
static void visit_uses(follower *f, uint32_t *block_of)
{
    const gac__ir *ir = f->ir;
    memset(block_of, 0, ir->n_values * sizeof *block_of);
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            bool is_phi = i->op == GAC__IR_PHI;
            for (uint32_t a = 0; a < i->n_args; a++) {
                uint32_t v = i->args[a];
                if (!is_inst(ir, v) || (!is_phi && block_of[v] == b + 1))
                    continue;
                number(f->l, v);
                uint32_t at = f->first_use[f->l->number[v] + 1]++;
                if (f->uses)
                    f->uses[at] = (use){
                        is_phi ? ir->blocks[b].preds[a] : b, is_phi };
            }
            block_of[i->result] = b + 1;
            f->def_block[i->result] = b;
        }
}

static gac_result find_uses(follower *f, gac__arena *arena)
{
    uint32_t n_values = f->ir->n_values, total = 0;
    uint32_t *block_of = gac__arena_alloc(arena, n_values, sizeof *block_of);
    f->l->number = gac__arena_alloc(arena, n_values, sizeof *f->l->number);
    f->l->value = gac__arena_alloc(arena, n_values, sizeof *f->l->value);
    f->def_block = gac__arena_alloc(arena, n_values, sizeof *f->def_block);
    f->first_use = gac__arena_alloc(arena, (size_t)n_values + 2,
                                    sizeof *f->first_use);
    if (!block_of || !f->l->number || !f->l->value || !f->def_block
        || !f->first_use)
        return GAC_ERR_MEMORY;
    for (uint32_t v = 0; v < n_values; v++)
        f->l->number[v] = NONE;
    visit_uses(f, block_of);
    uint32_t *next = f->first_use + 1;
    for (uint32_t v = 0; v < f->l->n; v++) {
        uint32_t n = next[v];
        next[v] = total;
        total += n;
    }
    f->uses = gac__arena_alloc(arena, (size_t)total + 1, sizeof *f->uses);
    if (!f->uses)
        return GAC_ERR_MEMORY;
    visit_uses(f, block_of);
    return GAC_OK;
}

/* -- following a value back to its definition ----------------------------------- */

static void enter(follower *f, uint32_t b)
{
    if (gac__bit_test(f->in, b))
        return;
    gac__bit_set(f->in, b);
    f->queue[f->n_queued++] = b;
}

static void leave(follower *f, uint32_t b, uint32_t def_block)
{
    gac__bit_set(f->out, b);
    f->lowest = GAC__MIN(f->lowest, b);
    f->highest = GAC__MAX(f->highest, b);
    if (b != def_block)
        enter(f, b);
}

/* Appends the runs of bits between the lowest and the highest, and clears them. */
static bool take_runs(const follower *f, uint64_t *bits, run_vec *runs)
{
    const gac_allocator *al = &f->ir->module->context->allocator;
    size_t start = runs->n;
    for (uint32_t w = f->lowest / 64; w <= f->highest / 64; w++) {
        for (uint64_t word = bits[w]; word; word &= word - 1) {
            uint32_t b = w * 64 + (uint32_t)__builtin_ctzll(word);
            gac__live_run run = { b, b };
            if (runs->n > start && runs->items[runs->n - 1].last + 1 == b)
                runs->items[runs->n - 1].last = b;
            else if (!GAC__VEC_PUSH(al, runs, run))
                return false;
        }
        bits[w] = 0;
    }
    return true;
}

static gac_result follow(follower *f, uint32_t v)
{
    uint32_t def_block = f->def_block[f->l->value[v]];
    f->lowest = NONE;
    f->highest = 0;
    for (uint32_t k = f->first_use[v]; k < f->first_use[v + 1]; k++) {
        const use *u = &f->uses[k];
        if (u->is_phi) {
            leave(f, u->block, def_block);
            continue;
        }
        f->lowest = GAC__MIN(f->lowest, u->block);
        f->highest = GAC__MAX(f->highest, u->block);
        enter(f, u->block);
    }
    uint64_t steps = 1 + f->first_use[v + 1] - f->first_use[v];
    while (f->n_queued > 0) {
        const gac__ir_block *block = &f->ir->blocks[f->queue[--f->n_queued]];
        for (uint32_t e = 0; e < block->n_preds; e++)
            leave(f, block->preds[e], def_block);
        steps += 1 + block->n_preds;
    }
    steps += (f->highest - f->lowest) / 64;
    f->steps += steps;
    if (f->steps > MAX_STEPS || f->in_runs.n + f->out_runs.n > MAX_RUNS)
        return GAC_ERR_LIMIT;
    if (!take_runs(f, f->in, &f->in_runs) || !take_runs(f, f->out, &f->out_runs))
        return GAC_ERR_MEMORY;
    return gac__ir_watch(f->ir, steps);
}

static gac_result keep(const run_vec *runs, gac__arena *arena,
                       gac__live_run **out)
{
    *out = gac__arena_alloc(arena, runs->n + 1, sizeof **out);
    if (!*out)
        return GAC_ERR_MEMORY;
    if (runs->n)
        memcpy(*out, runs->items, runs->n * sizeof **out);
    return GAC_OK;
}

static gac_result follow_all(follower *f, gac__arena *arena)
{
    gac__liveness *l = f->l;
    uint32_t n_blocks = f->ir->n_blocks;
    size_t words = ((size_t)n_blocks + 63) / 64;
    l->in.first = gac__arena_alloc(arena, (size_t)l->n + 1, sizeof(uint32_t));
    l->out.first = gac__arena_alloc(arena, (size_t)l->n + 1, sizeof(uint32_t));
    f->in = gac__arena_alloc(arena, 2 * words, sizeof *f->in);
    f->queue = gac__arena_alloc(arena, n_blocks, sizeof *f->queue);
    if (!l->in.first || !l->out.first || !f->in || !f->queue)
        return GAC_ERR_MEMORY;
    f->out = f->in + words;
    for (uint32_t v = 0; v < l->n; v++) {
        GAC__TRY(follow(f, v));
        l->in.first[v + 1] = (uint32_t)f->in_runs.n;
        l->out.first[v + 1] = (uint32_t)f->out_runs.n;
    }
    GAC__TRY(keep(&f->in_runs, arena, &l->in.runs));
    return keep(&f->out_runs, arena, &l->out.runs);
}

gac_result gac__liveness_compute(const gac__ir *ir, gac__arena *arena,
                                 gac__liveness *out)
{
    const gac_allocator *al = &ir->module->context->allocator;
    follower f = { .ir = ir, .l = out };
    gac_result result = find_uses(&f, arena);
    if (!result)
        result = follow_all(&f, arena);
    GAC__VEC_FREE(al, &f.in_runs);
    GAC__VEC_FREE(al, &f.out_runs);
    return result;
}

uint32_t gac__next_live(const gac__liveness *l, const gac__live_runs *runs,
                        uint32_t b, uint32_t value)
{
    uint32_t v = l->number[value];
    if (v == NONE)
        return NONE;
    uint32_t low = runs->first[v], end = runs->first[v + 1], high = end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (runs->runs[middle].last < b)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end ? GAC__MAX(b, runs->runs[low].first) : NONE;
}
