/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Walks directories for the tools. */
#include "tools/file_list.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/tool_common.h"

static void *need(void *p)
{
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static void add(gac__file_list *list, const char *path)
{
    list->paths =
        need(realloc(list->paths, (list->n + 1) * sizeof *list->paths));
    list->paths[list->n++] = need(strdup(path));
}

static char *join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = need(malloc(size));
    bool slash = *folder && folder[strlen(folder) - 1] == '/';
    snprintf(path, size, slash ? "%s%s" : "%s/%s", folder, name);
    return path;
}

/* Adds a file that was found in a directory. One that is not regular, such as a
 * FIFO, is left out, since reading it might block for ever; a link to a file
 * that does not exist is added, so that reading it reports why. */
static void add_found(gac__file_list *list, const char *path)
{
    struct stat s;
    if (stat(path, &s) != 0 || S_ISREG(s.st_mode))
        add(list, path);
    else
        fprintf(stderr, "note: %s is no regular file: left out\n", path);
}

static void find_below(gac__file_list *list, const char *folder,
                       const char *suffix)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, alphasort);
    if (n < 0) {
        add(list, folder);
        return;
    }
    for (int i = 0; i < n; i++) {
        const char *name = entries[i]->d_name;
        char *path = join(folder, name);
        struct stat s;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0
            && lstat(path, &s) == 0) {
            if (S_ISDIR(s.st_mode))
                find_below(list, path, suffix);
            else if (gac__tool_ends_with(name, suffix))
                add_found(list, path);
        }
        free(path);
        free(entries[i]);
    }
    free(entries);
}

void gac__file_list_find(gac__file_list *list_out, const char *path,
                         const char *suffix)
{
    struct stat s;
    *list_out = (gac__file_list){0};
    if (stat(path, &s) == 0 && S_ISDIR(s.st_mode))
        find_below(list_out, path, suffix);
    else
        add(list_out, path);
}

void gac__file_list_free(gac__file_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->paths[i]);
    free(list->paths);
}
