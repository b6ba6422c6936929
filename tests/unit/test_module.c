/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The parser: what it reads, and each fault that it reports. */
#include "module_helper.h"

/* -- what is read ---------------------------------------------------------- */

static void a_module_is_read(void **state)
{
    (void)state;
    binary b;
    parsed p =
        parse_good(&b, HEADER "OpExtension \"SPV_KHR_expect_assume\"\n"
                              "%9 = OpExtInstImport \"OpenCL.std\"\n"
                              "%10 = OpExtInstImport \"NonSemantic.Other\"\n"
                              "OpMemoryModel Physical64 OpenCL\n"
                              "OpEntryPoint Kernel %3 \"first\"\n"
                              "OpEntryPoint Kernel %3 \"a longer name\"\n"
                              "OpName %3 \"fn\"\nOpName %4 \"\"\n" FUNCTION);
    const gac_module *m = p.module;
    size_t n;
    assert_int_equal(gac_module_version(m), 0x10400);
    assert_int_equal(gac_module_instruction_count(m), 21);
    assert_ptr_equal(gac_module_words(m, &n), b.words); /* not copied */
    assert_int_equal(n, b.n);
    assert_int_equal(gac_module_kernel_count(m), 2);
    assert_string_equal(gac_module_kernel_name(m, 0), "first");
    assert_string_equal(gac_module_kernel_name(m, 1), "a longer name");
    assert_null(gac_module_kernel_name(m, 2));
    assert_int_equal(m->pointer_bits, 64);
    assert_true(gac__module_has_capability(m, SpvCapabilityKernel));
    assert_false(gac__module_has_capability(m, SpvCapabilityShader));
    assert_true(gac__module_has_extension(m, "SPV_KHR_expect_assume"));
    assert_false(gac__module_has_extension(m, "SPV_KHR_expect"));
    assert_ptr_equal(gac__module_import(m, 9)->set, &gac__set_opencl_std);
    assert_null(gac__module_import(m, 10)->set);
    assert_null(gac__module_import(m, 3));
    assert_string_equal(gac__module_name(m, 3), "fn");
    assert_null(gac__module_name(m, 4)); /* empty */
    assert_null(gac__module_name(m, 1000));
    assert_int_equal(m->n_functions, 1);
    assert_int_equal(m->functions[0].id, 3);
    assert_int_equal(m->functions[0].type_id, 2);
    assert_int_equal(m->functions[0].n_blocks, 1);
    assert_int_equal(m->blocks[0].label_id, 4);
    assert_int_equal(m->blocks[0].end - m->blocks[0].first, 2);
    assert_int_equal(m->first_function, m->functions[0].first);
    assert_int_equal(gac__module_def_opcode(m, 2), SpvOpTypeFunction);
    assert_int_equal(gac__module_def_opcode(m, 5), 0);
    assert_int_equal(gac__module_def_opcode(m, UINT32_MAX), 0);
    const gac__function *f;
    const gac__block *block;
    assert_true(gac__module_block_of(m, m->blocks[0].first, &f, &block));
    assert_int_equal(f->id, 3);
    assert_int_equal(block->label_id, 4);
    assert_false(gac__module_block_of(m, m->functions[0].first, NULL, NULL));
    assert_false(gac__module_block_of(m, m->blocks[0].end, NULL, NULL));
    release(&p);
}

static void byte_orders_and_places_are_one(void **state)
{
    (void)state;
    binary b = assemble(PHYSICAL64 "OpName %3 \"name\"\n" FUNCTION);
    binary swapped = b;
    for (size_t i = 0; i < b.n; i++)
        swapped.words[i] = __builtin_bswap32(b.words[i]);
    char shifted[sizeof b.words + 1];
    memcpy(shifted + 1, b.words, b.n * 4);
    parsed p[2] = {
        parse_words(&swapped, (gac_parse_options){.size = 0}),
        parse_bytes(shifted + 1, b.n * 4, (gac_parse_options){.size = 0})};
    for (int i = 0; i < 2; i++) {
        size_t n;
        assert_int_equal(p[i].result, GAC_OK);
        const uint32_t *words = gac_module_words(p[i].module, &n);
        assert_int_equal(n, b.n);
        assert_memory_equal(words, b.words, n * 4);
        assert_string_equal(gac__module_name(p[i].module, 3), "name");
        release(&p[i]);
    }
}

