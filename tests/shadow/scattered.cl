// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Kernels that access memory in no order, and races hidden among such accesses.
// scattered.spvasm: clang-14 -target spir64 -cl-std=CL2.0 -O2 -gline-tables-only
//     -Xclang -finclude-default-header -emit-llvm -c scattered.cl, llvm-spirv-14,
//     spirv-dis --no-indent

#define ID get_global_id(0)

kernel void scatter_short(global ushort *a, global ushort *b, uint n)
{
    uint to = (uint)ID * 2654435761u & (n - 1);
    b[to] ^= a[to];
}

kernel void scatter_int(global uint *a, global uint *b, uint n)
{
    uint to = (uint)ID * 2654435761u & (n - 1);
    b[to] ^= a[to];
}

// Written, and not read.
kernel void scatter_out(global uchar *b, uint n)
{
    b[(uint)ID * 2654435761u & (n - 1)] = 1;
}

// Some bytes of all, by each work-item many.
kernel void scatter_many(global uchar *b, uint n, uint each)
{
    for (uint k = 0; k < each; k++) {
        uint to = ((uint)ID * each + k) * 2654435761u & (n - 1);
        b[to] = b[to] + 1;
    }
}

// At random from many places of the code; work-item 1023 writes byte `hit`, too.
#define AT(k) b[(base + (k)) * 40503u & (n - 1)]
kernel void scatter_sites(global uchar *b, uint n, uint each, uint hit)
{
    for (uint r = 0; r < each; r++) {
        uint base = ((uint)ID * each + r) * 14;
        if (base + 14 > n)
            break;
        AT(0) = 1;
        AT(1) += 2;
        AT(2) = 3;
        AT(3) += 4;
        AT(4) = 5;
        AT(5) += 6;
        AT(6) = 7;
        AT(7) += 8;
        AT(8) = 9;
        AT(9) += 10;
        AT(10) = 11;
        AT(11) += 12;
        AT(12) = 13;
        AT(13) += 14;
    }
    if (ID == 1023)
        b[hit] = 1;
}

// Words among the bytes, which others have read and written: races all over.
kernel void scatter_words(global uchar *b, uint n, uint each)
{
    for (uint r = 0; r < each; r++) {
        uint base = ((uint)ID * each + r) * 6, at = base * 40503u & (n - 4);
        *(global uint *)(b + at) = r;
        AT(1) += 2;
        AT(2) += 3;
        at = (base + 3) * 40503u & (n - 4);
        *(global uint *)(b + at) = r;
        AT(4) += 5;
        AT(5) += 6;
    }
}

// Each group in its part, in no order there; a barrier, and again from the other end.
kernel void scatter_twice(global uchar *b, uint part)
{
    uint at = get_local_id(0), size = get_local_size(0);
    b += get_group_id(0) * part;
    for (uint k = at; k < part; k += size)
        b[k * 40503u & (part - 1)] = k;
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (uint k = at; k < part; k += size)
        b[(part - 1 - k) * 40503u & (part - 1)] ^= 1;
}

// Local memory, in no order; each work-item's own.
kernel void scatter_local(global uint *out, local uchar *t, uint n, uint rounds)
{
    uint at = get_local_id(0), size = get_local_size(0), sum = 0;
    for (uint r = 0; r < rounds; r++) {
        for (uint k = at; k < n; k += size)
            t[k * 40503u & (n - 1)] = k;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = at; k < n; k += size)
            sum += t[(k + 1) * 40503u & (n - 1)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[ID] = sum;
}

// Scattered; and the last work-item meets one of the bytes once more.
kernel void hidden_write(global uchar *b, uint n, uint at)
{
    uint to = (uint)ID * 2654435761u & (n - 1);
    b[to] = 1;
    if (ID == get_global_size(0) - 1)
        b[at] = 2;
}

kernel void hidden_read(global uchar *b, global uchar *out, uint n, uint at)
{
    uint to = (uint)ID * 2654435761u & (n - 1);
    b[to] = 1;
    if (ID == get_global_size(0) - 1)
        out[0] = b[at];
}

// Scattered reads of the lower half, writes of the upper one.
kernel void hidden_behind_read(global uchar *b, uint n, uint at)
{
    uint from = (uint)ID * 2654435761u & (n - 1);
    b[from + n] = b[from];
    if (ID == get_global_size(0) - 1)
        b[at] = 2;
}

// All by atomics, of words, but for one plain write by the last work-item.
kernel void hidden_plain(global uint *b, uint n, uint at)
{
    atomic_inc(b + ((uint)ID * 2654435761u & (n - 1)));
    if (ID == get_global_size(0) - 1)
        b[at] = 2;
}

// Another work-item of the same group, and a barrier in between or none.
kernel void hidden_near(global uchar *b, uint n, uint fenced)
{
    uint next = get_global_id(0) ^ 1;
    b[(uint)ID * 2654435761u & (n - 1)] = 1;
    if (fenced)
        barrier(CLK_GLOBAL_MEM_FENCE);
    if (ID >= get_global_size(0) - 2)
        b[next * 2654435761u & (n - 1)] = 2;
}

// Work-groups hand over to the next one, by an atomic.
kernel void hand_over(global uchar *b, global atomic_uint *turn, uint n, uint order)
{
    uint to = (uint)ID * 2654435761u & (n - 1), before;
    b[to] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0))
        return;
    if (order)
        before = atomic_fetch_add_explicit(turn, 1, memory_order_acq_rel, memory_scope_device);
    else
        before = atomic_fetch_add_explicit(turn, 1, memory_order_relaxed, memory_scope_work_group);
    if (before == get_num_groups(0) - 1)
        for (uint k = 0; k < n; k += 4099)
            b[k] = 3;
}
