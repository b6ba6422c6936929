/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Splits assembly text into tokens. */
#include "text/assemble.h"

/* Lines have no meaning. A token ends at white space or a comment. An
 * instruction ends where the next one begins: at a mnemonic ("Op" and a capital
 * letter) or at "%id = Op...". Double quotes protect white space, and a
 * backslash protects the next character, inside and outside of quotes. These
 * are the rules of SPIRV-Tools' assembler. "OpUnknown(65534, 3)" is one token,
 * as in the newest version. */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static uint32_t token_end(const char *text, uint32_t size, uint32_t at)
{
    const gac__slice rest = {text + at, size - at};
    if (text[at] == 'O' && gac__slice_starts(rest, GAC__OP_UNKNOWN)) {
        while (at < size && text[at] != ')' && text[at] != '\n')
            at++;
        return at < size && text[at] == ')' ? at + 1 : at;
    }
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

gac_result gac__scan_text(gac__assembler *as)
{
    const char *text = as->text;
    for (uint32_t at = 0; at < as->size && !as->out_of_memory;) {
        uint32_t end = at + 1;
        if (text[at] == ';') {
            const char *newline = memchr(text + at, '\n', as->size - at);
            end = newline ? (uint32_t)(newline - text) : as->size;
            while (is_space(text[end - 1]))
                end--;
            gac__slice note = {text + at + 1, end - at - 1};
            gac__read_note(as, gac__slice_without_blanks(note));
        } else if (!is_space(text[at])) {
            end = token_end(text, as->size, at);
            gac__token token = {at, end - at};
            as->out_of_memory |=
                !GAC__VEC_PUSH(as->allocator, &as->tokens, token);
        }
        if (!gac__watch_on(&as->watch, 1 + (end - at) / 16))
            return as->watch.result;
        at = end;
    }
    return as->out_of_memory ? GAC_ERR_MEMORY : GAC_OK;
}

/* -- statements ------------------------------------------------------------ */

bool gac__is_mnemonic(const gac__assembler *as, uint32_t token)
{
    if (token >= as->tokens.n)
        return false;
    gac__slice s = gac__token_slice(as, token);
    return s.size >= 3 && s.text[0] == 'O' && s.text[1] == 'p'
           && s.text[2] >= 'A' && s.text[2] <= 'Z';
}

/* Whether a token is the first on its line. */
static bool is_first_in_line(const gac__assembler *as, uint32_t token)
{
    uint32_t at = as->tokens.items[token].first;
    while (at > 0 && (as->text[at - 1] == ' ' || as->text[at - 1] == '\t'))
        at--;
    return at == 0 || as->text[at - 1] == '\n';
}

/* Whether a statement begins at `token`: with "OpName", "%id = OpName", or a
 * raw line. */
static bool begins(const gac__assembler *as, uint32_t token)
{
    switch (*gac__token_slice(as, token).text) {
    case '%':
        return gac__is_equals(as, token + 1) && gac__is_mnemonic(as, token + 2);
    case '!': return as->has_header && is_first_in_line(as, token);
    default: return gac__is_mnemonic(as, token);
    }
}

void gac__find_end(gac__assembler *as)
{
    bool given =
        *gac__token_slice(as, as->token).text == '%' && begins(as, as->token);
    as->end = as->token + (given ? 3 : 1);
    while (as->end < as->tokens.n && !begins(as, as->end))
        as->end++;
}
