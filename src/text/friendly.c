/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Names ids for readers: after OpName, or after what they are. */
#include "text/disassemble.h"

/* The names are those of SPIRV-Tools' name mapper. It takes instructions one by
 * one; the first that says something of an id names it; a name that is taken
 * gets "_0", "_1" ... behind it. A name that an instruction is made of (a
 * pointer's, of its type) is the one that is known there, or the number.
 *
 * SPIRV-Tools try all suffixes from 0 on each time; here each name knows which
 * are gone, so that the work grows with the size of the names. Types in types
 * can make names that double at each step: past a limit there are none. */

typedef struct draft {
    gac__slice pieces[4];
    size_t n;
    char numbers[2][GAC__NUMBER_SIZE];
    size_t n_numbers;
} draft;

static gac__slice slice_of(const char *text)
{
    return (gac__slice){text, (uint32_t)strlen(text)};
}

static void add_text(draft *name, const char *text)
{
    name->pieces[name->n++] = slice_of(text);
}

static void add_number(draft *name, uint32_t number)
{
    char *text = name->numbers[name->n_numbers++];
    name->pieces[name->n++] =
        (gac__slice){text, (uint32_t)gac__decimal_write(number, text)};
}

static void add_id(const gac__friendly *f, draft *name, uint32_t id)
{
    uint32_t known = gac__friendly_find(f, id);
    if (known == UINT32_MAX)
        add_number(name, id);
    else
        name->pieces[name->n++] = f->names.items[known].text;
}

/* -- taking names ---------------------------------------------------------- */

uint32_t gac__friendly_find(const gac__friendly *f, uint32_t id)
{
    uint32_t index;
    return gac__id_map_get(&f->of_id, id, &index) ? index - 1 : UINT32_MAX;
}

/* Puts the pieces together, with '_' for what cannot stand in a name. */
static bool join(gac__friendly *f, const gac__slice *pieces, size_t n)
{
    size_t size = 1; /* of "_" */
    for (size_t i = 0; i < n; i++)
        size += pieces[i].size;
    f->draft.n = 0;
    f->too_long = size > f->limit - f->size;
    if (f->too_long)
        return false;
    if (!GAC__VEC_RESERVE(f->allocator, &f->draft, size)) {
        f->out_of_memory = true;
        return false;
    }
    for (size_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < pieces[i].size; k++) {
            char c = pieces[i].text[k];
            f->draft.items[f->draft.n++] = gac__is_id_char(c) ? c : '_';
        }
    if (f->draft.n == 0)
        f->draft.items[f->draft.n++] = '_';
    return true;
}

static gac__slice drafted(const gac__friendly *f)
{
    return (gac__slice){f->draft.items, (uint32_t)f->draft.n};
}

/* Puts a number behind the draft, if its name is taken. */
static bool tell_apart(gac__friendly *f)
{
    uint32_t next, ignored;
    if (!gac__name_map_get(&f->taken, drafted(f), &next))
        return true;
    size_t base = f->draft.n;
    if (!GAC__VEC_RESERVE(f->allocator, &f->draft, 1 + GAC__NUMBER_SIZE))
        return false;
    f->draft.items[base] = '_';
    do
        f->draft.n =
            base + 1 + gac__decimal_write(next++, f->draft.items + base + 1);
    while (gac__name_map_get(&f->taken, drafted(f), &ignored));
    gac__slice name = {f->draft.items, (uint32_t)base};
    return gac__name_map_put(f->allocator, &f->taken, name, next);
}

void gac__friendly_put(gac__friendly *f, uint32_t id, const gac__slice *pieces,
                       size_t n)
{
    if (f->too_long || f->out_of_memory
        || gac__friendly_find(f, id) != UINT32_MAX || !join(f, pieces, n))
        return;
    const char *text = NULL;
    if (tell_apart(f))
        text = gac__arena_string(&f->arena, f->draft.items, f->draft.n);
    gac__friendly_name name = {id, {text, (uint32_t)f->draft.n}, false};
    f->out_of_memory =
        !text || !GAC__VEC_PUSH(f->allocator, &f->names, name)
        || !gac__name_map_put(f->allocator, &f->taken, name.text, 0)
        || !gac__id_map_put(f->allocator, &f->of_id, id, (uint32_t)f->names.n);
    f->size += f->draft.n;
    f->too_long = f->size > f->limit;
}

void gac__friendly_free(gac__friendly *f)
{
    gac__arena_free(&f->arena);
    gac__id_map_free(f->allocator, &f->of_id);
    gac__name_map_free(f->allocator, &f->taken);
    GAC__VEC_FREE(f->allocator, &f->names);
    GAC__VEC_FREE(f->allocator, &f->draft);
}

