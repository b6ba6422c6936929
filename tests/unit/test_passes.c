/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Passes on IR made here: what they change, and that random programs compute
 * what they did before, by a model of one lane. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compile/passes/passes.h"
#include "module/module.h"

#define MOST_STEPS 100000u /* of a program of the model */
#define MOST_STORES 4096u
#define N_RANDOM 3000u

/* -- making IR ------------------------------------------------------------- */

typedef struct program {
    gac_context *context;
    gac_module module;
    gac__arena arena, scratch;
    gac__ir ir;
} program;

/* Blocks whose edges are given in order; a terminator's targets come from
 * them. */
static void begin(program *p, uint32_t n_blocks, const uint8_t (*edges)[2],
                  size_t n_edges)
{
    gac_context_options options = {.size = sizeof options};
    memset(p, 0, sizeof *p);
    assert_int_equal(gac_context_create(&options, &p->context), GAC_OK);
    gac__arena_init(&p->arena, &gac__malloc_allocator);
    gac__arena_init(&p->scratch, &gac__malloc_allocator);
    p->module.context = p->context;
    p->ir = (gac__ir){.module = &p->module,
                      .arena = &p->arena,
                      .ptr_ty = GAC__TY_I64,
                      .n_blocks = n_blocks};
    p->ir.blocks = gac__arena_alloc(&p->arena, n_blocks, sizeof *p->ir.blocks);
    for (uint32_t b = 0; b < n_blocks; b++)
        p->ir.blocks[b].preds =
            gac__arena_alloc(&p->arena, n_edges, sizeof(uint32_t));
    for (size_t e = 0; e < n_edges; e++) {
        gac__ir_block *to = &p->ir.blocks[edges[e][1]];
        to->preds[to->n_preds++] = edges[e][0];
    }
}

static void end(program *p)
{
    gac__arena_free(&p->arena);
    gac__arena_free(&p->scratch);
    gac_context_destroy(p->context);
}

static gac__ir_inst *put(program *p, uint32_t block, gac__ir_op op, gac__ty ty,
                         uint32_t n_args, uint32_t a, uint32_t b)
{
    gac__ir_inst *i = op == GAC__IR_STORE || gac__ir_is_terminator((uint16_t)op)
                          ? gac__ir_new_inst(&p->ir, op, ty, n_args)
                          : gac__ir_new_result(&p->ir, op, ty, n_args, 0);
    assert_true(gac__ir_append(&p->ir, &p->ir.blocks[block], i));
    if (n_args > 0)
        i->args[0] = a;
    if (n_args > 1)
        i->args[1] = b;
    if (i->result)
        p->ir.values[i->result].ty =
            (uint8_t)gac__ir_result_type((uint16_t)op, (uint8_t)ty, 0);
    return i;
}

static uint32_t binary(program *p, uint32_t block, gac__ir_op op, gac__ty ty,
                       uint32_t a, uint32_t b)
{
    return put(p, block, op, ty, 2, a, b)->result;
}

static uint32_t convert(program *p, uint32_t block, gac__ir_op op, gac__ty ty,
                        uint32_t a)
{
    gac__ir_inst *i = put(p, block, op, ty, 1, a, 0);
    i->sub = p->ir.values[a].ty;
    return i->result;
}

static uint32_t number(program *p, gac__ty ty, uint64_t bits)
{
    return gac__ir_const(&p->ir, ty, bits);
}

/* Component `k` of the kernel's only parameter that is a value. */
static uint32_t argument(program *p, gac__ty ty, uint32_t k)
{
    gac__ir_inst *i = put(p, 0, GAC__IR_ARG, ty, 0, 0, 0);
    i->imm = k;
    return i->result;
}

static uint32_t local_id(program *p)
{
    gac__ir_inst *i = put(p, 0, GAC__IR_BUILTIN, GAC__TY_I64, 0, 0, 0);
    i->sub = GAC__BUILTIN_LOCAL_ID;
    return i->result;
}

static uint32_t pointer(program *p)
{
    uint32_t value = gac__ir_new_value(&p->ir, GAC__TY_I64, NULL);
    p->ir.values[value].kind = GAC__VALUE_SYMBOL;
    p->ir.values[value].symbol = GAC__SYMBOL_ARG;
    return value;
}

static void store(program *p, uint32_t block, uint32_t base, uint32_t index,
                  uint32_t value)
{
    gac__ir_inst *lea = put(p, block, GAC__IR_LEA, GAC__TY_I64, 2, base, index);
    lea->imm = 8;
    put(p, block, GAC__IR_STORE, (gac__ty)p->ir.values[value].ty, 2,
        lea->result, value);
}

static void branch(program *p, uint32_t block, uint32_t to)
{
    gac__ir_inst *i = put(p, block, GAC__IR_BR, GAC__TY_VOID, 0, 0, 0);
    i->targets = gac__arena_alloc(&p->arena, 1, sizeof *i->targets);
    i->n_targets = 1;
    i->targets[0] = to;
}

static void branch_if(program *p, uint32_t block, uint32_t condition,
                      uint32_t yes, uint32_t no)
{
    gac__ir_inst *i = put(p, block, GAC__IR_CBR, GAC__TY_VOID, 1, condition, 0);
    i->targets = gac__arena_alloc(&p->arena, 2, sizeof *i->targets);
    i->n_targets = 2;
    i->targets[0] = yes;
    i->targets[1] = no;
}

/* -- a model of one lane --------------------------------------------------- */

typedef struct trace {
    uint64_t address[MOST_STORES], value[MOST_STORES];
    uint32_t n;
} trace;

typedef struct lane {
    const program *p;
    uint64_t *values;
    const uint64_t *arguments;
    uint64_t id;
} lane;

static uint32_t width_of(uint8_t ty)
{
    return ty == GAC__TY_BOOL ? 1 : 8 * gac__ty_bytes((gac__ty)ty);
}

static uint64_t cut(uint64_t bits, uint32_t width)
{
    return width == 64 ? bits : bits & ((UINT64_C(1) << width) - 1);
}

static int64_t as_signed(uint64_t bits, uint32_t width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)((cut(bits, width) ^ sign) - sign);
}

static uint64_t value_of(const lane *l, uint32_t value)
{
    const gac__ir_value *v = &l->p->ir.values[value];
    if (v->kind == GAC__VALUE_SYMBOL)
        return 0x100000000000u + v->bits;
    return v->kind == GAC__VALUE_CONST ? v->bits : l->values[value];
}

static uint64_t shift(uint16_t op, uint64_t x, uint64_t by, uint32_t width)
{
    by %= width;
    if (op == GAC__IR_SHL)
        return x << by;
    if (op == GAC__IR_LSHR)
        return x >> by;
    uint64_t filled = as_signed(x, width) < 0 ? ~(UINT64_MAX >> by) : 0;
    return (uint64_t)as_signed(x, width) >> by | filled;
}

