/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies of what programs hand over, and text that grows: sources and logs. */
#include "opencl/opencl_internal.h"

#include <stdlib.h>
#include <string.h>

void *gac__cl_copy(const void *data, size_t size)
{
    void *copy = malloc(size ? size : 1);
    if (copy && size)
        memcpy(copy, data, size);
    return copy;
}

void gac__cl_text_add(gac__cl_text *text, const char *bytes, size_t size)
{
    size_t need;
    if (__builtin_add_overflow(text->size, size, &need)
        || need > SIZE_MAX / 2 - 1)
        return;
    if (need + 1 > text->capacity) {
        char *grown = realloc(text->bytes, 2 * need + 1);
        if (!grown)
            return; /* what does not fit is lost */
        text->bytes = grown;
        text->capacity = 2 * need + 1;
    }
    if (size)
        memcpy(text->bytes + text->size, bytes, size);
    text->size = need;
    text->bytes[need] = '\0';
}

void gac__cl_text_free(gac__cl_text *text)
{
    free(text->bytes);
    *text = (gac__cl_text){0};
}