/* -- what instructions say ------------------------------------------------- */

static void add_int(draft *name, const uint32_t *words)
{
    const char *root = words[2] == 8    ? "char"
                       : words[2] == 16 ? "short"
                       : words[2] == 32 ? "int"
                       : words[2] == 64 ? "long"
                                        : NULL;
    if (words[3] == 0)
        add_text(name, "u");
    else if (!root)
        add_text(name, "i");
    if (root)
        add_text(name, root);
    else
        add_number(name, words[2]);
}

static void add_float(draft *name, uint32_t width)
{
    if (width != 16 && width != 32 && width != 64) {
        add_text(name, "fp");
        add_number(name, width);
    } else {
        add_text(name, width == 16 ? "half" : width == 32 ? "float" : "double");
    }
}

/* "uint_5", "int_n3", "float_1_5" */
static void add_constant(const gac_disassembly *d, draft *name,
                         const gac__inst *inst)
{
    gac__number_type type;
    char *text = name->numbers[1];
    if (!gac__dis_number_type(d, inst, &type))
        return;
    add_id(&d->names, name, inst->type_id);
    add_text(name, "_");
    uint64_t bits = gac__dis_bits(inst->words + 3, inst->n_words - 3u);
    uint32_t size = (uint32_t)gac__number_write(bits, type, text);
    for (uint32_t i = 0; i < size; i++)
        text[i] = text[i] == '-' ? 'n' : text[i];
    name->pieces[name->n++] = (gac__slice){text, size};
}

/* The name of an enumerant at word 2. */
static void add_enumerant(draft *name, const gac__inst *inst, uint32_t operand)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    const gac__enumerant_row *e =
        gac__grammar_enumerant(row->operands[operand].kind, inst->words[2]);
    add_text(name, e ? e->name : "?");
}

/* Names what a type or constant has for a name; nothing: no such instruction.
 */
static void describe(const gac_disassembly *d, draft *name,
                     const gac__inst *inst)
{
    const uint32_t *words = inst->words;
    switch (inst->opcode) {
    case SpvOpTypeVoid: add_text(name, "void"); break;
    case SpvOpTypeBool: add_text(name, "bool"); break;
    case SpvOpTypeInt: add_int(name, words); break;
    case SpvOpTypeFloat:
        if (inst->n_words == 3)
            add_float(name, words[2]);
        break;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        add_text(name, inst->opcode == SpvOpTypeVector ? "v" : "mat");
        add_number(name, words[3]);
        add_id(&d->names, name, words[2]);
        break;
    case SpvOpTypeArray:
        add_text(name, "_arr_");
        add_id(&d->names, name, words[2]);
        add_text(name, "_");
        add_id(&d->names, name, words[3]);
        break;
    case SpvOpTypeRuntimeArray:
        add_text(name, "_runtimearr_");
        add_id(&d->names, name, words[2]);
        break;
    case SpvOpTypePointer:
        add_text(name, "_ptr_");
        add_enumerant(name, inst, 1);
        add_text(name, "_");
        add_id(&d->names, name, words[3]);
        break;
    case SpvOpTypePipe:
        add_text(name, "Pipe");
        add_enumerant(name, inst, 1);
        break;
    case SpvOpTypeEvent: add_text(name, "Event"); break;
    case SpvOpTypeDeviceEvent: add_text(name, "DeviceEvent"); break;
    case SpvOpTypeReserveId: add_text(name, "ReserveId"); break;
    case SpvOpTypeQueue: add_text(name, "Queue"); break;
    case SpvOpTypeOpaque:
        add_text(name, "Opaque_");
        add_text(name, words[2] & 0xFF ? (const char *)(words + 2) : "_");
        break;
    case SpvOpTypePipeStorage: add_text(name, "PipeStorage"); break;
    case SpvOpTypeNamedBarrier: add_text(name, "NamedBarrier"); break;
    case SpvOpTypeStruct:
        add_text(name, "_struct_");
        add_number(name, inst->result_id);
        break;
    case SpvOpConstantTrue: add_text(name, "true"); break;
    case SpvOpConstantFalse: add_text(name, "false"); break;
    case SpvOpConstant: add_constant(d, name, inst); break;
    default: break;
    }
}

