/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The operand's word, the column and the numbers of every report on the modules
 * of tests/valid and tests/invalid. */

/* The module's own text says which they must be. Each line is an instruction;
 * ids are numbered as they first appear, which is how SPIRV-Tools does it. The
 * JSON grammars say which word has an operand's name: in this text every
 * operand in front of one at fault is a word. The numbers of the message are
 * in the line's comment (expectation.h). `test_operands FILE` prints what that
 * should be. */
#include <gac/core_rules.h>
#include <gac/gac.h>
#include <gac/text.h>

#include <ctype.h>
#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expectation.h"

#ifndef GAC_TEST_SPIRV_HEADERS
#define GAC_TEST_SPIRV_HEADERS "/usr/include/spirv/unified1"
#endif

#define MAX_INSTS 4096
#define MAX_TOKENS 32
#define MAX_IDS 4096
#define MAX_FOUND 64

/* An instruction's words as the text has them: the result comes first, and
 * has no place among the others. */
typedef struct line {
    char text[1000];
    const char *tokens[MAX_TOKENS];
    int n, number, column;
    bool result; /* tokens[0] is one */
} line;

typedef struct report {
    uint32_t ordinal;
    uint64_t offset;
    int32_t word;
    char rule[40], operand[40], message[400];
} report;

static json_t *cores[2], *sets[2];
static line insts[MAX_INSTS];
static char *ids[MAX_IDS]; /* ids[0]: of id 1 */
static int n_insts, n_ids;
static report reports[MAX_FOUND];
static size_t n_reports;
static size_t offsets[MAX_INSTS]; /* of the instructions, in words */
static unsigned passed, failed;

/* -- the text -------------------------------------------------------------- */

static void number_id(const char *token)
{
    for (int i = 0; i < n_ids; i++)
        if (!strcmp(ids[i], token))
            return;
    if (n_ids == MAX_IDS || !(ids[n_ids++] = strdup(token)))
        abort();
}

static void cut(line *l)
{
    bool quoted = false;
    for (char *c = l->text; *c; c++) {
        quoted ^= *c == '"';
        if (*c == ';' && !quoted)
            *c = 0;
    }
    l->column = (int)strspn(l->text, " ") + 1;
    for (char *t = strtok(l->text, " \n"); t && l->n < MAX_TOKENS;
         t = strtok(NULL, " \n")) {
        if (*t == '%')
            number_id(t);
        l->result |= !strcmp(t, "=");
        if (strcmp(t, "=") != 0)
            l->tokens[l->n++] = t;
    }
}

static bool read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    for (int i = 0; i < n_ids; i++)
        free(ids[i]);
    n_insts = n_ids = 0;
    char text[1000];
    for (int at = 1; file && fgets(text, sizeof text, file); at++) {
        line *l = &insts[n_insts];
        *l = (line){.number = at};
        memcpy(l->text, text, sizeof text);
        cut(l);
        n_insts += l->n != 0;
        if (n_insts == MAX_INSTS)
            abort();
    }
    if (file)
        fclose(file);
    return file != NULL;
}

static const char *opcode_of(const line *l)
{
    return l->tokens[l->result];
}

/* The text of a word; "": there is none. */
static const char *token_at(const line *l, int word)
{
    int at = word;
    if (l->result) {
        /* [Result, opcode, type, ...] for [opcode, type, Result, ...]; a type
         * or label has no type. */
        bool typed = strncmp(opcode_of(l), "OpType", 6) != 0
                     && strcmp(opcode_of(l), "OpLabel") != 0
                     && strncmp(opcode_of(l), "OpExtInstImport", 15) != 0
                     && strcmp(opcode_of(l), "OpString") != 0;
        at = word == 1 + typed ? 0 : word < 1 + typed ? word + 1 : word;
    }
    return at >= 0 && at < l->n ? l->tokens[at] : "";
}

/* -- the grammars ---------------------------------------------------------- */

static json_t *load(const char *path)
{
    json_t *root = json_load_file(path, 0, NULL);
    if (!root) {
        printf("FAIL: %s is not there\n", path);
        exit(1);
    }
    return root;
}

static const json_t *operands_of(const json_t *grammar, const char *opname)
{
    const json_t *list = json_object_get(grammar, "instructions");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *inst = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(inst, "opname"));
        if (name && !strcmp(name, opname))
            return json_object_get(inst, "operands");
    }
    return NULL;
}

/* The grammar has names with and without quotes. */
static int index_of(const json_t *operands, const char *name)
{
    for (size_t i = 0; i < json_array_size(operands); i++) {
        const json_t *operand = json_array_get(operands, i);
        const char *kind = json_string_value(json_object_get(operand, "kind"));
        const char *its = json_string_value(json_object_get(operand, "name"));
        if (!strcmp(kind, "IdResultType"))
            its = "Result Type";
        if (!its)
            continue;
        its += *its == '\'';
        if (!strncmp(its, name, strlen(name))
            && (!its[strlen(name)] || its[strlen(name)] == '\''))
            return (int)i;
    }
    return -1;
}

static const json_t *set_operands(const line *l, int set)
{
    return !strncmp(opcode_of(l), "OpExtInst", 9)
               ? operands_of(sets[set], token_at(l, 4))
               : NULL;
}

