/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Like exec_once_gac, but on an OpenCL device, from source.
 * usage: exec_once_ocl KERNEL FILE.cl [GROUPS] */
#include "exec_run.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    exec_ocl *o = exec_ocl_open(exec_find(argv[1]), argv[2],
                                argc > 3 ? (uint32_t)atoi(argv[3]) : 0);
    exec_ocl_run(o);
    exec_ocl_close(o);
    return 0;
}
