/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Prints the rules and checks. */
#include "tools/rule_text.h"

#include <stdio.h>
#include <string.h>

#include <gac/explain.h>

#include "support/utf8.h"

static const char *severity_of(const gac_rule *rule)
{
    if (rule->dynamic)
        return "check";
    switch (rule->severity) {
    case GAC_SEVERITY_ERROR: return "error";
    case GAC_SEVERITY_WARNING: return "warning";
    default: return "note";
    }
}

/* Prints words wrapped at 76 columns, indented by two. */
static void print_wrapped(const char *text)
{
    size_t column = 0;
    while (*text) {
        size_t n = strcspn(text, " ");
        if (column > 0 && column + 1 + n > 74) {
            putchar('\n');
            column = 0;
        }
        printf(column ? " %.*s" : "  %.*s", (int)n, text);
        column += n + (column > 0);
        text += n;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void print_json_string(const char *text)
{
    gac__json_string(text, gac_write_file, stdout);
}

/* Prints a headline, and lines unchanged, indented by two; NULL: nothing. */
static void print_lines(const char *head, const char *text)
{
    if (!text)
        return;
    printf("\n%s\n", head);
    while (*text) {
        int n = (int)strcspn(text, "\n");
        printf("  %.*s\n", n, text);
        text += n + (text[n] == '\n');
    }
}

static void print_json(const gac_rule *rule)
{
    printf("  {\"name\": \"%s\", \"severity\": \"%s\", \"summary\": ",
           rule->name, severity_of(rule));
    print_json_string(rule->summary);
    printf(", \"sentence\": ");
    print_json_string(rule->sentence);
    printf(", \"section\": ");
    print_json_string(rule->section);
    printf(", \"hint\": ");
    print_json_string(gac_rule_hint(rule->name));
    printf(", \"faulty\": ");
    print_json_string(gac_rule_example(rule->name, false));
    printf(", \"corrected\": ");
    print_json_string(gac_rule_example(rule->name, true));
    printf("}");
}

int gac__list_rules(const gac__tool *tool)
{
    bool json = tool->format == GAC_FORMAT_JSON;
    if (json)
        printf("[\n");
    for (uint32_t i = 0; i < gac_rule_count(); i++) {
        const gac_rule *rule = gac_rule_at(i);
        if (json) {
            print_json(rule);
            printf(i + 1 < gac_rule_count() ? ",\n" : "\n]\n");
        } else {
            printf("%-27s %-8s %s\n", rule->name, severity_of(rule),
                   rule->summary);
        }
    }
    return GAC__EXIT_OK;
}

int gac__explain_rule(const gac__tool *tool, const char *name)
{
    const gac_rule *rule = gac_rule_find(name);
    if (!rule)
        return gac__tool_usage_error(
            tool, "there is no rule '%s'; --list-rules prints them all", name);
    if (tool->format == GAC_FORMAT_JSON) {
        printf("[\n");
        print_json(rule);
        printf("\n]\n");
        return GAC__EXIT_OK;
    }
    printf("%s (%s)\n\nBroken when\n", rule->name, severity_of(rule));
    print_wrapped(rule->summary);
    printf("\nThe specification (%s)\n", rule->section);
    print_wrapped(rule->sentence);
    print_lines("Faulty", gac_rule_example(rule->name, false));
    print_lines("Corrected", gac_rule_example(rule->name, true));
    if (gac_rule_hint(rule->name)) {
        printf("\nHint\n");
        print_wrapped(gac_rule_hint(rule->name));
    }
    return GAC__EXIT_OK;
}
