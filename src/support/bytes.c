/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Bytes that grow. */
#include "support/bytes.h"

#include <errno.h>
#include <stdio.h>
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
