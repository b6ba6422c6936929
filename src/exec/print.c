/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Printed text, in the order of work-groups whatever order they run in: the
 * text of a group is held back until all groups before it have ended. Within a
 * group, text between two barriers is in the order of work-items. */
#include "exec/exec_internal.h"

struct gac__held_print {
    uint64_t group;
    char *text;
    size_t length;
};

/* Counts memory for text against the limit, before it is allocated. */
static bool count_growth(gac__run *run, size_t n, size_t capacity, size_t extra,
                         size_t size)
{
    return capacity - n >= extra
           || gac__run_count(run, GAC__MAX(extra, capacity / 2) * size);
}

/* Whether the memory limit allows a copy of so much text. */
static bool has_room(gac__run *run, size_t length)
{
    pthread_mutex_lock(&run->lock);
    bool has = gac__run_has_room(run, length);
    pthread_mutex_unlock(&run->lock);
    return has;
}

bool gac__print_append(gac__worker *w, const char *text, size_t length)
{
    if (!count_growth(w->run, w->print_length, w->print_capacity, length, 1)
        || !gac__vec_reserve(w->run->allocator, (void **)&w->print,
                             &w->print_capacity, w->print_length, length, 1))
        return false;
    if (length) /* without text, a pointer may be NULL */
        memcpy(w->print + w->print_length, text, length);
    w->print_length += length;
    return gac__spend(w, 1 + length / 8); /* text counts as copies do */
}

/* Stops the run, since memory for text has run out. Returns false. */
static bool stop(gac__worker *w)
{
    return gac__stop(w, GAC_ERR_MEMORY, GAC__RULE_limit, UINT32_MAX,
                     "out of memory for printf");
}

/* -- work-items ------------------------------------------------------------ */

bool gac__print_mark_item(gac__worker *w, uint64_t item, size_t at)
{
    gac__print_mark mark = {item, at, w->print_length - at};
    return count_growth(w->run, w->print_marks.n, w->print_marks.capacity, 1,
                        sizeof mark)
           && GAC__VEC_PUSH(w->run->allocator, &w->print_marks, mark);
}

/* Bytes that are sorted between two looks at the limits, and how many a mark
 * counts as. */
#define LOOK_BYTES ((size_t)1 << 22)
#define MARK_BYTES 32u

/* Counts bytes that are sorted. False if the run must stop. */
static bool goes_on(gac__worker *w, size_t *n_bytes, size_t more)
{
    *n_bytes += MARK_BYTES + more;
    if (*n_bytes < LOOK_BYTES)
        return true;
    *n_bytes = 0;
    return gac__check_limits(w);
}

/* Finds the offset of each work-item's text, at[item], and the length of all
 * text. False if the run must stop. */
static bool find_offsets(gac__worker *w, size_t n_items, size_t *at,
                         size_t *length_out)
{
    const gac__print_mark *marks = w->print_marks.items;
    size_t n_bytes = 0, sum = 0;
    for (size_t k = 0; k < w->print_marks.n; k++) {
        at[marks[k].item] += marks[k].length;
        if (!goes_on(w, &n_bytes, 0))
            return false;
    }
    for (size_t item = 0; item < n_items; item++) {
        size_t length = at[item];
        at[item] = sum;
        sum += length;
    }
    *length_out = sum;
    return true;
}

/* Brings text into the order of work-items. False if the run must stop. */
static bool sort_text(gac__worker *w, size_t *at, char *text)
{
    const gac__print_mark *marks = w->print_marks.items;
    size_t n_bytes = 0;
    for (size_t k = 0; k < w->print_marks.n; k++) {
        size_t *to = &at[marks[k].item], length = marks[k].length;
        if (length) /* without text, a pointer may be NULL */
            memcpy(text + *to, w->print + marks[k].at, length);
        *to += length;
        if (!goes_on(w, &n_bytes, length))
            return false;
    }
    return true;
}

