/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The kernels for AVX2. */
#include "copy/copy_internal.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define LEVEL 1
#define NAME(function) function##_avx2

#include "copy/kernels/copy_kernels.inc"
#include "copy/kernels/copy_runs.inc"
#include "copy/kernels/copy_special.inc"
#include "copy/kernels/copy_rows.inc"
#endif
