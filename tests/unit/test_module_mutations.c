/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The parser on damaged modules: it survives, and agrees with SPIRV-Tools. */
#include "module/types.h"
#include "module_helper.h"

#include <dirent.h>

/* Each module of the parser's corpus, cut short at every byte, and with every
 * word replaced by values that hurt. SPIRV-Tools' binary parser is the
 * reference of the form of instructions: word counts, strings, ids. It knows
 * nothing of layout, and refuses enumerants that it does not know, where ours
 * reads on. */

static const char corpus[] = "tests/fuzz/corpus/module";

typedef struct file {
    uint32_t *words;
    size_t n;
    char name[256];
} file;

static file g_files[32];
static size_t g_n_files;

static int load_corpus(void **state)
{
    (void)state;
    DIR *folder = opendir(corpus);
    for (struct dirent *e; folder && (e = readdir(folder)) != NULL;) {
        if (!strstr(e->d_name, ".spv") || g_n_files == GAC__COUNT_OF(g_files))
            continue;
        file *f = &g_files[g_n_files];
        char path[512];
        snprintf(path, sizeof path, "%s/%s", corpus, e->d_name);
        snprintf(f->name, sizeof f->name, "%s", e->d_name);
        FILE *in = fopen(path, "rb");
        if (!in)
            return -1;
        fseek(in, 0, SEEK_END);
        f->n = (size_t)ftell(in) / 4;
        rewind(in);
        f->words = malloc(f->n * 4);
        size_t n = fread(f->words, 4, f->n, in);
        fclose(in);
        if (n != f->n)
            return -1;
        if (f->words[0] == SpvMagicNumber)
            g_n_files++;
        else
            free(f->words);
    }
    if (folder)
        closedir(folder);
    return g_n_files >= 4 ? 0 : -1;
}

static int free_corpus(void **state)
{
    (void)state;
    while (g_n_files)
        free(g_files[--g_n_files].words);
    return 0;
}

/* Faults of the form of instructions, which both check; bounds and the rest are
 * of layout, which only our parser looks at. */
typedef struct verdict {
    bool form, layout;
    char first[GAC__MESSAGE_MAX];
} verdict;

static void take_diagnostic(void *user, const gac_diagnostic *d)
{
    static const char *const layout[] = {
        "section out of order", "stands outside",
        "has no terminator",    "is not below the bound",
        "no OpFunctionEnd",     "OpFunctionEnd is missing",
        "stands after a block", "parameters, its type has"};
    verdict *v = user;
    for (size_t i = 0; i < GAC__COUNT_OF(layout); i++) {
        if (strstr(d->message, layout[i])) {
            v->layout = true;
            return;
        }
    }
    if (!v->form)
        snprintf(v->first, sizeof v->first, "%s", d->message);
    v->form = true;
}

static verdict parse_by_us(const void *data, size_t size)
{
    verdict v = {false, false, ""};
    gac_context *context;
    gac_module *m;
    gac_context_options o = {
        .size = sizeof o, .diagnostic = take_diagnostic, .diagnostic_user = &v};
    assert_int_equal(gac_context_create(&o, &context), GAC_OK);
    gac_result r = gac_module_parse(context, data, size, NULL, &m);
    assert_int_equal(r != GAC_OK, v.form || v.layout);
    gac_module_destroy(m);
    gac_context_destroy(context);
    return v;
}

static spv_result_t parse_by_tools(spv_context context, const uint32_t *words,
                                   size_t n, char *message, size_t size)
{
    spv_diagnostic fault = NULL;
    spv_result_t r =
        spvBinaryParse(context, NULL, words, n, NULL, NULL, &fault);
    snprintf(message, size, "%s", fault ? fault->error : "");
    spvDiagnosticDestroy(fault);
    return r;
}

/* What SPIRV-Tools refuses and we read on purpose, or leave to others. */
static bool is_tolerated(const char *message)
{
    static const char *const kinds[] = {
        "Invalid ", /* ... operand: an enumerant newer than the tables */
        "decoding OpExtInst", /* too few: a set's own rule */
        "extended instruction", "OpExtInst set Id", "import"};
    for (size_t i = 0; i < GAC__COUNT_OF(kinds); i++)
        if (strstr(message, kinds[i]))
            return true;
    return false;
}

