/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The generator: the tables that grammar.h declares. */
#include "grammar/generate.h"

#include <stdlib.h>
#include <string.h>

/* -- what an operand or an instruction is ---------------------------------- */

/* Returns what a table of pairs has for a name; NULL: nothing. */
#define FIND(pairs, name) find(pairs, sizeof pairs / sizeof *pairs, name)
static const char *find(const char *const (*pairs)[2], size_t n,
                        const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(name, pairs[i][0]))
            return pairs[i][1];
    return NULL;
}

/* Returns the class (grammar.h) of an operand kind. */
static const char *class_of(const kind *k)
{
    static const char *const by_name[][2] = {
        {"IdResultType", "RESULT_TYPE"},
        {"IdResult", "RESULT"},
        {"LiteralFloat", "FLOAT_LITERAL"},
        {"LiteralString", "STRING"},
        {"LiteralContextDependentNumber", "TYPED_LITERAL"},
        {"LiteralExtInstInteger", "EXT_INST"},
        {"LiteralSpecConstantOpInteger", "SPEC_OP"},
        {"PairLiteralIntegerIdRef", "PAIR_LITERAL_ID"},
        {"PairIdRefLiteralInteger", "PAIR_ID_LITERAL"},
        {"PairIdRefIdRef", "PAIR_ID_ID"},
    };
    static const char *const by_category[][2] = {
        {"Id", "ID"},
        {"Literal", "LITERAL"},
        {"ValueEnum", "VALUE_ENUM"},
        {"BitEnum", "BIT_ENUM"},
    };
    const char *class = FIND(by_name, k->name);
    if (!class)
        class = FIND(by_category, k->category);
    if (class)
        return class;
    fail("operand kind '%s' has the unknown category '%s'", k->name,
         k->category);
}

static bool is_class(const grammar *g, const json_t *operand, const char *class)
{
    return !strcmp(class_of(kind_named(g, text_of(operand, "kind"))), class);
}

static bool is_id(const grammar *g, const json_t *operand)
{
    return is_class(g, operand, "ID") || is_class(g, operand, "RESULT_TYPE")
           || is_class(g, operand, "RESULT");
}

static char quantifier_of(const json_t *operand)
{
    return json_object_get(operand, "quantifier")
               ? *text_of(operand, "quantifier")
               : '1';
}

static bool has_parameters(const kind *k)
{
    for (size_t i = 0; i < k->n_enumerants; i++)
        if (json_array_size(list_of(k->enumerants[i], "parameters")) > 0)
            return true;
    return false;
}

/* Whether an operand is required and takes one word, whatever its value. */
static bool is_fixed(const grammar *g, const json_t *operand)
{
    const kind *k = kind_named(g, text_of(operand, "kind"));
    return quantifier_of(operand) == '1'
           && (is_id(g, operand) || is_class(g, operand, "LITERAL")
               || is_class(g, operand, "EXT_INST")
               || (k->n_enumerants && !has_parameters(k)));
}

/* Returns the tail (grammar.h) behind the `n_fixed` fixed operands of a
 * list. */
static const char *tail_of(const grammar *g, const json_t *list, size_t n_fixed)
{
    static const struct {
        const char *class, *quantifiers, *tail;
    } single[] = {{"ID", "*", "IDS"},          {"PAIR_ID_ID", "*", "ID_PAIRS"},
                  {"ID", "?", "OPTIONAL_IDS"}, {"LITERAL", "*", "LITERALS"},
                  {"STRING", "1", "STRING"},   {"TYPED_LITERAL", "1", "NUMBER"},
                  {"BIT_ENUM", "1?", "BITS"},  {"VALUE_ENUM", "1", "VALUE"}};
    size_t n = json_array_size(list);
    const json_t *next = json_array_get(list, n_fixed);
    if (n_fixed > 0
        && is_class(g, json_array_get(list, n_fixed - 1), "EXT_INST"))
        return "EXT_INST";
    if (n == n_fixed + 2 && is_class(g, next, "STRING")
        && quantifier_of(next) == '1'
        && is_class(g, json_array_get(list, n - 1), "ID")
        && quantifier_of(json_array_get(list, n - 1)) == '*')
        return "STRING_IDS";
    /* Where several operands are left, all must be optional ids. */
    for (size_t i = n_fixed + 1; i < n; i++)
        if (!is_id(g, next) || quantifier_of(next) != '?'
            || !is_id(g, json_array_get(list, i))
            || quantifier_of(json_array_get(list, i)) != '?')
            return "OTHER";
    for (size_t i = 0; next && i < sizeof single / sizeof *single; i++)
        if (is_class(g, next, single[i].class)
            && strchr(single[i].quantifiers, quantifier_of(next)))
            return single[i].tail;
    return next ? "OTHER" : "NONE";
}

