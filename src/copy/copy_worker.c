/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Threads that land the tiles of queues.
 *
 * A worker and all its queues share one mutex: a tile takes microseconds, the
 * mutex nanoseconds. Threads take tiles from one queue after the other, so that
 * a work-group with large copies does not hold up the others. */
#include "copy/copy_internal.h"

/* The next queue that has tiles to take; NULL: none has. */
static gac_copy_queue *find_work(gac_copy_worker *w)
{
    gac_copy_queue *begin = w->search_from ? w->search_from : w->queues;
    for (gac_copy_queue *q = begin; q; q = q->next)
        if (q->untaken > 0)
            return q;
    for (gac_copy_queue *q = w->queues; q != begin; q = q->next)
        if (q->untaken > 0)
            return q;
    return NULL;
}

static void *worker_main(void *argument)
{
    gac_copy_worker *w = argument;
    pthread_mutex_lock(&w->mutex);
    while (!w->stop) {
        gac_copy_queue *q = find_work(w);
        if (!q) {
            pthread_cond_wait(&w->work, &w->mutex);
            continue;
        }
        w->search_from = q->next;
        size_t i = 0;
        while (q->order.items[i]->taken == q->order.items[i]->n_tiles)
            i++;
        gac__copy_land_tile(q, q->order.items[i], false);
    }
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

gac_result gac_copy_worker_create(const gac_allocator *allocator,
                                  unsigned n_threads,
                                  gac_copy_worker **worker_out)
{
    const gac_allocator *a =
        allocator && allocator->resize ? allocator : &gac__malloc_allocator;
    if (worker_out)
        *worker_out = NULL;
    if (!worker_out || n_threads == 0)
        return GAC_ERR_ARGUMENT;
    gac_copy_worker *w = gac__alloc_zero(a, 1, sizeof *w);
    if (!w)
        return GAC_ERR_MEMORY;
    w->allocator = a;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->work, NULL);
    pthread_cond_init(&w->landed, NULL);
    w->threads = gac__alloc_zero(a, n_threads, sizeof *w->threads);
    w->n_allocated = w->threads ? n_threads : 0;
    while (w->n_threads < w->n_allocated
           && !pthread_create(&w->threads[w->n_threads], NULL, worker_main, w))
        w->n_threads++;
    if (w->n_threads < n_threads) {
        gac_copy_worker_destroy(w);
        return GAC_ERR_MEMORY;
    }
    *worker_out = w;
    return GAC_OK;
}

void gac_copy_worker_destroy(gac_copy_worker *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->mutex);
    w->stop = true;
    pthread_cond_broadcast(&w->work);
    pthread_mutex_unlock(&w->mutex);
    for (unsigned i = 0; i < w->n_threads; i++)
        pthread_join(w->threads[i], NULL);
    pthread_cond_destroy(&w->landed);
    pthread_cond_destroy(&w->work);
    pthread_mutex_destroy(&w->mutex);
    gac__free(w->allocator, w->threads, w->n_allocated, sizeof *w->threads);
    gac__free(w->allocator, w, 1, sizeof *w);
}

void gac__copy_worker_attach(gac_copy_worker *w, gac_copy_queue *queue)
{
    pthread_mutex_lock(&w->mutex);
    queue->next = w->queues;
    w->queues = queue;
    pthread_mutex_unlock(&w->mutex);
}

void gac__copy_worker_detach(gac_copy_worker *w, gac_copy_queue *queue)
{
    pthread_mutex_lock(&w->mutex);
    gac_copy_queue **link = &w->queues;
    while (*link != queue)
        link = &(*link)->next;
    *link = queue->next;
    if (w->search_from == queue)
        w->search_from = queue->next;
    pthread_mutex_unlock(&w->mutex);
}

void gac__copy_worker_await(gac_copy_worker *w)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 10000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    w->waiters++;
    pthread_cond_timedwait(&w->landed, &w->mutex, &until);
    w->waiters--;
}
