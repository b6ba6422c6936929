/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds fused sequences: pure instructions one behind the other, done a few
 * vectors of lanes at a time.
 *
 * A lane kernel reads its operands from lane registers, which are memory, and
 * writes its result there: two loads and a store for one operation. A fused
 * sequence carries the result of one instruction to the next in the processor's
 * registers. A result that has no other use is never stored, and a uniform
 * operand needs no lanes. The instructions stay behind it: they run one by one
 * where lanes that are not active must keep their results.
 */
#include "compile/emit/emit.h"
#include "support/features.h"

#define MOST_LINKS 30u   /* of a sequence; up to three steps each */
#define MOST_STEPS 2048u /* of all sequences: each strip has its own */

/* An instruction of a fused sequence. */
typedef struct link {
    const gac__lane_inst *inst;
    const gac__fused_entry *entry;
    uint32_t load;    /* the value that is loaded before it; 0: none */
    uint32_t carried; /* the value that is carried to it */
    uint32_t after;   /* the value that is carried on from it */
    uint32_t values[3];
    uint8_t kinds[3]; /* gac__fused_operand of each */
} link;

/* The entries for an operation on a type, [first, end), and of which table: 4
 * or 8 bytes are carried. */
typedef struct entry_range {
    uint16_t first, end;
    uint8_t bytes;
} entry_range;

typedef struct fuser {
    gac__emitter *e;
    const gac__fused_level *level[2]; /* that carry 4 bytes, 8 bytes */
    entry_range ranges[GAC__FUSED_END + 1][GAC__TY_COUNT];
    link links[MOST_LINKS];
    uint32_t n_links;
    uint32_t bytes; /* of a carried value */
    gac__fused_op ops[3 * MOST_LINKS + 1];
    gac__fused_memory memory[4 * MOST_LINKS];
    uint32_t n_ops, n_memory;
} fuser;

static const gac__fused_level *level_of(const fuser *m, uint32_t bytes)
{
    return m->level[bytes / 8];
}

static void find_ranges(fuser *m, uint8_t bytes)
{
    const gac__fused_level *level = level_of(m, bytes);
    for (size_t n = 0; level && n < level->n_entries; n++) {
        const gac__fused_entry *x = &level->entries[n];
        entry_range *r = &m->ranges[x->op][x->ty];
        if (!r->end)
            r->first = (uint16_t)n;
        r->end = (uint16_t)(n + 1);
        r->bytes = bytes;
    }
}

static const gac__fused_entry *find_entry(const fuser *m, uint16_t op,
                                          uint8_t ty, uint32_t sub,
                                          uint32_t operands)
{
    const entry_range *r = &m->ranges[op][ty];
    for (uint32_t n = r->first; n < r->end; n++) {
        const gac__fused_entry *x = &level_of(m, r->bytes)->entries[n];
        if (x->op == op && x->operands == operands && x->ty == ty
            && x->sub == sub)
            return x;
    }
    return NULL;
}

static bool converts(const gac__ir_inst *i)
{
    return i->op >= GAC__IR_TRUNC && i->op <= GAC__IR_USAT_S;
}

/* The step for an instruction with these operands; NULL: there is none. */
static const gac__fused_entry *find_step(const fuser *m, const gac__ir_inst *i,
                                         uint32_t operands)
{
    bool rounds = i->op >= GAC__IR_UTOF && i->op <= GAC__IR_FTOF;
    uint32_t sub = i->op == GAC__IR_EXT ? i->sub
                   : converts(i)
                       ? GAC__FUSED_FROM(i->sub, rounds ? i->imm & 3 : 0)
                       : 0;
    return find_entry(m, i->op, i->ty, sub, operands);
}

static uint32_t operands_of(const uint8_t *kinds, uint32_t n)
{
    return n == 1   ? GAC__FUSED_OPERANDS1(kinds[0])
           : n == 2 ? GAC__FUSED_OPERANDS2(kinds[0], kinds[1])
                    : GAC__FUSED_OPERANDS3(kinds[0], kinds[1], kinds[2]);
}

