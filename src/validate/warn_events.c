/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies that nobody waits for, and memory that is touched too early. */

/* Where a copy's event goes is followed through phis, selections, further
 * copies that share it, and variables of the function. An event that leaves the
 * function (an argument, a return value, memory) is somebody else's to wait
 * for: nothing is said of it. A wait counts for a copy if its list may hold the
 * copy's event, so that what is left is certain:
 *
 *   missing-wait     no wait for it can be reached at all; or the copy is
 *                    always executed, nothing loops, and some way to the
 *                    function's end leads past all waits for it
 *   use-before-wait  the access follows the copy in every case, no wait can
 *                    come in between, and the bytes are known to overlap */
#include "validate/flow.h"

/* What is known of one copy. */
typedef struct copy_state {
    gac__flow *f;
    gac__copy_view view;
    uint32_t ordinal, block;
    uint8_t *aliases;  /* of each of the function's instructions: its result
                          may be the copy's event; a variable: may hold it */
    bool escapes;
    bool any_wait;     /* it shares an event whose origin was not followed */
    uint8_t *waits_in; /* of each block: it holds a wait for the copy */
    bool waits_after;  /* the copy's own block does, behind the copy */
} copy_state;

/* -- where the event goes -------------------------------------------------- */

static uint8_t *alias_of(const copy_state *s, uint32_t id)
{
    const gac__function *function = s->f->function;
    gac__inst def;
    if (!gac__module_def(s->f->v->m, id, &def) ||
        def.ordinal < function->first || def.ordinal >= function->end)
        return NULL;
    return &s->aliases[def.ordinal - function->first];
}

static bool is_alias(const copy_state *s, uint32_t id)
{
    const uint8_t *alias = alias_of(s, id);
    return alias && *alias;
}

/* Marks an id; returns whether that is news. */
static bool add_alias(copy_state *s, uint32_t id)
{
    uint8_t *alias = alias_of(s, id);
    if (!alias)
        s->escapes = true;
    if (!alias || *alias)
        return false;
    *alias = 1;
    return true;
}

static bool is_event_pointer(const gac_module *m, uint32_t id)
{
    gac__type type = gac__module_type(m, gac__module_type_of(m, id));
    return type.kind == GAC__TYPE_POINTER ||
           type.kind == GAC__TYPE_UNTYPED_POINTER;
}

/* The variable of this function that a pointer points into; 0: none. */
static uint32_t local_variable(const copy_state *s, uint32_t pointer)
{
    uint32_t id = gac__pointer_origin(s->f->v->m, pointer).variable;
    return id && alias_of(s, id) ? id : 0;
}

typedef struct use_scan {
    copy_state *s;
    bool news;
} use_scan;

/* A use that no case below knows: the event, or the address of a variable that
 * holds it, goes somewhere else. */
static bool visit_other_use(void *user, const gac__inst *inst,
                            const gac__operand_row *row, uint32_t word,
                            uint32_t n)
{
    use_scan *scan = user;
    copy_state *s = scan->s;
    (void)n;
    if (row && row->operand_class != GAC__OPERAND_ID &&
        row->operand_class != GAC__OPERAND_PAIR_ID_ID)
        return true;
    uint32_t id = inst->words[word], variable = 0;
    if (is_event_pointer(s->f->v->m, id))
        variable = local_variable(s, id);
    if (is_alias(s, id) || (variable && is_alias(s, variable)))
        s->escapes = true;
    return !s->escapes;
}

static bool joins_events(uint32_t opcode)
{
    return opcode == SpvOpPhi || opcode == SpvOpSelect ||
           opcode == SpvOpCopyObject;
}

static bool is_harmless(uint32_t opcode)
{
    switch (opcode) {
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain:
    case SpvOpBitcast:
    case SpvOpPtrCastToGeneric:
    case SpvOpGenericCastToPtr:
    case SpvOpGroupWaitEvents:
    case SpvOpLifetimeStart:
    case SpvOpLifetimeStop:
    case SpvOpVariable:
    case SpvOpLabel:
        return true;
    default:
        return false;
    }
}

