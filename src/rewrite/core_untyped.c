/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lowers untyped pointers to pointers to bytes, in an equivalent core
 * module. */

/* An untyped pointer type becomes a pointer to 8-bit integers of the same
 * storage class. An instruction that reads or writes through an untyped pointer
 * has the type of the data: a cast to a pointer to this type is added before
 * it. An access chain has a base type: its base and its result are cast. A
 * variable loses its data type, which few core rules are about.
 *
 * Where there is no such equivalent (OpenCL.std's loads and stores, mixtures of
 * typed and untyped pointers), the instruction becomes an undefined value and
 * is not checked. No false error arises. */
#include "module/types.h"
#include "rewrite/core_internal.h"

#define MAX_POINTERS 512 /* types; uses of further ones are not checked */

bool gac__core_is_untyped(uint32_t opcode)
{
    switch (opcode) {
    case SpvOpTypeUntypedPointerKHR:
    case SpvOpUntypedVariableKHR:
    case SpvOpUntypedAccessChainKHR:
    case SpvOpUntypedInBoundsAccessChainKHR:
    case SpvOpUntypedPtrAccessChainKHR:
    case SpvOpUntypedInBoundsPtrAccessChainKHR:
    case SpvOpUntypedArrayLengthKHR:
    case SpvOpUntypedPrefetchKHR:
    case SpvOpUntypedGroupAsyncCopyKHR: return true;
    default: return false;
    }
}

static gac__type value_type(const gac__core_builder *b, uint32_t id)
{
    return gac__module_type(b->m, gac__module_type_of(b->m, id));
}

static bool is_untyped(const gac__core_builder *b, uint32_t id)
{
    return value_type(b, id).kind == GAC__TYPE_UNTYPED_POINTER;
}

/* -- pointer types and casts ----------------------------------------------- */

/* The id of a pointer type; 0: there are too many, or nothing can point to the
 * pointee. */
static uint32_t pointer_to(gac__core_builder *b, uint32_t storage_class,
                           uint32_t pointee)
{
    for (size_t i = b->pointers.n; i-- > 0;) {
        const gac__pointer_type *p = &b->pointers.items[i];
        if (p->storage_class == storage_class && p->pointee == pointee)
            return p->id;
    }
    gac__type_kind kind = gac__module_type(b->m, pointee).kind;
    gac__pointer_type new = {storage_class, pointee, b->next_id};
    if (b->pointers.n == MAX_POINTERS || kind == GAC__TYPE_NONE
        || kind == GAC__TYPE_VOID)
        return 0;
    if (!GAC__VEC_PUSH(b->allocator, &b->pointers, new)) {
        b->out_of_memory = true;
        return 0;
    }
    return b->next_id++;
}

void gac__core_put_pointer_types(gac__core_builder *b)
{
    for (size_t i = 0; i < b->pointers.n; i++) {
        const gac__pointer_type *p = &b->pointers.items[i];
        GAC__CORE_PUT(b, 0, SpvOpTypePointer, 0, p->id, p->storage_class,
                      p->pointee);
    }
}

static uint32_t put_cast(gac__core_builder *b, const gac__inst *inst,
                         uint32_t type, uint32_t pointer)
{
    uint32_t id = b->planning ? 0 : b->next_id++;
    GAC__CORE_PUT(b, inst->ordinal + 1, SpvOpBitcast, 0, type, id, pointer);
    return id;
}

/* Writes an instruction whose untyped pointer is cast to one to `pointee`.
 * False: there is no such type. */
static bool lower_pointer(gac__core_builder *b, const gac__inst *inst,
                          uint32_t word, uint32_t pointee)
{
    uint32_t pointer = inst->words[word];
    uint32_t type =
        pointer_to(b, value_type(b, pointer).storage_class, pointee);
    if (type == 0)
        return false;
    pointer = put_cast(b, inst, type, pointer);
    gac__core_begin(b, inst->opcode, inst->n_words, inst->ordinal + 1);
    gac__core_put(b, inst->words + 1, word - 1);
    gac__core_put(b, &pointer, 1);
    gac__core_put(b, inst->words + word + 1, inst->n_words - word - 1);
    return true;
}

/* -- instructions ---------------------------------------------------------- */

/* The type that an access chain's indices lead to; 0: unknown. SPIRV-Tools
 * report an index into a scalar. */
static uint32_t element_type(const gac__core_builder *b, const gac__inst *inst,
                             uint32_t first)
{
    uint32_t id = inst->words[3];
    for (uint32_t i = first; i < inst->n_words && id != 0; i++) {
        gac__type type = gac__module_type(b->m, id);
        uint64_t index;
        switch (type.kind) {
        case GAC__TYPE_STRUCT:
            id = gac__module_constant(b->m, inst->words[i], &index)
                         && index < type.count
                     ? type.members[index]
                     : 0;
            break;
        case GAC__TYPE_ARRAY:
        case GAC__TYPE_RUNTIME_ARRAY:
        case GAC__TYPE_VECTOR: id = type.element_id; break;
        case GAC__TYPE_INT:
        case GAC__TYPE_FLOAT: return id;
        default: return 0;
        }
    }
    return id;
}

