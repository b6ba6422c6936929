/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads the source files that diagnostics name, each once. */

/* Modules name these files, and are not trusted: a name may be that of a pipe
 * without a writer or of a device without an end, and a module may name very
 * many files. Only regular files are read, with limits on their number and
 * size. */
#include "tools/source_lines.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/bytes.h"
#include "tools/regular_file.h"

enum { MAX_FILES = 32, MAX_BYTES = 16 << 20, MAX_LINE = 1023 };

typedef struct gac__source_file {
    char *path;
    char *bytes; /* NULL: the file cannot be read */
    size_t size;
    uint32_t *starts; /* offsets of the `n_lines` lines' beginnings, then of the
                         end */
    uint32_t n_lines;
} gac__source_file;

static bool find_lines(gac__source_file *file)
{
    uint32_t n = 0, size = (uint32_t)file->size;
    for (uint32_t i = 0; i < size; i++)
        n += file->bytes[i] == '\n';
    file->starts = malloc((n + 2u) * sizeof *file->starts);
    if (!file->starts)
        return false;
    file->starts[0] = 0;
    for (uint32_t i = 0; i < size; i++)
        if (file->bytes[i] == '\n')
            file->starts[++file->n_lines] = i + 1;
    if (file->starts[file->n_lines] < size)
        file->starts[++file->n_lines] = size;
    return true;
}

static void load(gac__source_file *file)
{
    size_t size;
    int fd = gac__regular_open(file->path, &size);
    if (fd < 0)
        return;
    if (size <= MAX_BYTES)
        file->bytes = malloc(size + 1);
    if (file->bytes)
        file->size = gac__read_all(fd, file->bytes, size);
    close(fd);
    if (file->bytes && !find_lines(file)) {
        free(file->bytes);
        file->bytes = NULL;
    }
}

/* Returns the file of that name, which is read at the first time; NULL: there
 * are too many, or memory is out. */
static const gac__source_file *find_file(gac__source_lines *lines,
                                         const char *path)
{
    for (size_t i = 0; i < lines->n; i++)
        if (!strcmp(lines->files[i].path, path))
            return &lines->files[i];
    if (lines->n == MAX_FILES)
        return NULL;
    if (!lines->files)
        lines->files = calloc(MAX_FILES, sizeof *lines->files);
    if (!lines->files)
        return NULL;
    gac__source_file *file = &lines->files[lines->n];
    file->path = strdup(path);
    if (!file->path)
        return NULL;
    lines->n++;
    load(file);
    return file;
}

bool gac__source_line(gac__source_lines *lines, const char *path,
                      uint32_t number, const char **text_out, size_t *size_out)
{
    const gac__source_file *file = find_file(lines, path);
    if (!file || !file->bytes || number == 0 || number > file->n_lines)
        return false;
    const char *text = file->bytes + file->starts[number - 1];
    size_t size = file->starts[number] - file->starts[number - 1];
    size = size > MAX_LINE ? MAX_LINE : size;
    for (size_t i = 0; i < size; i++)
        if (text[i] == '\n' || text[i] == '\r' || text[i] == 0)
            size = i;
    *text_out = text;
    *size_out = size;
    return true;
}

void gac__source_lines_free(gac__source_lines *lines)
{
    for (size_t i = 0; i < lines->n; i++) {
        free(lines->files[i].path);
        free(lines->files[i].bytes);
        free(lines->files[i].starts);
    }
    free(lines->files);
    *lines = (gac__source_lines){0};
}
