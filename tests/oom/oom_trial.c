/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Plays scenes, and compares their results. */
#include "oom_trial.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

/* -- the allocator --------------------------------------------------------- */

/* Stands in front of each piece. */
typedef struct header {
    _Alignas(16) size_t size;
} header;

static bool is_to_fail(oom_meter *m)
{
    unsigned long long call = atomic_fetch_add(&m->n_calls, 1) + 1;
    return m->fail_at && (m->fail_on ? call >= m->fail_at : call == m->fail_at);
}

/* Memory is never moved in place, is not zero when it comes, and holds nothing
 * any more when it goes. */
static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    oom_meter *m = user;
    header *before = old ? (header *)old - 1 : NULL, *after = NULL;
    if (before ? before->size != old_size : old_size != 0)
        m->broken = true;
    if (new_size) {
        if (is_to_fail(m)) {
            m->n_failed++;
            return NULL;
        }
        after = malloc(sizeof *after + new_size);
        if (!after)
            abort();
        after->size = new_size;
        memset(after + 1, 0xA5, new_size);
        m->n_live++;
    }
    if (before) {
        size_t size = before->size;
        if (after)
            memcpy(after + 1, old, size < new_size ? size : new_size);
        memset(before, 0xDD, sizeof *before + size);
        free(before);
        m->n_live--;
    }
    return after ? after + 1 : NULL;
}

/* -- what is said ---------------------------------------------------------- */

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

void oom_say(oom_scene *s, const char *format, ...)
{
    oom_lines *l = &s->said;
    char *line = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&line, format, args) < 0)
        abort();
    va_end(args);
    if (l->n == l->capacity) {
        l->capacity = l->capacity * 2 + 16;
        l->items = need(realloc(l->items, l->capacity * sizeof *l->items));
    }
    l->items[l->n++] = line;
}

void oom_say_bytes(oom_scene *s, const char *what, const void *bytes,
                   size_t size)
{
    oom_say(s, "%s: %zu bytes, %016llx", what, size,
            (unsigned long long)gac__hash_bytes(bytes, size, 0));
}

static const char *text(const char *t)
{
    return t ? t : "-";
}

static void say_finding(oom_scene *s, const gac_finding *f)
{
    oom_say(s, "finding %s %llu %llu %d %s %llu %llu %llu other %s %s %llu",
            text(f->kernel), (unsigned long long)f->n_groups,
            (unsigned long long)f->n_items, (int)f->memory, text(f->variable),
            (unsigned long long)f->memory_bytes,
            (unsigned long long)f->first_byte, (unsigned long long)f->n_bytes,
            text(f->other_access), text(f->other_instruction),
            (unsigned long long)f->other_word_offset);
}

void oom_say_diagnostic(void *user, const gac_diagnostic *d)
{
    oom_say(user,
            "%d %s @%llu %u %s %s %d %%%u %s:%u:%u hint %s related %u %s"
            " | %s",
            (int)d->severity, text(d->rule), (unsigned long long)d->word_offset,
            d->ordinal, text(d->instruction), text(d->operand), d->operand_word,
            d->id, text(d->source.file), d->source.line, d->source.column,
            text(d->hint), d->related, text(d->related_note), text(d->message));
    if (d->finding)
        say_finding(user, d->finding);
}

static void forget_from(oom_lines *l, size_t n)
{
    while (l->n > n)
        free(l->items[--l->n]);
}

/* -- plays ----------------------------------------------------------------- */

#define MOST_TOLD 5 /* faults of a scene */

/* What a step did without a failure: it said lines `first` and on. */
typedef struct outcome {
    gac_result result;
    size_t first, n;
} outcome;

typedef struct trial {
    const oom_scene *scene;
    outcome outcomes[64];
    oom_lines said;
    unsigned long long fail_at, n_faults;
    bool fail_on, ok; /* of this play */
} trial;

static void complain(trial *t, size_t step, const char *what, const char *line)
{
    if (t->ok && t->n_faults++ < MOST_TOLD)
        printf("FAIL: %s: allocation %llu%s, step %zu: %s%s%.300s\n",
               t->scene->name, t->fail_at,
               t->fail_on ? " and all after it" : "", step, what,
               line ? ": " : "", line ? line : "");
    t->ok = false;
}

