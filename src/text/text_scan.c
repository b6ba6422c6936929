/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Splits assembly text into tokens and statements. */
#include "text/text_internal.h"

/* The language has no lines: a token ends at white space or a comment, and an
 * instruction ends where the next one begins, which is at a mnemonic ("Op" and
 * a capital) or at "%id =". Inside double quotes white space does not end a
 * token, and a backslash makes the next character ordinary, inside and outside
 * of quotes. These are the rules of SPIRV-Tools' assembler, which reads the
 * same tokens after us. There, "!<integer>" after an instruction that may have
 * more operands is one of those, whatever the line; below our disassembler's
 * header a line that begins so begins an instruction. */

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

bool gac__next_token(const char *text, uint32_t size, uint32_t *at,
                     gac__token *token_out)
{
    while (*at < size && is_space(text[*at]))
        ++*at;
    if (*at >= size || text[*at] == ';')
        return false;
    token_out->first = *at;
    *at = token_end(text, size, *at);
    token_out->size = *at - token_out->first;
    return true;
}

/* A comment from `at`, its ';', to the line's end. */
static bool scan_comment(gac__old_scan *scan, uint32_t at, uint32_t end)
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

static bool is_mnemonic(gac__slice s)
{
    return s.size >= 3 && s.text[0] == 'O' && s.text[1] == 'p'
           && s.text[2] >= 'A' && s.text[2] <= 'Z';
}

/* Whether only blanks stand before a token on its line. */
static bool is_first_in_line(const gac__old_scan *scan, uint32_t token)
{
    uint32_t at = scan->tokens.items[token].first;
    while (at > 0 && (scan->text[at - 1] == ' ' || scan->text[at - 1] == '\t'))
        at--;
    return at == 0 || scan->text[at - 1] == '\n';
}

/* Whether the text has the comment that our disassembler writes on top. */
static bool has_header_note(const gac__old_scan *scan)
{
    for (uint32_t i = 0; i < scan->notes.n; i++) {
        gac__token note = scan->notes.items[i];
        if (scan->tokens.n > 0 && note.first > scan->tokens.items[0].first)
            return false;
        if (gac__slice_starts((gac__slice){scan->text + note.first, note.size},
                              "Header:"))
            return true;
    }
    return false;
}

static bool begins_statement(const gac__old_scan *scan, uint32_t i,
                             bool by_line)
{
    gac__slice token = gac__old_scan_slice(scan, i);
    if (token.text[0] == '!')
        return by_line && is_first_in_line(scan, i);
    if (token.text[0] == '%')
        return i + 1 < scan->tokens.n
               && gac__slice_is(gac__old_scan_slice(scan, i + 1), "=");
    return is_mnemonic(token);
}

static bool split_statements(gac__old_scan *scan)
{
    uint32_t n = (uint32_t)scan->tokens.n;
    bool by_line = has_header_note(scan);
    for (uint32_t i = 0; i < n;) {
        gac__statement s = {.first = i, .op = i};
        gac__slice token = gac__old_scan_slice(scan, i);
        if (token.text[0] == '%' && i + 1 < n
            && gac__slice_is(gac__old_scan_slice(scan, i + 1), "="))
            s.op = i + 2;
        s.immediate = token.text[0] == '!';
        for (i = s.op + 1; i < n && !begins_statement(scan, i, by_line); i++)
            s.immediate |= gac__old_scan_slice(scan, i).text[0] == '!';
        i = s.end = GAC__MIN(i, n);
        s.op = GAC__MIN(s.op, n - 1);
        s.marked = s.immediate
                   || (i < n && gac__old_scan_slice(scan, i).text[0] == '!');
        if (!GAC__VEC_PUSH(scan->allocator, &scan->statements, s))
            return false;
    }
    return true;
}

gac_result gac__old_scan_text(gac__old_scan *scan,
                              const gac_allocator *allocator, const char *text,
                              uint32_t size)
{
    *scan = (gac__old_scan){.allocator = allocator, .text = text, .size = size};
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
        at = end;
    }
    return split_statements(scan) ? GAC_OK : GAC_ERR_MEMORY;
}

void gac__old_scan_free(gac__old_scan *scan)
{
    GAC__VEC_FREE(scan->allocator, &scan->tokens);
    GAC__VEC_FREE(scan->allocator, &scan->statements);
    GAC__VEC_FREE(scan->allocator, &scan->notes);
}

void gac__text_place(const char *text, uint32_t offset, uint32_t *line_out,
                     uint32_t *column_out)
{
    uint32_t line = 1, line_first = 0;
    for (uint32_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            line++;
            line_first = i + 1;
        }
    }
    *line_out = line;
    *column_out = offset - line_first + 1;
}

bool gac__old_parse_word(gac__slice s, uint32_t *word_out)
{
    uint32_t i = s.size > 0 && s.text[0] == '-';
    bool negative = i == 1;
    uint64_t value = 0, base = 10;
    if (s.size > i + 2 && s.text[i] == '0'
        && (s.text[i + 1] == 'x' || s.text[i + 1] == 'X')) {
        base = 16;
        i += 2;
    }
    if (i == s.size)
        return false;
    for (; i < s.size; i++) {
        char c = s.text[i];
        uint64_t digit = base;
        if (c >= '0' && c <= '9')
            digit = (uint64_t)(c - '0');
        else if ((c | 32) >= 'a' && (c | 32) <= 'f')
            digit = (uint64_t)((c | 32) - 'a') + 10;
        if (digit >= base)
            return false;
        value = value * base + digit;
        if (value > (negative ? (uint64_t)1 << 31 : UINT32_MAX))
            return false;
    }
    *word_out = (uint32_t)(negative ? 0 - value : value);
    return true;
}

bool gac__old_parse_string(const gac_allocator *a, gac__slice s,
                           gac__chars *out, bool *is_string_out)
{
    *is_string_out =
        s.size >= 2 && s.text[0] == '"' && s.text[s.size - 1] == '"';
    out->n = 0;
    for (uint32_t i = 1; *is_string_out && i + 1 < s.size; i++) {
        if (s.text[i] == '\\' && i + 2 < s.size)
            i++;
        if (!GAC__VEC_PUSH(a, out, s.text[i]))
            return false;
    }
    return GAC__VEC_PUSH(a, out, '\0');
}

bool gac__put(const gac_allocator *a, gac__chars *out, const char *text,
              size_t size)
{
    if (!GAC__VEC_RESERVE(a, out, size))
        return false;
    if (size > 0)
        memcpy(out->items + out->n, text, size);
    out->n += size;
    return true;
}
