/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* For tests that assemble a text with SPIRV-Tools, too. */
#ifndef GAC_TESTS_TEXT_PEER_H
#define GAC_TESTS_TEXT_PEER_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <spirv-tools/libspirv.h>

#include "support/support.h"
#include <gac/gac.h>

/* The first fault of a text. */
typedef struct fault {
    size_t line, column; /* from 1; 0: there is none */
    char message[256];
} fault;

/* What both make of a text. */
typedef struct verdicts {
    bool is_theirs, is_ours; /* who takes it */
    bool same;               /* words, but for the header, or both refuse it */
    fault theirs, ours;
} verdicts;

static gac_context *context;
static spv_context tools;
static fault found;
static uint64_t random_state = 1;

static inline void note(void *user, const gac_diagnostic *d)
{
    fault *f = user;
    if (f->line > 0)
        return;
    f->line = d->text_line;
    f->column = d->text_column;
    snprintf(f->message, sizeof f->message, "%s", d->message);
}

static inline int set_up(void **state)
{
    (void)state;
    gac_context_options o = {
        .size = sizeof o, .diagnostic = note, .diagnostic_user = &found};
    tools = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    return gac_context_create(&o, &context) == GAC_OK ? 0 : -1;
}

static inline int tear_down(void **state)
{
    (void)state;
    gac_context_destroy(context);
    spvContextDestroy(tools);
    return 0;
}

static inline size_t below(size_t n)
{
    return (size_t)(gac__random_next(&random_state) % n);
}

/* Assembles a text with both. */
static inline verdicts assemble_both(const char *text, bool preserve)
{
    const gac_assemble_options o = {.size = sizeof o,
                                    .preserve_numeric_ids = preserve};
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    gac_assembly *assembly = NULL;
    verdicts v = {0};
    found = (fault){0};
    v.is_theirs =
        spvTextToBinaryWithOptions(
            tools, text, strlen(text),
            preserve ? SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS : 0,
            &binary, &diagnostic)
        == SPV_SUCCESS;
    v.is_ours =
        gac_assemble(context, text, strlen(text), &o, &assembly) == GAC_OK;
    v.ours = found;
    if (diagnostic) {
        v.theirs.line = diagnostic->position.line + 1;
        v.theirs.column = diagnostic->position.column + 1;
        snprintf(v.theirs.message, sizeof v.theirs.message, "%s",
                 diagnostic->error);
    }
    v.same = v.is_theirs == v.is_ours;
    if (v.is_theirs && v.is_ours) {
        size_t n;
        const uint32_t *words = gac_assembly_words(assembly, &n);
        v.same = n == binary->wordCount
                 && memcmp(words + 3, binary->code + 3, 4 * (n - 3)) == 0;
    }
    gac_assembly_destroy(assembly);
    spvBinaryDestroy(binary);
    spvDiagnosticDestroy(diagnostic);
    return v;
}

#endif
