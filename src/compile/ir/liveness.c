/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Liveness of values at block borders. A phi's arguments are live out of the
 * predecessors, its result is defined at the start of its block and is not live
 * into it.
 *
 * Most values are used in their own block only: the others are numbered anew.
 * They are followed backward from their uses to their definitions, 64 at a
 * time: values that are used near each other mostly live in the same blocks.
 * The last block is looked at first, so that only loops are gone round more
 * than once. What was found is kept as runs of blocks: kernels of a hundred
 * thousand blocks have values by the ten thousand, of which few live far, and
 * those that do live in runs, since blocks stand in the order of execution.
 */
#include "compile/ir/ir_flow.h"

#define NONE UINT32_MAX
#define MAX_RUNS ((size_t)1 << 24)
#define MAX_STEPS ((uint64_t)1 << 32)

#define GROUP 64u /* values: a bit each */

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
    uint64_t *in, *out; /* of each block: the group's values that live there */
    uint64_t *defines;  /* those that it defines */
    uint64_t
        *queued; /* blocks whose predecessors are to be looked at: a bit each */
    uint64_t *touched;        /* blocks where a value of the group lives */
    uint32_t lowest, highest; /* of those */
    uint32_t top;             /* no block above it is queued */
    uint64_t steps;
    run_vec in_runs, out_runs;
} follower;

static bool is_inst(const gac__ir *ir, uint32_t v)
{
    return ir->values[v].kind == GAC__VALUE_INST;
}

/* -- uses ------------------------------------------------------------------ */

static void number(gac__liveness *l, uint32_t v)
{
    if (l->number[v] != NONE)
        return;
    l->number[v] = l->n;
    l->value[l->n++] = v;
}

/* Visits the uses that stand elsewhere than behind their definitions in one
 * block, and those by phis. First their values are numbered and counted in
 * first_use[], then, with `uses`, the uses are listed. */
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
                    f->uses[at] =
                        (use){is_phi ? ir->blocks[b].preds[a] : b, is_phi};
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
    f->first_use =
        gac__arena_alloc(arena, (size_t)n_values + 2, sizeof *f->first_use);
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

/* -- following values back to their definitions ---------------------------- */

static void touch(follower *f, uint32_t b)
{
    gac__bit_set(f->touched, b);
    f->lowest = GAC__MIN(f->lowest, b);
    f->highest = GAC__MAX(f->highest, b);
}

static void enter(follower *f, uint32_t b, uint64_t values)
{
    values &= ~f->in[b];
    if (!values)
        return;
    f->in[b] |= values;
    touch(f, b);
    gac__bit_set(f->queued, b);
    f->top = GAC__MAX(f->top, b);
}

static void leave(follower *f, uint32_t b, uint64_t values)
{
    values &= ~f->out[b];
    if (!values)
        return;
    f->out[b] |= values;
    touch(f, b);
    enter(f, b, values & ~f->defines[b]);
}

/* The last queued block; NONE: none is. */
static uint32_t next_queued(follower *f)
{
    for (uint32_t w = f->top / 64; w != NONE; w--)
        if (f->queued[w]) {
            f->top = w * 64 + 63 - (uint32_t)__builtin_clzll(f->queued[w]);
            f->queued[w] ^= (uint64_t)1 << f->top % 64;
            return f->top;
        }
    f->top = 0;
    return NONE;
}

static void start_from_uses(follower *f, uint32_t first, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        f->defines[f->def_block[f->l->value[first + k]]] |= (uint64_t)1 << k;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t u = f->first_use[first + k];
             u < f->first_use[first + k + 1]; u++)
            if (f->uses[u].is_phi)
                leave(f, f->uses[u].block, (uint64_t)1 << k);
            else
                enter(f, f->uses[u].block, (uint64_t)1 << k);
}

