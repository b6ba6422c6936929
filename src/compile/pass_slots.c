/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Slots of private variables become values, 64 at a time, so that liveness is one
 * word a block: a phi is placed where blocks join and the slot is live, and phis
 * that turn out to merge one value only are removed again. That is simpler than
 * dominance frontiers. A batch looks only at the blocks that access its slots and at
 * those that the slots are live into: variables of an inlined function matter in the
 * function's blocks alone, and a kernel may have thousands of such functions.
 *
 * Slots that are stored to before they are loaded, in one block and in no other, need
 * none of that. Most are of that kind: they go first, all at once.
 */
#include "compile/pass_mem2reg.h"

#define NO_SLOT GAC__NO_SLOT

/* -- where slots are accessed -------------------------------------------------- */

/* The slot that an access goes to; NO_SLOT: none. A variable's slots often are
 * elements of one size that are accessed in their order. */
static uint32_t slot_index(const gac__promoter *p, const gac__ir_inst *i)
{
    const gac__slot_variable *v = &p->variables[p->base[i->args[0]] - 1];
    if (v->rejected || gac__is_forget(i))
        return NO_SLOT;
    int64_t at = p->offset[i->args[0]] + i->imm2;
    uint32_t guess = (uint32_t)at >> gac__slot_shift((gac__ty)i->ty);
    if (guess < v->n_slots
        && p->slots.items[v->first_slot + guess].offset == at)
        return v->first_slot + guess;
    for (uint32_t s = v->first_slot; s < v->first_slot + v->n_slots; s++)
        if (p->slots.items[s].offset == at)
            return s;
    return NO_SLOT;
}

/* The slots that a FORGET is about: [*first_out, result). */
static uint32_t forgotten(const gac__promoter *p, const gac__ir_inst *i,
                          uint32_t *first_out)
{
    uint32_t base = gac__is_forget(i) ? gac__slot_base(p, i->args[0]) : 0;
    if (!base || p->variables[base - 1].rejected)
        return *first_out = 0;
    *first_out = p->variables[base - 1].first_slot;
    return *first_out + p->variables[base - 1].n_slots;
}

/* -- accesses become values ----------------------------------------------------- */

/* A load or a store becomes a move of its bits into a value of type `ty`. */
static void become_move(gac__ir_inst *i, uint8_t ty, uint32_t value)
{
    i->op = GAC__IR_MOV;
    i->ty = ty;
    i->args[0] = value;
    i->n_args = 1;
    i->sub = 0;
    i->imm2 = 0;
}

/* What a store brings to a slot of type `ty`: of another type but the same size, the
 * bits. 0: memory is out. */
static uint32_t stored_value(gac__ir *ir, gac__ir_inst *i, uint8_t ty)
{
    uint32_t value = i->args[1];
    if (ir->values[value].ty == ty) {
        i->n_args = 0;
        return value;
    }
    i->result = gac__ir_new_value(ir, (gac__ty)ty, i);
    become_move(i, ty, value);
    i->imm = 0;
    i->flags = 0;
    return i->result;
}

/* Replaces an access to a slot of type `ty` that holds *value, 0: nothing yet. False:
 * memory is out. */
static bool replace_access(gac__promoter *p, gac__ir_inst *i, uint8_t ty,
                           uint32_t *value)
{
    gac__ir *ir = p->ir;
    if (i->op == GAC__IR_STORE)
        return (*value = stored_value(ir, i, ty)) != 0;
    if (!*value)
        *value = gac__ir_undef(ir, (gac__ty)ty);
    if (i->ty == ty) {
        uint32_t known = gac__slot_resolve(p, *value);
        if (known == i->result) /* only where a use precedes its definition */
            known = gac__ir_undef(ir, (gac__ty)ty);
        p->replacement[i->result] = known;
        i->n_args = 0;
        return known != 0;
    }
    become_move(i, i->ty, *value);
    return *value != 0;
}

/* -- slots of one block ----------------------------------------------------------- */

#define SEVERAL (UINT32_MAX - 1) /* blocks */

/* What is known of each slot: where it is accessed, and what it holds there. */
typedef struct home {
    uint32_t block; /* NO_SLOT: nowhere so far */
    uint32_t value;
} home;

/* Finds the homes, and each access's slot; returns how many slots have one block. */
static uint32_t find_homes(gac__promoter *p, home *homes)
{
    uint32_t n_local = 0;
    for (size_t k = 0; k < p->accesses.n; k++) {
        gac__slot_access *x = &p->accesses.items[k];
        uint32_t s = x->slot = slot_index(p, x->inst), b = x->block;
        if (s == NO_SLOT || homes[s].block == b || homes[s].block == SEVERAL)
            continue;
        bool local = homes[s].block == NO_SLOT
                     && (x->inst->op == GAC__IR_STORE || b == 0);
        n_local += local;
        n_local -= homes[s].block != NO_SLOT;
        homes[s].block = local ? b : SEVERAL;
    }
    return n_local;
}

