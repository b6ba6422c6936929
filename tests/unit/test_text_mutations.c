/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Texts with one word dropped or exchanged: the assembler's verdict, words and
 * places against those of SPIRV-Tools' assembler. */
#include "../fixtures.h"
#include "text_peer.h"

#define TEXT_MAX 6000
#define WORDS_MAX 2000
#define N_MUTANTS 10000
#define N_QUICK 1000

/* A text's words; comments are none. */
typedef struct words {
    size_t n;
    struct {
        size_t first, size;
    } at[WORDS_MAX];
} words;

static void find_words(const char *text, words *w)
{
    static const char blanks[] = " \t\r\n";
    w->n = 0;
    for (size_t i = 0; text[i] && w->n < WORDS_MAX;) {
        if (text[i] == ';') {
            i += strcspn(text + i, "\n");
        } else if (strchr(blanks, text[i])) {
            i++;
        } else {
            size_t first = i;
            for (bool quoted = false;
                 text[i] && (quoted || !strchr(" \t\r\n;", text[i])); i++)
                quoted ^= text[i] == '"';
            w->at[w->n].first = first;
            w->at[w->n++].size = i - first;
        }
    }
}

/* Writes the text with one word dropped or exchanged. */
static void mutate(const char *text, const words *w, char *out)
{
    static const char *const odd[] = {
        "0",    "1",          "-1",     "4294967296", "0x1.8p+3",
        "1.5",  "\"text\"",   "%new",   "!7",         "OpNop",
        "=",    "None",       "Kernel", "%",          "Volatile|Aligned",
        "08",   "0xffffffff", "x",      "%a-b",       "Aligned",
        "-0x5", "1e400",      "Op",     "OpFoo"};
    size_t i = below(w->n), j = below(w->n);
    const char *word = text + w->at[j].first;
    size_t size = w->at[j].size;
    if (below(3) == 0) {
        word = odd[below(GAC__COUNT_OF(odd))];
        size = strlen(word);
    }
    if (below(3) == 0)
        size = 0;
    snprintf(out, 2 * TEXT_MAX, "%.*s%.*s%s", (int)w->at[i].first, text,
             (int)size, word, text + w->at[i].first + w->at[i].size);
}

static void verdicts_and_places_are_the_same(void **state)
{
    static const char *const patterns[] = {
        "tests/valid/*.spvasm", "tests/invalid/*.spvasm",
        "tests/kernels/*.spvasm", "tests/kernels/*/*.spvasm",
        "examples/*.spvasm"};
    static char text[TEXT_MAX + 1], mutant[2 * TEXT_MAX];
    static words w;
    glob_t files = {0};
    (void)state;
    for (unsigned i = 0; i < GAC__COUNT_OF(patterns); i++)
        fixtures_glob(patterns[i], i > 0 ? GLOB_APPEND : 0, &files);
    unsigned n = getenv("GAC_TEST_QUICK") ? N_QUICK : N_MUTANTS;
    unsigned n_other = 0;
    for (unsigned i = 0; i < n;) {
        FILE *file = fopen(files.gl_pathv[below(files.gl_pathc)], "rb");
        assert_non_null(file);
        size_t size = fread(text, 1, TEXT_MAX, file);
        fclose(file);
        text[size] = 0;
        /* Whole texts, without the comments that only we read. */
        if (size == TEXT_MAX || strlen(text) != size
            || strstr(text, "; Header:") || strstr(text, "; Ids:"))
            continue;
        if (!assemble_both(text, false).is_theirs)
            continue;
        find_words(text, &w);
        for (unsigned k = 0; w.n > 0 && k < 10 && i < n; k++, i++) {
            mutate(text, &w, mutant);
            n_other += !is_agreed(mutant, false);
        }
    }
    globfree(&files);
    assert_int_equal(n_other, 0);
}

static void odd_texts(void **state)
{
    static const char *const texts[] = {
        /* A word among others behind a word. */
        "OpDecorate !1 !2 !3",
        "OpDecorate %1 !2 %3 !4 5 %6",
        "OpGroupMemberDecorate !1 %2 !3 %4",
        "%i = OpExtInstImport \"OpenCL.std\" %e = OpExtInst !1 !2 !3 !4 !5",
        "!1 !x",
        "!x",
        "OpNop !1 !x",
        "OpDecorate %1 !x",
        "%i = OpExtInstImport \"NonSemantic.x\" "
        "%e = OpExtInst %t %i 1 !5 6 \"text\" %b",
        "%i = OpExtInstImport \"NonSemantic.x\" %e = OpExtInst %t %i 1 !x",
        "%i = OpExtInstImport \"OpenCL.std\" "
        "%i = OpExtInstImport \"GLSL.std.450\"",
        /* A set that is none. */
        "%e = OpExtInst %t %i !1",
        /* A set's name with escapes. */
        "%i = OpExtInstImport \"Open\\CL.std\" %e = OpExtInst %t %i fabs %x",
        /* Values and types that are defined twice. */
        ("%t = OpTypeInt 32 0 %u = OpTypeInt 64 0 %c = OpConstant %t 1 "
         "%c = OpConstant %u 1 OpSwitch %c %l 1 %l"),
        "%t = OpTypeInt 32 0 %t = OpTypeAvcSicPayloadINTEL",
        "%t = OpTypeInt 32 0 %t = OpTypeSampler",
        /* Ids that are numbers. */
        "%4294967295 = OpTypeVoid %2 = OpTypeBool",
        "%4294967294 = OpTypeVoid %2 = OpTypeBool",
        "%0 = OpTypeVoid %x = OpTypeBool",
        "%a = OpTypeVoid %0x2 = OpTypeBool %08 = OpTypeEvent",
        "%4294967296 = OpTypeVoid %1 = OpTypeBool",
    };
    unsigned n_other = 0;
    (void)state;
    for (unsigned i = 0; i < 2 * GAC__COUNT_OF(texts); i++)
        n_other += !is_agreed(texts[i / 2], i % 2);
    assert_int_equal(n_other, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odd_texts),
        cmocka_unit_test(verdicts_and_places_are_the_same),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
