/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The lane IR's types and operations: what lane kernels need of it. */
#ifndef GAC_COMPILE_IR_OPS_H
#define GAC_COMPILE_IR_OPS_H

#include <stdint.h>

typedef enum gac__ty {
    GAC__TY_VOID,
    GAC__TY_BOOL,
    GAC__TY_I8,
    GAC__TY_I16,
    GAC__TY_I32,
    GAC__TY_I64,
    GAC__TY_F16,
    GAC__TY_F32,
    GAC__TY_F64,
    GAC__TY_COUNT
} gac__ty;

/* Bytes of a type in memory and in a lane register. */
static inline uint32_t gac__ty_bytes(gac__ty ty)
{
    static const uint8_t bytes[GAC__TY_COUNT] = {0, 1, 1, 2, 4, 8, 2, 4, 8};
    return bytes[ty];
}

/* PURE operations compute each lane from its operands alone, are total (no
 * operand traps: x / 0 is 0, the shift count is taken modulo the width) and may
 * run for lanes that are not active. X(name, number of arguments). The type of
 * an operation is its result's, except where "by argument" is said: then `ty`
 * is the arguments' type. */
/* clang-format off */
#define GAC__IR_PURE_MAP(X)                                                    \
    X(MOV, 1)    /* a copy; also a bit cast between types of one size */       \
    X(IADD, 2) X(ISUB, 2) X(IMUL, 2)                                           \
    X(UDIV, 2) X(SDIV, 2) X(UREM, 2) X(SREM, 2) X(SMOD, 2)                     \
    X(UMULHI, 2) X(SMULHI, 2)                                                  \
    X(AND, 2) X(OR, 2) X(XOR, 2) X(NOT, 1) X(INEG, 1) /* BOOL too: NOT is 1-x */\
    X(SHL, 2) X(LSHR, 2) X(ASHR, 2)                                            \
    X(UMIN, 2) X(UMAX, 2) X(SMIN, 2) X(SMAX, 2)                                \
    X(BITREVERSE, 1) X(BITCOUNT, 1)                                            \
    X(FADD, 2) X(FSUB, 2) X(FMUL, 2) X(FDIV, 2) X(FREM, 2) X(FMOD, 2)          \
    X(FNEG, 1) X(FABS, 1) X(FMA, 3) /* FMA: one rounding */                    \
    /* comparisons: result BOOL, ty by argument; a > b is b < a */             \
    X(IEQ, 2) X(INE, 2) X(ULT, 2) X(ULE, 2) X(SLT, 2) X(SLE, 2)                \
    X(FOEQ, 2) X(FONE, 2) X(FOLT, 2) X(FOLE, 2)                                \
    X(FUEQ, 2) X(FUNE, 2) X(FULT, 2) X(FULE, 2) X(FORD, 2) X(FUNO, 2)          \
    X(FISNAN, 1) X(FISINF, 1) X(FISFINITE, 1) X(FISNORMAL, 1) X(FSIGNBIT, 1)   \
    X(SELECT, 3) /* args: BOOL condition, if true, if false */                 \
    /* conversions: ty the result's, sub the argument's gac__ty, imm:          \
     * bits 0-1 gac__rounding (float results, and float to int: RTZ when       \
     * nothing is said), bit 8 saturate. BOOL works as an unsigned source. */  \
    X(TRUNC, 1) X(ZEXT, 1) X(SEXT, 1)                                          \
    X(UTOF, 1) X(STOF, 1) X(FTOU, 1) X(FTOS, 1) X(FTOF, 1)                     \
    X(SSAT_S, 1) /* signed to narrower signed, saturating */                   \
    X(SSAT_U, 1) /* signed to unsigned, saturating (any widths) */             \
    X(USAT_U, 1) X(USAT_S, 1) /* unsigned to unsigned / signed, saturating */  \
    X(EXT, 0)    /* an OpenCL.std function on scalars: sub its number (or a    \
                  * GAC__EXT_* below), ty the type that selects it (see        \
                  * GAC__EXT_MAP), 1 to 3 arguments */
/* clang-format on */

