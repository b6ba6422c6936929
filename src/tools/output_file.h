/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writing a tool's output, all of it or nothing. */
#ifndef GAC_TOOLS_OUTPUT_FILE_H
#define GAC_TOOLS_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes `size_bytes` bytes to the file `path`, "-" being standard output. A
 * regular file is written beside its place and moved there when it is complete,
 * so that a part of it is never seen. False, with errno, on failure; a file
 * that stood there is then unchanged. */
bool gac__output_write(const char *path, const void *data, size_t size_bytes);

/* Writes `size_bytes` bytes to a file that is open, however many calls it
 * takes. False, with errno, on failure. */
bool gac__output_write_all(int fd, const void *data, size_t size_bytes);

#endif
