/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory that is touched between a copy and its wait. */

/* Looks at every access on the ways that nothing waits on. It counts if the copy
 * is in flight there in every case: the copy comes before it always, or follows
 * it in a loop, and no way from a wait leads there. Bytes are compared where
 * constants tell them; of an index that is made of local ids, the one of the
 * work-item with local id 0 is taken, which every group has. */
#include "validate/warn_uses.h"

/* One side of what an operation does. */
typedef struct touch {
    bool used, writes;
    gac__ref pointer;
    uint64_t size;      /* bytes */
    uint64_t scale;     /* bytes that `offset` counts; 0: no offset */
    gac__ref offset;
    const char *name;   /* operand */
    uint32_t word;
} touch;

/* What both pointers of an operation are made from; id 0: there is none. */
struct gac__touched {
    bool looked;
    gac__ref bases[2];
};

bool gac__accesses_open(gac__accesses *a, gac__program *p)
{
    a->p = p;
    a->touched = gac__arena_alloc(&p->arena, p->ops.n, sizeof *a->touched);
    return a->touched != NULL;
}

/* -- what an operation touches --------------------------------------------- */

static uint64_t size_of(const gac__program *p, uint32_t type_id)
{
    uint64_t size, align;
    return gac__module_size_of(p->m, type_id, &size, &align) ? size : 0;
}

static uint64_t pointee_size(const gac__program *p, uint32_t pointer)
{
    return size_of(p, gac__module_pointee(p->m, pointer));
}

static void set_touch(touch *t, uint32_t frame, const gac__inst *inst,
                      uint32_t word, uint64_t size, bool writes)
{
    *t = (touch){.used = true,
                 .writes = writes,
                 .pointer = {frame, inst->words[word]},
                 .size = size,
                 .name = "Pointer",
                 .word = word};
}

/* OpenCL.std's vload* and vstore*: an offset in vectors, a pointer to elements.
 * Which of them, their names tell: n components, or as many as the data has. */
static void look_at_vector(const gac__program *p, touch *t, uint32_t frame,
                           const gac__inst *inst)
{
    const gac_module *m = p->m;
    const gac__ext_inst_row *row =
        gac__grammar_ext_inst(&gac__set_opencl_std, inst->words[4]);
    bool load = row && !strncmp(row->name, "vload", 5);
    uint32_t offset = load ? 5 : 6, pointer = load ? 6 : 7;
    if (!row || pointer >= inst->n_words)
        return;
    gac__type data = gac__module_type(
        m, load ? inst->type_id : gac__module_type_of(m, inst->words[5]));
    uint64_t n = data.kind == GAC__TYPE_VECTOR ? data.count : 1;
    bool aligned = !strncmp(row->name, "vloada", 6) ||
                   !strncmp(row->name, "vstorea", 7);
    uint64_t element = pointee_size(p, inst->words[pointer]);
    set_touch(t, frame, inst, pointer, n * element, !load);
    t->scale = (aligned && n == 3 ? 4 : n) * element;
    t->offset = (gac__ref){frame, inst->words[offset]};
}

static void look_at_access(const gac__program *p, touch *t, uint32_t frame,
                           const gac__inst *inst)
{
    const uint32_t *w = inst->words;
    switch (inst->opcode) {
    case SpvOpLoad:
        set_touch(t, frame, inst, 3, size_of(p, inst->type_id), false);
        break;
    case SpvOpStore:
        set_touch(t, frame, inst, 1,
                  size_of(p, gac__module_type_of(p->m, w[2])), true);
        break;
    case SpvOpCopyMemory:
        set_touch(&t[0], frame, inst, 1, pointee_size(p, w[1]), true);
        set_touch(&t[1], frame, inst, 2, pointee_size(p, w[1]), false);
        break;
    case SpvOpCopyMemorySized: {
        uint64_t size = 1;
        gac__evaluate(p, (gac__ref){frame, w[3]}, &size);
        set_touch(&t[0], frame, inst, 1, size, true);
        set_touch(&t[1], frame, inst, 2, size, false);
        break;
    }
    case SpvOpExtInst:
        look_at_vector(p, t, frame, inst);
        break;
    case SpvOpAtomicStore:
    case SpvOpAtomicFlagClear:
        set_touch(t, frame, inst, 1, pointee_size(p, w[1]), true);
        break;
    default: /* other atomics read; whether they write is of no concern */
        if (inst->n_words > 3)
            set_touch(t, frame, inst, 3, pointee_size(p, w[3]),
                      inst->opcode != SpvOpAtomicLoad);
        break;
    }
}

