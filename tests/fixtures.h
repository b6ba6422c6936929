/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where the modules of the tests' kernels are: one of each kernel beside its
 * source, the others in the archive's folder, laid out as the tree is. Tests
 * name them as though all were in the tree. tests/fixtures.sh makes the archive
 * and is the same for scripts. */
#ifndef TESTS_FIXTURES_H
#define TESTS_FIXTURES_H

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifndef GAC_FIXTURES
#define GAC_FIXTURES "build/fixtures"
#endif

/* The name in the tree of a path that the functions below gave. */
static inline const char *fixture_name(const char *path)
{
    const size_t n = sizeof GAC_FIXTURES;
    return strncmp(path, GAC_FIXTURES "/", n) == 0 ? path + n : path;
}

/* The path of one module; it holds until the next call. */
static inline const char *fixture_path(const char *name)
{
    static char path[4096];
    struct stat here;
    if (stat(name, &here) == 0)
        return name;
    snprintf(path, sizeof path, "%s/%s", GAC_FIXTURES, name);
    return path;
}

static inline int fixture_order(const void *a, const void *b)
{
    return strcmp(fixture_name(*(char *const *)a),
                  fixture_name(*(char *const *)b));
}

/* Like glob(pattern, flags, NULL, out), but in both places; what is found is in
 * the order of its names, wherever it is. */
static inline int fixtures_glob(const char *pattern, int flags, glob_t *out)
{
    char archived[8192]; /* patterns are half as long */
    const size_t n_before = flags & GLOB_APPEND ? out->gl_pathc : 0;
    snprintf(archived, sizeof archived, "%s/%s", GAC_FIXTURES, pattern);
    const int here = glob(pattern, flags, NULL, out);
    const int there = glob(archived, flags | GLOB_APPEND, NULL, out);
    if (here != 0 && there != 0)
        return here;
    qsort(out->gl_pathv + n_before, out->gl_pathc - n_before,
          sizeof *out->gl_pathv, fixture_order);
    return 0;
}

#endif
