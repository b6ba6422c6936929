/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Counted loops: lanes are sorted by their trip counts.
 *
 * Where the trip counts of lanes differ, each iteration takes as long as if all
 * steps that hold an active lane were full, and makes and reads masks. Before a
 * counted loop is entered, it is known how often each lane will reach its
 * branch (pass_counted.c). So work-items move to other lanes, those with the
 * most iterations first (compaction.c moves their registers): the active lanes
 * are the first ones then, fewer in each iteration. The strip has no other
 * lanes in the loop, s->n of them, and all are active: it runs without masks.
 * Lanes that have left wait behind the loop, as usual.
 *
 * Registers are written in whole steps of lanes. Lanes of the last, partial
 * step that have left are saved until no lane of the step runs.
 */
#include "exec/counted.h"
#include "exec/compaction.h"

/* The cost of counting trips and sorting for each lane, in the program's
 * weights. */
#define SORT_COST 80u

#define DIGIT_BITS 11u
#define DIGITS (1u << DIGIT_BITS)

#define LANE_BITS 10u
#define MOST_TRIPS ((UINT32_MAX >> LANE_BITS) - 1)
_Static_assert(GAC__MAX_STRIP_LANES == 1u << LANE_BITS, "a sort key's lane");

/* -- trip counts ----------------------------------------------------------- */

/* Returns an operand by lane; a shared one is copied to `spare`. */
static const void *as_lanes(const gac__strip *s, const gac__counted_loop *l,
                            uint32_t k, uint8_t *spare)
{
    const uint8_t *from = s->frame + l->at[k];
    if (!l->uniform[k])
        return from;
    gac__lane_splat(s->worker->run->program->isa, l->ty)(spare, from, from,
                                                         from, 0, s->n_padded);
    return spare;
}

bool gac__count_trips(gac__strip *s, const gac__counted_loop *l,
                      uint32_t *trips_out, uint32_t *most_out,
                      uint64_t *sum_out)
{
    uint8_t *spare = s->frame + s->worker->run->program->temp;
    const void *counter = as_lanes(s, l, 0, spare);
    const void *limit = as_lanes(s, l, 1, spare);
    return s->worker->run->memory->count_trips[gac__log2_bytes(l->ty)](
               counter, limit, s->frame + l->at[2], l->kind, s->mask, s->n,
               trips_out, most_out, sum_out)
           && *most_out <= MOST_TRIPS;
}

/* -- whether it pays ------------------------------------------------------- */

bool gac__counted_pays(gac__strip *s, const gac__lane_inst *i)
{
    const gac__counted_loop *l = &s->worker->run->program->counted[i->imm];
    struct gac__backoff *b = &s->trips.backoffs[i->imm];
    uint32_t span = s->end - s->first;
    uint64_t sum;
    if (!s->compaction.order || s->protect || s->more_waits || s->trips.loop
        || (s->n_waits && s->waits[0] <= l->last) || !gac__is_due(b))
        return false;
    bool known = gac__count_trips(s, l, s->trips.left, &s->trips.most, &sum);
    uint64_t idle = (uint64_t)s->trips.most * span - sum;
    if (!known
        || idle * (uint64_t)l->weight
               <= gac__strip_permute_cost(s, l->head) + s->n * SORT_COST) {
        gac__put_off(b);
        return false;
    }
    b->next = 0;
    return true;
}

/* -- sorting --------------------------------------------------------------- */

/* Sorts keys by their upper bits, the greatest first; `spare` has as much room.
 */
static const uint32_t *sort_keys(uint32_t *keys, uint32_t *spare, uint32_t n,
                                 uint32_t most)
{
    uint32_t start[DIGITS + 1];
    for (uint32_t shift = 0; most >> shift; shift += DIGIT_BITS) {
        uint32_t top = GAC__MIN(most >> shift, DIGITS - 1);
        memset(start, 0, (top + 2) * sizeof *start);
        for (uint32_t k = 0; k < n; k++)
            start[top - (keys[k] >> LANE_BITS >> shift) % DIGITS + 1]++;
        for (uint32_t d = 0; d < top; d++)
            start[d + 1] += start[d];
        for (uint32_t k = 0; k < n; k++)
            spare[start[top - (keys[k] >> LANE_BITS >> shift) % DIGITS]++] =
                keys[k];
        uint32_t *sorted = spare;
        spare = keys;
        keys = sorted;
    }
    return keys;
}

