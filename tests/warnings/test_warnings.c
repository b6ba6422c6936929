/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Every static warning, in every kind of copy: what breaks it, and what only
 * looks as if it did. */

/* Expectations follow from the rules' definitions alone. A row is a body; it is
 * tried with each kind of copy that has its operands, with 32-bit and 64-bit
 * addresses, and, where it has a number, with each style in which a number can
 * come to its operand. The operand's word and the column follow from the text
 * and the grammars (module_text.h); a report is on the line that the body marks
 * with its number, or else on the first copy. */
#include <gac/gac.h>
#include <gac/render.h>
#include <gac/text.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../invalid/module_text.h"
#include "rows.h"

/* -- numbers: one operand decides ------------------------------------------ */

static const row number_rows[] = {
    {"short source line", LINES, "line-length Source Line Length (15 16); ",
     SIMPLE("sl=%x"), 15, 0},
    {"exact source line", LINES, "", SIMPLE("sl=%x"), 16, 0},
    {"longer source line", LINES, "", SIMPLE("sl=%x sp=#4096"), 17, 0},
    {"source line of 0", LINES, "line-length Source Line Length (0 16); ",
     SIMPLE("sl=%x"), 0, 0},
    {"short destination line", LINES,
     "line-length Destination Line Length (15 16); ", SIMPLE("dl=%x"), 15, 0},
    {"exact destination line", LINES, "", SIMPLE("dl=%x"), 16, 0},
    {"bytes for elements", LINES,
     "line-length Destination Line Length (16 64); line-length Source Line "
     "Length (16 64); ",
     SIMPLE("n=%x lines=#1 planes=#1"), 64, 0},
    {"one line, short all the same", LINES,
     "line-length Source Line Length (3 16); ", SIMPLE("sl=%x lines=#1"), 3, 0},
    {"small source plane", PLANES, "plane-area Source Plane Area (63 4 16); ",
     SIMPLE("sp=%x"), 63, 0},
    {"exact source plane", PLANES, "", SIMPLE("sp=%x"), 64, 0},
    {"small destination plane", PLANES,
     "plane-area Destination Plane Area (63 4 16); ", SIMPLE("dp=%x"), 63, 0},
    {"exact destination plane", PLANES, "", SIMPLE("dp=%x"), 64, 0},
    {"plane of short lines", PLANES, "plane-area Source Plane Area (64 4 17); ",
     SIMPLE("sl=%x"), 17, 0},
    {"stride of 0", STRIDES, "zero-stride Stride (0); ", SIMPLE("stride=%x"), 0,
     0},
    {"stride of 1", STRIDES, "", SIMPLE("stride=%x"), 1, 0},
    {"stride of 2", STRIDES, "", SIMPLE("stride=%x"), 2, 0},
    {"no elements", EVERY &LINES, "empty-copy Num Elements Per Line (0); ",
     SIMPLE("n=%x"), 0, 0},
    {"no elements in the core", EVERY & ~LINES, "empty-copy Num Elements (0); ",
     SIMPLE("n=%x"), 0, 0},
    {"no lines", LINES, "empty-copy Num Lines (0); ", SIMPLE("lines=%x"), 0, 0},
    {"no lines of a short pitch", LINES, "empty-copy Num Lines (0); ",
     SIMPLE("lines=%x sl=#1 dl=#1"), 0, 0},
    {"no planes", PLANES, "empty-copy Num Planes (0); ", SIMPLE("planes=%x"), 0,
     0},
    {"one element", LINES, "", SIMPLE("n=%x"), 1, 0},
    {"one plane", PLANES, "", SIMPLE("planes=%x"), 1, 0},
    {"element of 8 bytes", BIT(SET_2D) | BIT(SET_3D),
     "element-size Num Bytes Per Element (4 8); ",
     SIMPLE("bytes=%x n=#8 lines=#1 planes=#1"), 8, 0},
    {"element of 1 byte", BIT(SET_2D) | BIT(SET_3D),
     "element-size Num Bytes Per Element (4 1); ", SIMPLE("bytes=%x"), 1, 0},
    {"element of 4 bytes", LINES, "", SIMPLE("bytes=%x"), 4, 0},
    {"element of 2 bytes behind bytes", BIT(CALL_2D) | BIT(CALL_3D), "",
     SIMPLE("bytes=%x"), 2, 0},
    {"offset times bytes, 32 bits", LINES,
     "address-overflow Source Offset (32 1073741824 4); ", SIMPLE("so=%x"),
     0x40000000, 32},
    {"largest offset, 32 bits", LINES, "address-overflow Source (2^32); ",
     SIMPLE("so=%x"), 0x3FFFFFFF, 32},
    {"offset that just fits, 32 bits", LINES, "", SIMPLE("so=%x"),
     0x40000000 - 256, 32},
    {"one more, 32 bits", LINES, "address-overflow Source (2^32); ",
     SIMPLE("so=%x"), 0x40000000 - 255, 32},
    {"offset times bytes, 64 bits", LINES,
     "address-overflow Source Offset (64 4611686018427387904 4); ",
     SIMPLE("so=%x"), UINT64_C(1) << 62, 64},
    {"offset that just fits, 64 bits", LINES, "", SIMPLE("so=%x"),
     (UINT64_C(1) << 62) - 256, 64},
    {"destination offset, 64 bits", LINES,
     "address-overflow Destination Offset (64 9223372036854775808 4); ",
     SIMPLE("do=%x"), UINT64_C(1) << 63, 64},
    {"minus one, 32 bits", LINES,
     "address-overflow Source Offset (32 4294967295 4); ", SIMPLE("so=%x"),
     UINT32_MAX, 32},
    {"lines that end past 32 bits", BIT(SET_2D) | BIT(CALL_2D),
     "address-overflow Source (2^32); ", SIMPLE("sl=%x"), 0x08000000, 32},
    {"lines that end past 64 bits", BIT(SET_2D) | BIT(CALL_2D),
     "address-overflow Source (2^64); ", SIMPLE("sl=%x"), UINT64_C(1) << 59,
     64},
    {"stride past 32 bits", STRIDES, "address-overflow Source (2^32); ",
     SIMPLE("stride=%x"), 0x01000000, 32},
    {"large stride, 32 bits", STRIDES, "", SIMPLE("stride=%x"), 0x00400000, 32},
    {"too many elements, 32 bits", BIT(CALL_COPY),
     "address-overflow Destination (2^32); address-overflow Source (2^32); ",
     SIMPLE("n=%x"), 0x40000001, 32},
    {"one line more than the tile", BIT(SET_2D) | BIT(CALL_2D),
     "static-bounds Destination (%tile 1024 0 1087); ", SIMPLE("lines=%x"), 17,
     0},
    {"as many lines as the tile", BIT(SET_2D) | BIT(CALL_2D), "",
     SIMPLE("lines=%x"), 16, 0},
    {"pitch out of the tile", BIT(SET_2D) | BIT(CALL_2D),
     "static-bounds Destination (%tile 1024 0 1083); ", SIMPLE("dl=%x"), 17, 0},
    {"offset out of the tile", BIT(SET_2D) | BIT(CALL_2D),
     "static-bounds Destination (%tile 1024 4 1027); ", SIMPLE("do=%x"), 1, 0},
    {"offset in the tile", BIT(SET_2D) | BIT(CALL_2D), "",
     SIMPLE("do=%x lines=#15"), 16, 0},
    {"plane out of the tile", PLANES,
     "static-bounds Destination (%tile 1024 0 1035); ", SIMPLE("dp=%x"), 65, 0},
    {"planes out of the tile", PLANES,
     "static-bounds Destination (%tile 1024 0 1279); ", SIMPLE("planes=%x"), 5,
     0},
    {"elements out of the tile", EVERY & ~LINES,
     "static-bounds Destination (%tile 1024 0 1027); ", SIMPLE("n=%x"), 257, 0},
    {"elements that fill the tile", EVERY & ~LINES, "", SIMPLE("n=%x"), 256, 0},
    {"a kernel's buffer has any size", LINES, "", SIMPLE("so=%x"), 100000, 0},
    {"local scratch has any size", LINES, "", SIMPLE("dst=%to_scratch do=%x"),
     100000, 0},
};