/* Whether a list of words, with blanks between them, has one. */
static bool has_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at += n)
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == 0))
            return true;
    return false;
}

/* Returns the section of an instruction, which SPIR-V defines in prose (2.4).
 * The class in the grammar or the beginning of the name decides, but for the
 * instructions of the table. */
static const char *section_of(const json_t *inst)
{
    static const char *const sections[][2] = {
        {"CAPABILITY", "OpCapability OpConditionalCapabilityINTEL"},
        {"EXTENSION", "OpExtension OpConditionalExtensionINTEL"},
        {"IMPORT", "OpExtInstImport"},
        {"MEMORY_MODEL", "OpMemoryModel OpSamplerImageAddressingModeNV"},
        {"ENTRY_POINT", "OpEntryPoint OpConditionalEntryPointINTEL "
                        "OpGraphEntryPointARM"},
        {"EXECUTION_MODE", "OpExecutionMode OpExecutionModeId"},
        {"DEBUG_STRING",
         "OpString OpSource OpSourceExtension OpSourceContinued"},
        {"DEBUG_NAME", "OpName OpMemberName"},
        {"MODULE_PROCESSED", "OpModuleProcessed"},
        {"ANYWHERE", "OpNop OpLine OpNoLine"},
        {"TYPE_OR_BODY", "OpVariable OpUntypedVariableKHR OpUndef OpPoisonKHR "
                         "OpExtInst OpExtInstWithForwardRefsKHR OpSizeOf"},
        {"TYPE", "OpAliasDomainDeclINTEL OpAliasScopeDeclINTEL "
                 "OpAliasScopeListDeclINTEL OpAsmTargetINTEL OpAsmINTEL "
                 "OpGraphConstantARM"},
        {"GRAPH", "OpGraphARM"},
        {"GRAPH_END", "OpGraphEndARM"},
        {"FUNCTION", "OpFunction"},
        {"PARAMETER", "OpFunctionParameter"},
        {"FUNCTION_END", "OpFunctionEnd"},
        {"LABEL", "OpLabel"},
        {"TERMINATOR", "OpBranch OpBranchConditional OpSwitch OpReturn "
                       "OpReturnValue OpKill OpUnreachable OpAbortKHR "
                       "OpTerminateInvocation OpIgnoreIntersectionKHR "
                       "OpTerminateRayKHR OpEmitMeshTasksEXT"},
    };
    const char *name = text_of(inst, "opname");
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (has_word(sections[i][1], name))
            return sections[i][0];
    if (!strcmp(text_of(inst, "class"), "Annotation"))
        return "ANNOTATION";
    if (!strncmp(name, "OpType", 6) || !strncmp(name, "OpConstant", 10)
        || !strncmp(name, "OpSpecConstant", 14))
        return "TYPE";
    return "BODY";
}

/* -- tables ---------------------------------------------------------------- */

/* Writes an array of operand rows, and returns its name, or "NULL" for none. */
static char *write_operands(FILE *out, const grammar *g, const char *symbol,
                            const json_t *list)
{
    if (json_array_size(list) == 0)
        return format_text("NULL");
    fprintf(out, "static const gac__operand_row operands_%s[] = {\n", symbol);
    for (each e = {.list = list}; next_item(&e);) {
        const kind *k = kind_named(g, text_of(e.item, "kind"));
        char quantifier = quantifier_of(e.item);
        char *name = plain_name(e.item);
        fprintf(out, "    {GAC__OPERAND_%s, GAC__%s, %zu, \"%s\"},\n",
                class_of(k),
                quantifier == '?'   ? "OPTIONAL"
                : quantifier == '*' ? "ANY_NUMBER"
                                    : "ONE",
                (size_t)(k - g->kinds), name);
        free(name);
    }
    fprintf(out, "};\n");
    return format_text("operands_%s", symbol);
}

