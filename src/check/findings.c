/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Collects faults in findings: one for each rule and instruction, with the
 * first fault's message and the numbers of work-groups and work-items that had
 * it. */
#include <stdlib.h>

#include "check/findings.h"
#include "check/checker.h"
#include "module/reports.h"

gac__fault gac__fault_make(gac__rule_id rule, uint32_t site, uint32_t item)
{
    return (gac__fault){.rule = rule,
                        .site = site,
                        .item = item,
                        .other_site = GAC__NO_SITE,
                        .copy_site = GAC__NO_SITE,
                        .other_item = GAC__NO_ITEM,
                        .other_group = UINT64_MAX};
}

bool gac__check_enabled(const gac__checker *c, gac__rule_id rule)
{
    return !c->disabled[rule];
}

/* -- merging --------------------------------------------------------------- */

#define MOST_COMPARED 256u

/* Whether two instructions seem to be duplicates that a compiler has made of
 * one, by unrolling or inlining: the module gives them one line and column. */
static bool is_copy_of(const gac__checker *c, uint32_t site, uint32_t other)
{
    const gac_module *m = c->config.ir->module;
    gac__inst x = gac__site_inst(c, site), y = gac__site_inst(c, other);
    if (!x.words || x.opcode != y.opcode)
        return false;
    gac_source_place a = gac__module_place(m, x.ordinal);
    gac_source_place b = gac__module_place(m, y.ordinal);
    return a.file && b.file && a.line && a.line == b.line && a.column
           && a.column == b.column && strcmp(a.file, b.file) == 0;
}

/* The pointer of a load or store; 0: it is neither. */
static uint32_t pointer_of(const gac__checker *c, uint32_t site)
{
    gac__inst i = gac__site_inst(c, site);
    uint32_t at = i.opcode == SpvOpLoad ? 3 : i.opcode == SpvOpStore ? 1 : 0;
    return at && at < i.n_words ? i.words[at] : 0;
}

static bool is_same_place(const gac__checker *c, uint32_t site, uint32_t other)
{
    uint32_t pointer = pointer_of(c, site);
    return site == other || (pointer && pointer == pointer_of(c, other));
}

static bool is_race(gac__rule_id rule)
{
    return rule == GAC__RULE_group_race || rule == GAC__RULE_data_race
           || rule == GAC__RULE_wait_as_barrier;
}

/* Whether a fault of two instructions is another one if they are exchanged: of
 * two waits for one event the second is at fault. */
static bool has_order(gac__rule_id rule)
{
    return rule == GAC__RULE_invalid_event;
}

/* Whether two faults are of a load and a store of one change, as `x++`, which
 * both race with another item's. */
static bool is_same_change(const gac__checker *c, const gac__fault *a,
                           const gac__fault *b)
{
    return is_race(a->rule) && is_same_place(c, a->site, a->other_site)
           && is_same_place(c, b->site, b->other_site)
           && is_same_place(c, a->site, b->site);
}

#define FAULT_STEPS 16u /* of the watch: for a fault */
#define LINE_STEPS 32u  /* of the watch: to compare two faults' lines */

/* The finding of an instruction that the fault's is a duplicate of; NULL: none.
 * Only the first findings are compared, since comparing lines takes long. */
static gac__finding *find_copy(gac__checker *c, const gac__fault *fault)
{
    const gac_module *m = c->config.ir->module;
    bool has_line =
        gac__module_place(m, c->config.ir->sites[fault->site]).line != 0;
    if (!c->findings.items /* none yet */
        || (!has_line && !is_same_place(c, fault->site, fault->other_site)))
        return NULL;
    for (size_t n = 0; n < c->findings.n && n < MOST_COMPARED; n++) {
        gac__finding *f = &c->findings.items[n];
        if (f->fault.rule != fault->rule
            || f->fault.bytes.buffer != fault->bytes.buffer)
            continue;
        if (is_same_change(c, &f->fault, fault))
            return f;
        if (!has_line || !gac__check_on(c, LINE_STEPS))
            continue;
        if (is_copy_of(c, f->fault.site, fault->site)
            || (!has_order(fault->rule)
                && is_copy_of(c, f->fault.site, fault->other_site)
                && is_copy_of(c, f->fault.other_site, fault->site)))
            return f;
    }
    return NULL;
}

/* The finding of a rule at a site; there is at most one. */
static gac__finding *find_at(const gac__checker *c, gac__rule_id rule,
                             uint32_t site)
{
    for (uint32_t n = gac__site_of(c, site)->found; n;
         n = c->findings.items[n - 1].next) {
        gac__finding *f = &c->findings.items[n - 1];
        if (f->fault.rule == rule && f->fault.site == site)
            return f;
    }
    return NULL;
}

