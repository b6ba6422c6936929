/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Describes buffers to the checker, and for messages. */
#include "exec/checked.h"
#include "exec/launch.h"

gac__check_buffer gac__run_describe(const gac__run *run, uint32_t number)
{
    const gac__ir *ir = run->program->ir;
    const gac__buffer *b = &run->space.buffers[number];
    bool is_param = b->is_arg && b->index < ir->n_params;
    gac__check_buffer out = {.size = b->size,
                             .kind = (gac_memory_kind)b->kind,
                             .argument = b->is_arg ? b->index : UINT32_MAX};
    uint32_t root = b->is_arg ? b->index : ir->n_params + b->index, uses;
    const gac__argument *own =
        b->is_arg ? gac__launch_argument(run->launch, b->index) : NULL;
    if (own && own->address)
        out.in_front = own->address - b->base;
    switch (out.kind) {
    case GAC_MEMORY_PRIVATE:
        out.undefined = out.written = true;
        out.lane_bytes = run->program->privates[b->index].size_bytes;
        out.lane_stride = b->size / run->program->width;
        out.padding = run->program->privates[b->index].padding;
        out.name = run->program->privates[b->index].name;
        out.element_bytes = out.lane_stride;
        return out;
    case GAC_MEMORY_LOCAL: out.undefined = out.written = true; break;
    default:
        out.host = (uintptr_t)b->host;
        out.undefined = b->undefined;
        if (b->by_address) {
            out.written = !b->read_only;
            out.read = true;
            break;
        }
        uses = ir->written && root < ir->n_params + ir->n_vars
                   ? ir->written[root] /* only checked kernels have these */
                   : 0;
        for (uint32_t k = 0; ir->written && is_param && k < ir->n_params; k++)
            if (gac__is_part(run->launch, k, b->index))
                uses |= ir->written[k];
        out.written = (uses & GAC__ROOT_WRITTEN) && !b->read_only;
        out.read = uses & GAC__ROOT_READ;
        break;
    }
    if (is_param) {
        out.name = ir->params[b->index].name;
        out.padding = out.in_front ? NULL : ir->params[b->index].padding;
        out.element_bytes = ir->params[b->index].element_bytes;
    } else if (b->index == GAC__FOREIGN) {
        out.name = gac__run_kept_name(run, number);
    } else if (!b->is_arg && b->index < ir->n_vars) {
        out.name = ir->vars[b->index].name;
        out.padding = ir->vars[b->index].padding;
        out.element_bytes = b->size;
    }
    return out;
}
