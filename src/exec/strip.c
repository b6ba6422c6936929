/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Strips: the dispatch loop, and which lanes are active.
 *
 * Each lane that waits has a program counter, the number of a block; the mask
 * has the lanes of the block that runs. While all lanes branch alike, a
 * branch is a jump, and no counter is looked at. Where lanes diverge, those
 * that go to the higher block wait: the lowest block always runs next. Lanes
 * that reach a block at which others wait reconverge with them there, since
 * blocks are numbered so that this one comes last. The blocks at which lanes
 * wait are few: a short list.
 *
 * Lanes that wait for others in a loop (for a lock, say) would wait for ever if
 * those wait behind the loop. In a kernel with such loops, active lanes that
 * have run for a while yield: others come before them, whatever their blocks.
 *
 * Lanes that arrive at a collective wait with the top bit of their counters
 * set, so that every other block comes first. When all lanes of the strip have
 * arrived, it returns to its group, which carries the collective out for all
 * strips. The collective of a sub-group is carried out when its block runs, for
 * the lanes that have arrived; while lanes have yielded, its lanes wait too,
 * but come before those at a collective of the group.
 */
#include "exec/checked.h"
#include "exec/collectives.h"
#include "exec/counted.h"
#include "exec/compaction.h"
#include "exec/flattened.h"
#include "exec/access.h"
#include "support/features.h"

static uint32_t next_wait(const gac__strip *s)
{
    return s->n_waits ? s->waits[0] : GAC__PC_ENDED;
}

/* -- where lanes wait ------------------------------------------------------ */

static void add_wait(gac__strip *s, uint32_t pc)
{
    uint32_t at = 0;
    while (at < s->n_waits && s->waits[at] < pc)
        at++;
    if (at < s->n_waits && s->waits[at] == pc)
        return;
    if (at == s->n_waits && (s->more_waits || at == GAC__MAX_WAITS)) {
        s->more_waits = true;
        return;
    }
    if (s->n_waits == GAC__MAX_WAITS) {
        s->more_waits = true;
        s->n_waits--;
    }
    memmove(s->waits + at + 1, s->waits + at,
            (s->n_waits - at) * sizeof *s->waits);
    s->waits[at] = pc;
    s->n_waits++;
}

/* Drops the lowest entry. Finds greater ones, for which there was no room, when
 * the list is empty. */
static void drop_wait(gac__strip *s)
{
    uint32_t pc = s->waits[0];
    s->n_waits--;
    memmove(s->waits, s->waits + 1, s->n_waits * sizeof *s->waits);
    if (s->n_waits || !s->more_waits)
        return;
    s->more_waits = false;
    for (;;) {
        pc = s->worker->run->memory->lowest(
            s->pc, pc, s->trips.loop ? s->trips.n_all : s->n);
        if (pc == GAC__PC_ENDED)
            return;
        if (s->n_waits == GAC__MAX_WAITS) {
            s->more_waits = true;
            return;
        }
        s->waits[s->n_waits++] = pc;
    }
}

/* -- the mask -------------------------------------------------------------- */

/* Narrows [first, end) to the steps that hold active lanes. */
static void find_extent(gac__strip *s)
{
    uint64_t bits = 0;
    uint32_t low = s->first, high = s->end;
    for (; low < high; low += 8) {
        memcpy(&bits, s->mask + low, sizeof bits);
        if (bits)
            break;
    }
    s->low_lane = low + (bits ? (uint32_t)__builtin_ctzll(bits) / 8 : 0);
    for (; high > low; high -= 8) {
        memcpy(&bits, s->mask + high - 8, sizeof bits);
        if (bits)
            break;
    }
    s->high_lane = high - 1 - (bits ? (uint32_t)__builtin_clzll(bits) / 8 : 0);
    s->first = s->low_lane / GAC__LANE_STEP * GAC__LANE_STEP;
    s->end = (s->high_lane / GAC__LANE_STEP + 1) * GAC__LANE_STEP;
}

void gac__strip_mask_narrowed(gac__strip *s)
{
    s->full = s->n_active == s->n;
    s->protect = s->n_waits
                 && (s->more_waits || s->needs_progress
                     || s->waits[s->n_waits - 1] >= GAC__PC_COLLECTIVE);
    s->unmasked = s->protect ? GAC__CODE_SCALAR
                  : s->full  ? GAC__CODE_PURE_MASKED
                             : GAC__CODE_PURE;
    if (s->full) {
        s->first = s->low_lane = 0;
        s->end = s->n_padded;
        s->high_lane = s->n - 1;
    } else if (s->n_active) {
        find_extent(s);
    }
}

