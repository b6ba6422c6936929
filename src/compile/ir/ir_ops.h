/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The lane IR's types and operations: the part that lane kernels need. */
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

/* A value of an integer type, sign extended. */
static inline int64_t gac__sign_extend(uint64_t bits, uint8_t ty)
{
    uint32_t unused = 64 - gac__ty_bytes((gac__ty)ty) * 8;
    return (int64_t)(bits << unused) >> unused;
}

/* What an instruction's arguments are: a letter for each.
 *
 *     v  a value of the instruction's type, `ty`    p  a pointer
 *     s  a value of ty's size                       i  an integer
 *     c  a value of the type `sub`                  w  an I32
 *     b  a BOOL                                     a  anything
 *     e  what the function `sub` takes
 *
 * Letters behind ? are optional; the letter before * may repeat. */

/* PURE operations compute each lane from its operands alone, are total (x / 0
 * is 0, a shift count is taken modulo the width) and may run for inactive
 * lanes. X(name, types, arguments); types, what `ty` may be: A anything, I an
 * integer, L an integer or BOOL, F a float. `ty` is the result's type; of
 * operations marked "ty by argument" it is the arguments'. */
/* clang-format off */
#define GAC__IR_PURE_MAP(X)                                                    \
    X(MOV, A, "s") /* a copy; also a bit cast between types of one size */     \
    X(IADD, I, "vv") X(ISUB, I, "vv") X(IMUL, I, "vv")                         \
    X(UDIV, I, "vv") X(SDIV, I, "vv")                                          \
    X(UREM, I, "vv") X(SREM, I, "vv") X(SMOD, I, "vv")                         \
    X(UMULHI, I, "vv") X(SMULHI, I, "vv")                                      \
    X(AND, L, "vv") X(OR, L, "vv") X(XOR, L, "vv")                             \
    X(NOT, L, "v") X(INEG, I, "v")             /* BOOL too: NOT is 1-x */      \
    X(SHL, I, "vv") X(LSHR, I, "vv") X(ASHR, I, "vv")                          \
    X(UMIN, I, "vv") X(UMAX, I, "vv") X(SMIN, I, "vv") X(SMAX, I, "vv")        \
    X(BITREVERSE, I, "v") X(BITCOUNT, I, "v")                                  \
    X(FADD, F, "vv") X(FSUB, F, "vv") X(FMUL, F, "vv")                         \
    X(FDIV, F, "vv") X(FREM, F, "vv") X(FMOD, F, "vv")                         \
    X(FNEG, F, "v") X(FABS, F, "v") X(FMA, F, "vvv") /* FMA: one rounding */   \
    /* comparisons: result BOOL, ty by argument; a > b is b < a */             \
    X(IEQ, L, "vv") X(INE, L, "vv")                                            \
    X(ULT, I, "vv") X(ULE, I, "vv") X(SLT, I, "vv") X(SLE, I, "vv")            \
    X(FOEQ, F, "vv") X(FONE, F, "vv") X(FOLT, F, "vv") X(FOLE, F, "vv")        \
    X(FUEQ, F, "vv") X(FUNE, F, "vv") X(FULT, F, "vv") X(FULE, F, "vv")        \
    X(FORD, F, "vv") X(FUNO, F, "vv") X(FISNAN, F, "v") X(FISINF, F, "v")      \
    X(FISFINITE, F, "v") X(FISNORMAL, F, "v") X(FSIGNBIT, F, "v")              \
    X(SELECT, A, "bvv") /* condition, if true, if false */                     \
    /* conversions: ty the result's, sub the argument's gac__ty, imm:          \
     * bits 0-1 gac__rounding (float results, and float to int: RTZ when       \
     * unspecified), GAC__IR_SATURATE. BOOL is an unsigned source. */  \
    X(TRUNC, I, "c") X(ZEXT, I, "c") X(SEXT, I, "c")                           \
    X(UTOF, F, "c") X(STOF, F, "c")                                            \
    X(FTOU, I, "c") X(FTOS, I, "c") X(FTOF, F, "c")                            \
    X(SSAT_S, I, "c") /* signed to narrower signed, saturating */              \
    X(SSAT_U, I, "c") /* signed to unsigned, saturating (any widths) */        \
    X(USAT_U, I, "c") X(USAT_S, I, "c") /* unsigned to unsigned / signed */    \
    X(EXT, A, "e?ee") /* an OpenCL.std function on scalars: sub its number (or \
                       * a GAC__EXT_* below), ty the type that selects it (see \
                       * GAC__EXT_MAP) */
/* clang-format on */

/* All other operations. X(name, arguments, sub, imm, imm2): what the fields
 * hold; "": the field is 0. */
