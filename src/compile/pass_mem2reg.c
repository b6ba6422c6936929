/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Private variables that are only loaded and stored become values.
 *
 * A variable is cut into slots (offset, size). It can be promoted if every
 * address made from it is the variable plus a constant, is used by nothing but
 * loads and stores, and if the slots do not overlap. Slots are promoted 64 at a
 * time, so that liveness is one word a block: a phi is placed where blocks join
 * and the slot is live, and phis that turn out to merge one value only are
 * removed again. That is simpler than dominance frontiers and as fast for the
 * sizes that occur.
 */
#include "compile/compile.h"

#define BATCH 64u
#define MAX_LIST 16u      /* events of a wait that are taken out of memory */
#define MAX_BLOCKS 65536u /* larger kernels keep their variables in memory */
#define MAX_ARGS(n_values) ((1u << 18) + 8u * (uint64_t)(n_values))

typedef struct slot {
    uint32_t variable; /* index into promoter.variables */
    int64_t offset;
    uint8_t ty;
} slot;

typedef struct variable {
    uint32_t value;
    bool rejected;
    uint32_t first_slot, n_slots;
} variable;

typedef GAC__VEC(slot) slot_vec;

typedef struct promoter {
    gac__ir *ir;
    uint32_t n_known;      /* values that the three arrays below have room
                              for; those made later are no addresses */
    uint32_t *base;        /* for each value: variable index + 1, 0: none */
    int64_t *offset;       /* for each value with a base */
    uint32_t *replacement; /* for each value: another one, 0: itself */
    variable *variables;
    uint32_t n_variables;
    slot_vec slots;
    uint64_t most_args; /* of further phis; a batch with more stays in memory */
} promoter;

/* The variable + 1 that `value` is an address in; 0: none. */
static uint32_t base_of(const promoter *p, uint32_t value)
{
    return value < p->n_known ? p->base[value] : 0;
}

/* What a value was replaced by. */
static uint32_t resolve(const promoter *p, uint32_t value)
{
    uint32_t next;
    while (value < p->n_known && (next = p->replacement[value]) != 0) {
        if (next < p->n_known && p->replacement[next])
            p->replacement[value] = p->replacement[next];
        value = next;
    }
    return value;
}

/* Follows addresses: which values are a variable plus a constant. */
static void find_addresses(promoter *p)
{
    gac__ir *ir = p->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            gac__ir_inst *i = ir->blocks[b].insts[k];
            if (i->op == GAC__IR_ALLOCA) {
                p->variables[p->n_variables].value = i->result;
                p->base[i->result] = ++p->n_variables;
                p->offset[i->result] = 0;
            } else if (i->op == GAC__IR_MOV && p->base[i->args[0]]
                       && i->ty == ir->ptr_ty) {
                p->base[i->result] = p->base[i->args[0]];
                p->offset[i->result] = p->offset[i->args[0]];
            } else if (i->op == GAC__IR_LEA && p->base[i->args[0]]) {
                const gac__ir_value *index = &ir->values[i->args[1]];
                int64_t scaled;
                uint32_t bits = gac__ty_bytes((gac__ty)index->ty) * 8;
                int64_t at = bits >= 64 || bits == 0
                    ? (int64_t)index->bits
                    : (int64_t)(index->bits << (64 - bits)) >> (64 - bits);
                if (index->kind == GAC__VALUE_CONST
                    && !__builtin_mul_overflow(at, (int64_t)i->imm, &scaled)
                    && !__builtin_add_overflow(scaled, i->imm2, &scaled)
                    && !__builtin_add_overflow(
                        scaled, p->offset[i->args[0]], &scaled)) {
                    p->base[i->result] = p->base[i->args[0]];
                    p->offset[i->result] = scaled;
                }
            }
        }
}

static bool is_access(const gac__ir_inst *i)
{
    return i->op == GAC__IR_LOAD || i->op == GAC__IR_STORE;
}

