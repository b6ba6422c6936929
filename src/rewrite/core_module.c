/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Decides the action of each instruction for an equivalent core module. */

/* SPIRV-Tools reject the set under its own name, and each use of a copy's event
 * under the NonSemantic one. The equivalent module keeps all of a copy that the
 * core rules are about: it has an OpFunctionCall with the same operands and
 * result in the same block. The parameters of the function have the operands'
 * types, so that the call is never faulty.
 *
 * An instruction with an error becomes an undefined value of the type that it
 * should have (at module scope, which dominates all uses), a call without
 * operands if its type is void, or an OpNop if it has no result: the rest of
 * the module is checked as if the fault were mended. */
#include "module/types.h"
#include "rewrite/core_internal.h"

struct gac_core_module {
    gac_allocator allocator;
    gac__words words, origins;
};

/* -- kinds of instructions ------------------------------------------------- */

static bool is_stripped(const gac__core_builder *b, const gac__inst *inst)
{
    return (b->strip_non_semantic && gac__core_is_non_semantic(b->m, inst))
           || (b->strip_debug_info && gac__module_is_debug_info(b->m, inst));
}

static bool imports_set(const gac_module *m)
{
    for (uint32_t i = 0; i < m->n_imports; i++)
        if (m->imports[i].set == &gac__set_async_copies)
            return true;
    return false;
}

bool gac_core_module_can_replace(const gac_module *module, uint32_t ordinal)
{
    gac__action action;
    if (!module || ordinal == 0 || ordinal > module->n_insts)
        return false;
    gac__inst inst = gac__module_inst(module, ordinal - 1);
    return gac__core_action_of_faulty(module, &inst, &action);
}

/* Decides the actions of the instructions that the options list as faulty. An
 * import needs none: its faults are always mended. */
static gac_result mark_faulty(gac__core_builder *b,
                              const gac_core_module_options *o)
{
    for (uint32_t i = 0; i < o->n_faulty; i++) {
        uint32_t ordinal = o->faulty[i] - 1;
        gac__action action;
        if (ordinal >= b->m->n_insts)
            return GAC_ERR_ARGUMENT;
        gac__inst inst = gac__module_inst(b->m, ordinal);
        if (inst.opcode == SpvOpExtInstImport)
            continue;
        if (!gac__core_action_of_faulty(b->m, &inst, &action))
            return GAC_ERR_ARGUMENT;
        b->actions[ordinal] = (uint8_t)action;
    }
    return GAC_OK;
}

/* -- actions of other instructions ----------------------------------------- */

/* Whether the target of a name or decoration is dropped. */
static bool names_dropped(const gac__core_builder *b, const gac__inst *inst)
{
    if (inst->n_words < 2 || (!b->strip_non_semantic && !b->strip_debug_info))
        return false;
    switch (inst->opcode) {
    case SpvOpName:
    case SpvOpMemberName:
    case SpvOpDecorate:
    case SpvOpDecorateId:
    case SpvOpDecorateString: break;
    default: return false;
    }
    gac__inst def;
    return gac__module_def(b->m, inst->words[1], &def) && is_stripped(b, &def);
}

static gac__action action_of(const gac__core_builder *b, const gac__inst *inst)
{
    const gac__import *import;
    gac__inst last = *inst;
    switch (inst->opcode) {
    case SpvOpConstantComposite:
    case SpvOpSpecConstantComposite: /* SPIRV-Tools require the operands in one
                                        instruction */
        return gac__module_goes_on(b->m, &last) ? GAC__ACTION_NULL
                                                : GAC__ACTION_KEEP;
    case SpvOpConstantCompositeContinuedINTEL:
    case SpvOpSpecConstantCompositeContinuedINTEL: return GAC__ACTION_DROP;
    case SpvOpName:
        return b->plain_names || names_dropped(b, inst) ? GAC__ACTION_DROP
                                                        : GAC__ACTION_KEEP;
    case SpvOpExtInstImport:
        import = gac__module_import(b->m, inst->result_id);
        return import && import->set == &gac__set_async_copies
                   ? GAC__ACTION_IMPORT
                   : GAC__ACTION_KEEP;
    case SpvOpExtInst:
    case SpvOpExtInstWithForwardRefsKHR:
        if (gac__core_is_set_inst(b->m, inst))
            return GAC__ACTION_CALL;
        return is_stripped(b, inst) ? GAC__ACTION_DROP : GAC__ACTION_KEEP;
    case SpvOpMemoryModel:
        return b->add_addresses && b->m->addressing_model != UINT32_MAX
                   ? GAC__ACTION_MEMORY_MODEL
                   : GAC__ACTION_KEEP;
    default:
        return names_dropped(b, inst) ? GAC__ACTION_DROP : GAC__ACTION_KEEP;
    }
}

/* Adds the declarations that the set requires and the module lacks.
 * gac_validate() has reported them. */
static void mend_module(gac__core_builder *b)
{
    const gac_module *m = b->m;
    if (!imports_set(m))
        return;
    b->add_kernel = true;
    b->add_memory_model = m->addressing_model == UINT32_MAX;
    b->add_addresses = m->pointer_bits == 0;
}

