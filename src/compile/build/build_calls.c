/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The call graph, before anything is inlined.
 *
 * A function that calls another one twice gets two copies of it: a module of a
 * few kilobytes can ask for more than any memory. So each function's size, with
 * all that it calls, is counted first, and once; sums saturate. Calls are
 * followed in the order of inlining, so that errors are found in the same
 * order.
 */
#include "compile/build/build_families.h"

/* A function whose instructions are being counted. */
typedef struct visit {
    gac__fn *fn;
    uint32_t rank; /* of the current block */
    uint32_t next; /* ordinal of the next instruction in it */
} visit;

typedef struct counter {
    gac__builder *b;
    GAC__VEC(visit) stack; /* each function calls the next one */
} counter;

static uint64_t add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* An instruction's size: long ones (switches, phis, calls) count as several. */
static uint64_t weight(const gac__inst *i)
{
    return 1 + i->n_words / GAC__BUILD_WORK_WORDS;
}

/* Begins to count a function; one that is on the stack is recursive. Each copy
 * only skips the instructions before the first block: they count a quarter. */
static void enter(counter *c, gac__fn *fn, const gac__inst *call)
{
    const gac__function *f = fn->function;
    if (fn->state == GAC__FN_OPEN) {
        c->b->inst = *call;
        gac__build_unsupported(c->b,
                               "recursion: function %%%u calls itself, "
                               "directly or through others.",
                               f->id);
        return;
    }
    fn->state = GAC__FN_OPEN;
    fn->size = (c->b->m->blocks[f->first_block].first - f->first) / 4;
    const visit v = {.fn = fn};
    GAC__BUILD_PUSH(c->b, &c->stack, v);
}

/* The function with a body that an instruction calls; NULL: none, an error. */
static gac__fn *callee_of(counter *c, const gac__inst *i)
{
    if (i->opcode != SpvOpFunctionCall)
        return NULL;
    const gac__function *f =
        gac__module_function(c->b->m, gac__build_word(i, 0));
    return f && f->n_blocks ? gac__build_analyse(c->b, f) : NULL;
}

/* Counts the function on top of the stack up to its end, or up to a call of a
 * function that has not been counted, which is pushed. */
static void step(counter *c)
{
    visit *v = &c->stack.items[c->stack.n - 1];
    const gac_module *m = c->b->m;
    gac__fn *fn = v->fn;
    for (; v->rank < fn->order.n; v->rank++) {
        const gac__block *block =
            &m->blocks[fn->function->first_block + fn->order.node[v->rank]];
        if (v->next <= block->first || v->next > block->end)
            v->next = block->first + 1;
        while (v->next < block->end) {
            gac__inst i = gac__module_inst(m, v->next);
            gac__fn *callee = callee_of(c, &i);
            gac__build_watch(c->b, weight(&i));
            if (!gac__build_ok(c->b))
                return;
            if (callee && callee->state != GAC__FN_COUNTED) {
                enter(c, callee, &i);
                return;
            }
            fn->size = add(fn->size, callee ? callee->size : 0);
            fn->size = add(fn->size, weight(&i));
            v->next++;
        }
    }
    fn->state = GAC__FN_COUNTED;
    c->stack.n--;
}

void gac__build_check_calls(gac__builder *b, const gac__function *entry)
{
    counter c = {.b = b};
    gac__fn *fn = gac__build_analyse(b, entry);
    if (!gac__build_ok(b))
        return;
    enter(&c, fn, &b->inst);
    while (c.stack.n && gac__build_ok(b))
        step(&c);
    GAC__VEC_FREE(b->allocator, &c.stack);
    if (fn->size > b->most_work)
        gac__build_limit(b, "the number of its instructions, all calls "
                            "inlined,");
}
