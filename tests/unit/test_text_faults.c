/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Faults in texts and their places, inputs of every kind, and memory that runs
 * out. */
#include "text_helper.h"

#include <spirv-tools/libspirv.h>
#include <sys/mman.h>
#include <unistd.h>

/* -- texts ----------------------------------------------------------------- */

static void fails_at(const char *text, uint32_t line, uint32_t column,
                     const char *message_part)
{
    gac_assembly *a;
    found.n = 0;
    assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &a),
                     GAC_ERR_FORMAT);
    assert_null(a);
    assert_true(found.n >= 1);
    if (!strstr(found.message, message_part))
        print_error("%s\n", found.message);
    assert_non_null(strstr(found.message, message_part));
    assert_int_equal(found.last.text_line, line);
    assert_int_equal(found.last.text_column, column);
}

static void faults_have_places(void **state)
{
    (void)state;
    fails_at("", 1, 1, "Missing assembly text");
    fails_at("; one\n\n  OpFoo", 3, 3, "OpFoo");
    fails_at("\n  OpFoo", 2, 3, "OpFoo");
    fails_at("!1 !2 = OpNop", 1, 7, "!2 not allowed before =");
    fails_at("%gac = OpExtInstImport \"Codeplay.GroupAsyncCopies\"\n"
             "%t = OpTypeEvent ; a comment\n"
             "%e = OpExtInst %t\n %gac  GroupAsyncCopy9D9D %t\n",
             4, 8, "'GroupAsyncCopy9D9D' is not an instruction of");
    /* Behind tokens that were rewritten to others of another length. */
    fails_at(
        "%gac = OpExtInstImport \"Codeplay.GroupAsyncCopies\" %t = OpTypeEvent"
        "\n %e = OpExtInst %t %gac GroupAsyncCopy2D2D %t zzz",
        2, 47, "Expected id to start with %");
    fails_at("%p = OpTypeUntypedPointerKHR Elsewhere", 1, 30, "Elsewhere");
    fails_at("OpUntypedPrefetchKHR", 1, 21, "OpUntypedPrefetchKHR");
    fails_at("%x = OpUntypedPrefetchKHR %p %n", 1, 6, "OpUntypedPrefetchKHR");
    fails_at("OpUntypedVariableKHR %p Workgroup", 1, 1, "result-id");
    fails_at("%i = OpExtInstImport \"zork\"\n%e = OpExtInst %t %i Name", 2, 22,
             "'Name' is not a number");
    fails_at("\x03\x02\x23\x07", 1, 1, "SPIR-V binary");
    fails_at("%t = OpTypeVoid %t = OpTypeInt 32 0", 1, 17, "already been used");
    /* As spirv-as has it: digits are a number, other forms of one are not. */
    fails_at("OpName %1 0x10", 1, 11, "Invalid literal string '0x10'");
    fails_at("OpName %1 99999999999999999999", 1, 11, "found literal number");
    fails_at("%t = OpTypeInt 0 0\n%c = OpConstant %t 0\n%d = OpConstant %t 1",
             3, 20, "Integer 1 does not fit in a 0-bit unsigned integer");
    /* What is not closed ends with its line: what follows is looked at. */
    fails_at("OpUnknown(1,2\n  OpFoo\n", 2, 3, "OpFoo");
}

/* An id may be a type and a value, or an import and a type, which is no fault
 * of the text: spirv-as takes all of them. */
static void ids_of_two_kinds(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "%u = OpTypeInt 32 0 %1 = OpUndef %u %1 = OpTypeInt 64 0\n"
        "OpSwitch %1 %l 5 %l",
        "%1 = OpTypeInt 32 0 %1 = OpUndef %1 OpSwitch %1 %l 5 %l",
        "%1 = OpExtInstImport \"OpenCL.std\" %1 = OpTypeFloat 32\n"
        "%x = OpExtInst %1 %1 sqrt %x",
        "%1 = OpUndef %f %1 = OpExtInstImport \"OpenCL.std\"\n"
        "%f = OpTypeFloat 32 %x = OpExtInst %f %1 sqrt %x"};
    for (size_t i = 0; i < GAC__COUNT_OF(texts); i++) {
        spv_context tools = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
        spv_binary binary = NULL;
        gac_assembly *a;
        size_t n;
        const char *text = texts[i];
        assert_int_equal(
            spvTextToBinary(tools, text, strlen(text), &binary, NULL),
            SPV_SUCCESS);
        assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &a),
                         GAC_OK);
        const uint32_t *words = gac_assembly_words(a, &n);
        assert_int_equal(n, binary->wordCount);
        assert_memory_equal(words + 3, binary->code + 3, 4 * (n - 3));
        gac_assembly_destroy(a);
        spvBinaryDestroy(binary);
        spvContextDestroy(tools);
    }
}

