/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes a tool's output completely or not at all. */
#ifndef GAC_TOOLS_OUTPUT_FILE_H
#define GAC_TOOLS_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes `size_bytes` bytes to the file `path`, "-" being standard output. A
 * regular file is written under a temporary name in the same folder and renamed
 * when it is complete; an existing file that is not regular is written in
 * place. False, with errno, on failure; a regular file is then unchanged. */
bool gac__output_write(const char *path, const void *data, size_t size_bytes);

/* Writes `size_bytes` bytes to an open file, in as many calls as it takes.
 * False, with errno, on failure. */
bool gac__output_write_all(int fd, const void *data, size_t size_bytes);

#endif
