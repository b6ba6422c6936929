/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Estimates the time of SPIRV-Tools' validator. */

/* Parts of the validator take more than linear time.
 *
 * It makes names for all ids, for messages. A type's name contains its
 * elements' names, and ids with the same name get numbers, which it tries from
 * 0 on: n types in each other, or n constants of one value, take n^2 steps.
 * Where this would take too long, ids are named by their numbers.
 *
 * It visits a type's members, their members, and so on, each as often as it
 * occurs: n structures, each with two members of the one before, take 2^n
 * steps, and recursion as deep as the types nest. Such a module is refused. */
#include "core_rules/core_rules_internal.h"
#include "module/reports.h"
#include "module/types.h"

/* Returns a hash, which is not 0, of what SPIRV-Tools make an id's name from:
 * an OpName (`result` is 0), of which the string counts as they spell it, or a
 * type or constant with its result at word `result`, of which all other words
 * count. */
static uint32_t name_key(const uint32_t *words, uint32_t n_words,
                         uint32_t result)
{
    uint64_t hash = words[0] & 0xFFFF;
    if (result > 0) {
        hash = gac__hash_bytes(words + 1, (result - 1) * sizeof *words, hash);
        hash = gac__hash_bytes(words + result + 1,
                               (n_words - result - 1) * sizeof *words, hash);
        return (uint32_t)(hash ^ hash >> 32) | 1;
    }
    for (uint32_t i = 8; i < 4 * n_words; i++) {
        char c = (char)(words[i / 4] >> (i % 4 * 8) & 0xFF);
        bool kept = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z');
        if (c == 0)
            break;
        c = kept ? c : '_';
        hash = gac__hash_bytes(&c, 1, hash);
    }
    return (uint32_t)(hash ^ hash >> 32) | 1;
}

/* These bounds keep the validator's time to that of a few megabytes. */
#define TRIES_BOUND 200000
#define NAME_BYTES_BOUND (16 << 20)
#define STEPS_BOUND (1 << 22) /* 50 ms */
#define STEPS_A_WORD 64       /* steps more for each word of the module */
#define MOST_WORDS                                                             \
    ((size_t)4 << 20)    /* the most words that STEPS_A_WORD counts */
#define DEPTH_BOUND 1024 /* four times what SPIRV-Tools allow structures */

/* The costs of an id: the bytes of its name, and, of a type, the steps and the
 * depth of a visit. */
typedef struct weight {
    uint32_t name_bytes, steps, depth;
} weight;

typedef struct scales {
    const gac_module *m;
    weight *weights;    /* by id */
    gac__id_map counts; /* by name_key(): how many ids have the name */
    uint64_t tries, name_bytes, steps;
    uint32_t most_steps;
} scales;

static weight weight_of(const scales *s, uint32_t id)
{
    return id < s->m->bound ? s->weights[id] : (weight){0};
}

/* -- names ----------------------------------------------------------------- */

#define BYTES 16 /* of a name, around the names of its parts */

/* Returns the bytes of SPIRV-Tools' name for a type or constant. */
static uint32_t spelled_bytes(const scales *s, const gac__inst *inst)
{
    uint32_t n = BYTES;
    switch (inst->opcode) {
    case SpvOpTypeArray:
        n += weight_of(s, inst->words[3]).name_bytes;
        n += weight_of(s, inst->words[2]).name_bytes;
        break;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeRuntimeArray:
        n += weight_of(s, inst->words[2]).name_bytes;
        break;
    case SpvOpTypePointer: n += weight_of(s, inst->words[3]).name_bytes; break;
    case SpvOpConstant: n += weight_of(s, inst->type_id).name_bytes; break;
    default: break;
    }
    return GAC__MIN(n, (uint32_t)NAME_BYTES_BOUND);
}

static bool weigh_name(scales *s, const gac__inst *inst)
{
    bool given = inst->opcode == SpvOpName;
    uint32_t id = given ? inst->words[1] : inst->result_id;
    if ((!given && id == 0) || id >= s->m->bound)
        return true;
    uint32_t key =
        name_key(inst->words, inst->n_words, given ? 0 : inst->first - 1u);
    uint32_t count = 0;
    uint32_t bytes = given ? (inst->n_words - 2u) * 4 : spelled_bytes(s, inst);
    (void)gac__id_map_get(&s->counts, key, &count);
    s->name_bytes += bytes;
    if (s->weights[id].name_bytes == 0) {
        s->weights[id].name_bytes = bytes;
        s->tries += count;
    }
    return gac__id_map_put(&s->m->context->allocator, &s->counts, key,
                           count + 1);
}

