/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* SLEEF's vector functions at the level being compiled.
 *
 * Of SLEEF's families this is "cinz": it uses no fused multiply-add and gives
 * the same bits whatever the vectors' width, so that a kernel's results do not
 * depend on the machine. Its scalar functions (purec) are no part of that: now
 * and then they differ in the last place. So one value is computed as a vector
 * of equals.
 */
#include <sleef.h>

#include "support/vec/vec.h"

#if !defined(VEC_SLEEF_F32)
#define SLEEF_NAME_F32(name, ulp) Sleef_cinz_##name##f1_##ulp##purec
#define SLEEF_NAME_F64(name, ulp) Sleef_cinz_##name##d1_##ulp##purec
#define SLEEF_STEP_F32 1
#define SLEEF_STEP_F64 1
#define SLEEF_LOAD_F32(p) (*(p))
#define SLEEF_LOAD_F64(p) (*(p))
#define SLEEF_STORE_F32(p, v) (*(p) = (v))
#define SLEEF_STORE_F64(p, v) (*(p) = (v))
#else
#define SLEEF_NAME_F32(name, ulp) VEC_SLEEF_F32(name, ulp)
#define SLEEF_NAME_F64(name, ulp) VEC_SLEEF_F64(name, ulp)
#if defined(LANES_SCALAR)
#define SLEEF_STEP_F32 1
#define SLEEF_STEP_F64 1
#define SLEEF_LOAD_F32(p) vec_splat_f32(*(p))
#define SLEEF_LOAD_F64(p) vec_splat_f64(*(p))
#define SLEEF_STORE_F32(p, v) (*(p) = (v)[0])
#define SLEEF_STORE_F64(p, v) (*(p) = (v)[0])
#else
#define SLEEF_STEP_F32 (VEC_BYTES / 4)
#define SLEEF_STEP_F64 (VEC_BYTES / 8)
#define SLEEF_LOAD_F32(p) (*(const vec_f32 *)(p))
#define SLEEF_LOAD_F64(p) (*(const vec_f64 *)(p))
#define SLEEF_STORE_F32(p, v) (*(vec_f32 *)(p) = (v))
#define SLEEF_STORE_F64(p, v) (*(vec_f64 *)(p) = (v))
#endif
#endif
