/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Votes, broadcasts, shuffles and ballots; block accesses of sub-groups. */
#include "compile/build/build_families.h"
#include "module/reports.h"

/* -- votes ----------------------------------------------------------------- */

/* A row's group operation, and where its operands are. */
typedef struct operation {
    uint32_t op, scope;
    uint32_t value, index; /* ids; 0: there is none */
} operation;

static void build_vote(gac__builder *b, const gac__inst *i, const operation *o)
{
    uint32_t n = o->op == GAC__GROUP_ELECT ? 0 : 1;
    uint32_t x = n ? gac__build_scalar(b, o->value) : 0;
    if (n && gac__build_ty(b, x) != GAC__TY_BOOL)
        gac__build_invalid(b, "its predicate is not a boolean.");
    gac__build_bind_scalar(b, i,
                           gac__build_group_op(b, o->op, 0, o->scope, 0,
                                               GAC__TY_BOOL, GAC__TY_BOOL, n,
                                               &x));
}

static void build_all_equal(gac__builder *b, const gac__inst *i,
                            const operation *o)
{
    gac__val v = gac__build_value(b, o->value);
    uint32_t all = gac__build_const(b, GAC__TY_BOOL, 1);
    if (!gac__shape_is_vector(v.shape))
        gac__build_invalid(b, "its operand is neither scalar nor vector.");
    for (uint32_t k = 0; k < v.shape->n && gac__build_ok(b); k++) {
        uint32_t one = gac__build_group_op(b, o->op, 0, o->scope, 0,
                                           gac__build_ty(b, v.c[k]),
                                           GAC__TY_BOOL, 1, &v.c[k]);
        all = k ? gac__build_2(b, GAC__IR_AND, GAC__TY_BOOL, all, one) : one;
    }
    gac__build_bind_scalar(b, i, all);
}

/* -- broadcasts, shuffles -------------------------------------------------- */

/* The linear local id of the work-item whose local id is `id`, a scalar or a
 * vector of two or three. */
static uint32_t linear_id(gac__builder *b, uint32_t id)
{
    gac__val v = gac__build_value(b, id);
    if (v.shape->in_memory || v.shape->n == 0 || v.shape->n > 3
        || !gac__ty_is_int((gac__ty)v.shape->ty[0]))
        return gac__build_invalid(b,
                                  "its local id is not one to three integers.");
    return gac__build_linear_id(b, v.shape->n, v.c);
}

static uint32_t word_index(gac__builder *b, uint32_t id)
{
    return gac__build_as_int(b, gac__build_scalar(b, id), GAC__TY_I32,
                             "its index");
}

/* Gives each lane the value of another one. OpGroupBroadcast names that by its
 * local id, others by a lane's number, or not at all. */
static void build_exchange(gac__builder *b, const gac__inst *i,
                           const operation *o)
{
    uint32_t index = 0;
    int64_t cluster = 0;
    if (i->opcode == SpvOpGroupBroadcast)
        index = linear_id(b, o->index);
    else if (o->op == GAC__GROUP_BROADCAST)
        index = gac__build_as_int(b, gac__build_scalar(b, o->index),
                                  GAC__TY_I64, "its invocation id");
    else if (o->op != GAC__GROUP_BROADCAST_FIRST)
        index = word_index(b, o->index);
    if (o->op == GAC__GROUP_ROTATE && gac__build_n_words(i) > 3)
        cluster = gac__build_cluster_size(b, gac__build_word(i, 3));
    gac__build_group_each(b, i, o->op, o->scope, o->value, index, cluster);
}

/* -- ballots --------------------------------------------------------------- */

static void build_ballot(gac__builder *b, const gac__inst *i,
                         const operation *o)
{
    uint32_t x = gac__build_scalar(b, o->value), c[4] = {0};
    if (gac__build_ty(b, x) != GAC__TY_BOOL
        || gac__build_shape(b, i->type_id)->n != 4)
        gac__build_invalid(b, "it does not make four words of a boolean.");
    for (int64_t k = 0; k < 4 && gac__build_ok(b); k++)
        c[k] = gac__build_group_op(b, o->op, 0, o->scope, k, GAC__TY_I32,
                                   GAC__TY_I32, 1, &x);
    gac__build_bind(b, i, c);
}

