/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The contents of variables of functions on a path. */
#include "validate/paths/paths.h"

static const gac__path_value top = {0};

gac__path_value gac__path_content(const gac__paths *t, uint32_t variable,
                                  uint64_t offset, uint64_t size_bytes)
{
    for (uint32_t i = t->cells_of[variable]; i != 0;
         i = t->cells.items[i - 1].next) {
        const gac__path_cell *c = &t->cells.items[i - 1];
        if (c->first == offset && c->size_bytes == size_bytes)
            return c->value;
    }
    return top;
}

uint32_t *gac__path_list(const gac__paths *t, const gac__path_cell *cell)
{
    return cell->variable == GAC__OF_TERM ? &t->terms.items[cell->first].stamp
                                          : &t->cells_of[cell->variable];
}

void gac__path_add_cell(gac__paths *t, gac__path_cell cell)
{
    uint32_t *list = gac__path_list(t, &cell);
    cell.next = *list;
    if (GAC__VEC_PUSH(gac__path_allocator(t), &t->cells, cell))
        *list = (uint32_t)t->cells.n;
    else
        t->given_up = true;
}

void gac__path_set(gac__paths *t, uint32_t term, gac__path_value value)
{
    const uint32_t known = t->terms.items[term].stamp;
    t->stamp++;
    if (known != 0)
        t->cells.items[known - 1].value = value;
    else
        gac__path_add_cell(t, (gac__path_cell){.variable = GAC__OF_TERM,
                                               .first = term,
                                               .value = value});
}

uint32_t gac__path_variable(const gac__paths *t, const gac__path_step *step)
{
    const gac__term *pointer = &t->terms.items[step->terms[0]];
    return gac__variable_behind(t->p, (gac__ref){pointer->frame, pointer->id});
}

void gac__path_untrack(gac__paths *t, uint32_t variable)
{
    if (variable == UINT32_MAX) {
        gac__untrack_event(t, 0);
        return;
    }
    for (uint32_t i = t->cells_of[variable]; i != 0;
         i = t->cells.items[i - 1].next)
        gac__path_untrack_event(t, t->cells.items[i - 1].value);
}

void gac__path_load(gac__paths *t, const gac__path_step *step)
{
    gac__path_value value = top, from;
    if (!step->local) {
        value.kind = GAC__PATH_LOADED;
        value.bits = t->version;
    } else {
        from = gac__path_evaluate(t, step->terms[0]);
        if (from.kind == GAC__PATH_LOCATION && step->size_bytes != 0)
            value =
                gac__path_content(t, from.symbol, from.bits, step->size_bytes);
    }
    if (step->event && value.kind != GAC__PATH_EVENT)
        gac__path_untrack(t, step->local ? gac__path_variable(t, step)
                                         : UINT32_MAX);
    gac__path_set(t, step->own, value);
}

/* Makes the content of a variable unknown: its events can no more be told from
 * others. */
static void forget_variable(gac__paths *t, uint32_t variable)
{
    gac__path_untrack(t, variable);
    if (variable == UINT32_MAX)
        return;
    for (uint32_t i = t->cells_of[variable]; i != 0;
         i = t->cells.items[i - 1].next)
        t->cells.items[i - 1].value = top;
}

void gac__path_forget(gac__paths *t, uint32_t node)
{
    const gac__path_steps steps = t->steps_of[node];
    for (uint32_t i = steps.first; i < steps.end; i++) {
        const gac__path_step *step = &t->plan.items[i];
        if (step->kind == GAC__STEP_PHI || step->kind == GAC__STEP_LOAD) {
            if (step->own == 0)
                continue;
            gac__path_untrack_event(t, gac__path_evaluate(t, step->own));
            gac__path_set(t, step->own, top);
        } else if (step->kind == GAC__STEP_STORE) {
            forget_variable(t, gac__path_variable(t, step));
        }
    }
}

static void write_cell(gac__paths *t, gac__path_value to, uint64_t size_bytes,
                       gac__path_value value)
{
    gac__path_cell *same = NULL;
    for (uint32_t i = t->cells_of[to.symbol]; i != 0;
         i = t->cells.items[i - 1].next) {
        gac__path_cell *c = &t->cells.items[i - 1];
        t->given_up |= !gac__spend(&t->steps, 1);
        if (c->first == to.bits && c->size_bytes == size_bytes)
            same = c;
        else if (c->first - to.bits < size_bytes
                 || to.bits - c->first < c->size_bytes)
            /* They overlap. Offsets and sizes are below 2^32, so that a
             * negative difference wraps around to more than any size. */
            c->value = top;
    }
    if (same) {
        same->value = value;
        return;
    }
    gac__path_add_cell(
        t, (gac__path_cell){0, to.symbol, to.bits, size_bytes, value});
}

void gac__path_store(gac__paths *t, const gac__path_step *step)
{
    gac__path_value value = top, to = top;
    if (step->local || step->generic)
        to = gac__path_evaluate(t, step->terms[0]);
    if (to.kind == GAC__PATH_LOCATION || step->local || step->event)
        value = gac__path_evaluate(t, step->terms[1]);
    if (to.kind == GAC__PATH_LOCATION && to.bits < UINT32_MAX
        && step->size_bytes != 0 && step->size_bytes < UINT32_MAX) {
        write_cell(t, to, step->size_bytes, value);
        return;
    }
    /* The event goes where it is not followed. */
    gac__path_untrack_event(t, value);
    t->version++;
    if (!step->local && !step->generic)
        return;
    const uint32_t variable = gac__path_variable(t, step);
    if (variable != UINT32_MAX)
        forget_variable(t, variable);
    else if (step->local)
        for (uint32_t i = 0; i < t->p->locals.n; i++)
            if (t->cells_of[i] != 0)
                forget_variable(t, i);
}
