/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Addresses that arguments hold, and buffers that kernels reach by these alone.
 *
 * A buffer gets its address when a run is prepared. Until then the launch has a
 * list of the addresses that are wanted. They are written to the bytes of
 * arguments before the first work-item starts.
 */
#include "exec/launch.h"

uint32_t gac_launch_address_bits(const gac_launch *launch)
{
    return !launch ? 0 : launch->ir->ptr_ty == GAC__TY_I64 ? 64 : 32;
}

gac_result gac_launch_add_buffer(gac_launch *launch, void *data,
                                 size_t size_bytes, uint32_t flags,
                                 uint32_t *index_out)
{
    if (!launch || launch->running || !index_out || (!data && size_bytes)
        || !gac__buffer_flags_fit(flags))
        return GAC_ERR_ARGUMENT;
    if (launch->extra.n >= GAC__MAX_BUFFERS)
        return GAC_ERR_LIMIT;
    gac__argument a = {GAC__ARG_BUFFER, data, size_bytes, flags, 0};
    if (!GAC__VEC_PUSH(&launch->program->context->allocator, &launch->extra, a))
        return GAC_ERR_MEMORY;
    *index_out = gac__launch_argument_count(launch) - 1;
    return GAC_OK;
}

gac_result gac_launch_place_buffer(gac_launch *launch, uint32_t index,
                                   uint64_t address)
{
    gac__argument *a = NULL;
    if (launch && !launch->running)
        a = gac__launch_argument(launch, index);
    if (!a || a->kind != GAC__ARG_BUFFER)
        return GAC_ERR_ARGUMENT;
    if (gac_launch_address_bits(launch) != 64)
        return GAC_ERR_UNSUPPORTED;
    if (address > GAC_PLACE_END || a->size > GAC_PLACE_END - address)
        return GAC_ERR_ARGUMENT;
    a->address = address;
    return GAC_OK;
}

gac_result gac_launch_remove_buffers(gac_launch *launch)
{
    if (!launch || launch->running)
        return GAC_ERR_ARGUMENT;
    gac__launch_forget_addresses(launch);
    return GAC_OK;
}

/* Returns the key of the address at an offset of an argument. It is never 0.
 * Offsets that differ in their lowest bit only share a key. */
static uint64_t address_key(uint32_t index, uint64_t offset)
{
    return (((uint64_t)index << 48) + offset) | 1;
}

gac_result gac_launch_set_address(gac_launch *launch, uint32_t index,
                                  uint64_t offset_bytes, uint32_t target,
                                  uint64_t target_offset_bytes)
{
    if (!launch || launch->running || !gac__launch_argument(launch, index)
        || !gac__launch_argument(launch, target))
        return GAC_ERR_ARGUMENT;
    const gac_allocator *a = &launch->program->context->allocator;
    gac__key_slot *first = gac__key_map_add(a, &launch->address_of,
                                            address_key(index, offset_bytes));
    if (!first)
        return GAC_ERR_MEMORY;
    gac__address address = {index, target, offset_bytes, target_offset_bytes,
                            first->value};
    for (uint32_t n = first->value; n > 0;) {
        gac__address *old = &launch->addresses.items[n - 1];
        n = old->next;
        if (old->index == index && old->offset == offset_bytes) {
            old->target = target;
            old->target_offset = target_offset_bytes;
            return GAC_OK;
        }
    }
    if (!GAC__VEC_PUSH(a, &launch->addresses, address))
        return GAC_ERR_MEMORY;
    first->value = (uint32_t)launch->addresses.n;
    return GAC_OK;
}

gac_result gac__launch_check_addresses(const gac_launch *l)
{
    uint32_t bytes = gac_launch_address_bits(l) / 8;
    for (size_t n = 0; n < l->addresses.n; n++) {
        const gac__address *a = &l->addresses.items[n];
        const gac__argument *in = gac__launch_argument(l, a->index);
        const gac__argument *to = gac__launch_argument(l, a->target);
        if (to->kind != GAC__ARG_BUFFER || a->target_offset > to->size)
            return gac__launch_refuse(
                l, GAC_ERR_ARGUMENT,
                "argument %u has no byte %llu whose address "
                "argument %u could hold",
                a->target, (unsigned long long)a->target_offset, a->index);
        if ((in->kind != GAC__ARG_BUFFER && in->kind != GAC__ARG_VALUE)
            || in->size < bytes || a->offset > in->size - bytes)
            return gac__launch_refuse(
                l, GAC_ERR_ARGUMENT,
                "argument %u has no room for an address of "
                "%u bytes at byte %llu",
                a->index, bytes, (unsigned long long)a->offset);
    }
    return GAC_OK;
}

void gac__run_write_addresses(const gac__run *run)
{
    const gac_launch *l = run->launch;
    uint32_t bytes = gac__space_address_bytes(&run->space);
    for (size_t n = 0; n < l->addresses.n; n++) {
        const gac__address *a = &l->addresses.items[n];
        uint64_t address = run->arg_address[a->target] + a->target_offset;
        memcpy(gac__launch_argument(l, a->index)->data + a->offset, &address,
               bytes);
    }
}

void gac__launch_forget_addresses(gac_launch *l)
{
    const gac_allocator *a = &l->program->context->allocator;
    GAC__VEC_FREE(a, &l->extra);
    GAC__VEC_FREE(a, &l->addresses);
    gac__key_map_free(a, &l->address_of);
}