static bool lower_chain(gac__core_builder *b, const gac__inst *inst,
                        uint32_t opcode, bool by_element)
{
    if (inst->n_words < (by_element ? 6u : 5u)
        || gac__module_type(b->m, inst->type_id).kind
               != GAC__TYPE_UNTYPED_POINTER)
        return false;
    gac__type result = gac__module_type(b->m, inst->type_id);
    gac__type base = value_type(b, inst->words[4]);
    uint32_t element = element_type(b, inst, by_element ? 6 : 5);
    uint32_t from = pointer_to(b, base.storage_class, inst->words[3]);
    uint32_t to = pointer_to(b, result.storage_class, element);
    if ((base.kind != GAC__TYPE_UNTYPED_POINTER
         && base.kind != GAC__TYPE_POINTER)
        || from == 0 || to == 0)
        return false;
    uint32_t start = put_cast(b, inst, from, inst->words[4]);
    uint32_t chain = b->planning ? 0 : b->next_id++;
    GAC__CORE_PUT(b, inst->ordinal + 1, opcode, inst->n_words - 5u, to, chain,
                  start);
    gac__core_put(b, inst->words + 5, inst->n_words - 5u);
    GAC__CORE_PUT(b, inst->ordinal + 1, SpvOpBitcast, 0, inst->type_id,
                  inst->result_id, chain);
    return true;
}

static bool lower_declaration(gac__core_builder *b, const gac__inst *inst)
{
    bool type = inst->opcode == SpvOpTypeUntypedPointerKHR;
    if (!type
        && gac__module_type(b->m, inst->type_id).kind
               != GAC__TYPE_UNTYPED_POINTER) {
        gac__core_put_copy(b, inst); /* SPIRV-Tools report it */
        return true;
    }
    GAC__CORE_PUT(b, inst->ordinal + 1, type ? SpvOpTypePointer : SpvOpVariable,
                  0, inst->words[1], inst->words[2],
                  type ? b->byte_type : inst->words[3]);
    return true;
}

/* A copy between a typed and an untyped pointer copies the typed pointee. */
static bool lower_copy(gac__core_builder *b, const gac__inst *inst)
{
    bool to = is_untyped(b, inst->words[1]),
         from = is_untyped(b, inst->words[2]);
    if (to == from)
        return false;
    return lower_pointer(b, inst, to ? 1 : 2,
                         value_type(b, inst->words[to ? 2 : 1]).element_id);
}

/* Whether an instruction is an atomic one whose result has the type that the
 * pointer, its third word, points to. */
static bool is_atomic(uint32_t opcode)
{
    return gac__grammar_is_atomic(opcode) && opcode != SpvOpAtomicStore
           && opcode != SpvOpAtomicFlagTestAndSet
           && opcode != SpvOpAtomicFlagClear;
}

/* Whether an instruction is valid for pointers to any type, if all of its
 * pointers are untyped. */
static bool is_indifferent(uint32_t opcode)
{
    switch (opcode) {
    case SpvOpPhi:
    case SpvOpSelect:
    case SpvOpFunctionCall:
    case SpvOpReturnValue:
    case SpvOpCopyObject:
    case SpvOpBitcast:
    case SpvOpConvertPtrToU:
    case SpvOpCopyMemorySized:
    case SpvOpStore:
    case SpvOpPtrEqual:
    case SpvOpPtrNotEqual:
    case SpvOpPtrDiff:
    case SpvOpPtrCastToGeneric:
    case SpvOpGenericCastToPtr:
    case SpvOpGenericCastToPtrExplicit:
    case SpvOpGenericPtrMemSemantics:
    case SpvOpLifetimeStart:
    case SpvOpLifetimeStop:
    case SpvOpCompositeConstruct:
    case SpvOpCompositeInsert: return true;
    default: return false;
    }
}

bool gac__core_put_lowered(gac__core_builder *b, const gac__inst *inst)
{
    switch (inst->opcode) {
    case SpvOpTypeUntypedPointerKHR:
    case SpvOpUntypedVariableKHR: return lower_declaration(b, inst);
    case SpvOpUntypedAccessChainKHR:
        return lower_chain(b, inst, SpvOpAccessChain, false);
    case SpvOpUntypedInBoundsAccessChainKHR:
        return lower_chain(b, inst, SpvOpInBoundsAccessChain, false);
    case SpvOpUntypedPtrAccessChainKHR:
        return lower_chain(b, inst, SpvOpPtrAccessChain, true);
    case SpvOpUntypedInBoundsPtrAccessChainKHR:
        return lower_chain(b, inst, SpvOpInBoundsPtrAccessChain, true);
    case SpvOpLoad: return lower_pointer(b, inst, 3, inst->type_id);
    case SpvOpStore:
        return lower_pointer(b, inst, 1,
                             gac__module_type_of(b->m, inst->words[2]));
    case SpvOpAtomicStore:
        return lower_pointer(b, inst, 1,
                             gac__module_type_of(b->m, inst->words[4]));
    case SpvOpCopyMemory: return lower_copy(b, inst);
    default:
        return is_atomic(inst->opcode) && inst->n_words > 3
               && lower_pointer(b, inst, 3, inst->type_id);
    }
}

