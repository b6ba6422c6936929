/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Rewriting modules: an equivalent module without the async-copy set. */
#ifndef GAC_REWRITE_H
#define GAC_REWRITE_H

#include <stdbool.h>

#include <gac/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A module without instructions that only gac knows, for tools that validate
 * SPIR-V's core rules: each instruction of the set is a call, with the same
 * operands and result, to a function that is put in, so that definedness,
 * dominance and types of all other instructions are validated as before. Each
 * instruction that is not put in has a place in the original. */
typedef struct gac_core_module gac_core_module;

/* Options of gac_core_module_create(); zero means the default. */
typedef struct gac_core_module_options {
    size_t size;            /* sizeof(gac_core_module_options) */
    const uint32_t *faulty; /* ordinals (from 1) of instructions that have
                               been reported already: an undefined value of
                               the right type takes their place, so that
                               they are not reported again; NULL if none */
    uint32_t n_faulty;
    /* Returns whether the validator that will read the module knows an opcode;
     * NULL: it knows all. Called on the thread of the call. */
    bool (*knows_opcode)(void *user, uint32_t opcode);
    void *user;
    /* Ordinals (from 1) of instructions to replace; NULL if none. Types that
     * the validator does not know become empty structures; an OpConstantNull of
     * an integer becomes an OpConstant; others, which nothing may refer to, are
     * left out. */
    const uint32_t *dropped;
    uint32_t n_dropped;
    bool plain_names; /* the names of ids are left out, and those of
                         types and constants are their numbers */
    const char *const *extensions; /* names to declare besides the module's own,
                                      which the validator knows; NULL if none */
    uint32_t n_extensions;
    bool by_dominance;    /* each block is put before those that it
                             dominates, wherever the module has it */
    bool variables_first; /* a function's variables are put at the
                             beginning of its first block */
    bool all_interfaces;  /* each entry point lists all of the module's
                             variables, as it has to from SPIR-V 1.4 on */
} gac_core_module_options;

/* Writes the equivalent core module of `module`. What the module itself lacks
 * for the set (the capability Kernel, a physical addressing model) is put in:
 * gac_validate() has reported it. Encoding faults that the parser tolerated are
 * mended. What the validator does not know is replaced: untyped pointers become
 * pointers to bytes, which are cast where they are used; types become empty
 * structures; other results become undefined values. `options` NULL: the
 * defaults.
 * On GAC_OK `*core_out` is owned by the caller; it does not need the module or
 * the options any more. On failure it is NULL. Errors: UNSUPPORTED if there is
 * an instruction that the tool does not know and that cannot be replaced: its
 * ordinal (from 1) is in `*unknown_out`, else 0 (NULL: not wanted); ARGUMENT if
 * an ordinal in `faulty` names an instruction that cannot be replaced (a type,
 * a branch); MEMORY. Thread-safe. */
GAC_API gac_result gac_core_module_create(
    const gac_module *module, const gac_core_module_options *options,
    uint32_t *unknown_out, gac_core_module **core_out);

/* Frees a core module; NULL is accepted. */
GAC_API void gac_core_module_destroy(gac_core_module *core);

/* Returns the words, header included, in the host's byte order, and their
 * number in `*n_words_out`. They live as long as the core module. Thread-safe.
 */
GAC_API const uint32_t *gac_core_module_words(const gac_core_module *core,
                                              size_t *n_words_out);

/* Returns the original's ordinal (from 1) of the core module's instruction
 * `ordinal` (from 1); 0 if it was put in, or there is none. Thread-safe. */
GAC_API uint32_t gac_core_module_origin(const gac_core_module *core,
                                        uint32_t ordinal);

/* Returns whether instruction `ordinal` (from 1) of a module may stand in
 * `faulty`. Thread-safe. */
GAC_API bool gac_core_module_can_replace(const gac_module *module,
                                         uint32_t ordinal);

#ifdef __cplusplus
}
#endif
#endif
