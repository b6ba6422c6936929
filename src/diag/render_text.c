/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Renders diagnostics as text, in the manner of compilers. */

/* A diagnostic is one line. Below it are, as far as they are known, the line of
 * the kernel's source, the hint, the instruction with the operand underlined,
 * and the related instruction. Where the source is unknown, the instruction
 * comes first. */
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

/* Writes what is shown of a line or a name. */
static void write_line(const gac__writer *w, const char *text, size_t size)
{
    while (size > 0) {
        char instead;
        size_t n = gac__utf8_shown(text, size, &instead);
        if (n > 0)
            gac__write_n(w, text, n);
        if (n == size)
            return;
        gac__write_n(w, &instead, 1);
        text += n + 1;
        size -= n + 1;
    }
}

/* Writes "FILE:LINE:COLUMN: " as far as it is known. */
static void write_place(const gac_source_place *place, const gac__writer *w)
{
    if (place->file) {
        write_line(w, place->file, strlen(place->file));
        gac__write(w, place->line ? ":" : ": ");
    }
    if (place->line && place->column)
        gac__writef(w, "%u:", place->line);
    uint32_t last = place->column ? place->column : place->line;
    if (last)
        gac__writef(w, place->file ? "%u: " : "line %u: ", last);
}

static void write_head(const gac_diagnostic *d, const gac_source_place *place,
                       bool color, const gac__writer *w)
{
    if (color)
        gac__write(w, color_of(d->severity));
    gac__write(w, gac__severity_name(d->severity));
    gac__write(w, ": ");
    if (color)
        gac__write(w, RESET BOLD);
    write_place(place, w);
    if (d->rule)
        gac__writef(w, "[%s] ", d->rule);
    gac__write(w, d->message ? d->message : "");
    gac__write(w, color ? RESET "\n" : "\n");
}

/* The number of characters in the first `size` bytes of UTF-8. */
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

/* Writes a mark of `n` characters, at least one, and ends the line. */
static void write_mark(const gac__writer *w, size_t n, bool color)
{
    if (color)
        gac__write(w, GREEN);
    gac__write(w, "^");
    write_many(w, '~', n ? n - 1 : 0);
    gac__write(w, color ? RESET "\n" : "\n");
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
    write_mark(w, columns(e->text + e->first, e->size), color);
}

/* Writes a note about an instruction: its place in the module, `what` it is,
 * its place in the source, and its text. */
static void write_note(const gac_source_place *place, const char *what,
                       const gac_source_place *source,
                       const gac_excerpt *excerpt, bool color,
                       const gac__writer *w)
{
    if (color)
        gac__write(w, color_of(GAC_SEVERITY_NOTE));
    gac__write(w, "note: ");
    if (color)
        gac__write(w, RESET);
    write_place(place, w);
    gac__write(w, what);
    if (gac__place_is_known(source)) {
        gac__write(w, ", at ");
        write_line(w, source->file, strlen(source->file));
        gac__writef(w, ":%u", source->line);
        if (source->column)
            gac__writef(w, ":%u", source->column);
    }
    gac__write(w, "\n");
    write_excerpt(excerpt, color, w);
}

/* Writes a line of source, and a mark below the column. Tabs stay tabs, so that
 * the mark is in the right column. */
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
    write_mark(w, 1, color);
}

static void write_entry(const gac__entry *e, bool color, const gac__writer *w)
{
    const gac_diagnostic *d = &e->diagnostic;
    /* A column matters for faults of a text's syntax only. */
    bool in_text = d->text_line && d->word_offset == GAC_NO_OFFSET;
    const gac_source_place module = {e->file, gac__entry_line(e),
                                     in_text ? d->text_column : 0};
    const gac_source_place related = {e->file, e->related.line, 0};
    const gac_source_place nowhere = {0};
    bool in_source = gac__place_is_known(&d->source);
    write_head(d, in_source ? &d->source : &module, color, w);
    if (in_source)
        write_source_line(d, color, w);
    else
        write_excerpt(&e->excerpt, color, w);
    if (d->hint) {
        gac__write(w, "  hint: ");
        gac__write(w, d->hint);
        gac__write(w, "\n");
    }
    if (in_source && module.line)
        write_note(&module, "in the module", &nowhere, &e->excerpt, color, w);
    if (related.line && d->related_note)
        write_note(&related, d->related_note, &d->related_source, &e->related,
                   color, w);
}

void gac__render_text(const gac_diagnostic_list *list,
                      const gac_render_options *options, const gac__writer *w)
{
    for (size_t i = 0; i < list->entries.n; i++)
        write_entry(&list->entries.items[i], options->color, w);
}
