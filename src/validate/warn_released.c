/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Events that are waited for, or passed on, once too often or never made. */

/* For each variable of the function that holds one event, and whose address
 * goes nowhere: a data flow over the blocks finds where the variable's event
 * has been waited for on every way ("released"); a store ends that. What is
 * loaded then is a released event, and so is what another wait finds. */
#include "validate/flow.h"

typedef struct slot {
    gac__flow *f;
    uint32_t variable;
    bool stored;            /* something is ever stored into it */
    uint8_t *released_in;   /* of each block: at its start */
    uint8_t *released_loads; /* of each instruction of the function */
} slot;

static bool points_to(const slot *s, uint32_t pointer)
{
    return gac__pointer_origin(s->f->v->m, pointer).variable == s->variable;
}

/* -- variables ------------------------------------------------------------- */

static bool visit_use(void *user, const gac__inst *inst,
                      const gac__operand_row *row, uint32_t word, uint32_t n)
{
    slot *s = user;
    (void)inst;
    (void)n;
    if (row && row->operand_class != GAC__OPERAND_ID &&
        row->operand_class != GAC__OPERAND_PAIR_ID_ID)
        return true;
    return !points_to(s, inst->words[word]);
}

/* Whether the address is used for loads, stores and waits only. */
static bool stays_here(slot *s)
{
    const gac_module *m = s->f->v->m;
    for (uint32_t i = s->f->function->first; i < s->f->function->end; i++) {
        gac__inst inst = gac__module_inst(m, i);
        switch (inst.opcode) {
        case SpvOpLoad:
        case SpvOpGroupWaitEvents:
        case SpvOpVariable:
        case SpvOpBitcast:
        case SpvOpPtrCastToGeneric:
        case SpvOpGenericCastToPtr:
        case SpvOpLifetimeStart:
        case SpvOpLifetimeStop:
            break;
        case SpvOpStore:
            s->stored |= points_to(s, inst.words[1]);
            if (points_to(s, inst.words[2]))
                return false;
            break;
        default:
            if (!gac__module_visit_operands(m, &inst, visit_use, s))
                return false;
            break;
        }
    }
    return true;
}

/* -- the data flow --------------------------------------------------------- */

static bool waits_for_it(const slot *s, const gac__inst *inst)
{
    uint64_t count;
    gac__origin origin = gac__pointer_origin(s->f->v->m, inst->words[3]);
    return origin.variable == s->variable && origin.offset_known &&
           origin.offset == 0 &&
           gac__module_constant(s->f->v->m, inst->words[2], &count) &&
           count >= 1;
}

static void report_wait(const slot *s, const gac__inst *inst)
{
    gac__quantity q = {.name = "Events List", .word = 3};
    gac__flow_found(s->f, inst->ordinal, GAC__RULE_released_event, &q,
                    "The event was waited for already, on every path to here.");
}

/* Goes through a block; returns the state at its end. */
static uint8_t pass_block(slot *s, uint32_t b, uint8_t released, bool report)
{
    const gac__function *function = s->f->function;
    const gac__block *block =
        &s->f->v->m->blocks[function->first_block + b];
    for (uint32_t i = block->first; i < block->end; i++) {
        gac__inst inst = gac__module_inst(s->f->v->m, i);
        if (inst.opcode == SpvOpStore && points_to(s, inst.words[1])) {
            released = 0;
        } else if (inst.opcode == SpvOpLoad && points_to(s, inst.words[3])) {
            s->released_loads[i - function->first] |= released && report;
        } else if (inst.opcode == SpvOpGroupWaitEvents &&
                   waits_for_it(s, &inst)) {
            if (released && report)
                report_wait(s, &inst);
            released = 1;
        }
    }
    return released;
}

/* Every block starts out as released, but for the first; what is not true is
 * taken back until nothing changes. */
static void solve(slot *s)
{
    gac__flow_graph *g = &s->f->graph;
    bool changed = true;
    memset(s->released_in, 1, g->n);
    s->released_in[0] = 0;
    while (changed && !g->exhausted) {
        changed = false;
        for (uint32_t b = 0; b < g->n; b++) {
            if (!s->f->reachable[b])
                continue;
            uint8_t out = pass_block(s, b, s->released_in[b], false);
            for (uint32_t i = g->first[b]; i < g->first[b + 1]; i++) {
                uint8_t *in = &s->released_in[g->successors[i]];
                changed |= *in && !out;
                *in &= out;
            }
        }
        uint64_t cost = (uint64_t)s->f->function->end - s->f->function->first;
        g->exhausted |= g->budget < cost;
        g->budget -= GAC__MIN(cost, g->budget);
    }
}

/* Nothing was ever stored: what is waited for is no event. */
static void report_unset(slot *s)
{
    for (uint32_t i = 0; i < s->f->n_waits; i++) {
        gac__inst inst = gac__module_inst(s->f->v->m, s->f->waits[i]);
        gac__quantity q = {.name = "Events List", .word = 3};
        if (waits_for_it(s, &inst))
            gac__flow_found(s->f, inst.ordinal, GAC__RULE_undefined_event, &q,
                            "No event was ever stored in %s.",
                            gac__describe_id(s->f->v->m, s->variable).text);
    }
}

static void check_variable(slot *s)
{
    gac__flow_graph *g = &s->f->graph;
    if (!stays_here(s))
        return;
    if (!s->stored) {
        report_unset(s);
        return;
    }
    solve(s);
    for (uint32_t b = 0; b < g->n && !g->exhausted; b++)
        if (s->f->reachable[b])
            pass_block(s, b, s->released_in[b], true);
}

/* -- all variables --------------------------------------------------------- */

static void check_copies(slot *s)
{
    const gac_module *m = s->f->v->m;
    const gac__function *function = s->f->function;
    for (uint32_t i = 0; i < s->f->n_copies; i++) {
        gac__inst inst = gac__module_inst(m, s->f->copies[i]), def;
        gac__copy_view view;
        if (gac__view_copy(m, &inst, &view) &&
            gac__module_def(m, view.event.id, &def) &&
            def.ordinal >= function->first && def.ordinal < function->end &&
            s->released_loads[def.ordinal - function->first])
            gac__flow_found(s->f, inst.ordinal, GAC__RULE_released_event,
                            &view.event,
                            "The event was waited for already, on every path "
                            "to here.");
    }
}

static bool is_event_variable(const gac_module *m, const gac__inst *inst)
{
    gac__type pointer = gac__module_type(m, inst->type_id);
    return inst->opcode == SpvOpVariable && inst->n_words == 4 &&
           pointer.storage_class == SpvStorageClassFunction &&
           gac__module_type(m, pointer.element_id).kind == GAC__TYPE_EVENT;
}

void gac__warn_released(gac__flow *f)
{
    gac__flow_graph *g = &f->graph;
    uint32_t n = f->function->end - f->function->first;
    slot s = {.f = f,
              .released_in = gac__arena_alloc(&g->arena, g->n, 1),
              .released_loads = gac__arena_alloc(&g->arena, n, 1)};
    if (!s.released_in || !s.released_loads || f->n_waits == 0)
        return;
    for (uint32_t i = f->function->first;
         i < f->function->end && !g->exhausted; i++) {
        gac__inst inst = gac__module_inst(f->v->m, i);
        if (!is_event_variable(f->v->m, &inst))
            continue;
        s.variable = inst.result_id;
        s.stored = false;
        check_variable(&s);
        uint64_t cost = n;
        g->exhausted |= g->budget < cost;
        g->budget -= GAC__MIN(cost, g->budget);
    }
    check_copies(&s);
}