/* -- planning -------------------------------------------------------------- */

typedef struct pointer_use {
    const gac__core_builder *b;
    uint32_t typed, untyped; /* numbers of pointers among the operands */
    uint32_t first;          /* word of the first untyped pointer */
} pointer_use;

static bool visit_pointer(void *user, const gac__inst *inst,
                          const gac__operand_row *row, uint32_t word,
                          uint32_t n)
{
    pointer_use *use = user;
    (void)n;
    if (!gac__row_is_id(row))
        return true;
    gac__type_kind kind = value_type(use->b, inst->words[word]).kind;
    use->typed += kind == GAC__TYPE_POINTER;
    use->untyped += kind == GAC__TYPE_UNTYPED_POINTER;
    if (kind == GAC__TYPE_UNTYPED_POINTER && use->first == 0)
        use->first = word;
    return true;
}

/* Whether an instruction accesses memory through an untyped pointer. Only this
 * pointer is cast. */
static bool accesses_untyped(const gac__core_builder *b, const gac__inst *inst,
                             const pointer_use *use)
{
    bool load = inst->opcode == SpvOpLoad || is_atomic(inst->opcode);
    bool store = inst->opcode == SpvOpStore || inst->opcode == SpvOpAtomicStore;
    return inst->opcode == SpvOpCopyMemory || (load && use->first == 3)
           || (store && is_untyped(b, inst->words[1]));
}

static bool is_mixed(const gac__core_builder *b, const gac__inst *inst,
                     const pointer_use *use)
{
    gac__type_kind kind = gac__module_type(b->m, inst->type_id).kind;
    switch (inst->opcode) {
    case SpvOpPtrEqual:
    case SpvOpPtrNotEqual:
    case SpvOpPtrDiff: return use->typed > 0;
    case SpvOpPtrCastToGeneric:
    case SpvOpGenericCastToPtr:
    case SpvOpGenericCastToPtrExplicit: return kind == GAC__TYPE_POINTER;
    default: return false;
    }
}

/* Decides the action of an instruction in a function. */
static void plan_inst(gac__core_builder *b, const gac__inst *inst)
{
    pointer_use use = {.b = b};
    gac__action action = GAC__ACTION_KEEP;
    bool own = gac__core_is_untyped(inst->opcode);
    gac__type_kind result = gac__module_type(b->m, inst->type_id).kind;
    gac__module_visit_operands(b->m, inst, visit_pointer, &use);
    if (inst->opcode == SpvOpUntypedGroupAsyncCopyKHR)
        action = GAC__ACTION_CALL;
    else if (own || (use.untyped && accesses_untyped(b, inst, &use)))
        action = gac__core_put_lowered(b, inst) ? GAC__ACTION_LOWER
                                                : GAC__ACTION_UNDEF;
    else if (use.untyped
                 ? !is_indifferent(inst->opcode) || is_mixed(b, inst, &use)
                 : (inst->opcode == SpvOpPtrCastToGeneric
                    || inst->opcode == SpvOpGenericCastToPtr
                    || inst->opcode == SpvOpGenericCastToPtrExplicit)
                       && result == GAC__TYPE_UNTYPED_POINTER)
        action = GAC__ACTION_UNDEF;
    if (action == GAC__ACTION_UNDEF
        && !gac__core_action_of_faulty(b->m, inst, &action))
        action = GAC__ACTION_KEEP;
    b->actions[inst->ordinal] = (uint8_t)action;
}

static void find_byte_type(gac__core_builder *b)
{
    GAC__EACH_MODULE_INST(b->m, inst, 0, b->m->first_function) {
        if (inst.opcode != SpvOpTypeInt || inst.words[2] != 8)
            continue;
        b->byte_type = inst.result_id;
        b->byte_origin = inst.ordinal + 1;
        b->actions[inst.ordinal] = GAC__ACTION_DROP; /* it is written earlier */
        return;
    }
    b->byte_type = b->next_id++;
}

void gac__core_plan_untyped(gac__core_builder *b)
{
    const gac_module *m = b->m;
    b->planning = true;
    find_byte_type(b);
    GAC__EACH_MODULE_INST(m, inst, 0, b->out_of_memory ? 0 : m->n_insts) {
        uint32_t i = inst.ordinal;
        if (b->actions[i] != GAC__ACTION_KEEP)
            continue;
        if (i >= m->first_function)
            plan_inst(b, &inst);
        else if (inst.opcode == SpvOpCapability
                 && inst.words[1] == SpvCapabilityUntypedPointersKHR)
            b->actions[i] = GAC__ACTION_DROP;
        else if (gac__core_is_untyped(inst.opcode))
            b->actions[i] = GAC__ACTION_LOWER;
    }
    b->planning = false;
}
