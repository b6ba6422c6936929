/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Adds to the list of warnings that are not reported yet. */
#include "validate/warn/warnings.h"

void gac__warn(gac__warnings *f, gac__rule_id rule, const gac__quantity *q,
               uint32_t related, const char *format, ...)
{
    va_list args;
    if (f->pending.n >= f->most_pending) {
        f->v->counts.warnings_left_out++;
        return;
    }
    va_start(args, format);
    gac__pending p = {.ordinal = f->ordinal,
                      .rule = rule,
                      .operand = q ? q->name : NULL,
                      .word = q && q->name ? (int32_t)q->word : -1,
                      .related = related,
                      .order = (f->of_values ? 0 : rule + UINT64_C(1)) << 32
                               | f->pending.n,
                      .message = ""};
    if (f->v->m->context->diagnostic) /* there is a sink */
        p.message = gac__arena_vprintf(&f->arena, format, args);
    va_end(args);
    if (p.message)
        (void)GAC__VEC_PUSH(f->v->allocator, &f->pending, p);
}
