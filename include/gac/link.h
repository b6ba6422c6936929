/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Linking: several modules become one. */
#ifndef GAC_LINK_H
#define GAC_LINK_H

#include <stdbool.h>

#include <gac/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A module to link. */
typedef struct gac_link_input {
    const gac_module *module;
    const char *name; /* for diagnostics; NULL: its number, from 1 */
} gac_link_input;

/* Options of a link; zero means the default: a program that can be run. */
typedef struct gac_link_options {
    size_t size;  /* sizeof(gac_link_options) */
    bool library; /* exports stay exports, and imports without an export stay
                     imports */
} gac_link_options;

/* The module that results from a link. */
typedef struct gac_linked gac_linked;

/* Links modules: each OpFunction or OpVariable that is imported
 * (LinkageAttributes, Import) is replaced by the one that another module
 * exports under that name (Export, or LinkOnceODR of SPV_KHR_linkonce_odr);
 * their types must be the same. One name is exported once; of LinkOnceODR's
 * definitions the first is kept, or the one that is exported. Ids are numbered
 * anew; capabilities, extensions, imports of instruction sets, strings, types
 * and constants that are the same become one; names, decorations, lines and
 * debug information stay. Addressing and memory model must agree, and names of
 * entry points differ. Entry points list the variables that their new callees
 * use.
 *
 * In a program, exports lose their decoration, and it is a fault if nothing
 * exports what is imported, but for what a device provides: variables that are
 * BuiltIn, and functions whose names are mangled (_Z...), begin with "__spirv_"
 * or "llvm.", or are printf, abort or __builtin_trap. Whether the device
 * provides one is found out when a kernel that calls it is created.
 *
 * `inputs`: `n_inputs`, at least 1, whose modules must live as long as the
 * call; the same module may stand there once only. `options` NULL: the
 * defaults. On GAC_OK `*linked_out` is owned by the caller and needs neither
 * inputs nor context; on failure it is NULL. INVALID: the modules do not fit
 * together; each fault was given to the context's sink under rule `core`,
 * naming symbol and modules. Other errors: UNSUPPORTED (a module has operands
 * of which it is not known whether they are ids), LIMIT, MEMORY, ARGUMENT,
 * TIMEOUT, CANCELLED. Source: SPIR-V, 2.16 (Linkage type), 3.18;
 * SPV_KHR_linkonce_odr. Thread-safe. */
GAC_API gac_result gac_link(gac_context *context, const gac_link_input *inputs,
                            size_t n_inputs, const gac_link_options *options,
                            gac_linked **linked_out);

/* Frees what was linked; NULL is accepted. */
GAC_API void gac_linked_destroy(gac_linked *linked);

/* Returns the words, header included, in the host's byte order, and their
 * number in `*n_words_out`, which may be NULL. They live as long as `linked`.
 * Thread-safe. */
GAC_API const uint32_t *gac_linked_words(const gac_linked *linked,
                                         size_t *n_words_out);

/* Returns which instruction of an input (from 1) became instruction `ordinal`
 * (from 1), and the input's index in `*input_out`, which may be NULL; 0, and 0,
 * if there is no such instruction. Thread-safe. */
GAC_API uint32_t gac_linked_origin(const gac_linked *linked, uint32_t ordinal,
                                   uint32_t *input_out);

#ifdef __cplusplus
}
#endif
#endif
