/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Calls to functions that are imported, by their mangled names. */
#include "compile/build.h"

void gac__build_import_call(gac__builder *b, const gac__inst *call,
                            const gac__function *function)
{
    const char *name = gac__build_import_name(b, function->id);
    (void)call;
    gac__build_unsupported(b, "imported function \"%s\".",
                           name ? name : "without a name");
}
