/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The scheduler: runs commands when all that they wait for is complete.
 *
 * A command's event counts what it waits for: the events of its wait list, and
 * earlier commands of its queue. At 0 the event is ready, and the first free
 * thread runs it: one of the driver's threads, or one that waits in a call for
 * the same queue, which saves a switch of threads. The driver starts threads
 * when an event is ready and no thread is idle. */
#include "opencl/opencl_internal.h"
#include "support/clock.h"

#include <stdlib.h>

#define MAX_THREADS 8u

static struct {
    pthread_mutex_t lock;
    pthread_cond_t ready;    /* signalled when an event is ready */
    pthread_cond_t complete; /* signalled when an event is complete */
    cl_event first, last;    /* the list of ready events, a use held of each */
    uint32_t n_ready;        /* events in the list */
    uint32_t n_threads, n_idle; /* a thread is idle until it has woken up */
} schedule = {.lock = PTHREAD_MUTEX_INITIALIZER,
              .ready = PTHREAD_COND_INITIALIZER,
              .complete = PTHREAD_COND_INITIALIZER};

/* -- commands ------------------------------------------------------------- */

void *gac__cl_command_create(size_t size, cl_command_type type,
                             cl_int (*run)(gac__cl_command *),
                             void (*drop)(gac__cl_command *))
{
    gac__cl_command *command = calloc(1, size);
    if (command)
        *command = (gac__cl_command){type, run, drop};
    return command;
}

void gac__cl_command_destroy(gac__cl_command *command)
{
    if (command && command->drop)
        command->drop(command);
    free(command);
}

/* -- callbacks ------------------------------------------------------------ */

/* Removes the callbacks for a status that the event has reached. */
static gac__cl_callback *take_callbacks(cl_event event, cl_int status)
{
    gac__cl_callback *taken = NULL, **end = &taken;
    gac__cl_callback **at = &event->callbacks;
    while (*at) {
        gac__cl_callback *c = *at;
        if (status > c->status) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        c->next = NULL;
        *end = c;
        end = &c->next;
    }
    return taken;
}

/* Calls callbacks, without the lock: they may call any function that does not
 * block. */
static void call_back(cl_event event, gac__cl_callback *callbacks,
                      cl_int status)
{
    while (callbacks) {
        gac__cl_callback *c = callbacks;
        callbacks = c->next;
        c->call(event, status < 0 ? status : c->status, c->user);
        free(c);
    }
}

void gac__cl_add_callback(cl_event event, gac__cl_callback *callback)
{
    pthread_mutex_lock(&schedule.lock);
    cl_int status = atomic_load(&event->status);
    bool now = status <= callback->status;
    callback->next = NULL;
    if (!now) {
        gac__cl_callback **end = &event->callbacks;
        while (*end)
            end = &(*end)->next;
        *end = callback;
    }
    pthread_mutex_unlock(&schedule.lock);
    if (now)
        call_back(event, callback, status);
}

/* -- what is ready -------------------------------------------------------- */

static void *work(void *user);

/* After a fork, the child has none of the threads. */
static void lock_for_fork(void)
{
    pthread_mutex_lock(&schedule.lock);
}

static void unlock_after_fork(void)
{
    pthread_mutex_unlock(&schedule.lock);
}

static void begin_after_fork(void)
{
    schedule.n_threads = schedule.n_idle = 0;
    schedule.ready = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    schedule.complete = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    pthread_mutex_unlock(&schedule.lock);
}

static void prepare_for_forks(void)
{
    (void)pthread_atfork(lock_for_fork, unlock_after_fork, begin_after_fork);
}

/* Wakes an idle thread, or starts one if the idle ones have been woken for
 * other events. If none can be started, a busy or a waiting one takes the
 * event. */
static void wake_thread(void)
{
    if (schedule.n_idle >= schedule.n_ready) {
        pthread_cond_signal(&schedule.ready);
        return;
    }
    if (schedule.n_threads >= MAX_THREADS)
        return;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes))
        return;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare_for_forks);
    pthread_t thread;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (!pthread_create(&thread, &attributes, work, NULL))
        schedule.n_threads++;
    pthread_attr_destroy(&attributes);
}

static void make_ready(cl_event event)
{
    gac__cl_use(event);
    event->next_ready = NULL;
    if (schedule.last)
        schedule.last->next_ready = event;
    else
        schedule.first = event;
    schedule.last = event;
    schedule.n_ready++;
    wake_thread();
    /* Waiting threads may run the event. */
    pthread_cond_broadcast(&schedule.complete);
}

