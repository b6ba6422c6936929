/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Builds a program: inlines the functions that a function calls. */

/* Copies are often started in one function, waited for in another, and given
 * their sizes by a third; entry points are wrappers around the function that
 * was written. So each call is inlined as a frame of its own, in which ids have
 * their own values. Parameters equal their arguments (resolve.c).
 *
 *     kernel      node 0 [ops] -- call -- node 1 [ops]
 *                    |                      ^
 *     callee         +-> node 2 .. node 5 --+
 *
 * A node has only the instructions that the analyses look at, as operations.
 * Inlining is bounded by depth, frames and instructions; what is passed to a
 * call beyond that escapes. */
#include "module/types.h"
#include "validate/program/program_build.h"

#define MAX_FRAMES 1024u
#define MAX_NESTING 16u
#define MAX_INSTRUCTIONS ((uint64_t)1 << 18)
#define USUAL_WORDS 16u /* of an instruction; longer ones count as several */
#define TINY 32u        /* instructions of a function that is always inlined */
#define USUAL_BYTES 8192u          /* of a program's tables */
#define BUDGET ((uint64_t)1 << 22) /* steps of a program's searches */

/* -- edges, nodes, ops ----------------------------------------------------- */

static void add_edge(gac__inliner *b, uint32_t from, uint32_t to)
{
    const gac__edge edge = {from, to};
    b->out_of_memory |= !GAC__VEC_PUSH(b->allocator, &b->p->edges, edge);
}

static void add_op(gac__inliner *b, const gac__inst *inst, gac__op_kind kind)
{
    const gac__op op = {inst->ordinal, (uint16_t)b->frame, (uint16_t)kind,
                        b->node};
    b->out_of_memory |= !GAC__VEC_PUSH(b->allocator, &b->p->ops, op);
}

static uint32_t add_node(gac__inliner *b, uint32_t block)
{
    gac__node node = {.frame = b->frame,
                      .block = block,
                      .first = b->p->m->blocks[block].first + 1,
                      .end = b->p->m->blocks[block].end};
    b->out_of_memory |= !GAC__VEC_PUSH(b->allocator, &b->p->nodes, node);
    return (uint32_t)b->p->nodes.n - 1;
}

/* -- instructions ---------------------------------------------------------- */

/* Whether an instruction has no event operand, and does nothing with a pointer
 * but make another one from it. */
static bool is_neutral(uint32_t opcode)
{
    return opcode == SpvOpNop || opcode == SpvOpLine
           || (opcode >= SpvOpAccessChain && opcode <= SpvOpPtrAccessChain)
           || opcode == SpvOpInBoundsPtrAccessChain
           || (opcode >= SpvOpVectorExtractDynamic
               && opcode <= SpvOpVectorShuffle)
           || opcode == SpvOpCompositeExtract || opcode == SpvOpCopyObject
           || (opcode >= SpvOpConvertFToU && opcode <= SpvOpQuantizeToF16)
           || (opcode >= SpvOpPtrCastToGeneric && opcode <= SpvOpBitcast)
           || (opcode >= SpvOpSNegate && opcode <= SpvOpLogicalNot)
           || (opcode >= SpvOpIEqual && opcode <= SpvOpBitCount)
           || (opcode >= SpvOpControlBarrier && opcode <= SpvOpMemoryBarrier)
           || (opcode >= SpvOpLoopMerge && opcode <= SpvOpSwitch)
           || opcode == SpvOpReturn
           || (opcode >= SpvOpUnreachable && opcode <= SpvOpLifetimeStop)
           || opcode == SpvOpNoLine;
}

static bool is_shared(const gac__inliner *b, uint32_t pointer)
{
    uint32_t storage = gac__module_storage_class(b->p->m, pointer);
    return gac__is_copied_class(storage) || storage == SpvStorageClassGeneric;
}

static bool visit_other(void *user, const gac__inst *inst,
                        const gac__operand_row *row, uint32_t word, uint32_t n)
{
    gac__inliner *b = user;
    (void)n;
    if (!gac__row_is_id(row))
        return true;
    uint32_t id = inst->words[word];
    b->events |= gac__is_event(b->p->m, id);
    gac__note_use(b, (gac__pointer_use){
                         .id = id, .choice = gac__is_choice(b->p->m, inst)});
    return true;
}

/* An instruction by which its event and pointer operands escape. */
static void note_other(gac__inliner *b, const gac__inst *inst)
{
    gac__program *p = b->p;
    size_t n_uses = p->uses.n;
    b->events = false;
    gac__module_visit_operands(p->m, inst, visit_other, b);
    if (b->events || n_uses < p->uses.n)
        add_op(b, inst, b->events ? GAC__OP_ESCAPE : GAC__NO_OP);
    for (size_t i = n_uses; i < p->uses.n; i++)
        p->uses.items[i].op = (uint32_t)p->ops.n;
}

