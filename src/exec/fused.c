/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs fused sequences: several pure instructions on a few vectors of lanes at
 * a time.
 *
 * The result of a sequence is often stored to contiguous elements. Then its
 * last step writes them to memory, instead of to a register that is copied
 * there. Blocks of lanes are written one after the other, so memory operands of
 * the sequence may be the elements that are written, lane by lane, but must not
 * overlap them otherwise.
 */
#include "exec/access.h"

typedef void fused_fn(const gac__fused_step *steps, size_t first, size_t end);

void gac__fused_prepare(gac__strip *s)
{
    for (const gac__fused *c = s->worker->run->program->fused; c; c = c->next) {
        gac__fused_step *steps = (void *)(s->frame + c->at);
        for (uint32_t k = 0; k < c->n_ops; k++) {
            const gac__fused_op *o = &c->ops[k];
            steps[k] =
                (gac__fused_step){o->entry->wide,
                                  o->entry->narrow,
                                  {s->frame + o->at[0], s->frame + o->at[1],
                                   s->frame + o->at[2]}};
        }
    }
}

/* Sets the addresses of memory operands. */
static void take_memory(const gac__strip *s, const gac__fused *c,
                        gac__fused_step *steps)
{
    for (uint32_t n = 0; n < c->n_memory; n++) {
        const gac__fused_memory *m = &c->memory[n];
        uint64_t bits;
        memcpy(&bits, s->frame + m->slot, sizeof bits);
        steps[m->step].at[m->operand] = (const void *)(uintptr_t)bits;
    }
}

/* Whether a memory operand overlaps the elements that lanes [first, end) write
 * from `to` on, but not lane by lane. */
static bool reads_others(const gac__fused *c, const gac__fused_step *steps,
                         uintptr_t to, uint32_t first, uint32_t end)
{
    uintptr_t start = to + (uintptr_t)first * c->stored;
    uintptr_t stop = to + (uintptr_t)end * c->stored;
    for (uint32_t n = 0; n < c->n_memory; n++) {
        const gac__fused_memory *m = &c->memory[n];
        uintptr_t from = (uintptr_t)steps[m->step].at[m->operand];
        if (from + (uintptr_t)first * m->bytes < stop
            && start < from + (uintptr_t)end * m->bytes
            && (from != to || m->bytes != c->stored))
            return true;
    }
    return false;
}

/* Runs a sequence whose last step writes to memory. False: nothing has been
 * done. */
static bool run_to_memory(gac__strip *s, const gac__fused *c, fused_fn *run,
                          gac__fused_step *steps, const gac__lane_inst *store)
{
    gac__fused_step *last = &steps[c->n_ops - 2], saved = *last;
    bool whole = s->full && s->n == s->n_padded,
         carried = c->stored == c->carried;
    uintptr_t to = whole || carried ? gac__contiguous_host(s, store) : 0;
    if (!to || reads_others(c, steps, to, s->first, s->end))
        return false;
    last->at[carried ? 0 : 2] = (const void *)to;
    if (!whole) {
        last->at[1] = s->mask;
        last->wide = c->store_active->wide;
        last->narrow = c->store_active->narrow;
    }
    run(steps, s->first, s->end);
    *last = saved;
    return true;
}

uint32_t gac__do_fused(gac__strip *s, const gac__lane_inst *i)
{
    gac__fused_step *steps = (void *)(s->frame + i->fused->at);
    fused_fn *run = i->fused->level->run;
    if (gac__strip_keeps(s, i))
        return 0;
    take_memory(s, i->fused, steps);
    if (i->flags & GAC__CODE_STORES
        && run_to_memory(s, i->fused, run, steps, i + i->sub + 1))
        return i->sub + 1;
    run(steps, s->first, s->end);
    return i->sub;
}
