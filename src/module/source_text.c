/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Texts of source files inside a module. */

/* An OpSource may hold a file's text, which the OpSourceContinued behind it
 * continue; a DebugSource names an OpString with the text. The beginning of
 * every 64th line is marked once, so that finding a late line takes no longer
 * than finding an early one. */
#include "module/module_internal.h"
#include "module/reports.h"

/* Words of a DebugSource: its file's and its text's ids. */
enum { WORD_FILE = GAC__DEBUG_WORD_FIRST, WORD_TEXT = 6 };
enum { LINES_A_MARK = 64, MAX_LINE = 1023 };

/* -- pieces ---------------------------------------------------------------- */

/* The text in an OpSource, OpSourceContinued or OpString; NULL: there is
 * none, or it does not end inside the instruction (its last word has no zero
 * byte). */
static const char *piece_text(const gac_module *m, uint32_t ordinal)
{
    if (ordinal >= m->n_insts)
        return NULL;
    const uint32_t *words = m->words + m->offsets[ordinal];
    uint32_t n = words[0] >> 16;
    uint32_t first = (words[0] & 0xFFFF) == SpvOpSource            ? 4
                     : (words[0] & 0xFFFF) == SpvOpSourceContinued ? 1
                                                                   : 2;
    if (n <= first || !memchr(&words[n - 1], 0, sizeof *words))
        return NULL;
    return (const char *)(words + first);
}

/* Whether the next instruction continues the text. */
static bool goes_on(const gac_module *m, uint32_t ordinal)
{
    uint32_t opcode = m->words[m->offsets[ordinal]] & 0xFFFF;
    return opcode != SpvOpString && ordinal + 1 < m->n_insts
           && (m->words[m->offsets[ordinal + 1]] & 0xFFFF)
                  == SpvOpSourceContinued;
}

/* -- marks ----------------------------------------------------------------- */

/* Counts the newlines in a piece of text; with `marks`, marks where every 64th
 * line begins. */
static uint32_t walk_lines(const gac_module *m, uint32_t ordinal,
                           gac__line_mark *marks)
{
    uint32_t n = 0;
    if (marks)
        marks[0] = (gac__line_mark){ordinal, 0};
    for (bool more = true; more; ordinal++) {
        const char *text = piece_text(m, ordinal), *at = text;
        more = text && goes_on(m, ordinal);
        while (at && (at = strchr(at, '\n')) != NULL) {
            at++;
            if (++n % LINES_A_MARK == 0 && marks)
                marks[n / LINES_A_MARK] =
                    (gac__line_mark){ordinal, (uint32_t)(at - text)};
        }
    }
    return n;
}

static bool add_text(gac_module *m, uint32_t piece, const char *file)
{
    uint32_t n_marks = walk_lines(m, piece, NULL) / LINES_A_MARK + 1;
    gac__line_mark *marks = gac__arena_alloc(&m->arena, n_marks, sizeof *marks);
    if (!marks)
        return false;
    walk_lines(m, piece, marks);
    m->texts[m->n_texts++] = (gac__source_text){file, n_marks, marks};
    return true;
}

/* Finds the text that an instruction holds or names, and the id of its file's
 * name; false: none. */
static bool find_text(const gac_module *m, const gac__inst *inst,
                      uint32_t *piece_out, uint32_t *file_id_out)
{
    if (inst->opcode == SpvOpSource) {
        *piece_out = inst->ordinal;
        *file_id_out = inst->n_words > 4 ? inst->words[3] : 0;
        return inst->n_words > 4;
    }
    gac__inst string;
    if (gac__debug_number(m, inst) != GAC__DEBUG_SOURCE
        || inst->n_words <= WORD_TEXT
        || !gac__module_def(m, inst->words[WORD_TEXT], &string)
        || string.opcode != SpvOpString)
        return false;
    *piece_out = string.ordinal;
    *file_id_out = inst->words[WORD_FILE];
    /* llvm-spirv puts a checksum where the text should be. */
    const char *text = piece_text(m, string.ordinal);
    return text && strncmp(text, "//__CSK_", 8) != 0
           && gac__utf8_valid(text, strlen(text));
}

bool gac__mark_texts(gac_module *m)
{
    uint32_t end = GAC__MIN(m->first_function, m->n_insts), piece, file_id;
    m->n_texts = 0;
    for (uint32_t i = 0; i < end && m->n_texts < m->max_texts; i++) {
        uint32_t opcode = m->words[m->offsets[i]] & 0xFFFF;
        if (opcode != SpvOpSource && opcode != SpvOpExtInst)
            continue;
        gac__inst inst = gac__module_inst(m, i);
        const char *file = find_text(m, &inst, &piece, &file_id)
                               ? gac__module_file_name(m, file_id)
                               : NULL;
        if (file && !add_text(m, piece, file))
            return false;
    }
    return true;
}

/* -- look-ups -------------------------------------------------------------- */

#define MOST_BYTES 65536 /* the most bytes that a look-up passes */

/* Returns line `line`, from 1; NULL: the text has fewer lines, or the line is
 * more than `*left_bytes` behind its mark. Lowers `*left_bytes` by the bytes
 * that it passes. */
static const char *line_of(const gac_module *m, const gac__source_text *text,
                           uint32_t line, size_t *left_bytes)
{
    uint32_t mark = (line - 1) / LINES_A_MARK;
    if (mark >= text->n_marks)
        return NULL;
    uint32_t left = (line - 1) % LINES_A_MARK;
    uint32_t piece = text->marks[mark].piece;
    const char *at = piece_text(m, piece);
    at = at ? at + text->marks[mark].offset : NULL;
    while (at && (left > 0 || *at == 0)) {
        const char *end = left > 0 ? strchr(at, '\n') : NULL;
        size_t passed = 1 + (end ? (size_t)(end - at) : strlen(at));
        *left_bytes -= GAC__MIN(passed, *left_bytes);
        if (*left_bytes == 0)
            return NULL;
        if (end)
            left--;
        at = end ? end + 1 : goes_on(m, piece) ? piece_text(m, ++piece) : NULL;
    }
    return at;
}

const char *gac__module_source_line(const gac_module *m, const char *file,
                                    uint32_t line, uint32_t *size_out)
{
    size_t left = MOST_BYTES;
    *size_out = 0;
    for (uint32_t i = 0; line > 0 && i < m->n_texts && left > 0; i++) {
        const char *text = !strcmp(m->texts[i].file, file)
                               ? line_of(m, &m->texts[i], line, &left)
                               : NULL;
        if (!text)
            continue;
        while (*size_out < MAX_LINE && text[*size_out]
               && text[*size_out] != '\n' && text[*size_out] != '\r')
            ++*size_out;
        return text;
    }
    return NULL;
}
