/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The buffers of a run's address space that arguments make. */
#include "exec/launch.h"

gac_result gac__run_add_buffer(gac__run *run, const gac__buffer *b,
                               uint32_t *index_out)
{
    gac_result result =
        gac__space_add(&run->space, run->allocator, b, index_out);
    run->space_full |= result == GAC_ERR_LIMIT;
    return result;
}

static uint8_t kind_of(const gac__ir *ir, uint32_t index)
{
    return index < ir->n_params && ir->params[index].kind == GAC_PARAM_CONSTANT
               ? GAC_MEMORY_CONSTANT
               : GAC_MEMORY_GLOBAL;
}

gac__buffer gac__argument_buffer(const gac_launch *l, uint32_t index)
{
    const gac__argument *a = gac__launch_argument(l, index);
    bool is_value = a->kind == GAC__ARG_VALUE;
    uint8_t kind = is_value ? GAC_MEMORY_CONSTANT : kind_of(l->ir, index);
    return (gac__buffer){
        .host = a->data,
        .size = a->size,
        .kind = kind,
        .read_only =
            a->flags & GAC_BUFFER_READ_ONLY || kind == GAC_MEMORY_CONSTANT,
        .write_only = a->flags & GAC_BUFFER_WRITE_ONLY,
        .undefined = a->flags & GAC_BUFFER_UNDEFINED,
        .index = index,
        .is_arg = true,
        .by_address = index >= l->ir->n_params,
    };
}

bool gac__is_part(const gac_launch *l, uint32_t index, uint32_t whole)
{
    const gac__argument *a = &l->arguments[index], *b = &l->arguments[whole];
    return a->kind == GAC__ARG_BUFFER && b->kind == GAC__ARG_BUFFER && a->size
           && a->size <= b->size
           && (uintptr_t)a->data + a->size == (uintptr_t)b->data + b->size
           && a->flags == b->flags && !a->address && !b->address
           && kind_of(l->ir, index) == kind_of(l->ir, whole);
}
