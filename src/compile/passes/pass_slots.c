/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Slots of private variables become values, 64 at a time, so that liveness is
 * one word a block. A phi is placed where blocks join and the slot is live, but
 * where all ways bring the same value: those from before, and those of a loop
 * that is entered at its head alone and has no store to the slot. That is
 * simpler than dominance frontiers, and leaves as few, but for loops with
 * several entries. A batch looks only at the blocks that access its slots and
 * at those that the slots are live into: variables of an inlined function
 * matter in the function's blocks alone, and a kernel may have thousands of
 * such functions. What needs none of that has gone before (pass_homes.c).
 */
#include "compile/passes/pass_mem2reg.h"

#define NO_SLOT GAC__NO_SLOT
#define MANY_ENTRIES UINT32_MAX
#define NO_LOOP (UINT32_MAX - 1)
#define LOOKS_A_BLOCK 64u

/* -- what batches look at -------------------------------------------------- */

/* Adds up, for each batch, the accesses of its slots, in `count`; lists them
 * too if there is a list. A variable has no more slots than a batch. */
static void visit_accesses(const gac__promoter *p, uint32_t *count,
                           uint32_t *list)
{
    for (size_t k = 0; k < p->accesses.n; k++) {
        const gac__slot_access *x = &p->accesses.items[k];
        uint32_t s = x->slot, end = s + 1;
        if (s == NO_SLOT)
            end = gac__slots_forgotten(p, x->inst, &s);
        for (; s < end; s = (s / GAC__SLOT_BATCH + 1) * GAC__SLOT_BATCH) {
            uint32_t *n = &count[s / GAC__SLOT_BATCH];
            if (list)
                list[*n] = (uint32_t)k;
            ++*n;
        }
    }
}

static gac_result find_accesses(gac__promoter *p)
{
    gac__arena *arena = p->ir->arena;
    uint32_t n = (uint32_t)((p->slots.n + GAC__SLOT_BATCH - 1)
                            / GAC__SLOT_BATCH),
             total = 0;
    p->first_of_batch =
        gac__arena_alloc(arena, (size_t)n + 2, sizeof *p->first_of_batch);
    if (!p->first_of_batch)
        return GAC_ERR_MEMORY;
    uint32_t *next = p->first_of_batch + 1;
    visit_accesses(p, next, NULL);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t count = next[k];
        next[k] = total;
        total += count;
    }
    p->of_batch = gac__arena_alloc(arena, total, sizeof *p->of_batch);
    if (!p->of_batch)
        return GAC_ERR_MEMORY;
    visit_accesses(p, next, p->of_batch);
    return GAC_OK;
}

/* -- one batch of slots ---------------------------------------------------- */

/* A phi that its block gets when all batches are done: so each block is made
 * anew once. */
typedef struct made_phi {
    uint32_t block, batch;
    gac__ir_inst *phi;
} made_phi;

typedef struct batch {
    gac__promoter *p;
    uint32_t first, n;
    uint64_t *use, *def, *in; /* a word a block */
    uint64_t *phis;           /* the same: which slots have one */
    uint32_t *loop_end; /* for each block: the loop's last block if it is the
                           only entry of one; NO_LOOP: it is none;
                           MANY_ENTRIES: it is one of several */
    uint64_t looks;     /* at blocks of loops; then phis are left to others */
    uint64_t *queued;   /* a bit a block, as */
    uint64_t *touched;  /* of those that this batch looks at */
    uint32_t *place;    /* of each of these, where in `out` it is, .. */
    uint32_t *begin;    /* .. and its first access in the batch's, + 1; 0 */
    uint32_t *queue;    /* then: where in `made` each block's phis begin */
    GAC__VEC(made_phi) made;
    GAC__VEC(uint32_t) out; /* n values a touched block */
    uint32_t n_touched, lowest, highest;
} batch;

static bool is_touched(const batch *t, uint32_t b)
{
    return gac__bit_test(t->touched, b);
}