/* To be called when the mask has changed. */
static void mask_changed(gac__strip *s)
{
    s->first = 0;
    s->end = s->n_padded;
    gac__strip_mask_narrowed(s);
}

/* To be called when lanes have come to the mask: lanes that were moved go back
 * to their first lanes once all are active. */
static void mask_grown(gac__strip *s)
{
    mask_changed(s);
    if (s->compaction.is_permuted && s->full && !s->trips.loop)
        gac__strip_restore(s);
}

/* Activates the lanes that wait at the lowest block, if any do. */
static void take_lowest(gac__strip *s)
{
    if (!s->n_waits) {
        s->n_active = 0;
        s->arrived = 0;
        return;
    }
    uint32_t pc = s->waits[0];
    s->n_active =
        s->worker->run->memory->merge(s->pc, pc, false, s->mask, s->n);
    drop_wait(s);
    gac__strip_go(s, pc);
    mask_grown(s);
}

/* -- yielding -------------------------------------------------------------- */

/* Lets lanes that have yielded wait as others do. No lane may be active. */
static void resume_yielded(gac__strip *s)
{
    for (uint32_t k = 0; k < s->n; k++)
        if (s->pc[k] < GAC__PC_COLLECTIVE)
            s->pc[k] &= GAC__PC_BLOCK;
    s->n_yields = 0;
    /* dropping this entry finds all others: no lane waits at block 0 */
    s->waits[0] = 0;
    s->n_waits = 1;
    s->more_waits = true;
    drop_wait(s);
}

/* The active lanes yield. */
static void yield_lanes(gac__strip *s)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    if (s->n_yields == GAC__PC_YIELDS) {
        kernels->move(s->pc, s->mask, GAC__PC_ENDED, s->n);
        resume_yielded(s);
    }
    uint32_t pc =
        GAC__PC_YIELDED | s->n_yields++ << GAC__PC_YIELD_SHIFT | s->block;
    kernels->move(s->pc, s->mask, pc, s->n);
    add_wait(s, pc);
    take_lowest(s);
}

/* -- branches -------------------------------------------------------------- */

/* All active lanes go to `pc`. Others may have to run first. */
static void jump(gac__strip *s, uint32_t pc)
{
    uint32_t next = next_wait(s);
    if (pc < next) {
        if (pc <= s->block && s->end - s->first > 2 * s->n_active
            && s->compaction.order && !s->flat.runs && GAC__ON(COMPACTION)
            && gac__strip_compact(s, pc))
            mask_changed(s);
        gac__strip_go(s, pc);
        return;
    }
    if (pc == next) {
        const gac__memory_kernels *kernels = s->worker->run->memory;
        /* The counters are about to be searched: those of active lanes must not
         * be old. */
        if (s->more_waits && s->n_waits == 1)
            kernels->move(s->pc, s->mask, pc, s->n);
        s->n_active = kernels->merge(s->pc, pc, true, s->mask, s->n);
        drop_wait(s);
        gac__strip_go(s, pc);
        mask_grown(s);
        return;
    }
    s->worker->run->memory->move(s->pc, s->mask, pc, s->n);
    add_wait(s, pc);
    take_lowest(s);
}

/* Active lanes may diverge: those that go to the higher block wait. */
static void branch(gac__strip *s, const gac__lane_inst *i)
{
    const uint8_t *condition = s->frame + i->condition;
    const gac__memory_kernels *kernels = s->worker->run->memory;
    uint32_t n_yes = kernels->count(s->mask, condition, s->n_padded);
    if (n_yes == s->n_active || i->pc_yes == i->pc_no) {
        jump(s, i->pc_yes);
        return;
    }
    if (n_yes == 0) {
        jump(s, i->pc_no);
        return;
    }
    bool keep = i->pc_yes < i->pc_no;
    uint32_t later = keep ? i->pc_no : i->pc_yes;
    kernels->split(s->pc, s->mask, condition, keep, later, s->n);
    add_wait(s, later);
    s->n_active = keep ? n_yes : s->n_active - n_yes;
    gac__strip_mask_narrowed(s);
    jump(s, keep ? i->pc_yes : i->pc_no);
}

