/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs tools in workers of a test. */

/*   the test          starts two workers, starts another where one died
 *     worker          takes the next cases' numbers from shared memory
 *       run           the tool's main(), its output into a file in memory
 *
 * A process a run, even by a bare fork, takes ten times what most runs do. A
 * run finds the memory that the ones before it have used: what depends on its
 * being zero shows here. */
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gac/gac.h>
#include <gac/text.h>

#include "../kernels/text_file.h"
#include "tools/output_file.h"
#include "tools/run_tool.h"

/* The mains of the tools (tests.mk gives them these names). */
int gac__as_main(int argc, char **argv);
int gac__dis_main(int argc, char **argv);
int gac__val_main(int argc, char **argv);

#define N_WORKERS 2
#define MAX_SETTINGS 8

/* What the processes share. */
typedef struct shared {
    atomic_size_t next, passed, failed;
    size_t at[N_WORKERS], end[N_WORKERS]; /* the cases that each has taken */
} shared;

static char folder[] = "/tmp/gac-test-XXXXXX"; /* assembled modules */

/* -- workers --------------------------------------------------------------- */

static void work(shared *s, int w, size_t n, size_t block,
                 worker_case *try_case)
{
    for (;; s->at[w]++) {
        if (s->at[w] == s->end[w]) {
            s->at[w] = atomic_fetch_add(&s->next, block);
            s->end[w] = s->at[w] + block;
        }
        if (s->at[w] >= n)
            return;
        atomic_fetch_add(try_case(s->at[w]) ? &s->passed : &s->failed, 1);
        fflush(stdout);
    }
}

/* Workers end by exit(): what a sanitizer looks for at the end it looks for
 * here. */
static pid_t start_worker(shared *s, int w, size_t n, size_t block,
                          worker_case *try_case)
{
    pid_t parent = getpid();
    fflush(stdout); /* else the child would print it again */
    pid_t pid = fork();
    if (pid < 0) {
        perror("fork");
        exit(1);
    }
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    work(s, w, n, block, try_case);
    exit(0);
}

/* Waits for a worker's end; starts another in its place if it died. */
static void reap(shared *s, pid_t *workers, size_t n, size_t block,
                 worker_case *try_case)
{
    int status = 0;
    pid_t pid = wait(&status);
    for (int w = 0; pid > 0 && w < N_WORKERS; w++) {
        if (workers[w] != pid)
            continue;
        workers[w] = 0;
        if (status == 0)
            continue;
        printf("FAIL: case %zu ended its worker: status %d\n", s->at[w],
               status);
        s->failed++;
        if (s->at[w] < n) {
            s->at[w]++;
            workers[w] = start_worker(s, w, n, block, try_case);
        }
    }
}

static void remove_modules(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        fprintf(stderr, "%s stays\n", folder);
}

int worker_cases(size_t n, size_t block, worker_case *try_case)
{
    pid_t workers[N_WORKERS];
    shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s == MAP_FAILED || mkdtemp(folder) == NULL) {
        perror("worker_cases");
        return 1;
    }
    for (int w = 0; w < N_WORKERS; w++)
        workers[w] = start_worker(s, w, n, block, try_case);
    while (workers[0] != 0 || workers[1] != 0)
        reap(s, workers, n, block, try_case);
    remove_modules();
    printf("%zu passed, %zu failed, 0 skipped\n", (size_t)s->passed,
           (size_t)s->failed);
    return s->failed != 0 || s->passed == 0;
}

/* -- modules --------------------------------------------------------------- */

static bool assemble(const char *path, const char *binary)
{
    gac_context *context = NULL;
    gac_input *input = NULL;
    size_t size_bytes = 0;
    bool ok = gac_context_create(NULL, &context) == GAC_OK
              && gac_input_load(context, path, NULL, &input) == GAC_OK;
    if (ok) {
        const void *data = gac_input_data(input, &size_bytes);
        ok = gac__output_write(binary, data, size_bytes);
    }
    gac_input_destroy(input);
    gac_context_destroy(context);
    return ok;
}

char *worker_module(const char *path)
{
    char binary[4096];
    int n = snprintf(binary, sizeof binary, "%s/%s", folder, path);
    if (n >= (int)sizeof binary)
        return need(strdup(path));
    for (char *c = binary + sizeof folder; *c != '\0'; c++)
        *c = *c == '/' ? '_' : *c;
    if (access(binary, R_OK) != 0 && !assemble(path, binary))
        return need(strdup(path));
    return need(strdup(binary));
}

/* -- runs ------------------------------------------------------------------ */

/* The file that runs print to, empty; and standard streams beside them. */
static int printed_fd, out_fd, err_fd, null_fd;

static void open_streams(void)
{
    if (null_fd != 0)
        return;
    printed_fd = memfd_create("output", MFD_CLOEXEC);
    out_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    err_fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (printed_fd < 0 || out_fd < 0 || err_fd < 0 || null_fd < 0)
        need(NULL);
}

/* Changes the environment; `before` gets what brings it back. */
static void set(char *const *settings, char *before[MAX_SETTINGS])
{
    for (int i = 0; settings != NULL && settings[i] != NULL; i++) {
        char *name = strndup(settings[i], strcspn(settings[i], "="));
        const char *value = getenv(need(name));
        before[i] = value != NULL ? strdup(value) : NULL;
        setenv(name, settings[i] + strlen(name) + 1, 1);
        free(name);
    }
}

static void reset(char *const *settings, char *before[MAX_SETTINGS])
{
    for (int i = 0; settings != NULL && settings[i] != NULL; i++) {
        char *name = strndup(settings[i], strcspn(settings[i], "="));
        if (before[i] != NULL)
            setenv(need(name), before[i], 1);
        else
            unsetenv(need(name));
        free(name);
        free(before[i]);
    }
}

static int run_tool(char **words)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } tools[] = {{"gac-as", gac__as_main},
                 {"gac-dis", gac__dis_main},
                 {"gac-run", gac__run_main},
                 {"gac-val", gac__val_main}};
    size_t argc = 0, i = 0;
    while (words[argc] != NULL)
        argc++;
    while (strcmp(tools[i].name, words[0]) != 0)
        i++;
    optind = 0; /* getopt_long() begins anew */
    return tools[i].run((int)argc, words);
}

int worker_run_to(const worker_request *request, int output_fd)
{
    char *before[MAX_SETTINGS];
    open_streams();
    fflush(stdout);
    dup2(output_fd, STDOUT_FILENO);
    dup2(request->error_fd < 0 ? null_fd : request->error_fd, STDERR_FILENO);
    set(request->settings, before);
    int code = run_tool(request->words);
    reset(request->settings, before);
    fflush(stdout);
    dup2(out_fd, STDOUT_FILENO);
    dup2(err_fd, STDERR_FILENO);
    return code;
}

char *worker_run(const worker_request *request, int *code_out)
{
    open_streams();
    *code_out = worker_run_to(request, printed_fd);
    lseek(printed_fd, 0, SEEK_SET);
    char *text = read_all(printed_fd);
    if (ftruncate(printed_fd, 0) != 0 || lseek(printed_fd, 0, SEEK_SET) != 0)
        need(NULL);
    return text;
}