static uint64_t compute(const lane *l, const gac__ir_inst *i)
{
    uint64_t x = i->n_args > 0 ? value_of(l, i->args[0]) : 0;
    uint64_t y = i->n_args > 1 ? value_of(l, i->args[1]) : 0;
    uint32_t width = width_of(i->ty), from = width_of((uint8_t)i->sub);
    int64_t sx = width ? as_signed(x, width) : 0;
    int64_t sy = width ? as_signed(y, width) : 0;
    switch (i->op) {
    case GAC__IR_ARG: return l->arguments[i->imm];
    case GAC__IR_BUILTIN: return l->id;
    case GAC__IR_MOV:
    case GAC__IR_TRUNC:
    case GAC__IR_ZEXT: return x;
    case GAC__IR_SEXT: return (uint64_t)as_signed(x, from);
    case GAC__IR_IADD: return x + y;
    case GAC__IR_ISUB: return x - y;
    case GAC__IR_IMUL: return x * y;
    case GAC__IR_INEG: return -x;
    case GAC__IR_NOT: return ~x;
    case GAC__IR_AND: return x & y;
    case GAC__IR_OR: return x | y;
    case GAC__IR_XOR: return x ^ y;
    case GAC__IR_UDIV: return y ? x / y : 0;
    case GAC__IR_UMIN: return x < y ? x : y;
    case GAC__IR_SMAX: return sx > sy ? x : y;
    case GAC__IR_SMIN: return sx < sy ? x : y;
    case GAC__IR_SHL:
    case GAC__IR_LSHR:
    case GAC__IR_ASHR: return shift(i->op, x, y, width);
    case GAC__IR_IEQ: return x == y;
    case GAC__IR_ULT: return x < y;
    case GAC__IR_SLT: return sx < sy;
    case GAC__IR_SELECT:
        return x ? value_of(l, i->args[1]) : value_of(l, i->args[2]);
    case GAC__IR_LEA: {
        uint32_t index = width_of(l->p->ir.values[i->args[1]].ty);
        uint64_t at = i->sub ? y : (uint64_t)as_signed(y, index);
        return x + at * i->imm + (uint64_t)i->imm2;
    }
    default: fail_msg("the model has no op %u", i->op);
    }
    return 0;
}

/* Phis take their values together. */
static void take_phis(const lane *l, const gac__ir_block *block, uint32_t from)
{
    uint64_t taken[32];
    uint32_t edge = 0;
    while (block->preds[edge] != from)
        edge++;
    for (uint32_t k = 0; block->insts[k]->op == GAC__IR_PHI; k++)
        taken[k] = value_of(l, block->insts[k]->args[edge]);
    for (uint32_t k = 0; block->insts[k]->op == GAC__IR_PHI; k++)
        l->values[block->insts[k]->result] = taken[k];
}

static void run(const program *p, const uint64_t *arguments, uint64_t id,
                trace *out)
{
    const gac__ir *ir = &p->ir;
    uint64_t *values = calloc(ir->n_values, sizeof *values);
    const lane l = {p, values, arguments, id};
    uint32_t steps = 0;
    out->n = 0;
    for (uint32_t b = 0, k = 0, next; steps < MOST_STEPS; steps++, k++) {
        const gac__ir_inst *i = ir->blocks[b].insts[k];
        if (i->op == GAC__IR_RET)
            break;
        if (i->op == GAC__IR_STORE) {
            assert_true(out->n < MOST_STORES);
            out->address[out->n] = value_of(&l, i->args[0]) + (uint64_t)i->imm2;
            out->value[out->n++] = value_of(&l, i->args[1]);
        } else if (gac__ir_is_terminator(i->op)) {
            next = i->targets[i->n_args && !value_of(&l, i->args[0])];
            if (ir->blocks[next].insts[0]->op == GAC__IR_PHI)
                take_phis(&l, &ir->blocks[next], b);
            b = next;
            k = UINT32_MAX;
        } else if (i->op != GAC__IR_PHI) {
            values[i->result] =
                cut(compute(&l, i), width_of(ir->values[i->result].ty));
        }
    }
    assert_true(steps < MOST_STEPS);
    free(values);
}

/* -- code motion ----------------------------------------------------------- */

/* 0 -> 1 (outer loop) -> 2 (inner loop) -> 3 -> 1, 4 */
static const uint8_t nest[][2] = {{0, 1}, {1, 2}, {2, 2},
                                  {2, 3}, {3, 1}, {3, 4}};

static uint32_t block_of(const program *p, uint32_t value)
{
    for (uint32_t b = 0; b < p->ir.n_blocks; b++)
        for (uint32_t k = 0; k < p->ir.blocks[b].n_insts; k++)
            if (p->ir.blocks[b].insts[k]->result == value)
                return b;
    return UINT32_MAX;
}

/* Each operation goes out of the loops that do not change it, one of another's
 * result behind that one; loads stay. */
