/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs every module of tests/kernels with gac-run and compares what it prints
 * with the recorded output; refresh.sh says what the files are.
 *
 * usage: test_kernels [-v] [SUBSTRING]   only files whose path holds SUBSTRING
 *
 * A case is one module under one set of options. One of them is --check:
 * correct kernels are silent under it. Directives that refresh.sh does not
 * know:
 *   // EXIT: N       the expected exit code (default: 0)
 *   // ERROR: TEXT   what standard error must hold
 *   // CHECK: NAME   what --check finds all the same, and why that is right
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../fixtures.h"
#include "../under/under.h"
#include "../worker/worker.h"
#include "text_file.h"

#define MAX_RUNS 16
#define MAX_WORDS 64

typedef struct kernel {
    char *path; /* tests/kernels/FOLDER/NAME.cl */
    char *runs[MAX_RUNS];
    int n_runs;
    double ulp;
    int exit_code;
    char *error;
    char *check; /* NULL: --check finds nothing */
    char *expected;
} kernel;

typedef struct test_case {
    const kernel *kernel;
    char *module;
    const char *options; /* before those of the RUN line; "": none */
} test_case;

static bool verbose;
static size_t step = 1; /* every how manieth case is taken */
static test_case *cases;
static size_t n_cases, cases_capacity;

/* -- reading -------------------------------------------------------------- */

static void read_directive(kernel *k, char *line)
{
    static const char *const names[] = {
        "// RUN: ", "// ULP: ", "// EXIT: ", "// ERROR: ", "// CHECK: "};
    for (int i = 0; i < 5; i++) {
        size_t n = strlen(names[i]);
        if (strncmp(line, names[i], n) != 0)
            continue;
        if (i == 0 && k->n_runs < MAX_RUNS)
            k->runs[k->n_runs++] = line + n;
        else if (i == 1)
            k->ulp = strtod(line + n, NULL);
        else if (i == 2)
            k->exit_code = atoi(line + n);
        else if (i == 3)
            k->error = line + n;
        else if (i == 4)
            k->check = strtok(line + n, " ");
    }
}

/* NULL if the file is no test. The text stays: the directives point into it. */
static kernel *read_kernel(const char *path)
{
    kernel *k = need(calloc(1, sizeof *k));
    char *save, *text = need(read_file(path));
    char expected[4096];
    k->path = need(strdup(path));
    for (char *line = strtok_r(text, "\n", &save); line != NULL;
         line = strtok_r(NULL, "\n", &save))
        read_directive(k, line);
    snprintf(expected, sizeof expected, "%.*s.expected", (int)strlen(path) - 3,
             path);
    k->expected = read_file(expected);
    if (k->expected == NULL && k->exit_code != 0)
        k->expected = need(strdup(""));
    return k;
}

static void add_case(const kernel *k, const char *module, const char *options)
{
    if (n_cases == cases_capacity) {
        cases_capacity = cases_capacity * 2 + 256;
        cases = need(realloc(cases, cases_capacity * sizeof *cases));
    }
    cases[n_cases++] = (test_case){k, need(strdup(module)), options};
}

/* Asynchronous copies must give the same result whenever their bytes land, and
 * whatever the number of threads. */
static void add_kernel(const kernel *k, const char *module)
{
    static const char *const modes[] = {"--async=eager", "--async=late",
                                        "--async=random:7 -j 1",
                                        "--async=thread -j 3"};
    add_case(k, module, "");
    if (k->exit_code == 0)
        add_case(k, module, "--check");
    if (strstr(k->path, "/async/") == NULL || getenv("GAC_TEST_QUICK") != NULL)
        return;
    for (int i = 0; i < 4; i++)
        add_case(k, module, modes[i]);
}

static void collect(const char *filter)
{
    glob_t kernels, modules;
    if (glob("tests/kernels/*/*.cl", 0, NULL, &kernels) != 0)
        return;
    for (size_t i = 0; i < kernels.gl_pathc; i++) {
        const char *path = kernels.gl_pathv[i];
        char pattern[4096];
        snprintf(pattern, sizeof pattern, "%.*s.*.spv*", (int)strlen(path) - 3,
                 path);
        const kernel *k = NULL;
        if (fixtures_glob(pattern, 0, &modules) != 0)
            continue;
        for (size_t m = 0; m < modules.gl_pathc; m++) {
            if (under_lacks(modules.gl_pathv[m])
                || (filter != NULL
                    && strstr(modules.gl_pathv[m], filter) == NULL))
                continue;
            if (k == NULL)
                k = read_kernel(path);
            add_kernel(k, modules.gl_pathv[m]);
        }
        globfree(&modules);
    }
    globfree(&kernels);
}

/* -- running --------------------------------------------------------------- */

/* Appends the words of `text`, which is cut up; % becomes the module. */
static int split(char *text, const char *module, char **words, int n)
{
    char *save;
    for (char *word = strtok_r(text, " ", &save);
         word != NULL && n < MAX_WORDS - 1; word = strtok_r(NULL, " ", &save))
        words[n++] = strcmp(word, "%") == 0 ? (char *)(uintptr_t)module : word;
    words[n] = NULL;
    return n;
}

/* -- comparing ------------------------------------------------------------- */

