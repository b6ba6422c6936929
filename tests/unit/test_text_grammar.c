/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Everything that the grammars list, as text, against SPIRV-Tools. */
#include <spirv-tools/libspirv.h>

#include "text_helper.h"

/* Each case is a module of a few lines: its text and its words are made from
 * the tables side by side. What SPIRV-Tools assemble must be these words, and
 * so must what gac_assemble() makes of the text; what SPIRV-Tools disassemble
 * must be what gac_disassemble() writes. What is newer than SPIRV-Tools is
 * compared with the text and the words of the case alone. test_grammar.c
 * compares the tables with the JSON that they come from. */

/* -- what may differ ------------------------------------------------------- */

typedef enum difference_kind {
    WORDS, /* SPIRV-Tools assemble other words, or refuse */
    TEXT   /* SPIRV-Tools write another text, or refuse */
} difference_kind;

/* A case whose text has `part` may differ so; one at least does. */
typedef struct difference {
    const char *part;
    difference_kind kind;
    const char *reason;
} difference;

static const difference allowed[] = {
    {"OpAsmTargetINTEL", TEXT,
     "2023.1 gives it a result type, which SPV_INTEL_inline_assembly does not"},
    {"NonSemantic.Codeplay.", TEXT, "SPIRV-Tools know no names of this set"},
    {"NonSemantic.DebugPrintf", TEXT, "the same, of 2023.1"},
};
static unsigned seen[GAC__COUNT_OF(allowed)];

static bool is_allowed(const char *text, difference_kind kind)
{
    for (size_t i = 0; i < GAC__COUNT_OF(allowed); i++) {
        if (allowed[i].kind != kind || !strstr(text, allowed[i].part))
            continue;
        seen[i]++;
        return true;
    }
    return false;
}

/* -- a case ---------------------------------------------------------------- */

#define STRING_TEXT "\"a \\\"b\\\\c\\\"; %d\n\xc3\xa9 !1\""
#define STRING "a \"b\\c\"; %d\n\xc3\xa9 !1"

enum { TYPE = 1, VALUE, SET };

typedef struct item {
    char text[4096];
    size_t size;
    builder b;
    uint32_t result; /* the next id */
    bool other_name; /* of an opcode or value: it is not the one shown */
} item;

static item the_item; /* one at a time */

static void add_text(item *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n =
        vsnprintf(t->text + t->size, sizeof t->text - t->size, format, args);
    va_end(args);
    assert_true(n >= 0 && t->size + (size_t)n < sizeof t->text);
    t->size += (size_t)n;
}

static void add_id(item *t, uint32_t id)
{
    add_text(t, " %%%u", id);
    put(&t->b, id);
}

static void add_literal(item *t, uint32_t value)
{
    add_text(t, " %u", value);
    put(&t->b, value);
}

/* Begins a module with a type, a value of it, and an import if `set` is not
 * NULL. */
static item *new_item(const char *set)
{
    item *t = &the_item;
    t->size = t->b.n = 0;
    t->other_name = false;
    t->result = set ? SET + 1 : VALUE + 1;
    put(&t->b, SpvMagicNumber);
    put(&t->b, 0x00010600);
    put(&t->b, 0);
    put(&t->b, 0);
    put(&t->b, 0);
    if (set) {
        import(&t->b, SET, set);
        add_text(t, "%%%u = OpExtInstImport \"%s\"\n", SET, set);
    }
    emit(&t->b, SpvOpTypeInt, 3, TYPE, 32, 0);
    emit(&t->b, SpvOpConstant, 3, TYPE, VALUE, 5);
    add_text(t, "%%%u = OpTypeInt 32 0\n%%%u = OpConstant %%%u 5\n", TYPE,
             VALUE, TYPE);
    return t;
}

/* -- operands -------------------------------------------------------------- */

/* What a case takes where more than one thing is possible. */
typedef struct choice {
    bool optional;                  /* give the optional operands */
    const gac__operand_row *row;    /* this operand is .. */
    const gac__name *name;          /* .. this, or of NULL .. */
    uint32_t mask;                  /* .. these bits */
    const struct choice *parameter; /* the same for an operand's parameters */
} choice;

static const choice bare = {.optional = false};

static void add_rows(item *t, const gac__operand_row *rows, unsigned n,
                     const choice *c);

