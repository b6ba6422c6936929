/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Splits assembly text into tokens. */
#include "text/assemble.h"

/* The language has no lines: a token ends at white space or a comment, and an
 * instruction ends where the next one begins, which is at a mnemonic ("Op" and
 * a capital) or at "%id = Op...". Inside double quotes white space does not end
 * a token, and a backslash makes the next character ordinary, inside and
 * outside of quotes. These are the rules of SPIRV-Tools' assembler. */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static uint32_t token_end(const char *text, uint32_t size, uint32_t at)
{
    bool quoting = false;
    for (; at < size; at++) {
        char c = text[at];
        if (c == '\\' && at + 1 < size) {
            at++;
        } else if (c == '"') {
            quoting = !quoting;
        } else if (!quoting && (is_space(c) || c == ';')) {
            return at;
        }
    }
    return size;
}

/* A comment from `at`, its ';', to the line's end. */
static bool scan_comment(gac__scan *scan, uint32_t at, uint32_t end)
{
    uint32_t first = at + 1;
    while (first < end && (scan->text[first] == ' '))
        first++;
    if (first == end || scan->text[first] < 'A' || scan->text[first] > 'Z'
        || !memchr(scan->text + first, ':', end - first))
        return true;
    while (end > first && is_space(scan->text[end - 1]))
        end--;
    gac__token note = {first, end - first};
    return GAC__VEC_PUSH(scan->allocator, &scan->notes, note);
}

gac_result gac__scan_text(gac__scan *scan, const gac_allocator *allocator,
                          gac__watch *watch, const char *text, uint32_t size)
{
    *scan = (gac__scan){.allocator = allocator, .text = text, .size = size};
    for (uint32_t at = 0; at < size;) {
        uint32_t end = at + 1;
        bool ok = true;
        if (text[at] == ';') {
            const char *newline = memchr(text + at, '\n', size - at);
            end = newline ? (uint32_t)(newline - text) : size;
            ok = scan_comment(scan, at, end);
        } else if (!is_space(text[at])) {
            end = token_end(text, size, at);
            gac__token token = {at, end - at};
            ok = GAC__VEC_PUSH(allocator, &scan->tokens, token);
        }
        if (!ok)
            return GAC_ERR_MEMORY;
        if (!gac__watch_on(watch, 1 + (end - at) / 16))
            return gac__watch_result(watch);
        at = end;
    }
    return GAC_OK;
}

void gac__scan_free(gac__scan *scan)
{
    GAC__VEC_FREE(scan->allocator, &scan->tokens);
    GAC__VEC_FREE(scan->allocator, &scan->notes);
}

bool gac__scan_is_mnemonic(const gac__scan *scan, uint32_t token)
{
    if (token >= scan->tokens.n)
        return false;
    gac__slice s = gac__scan_slice(scan, token);
    return s.size >= 3 && s.text[0] == 'O' && s.text[1] == 'p'
           && s.text[2] >= 'A' && s.text[2] <= 'Z';
}

bool gac__scan_begins(const gac__scan *scan, uint32_t token)
{
    if (*gac__scan_slice(scan, token).text != '%')
        return gac__scan_is_mnemonic(scan, token);
    return gac__scan_is_equals(scan, token + 1)
           && gac__scan_is_mnemonic(scan, token + 2);
}

bool gac__scan_is_first_in_line(const gac__scan *scan, uint32_t token)
{
    uint32_t at = scan->tokens.items[token].first;
    while (at > 0 && (scan->text[at - 1] == ' ' || scan->text[at - 1] == '\t'))
        at--;
    return at == 0 || scan->text[at - 1] == '\n';
}

void gac__text_move(const char *text, gac__text_place *place, uint32_t offset)
{
    const char *newline;
    while (
        (newline = memchr(text + place->offset, '\n', offset - place->offset))
        != NULL) {
        place->offset = (uint32_t)(newline - text) + 1;
        place->line++;
        place->column = 1;
    }
    place->column += offset - place->offset;
    place->offset = offset;
}
