/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Each line of a text is an instruction; ids are numbered as they first appear,
 * which is how SPIRV-Tools does it. The JSON grammars say which word has an
 * operand's name: in the texts of tests every operand in front of one at fault
 * is a word. */
#include "module_text.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../kernels/text_file.h"

#ifndef GAC_TEST_SPIRV_HEADERS
#define GAC_TEST_SPIRV_HEADERS "/usr/include/spirv/unified1"
#endif

#define MAX_IDS 65536 /* a power of 2 */

static char *whole; /* the text, cut up */
static text_line *insts;
static uint32_t n_insts, capacity;
static const char *ids[MAX_IDS]; /* ids[0]: of id 1 */
static uint32_t n_ids;           /* 0: not numbered yet */

/* -- the text -------------------------------------------------------------- */

static void cut(text_line *l, char *text)
{
    bool quoted = false;
    for (char *c = text; *c; c++) {
        quoted ^= *c == '"';
        if (*c == ';' && !quoted)
            *c = 0;
    }
    l->column = (int)strspn(text, " ") + 1;
    for (char *t = strtok(text, " "); t && l->n < MAX_TOKENS;
         t = strtok(NULL, " ")) {
        l->result |= !strcmp(t, "=");
        if (strcmp(t, "=") != 0)
            l->tokens[l->n++] = t;
    }
}

void text_read(const char *text)
{
    free(whole);
    whole = need(strdup(text));
    n_insts = n_ids = 0;
    char *line = whole;
    for (int at = 1; line; at++) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        if (n_insts == capacity) {
            capacity = 2 * capacity + 1024;
            insts = need(realloc(insts, capacity * sizeof *insts));
        }
        text_line *l = &insts[n_insts];
        *l = (text_line){.number = at};
        cut(l, line);
        n_insts += l->n != 0;
        line = end;
    }
}

bool text_read_file(const char *path)
{
    char *text = read_file(path);
    if (text)
        text_read(text);
    free(text);
    return text != NULL;
}

const text_line *text_inst(uint32_t ordinal)
{
    return ordinal > 0 && ordinal <= n_insts ? &insts[ordinal - 1] : NULL;
}

static const char *opcode_of(const text_line *l)
{
    return l->tokens[l->result];
}

const char *text_token(const text_line *l, int word)
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

/* An OpLine holds up to the end of its block. */
void text_source(uint32_t ordinal, uint32_t *line_out, uint32_t *column_out)
{
    static const char *const ends[] = {
        "OpNoLine", "OpBranch",      "OpBranchConditional", "OpSwitch",
        "OpReturn", "OpReturnValue", "OpUnreachable",       "OpFunctionEnd"};
    bool ended = false;
    *line_out = *column_out = 0;
    while (!ended && --ordinal > 0) {
        const text_line *l = &insts[ordinal - 1];
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
            ended |= !strcmp(opcode_of(l), ends[i]);
        if (strcmp(opcode_of(l), "OpLine") != 0)
            continue;
        *line_out = (uint32_t)atoi(l->tokens[2]);
        *column_out = (uint32_t)atoi(l->tokens[3]);
        return;
    }
}

/* -- ids ------------------------------------------------------------------- */

static void number_ids(void)
{
    static uint32_t known[MAX_IDS]; /* numbers by hash */
    memset(known, 0, sizeof known);
    for (uint32_t i = 0; i < n_insts; i++)
        for (int k = 0; k < insts[i].n; k++) {
            const char *name = insts[i].tokens[k];
            uint32_t hash = 0;
            if (*name != '%')
                continue;
            for (const char *c = name; *c; c++)
                hash = hash * 31 + (unsigned char)*c;
            hash %= MAX_IDS;
            while (known[hash] && strcmp(ids[known[hash] - 1], name) != 0)
                hash = (hash + 1) % MAX_IDS;
            if (known[hash])
                continue;
            if (n_ids == MAX_IDS - 1)
                abort();
            ids[n_ids++] = name;
            known[hash] = n_ids;
        }
}

/* The name of the id whose number begins a text. */
static const char *name_of(const char *digits)
{
    long id = strtol(digits, NULL, 10);
    if (n_ids == 0)
        number_ids();
    return id > 0 && id <= (long)n_ids ? ids[id - 1] : "?";
}

/* The first id of the instruction whose number begins a text. */
static const char *first_id(const char *digits)
{
    const text_line *l = text_inst((uint32_t)strtoul(digits, NULL, 10));
    for (int i = 0; l && i < l->n; i++)
        if (l->tokens[i][0] == '%')
            return l->tokens[i];
    return "?";
}

/* -- the grammars ---------------------------------------------------------- */

static json_t *cores[2], *sets[2];

static json_t *load(const char *path)
{
    json_t *root = json_load_file(path, 0, NULL);
    if (!root) {
        printf("FAIL: %s is not there\n", path);
        exit(1);
    }
    return root;
}

static void load_grammars(void)
{
    if (cores[0])
        return;
    cores[0] = load(GAC_TEST_SPIRV_HEADERS "/spirv.core.grammar.json");
    cores[1] = load("grammar/spirv.core.supplement.grammar.json");
    sets[0] = load("grammar/extinst.codeplay.group-async-copies.grammar.json");
    sets[1] =
        load(GAC_TEST_SPIRV_HEADERS "/extinst.opencl.std.100.grammar.json");
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

static const json_t *set_operands(const text_line *l, int set)
{
    return !strncmp(opcode_of(l), "OpExtInst", 9)
               ? operands_of(sets[set], text_token(l, 4))
               : NULL;
}

/* Arguments begin with word 4. Of a builtin that stands for a core instruction
 * the scope may be missing, of a copy the stride, too. */
static int word_of_call(const text_line *l, const char *name)
{
    const json_t *copies = json_object_get(sets[0], "instructions");
    const int n = l->n - 4;
    for (size_t i = 0; i < json_array_size(copies); i++) {
        const json_t *operands =
            json_object_get(json_array_get(copies, i), "operands");
        if ((int)json_array_size(operands) == n)
            return index_of(operands, name) + 4;
    }
    if (!strcmp(name, "Pointer"))
        return 4; /* an atomic's comes first */
    int wait = index_of(operands_of(cores[0], "OpGroupWaitEvents"), name);
    int copy = index_of(operands_of(cores[0], "OpGroupAsyncCopy"), name);
    if (n <= 3 && wait >= 0)
        return wait + 4 - (n < 3);
    /* In front of the scope stand a copy's type and result. */
    return copy < 2 ? -1
                    : copy + 2 - (n < 6) - (n < 5 && !strcmp(name, "Event"));
}

int text_word(const text_line *l, const char *name)
{
    load_grammars();
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
    return strcmp(opcode_of(l), "OpFunctionCall") ? -1 : word_of_call(l, name);
}

/* -- the message ----------------------------------------------------------- */

static void add(char *list, size_t size, const char *text, size_t n)
{
    size_t at = strlen(list);
    snprintf(list + at, size - at, "%s%.*s", at ? " " : "", (int)n, text);
}

void text_numbers(const char *message, const char *operand, char *list,
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
