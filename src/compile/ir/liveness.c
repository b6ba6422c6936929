/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Liveness: the blocks at whose start and end a value is live.
 *
 * Most values are used only in the block that defines them: they are live at no
 * block's start or end and have no number. Each of the others is followed from
 * its uses back to its definition, through the blocks where it is live. These
 * are kept as ranges: a kernel of a hundred thousand blocks has tens of
 * thousands of values, of which few are live in many blocks, and since blocks
 * stand in the order of execution, those blocks make up few ranges.
 */
#include "compile/ir/ir_flow.h"

#define NONE UINT32_MAX
#define MAX_RUNS (1u << 24)
#define MAX_STEPS ((uint64_t)1 << 32)

/* A use of a value: in a block, or by a phi of its successor. */
typedef struct use {
    uint32_t block;
    bool is_phi;
} use;

/* The blocks in which the current value is live, and the ranges so far. */
typedef struct block_set {
    uint32_t *seen; /* by block: the number + 1 of the last value added there */
    uint32_t *list, n;
    gac__live_runs *runs; /* of all values */
    uint32_t n_runs, capacity;
} block_set;

typedef struct follower {
    const gac__ir *ir;
    gac__arena *arena;
    gac__liveness *l;
    uint32_t *block_of;  /* by value: the defining block + 1 */
    uint32_t *first_use; /* by number: the index of its first use; the last
                            entry is the number of uses */
    use *uses;
    uint64_t *bits;    /* one for each block, scratch */
    block_set in, out; /* live at the start, at the end */
} follower;

void gac__sort_blocks(uint32_t *list, uint32_t n, uint64_t *bits)
{
    uint32_t lowest = NONE, highest = 0, at = 0;
    if (n < 2)
        return;
    for (uint32_t k = 0; k < n; k++) {
        gac__bit_set(bits, list[k]);
        lowest = GAC__MIN(lowest, list[k] / 64);
        highest = GAC__MAX(highest, list[k] / 64);
    }
    for (uint32_t w = lowest; w <= highest; w++) {
        for (uint64_t word = bits[w]; word; word &= word - 1)
            list[at++] = w * 64 + (uint32_t)__builtin_ctzll(word);
        bits[w] = 0;
    }
}

/* -- uses ------------------------------------------------------------------ */

static void number(gac__liveness *l, uint32_t v)
{
    if (l->number[v] != NONE)
        return;
    l->number[v] = l->n;
    l->value[l->n++] = v;
}

/* Visits all uses but those behind the definition in its own block. The first
 * time, it numbers the values and counts their uses in first_use[]; the second
 * time, it lists the uses. */
static void visit_uses(follower *f)
{
    const gac__ir *ir = f->ir;
    memset(f->block_of, 0, ir->n_values * sizeof *f->block_of);
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            bool is_phi = i->op == GAC__IR_PHI;
            for (uint32_t a = 0; a < i->n_args; a++) {
                uint32_t v = i->args[a];
                if (!gac__ir_def(ir, v) || (!is_phi && f->block_of[v] == b + 1))
                    continue;
                number(f->l, v);
                uint32_t at = f->first_use[f->l->number[v] + 1]++;
                if (f->uses)
                    f->uses[at] =
                        (use){is_phi ? ir->blocks[b].preds[a] : b, is_phi};
            }
            f->block_of[i->result] = b + 1;
        }
}

static gac_result find_uses(follower *f)
{
    gac__arena *arena = f->arena;
    uint32_t n_values = f->ir->n_values, total = 0;
    f->l->number = gac__arena_alloc(arena, n_values, sizeof *f->l->number);
    f->l->value = gac__arena_alloc(arena, n_values, sizeof *f->l->value);
    f->block_of = gac__arena_alloc(arena, n_values, sizeof *f->block_of);
    f->first_use =
        gac__arena_alloc(arena, (size_t)n_values + 2, sizeof *f->first_use);
    if (!f->l->number || !f->l->value || !f->block_of || !f->first_use)
        return GAC_ERR_MEMORY;
    for (uint32_t v = 0; v < n_values; v++)
        f->l->number[v] = NONE;
    visit_uses(f);
    uint32_t *next = f->first_use + 1;
    for (uint32_t v = 0; v < f->l->n; v++) {
        uint32_t n = next[v];
        next[v] = total;
        total += n;
    }
    f->uses = gac__arena_alloc(arena, (size_t)total + 1, sizeof *f->uses);
    if (!f->uses)
        return GAC_ERR_MEMORY;
    visit_uses(f);
    return GAC_OK;
}

