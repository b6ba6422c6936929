/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Prints the rules and checks: --list-rules and --explain. */
#ifndef GAC_TOOLS_RULE_TEXT_H
#define GAC_TOOLS_RULE_TEXT_H

#include "tools/tool_common.h"

/* Prints all rules, one a line, or as JSON. Returns the exit code. */
int gac__list_rules(const gac__tool *tool);

/* Prints the description of a rule. Returns the exit code. */
int gac__explain_rule(const gac__tool *tool, const char *name);

#endif