/* Active lanes are about to enter a counted loop. False: they have to enter it
 * unsorted. */
static bool enter_counted(gac__strip *s, const gac__lane_inst *i)
{
    if (!gac__counted_pays(s, i))
        return false;
    gac__counted_begin(s, i);
    gac__strip_mask_narrowed(s);
    gac__strip_go(s, i->pc_yes);
    return true;
}

/* Sorted lanes reach the branch of a counted loop, all together. */
static void branch_counted(gac__strip *s, const gac__lane_inst *i)
{
    uint32_t leave = s->trips.loop->leave, n = s->n;
    uint32_t n_stay = gac__counted_next(s);
    if (n_stay < n)
        add_wait(s, leave);
    if (n_stay) {
        gac__strip_mask_narrowed(s);
        gac__strip_go(s, i->pc_yes == leave ? i->pc_no : i->pc_yes);
    } else {
        gac__counted_end(s);
        take_lowest(s);
    }
}

/* Active lanes enter an arm, or go around it; or enter one of two arms. */
static void enter_skipped(gac__strip *s, const gac__lane_inst *i)
{
    const uint8_t *condition = s->frame + i->condition;
    bool yes = i->sub == i->pc_yes;
    uint32_t n = s->worker->run->memory->narrow(s->mask, condition, yes ? 0 : 1,
                                                s->outer.mask, s->n_padded);
    if (n == 0 || n == s->n_active) {
        jump(s, (n != 0) == yes ? i->pc_yes : i->pc_no);
        return;
    }
    uint8_t *mask = s->outer.mask;
    s->outer = (gac__outer){s->mask, s->n_active, i->scale, s->first, s->end};
    s->mask = mask;
    s->n_active = n;
    s->block = i->sub;
    gac__strip_mask_narrowed(s);
}

/* The other active lanes enter the other arm. */
static void enter_other(gac__strip *s)
{
    s->worker->run->memory->narrow(s->outer.mask, s->mask, 1, s->mask,
                                   s->n_padded);
    s->n_active = s->outer.n_active - s->n_active;
    s->block = s->outer.other;
    s->outer.other = 0;
    mask_changed(s);
}

/* Lanes reconverge behind an arm. */
static void leave_skipped(gac__strip *s)
{
    uint8_t *mask = s->mask;
    s->mask = s->outer.mask;
    s->n_active = s->outer.n_active;
    s->first = s->outer.first;
    s->end = s->outer.end;
    s->outer.mask = mask;
    s->outer.n_active = 0;
    gac__strip_mask_narrowed(s);
}

/* A switch compares with each of its cases: those behind a few count as
 * instructions. */
#define FEW_CASES 64u

static uint64_t more_cases(const gac__lane_inst *i)
{
    return GAC__MAX(i->ir->n_targets, FEW_CASES) - FEW_CASES;
}

/* Returns the program counter of a switch's target for `value`. */
static uint32_t switch_pc(const gac__strip *s, const gac__ir_inst *ir,
                          uint64_t value)
{
    uint32_t target = ir->targets[0];
    for (uint32_t t = 1; t < ir->n_targets; t++)
        if (ir->literals[t - 1] == value) {
            target = ir->targets[t];
            break;
        }
    return s->worker->run->program->blocks[target].pc;
}

/* Each case takes the active lanes that have its value, in one pass over the
 * lanes: that is quicker than lane by lane. */
static void switch_lanes(gac__strip *s, const gac__lane_inst *i)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    const gac__lane_block *blocks = s->worker->run->program->blocks;
    uint32_t other = blocks[i->ir->targets[0]].pc, left = s->n_active;
    s->worker->instructions +=
        more_cases(i) * ((s->end - s->first) / GAC__LANE_STEP);
    kernels->move(s->pc, s->mask, other, s->n);
    for (uint32_t t = 1; t < i->ir->n_targets && left; t++) {
        uint32_t pc = blocks[i->ir->targets[t]].pc;
        uint32_t n = pc == other
                         ? 0
                         : kernels->take_case(s->pc, s->mask, s->frame + i->a,
                                              gac__log2_bytes(i->ty),
                                              i->ir->literals[t - 1], other, pc,
                                              s->first, s->end);
        if (n)
            add_wait(s, pc);
        left -= n;
    }
    if (left)
        add_wait(s, other);
    take_lowest(s);
}

