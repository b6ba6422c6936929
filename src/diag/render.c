/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Renders a list of diagnostics in any format. */
#include "diag/diag_internal.h"

#include <stdio.h>

void gac_write_file(void *file, const char *text, size_t size_bytes)
{
    if (file && text)
        fwrite(text, 1, size_bytes, file);
}

void gac_diagnostic_list_render(const gac_diagnostic_list *list,
                                const gac_render_options *options,
                                gac_write_fn *write, void *user)
{
    gac_render_options o = {0};
    gac__writer w = {write, user};
    if (!list || !write || !gac__read_options(&o, sizeof o, options))
        return;
    switch (o.format) {
    case GAC_FORMAT_TEXT: gac__render_text(list, &o, &w); break;
    case GAC_FORMAT_JSON: gac__render_json(list, &w); break;
    case GAC_FORMAT_SARIF: gac__render_sarif(list, &o, &w); break;
    }
}
