/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Turns the JSON grammars into C tables and headers; runs at build time. */

/* usage: generate CORE OPENCL_STD SET SUPPLEMENT OUTDIR
 *
 * Reads SPIRV-Headers' core grammar, the OpenCL.std grammar, the grammar of
 * the async-copy set and our supplement to the core grammar, and writes
 *
 *   grammar_tables.c            the tables that grammar.h declares
 *   supplement.h                SpvOp... for what the core grammar lacks
 *   async_operands.h            the roles of the set's operands
 *   CodeplayGroupAsyncCopies.h  the set's header in SPIRV-Headers' form
 *
 * All of it is made in memory first: a fault in a grammar ends the program
 * with a message and leaves no file behind that make would take for done.
 * The supplement only adds. Once SPIRV-Headers lists an opcode or an
 * enumerant itself, ours gives way; an instruction that has more operands in
 * the supplement than in the core grammar has gained them since. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

enum { CORE, OPENCL_STD, SET, SUPPLEMENT, GRAMMAR_COUNT };
enum { MAX_OPCODE = 0xFFFF, MAX_ROLES = 64 };

static const char *g_file; /* the grammar being read, for messages */

/* -- faults --------------------------------------------------------------- */

static void fail(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));

static void fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "generate: %s: ", g_file);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

static void *grow(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (!memory)
        fail("out of memory");
    return memory;
}

static char *format_text(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

static char *format_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0)
        fail("out of memory");
    va_end(args);
    return text;
}

/* -- checked access to the JSON -------------------------------------------- */

static const char *text_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value))
        fail("'%s' is missing or not a string in %s", key,
             json_dumps(object, JSON_COMPACT | JSON_ENCODE_ANY));
    return json_string_value(value);
}

/* A member that is an array, or NULL where it is absent. */
static const json_t *list_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_array(value))
        fail("'%s' is not an array", key);
    return value;
}

/* Numbers may stand in strings: "0x0010". */
static uint32_t number_of(const json_t *object, const char *key)
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

static json_t *load(const char *path)
{
    json_error_t error;
    g_file = path;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        fail("line %d: %s", error.line, error.text);
    if (!json_is_object(root))
        fail("the grammar is not an object");
    if (!json_is_array(json_object_get(root, "instructions")))
        fail("'instructions' is missing or not an array");
    return root;
}

/* -- operand kinds ---------------------------------------------------------- */

typedef struct kind {
    const char *name, *category;
    const json_t **enumerants; /* by value, one a value */
    size_t n_enumerants;
    const json_t **names;      /* all, aliases included */
    size_t n_names;
} kind;

static kind *kinds;
static size_t n_kinds;

static size_t find_kind(const char *name)
{
    size_t i = 0;
    while (i < n_kinds && strcmp(kinds[i].name, name) != 0)
        i++;
    return i;
}

static const json_t *find_enumerant(const kind *k, const char *name)
{
    for (size_t i = 0; i < k->n_names; i++)
        if (!strcmp(text_of(k->names[i], "enumerant"), name))
            return k->names[i];
    return NULL;
}

static void add_enumerant(kind *k, const json_t *enumerant)
{
    uint32_t value = number_of(enumerant, "value");
    size_t at = 0;
    k->names = grow(k->names, (k->n_names + 1) * sizeof *k->names);
    k->names[k->n_names++] = enumerant;
    while (at < k->n_enumerants &&
           number_of(k->enumerants[at], "value") < value)
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

/* `fresh`: where the names go that the kinds did not have before; NULL: all
 * are wanted as they are. */
static void add_kinds(const json_t *root, FILE *fresh)
{
    const json_t *list = list_of(root, "operand_kinds");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *name = text_of(entry, "kind");
        const char *category = text_of(entry, "category");
        size_t k = find_kind(name);
        if (k == n_kinds) {
            kinds = grow(kinds, ++n_kinds * sizeof *kinds);
            kinds[k] = (kind){.name = name, .category = category};
        }
        const json_t *enumerants = list_of(entry, "enumerants");
        for (size_t j = 0; j < json_array_size(enumerants); j++) {
            const json_t *e = json_array_get(enumerants, j);
            const char *e_name = text_of(e, "enumerant");
            if (fresh && find_enumerant(&kinds[k], e_name))
                continue;
            if (fresh)
                fprintf(fresh, "    Spv%s%s%s = 0x%x,\n", name, e_name,
                        !strcmp(category, "BitEnum") ? "Mask" : "",
                        number_of(e, "value"));
            add_enumerant(&kinds[k], e);
        }
    }
}

