/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What accesses to memory that others see go by: one table of instructions. */
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

/* OpenCL.std's vload* and vstore*: an offset in vectors, a pointer to elements.
 * Which of them, their names tell: n components, or as many as the data has. */
static void look_at_vector(const gac__program *p, const gac__inst *inst,
                           gac__access *out)
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
    *out = (gac__access){.name = "p",
                         .word = pointer,
                         .size = n * element,
                         .writes = !load,
                         .scale = (aligned && n == 3 ? 4 : n) * element,
                         .offset = inst->words[offset]};
}

static void set_one(gac__access *out, uint32_t word, uint64_t size, bool writes)
{
    *out = (gac__access){
        .name = "Pointer", .word = word, .size = size, .writes = writes};
}

/* Both sides of an access. */
static void find_sides(const gac__program *p, uint32_t frame,
                       const gac__inst *inst, gac__access out[2])
{
    const uint32_t *w = inst->words;
    uint64_t size = 1;
    switch (inst->opcode) {
    case SpvOpLoad:
        set_one(&out[0], 3, size_of(p, inst->type_id), false);
        break;
    case SpvOpStore:
        set_one(&out[0], 1, size_of(p, gac__module_type_of(p->m, w[2])), true);
        break;
    case SpvOpCopyMemory:
    case SpvOpCopyMemorySized:
        if (inst->opcode == SpvOpCopyMemory)
            size = pointee_size(p, w[1]);
        else
            gac__evaluate(p, (gac__ref){frame, w[3]}, &size);
        set_one(&out[0], 1, size, true);
        set_one(&out[1], 2, size, false);
        out[0].name = "Target";
        out[1].name = "Source";
        break;
    case SpvOpExtInst: look_at_vector(p, inst, &out[0]); break;
    case SpvOpAtomicStore:
    case SpvOpAtomicFlagClear:
        set_one(&out[0], 1, pointee_size(p, w[1]), true);
        break;
    case SpvOpFunctionCall: /* an imported atomic */
        if (inst->n_words > 4)
            set_one(&out[0], 4, pointee_size(p, w[4]), true);
        break;
    default: /* other atomics read; whether they write is of no concern */
        if (inst->n_words > 3)
            set_one(&out[0], 3, pointee_size(p, w[3]),
                    inst->opcode != SpvOpAtomicLoad);
        break;
    }
}

uint32_t gac__accesses_of(const gac__program *p, gac__op op, gac__access out[2])
{
    uint32_t n = 0;
    if (op.kind != GAC__OP_ACCESS)
        return 0;
    gac__inst inst = gac__module_inst(p->m, op.ordinal);
    out[0] = out[1] = (gac__access){0};
    find_sides(p, op.frame, &inst, out);
    for (; n < 2 && out[n].word != 0; n++)
        out[n].pointer = (gac__ref){op.frame, inst.words[out[n].word]};
    return n;
}
