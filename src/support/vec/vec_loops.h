/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Moves of those of sixteen elements whose bit is set. */
#ifndef GAC_SUPPORT_VEC_LOOPS_H
#define GAC_SUPPORT_VEC_LOOPS_H

/* Moves n bytes, 1 to 128, by loads and stores of one size, of which the last
 * two overlap; all are read before one is written. */
static inline void vec_move_run(uint8_t *to, const uint8_t *from, size_t n)
{
    uint8_t all[128];
#define MOVE_ENDS(SIZE)                                                        \
    if (n >= SIZE) {                                                           \
        uint8_t ends[2][SIZE];                                                 \
        memcpy(ends[0], from, SIZE);                                           \
        memcpy(ends[1], from + n - SIZE, SIZE);                                \
        memcpy(to, ends[0], SIZE);                                             \
        memcpy(to + n - SIZE, ends[1], SIZE);                                  \
        return;                                                                \
    }
    if (n > 32) {
        memcpy(all, from, n);
        memcpy(to, all, n);
        return;
    }
    MOVE_ENDS(16)
    MOVE_ENDS(8)
    MOVE_ENDS(4)
    MOVE_ENDS(2)
#undef MOVE_ENDS
    *to = *from;
}

/* Moves those of sixteen elements of `size` bytes whose bit is set. They mostly
 * lie together, so that runs of them are moved. */
static inline void vec_move_bits(void *to, const void *from, size_t size,
                                 unsigned bits)
{
    unsigned lowest = bits & (0 - bits);
    uint8_t *t = to;
    const uint8_t *f = from;
    if (bits && !((bits + lowest) & bits)) {
        size_t at = (size_t)__builtin_ctz(bits) * size;
        vec_move_run(t + at, f + at, (size_t)__builtin_popcount(bits) * size);
        return;
    }
    for (; bits; bits &= bits - 1) {
        size_t at = (size_t)__builtin_ctz(bits) * size;
        memcpy(t + at, f + at, size);
    }
}

#if !VEC_MOVES_SMALL
#define vec_move_masked_8(to, from, bits) vec_move_bits(to, from, 1, bits)
#define vec_move_masked_16(to, from, bits) vec_move_bits(to, from, 2, bits)
#endif
#if !VEC_MOVES
#define vec_move_masked_32(to, from, bits) vec_move_bits(to, from, 4, bits)
#define vec_move_masked_64(to, from, bits) vec_move_bits(to, from, 8, bits)
#else
#define VEC_MOVE_MASKED(B)                                                     \
    static inline void vec_move_masked_##B(void *to, const void *from,         \
                                           unsigned bits)                      \
    {                                                                          \
        for (unsigned k = 0; k < 16; k += 8 * VEC_BYTES / B) {                 \
            vec_mask_##B on = vec_mask_of_bits_##B(bits >> k);                 \
            vec_store_masked_##B(                                              \
                (uint8_t *)to + k * (B / 8), on,                               \
                vec_load_masked_##B((const uint8_t *)from + k * (B / 8), on)); \
        }                                                                      \
    }
VEC_MOVE_MASKED(32)
VEC_MOVE_MASKED(64)
#endif

#endif
