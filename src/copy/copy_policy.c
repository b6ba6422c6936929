/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which copy kernels pay on this processor, apart from its instruction set.
 * GAC_COPY_POLICY() among a plan's flags overrides it: for calibration and for
 * tests of the kernels that this processor would not get. */
#include "copy/copy_internal.h"

#if defined(__x86_64__)
#include <immintrin.h>

void gac_copy_fence(void)
{
    _mm_sfence();
}
#else
void gac_copy_fence(void)
{
}
#endif

/* Measured: Sapphire Rapids, Zen 4, Zen 5. */
static unsigned of_processor(void)
{
    unsigned policy =
        gac__cpu_has(GAC__CPU_REP_MOVSB) ? GAC__COPY_REP_MOVSB : 0;
    if (gac__cpu_has(GAC__CPU_MASKED_STORE))
        policy |= GAC__COPY_MASK_STORE;
    if (gac__cpu_has(GAC__CPU_ICE_LAKE))
        policy |= GAC__COPY_FETCH_RUN | GAC__COPY_WIDE | GAC__COPY_FEW_STORES
                  | GAC__COPY_FETCH_OUT | GAC__COPY_PAGES;
    if (gac__cpu_has(GAC__CPU_ZEN_5))
        policy |= GAC__COPY_MASK_LOAD | GAC__COPY_FENCE_SCATTER
                  | GAC__COPY_FETCH_RUN | GAC__COPY_WIDE;
    return policy;
}

unsigned gac__copy_policy(unsigned flags)
{
    (void)gac__isa_best(); /* the processor's facts are known */
    return GAC__UNLIKELY(flags & GAC_COPY_POLICY(0))
               ? flags >> 16 & GAC__COPY_POLICY_BITS
               : of_processor();
}
