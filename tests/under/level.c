/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loaded into every program of a run (scripts/check-under.sh):
 * each of gac's appends the level of the processor that it finds itself on.
 *
 * GAC_LEVEL_LOG=FILE, where to; GAC_LEVEL_ROOT=DIR, in which gac's programs
 * are.
 */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The levels of the x86-64 psABI; gac names them by what they add. */
static const char *level(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("x86-64-v4")   ? "avx512"
           : __builtin_cpu_supports("x86-64-v3") ? "avx2"
                                                 : "baseline";
}

static __attribute__((constructor)) void tell(void)
{
    char program[PATH_MAX] = "", line[PATH_MAX + 16];
    const char *log = getenv("GAC_LEVEL_LOG"), *root = getenv("GAC_LEVEL_ROOT");
    if (!log || !root
        || readlink("/proc/self/exe", program, sizeof program - 1) < 0
        || strncmp(program, root, strlen(root)) != 0)
        return;
    int n = snprintf(line, sizeof line, "%s %s\n", level(), program);
    int file = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0 || write(file, line, (size_t)n) != n)
        abort();
    close(file);
}
