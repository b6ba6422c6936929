/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Ballots, shuffles, rotations and block accesses of sub-groups. */
#include "compile/build/build_families.h"

/* -- ballots --------------------------------------------------------------- */

static void build_ballot(gac__builder *b, const gac__inst *i, uint32_t scope,
                         uint32_t predicate_id)
{
    uint32_t x = gac__build_scalar(b, predicate_id), c[4] = {0};
    if (gac__build_ok(b)
        && (gac__build_ty(b, x) != GAC__TY_BOOL
            || gac__build_shape(b, i->type_id)->n != 4))
        gac__build_invalid(b, "it does not make four words of a boolean.");
    for (int64_t k = 0; k < 4 && gac__build_ok(b); k++)
        c[k] = gac__build_group_op(b, GAC__GROUP_BALLOT, 0, scope, k,
                                   GAC__TY_I32, GAC__TY_I32, 1, &x);
    gac__build_bind(b, i, c);
}

/* Operations on a ballot's four words. */
static void build_ballot_read(gac__builder *b, const gac__inst *i, uint32_t op,
                              int64_t imm2, uint32_t words_id,
                              uint32_t index_id)
{
    const uint32_t *words = gac__build_components(b, words_id, 4);
    uint32_t args[5] = {0}, n = 4;
    for (uint32_t k = 0; k < 4 && gac__build_ok(b); k++) {
        args[k] = words[k];
        if (gac__build_ty(b, words[k]) != GAC__TY_I32)
            gac__build_invalid(b, "a ballot is four 32-bit words.");
    }
    if (op == GAC__GROUP_BALLOT_BIT) {
        args[n++] = gac__build_scalar(b, index_id);
        if (gac__build_ok(b) && !gac__ty_is_int(gac__build_ty(b, args[4])))
            gac__build_invalid(b, "its index is not an integer.");
        args[4] = gac__build_resize(b, args[4], GAC__TY_I32, false);
    }
    bool boolean =
        op == GAC__GROUP_INVERSE_BALLOT || op == GAC__GROUP_BALLOT_BIT;
    gac__ty ty = boolean ? GAC__TY_BOOL : GAC__TY_I32;
    uint32_t value = gac__build_group_op(b, op, 0, gac__build_scope(b, i), imm2,
                                         ty, ty, n, args);
    gac__ty result = gac__build_scalar_ty(gac__build_shape(b, i->type_id));
    if (!boolean && gac__build_ok(b) && gac__ty_is_int(result))
        value = gac__build_resize(b, value, result, false);
    gac__build_bind_scalar(b, i, value);
}

static bool build_ballots(gac__builder *b, const gac__inst *i)
{
    uint32_t second = gac__build_word(i, 1), third = gac__build_word(i, 2);
    switch (i->opcode) {
    case SpvOpGroupNonUniformBallot:
        build_ballot(b, i, gac__build_scope(b, i), second);
        return true;
    case SpvOpSubgroupBallotKHR:
        build_ballot(b, i, SpvScopeSubgroup, gac__build_word(i, 0));
        return true;
    case SpvOpGroupNonUniformInverseBallot:
        build_ballot_read(b, i, GAC__GROUP_INVERSE_BALLOT, 0, second, 0);
        return true;
    case SpvOpGroupNonUniformBallotBitExtract:
        build_ballot_read(b, i, GAC__GROUP_BALLOT_BIT, 0, second, third);
        return true;
    case SpvOpGroupNonUniformBallotBitCount:
        if (second > SpvGroupOperationExclusiveScan)
            gac__build_unsupported(b, "group operation %u.", second);
        build_ballot_read(b, i, GAC__GROUP_BALLOT_COUNT, second, third, 0);
        return true;
    case SpvOpGroupNonUniformBallotFindLSB:
        build_ballot_read(b, i, GAC__GROUP_BALLOT_LSB, 0, second, 0);
        return true;
    case SpvOpGroupNonUniformBallotFindMSB:
        build_ballot_read(b, i, GAC__GROUP_BALLOT_MSB, 0, second, 0);
        return true;
    default: return false;
    }
}

