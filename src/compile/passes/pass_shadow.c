/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Shadows: which bytes of a value come from memory that nothing wrote.
 *
 * A shadow is an I8 value with a bit for each byte. Moves, selections, phis and
 * bitwise operations keep bytes apart, so that a structure may be copied with
 * its padding; any other result is undefined as a whole if any byte of an
 * operand is. A shadow varies exactly if its value does. Shadows are ordinary
 * instructions: they get registers, masks and kernels like all others.
 */
#include "compile/passes/pass_check.h"

/* -- new values ------------------------------------------------------------ */

/* Notes whether a new value varies: ir->varying must have an entry for every
 * value. Returns the value; 0: memory is out. */
static uint32_t note(gac__shadower *s, uint32_t value, bool varying)
{
    gac__ir *ir = s->ir;
    if (value >= s->varying_capacity) {
        uint32_t bigger = GAC__MAX(ir->n_values, 64u) * 2;
        uint8_t *flags = gac__arena_alloc(ir->arena, bigger, 1);
        ir->failed |= !flags;
        if (!flags)
            return 0;
        memcpy(flags, ir->varying,
               s->varying_capacity ? s->varying_capacity : s->n_known);
        ir->varying = flags;
        s->varying_capacity = bigger;
    }
    ir->varying[value] = varying;
    return value;
}

static uint32_t constant(gac__shadower *s, uint64_t bits)
{
    return note(s, gac__ir_const(s->ir, GAC__TY_I8, bits), false);
}

/* Gives an instruction a result. */
static uint32_t give_result(gac__shadower *s, gac__ir_inst *i, gac__ty ty,
                            bool varying)
{
    i->result = gac__ir_new_value(s->ir, ty, i);
    return note(s, i->result, varying);
}

static bool varies(const gac__shadower *s, uint32_t value)
{
    return s->ir->varying[value] != 0;
}

static uint32_t put_2(gac__shadower *s, gac__ir_op op, uint32_t x, uint32_t y,
                      const gac__ir_inst *like)
{
    gac__ir_inst *i =
        gac__shadow_put(s, op, GAC__TY_I8, 2, (uint32_t[]){x, y}, like);
    return give_result(s, i, op == GAC__IR_INE ? GAC__TY_BOOL : GAC__TY_I8,
                       varies(s, x) || varies(s, y));
}

static uint32_t put_select(gac__shadower *s, uint32_t c, uint32_t x, uint32_t y,
                           const gac__ir_inst *like)
{
    gac__ir_inst *i = gac__shadow_put(s, GAC__IR_SELECT, GAC__TY_I8, 3,
                                      (uint32_t[]){c, x, y}, like);
    return give_result(s, i, GAC__TY_I8,
                       varies(s, c) || varies(s, x) || varies(s, y));
}

/* All bits if any is set. */
static uint32_t put_whole(gac__shadower *s, uint32_t shadow,
                          const gac__ir_inst *like)
{
    uint32_t any = put_2(s, GAC__IR_INE, shadow, s->none, like);
    return put_select(s, any, s->all, s->none, like);
}

/* -- which values ---------------------------------------------------------- */

static bool computes(const gac__ir_inst *i)
{
    return gac__ir_is_function(i->op) || i->op == GAC__IR_PHI
           || i->op == GAC__IR_GENERIC_TO;
}

bool gac__shadow_is_move(const gac__ir_inst *i)
{
    if (i->op != GAC__IR_GROUP)
        return false;
    switch (gac__group_op_of(i->sub)) {
    case GAC__GROUP_BROADCAST:
    case GAC__GROUP_BROADCAST_FIRST:
    case GAC__GROUP_SHUFFLE:
    case GAC__GROUP_SHUFFLE_XOR:
    case GAC__GROUP_SHUFFLE_UP:
    case GAC__GROUP_SHUFFLE_DOWN:
    case GAC__GROUP_ROTATE: return true;
    default: return false;
    }
}