static void follow_use(use_scan *scan, const gac__inst *inst)
{
    copy_state *s = scan->s;
    const gac_module *m = s->f->v->m;
    gac__copy_view view;
    uint32_t variable;
    if (joins_events(inst->opcode)) {
        for (uint32_t i = inst->first; i < inst->n_words; i++)
            if (is_alias(s, inst->words[i]))
                scan->news |= add_alias(s, inst->result_id);
    } else if (inst->opcode == SpvOpStore &&
               is_alias(s, inst->words[2]) &&
               !is_event_pointer(m, inst->words[2])) {
        variable = local_variable(s, inst->words[1]);
        if (variable)
            scan->news |= add_alias(s, variable);
        else
            s->escapes = true;
    } else if (inst->opcode == SpvOpLoad || inst->opcode == SpvOpStore) {
        /* Loading the variable gives its event; storing over it is fine. */
        uint32_t pointer = inst->words[inst->opcode == SpvOpLoad ? 3 : 1];
        variable = local_variable(s, pointer);
        if (variable && is_alias(s, variable) && inst->opcode == SpvOpLoad)
            scan->news |= add_alias(s, inst->result_id);
        if (inst->opcode == SpvOpStore &&
            is_event_pointer(m, inst->words[2]) &&
            (variable = local_variable(s, inst->words[2])) != 0 &&
            is_alias(s, variable))
            s->escapes = true;
    } else if (gac__view_copy(m, inst, &view)) {
        if (is_alias(s, view.event.id))
            scan->news |= add_alias(s, inst->result_id);
    } else if (!is_harmless(inst->opcode)) {
        gac__module_visit_operands(m, inst, visit_other_use, scan);
    }
}

/* Until nothing is new: an event goes round a loop a few times at most. */
static void follow_event(copy_state *s)
{
    const gac__function *function = s->f->function;
    gac__flow_graph *g = &s->f->graph;
    bool news = true;
    while (news && !s->escapes && !g->exhausted) {
        use_scan scan = {.s = s};
        uint64_t cost = (uint64_t)function->end - function->first;
        g->exhausted |= g->budget < cost;
        g->budget -= GAC__MIN(cost, g->budget);
        for (uint32_t i = function->first; i < function->end && !s->escapes;
             i++) {
            gac__inst inst = gac__module_inst(s->f->v->m, i);
            follow_use(&scan, &inst);
        }
        news = scan.news;
    }
}

static bool may_wait_for(const copy_state *s, uint32_t ordinal)
{
    gac__inst inst = gac__module_inst(s->f->v->m, ordinal);
    gac__origin origin = gac__pointer_origin(s->f->v->m, inst.words[3]);
    return s->any_wait || origin.variable == 0 ||
           !alias_of(s, origin.variable) || is_alias(s, origin.variable);
}

static void find_waits(copy_state *s)
{
    for (uint32_t i = 0; i < s->f->n_waits; i++) {
        uint32_t ordinal = s->f->waits[i];
        uint32_t block = gac__flow_block(&s->f->graph, ordinal);
        if (!may_wait_for(s, ordinal))
            continue;
        s->waits_in[block] = 1;
        s->waits_after |= block == s->block && ordinal > s->ordinal;
    }
}

/* -- missing-wait ---------------------------------------------------------- */

static bool has_wait(void *user, uint32_t block)
{
    const copy_state *s = user;
    return s->waits_in[block];
}

static bool is_own_block(void *user, uint32_t block)
{
    const copy_state *s = user;
    return s->block == block;
}

static bool any_marked(const gac__flow_graph *g, const void *flags)
{
    const uint8_t *flag = flags;
    for (uint32_t b = 0; b < g->n; b++)
        if (g->mark[b] && flag[b])
            return true;
    return false;
}

/* Whether every way through the function executes the copy, and none twice. */
static bool always_once(copy_state *s)
{
    gac__flow_graph *g = &s->f->graph;
    if (!g->acyclic)
        return false;
    if (s->block == 0)
        return true;
    gac__flow_reach(g, 0, is_own_block, s);
    for (uint32_t b = 0; b < g->n; b++)
        if (b != s->block && g->mark[b] && g->exits[b])
            return false;
    return !g->exits[0];
}