/* Replaces the accesses to slots of one block. */
static gac_result rename_homes(gac__promoter *p, home *homes)
{
    for (size_t k = 0; k < p->accesses.n; k++) {
        const gac__slot_access *x = &p->accesses.items[k];
        uint32_t s = x->slot, lost, end = forgotten(p, x->inst, &lost);
        GAC__TRY(gac__ir_watch(p->ir, 1));
        for (; lost < end; lost++)
            if (homes[lost].block == x->block)
                homes[lost].value = 0;
        if (s != NO_SLOT && homes[s].block != SEVERAL
            && !replace_access(p, x->inst, p->slots.items[s].ty,
                               &homes[s].value))
            return GAC_ERR_MEMORY;
    }
    return GAC_OK;
}

/* Drops the slots of one block and their accesses. */
static void forget_homes(gac__promoter *p, home *homes)
{
    uint32_t kept = 0;
    for (uint32_t n = 0; n < p->n_variables; n++) {
        gac__slot_variable *v = &p->variables[n];
        uint32_t first = v->first_slot, end = first + v->n_slots;
        if (v->rejected)
            continue;
        v->first_slot = kept;
        for (uint32_t s = first; s < end; s++) {
            bool stays = homes[s].block == SEVERAL;
            homes[s].value = stays ? kept : NO_SLOT; /* its new number */
            if (stays)
                p->slots.items[kept++] = p->slots.items[s];
        }
        v->n_slots = kept - v->first_slot;
    }
    p->slots.n = kept;
    size_t n_left = 0;
    for (size_t k = 0; k < p->accesses.n; k++) {
        gac__slot_access x = p->accesses.items[k];
        if (x.slot != NO_SLOT)
            x.slot = homes[x.slot].value;
        if (x.slot != NO_SLOT || gac__is_forget(x.inst))
            p->accesses.items[n_left++] = x;
    }
    p->accesses.n = n_left;
}

static gac_result promote_homes(gac__promoter *p)
{
    const gac_allocator *al = &p->ir->module->context->allocator;
    size_t n = p->slots.n;
    home *homes = gac__alloc_zero(al, n, sizeof *homes);
    gac_result result = homes ? GAC_OK : GAC_ERR_MEMORY;
    for (size_t s = 0; !result && s < n; s++)
        homes[s].block = NO_SLOT;
    if (!result && find_homes(p, homes)) {
        result = rename_homes(p, homes);
        forget_homes(p, homes);
    }
    gac__free(al, homes, n, sizeof *homes);
    return result;
}

/* -- which blocks batches look at ------------------------------------------------- */

/* Adds up, for each batch, the blocks that access its slots, in `count`; lists
 * them too if there is a list. `seen`: for each batch, the last such block + 1. */
static void visit_blocks(const gac__promoter *p, uint32_t *count,
                         uint32_t *seen, uint32_t *list)
{
    for (size_t k = 0; k < p->accesses.n; k++) {
        const gac__slot_access *x = &p->accesses.items[k];
        uint32_t s = x->slot, end = s + 1;
        if (s == NO_SLOT)
            end = forgotten(p, x->inst, &s);
        for (; s < end; s++) {
            uint32_t batch = s / GAC__SLOT_BATCH;
            if (seen[batch] == x->block + 1)
                continue;
            seen[batch] = x->block + 1;
            if (list)
                list[count[batch]] = x->block;
            count[batch]++;
        }
    }
}

/* Where the accesses of each block start. */
static gac_result index_accesses(gac__promoter *p)
{
    uint32_t n = p->ir->n_blocks, b = 0;
    p->first_access = gac__arena_alloc(p->ir->arena, (size_t)n + 1,
                                       sizeof *p->first_access);
    if (!p->first_access)
        return GAC_ERR_MEMORY;
    for (size_t k = 0; k < p->accesses.n; k++)
        for (; b < p->accesses.items[k].block; b++)
            p->first_access[b + 1] = (uint32_t)k;
    for (; b < n; b++)
        p->first_access[b + 1] = (uint32_t)p->accesses.n;
    return GAC_OK;
}

