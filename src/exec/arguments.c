/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A launch's arguments: those of parameters, and buffers of no parameter. */
#include "exec/launch.h"

gac__argument *gac__launch_argument(const gac_launch *l, uint32_t index)
{
    uint32_t n = l->ir->n_params;
    if (index < n)
        return &l->arguments[index];
    return index - n < l->extra.n ? &l->extra.items[index - n] : NULL;
}

uint32_t gac__launch_argument_count(const gac_launch *l)
{
    return l->ir->n_params + (uint32_t)l->extra.n;
}

/* -- setting them ---------------------------------------------------------- */

#define GLOBALS (1u << GAC_PARAM_GLOBAL | 1u << GAC_PARAM_CONSTANT)
#define LOCALS (1u << GAC_PARAM_LOCAL)
#define VALUES (1u << GAC_PARAM_VALUE)

static void clear_argument(gac_launch *l, gac__argument *arg)
{
    if (arg->kind == GAC__ARG_VALUE)
        gac__free(&l->program->context->allocator, arg->data, (size_t)arg->size,
                  1);
    memset(arg, 0, sizeof *arg);
}

/* Whether argument `index` may be set now, for a parameter of one of these
 * kinds. */
static bool takes(const gac_launch *l, uint32_t index, uint32_t kinds)
{
    return l && !l->running && index < l->ir->n_params
           && kinds >> l->ir->params[index].kind & 1;
}

/* Replaces an argument. */
static gac_result set_argument(gac_launch *l, uint32_t index, uint32_t kinds,
                               gac__argument fresh)
{
    if (!takes(l, index, kinds))
        return GAC_ERR_ARGUMENT;
    clear_argument(l, &l->arguments[index]);
    l->arguments[index] = fresh;
    return GAC_OK;
}

gac_result gac_launch_set_buffer(gac_launch *launch, uint32_t index, void *data,
                                 size_t size_bytes, uint32_t flags)
{
    if ((!data && size_bytes) || !gac__buffer_flags_fit(flags))
        return GAC_ERR_ARGUMENT;
    return set_argument(
        launch, index, GLOBALS,
        (gac__argument){GAC__ARG_BUFFER, data, size_bytes, flags, 0});
}

gac_result gac_launch_set_local(gac_launch *launch, uint32_t index,
                                size_t size_bytes)
{
    return set_argument(
        launch, index, LOCALS,
        (gac__argument){GAC__ARG_LOCAL, NULL, size_bytes, 0, 0});
}

gac_result gac_launch_set_value(gac_launch *launch, uint32_t index,
                                const void *data, size_t size_bytes)
{
    if (!data || !size_bytes || !takes(launch, index, VALUES))
        return GAC_ERR_ARGUMENT;
    const gac__ir_param *p = &launch->ir->params[index];
    /* a vector of three may lack its fourth component */
    uint64_t least =
        p->shape_components == 3 ? p->size_bytes / 4 * 3 : p->size_bytes;
    if (size_bytes < least || size_bytes > p->size_bytes)
        return GAC_ERR_ARGUMENT;
    uint8_t *copy = gac__alloc_zero(&launch->program->context->allocator,
                                    (size_t)p->size_bytes, 1);
    if (!copy)
        return GAC_ERR_MEMORY;
    memcpy(copy, data, size_bytes);
    return set_argument(
        launch, index, VALUES,
        (gac__argument){GAC__ARG_VALUE, copy, p->size_bytes, 0, 0});
}

gac_result gac_launch_set_null(gac_launch *launch, uint32_t index)
{
    return set_argument(launch, index, GLOBALS | LOCALS,
                        (gac__argument){.kind = GAC__ARG_NULL});
}

void gac__launch_forget_arguments(gac_launch *l)
{
    for (uint32_t n = 0; l->arguments && n < l->ir->n_params; n++)
        clear_argument(l, &l->arguments[n]);
}
