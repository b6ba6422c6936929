/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Steps of fused sequences on lanes of 64 bits. */
#define FUSED_BITS 64
#include "compile/lanes/vectors/lanes_fused.inc"
