/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Steps of fused sequences on lanes of 32 bits. */
#define FUSED_BITS 32
#include "compile/lanes/vectors/lanes_fused.inc"
