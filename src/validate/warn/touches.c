/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the operations of a program touch, and how they are searched by bytes.
 */

/* An operation is looked at when it is first asked for. Most copies are
 * followed by few operations before they are waited for, and those are offered
 * one by one. Where hundreds of copies are in flight at a time, each with all
 * the others behind it, touches are sorted by their first byte, once, and
 * beside each stands how far those up to it reach: from the last that begins
 * before some bytes end, a search goes back until nothing reaches them any
 * more. */
#include "validate/warn/touches.h"

#include <stdlib.h>

#define FEW 48         /* fewer operations than this are not searched */
#define MOST_PIECES 64 /* that are compared one by one */

struct gac__touched {
    uint32_t first;
    uint8_t n;
    bool looked, done;
};

bool gac__accesses_open(gac__accesses *a, gac__program *p)
{
    a->p = p;
    a->of_op = gac__arena_alloc(&p->arena, p->ops.n, sizeof *a->of_op);
    a->touches.n = 0;
    a->looked = 0;
    a->sorted = NULL;
    return a->of_op != NULL;
}

void gac__accesses_free(gac__accesses *a, const gac_allocator *allocator)
{
    GAC__VEC_FREE(allocator, &a->touches);
    GAC__VEC_FREE(allocator, &a->found);
}

/* -- pointers and sizes ---------------------------------------------------- */

/* What an access goes by. */
typedef struct address {
    bool writes;
    uint32_t word;   /* of the pointer; 0: there is none */
    uint64_t size;   /* bytes */
    uint64_t scale;  /* bytes that `offset` counts; 0: no offset */
    uint32_t offset; /* id */
} address;

static uint64_t size_of(const gac__program *p, uint32_t type_id)
{
    uint64_t size, align;
    return gac__module_size_of(p->m, type_id, &size, &align) ? size : 0;
}

static uint64_t pointee_size(const gac__program *p, uint32_t pointer)
{
    return size_of(p, gac__module_pointee(p->m, pointer));
}

/* OpenCL.std's vload* and vstore*: an offset in vectors, a pointer to elements.
 * Which of them, their names tell: n components, or as many as the data has. */
static void look_at_vector(const gac__program *p, const gac__inst *inst,
                           address *out)
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
    bool aligned =
        !strncmp(row->name, "vloada", 6) || !strncmp(row->name, "vstorea", 7);
    uint64_t element = pointee_size(p, inst->words[pointer]);
    *out = (address){.word = pointer,
                     .size = n * element,
                     .writes = !load,
                     .scale = (aligned && n == 3 ? 4 : n) * element,
                     .offset = inst->words[offset]};
}

/* Both sides of an access. */
static void find_addresses(const gac__program *p, uint32_t frame,
                           const gac__inst *inst, address out[2])
{
    const uint32_t *w = inst->words;
    uint64_t size = 1;
    switch (inst->opcode) {
    case SpvOpLoad:
        out[0] = (address){.word = 3, .size = size_of(p, inst->type_id)};
        break;
    case SpvOpStore:
        size = size_of(p, gac__module_type_of(p->m, w[2]));
        out[0] = (address){.writes = true, .word = 1, .size = size};
        break;
    case SpvOpCopyMemory:
    case SpvOpCopyMemorySized:
        if (inst->opcode == SpvOpCopyMemory)
            size = pointee_size(p, w[1]);
        else
            gac__evaluate(p, (gac__ref){frame, w[3]}, &size);
        out[0] = (address){.writes = true, .word = 1, .size = size};
        out[1] = (address){.word = 2, .size = size};
        break;
    case SpvOpExtInst: look_at_vector(p, inst, &out[0]); break;
    case SpvOpAtomicStore:
    case SpvOpAtomicFlagClear:
        size = pointee_size(p, w[1]);
        out[0] = (address){.writes = true, .word = 1, .size = size};
        break;
    case SpvOpFunctionCall: /* an imported atomic */
        if (inst->n_words > 4)
            out[0] = (address){
                .writes = true, .word = 4, .size = pointee_size(p, w[4])};
        break;
    default: /* other atomics read; whether they write is of no concern */
        if (inst->n_words > 3)
            out[0] = (address){.writes = inst->opcode != SpvOpAtomicLoad,
                               .word = 3,
                               .size = pointee_size(p, w[3])};
        break;
    }
}

/* -- bytes ----------------------------------------------------------------- */

static int64_t clamp(gac__i128 bytes)
{
    return bytes < INT64_MIN   ? INT64_MIN
           : bytes > INT64_MAX ? INT64_MAX
                               : (int64_t)bytes;
}

