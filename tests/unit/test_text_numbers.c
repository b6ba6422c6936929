/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Spellings of numbers, of each type: what the assembler makes of them against
 * what SPIRV-Tools' makes. */
#include <locale.h>

#include "text_peer.h"

static bool same(const char *text)
{
    verdicts v = assemble_both(text, false);
    if (!v.same)
        print_error("%s\n%s\n%s\n", text, v.theirs.message, v.ours.message);
    return v.same;
}

static const char *const types[] = {
    "OpTypeInt 8 0",  "OpTypeInt 8 1",  "OpTypeInt 16 0", "OpTypeInt 16 1",
    "OpTypeInt 32 0", "OpTypeInt 32 1", "OpTypeInt 64 0", "OpTypeInt 64 1",
    "OpTypeInt 13 1", "OpTypeInt 1 0",  "OpTypeInt 63 1", "OpTypeInt 33 0",
    "OpTypeFloat 16", "OpTypeFloat 32", "OpTypeFloat 64", "OpTypeInt 65 0",
    "OpTypeFloat 80", "OpTypeVoid"};

static bool same_number(const char *number)
{
    bool ok = true;
    char text[512];
    for (size_t i = 0; i < GAC__COUNT_OF(types); i++) {
        snprintf(text, sizeof text, "%%t = %s %%c = OpConstant %%t %s",
                 types[i], number);
        ok &= same(text);
    }
    snprintf(text, sizeof text, "OpLine %%f %s 1", number);
    ok &= same(text);
    snprintf(text, sizeof text, "OpNop !1 %s", number);
    ok &= same(text);
    snprintf(text, sizeof text, "!%s", number);
    return ok && same(text);
}

static void edges(void **state)
{
    static const char *const numbers[] = {"0",
                                          "-0",
                                          "+0",
                                          "00",
                                          "-1",
                                          "+1",
                                          "007",
                                          "08",
                                          "0x",
                                          "0x0",
                                          "0X1f",
                                          "-0x80",
                                          "0xg",
                                          "127",
                                          "128",
                                          "-128",
                                          "-129",
                                          "255",
                                          "256",
                                          "0x80",
                                          "0xff",
                                          "0x100",
                                          "32767",
                                          "32768",
                                          "65535",
                                          "65536",
                                          "4095",
                                          "4096",
                                          "2147483647",
                                          "2147483648",
                                          "-2147483648",
                                          "-2147483649",
                                          "4294967295",
                                          "4294967296",
                                          "0x80000000",
                                          "0xffffffff",
                                          "0x100000000",
                                          "9223372036854775807",
                                          "9223372036854775808",
                                          "-9223372036854775808",
                                          "-9223372036854775809",
                                          "18446744073709551615",
                                          "18446744073709551616",
                                          "0xffffffffffffffff",
                                          "0x10000000000000000",
                                          "1.",
                                          ".5",
                                          "-.5",
                                          "1e",
                                          "1e5",
                                          "1E5",
                                          "1e+5",
                                          "1e-5",
                                          "1e+",
                                          "1.5.5",
                                          ".",
                                          "-",
                                          "+",
                                          "--1",
                                          "+-1",
                                          "-+1",
                                          "1.5f",
                                          "inf",
                                          "nan",
                                          "1e38",
                                          "1e39",
                                          "-1e39",
                                          "1e308",
                                          "1e309",
                                          "1e-45",
                                          "1e-46",
                                          "1e-324",
                                          "65504",
                                          "65519",
                                          "65520",
                                          "65535.9",
                                          "6e-8",
                                          "5e-8",
                                          "1e-8",
                                          "0x1p0",
                                          "0x1p",
                                          "0xp1",
                                          "0x.p1",
                                          "0x1.8p+1",
                                          "0x1.8P+1",
                                          "0x1.8",
                                          "-0x1.8p1",
                                          "+0x1p1",
                                          "0x1p+128",
                                          "0x1.8p+128",
                                          "0x1p+129",
                                          "0x1p+16",
                                          "0x1.8p+16",
                                          "0x1.4p+1024",
                                          "0x10000000000000000p-64",
                                          "0x1234567890abcdef12p-20",
                                          "0x1p-149",
                                          "0x1p-150",
                                          "0x1.ffffffp+0",
                                          "0x1.fffp-15",
                                          "0x1p-24",
                                          "0x1p-25",
                                          "0x123.456p-3",
                                          "0x0.001p3",
                                          "0x1p-1074",
                                          "0x1p-1075",
                                          "0x1.fffffffffffffffp3",
                                          "0x1p--1",
                                          "0x1p+-1",
                                          "0x1.2.3p1",
                                          "0x1p1x",
                                          "0b1",
                                          "1_000",
                                          "0x1e5",
                                          "1e99999",
                                          "\"1\"",
                                          "%1"};
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(numbers); i++)
        ok &= same_number(numbers[i]);
    assert_true(ok);
}

static void random_spellings(void **state)
{
    static const char decimal[] = "0123456789";
    static const char hex[] = "0123456789abcdefABCDEF";
    bool ok = true;
    (void)state;
    for (unsigned i = 0; i < 3000; i++) {
        char number[64];
        size_t n = 0;
        bool is_hex = below(2);
        if (below(3) == 0)
            number[n++] = "-+"[below(8) == 0];
        if (is_hex) {
            number[n++] = '0';
            number[n++] = 'x';
        }
        for (size_t k = 1 + below(is_hex ? 12 : 20); k > 0; k--)
            number[n++] = is_hex ? hex[below(22)] : decimal[below(10)];
        if (below(2)) {
            number[n++] = '.';
            for (size_t k = below(12); k > 0; k--)
                number[n++] = is_hex ? hex[below(22)] : decimal[below(10)];
        }
        if (below(2))
            n +=
                (size_t)snprintf(number + n, 16, "%c%s%zu", is_hex ? 'p' : 'e',
                                 below(2) ? "-" : "", below(is_hex ? 160 : 50));
        number[n] = 0;
        ok &= same_number(number);
    }
    assert_true(ok);
}

/* A process's locale may write a comma for the point. */
static void in_any_locale(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"};
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(names); i++)
        if (setlocale(LC_ALL, names[i]))
            assert_true(same_number("1.5"));
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges),
        cmocka_unit_test(random_spellings),
        cmocka_unit_test(in_any_locale),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
