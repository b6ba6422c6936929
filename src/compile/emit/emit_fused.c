/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Makes chains of pure instructions that stand one behind the other.
 *
 * A lane kernel takes its operands from registers in memory and puts its result
 * there: two loads and a store for one operation. A chain computes a block of
 * lanes through all of its instructions at once and keeps the last result in
 * the processor's registers; what nothing else wants is never stored, and what
 * lanes share is no register of lanes. Its instructions stay behind it, for
 * lanes that are not active and must keep what they have.
 */
#include "compile/emit/emit.h"

#define MOST_LINKS 30u   /* of up to three steps each */
#define MOST_STEPS 2048u /* in all chains: each strip has its own */

/* An instruction of a chain. */
typedef struct chain_link {
    const gac__lane_inst *inst;
    const gac__fused_entry *entry;
    uint32_t load;    /* the value that is loaded first, or 0 */
    uint32_t carried; /* the value that is carried when it is computed, */
    uint32_t after;   /* and when it has been */
    uint32_t values[3];
    uint8_t kinds[3]; /* gac__fused_operand */
} chain_link;

/* Where the entries for an operation on a type stand, [first, end), and in
 * which level: what chains carry that do it has 4 or 8 bytes. */
typedef struct entry_range {
    uint16_t first, end;
    uint8_t bytes;
} entry_range;

typedef struct chain_maker {
    gac__emitter *e;
    const gac__fused_level *level[2]; /* of 4 bytes, of 8 */
    entry_range ranges[GAC__FUSED_END + 1][GAC__TY_COUNT];
    uint32_t *uses;        /* for each value */
    gac__lane_inst *array; /* of the program at first */
    chain_link links[MOST_LINKS];
    uint32_t n_links;
    uint32_t bytes; /* of what this chain carries */
    gac__fused_op ops[3 * MOST_LINKS + 1];
    gac__fused_memory memory[4 * MOST_LINKS];
    uint32_t n_ops, n_memory;
} chain_maker;

static const gac__fused_level *level_of(const chain_maker *m, uint32_t bytes)
{
    return m->level[bytes / 8];
}

static void find_ranges(chain_maker *m, uint8_t bytes)
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

static const gac__fused_entry *find_entry(const chain_maker *m, uint16_t op,
                                          uint8_t ty, uint32_t sub,
                                          uint32_t form)
{
    const entry_range *r = &m->ranges[op][ty];
    for (uint32_t n = r->first; n < r->end; n++) {
        const gac__fused_entry *x = &level_of(m, r->bytes)->entries[n];
        if (x->op == op && x->operands == form && x->ty == ty && x->sub == sub)
            return x;
    }
    return NULL;
}

static bool converts(const gac__ir_inst *i)
{
    return i->op >= GAC__IR_TRUNC && i->op <= GAC__IR_USAT_S;
}

/* The step for an instruction whose operands are of these kinds. */
static const gac__fused_entry *find_step(const chain_maker *m,
                                         const gac__ir_inst *i, uint32_t form)
{
    bool rounds = i->op >= GAC__IR_UTOF && i->op <= GAC__IR_FTOF;
    uint32_t sub = i->op == GAC__IR_EXT ? i->sub
                   : converts(i)
                       ? GAC__FUSED_FROM(i->sub, rounds ? i->imm & 3 : 0)
                       : 0;
    return find_entry(m, i->op, i->ty, sub, form);
}

static uint32_t form_of(const uint8_t *kinds, uint32_t n)
{
    return n == 1   ? GAC__FUSED_OPERANDS1(kinds[0])
           : n == 2 ? GAC__FUSED_OPERANDS2(kinds[0], kinds[1])
                    : GAC__FUSED_OPERANDS3(kinds[0], kinds[1], kinds[2]);
}

static void swap_first(chain_link *l)
{
    uint32_t value = l->values[0];
    uint8_t kind = l->kinds[0];
    l->values[0] = l->values[1];
    l->kinds[0] = l->kinds[1];
    l->values[1] = value;
    l->kinds[1] = kind;
}

/* Finds a step for an instruction while `carried` is: those of its operands
 * whose bits are set in `apart` are taken from their registers nevertheless. */
static bool fit_form(const chain_maker *m, const gac__ir_inst *i,
                     uint32_t carried, uint32_t apart, chain_link *out)
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
    out->entry = find_step(m, i, form_of(out->kinds, i->n_args));
    if (out->entry || i->n_args < 2)
        return out->entry != NULL;
    swap_first(out);
    out->entry = find_step(m, i, form_of(out->kinds, i->n_args));
    return out->entry && out->entry->symmetric;
}