/* Which class of grammar.h an operand kind belongs to. */
static const char *class_of(const kind *k)
{
    static const char *const by_name[][2] = {
        {"IdResultType", "RESULT_TYPE"},
        {"IdResult", "RESULT"},
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
    for (size_t i = 0; i < sizeof by_name / sizeof *by_name; i++)
        if (!strcmp(k->name, by_name[i][0]))
            return by_name[i][1];
    for (size_t i = 0; i < sizeof by_category / sizeof *by_category; i++)
        if (!strcmp(k->category, by_category[i][0]))
            return by_category[i][1];
    fail("operand kind '%s' has the unknown category '%s'", k->name,
         k->category);
}

static bool is_plain(const json_t *operand)
{
    const char *class = class_of(&kinds[find_kind(text_of(operand, "kind"))]);
    return !json_object_get(operand, "quantifier") &&
           (!strcmp(class, "ID") || !strcmp(class, "RESULT_TYPE") ||
            !strcmp(class, "RESULT"));
}

/* -- instructions ------------------------------------------------------------ */

typedef struct instruction {
    const json_t *json;
    const char *name;
    uint32_t opcode;
    bool supplement;
} instruction;

static instruction *ops; /* by opcode, aliases after the first name */
static size_t n_ops;

static size_t operand_count(const json_t *inst)
{
    return json_array_size(list_of(inst, "operands"));
}

/* Keeps the order: by opcode, then as the grammars list them. */
static void insert_op(instruction op)
{
    size_t at = n_ops;
    while (at > 0 && ops[at - 1].opcode > op.opcode)
        at--;
    ops = grow(ops, (n_ops + 1) * sizeof *ops);
    memmove(ops + at + 1, ops + at, (n_ops - at) * sizeof *ops);
    ops[at] = op;
    n_ops++;
}

static instruction *find_op(const char *name)
{
    for (size_t i = 0; i < n_ops; i++)
        if (!strcmp(ops[i].name, name))
            return &ops[i];
    return NULL;
}

static void add_ops(const json_t *root, FILE *fresh)
{
    const json_t *list = list_of(root, "instructions");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *inst = json_array_get(list, i);
        instruction op = {inst, text_of(inst, "opname"),
                          number_of(inst, "opcode"), fresh != NULL};
        instruction *older = find_op(op.name);
        if (op.opcode > MAX_OPCODE)
            fail("%s: opcode %u is over %u", op.name, op.opcode, MAX_OPCODE);
        if (older && !fresh)
            fail("%s is listed twice", op.name);
        if (older && operand_count(inst) > operand_count(older->json))
            older->json = inst;
        if (older)
            continue;
        insert_op(op);
        if (fresh)
            fprintf(fresh, "    Spv%s = %u,\n", op.name, op.opcode);
    }
}

/* Where an instruction may stand. SPIR-V says it in prose (2.4); the class in
 * the grammar and the name's beginning decide most of it. */
