/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The list of rules. */
#include "diag/diag.h"

static const gac_rule rules[] = {
#define GAC_RULE(id, name, severity, dynamic, summary, sentence, section)      \
    {name, GAC_SEVERITY_##severity, dynamic, summary, sentence, section},
#include "diag/rules.def"
    {0} /* so that an empty list compiles */
};

uint32_t gac_rule_count(void)
{
    return GAC__RULE_COUNT;
}

const gac_rule *gac_rule_at(uint32_t index)
{
    return index < GAC__RULE_COUNT ? &rules[index] : NULL;
}

uint32_t gac__rule_index(const char *name)
{
    for (uint32_t i = 0; name && i < GAC__RULE_COUNT; i++)
        if (rules[i].name == name || !strcmp(rules[i].name, name))
            return i;
    return GAC__RULE_COUNT;
}

const gac_rule *gac_rule_find(const char *name)
{
    return gac_rule_at(gac__rule_index(name));
}

bool gac_rule_is_check(const char *name)
{
    static const bool also_checked[GAC__RULE_COUNT] = {
#define GAC_ALSO_CHECKED(id) [GAC__RULE_##id] = true,
#include "diag/rules.def"
    };
    const gac_rule *rule = gac_rule_find(name);
    return rule && (rule->dynamic || also_checked[rule - rules]);
}

const char *gac__rule_hint(gac__rule_id id)
{
    static const char *const hints[GAC__RULE_COUNT] = {
#define GAC_HINT(id, hint) [GAC__RULE_##id] = (hint),
#include "diag/rules.def"
    };
    return hints[id];
}

const char *gac_rule_hint(const char *name)
{
    const gac_rule *rule = gac_rule_find(name);
    return rule ? gac__rule_hint((gac__rule_id)(rule - rules)) : NULL;
}
