/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Promotes private variables that are only loaded and stored to values.
 *
 * A variable is cut into slots, by offset and size (scalar replacement). It can
 * be promoted if every address made from it is the variable plus a constant and
 * used by loads and stores only, and if the slots do not overlap.
 *
 * Slots are promoted one by one. A slot is live in the blocks from which a load
 * is reached without a store in between; only these are visited, so that
 * variables of an inlined function cost time in the function's blocks alone, of
 * which a kernel may have thousands. A phi is placed where predecessors bring
 * different values, as far as those before the block in block order are known:
 * loops are assumed to keep a slot until a sweep shows that one does not
 * (optimistic, as in Wegman and Zadeck's value numbering). So phis are minimal.
 */
#include "compile/passes/passes.h"

#include <stdlib.h>

#define MOST_EVENTS 16u /* of a wait that becomes one for values */
#define MOST_SLOTS 64u  /* of a variable */
#define MOST_SWEEPS 16u /* over a slot's blocks; then all joins get phis */
/* The most arguments of all new phis: further slots stay in memory. */
#define MOST_ARGS(n_values) ((1u << 18) + 8u * (uint64_t)(n_values))

#define FORGOTTEN INT64_MIN /* offset of a FORGET, which is for all slots */
#define UNKNOWN UINT32_MAX  /* a value */

typedef struct variable {
    uint32_t value;
    bool rejected;
    bool accessed; /* some access to it is left */
} variable;

/* A load, a store or a FORGET through an address in a variable. */
typedef struct access {
    uint32_t variable; /* its number */
    uint32_t at;       /* the access's index in program order */
    int64_t offset;
    gac__ir_inst *inst;
    uint32_t block;
} access;

/* A block while a slot is promoted. */
typedef struct state {
    bool defined;      /* it stores to the slot, or forgets it */
    bool live;         /* the slot is live at its start */
    gac__ir_inst *phi; /* of the slot; NULL: none */
    uint32_t start;    /* live: the slot's value at the start; 0: undefined */
    uint32_t end;      /* defined: the slot's value at the end; 0: undefined */
} state;

typedef struct new_phi {
    struct new_phi *next; /* an earlier one of the same block */
    gac__ir_inst *inst;
} new_phi;

typedef struct promoter {
    gac__ir *ir;
    gac__arena *scratch;
    uint32_t n_known;    /* values that may be addresses */
    uint32_t n_replaced; /* values that may be loads */
    gac__addresses at;
    uint32_t *replacement; /* by value: another one; 0: itself */
    variable *variables;   /* by number, as in `at` */
    access *accesses;      /* sorted by variable, offset and program order */
    uint32_t n_accesses;
    state *states;  /* by block */
    uint32_t *live; /* blocks at whose start the current slot is live */
    uint32_t n_live;
    new_phi **phis;     /* by block: the last one made */
    uint64_t most_args; /* left of MOST_ARGS */
} promoter;

/* A CHECK behind which a variable counts as unwritten. */
static bool is_forget(const gac__ir_inst *i)
{
    return i->op == GAC__IR_CHECK && i->sub == GAC__CHECK_FORGET;
}

/* The variable + 1 that `value` is an address in; 0: none. */
static uint32_t base_of(const promoter *p, uint32_t value)
{
    return value < p->n_known ? p->at.base[value] : 0;
}

/* -- addresses ------------------------------------------------------------- */

/* The offset behind an LEA from offset `from`. */
static int64_t behind_lea(const gac__ir *ir, const gac__ir_inst *lea,
                          int64_t from)
{
    const gac__ir_value *index = &ir->values[lea->args[1]];
    if (index->kind != GAC__VALUE_CONST || !gac__ty_bytes((gac__ty)index->ty)
        || from == GAC__NOWHERE)
        return GAC__NOWHERE;
    int64_t at = lea->sub ? (int64_t)(uint32_t)index->bits
                          : gac__sign_extend(index->bits, index->ty);
    bool near = !__builtin_mul_overflow(at, (int64_t)lea->imm, &at)
                && gac__offset_add(at, lea->imm2, &at)
                && gac__offset_add(at, from, &at);
    return near ? at : GAC__NOWHERE;
}

/* Follows an instruction: an ALLOCA, MOV or LEA. */
static void follow(gac__addresses *a, const gac__ir *ir, const gac__ir_inst *i)
{
    bool moves = i->op == GAC__IR_MOV && i->ty == ir->ptr_ty;
    if (i->op == GAC__IR_ALLOCA) {
        a->base[i->result] = ++a->n_variables;
    } else if ((moves || i->op == GAC__IR_LEA) && a->base[i->args[0]]) {
        int64_t from = a->offset[i->args[0]];
        a->base[i->result] = a->base[i->args[0]];
        a->offset[i->result] = moves ? from : behind_lea(ir, i, from);
    }
}

bool gac__addresses_find(gac__addresses *a, const gac__ir *ir,
                         gac__arena *arena)
{
    a->base = gac__arena_alloc(arena, ir->n_values, sizeof *a->base);
    a->offset = gac__arena_alloc(arena, ir->n_values, sizeof *a->offset);
    a->n_variables = 0;
    if (!a->base || !a->offset)
        return false;
    GAC__EACH_INST(ir, b, i)
        follow(a, ir, i);
    return true;
}

/* Rejects variables whose address has a use that is no access. */
static void check_uses(promoter *p, const gac__ir_inst *i)
{
    for (uint32_t a = 0; a < i->n_args; a++) {
        uint32_t base = base_of(p, i->args[a]);
        bool address =
            gac__ir_is_access(i) && a == 0 && !(i->flags & GAC__IR_VOLATILE);
        bool derived = !gac__ir_is_access(i) && a == 0 && i->result
                       && base_of(p, i->result) == base
                       && p->at.offset[i->result] != GAC__NOWHERE;
        if (base && !address && !derived && !is_forget(i))
            p->variables[base - 1].rejected = true;
    }
}

/* -- waits ----------------------------------------------------------------- */

/* Collectives stand first in their blocks. */
static bool is_wait(const gac__ir_block *block)
{
    return block->n_insts && block->insts[0]->op == GAC__IR_WAIT_EVENTS;
}

/* Whether a list of `n` events lies inside its variable. If not, a checked run
 * must blame the wait, not a load. */
static bool list_fits(const promoter *p, uint32_t list, uint64_t n)
{
    uint64_t value = p->variables[base_of(p, list) - 1].value;
    uint64_t size = p->ir->values[value].def->imm;
    uint64_t bytes = n * gac__ty_bytes(p->ir->ptr_ty);
    return p->at.offset[list] >= 0 && bytes <= size
           && (uint64_t)p->at.offset[list] <= size - bytes;
}

/* The number of events that a wait's list is replaced by; 0: it stays. */
static uint32_t listed_events(const promoter *p, const gac__ir_block *block)
{
    const gac__ir_inst *w = block->insts[0];
    uint64_t n;
    if (block->n_preds != 1 || w->n_args != 2 || !base_of(p, w->args[1])
        || !gac__ir_is_const(p->ir, w->args[0], &n) || n > MOST_EVENTS
        || !list_fits(p, w->args[1], n))
        return 0;
    const gac__ir_block *before = &p->ir->blocks[block->preds[0]];
    return gac__ir_end(before)->n_targets == 1 ? (uint32_t)n : 0;
}

/* A wait for a constant number of events in a private list becomes a wait for
 * the events themselves, loaded in the block before it. */
static gac_result split_wait(promoter *p, gac__ir_block *block, uint32_t n)
{
    gac__ir *ir = p->ir;
    gac__ir_inst *w = block->insts[0];
    gac__ir_block *before = &ir->blocks[block->preds[0]];
    uint32_t *args = gac__arena_alloc(ir->arena, (size_t)n + 2, sizeof *args);
    if (!args)
        return GAC_ERR_MEMORY;
    args[0] = w->args[0];
    for (uint32_t e = 0; e < n; e++) {
        args[2 + e] =
            gac__ir_put(ir, before, GAC__IR_LOAD, ir->ptr_ty, w->args[1], 0, 0);
        gac__ir_inst *load = gac__ir_def(ir, args[2 + e]);
        if (!load)
            return GAC_ERR_MEMORY;
        load->ordinal = w->ordinal;
        load->imm2 = (int64_t)e * gac__ty_bytes(ir->ptr_ty);
    }
    w->args = args;
    w->n_args = n + 2;
    return GAC_OK;
}

/* Finds variables; replaces lists of waits. */
static gac_result prepare(promoter *p)
{
    gac__ir *ir = p->ir;
    const gac__ir_block *entry = &ir->blocks[0];
    for (uint32_t k = 0, n = 0; k < entry->n_insts; k++)
        if (entry->insts[k]->op == GAC__IR_ALLOCA)
            p->variables[n++].value = entry->insts[k]->result;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        gac__ir_block *block = &ir->blocks[b];
        uint32_t n = is_wait(block) ? listed_events(p, block) : 0;
        if (n)
            GAC__TRY(split_wait(p, block, n));
    }
    GAC__EACH_INST(ir, b, i)
        check_uses(p, i);
    return GAC_OK;
}