/* -- running --------------------------------------------------------------- */

static unsigned passed, failed;

/* Replaces SIZE and FROM by the names of types. */
static char *with_types(const char *body, copy_kind kind, unsigned bits)
{
    char *out = malloc(4 * strlen(body) + 64), *to = out;
    if (!out)
        abort();
    for (const char *c = body; *c;) {
        if (!strncmp(c, "SIZE", 4)) {
            to += sprintf(to, "%s", bits == 64 ? "%ulong" : "%uint");
            c += 4;
        } else if (!strncmp(c, "FROM", 4)) {
            to +=
                sprintf(to, "%s", kind == UNTYPED ? "%u_global" : "%p_global");
            c += 4;
        } else {
            *to++ = *c++;
        }
    }
    *to = 0;
    return out;
}

/* The line that begins with an id, which ends its own line. */
static int line_of_result(const char *text, const char *id)
{
    size_t n = strcspn(id, "\n");
    int at = 1;
    const char *line = text;
    for (; strncmp(line + strspn(line, " "), id, n) != 0; at++)
        line = strchr(line, '\n') + 1;
    return at;
}

static int expected_line(const char *text, int report)
{
    int first_copy = 0, at = 1;
    for (const char *line = text, *end; *line; line = end + 1, at++) {
        end = strchr(line, '\n');
        const char *mark = memchr(line, ';', (size_t)(end - line));
        if (!mark || mark == line)
            continue;
        if (mark[1] == '0' + report)
            return mark[2] == ' ' ? line_of_result(text, mark + 3) : at;
        if (mark[1] == 'c' && first_copy == 0)
            first_copy = at;
    }
    return first_copy;
}