static void endless_numbers(void **state)
{
    char text[1400] = "%t = OpTypeFloat 64 %c = OpConstant %t 1.";
    const size_t n = strlen(text);
    (void)state;
    memset(text + n, '0', 1200);
    fails_at(text, 1, (uint32_t)n - 1, "Invalid 64-bit float literal: 1.0");
}

/* A word may follow an instruction of the supplement, as any other: behind its
 * last operand it begins a statement of its own. Nothing else may follow. */
static void words_behind_the_supplement(void **state)
{
    (void)state;
    gac_assembly *a;
    size_t n;
    static const char text[] = "%p = OpTypeUntypedPointerKHR Workgroup !123";
    assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &a),
                     GAC_OK);
    const uint32_t *words = gac_assembly_words(a, &n);
    assert_int_equal(n, 5 + 4);
    assert_int_equal(words[5], 3u << 16 | 4417);
    assert_int_equal(words[7], SpvStorageClassWorkgroup);
    assert_int_equal(words[8], 123);
    gac_assembly_destroy(a);
    fails_at("%p = OpTypeUntypedPointerKHR Workgroup 123", 1, 40,
             "Expected <opcode> or <result-id>");
    fails_at("%p = OpTypeUntypedPointerKHR Workgroup !1 x", 1, 43, "'x'");
}

/* What gac-dis --handle-unknown-opcodes writes is read. */
static void unknown_opcodes(void **state)
{
    (void)state;
    gac_assembly *a;
    size_t n;
    static const char text[] = "OpUnknown(65534, 3) 42 %x OpNop "
                               "OpUnknown(9,1) OpNop";
    static const uint32_t expected[] = {3u << 16 | 65534, 42,      1, 1u << 16,
                                        1u << 16 | 9,     1u << 16};
    assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &a),
                     GAC_OK);
    const uint32_t *words = gac_assembly_words(a, &n);
    assert_int_equal(n, 5 + GAC__COUNT_OF(expected));
    assert_memory_equal(words + 5, expected, sizeof expected);
    gac_assembly_destroy(a);
    fails_at("OpNop OpUnknown(65534, 3) 42", 1, 7, "word count says 2");
    fails_at("OpUnknown(65534, 3) 42 43 44", 1, 1, "word count says 2");
    fails_at("OpUnknown(65536, 3) 42 43", 1, 1, "16 bits");
    fails_at("OpUnknown(1, 0)", 1, 1, "16 bits");
    fails_at("OpUnknown(1 3)", 1, 1, "OpUnknown(<opcode>");
    fails_at("OpUnknown(", 1, 1, "OpUnknown(<opcode>");
    fails_at("OpUnknown(1, 1) x", 1, 17, "'x'");
}

/* A comment that ends the text ends at the end of its bytes: a page that cannot
 * be read follows. */
static void the_last_comment_is_not_read_past(void **state)
{
    (void)state;
    static const char text[] = "OpCapability Kernel ; the end";
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = strlen(text);
    gac_assembly *a;
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(pages, MAP_FAILED);
    assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    char *end = memcpy(pages + page - size, text, size);
    assert_int_equal(gac_assemble(context, end, size, NULL, &a), GAC_OK);
    gac_assembly_destroy(a);
    munmap(pages, 2 * page);
}

/* A name of "; Ids:" shares its number with no other; past the last number
 * there is none. */
static void numbers_of_names(void **state)
{
    (void)state;
    gac_assembly *a;
    size_t n;
    static const char text[] =
        "; Ids: a=1\n%b = OpTypeVoid %a = OpTypeBool %c = OpTypeEvent";
    assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &a),
                     GAC_OK);
    const uint32_t *words = gac_assembly_words(a, &n);
    assert_int_equal(words[6], 2);
    assert_int_equal(words[8], 1);
    assert_int_equal(words[10], 3);
    gac_assembly_destroy(a);
    fails_at("; Header: 0x07230203 0x00010000 0 4294967295 0\n"
             "%a = OpTypeFunction %b %c",
             2, 1, "used up");
}