/* Reads a ballot's four words. Those of OpGroupNonUniformBallotBitCount stand
 * behind a group operation. */
static void build_ballot_read(gac__builder *b, const gac__inst *i,
                              const operation *o)
{
    bool counts = o->op == GAC__GROUP_BALLOT_COUNT;
    uint32_t counted = counts ? o->value : 0;
    if (counted > SpvGroupOperationExclusiveScan)
        gac__build_unsupported(
            b, "group operation %s.",
            gac__value_in_words("GroupOperation", counted).text);
    const uint32_t *words =
        gac__build_components(b, counts ? o->index : o->value, 4);
    uint32_t args[5] = {0}, n = 4;
    for (uint32_t k = 0; k < 4 && gac__build_ok(b); k++) {
        args[k] = words[k];
        if (gac__build_ty(b, words[k]) != GAC__TY_I32)
            gac__build_invalid(b, "a ballot is four 32-bit words.");
    }
    if (o->op == GAC__GROUP_BALLOT_BIT)
        args[n++] = word_index(b, o->index);
    bool boolean =
        o->op == GAC__GROUP_INVERSE_BALLOT || o->op == GAC__GROUP_BALLOT_BIT;
    gac__ty ty = boolean ? GAC__TY_BOOL : GAC__TY_I32;
    uint32_t value =
        gac__build_group_op(b, o->op, 0, o->scope, counted, ty, ty, n, args);
    gac__ty result = gac__build_scalar_ty(gac__build_shape(b, i->type_id));
    if (!boolean && gac__ty_is_int(result))
        value = gac__build_resize(b, value, result, false);
    gac__build_bind_scalar(b, i, value);
}

/* -- quads and pairs of registers ------------------------------------------ */

/* Translates operations on quads, which are four adjacent lanes: a broadcast is
 * a shuffle from one of them, a swap an exclusive or of the lane's number. */
static void build_quad(gac__builder *b, const gac__inst *i)
{
    gac__ty ty = GAC__TY_I32;
    bool swaps = i->opcode == SpvOpGroupNonUniformQuadSwap;
    uint32_t index = word_index(b, gac__build_word(i, 2));
    if (swaps) {
        index = gac__build_2_const(b, GAC__IR_IADD, ty, index, 1);
    } else {
        uint32_t self =
            gac__build_builtin(b, GAC__BUILTIN_SUB_GROUP_LOCAL_ID, 0, ty);
        uint32_t first =
            gac__build_2_const(b, GAC__IR_AND, ty, self, ~UINT64_C(3));
        index = gac__build_2(b, GAC__IR_OR, ty, first, index);
    }
    gac__build_group_each(
        b, i, swaps ? GAC__GROUP_SHUFFLE_XOR : GAC__GROUP_SHUFFLE,
        gac__build_scope(b, i), gac__build_word(i, 1), index, 0);
}

/* Translates shuffles over two registers, of which the second continues the
 * first: a source lane is in one of the two. */
