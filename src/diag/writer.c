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

/* The length of the UTF-8 sequence at `s`; 0: it is not well-formed. */
static size_t sequence(const char *s)
{
    unsigned char c = (unsigned char)s[0];
    size_t n = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < n; i++)
        if (!s[i])
            return 0;
    return gac__utf8_valid(s, n) ? n : 0;
}

void gac__write_json_string(const gac__writer *w, const char *before,
                            const char *text)
{
    gac__write(w, before);
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
