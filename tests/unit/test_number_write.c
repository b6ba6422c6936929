/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Literal numbers as text: what SPIRV-Tools write of the same bits. */
#include "text_helper.h"

#include <locale.h>
#include <spirv-tools/libspirv.h>

#include "text/number.h"

static spv_context tools;

static int open_tools(void **state)
{
    (void)state;
    tools = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    return tools ? set_up(state) : -1;
}

static int close_tools(void **state)
{
    (void)state;
    spvContextDestroy(tools);
    return tear_down(state);
}

enum { TYPE = 1, FIRST = 2, AT_ONCE = 10000 };

/* Compares the texts of `n` numbers of a type. */
static void same_texts(gac__number_type type, const uint64_t *bits, uint32_t n)
{
    builder b = {.words = malloc(WORDS_MAX * sizeof(uint32_t))};
    const uint32_t header[] = {SpvMagicNumber, 0x00010600, 0, FIRST + n, 0};
    assert_non_null(b.words);
    for (unsigned i = 0; i < 5; i++)
        put(&b, header[i]);
    if (type.number_class == GAC__NUMBER_FLOAT)
        emit(&b, SpvOpTypeFloat, 2, TYPE, type.width);
    else
        emit(&b, SpvOpTypeInt, 3, TYPE, type.width,
             (uint32_t)(type.number_class == GAC__NUMBER_SIGNED));
    for (uint32_t i = 0; i < n; i++)
        emit(&b, SpvOpConstant, type.width > 32 ? 4 : 3, TYPE, FIRST + i,
             (uint32_t)bits[i], (uint32_t)(bits[i] >> 32));

    spv_text text = NULL;
    assert_int_equal(spvBinaryToText(tools, b.words, b.n,
                                     SPV_BINARY_TO_TEXT_OPTION_NO_HEADER, &text,
                                     NULL),
                     SPV_SUCCESS);
    const char *line = strchr(text->str, '\n') + 1; /* behind the type */
    for (uint32_t i = 0; i < n; i++) {
        char own[GAC__NUMBER_SIZE];
        size_t size = gac__number_write(bits[i], type, own);
        const char *end = strchr(line, '\n');
        assert_non_null(end);
        if (size >= (size_t)(end - line) || end[-(int)size - 1] != ' '
            || memcmp(end - size, own, size) != 0) {
            print_error("%.*s\n%.*s\n", (int)(end - line), line, (int)size,
                        own);
            fail();
        }
        line = end + 1;
    }
    spvTextDestroy(text);
    free(b.words);
}

static void halves(void **state)
{
    (void)state;
    static uint64_t bits[AT_ONCE];
    const gac__number_type type = {GAC__NUMBER_FLOAT, 16, 0};
    for (uint32_t first = 0; first < 0x10000; first += AT_ONCE) {
        uint32_t n = GAC__MIN((uint32_t)AT_ONCE, 0x10000 - first);
        for (uint32_t i = 0; i < n; i++)
            bits[i] = first + i;
        same_texts(type, bits, n);
    }
}

/* Random bits; every fourth has few digits, every eighth no ordinary
 * exponent. */
static uint64_t random_float(uint64_t *seed, uint32_t i, uint32_t width)
{
    uint64_t r = gac__random_next(seed), exponents = UINT64_C(0x7FF) << 52;
    if (width == 32) {
        r &= UINT32_MAX;
        exponents = 0x7F800000;
    }
    if (i % 4 == 1) {
        double value = (double)(int64_t)(r % 2000000) - 1000000;
        value /= i % 3 ? 1 : 1000;
        float narrow = (float)value;
        r = 0;
        if (width == 64)
            memcpy(&r, &value, sizeof value);
        else
            memcpy(&r, &narrow, sizeof narrow);
    }
    if (i % 8 == 2)
        r |= exponents;
    if (i % 8 == 6)
        r &= ~exponents;
    return r;
}

static void floats(void **state)
{
    (void)state;
    static uint64_t bits[AT_ONCE];
    uint64_t seed = 11;
    const uint32_t iterations = getenv("GAC_TEST_QUICK") ? 2 : 100;
    for (uint32_t width = 32; width <= 64; width += 32) {
        const gac__number_type type = {GAC__NUMBER_FLOAT, width, 0};
        for (uint32_t iteration = 0; iteration < iterations; iteration++) {
            for (uint32_t i = 0; i < AT_ONCE; i++)
                bits[i] = random_float(&seed, i, width);
            bits[0] = 0;
            bits[1] = UINT64_C(1) << (width - 1);
            same_texts(type, bits, AT_ONCE);
        }
    }
}

