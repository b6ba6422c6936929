/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Findings of the checks, and messages of kernels that stop. A defect is kept
 * once, with the number of launches that had it, and printed when the process
 * ends; a trap is printed at once. Under gac-cl the report so far is in a file,
 * too, which gac-cl prints if the process ends by a signal, by _exit or by
 * exec. */
#include "opencl/opencl_internal.h"
#include "support/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* -- the sink ------------------------------------------------------------- */

/* What this thread gathers; NULL: it does not listen. The variable is in the
 * static TLS block, since leak checkers report the thread-local memory of a
 * library that is loaded late. */
static _Thread_local __attribute__((tls_model("initial-exec")))
gac_diagnostic_list *sink;

void gac__cl_sink(void *user, const gac_diagnostic *diagnostic)
{
    (void)user;
    if (sink)
        gac_diagnostic_list_add(sink, diagnostic);
}

gac_result gac__cl_listen(void)
{
    return gac_diagnostic_list_create(NULL, &sink);
}

static void forget_sink(void)
{
    gac_diagnostic_list_destroy(sink);
    sink = NULL;
}

void gac__cl_listen_end(gac__bytes *text)
{
    if (sink && text)
        gac_diagnostic_list_render(sink, NULL, gac__bytes_write, text);
    forget_sink();
}

/* -- defects -------------------------------------------------------------- */

/* A defect: a finding and its notes, from `first` on in the list. */
typedef struct defect {
    size_t first, n;
    uint32_t n_launches;
} defect;

static struct {
    pthread_mutex_t lock;
    gac_diagnostic_list *list;
    defect *items;
    size_t n, capacity;
    bool registered;
    char pending[256]; /* the file of the report so far; empty: none */
} found = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

/* Whether two findings are one defect: those of one check, kernel, and
 * instruction are, in all builds of the program. */
static bool is_same(const gac_diagnostic *a, const gac_diagnostic *b)
{
    return a->ordinal == b->ordinal && a->source.line == b->source.line
           && a->source.column == b->source.column
           && is_same_text(a->rule, b->rule)
           && is_same_text(a->finding->kernel, b->finding->kernel)
           && is_same_text(a->instruction, b->instruction)
           && is_same_text(a->source.file, b->source.file);
}

static void tell_at_end(void);
static void render(const gac__cl_settings *settings, FILE *file);

static defect *new_defect(void)
{
    if ((!found.list && gac_diagnostic_list_create(NULL, &found.list) != GAC_OK)
        || !GAC__GROW(found.items, found.capacity, found.n))
        return NULL;
    defect *d = &found.items[found.n++];
    *d = (defect){.first = gac_diagnostic_list_count(found.list),
                  .n_launches = 1};
    return d;
}

/* Keeps what was gathered from `at` up to `end`, a finding with its notes. */
static void keep(size_t at, size_t end)
{
    const gac_diagnostic *finding = gac_diagnostic_list_at(sink, at);
    for (size_t k = 0; k < found.n; k++)
        if (is_same(finding,
                    gac_diagnostic_list_at(found.list, found.items[k].first))) {
            found.items[k].n_launches++;
            return;
        }
    defect *d = new_defect();
    if (!d)
        return;
    for (size_t k = at; k < end; k++)
        gac_diagnostic_list_add(found.list, gac_diagnostic_list_at(sink, k));
    d->n = gac_diagnostic_list_count(found.list) - d->first;
}

static void forget(void)
{
    gac_diagnostic_list_destroy(found.list);
    free(found.items);
    found.list = NULL;
    found.items = NULL;
    found.n = found.capacity = 0;
    found.pending[0] = '\0';
}

/* Around a fork: the parent alone reports what was found before. */
static void lock_for_fork(void)
{
    pthread_mutex_lock(&found.lock);
}

static void unlock_after_fork(void)
{
    pthread_mutex_unlock(&found.lock);
}

static void forget_after_fork(void)
{
    forget();
    pthread_mutex_unlock(&found.lock);
}

/* Adds a line with the number of new defects to the tally, whose lines gac-cl
 * sums, and writes the report so far. */