static void look_at_op(const gac__program *p, uint32_t at, touch t[2])
{
    gac__op op = p->ops.items[at];
    const gac__copy_view *c;
    t[0] = t[1] = (touch){0};
    if (op.kind == GAC__OP_ACCESS) {
        gac__inst inst = gac__module_inst(p->m, op.ordinal);
        look_at_access(p, t, op.frame, &inst);
    } else if (op.kind == GAC__OP_COPY &&
               (c = gac__copy_view_at(p, at)) != NULL) {
        set_touch(&t[0], op.frame, &c->inst, c->destination.pointer.word, 1,
                  true);
        set_touch(&t[1], op.frame, &c->inst, c->source.pointer.word, 1, false);
        t[0].name = c->destination.pointer.name;
        t[1].name = c->source.pointer.name;
    }
}

/* Whether operation `at` touches what a range is in. */
static bool touches(gac__accesses *a, uint32_t at, const gac__range *r)
{
    struct gac__touched *cached = &a->touched[at];
    if (!cached->looked) {
        touch t[2];
        look_at_op(a->p, at, t);
        cached->looked = true;
        for (int i = 0; i < 2; i++)
            if (t[i].used)
                cached->bases[i] =
                    gac__pointer_origin(a->p, t[i].pointer).base;
    }
    return r->base.id != 0 && (gac__ref_same(cached->bases[0], r->base) ||
                               gac__ref_same(cached->bases[1], r->base));
}

/* -- when the copy is in flight -------------------------------------------- */

typedef struct flight {
    gac__flow *f;
    gac__event_path *path;
    gac__accesses *accesses;
    gac__range to, from;
    bool searched; /* whether the ways from waits are marked */
} flight;

static bool is_own_node(const void *user, uint32_t node)
{
    return ((const flight *)user)->path->node == node;
}

/* Marks, in p->mark, what can be reached from a wait without coming by the copy
 * again. */
static bool mark_waited(flight *fl)
{
    gac__event_path *path = fl->path;
    gac__program *p = path->p;
    uint8_t *all;
    if (fl->searched)
        return true;
    fl->searched = true;
    all = p->mark;
    memset(all, 0, p->nodes.n);
    for (size_t i = 0; i < path->stops.n; i++) {
        const gac__stop *stop = &path->stops.items[i];
        uint32_t depth = 0;
        if (!stop->waited)
            continue;
        if (stop->node == path->node && stop->from_copy == false &&
            stop->layer == 1)
            continue;
        p->stack[depth++] = stop->node;
        while (depth > 0) {
            const gac__node *n = &p->nodes.items[p->stack[--depth]];
            for (uint32_t k = n->first_edge; k < n[1].first_edge; k++) {
                uint32_t to = p->edges[k];
                if (all[to])
                    continue;
                all[to] = 1;
                if (!is_own_node(fl, to))
                    p->stack[depth++] = to;
            }
            if (!gac__program_spend(p, 1))
                return false;
        }
    }
    return true;
}

/* Whether the copy is in flight whenever a stop's operations are executed. */
static bool in_flight_at(flight *fl, const gac__stop *stop)
{
    gac__program *p = fl->path->p;
    uint32_t own = fl->path->node;
    if (stop->from_copy)
        return true;
    if (fl->path->waits && (!mark_waited(fl) || p->mark[stop->node]))
        return false;
    if (stop->node == own)
        return true; /* around a loop */
    return gac__program_dominates(p, own, stop->node) ||
           (gac__program_dominates(p, stop->node, own) &&
            p->nodes.items[stop->node].loop != UINT32_MAX &&
            p->nodes.items[stop->node].loop == p->nodes.items[own].loop);
}

/* Whether the first work-item is among those that come to a stop: no branch
 * between the copy and it depends on the work-item. */
static bool first_comes_to(flight *fl, const gac__stop *stop)
{
    gac__program *p = fl->path->p;
    uint32_t at = stop->node, own = fl->path->node;
    if (stop->from_copy)
        return true;
    if (!gac__program_dominates(p, own, at))
        return false;
    while (at != own) {
        at = p->nodes.items[at].dominator;
        const gac__node *n = &p->nodes.items[at];
        if (n->condition != 0 &&
            gac__variation_of(p, (gac__ref){n->frame, n->condition}) !=
                GAC__UNIFORM)
            return false;
    }
    return true;
}

