/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Diagnostics as one JSON array, for programs. */

/* Every object has every field; what is unknown is null:
 *
 *   severity    "error", "warning" or "note"
 *   rule        the rule's name; null: of none, such as a file's
 *   message     one sentence or two
 *   file        as it was named on the command line
 *   line        of the assembly text; the instruction's ordinal in a binary
 *   column      of the assembly text
 *   word_offset of the instruction, from the module's start
 *   instruction its name
 *   operand     the operand's name
 *   source      {file, line, column} in the kernel's own source
 *   hint        how to mend it
 *   finding     of a dynamic check: see render_finding.c */
#include "diag/diag_internal.h"

/* Length of the UTF-8 sequence at `s`; 0 if it is not well-formed. */
static size_t sequence(const char *s)
{
    unsigned char c = (unsigned char)s[0];
    size_t n = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < n; i++)
        if (!s[i])
            return 0;
    return gac__utf8_valid(s, n) ? n : 0;
}

void gac__write_json_string(const gac__writer *w, const char *text)
{
    if (!text) {
        gac__write(w, "null");
        return;
    }
    gac__write(w, "\"");
    for (const char *s = text; *s;) {
        unsigned char c = (unsigned char)*s;
        size_t n = sequence(s);
        if (c == '"' || c == '\\')
            gac__writef(w, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            gac__writef(w, "\\u%04x", c);
        else if (n == 0)
            gac__write(w, "\\ufffd");
        else
            gac__write_n(w, s, n);
        s += n ? n : 1;
    }
    gac__write(w, "\"");
}

static void write_string(const gac__writer *w, const char *name,
                         const char *value)
{
    gac__writef(w, "    \"%s\": ", name);
    gac__write_json_string(w, value);
    gac__write(w, ",\n");
}

static void write_number(const gac__writer *w, const char *name, uint64_t value,
                         bool known)
{
    if (known)
        gac__writef(w, "    \"%s\": %llu,\n", name, (unsigned long long)value);
    else
        gac__writef(w, "    \"%s\": null,\n", name);
}

void gac__write_json_place(const gac__writer *w, const gac_source_place *place)
{
    if (!place->file) {
        gac__write(w, "null");
        return;
    }
    gac__write(w, "{\"file\": ");
    gac__write_json_string(w, place->file);
    if (place->line)
        gac__writef(w, ", \"line\": %u", place->line);
    else
        gac__write(w, ", \"line\": null");
    if (place->column)
        gac__writef(w, ", \"column\": %u}", place->column);
    else
        gac__write(w, ", \"column\": null}");
}

static void write_related(const gac__writer *w, const gac__entry *e)
{
    const gac_diagnostic *d = &e->diagnostic;
    uint32_t line = e->related.line ? e->related.line : d->related;
    gac__write(w, "    \"related\": ");
    if (d->related == 0 || !d->related_note) {
        gac__write(w, "null,\n");
        return;
    }
    gac__writef(w, "{\"line\": %u, \"note\": ", line);
    gac__write_json_string(w, d->related_note);
    gac__write(w, ", \"source\": ");
    gac__write_json_place(w, &d->related_source);
    gac__write(w, "},\n");
}

static void write_entry(const gac__writer *w, const gac__entry *e)
{
    const gac_diagnostic *d = &e->diagnostic;
    uint32_t line = gac__entry_line(e);
    uint32_t column = d->text_line ? d->text_column : e->excerpt.column;
    gac__write(w, "  {\n");
    write_string(w, "severity", gac__severity_name(d->severity));
    write_string(w, "rule", d->rule);
    write_string(w, "message", d->message);
    write_string(w, "file", e->file);
    write_number(w, "line", line, line != 0);
    write_number(w, "column", column, column != 0);
    write_number(w, "word_offset", d->word_offset,
                 d->word_offset != GAC_NO_OFFSET);
    write_string(w, "instruction", d->instruction);
    write_string(w, "operand", d->operand);
    gac__write(w, "    \"source\": ");
    gac__write_json_place(w, &d->source);
    gac__write(w, ",\n");
    write_related(w, e);
    gac__write(w, "    \"hint\": ");
    gac__write_json_string(w, d->hint);
    if (d->finding) {
        gac__write(w, ",\n    \"finding\": ");
        gac__write_json_finding(w, d->finding);
    }
    gac__write(w, "\n  }");
}

void gac__render_json(const gac_diagnostic_list *list, const gac__writer *w)
{
    gac__write(w, "[");
    for (size_t i = 0; i < list->entries.n; i++) {
        gac__write(w, i ? ",\n" : "\n");
        write_entry(w, &list->entries.items[i]);
    }
    gac__write(w, list->entries.n ? "\n]\n" : "]\n");
}
