/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds an earlier instruction that computes the same.
 *
 * The hash table has a bounded size and few probes: in a full one, an
 * instruction replaces another one, and an equal one may not be found, which
 * costs a computation and nothing else.
 */
#include "compile/ir/ir_flow.h"

#define MOST_SEEN (1u << 22)
#define MOST_PROBES 8u

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

static uint64_t hash_inst(const gac__ir_inst *i)
{
    uint64_t hash = i->op | (uint64_t)i->ty << 16 | (uint64_t)i->sub << 32;
    hash = mix(mix(hash, i->imm), (uint64_t)i->imm2);
    for (uint32_t a = 0; a < i->n_args && a < 3; a++)
        hash = mix(hash, i->args[a]);
    return hash;
}

bool gac__ir_same_inst(const gac__ir_inst *x, const gac__ir_inst *y)
{
    if (x->op != y->op || x->ty != y->ty || x->sub != y->sub || x->imm != y->imm
        || x->imm2 != y->imm2 || x->n_args != y->n_args)
        return false;
    for (uint32_t a = 0; a < x->n_args; a++)
        if (x->args[a] != y->args[a])
            return false;
    return true;
}

gac_result gac__equals_init(gac__equals *e, const gac__ir *ir, uint32_t n,
                            gac__arena *arena)
{
    e->ir = ir;
    e->size = 64;
    while (e->size < n && e->size < MOST_SEEN)
        e->size *= 2;
    e->table = gac__arena_alloc(arena, e->size, sizeof *e->table);
    return e->table ? GAC_OK : GAC_ERR_MEMORY;
}

uint32_t gac__equals_find(gac__equals *e, const gac__dominators *tree,
                          const gac__ir_inst *i, uint32_t block)
{
    uint32_t mask = e->size - 1;
    uint32_t at = (uint32_t)hash_inst(i) & mask;
    for (uint32_t probe = 0; probe < MOST_PROBES;
         probe++, at = (at + 1) & mask) {
        struct gac__seen *seen = &e->table[at];
        if (!seen->value)
            break;
        if (!gac__ir_same_inst(e->ir->values[seen->value].def, i))
            continue;
        if (gac__dominates(tree, seen->block, block))
            return seen->value;
        break;
    }
    uint32_t value = i->result ? i->result : e->ir->n_values;
    e->table[at] = (struct gac__seen){value, block};
    return 0;
}