static bool may_be_undefined(const gac__shadower *s, const gac__ir_inst *i)
{
    if (i->op == GAC__IR_LOAD || i->op == GAC__IR_ATOMIC)
        return gac__shadow_memory_may_be_undefined(s,
                                                   s->facts[i->args[0]].root);
    if (gac__shadow_is_move(i))
        return s->facts[i->args[0]].maybe;
    for (uint32_t a = 0; computes(i) && a < i->n_args; a++)
        if (s->facts[i->args[a]].maybe)
            return true;
    return false;
}

/* Whether an operation keeps the bytes of its operands apart. */
static bool keeps_bytes(const gac__ir_inst *i)
{
    switch (i->op) {
    case GAC__IR_PHI:
    case GAC__IR_MOV:
    case GAC__IR_SELECT:
    case GAC__IR_STORE:
    case GAC__IR_TRUNC:
    case GAC__IR_ZEXT:
    case GAC__IR_AND:
    case GAC__IR_OR:
    case GAC__IR_XOR:
    case GAC__IR_SHL:
    case GAC__IR_LSHR:
    case GAC__IR_NOT: return true;
    default: return false;
    }
}

static gac_result make_phis(gac__shadower *s)
{
    gac__ir *ir = s->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        s->out = &ir->blocks[b];
        GAC__TRY(gac__ir_watch(ir, s->out->n_insts));
        GAC__EACH_REOPENED(ir, s->out, i) {
            gac__ir_append(ir, s->out, i);
            if (i->op != GAC__IR_PHI || !s->facts[i->result].maybe)
                continue;
            gac__ir_inst *phi = gac__shadow_put(s, GAC__IR_PHI, GAC__TY_I8,
                                                i->n_args, i->args, i);
            s->facts[i->result].shadow =
                give_result(s, phi, GAC__TY_I8, varies(s, i->result));
        }
    }
    return gac__ir_watch(ir, 0);
}

gac_result gac__shadow_find(gac__shadower *s)
{
    gac__ir *ir = s->ir;
    s->none = constant(s, 0);
    s->all = constant(s, 0xff);
    for (uint32_t v = 1; v < s->n_known; v++)
        s->facts[v].maybe =
            ir->values[v].kind == GAC__VALUE_CONST && ir->values[v].undef;
    for (bool changed = true; changed && !gac__ir_watch(ir, ir->n_values);) {
        changed = false;
        GAC__EACH_INST(ir, b, i) {
            for (uint32_t a = 0; a < i->n_args && keeps_bytes(i); a++)
                s->facts[i->args[a]].bytes_wanted = 1;
            if (i->result && !s->facts[i->result].maybe
                && may_be_undefined(s, i)) {
                s->facts[i->result].maybe = 1;
                changed = true;
            }
        }
    }
    return make_phis(s);
}

uint32_t gac__shadow_of(const gac__shadower *s, uint32_t value)
{
    if (!value || value >= s->n_known || !s->facts[value].maybe)
        return 0;
    return s->ir->values[value].kind == GAC__VALUE_CONST
               ? s->all
               : s->facts[value].shadow;
}

static bool is_whole(const gac__shadower *s, uint32_t value)
{
    return s->ir->values[value].kind == GAC__VALUE_CONST
           || s->facts[value].whole;
}

void gac__shadow_result(gac__shadower *s, gac__ir_inst *c, uint32_t value,
                        const gac__ir_inst *i)
{
    if (!s->facts[value].bytes_wanted || gac__ty_bytes((gac__ty)i->ty) == 1) {
        c->flags |= GAC__IR_WHOLE;
        s->facts[value].whole = 1;
    }
    s->facts[value].shadow = give_result(s, c, GAC__TY_I8, varies(s, value));
}

/* -- computing shadows ----------------------------------------------------- */

