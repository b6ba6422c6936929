/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lines of source files that modules name. */
#ifndef GAC_TOOLS_SOURCE_LINES_H
#define GAC_TOOLS_SOURCE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The files that have been read; all zeros are empty. */
typedef struct gac__source_lines {
    struct gac__source_file *files;
    size_t n;
} gac__source_lines;

/* Finds line `number`, from 1, of a file, without its newline, cut at 1023
 * bytes. False: there is no such line; the file does not exist, is not regular,
 * is larger than 16 MB, or is the 33rd one. The text lives until the lines are
 * freed. */
bool gac__source_line(gac__source_lines *lines, const char *path,
                      uint32_t number, const char **text_out, size_t *size_out);

void gac__source_lines_free(gac__source_lines *lines);

#endif