/* Runs of blocks of each value of the group: where they begin and end. */
static bool take_runs(const follower *f, const uint64_t *live, uint32_t n,
                      uint32_t *first_out, run_vec *runs)
{
    const gac_allocator *al = &f->ir->module->context->allocator;
    uint32_t at[GROUP] = {0}, total = (uint32_t)runs->n;
    for (uint32_t w = f->lowest / 64; w <= f->highest / 64; w++)
        for (uint64_t word = f->touched[w]; word; word &= word - 1) {
            uint32_t b = w * 64 + (uint32_t)__builtin_ctzll(word);
            uint64_t begins = live[b] & ~(b > 0 ? live[b - 1] : 0);
            for (; begins; begins &= begins - 1)
                at[__builtin_ctzll(begins)]++;
        }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t n_runs = at[k];
        at[k] = total;
        total += n_runs;
        first_out[k] = total;
    }
    if (!GAC__VEC_RESERVE(al, runs, total - runs->n))
        return false;
    runs->n = total;
    for (uint32_t w = f->lowest / 64; w <= f->highest / 64; w++)
        for (uint64_t word = f->touched[w]; word; word &= word - 1) {
            uint32_t b = w * 64 + (uint32_t)__builtin_ctzll(word);
            uint64_t begins = live[b] & ~(b > 0 ? live[b - 1] : 0);
            uint64_t ends = live[b] & ~live[b + 1];
            for (; begins; begins &= begins - 1)
                runs->items[at[__builtin_ctzll(begins)]].first = b;
            for (; ends; ends &= ends - 1)
                runs->items[at[__builtin_ctzll(ends)]++].last = b;
        }
    return true;
}

static void clear(follower *f, uint32_t first, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        f->defines[f->def_block[f->l->value[first + k]]] = 0;
    for (uint32_t w = f->lowest / 64; w <= f->highest / 64; w++) {
        for (uint64_t word = f->touched[w]; word; word &= word - 1) {
            uint32_t b = w * 64 + (uint32_t)__builtin_ctzll(word);
            f->in[b] = f->out[b] = 0;
        }
        f->touched[w] = 0;
    }
}

/* `n` values from number `first` on. */
static gac_result follow(follower *f, uint32_t first, uint32_t n)
{
    uint64_t steps = n + f->first_use[first + n] - f->first_use[first];
    f->lowest = NONE;
    f->highest = f->top = 0;
    start_from_uses(f, first, n);
    for (uint32_t b = next_queued(f); b != NONE; b = next_queued(f)) {
        const gac__ir_block *block = &f->ir->blocks[b];
        for (uint32_t e = 0; e < block->n_preds; e++)
            leave(f, block->preds[e], f->in[b]);
        steps += 1 + block->n_preds;
    }
    if (f->lowest != NONE)
        steps += (f->highest - f->lowest) / 64;
    f->steps += steps;
    if (f->steps > MAX_STEPS || f->in_runs.n + f->out_runs.n > MAX_RUNS)
        return GAC_ERR_LIMIT;
    if (f->lowest == NONE)
        f->lowest = 0;
    if (!take_runs(f, f->in, n, f->l->in.first + first + 1, &f->in_runs)
        || !take_runs(f, f->out, n, f->l->out.first + first + 1, &f->out_runs))
        return GAC_ERR_MEMORY;
    clear(f, first, n);
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
    f->in = gac__arena_alloc(arena, 3 * ((size_t)n_blocks + 1), sizeof *f->in);
    f->queued = gac__arena_alloc(arena, 2 * words, sizeof *f->queued);
    if (!l->in.first || !l->out.first || !f->in || !f->queued)
        return GAC_ERR_MEMORY;
    f->out = f->in + n_blocks
             + 1; /* one more: behind the last block nothing lives */
    f->defines = f->out + n_blocks + 1;
    f->touched = f->queued + words;
    for (uint32_t v = 0; v < l->n; v += GROUP)
        GAC__TRY(follow(f, v, GAC__MIN(GROUP, l->n - v)));
    GAC__TRY(keep(&f->in_runs, arena, &l->in.runs));
    return keep(&f->out_runs, arena, &l->out.runs);
}

gac_result gac__liveness_compute(const gac__ir *ir, gac__arena *arena,
                                 gac__liveness *out)
{
    const gac_allocator *al = &ir->module->context->allocator;
    follower f = {.ir = ir, .l = out};
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
