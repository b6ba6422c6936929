/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the kernels here share. test_check.c says what their comments mean. */
#include "extended_async.h"

#define ID ((int)get_local_id(0))
#define LOCAL_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define GLOBAL_BARRIER() barrier(CLK_GLOBAL_MEM_FENCE)