/* Removes the first ready event, of `queue` if that is not NULL. */
static cl_event take_ready(cl_command_queue queue)
{
    cl_event before = NULL, event = schedule.first;
    while (event && queue && event->queue != queue) {
        before = event;
        event = event->next_ready;
    }
    if (!event)
        return NULL;
    if (before)
        before->next_ready = event->next_ready;
    else
        schedule.first = event->next_ready;
    if (schedule.last == event)
        schedule.last = before;
    schedule.n_ready--;
    return event;
}

/* -- completion ----------------------------------------------------------- */

static void leave_queue(cl_event event)
{
    cl_command_queue queue = event->queue;
    if (!queue)
        return;
    event->context->n_commands--;
    if (event->before)
        event->before->after = event->after;
    else
        queue->first = event->after;
    if (event->after)
        event->after->before = event->before;
    else
        queue->last = event->before;
    event->before = event->after = NULL;
    if (queue->barrier != event)
        return;
    queue->barrier = NULL;
    gac__cl_unuse(event); /* the running thread holds another use */
}

/* Counts a complete event down in all that wait for it; those at 0 are ready.
 * After a failure, the events with this one in their wait list fail; those that
 * follow it in its queue alone run nevertheless. */
static void release_dependents(cl_event event, bool failed)
{
    for (size_t n = 0; n < event->n_dependents; n++) {
        cl_event next = event->dependents[n].event;
        next->failed |= failed && event->dependents[n].listed;
        if (--next->n_waits == 0)
            make_ready(next);
        gac__cl_unuse(next); /* the ready list holds its own */
    }
    free(event->dependents);
    event->dependents = NULL;
    event->n_dependents = event->capacity = 0;
}

static bool is_complete(cl_event event)
{
    return atomic_load(&event->status) <= CL_COMPLETE;
}

/* Sets an event's status, and notes the time. What waits for a complete event
 * goes on. False: the event is complete already, and nothing changes. */
static bool set_status(cl_event event, cl_int status, cl_ulong *time)
{
    gac__cl_callback *callbacks = NULL;
    pthread_mutex_lock(&schedule.lock);
    bool first = !is_complete(event);
    if (first) {
        *time = gac__now_ns();
        atomic_store(&event->status, status);
        callbacks = take_callbacks(event, status);
    }
    if (first && status <= CL_COMPLETE) {
        leave_queue(event);
        release_dependents(event, status < 0);
        pthread_cond_broadcast(&schedule.complete);
    }
    pthread_mutex_unlock(&schedule.lock);
    call_back(event, callbacks, status);
    return first;
}

bool gac__cl_complete_user(cl_event event, cl_int status)
{
    return set_status(event, status, &event->ended);
}

/* Runs a ready event, and ends its use. */
static void run(cl_event event)
{
    cl_command_queue queue = event->queue;
    cl_int status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    set_status(event, CL_SUBMITTED, &event->submitted);
    set_status(event, CL_RUNNING, &event->started);
    if (!event->failed)
        status = event->command->run(event->command);
    gac__cl_command_destroy(event->command);
    event->command = NULL;
    set_status(event, status, &event->ended);
    gac__cl_unuse(queue); /* held by the command */
    gac__cl_unuse(event);
}

static void *work(void *user)
{
    (void)user;
    pthread_mutex_lock(&schedule.lock);
    for (;;) {
        cl_event event = take_ready(NULL);
        if (event) {
            pthread_mutex_unlock(&schedule.lock);
            run(event);
            pthread_mutex_lock(&schedule.lock);
            continue;
        }
        schedule.n_idle++;
        pthread_cond_wait(&schedule.ready, &schedule.lock);
        schedule.n_idle--;
    }
    return NULL;
}

/* -- waiting -------------------------------------------------------------- */

/* Runs an event of `queue`, or waits for other threads. The lock is held. */
static void help_or_wait(cl_command_queue queue)
{
    cl_event ready = queue ? take_ready(queue) : NULL;
    if (!ready) {
        pthread_cond_wait(&schedule.complete, &schedule.lock);
        return;
    }
    pthread_mutex_unlock(&schedule.lock);
    run(ready);
    pthread_mutex_lock(&schedule.lock);
}

cl_int gac__cl_wait(cl_event event)
{
    pthread_mutex_lock(&schedule.lock);
    while (!is_complete(event))
        help_or_wait(event->queue);
    pthread_mutex_unlock(&schedule.lock);
    return atomic_load(&event->status);
}