/* Sorts text whose marks are of work-items below n_items. False if the run must
 * stop, since there is no memory. */
static bool sort_marks(gac__worker *w, size_t n_items)
{
    const gac_allocator *a = w->run->allocator;
    size_t first = w->print_marks.items[0].at, length;
    size_t room = w->print_length - first + 1;
    size_t *at = gac__alloc_zero(a, n_items, sizeof *at);
    char *text = has_room(w->run, room) ? gac__alloc_zero(a, room, 1) : NULL;
    bool has_memory = at && text;
    if (has_memory && find_offsets(w, n_items, at, &length)
        && sort_text(w, at, text)) {
        memcpy(w->print + first, text, length);
        w->print_length = first + length;
    }
    gac__free(a, at, n_items, sizeof *at);
    gac__free(a, text, room, 1);
    return has_memory || stop(w);
}

bool gac__print_sort(gac__worker *w)
{
    const gac__print_mark *marks = w->print_marks.items;
    size_t n = w->print_marks.n, n_items = 0, n_bytes = 0;
    bool in_order = true, goes = true, ok = true;
    for (size_t k = 0; goes && k < n; k++) {
        in_order &= !k || marks[k - 1].item <= marks[k].item;
        n_items = GAC__MAX(n_items, (size_t)marks[k].item + 1);
        goes = goes_on(w, &n_bytes, 0);
    }
    if (goes && !in_order)
        ok = sort_marks(w, n_items);
    w->print_marks.n = 0;
    return ok;
}

/* -- groups ---------------------------------------------------------------- */

static void hand_out(gac__run *run, const char *text, size_t length)
{
    if (run->options.print && length)
        run->options.print(run->options.print_user, text, length);
}

/* Hands out the texts of the groups that are next. Called under the lock. */
static void hand_out_held(gac__run *run)
{
    size_t n = 0;
    for (; n < run->held.n && run->held.items[n].group == run->next_print;
         n++) {
        const struct gac__held_print *next = &run->held.items[n];
        hand_out(run, next->text, next->length);
        gac__free(run->allocator, next->text, next->length, 1);
        run->held_bytes -= next->length;
        run->next_print++;
    }
    run->held.n -= n;
    if (n)
        memmove(run->held.items, run->held.items + n,
                run->held.n * sizeof *run->held.items);
}

/* Keeps the texts of groups in order. False: out of memory. Only groups that
 * other threads have taken can come before a group that is kept already. */
static bool hold(gac__run *run, gac__worker *w, uint64_t group)
{
    if (!gac__run_has_room(run, w->print_length)
        || !GAC__VEC_RESERVE(run->allocator, &run->held, 1))
        return false;
    char *text = gac__alloc_zero(run->allocator, w->print_length, 1);
    if (w->print_length && !text)
        return false;
    if (w->print_length)
        memcpy(text, w->print, w->print_length);
    run->held_bytes += w->print_length;
    size_t n = run->held.n++;
    for (; n && run->held.items[n - 1].group > group; n--)
        run->held.items[n] = run->held.items[n - 1];
    run->held.items[n] = (struct gac__held_print){group, text, w->print_length};
    return true;
}

void gac__print_flush(gac__worker *w, uint64_t group)
{
    gac__run *run = w->run;
    bool kept = true;
    (void)gac__print_sort(w);
    pthread_mutex_lock(&run->lock);
    if (group == run->next_print) {
        hand_out(run, w->print, w->print_length);
        run->next_print++;
        hand_out_held(run);
    } else {
        kept = hold(run, w, group);
    }
    pthread_mutex_unlock(&run->lock);
    w->print_length = 0;
    if (!kept)
        (void)stop(w);
}

void gac__print_free(gac__run *run)
{
    for (size_t n = 0; n < run->held.n; n++)
        gac__free(run->allocator, run->held.items[n].text,
                  run->held.items[n].length, 1);
    GAC__VEC_FREE(run->allocator, &run->held);
}
