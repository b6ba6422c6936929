/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The kernels in plain C: SSE2 on x86-64, whatever there is elsewhere. */
#include "copy/copy_internal.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define LEVEL 0
#define NAME(function) function##_c

#include "copy/copy_kernels.inc"
#include "copy/copy_runs.inc"
#include "copy/copy_special.inc"
#include "copy/copy_select.inc"
