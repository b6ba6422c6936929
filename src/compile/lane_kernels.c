/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds lane kernels: operation -> family -> instruction-set level.
 *
 * The kernels themselves are made by the templates lanes_*.inc (see
 * lanes_template.h); each family keeps its own table and answers for it.
 */
#include "compile/lane_kernels.h"

#include "compile/lanes.h"

enum { LEVEL_SCALAR = GAC__ISA_COUNT, LEVEL_COUNT };

typedef struct family_levels {
    gac__lane_family *level[LEVEL_COUNT];
} family_levels;

#if defined(__x86_64__)
#define LEVELS(family)                                                         \
    { { gac__lanes_##family##_base, gac__lanes_##family##_avx2,                \
        gac__lanes_##family##_avx512, gac__lanes_##family##_scalar } }
#else
#define LEVELS(family)                                                         \
    { { gac__lanes_##family##_base, gac__lanes_##family##_base,                \
        gac__lanes_##family##_base, gac__lanes_##family##_scalar } }
#endif

enum {
#define X(family) FAMILY_##family,
    GAC__LANE_FAMILIES(X)
#undef X
};

static const family_levels families[] = {
#define X(family) LEVELS(family),
    GAC__LANE_FAMILIES(X)
#undef X
};

static gac__lane_kernel *find(int level, uint16_t op, uint8_t ty, uint32_t sub,
                              uint64_t imm, unsigned uniform)
{
    int family;

    if (op >= GAC__IR_PURE_COUNT || ty >= GAC__TY_COUNT)
        return NULL;
    if (op == GAC__IR_MOV || op == GAC__IR_SELECT)
        family = FAMILY_move;
    else if (op <= GAC__IR_BITCOUNT)
        family = FAMILY_int;
    else if (op >= GAC__IR_IEQ && op <= GAC__IR_SLE)
        family = FAMILY_icmp;
    else if (op <= GAC__IR_FSIGNBIT)
        family = ty == GAC__TY_F16 ? FAMILY_half : FAMILY_float;
    else if (op <= GAC__IR_USAT_S)
        family = FAMILY_convert;
    else
        return NULL;
    return families[family].level[level](op, ty, sub, imm, uniform);
}

gac__lane_kernel *gac__lane_kernel_find(gac__isa isa, uint16_t op, uint8_t ty,
                                        uint32_t sub, uint64_t imm,
                                        unsigned uniform)
{
    if (isa >= GAC__ISA_COUNT || uniform > GAC__UNIFORM_B)
        return NULL;
    return find((int)isa, op, ty, sub, imm, uniform);
}

gac__lane_kernel *gac__scalar_kernel_find(uint16_t op, uint8_t ty, uint32_t sub,
                                          uint64_t imm)
{
    return find(LEVEL_SCALAR, op, ty, sub, imm, 0);
}

gac__lane_kernel *gac__lane_splat(gac__isa isa, uint8_t ty)
{
    return families[FAMILY_move].level[isa](GAC__LANES_SPLAT, ty, 0, 0, 0);
}

gac__lane_kernel *gac__lane_blend(gac__isa isa, uint8_t ty)
{
    return families[FAMILY_move].level[isa](GAC__LANES_BLEND, ty, 0, 0, 0);
}
