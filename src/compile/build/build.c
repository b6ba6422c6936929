/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The builder: an entry point of a SPIR-V module becomes lane IR.
 *
 * Functions are translated instruction by instruction, a call by translating
 * its callee in place. Frames are a list in the arena, so that a deep call
 * graph needs no deep C stack. Within a function, blocks come in reverse
 * post-order. An id's slot keeps what it stands for: the IR values of its
 * scalar components, and the inlined copy in which it was bound. Phis are made
 * empty and get their arguments when their function is complete.
 *
 *     build_errors.c     errors, limits, scratch memory
 *     build_types.c      shapes of types: components and their offsets
 *     build_emit.c, build_access.c   IR instructions, folding, addresses
 *     build_builtins.c, build_variables.c
 *     build_values.c     ids, slots
 *     build_memory.c, build_atomic.c, build_arith.c, build_integer.c,
 *     build_convert.c, build_composite.c, build_group.c, build_subgroup.c,
 *     build_copy.c       the core instructions, by family
 *     build_opencl*.c, build_geometry.c   OpenCL.std
 *     build_core.c       which of these translates an instruction
 *     build_imports.c, import_*.c   imported functions
 *     build_cfg.c        orders, dominators, the IR's edges
 *     build_calls.c      recursion, sizes with all calls inlined
 *     build_flow.c       branches, phis, calls
 *     build_constants.c  module scope: evaluated before what uses it
 *
 * Modules may be hostile: operands are read through functions that check what
 * they are.
 */
#include "compile/build/build_families.h"
#include "module/reports.h"
#include "module/types.h"

/* -- instructions ---------------------------------------------------------- */

static void translate(gac__builder *b, const gac__inst *i)
{
    if (!gac__build_flow(b, i) && !gac__build_core(b, i))
        gac__build_unsupported(b, "%s.", gac__module_inst_name(b->m, i));
}

/* Reports a block without a terminator. */
static void close_block(gac__builder *b)
{
    gac__frame *f = b->frame;
    const gac__ir_block *last = &b->ir->blocks[f->finish[f->rank]];
    if (last->n_insts == 0
        || !gac__ir_is_terminator(last->insts[last->n_insts - 1]->op)) {
        gac__build_invalid(b, "block %%%u has no terminator.",
                           b->m->blocks[f->fn->function->first_block
                                        + f->fn->order.node[f->rank]]
                               .label_id);
    }
}

static void translate_all(gac__builder *b)
{
    while (b->frame && gac__build_ok(b)) {
        gac__frame *f = b->frame;
        if (f->ordinal < f->end) {
            b->inst = gac__module_inst(b->m, f->ordinal++);
            gac__build_watch(b, 16 + (uint64_t)b->inst.n_words);
            gac__inst i = b->inst;
            gac__build_prepare(b, &i);
            translate(b, &i);
            continue;
        }
        close_block(b);
        if (++f->rank < f->fn->order.n)
            gac__build_start_block(b);
        else
            gac__build_leave(b);
    }
}

/* -- parameters ------------------------------------------------------------ */

/* Describes the components of a number or a vector. Returns their width; 0: the
 * type is another one. */
static uint32_t describe_element(const gac__builder *b, gac__ir_param *p,
                                 const gac__type *t)
{
    gac__type element = *t;
    if (t->kind == GAC__TYPE_VECTOR)
        element = gac__module_type(b->m, t->element_id);
    bool is_bool = element.kind == GAC__TYPE_BOOL; /* a byte in memory */
    if (element.kind != GAC__TYPE_FLOAT && element.kind != GAC__TYPE_INT
        && !is_bool)
        return 0;
    p->is_float = element.kind == GAC__TYPE_FLOAT;
    p->is_signed = !p->is_float && element.is_signed;
    p->shape_components = t->kind == GAC__TYPE_VECTOR ? (uint32_t)t->count : 1;
    return is_bool ? 8 : element.width;
}

static void describe_value(gac__builder *b, gac__ir_param *p,
                           const gac__shape *shape)
{
    p->kind = GAC_PARAM_VALUE;
    p->size_bytes = shape->size;
    describe_element(b, p, &shape->type);
    if (shape->in_memory)
        return;
    p->n_components = shape->n;
    p->component_ty = gac__build_keep_copy(b, shape->ty, shape->n, 1);
    p->component_offset =
        gac__build_keep_copy(b, shape->offset, shape->n, sizeof(uint32_t));
}

