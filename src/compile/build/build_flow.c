/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Branches, phis, calls: how inlined copies of functions are linked. */
#include "compile/build/build_families.h"
#include "module/types.h"

/* -- frames ---------------------------------------------------------------- */

static void bind_parameter(gac__builder *b, const gac__inst *param,
                           const gac__val *arg)
{
    const gac__shape *shape = gac__build_shape(b, param->type_id);
    gac__type_kind passed = arg->shape->type.kind;
    if ((passed == GAC__TYPE_POINTER || passed == GAC__TYPE_UNTYPED_POINTER)
        && gac__module_is_lost_list(b->m, param->type_id)) {
        gac__build_bind_val(b, param->result_id, *arg);
        return;
    }
    if (!gac__build_shape_fits(shape, arg->shape))
        gac__build_invalid(b,
                           "argument %%%u does not have its parameter's "
                           "type.",
                           param->result_id);
    gac__build_bind_value(b, param, *arg);
}

void gac__build_enter(gac__builder *b, const gac__function *function,
                      const gac__inst *call, const gac__val *args)
{
    gac__fn *fn = gac__build_analyse(b, function);
    gac__frame *frame = gac__build_alloc(b, 1, sizeof *frame);
    if (!gac__build_ok(b))
        return;
    frame->fn = fn;
    frame->caller = b->frame;
    frame->instance = ++b->n_instances;
    frame->begin = gac__build_alloc(b, fn->order.n, sizeof(uint32_t));
    frame->finish = gac__build_alloc(b, fn->order.n, sizeof(uint32_t));
    if (!gac__build_ok(b))
        return;
    if (call) {
        frame->call = *call;
        frame->continuation = gac__build_new_block(b);
    }
    for (uint32_t k = 0; k < fn->order.n; k++)
        frame->begin[k] = gac__build_new_block(b);
    if (call) /* the kernel's block 0 stays open, for private variables */
        gac__build_branch(b, frame->begin[0]);
    b->frame = frame;
    uint32_t at = function->first_param;
    for (uint32_t n = 0; n < function->n_params; n++) {
        gac__inst param = gac__build_next_param(b->m, &at);
        bind_parameter(b, &param, &args[n]);
    }
    gac__build_start_block(b);
}

void gac__build_start_block(gac__builder *b)
{
    gac__frame *f = b->frame;
    const gac__block *block = &b->m->blocks[f->fn->function->first_block
                                            + f->fn->order.node[f->rank]];
    f->ordinal = block->first + 1;
    f->end = block->end;
    b->block = f->begin[f->rank];
    f->finish[f->rank] = b->block;
}

/* Copies a phi's incoming aggregate in a predecessor, before its terminator. */
static void copy_incoming(gac__builder *b, uint32_t block, uint32_t to,
                          const gac__val *value)
{
    b->block = block;
    gac__build_copy_memory(b, to, value->memory, value->shape->size);
    gac__ir_block *at = &b->ir->blocks[block];
    if (!gac__build_ok(b) || at->n_insts < 2)
        return;
    gac__ir_inst *copy = at->insts[at->n_insts - 1];
    at->insts[at->n_insts - 1] = at->insts[at->n_insts - 2];
    at->insts[at->n_insts - 2] = copy;
}

static void resolve_phi(gac__builder *b, const gac__pending_phi *pending)
{
    gac__frame *f = b->frame;
    gac__inst i = gac__module_inst(b->m, pending->ordinal);
    const gac__shape *shape = gac__build_shape(b, i.type_id);
    uint32_t n = gac__build_n_words(&i) / 2;
    b->inst = i;
    if (!shape->in_memory)
        for (uint32_t k = 0; k < shape->n; k++)
            if (!gac__build_alloc_incoming(b, pending->insts[k], n))
                return;
    for (uint32_t k = 0; k < n && gac__build_ok(b); k++) {
        uint32_t from = gac__build_label(b, f->fn->function,
                                         gac__build_word(&i, 2 * k + 1));
        if (!gac__build_ok(b) || f->fn->order.rank[from] == UINT32_MAX)
            continue;
        f->rank = f->fn->order.rank[from];
        gac__val v = gac__build_value(b, gac__build_word(&i, 2 * k));
        if (!gac__build_ok(b))
            return;
        if (!gac__build_shape_fits(shape, v.shape)) {
            gac__build_invalid(b, "a value does not have the phi's type.");
            return;
        }
        if (shape->in_memory)
            copy_incoming(b, f->finish[f->rank], pending->incoming, &v);
        else
            for (uint32_t c = 0; c < shape->n; c++)
                gac__build_add_incoming(b, pending->insts[c], v.c[c],
                                        f->finish[f->rank]);
    }
}