/* Active lanes have ended. If they are the last ones, only the checker reads
 * their counters. */
static void end_lanes(gac__strip *s)
{
    if (s->n_waits || s->worker->run->checker)
        s->worker->run->memory->move(s->pc, s->mask, GAC__PC_ENDED, s->n);
    take_lowest(s);
}

/* -- dispatch -------------------------------------------------------------- */

/* Runs a pure instruction. Inactive lanes keep what the result's register
 * holds. */
static void pure_masked(gac__strip *s, const gac__lane_inst *i)
{
    uint8_t *f = s->frame, *d = gac__lanes_to(s, i, !s->full);
    i->kernel(d, f + i->a, f + i->b, f + i->c, s->first, s->end);
    gac__give_lanes(s, i, d);
}

/* Runs a pure instruction, masked or not, with memory operands. */
static void pure_memory(gac__strip *s, const gac__lane_inst *i)
{
    uint8_t *f = s->frame, *d = gac__lanes_to(s, i, gac__strip_keeps(s, i));
    const uint32_t at[3] = {i->a, i->b, i->c};
    const void *in[3];
    for (uint32_t k = 0; k < 3; k++) {
        uint64_t bits = (uintptr_t)(f + at[k]);
        if (i->flags & (uint32_t)GAC__CODE_MEMORY_A << k)
            memcpy(&bits, f + at[k], sizeof bits);
        in[k] = (const void *)(uintptr_t)bits;
    }
    i->kernel(d, in[0], in[1], in[2], s->first, s->end);
    gac__give_lanes(s, i, d);
}

static void lea_lanes(gac__strip *s, const gac__lane_inst *i)
{
    uint8_t *f = s->frame, *d = gac__lanes_to(s, i, gac__strip_keeps(s, i));
    s->worker->run->memory->lea(d, f + i->a, f + i->b, i->scale, i->imm,
                                i->flags, i->ty, i->index_ty, s->first, s->end);
    gac__give_lanes(s, i, d);
}

/* Carries out the collective at the start of a block, unless that has been
 * done: a collective of the group has been carried out before, and so has one
 * at which lanes have waited. */
static bool run_collective(gac__strip *s)
{
    const gac__lane_program *p = s->worker->run->program;
    bool carried_out = s->carried_out;
    s->carried_out = false;
    return carried_out || !p->blocks[s->block].sub_group
           || gac__strip_sub_group(s);
}

/* Whether some lanes have yielded, or wait for lanes that have. */
static bool waits_for_yielded(gac__strip *s)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    if (!s->n_waits)
        return false;
    kernels->move(s->pc, s->mask, s->block,
                  s->n); /* active lanes' counters are old */
    return kernels->lowest(s->pc, GAC__PC_YIELDED - 1, s->n) < GAC__PC_GROUP;
}

/* Lets lanes that arrive at a collective of their sub-group wait while others
 * have yielded: those may have to take part. */
static void await_yielded(gac__strip *s)
{
    const gac__lane_block *blocks = s->worker->run->program->blocks;
    while (s->n_active && !s->arrived && blocks[s->block].sub_group
           && waits_for_yielded(s)) {
        uint32_t pc = s->block | GAC__PC_COLLECTIVE;
        s->worker->run->memory->move(s->pc, s->mask, pc, s->n);
        add_wait(s, pc);
        take_lowest(s);
    }
}

/* Counts the instructions of a part of a long block, and in advance those of an
 * instruction that takes as long as several. */
static bool look(gac__strip *s, const gac__lane_inst *i)
{
    gac__worker *w = s->worker;
    uint64_t more = s->n_active * (uint64_t)i->imm;
    w->instructions += (uint64_t)s->n_active * i->sub;
    if (w->instructions + more > w->budget)
        return gac__check_limits(w);
    w->budget -= more;
    return true;
}

