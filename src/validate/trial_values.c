/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What values are on a way that is tried. */

/* Loads, phis and copies take their values when the way comes to them, of shared
 * memory only its version; all else is computed from these when it is asked for,
 * which gives what it was when it was executed: a definition comes before each of
 * its uses, so that nothing that it is made of has been executed since. */
#include "validate/trial.h"

enum { MAX_DEPTH = 12 };

static const gac__trial_value wild = {0};

static gac__trial_value evaluate(gac__trial *t, gac__ref ref, uint32_t depth);

/* -- arithmetic ------------------------------------------------------------ */

static gac__trial_value add_numbers(gac__trial *t, const gac__inst *inst,
                                    gac__trial_value a, gac__trial_value b)
{
    bool minus = inst->opcode == SpvOpISub;
    gac__trial_value both[] = {a, b};
    if (gac__trial_is_constant(b)) {
        a.bits = gac__trial_cut(minus ? a.bits - b.bits : a.bits + b.bits,
                                a.width);
        return a;
    }
    if (gac__trial_is_constant(a) && !minus) {
        b.bits = gac__trial_cut(a.bits + b.bits, b.width);
        return b;
    }
    return gac__trial_made(t, inst->opcode, a.width, both, 2, 0);
}

/* Widened with zeros; so is what has no sign, and what is cut afterwards. */
static gac__trial_value convert(gac__trial *t, const gac__inst *inst,
                                gac__trial_value a)
{
    uint32_t width = gac__module_scalar_width(t->p->m, inst->type_id);
    if (a.kind != GAC__TRIAL_NUMBER || width == 0)
        return wild;
    if (gac__trial_is_constant(a)) {
        gac__number n = {a.bits, a.width};
        uint64_t bits;
        return gac__module_fold(inst->opcode, width, &n, 1, &bits)
                   ? gac__trial_number(bits, width)
                   : wild;
    }
    const gac__symbol *s = gac__trial_symbol_at(t, a.symbol);
    bool plain = a.bits == 0 && width >= a.width;
    if (inst->opcode == SpvOpSConvert && width != a.width)
        plain &= a.width > s->width ||
                 (s->domain.n > 0 &&
                  s->domain.pieces[s->domain.n - 1].last >>
                      (a.width - 1) == 0);
    if (plain) {
        a.width = width & 0xFF;
        return a;
    }
    return gac__trial_made(t, inst->opcode, width, &a, 1, 0);
}

/* Conditions joined: if one of them decides, the other one does not matter. */
static gac__trial_value join(gac__trial *t, const gac__inst *inst,
                             gac__trial_value a, gac__trial_value b)
{
    gac__trial_value both[] = {a, b};
    bool is_or = inst->opcode == SpvOpLogicalOr;
    for (int i = 0; i < 2; i++) {
        bool can[2] = {true, true}, given_up = t->given_up;
        if (both[i].kind != GAC__TRIAL_NUMBER)
            continue;
        gac__trial_can_be(t, both[i], can);
        t->given_up = given_up;
        if (!can[!is_or])
            return gac__trial_number(is_or, 1);
        if (!can[is_or])
            return both[1 - i];
    }
    return gac__trial_made(t, inst->opcode, 1, both, 2, 0);
}

/* A condition as a number, which unoptimised code makes of each that it keeps. */
static gac__trial_value widened(gac__trial *t, const gac__inst *inst,
                                gac__trial_value v, gac__trial_value one,
                                gac__trial_value zero)
{
    if (v.kind != GAC__TRIAL_NUMBER || v.bits != 0 ||
        gac__trial_symbol_at(t, v.symbol)->width != 1 ||
        !gac__trial_is_constant(one) || !gac__trial_is_constant(zero) ||
        one.bits != 1 || zero.bits != 0)
        return wild;
    v.width = gac__module_scalar_width(t->p->m, inst->type_id) & 0xFF;
    return v;
}

static gac__trial_value choose(gac__trial *t, uint32_t frame,
                               const gac__inst *inst, uint32_t depth)
{
    gac__trial_value v = evaluate(t, (gac__ref){frame, inst->words[3]}, depth);
    bool can[2] = {true, true}, given_up = t->given_up;
    if (v.kind == GAC__TRIAL_NUMBER && v.width == 1)
        gac__trial_can_be(t, v, can);
    t->given_up = given_up;
    gac__trial_value one = wild, zero = wild;
    if (can[1])
        one = evaluate(t, (gac__ref){frame, inst->words[4]}, depth);
    if (can[0])
        zero = evaluate(t, (gac__ref){frame, inst->words[5]}, depth);
    if (can[0] && can[1])
        return widened(t, inst, v, one, zero);
    return can[1] ? one : zero;
}

