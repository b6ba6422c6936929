/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Correct kernels: nothing is to be said of them. Compiled with clang-14 and
 * llvm-spirv-14; the modules are checked in beside this file. */
#define DECL(D,S,P) event_t async_work_group_copy_2D2D(D void*, size_t, const S void*, size_t, size_t, size_t, size_t, size_t, size_t, event_t) __attribute__((overloadable)); \
 event_t async_work_group_copy_3D3D(D void*, size_t, const S void*, size_t, size_t, size_t, size_t, size_t, size_t, size_t, size_t, size_t, event_t) __attribute__((overloadable));
DECL(__local,const __global,) DECL(__global,const __local,)
kernel void stencil3d(global const float *in, global float *out, uint w, uint h, uint d) {
  local float t[10*10*10];
  size_t off = ((get_group_id(2)*8)*(size_t)h + get_group_id(1)*8)*w + get_group_id(0)*8;
  event_t e = async_work_group_copy_3D3D(t, 0, in, off, sizeof(float), 10, 10, 10, w, (size_t)w*h, 10, 100, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
  float v = t[(z+1)*100+(y+1)*10+x+1]*6 - t[z*100+(y+1)*10+x+1];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[(z+1)*100+(y+1)*10+x+1] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy_3D3D(out, off, t, 111, sizeof(float), 8, 8, 8, 10, 100, w, (size_t)w*h, 0);
  wait_group_events(1, &e);
}
kernel void packed_rgb(global const uchar *in, global uchar *out, uint pitch, uint rows) {
  local uchar t[32*3*8];
  for (uint r = get_group_id(0)*8; r + 8 <= rows; r += get_num_groups(0)*8) {
    event_t e = async_work_group_copy_2D2D(t, 0, in, r*pitch, 3, 32, 8, pitch/3, 32, 0);
    wait_group_events(1, &e);
    for (size_t i = get_local_id(0); i < sizeof(t); i += get_local_size(0)) t[i] = 255 - t[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy_2D2D(out, r*pitch, t, 0, 3, 32, 8, 32, pitch/3, 0);
    wait_group_events(1, &e);
  }
}
kernel void transposed(global const float *in, global float *out, uint w) {
  local float t[16*17];
  event_t e = async_work_group_copy_2D2D(t, 0, in, get_group_id(1)*16*w + get_group_id(0)*16, sizeof(float), 16, 16, w, 17, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0)*16+get_local_id(1))*w + get_group_id(1)*16+get_local_id(0)] = t[get_local_id(0)*17+get_local_id(1)];
}
kernel void halves(global const float *in, global float *out, int n) {
  local float t[512];
  event_t e = async_work_group_copy(t, in, 256, 0);
  wait_group_events(1, &e);
  for (int i = 1; i < n; i++) {
    int half_ = (i & 1) * 256;
    event_t f = async_work_group_copy(t + half_, in + i*256, 256, 0);
    out[(i-1)*256 + get_local_id(0)%256] = t[(256 - half_) + get_local_id(0)%256];
    wait_group_events(1, &f);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
kernel void first_half_while_second(global const float *in, global float *out) {
  local float t[128];
  event_t a = async_work_group_copy(t, in, 64, 0);
  event_t b = async_work_group_copy(t + 64, in + 64, 64, 0);
  wait_group_events(1, &a);
  out[get_global_id(0)] = t[get_local_id(0) & 63];
  wait_group_events(1, &b);
  out[get_global_id(0)] += t[64 + (get_local_id(0) & 63)];
}
kernel void each(global const float *in, global float *out) {
  local float t[4*32];
  event_t e[4];
  for (int i = 0; i < 4; i++) e[i] = async_work_group_copy(t + 32*i, in + 64*i, 32, 0);
  for (int i = 0; i < 4; i++) wait_group_events(1, e + i);
  out[get_global_id(0)] = t[get_local_id(0) % 128];
}
kernel void reversed(global const float *in, global float *out, int n) {
  local float t[64];
  event_t e;
  int started = 0;
  for (int i = n - 1; i >= 0; i--) {
    if (started) { wait_group_events(1, &e); barrier(CLK_LOCAL_MEM_FENCE); }
    t[get_local_id(0) & 63] = in[i*64 + (get_local_id(0) & 63)];
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + i*64, t, 64, 0);
    started = 1;
  }
  if (started) wait_group_events(1, &e);
}
kernel void dead(global const float *in, global float *out) {
  local float t[64];
  const int use_async = 0;
  if (use_async) { event_t e = async_work_group_copy(t, in, 64, 0); wait_group_events(1, &e); }
  else for (size_t i = get_local_id(0); i < 64; i += get_local_size(0)) t[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[get_local_id(0)&63];
}
static void load(local float *d, global const float *s, int n, event_t *e) { *e = async_work_group_copy(d, s, n, *e); }
kernel void out_parameter(global const float *in, global float *out, int n) {
  local float t[64];
  event_t e = 0;
  load(t, in, 32, &e); load(t + 32, in + 100, 32, &e);
  wait_group_events(1, &e);
  out[get_global_id(0)] = t[get_local_id(0)&63];
}
kernel void grid(global const float *in, global float *out, int nx, int ny) {
  local float t[32*32];
  for (int y = get_group_id(1); y < ny; y += get_num_groups(1))
    for (int x = get_group_id(0); x < nx; x += get_num_groups(0)) {
      event_t e = async_work_group_copy_2D2D(t, 0, in, (y*32)*(nx*32) + x*32, 4, 32, 32, nx*32, 32, 0);
      wait_group_events(1, &e);
      float m = 0;
      for (int k = get_local_id(0); k < 1024; k += get_local_size(0)) m = fmax(m, t[k]);
      barrier(CLK_LOCAL_MEM_FENCE);
      t[get_local_id(0)] = m;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (get_local_id(0) == 0) { for (int k = 1; k < get_local_size(0); k++) m = fmax(m, t[k]); out[y*nx+x] = m; }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
}
