/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Strips: the dispatch loop and the choice of lanes.
 *
 * Each lane has a program counter, the number of the block where it waits; the
 * lanes of the block that runs now are in the mask. While all lanes go the same
 * way, nobody looks at the counters: a branch is a jump. When lanes part, the
 * counters are set and the lowest block is chosen; lanes that reach a block
 * where others already wait join them there, since blocks are numbered so that
 * this comes last.
 *
 * A lane at a collective block is parked: its counter has the top bit set, so
 * that every other block comes first. When nothing but parked lanes is left, the
 * strip returns to its group, which carries the collective out for all strips.
 */
#include "exec/exec_internal.h"

#define BUDGET 1000000u

/* The program counter that stands for waiting in front of a block. */
static uint32_t pc_of(const gac__strip *s, uint32_t block)
{
    const gac__lane_program *p = s->worker->run->program;
    return p->blocks[block].collective ? block | GAC__PC_PARKED : block;
}

/* Narrows [first, end) to where active lanes are. */
static void find_bounds(gac__strip *s)
{
    uint32_t first = 0, end = s->n_padded;
    while (first < s->n && !s->mask[first])
        first++;
    while (end > first && !s->mask[end - 1])
        end--;
    s->first = first / GAC__LANE_STEP * GAC__LANE_STEP;
    s->end = (end + GAC__LANE_STEP - 1) / GAC__LANE_STEP * GAC__LANE_STEP;
}

static void select_lanes(gac__strip *s, uint32_t pc)
{
    s->n_active = s->worker->run->memory->select(s->pc, pc, s->mask, s->n);
    s->full = s->n_active == s->n;
    if (s->full) {
        s->first = 0;
        s->end = s->n_padded;
    } else {
        find_bounds(s);
    }
}

/* True if lanes wait at a collective block. */
static bool any_parked(const gac__strip *s)
{
    bool parked = false;
    for (uint32_t k = 0; k < s->n; k++)
        parked |= s->pc[k] >= GAC__PC_PARKED && s->pc[k] != GAC__PC_ENDED;
    return parked;
}

gac__status gac__strip_schedule(gac__strip *s)
{
    uint32_t pc;
    s->worker->run->memory->lowest(s->pc, s->n, &pc, &s->next_wait);
    if (pc == GAC__PC_ENDED) {
        s->n_active = 0;
        return GAC__STATUS_ENDED;
    }
    s->block = pc & ~GAC__PC_PARKED;
    if (pc & GAC__PC_PARKED) {
        s->n_active = 0;
        if (!s->worker->run->program->blocks[s->block].sub_group)
            return GAC__STATUS_PARKED;
        if (!gac__strip_sub_group(s, s->block))
            return GAC__STATUS_STOPPED;
        gac__strip_resume(s, s->block);
        return GAC__STATUS_PARKED;
    }
    select_lanes(s, pc);
    s->alone = s->next_wait == GAC__PC_ENDED;
    s->protect = s->next_wait != GAC__PC_ENDED && any_parked(s);
    return GAC__STATUS_PARKED;
}

/* Lanes whose collective is done are active again, in their block. */
void gac__strip_resume(gac__strip *s, uint32_t block)
{
    uint32_t pc = block | GAC__PC_PARKED, others = GAC__PC_ENDED;
    select_lanes(s, pc);
    for (uint32_t k = 0; k < s->n; k++)
        if (s->pc[k] != pc && s->pc[k] < others)
            others = s->pc[k];
    s->block = block;
    s->next_wait = others;
    s->alone = others == GAC__PC_ENDED;
    s->protect = !s->alone && any_parked(s);
}

/* -- branches ---------------------------------------------------------------- */

bool gac__check_limits(gac__worker *w)
{
    gac__run *run = w->run;
    uint64_t most = run->options.max_instructions;
    uint64_t now = w->instructions - w->counted;
    uint64_t all = atomic_fetch_add_explicit(&run->instructions, now,
                                             memory_order_relaxed) + now;
    w->counted = w->instructions;
    w->budget = w->instructions + BUDGET;
    if (atomic_load_explicit(run->stop, memory_order_relaxed))
        return false;
    if (run->deadline_ns && gac__now_ns() > run->deadline_ns) {
        gac__stop(w, GAC_ERR_TIMEOUT, GAC__RULE_limit, UINT32_MAX,
                  "the time limit of %.3g s was exceeded",
                  (double)run->options.timeout_ns * 1e-9);
        return false;
    }
    if (!most)
        return true;
    if (all > most) {
        gac__stop(w, GAC_ERR_LIMIT, GAC__RULE_limit, UINT32_MAX,
                  "the limit of %llu instructions was exceeded",
                  (unsigned long long)most);
        return false;
    }
    w->budget = w->instructions + GAC__MIN(BUDGET, most - all);
    return true;
}

