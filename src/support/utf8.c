/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* UTF-8: whether a text is, and how texts of any bytes are shown,
 * also in JSON. */
#include <stdio.h>

#include "support/support.h"

/* The length of the sequence at `s`, where there are `n` > 0 bytes; 0: it is
 * not well-formed. Overlong sequences, surrogates and values past U+10FFFF are
 * not. */
static size_t sequence_length(const unsigned char *s, size_t n)
{
    if (s[0] < 0x80)
        return 1;
    unsigned low = 0x80, high = 0xBF; /* limits of the second byte */
    size_t length;
    if (s[0] >= 0xC2 && s[0] <= 0xDF) {
        length = 2;
    } else if (s[0] >= 0xE0 && s[0] <= 0xEF) {
        length = 3;
        low = s[0] == 0xE0 ? 0xA0 : 0x80;
        high = s[0] == 0xED ? 0x9F : 0xBF;
    } else if (s[0] >= 0xF0 && s[0] <= 0xF4) {
        length = 4;
        low = s[0] == 0xF0 ? 0x90 : 0x80;
        high = s[0] == 0xF4 ? 0x8F : 0xBF;
    } else {
        return 0;
    }
    if (length > n || s[1] < low || s[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

bool gac__utf8_valid(const char *text, size_t length)
{
    const unsigned char *s = (const unsigned char *)text;
    while (length > 0) {
        size_t n = sequence_length(s, length);
        if (n == 0)
            return false;
        s += n;
        length -= n;
    }
    return true;
}

/* Whether eight bytes are ASCII without control characters. Subtracting 0x20
 * sets the top bit of a byte below 0x20, adding 1 that of 0x7F. Bytes that a
 * borrow or a carry reaches are tested in vain: another byte fails, too. */
static bool is_plain(const char *text)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return ((word | (word - 0x20 * ones) | (word + ones)) & 0x80 * ones) == 0;
}

/* Whether the sequence of `n` bytes at `s` is a control character, of ASCII or
 * of those from U+0080 to U+009F. */
static bool is_control(const unsigned char *s, size_t n)
{
    return s[0] < 0x20 || s[0] == 0x7F
           || (n == 2 && s[0] == 0xC2 && s[1] < 0xA0);
}

size_t gac__utf8_shown(const char *text, size_t size, char *instead_out)
{
    size_t at = 0;
    *instead_out = '\0';
    while (at < size) {
        if (size - at >= 8 && is_plain(text + at)) {
            at += 8;
            continue;
        }
        const unsigned char *s = (const unsigned char *)text + at;
        size_t n = sequence_length(s, size - at);
        if (n == 0 || is_control(s, n)) {
            *instead_out = s[0] < 0x80 ? ' ' : '?';
            break;
        }
        at += n;
    }
    return at;
}

void gac__utf8_clean(char *text)
{
    size_t size = strlen(text);
    for (;;) {
        char instead;
        size_t n = gac__utf8_shown(text, size, &instead);
        if (n == size)
            return;
        text[n] = instead;
        text += n + 1;
        size -= n + 1;
    }
}

void gac__json_string(const char *text,
                      void (*write)(void *user, const char *text, size_t size),
                      void *user)
{
    if (!text) {
        write(user, "null", 4);
        return;
    }
    write(user, "\"", 1);
    for (const char *end = text + strlen(text); text < end;) {
        const unsigned char *s = (const unsigned char *)text;
        char escape[8] = "\\ufffd";
        size_t n = sequence_length(s, (size_t)(end - text));
        if (*s == '\n')
            snprintf(escape, sizeof escape, "\\n");
        else if (*s == '"' || *s == '\\')
            snprintf(escape, sizeof escape, "\\%c", *s);
        else if (*s < 0x20 || *s == 0x7F)
            snprintf(escape, sizeof escape, "\\u%04x", *s);
        else if (n)
            *escape = '\0';
        if (*escape)
            write(user, escape, strlen(escape));
        else
            write(user, text, n);
        text += n ? n : 1;
    }
    write(user, "\"", 1);
}