static void add_parameters(item *t, const gac__operand_row *row, uint32_t value,
                           const choice *c)
{
    const gac__enumerant_row *e = gac__grammar_enumerant(row->kind, value);
    if (e)
        add_rows(t, e->parameters, e->n_parameters, c);
}

static void add_mask(item *t, const gac__operand_row *row, uint32_t mask)
{
    const char *between = " ";
    for (uint32_t bit = 0; bit < 32; bit++) {
        if (!(mask >> bit & 1))
            continue;
        add_text(t, "%s%s", between,
                 gac__grammar_enumerant(row->kind, 1u << bit)->name);
        between = "|";
    }
    put(&t->b, mask);
    for (uint32_t bit = 0; bit < 32; bit++)
        if (mask >> bit & 1)
            add_parameters(t, row, 1u << bit, &bare);
}

static void add_enum(item *t, const gac__operand_row *row, const choice *c)
{
    const gac__kind_row *kind = &gac__kind_rows[row->kind];
    const char *name = kind->enumerants[0].name;
    uint32_t value = kind->enumerants[0].value;
    bool chosen = c->row == row;
    if (chosen && !c->name) {
        add_mask(t, row, c->mask);
        return;
    }
    if (chosen) {
        name = c->name->name;
        value = c->name->value;
        const gac__enumerant_row *e = gac__grammar_enumerant(row->kind, value);
        t->other_name |= !e || strcmp(e->name, name) != 0;
    }
    add_text(t, " %s", name);
    put(&t->b, value);
    add_parameters(t, row, value,
                   chosen && c->parameter ? c->parameter : &bare);
}

static void add_operand(item *t, const gac__operand_row *row, const choice *c)
{
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_RESULT_TYPE: add_id(t, TYPE); break;
    case GAC__OPERAND_RESULT: put(&t->b, t->result); break; /* stands before */
    case GAC__OPERAND_ID: add_id(t, VALUE); break;
    case GAC__OPERAND_LITERAL:
    case GAC__OPERAND_TYPED_LITERAL: add_literal(t, 32); break;
    case GAC__OPERAND_FLOAT_LITERAL:
        add_text(t, " 0.5");
        put(&t->b, 0x3F000000);
        break;
    case GAC__OPERAND_STRING:
        add_text(t, " %s", STRING_TEXT);
        put_string(&t->b, STRING, strlen(STRING));
        break;
    case GAC__OPERAND_VALUE_ENUM:
    case GAC__OPERAND_BIT_ENUM: add_enum(t, row, c); break;
    case GAC__OPERAND_PAIR_LITERAL_ID:
        add_literal(t, 7);
        add_id(t, VALUE);
        break;
    case GAC__OPERAND_PAIR_ID_LITERAL:
        add_id(t, VALUE);
        add_literal(t, 7);
        break;
    case GAC__OPERAND_PAIR_ID_ID:
        add_id(t, VALUE);
        add_id(t, VALUE);
        break;
    case GAC__OPERAND_EXT_INST:
    case GAC__OPERAND_SPEC_OP: fail(); break;
    }
}

static void add_rows(item *t, const gac__operand_row *rows, unsigned n,
                     const choice *c)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned times = rows[i].quantifier == GAC__ONE          ? 1
                         : !c->optional && c->row != &rows[i]    ? 0
                         : rows[i].quantifier == GAC__ANY_NUMBER ? 2
                                                                 : 1;
        while (times-- > 0)
            add_operand(t, &rows[i], c);
    }
}

static void begin_op(item *t, const gac__op_row *row, const char *name)
{
    if (row->has_result)
        add_text(t, "%%%u = ", t->result);
    t->b.words[3] = t->result + row->has_result;
    add_text(t, "%s", name);
    t->other_name |= strcmp(name, row->name) != 0;
    begin(&t->b, row->opcode);
}

/* -- both ways, both tools ------------------------------------------------- */

static spv_context tools;

/* Of the test at hand. */
static unsigned n_cases, n_wrong, n_refused;

static void complain(const item *t, difference_kind kind, const char *what,
                     const char *ours, const char *theirs)
{
    if (!is_allowed(t->text, kind) && ++n_wrong <= 20)
        print_error("%s %s:\n-- gac:\n%s\n-- SPIRV-Tools:\n%s\n", t->text, what,
                    ours, theirs);
}