static bool fit(const chain_maker *m, const gac__ir_inst *i, uint32_t carried,
                chain_link *out)
{
    for (uint32_t apart = 0; apart < 1u << i->n_args; apart++)
        if (fit_form(m, i, carried, apart, out))
            return true;
    return false;
}

/* Whether a step writes its result, which is smaller than what is carried, and
 * leaves that as it is. */
static bool writes_apart(const chain_maker *m, const gac__ir_inst *i)
{
    return gac__ty_bytes((gac__ty)m->e->ir->values[i->result].ty) < m->bytes;
}

static bool takes_carried(const chain_link *l, uint32_t n_args)
{
    bool takes = false;
    for (uint32_t a = 0; a < n_args; a++)
        takes |= l->kinds[a] == GAC__FUSED_CARRIED;
    return takes;
}

/* Whether an operand is memory whose elements are of another size than lanes,
 * of which only conversions know. */
static bool has_other_memory(const chain_maker *m, const gac__ir_inst *i)
{
    const gac__emitter *e = m->e;
    bool found = false;
    if (converts(i))
        return false;
    for (uint32_t a = 0; a < i->n_args; a++)
        found |=
            e->memory_operand[i->args[a]]
            && gac__ty_bytes((gac__ty)e->ir->values[i->args[a]].ty) != m->bytes;
    return found;
}

/* Whether the chain can go on with an instruction. */
static bool take(chain_maker *m, const gac__lane_inst *inst)
{
    const gac__ir_inst *i = inst->ir;
    chain_link *out = &m->links[m->n_links];
    uint32_t carried = m->n_links ? m->links[m->n_links - 1].after : 0;
    *out = (chain_link){.inst = inst};
    if (inst->code > GAC__CODE_PURE_MEMORY || inst->code == GAC__CODE_SCALAR
        || !inst->n_args || inst->n_args > 3 || !m->ranges[i->op][i->ty].end)
        return false;
    uint32_t bytes = m->ranges[i->op][i->ty].bytes;
    if (m->n_links && bytes != m->bytes)
        return false;
    m->bytes = bytes;
    if (has_other_memory(m, i))
        return false;
    bool fits = fit(m, i, carried, out);
    for (uint32_t a = 0; a < i->n_args && !fits; a++) {
        fits = !gac__is_uniform(m->e, i->args[a]) && fit(m, i, i->args[a], out)
               && takes_carried(out, i->n_args);
        out->load = fits ? i->args[a] : 0;
    }
    out->after = writes_apart(m, i) ? out->carried : i->result;
    return fits;
}

/* Whether the result of link n has to be stored: not all who use it have it
 * carried to them. */
static bool is_wanted(const chain_maker *m, uint32_t n)
{
    uint32_t v = m->links[n].inst->ir->result, carried = 0;
    for (n++; n < m->n_links && m->links[n].carried == v && !m->links[n].load;
         n++)
        for (uint32_t a = 0; a < m->links[n].inst->n_args; a++)
            carried += m->links[n].kinds[a] == GAC__FUSED_CARRIED;
    return m->uses[v] != carried;
}

static const gac__fused_entry *find_end(const chain_maker *m, uint16_t op)
{
    return find_entry(m, op, m->bytes == 8 ? GAC__TY_I64 : GAC__TY_I32, 0, 0);
}

/* Adds a step; its operands follow. */
static void put_op(chain_maker *m, const gac__fused_entry *entry)
{
    m->ops[m->n_ops++] = (gac__fused_op){.entry = entry};
}

/* Where the last step finds operand k: lanes in memory or in their register, or
 * a slot. */
static void put_operand(chain_maker *m, uint32_t k, uint32_t v, uint8_t kind)
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

