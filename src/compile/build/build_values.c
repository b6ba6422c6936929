/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What ids stand for: slots, their values, and messages about them. */
#include "compile/build/build.h"
#include "module/reports.h"
#include "module/types.h"

/* -- errors ---------------------------------------------------------------- */

static void fail(gac__builder *b, gac_result error, gac__rule_id rule,
                 const char *prefix, const char *message)
{
    if (b->error != GAC_OK)
        return;
    b->error = error;
    gac__module_report(b->m, rule, GAC_SEVERITY_ERROR, &b->inst, NULL, -1,
                       "%s%s", prefix, message);
}

void gac__build_invalid(gac__builder *b, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fail(b, GAC_ERR_INVALID, GAC__RULE_core,
         "The kernel cannot be run: ", text);
}

void gac__build_unsupported(gac__builder *b, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fail(b, GAC_ERR_UNSUPPORTED, GAC__RULE_unsupported,
         "Not supported: ", text);
}

void gac__build_limit(gac__builder *b, const char *what)
{
    char text[160];
    snprintf(text, sizeof text, "%s exceeds the limit.", what);
    fail(b, GAC_ERR_LIMIT, GAC__RULE_unsupported,
         "The kernel cannot be run: ", text);
}

void gac__build_stop(gac__builder *b, gac_result result)
{
    if (b->error == GAC_OK)
        b->error = result;
}

void gac__build_watch(gac__builder *b, uint64_t steps)
{
    if (!gac__watch_on(b->scratch.watch, steps))
        gac__build_stop(b, gac__watch_result(b->scratch.watch));
}

void gac__build_count(gac__builder *b, uint64_t parts)
{
    uint64_t n = b->n_insts + parts / GAC__BUILD_INST_PARTS;
    if (n >= b->most_insts)
        gac__build_limit(b, "the number of the kernel's instructions, all calls"
                            " inlined,");
    else
        b->n_insts = (uint32_t)n;
}

void gac__build_no_memory(gac__builder *b)
{
    gac__build_stop(b, GAC_ERR_MEMORY);
}

void *gac__build_alloc(gac__builder *b, size_t n, size_t size)
{
    void *p = gac__arena_alloc(&b->scratch, n, size);
    if (!p)
        gac__build_no_memory(b);
    return p;
}

#define PAGE 64u /* pointers */

gac__table gac__build_table(gac__builder *b, uint32_t n)
{
    return (gac__table){gac__build_alloc(b, n / PAGE + 1, sizeof(void **))};
}

void **gac__build_place(gac__builder *b, gac__table table, uint32_t k)
{
    void ***page = &table.pages[k / PAGE];
    if (!*page)
        *page = gac__build_alloc(b, PAGE, sizeof **page);
    return *page ? *page + k % PAGE : NULL;
}

gac__inst gac__build_synthetic(gac__builder *b, const gac__inst *from,
                               uint32_t opcode, bool has_result,
                               const uint32_t *words, uint32_t n_words)
{
    gac__inst made = *from;
    uint32_t head = has_result ? 3 : 1;
    uint32_t *copy = gac__build_alloc(b, (size_t)head + n_words, sizeof *copy);
    made.words = copy;
    made.opcode = (uint16_t)opcode;
    made.n_words = 0;
    made.first = (uint16_t)head;
    if (!copy || n_words > 0xFFFF - head)
        return made;
    made.n_words = (uint16_t)(head + n_words);
    copy[0] = (uint32_t)made.n_words << 16 | opcode;
    if (has_result) {
        copy[1] = from->type_id;
        copy[2] = from->result_id;
    } else {
        made.type_id = made.result_id = 0;
    }
    if (n_words)
        memcpy(copy + head, words, n_words * sizeof *words);
    return made;
}

/* -- slots ----------------------------------------------------------------- */

/* The slot of an id below the bound, made when it is first asked for. */
static gac__slot *slot_for(gac__builder *b, uint32_t id)
{
    void **place = gac__build_place(b, b->slots, id);
    if (place && !*place)
        *place = gac__build_alloc(b, 1, sizeof(gac__slot));
    return place ? *place : NULL;
}