static void swap_first(link *l)
{
    uint32_t value = l->values[0];
    uint8_t kind = l->kinds[0];
    l->values[0] = l->values[1];
    l->kinds[0] = l->kinds[1];
    l->values[1] = value;
    l->kinds[1] = kind;
}

/* Finds a step for an instruction to which `carried` is carried. Operands whose
 * bits are set in `apart` are read from their registers, although they are the
 * carried value. */
static bool fit_operands(const fuser *m, const gac__ir_inst *i,
                         uint32_t carried, uint32_t apart, link *out)
{
    for (uint32_t a = 0; a < i->n_args; a++) {
        uint32_t v = i->args[a];
        bool is_carried = v == carried;
        if (apart >> a & 1 && !is_carried)
            return false;
        is_carried &= !(apart >> a & 1);
        out->values[a] = v;
        out->kinds[a] = is_carried                 ? GAC__FUSED_CARRIED
                        : gac__is_uniform(m->e, v) ? GAC__FUSED_SHARED
                                                   : GAC__FUSED_LANES;
    }
    out->carried = carried;
    out->entry = find_step(m, i, operands_of(out->kinds, i->n_args));
    if (out->entry || i->n_args < 2)
        return out->entry != NULL;
    swap_first(out);
    out->entry = find_step(m, i, operands_of(out->kinds, i->n_args));
    return out->entry && out->entry->symmetric;
}

static bool fit(const fuser *m, const gac__ir_inst *i, uint32_t carried,
                link *out)
{
    for (uint32_t apart = 0; apart < 1u << i->n_args; apart++)
        if (fit_operands(m, i, carried, apart, out))
            return true;
    return false;
}

/* Whether a step writes its result itself, since it is smaller than a carried
 * value, and carries on what was carried to it. */
static bool writes_apart(const fuser *m, const gac__ir_inst *i)
{
    return gac__ty_bytes((gac__ty)m->e->ir->values[i->result].ty) < m->bytes;
}

static bool takes_carried(const link *l, uint32_t n_args)
{
    bool takes = false;
    for (uint32_t a = 0; a < n_args; a++)
        takes |= l->kinds[a] == GAC__FUSED_CARRIED;
    return takes;
}

/* Adds an instruction to the sequence; false: it does not fit. */
static bool take(fuser *m, const gac__lane_inst *inst)
{
    const gac__ir_inst *i = inst->ir;
    link *out = &m->links[m->n_links];
    uint32_t carried = m->n_links ? m->links[m->n_links - 1].after : 0;
    *out = (link){.inst = inst};
    if (inst->code > GAC__CODE_PURE_MEMORY || inst->code == GAC__CODE_SCALAR
        || !inst->n_args || inst->n_args > 3 || !m->ranges[i->op][i->ty].end)
        return false;
    uint32_t bytes = m->ranges[i->op][i->ty].bytes;
    if (m->n_links && bytes != m->bytes)
        return false;
    m->bytes = bytes;
    bool fits = fit(m, i, carried, out);
    for (uint32_t a = 0; a < i->n_args && !fits; a++) {
        fits = !gac__is_uniform(m->e, i->args[a]) && fit(m, i, i->args[a], out)
               && takes_carried(out, i->n_args);
        out->load = fits ? i->args[a] : 0;
    }
    out->after = writes_apart(m, i) ? out->carried : i->result;
    return fits;
}

/* Whether the result of link n must be stored: it has a use to which it is not
 * carried. */
static bool is_wanted(const fuser *m, uint32_t n)
{
    uint32_t v = m->links[n].inst->ir->result, carried = 0;
    for (n++; n < m->n_links && m->links[n].carried == v && !m->links[n].load;
         n++)
        for (uint32_t a = 0; a < m->links[n].inst->n_args; a++)
            carried += m->links[n].kinds[a] == GAC__FUSED_CARRIED;
    return m->e->uses[v] != carried;
}

