/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Diagnostics as a SARIF 2.1.0 log, for code-scanning viewers. */

/* One run. The module is a result's location: by line where it is text, by
 * byte offset where it is binary. The kernel's own source, which people want to
 * see, is a related location, and the instruction a logical one. */
#include "diag/diag_internal.h"

#define SCHEMA                                                                 \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"      \
    "sarif-schema-2.1.0.json"

static void write_rule(const gac__writer *w, const gac_rule *rule)
{
    gac__write(w, "            {\"id\": ");
    gac__write_json_string(w, rule->name);
    gac__write(w, ", \"shortDescription\": {\"text\": ");
    gac__write_json_string(w, rule->summary);
    gac__write(w, "},\n             \"fullDescription\": {\"text\": ");
    gac__write_json_string(w, rule->sentence);
    gac__write(w, "},\n             \"help\": {\"text\": ");
    const char *hint = gac_rule_hint(rule->name);
    gac__write_json_string(w, hint ? hint : rule->section);
    gac__writef(w,
                "},\n             \"defaultConfiguration\": {\"level\": "
                "\"%s\"}}",
                gac__severity_name(rule->severity));
}

/* A path as a URI reference: what RFC 3986 does not allow is escaped. */
static void write_uri(const gac__writer *w, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    gac__write(w, "\"");
    /* Neither a scheme nor an authority: "a:b" and "//x" are files. */
    if (path[0] == '/' && path[1] == '/')
        path++;
    for (const char *c = path; *c; c++)
        if (strchr(plain, *c))
            gac__write_n(w, c, 1);
        else
            gac__writef(w, "%%%02X", (unsigned)(unsigned char)*c);
    gac__write(w, "\"");
}

static void write_region(const gac__writer *w, const gac__entry *e)
{
    const gac_diagnostic *d = &e->diagnostic;
    uint32_t line = d->text_line ? d->text_line : e->excerpt.line;
    uint32_t column = d->text_line ? d->text_column : e->excerpt.column;
    if (line && column)
        gac__writef(w, ", \"region\": {\"startLine\": %u, \"startColumn\": %u}",
                    line, column);
    else if (d->text_line)
        gac__writef(w, ", \"region\": {\"startLine\": %u}", d->text_line);
    else if (d->word_offset != GAC_NO_OFFSET)
        gac__writef(w,
                    ", \"region\": {\"byteOffset\": %llu, \"byteLength\": "
                    "4}",
                    (unsigned long long)d->word_offset * 4);
}

static void write_location(const gac__writer *w, const gac__entry *e)
{
    const gac_diagnostic *d = &e->diagnostic;
    gac__write(w, ",\n         \"locations\": [{\"physicalLocation\": "
                  "{\"artifactLocation\": {\"uri\": ");
    write_uri(w, e->file);
    gac__write(w, "}");
    write_region(w, e);
    gac__write(w, "}");
    if (d->instruction) {
        gac__write(w, ", \"logicalLocations\": [{\"name\": ");
        gac__write_json_string(w, d->instruction);
        gac__write(w, "}]");
    }
    gac__write(w, "}]");
}

/* Opens a related location in a file, or goes on to the next. */
static void open_related(const gac__writer *w, const char *file, bool first)
{
    gac__write(w, first ? ",\n         \"relatedLocations\": [" : ", ");
    gac__write(w, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    write_uri(w, file);
    gac__write(w, "}");
}

/* The kernel's own source, and the other instruction that it is about. */
static void write_related(const gac__writer *w, const gac__entry *e)
{
    const gac_diagnostic *d = &e->diagnostic;
    const gac_source_place *place = &d->source;
    bool other = e->file && d->related_note && e->related.line;
    if (place->file) {
        open_related(w, place->file, true);
        if (place->line)
            gac__writef(w, ", \"region\": {\"startLine\": %u", place->line);
        if (place->line && place->column)
            gac__writef(w, ", \"startColumn\": %u", place->column);
        gac__write(w, place->line ? "}" : "");
        gac__write(w, "}, \"message\": {\"text\": \"in the source\"}}");
    }
    if (other) {
        open_related(w, e->file, !place->file);
        if (e->related.column) /* a text: in a binary there are no lines */
            gac__writef(w,
                        ", \"region\": {\"startLine\": %u, \"startColumn\": "
                        "%u}",
                        e->related.line, e->related.column);
        gac__write(w, "}, \"message\": {\"text\": ");
        gac__write_json_string(w, d->related_note);
        gac__write(w, "}}");
    }
    gac__write(w, place->file || other ? "]" : "");
}

static uint32_t rule_index(const char *name)
{
    uint32_t i = 0;
    while (i < gac_rule_count() && strcmp(gac_rule_at(i)->name, name) != 0)
        i++;
    return i;
}

static void write_result(const gac__writer *w, const gac__entry *e)
{
    const gac_diagnostic *d = &e->diagnostic;
    uint32_t rule = rule_index(d->rule ? d->rule : "");
    gac__write(w, "        {\"ruleId\": ");
    gac__write_json_string(w, d->rule ? d->rule : "");
    if (rule < gac_rule_count())
        gac__writef(w, ", \"ruleIndex\": %u", rule);
    gac__writef(w, ", \"level\": \"%s\",\n", gac__severity_name(d->severity));
    gac__write(w, "         \"message\": {\"text\": ");
    gac__write_json_string(w, d->message ? d->message : "");
    gac__write(w, "}");
    if (e->file)
        write_location(w, e);
    write_related(w, e);
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
                  "        \"driver\": {\n          \"name\": ");
    gac__write_json_string(w, options->tool ? options->tool : "gac");
    gac__write(w, ",\n          \"version\": \"" GAC_VERSION_STRING "\",\n"
                  "          \"rules\": [\n");
    for (uint32_t i = 0; i < gac_rule_count(); i++) {
        write_rule(w, gac_rule_at(i));
        gac__write(w, i + 1 < gac_rule_count() ? ",\n" : "\n");
    }
    gac__write(w, "          ]\n        }\n      },\n"
                  "      \"columnKind\": \"unicodeCodePoints\",\n"
                  "      \"results\": [");
    for (size_t i = 0; i < list->entries.n; i++) {
        gac__write(w, i ? ",\n" : "\n");
        write_result(w, &list->entries.items[i]);
    }
    gac__write(w, list->entries.n ? "\n      ]\n    }\n  ]\n}\n"
                                  : "]\n    }\n  ]\n}\n");
}