static bool spend(gac__strip *s, uint64_t instructions)
{
    gac__worker *w = s->worker;
    w->instructions += instructions;
    return GAC__LIKELY(w->instructions <= w->budget) || gac__check_limits(w);
}

/* All active lanes go to `to`. True if they run on there at once. */
static bool jump(gac__strip *s, uint32_t to)
{
    uint32_t pc = pc_of(s, to);
    if (pc < s->next_wait && !(pc & GAC__PC_PARKED)) {
        s->block = to;
        return true;
    }
    s->worker->run->memory->move(s->pc, s->mask, pc, s->n);
    return false;
}

/* Active lanes part. True if they all go one way, at once. */
static bool branch(gac__strip *s, const gac__lane_inst *i)
{
    const uint8_t *condition = s->frame + i->a;
    const gac__memory_kernels *kernels = s->worker->run->memory;
    uint32_t yes = i->sub, no = (uint32_t)i->imm;
    uint32_t n_yes = kernels->count(s->mask, condition, s->n);
    if (n_yes == s->n_active)
        return jump(s, yes);
    if (n_yes == 0)
        return jump(s, no);
    kernels->split(s->pc, s->mask, condition, pc_of(s, yes), pc_of(s, no),
                   s->n);
    return false;
}

static uint32_t switch_target(const gac__ir_inst *ir, uint64_t value)
{
    for (uint32_t t = 1; t < ir->n_targets; t++)
        if (ir->literals[t - 1] == value)
            return ir->targets[t];
    return ir->targets[0];
}

static void switch_lanes(gac__strip *s, const gac__lane_inst *i)
{
    for (uint32_t k = s->first; k < s->end; k++)
        if (s->mask[k]) {
            uint64_t v = gac__read_lane(s->frame, i->a, false, i->ty, k);
            s->pc[k] = pc_of(s, switch_target(i->ir, v));
        }
}

/* -- dispatch ------------------------------------------------------------------- */

/* A pure instruction when some lanes must keep what d holds. */
static void pure_masked(gac__strip *s, const gac__lane_inst *i)
{
    const gac__lane_program *p = s->worker->run->program;
    uint8_t *f = s->frame;
    if (s->full) {
        i->kernel(f + i->d, f + i->a, f + i->b, f + i->c, s->first, s->end);
        return;
    }
    i->kernel(f + p->temp, f + i->a, f + i->b, f + i->c, s->first, s->end);
    gac__lane_blend(p->isa, i->ty)(f + i->d, f + p->temp, f + p->temp, s->mask,
                                   s->first, s->end);
}

static void lea_lanes(gac__strip *s, const gac__lane_inst *i)
{
    const gac__lane_program *p = s->worker->run->program;
    bool keep = !s->full && ((i->flags & GAC__CODE_MASKED) || s->protect);
    uint8_t *f = s->frame;
    uint8_t *d = keep ? f + p->temp : f + i->d;
    s->worker->run->memory->lea(d, f + i->a, f + i->b, i->scale, i->imm,
                                i->flags, i->ty, i->index_ty, s->first, s->end);
    if (keep)
        gac__lane_blend(p->isa, i->ty)(f + i->d, d, d, s->mask, s->first,
                                       s->end);
}

static void lea_scalar(gac__strip *s, const gac__lane_inst *i)
{
    uint64_t base, index = gac__read_lane(s->frame, i->b, true, i->index_ty, 0);
    uint32_t bits = gac__ty_bytes((gac__ty)i->index_ty) * 8;
    memcpy(&base, s->frame + i->a, sizeof base);
    int64_t at = (int64_t)(index << (64 - bits)) >> (64 - bits);
    uint64_t address = base + (uint64_t)at * i->scale + (uint64_t)i->imm;
    if (i->ty == GAC__TY_I32)
        address = (uint32_t)address;
    memcpy(s->frame + i->d, &address, sizeof address);
}

