/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Values of an instruction's fields `sub`, `imm` and `imm2`. ir_ops.h lists
 * which fields each operation has. */
#ifndef GAC_COMPILE_IR_KINDS_H
#define GAC_COMPILE_IR_KINDS_H

#include <stdbool.h>
#include <stdint.h>

#include "module/mangled.h"

/* A flag in the `imm` of FTOU and FTOS, beside the gac__rounding. */
#define GAC__IR_SATURATE 0x100u

typedef enum gac__atomic {
    GAC__ATOMIC_LOAD,
    GAC__ATOMIC_STORE,
    GAC__ATOMIC_EXCHANGE,
    GAC__ATOMIC_CMPXCHG,
    GAC__ATOMIC_IADD,
    GAC__ATOMIC_ISUB,
    GAC__ATOMIC_AND,
    GAC__ATOMIC_OR,
    GAC__ATOMIC_XOR,
    GAC__ATOMIC_SMIN,
    GAC__ATOMIC_SMAX,
    GAC__ATOMIC_UMIN,
    GAC__ATOMIC_UMAX,
    GAC__ATOMIC_FADD,
    GAC__ATOMIC_FMIN,
    GAC__ATOMIC_FMAX,
    GAC__ATOMIC_FLAG_SET, /* I32 in memory; result BOOL: it was set */
    GAC__ATOMIC_FLAG_CLEAR
} gac__atomic;

typedef enum gac__builtin {
/* as in mangled.h; of masks, imm: which of four 32-bit words */
#define BUILTIN(own, spirv, opencl) GAC__BUILTIN_##own,
    GAC__BUILTINS(BUILTIN)
#undef BUILTIN
    /* made by pass_builtins: the group's first global id, with and without
     * the global offset */
    GAC__BUILTIN_GROUP_BASE,
    GAC__BUILTIN_GROUP_BASE_NO_OFFSET,
    /* made by pass_soa, 32 bits wide: a lane's number in its strip, and the
     * strip's number of lanes */
    GAC__BUILTIN_STRIP_LANE,
    GAC__BUILTIN_STRIP_WIDTH
} gac__builtin;

/* The instruction that an ASYNC_COPY comes from (its `sub`), for statistics and
 * the checker. The arguments are in the order of gac_async_role and have the
 * pointer's integer type; they count elements, but for ELEMENT_BYTES. A core
 * copy of stride 1 is one line. With another stride it has one element a line,
 * and the stride is the line length of the global side. */
typedef enum gac__acopy {
    GAC__ACOPY_LINEAR,  /* core, stride 1 */
    GAC__ACOPY_STRIDED, /* core: ELEMENTS 1, LINES the count */
    GAC__ACOPY_2D,      /* the set's */
    GAC__ACOPY_3D
} gac__acopy;

/* Whether a copy is one of the set's. */
static inline bool gac__acopy_has_lines(uint32_t acopy)
{
    return acopy == GAC__ACOPY_2D || acopy == GAC__ACOPY_3D;
}

/* GROUP operations, with their arguments; imm: SpvScopeWorkgroup or
 * SpvScopeSubgroup. Inactive lanes do not participate. */
