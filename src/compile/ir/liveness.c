/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Liveness: the blocks at whose start and end a value is live.
 *
 * Most values are used only in the block that defines them: they are live at no
 * block's start or end and have no number. The others are followed from their
 * uses back to their definitions, 64 at a time: a block has a word with a bit
 * for each value of the batch. The highest block with bits that its
 * predecessors have not been given comes first, so that values with different
 * uses go on together. Where values are live is kept as ranges: a kernel of a
 * hundred thousand blocks has tens of thousands of values, of which few are
 * live in many blocks, and since blocks stand in the order of execution, those
 * blocks make up few ranges.
 */
#include "compile/ir/ir_flow.h"

#define NONE UINT32_MAX
#define BATCH 64u /* values: bits of a word */
#define MAX_RUNS (1u << 24)
#define MAX_STEPS ((uint64_t)1 << 32)

/* A use of a value: in a block, or by a phi of its successor. */
typedef struct use {
    uint32_t block;
    bool is_phi;
} use;

/* The blocks at whose start, or end, values of the batch are live. */
typedef struct live_blocks {
    uint64_t *values;     /* by block: a bit for each value */
    uint64_t *blocks;     /* a bit for each block that has values */
    gac__live_runs *runs; /* of all batches so far */
    uint32_t n_runs, capacity;
} live_blocks;

