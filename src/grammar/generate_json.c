/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The generator: reads JSON grammars and merges them. */
#include "grammar/generate.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *subject; /* the grammar's name in messages */

/* -- faults, memory -------------------------------------------------------- */

void set_subject(const char *text)
{
    subject = text;
}

void fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "generate: %s: ", subject);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

void *grow(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (!memory)
        fail("out of memory");
    return memory;
}

char *format_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0)
        fail("out of memory");
    va_end(args);
    return text;
}

FILE *text_stream(char **text, size_t *size)
{
    FILE *stream = open_memstream(text, size);
    if (!stream)
        fail("out of memory");
    return stream;
}

/* -- checked access to the JSON -------------------------------------------- */

const char *text_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value))
        fail("'%s' is missing or not a string in %s", key,
             json_dumps(object, JSON_COMPACT | JSON_ENCODE_ANY));
    return json_string_value(value);
}

const json_t *list_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_array(value))
        fail("'%s' is not an array", key);
    return value;
}

bool next_item(each *e)
{
    e->item = json_array_get(e->list, e->n++);
    return e->item != NULL;
}

/* Reads a number, which may be in a string: "0x0010". */
uint32_t number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    long long number = -1;
    if (json_is_integer(value)) {
        number = (long long)json_integer_value(value);
    } else if (json_is_string(value)) {
        char *end;
        errno = 0;
        number = strtoll(json_string_value(value), &end, 0);
        if (errno || *end || end == json_string_value(value))
            number = -1;
    }
    if (number < 0 || number > UINT32_MAX)
        fail("'%s' is missing or not a number in %s", key,
             json_dumps(object, JSON_COMPACT | JSON_ENCODE_ANY));
    return (uint32_t)number;
}

json_t *load_grammar(const char *path)
{
    static json_t *loaded; /* all grammars, reachable to the program's end */
    json_error_t error;
    set_subject(path);
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        fail("line %d: %s", error.line, error.text);
    if (!loaded)
        loaded = json_array();
    json_array_append_new(loaded, root);
    if (!json_is_object(root))
        fail("the grammar is not an object");
    if (!json_is_array(json_object_get(root, "instructions")))
        fail("'instructions' is missing or not an array");
    return root;
}

/* -- operand kinds --------------------------------------------------------- */

static kind *find_kind(const grammar *g, size_t set, const char *name)
{
    for (size_t i = 0; i < g->n_kinds; i++)
        if (g->kinds[i].set == set && !strcmp(g->kinds[i].name, name))
            return &g->kinds[i];
    return NULL;
}

const kind *kind_named(const grammar *g, const char *name)
{
    const kind *k = find_kind(g, g->set, name);
    if (!k)
        k = find_kind(g, 0, name);
    if (!k)
        fail("operand kind '%s' is not declared", name);
    return k;
}

/* Whether an entry has this name or alias. `key`: the key of its name. */
static bool has_name(const json_t *entry, const char *key, const char *name)
{
    for (each e = {.list = list_of(entry, "aliases")}; next_item(&e);) {
        const char *alias = json_string_value(e.item);
        if (alias && !strcmp(alias, name))
            return true;
    }
    return !strcmp(text_of(entry, key), name);
}

const json_t *find_enumerant(const kind *k, const char *name)
{
    for (size_t i = 0; i < k->n_names; i++)
        if (has_name(k->names[i], "enumerant", name))
            return k->names[i];
    return NULL;
}

static void add_enumerant(kind *k, const json_t *enumerant)
{
    uint32_t value = number_of(enumerant, "value");
    size_t at = 0;
    k->names = grow(k->names, (k->n_names + 1) * sizeof *k->names);
    k->names[k->n_names++] = enumerant;
    while (at < k->n_enumerants
           && number_of(k->enumerants[at], "value") < value)
        at++;
    if (at < k->n_enumerants && number_of(k->enumerants[at], "value") == value)
        return; /* an alias: the first name stays */
    k->enumerants =
        grow(k->enumerants, (k->n_enumerants + 1) * sizeof *k->enumerants);
    memmove(k->enumerants + at + 1, k->enumerants + at,
            (k->n_enumerants - at) * sizeof *k->enumerants);
    k->enumerants[at] = enumerant;
    k->n_enumerants++;
}

static kind *add_kind(grammar *g, const json_t *entry)
{
    const char *name = text_of(entry, "kind");
    kind *k = find_kind(g, g->set, name);
    if (k)
        return k;
    g->kinds = grow(g->kinds, (g->n_kinds + 1) * sizeof *g->kinds);
    k = &g->kinds[g->n_kinds++];
    *k = (kind){.name = name,
                .category = text_of(entry, "category"),
                .symbol = name,
                .set = g->set};
    return k;
}

static void add_kinds(grammar *g, const json_t *root, FILE *fresh)
{
    for (each e = {.list = list_of(root, "operand_kinds")}; next_item(&e);) {
        kind *k = add_kind(g, e.item);
        for (each v = {.list = list_of(e.item, "enumerants")}; next_item(&v);) {
            const char *name = text_of(v.item, "enumerant");
            if (fresh && find_enumerant(k, name))
                continue;
            if (fresh)
                fprintf(fresh, "    Spv%s%s%s = 0x%x,\n", k->name, name,
                        !strcmp(k->category, "BitEnum") ? "Mask" : "",
                        number_of(v.item, "value"));
            add_enumerant(k, v.item);
        }
    }
}

void add_set_kinds(grammar *g, const ext_set *set)
{
    g->set++;
    add_kinds(g, set->root, NULL);
    for (each e = {.list = list_of(set->root, "operand_kinds")};
         next_item(&e);) {
        kind *k = find_kind(g, g->set, text_of(e.item, "kind"));
        k->symbol = format_text("%s_%s", set->symbol, k->name);
    }
}