uint32_t gac__shadow_union(gac__shadower *s, const gac__ir_inst *i,
                           uint32_t first)
{
    uint32_t sum = 0;
    for (uint32_t a = first; a < i->n_args; a++) {
        uint32_t shadow = gac__shadow_of(s, i->args[a]);
        if (shadow)
            sum = sum ? put_2(s, GAC__IR_OR, sum, shadow, i) : shadow;
    }
    return sum;
}

static bool all_whole(const gac__shadower *s, const gac__ir_inst *i)
{
    for (uint32_t a = 0; a < i->n_args; a++)
        if (gac__shadow_of(s, i->args[a]) && !is_whole(s, i->args[a]))
            return false;
    return true;
}

/* Bytes that a constant leaves as they are: those of AND that are not zero. */
static uint64_t kept_bytes(const gac__ir_value *constant_value)
{
    uint64_t kept = 0;
    for (uint32_t k = 0; k < 8; k++)
        kept |= (uint64_t)((constant_value->bits >> (8 * k) & 0xff) != 0) << k;
    return kept;
}

static bool constant_bits(const gac__shadower *s, uint32_t value,
                          const gac__ir_value **out)
{
    *out = &s->ir->values[value];
    return (*out)->kind == GAC__VALUE_CONST && !(*out)->undef;
}

/* AND and OR of BOOL: a defined operand may decide the result. The shadow is
 * (sx | sy) & (sx | x) & (sy | y) for AND, with x and y inverted for OR. */
static uint32_t put_logic(gac__shadower *s, const gac__ir_inst *i)
{
    uint32_t decided[2], shadow[2];
    bool is_or = i->op == GAC__IR_OR;
    for (uint32_t a = 0; a < 2; a++) {
        shadow[a] = gac__shadow_of(s, i->args[a]);
        uint32_t bits = put_select(s, i->args[a], is_or ? s->none : s->all,
                                   is_or ? s->all : s->none, i);
        decided[a] =
            shadow[a] ? put_2(s, GAC__IR_OR, bits, shadow[a], i) : bits;
    }
    uint32_t both = put_2(s, GAC__IR_AND, decided[0], decided[1], i);
    return put_2(s, GAC__IR_AND, both, gac__shadow_union(s, i, 0), i);
}

/* All bits if an operand of the integer instruction `like` is not zero. */
static uint32_t put_nonzero(gac__shadower *s, uint32_t value,
                            const gac__ir_inst *like)
{
    uint32_t zero = note(s, gac__ir_const(s->ir, (gac__ty)like->ty, 0), false);
    gac__ir_inst *i = gac__shadow_put(s, GAC__IR_INE, (gac__ty)like->ty, 2,
                                      (uint32_t[]){value, zero}, like);
    uint32_t is = give_result(s, i, GAC__TY_BOOL, varies(s, value));
    return put_select(s, is, s->all, s->none, like);
}

/* AND of integers: a defined operand that is zero decides all bytes. `sum` is
 * the union of the operands' shadows. */
static uint32_t put_masked(gac__shadower *s, const gac__ir_inst *i,
                           uint32_t sum)
{
    for (uint32_t a = 0; a < 2; a++) {
        if (!gac__shadow_of(s, i->args[1 - a]))
            continue; /* the other operand is defined */
        uint32_t shadow = gac__shadow_of(s, i->args[a]);
        uint32_t bits = put_nonzero(s, i->args[a], i);
        if (shadow)
            bits = put_2(s, GAC__IR_OR, bits, shadow, i);
        sum = put_2(s, GAC__IR_AND, sum, bits, i);
    }
    return sum;
}

/* Shifts by whole bytes move bytes. */
static bool put_shift(gac__shadower *s, const gac__ir_inst *i, uint32_t *out)
{
    const gac__ir_value *count;
    if (!constant_bits(s, i->args[1], &count) || count->bits % 8
        || count->bits >= 64)
        return false;
    uint32_t by = constant(s, count->bits / 8);
    *out = put_2(s, (gac__ir_op)i->op, gac__shadow_of(s, i->args[0]), by, i);
    return true;
}

