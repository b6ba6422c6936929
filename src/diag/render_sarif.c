/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Renders diagnostics as a SARIF 2.1.0 log. */

/* The log has one run. A result's location is in the kernel's source; where
 * that is unknown, in the module, by line of a text or byte offset of a binary.
 * The instruction is a logical location. Related locations are the one in the
 * module, those of the other instruction, and those of the result's notes. */
#include "diag/diag_internal.h"

#define SCHEMA                                                                 \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"      \
    "sarif-schema-2.1.0.json"

static void write_rule(const gac__writer *w, const gac_rule *rule)
{
    const char *hint = gac_rule_hint(rule->name);
    gac__write_json_string(w, "            {\"id\": ", rule->name);
    gac__write_json_string(
        w, ", \"shortDescription\": {\"text\": ", rule->summary);
    gac__write_json_string(
        w, "},\n             \"fullDescription\": {\"text\": ", rule->sentence);
    gac__write_json_string(w, "},\n             \"help\": {\"text\": ",
                           hint ? hint : rule->section);
    gac__write_json_string(
        w, "},\n             \"defaultConfiguration\": {\"level\": ",
        gac__severity_name(rule->severity));
    gac__write(w, "}}");
}

/* Writes a path as a URI reference: what RFC 3986 does not allow is escaped. */
static void write_uri(const gac__writer *w, const char *path)
{
    static const char unreserved[] =
        "abcdefghijklmnopqrstuvwxyz"
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    gac__write(w, "\"");
    /* Both "a:b" and "//x" are files: they have no scheme and no authority. */
    if (path[0] == '/' && path[1] == '/')
        path++;
    for (const char *c = path; *c; c++)
        if (strchr(unreserved, *c))
            gac__write_n(w, c, 1);
        else
            gac__writef(w, "%%%02X", (unsigned)(unsigned char)*c);
    gac__write(w, "\"");
}

