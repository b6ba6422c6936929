/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL.std's functions that work component by component: their types. */
#ifndef GAC_TESTS_COVERAGE_EXT_H
#define GAC_TESTS_COVERAGE_EXT_H

#include <stdbool.h>
#include <stdint.h>

#include <spirv/unified1/OpenCL.std.h>

#include "compile/ir/ir.h"

typedef struct coverage_ext {
    uint8_t first, last; /* the result's types: gac__ty, from .. to */
    uint8_t n_args;      /* without the pointer */
    uint32_t second; /* the number of the result behind the pointer; 0: none */
    bool second_is_int; /* it is I32 */
} coverage_ext;

/* False: the instruction does not work component by component. */
static inline bool coverage_ext_of(uint32_t number, uint8_t n_operands,
                                   coverage_ext *out)
{
    bool ints = (number >= OpenCLstd_SAbs && number <= OpenCLstd_UMul24)
                || number >= OpenCLstd_UAbs;
    *out =
        (coverage_ext){ints ? GAC__TY_I8 : GAC__TY_F16,
                       ints ? GAC__TY_I64 : GAC__TY_F64, n_operands, 0, false};
    switch (number) {
    case OpenCLstd_Fract: out->second = OpenCLstd_Floor; break;
    case OpenCLstd_Modf: out->second = OpenCLstd_Trunc; break;
    case OpenCLstd_Sincos: out->second = GAC__EXT_SINCOS_COS; break;
    case OpenCLstd_Frexp: out->second = GAC__EXT_FREXP_EXP; break;
    case OpenCLstd_Lgamma_r: out->second = GAC__EXT_LGAMMA_SIGN; break;
    case OpenCLstd_Remquo: out->second = GAC__EXT_REMQUO_QUO; break;
    case OpenCLstd_U_Upsample:
    case OpenCLstd_S_Upsample: out->first = GAC__TY_I16; break;
    case OpenCLstd_SMad24:
    case OpenCLstd_UMad24:
    case OpenCLstd_SMul24:
    case OpenCLstd_UMul24: out->first = out->last = GAC__TY_I32; break;
    case OpenCLstd_Bitselect:
    case OpenCLstd_Select: out->first = GAC__TY_I8; break;
    default: break;
    }
    if (out->second) {
        out->n_args--;
        out->second_is_int = number == OpenCLstd_Frexp
                             || number == OpenCLstd_Lgamma_r
                             || number == OpenCLstd_Remquo;
    }
    return number <= OpenCLstd_Sign || ints || number == OpenCLstd_Bitselect
           || number == OpenCLstd_Select;
}

/* The type of argument `a`, the result's being `ty`. */
static inline uint8_t coverage_ext_arg(uint32_t number, uint8_t ty, uint32_t a)
{
    static const uint8_t bits_of[] = {GAC__TY_I16, GAC__TY_I32, GAC__TY_I64};
    bool is_float = ty >= GAC__TY_F16;
    switch (number) {
    case OpenCLstd_Nan: return bits_of[ty - GAC__TY_F16];
    case OpenCLstd_Ldexp:
    case OpenCLstd_Pown:
    case OpenCLstd_Rootn: return a == 1 ? GAC__TY_I32 : ty;
    case OpenCLstd_U_Upsample:
    case OpenCLstd_S_Upsample: return (uint8_t)(ty - 1);
    case OpenCLstd_Select:
        return a == 2 && is_float ? bits_of[ty - GAC__TY_F16] : ty;
    default: return ty;
    }
}

#endif
