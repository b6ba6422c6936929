/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which instruction sets this machine has, and what pays on it: the one place
 * that knows makers and families. */
#include "support/support.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>

#define AVX512_VBMI (1u << 1) /* leaf 7, ecx: Intel has it from Ice Lake on */

/* The first row that fits holds. Gathers were measured on Zen 5, where a kernel
 * of sparse rows takes 0.7 of the time with them, and on Sapphire Rapids; AMD's
 * are microcode before Zen 5, and its scatters still are. Copies were measured
 * on Sapphire Rapids, Zen 4 and Zen 5, prefetches for strips on the first and
 * the last. */
static const struct {
    /* `leaf7_c`: bits of cpuid's leaf 7, ecx, that must be set. */
    unsigned maker, least_family, leaf7_c;
    unsigned facts; /* GAC__CPU_* */
} rows[] = {
    /* Ice Lake and later */
    {signature_INTEL_ebx, 0, AVX512_VBMI,
     GAC__CPU_GATHERS | GAC__CPU_SCATTERS | GAC__CPU_FETCH_RUN | GAC__CPU_WIDE
         | GAC__CPU_FEW_STORES | GAC__CPU_FETCH_OUT | GAC__CPU_PAGES},
    /* Zen 5 and later */
    {signature_AMD_ebx, 0x1A, 0,
     GAC__CPU_GATHERS | GAC__CPU_MASKED_STORE | GAC__CPU_MASKED_LOAD
         | GAC__CPU_CROWDED_SETS | GAC__CPU_FETCH_RUN | GAC__CPU_WIDE
         | GAC__CPU_FETCH_STRIPS},
    {signature_AMD_ebx, 0, 0, GAC__CPU_MASKED_STORE},
    {0, 0, 0, GAC__CPU_GATHERS | GAC__CPU_SCATTERS | GAC__CPU_MASKED_STORE},
};

static unsigned find_facts(void)
{
    unsigned a, b, c, d, maker = 0, family = 0, leaf7_c = 0, more = 0;
    if (__get_cpuid(0, &a, &b, &c, &d))
        maker = b;
    if (__get_cpuid(1, &a, &b, &c, &d))
        family = (a >> 8 & 15) + (a >> 20 & 255);
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        bool erms = b >> 9 & 1, fsrm = d >> 4 & 1;
        more = erms && fsrm ? GAC__CPU_REP_MOVSB : 0;
        leaf7_c = c;
    }
    size_t k = 0;
    while (rows[k].maker != 0
           && (rows[k].maker != maker || family < rows[k].least_family
               || (leaf7_c & rows[k].leaf7_c) != rows[k].leaf7_c))
        k++;
    return rows[k].facts | more;
}

/* The levels are those of the x86-64 psABI, which is what the folders avx2/ and
 * avx512/ are compiled for; the processor and the operating system must have
 * all of a level. */
static gac__isa find_level(void)
{
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
}
#else
static unsigned find_facts(void)
{
    return 0;
}

static gac__isa find_level(void)
{
    return GAC__ISA_BASELINE;
}
#endif

atomic_uint gac__cpu_facts;

gac__isa gac__isa_best(void)
{
    /* 0: not known yet. Threads that race here find the same. */
    static atomic_int known;
    int level = atomic_load_explicit(&known, memory_order_acquire);
    if (GAC__UNLIKELY(level == 0)) {
        level = (int)find_level() + 1;
        atomic_store_explicit(&gac__cpu_facts, find_facts(),
                              memory_order_relaxed);
        atomic_store_explicit(&known, level, memory_order_release);
    }
    return (gac__isa)(level - 1);
}

gac_cpu_level gac_cpu_best(void)
{
    return (gac_cpu_level)((int)gac__isa_best() + GAC_CPU_BASELINE);
}