static void expect_agreement(spv_context context, const file *f,
                             const uint32_t *words, size_t at)
{
    char theirs[512];
    verdict ours = parse_by_us(words, f->n * 4);
    spv_result_t r =
        parse_by_tools(context, words, f->n, theirs, sizeof theirs);
    /* Widths of 2^31 bits overflow in SPIRV-Tools. */
    bool wide = words[at] >> 31 && strstr(ours.first, "Value is missing");
    /* It leaves a lone half of OpPhi's pairs to its validator. */
    bool half = strstr(ours.first, "Variable, Parent") != NULL;
    if (r == SPV_SUCCESS && ours.form && !wide && !half)
        fail_msg("%s, word %zu = 0x%08x: we say '%s', SPIRV-Tools nothing",
                 f->name, at, words[at], ours.first);
    if (r != SPV_SUCCESS && !ours.form && !is_tolerated(theirs))
        fail_msg("%s, word %zu = 0x%08x: SPIRV-Tools says '%s', we nothing",
                 f->name, at, words[at], theirs);
}

static void damaged_words_are_treated_alike(void **state)
{
    (void)state;
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    for (size_t i = 0; i < g_n_files; i++) {
        const file *f = &g_files[i];
        char message[512];
        if (parse_by_tools(context, f->words, f->n, message, sizeof message))
            continue; /* a producer's fault to begin with */
        uint32_t *words = malloc(f->n * 4);
        memcpy(words, f->words, f->n * 4);
        for (size_t at = 5; at < f->n; at++) {
            const uint32_t old = f->words[at];
            const uint32_t values[] = {0,
                                       1,
                                       old ^ 1,
                                       old + 1,
                                       old - 1,
                                       old + 0x10000,
                                       old - 0x10000,
                                       f->words[3],
                                       f->words[3] - 1,
                                       UINT32_MAX,
                                       old | 0x80000000};
            for (size_t v = 0; v < GAC__COUNT_OF(values); v++) {
                words[at] = values[v];
                expect_agreement(context, f, words, at);
            }
            words[at] = old;
        }
        free(words);
    }
    spvContextDestroy(context);
}

static void truncated_files_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < g_n_files; i++) {
        const file *f = &g_files[i];
        for (size_t size = 0; size < f->n * 4; size++) {
            char *copy = malloc(size ? size : 1); /* exactly as large */
            memcpy(copy, f->words, size);
            verdict v = parse_by_us(copy, size);
            /* Only after a whole instruction outside of functions, or in one
             * whose blocks are not counted yet, can it seem complete. */
            if (size % 4 != 0 || size < 20)
                assert_true(v.form);
            free(copy);
        }
    }
}

/* Several damages at once, with the options that let the most through. */
static void damaged_modules_answer(void **state)
{
    (void)state;
    uint64_t seed = 7;
    gac_context *context;
    gac_parse_options options = {
        .size = sizeof options, .keep_going = true, .tolerate_producers = true};
    assert_int_equal(gac_context_create(NULL, &context), GAC_OK);
    for (int n = 0; n < 20000; n++) {
        const file *f = &g_files[gac__random_next(&seed) % g_n_files];
        uint32_t *words = malloc(f->n * 4);
        memcpy(words, f->words, f->n * 4);
        for (uint64_t k = gac__random_next(&seed) % 4 + 1; k > 0; k--) {
            size_t at = 5 + gac__random_next(&seed) % (f->n - 5);
            size_t from = 5 + gac__random_next(&seed) % (f->n - 5);
            words[at] = gac__random_next(&seed) % 3
                            ? f->words[from]
                            : (uint32_t)(gac__random_next(&seed) % 64);
        }
        gac_module *m;
        if (gac_module_parse(context, words, f->n * 4, &options, &m) == GAC_OK)
            for (uint32_t id = 0; id < m->bound + 2; id++) {
                uint64_t a, b;
                gac__module_size_of(m, id, &a, &b);
                gac__module_constant(m, id, &a);
                gac__module_member_offset(m, id, 1, &a);
                gac__module_name(m, id);
                gac__module_type_of(m, id);
            }
        gac_module_destroy(m);
        free(words);
    }
    gac_context_destroy(context);
}

/* -- every instruction ----------------------------------------------------- */

/* Words that fit a row: some value of its kind, and its parameters. Ids are 1,
 * whatever they should be. */
