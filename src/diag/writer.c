/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writers of text and JSON for the renderers. */
#include "diag/diag_internal.h"

#include <stdio.h>

const char *gac__severity_name(gac_severity severity)
{
    switch (severity) {
    case GAC_SEVERITY_NOTE: return "note";
    case GAC_SEVERITY_WARNING: return "warning";
    default: return "error";
    }
}

void gac__write_n(const gac__writer *w, const char *text, size_t size)
{
    w->write(w->user, text, size);
}

void gac__write(const gac__writer *w, const char *text)
{
    w->write(w->user, text, strlen(text));
}

/* Writes numbers and short names. A text of 256 bytes or more is cut. */
void gac__writef(const gac__writer *w, const char *format, ...)
{
    char buffer[256];
    va_list args;
    va_start(args, format);
    vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    gac__write(w, buffer);
}

/* -- JSON ------------------------------------------------------------------ */

void gac__write_json_string(const gac__writer *w, const char *before,
                            const char *text)
{
    gac__write(w, before);
    gac__json_string(text, w->write, w->user);
}

void gac__write_json_number(const gac__writer *w, const char *before,
                            uint64_t value, bool known)
{
    gac__write(w, before);
    if (known)
        gac__writef(w, "%llu", (unsigned long long)value);
    else
        gac__write(w, "null");
}

void gac__write_json_place(const gac__writer *w, const char *before,
                           const gac_source_place *place)
{
    gac__write(w, before);
    if (!place->file) {
        gac__write(w, "null");
        return;
    }
    gac__write_json_string(w, "{\"file\": ", place->file);
    gac__write_json_number(w, ", \"line\": ", place->line, place->line);
    gac__write_json_number(w, ", \"column\": ", place->column, place->column);
    gac__write(w, "}");
}
