/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Makes a kernel a checked one: puts CHECKs before what can be at fault.
 *
 * It runs behind all other passes, so that the checked kernel computes exactly
 * what the unchecked one does. Two analyses keep its cost down:
 *
 *   roots      which buffer a pointer points into: accesses to a buffer that
 *              the kernel never writes cannot race, and need no CHECK
 *   alignment  an access that is aligned by construction needs no test
 *
 * Shadows (pass_shadow.c) follow values that memory may leave undefined, as
 * instructions of their own between the kernel's; a kernel without such memory
 * has none.
 */
#include "compile/passes/pass_check.h"

#define ALIGN_MAX 16u
#define MOST_SPECULATED 16u /* instructions from a shift to its SELECT */

/* -- roots ----------------------------------------------------------------- */

/* A pointer's root and alignment (log2). */
typedef struct pointer_fact {
    uint32_t root;
    uint8_t align;
} pointer_fact;

static uint8_t low_zeros(uint64_t bits)
{
    return bits ? (uint8_t)GAC__MIN((uint32_t)__builtin_ctzll(bits), ALIGN_MAX)
                : (uint8_t)ALIGN_MAX;
}

static pointer_fact pointer_of(const gac__shadower *s, uint32_t value)
{
    return (pointer_fact){s->facts[value].root, s->facts[value].align};
}

static pointer_fact join(pointer_fact a, pointer_fact b)
{
    uint32_t root = a.root == ROOT_NONE || a.root == b.root ? b.root
                    : b.root == ROOT_NONE                   ? a.root
                                                            : ROOT_UNKNOWN;
    return (pointer_fact){root, GAC__MIN(a.align, b.align)};
}

static uint32_t symbol_root(const gac__shadower *s, const gac__ir_value *v)
{
    switch (v->symbol) {
    case GAC__SYMBOL_ARG: return ROOT_FIRST + v->index;
    case GAC__SYMBOL_VAR: return ROOT_FIRST + s->ir->n_params + v->index;
    default: return ROOT_NONE;
    }
}

static pointer_fact inst_pointer(const gac__shadower *s, const gac__ir_inst *i)
{
    pointer_fact p = {ROOT_NONE, ALIGN_MAX};
    switch (i->op) {
    case GAC__IR_ALLOCA:
        return (pointer_fact){ROOT_PRIVATE, low_zeros((uint64_t)i->imm2)};
    case GAC__IR_LEA:
        p = pointer_of(s, i->args[0]);
        p.align = GAC__MIN(p.align, low_zeros((uint64_t)i->imm2));
        p.align = GAC__MIN(p.align, low_zeros(i->imm));
        return p;
    case GAC__IR_MOV:
    case GAC__IR_GENERIC_TO: return pointer_of(s, i->args[0]);
    case GAC__IR_SELECT:
        return join(pointer_of(s, i->args[1]), pointer_of(s, i->args[2]));
    case GAC__IR_PHI:
        for (uint32_t a = 0; a < i->n_args; a++)
            p = join(p, pointer_of(s, i->args[a]));
        return p;
    default: return (pointer_fact){ROOT_UNKNOWN, 0};
    }
}

/* Finds roots and alignments by iterating to a fixpoint. */
static void follow_pointers(gac__shadower *s)
{
    gac__ir *ir = s->ir;
    for (uint32_t v = 1; v < s->n_known; v++) {
        const gac__ir_value *value = &ir->values[v];
        s->facts[v].align = ALIGN_MAX;
        if (value->kind != GAC__VALUE_INST)
            s->facts[v].align = low_zeros(value->bits);
        if (value->kind == GAC__VALUE_SYMBOL)
            s->facts[v].root = symbol_root(s, value);
    }
    for (bool changed = true; changed && !gac__ir_watch(ir, ir->n_values);) {
        changed = false;
        GAC__EACH_INST(ir, b, i) {
            if (!i->result || i->ty != ir->ptr_ty)
                continue;
            pointer_fact p = inst_pointer(s, i);
            changed |= p.root != s->facts[i->result].root
                       || p.align != s->facts[i->result].align;
            s->facts[i->result].root = p.root;
            s->facts[i->result].align = p.align;
        }
    }
}

/* -- which memory ---------------------------------------------------------- */

