/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Vectors of any machine, as vec.h has them. */
#ifndef GAC_SUPPORT_VEC_BASE_H
#define GAC_SUPPORT_VEC_BASE_H

#define VEC_BYTES 16
#include "support/vec/vec_types.h"
#include "support/vec/vec_masks.h"

#if defined(__x86_64__)
#define VEC_SLEEF_F32(name, ulp) Sleef_cinz_##name##f4_##ulp##sse2
#define VEC_SLEEF_F64(name, ulp) Sleef_cinz_##name##d2_##ulp##sse2
#endif

#endif