static void touch(batch *t, uint32_t b)
{
    if (is_touched(t, b))
        return;
    gac__bit_set(t->touched, b);
    t->place[b] = t->n_touched++;
    t->lowest = GAC__MIN(t->lowest, b);
    t->highest = GAC__MAX(t->highest, b);
}

static uint32_t *out_of(const batch *t, uint32_t b)
{
    return &t->out.items[(size_t)t->place[b] * t->n];
}

/* Returns the slot in this batch that an access goes to; NO_SLOT: none. */
static uint32_t slot_of(const batch *t, const gac__slot_access *x)
{
    uint32_t s = x->slot;
    return s != NO_SLOT && s >= t->first && s < t->first + t->n ? s - t->first
                                                                : NO_SLOT;
}

/* The slots of this batch that a FORGET is about, as bits. */
static uint64_t forgets(const batch *t, const gac__ir_inst *i)
{
    uint32_t s, end = gac__slots_forgotten(t->p, i, &s);
    uint64_t bits = 0;
    for (; s < end; s++)
        if (s >= t->first && s < t->first + t->n)
            bits |= (uint64_t)1 << (s - t->first);
    return bits;
}

/* The access of the batch that is number k, if it stands in block b; NULL. */
static const gac__slot_access *access_at(const batch *t, uint32_t k, uint32_t b)
{
    const gac__promoter *p = t->p;
    if (k >= p->first_of_batch[t->first / GAC__SLOT_BATCH + 1])
        return NULL;
    const gac__slot_access *x = &p->accesses.items[p->of_batch[k]];
    return x->block == b ? x : NULL;
}

/* Looks at a block's accesses, from number k on; returns what is behind them.
 */
static uint32_t find_local(batch *t, uint32_t b, uint32_t k)
{
    const gac__slot_access *x;
    touch(t, b);
    t->begin[b] = k + 1;
    for (; (x = access_at(t, k, b)) != NULL; k++) {
        uint32_t s = slot_of(t, x);
        t->def[b] |= forgets(t, x->inst);
        if (s == NO_SLOT)
            continue;
        if (x->inst->op == GAC__IR_STORE)
            t->def[b] |= (uint64_t)1 << s;
        else if (!(t->def[b] >> s & 1))
            t->use[b] |= (uint64_t)1 << s;
    }
    return k;
}

/* Finds into which blocks the slots are live, backward from where they are
 * loaded; touches these and those with accesses. */
static gac_result find_live_slots(batch *t)
{
    const gac__ir *ir = t->p->ir;
    const gac__promoter *p = t->p;
    const uint32_t *first = &p->first_of_batch[t->first / GAC__SLOT_BATCH];
    uint32_t n_queued = 0;
    for (uint32_t k = first[0], end; k < first[1]; k = end) {
        uint32_t b = p->accesses.items[p->of_batch[k]].block;
        end = find_local(t, b, k);
        GAC__TRY(gac__ir_watch(ir, end - k));
        t->in[b] = t->use[b];
        if (t->in[b]) {
            t->queue[n_queued++] = b;
            gac__bit_set(t->queued, b);
        }
    }
    while (n_queued > 0) {
        uint32_t b = t->queue[--n_queued];
        const gac__ir_block *block = &ir->blocks[b];
        gac__bit_clear(t->queued, b);
        GAC__TRY(gac__ir_watch(ir, 4 + block->n_preds));
        for (uint32_t e = 0; e < block->n_preds; e++) {
            uint32_t from = block->preds[e];
            uint64_t more = t->in[b] & ~t->def[from] & ~t->in[from];
            if (!more)
                continue;
            touch(t, from);
            t->in[from] |= more;
            if (gac__bit_test(t->queued, from))
                continue;
            gac__bit_set(t->queued, from);
            t->queue[n_queued++] = from;
        }
    }
    return GAC_OK;
}