static gac_result find_blocks(gac__promoter *p)
{
    gac__arena *arena = p->ir->arena;
    uint32_t n = (uint32_t)((p->slots.n + GAC__SLOT_BATCH - 1) / GAC__SLOT_BATCH), total = 0;
    p->first_block = gac__arena_alloc(arena, (size_t)n + 2,
                                      sizeof *p->first_block);
    uint32_t *seen = gac__arena_alloc(arena, 2 * (size_t)n, sizeof *seen);
    if (!p->first_block || !seen)
        return GAC_ERR_MEMORY;
    GAC__TRY(index_accesses(p));
    uint32_t *next = p->first_block + 1;
    visit_blocks(p, next, seen, NULL);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t count = next[k];
        next[k] = total;
        total += count;
    }
    p->blocks = gac__arena_alloc(arena, total, sizeof *p->blocks);
    if (!p->blocks)
        return GAC_ERR_MEMORY;
    visit_blocks(p, next, seen + n, p->blocks);
    return GAC_OK;
}

/* -- one batch of slots ------------------------------------------------------ */

typedef struct batch {
    gac__promoter *p;
    uint32_t first, n;
    uint64_t *use, *def, *in; /* a word a block */
    uint64_t *queued;         /* a bit a block, as */
    uint64_t *touched;        /* of those that this batch looks at */
    uint32_t *place;          /* of each of these, where in `out` it is */
    uint32_t *queue;
    GAC__VEC(uint32_t) out;   /* n values a touched block */
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
    return s != NO_SLOT && s >= t->first && s < t->first + t->n
               ? s - t->first : NO_SLOT;
}

/* The slots of this batch that a FORGET is about, as bits. */
static uint64_t forgets(const batch *t, const gac__ir_inst *i)
{
    uint32_t s, end = forgotten(t->p, i, &s);
    uint64_t bits = 0;
    for (; s < end; s++)
        if (s >= t->first && s < t->first + t->n)
            bits |= (uint64_t)1 << (s - t->first);
    return bits;
}

static void find_local(batch *t, uint32_t b)
{
    const gac__promoter *p = t->p;
    touch(t, b);
    for (uint32_t k = p->first_access[b]; k < p->first_access[b + 1]; k++) {
        const gac__slot_access *x = &p->accesses.items[k];
        uint32_t s = slot_of(t, x);
        t->def[b] |= forgets(t, x->inst);
        if (s == NO_SLOT)
            continue;
        if (x->inst->op == GAC__IR_STORE)
            t->def[b] |= (uint64_t)1 << s;
        else if (!(t->def[b] >> s & 1))
            t->use[b] |= (uint64_t)1 << s;
    }
}

/* Finds into which blocks the slots are live, backward from where they are loaded;
 * touches these and those with accesses. */