/* Runs one instruction that is neither pure nor a branch. */
static bool run_other(gac__strip *s, const gac__lane_inst *i)
{
    switch ((gac__code)i->code) {
    case GAC__CODE_LOAD:
        return gac__do_load(s, i);
    case GAC__CODE_LOAD_UNIFORM:
        return gac__do_load_uniform(s, i);
    case GAC__CODE_LOAD_INDEXED:
        return gac__do_load_indexed(s, i);
    case GAC__CODE_STORE:
        return gac__do_store(s, i);
    case GAC__CODE_STORE_UNIFORM:
        return gac__do_store_uniform(s, i);
    case GAC__CODE_STORE_INDEXED:
        return gac__do_store_indexed(s, i);
    case GAC__CODE_LEA:
        lea_lanes(s, i);
        return true;
    case GAC__CODE_LEA_SCALAR:
        lea_scalar(s, i);
        return true;
    case GAC__CODE_COPYMEM:
        return gac__do_copymem(s, i);
    case GAC__CODE_ATOMIC:
        return gac__do_atomic(s, i);
    case GAC__CODE_FENCE:
        atomic_thread_fence(memory_order_seq_cst);
        return true;
    case GAC__CODE_PRINTF:
        return gac__do_printf(s, i);
    case GAC__CODE_TRAP:
        return gac__do_trap(s, i);
    case GAC__CODE_GENERIC_TO:
    case GAC__CODE_GENERIC_SEMANTICS:
        return gac__do_generic(s, i);
    default:
        return true; /* collectives: carried out before the strip went on */
    }
}

/* Runs blocks while active lanes stay together. Returns when they must be chosen
 * anew (PARKED) or the run stops. */
static gac__status run_lanes(gac__strip *s)
{
    const gac__lane_program *p = s->worker->run->program;
    const gac__lane_inst *i = &p->insts[p->blocks[s->block].first];
    uint8_t *f = s->frame;
    uint32_t at = s->block;
    bool on;
    for (;; i++) {
        switch ((gac__code)i->code) {
        case GAC__CODE_PURE:
            if (GAC__UNLIKELY(s->protect))
                pure_masked(s, i);
            else
                i->kernel(f + i->d, f + i->a, f + i->b, f + i->c, s->first,
                          s->end);
            continue;
        case GAC__CODE_PURE_MASKED:
            pure_masked(s, i);
            continue;
        case GAC__CODE_SCALAR:
            i->kernel(f + i->d, f + i->a, f + i->b, f + i->c, 0, 1);
            continue;
        case GAC__CODE_BR:
            on = jump(s, i->sub);
            break;
        case GAC__CODE_CBR_UNIFORM:
            on = jump(s, f[i->a] ? i->sub : (uint32_t)i->imm);
            break;
        case GAC__CODE_CBR:
            on = branch(s, i);
            break;
        case GAC__CODE_SWITCH_UNIFORM:
            on = jump(s, switch_target(i->ir, gac__read_lane(
                                           f, i->a, true, i->ty, 0)));
            break;
        case GAC__CODE_SWITCH:
            switch_lanes(s, i);
            on = false;
            break;
        case GAC__CODE_RET:
            s->worker->run->memory->move(s->pc, s->mask, GAC__PC_ENDED, s->n);
            on = false;
            break;
        default:
            if (GAC__UNLIKELY(!run_other(s, i)))
                return GAC__STATUS_STOPPED;
            continue;
        }
        if (!spend(s, (uint64_t)s->n_active * p->blocks[at].n_work))
            return GAC__STATUS_STOPPED;
        at = s->block;
        if (!on)
            return GAC__STATUS_PARKED;
        i = &p->insts[p->blocks[s->block].first] - 1;
    }
}

gac__status gac__strip_run(gac__strip *s)
{
    for (;;) {
        if (s->n_active && run_lanes(s) == GAC__STATUS_STOPPED)
            return GAC__STATUS_STOPPED;
        gac__status status = gac__strip_schedule(s);
        if (status != GAC__STATUS_PARKED)
            return status;
        if (s->n_active == 0)
            return GAC__STATUS_PARKED;
    }
}
