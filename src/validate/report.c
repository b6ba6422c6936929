/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reports and counts the diagnostics of a validation. */
#include "module/reports.h"
#include "validate/validate_internal.h"

bool gac__validation_full(const gac__validation *v)
{
    return v->max_errors != 0 && v->counts.errors >= v->max_errors;
}

void gac__found_with(gac__validation *v, gac__rule_id rule,
                     const gac__inst *inst, const char *operand, int32_t word,
                     uint32_t related, const char *note, const char *format,
                     ...)
{
    const gac_severity severity = gac_rule_at(rule)->severity;
    const char *hint = v->hint ? v->hint : gac__rule_hint(rule);
    va_list args;
    v->hint = NULL;
    if (gac__validation_full(v)
        || (v->set_only && severity != GAC_SEVERITY_ERROR))
        return;
    va_start(args, format);
    if (!v->quiet)
        gac__module_report_with(
            v->m,
            &(gac_diagnostic){.severity = severity,
                              .rule = gac_rule_at(rule)->name,
                              .hint = hint,
                              .operand = operand,
                              .operand_word = word,
                              .related = related,
                              .related_note = note},
            inst, format, args);
    va_end(args);
    switch (severity) {
    case GAC_SEVERITY_ERROR: v->counts.errors++; break;
    case GAC_SEVERITY_WARNING: v->counts.warnings++; break;
    case GAC_SEVERITY_NOTE: v->counts.notes++; break;
    }
}