static size_t make_operand(const gac__operand_row *row, uint64_t *seed,
                           uint32_t *words)
{
    const gac__kind_row *kind = &gac__kind_rows[row->kind];
    size_t n = 0;
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_RESULT: words[n++] = 50; break;
    case GAC__OPERAND_EXT_INST:
        words[n++] = 14; /* cos: one operand */
        break;
    case GAC__OPERAND_SPEC_OP:
        words[n++] = SpvOpNot;
        words[n++] = 1;
        break;
    case GAC__OPERAND_STRING:
        words[n++] = 0x64636261;
        words[n++] = (uint32_t)(gac__random_next(seed) & 0x6161);
        break;
    case GAC__OPERAND_PAIR_LITERAL_ID:
    case GAC__OPERAND_PAIR_ID_LITERAL:
    case GAC__OPERAND_PAIR_ID_ID:
        words[n++] = 1;
        words[n++] = 1;
        break;
    case GAC__OPERAND_VALUE_ENUM:
    case GAC__OPERAND_BIT_ENUM: {
        const gac__enumerant_row *e =
            &kind->enumerants[gac__random_next(seed) % kind->n_enumerants];
        /* SPIRV-Tools wants one of any number (BankBitsINTEL). */
        if (e->n_parameters && e->parameters[0].quantifier != GAC__ONE)
            e = &kind->enumerants[0];
        words[n++] = e->value;
        for (uint32_t i = 0; i < e->n_parameters; i++)
            n += make_operand(&e->parameters[i], seed, words + n);
        break;
    }
    default: words[n++] = 1; break;
    }
    return n;
}

static size_t make_inst(const gac__op_row *op, uint64_t *seed, uint32_t *words)
{
    size_t n = 1;
    for (uint32_t i = 0; i < op->n_operands; i++) {
        uint64_t times = op->operands[i].quantifier == GAC__ONE ? 1
                         : op->operands[i].quantifier == GAC__OPTIONAL
                             ? gac__random_next(seed) % 2
                             : gac__random_next(seed) % 3;
        for (; times > 0; times--)
            n += make_operand(&op->operands[i], seed, words + n);
    }
    uint64_t change = gac__random_next(seed) % 4; /* a word less, or more */
    if (change == 0 && n > 1)
        n--;
    if (change == 1)
        words[n++] = 1;
    words[0] = (uint32_t)n << 16 | op->opcode;
    return n;
}

static void every_instruction_is_treated_alike(void **state)
{
    (void)state;
    /* %1 is a constant of type %3, %2 imports OpenCL.std. */
    static const uint32_t begin[] = {SpvMagicNumber,
                                     0x10600,
                                     0,
                                     100,
                                     0,
                                     5u << 16 | SpvOpExtInstImport,
                                     2,
                                     0x6E65704F,
                                     0x732E4C43,
                                     0x00006474,
                                     4u << 16 | SpvOpTypeInt,
                                     3,
                                     32,
                                     0,
                                     4u << 16 | SpvOpConstant,
                                     3,
                                     1,
                                     7};
    const size_t n_begin = GAC__COUNT_OF(begin);
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    uint64_t seed = 3;
    uint32_t n_alike = 0;
    for (uint32_t i = 0; i < gac__op_row_count; i++) {
        const gac__op_row *op = &gac__op_rows[i];
        bool newer = gac__grammar_is_supplement(op->opcode);
        for (int trial = 0; trial < 40 && !newer; trial++) {
            uint32_t words[128] = {0};
            file f = {.name = ""};
            memcpy(words, begin, sizeof begin);
            snprintf(f.name, sizeof f.name, "%s", op->name);
            f.n = n_begin + make_inst(op, &seed, words + n_begin);
            f.words = words;
            for (size_t w = n_begin + 1; w < f.n; w++) {
                bool typed = op->has_type && w == n_begin + 1;
                bool set = op->opcode == SpvOpExtInst && w == n_begin + 3;
                words[w] = typed ? 3 : set ? 2 : words[w];
            }
            expect_agreement(context, &f, words, n_begin);
            n_alike++;
        }
    }
    assert_true(n_alike > 20000);
    spvContextDestroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_words_are_treated_alike),
        cmocka_unit_test(every_instruction_is_treated_alike),
        cmocka_unit_test(truncated_files_are_refused),
        cmocka_unit_test(damaged_modules_answer),
    };
    return cmocka_run_group_tests_name("module mutations", tests, load_corpus,
                                       free_corpus);
}