/* -- places ---------------------------------------------------------------- */

static bool step_into(gac__trial *t, uint32_t *type_id, gac__trial_value index,
                      uint64_t *offset)
{
    gac__i128 sum = *offset;
    if (!gac__trial_is_constant(index) || index.bits > UINT16_MAX ||
        !gac__step_into(t->p->m, type_id, (int64_t)index.bits, &sum))
        return false;
    *offset = (uint64_t)sum;
    return true;
}

/* An access chain into a variable, typed. */
static gac__trial_value chain(gac__trial *t, uint32_t frame,
                              const gac__inst *inst, gac__trial_value place,
                              uint32_t depth)
{
    const gac_module *m = t->p->m;
    uint32_t i = 4, type_id = gac__module_pointee(m, inst->words[3]);
    uint64_t size, align;
    if (inst->opcode == SpvOpPtrAccessChain ||
        inst->opcode == SpvOpInBoundsPtrAccessChain) {
        if (i >= inst->n_words ||
            !gac__module_size_of(m, type_id, &size, &align) ||
            size > UINT32_MAX)
            return wild;
        gac__trial_value index =
            evaluate(t, (gac__ref){frame, inst->words[i++]}, depth);
        if (!gac__trial_is_constant(index) || index.bits > UINT16_MAX)
            return wild;
        if (gac__module_event_in_bytes(m, inst))
            size = 1;
        place.bits += size * index.bits;
    }
    for (; i < inst->n_words; i++)
        if (!step_into(t, &type_id,
                       evaluate(t, (gac__ref){frame, inst->words[i]}, depth),
                       &place.bits))
            return wild;
    return place;
}

/* -- instructions ---------------------------------------------------------- */

static bool is_comparison(uint32_t opcode)
{
    return (opcode >= SpvOpIEqual && opcode <= SpvOpSLessThanEqual) ||
           opcode == SpvOpLogicalEqual || opcode == SpvOpLogicalNotEqual;
}

/* What computes from its operands and nothing else; all of them are ids. */
static bool is_pure(uint32_t opcode)
{
    return (opcode >= SpvOpConvertFToU && opcode <= SpvOpBitcast) ||
           (opcode >= SpvOpSNegate && opcode <= SpvOpFUnordGreaterThanEqual) ||
           (opcode >= SpvOpShiftRightLogical && opcode <= SpvOpBitCount) ||
           gac__chain_base(opcode) == 3;
}

/* An instruction of the first kind, or a call of a builtin that does not change:
 * an id, or a size. */
static gac__trial_value from_operands(gac__trial *t, uint32_t frame,
                                      const gac__inst *inst, uint32_t depth)
{
    gac__trial_value operands[GAC__TRIAL_OPERANDS];
    gac__callee_kind kind = gac__sites_callee(t->p->sites, inst).kind;
    bool call = kind >= GAC__CALLEE_LOCAL_ID && kind <= GAC__CALLEE_UNIFORM;
    bool part = inst->opcode == SpvOpCompositeExtract && inst->n_words == 5;
    uint32_t first = inst->first + (call ? 1u : 0u), extra = 0;
    uint32_t end = part ? 4u : inst->n_words;
    uint32_t width = gac__trial_width(t, inst->type_id);
    if ((!is_pure(inst->opcode) && !call && !part) ||
        end - first > GAC__TRIAL_OPERANDS)
        return wild;
    for (uint32_t i = first; i < end; i++)
        operands[i - first] =
            evaluate(t, (gac__ref){frame, inst->words[i]}, depth);
    if (part || call)
        extra = inst->words[part ? 4 : inst->first];
    if (call) {
        gac__trial_value result = gac__trial_made(
            t, inst->opcode, width, operands, end - first, extra);
        if (result.symbol != 0)
            (void)gac__symbol_add_root(
                gac__trial_symbol_at(t, result.symbol), extra);
        return result;
    }
    return gac__trial_made(t, inst->opcode, width, operands, end - first, extra);
}

