/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Template: OpenCL.std's integer functions. */

#include "compile/lanes/lanes_template.h"
#include "compile/lanes/lanes_ext_int.h"

/* As in lanes_int.c; the names are OpenCL.std's. */
/* clang-format off */
#define INT_TABLE(K1, K2, K3, T, U, S, BITS)                                   \
    K1(SAbs, T, U, S, x < 0 ? 0u - (U)x : (U)x)                                \
    K2(SAbs_diff, T, U, S, S, x < y ? 1u * (U)y - (U)x : 1u * (U)x - (U)y)     \
    K2(SAdd_sat, T, S, S, S, sadd_sat_##BITS(x, y))                            \
    K2(UAdd_sat, T, U, U, U, (U)(x + y) < x ? (U)~(U)0 : (U)(x + y))           \
    K2(SHadd, T, S, S, S, (x >> 1) + (y >> 1) + (x & y & 1))                   \
    K2(UHadd, T, U, U, U, (x >> 1) + (y >> 1) + (x & y & 1))                   \
    K2(SRhadd, T, S, S, S, (x >> 1) + (y >> 1) + ((x | y) & 1))                \
    K2(URhadd, T, U, U, U, (x >> 1) + (y >> 1) + ((x | y) & 1))                \
    K3(SClamp, T, S, S, S, S, GAC__MIN(GAC__MAX(x, y), z))                     \
    K3(UClamp, T, U, U, U, U, GAC__MIN(GAC__MAX(x, y), z))                     \
    K1(Clz, T, U, U, clz_##BITS(x))                                            \
    K1(Ctz, T, U, U, bit_count_##BITS((U)(~x & (U)(x - 1u))))                  \
    K3(SMad_hi, T, U, S, S, U, 1u * (U)smulhi_##BITS(x, y) + z)                \
    K3(UMad_sat, T, U, U, U, U, umad_sat_##BITS(x, y, z))                      \
    K3(SMad_sat, T, S, S, S, S, smad_sat_##BITS(x, y, z))                      \
    K2(Rotate, T, U, U, U,                                                     \
       1u * x << (y & (BITS - 1)) | x >> ((0u - y) & (BITS - 1)))              \
    K2(SSub_sat, T, S, S, S, ssub_sat_##BITS(x, y))                            \
    K2(USub_sat, T, U, U, U, x > y ? x - y : 0)                                \
    K2(UAbs_diff, T, U, U, U, x < y ? y - x : x - y)                           \
    K3(UMad_hi, T, U, U, U, U, 1u * umulhi_##BITS(x, y) + z)
/* clang-format on */

/* On 32 bits only: the arguments' lower 24. */
#define MUL24(K2, K3)                                                          \
    K3(SMad24, I32, uint32_t, uint32_t, uint32_t, uint32_t,                    \
       (uint32_t)(low24(x) * low24(y)) + z)                                    \
    K3(UMad24, I32, uint32_t, uint32_t, uint32_t, uint32_t,                    \
       (x & 0xffffffu) * (y & 0xffffffu) + z)                                  \
    K2(SMul24, I32, uint32_t, uint32_t, uint32_t, low24(x) * low24(y))         \
    K2(UMul24, I32, uint32_t, uint32_t, uint32_t,                              \
       (x & 0xffffffu) * (y & 0xffffffu))

#define ALL_TABLES(K1, K2, K3)                                                 \
    INT_TABLE(K1, K2, K3, I8, uint8_t, int8_t, 8)                              \
    INT_TABLE(K1, K2, K3, I16, uint16_t, int16_t, 16)                          \
    INT_TABLE(K1, K2, K3, I32, uint32_t, int32_t, 32)                          \
    INT_TABLE(K1, K2, K3, I64, uint64_t, int64_t, 64)                          \
    MUL24(K2, K3)

ALL_TABLES(LANES_DEF1, LANES_DEF2, LANES_DEF3)

#define ROW(n, f, T)                                                           \
    [OpenCLstd_##f -                                                           \
        OpenCLstd_SAbs][GAC__TY_##T - GAC__TY_I8] = {LANES_ROW##n(f, T)},
LANES_FAMILY(ext_int, GAC__LANES_EXT(OpenCLstd_SAbs),
             GAC__LANES_EXT(OpenCLstd_UMad_hi), GAC__TY_I8, GAC__TY_I64,
             ALL_TABLES(LANES_ENTER1, LANES_ENTER2, LANES_ENTER3))
