/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The processor's facts by which kernels are chosen. GAC_COPY_POLICY() among a
 * plan's flags overrides them, to measure and to test kernels that this
 * processor would not use. */
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
    (void)gac__isa_best(); /* finds the processor's facts */
    unsigned given =
        GAC__UNLIKELY(flags & GAC_COPY_POLICY(0))
            ? flags >> 16
            : atomic_load_explicit(&gac__cpu_facts, memory_order_relaxed);
    return given & GAC__COPY_POLICY_BITS;
}