bool gac__fault_is_told(const gac__checker *c, gac__rule_id rule, uint32_t site)
{
    const gac__finding *f = find_at(c, rule, site);
    return f && !f->dropped && f->last_group == c->group;
}

/* A finding of the fault's rule whose other access is at the fault's site. */
static gac__finding *find_other(const gac__checker *c, const gac__fault *fault)
{
    for (size_t n = 0; n < GAC__MIN(c->findings.n, MOST_COMPARED); n++) {
        gac__finding *f = &c->findings.items[n];
        if (f->fault.rule == fault->rule && f->fault.other_site == fault->site)
            return f;
    }
    return NULL;
}

/* The finding at the fault's site, or that of the same two sites exchanged,
 * whichever is earlier. If the fault's other site is not known, any other site
 * counts. */
static gac__finding *find_same(const gac__checker *c, const gac__fault *fault)
{
    gac__finding *f = find_at(c, fault->rule, fault->site);
    if (fault->other_site == GAC__NO_SITE || has_order(fault->rule))
        return f || !is_race(fault->rule) ? f : find_other(c, fault);
    gac__finding *g = find_at(c, fault->rule, fault->other_site);
    if (!g || g->fault.other_site != fault->site)
        return f;
    return !f || g < f ? g : f;
}

static gac__finding *find(gac__checker *c, const gac__fault *fault)
{
    gac__finding *f = find_same(c, fault);
    if (f || fault->site >= c->config.ir->n_sites)
        return f;
    /* Sites keep what they are duplicates of: lines take long to find. */
    uint32_t *copy = &c->sites[fault->site].finding;
    f = *copy ? &c->findings.items[*copy - 1] : NULL;
    if (f && f->fault.rule == fault->rule
        && f->fault.bytes.buffer == fault->bytes.buffer)
        return f;
    f = find_copy(c, fault);
    if (f)
        *copy = (uint32_t)(f - c->findings.items) + 1;
    return f;
}

static gac__finding finding_of(const gac__checker *c, const gac__fault *fault)
{
    gac__finding f = {.fault = *fault,
                      .group = c->group,
                      .last_group = UINT64_MAX,
                      .arrivals = c->n_arrivals};
    gac__item_id(c, fault->item, f.item);
    gac__item_id(c, fault->other_item, f.other_item);
    return f;
}

static gac__finding *add(gac__checker *c, const gac__fault *fault)
{
    gac__finding f = finding_of(c, fault);
    gac__site_state *state = gac__site_of(c, fault->site);
    f.next = state->found;
    f.items =
        gac__arena_alloc(&c->memory, gac__n_item_words(c), sizeof *f.items);
    if (!f.items)
        c->status = GAC_ERR_MEMORY;
    if (!f.items || !GAC__VEC_PUSH(&c->counted, &c->findings, f))
        return NULL;
    state->found = (uint32_t)c->findings.n;
    return &c->findings.items[c->findings.n - 1];
}

/* Makes a dropped finding anew from a fault that is to be reported. */
static gac__finding *revive(const gac__checker *c, gac__finding *f,
                            const gac__fault *fault)
{
    gac__finding fresh = finding_of(c, fault);
    fresh.items = f->items;
    fresh.next = f->next;
    fresh.fault.site = f->fault.site; /* of the access chain */
    *f = fresh;
    return f;
}

static void count(gac__checker *c, gac__finding *f, uint32_t item)
{
    if (f->last_group != c->group) {
        f->last_group = c->group;
        f->n_groups++;
        memset(f->items, 0, gac__n_item_words(c) * sizeof *f->items);
    }
    if (item == GAC__NO_ITEM || item >= c->config.max_items)
        return;
    uint64_t bit = (uint64_t)1 << (item % 64);
    f->n_items += !(f->items[item / 64] & bit);
    f->items[item / 64] |= bit;
}

/* Drops findings of undefined bytes that `load` has read since the last
 * collective. They follow from its race: it may have read before the write that
 * it races with. */
static void drop_unwritten(gac__checker *c, uint32_t load)
{
    for (size_t n = 0; n < c->findings.n && gac__check_on(c, 1); n++) {
        gac__finding *f = &c->findings.items[n];
        f->dropped |= f->fault.rule == GAC__RULE_uninitialized
                      && f->fault.other_site == load
                      && f->arrivals == c->n_arrivals;
    }
}

/* Whether an undefined value follows from a race of its load that this group
 * has reported already. */
static bool is_of_race(const gac__checker *c, const gac__fault *fault)
{
    return fault->rule == GAC__RULE_uninitialized
           && fault->other_site != GAC__NO_SITE
           && gac__site_of(c, fault->other_site)->raced == c->group + 1;
}

