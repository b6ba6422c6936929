/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A command's memory: its strings and its arguments. */
#include <stdlib.h>
#include <string.h>

#include "tools/run_tool.h"

const char *gac__run_keep(gac__run_command *command, const char *first,
                          const char *second)
{
    size_t n = strlen(first) + strlen(second) + 1;
    gac__run_string *string = malloc(sizeof *string + n);
    if (string == NULL)
        return NULL;
    snprintf(string->text, n, "%s%s", first, second);
    string->next = command->strings;
    command->strings = string;
    return string->text;
}

void gac__run_command_free(gac__run_command *command)
{
    for (uint32_t i = 0; i < command->n_args; i++)
        gac__run_arg_free(&command->args[i]);
    while (command->strings != NULL) {
        gac__run_string *next = command->strings->next;
        free(command->strings);
        command->strings = next;
    }
    free(command->sim_text);
    free(command->sim_module);
}
