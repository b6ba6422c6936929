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

/* Where the verdict or the place is another one, and why. */
static const struct {
    const char *theirs, *ours; /* how the messages begin */
} other_verdicts[] = {
    /* Ours is the id's, theirs what stands behind the instruction, ... */
    {"Value ", "Value "},
    /* ... or behind the mnemonic. */
    {"Invalid ID ", "Invalid ID "},
    /* OpTypeFloat has got an operand since. */
    {"", "Invalid FP encoding "},
    /* The import is looked at once its instruction is there. */
    {"Invalid extended instruction import Id ", "Expected operand for "},
    /* A set whose name is given as words is one that is not known by name. */
    {"Invalid extended instruction import Id ", "'"},
    /* All imports have a meaning for us. */
    {"Invalid extended instruction import '", ""},
};

static inline bool is_allowed(const char *theirs, const char *ours)
{
    /* Instructions of any set go by number for us. */
    static const char name[] = "Invalid extended instruction name '";
    const size_t n = strlen(name);
    if (strncmp(theirs, name, n) == 0 && theirs[n] >= '0' && theirs[n] <= '9')
        return true;
    for (size_t i = 0; i < GAC__COUNT_OF(other_verdicts); i++)
        if (strncmp(theirs, other_verdicts[i].theirs,
                    strlen(other_verdicts[i].theirs))
                == 0
            && strncmp(ours, other_verdicts[i].ours,
                       strlen(other_verdicts[i].ours))
                   == 0)
            return true;
    return false;
}

/* Whether both are of one mind, and see the first fault in one place. */
static inline bool is_agreed(const char *text, bool preserve)
{
    verdicts v = assemble_both(text, preserve);
    bool same = v.same;
    if (same && !v.is_ours && v.theirs.line > 0)
        same = v.theirs.line == v.ours.line && v.theirs.column == v.ours.column;
    same |= !v.is_theirs && is_allowed(v.theirs.message, v.ours.message);
    if (!same)
        printf("# theirs %zu:%zu %s # ours %zu:%zu %s\n", v.theirs.line,
               v.theirs.column, v.theirs.message, v.ours.line, v.ours.column,
               v.ours.message);
    return same;
}

#endif
