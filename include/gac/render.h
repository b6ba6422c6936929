/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lists of diagnostics, and their output as text, JSON or SARIF. */
#ifndef GAC_RENDER_H
#define GAC_RENDER_H

#include <gac/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Diagnostics of one or several files, with the excerpts and source lines that
 * show their places. One thread at a time. */
typedef struct gac_diagnostic_list gac_diagnostic_list;

/* Creates an empty list. `allocator` NULL: malloc. The list is the caller's;
 * on failure `*list_out` is NULL. Errors: ARGUMENT, MEMORY. */
GAC_API gac_result gac_diagnostic_list_create(const gac_allocator *allocator,
                                              gac_diagnostic_list **list_out);

/* Frees a list; NULL is accepted. */
GAC_API void gac_diagnostic_list_destroy(gac_diagnostic_list *list);

/* Sets the file of the diagnostics that are added from now on; NULL: none. The
 * string is copied. */
GAC_API void gac_diagnostic_list_set_file(gac_diagnostic_list *list,
                                          const char *file);

/* Adds a copy of a diagnostic. The function is a sink for gac_context_options,
 * with the list as `user`. When memory is out the diagnostic is dropped and
 * counted (gac_diagnostic_list_lost()). */
GAC_API void gac_diagnostic_list_add(void *list, const gac_diagnostic *d);

/* What happens to a rule's diagnostics when they are added. */
typedef enum gac_policy {
    GAC_POLICY_DEFAULT,
    GAC_POLICY_ERROR,  /* warnings become errors; notes stay notes */
    GAC_POLICY_DISABLE /* they are dropped */
} gac_policy;

/* Sets the policy for `rule`; NULL: for every rule. NOT_FOUND: no such rule. */
GAC_API gac_result gac_diagnostic_list_set_policy(gac_diagnostic_list *list,
                                                  const char *rule,
                                                  gac_policy policy);

/* The number of diagnostics, and of those with this severity. */
GAC_API size_t gac_diagnostic_list_count(const gac_diagnostic_list *list);
GAC_API size_t gac_diagnostic_list_count_of(const gac_diagnostic_list *list,
                                            gac_severity severity);

/* Limits a list to `max` diagnostics of each file that
 * gac_diagnostic_list_set_file() names from now on: the first that are added
 * are kept, the others are counted and dropped. 0, the initial value: all are
 * kept. */
GAC_API void gac_diagnostic_list_set_limit(gac_diagnostic_list *list,
                                           size_t max);

/* Returns how many diagnostics of this severity that limit has dropped. */
GAC_API size_t gac_diagnostic_list_left_out(const gac_diagnostic_list *list,
                                            gac_severity severity);

/* Returns how many diagnostics, file names, excerpts and source lines were lost
 * because memory was out. */
GAC_API size_t gac_diagnostic_list_lost(const gac_diagnostic_list *list);

/* Returns diagnostic `index`, NULL past the last. It lives as long as the list,
 * but not past a sort or a cut. */
GAC_API const gac_diagnostic *gac_diagnostic_list_at(
    const gac_diagnostic_list *list, size_t index);

/* Sorts diagnostics `first` and those after it by their word offset, ones
 * without a place last; equal ones keep their order. */
GAC_API void gac_diagnostic_list_sort(gac_diagnostic_list *list, size_t first);

/* Drops diagnostics after the list's `max_errors`-th error; 0: none. */
GAC_API void gac_diagnostic_list_cut(gac_diagnostic_list *list,
                                     size_t max_errors);

/* The line that shows a diagnostic's place. */
typedef struct gac_excerpt {
    uint32_t line, column; /* from 1, in the assembly text; or, of a binary, the
                              instruction's ordinal and 0; 0: unknown */
    const char *text;      /* the instruction disassembled; NULL: none */
    size_t text_size;      /* in bytes; `text` need not end with a NUL */
    size_t first, size;    /* bytes of `text` to underline; size 0: none */
} gac_excerpt;

/* Sets what is shown of diagnostic `index`'s place. The text is copied; of more
 * than 2 KB only what is around the underlined part. */
GAC_API void gac_diagnostic_list_set_excerpt(gac_diagnostic_list *list,
                                             size_t index,
                                             const gac_excerpt *excerpt);

/* Like gac_diagnostic_list_set_excerpt(), for the related instruction. */
GAC_API void gac_diagnostic_list_set_related(gac_diagnostic_list *list,
                                             size_t index,
                                             const gac_excerpt *excerpt);

/* Sets the line of source that diagnostic `index` shows; the text, `size_bytes`
 * of it, is copied. */
GAC_API void gac_diagnostic_list_set_source_text(gac_diagnostic_list *list,
                                                 size_t index, const char *text,
                                                 size_t size_bytes);

typedef enum gac_format {
    GAC_FORMAT_TEXT,
    GAC_FORMAT_JSON, /* an array of objects */
    GAC_FORMAT_SARIF /* SARIF 2.1.0, one run */
} gac_format;

/* Options of gac_diagnostic_list_render(); zero means the default. */
typedef struct gac_render_options {
    size_t size; /* sizeof(gac_render_options) */
    gac_format format;
    bool color;       /* text: with ANSI colours */
    const char *tool; /* SARIF: the tool's name; NULL: "gac" */
} gac_render_options;

/* Receives a piece of text, without a final NUL. */
typedef void gac_write_fn(void *user, const char *text, size_t size_bytes);

/* Writes all diagnostics, in the list's order; nothing if the options' size is
 * not valid. `options` NULL: the defaults. */
GAC_API void gac_diagnostic_list_render(const gac_diagnostic_list *list,
                                        const gac_render_options *options,
                                        gac_write_fn *write, void *user);

/* A gac_write_fn that writes to the FILE * `user`. */
GAC_API void gac_write_file(void *file, const char *text, size_t size_bytes);

#ifdef __cplusplus
}
#endif
#endif
