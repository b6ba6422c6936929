/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What tests do differently where programs run under another one
 * (scripts/check-under.sh), or with a sanitizer. */
#ifndef GAC_TESTS_UNDER_H
#define GAC_TESTS_UNDER_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Valgrind 3.19 takes an ordered comparison for an unordered one (NEQ_OQ),
 * gives NaN for the fused product of an infinity, and tells of writes that a
 * handler of signals makes good. */
static inline bool under_valgrind(void)
{
    const char *how = getenv("GAC_TEST_UNDER");
    return how != NULL && strcmp(how, "valgrind") == 0;
}

/* Kernels whose results it gets wrong for that. */
static inline bool under_lacks(const char *path)
{
    return under_valgrind() && strstr(path, "arith/float_ops.") != NULL;
}

/* How many times as long work may take. */
static inline unsigned under_slowness(void)
{
#ifdef GAC_SANITIZED
    return 30;
#else
    return getenv("GAC_TEST_UNDER") != NULL ? 30 : 1;
#endif
}

#endif