/* Runs one instruction that is neither pure nor a branch. */
static bool run_other(gac__strip *s, const gac__lane_inst *i)
{
    switch ((gac__code)i->code) {
    case GAC__CODE_LOAD:
    case GAC__CODE_STORE: return gac__do_access(s, i);
    case GAC__CODE_LOAD_UNIFORM: return gac__do_load_uniform(s, i);
    case GAC__CODE_LOAD_INDEXED: return gac__do_load_indexed(s, i);
    case GAC__CODE_STORE_UNIFORM: return gac__do_store_uniform(s, i);
    case GAC__CODE_STORE_INDEXED: return gac__do_store_indexed(s, i);
    case GAC__CODE_LEA: lea_lanes(s, i); return true;
    case GAC__CODE_LEA_SCALAR: gac__lea_scalar(s, i); return true;
    case GAC__CODE_FLATTEN: gac__flat_begin(s, i); return true;
    case GAC__CODE_FLAT_NEXT:
        gac__flat_next(s, i);
        mask_changed(s);
        return true;
    case GAC__CODE_FLAT_TAKE: gac__flat_take(s, i); return true;
    case GAC__CODE_FLAT_SUM: gac__flat_sum(s, i); return true;
    case GAC__CODE_FLAT_MORE:
        gac__flat_end(s, i);
        mask_changed(s);
        return true;
    case GAC__CODE_ROWS_BEGIN: gac__row_buffers_begin(s, i->sub); return true;
    case GAC__CODE_LOOK: return look(s, i);
    case GAC__CODE_COPYMEM: return gac__do_copymem(s, i);
    case GAC__CODE_ATOMIC: return gac__do_atomic(s, i);
    case GAC__CODE_FENCE:
        atomic_thread_fence(memory_order_seq_cst);
        return true;
    case GAC__CODE_PRINTF: return gac__do_printf(s, i);
    case GAC__CODE_TRAP: return gac__do_trap(s, i);
    case GAC__CODE_GENERIC_TO:
    case GAC__CODE_GENERIC_SEMANTICS: return gac__do_generic(s, i);
    default: return run_collective(s);
    }
}

/* Sets to 0 what an access that is left out would have loaded. */
static void clear_left(gac__strip *s, const gac__lane_inst *i)
{
    uint32_t size = gac__ty_bytes((gac__ty)i->ty);
    for (uint32_t k = 0; k < s->n; k++) {
        if (!s->worker->left[k])
            continue;
        if (i->code == GAC__CODE_LOAD || i->code == GAC__CODE_LOAD_INDEXED)
            memset(s->frame + i->d + (size_t)k * size, 0, size);
        else if (i->code == GAC__CODE_LOAD_UNIFORM && !s->n_active)
            memset(s->frame + i->d, 0, sizeof(uint64_t));
        else if (i->code == GAC__CODE_ATOMIC && i->ir->result)
            gac__write_result(s, i, k, 0);
    }
}

/* Runs an access for the active lanes that stay in their private memory. What
 * it has found out about its indices does not hold for the others. */
static bool run_without_left(gac__strip *s, const gac__lane_inst *i)
{
    static const gac__index_shape unknown = {.low = INT64_MIN / 2,
                                             .high = INT64_MAX / 2};
    gac__worker *w = s->worker;
    for (uint32_t k = 0; k < s->n; k++)
        s->mask[k] = s->mask[k] && !w->left[k];
    s->n_active -= w->n_left;
    gac__strip_mask_narrowed(s);
    bool goes_on = !s->n_active || run_other(s, i);
    clear_left(s, i);
    for (uint32_t k = 0; k < s->n; k++) {
        s->mask[k] |= w->left[k];
        w->left[k] = 0;
    }
    s->n_active += w->n_left;
    w->n_left = 0;
    mask_changed(s);
    if (gac__is_indexed(i))
        s->index_shape[i->sub] = unknown;
    s->fixed_known = 0;
    return goes_on;
}

/* Runs a CHECK. Returns how many instructions behind it are done, too; or
 * GAC__STOPPED. */
static uint32_t run_check(gac__strip *s, const gac__lane_inst *i)
{
    if (!gac__do_check(s, i))
        return GAC__STOPPED;
    if (GAC__LIKELY(!s->worker->n_left))
        return 0;
    uint32_t n = i[1].code == GAC__CODE_INTERLEAVED
                     ? 2
                     : 1; /* the CHECK is of the group's first member */
    return run_without_left(s, i + n) ? n : GAC__STOPPED;
}