static uint32_t put_shadow(gac__shadower *s, const gac__ir_inst *i,
                           bool *whole_out)
{
    const gac__ir_value *mask;
    uint32_t sum, bytes = gac__ty_bytes((gac__ty)i->ty), out;
    *whole_out = all_whole(s, i);
    switch (i->op) {
    case GAC__IR_SELECT:
        sum = gac__shadow_of(s, i->args[1]);
        out = gac__shadow_of(s, i->args[2]);
        if (sum || out)
            sum = put_select(s, i->args[0], sum ? sum : s->none,
                             out ? out : s->none, i);
        out = gac__shadow_of(s, i->args[0]);
        if (out && !is_whole(s, i->args[0]))
            out = put_whole(s, out, i);
        return !out ? sum : sum ? put_2(s, GAC__IR_OR, sum, out, i) : out;
    case GAC__IR_AND:
    case GAC__IR_OR:
        if (i->ty == GAC__TY_BOOL) {
            *whole_out = false;
            return put_logic(s, i);
        }
        sum = gac__shadow_union(s, i, 0);
        if (i->op == GAC__IR_OR)
            return sum;
        if (!constant_bits(s, i->args[1], &mask))
            return put_masked(s, i, sum);
        *whole_out = false;
        return put_2(s, GAC__IR_AND, sum, constant(s, kept_bytes(mask)), i);
    case GAC__IR_XOR:
    case GAC__IR_MOV:
    case GAC__IR_NOT:
    case GAC__IR_GENERIC_TO: return gac__shadow_union(s, i, 0);
    case GAC__IR_ZEXT:
        bytes = gac__ty_bytes((gac__ty)i->sub);
        /* fall through */
    case GAC__IR_TRUNC:
        *whole_out = false;
        return put_2(s, GAC__IR_AND, gac__shadow_union(s, i, 0),
                     constant(s, ((uint64_t)1 << bytes) - 1), i);
    case GAC__IR_SHL:
    case GAC__IR_LSHR:
        if (put_shift(s, i, &out)) {
            *whole_out = false;
            return out;
        }
        break;
    default: break;
    }
    sum = gac__shadow_union(s, i, 0);
    if (!*whole_out)
        sum = put_whole(s, sum, i);
    *whole_out = true;
    return sum;
}

void gac__shadow_inst(gac__shadower *s, const gac__ir_inst *i)
{
    bool whole;
    if (!i->result || i->result >= s->n_known || !s->facts[i->result].maybe
        || i->op == GAC__IR_PHI || !computes(i))
        return;
    s->facts[i->result].shadow = put_shadow(s, i, &whole);
    s->facts[i->result].whole = whole;
}

void gac__shadow_take(gac__shadower *s, const gac__ir_inst *i)
{
    uint32_t index = i->n_args > 1 ? i->args[1] : 0;
    if (!s->facts[i->result].maybe)
        return;
    gac__ir_inst *c =
        gac__shadow_put(s, GAC__IR_CHECK, (gac__ty)i->ty, 1, &index, i);
    c->sub = GAC__CHECK_TAKE;
    c->imm = s->ir->n_moves++;
    c->imm2 = i->imm2;
    c->n_list = i->sub;
    c->flags = (uint8_t)i->imm;
    s->facts[i->result].whole = s->facts[i->args[0]].whole;
    s->facts[i->result].shadow =
        give_result(s, c, GAC__TY_I8, varies(s, i->result));
}

/* -- the end --------------------------------------------------------------- */

/* Gives the phis of shadows their arguments: so far, they have those of the
 * values' phis. */
void gac__shadow_finish(gac__shadower *s)
{
    gac__ir *ir = s->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        GAC__EACH_PHI(&ir->blocks[b], i) {
            if (i->result < s->n_known)
                continue;
            for (uint32_t a = 0; a < i->n_args; a++) {
                uint32_t shadow = gac__shadow_of(s, i->args[a]);
                i->args[a] = shadow ? shadow : s->none;
            }
        }
}
