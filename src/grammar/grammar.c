/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Look-ups in the generated tables. */
#include "grammar/grammar.h"

#include <spirv/unified1/spirv.h>

#include "gen/supplement.h"
#include "grammar/async_roles.h"

/* The tables are made from JSON at build time (generate.c) and are constant:
 * nothing here allocates or keeps state. Opcodes and extended instructions are
 * looked up for every instruction of a module, by an index (grammar.h);
 * enumerants and names by a binary search. */

/* Compares a row's name with one of `size` bytes, which may contain a NUL. */
static int compare_names(const char *row, const char *name, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (row[i] != name[i])
            return (unsigned char)row[i] < (unsigned char)name[i] ? -1 : 1;
        if (!row[i])
            return -1;
    }
    return row[size] != 0;
}

/* Finds a name in a sorted table whose names all begin with the same `skip`
 * characters, which `name` lacks. */
static const gac__name *find_behind(const gac__name *names, uint32_t n,
                                    size_t skip, const char *name, size_t size)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = compare_names(names[middle].name + skip, name, size);
        if (order == 0)
            return &names[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static const gac__name *find_name(const gac__name *names, uint32_t n,
                                  const char *name, size_t size)
{
    return find_behind(names, n, 0, name, size);
}

const gac__op_row *gac__grammar_op_by_name(const char *name, size_t size)
{
    const gac__name *found =
        find_name(gac__op_names, gac__op_name_count, name, size);
    return found ? &gac__op_rows[found->value] : NULL;
}

bool gac__grammar_value_by_name(uint16_t kind, const char *name, size_t size,
                                uint32_t *value_out)
{
    const gac__kind_row *row = &gac__kind_rows[kind];
    const gac__name *found = find_name(row->names, row->n_names, name, size);
    if (found)
        *value_out = found->value;
    return found != NULL;
}

const gac__enumerant_row *gac__grammar_enumerant(uint16_t kind, uint32_t value)
{
    if (kind >= gac__kind_row_count)
        return NULL;
    const gac__kind_row *row = &gac__kind_rows[kind];
    /* The values of most kinds begin at 0 and have few gaps: a value's row is
     * at the value's own index or shortly before. */
    if (value < row->n_enumerants) {
        uint32_t at = value, least = value > 8 ? value - 8 : 0;
        while (at > least && row->enumerants[at].value > value)
            at--;
        if (row->enumerants[at].value == value)
            return &row->enumerants[at];
    }
    uint32_t k =
        GAC__FIRST_FROM(row->enumerants, row->n_enumerants, value, value);
    return k < row->n_enumerants && row->enumerants[k].value == value
               ? &row->enumerants[k]
               : NULL;
}

gac__operand_row gac__grammar_half(const gac__operand_row *pair, bool second)
{
    static const uint8_t classes[][2] = {
        [GAC__OPERAND_PAIR_LITERAL_ID] = {GAC__OPERAND_TYPED_LITERAL,
                                          GAC__OPERAND_ID},
        [GAC__OPERAND_PAIR_ID_LITERAL] = {GAC__OPERAND_ID,
                                          GAC__OPERAND_LITERAL},
        [GAC__OPERAND_PAIR_ID_ID] = {GAC__OPERAND_ID, GAC__OPERAND_ID},
    };
    gac__operand_row half = *pair;
    half.operand_class = classes[pair->operand_class][second];
    half.quantifier = second ? GAC__ONE : GAC__OPTIONAL;
    return half;
}

bool gac__grammar_knows_extension(const char *name)
{
    return find_name(gac__extension_names, gac__extension_count, name,
                     strlen(name))
           != NULL;
}

bool gac__grammar_is_spec_op(const gac__op_row *row)
{
    switch (row->opcode) {
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain:
    case SpvOpUntypedAccessChainKHR:
    case SpvOpUntypedInBoundsAccessChainKHR:
    case SpvOpUntypedPtrAccessChainKHR:
    case SpvOpUntypedInBoundsPtrAccessChainKHR:
    case SpvOpVectorShuffle:
    case SpvOpCompositeExtract:
    case SpvOpCompositeInsert:
    case SpvOpConvertFToU:
    case SpvOpConvertFToS:
    case SpvOpConvertSToF:
    case SpvOpConvertUToF:
    case SpvOpUConvert:
    case SpvOpSConvert:
    case SpvOpFConvert:
    case SpvOpQuantizeToF16:
    case SpvOpConvertPtrToU:
    case SpvOpConvertUToPtr:
    case SpvOpPtrCastToGeneric:
    case SpvOpGenericCastToPtr:
    case SpvOpBitcast:
    case SpvOpSNegate:
    case SpvOpFNegate:
    case SpvOpIAdd:
    case SpvOpFAdd:
    case SpvOpISub:
    case SpvOpFSub:
    case SpvOpIMul:
    case SpvOpFMul:
    case SpvOpUDiv:
    case SpvOpSDiv:
    case SpvOpFDiv:
    case SpvOpUMod:
    case SpvOpSRem:
    case SpvOpSMod:
    case SpvOpFRem:
    case SpvOpFMod:
    case SpvOpLogicalEqual:
    case SpvOpLogicalNotEqual:
    case SpvOpLogicalOr:
    case SpvOpLogicalAnd:
    case SpvOpLogicalNot:
    case SpvOpSelect:
    case SpvOpIEqual:
    case SpvOpINotEqual:
    case SpvOpUGreaterThan:
    case SpvOpSGreaterThan:
    case SpvOpUGreaterThanEqual:
    case SpvOpSGreaterThanEqual:
    case SpvOpULessThan:
    case SpvOpSLessThan:
    case SpvOpULessThanEqual:
    case SpvOpSLessThanEqual:
    case SpvOpShiftRightLogical:
    case SpvOpShiftRightArithmetic:
    case SpvOpShiftLeftLogical:
    case SpvOpBitwiseOr:
    case SpvOpBitwiseXor:
    case SpvOpBitwiseAnd:
    case SpvOpNot:
    case SpvOpCooperativeMatrixLengthNV:
    case SpvOpCooperativeMatrixLengthKHR: return true;
    default: return false;
    }
}

const gac__op_row *gac__grammar_spec_op_by_name(const char *name, size_t size)
{
    const gac__name *found = find_behind(gac__op_names, gac__op_name_count,
                                         strlen("Op"), name, size);
    const gac__op_row *row = found ? &gac__op_rows[found->value] : NULL;
    return row && gac__grammar_is_spec_op(row) ? row : NULL;
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

const gac__ext_set *gac__grammar_ext_set(const char *name, size_t size)
{
    for (uint32_t i = 0; i < gac__ext_set_name_count; i++) {
        const gac__ext_set_name *row = &gac__ext_set_names[i];
        size_t n = strlen(row->name);
        bool prefix = row->name[n - 1] == '.';
        if ((prefix ? size >= n : size == n) && !memcmp(row->name, name, n))
            return row->set;
    }
    return NULL;
}

bool gac__grammar_has_ids_only(const gac__ext_set *set, const char *name)
{
    return set == &gac__set_async_copies || gac__is_non_semantic(name);
}

const gac__ext_inst_row *gac__grammar_ext_inst_by_name(const gac__ext_set *set,
                                                       const char *name,
                                                       size_t size)
{
    const gac__name *found =
        set ? find_name(set->names, set->n_rows, name, size) : NULL;
    return found ? &set->rows[found->value] : NULL;
}

const char *gac__grammar_generator_name(uint32_t tool)
{
    for (uint32_t i = 0; i < gac__generator_count; i++)
        if (gac__generators[i].tool == tool && gac__generators[i].shown)
            return gac__generators[i].name;
    return NULL;
}

bool gac__grammar_generator(const char *name, size_t size, uint32_t *tool_out)
{
    for (uint32_t i = 0; i < gac__generator_count; i++) {
        if (compare_names(gac__generators[i].name, name, size) != 0)
            continue;
        *tool_out = gac__generators[i].tool;
        return true;
    }
    return false;
}

const gac__name *gac__grammar_environment(const char *name)
{
    for (uint32_t i = 0; name && i < gac__environment_count; i++)
        if (strcmp(gac__environments[i].name, name) == 0)
            return &gac__environments[i];
    return NULL;
}

const char *gac__grammar_id_name(uint32_t opcode, uint32_t value)
{
    for (uint32_t i = 0; i < gac__id_name_count; i++) {
        const gac__id_name *row = &gac__id_names[i];
        if (row->opcode == opcode && (row->any || row->value == value))
            return row->pattern;
    }
    return NULL;
}

bool gac__grammar_is_supplement(uint32_t opcode)
{
    for (uint32_t i = 0; i < gac__supplement_opcode_count; i++)
        if (gac__supplement_opcodes[i] == opcode)
            return true;
    return false;
}

gac_async_role gac__async_role(uint32_t number, uint32_t position)
{
    const gac__ext_set *set = &gac__set_async_copies;
    const gac__ext_inst_row *row = gac__grammar_ext_inst(set, number);
    return row && position < row->n_operands
               ? (gac_async_role)gac__async_roles[row - set->rows][position]
               : GAC_ASYNC_ROLE_COUNT;
}

const char *gac__async_operand_name(gac_async_role role)
{
    return (unsigned)role < GAC_ASYNC_ROLE_COUNT ? gac__async_role_names[role]
                                                 : "";
}

const gac__ext_inst_row *gac__async_by_builtin(const char *name, size_t length)
{
    static const char builtin[] = "async_work_group_copy_";
    static const char prefix[] = "GroupAsyncCopy";
    const size_t n_builtin = sizeof builtin - 1, n_prefix = sizeof prefix - 1;
    const gac__ext_set *set = &gac__set_async_copies;
    if (length < n_builtin || memcmp(name, builtin, n_builtin) != 0)
        return NULL;
    for (uint32_t i = 0; i < set->n_rows; i++) {
        const char *own = set->rows[i].name;
        if (strlen(own) == n_prefix + length - n_builtin
            && !memcmp(own, prefix, n_prefix)
            && !memcmp(own + n_prefix, name + n_builtin, length - n_builtin))
            return &set->rows[i];
    }
    return NULL;
}
