/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The public view of the rules' examples. */
#include <gac/explain.h>

#include "diag/diag.h"

typedef struct example {
    gac__rule_id rule;
    const char *faulty, *corrected;
} example;

static const example examples[] = {
#define GAC_EXAMPLE(id, faulty, corrected)                                     \
    {GAC__RULE_##id, (faulty), (corrected)},
#include "diag/rule_examples.def"
#undef GAC_EXAMPLE
};

const char *gac_rule_example(const char *name, bool corrected)
{
    for (size_t i = 0; name && i < GAC__COUNT_OF(examples); i++)
        if (!strcmp(gac_rule_at(examples[i].rule)->name, name))
            return corrected ? examples[i].corrected : examples[i].faulty;
    return NULL;
}