static void note(gac__shadower *s, uint32_t pointer, uint8_t use)
{
    uint32_t root = s->facts[pointer].root;
    if (root == ROOT_UNKNOWN)
        s->anywhere |= use;
    else if (root >= ROOT_FIRST
             && root - ROOT_FIRST < s->ir->n_params + s->ir->n_vars)
        s->ir->written[root - ROOT_FIRST] |= use;
}

static void find_uses(gac__shadower *s)
{
    const gac__ir *ir = s->ir;
    GAC__EACH_INST(ir, b, i) {
        if (i->op == GAC__IR_STORE || i->op == GAC__IR_COPYMEM
            || (i->op == GAC__IR_ATOMIC && i->sub != GAC__ATOMIC_LOAD))
            note(s, i->args[0], GAC__ROOT_WRITTEN);
        else if (i->op == GAC__IR_ASYNC_COPY)
            note(s, i->args[GAC_ASYNC_DESTINATION], GAC__ROOT_WRITTEN);
        if (i->op == GAC__IR_LOAD || i->op == GAC__IR_ATOMIC)
            note(s, i->args[0], GAC__ROOT_READ);
        else if (i->op == GAC__IR_COPYMEM)
            note(s, i->args[1], GAC__ROOT_READ);
        else if (i->op == GAC__IR_ASYNC_COPY)
            note(s, i->args[GAC_ASYNC_SOURCE], GAC__ROOT_READ);
    }
    for (uint32_t k = 0; k < ir->n_params + ir->n_vars; k++)
        ir->written[k] |= s->anywhere;
    for (uint32_t k = 0; s->buffers && k < ir->n_params; k++)
        if (s->buffers[k] & GAC__BUFFER_IS_ALIASED)
            ir->written[k] = GAC__ROOT_WRITTEN | GAC__ROOT_READ;
}

/* Whether memory is shared by work-items and written by the kernel. */
static bool is_shared(const gac__shadower *s, uint32_t root)
{
    return root == ROOT_UNKNOWN
           || (root >= ROOT_FIRST && root < ROOT_PRIVATE
               && (s->ir->written[root - ROOT_FIRST] & GAC__ROOT_WRITTEN));
}

bool gac__shadow_memory_may_be_undefined(const gac__shadower *s, uint32_t root)
{
    const gac__ir *ir = s->ir;
    if (root == ROOT_UNKNOWN || root == ROOT_PRIVATE)
        return true;
    if (root == ROOT_NONE)
        return false;
    uint32_t n = root - ROOT_FIRST;
    if (n >= ir->n_params)
        return ir->vars[n - ir->n_params].storage_class
                   == SpvStorageClassWorkgroup
               && !ir->vars[n - ir->n_params].init;
    return ir->params[n].kind == GAC_PARAM_LOCAL
           || (ir->params[n].kind != GAC_PARAM_VALUE && s->buffers
               && (s->buffers[n] & GAC__BUFFER_IS_UNDEFINED));
}

/* OpenCL C 1.x has no atomic loads: the comparator of a compare-and-exchange is
 * first read by a plain load, and a torn or old value only makes the exchange
 * fail. Marks the values that become comparators. */
static void find_guesses(gac__shadower *s)
{
    const gac__ir *ir = s->ir;
    for (bool changed = true; changed && !gac__ir_watch(ir, ir->n_values);) {
        changed = false;
        GAC__EACH_INST(ir, b, i) {
            bool exchange = gac__ir_is_atomic(i, GAC__ATOMIC_CMPXCHG);
            bool moves = i->op == GAC__IR_PHI || i->op == GAC__IR_MOV;
            if (!exchange && !(moves && s->facts[i->result].guess))
                continue;
            for (uint32_t a = exchange ? 2 : 0; a < i->n_args; a++) {
                changed |= !s->facts[i->args[a]].guess;
                s->facts[i->args[a]].guess = 1;
            }
        }
    }
}

/* -- putting CHECKs -------------------------------------------------------- */

gac__ir_inst *gac__shadow_put(gac__shadower *s, gac__ir_op op, gac__ty ty,
                              uint32_t n_args, const uint32_t *args,
                              const gac__ir_inst *like)
{
    gac__ir_inst *i = gac__ir_new_inst(s->ir, op, ty, n_args);
    if (!i || !gac__ir_append(s->ir, s->out, i))
        return s->ir->lost;
    for (uint32_t a = 0; a < n_args; a++)
        i->args[a] = args[a];
    i->ordinal = like->ordinal;
    return i;
}

