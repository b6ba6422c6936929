/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The kernels in plain C: SSE2 on x86-64, whatever there is elsewhere. */
#include "copy/copy_internal.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define LEVEL 0
#define NAME(function) function##_c

#include "copy/kernels/copy_kernels.inc"
#include "copy/kernels/copy_runs.inc"
#include "copy/kernels/copy_special.inc"
#include "copy/kernels/copy_rows.inc"
