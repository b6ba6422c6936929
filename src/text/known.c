/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the instructions before one say of ids. */
#include "text/text_internal.h"

/* What has no whole string, since its words were given, is no import. */
static bool learn_import(gac__known *known, const gac__inst *inst)
{
    uint32_t n;
    const char *name = gac__module_string(inst, 2, &n);
    if (!name)
        return true;
    gac__text_import import = {gac__grammar_ext_set(name, strlen(name)), true};
    import.ids = !import.set || gac__grammar_has_ids_only(import.set, name);
    return GAC__VEC_PUSH(known->allocator, &known->imports, import)
           && gac__id_map_put(known->allocator, &known->imported,
                              inst->result_id, (uint32_t)known->imports.n);
}

bool gac__known_learn(gac__known *known, const gac__inst *inst, uint32_t word)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    if (inst->opcode == SpvOpExtInstImport && !(word & GAC__OPAQUE)
        && !learn_import(known, inst))
        return false;
    if (gac__known_defines(known, inst->result_id)
        && !(row && gac__is_type(row)))
        return true;
    return gac__id_map_put(known->allocator, &known->defined, inst->result_id,
                           word);
}

void gac__known_free(gac__known *known)
{
    gac__id_map_free(known->allocator, &known->defined);
    gac__id_map_free(known->allocator, &known->imported);
    GAC__VEC_FREE(known->allocator, &known->imports);
}

const uint32_t *gac__known_definition(const void *user, uint32_t id)
{
    const gac__known *known = user;
    uint32_t word;
    return gac__id_map_get(&known->defined, id, &word) && !(word & GAC__OPAQUE)
               ? known->words->items + word
               : NULL;
}

const gac__text_import *gac__known_import(const gac__known *known, uint32_t id)
{
    uint32_t index;
    return gac__id_map_get(&known->imported, id, &index)
               ? &known->imports.items[index - 1]
               : NULL;
}

const gac__ext_inst_row *gac__known_ext_inst(const void *user, uint32_t set,
                                             uint32_t number, bool *ids_out)
{
    const gac__text_import *import = gac__known_import(user, set);
    const gac__ext_inst_row *row =
        import && import->set ? gac__grammar_ext_inst(import->set, number)
                              : NULL;
    *ids_out =
        row ? import->set == &gac__set_async_copies : import && import->ids;
    return row;
}

uint32_t gac__known_number_type_id(const gac__known *known, uint32_t opcode,
                                   uint32_t id)
{
    if (opcode != SpvOpSwitch)
        return id;
    const uint32_t *selector = gac__known_definition(known, id);
    return selector ? gac__decode(selector, 0).type_id : id;
}

bool gac__known_number_type(const gac__known *known, uint32_t opcode,
                            uint32_t id, gac__number_type *type_out)
{
    const uint32_t *words = gac__known_definition(
        known, gac__known_number_type_id(known, opcode, id));
    uint32_t type = gac__words_opcode(words);
    if (type != SpvOpTypeInt
        && (type != SpvOpTypeFloat || opcode == SpvOpSwitch))
        return false;
    *type_out = (gac__number_type){GAC__NUMBER_FLOAT, words[2], 0};
    if (type == SpvOpTypeInt)
        type_out->number_class =
            words[3] != 0 ? GAC__NUMBER_SIGNED : GAC__NUMBER_UNSIGNED;
    else if (words[0] >> 16 > 3)
        type_out->encoding = 1 + (uint64_t)words[3];
    return true;
}
