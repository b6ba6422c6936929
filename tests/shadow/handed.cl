// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Kernels that access memory in no order and hand it from group to group by atomics.
// handed.spvasm: clang-22 --target=spirv64 -cl-std=CL3.0 -O2 -c handed.cl,
//     spirv-dis --no-indent

#define ID get_global_id(0)

void take(global atomic_uint *turn)
{
    if (get_local_id(0) == 0)
        while (atomic_load_explicit(turn, memory_order_acquire,
                                    memory_scope_device) != get_group_id(0))
            ;
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
}

void pass(global atomic_uint *turn)
{
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        atomic_store_explicit(turn, get_group_id(0) + 1, memory_order_release,
                              memory_scope_device);
}

// Some bytes of all, by each group in turn.
kernel void hand_on(global uchar *b, global atomic_uint *turn, uint n, uint each)
{
    take(turn);
    for (uint k = 0; k < each; k++)
        b[((uint)ID * each + k) * 2654435761u & (n - 1)] += 1;
    pass(turn);
}

kernel void hand_short(global ushort *b, global atomic_uint *turn, uint n, uint each)
{
    take(turn);
    for (uint k = 0; k < each; k++)
        b[((uint)ID * each + k) * 2654435761u & (n - 1)] += 1;
    pass(turn);
}

// All of them, each time by other work-items.
kernel void hand_all(global uchar *b, global atomic_uint *turn, uint n)
{
    take(turn);
    for (uint k = get_local_id(0); k < n; k += get_local_size(0))
        b[(k * 2654435761u + get_group_id(0) * 4099) & (n - 1)] += 1;
    pass(turn);
}

// Some, in one of several places of the kernel.
kernel void hand_sites(global uchar *b, global atomic_uint *turn, uint n, uint each,
                       uint places)
{
    take(turn);
    for (uint k = 0; k < each; k++) {
        uint to = ((uint)ID * each + k) * 2654435761u & (n - 1);
        uint place = (to >> 3) % places;
        if (place == 0)
            b[to] += 1;
        else if (place == 1)
            b[to] = 2;
        else if (place == 2)
            b[to] ^= 3;
        else if (place == 3)
            b[to] -= b[to ^ 1];
        else if (place == 4)
            b[to ^ 2] = b[to];
        else if (place == 5)
            b[to] |= 1;
        else
            b[to] = b[to ^ 4] + 1;
    }
    pass(turn);
}

// All groups read the lower half, and write of the upper half what is theirs.
kernel void gather_all(global uchar *b, uint n)
{
    uint sum = 0;
    for (uint k = get_local_id(0); k < n; k += get_local_size(0))
        sum += b[(k * 2654435761u + get_group_id(0) * 4099) & (n - 1)];
    b[n + ID] = sum;
}

// Each other group hands over to the next one; the last work-item meets one of the
// bytes once more.
kernel void hand_pairs(global uchar *b, global atomic_uint *done, uint n, uint at)
{
    uint group = get_group_id(0);
    b[(uint)ID * 2654435761u & (n - 1)] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0 && group % 2 == 0)
        atomic_store_explicit(done + group, 1, memory_order_release,
                              memory_scope_device);
    if (get_local_id(0) == 0 && group % 2 != 0)
        while (!atomic_load_explicit(done + group - 1, memory_order_acquire,
                                     memory_scope_device))
            ;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (ID == get_global_size(0) - 1)
        b[at] = 2;
}