/* Makes an ARG for each component of a value; a large value is read from the
 * arguments' memory. */
static void value_argument(gac__builder *b, uint32_t index,
                           const gac__shape *shape, gac__val *arg)
{
    arg->shape = shape;
    if (shape->in_memory) {
        arg->memory = gac__build_symbol(b, GAC__SYMBOL_ARG_BYTES, index);
        return;
    }
    uint32_t *c = gac__build_alloc(b, shape->n, sizeof *c);
    arg->c = c;
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
        gac__ty ty = (gac__ty)shape->ty[k];
        gac__ir_inst *inst = gac__build_inst(b, GAC__IR_ARG, ty, ty, 0, NULL);
        inst->sub = index;
        inst->imm = k;
        c[k] = inst->result;
    }
}

static void pointer_argument(gac__builder *b, uint32_t index,
                             const gac__inst *param, const gac__shape *shape,
                             gac__val *arg)
{
    gac__ir_param *p = &b->ir->params[index];
    uint32_t *c = gac__build_alloc(b, 1, sizeof *c);
    arg->shape = shape;
    arg->c = c;
    if (!c)
        return;
    switch (shape->type.storage_class) {
    case SpvStorageClassCrossWorkgroup:
    case SpvStorageClassDeviceOnlyINTEL: /* subsets of CrossWorkgroup */
    case SpvStorageClassHostOnlyINTEL:
    case SpvStorageClassGeneric: p->kind = GAC_PARAM_GLOBAL; break;
    case SpvStorageClassUniformConstant: p->kind = GAC_PARAM_CONSTANT; break;
    case SpvStorageClassWorkgroup: p->kind = GAC_PARAM_LOCAL; break;
    default:
        if (gac__build_is_by_value(b->m, param->result_id)
            && shape->type.element_id) {
            const gac__shape *pointee =
                gac__build_shape(b, shape->type.element_id);
            describe_value(b, p, pointee);
            c[0] = gac__build_private_copy(
                b, gac__build_symbol(b, GAC__SYMBOL_ARG_BYTES, index), pointee);
            return;
        }
        gac__build_unsupported(
            b, "a kernel parameter that points to storage class %s.",
            gac__value_in_words("StorageClass", shape->type.storage_class)
                .text);
        return;
    }
    p->size_bytes = shape->size;
    gac__type pointee = gac__module_type(b->m, shape->type.element_id);
    p->pointee_bytes = describe_element(b, p, &pointee) / 8;
    if (shape->type.kind == GAC__TYPE_POINTER)
        p->padding = gac__build_element_padding(b, shape->type.element_id,
                                                &p->element_bytes);
    c[0] = gac__build_symbol(b, GAC__SYMBOL_ARG, index);
}

static void build_arguments(gac__builder *b, const gac__function *f,
                            gac__val *args)
{
    uint32_t at = f->first_param;
    for (uint32_t n = 0; n < f->n_params; n++) {
        gac__inst param = b->inst = gac__build_next_param(b->m, &at);
        gac__build_prepare_type(b, param.type_id);
        const gac__shape *shape = gac__build_shape(b, param.type_id);
        if (!gac__build_ok(b))
            return;
        b->ir->params[n].name = gac__module_name(b->m, param.result_id);
        if (shape->type.kind == GAC__TYPE_POINTER
            || shape->type.kind == GAC__TYPE_UNTYPED_POINTER) {
            pointer_argument(b, n, &param, shape, &args[n]);
        } else {
            describe_value(b, &b->ir->params[n], shape);
            value_argument(b, n, shape, &args[n]);
        }
    }
}

/* -- execution modes ------------------------------------------------------- */

/* VecTypeHint's operand as OpenCL C writes it, "float4"; NULL: it is not
 * valid. */
static const char *vector_hint(gac__builder *b, uint32_t hint)
{
    static const char *const types[] = {"char", "short", "int",   "long",
                                        "half", "float", "double"};
    uint32_t type = hint & 0xFFFF, n = hint >> 16;
    if (type >= GAC__COUNT_OF(types) || n > 16)
        return NULL;
    const char *name =
        n > 1 ? gac__arena_printf(b->ir->arena, "%s%u", types[type], n)
              : types[type];
    if (!name)
        gac__build_no_memory(b);
    return name;
}