/* Binds the call's result: a phi of the returned values. */
static void bind_returned(gac__builder *b, gac__frame *f)
{
    const gac__shape *shape = gac__build_shape(b, f->call.type_id);
    uint32_t c[GAC__BUILD_FLAT_MAX] = {0};
    uint32_t n = shape->in_memory ? 1 : shape->n;
    for (uint32_t k = 0; k < n && gac__build_ok(b); k++) {
        gac__ty ty = shape->in_memory ? b->ir->ptr_ty : (gac__ty)shape->ty[k];
        if (f->returns.n == 0) {
            c[k] = gac__build_undef(b, ty);
            continue;
        }
        gac__ir_inst *phi = gac__build_inst(b, GAC__IR_PHI, ty, ty, 0, NULL);
        if (!gac__build_alloc_incoming(b, phi, (uint32_t)f->returns.n))
            return;
        for (size_t r = 0; r < f->returns.n; r++) {
            const gac__val *v = &f->returns.items[r].val;
            if (!gac__build_shape_fits(shape, v->shape)) {
                gac__build_invalid(b, "the function returns something of "
                                      "another type.");
                return;
            }
            gac__build_add_incoming(b, phi,
                                    shape->in_memory ? v->memory : v->c[k],
                                    f->returns.items[r].block);
        }
        c[k] = phi->result;
    }
    gac__build_bind_value(b, &f->call,
                          (gac__val){.shape = shape, .c = c, .memory = c[0]});
}

void gac__build_leave(gac__builder *b)
{
    gac__frame *f = b->frame;
    for (size_t k = 0; k < f->phis.n && gac__build_ok(b); k++)
        resolve_phi(b, &f->phis.items[k]);
    b->frame = f->caller;
    b->inst = f->call;
    b->block = f->caller ? f->continuation : 0;
    if (f->caller && gac__build_ok(b)) {
        bind_returned(b, f);
        for (size_t k = 0; k < f->variables.n; k++)
            gac__build_forget(b, f->variables.items[k]);
    } else {
        gac__build_branch(b, f->begin[0]);
    }
    GAC__VEC_FREE(b->allocator, &f->phis);
    GAC__VEC_FREE(b->allocator, &f->returns);
    GAC__VEC_FREE(b->allocator, &f->variables);
}

/* -- instructions ---------------------------------------------------------- */

static void build_phi(gac__builder *b, const gac__inst *i)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    gac__pending_phi pending = {.ordinal = i->ordinal};
    uint32_t c[GAC__BUILD_FLAT_MAX] = {0};
    if (shape->in_memory) {
        uint32_t own = gac__build_alloca(b, shape->size, shape->align);
        pending.incoming = gac__build_alloca(b, shape->size, shape->align);
        gac__build_copy_memory(b, own, pending.incoming, shape->size);
        gac__build_bind_memory(b, i, own);
    } else {
        pending.insts = gac__build_alloc(b, shape->n, sizeof(void *));
        for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
            gac__ty ty = (gac__ty)shape->ty[k];
            pending.insts[k] = gac__build_inst(b, GAC__IR_PHI, ty, ty, 0, NULL);
            c[k] = pending.insts[k]->result;
        }
        gac__build_bind(b, i, c);
    }
    GAC__BUILD_PUSH(b, &b->frame->phis, pending);
}

static uint32_t target_block(gac__builder *b, uint32_t label_id)
{
    gac__frame *f = b->frame;
    uint32_t block = gac__build_label(b, f->fn->function, label_id);
    if (!gac__build_ok(b))
        return 0;
    return f->begin[f->fn->order.rank[block]];
}

static void build_conditional(gac__builder *b, const gac__inst *i)
{
    uint32_t condition = gac__build_scalar(b, gac__build_word(i, 0));
    uint32_t yes = target_block(b, gac__build_word(i, 1));
    uint32_t no = target_block(b, gac__build_word(i, 2));
    if (gac__build_ty(b, condition) != GAC__TY_BOOL)
        gac__build_invalid(b, "its condition is not a boolean.");
    if (yes == no)
        gac__build_branch(b, yes);
    else
        gac__build_branch_on(b, condition, yes, no);
}

static void build_switch(gac__builder *b, const gac__inst *i)
{
    uint32_t selector = gac__build_scalar(b, gac__build_word(i, 0));
    gac__ty ty = gac__build_ty(b, selector);
    uint32_t width = gac__build_switch_words(b->m, i);
    uint32_t words = gac__build_n_words(i);
    uint32_t n = words < 2 ? 0 : (words - 2) / (width + 1);
    if (!gac__ty_is_int(ty) || words < 2 || words - 2 != n * (width + 1))
        gac__build_invalid(b, "its selector or its cases do not fit.");
    gac__ir_inst *inst =
        gac__build_terminate(b, GAC__IR_SWITCH, 1, &selector, n + 1);
    if (!inst)
        return;
    uint64_t mask = ty == GAC__TY_I64
                        ? UINT64_MAX
                        : ((uint64_t)1 << (8 * gac__ty_bytes(ty))) - 1;
    inst->literals = gac__build_keep(b, n, sizeof(uint64_t));
    if (!inst->literals)
        return;
    inst->targets[0] = target_block(b, gac__build_word(i, 1));
    for (uint32_t k = 0; k < n; k++) {
        uint32_t at = 2 + k * (width + 1);
        uint64_t literal = gac__build_word(i, at);
        if (width == 2)
            literal |= (uint64_t)gac__build_word(i, at + 1) << 32;
        inst->literals[k] = literal & mask;
        inst->targets[k + 1] = target_block(b, gac__build_word(i, at + width));
    }
}