/* -- slots ----------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const access *x = a, *y = b;
    if (x->variable != y->variable)
        return x->variable < y->variable ? -1 : 1;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* Lists the accesses of variables that are not rejected. */
static gac_result list_accesses(promoter *p)
{
    const gac__ir *ir = p->ir;
    uint32_t n = 0;
    GAC__EACH_INST(ir, b, i)
        n += gac__ir_is_access(i) || is_forget(i);
    p->accesses = gac__arena_alloc(p->scratch, n, sizeof *p->accesses);
    if (!p->accesses)
        return GAC_ERR_MEMORY;
    GAC__EACH_INST(ir, b, i) {
        uint32_t base =
            gac__ir_is_access(i) || is_forget(i) ? base_of(p, i->args[0]) : 0;
        if (!base || p->variables[base - 1].rejected)
            continue;
        access x = {base - 1, p->n_accesses, FORGOTTEN, i, b};
        p->variables[base - 1].rejected |=
            gac__ir_is_access(i)
            && !gac__offset_add(p->at.offset[i->args[0]], i->imm2, &x.offset);
        p->accesses[p->n_accesses++] = x;
    }
    qsort(p->accesses, p->n_accesses, sizeof *p->accesses, compare);
    return GAC_OK;
}

static int64_t end_of(const access *x)
{
    return x->offset + gac__ty_bytes((gac__ty)x->inst->ty);
}

