/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds loops in which a work-item waits for another one.
 *
 * Such a loop asks memory the same thing again and again: whether lanes leave
 * it depends on an atomic operation, or on a volatile load, whose address and
 * value the loop does not change. Loops that retry (compare-and-exchange with
 * the old value) or draw numbers change what they ask for, and end by
 * themselves; but a place where all work-items retry is better taken for one
 * where they wait.
 *
 * It does not hurt to take a loop for one that waits, but for speed.
 */
#include "compile/passes/passes.h"

typedef struct finder {
    const gac__ir *ir;
    uint32_t *block_of; /* for each value: where it is defined */
    uint32_t *seen;     /* for each value: the search that has seen it */
    uint32_t *stack;    /* for each value */
    uint32_t search;
    uint32_t first, last; /* the loop's blocks */
    uint32_t *steps;      /* that may still be taken */
} finder;

#define MOST_STEPS (1u << 20)

static const gac__ir_inst *inside(const finder *f, uint32_t value)
{
    const gac__ir_value *v = &f->ir->values[value];
    if (v->kind != GAC__VALUE_INST || f->block_of[value] < f->first
        || f->block_of[value] > f->last)
        return NULL;
    return v->def;
}

/* Whether `accept` says yes to an instruction of the loop that `value` depends
 * on, or it is not known. */
static bool depends(finder *f, uint32_t value,
                    bool (*accept)(finder *, const gac__ir_inst *))
{
    uint32_t n = 0, base = ++f->search;
    f->stack[n++] = value;
    f->seen[value] = base;
    while (n) {
        const gac__ir_inst *i = inside(f, f->stack[--n]);
        if (*f->steps == 0)
            return true;
        --*f->steps;
        if (!i)
            continue;
        if (accept(f, i))
            return true;
        for (uint32_t k = 0; k < i->n_args; k++)
            if (f->seen[i->args[k]] != base) {
                f->seen[i->args[k]] = base;
                f->stack[n++] = i->args[k];
            }
    }
    return false;
}

/* What the loop's head does not hand on begins anew in each round. */
static bool changes(finder *f, const gac__ir_inst *i)
{
    if (i->op == GAC__IR_PHI)
        return f->block_of[i->result] == f->first;
    return i->op > GAC__IR_PURE_END && i->op != GAC__IR_LEA
           && i->op != GAC__IR_ARG && i->op != GAC__IR_BUILTIN;
}

static bool varies(finder *f, const gac__ir_inst *i)
{
    (void)f;
    return i->op > GAC__IR_PURE_END && i->op != GAC__IR_LEA
           && i->op != GAC__IR_ARG;
}

/* A comparator in memory of its own (`expected` of OpenCL C 2.0) is set anew in
 * each round. */
static bool comparator_changes(finder *f, const gac__ir_inst *i)
{
    return i->op == GAC__IR_LOAD ? i->flags & GAC__IR_VOLATILE : changes(f, i);
}

static bool adds(const gac__ir_inst *i)
{
    return i->op == GAC__IR_ATOMIC
           && (i->sub == GAC__ATOMIC_IADD || i->sub == GAC__ATOMIC_ISUB);
}

/* Whether rounds draw numbers, as from a queue of work: each changes what the
 * next one gets, unless the loop takes it back. */
static bool draws(finder *f, const gac__ir_inst *i)
{
    const gac__ir_value *v = adds(i) ? &f->ir->values[i->args[1]] : NULL;
    if (!v || v->kind != GAC__VALUE_CONST || v->bits == 0)
        return false;
    for (uint32_t b = f->first; b <= f->last; b++) {
        const gac__ir_block *block = &f->ir->blocks[b];
        *f->steps -= GAC__MIN(*f->steps, block->n_insts);
        for (uint32_t k = 0; k < block->n_insts; k++)
            if (adds(block->insts[k]) && block->insts[k] != i)
                return false;
    }
    return true;
}

/* Whether an instruction asks the same of memory in each round. */
static bool asks_again(finder *f, const gac__ir_inst *i)
{
    bool load = i->op == GAC__IR_LOAD && i->flags & GAC__IR_VOLATILE;
    if ((!load && i->op != GAC__IR_ATOMIC) || draws(f, i))
        return false;
    finder own = *f; /* the caller is in the middle of a search */
    own.seen += f->ir->n_values;
    own.stack += f->ir->n_values;
    bool same = true;
    for (uint32_t k = 0; k < i->n_args && same; k++)
        same =
            !depends(&own, i->args[k], k == 2 ? comparator_changes : changes);
    f->search = own.search;
    return same || *f->steps == 0;
}

static bool retries(finder *f, const gac__ir_inst *i)
{
    return i->op == GAC__IR_ATOMIC && i->sub == GAC__ATOMIC_CMPXCHG
           && !asks_again(f, i);
}

/* Whether all work-items find the same in `value`, as far as is plain to see.
 */
static bool same_for_all(finder *f, uint32_t value)
{
    finder own = *f;
    own.seen += f->ir->n_values;
    own.stack += f->ir->n_values;
    own.first = 0;
    own.last = UINT32_MAX;
    bool same = !depends(&own, value, varies);
    f->search = own.search;
    return same;
}

/* Lanes that retry at one place fail in step: all but one in each round. Those
 * that sleep between are out of each other's way. */
static bool contends(finder *f, const gac__ir_inst *i)
{
    return i->op == GAC__IR_ATOMIC && i->sub == GAC__ATOMIC_CMPXCHG
           && same_for_all(f, i->args[0]);
}

static bool waits_for(finder *f, uint32_t condition)
{
    return (depends(f, condition, asks_again)
            && (*f->steps == 0 || !depends(f, condition, retries)))
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
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            if (i->op == GAC__IR_ATOMIC
                || (i->op == GAC__IR_LOAD && i->flags & GAC__IR_VOLATILE))
                return true;
        }
    return false;
}

gac_result gac__pass_spin(gac__ir *ir, gac__arena *scratch)
{
    gac__loops loops;
    ir->facts.needs_progress = false;
    if (!may_wait(ir))
        return GAC_OK;
    GAC__TRY(gac__flow_loops(ir, &loops));
    size_t n = ir->n_values;
    uint32_t *words = gac__arena_alloc(scratch, n, 5 * sizeof *words);
    uint32_t steps = MOST_STEPS;
    if (!words)
        return GAC_ERR_MEMORY;
    finder f = {.ir = ir,
                .block_of = words,
                .seen = words + n,
                .stack = words + 3 * n,
                .steps = &steps};
    gac__ir_find_blocks(ir, f.block_of);
    for (uint32_t l = 0; l < loops.n_loops && !ir->facts.needs_progress; l++) {
        f.first = loops.loops[l].head;
        f.last = loops.loops[l].end;
        ir->facts.needs_progress = waits(&f);
    }
    return GAC_OK;
}