/* Everything else. */
/* clang-format off */
#define GAC__IR_OTHER_MAP(X)                                                   \
    X(PHI)        /* args: one a predecessor, in the order of block->preds */  \
    X(LEA)        /* args: base pointer, index (any integer type, taken as     \
                   * signed; sub 1: I32, unsigned); imm: scale in bytes, imm2: \
                   * displacement. The result has the pointer's type */        \
    X(LOAD)       /* args: pointer[, index: see pass_address]; imm2:           \
                   * displacement in bytes (signed); sub: log2 of the          \
                   * alignment; flags VOLATILE, UNSIGNED (the index). BOOL is  \
                   * a byte in memory */                                       \
    X(STORE)      /* args: pointer, value; as LOAD; ty the value's type */     \
    X(COPYMEM)    /* args: destination, source, bytes (an integer value); sub: \
                   * log2 of the alignment; every active lane copies; behaves  \
                   * as memmove */                                             \
    X(ATOMIC)     /* sub: gac__atomic; args: pointer[, value[, comparator]];   \
                   * ty the value's; result: the old value (none for STORE) */ \
    X(FENCE)      /* a memory barrier of one work-item */                      \
    X(ALLOCA)     /* private memory of imm bytes, aligned to imm2, one a lane, \
                   * alive for the whole kernel; the pointer. Entry block */   \
    X(ARG)        /* component imm of value parameter sub */                   \
    X(BUILTIN)    /* sub: gac__builtin, imm: dimension 0..2 */                 \
    X(PRINTF)     /* args: format pointer, then the scalar arguments; list:    \
                   * gac__printf_arg, one an OpenCL argument */                \
    X(ASSUME)     /* args: BOOL; nothing happens */                            \
    X(TRAP)       /* sub: gac__trap; ends the run with an error if reached */  \
    X(GENERIC_TO) /* OpGenericCastToPtrExplicit: args: pointer; sub: storage   \
                   * class; null if it points elsewhere */                     \
    X(GENERIC_SEMANTICS) /* OpGenericPtrMemSemantics: args: pointer */         \
    X(CHECK)      /* made by pass_check, never by the builder: looks at what   \
                   * the next instruction will do; sub: gac__check_kind */     \
    /* collective points: lanes gather. Each starts a block of its own */      \
    X(BARRIER)    /* sub: scope (SpvScopeWorkgroup, SpvScopeSubgroup),         \
                   * imm: memory semantics; imm2: not 0, and it is no barrier  \
                   * but a fence among async copies: GAC__COPY_FENCE_* */      \
    X(ASYNC_COPY) /* result: event. args: by gac_async_role */                 \
    X(WAIT_EVENTS)/* args: count (I32), pointer to the list; after the passes  \
                   * perhaps: count, 0, the events themselves */                 \
    X(GROUP)      /* sub: gac__group_op, imm: scope, imm2: cluster size; args  \
                   * by operation; ty: the result's; see gac__group_op */      \
    /* terminators */                                                          \
    X(BR)         /* targets[0]; in front of a counted loop, with a sub: args: \
                   * counter, limit, step; imm: the block that compares */     \
    X(CBR)        /* args: BOOL; targets: if true, if false */                 \
    X(SWITCH)     /* args: selector; targets[0] the default, targets[i + 1]    \
                   * for literals[i] */                                        \
    X(RET)        /* the work-item ends */                                     \
    X(UNREACHABLE)
/* clang-format on */

typedef enum gac__ir_op {
#define X(name, n) GAC__IR_##name,
    GAC__IR_PURE_MAP(X)
#undef X
        GAC__IR_PURE_COUNT,
    GAC__IR_PURE_END = GAC__IR_PURE_COUNT - 1,
#define X(name) GAC__IR_##name,
    GAC__IR_OTHER_MAP(X)
#undef X
        GAC__IR_OP_COUNT
} gac__ir_op;

/* Scalar OpenCL.std functions that EXT carries, `sub` being the extended
 * instruction's own number (OpenCLstd_Sin ...). Functions with several results
 * are split: these numbers stand beside OpenCL.std's. `ty` is the result's type
 * unless said. */
/* clang-format off */
#define GAC__EXT_MAP(X)                                                        \
    X(FRACT_FLOOR, 1000)   /* fract's second result: floor(x) */               \
    X(FREXP_EXP, 1001)     /* result I32, ty the float argument's type; the    \
                            * mantissa is OpenCLstd_Frexp itself */            \
    X(LGAMMA_SIGN, 1002)   /* lgamma_r's sign, I32, ty the argument's; the     \
                            * value is OpenCLstd_Lgamma_r */                   \
    X(MODF_INT, 1003)      /* modf's integral part; OpenCLstd_Modf the rest */ \
    X(REMQUO_QUO, 1004)    /* remquo's quotient bits, I32, ty the arguments' */\
    X(SINCOS_COS, 1005)    /* OpenCLstd_Sincos gives the sine */
/* clang-format on */

typedef enum gac__ext_number {
#define X(name, number) GAC__EXT_##name = number,
    GAC__EXT_MAP(X)
#undef X
        GAC__EXT_LIMIT = 1006
} gac__ext_number;

#endif
