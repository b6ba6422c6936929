/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The files that a command's argument names. */
#ifndef GAC_TOOLS_FILE_LIST_H
#define GAC_TOOLS_FILE_LIST_H

#include "support/bytes.h"

/* Lists the files that `path` names: itself, or, if it is a directory, all
 * files below it whose names end in ".spv", sorted by name. Symbolic links to
 * directories are not followed. A file below it that is not regular is left
 * out, and a note on stderr says so. A directory or file that cannot be read is
 * listed, so that reading it reports why. Ends the program when memory is
 * out. */
gac__strings gac__file_list(const char *path);

#endif