/* Rules whose faults may follow from divergence. */
static bool may_follow(gac__rule_id rule)
{
    return rule == GAC__RULE_data_race || rule == GAC__RULE_wait_as_barrier
           || rule == GAC__RULE_read_in_flight
           || rule == GAC__RULE_write_in_flight
           || rule == GAC__RULE_invalid_event
           || rule == GAC__RULE_uninitialized;
}

/* -- what follows from what ------------------------------------------------
 *
 * A copy that nothing has waited for may be read, be written, race with another
 * copy, and be in flight at the end: all faults but the first follow from it,
 * or all from an earlier wait for something that is no event. A wait for
 * another copy's event leaves a later wait without one. But several copies that
 * race with one are a fault each. */

static bool is_wait(const gac__fault *f)
{
    return f->rule == GAC__RULE_invalid_event && f->operand
           && strcmp(f->operand, "Events List") == 0;
}

/* 1 + the finding that a fault follows from; 0: none is known. */
static uint32_t cause_of(const gac__checker *c, const gac__fault *f)
{
    const gac__causes *k = &c->causes;
    for (uint32_t n = 0; n < k->n; n++) {
        uint32_t told = k->told[n].finding;
        bool same = c->findings.items[told - 1].fault.rule == f->rule;
        if (is_wait(f) || k->told[n].flight == f->flight)
            return same && f->rule == GAC__RULE_copy_race ? 0 : told;
    }
    return f->flight && f->flight <= k->flight ? k->wait : 0;
}

/* Notes what later faults may follow from. `finding`: 1 + the fault's. */
static void remember(gac__checker *c, const gac__fault *f, uint32_t finding)
{
    gac__causes *k = &c->causes;
    if (is_wait(f)) {
        k->wait = k->wait ? k->wait : finding;
        k->flight = c->flights.n_started;
    }
    for (uint32_t n = 0; n < k->n; n++)
        if (k->told[n].flight == f->flight)
            return;
    if (!f->flight || k->n == GAC__COUNT_OF(k->told))
        return;
    k->told[k->n++] = (struct gac__told){f->flight, finding};
}

void gac__note_released(gac__checker *c, uint64_t event, uint32_t copy_site,
                        uint32_t wait_site)
{
    gac__causes *k = &c->causes;
    k->released[k->n_released++ % GAC__COUNT_OF(k->released)] =
        (struct gac__released){event, copy_site, wait_site};
}

bool gac__check_released(const gac__checker *c, uint64_t event,
                         gac__fault *fault)
{
    const gac__causes *k = &c->causes;
    uint32_t most = GAC__COUNT_OF(k->released);
    for (uint32_t n = 0; n < GAC__MIN(k->n_released, most); n++) {
        const struct gac__released *r = /* the last one first */
            &k->released[(k->n_released - 1 - n) % most];
        if (r->event != event)
            continue;
        fault->other_site = r->wait;
        fault->other_group = c->group;
        fault->other_access = "released";
        fault->copy_site = r->copy;
        return true;
    }
    return false;
}

/* The first cause of a finding. */
static const gac__finding *root_of(const gac__checker *c, const gac__finding *f)
{
    while (f->cause && !c->findings.items[f->cause - 1].dropped)
        f = &c->findings.items[f->cause - 1];
    return f;
}

void gac__fault_add(gac__checker *c, const gac__fault *fault,
                    const char *format, ...)
{
    if (c->status != GAC_OK || gac__watch_result(c->config.watch) != GAC_OK
        || c->disabled[fault->rule] || is_of_race(c, fault)
        || (c->in_iterations && may_follow(fault->rule))
        || !gac__check_on(c, FAULT_STEPS))
        return;
    gac__finding *f = find(c, fault);
    if (!f || f->dropped) {
        f = f ? revive(c, f, fault) : add(c, fault);
        if (!f)
            return;
        va_list args;
        va_start(args, format);
        f->message = gac__fault_words(c, fault, format, args);
        va_end(args);
        if (!f->message)
            c->status = GAC_ERR_MEMORY;
        uint32_t cause = cause_of(c, fault);
        f->cause = cause <= f - c->findings.items ? cause : 0;
    }
    remember(c, fault, (uint32_t)(f - c->findings.items) + 1);
    count(c, f, fault->item);
    c->has_unwritten |= fault->rule == GAC__RULE_uninitialized;
    if (fault->rule != GAC__RULE_data_race || fault->other_site == GAC__NO_SITE)
        return;
    gac__site_of(c, fault->other_site)->raced = c->group + 1;
    if (c->has_unwritten)
        drop_unwritten(c, fault->other_site);
}

/* -- what follows from a divergence ---------------------------------------- */

void gac__check_absent(gac__checker *c, uint32_t item)
{
    c->absent[item / 64] |= (uint64_t)1 << (item % 64);
}

