/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The lane IR's invariants: operand types, block structure, definitions. */
#include "compile/ir/ir.h"

#include <inttypes.h>

#include "module/spirv.h"

/* -- types ----------------------------------------------------------------- */

static bool ext_is_integer(uint32_t sub)
{
    return (sub >= OpenCLstd_SAbs && sub <= OpenCLstd_UMul24)
           || (sub >= OpenCLstd_UAbs && sub <= OpenCLstd_UMad_hi);
}

gac__ty gac__ir_result_type(uint16_t op, uint8_t ty, uint32_t sub)
{
    if (op >= GAC__IR_IEQ && op <= GAC__IR_FSIGNBIT)
        return GAC__TY_BOOL;
    if (op == GAC__IR_EXT
        && (sub == GAC__EXT_FREXP_EXP || sub == GAC__EXT_LGAMMA_SIGN
            || sub == GAC__EXT_REMQUO_QUO || sub == OpenCLstd_Ilogb))
        return GAC__TY_I32;
    return (gac__ty)ty;
}

/* The type that EXT's argument `index` must have. */
static uint8_t ext_arg_type(uint32_t sub, uint8_t ty, uint32_t index)
{
    if (index == 1
        && (sub == OpenCLstd_Ldexp || sub == OpenCLstd_Pown
            || sub == OpenCLstd_Rootn))
        return GAC__TY_I32;
    if (sub == OpenCLstd_Nan)
        return (uint8_t)(ty - GAC__TY_F16 + GAC__TY_I16);
    return ty;
}

static bool ext_types_ok(const uint8_t *at, uint32_t n, uint8_t ty,
                         uint32_t sub)
{
    if (n == 0 || n > 3
        || !(ext_is_integer(sub) ? gac__ty_is_int(ty) : gac__ty_is_float(ty)))
        return false;
    for (uint32_t k = 0; k < n; k++)
        if (at[k] != ext_arg_type(sub, ty, k))
            return false;
    return true;
}

static bool conversion_types_ok(uint16_t op, uint8_t from, uint8_t ty,
                                uint32_t sub)
{
    bool whole = gac__ty_is_int(from) || from == GAC__TY_BOOL;
    if (from != sub)
        return false;
    switch (op) {
    case GAC__IR_TRUNC:
        return gac__ty_is_int(from) && gac__ty_is_int(ty) && ty < from;
    case GAC__IR_ZEXT:
    case GAC__IR_SEXT: return whole && gac__ty_is_int(ty) && ty >= from;
    case GAC__IR_UTOF:
    case GAC__IR_STOF: return whole && gac__ty_is_float(ty);
    case GAC__IR_FTOU:
    case GAC__IR_FTOS: return gac__ty_is_float(from) && gac__ty_is_int(ty);
    case GAC__IR_FTOF: return gac__ty_is_float(from) && gac__ty_is_float(ty);
    default: return gac__ty_is_int(from) && gac__ty_is_int(ty);
    }
}

/* The letter of argument k; 0: no such argument is allowed. */
static char letter_of(const char *letters, uint32_t k)
{
    char last = 0;
    for (; *letters; letters++) {
        if (*letters == '*')
            return last;
        if (*letters == '?')
            continue;
        last = *letters;
        if (k-- == 0)
            return last;
    }
    return 0;
}

/* The least number of arguments. */
static uint32_t least_arguments(const char *letters)
{
    uint32_t n = 0;
    while (letters[n] && letters[n] != '?' && letters[n] != '*')
        n++;
    return letters[n] == '*' ? n - 1 : n;
}

static bool is_of_class(char class, uint8_t ty)
{
    return class == 'I'   ? gac__ty_is_int(ty)
           : class == 'L' ? gac__ty_is_int(ty) || ty == GAC__TY_BOOL
           : class == 'F' ? gac__ty_is_float(ty)
                          : ty != GAC__TY_VOID;
}

/* Whether an argument's type is what its letter in the table says; `ptr_ty`: a
 * pointer's. */
static bool fits(char letter, uint8_t at, uint8_t ty, gac__ty ptr_ty)
{
    switch (letter) {
    case 'v': return at == ty;
    case 's': return gac__ty_bytes((gac__ty)at) == gac__ty_bytes((gac__ty)ty);
    case 'p': return at == ptr_ty;
    case 'i': return gac__ty_is_int(at);
    case 'w': return at == GAC__TY_I32;
    case 'b': return at == GAC__TY_BOOL;
    default: return letter == 'a';
    }
}

bool gac__ir_pure_types_ok(uint16_t op, uint8_t ty, uint32_t sub,
                           const uint8_t *at, uint32_t n)
{
    const gac__ir_op_info *row = gac__ir_op_info_of(op);
    if (!is_of_class(row->types, ty) || n < least_arguments(row->args))
        return false;
    for (uint32_t k = 0; k < n; k++) {
        char letter = letter_of(row->args, k);
        if (letter == 'e')
            return ext_types_ok(at, n, ty, sub);
        if (letter == 'c' ? !conversion_types_ok(op, at[k], ty, sub)
                          : !fits(letter, at[k], ty, GAC__TY_VOID))
            return false;
    }
    return true;
}

