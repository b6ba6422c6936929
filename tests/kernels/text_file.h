/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Texts of test programs: whole files, and what a program prints. */
#ifndef TESTS_KERNELS_TEXT_FILE_H
#define TESTS_KERNELS_TEXT_FILE_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Ends the program where there is nothing. */
static inline void *need(void *p)
{
    if (p == NULL) {
        perror("out of memory");
        exit(1);
    }
    return p;
}

/* Everything up to the end, NUL behind it; the caller's. */
static inline char *read_all(int fd)
{
    size_t n = 0, capacity = 4096;
    char *text = need(malloc(capacity));
    for (;;) {
        ssize_t got = read(fd, text + n, capacity - n - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        n += (size_t)got;
        if (capacity - n < 2)
            text = need(realloc(text, capacity *= 2));
    }
    text[n] = '\0';
    return text;
}

/* Like read_all(); NULL if the file cannot be read. */
static inline char *read_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    char *text = read_all(fd);
    close(fd);
    return text;
}

#endif
