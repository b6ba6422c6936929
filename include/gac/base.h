/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Results, allocators, limits and contexts: what every other header needs. */
#ifndef GAC_BASE_H
#define GAC_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define GAC_API __attribute__((visibility("default")))
#else
#define GAC_API
#endif

/* The version of all that is built and installed: it is decided here. */
#define GAC_VERSION_MAJOR 0
#define GAC_VERSION_MINOR 2
#define GAC_VERSION_PATCH 0
#define GAC_VERSION_STRING                                                     \
    GAC__VERSION_STRING(GAC_VERSION_MAJOR, GAC_VERSION_MINOR, GAC_VERSION_PATCH)
#define GAC__VERSION_STRING(major, minor, patch)                               \
    GAC__JOIN_VERSION(major, minor, patch)
#define GAC__JOIN_VERSION(major, minor, patch) #major "." #minor "." #patch

/* Every result code: name, value (pinned, never renumbered), text. */
/* clang-format off */
#define GAC_RESULT_MAP(X)                                                      \
    X(GAC_OK, 0, "success")                                                    \
    X(GAC_ERR_MEMORY, -1, "out of memory")                                     \
    X(GAC_ERR_ARGUMENT, -2, "invalid argument")                                \
    X(GAC_ERR_FORMAT, -3, "the module is not well-formed SPIR-V")              \
    X(GAC_ERR_INVALID, -4, "the module breaks a rule")                         \
    X(GAC_ERR_UNSUPPORTED, -5, "the module needs something unsupported")       \
    X(GAC_ERR_LIMIT, -6, "a limit was exceeded")                               \
    X(GAC_ERR_NOT_FOUND, -7, "not found")                                      \
    X(GAC_ERR_TRAP, -8, "the kernel trapped")                                  \
    X(GAC_ERR_TIMEOUT, -9, "the time limit was exceeded")                      \
    X(GAC_ERR_CANCELLED, -10, "cancelled")                                     \
    X(GAC_ERR_BUSY, -11, "still in progress")                                  \
    X(GAC_ERR_BOUNDS, -12, "an address lies outside its memory")               \
    X(GAC_ERR_OVERFLOW, -13, "address arithmetic overflows")                   \
    X(GAC_ERR_EVENT, -14, "not a live event")                                  \
    X(GAC_ERR_IO, -15, "input or output failed")
/* clang-format on */

typedef enum gac_result {
#define X(name, value, text) name = value,
    GAC_RESULT_MAP(X)
#undef X
} gac_result;

/* Returns a static English text for `result`, never NULL. Thread-safe. */
GAC_API const char *gac_result_text(gac_result result);

/* Returns the library's version, "MAJOR.MINOR.PATCH". Thread-safe. */
GAC_API const char *gac_version(void);

/* The allocator of the library's memory. `resize` follows realloc(): `old` NULL
 * allocates, `new_size` 0 frees and returns NULL; `old_size` is the size of the
 * earlier request. It must be callable from several threads if several threads
 * use objects of one context, or if runs have several threads. */
typedef struct gac_allocator {
    void *(*resize)(void *user, void *old, size_t old_size, size_t new_size);
    void *user;
} gac_allocator;

struct gac_diagnostic;

/* Receives each diagnostic as it is found. `diagnostic` and all that it points
 * to live until the call returns. Called on the thread that found it. */
typedef void gac_diagnostic_fn(void *user,
                               const struct gac_diagnostic *diagnostic);

/* Instruction sets that code is made for: the levels 1, 3 and 4 (with VBMI) of
 * the x86-64 psABI, each with all that the ones before it have. Results are the
 * same at every level. */
typedef enum gac_cpu_level {
    GAC_CPU_BEST, /* whatever the processor has */
    GAC_CPU_BASELINE,
    GAC_CPU_AVX2,
    GAC_CPU_AVX512
} gac_cpu_level;

/* Returns the processor's level, never GAC_CPU_BEST. Thread-safe. */
GAC_API gac_cpu_level gac_cpu_best(void);

/* Options of a context; zero means the default. Here and in all structs of
 * options that begin with their size, a size that is less than a size_t's or no
 * multiple of it, or larger than this version's is refused (ARGUMENT). */
typedef struct gac_context_options {
    size_t size;                   /* sizeof(gac_context_options) */
    gac_allocator allocator;       /* resize NULL: malloc */
    gac_diagnostic_fn *diagnostic; /* NULL: diagnostics are dropped */
    void *diagnostic_user;
    uint32_t max_id_bound;     /* default 0x3FFFFF, as spirv-val */
    uint64_t max_memory_bytes; /* of modules and kernels; default 4 GiB */
    gac_cpu_level cpu_level;   /* the highest level that runs use; a level above
                                  the processor's means the processor's */
} gac_context_options;

typedef struct gac_context gac_context;

/* Creates a context: an allocator, limits and a diagnostic sink, shared by the
 * objects made from it. `options` NULL means all defaults. On success
 * `*context_out` is owned by the caller and must outlive what is made from it;
 * on failure it is NULL. Errors: ARGUMENT, MEMORY. Thread-safe. */
GAC_API gac_result gac_context_create(const gac_context_options *options,
                                      gac_context **context_out);

/* Limits how long it takes from now on to assemble, disassemble, parse, link
 * and validate modules, to make launches from the context's programs and to run
 * them: what is not done within `timeout_ns` nanoseconds returns TIMEOUT, with
 * a diagnostic. 0, the initial value: no limit. A run's own limits
 * (gac_run_options) hold as well. Thread-safe. */
GAC_API void gac_context_set_timeout(gac_context *context, uint64_t timeout_ns);

/* Requests, from any thread or a signal handler, that the context's work stops
 * soon: all that gac_context_set_timeout() limits returns CANCELLED, now and
 * later. */
GAC_API void gac_context_cancel(gac_context *context);

/* Frees a context, of which no object is left; NULL is accepted. */
GAC_API void gac_context_destroy(gac_context *context);

#ifdef __cplusplus
}
#endif
#endif
