/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Names and types of kernel parameters, as the source has them
 * (param_names.c). */
#ifndef GAC_MODULE_PARAM_NAMES_H
#define GAC_MODULE_PARAM_NAMES_H

#include "module/module.h"

typedef struct gac__param_name {
    bool is_constant; /* it points to constant memory; the caller says so */
    bool is_value;    /* it is passed by value; the caller says so */
    const char *name; /* NULL: unknown; the caller's, if that is not NULL */
    const char *type_name; /* NULL: unknown */
    bool is_const, is_restrict, is_volatile;
    bool is_declared; /* the source's words say its type, not the module's */
} gac__param_name;

/* An index of a module's texts about parameters, which is read on demand. */
typedef struct gac__name_index gac__name_index;

/* Makes an empty index; NULL: out of memory. */
gac__name_index *gac__name_index_create(const gac_allocator *allocator);
void gac__name_index_free(const gac_allocator *allocator,
                          gac__name_index *index);

/* Fills in the parameters of a kernel of `m`. Texts stand in the arena or in
 * the module. One thread at a time may use an index. */
gac_result gac__param_names_read(const gac_module *m, gac__name_index *index,
                                 const gac__entry_point *entry,
                                 gac__arena *arena, gac__param_name *params,
                                 uint32_t n_params);

#endif