static gac__ir_inst *put_check(gac__shadower *s, gac__check_kind kind,
                               uint32_t n_args, const uint32_t *args,
                               const gac__ir_inst *i)
{
    gac__ir_inst *c =
        gac__shadow_put(s, GAC__IR_CHECK, (gac__ty)i->ty, n_args, args, i);
    c->sub = kind;
    return c;
}

/* Puts the CHECK of a load or a store. */
static gac__ir_inst *put_access(gac__shadower *s, gac__check_kind kind,
                                uint32_t n_args, const uint32_t *args,
                                const gac__ir_inst *i)
{
    gac__ir_inst *c = put_check(s, kind, n_args, args, i);
    c->imm = i->imm;
    c->imm2 = i->imm2;
    c->flags = i->flags & GAC__IR_UNSIGNED;
    c->n_list = i->sub;
    return c;
}

static void check_load(gac__shadower *s, const gac__ir_inst *i)
{
    uint32_t index = i->n_args == 2 ? i->args[1] : 0;
    uint32_t root = s->facts[i->args[0]].root;
    bool undefined = s->facts[i->result].maybe;
    uint8_t align = s->facts[i->args[0]].align;
    align = GAC__MIN(align, low_zeros((uint64_t)i->imm2));
    if (index)
        align = GAC__MIN(align, low_zeros(i->imm));
    uint32_t args[4] = {i->args[0], index, gac__shadow_of(s, i->args[0]),
                        gac__shadow_of(s, index)};
    if (!is_shared(s, root) && root != ROOT_PRIVATE && !undefined && !args[2]
        && !args[3] && align >= i->sub)
        return;
    gac__ir_inst *c = put_access(s, GAC__CHECK_LOAD, 4, args, i);
    if (s->facts[i->result].guess)
        c->flags |= GAC__IR_GUESS;
    if (undefined)
        gac__shadow_result(s, c, i->result, i);
}

static void check_store(gac__shadower *s, const gac__ir_inst *i)
{
    uint32_t index = i->n_args == 3 ? i->args[2] : 0;
    uint32_t args[6] = {i->args[0],
                        index,
                        gac__shadow_of(s, i->args[0]),
                        gac__shadow_of(s, index),
                        gac__shadow_of(s, i->args[1]),
                        i->args[1]};
    put_access(s, GAC__CHECK_STORE, args[4] ? 6 : 5, args, i);
}

/* Puts a CHECK of an atomic. */
static gac__ir_inst *put_atomic(gac__shadower *s, uint32_t n_args,
                                const uint32_t *args, const gac__ir_inst *i)
{
    gac__ir_inst *c = put_check(s, GAC__CHECK_ATOMIC, n_args, args, i);
    c->flags = (uint8_t)i->sub;
    c->imm = i->n_list;
    return c;
}

static void check_atomic(gac__shadower *s, const gac__ir_inst *i)
{
    uint32_t args[6] = {i->args[0], 0, gac__shadow_of(s, i->args[0]), 0,
                        gac__shadow_union(s, i, 1)};
    for (uint32_t a = 1; a < i->n_args && !args[5]; a++)
        args[5] = gac__shadow_of(s, i->args[a]) ? i->args[a] : 0;
    gac__ir_inst *c = put_atomic(s, args[4] ? 6 : 5, args, i);
    bool flag =
        i->sub == GAC__ATOMIC_FLAG_SET || i->sub == GAC__ATOMIC_FLAG_CLEAR;
    c->ty = flag ? (uint8_t)GAC__TY_I32 : i->ty;
    c->n_list = (uint32_t)__builtin_ctz(gac__ty_bytes((gac__ty)c->ty));
    if (i->result && s->facts[i->result].maybe)
        gac__shadow_result(s, c, i->result, i);
}

/* A second CHECK behind a compare-and-exchange: lanes whose comparison succeeds
 * have written. */
static void check_outcome(gac__shadower *s, const gac__ir_inst *i)
{
    if (!gac__ir_is_atomic(i, GAC__ATOMIC_CMPXCHG) || !i->result)
        return;
    uint32_t args[8] = {i->args[0], 0, 0, 0, 0, 0, i->result, i->args[2]};
    put_atomic(s, 8, args, i);
}

