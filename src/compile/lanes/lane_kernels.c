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

static const gac__lane_family *const families[][LEVEL_COUNT] = {
#define X(family)                                                              \
    {GAC__EACH_LEVEL(&gac__lanes_##family), &gac__lanes_##family##_scalar},
    GAC__LANE_FAMILIES(X)
#undef X
};

/* Returns a family's kernel; NULL: it has none. */
static gac__lane_kernel *find_in(int family, int level, uint32_t op,
                                 uint32_t ty, unsigned uniform)
{
    const gac__lane_family *f = families[family][level];
    uint32_t n_types = f->last_ty - f->first_ty + 1;
    if (op < f->first_op || op > f->last_op || ty < f->first_ty
        || ty > f->last_ty)
        return NULL;
    return f->rows[(op - f->first_op) * n_types + ty - f->first_ty]
        .kernel[uniform];
}

static gac__lane_kernel *find_move(int level, gac__lane_move move, uint8_t ty,
                                   unsigned uniform)
{
    uint32_t bytes = gac__ty_bytes((gac__ty)ty);
    return bytes ? find_in(FAMILY_move, level, move,
                           (uint32_t)__builtin_ctz(bytes), uniform)
                 : NULL;
}

static gac__lane_kernel *find_conversion(int level, uint16_t op, uint8_t ty,
                                         uint32_t sub, uint64_t imm)
{
    static gac__lane_conversions *const levels[] = {
        GAC__EACH_LEVEL(&gac__lanes_convert), &gac__lanes_convert_scalar};
    if (sub >= GAC__TY_COUNT)
        return NULL;
    gac__lane_kernel *const *modes =
        (*levels[level])[op - GAC__IR_TRUNC][sub][ty];
    return modes[imm & 3] ? modes[imm & 3] : modes[GAC__ROUND_RTE];
}

static gac__lane_kernel *find(int level, uint16_t op, uint8_t ty, uint32_t sub,
                              uint64_t imm, unsigned uniform)
{
    gac__lane_kernel *found = NULL;
    uint32_t of = op == GAC__IR_EXT ? GAC__LANES_EXT(sub) : op;

    if (op >= GAC__IR_PURE_COUNT || ty >= GAC__TY_COUNT
        || (op == GAC__IR_EXT
            && (sub >= GAC__EXT_LIMIT
                || (sub >= GAC__EXT_OWN_ROW && sub < GAC__EXT_OWN_FIRST))))
        return NULL;
    if (op == GAC__IR_MOV)
        return find_move(level, GAC__LANES_MOV, ty, uniform);
    if (op == GAC__IR_SELECT)
        return find_move(level, GAC__LANES_SELECT, ty, uniform);
    if (op >= GAC__IR_TRUNC && op <= GAC__IR_USAT_S)
        return uniform ? NULL : find_conversion(level, op, ty, sub, imm);
    for (int f = FAMILY_int; f <= FAMILY_ext_math && !found; f++)
        found = find_in(f, level, of, ty, uniform);
    return found;
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
    return op == GAC__IR_EXT
               ? find_in(FAMILY_ext_float, (int)isa, GAC__LANES_EXT(sub), ty, 0)
                     != NULL
               : op < GAC__IR_PURE_COUNT;
}

gac__lane_kernel *gac__scalar_kernel_find(uint16_t op, uint8_t ty, uint32_t sub,
                                          uint64_t imm)
{
    return find(LEVEL_SCALAR, op, ty, sub, imm, 0);
}

gac__lane_kernel *gac__lane_splat(gac__isa isa, uint8_t ty)
{
    return find_move((int)isa, GAC__LANES_SPLAT, ty, 0);
}

gac__lane_kernel *gac__lane_blend(gac__isa isa, uint8_t ty)
{
    return find_move((int)isa, GAC__LANES_BLEND, ty, 0);
}

const gac__fused_level *gac__fused_level_of(gac__isa isa, uint32_t bytes)
{
    static gac__fused_level_fn *const levels[2][GAC__ISA_COUNT] = {
        {GAC__EACH_LEVEL(gac__fused_32)}, {GAC__EACH_LEVEL(gac__fused_64)}};
    return levels[bytes == 8][isa]();
}