/* An execution mode's operand: a literal, or the value of a constant. */
static uint32_t mode_number(gac__builder *b, const gac__inst *i, uint32_t word,
                            bool by_id)
{
    uint32_t operand = gac__build_word(i, word);
    const char *what = "an execution mode's operand";
    return by_id ? (uint32_t)gac__build_need_const(b, operand, what) : operand;
}

static void read_sizes(gac__builder *b, const gac__inst *i, bool by_id,
                       uint32_t sizes[3])
{
    for (uint32_t k = 0; k < 3; k++)
        sizes[k] = mode_number(b, i, k + 2, by_id);
}

static void read_mode(gac__builder *b, const gac__inst *i)
{
    uint32_t mode = gac__build_word(i, 1);
    switch (mode) {
    case SpvExecutionModeLocalSize:
    case SpvExecutionModeLocalSizeId:
        read_sizes(b, i, mode == SpvExecutionModeLocalSizeId,
                   b->ir->required_local);
        break;
    case SpvExecutionModeLocalSizeHint:
    case SpvExecutionModeLocalSizeHintId:
        read_sizes(b, i, mode == SpvExecutionModeLocalSizeHintId,
                   b->ir->local_hint);
        break;
    case SpvExecutionModeVecTypeHint:
        b->ir->vec_type_hint = vector_hint(b, gac__build_word(i, 2));
        break;
    case SpvExecutionModeMaxWorkgroupSizeINTEL:
        read_sizes(b, i, false, b->ir->most_local);
        break;
    case SpvExecutionModeMaxWorkDimINTEL:
        b->ir->most_dimensions = GAC__MIN(gac__build_word(i, 2), 3);
        break;
    case SpvExecutionModeNoGlobalOffsetINTEL: b->ir->no_offset = true; break;
    case SpvExecutionModeSubgroupSize:
        b->ir->required_sub_group_size = gac__build_word(i, 2);
        break;
    case SpvExecutionModeSubgroupsPerWorkgroup:
    case SpvExecutionModeSubgroupsPerWorkgroupId:
        b->ir->required_sub_groups = mode_number(
            b, i, 2, mode == SpvExecutionModeSubgroupsPerWorkgroupId);
        break;
    /* These modes change results of arithmetic; others only permit changes. */
    case SpvExecutionModeRoundingModeRTZ:
        gac__build_unsupported(b, "execution mode RoundingModeRTZ.");
        break;
    case SpvExecutionModeRoundingModeRTPINTEL:
    case SpvExecutionModeRoundingModeRTNINTEL:
    case SpvExecutionModeFloatingPointModeALTINTEL:
        gac__build_unsupported(
            b, "execution mode %s, of SPV_INTEL_float_controls2.",
            gac__value_in_words("ExecutionMode", mode).text);
        break;
    case SpvExecutionModeDenormFlushToZero:
        gac__build_unsupported(b, "execution mode DenormFlushToZero.");
        break;
    default: break;
    }
}

/* Whether `id` is a constant that is decorated, directly or by a decoration
 * group, as WorkgroupSize. */
static bool is_size_constant(const gac_module *m, uint32_t id)
{
    const gac__decoration *d =
        gac__module_decoration(m, id, UINT32_MAX, SpvDecorationBuiltIn);
    return d && d->n_operands && d->operands[0] == SpvBuiltInWorkgroupSize
           && gac__build_is_constants(gac__module_def_opcode(m, id));
}

/* Reads a constant decorated as WorkgroupSize, which fixes the work-group size
 * for all kernels. */
static void read_size_constant(gac__builder *b)
{
    for (uint32_t k = 0; k < b->m->n_decorations; k++) {
        const gac__decoration *d = &b->m->decorations[k];
        if ((d->decoration != SpvDecorationBuiltIn
             && d->decoration != GAC__DECORATION_GROUP)
            || !is_size_constant(b->m, d->target))
            continue;
        gac__build_evaluate(b, d->target);
        const uint32_t *c = gac__build_components(b, d->target, 3);
        for (uint32_t n = 0; c && n < 3; n++) {
            uint64_t bits = 0;
            gac__build_is_const(b, c[n], &bits);
            b->ir->required_local[n] = (uint32_t)bits;
        }
    }
}