/* Numbers of tools are SPIRV-Headers' (spir-v.xml); a note that is none leaves
 * the assembler's own, 7. */
static void generators_of_notes(void **state)
{
    (void)state;
    static const struct {
        const char *note;
        uint32_t tool, version;
    } rows[] = {
        {"Khronos LLVM/SPIR-V Translator; 14", 6, 14},
        {"Unknown(43); 22", 43, 22},
        {"Unknown(43; 22", 7, 0},
        {"Anything(43); 22", 7, 0},
        {"Unknown(43) 22", 7, 0},
        {"Unknown(65536); 1", 7, 0},
        {"Unknown(1); 65536", 7, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[100];
        gac_assembly *a;
        size_t n;
        snprintf(text, sizeof text, "; Generator: %s\nOpNop", rows[i].note);
        assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &a),
                         GAC_OK);
        assert_int_equal(gac_assembly_words(a, &n)[2],
                         rows[i].tool << 16 | rows[i].version);
        gac_assembly_destroy(a);
    }
}

static void every_fault_is_told(void **state)
{
    (void)state;
    gac_assembly *a;
    static const char text[] =
        "%g = OpExtInstImport \"Codeplay.GroupAsyncCopies\"\n"
        "%t = OpTypeEvent\n"
        "%a = OpExtInst %t %g One %t\n"
        "%b = OpExtInst %t %g Two %t\n"
        "%c = OpTypeUntypedPointerKHR Three\n";
    found.n = 0;
    assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &a),
                     GAC_ERR_FORMAT);
    assert_int_equal(found.n, 3);
}

static void places_of_instructions(void **state)
{
    (void)state;
    static const char text[] = "; Header: 0x07230203 0x00010400 0 9 0\n"
                               "OpCapability Kernel OpCapability Addresses\n"
                               "\n"
                               "  %1 = OpTypeInt\n 32 0\n"
                               "!0x00020011 !1\n"
                               "   !0x00020011 !2 !0x00020011 !3\n"
                               "\tOpName %1 \"two\nlines\" OpNop";
    static const uint32_t places[][2] = {{2, 1}, {2, 21}, {4, 3}, {6, 1},
                                         {7, 4}, {7, 19}, {8, 2}, {9, 8}};
    gac_assembly *a;
    uint32_t line, column;
    assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &a),
                     GAC_OK);
    for (uint32_t i = 0; i < GAC__COUNT_OF(places); i++) {
        assert_true(gac_assembly_place(a, i + 1, &line, &column));
        assert_int_equal(line, places[i][0]);
        assert_int_equal(column, places[i][1]);
    }
    assert_false(gac_assembly_place(a, 0, &line, &column));
    assert_false(gac_assembly_place(a, GAC__COUNT_OF(places) + 1, &line, NULL));
    assert_int_equal(line, 0);
    gac_assembly_destroy(a);
}

