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

unsigned gac__copy_policy(unsigned flags)
{
    (void)gac__isa_best(); /* the processor's facts are known */
    unsigned given =
        GAC__UNLIKELY(flags & GAC_COPY_POLICY(0))
            ? flags >> 16
            : atomic_load_explicit(&gac__cpu_facts, memory_order_relaxed);
    return given & GAC__COPY_POLICY_BITS;
}