static void expect_cases(unsigned least)
{
    unsigned wrong = n_wrong, cases = n_cases;
    n_wrong = n_cases = 0;
    if (wrong > 0)
        fail_msg("%u of %u cases", wrong, cases);
    assert_true(cases >= least);
}

static bool are_words(const item *t, const uint32_t *words, size_t n)
{
    return n == t->b.n && words[3] == t->b.words[3]
           && !memcmp(words + 5, t->b.words + 5, 4 * (n - 5));
}

static bool tools_assemble(const item *t, spv_binary *made, spv_diagnostic *d)
{
    return spvTextToBinaryWithOptions(
               tools, t->text, t->size,
               SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, made, d)
           == SPV_SUCCESS;
}

static void check_words(const item *t)
{
    gac_assembly *a = NULL;
    gac_assemble_options o = {.size = sizeof o, .preserve_numeric_ids = true};
    spv_binary made = NULL;
    spv_diagnostic fault = NULL;
    size_t n = 0;
    bool taken = tools_assemble(t, &made, &fault);
    const char *theirs = taken ? "(take it)" : fault->error;
    const uint32_t *words = NULL;
    if (gac_assemble(context, t->text, t->size, &o, &a) != GAC_OK)
        complain(t, WORDS, "is not assembled", found.message, theirs);
    else
        words = gac_assembly_words(a, &n);
    if (words && !are_words(t, words, n))
        complain(t, WORDS, "gives other words than the tables", "", theirs);
    else if (words && taken && !are_words(t, made->code, made->wordCount))
        complain(t, WORDS, "gives other words than SPIRV-Tools'", "", "");
    gac_assembly_destroy(a);
    spvBinaryDestroy(made);
    spvDiagnosticDestroy(fault);
}

/* `plain`: ids are numbers, and lines begin in the first column: as the case's
 * text itself. */
static void check_text(const item *t, bool plain)
{
    gac_disassembly *d = NULL;
    gac_disassemble_options o = {.size = sizeof o,
                                 .raw_ids = plain,
                                 .no_indent = plain,
                                 .no_header = true};
    uint32_t options = SPV_BINARY_TO_TEXT_OPTION_NO_HEADER;
    if (!plain)
        options |= SPV_BINARY_TO_TEXT_OPTION_INDENT
                   | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
    spv_text made = NULL;
    spv_diagnostic fault = NULL;
    bool taken =
        spvBinaryToText(tools, t->b.words, t->b.n, options, &made, &fault)
        == SPV_SUCCESS;
    const char *theirs = taken ? made->str : fault->error;
    if (gac_disassemble(context, t->b.words, 4 * t->b.n, &o, &d) != GAC_OK) {
        complain(t, TEXT, "is not disassembled", found.message, theirs);
    } else {
        const char *ours = gac_disassembly_text(d, NULL);
        if (taken && strcmp(ours, theirs) != 0)
            complain(t, TEXT, "has another text", ours, theirs);
        if (!taken && plain && !t->other_name && strcmp(ours, t->text) != 0)
            complain(t, TEXT, "has another text than the tables'", ours,
                     theirs);
    }
    spvTextDestroy(made);
    spvDiagnosticDestroy(fault);
    gac_disassembly_destroy(d);
}

static void check(item *t)
{
    add_text(t, "\n");
    end(&t->b);
    check_words(t);
    check_text(t, true);
    check_text(t, false);
    n_cases++;
}

/* -- the cases ------------------------------------------------------------- */

static bool is_special(const gac__op_row *row)
{
    return row->opcode == SpvOpExtInst || row->opcode == SpvOpSpecConstantOp
           || row->opcode == SpvOpExtInstWithForwardRefsKHR
           || row->opcode == SpvOpExtInstImport;
}

static void one_instruction(const gac__op_row *row, const char *name, choice c)
{
    item *t = new_item(NULL);
    begin_op(t, row, name);
    add_rows(t, row->operands, row->n_operands, &c);
    check(t);
}

/* Under all their names. */
static void every_instruction(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < gac__op_name_count; i++) {
        const gac__op_row *row = &gac__op_rows[gac__op_names[i].value];
        if (is_special(row))
            continue;
        one_instruction(row, gac__op_names[i].name, bare);
        one_instruction(row, gac__op_names[i].name, (choice){.optional = true});
    }
    expect_cases(1500);
}

