/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Contexts, results, and diagnostics on the way to the sink. */
#include "diag/diag.h"

#include <stdio.h>

/* A context does not change once it is made, except for its time limit and its
 * crew: objects on several threads may share it without a lock. The caller
 * locks the sink. A diagnostic is on the stack of the function that reports it,
 * and lasts for the call of the sink only. */

const char *gac_result_text(gac_result result)
{
    switch (result) {
#define X(name, value, text)                                                   \
    case name: return text;
        GAC_RESULT_MAP(X)
#undef X
    }
    return "unknown result";
}

const char *gac_version(void)
{
    return GAC_VERSION_STRING;
}

gac_result gac_context_create(const gac_context_options *options,
                              gac_context **context_out)
{
    gac_context_options o = {0};
    if (!context_out)
        return GAC_ERR_ARGUMENT;
    *context_out = NULL;
    if (!gac__read_options(&o, sizeof o, options)
        || (unsigned)o.cpu_level > GAC_CPU_AVX512)
        return GAC_ERR_ARGUMENT;
    if (!o.allocator.resize)
        o.allocator = gac__malloc_allocator;
    gac_context *context = gac__alloc_zero(&o.allocator, 1, sizeof *context);
    if (!context)
        return GAC_ERR_MEMORY;
    context->allocator = o.allocator;
    context->crew = gac__crew_create(&context->allocator);
    if (!context->crew) {
        gac__free(&o.allocator, context, 1, sizeof *context);
        return GAC_ERR_MEMORY;
    }
    context->diagnostic = o.diagnostic;
    context->diagnostic_user = o.diagnostic_user;
    context->isa = gac__isa_for(o.cpu_level);
    context->max_id_bound = o.max_id_bound ? o.max_id_bound : 0x3FFFFF;
    context->max_memory_bytes =
        o.max_memory_bytes ? o.max_memory_bytes : (uint64_t)4 << 30;
    *context_out = context;
    return GAC_OK;
}

void gac_context_set_timeout(gac_context *context, uint64_t timeout_ns)
{
    if (!context)
        return;
    uint64_t now = gac__now_ns();
    atomic_store(&context->timeout_ns, timeout_ns);
    atomic_store(&context->deadline_ns, !timeout_ns ? 0
                                        : timeout_ns > UINT64_MAX - now
                                            ? UINT64_MAX
                                            : now + timeout_ns);
}

void gac_context_cancel(gac_context *context)
{
    if (context)
        atomic_store(&context->stop, 1);
}

gac__watch gac__context_watch(const gac_context *context)
{
    return (gac__watch){.deadline_ns = atomic_load(&context->deadline_ns),
                        .stop = {&context->stop}};
}

void gac_context_destroy(gac_context *context)
{
    if (!context)
        return;
    gac__crew_destroy(context->crew);
    gac_allocator allocator = context->allocator;
    gac__free(&allocator, context, 1, sizeof *context);
}

void gac__diag_emit(const gac_context *context, const gac_diagnostic *d)
{
    if (context->diagnostic)
        context->diagnostic(context->diagnostic_user, d);
}

void gac__diag_format(char *buffer, size_t size, const char *format,
                      va_list args)
{
    if (vsnprintf(buffer, size, format, args) < 0)
        snprintf(buffer, size, "%s", format);
    gac__utf8_clean(buffer);
}

void gac__context_tell_late(const gac_context *context, gac_result result,
                            const char *done)
{
    if (result == GAC_ERR_TIMEOUT)
        gac__diag_report(context, GAC__RULE_limit, GAC_NO_OFFSET,
                         "the time limit of %.3g s was exceeded while the "
                         "module was %s",
                         (double)atomic_load(&context->timeout_ns) * 1e-9,
                         done);
}

void gac__diag_report(const gac_context *context, gac__rule_id rule,
                      uint64_t word_offset, const char *format, ...)
{
    char message[GAC__MESSAGE_MAX];
    const gac_rule *row = gac_rule_at(rule);
    va_list args;
    va_start(args, format);
    gac__diag_format(message, sizeof message, format, args);
    va_end(args);
    gac__diag_emit(context, &(gac_diagnostic){.severity = row->severity,
                                              .rule = row->name,
                                              .message = message,
                                              .word_offset = word_offset,
                                              .operand_word = -1});
}