/* Whether an instruction accesses memory through its pointers, and does nothing
 * else with them. */
static bool is_access(const gac_module *m, const gac__inst *inst)
{
    switch (inst->opcode) {
    case SpvOpCopyMemory:
    case SpvOpCopyMemorySized:
    case SpvOpSubgroupBlockReadINTEL:
    case SpvOpSubgroupBlockWriteINTEL: return true;
    case SpvOpExtInst:
        return gac__module_set_of(m, inst) == &gac__set_opencl_std
               && inst->words[4] >= OpenCLstd_Vloadn
               && inst->words[4] <= OpenCLstd_Vstorea_halfn_r;
    default: return gac__grammar_is_atomic(inst->opcode);
    }
}

static void note_memory(gac__inliner *b, const gac__inst *inst)
{
    bool load = inst->opcode == SpvOpLoad;
    uint32_t pointer = inst->words[load ? 3 : 1];
    uint32_t value = load ? inst->result_id : inst->words[2];
    if (!load) {
        gac__note_use(
            b, (gac__pointer_use){.id = pointer, .store = inst->ordinal + 1});
        gac__note_use(b, (gac__pointer_use){.id = value, .holder = pointer});
    }
    if (!load && gac__is_event(b->p->m, value))
        add_op(b, inst, GAC__OP_STORE);
    else if (is_shared(b, pointer))
        add_op(b, inst, GAC__OP_ACCESS);
}

/* The contents of variables are not followed through such an instruction: their
 * pointers escape. */
static void note_access(gac__inliner *b, const gac__inst *inst)
{
    add_op(b, inst, GAC__OP_ACCESS);
    gac__module_visit_operands(b->p->m, inst, visit_other, b);
}

/* Any instruction but a call that is inlined. */
static void note_inst(gac__inliner *b, const gac__inst *inst)
{
    const gac__sites *sites = b->p->sites;
    gac__callee_kind callee;
    if (gac__chain_base(inst->opcode) != 0) /* untyped ones */
        return;
    switch (inst->opcode) {
    case SpvOpVariable:
    case SpvOpUntypedVariableKHR: gac__note_variable(b, inst); return;
    case SpvOpLoad:
    case SpvOpStore: note_memory(b, inst); return;
    case SpvOpPhi:
    case SpvOpSelect:
        if (gac__is_pointer(b->p->m, inst->result_id)
            && (inst->opcode != SpvOpPhi
                || gac__moved_from(b->p->m, inst) == 0))
            note_other(b, inst);
        return;
    default: break;
    }
    if (gac__is_copy(sites, inst))
        add_op(b, inst, GAC__OP_COPY);
    else if (gac__is_wait(sites, inst))
        add_op(b, inst, GAC__OP_WAIT);
    else if (is_access(b->p->m, inst)
             || (callee = gac__sites_callee(sites, inst).kind)
                    == GAC__CALLEE_ATOMIC)
        note_access(b, inst);
    else if (callee == GAC__CALLEE_OTHER
             && !gac__module_is_comment(b->p->m, inst))
        note_other(b, inst);
}

/* -- calls ----------------------------------------------------------------- */

/* Whether too many calls are active in a frame, or one of a function is. */
static bool is_too_deep(const gac__program *p, uint32_t frame,
                        const gac__function *function)
{
    for (uint32_t n = 0; frame != UINT32_MAX; n++) {
        if (n >= MAX_NESTING || p->frames.items[frame].function == function)
            return true;
        frame = p->frames.items[frame].parent;
    }
    return false;
}

/* Whether a call is worth inlining: the function copies or waits, is tiny, or
 * is given a pointer or an event. */
static bool is_of_interest(const gac__inliner *b, const gac__inst *call,
                           const gac__function *f)
{
    if (b->p->sites->functions[f - b->p->m->functions].leads
        || f->end - f->first <= TINY)
        return true;
    for (uint32_t i = 4; i < call->n_words; i++)
        if (gac__is_pointer(b->p->m, call->words[i])
            || gac__is_event(b->p->m, call->words[i]))
            return true;
    return false;
}

/* The number of a function's instructions, where a long one counts as
 * several. */
static uint64_t size_of(const gac_module *m, const gac__function *f)
{
    uint64_t words = m->offsets[f->end] - m->offsets[f->first];
    return GAC__MAX(f->end - f->first, words / USUAL_WORDS);
}

