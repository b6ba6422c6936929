/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Correct kernels: nothing is to be said of them. Compiled with clang-14 and
 * llvm-spirv-14; the modules are checked in beside this file. */
static event_t start(local float *d, global const float *s, size_t n, event_t e) { return async_work_group_copy(d, s, n, e); }
static void finish(event_t *e, int n) { wait_group_events(n, e); }
kernel void helpers(global const float *in, global float *out) {
  local float a[32], b[32];
  event_t ev[2] = { start(a, in, 32, 0), start(b, in + 32, 32, 0) };
  finish(ev, 2);
  size_t l = get_local_id(0) & 31;
  out[get_global_id(0)] = a[l] + b[l];
}
kernel void pipeline4(global const float4 *in, global float4 *out, int n) {
  local float4 s[4][64];
  event_t ev[4];
  for (int i = 0; i < 3; i++) ev[i] = async_work_group_copy(s[i], in + i*64, 64, 0);
  for (int i = 0; i < n; i++) {
    if (i + 3 < n) ev[(i+3)%4] = async_work_group_copy(s[(i+3)%4], in + (i+3)*64, 64, 0);
    wait_group_events(1, &ev[i%4]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i*64 + get_local_id(0)%64] = s[i%4][get_local_id(0)%64];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
kernel void both_ways(global float *io, int n) {
  local float t[256];
  event_t e = async_work_group_strided_copy(t, io, 128, 2, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = get_local_id(0); i < 128; i += get_local_size(0)) t[i] *= 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_strided_copy(io, t, 128, 2, 0);
  wait_group_events(1, &e);
}
kernel void mode(global const char *in, global char *out, int mode) {
  local char t[512];
  event_t e = 0;
  switch (mode) {
  case 0: e = async_work_group_copy(t, in, 512, 0); break;
  case 1: e = async_work_group_copy(t, in + 512, 256, 0); e = async_work_group_copy(t + 256, in, 256, e); break;
  default: for (size_t i = get_local_id(0); i < 512; i += get_local_size(0)) t[i] = 0; barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (mode < 2) wait_group_events(1, &e);
  for (size_t i = get_local_id(0); i < 512; i += get_local_size(0)) out[i] = t[i];
}
kernel void rows(global const uint *in, global uint *out, uint w, uint h) {
  local uint line[1024];
  for (uint y = get_group_id(1); y < h; y += get_num_groups(1)) {
    event_t e = 0;
    for (uint x = 0; x < w; x += 256) e = async_work_group_copy(line + x, in + y*w + x, min(256u, w - x), e);
    wait_group_events(1, &e);
    uint s = 0;
    for (uint x = get_local_id(0); x < w; x += get_local_size(0)) s += line[x];
    atomic_add(&out[y], s);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
kernel void late(global const float *in, global float *out, int n, int again) {
  local float t[64];
  event_t e = async_work_group_copy(t, in, 64, 0);
  float s = 0;
  for (int i = 0; i < n; i++) s += sin((float)i);
  if (again) s *= 2;
  wait_group_events(1, &e);
  out[get_global_id(0)] = s + t[get_local_id(0) & 63];
}
kernel void uniform_loop_exit(global const float *in, global float *out, global const int *stop) {
  local float t[64];
  for (int i = 0; i < 100; i++) {
    event_t e = async_work_group_copy(t, in + i*64, 64, 0);
    wait_group_events(1, &e);
    if (stop[i]) break;
    out[get_global_id(0)] += t[get_local_id(0) & 63];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
kernel __attribute__((reqd_work_group_size(64,1,1))) void subgroups(global const int *in, global int *out) {
  local int t[64];
  event_t e = async_work_group_copy(t, in + get_group_id(0)*64, 64, 0);
  wait_group_events(1, &e);
  int sg = get_local_id(0) / 32;
  if (sg == 0) out[get_global_id(0)] = t[get_local_id(0)];
  else out[get_global_id(0)] = -t[get_local_id(0)];
  if (get_local_id(0) / 64 == 0) { e = async_work_group_copy(out, t, 64, 0); wait_group_events(1, &e); }
}
