/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-val on every module of tests/valid and tests/invalid. */

/* A module says itself what is to be found, in comments on the line at fault:
 *
 *     ... ; expect: error RULE "Operand"; note OTHER-RULE
 *
 * the operand only where it matters, and with "; options: ..." how gac-val is
 * called. gac-val must report just that, in the order of the lines, for the
 * text and, without the lines, for the binary made of it; and exit with 1 if
 * and only if there is an error. A module in tests/invalid is named for the
 * rule that it breaks, which is one of those found. */
#include <dirent.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define MAX_EXPECTED 64

typedef struct expectation {
    char severity[16], rule[40], operand[40];
    int line;
} expectation;

typedef struct wanted {
    expectation items[MAX_EXPECTED];
    size_t n;
    bool error;
    char options[200];
} wanted;

static unsigned passed, failed;
static char build[1024]; /* the build folder */

/* -- what the module says -------------------------------------------------- */

static void read_comment(wanted *w, const char *text, int line)
{
    while (w->n < MAX_EXPECTED) {
        expectation e = {.line = line};
        int used = 0;
        text += strspn(text, " ;");
        if (sscanf(text, "%15s %39[a-z-]%n", e.severity, e.rule, &used) != 2)
            return;
        text += used;
        if (sscanf(text, " \"%39[^\"]\"%n", e.operand, &used) == 1)
            text += used;
        w->error |= !strcmp(e.severity, "error");
        w->items[w->n++] = e;
        if (!strchr(text, ';'))
            return;
        text = strchr(text, ';');
    }
}

static bool read_wanted(const char *path, wanted *w)
{
    char line[1000];
    FILE *file = fopen(path, "r");
    *w = (wanted){0};
    if (!file)
        return false;
    for (int n = 1; fgets(line, sizeof line, file); n++) {
        const char *comment = strstr(line, "; expect: ");
        if (comment)
            read_comment(w, comment + strlen("; expect: "), n);
        sscanf(line, "; options: %199[^\n]", w->options);
    }
    fclose(file);
    return true;
}

/* -- what gac-val says ----------------------------------------------------- */

/* Runs a command and parses what it prints as JSON; NULL: it is none. */
static json_t *run_json(const char *command, int *code_out)
{
    FILE *pipe = popen(command, "r");
    json_error_t error;
    json_t *root = pipe ? json_loadf(pipe, 0, &error) : NULL;
    int status = pipe ? pclose(pipe) : -1;
    *code_out = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
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
           && (!e->operand[0] || !strcmp(text_of(found, "operand"), e->operand))
           && (!lines
               || json_integer_value(json_object_get(found, "line"))
                      == e->line);
}

static void check(const char *path, const char *input, const wanted *w,
                  bool lines)
{
    char command[4096];
    int code;
    snprintf(command, sizeof command, "%s/bin/gac-val --format=json %s '%s'",
             build, w->options, input);
    json_t *root = run_json(command, &code);
    bool ok = json_is_array(root) && json_array_size(root) == w->n
              && code == w->error;
    for (size_t i = 0; ok && i < w->n; i++)
        ok = matches(json_array_get(root, i), &w->items[i], lines);
    passed += ok;
    failed += !ok;
    if (!ok) {
        char *text = json_dumps(root, JSON_INDENT(1));
        printf("FAIL: %s%s: exit code %d, %zu diagnostics expected:\n%s\n",
               path, lines ? "" : " as a binary", code, w->n,
               text ? text : "no JSON");
        free(text);
    }
    json_decref(root);
}

/* tests/invalid/RULE_CASE.spvasm breaks RULE. */
static void check_name(const char *name, const wanted *w)
{
    size_t n = strcspn(name, "_");
    for (size_t i = 0; i < w->n; i++)
        if (strlen(w->items[i].rule) == n
            && !strncmp(w->items[i].rule, name, n))
            return;
    failed++;
    printf("FAIL: %s does not break the rule that it is named for\n", name);
}

static void check_file(const char *folder, const char *name)
{
    char path[2048], binary[2048], command[8192];
    wanted w;
    snprintf(path, sizeof path, "tests/%s/%s", folder, name);
    snprintf(binary, sizeof binary, "%s/tests/%s/%s.spv", build, folder, name);
    if (!read_wanted(path, &w)) {
        failed++;
        return;
    }
    if (!strcmp(folder, "invalid"))
        check_name(name, &w);
    check(path, path, &w, true);
    snprintf(command, sizeof command,
             "mkdir -p '%s/tests/%s' && '%s/bin/gac-as' -o '%s' '%s'", build,
             folder, build, binary, path);
    if (system(command) == 0) {
        check(path, binary, &w, false);
    } else {
        failed++;
        printf("FAIL: %s does not assemble\n", path);
    }
}

static int is_module(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && !strcmp(dot, ".spvasm");
}

static void check_folder(const char *folder)
{
    char path[2048];
    struct dirent **entries;
    snprintf(path, sizeof path, "tests/%s", folder);
    int n = scandir(path, &entries, is_module, alphasort);
    for (int i = 0; i < n; i++) {
        check_file(folder, entries[i]->d_name);
        free(entries[i]);
    }
    if (n > 0)
        free(entries);
}

int main(int argc, char **argv)
{
    const char *end = argc > 0 ? strstr(argv[0], "/tests/") : NULL;
    if (!end)
        return 1;
    snprintf(build, sizeof build, "%.*s", (int)(end - argv[0]), argv[0]);
    check_folder("valid");
    check_folder("invalid");
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0 || passed == 0;
}
