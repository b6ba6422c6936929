/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run's element types: what is read, what is refused, what is printed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/half.h"
#include "tools/run_types.h"

typedef struct sample {
    gac__elem elem;
    const char *text;
    const char *printed; /* NULL: refused */
} sample;

static const sample samples[] = {
    {GAC__ELEM_I8, "127", "127"},
    {GAC__ELEM_I8, "128", NULL},
    {GAC__ELEM_I8, "-128", "-128"},
    {GAC__ELEM_I8, "-129", NULL},
    {GAC__ELEM_I8, "0x7f", "127"},
    {GAC__ELEM_I8, "0xff", NULL},
    {GAC__ELEM_U8, "255", "255"},
    {GAC__ELEM_U8, "256", NULL},
    {GAC__ELEM_U8, "-1", NULL},
    {GAC__ELEM_U8, "-0", NULL},
    {GAC__ELEM_I16, "-32768", "-32768"},
    {GAC__ELEM_U16, "65535", "65535"},
    {GAC__ELEM_U16, "65536", NULL},
    {GAC__ELEM_I32, "-2147483648", "-2147483648"},
    {GAC__ELEM_I32, "2147483648", NULL},
    {GAC__ELEM_U32, "4294967295", "4294967295"},
    {GAC__ELEM_U32, "4294967296", NULL},
    {GAC__ELEM_I64, "-9223372036854775808", "-9223372036854775808"},
    {GAC__ELEM_I64, "9223372036854775808", NULL},
    {GAC__ELEM_U64, "18446744073709551615", "18446744073709551615"},
    {GAC__ELEM_U64, "18446744073709551616", NULL},
    {GAC__ELEM_U64, "99999999999999999999999", NULL},
    {GAC__ELEM_I32, "", NULL},
    {GAC__ELEM_I32, "-", NULL},
    {GAC__ELEM_I32, "0x", NULL},
    {GAC__ELEM_I32, " 1", NULL},
    {GAC__ELEM_I32, "1 ", NULL},
    {GAC__ELEM_I32, "1.0", NULL},
    {GAC__ELEM_I32, "1e3", NULL},
    {GAC__ELEM_I32, "--1", NULL},
    {GAC__ELEM_I32, "010", "10"},
    {GAC__ELEM_F32, "0.1", "0.1"},
    {GAC__ELEM_F32, "1e10", "10000000000"},
    {GAC__ELEM_F32, "-0", "-0"},
    {GAC__ELEM_F32, "16777217", "16777216"},
    {GAC__ELEM_F32, "3.4028235e38", "3.4028235e+38"},
    {GAC__ELEM_F32, "3.5e38", NULL},
    {GAC__ELEM_F32, "1e-45", "1e-45"},
    {GAC__ELEM_F32, "1e-46", "0"},
    {GAC__ELEM_F32, "0x1.8p1", "3"},
    {GAC__ELEM_F32, "inf", "inf"},
    {GAC__ELEM_F32, "-inf", "-inf"},
    {GAC__ELEM_F32, "nan", "nan"},
    {GAC__ELEM_F32, "", NULL},
    {GAC__ELEM_F32, "x", NULL},
    {GAC__ELEM_F32, "1x", NULL},
    {GAC__ELEM_F32, "1 ", NULL},
    {GAC__ELEM_F32, " 1", NULL},
    {GAC__ELEM_F32, "0.00001", "0.00001"},
    {GAC__ELEM_F32, "0.000001", "1e-06"},
    {GAC__ELEM_F64, "0.1", "0.1"},
    {GAC__ELEM_F64, "0.30000000000000004", "0.30000000000000004"},
    {GAC__ELEM_F64, "123456789012345678", "1.2345678901234568e+17"},
    {GAC__ELEM_F64, "1234567.25", "1234567.25"},
    {GAC__ELEM_F64, "5e-324", "5e-324"},
    {GAC__ELEM_F64, "1e309", NULL},
    {GAC__ELEM_F16, "65504", "65504"},
    {GAC__ELEM_F16, "65519", "65504"},
    {GAC__ELEM_F16, "65520", NULL},
    {GAC__ELEM_F16, "0.1", "0.1"},
    {GAC__ELEM_F16, "6e-8", "6e-08"},
    {GAC__ELEM_F16, "2049", "2048"},
    {GAC__ELEM_F16, "2051", "2052"},
    {GAC__ELEM_F16, "0.333251953125", "0.3333"},
};

