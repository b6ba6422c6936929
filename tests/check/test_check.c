/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs the kernels of tests/check under gac-run --check and compares what is
 * found with what the comments in their sources say must be found:
 *
 *   // FAULT: KERNEL ARGS     a run that must be reported; exit code 3
 *   // SILENT: KERNEL ARGS    one that must not; exit code 0
 *   // FIND: CHECK INSTR[@LABEL] [& INSTR[@LABEL]] [OBJECT [[in] A..B]]
 *            [operand=NAME] [: NUMBERS [; NUMBERS]]
 *                             what a FAULT's run must report: each once, and
 *                             nothing else
 *   // THEN: ...              the same, as a note on the FIND above
 *   // ONLY: TEXT             modules whose name holds TEXT
 *
 * INSTR: names of instructions between bars, or *. LABEL: names between bars
 * of lines that end in "@NAME", after the kernel's head (or, failing that,
 * anywhere). After & stands the other access, of a race for example. A..B: the
 * bytes of the object, inclusive, or several ranges between bars; with `in` the
 * report must lie inside them. Spaces of an operand's name are written _.
 *
 * NUMBERS: those of the message, in its order, and of the note on the other
 * access; words between them are for the reader, * is any number, A|B either of
 * two. Each check has a case that says them. Of every report these follow from
 * the module's text and the case: the instruction's name, line and column, the
 * size of a buffer or local array, and that the message's numbers are those of
 * the finding.
 *
 * The modules of NAME.cl are NAME.*.spvasm (tests/kernels/refresh.sh makes
 * them). A .spvasm file of a one-part name is a case of its own, with ; in
 * place of // and lines of assembly as labels.
 *
 * Every run is repeated under other --async modes, on one thread or on two: it
 * must report the same, to the letter; and in narrower strips. Under
 * --keep-going it must report the same, and what follows from that at most.
 *
 * usage: test_check [-v] [SUBSTRING]   only cases whose name holds SUBSTRING
 *
 * GAC_CHECK_REPORTS=FOLDER: each case's reports, one run below the other, go to
 * FOLDER/NUMBER, for `diff -r` between two builds.
 */
#include <ctype.h>

#include "../invalid/module_text.h"
#include "../kernels/text_file.h"
#include "../worker/worker.h"
#include "check_case.h"

static bool verbose;
static size_t step = 1; /* every how manieth case is taken */
static case_list cases;

/* -- what a report says ---------------------------------------------------- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int64_t number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? json_integer_value(value) : -1;
}

/* Whether `name` is one of the words of `list` between bars. */
static bool one_of(const char *name, const char *list)
{
    size_t n = strlen(name);
    for (const char *at = list; at != NULL; at = strchr(at, '|')) {
        at += *at == '|';
        if (strncmp(at, name, n) == 0 && (at[n] == '|' || at[n] == '\0'))
            return true;
        if (strcspn(at, "|") == 4 && memcmp(at + 1, "D", 1) == 0
            && (strcmp(name, "OpFunctionCall") == 0
                || (strlen(name) > 4
                    && memcmp(name + strlen(name) - 4, at, 4) == 0)))
            return true; /* 2D2D: the set's instruction or the builtin's call */
    }
    return false;
}

static int line_of(const check_case *c, const json_t *report)
{
    if (!c->own_lines)
        report = json_object_get(report, "source");
    return (int)number_of(report, "line");
}

/* Whether the access `report` (an instruction and its source) is at `place`. */
static bool at_place(const check_case *c, const json_t *report,
                     const check_place *place)
{
    const char *instruction = text_of(report, "instruction");
    int line = line_of(c, report);
    if (strcmp(place->instructions, "*") != 0
        && !one_of(instruction, place->instructions))
        return false;
    if (place->n_lines == 0 || !c->has_lines)
        return true;
    for (int i = 0; i < place->n_lines; i++)
        if (line == place->lines[i])
            return true;
    return false;
}

static bool object_matches(const check_find *want, const json_t *memory)
{
    const char *variable = text_of(memory, "variable");
    if (want->object == NULL)
        return true;
    if (want->argument >= 0)
        return number_of(memory, "argument") == want->argument;
    /* The function's name may stand before it, and a number behind. */
    size_t n = strlen(want->object);
    for (const char *at = variable; at != NULL; at = strchr(at, '.')) {
        at += *at == '.';
        if (strncmp(at, want->object, n) == 0
            && (at[n] == '\0' || at[n] == '.'))
            return true;
    }
    return false;
}