void gac__cl_wait_for_queue(cl_command_queue queue)
{
    pthread_mutex_lock(&schedule.lock);
    cl_event last = queue->last; /* what is enqueued later is not waited for */
    gac__cl_use(last);
    while (queue->first && !is_complete(last))
        help_or_wait(queue);
    bool in_order = !(queue->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    while (!in_order && queue->first)
        help_or_wait(queue);
    pthread_mutex_unlock(&schedule.lock);
    gac__cl_unuse(last);
}

void gac__cl_wait_for_context(cl_context context)
{
    pthread_mutex_lock(&schedule.lock);
    while (context->n_commands)
        pthread_cond_wait(&schedule.complete, &schedule.lock);
    pthread_mutex_unlock(&schedule.lock);
}

/* -- enqueuing ------------------------------------------------------------ */

cl_int gac__cl_check_enqueue(cl_command_queue queue, gac__cl_waits waits)
{
    GAC__CL_TRY(gac__cl_check(queue, GAC__CL_QUEUE));
    if (!waits.n != !waits.events)
        return CL_INVALID_EVENT_WAIT_LIST;
    for (cl_uint n = 0; n < waits.n; n++) {
        if (!gac__cl_is(waits.events[n], GAC__CL_EVENT))
            return CL_INVALID_EVENT_WAIT_LIST;
        if (waits.events[n]->context != queue->context)
            return CL_INVALID_CONTEXT;
    }
    return CL_SUCCESS;
}

/* Makes an event wait for another, which its wait list may have listed; false:
 * out of memory. */
static bool wait_for(cl_event event, cl_event other, bool listed)
{
    if (is_complete(other)) {
        event->failed |= listed && atomic_load(&other->status) < 0;
        return true;
    }
    if (!GAC__GROW(other->dependents, other->capacity, other->n_dependents))
        return false;
    gac__cl_use(event);
    other->dependents[other->n_dependents++] =
        (struct gac__cl_dependent){event, listed};
    event->n_waits++;
    return true;
}

/* Makes an event wait for earlier commands of its queue; `for_all`: for all of
 * them in an out-of-order queue, too. */
static bool wait_in_queue(cl_event event, cl_command_queue queue, bool for_all)
{
    if (!(queue->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
        return !queue->last || wait_for(event, queue->last, false);
    if (queue->barrier && !wait_for(event, queue->barrier, false))
        return false;
    for (cl_event e = queue->first; e && for_all; e = e->after)
        if (!wait_for(event, e, false))
            return false;
    return true;
}

static void set_barrier(cl_command_queue queue, cl_event event)
{
    /* The old barrier needs no use of the queue's: this event waits for it. */
    gac__cl_unuse(queue->barrier);
    gac__cl_use(event);
    queue->barrier = event;
}

/* Enters an event into its queue. Out of memory, the event waits for those with
 * which it is registered already, and then fails. */
static void enter(cl_event event, cl_command_queue queue, gac__cl_order order,
                  gac__cl_waits waits)
{
    pthread_mutex_lock(&schedule.lock);
    event->n_waits = 1; /* until it is registered with all that it waits for */
    bool room =
        wait_in_queue(event, queue, order != GAC__CL_ORDER_QUEUE && !waits.n);
    for (cl_uint n = 0; n < waits.n; n++)
        room = room && wait_for(event, waits.events[n], true);
    event->failed |= !room;
    event->context->n_commands++;
    event->before = queue->last;
    if (queue->last)
        queue->last->after = event;
    else
        queue->first = event;
    queue->last = event;
    if (order == GAC__CL_ORDER_FENCE)
        set_barrier(queue, event);
    if (--event->n_waits == 0)
        make_ready(event);
    pthread_mutex_unlock(&schedule.lock);
}

cl_int gac__cl_enqueue(cl_command_queue queue, gac__cl_command *command,
                       gac__cl_order order, gac__cl_waits waits, bool blocking,
                       cl_event *event_out)
{
    if (!command)
        return CL_OUT_OF_HOST_MEMORY;
    cl_event event =
        gac__cl_create(GAC__CL_EVENT, sizeof *event, gac__cl_event_destroy);
    if (!event) {
        gac__cl_command_destroy(command);
        return CL_OUT_OF_HOST_MEMORY;
    }
    event->context = queue->context;
    event->queue = queue;
    event->type = command->type;
    event->command = command;
    event->queued = gac__now_ns();
    atomic_init(&event->status, CL_QUEUED);
    gac__cl_use(queue->context);
    gac__cl_use(queue); /* held by the event */
    gac__cl_use(queue); /* held by the command */
    gac__cl_use(event); /* held by this function */
    enter(event, queue, order, waits);
    cl_int status = blocking ? gac__cl_wait(event) : CL_COMPLETE;
    if (event_out)
        *event_out = event;
    else
        gac__cl_release(event, GAC__CL_EVENT);
    gac__cl_unuse(event);
    return status < 0 ? status : CL_SUCCESS;
}

void gac__cl_event_destroy(void *object)
{
    cl_event event = object;
    while (event->callbacks) {
        gac__cl_callback *c = event->callbacks;
        event->callbacks = c->next;
        free(c);
    }
    free(event->dependents);
    gac__cl_command_destroy(event->command);
    gac__cl_unuse(event->queue);
    gac__cl_unuse(event->context);
}