static char *write_capabilities(FILE *out, const grammar *g, const char *symbol,
                                const json_t *owner, size_t *n_out)
{
    const json_t *list = list_of(owner, "capabilities");
    *n_out = json_array_size(list);
    if (*n_out == 0)
        return format_text("NULL");
    const kind *capability = kind_named(g, "Capability");
    fprintf(out, "static const uint16_t capabilities_%s[] = {", symbol);
    for (each e = {.list = list}; next_item(&e);) {
        const char *name = json_string_value(e.item);
        const json_t *v = name ? find_enumerant(capability, name) : NULL;
        if (!v)
            fail("%s: unknown capability '%s'", symbol, name ? name : "?");
        fprintf(out, "%s%u", e.n > 1 ? ", " : "", number_of(v, "value"));
    }
    fprintf(out, "};\n");
    return format_text("capabilities_%s", symbol);
}

/* The version of SPIR-V that brings an entry, as in a module's header; 0: a
 * capability or an extension brings it, too. */
static uint32_t version_of(const json_t *entry)
{
    const char *text = json_string_value(json_object_get(entry, "version"));
    const char *point = text ? strchr(text, '.') : NULL;
    if (!point || json_array_size(list_of(entry, "capabilities"))
        || json_array_size(list_of(entry, "extensions")))
        return 0;
    return (uint32_t)(strtoul(text, NULL, 10) << 16
                      | strtoul(point + 1, NULL, 10) << 8);
}

/* The same of an enumerant by all its names. */
static uint32_t version_by_names(const kind *k, const json_t *e)
{
    uint32_t version = UINT32_MAX;
    for (size_t i = 0; i < k->n_names; i++)
        if (number_of(k->names[i], "value") == number_of(e, "value")
            && version_of(k->names[i]) < version)
            version = version_of(k->names[i]);
    return version;
}

/* Checks that parameters have no parameters themselves, which the walk of
 * operands (module/walk.c) relies on. */
static void check_parameters(const grammar *g, const json_t *parameters)
{
    for (each e = {.list = parameters}; next_item(&e);) {
        const kind *k = kind_named(g, text_of(e.item, "kind"));
        if (has_parameters(k))
            fail("a parameter of kind '%s' has parameters", k->name);
    }
}

/* Whether these parameters take one word each and are no ids. */
static bool are_literals(const grammar *g, const json_t *parameters)
{
    for (each e = {.list = parameters}; next_item(&e);)
        if (!is_fixed(g, e.item) || is_id(g, e.item))
            return false;
    return true;
}

static void write_enumerant(FILE *out, FILE *rows, const grammar *g,
                            const kind *k, const json_t *e)
{
    char *symbol = format_text("%s_%s", k->symbol, text_of(e, "enumerant"));
    size_t n_capabilities;
    const json_t *parameters = list_of(e, "parameters");
    char *operands = write_operands(out, g, symbol, parameters);
    char *capabilities = write_capabilities(out, g, symbol, e, &n_capabilities);
    check_parameters(g, parameters);
    fprintf(rows, "    {0x%x, \"%s\", %s, %zu, %s, %s, %zu, 0x%x},\n",
            number_of(e, "value"), text_of(e, "enumerant"), operands,
            json_array_size(parameters),
            are_literals(g, parameters) ? "true" : "false", capabilities,
            n_capabilities, version_by_names(k, e));
    free(symbol);
    free(operands);
    free(capabilities);
}

/* -- names, sorted for look-ups -------------------------------------------- */

typedef struct named {
    const char *name;
    uint32_t value;
} named;

typedef struct name_list {
    named *items;
    size_t n;
} name_list;

static void add_name(name_list *list, const char *name, uint32_t value)
{
    list->items = grow(list->items, (list->n + 1) * sizeof *list->items);
    list->items[list->n++] = (named){name, value};
}