static const char *place_of(const json_t *inst)
{
    static const char *const by_name[][2] = {
        {"OpCapability", "CAPABILITY"},
        {"OpConditionalCapabilityINTEL", "CAPABILITY"},
        {"OpExtension", "EXTENSION"},
        {"OpConditionalExtensionINTEL", "EXTENSION"},
        {"OpExtInstImport", "IMPORT"},
        {"OpMemoryModel", "MEMORY_MODEL"},
        {"OpEntryPoint", "ENTRY_POINT"},
        {"OpConditionalEntryPointINTEL", "ENTRY_POINT"},
        {"OpExecutionMode", "EXECUTION_MODE"},
        {"OpExecutionModeId", "EXECUTION_MODE"},
        {"OpString", "DEBUG_STRING"},
        {"OpSource", "DEBUG_STRING"},
        {"OpSourceExtension", "DEBUG_STRING"},
        {"OpSourceContinued", "DEBUG_STRING"},
        {"OpName", "DEBUG_NAME"},
        {"OpMemberName", "DEBUG_NAME"},
        {"OpModuleProcessed", "MODULE_PROCESSED"},
        {"OpNop", "ANYWHERE"},
        {"OpLine", "ANYWHERE"},
        {"OpNoLine", "ANYWHERE"},
        {"OpVariable", "TYPE_OR_BODY"},
        {"OpUntypedVariableKHR", "TYPE_OR_BODY"},
        {"OpUndef", "TYPE_OR_BODY"},
        {"OpExtInst", "TYPE_OR_BODY"},
        {"OpExtInstWithForwardRefsKHR", "TYPE_OR_BODY"},
        {"OpSizeOf", "TYPE_OR_BODY"},
        {"OpAliasDomainDeclINTEL", "TYPE"},
        {"OpAliasScopeDeclINTEL", "TYPE"},
        {"OpAliasScopeListDeclINTEL", "TYPE"},
        {"OpAsmTargetINTEL", "TYPE"},
        {"OpAsmINTEL", "TYPE"},
        {"OpSamplerImageAddressingModeNV", "TYPE"},
        {"OpFunction", "FUNCTION"},
        {"OpFunctionParameter", "PARAMETER"},
        {"OpFunctionEnd", "FUNCTION_END"},
        {"OpLabel", "LABEL"},
        {"OpBranch", "TERMINATOR"},
        {"OpBranchConditional", "TERMINATOR"},
        {"OpSwitch", "TERMINATOR"},
        {"OpReturn", "TERMINATOR"},
        {"OpReturnValue", "TERMINATOR"},
        {"OpKill", "TERMINATOR"},
        {"OpUnreachable", "TERMINATOR"},
        {"OpAbortKHR", "TERMINATOR"},
        {"OpTerminateInvocation", "TERMINATOR"},
        {"OpIgnoreIntersectionKHR", "TERMINATOR"},
        {"OpTerminateRayKHR", "TERMINATOR"},
        {"OpEmitMeshTasksEXT", "TERMINATOR"},
    };
    const char *name = text_of(inst, "opname");
    for (size_t i = 0; i < sizeof by_name / sizeof *by_name; i++)
        if (!strcmp(name, by_name[i][0]))
            return by_name[i][1];
    if (!strcmp(text_of(inst, "class"), "Annotation"))
        return "ANNOTATION";
    if (!strncmp(name, "OpType", 6) || !strncmp(name, "OpConstant", 10) ||
        !strncmp(name, "OpSpecConstant", 14))
        return "TYPE";
    return "BODY";
}

/* -- names -------------------------------------------------------------------- */

/* Plain text of an operand's name: SPIRV-Headers writes it as AsciiDoc,
 * "'Operand 1', +\n'Operand 2', +\n...". Without a name the kind's gives it:
 * "IdResultType" is "Result Type". */
static char *plain_name(const json_t *operand)
{
    const json_t *given = json_object_get(operand, "name");
    const char *from = given ? text_of(operand, "name") : "";
    char *name = grow(NULL, 2 * strlen(text_of(operand, "kind")) +
                                strlen(from) + 1);
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
            if (c > from && isupper((unsigned char)*c) &&
                islower((unsigned char)c[-1]))
                name[n++] = ' ';
            name[n++] = *c;
        }
    }
    while (n > 0 && name[n - 1] == ' ')
        n--;
    name[n] = 0;
    return name;
}