static const gac__fused_entry *find_end(const fuser *m, uint16_t op)
{
    return find_entry(m, op, m->bytes == 8 ? GAC__TY_I64 : GAC__TY_I32, 0, 0);
}

/* Adds a step; its operands follow. */
static void put_op(fuser *m, const gac__fused_entry *entry)
{
    m->ops[m->n_ops++] = (gac__fused_op){.entry = entry};
}

/* Operand k of the last step: lanes in their register or in memory, or a slot.
 */
static void put_operand(fuser *m, uint32_t k, uint32_t v, uint8_t kind)
{
    const gac__emitter *e = m->e;
    uint32_t at =
        kind == GAC__FUSED_SHARED ? gac__slot_at(e, v) : gac__lanes_of(e, v);
    m->ops[m->n_ops - 1].at[k] = at;
    if (kind == GAC__FUSED_LANES && e->memory_operand[v])
        m->memory[m->n_memory++] = (gac__fused_memory){
            (uint16_t)(m->n_ops - 1), (uint8_t)k,
            (uint8_t)gac__ty_bytes((gac__ty)e->ir->values[v].ty),
            gac__slot_at(e, v)};
}

static void put_steps(fuser *m)
{
    m->n_ops = m->n_memory = 0;
    for (uint32_t n = 0; n < m->n_links; n++) {
        const link *l = &m->links[n];
        if (l->load) {
            put_op(m, find_end(m, GAC__FUSED_LOAD));
            put_operand(m, 0, l->load, GAC__FUSED_LANES);
        }
        put_op(m, l->entry);
        for (uint32_t a = 0; a < l->inst->n_args; a++)
            if (l->kinds[a] != GAC__FUSED_CARRIED)
                put_operand(m, a, l->values[a], l->kinds[a]);
        if (writes_apart(m, l->inst->ir)) {
            put_operand(m, 2, l->inst->ir->result, GAC__FUSED_LANES);
        } else if (is_wanted(m, n)) {
            put_op(m, find_end(m, GAC__FUSED_STORE));
            put_operand(m, 0, l->inst->ir->result, GAC__FUSED_LANES);
        }
    }
    put_op(m, find_end(m, GAC__FUSED_END));
}

/* Whether `next` stores the sequence's last result, which has no other use.
 * NULL: there is none. */
static bool is_stored(const fuser *m, const gac__lane_inst *next)
{
    if (!next)
        return false;
    const gac__ir_inst *last = m->links[m->n_links - 1].inst->ir;
    uint32_t size = gac__ty_bytes((gac__ty)m->e->ir->values[last->result].ty);
    return next->code == GAC__CODE_STORE_INDEXED && next->scale == size
           && gac__ty_bytes((gac__ty)next->ty) == size
           && next->ir->args[1] == last->result
           && m->e->uses[last->result] == 1;
}

/* Whether a fused sequence is quicker than its instructions one by one: it
 * stores fewer results, and does not load many values. */
static bool pays(const fuser *m, const gac__lane_inst *next)
{
    uint32_t gain = is_stored(m, next), loss = 0;
    for (uint32_t n = 0; n < m->n_links; n++) {
        gain += !is_wanted(m, n);
        loss += m->links[n].load != 0;
    }
    return gain && gain * 4 >= loss;
}

