/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A call of an imported function: its arguments and its result. */
#include "compile/build/imports.h"

gac__mangled_type gac__import_param(const gac__import_call *c, uint32_t index)
{
    gac__mangled_type unknown = {.n = 1};
    return index < c->symbol.n_params ? c->symbol.params[index] : unknown;
}

uint32_t gac__import_arg(const gac__import_call *c, uint32_t index)
{
    if (index >= c->n)
        return gac__build_invalid(c->b, "\"%s\" is called with %u arguments.",
                                  c->name, c->n);
    return gac__build_scalar(c->b, c->ids[index]);
}

void gac__import_bind(const gac__import_call *c, uint32_t value)
{
    gac__builder *b = c->b;
    const gac__shape *shape = gac__build_shape(b, c->call->type_id);
    gac__ty ty = gac__build_scalar_ty(shape), from = gac__build_ty(b, value);
    if (shape->n == 0) { /* the call returns void */
        gac__build_bind(b, c->call, &value);
        return;
    }
    if ((from == GAC__TY_BOOL || gac__ty_is_int(from)) && gac__ty_is_int(ty))
        value = gac__build_resize(b, value, ty, false);
    else if (gac__ty_is_int(from) && ty == GAC__TY_BOOL)
        value = gac__build_2_const(b, GAC__IR_INE, from, value, 0);
    gac__build_bind_scalar(b, c->call, value);
}

bool gac__import_prefix(const char *name, const char *prefix,
                        const char **rest_out)
{
    size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0)
        return false;
    *rest_out = name + length;
    return true;
}