/* "Num Elements Per Line" -> "NUM_ELEMENTS_PER_LINE" */
static char *upper_name(const json_t *operand)
{
    char *name = plain_name(operand);
    for (char *c = name; *c; c++)
        *c = isalnum((unsigned char)*c)
                 ? (char)toupper((unsigned char)*c)
                 : '_';
    return name;
}

/* -- tables ---------------------------------------------------------------------- */

/* Writes an array of operand rows; a name, or "NULL" where there is none. */
static char *write_operands(FILE *out, const char *symbol, const json_t *list)
{
    if (json_array_size(list) == 0)
        return format_text("NULL");
    fprintf(out, "static const gac__operand_row operands_%s[] = {\n", symbol);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *operand = json_array_get(list, i);
        const char *kind_name = text_of(operand, "kind");
        size_t k = find_kind(kind_name);
        if (k == n_kinds)
            fail("%s: operand kind '%s' is not declared", symbol, kind_name);
        const char *quantifier = json_object_get(operand, "quantifier")
                                     ? text_of(operand, "quantifier")
                                     : "";
        char *name = plain_name(operand);
        fprintf(out, "    {GAC__OPERAND_%s, GAC__%s, %zu, \"%s\"},\n",
                class_of(&kinds[k]),
                *quantifier == '?'   ? "OPTIONAL"
                : *quantifier == '*' ? "ANY_NUMBER"
                                     : "ONE",
                k, name);
        free(name);
    }
    fprintf(out, "};\n");
    return format_text("operands_%s", symbol);
}

static char *write_capabilities(FILE *out, const char *symbol,
                                const json_t *owner, size_t *n_out)
{
    const json_t *list = list_of(owner, "capabilities");
    *n_out = json_array_size(list);
    if (*n_out == 0)
        return format_text("NULL");
    const kind *capability = &kinds[find_kind("Capability")];
    fprintf(out, "static const uint16_t capabilities_%s[] = {", symbol);
    for (size_t i = 0; i < *n_out; i++) {
        const json_t *item = json_array_get(list, i);
        const char *name = json_string_value(item);
        const json_t *e = name ? find_enumerant(capability, name) : NULL;
        if (!e)
            fail("%s: unknown capability '%s'", symbol, name ? name : "?");
        fprintf(out, "%s%u", i ? ", " : "", number_of(e, "value"));
    }
    fprintf(out, "};\n");
    return format_text("capabilities_%s", symbol);
}

static void write_kind_rows(FILE *out, FILE *rows, const kind *k)
{
    bool has_parameters = false;
    char *text = NULL;
    size_t size = 0;
    FILE *list = open_memstream(&text, &size);
    for (size_t i = 0; i < k->n_enumerants; i++) {
        const json_t *e = k->enumerants[i];
        char *symbol =
            format_text("%s_%s", k->name, text_of(e, "enumerant"));
        size_t n_capabilities;
        const json_t *parameters = list_of(e, "parameters");
        char *operands = write_operands(out, symbol, parameters);
        char *capabilities =
            write_capabilities(out, symbol, e, &n_capabilities);
        has_parameters |= json_array_size(parameters) > 0;
        fprintf(list, "    {0x%x, \"%s\", %s, %zu, %s, %zu},\n",
                number_of(e, "value"), text_of(e, "enumerant"), operands,
                json_array_size(parameters), capabilities, n_capabilities);
        free(symbol);
        free(operands);
        free(capabilities);
    }
    fclose(list);
    if (k->n_enumerants)
        fprintf(out, "static const gac__enumerant_row enumerants_%s[] = {\n%s"
                "};\n", k->name, text);
    fprintf(rows, "    {\"%s\", GAC__OPERAND_%s, %s, %zu, %s%s},\n", k->name,
            class_of(k), has_parameters ? "true" : "false", k->n_enumerants,
            k->n_enumerants ? "enumerants_" : "NULL",
            k->n_enumerants ? k->name : "");
    free(text);
}

