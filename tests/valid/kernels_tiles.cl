/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Correct kernels: nothing is to be said of them. Compiled with clang-14 and
 * llvm-spirv-14; the modules are checked in beside this file. */
#define T 16
event_t async_work_group_copy_2D2D(__local void*, size_t, const __global void*, size_t, size_t, size_t, size_t, size_t, size_t, event_t) __attribute__((overloadable));
event_t async_work_group_copy_2D2D(__global void*, size_t, const __local void*, size_t, size_t, size_t, size_t, size_t, size_t, event_t) __attribute__((overloadable));
kernel void matmul(global const float *A, global const float *B, global float *C, uint n) {
  local float a[T*T], b[T*T];
  size_t gx = get_group_id(0), gy = get_group_id(1), lx = get_local_id(0), ly = get_local_id(1);
  float acc = 0;
  for (uint k = 0; k < n; k += T) {
    event_t ev[2];
    ev[0] = async_work_group_copy_2D2D(a, 0, A, gy*T*n + k, sizeof(float), T, T, n, T, 0);
    ev[1] = async_work_group_copy_2D2D(b, 0, B, k*n + gx*T, sizeof(float), T, T, n, T, 0);
    wait_group_events(2, ev);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < T; i++) acc += a[ly*T+i]*b[i*T+lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[(gy*T+ly)*n + gx*T+lx] = acc;
}
kernel void pingpong(global const float *in, global float *out, uint tiles) {
  local float buf[2][256];
  event_t ev[2];
  ev[0] = async_work_group_copy(buf[0], in, 256, 0);
  for (uint t = 0; t < tiles; t++) {
    if (t + 1 < tiles) ev[(t+1)&1] = async_work_group_copy(buf[(t+1)&1], in + (t+1)*256, 256, 0);
    wait_group_events(1, &ev[t&1]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = get_local_id(0); i < 256; i += get_local_size(0)) out[t*256+i] = buf[t&1][i]*2;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
kernel void swapped(global const int *in, global int *out, uint n) {
  local int x[128], y[128];
  local int *cur = x, *next = y;
  event_t e = async_work_group_copy(cur, in, 128, 0), f = 0;
  for (uint i = 1; i <= n; i++) {
    if (i < n) f = async_work_group_copy(next, in + i*128, 128, 0);
    wait_group_events(1, &e);
    int v = cur[get_local_id(0) & 127];
    out[(i-1)*128 + (get_local_id(0)&127)] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *t = cur; cur = next; next = t;
    e = f;
  }
}
kernel void tails(global const float *in, global float *out, uint n) {
  local float buf[64];
  size_t base = get_group_id(0)*64;
  if (base >= n) return;
  size_t m = min((size_t)64, (size_t)n - base);
  event_t e = async_work_group_copy(buf, in + base, m, 0);
  wait_group_events(1, &e);
  if (get_local_id(0) < m) buf[get_local_id(0)] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out + base, buf, m, 0);
  wait_group_events(1, &e);
}
kernel void halo(global const float *in, global float *out, uint n) {
  local float buf[66];
  size_t g = get_group_id(0), last = get_num_groups(0) - 1;
  event_t e = async_work_group_copy(buf + 1, in + g*64, 64, 0);
  if (g > 0) e = async_work_group_copy(buf, in + g*64 - 1, 1, e);
  if (g < last) e = async_work_group_copy(buf + 65, in + g*64 + 64, 1, e);
  if (get_local_id(0) == 0) { if (g == 0) buf[0] = 0; if (g == last) buf[65] = 0; }
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t l = get_local_id(0);
  out[g*64+l] = buf[l]+buf[l+1]+buf[l+2];
}
