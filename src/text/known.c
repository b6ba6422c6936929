/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The definitions of ids, for literals and extended instructions, whose
 * operands depend on them. */
#include "text/text_internal.h"

/* A module may define an id both as a type and as a value, which validation
 * refuses: each has a map of its own, as in SPIRV-Tools. */

static const uint32_t *definition_in(const gac__known *known,
                                     const gac__id_map *map, uint32_t id)
{
    uint32_t word;
    return gac__id_map_get(map, id, &word) && !(word & GAC__OPAQUE)
               ? known->words->items + word
               : NULL;
}

bool gac__known_learn(gac__known *known, const gac__inst *inst, uint32_t word)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    bool is_type = row && row->is_type;
    if (!is_type && inst->opcode != SpvOpExtInstImport
        && gac__id_map_get(&known->values, inst->result_id, NULL))
        return true;
    return gac__id_map_put(known->allocator,
                           is_type ? &known->types : &known->values,
                           inst->result_id, word);
}

void gac__known_free(gac__known *known)
{
    gac__id_map_free(known->allocator, &known->types);
    gac__id_map_free(known->allocator, &known->values);
}

const uint32_t *gac__known_definition(const void *user, uint32_t id)
{
    const gac__known *known = user;
    const uint32_t *words = definition_in(known, &known->types, id);
    return words ? words : definition_in(known, &known->values, id);
}

/* Operands of unknown sets' instructions are ids. */
bool gac__known_import(const void *user, uint32_t id, gac__import *import_out)
{
    const gac__known *known = user;
    const uint32_t *words = definition_in(known, &known->values, id);
    if (gac__words_opcode(words) != SpvOpExtInstImport || words[0] >> 16 < 3)
        return false;
    const char *name = (const char *)(words + 2);
    size_t size = 4 * ((words[0] >> 16) - 2);
    size = strnlen(name, GAC__MIN(size, GAC__EXT_SET_NAME_MAX));
    const gac__ext_set *set = gac__grammar_ext_set(name, size);
    *import_out = (gac__import){.name = name, .set = set};
    import_out->ids_only = !set || gac__grammar_has_ids_only(set, name);
    return true;
}

uint32_t gac__known_number_type(const gac__known *known, uint32_t opcode,
                                uint32_t id, gac__number_type *type_out)
{
    const uint32_t *selector = definition_in(known, &known->values, id);
    if (opcode == SpvOpSwitch && selector)
        id = gac__decode(selector, 0).type_id;
    const uint32_t *words = definition_in(known, &known->types, id);
    uint32_t type = gac__words_opcode(words);
    *type_out = (gac__number_type){0};
    if (type != SpvOpTypeInt
        && (type != SpvOpTypeFloat || opcode == SpvOpSwitch))
        return id;
    *type_out = (gac__number_type){GAC__NUMBER_FLOAT, words[2], 0};
    if (type == SpvOpTypeInt)
        type_out->number_class =
            words[3] != 0 ? GAC__NUMBER_SIGNED : GAC__NUMBER_UNSIGNED;
    else if (words[0] >> 16 > 3)
        type_out->encoding = 1 + (uint64_t)words[3];
    return id;
}