static void build_shuffle_pair(gac__builder *b, const gac__inst *i)
{
    bool down = i->opcode == SpvOpSubgroupShuffleDownINTEL;
    gac__ty ty = GAC__TY_I32;
    gac__val x = gac__build_value(b, gac__build_word(i, 0));
    gac__val y = gac__build_value(b, gac__build_word(i, 1));
    uint32_t delta = word_index(b, gac__build_word(i, 2)), c[16] = {0};
    uint32_t self =
        gac__build_builtin(b, GAC__BUILTIN_SUB_GROUP_LOCAL_ID, 0, ty);
    uint32_t size = gac__build_builtin(b, GAC__BUILTIN_SUB_GROUP_SIZE, 0, ty);
    uint32_t sum = gac__build_2(b, GAC__IR_IADD, ty, self, delta);
    uint32_t left = gac__build_2(b, GAC__IR_ISUB, ty, self, delta);
    if (!gac__shape_is_vector(x.shape) || x.shape->n != y.shape->n
        || x.shape->n != gac__build_shape(b, i->type_id)->n)
        gac__build_invalid(b, "its operands do not have the result's type.");
    /* `at` is the source lane, where x's lanes come before y's. Down counts
     * self plus delta from x's first lane on. Up counts self less delta from
     * y's first lane on: a negative number is a lane of x. */
    uint32_t at = down ? sum : gac__build_2(b, GAC__IR_IADD, ty, left, size);
    uint32_t in_first = gac__build_2(b, GAC__IR_ULT, ty, at, size);
    uint32_t wrapped = gac__build_2(b, GAC__IR_ISUB, ty, at, size);
    uint32_t lane = gac__build_select(b, in_first, at, wrapped);
    for (uint32_t k = 0; k < x.shape->n && gac__build_ok(b); k++) {
        gac__ty t = gac__build_ty(b, x.c[k]);
        uint32_t from_x =
            gac__build_group_op(b, GAC__GROUP_SHUFFLE, 0, SpvScopeSubgroup, 0,
                                t, t, 2, (uint32_t[]){x.c[k], lane});
        uint32_t from_y =
            gac__build_group_op(b, GAC__GROUP_SHUFFLE, 0, SpvScopeSubgroup, 0,
                                t, t, 2, (uint32_t[]){y.c[k], lane});
        c[k] = gac__build_select(b, in_first, from_x, from_y);
    }
    gac__build_bind(b, i, c);
}

/* -- block reads and writes ------------------------------------------------ */

/* Translates block accesses: component k of a lane lies k times the sub-group
 * size elements behind its first one. */
static void build_block(gac__builder *b, const gac__inst *i)
{
    bool reads = i->opcode == SpvOpSubgroupBlockReadINTEL;
    gac__val v = {.shape = reads ? gac__build_shape(b, i->type_id)
                                 : gac__build_no_shape()};
    uint32_t pointer = gac__build_scalar(b, gac__build_word(i, 0));
    if (!reads)
        v = gac__build_value(b, gac__build_word(i, 1));
    uint32_t c[16] = {0};
    gac__ty ty = b->ir->ptr_ty;
    if (!gac__shape_is_vector(v.shape)) {
        gac__build_invalid(b, "it moves neither a scalar nor a vector.");
        return;
    }
    uint32_t at = gac__build_builtin(b, GAC__BUILTIN_SUB_GROUP_LOCAL_ID, 0, ty);
    uint32_t size = gac__build_builtin(b, GAC__BUILTIN_SUB_GROUP_SIZE, 0, ty);
    for (uint32_t k = 0; k < v.shape->n && gac__build_ok(b); k++) {
        gac__ty t = (gac__ty)v.shape->ty[k];
        uint32_t bytes = gac__ty_bytes(t);
        uint32_t address = gac__build_address(b, pointer, at, bytes, 0);
        if (reads)
            c[k] = gac__build_load(b, address, 0, t, bytes, false);
        else
            gac__build_store(b, address, 0, v.c[k], bytes, false);
        at = gac__build_2(b, GAC__IR_IADD, ty, at, size);
    }
    if (reads)
        gac__build_bind(b, i, c);
}

/* -- dispatch -------------------------------------------------------------- */

typedef void translator(gac__builder *b, const gac__inst *i,
                        const operation *o);