static bool bytes_match(const check_find *want, const json_t *memory)
{
    int64_t first = number_of(memory, "first");
    int64_t last = first + number_of(memory, "bytes") - 1;
    for (int i = 0; i < want->n_ranges; i++) {
        const int64_t *range = want->ranges[i];
        if (want->within
                ? first >= range[0] && last <= range[1] && first <= last
                : first == range[0] && last == range[1])
            return true;
    }
    return want->n_ranges == 0;
}

/* Of a race either access may be the one that is reported. */
static bool places_match(const check_case *c, const json_t *report,
                         const json_t *other, const check_find *want)
{
    bool race = strcmp(want->rule, "data-race") == 0
                || strcmp(want->rule, "group-race") == 0;
    if (!want->has_other)
        return at_place(c, report, &want->place);
    return (at_place(c, report, &want->place)
            && at_place(c, other, &want->other))
           || (race && at_place(c, report, &want->other)
               && at_place(c, other, &want->place));
}

/* NULL if `report` is what `want` asks for, otherwise the first difference.
 * `other`: the note on the other access, or NULL. */
static const char *difference(const check_case *c, const json_t *report,
                              const json_t *other, const check_find *want)
{
    const json_t *finding = json_object_get(report, "finding");
    const json_t *memory = json_object_get(finding, "memory");
    if (strcmp(text_of(report, "rule"), want->rule) != 0)
        return "another check";
    if (!places_match(c, report, other, want))
        return "another place";
    if (!object_matches(want, memory))
        return "another object";
    if (!bytes_match(want, memory))
        return "other bytes";
    if (want->operand != NULL
        && strcmp(text_of(report, "operand"), want->operand) != 0)
        return "another operand";
    if (strcmp(text_of(finding, "kernel"), c->kernel) != 0)
        return "another kernel";
    return NULL;
}

static bool is_note(const json_t *report)
{
    return strcmp(text_of(report, "severity"), "note") == 0;
}

/* Whether it is the note on another access. */
static bool is_party(const json_t *report)
{
    return is_note(report) && json_object_get(report, "finding") == NULL;
}

/* The one that belongs to report `at`. */
static const json_t *note_of(const json_t *reports, size_t at)
{
    const json_t *next = json_array_get(reports, at + 1);
    return is_party(next) ? next : NULL;
}

/* -- numbers --------------------------------------------------------------- */

/* Cuts off the next number of a text, of what stands in no word; "": there is
 * none. */
static const char *next_number(const char **text, char out[64])
{
    const char *c = *text;
    out[0] = '\0';
    while (*c != '\0' && out[0] == '\0') {
        bool minus = *c == '-' && isdigit((unsigned char)c[1]);
        if (*c == '*' || isdigit((unsigned char)*c) || minus) {
            size_t n = 1 + strspn(c + 1, "0123456789abcdefx.+|");
            snprintf(out, 64, "%.*s", (int)n, c);
            c += n;
        } else if (isalpha((unsigned char)*c) || *c == '_') {
            while (isalnum((unsigned char)*c) || *c == '_' || *c == '.')
                c++;
        } else {
            c++;
        }
    }
    *text = c;
    return out;
}

/* Whether a number is one that may be: it, A|B or *. */
static bool may_be(const char *number, const char *wanted)
{
    const char *bar = strchr(wanted, '|');
    size_t n = bar ? (size_t)(bar - wanted) : strlen(wanted);
    return strcmp(wanted, "*") == 0
           || (strncmp(number, wanted, n) == 0 && number[n] == '\0')
           || (bar && strcmp(number, bar + 1) == 0);
}

/* Whether the numbers of a text begin with those of another; `whole`: there are
 * no more. */
static bool has_numbers(const char *text, const char *wanted, bool whole)
{
    char number[64], want[64];
    while (*next_number(&wanted, want) != '\0')
        if (!may_be(next_number(&text, number), want))
            return false;
    return !whole || *next_number(&text, number) == '\0';
}

static bool says(const check_find *want, const json_t *report,
                 const json_t *other)
{
    if (want->says == NULL)
        return true;
    char *text = need(strdup(want->says)), *note = strchr(text, ';');
    if (note != NULL)
        *note++ = '\0';
    bool right =
        has_numbers(text_of(report, "message"), text, true)
        && has_numbers(text_of(other, "message"), note ? note : "", true);
    free(text);
    return right;
}

