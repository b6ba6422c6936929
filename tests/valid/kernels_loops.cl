/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Correct kernels: nothing is to be said of them. Compiled with clang-14 and
 * llvm-spirv-14; the modules are checked in beside this file. */
kernel void nested(global const float *in, global float *out, int n, int m) {
  local float t[64]; size_t l = get_local_id(0);
  for (int i = 0; i < n; i++) {
    if (l < 10) out[l] = i;
    for (int j = 0; j < m; j++) {
      if (l == 3) out[j] = 0;
      event_t e = async_work_group_copy(t, in + (i*m+j)*64, 64, 0);
      if (l & 1) out[l] += 1; else out[l] -= 1;
      wait_group_events(1, &e);
      float v = t[l & 63];
      if (v > 3) out[l] += v;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}
kernel void continues(global const float *in, global float *out, int n) {
  local float t[64]; size_t l = get_local_id(0);
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0) continue;
    event_t e = async_work_group_copy(t, in + i*64, 64, 0);
    for (size_t k = l; k < 1000; k += get_local_size(0)) { if (k == 77) break; out[k] = k; }
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
static int find(global const int *a, int n, int v) { for (int i = 0; i < n; i++) if (a[i] == v) return i; return -1; }
kernel void lookup(global const int *a, global const float *in, global float *out, int n) {
  local float t[64]; size_t l = get_local_id(0);
  int at = find(a, n, (int)l);
  if (at >= 0) out[l] = at;
  int which = find(a, n, 5);
  if (which < 0) return;
  event_t e = async_work_group_copy(t, in + which*64, 64, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = t[l & 63];
}
kernel void ternary(global const float *in, global float *out, int n) {
  local float t[64]; size_t l = get_local_id(0);
  float x = l < 5 ? in[l] : 0;
  size_t count = n > 64 ? 64 : n;
  event_t e = async_work_group_copy(t, in, count, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = x + (l < count ? t[l] : 0);
}
kernel void switched(global const float *in, global float *out, int op) {
  local float t[64]; size_t l = get_local_id(0);
  event_t e = async_work_group_copy(t, in, 64, 0);
  switch (l & 3) { case 0: out[0] = 1; break; case 1: out[1] = 2; case 2: out[2] = 3; break; default: break; }
  wait_group_events(1, &e);
  switch (op) {
  case 0: out[l] = t[l&63]; break;
  case 1: { barrier(CLK_LOCAL_MEM_FENCE); e = async_work_group_copy(out, t, 64, 0); wait_group_events(1, &e); break; }
  default: return;
  }
}
kernel void early(global const float *in, global float *out, int n) {
  local float t[64];
  if (n <= 0 || get_group_id(0) >= n) return;
  if (get_global_size(0) < 10) return;
  event_t e = async_work_group_copy(t, in, 64, 0);
  wait_group_events(1, &e);
  if (get_global_id(0) >= n*64) return;
  out[get_global_id(0)] = t[get_local_id(0)&63];
}
