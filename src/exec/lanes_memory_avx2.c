/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory kernels for the level avx2. */
#define LANES_MEMORY_NAME gac__memory_kernels_avx2
#include "exec/lanes_memory.inc"
