/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Bytes and lists of strings that grow; files read and written. */
#include "support/bytes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/support.h"

/* Makes room for more bytes and the NUL. */
static bool reserve(gac__bytes *bytes, size_t more)
{
    if (more == SIZE_MAX
        || !gac__vec_reserve(&gac__malloc_allocator, (void **)&bytes->data,
                             &bytes->capacity, bytes->n, more + 1, 1))
        bytes->failed = true;
    return !bytes->failed;
}

void gac__bytes_add(gac__bytes *bytes, const void *data, size_t size)
{
    if (!reserve(bytes, size))
        return;
    if (size)
        memcpy(bytes->data + bytes->n, data, size);
    bytes->n += size;
    bytes->data[bytes->n] = '\0';
}

void gac__bytes_text(gac__bytes *bytes, const char *text)
{
    gac__bytes_add(bytes, text, strlen(text));
}

void gac__bytes_print(gac__bytes *bytes, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0)
        bytes->failed = true;
    else if (reserve(bytes, (size_t)n)) {
        vsnprintf(bytes->data + bytes->n, (size_t)n + 1, format, again);
        bytes->n += (size_t)n;
    }
    va_end(again);
}

void gac__bytes_field(gac__bytes *bytes, const void *data, size_t size)
{
    uint64_t n = size;
    gac__bytes_add(bytes, &n, sizeof n);
    gac__bytes_add(bytes, data, size);
}

void gac__bytes_npy(gac__bytes *bytes, const char *type, const uint64_t *dims,
                    uint32_t n_dims)
{
    /* The magic string, the version 1.0, and the length of what follows. */
    uint8_t start[10] = GAC__NPY_MAGIC "\x01";
    gac__bytes_add(bytes, start, sizeof start);
    gac__bytes_print(
        bytes, "{'descr': '%s', 'fortran_order': False, 'shape': (", type);
    for (uint32_t i = 0; i < n_dims; i++)
        gac__bytes_print(bytes, "%s%llu", i > 0 ? ", " : "",
                         (unsigned long long)dims[i]);
    gac__bytes_text(bytes, n_dims == 1 ? ",), }" : "), }");
    gac__bytes_print(bytes, "%*s\n", (int)(63 - bytes->n % 64), "");
    if (bytes->failed)
        return;
    bytes->data[8] = (char)(bytes->n - sizeof start);
    bytes->data[9] = (char)((bytes->n - sizeof start) >> 8);
}

void gac__bytes_write(void *bytes, const char *text, size_t size)
{
    gac__bytes_add(bytes, text, size);
}

void gac__bytes_free(gac__bytes *bytes)
{
    gac__free(&gac__malloc_allocator, bytes->data, bytes->capacity, 1);
    *bytes = (gac__bytes){0};
}

bool gac__grow(void **items, size_t *capacity, size_t n, size_t size)
{
    return gac__vec_reserve(&gac__malloc_allocator, items, capacity, n, 1,
                            size);
}

const char *gac__strings_add(gac__strings *strings, const char *format, ...)
{
    va_list args;
    char *string = NULL;
    va_start(args, format);
    strings->failed = strings->failed
                      || !GAC__GROW(strings->items, strings->capacity,
                                    strings->n + 1) /* of the NULL */
                      || vasprintf(&string, format, args) < 0;
    va_end(args);
    if (strings->failed)
        return NULL;
    strings->items[strings->n++] = string;
    strings->items[strings->n] = NULL;
    return string;
}

void gac__strings_free(gac__strings *strings)
{
    for (size_t i = 0; i < strings->n; i++)
        free(strings->items[i]);
    free(strings->items);
    *strings = (gac__strings){0};
}

size_t gac__read_all(int fd, void *data, size_t size_bytes)
{
    size_t have = 0;
    while (have < size_bytes) {
        ssize_t n = read(fd, (char *)data + have, size_bytes - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        have += (size_t)n;
    }
    return have;
}

bool gac__write_all(int fd, const void *data, size_t size_bytes)
{
    for (const char *next = data; size_bytes > 0;) {
        ssize_t n = write(fd, next, size_bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        next += n;
        size_bytes -= (size_t)n;
    }
    return true;
}
