/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads the comments in which modules state the expected diagnostics. */
#include "expectation.h"

#include <stdio.h>
#include <string.h>

static void read_comment(wanted *w, const char *text, int line)
{
    while (w->n < MAX_EXPECTED) {
        expectation e = {.line = line};
        int used = 0;
        text += strspn(text, " ;");
        if (sscanf(text, "%15s %39[a-z-]%n", e.severity, e.rule, &used) != 2)
            return;
        text += used;
        if (sscanf(text, " \"%39[^\"]\"%n", e.operand, &used) == 1)
            text += used;
        if (sscanf(text, " (%99[^)])%n", e.numbers, &used) == 1)
            text += used;
        w->error |= !strcmp(e.severity, "error");
        w->items[w->n++] = e;
        if (!strchr(text, ';'))
            return;
        text = strchr(text, ';');
    }
}

bool read_wanted(const char *path, wanted *w)
{
    char line[1000];
    FILE *file = fopen(path, "r");
    *w = (wanted){0};
    if (!file)
        return false;
    for (int n = 1; fgets(line, sizeof line, file); n++) {
        const char *comment = strstr(line, "; expect: ");
        if (comment)
            read_comment(w, comment + strlen("; expect: "), n);
        sscanf(line, "; options: %199[^\n]", w->options);
    }
    fclose(file);
    return true;
}
