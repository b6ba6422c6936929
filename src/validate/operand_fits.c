/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Whether operands are certainly well. */

/* Nearly all are. So each gets a quick look first, at the words of its type;
 * only what does not look as expected goes through the checks proper
 * (check_operands.c), which know every other way of being right, and what to
 * say. Whatever is let through here, they must let through as well. */
#include "validate/validate_internal.h"

/* The words of the type of a value; NULL: it may be none. A function has a
 * type, but is no operand of these. */
static const uint32_t *type_words(const gac_module *m, uint32_t id)
{
    const uint32_t *words = gac__module_def_words(m, id);
    uint32_t opcode = gac__words_opcode(words);
    return opcode == SpvOpFunction || !(gac__grammar_shape(opcode) & 1)
               ? NULL
               : gac__module_def_words(m, words[1]);
}

static bool is_int(const uint32_t *type, uint32_t width)
{
    return gac__words_opcode(type) == SpvOpTypeInt && type[2] == width;
}

/* Numbers, and vectors of them. */
static bool is_copyable(const gac_module *m, uint32_t type_id)
{
    uint32_t opcode = gac__module_def_opcode(m, type_id);
    if (opcode == SpvOpTypeVector)
        opcode =
            gac__module_def_opcode(m, gac__module_def_words(m, type_id)[2]);
    return opcode == SpvOpTypeInt || opcode == SpvOpTypeFloat;
}

static bool is_pointer(const gac__subject *s, const uint32_t *type)
{
    return gac__words_opcode(type)
           == (s->family->untyped ? SpvOpTypeUntypedPointerKHR
                                  : SpvOpTypePointer);
}

/* Both sides of a copy are in different ones of two storage classes, and point
 * to the same if that counts. */
static bool side_fits(const gac__validation *v, gac__subject *s,
                      const uint32_t *type, bool destination)
{
    if (!is_pointer(s, type)
        || (type[2] != SpvStorageClassWorkgroup
            && type[2] != SpvStorageClassCrossWorkgroup))
        return false;
    if (!destination)
        return s->destination_class != UINT32_MAX
               && s->destination_class != type[2]
               && (!s->family->typed_elements
                   || s->destination_pointee == type[3]);
    s->destination_class = type[2];
    if (s->family->typed_elements)
        s->destination_pointee = type[3];
    return !s->family->typed_elements || is_copyable(v->m, type[3]);
}

/* A constant of one word. */
static bool is_number(const gac_module *m, uint32_t id, uint32_t least,
                      uint32_t most)
{
    const uint32_t *words = gac__module_def_words(m, id);
    return gac__words_opcode(words) == SpvOpConstant && words[0] >> 16 == 4
           && words[3] >= least && words[3] <= most;
}

bool gac__operand_fits(const gac__validation *v, gac__subject *s, uint32_t id,
                       gac__expect expect)
{
    const gac_module *m = v->m;
    const uint32_t *type = type_words(m, id);
    if (!type)
        return false;
    switch (expect) {
    case GAC__EXPECT_VALUE: return true;
    case GAC__EXPECT_SCOPE:
        return is_int(type, 32)
               && is_number(m, id, SpvScopeWorkgroup, SpvScopeWorkgroup);
    case GAC__EXPECT_DESTINATION: return side_fits(v, s, type, true);
    case GAC__EXPECT_SOURCE: return side_fits(v, s, type, false);
    case GAC__EXPECT_GLOBAL:
        return is_pointer(s, type) && type[2] == SpvStorageClassCrossWorkgroup;
    case GAC__EXPECT_COUNT:
    case GAC__EXPECT_STRIDE: return is_int(type, m->pointer_bits);
    case GAC__EXPECT_INT32: return is_int(type, 32);
    case GAC__EXPECT_ELEMENT_BYTES:
        return is_int(type, 32) && is_number(m, id, 1, INT32_MAX);
    case GAC__EXPECT_EVENT: return gac__words_opcode(type) == SpvOpTypeEvent;
    case GAC__EXPECT_EVENTS_LIST:
        return gac__words_opcode(type) == SpvOpTypePointer
               && gac__module_type_kind(m, type[3]) == GAC__TYPE_EVENT;
    }
    return false;
}