/* -- checking -------------------------------------------------------------- */

typedef struct checker {
    const gac__ir *ir;
    uint32_t block;
    bool ok;
} checker;

static void broken(checker *c, const gac__ir_inst *i, const char *what)
{
    fprintf(stderr,
            "lane IR: block %" PRIu32 ", op %u, ordinal %" PRIu32 ": %s\n",
            c->block, i ? i->op : 0u, i ? i->ordinal + 1 : 0u, what);
    c->ok = false;
}

static uint8_t ty_of(const gac__ir *ir, uint32_t value)
{
    return value && value < ir->n_values ? ir->values[value].ty
                                         : (uint8_t)GAC__TY_VOID;
}

static bool other_types_ok(const gac__ir *ir, const gac__ir_inst *i)
{
    const char *letters = gac__ir_op_info_of(i->op)->args;
    if (i->n_args < least_arguments(letters)
        || (i->op == GAC__IR_BR && i->n_args != (i->sub ? 3 : 0))
        || (i->op == GAC__IR_SWITCH && !i->n_targets))
        return false;
    for (uint32_t k = 0; k < i->n_args; k++)
        if (i->args[k]
            && !fits(letter_of(letters, k), ty_of(ir, i->args[k]), i->ty,
                     ir->ptr_ty))
            return false;
    return true;
}

static void check_inst(checker *c, const gac__ir_inst *i, bool last)
{
    const gac__ir *ir = c->ir;
    uint8_t at[3] = {0};
    if (gac__ir_is_terminator(i->op) != last)
        broken(c, i, "a terminator must be last, and the last one");
    for (uint32_t k = 0; k < i->n_args; k++) {
        /* a WAIT_EVENTS with the events as arguments has no list */
        if (i->op == GAC__IR_WAIT_EVENTS && k == 1 && i->args[k] == 0)
            continue;
        if (i->op == GAC__IR_CHECK && i->args[k] == 0)
            continue;
        if (i->args[k] >= ir->n_values
            || ir->values[i->args[k]].kind == GAC__VALUE_NONE)
            broken(c, i, "an argument is no value");
        else if (k < 3)
            at[k] = ir->values[i->args[k]].ty;
    }
    if (gac__ir_is_pure(i->op)
            ? !gac__ir_pure_types_ok(i->op, i->ty, i->sub, at, i->n_args)
            : !other_types_ok(ir, i))
        broken(c, i, "operand types do not fit");
    const gac__ir_op_info *row = gac__ir_op_info_of(i->op);
    if ((!*row->sub && i->sub) || (!*row->imm && i->imm)
        || (!*row->imm2 && i->imm2))
        broken(c, i, "a field is set that the operation does not have");
    for (uint32_t t = 0; t < i->n_targets; t++)
        if (i->targets[t] == 0 || i->targets[t] >= ir->n_blocks)
            broken(c, i, "a target is no block, or the entry");
    if (i->result
        && (i->result >= ir->n_values || ir->values[i->result].def != i))
        broken(c, i, "its result names another definition");
}

static void check_block(checker *c, const gac__ir_block *block)
{
    bool phis = true;
    if (block->n_insts == 0) {
        broken(c, NULL, "an empty block");
        return;
    }
    for (uint32_t k = 0; k < block->n_insts; k++) {
        const gac__ir_inst *i = block->insts[k];
        if (i->op == GAC__IR_PHI && !phis)
            broken(c, i, "a phi after another instruction");
        if (i->op == GAC__IR_PHI && i->n_args != block->n_preds)
            broken(c, i, "a phi needs one argument a predecessor");
        phis = phis && i->op == GAC__IR_PHI;
        if (gac__ir_is_collective(i->op) && k != 0)
            broken(c, i, "a collective instruction must start its block");
        check_inst(c, i, k + 1 == block->n_insts);
    }
}

/* There are as many edges as predecessors. */
static void check_edges(checker *c)
{
    const gac__ir *ir = c->ir;
    uint64_t edges = 0, listed = 0;
    for (uint32_t n = 0; n < ir->n_blocks; n++) {
        const gac__ir_block *block = &ir->blocks[n];
        c->block = n;
        listed += block->n_preds;
        if (block->n_insts)
            edges += gac__ir_end(block)->n_targets;
        for (uint32_t p = 0; p < block->n_preds; p++)
            if (block->preds[p] >= ir->n_blocks)
                broken(c, NULL, "a predecessor is no block");
    }
    if (edges != listed)
        broken(c, NULL, "predecessors do not match the edges");
    if (ir->n_blocks && ir->blocks[0].n_preds)
        broken(c, NULL, "the entry has predecessors");
}

bool gac__ir_check(const gac__ir *ir)
{
    checker c = {.ir = ir, .ok = true};
    if (ir->n_blocks == 0)
        broken(&c, NULL, "no blocks");
    for (uint32_t n = 0; n < ir->n_blocks; n++) {
        c.block = n;
        check_block(&c, &ir->blocks[n]);
    }
    check_edges(&c);
    return c.ok;
}