static int print_ids(char *out, size_t size, const json_t *ids)
{
    int64_t id[3] = {0};
    for (size_t i = 0; i < 3; i++)
        id[i] = json_integer_value(json_array_get(ids, i));
    return json_is_array(ids)
               ? snprintf(out, size, "%lld,%lld,%lld ", (long long)id[0],
                          (long long)id[1], (long long)id[2])
               : 0;
}

/* The numbers that a finding's message begins with, and those that end it. */
static void finding_numbers(const json_t *report, char *first, char *last,
                            size_t size)
{
    const json_t *f = json_object_get(report, "finding");
    const json_t *memory = json_object_get(f, "memory");
    const json_t *element = json_object_get(f, "element");
    const int64_t items = number_of(f, "items"),
                  from = number_of(memory, "first"),
                  bytes = number_of(memory, "bytes");
    int n = print_ids(first, size, json_object_get(f, "item"));
    n += print_ids(first + n, size - (size_t)n, json_object_get(f, "group"));
    if (strstr(text_of(report, "message"), " byte") && bytes > 0
        && json_is_object(memory)) {
        n += snprintf(first + n, size - (size_t)n, "%lld ", (long long)from);
        if (bytes > 1)
            n += snprintf(first + n, size - (size_t)n, "%lld ",
                          (long long)(from + bytes - 1));
        if (number_of(memory, "argument") >= 0)
            n += snprintf(first + n, size - (size_t)n, "%d ",
                          (int)number_of(memory, "argument"));
        if (json_is_object(element)
            && strstr(text_of(report, "message"), " of the copy)"))
            snprintf(first + n, size - (size_t)n, "%lld %lld %lld",
                     (long long)number_of(element, "plane"),
                     (long long)number_of(element, "line"),
                     (long long)number_of(element, "element"));
    }
    n = items > 0 ? snprintf(last, size, "%lld ", (long long)items) : 0;
    snprintf(last + n, size - (size_t)n, "%d", (int)number_of(f, "groups"));
}

/* Message and finding say the same. */
static bool agrees(const json_t *report)
{
    char first[400], last[100];
    const char *message = text_of(report, "message");
    const char *end = strrchr(message, '(');
    finding_numbers(report, first, last, sizeof last);
    return end != NULL && has_numbers(message, first, false)
           && has_numbers(end, last, true);
}

/* -- places ---------------------------------------------------------------- */

/* Whether an access is where the module's text has its instruction. */
static bool is_in_text(const json_t *access, int64_t ordinal)
{
    const json_t *source = json_object_get(access, "source");
    const char *instruction = text_of(access, "instruction");
    const text_line *l = text_inst((uint32_t)ordinal);
    uint32_t line = 0, column = 0;
    if (l == NULL)
        return false;
    text_source((uint32_t)ordinal, &line, &column);
    const char *opcode = l->tokens[l->result];
    if (strcmp(opcode, instruction) != 0
        && (strncmp(opcode, "OpExtInst", 9) != 0
            || strcmp(text_token(l, 4), instruction) != 0))
        return false;
    return number_of(source, "line") == (line ? (int64_t)line : -1)
           && number_of(source, "column") == (column ? (int64_t)column : -1);
}

static bool are_in_text(const check_case *c, const json_t *report,
                        const json_t *other)
{
    if (c->own_lines || !c->has_lines)
        return true;
    const json_t *access =
        json_object_get(json_object_get(report, "finding"), "other");
    int64_t ordinal = number_of(access, "ordinal");
    return is_in_text(report, number_of(report, "line"))
           && (ordinal < 0 || is_in_text(access, ordinal))
           && (other == NULL
               || (number_of(other, "line") == ordinal
                   && is_in_text(other, ordinal)));
}

static bool size_matches(const check_find *want, const json_t *report)
{
    const json_t *memory =
        json_object_get(json_object_get(report, "finding"), "memory");
    return want->size < 0 || !json_is_object(memory)
           || number_of(memory, "size") == want->size;
}

