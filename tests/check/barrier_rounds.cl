// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Barriers that work-items meet at in different rounds of a loop: "If barrier is
// inside a loop, all work-items must execute the barrier for each iteration of
// the loop execution before any are allowed to continue".
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// Each executes n / 2 barriers, half of them in odd rounds.
// FAULT: parity -g 16 -l 16 buf:i32:16 i32:8
// FIND: barrier-divergence OpControlBarrier@barrier
kernel void parity(global int *out, int n)
{
    for (int i = 0; i < n; i++)
        if ((ID + i) & 1)
            LOCAL_BARRIER(); // @barrier
    out[ID] = n;
}

// Each leaves out every third round.
// FAULT: leaves_out -g 16 -l 16 buf:i32:16 i32:9
// FIND: barrier-divergence OpControlBarrier@barrier
kernel void leaves_out(global int *out, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i % 3 == ID % 3)
            continue;
        sum += i;
        LOCAL_BARRIER(); // @barrier
    }
    out[ID] = sum;
}

// Rounds need not be counted in ones: 8, 4, 2, 1.
// FAULT: halves -g 16 -l 16 buf:i32:16 i32:8
// FIND: barrier-divergence OpControlBarrier@barrier
kernel void halves(global int *out, int n)
{
    int sum = 0;
    for (int s = n; s > 0; s >>= 1) {
        if (s % 3 == 1 + (ID & 1))
            continue;
        sum += s;
        LOCAL_BARRIER(); // @barrier
    }
    out[ID] = sum;
}

// The loop's counter is a pointer.
// FAULT: pointer -g 16 -l 16 buf:i32:16 buf:i32:8=seq i32:8
// FIND: barrier-divergence OpControlBarrier@barrier
kernel void pointer(global int *out, global const int *in, int n)
{
    int sum = 0;
    for (global const int *p = in; p < in + n; p++) {
        sum += *p;
        if ((*p + ID) & 1)
            LOCAL_BARRIER(); // @barrier
    }
    out[ID] = sum;
}

// The inner loop's rounds are the same, not the outer one's.
// FAULT: outer -g 16 -l 16 buf:i32:16 i32:6 i32:3
// FIND: barrier-divergence OpControlBarrier@barrier
kernel void outer(global int *out, int n, int m)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if ((ID + i) & 1)
            continue;
        for (int k = 0; k < m; k++) {
            sum += i * k;
            LOCAL_BARRIER(); // @barrier
        }
    }
    out[ID] = sum;
}

// The outer loop's rounds are the same, not the inner one's.
// FAULT: inner -g 16 -l 16 buf:i32:16 i32:3 i32:6
// FIND: barrier-divergence OpControlBarrier@barrier
kernel void inner(global int *out, int n, int m)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = i; k < i + m; k++) {
            sum += i * k;
            if ((ID + k) & 1)
                LOCAL_BARRIER(); // @barrier
        }
    out[ID] = sum;
}

// Halves of a group that need not run in step.
// FAULT: far -g 256 -l 256 buf:i32:256 i32:4
// FIND: barrier-divergence OpControlBarrier@barrier
kernel void far(global int *out, int n)
{
    for (int i = 0; i < n; i++)
        if ((ID / 128 + i) & 1)
            LOCAL_BARRIER(); // @barrier
    out[ID] = n;
}

// FAULT: sub_group_parity --sub-group-size 8 -g 16 -l 16 buf:i32:16 i32:4
// FIND: barrier-divergence OpControlBarrier|OpFunctionCall@barrier
kernel void sub_group_parity(global int *out, int n)
{
    for (int i = 0; i < n; i++)
        if ((ID + i) & 1)
            sub_group_barrier(CLK_LOCAL_MEM_FENCE); // @barrier
    out[ID] = n;
}

// A copy is a matter of the whole group as well, and so is a wait.
// FAULT: copy_parity -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:6
// FIND: divergent-copy OpGroupAsyncCopy@copy
kernel void copy_parity(global int *out, global const int *in, int n)
{
    local int a[64];
    event_t e = async_work_group_copy(a, in, 16, 0);
    for (int i = 2; i < n; i++)
        if ((ID + i) & 1)
            async_work_group_copy(a + 16 * (i / 2), in, 16, e); // @copy
    wait_group_events(1, &e);
    out[ID] = a[ID];
}

// Whatever counts.
// FAULT: float_counter -g 16 -l 16 buf:i32:16 f32:6
// FIND: barrier-divergence OpControlBarrier@barrier
kernel void float_counter(global int *out, float n)
{
    for (float x = 0; x < n; x += 1)
        if ((int)x % 2 == ID % 2)
            LOCAL_BARRIER(); // @barrier
    out[ID] = 1;
}

// FAULT: char_counter -g 16 -l 16 buf:i32:16 i32:6
// FIND: barrier-divergence OpControlBarrier@barrier
kernel void char_counter(global int *out, int n)
{
    for (char k = 0; k < n; k++)
        if (k % 2 == ID % 2)
            LOCAL_BARRIER(); // @barrier
    out[ID] = n;
}

// FAULT: downward -g 16 -l 16 buf:i32:16 u32:6
// FIND: barrier-divergence OpControlBarrier@barrier
kernel void downward(global int *out, uint n)
{
    int sum = 0;
    for (uint k = n; k-- > 0;)
        if (k % 2 == ID % 2) {
            sum += k;
            LOCAL_BARRIER(); // @barrier
        }
    out[ID] = sum;
}