static gac__trial_value of_two(gac__trial *t, const gac__inst *inst,
                               gac__trial_value a, gac__trial_value b)
{
    uint32_t width = gac__module_scalar_width(t->p->m, inst->type_id);
    gac__number n[] = {{a.bits, a.width}, {b.bits, b.width}};
    uint64_t bits;
    if (a.kind != GAC__TRIAL_NUMBER || b.kind != GAC__TRIAL_NUMBER)
        return wild;
    if (is_comparison(inst->opcode))
        return gac__trial_compare(t, inst->opcode, a, b);
    if (inst->opcode == SpvOpLogicalAnd || inst->opcode == SpvOpLogicalOr)
        return join(t, inst, a, b);
    bool masks = inst->opcode == SpvOpBitwiseAnd &&
                 gac__trial_is_constant(b) && a.symbol != 0 && a.bits == 0;
    if (masks && b.bits == 1 && gac__trial_symbol_at(t, a.symbol)->width == 1)
        return a;
    if (gac__trial_is_constant(a) && gac__trial_is_constant(b))
        return width && gac__module_fold(inst->opcode, width, n, 2, &bits)
                   ? gac__trial_number(bits, width)
                   : wild;
    if (inst->opcode == SpvOpIAdd || inst->opcode == SpvOpISub)
        return add_numbers(t, inst, a, b);
    gac__trial_value both[] = {a, b};
    gac__trial_value result = gac__trial_made(t, inst->opcode, width, both, 2, 0);
    if (masks && result.symbol != 0) {
        gac__trial_symbol_at(t, result.symbol)->masked = a.symbol;
        gac__trial_symbol_at(t, result.symbol)->mask = b.bits;
    }
    return result;
}

static gac__trial_value of_inst(gac__trial *t, uint32_t frame,
                                const gac__inst *inst, uint32_t depth)
{
    gac__trial_value a;
    uint32_t n = inst->n_words - inst->first;
    bool integer = gac__module_scalar_width(t->p->m, inst->type_id) != 0;
    if (inst->opcode == SpvOpSelect)
        return choose(t, frame, inst, depth);
    if (gac__chain_base(inst->opcode) == 3 ||
        gac__is_pointer_cast(inst->opcode)) {
        a = evaluate(t, (gac__ref){frame, inst->words[3]}, depth);
        if (a.kind == GAC__TRIAL_PLACE)
            return gac__chain_base(inst->opcode) == 3
                       ? chain(t, frame, inst, a, depth)
                       : a;
    }
    if (!integer || !is_pure(inst->opcode) || n < 1 || n > 2)
        return from_operands(t, frame, inst, depth);
    a = evaluate(t, (gac__ref){frame, inst->words[inst->first]}, depth);
    if (n == 2)
        return of_two(t, inst, a,
                      evaluate(t,
                               (gac__ref){frame, inst->words[inst->first + 1]},
                               depth));
    switch (inst->opcode) {
    case SpvOpLogicalNot: return gac__trial_not(t, a);
    case SpvOpUConvert:
    case SpvOpSConvert: return convert(t, inst, a);
    default: return from_operands(t, frame, inst, depth);
    }
}

/* What stands outside of functions. */
static gac__trial_value of_global(gac__trial *t, gac__ref ref)
{
    const gac_module *m = t->p->m;
    uint32_t opcode = gac__module_def_opcode(m, ref.id);
    uint32_t type_id = gac__module_type_of(m, ref.id);
    uint32_t width = gac__module_scalar_width(m, type_id);
    uint64_t bits;
    if (opcode == SpvOpConstantNull &&
        gac__module_type_kind(m, type_id) == GAC__TYPE_EVENT)
        return (gac__trial_value){.kind = GAC__TRIAL_EVENT};
    if (opcode == SpvOpUndef || opcode == SpvOpFunction || type_id == 0)
        return wild;
    if (width != 0 && opcode >= SpvOpConstantTrue &&
        opcode <= SpvOpConstantNull && gac__module_constant(m, ref.id, &bits))
        return gac__trial_number(bits, width);
    bool fixed = opcode >= SpvOpConstantTrue && opcode <= SpvOpConstantNull;
    return gac__trial_lasting(t, (gac__ref){0, ref.id}, !fixed);
}

