/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Half floats (IEEE 754 binary16), by integer arithmetic. */
#include "support/half.h"

#include <stdbool.h>
#include <string.h>

#include "support/support.h"

/* No hardware conversion is used: those round by the host's mode, which must
 * not matter. */

static const uint16_t HALF_INFINITY = 0x7C00, HALF_MAX = 0x7BFF;

float gac__half_to_float(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    uint32_t exponent = (half >> 10) & 0x1F;
    uint32_t mantissa = half & 0x3FF;
    uint32_t bits;
    if (exponent == 0x1F) {
        bits = sign | 0x7F800000 | mantissa << 13;
    } else if (exponent != 0) {
        bits = sign | (exponent + 112) << 23 | mantissa << 13;
    } else if (mantissa == 0) {
        bits = sign;
    } else { /* a denormal of half is a normal float */
        uint32_t shift = 0;
        while (!(mantissa & 0x400)) {
            mantissa <<= 1;
            shift++;
        }
        bits = sign | (113 - shift) << 23 | (mantissa & 0x3FF) << 13;
    }
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Whether a magnitude is rounded away from zero. `rest`: the bits that were cut
 * off; `half_unit`: half a unit in the last place of those kept. */
static bool rounds_up(uint64_t kept, uint64_t rest, uint64_t half_unit,
                      bool negative, gac__rounding rounding)
{
    switch (rounding) {
    case GAC__ROUND_RTZ: return false;
    case GAC__ROUND_RTP: return rest != 0 && !negative;
    case GAC__ROUND_RTN: return rest != 0 && negative;
    case GAC__ROUND_RTE: break;
    }
    return rest > half_unit || (rest == half_unit && (kept & 1) != 0);
}

/* The result for a finite value above the range: infinity, where the mode
 * rounds away from zero. */
static uint16_t overflowed(bool negative, gac__rounding rounding)
{
    bool stays = rounding == GAC__ROUND_RTZ
                 || (rounding == GAC__ROUND_RTP && negative)
                 || (rounding == GAC__ROUND_RTN && !negative);
    return stays ? HALF_MAX : HALF_INFINITY;
}

uint16_t gac__half_from_double(double value, gac__rounding rounding)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bool negative = bits >> 63 != 0;
    uint16_t sign = negative ? 0x8000 : 0;
    int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
    uint64_t mantissa = bits & 0xFFFFFFFFFFFFF;
    if (exponent == 1024) /* a NaN keeps the top of its payload, quietened */
        return sign
               | (mantissa ? (uint16_t)(0x7E00 | mantissa >> 42)
                           : HALF_INFINITY);
    if (exponent > 15)
        return sign | overflowed(negative, rounding);
    if (exponent == -1023 && mantissa == 0)
        return sign;
    if (exponent > -1023)
        mantissa |= (uint64_t)1 << 52;
    /* Bits below half's last place: 42 for a normal result, more for a
     * denormal one. At 63 all of the mantissa is below half a unit. */
    int shift = exponent >= -14 ? 42 : GAC__MIN(28 - exponent, 63);
    uint64_t kept = mantissa >> shift;
    uint64_t rest = mantissa & (((uint64_t)1 << shift) - 1);
    uint64_t half_unit = (uint64_t)1 << (shift - 1);
    if (rounds_up(kept, rest, half_unit, negative, rounding))
        kept++; /* may carry into the exponent, as it should */
    if (exponent >= -14)
        kept += (uint64_t)(exponent + 14) << 10;
    if (kept >= HALF_INFINITY)
        return sign | overflowed(negative, rounding);
    return sign | (uint16_t)kept;
}
