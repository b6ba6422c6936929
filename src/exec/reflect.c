/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What is known of a kernel without running it. */
#include <gac/reflect.h>

#include "exec/launch.h"

/* Reads the names of a launch's parameters, of which there is at least one.
 * NULL: out of memory. */
static gac__param_name *read_names(const gac_launch *l)
{
    const gac__ir *ir = l->ir;
    gac__arena *arena = &l->names->arena;
    gac__arena_init(arena, &l->program->context->allocator);
    gac__param_name *params =
        gac__arena_alloc(arena, ir->n_params, sizeof *params);
    for (uint32_t n = 0; params && n < ir->n_params; n++)
        params[n] = (gac__param_name){
            .name = ir->params[n].name,
            .is_constant = ir->params[n].kind == GAC_PARAM_CONSTANT,
            .is_value = ir->params[n].kind == GAC_PARAM_VALUE};
    if (params
        && gac__param_names_read(l->program->module, l->program->names,
                                 l->entry, arena, params, ir->n_params)
               == GAC_OK)
        return params;
    gac__arena_free(arena);
    return NULL;
}

/* Any thread may call. */
static gac_result name_of(const gac_launch *l, uint32_t index,
                          gac__param_name *out)
{
    gac__program_lock(l->program);
    if (!l->names->params)
        l->names->params = read_names(l);
    const gac__param_name *params = l->names->params;
    if (params)
        *out = params[index];
    gac__program_unlock(l->program);
    return params ? GAC_OK : GAC_ERR_MEMORY;
}

gac_result gac_launch_param(const gac_launch *launch, uint32_t index,
                            gac_param_info *info_out)
{
    gac__param_name name;
    if (!launch || !info_out || index >= launch->ir->n_params)
        return GAC_ERR_ARGUMENT;
    GAC__TRY(name_of(launch, index, &name));
    const gac__ir_param *p = &launch->ir->params[index];
    *info_out = (gac_param_info){
        .kind = (gac_param_kind)p->kind,
        .name = name.name,
        .size_bytes = p->size_bytes,
        .n_components = p->shape_components,
        .element_bytes = p->n_components
                             ? gac__ty_bytes((gac__ty)p->component_ty[0])
                             : p->pointee_bytes,
        .is_float = p->is_float,
        .is_signed = p->is_signed,
        .type_name = name.type_name,
        .is_const = name.is_const,
        .is_restrict = name.is_restrict,
        .is_volatile = name.is_volatile,
        .is_declared = name.is_declared,
    };
    return GAC_OK;
}

bool gac_launch_required_local_size(const gac_launch *launch,
                                    uint32_t local_out[3])
{
    for (uint32_t d = 0; local_out && d < 3; d++)
        local_out[d] = launch ? launch->ir->required_local[d] : 0;
    return launch && launch->ir->required_local[0] != 0;
}

/* Returns the most work-items that a work-group can have. */
static uint32_t most_items(const gac__ir *ir)
{
    bool required = ir->required_local[0] != 0;
    uint64_t items = 1;
    for (uint32_t d = 0; d < 3; d++) {
        uint64_t most = required ? GAC__MAX(ir->required_local[d], 1u)
                        : ir->most_local[d] ? ir->most_local[d]
                                            : GAC__MAX_GROUP_ITEMS;
        items = GAC__MIN(items * GAC__MIN(most, GAC__MAX_GROUP_ITEMS),
                         GAC__MAX_GROUP_ITEMS);
    }
    return (uint32_t)items;
}

gac_result gac_launch_kernel_info(const gac_launch *launch,
                                  gac_kernel_info *info_out)
{
    gac_kernel_info given = {0};
    if (!launch || !info_out
        || !gac__read_options(&given, sizeof given, info_out))
        return GAC_ERR_ARGUMENT;
    const gac__ir *ir = launch->ir;
    uint32_t sub_group = ir->required_sub_group_size;
    gac_kernel_info info = {
        .size = given.size,
        .vec_type_hint = ir->vec_type_hint,
        .max_work_items = most_items(ir),
        .sub_group_size = sub_group,
        .max_sub_group_size = sub_group ? sub_group : GAC__MAX_SUB_GROUP,
        .sub_groups = ir->required_sub_groups,
        .local_bytes = gac__launch_local_variables(launch),
        .private_bytes = ir->facts.private_bytes,
    };
    memcpy(info.required_local, ir->required_local, sizeof ir->required_local);
    memcpy(info.local_hint, ir->local_hint, sizeof ir->local_hint);
    memcpy(info.max_local, ir->most_local, sizeof ir->most_local);
    memcpy(info_out, &info, given.size);
    return GAC_OK;
}

gac_result gac_launch_complete_options(const gac_launch *launch,
                                       gac_run_options *options)
{
    gac_run_options o;
    if (!launch || !options)
        return GAC_ERR_ARGUMENT;
    GAC__TRY(gac__launch_read_options(launch, &o, options));
    GAC__TRY(gac__launch_range(launch, &o));
    options->dimensions = o.dimensions;
    memcpy(options->global, o.global, sizeof o.global);
    memcpy(options->local, o.local, sizeof o.local);
    options->sub_group_size = o.sub_group_size;
    return GAC_OK;
}
