/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Threads that are kept: starting one takes longer than a small kernel does.
 *
 * A helper is a thread that sleeps until it gets a job. gac__crew_finish() does
 * not wait for a helper that has not woken up yet: it takes the job back. One
 * mutex serves all helpers, since jobs take long compared with what it guards.
 */
#include "support/support.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define SPINS 2000u /* polls of a job before its end is waited for */

typedef enum state { IDLE, GIVEN, RUNNING, DONE } state;

struct gac__helper {
    gac__crew *crew;
    gac__helper *next; /* of the crew's list of all helpers */
    gac__helper *next_idle;
    pthread_t thread;
    pthread_cond_t wake, done;
    void (*job)(void *user);
    void *user;
    fenv_t rounding; /* of the thread that gave the job */
    _Atomic uint32_t state;
};

struct gac__crew {
    const gac_allocator *allocator;
    pthread_mutex_t lock;
    gac__helper *all, *idle;
    bool stop;
    pid_t process; /* a process that is forked has none of the threads */
};

gac__crew *gac__crew_create(const gac_allocator *allocator)
{
    gac__crew *c = gac__alloc_zero(allocator, 1, sizeof *c);
    if (c && pthread_mutex_init(&c->lock, NULL)) {
        gac__free(allocator, c, 1, sizeof *c);
        return NULL;
    }
    if (c) {
        c->allocator = allocator;
        c->process = getpid();
    }
    return c;
}

static void *help(void *user)
{
    gac__helper *h = user;
    gac__crew *c = h->crew;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (h->state != GIVEN && !c->stop)
            pthread_cond_wait(&h->wake, &c->lock);
        if (h->state != GIVEN)
            break;
        h->state = RUNNING;
        pthread_mutex_unlock(&c->lock);
        fesetenv(&h->rounding);
        h->job(h->user);
        pthread_mutex_lock(&c->lock);
        h->state = DONE;
        pthread_cond_signal(&h->done);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void free_helper(gac__helper *h)
{
    pthread_cond_destroy(&h->wake);
    pthread_cond_destroy(&h->done);
    gac__free(h->crew->allocator, h, 1, sizeof *h);
}

/* Starts a helper's thread. It blocks all signals but those that its own
 * instructions raise, for which the program may have a handler. */
static bool start(gac__helper *h)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    sigset_t others, before;
    sigfillset(&others);
    for (size_t n = 0; n < GAC__COUNT_OF(own); n++)
        sigdelset(&others, own[n]);
    pthread_sigmask(SIG_SETMASK, &others, &before);
    bool ok = pthread_create(&h->thread, NULL, help, h) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

/* Gives a helper a job. The lock is held. */
static void set_job(gac__helper *h, void (*job)(void *), void *user)
{
    h->job = job;
    h->user = user;
    fegetenv(&h->rounding);
    h->state = GIVEN;
}

/* Starts a helper with its first job; NULL: none can be made. The lock is held.
 */
static gac__helper *new_helper(gac__crew *c, void (*job)(void *), void *user)
{
    gac__helper *h = gac__alloc_zero(c->allocator, 1, sizeof *h);
    if (!h)
        return NULL;
    h->crew = c;
    set_job(h, job, user);
    pthread_cond_init(&h->wake, NULL);
    pthread_cond_init(&h->done, NULL);
    if (!start(h)) {
        free_helper(h);
        return NULL;
    }
    h->next = c->all;
    c->all = h;
    return h;
}

gac__helper *gac__crew_give(gac__crew *c, void (*job)(void *), void *user)
{
    if (c->process != getpid())
        return NULL;
    pthread_mutex_lock(&c->lock);
    gac__helper *h = c->idle;
    if (h) {
        c->idle = h->next_idle;
        set_job(h, job, user);
        pthread_cond_signal(&h->wake);
    } else {
        h = new_helper(c, job, user);
    }
    pthread_mutex_unlock(&c->lock);
    return h;
}

void gac__crew_finish(gac__crew *c, gac__helper *h)
{
    for (uint32_t k = 0; k < SPINS && h->state == RUNNING; k++)
        gac__cpu_pause();
    pthread_mutex_lock(&c->lock);
    while (h->state == RUNNING)
        pthread_cond_wait(&h->done, &c->lock);
    h->state = IDLE;
    h->next_idle = c->idle;
    c->idle = h;
    pthread_mutex_unlock(&c->lock);
}

/* Ends all helpers, and waits for them. */
static void dismiss(gac__crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->stop = true;
    for (gac__helper *h = c->all; h; h = h->next)
        pthread_cond_signal(&h->wake);
    pthread_mutex_unlock(&c->lock);
    for (gac__helper *h = c->all, *next; h; h = next) {
        next = h->next;
        pthread_join(h->thread, NULL);
        free_helper(h);
    }
    pthread_mutex_destroy(&c->lock);
}

void gac__crew_destroy(gac__crew *c)
{
    if (!c)
        return;
    if (c->process == getpid())
        dismiss(c);
    else /* behind a fork: there are no threads, and the lock may be held */
        for (gac__helper *h = c->all, *next; h; h = next) {
            next = h->next;
            gac__free(c->allocator, h, 1, sizeof *h);
        }
    gac__free(c->allocator, c, 1, sizeof *c);
}
