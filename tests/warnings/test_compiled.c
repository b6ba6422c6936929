/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The warnings of gac-val's own rules for kernels that compilers have made
 * modules of, against what the comments in their sources say:
 *
 *   // WARNS: KERNEL RULE [RULE]   the kernel, and the functions whose names
 *                                  begin with its own and "__", get warnings of
 *                                  these rules; those in brackets may be there
 *   // SILENT: KERNEL              they get none
 *
 * Each warning's operand word, line and column, and the instructions that it
 * names, are those of the module's text. The modules of NAME.cl are
 * NAME.*.spvasm (tests/kernels/refresh.sh makes them). */
#include <gac/gac.h>
#include <gac/render.h>
#include <gac/text.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fixtures.h"
#include "../invalid/module_text.h"

static unsigned passed, failed;

typedef struct expected_kernel {
    char name[80];
    char rules[200]; /* " RULE [RULE]" */
    char found[400]; /* " RULE RULE" */
} expected_kernel;

static expected_kernel kernels[64];
static size_t n_kernels;

static void read_source(const char *path)
{
    char line[300];
    FILE *file = fopen(path, "r");
    n_kernels = 0;
    while (file && fgets(line, sizeof line, file)) {
        expected_kernel *k = &kernels[n_kernels];
        int at = 0;
        if (n_kernels == sizeof kernels / sizeof *kernels
            || (sscanf(line, "// WARNS: %79s%n", k->name, &at) != 1
                && sscanf(line, "// SILENT: %79s%n", k->name, &at) != 1))
            continue;
        line[strcspn(line, "\n")] = 0;
        snprintf(k->rules, sizeof k->rules, "%s", line + at);
        n_kernels++;
    }
    if (file)
        fclose(file);
}

/* The name of the function that word `at` stands in, as OpName has it. */
static const char *function_at(const uint32_t *words, size_t n, size_t at)
{
    uint32_t id = 0;
    for (size_t i = 5; i < n && i <= at && words[i] >> 16; i += words[i] >> 16)
        if ((words[i] & 0xFFFF) == SpvOpFunction)
            id = words[i + 2];
    for (size_t i = 5; i < n && words[i] >> 16; i += words[i] >> 16)
        if ((words[i] & 0xFFFF) == SpvOpName && words[i + 1] == id)
            return (const char *)&words[i + 2];
    return "";
}

static expected_kernel *kernel_of(const char *function)
{
    static const char prefix[] = "__clang_ocl_kern_imp_";
    if (!strncmp(function, prefix, sizeof prefix - 1))
        function += sizeof prefix - 1;
    for (size_t i = 0; i < n_kernels; i++) {
        size_t size = strlen(kernels[i].name);
        if (!strncmp(function, kernels[i].name, size)
            && (function[size] == 0 || !strncmp(function + size, "__", 2)))
            return &kernels[i];
    }
    return NULL;
}

static bool has_word(const char *list, const char *before, const char *word,
                     const char *behind)
{
    char wanted[100];
    size_t size = (size_t)snprintf(wanted, sizeof wanted, " %s%s%s", before,
                                   word, behind);
    const char *at = strstr(list, wanted);
    while (at && at[size] != 0 && at[size] != ' ')
        at = strstr(at + 1, wanted);
    return at != NULL;
}

/* Whether a message names what it must: a branch and its condition, or the copy
 * in flight. */
static bool names_instruction(const gac_diagnostic *d, const char *numbers)
{
    size_t n = strcspn(numbers, " ");
    const text_line *l;
    if (!d->operand
        && (!strcmp(d->rule, "divergent-copy")
            || !strcmp(d->rule, "divergent-wait")))
        return numbers[n] == ' ' && strlen(numbers) == 2 * n + 1
               && !strncmp(numbers, numbers + n + 1, n);
    if (strcmp(d->rule, "use-before-wait") != 0)
        return numbers[0] == 0;
    for (uint32_t i = 1; (l = text_inst(i)) != NULL; i++)
        if (l->result && !strcmp(l->tokens[0], numbers))
            return !strcmp(l->tokens[1], "OpGroupAsyncCopy")
                   || !strcmp(l->tokens[1], "OpFunctionCall")
                   || !strncmp(text_token(l, 4), "GroupAsyncCopy", 14);
    return false;
}

/* Replaces the line by which a message names the related instruction, which is
 * that of the text's OpLine, by the instruction's number. Of a released event,
 * a wait is related and the copy is named: the line is left out. */
static bool name_related(const gac_diagnostic *d, char *message, size_t size)
{
    static const char before[] = "in line ";
    uint32_t line, column;
    const char *at = strstr(d->message, before);
    snprintf(message, size, "%s", d->message);
    if (!at)
        return true;
    char *end;
    const unsigned long named = strtoul(at + sizeof before - 1, &end, 10);
    const int n = (int)(at - d->message);
    if (strcmp(d->rule, "released-event") == 0) {
        snprintf(message, size, "%.*s%s", n, d->message, end);
        return true;
    }
    snprintf(message, size, "%.*sin instruction %u%s", n, d->message,
             d->related, end);
    text_source(d->related, &line, &column);
    return line == named && d->related_source.line == line
           && d->related_source.column == column;
}

