/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The parser on the layout of modules, and on producers' faults. */
#include "module/types.h"
#include "module_helper.h"

/* One instruction of each section, in order; RESULT: a fresh id. */
enum { RESULT = 999, TYPES = 10 };

static const uint32_t sections[][4] = {
    {2u << 16 | SpvOpCapability, SpvCapabilityKernel},
    {2u << 16 | SpvOpExtension, 0x61},
    {3u << 16 | SpvOpExtInstImport, RESULT, 0x61},
    {3u << 16 | SpvOpMemoryModel, 2, 2},
    {4u << 16 | SpvOpEntryPoint, SpvExecutionModelKernel, 90, 0x61},
    {3u << 16 | SpvOpExecutionMode, 90, SpvExecutionModeContractionOff},
    {3u << 16 | SpvOpString, RESULT, 0x61},
    {3u << 16 | SpvOpName, 90, 0x61},
    {2u << 16 | SpvOpModuleProcessed, 0x61},
    {3u << 16 | SpvOpDecorate, 90, SpvDecorationRestrict},
    {2u << 16 | SpvOpTypeVoid, RESULT},
    {2u << 16 | SpvOpTypeBool, RESULT},
};

/* The sections with `moved` taken out and put in before `before`. Returns the
 * word that the moved instruction is at. */
static size_t reorder(binary *b, uint32_t moved, uint32_t before)
{
    size_t at = 0;
    *b = (binary){.words = {SpvMagicNumber, 0x10400, 0, 100, 0}, .n = 5};
    for (uint32_t i = 0; i <= GAC__COUNT_OF(sections); i++) {
        const uint32_t now[] = {moved, i};
        for (uint32_t j = i == before ? 0 : 1; j < 2; j++) {
            if (now[j] == GAC__COUNT_OF(sections) || (j == 1 && i == moved))
                continue;
            const uint32_t *words = sections[now[j]];
            at = j == 0 ? b->n : at;
            memcpy(b->words + b->n, words, sizeof sections[0]);
            if (words[1] == RESULT)
                b->words[b->n + 1] = 1 + now[j];
            b->n += words[0] >> 16;
        }
    }
    return at;
}

static void sections_have_an_order(void **state)
{
    (void)state;
    for (uint32_t moved = 0; moved < GAC__COUNT_OF(sections); moved++) {
        for (uint32_t to = moved + 1; to <= GAC__COUNT_OF(sections); to++) {
            binary b;
            size_t at = reorder(&b, moved, to);
            if (to > moved + 1 && moved < TYPES) {
                expect_fault(&b, at, "section out of order", true);
                continue;
            }
            parsed p = parse_words(&b, (gac_parse_options){.size = 0});
            assert_int_equal(p.result, GAC_OK);
            release(&p);
        }
    }
}

/* An instruction that comes too early puts one out of order, not all that are
 * between it and its section. */
static void early_ones_are_reported_once(void **state)
{
    (void)state;
    for (uint32_t moved = 1; moved < GAC__COUNT_OF(sections); moved++) {
        for (uint32_t to = 0; to < GAC__MIN(moved, (uint32_t)TYPES); to++) {
            binary b;
            size_t at = reorder(&b, moved, to);
            expect_fault(&b, at + (sections[moved][0] >> 16),
                         "section out of order", true);
        }
    }
}

