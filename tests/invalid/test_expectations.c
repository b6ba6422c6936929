/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-val on every module of tests/valid and tests/invalid. */

/* Modules say themselves what is to be found (expectation.h). gac-val must
 * report just that, in the order of the lines, for the text and, without the
 * lines, for the binary made of it; and exit with 1 if and only if there is an
 * error. A module in tests/invalid is named for the rule that it breaks, which
 * is one of those found. */
#include <glob.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../kernels/text_file.h"
#include "../worker/worker.h"
#include "expectation.h"

#define MAX_WORDS 16

static glob_t files;

/* -- what gac-val says ----------------------------------------------------- */

/* What gac-val prints, as JSON; NULL: it is none. */
static json_t *run_json(const char *options, const char *input, int *code_out)
{
    char *words[MAX_WORDS] = {"gac-val", "--format=json"}, *save;
    char *line = need(strdup(options)), *file = need(strdup(input));
    int n = 2;
    for (char *word = strtok_r(line, " ", &save);
         word != NULL && n < MAX_WORDS - 2; word = strtok_r(NULL, " ", &save))
        words[n++] = word;
    words[n] = file;
    char *text = worker_run(&(worker_request){words, NULL, -1}, code_out);
    json_t *root = json_loads(text, 0, NULL);
    free(text);
    free(file);
    free(line);
    return root;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool matches(const json_t *found, const expectation *e, bool lines)
{
    return !strcmp(text_of(found, "severity"), e->severity)
           && !strcmp(text_of(found, "rule"), e->rule)
           && !strcmp(text_of(found, "operand"), e->operand)
           && (!lines
               || json_integer_value(json_object_get(found, "line"))
                      == e->line);
}

static bool check(const char *path, const char *input, const wanted *w,
                  bool lines)
{
    int code;
    json_t *root = run_json(w->options, input, &code);
    bool ok = json_is_array(root) && json_array_size(root) == w->n
              && code == w->error;
    for (size_t i = 0; ok && i < w->n; i++)
        ok = matches(json_array_get(root, i), &w->items[i], lines);
    if (!ok) {
        char *text = json_dumps(root, JSON_INDENT(1));
        printf("FAIL: %s%s: exit code %d, %zu diagnostics expected:\n%s\n",
               path, lines ? "" : " as a binary", code, w->n,
               text ? text : "no JSON");
        free(text);
    }
    json_decref(root);
    return ok;
}

static bool check_binary(const char *path, const wanted *w)
{
    char *binary = worker_module(path);
    bool ok = strcmp(binary, path) != 0;
    if (!ok)
        printf("FAIL: %s does not assemble\n", path);
    ok = ok && check(path, binary, w, false);
    free(binary);
    return ok;
}

/* tests/invalid/RULE_CASE.spvasm breaks RULE. */
static bool check_name(const char *path, const wanted *w)
{
    if (strstr(path, "/invalid/") == NULL)
        return true;
    const char *name = strrchr(path, '/') + 1;
    size_t n = strcspn(name, "_");
    for (size_t i = 0; i < w->n; i++)
        if (strlen(w->items[i].rule) == n
            && !strncmp(w->items[i].rule, name, n))
            return true;
    printf("FAIL: %s does not break the rule that it is named for\n", path);
    return false;
}

/* Two cases a module: the text, the binary. */
static bool try_case(size_t i)
{
    const char *path = files.gl_pathv[i / 2];
    wanted w;
    if (!read_wanted(path, &w))
        return false;
    if (i % 2 == 1)
        return check_binary(path, &w);
    bool named = check_name(path, &w);
    return check(path, path, &w, true) && named;
}

int main(void)
{
    if (glob("tests/valid/*.spvasm", 0, NULL, &files) != 0
        || glob("tests/invalid/*.spvasm", GLOB_APPEND, NULL, &files) != 0)
        return 1;
    return worker_cases(2 * files.gl_pathc, 2, try_case);
}
