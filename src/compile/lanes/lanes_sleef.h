/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* SLEEF's vector functions at the level being compiled. Included once a level.
 *
 * Of SLEEF's families this is "cinz": it uses no fused multiply-add and gives
 * the same bits whatever the vectors' width, so that a kernel's results do not
 * depend on the machine. Its scalar functions (purec) are no part of that: now
 * and then they differ in the last place. So one value is computed as a vector
 * of equals.
 */
#include <sleef.h>

#undef SLEEF_NAME_F32
#undef SLEEF_NAME_F64
#undef SLEEF_STEP_F32
#undef SLEEF_STEP_F64
#undef SLEEF_TYPE_F32
#undef SLEEF_TYPE_F64

#undef SLEEF_LOAD_F32
#undef SLEEF_LOAD_F64
#undef SLEEF_STORE_F32
#undef SLEEF_STORE_F64

#if !defined(__x86_64__)
#define SLEEF_NAME_F32(name, ulp) Sleef_cinz_##name##f1_##ulp##purec
#define SLEEF_NAME_F64(name, ulp) Sleef_cinz_##name##d1_##ulp##purec
#define SLEEF_STEP_F32 1
#define SLEEF_STEP_F64 1
#define SLEEF_TYPE_F32 float
#define SLEEF_TYPE_F64 double
#elif defined(LANES_SCALAR)
#define SLEEF_NAME_F32(name, ulp) Sleef_cinz_##name##f4_##ulp##sse2
#define SLEEF_NAME_F64(name, ulp) Sleef_cinz_##name##d2_##ulp##sse2
#define SLEEF_STEP_F32 1
#define SLEEF_STEP_F64 1
#define SLEEF_LOAD_F32(p) _mm_set1_ps(*(p))
#define SLEEF_LOAD_F64(p) _mm_set1_pd(*(p))
#define SLEEF_STORE_F32(p, v) (*(p) = _mm_cvtss_f32(v))
#define SLEEF_STORE_F64(p, v) (*(p) = _mm_cvtsd_f64(v))
#elif defined(__AVX512F__)
#define SLEEF_NAME_F32(name, ulp) Sleef_cinz_##name##f16_##ulp##avx512fnofma
#define SLEEF_NAME_F64(name, ulp) Sleef_cinz_##name##d8_##ulp##avx512fnofma
#define SLEEF_STEP_F32 16
#define SLEEF_STEP_F64 8
#define SLEEF_TYPE_F32 __m512
#define SLEEF_TYPE_F64 __m512d
#elif defined(__AVX__)
#define SLEEF_NAME_F32(name, ulp) Sleef_cinz_##name##f8_##ulp##avx
#define SLEEF_NAME_F64(name, ulp) Sleef_cinz_##name##d4_##ulp##avx
#define SLEEF_STEP_F32 8
#define SLEEF_STEP_F64 4
#define SLEEF_TYPE_F32 __m256
#define SLEEF_TYPE_F64 __m256d
#else
#define SLEEF_NAME_F32(name, ulp) Sleef_cinz_##name##f4_##ulp##sse2
#define SLEEF_NAME_F64(name, ulp) Sleef_cinz_##name##d2_##ulp##sse2
#define SLEEF_STEP_F32 4
#define SLEEF_STEP_F64 2
#define SLEEF_TYPE_F32 __m128
#define SLEEF_TYPE_F64 __m128d
#endif

#ifndef SLEEF_LOAD_F32
#define SLEEF_LOAD_F32(p) (*(const SLEEF_TYPE_F32 *)(p))
#define SLEEF_LOAD_F64(p) (*(const SLEEF_TYPE_F64 *)(p))
#define SLEEF_STORE_F32(p, v) (*(SLEEF_TYPE_F32 *)(p) = (v))
#define SLEEF_STORE_F64(p, v) (*(SLEEF_TYPE_F64 *)(p) = (v))
#endif
