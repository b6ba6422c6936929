/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Modules: SPIR-V binaries, parsed. */
#ifndef GAC_MODULE_H
#define GAC_MODULE_H

#include <stdbool.h>

#include <gac/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gac_module gac_module;

/* Options of a parse; zero means the default. */
typedef struct gac_parse_options {
    size_t size;             /* sizeof(gac_parse_options) */
    bool tolerate_producers; /* read known producers' encoding faults in the
                                one way they can be read, with a warning */
    bool silent_producers;   /* with tolerate_producers: do not warn of those
                                faults */
    bool keep_going;         /* give out the module in spite of faults that do
                                not stop the walk (an id defined twice, a
                                section out of order, an id over the bound) */
} gac_parse_options;

/* Parses a SPIR-V binary of version 1.0 to 1.6, of either byte order.
 * `data`: `size_bytes` bytes, no alignment needed, not NULL; it must live and
 * stay unchanged as long as the module (a module of the other byte order, or
 * data that is not 4-byte aligned, is copied). `options` NULL: the defaults.
 * On GAC_OK `*module_out` is owned by the caller; on any failure it is NULL,
 * and each fault was given to the context's sink under rule `module-format`
 * with its word offset. Errors: FORMAT, LIMIT, MEMORY, ARGUMENT, TIMEOUT,
 * CANCELLED. Thread-safe. */
GAC_API gac_result gac_module_parse(gac_context *context, const void *data,
                                    size_t size_bytes,
                                    const gac_parse_options *options,
                                    gac_module **module_out);

/* Frees a module; NULL is accepted. */
GAC_API void gac_module_destroy(gac_module *module);

/* Returns the SPIR-V version, 0x00010600 for 1.6. Thread-safe. */
GAC_API uint32_t gac_module_version(const gac_module *module);

/* Returns the number of instructions. Thread-safe. */
GAC_API uint32_t gac_module_instruction_count(const gac_module *module);

/* Returns the words in the host's byte order, header included, and their
 * number in `*n_words_out`. They live as long as the module. Thread-safe. */
GAC_API const uint32_t *gac_module_words(const gac_module *module,
                                         size_t *n_words_out);

/* Returns the width of addresses in its kernels' memory: 32 or 64; 0: it has
 * none (logical addressing). Thread-safe. */
GAC_API uint32_t gac_module_address_bits(const gac_module *module);

/* Returns the number of entry points of execution model Kernel. Initializers
 * and finalizers (execution modes of these names) do not count where there are
 * other ones. Thread-safe. */
GAC_API uint32_t gac_module_kernel_count(const gac_module *module);

/* Returns kernel `index`'s name; past the last kernel, the names of
 * initializers and finalizers that did not count; past these, NULL. The string
 * lives as long as the module. Thread-safe. */
GAC_API const char *gac_module_kernel_name(const gac_module *module,
                                           uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