/* What memory holds: the same as long as the same load reads the same place, and
 * nothing may have written there. */
static gac__trial_value from_memory(gac__trial *t, uint32_t frame,
                                    const gac__inst *load, uint64_t version,
                                    uint32_t depth)
{
    const gac__program *p = t->p;
    gac__ref pointer = {frame, load->words[3]}, self = {frame, load->result_id};
    gac__trial_value address = evaluate(t, pointer, depth);
    gac__ref base = gac__pointer_origin(p, pointer).base;
    gac__symbol s = {.width = gac__trial_width(t, load->type_id)};
    uint64_t words[] = {gac__trial_root(self), address.symbol, address.bits,
                        version};
    if (address.kind != GAC__TRIAL_NUMBER || base.id == 0)
        return wild;
    if (gac__builtin_variable(p, self) == UINT32_MAX)
        s.site = (uint32_t)(gac__program_value(p, self) - p->values.items) + 1;
    else
        words[0] = words[3] = 0; /* it never changes */
    s.address = gac__hash_bytes(words, 3 * sizeof *words, 5);
    (void)gac__symbol_add_root(&s, gac__trial_root(base));
    s.key = gac__hash_bytes(words, sizeof words, 4);
    return gac__trial_symbol(t, &s);
}

/* What an instruction gave on this way; false: it has not been executed, or takes
 * its value when it is asked for. */
static bool find_result(gac__trial *t, gac__ref ref, uint32_t depth,
                        gac__trial_value *out)
{
    const gac__program *p = t->p;
    const gac__value *value = gac__program_value(p, ref);
    if (!value)
        return false;
    gac__trial_result *known = &t->results[value - p->values.items];
    if (known->way != t->way)
        return false;
    if (known->value.kind == GAC__TRIAL_LOADED) {
        gac__inst load = gac__module_inst(
            p->m, p->m->definitions[ref.id] - 1);
        known->value = from_memory(t, ref.frame, &load, known->value.bits,
                                   depth + 1);
    }
    *out = known->value;
    return true;
}

/* A variable that is followed. */
static bool find_variable(const gac__trial *t, gac__ref ref,
                          gac__trial_value *out)
{
    uint32_t local = gac__program_linked(t->p, ref, GAC__LINK_VARIABLE);
    if (local == UINT32_MAX || t->p->locals.items[local].escapes)
        return false;
    *out = (gac__trial_value){.kind = GAC__TRIAL_PLACE, .symbol = local};
    return true;
}

static gac__trial_value evaluate(gac__trial *t, gac__ref ref, uint32_t depth)
{
    const gac__program *p = t->p;
    gac__inst def;
    gac__trial_value found = wild;
    if (depth >= MAX_DEPTH || !gac__spend(&t->steps, 1) ||
        find_result(t, ref, depth, &found) || find_variable(t, ref, &found))
        return found;
    gac__ref from = gac__resolve(p, ref);
    if (!gac__ref_same(from, ref) &&
        (find_result(t, from, depth, &found) ||
         find_variable(t, from, &found)))
        return found;
    if (!gac__module_def(p->m, from.id, &def))
        return wild;
    if (def.ordinal < p->m->first_function)
        return of_global(t, from);
    switch (def.opcode) {
    case SpvOpFunctionParameter:
        return from.frame == 0 ? gac__trial_lasting(t, from, true) : wild;
    case SpvOpVariable:
    case SpvOpPhi:
    case SpvOpLoad:
        return wild;
    default:
        return of_inst(t, from.frame, &def, depth + 1);
    }
}

gac__trial_value gac__trial_evaluate(gac__trial *t, gac__ref ref)
{
    return evaluate(t, ref, 0);
}

/* -- memory ---------------------------------------------------------------- */

void gac__trial_set(gac__trial *t, gac__ref ref, gac__trial_value value)
{
    const gac__value *v = gac__program_value(t->p, ref);
    if (v)
        t->results[v - t->p->values.items] =
            (gac__trial_result){.way = t->way & INT32_MAX, .value = value};
}

gac__trial_value gac__trial_held(gac__trial *t, uint32_t variable,
                                 uint64_t offset, uint64_t size_bytes)
{
    for (uint32_t i = t->cells_of[variable]; i != 0;
         i = t->cells.items[i - 1].next) {
        const gac__trial_cell *c = &t->cells.items[i - 1];
        if (c->first == offset && c->size_bytes == size_bytes)
            return c->value;
    }
    return wild;
}

