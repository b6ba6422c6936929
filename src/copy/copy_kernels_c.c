/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The kernels in plain C. */
#include "copy/copy_internal.h"

static void copy_lines(char *dst, const char *src, size_t n, ptrdiff_t dp,
                       ptrdiff_t sp, uintptr_t aux)
{
    for (size_t i = 0; i < n; i++, dst += dp, src += sp)
        memcpy(dst, src, aux);
}

static void copy_planes(char *dst, const char *src, size_t n, ptrdiff_t dp,
                        ptrdiff_t sp, uintptr_t aux)
{
    const gac_copy_plan *p = (const gac_copy_plan *)aux;
    for (size_t i = 0; i < p->n_planes;
         i++, dst += p->dst_plane, src += p->src_plane)
        copy_lines(dst, src, n, dp, sp, p->line_bytes);
}

void gac__copy_run_c(char *restrict dst, const char *restrict src, size_t n)
{
    memcpy(dst, src, n);
}

void gac__copy_select_c(gac_copy_plan *p)
{
    p->line_kernel = copy_lines;
    p->line_aux = p->line_bytes;
    p->line_self_mask = 0;
    p->kernel = p->n_planes == 1 ? copy_lines : copy_planes;
    p->aux = p->n_planes == 1 ? p->line_bytes : 0;
    p->self_mask = p->n_planes == 1 ? 0 : UINTPTR_MAX;
}