static void read_modes(gac__builder *b)
{
    uint32_t n;
    const gac__mode *modes = gac__module_modes(b->m, b->entry->function_id, &n);
    b->ir->most_dimensions = 3;
    for (uint32_t k = 0; k < n && gac__build_ok(b); k++) {
        b->inst = gac__module_inst(b->m, modes[k].ordinal);
        gac__inst i = b->inst;
        gac__build_prepare(b, &i);
        read_mode(b, &i);
    }
    if (b->m->has_group_size)
        read_size_constant(b);
}

/* -- building -------------------------------------------------------------- */

static const gac__function *entry_function(gac__builder *b)
{
    const gac__function *f = gac__module_function(b->m, b->entry->function_id);
    if (f && f->n_blocks)
        return f;
    gac__build_invalid(b, "entry point \"%s\" names no function with a body.",
                       b->entry->name);
    return NULL;
}

static void build(gac__builder *b)
{
    b->inst = gac__module_inst(b->m, b->entry->inst);
    if (b->m->pointer_bits != 32 && b->m->pointer_bits != 64)
        gac__build_unsupported(b, "the logical addressing model.");
    const gac__function *f = entry_function(b);
    b->block = gac__build_new_block(b);
    if (!gac__build_ok(b) || !f)
        return;
    gac__build_check_calls(b, f);
    read_modes(b);
    b->ir->n_params = f->n_params;
    b->ir->params = gac__build_keep(b, f->n_params, sizeof *b->ir->params);
    gac__val *args = gac__build_alloc(b, f->n_params, sizeof *args);
    build_arguments(b, f, args);
    if (gac__build_ok(b))
        gac__build_enter(b, f, NULL, args);
    translate_all(b);
    if (gac__build_ok(b))
        gac__build_initializers(b);
    if (gac__build_ok(b))
        gac__build_finish_cfg(b);
    b->ir->paddings = gac__build_keep_copy(b, b->paddings.items, b->paddings.n,
                                           sizeof *b->ir->paddings);
}

static void free_frames(gac__builder *b)
{
    for (gac__frame *f = b->frame; f; f = f->caller) {
        GAC__VEC_FREE(b->allocator, &f->phis);
        GAC__VEC_FREE(b->allocator, &f->returns);
        GAC__VEC_FREE(b->allocator, &f->variables);
    }
}

static void set_limits(gac__builder *b)
{
    uint64_t n = GAC__BUILD_WORK_FEW
                 + (uint64_t)b->m->n_words * GAC__BUILD_WORK_PER_WORD;
    b->most_work = (uint32_t)GAC__MIN(n, (uint64_t)GAC__BUILD_WORK_MAX);
    b->padding_left = GAC__BUILD_PADDING_MAX;
    b->most_insts =
        GAC__MIN(b->most_work * GAC__BUILD_WORK_INSTS, GAC__IR_MAX_INSTS);
}

gac_result gac__ir_build(const gac_module *m, const gac__entry_point *entry,
                         const gac_spec_value *specs, uint32_t n_specs,
                         gac__variant variant, gac__arena *arena,
                         gac__ir **ir_out)
{
    gac__ir_inst no_inst;
    gac__builder b = {.m = m,
                      .no_inst = &no_inst,
                      .allocator = arena->allocator,
                      .entry = entry,
                      .specs = specs,
                      .n_specs = n_specs};
    *ir_out = NULL;
    set_limits(&b);
    gac__arena_init(&b.scratch, arena->allocator);
    b.scratch.max_bytes = arena->max_bytes;
    b.scratch.watch = arena->watch;
    b.ir = gac__arena_alloc(arena, 1, sizeof *b.ir);
    b.slots = gac__build_table(&b, m->bound);
    b.shapes = gac__build_table(&b, m->bound);
    b.fns = gac__build_table(&b, m->n_functions);
    if (!b.ir)
        gac__build_no_memory(&b);
    if (gac__build_ok(&b)) {
        b.ir->module = m;
        b.ir->arena = arena;
        b.ir->variant = variant;
        b.ir->ptr_ty = m->pointer_bits == 32 ? GAC__TY_I32 : GAC__TY_I64;
        gac__build_const(&b, GAC__TY_I32, 0); /* makes the table of values */
        build(&b);
    }
    free_frames(&b);
    GAC__VEC_FREE(b.allocator, &b.initializers);
    GAC__VEC_FREE(b.allocator, &b.relocs);
    GAC__VEC_FREE(b.allocator, &b.paddings);
    gac__arena_free(&b.scratch);
    if (b.error == GAC_OK)
        *ir_out = b.ir;
    return b.error;
}
