/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Friendly names of ids: their OpName, or a name made of their definition. */
#include "text/disassemble.h"

/* The names are those of SPIRV-Tools' name mapper, which reads the instructions
 * in order. The first instruction that gives an id a name counts; a name that
 * is taken gets a suffix, "_0", "_1" ... A name made of another id's (a
 * pointer's, of its type) uses the name that this id has so far, or its number.
 *
 * SPIRV-Tools try all suffixes from 0 on each time; here each name has the
 * suffix to try next, so that the work is linear in the size of the names.
 * Names of nested types can double at each level: above a limit no names are
 * shown. */

gac__friendly_name *gac__friendly_find(const gac__friendly *f, uint32_t id)
{
    uint32_t index;
    return gac__id_map_get(&f->of_id, id, &index) ? &f->names.items[index]
                                                  : NULL;
}

/* -- taking names ---------------------------------------------------------- */

/* Returns the draft: a name is drafted at the end of the text, from `first`
 * on. */
static gac__slice drafted(const gac_disassembly *d, size_t first)
{
    return (gac__slice){d->text.items + first, (uint32_t)(d->text.n - first)};
}

/* Adds a suffix to a draft that is another id's name. */
static void tell_apart(gac_disassembly *d, size_t first)
{
    gac__friendly *f = &d->names;
    uint32_t other, ignored;
    size_t end = d->text.n;
    if (!gac__name_map_get(&f->taken, drafted(d, first), &other))
        return;
    do {
        d->text.n = end;
        gac__dis_put_char(d, '_');
        gac__dis_put_word(d, f->names.items[other].next++);
    } while (d->result == GAC_OK
             && gac__name_map_get(&f->taken, drafted(d, first), &ignored));
}

/* Makes the draft an id's name, and removes it from the text. Characters that a
 * name may not have become '_'. */
static void take_draft(gac_disassembly *d, uint32_t id, size_t first)
{
    gac__friendly *f = &d->names;
    const gac_allocator *a = &d->allocator;
    if (d->text.n == first)
        gac__dis_put_char(d, '_');
    for (size_t i = first; i < d->text.n; i++)
        if (!gac__is_id_char(d->text.items[i]))
            d->text.items[i] = '_';
    tell_apart(d, first);
    size_t size = d->text.n - first;
    d->text.n = first;
    f->size += size;
    f->too_long |= f->size > f->limit;
    if (f->too_long || d->result != GAC_OK)
        return;
    const char *text =
        gac__arena_string(&f->arena, d->text.items + first, size);
    gac__friendly_name name = {.id = id, .text = {text, (uint32_t)size}};
    uint32_t index = (uint32_t)f->names.n;
    if (!text || !GAC__VEC_PUSH(a, &f->names, name)
        || !gac__name_map_put(a, &f->taken, name.text, index)
        || !gac__id_map_put(a, &f->of_id, id, index))
        d->result = GAC_ERR_MEMORY;
}

void gac__friendly_put_number(gac_disassembly *d, uint32_t id)
{
    size_t first = d->text.n;
    gac__dis_put_word(d, id);
    take_draft(d, id, first);
}

/* -- what instructions say ------------------------------------------------- */

static void put_name(gac_disassembly *d, uint32_t id)
{
    const gac__friendly_name *known = gac__friendly_find(&d->names, id);
    if (known)
        gac__dis_put(d, known->text.text, known->text.size);
    else
        gac__dis_put_word(d, id);
}

/* Puts the piece of the operand at word `word`, an id's number, or, of a
 * constant: "5", "n3" for -3, "1_5" for 1.5. */
static void put_operand(gac_disassembly *d, const gac__inst *inst,
                        uint32_t word, size_t end)
{
    const gac__dis_token *t = d->tokens.items + d->tokens.n;
    do
        end -= (--t)->piece_size;
    while (t->word > word);
    if (t->piece_size == 0)
        gac__dis_put_word(d, inst->words[word]);
    for (size_t i = end; i < end + t->piece_size; i++)
        gac__dis_put_char(d, d->text.items[i] == '-' ? 'n' : d->text.items[i]);
}

/* Drafts a name by a pattern: "%2" is the name of the id at word 2, "#2" the
 * operand there, a number or an enumerant, "$" the string, "+" is "u" or, of a
 * signed type, nothing, and "-" is "u" or "i". */
static void put_pattern(gac_disassembly *d, const gac__inst *inst,
                        const char *at)
{
    const uint32_t *words = inst->words;
    const size_t first = d->text.n;
    while (*at != 0) {
        size_t n = strcspn(at, "%#$+-");
        gac__dis_put(d, at, n);
        at += n;
        switch (*at) {
        case '%': put_name(d, words[*++at - '0']); break;
        case '#': put_operand(d, inst, (uint32_t)(*++at - '0'), first); break;
        case '$':
            gac__dis_put_text(d, words[2] & 0xFF ? (const char *)(words + 2)
                                                 : "_");
            break;
        case '+': gac__dis_put_text(d, words[3] == 0 ? "u" : ""); break;
        case '-': gac__dis_put_text(d, words[3] == 0 ? "u" : "i"); break;
        default: continue;
        }
        at++;
    }
}

/* Returns the pattern of a type's, a constant's or a built-in value's name;
 * NULL: it has none. */
static const char *pattern_of(const gac__inst *inst, bool of_built_in)
{
    uint32_t told_by = of_built_in ? 3 : 2;
    uint32_t value = inst->n_words > told_by ? inst->words[told_by] : 0;
    if (!of_built_in
        && gac__grammar_op(inst->opcode)->section != GAC__SECTION_TYPE)
        return NULL;
    if (inst->opcode == SpvOpTypeFloat && inst->n_words > 3)
        return value == 16 && inst->words[3] == SpvFPEncodingBFloat16KHR
                   ? "bfloat16"
                   : NULL;
    return gac__grammar_id_name(inst->opcode, value);
}

void gac__friendly_learn(gac_disassembly *d, const gac__inst *inst)
{
    const uint32_t *words = inst->words;
    const char *pattern;
    size_t first = d->text.n;
    bool of_name = inst->opcode == SpvOpName;
    bool of_built_in =
        inst->opcode == SpvOpDecorate && words[2] == SpvDecorationBuiltIn;
    uint32_t id = of_name || of_built_in ? words[1] : inst->result_id;
    if (id == 0 || d->names.too_long || gac__friendly_find(&d->names, id))
        return;
    if (of_name)
        gac__dis_put_text(d, (const char *)(words + 2));
    else if ((pattern = pattern_of(inst, of_built_in)) != NULL)
        put_pattern(d, inst, pattern);
    if (d->text.n > first || of_name)
        take_draft(d, id, first);
    else if (!of_built_in)
        gac__friendly_put_number(d, id);
}
