/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs gac-run in forks of a test. */

/*   the test          starts two workers, starts another where one died
 *     worker          takes the next case's number from shared memory
 *       run           gac__run_main(), its output into a pipe
 *
 * Only runs call the library, so that all begin as a program does. They end by
 * exit(): what a sanitizer looks for at the end it looks for here. */
#include "fork_run.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
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

#define N_WORKERS 2
#define MMAP_BYTES (128 << 10)

/* What the processes share. */
typedef struct shared {
    atomic_size_t next, passed, failed;
    size_t at[N_WORKERS]; /* the case that each judges */
} shared;

static char folder[] = "/tmp/gac-test-XXXXXX"; /* assembled modules */

static pid_t start(void)
{
    pid_t parent = getpid();
    fflush(stdout); /* else the child would print it again */
    pid_t pid = fork();
    if (pid < 0) {
        perror("fork");
        exit(1);
    }
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
    }
    return pid;
}

static int wait_for(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* -- workers ----------------------------------------------------------------
 */

static pid_t start_worker(shared *s, int w, size_t n, size_t step,
                          fork_case *judge)
{
    pid_t pid = start();
    if (pid != 0)
        return pid;
    /* A run's memory is fresh, as a program's: pages that it shares with the
     * worker are copied when it writes to them. */
    mallopt(M_MMAP_THRESHOLD, MMAP_BYTES);
    malloc_trim(0);
    while ((s->at[w] = atomic_fetch_add(&s->next, step)) < n) {
        atomic_fetch_add(judge(s->at[w]) ? &s->passed : &s->failed, 1);
        fflush(stdout);
    }
    exit(0);
}

/* Waits for a worker's end; starts another in its place if it died. */
static void reap(shared *s, pid_t *workers, size_t n, size_t step,
                 fork_case *judge)
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
        if (s->at[w] < n)
            workers[w] = start_worker(s, w, n, step, judge);
    }
}

static void remove_modules(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        fprintf(stderr, "%s stays\n", folder);
}

int fork_cases(size_t n, size_t step, fork_case *judge)
{
    pid_t workers[N_WORKERS];
    shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s == MAP_FAILED || mkdtemp(folder) == NULL) {
        perror("fork_cases");
        return 1;
    }
    for (int w = 0; w < N_WORKERS; w++)
        workers[w] = start_worker(s, w, n, step, judge);
    while (workers[0] != 0 || workers[1] != 0)
        reap(s, workers, n, step, judge);
    remove_modules();
    printf("%zu passed, %zu failed, 0 skipped\n", (size_t)s->passed,
           (size_t)s->failed);
    return s->failed != 0 || s->passed == 0;
}

/* -- modules ----------------------------------------------------------------
 */

static int assemble(const char *path, const char *binary)
{
    gac_context *context = NULL;
    gac_input *input = NULL;
    size_t size_bytes = 0;
    if (gac_context_create(NULL, &context) != GAC_OK
        || gac_input_load(context, path, NULL, &input) != GAC_OK)
        return 1;
    const void *data = gac_input_data(input, &size_bytes);
    bool ok = gac__output_write(binary, data, size_bytes);
    gac_input_destroy(input);
    gac_context_destroy(context);
    return ok ? 0 : 1;
}

char *fork_module(const char *path)
{
    char binary[4096];
    int n = snprintf(binary, sizeof binary, "%s/%s", folder, path);
    if (n >= (int)sizeof binary)
        return need(strdup(path));
    for (char *c = binary + sizeof folder; *c != '\0'; c++)
        *c = *c == '/' ? '_' : *c;
    if (access(binary, R_OK) != 0) {
        pid_t pid = start();
        if (pid == 0)
            exit(assemble(path, binary));
        if (wait_for(pid) != 0)
            return need(strdup(path));
    }
    return need(strdup(binary));
}

/* -- runs -------------------------------------------------------------------
 */

static void be_run(const fork_request *request, int out_fd)
{
    int argc = 0, error_fd = request->error_fd;
    if (error_fd < 0)
        error_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(out_fd, STDOUT_FILENO);
    dup2(error_fd, STDERR_FILENO);
    for (char *const *s = request->settings; s != NULL && *s != NULL; s++)
        putenv(*s);
    while (request->words[argc] != NULL)
        argc++;
    exit(gac__run_main(argc, request->words));
}

char *fork_run(const fork_request *request, int *status_out)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        need(NULL);
    pid_t pid = start();
    if (pid == 0)
        be_run(request, ends[1]);
    close(ends[1]);
    char *text = read_all(ends[0]);
    close(ends[0]);
    *status_out = wait_for(pid);
    return text;
}
