/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs one of the benchmark's kernels once, from its SPIR-V binary: what a cold
 * start costs. usage: exec_once_gac FILE.cl MODULE.spv [GROUPS] */
#include <stdlib.h>

#include "exec_run.h"

int main(int argc, char **argv)
{
    size_t bytes;
    if (argc < 3)
        return 2;
    exec_case *c = exec_case_open(argv[1], "RUN");
    if (c == NULL)
        return 2;
    void *words = exec_read_file(argv[2], &bytes);
    exec_gac *g = exec_gac_open(&exec_linked, c, words, bytes,
                                argc > 3 ? (uint32_t)atoi(argv[3]) : 0);
    exec_gac_setup(g);
    exec_gac_set(g, 2, NULL);
    exec_gac_run(g);
    exec_gac_close(g);
    free(words);
    exec_case_close(c);
    return 0;
}
