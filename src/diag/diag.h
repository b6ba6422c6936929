/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Contexts, the diagnostic sink, and the list of rules. */
#ifndef GAC_DIAG_DIAG_H
#define GAC_DIAG_DIAG_H

#include <gac/diag.h>

#include "support/support.h"

struct gac_context {
    gac_allocator allocator;
    gac_diagnostic_fn *diagnostic; /* may be NULL */
    void *diagnostic_user;
    uint32_t max_id_bound;
    uint64_t max_memory_bytes;
    gac__isa isa;                             /* instruction set of runs */
    _Atomic uint64_t timeout_ns, deadline_ns; /* 0: none */
    atomic_int stop;
    gac__crew *crew; /* threads of runs */
};

/* A watch of the context's time limit and of gac_context_cancel(). */
gac__watch gac__context_watch(const gac_context *context);

/* Reports that the time limit was exceeded, if a result is TIMEOUT. `done` says
 * what was done to the module: "read", "checked". */
void gac__context_tell_late(const gac_context *context, gac_result result,
                            const char *done);

/* The rules and checks, such as GAC__RULE_operand_width: the suffix is the
 * identifier in rules.def. */
typedef enum gac__rule_id {
#define GAC_RULE(id, name, severity, dynamic, summary, sentence, section)      \
    GAC__RULE_##id,
#include "diag/rules.def"
    GAC__RULE_COUNT
} gac__rule_id;

/* Whether a place in a source is known. */
static inline bool gac__place_is_known(const gac_source_place *place)
{
    return place->file && place->line;
}

/* The hint for faults of known producers that --tolerate-producers allows. */
#define GAC__PRODUCER_HINT                                                     \
    "a known producer writes this, and means one thing only by it: "           \
    "--tolerate-producers makes it a warning"

/* The index of a rule, or GAC__RULE_COUNT. */
uint32_t gac__rule_index(const char *name);

/* How to mend a breach of a rule; NULL: there is no hint. */
const char *gac__rule_hint(gac__rule_id id);

/* Formats a message into `buffer`. It is UTF-8 without control characters, and
 * cut where it does not fit. */
void gac__diag_format(char *buffer, size_t size, const char *format,
                      va_list args);

#define GAC__MESSAGE_MAX 512 /* bytes of a message's buffer */

/* Hands a finished diagnostic to the context's sink. */
void gac__diag_emit(const gac_context *context, const gac_diagnostic *d);

/* Emits a diagnostic without an instruction. */
void gac__diag_report(const gac_context *context, gac__rule_id rule,
                      uint64_t word_offset, const char *format, ...)
    GAC__PRINTF(4, 5);

#endif