/* The names of built-in values are GLSL's where it has them. */
static void name_built_in(gac__friendly *f, uint32_t id, uint32_t built_in)
{
    static const char *const names[] = {
        [SpvBuiltInPosition] = "gl_Position",
        [SpvBuiltInPointSize] = "gl_PointSize",
        [SpvBuiltInClipDistance] = "gl_ClipDistance",
        [SpvBuiltInCullDistance] = "gl_CullDistance",
        [SpvBuiltInVertexId] = "gl_VertexID",
        [SpvBuiltInInstanceId] = "gl_InstanceID",
        [SpvBuiltInPrimitiveId] = "gl_PrimitiveID",
        [SpvBuiltInInvocationId] = "gl_InvocationID",
        [SpvBuiltInLayer] = "gl_Layer",
        [SpvBuiltInViewportIndex] = "gl_ViewportIndex",
        [SpvBuiltInTessLevelOuter] = "gl_TessLevelOuter",
        [SpvBuiltInTessLevelInner] = "gl_TessLevelInner",
        [SpvBuiltInTessCoord] = "gl_TessCoord",
        [SpvBuiltInPatchVertices] = "gl_PatchVertices",
        [SpvBuiltInFragCoord] = "gl_FragCoord",
        [SpvBuiltInPointCoord] = "gl_PointCoord",
        [SpvBuiltInFrontFacing] = "gl_FrontFacing",
        [SpvBuiltInSampleId] = "gl_SampleID",
        [SpvBuiltInSamplePosition] = "gl_SamplePosition",
        [SpvBuiltInSampleMask] = "gl_SampleMask",
        [SpvBuiltInFragDepth] = "gl_FragDepth",
        [SpvBuiltInHelperInvocation] = "gl_HelperInvocation",
        [SpvBuiltInNumWorkgroups] = "gl_NumWorkGroups",
        [SpvBuiltInWorkgroupSize] = "gl_WorkGroupSize",
        [SpvBuiltInWorkgroupId] = "gl_WorkGroupID",
        [SpvBuiltInLocalInvocationId] = "gl_LocalInvocationID",
        [SpvBuiltInGlobalInvocationId] = "gl_GlobalInvocationID",
        [SpvBuiltInLocalInvocationIndex] = "gl_LocalInvocationIndex",
        [SpvBuiltInWorkDim] = "WorkDim",
        [SpvBuiltInGlobalSize] = "GlobalSize",
        [SpvBuiltInEnqueuedWorkgroupSize] = "EnqueuedWorkgroupSize",
        [SpvBuiltInGlobalOffset] = "GlobalOffset",
        [SpvBuiltInGlobalLinearId] = "GlobalLinearId",
        [SpvBuiltInSubgroupSize] = "SubgroupSize",
        [SpvBuiltInSubgroupMaxSize] = "SubgroupMaxSize",
        [SpvBuiltInNumSubgroups] = "NumSubgroups",
        [SpvBuiltInNumEnqueuedSubgroups] = "NumEnqueuedSubgroups",
        [SpvBuiltInSubgroupId] = "SubgroupId",
        [SpvBuiltInSubgroupLocalInvocationId] = "SubgroupLocalInvocationId",
        [SpvBuiltInVertexIndex] = "gl_VertexIndex",
        [SpvBuiltInInstanceIndex] = "gl_InstanceIndex",
    };
    static const char *const masks[] = {
        "SubgroupEqMaskKHR", "SubgroupGeMaskKHR", "SubgroupGtMaskKHR",
        "SubgroupLeMaskKHR", "SubgroupLtMaskKHR"};
    const char *name = NULL;
    if (built_in < GAC__COUNT_OF(names))
        name = names[built_in];
    else if (built_in - SpvBuiltInSubgroupEqMask < GAC__COUNT_OF(masks))
        name = masks[built_in - SpvBuiltInSubgroupEqMask];
    else if (built_in == SpvBuiltInBaseInstance)
        name = "gl_BaseInstance";
    if (name) {
        gac__slice piece = slice_of(name);
        gac__friendly_put(f, id, &piece, 1);
    }
}

void gac__friendly_learn(gac_disassembly *d, const gac__inst *inst)
{
    const uint32_t *words = inst->words;
    draft name = {.n = 0};
    if (inst->opcode == SpvOpName) {
        add_text(&name, (const char *)(words + 2));
        gac__friendly_put(&d->names, words[1], name.pieces, name.n);
    } else if (inst->opcode == SpvOpDecorate
               && words[2] == SpvDecorationBuiltIn) {
        name_built_in(&d->names, words[1], words[3]);
    } else if (inst->result_id != 0) {
        describe(d, &name, inst);
        if (name.n == 0)
            add_number(&name, inst->result_id);
        gac__friendly_put(&d->names, inst->result_id, name.pieces, name.n);
    }
}
