/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lists of diagnostics, and writers, for the renderers. */
#ifndef GAC_DIAG_DIAG_INTERNAL_H
#define GAC_DIAG_DIAG_INTERNAL_H

#include <gac/render.h>

#include "diag/diag.h"

typedef struct gac__entry {
    gac_diagnostic diagnostic; /* its strings are in the list's arena */
    const char *file;          /* NULL: none */
    gac_excerpt excerpt;
    gac_excerpt related; /* text of the related instruction */
    uint64_t offset; /* first sort key: word offset of the instruction; a note
                        has that of the diagnostic that it belongs to */
    size_t order;    /* second sort key: number of entries before it */
} gac__entry;

struct gac_diagnostic_list {
    gac_allocator allocator;
    gac__arena arena;
    GAC__VEC(gac__entry) entries;
    const char *file;
    uint8_t policies[GAC__RULE_COUNT]; /* gac_policy */
    size_t lost;       /* entries and strings that did not fit in memory */
    size_t limit;      /* most entries of a file; 0: no limit */
    size_t file_begin; /* index of the current file's first entry */
    size_t left_out[GAC_SEVERITY_ERROR + 1]; /* by severity: diagnostics beyond
                                                the limit */
};

/* A destination of rendered text. */
typedef struct gac__writer {
    gac_write_fn *write;
    void *user;
} gac__writer;

void gac__write(const gac__writer *w, const char *text);
void gac__write_n(const gac__writer *w, const char *text, size_t size);
void gac__writef(const gac__writer *w, const char *format, ...)
    GAC__PRINTF(2, 3);

/* These write `before`, and then as JSON: a string with its quotes, or null
 * (bytes that are not UTF-8 become U+FFFD); a number, or null if it is not
 * known; a place as an object, or null if it has no file. */
void gac__write_json_string(const gac__writer *w, const char *before,
                            const char *text);
void gac__write_json_number(const gac__writer *w, const char *before,
                            uint64_t value, bool known);
void gac__write_json_place(const gac__writer *w, const char *before,
                           const gac_source_place *place);

/* Writes a finding as a JSON object on one line (render_finding.c). */
void gac__write_json_finding(const gac__writer *w, const gac_finding *f);

const char *gac__severity_name(gac_severity severity);

/* The line of a diagnostic in a text, or the ordinal of its instruction; 0:
 * unknown. */
uint32_t gac__entry_line(const gac__entry *e);

void gac__render_text(const gac_diagnostic_list *list,
                      const gac_render_options *options, const gac__writer *w);
void gac__render_json(const gac_diagnostic_list *list, const gac__writer *w);
void gac__render_sarif(const gac_diagnostic_list *list,
                       const gac_render_options *options, const gac__writer *w);

#endif