static bool is_enum(const gac__operand_row *row)
{
    return row->operand_class == GAC__OPERAND_VALUE_ENUM
           || row->operand_class == GAC__OPERAND_BIT_ENUM;
}

/* A name that no kind has is refused in SPIRV-Tools' words, where they know the
 * operand. `value`: the enumerant whose parameter it is; NULL: none. */
static void no_name(const gac__op_row *op, const gac__operand_row *row,
                    const gac__name *value, const gac__operand_row *parameter)
{
    static const char begin_of_theirs[] = "Invalid ";
    item *t = new_item(NULL);
    gac_assembly *a = NULL;
    spv_binary made = NULL;
    spv_diagnostic fault = NULL;
    begin_op(t, op, op->name);
    add_rows(t, op->operands, (unsigned)(row - op->operands),
             &(choice){.optional = true});
    if (value) {
        const gac__enumerant_row *e =
            gac__grammar_enumerant(row->kind, value->value);
        add_text(t, " %s", value->name);
        add_rows(t, e->parameters, (unsigned)(parameter - e->parameters),
                 &bare);
    }
    add_text(t, " Zork");
    assert_false(tools_assemble(t, &made, &fault));
    assert_int_equal(gac_assemble(context, t->text, t->size, NULL, &a),
                     GAC_ERR_FORMAT);
    if (strncmp(fault->error, begin_of_theirs, strlen(begin_of_theirs)) == 0
        && strstr(fault->error, " 'Zork'.")) {
        assert_string_equal(found.message, fault->error);
        n_refused++;
    }
    spvDiagnosticDestroy(fault);
}

static bool done[1000]; /* kinds of the core grammar that had their turn */

/* All names of an operand's kind, with parameters; and of the parameters' kinds
 * where these are enumerations. For a mask all bits at once, too. */
static void every_name(const gac__op_row *op, const gac__operand_row *row)
{
    const gac__kind_row *kind = &gac__kind_rows[row->kind];
    uint32_t all = 0;
    for (uint32_t i = 0; i < kind->n_names; i++) {
        const gac__name *name = &kind->names[i];
        const gac__enumerant_row *e =
            gac__grammar_enumerant(row->kind, name->value);
        one_instruction(op, op->name, (choice){.row = row, .name = name});
        all |= e->value;
        for (uint32_t p = 0; p < e->n_parameters; p++) {
            const gac__operand_row *parameter = &e->parameters[p];
            const gac__kind_row *its = &gac__kind_rows[parameter->kind];
            if (!is_enum(parameter) || done[parameter->kind])
                continue;
            done[parameter->kind] = true;
            no_name(op, row, name, parameter);
            for (uint32_t k = 0; k < its->n_names; k++) {
                choice inner = {.row = parameter, .name = &its->names[k]};
                one_instruction(
                    op, op->name,
                    (choice){.row = row, .name = name, .parameter = &inner});
            }
        }
    }
    if (row->operand_class == GAC__OPERAND_BIT_ENUM)
        one_instruction(op, op->name, (choice){.row = row, .mask = all});
}

static void every_enumerant(void **state)
{
    (void)state;
    assert_true(gac__kind_row_count <= GAC__COUNT_OF(done));
    for (uint32_t i = 0; i < gac__op_row_count; i++) {
        const gac__op_row *op = &gac__op_rows[i];
        for (uint32_t o = 0; o < op->n_operands && !is_special(op); o++) {
            const gac__operand_row *row = &op->operands[o];
            if (!is_enum(row) || done[row->kind])
                continue;
            done[row->kind] = true;
            no_name(op, row, NULL, NULL);
            every_name(op, row);
        }
    }
    expect_cases(900);
    assert_true(n_refused >= 25);
}

static void one_ext_inst(const char *set, const gac__ext_inst_row *row,
                         choice c)
{
    item *t = new_item(set);
    const gac__op_row *op = gac__grammar_op(SpvOpExtInst);
    begin_op(t, op, op->name);
    add_id(t, TYPE);
    put(&t->b, t->result);
    add_id(t, SET);
    add_text(t, " %s", row->name);
    put(&t->b, row->number);
    add_rows(t, row->operands, row->n_operands, &c);
    check(t);
}

