/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* LLVM's text as no compiler writes it: it comes through unchanged, and soon.
 * What compilers write is in tests/source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "source/source_internal.h"

/* AddressSanitizer looks at all that a search backwards may look at. */
#ifdef GAC_SANITIZED
#define MANY 4000u
#else
#define MANY 500000u
#endif

/* A text of `n` pieces stays as it is. Work that grows with the square of the
 * text takes minutes, and ends the process. */
static void check_same(const char *begin, const char *piece, size_t n)
{
    gac__bytes text = {0}, known = {0};
    gac__bytes_text(&text, begin);
    for (size_t k = 0; k < n; k++)
        gac__bytes_text(&text, piece);
    alarm(20);
    assert_false(gac__known_text(&text, &known));
    alarm(0);
    assert_int_equal(known.n, text.n);
    assert_memory_equal(known.data, text.data, text.n);
    gac__bytes_free(&text);
    gac__bytes_free(&known);
}

static void test_integers_of_no_bits(void **state)
{
    (void)state;
    check_same("", "bitcast (<1 x i0> <i0 7> to <9223372036854775808 x i8>)",
               1);
    check_same("", "bitcast (<1 x i0> <i0 7> to <2 x float>)", 1);
}

static void test_one_line_of_assignments(void **state)
{
    (void)state;
    check_same("\n  %a", " = b", MANY);
    check_same("\n  %a", " = ", MANY);
}

static void test_exchanges_of_nothing(void **state)
{
    (void)state;
    check_same("", "call void @atomic_compare_exchange_mine()\n", MANY);
    check_same("", "atomic_compare_exchange_", MANY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers_of_no_bits),
        cmocka_unit_test(test_one_line_of_assignments),
        cmocka_unit_test(test_exchanges_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
