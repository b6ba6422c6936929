// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Kernels for the hosts here; kernels.spvasm is what clang-14 makes of it
// (refresh.sh), for where there is no compiler.
kernel void copy(global const int *restrict in, global int *out)
{
    out[get_global_id(0)] = in[get_global_id(0)];
}

kernel void increment(global int *p)
{
    p[get_global_id(0)]++;
}

typedef struct {
    char c;
    double d;
    short s[3];
} record;

kernel void values(char c, uchar uc, short s, ushort us, int i, uint ui, long l,
                   ulong ul, float f, double d, record r, global double *out)
{
    out[0] = c;
    out[1] = uc;
    out[2] = s;
    out[3] = us;
    out[4] = i;
    out[5] = ui;
    out[6] = l;
    out[7] = ul;
    out[8] = f;
    out[9] = d;
    out[10] = r.c;
    out[11] = r.d;
    out[12] = r.s[2];
}

kernel void vectors(char2 c, short3 s, int4 i, int3 t, long8 l, float16 f,
                    double3 d, uchar3 u, global double *out)
{
    out[0] = c.y;
    out[1] = s.z;
    out[2] = i.w;
    out[3] = t.z;
    out[4] = l.s7;
    out[5] = f.sf;
    out[6] = d.z;
    out[7] = u.x;
}

kernel void local_sum(local int *scratch, global const int *in, global int *out,
                      local int *more)
{
    size_t l = get_local_id(0);
    scratch[l] = in[get_global_id(0)];
    more[l] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        int sum = 0;
        for (size_t k = 0; k < get_local_size(0); k++)
            sum += scratch[k] * more[k];
        out[get_group_id(0)] = sum;
    }
}

kernel void ids(global ulong *out, ulong width, ulong height)
{
    ulong x = get_global_id(0) - get_global_offset(0);
    ulong y = get_global_id(1) - get_global_offset(1);
    ulong z = get_global_id(2) - get_global_offset(2);
    global ulong *p = out + 8 * ((z * height + y) * width + x);
    p[0] = get_global_id(0);
    p[1] = get_global_id(1);
    p[2] = get_global_id(2);
    p[3] = get_local_id(0) + 100 * get_local_id(1) + 10000 * get_local_id(2);
    p[4] = get_group_id(0) + 100 * get_group_id(1) + 10000 * get_group_id(2);
    p[5] = get_local_size(0) + 100 * get_local_size(1)
           + 10000 * get_local_size(2);
    p[6] = get_enqueued_local_size(0);
    p[7] = get_work_dim();
}

kernel __attribute__((reqd_work_group_size(4, 2, 1))) void required(
    global int *out)
{
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] =
        (int)get_local_size(0);
}

kernel void is_null(global int *p, constant int *q, global int *out)
{
    out[0] = p == 0;
    out[1] = q == 0;
}

kernel void count(volatile global atomic_int *n, volatile global atomic_int *most)
{
    atomic_fetch_add(n, 1);
    atomic_fetch_max(most, (int)get_global_id(0));
}

#ifdef __opencl_c_program_scope_global_variables
global int launches = 5;

kernel void bump(global int *out)
{
    out[0] = launches++;
}
#endif

typedef struct node {
    global struct node *next;
    int value;
} node;

kernel void link_nodes(global node *nodes, global node *others, int n)
{
    for (int k = 0; k < n; k++) {
        nodes[k].value = k;
        nodes[k].next = &others[k];
        others[k].value = 100 * k;
        others[k].next = k + 1 < n ? &nodes[k + 1] : 0;
    }
}

kernel void walk(global node *first, global int *sum)
{
    int s = 0;
    for (global node *n = first; n; n = n->next)
        s += n->value;
    sum[0] = s;
}

kernel void say(int n)
{
    printf("%d: item %d\n", n, (int)get_global_id(0));
}

kernel void leave(global int *p)
{
    p[1 << 20] = 1;
}

#ifdef __opencl_c_atomic_scope_all_devices
kernel void wait_for_host(volatile global atomic_int *flag, global int *seen)
{
    int k = 0;
    while (atomic_load_explicit(flag, memory_order_acquire,
                                memory_scope_all_svm_devices)
               == 0
           && k < 1 << 28)
        k++;
    seen[0] = seen[1];
    atomic_store_explicit(flag, 2, memory_order_release,
                          memory_scope_all_svm_devices);
}

kernel void stay(volatile global atomic_int *flag, global int *data)
{
    int k = 0;
    atomic_store_explicit(flag, 1, memory_order_release,
                          memory_scope_all_svm_devices);
    while (atomic_load_explicit(flag, memory_order_acquire,
                                memory_scope_all_svm_devices)
               == 1
           && k < 1 << 28)
        k++;
    data[0] = data[1] + 1;
}
#endif

kernel void add_through(global ulong *addresses, int n)
{
    for (int k = 0; k < n; k++)
        *(global int *)addresses[k] += k + 1;
}

kernel void race(global int *out)
{
    local int shared[8];
    size_t l = get_local_id(0);
    shared[l] = (int)l;
    out[get_global_id(0)] = shared[l ^ 1]; // no barrier
}
