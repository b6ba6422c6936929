/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Correct kernels: nothing is to be said of them. Compiled with clang-14 and
 * llvm-spirv-14; the modules are checked in beside this file. */
#define LS get_local_size(0)
kernel void guard(global const float *in, global float *out, uint n) {
  local float t[64];
  if (get_global_id(0) == 0) out[0] = 0;
  uint tiles = n / 64;
  for (uint i = get_group_id(0); i < tiles; i += get_num_groups(0)) {
    event_t e = async_work_group_copy(t, in + i*64, 64, 0);
    wait_group_events(1, &e);
    float s = 0;
    if (get_local_id(0) < 32) { s = t[get_local_id(0)] + t[get_local_id(0)+32]; }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < 32) t[get_local_id(0)] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) { for (int k = 0; k < 32; k++) out[i] += t[k]; }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
kernel void reduce(global const int *in, global int *out) {
  local int t[256];
  size_t l = get_local_id(0);
  event_t e = async_work_group_copy(t, in + get_group_id(0)*256, 256, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 128; s > 0; s >>= 1) {
    if (l < s) t[l] += t[l+s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = t[0];
  e = async_work_group_copy(out + 1000, t, 256, 0);
  wait_group_events(1, &e);
}
kernel void flagged(global const int *in, global int *out, int flags) {
  local int t[64], u[64];
  event_t e[2]; int n = 0;
  if (flags & 1) e[n++] = async_work_group_copy(t, in, 64, 0);
  if (flags & 2) e[n++] = async_work_group_copy(u, in + 64, 64, 0);
  if (n) wait_group_events(n, e);
  out[get_global_id(0)] = (flags & 1 ? t[get_local_id(0)&63] : 0) + (flags & 2 ? u[get_local_id(0)&63] : 0);
}
kernel void shared_decision(global const int *in, global int *out) {
  local int t[64]; local int go;
  if (get_local_id(0) == 0) go = in[get_group_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (go) { event_t e = async_work_group_copy(t, in, 64, 0); wait_group_events(1, &e); out[get_global_id(0)] = t[get_local_id(0)&63]; }
}
kernel void voted(global const int *in, global int *out) {
  local int t[64];
  if (work_group_any(in[get_global_id(0)] > 3)) { event_t e = async_work_group_copy(t, in, 64, 0); wait_group_events(1, &e); out[get_global_id(0)] = t[get_local_id(0)&63]; }
}
kernel void two_d(global const float *in, global float *out, uint w) {
  local float t[18*18];
  int lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
  event_t e = 0;
  for (int r = 0; r < 18; r++) e = async_work_group_copy(t + r*18, in + (gy*16 + r)*w + gx*16, 18, e);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (int y = 0; y < 3; y++) for (int x = 0; x < 3; x++) s += t[(ly+y)*18 + lx+x];
  if (gx*16+lx < w) out[(gy*16+ly)*w + gx*16+lx] = s;
}
kernel void persistent(global const float *in, global float *out, global int *next, int n) {
  local float t[64]; local int job;
  for (;;) {
    if (get_local_id(0) == 0) job = atomic_inc(next);
    barrier(CLK_LOCAL_MEM_FENCE);
    int j = job;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (j >= n) return;
    event_t e = async_work_group_copy(t, in + j*64, 64, 0);
    wait_group_events(1, &e);
    out[j*64 + (get_local_id(0)&63)] = t[get_local_id(0)&63]*2;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
kernel void overlap(global const float *in, global float *out, int n) {
  local float a[128], b[128];
  event_t ein = async_work_group_copy(a, in, 128, 0), eout = 0;
  for (int i = 0; i < n; i++) {
    wait_group_events(1, &ein);
    if (i > 0) wait_group_events(1, &eout);
    for (size_t k = get_local_id(0); k < 128; k += LS) b[k] = a[k]*2;
    barrier(CLK_LOCAL_MEM_FENCE);
    eout = async_work_group_copy(out + i*128, b, 128, 0);
    if (i + 1 < n) ein = async_work_group_copy(a, in + (i+1)*128, 128, 0);
  }
  if (n > 0) wait_group_events(1, &eout);
  else wait_group_events(1, &ein);
}
kernel __attribute__((reqd_work_group_size(16,16,1))) void linear(global const float *in, global float *out) {
  local float t[256];
  size_t l = get_local_linear_id();
  if (l < 256) { event_t e = async_work_group_copy(t, in, 256, 0); wait_group_events(1, &e); }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_linear_id()] = t[l];
}