/* The word that has this name; "": the first that is one too many. -1: the
 * instruction has none. */
static int word_of(const line *l, const char *name)
{
    int takes = 5 + (int)json_array_size(set_operands(l, 0));
    if (!name[0])
        return takes > 5 && l->n > takes ? takes : -1;
    for (int i = 0; i < 2; i++) {
        int at = index_of(operands_of(cores[i], opcode_of(l)), name);
        int extended = index_of(set_operands(l, i), name);
        if (at >= 0)
            return at + 1;
        if (extended >= 0)
            return l->n > extended + 5 ? extended + 5 : -1;
    }
    /* A function that stands for a copy of the set: of its operands. */
    const json_t *copies = json_object_get(sets[0], "instructions");
    for (size_t i = 0; i < json_array_size(copies); i++) {
        const json_t *operands =
            json_object_get(json_array_get(copies, i), "operands");
        if (!strcmp(opcode_of(l), "OpFunctionCall")
            && (int)json_array_size(operands) == l->n - 4)
            return index_of(operands, name) + 4;
    }
    return -1;
}

/* -- the message ----------------------------------------------------------- */

static void add(char *list, size_t size, const char *text, size_t n)
{
    size_t at = strlen(list);
    snprintf(list + at, size - at, "%s%.*s", at ? " " : "", (int)n, text);
}

/* The name of the id whose number begins a text. */
static const char *name_of(const char *digits)
{
    long id = strtol(digits, NULL, 10);
    return id > 0 && id <= n_ids ? ids[id - 1] : "?";
}

/* The first id of the instruction whose number begins a text. */
static const char *first_id(const char *digits)
{
    long ordinal = strtol(digits, NULL, 10);
    const line *l = &insts[ordinal - 1];
    for (int i = 0; ordinal > 0 && ordinal <= n_insts && i < l->n; i++)
        if (l->tokens[i][0] == '%')
            return l->tokens[i];
    return "?";
}

/* What expectation.h says of a message. */
static void numbers_of(const char *message, const char *operand, char *list,
                       size_t size)
{
    list[0] = 0;
    for (const char *c = message; *c;) {
        const char *begin = c;
        if (*c == '%') {
            size_t n = 1 + strspn(c + 1, "0123456789");
            size_t all = strspn(c + 1, "_.0123456789abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
                         + 1;
            all -= c[all - 1] == '.';
            c += all;
            const char *name = n == all ? name_of(begin + 1) : begin;
            size_t length = n == all ? strlen(name) : all;
            if (strncmp(name, operand, length) != 0 || operand[length] != 0)
                add(list, size, name, length);
        } else if (isalpha((unsigned char)*c) || *c == '_') {
            c += strspn(c, "_0123456789abcdefghijklmnopqrstuvwxyz"
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
            if (!strncmp(begin, "in instruction ", 15)) {
                c = begin + strlen("in instruction");
                const char *name = first_id(c + 1);
                add(list, size, name, strlen(name));
                c += 1 + strspn(c + 1, "0123456789");
            }
        } else if (isdigit((unsigned char)*c)) {
            size_t n = strspn(c, ".^0123456789");
            c += n;
            n -= begin[n - 1] == '.';
            /* SPIRV-Tools' '28[%28]' is one id. */
            if (*c != '[')
                add(list, size, begin, n);
        } else {
            c++;
        }
    }
}

/* -- judging --------------------------------------------------------------- */

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
    bool right = true;
    for (int i = 0; i < n_insts; i++) {
        uint32_t row, column;
        right &= gac_input_place(input, (uint32_t)i + 1, &row, &column)
                 && row == (uint32_t)insts[i].number
                 && column == (uint32_t)insts[i].column;
    }
    return right;
}

/* Reports of one module, those of the core rules where ours find no error. */
static bool judge(const char *path)
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
        if (sound)
            gac_check_core_rules(module, &rules, NULL);
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
    if (!ok)
        printf("FAIL: %s:%d: %s \"%s\" (%s), word %d for %d: %s\n", path,
               r->ordinal ? insts[r->ordinal - 1].number : 0, r->rule,
               r->operand, numbers, (int)r->word, word, r->message);
}

static void check_report(const char *path, const wanted *w, const report *r,
                         bool print)
{
    char numbers[200];
    const line *l = r->ordinal ? &insts[r->ordinal - 1] : NULL;
    int word = l ? word_of(l, r->operand) : -1;
    numbers_of(r->message, word < 0 ? "" : token_at(l, word), numbers,
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
    if (!read_text(path) || !read_wanted(path, &w)) {
        verdict(false, path, &none, "", -1);
        return;
    }
    bool right = judge(path);
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
    cores[0] = load(GAC_TEST_SPIRV_HEADERS "/spirv.core.grammar.json");
    cores[1] = load("grammar/spirv.core.supplement.grammar.json");
    sets[0] = load("grammar/extinst.codeplay.group-async-copies.grammar.json");
    sets[1] =
        load(GAC_TEST_SPIRV_HEADERS "/extinst.opencl.std.100.grammar.json");
    for (int i = 1; i < argc; i++)
        check_file(argv[i], true);
    if (argc > 1)
        return 0;
    check_folder("tests/valid");
    check_folder("tests/invalid");
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0 || passed == 0;
}
