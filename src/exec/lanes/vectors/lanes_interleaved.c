/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Interleaved groups: `stride` adjacent elements of 1, 2, 4 or 8 bytes for each
 * lane, one for each member. Compiled once for each level.
 *
 * A block is `stride` times 64 bytes of memory, 64 of each member. Blocks of
 * eight and sixteen members are halved until they have four members. Then a
 * table puts the elements of each member together within each 16 bytes. Units
 * of them, of 4, 8 or 16 bytes, are then exchanged among the vectors, in the
 * same way for all sizes of elements. Members of eight bytes are halved to the
 * end. Reading each member by itself would read all of the memory once a
 * member.
 */

#include "exec/lanes/lanes_memory.h"
#include "exec/lanes/lanes_steps.h"

#if VEC_PERMUTES

/* A table for 16 bytes: X(b, ...) is where byte b comes from. */
#define BYTES_16(X, ...)                                                       \
    X(0, __VA_ARGS__), X(1, __VA_ARGS__), X(2, __VA_ARGS__),                   \
        X(3, __VA_ARGS__), X(4, __VA_ARGS__), X(5, __VA_ARGS__),               \
        X(6, __VA_ARGS__), X(7, __VA_ARGS__), X(8, __VA_ARGS__),               \
        X(9, __VA_ARGS__), X(10, __VA_ARGS__), X(11, __VA_ARGS__),             \
        X(12, __VA_ARGS__), X(13, __VA_ARGS__), X(14, __VA_ARGS__),            \
        X(15, __VA_ARGS__)

/* Offsets within 16 bytes of n members, with elements of `size` bytes. In
 * memory, the elements of a lane are adjacent; apart, those of a member are.
 * APART: the offset in memory of byte b of the other order. TOGETHER: the
 * offset in the other order of byte b of memory. */
#define APART(b, n, size)                                                      \
    (((b) % (16 / (n)) / (size) * (n) + (b) / (16 / (n))) * (size)             \
     + (b) % (size))
#define TOGETHER(b, n, size)                                                   \
    ((b) / (size) % (n) * (16 / (n)) + (b) / (size) / (n) * (size)             \
     + (b) % (size))

/* The same for three members, whose 48 bytes of memory are three parts of 16
 * bytes. OFFSET_3: the offset in memory of byte b of member p. APART_3: this
 * offset in part u; 0x80 if the byte is in another part. TOGETHER_3: the offset
 * in member p of byte b of part u; 0x80 if the byte is another member's. */
#define OFFSET_3(b, p, size) (((b) / (size)*3 + (p)) * (size) + (b) % (size))
#define APART_3(b, p, u, size)                                                 \
    (OFFSET_3(b, p, size) / 16 == (u) ? OFFSET_3(b, p, size) % 16 : 0x80)
#define TOGETHER_3(b, u, p, size)                                              \
    ((16 * (u) + (b)) / (size) % 3 == (p)                                      \
         ? (16 * (u) + (b)) / (size) / 3 * (size) + (b) % (size)               \
         : 0x80)
#define THREE(X, p, size)                                                      \
    {                                                                          \
        {BYTES_16(X, p, 0, size)}, {BYTES_16(X, p, 1, size)},                  \
        {                                                                      \
            BYTES_16(X, p, 2, size)                                            \
        }                                                                      \
    }
#define THREE_TIMES_THREE(X, size)                                             \
    {                                                                          \
        THREE(X, 0, size), THREE(X, 1, size), THREE(X, 2, size)                \
    }

/* Tables by log2 of the size. Four members of four bytes need none: they are
 * exchanged as they are. */
static const vec_table apart_4[] = {{BYTES_16(APART, 4, 1)},
                                    {BYTES_16(APART, 4, 2)}};
static const vec_table together_4[] = {{BYTES_16(TOGETHER, 4, 1)},
                                       {BYTES_16(TOGETHER, 4, 2)}};
static const vec_table apart_2[] = {
    {BYTES_16(APART, 2, 1)}, {BYTES_16(APART, 2, 2)}, {BYTES_16(APART, 2, 4)}};
static const vec_table together_2[] = {{BYTES_16(TOGETHER, 2, 1)},
                                       {BYTES_16(TOGETHER, 2, 2)},
                                       {BYTES_16(TOGETHER, 2, 4)}};
static const vec_table apart_3[][3][3] = {THREE_TIMES_THREE(APART_3, 1),
                                          THREE_TIMES_THREE(APART_3, 2),
                                          THREE_TIMES_THREE(APART_3, 4)};
static const vec_table together_3[][3][3] = {THREE_TIMES_THREE(TOGETHER_3, 1),
                                             THREE_TIMES_THREE(TOGETHER_3, 2),
                                             THREE_TIMES_THREE(TOGETHER_3, 4)};

