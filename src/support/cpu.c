/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which instruction sets this machine has. */
#include "support/support.h"

#include <stdatomic.h>

/* The levels are those of the x86-64 psABI, which is what the folders avx2/ and
 * avx512/ are compiled for; the processor and the operating system must have
 * all of a level. */
static gac__isa detect(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")
        || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
        return GAC__ISA_BASELINE;
    if (!__builtin_cpu_supports("avx512f")
        || !__builtin_cpu_supports("avx512bw")
        || !__builtin_cpu_supports("avx512cd")
        || !__builtin_cpu_supports("avx512dq")
        || !__builtin_cpu_supports("avx512vl")
        || !__builtin_cpu_supports("avx512vbmi"))
        return GAC__ISA_AVX2;
    return GAC__ISA_AVX512;
#else
    return GAC__ISA_BASELINE;
#endif
}

gac__isa gac__isa_best(void)
{
    /* 0: not known yet. It never changes; threads that race here find the same.
     */
    static atomic_int known;
    int level = atomic_load_explicit(&known, memory_order_relaxed);
    if (GAC__UNLIKELY(level == 0)) {
        level = (int)detect() + 1;
        atomic_store_explicit(&known, level, memory_order_relaxed);
    }
    return (gac__isa)(level - 1);
}

gac_cpu_level gac_cpu_best(void)
{
    return (gac_cpu_level)((int)gac__isa_best() + GAC_CPU_BASELINE);
}