/* The end of the accesses to the slot that begin at `first`. */
static const access *slot_end(const access *first, const access *end)
{
    const access *x = first;
    while (x < end && x->offset == first->offset)
        x++;
    return x;
}

/* Whether a variable's slots are few, inside it, and do not overlap. */
static bool are_apart(const promoter *p, const access *x, const access *end)
{
    const gac__ir_inst *made =
        p->ir->values[p->variables[x->variable].value].def;
    uint32_t n_slots = 0;
    int64_t last = 0; /* byte of the slots so far, + 1 */
    for (const access *next; x < end; x = next) {
        next = slot_end(x, end);
        if (x->offset < last || (uint64_t)end_of(x) > made->imm
            || ++n_slots > MOST_SLOTS)
            return false;
        last = end_of(x);
        for (const access *other = x + 1; other < next; other++)
            if (end_of(other) != last)
                return false;
    }
    return true;
}

/* -- accesses become values ------------------------------------------------ */

/* Turns a load or a store into a bit cast to type `ty`. */
static void become_move(gac__ir_inst *i, uint8_t ty, uint32_t value)
{
    gac__ir_become_copy(i, value);
    i->ty = ty;
}

static uint32_t resolve(const promoter *p, uint32_t value)
{
    return gac__ir_resolve(p->replacement, p->n_replaced, value);
}