/* Rejects variables whose address goes anywhere but into an access. */
static void check_uses(promoter *p)
{
    gac__ir *ir = p->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            for (uint32_t a = 0; a < i->n_args; a++) {
                uint32_t base = base_of(p, i->args[a]);
                if (!base)
                    continue;
                bool address = is_access(i) && a == 0
                               && !(i->flags & GAC__IR_VOLATILE);
                bool derived = i->result && base_of(p, i->result) == base && a == 0
                               && !is_access(i);
                if (!address && !derived)
                    p->variables[base - 1].rejected = true;
            }
        }
}

/* What is accessed where in a variable: each variable's stand together. */
typedef struct access {
    int64_t offset;
    uint8_t ty;
} access;

typedef GAC__VEC(access) access_list;

static int64_t end_of(const access *x)
{
    return x->offset + gac__ty_bytes((gac__ty)x->ty);
}

static bool is_noted(const access_list *list, const variable *v, access x)
{
    for (uint32_t s = 0; s < v->n_slots; s++) {
        const access *o = &list->items[v->first_slot + s];
        if (o->offset == x.offset && end_of(o) == end_of(&x))
            return true;
    }
    return false;
}

/* Variables with too many are rejected. False: memory is out. */
static bool note_access(const gac_allocator *al, access_list *list, variable *v,
                        access x)
{
    if (is_noted(list, v, x))
        return true;
    if (v->n_slots >= BATCH) {
        v->rejected = true;
        return true;
    }
    if (v->first_slot + v->n_slots != list->n) { /* those there go to the end */
        uint32_t first = (uint32_t)list->n;
        for (uint32_t s = 0; s < v->n_slots; s++) {
            access copy = list->items[v->first_slot + s];
            if (!GAC__VEC_PUSH(al, list, copy))
                return false;
        }
        v->first_slot = first;
    }
    v->n_slots++;
    return GAC__VEC_PUSH(al, list, x);
}

static bool note_accesses(promoter *p, const gac_allocator *al,
                          access_list *list)
{
    gac__ir *ir = p->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            uint32_t base = is_access(i) ? base_of(p, i->args[0]) : 0;
            access x = { .ty = i->ty };
            if (!base || p->variables[base - 1].rejected)
                continue;
            if (__builtin_add_overflow(p->offset[i->args[0]], i->imm2,
                                       &x.offset))
                p->variables[base - 1].rejected = true;
            else if (!note_access(al, list, &p->variables[base - 1], x))
                return false;
        }
    return true;
}

/* Whether accesses are all inside the variable, and none overlaps another. */
static bool are_apart(const access *x, uint32_t n, uint64_t size)
{
    for (uint32_t s = 0; s < n; s++) {
        if (x[s].offset < 0 || (uint64_t)end_of(&x[s]) > size)
            return false;
        for (uint32_t o = 0; o < s; o++)
            if (x[s].offset < end_of(&x[o]) && x[o].offset < end_of(&x[s]))
                return false;
    }
    return true;
}

/* Collects the slots of variables; rejects those whose slots overlap. */
static gac_result find_slots(promoter *p)
{
    gac__ir *ir = p->ir;
    const gac_allocator *al = &ir->module->context->allocator;
    access_list list = { 0 };
    bool ok = note_accesses(p, al, &list);
    for (uint32_t n = 0; n < p->n_variables && ok; n++) {
        variable *v = &p->variables[n];
        const access *x = v->n_slots ? &list.items[v->first_slot] : NULL;
        v->rejected |= !are_apart(x, v->n_slots, ir->values[v->value].def->imm);
        if (v->rejected)
            continue;
        v->first_slot = (uint32_t)p->slots.n;
        for (uint32_t s = 0; s < v->n_slots && ok; s++) {
            slot made = { n, x[s].offset, x[s].ty };
            ok = GAC__VEC_PUSH(al, &p->slots, made);
        }
    }
    GAC__VEC_FREE(al, &list);
    return ok ? GAC_OK : GAC_ERR_MEMORY;
}

/* -- one batch of slots ------------------------------------------------------ */

typedef struct batch {
    promoter *p;
    uint32_t first, n;
    uint64_t *use, *def, *in; /* a word a block */
    uint32_t *out;            /* BATCH values a block */
    gac__ir_inst **phis;      /* BATCH a block; NULL: none */
    uint32_t *phi_block;      /* of each phi made, with phi_slot */
} batch;

