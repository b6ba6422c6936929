/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads modules for the tools, and compiles OpenCL C. */
#ifndef GAC_TOOLS_SOURCE_INPUT_H
#define GAC_TOOLS_SOURCE_INPUT_H

#include "tools/tool_common.h"

/* How a file is read. */
typedef struct gac__source_input {
    const char *build_options; /* --build-options; NULL: not given */
    bool unoptimized;    /* compile each access of the source to one of the
                            module */
    uint64_t timeout_ns; /* the compiler's time limit; 0: the default, two
                            minutes */
    gac_assemble_options assemble; /* for assembly text; size and file are set
                                      by gac__source_input_load() */
} gac__source_input;

/* Whether a file is compiled: its name ends in ".cl", or there are build
 * options and it does not end in ".spv" or ".spvasm". */
bool gac__is_source(const gac__source_input *how, const char *path);

/* Sets `path` as the list's file and reads it as gac_input_load() does, "-"
 * being standard input; OpenCL C is compiled. The compiler's log goes to
 * standard error. The faults of OpenCL C are in the list, but for TIMEOUT and
 * CANCELLED; those of other files are as gac_input_load() leaves them, errno
 * included. */
gac_result gac__source_input_load(gac_context *context,
                                  gac_diagnostic_list *list, const char *path,
                                  const gac__source_input *how,
                                  gac_input **input_out);

/* Whether work-group sizes have to divide the range in what a file is compiled
 * to; false for files that are not compiled. */
bool gac__source_input_uniform(const gac__source_input *how, const char *path);

/* Whether gac__source_check_options() accepts `options`; if not, reports the
 * unknown one as an error of usage. */
bool gac__source_input_options(const gac__tool *tool, const char *options);

#endif