/* The next touched block from b on; UINT32_MAX: none. */
static uint32_t next_touched(const batch *t, uint32_t b)
{
    for (; b <= t->highest; b = (b / 64 + 1) * 64) {
        uint64_t word = t->touched[b / 64] >> (b % 64);
        if (word)
            return b + (uint32_t)__builtin_ctzll(word);
    }
    return UINT32_MAX;
}

/* Whether block b may get phis of the slots that are live into it. */
static bool may_have_phis(const batch *t, uint32_t b)
{
    const gac__ir_block *block = &t->p->ir->blocks[b];
    return block->n_preds > 1 || (block->n_preds == 1 && block->preds[0] >= b);
}

/* Whether all edges to the blocks behind `head` up to `last` come from [head,
 * last]. */
static bool is_closed(batch *t, uint32_t head, uint32_t last)
{
    for (uint32_t b = head + 1; b <= last; b++) {
        const gac__ir_block *block = &t->p->ir->blocks[b];
        if (t->looks <= block->n_preds)
            return false;
        t->looks -= block->n_preds + 1;
        for (uint32_t p = 0; p < block->n_preds; p++)
            if (block->preds[p] < head || block->preds[p] > last)
                return false;
    }
    return true;
}

static void find_loop_ends(batch *t)
{
    for (uint32_t b = 0; b < t->p->ir->n_blocks; b++) {
        const gac__ir_block *block = &t->p->ir->blocks[b];
        uint32_t last = b, n_before = 0;
        for (uint32_t p = 0; p < block->n_preds; p++) {
            last = GAC__MAX(last, block->preds[p]);
            n_before += block->preds[p] < b;
        }
        if (n_before && n_before == block->n_preds)
            t->loop_end[b] = NO_LOOP;
        else
            t->loop_end[b] =
                n_before && is_closed(t, b, last) ? last : MANY_ENTRIES;
    }
}

/* Of the slots that are live into block b: those that hold the same at its
 * start, whichever way was taken. What that is goes into `out`. */
static uint64_t find_settled(batch *t, uint32_t b, uint32_t *out)
{
    const gac__ir_block *block = &t->p->ir->blocks[b];
    uint32_t end = t->loop_end[b];
    uint64_t settled = end == MANY_ENTRIES ? 0 : t->in[b];
    for (uint32_t k = b;
         end != NO_LOOP && settled && (k = next_touched(t, k)) <= end; k++) {
        settled &= t->looks ? ~t->def[k] : 0;
        t->looks -= t->looks > 0;
    }
    for (uint64_t left = settled; left; left &= left - 1) {
        uint32_t s = (uint32_t)__builtin_ctzll(left), value = 0;
        bool same = true, any = false;
        for (uint32_t p = 0; p < block->n_preds && same; p++) {
            uint32_t from = block->preds[p];
            if (from >= b)
                continue;
            uint32_t brought = is_touched(t, from) ? out_of(t, from)[s] : 0;
            same = !any || brought == value;
            value = brought;
            any = true;
        }
        out[s] = same ? value : 0;
        settled &= ~((uint64_t)!same << s);
    }
    return settled;
}

static gac_result make_phis(batch *t, uint32_t b, uint64_t wanted)
{
    gac__ir *ir = t->p->ir;
    const gac__ir_block *block = &ir->blocks[b];
    t->queue[b] = (uint32_t)t->made.n;
    for (; wanted; wanted &= wanted - 1) {
        uint32_t s = (uint32_t)__builtin_ctzll(wanted);
        gac__ty ty = (gac__ty)t->p->slots.items[t->first + s].ty;
        gac__ir_inst *phi = gac__ir_new_result(
            ir, GAC__IR_PHI, ty, block->n_preds, block->insts[0]->ordinal);
        made_phi made = {b, t->first, phi};
        if (!phi
            || !GAC__VEC_PUSH(&ir->module->context->allocator, &t->made, made))
            return GAC_ERR_MEMORY;
        out_of(t, b)[s] = phi->result;
    }
    return GAC_OK;
}