/* Returns the slot in this batch that an access goes to; UINT32_MAX: none. */
static uint32_t slot_of(const batch *t, const gac__ir_inst *i)
{
    const promoter *p = t->p;
    uint32_t base = is_access(i) ? base_of(p, i->args[0]) : 0;
    if (!base || p->variables[base - 1].rejected)
        return UINT32_MAX;
    const variable *v = &p->variables[base - 1];
    if (v->first_slot + v->n_slots <= t->first
        || v->first_slot >= t->first + t->n)
        return UINT32_MAX;
    int64_t at = p->offset[i->args[0]] + i->imm2;
    for (uint32_t s = v->first_slot; s < v->first_slot + v->n_slots; s++)
        if (p->slots.items[s].offset == at)
            return s >= t->first && s < t->first + t->n ? s - t->first
                                                        : UINT32_MAX;
    return UINT32_MAX;
}

static void find_live_slots(batch *t)
{
    gac__ir *ir = t->p->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        t->use[b] = t->def[b] = t->in[b] = 0;
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            uint32_t s = slot_of(t, i);
            if (s == UINT32_MAX)
                continue;
            if (i->op == GAC__IR_STORE)
                t->def[b] |= (uint64_t)1 << s;
            else if (!(t->def[b] >> s & 1))
                t->use[b] |= (uint64_t)1 << s;
        }
    }
    for (bool changed = true;
         changed && !gac__ir_watch(ir, 4 * (uint64_t)ir->n_blocks);) {
        changed = false;
        for (uint32_t b = ir->n_blocks; b-- > 0;) {
            const gac__ir_block *block = &ir->blocks[b];
            const gac__ir_inst *end = block->insts[block->n_insts - 1];
            uint64_t out = 0;
            for (uint32_t k = 0; k < end->n_targets; k++)
                out |= t->in[end->targets[k]];
            uint64_t in = t->use[b] | (out & ~t->def[b]);
            changed |= in != t->in[b];
            t->in[b] = in;
        }
    }
}

static uint32_t undefined_value(gac__ir *ir, uint8_t ty)
{
    uint32_t value = gac__ir_new_value(ir, (gac__ty)ty, NULL);
    if (value) {
        ir->values[value].kind = GAC__VALUE_CONST;
        ir->values[value].bits = 0;
        ir->values[value].undef = true;
    }
    return value;
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
        gac__ir_inst *phi = gac__ir_new_inst(ir, GAC__IR_PHI, ty,
                                             block->n_preds);
        uint32_t value = phi ? gac__ir_new_value(ir, ty, phi) : 0;
        if (!value)
            return GAC_ERR_MEMORY;
        phi->result = value;
        phi->ordinal = block->insts[0]->ordinal;
        insts[at++] = phi;
        t->phis[(size_t)b * BATCH + s] = phi;
        t->out[(size_t)b * BATCH + s] = value;
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
    gac__ir_block *block = &t->p->ir->blocks[b];
    uint32_t *out = &t->out[(size_t)b * BATCH];
    memset(out, 0, BATCH * sizeof *out);
    if (block->n_preds == 1 && block->preds[0] < b)
        memcpy(out, &t->out[(size_t)block->preds[0] * BATCH],
               BATCH * sizeof *out);
    else if (block->n_preds >= 1)
        return insert_phis(t, b, t->in[b]);
    return GAC_OK;
}

