/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lane kernels: OpenCL.std's transcendental functions, scalar and for any
 * machine. */
#define LANES_SCALAR
#define LANES_SUFFIX scalar
#include "compile/lanes/lanes_ext_math.inc"
#undef LANES_SCALAR
#undef LANES_SUFFIX

#define LANES_SUFFIX base
#include "compile/lanes/lanes_ext_math.inc"
