/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* However a kernel is run, its output is the same, byte for byte: at every
 * instruction-set level, strip width, number of threads and mode of async
 * copies.
 *
 * Of the 180 ways each kernel of tests/kernels is run in a few, other ones
 * each; GAC_TEST_FULL=1 takes all of them, GAC_TEST_QUICK=1 two. A case
 * compares one way with the kernel's first.
 *
 * usage: test_matrix [SUBSTRING]   only kernels whose path holds SUBSTRING
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../fixtures.h"
#include "../under/under.h"
#include "../kernels/text_file.h"
#include "../worker/worker.h"

#define MAX_WORDS 64
#define N_WAYS 180
#define STEP 37 /* has no divisor in common with the number of ways */

typedef struct kernel {
    char *path, *module;
    size_t number; /* among all kernels, from 1 */
} kernel;

static kernel *kernels;
static size_t n_kernels, n_others; /* ways but the first */

/* -- the kernels ------------------------------------------------------------
 */

static bool fails(const char *text)
{
    return strstr(text, "\n// EXIT: ") != NULL
           || strstr(text, "\n// ERROR: ") != NULL;
}

static void add_kernel(const char *path, size_t number)
{
    char pattern[4096];
    glob_t modules;
    char *text = need(read_file(path));
    snprintf(pattern, sizeof pattern, "%.*s.*.spvasm", (int)strlen(path) - 3,
             path);
    if (!fails(text) && !under_lacks(path)
        && fixtures_glob(pattern, 0, &modules) == 0) {
        kernels = need(realloc(kernels, (n_kernels + 1) * sizeof *kernels));
        kernels[n_kernels++] = (kernel){
            need(strdup(path)),
            need(strdup(modules.gl_pathv[number % modules.gl_pathc])), number};
        globfree(&modules);
    }
    free(text);
}

static void collect(const char *filter)
{
    glob_t files;
    if (glob("tests/kernels/*/*.cl", 0, NULL, &files) != 0)
        return;
    for (size_t i = 0; i < files.gl_pathc; i++)
        if (filter == NULL || strstr(files.gl_pathv[i], filter) != NULL)
            add_kernel(files.gl_pathv[i], i + 1);
    globfree(&files);
}

/* -- a way ------------------------------------------------------------------
 */

typedef struct way {
    char cpu[32], strip[32], join[32]; /* settings of the environment */
    const char *threads, *mode;
} way;

static way choose(size_t n)
{
    static const char *const levels[] = {"avx512", "baseline", "avx2"};
    static const char *const strips[] = {"", "64", "128", "1024"};
    static const char *const joins[] = {"512", "0", "1024"};
    static const char *const threads[] = {"2", "1", "5"};
    static const char *const modes[] = {NULL, "--async=late", "--async=thread",
                                        "--async=random:3", "--async=eager"};
    way w = {.threads = threads[n / 12 % 3], .mode = modes[n / 36]};
    snprintf(w.cpu, sizeof w.cpu, "GAC_CPU=%s", levels[n % 3]);
    snprintf(w.strip, sizeof w.strip, "GAC_STRIP=%s", strips[n / 3 % 4]);
    snprintf(w.join, sizeof w.join, "GAC_JOIN=%s", joins[n / 12 % 3]);
    return w;
}

static char *join(char *all, const char *more)
{
    size_t n = strlen(all);
    all = need(realloc(all, n + strlen(more) + 1));
    memcpy(all + n, more, strlen(more) + 1);
    return all;
}

/* What one RUN line prints, and its status, behind `all`. */
static char *run_line(char *all, const way *w, char *line, char *module)
{
    char settings[3][32];
    char *words[MAX_WORDS] = {"gac-run", "-j", (char *)(uintptr_t)w->threads};
    char code_line[32], *save;
    int n = 3, code = 0;
    memcpy(settings[0], w->cpu, sizeof w->cpu);
    memcpy(settings[1], w->strip, sizeof w->strip);
    memcpy(settings[2], w->join, sizeof w->join);
    if (w->mode != NULL)
        words[n++] = (char *)(uintptr_t)w->mode;
    for (char *word = strtok_r(line, " ", &save);
         word != NULL && n < MAX_WORDS - 1; word = strtok_r(NULL, " ", &save))
        words[n++] = strcmp(word, "%") == 0 ? module : word;
    FILE *errors = need(tmpfile());
    char *const set[] = {settings[0], settings[1], settings[2], NULL};
    char *out =
        worker_run(&(worker_request){words, set, fileno(errors)}, &code);
    lseek(fileno(errors), 0, SEEK_SET);
    char *error = read_all(fileno(errors));
    snprintf(code_line, sizeof code_line, "code %d\n", code);
    all = join(join(join(all, out), error), code_line);
    fclose(errors);
    free(out);
    free(error);
    return all;
}

/* What all RUN lines of the kernel print. */
static char *execute(const kernel *k, size_t n)
{
    const way w = choose((k->number * 7 + n * STEP) % N_WAYS);
    char *all = need(calloc(1, 1)), *save, *text = need(read_file(k->path));
    char *module = worker_module(k->module);
    for (char *line = strtok_r(text, "\n", &save); line != NULL;
         line = strtok_r(NULL, "\n", &save))
        if (strncmp(line, "// RUN: ", 8) == 0)
            all = run_line(all, &w, line + 8, module);
    free(module);
    free(text);
    return all;
}

/* -- a case -----------------------------------------------------------------
 */

static bool try_case(size_t i)
{
    /* The kernel's first way; its cases are one block. */
    static const kernel *known;
    static char *first;
    const kernel *k = &kernels[i / n_others];
    const size_t n = i % n_others + 1;
    if (k != known) {
        free(first);
        first = execute(k, 0);
        known = k;
    }
    char *text = execute(k, n);
    bool same = strcmp(first, text) == 0;
    if (!same) {
        const way w = choose((k->number * 7 + n * STEP) % N_WAYS);
        size_t at = 0; /* where they part */
        while (first[at] != '\0' && first[at] == text[at])
            at++;
        printf("FAIL: %s: %s %s %s -j %s %s: `%.80s`, not `%.80s`\n", k->module,
               w.cpu, w.strip, w.join, w.threads, w.mode ? w.mode : "",
               text + at, first + at);
    }
    free(text);
    return same && strstr(first, "code ") != NULL;
}

int main(int argc, char **argv)
{
    n_others = getenv("GAC_TEST_FULL") != NULL    ? N_WAYS - 1
               : getenv("GAC_TEST_QUICK") != NULL ? 1
                                                  : 5;
    collect(argc > 1 ? argv[1] : NULL);
    return worker_cases(n_kernels * n_others, n_others, try_case);
}
