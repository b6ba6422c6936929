/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Like exec_once_gac, but on an OpenCL device, from source.
 * usage: exec_once_ocl FILE.cl [GROUPS] */
#include <stdlib.h>

#include "exec_run.h"

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    exec_case *c = exec_case_open(argv[1], "RUN");
    if (c == NULL)
        return 2;
    exec_ocl *o =
        exec_ocl_open(c, argv[1], argc > 2 ? (uint32_t)atoi(argv[2]) : 0);
    exec_ocl_setup(o);
    exec_ocl_run(o);
    exec_ocl_close(o);
    exec_case_close(c);
    return 0;
}