/* The value that a store gives a slot of type `ty`, as a bit cast if the types
 * differ. A store that is to be dropped has no arguments. */
static uint32_t take_store(gac__ir *ir, gac__ir_inst *i, uint8_t ty)
{
    uint32_t value = i->args[1];
    if (ir->values[value].ty == ty) {
        i->n_args = 0;
        return value;
    }
    i->result = gac__ir_new_value(ir, (gac__ty)ty, i);
    become_move(i, ty, value);
    return i->result;
}

/* Replaces a load of a slot of type `ty` by the slot's value; 0: undefined. */
static void take_load(promoter *p, gac__ir_inst *i, uint8_t ty, uint32_t value)
{
    value = resolve(p, value);
    if (!value || value == i->result) /* a use before its definition */
        value = gac__ir_undef(p->ir, (gac__ty)ty, GAC__UNDEF_MEMORY);
    if (i->ty == ty) {
        p->replacement[i->result] = value;
        i->n_args = 0;
    } else {
        become_move(i, i->ty, value);
    }
}

/* -- one slot -------------------------------------------------------------- */

/* A slot's accesses, and the FORGETs of its variable: next_access() iterates
 * over both in program order. */
typedef struct slot {
    const access *next, *end, *forget, *forgets_end;
    uint8_t ty; /* of the first access */
} slot;

static const access *next_access(slot *s)
{
    bool more = s->next < s->end;
    if (s->forget < s->forgets_end && (!more || s->forget->at < s->next->at))
        return s->forget++;
    return more ? s->next++ : NULL;
}

