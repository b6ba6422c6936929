/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The kernels, compiled once for each level: base is plain C, SSE2 on x86-64,
 * whatever there is elsewhere; avx512 has byte masks and byte permutations. */
#include "copy/copy_internal.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define LEVEL_base 0
#define LEVEL_avx2 1
#define LEVEL_avx512 2
#define LEVEL JOIN(LEVEL_, LANES_LEVEL)

#include "copy/kernels/copy_kernels.inc"
#include "copy/kernels/copy_runs.inc"
#include "copy/kernels/copy_special.inc"
#include "copy/kernels/copy_rows.inc"