static void check_fence(gac__shadower *s, const gac__ir_inst *i)
{
    if (i->n_list)
        put_check(s, GAC__CHECK_FENCE, 0, NULL, i)->imm = i->n_list;
}

static void check_copymem(gac__shadower *s, const gac__ir_inst *i)
{
    uint32_t args[6];
    for (uint32_t a = 0; a < 3; a++) {
        args[a] = i->args[a];
        args[3 + a] = gac__shadow_of(s, i->args[a]);
    }
    put_check(s, GAC__CHECK_COPYMEM, 6, args, i)->n_list = i->sub;
}

/* -- arithmetic ------------------------------------------------------------ */

static bool spirv_opcode_is(const gac__shadower *s, const gac__ir_inst *i,
                            uint32_t first, uint32_t last)
{
    const gac_module *m = s->ir->module;
    if (i->ordinal >= m->n_insts)
        return false;
    uint32_t opcode = m->words[m->offsets[i->ordinal]] & 0xFFFF;
    return opcode >= first && opcode <= last;
}

/* Whether a constant second operand makes the operation always defined. */
static bool is_harmless(const gac__shadower *s, const gac__ir_inst *i,
                        gac__check_kind kind)
{
    const gac__ir_value *y = &s->ir->values[i->args[1]];
    uint32_t width = gac__ty_bytes((gac__ty)i->ty) * 8;
    if (y->kind != GAC__VALUE_CONST || y->undef)
        return false;
    if (kind == GAC__CHECK_SHIFT)
        return y->bits < width;
    uint64_t ones = UINT64_MAX >> (64 - width);
    return y->bits != 0 && (kind == GAC__CHECK_DIVIDE || y->bits != ones);
}

/* GAC__CHECK_COUNT: the instruction needs none. */
static gac__check_kind arithmetic_kind(const gac__shadower *s,
                                       const gac__ir_inst *i)
{
    gac__check_kind kind;
    switch (i->op) {
    case GAC__IR_UDIV:
    case GAC__IR_UREM: kind = GAC__CHECK_DIVIDE; break;
    case GAC__IR_SDIV:
    case GAC__IR_SREM:
    case GAC__IR_SMOD: kind = GAC__CHECK_SDIVIDE; break;
    case GAC__IR_SHL:
    case GAC__IR_LSHR:
    case GAC__IR_ASHR: kind = GAC__CHECK_SHIFT; break;
    case GAC__IR_FTOU:
    case GAC__IR_FTOS: kind = GAC__CHECK_TO_INT; break;
    default: return GAC__CHECK_COUNT;
    }
    bool conversion = kind == GAC__CHECK_TO_INT;
    bool from_spirv =
        conversion ? spirv_opcode_is(s, i, SpvOpConvertFToU, SpvOpConvertFToS)
                         && !(i->imm & GAC__IR_SATURATE)
        : kind == GAC__CHECK_SHIFT
            ? spirv_opcode_is(s, i, SpvOpShiftRightLogical,
                              SpvOpShiftLeftLogical)
            : spirv_opcode_is(s, i, SpvOpUDiv, SpvOpSMod);
    if (!from_spirv || (!conversion && is_harmless(s, i, kind)))
        return GAC__CHECK_COUNT;
    return kind;
}

/* Finds the blocks and the only users of values. */
static void find_users(gac__shadower *s)
{
    GAC__EACH_INST(s->ir, b, i) {
        s->facts[i->result].block = b;
        for (uint32_t a = 0; a < i->n_args; a++)
            s->facts[i->args[a]].user = i;
    }
    GAC__EACH_INST(s->ir, c, j) {
        for (uint32_t a = 0; a < j->n_args; a++)
            if (s->facts[j->args[a]].user != j)
                s->facts[j->args[a]].user = NULL;
    }
}

/* Compilers shift and convert before they know whether the result is wanted:
 * `n < 32 ? x << n : 0` is a SELECT. Finds the one, in the block of `value`,
 * that all uses of the value lead to; NULL: there is none. `if_out`: what its
 * condition is where the value is wanted. */