static int compare_blocks(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void enter(promoter *p, uint32_t block)
{
    if (p->states[block].live)
        return;
    p->states[block].live = true;
    p->live[p->n_live++] = block;
}

/* Finds the blocks that define the slot, and those where it is live. Returns
 * the most arguments that its phis may have. */
static uint64_t find_live(promoter *p, slot s)
{
    uint64_t n_args = 0;
    p->n_live = 0;
    for (const access *x; (x = next_access(&s)) != NULL;)
        if (x->inst->op != GAC__IR_LOAD)
            p->states[x->block].defined = true;
        else if (!p->states[x->block].defined)
            enter(p, x->block);
    for (uint32_t k = 0; k < p->n_live; k++) {
        const gac__ir_block *block = &p->ir->blocks[p->live[k]];
        for (uint32_t e = 0; e < block->n_preds; e++)
            if (!p->states[block->preds[e]].defined)
                enter(p, block->preds[e]);
        n_args += block->n_preds > 1 ? block->n_preds : 0;
    }
    qsort(p->live, p->n_live, sizeof *p->live, compare_blocks);
    return n_args;
}

/* Replaces stores, and loads behind a store of the same block. */
static void rename_local(promoter *p, slot s)
{
    uint32_t block = UNKNOWN, value = 0;
    bool known = false;
    for (const access *x; (x = next_access(&s)) != NULL;) {
        known &= block == x->block;
        block = x->block;
        if (x->inst->op == GAC__IR_LOAD) {
            if (known)
                take_load(p, x->inst, s.ty, value);
            continue;
        }
        known = true;
        value =
            x->inst->op == GAC__IR_STORE ? take_store(p->ir, x->inst, s.ty) : 0;
        p->states[block].end = value;
    }
}

/* The slot's value at the end of a block; UNKNOWN: not found yet. */
static uint32_t value_behind(const promoter *p, uint32_t block)
{
    const state *s = &p->states[block];
    return resolve(p, s->defined ? s->end : s->live ? s->start : 0);
}

/* Gives a block a phi of the slot. */
static bool put_phi(promoter *p, uint32_t block, uint8_t ty)
{
    const gac__ir_block *b = &p->ir->blocks[block];
    state *s = &p->states[block];
    new_phi *made = gac__arena_alloc(p->scratch, 1, sizeof *made);
    s->phi = gac__ir_new_result(p->ir, GAC__IR_PHI, (gac__ty)ty, b->n_preds,
                                b->insts[0]->ordinal);
    if (!made || !s->phi)
        return false;
    *made = (new_phi){p->phis[block], s->phi};
    p->phis[block] = made;
    s->start = s->phi->result;
    return true;
}

/* The value that all predecessors of a block bring: those before it, and with
 * `back` those of back edges, too. UNKNOWN: they bring several. */
static uint32_t brought(const promoter *p, uint32_t block, bool back)
{
    const gac__ir_block *b = &p->ir->blocks[block];
    uint32_t value = b->n_preds ? UNKNOWN : 0;
    for (uint32_t e = 0; e < b->n_preds; e++) {
        if (b->preds[e] >= block && !back)
            continue;
        uint32_t other = value_behind(p, b->preds[e]);
        if (value != UNKNOWN && other != value)
            return UNKNOWN;
        value = other;
    }
    return value;
}

/* Places phis, and finds the slot's value at the start of each block. */
static gac_result place_phis(promoter *p, uint8_t ty)
{
    bool changed = true;
    for (uint32_t sweep = 0; changed; sweep++) {
        GAC__TRY(gac__ir_watch(p->ir, 4 * (uint64_t)p->n_live));
        for (uint32_t k = 0; k < p->n_live; k++) {
            state *s = &p->states[p->live[k]];
            if (s->phi)
                continue;
            bool joins = p->ir->blocks[p->live[k]].n_preds > 1;
            s->start = joins && sweep == MOST_SWEEPS
                           ? UNKNOWN
                           : brought(p, p->live[k], false);
            if (s->start == UNKNOWN && !put_phi(p, p->live[k], ty))
                return GAC_ERR_MEMORY;
        }
        changed = false;
        for (uint32_t k = 0; k < p->n_live; k++) {
            const state *s = &p->states[p->live[k]];
            if (s->phi || brought(p, p->live[k], true) == s->start)
                continue;
            changed = true;
            if (!put_phi(p, p->live[k], ty))
                return GAC_ERR_MEMORY;
        }
    }
    return GAC_OK;
}

/* Replaces the remaining loads, and gives phis their arguments. */
static void rename_rest(promoter *p, slot s)
{
    for (const access *x; (x = next_access(&s)) != NULL;)
        if (x->inst->op == GAC__IR_LOAD && x->inst->n_args)
            take_load(p, x->inst, s.ty, p->states[x->block].start);
    for (uint32_t k = 0; k < p->n_live; k++) {
        const gac__ir_block *block = &p->ir->blocks[p->live[k]];
        gac__ir_inst *phi = p->states[p->live[k]].phi;
        for (uint32_t e = 0; phi && e < block->n_preds; e++) {
            uint32_t value = value_behind(p, block->preds[e]);
            if (!value)
                value = gac__ir_undef(p->ir, (gac__ty)s.ty, GAC__UNDEF_MEMORY);
            phi->args[e] = value;
        }
    }
}

static gac_result promote(promoter *p, slot s)
{
    uint64_t n_args = find_live(p, s);
    gac_result result =
        gac__ir_watch(p->ir, p->n_live + (uint64_t)(s.end - s.next));
    if (!result && n_args <= p->most_args) {
        p->most_args -= n_args;
        rename_local(p, s);
        result = place_phis(p, s.ty);
        if (!result)
            rename_rest(p, s);
    }
    for (uint32_t k = 0; k < p->n_live; k++)
        p->states[p->live[k]] = (state){0};
    for (const access *x; (x = next_access(&s)) != NULL;)
        p->states[x->block] = (state){0};
    return result;
}

/* -- all slots ------------------------------------------------------------- */

static gac_result promote_all(promoter *p)
{
    const access *end = p->accesses + p->n_accesses;
    for (const access *x = p->accesses, *last; x < end; x = last) {
        variable *v = &p->variables[x->variable];
        for (last = x; last < end && last->variable == x->variable;)
            last++;
        const access *forgets_end = x;
        while (forgets_end < last && forgets_end->offset == FORGOTTEN)
            forgets_end++;
        v->rejected |= forgets_end < last && !are_apart(p, forgets_end, last);
        for (const access *at = forgets_end, *next; at < last && !v->rejected;
             at = next) {
            next = slot_end(at, last);
            slot s = {at, next, x, forgets_end, at->inst->ty};
            GAC__TRY(promote(p, s));
        }
    }
    return GAC_OK;
}

/* Puts the new phis first in their blocks. */
static gac_result put_phis(const promoter *p)
{
    for (uint32_t b = 0; b < p->ir->n_blocks; b++) {
        gac__ir_block *block = &p->ir->blocks[b];
        uint32_t n = 0;
        for (const new_phi *x = p->phis[b]; x; x = x->next)
            n++;
        if (!n)
            continue;
        gac__ir_inst **insts = gac__arena_alloc(
            p->ir->arena, (size_t)block->n_insts + n, sizeof(gac__ir_inst *));
        if (!insts)
            return GAC_ERR_MEMORY;
        memcpy(insts + n, block->insts, block->n_insts * sizeof *insts);
        block->insts = insts;
        block->n_insts = block->capacity = block->n_insts + n;
        for (const new_phi *x = p->phis[b]; x; x = x->next)
            insts[--n] = x->inst;
    }
    return GAC_OK;
}

/* Finds variables that are still accessed by more than FORGETs. */
static void find_accessed(promoter *p)
{
    GAC__EACH_INST(p->ir, b, i) {
        bool derived = i->result && base_of(p, i->result);
        for (uint32_t a = 0; a < i->n_args && !is_forget(i); a++)
            if (base_of(p, i->args[a]) && !derived)
                p->variables[p->at.base[i->args[a]] - 1].accessed = true;
    }
}

/* Drops replaced accesses, and FORGETs of variables that are not accessed any
 * more; replaces the uses of loads. */
static void replace_all(promoter *p)
{
    find_accessed(p);
    for (uint32_t b = 0; b < p->ir->n_blocks; b++) {
        gac__ir_block *block = &p->ir->blocks[b];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < block->n_insts; k++) {
            gac__ir_inst *i = block->insts[k];
            uint32_t base = is_forget(i) ? base_of(p, i->args[0]) : 0;
            if ((gac__ir_is_access(i) && !i->n_args)
                || (base && !p->variables[base - 1].accessed))
                continue;
            block->insts[kept++] = i;
            for (uint32_t a = 0; a < i->n_args; a++)
                i->args[a] = resolve(p, i->args[a]);
        }
        block->n_insts = kept;
    }
}