/* -- visits ---------------------------------------------------------------- */

/* The steps of a visit of what a pointer points to. */
static uint32_t pointee_steps(const scales *s, uint32_t pointer)
{
    return weight_of(s, gac__module_pointee(s->m, pointer)).steps;
}

static void add_part(const scales *s, weight *whole, uint32_t type_id)
{
    weight part = weight_of(s, type_id);
    whole->depth = GAC__MAX(whole->depth, part.depth + 1);
    whole->steps += part.steps;
    whole->steps = GAC__MIN(whole->steps, s->most_steps + 1);
}

/* Sets a type's costs. Pointers are not followed. False: arrays and vectors
 * nest too deep; SPIRV-Tools limit the depth of structures themselves. */
static bool weigh_type(scales *s, const gac__inst *inst)
{
    gac__type type = gac__module_type(s->m, inst->result_id);
    weight *whole = &s->weights[inst->result_id];
    bool has_element = type.kind == GAC__TYPE_ARRAY
                       || type.kind == GAC__TYPE_VECTOR
                       || type.kind == GAC__TYPE_RUNTIME_ARRAY;
    whole->steps = 1;
    if (has_element)
        add_part(s, whole, type.element_id);
    for (uint64_t i = 0; type.kind == GAC__TYPE_STRUCT && i < type.count; i++)
        add_part(s, whole, type.members[i]);
    return !has_element || whole->depth <= DEPTH_BOUND;
}

/* Counts the visit of a type by a global variable, load, copy or null. False:
 * all visits together take too many steps. */
static bool weigh_visit(scales *s, const gac__inst *inst)
{
    switch (inst->opcode) {
    case SpvOpVariable:
        if (inst->ordinal < s->m->first_function)
            s->steps += pointee_steps(s, inst->result_id);
        break;
    case SpvOpCopyMemory:
        s->steps += pointee_steps(s, inst->words[1]);
        s->steps += pointee_steps(s, inst->words[2]);
        break;
    case SpvOpLoad:
    case SpvOpConstantNull:
        s->steps += weight_of(s, inst->type_id).steps;
        break;
    default: break;
    }
    return s->steps <= s->most_steps;
}

/* -- modules --------------------------------------------------------------- */

static bool refuse(const scales *s, const gac__inst *inst, const char *why)
{
    gac__module_report(s->m, GAC__RULE_limit, GAC_SEVERITY_ERROR, inst, NULL,
                       -1,
                       "%s for SPIRV-Tools' validator: the core rules have not "
                       "been checked",
                       why);
    return true;
}

/* Whether the module is refused for a type or the use of one. */
static bool is_too_much(scales *s, const gac__inst *inst)
{
    if (gac__grammar_shape(inst->opcode) == 2
        && gac__module_type_kind(s->m, inst->result_id) != GAC__TYPE_NONE)
        return !weigh_type(s, inst)
               && refuse(s, inst, "types nest more than 1024 deep, too deep");
    return !weigh_visit(s, inst)
           && refuse(s, inst,
                     "values up to here have too many parts, counting "
                     "parts of parts,");
}

static gac_result weigh(scales *s, gac__core_cost *cost_out)
{
    const gac_module *m = s->m;
    GAC__EACH_MODULE_INST(m, inst, 0, m->n_insts) {
        if (inst.ordinal < m->first_function && !weigh_name(s, &inst))
            return GAC_ERR_MEMORY;
        cost_out->refused = is_too_much(s, &inst);
        if (cost_out->refused)
            return GAC_OK;
    }
    cost_out->plain_names =
        s->tries > TRIES_BOUND || s->name_bytes > NAME_BYTES_BOUND;
    return GAC_OK;
}

gac_result gac__core_weigh(const gac_module *m, gac__core_cost *cost_out)
{
    const gac_allocator *a = &m->context->allocator;
    scales s = {.m = m,
                .most_steps =
                    STEPS_BOUND
                    + STEPS_A_WORD
                          * (uint32_t)GAC__MIN(m->n_words, MOST_WORDS)};
    *cost_out = (gac__core_cost){0};
    s.weights = gac__alloc_zero(a, m->bound, sizeof *s.weights);
    gac_result result = s.weights ? weigh(&s, cost_out) : GAC_ERR_MEMORY;
    gac__id_map_free(a, &s.counts);
    gac__free(a, s.weights, m->bound, sizeof *s.weights);
    return result;
}