static void write_kinds(FILE *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *rows = open_memstream(&text, &size);
    for (size_t i = 0; i < n_kinds; i++)
        write_kind_rows(out, rows, &kinds[i]);
    fclose(rows);
    fprintf(out, "const gac__kind_row gac__kind_rows[] = {\n%s};\n"
            "const uint16_t gac__kind_row_count = %zu;\n", text, n_kinds);
    free(text);
}

static void write_op_row(FILE *out, FILE *rows, const instruction *op)
{
    const json_t *operands = list_of(op->json, "operands");
    size_t n = json_array_size(operands), n_plain = 0, n_capabilities;
    bool has_type = false, has_result = false;
    char *rows_name = write_operands(out, op->name, operands);
    char *capabilities =
        write_capabilities(out, op->name, op->json, &n_capabilities);
    while (n_plain < n && is_plain(json_array_get(operands, n_plain)))
        n_plain++;
    for (size_t i = 0; i < n; i++) {
        const char *k = text_of(json_array_get(operands, i), "kind");
        has_type |= !strcmp(k, "IdResultType");
        has_result |= !strcmp(k, "IdResult");
    }
    fprintf(rows, "    {%u, %zu, %s, %s, GAC__PLACE_%s, %zu, \"%s\", \"%s\", "
            "%s, %s, %zu},\n", op->opcode, n, has_type ? "true" : "false",
            has_result ? "true" : "false", place_of(op->json), n_plain,
            op->name, text_of(op->json, "class"), rows_name, capabilities,
            n_capabilities);
    free(rows_name);
    free(capabilities);
}

typedef struct named_row {
    const char *name;
    size_t row;
} named_row;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const named_row *)a)->name, ((const named_row *)b)->name);
}

static void write_op_names(FILE *out, const named_row *names, size_t n)
{
    fprintf(out, "const gac__op_name gac__op_names[] = {\n");
    for (size_t i = 0; i < n; i++)
        fprintf(out, "    {\"%s\", %zu},\n", names[i].name, names[i].row);
    fprintf(out, "};\nconst uint32_t gac__op_name_count = %zu;\n", n);
}

static void write_ops(FILE *out)
{
    char *text = NULL;
    size_t size = 0, n_rows = 0, n_names = 0;
    size_t *index = calloc(MAX_OPCODE + 1, sizeof *index);
    named_row *names = grow(NULL, 3 * n_ops * sizeof *names);
    FILE *rows = open_memstream(&text, &size);
    if (!index || !rows)
        fail("out of memory");
    for (size_t i = 0; i < n_ops; i++) {
        if (i == 0 || ops[i].opcode != ops[i - 1].opcode) {
            write_op_row(out, rows, &ops[i]);
            index[ops[i].opcode] = ++n_rows;
        }
        names[n_names++] = (named_row){ops[i].name, n_rows - 1};
        const json_t *aliases = list_of(ops[i].json, "aliases");
        for (size_t j = 0; j < json_array_size(aliases) && j < 2; j++)
            names[n_names++] = (named_row){
                json_string_value(json_array_get(aliases, j)), n_rows - 1};
    }
    fclose(rows);
    fprintf(out, "const gac__op_row gac__op_rows[] = {\n%s};\n"
            "const uint32_t gac__op_row_count = %zu;\n", text, n_rows);
    uint32_t count = ops[n_ops - 1].opcode + 1;
    fprintf(out, "const uint16_t gac__op_index[] = {");
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%s%zu,", i % 16 ? "" : "\n    ", index[i]);
    fprintf(out, "\n};\nconst uint32_t gac__op_index_count = %u;\n", count);
    qsort(names, n_names, sizeof *names, by_name);
    write_op_names(out, names, n_names);
    free(names);
    free(index);
    free(text);
}