/* The function to inline for a call; NULL: none. */
static const gac__function *callee_of(gac__inliner *b, const gac__inst *call)
{
    const gac_module *m = b->p->m;
    const gac__function *f = gac__call_target(m, call);
    if (!f)
        return NULL;
    uint64_t size = size_of(m, f);
    if (call->n_words - 4u != f->n_params || is_too_deep(b->p, b->frame, f)
        || !is_of_interest(b, call, f) || b->p->frames.n >= MAX_FRAMES
        || b->instructions < size)
        return NULL;
    return f;
}

static uint32_t build_frame(gac__inliner *b, const gac__function *function,
                            uint32_t parent, uint32_t call);

/* Inlines a callee between the current node and a new one, which becomes the
 * current node. */
static void build_call(gac__inliner *b, const gac__inst *call,
                       const gac__function *function, uint32_t block)
{
    uint32_t before = b->node;
    const uint32_t frame = b->frame;
    uint32_t child = build_frame(b, function, frame, call->ordinal);
    b->frame = frame;
    uint32_t after = add_node(b, block);
    gac__program *p = b->p;
    if (b->out_of_memory)
        return;
    gac__program_set_link(p, (gac__ref){frame, call->result_id}, GAC__LINK_CALL,
                          child);
    p->nodes.items[before].end = call->ordinal;
    p->nodes.items[before].next_part = after;
    p->nodes.items[after].first = call->ordinal + 1;
    add_edge(b, before, p->frames.items[child].first_node);
    for (uint32_t i = p->frames.items[child].first_node; i < after; i++)
        if (p->nodes.items[i].exits && p->nodes.items[i].frame == child) {
            p->nodes.items[i].exits = false;
            add_edge(b, i, after);
        }
    b->node = after;
}

/* -- blocks ---------------------------------------------------------------- */

/* Adds an edge to the block of a label, if it is one of the frame's
 * function. */
static void add_target(gac__inliner *b, uint32_t label)
{
    const gac_module *m = b->p->m;
    const gac__frame *f = &b->p->frames.items[b->frame];
    gac__inst def;
    uint32_t block;
    if (!gac__module_def(m, label, &def) || def.opcode != SpvOpLabel
        || def.ordinal < f->function->first || def.ordinal >= f->function->end
        || (block = gac__module_block_in(m, f->function, def.ordinal))
               == UINT32_MAX)
        return;
    add_edge(b, b->node, f->first_node + block - f->function->first_block);
}

/* Every label operand of a terminator is a target. */
static bool visit_target(void *user, const gac__inst *inst,
                         const gac__operand_row *row, uint32_t word, uint32_t n)
{
    (void)n;
    if (row && row->operand_class == GAC__OPERAND_ID)
        add_target(user, inst->words[word]);
    return true;
}

static void end_node(gac__inliner *b, const gac__inst *inst)
{
    gac__program *p = b->p;
    gac__frame *frame = &p->frames.items[b->frame];
    gac__node *node = &p->nodes.items[b->node];
    uint32_t condition; /* opcode */
    switch (inst->opcode) {
    case SpvOpReturnValue:
        if (gac__is_event(p->m, inst->words[1]) && frame->parent == UINT32_MAX)
            add_op(b, inst, GAC__OP_ESCAPE);
        gac__note_use(b, (gac__pointer_use){.id = inst->words[1]});
        node->exits = true;
        frame->returned = frame->returned == UINT32_MAX ? inst->words[1] : 0;
        return;
    case SpvOpReturn: node->exits = true; return;
    case SpvOpBranch: add_target(b, inst->words[1]); return;
    case SpvOpBranchConditional:
        condition = gac__module_def_opcode(p->m, inst->words[1]);
        if (condition != SpvOpConstantFalse)
            add_target(b, inst->words[2]);
        if (condition != SpvOpConstantTrue)
            add_target(b, inst->words[3]);
        if (condition != SpvOpConstantFalse && condition != SpvOpConstantTrue)
            node->condition = inst->words[1];
        return;
    case SpvOpSwitch: node->condition = inst->words[1]; break;
    default: break;
    }
    gac__module_visit_operands(p->m, inst, visit_target, b);
}

static void build_block(gac__inliner *b, uint32_t index)
{
    const gac_module *m = b->p->m;
    const uint32_t end = m->blocks[index].end;
    for (uint32_t i = m->blocks[index].first + 1; i < end; i++) {
        uint32_t opcode = m->words[m->offsets[i]] & 0xFFFF;
        bool last = i + 1 == end;
        if (!last && is_neutral(opcode))
            continue;
        gac__inst inst = gac__module_inst(m, i);
        const gac__function *callee = callee_of(b, &inst);
        if (callee)
            build_call(b, &inst, callee, index);
        else if (last)
            end_node(b, &inst);
        else
            note_inst(b, &inst);
        if (b->out_of_memory)
            break;
    }
}

