/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Names ids for readers: after OpName, or after what they are. */
#include "text/disassemble.h"

/* The names are those of SPIRV-Tools' name mapper. It takes instructions one by
 * one; the first that says something of an id names it; a name that is taken
 * gets "_0", "_1" ... behind it. A name that an instruction is made of (a
 * pointer's, of its type) is the one that is known there, or the number.
 *
 * SPIRV-Tools try all suffixes from 0 on each time; here each name knows which
 * are gone, so that the work grows with the size of the names. Types in types
 * can make names that double at each step: past a limit there are none. */

/* -- the draft: the name at hand ------------------------------------------- */

/* Adds to the draft, with '_' for what cannot stand in a name. */
static void add_piece(gac_disassembly *d, const char *text, size_t size)
{
    gac__friendly *f = &d->names;
    f->too_long |= f->draft.n + size > f->limit - f->size;
    if (f->too_long)
        return;
    if (!GAC__VEC_RESERVE(&d->allocator, &f->draft, size)) {
        d->result = GAC_ERR_MEMORY;
        return;
    }
    for (size_t i = 0; i < size; i++)
        f->draft.items[f->draft.n++] = gac__is_id_char(text[i]) ? text[i] : '_';
}

static void add_text(gac_disassembly *d, const char *text)
{
    add_piece(d, text, strlen(text));
}

static void add_number(gac_disassembly *d, uint32_t number)
{
    char digits[GAC__NUMBER_SIZE];
    add_piece(d, digits, gac__decimal_write(number, digits));
}

static void add_id(gac_disassembly *d, uint32_t id)
{
    const gac__friendly_name *known = gac__friendly_find(&d->names, id);
    if (known)
        add_piece(d, known->text.text, known->text.size);
    else
        add_number(d, id);
}

/* -- taking names ---------------------------------------------------------- */

gac__friendly_name *gac__friendly_find(const gac__friendly *f, uint32_t id)
{
    uint32_t index;
    return gac__id_map_get(&f->of_id, id, &index) ? &f->names.items[index - 1]
                                                  : NULL;
}

static gac__slice drafted(const gac__friendly *f)
{
    return (gac__slice){f->draft.items, (uint32_t)f->draft.n};
}

/* Puts a number behind the draft, if its name is taken. */
static bool tell_apart(gac_disassembly *d)
{
    gac__friendly *f = &d->names;
    uint32_t next, ignored;
    if (!gac__name_map_get(&f->taken, drafted(f), &next))
        return true;
    size_t base = f->draft.n;
    if (!GAC__VEC_RESERVE(&d->allocator, &f->draft, 1 + GAC__NUMBER_SIZE))
        return false;
    f->draft.items[base] = '_';
    do
        f->draft.n =
            base + 1 + gac__decimal_write(next++, f->draft.items + base + 1);
    while (gac__name_map_get(&f->taken, drafted(f), &ignored));
    gac__slice name = {f->draft.items, (uint32_t)base};
    return gac__name_map_put(&d->allocator, &f->taken, name, next);
}

/* Names an id as the draft says; names it anew if another id has the name. */
static void take_draft(gac_disassembly *d, uint32_t id)
{
    gac__friendly *f = &d->names;
    const gac_allocator *a = &d->allocator;
    const char *text = NULL;
    if (f->draft.n == 0)
        add_text(d, "_");
    if (f->too_long || d->result != GAC_OK)
        return;
    if (tell_apart(d))
        text = gac__arena_string(&f->arena, f->draft.items, f->draft.n);
    gac__friendly_name name = {id, {text, (uint32_t)f->draft.n}, false};
    if (!text || !GAC__VEC_PUSH(a, &f->names, name)
        || !gac__name_map_put(a, &f->taken, name.text, 0)
        || !gac__id_map_put(a, &f->of_id, id, (uint32_t)f->names.n))
        d->result = GAC_ERR_MEMORY;
    f->size += f->draft.n;
    f->too_long = f->size > f->limit;
}

void gac__friendly_put_number(gac_disassembly *d, uint32_t id)
{
    d->names.draft.n = 0;
    add_number(d, id);
    take_draft(d, id);
}