/* Puts the phis in front of their blocks, those of the last batch first. */
static gac_result put_phis(const batch *t)
{
    gac__ir *ir = t->p->ir;
    const made_phi *made = t->made.items;
    uint32_t *count = gac__arena_alloc(ir->arena, ir->n_blocks, sizeof *count);
    if (!count)
        return GAC_ERR_MEMORY;
    for (size_t k = 0; k < t->made.n; k++)
        count[made[k].block]++;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        gac__ir_block *block = &ir->blocks[b];
        size_t n = (size_t)block->n_insts + count[b];
        if (!count[b])
            continue;
        gac__ir_inst **insts =
            gac__arena_alloc(ir->arena, n, sizeof(gac__ir_inst *));
        if (!insts)
            return GAC_ERR_MEMORY;
        memcpy(insts + count[b], block->insts, block->n_insts * sizeof *insts);
        block->insts = insts;
        block->n_insts = block->capacity = (uint32_t)n;
        count[b] = 0;
    }
    for (size_t end = t->made.n, first; end > 0; end = first) {
        uint32_t b = made[end - 1].block;
        for (first = end - 1; first > 0 && made[first - 1].block == b
                              && made[first - 1].batch == made[end - 1].batch;)
            first--;
        for (size_t k = first; k < end; k++)
            ir->blocks[b].insts[count[b]++] = made[k].phi;
    }
    return GAC_OK;
}

/* What a slot holds at the start of block b: a phi's value, the only
 * predecessor's last value, or nothing yet. */
static gac_result start_block(batch *t, uint32_t b)
{
    const gac__ir_block *block = &t->p->ir->blocks[b];
    uint32_t *out = out_of(t, b);
    memset(out, 0, t->n * sizeof *out);
    if (may_have_phis(t, b)) {
        t->phis[b] = t->in[b] & ~find_settled(t, b, out);
        return t->phis[b] ? make_phis(t, b, t->phis[b]) : GAC_OK;
    }
    if (block->n_preds == 1 && is_touched(t, block->preds[0]))
        memcpy(out, out_of(t, block->preds[0]), t->n * sizeof *out);
    return GAC_OK;
}

static gac_result rename_block(batch *t, uint32_t b)
{
    const gac__promoter *p = t->p;
    const gac__slot_access *x;
    GAC__TRY(start_block(t, b));
    uint32_t *out = out_of(t, b);
    for (uint32_t k = t->begin[b]; k && (x = access_at(t, k - 1, b)) != NULL;
         k++) {
        uint32_t s = slot_of(t, x);
        for (uint64_t lost = forgets(t, x->inst); lost; lost &= lost - 1)
            out[__builtin_ctzll(lost)] = 0; /* made where it is wanted */
        if (s != NO_SLOT
            && !gac__slot_replace(t->p, x->inst, p->slots.items[x->slot].ty,
                                  &out[s]))
            return GAC_ERR_MEMORY;
    }
    return GAC_OK;
}

/* What a slot holds at the end of block b. */
static uint32_t last_value(batch *t, uint32_t b, uint32_t s, uint8_t ty)
{
    if (!is_touched(t, b))
        return gac__ir_undef(t->p->ir, (gac__ty)ty, GAC__UNDEF_MEMORY);
    uint32_t *value = &out_of(t, b)[s];
    if (!*value)
        *value = gac__ir_undef(t->p->ir, (gac__ty)ty, GAC__UNDEF_MEMORY);
    return *value;
}

/* A block's phis are made in the order of their slots. */
static gac_result finish_phis(batch *t, uint32_t b)
{
    const gac__ir_block *block = &t->p->ir->blocks[b];
    uint32_t at = t->queue[b];
    for (uint64_t wanted = t->phis[b]; wanted; wanted &= wanted - 1) {
        uint32_t s = (uint32_t)__builtin_ctzll(wanted);
        gac__ir_inst *phi = t->made.items[at++].phi;
        for (uint32_t e = 0; e < block->n_preds; e++) {
            phi->args[e] = last_value(t, block->preds[e], s, phi->ty);
            if (!phi->args[e])
                return GAC_ERR_MEMORY;
        }
    }
    return GAC_OK;
}

