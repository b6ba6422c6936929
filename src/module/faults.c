/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reports faults of a module's form during the parse. */
#include "module/module_internal.h"
#include "module/reports.h"

void gac__parser_mark_texts(gac__parser *p)
{
    if (p->texts_marked)
        return;
    p->texts_marked = true;
    if (p->m->max_texts > 0 && !gac__mark_texts(p->m))
        p->result = GAC_ERR_MEMORY;
}

/* A report shows its line of source. All sources stand before the functions, so
 * that their texts can be marked once the functions have begun. */
void gac__fault(gac__parser *p, gac__fault_kind kind, const gac__inst *inst,
                const char *operand, int32_t word, const char *format, ...)
{
    char message[GAC__MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    gac__diag_format(message, sizeof message, format, args);
    va_end(args);
    p->n_faults++;
    if (p->functions_begun)
        gac__parser_mark_texts(p);
    p->unusable |= kind == GAC__FAULT_HARD;
    gac_diagnostic d = {
        .severity = GAC_SEVERITY_ERROR,
        .rule = gac_rule_at(GAC__RULE_module_format)->name,
        .hint = p->hint ? p->hint : gac__rule_hint(GAC__RULE_module_format),
        .operand = operand,
        .operand_word = word};
    p->hint = NULL;
    if (p->m->context->diagnostic)
        gac__module_emit(p->m, &d, inst, message);
}