static gac_result rename_block(batch *t, uint32_t b)
{
    gac__ir *ir = t->p->ir;
    GAC__TRY(start_block(t, b));
    gac__ir_block *block = &ir->blocks[b];
    uint32_t *out = &t->out[(size_t)b * BATCH], kept = 0;
    for (uint32_t k = 0; k < block->n_insts; k++) {
        gac__ir_inst *i = block->insts[k];
        uint32_t s = slot_of(t, i);
        if (s == UINT32_MAX) {
            block->insts[kept++] = i;
            continue;
        }
        uint8_t slot_ty = t->p->slots.items[t->first + s].ty;
        if (i->op == GAC__IR_STORE) {
            uint32_t value = i->args[1];
            if (ir->values[value].ty != slot_ty) {
                /* Of one size but another type: the bits. */
                gac__ir_inst *mov = gac__ir_new_inst(ir, GAC__IR_MOV,
                                                     (gac__ty)slot_ty, 1);
                uint32_t moved = mov ? gac__ir_new_value(
                                     ir, (gac__ty)slot_ty, mov) : 0;
                if (!moved)
                    return GAC_ERR_MEMORY;
                mov->args[0] = value;
                mov->result = moved;
                mov->ordinal = i->ordinal;
                block->insts[kept++] = mov;
                value = moved;
            }
            out[s] = value;
            continue;
        }
        if (!out[s])
            out[s] = undefined_value(ir, slot_ty);
        if (!out[s])
            return GAC_ERR_MEMORY;
        if (i->ty == slot_ty) {
            uint32_t value = resolve(t->p, out[s]);
            if (value == i->result) /* only where a use precedes its
                                       definition */
                value = undefined_value(ir, slot_ty);
            if (!value)
                return GAC_ERR_MEMORY;
            t->p->replacement[i->result] = value;
            continue;
        }
        i->op = GAC__IR_MOV;
        i->args[0] = out[s];
        i->n_args = 1;
        i->sub = 0;
        i->imm2 = 0;
        block->insts[kept++] = i;
    }
    block->n_insts = kept;
    return GAC_OK;
}

static gac_result finish_phis(batch *t)
{
    gac__ir *ir = t->p->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t s = 0; s < t->n; s++) {
            gac__ir_inst *phi = t->phis[(size_t)b * BATCH + s];
            const gac__ir_block *block = &ir->blocks[b];
            for (uint32_t e = 0; phi && e < block->n_preds; e++) {
                uint32_t *value = &t->out[(size_t)block->preds[e] * BATCH + s];
                if (!*value)
                    *value = undefined_value(ir, phi->ty);
                if (!*value)
                    return GAC_ERR_MEMORY;
                phi->args[e] = *value;
            }
        }
    return GAC_OK;
}

/* How many arguments the phis of this batch would have. */
static uint64_t count_phi_args(const batch *t)
{
    const gac__ir *ir = t->p->ir;
    uint64_t n = 0;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        if (ir->blocks[b].n_preds > 1)
            n += (uint64_t)__builtin_popcountll(t->in[b])
                 * ir->blocks[b].n_preds;
    return n;
}

static gac_result promote_batch(batch *t)
{
    gac__ir *ir = t->p->ir;
    find_live_slots(t);
    GAC__TRY(gac__ir_watch(ir, ir->n_values + 16 * (uint64_t)ir->n_blocks));
    uint64_t n_args = count_phi_args(t);
    if (n_args > t->p->most_args)
        return GAC_OK;
    t->p->most_args -= n_args;
    memset(t->phis, 0, (size_t)ir->n_blocks * BATCH * sizeof *t->phis);
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        GAC__TRY(rename_block(t, b));
    return finish_phis(t);
}

static void replace_all(promoter *p)
{
    gac__ir *ir = p->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            gac__ir_inst *i = ir->blocks[b].insts[k];
            for (uint32_t a = 0; a < i->n_args; a++)
                i->args[a] = resolve(p, i->args[a]);
        }
}

static gac_result promote_slots(promoter *p)
{
    gac__ir *ir = p->ir;
    size_t n = ir->n_blocks;
    const gac_allocator *al = &ir->module->context->allocator;
    batch t = { .p = p };
    uint64_t *words = gac__alloc_zero(al, 3 * n, sizeof *words);
    t.out = gac__alloc_zero(al, n * BATCH, sizeof *t.out);
    t.phis = gac__alloc_zero(al, n * BATCH, sizeof *t.phis);
    gac_result result = words && t.out && t.phis ? GAC_OK : GAC_ERR_MEMORY;
    t.use = words;
    t.def = words ? words + n : NULL;
    t.in = words ? words + 2 * n : NULL;
    for (size_t at = 0; !result && at < p->slots.n; at += BATCH) {
        t.first = (uint32_t)at;
        t.n = (uint32_t)GAC__MIN(BATCH, p->slots.n - at);
        result = promote_batch(&t);
    }
    gac__free(al, words, 3 * n, sizeof *words);
    gac__free(al, t.out, n * BATCH, sizeof *t.out);
    gac__free(al, t.phis, n * BATCH, sizeof *t.phis);
    return result;
}