typedef struct analysis {
    const gac__ir *ir;
    gac__arena *arena;
    gac__liveness *l;
    uint32_t *block_of;  /* by value: the defining block + 1 */
    uint32_t *first_use; /* by number: the index of its first use; the last
                            entry is the number of uses */
    use *uses;
    live_blocks in, out;
    uint64_t *defined; /* by block + 1: values of the batch that it defines */
    uint64_t *news;    /* by block: bits of `in` that its predecessors lack */
    uint64_t *pending; /* a bit for each block that has news */
    uint32_t top;      /* no higher word of `pending` has a bit */
    uint64_t steps;
} analysis;

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
static void visit_uses(analysis *f)
{
    const gac__ir *ir = f->ir;
    memset(f->block_of, 0, ir->n_values * sizeof *f->block_of);
    GAC__EACH_INST(ir, b, i) {
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

static gac_result find_uses(analysis *f)
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

static void add(live_blocks *s, uint32_t block, uint64_t values)
{
    s->values[block] |= values;
    gac__bit_set(s->blocks, block);
}

/* Values are live at the start of a block. */
static void enter(analysis *f, uint32_t block, uint64_t values)
{
    values &= ~f->in.values[block];
    if (!values)
        return;
    add(&f->in, block, values);
    f->news[block] |= values;
    gac__bit_set(f->pending, block);
    f->top = GAC__MAX(f->top, block / 64);
}

/* Values are live at the end of a block, and at its start, unless the block
 * defines them. */
static void leave(analysis *f, uint32_t block, uint64_t values)
{
    values &= ~f->out.values[block];
    if (!values)
        return;
    add(&f->out, block, values);
    enter(f, block, values & ~f->defined[block + 1]);
}

/* The highest pending block, which is removed; NONE: there is none. */
static uint32_t next_pending(analysis *f)
{
    for (; !f->pending[f->top]; f->top--, f->steps++)
        if (!f->top)
            return NONE;
    uint32_t bit = 63 - (uint32_t)__builtin_clzll(f->pending[f->top]);
    f->pending[f->top] &= ~((uint64_t)1 << bit);
    return f->top * 64 + bit;
}

static void follow(analysis *f)
{
    for (uint32_t b; (b = next_pending(f)) != NONE;) {
        const gac__ir_block *block = &f->ir->blocks[b];
        uint64_t values = f->news[b];
        f->news[b] = 0;
        f->steps += 1 + block->n_preds;
        for (uint32_t e = 0; e < block->n_preds; e++)
            leave(f, block->preds[e], values);
    }
}

/* -- ranges ---------------------------------------------------------------- */

/* Visits the ranges of the batch in the order of their ends. at[]: by value,
 * the number of its ranges so far, or with `runs` the index of its next one. */
static void visit_ranges(const live_blocks *s, uint32_t n_words,
                         uint32_t at[BATCH], gac__live_run *runs)
{
    uint64_t open = 0, closed, values;
    uint32_t last = 0; /* the block that `open` is of */
    for (uint32_t w = 0; w < n_words; w++)
        for (uint64_t blocks = s->blocks[w]; blocks; blocks &= blocks - 1) {
            uint32_t b = w * 64 + (uint32_t)__builtin_ctzll(blocks);
            values = s->values[b];
            closed = b == last + 1 ? open & ~values : open;
            open &= ~closed;
            for (; closed; closed &= closed - 1) {
                uint32_t v = (uint32_t)__builtin_ctzll(closed);
                if (runs)
                    runs[at[v]].last = last;
                at[v]++;
            }
            for (values &= ~open; runs && values; values &= values - 1)
                runs[at[__builtin_ctzll(values)]].first = b;
            open = s->values[b];
            last = b;
        }
    for (; open; open &= open - 1) {
        uint32_t v = (uint32_t)__builtin_ctzll(open);
        if (runs)
            runs[at[v]].last = last;
        at[v]++;
    }
}

/* Appends the ranges of the batch's n values, and empties the blocks. */
static bool put_runs(const analysis *f, live_blocks *s, uint32_t first,
                     uint32_t n)
{
    uint32_t n_words = (f->ir->n_blocks + 63) / 64, at[BATCH] = {0};
    visit_ranges(s, n_words, at, NULL);
    for (uint32_t v = 0; v < n; v++) {
        uint32_t n_own = at[v];
        at[v] = s->n_runs;
        s->n_runs += n_own;
        s->runs->first[first + v + 1] = s->n_runs;
    }
    if (s->n_runs > s->capacity) {
        gac__live_run *old = s->runs->runs;
        s->capacity = GAC__MAX(s->n_runs, 2 * s->capacity);
        s->runs->runs =
            gac__arena_alloc(f->arena, s->capacity, sizeof *s->runs->runs);
        if (!s->runs->runs)
            return false;
        if (at[0])
            memcpy(s->runs->runs, old, at[0] * sizeof *old);
    }
    visit_ranges(s, n_words, at, s->runs->runs);
    for (uint32_t w = 0; w < n_words; w++)
        for (; s->blocks[w]; s->blocks[w] &= s->blocks[w] - 1)
            s->values[w * 64 + (uint32_t)__builtin_ctzll(s->blocks[w])] = 0;
    return true;
}

/* -- batches --------------------------------------------------------------- */

/* Follows the values of numbers first to first + n. */
static gac_result follow_batch(analysis *f, uint32_t first, uint32_t n)
{
    uint64_t before = f->steps;
    for (uint32_t v = 0; v < n; v++)
        f->defined[f->block_of[f->l->value[first + v]]] |= (uint64_t)1 << v;
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t u = f->first_use[first + v];
             u < f->first_use[first + v + 1]; u++)
            (f->uses[u].is_phi ? leave : enter)(f, f->uses[u].block,
                                                (uint64_t)1 << v);
    f->steps += n + f->first_use[first + n] - f->first_use[first];
    follow(f);
    if (f->steps > MAX_STEPS || f->in.n_runs > MAX_RUNS
        || f->out.n_runs > MAX_RUNS)
        return GAC_ERR_LIMIT;
    if (!put_runs(f, &f->in, first, n) || !put_runs(f, &f->out, first, n))
        return GAC_ERR_MEMORY;
    for (uint32_t v = 0; v < n; v++)
        f->defined[f->block_of[f->l->value[first + v]]] = 0;
    return gac__ir_watch(f->ir, f->steps - before);
}

static bool begin(live_blocks *s, const analysis *f, gac__live_runs *runs)
{
    size_t n = f->ir->n_blocks;
    s->values = gac__arena_alloc(f->arena, n, sizeof *s->values);
    s->blocks = gac__arena_alloc(f->arena, (n + 63) / 64, sizeof *s->blocks);
    runs->first =
        gac__arena_alloc(f->arena, (size_t)f->l->n + 1, sizeof *runs->first);
    s->runs = runs;
    return s->values && s->blocks && runs->first;
}

gac_result gac__liveness_compute(const gac__ir *ir, gac__arena *arena,
                                 gac__liveness *out)
{
    analysis f = {.ir = ir, .arena = arena, .l = out};
    size_t n = ir->n_blocks;
    GAC__TRY(find_uses(&f));
    f.defined = gac__arena_alloc(arena, n + 1, sizeof *f.defined);
    f.news = gac__arena_alloc(arena, n, sizeof *f.news);
    f.pending = gac__arena_alloc(arena, (n + 63) / 64, sizeof *f.pending);
    if (!f.defined || !f.news || !f.pending || !begin(&f.in, &f, &out->in)
        || !begin(&f.out, &f, &out->out))
        return GAC_ERR_MEMORY;
    for (uint32_t at = 0; at < out->n; at += BATCH)
        GAC__TRY(follow_batch(&f, at, GAC__MIN(BATCH, out->n - at)));
    return GAC_OK;
}

uint32_t gac__next_live(const gac__liveness *l, const gac__live_runs *runs,
                        uint32_t b, uint32_t value)
{
    uint32_t v = l->number[value];
    if (v == NONE)
        return NONE;
    uint32_t n = runs->first[v + 1] - runs->first[v];
    const gac__live_run *of_value = runs->runs + runs->first[v];
    uint32_t k = GAC__FIRST_FROM(of_value, n, last, b);
    return k < n ? GAC__MAX(b, of_value[k].first) : NONE;
}