static void functions_have_a_form(void **state)
{
    (void)state;
    const uint32_t parameter[] = {3u << 16 | SpvOpFunctionParameter, 1, 9};
    const binary good = assemble(PHYSICAL64 FUNCTION);
    binary b = good;
    size_t label = find_word(&b, SpvOpLabel);
    size_t end = find_word(&b, SpvOpFunctionEnd);
    b.n = end;
    expect_fault(&b, end - 1, "OpFunctionEnd is missing", false);
    b = good;
    cut_words(&b, end - 1, 1); /* OpReturn */
    expect_fault(&b, end - 1, "block 4 has no terminator", false);
    b = good;
    cut_words(&b, label, 2);
    expect_fault(&b, label, "OpReturn stands outside a block", true);
    insert_words(&b, label, good.words + end - 1, 1);
    expect_fault(&b, label, "OpReturn stands outside a block", true);
    b = good;
    b.n = end - 1; /* neither OpReturn nor OpFunctionEnd */
    expect_fault(&b, label, "OpFunctionEnd is missing", false);
    b = good;
    insert_words(&b, find_word(&b, SpvOpFunction), good.words + label, 2);
    cut_words(&b, label + 2, 3); /* the label and the return within */
    b.words[label + 2] = good.words[end];
    expect_fault(&b, find_word(&b, SpvOpLabel),
                 "OpLabel stands outside a function", false);
    b = good;
    insert_words(&b, end + 1, good.words + end, 1);
    expect_fault(&b, end + 1, "OpFunctionEnd stands outside a function", false);
    b = good;
    insert_words(&b, end + 1, good.words + end - 1, 1);
    expect_fault(&b, end + 1, "OpReturn stands outside a function", true);
    b = good; /* a function within a function */
    b.words[3] = 10;
    uint32_t inner[5];
    memcpy(inner, b.words + find_word(&b, SpvOpFunction), sizeof inner);
    inner[2] = 8;
    insert_words(&b, label, inner, 5);
    expect_fault(&b, label, "function 3, which has no OpFunctionEnd", false);
    parsed p = parse_words(&b, (gac_parse_options){.size = 0});
    assert_int_equal(p.log->items[0].operand_word, -1);
    assert_string_equal(p.log->items[0].operand, "");
    release(&p);
    insert_words(&b, label, parameter, 3); /* the outer one's type has none */
    p = parse_words(&b, (gac_parse_options){.keep_going = true});
    assert_int_equal(p.log->n, 2);
    assert_non_null(strstr(p.log->items[0].message, "no OpFunctionEnd"));
    assert_non_null(strstr(p.log->items[1].message,
                           "function %3 has 1 parameters, its type has 0"));
    release(&p);
    b = good;
    b.words[3] = 10;
    insert_words(&b, label, parameter, 3);
    expect_fault(&b, find_word(&b, SpvOpFunction),
                 "function %3 has 1 parameters, its type has 0", true);
    b = good;
    b.words[3] = 10;
    insert_words(&b, end, parameter, 3);
    expect_fault(&b, end, "OpFunctionParameter stands after a block", false);
}

static void declarations_come_first(void **state)
{
    (void)state;
    binary b = assemble(PHYSICAL64 FUNCTION
                        "%6 = OpFunction %1 None %2\nOpFunctionEnd\n");
    expect_fault(&b, b.n - 1, "section out of order: the declaration", true);
    b = assemble(PHYSICAL64 FUNCTION "%6 = OpTypeBool\n");
    expect_fault(&b, b.n - 2, "OpTypeBool stands after a function", true);
}

/* An instruction of the set outside a function is for the rule `placement`;
 * OpenCL.std's are a matter of form. */
static void extended_instructions_have_a_place(void **state)
{
    (void)state;
    const char *form =
        HEADER "%%9 = OpExtInstImport \"%s\"\nOpMemoryModel Physical64 OpenCL\n"
               "%%1 = OpTypeVoid\n%%8 = OpExtInst %%1 %%9 %s\n";
    static const struct {
        const char *set, *inst;
        bool fault;
    } cases[] = {{"OpenCL.std", "sin %1", true},
                 {"NonSemantic.Anything", "1 %1", false},
                 {GAC__SET_NONSEMANTIC_NAME, "1 %1", false}};
    for (size_t i = 0; i < GAC__COUNT_OF(cases); i++) {
        char text[512];
        snprintf(text, sizeof text, form, cases[i].set, cases[i].inst);
        binary b = assemble(text);
        if (cases[i].fault)
            expect_fault(&b, find_word(&b, SpvOpExtInst),
                         "OpExtInst stands outside a function", true);
        else {
            parsed p = parse_words(&b, (gac_parse_options){.size = 0});
            assert_int_equal(p.result, GAC_OK);
            release(&p);
        }
    }
}

/* -- producers ------------------------------------------------------------- */

