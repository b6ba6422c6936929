/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What text underlines of a diagnostic's place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include <gac/render.h>

typedef struct output {
    char text[512];
    size_t n;
} output;

static void keep(void *user, const char *text, size_t size_bytes)
{
    output *out = user;
    if (size_bytes >= sizeof out->text - out->n)
        fail_msg("more than %zu bytes are written", sizeof out->text);
    memcpy(out->text + out->n, text, size_bytes);
    out->n += size_bytes;
}

/* `mark` stands below "x", a letter of two bytes, and "z". */
static void expect_mark(size_t first, size_t size, const char *mark)
{
    const gac_render_options options = {.size = sizeof options};
    const gac_diagnostic d = {.severity = GAC_SEVERITY_ERROR,
                              .rule = "module-format",
                              .message = "wrong",
                              .operand_word = -1};
    const gac_excerpt e = {.line = 1,
                           .column = 1,
                           .text = "x\xc3\xa4z",
                           .text_size = 4,
                           .first = first,
                           .size = size};
    gac_diagnostic_list *list;
    output out = {.n = 0};
    assert_int_equal(gac_diagnostic_list_create(NULL, &list), GAC_OK);
    gac_diagnostic_list_add(list, &d);
    gac_diagnostic_list_set_excerpt(list, 0, &e);
    gac_diagnostic_list_render(list, &options, keep, &out);
    gac_diagnostic_list_destroy(list);
    out.text[out.n] = '\0';
    const char *line = strstr(out.text, "z\n");
    assert_non_null(line);
    assert_int_equal(strncmp(line + 2, mark, strlen(mark)), 0);
}

static void marks_count_characters(void **state)
{
    (void)state;
    expect_mark(0, 1, "  ^\n");
    expect_mark(0, 4, "  ^~~\n");
    expect_mark(1, 2, "   ^\n");
    expect_mark(3, 1, "    ^\n");
}

/* The second byte of a letter is no character of its own. */
static void half_a_character_has_a_mark(void **state)
{
    (void)state;
    expect_mark(2, 1, "    ^\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_count_characters),
        cmocka_unit_test(half_a_character_has_a_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