// The barrier is a function's.
void meet_if(bool on)
{
    if (on)
        LOCAL_BARRIER(); // @inside
}

// FAULT: in_function -g 16 -l 16 buf:i32:16 i32:6
// FIND: barrier-divergence OpControlBarrier@inside
kernel void in_function(global int *out, int n)
{
    for (int k = 0; k < n; k++)
        meet_if(k % 2 == ID % 2);
    out[ID] = n;
}

// A sum over the group is a barrier as well.
// FAULT: sums -g 16 -l 16 buf:i32:16 i32:6
// FIND: barrier-divergence *@sum
kernel void sums(global int *out, int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++)
        if (k % 2 == ID % 2)
            sum += work_group_reduce_add(ID); // @sum
    out[ID] = sum;
}

// -- near misses ----------------------------------------------------------------

// All leave out the same rounds.
// SILENT: same_rounds -g 16 -l 16 buf:i32:16 i32:9
kernel void same_rounds(global int *out, int n)
{
    local int a[16];
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 1)
            continue;
        a[ID] = ID + i;
        LOCAL_BARRIER();
        sum += a[15 - ID];
        LOCAL_BARRIER();
    }
    out[ID] = sum;
}

// Between two barriers each works as long as it needs.
// SILENT: work_until -g 16 -l 16 buf:i32:16 i32:4
kernel void work_until(global int *out, int n)
{
    local int a[16];
    int k = 0, sum = 0, todo = ID;
    for (;;) {
        while (todo % 5) {
            sum += todo;
            todo--;
        }
        a[ID] = sum;
        LOCAL_BARRIER();
        sum += a[15 - ID];
        LOCAL_BARRIER();
        todo = sum;
        if (++k == n)
            break;
    }
    out[ID] = sum;
}

// Elements by strides: where each begins differs, not how often it goes round.
// SILENT: grid_stride -g 32 -l 16 buf:i32:64=seq i32:64
kernel void grid_stride(global int *data, int n)
{
    local int a[16];
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        a[ID] = data[i];
        LOCAL_BARRIER();
        data[i] = a[15 - ID];
        LOCAL_BARRIER();
    }
}

// The counter of the one who waits differs: it counts what it has done.
// SILENT: counts_work -g 16 -l 16 buf:i32:16 i32:12
kernel void counts_work(global int *out, int n)
{
    local int a[16];
    int done = 0, rounds = 0;
    while (rounds < n / 4) {
        for (int k = 0; k < ID % 5; k++)
            done++;
        a[ID] = done;
        LOCAL_BARRIER();
        done += a[15 - ID] & 1;
        LOCAL_BARRIER();
        rounds++;
    }
    out[ID] = done;
}

// Each sub-group goes its own way.
// SILENT: sub_groups_apart --sub-group-size 8 -g 16 -l 16 buf:i32:16 i32:4
kernel void sub_groups_apart(global int *out, int n)
{
    local int a[16];
    int sum = 0;
    for (int i = 0; i < n; i++)
        if ((ID / 8 + i) & 1) {
            a[ID] = i;
            sub_group_barrier(CLK_LOCAL_MEM_FENCE);
            sum += a[ID ^ 1];
            sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        }
    out[ID] = sum;
}

// A tree of sums: fewer work in each round, all are at the barrier.
// SILENT: tree -g 64 -l 64 buf:i32:64=seq buf:i32:1
kernel void tree(global const int *in, global int *out)
{
    local int a[64];
    a[ID] = in[ID];
    LOCAL_BARRIER();
    for (int s = 32; s > 0; s >>= 1) {
        if (ID < s)
            a[ID] += a[ID + s];
        LOCAL_BARRIER();
    }
    if (ID == 0)
        out[0] = a[0];
}

// Who has found what it looked for goes on to the barriers.
// SILENT: search -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:8
kernel void search(global int *out, global const int *in, int n)
{
    local int a[16];
    int found = -1;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 16; k++)
            if (in[k] == ID + i) {
                found = k;
                break;
            }
        a[ID] = found;
        LOCAL_BARRIER();
        found += a[15 - ID];
        LOCAL_BARRIER();
    }
    out[ID] = found;
}

// Two loops, a barrier in each round of the inner one.
// SILENT: bitonic -g 64 -l 64 buf:i32:64=rand:3
kernel void bitonic(global int *data)
{
    local int a[64];
    a[ID] = data[ID];
    LOCAL_BARRIER();
    for (int k = 2; k <= 64; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            int other = ID ^ j, up = (ID & k) == 0;
            if (other > ID && (a[ID] > a[other]) == up) {
                int x = a[ID];
                a[ID] = a[other];
                a[other] = x;
            }
            LOCAL_BARRIER();
        }
    data[ID] = a[ID];
}

// The tail of the range is worked on by some; all are at the barriers.
// SILENT: guarded_tail -g 64 -l 16 buf:f32:50=seq buf:f32:4 i32:50
kernel void guarded_tail(global const float *in, global float *out, int n)
{
    local float a[16];
    float sum = 0;
    for (int base = get_group_id(0) * 16; base < n; base += 16) {
        int i = base + ID;
        a[ID] = i < n ? in[i] : 0;
        LOCAL_BARRIER();
        if (ID == 0)
            for (int k = 0; k < 16; k++)
                sum += a[k];
        LOCAL_BARRIER();
    }
    if (ID == 0)
        out[get_group_id(0)] = sum;
}