/* -- shuffles -------------------------------------------------------------- */

static uint32_t word_index(gac__builder *b, uint32_t id)
{
    uint32_t index = gac__build_scalar(b, id);
    if (gac__build_ok(b) && !gac__ty_is_int(gac__build_ty(b, index)))
        gac__build_invalid(b, "its index is not an integer.");
    return gac__build_resize(b, index, GAC__TY_I32, false);
}

/* The operation of a shuffle; UINT32_MAX: it is none. */
static uint32_t shuffle_of(uint32_t opcode)
{
    switch (opcode) {
    case SpvOpGroupNonUniformShuffle:
    case SpvOpSubgroupShuffleINTEL: return GAC__GROUP_SHUFFLE;
    case SpvOpGroupNonUniformShuffleXor:
    case SpvOpSubgroupShuffleXorINTEL: return GAC__GROUP_SHUFFLE_XOR;
    case SpvOpGroupNonUniformShuffleUp: return GAC__GROUP_SHUFFLE_UP;
    case SpvOpGroupNonUniformShuffleDown: return GAC__GROUP_SHUFFLE_DOWN;
    case SpvOpGroupNonUniformRotateKHR: return GAC__GROUP_ROTATE;
    default: return UINT32_MAX;
    }
}

/* Intel's shuffles have no scope operand. */
static void build_shuffle(gac__builder *b, const gac__inst *i, uint32_t op)
{
    bool scoped = i->opcode != SpvOpSubgroupShuffleINTEL
                  && i->opcode != SpvOpSubgroupShuffleXorINTEL;
    uint32_t scope = scoped ? gac__build_scope(b, i) : SpvScopeSubgroup;
    uint32_t index = word_index(b, gac__build_word(i, 1 + scoped));
    uint64_t cluster = 0;
    if (op == GAC__GROUP_ROTATE && gac__build_n_words(i) > 3)
        cluster =
            gac__build_need_const(b, gac__build_word(i, 3), "a cluster size");
    gac__build_group_each(b, i, op, scope, gac__build_word(i, scoped), index,
                          (int64_t)cluster);
}

/* Translates operations on quads, which are four adjacent lanes: a broadcast is
 * a shuffle from one of them, a swap an exclusive or of the lane's number. */
static void build_quad(gac__builder *b, const gac__inst *i)
{
    gac__ty ty = GAC__TY_I32;
    bool swaps = i->opcode == SpvOpGroupNonUniformQuadSwap;
    uint32_t index = word_index(b, gac__build_word(i, 2));
    if (swaps) {
        index = gac__build_2(b, GAC__IR_IADD, ty, index,
                             gac__build_const(b, ty, 1));
    } else {
        uint32_t self =
            gac__build_builtin(b, GAC__BUILTIN_SUB_GROUP_LOCAL_ID, 0, ty);
        uint32_t first = gac__build_2(b, GAC__IR_AND, ty, self,
                                      gac__build_const(b, ty, ~UINT64_C(3)));
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
    if (gac__build_ok(b)
        && (!gac__shape_is_vector(x.shape) || x.shape->n != y.shape->n
            || x.shape->n != gac__build_shape(b, i->type_id)->n))
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
    if (gac__build_ok(b) && !gac__shape_is_vector(v.shape)) {
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

bool gac__build_subgroup(gac__builder *b, const gac__inst *i)
{
    uint32_t shuffle = shuffle_of(i->opcode);
    if (shuffle != UINT32_MAX) {
        build_shuffle(b, i, shuffle);
        return true;
    }
    switch (i->opcode) {
    case SpvOpGroupNonUniformQuadBroadcast:
    case SpvOpGroupNonUniformQuadSwap: build_quad(b, i); return true;
    case SpvOpSubgroupShuffleDownINTEL:
    case SpvOpSubgroupShuffleUpINTEL: build_shuffle_pair(b, i); return true;
    case SpvOpSubgroupBlockReadINTEL:
    case SpvOpSubgroupBlockWriteINTEL: build_block(b, i); return true;
    default: return build_ballots(b, i);
    }
}
