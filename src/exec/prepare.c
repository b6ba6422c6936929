/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Prepares a run: buffers for arguments and variables, and the scalar slots. */
#include "exec/launch.h"

#define LOCAL_ALIGNMENT 128u

static gac_result add_local(gac__run *run, uint64_t size, gac__buffer b,
                            uint32_t *index_out)
{
    uint64_t most = GAC__MIN(run->options.max_memory_bytes, UINT32_MAX);
    if (size > most || run->local_bytes > most - size)
        return GAC_ERR_LIMIT;
    b.kind = GAC_MEMORY_LOCAL;
    b.size = size;
    b.offset = run->local_bytes;
    run->local_bytes +=
        (size + LOCAL_ALIGNMENT - 1) / LOCAL_ALIGNMENT * LOCAL_ALIGNMENT;
    return gac__run_add_buffer(run, &b, index_out);
}

/* Returns the argument of a parameter that holds all bytes of argument `index`
 * at its end, and the most before them; else `index` itself. Memory that a
 * kernel gets twice has one address. */
static uint32_t whole_of(const gac__run *run, uint32_t index)
{
    const gac_launch *l = run->launch;
    uint32_t whole = index, n = index < l->ir->n_params ? l->ir->n_params : 0;
    for (uint32_t k = 0; k < n; k++)
        if (gac__is_part(l, whole, k)
            && (l->arguments[k].size > l->arguments[whole].size || k < whole))
            whole = k;
    return whole;
}

static gac_result add_argument(gac__run *run, uint32_t index)
{
    const gac__argument *a = gac__launch_argument(run->launch, index);
    gac__buffer b = gac__argument_buffer(run->launch, index);
    uint32_t number = 0;
    if (a->kind == GAC__ARG_LOCAL)
        GAC__TRY(add_local(run, a->size, b, &number));
    else if (a->kind != GAC__ARG_NULL)
        GAC__TRY(gac__run_add_buffer(run, &b, &number));
    run->arg_address[index] = run->space.buffers[number].base;
    return GAC_OK;
}

static gac_result add_arguments(gac__run *run, uint32_t n)
{
    const gac__argument *arguments = run->launch->arguments;
    gac__watch *watch = &run->launch->watch;
    for (uint32_t k = 0; k < n && gac__watch_on(watch, n); k++)
        if (whole_of(run, k) == k
            && !gac__launch_argument(run->launch, k)->address)
            GAC__TRY(add_argument(run, k));
    for (uint32_t k = 0; k < n && gac__watch_on(watch, n); k++) {
        uint32_t whole = whole_of(run, k);
        if (whole != k)
            run->arg_address[k] =
                run->arg_address[whole]
                + (uint64_t)(arguments[k].data - arguments[whole].data);
    }
    GAC__TRY(gac__watch_result(watch));
    return gac__run_add_placed(run);
}

/* Makes the memory of a variable, or what that begins with: `init`, or zeros.
 */
static gac_result make_bytes(gac__run *run, const gac__ir_var *v,
                             const uint8_t *init, uint8_t **bytes_out)
{
    if (!gac__run_count(run, v->size_bytes))
        return GAC_ERR_LIMIT;
    *bytes_out = gac__arena_alloc(&run->arena, v->size_bytes, 1);
    if (!*bytes_out)
        return GAC_ERR_MEMORY;
    if (init)
        memcpy(*bytes_out, init, v->size_bytes);
    return GAC_OK;
}

static gac_result add_variable(gac__run *run, uint32_t index)
{
    const gac__ir_var *v = &run->launch->ir->vars[index];
    gac__buffer b = {.index = index, .size = v->size_bytes};
    if (v->storage_class == SpvStorageClassWorkgroup) {
        if (v->init)
            GAC__TRY(make_bytes(run, v, v->init, &b.host));
        run->fills_local |= v->init != NULL;
        return add_local(run, v->size_bytes, b, &run->var_buffer[index]);
    }
    const uint8_t *init =
        gac__launch_initial(run->launch, v->id, v->size_bytes);
    b.kind = v->storage_class == SpvStorageClassUniformConstant
                 ? GAC_MEMORY_CONSTANT
                 : GAC_MEMORY_GLOBAL;
    b.read_only = b.kind == GAC_MEMORY_CONSTANT;
    b.owned = true;
    GAC__TRY(make_bytes(run, v, init ? init : v->init, &b.host));
    return gac__run_add_buffer(run, &b, &run->var_buffer[index]);
}

/* Writes the addresses in initializers. */
static void relocate(const gac__run *run)
{
    const gac__ir *ir = run->launch->ir;
    uint32_t size = gac__space_address_bytes(&run->space);
    for (uint32_t n = 0; n < ir->n_vars; n++) {
        const gac__ir_var *v = &ir->vars[n];
        uint8_t *bytes = run->space.buffers[run->var_buffer[n]].host;
        if (gac__is_kept(run->launch, n))
            continue;
        for (uint32_t r = 0; bytes && r < v->n_relocs; r++) {
            if (v->relocs[r].offset + size > v->size_bytes
                || v->relocs[r].var >= ir->n_vars)
                continue;
            uint64_t address =
                run->space.buffers[run->var_buffer[v->relocs[r].var]].base
                + (uint64_t)v->relocs[r].addend;
            memcpy(bytes + v->relocs[r].offset, &address, size);
        }
    }
}