void gac__friendly_free(gac_disassembly *d)
{
    gac__friendly *f = &d->names;
    gac__arena_free(&f->arena);
    gac__id_map_free(&d->allocator, &f->of_id);
    gac__name_map_free(&d->allocator, &f->taken);
    GAC__VEC_FREE(&d->allocator, &f->names);
    GAC__VEC_FREE(&d->allocator, &f->draft);
}

/* -- what instructions say ------------------------------------------------- */

/* "uint_5", "int_n3", "float_1_5": the type, and the literal, which is the last
 * token. */
static void add_constant(gac_disassembly *d, const gac__inst *inst)
{
    size_t size = d->tokens.items[d->tokens.n - 1].piece_size;
    const char *piece = d->text.items + d->text.n - size;
    add_id(d, inst->type_id);
    add_text(d, "_");
    for (size_t i = 0; i < size; i++)
        add_piece(d, piece[i] == '-' ? "n" : piece + i, 1);
}

/* The name of the enumerant at word 2, which the row's second operand is. */
static void add_enumerant(gac_disassembly *d, const gac__inst *inst)
{
    uint16_t kind = gac__grammar_op(inst->opcode)->operands[1].kind;
    const gac__enumerant_row *e = gac__grammar_enumerant(kind, inst->words[2]);
    add_text(d, e ? e->name : "?");
}

/* In a pattern "%2" is the name of the id at word 2, "#2" the number there, "&"
 * the enumerant there, "$" the string, "+" is "u" or, of a signed type,
 * nothing, and "-" is "u" or "i". */
static void add_pattern(gac_disassembly *d, const gac__inst *inst,
                        const char *at)
{
    const uint32_t *words = inst->words;
    while (*at != 0) {
        size_t n = strcspn(at, "%#&$+-");
        add_piece(d, at, n);
        at += n;
        switch (*at) {
        case '%': add_id(d, words[*++at - '0']); break;
        case '#': add_number(d, words[*++at - '0']); break;
        case '&': add_enumerant(d, inst); break;
        case '$':
            add_text(d, words[2] & 0xFF ? (const char *)(words + 2) : "_");
            break;
        case '+': add_text(d, words[3] == 0 ? "u" : ""); break;
        case '-': add_text(d, words[3] == 0 ? "u" : "i"); break;
        default: continue;
        }
        at++;
    }
}

/* Drafts what a type, a constant or a built-in value has for a name; nothing:
 * it has none. `value` is the word that tells some of them apart. */
static void describe(gac_disassembly *d, const gac__inst *inst, uint32_t value)
{
    const uint32_t *words = inst->words;
    const char *pattern = NULL;
    if (gac__grammar_op(inst->opcode)->place == GAC__PLACE_TYPE
        || inst->opcode == SpvOpDecorate)
        pattern = gac__grammar_id_name(inst->opcode, value);
    if (inst->opcode == SpvOpConstant) {
        add_constant(d, inst);
    } else if (inst->opcode == SpvOpTypeFloat && inst->n_words > 3) {
        if (words[2] == 16 && words[3] == SpvFPEncodingBFloat16KHR)
            add_text(d, "bfloat16");
    } else if (pattern) {
        add_pattern(d, inst, pattern);
    }
}

void gac__friendly_learn(gac_disassembly *d, const gac__inst *inst)
{
    gac__friendly *f = &d->names;
    const uint32_t *words = inst->words;
    bool of_name = inst->opcode == SpvOpName;
    bool of_built_in =
        inst->opcode == SpvOpDecorate && words[2] == SpvDecorationBuiltIn;
    uint32_t id = of_name || of_built_in ? words[1] : inst->result_id;
    uint32_t told_by = of_built_in ? 3 : 2;
    if (id == 0 || gac__friendly_find(f, id))
        return;
    f->draft.n = 0;
    if (of_name)
        add_text(d, (const char *)(words + 2));
    else
        describe(d, inst, inst->n_words > told_by ? words[told_by] : 0);
    if (f->draft.n > 0 || of_name)
        take_draft(d, id);
    else if (!of_built_in)
        gac__friendly_put_number(d, id);
}
