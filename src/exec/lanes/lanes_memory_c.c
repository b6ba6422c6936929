/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory kernels for the level baseline. */
#define LANES_MEMORY_NAME gac__memory_kernels_baseline
#include "exec/lanes/lanes_memory.inc"
