/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes a tool's output completely or not at all. */
#ifndef GAC_TOOLS_OUTPUT_FILE_H
#define GAC_TOOLS_OUTPUT_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A file that is being written. A regular file is written under a temporary
 * name in the same folder and renamed when it is complete, so that it is
 * unchanged after a failure; an existing file that is not regular (a device, a
 * pipe) is written in place. */
typedef struct gac__output {
    FILE *file;      /* what is written to */
    bool is_renamed; /* the temporary file becomes the target */
    char target[PATH_MAX];
    char temporary[PATH_MAX + 16];
} gac__output;

/* Opens the file `path`. False, with errno, on failure; nothing is to be closed
 * then. */
bool gac__output_open(gac__output *output_out, const char *path);

/* Closes the file, which becomes visible if `is_complete`, and is removed if
 * not. False, with errno, if it is not complete or on failure. */
bool gac__output_close(gac__output *output, bool is_complete);

/* Writes `size_bytes` bytes to the file `path`, "-" being standard output.
 * False, with errno, on failure. */
bool gac__output_write(const char *path, const void *data, size_t size_bytes);

#endif
