/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Parts of a text that are not ended by a NUL. */
#ifndef GAC_SUPPORT_SLICES_H
#define GAC_SUPPORT_SLICES_H

#include "support/support.h"

typedef struct gac__slice {
    const char *text;
    uint32_t size;
} gac__slice;

static inline bool gac__slice_is(gac__slice s, const char *text)
{
    return s.size == strlen(text) && memcmp(s.text, text, s.size) == 0;
}

static inline bool gac__slice_equals(gac__slice a, gac__slice b)
{
    return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}

static inline bool gac__slice_starts(gac__slice s, const char *text)
{
    size_t size = strlen(text);
    return s.size >= size && memcmp(s.text, text, size) == 0;
}

/* The slice without its first `n` bytes; it has at least as many. */
static inline gac__slice gac__slice_from(gac__slice s, uint32_t n)
{
    return (gac__slice){s.text + n, s.size - n};
}

static inline gac__slice gac__slice_without_blanks(gac__slice s)
{
    while (s.size > 0 && *s.text == ' ')
        s = gac__slice_from(s, 1);
    return s;
}

/* Splits off the bytes before the first `at`, and drops that one; false: there
 * is no `at`. */
static inline bool gac__slice_split(gac__slice *rest, char at,
                                    gac__slice *piece_out)
{
    const char *end = rest->size ? memchr(rest->text, at, rest->size) : NULL;
    if (!end)
        return false;
    *piece_out = (gac__slice){rest->text, (uint32_t)(end - rest->text)};
    *rest = gac__slice_from(*rest, piece_out->size + 1);
    return true;
}

#endif
