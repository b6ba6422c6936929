/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What a module's initializers have left in global variables, which each run of
 * a kernel begins with. */
#include "exec/launch.h"

struct gac__initial {
    uint32_t id; /* the variable's id */
    uint64_t size;
    uint8_t *bytes;
};

static struct gac__initial *find(const gac_launch *l, uint32_t id)
{
    for (size_t n = 0; n < l->initial.n; n++)
        if (l->initial.items[n].id == id)
            return &l->initial.items[n];
    return NULL;
}

const uint8_t *gac__launch_initial(const gac_launch *l, uint32_t id,
                                   uint64_t size)
{
    const struct gac__initial *found = find(l->owner ? l->owner : l, id);
    return found && found->size == size ? found->bytes : NULL;
}

static gac_result save(gac_launch *l, uint32_t id, const gac__buffer *b)
{
    const gac_allocator *a = &l->program->context->allocator;
    struct gac__initial *saved = find(l, id);
    if (!saved) {
        struct gac__initial made = {.id = id, .size = b->size};
        made.bytes = gac__alloc_zero(a, GAC__MAX(b->size, 1), 1);
        if (!made.bytes)
            return GAC_ERR_MEMORY;
        if (!GAC__VEC_PUSH(a, &l->initial, made)) {
            gac__free(a, made.bytes, GAC__MAX(b->size, 1), 1);
            return GAC_ERR_MEMORY;
        }
        saved = &l->initial.items[l->initial.n - 1];
    }
    memcpy(saved->bytes, b->host, b->size);
    return GAC_OK;
}

gac_result gac__run_save_variables(const gac__run *run)
{
    const gac_launch *l = run->launch;
    for (uint32_t b = 1; b < run->space.n_buffers; b++) {
        const gac__buffer *buffer = &run->space.buffers[b];
        if (buffer->kind == GAC_MEMORY_GLOBAL && !buffer->is_arg
            && buffer->owned)
            GAC__TRY(save(l->owner, l->ir->vars[buffer->index].id, buffer));
    }
    return GAC_OK;
}

void gac__launch_forget_initial(gac_launch *l)
{
    const gac_allocator *a = &l->program->context->allocator;
    for (size_t n = 0; n < l->initial.n; n++)
        gac__free(a, l->initial.items[n].bytes,
                  GAC__MAX(l->initial.items[n].size, 1), 1);
    GAC__VEC_FREE(a, &l->initial);
    l->is_initialized = false;
}
