/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Control flow graphs: a function's order and dominators; the IR's edges.
 *
 * Blocks are translated in reverse post-order, so that a block comes behind its
 * dominators, however the module arranges them.
 */
#include "compile/build/build_families.h"
#include "compile/ir/ir_flow.h"
#include "module/types.h"

#define NONE GAC__NO_NODE

/* -- successors ------------------------------------------------------------ */

uint32_t gac__build_switch_words(const gac_module *m, const gac__inst *i)
{
    gac__type t =
        gac__module_type(m, gac__module_type_of(m, gac__build_word(i, 0)));
    return t.kind == GAC__TYPE_INT && t.width > 32 ? 2 : 1;
}

uint32_t gac__build_label(gac__builder *b, const gac__function *function,
                          uint32_t label_id)
{
    uint32_t ordinal =
        label_id < b->m->bound ? b->m->definitions[label_id] - 1 : NONE;
    const gac__block *blocks = b->m->blocks + function->first_block;
    uint32_t k = GAC__FIRST_FROM(blocks, function->n_blocks, first, ordinal);
    if (k < function->n_blocks && blocks[k].first == ordinal)
        return k;
    gac__build_invalid(b, "%%%u is not a block of function %%%u.", label_id,
                       function->id);
    return NONE;
}

/* Lists the labels of a block's successors, if `labels` is not NULL; their
 * number. */
static uint32_t successor_labels(const gac_module *m, const gac__block *block,
                                 uint32_t *labels)
{
    gac__inst i = gac__module_inst(m, block->end - 1);
    uint32_t n = 0, step, words = gac__build_n_words(&i);
    switch (i.opcode) {
    case SpvOpBranch:
        if (labels)
            labels[0] = gac__build_word(&i, 0);
        return 1;
    case SpvOpBranchConditional:
        if (labels) {
            labels[0] = gac__build_word(&i, 1);
            labels[1] = gac__build_word(&i, 2);
        }
        return 2;
    case SpvOpSwitch:
        step = gac__build_switch_words(m, &i) + 1;
        for (uint32_t at = 1; at < words; at += step) {
            if (labels)
                labels[n] = gac__build_word(&i, at);
            n++;
        }
        return n;
    default: return 0;
    }
}

static bool find_successors(gac__builder *b, const gac__function *function,
                            gac__graph *out)
{
    const gac__block *blocks = &b->m->blocks[function->first_block];
    const uint32_t n = function->n_blocks;
    uint32_t total = 0;
    uint32_t *first = gac__build_alloc(b, (size_t)n + 1, sizeof *first);
    for (uint32_t k = 0; first && k < n; k++) {
        total += successor_labels(b->m, &blocks[k], NULL);
        first[k + 1] = total;
    }
    uint32_t *to = gac__build_alloc(b, total, sizeof *to);
    if (!first || !to)
        return false;
    for (uint32_t k = 0; k < n; k++)
        successor_labels(b->m, &blocks[k], to + first[k]);
    for (uint32_t k = 0; k < total && gac__build_ok(b); k++)
        to[k] = gac__build_label(b, function, to[k]);
    *out = (gac__graph){n, first, to};
    return gac__build_ok(b);
}

/* -- a function ------------------------------------------------------------ */

static gac__fn *analyse(gac__builder *b, const gac__function *function)
{
    gac__graph graph, reversed;
    gac__arena *arena = &b->scratch;
    gac__fn *fn = gac__build_alloc(b, 1, sizeof *fn);
    if (!fn || !find_successors(b, function, &graph))
        return NULL;
    fn->function = function;
    gac_result result = gac__graph_reverse(&reversed, &graph, arena);
    if (!result)
        result = gac__order_find(&fn->order, &graph, 0, arena->watch, arena);
    if (!result)
        result = gac__dominators_find(&fn->tree, &reversed, &fn->order,
                                      arena->watch, arena);
    if (result)
        gac__build_stop(b, result);
    return gac__build_ok(b) ? fn : NULL;
}

gac__fn *gac__build_analyse(gac__builder *b, const gac__function *function)
{
    void **entry =
        gac__build_entry(b, b->fns, (uint32_t)(function - b->m->functions));
    if (entry && !*entry)
        *entry = analyse(b, function);
    return entry ? *entry : NULL;
}

/* -- the IR's edges -------------------------------------------------------- */

typedef struct finisher {
    gac__builder *b;
    uint32_t *index; /* by old block: its new index; NONE: unreachable */
    uint32_t *value; /* by new block: a phi's value from it */
    uint32_t *stamp; /* by new block: number of the phi that `value` is for */
    uint32_t n_phis;
} finisher;

static gac__ir_inst *terminator_of(gac__ir_block *block)
{
    return block->insts[block->n_insts - 1];
}

