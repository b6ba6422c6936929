/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Walks directories for the tools. */
#include "tools/file_list.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/tool_common.h"

/* Adds a file that was found in a directory. One that is not regular, such as a
 * FIFO, is left out, since reading it might block for ever; a link to a file
 * that does not exist is added, so that reading it reports why. */
static void add_found(gac__strings *list, const char *path)
{
    struct stat s;
    if (stat(path, &s) != 0 || S_ISREG(s.st_mode))
        gac__strings_add(list, "%s", path);
    else
        fprintf(stderr, "note: %s is no regular file: left out\n", path);
}

static void find_below(gac__strings *list, const char *folder)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, alphasort);
    if (n < 0) {
        gac__strings_add(list, "%s", folder);
        return;
    }
    gac__strings paths = {0};
    const char *between = gac__tool_ends_with(folder, "/") ? "" : "/";
    for (int i = 0; i < n; i++) {
        const char *name = entries[i]->d_name;
        const char *path =
            gac__strings_add(&paths, "%s%s%s", folder, between, name);
        struct stat s;
        if (path && strcmp(name, ".") != 0 && strcmp(name, "..") != 0
            && lstat(path, &s) == 0) {
            if (S_ISDIR(s.st_mode))
                find_below(list, path);
            else if (gac__tool_ends_with(name, ".spv"))
                add_found(list, path);
        }
        free(entries[i]);
    }
    free(entries);
    list->failed |= paths.failed;
    gac__strings_free(&paths);
}

gac__strings gac__file_list(const char *path)
{
    struct stat s;
    gac__strings list = {0};
    if (stat(path, &s) == 0 && S_ISDIR(s.st_mode))
        find_below(&list, path);
    else
        gac__strings_add(&list, "%s", path);
    if (list.failed) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return list;
}