/* Whether a warning's place, and what its message says, are the text's. */
static bool is_of_text(const gac_input *input, const gac_diagnostic *d)
{
    char numbers[200], message[600];
    uint32_t line, column;
    const text_line *l = text_inst(d->ordinal);
    const int word = l ? text_word(l, d->operand ? d->operand : "") : -1;
    const bool named = name_related(d, message, sizeof message);
    text_numbers(message, word < 0 ? "" : text_token(l, word), numbers,
                 sizeof numbers);
    return l && named && gac_input_place(input, d->ordinal, &line, &column)
           && line == (uint32_t)l->number && column == (uint32_t)l->column
           && d->operand_word == word && names_instruction(d, numbers);
}

static void note_finding(const char *module, const gac_input *input,
                         const gac_diagnostic *d, const uint32_t *words,
                         size_t n)
{
    const char *function = d->word_offset == GAC_NO_OFFSET
                               ? ""
                               : function_at(words, n, (size_t)d->word_offset);
    expected_kernel *k = kernel_of(function);
    if (d->severity == GAC_SEVERITY_NOTE || !strcmp(d->rule, "stride-width")
        || !strcmp(d->rule, "producer-quirk"))
        return;
    const bool of_text = is_of_text(input, d);
    passed += of_text;
    failed += !of_text;
    if (!of_text)
        printf("FAIL: %s: %s at %u, \"%s\", word %d: %s\n", module, d->rule,
               d->ordinal, d->operand ? d->operand : "", d->operand_word,
               d->message);
    if (!k) {
        failed++;
        printf("FAIL: %s: %s in \"%s\"\n", module, d->rule, function);
    } else if (!has_word(k->found, "", d->rule, "")) {
        size_t used = strlen(k->found);
        snprintf(k->found + used, sizeof k->found - used, " %s", d->rule);
    }
}

/* Whether all that must be there is there, and nothing else. */
static bool is_right(const expected_kernel *k)
{
    char list[400];
    snprintf(list, sizeof list, "%s", k->rules);
    for (char *rule = strtok(list, " "); rule; rule = strtok(NULL, " "))
        if (rule[0] != '[' && !has_word(k->found, "", rule, ""))
            return false;
    snprintf(list, sizeof list, "%s", k->found);
    for (char *rule = strtok(list, " "); rule; rule = strtok(NULL, " "))
        if (!has_word(k->rules, "", rule, "")
            && !has_word(k->rules, "[", rule, "]"))
            return false;
    return true;
}

static void try_module(const char *path)
{
    gac_diagnostic_list *list = NULL;
    gac_context *context = NULL;
    gac_input *input = NULL;
    gac_module *module = NULL;
    size_t n_bytes = 0;
    for (size_t i = 0; i < n_kernels; i++)
        kernels[i].found[0] = 0;
    gac_diagnostic_list_create(NULL, &list);
    gac_context_create(
        &(gac_context_options){.size = sizeof(gac_context_options),
                               .diagnostic = gac_diagnostic_list_add,
                               .diagnostic_user = list},
        &context);
    bool ok = gac_input_load(context, path, NULL, &input) == GAC_OK;
    const void *data = ok ? gac_input_data(input, &n_bytes) : NULL;
    ok = ok
         && gac_module_parse(
                context, data, n_bytes,
                &(gac_parse_options){.size = sizeof(gac_parse_options),
                                     .tolerate_producers = true},
                &module)
                == GAC_OK;
    if (ok)
        gac_validate(
            module,
            &(gac_validate_options){.size = sizeof(gac_validate_options),
                                    .tolerate_producers = true},
            NULL);
    if (gac_diagnostic_list_count(list) > 0)
        ok &= text_read_file(path);
    for (size_t i = 0; i < gac_diagnostic_list_count(list); i++)
        note_finding(path, input, gac_diagnostic_list_at(list, i), data,
                     n_bytes / 4);
    for (size_t i = 0; i < n_kernels; i++) {
        bool right = ok && is_right(&kernels[i]);
        passed += right;
        failed += !right;
        if (!right)
            printf("FAIL: %s, %s: expected%s, found%s\n", path, kernels[i].name,
                   kernels[i].rules, kernels[i].found);
    }
    gac_module_destroy(module);
    gac_input_destroy(input);
    gac_context_destroy(context);
    gac_diagnostic_list_destroy(list);
}

int main(void)
{
    glob_t sources, modules;
    if (glob("tests/warnings/*.cl", 0, NULL, &sources) != 0)
        return 1;
    for (size_t i = 0; i < sources.gl_pathc; i++) {
        char pattern[300];
        read_source(sources.gl_pathv[i]);
        snprintf(pattern, sizeof pattern, "%.*s.*.spvasm",
                 (int)(strlen(sources.gl_pathv[i]) - 3), sources.gl_pathv[i]);
        if (fixtures_glob(pattern, 0, &modules) != 0)
            continue;
        for (size_t k = 0; k < modules.gl_pathc; k++)
            try_module(modules.gl_pathv[k]);
        globfree(&modules);
    }
    globfree(&sources);
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0 || passed == 0;
}
