// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Reductions and scans of sub-groups for every type, by all lanes and by some,
// compared with loops over local memory: counts of what differs. The last
// sub-group of a group is not whole.
// RUN: --sub-group-size 16 -k t_int -g 48 -l 24 --dump 0 % buf:u32:48
// RUN: --sub-group-size 8 -k t_ulong -g 48 -l 24 --dump 0 % buf:u32:48
// RUN: --sub-group-size 32 -k t_char -g 100 -l 50 --dump 0 % buf:u32:48
// RUN: --sub-group-size 16 -k t_float -g 48 -l 24 --dump 0 % buf:u32:48
// RUN: --sub-group-size 16 -k t_double -g 48 -l 24 --dump 0 % buf:u32:48
// RUN: --sub-group-size 16 -k t_half -g 48 -l 24 --dump 0 % buf:u32:48
// RUN: --sub-group-size 64 -k t_ushort -g 200 -l 100 --dump 0 % buf:u32:48
// RUN: --sub-group-size 4 -k t_long -g 48 -l 24 --dump 0 % buf:u32:48
// SETS: clang14.O0.64 clang22.O2.32
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_extended_types : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable
#define ALL(k) 1
#define SOME(k) (((k) * 7 + first) % 3 != 0)
#define CHECK(condition)                                                       \
    if (!(condition))                                                          \
        atomic_inc((volatile global uint *)out + test);                        \
    test++;
#define COMPARE(T, name, kind, start, op, TAKES_PART)                          \
    {                                                                          \
        T all = start, upto = start, before = start;                           \
        for (uint k = 0; k < size; k++) {                                      \
            if (!TAKES_PART(k))                                                \
                continue;                                                      \
            if (k == me)                                                       \
                before = all;                                                  \
            T a = all, b = values[first + k];                                  \
            all = op;                                                          \
            if (k == me)                                                       \
                upto = all;                                                    \
        }                                                                      \
        CHECK(sub_group_##kind##reduce_##name(x) == all)                       \
        CHECK(sub_group_##kind##scan_inclusive_##name(x) == upto)              \
        CHECK(sub_group_##kind##scan_exclusive_##name(x) == before)            \
    }
#define START(T)                                                               \
    local T values[256];                                                       \
    uint size = get_sub_group_size(), me = get_sub_group_local_id();           \
    uint first = get_local_id(0) - me, test = 0;                               \
    uint h = get_global_id(0) * 2654435761u >> 7;                              \
    T x = (T)(int)(h % 13) - (T)3;                                             \
    values[first + me] = x;                                                    \
    barrier(CLK_LOCAL_MEM_FENCE);
#define NUMBERS(T, LEAST, MOST)                                                \
    START(T)                                                                   \
    COMPARE(T, add, , 0, (T)(a + b), ALL)                                      \
    COMPARE(T, min, , MOST, min(a, b), ALL)                                    \
    COMPARE(T, max, , LEAST, max(a, b), ALL)                                   \
    if (SOME(me)) {                                                            \
        COMPARE(T, add, non_uniform_, 0, (T)(a + b), SOME)                     \
        COMPARE(T, mul, non_uniform_, 1, (T)(a * b), SOME)                     \
        COMPARE(T, min, non_uniform_, MOST, min(a, b), SOME)                   \
        COMPARE(T, max, non_uniform_, LEAST, max(a, b), SOME)                  \
    }
#define BITS(T)                                                                \
    if (SOME(me)) {                                                            \
        COMPARE(T, and, non_uniform_, (T)-1, (T)(a & b), SOME)                 \
        COMPARE(T, or, non_uniform_, 0, (T)(a | b), SOME)                      \
        COMPARE(T, xor, non_uniform_, 0, (T)(a ^ b), SOME)                     \
    }
#define INTEGERS(T, LEAST, MOST)                                               \
    kernel void t_##T(global uint *out)                                        \
    {                                                                          \
        NUMBERS(T, LEAST, MOST)                                                \
        BITS(T)                                                                \
    }
#define FLOATS(T)                                                              \
    kernel void t_##T(global uint *out)                                        \
    {                                                                          \
        NUMBERS(T, -(T)INFINITY, (T)INFINITY)                                  \
    }

kernel void t_int(global uint *out)
{
    NUMBERS(int, INT_MIN, INT_MAX)
    BITS(int)
    if (SOME(me)) {
        COMPARE(int, logical_and, non_uniform_, 1, a && b, SOME)
        COMPARE(int, logical_or, non_uniform_, 0, a || b, SOME)
        COMPARE(int, logical_xor, non_uniform_, 0, !!a ^ !!b, SOME)
    }
}

INTEGERS(char, CHAR_MIN, CHAR_MAX)
INTEGERS(ushort, 0, USHRT_MAX)
INTEGERS(long, LONG_MIN, LONG_MAX)
INTEGERS(ulong, 0, ULONG_MAX)
FLOATS(half)
FLOATS(float)
FLOATS(double)
