/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What pays on this processor, apart from its instruction set: the one place
 * that knows makers and families.
 *
 * Read from the processor's family and features, once. GAC_COPY_POLICY() among
 * a plan's flags overrides it: for calibration and for tests of the kernels
 * that this processor would not get. */
#include "copy/copy_internal.h"

#include <stdatomic.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

#define AMD_ZEN5_FAMILY 0x1Au
#define AVX512_VBMI (1u << 1) /* leaf 7, ecx: Intel has it from Ice Lake on */

/* Measured: Sapphire Rapids, Zen 4; Zen 5 with an earlier prototype. */
static unsigned of_maker(unsigned maker, unsigned family, unsigned leaf7_c)
{
    if (maker == signature_INTEL_ebx && leaf7_c & AVX512_VBMI)
        return GAC__COPY_FETCH_RUN | GAC__COPY_WIDE | GAC__COPY_FEW_STORES
               | GAC__COPY_FETCH_OUT | GAC__COPY_PAGES;
    if (maker == signature_AMD_ebx && family >= AMD_ZEN5_FAMILY)
        return GAC__COPY_MASK_STORE | GAC__COPY_MASK_LOAD
               | GAC__COPY_FENCE_SCATTER | GAC__COPY_FETCH_RUN | GAC__COPY_WIDE
               | GAC__COPY_MASK_FIRST;
    return GAC__COPY_MASK_STORE;
}

static unsigned detect(void)
{
    unsigned a, b, c, d, maker = 0, family = 0, leaf7_c = 0, policy = 0;
    if (__get_cpuid(0, &a, &b, &c, &d))
        maker = b;
    if (__get_cpuid(1, &a, &b, &c, &d))
        family = (a >> 8 & 15) + (a >> 20 & 255);
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        bool erms = b >> 9 & 1, fsrm = d >> 4 & 1;
        if (erms && fsrm)
            policy |= GAC__COPY_REP_MOVSB;
        leaf7_c = c;
    }
    return policy | of_maker(maker, family, leaf7_c);
}

void gac_copy_fence(void)
{
    _mm_sfence();
}
#else
static unsigned detect(void)
{
    return 0;
}

void gac_copy_fence(void)
{
}
#endif

unsigned gac__copy_policy(unsigned flags)
{
    /* Bit 31: known. It never changes; threads that race here find the same. */
    static atomic_uint known;
    if (GAC__UNLIKELY(flags & GAC_COPY_POLICY(0)))
        return flags >> 16 & GAC__COPY_POLICY_BITS;
    unsigned policy = atomic_load_explicit(&known, memory_order_relaxed);
    if (GAC__UNLIKELY(policy == 0)) {
        policy = detect() | 1u << 31;
        atomic_store_explicit(&known, policy, memory_order_relaxed);
    }
    return policy;
}