static void reads_and_prints(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        const sample *s = &samples[i];
        uint8_t bytes[8];
        char text[GAC__ELEM_TEXT_MAX];
        const char *why = gac__elem_parse(s->elem, s->text, bytes);
        if (s->printed == NULL) {
            if (why == NULL)
                fail_msg("%s was taken", s->text);
            continue;
        }
        if (why != NULL)
            fail_msg("%s %s", s->text, why);
        assert_int_equal(gac__elem_format(s->elem, bytes, text),
                         strlen(s->printed));
        assert_string_equal(text, s->printed);
    }
}

static uint16_t to_half(double value)
{
    return gac__half_from_double(value, GAC__ROUND_RTE);
}

/* IEEE 754's examples of binary16. */
static void halves(void **state)
{
    (void)state;
    static const struct {
        uint16_t half;
        double value;
    } table[] = {
        {0x0000, 0},
        {0x0001, 0x1p-24},
        {0x03ff, 0x1.ff8p-15},
        {0x0400, 0x1p-14},
        {0x3555, 0.333251953125},
        {0x3bff, 0.99951171875},
        {0x3c00, 1},
        {0x3c01, 1.0009765625},
        {0x7bff, 65504},
        {0x7c00, (double)INFINITY},
        {0xc000, -2},
        {0xfc00, -(double)INFINITY},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        assert_true((double)gac__half_to_float(table[i].half)
                    == table[i].value);
        assert_int_equal(to_half(table[i].value), table[i].half);
    }
    /* all of them there and back, and halfway cases go to even */
    for (unsigned h = 0; h < 0x7c00; h++) {
        double value = (double)gac__half_to_float((uint16_t)h);
        assert_int_equal(to_half(value), h);
        assert_int_equal(to_half(-value), h | 0x8000);
        if (h < 0x7bff) {
            double middle =
                (value + (double)gac__half_to_float((uint16_t)(h + 1))) / 2;
            assert_int_equal(to_half(middle), h + (h & 1));
            assert_int_equal(to_half(nextafter(middle, 1e9)), h + 1);
            assert_int_equal(to_half(nextafter(middle, -1)), h);
        }
    }
}

static void fills(void **state)
{
    (void)state;
    int8_t small[300];
    uint16_t half[2100];
    float random[1000];
    gac__elem_sequence(GAC__ELEM_I8, small, 300);
    assert_int_equal(small[127], 127);
    assert_int_equal(small[128], -128);
    assert_int_equal(small[256], 0);
    gac__elem_sequence(GAC__ELEM_F16, half, 2100);
    assert_true((double)gac__half_to_float(half[2049]) == 2048);
    gac__elem_random(GAC__ELEM_F32, random, 1000, 1);
    double sum = 0;
    for (int i = 0; i < 1000; i++) {
        assert_true(random[i] >= 0 && random[i] < 1);
        sum += (double)random[i];
    }
    assert_true(sum > 450 && sum < 550);
    float again[1000];
    gac__elem_random(GAC__ELEM_F32, again, 1000, 1);
    assert_memory_equal(random, again, sizeof again);
}

/* Every printed number reads back as itself. */
static void reads_back(void **state)
{
    (void)state;
    uint32_t bits[4000];
    gac__elem_random(GAC__ELEM_U32, bits, 4000, 5);
    for (int i = 0; i < 4000; i++) {
        char text[GAC__ELEM_TEXT_MAX];
        float value, back;
        memcpy(&value, &bits[i], 4);
        gac__elem_format(GAC__ELEM_F32, &value, text);
        if (isnan(value)) {
            assert_string_equal(text, "nan");
            continue;
        }
        assert_null(gac__elem_parse(GAC__ELEM_F32, text, &back));
        assert_true(back == value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_prints),
        cmocka_unit_test(halves),
        cmocka_unit_test(fills),
        cmocka_unit_test(reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
