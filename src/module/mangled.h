/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Names of OpenCL builtins as the Itanium C++ ABI mangles them. */
#ifndef GAC_MODULE_MANGLED_H
#define GAC_MODULE_MANGLED_H

#include "support/support.h"

#define GAC__MANGLED_PARAMS 20u

/* A parameter's type, as far as builtins need it. */
typedef struct gac__mangled_type {
    char letter;      /* of the scalar: the ABI's ('i', 'f', ...), 'H' for half,
                         'N' for a named type */
    uint8_t n;        /* components: 1, 2, 3, 4, 8, 16 */
    uint8_t pointers; /* levels of pointers around that */
} gac__mangled_type;

typedef struct gac__mangled {
    const char *name; /* inside the symbol, without a final NUL */
    size_t length;
    uint32_t n_params; /* 0 too if the symbol is not mangled */
    gac__mangled_type params[GAC__MANGLED_PARAMS];
} gac__mangled;

/* Parses a symbol; names without "_Z" are taken unchanged. False: the symbol is
 * mangled as no builtin is. */
bool gac__mangled_parse(const char *symbol, gac__mangled *out);

/* The builtins of work-items: X(gac's name, SPIR-V's, OpenCL C's function). */
#define GAC__BUILTINS(X)                                                       \
    X(GLOBAL_ID, GlobalInvocationId, get_global_id)                            \
    X(LOCAL_ID, LocalInvocationId, get_local_id)                               \
    X(GROUP_ID, WorkgroupId, get_group_id)                                     \
    X(GLOBAL_SIZE, GlobalSize, get_global_size)                                \
    X(LOCAL_SIZE, WorkgroupSize, get_local_size)                               \
    X(ENQUEUED_LOCAL_SIZE, EnqueuedWorkgroupSize, get_enqueued_local_size)     \
    X(NUM_GROUPS, NumWorkgroups, get_num_groups)                               \
    X(GLOBAL_OFFSET, GlobalOffset, get_global_offset)                          \
    X(WORK_DIM, WorkDim, get_work_dim)                                         \
    X(GLOBAL_LINEAR_ID, GlobalLinearId, get_global_linear_id)                  \
    X(LOCAL_LINEAR_ID, LocalInvocationIndex, get_local_linear_id)              \
    X(SUB_GROUP_SIZE, SubgroupSize, get_sub_group_size)                        \
    X(SUB_GROUP_MAX_SIZE, SubgroupMaxSize, get_max_sub_group_size)             \
    X(NUM_SUB_GROUPS, NumSubgroups, get_num_sub_groups)                        \
    X(NUM_ENQUEUED_SUB_GROUPS, NumEnqueuedSubgroups,                           \
      get_enqueued_num_sub_groups)                                             \
    X(SUB_GROUP_ID, SubgroupId, get_sub_group_id)                              \
    X(SUB_GROUP_LOCAL_ID, SubgroupLocalInvocationId, get_sub_group_local_id)   \
    X(SUB_GROUP_EQ_MASK, SubgroupEqMask, get_sub_group_eq_mask)                \
    X(SUB_GROUP_GE_MASK, SubgroupGeMask, get_sub_group_ge_mask)                \
    X(SUB_GROUP_GT_MASK, SubgroupGtMask, get_sub_group_gt_mask)                \
    X(SUB_GROUP_LE_MASK, SubgroupLeMask, get_sub_group_le_mask)                \
    X(SUB_GROUP_LT_MASK, SubgroupLtMask, get_sub_group_lt_mask)

/* Finds SPIR-V's number of a builtin by a name of `length` characters: its
 * function's in OpenCL C, or __spirv_BuiltIn and SPIR-V's name. */
bool gac__builtin_by_name(const char *name, size_t length,
                          uint32_t *builtin_out);

/* An atomic function of OpenCL C. */
typedef struct gac__atomic_function {
    uint16_t opcode, unsigned_opcode, float_opcode; /* SPIR-V's, by its type */
    bool is_relaxed;  /* OpenCL C 1.x's, or an initialization: no order */
    bool is_explicit; /* its order is an argument */
    bool negates;     /* floats: it adds the negated operand */
    bool expects;     /* its comparator is in memory, which gets the old value;
                         its result says whether it exchanged */
} gac__atomic_function;

/* Finds an atomic function by a name of `length` characters: atomic_add,
 * atom_add, atomic_fetch_add_explicit, .. */
bool gac__atomic_by_name(const char *name, size_t length,
                         gac__atomic_function *out);

static inline bool gac__mangled_is_float(gac__mangled_type t)
{
    return t.letter == 'f' || t.letter == 'd' || t.letter == 'H';
}

static inline bool gac__mangled_is_signed(gac__mangled_type t)
{
    return t.letter == 'c' || t.letter == 'a' || t.letter == 's'
           || t.letter == 'i' || t.letter == 'l' || t.letter == 'x';
}

/* Bytes of the scalar or vector, pointers to it left aside: a vector of three
 * takes four components. 0 for void and named types. */
uint32_t gac__mangled_bytes(gac__mangled_type t);

#endif