static void set_range(gac__touch *t, const gac__range *r, gac__extent extent)
{
    t->base = r->base;
    if (r->known) {
        t->extent = r->whole ? GAC__BYTES_ALL : (uint8_t)extent;
        t->assumed = r->assumed;
        t->first = clamp(r->first);
        t->end = clamp(r->end);
    }
}

/* Lines that lie apart, where all of them are near. */
static void set_pieces(gac__touch *t, const gac__copy_view *c,
                       const gac__side *side)
{
    int64_t more;
    if (t->extent != GAC__BYTES_KNOWN)
        return;
    gac__pieces pieces = gac__copy_pieces(c, side);
    if (pieces.n == 1
        || __builtin_mul_overflow((int64_t)pieces.pitch, (int64_t)pieces.n - 1,
                                  &more)
        || t->end > INT64_MAX / 2 - more || t->first < INT64_MIN / 4)
        return;
    t->piece = t->end - t->first;
    t->pitch = (int64_t)pieces.pitch;
    t->end += more;
}

/* `first`: as the work-item whose local ids are 0 does it. */
static gac__range address_range(const gac__program *p, uint32_t frame,
                                const gac__inst *inst, const address *from,
                                bool first)
{
    gac__ref pointer = {frame, inst->words[from->word]};
    gac__ref offset = {frame, from->offset};
    gac__range r = gac__access_range(p, pointer, from->size, first);
    uint64_t n;
    if (from->scale == 0)
        return r;
    if (!gac__evaluate_as(p, offset,
                          first ? GAC__KNOWN_FIRST : GAC__KNOWN_DEFAULTS, &n)
        || n > INT32_MAX) {
        r.known = false;
        return r;
    }
    r.first += (gac__i128)n * (gac__i128)from->scale;
    r.end += (gac__i128)n * (gac__i128)from->scale;
    return r;
}

/* -- touches --------------------------------------------------------------- */

static uint32_t look_at_copy(const gac__program *p, uint32_t at,
                             gac__touch out[2])
{
    const gac__copy_view *c = gac__copy_view_at(p, at);
    if (!c)
        return 0;
    for (uint8_t i = 0; i < 2; i++) {
        const gac__side *side = i == 0 ? &c->destination : &c->source;
        gac__range r = gac__copy_range(p, c, side);
        out[i] = (gac__touch){.at = at, .side = i, .writes = i == 0};
        set_range(&out[i], &r, GAC__BYTES_KNOWN);
        set_pieces(&out[i], c, side);
    }
    return 2;
}

static uint32_t look_at_access(const gac__program *p, uint32_t at,
                               gac__touch out[2])
{
    gac__op op = p->ops.items[at];
    gac__inst inst = gac__module_inst(p->m, op.ordinal);
    address from[2] = {0};
    uint32_t n = 0;
    find_addresses(p, op.frame, &inst, from);
    for (; n < 2 && from[n].word != 0; n++) {
        gac__range r = address_range(p, op.frame, &inst, &from[n], false);
        out[n] = (gac__touch){
            .at = at, .side = (uint8_t)n, .writes = from[n].writes};
        set_range(&out[n], &r, GAC__BYTES_KNOWN);
        if (r.known || r.base.id == 0)
            continue;
        r = address_range(p, op.frame, &inst, &from[n], true);
        set_range(&out[n], &r, GAC__BYTES_OF_FIRST);
    }
    return n;
}

void gac__accesses_done(gac__accesses *a, uint32_t at)
{
    a->of_op[at].done = true;
}

bool gac__accesses_left(const gac__accesses *a, uint32_t at)
{
    return !a->of_op[at].done;
}

uint32_t gac__accesses_of(gac__accesses *a, uint32_t at, const gac__touch **out)
{
    struct gac__touched *touched = &a->of_op[at];
    uint16_t kind = a->p->ops.items[at].kind;
    if (!touched->looked) {
        gac__touch t[2];
        uint32_t n = kind == GAC__OP_COPY     ? look_at_copy(a->p, at, t)
                     : kind == GAC__OP_ACCESS ? look_at_access(a->p, at, t)
                                              : 0;
        touched->looked = true;
        touched->first = (uint32_t)a->touches.n;
        for (uint32_t i = 0; i < n; i++)
            if (t[i].base.id != 0
                && GAC__VEC_PUSH(a->p->arena.allocator, &a->touches, t[i]))
                touched->n++;
    }
    *out = touched->n ? a->touches.items + touched->first : NULL;
    return touched->n;
}