/* Shuffles the bytes of each 16. */
static inline vec_block shuffle_block(vec_block b, const vec_table *table)
{
    UNROLL(64 / VEC_BYTES) b.v[j] = vec_shuffle_bytes(b.v[j], table);
    return b;
}

/* -- three members --------------------------------------------------------- */

/* Loads three blocks of memory, which are four times 48 bytes. Block k gets
 * part k, of 16 bytes, of each 48. */
static inline void load_3(vec_block *v, const uint8_t *from)
{
    for (unsigned k = 0; k < 3; k++)
        UNROLL(64 / VEC_BYTES)
        {
            const void *at[IN_32 / 4];
            for (unsigned q = 0; q < IN_32 / 4; q++)
                at[q] = from + 48 * (j * IN_32 / 4 + q) + 16 * k;
            v[k].v[j] = vec_of_quarters(at);
        }
}

static inline void store_3(uint8_t *to, const vec_block *v)
{
    for (unsigned k = 0; k < 3; k++)
        UNROLL(64 / VEC_BYTES)
        {
            void *at[IN_32 / 4];
            for (unsigned q = 0; q < IN_32 / 4; q++)
                at[q] = to + 48 * (j * IN_32 / 4 + q) + 16 * k;
            vec_to_quarters(at, v[k].v[j]);
        }
}

/* Makes each of three blocks from all three. */
static inline void shuffle_3(vec_block *v, const vec_table (*table)[3])
{
    vec_block old[3] = {v[0], v[1], v[2]};
    for (unsigned k = 0; k < 3; k++) {
        vec_block a = shuffle_block(old[0], &table[k][0]);
        vec_block b = shuffle_block(old[1], &table[k][1]);
        vec_block c = shuffle_block(old[2], &table[k][2]);
        UNROLL(64 / VEC_BYTES) v[k].v[j] = a.v[j] | b.v[j] | c.v[j];
    }
}

/* -- a block --------------------------------------------------------------- */

/* Exchanges units among `stride` blocks. Two blocks with n members each, of 1
 * << log2 bytes, become two with n / 2 members each; if `together`, the other
 * way round. */
static INLINED void exchange(vec_block *v, unsigned stride, unsigned n,
                             unsigned log2, bool together)
{
    unsigned unit = n / 2 << log2;
    vec_block old[GAC__MOST_MEMBERS];
#pragma GCC unroll 16
    for (unsigned k = 0; k < stride; k++)
        old[k] = v[k];
#pragma GCC unroll 8
    for (unsigned k = 0; k < stride / 2; k++) {
        unsigned first = k / (n / 2) * n + k % (n / 2), second = first + n / 2;
        if (together) {
            v[2 * k] = vec_interleave_low(old[first], old[second], unit);
            v[2 * k + 1] = vec_interleave_high(old[first], old[second], unit);
        } else {
            v[first] = vec_even_units(old[2 * k], old[2 * k + 1], unit);
            v[second] = vec_odd_units(old[2 * k], old[2 * k + 1], unit);
        }
    }
}

/* Shuffles the bytes of each 16, if elements are smaller than the units that
 * are exchanged. */
static INLINED void shuffle(vec_block *v, unsigned stride, unsigned log2,
                            unsigned unit, const vec_table *bytes)
{
    if (log2 >= unit)
        return;
#pragma GCC unroll 16
    for (unsigned k = 0; k < stride; k++)
        v[k] = shuffle_block(v[k], &bytes[log2]);
}

/* log2 of the units exchanged last: elements of eight bytes, or several smaller
 * ones of a member. */
#define UNIT(log2, stride) ((log2) == 3 || (stride) == 2 ? 3u : 2u)

static INLINED void take_apart(vec_block *v, unsigned log2, unsigned stride)
{
    const unsigned unit = UNIT(log2, stride);
    if (stride == 3) {
        shuffle_3(v, apart_3[log2]);
        return;
    }
    if (stride == 16)
        exchange(v, stride, 16, log2, false);
    if (stride >= 8)
        exchange(v, stride, 8, log2, false);
    shuffle(v, stride, log2, unit, stride == 2 ? apart_2 : apart_4);
    if (stride >= 4)
        exchange(v, stride, 4, unit, false);
    exchange(v, stride, 2, unit, false);
}

static INLINED void put_together(vec_block *v, unsigned log2, unsigned stride)
{
    const unsigned unit = UNIT(log2, stride);
    if (stride == 3) {
        shuffle_3(v, together_3[log2]);
        return;
    }
    exchange(v, stride, 2, unit, true);
    if (stride >= 4)
        exchange(v, stride, 4, unit, true);
    shuffle(v, stride, log2, unit, stride == 2 ? together_2 : together_4);
    if (stride >= 8)
        exchange(v, stride, 8, log2, true);
    if (stride == 16)
        exchange(v, stride, 16, log2, true);
}