static void both_names_of_the_set(void **state)
{
    (void)state;
    static const char *const names[] = {GAC__SET_PLAIN_NAME,
                                        GAC__SET_NONSEMANTIC_NAME};
    for (int i = 0; i < 2; i++) {
        uint32_t words[20] = {SpvMagicNumber, 0x10000, 0, 2, 0};
        uint32_t n = 2 + (uint32_t)strlen(names[i]) / 4 + 1;
        words[5] = n << 16 | SpvOpExtInstImport;
        words[6] = 1;
        memcpy(words + 7, names[i], strlen(names[i]));
        parsed p =
            parse_bytes(words, (5 + n) * 4, (gac_parse_options){.size = 0});
        assert_int_equal(p.result, GAC_OK);
        const gac__import *import = gac__module_import(p.module, 1);
        assert_ptr_equal(import->set, &gac__set_async_copies);
        assert_int_equal(import->non_semantic_name, i == 1);
        release(&p);
    }
}

/* -- the header ------------------------------------------------------------ */

static void headers_are_checked(void **state)
{
    (void)state;
    const binary good = assemble(PHYSICAL64 FUNCTION);
    binary b = good;
    b.words[0] = 0x07230204;
    expect_fault(&b, 0, "not SPIR-V: the magic number is 0x07230204", false);
    static const uint32_t versions[] = {0, 0x10700, 0x20000, 0x10001,
                                        0x01010000};
    for (size_t i = 0; i < GAC__COUNT_OF(versions); i++) {
        b = good;
        b.words[1] = versions[i];
        expect_fault(&b, 1, "not supported", false);
    }
    for (uint32_t minor = 0; minor <= 6; minor++) {
        b = good;
        b.words[1] = 0x10000 | minor << 8;
        parsed p = parse_words(&b, (gac_parse_options){.size = 0});
        assert_int_equal(p.result, GAC_OK);
        release(&p);
    }
    b = good;
    b.words[3] = 0;
    expect_fault(&b, 3, "the id bound is 0", false);
    b.words[3] = 0x400000;
    parsed p = parse_words(&b, (gac_parse_options){.size = 0});
    assert_int_equal(p.result, GAC_ERR_LIMIT);
    assert_int_equal(p.log->items[0].word_offset, 3);
    release(&p);
    b.words[3] = 0x3FFFFF;
    p = parse_words(&b, (gac_parse_options){.size = 0});
    assert_int_equal(p.result, GAC_OK);
    release(&p);
    for (size_t size = 0; size < 20; size++) {
        p = parse_bytes(good.words, size, (gac_parse_options){.size = 0});
        assert_int_equal(p.result, GAC_ERR_FORMAT);
        assert_int_equal(p.log->n, 1);
        release(&p);
    }
    p = parse_bytes(good.words, good.n * 4 - 1, (gac_parse_options){.size = 0});
    assert_non_null(strstr(p.log->items[0].message, "no multiple of 4"));
    release(&p);
}