static void write_pending(const gac__cl_settings *settings, size_t n_new)
{
    FILE *tally = fopen(settings->tally, "a");
    if (tally) {
        fprintf(tally, "%zu\n", n_new);
        fclose(tally);
    }
    if (!found.pending[0])
        snprintf(found.pending, sizeof found.pending, "%s.%ld.%llu",
                 settings->tally, (long)getpid(),
                 (unsigned long long)gac__now_ns());
    FILE *file = fopen(found.pending, "w");
    if (file) {
        render(settings, file);
        fclose(file);
    }
}

void gac__cl_tell_run(void)
{
    gac_diagnostic_list *now = NULL;
    size_t n = gac_diagnostic_list_count(sink);
    if (!n) {
        forget_sink();
        return;
    }
    pthread_mutex_lock(&found.lock);
    if (!found.registered)
        found.registered = !atexit(tell_at_end)
                           && !pthread_atfork(lock_for_fork, unlock_after_fork,
                                              forget_after_fork);
    size_t before = found.n;
    for (size_t at = 0, end; at < n; at = end) {
        const gac_diagnostic *d = gac_diagnostic_list_at(sink, at);
        end = at + 1;
        while (end < n && gac_diagnostic_list_at(sink, end)->belongs)
            end++;
        if (d->finding) {
            keep(at, end);
            continue;
        }
        if (!now && gac_diagnostic_list_create(NULL, &now) != GAC_OK)
            break;
        for (size_t k = at; k < end; k++)
            gac_diagnostic_list_add(now, gac_diagnostic_list_at(sink, k));
    }
    if (found.n > before && gac__cl_settings_read()->tally)
        write_pending(gac__cl_settings_read(), found.n - before);
    if (now)
        gac_diagnostic_list_render(now, NULL, gac_write_file, stderr);
    gac_diagnostic_list_destroy(now);
    pthread_mutex_unlock(&found.lock);
    forget_sink();
}

/* -- the end -------------------------------------------------------------- */

/* Returns the list, with the number of launches in each finding's message. */
static gac_diagnostic_list *list_for_report(void)
{
    gac_diagnostic_list *list;
    if (gac_diagnostic_list_create(NULL, &list) != GAC_OK)
        return NULL;
    for (size_t k = 0; k < found.n; k++) {
        const defect *f = &found.items[k];
        for (size_t m = 0; m < f->n; m++) {
            gac_diagnostic d =
                *gac_diagnostic_list_at(found.list, f->first + m);
            gac__bytes message = {0};
            gac__bytes_text(&message, d.message);
            if (!m && f->n_launches > 1)
                gac__bytes_print(&message, " (in %u launches)", f->n_launches);
            if (message.data)
                d.message = message.data;
            gac_diagnostic_list_add(list, &d);
            gac__bytes_free(&message);
        }
    }
    return list;
}

static void render(const gac__cl_settings *settings, FILE *file)
{
    gac_render_options options = {
        .size = sizeof options, .format = settings->format, .tool = "gac-cl"};
    gac_diagnostic_list *list = list_for_report();
    if (list)
        gac_diagnostic_list_render(list, &options, gac_write_file, file);
    gac_diagnostic_list_destroy(list);
}

/* Opens the log. Without gac-cl, a process overwrites it. Under gac-cl, which
 * has removed an old log, the processes of a program share it: text is
 * appended; the first JSON or SARIF document is in the log, that of another
 * process in FILE.PID. */
static FILE *open_log(const gac__cl_settings *settings)
{
    char path[4096];
    if (!settings->tally)
        return fopen(settings->log, "w");
    if (settings->format == GAC_FORMAT_TEXT)
        return fopen(settings->log, "a");
    FILE *file = fopen(settings->log, "wx");
    if (file || errno != EEXIST)
        return file;
    snprintf(path, sizeof path, "%s.%ld", settings->log, (long)getpid());
    return fopen(path, "w");
}

static void write_report(const gac__cl_settings *settings)
{
    FILE *file = settings->log ? open_log(settings) : NULL;
    if (settings->log && !file)
        fprintf(stderr, "gac: cannot write %s\n", settings->log);
    render(settings, file ? file : stderr);
    if (file)
        fclose(file);
}

static void tell_at_end(void)
{
    pthread_mutex_lock(&found.lock);
    if (found.n)
        write_report(gac__cl_settings_read());
    if (found.pending[0])
        unlink(found.pending);
    forget();
    pthread_mutex_unlock(&found.lock);
}