/* Adds a buffer for each private variable, with its bytes for every lane of a
 * strip. */
static gac_result add_privates(gac__run *run)
{
    const gac__lane_program *code = run->program;
    uint32_t number;
    run->first_private = run->space.n_buffers;
    for (uint32_t v = 0; v < code->n_privates; v++) {
        const gac__private_var *var = &code->privates[v];
        uint64_t align = GAC__MIN(var->align, 4096);
        if (var->size_bytes > UINT32_MAX)
            return GAC_ERR_LIMIT;
        uint64_t lane =
            (GAC__MAX(var->size_bytes, 1) + align - 1) / align * align;
        gac__buffer b = {.kind = GAC_MEMORY_PRIVATE,
                         .index = v,
                         .size = lane * code->width,
                         .offset = run->private_stride};
        GAC__TRY(gac__run_add_buffer(run, &b, &number));
        run->private_stride += (b.size + 63) / 64 * 64;
        if (run->private_stride
            > run->options.max_memory_bytes / GAC__MAX(run->group_strips, 1u))
            return GAC_ERR_LIMIT;
    }
    return GAC_OK;
}

/* -- scalars --------------------------------------------------------------- */

static uint64_t symbol_address(const gac__run *run, const gac__preset *preset)
{
    const gac__ir *ir = run->launch->ir;
    const gac__buffer *buffers = run->space.buffers;
    uint64_t base = 0;
    if (preset->symbol != GAC__SYMBOL_VAR)
        base =
            preset->index < ir->n_params ? run->arg_address[preset->index] : 0;
    else if (preset->index < ir->n_vars)
        base = buffers[run->var_buffer[preset->index]].base;
    /* null plus a displacement is in no buffer */
    return base + preset->bits;
}

static uint64_t argument_component(const gac__run *run, uint32_t param,
                                   uint32_t component)
{
    const gac__ir *ir = run->launch->ir;
    if (param >= ir->n_params || component >= ir->params[param].n_components)
        return 0;
    const gac__argument *a = &run->launch->arguments[param];
    uint32_t offset = ir->params[param].component_offset[component];
    uint32_t size =
        gac__ty_bytes((gac__ty)ir->params[param].component_ty[component]);
    uint64_t bits = 0;
    if (a->kind == GAC__ARG_VALUE && (uint64_t)offset + size <= a->size)
        memcpy(&bits, a->data + offset, size);
    if (ir->params[param].component_ty[component] == GAC__TY_BOOL)
        bits = bits != 0;
    return bits;
}

static void set_scalars(gac__run *run)
{
    const gac__lane_program *code = run->program;
    for (uint32_t n = 0; n < code->n_presets; n++) {
        const gac__preset *preset = &code->presets[n];
        uint64_t bits;
        if (preset->kind == GAC__PRESET_CONST)
            bits = preset->bits;
        else if (preset->kind == GAC__PRESET_SYMBOL)
            bits = symbol_address(run, preset);
        else if (preset->kind == GAC__PRESET_ARG)
            bits = argument_component(run, preset->sub, preset->imm);
        else
            continue;
        if (gac__ty_bytes((gac__ty)preset->ty) == 4)
            bits = (uint32_t)bits;
        memcpy((uint8_t *)run->scalars + preset->at, &bits, sizeof bits);
    }
}

static gac_result prepare_space(gac__run *run)
{
    const gac__ir *ir = run->launch->ir;
    GAC__TRY(gac__space_init(&run->space, ir->ptr_ty == GAC__TY_I64,
                             run->allocator));
    GAC__TRY(add_arguments(run, gac__launch_argument_count(run->launch)));
    gac__run_write_addresses(run);
    GAC__TRY(gac__run_add_kept(run));
    for (uint32_t n = 0; n < ir->n_vars; n++)
        if (!gac__is_kept(run->launch, n))
            GAC__TRY(add_variable(run, n));
    relocate(run);
    return add_privates(run);
}

gac_result gac__run_prepare(gac__run *run)
{
    const gac__ir *ir = run->launch->ir;
    const gac__lane_program *code = run->program;
    gac__arena *a = &run->arena;
    uint32_t n_args = gac__launch_argument_count(run->launch);
    gac__arena_init(a, run->allocator);
    run->arg_address = gac__arena_alloc(a, n_args, sizeof *run->arg_address);
    run->var_buffer = gac__arena_alloc(a, ir->n_vars, sizeof *run->var_buffer);
    run->scalars = gac__arena_alloc(a, code->scalar_bytes, 1);
    if (!run->arg_address || !run->var_buffer || !run->scalars)
        return GAC_ERR_MEMORY;
    GAC__TRY(prepare_space(run));
    set_scalars(run);
    return GAC_OK;
}

void gac__run_cleanup(gac__run *run)
{
    gac__print_free(run);
    gac__space_free(&run->space, run->allocator);
    gac__arena_free(&run->arena);
}
