/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Look-ups in the generated tables. */
#include "grammar/grammar.h"

/* The tables are made from JSON at build time (generate.c) and are constant:
 * nothing here allocates or keeps state. Opcodes and extended instructions are
 * looked up once for every instruction of a module, so they go through an index
 * by number (grammar.h); the rest (enumerants, names) is sorted and searched.
 */

const gac__op_row *gac__grammar_op_by_name(const char *name)
{
    uint32_t low = 0, high = gac__op_name_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(gac__op_names[middle].name, name);
        if (order == 0)
            return &gac__op_rows[gac__op_names[middle].row];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const gac__enumerant_row *gac__grammar_enumerant(uint16_t kind, uint32_t value)
{
    if (kind >= gac__kind_row_count)
        return NULL;
    const gac__kind_row *row = &gac__kind_rows[kind];
    uint32_t low = 0, high = row->n_enumerants;
    /* Most kinds count from 0 with few gaps: a value stands where it would
     * without them, or a little before. */
    if (value < high) {
        uint32_t at = value, least = value > 8 ? value - 8 : 0;
        while (at > least && row->enumerants[at].value > value)
            at--;
        if (row->enumerants[at].value == value)
            return &row->enumerants[at];
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (row->enumerants[middle].value == value)
            return &row->enumerants[middle];
        if (row->enumerants[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

bool gac__grammar_knows_extension(const char *name)
{
    for (uint32_t i = 0; i < gac__extension_count; i++)
        if (!strcmp(gac__extension_names[i], name))
            return true;
    return false;
}

const char *gac__grammar_value_name(const char *kind, uint32_t value)
{
    for (uint16_t i = 0; i < gac__kind_row_count; i++) {
        if (strcmp(gac__kind_rows[i].name, kind) != 0)
            continue;
        const gac__enumerant_row *row = gac__grammar_enumerant(i, value);
        return row ? row->name : NULL;
    }
    return NULL;
}

const gac__ext_inst_row *gac__grammar_ext_inst_by_name(const gac__ext_set *set,
                                                       const char *name)
{
    for (uint32_t i = 0; i < set->n_rows; i++)
        if (!strcmp(set->rows[i].name, name))
            return &set->rows[i];
    return NULL;
}

bool gac__grammar_is_supplement(uint32_t opcode)
{
    for (uint32_t i = 0; i < gac__supplement_opcode_count; i++)
        if (gac__supplement_opcodes[i] == opcode)
            return true;
    return false;
}