/* Adds an entry's aliases. */
static void add_other_names(name_list *list, const json_t *of, uint32_t value)
{
    for (each e = {.list = list_of(of, "aliases")}; next_item(&e);)
        add_name(list, json_string_value(e.item), value);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* Writes the rows of an array of gac__name, each name once, and frees the list;
 * returns the number of rows. */
static size_t write_names(FILE *out, name_list *list)
{
    size_t written = 0;
    if (list->n > 0)
        qsort(list->items, list->n, sizeof *list->items, by_name);
    for (size_t i = 0; i < list->n; i++) {
        const named *e = &list->items[i];
        if (i > 0 && !strcmp(e->name, e[-1].name)) {
            if (e->value != e[-1].value)
                fail("'%s' has two values", e->name);
            continue;
        }
        fprintf(out, "    {\"%s\", %u},\n", e->name, e->value);
        written++;
    }
    free(list->items);
    *list = (name_list){NULL, 0};
    return written;
}

/* -- kinds ----------------------------------------------------------------- */

static size_t write_kind_names(FILE *out, const kind *k)
{
    name_list list = {NULL, 0};
    for (size_t i = 0; i < k->n_names; i++) {
        uint32_t value = number_of(k->names[i], "value");
        add_name(&list, text_of(k->names[i], "enumerant"), value);
        add_other_names(&list, k->names[i], value);
    }
    fprintf(out, "static const gac__name names_%s[] = {\n", k->symbol);
    size_t n = write_names(out, &list);
    fprintf(out, "};\n");
    return n;
}

static void write_kind_rows(FILE *out, FILE *rows, const grammar *g,
                            const kind *k)
{
    uint32_t bits[2] = {0, 0}; /* masks of enumerants: without parameters, and
                                  with one literal */
    char *text = NULL, *words = spoken_name(k);
    size_t size = 0;
    fprintf(rows, "    {\"%s\", \"%s\", GAC__OPERAND_%s", k->name, words,
            class_of(k));
    free(words);
    if (k->n_enumerants == 0) {
        fprintf(rows, ", .n_names = 0},\n");
        return;
    }
    FILE *list = text_stream(&text, &size);
    for (size_t i = 0; i < k->n_enumerants; i++) {
        const json_t *parameters = list_of(k->enumerants[i], "parameters");
        size_t n = json_array_size(parameters);
        write_enumerant(out, list, g, k, k->enumerants[i]);
        if (n < 2 && are_literals(g, parameters))
            bits[n] |= number_of(k->enumerants[i], "value");
    }
    fclose(list);
    fprintf(out, "static const gac__enumerant_row enumerants_%s[] = {\n%s};\n",
            k->symbol, text);
    free(text);
    fprintf(rows, ", %s, 0x%x, 0x%x, %zu, enumerants_%s, names_%s, %zu},\n",
            has_parameters(k) ? "true" : "false", bits[0], bits[1],
            k->n_enumerants, k->symbol, k->symbol, write_kind_names(out, k));
}

static void write_kinds(FILE *out, const grammar *g)
{
    char *text = NULL;
    size_t size = 0;
    FILE *rows = text_stream(&text, &size);
    for (size_t i = 0; i < g->n_kinds; i++) {
        grammar view = *g; /* in which the kind's set is selected: parameters'
                              kinds are looked up there first */
        view.set = g->kinds[i].set;
        write_kind_rows(out, rows, &view, &g->kinds[i]);
    }
    fclose(rows);
    fprintf(out,
            "const gac__kind_row gac__kind_rows[] = {\n%s};\n"
            "const uint16_t gac__kind_row_count = %zu;\n",
            text, g->n_kinds);
    free(text);
}

/* -- instructions ---------------------------------------------------------- */

/* Returns an instruction's bits of gac__op_shapes. */
static int shape_of(const instruction *op)
{
    int shape = 0;
    for (each e = {.list = list_of(op->json, "operands")}; next_item(&e);) {
        const char *k = text_of(e.item, "kind");
        shape |= !strcmp(k, "IdResultType") ? 1 : 0;
        shape |= !strcmp(k, "IdResult") ? 2 : 0;
    }
    return shape;
}

/* Whether an instruction of this name defines a type, if it has a result and no
 * type. */
static bool is_type(const char *name)
{
    size_t size = strlen(name);
    return !strncmp(name, "OpType", 6) && strcmp(name + size - 5, "INTEL") != 0;
}

/* Writes a gac__op_row to `rows`, and the arrays that it points to to `out`. */
static void write_op_row(FILE *out, FILE *rows, const grammar *g,
                         const instruction *op)
{
    const json_t *operands = list_of(op->json, "operands");
    size_t n = json_array_size(operands), n_fixed = 0, n_capabilities;
    uint32_t id_mask = 0;
    int shape = shape_of(op);
    char *rows_name = write_operands(out, g, op->name, operands);
    char *capabilities =
        write_capabilities(out, g, op->name, op->json, &n_capabilities);
    for (; n_fixed < n && n_fixed < 32; n_fixed++) {
        const json_t *operand = json_array_get(operands, n_fixed);
        if (!is_fixed(g, operand))
            break;
        id_mask |= (uint32_t)is_id(g, operand) << n_fixed;
    }
    fprintf(rows,
            "    {%u, %zu, %s, %s, GAC__SECTION_%s, %zu, "
            "GAC__TAIL_%s, %s, %s, 0x%x, \"%s\", \"%s\", %s, %s, %zu, 0x%x},\n",
            op->opcode, n, shape & 1 ? "true" : "false",
            shape & 2 ? "true" : "false", section_of(op->json), n_fixed,
            tail_of(g, operands, n_fixed),
            id_mask + UINT64_C(1) == UINT64_C(1) << n_fixed ? "true" : "false",
            shape == 2 && is_type(op->name) ? "true" : "false", id_mask,
            op->name, text_of(op->json, "class"), rows_name, capabilities,
            n_capabilities, version_of(op->json));
    free(rows_name);
    free(capabilities);
}

static void write_ops(FILE *out, const grammar *g)
{
    char *text = NULL;
    size_t size = 0, n_rows = 0;
    size_t *index = calloc(MAX_OPCODE + 1, sizeof *index);
    name_list names = {NULL, 0};
    FILE *rows = text_stream(&text, &size);
    if (!index)
        fail("out of memory");
    for (size_t i = 0; i < g->n_ops; i++) {
        if (i == 0 || g->ops[i].opcode != g->ops[i - 1].opcode) {
            write_op_row(out, rows, g, &g->ops[i]);
            index[g->ops[i].opcode] = ++n_rows;
        }
        add_name(&names, g->ops[i].name, (uint32_t)n_rows - 1);
        add_name(&names, text_of(g->ops[i].json, "opname"),
                 (uint32_t)n_rows - 1);
        add_other_names(&names, g->ops[i].json, (uint32_t)n_rows - 1);
    }
    fclose(rows);
    fprintf(out,
            "const gac__op_row gac__op_rows[] = {\n%s};\n"
            "const uint32_t gac__op_row_count = %zu;\n",
            text, n_rows);
    uint32_t count = g->ops[g->n_ops - 1].opcode + 1;
    fprintf(out, "const uint16_t gac__op_index[] = {");
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%s%zu,", i % 16 ? "" : "\n    ", index[i]);
    fprintf(out, "\n};\nconst uint32_t gac__op_index_count = %u;\n", count);
    fprintf(out, "const uint8_t gac__op_shapes[] = {");
    for (uint32_t i = 0, op = 0; i < count; i++) {
        while (g->ops[op].opcode < i)
            op++;
        fprintf(out, "%s%d,", i % 32 ? "" : "\n    ",
                index[i] ? shape_of(&g->ops[op]) : 0);
    }
    fprintf(out, "\n};\nconst gac__name gac__op_names[] = {\n");
    size_t n_names = write_names(out, &names);
    fprintf(out, "};\nconst uint32_t gac__op_name_count = %zu;\n", n_names);
    free(index);
    free(text);
}

static void write_supplement_opcodes(FILE *out, const grammar *g)
{
    size_t n = 0;
    fprintf(out, "const uint16_t gac__supplement_opcodes[] = {");
    for (size_t i = 0; i < g->n_ops; i++)
        if (g->ops[i].supplement)
            fprintf(out, "%s%u", n++ ? ", " : "", g->ops[i].opcode);
    fprintf(out, "%s};\nconst uint32_t gac__supplement_opcode_count = %zu;\n",
            n ? "" : "0", n);
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = number_of(*(const json_t *const *)a, "opcode");
    uint32_t y = number_of(*(const json_t *const *)b, "opcode");
    return x < y ? -1 : x > y;
}

static bool all_ids(const grammar *g, const json_t *operands)
{
    for (each e = {.list = operands}; next_item(&e);)
        if (!is_id(g, e.item))
            return false;
    return true;
}

/* Writes the index of a set's instructions by number, and returns its size. */
static uint32_t write_set_index(FILE *out, const char *symbol,
                                const json_t **sorted, size_t n)
{
    uint32_t count = n ? number_of(sorted[n - 1], "opcode") + 1 : 1;
    if (count > MAX_OPCODE)
        fail("opcode %u is over %u", count - 1, MAX_OPCODE);
    fprintf(out, "static const uint16_t index_%s[] = {", symbol);
    for (uint32_t number = 0, row = 0; number < count; number++) {
        bool here = row < n && number_of(sorted[row], "opcode") == number;
        row += here;
        fprintf(out, "%s%u,", number % 16 ? "" : "\n    ", here ? row : 0);
    }
    fprintf(out, "\n};\n");
    return count;
}

/* Writes a set's instructions as one array, sorted by number. */
void write_set_tables(FILE *out, const grammar *g, const ext_set *set)
{
    const json_t *list = list_of(set->root, "instructions");
    size_t n = json_array_size(list), size = 0;
    const json_t **sorted = grow(NULL, (n + 1) * sizeof *sorted);
    name_list names = {NULL, 0};
    char *text = NULL;
    FILE *rows = text_stream(&text, &size);
    for (size_t i = 0; i < n; i++)
        sorted[i] = json_array_get(list, i);
    qsort(sorted, n, sizeof *sorted, by_number);
    for (size_t i = 0; i < n; i++) {
        uint32_t number = number_of(sorted[i], "opcode");
        if (i > 0 && number == number_of(sorted[i - 1], "opcode"))
            fail("opcode %u is listed twice", number);
        char *name = format_text("%s_%u", set->symbol, number);
        char *operands =
            write_operands(out, g, name, list_of(sorted[i], "operands"));
        fprintf(rows, "    {%u, \"%s\", %s, %zu, %s},\n", number,
                text_of(sorted[i], "opname"), operands,
                operand_count(sorted[i]),
                all_ids(g, list_of(sorted[i], "operands")) ? "true" : "false");
        add_name(&names, text_of(sorted[i], "opname"), (uint32_t)i);
        free(operands);
        free(name);
    }
    fclose(rows);
    fprintf(out,
            "static const gac__ext_inst_row rows_%s[] = {\n%s};\n"
            "static const gac__name inst_names_%s[] = {\n",
            set->symbol, text, set->symbol);
    write_names(out, &names);
    fprintf(out, "};\n");
    uint32_t n_index = write_set_index(out, set->symbol, sorted, n);
    fprintf(out,
            "const gac__ext_set gac__set_%s = {\"%s\", rows_%s, %zu, "
            "index_%s, %u, inst_names_%s};\n",
            set->symbol, set->name, set->symbol, n, set->symbol, n_index,
            set->symbol);
    free(text);
    free(sorted);
}

/* -- extensions ------------------------------------------------------------ */

static void add_extensions(name_list *list, const json_t *of)
{
    for (each e = {.list = list_of(of, "extensions")}; next_item(&e);)
        add_name(list, json_string_value(e.item), 0);
}

/* Writes the names of all extensions that an entry of the grammars requires. */
static void write_extensions(FILE *out, const grammar *g)
{
    name_list list = {NULL, 0};
    for (size_t i = 0; i < g->n_ops; i++)
        add_extensions(&list, g->ops[i].json);
    for (size_t i = 0; i < g->n_kinds; i++)
        for (size_t k = 0; k < g->kinds[i].n_enumerants; k++)
            add_extensions(&list, g->kinds[i].enumerants[k]);
    fprintf(out, "const gac__name gac__extension_names[] = {\n");
    size_t n = write_names(out, &list);
    fprintf(out, "};\nconst uint32_t gac__extension_count = %zu;\n", n);
}

void write_core_tables(FILE *out, const grammar *g)
{
    write_kinds(out, g);
    write_ops(out, g);
    write_extensions(out, g);
    write_supplement_opcodes(out, g);
}
