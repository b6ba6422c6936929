/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Time, for the library and what is built on it. */
#ifndef GAC_SUPPORT_CLOCK_H
#define GAC_SUPPORT_CLOCK_H

#include <stdint.h>

/* Monotonic time in nanoseconds. */
uint64_t gac__now_ns(void);

#endif