/* Whether all that is said from `first` on is said without a failure, too, but
 * for the failure itself, and what a kernel has printed before: a part. */
static void compare_some(trial *t, const oom_scene *s, size_t step,
                         size_t first)
{
    const outcome *o = &t->outcomes[step];
    for (size_t k = first; k < s->said.n && !s->loose; k++) {
        if (strncmp(s->said.items[k], "print: ", 7) == 0)
            continue;
        size_t j = o->first;
        while (j < o->first + o->n
               && strcmp(t->said.items[j], s->said.items[k]) != 0)
            j++;
        if (j == o->first + o->n && !strstr(s->said.items[k], "out of memory"))
            complain(t, step, "MEMORY, but said", s->said.items[k]);
    }
}

static void compare_all(trial *t, const oom_scene *s, size_t step, size_t first,
                        gac_result result)
{
    const outcome *o = &t->outcomes[step];
    /* Threads look at the limit of instructions each by itself: whether it is
     * seen depends on which of them runs what. */
    bool limits = s->loose && (result == GAC_OK || result == GAC_ERR_LIMIT)
                  && (o->result == GAC_OK || o->result == GAC_ERR_LIMIT);
    if (result != o->result && !limits)
        complain(t, step, "another result", gac_result_text(result));
    size_t n = s->said.n - first;
    for (size_t k = 0; k < n && k < o->n && !s->loose; k++)
        if (strcmp(t->said.items[o->first + k], s->said.items[first + k]) != 0)
            complain(t, step, "said", s->said.items[first + k]);
    if (n < o->n && !s->loose)
        complain(t, step, "did not say", t->said.items[o->first + n]);
    if (n > o->n && !s->loose)
        complain(t, step, "said more", s->said.items[first + o->n]);
}

/* Returns whether the step was played again. */
static bool play_step(trial *t, oom_scene *s, size_t step)
{
    bool again = false;
    size_t first = s->said.n;
    unsigned long long failed = s->meter.n_failed;
    gac_result result = s->steps[step](s);
    if (s->meter.n_failed != failed) {
        s->meter.fail_at = 0;
        if (result == GAC_ERR_MEMORY) {
            compare_some(t, s, step, first);
            forget_from(&s->said, first);
            result = s->steps[step](s);
            again = true;
        }
    }
    if (t->fail_at)
        compare_all(t, s, step, first, result);
    else
        t->outcomes[step] = (outcome){result, first, s->said.n - first};
    return again;
}

/* Returns how many allocations there were. */
static unsigned long long play(trial *t, unsigned long long fail_at,
                               bool fail_on)
{
    oom_scene s = *t->scene;
    size_t step = 0, end = SIZE_MAX;
    t->fail_at = fail_at;
    t->fail_on = fail_on;
    t->ok = true;
    s.meter.fail_at = fail_at;
    s.meter.fail_on = fail_on;
    s.allocator = (gac_allocator){resize, &s.meter};
    for (; s.steps[step] && step < end && t->ok; step++)
        if (play_step(t, &s, step))
            end = step + 2;
    (void)s.close(&s);
    if (s.meter.n_live)
        complain(t, step, "memory leaks", NULL);
    if (s.meter.broken)
        complain(t, step, "an old size is wrong", NULL);
    if (!fail_at) {
        t->said = s.said;
    } else {
        forget_from(&s.said, 0);
        free(s.said.items);
    }
    return s.meter.n_calls;
}

bool oom_try(const oom_scene *scene, unsigned long long most)
{
    trial t = {.scene = scene};
    unsigned long long n = play(&t, 0, false), n_tried = 0;
    double apart = n > most ? (double)n / (double)most : 1, at = 1;
    for (unsigned long long k = 1; k <= n; k = (unsigned long long)at) {
        (void)play(&t, k, false);
        (void)play(&t, k, true);
        n_tried++;
        at += apart;
    }
    printf("%s: %llu of %llu allocations, %llu faults\n", scene->name, n_tried,
           n, t.n_faults);
    forget_from(&t.said, 0);
    free(t.said.items);
    return t.n_faults == 0;
}
