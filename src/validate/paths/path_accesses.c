/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The pointer operands of copies and of accesses to shared memory. */
#include "module/types.h"
#include "validate/paths/paths.h"

static uint64_t size_of(const gac__program *p, uint32_t type_id)
{
    uint64_t size, align;
    return gac__module_size_of(p->m, type_id, &size, &align) ? size : 0;
}

static uint64_t pointee_size(const gac__program *p, uint32_t pointer)
{
    return size_of(p, gac__module_pointee(p->m, pointer));
}

/* OpenCL.std's vload* and vstore*: an offset in vectors, and a pointer to
 * elements. */
static void look_at_vector(const gac__program *p, const gac__inst *inst,
                           gac__touched_side *out)
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
    *out = (gac__touched_side){.pointer = {.name = "p", .word = pointer},
                               .of = {.n = n * element, .lines = 1},
                               .writes = !load,
                               .scale = (aligned && n == 3 ? 4 : n) * element,
                               .offset = {.id = inst->words[offset]}};
}

static void set_one(gac__touched_side *out, const gac__inst *inst,
                    uint32_t word, uint64_t size, bool writes)
{
    const char *name =
        inst->opcode == SpvOpFunctionCall
            ? "Pointer"
            : gac__grammar_op(inst->opcode)->operands[word - 1].name;
    *out = (gac__touched_side){.pointer = {.name = name, .word = word},
                               .of = {.n = size, .lines = 1},
                               .writes = writes};
}

static void look_at_access(const gac__program *p, uint32_t frame,
                           const gac__inst *inst, gac__touched_side out[2])
{
    const uint32_t *w = inst->words;
    uint64_t size = 1;
    switch (inst->opcode) {
    /* A sub-group accesses as many values, one behind the other, as it has
     * work-items: at least one. */
    case SpvOpLoad:
    case SpvOpSubgroupBlockReadINTEL:
        set_one(&out[0], inst, 3, size_of(p, inst->type_id), false);
        break;
    case SpvOpStore:
    case SpvOpSubgroupBlockWriteINTEL:
        set_one(&out[0], inst, 1, size_of(p, gac__module_type_of(p->m, w[2])),
                true);
        break;
    case SpvOpCopyMemory:
    case SpvOpCopyMemorySized:
        if (inst->opcode == SpvOpCopyMemory)
            size = pointee_size(p, w[1]);
        else
            gac__evaluate(p, (gac__ref){frame, w[3]}, &size);
        set_one(&out[0], inst, 1, size, true);
        set_one(&out[1], inst, 2, size, false);
        break;
    case SpvOpExtInst: look_at_vector(p, inst, &out[0]); break;
    case SpvOpAtomicStore:
    case SpvOpAtomicFlagClear:
        set_one(&out[0], inst, 1, pointee_size(p, w[1]), true);
        break;
    case SpvOpFunctionCall: /* an imported atomic */
        if (inst->n_words > 4)
            set_one(&out[0], inst, 4, pointee_size(p, w[4]),
                    !gac__sites_callee(p->sites, inst).loads);
        break;
    default: /* the other atomics; all but a load may write */
        if (inst->n_words > 3)
            set_one(&out[0], inst, 3, pointee_size(p, w[3]),
                    inst->opcode != SpvOpAtomicLoad);
        break;
    }
}

/* A constant offset is not kept: gac__touched_side.first contains it. */
static void look_at_copy(const gac__program *p, const gac__copy_view *c,
                         gac__touched *out)
{
    for (uint32_t i = 0; i < 2; i++) {
        const gac__side *side = &c->sides[i];
        out->sides[i] =
            (gac__touched_side){.pointer = side->pointer,
                                .base = side->origin.base,
                                .of = gac__copy_extent(p, c, side),
                                .first = side->offset.value * c->bytes.value,
                                .scale = c->bytes.value,
                                .writes = i == 0};
        if (side->offset.name && !side->offset.known)
            out->sides[i].offset = side->offset.ref;
    }
    for (uint32_t i = 0; i < GAC__COUNTS; i++)
        if (!gac__copy_count(c, i)->known)
            out->counts[i] = gac__copy_count(c, i)->ref;
}

/* An object is a variable or a parameter; any other base may be any object. */
static bool is_object(const gac__program *p, gac__ref base)
{
    const uint32_t opcode = gac__module_def_opcode(p->m, base.id);
    return gac__is_variable(opcode) || opcode == SpvOpFunctionParameter;
}

gac__touched *gac__path_touched(gac__paths *t, uint32_t at)
{
    const gac__op op = t->p->ops.items[at];
    gac__touched *own = &t->touched[at];
    const gac__copy_view *c;
    if (own->known)
        return own;
    own->known = true;
    if (op.kind == GAC__OP_COPY && (c = gac__copy_view_at(t->p, at)) != NULL)
        look_at_copy(t->p, c, own);
    gac__inst inst = gac__module_inst(t->p->m, op.ordinal);
    if (op.kind == GAC__OP_ACCESS)
        look_at_access(t->p, op.frame, &inst, own->sides);
    for (uint32_t i = 0; i < 2 && own->sides[i].pointer.name; i++) {
        gac__touched_side *side = &own->sides[i];
        if (op.kind == GAC__OP_ACCESS) {
            side->pointer.ref =
                (gac__ref){op.frame, inst.words[side->pointer.word]};
            side->offset.frame = op.frame;
            side->base = gac__pointer_base(t->p, side->pointer.ref);
        }
        if (!is_object(t->p, side->base))
            side->base.id = 0;
    }
    return own;
}
