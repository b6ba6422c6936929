/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A command's memory. */
#include "tools/run_tool.h"

void gac__run_command_free(gac__run_command *command)
{
    for (uint32_t i = 0; i < command->n_args; i++)
        gac__run_arg_free(&command->args[i]);
    gac__strings_free(&command->strings);
    gac__bytes_free(&command->sim_text);
}