static gac_result find_live_slots(batch *t)
{
    const gac__ir *ir = t->p->ir;
    const uint32_t *first = &t->p->first_block[t->first / GAC__SLOT_BATCH];
    uint32_t n_queued = 0;
    for (uint32_t k = first[0]; k < first[1]; k++) {
        uint32_t b = t->p->blocks[k];
        find_local(t, b);
        GAC__TRY(gac__ir_watch(ir, ir->blocks[b].n_insts));
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

/* Whether block b gets phis of the slots that are live into it. */
static bool has_phis(const batch *t, uint32_t b)
{
    const gac__ir_block *block = &t->p->ir->blocks[b];
    return block->n_preds > 1 || (block->n_preds == 1 && block->preds[0] >= b);
}

/* Makes room at the front of a block for its phis. */
static gac_result insert_phis(batch *t, uint32_t b, uint64_t wanted)
{
    gac__ir *ir = t->p->ir;
    gac__ir_block *block = &ir->blocks[b];
    uint32_t n_new = (uint32_t)__builtin_popcountll(wanted), at = 0;
    gac__ir_inst **insts = gac__arena_alloc(
        ir->arena, (size_t)block->n_insts + n_new, sizeof(gac__ir_inst *));
    if (!insts)
        return GAC_ERR_MEMORY;
    for (uint32_t s = 0; s < t->n; s++) {
        if (!(wanted >> s & 1))
            continue;
        gac__ty ty = (gac__ty)t->p->slots.items[t->first + s].ty;
        gac__ir_inst *phi =
            gac__ir_new_result(ir, GAC__IR_PHI, ty, block->n_preds,
                               block->insts[0]->ordinal);
        if (!phi)
            return GAC_ERR_MEMORY;
        insts[at++] = phi;
        out_of(t, b)[s] = phi->result;
    }
    memcpy(insts + at, block->insts, block->n_insts * sizeof *insts);
    block->insts = insts;
    block->n_insts += n_new;
    block->capacity = block->n_insts;
    return GAC_OK;
}

/* What a slot holds at the start of block b: a phi's value, the only
 * predecessor's last value, or nothing yet. */
static gac_result start_block(batch *t, uint32_t b)
{
    const gac__ir_block *block = &t->p->ir->blocks[b];
    uint32_t *out = out_of(t, b);
    memset(out, 0, t->n * sizeof *out);
    if (has_phis(t, b))
        return insert_phis(t, b, t->in[b]);
    if (block->n_preds == 1 && is_touched(t, block->preds[0]))
        memcpy(out, out_of(t, block->preds[0]), t->n * sizeof *out);
    return GAC_OK;
}

static gac_result rename_block(batch *t, uint32_t b)
{
    const gac__promoter *p = t->p;
    GAC__TRY(start_block(t, b));
    uint32_t *out = out_of(t, b);
    for (uint32_t k = p->first_access[b]; k < p->first_access[b + 1]; k++) {
        const gac__slot_access *x = &p->accesses.items[k];
        uint32_t s = slot_of(t, x);
        for (uint64_t lost = forgets(t, x->inst); lost; lost &= lost - 1)
            out[__builtin_ctzll(lost)] = 0; /* made where it is wanted */
        if (s != NO_SLOT
            && !replace_access(t->p, x->inst, p->slots.items[x->slot].ty,
                               &out[s]))
            return GAC_ERR_MEMORY;
    }
    return GAC_OK;
}

/* What a slot holds at the end of block b. */
static uint32_t last_value(batch *t, uint32_t b, uint32_t s, uint8_t ty)
{
    if (!is_touched(t, b))
        return gac__ir_undef(t->p->ir, (gac__ty)ty);
    uint32_t *value = &out_of(t, b)[s];
    if (!*value)
        *value = gac__ir_undef(t->p->ir, (gac__ty)ty);
    return *value;
}

/* A block's phis stand in front, in the order of their slots. */
static gac_result finish_phis(batch *t, uint32_t b)
{
    const gac__ir_block *block = &t->p->ir->blocks[b];
    uint32_t at = 0;
    for (uint64_t wanted = has_phis(t, b) ? t->in[b] : 0; wanted;
         wanted &= wanted - 1) {
        uint32_t s = (uint32_t)__builtin_ctzll(wanted);
        gac__ir_inst *phi = block->insts[at++];
        for (uint32_t e = 0; e < block->n_preds; e++) {
            phi->args[e] = last_value(t, block->preds[e], s, phi->ty);
            if (!phi->args[e])
                return GAC_ERR_MEMORY;
        }
    }
    return GAC_OK;
}

/* How many arguments the phis of this batch would have. */
static uint64_t count_phi_args(const batch *t)
{
    uint64_t n = 0;
    for (uint32_t b = t->lowest; (b = next_touched(t, b)) != UINT32_MAX; b++)
        if (has_phis(t, b))
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
        t->use[b] = t->def[b] = t->in[b] = 0;
        gac__bit_clear(t->touched, b);
    }
    t->n_touched = t->highest = 0;
    t->lowest = UINT32_MAX;
}

gac_result gac__promote_slots(gac__promoter *p)
{
    gac__ir *ir = p->ir;
    GAC__TRY(promote_homes(p));
    if (!p->slots.n)
        return GAC_OK;
    size_t n = ir->n_blocks, n_sets = (n + 63) / 64;
    const gac_allocator *al = &ir->module->context->allocator;
    batch t = { .p = p, .lowest = UINT32_MAX };
    uint64_t *words = gac__alloc_zero(al, 3 * n + 2 * n_sets, sizeof *words);
    uint32_t *lists = gac__alloc_zero(al, 2 * n, sizeof *lists);
    gac_result result = words && lists ? find_blocks(p) : GAC_ERR_MEMORY;
    t.use = words;
    t.def = words ? words + n : NULL;
    t.in = words ? words + 2 * n : NULL;
    t.queued = words ? words + 3 * n : NULL;
    t.touched = words ? words + 3 * n + n_sets : NULL;
    t.place = lists;
    t.queue = lists ? lists + n : NULL;
    for (size_t at = 0; !result && at < p->slots.n; at += GAC__SLOT_BATCH) {
        t.first = (uint32_t)at;
        t.n = (uint32_t)GAC__MIN(GAC__SLOT_BATCH, p->slots.n - at);
        result = promote_batch(&t);
        forget_batch(&t);
    }
    gac__free(al, words, 3 * n + 2 * n_sets, sizeof *words);
    gac__free(al, lists, 2 * n, sizeof *lists);
    GAC__VEC_FREE(al, &t.out);
    return result;
}
