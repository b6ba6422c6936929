/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Sets of opcodes as constant bits: one look-up, whatever is in them. */
#ifndef GAC_VALIDATE_OPCODE_SET_H
#define GAC_VALIDATE_OPCODE_SET_H

#include <stdbool.h>
#include <stdint.h>

/* Opcodes from here on are in no set. */
#define GAC__SET_END 512u

typedef struct gac__opcode_set {
    uint64_t bits[GAC__SET_END / 64];
} gac__opcode_set;

/* The part of the opcodes `a` to `b` that word `w` of a set holds. */
#define GAC__SET_BITS(w, a, b)                                                 \
    ((a) / 64 > (w) || (b) / 64 < (w)                                          \
         ? UINT64_C(0)                                                         \
         : (UINT64_MAX << ((a) / 64 == (w) ? (a) % 64 : 0))                    \
               & (UINT64_MAX >> (63 - ((b) / 64 == (w) ? (b) % 64 : 63))))

/* GAC__SET(LIST), where LIST(R, w) is R(w, a, b) | R(w, c, d) | ... */
#define GAC__SET(LIST)                                                         \
    {                                                                          \
        {                                                                      \
            LIST(GAC__SET_BITS, 0), LIST(GAC__SET_BITS, 1),                    \
                LIST(GAC__SET_BITS, 2), LIST(GAC__SET_BITS, 3),                \
                LIST(GAC__SET_BITS, 4), LIST(GAC__SET_BITS, 5),                \
                LIST(GAC__SET_BITS, 6), LIST(GAC__SET_BITS, 7)                 \
        }                                                                      \
    }

static inline bool gac__set_has(const gac__opcode_set *set, uint32_t opcode)
{
    return opcode < GAC__SET_END
           && (set->bits[opcode / 64] >> opcode % 64 & 1) != 0;
}

#endif
