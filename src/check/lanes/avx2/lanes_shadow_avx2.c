/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs of cells, for AVX2 (x86-64-v3). */
#if defined(__x86_64__)
#define NAME(x) x##_avx2
#include "check/lanes/lanes_shadow.h"
#else
typedef int shadow_of_another_machine; /* C wants something here */
#endif