static void operands_in_text(void **state)
{
    (void)state;
    builder b = new_builder();
    begin(&b, SpvOpExtInst);
    for (uint32_t w = 0; w < 8; w++)
        put(&b, w == 0   ? ID_UINT
                : w == 1 ? b.next_id++
                : w == 2 ? ID_SET
                : w == 3 ? 1
                         : ID_VALUE);
    end(&b);
    emit(&b, SpvOpConstantNull, 3, ID_UINT, b.next_id++, 77);
    b.words[3] = b.next_id;
    gac_disassembly *d;
    assert_int_equal(gac_disassemble(context, b.words, 4 * b.n, NULL, &d),
                     GAC_OK);
    static const struct {
        uint32_t ordinal, word;
        const char *text;
    } cases[] = {
        {8, 0, "OpExtInst"}, {8, 1, "%uint"},       {8, 2, "%8"},
        {8, 3, "%6"},        {8, 5, "%uint_5"},     {1, 4, "\"OpenCL.std\""},
        {6, 2, "32"},        {9, 0, "!0x0004002e"}, {9, 3, "!77"}};
    size_t first, size;
    for (unsigned i = 0; i < GAC__COUNT_OF(cases); i++) {
        const char *text =
            gac_disassembly_instruction(d, cases[i].ordinal, &size);
        assert_true(gac_disassembly_operand(d, cases[i].ordinal, cases[i].word,
                                            &first, &size));
        assert_int_equal(size, strlen(cases[i].text));
        assert_memory_equal(text + first, cases[i].text, size);
    }
    static const char *const lines[] = {"%uint = OpTypeInt 32 0",
                                        "%ulong = OpTypeInt 64 0",
                                        "%float = OpTypeFloat 32"};
    for (uint32_t i = 0; i < GAC__COUNT_OF(lines); i++) {
        const char *text = gac_disassembly_instruction(d, 4 + i, &size);
        assert_int_equal(size, strlen(lines[i]));
        assert_memory_equal(text, lines[i], size);
    }
    assert_false(gac_disassembly_operand(d, 8, 9, &first, &size));
    assert_true(gac_disassembly_operand(d, 1, 0, NULL, NULL));
    assert_int_equal(first, 0);
    assert_int_equal(size, 0);
    assert_false(gac_disassembly_operand(d, 10, 0, &first, &size));
    size = 1;
    assert_null(gac_disassembly_instruction(d, 0, &size));
    assert_int_equal(size, 0);
    gac_disassembly_destroy(d);
    free(b.words);
}

static void environments(void **state)
{
    (void)state;
    gac_assembly *a;
    size_t n;
    static const char text[] = "; Version: 1.2\nOpCapability Kernel";
    gac_assemble_options o = {.size = sizeof o};
    assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &a),
                     GAC_OK);
    assert_int_equal(gac_assembly_words(a, &n)[1], 0x00010200);
    gac_assembly_destroy(a);
    o.target_env = "spv1.4";
    assert_int_equal(gac_assemble(context, text, strlen(text), &o, &a), GAC_OK);
    assert_int_equal(gac_assembly_words(a, &n)[1], 0x00010400);
    gac_assembly_destroy(a);
    o.target_env = "spv1.44";
    assert_int_equal(gac_assemble(context, text, strlen(text), &o, &a),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(
        gac_assemble(context, text + 15, strlen(text + 15), NULL, &a), GAC_OK);
    assert_int_equal(gac_assembly_words(a, &n)[1], 0x00010600);
    gac_assembly_destroy(a);
}

/* All environments have the versions that SPIRV-Tools give them. */
static void versions_of_environments(void **state)
{
    static const char text[] = "OpCapability Kernel";
    unsigned n_known = 0;
    (void)state;
    for (uint32_t i = 0; gac_target_env_name(i); i++) {
        spv_target_env env;
        spv_binary binary = NULL;
        gac_assembly *a;
        size_t n;
        gac_assemble_options o = {.size = sizeof o,
                                  .target_env = gac_target_env_name(i)};
        assert_int_equal(gac_assemble(context, text, strlen(text), &o, &a),
                         GAC_OK);
        if (spvParseTargetEnv(o.target_env, &env)) {
            spv_context tools = spvContextCreate(env);
            assert_int_equal(
                spvTextToBinary(tools, text, strlen(text), &binary, NULL),
                SPV_SUCCESS);
            assert_int_equal(gac_assembly_words(a, &n)[1], binary->code[1]);
            spvBinaryDestroy(binary);
            spvContextDestroy(tools);
            n_known++;
        }
        gac_assembly_destroy(a);
    }
    assert_true(n_known >= 25);
}

/* -- inputs ---------------------------------------------------------------- */

static void check_input(const void *data, size_t size, gac_input_kind kind,
                        const void *expected, size_t expected_size)
{
    gac_input *input;
    size_t n;
    assert_int_equal(gac_input_load_memory(context, data, size, NULL, &input),
                     GAC_OK);
    assert_int_equal(gac_input_kind_of(input), kind);
    const void *bytes = gac_input_data(input, &n);
    assert_int_equal(n, expected_size);
    if (n > 0)
        assert_memory_equal(bytes, expected, n);
    uint32_t line = 7;
    assert_int_equal(gac_input_place(input, 1, &line, NULL),
                     kind == GAC_INPUT_TEXT);
    assert_int_equal(line, kind == GAC_INPUT_TEXT ? 1 : 0);
    gac_input_destroy(input);
}