static void write_supplement_opcodes(FILE *out)
{
    size_t n = 0;
    fprintf(out, "const uint16_t gac__supplement_opcodes[] = {");
    for (size_t i = 0; i < n_ops; i++)
        if (ops[i].supplement)
            fprintf(out, "%s%u", n++ ? ", " : "", ops[i].opcode);
    fprintf(out, "%s};\nconst uint32_t gac__supplement_opcode_count = %zu;\n",
            n ? "" : "0", n);
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = number_of(*(const json_t *const *)a, "opcode");
    uint32_t y = number_of(*(const json_t *const *)b, "opcode");
    return x < y ? -1 : x > y;
}

/* Extended instructions: one array a set, by number, whatever the order that
 * the grammar has. */
static void write_set(FILE *out, const json_t *root, const char *symbol,
                      const char *set_name)
{
    const json_t *list = list_of(root, "instructions");
    size_t n = json_array_size(list), size = 0;
    const json_t **sorted = grow(NULL, (n + 1) * sizeof *sorted);
    char *text = NULL;
    FILE *rows = open_memstream(&text, &size);
    for (size_t i = 0; i < n; i++)
        sorted[i] = json_array_get(list, i);
    qsort(sorted, n, sizeof *sorted, by_number);
    for (size_t i = 0; i < n; i++) {
        uint32_t number = number_of(sorted[i], "opcode");
        if (i > 0 && number == number_of(sorted[i - 1], "opcode"))
            fail("opcode %u is listed twice", number);
        char *name = format_text("%s_%u", symbol, number);
        char *operands =
            write_operands(out, name, list_of(sorted[i], "operands"));
        fprintf(rows, "    {%u, \"%s\", %s, %zu},\n", number,
                text_of(sorted[i], "opname"), operands,
                operand_count(sorted[i]));
        free(operands);
        free(name);
    }
    fclose(rows);
    fprintf(out, "static const gac__ext_inst_row rows_%s[] = {\n%s};\n"
            "const gac__ext_set gac__set_%s = {%s, rows_%s, %zu};\n", symbol,
            text, symbol, set_name, symbol, n);
    free(text);
    free(sorted);
}

/* -- the set's operands by role ---------------------------------------------------- */

typedef struct role_list {
    char *names[MAX_ROLES];  /* NUM_LINES */
    char *plain[MAX_ROLES];  /* Num Lines */
    size_t n;
} role_list;

static size_t find_role(const role_list *roles, const char *name)
{
    size_t i = 0;
    while (i < roles->n && strcmp(roles->names[i], name) != 0)
        i++;
    return i;
}

/* The union of the instructions' operands. A name that only a later
 * instruction has goes in before the operand that follows it there. */
static void collect_roles(const json_t *root, role_list *roles)
{
    const json_t *list = list_of(root, "instructions");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *operands =
            list_of(json_array_get(list, i), "operands");
        for (size_t j = 0, at = 0; j < json_array_size(operands); j++) {
            const json_t *operand = json_array_get(operands, j);
            char *name = upper_name(operand);
            size_t found = find_role(roles, name);
            if (found < roles->n) {
                at = found + 1;
                free(name);
                continue;
            }
            if (roles->n == MAX_ROLES)
                fail("more than %d operand names", MAX_ROLES);
            size_t tail = (roles->n - at) * sizeof *roles->names;
            memmove(roles->names + at + 1, roles->names + at, tail);
            memmove(roles->plain + at + 1, roles->plain + at, tail);
            roles->names[at] = name;
            roles->plain[at++] = plain_name(operand);
            roles->n++;
        }
    }
}

static void write_role_header(FILE *out, const role_list *roles)
{
    fprintf(out,
            "/* Made by generate.c from the set's grammar; do not edit. */\n"
            "#ifndef GAC_GEN_ASYNC_OPERANDS_H\n"
            "#define GAC_GEN_ASYNC_OPERANDS_H\n\n#include <stdint.h>\n\n"
            "/* The operands of the set's instructions, by name. */\n"
            "enum gac__async_operand {\n");
    for (size_t i = 0; i < roles->n; i++)
        fprintf(out, "    GAC__ASYNC_%s,\n", roles->names[i]);
    fprintf(out,
            "    GAC__ASYNC_COUNT\n};\n\n"
            "/* The position of an operand in instruction `number`, 0 for the "
            "first one\n * after the instruction number; -1: it has none of "
            "that name, or there is no\n * such instruction. */\n"
            "int gac__async_position(uint32_t number, "
            "enum gac__async_operand role);\n\n"
            "/* The reverse: GAC__ASYNC_COUNT if there is no such position. */"
            "\nenum gac__async_operand gac__async_role(uint32_t number,\n"
            "                                        uint32_t position);\n\n"
            "/* The operand's name in the grammar; never NULL. */\n"
            "const char *gac__async_operand_name("
            "enum gac__async_operand role);\n\n#endif\n");
}

