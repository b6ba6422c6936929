/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Opening files that others have named. */
#ifndef GAC_TOOLS_REGULAR_FILE_H
#define GAC_TOOLS_REGULAR_FILE_H

#include <stddef.h>

/* Opens a regular file to read, and gives its size in bytes. -1: it cannot be
 * opened, or is something else, as a pipe, whose writer is not waited for. */
int gac__regular_open(const char *path, size_t *size_out);

#endif