/* The first operand of OpGroup... is the scope; OpSubgroup... have none. */
static const struct group_row {
    uint16_t opcode;
    uint8_t op; /* GAC__GROUP_* */
    translator *translate;
} group_rows[] = {
    {SpvOpGroupAll, GAC__GROUP_ALL, build_vote},
    {SpvOpGroupAny, GAC__GROUP_ANY, build_vote},
    {SpvOpGroupNonUniformAll, GAC__GROUP_ALL, build_vote},
    {SpvOpGroupNonUniformAny, GAC__GROUP_ANY, build_vote},
    {SpvOpSubgroupAllKHR, GAC__GROUP_ALL, build_vote},
    {SpvOpSubgroupAnyKHR, GAC__GROUP_ANY, build_vote},
    {SpvOpGroupNonUniformElect, GAC__GROUP_ELECT, build_vote},
    {SpvOpGroupNonUniformAllEqual, GAC__GROUP_ALL_EQUAL, build_all_equal},
    {SpvOpSubgroupAllEqualKHR, GAC__GROUP_ALL_EQUAL, build_all_equal},
    {SpvOpGroupBroadcast, GAC__GROUP_BROADCAST, build_exchange},
    {SpvOpGroupNonUniformBroadcast, GAC__GROUP_BROADCAST, build_exchange},
    {SpvOpSubgroupReadInvocationKHR, GAC__GROUP_BROADCAST, build_exchange},
    {SpvOpGroupNonUniformBroadcastFirst, GAC__GROUP_BROADCAST_FIRST,
     build_exchange},
    {SpvOpSubgroupFirstInvocationKHR, GAC__GROUP_BROADCAST_FIRST,
     build_exchange},
    {SpvOpGroupNonUniformShuffle, GAC__GROUP_SHUFFLE, build_exchange},
    {SpvOpSubgroupShuffleINTEL, GAC__GROUP_SHUFFLE, build_exchange},
    {SpvOpGroupNonUniformShuffleXor, GAC__GROUP_SHUFFLE_XOR, build_exchange},
    {SpvOpSubgroupShuffleXorINTEL, GAC__GROUP_SHUFFLE_XOR, build_exchange},
    {SpvOpGroupNonUniformShuffleUp, GAC__GROUP_SHUFFLE_UP, build_exchange},
    {SpvOpGroupNonUniformShuffleDown, GAC__GROUP_SHUFFLE_DOWN, build_exchange},
    {SpvOpGroupNonUniformRotateKHR, GAC__GROUP_ROTATE, build_exchange},
    {SpvOpGroupNonUniformBallot, GAC__GROUP_BALLOT, build_ballot},
    {SpvOpSubgroupBallotKHR, GAC__GROUP_BALLOT, build_ballot},
    {SpvOpGroupNonUniformInverseBallot, GAC__GROUP_INVERSE_BALLOT,
     build_ballot_read},
    {SpvOpGroupNonUniformBallotBitExtract, GAC__GROUP_BALLOT_BIT,
     build_ballot_read},
    {SpvOpGroupNonUniformBallotBitCount, GAC__GROUP_BALLOT_COUNT,
     build_ballot_read},
    {SpvOpGroupNonUniformBallotFindLSB, GAC__GROUP_BALLOT_LSB,
     build_ballot_read},
    {SpvOpGroupNonUniformBallotFindMSB, GAC__GROUP_BALLOT_MSB,
     build_ballot_read},
};

static void build_row(gac__builder *b, const gac__inst *i,
                      const struct group_row *row)
{
    const char *name = gac__module_inst_name(b->m, i);
    bool scoped = strncmp(name, "OpGroup", strlen("OpGroup")) == 0;
    const operation o = {.op = row->op,
                         .scope =
                             scoped ? gac__build_scope(b, i) : SpvScopeSubgroup,
                         .value = gac__build_word(i, scoped ? 1 : 0),
                         .index = gac__build_word(i, scoped ? 2 : 1)};
    row->translate(b, i, &o);
}

bool gac__build_subgroup(gac__builder *b, const gac__inst *i)
{
    switch (i->opcode) {
    case SpvOpGroupNonUniformQuadBroadcast:
    case SpvOpGroupNonUniformQuadSwap: build_quad(b, i); return true;
    case SpvOpSubgroupShuffleDownINTEL:
    case SpvOpSubgroupShuffleUpINTEL: build_shuffle_pair(b, i); return true;
    case SpvOpSubgroupBlockReadINTEL:
    case SpvOpSubgroupBlockWriteINTEL: build_block(b, i); return true;
    default: break;
    }
    for (size_t k = 0; k < GAC__COUNT_OF(group_rows); k++)
        if (group_rows[k].opcode == i->opcode) {
            build_row(b, i, &group_rows[k]);
            return true;
        }
    return false;
}
