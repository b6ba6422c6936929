/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run's main(), which calls run_main.c. */
#include "tools/run_tool.h"

int main(int argc, char **argv)
{
    return gac__run_main(argc, argv);
}
