/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Errors, limits and scratch memory. */
#include "compile/build/build.h"
#include "module/reports.h"

/* -- errors ---------------------------------------------------------------- */

static void fail(gac__builder *b, gac_result error, gac__rule_id rule,
                 const char *prefix, const char *message)
{
    if (b->error != GAC_OK)
        return;
    b->error = error;
    gac__module_report(b->m, rule, GAC_SEVERITY_ERROR, &b->inst, NULL, -1,
                       "%s%s", prefix, message);
}

static void fail_with(gac__builder *b, gac_result error, gac__rule_id rule,
                      const char *prefix, const char *format, va_list args)
{
    char text[256];
    vsnprintf(text, sizeof text, format, args);
    fail(b, error, rule, prefix, text);
}

uint32_t gac__build_invalid(gac__builder *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_with(b, GAC_ERR_INVALID, GAC__RULE_core,
              "The kernel cannot be run: ", format, args);
    va_end(args);
    return 0;
}

uint32_t gac__build_unsupported(gac__builder *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_with(b, GAC_ERR_UNSUPPORTED, GAC__RULE_unsupported,
              "Not supported: ", format, args);
    va_end(args);
    return 0;
}

uint32_t gac__build_limit(gac__builder *b, const char *what)
{
    char text[160];
    snprintf(text, sizeof text, "%s exceeds the limit.", what);
    fail(b, GAC_ERR_LIMIT, GAC__RULE_unsupported,
         "The kernel cannot be run: ", text);
    return 0;
}

void gac__build_stop(gac__builder *b, gac_result result)
{
    if (b->error == GAC_OK)
        b->error = result;
}

void gac__build_watch(gac__builder *b, uint64_t steps)
{
    if (!gac__watch_on(b->scratch.watch, steps))
        gac__build_stop(b, gac__watch_result(b->scratch.watch));
}

void gac__build_count(gac__builder *b, uint64_t parts)
{
    uint64_t n = b->n_insts + parts / GAC__BUILD_INST_PARTS;
    if (n >= b->most_insts)
        gac__build_limit(b, "the number of the kernel's instructions, all calls"
                            " inlined,");
    else
        b->n_insts = (uint32_t)n;
}

void gac__build_no_memory(gac__builder *b)
{
    gac__build_stop(b, GAC_ERR_MEMORY);
}

static void *allocate(gac__builder *b, gac__arena *arena, size_t n, size_t size)
{
    void *p = gac__arena_alloc(arena, n, size);
    if (!p)
        gac__build_no_memory(b);
    return p;
}

void *gac__build_alloc(gac__builder *b, size_t n, size_t size)
{
    return allocate(b, &b->scratch, n, size);
}

void *gac__build_keep(gac__builder *b, size_t n, size_t size)
{
    return allocate(b, b->ir->arena, n, size);
}

void *gac__build_keep_copy(gac__builder *b, const void *items, size_t n,
                           size_t size)
{
    void *copy = gac__build_keep(b, n, size);
    if (copy && n)
        memcpy(copy, items, n * size);
    return copy;
}

gac__table gac__build_table(gac__builder *b, uint32_t n)
{
    return (gac__table){
        gac__build_alloc(b, n / GAC__BUILD_PAGE + 1, sizeof(void **))};
}

void **gac__build_new_page(gac__builder *b, gac__table table, uint32_t k)
{
    void **page = gac__build_alloc(b, GAC__BUILD_PAGE, sizeof *page);
    table.pages[k / GAC__BUILD_PAGE] = page;
    return page;
}
