/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* UTF-8, and what is shown of texts that may have any bytes. */
#ifndef GAC_SUPPORT_UTF8_H
#define GAC_SUPPORT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Returns whether `length` bytes are well-formed UTF-8. */
bool gac__utf8_valid(const char *text, size_t length);

/* Returns how many of `size` bytes are shown as they are. `*instead_out` is
 * what is shown in place of the byte behind them: a space for a control
 * character of ASCII, '?' for one beyond it and for what is no part of
 * well-formed UTF-8; NUL: all are shown. */
size_t gac__utf8_shown(const char *text, size_t size, char *instead_out);

/* Makes a string what is shown of it. */
void gac__utf8_clean(char *text);

/* Writes a text as a string of JSON with its quotes, or null for NULL, piece by
 * piece to a gac_write_fn. Bytes that are not UTF-8 become U+FFFD. */
void gac__json_string(const char *text,
                      void (*write)(void *user, const char *text, size_t size),
                      void *user);

#endif
