/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What pays on this processor, apart from its instruction set.
 *
 * Read from the processor's family and features, once. GAC_COPY_POLICY, a
 * number, overrides it: for calibration and for tests of the kernels that this
 * processor would not get. */
#include "copy/copy_internal.h"

#include <stdatomic.h>
#include <stdlib.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

#define AMD_ZEN5_FAMILY 0x1Au

static unsigned detect(void)
{
    unsigned a, b, c, d, policy = GAC__COPY_MASK_STORE;
    bool amd = false;
    if (__get_cpuid(0, &a, &b, &c, &d))
        amd = b == signature_AMD_ebx;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        bool erms = b >> 9 & 1, fsrm = d >> 4 & 1;
        if (erms && fsrm)
            policy |= GAC__COPY_REP_MOVSB;
    }
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        unsigned family = (a >> 8 & 15) + (a >> 20 & 255);
        if (amd && family >= AMD_ZEN5_FAMILY)
            policy |= GAC__COPY_MASK_LOAD | GAC__COPY_FENCE_SCATTER |
                      GAC__COPY_FETCH_RUN | GAC__COPY_WIDE;
    }
    return policy;
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

unsigned gac__copy_policy(void)
{
    /* Bit 31: known. Threads that race here find the same. */
    static atomic_uint known;
    unsigned policy = atomic_load_explicit(&known, memory_order_relaxed);
    if (GAC__UNLIKELY(policy == 0)) {
        const char *wanted = getenv("GAC_COPY_POLICY");
        policy = wanted ? (unsigned)strtoul(wanted, NULL, 0) & 63 : detect();
        policy |= 1u << 31;
        atomic_store_explicit(&known, policy, memory_order_relaxed);
    }
    return policy;
}