static void drop_unreachable(finisher *f)
{
    gac__ir *ir = f->b->ir;
    gac__graph graph;
    gac__search search;
    uint32_t n = 0;
    gac_result result = gac__ir_graph(ir, &graph, &f->b->scratch);
    if (!result)
        result = gac__search_open(&search, &graph, &f->b->scratch);
    if (result) {
        gac__build_stop(f->b, result);
        return;
    }
    gac__search_begin(&search);
    gac__search_from(&search, 0, GAC__NO_NODE);
    for (uint32_t k = 0; k < ir->n_blocks; k++) {
        f->index[k] = NONE;
        if (k != 0 && !gac__has_seen(&search, k))
            continue;
        f->index[k] = n;
        ir->blocks[n++] = ir->blocks[k];
    }
    ir->n_blocks = n;
}

/* Renumbers targets, and visits edges twice: to count predecessors, and to fill
 * them in. */
static void fill_predecessors(finisher *f)
{
    gac__ir *ir = f->b->ir;
    for (uint32_t k = 0; k < ir->n_blocks; k++) {
        gac__ir_inst *t = terminator_of(&ir->blocks[k]);
        for (uint32_t e = 0; e < t->n_targets; e++) {
            t->targets[e] = f->index[t->targets[e]];
            ir->blocks[t->targets[e]].n_preds++;
        }
    }
    for (uint32_t k = 0; k < ir->n_blocks; k++) {
        gac__ir_block *block = &ir->blocks[k];
        block->preds = gac__build_keep(f->b, block->n_preds, sizeof(uint32_t));
        block->n_preds = 0;
        if (!block->preds)
            return;
    }
    for (uint32_t k = 0; k < ir->n_blocks; k++) {
        gac__ir_inst *t = terminator_of(&ir->blocks[k]);
        for (uint32_t e = 0; e < t->n_targets; e++) {
            gac__ir_block *to = &ir->blocks[t->targets[e]];
            to->preds[to->n_preds++] = k;
        }
    }
}

/* Puts a phi's arguments in the order of the block's predecessors. Until now
 * the phi's `targets` are the blocks that the arguments come from. */
static void order_phi(finisher *f, const gac__ir_block *block,
                      gac__ir_inst *phi)
{
    gac__build_count(f->b, block->n_preds);
    uint32_t *args = gac__build_keep(f->b, block->n_preds, sizeof *args);
    if (!gac__build_ok(f->b))
        return;
    f->n_phis++;
    for (uint32_t k = 0; k < phi->n_args; k++) {
        uint32_t from = f->index[phi->targets[k]];
        if (from == NONE)
            continue;
        f->value[from] = phi->args[k];
        f->stamp[from] = f->n_phis;
    }
    for (uint32_t k = 0; k < block->n_preds; k++) {
        if (f->stamp[block->preds[k]] != f->n_phis) {
            f->b->inst = gac__module_inst(f->b->m, phi->ordinal);
            gac__build_invalid(f->b, "it has no value for one of its block's "
                                     "predecessors.");
            return;
        }
        args[k] = f->value[block->preds[k]];
    }
    phi->args = args;
    phi->n_args = block->n_preds;
    phi->targets = NULL;
    phi->n_targets = 0;
}

/* Puts phis first, and keeps the order otherwise. */
static void put_phis_first(finisher *f, gac__ir_block *block)
{
    gac__ir_inst **sorted =
        gac__build_keep(f->b, block->n_insts, sizeof(gac__ir_inst *));
    uint32_t n = 0;
    if (!sorted)
        return;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t k = 0; k < block->n_insts; k++)
            if ((block->insts[k]->op == GAC__IR_PHI) == (pass == 0))
                sorted[n++] = block->insts[k];
    block->insts = sorted;
    block->capacity = block->n_insts;
}

void gac__build_finish_cfg(gac__builder *b)
{
    finisher f = {.b = b};
    uint32_t n = b->ir->n_blocks;
    f.index = gac__build_alloc(b, n, sizeof *f.index);
    f.value = gac__build_alloc(b, n, sizeof *f.value);
    f.stamp = gac__build_alloc(b, n, sizeof *f.stamp);
    if (!gac__build_ok(b))
        return;
    drop_unreachable(&f);
    if (gac__build_ok(b))
        fill_predecessors(&f);
    for (uint32_t k = 0; k < b->ir->n_blocks && gac__build_ok(b); k++) {
        gac__ir_block *block = &b->ir->blocks[k];
        bool unsorted = false;
        for (uint32_t p = 0; p < block->n_insts && gac__build_ok(b); p++) {
            if (block->insts[p]->op != GAC__IR_PHI)
                continue;
            order_phi(&f, block, block->insts[p]);
            unsorted =
                unsorted || (p && block->insts[p - 1]->op != GAC__IR_PHI);
        }
        if (unsorted && gac__build_ok(b))
            put_phis_first(&f, block);
    }
}