static const gac__ir_inst *chooser_of(const gac__shadower *s, uint32_t value,
                                      bool *if_out)
{
    for (uint32_t n = 0; n < MOST_SPECULATED; n++) {
        const gac__ir_inst *u = s->facts[value].user;
        if (!u || !gac__ir_is_pure(u->op)
            || s->facts[u->result].block != s->facts[value].block)
            return NULL;
        if (u->op == GAC__IR_SELECT && u->args[0] != value) {
            *if_out = u->args[1] == value;
            return u->args[1] == u->args[2] ? NULL : u;
        }
        value = u->result;
    }
    return NULL;
}

/* Puts the CHECK of `i`; if there is a chooser, it waits for that one. */
static void check_arithmetic(gac__shadower *s, const gac__ir_inst *i)
{
    gac__check_kind kind = arithmetic_kind(s, i);
    const gac__ir_inst *chooser = NULL;
    bool wanted_if = false;
    if (kind == GAC__CHECK_COUNT)
        return;
    if (kind == GAC__CHECK_SHIFT || kind == GAC__CHECK_TO_INT)
        chooser = chooser_of(s, i->result, &wanted_if);
    uint32_t args[3] = {i->args[0], kind == GAC__CHECK_TO_INT ? 0 : i->args[1],
                        chooser ? chooser->args[0] : 0};
    gac__ir_inst *c = put_check(s, kind, 3, args, i);
    c->imm = i->op == GAC__IR_FTOS;
    c->imm2 = wanted_if;
    if (!chooser || c == s->ir->lost)
        return;
    s->out->n_insts--;
    s->facts[i->result].late = s->facts[chooser->result].late;
    s->facts[chooser->result].late = (gac__late){c, i->result};
}

/* Puts the CHECKs of what a SELECT may leave out. */
static void check_chosen(gac__shadower *s, const gac__ir_inst *select)
{
    for (gac__late l = s->facts[select->result].late; l.check;
         l = s->facts[l.value].late)
        gac__ir_append(s->ir, s->out, l.check);
}

/* -- decisions ------------------------------------------------------------- */

/* Puts a DECIDE for those of `n` values that have shadows. */
static void check_decision(gac__shadower *s, const uint32_t *values, uint32_t n,
                           bool events, const gac__ir_inst *i)
{
    for (uint32_t k = 0; k < n; k++) {
        uint32_t shadow = gac__shadow_of(s, values[k]);
        if (!shadow)
            continue;
        gac__ir_inst *c = put_check(s, GAC__CHECK_DECIDE, 1, &shadow, i);
        c->imm = events;
        c->imm2 = values[k];
    }
}

static void check_inst(gac__shadower *s, gac__ir_inst *i)
{
    switch (i->op) {
    case GAC__IR_LOAD: check_load(s, i); return;
    case GAC__IR_STORE: check_store(s, i); return;
    case GAC__IR_ATOMIC: check_atomic(s, i); return;
    case GAC__IR_COPYMEM: check_copymem(s, i); return;
    case GAC__IR_FENCE: check_fence(s, i); return;
    case GAC__IR_SELECT: check_chosen(s, i); return;
    case GAC__IR_CBR:
    case GAC__IR_SWITCH: check_decision(s, i->args, 1, false, i); return;
    case GAC__IR_PRINTF:
        check_decision(s, i->args, i->n_args, false, i);
        return;
    case GAC__IR_CHECK: /* a FORGET */
        i->imm = s->ir->values[i->args[0]].def->imm;
        return;
    default: check_arithmetic(s, i); return;
    }
}

static gac_result check_blocks(gac__shadower *s)
{
    gac__ir *ir = s->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        s->out = &ir->blocks[b];
        GAC__TRY(gac__ir_watch(ir, s->out->n_insts));
        GAC__EACH_REOPENED(ir, s->out, i) {
            if (i->op != GAC__IR_PHI)
                check_inst(s, i);
            gac__ir_append(ir, s->out, i);
            check_outcome(s, i);
            if (gac__shadow_is_move(i))
                gac__shadow_take(s, i);
            else if (i->op != GAC__IR_LOAD && i->op != GAC__IR_ATOMIC)
                gac__shadow_inst(s, i);
        }
    }
    return gac__ir_watch(ir, 0);
}

