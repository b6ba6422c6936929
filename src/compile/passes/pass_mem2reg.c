/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Private variables that are only loaded and stored become values.
 *
 * A variable is cut into slots (offset, size). It can be promoted if every
 * address made from it is the variable plus a constant, is used by nothing but
 * loads and stores, and if the slots do not overlap. pass_slots.c does the
 * rest.
 */
#include "compile/passes/pass_mem2reg.h"

#define MAX_LIST 16u /* events of a wait that are taken out of memory */
#define MAX_ARGS(n_values) ((1u << 18) + 8u * (uint64_t)(n_values))

bool gac__offset_lea(const gac__ir *ir, const gac__ir_inst *lea, int64_t from,
                     int64_t *offset_out)
{
    const gac__ir_value *index = &ir->values[lea->args[1]];
    uint32_t bits = gac__ty_bytes((gac__ty)index->ty) * 8;
    if (index->kind != GAC__VALUE_CONST || bits == 0)
        return false;
    int64_t at = lea->sub
                     ? (int64_t)(uint32_t)index->bits
                     : (int64_t)(index->bits << (64 - bits)) >> (64 - bits);
    return !__builtin_mul_overflow(at, (int64_t)lea->imm, &at)
           && gac__offset_add(at, lea->imm2, &at)
           && gac__offset_add(at, from, offset_out);
}

/* Whether an address is a variable plus a constant: what it is made of. */
static void follow_address(gac__promoter *p, const gac__ir_inst *i)
{
    const gac__ir *ir = p->ir;
    if (i->op == GAC__IR_ALLOCA) {
        p->variables[p->n_variables].value = i->result;
        p->base[i->result] = ++p->n_variables;
        p->offset[i->result] = 0;
    } else if (i->op == GAC__IR_MOV && p->base[i->args[0]]
               && i->ty == ir->ptr_ty) {
        p->base[i->result] = p->base[i->args[0]];
        p->offset[i->result] = p->offset[i->args[0]];
    } else if (i->op == GAC__IR_LEA && p->base[i->args[0]]) {
        int64_t at;
        if (gac__offset_lea(ir, i, p->offset[i->args[0]], &at)) {
            p->base[i->result] = p->base[i->args[0]];
            p->offset[i->result] = at;
        }
    }
}

/* Rejects variables whose address goes anywhere but into an access. */
static void check_uses(gac__promoter *p, const gac__ir_inst *i)
{
    for (uint32_t a = 0; a < i->n_args; a++) {
        uint32_t base = p->base[i->args[a]];
        if (!base)
            continue;
        bool address =
            gac__is_access(i) && a == 0 && !(i->flags & GAC__IR_VOLATILE);
        bool derived = i->result && p->base[i->result] == base && a == 0
                       && !gac__is_access(i);
        if (!address && !derived && !gac__is_forget(i))
            p->variables[base - 1].rejected = true;
    }
}

/* Finds addresses, what is done with them, and the accesses among that. Blocks
 * come behind those that dominate them, so that only phis may use what is not
 * known yet. */
static gac_result find_addresses(gac__promoter *p)
{
    gac__ir *ir = p->ir;
    const gac_allocator *al = &ir->module->context->allocator;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        const gac__ir_block *block = &ir->blocks[b];
        for (uint32_t k = 0; k < block->n_insts; k++) {
            gac__ir_inst *i = block->insts[k];
            if (i->op == GAC__IR_PHI)
                continue;
            follow_address(p, i);
            check_uses(p, i);
            if ((!gac__is_access(i) && !gac__is_forget(i))
                || !p->base[i->args[0]])
                continue;
            gac__slot_access access = {i, b, GAC__NO_SLOT};
            if (!GAC__VEC_PUSH(al, &p->accesses, access))
                return GAC_ERR_MEMORY;
        }
    }
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            if (ir->blocks[b].insts[k]->op != GAC__IR_PHI)
                break;
            check_uses(p, ir->blocks[b].insts[k]);
        }
    return GAC_OK;
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

static bool is_noted(const access_list *list, const gac__slot_variable *v,
                     access x)
{
    uint32_t guess = (uint32_t)x.offset >> gac__slot_shift((gac__ty)x.ty);
    if (!list->items)
        return false;
    if (guess < v->n_slots) {
        const access *o = &list->items[v->first_slot + guess];
        if (o->offset == x.offset && end_of(o) == end_of(&x))
            return true;
    }
    for (uint32_t s = 0; s < v->n_slots; s++) {
        const access *o = &list->items[v->first_slot + s];
        if (o->offset == x.offset && end_of(o) == end_of(&x))
            return true;
    }
    return false;
}

