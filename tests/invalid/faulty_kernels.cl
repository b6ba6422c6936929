/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Kernels with one fault each, which they are named for. Compiled with clang-14
 * and llvm-spirv-14; the modules are checked in beside this file. */
#define DECL(D,S) event_t async_work_group_copy_2D2D(D void*, size_t, const S void*, size_t, size_t, size_t, size_t, size_t, size_t, event_t) __attribute__((overloadable)); \
 event_t async_work_group_copy_3D3D(D void*, size_t, const S void*, size_t, size_t, size_t, size_t, size_t, size_t, size_t, size_t, size_t, event_t) __attribute__((overloadable));
DECL(__local,const __global) DECL(__global,const __local)
#define I get_global_id(0)
#define L get_local_id(0)
kernel void missing_wait(global const float *in, global float *out) { local float t[64]; async_work_group_copy(t, in, 64, 0); barrier(CLK_LOCAL_MEM_FENCE); out[I] = t[L]; }
kernel void missing_wait_2(global const float *in, global float *out, int n) { local float t[64]; event_t e = async_work_group_copy(t, in, 64, 0); if (n > 3) wait_group_events(1, &e); }
kernel void missing_wait_overwritten(global const float *in, global float *out) { local float t[128]; event_t e = async_work_group_copy(t, in, 64, 0); e = async_work_group_copy(t + 64, in + 64, 64, 0); wait_group_events(1, &e); out[I] = t[L]; }
kernel void missing_wait_second(global const float *in, global float *out) { local float t[128]; event_t e[2]; e[0] = async_work_group_copy(t, in, 64, 0); e[1] = async_work_group_copy(t + 64, in + 64, 64, 0); wait_group_events(1, e); out[I] = t[L]; }
kernel void use_before_wait(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_copy(t, in, 64, 0); out[I] = t[3]; wait_group_events(1, &e); }
kernel void use_before_wait_lid(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_copy(t, in, 64, 0); out[I] = t[L]; wait_group_events(1, &e); }
kernel void use_before_wait_store(global float *out) { local float t[64]; t[L] = 1; barrier(CLK_LOCAL_MEM_FENCE); event_t e = async_work_group_copy(out, t, 64, 0); t[L] = 2; wait_group_events(1, &e); }
kernel void divergent_copy(global const float *in, global float *out) { local float t[64]; if (L == 0) { event_t e = async_work_group_copy(t, in, 64, 0); wait_group_events(1, &e); } barrier(CLK_LOCAL_MEM_FENCE); out[I] = t[L]; }
kernel void divergent_operand(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_copy(t, in + I, 64, 0); wait_group_events(1, &e); out[I] = t[L]; }
kernel void divergent_wait(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_copy(t, in, 64, 0); if (L < 4) wait_group_events(1, &e); out[I] = 0; }
kernel void line_length(global const float *in, global float *out) { local float t[1024]; event_t e = async_work_group_copy_2D2D(t, 0, in, 0, 4, 64, 16, 16, 64, 0); wait_group_events(1, &e); out[I] = t[L]; }
kernel void plane_area(global const float *in, global float *out) { local float t[1024]; event_t e = async_work_group_copy_3D3D(t, 0, in, 0, 4, 8, 8, 8, 8, 32, 8, 64, 0); wait_group_events(1, &e); out[I] = t[L]; }
kernel void zero_stride(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_strided_copy(t, in, 64, 0, 0); wait_group_events(1, &e); out[I] = t[L]; }
kernel void static_bounds(global const float *in, global float *out) { local float t[60]; event_t e = async_work_group_copy(t, in, 64, 0); wait_group_events(1, &e); out[I] = t[L]; }
kernel void static_bounds_off(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_copy(t + 8, in, 64, 0); wait_group_events(1, &e); out[I] = t[L]; }
kernel void empty_copy(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_copy(t, in, 0, 0); wait_group_events(1, &e); out[I] = 1; }
kernel void null_pointer(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_copy(t, (global const float *)0, 64, 0); wait_group_events(1, &e); out[I] = t[L]; }
kernel void released_event(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_copy(t, in, 64, 0); wait_group_events(1, &e); wait_group_events(1, &e); out[I] = t[L]; }
kernel void event_count(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_copy(t, in, 64, 0); wait_group_events(2, &e); out[I] = t[L]; }
kernel void event_count_0(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_copy(t, in, 64, 0); wait_group_events(0, &e); out[I] = 0; }
kernel void undefined_event(global const float *in, global float *out) { local float t[64]; event_t e; wait_group_events(1, &e); out[I] = 0; }
kernel void missing_wait_loop(global const float *in, global float *out, int n) { local float t[64]; event_t e = 0; for (int i = 0; i < n; i++) { e = async_work_group_copy(t, in + i*64, 64, 0); } wait_group_events(1, &e); out[I] = t[L]; }
kernel void address_overflow(global const float *in, global float *out) { local float t[64]; event_t e = async_work_group_copy_2D2D(t, 0, in, ((size_t)-1)/4+1, 4, 16, 4, 16, 16, 0); wait_group_events(1, &e); out[I] = t[L]; }