static void write_role_tables(FILE *out, const json_t *root,
                              const role_list *roles)
{
    const json_t *list = list_of(root, "instructions");
    fprintf(out, "static const char *const role_names[] = {\n");
    for (size_t i = 0; i < roles->n; i++)
        fprintf(out, "    \"%s\",\n", roles->plain[i]);
    fprintf(out, "};\nstatic const signed char positions[][%zu] = {\n",
            roles->n);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *operands =
            list_of(json_array_get(list, i), "operands");
        int position[MAX_ROLES];
        memset(position, -1, sizeof position);
        for (size_t j = 0; j < json_array_size(operands); j++) {
            char *name = upper_name(json_array_get(operands, j));
            position[find_role(roles, name)] = (int)j;
            free(name);
        }
        fprintf(out, "    {");
        for (size_t r = 0; r < roles->n; r++)
            fprintf(out, "%s%d", r ? ", " : "", position[r]);
        fprintf(out, "},\n");
    }
    fprintf(out,
            "};\n"
            "int gac__async_position(uint32_t number, "
            "enum gac__async_operand role)\n{\n"
            "    const gac__ext_inst_row *row =\n"
            "        gac__grammar_ext_inst(&gac__set_async_copies, number);\n"
            "    if (!row || (unsigned)role >= GAC__ASYNC_COUNT)\n"
            "        return -1;\n"
            "    return positions[row - rows_async_copies][role];\n}\n"
            "enum gac__async_operand gac__async_role(uint32_t number, "
            "uint32_t position)\n{\n"
            "    for (int r = 0; r < GAC__ASYNC_COUNT; r++) {\n"
            "        int p = gac__async_position(number, "
            "(enum gac__async_operand)r);\n"
            "        if (p >= 0 && (uint32_t)p == position)\n"
            "            return (enum gac__async_operand)r;\n    }\n"
            "    return GAC__ASYNC_COUNT;\n}\n"
            "const char *gac__async_operand_name("
            "enum gac__async_operand role)\n{\n"
            "    return (unsigned)role < GAC__ASYNC_COUNT ? role_names[role] "
            ": \"\";\n}\n");
}

/* -- the set's header, as SPIRV-Headers would have it -------------------------------- */

static void write_set_header(FILE *out, const json_t *root, const char *name)
{
    const json_t *copyright = list_of(root, "copyright");
    const json_t *list = list_of(root, "instructions");
    for (size_t i = 0; i < json_array_size(copyright); i++) {
        const char *line = json_string_value(json_array_get(copyright, i));
        fprintf(out, "// %s\n", line ? line : "");
    }
    fprintf(out,
            "// \n\n#ifndef SPIRV_UNIFIED1_%s_H_\n"
            "#define SPIRV_UNIFIED1_%s_H_\n\n"
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n", name, name);
    static const char *const stamps[][2] = {{"version", "Version"},
                                            {"revision", "Revision"}};
    for (int i = 0; i < 2; i++)
        if (json_object_get(root, stamps[i][0]))
            fprintf(out,
                    "enum {\n    %s%s = %u,\n"
                    "    %s%s_BitWidthPadding = 0x7fffffff\n};\n", name,
                    stamps[i][1], number_of(root, stamps[i][0]), name,
                    stamps[i][1]);
    fprintf(out, "\nenum %sInstructions {\n", name);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *inst = json_array_get(list, i);
        fprintf(out, "    %s%s = %u,\n", name, text_of(inst, "opname"),
                number_of(inst, "opcode"));
    }
    fprintf(out,
            "    %sInstructionsMax = 0x7fffffff\n};\n\n\n"
            "#ifdef __cplusplus\n}\n#endif\n\n"
            "#endif // SPIRV_UNIFIED1_%s_H_\n", name, name);
}