/* Sorts trips.left; order[k] is the lane that was at k. */
static void sort_trips(gac__strip *s, uint32_t *order)
{
    uint32_t *left = s->trips.left;
    for (uint32_t k = 0; k < s->n; k++)
        left[k] = left[k] << LANE_BITS | k;
    const uint32_t *keys = sort_keys(left, order, s->n, s->trips.most + 1);
    for (uint32_t k = 0; k < s->n; k++) {
        uint32_t key = keys[k];
        left[k] = key >> LANE_BITS;
        order[k] = key % GAC__MAX_STRIP_LANES;
    }
}

/* -- lanes that have left -------------------------------------------------- */

/* Saves or restores the registers of lanes [first, end) of the last step. */
static void save_lanes(gac__strip *s, uint32_t first, uint32_t end, bool back)
{
    const gac__lane_program *p = s->worker->run->program;
    for (uint32_t k = 0; k < s->trips.n_saved; k++) {
        const gac__compaction_register *r =
            &p->compaction_registers[s->trips.saved[k]];
        uint8_t *lanes = s->frame + r->at + (size_t)first * r->bytes;
        uint8_t *aside = (uint8_t *)(s->trips.saved_lanes + k * GAC__LANE_STEP)
                         + (size_t)(first % GAC__LANE_STEP) * r->bytes;
        size_t bytes = (size_t)(end - first) * r->bytes;
        memcpy(back ? lanes : aside, back ? aside : lanes, bytes);
    }
}

/* Lists the registers that the loop writes, and that lanes which wait or have
 * left read later. */
static void find_saved(gac__strip *s, const gac__counted_loop *l)
{
    const gac__lane_program *p = s->worker->run->program;
    s->trips.n_saved = 0;
    for (uint32_t k = 0; k < p->n_compaction_registers; k++)
        if (l->writes[k / 64] >> k % 64 & 1
            && gac__strip_wants(s, k, l->leave & GAC__PC_BLOCK))
            s->trips.saved[s->trips.n_saved++] = k;
}

/* Reduces the strip to its first n lanes. */
static void shrink(gac__strip *s, uint32_t n)
{
    uint32_t padded = gac__whole_steps(n);
    if (padded != s->n_padded) {
        save_lanes(s, s->n, s->n_padded, true);
        save_lanes(s, n, padded, false);
    } else {
        save_lanes(s, n, s->n, false);
    }
    memset(s->mask + n, 0, s->n - n);
    s->n = s->n_active = n;
    s->n_padded = padded;
}

/* -- the loop -------------------------------------------------------------- */

void gac__counted_begin(gac__strip *s, const gac__lane_inst *i)
{
    const gac__counted_loop *l = &s->worker->run->program->counted[i->imm];
    uint32_t *order = s->compaction.order + s->n_padded, n = s->n_active;
    sort_trips(s, order);
    gac__strip_permute(s, order, 0, s->n, l->head);
    s->trips.loop = l;
    s->trips.n_all = s->n;
    s->trips.iteration = 0;
    find_saved(s, l);
    memset(s->mask, 1, s->n);
    shrink(s, n);
}

uint32_t gac__counted_next(gac__strip *s)
{
    uint32_t n = s->n, past = ++s->trips.iteration;
    while (n && s->trips.left[n - 1] <= past)
        s->pc[--n] = s->trips.loop->leave;
    if (n && n != s->n)
        shrink(s, n);
    return n;
}

void gac__counted_end(gac__strip *s)
{
    save_lanes(s, s->n, s->n_padded, true);
    s->n = s->trips.n_all;
    s->n_padded = gac__whole_steps(s->n);
    s->fixed_known = 0; /* what is known holds for the first lanes alone */
    s->trips.loop = NULL;
}