bool gac__build_reaches(const gac__builder *b, const gac__slot *slot,
                        uint32_t place)
{
    const gac__fn *fn = b->frame->fn;
    if (slot->block >= fn->order.n || place >= fn->order.n)
        return false;
    return gac__dominates(&fn->tree, fn->order.node[slot->block],
                          fn->order.node[place]);
}

static void evaluate(gac__builder *b, uint32_t id, gac__slot *slot)
{
    gac__inst def;
    if (!gac__module_def(b->m, id, &def)) {
        gac__build_invalid(b, "%%%u is not defined.", id);
        return;
    }
    if (def.ordinal >= b->m->first_function && def.opcode != SpvOpFunction) {
        gac__build_invalid(b, "%%%u is used where it has no value.", id);
        return;
    }
    if (b->depth >= GAC__BUILD_DEPTH_MAX) {
        gac__build_limit(b, "the nesting of constants");
        return;
    }
    gac__inst user = b->inst;
    uint32_t block = b->block;
    b->inst = def;
    b->block = 0;
    b->depth++;
    b->n_global++;
    slot->state = GAC__SLOT_BUSY;
    slot->instance = 0;
    slot->is_builtin = false;
    gac__build_global(b, &def, slot);
    b->n_global--;
    b->depth--;
    b->block = block;
    b->inst = user;
}

gac__slot *gac__build_slot(gac__builder *b, uint32_t id)
{
    if (!gac__build_ok(b))
        return NULL;
    if (id == 0 || id >= b->m->bound) {
        gac__build_invalid(b, "%%%u is not a value.", id);
        return NULL;
    }
    gac__slot *slot = slot_for(b, id);
    if (!slot)
        return NULL;
    if (slot->state == GAC__SLOT_READY) {
        if (slot->instance == 0)
            return slot;
        if (b->frame && !b->n_global && slot->instance == b->frame->instance) {
            if (gac__build_reaches(b, slot, b->frame->place))
                return slot;
            gac__build_invalid(b,
                               "%%%u is used where its definition does not "
                               "reach.",
                               id);
            return NULL;
        }
    }
    if (slot->state == GAC__SLOT_BUSY) {
        gac__build_invalid(b, "%%%u depends on itself.", id);
        return NULL;
    }
    evaluate(b, id, slot);
    if (gac__build_ok(b) && slot->state != GAC__SLOT_READY)
        gac__build_invalid(b, "%%%u is not a value.", id);
    return gac__build_ok(b) ? slot : NULL;
}

gac__slot *gac__build_builtin_slot(gac__builder *b, uint32_t id)
{
    gac__slot *slot = gac__build_slot(b, id);
    return slot && slot->is_builtin ? slot : NULL;
}

/* -- reading values -------------------------------------------------------- */

gac__val gac__build_value(gac__builder *b, uint32_t id)
{
    gac__val none = {.shape = gac__build_no_shape()};
    gac__slot *slot = gac__build_slot(b, id);
    if (!slot)
        return none;
    if (slot->is_builtin && !slot->val.c) {
        slot->one = gac__build_materialize_builtin(b, slot);
        slot->val.c = &slot->one;
    }
    return gac__build_ok(b) ? slot->val : none;
}

const uint32_t *gac__build_components(gac__builder *b, uint32_t id, uint32_t n)
{
    gac__val v = gac__build_value(b, id);
    if (!gac__build_ok(b))
        return NULL;
    if (v.shape->in_memory || v.shape->n != n) {
        gac__build_invalid(b, "%%%u does not have %u component%s.", id, n,
                           n == 1 ? "" : "s");
        return NULL;
    }
    return v.c;
}

uint32_t gac__build_scalar(gac__builder *b, uint32_t id)
{
    const uint32_t *c = gac__build_components(b, id, 1);
    return c ? c[0] : 0;
}

bool gac__build_const_id(gac__builder *b, uint32_t id, uint64_t *bits)
{
    gac__val v = gac__build_value(b, id);
    return gac__build_ok(b) && !v.shape->in_memory && v.shape->n == 1 && v.c
           && gac__build_is_const(b, v.c[0], bits);
}

uint64_t gac__build_need_const(gac__builder *b, uint32_t id, const char *what)
{
    uint64_t bits = 0;
    if (!gac__build_const_id(b, id, &bits) && gac__build_ok(b))
        gac__build_unsupported(b, "%s that is not a constant (%%%u).", what,
                               id);
    return bits;
}

