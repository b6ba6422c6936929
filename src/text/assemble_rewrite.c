/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Rewrites a text so that SPIRV-Tools' assembler takes it. */
#include "text/text_internal.h"

#include <stdarg.h>
#include <stdio.h>

/* The rewritten text has the same statements in the same order, each token
 * separated by one space, no comments. Changed are only: the import's name
 * that SPIRV-Tools refuses, the mnemonics of the set (to numbers), what the
 * supplement names (see supplement.c), and ids whose number is laid down. */

void gac__assembler_error(gac__assembler *as, uint32_t token,
                          const char *format, ...)
{
    char message[GAC__MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    gac__diag_format(message, sizeof message, format, args);
    va_end(args);
    gac_diagnostic d = {
        .severity = GAC_SEVERITY_ERROR,
        .rule = gac_rule_at(GAC__RULE_module_format)->name,
        .message = message,
        .word_offset = GAC_NO_OFFSET,
        .operand_word = -1,
        .text_file = as->file,
    };
    uint32_t offset = token < as->scan.tokens.n
                          ? as->scan.tokens.items[token].first
                          : as->scan.size;
    gac__text_place(as->scan.text, offset, &d.text_line, &d.text_column);
    gac__diag_emit(as->context, &d);
    as->n_errors++;
}

void gac__assembler_put(gac__assembler *as, uint32_t token, const char *text,
                        size_t size)
{
    uint32_t first = (uint32_t)as->out.n;
    if (as->out.n + size + 1 > UINT32_MAX
        || !GAC__VEC_PUSH(as->allocator, &as->out_first, first)
        || !GAC__VEC_PUSH(as->allocator, &as->out_token, token)
        || !gac__put(as->allocator, &as->out, text, size)
        || !gac__put(as->allocator, &as->out, " ", 1))
        as->out_of_memory = true;
}

static void put_text(gac__assembler *as, uint32_t token, const char *text)
{
    gac__assembler_put(as, token, text, strlen(text));
}

static bool is_numeric(gac__slice s)
{
    for (uint32_t i = 0; i < s.size; i++)
        if (s.text[i] < '0' || s.text[i] > '9')
            return false;
    return s.size > 0;
}

void gac__assembler_put_operand(gac__assembler *as, uint32_t token)
{
    gac__slice s = gac__scan_slice(&as->scan, token);
    gac__slice name = {s.text + 1, s.size - 1};
    uint32_t id;
    if (s.text[0] != '%' || !as->keep_ids) {
        gac__assembler_put(as, token, s.text, s.size);
        return;
    }
    if (!gac__name_map_get(&as->names, name, &id)) {
        if (is_numeric(name) || name.size == 0 || as->next_id == 0) {
            gac__assembler_put(as, token, s.text, s.size);
            return;
        }
        id = as->next_id++;
        if (!gac__name_map_put(as->allocator, &as->names, name, id))
            as->out_of_memory = true;
    }
    char number[16];
    int size = snprintf(number, sizeof number, "%%%u", id);
    gac__assembler_put(as, token, number, (size_t)size);
}

static void put_operands(gac__assembler *as, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        gac__assembler_put_operand(as, i);
}

/* -- imports --------------------------------------------------------------- */

static bool learn_import(gac__assembler *as, const gac__statement *s)
{
    gac__chars name = {0};
    bool is_string, ok = true;
    gac__text_import import = {gac__scan_slice(&as->scan, s->op + 1),
                               GAC__SET_NUMBERS, false};
    if (!gac__parse_string(as->allocator, import.name, &name, &is_string))
        ok = false;
    if (ok && is_string) {
        import.set =
            gac__classify_import(as->tools, name.items, &import.renamed);
        gac__slice id = gac__scan_slice(&as->scan, s->first);
        ok = GAC__VEC_PUSH(as->allocator, &as->imports, import)
             && gac__name_map_put(as->allocator, &as->import_ids, id,
                                  (uint32_t)as->imports.n - 1);
    }
    GAC__VEC_FREE(as->allocator, &name);
    return ok;
}

static void learn_imports(gac__assembler *as)
{
    for (uint32_t i = 0; i < as->scan.statements.n; i++) {
        const gac__statement *s = &as->scan.statements.items[i];
        if (s->op == s->first + 2 && s->op + 1 < s->end
            && gac__slice_is(gac__scan_slice(&as->scan, s->op),
                             "OpExtInstImport")
            && !learn_import(as, s))
            as->out_of_memory = true;
    }
}

static const gac__text_import *find_import(const gac__assembler *as,
                                           uint32_t token)
{
    uint32_t index;
    if (!gac__name_map_get(&as->import_ids, gac__scan_slice(&as->scan, token),
                           &index))
        return NULL;
    return &as->imports.items[index];
}

static void rewrite_import(gac__assembler *as, uint32_t statement)
{
    const gac__statement *s = &as->scan.statements.items[statement];
    const gac__text_import *import =
        s->op == s->first + 2 ? find_import(as, s->first) : NULL;
    if (!import || !import->renamed || s->op + 1 >= s->end) {
        put_operands(as, s->first, s->end);
        return;
    }
    put_operands(as, s->first, s->op + 1);
    put_text(as, s->op + 1, "\"" GAC__CARRIER_SET "\"");
    put_operands(as, s->op + 2, s->end);
    as->patches.items[statement].import = true;
}

/* -- extended instructions ------------------------------------------------- */

/* Writes the instruction of a set, by name or number, as SPIRV-Tools knows it:
 * numbers for what it has no names of, names for what it has. */
static void rewrite_ext_number(gac__assembler *as, uint32_t token,
                               const gac__text_import *import)
{
    char text[128];
    gac__slice s = gac__scan_slice(&as->scan, token);
    uint32_t number;
    bool is_number = gac__parse_word(s, &number);
    snprintf(text, sizeof text, "%.*s", (int)GAC__MIN(s.size, 100u), s.text);

    bool by_number = gac__slice_starts(import->name, "\"NonSemantic.");
    if (s.text[0] == '!'
        || (import->set == GAC__SET_TOOLS && (by_number || !is_number))) {
        gac__assembler_put(as, token, s.text, s.size);
        return;
    }
    if (import->set == GAC__SET_ASYNC_COPIES && !is_number) {
        const gac__ext_inst_row *row = gac__grammar_ext_inst_by_name(
            &gac__set_async_copies, s.text, s.size);
        if (!row) {
            gac__assembler_error(as, token, "'%s' is not an instruction of %s.",
                                 text, gac__set_async_copies.name);
            return;
        }
        snprintf(text, sizeof text, "%u", row->number);
        put_text(as, token, text);
    } else if (import->set == GAC__SET_OPENCL_STD && is_number) {
        const gac__ext_inst_row *row =
            gac__grammar_ext_inst(&gac__set_opencl_std, number);
        snprintf(text, sizeof text, "!%u", number);
        put_text(as, token, row ? row->name : text);
    } else if (import->set == GAC__SET_TOOLS) {
        snprintf(text, sizeof text, "!%u", number);
        put_text(as, token, text);
    } else if (import->renamed && !is_number) {
        gac__assembler_error(as, token,
                             "'%s' is not a number, and the instructions of "
                             "%.*s are not known by name.",
                             text, (int)GAC__MIN(import->name.size, 100u),
                             import->name.text);
    } else {
        gac__assembler_put(as, token, s.text, s.size);
    }
}

static void rewrite_ext_inst(gac__assembler *as, uint32_t statement,
                             bool forward_refs)
{
    const gac__statement *s = &as->scan.statements.items[statement];
    put_operands(as, s->first, s->op);
    put_text(as, s->op, "OpExtInst");
    if (forward_refs)
        as->patches.items[statement].opcode = SpvOpExtInstWithForwardRefsKHR;
    const gac__text_import *import =
        s->op + 3 < s->end ? find_import(as, s->op + 2) : NULL;
    if (!import) {
        put_operands(as, s->op + 1, s->end);
        return;
    }
    put_operands(as, s->op + 1, s->op + 3);
    rewrite_ext_number(as, s->op + 3, import);
    put_operands(as, s->op + 4, s->end);
}

/* -- what the supplement names --------------------------------------------- */

/* OpSpecConstantOp names its operation without "Op". */
static void rewrite_spec_op(gac__assembler *as, uint32_t statement)
{
    const gac__statement *s = &as->scan.statements.items[statement];
    uint32_t operation = s->op + 2;
    uint16_t opcode =
        operation < s->end
            ? gac__supplement_opcode(gac__scan_slice(&as->scan, operation))
            : 0;
    if (opcode == 0) {
        put_operands(as, s->first, s->end);
        return;
    }
    char text[16];
    snprintf(text, sizeof text, "!%u", opcode);
    put_operands(as, s->first, operation);
    put_text(as, operation, text);
    gac__assembler_supplement_operands(as, s, operation + 1,
                                       gac__grammar_op(opcode));
}

/* -- statements ------------------------------------------------------------ */

/* Returns the row of a statement that SPIRV-Tools cannot read: its mnemonic is
 * of the supplement, or one of its names has been refused before. NULL: it is
 * SPIRV-Tools' own. */
static const gac__op_row *foreign_row(const gac__assembler *as,
                                      const gac__statement *s)
{
    uint32_t unused;
    gac__slice op = gac__scan_slice(&as->scan, s->op);
    if (!gac__slice_starts(op, "Op"))
        return NULL;
    uint16_t opcode =
        gac__supplement_opcode((gac__slice){op.text + 2, op.size - 2});
    if (opcode != 0)
        return gac__grammar_op(opcode);
    for (uint32_t i = s->op + 1; as->foreign.n > 0 && i < s->end; i++) {
        if (gac__name_map_get(&as->foreign, gac__scan_slice(&as->scan, i),
                              &unused)) {
            return gac__grammar_op_by_name(op.text, op.size);
        }
    }
    return NULL;
}

/* Whether any enumeration has this name, or for masks its first part. */
static bool is_enumerant(gac__slice name)
{
    const char *bar = memchr(name.text, '|', name.size);
    if (bar)
        name.size = (uint32_t)(bar - name.text);
    uint32_t unused;
    for (uint16_t kind = 0; kind < gac__kind_row_count; kind++)
        if (gac__enumerant_value(kind, name, &unused))
            return true;
    return bar != NULL;
}

bool gac__assembler_refused(gac__assembler *as, uint32_t token)
{
    uint32_t unused;
    if (token >= as->scan.tokens.n)
        return false;
    gac__slice name = gac__scan_slice(&as->scan, token);
    if (!is_enumerant(name) || gac__name_map_get(&as->foreign, name, &unused))
        return false;
    if (!gac__name_map_put(as->allocator, &as->foreign, name, 0))
        as->out_of_memory = true;
    return !as->out_of_memory;
}

static void rewrite_statement(gac__assembler *as, uint32_t statement)
{
    const gac__statement *s = &as->scan.statements.items[statement];
    gac__slice op = gac__scan_slice(&as->scan, s->op);
    const gac__op_row *row = foreign_row(as, s);

    if (gac__slice_is(op, "OpExtInstImport"))
        rewrite_import(as, statement);
    else if (gac__slice_is(op, "OpExtInst"))
        rewrite_ext_inst(as, statement, false);
    else if (gac__slice_is(op, "OpSpecConstantOp"))
        rewrite_spec_op(as, statement);
    else if (row && row->opcode == SpvOpExtInstWithForwardRefsKHR)
        rewrite_ext_inst(as, statement, true);
    else if (row)
        gac__assembler_supplement(as, statement, row);
    else
        put_operands(as, s->first, s->end);
}

/* SPIRV-Tools does not say which words came from where. That is plain as long
 * as each statement is one instruction; before and after one that is anything
 * else stands a marker, an instruction that is found again and taken out. */
static void put_marker(gac__assembler *as, uint32_t statement)
{
    char text[64];
    uint32_t token = as->scan.statements.items[statement].first;
    snprintf(text, sizeof text, "\"gac %016llx %u\"",
             (unsigned long long)as->marker, statement);
    put_text(as, token, "OpSourceExtension");
    put_text(as, token, text);
}

void gac__assembler_rewrite(gac__assembler *as)
{
    as->out.n = as->out_first.n = as->out_token.n = 0;
    as->patches.n = as->imports.n = 0;
    learn_imports(as);
    for (uint32_t i = 0; i < as->scan.statements.n && !as->out_of_memory; i++) {
        gac__patch none = {0};
        if (!GAC__VEC_PUSH(as->allocator, &as->patches, none)) {
            as->out_of_memory = true;
            return;
        }
        rewrite_statement(as, i);
        if (as->scan.statements.items[i].marked)
            put_marker(as, i);
    }
}