static uint64_t offset_of(const uint32_t *words, uint32_t ordinal)
{
    uint64_t at = 5;
    while (--ordinal)
        at += words[at] >> 16;
    return at;
}

/* The instruction that a message names is the one that is related; of a
 * released event it is the copy, and a wait is related. */
static bool names_related(const gac_diagnostic *d)
{
    static const char before[] = "in instruction ";
    const char *at = strstr(d->message, before);
    if (strcmp(d->rule, "released-event") == 0)
        return (at != NULL) == (strcmp(d->related_note, "released here") == 0);
    return !at || strtoul(at + sizeof before - 1, NULL, 10) == d->related;
}

/* Appends "rule Operand (numbers); ", and its place if that is wrong. */
static void add_report(const gac_input *input, const gac_diagnostic *d,
                       int line, char *found, size_t size)
{
    char numbers[200];
    size_t used = strlen(found);
    uint32_t at = 0, column = 0;
    const text_line *l = text_inst(d->ordinal);
    const char *operand = d->operand ? d->operand : "";
    const int word = l ? text_word(l, operand) : -1;
    text_numbers(d->message, word < 0 ? "" : text_token(l, word), numbers,
                 sizeof numbers);
    used +=
        (size_t)snprintf(found + used, size - used, "%s%s%s%s%s%s; ", d->rule,
                         *operand ? " " : "", operand, *numbers ? " (" : "",
                         numbers, *numbers ? ")" : "");
    gac_input_place(input, d->ordinal, &at, &column);
    if (!l || !names_related(d) || l->number != line || at != (uint32_t)line
        || column != (uint32_t)l->column || d->operand_word != word
        || d->word_offset
               != offset_of(gac_input_data(input, &(size_t){0}), d->ordinal))
        snprintf(found + used, size - used,
                 "[at %u:%u, %llu, word %d, not at line %d, word %d] ", at,
                 column, (unsigned long long)d->word_offset, d->operand_word,
                 line, word);
}

/* What gac-val's own rules find: what a row may expect, notes left out. False:
 * the text does not assemble or parse. */
static bool find_rules(const char *text, char *found, size_t size)
{
    gac_diagnostic_list *list = NULL;
    gac_context *context = NULL;
    gac_input *input = NULL;
    gac_module *module = NULL;
    size_t n_bytes;
    int n_reports = 0;
    found[0] = 0;
    gac_diagnostic_list_create(NULL, &list);
    gac_context_create(
        &(gac_context_options){.size = sizeof(gac_context_options),
                               .diagnostic = gac_diagnostic_list_add,
                               .diagnostic_user = list},
        &context);
    bool ok = gac_input_load_memory(context, text, strlen(text), NULL, &input)
              == GAC_OK;
    const void *data = ok ? gac_input_data(input, &n_bytes) : NULL;
    ok =
        ok && gac_module_parse(context, data, n_bytes, NULL, &module) == GAC_OK;
    if (ok)
        gac_validate(module, NULL, NULL);
    if (gac_diagnostic_list_count(list) > 0)
        text_read(text);
    for (size_t i = 0; i < gac_diagnostic_list_count(list); i++) {
        const gac_diagnostic *d = gac_diagnostic_list_at(list, i);
        if (!ok)
            snprintf(found, size, "%s", d->message);
        else if (d->severity != GAC_SEVERITY_NOTE)
            add_report(input, d, expected_line(text, ++n_reports), found, size);
    }
    gac_module_destroy(module);
    gac_input_destroy(input);
    gac_context_destroy(context);
    gac_diagnostic_list_destroy(list);
    return ok;
}

static void try_one(const row *r, copy_kind kind, unsigned bits,
                    number_style style)
{
    char found[1000];
    char *body = with_types(r->body, kind, bits);
    char *text = write_module(kind, bits, style, r->number, body);
    bool ok =
        find_rules(text, found, sizeof found) && !strcmp(found, r->expected);
    passed += ok;
    failed += !ok;
    if (!ok)
        printf("FAIL: %s, %s, %u bits, %s: expected \"%s\", found \"%s\"\n",
               r->name, kind_names[kind], bits, style_names[style], r->expected,
               found);
    if (!ok && getenv("GAC_SHOW_MODULES"))
        printf("%s\n", text);
    free(text);
    free(body);
}

static void try_row(const row *r, number_style last)
{
    for (copy_kind kind = 0; kind < KIND_COUNT; kind++)
        for (unsigned bits = 32; bits <= 64; bits += 32)
            for (number_style style = 0; style <= last; style++)
                if ((r->kinds & BIT(kind)) && (!r->bits || r->bits == bits)
                    && !(style == CONVERTED && r->number > UINT32_MAX))
                    try_one(r, kind, bits, style);
}

int main(void)
{
    for (size_t i = 0; i < sizeof number_rows / sizeof *number_rows; i++)
        try_row(&number_rows[i], STYLE_COUNT - 1);
    for (size_t i = 0; i < n_flow_rows; i++)
        try_row(&flow_rows[i], CONSTANT);
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0 || passed == 0;
}
