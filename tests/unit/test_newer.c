/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Instructions that the grammar's supplement brings: a module that has one is
 * read, and what cannot run is refused by its name. test_text_grammar.c has
 * their text. */
#include "module_helper.h"

#include "compile/compile.h"

/* %1 is the kernel, %4 its block, %6 a value of type %5. */
static const char text[] =
    PHYSICAL64 "OpEntryPoint Kernel %1 \"k\"\n%2 = OpTypeVoid\n"
               "%3 = OpTypeFunction %2\n%5 = OpTypeInt 32 0\n"
               "%6 = OpConstant %5 7\n%1 = OpFunction %2 None %3\n"
               "%4 = OpLabel\nOpReturn\nOpFunctionEnd\n";

static void add_operands(uint32_t *words, uint32_t *n, uint32_t result,
                         const gac__operand_row *rows, uint32_t n_rows)
{
    for (uint32_t i = 0; i < n_rows; i++) {
        const gac__kind_row *kind = &gac__kind_rows[rows[i].kind];
        uint32_t word = 6;
        if (rows[i].quantifier != GAC__ONE)
            continue;
        switch ((gac__operand_class)rows[i].operand_class) {
        case GAC__OPERAND_RESULT_TYPE: word = 5; break;
        case GAC__OPERAND_RESULT: word = result; break;
        case GAC__OPERAND_LITERAL: word = 1; break;
        case GAC__OPERAND_STRING: word = 'a'; break;
        default: break;
        }
        words[(*n)++] = kind->enumerants ? kind->enumerants[0].value : word;
        if (kind->enumerants)
            add_operands(words, n, result, kind->enumerants[0].parameters,
                         kind->enumerants[0].n_parameters);
    }
}

/* The module with an instruction before its OpReturn, where it may stand in a
 * block, or else before its function. */
static binary module_with(const gac__op_row *row)
{
    binary b = assemble(text);
    uint32_t words[64] = {0}, n = 1;
    bool body = row->section == GAC__SECTION_BODY;
    size_t at = find_word(&b, body ? SpvOpReturn : SpvOpFunction);
    if (row->section == GAC__SECTION_TERMINATOR)
        at = find_word(&b, SpvOpReturn);
    add_operands(words, &n, b.words[3]++, row->operands, row->n_operands);
    words[0] = n << 16 | row->opcode;
    if (row->section == GAC__SECTION_TERMINATOR)
        cut_words(&b, at, 1);
    memmove(b.words + at + n, b.words + at, (b.n - at) * 4);
    memcpy(b.words + at, words, n * 4);
    b.n += n;
    return b;
}

static bool says(const log *l, const char *what)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (strstr(l->items[i].message, what))
            return true;
    return false;
}

/* Builds the kernel; returns whether that was refused as unsupported, which
 * must be by name. */
static bool is_refused(const parsed *p, const gac__op_row *row)
{
    gac__arena arena;
    gac__ir *ir = NULL;
    gac__arena_init(&arena, &gac__malloc_allocator);
    gac_result result = gac__ir_build(p->module, &p->module->entries[0], NULL,
                                      0, (gac__variant){0}, &arena, &ir);
    gac__arena_free(&arena);
    if (result == GAC_ERR_UNSUPPORTED && !says(p->log, row->name))
        fail_msg("%s: %s", row->name, p->log->items[0].message);
    return result == GAC_ERR_UNSUPPORTED;
}

static void are_read_and_refused_by_name(void **state)
{
    (void)state;
    uint32_t n_refused = 0;
    for (uint32_t i = 0; i < gac__supplement_opcode_count; i++) {
        const gac__op_row *row = gac__grammar_op(gac__supplement_opcodes[i]);
        bool in_block = row->section == GAC__SECTION_BODY
                        || row->section == GAC__SECTION_TERMINATOR;
        if (!in_block && row->section != GAC__SECTION_TYPE
            && row->section != GAC__SECTION_TYPE_OR_BODY)
            continue;
        binary b = module_with(row);
        parsed p = parse_words(&b, (gac_parse_options){.size = 0});
        if (says(p.log, "unknown opcode"))
            fail_msg("%s is unknown", row->name);
        if (p.module && in_block)
            n_refused += is_refused(&p, row);
        release(&p);
    }
    /* The others are done, or faulty with such operands. */
    assert_true(n_refused > 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_read_and_refused_by_name),
    };
    return cmocka_run_group_tests_name("newer", tests, NULL, NULL);
}
