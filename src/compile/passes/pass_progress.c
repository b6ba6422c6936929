/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds loops in which a work-item waits for another one: they need forward
 * progress of all lanes.
 *
 * Such a loop reads the same memory again and again: its exit depends on an
 * atomic operation or on a volatile load whose address and operands the loop
 * does not change. Compare-and-exchange loops (which compare with the old
 * value) and loops that draw numbers change these operands, and end by
 * themselves; but where all work-items contend for one address, a loop is
 * better taken for one that waits.
 *
 * Taking a loop for one that waits costs speed, nothing else.
 */
#include "compile/passes/passes.h"

typedef struct finder {
    const gac__ir *ir;
    uint32_t *block_of; /* by value: the defining block */
    /* of a search, and behind it of one that this one asks for */
    uint32_t *seen;       /* by value: the last search that visited it */
    uint32_t *stack;      /* of values */
    uint32_t search;      /* number of the last one */
    uint32_t first, last; /* the loop's blocks */
    uint32_t steps;       /* left before the analysis gives up */
} finder;

#define MOST_STEPS (1u << 20)

/* A value's definition, if it is in the loop; NULL otherwise. */
static const gac__ir_inst *inside(const finder *f, uint32_t value)
{
    const gac__ir_value *v = &f->ir->values[value];
    if (v->kind != GAC__VALUE_INST || f->block_of[value] < f->first
        || f->block_of[value] > f->last)
        return NULL;
    return v->def;
}

/* Whether `value` depends on an instruction of the loop that `accept` accepts;
 * true if steps run out. */
static bool depends(finder *f, uint32_t value,
                    bool (*accept)(finder *, const gac__ir_inst *))
{
    uint32_t n = 0, number = ++f->search;
    uint32_t *seen = f->seen, *stack = f->stack;
    bool found = false;
    f->seen += f->ir->n_values;
    f->stack += f->ir->n_values;
    stack[n++] = value;
    seen[value] = number;
    while (n && !found) {
        const gac__ir_inst *i = inside(f, stack[--n]);
        found = f->steps == 0 || (i && accept(f, i));
        f->steps -= f->steps > 0;
        for (uint32_t k = 0; i && k < i->n_args; k++)
            if (seen[i->args[k]] != number) {
                seen[i->args[k]] = number;
                stack[n++] = i->args[k];
            }
    }
    f->seen = seen;
    f->stack = stack;
    return found;
}

/* Whether an instruction may differ from one iteration to the next. Among phis,
 * only those of the head carry a value into the next iteration. What a plain
 * load reads is taken for the same: the loop may read the address of a flag
 * from memory, or set a comparator there (`expected` of OpenCL C 2.0). */
static bool changes(finder *f, const gac__ir_inst *i)
{
    if (i->op == GAC__IR_PHI)
        return f->block_of[i->result] == f->first;
    if (i->op == GAC__IR_LOAD)
        return i->flags & GAC__IR_VOLATILE;
    return !gac__ir_is_stable(i->op);
}

static bool varies(finder *f, const gac__ir_inst *i)
{
    (void)f;
    return !gac__ir_is_function(i->op) && i->op != GAC__IR_ARG;
}

static bool adds(const gac__ir_inst *i)
{
    return gac__ir_is_atomic(i, GAC__ATOMIC_IADD)
           || gac__ir_is_atomic(i, GAC__ATOMIC_ISUB);
}

/* Whether iterations draw numbers, as from a work queue: each changes what the
 * next one gets, unless the loop has another addition, which may undo it. */
static bool draws(finder *f, const gac__ir_inst *i)
{
    const gac__ir_value *v = adds(i) ? &f->ir->values[i->args[1]] : NULL;
    if (!v || v->kind != GAC__VALUE_CONST || v->bits == 0)
        return false;
    for (uint32_t b = f->first; b <= f->last; b++) {
        const gac__ir_block *block = &f->ir->blocks[b];
        f->steps -= GAC__MIN(f->steps, block->n_insts);
        for (uint32_t k = 0; k < block->n_insts; k++)
            if (adds(block->insts[k]) && block->insts[k] != i)
                return false;
    }
    return true;
}

/* Whether an instruction reads the same memory in each iteration. */
static bool rereads(finder *f, const gac__ir_inst *i)
{
    bool load = i->op == GAC__IR_LOAD && i->flags & GAC__IR_VOLATILE;
    if ((!load && i->op != GAC__IR_ATOMIC) || draws(f, i))
        return false;
    bool same = true;
    for (uint32_t k = 0; k < i->n_args && same; k++)
        same = !depends(f, i->args[k], changes);
    return same || f->steps == 0;
}

static bool is_cas_loop(finder *f, const gac__ir_inst *i)
{
    return gac__ir_is_atomic(i, GAC__ATOMIC_CMPXCHG) && !rereads(f, i);
}

/* Whether `value` is visibly the same for all work-items. */
static bool same_for_all(finder *f, uint32_t value)
{
    uint32_t first = f->first, last = f->last;
    f->first = 0;
    f->last = UINT32_MAX;
    bool same = !depends(f, value, varies);
    f->first = first;
    f->last = last;
    return same;
}

/* Whether all lanes exchange at one address: all but one fail in each
 * iteration. Lanes that yield in between do not disturb each other. */
static bool contends(finder *f, const gac__ir_inst *i)
{
    return gac__ir_is_atomic(i, GAC__ATOMIC_CMPXCHG)
           && same_for_all(f, i->args[0]);
}

static bool waits_for(finder *f, uint32_t condition)
{
    return (depends(f, condition, rereads)
            && (f->steps == 0 || !depends(f, condition, is_cas_loop)))
           || depends(f, condition, contends);
}

static bool waits(finder *f)
{
    for (uint32_t b = f->first; b <= f->last; b++) {
        const gac__ir_block *block = &f->ir->blocks[b];
        const gac__ir_inst *end = gac__ir_end(block);
        bool leaves = false;
        if (gac__ir_watch(f->ir, 1))
            return true;
        for (uint32_t t = 0; t < end->n_targets; t++)
            leaves |= end->targets[t] < f->first || end->targets[t] > f->last;
        if (leaves && end->n_args && waits_for(f, end->args[0]))
            return true;
    }
    return false;
}

static bool may_wait(const gac__ir *ir)
{
    GAC__EACH_INST(ir, b, i) {
        if (i->op == GAC__IR_ATOMIC
            || (i->op == GAC__IR_LOAD && i->flags & GAC__IR_VOLATILE))
            return true;
    }
    return false;
}

gac_result gac__pass_progress(gac__ir *ir, gac__arena *scratch)
{
    gac__loops loops;
    ir->facts.needs_progress = false;
    if (!may_wait(ir))
        return GAC_OK;
    GAC__TRY(gac__flow_loops(ir, &loops));
    size_t n = ir->n_values;
    uint32_t *words = gac__arena_alloc(scratch, n, 4 * sizeof *words);
    uint32_t *block_of = gac__ir_find_blocks(ir, scratch);
    if (!words || !block_of)
        return GAC_ERR_MEMORY;
    finder f = {.ir = ir,
                .block_of = block_of,
                .seen = words,
                .stack = words + 2 * n,
                .steps = MOST_STEPS};
    for (uint32_t l = 0; l < loops.n_loops && !ir->facts.needs_progress; l++) {
        f.first = loops.loops[l].head;
        f.last = loops.loops[l].end;
        ir->facts.needs_progress = waits(&f);
    }
    return GAC_OK;
}
