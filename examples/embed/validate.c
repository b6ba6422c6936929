/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Validates a module, and explains the rules that it breaks.
 * usage: validate FILE (SPIR-V or assembly text) */
#include <stdio.h>
#include <string.h>

#include <gac/gac.h>

/* What the diagnostic sink needs. */
struct report {
    const char *path;
    const gac_input *input; /* NULL until the file has been read */
    int n_of[3];            /* diagnostics, by severity */
    const char *rules[8];   /* broken so far, each once */
    int n_rules;
};

/* The diagnostic sink. `d` and its strings live until it returns; names of
 * rules are static. */
static void tell(void *user, const gac_diagnostic *d)
{
    static const char *const severities[] = {"note", "warning", "error"};
    struct report *report = user;
    uint32_t line = d->text_line;
    if (line == 0 && report->input)
        gac_input_place(report->input, d->ordinal, &line, NULL);
    printf("%s:%u: %s: %s [%s]\n", report->path, line, severities[d->severity],
           d->message, d->rule);
    report->n_of[d->severity]++;
    for (int i = 0; i < report->n_rules; i++)
        if (strcmp(report->rules[i], d->rule) == 0)
            return;
    if (report->n_rules < 8)
        report->rules[report->n_rules++] = d->rule;
}

static void explain(const char *name)
{
    const gac_rule *rule = gac_rule_find(name);
    const char *hint = gac_rule_hint(name);
    const char *mended = gac_rule_example(name, true);
    if (!rule)
        return;
    printf("\n%s: broken when %s\n", name, rule->summary);
    if (hint)
        printf("hint: %s\n", hint);
    if (mended)
        printf("right:\n%s\n", mended);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: validate FILE\n");
        return 2;
    }
    struct report report = {.path = argv[1]};
    gac_context_options options = {
        .size = sizeof options, .diagnostic = tell, .diagnostic_user = &report};
    gac_context *context = NULL;
    gac_input *input = NULL;
    gac_module *module = NULL;

    gac_result result = gac_context_create(&options, &context);
    if (result == GAC_OK)
        result = gac_input_load(context, argv[1], NULL, &input);
    if (result == GAC_OK) {
        size_t size_bytes;
        const void *data = gac_input_data(input, &size_bytes);
        report.input = input;
        result = gac_module_parse(context, data, size_bytes, NULL, &module);
    }
    if (result == GAC_OK)
        result = gac_validate(module, NULL, NULL);
    printf("%s: %s (errors: %d, warnings: %d)\n", argv[1],
           gac_result_text(result), report.n_of[GAC_SEVERITY_ERROR],
           report.n_of[GAC_SEVERITY_WARNING]);
    for (int i = 0; i < report.n_rules; i++)
        explain(report.rules[i]);

    gac_module_destroy(module);
    gac_input_destroy(input);
    gac_context_destroy(context);
    return result != GAC_OK;
}