#define MARKED "\xEF\xBB\xBF OpNop"

static void inputs(void **state)
{
    (void)state;
    static const uint32_t words[] = {0x07230203, 0x00010600, 0x00070000, 1,
                                     0,          0x00020011, 6};
    unsigned char big[sizeof words];
    for (unsigned i = 0; i < sizeof big; i++)
        big[i] = (unsigned char)(words[i / 4] >> (24 - i % 4 * 8));
    static const char text[] = "OpCapability Kernel";
    static const char hex[] =
        "0x07230203, 0x10600\n0x00070000,x1 0 00020011 0x6 ";
    static const char bytes[] =
        "03 02 23 07 0 06,01,0x00\n0 0 7 0 1 0 0 0 0 0 0 0"
        " 11 0 2 0 6 0 0 0";
    check_input(words, sizeof words, GAC_INPUT_BINARY, words, sizeof words);
    check_input(words, 5, GAC_INPUT_BINARY, words, 5);
    check_input(big, sizeof big, GAC_INPUT_BINARY, big, sizeof big);
    check_input("", 0, GAC_INPUT_BINARY, "", 0);
    check_input("\x01\x02", 2, GAC_INPUT_BINARY, "\x01\x02", 2);
    check_input(text, strlen(text), GAC_INPUT_TEXT, words, sizeof words);
    check_input(hex, strlen(hex), GAC_INPUT_HEX, words, sizeof words);
    check_input(bytes, strlen(bytes), GAC_INPUT_HEX, words, sizeof words);
    gac_input *input;
    assert_int_equal(
        gac_input_load_memory(context, "0x07230203 zz", 13, NULL, &input),
        GAC_ERR_FORMAT);
    assert_null(input);
    /* Two bytes are no byte order mark, whatever follows them. */
    gac_assembly *assembly;
    assert_int_equal(gac_input_load_memory(context, MARKED, 2, NULL, &input),
                     GAC_ERR_FORMAT);
    assert_int_equal(gac_assemble(context, MARKED, 2, NULL, &assembly),
                     GAC_ERR_FORMAT);
    assert_int_equal(gac_input_load(context, "/no/such/file", NULL, &input),
                     GAC_ERR_IO);
}

/* -- memory ---------------------------------------------------------------- */

typedef struct budget {
    long left;    /* allocations until the first that fails */
    bool once;    /* the others do not fail; else all that follow do */
    size_t bytes; /* in use */
} budget;

static void *limited(void *user, void *old, size_t old_size, size_t new_size)
{
    budget *b = user;
    if (new_size > 0 && --b->left < 0 && (b->left == -1 || !b->once))
        return NULL;
    b->bytes += new_size - old_size;
    if (new_size > 0)
        return realloc(old, new_size);
    free(old);
    return NULL;
}

/* What a text gives, and what that is disassembled to. */
typedef struct both_ways {
    gac_assembly *assembly;
    gac_input *input;
    gac_disassembly *disassembly;
} both_ways;

static gac_result go_both_ways(gac_context *c, const char *text, both_ways *b)
{
    size_t size;
    gac_disassemble_options all = {.size = sizeof all,
                                   .nested_indent = true,
                                   .reorder_blocks = true,
                                   .exact = true};
    *b = (both_ways){NULL, NULL, NULL};
    gac_result result = gac_assemble(c, text, strlen(text), NULL, &b->assembly);
    if (result == GAC_OK)
        result = gac_input_load_memory(c, text, strlen(text), NULL, &b->input);
    if (result != GAC_OK)
        return result;
    const void *data = gac_input_data(b->input, &size);
    return gac_disassemble(c, data, size, &all, &b->disassembly);
}

static void end_both_ways(both_ways *b)
{
    gac_assembly_destroy(b->assembly);
    gac_input_destroy(b->input);
    gac_disassembly_destroy(b->disassembly);
}

static void same_both_ways(const both_ways *a, const both_ways *b)
{
    size_t size, expected;
    const void *data = gac_assembly_data(b->assembly, &expected);
    assert_memory_equal(gac_assembly_data(a->assembly, &size), data, expected);
    assert_int_equal(size, expected);
    assert_string_equal(gac_disassembly_text(a->disassembly, NULL),
                        gac_disassembly_text(b->disassembly, NULL));
}