/* -- output ---------------------------------------------------------------------------- */

enum { TABLES, SUPPLEMENT_H, ROLES_H, SET_H, OUTPUT_COUNT };

typedef struct output {
    const char *name;
    FILE *stream;
    char *text;
    size_t size;
} output;

static void store(const char *folder, output *out)
{
    char *path = format_text("%s/%s", folder, out->name);
    char *partial = format_text("%s.partial", path);
    fclose(out->stream);
    g_file = partial;
    FILE *file = fopen(partial, "w");
    bool ok = file && fwrite(out->text, 1, out->size, file) == out->size;
    ok = file && fclose(file) == 0 && ok;
    if (!ok || rename(partial, path) != 0) {
        int reason = errno;
        remove(partial);
        fail("%s", strerror(reason));
    }
    free(out->text);
    free(partial);
    free(path);
}

int main(int argc, char **argv)
{
    output out[OUTPUT_COUNT] = {{.name = "grammar_tables.c"},
                                {.name = "supplement.h"},
                                {.name = "async_operands.h"},
                                {.name = "CodeplayGroupAsyncCopies.h"}};
    json_t *grammar[GRAMMAR_COUNT];
    role_list roles = {.n = 0};
    g_file = "arguments";
    if (argc != GRAMMAR_COUNT + 2)
        fail("usage: generate CORE OPENCL_STD SET SUPPLEMENT OUTDIR");
    for (int i = 0; i < GRAMMAR_COUNT; i++)
        grammar[i] = load(argv[1 + i]);
    for (int i = 0; i < OUTPUT_COUNT; i++)
        if (!(out[i].stream = open_memstream(&out[i].text, &out[i].size)))
            fail("out of memory");

    FILE *fresh = out[SUPPLEMENT_H].stream;
    fprintf(fresh,
            "/* Made by generate.c: what the core grammar at hand lacks. */\n"
            "#ifndef GAC_GEN_SUPPLEMENT_H\n#define GAC_GEN_SUPPLEMENT_H\n\n"
            "enum {\n");
    g_file = argv[1 + CORE];
    add_kinds(grammar[CORE], NULL);
    add_ops(grammar[CORE], NULL);
    g_file = argv[1 + SUPPLEMENT];
    add_kinds(grammar[SUPPLEMENT], fresh);
    add_ops(grammar[SUPPLEMENT], fresh);
    fprintf(fresh, "    gac__supplement_end\n};\n\n#endif\n");

    FILE *tables = out[TABLES].stream;
    fprintf(tables, "/* Made by generate.c from the JSON grammars; do not "
            "edit. */\n#include \"grammar/grammar.h\"\n\n"
            "#include \"gen/async_operands.h\"\n\n");
    g_file = "core grammar and supplement";
    write_kinds(tables);
    write_ops(tables);
    write_supplement_opcodes(tables);
    g_file = argv[1 + OPENCL_STD];
    write_set(tables, grammar[OPENCL_STD], "opencl_std", "\"OpenCL.std\"");
    g_file = argv[1 + SET];
    write_set(tables, grammar[SET], "async_copies", "GAC__SET_PLAIN_NAME");
    collect_roles(grammar[SET], &roles);
    write_role_header(out[ROLES_H].stream, &roles);
    write_role_tables(tables, grammar[SET], &roles);
    write_set_header(out[SET_H].stream, grammar[SET],
                     "CodeplayGroupAsyncCopies");

    for (int i = 0; i < OUTPUT_COUNT; i++)
        store(argv[1 + GRAMMAR_COUNT], &out[i]);
    return 0;
}
