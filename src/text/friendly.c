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

/* A name that is being put together, and digits that are part of it. */
typedef struct draft {
    gac__slice pieces[5];
    size_t n;
    char numbers[2][GAC__NUMBER_SIZE];
    size_t n_numbers;
} draft;

static void add_piece(draft *name, const char *text, size_t size)
{
    name->pieces[name->n++] = (gac__slice){text, (uint32_t)size};
}

static void add_text(draft *name, const char *text)
{
    add_piece(name, text, strlen(text));
}

static void add_number(draft *name, uint32_t number)
{
    char *text = name->numbers[name->n_numbers++];
    add_piece(name, text, gac__decimal_write(number, text));
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

static void add_float(draft *name, const gac__inst *inst)
{
    uint32_t width = inst->words[2];
    if (inst->n_words > 3) {
        if (gac__float_class_of(inst->words[3], width) == GAC__NUMBER_BFLOAT16)
            add_text(name, "bfloat16");
    } else if (width != 16 && width != 32 && width != 64) {
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
    if (!gac__known_number_type(&d->known, inst->opcode, inst->type_id, &type))
        return;
    add_id(&d->names, name, inst->type_id);
    add_text(name, "_");
    uint64_t bits = gac__dis_bits(inst->words + 3, inst->n_words - 3u);
    size_t size = gac__number_write(bits, type, text);
    for (size_t i = 0; i < size; i++)
        text[i] = text[i] == '-' ? 'n' : text[i];
    add_piece(name, text, size);
}

/* The name of the enumerant at word 2, which the row's second operand is. */
static void add_enumerant(draft *name, const gac__inst *inst)
{
    uint16_t kind = gac__grammar_op(inst->opcode)->operands[1].kind;
    const gac__enumerant_row *e = gac__grammar_enumerant(kind, inst->words[2]);
    add_text(name, e ? e->name : "?");
}

/* What types and constants are called. In a pattern "%2" is the name of the id
 * at word 2, "#2" the number there, "&" the enumerant there, "$" the string. */
static const struct {
    uint16_t opcode;
    const char *pattern;
} patterns[] = {
    {SpvOpTypeVoid, "void"},
    {SpvOpTypeBool, "bool"},
    {SpvOpTypeVector, "v#3%2"},
    {SpvOpTypeMatrix, "mat#3%2"},
    {SpvOpTypeArray, "_arr_%2_%3"},
    {SpvOpTypeRuntimeArray, "_runtimearr_%2"},
    {SpvOpTypePointer, "_ptr_&_%3"},
    {SpvOpTypePipe, "Pipe&"},
    {SpvOpTypeEvent, "Event"},
    {SpvOpTypeDeviceEvent, "DeviceEvent"},
    {SpvOpTypeReserveId, "ReserveId"},
    {SpvOpTypeQueue, "Queue"},
    {SpvOpTypeOpaque, "Opaque_$"},
    {SpvOpTypePipeStorage, "PipeStorage"},
    {SpvOpTypeNamedBarrier, "NamedBarrier"},
    {SpvOpTypeStruct, "_struct_#1"},
    {SpvOpConstantTrue, "true"},
    {SpvOpConstantFalse, "false"},
};

static void add_pattern(const gac_disassembly *d, draft *name,
                        const gac__inst *inst, const char *at)
{
    const uint32_t *words = inst->words;
    while (*at != 0) {
        size_t n = strcspn(at, "%#&$");
        if (n > 0)
            add_piece(name, at, n);
        at += n;
        switch (*at) {
        case '%': add_id(&d->names, name, words[*++at - '0']); break;
        case '#': add_number(name, words[*++at - '0']); break;
        case '&': add_enumerant(name, inst); break;
        case '$':
            add_text(name, words[2] & 0xFF ? (const char *)(words + 2) : "_");
            break;
        default: continue;
        }
        at++;
    }
}

/* Names what a type or constant has for a name; nothing: no such instruction.
 */
static void describe(const gac_disassembly *d, draft *name,
                     const gac__inst *inst)
{
    if (inst->opcode == SpvOpTypeInt)
        add_int(name, inst->words);
    else if (inst->opcode == SpvOpTypeFloat)
        add_float(name, inst);
    else if (inst->opcode == SpvOpConstant)
        add_constant(d, name, inst);
    if (gac__grammar_op(inst->opcode)->place != GAC__PLACE_TYPE)
        return;
    for (size_t i = 0; i < GAC__COUNT_OF(patterns); i++)
        if (patterns[i].opcode == inst->opcode)
            add_pattern(d, name, inst, patterns[i].pattern);
}

/* Puts a piece of an enumerant's name as GLSL spells it. */
static void add_glsl(draft *name, const char *text)
{
    size_t n = strlen(text);
    bool is_id = n > 2 && strcmp(text + n - 2, "Id") == 0;
    const char *group = strstr(text, "Workgroup");
    if (group) {
        add_piece(name, text, (size_t)(group - text));
        add_text(name, "WorkGroup");
        n -= (size_t)(group - text) + strlen("Workgroup");
        text = group + strlen("Workgroup");
    }
    add_piece(name, text, is_id ? n - 2 : n);
    if (is_id)
        add_text(name, "ID");
}

/* Names a built-in value: OpenCL's and sub-groups' as the grammar does, others
 * that SPIRV-Tools know as GLSL does. */
static void add_built_in(draft *name, uint32_t value)
{
    const char *text = gac__grammar_value_name("BuiltIn", value);
    if (!text)
        return;
    if (value - SpvBuiltInSubgroupEqMask
        <= SpvBuiltInSubgroupLtMask - SpvBuiltInSubgroupEqMask) {
        add_text(name, text);
        add_text(name, "KHR");
    } else if (value >= SpvBuiltInWorkDim
               && value <= SpvBuiltInSubgroupLocalInvocationId) {
        add_text(name, text);
    } else if (value <= SpvBuiltInInstanceIndex
               || value == SpvBuiltInBaseInstance) {
        add_text(name, "gl_");
        add_glsl(name, text);
    }
}

void gac__friendly_learn(gac_disassembly *d, const gac__inst *inst)
{
    const uint32_t *words = inst->words;
    draft name = {.n = 0};
    uint32_t id = inst->result_id;
    if (inst->opcode == SpvOpName) {
        id = words[1];
        add_text(&name, (const char *)(words + 2));
    } else if (inst->opcode == SpvOpDecorate
               && words[2] == SpvDecorationBuiltIn) {
        id = words[1];
        add_built_in(&name, words[3]);
    } else if (id != 0) {
        describe(d, &name, inst);
        if (name.n == 0)
            add_number(&name, id);
    }
    if (name.n > 0)
        gac__friendly_put(&d->names, id, name.pieces, name.n);
}
