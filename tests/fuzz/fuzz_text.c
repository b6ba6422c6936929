/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Fuzz target: any input is loaded, and the result makes a round trip. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <gac/text.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int condition)
{
    if (!condition)
        abort();
}

/* Every place that the disassembly knows lies in its text. */
static void visit(const gac_disassembly *d)
{
    size_t size, first, n;
    for (uint32_t i = 1; gac_disassembly_instruction(d, i, &size); i++)
        for (uint32_t w = 0; gac_disassembly_operand(d, i, w, &first, &n); w++)
            check(first + n <= size);
}

static void round_trip(gac_context *context, const void *words, size_t size)
{
    gac_disassembly *d = NULL;
    gac_assembly *a = NULL;
    size_t text_size, back_size;
    gac_disassemble_options o = {.size = sizeof o, .exact = true};
    if (gac_disassemble(context, words, size, &o, &d) != GAC_OK)
        return;
    const char *text = gac_disassembly_text(d, &text_size);
    check(gac_assemble(context, text, text_size, NULL, &a) == GAC_OK);
    const void *back = gac_assembly_data(a, &back_size);
    check(back_size == size && memcmp(back, words, size) == 0);
    visit(d);
    gac_assembly_destroy(a);
    gac_disassembly_destroy(d);
}

/* The text that shows most is made, too; nothing reads it back. */
static void show(gac_context *context, const void *words, size_t size)
{
    gac_disassembly *d = NULL;
    gac_disassemble_options o = {.size = sizeof o,
                                 .offsets = true,
                                 .comments = true,
                                 .color = true,
                                 .trusting = true,
                                 .nested_indent = true,
                                 .reorder_blocks = true,
                                 .handle_unknown_opcodes = true};
    if (gac_disassemble(context, words, size, &o, &d) == GAC_OK)
        visit(d);
    gac_disassembly_destroy(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gac_context *context = NULL;
    gac_input *input = NULL;
    check(gac_context_create(NULL, &context) == GAC_OK);
    if (gac_input_load_memory(context, data, size, NULL, &input) == GAC_OK) {
        size_t n;
        uint32_t line, column;
        const void *words = gac_input_data(input, &n);
        for (uint32_t i = 1; gac_input_place(input, i, &line, &column); i++)
            check(line >= 1 && column >= 1);
        round_trip(context, words, n);
        show(context, words, n);
    }
    gac_input_destroy(input);
    gac_context_destroy(context);
    return 0;
}