/* Variables with too many are rejected. False: memory is out. */
static bool note_access(const gac_allocator *al, access_list *list,
                        gac__slot_variable *v, access x)
{
    if (is_noted(list, v, x))
        return true;
    if (v->n_slots >= GAC__SLOT_BATCH) {
        v->rejected = true;
        return true;
    }
    if (list->items && v->first_slot + v->n_slots != list->n) {
        /* Those that are there go to the end. */
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

static bool note_accesses(gac__promoter *p, const gac_allocator *al,
                          access_list *list)
{
    for (size_t k = 0; k < p->accesses.n; k++) {
        const gac__ir_inst *i = p->accesses.items[k].inst;
        uint32_t address = i->args[0];
        gac__slot_variable *v = &p->variables[p->base[address] - 1];
        access x = {.ty = i->ty};
        if (v->rejected || gac__is_forget(i))
            continue;
        if (!gac__offset_add(p->offset[address], i->imm2, &x.offset))
            v->rejected = true;
        else if (!note_access(al, list, v, x))
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
static gac_result find_slots(gac__promoter *p)
{
    gac__ir *ir = p->ir;
    const gac_allocator *al = &ir->module->context->allocator;
    access_list list = {0};
    bool ok = note_accesses(p, al, &list);
    for (uint32_t n = 0; n < p->n_variables && ok; n++) {
        gac__slot_variable *v = &p->variables[n];
        const access *x = list.items ? &list.items[v->first_slot] : NULL;
        uint32_t n_slots = x ? v->n_slots : 0;
        v->rejected |= !are_apart(x, n_slots, ir->values[v->value].def->imm);
        if (v->rejected)
            continue;
        v->first_slot = (uint32_t)p->slots.n;
        for (uint32_t s = 0; s < n_slots && ok; s++) {
            gac__slot made = {n, x[s].offset, x[s].ty};
            ok = GAC__VEC_PUSH(al, &p->slots, made);
        }
    }
    GAC__VEC_FREE(al, &list);
    return ok ? GAC_OK : GAC_ERR_MEMORY;
}

/* FORGETs of variables that are nowhere accessed any more have become undefined
 * values. */
static void drop_forgets(gac__promoter *p)
{
    gac__ir *ir = p->ir;
    for (uint32_t n = 0; n < p->n_variables; n++)
        p->variables[n].n_slots = 0; /* from here on: uses */
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            for (uint32_t a = 0; a < i->n_args && !gac__is_forget(i); a++) {
                uint32_t base = gac__slot_base(p, i->args[a]);
                bool derived = i->result && gac__slot_base(p, i->result);
                if (base && !derived)
                    p->variables[base - 1].n_slots++;
            }
        }
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        gac__ir_block *block = &ir->blocks[b];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < block->n_insts; k++) {
            gac__ir_inst *i = block->insts[k];
            uint32_t base =
                gac__is_forget(i) ? gac__slot_base(p, i->args[0]) : 0;
            if (!base || p->variables[base - 1].n_slots)
                block->insts[kept++] = i;
        }
        block->n_insts = kept;
    }
}

/* Drops what is gone, and lets the rest use what has become of it. */
static void replace_all(gac__promoter *p)
{
    gac__ir *ir = p->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        gac__ir_block *block = &ir->blocks[b];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < block->n_insts; k++) {
            gac__ir_inst *i = block->insts[k];
            if (gac__is_gone(i))
                continue;
            block->insts[kept++] = i;
            for (uint32_t a = 0; a < i->n_args; a++)
                i->args[a] = gac__slot_resolve(p, i->args[a]);
        }
        block->n_insts = kept;
    }
}

/* Collectives stand first in their blocks. */
static bool is_wait(const gac__ir_block *block)
{
    return block->n_insts && block->insts[0]->op == GAC__IR_WAIT_EVENTS;
}

/* Whether a list of `n` events lies inside its variable: to a checked run it is
 * the wait's fault where it does not, and no load's. */
static bool list_fits(const gac__promoter *p, uint32_t list, uint64_t n)
{
    uint64_t value = p->variables[gac__slot_base(p, list) - 1].value;
    uint64_t size = p->ir->values[value].def->imm;
    uint64_t bytes = n * gac__ty_bytes(p->ir->ptr_ty);
    return p->offset[list] >= 0 && bytes <= size
           && (uint64_t)p->offset[list] <= size - bytes;
}

