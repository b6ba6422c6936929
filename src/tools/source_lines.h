/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lines of source files that modules name. */
#ifndef GAC_TOOLS_SOURCE_LINES_H
#define GAC_TOOLS_SOURCE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Files that have been read; all zero at first. */
typedef struct gac__source_lines {
    struct gac__source_file *files;
    size_t n;
} gac__source_lines;

/* Finds line `number`, from 1, of a file, without its end; more than 1023 bytes
 * of it are cut. False if the file is not there, is none with lines (a device,
 * a pipe, one of more than 16 MB), or is one more than 32. The text stays until
 * the lines are freed. */
bool gac__source_line(gac__source_lines *lines, const char *path,
                      uint32_t number, const char **text_out, size_t *size_out);

void gac__source_lines_free(gac__source_lines *lines);

#endif