/* -- instructions ---------------------------------------------------------- */

size_t operand_count(const json_t *inst)
{
    return json_array_size(list_of(inst, "operands"));
}

/* Inserts an instruction by its opcode, before those of the same opcode, since
 * the first one's name is shown, or behind them. */
static void insert_op(grammar *g, instruction op, bool first)
{
    size_t at = g->n_ops;
    while (at > 0 && g->ops[at - 1].opcode + first > op.opcode)
        at--;
    g->ops = grow(g->ops, (g->n_ops + 1) * sizeof *g->ops);
    memmove(g->ops + at + 1, g->ops + at, (g->n_ops - at) * sizeof *g->ops);
    g->ops[at] = op;
    g->n_ops++;
}

static instruction *find_op(const grammar *g, const char *name)
{
    for (size_t i = 0; i < g->n_ops; i++)
        if (has_name(g->ops[i].json, "opname", name))
            return &g->ops[i];
    return NULL;
}

static bool has_opcode(const grammar *g, uint32_t opcode)
{
    for (size_t i = 0; i < g->n_ops; i++)
        if (g->ops[i].opcode == opcode)
            return true;
    return false;
}

static void add_ops(grammar *g, const json_t *root, FILE *fresh)
{
    for (each e = {.list = list_of(root, "instructions")}; next_item(&e);) {
        const json_t *inst = e.item;
        instruction op = {inst, text_of(inst, "opname"),
                          number_of(inst, "opcode"), false};
        instruction *older = find_op(g, op.name);
        op.supplement = fresh && !has_opcode(g, op.opcode);
        if (op.opcode > MAX_OPCODE)
            fail("%s: opcode %u is over %u", op.name, op.opcode, MAX_OPCODE);
        if (older && !fresh)
            fail("%s is listed twice", op.name);
        bool corrects = json_object_get(inst, "corrects") != NULL;
        /* If the number of operands is corrected, the instruction counts as the
         * supplement's, since SPIRV-Tools have the wrong operands, too. */
        if (older && corrects)
            older->supplement =
                operand_count(inst) != operand_count(older->json);
        if (json_is_true(json_object_get(inst, "prefer"))) {
            if (!older || older->opcode != op.opcode)
                fail("%s is no other name of opcode %u", op.name, op.opcode);
            op.json = older->json;
            op.supplement = older->supplement;
            insert_op(g, op, true);
            continue;
        }
        if (older
            && (corrects || operand_count(inst) > operand_count(older->json)))
            older->json = inst;
        if (older)
            continue;
        insert_op(g, op, false);
        if (fresh)
            fprintf(fresh, "    Spv%s = %u,\n", op.name, op.opcode);
    }
}

void add_grammar(grammar *g, const json_t *root, FILE *fresh)
{
    add_kinds(g, root, fresh);
    add_ops(g, root, fresh);
}

/* -- names ----------------------------------------------------------------- */

/* Returns an operand's name as plain text. SPIRV-Headers writes it as AsciiDoc,
 * "'Operand 1', +\n'Operand 2', +\n...". An operand without a name has its
 * kind's: "IdResultType" is "Result Type". */
char *plain_name(const json_t *operand)
{
    const json_t *given = json_object_get(operand, "name");
    const char *from = given ? text_of(operand, "name") : "";
    char *name =
        grow(NULL, 2 * strlen(text_of(operand, "kind")) + strlen(from) + 1);
    size_t n = 0;
    for (; *from; from++) {
        if (*from == '\'' || *from == '+' || *from == '\\' || *from == '"')
            continue;
        bool space = isspace((unsigned char)*from) != 0;
        if (!space || (n > 0 && name[n - 1] != ' '))
            name[n++] = space ? ' ' : *from;
    }
    if (n == 0) {
        from = text_of(operand, "kind");
        from += strncmp(from, "Id", 2) == 0 ? 2 : 0;
        for (const char *c = from; *c; c++) {
            if (c > from && isupper((unsigned char)*c)
                && islower((unsigned char)c[-1]))
                name[n++] = ' ';
            name[n++] = *c;
        }
    }
    while (n > 0 && name[n - 1] == ' ')
        n--;
    name[n] = 0;
    return name;
}

/* Parts of kinds' names that plain text spells otherwise. */
static const char *const spoken[][2] = {
    {"BuiltIn", "built-in"},
    {"Dim", "dimensionality"},
    {"FPFastMath", "floating-point fast math"},
    {"FPRounding", "floating-point rounding"},
};

char *spoken_name(const kind *k)
{
    const char *rest = k->name, *head = "";
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++)
        if (strncmp(rest, spoken[i][0], strlen(spoken[i][0])) == 0) {
            rest += strlen(spoken[i][0]);
            head = spoken[i][1];
            break;
        }
    char *words = grow(NULL, strlen(head) + 2 * strlen(rest) + 10);
    size_t n = (size_t)sprintf(words, "%s", head);
    for (const char *c = rest; *c; c++) {
        bool lower = islower((unsigned char)c[1]) != 0;
        if (n > 0 && isupper((unsigned char)*c)
            && (lower || c == rest || islower((unsigned char)c[-1])))
            words[n++] = ' ';
        words[n++] = lower ? (char)tolower((unsigned char)*c) : *c;
    }
    words[n] = 0;
    const char *plural = " operands";
    if (n > strlen(plural) && !strcmp(words + n - strlen(plural), plural))
        words[n - 1] = 0;
    else if (strcmp(k->category, "BitEnum") == 0)
        memcpy(words + n, " operand", sizeof " operand");
    return words;
}
