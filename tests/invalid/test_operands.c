/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The operand's word, the column and the numbers of every report on the modules
 * of tests/valid and tests/invalid. */

/* The module's own text and the JSON grammars say which they must be
 * (module_text.h); the numbers of the message are in the line's comment
 * (expectation.h). `test_operands FILE` prints what that should be. */
#include <gac/core_rules.h>
#include <gac/gac.h>
#include <gac/text.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expectation.h"
#include "module_text.h"

#define MAX_INSTS 4096
#define MAX_FOUND 64

typedef struct report {
    uint32_t ordinal;
    uint64_t offset;
    int32_t word;
    char rule[40], operand[40], message[400];
} report;

static report reports[MAX_FOUND];
static size_t n_reports;
static size_t offsets[MAX_INSTS]; /* of the instructions, in words */
static unsigned passed, failed;

static void collect(void *user, const gac_diagnostic *d)
{
    report *r = &reports[n_reports];
    (void)user;
    if (n_reports == MAX_FOUND)
        return;
    *r = (report){.ordinal = d->ordinal,
                  .offset = d->word_offset,
                  .word = d->operand_word};
    snprintf(r->rule, sizeof r->rule, "%s", d->rule);
    snprintf(r->operand, sizeof r->operand, "%s", d->operand ? d->operand : "");
    snprintf(r->message, sizeof r->message, "%s", d->message);
    n_reports++;
}

/* Places by the assembler itself are those of the text. */
static bool places_right(const gac_input *input)
{
    const text_line *l;
    bool right = true;
    for (uint32_t i = 1; (l = text_inst(i)) != NULL; i++) {
        uint32_t row, column;
        right &= gac_input_place(input, i, &row, &column)
                 && row == (uint32_t)l->number && column == (uint32_t)l->column;
    }
    return right;
}

/* Reports of one module, those of the core rules where ours find no error. */
static bool try_module(const char *path)
{
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = collect};
    gac_parse_options parse = {.size = sizeof parse, .keep_going = true};
    gac_core_rules_options rules = {.size = sizeof rules};
    gac_context *context = NULL;
    gac_input *input = NULL;
    gac_module *module = NULL;
    uint32_t faulty[MAX_FOUND];
    size_t size;
    n_reports = 0;
    if (gac_context_create(&options, &context) != GAC_OK
        || gac_input_load(context, path, NULL, &input) != GAC_OK)
        abort();
    const uint32_t *data = gac_input_data(input, &size);
    for (size_t at = 5, i = 0; at < size / 4 && data[at] >> 16 && i < MAX_INSTS;
         at += data[at] >> 16)
        offsets[i++] = at;
    gac_module_parse(context, data, size, &parse, &module);
    bool sound = n_reports == 0, right = places_right(input);
    if (module) {
        gac_validate(module, NULL, NULL);
        for (size_t i = 0; i < n_reports; i++)
            faulty[rules.n_faulty++] = reports[i].ordinal;
        rules.faulty = faulty;
        gac_validate_counts counts = {0};
        size_t n_own = n_reports;
        if (sound)
            gac_check_core_rules(module, &rules, &counts);
        right &=
            counts.errors + counts.warnings + counts.notes == n_reports - n_own;
    }
    gac_module_destroy(module);
    gac_input_destroy(input);
    gac_context_destroy(context);
    return right;
}

static void verdict(bool ok, const char *path, const report *r,
                    const char *numbers, int word)
{
    passed += ok;
    failed += !ok;
    const text_line *l = text_inst(r->ordinal);
    if (!ok)
        printf("FAIL: %s:%d: %s \"%s\" (%s), word %d for %d: %s\n", path,
               l ? l->number : 0, r->rule, r->operand, numbers, (int)r->word,
               word, r->message);
}

static void check_report(const char *path, const wanted *w, const report *r,
                         bool print)
{
    char numbers[200];
    const text_line *l = text_inst(r->ordinal);
    int word = l ? text_word(l, r->operand) : -1;
    text_numbers(r->message, word < 0 ? "" : text_token(l, word), numbers,
                 sizeof numbers);
    if (print) {
        printf("%s:%d:%s:%s:%s:%s\n", path, l ? l->number : 0, r->rule,
               r->operand, numbers, r->message);
        return;
    }
    bool found = false;
    for (size_t i = 0; i < w->n; i++) {
        const expectation *e = &w->items[i];
        found |= !strcmp(e->rule, r->rule) && !strcmp(e->operand, r->operand)
                 && !strcmp(e->numbers, numbers)
                 && (!l || e->line == l->number);
    }
    bool at = !l || r->offset == offsets[r->ordinal - 1];
    verdict(at && word == r->word && found, path, r, numbers, word);
}

static bool is_off(const wanted *w, const char *rule)
{
    char option[60];
    snprintf(option, sizeof option, "--disable=%s", rule);
    return strstr(w->options, option)
           || (strstr(w->options, "--no-core") && !strcmp(rule, "core"));
}

static void check_file(const char *path, bool print)
{
    static const report none = {.rule = "places of instructions", .word = -1};
    wanted w;
    if (!text_read_file(path) || !read_wanted(path, &w)) {
        verdict(false, path, &none, "", -1);
        return;
    }
    bool right = try_module(path);
    if (!print)
        verdict(right, path, &none, "", -1);
    for (size_t i = 0; i < n_reports; i++)
        if (!is_off(&w, reports[i].rule))
            check_report(path, &w, &reports[i], print);
}

static int is_module(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && !strcmp(dot, ".spvasm");
}

static void check_folder(const char *folder)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, is_module, alphasort);
    for (int i = 0; i < n; i++) {
        char path[2048];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        check_file(path, false);
        free(entries[i]);
    }
    if (n > 0)
        free(entries);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        check_file(argv[i], true);
    if (argc > 1)
        return 0;
    check_folder("tests/valid");
    check_folder("tests/invalid");
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0 || passed == 0;
}