/* `next`: the instruction behind the sequence. */
static void put_fused(fuser *m, const gac__lane_inst *next)
{
    gac__emitter *e = m->e;
    gac__arena *arena = &e->out->arena;
    put_steps(m);
    gac__fused *c = gac__arena_alloc(arena, 1, sizeof *c);
    gac__fused_op *ops = gac__arena_alloc(arena, m->n_ops, sizeof *ops);
    gac__fused_memory *memory =
        gac__arena_alloc(arena, m->n_memory, sizeof *memory);
    gac__lane_inst *o = gac__lane_put(e, GAC__CODE_FUSED, m->links[0].inst->ir);
    if (!c || !ops || !memory || !o) {
        e->result = GAC_ERR_MEMORY;
        return;
    }
    memcpy(ops, m->ops, m->n_ops * sizeof *ops);
    memcpy(memory, m->memory, m->n_memory * sizeof *memory);
    uint32_t at = e->out->fused_steps
                  + e->out->n_fused_steps * (uint32_t)sizeof(gac__fused_step);
    *c = (gac__fused){e->out->fused,
                      at,
                      ops,
                      memory,
                      m->n_ops,
                      m->n_memory,
                      level_of(m, m->bytes),
                      m->bytes,
                      is_stored(m, next) ? next->scale : 0,
                      find_end(m, GAC__FUSED_STORE_ACTIVE)};
    e->out->fused = o->fused = c;
    e->out->n_fused_steps += m->n_ops;
    o->sub = m->n_links;
    for (uint32_t n = 0; n < m->n_links; n++) {
        const gac__lane_inst *i = m->links[n].inst;
        if (i->code == GAC__CODE_PURE_MASKED
            || (i->code == GAC__CODE_PURE_MEMORY && i->flags & GAC__CODE_KEEPS))
            o->flags |= GAC__CODE_KEEPS;
    }
    o->flags |= gac__flag_if(is_stored(m, next), GAC__CODE_STORES);
}

/* Copies the instructions of a block to the end of the new program, with a
 * FUSED or INTERLEAVED in front of those that it does together. `is_plain`:
 * without. */
static void fuse_block(fuser *m, const gac__lane_inst *insts, uint32_t n_insts,
                       bool is_plain)
{
    gac__emitter *e = m->e;
    bool takes_groups = !is_plain && e->options->isa != GAC__ISA_BASELINE;
    for (uint32_t k = 0; k < n_insts && !e->result;) {
        m->n_links = 0;
        bool full = is_plain || e->out->n_fused_steps > MOST_STEPS;
        while (!full && m->n_links < MOST_LINKS && k + m->n_links < n_insts
               && take(m, &insts[k + m->n_links]))
            m->n_links++;
        const gac__lane_inst *next =
            k + m->n_links < n_insts ? &insts[k + m->n_links] : NULL;
        if (m->n_links && pays(m, next))
            put_fused(m, next);
        uint32_t n = m->n_links;
        if (!n && takes_groups)
            n = gac__put_interleaved(e, &insts[k], n_insts - k);
        n = GAC__MAX(n, 1);
        for (uint32_t end = k + n; k < end; k++) {
            gac__lane_inst *o =
                gac__lane_put(e, (gac__code)insts[k].code, insts[k].ir);
            if (o)
                *o = insts[k];
        }
    }
}

gac_result gac__fused_find(gac__emitter *e)
{
    gac__lane_program *p = e->out;
    const gac__lane_inst *insts = p->insts;
    uint32_t n_insts = p->n_insts;
    fuser m = {.e = e};
    m.level[0] = gac__fused_level_of(e->options->isa, 4);
    m.level[1] = gac__fused_level_of(e->options->isa, 8);
    bool fuses = m.level[0] && GAC__ON(FUSED);
    find_ranges(&m, 4);
    find_ranges(&m, 8);
    p->fused_steps = (uint32_t)p->frame_bytes;
    GAC__TRY(gac__insts_begin(e, &p->arena, n_insts));
    fuse_block(&m, insts, p->n_setup, !fuses);
    p->n_setup = p->n_insts;
    for (uint32_t b = 0; b < p->n_blocks && !e->result; b++) {
        uint32_t first = p->blocks[b].first;
        uint32_t end = b + 1 < p->n_blocks ? p->blocks[b + 1].first : n_insts;
        p->blocks[b].first = p->n_insts;
        fuse_block(&m, insts + first, end - first,
                   !fuses || p->blocks[b].copies);
    }
    p->frame_bytes += p->n_fused_steps * sizeof(gac__fused_step);
    if (p->frame_bytes > UINT32_MAX)
        return GAC_ERR_LIMIT;
    return e->result;
}
