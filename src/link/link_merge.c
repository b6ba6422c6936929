/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Merges equal types, constants and strings.
 *
 * An instruction's key is its words, with the globals that stand for its
 * operands in place of their ids, and its decorations. A later instruction with
 * the same key is merged with the earlier one (hash consing). Operands come
 * first in a module, so they have been merged before. An instruction that
 * others continue, since its operands do not fit one, is not merged.
 *
 * Types that point to themselves have operands that come later. Such types, and
 * those made from them, are first put in one class if their keys without these
 * operands are equal. Then classes are split by the classes of their members'
 * operands until none splits (partition refinement, as for automata). The
 * members of a class are equal then. */
#include "link/link_internal.h"

#include "module/types.h"
#include "support/maps.h"

#define MAX_ITERATIONS 256u

typedef struct merger {
    gac__linker *l;
    gac__name_map keys; /* of each key: its first global + 1, or its class */
    uint32_t *classes;  /* of each global; 0: it has none yet */
    uint8_t *states;    /* of each global: KNOWN, .. */
    gac__link_list waiting;  /* candidates with later operands */
    gac__link_list key;      /* of the current candidate */
    uint32_t module, result; /* module of the candidate; word of its result */
    bool by_class;           /* keys have the classes of later operands */
    bool later;              /* the candidate has a later operand */
} merger;

enum {
    NO_CANDIDATE, /* it is not merged */
    EXPECTED,     /* it has not been looked at yet */
    KNOWN,        /* the global that stands for it is known */
    WAITING       /* it waits for later operands */
};

/* -- candidates ------------------------------------------------------------ */

static bool is_constant(uint32_t opcode)
{
    switch (opcode) {
    case SpvOpConstantTrue:
    case SpvOpConstantFalse:
    case SpvOpConstant:
    case SpvOpConstantComposite:
    case SpvOpConstantSampler:
    case SpvOpConstantNull: return true;
    default: return false;
    }
}

/* Whether a variable is a builtin, which all modules share. */
static bool is_builtin(const gac_module *m, uint32_t id)
{
    return gac__module_decoration(m, id, UINT32_MAX, SpvDecorationBuiltIn);
}

static bool is_candidate(const gac__linker *l, uint32_t module,
                         const gac__inst *inst)
{
    const gac_module *m = l->modules[module].m;
    uint32_t id = inst->result_id;
    if (!id || gac__link_global(l, module, id) == UINT32_MAX
        || gac__link_end(m, inst->ordinal) > inst->ordinal + 1
        || l->facts[l->modules[module].base + id] & GAC__LINK_GROUPED)
        return false;
    switch (inst->opcode) {
    case SpvOpString:
    case SpvOpExtInstImport: return true;
    case SpvOpVariable: return is_builtin(m, id);
    default:
        return is_constant(inst->opcode)
               || gac__module_type_kind(m, id) != GAC__TYPE_NONE;
    }
}

/* -- keys ------------------------------------------------------------------ */

static void add(merger *r, uint32_t word)
{
    GAC__LINK_PUSH(r->l, &r->key, word);
}

/* Puts an operand in the key: the global that stands for it, or its class. */
static void put_id(void *user, uint32_t word, uint32_t id)
{
    merger *r = user;
    gac__linker *l = r->l;
    uint32_t g = gac__link_global(l, r->module, id), value = 0;
    if (word == r->result)
        return;
    if (g == UINT32_MAX) {
        r->key.items[word] = UINT32_MAX - id; /* not defined */
        return;
    }
    switch (r->states[g]) {
    case NO_CANDIDATE:
    case KNOWN: value = gac__link_find(l, g); break;
    default:
        value = r->by_class ? r->classes[g] : 0;
        r->later = true;
        break;
    }
    r->key.items[word] = value;
}

static void add_decorations(merger *r, const gac_module *m, uint32_t id)
{
    uint32_t index = m->ids[id].decorations;
    for (; index; index = m->decorations[index - 1].next) {
        const gac__decoration *d = &m->decorations[index - 1];
        add(r, d->member);
        add(r, d->decoration);
        add(r, d->n_operands);
        for (uint32_t k = 0; k < d->n_operands; k++)
            add(r, d->operands[k]);
    }
}