/* Runs the terminator of a block: sets s->block and the mask. */
static void run_terminator(gac__strip *s, const gac__lane_inst *i)
{
    switch ((gac__code)i->code) {
    case GAC__CODE_BR:
        if (s->outer.n_active && s->outer.other) {
            enter_other(s);
            break;
        }
        if (s->outer.n_active)
            leave_skipped(s);
        if (!(i->flags & GAC__CODE_COUNTED && enter_counted(s, i)))
            jump(s, i->pc_yes);
        break;
    case GAC__CODE_CBR_UNIFORM:
        jump(s, s->frame[i->condition] ? i->pc_yes : i->pc_no);
        break;
    case GAC__CODE_CBR:
        /* Lanes that wait at a block before an arm's go first. */
        if (i->flags & GAC__CODE_COUNTED && s->trips.loop)
            branch_counted(s, i);
        else if (i->flags & GAC__CODE_SKIPS
                 && next_wait(s) > GAC__MAX(i->sub, i->scale))
            enter_skipped(s, i);
        else
            branch(s, i);
        break;
    case GAC__CODE_SWITCH_UNIFORM:
        s->worker->instructions += more_cases(i) / 8;
        jump(s,
             switch_pc(s, i->ir,
                       gac__read_lane(s->frame, i->condition, true, i->ty, 0)));
        break;
    case GAC__CODE_SWITCH: switch_lanes(s, i); break;
    default: end_lanes(s); break;
    }
}

gac__status gac__strip_run(gac__strip *s)
{
    gac__worker *w = s->worker;
    const gac__lane_program *p = w->run->program;
    uint8_t *f = s->frame;
    bool must_yield = false; /* the active lanes have used up their budget; they
                                yield at a back edge outside of arms */
    for (;;) {
        uint32_t from = s->block;
        const gac__lane_block *block = &p->blocks[from];
        const gac__lane_inst *i = &p->insts[block->first];
        for (;; i++) {
            for (; i->code <= s->unmasked; i++)
                i->kernel(f + i->d, f + i->a, f + i->b, f + i->c, s->first,
                          s->end);
            if (i->code <= GAC__CODE_PURE_MASKED)
                pure_masked(s, i);
            else if (i->code == GAC__CODE_PURE_MEMORY)
                pure_memory(s, i);
            else if (i->code == GAC__CODE_FUSED)
                i += gac__do_fused(s, i);
            else if (i->code >= GAC__CODE_BR)
                break;
            else if (i->code == GAC__CODE_INTERLEAVED
                     || i->code == GAC__CODE_CHECK) {
                uint32_t n = i->code == GAC__CODE_INTERLEAVED
                                 ? gac__do_interleaved(s, i)
                                 : run_check(s, i);
                if (GAC__UNLIKELY(n == GAC__STOPPED))
                    return GAC__STATUS_STOPPED;
                i += n;
            } else if (GAC__UNLIKELY(!run_other(s, i)))
                return GAC__STATUS_STOPPED;
        }
        w->instructions += (uint64_t)s->n_active * block->n_work;
        if (GAC__UNLIKELY(w->instructions > w->budget)) {
            if (!gac__check_limits(w))
                return GAC__STATUS_STOPPED;
            must_yield = s->needs_progress;
        }
        run_terminator(s, i);
        /* At back edges alone: lanes that have diverged reconverge before
         * these. */
        bool has_yielded = must_yield && s->n_active && s->block <= from
                           && !s->arrived && !s->outer.n_active;
        if (has_yielded)
            yield_lanes(s);
        if (s->needs_progress)
            await_yielded(s);
        if (!s->n_active)
            return GAC__STATUS_ENDED;
        if (!s->arrived) {
            if (has_yielded)
                return GAC__STATUS_YIELDED;
            continue;
        }
        must_yield &= !has_yielded;
        bool alone = s->full && w->n_group_strips == 1;
        if (!p->blocks[s->block].sub_group && !alone)
            return GAC__STATUS_ARRIVED;
        if (alone && p->blocks[s->block].copies) {
            if (!gac__strip_copies(s))
                return GAC__STATUS_STOPPED;
            if (!s->arrived)
                continue;
        }
        if (!(p->blocks[s->block].sub_group ? gac__strip_sub_group(s)
                                            : gac__strip_alone(s)))
            return GAC__STATUS_STOPPED;
        s->carried_out = p->blocks[s->block].sub_group;
        s->arrived = 0;
    }
}