gac__quantity gac__touch_operand(const gac__program *p, const gac__touch *t)
{
    gac__op op = p->ops.items[t->at];
    const gac__copy_view *c = NULL;
    address from[2] = {0};
    if (op.kind == GAC__OP_COPY && (c = gac__copy_view_at(p, t->at)) != NULL)
        return t->side == 0 ? c->destination.pointer : c->source.pointer;
    gac__inst inst = gac__module_inst(p->m, op.ordinal);
    find_addresses(p, op.frame, &inst, from);
    const char *name = from[1].word != 0 ? (t->side == 0 ? "Target" : "Source")
                       : inst.opcode == SpvOpExtInst ? "p"
                                                     : "Pointer";
    return (gac__quantity){.name = name, .word = from[t->side].word};
}

/* Whether one of a touch's pieces meets bytes [first, end), which meet it as a
 * whole. */
static bool pieces_meet(const gac__touch *t, int64_t first, int64_t end)
{
    if (t->pitch == 0)
        return true;
    /* The first piece that ends behind `first`. */
    int64_t at = t->first;
    if (first >= at + t->piece)
        at += ((first - at - t->piece) / t->pitch + 1) * t->pitch;
    return at < end && at < t->end;
}

/* Both in pieces: the first ones of that with fewer are looked at one by one.
 */
static bool all_pieces_meet(const gac__touch *a, const gac__touch *b)
{
    int64_t at = a->first;
    for (int n = 0; n < MOST_PIECES && at < a->end; n++, at += a->pitch)
        if (at < b->end && b->first < at + a->piece
            && pieces_meet(b, at, at + a->piece))
            return true;
    return false;
}

bool gac__touches_meet(const gac__touch *a, const gac__touch *b)
{
    if (a->base.id == 0 || !gac__ref_same(a->base, b->base))
        return false;
    if (a->extent == GAC__BYTES_ALL || b->extent == GAC__BYTES_ALL)
        return true;
    if (a->extent == GAC__BYTES_UNKNOWN || b->extent == GAC__BYTES_UNKNOWN
        || a->first >= b->end || b->first >= a->end)
        return false;
    if (a->pitch == 0)
        return pieces_meet(b, a->first, a->end);
    if (b->pitch == 0)
        return pieces_meet(a, b->first, b->end);
    bool fewer =
        (a->end - a->first) / a->pitch <= (b->end - b->first) / b->pitch;
    return fewer ? all_pieces_meet(a, b) : all_pieces_meet(b, a);
}

/* -- search by bytes ------------------------------------------------------- */

/* In each base: those that touch all of it, then others by their first byte,
 * then those of which nothing is known, which meet but the first. */
static int64_t key_of(const gac__touch *t)
{
    return t->extent == GAC__BYTES_ALL       ? INT64_MIN
           : t->extent == GAC__BYTES_UNKNOWN ? INT64_MAX
                                             : t->first;
}

static int compare_bases(gac__ref a, gac__ref b)
{
    if (a.frame != b.frame)
        return a.frame < b.frame ? -1 : 1;
    return a.id < b.id ? -1 : a.id > b.id;
}

typedef struct sorted_touch {
    gac__ref base;
    int64_t key;
    uint32_t index;
} sorted_touch;