/* Work-items that miss a collective go on without its effects, and race with
 * the others behind it. */
void gac__check_parted(gac__checker *c, bool in_iterations)
{
    c->in_iterations = in_iterations;
    size_t words = gac__n_item_words(c);
    for (size_t n = 0; n < c->findings.n && gac__check_on(c, 1); n++) {
        gac__finding *f = &c->findings.items[n];
        bool absent = f->arrivals == c->n_arrivals && f->n_items
                      && may_follow(f->fault.rule);
        if (absent && !gac__check_on(c, words))
            break;
        for (size_t k = 0; absent && k < words; k++)
            absent = !(f->items[k] & ~c->absent[k]);
        f->dropped |= absent;
    }
    memset(c->absent, 0, words * sizeof *c->absent);
    /* Shared memory lacks what they would have written. */
    for (uint32_t b = 1; b < c->config.n_buffers && gac__check_on(c, 1); b++)
        if (c->buffers[b].info.kind != GAC_MEMORY_PRIVATE)
            gac__check_copy_is_lost(c, b);
}

bool gac__check_operand_is_undefined(const gac__checker *c, uint32_t site)
{
    return gac__fault_is_told(c, GAC__RULE_uninitialized, site)
           && !find_at(c, GAC__RULE_uninitialized, site)->fault.access;
}

/* -- where undefined values come from -------------------------------------- */

#define MAX_STEPS 4096u

const char *gac__check_origin(gac__checker *c, uint32_t value,
                              gac__fault *fault)
{
    const gac__ir *ir = c->config.ir;
    uint32_t stack[64], n = 0, steps = 0; /* phis may be a cycle */
    bool undef = false, unwritten = false;
    if (value < ir->n_values)
        stack[n++] = value;
    while (n && steps++ < MAX_STEPS && gac__check_on(c, 1)) {
        const gac__ir_value *v = &ir->values[stack[--n]];
        undef |= v->undef == GAC__UNDEF_INST;
        unwritten |= v->undef == GAC__UNDEF_MEMORY;
        if (v->kind != GAC__VALUE_INST || !v->def)
            continue;
        if (v->def->op == GAC__IR_LOAD || v->def->op == GAC__IR_ATOMIC) {
            uint32_t site = gac__ir_site(ir, v->def->ordinal);
            const gac__site_state *s = &c->sites[site];
            if (site >= ir->n_sites || !s->undefined)
                continue;
            if (!fault->bytes.n)
                fault->bytes = s->bytes;
            fault->other_site = site;
            fault->other_item = s->item;
            fault->other_group = c->group;
            fault->other_access = "loaded";
            return GAC__UNWRITTEN;
        }
        for (uint32_t a = 0; a < v->def->n_args && n < 64; a++)
            stack[n++] = v->def->args[a];
    }
    return undef && !unwritten ? "OpUndef" : GAC__UNWRITTEN;
}

/* -- reporting ------------------------------------------------------------- */

typedef struct entry {
    const gac__finding *finding, *root;
} entry;

/* By the instruction of the cause; findings of one cause by time, so that the
 * cause comes first. */
static int compare(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    const gac__fault *f = &x->root->fault, *g = &y->root->fault;
    if (x->root == y->root)
        return x->finding < y->finding ? -1 : x->finding > y->finding;
    if (f->site != g->site)
        return f->site < g->site ? -1 : 1;
    if (f->rule != g->rule)
        return f->rule < g->rule ? -1 : 1;
    return x->root < y->root ? -1 : 1;
}

gac_result gac__checker_report(const gac__checker *c, uint64_t *n_out)
{
    size_t n = c->findings.n;
    gac_result result = c->status;
    *n_out = 0;
    if (result == GAC_ERR_MEMORY || !n)
        return result;
    entry *order = gac__alloc_zero(c->config.allocator, n, sizeof *order);
    if (!order)
        return GAC_ERR_MEMORY;
    for (size_t k = 0; k < n; k++)
        order[k] =
            (entry){&c->findings.items[k], root_of(c, &c->findings.items[k])};
    qsort(order, n, sizeof *order, compare);
    for (size_t k = 0; k < n && result != GAC_ERR_MEMORY; k++) {
        const gac__finding *f = order[k].finding;
        if (f->dropped)
            continue;
        if (gac__finding_report(c, f, f != order[k].root))
            ++*n_out;
        else
            result = GAC_ERR_MEMORY;
    }
    gac__free(c->config.allocator, order, n, sizeof *order);
    return result;
}

void gac__findings_begin_group(gac__checker *c)
{
    gac__causes *k = &c->causes;
    k->n = k->n_released = k->wait = 0;
    k->flight = 0;
}