static void put_steps(chain_maker *m)
{
    m->n_ops = m->n_memory = 0;
    for (uint32_t n = 0; n < m->n_links; n++) {
        const chain_link *l = &m->links[n];
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

/* Whether `next` stores what the chain has computed in the end, and nothing
 * else wants that. */
static bool is_stored(const chain_maker *m, const gac__lane_inst *next)
{
    const gac__ir_inst *last = m->links[m->n_links - 1].inst->ir;
    uint32_t size = gac__ty_bytes((gac__ty)m->e->ir->values[last->result].ty);
    return next->code == GAC__CODE_STORE_INDEXED && next->scale == size
           && gac__ty_bytes((gac__ty)next->ty) == size
           && next->ir->args[1] == last->result && m->uses[last->result] == 1;
}

/* Whether a chain is quicker than its instructions one by one: results that are
 * carried on are neither stored nor loaded. */
static bool pays(const chain_maker *m, const gac__lane_inst *next)
{
    uint32_t gain = is_stored(m, next), loss = 0;
    for (uint32_t n = 0; n < m->n_links; n++) {
        gain += !is_wanted(m, n);
        loss += m->links[n].load != 0;
    }
    return gain && gain * 4 >= loss;
}

/* `next`: the instruction behind those of the chain. */
static void put_chain(chain_maker *m, const gac__lane_inst *next)
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

/* The new program must not reach `next`, which is the old one's that is read
 * next. */
static void stay_behind(chain_maker *m, const gac__lane_inst *next)
{
    if (m->e->out->insts == m->array)
        m->e->capacity = (uint32_t)(next - m->array);
}

/* Copies the instructions of a block to the end of the new program, with the
 * chains and PARTS that do several of them. */
static void chain_block(chain_maker *m, const gac__lane_inst *insts,
                        uint32_t n_insts, bool is_plain)
{
    gac__emitter *e = m->e;
    bool takes_parts = !is_plain && e->options->isa != GAC__ISA_BASELINE;
    for (uint32_t k = 0; k < n_insts && !e->result;) {
        m->n_links = 0;
        bool full = is_plain || e->out->n_fused_steps > MOST_STEPS;
        while (!full && m->n_links < MOST_LINKS && k + m->n_links < n_insts
               && take(m, &insts[k + m->n_links]))
            m->n_links++;
        const gac__lane_inst *next = &insts[k + m->n_links];
        stay_behind(m, &insts[k]);
        if (m->n_links && pays(m, next))
            put_chain(m, next);
        uint32_t n = m->n_links;
        if (!n && takes_parts)
            n = gac__put_interleaved(e, &insts[k], n_insts - k);
        n = GAC__MAX(n, 1);
        for (uint32_t end = k + n; k < end && !e->result; k++) {
            gac__lane_inst inst = insts[k];
            stay_behind(m, &insts[k] + 1);
            gac__lane_inst *o = gac__lane_put(e, (gac__code)inst.code, inst.ir);
            if (o)
                *o = inst;
        }
    }
}

static void count_uses(const gac__ir *ir, uint32_t *uses)
{
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++)
            for (uint32_t a = 0; a < ir->blocks[b].insts[k]->n_args; a++)
                uses[ir->blocks[b].insts[k]->args[a]]++;
}

/* The program moves to the end of its array, and is copied from there to the
 * array's start, chains between its instructions, or to a larger one if there
 * are too many. */
gac_result gac__fused_find(gac__emitter *e)
{
    gac__lane_program *p = e->out;
    uint32_t n_insts = p->n_insts;
    gac__lane_inst *insts = p->insts + (e->capacity - n_insts);
    chain_maker m = {.e = e};
    m.level[0] = gac__fused_level_of(e->options->isa, 4);
    m.level[1] = gac__fused_level_of(e->options->isa, 8);
    if (!m.level[0])
        return GAC_OK;
    m.uses = gac__arena_alloc(e->regs.arena, e->ir->n_values, sizeof *m.uses);
    if (!m.uses)
        return GAC_ERR_MEMORY;
    count_uses(e->ir, m.uses);
    find_ranges(&m, 4);
    find_ranges(&m, 8);
    p->fused_steps = (uint32_t)p->frame_bytes;
    memmove(insts, p->insts, n_insts * sizeof *insts);
    m.array = p->insts;
    p->n_insts = 0;
    for (uint32_t b = 0; b < p->n_blocks && !e->result; b++) {
        uint32_t first = p->blocks[b].first;
        uint32_t end = b + 1 < p->n_blocks ? p->blocks[b + 1].first : n_insts;
        p->blocks[b].first = p->n_insts;
        chain_block(&m, insts + first, end - first, p->blocks[b].copies);
    }
    p->frame_bytes += p->n_fused_steps * sizeof(gac__fused_step);
    if (p->frame_bytes > UINT32_MAX)
        return GAC_ERR_LIMIT;
    return e->result;
}