/* -- calls and new types --------------------------------------------------- */

/* The module's OpTypeEvent or OpTypeVoid, or a new one. */
static uint32_t find_type(gac__core_builder *b, uint32_t opcode,
                          bool *is_new_out)
{
    GAC__EACH_MODULE_INST(b->m, inst, 0, b->m->first_function) {
        if (inst.opcode == opcode && inst.result_id != 0)
            return inst.result_id;
    }
    *is_new_out = true;
    return b->next_id++;
}

/* Collects the operands' types. False: an operand has no type, there are too
 * many operands, or the result is no event. The instruction counts as faulty
 * then. */
static bool operand_types(const gac__core_builder *b, const gac__inst *inst,
                          uint32_t *types, uint32_t max, uint32_t *n_out)
{
    uint32_t n, first = gac__core_call_operands(b->m, inst, &n);
    if (n > max
        || gac__module_type(b->m, inst->type_id).kind != GAC__TYPE_EVENT)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        types[i] = gac__module_type_of(b->m, inst->words[first + i]);
        gac__type_kind kind = gac__module_type(b->m, types[i]).kind;
        if (kind == GAC__TYPE_NONE || kind == GAC__TYPE_VOID)
            return false;
    }
    *n_out = n;
    return true;
}

static void plan_call(gac__core_builder *b, const gac__inst *inst)
{
    uint32_t types[32], n = 0, which = UINT32_MAX;
    bool in_body = inst->ordinal >= b->m->first_function;
    if (b->actions[inst->ordinal] == GAC__ACTION_CALL_VOID) {
        if (b->void_type == 0)
            b->void_type = find_type(b, SpvOpTypeVoid, &b->new_void_type);
        which = gac__core_signature(b, b->void_type, NULL, 0);
    } else if (in_body
               && operand_types(b, inst, types, GAC__COUNT_OF(types), &n)) {
        which = gac__core_signature(b, inst->type_id, types, n);
    }
    b->calls[inst->ordinal] = which;
    if (which == UINT32_MAX)
        b->actions[inst->ordinal] = GAC__ACTION_UNDEF_EVENT;
}

static gac_result plan_new_things(gac__core_builder *b)
{
    const gac_module *m = b->m;
    b->calls = gac__alloc_zero(b->allocator, m->n_insts, sizeof *b->calls);
    if (!b->calls)
        return GAC_ERR_MEMORY;
    GAC__EACH_MODULE_INST(m, inst, 0, m->n_insts) {
        const uint8_t *action = &b->actions[inst.ordinal];
        if (*action == GAC__ACTION_CALL || *action == GAC__ACTION_CALL_VOID)
            plan_call(b, &inst);
        if (*action == GAC__ACTION_UNDEF_EVENT && b->event_type == 0)
            b->event_type = find_type(b, SpvOpTypeEvent, &b->new_event_type);
    }
    GAC__TRY(gac__core_cut_calls(b));
    return b->out_of_memory ? GAC_ERR_MEMORY : GAC_OK;
}

/* Replaces an instruction that SPIRV-Tools do not know. The instruction is not
 * checked then. Untyped pointers are lowered. Non-semantic instructions are all
 * dropped, since nothing else uses their results. Another instruction in a
 * function is replaced as if it were faulty. A type becomes opaque. False: the
 * instruction cannot be replaced. */
static bool replace_unknown(gac__core_builder *b, const gac__inst *inst)
{
    gac__action action;
    if (gac__core_is_untyped(inst->opcode))
        b->lower_untyped = true;
    else if (gac__core_is_non_semantic(b->m, inst))
        b->strip_non_semantic = true;
    else if (gac__core_action_of_faulty(b->m, inst, &action))
        b->actions[inst->ordinal] = (uint8_t)action;
    else
        return gac__core_hide(b, inst);
    return true;
}

static gac_result check_known(gac__core_builder *b,
                              const gac_core_module_options *o,
                              uint32_t *unknown_out)
{
    const gac_module *m = b->m;
    if (!o->knows_opcode)
        return GAC_OK;
    b->lower_untyped =
        gac__module_has_capability(m, SpvCapabilityUntypedPointersKHR)
        && !o->knows_opcode(o->user, SpvOpTypeUntypedPointerKHR);
    for (uint32_t i = 0; i < m->n_insts; i++) {
        if (o->knows_opcode(o->user, m->words[m->offsets[i]] & 0xFFFF))
            continue;
        gac__inst inst = gac__module_inst(m, i);
        if (gac__core_is_set_inst(m, &inst) || replace_unknown(b, &inst))
            continue;
        *unknown_out = i + 1;
        return GAC_ERR_UNSUPPORTED;
    }
    return GAC_OK;
}

/* Whether an instruction is a null integer, which becomes an OpConstant when it
 * is dropped. */
static bool is_null_integer(const gac_module *m, const gac__inst *inst)
{
    gac__type type = gac__module_type(m, inst->type_id);
    return inst->opcode == SpvOpConstantNull && type.kind == GAC__TYPE_INT
           && type.width <= 64;
}

/* Drops the instructions that the options name. One integer type of an unusual
 * width hides all of them: each would take another validation otherwise. */