/* A wait for a constant number of events in a private list becomes a wait for
 * the events themselves, loaded in the block before it. */
static gac_result split_waits(promoter *p)
{
    gac__ir *ir = p->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        gac__ir_block *block = &ir->blocks[b];
        gac__ir_inst *w = block->n_insts ? block->insts[0] : NULL;
        if (!w || w->op != GAC__IR_WAIT_EVENTS || block->n_preds != 1
            || w->n_args != 2 || !base_of(p, w->args[1]))
            continue;
        const gac__ir_value *count = &ir->values[w->args[0]];
        if (count->kind != GAC__VALUE_CONST || count->bits == 0
            || count->bits > MAX_LIST)
            continue;
        uint32_t n = (uint32_t)count->bits;
        gac__ir_block *before = &ir->blocks[block->preds[0]];
        gac__ir_inst *end = before->insts[before->n_insts - 1];
        uint32_t *args = gac__arena_alloc(ir->arena, (size_t)n + 2,
                                          sizeof *args);
        if (!args || end->n_targets != 1)
            return args ? GAC_OK : GAC_ERR_MEMORY;
        args[0] = w->args[0];
        before->n_insts--;
        for (uint32_t e = 0; e < n; e++) {
            gac__ir_inst *load = gac__ir_new_inst(ir, GAC__IR_LOAD, ir->ptr_ty,
                                                  1);
            uint32_t value = load ? gac__ir_new_value(ir, ir->ptr_ty, load) : 0;
            if (!value || !gac__ir_append(ir, before, load))
                return GAC_ERR_MEMORY;
            load->result = args[2 + e] = value;
            load->args[0] = w->args[1];
            load->imm2 = (int64_t)e * gac__ty_bytes(ir->ptr_ty);
            load->ordinal = w->ordinal;
        }
        if (!gac__ir_append(ir, before, end))
            return GAC_ERR_MEMORY;
        w->args = args;
        w->n_args = n + 2;
    }
    return GAC_OK;
}

gac_result gac__pass_mem2reg(gac__ir *ir)
{
    const gac_allocator *al = &ir->module->context->allocator;
    promoter p = { .ir = ir, .most_args = MAX_ARGS(ir->n_values) };
    uint32_t n_allocas = 0, n_waits = 0;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            n_allocas += ir->blocks[b].insts[k]->op == GAC__IR_ALLOCA;
            n_waits += ir->blocks[b].insts[k]->op == GAC__IR_WAIT_EVENTS;
        }
    if (!n_allocas || ir->n_blocks > MAX_BLOCKS)
        return GAC_OK;
    uint32_t n = ir->n_values + n_waits * MAX_LIST;
    p.n_known = n;
    p.base = gac__alloc_zero(al, n, sizeof *p.base);
    p.offset = gac__alloc_zero(al, n, sizeof *p.offset);
    p.replacement = gac__alloc_zero(al, n, sizeof *p.replacement);
    p.variables = gac__alloc_zero(al, n_allocas, sizeof *p.variables);
    gac_result result = p.base && p.offset && p.replacement && p.variables
                            ? GAC_OK : GAC_ERR_MEMORY;
    if (!result) {
        find_addresses(&p);
        result = split_waits(&p);
    }
    if (!result)
        check_uses(&p);
    if (!result)
        result = find_slots(&p);
    if (!result)
        result = promote_slots(&p);
    if (!result)
        replace_all(&p);
    gac__free(al, p.base, n, sizeof *p.base);
    gac__free(al, p.offset, n, sizeof *p.offset);
    gac__free(al, p.replacement, n, sizeof *p.replacement);
    gac__free(al, p.variables, n_allocas, sizeof *p.variables);
    GAC__VEC_FREE(al, &p.slots);
    return result;
}