static void integers(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 64; width++) {
        uint64_t bits[64 * 3], seed = width;
        uint32_t n = 0;
        for (uint32_t k = 0; k < width; k++) { /* about each power of two */
            bits[n++] = UINT64_C(1) << k;
            bits[n++] = (UINT64_C(1) << k) - 1;
            bits[n++] = gac__random_next(&seed) >> (64 - width);
        }
        same_texts((gac__number_type){GAC__NUMBER_UNSIGNED, width, 0}, bits, n);
        for (uint32_t i = 0; i < n; i++) /* extended */
            bits[i] =
                (uint64_t)((int64_t)(bits[i] << (64 - width)) >> (64 - width));
        if (width <= 32)
            for (uint32_t i = 0; i < n; i++)
                bits[i] &= UINT32_MAX;
        same_texts((gac__number_type){GAC__NUMBER_SIGNED, width, 0}, bits, n);
    }
}

static void texts(void **state)
{
    (void)state;
    static const struct {
        gac__number_type type;
        uint64_t bits;
        const char *text;
    } cases[] = {
        {{GAC__NUMBER_SIGNED, 64, 0},
         UINT64_C(1) << 63,
         "-9223372036854775808"},
        {{GAC__NUMBER_UNSIGNED, 64, 0}, UINT64_MAX, "18446744073709551615"},
        {{GAC__NUMBER_SIGNED, 32, 0}, 0x80000000, "-2147483648"},
        {{GAC__NUMBER_FLOAT, 32, 0}, 0x3FC00000, "1.5"},
        {{GAC__NUMBER_FLOAT, 32, 0}, 0x80000000, "-0"},
        {{GAC__NUMBER_FLOAT, 32, 0}, 0x00000001, "0x1p-149"},
        {{GAC__NUMBER_FLOAT, 32, 0}, 0xFF800000, "-0x1p+128"},
        {{GAC__NUMBER_FLOAT, 32, 0}, 0x7FC00000, "0x1.8p+128"},
        {{GAC__NUMBER_FLOAT, 32, 0}, 0x4EEE6B28, "2e+09"},
        {{GAC__NUMBER_FLOAT, 64, 0}, 0x3FF8000000000000, "1.5"},
        {{GAC__NUMBER_FLOAT, 16, 0}, 0x3C00, "0x1p+0"},
        {{GAC__NUMBER_FLOAT, 16, 0}, 0x8001, "-0x1p-24"},
    };
    for (unsigned i = 0; i < GAC__COUNT_OF(cases); i++) {
        char own[GAC__NUMBER_SIZE];
        size_t size = gac__number_write(cases[i].bits, cases[i].type, own);
        assert_int_equal(size, strlen(cases[i].text));
        assert_memory_equal(own, cases[i].text, size);
    }
}

/* Floats of SPV_KHR_bfloat16, SPV_EXT_float8 and
 * SPV_EXT_ocp_microscaling_types, of which Debian's SPIRV-Tools know nothing.
 * The bits are worked out by hand: sign, exponent and its bias, mantissa. */