static bool reaches_end_unwaited(copy_state *s)
{
    gac__flow_graph *g = &s->f->graph;
    if (s->waits_after)
        return false;
    if (g->exits[s->block])
        return true;
    gac__flow_reach(g, s->block, has_wait, s);
    for (uint32_t b = 0; b < g->n; b++)
        if (g->mark[b] && g->exits[b] && !s->waits_in[b])
            return true;
    return false;
}

/* rule missing-wait: "The kernel must wait for the completion of all async
 * copies using the wait_group_events built-in function before exiting". */
static void check_missing(copy_state *s)
{
    gac__flow_graph *g = &s->f->graph;
    if (!s->f->is_kernel || !reaches_end_unwaited(s))
        return;
    gac__flow_reach(g, s->block, NULL, NULL);
    bool none = !any_marked(g, s->waits_in);
    if (!none && !always_once(s))
        return;
    gac__flow_found(s->f, s->ordinal, GAC__RULE_missing_wait, NULL,
                    none ? "The kernel must wait for the copy before it ends. "
                           "Found no OpGroupWaitEvents for its event."
                         : "The kernel must wait for the copy before it ends. "
                           "Found a path to its end without an "
                           "OpGroupWaitEvents for its event.");
}

/* -- use-before-wait ------------------------------------------------------- */

/* Whether the copy is surely in flight at a later instruction. */
static bool in_flight_at(copy_state *s, uint32_t ordinal)
{
    gac__flow_graph *g = &s->f->graph;
    uint32_t block = gac__flow_block(g, ordinal);
    if (block == s->block && ordinal > s->ordinal) {
        for (uint32_t i = 0; i < s->f->n_waits; i++)
            if (s->f->waits[i] > s->ordinal && s->f->waits[i] < ordinal &&
                may_wait_for(s, s->f->waits[i]))
                return false;
        return true;
    }
    if (block == s->block || s->waits_after || s->waits_in[block] ||
        !gac__flow_dominates(g, s->block, block))
        return false;
    gac__flow_reach(g, s->block, is_own_block, s);
    if (!g->mark[block] || any_marked(g, s->waits_in))
        return false;
    return !g->exhausted;
}

typedef struct range {
    uint32_t base;
    bool known, whole; /* its bytes are known; it is all of the variable */
    gac__i128 first, end;
} range;

static bool is_whole(const gac_module *m, const gac__origin *origin,
                     gac__i128 first, gac__i128 end)
{
    uint64_t size, align;
    gac__type pointer =
        gac__module_type(m, gac__module_type_of(m, origin->variable));
    return origin->variable && first == 0 &&
           gac__module_size_of(m, pointer.element_id, &size, &align) &&
           end == (gac__i128)size;
}

static range range_of_side(const gac_module *m, const gac__copy_view *view,
                           const gac__side *side)
{
    gac__origin origin = gac__pointer_origin(m, side->pointer.id);
    range r = {.base = origin.base};
    r.known = gac__copy_range(m, view, side, &r.first, &r.end);
    r.whole = r.known && is_whole(m, &origin, r.first, r.end);
    return r;
}

static range range_of_access(const gac_module *m, uint32_t pointer,
                             uint32_t type_id)
{
    gac__origin origin = gac__pointer_origin(m, pointer);
    uint64_t size, align;
    range r = {.base = origin.base, .first = origin.offset};
    if (!gac__module_size_of(m, type_id, &size, &align))
        r.base = 0;
    else
        r.end = r.first + (gac__i128)size;
    r.known = r.base && origin.offset_known && size > 0;
    return r;
}

static bool overlap(const range *a, const range *b)
{
    if (a->base == 0 || a->base != b->base)
        return false;
    if (a->whole || b->whole)
        return true;
    return a->known && b->known && a->first < b->end && b->first < a->end;
}

