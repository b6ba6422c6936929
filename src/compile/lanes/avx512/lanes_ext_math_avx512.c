/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lane kernels: OpenCL.std's transcendental functions, for AVX-512 (x86-64-v4).
 */
#if defined(__x86_64__)
#define LANES_SUFFIX avx512
#include "compile/lanes/lanes_ext_math.inc"
#else
typedef int lanes_of_another_machine; /* C wants something here */
#endif