/* Loads `stride` adjacent blocks of memory. */
static INLINED void load_blocks(vec_block *v, const uint8_t *from,
                                unsigned stride)
{
    if (stride == 3) {
        load_3(v, from);
        return;
    }
#pragma GCC unroll 16
    for (unsigned k = 0; k < stride; k++)
        v[k] = load_block(from + k * 64);
}

static INLINED void store_blocks(uint8_t *to, const vec_block *v,
                                 unsigned stride)
{
    if (stride == 3) {
        store_3(to, v);
        return;
    }
#pragma GCC unroll 16
    for (unsigned k = 0; k < stride; k++)
        store_block(to + k * 64, v[k]);
}

/* How many bytes ahead memory is prefetched, for the next strip. */
#define FETCH_AHEAD 4096u

static INLINED void fetch_ahead(const uint8_t *from, unsigned stride)
{
#pragma GCC unroll 16
    for (unsigned k = 0; k < stride; k++)
        __builtin_prefetch(
            (const void *)((uintptr_t)from + k * 64 + FETCH_AHEAD));
}

/* Loads or stores blocks of elements of 1 << LOG2 bytes, a constant. */
#define LOAD_BLOCKS(STRIDE, LOG2)                                              \
    for (size_t n = 0; n < n_blocks; n++) {                                    \
        vec_block v[STRIDE];                                                   \
        fetch_ahead(from + n * STRIDE * 64, STRIDE);                           \
        load_blocks(v, from + n * STRIDE * 64, STRIDE);                        \
        take_apart(v, LOG2, STRIDE);                                           \
        _Pragma("GCC unroll 16") for (unsigned k = 0; k < STRIDE;              \
                                      k++) if (lanes[k])                       \
            store_block(lanes[k] + n * 64, v[k]);                              \
    }
#define STORE_BLOCKS(STRIDE, LOG2)                                             \
    for (size_t n = 0; n < n_blocks; n++) {                                    \
        vec_block v[STRIDE];                                                   \
        _Pragma("GCC unroll 16") for (unsigned k = 0; k < STRIDE; k++) v[k] =  \
            load_block(lanes[k] + n * step[k]);                                \
        put_together(v, LOG2, STRIDE);                                         \
        store_blocks(to + n * STRIDE * 64, v, STRIDE);                         \
    }
#define BY_SIZE(BLOCKS, STRIDE, MOST_LOG2)                                     \
    switch (log2) {                                                            \
    case 0: BLOCKS(STRIDE, 0) break;                                           \
    case 1: BLOCKS(STRIDE, 1) break;                                           \
    case 2: BLOCKS(STRIDE, 2) break;                                           \
    default: BLOCKS(STRIDE, MOST_LOG2) break;                                  \
    }

#define DEFINE_INTERLEAVED(STRIDE, MOST_LOG2)                                  \
    static void load_interleaved_##STRIDE(uint8_t *const *lanes,               \
                                          const uint8_t *from, unsigned log2,  \
                                          size_t n_blocks)                     \
    {                                                                          \
        BY_SIZE(LOAD_BLOCKS, STRIDE, MOST_LOG2)                                \
    }                                                                          \
    static void store_interleaved_##STRIDE(                                    \
        uint8_t *to, const uint8_t *const *lanes, const size_t *step,          \
        unsigned log2, size_t n_blocks)                                        \
    {                                                                          \
        BY_SIZE(STORE_BLOCKS, STRIDE, MOST_LOG2)                               \
    }

DEFINE_INTERLEAVED(2, 3)
DEFINE_INTERLEAVED(3, 2) /* no three members of 8 bytes */
DEFINE_INTERLEAVED(4, 3)
DEFINE_INTERLEAVED(8, 3)
DEFINE_INTERLEAVED(16, 3)

#include "exec/lanes/vectors/interleaved_apart.inc"

#define STRIDES(what)                                                          \
    [2] = what##_2, [4] = what##_4, [8] = what##_8, [16] = what##_16

const gac__interleaved_kernels VEC_JOIN(gac__interleaved_kernels_,
                                        LANES_LEVEL) = {
    .load = {STRIDES(load_interleaved), [3] = load_interleaved_3},
    .store = {STRIDES(store_interleaved), [3] = store_interleaved_3},
    .gather = {STRIDES(gather_interleaved)},
    .scatter = {STRIDES(scatter_interleaved)}};
#else
const gac__interleaved_kernels VEC_JOIN(gac__interleaved_kernels_,
                                        LANES_LEVEL) = {.load = {NULL}};
#endif
