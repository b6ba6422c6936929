/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The kernels for avx512. */
#include "copy/copy_internal.h"

void gac__copy_run_avx512(char *restrict dst, const char *restrict src, size_t n)
{
    gac__copy_run_c(dst, src, n);
}

void gac__copy_select_avx512(gac_copy_plan *plan)
{
    gac__copy_select_c(plan);
}