typedef enum gac__group_op {
    GAC__GROUP_ALL,             /* BOOL -> BOOL */
    GAC__GROUP_ANY,             /* BOOL -> BOOL */
    GAC__GROUP_ALL_EQUAL,       /* x -> BOOL; ty: the argument's */
    GAC__GROUP_ELECT,           /* -> BOOL */
    GAC__GROUP_BROADCAST,       /* x, I64: linear local id in the scope */
    GAC__GROUP_BROADCAST_FIRST, /* x */
    GAC__GROUP_BALLOT,          /* BOOL -> I32: word imm2 of four */
    GAC__GROUP_INVERSE_BALLOT,  /* four I32 words -> BOOL */
    GAC__GROUP_BALLOT_BIT,      /* four words, index -> BOOL */
    GAC__GROUP_BALLOT_COUNT,    /* four words -> I32; imm2: 0 reduce,
                                   1 inclusive, 2 exclusive */
    GAC__GROUP_BALLOT_LSB,      /* four words -> I32 */
    GAC__GROUP_BALLOT_MSB,      /* four words -> I32 */
    GAC__GROUP_SHUFFLE,         /* x, I32 */
    GAC__GROUP_SHUFFLE_XOR,     /* x, I32 */
    GAC__GROUP_SHUFFLE_UP,      /* x, I32 */
    GAC__GROUP_SHUFFLE_DOWN,    /* x, I32 */
    GAC__GROUP_ROTATE,          /* x, I32: delta; imm2: cluster size */
    /* reductions and scans, of a gac__group_math: x; imm2: cluster size, 0:
     * none */
    GAC__GROUP_REDUCE,
    GAC__GROUP_INCLUSIVE,
    GAC__GROUP_EXCLUSIVE
} gac__group_op;

/* The last arguments of a checked kernel's collective are n_list groups of so
 * many. Each group is of a loop around it: the loop's counter, and the
 * counter's start and step. Both are 0 if the counter has no step
 * (pass_iterations.c). */
#define GAC__ITERATION_ARGS 3u

/* n_list of ATOMIC and FENCE, imm of their CHECKs. */
#define GAC__ORDER_ACQUIRE 1u
#define GAC__ORDER_RELEASE 2u
#define GAC__ORDER_WIDE 4u /* for other work-groups too */

/* imm2 of BARRIER: copies before it are ordered before copies behind it, as far
 * as they access these memories. The flags are OpenCL C's. */
#define GAC__COPY_FENCE_LOCAL 1u
#define GAC__COPY_FENCE_GLOBAL 2u

typedef enum gac__group_math {
    GAC__GM_IADD,
    GAC__GM_FADD,
    GAC__GM_IMUL,
    GAC__GM_FMUL,
    GAC__GM_SMIN,
    GAC__GM_UMIN,
    GAC__GM_FMIN,
    GAC__GM_SMAX,
    GAC__GM_UMAX,
    GAC__GM_FMAX,
    GAC__GM_AND,
    GAC__GM_OR,
    GAC__GM_XOR,
    GAC__GM_LAND,
    GAC__GM_LOR,
    GAC__GM_LXOR
} gac__group_math;

/* GROUP's `sub`: the operation, and a reduction's or scan's arithmetic. */
static inline uint32_t gac__group_sub(uint32_t op, uint32_t math)
{
    return op | math << 8;
}

static inline gac__group_op gac__group_op_of(uint32_t sub)
{
    return (gac__group_op)(sub & 0xff);
}

static inline gac__group_math gac__group_math_of(uint32_t sub)
{
    return (gac__group_math)(sub >> 8);
}

/* BR's `sub` in front of a counted loop: the relation of counter and limit
 * while lanes stay in the loop, and how the step changes the counter; 0: no
 * counted loop follows (pass_counted.c). */
#define GAC__COUNT_NE 1u
#define GAC__COUNT_LT 2u
#define GAC__COUNT_LE 3u
#define GAC__COUNT_GT 4u
#define GAC__COUNT_GE 5u
#define GAC__COUNT_RELATION 7u
#define GAC__COUNT_SIGNED 8u
#define GAC__COUNT_FALLS 16u /* the step is subtracted */

typedef enum gac__trap { GAC__TRAP_UNREACHABLE, GAC__TRAP_ABORT } gac__trap;

/* The kinds of CHECK and their arguments: checks.def. */
typedef enum gac__check_kind {
#define GAC_CHECK(kind, handler) GAC__CHECK_##kind,
#include "compile/ir/checks.def"
#undef GAC_CHECK
    GAC__CHECK_COUNT
} gac__check_kind;

#endif
