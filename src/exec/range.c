/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The range of a run: global and local sizes, sub-groups. */
#include "exec/launch.h"

#define DEFAULT_GROUP_ITEMS 256u
#define DEFAULT_SUB_GROUP 32u

/* Returns a size of sub-groups for which work-groups of `count` sub-groups
 * divide the range, if there is one. */
static uint32_t fitting_sub_group(const gac_launch *l, const gac_run_options *o,
                                  uint32_t count)
{
    if (l->ir->required_sub_group_size || o->sub_group_size)
        return l->ir->required_sub_group_size ? l->ir->required_sub_group_size
                                              : o->sub_group_size;
    for (uint32_t size = DEFAULT_SUB_GROUP; size > 0; size /= 2)
        if (o->global[0] % ((uint64_t)size * count) == 0)
            return size;
    return DEFAULT_SUB_GROUP;
}

/* Chooses a work-group size, one that divides the range if there is a good one,
 * or if it has to and the kernel can tell. */
static void choose_local(const gac_launch *l, gac_run_options *o)
{
    uint32_t count = l->ir->required_sub_groups;
    if (count) {
        o->local[0] = (uint64_t)fitting_sub_group(l, o, count) * count;
        o->local[1] = o->local[2] = 1;
        return;
    }
    bool divides = o->uniform_groups && !l->ir->facts.group_independent;
    uint64_t left = DEFAULT_GROUP_ITEMS;
    for (uint32_t d = 0; d < 3; d++) {
        uint32_t limit = l->ir->most_local[d];
        uint64_t most = limit ? GAC__MIN(left, limit) : left;
        o->local[d] = gac__largest_divisor(o->global[d], most);
        if (d == 0 && o->local[0] < 16 && o->global[0] > 64 && !divides)
            o->local[0] = most;
        left /= o->local[d];
    }
}

/* Checks the range against what SPV_INTEL_kernel_attributes promise. */
static gac_result check_promises(const gac_launch *l, const gac_run_options *o)
{
    const uint32_t *most = l->ir->most_local;
    uint32_t dimensions = l->ir->most_dimensions;
    for (uint32_t d = 0; d < 3; d++) {
        if (most[d] && o->local[d] > most[d])
            return gac__launch_refuse(
                l, GAC_ERR_ARGUMENT,
                "the kernel allows work-groups of at most %u,%u,%u", most[0],
                most[1], most[2]);
        if (l->ir->no_offset && o->offset[d])
            return gac__launch_refuse(l, GAC_ERR_ARGUMENT,
                                      "the kernel allows no global offset");
        if (!dimensions && o->global[d] > 1)
            return gac__launch_refuse(l, GAC_ERR_ARGUMENT,
                                      "the kernel allows a single work-item");
    }
    if (dimensions && o->dimensions > dimensions)
        return gac__launch_refuse(l, GAC_ERR_ARGUMENT,
                                  "the kernel allows a range of at most %u "
                                  "dimension%s, not %u",
                                  dimensions, dimensions > 1 ? "s" : "",
                                  o->dimensions);
    return GAC_OK;
}

static gac_result check_local(const gac_launch *l, gac_run_options *o)
{
    const uint32_t *required = l->ir->required_local;
    bool given = o->local[0] || o->local[1] || o->local[2];
    for (uint32_t d = 0; d < 3; d++) {
        if (given && !o->local[d])
            o->local[d] = 1;
        if (!required[0])
            continue;
        uint64_t need = GAC__MAX(required[d], 1);
        if (given && o->local[d] != need)
            return gac__launch_refuse(
                l, GAC_ERR_ARGUMENT,
                "the kernel requires a work-group size of %u,%u,%u",
                required[0], required[1], required[2]);
        o->local[d] = need;
    }
    if (!given && !required[0])
        choose_local(l, o);
    uint64_t items = 1;
    for (uint32_t d = 0; d < 3; d++) {
        if (o->local[d] > GAC__MAX_GROUP_ITEMS
            || (items *= o->local[d]) > GAC__MAX_GROUP_ITEMS)
            return gac__launch_refuse(l, GAC_ERR_ARGUMENT,
                                      "a work-group of more than %u work-items",
                                      GAC__MAX_GROUP_ITEMS);
    }
    return check_promises(l, o);
}

static uint64_t count_sub_groups(const gac_run_options *o, uint32_t size)
{
    uint64_t items = o->local[0] * o->local[1] * o->local[2];
    return (items + size - 1) / size;
}

/* Returns the default, or the largest size for which a work-group has as many
 * sub-groups as the kernel requires. */
static uint32_t choose_sub_group(const gac_launch *l, const gac_run_options *o)
{
    uint32_t count = l->ir->required_sub_groups;
    if (!count || count_sub_groups(o, DEFAULT_SUB_GROUP) == count)
        return DEFAULT_SUB_GROUP;
    for (uint32_t size = GAC__MAX_SUB_GROUP; size > 0; size /= 2)
        if (count_sub_groups(o, size) == count)
            return size;
    return DEFAULT_SUB_GROUP;
}

static gac_result check_sub_group(const gac_launch *l, gac_run_options *o)
{
    uint32_t required = l->ir->required_sub_group_size;
    uint32_t count = l->ir->required_sub_groups;
    if (!o->sub_group_size)
        o->sub_group_size = required ? required : choose_sub_group(l, o);
    uint32_t size = o->sub_group_size;
    bool is_possible = size <= GAC__MAX_SUB_GROUP && !(size & (size - 1));
    if (required && (required != size || !is_possible))
        return gac__launch_refuse(l, GAC_ERR_ARGUMENT,
                                  "the kernel requires sub-groups of %u",
                                  required);
    if (!is_possible)
        return gac__launch_refuse(
            l, GAC_ERR_ARGUMENT,
            "sub-groups of %u: a power of two up to %u is possible", size,
            GAC__MAX_SUB_GROUP);
    if (count && count_sub_groups(o, size) != count)
        return gac__launch_refuse(l, GAC_ERR_ARGUMENT,
                                  "the kernel requires work-groups of %u "
                                  "sub-groups, not %u",
                                  count, (uint32_t)count_sub_groups(o, size));
    return GAC_OK;
}

gac_result gac__launch_range(const gac_launch *l, gac_run_options *o)
{
    uint64_t items = 1,
             limit = l->ir->ptr_ty == GAC__TY_I32 ? UINT32_MAX : INT64_MAX;
    uint32_t used = 1;
    for (uint32_t d = 0; d < 3; d++) {
        if (o->global[d] > 1 || o->local[d] > 1)
            used = d + 1;
        if (!o->global[d])
            o->global[d] = 1;
        uint64_t last;
        if (__builtin_mul_overflow(items, o->global[d], &items)
            || __builtin_add_overflow(o->global[d], o->offset[d], &last)
            || last > limit || items > limit)
            return gac__launch_refuse(l, GAC_ERR_ARGUMENT,
                                      "the range of work-items is too large");
    }
    if (o->dimensions > 3 || (o->dimensions && o->dimensions < used))
        return gac__launch_refuse(l, GAC_ERR_ARGUMENT,
                                  "a range of %u dimensions where %u are given",
                                  o->dimensions, used);
    if (!o->dimensions)
        o->dimensions = used;
    GAC__TRY(check_local(l, o));
    return check_sub_group(l, o);
}
