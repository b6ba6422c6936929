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
    return tools ? 0 : -1;
}

static int close_tools(void **state)
{
    (void)state;
    spvContextDestroy(tools);
    return 0;
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
    const gac__number_type type = {GAC__NUMBER_FLOAT, 16};
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
    const uint32_t rounds = getenv("GAC_TEST_QUICK") ? 2 : 100;
    for (uint32_t width = 32; width <= 64; width += 32) {
        const gac__number_type type = {GAC__NUMBER_FLOAT, width};
        for (uint32_t round = 0; round < rounds; round++) {
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
        same_texts((gac__number_type){GAC__NUMBER_UNSIGNED, width}, bits, n);
        for (uint32_t i = 0; i < n; i++) /* extended */
            bits[i] =
                (uint64_t)((int64_t)(bits[i] << (64 - width)) >> (64 - width));
        if (width <= 32)
            for (uint32_t i = 0; i < n; i++)
                bits[i] &= UINT32_MAX;
        same_texts((gac__number_type){GAC__NUMBER_SIGNED, width}, bits, n);
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
        {{GAC__NUMBER_SIGNED, 64}, UINT64_C(1) << 63, "-9223372036854775808"},
        {{GAC__NUMBER_UNSIGNED, 64}, UINT64_MAX, "18446744073709551615"},
        {{GAC__NUMBER_SIGNED, 32}, 0x80000000, "-2147483648"},
        {{GAC__NUMBER_FLOAT, 32}, 0x3FC00000, "1.5"},
        {{GAC__NUMBER_FLOAT, 32}, 0x80000000, "-0"},
        {{GAC__NUMBER_FLOAT, 32}, 0x00000001, "0x1p-149"},
        {{GAC__NUMBER_FLOAT, 32}, 0xFF800000, "-0x1p+128"},
        {{GAC__NUMBER_FLOAT, 32}, 0x7FC00000, "0x1.8p+128"},
        {{GAC__NUMBER_FLOAT, 32}, 0x4EEE6B28, "2e+09"},
        {{GAC__NUMBER_FLOAT, 64}, 0x3FF8000000000000, "1.5"},
        {{GAC__NUMBER_FLOAT, 16}, 0x3C00, "0x1p+0"},
        {{GAC__NUMBER_FLOAT, 16}, 0x8001, "-0x1p-24"},
    };
    for (unsigned i = 0; i < GAC__COUNT_OF(cases); i++) {
        char own[GAC__NUMBER_SIZE];
        size_t size = gac__number_write(cases[i].bits, cases[i].type, own);
        assert_int_equal(size, strlen(cases[i].text));
        assert_memory_equal(own, cases[i].text, size);
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
        cmocka_unit_test(halves),        cmocka_unit_test(floats),
        cmocka_unit_test(integers),      cmocka_unit_test(texts),
        cmocka_unit_test(in_any_locale),
    };
    return cmocka_run_group_tests(tests, open_tools, close_tools);
}