static uint32_t build_frame(gac__inliner *b, const gac__function *function,
                            uint32_t parent, uint32_t call)
{
    gac__program *p = b->p;
    uint64_t size = function->end - function->first;
    uint32_t index = (uint32_t)p->frames.n;
    gac__frame frame = {.function = function,
                        .parent = parent,
                        .call = call,
                        .first_node = (uint32_t)p->nodes.n,
                        .returned = UINT32_MAX,
                        .first_value = (uint32_t)p->values.n};
    if (p->values.n + size > GAC__MAX_VALUES
        || !GAC__VEC_RESERVE(b->allocator, &p->values, size)
        || !GAC__VEC_PUSH(b->allocator, &p->frames, frame)) {
        b->out_of_memory = true;
        return index;
    }
    memset(p->values.items + p->values.n, 0, size * sizeof *p->values.items);
    p->values.n += size;
    b->frame = index;
    (void)gac__spend(&b->instructions, size_of(p->m, function));
    for (uint32_t i = 0; i < function->n_blocks && !b->out_of_memory; i++)
        add_node(b, function->first_block + i);
    for (uint32_t i = 0; i < function->n_blocks && !b->out_of_memory; i++) {
        b->node = p->frames.items[index].first_node + i;
        build_block(b, function->first_block + i);
    }
    if (p->frames.items[index].returned == UINT32_MAX)
        p->frames.items[index].returned = 0;
    return index;
}

/* -- programs -------------------------------------------------------------- */

/* Finishes the operations: those of a node stand together, as each node is
 * filled at one time. */
static bool finish_ops(gac__program *p)
{
    uint32_t n = 0;
    for (size_t i = 0; i < p->ops.n; i++) {
        const gac__op op = p->ops.items[i];
        gac__node *node = &p->nodes.items[op.node];
        if (op.kind == GAC__NO_OP)
            continue;
        if (node->n_ops++ == 0)
            node->first_op = n;
        node->kinds |= GAC__KIND(op.kind);
        p->ops.items[n++] = op;
    }
    p->ops.n = n;
    p->views = gac__arena_alloc(&p->arena, n, sizeof *p->views);
    return p->views != NULL;
}

void gac__program_init(gac__program *p, const gac__sites *sites,
                       const gac_allocator *allocator)
{
    *p = (gac__program){.m = sites->m, .sites = sites};
    gac__arena_init(&p->arena, allocator);
    /* One block holds the tables of a usual program. */
    (void)gac__arena_reserve(&p->arena, USUAL_BYTES);
}

/* The vectors, whose memory serves the next program. */
/* clang-format off */
#define EACH_VECTOR(X)                                                         \
    X(frames) X(nodes) X(ops) X(values) X(locals) X(edges) X(uses)
/* clang-format on */

/* Nothing is left but memory. */
static void clear(gac__program *p)
{
    gac__program old = *p;
    *p = (gac__program){.m = old.m,
                        .sites = old.sites,
                        .arena = old.arena,
                        .watch = old.watch,
                        .budget = BUDGET};
    gac__arena_reset(&p->arena);
#define KEEP(vector)                                                           \
    (p->vector.items = old.vector.items,                                       \
     p->vector.capacity = old.vector.capacity);
    EACH_VECTOR(KEEP)
#undef KEEP
}

#define MOST_ITEMS (1u << 20) /* in a dimension: no product wraps around */

uint64_t gac__program_group_size(const gac__program *p, uint32_t dimension)
{
    uint64_t size = 1;
    for (uint32_t i = 0; i < 3; i++)
        if (dimension == UINT32_MAX || dimension == i)
            size *= GAC__MIN(p->local_size[i], MOST_ITEMS);
    return size;
}

bool gac__program_build(gac__program *p, const gac__function *function,
                        uint64_t *instructions)
{
    const uint64_t budget = GAC__MIN(*instructions, MAX_INSTRUCTIONS);
    gac__inliner b = {
        .p = p, .allocator = p->arena.allocator, .instructions = budget};
    uint32_t index = (uint32_t)(function - p->m->functions);
    clear(p);
    p->is_kernel = p->sites->functions[index].kernel;
    if (p->is_kernel)
        gac__sites_local_size(p->m, function->id, p->local_size);
    build_frame(&b, function, UINT32_MAX, 0);
    *instructions -= budget - b.instructions;
    if (b.out_of_memory || !gac__program_link(p))
        return false;
    gac__resolve_uses(&b);
    return !b.out_of_memory && finish_ops(p);
}

void gac__program_free(gac__program *p)
{
    const gac_allocator *a = p->arena.allocator;
#define RELEASE(vector) GAC__VEC_FREE(a, &p->vector);
    EACH_VECTOR(RELEASE)
#undef RELEASE
    gac__arena_free(&p->arena);
}