/* Opens a physical location; the caller writes its "}". */
static void open_place(const gac__writer *w, const char *file)
{
    gac__write(w, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    write_uri(w, file);
    gac__write(w, "}");
}

static void write_region(const gac__writer *w, uint32_t line, uint32_t column)
{
    gac__writef(w, ", \"region\": {\"startLine\": %u", line);
    if (column)
        gac__writef(w, ", \"startColumn\": %u", column);
    gac__write(w, "}");
}

static bool in_source(const gac__entry *e)
{
    return gac__place_is_known(&e->diagnostic.source);
}

/* Writes a location in the module: by line, or by byte offset in a binary. */
static void write_module(const gac__writer *w, const gac__entry *e)
{
    const gac_diagnostic *d = &e->diagnostic;
    open_place(w, e->file);
    if (d->text_line)
        write_region(w, d->text_line, d->text_column);
    else if (e->excerpt.line && e->excerpt.column)
        write_region(w, e->excerpt.line, e->excerpt.column);
    else if (d->word_offset != GAC_NO_OFFSET)
        gac__writef(w,
                    ", \"region\": {\"byteOffset\": %llu, \"byteLength\": "
                    "4}",
                    (unsigned long long)d->word_offset * 4);
    gac__write(w, "}");
}

static void write_source(const gac__writer *w, const gac_source_place *place)
{
    open_place(w, place->file);
    write_region(w, place->line, place->column);
    gac__write(w, "}");
}

/* Writes the location in the source, or else in the module. */
static void write_place(const gac__writer *w, const gac__entry *e)
{
    if (in_source(e))
        write_source(w, &e->diagnostic.source);
    else
        write_module(w, e);
}

static void write_location(const gac__writer *w, const gac__entry *e)
{
    if (!in_source(e) && !e->file)
        return;
    gac__write(w, ",\n         \"locations\": [");
    write_place(w, e);
    if (e->diagnostic.instruction) {
        gac__write_json_string(w, ", \"logicalLocations\": [{\"name\": ",
                               e->diagnostic.instruction);
        gac__write(w, "}]");
    }
    gac__write(w, "}]");
}

/* Begins a related location. */
static void next_related(const gac__writer *w, bool *any)
{
    gac__write(w,
               *any ? ",\n           " : ",\n         \"relatedLocations\": [");
    *any = true;
}

/* Ends a related location with its message. */
static void end_related(const gac__writer *w, const char *message)
{
    gac__write_json_string(w, ", \"message\": {\"text\": ", message);
    gac__write(w, "}}");
}

/* Writes the locations of the other instruction, in the source and in the
 * module. */
static void write_other(const gac__writer *w, const gac__entry *e, bool *any)
{
    const gac_diagnostic *d = &e->diagnostic;
    if (d->related_note && gac__place_is_known(&d->related_source)) {
        next_related(w, any);
        write_source(w, &d->related_source);
        end_related(w, d->related_note);
    }
    if (!e->file || !d->related_note || !e->related.line)
        return;
    next_related(w, any);
    open_place(w, e->file);
    if (e->related.column)
        write_region(w, e->related.line, e->related.column);
    gac__write(w, "}");
    end_related(w, d->related_note);
}

static void write_related(const gac__writer *w, const gac__entry *e,
                          size_t n_notes)
{
    bool any = false;
    if (in_source(e) && e->file) {
        next_related(w, &any);
        write_module(w, e);
        end_related(w, "in the module");
    }
    write_other(w, e, &any);
    for (const gac__entry *note = e + 1; note <= e + n_notes; note++) {
        if (!in_source(note) && !note->file)
            continue;
        next_related(w, &any);
        write_place(w, note);
        end_related(w, note->diagnostic.message);
    }
    gac__write(w, any ? "]" : "");
}

static void write_result(const gac__writer *w, const gac__entry *e,
                         size_t n_notes)
{
    const gac_diagnostic *d = &e->diagnostic;
    uint32_t rule = gac__rule_index(d->rule);
    gac__write(w, "        {");
    if (d->rule) {
        gac__write_json_string(w, "\"ruleId\": ", d->rule);
        gac__write(w, ", ");
    }
    if (rule < gac_rule_count())
        gac__writef(w, "\"ruleIndex\": %u, ", rule);
    gac__write_json_string(w, "\"level\": ", gac__severity_name(d->severity));
    gac__write_json_string(w, ",\n         \"message\": {\"text\": ",
                           d->message ? d->message : "");
    gac__write(w, "}");
    write_location(w, e);
    write_related(w, e, n_notes);
    if (d->finding) {
        gac__write(w, ",\n         \"properties\": {\"finding\": ");
        gac__write_json_finding(w, d->finding);
        gac__write(w, "}");
    }
    gac__write(w, "}");
}

void gac__render_sarif(const gac_diagnostic_list *list,
                       const gac_render_options *options, const gac__writer *w)
{
    gac__write(w, "{\n  \"$schema\": \"" SCHEMA "\",\n"
                  "  \"version\": \"2.1.0\",\n"
                  "  \"runs\": [\n    {\n      \"tool\": {\n"
                  "        \"driver\": {\n");
    gac__write_json_string(
        w, "          \"name\": ", options->tool ? options->tool : "gac");
    gac__write(w, ",\n          \"version\": \"" GAC_VERSION_STRING "\",\n"
                  "          \"rules\": [\n");
    for (uint32_t i = 0; i < gac_rule_count(); i++) {
        write_rule(w, gac_rule_at(i));
        gac__write(w, i + 1 < gac_rule_count() ? ",\n" : "\n");
    }
    gac__write(w, "          ]\n        }\n      },\n"
                  "      \"columnKind\": \"unicodeCodePoints\",\n"
                  "      \"results\": [");
    for (size_t i = 0, next; i < list->entries.n; i = next) {
        next = i + 1;
        while (next < list->entries.n
               && list->entries.items[next].diagnostic.belongs)
            next++;
        gac__write(w, i ? ",\n" : "\n");
        write_result(w, &list->entries.items[i], next - i - 1);
    }
    gac__write(w, list->entries.n ? "\n      ]\n    }\n  ]\n}\n"
                                  : "]\n    }\n  ]\n}\n");
}