/* The distance of two numbers in units in the last place of `digits` bits. */
static double ulps(double a, double b, int digits)
{
    if (a == b)
        return 0;
    double larger = fmax(fabs(a), fabs(b));
    return fabs(a - b) / ldexp(1, ilogb(larger) - digits + 1);
}

/* Compares one line; words that differ must be near numbers. On false *why_out
 * holds the difference. */
static bool same_line(char *got, char *want, double ulp, char *why,
                      size_t why_size)
{
    char *save_got, *save_want;
    int digits = strstr(want, " f64[") ? 53 : strstr(want, " f16[") ? 11 : 24;
    char *g = strtok_r(got, " ", &save_got);
    char *w = strtok_r(want, " ", &save_want);
    for (int at = 0; g != NULL || w != NULL; at++) {
        if (g == NULL || w == NULL || strcmp(g, w) != 0) {
            char *end_g, *end_w;
            double a = g ? strtod(g, &end_g) : 0, b = w ? strtod(w, &end_w) : 0;
            bool numbers = g && w && *end_g == '\0' && *end_w == '\0';
            if (!numbers || !(ulps(a, b, digits) <= ulp)) {
                snprintf(why, why_size, "word %d is %s, not %s", at,
                         g ? g : "missing", w ? w : "missing");
                return false;
            }
        }
        g = strtok_r(NULL, " ", &save_got);
        w = strtok_r(NULL, " ", &save_want);
    }
    return true;
}

static bool same_text(const char *got, const char *want, double ulp, char *why,
                      size_t why_size)
{
    for (int line = 1;; line++) {
        size_t got_n = strcspn(got, "\n"), want_n = strcspn(want, "\n");
        char reason[256];
        if (got_n != want_n || memcmp(got, want, got_n) != 0) {
            char *g = need(strndup(got, got_n)),
                 *w = need(strndup(want, want_n));
            bool same = same_line(g, w, ulp, reason, sizeof reason);
            free(g);
            free(w);
            if (!same) {
                snprintf(why, why_size, "line %d: %s", line, reason);
                return false;
            }
        }
        got += got_n;
        want += want_n;
        if (*got == '\0' || *want == '\0') {
            snprintf(why, why_size, "output ends early or late");
            return *got == *want;
        }
        got++;
        want++;
    }
}

/* -- a case ---------------------------------------------------------------- */

static bool is_checked(const test_case *c)
{
    return strcmp(c->options, "--check") == 0;
}

static bool check_code(const test_case *c, int code, char *why, size_t size)
{
    const kernel *k = c->kernel;
    snprintf(why, size, "exit code %d", code);
    return code == (is_checked(c) && k->check ? 3 : k->exit_code);
}

static bool run_case(const test_case *c, int error_fd, char *why, size_t size)
{
    const kernel *k = c->kernel;
    char *all = need(calloc(1, 1));
    bool ok = k->expected != NULL && k->n_runs > 0;
    char *module = worker_module(c->module);
    snprintf(why, size, "no RUN line or no expected output");
    for (int i = 0; ok && i < k->n_runs; i++) {
        char *words[MAX_WORDS] = {"gac-run", "--timeout=300"};
        char *options = need(strdup(c->options)),
             *line = need(strdup(k->runs[i]));
        int code, n = split(options, module, words, 2);
        split(line, module, words, n);
        char *text =
            worker_run(&(worker_request){words, NULL, error_fd}, &code);
        all = need(realloc(all, strlen(all) + strlen(text) + 1));
        strcat(all, text);
        ok = check_code(c, code, why, size);
        free(text);
        free(options);
        free(line);
    }
    if (ok)
        ok = same_text(all, k->expected, k->ulp, why, size);
    free(all);
    free(module);
    return ok;
}

/* Whether standard error held what it must; its first line goes into `why`. */
static bool check_errors(const test_case *c, int error_fd, bool ok, char *why,
                         size_t size)
{
    const char *want = is_checked(c) ? c->kernel->check : c->kernel->error;
    lseek(error_fd, 0, SEEK_SET);
    char *errors = read_all(error_fd);
    if (ok && want != NULL && strstr(errors, want) == NULL) {
        snprintf(why, size, "no `%s` on standard error", want);
        ok = false;
    }
    size_t n = strlen(why);
    if (!ok && errors[0] != '\0')
        snprintf(why + n, size - n, " (%.*s)", (int)strcspn(errors, "\n"),
                 errors);
    free(errors);
    return ok;
}

static bool try_case(size_t i)
{
    const test_case *c = &cases[i * step];
    char why[1024] = "";
    FILE *errors = need(tmpfile());
    fcntl(fileno(errors), F_SETFD, FD_CLOEXEC);
    bool ok = run_case(c, fileno(errors), why, sizeof why);
    ok = check_errors(c, fileno(errors), ok, why, sizeof why);
    fclose(errors);
    if (!ok || verbose)
        printf("%s: %s%s%s%s%s\n", ok ? "ok" : "FAIL", c->module,
               c->options[0] ? " " : "", c->options, ok ? "" : ": ",
               ok ? "" : why);
    return ok;
}

int main(int argc, char **argv)
{
    verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    collect(argc > 1 + verbose ? argv[1 + verbose] : NULL);
    if (getenv("GAC_TEST_QUICK") != NULL)
        step = 3; /* odd: modules are run checked and not */
    return worker_cases((n_cases + step - 1) / step, 1, try_case);
}
