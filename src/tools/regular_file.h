/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Opens files whose names come from input. */
#ifndef GAC_TOOLS_REGULAR_FILE_H
#define GAC_TOOLS_REGULAR_FILE_H

#include <stddef.h>

/* Opens a regular file for reading, sets its size in bytes, and returns its
 * descriptor. -1: it cannot be opened, or is not regular, such as a pipe, which
 * would block until it has a writer. */
int gac__regular_open(const char *path, size_t *size_out);

#endif