/* What a report says beside what it is about; NULL: all is right. */
static const char *detail(const check_case *c, const json_t *report,
                          const json_t *other, const check_find *want)
{
    return !size_matches(want, report) ? "another size"
           : !agrees(report)           ? "other numbers in the finding"
           : !*text_of(report, "hint") != is_note(report) ? "another hint"
           : !are_in_text(c, report, other) ? "elsewhere in the text"
           : !c->unrolled && !says(want, report, other) ? "other numbers"
                                                        : NULL;
}

/* The same of all reports that a run without options makes. */
static bool details_match(const check_case *c, const json_t *reports, char *why,
                          size_t size)
{
    size_t at;
    json_t *report;
    if (!c->own_lines && c->has_lines && json_array_size(reports) > 0
        && !text_read_file(c->module))
        return false;
    json_array_foreach(reports, at, report)
    {
        const json_t *other = note_of(reports, at);
        const char *reason = "nothing of it was to be found";
        for (int i = 0; i < c->n_finds && reason != NULL; i++)
            if (difference(c, report, other, &c->finds[i]) == NULL)
                reason = detail(c, report, other, &c->finds[i]);
        if (reason == NULL || is_party(report))
            continue;
        snprintf(why, size, "%s: [%s] %s; %s", reason, text_of(report, "rule"),
                 text_of(report, "message"), text_of(other, "message"));
        return false;
    }
    return true;
}

/* Whether a report may follow from the run going on behind an access out of
 * bounds that the case wants told. */
static bool is_later(const check_case *c, const json_t *report)
{
    const char *rule = text_of(report, "rule");
    bool later = false;
    for (int i = 0; i < c->n_finds; i++)
        later |= strstr(c->finds[i].rule, "out-of-bounds") != NULL;
    return later
           && (is_note(report) || strcmp(rule, "out-of-bounds") == 0
               || strcmp(rule, "uninitialized") == 0);
}

/* Each report is one that the case wants, or is_later() if the run goes on, and
 * each wanted one is there once. */
static bool compare(const check_case *c, const json_t *reports, bool goes_on,
                    char *why, size_t size)
{
    bool seen[MAX_FINDS] = {false};
    size_t at;
    json_t *report;
    int cause = -1;
    json_array_foreach(reports, at, report)
    {
        const json_t *other = note_of(reports, at);
        const char *reason = "nothing of it was to be found";
        int i = 0;
        if (is_party(report))
            continue;
        for (; i < c->n_finds; i++) {
            const char *why_not = difference(c, report, other, &c->finds[i]);
            if (why_not == NULL
                && c->finds[i].cause != (is_note(report) ? cause : -1))
                why_not = "another cause";
            if (why_not == NULL && (!seen[i] || c->unrolled))
                break;
            if (why_not == NULL)
                why_not = "found before";
            if (strcmp(why_not, "another check") != 0)
                reason = why_not;
        }
        if (i == c->n_finds && goes_on && is_later(c, report))
            continue;
        if (i == c->n_finds) {
            snprintf(why, size, "%s: [%s] %s, line %d; %s, line %d", reason,
                     text_of(report, "rule"), text_of(report, "message"),
                     line_of(c, report), text_of(other, "message"),
                     line_of(c, other));
            return false;
        }
        seen[i] = true;
        cause = is_note(report) ? cause : i;
    }
    for (int i = 0; i < c->n_finds; i++)
        if (!seen[i]) {
            snprintf(why, size, "%s was not found", c->finds[i].rule);
            return false;
        }
    return true;
}

/* -- a case ---------------------------------------------------------------- */

/* What gac-run wrote; NULL if it is no JSON or the exit code is not the one
 * that belongs to it. */
/* Keeps what a run wrote, where that is asked for. */
static void keep_reports(const check_case *c, const char *options,
                         const char *text)
{
    const char *folder = getenv("GAC_CHECK_REPORTS");
    char path[1024];
    size_t number = 0;
    while (folder != NULL && cases.items[number] != c)
        number++;
    if (folder == NULL
        || snprintf(path, sizeof path, "%s/%zu", folder, number)
               >= (int)sizeof path)
        return;
    FILE *out = fopen(path, "a");
    if (out == NULL)
        return;
    fprintf(out, "-- %s %s %s\n%s\n", c->module, c->kernel, options, text);
    fclose(out);
}