gac_result gac__pass_mem2reg(gac__ir *ir, gac__arena *scratch)
{
    promoter p = {.ir = ir,
                  .scratch = scratch,
                  .n_known = ir->n_values,
                  .most_args = MOST_ARGS(ir->n_values)};
    uint32_t n_allocas = gac__count_variables(ir), n_blocks = ir->n_blocks;
    if (!n_allocas)
        return GAC_OK;
    p.variables = gac__arena_alloc(scratch, n_allocas, sizeof *p.variables);
    p.states = gac__arena_alloc(scratch, n_blocks, sizeof *p.states);
    p.live = gac__arena_alloc(scratch, n_blocks, sizeof *p.live);
    p.phis = gac__arena_alloc(scratch, n_blocks, sizeof(new_phi *));
    if (!gac__addresses_find(&p.at, ir, scratch) || !p.variables || !p.states
        || !p.live || !p.phis)
        return GAC_ERR_MEMORY;
    GAC__TRY(prepare(&p));
    p.n_replaced = ir->n_values;
    p.replacement =
        gac__arena_alloc(scratch, p.n_replaced, sizeof *p.replacement);
    if (!p.replacement)
        return GAC_ERR_MEMORY;
    GAC__TRY(list_accesses(&p));
    GAC__TRY(promote_all(&p));
    GAC__TRY(put_phis(&p));
    GAC__TRY(gac__ir_watch(ir, 0));
    replace_all(&p);
    return GAC_OK;
}