void gac__trial_load(gac__trial *t, uint32_t frame, const gac__inst *inst)
{
    gac__ref pointer = {frame, inst->words[3]};
    uint64_t size, align;
    gac__trial_value value = wild, place;
    if (gac__module_storage_class(t->p->m, pointer.id) !=
        SpvStorageClassFunction) {
        value.kind = GAC__TRIAL_LOADED;
        value.bits = t->version;
    } else {
        place = evaluate(t, pointer, 0);
        if (place.kind == GAC__TRIAL_PLACE &&
            gac__module_size_of(t->p->m, inst->type_id, &size, &align))
            value = gac__trial_held(t, place.symbol, place.bits, size);
    }
    gac__trial_set(t, (gac__ref){frame, inst->result_id}, value);
}

/* All of a variable is anything: an event that was there cannot be told from
 * others. */
static void forget(gac__trial *t, uint32_t variable)
{
    for (uint32_t i = t->cells_of[variable]; i != 0;
         i = t->cells.items[i - 1].next) {
        t->given_up |= t->cells.items[i - 1].value.kind == GAC__TRIAL_EVENT;
        t->cells.items[i - 1].value = wild;
    }
}

static void put(gac__trial *t, gac__trial_value place, uint64_t size_bytes,
                gac__trial_value value)
{
    uint32_t *first = &t->cells_of[place.symbol];
    gac__trial_cell *same = NULL;
    for (uint32_t i = *first; i != 0; i = t->cells.items[i - 1].next) {
        gac__trial_cell *c = &t->cells.items[i - 1];
        t->given_up |= !gac__spend(&t->steps, 1);
        if (c->first == place.bits && c->size_bytes == size_bytes)
            same = c;
        else if (c->first < place.bits + size_bytes &&
                 place.bits < c->first + c->size_bytes)
            c->value = wild;
    }
    if (same) {
        same->value = value;
        return;
    }
    gac__trial_cell cell = {*first, place.bits, size_bytes, value};
    if (GAC__VEC_PUSH(&t->p->m->context->allocator, &t->cells, cell))
        *first = (uint32_t)t->cells.n;
    else
        t->given_up = true;
}

/* Numbers, events and pointers are followed; what else is stored is anything. */
static gac__trial_value stored_value(gac__trial *t, gac__ref ref)
{
    uint32_t type_id = gac__module_type_of(t->p->m, ref.id);
    gac__type_kind kind = gac__module_type_kind(t->p->m, type_id);
    return kind == GAC__TYPE_EVENT || kind == GAC__TYPE_POINTER ||
                   gac__module_scalar_width(t->p->m, type_id) != 0
               ? evaluate(t, ref, 0)
               : wild;
}

void gac__trial_store(gac__trial *t, uint32_t frame, const gac__inst *inst)
{
    const gac_module *m = t->p->m;
    gac__ref pointer = {frame, inst->words[1]};
    gac__ref stored = {frame, inst->words[2]};
    gac__trial_value value = wild, place = wild;
    uint64_t size, align;
    uint32_t storage = gac__module_storage_class(m, pointer.id);
    bool local = storage == SpvStorageClassFunction;
    if (local || storage == SpvStorageClassGeneric)
        place = evaluate(t, pointer, 0);
    if (place.kind == GAC__TRIAL_PLACE || local ||
        gac__ref_kind(t->p, stored) == GAC__TYPE_EVENT)
        value = stored_value(t, stored);
    if (place.kind == GAC__TRIAL_PLACE && place.bits < UINT32_MAX &&
        gac__module_size_of(m, gac__module_type_of(m, inst->words[2]), &size,
                            &align) &&
        size < UINT32_MAX) {
        put(t, place, size, value);
        return;
    }
    /* Where an event goes, nobody knows. */
    t->given_up |= value.kind == GAC__TRIAL_EVENT && value.symbol != 0;
    t->version++;
    if (!local && storage != SpvStorageClassGeneric)
        return;
    uint32_t i = gac__program_linked(
        t->p, gac__pointer_origin(t->p, pointer).base, GAC__LINK_VARIABLE);
    if (i != UINT32_MAX)
        forget(t, i);
    else
        t->given_up |= local;
}
