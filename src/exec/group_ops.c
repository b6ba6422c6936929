/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Group operations: votes, broadcasts, ballots, shuffles, reductions, scans.
 *
 * The lanes of a work-group or a sub-group are visited in order, so that sums
 * of floats do not depend on the width of a strip.
 */
#include "exec/collectives.h"
#include "exec/exec_internal.h"
#include "exec/scalars.h"

typedef gac__participant cursor;

/* Returns a lane's number among all lanes of the group. */
static uint32_t number_of(const cursor *c)
{
    uint32_t width = c->all->worker->run->program->width;
    return (c->strip - c->all->first_strip) * width + c->lane
           - c->all->first_lane;
}

static uint64_t operand(const cursor *c, const gac__lane_inst *i, uint32_t a)
{
    return gac__operand(gac__participant_strip(c), i, a, c->lane);
}

static void give(const cursor *c, const gac__lane_inst *i, uint64_t bits)
{
    gac__write_result(gac__participant_strip(c), i, c->lane, bits);
}

/* -- arithmetic ------------------------------------------------------------ */

static uint64_t cut(uint64_t bits, uint8_t ty)
{
    uint32_t unused = 64 - gac__ty_bytes((gac__ty)ty) * 8;
    return bits << unused >> unused;
}

static uint64_t combine(gac__group_math op, uint8_t ty, uint64_t a, uint64_t b)
{
    switch (op) {
    case GAC__GM_IADD: return cut(a + b, ty);
    case GAC__GM_IMUL: return cut(a * b, ty);
    case GAC__GM_SMIN:
        return gac__sign_extend(b, ty) < gac__sign_extend(a, ty) ? b : a;
    case GAC__GM_SMAX:
        return gac__sign_extend(b, ty) > gac__sign_extend(a, ty) ? b : a;
    case GAC__GM_UMIN: return b < a ? b : a;
    case GAC__GM_UMAX: return b > a ? b : a;
    case GAC__GM_AND:
    case GAC__GM_LAND: return a & b;
    case GAC__GM_OR:
    case GAC__GM_LOR: return a | b;
    case GAC__GM_XOR:
    case GAC__GM_LXOR: return a ^ b;
    case GAC__GM_FADD: return gac__add_floats(a, b, ty);
    case GAC__GM_FMUL:
        return gac__from_double(gac__to_double(a, ty) * gac__to_double(b, ty),
                                ty);
    case GAC__GM_FMIN: return gac__choose_float(a, b, ty, true);
    case GAC__GM_FMAX: return gac__choose_float(a, b, ty, false);
    }
    return a;
}

static uint64_t identity(gac__group_math op, uint8_t ty)
{
    uint64_t ones = cut(UINT64_MAX, ty);
    switch (op) {
    case GAC__GM_IMUL: return 1;
    case GAC__GM_FMUL: return gac__from_double(1.0, ty);
    case GAC__GM_SMIN: return ones >> 1;
    case GAC__GM_SMAX: return ones ^ (ones >> 1);
    case GAC__GM_UMIN:
    case GAC__GM_AND: return ones;
    case GAC__GM_LAND: return 1;
    case GAC__GM_FMIN: return gac__from_double(__builtin_inf(), ty);
    case GAC__GM_FMAX: return gac__from_double(-__builtin_inf(), ty);
    default: return 0;
    }
}

/* Gives a sum to all lanes of a cluster, the first of which is `first`. */
static void give_cluster(const cursor *first, uint64_t size,
                         const gac__lane_inst *i, uint64_t sum)
{
    cursor c = *first;
    uint64_t cluster = number_of(&c) / size;
    do
        give(&c, i, sum);
    while (gac__participant_next(&c) && number_of(&c) / size == cluster);
}

/* Reductions and scans: in clusters, or over all lanes. */
static void scan(const gac__participants *p, const gac__lane_inst *i)
{
    gac__group_math op = gac__group_math_of(i->sub);
    gac__group_op kind = gac__group_op_of(i->sub);
    bool clustered = i->ir->imm2 > 0 && i->imm == SpvScopeSubgroup;
    uint64_t size = clustered ? (uint64_t)i->ir->imm2 : UINT64_MAX;
    uint64_t sum = 0;
    bool any = false;
    cursor first = gac__participants_begin(p);
    for (cursor c = gac__participants_begin(p); gac__participant_next(&c);) {
        uint64_t x = operand(&c, i, 0);
        if (any && number_of(&c) / size != number_of(&first) / size) {
            if (kind == GAC__GROUP_REDUCE)
                give_cluster(&first, size, i, sum);
            any = false;
        }
        if (!any)
            first = c;
        uint64_t before = any ? sum : identity(op, i->ty);
        sum = any ? combine(op, i->ty, sum, x) : x;
        any = true;
        if (kind == GAC__GROUP_INCLUSIVE)
            give(&c, i, sum);
        else if (kind == GAC__GROUP_EXCLUSIVE)
            give(&c, i, before);
    }
    if (any && kind == GAC__GROUP_REDUCE)
        give_cluster(&first, size, i, sum);
}

/* -- votes and broadcasts -------------------------------------------------- */

static void vote(const gac__participants *p, const gac__lane_inst *i)
{
    bool all = true, any = false, equal = true, first = true;
    uint64_t value = 0;
    for (cursor c = gac__participants_begin(p); gac__participant_next(&c);
         first = false) {
        uint64_t x = operand(&c, i, 0);
        if (first)
            value = x;
        all &= x != 0;
        any |= x != 0;
        equal &= x == value;
    }
    gac__group_op kind = gac__group_op_of(i->sub);
    gac__participants_give(p, i,
                           kind == GAC__GROUP_ALL   ? all
                           : kind == GAC__GROUP_ANY ? any
                                                    : equal);
}

