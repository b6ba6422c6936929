/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds lane kernels, by operation, family and level.
 *
 * The templates families/lanes_*.c make the kernels (lanes_template.h); each
 * family has a table of its own.
 */
#include "compile/lanes/lane_kernels.h"

#include <spirv/unified1/OpenCL.std.h>

#include "compile/lanes/lanes.h"
#include "compile/lanes/lanes_fused.h"

enum { LEVEL_SCALAR = GAC__ISA_COUNT, LEVEL_COUNT };

enum {
#define X(family) FAMILY_##family,
    GAC__LANE_FAMILIES(X)
#undef X
};

static gac__lane_family *const families[][LEVEL_COUNT] = {
#define X(family)                                                              \
    {GAC__EACH_LEVEL(gac__lanes_##family), gac__lanes_##family##_scalar},
    GAC__LANE_FAMILIES(X)
#undef X
};

/* EXT: a function of OpenCL.std. Some are operations by another name. On float
 * types the family of exact functions comes before that of approximations. */
static gac__lane_kernel *find_ext(int level, uint8_t ty, uint32_t sub,
                                  unsigned uniform)
{
    const bool is_float = ty >= GAC__TY_F16 && ty <= GAC__TY_F64;
    const uint16_t op = sub == OpenCLstd_Fabs   ? GAC__IR_FABS
                        : sub == OpenCLstd_Fma  ? GAC__IR_FMA
                        : sub == OpenCLstd_Fmod ? GAC__IR_FREM
                                                : GAC__IR_EXT;
    gac__lane_kernel *f;

    if (sub >= GAC__EXT_LIMIT
        || (sub >= GAC__EXT_OWN_ROW && sub < GAC__EXT_OWN_FIRST))
        return NULL;
    if (!is_float)
        return families[FAMILY_ext_int][level](GAC__IR_EXT, ty, sub, 0,
                                               uniform);
    if (op != GAC__IR_EXT)
        return families[ty == GAC__TY_F16 ? FAMILY_half : FAMILY_float][level](
            op, ty, 0, 0, uniform);
    f = families[FAMILY_ext_float][level](op, ty, sub, 0, uniform);
    return f ? f : families[FAMILY_ext_math][level](op, ty, sub, 0, uniform);
}

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
        return find_ext(level, ty, sub, uniform);
    return families[family][level](op, ty, sub, imm, uniform);
}

gac__lane_kernel *gac__lane_kernel_find(gac__isa isa, uint16_t op, uint8_t ty,
                                        uint32_t sub, uint64_t imm,
                                        unsigned uniform)
{
    if (isa >= GAC__ISA_COUNT || uniform > GAC__UNIFORM_B)
        return NULL;
    return find((int)isa, op, ty, sub, imm, uniform);
}

/* Kernels of halves, and approximations, have loops that take no memory. */
bool gac__lane_kernel_takes_memory(gac__isa isa, uint16_t op, uint8_t ty,
                                   uint32_t sub)
{
    bool converts = op >= GAC__IR_TRUNC && op <= GAC__IR_USAT_S;
    if (isa == GAC__ISA_BASELINE || isa >= GAC__ISA_COUNT || ty == GAC__TY_F16
        || (converts && sub == GAC__TY_F16))
        return false;
    if (op != GAC__IR_EXT)
        return op < GAC__IR_PURE_COUNT;
    return (ty == GAC__TY_F32 || ty == GAC__TY_F64)
           && families[FAMILY_ext_float][isa](op, ty, sub, 0, 0);
}

gac__lane_kernel *gac__scalar_kernel_find(uint16_t op, uint8_t ty, uint32_t sub,
                                          uint64_t imm)
{
    return find(LEVEL_SCALAR, op, ty, sub, imm, 0);
}

gac__lane_kernel *gac__lane_splat(gac__isa isa, uint8_t ty)
{
    return families[FAMILY_move][isa](GAC__LANES_SPLAT, ty, 0, 0, 0);
}

gac__lane_kernel *gac__lane_blend(gac__isa isa, uint8_t ty)
{
    return families[FAMILY_move][isa](GAC__LANES_BLEND, ty, 0, 0, 0);
}

const gac__fused_level *gac__fused_level_of(gac__isa isa, uint32_t bytes)
{
    static gac__fused_level_fn *const levels[2][GAC__ISA_COUNT] = {
        {GAC__EACH_LEVEL(gac__fused_32)}, {GAC__EACH_LEVEL(gac__fused_64)}};
    return levels[bytes == 8][isa]();
}