static void moves_what_does_not_change(void **state)
{
    program p;
    (void)state;
    begin(&p, 5, nest, GAC__COUNT_OF(nest));
    uint32_t a = argument(&p, GAC__TY_I64, 0), base = pointer(&p);
    uint32_t one = number(&p, GAC__TY_I64, 1);
    branch(&p, 0, 1);
    gac__ir_inst *outer = put(&p, 1, GAC__IR_PHI, GAC__TY_I64, 2, one, 0);
    branch(&p, 1, 2);
    gac__ir_inst *inner = put(&p, 2, GAC__IR_PHI, GAC__TY_I64, 2, one, 0);
    uint32_t product = binary(&p, 2, GAC__IR_IMUL, GAC__TY_I64, a, a);
    uint32_t square =
        binary(&p, 2, GAC__IR_UDIV, GAC__TY_I64, product, product);
    uint32_t row =
        binary(&p, 2, GAC__IR_IADD, GAC__TY_I64, outer->result, square);
    uint32_t load = put(&p, 2, GAC__IR_LOAD, GAC__TY_I64, 1, base, 0)->result;
    uint32_t next =
        binary(&p, 2, GAC__IR_IADD, GAC__TY_I64, inner->result, load);
    uint32_t less = binary(&p, 2, GAC__IR_ULT, GAC__TY_I64, next, row);
    inner->args[1] = next;
    branch_if(&p, 2, less, 2, 3);
    uint32_t step =
        binary(&p, 3, GAC__IR_IADD, GAC__TY_I64, outer->result, one);
    outer->args[1] = step;
    uint32_t more = binary(&p, 3, GAC__IR_ULT, GAC__TY_I64, step, a);
    branch_if(&p, 3, more, 1, 4);
    put(&p, 4, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
    assert_true(gac__ir_check(&p.ir));
    assert_int_equal(gac__pass_licm(&p.ir, &p.scratch), GAC_OK);
    assert_true(gac__ir_check(&p.ir));
    assert_int_equal(block_of(&p, product), 0);
    assert_int_equal(block_of(&p, square), 0);
    assert_int_equal(block_of(&p, row), 1);
    assert_int_equal(block_of(&p, load), 2);
    assert_int_equal(block_of(&p, next), 2);
    assert_int_equal(block_of(&p, step), 3);
    assert_ptr_equal(p.ir.blocks[0].insts[1]->args,
                     p.ir.values[product].def->args);
    end(&p);
}

/* Operations on local ids go to the front of block 0, and those on arguments
 * that they need. Results are kept for what stays: what depends on the group,
 * on memory or on a loop. Nothing moves in a checked run. */
static void moves_what_groups_share(void **state)
{
    static const uint8_t loop[][2] = {{0, 1}, {1, 1}, {1, 2}};
    (void)state;
    for (uint32_t checked = 0; checked < 2; checked++) {
        program p;
        begin(&p, 3, loop, GAC__COUNT_OF(loop));
        p.ir.variant.checked = checked;
        uint32_t base = pointer(&p), one = number(&p, GAC__TY_I64, 1);
        uint32_t a = argument(&p, GAC__TY_I64, 0), id = local_id(&p);
        gac__ir_inst *group = put(&p, 0, GAC__IR_BUILTIN, GAC__TY_I64, 0, 0, 0);
        group->sub = GAC__BUILTIN_GROUP_ID;
        uint32_t load =
            put(&p, 0, GAC__IR_LOAD, GAC__TY_I64, 1, base, 0)->result;
        uint32_t far =
            binary(&p, 0, GAC__IR_IADD, GAC__TY_I64, id, group->result);
        branch(&p, 0, 1);
        gac__ir_inst *count = put(&p, 1, GAC__IR_PHI, GAC__TY_I64, 2, one, 0);
        uint32_t twice = binary(&p, 1, GAC__IR_IADD, GAC__TY_I64, a, a);
        uint32_t shared = binary(&p, 1, GAC__IR_IMUL, GAC__TY_I64, a, twice);
        uint32_t first = binary(&p, 1, GAC__IR_IMUL, GAC__TY_I64, id, twice);
        uint32_t place = binary(&p, 1, GAC__IR_IADD, GAC__TY_I64, first, id);
        uint32_t data = binary(&p, 1, GAC__IR_IADD, GAC__TY_I64, place, load);
        data = binary(&p, 1, GAC__IR_IADD, GAC__TY_I64, data, shared);
        uint32_t next =
            binary(&p, 1, GAC__IR_IADD, GAC__TY_I64, count->result, place);
        count->args[1] = next;
        branch_if(&p, 1, binary(&p, 1, GAC__IR_ULT, GAC__TY_I64, next, data), 1,
                  2);
        store(&p, 2, base, far, next);
        put(&p, 2, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
        assert_int_equal(gac__pass_uniform(&p.ir, &p.scratch), GAC_OK);
        assert_int_equal(gac__pass_setup(&p.ir, &p.scratch), GAC_OK);
        assert_true(gac__ir_check(&p.ir));
        assert_int_equal(block_of(&p, twice), checked);
        assert_int_equal(block_of(&p, first), checked);
        assert_int_equal(block_of(&p, shared), 1);
        assert_int_equal(block_of(&p, place), checked);
        assert_int_equal(block_of(&p, data), 1);
        assert_int_equal(block_of(&p, next), 1);
        assert_int_equal(p.ir.n_setup, checked ? 0 : 6);
        const gac__ir_inst *last = p.ir.blocks[0].insts[5];
        assert_int_equal(last->result == place, !checked);
        assert_int_equal(gac__value_is_kept(&p.ir, place), !checked);
        assert_false(gac__value_is_kept(&p.ir, first));
        assert_false(gac__value_is_kept(&p.ir, far));
        end(&p);
    }
}

/* a * a in block 2 of these blocks, whose last one returns, and where it is
 * afterwards. A block with two edges branches. */
static uint32_t product_moves_to(uint32_t n_blocks, const uint8_t (*edges)[2],
                                 size_t n_edges, bool checked)
{
    program p;
    begin(&p, n_blocks, edges, n_edges);
    p.ir.variant.checked = checked;
    uint32_t a = argument(&p, GAC__TY_I64, 0), product = 0;
    uint32_t less = binary(&p, 0, GAC__IR_ULT, GAC__TY_I64, a, a);
    for (size_t e = 0; e < n_edges; e++) {
        uint32_t b = edges[e][0];
        if (b == 2)
            product = binary(&p, 2, GAC__IR_IMUL, GAC__TY_I64, a, a);
        if (e + 1 < n_edges && edges[e + 1][0] == b) {
            branch_if(&p, b, less, edges[e][1], edges[e + 1][1]);
            e++;
        } else {
            branch(&p, b, edges[e][1]);
        }
    }
    put(&p, n_blocks - 1, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
    assert_true(gac__ir_check(&p.ir));
    assert_int_equal(gac__pass_licm(&p.ir, &p.scratch), GAC_OK);
    assert_true(gac__ir_check(&p.ir));
    uint32_t to = block_of(&p, product);
    end(&p);
    return to;
}

#define MOVES_TO(n, edges, checked)                                            \
    product_moves_to(n, edges, GAC__COUNT_OF(edges), checked)

/* A loop that lanes enter at two of its blocks keeps what it has; so does one
 * where the block before it is in another loop. Nothing moves in a checked run.
 */
static void finds_the_block_before(void **state)
{
    static const uint8_t two_heads[][2] = {
        {0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}};
    static const uint8_t two_edges[][2] = {
        {0, 1}, {0, 2}, {1, 2}, {2, 2}, {2, 3}};
    static const uint8_t behind_another[][2] = {
        {0, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 3}};
    (void)state;
    assert_int_equal(MOVES_TO(5, nest, false), 0);
    assert_int_equal(MOVES_TO(5, nest, true), 2);
    assert_int_equal(MOVES_TO(4, two_heads, false), 2);
    assert_int_equal(MOVES_TO(4, two_edges, false), 0);
    assert_int_equal(MOVES_TO(4, behind_another, false), 2);
}

/* -- widths ---------------------------------------------------------------- */

/* A loop over a phi of 64 bits, which starts at the local id and rises by
 * `step`; its low half is stored, and the index of that. */
typedef struct counting {
    program p;
    uint32_t phi, step, sum;
} counting;

static void begin_counting(counting *c)
{
    static const uint8_t edges[][2] = {{0, 1}, {1, 1}, {1, 2}};
    program *p = &c->p;
    begin(p, 3, edges, GAC__COUNT_OF(edges));
    uint32_t base = pointer(p), id = local_id(p);
    c->step = argument(p, GAC__TY_I64, 0);
    branch(p, 0, 1);
    gac__ir_inst *phi = put(p, 1, GAC__IR_PHI, GAC__TY_I64, 2, id, 0);
    c->phi = phi->result;
    uint32_t index = binary(p, 1, GAC__IR_AND, GAC__TY_I64, c->phi,
                            number(p, GAC__TY_I64, UINT32_MAX));
    c->sum = binary(p, 1, GAC__IR_IADD, GAC__TY_I64, c->phi, c->step);
    phi->args[1] = c->sum;
    store(p, 1, base, index, index);
}

static void optimize_counting(counting *c)
{
    assert_true(gac__ir_check(&c->p.ir));
    assert_int_equal(gac__pass_demand(&c->p.ir, &c->p.scratch), GAC_OK);
    assert_int_equal(gac__pass_simplify(&c->p.ir, &c->p.scratch), GAC_OK);
    assert_true(gac__ir_check(&c->p.ir));
}

static void end_counting(counting *c, uint32_t condition)
{
    branch_if(&c->p, 1, condition, 1, 2);
    put(&c->p, 2, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
    optimize_counting(c);
}

/* How many instructions of block 1 have results of this type. */
static uint32_t count_results(const program *p, gac__ty ty, bool phis)
{
    uint32_t n = 0;
    const gac__ir_block *block = &p->ir.blocks[1];
    for (uint32_t k = 0; k < block->n_insts; k++)
        n += block->insts[k]->result && block->insts[k]->op != GAC__IR_LEA
             && block->insts[k]->ty == ty
             && (block->insts[k]->op == GAC__IR_PHI) == phis;
    return n;
}

/* The low half alone, which has its highest bit set in every second iteration,
 * is extended to be stored. */
static void phi_of_low_halves(void **state)
{
    static const uint64_t arguments[] = {0x7fffffff};
    static trace before, now;
    counting c;
    (void)state;
    begin_counting(&c);
    uint32_t more = binary(&c.p, 1, GAC__IR_ULT, GAC__TY_I32,
                           number(&c.p, GAC__TY_I32, 100),
                           convert(&c.p, 1, GAC__IR_TRUNC, GAC__TY_I32, c.sum));
    branch_if(&c.p, 1, more, 1, 2);
    put(&c.p, 2, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
    run(&c.p, arguments, 200, &before);
    optimize_counting(&c);
    run(&c.p, arguments, 200, &now);
    assert_int_equal(before.n, now.n);
    assert_memory_equal(before.address, now.address, now.n * 8);
    assert_memory_equal(before.value, now.value, now.n * 8);
    assert_int_equal(count_results(&c.p, GAC__TY_I64, true), 0);
    assert_int_equal(count_results(&c.p, GAC__TY_I32, true), 1);
    assert_int_equal(count_results(&c.p, GAC__TY_I64, false), 1);
    end(&c.p);
}

/* A comparison, a division, shifts to the right, a sum that is compared and a
 * mask of more bits look at the upper half. */
static void phi_of_both_halves(void **state)
{
    static const uint8_t ops[] = {GAC__IR_ULT,  GAC__IR_UDIV, GAC__IR_LSHR,
                                  GAC__IR_ASHR, GAC__IR_IADD, GAC__IR_AND};
    (void)state;
    for (size_t k = 0; k < GAC__COUNT_OF(ops); k++) {
        counting c;
        begin_counting(&c);
        uint32_t x = c.phi, most = number(&c.p, GAC__TY_I64, 100);
        if (ops[k] == GAC__IR_AND)
            x = binary(&c.p, 1, GAC__IR_AND, GAC__TY_I64, x,
                       number(&c.p, GAC__TY_I64, 0x1ffffffff));
        else if (ops[k] != GAC__IR_ULT)
            x = binary(&c.p, 1, (gac__ir_op)ops[k], GAC__TY_I64, x, c.step);
        end_counting(&c, binary(&c.p, 1, GAC__IR_ULT, GAC__TY_I64, x, most));
        assert_int_equal(count_results(&c.p, GAC__TY_I64, true), 1);
        end(&c.p);
    }
}

/* What is undefined stays so: checked runs tell of it. */
static void phi_of_undefined(void **state)
{
    counting c;
    (void)state;
    begin_counting(&c);
    c.p.ir.values[c.phi].def->args[0] =
        gac__ir_undef(&c.p.ir, GAC__TY_I64, GAC__UNDEF_MEMORY);
    c.p.ir.values[c.sum].def->args[1] = local_id(&c.p);
    gac__ir_block *first = &c.p.ir.blocks[0];
    gac__ir_inst *last = first->insts[first->n_insts - 1];
    first->insts[first->n_insts - 1] = first->insts[first->n_insts - 2];
    first->insts[first->n_insts - 2] = last;
    end_counting(&c, binary(&c.p, 1, GAC__IR_ULT, GAC__TY_I32,
                            convert(&c.p, 1, GAC__IR_TRUNC, GAC__TY_I32, c.sum),
                            number(&c.p, GAC__TY_I32, 100)));
    const gac__ir_inst *phi = c.p.ir.blocks[1].insts[0];
    assert_int_equal(phi->op, GAC__IR_PHI);
    assert_int_equal(phi->ty, GAC__TY_I32);
    assert_int_equal(c.p.ir.values[phi->args[0]].undef, GAC__UNDEF_MEMORY);
    end(&c.p);
}

/* ((x << 33) + (3 << 32)) >> 32 is a sum of 32 bits. */
static void sum_in_the_upper_half(void **state)
{
    static const uint8_t edges[][2] = {{0, 1}};
    program p;
    (void)state;
    begin(&p, 2, edges, GAC__COUNT_OF(edges));
    uint32_t base = pointer(&p), id = local_id(&p);
    branch(&p, 0, 1);
    uint32_t x = binary(&p, 1, GAC__IR_SHL, GAC__TY_I64, id,
                        number(&p, GAC__TY_I64, 33));
    uint32_t sum = binary(&p, 1, GAC__IR_IADD, GAC__TY_I64, x,
                          number(&p, GAC__TY_I64, UINT64_C(3) << 32));
    uint32_t index = binary(&p, 1, GAC__IR_ASHR, GAC__TY_I64, sum,
                            number(&p, GAC__TY_I64, 32));
    store(&p, 1, base, index, number(&p, GAC__TY_I32, 1));
    put(&p, 1, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
    assert_int_equal(gac__pass_simplify(&p.ir, &p.scratch), GAC_OK);
    assert_int_equal(gac__pass_demand(&p.ir, &p.scratch), GAC_OK);
    assert_int_equal(gac__pass_simplify(&p.ir, &p.scratch), GAC_OK);
    assert_true(gac__ir_check(&p.ir));
    assert_int_equal(count_results(&p, GAC__TY_I64, false), 0);
    end(&p);
}

/* -- an array of arrays in local memory -------------------------------------
 */

#define ARRAY_BYTES 4096u

/* Stores a number to an array of rows of 16 words: the number's low half is the
 * row, its upper half the column, both with a sign. */
static void begin_array(program *p)
{
    static gac__ir_var var = {.storage_class = SpvStorageClassWorkgroup,
                              .size_bytes = ARRAY_BYTES,
                              .align = 4};
    begin(p, 1, NULL, 0);
    p->ir.vars = &var;
    p->ir.n_vars = 1;
    uint32_t base = pointer(p);
    uint32_t id = binary(p, 0, GAC__IR_XOR, GAC__TY_I64, local_id(p),
                         argument(p, GAC__TY_I64, 0));
    p->ir.values[base].symbol = GAC__SYMBOL_VAR;
    uint32_t upper =
        binary(p, 0, GAC__IR_LSHR, GAC__TY_I64, id, number(p, GAC__TY_I64, 32));
    uint32_t row = convert(p, 0, GAC__IR_SEXT, GAC__TY_I64,
                           convert(p, 0, GAC__IR_TRUNC, GAC__TY_I32, id));
    uint32_t column = convert(p, 0, GAC__IR_SEXT, GAC__TY_I64,
                              convert(p, 0, GAC__IR_TRUNC, GAC__TY_I32, upper));
    gac__ir_inst *rows = put(p, 0, GAC__IR_LEA, GAC__TY_I64, 2, base, row);
    gac__ir_inst *word =
        put(p, 0, GAC__IR_LEA, GAC__TY_I64, 2, rows->result, column);
    rows->imm = 64;
    word->imm = 4;
    put(p, 0, GAC__IR_STORE, GAC__TY_I64, 2, word->result, id);
    put(p, 0, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
}

/* The address of the store, from the array's first byte on. */
static uint64_t array_offset(const program *p, uint64_t number)
{
    static trace found;
    run(p, &number, 0, &found);
    assert_int_equal(found.n, 1);
    return found.address[0] - 0x100000000000u;
}

/* Two indices become one of 32 bits. What is inside stays where it is, what is
 * outside stays outside, though row * 16 is 0 in 32 bits for rows of +-2^28. */
static void merged_indices_are_clamped(void **state)
{
    static const uint64_t outside[] = {
        0x10000000,         0xf0000000,         0x80000000,
        0x7fffffff,         0xfffffff010000000, 0x80000000f0000000,
        0x7fffffff10000000, 0xffffffff00000000, 0x4000000000000000,
        0xc000001010000000, 0x3ffffff0f0000000,
    };
    program p;
    (void)state;
    begin_array(&p);
    assert_int_equal(gac__pass_demand(&p.ir, &p.scratch), GAC_OK);
    assert_int_equal(gac__pass_simplify(&p.ir, &p.scratch), GAC_OK);
    assert_true(gac__ir_check(&p.ir));
    const gac__ir_inst *store =
        p.ir.blocks[0].insts[p.ir.blocks[0].n_insts - 2];
    const gac__ir_inst *lea = gac__ir_def(&p.ir, store->args[0]);
    assert_int_equal(p.ir.values[lea->args[0]].kind, GAC__VALUE_SYMBOL);
    assert_int_equal(array_offset(&p, 3 | UINT64_C(5) << 32), 3 * 64 + 5 * 4);
    assert_int_equal(array_offset(&p, 1 | UINT64_C(0xfffffffd) << 32),
                     64 - 3 * 4);
    for (size_t k = 0; k < GAC__COUNT_OF(outside); k++)
        assert_true(array_offset(&p, outside[k]) >= ARRAY_BYTES);
    end(&p);
}

/* -- counted loops --------------------------------------------------------- */

/* The exit compares offset + counter, the counter being the second addend: the
 * branch before the loop gets that sum as it is at first. */
static void counter_is_second_addend(void **state)
{
    static const uint8_t edges[][2] = {{0, 1}, {1, 1}, {1, 2}};
    program p;
    (void)state;
    begin(&p, 3, edges, GAC__COUNT_OF(edges));
    p.ir.facts.group_independent = true;
    uint32_t id = local_id(&p), offset = argument(&p, GAC__TY_I64, 0);
    uint32_t step = argument(&p, GAC__TY_I64, 1);
    uint32_t limit = argument(&p, GAC__TY_I64, 2);
    branch(&p, 0, 1);
    gac__ir_inst *phi = put(&p, 1, GAC__IR_PHI, GAC__TY_I64, 2, id, 0);
    uint32_t sum =
        binary(&p, 1, GAC__IR_IADD, GAC__TY_I64, offset, phi->result);
    phi->args[1] = binary(&p, 1, GAC__IR_IADD, GAC__TY_I64, phi->result, step);
    branch_if(&p, 1, binary(&p, 1, GAC__IR_ULT, GAC__TY_I64, sum, limit), 1, 2);
    put(&p, 2, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
    assert_true(gac__ir_check(&p.ir));
    assert_int_equal(gac__pass_uniform(&p.ir, &p.scratch), GAC_OK);
    assert_int_equal(gac__pass_counted(&p.ir, &p.scratch), GAC_OK);
    assert_true(gac__ir_check(&p.ir));
    const gac__ir_inst *before = gac__ir_end(&p.ir.blocks[0]);
    assert_int_equal(before->n_args, 3);
    assert_int_equal(before->args[1], limit);
    assert_int_equal(before->args[2], step);
    assert_int_equal(before->sub, GAC__COUNT_LT);
    const gac__ir_inst *first = gac__ir_def(&p.ir, before->args[0]);
    assert_int_equal(first->op, GAC__IR_IADD);
    assert_int_equal(first->args[0], offset);
    assert_int_equal(first->args[1], id);
    end(&p);
}

/* -- constants and copies -------------------------------------------------- */

/* The number of instructions that do `op`. */
static uint32_t count_ops(const program *p, uint16_t op)
{
    uint32_t n = 0;
    for (uint32_t b = 0; b < p->ir.n_blocks; b++)
        for (uint32_t k = 0; k < p->ir.blocks[b].n_insts; k++)
            n += p->ir.blocks[b].insts[k]->op == op;
    return n;
}

/* A constant index and a constant addend become a displacement. */
static void constants_leave_indices(void **state)
{
    program p;
    (void)state;
    begin(&p, 1, NULL, 0);
    uint32_t base = pointer(&p), id = local_id(&p);
    uint32_t sum = binary(&p, 0, GAC__IR_IADD, GAC__TY_I64, id,
                          number(&p, GAC__TY_I64, 5));
    gac__ir_inst *row = put(&p, 0, GAC__IR_LEA, GAC__TY_I64, 2, base, sum);
    row->imm = 8;
    store(&p, 0, row->result, number(&p, GAC__TY_I64, 3), id);
    put(&p, 0, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
    assert_int_equal(gac__pass_simplify(&p.ir, &p.scratch), GAC_OK);
    assert_true(gac__ir_check(&p.ir));
    const gac__ir_inst *stored = p.ir.blocks[0].insts[2];
    const gac__ir_inst *lea = gac__ir_def(&p.ir, stored->args[0]);
    assert_int_equal(stored->op, GAC__IR_STORE);
    assert_int_equal(lea->op, GAC__IR_LEA);
    assert_int_equal(lea->args[1], stored->args[1]);
    assert_int_equal(lea->imm2, 5 * 8 + 3 * 8);
    end(&p);
}

static gac__ir_inst *put_at(program *p, gac__ir_op op, gac__ty ty,
                            uint32_t base, int64_t offset, uint32_t value)
{
    gac__ir_inst *i = put(p, 0, op, ty, value ? 2 : 1, base, value);
    i->imm2 = offset;
    return i;
}

/* A structure of 8 and 4 bytes is copied, from byte 16 of a variable to byte 0
 * of another one: it is cut where the other accesses are, and both become
 * values. */
static void copied_structures_are_values(void **state)
{
    program p;
    (void)state;
    begin(&p, 1, NULL, 0);
    uint32_t base = pointer(&p), id = local_id(&p);
    uint32_t word = convert(&p, 0, GAC__IR_TRUNC, GAC__TY_I32, id);
    gac__ir_inst *from = put(&p, 0, GAC__IR_ALLOCA, GAC__TY_I64, 0, 0, 0);
    gac__ir_inst *to = put(&p, 0, GAC__IR_ALLOCA, GAC__TY_I64, 0, 0, 0);
    from->imm = 32;
    to->imm = 16;
    put_at(&p, GAC__IR_STORE, GAC__TY_I64, from->result, 16, id);
    put_at(&p, GAC__IR_STORE, GAC__TY_I32, from->result, 24, word);
    gac__ir_inst *middle = put_at(&p, GAC__IR_LEA, GAC__TY_I64, from->result,
                                  16, number(&p, GAC__TY_I64, 0));
    gac__ir_inst *copy =
        gac__ir_new_inst(&p.ir, GAC__IR_COPYMEM, GAC__TY_VOID, 3);
    assert_true(gac__ir_append(&p.ir, &p.ir.blocks[0], copy));
    copy->args[0] = to->result;
    copy->args[1] = middle->result;
    copy->args[2] = number(&p, GAC__TY_I64, 16);
    copy->sub = 3;
    put_at(&p, GAC__IR_STORE, GAC__TY_I64, base, 0,
           put_at(&p, GAC__IR_LOAD, GAC__TY_I64, to->result, 0, 0)->result);
    put_at(&p, GAC__IR_STORE, GAC__TY_I32, base, 8,
           put_at(&p, GAC__IR_LOAD, GAC__TY_I32, to->result, 8, 0)->result);
    put(&p, 0, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
    assert_true(gac__ir_check(&p.ir));
    assert_int_equal(gac__pass_copies(&p.ir, &p.scratch), GAC_OK);
    assert_int_equal(gac__pass_mem2reg(&p.ir, &p.scratch), GAC_OK);
    assert_int_equal(gac__pass_simplify(&p.ir, &p.scratch), GAC_OK);
    assert_true(gac__ir_check(&p.ir));
    assert_int_equal(count_ops(&p, GAC__IR_COPYMEM), 0);
    assert_int_equal(count_ops(&p, GAC__IR_ALLOCA), 0);
    assert_int_equal(count_ops(&p, GAC__IR_LOAD), 0);
    assert_int_equal(count_ops(&p, GAC__IR_STORE), 2);
    end(&p);
}

/* -- private arrays -------------------------------------------------------- */

/* Whether a private array lies element by element if a loop stores words at
 * byte `first` + a counter of `step`, by an index that `op` makes of it. */
static bool becomes_soa(uint64_t first, uint64_t step, gac__ir_op op,
                        uint64_t operand)
{
    static const uint8_t edges[][2] = {{0, 1}, {1, 1}, {1, 2}};
    program p;
    begin(&p, 3, edges, GAC__COUNT_OF(edges));
    gac__ir_inst *array = put(&p, 0, GAC__IR_ALLOCA, GAC__TY_I64, 0, 0, 0);
    array->imm = 64;
    uint32_t word = argument(&p, GAC__TY_I32, 0);
    uint32_t limit = argument(&p, GAC__TY_I64, 1);
    branch(&p, 0, 1);
    gac__ir_inst *at = put(&p, 1, GAC__IR_PHI, GAC__TY_I64, 2,
                           number(&p, GAC__TY_I64, first), 0);
    uint32_t index = binary(&p, 1, op, GAC__TY_I64, at->result,
                            number(&p, GAC__TY_I64, operand));
    gac__ir_inst *lea =
        put(&p, 1, GAC__IR_LEA, GAC__TY_I64, 2, array->result, index);
    lea->imm = 1;
    put(&p, 1, GAC__IR_STORE, GAC__TY_I32, 2, lea->result, word);
    at->args[1] = binary(&p, 1, GAC__IR_IADD, GAC__TY_I64, at->result,
                         number(&p, GAC__TY_I64, step));
    branch_if(&p, 1,
              binary(&p, 1, GAC__IR_ULT, GAC__TY_I64, at->args[1], limit), 1,
              2);
    put(&p, 2, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
    assert_true(gac__ir_check(&p.ir));
    assert_int_equal(gac__pass_soa(&p.ir, &p.scratch), GAC_OK);
    assert_true(gac__ir_check(&p.ir));
    const bool becomes = (array->flags & GAC__IR_SOA) != 0;
    end(&p);
    return becomes;
}

static void bytes_become_elements(void **state)
{
    static const struct {
        uint64_t first, step;
        gac__ir_op op;
        uint64_t operand;
        bool becomes;
    } rows[] = {
        {0, 4, GAC__IR_IADD, 0, true},
        {60, (uint64_t)-12, GAC__IR_IADD, 4, true},
        {1, 1, GAC__IR_SHL, 2, true},
        {2, 2, GAC__IR_IMUL, 6, true},
        {3, 5, GAC__IR_AND, 28, true},
        {4, 8, GAC__IR_OR, 12, true},
        {4, 4, GAC__IR_XOR, 4, true},
        {0, 2, GAC__IR_IADD, 0, false},
        {2, 4, GAC__IR_IADD, 0, false},
        {0, 4, GAC__IR_ISUB, 1, false},
        {1, 1, GAC__IR_SHL, 1, false},
        {1, 2, GAC__IR_IMUL, 2, false},
        {2, 2, GAC__IR_AND, 30, false},
        {0, 8, GAC__IR_LSHR, 1, false},
    };
    (void)state;
    for (size_t k = 0; k < GAC__COUNT_OF(rows); k++)
        assert_int_equal(becomes_soa(rows[k].first, rows[k].step, rows[k].op,
                                     rows[k].operand),
                         rows[k].becomes);
}

/* -- loops of compare and exchange ----------------------------------------- */

/* What is unusual about such a loop. */
enum { NOTHING, ADDRESS_OF_OLD, SECOND_ATOMIC };

static gac__ir_inst *put_atomic(program *p, uint32_t atomic, uint32_t at,
                                uint32_t value, uint32_t comparator)
{
    gac__ir_inst *i =
        put(p, 1, GAC__IR_ATOMIC, GAC__TY_I32, comparator ? 3 : 2, at, value);
    i->sub = atomic;
    if (comparator)
        i->args[2] = comparator;
    return i;
}

/* Whether a loop that adds an argument to element 1 of a buffer becomes an
 * atomic addition. */
static bool becomes_atomic(int unusual)
{
    static const uint8_t edges[][2] = {{0, 1}, {1, 1}, {1, 2}};
    program p;
    begin(&p, 3, edges, GAC__COUNT_OF(edges));
    uint32_t base = pointer(&p), by = argument(&p, GAC__TY_I32, 0);
    uint32_t first = argument(&p, GAC__TY_I32, 1);
    branch(&p, 0, 1);
    gac__ir_inst *old = put(&p, 1, GAC__IR_PHI, GAC__TY_I32, 2, first, 0);
    gac__ir_inst *at = put(
        &p, 1, GAC__IR_LEA, GAC__TY_I64, 2, base,
        unusual == ADDRESS_OF_OLD ? old->result : number(&p, GAC__TY_I32, 1));
    at->imm = 4;
    uint32_t sum = binary(&p, 1, GAC__IR_IADD, GAC__TY_I32, old->result, by);
    if (unusual == SECOND_ATOMIC)
        put_atomic(&p, GAC__ATOMIC_IADD, base, by, 0);
    gac__ir_inst *exchange =
        put_atomic(&p, GAC__ATOMIC_CMPXCHG, at->result, sum, old->result);
    old->args[1] = exchange->result;
    uint32_t failed =
        binary(&p, 1, GAC__IR_INE, GAC__TY_I32, exchange->result, old->result);
    branch_if(&p, 1, failed, 1, 2);
    put(&p, 2, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
    assert_true(gac__ir_check(&p.ir));
    assert_int_equal(gac__pass_cas_loops(&p.ir, &p.scratch), GAC_OK);
    assert_true(gac__ir_check(&p.ir));
    bool becomes = false;
    for (uint32_t k = 0; k < p.ir.blocks[1].n_insts; k++) {
        const gac__ir_inst *i = p.ir.blocks[1].insts[k];
        becomes |= i->op == GAC__IR_ATOMIC && i->sub == GAC__ATOMIC_IADD
                   && i->args[0] == at->result;
    }
    end(&p);
    return becomes;
}

static void exchanges_become_atomics(void **state)
{
    (void)state;
    assert_true(becomes_atomic(NOTHING));
    assert_false(becomes_atomic(ADDRESS_OF_OLD));
    assert_false(becomes_atomic(SECOND_ATOMIC));
}

/* -- random programs ------------------------------------------------------- */

/* Two loops, one in the other, with a diamond in the inner one. */
enum { ENTRY, OUTER, INNER, LEFT, RIGHT, MEET, AFTER, EXIT, N_BLOCKS };
static const uint8_t edges_of_random[][2] = {
    {ENTRY, OUTER}, {OUTER, INNER}, {INNER, LEFT}, {INNER, RIGHT},
    {LEFT, MEET},   {RIGHT, MEET},  {MEET, INNER}, {MEET, AFTER},
    {AFTER, OUTER}, {AFTER, EXIT}};
static const uint8_t idom[N_BLOCKS] = {
    [INNER] = OUTER, [LEFT] = INNER, [RIGHT] = INNER,
    [MEET] = INNER,  [AFTER] = MEET, [EXIT] = AFTER};

typedef struct generator {
    program p;
    uint64_t seed;
    uint8_t home[8192]; /* of each value: its block; N_BLOCKS: any */
} generator;

static uint32_t draw(generator *g, uint32_t below)
{
    g->seed = g->seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)((g->seed >> 33) % below);
}

static uint64_t draw_bits(generator *g)
{
    static const uint64_t some[] = {
        0,          1,          2,           3,          0x7fffffff,
        0x80000000, 0xffffffff, 0x100000000, UINT64_MAX, UINT64_MAX << 32};
    uint64_t bits = (uint64_t)draw(g, 1u << 30) << 34 ^ draw(g, 1u << 30);
    return draw(g, 3) ? some[draw(g, GAC__COUNT_OF(some))] : bits;
}

static bool is_above(uint32_t a, uint32_t b)
{
    while (b != a && b != ENTRY)
        b = idom[b];
    return a == b;
}

static uint32_t made(generator *g, uint32_t block, uint32_t value)
{
    assert_true(value < sizeof g->home);
    g->home[value] = (uint8_t)block;
    return value;
}

/* A value of the type that block b may use, or a constant. */
static uint32_t pick(generator *g, gac__ty ty, uint32_t b)
{
    for (uint32_t tries = 0; draw(g, 6) && tries < 40; tries++) {
        uint32_t v = 1 + draw(g, g->p.ir.n_values - 1);
        if (g->p.ir.values[v].kind == GAC__VALUE_INST
            && g->p.ir.values[v].ty == ty && is_above(g->home[v], b))
            return v;
    }
    return number(&g->p, ty, draw_bits(g));
}

/* What compilers make of an int index: a sum in the upper half, moved down. */
static void random_upper_half(generator *g, uint32_t b)
{
    static const uint8_t sums[] = {GAC__IR_IADD, GAC__IR_ISUB, GAC__IR_IMUL};
    program *p = &g->p;
    gac__ir_op op = (gac__ir_op)sums[draw(g, 3)];
    uint32_t up = number(p, GAC__TY_I64, 32 + draw(g, 2));
    uint32_t down = number(p, GAC__TY_I64, 33 - draw(g, 4));
    uint32_t other = number(p, GAC__TY_I64, (uint64_t)draw(g, 1u << 30) << 33);
    uint32_t x = made(
        g, b,
        binary(p, b, GAC__IR_SHL, GAC__TY_I64, pick(g, GAC__TY_I64, b), up));
    if (draw(g, 2))
        other =
            made(g, b,
                 binary(p, b, GAC__IR_SHL, GAC__TY_I64, pick(g, GAC__TY_I64, b),
                        number(p, GAC__TY_I64, 32 + draw(g, 2))));
    bool swaps = draw(g, 2);
    uint32_t sum = made(
        g, b,
        binary(p, b, op, GAC__TY_I64, swaps ? other : x, swaps ? x : other));
    made(g, b,
         binary(p, b, draw(g, 2) ? GAC__IR_ASHR : GAC__IR_LSHR, GAC__TY_I64,
                sum, down));
}

static void random_op(generator *g, uint32_t b)
{
    static const uint8_t ops[] = {
        GAC__IR_IADD, GAC__IR_IADD, GAC__IR_IADD, GAC__IR_ISUB, GAC__IR_IMUL,
        GAC__IR_IMUL, GAC__IR_AND,  GAC__IR_OR,   GAC__IR_XOR,  GAC__IR_UDIV,
        GAC__IR_UMIN, GAC__IR_SMAX, GAC__IR_SHL,  GAC__IR_SHL,  GAC__IR_LSHR,
        GAC__IR_ASHR, GAC__IR_ASHR, GAC__IR_NOT,  GAC__IR_INEG, GAC__IR_SELECT};
    gac__ty ty = draw(g, 3) ? GAC__TY_I64 : GAC__TY_I32;
    program *p = &g->p;
    gac__ir_op op = (gac__ir_op)ops[draw(g, GAC__COUNT_OF(ops))];
    uint32_t x = pick(g, ty, b), y = pick(g, ty, b), condition;
    switch (draw(g, 8)) {
    case 0:
        made(
            g, b,
            convert(p, b, GAC__IR_TRUNC, GAC__TY_I32, pick(g, GAC__TY_I64, b)));
        return;
    case 2:
        x = made(g, b,
                 convert(p, b, GAC__IR_TRUNC,
                         draw(g, 2) ? GAC__TY_I8 : GAC__TY_I16,
                         pick(g, GAC__TY_I64, b)));
        made(g, b,
             convert(p, b, draw(g, 2) ? GAC__IR_ZEXT : GAC__IR_SEXT, ty, x));
        return;
    case 3: random_upper_half(g, b); return;
    case 1:
        made(g, b,
             convert(p, b, draw(g, 2) ? GAC__IR_ZEXT : GAC__IR_SEXT,
                     GAC__TY_I64, pick(g, GAC__TY_I32, b)));
        return;
    default: break;
    }
    if (op >= GAC__IR_SHL && op <= GAC__IR_ASHR && draw(g, 4))
        y = number(p, ty,
                   draw(g, 2) ? 32 % width_of((uint8_t)ty) : draw(g, 64));
    if (op == GAC__IR_NOT || op == GAC__IR_INEG) {
        made(g, b, put(p, b, op, ty, 1, x, 0)->result);
    } else if (op == GAC__IR_SELECT) {
        condition = made(g, b, binary(p, b, GAC__IR_SLT, ty, x, y));
        gac__ir_inst *i = put(p, b, op, ty, 3, condition, x);
        i->args[2] = y;
        made(g, b, i->result);
    } else {
        made(g, b, binary(p, b, op, ty, x, y));
    }
}

static void random_ops(generator *g, uint32_t b, uint32_t most)
{
    for (uint32_t n = draw(g, most); n > 0; n--)
        random_op(g, b);
}

static void random_phis(generator *g, uint32_t b, gac__ir_inst **phis,
                        uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        gac__ty ty = draw(g, 3) ? GAC__TY_I64 : GAC__TY_I32;
        phis[k] = put(&g->p, b, GAC__IR_PHI, ty, 2, 0, 0);
        made(g, b, phis[k]->result);
    }
}

/* At an index, or at one of a row that has another one. */
static void random_stores(generator *g, uint32_t b, uint32_t base, uint32_t n)
{
    for (; n > 0; n--) {
        gac__ty ty = draw(g, 2) ? GAC__TY_I64 : GAC__TY_I32;
        uint32_t index = pick(g, draw(g, 4) ? GAC__TY_I64 : GAC__TY_I32, b);
        uint32_t from = base;
        if (draw(g, 3) == 0) {
            uint32_t row = pick(g, draw(g, 4) ? GAC__TY_I64 : GAC__TY_I32, b);
            gac__ir_inst *lea =
                put(&g->p, b, GAC__IR_LEA, GAC__TY_I64, 2, base, row);
            lea->imm = UINT64_C(8) << draw(g, 6);
            from = made(g, b, lea->result);
            g->home[from] = EXIT; /* no operand of others */
        }
        store(&g->p, b, from, index, pick(g, ty, b));
    }
}

/* The end of a loop of `iterations` iterations, which counts by the first of
 * its phis. */
static void random_loop_end(generator *g, uint32_t b, gac__ir_inst **phis,
                            uint32_t n, uint32_t entry, uint32_t head,
                            uint32_t exit, uint32_t iterations)
{
    program *p = &g->p;
    gac__ty ty = (gac__ty)phis[0]->ty;
    uint32_t next =
        made(g, b,
             binary(p, b, GAC__IR_IADD, ty, phis[0]->result, number(p, ty, 1)));
    for (uint32_t k = 0; k < n; k++) {
        gac__ty phi_ty = (gac__ty)phis[k]->ty;
        phis[k]->args[0] = k ? pick(g, phi_ty, entry) : number(p, ty, 0);
        phis[k]->args[1] = k ? pick(g, phi_ty, b) : next;
    }
    uint32_t less = made(
        g, b, binary(p, b, GAC__IR_ULT, ty, next, number(p, ty, iterations)));
    branch_if(p, b, less, head, exit);
}

static void make_random(generator *g)
{
    program *p = &g->p;
    gac__ir_inst *outer[4], *inner[5], *meet[2];
    begin(p, N_BLOCKS, edges_of_random, GAC__COUNT_OF(edges_of_random));
    uint32_t base = pointer(p);
    for (uint32_t k = 0; k < 6; k++)
        made(g, ENTRY, argument(p, k < 3 ? GAC__TY_I64 : GAC__TY_I32, k));
    made(g, ENTRY, local_id(p));
    random_ops(g, ENTRY, 5);
    branch(p, ENTRY, OUTER);
    random_phis(g, OUTER, outer, 4);
    random_ops(g, OUTER, 5);
    branch(p, OUTER, INNER);
    random_phis(g, INNER, inner, 5);
    random_ops(g, INNER, 10);
    uint32_t way =
        made(g, INNER,
             binary(p, INNER, GAC__IR_SLT, GAC__TY_I64,
                    pick(g, GAC__TY_I64, INNER), pick(g, GAC__TY_I64, INNER)));
    branch_if(p, INNER, way, LEFT, RIGHT);
    random_ops(g, LEFT, 5);
    branch(p, LEFT, MEET);
    random_ops(g, RIGHT, 5);
    branch(p, RIGHT, MEET);
    random_phis(g, MEET, meet, 2);
    for (uint32_t k = 0; k < 2; k++) {
        meet[k]->args[0] = pick(g, (gac__ty)meet[k]->ty, LEFT);
        meet[k]->args[1] = pick(g, (gac__ty)meet[k]->ty, RIGHT);
    }
    random_ops(g, MEET, 8);
    random_stores(g, MEET, base, 1 + draw(g, 2));
    random_loop_end(g, MEET, inner, 5, OUTER, INNER, AFTER, 4);
    random_ops(g, AFTER, 5);
    random_loop_end(g, AFTER, outer, 4, ENTRY, OUTER, EXIT, 3);
    random_stores(g, EXIT, base, 3);
    put(p, EXIT, GAC__IR_RET, GAC__TY_VOID, 0, 0, 0);
}

static void expect_same(uint64_t seed, const trace *before, const trace *now)
{
    assert_int_equal(before->n, now->n);
    for (uint32_t k = 0; k < now->n; k++)
        if (before->address[k] != now->address[k]
            || before->value[k] != now->value[k])
            fail_msg("seed %ju, store %u: %jx at %jx, before %jx at %jx",
                     (uintmax_t)seed, k, (uintmax_t)now->value[k],
                     (uintmax_t)now->address[k], (uintmax_t)before->value[k],
                     (uintmax_t)before->address[k]);
}

/* Random programs store the same values to the same addresses behind each of
 * the passes, for several lanes and arguments. */
static void hold_random(uint64_t first, gac__pass *const *passes, size_t n)
{
    static trace before[4], now;
    static generator g;
    for (uint64_t seed = first; seed < first + N_RANDOM; seed++) {
        uint64_t arguments[4][6];
        g.seed = seed;
        make_random(&g);
        assert_true(gac__ir_check(&g.p.ir));
        for (uint32_t t = 0; t < 4; t++) {
            for (uint32_t k = 0; k < 6; k++)
                arguments[t][k] = cut(draw_bits(&g), k < 3 ? 64 : 32);
            run(&g.p, arguments[t], t * 21845, &before[t]);
        }
        for (size_t k = 0; k < n; k++) {
            assert_int_equal(passes[k](&g.p.ir, &g.p.scratch), GAC_OK);
            assert_true(gac__ir_check(&g.p.ir));
            for (uint32_t t = 0; t < 4; t++) {
                run(&g.p, arguments[t], t * 21845, &now);
                expect_same(seed, &before[t], &now);
            }
        }
        end(&g.p);
    }
}

static void random_code_motion(void **state)
{
    static gac__pass *const passes[] = {gac__pass_licm, gac__pass_simplify,
                                        gac__pass_uniform, gac__pass_setup};
    (void)state;
    hold_random(1, passes, GAC__COUNT_OF(passes));
}

static void random_widths(void **state)
{
    static gac__pass *const passes[] = {gac__pass_demand,   gac__pass_licm,
                                        gac__pass_simplify, gac__pass_demand,
                                        gac__renumber,      gac__pass_simplify};
    (void)state;
    hold_random(100000, passes, GAC__COUNT_OF(passes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_what_does_not_change),
        cmocka_unit_test(moves_what_groups_share),
        cmocka_unit_test(finds_the_block_before),
        cmocka_unit_test(phi_of_low_halves),
        cmocka_unit_test(phi_of_both_halves),
        cmocka_unit_test(phi_of_undefined),
        cmocka_unit_test(sum_in_the_upper_half),
        cmocka_unit_test(merged_indices_are_clamped),
        cmocka_unit_test(counter_is_second_addend),
        cmocka_unit_test(constants_leave_indices),
        cmocka_unit_test(copied_structures_are_values),
        cmocka_unit_test(bytes_become_elements),
        cmocka_unit_test(exchanges_become_atomics),
        cmocka_unit_test(random_code_motion),
        cmocka_unit_test(random_widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