static void report_use(copy_state *s, uint32_t ordinal, const char *operand,
                       uint32_t word, const char *what, bool destination)
{
    gac__quantity q = {.name = operand, .word = word};
    const gac__side *side =
        destination ? &s->view.destination : &s->view.source;
    if (in_flight_at(s, ordinal))
        gac__flow_found(s->f, ordinal, GAC__RULE_use_before_wait, &q,
                        "%s the %s of the copy in instruction %u, for which "
                        "nothing has waited yet.",
                        what, side->pointer.name, s->ordinal + 1);
}

static void check_use(copy_state *s, const range *to, const range *from,
                      const gac__inst *inst)
{
    const gac_module *m = s->f->v->m;
    gac__copy_view view;
    range r;
    if (inst->opcode == SpvOpLoad) {
        r = range_of_access(m, inst->words[3], inst->type_id);
        if (overlap(to, &r))
            report_use(s, inst->ordinal, "Pointer", 3, "This reads", true);
    } else if (inst->opcode == SpvOpStore) {
        r = range_of_access(m, inst->words[1],
                            gac__module_type_of(m, inst->words[2]));
        if (overlap(to, &r) || overlap(from, &r))
            report_use(s, inst->ordinal, "Pointer", 1, "This writes",
                       overlap(to, &r));
    } else if (gac__view_copy(m, inst, &view)) {
        r = range_of_side(m, &view, &view.destination);
        if (overlap(to, &r) || overlap(from, &r))
            report_use(s, inst->ordinal, view.destination.pointer.name,
                       view.destination.pointer.word, "This writes",
                       overlap(to, &r));
        r = range_of_side(m, &view, &view.source);
        if (overlap(to, &r))
            report_use(s, inst->ordinal, view.source.pointer.name,
                       view.source.pointer.word, "This reads", true);
    }
}

static void check_uses(copy_state *s)
{
    const gac_module *m = s->f->v->m;
    gac__flow_graph *g = &s->f->graph;
    range to = range_of_side(m, &s->view, &s->view.destination);
    range from = range_of_side(m, &s->view, &s->view.source);
    uint64_t cost = (uint64_t)s->f->function->end - s->f->function->first;
    if (!to.known && !from.known)
        return;
    g->exhausted |= g->budget < cost;
    g->budget -= GAC__MIN(cost, g->budget);
    for (uint32_t i = s->f->function->first;
         i < s->f->function->end && !g->exhausted; i++) {
        gac__inst inst = gac__module_inst(m, i);
        if (i != s->ordinal)
            check_use(s, &to, &from, &inst);
    }
}

/* The event that a copy shares may be waited for under its other names. */
static void look_at_shared(copy_state *s)
{
    const gac_module *m = s->f->v->m;
    uint32_t opcode = gac__module_def_opcode(m, s->view.event.id);
    s->any_wait = opcode != SpvOpConstantNull;
    s->escapes |= opcode == SpvOpFunctionParameter ||
                  opcode == SpvOpFunctionCall;
}

/* -- all copies ------------------------------------------------------------ */

void gac__warn_events(gac__flow *f)
{
    gac__flow_graph *g = &f->graph;
    uint32_t n = f->function->end - f->function->first;
    copy_state s = {.f = f,
                    .aliases = gac__arena_alloc(&g->arena, n, 1),
                    .waits_in = gac__arena_alloc(&g->arena, g->n, 1)};
    if (!s.aliases || !s.waits_in)
        return;
    for (uint32_t i = 0; i < f->n_copies && !g->exhausted; i++) {
        gac__inst inst = gac__module_inst(f->v->m, f->copies[i]);
        gac__view_copy(f->v->m, &inst, &s.view);
        s.ordinal = f->copies[i];
        s.block = gac__flow_block(g, s.ordinal);
        s.escapes = s.waits_after = false;
        look_at_shared(&s);
        memset(s.aliases, 0, n);
        memset(s.waits_in, 0, g->n);
        add_alias(&s, inst.result_id);
        follow_event(&s);
        if (s.escapes || g->exhausted)
            continue;
        find_waits(&s);
        check_missing(&s);
        check_uses(&s);
    }
}
