/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Diagnostics for people, in the manner of compilers. */

/* A diagnostic is a line for people who read fast, and below it, as far as it
 * is known: the instruction with the operand underlined, how to mend it, the
 * instruction that it refers to, and the place in the kernel's own source. */
#include "diag/diag_internal.h"

#define RESET "\x1b[0m"
#define BOLD "\x1b[1m"
#define GREEN "\x1b[1;32m"

static const char *color_of(gac_severity severity)
{
    switch (severity) {
    case GAC_SEVERITY_ERROR: return "\x1b[1;31m";
    case GAC_SEVERITY_WARNING: return "\x1b[1;35m";
    default: return "\x1b[1;36m";
    }
}

static void write_head(const gac__entry *e, bool color, const gac__writer *w)
{
    const gac_diagnostic *d = &e->diagnostic;
    uint32_t line = gac__entry_line(e);
    if (color)
        gac__write(w, color_of(d->severity));
    gac__write(w, gac__severity_name(d->severity));
    gac__write(w, ": ");
    if (color)
        gac__write(w, RESET BOLD);
    if (e->file) {
        gac__write(w, e->file);
        gac__write(w, line ? ":" : ": ");
    }
    if (line)
        gac__writef(w, e->file ? "%u: " : "line %u: ", line);
    gac__writef(w, "[%s] ", d->rule ? d->rule : "");
    gac__write(w, d->message ? d->message : "");
    gac__write(w, color ? RESET "\n" : "\n");
}

/* The width on a terminal of the first `size` bytes: a character that takes
 * several bytes counts once. */
static size_t columns(const char *text, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < size; i++)
        n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

static void write_many(const gac__writer *w, char c, size_t n)
{
    char some[64];
    memset(some, c, sizeof some);
    for (size_t k; n > 0; n -= k) {
        k = GAC__MIN(n, sizeof some);
        gac__write_n(w, some, k);
    }
}

/* Strings in an instruction may hold newlines and control characters. */
static void write_line(const gac__writer *w, const char *text, size_t size)
{
    size_t first = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x20 && c != 0x7f)
            continue;
        if (i > first)
            gac__write_n(w, text + first, i - first);
        gac__write(w, " ");
        first = i + 1;
    }
    if (size > first)
        gac__write_n(w, text + first, size - first);
}

static void write_excerpt(const gac_excerpt *e, bool color,
                          const gac__writer *w)
{
    if (!e->text)
        return;
    gac__write(w, "  ");
    write_line(w, e->text, e->text_size);
    gac__write(w, "\n");
    if (e->size == 0)
        return;
    write_many(w, ' ', 2 + columns(e->text, e->first));
    if (color)
        gac__write(w, GREEN);
    gac__write(w, "^");
    write_many(w, '~', columns(e->text + e->first, e->size) - 1);
    gac__write(w, color ? RESET "\n" : "\n");
}

static void write_note(bool color, const gac__writer *w)
{
    if (color)
        gac__write(w, color_of(GAC_SEVERITY_NOTE));
    gac__write(w, "note: ");
    if (color)
        gac__write(w, RESET);
}

static void write_related(const gac__entry *e, bool color, const gac__writer *w)
{
    if (e->related.line == 0 || !e->diagnostic.related_note)
        return;
    write_note(color, w);
    if (e->file)
        gac__write(w, e->file);
    gac__writef(w, e->file ? ":%u: " : "line %u: ", e->related.line);
    gac__write(w, e->diagnostic.related_note);
    gac__write(w, "\n");
    write_excerpt(&e->related, color, w);
}

/* The line of source, its leading blanks as they are, and a mark below the
 * column; tabs stay tabs, so that the mark stands where it should. */
static void write_source_line(const gac_diagnostic *d, bool color,
                              const gac__writer *w)
{
    uint32_t column = d->source.column;
    if (!d->source_text)
        return;
    gac__write(w, "  ");
    for (uint32_t i = 0; i < d->source_text_size; i++) {
        const char *c = d->source_text + i;
        if (*c == '\t')
            gac__write_n(w, c, 1);
        else
            write_line(w, c, 1);
    }
    gac__write(w, "\n");
    if (column == 0 || column > d->source_text_size + 1)
        return;
    gac__write(w, "  ");
    for (uint32_t i = 0; i + 1 < column; i++)
        if (d->source_text[i] == '\t')
            gac__write(w, "\t");
        else if (((unsigned char)d->source_text[i] & 0xc0) != 0x80)
            gac__write(w, " ");
    if (color)
        gac__write(w, GREEN);
    gac__write(w, "^");
    gac__write(w, color ? RESET "\n" : "\n");
}

static void write_source(const gac_source_place *place, bool color,
                         const gac__writer *w)
{
    if (!place->file)
        return;
    write_note(color, w);
    gac__write(w, place->file);
    if (place->line)
        gac__writef(w, ":%u", place->line);
    if (place->line && place->column)
        gac__writef(w, ":%u", place->column);
    gac__write(w, "\n");
}

void gac__render_text(const gac_diagnostic_list *list,
                      const gac_render_options *options, const gac__writer *w)
{
    for (size_t i = 0; i < list->entries.n; i++) {
        const gac__entry *e = &list->entries.items[i];
        write_head(e, options->color, w);
        write_excerpt(&e->excerpt, options->color, w);
        if (e->diagnostic.hint) {
            gac__write(w, "  hint: ");
            gac__write(w, e->diagnostic.hint);
            gac__write(w, "\n");
        }
        write_related(e, options->color, w);
        write_source(&e->diagnostic.source, options->color, w);
        if (e->diagnostic.source.file)
            write_source_line(&e->diagnostic, options->color, w);
    }
}
