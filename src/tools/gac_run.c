/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run: the program; all that it does is in run_main.c. */
#include "tools/run_tool.h"

int main(int argc, char **argv)
{
    return gac__run_main(argc, argv);
}
