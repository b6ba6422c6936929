/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checked runs: copies and fences of work-items, and values that they exchange.
 */
#include "exec/checked.h"

/* -- copies by work-items -------------------------------------------------- */

/* A large copy is checked in pieces of so many bytes, with a look at the time
 * between. */
#define COPY_PIECE (1u << 20)

/* Reports a copy of `size` bytes by lane k, to l and from m, if it leaves
 * private memory. False: it does not. */
static bool is_left_out(gac__strip *s, gac__check_lanes *l, gac__check_lanes *m,
                        uint32_t k, uint64_t size)
{
    gac__worker *w = s->worker;
    gac__checker *c = w->run->checker;
    l->size = m->size = (uint32_t)GAC__MIN(size, UINT32_MAX);
    l->step = m->step = l->size;
    (void)gac__check_leaving(c, m, false, w->left);
    (void)gac__check_leaving(c, l, true, w->left);
    w->n_left += w->left[k];
    return w->left[k];
}

/* Reports a copy of `size` bytes by lane k, to l and from m. */
static void check_pieces(gac__strip *s, gac__check_lanes *l,
                         gac__check_lanes *m, uint32_t k, uint64_t size,
                         uint32_t align)
{
    uint64_t *to = s->worker->offsets;
    uint64_t *from = to + s->worker->run->program->width;
    for (uint64_t at = 0; at < size; at += l->size) {
        if (at && !gac__check_limits(s->worker))
            return;
        l->size = m->size = (uint32_t)GAC__MIN(size - at, COPY_PIECE);
        l->step = m->step = l->size;
        gac__check_copymem(s->worker->run->checker, l, m, align);
        to[k] += l->size;
        from[k] += m->size;
    }
}

bool gac__checked_copymem(gac__strip *s, const gac__lane_inst *i)
{
    uint64_t *to = s->worker->offsets;
    uint64_t *from = to + s->worker->run->program->width;
    uint32_t align = (uint32_t)1 << GAC__MIN(i->align, 3u);
    gac__checked_address(s, i, 3, 0);
    gac__checked_address(s, i, 4, 1);
    gac__checked_address(s, i, 5, 2);
    GAC__EACH_LANE(s, k) {
        uint64_t d = gac__operand(s, i, 0, k), a = gac__operand(s, i, 1, k);
        uint64_t size = gac__operand(s, i, 2, k);
        if (!size || !gac__strip_translate(s, d, size, true)
            || !gac__strip_translate(s, a, size, false))
            continue;
        gac__check_lanes l = gac__active_lanes(s, i, 0), m;
        l.first = k;
        l.end = k + 1;
        l.mask = NULL;
        l.affine = true;
        l.buffer = gac__strip_buffer(s, d);
        m = l;
        m.buffer = gac__strip_buffer(s, a);
        m.offset = from;
        to[k] = d - s->buffers[l.buffer].base;
        from[k] = a - s->buffers[m.buffer].base;
        if (!is_left_out(s, &l, &m, k, size))
            check_pieces(s, &l, &m, k, size, align);
    }
    return gac__checked_left(s, i);
}

bool gac__checked_forget(gac__strip *s, const gac__lane_inst *i)
{
    uint64_t address = gac__operand(s, i, 0, s->low_lane);
    gac__check_lanes l = gac__active_lanes(s, i, i->scale);
    l.buffer = gac__strip_buffer(s, address);
    gac__check_forget(s->worker->run->checker, &l);
    return true;
}

bool gac__checked_fence(gac__strip *s, const gac__lane_inst *i)
{
    gac__check_lanes l = gac__active_lanes(s, i, 0);
    gac__check_fence(s->worker->run->checker, &l, i->scale);
    return true;
}

/* -- values that GROUPs move ----------------------------------------------- */

static uint8_t *moved(const gac__strip *s, const gac__lane_inst *i,
                      uint32_t item)
{
    const gac__run *run = s->worker->run;
    return s->worker->moved
           + (size_t)i->ir->imm * run->group_strips * run->program->width
           + item;
}

bool gac__checked_put(gac__strip *s, const gac__lane_inst *i)
{
    const uint8_t *shadow = s->frame + i->args[0];
    GAC__EACH_LANE(s, k)
        *moved(s, i, gac__lane_item(s, k)) = shadow[i->arg_uniform[0] ? 0 : k];
    return true;
}

/* Returns the work-item whose value a GROUP gives to a lane. */
static uint32_t mover_of(const gac__strip *s, const gac__lane_inst *i,
                         uint32_t lane)
{
    const gac__worker *w = s->worker;
    bool sub_group = i->check == SpvScopeSubgroup;
    uint32_t item = gac__lane_item(s, lane),
             length = w->run->options.sub_group_size;
    uint64_t first = sub_group ? item / length * length : 0;
    uint64_t size =
        GAC__MIN(w->n_items - first, sub_group ? length : UINT64_MAX);
    uint64_t me = item - first, cluster = i->imm > 0 ? (uint64_t)i->imm : size;
    uint64_t by = i->ir->args[0] ? gac__operand(s, i, 0, lane) : 0;
    uint32_t kind = i->ir->n_list & 0xff;
    uint64_t from = gac__shuffle_source(kind, me, by, cluster);
    if (kind == GAC__GROUP_BROADCAST_FIRST) {
        if (!sub_group)
            return w->first_item; /* it may be in another strip */
        while (first + from < item && !s->mask[lane - me + from])
            from++;
    }
    return from < size ? (uint32_t)(first + from) : item;
}

bool gac__checked_take(gac__strip *s, const gac__lane_inst *i)
{
    uint8_t *shadow = s->frame + i->d;
    GAC__EACH_LANE(s, k) {
        uint64_t bits = *moved(s, i, mover_of(s, i, k));
        if (i->flags & GAC__CODE_D_UNIFORM) {
            memcpy(shadow, &bits, sizeof bits);
            return true;
        }
        shadow[k] = (uint8_t)bits;
    }
    return true;
}