/* Each allocation in turn fails: an error, and nothing is lost. What comes out
 * is the same as with more memory. */
static void out_of_memory(void **state)
{
    both_ways expected, made;
    (void)state;
    static const char text[] =
        "; Header: 0x03022307 0x00010400 0 30 0\n; Ids: c=7\n"
        "OpCapability UntypedPointersKHR\n"
        "%g = OpExtInstImport \"Codeplay.GroupAsyncCopies\"\n"
        "%t = OpTypeEvent %p = OpTypeUntypedPointerKHR Workgroup\n"
        "%e = OpExtInst %t %g GroupAsyncCopy2D2D %c\n"
        "!0x0004002e %t %f !3\n"
        "%l = OpLabel OpLoopMerge %m %l None OpBranch %m %m = OpLabel OpReturn "
        "OpFunctionEnd\n";
    bool all = false;
    assert_int_equal(go_both_ways(context, text, &expected), GAC_OK);
    assert_non_null(strstr(gac_disassembly_text(expected.disassembly, NULL),
                           "OpFunctionEnd\n; Ids:"));
    for (long n = 0; !all; n++) {
        budget b = {n / 2, n % 2 == 1, 0};
        gac_context *poor = NULL;
        gac_context_options o = {.size = sizeof o, .allocator = {limited, &b}};
        made = (both_ways){NULL, NULL, NULL};
        gac_result result = gac_context_create(&o, &poor);
        if (result == GAC_OK)
            result = go_both_ways(poor, text, &made);
        assert_true(result == GAC_OK || result == GAC_ERR_MEMORY);
        assert_true(n < 4000);
        all = b.left >= 0; /* none failed */
        assert_true(!all || result == GAC_OK);
        if (result == GAC_OK)
            same_both_ways(&made, &expected);
        end_both_ways(&made);
        gac_context_destroy(poor);
        assert_int_equal(b.bytes, 0);
    }
    end_both_ways(&expected);
}

/* A file may take half of the memory that a context may take. */
static void files_have_a_limit(void **state)
{
    (void)state;
    char path[] = "/tmp/gac_text_XXXXXX";
    static char blanks[3 << 20];
    gac_context *small;
    gac_input *input;
    gac_context_options o = {.size = sizeof o, .max_memory_bytes = 4 << 20};
    int fd = mkstemp(path);
    memset(blanks, ' ', sizeof blanks);
    assert_int_equal(write(fd, blanks, sizeof blanks), sizeof blanks);
    close(fd);
    assert_int_equal(gac_context_create(&o, &small), GAC_OK);
    assert_int_equal(gac_input_load(small, path, NULL, &input), GAC_ERR_LIMIT);
    assert_null(input);
    gac_context_destroy(small);
    remove(path);
}

/* A context that is to stop stops the disassembler, too. */
static void disassembler_is_cancelled(void **state)
{
    (void)state;
    gac_context *own;
    gac_disassembly *d;
    builder b = new_builder();
    for (unsigned i = 0; i < 20000; i++)
        emit(&b, SpvOpIAdd, 4, ID_UINT, b.next_id++, ID_VALUE, ID_VALUE);
    assert_int_equal(gac_context_create(NULL, &own), GAC_OK);
    gac_context_cancel(own);
    assert_int_equal(gac_disassemble(own, b.words, 4 * b.n, NULL, &d),
                     GAC_ERR_CANCELLED);
    assert_null(d);
    gac_context_destroy(own);
    free(b.words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_have_places),
        cmocka_unit_test(ids_of_two_kinds),
        cmocka_unit_test(endless_numbers),
        cmocka_unit_test(words_behind_the_supplement),
        cmocka_unit_test(unknown_opcodes),
        cmocka_unit_test(the_last_comment_is_not_read_past),
        cmocka_unit_test(numbers_of_names),
        cmocka_unit_test(generators_of_notes),
        cmocka_unit_test(every_fault_is_told),
        cmocka_unit_test(places_of_instructions),
        cmocka_unit_test(operands_in_text),
        cmocka_unit_test(environments),
        cmocka_unit_test(versions_of_environments),
        cmocka_unit_test(inputs),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(files_have_a_limit),
        cmocka_unit_test(disassembler_is_cancelled),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
