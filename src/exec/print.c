/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Output in the order of work-groups, whatever order they run in: a group's
 * text is held back until all groups before it are done. Within a group,
 * between two barriers, it is in the order of work-items, though these run in
 * step. */
#include "exec/exec_internal.h"

#include <stdlib.h>

/* Counts what is printed as memory of the run, before it is allocated. */
static bool count_growth(gac__run *run, size_t n, size_t capacity, size_t extra,
                         size_t size)
{
    return capacity - n >= extra
           || gac__run_count(run, GAC__MAX(extra, capacity / 2) * size);
}

bool gac__print_append(gac__worker *w, const char *text, size_t length)
{
    if (!count_growth(w->run, w->print_length, w->print_capacity, length, 1)
        || !gac__vec_reserve(w->run->allocator, (void **)&w->print,
                             &w->print_capacity, w->print_length, length, 1))
        return false;
    if (length) /* else there may be no memory yet */
        memcpy(w->print + w->print_length, text, length);
    w->print_length += length;
    w->instructions += length / 8; /* as copies count: limits are looked at */
    return true;
}

/* -- work-items ------------------------------------------------------------ */

bool gac__print_mark_item(gac__worker *w, uint64_t item, size_t at)
{
    gac__print_mark mark = {item, at, w->print_length - at};
    return count_growth(w->run, w->print_marks.n, w->print_marks.capacity, 1,
                        sizeof mark)
           && GAC__VEC_PUSH(w->run->allocator, &w->print_marks, mark);
}

static int compare_marks(const void *x, const void *y)
{
    const gac__print_mark *a = x, *b = y;
    if (a->item != b->item)
        return a->item < b->item ? -1 : 1;
    return a->at < b->at ? -1 : 1;
}

bool gac__print_sort(gac__worker *w)
{
    gac__print_mark *marks = w->print_marks.items;
    size_t n = w->print_marks.n, sorted = 1, at = 0;
    while (sorted < n && marks[sorted - 1].item <= marks[sorted].item)
        sorted++;
    w->print_marks.n = 0;
    if (sorted >= n)
        return true;
    size_t first = marks[0].at, length = w->print_length - first;
    char *text = gac__alloc_zero(w->run->allocator, length + 1, 1);
    if (!text)
        return false;
    qsort(marks, n, sizeof *marks, compare_marks);
    for (size_t k = 0; k < n; k++) {
        if (marks[k].length)
            memcpy(text + at, w->print + marks[k].at, marks[k].length);
        at += marks[k].length;
    }
    if (length)
        memcpy(w->print + first, text, length);
    gac__free(w->run->allocator, text, length + 1, 1);
    return true;
}

/* -- groups ---------------------------------------------------------------- */

static void hand_out(gac__run *run, const char *text, size_t length)
{
    if (run->options.print && length)
        run->options.print(run->options.print_user, text, length);
}

/* Held texts are a heap: that of the lowest group is the first. Swaps two of
 * them. */
static void swap(gac__run *run, size_t a, size_t b)
{
    struct gac__held_print kept = run->held[a];
    run->held[a] = run->held[b];
    run->held[b] = kept;
}

static void remove_first(gac__run *run)
{
    size_t n = 0, lower;
    run->held[0] = run->held[--run->n_held];
    while ((lower = 2 * n + 1) < run->n_held) {
        if (lower + 1 < run->n_held
            && run->held[lower + 1].group < run->held[lower].group)
            lower++;
        if (run->held[n].group < run->held[lower].group)
            return;
        swap(run, n, lower);
        n = lower;
    }
}

/* Hands out what was held for the groups that are next. Under the lock. */
static void hand_out_held(gac__run *run)
{
    while (run->n_held && run->held[0].group == run->next_print) {
        struct gac__held_print *first = &run->held[0];
        hand_out(run, first->text, first->length);
        gac__free(run->allocator, first->text, first->length, 1);
        run->held_bytes -= first->length;
        remove_first(run);
        run->next_print++;
    }
}

static gac_result hold(gac__run *run, gac__worker *w, uint64_t group)
{
    if (!gac__run_has_room(run, w->print_length))
        return GAC_ERR_MEMORY;
    char *text = gac__alloc_zero(run->allocator, w->print_length, 1);
    if (w->print_length && !text)
        return GAC_ERR_MEMORY;
    if (!gac__vec_reserve(run->allocator, (void **)&run->held,
                          &run->held_capacity, run->n_held, 1,
                          sizeof *run->held)) {
        gac__free(run->allocator, text, w->print_length, 1);
        return GAC_ERR_MEMORY;
    }
    if (w->print_length)
        memcpy(text, w->print, w->print_length);
    run->held_bytes += w->print_length;
    size_t n = run->n_held++;
    run->held[n] = (struct gac__held_print){group, text, w->print_length};
    for (; n && run->held[n].group < run->held[(n - 1) / 2].group;
         n = (n - 1) / 2)
        swap(run, n, (n - 1) / 2);
    return GAC_OK;
}

gac_result gac__print_flush(gac__worker *w, uint64_t group)
{
    gac__run *run = w->run;
    bool sorted = gac__print_sort(w);
    gac_result result = GAC_OK;
    pthread_mutex_lock(&run->lock);
    if (group == run->next_print) {
        hand_out(run, w->print, w->print_length);
        run->next_print++;
        hand_out_held(run);
    } else {
        result = hold(run, w, group);
    }
    pthread_mutex_unlock(&run->lock);
    w->print_length = 0;
    return sorted ? result : GAC_ERR_MEMORY;
}

void gac__print_free(gac__run *run)
{
    for (size_t n = 0; n < run->n_held; n++)
        gac__free(run->allocator, run->held[n].text, run->held[n].length, 1);
    gac__free(run->allocator, run->held, run->held_capacity, sizeof *run->held);
}