static void padded_nulls_are_read(void **state)
{
    (void)state;
    binary b =
        assemble(PHYSICAL64 "%1 = OpTypeEvent\n%2 = OpConstantNull %1\n");
    size_t at = find_word(&b, SpvOpConstantNull);
    b.words[at] += 1u << 16;
    b.words[b.n++] = 1;
    expect_fault(&b, at, "OpConstantNull has 4 words instead of 3", true);
    parsed strict = parse_words(&b, (gac_parse_options){.size = 0});
    assert_non_null(strstr(strict.log->items[0].hint, "--tolerate-producers"));
    release(&strict);
    parsed p = parse_words(&b, (gac_parse_options){.tolerate_producers = true});
    assert_int_equal(p.result, GAC_OK);
    assert_int_equal(p.log->n, 1);
    assert_string_equal(p.log->items[0].rule, "producer-quirk");
    assert_int_equal(p.log->items[0].severity, GAC_SEVERITY_WARNING);
    gac__inst inst;
    assert_true(gac__module_def(p.module, 2, &inst));
    assert_int_equal(inst.n_words, 3);
    release(&p);
    p = parse_words(&b, (gac_parse_options){.tolerate_producers = true,
                                            .silent_producers = true});
    assert_int_equal(p.result, GAC_OK);
    assert_int_equal(p.log->n, 0);
    release(&p);
    b.words[at] += 1u << 16; /* once more, as for a second use */
    b.words[b.n++] = 1;
    expect_fault(&b, at, "OpConstantNull has 5 words instead of 3", true);
    b.words[b.n - 1] = 2; /* another word: another fault */
    expect_fault(&b, at, "too many", false);
}

/* Graphs of SPV_ARM_graph stand where functions do, and have no blocks. */
static void graphs_have_a_form(void **state)
{
    (void)state;
    enum { GRAPH = 10, UNDEF = 13, OUTPUT = 16, END = 19 };
    static const uint32_t words[] = {
        SpvMagicNumber,  0x10400, 0, 10, 0, 2u << 16 | 19, 1, /* OpTypeVoid */
        3u << 16 | 4190, 2,       0, /* OpTypeGraphARM of no input */
        3u << 16 | 4183, 2,       3, /* OpGraphARM */
        3u << 16 | 1,    1,       4, /* OpUndef */
        3u << 16 | 4185, 4,       4, /* OpGraphSetOutputARM */
        1u << 16 | 4186,             /* OpGraphEndARM */
    };
    binary good = {.n = GAC__COUNT_OF(words)};
    memcpy(good.words, words, sizeof words);
    binary b = good;
    parsed p = parse_words(&b, (gac_parse_options){.size = 0});
    assert_int_equal(p.result, GAC_OK);
    assert_int_equal(p.module->first_function, 2);
    release(&p);
    b.n = END;
    expect_fault(&b, OUTPUT, "a graph has no OpGraphEndARM", true);
    b = good;
    insert_words(&b, OUTPUT, (uint32_t[]){3u << 16 | 4183, 2, 5}, 3);
    expect_fault(&b, OUTPUT, "a graph has no OpGraphEndARM", true);
    b = good;
    insert_words(&b, END, words + END, 1);
    expect_fault(&b, END + 1, "OpGraphEndARM stands outside a graph", true);
    b = good;
    insert_words(&b, END + 1, words + OUTPUT, 3);
    expect_fault(&b, END + 1, "OpGraphSetOutputARM stands outside a function",
                 true);
    b = good;
    insert_words(&b, OUTPUT, (uint32_t[]){1u << 16 | SpvOpReturn}, 1);
    expect_fault(&b, OUTPUT, "OpReturn stands outside a function", true);
    b = good;
    insert_words(&b, OUTPUT, (uint32_t[]){2u << 16 | SpvOpTypeBool, 6}, 2);
    expect_fault(&b, OUTPUT, "section out of order", true);
    b = assemble(PHYSICAL64 FUNCTION);
    b.words[3] = 10;
    size_t end = find_word(&b, SpvOpFunctionEnd);
    insert_words(&b, end, (uint32_t[]){3u << 16 | 4183, 1, 8}, 3);
    expect_fault(&b, end, "OpGraphARM stands in a function", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_have_an_order),
        cmocka_unit_test(early_ones_are_reported_once),
        cmocka_unit_test(functions_have_a_form),
        cmocka_unit_test(declarations_come_first),
        cmocka_unit_test(graphs_have_a_form),
        cmocka_unit_test(extended_instructions_have_a_place),
        cmocka_unit_test(padded_nulls_are_read),
    };
    return cmocka_run_group_tests_name("module layout", tests, NULL, NULL);
}