static int compare_touches(const void *x, const void *y)
{
    const sorted_touch *a = x, *b = y;
    int bases = compare_bases(a->base, b->base);
    if (bases != 0)
        return bases;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* Looks at all operations and sorts what they touch; false when memory is out.
 */
static bool sort_touches(gac__accesses *a)
{
    const gac__touch *all;
    gac__arena *arena = &a->p->arena;
    for (uint32_t i = 0; i < a->p->ops.n; i++)
        (void)gac__accesses_of(a, i, &all);
    uint32_t n = (uint32_t)a->touches.n;
    sorted_touch *sorted = gac__arena_alloc(arena, n, sizeof *sorted);
    uint32_t *indices = gac__arena_alloc(arena, n, sizeof *indices);
    a->reach = gac__arena_alloc(arena, n, sizeof *a->reach);
    a->writes = gac__arena_alloc(arena, n + 1, sizeof *a->writes);
    if (!sorted || !indices || !a->reach || !a->writes)
        return false;
    for (uint32_t i = 0; i < n; i++)
        sorted[i] = (sorted_touch){a->touches.items[i].base,
                                   key_of(&a->touches.items[i]), i};
    qsort(sorted, n, sizeof *sorted, compare_touches);
    for (uint32_t i = 0; i < n; i++) {
        const gac__touch *t = &a->touches.items[sorted[i].index];
        bool joins = i > 0 && gac__ref_same(sorted[i].base, sorted[i - 1].base);
        int64_t end = t->extent == GAC__BYTES_ALL ? INT64_MIN : t->end;
        indices[i] = sorted[i].index;
        a->reach[i] = joins ? GAC__MAX(end, a->reach[i - 1]) : end;
        a->writes[i + 1] = a->writes[i] + t->writes;
    }
    a->sorted = indices;
    a->n_sorted = n;
    return true;
}

/* How many touches stand before a key of a base. */
static uint32_t count_before(const gac__accesses *a, gac__ref base, int64_t key)
{
    uint32_t low = 0, high = a->n_sorted;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const gac__touch *t = &a->touches.items[a->sorted[middle]];
        int order = compare_bases(t->base, base);
        if (order < 0 || (order == 0 && key_of(t) < key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

typedef struct meeting_search {
    gac__accesses *a;
    uint32_t first, end; /* operations that count */
    uint32_t steps;      /* that are left */
    bool doubtful;
} meeting_search;

static bool offer(meeting_search *s, const gac__touch *t)
{
    if (s->steps == 0)
        return false;
    s->steps--;
    return t->at < s->first || t->at >= s->end
           || GAC__VEC_PUSH(s->a->p->arena.allocator, &s->a->found, t->at);
}

/* Adds what may meet a touch; false when that takes too many steps. */
static bool find_meeting(meeting_search *s, const gac__touch *mine)
{
    const gac__accesses *a = s->a;
    uint32_t start = count_before(a, mine->base, INT64_MIN);
    bool all = mine->extent == GAC__BYTES_ALL;
    bool known = !all && mine->extent != GAC__BYTES_UNKNOWN;
    for (uint32_t i = start; i < a->n_sorted; i++) {
        const gac__touch *t = &a->touches.items[a->sorted[i]];
        if (!gac__ref_same(t->base, mine->base)
            || !(all || t->extent == GAC__BYTES_ALL))
            break;
        if (!offer(s, t))
            return false;
    }
    for (uint32_t i = known ? count_before(a, mine->base, mine->end) : 0;
         i > start && a->reach[i - 1] > mine->first; i--)
        if (!offer(s, &a->touches.items[a->sorted[i - 1]]))
            return false;
    return true;
}

/* Adds what may meet a touch or not: those of its base of which nothing is
 * known, or, if nothing is known of it, all. */
static bool find_doubtful(meeting_search *s, const gac__touch *mine)
{
    const gac__accesses *a = s->a;
    const gac__ref next = {mine->base.frame, mine->base.id + 1};
    bool known = mine->extent != GAC__BYTES_UNKNOWN;
    uint32_t i = count_before(a, mine->base, known ? INT64_MAX : INT64_MIN);
    uint32_t end = count_before(a, next, INT64_MIN);
    if (!mine->writes && a->writes[i] == a->writes[end])
        return true; /* most copies' sources are only read */
    for (; i < end; i++) {
        const gac__touch *t = &a->touches.items[a->sorted[i]];
        if ((mine->writes || t->writes) && !offer(s, t))
            return false;
    }
    return true;
}

static int compare_ops(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;
    return *a < *b ? -1 : *a > *b;
}

/* Whether it is worth it to search, rather than to look at `n` operations. */
static bool is_searched(gac__accesses *a, uint32_t n)
{
    a->looked += n;
    return n >= FEW
           && (a->sorted
               || (a->looked >= 4 * (uint64_t)a->p->ops.n && sort_touches(a)));
}

/* Both touches' operations, in order and each once. */
static bool find_all(meeting_search *s, const gac__touch mine[2])
{
    gac__accesses *a = s->a;
    size_t kept = 0;
    a->found.n = 0;
    if (!GAC__VEC_RESERVE(a->p->arena.allocator, &a->found, 1))
        return false;
    for (int i = 0; i < 2; i++)
        if (mine[i].base.id != 0
            && (!find_meeting(s, &mine[i])
                || (s->doubtful && !find_doubtful(s, &mine[i]))))
            return false;
    if (a->found.n > 1)
        qsort(a->found.items, a->found.n, sizeof *a->found.items, compare_ops);
    for (size_t i = 0; i < a->found.n; i++)
        if (kept == 0 || a->found.items[kept - 1] != a->found.items[i])
            a->found.items[kept++] = a->found.items[i];
    a->found.n = kept;
    return true;
}

static bool spend(gac__accesses *a, uint64_t steps)
{
    if (!gac__watch_on(a->p->watch, steps))
        a->budget = 0;
    return gac__spend(&a->budget, steps);
}

bool gac__accesses_between(gac__accesses *a, uint32_t first, uint32_t end,
                           const gac__touch mine[2], bool doubtful,
                           const uint32_t **ops_out, size_t *n_out)
{
    uint32_t n = end - first, most = n / 4;
    meeting_search s = {a, first, end, most, doubtful};
    *ops_out = NULL;
    if (a->budget < most)
        return spend(a, n);
    if (!is_searched(a, n) || !find_all(&s, mine))
        return spend(a, n);
    *ops_out = a->found.items;
    *n_out = a->found.n;
    return spend(a, 8 + most - s.steps);
}
