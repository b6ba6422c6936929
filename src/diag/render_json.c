/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Renders diagnostics as one JSON array. */

/* Each diagnostic is an object. It has all fields but `finding`, which only
 * dynamic checks have. Unknown values are null:
 *
 *   severity    "error", "warning" or "note"
 *   rule        the rule's name; null: none, as for errors about files
 *   message     one sentence or two
 *   file        as on the command line
 *   line        of the assembly text; the instruction's ordinal in a binary
 *   column      of the assembly text
 *   word_offset of the instruction, from the module's start
 *   instruction name
 *   operand     name
 *   source      {file, line, column} in the kernel's own source
 *   related     {line, note, source} of another instruction
 *   hint        how to mend it
 *   finding     what a dynamic check found (render_finding.c) */
#include "diag/diag_internal.h"

static void write_related(const gac__writer *w, const gac__entry *e)
{
    const gac_diagnostic *d = &e->diagnostic;
    uint32_t line = e->related.line ? e->related.line : d->related;
    gac__write(w, ",\n    \"related\": ");
    if (d->related == 0 || !d->related_note) {
        gac__write(w, "null");
        return;
    }
    gac__write_json_number(w, "{\"line\": ", line, true);
    gac__write_json_string(w, ", \"note\": ", d->related_note);
    gac__write_json_place(w, ", \"source\": ", &d->related_source);
    gac__write(w, "}");
}

static void write_entry(const gac__writer *w, const gac__entry *e)
{
    const gac_diagnostic *d = &e->diagnostic;
    uint32_t line = gac__entry_line(e);
    uint32_t column = d->text_line ? d->text_column : e->excerpt.column;
    gac__write_json_string(
        w, "  {\n    \"severity\": ", gac__severity_name(d->severity));
    gac__write_json_string(w, ",\n    \"rule\": ", d->rule);
    gac__write_json_string(w, ",\n    \"message\": ", d->message);
    gac__write_json_string(w, ",\n    \"file\": ", e->file);
    gac__write_json_number(w, ",\n    \"line\": ", line, line);
    gac__write_json_number(w, ",\n    \"column\": ", column, column);
    gac__write_json_number(w, ",\n    \"word_offset\": ", d->word_offset,
                           d->word_offset != GAC_NO_OFFSET);
    gac__write_json_string(w, ",\n    \"instruction\": ", d->instruction);
    gac__write_json_string(w, ",\n    \"operand\": ", d->operand);
    gac__write_json_place(w, ",\n    \"source\": ", &d->source);
    write_related(w, e);
    gac__write_json_string(w, ",\n    \"hint\": ", d->hint);
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