/* -- from uses back to definitions ----------------------------------------- */

static bool add(block_set *s, uint32_t block, uint32_t number)
{
    if (s->seen[block] == number + 1)
        return false;
    s->seen[block] = number + 1;
    s->list[s->n++] = block;
    return true;
}

/* A value is live at the end of a block, and at its start, unless the block
 * defines it. */
static void leave(follower *f, uint32_t block, uint32_t number)
{
    if (add(&f->out, block, number)
        && f->block_of[f->l->value[number]] != block + 1)
        (void)add(&f->in, block, number);
}

/* Makes ranges of the blocks where a value is live. */
static bool put_runs(block_set *s, gac__arena *arena, uint32_t number,
                     uint64_t *bits)
{
    gac__sort_blocks(s->list, s->n, bits);
    for (uint32_t k = 0, next; k < s->n; k = next) {
        for (next = k + 1;
             next < s->n && s->list[next] == s->list[next - 1] + 1;)
            next++;
        if (!gac__arena_grow(arena, (void **)&s->runs->runs, s->n_runs,
                             &s->capacity, 64, sizeof *s->runs->runs))
            return false;
        s->runs->runs[s->n_runs++] =
            (gac__live_run){s->list[k], s->list[next - 1]};
    }
    s->n = 0;
    s->runs->first[number + 1] = s->n_runs;
    return true;
}

static gac_result follow(follower *f, uint32_t number, uint64_t *steps)
{
    for (uint32_t u = f->first_use[number]; u < f->first_use[number + 1]; u++)
        if (f->uses[u].is_phi)
            leave(f, f->uses[u].block, number);
        else
            (void)add(&f->in, f->uses[u].block, number);
    uint64_t n = 1 + f->first_use[number + 1] - f->first_use[number];
    for (uint32_t k = 0; k < f->in.n; k++) {
        const gac__ir_block *block = &f->ir->blocks[f->in.list[k]];
        for (uint32_t e = 0; e < block->n_preds; e++)
            leave(f, block->preds[e], number);
        n += 1 + block->n_preds;
    }
    *steps += n;
    if (*steps > MAX_STEPS || f->in.n_runs > MAX_RUNS
        || f->out.n_runs > MAX_RUNS)
        return GAC_ERR_LIMIT;
    if (!put_runs(&f->in, f->arena, number, f->bits)
        || !put_runs(&f->out, f->arena, number, f->bits))
        return GAC_ERR_MEMORY;
    return gac__ir_watch(f->ir, n);
}

static bool begin(block_set *s, const follower *f, gac__live_runs *runs)
{
    s->seen = gac__arena_alloc(f->arena, f->ir->n_blocks, 2 * sizeof *s->seen);
    runs->first =
        gac__arena_alloc(f->arena, (size_t)f->l->n + 1, sizeof *runs->first);
    s->list = s->seen ? s->seen + f->ir->n_blocks : NULL;
    s->runs = runs;
    return s->seen && runs->first;
}

gac_result gac__liveness_compute(const gac__ir *ir, gac__arena *arena,
                                 gac__liveness *out)
{
    follower f = {.ir = ir, .arena = arena, .l = out};
    uint64_t steps = 0;
    GAC__TRY(find_uses(&f));
    f.bits = gac__arena_alloc(arena, (ir->n_blocks + 63) / 64, sizeof *f.bits);
    if (!f.bits || !begin(&f.in, &f, &out->in) || !begin(&f.out, &f, &out->out))
        return GAC_ERR_MEMORY;
    for (uint32_t n = 0; n < out->n; n++)
        GAC__TRY(follow(&f, n, &steps));
    return GAC_OK;
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