static void arguments_are_checked(void **state)
{
    (void)state;
    const binary b = assemble(PHYSICAL64 FUNCTION);
    gac_module *m = (gac_module *)&m;
    gac_context *c;
    assert_int_equal(gac_module_parse(NULL, b.words, b.n * 4, NULL, &m),
                     GAC_ERR_ARGUMENT);
    assert_null(m);
    assert_int_equal(gac_context_create(NULL, NULL), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_context_create(&(gac_context_options){.size = 1}, &c),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(gac_context_create(NULL, &c), GAC_OK);
    assert_int_equal(gac_module_parse(c, NULL, 0, NULL, &m), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_module_parse(c, b.words, b.n * 4, NULL, NULL),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(gac_module_parse(c, b.words, b.n * 4,
                                      &(gac_parse_options){.size = 2}, &m),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(gac_module_parse(c, b.words, b.n * 4, NULL, &m), GAC_OK);
    gac_module_destroy(m);
    gac_module_destroy(NULL);
    gac_context_destroy(c);
    gac_context_destroy(NULL);
}

/* -- instructions ---------------------------------------------------------- */

static void word_counts_are_checked(void **state)
{
    (void)state;
    const binary good = assemble(PHYSICAL64 FUNCTION);
    size_t at = find_word(&good, SpvOpTypeFunction);
    binary b = good;
    b.words[at] = SpvOpTypeFunction;
    expect_fault(&b, at, "word count of 0", false);
    b.words[at] = 4096u << 16 | SpvOpTypeFunction;
    expect_fault(&b, at, "OpTypeFunction is truncated", false);
    b = good; /* OpTypeVoid with a word too many */
    at = find_word(&b, SpvOpTypeVoid);
    b.words[at] += 1u << 16;
    insert_words(&b, at + 2, (const uint32_t[]){1}, 1);
    expect_fault(&b, at, "OpTypeVoid has 3 words, too many", false);
    b = good; /* and without its result */
    b.words[at] = 1u << 16 | SpvOpTypeVoid;
    cut_words(&b, at + 1, 1);
    expect_fault(&b, at, "too few: Result is missing", false);
    b = good;
    at = find_word(&b, SpvOpMemoryModel);
    b.words[at] = 2u << 16 | SpvOpMemoryModel;
    cut_words(&b, at + 2, 1);
    expect_fault(&b, at, "too few: Memory Model is missing", false);
    /* Pairs come in pairs: OpPhi, OpGroupMemberDecorate. */
    b = good;
    at = find_word(&b, SpvOpReturn);
    insert_words(&b, at, (const uint32_t[]){4u << 16 | SpvOpPhi, 1, 5, 4}, 4);
    b.words[3] = 6;
    expect_fault(&b, at, "OpPhi has 4 words, too few", false);
    b = good;
    at = find_word(&b, SpvOpTypeVoid);
    insert_words(&b, at,
                 (const uint32_t[]){3u << 16 | SpvOpGroupMemberDecorate, 5, 1},
                 3);
    b.words[3] = 6;
    expect_fault(&b, at, "OpGroupMemberDecorate has 3 words, too few", false);
    b = good;
    at = find_word(&b, SpvOpReturn);
    insert_words(&b, at, (const uint32_t[]){1u << 16 | 13}, 1);
    expect_fault(&b, at, "unknown opcode 13", false);
}

static void strings_are_checked(void **state)
{
    (void)state;
    binary b = assemble(PHYSICAL64 "OpName %3 \"abc\"\n" FUNCTION);
    size_t at = find_word(&b, SpvOpName);
    b.words[at + 2] |= 0x64000000; /* the end overwritten */
    expect_fault(&b, at, "string Name does not end", false);
    b = assemble(PHYSICAL64 "OpName %3 \"abcdefg\"\n" FUNCTION);
    b.words[at + 2] = 0x00636261; /* ends a word early */
    expect_fault(&b, at, "too many", false);
}

static void ids_are_checked(void **state)
{
    (void)state;
    const binary good = assemble(PHYSICAL64 FUNCTION);
    size_t at = find_word(&good, SpvOpFunction);
    binary b = good;
    b.words[at + 4] = 0;
    expect_fault(&b, at, "the id of Function Type is 0", true);
    b.words[at + 4] = b.words[3];
    expect_fault(&b, at, "is not below the bound of 5", true);
    b.words[at + 4] = UINT32_MAX;
    expect_fault(&b, at, "4294967295, is not below the bound", true);
    b = good; /* once, wherever it is used */
    b.words[3]--;
    at = find_word(&b, SpvOpLabel);
    insert_words(&b, at + 2, (const uint32_t[]){2u << 16 | SpvOpBranch, 4}, 2);
    cut_words(&b, at + 4, 1);
    expect_fault(&b, at, "4, is not below the bound of 4", true);
    b = good;
    at = find_word(&b, SpvOpLabel);
    b.words[at + 1] = 3;
    expect_fault(&b, at, "id 3 is defined twice: instruction 11 defines", true);
    b.words[at + 1] = 0;
    expect_fault(&b, at, "the id of Result is 0", true);
    b = assemble(PHYSICAL64 "%5 = OpString \"a.cl\"\n"
                            "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n"
                            "OpLine %5 70 1\n%3 = OpFunction %1 None %2\n"
                            "OpLine %5 71 1\n%4 = OpLabel\nOpReturn\n"
                            "OpFunctionEnd\n");
    at = find_word(&b, SpvOpLabel);
    b.words[at + 1] = 3;
    expect_fault(&b, at, "id 3 is defined twice: line 70 defines it", true);
    b = assemble(PHYSICAL64 "OpDecorate %1 LinkageAttributes \"x\" Import\n"
                            "OpGroupDecorate %2 %3 %4\n" FUNCTION);
    at = find_word(&b, SpvOpGroupDecorate);
    b.words[at + 3] = 99;
    expect_fault(&b, at, "is not below the bound", true);
}

/* All faults are reported, not the first alone. */
static void every_fault_is_reported(void **state)
{
    (void)state;
    binary b = assemble(PHYSICAL64 FUNCTION);
    size_t function = find_word(&b, SpvOpFunction);
    size_t label = find_word(&b, SpvOpLabel);
    b.words[function + 4] = 0;
    b.words[function + 1] = 77;
    b.words[label + 1] = 3;
    b.words[b.n++] = 0;
    parsed p = parse_words(&b, (gac_parse_options){.keep_going = true});
    assert_int_equal(p.log->n, 4);
    assert_int_equal(p.log->items[0].word_offset, function);
    assert_int_equal(p.log->items[0].operand_word, 1);
    assert_string_equal(p.log->items[0].operand, "Result Type");
    assert_int_equal(p.log->items[1].operand_word, 4);
    assert_int_equal(p.log->items[2].word_offset, label);
    assert_int_equal(p.log->items[2].ordinal, 12);
    assert_int_equal(p.log->items[2].operand_word, 1);
    assert_int_equal(p.log->items[3].word_offset, b.n - 1);
    assert_int_equal(p.result, GAC_ERR_FORMAT);
    release(&p);
}

static void literals_have_their_types_width(void **state)
{
    (void)state;
    const char *text = PHYSICAL64
        "%5 = OpTypeInt 64 0\n%6 = OpTypeInt 8 0\n%7 = OpConstant %5 9\n"
        "%8 = OpConstant %6 3\n%9 = OpTypeFunction %1 %5\n"
        "%1 = OpTypeVoid\n"
        "%3 = OpFunction %1 None %9\n%10 = OpFunctionParameter %5\n"
        "%4 = OpLabel\nOpSwitch %10 %11 7 %11 0x100000001 %12\n"
        "%11 = OpLabel\nOpReturn\n%12 = OpLabel\nOpReturn\nOpFunctionEnd\n";
    const binary good = assemble(text);
    parsed p = parse_words(&good, (gac_parse_options){.size = 0});
    assert_int_equal(p.result, GAC_OK);
    release(&p);
    binary b = good;
    size_t at = find_word(&b, SpvOpConstant);
    b.words[at + 1] = 6; /* 8 bits: one word, not two */
    expect_fault(&b, at, "too many", false);
    b.words[at + 1] = 1;
    expect_fault(&b, at, "width of a literal is unknown: result type 1 is no",
                 false);
    b = good;
    at = find_word(&b, SpvOpSwitch);
    b.words[at] -= 1u << 16;
    cut_words(&b, at + 8, 1);
    expect_fault(&b, at, "Target is missing", false);
    b = good;
    b.words[at + 1] = 8; /* an 8-bit selector: pairs of two words */
    expect_fault(&b, at, "the id of Target is 0", true);
}

/* A selector that is defined after the switch, in a block further down. */
static void late_selectors_are_found(void **state)
{
    (void)state;
    /* The assembler wants the selector first; the words do not. */
    binary b = assemble(
        PHYSICAL64
        "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%5 = OpTypeInt 64 0\n"
        "%6 = OpConstant %5 9\n"
        "%3 = OpFunction %1 None %2\n"
        "%4 = OpLabel\nOpBranch %20\n"
        "%20 = OpLabel\n%22 = OpIAdd %5 %6 %6\nOpBranch %21\n"
        "%21 = OpLabel\nOpSwitch %22 %23 0x100000001 %23\n"
        "%23 = OpLabel\nOpReturn\nOpFunctionEnd\n");
    size_t first = find_word(&b, SpvOpIAdd) - 2;
    size_t second = find_word(&b, SpvOpSwitch) - 2;
    uint32_t block[16];
    size_t n = second - first;
    memcpy(block, b.words + first, n * 4);
    cut_words(&b, first, n);
    insert_words(&b, find_word(&b, SpvOpSwitch) + 6, block, n);
    parsed p = parse_words(&b, (gac_parse_options){.size = 0});
    assert_int_equal(p.result, GAC_OK);
    release(&p);
    b.words[find_word(&b, SpvOpSwitch) + 1] = 30; /* never defined */
    b.words[3] = 31;
    expect_fault(&b, find_word(&b, SpvOpSwitch),
                 "width of a literal is unknown: selector 30 is no", false);
}

static void spec_operations_are_walked(void **state)
{
    (void)state;
    binary b =
        assemble(PHYSICAL64 "%1 = OpTypeInt 32 0\n%2 = OpSpecConstant %1 3\n"
                            "%3 = OpSpecConstantOp %1 IAdd %2 %2\n");
    size_t at = find_word(&b, SpvOpSpecConstantOp);
    parsed p = parse_words(&b, (gac_parse_options){.size = 0});
    assert_int_equal(p.result, GAC_OK);
    release(&p);
    b.words[at + 5] = 9;
    expect_fault(&b, at, "the id of Operand 2, 9", true);
    b.words[at + 3] = SpvOpSpecConstantOp;
    expect_fault(&b, at, "cannot stand in OpSpecConstantOp", false);
    b.words[at + 3] = SpvOpStore;
    expect_fault(&b, at, "cannot stand in OpSpecConstantOp", false);
    b.words[at + 3] = SpvOpNot;
    expect_fault(&b, at, "too many", false);
    b = assemble(HEADER "%4 = OpExtInstImport \"OpenCL.std\"\n"
                        "OpMemoryModel Physical64 OpenCL\n"
                        "%1 = OpTypeFloat 32\n%2 = OpSpecConstant %1 3\n"
                        "%3 = OpSpecConstantOp %1 Select %2 %2 %2\n");
    at = find_word(&b, SpvOpSpecConstantOp);
    const uint32_t sqrt_of_2[] = {SpvOpExtInst, 4, 61, 2};
    memcpy(b.words + at + 3, sqrt_of_2, sizeof sqrt_of_2);
    expect_fault(&b, at, "cannot stand in OpSpecConstantOp", false);
}

/* Enumerants newer than the tables are no fault, whatever follows them. */
static void unknown_enumerants_pass(void **state)
{
    (void)state;
    binary b = assemble(PHYSICAL64 "OpDecorate %1 Alignment 4\n" FUNCTION);
    b.words[find_word(&b, SpvOpDecorate) + 2] = 65000;
    b.words[6] = 65001; /* a capability */
    parsed p = parse_words(&b, (gac_parse_options){.size = 0});
    assert_int_equal(p.result, GAC_OK);
    release(&p);
}

/* -- memory ---------------------------------------------------------------- */

typedef struct counter {
    size_t live_bytes, calls, refuse_at;
} counter;

static void *count_resize(void *user, void *old, size_t old_size,
                          size_t new_size)
{
    counter *c = user;
    if (new_size != 0 && c->refuse_at != 0 && ++c->calls >= c->refuse_at)
        return NULL;
    c->live_bytes += new_size - old_size;
    if (new_size != 0)
        return realloc(old, new_size);
    free(old);
    return NULL;
}

/* Each allocation fails in turn: an error each time, and nothing stays. */
static void memory_may_run_out(void **state)
{
    (void)state;
    binary b = assemble(PHYSICAL64 "OpName %3 \"abc\"\n" FUNCTION);
    for (size_t i = 0; i < b.n; i++) /* so that there is a copy, too */
        b.words[i] = __builtin_bswap32(b.words[i]);
    gac_result result = GAC_ERR_MEMORY;
    for (size_t at = 1; result == GAC_ERR_MEMORY; at++) {
        counter c = {.refuse_at = at};
        gac_context *context;
        gac_module *m = NULL;
        gac_context_options o = {.size = sizeof o,
                                 .allocator = {count_resize, &c}};
        result = gac_context_create(&o, &context);
        if (result == GAC_OK)
            result = gac_module_parse(context, b.words, b.n * 4, NULL, &m);
        gac_module_destroy(m);
        gac_context_destroy(context);
        assert_int_equal(c.live_bytes, 0);
        assert_true(at < 100);
    }
    assert_int_equal(result, GAC_OK);
    gac_context_options o = {.size = sizeof o, .max_memory_bytes = 300};
    gac_context *context;
    gac_module *m;
    assert_int_equal(gac_context_create(&o, &context), GAC_OK);
    assert_int_equal(gac_module_parse(context, b.words, b.n * 4, NULL, &m),
                     GAC_ERR_MEMORY);
    gac_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_is_read),
        cmocka_unit_test(byte_orders_and_places_are_one),
        cmocka_unit_test(both_names_of_the_set),
        cmocka_unit_test(headers_are_checked),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(word_counts_are_checked),
        cmocka_unit_test(strings_are_checked),
        cmocka_unit_test(ids_are_checked),
        cmocka_unit_test(every_fault_is_reported),
        cmocka_unit_test(literals_have_their_types_width),
        cmocka_unit_test(late_selectors_are_found),
        cmocka_unit_test(spec_operations_are_walked),
        cmocka_unit_test(unknown_enumerants_pass),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests_name("module", tests, NULL, NULL);
}