static json_t *run(const check_case *c, const char *options, char *why,
                   size_t size)
{
    int status = 0;
    char *text = check_run(c, options, &status);
    keep_reports(c, options, text);
    json_error_t error;
    json_t *all = json_loads(text, 0, &error);
    json_t *reports = json_incref(json_object_get(all, "diagnostics"));
    json_decref(all);
    int want = c->n_finds != 0 ? 3 : 0;
    if (reports == NULL || !json_is_array(reports)) {
        snprintf(why, size, "exit code %d, no JSON: %.80s", status, text);
    } else if (status != want) {
        const json_t *first = json_array_get(reports, 0);
        snprintf(why, size, "exit code %d, not %d; [%s] %s", status, want,
                 text_of(first, "rule"), text_of(first, "message"));
    } else {
        free(text);
        return reports;
    }
    json_decref(reports);
    free(text);
    return NULL;
}

/* The same run at other times, on more threads, in other strips (then with the
 * same reports, but another work-item may come first). Each kernel has several
 * modules, so that three modes for each are all of them for the kernel. */
static bool same_elsewhere(const check_case *c, size_t number,
                           const json_t *reports, char *why, size_t size)
{
    static const char *const modes[] = {
        "--async=eager -j 1",
        "--async=late -j 2",
        "--async=thread -j 2",
        "--async=random:7 -j 1",
        "--async=random:8 -j 2",
        "GAC_CPU=baseline GAC_STRIP=64 --async=late",
        "GAC_CPU=avx2 GAC_STRIP=128",
        "GAC_STRIP=64 -j 2"};
    const size_t n_modes = sizeof modes / sizeof *modes;
    if (getenv("GAC_TEST_QUICK") != NULL)
        return true;
    for (size_t i = 0; i < 3; i++) {
        const char *mode = modes[(number + 3 * i) % n_modes];
        char reason[1024] = "";
        json_t *others = run(c, mode, reason, sizeof reason);
        bool same = others != NULL;
        if (same && !json_equal(reports, others)
            && compare(c, others, false, reason, sizeof reason)) {
            snprintf(reason, sizeof reason, "another report");
            same = mode[0] == 'G';
        } else if (reason[0] != '\0') {
            same = false;
        }
        json_decref(others);
        if (!same) {
            snprintf(why, size, "under %s: %s", mode, reason);
            return false;
        }
    }
    return true;
}

/* Behind an access out of bounds, which is left out, the run goes on. */
static bool keeps_going(const check_case *c, char *why, size_t size)
{
    json_t *reports = run(c, "--keep-going", why, size);
    bool ok = reports != NULL && compare(c, reports, true, why, size);
    json_decref(reports);
    return ok;
}

static bool try_case(size_t i)
{
    const check_case *c = cases.items[i *= step];
    char why[2048] = "";
    json_t *reports = run(c, "", why, sizeof why);
    bool ok = reports != NULL && compare(c, reports, false, why, sizeof why)
              && details_match(c, reports, why, sizeof why)
              && same_elsewhere(c, i, reports, why, sizeof why)
              && keeps_going(c, why, sizeof why);
    json_decref(reports);
    if (!ok || verbose)
        printf("%s: %s %s%s%s\n", ok ? "ok" : "FAIL", c->module, c->kernel,
               ok ? "" : ": ", ok ? "" : why);
    return ok;
}

/* Each check has a case that says all its numbers. */
static bool all_are_said(void)
{
    bool all = true;
    for (size_t i = 0; i < cases.n; i++)
        for (int k = 0; k < cases.items[i]->n_finds; k++) {
            const char *rule = cases.items[i]->finds[k].rule;
            bool said = false;
            for (size_t j = 0; j < cases.n && !said; j++)
                for (int f = 0; f < cases.items[j]->n_finds; f++)
                    said |= cases.items[j]->finds[f].says != NULL
                            && strcmp(cases.items[j]->finds[f].rule, rule) == 0;
            if (!said)
                printf("no case says the numbers of %s\n", rule);
            all &= said;
        }
    return all;
}

int main(int argc, char **argv)
{
    verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    const char *filter = argc > 1 + verbose ? argv[1 + verbose] : NULL;
    if (!check_cases("tests/check", filter, &cases)
        || (filter == NULL && !all_are_said()))
        return 1;
    if (getenv("GAC_TEST_QUICK") != NULL)
        step = 3;
    return worker_cases((cases.n + step - 1) / step, 1, try_case);
}