static void drop(gac__core_builder *b, const gac_core_module_options *o)
{
    for (uint32_t i = 0; i < o->n_dropped; i++) {
        uint32_t ordinal = o->dropped[i] - 1;
        if (ordinal >= b->m->n_insts)
            continue;
        gac__inst inst = gac__module_inst(b->m, ordinal);
        if (inst.opcode == SpvOpTypeInt)
            gac__core_hide_widths(b);
        if (is_null_integer(b->m, &inst))
            b->actions[ordinal] = GAC__ACTION_ZERO;
        else if (b->actions[ordinal] == GAC__ACTION_DROP)
            continue;
        else if (!gac__core_hide(b, &inst))
            b->actions[ordinal] = GAC__ACTION_DROP;
    }
}

/* Whether the options name an instruction of debug information. It is dropped
 * as a whole then, since its instructions use each other. */
static bool drops_debug_info(const gac_module *m,
                             const gac_core_module_options *o)
{
    for (uint32_t i = 0; i < o->n_dropped; i++) {
        uint32_t ordinal = o->dropped[i] - 1;
        if (ordinal >= m->n_insts)
            continue;
        gac__inst inst = gac__module_inst(m, ordinal);
        if (gac__module_is_debug_info(m, &inst))
            return true;
    }
    return false;
}

static gac_result build(gac__core_builder *b, const gac_core_module_options *o,
                        uint32_t *unknown_out)
{
    const gac_module *m = b->m;
    b->actions = gac__alloc_zero(b->allocator, m->n_insts, sizeof *b->actions);
    if (!b->actions)
        return GAC_ERR_MEMORY;
    GAC__TRY(check_known(b, o, unknown_out));
    mend_module(b);
    b->strip_debug_info = drops_debug_info(m, o);
    GAC__EACH_MODULE_INST(m, inst, 0, m->n_insts) {
        if (b->actions[inst.ordinal] == GAC__ACTION_KEEP)
            b->actions[inst.ordinal] = (uint8_t)action_of(b, &inst);
    }
    GAC__TRY(mark_faulty(b, o));
    drop(b, o);
    if (b->hides_types)
        gac__core_plan_opaque(b);
    if (b->lower_untyped)
        gac__core_plan_untyped(b);
    GAC__TRY(plan_new_things(b));
    if (o->by_dominance)
        GAC__TRY(gac__core_order_blocks(b));
    gac__core_write(b);
    return b->out_of_memory ? GAC_ERR_MEMORY : GAC_OK;
}

gac_result gac_core_module_create(const gac_module *module,
                                  const gac_core_module_options *options,
                                  uint32_t *unknown_out,
                                  gac_core_module **core_out)
{
    gac_core_module_options o = {0};
    uint32_t unknown = 0;
    if (core_out)
        *core_out = NULL;
    if (!module || !core_out || !gac__read_options(&o, sizeof o, options))
        return GAC_ERR_ARGUMENT;
    const gac_allocator *a = &module->context->allocator;
    gac__core_builder b = {.m = module,
                           .allocator = a,
                           .next_id = module->bound,
                           .plain_names = o.plain_names,
                           .variables_first = o.variables_first,
                           .all_interfaces = o.all_interfaces,
                           .extensions = o.extensions,
                           .n_extensions = o.extensions ? o.n_extensions : 0};
    gac_core_module *core = gac__alloc_zero(a, 1, sizeof *core);
    gac_result result = core ? build(&b, &o, &unknown) : GAC_ERR_MEMORY;
    if (unknown_out)
        *unknown_out = unknown;
    gac__free(a, b.actions, module->n_insts, sizeof *b.actions);
    gac__free(a, b.calls, module->n_insts, sizeof *b.calls);
    gac__free(a, b.order, module->n_blocks, sizeof *b.order);
    GAC__VEC_FREE(a, &b.types);
    GAC__VEC_FREE(a, &b.callees);
    GAC__VEC_FREE(a, &b.signatures);
    GAC__VEC_FREE(a, &b.pointers);
    if (result == GAC_OK) {
        *core = (gac_core_module){*a, b.words, b.origins};
        *core_out = core;
        return GAC_OK;
    }
    GAC__VEC_FREE(a, &b.words);
    GAC__VEC_FREE(a, &b.origins);
    gac__free(a, core, 1, sizeof *core);
    return result;
}

void gac_core_module_destroy(gac_core_module *core)
{
    if (!core)
        return;
    gac_allocator a = core->allocator;
    GAC__VEC_FREE(&a, &core->words);
    GAC__VEC_FREE(&a, &core->origins);
    gac__free(&a, core, 1, sizeof *core);
}

const uint32_t *gac_core_module_words(const gac_core_module *core,
                                      size_t *n_words_out)
{
    if (n_words_out)
        *n_words_out = core ? core->words.n : 0;
    return core ? core->words.items : NULL;
}

uint32_t gac_core_module_origin(const gac_core_module *core, uint32_t ordinal)
{
    return core && ordinal >= 1 && ordinal <= core->origins.n
               ? core->origins.items[ordinal - 1]
               : 0;
}