/* With every enumerant of the set's own operand kinds. */
static void every_ext_inst(const char *name, const gac__ext_set *set)
{
    for (uint32_t i = 0; i < set->n_rows; i++) {
        const gac__ext_inst_row *row = &set->rows[i];
        one_ext_inst(name, row, bare);
        one_ext_inst(name, row, (choice){.optional = true});
        for (uint32_t o = 0; o < row->n_operands; o++) {
            const gac__operand_row *operand = &row->operands[o];
            const gac__kind_row *kind = &gac__kind_rows[operand->kind];
            bool own = is_enum(operand) && !done[operand->kind];
            for (uint32_t k = 0; own && k < kind->n_names; k++)
                one_ext_inst(name, row,
                             (choice){.row = operand, .name = &kind->names[k]});
        }
    }
}

static void every_extended_instruction(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < gac__ext_set_name_count; i++) {
        const gac__ext_set_name *row = &gac__ext_set_names[i];
        char name[64];
        bool prefix = row->name[strlen(row->name) - 1] == '.';
        snprintf(name, sizeof name, "%s%s", row->name, prefix ? "5" : "");
        every_ext_inst(name, row->set);
    }
    expect_cases(900);
}

/* Those that SPIRV-Tools take: the specification lists these alone. */
static void every_specialization_operation(void **state)
{
    (void)state;
    const gac__op_row *spec = gac__grammar_op(SpvOpSpecConstantOp);
    for (uint32_t i = 0; i < gac__op_row_count; i++) {
        const gac__op_row *row = &gac__op_rows[i];
        if (!row->has_type || !row->has_result || is_special(row))
            continue;
        item *t = new_item(NULL);
        begin_op(t, spec, spec->name);
        add_id(t, TYPE);
        put(&t->b, t->result);
        add_text(t, " %s", row->name + strlen("Op"));
        put(&t->b, row->opcode);
        add_rows(t, row->operands + 2, row->n_operands - 2u,
                 &(choice){.optional = true});
        spv_binary made = NULL;
        if (tools_assemble(t, &made, NULL))
            check(t);
        spvBinaryDestroy(made);
    }
    expect_cases(60);
}

/* A difference that has gone has no place in the list. */
static void all_differences_occur(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(allowed); i++)
        if (seen[i] == 0)
            fail_msg("%s differs no more: %s", allowed[i].part,
                     allowed[i].reason);
}

static int start(void **state)
{
    tools = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    the_item.b.words = malloc(WORDS_MAX * sizeof(uint32_t));
    return tools && the_item.b.words ? set_up(state) : -1;
}

static int stop(void **state)
{
    spvContextDestroy(tools);
    free(the_item.b.words);
    return tear_down(state);
}

/* A header's text is SPIRV-Tools', whichever tool made the module, and is read
 * back.
 */
static void generators(void **state)
{
    (void)state;
    for (uint32_t tool = 0; tool < 100; tool++) {
        const uint32_t words[] = {
            SpvMagicNumber, 0x00010300, tool << 16 | 5, 1, 0, 1u << 16};
        spv_text theirs = NULL;
        gac_disassembly *d = NULL;
        gac_assembly *a = NULL;
        size_t n;
        assert_int_equal(spvBinaryToText(tools, words, GAC__COUNT_OF(words), 0,
                                         &theirs, NULL),
                         SPV_SUCCESS);
        assert_int_equal(
            gac_disassemble(context, words, sizeof words, NULL, &d), GAC_OK);
        const char *ours = gac_disassembly_text(d, &n);
        assert_memory_equal(ours, theirs->str,
                            strcspn(theirs->str, "O")); /* of OpNop */
        assert_int_equal(gac_assemble(context, ours, n, NULL, &a), GAC_OK);
        assert_int_equal(gac_assembly_words(a, NULL)[2], words[2]);
        gac_assembly_destroy(a);
        gac_disassembly_destroy(d);
        spvTextDestroy(theirs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generators),
        cmocka_unit_test(every_instruction),
        cmocka_unit_test(every_enumerant),
        cmocka_unit_test(every_extended_instruction),
        cmocka_unit_test(every_specialization_operation),
        cmocka_unit_test(all_differences_occur),
    };
    return cmocka_run_group_tests_name("text grammar", tests, start, stop);
}