/* clang-format off */
#define GAC__IR_OTHER_MAP(X)                                                   \
    X(PHI, "v*", "", "", "")          /* by predecessor, as block->preds */    \
    X(LEA, "pi", "unsigned", "scale", "displacement")                          \
                   /* base + index * scale + displacement; unsigned: 1 if the  \
                    * index is an unsigned I32 */                              \
    X(LOAD, "p?ii", "align", "scale", "displacement")                          \
                   /* pointer, index, PLUS's addend (pass_address.c); align:   \
                    * log2; flags VOLATILE, UNSIGNED, PLUS. BOOL is a byte in  \
                    * memory */                                                \
    X(STORE, "pv?ii", "align", "scale", "displacement") /* like LOAD */        \
    X(COPYMEM, "ppi", "align", "", "")                                         \
                   /* destination, source, bytes; every active lane copies;    \
                    * behaves as memmove */                                    \
    X(ATOMIC, "p?aa", "atomic", "", "")                                        \
                   /* pointer, value, comparator; sub: gac__atomic; ty the     \
                    * value's; the result: the old value (none for STORE) */   \
    X(FENCE, "", "", "", "")          /* a memory barrier of one work-item */  \
    X(ALLOCA, "", "padding", "bytes", "align")                                 \
                   /* the pointer to private memory, which lives as long as    \
                    * the work-item; in the entry block only */                \
    X(ARG, "", "parameter", "component", "")                                   \
    X(BUILTIN, "", "builtin", "dimension", "") /* sub: gac__builtin */         \
    X(PRINTF, "pa*", "", "", "")                                               \
                   /* format, then the scalar arguments; list: gac__printf_arg,\
                    * one an OpenCL argument */                                \
    X(ASSUME, "b", "", "", "")        /* has no effect */                      \
    X(TRAP, "", "trap", "", "")       /* ends the run; sub: gac__trap */       \
    X(GENERIC_TO, "p", "class", "", "")                                        \
                   /* OpGenericCastToPtrExplicit: null if it points elsewhere */\
    X(GENERIC_SEMANTICS, "p", "", "", "") /* OpGenericPtrMemSemantics */       \
    X(CHECK, "a*", "check", "imm", "imm2")                                     \
                   /* made by pass_check, FORGETs by the builder: checks what  \
                    * the next instruction will do; sub: gac__check_kind, all  \
                    * else by that: checks.def */                              \
    /* flattened loops (pass_flatten.c), whose lanes are pairs of a work-item  \
     * and an iteration from FLAT_NEXT to FLAT_MORE */                         \
    X(FLATTEN, "iii", "count", "", "")                                         \
                   /* counter, limit, step, GAC__COUNT_*: whether the loop is  \
                    * to be run flattened, a BOOL that all lanes share */      \
    X(FLAT_NEXT, "", "", "", "")      /* the next pairs; their iterations */   \
    X(FLAT_TAKE, "wa", "", "", "")    /* iterations; of a pair's work-item */  \
    X(FLAT_SUM, "vv?v", "operation", "", "")                                   \
                   /* a work-item's sum, with all that its pairs have; sub:    \
                    * FMA, or an operation of GAC__FLAT_SUM_MAP */             \
    X(FLAT_MORE, "a", "", "", "")     /* the last sum; whether there are more  \
                                       * pairs, a BOOL that all lanes share */ \
    /* collectives. Each starts a block; in a checked kernel it has            \
     * GAC__ITERATION_ARGS behind its arguments */                             \
    X(BARRIER, "", "scope", "semantics", "fence")                              \
                   /* fence: GAC__COPY_FENCE_*; not 0: a fence among async     \
                    * copies instead of a barrier */                           \
    X(ASYNC_COPY, "piiiiiiiiiiii", "acopy", "", "")                            \
                   /* by gac_async_role; the result: an event */               \
    X(WAIT_EVENTS, "wi?i*", "", "", "")                                        \
                   /* count, pointer to the list; or (pass_mem2reg.c) count,   \
                    * 0, the events themselves */                              \
    X(GROUP, "a*", "operation", "scope", "cluster")                            \
                   /* by operation, see gac__group_op; ty the result's */      \
    /* terminators */                                                          \
    X(BR, "?iii", "count", "branch", "")                                       \
                   /* target; in front of a counted loop: counter, limit, step \
                    * with count: GAC__COUNT_*, and branch: the block that     \
                    * compares */                                              \
    X(CBR, "b", "", "", "")           /* targets: if true, if false */         \
    X(SWITCH, "i", "", "", "")        /* targets[0] the default, targets[k+1]  \
                                       * for literals[k] */                    \
    X(RET, "", "", "", "")            /* the work-item ends */                 \
    X(UNREACHABLE, "", "", "", "")
/* clang-format on */

/* What a FLAT_SUM may do, beside FMA: a is the sum, b is of a pair. X(name,
 * types, result); types: F floats, I unsigned integers, S signed ones; of 32 or
 * 64 bits. */
/* clang-format off */
#define GAC__FLAT_SUM_MAP(X)                                                   \
    X(FADD, F, a + b) X(FMUL, F, a * b)                                        \
    X(IADD, I, a + b) X(IMUL, I, a * b)                                        \
    X(AND, I, a & b) X(OR, I, a | b) X(XOR, I, a ^ b)                          \
    X(UMIN, I, b < a ? b : a) X(UMAX, I, b > a ? b : a)                        \
    X(SMIN, S, b < a ? b : a) X(SMAX, S, b > a ? b : a)
/* clang-format on */

typedef enum gac__ir_op {
#define X(name, types, args) GAC__IR_##name,
    GAC__IR_PURE_MAP(X)
#undef X
        GAC__IR_PURE_COUNT,
    GAC__IR_PURE_END = GAC__IR_PURE_COUNT - 1,
#define X(name, args, sub, imm, imm2) GAC__IR_##name,
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
    X(FREXP_EXP, 1000)     /* result I32, ty the float argument's type; the    \
                            * mantissa is OpenCLstd_Frexp itself */            \
    X(LGAMMA_SIGN, 1001)   /* lgamma_r's sign, I32, ty the argument's; the     \
                            * value is OpenCLstd_Lgamma_r */                   \
    X(REMQUO_QUO, 1002)    /* remquo's quotient bits, I32, ty the arguments'; \
                            * the value is OpenCLstd_Remainder */              \
    X(SINCOS_COS, 1003)    /* OpenCLstd_Sincos gives the sine */
/* clang-format on */

typedef enum gac__ext_number {
#define X(name, number) GAC__EXT_##name = number,
    GAC__EXT_MAP(X)
#undef X
        GAC__EXT_LIMIT = 1004
} gac__ext_number;

#endif