/* -- bytes ----------------------------------------------------------------- */

static void add_offset(const gac__program *p, const touch *t, bool first,
                       gac__range *r)
{
    uint64_t n;
    if (t->scale == 0)
        return;
    if (!(first ? gac__evaluate_first(p, t->offset, &n)
                : gac__evaluate(p, t->offset, &n)) ||
        n > INT32_MAX) {
        r->known = false;
        return;
    }
    r->first += (gac__i128)n * (gac__i128)t->scale;
    r->end += (gac__i128)n * (gac__i128)t->scale;
}

static gac__range range_of(flight *fl, uint32_t at, const touch *t,
                           uint32_t which, bool first)
{
    const gac__program *p = fl->path->p;
    gac__op op = p->ops.items[at];
    gac__range r = {0};
    if (op.kind == GAC__OP_COPY) {
        const gac__copy_view *c = gac__copy_view_at(p, at);
        if (c)
            r = gac__copy_range(p, c,
                                which == 0 ? &c->destination : &c->source);
        return r;
    }
    r = gac__access_range(p, t->pointer, t->size, first);
    add_offset(p, t, first, &r);
    return r;
}

static bool meets(flight *fl, const gac__stop *stop, uint32_t at,
                  const touch *t, uint32_t which, const gac__range *mine)
{
    gac__range r = range_of(fl, at, t, which, false);
    if (gac__ranges_meet(mine, &r))
        return true;
    if (r.known || !gac__ref_same(r.base, mine->base) ||
        !first_comes_to(fl, stop))
        return false;
    r = range_of(fl, at, t, which, true);
    return gac__ranges_meet(mine, &r);
}

static void check_touch(flight *fl, const gac__stop *stop, uint32_t at,
                        uint32_t which, const touch *t)
{
    const gac__copy_view *c = &fl->path->copy;
    if (!t->used)
        return;
    bool destination = meets(fl, stop, at, t, which, &fl->to);
    if (!destination &&
        !(t->writes && meets(fl, stop, at, t, which, &fl->from)))
        return;
    if (!in_flight_at(fl, stop))
        return;
    gac__quantity q = {.name = t->name, .word = t->word};
    gac__flow_found(fl->f, fl->path->p->ops.items[at].ordinal,
                    GAC__RULE_use_before_wait, &q, c->inst.ordinal + 1,
                    "This %s the %s of the copy in instruction %u, for which "
                    "nothing has waited yet.",
                    t->writes ? "writes" : "reads",
                    destination ? c->destination.pointer.name
                                : c->source.pointer.name,
                    c->inst.ordinal + 1);
}

static void check_op(flight *fl, const gac__stop *stop, uint32_t at)
{
    gac__program *p = fl->path->p;
    touch t[2];
    if (!gac__program_spend(p, 1) ||
        (!touches(fl->accesses, at, &fl->to) &&
         !touches(fl->accesses, at, &fl->from)) ||
        !gac__program_spend(p, 16))
        return;
    look_at_op(p, at, t);
    check_touch(fl, stop, at, 0, &t[0]);
    check_touch(fl, stop, at, 1, &t[1]);
}

void gac__warn_uses(gac__flow *f, gac__event_path *path, gac__accesses *a)
{
    gac__program *p = path->p;
    flight fl = {.f = f, .path = path, .accesses = a};
    fl.to = gac__copy_range(p, &path->copy, &path->copy.destination);
    fl.from = gac__copy_range(p, &path->copy, &path->copy.source);
    if (!fl.to.known && !fl.from.known)
        return;
    for (size_t i = 0; i < path->stops.n; i++) {
        const gac__stop *stop = &path->stops.items[i];
        const gac__node *node = &p->nodes.items[stop->node];
        uint32_t first = stop->from_copy ? path->op_index + 1 : 0;
        uint32_t end = GAC__MIN(stop->end_op, node->n_ops);
        for (uint32_t k = first; k < end; k++) {
            uint16_t kind = p->ops.items[node->first_op + k].kind;
            bool itself = stop->node == path->node && k == path->op_index;
            if ((kind == GAC__OP_ACCESS || kind == GAC__OP_COPY) && !itself)
                check_op(&fl, stop, node->first_op + k);
        }
    }
}
