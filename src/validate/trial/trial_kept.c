/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* States of a way, kept where it makes a choice. */

/* The next way begins like the one before, up to its last choice: what had been
 * found out until then is taken over from a copy. Steps are counted as if the
 * way had been gone again. What all ways have in common, and what a way tells,
 * is no part of its state. Until one has come to its end, only lengths are
 * kept: most often no second way can be afforded then. */
#include "validate/trial/trial.h"

#define MOST_TERMS 256 /* larger programs are gone through again */

/* Lists that a state is made of, one behind the other in what is kept. The
 * domains of bound symbols follow them. */
typedef struct part {
    void *items;
    size_t n_bytes;
} part;

enum { TERMS, N_PARTS = 8 };

static void find_parts(const gac__trial *t, part parts[N_PARTS])
{
    const part all[N_PARTS] = {
        [TERMS] = {t->terms.items, t->terms.n * sizeof *t->terms.items},
        {t->cells.items, t->cells.n * sizeof *t->cells.items},
        {t->started.items, t->started.n * sizeof *t->started.items},
        {t->flights.items, t->flights.n * sizeof *t->flights.items},
        {t->left_loops.items, t->left_loops.n * sizeof *t->left_loops.items},
        {t->cells_of, t->p->locals.n * sizeof *t->cells_of},
        {t->visits, t->p->nodes.n * sizeof *t->visits},
        {t->bound.items, t->bound.n * sizeof *t->bound.items},
    };
    memcpy(parts, all, sizeof all);
}

static bool pack_all(const gac__trial *t, gac__trial_kept *kept)
{
    part parts[N_PARTS];
    size_t n_bytes = t->bound.n * sizeof(gac__domain);
    find_parts(t, parts);
    for (size_t i = 0; i < N_PARTS; i++)
        n_bytes += parts[i].n_bytes;
    if (!GAC__VEC_RESERVE(t->p->arena.allocator, &kept->bytes, n_bytes))
        return false;
    uint8_t *to = kept->bytes.items;
    for (size_t i = 0; i < N_PARTS; to += parts[i++].n_bytes)
        if (parts[i].n_bytes > 0)
            memcpy(to, parts[i].items, parts[i].n_bytes);
    for (size_t i = 0; i < t->bound.n; i++, to += sizeof(gac__domain))
        memcpy(to, &gac__trial_symbol_at(t, t->bound.items[i])->domain,
               sizeof(gac__domain));
    return true;
}

void gac__trial_keep(gac__trial *t, uint32_t node)
{
    if (t->n_chosen >= GAC__MOST_KEPT)
        return;
    gac__trial_kept *kept = &t->kept[t->n_chosen];
    kept->valid = t->keeps;
    kept->whole = false;
    kept->used = t->had - t->steps;
    if (!kept->valid || t->n_ended == 0 || t->terms.n > MOST_TERMS)
        return;
    kept->node = node;
    kept->way = t->way;
    kept->began = t->began;
    kept->version = t->version;
    kept->rounds = t->rounds;
    kept->branch = t->branch;
    kept->n_cells = t->cells.n;
    kept->n_started = t->started.n;
    kept->n_flights = t->flights.n;
    kept->n_left_loops = t->left_loops.n;
    kept->n_bound = t->bound.n;
    memcpy(kept->changed, t->changed, sizeof kept->changed);
    kept->whole = pack_all(t, kept);
}

const gac__trial_kept *gac__trial_kept_for(const gac__trial *t)
{
    size_t at = t->choices.n - 1;
    return t->choices.n > 0 && at < GAC__MOST_KEPT && t->kept[at].valid
               ? &t->kept[at]
               : NULL;
}

/* What a term without dependences was found to be stays; what others are that
 * nobody had asked for then is not known. */
static void unpack_terms(gac__trial *t, const uint8_t *from)
{
    for (size_t i = 0; i < t->terms.n; i++, from += sizeof(gac__term)) {
        gac__term *term = &t->terms.items[i];
        if (term->form != GAC__TERM_SET && term->deps == 0)
            continue;
        if (from[offsetof(gac__term, form)] != GAC__TERM_NEW)
            memcpy(term, from, sizeof *term);
        else
            term->way = 0;
    }
}

void gac__trial_restore(gac__trial *t, const gac__trial_kept *kept)
{
    const uint8_t *from = kept->bytes.items;
    part parts[N_PARTS];
    gac__symbols_release(t);
    t->state++;
    t->given_up = false;
    t->way = kept->way;
    t->began = kept->began;
    t->version = kept->version;
    t->rounds = kept->rounds;
    t->branch = kept->branch;
    t->n_chosen = t->choices.n - 1;
    memcpy(t->changed, kept->changed, sizeof t->changed);
    t->cells.n = kept->n_cells;
    t->started.n = kept->n_started;
    t->flights.n = kept->n_flights;
    t->left_loops.n = kept->n_left_loops;
    t->bound.n = kept->n_bound;
    find_parts(t, parts);
    unpack_terms(t, from);
    from += parts[TERMS].n_bytes;
    for (size_t i = TERMS + 1; i < N_PARTS; from += parts[i++].n_bytes)
        if (parts[i].n_bytes > 0)
            memcpy(parts[i].items, from, parts[i].n_bytes);
    for (size_t i = 0; i < t->bound.n; i++, from += sizeof(gac__domain)) {
        gac__symbol *s = gac__trial_symbol_at(t, t->bound.items[i]);
        s->bound = true;
        memcpy(&s->domain, from, sizeof s->domain);
    }
}

void gac__trial_forget(gac__trial *t)
{
    t->keeps = false;
    for (size_t i = 0; i < GAC__MOST_KEPT; i++)
        t->kept[i].valid = false;
}