/* A wait for a constant number of events in a private list becomes a wait for
 * the events themselves, loaded in the block before it. */
static gac_result split_waits(gac__promoter *p, bool *any_out)
{
    gac__ir *ir = p->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        gac__ir_block *block = &ir->blocks[b];
        if (!is_wait(block))
            continue;
        gac__ir_inst *w = block->insts[0];
        if (block->n_preds != 1 || w->n_args != 2
            || !gac__slot_base(p, w->args[1]))
            continue;
        const gac__ir_value *count = &ir->values[w->args[0]];
        if (count->kind != GAC__VALUE_CONST || count->bits == 0
            || count->bits > MAX_LIST || !list_fits(p, w->args[1], count->bits))
            continue;
        uint32_t n = (uint32_t)count->bits;
        gac__ir_block *before = &ir->blocks[block->preds[0]];
        gac__ir_inst *end = before->insts[before->n_insts - 1];
        uint32_t *args =
            gac__arena_alloc(ir->arena, (size_t)n + 2, sizeof *args);
        if (!args || end->n_targets != 1)
            return args ? GAC_OK : GAC_ERR_MEMORY;
        args[0] = w->args[0];
        before->n_insts--;
        for (uint32_t e = 0; e < n; e++) {
            gac__ir_inst *load =
                gac__ir_new_result(ir, GAC__IR_LOAD, ir->ptr_ty, 1, w->ordinal);
            if (!load || !gac__ir_append(ir, before, load))
                return GAC_ERR_MEMORY;
            args[2 + e] = load->result;
            load->args[0] = w->args[1];
            load->imm2 = (int64_t)e * gac__ty_bytes(ir->ptr_ty);
        }
        if (!gac__ir_append(ir, before, end))
            return GAC_ERR_MEMORY;
        w->args = args;
        w->n_args = n + 2;
        *any_out = true;
    }
    return GAC_OK;
}

/* Finds all that there is to know before slots are made. */
static gac_result look(gac__promoter *p)
{
    bool again = false;
    GAC__TRY(find_addresses(p));
    GAC__TRY(split_waits(p, &again));
    if (!again)
        return GAC_OK;
    memset(p->base, 0, p->n_known * sizeof *p->base);
    memset(p->variables, 0, p->n_variables * sizeof *p->variables);
    p->n_variables = 0;
    p->accesses.n = 0;
    return find_addresses(p);
}

gac_result gac__pass_mem2reg(gac__ir *ir)
{
    const gac_allocator *al = &ir->module->context->allocator;
    gac__promoter p = {.ir = ir, .most_args = MAX_ARGS(ir->n_values)};
    uint32_t n_allocas = 0, n_waits = 0;
    for (uint32_t k = 0; k < ir->blocks[0].n_insts; k++)
        n_allocas += ir->blocks[0].insts[k]->op == GAC__IR_ALLOCA;
    if (!n_allocas)
        return GAC_OK;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        n_waits += is_wait(&ir->blocks[b]);
    uint32_t n = ir->n_values + n_waits * MAX_LIST;
    p.n_known = n;
    p.base = gac__alloc_zero(al, n, sizeof *p.base);
    p.offset = gac__alloc_zero(al, n, sizeof *p.offset);
    p.replacement = gac__alloc_zero(al, n, sizeof *p.replacement);
    p.variables = gac__alloc_zero(al, n_allocas, sizeof *p.variables);
    gac_result result = p.base && p.offset && p.replacement && p.variables
                            ? GAC_OK
                            : GAC_ERR_MEMORY;
    if (!result)
        result = look(&p);
    if (!result)
        result = find_slots(&p);
    if (!result)
        result = gac__promote_slots(&p);
    if (!result && ir->variant.checked)
        drop_forgets(&p);
    if (!result)
        replace_all(&p);
    gac__free(al, p.base, n, sizeof *p.base);
    gac__free(al, p.offset, n, sizeof *p.offset);
    gac__free(al, p.replacement, n, sizeof *p.replacement);
    gac__free(al, p.variables, n_allocas, sizeof *p.variables);
    GAC__VEC_FREE(al, &p.accesses);
    GAC__VEC_FREE(al, &p.slots);
    return result;
}
