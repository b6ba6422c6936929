/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Correct kernels: nothing is to be said of them. Compiled with clang-14 and
 * llvm-spirv-14; the modules are checked in beside this file. */
kernel void goto_out(global const float *in, global float *out, int n) {
  local float t[64]; event_t e;
  for (int i = 0; i < n; i++) { e = async_work_group_copy(t, in + i*64, 64, 0); if (n == 7) goto done; wait_group_events(1, &e); barrier(CLK_LOCAL_MEM_FENCE); }
  return;
done: wait_group_events(1, &e);
}
kernel void do_while(global const float *in, global float *out, int n) {
  local float t[64]; int i = 0;
  do { event_t e = async_work_group_copy(t, in + i*64, 64, 0); wait_group_events(1, &e); out[get_global_id(0)] += t[get_local_id(0)&63]; barrier(CLK_LOCAL_MEM_FENCE); } while (++i < n);
}
kernel void prefetching(global const float *in, global float *out, int n) {
  local float t[64];
  prefetch(in, 64);
  event_t e = async_work_group_copy(t, in, 64, 0);
  prefetch(in + 64, 64);
  wait_group_events(1, &e);
  out[get_global_id(0)] = t[get_local_id(0)&63];
}
kernel void struct_elements(global const float8 *in, global float8 *out) {
  local float8 t[32];
  event_t e = async_work_group_copy((local float*)t, (global const float*)in, 256, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  t[get_local_id(0)&31] *= 2.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy((global char*)out, (local char*)t, sizeof(t), 0);
  wait_group_events(1, &e);
}
kernel void local_arg(global const float *in, global float *out, local float *t, int n) {
  event_t e = async_work_group_copy(t, in + get_group_id(0)*n, n, 0);
  wait_group_events(1, &e);
  for (int i = get_local_id(0); i < n; i += get_local_size(0)) t[i] = sqrt(t[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out + get_group_id(0)*n, t, n, 0);
  wait_group_events(1, &e);
}
kernel void select_pointer(global const float *a, global const float *b, global float *out, int which) {
  local float t[64];
  event_t e = async_work_group_copy(t, which ? a : b, 64, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = t[get_local_id(0)&63];
}
kernel void while_true(global const float *in, global float *out, volatile global int *flag) {
  local float t[64]; local int f;
  while (true) {
    if (get_local_id(0) == 0) f = *flag;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (f) break;
    event_t e = async_work_group_copy(t, in, 64, 0);
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
kernel void counts(global const int *in, global int *out, constant int *sizes) {
  local int t[256];
  int n = sizes[get_group_id(0)];
  event_t e = async_work_group_copy(t, in, n, 0);
  wait_group_events(1, &e);
  if (get_local_id(0) < n) out[get_global_id(0)] = t[get_local_id(0)];
}
kernel __attribute__((reqd_work_group_size(1,1,1))) void single(global const int *in, global int *out) {
  local int t[64];
  if (get_local_id(0) == 0) { event_t e = async_work_group_copy(t, in + get_global_id(0)*64, 64, 0); wait_group_events(1, &e); }
  for (int i = 0; i < 64; i++) out[i] += t[i];
}
kernel void histogram(global const uchar *in, global uint *out, uint n) {
  local uint h[256]; local uchar buf[1024];
  for (size_t i = get_local_id(0); i < 256; i += get_local_size(0)) h[i] = 0;
  for (uint o = get_group_id(0)*1024; o < n; o += get_num_groups(0)*1024) {
    event_t e = async_work_group_copy(buf, in + o, 1024, 0);
    wait_group_events(1, &e);
    for (size_t i = get_local_id(0); i < 1024; i += get_local_size(0)) atomic_inc(&h[buf[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + get_group_id(0)*256, h, 256, 0);
  wait_group_events(1, &e);
}