static void build_return(gac__builder *b, const gac__inst *i)
{
    gac__frame *f = b->frame;
    if (!f->caller) {
        gac__build_terminate(b, GAC__IR_RET, 0, NULL, 0);
        return;
    }
    gac__return r = {.block = b->block,
                     .val = {.shape = gac__build_no_shape()}};
    if (i->opcode == SpvOpReturnValue) {
        r.val = gac__build_value(b, gac__build_word(i, 0));
        /* The value is copied out of the slot, which may be bound again before
         * the call's result is bound. */
        if (gac__build_ok(b) && r.val.shape->n == 1
            && !r.val.shape->in_memory) {
            uint32_t *copy = gac__build_alloc(b, 1, sizeof *copy);
            if (copy)
                *copy = r.val.c[0];
            r.val.c = copy;
        }
    }
    gac__build_branch(b, f->continuation);
    GAC__BUILD_PUSH(b, &f->returns, r);
}

bool gac__build_is_by_value(const gac_module *m, uint32_t id)
{
    return gac__module_has_decoration(m, id, SpvDecorationFuncParamAttr,
                                      SpvFunctionParameterAttributeByVal);
}

/* Gives the callee its own copy of what a ByVal argument points to. */
static void copy_by_value(gac__builder *b, const gac__inst *param,
                          gac__val *arg)
{
    const gac__shape *shape = gac__build_shape(b, param->type_id);
    const gac__shape *pointee;
    if (shape->type.storage_class != SpvStorageClassFunction
        || !shape->type.element_id || arg->shape->in_memory
        || arg->shape->n != 1)
        return;
    pointee = gac__build_shape(b, shape->type.element_id);
    if (!gac__build_ok(b))
        return;
    uint32_t *copy = gac__build_alloc(b, 1, sizeof *copy);
    if (!copy)
        return;
    *copy = gac__build_private_copy(b, arg->c[0], pointee);
    arg->c = copy;
}

static void build_call(gac__builder *b, const gac__inst *i)
{
    const gac__function *callee =
        gac__module_function(b->m, gac__build_word(i, 0));
    uint32_t n = gac__build_n_words(i) ? gac__build_n_words(i) - 1 : 0;
    if (!callee) {
        gac__build_invalid(b, "%%%u is not a function.", gac__build_word(i, 0));
        return;
    }
    if (n != callee->n_params)
        gac__build_invalid(b,
                           "it passes %u arguments to function %%%u, which "
                           "has %u parameters.",
                           n, callee->id, callee->n_params);
    if (callee->n_blocks == 0) {
        gac__build_import_call(b, i, callee);
        return;
    }
    gac__val *args = gac__build_alloc(b, n, sizeof *args);
    for (uint32_t k = 0; k < n && gac__build_ok(b); k++)
        args[k] = gac__build_value(b, gac__build_word(i, k + 1));
    uint32_t at = callee->first_param;
    for (uint32_t k = 0; k < n && gac__build_ok(b); k++) {
        gac__inst param = gac__build_next_param(b->m, &at);
        if (gac__build_is_by_value(b->m, param.result_id))
            copy_by_value(b, &param, &args[k]);
    }
    gac__build_enter(b, callee, i, args);
}

static bool build_terminator(gac__builder *b, const gac__inst *i)
{
    switch (i->opcode) {
    case SpvOpBranch:
        gac__build_branch(b, target_block(b, gac__build_word(i, 0)));
        return true;
    case SpvOpBranchConditional: build_conditional(b, i); return true;
    case SpvOpSwitch: build_switch(b, i); return true;
    case SpvOpReturn:
    case SpvOpReturnValue: build_return(b, i); return true;
    case SpvOpUnreachable:
        gac__build_terminate(b, GAC__IR_UNREACHABLE, 0, NULL, 0);
        return true;
    default: return false;
    }
}

bool gac__build_flow(gac__builder *b, const gac__inst *i)
{
    switch (i->opcode) {
    case SpvOpLabel:
    case SpvOpSelectionMerge:
    case SpvOpLoopMerge: return true;
    case SpvOpPhi: build_phi(b, i); return true;
    case SpvOpFunctionCall: build_call(b, i); return true;
    default:
        b->frame->finish[b->frame->rank] = b->block;
        return build_terminator(b, i);
    }
}