/* Whether operand `a` of a collective decides something, and as an event. */
static bool decides(const gac__ir_inst *i, uint32_t a, bool *event_out)
{
    *event_out = false;
    switch (i->op) {
    case GAC__IR_ASYNC_COPY: *event_out = a == GAC_ASYNC_EVENT; return true;
    case GAC__IR_WAIT_EVENTS: *event_out = a >= 2; return true;
    case GAC__IR_GROUP:
        return a > 0
               || !gac__shadow_is_move(i); /* the moved value has a shadow */
    default: return false;
    }
}

/* The value that predecessor `p` of block b brings for `value`, a phi of it. */
static uint32_t incoming(const gac__ir *ir, uint32_t b, uint32_t p,
                         uint32_t value)
{
    GAC__EACH_PHI(&ir->blocks[b], i)
        if (i->result == value)
            return i->args[p];
    return value;
}

/* Appends a PUT: the shadow of the value that GROUP `n` moves. */
static void put_moved(gac__shadower *s, const gac__ir_inst *i, uint32_t value,
                      uint32_t n)
{
    uint32_t shadow = gac__shadow_of(s, value);
    if (!shadow)
        shadow = s->none;
    put_check(s, GAC__CHECK_PUT, 1, &shadow, i)->imm = n;
}

/* A collective starts its block: CHECKs of its operands go to the ends of the
 * predecessors. `take`: number of the collective's TAKE; UINT32_MAX: none. */
static gac_result check_collective(gac__shadower *s, uint32_t b,
                                   const gac__ir_inst *i, uint32_t take)
{
    gac__ir *ir = s->ir;
    bool move = gac__shadow_is_move(i);
    for (uint32_t p = 0; p < ir->blocks[b].n_preds; p++) {
        gac__ir_block *before = &ir->blocks[ir->blocks[b].preds[p]];
        gac__ir_inst *end = gac__ir_end(before);
        if (end->n_targets != 1 && !move)
            continue;
        GAC__TRY(gac__ir_watch(ir, 8));
        s->out = before;
        before->n_insts--;
        for (uint32_t a = 0; a < i->n_args; a++) {
            bool event;
            uint32_t v = incoming(ir, b, p, i->args[a]);
            if (v && end->n_targets == 1 && decides(i, a, &event))
                check_decision(s, &v, 1, event, i);
        }
        if (take != UINT32_MAX)
            put_moved(s, i, incoming(ir, b, p, i->args[0]), take);
        gac__ir_append(ir, before, end);
    }
    return gac__ir_watch(ir, 0);
}

static gac_result check_collectives(gac__shadower *s)
{
    uint32_t n = 0; /* TAKEs so far */
    for (uint32_t b = 0; b < s->ir->n_blocks; b++) {
        const gac__ir_inst *i = gac__ir_collective(&s->ir->blocks[b]);
        if (!i)
            continue;
        bool takes = gac__shadow_is_move(i) && s->facts[i->result].maybe;
        GAC__TRY(check_collective(s, b, i, takes ? n : UINT32_MAX));
        n += takes;
    }
    return GAC_OK;
}

static gac_result check(gac__ir *ir, const uint8_t *buffers,
                        gac__arena *scratch)
{
    uint32_t n = ir->n_values;
    gac__shadower s = {
        .ir = ir, .scratch = scratch, .buffers = buffers, .n_known = n};
    s.facts = gac__arena_alloc(scratch, n, sizeof *s.facts);
    ir->written = gac__arena_alloc(ir->arena, ir->n_params + ir->n_vars, 1);
    if (!s.facts || !ir->written)
        return GAC_ERR_MEMORY;
    follow_pointers(&s);
    find_uses(&s);
    find_users(&s);
    find_guesses(&s);
    GAC__TRY(gac__shadow_find(&s));
    GAC__TRY(check_blocks(&s));
    GAC__TRY(check_collectives(&s));
    gac__shadow_finish(&s);
    GAC__TRY(gac__pass_iterations(&s));
    return gac__ir_number_sites(ir);
}

gac_result gac__pass_check(gac__ir *ir, const uint8_t *buffers)
{
    gac__arena scratch;
    gac__ir_scratch_init(ir, &scratch);
    gac_result result = check(ir, buffers, &scratch);
    gac__arena_free(&scratch);
    return result;
}
