/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Files read and written whole; lists of words. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/source_internal.h"

#define MOST_FILE_BYTES ((off_t)1 << 28)

bool gac__bytes_read(gac__bytes *bytes, const char *path)
{
    char piece[1 << 14];
    ssize_t n;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat s;
    if (fd < 0)
        return false;
    bool ok = fstat(fd, &s) == 0 && S_ISREG(s.st_mode)
              && s.st_size <= MOST_FILE_BYTES;
    while (ok && (n = read(fd, piece, sizeof piece)) != 0) {
        ok = n > 0 || errno == EINTR;
        if (n > 0)
            gac__bytes_add(bytes, piece, (size_t)n);
    }
    close(fd);
    return ok && !bytes->failed;
}

void gac__words_add(gac__words *words, const char *format, ...)
{
    va_list args;
    char *word = NULL;
    char **items =
        words->failed
            ? NULL
            : realloc(words->items, (words->n + 2) * sizeof *words->items);
    if (!items) {
        words->failed = true;
        return;
    }
    words->items = items;
    va_start(args, format);
    if (vasprintf(&word, format, args) < 0) {
        word = NULL;
        words->failed = true;
    }
    va_end(args);
    words->n += word != NULL;
    if (word)
        items[words->n - 1] = word;
    items[words->n] = NULL;
}

void gac__words_free(gac__words *words)
{
    for (size_t i = 0; i < words->n; i++)
        free(words->items[i]);
    free(words->items);
    *words = (gac__words){0};
}
