/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* SPIR-V's enumerations, from SPIRV-Headers and from our supplement to them. */
#ifndef GAC_MODULE_SPIRV_H
#define GAC_MODULE_SPIRV_H

#include <spirv/unified1/OpenCL.std.h>
#include <spirv/unified1/spirv.h>

#include "gen/supplement.h" /* SpvOp and enumerants newer than the headers */

#endif