static void elect(const gac__participants *p, const gac__lane_inst *i)
{
    bool first = true;
    for (cursor c = gac__participants_begin(p); gac__participant_next(&c);
         first = false)
        give(&c, i, first);
}

/* Reads operand 0 of the lane with this number. False: there is none. */
static bool read_other(const gac__participants *p, const gac__lane_inst *i,
                       uint64_t number, uint64_t *bits_out)
{
    uint32_t width = p->worker->run->program->width;
    uint64_t at = p->first_lane + number, lane = at % width;
    uint64_t strip = p->first_strip + at / width;
    if (strip >= p->end_strip || lane >= p->end_lane || number > UINT32_MAX
        || lane >= p->worker->strips[strip].n)
        return false;
    *bits_out = gac__operand(&p->worker->strips[strip], i, 0, (uint32_t)lane);
    return true;
}

static void broadcast(const gac__participants *p, const gac__lane_inst *i,
                      bool first)
{
    uint64_t value = 0;
    cursor c = gac__participants_begin(p);
    if (!gac__participant_next(&c))
        return;
    value = operand(&c, i, 0);
    if (!first)
        (void)read_other(p, i, operand(&c, i, 1), &value);
    gac__participants_give(p, i, value);
}

static void shuffle(const gac__participants *p, const gac__lane_inst *i)
{
    gac__group_op kind = gac__group_op_of(i->sub);
    uint64_t cluster = i->ir->imm2 > 0 ? (uint64_t)i->ir->imm2 : 0;
    if (!cluster && p->end_lane == UINT32_MAX)
        cluster = p->worker->n_items;
    else if (!cluster)
        cluster = GAC__MIN(p->end_lane, p->worker->strips[p->first_strip].n)
                  - p->first_lane;
    for (cursor c = gac__participants_begin(p); gac__participant_next(&c);) {
        uint64_t value = operand(&c, i, 0);
        uint64_t from = gac__shuffle_source(kind, number_of(&c),
                                            operand(&c, i, 1), cluster);
        (void)read_other(p, i, from, &value);
        give(&c, i, value);
    }
}

/* -- ballots --------------------------------------------------------------- */

static void ballot(const gac__participants *p, const gac__lane_inst *i)
{
    uint32_t word = 0;
    for (cursor c = gac__participants_begin(p); gac__participant_next(&c);) {
        uint32_t n = number_of(&c);
        if (n / 32 == (uint32_t)i->ir->imm2 && operand(&c, i, 0))
            word |= 1u << (n % 32);
    }
    gac__participants_give(p, i, word);
}

static uint64_t lowest_bits(uint32_t n)
{
    return n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
}

/* Returns a lane's result from the four words of a ballot. Bits from `size` on
 * do not count. */
static uint64_t read_ballot(const cursor *c, const gac__lane_inst *i,
                            uint32_t size)
{
    const gac__group_op kind = gac__group_op_of(i->sub);
    uint32_t me = number_of(c), end = size, index = me;
    if (kind == GAC__GROUP_BALLOT_BIT)
        index = (uint32_t)operand(c, i, 4);
    if (kind == GAC__GROUP_BALLOT_COUNT && i->ir->imm2)
        end = GAC__MIN(end, i->ir->imm2 == 1 ? me + 1 : me);
    uint64_t low = operand(c, i, 0) | operand(c, i, 1) << 32;
    uint64_t high = operand(c, i, 2) | operand(c, i, 3) << 32;
    low &= lowest_bits(end);
    high &= lowest_bits(GAC__MAX(end, 64u) - 64);
    switch ((gac__group_op)kind) {
    case GAC__GROUP_BALLOT_COUNT:
        return (uint64_t)__builtin_popcountll(low)
               + (uint64_t)__builtin_popcountll(high);
    case GAC__GROUP_BALLOT_LSB:
        return low    ? (uint64_t)__builtin_ctzll(low)
               : high ? 64 + (uint64_t)__builtin_ctzll(high)
                      : UINT32_MAX;
    case GAC__GROUP_BALLOT_MSB:
        return high  ? 127 - (uint64_t)__builtin_clzll(high)
               : low ? 63 - (uint64_t)__builtin_clzll(low)
                     : UINT32_MAX;
    default:
        return index < 128 ? operand(c, i, index / 32) >> (index % 32) & 1 : 0;
    }
}

static void read_ballots(const gac__participants *p, const gac__lane_inst *i)
{
    uint32_t size = p->end_lane - p->first_lane;
    for (cursor c = gac__participants_begin(p); gac__participant_next(&c);)
        give(&c, i, read_ballot(&c, i, size));
}

bool gac__do_group(const gac__participants *p, const gac__lane_inst *i)
{
    switch (gac__group_op_of(i->sub)) {
    case GAC__GROUP_ALL:
    case GAC__GROUP_ANY:
    case GAC__GROUP_ALL_EQUAL: vote(p, i); break;
    case GAC__GROUP_ELECT: elect(p, i); break;
    case GAC__GROUP_BROADCAST: broadcast(p, i, false); break;
    case GAC__GROUP_BROADCAST_FIRST: broadcast(p, i, true); break;
    case GAC__GROUP_BALLOT: ballot(p, i); break;
    case GAC__GROUP_SHUFFLE:
    case GAC__GROUP_SHUFFLE_XOR:
    case GAC__GROUP_SHUFFLE_UP:
    case GAC__GROUP_SHUFFLE_DOWN:
    case GAC__GROUP_ROTATE: shuffle(p, i); break;
    case GAC__GROUP_REDUCE:
    case GAC__GROUP_INCLUSIVE:
    case GAC__GROUP_EXCLUSIVE: scan(p, i); break;
    default: read_ballots(p, i); break;
    }
    return true;
}