/* -- binding results ------------------------------------------------------- */

void gac__build_bind_val(gac__builder *b, uint32_t id, gac__val val)
{
    if (!gac__build_ok(b))
        return;
    if (id == 0 || id >= b->m->bound) {
        gac__build_invalid(b, "its result has no id.");
        return;
    }
    gac__slot *slot = slot_for(b, id);
    if (!slot)
        return;
    bool global = b->n_global > 0 || !b->frame;
    slot->val = val;
    slot->state = GAC__SLOT_READY;
    slot->instance = global ? 0 : b->frame->instance;
    slot->block = global ? 0 : b->frame->place;
    slot->is_builtin = false;
    if (val.shape->in_memory)
        return;
    if (val.shape->n == 1 && val.c) {
        slot->one = val.c[0];
        slot->val.c = &slot->one;
        return;
    }
    gac__build_count(b, val.shape->n);
    uint32_t *copy =
        gac__build_alloc(b, GAC__MAX(val.shape->n, 1u), sizeof *copy);
    if (copy && val.c)
        memcpy(copy, val.c, val.shape->n * sizeof *copy);
    slot->val.c = copy;
}

void gac__build_bind(gac__builder *b, const gac__inst *i, const uint32_t *c)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    if (!gac__build_ok(b))
        return;
    if (shape->in_memory) {
        gac__build_invalid(b, "its result type does not fit.");
        return;
    }
    for (uint32_t k = 0; k < shape->n; k++) {
        if (gac__build_ty(b, c[k]) != shape->ty[k]) {
            gac__build_invalid(b, "its result type does not fit its operands.");
            return;
        }
    }
    gac__build_bind_val(b, i->result_id, (gac__val){.shape = shape, .c = c});
}

void gac__build_bind_scalar(gac__builder *b, const gac__inst *i, uint32_t value)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    if (gac__build_ok(b) && shape->n != 1)
        gac__build_invalid(b, "its result type is not a scalar.");
    else
        gac__build_bind(b, i, &value);
}

void gac__build_bind_memory(gac__builder *b, const gac__inst *i,
                            uint32_t pointer)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    if (gac__build_ok(b) && !shape->in_memory)
        gac__build_invalid(b, "its result type does not fit.");
    gac__build_bind_val(b, i->result_id,
                        (gac__val){.shape = shape, .memory = pointer});
}

/* -- constituents ---------------------------------------------------------- */

static bool is_replicated(uint32_t opcode)
{
    return opcode == SpvOpCompositeConstructReplicateEXT
           || opcode == SpvOpConstantCompositeReplicateEXT
           || opcode == SpvOpSpecConstantCompositeReplicateEXT;
}

bool gac__build_is_constants(uint32_t opcode)
{
    return opcode == SpvOpConstantComposite
           || opcode == SpvOpSpecConstantComposite
           || opcode == SpvOpConstantCompositeReplicateEXT
           || opcode == SpvOpSpecConstantCompositeReplicateEXT;
}

uint64_t gac__build_n_constituents(gac__builder *b, const gac__inst *i,
                                   const gac__shape *shape)
{
    /* Each takes a byte, or they all are empty. */
    if (is_replicated(i->opcode))
        return GAC__MIN(shape->type.count, shape->size);
    gac__inst part = *i;
    uint64_t n = gac__build_n_words(&part);
    while (gac__module_goes_on(b->m, &part))
        n += gac__build_n_words(&part);
    gac__type_kind kind = shape->type.kind;
    if (n != shape->type.count
        && (kind == GAC__TYPE_ARRAY || kind == GAC__TYPE_STRUCT))
        gac__build_invalid(b, "its constituents do not fit its type.");
    return n;
}

uint32_t gac__build_constituent(const gac__builder *b, const gac__inst *i,
                                uint64_t index)
{
    if (is_replicated(i->opcode))
        return gac__build_word(i, 0);
    gac__inst part = *i;
    while (index >= gac__build_n_words(&part)) {
        index -= gac__build_n_words(&part);
        if (!gac__module_goes_on(b->m, &part))
            return 0;
    }
    return gac__build_word(&part, (uint32_t)index);
}