static void encoded_floats(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        uint32_t word;
        const char *text, *also; /* as written; another spelling, or NULL */
    } cases[] = {
        {"16 BFloat16KHR", 0x3F80, "0x1p+0", "1"},            /* 0 7F 00 */
        {"16 BFloat16KHR", 0xC049, "-0x1.92p+1", "-3.14159"}, /* cut off */
        {"16 BFloat16KHR", 0x0001, "0x1p-133", NULL},         /* 2^-126 / 2^7 */
        {"16 BFloat16KHR", 0x8000, "-0x0p+0", "-0.0"},
        {"16 BFloat16KHR", 0x7F80, "0x1p+128", "0x1p+200"}, /* infinity */
        {"16 BFloat16KHR", 0x7FC0, "0x1.8p+128", NULL},     /* a NaN */
        {"8 Float8E4M3EXT", 0x38, "0x1p+0", "1.0"},         /* 0 0111 000 */
        {"8 Float8E4M3EXT", 0x7E, "0x1.cp+8", "448"},       /* 0 1111 110 */
        {"8 Float8E4M3EXT", 0xFF, "-0x1.ep+8", NULL},       /* NaN */
        {"8 Float8E4M3EXT", 0x01, "0x1p-9", "0.001953125"},
        {"8 Float8E5M2EXT", 0xBD, "-0x1.4p+0", "-1.25"}, /* 1 01111 01 */
        {"8 Float8E5M2EXT", 0x7B, "0x1.cp+15", "57344"},
        {"8 Float8E5M2EXT", 0x7C, "0x1p+16", NULL},     /* infinity */
        {"6 Float6E2M3EXT", 0x0B, "0x1.6p+0", "1.375"}, /* 0 01 011 */
        {"6 Float6E2M3EXT", 0x1F, "0x1.ep+2", "7.5"},
        {"6 Float6E3M2EXT", 0x07, "0x1.cp-2", "0.4375"}, /* 0 001 11 */
        {"6 Float6E3M2EXT", 0x3F, "-0x1.cp+4", "-28"},
        {"4 Float4E2M1EXT", 0x2, "0x1p+0", "1.0"},     /* 0 01 0 */
        {"4 Float4E2M1EXT", 0xB, "-0x1.8p+0", "-1.5"}, /* 1 01 1 */
        {"4 Float4E2M1EXT", 0x1, "0x1p-1", "0.5"},     /* a denormal */
        {"4 Float4E2M1EXT", 0x7, "0x1.8p+2", "6"},
        {"8 Float8UnsignedE8M0EXT", 0x83, "0x1p+4", "16"}, /* 127 + 4 */
        {"8 Float8UnsignedE8M0EXT", 0x00, "0x1p-127", NULL},
        {"8 Float8UnsignedE8M0EXT", 0xFF, "0x1p+128", NULL}, /* NaN */
        {"8 MXInt8EXT", 0x40, "0x1p+0", "1"},                /* 64 / 64 */
        {"8 MXInt8EXT", 0xEE, "-0x1.2p-2", "-0.28125"},      /* -18 / 64 */
        {"8 MXInt8EXT", 0x80, "-0x1p+1", "-2"},
        {"8 MXInt8EXT", 0x7F, "0x1.fcp+0", "1.984375"},
        {"8 MXInt8EXT", 0x00, "0x0p+0", "0"},
    };
    for (unsigned i = 0; i < GAC__COUNT_OF(cases); i++) {
        const char *spellings[] = {cases[i].text, cases[i].also};
        for (unsigned k = 0; k < 2 && spellings[k]; k++) {
            char text[128];
            size_t n, size;
            gac_assembly *a;
            gac_disassembly *d;
            const gac_disassemble_options o = {
                .size = sizeof o, .no_header = true, .exact = k == 0};
            snprintf(text, sizeof text,
                     "%%t = OpTypeFloat %s %%c = OpConstant %%t %s",
                     cases[i].type, spellings[k]);
            print_message("%s\n", text);
            assert_int_equal(
                gac_assemble(context, text, strlen(text), NULL, &a), GAC_OK);
            const uint32_t *words = gac_assembly_words(a, &n);
            assert_int_equal(n, 5 + 4 + 4);
            assert_int_equal(words[12], cases[i].word);
            assert_int_equal(gac_disassemble(context, words, 4 * n, &o, &d),
                             GAC_OK);
            const char *line = gac_disassembly_text(d, &size);
            const char *last = strrchr(line, ' ') + 1;
            assert_int_equal(strcspn(last, "\n"), strlen(cases[i].text));
            assert_memory_equal(last, cases[i].text, strlen(cases[i].text));
            gac_disassembly_destroy(d);
            gac_assembly_destroy(a);
        }
    }
}

/* What no bits of an encoding stand for. */
static void no_encoded_floats(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "16 BFloat16KHR %c = OpConstant %t 3.4e39",
        "8 Float8E4M3EXT %c = OpConstant %t 480",
        "8 Float8E4M3EXT %c = OpConstant %t 0x1p+9",
        "8 Float8E5M2EXT %c = OpConstant %t 65536",
        "6 Float6E2M3EXT %c = OpConstant %t 8",
        "4 Float4E2M1EXT %c = OpConstant %t 0x1p+3",
        "8 Float8UnsignedE8M0EXT %c = OpConstant %t 0",
        "8 Float8UnsignedE8M0EXT %c = OpConstant %t -0x1p+0",
        "8 Float8UnsignedE8M0EXT %c = OpConstant %t 0x1p+129",
        "8 MXInt8EXT %c = OpConstant %t 2",
        "8 MXInt8EXT %c = OpConstant %t -0x1.04p+1",
        "32 BFloat16KHR %c = OpConstant %t 1",
    };
    for (unsigned i = 0; i < GAC__COUNT_OF(cases); i++) {
        char text[128];
        gac_assembly *a;
        snprintf(text, sizeof text, "%%t = OpTypeFloat %s", cases[i]);
        found.n = 0;
        print_message("%s\n", text);
        assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &a),
                         GAC_ERR_FORMAT);
        assert_int_equal(found.n, 1);
        assert_non_null(strstr(found.message, "float literal"));
    }
}

/* A process's locale may write a comma for the point, or two bytes. */
static void in_any_locale(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "ps_AF.UTF-8", "de_DE"};
    for (size_t i = 0; i < GAC__COUNT_OF(names); i++)
        if (setlocale(LC_ALL, names[i]))
            texts(state);
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves),
        cmocka_unit_test(floats),
        cmocka_unit_test(integers),
        cmocka_unit_test(texts),
        cmocka_unit_test(in_any_locale),
        cmocka_unit_test(encoded_floats),
        cmocka_unit_test(no_encoded_floats),
    };
    return cmocka_run_group_tests(tests, open_tools, close_tools);
}