/* Makes the key of a candidate; its result's word is 0. */
static gac__slice make_key(merger *r, uint32_t module, const gac__inst *inst)
{
    const gac_module *m = r->l->modules[module].m;
    r->module = module;
    r->result = inst->type_id ? 2 : 1;
    r->key.n = 0;
    r->later = false;
    add(r, (uint32_t)inst->n_words << 16 | inst->opcode);
    for (uint32_t w = 1; w < inst->n_words; w++)
        add(r, w == r->result ? 0 : inst->words[w]);
    if (r->key.n == inst->n_words) {
        gac__link_visit_ids(r->l, module, inst, put_id, r);
        add_decorations(r, m, inst->result_id);
    }
    return (gac__slice){(const char *)r->key.items,
                        (uint32_t)(r->key.n * sizeof *r->key.items)};
}

/* The value of a key, which becomes `value` if it is new; 0: memory is out. */
static uint32_t look_up(merger *r, gac__slice key, uint32_t value)
{
    uint32_t found;
    if (gac__name_map_get(&r->keys, key, &found))
        return found;
    key.text = gac__arena_string(&r->l->arena, key.text, key.size);
    if (!key.text || !gac__name_map_put(r->l->a, &r->keys, key, value)) {
        gac__link_no_memory(r->l);
        return 0;
    }
    return value;
}

/* -- merging in one pass --------------------------------------------------- */

static void take(merger *r, uint32_t module, const gac__inst *inst)
{
    gac__linker *l = r->l;
    uint32_t g = l->modules[module].base + inst->result_id;
    gac__slice key = make_key(r, module, inst);
    if (r->later) {
        r->states[g] = WAITING;
        GAC__LINK_PUSH(l, &r->waiting, g);
        return;
    }
    uint32_t first = look_up(r, key, g + 1);
    r->states[g] = KNOWN;
    if (first)
        l->stands_for[g] = first - 1;
}

/* -- recursive types ------------------------------------------------------- */

/* Splits classes by the keys of their members. Returns how many there are. */
static uint32_t refine(merger *r, uint32_t *next)
{
    gac__linker *l = r->l;
    uint32_t n = 0;
    gac__name_map_free(l->a, &r->keys);
    r->keys = (gac__name_map){0};
    for (size_t i = 0; i < r->waiting.n && gac__link_goes_on(l); i++) {
        uint32_t g = r->waiting.items[i];
        gac__inst inst = gac__link_def(l, g);
        gac__slice key = make_key(r, l->owners[g], &inst);
        r->key.items[r->result] = r->classes[g];
        next[i] = look_up(r, key, n + 1);
        n += next[i] == n + 1;
    }
    for (size_t i = 0; i < r->waiting.n; i++)
        r->classes[r->waiting.items[i]] = next[i];
    return n;
}

/* Refines the classes until none splits, and merges their members. */
static void refine_all(merger *r)
{
    gac__linker *l = r->l;
    size_t n = r->waiting.n;
    uint32_t before = 0, now = 0;
    uint32_t *next = gac__link_alloc(l, n, sizeof *next);
    uint32_t *firsts = gac__link_alloc(l, n + 1, sizeof *firsts);
    if (!next || !firsts)
        return;
    r->by_class = true;
    for (uint32_t iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
        before = now;
        now = refine(r, next);
        if (now == before || !gac__link_goes_on(l))
            break;
    }
    if (now != before || !gac__link_goes_on(l))
        return;
    for (size_t i = 0; i < n; i++) {
        uint32_t g = r->waiting.items[i], class = r->classes[g];
        if (!firsts[class])
            firsts[class] = g + 1;
        l->stands_for[g] = firsts[class] - 1;
    }
}

void gac__link_merge(gac__linker *l)
{
    merger r = {.l = l};
    r.classes = gac__link_alloc(l, l->n_globals, sizeof *r.classes);
    r.states = gac__link_alloc(l, l->n_globals, sizeof *r.states);
    if (!r.classes || !r.states)
        return;
    GAC__EACH_GLOBAL(l, i, inst) {
        if (is_candidate(l, i, &inst))
            r.states[l->modules[i].base + inst.result_id] = EXPECTED;
    }
    GAC__EACH_GLOBAL(l, i, inst) {
        if (gac__link_goes_on(l) && is_candidate(l, i, &inst))
            take(&r, i, &inst);
    }
    if (r.waiting.n && gac__link_goes_on(l))
        refine_all(&r);
    gac__name_map_free(l->a, &r.keys);
    GAC__VEC_FREE(l->a, &r.waiting);
    GAC__VEC_FREE(l->a, &r.key);
}