/* How many arguments the phis of this batch may have. */
static uint64_t count_phi_args(const batch *t)
{
    uint64_t n = 0;
    for (uint32_t b = t->lowest; (b = next_touched(t, b)) != UINT32_MAX; b++)
        if (may_have_phis(t, b))
            n += (uint64_t)__builtin_popcountll(t->in[b])
                 * t->p->ir->blocks[b].n_preds;
    return n;
}

static gac_result promote_batch(batch *t)
{
    const gac__ir *ir = t->p->ir;
    GAC__TRY(find_live_slots(t));
    GAC__TRY(gac__ir_watch(ir, 16 * (uint64_t)t->n_touched));
    uint64_t n_args = count_phi_args(t);
    if (n_args > t->p->most_args)
        return GAC_OK;
    t->p->most_args -= n_args;
    const gac_allocator *al = &ir->module->context->allocator;
    if (!GAC__VEC_RESERVE(al, &t->out, (size_t)t->n_touched * t->n))
        return GAC_ERR_MEMORY;
    for (uint32_t b = t->lowest; (b = next_touched(t, b)) != UINT32_MAX; b++)
        GAC__TRY(rename_block(t, b));
    for (uint32_t b = t->lowest; (b = next_touched(t, b)) != UINT32_MAX; b++)
        GAC__TRY(finish_phis(t, b));
    return GAC_OK;
}

static void forget_batch(batch *t)
{
    for (uint32_t b = t->lowest; (b = next_touched(t, b)) != UINT32_MAX; b++) {
        t->use[b] = t->def[b] = t->in[b] = t->phis[b] = 0;
        t->begin[b] = 0;
        gac__bit_clear(t->touched, b);
    }
    t->n_touched = t->highest = 0;
    t->lowest = UINT32_MAX;
}

gac_result gac__promote_slots(gac__promoter *p)
{
    gac__ir *ir = p->ir;
    GAC__TRY(gac__promote_homes(p));
    if (!p->slots.n)
        return GAC_OK;
    size_t n = ir->n_blocks, n_sets = (n + 63) / 64;
    const gac_allocator *al = &ir->module->context->allocator;
    batch t = {
        .p = p, .lowest = UINT32_MAX, .looks = LOOKS_A_BLOCK * (uint64_t)n};
    uint64_t *words = gac__alloc_zero(al, 4 * n + 2 * n_sets, sizeof *words);
    uint32_t *lists = gac__alloc_zero(al, 4 * n, sizeof *lists);
    gac_result result = words && lists ? find_accesses(p) : GAC_ERR_MEMORY;
    t.use = words;
    t.def = words ? words + n : NULL;
    t.in = words ? words + 2 * n : NULL;
    t.phis = words ? words + 3 * n : NULL;
    t.queued = words ? words + 4 * n : NULL;
    t.touched = words ? words + 4 * n + n_sets : NULL;
    t.place = lists;
    t.queue = lists ? lists + n : NULL;
    t.loop_end = lists ? lists + 2 * n : NULL;
    t.begin = lists ? lists + 3 * n : NULL;
    if (!result)
        find_loop_ends(&t);
    for (size_t at = 0; !result && at < p->slots.n; at += GAC__SLOT_BATCH) {
        t.first = (uint32_t)at;
        t.n = (uint32_t)GAC__MIN(GAC__SLOT_BATCH, p->slots.n - at);
        result = promote_batch(&t);
        forget_batch(&t);
    }
    if (!result)
        result = put_phis(&t);
    GAC__VEC_FREE(al, &t.made);
    gac__free(al, words, 4 * n + 2 * n_sets, sizeof *words);
    gac__free(al, lists, 4 * n, sizeof *lists);
    GAC__VEC_FREE(al, &t.out);
    return result;
}
