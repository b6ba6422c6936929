/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Module scope: constants, specialization, and initializers' bytes.
 *
 * What an instruction uses of module scope is evaluated before the instruction
 * is translated: values, and the lengths of arrays in types. OpSpecConstantOp
 * is translated as the instruction that it names. Most fold, since all their
 * operands are constants or addresses; one that does not fold becomes code in
 * the entry block.
 */
#include "compile/build/build_families.h"
#include "module/reports.h"

/* Finds the value that the run gives to a specialization constant; false: it
 * has its default. */
static bool spec_value(const gac__builder *b, uint32_t id, uint64_t *bits_out)
{
    const gac__decoration *d =
        gac__module_decoration(b->m, id, UINT32_MAX, SpvDecorationSpecId);
    if (!d || d->n_operands < 1)
        return false;
    for (uint32_t k = 0; k < b->n_specs; k++) {
        if (b->specs[k].id == d->operands[0]) {
            *bits_out = b->specs[k].bits;
            return true;
        }
    }
    return false;
}

/* -- what an instruction uses ---------------------------------------------- */

static void evaluate(gac__builder *b, uint32_t id, gac__slot *slot);

/* The slot of a module-scope definition that has not been evaluated; NULL: the
 * id is no such definition. */
static gac__slot *open_slot(gac__builder *b, uint32_t id)
{
    if (id >= b->m->bound || b->m->definitions[id] - 1 >= b->m->first_function)
        return NULL;
    gac__slot *slot = gac__build_slot_of(b, id);
    return slot && slot->state == GAC__SLOT_EMPTY ? slot : NULL;
}

static void prepare_parts(gac__builder *b, uint32_t type_id);

/* Evaluates the lengths of arrays in a type, but for what pointers point to. */
static void prepare_members(gac__builder *b, const gac__type *t)
{
    gac__inst def;
    switch (t->kind) {
    case GAC__TYPE_ARRAY:
        if (gac__module_def(b->m, t->id, &def) && def.n_words > 3)
            gac__build_evaluate(b, def.words[3]);
        prepare_parts(b, t->element_id);
        return;
    case GAC__TYPE_RUNTIME_ARRAY: prepare_parts(b, t->element_id); return;
    case GAC__TYPE_STRUCT:
        gac__build_watch(b, t->count);
        for (uint32_t k = 0; k < t->count && gac__build_ok(b); k++)
            prepare_parts(b, t->members[k]);
        return;
    default: return;
    }
}

static void prepare_parts(gac__builder *b, uint32_t type_id)
{
    gac__slot *slot = open_slot(b, type_id);
    if (!slot)
        return;
    gac__type t = gac__module_type(b->m, type_id);
    if (t.kind == GAC__TYPE_POINTER)
        return;
    if (b->depth >= GAC__BUILD_DEPTH_MAX) {
        gac__build_limit(b, "the nesting of types");
        return;
    }
    slot->state = GAC__SLOT_NONE;
    b->depth++;
    prepare_members(b, &t);
    b->depth--;
}

void gac__build_prepare_type(gac__builder *b, uint32_t type_id)
{
    gac__slot *slot = open_slot(b, type_id);
    if (!slot)
        return;
    gac__type t = gac__module_type(b->m, type_id);
    if (t.kind == GAC__TYPE_POINTER) {
        slot->state = GAC__SLOT_NONE;
        type_id = t.element_id;
    }
    prepare_parts(b, type_id);
}

void gac__build_evaluate(gac__builder *b, uint32_t id)
{
    gac__slot *slot = gac__build_ok(b) ? open_slot(b, id) : NULL;
    if (!slot)
        return;
    if (gac__module_type_of(b->m, id))
        evaluate(b, id, slot);
    else
        gac__build_prepare_type(b, id);
}

static bool prepare_operand(void *user, const gac__inst *i,
                            const gac__operand_row *row, uint32_t word,
                            uint32_t n)
{
    (void)n;
    if (gac__row_is_id(row))
        gac__build_evaluate(user, i->words[word]);
    return gac__build_ok(user);
}

/* Prepares the types of the parameters of a function with a body, of which the
 * call makes a copy. */
static void prepare_parameters(gac__builder *b, uint32_t function_id)
{
    const gac__function *f = gac__module_function(b->m, function_id);
    if (!f || !f->n_blocks)
        return;
    uint32_t at = f->first_param;
    for (uint32_t n = 0; n < f->n_params; n++)
        gac__build_prepare_type(b, gac__build_next_param(b->m, &at).type_id);
}

void gac__build_prepare(gac__builder *b, const gac__inst *i)
{
    gac__build_prepare_type(b, i->type_id);
    if (i->opcode == SpvOpFunctionCall)
        prepare_parameters(b, gac__build_word(i, 0));
    for (uint32_t k = i->first; k < i->n_words; k++)
        if (open_slot(b, i->words[k]) && !gac__module_is_comment(b->m, i)) {
            if (i->type_id) /* errors of the result type come first */
                gac__build_shape(b, i->type_id);
            gac__module_visit_operands(b->m, i, prepare_operand, b);
            return;
        }
}

/* -- constants ------------------------------------------------------------- */

static void global_number(gac__builder *b, const gac__inst *def)
{
    gac__ty ty = gac__build_scalar_ty(gac__build_shape(b, def->type_id));
    uint64_t bits = gac__build_word(def, 0);
    if (ty == GAC__TY_I64 || ty == GAC__TY_F64)
        bits |= (uint64_t)gac__build_word(def, 1) << 32;
    if (def->opcode == SpvOpSpecConstant)
        spec_value(b, def->result_id, &bits);
    gac__build_bind_scalar(b, def, gac__build_const(b, ty, bits));
}

static void global_bool(gac__builder *b, const gac__inst *def)
{
    uint64_t bits = def->opcode == SpvOpConstantTrue
                    || def->opcode == SpvOpSpecConstantTrue;
    if (def->opcode == SpvOpSpecConstantTrue
        || def->opcode == SpvOpSpecConstantFalse)
        spec_value(b, def->result_id, &bits);
    gac__build_bind_scalar(b, def,
                           gac__build_const(b, GAC__TY_BOOL, bits != 0));
}

/* Makes a variable in constant memory with the bytes of constant `id`; its
 * address. */
static uint32_t constant_memory(gac__builder *b, uint32_t id,
                                const gac__shape *shape)
{
    uint32_t var = gac__build_new_var(b, id, SpvStorageClassUniformConstant,
                                      shape->size, shape->align);
    gac__initializer in = {.var = var, .id = id, .shape = shape};
    GAC__BUILD_PUSH(b, &b->initializers, in);
    return gac__build_symbol(b, GAC__SYMBOL_VAR, var);
}

/* Binds a null constant, OpUndef, both of which have zero bytes in memory, or a
 * composite. */
static void global_aggregate(gac__builder *b, const gac__inst *def)
{
    const gac__shape *shape = gac__build_shape(b, def->type_id);
    if (shape->in_memory) {
        gac__build_bind_memory(b, def,
                               constant_memory(b, def->result_id, shape));
        return;
    }
    if (!gac__build_is_constants(def->opcode)) {
        gac__build_flat_zero(b, def, shape, def->opcode == SpvOpUndef);
        return;
    }
    gac__constituents all = gac__build_constituents(b, def, shape);
    uint32_t id;
    while (gac__build_next_constituent(b, &all, &id))
        gac__build_evaluate(b, id);
    gac__build_flat_composite(b, def, shape);
}

static void global_operation(gac__builder *b, const gac__inst *def)
{
    uint32_t n = gac__build_n_words(def);
    uint32_t opcode = gac__build_word(def, 0);
    if (n == 0 || opcode > 0xFFFF || opcode == SpvOpSpecConstantOp) {
        gac__build_invalid(b, "it names no instruction.");
        return;
    }
    gac__module_visit_operands(b->m, def, prepare_operand, b);
    gac__inst made = gac__build_synthetic(b, def, opcode, true,
                                          def->words + def->first + 1, n - 1);
    if (gac__build_ok(b) && !gac__build_constant_op(b, &made))
        gac__build_unsupported(b, "%s.", gac__module_inst_name(b->m, &made));
}

static void global_variable(gac__builder *b, const gac__inst *def,
                            gac__slot *slot)
{
    uint32_t class = gac__build_word(def, 0);
    if (class == SpvStorageClassFunction || class == SpvStorageClassPrivate)
        gac__module_visit_operands(b->m, def, prepare_operand, b);
    else if (def->opcode == SpvOpUntypedVariableKHR)
        gac__build_prepare_type(b, gac__build_word(def, 1));
    gac__build_module_variable(b, def, slot);
}

/* Evaluates a definition. False: it has no value, which its users report. */
static bool evaluate_definition(gac__builder *b, const gac__inst *def,
                                gac__slot *slot)
{
    switch (def->opcode) {
    case SpvOpConstant:
    case SpvOpSpecConstant: global_number(b, def); break;
    case SpvOpConstantTrue:
    case SpvOpConstantFalse:
    case SpvOpSpecConstantTrue:
    case SpvOpSpecConstantFalse: global_bool(b, def); break;
    case SpvOpConstantNull:
    case SpvOpUndef:
    case SpvOpConstantComposite:
    case SpvOpSpecConstantComposite:
    case SpvOpConstantCompositeReplicateEXT:
    case SpvOpSpecConstantCompositeReplicateEXT:
        global_aggregate(b, def);
        break;
    case SpvOpSpecConstantOp: global_operation(b, def); break;
    case SpvOpVariable:
    case SpvOpUntypedVariableKHR: global_variable(b, def, slot); break;
    default: return false;
    }
    return true;
}

static void evaluate(gac__builder *b, uint32_t id, gac__slot *slot)
{
    gac__inst def, user = b->inst;
    uint32_t block = b->block;
    gac__module_def(b->m, id, &def);
    if (b->depth >= GAC__BUILD_DEPTH_MAX) {
        gac__build_limit(b, "the nesting of constants");
        return;
    }
    b->inst = def;
    b->block = 0;
    b->depth++;
    b->n_global++;
    slot->state = GAC__SLOT_BUSY;
    slot->instance = 0;
    slot->is_builtin = false;
    gac__build_prepare_type(b, def.type_id);
    if (!evaluate_definition(b, &def, slot))
        slot->state = GAC__SLOT_NONE;
    b->n_global--;
    b->depth--;
    b->block = block;
    b->inst = user;
    if (slot->state == GAC__SLOT_BUSY)
        gac__build_invalid(b, "%%%u is not a value.", id);
}

/* -- initializers ---------------------------------------------------------- */

typedef struct writer {
    gac__builder *b;
    uint8_t *bytes;
    uint64_t size;
} writer;

/* Whether a value comes from an operation on constants without a defined
 * result: a division by zero or with overflow, or a shift by the width or more.
 * Any bytes will do for it, so they stay zero. */
static bool is_undefined(const gac__builder *b, uint32_t value)
{
    const gac__ir_inst *def = gac__ir_def(b->ir, value);
    uint64_t x, y;
    return def && def->n_args == 2 && gac__ir_is_const(b->ir, def->args[0], &x)
           && gac__ir_is_const(b->ir, def->args[1], &y)
           && !gac__ir_is_defined(def->op, def->ty, x, y);
}

static void write_component(writer *w, uint32_t value, uint64_t offset)
{
    gac__builder *b = w->b;
    const gac__ir_value *v = &b->ir->values[value];
    uint32_t n = gac__ty_bytes((gac__ty)v->ty);
    if (!w->bytes || offset > w->size || n > w->size - offset) {
        gac__build_invalid(b, "an initializer does not fit its variable.");
        return;
    }
    if (v->kind == GAC__VALUE_CONST) {
        for (uint32_t k = 0; k < n; k++)
            w->bytes[offset + k] = (uint8_t)(v->bits >> (8 * k));
    } else if (v->kind == GAC__VALUE_SYMBOL && v->symbol == GAC__SYMBOL_VAR) {
        struct gac__ir_reloc reloc = {
            .offset = offset, .var = v->index, .addend = (int64_t)v->bits};
        GAC__BUILD_PUSH(b, &b->relocs, reloc);
    } else if (!is_undefined(b, value)) {
        gac__build_unsupported(b, "an initializer that is not a constant.");
    }
}

static void write_constant(writer *w, uint32_t id, const gac__shape *shape,
                           uint64_t offset);

static void write_members(writer *w, const gac__inst *def,
                          const gac__shape *shape, uint64_t offset)
{
    gac__builder *b = w->b;
    b->depth++;
    gac__constituents all = gac__build_constituents(b, def, shape);
    uint32_t id;
    for (uint64_t k = 0; gac__build_next_constituent(b, &all, &id); k++) {
        gac__part member;
        if (gac__build_member(b, shape, k, &member))
            write_constant(w, id, member.shape, offset + member.offset);
    }
    b->depth--;
}

static void write_constant(writer *w, uint32_t id, const gac__shape *shape,
                           uint64_t offset)
{
    gac__builder *b = w->b;
    gac__inst def;
    bool defined = gac__module_def(b->m, id, &def);
    gac__build_watch(b, 8);
    if (++b->n_work > b->most_work || b->depth >= GAC__BUILD_DEPTH_MAX) {
        gac__build_limit(b, "the size of an initializer");
        return;
    }
    if (defined)
        gac__build_prepare_type(b, def.type_id);
    if (defined && def.type_id != shape->type.id
        && gac__build_shape(b, def.type_id)->size != shape->size)
        gac__build_invalid(
            b, "initializer %%%u does not have its place's type.", id);
    if (defined && gac__build_is_constants(def.opcode)) {
        write_members(w, &def, shape, offset);
        return;
    }
    if (defined
        && (def.opcode == SpvOpConstantNull || def.opcode == SpvOpUndef))
        return;
    gac__build_evaluate(b, id);
    gac__val v = gac__build_value(b, id);
    if (v.shape->in_memory)
        gac__build_unsupported(b, "an initializer computed by %s.",
                               gac__module_inst_name(b->m, &def));
    for (uint32_t k = 0; k < v.shape->n && gac__build_ok(b); k++)
        write_component(w, v.c[k], offset + v.shape->offset[k]);
}

/* Whether an initializer needs no bytes, since memory is zeroed when a run
 * begins. Local memory is not: each group initializes it. */
static bool stays_zero(const gac__builder *b, gac__initializer in)
{
    uint32_t opcode = gac__module_def_opcode(b->m, in.id);
    return (opcode == SpvOpConstantNull || opcode == SpvOpUndef)
           && b->ir->vars[in.var].storage_class != SpvStorageClassWorkgroup;
}

static void write_initializer(gac__builder *b, gac__initializer in)
{
    uint64_t size = b->ir->vars[in.var].size_bytes;
    writer w = {.b = b, .size = size};
    if (stays_zero(b, in)) {
        write_constant(&w, in.id, in.shape, 0);
        return;
    }
    w.bytes = gac__build_keep(b, 1, size);
    if (!w.bytes)
        return;
    b->relocs.n = 0;
    write_constant(&w, in.id, in.shape, 0);
    gac__ir_var *var = &b->ir->vars[in.var];
    var->init = w.bytes;
    var->relocs = gac__build_keep_copy(b, b->relocs.items, b->relocs.n,
                                       sizeof *b->relocs.items);
    var->n_relocs = (uint32_t)b->relocs.n;
}

/* The entry block is complete: instructions that do not fold are appended
 * behind its terminator, and dropped at the end. */
void gac__build_initializers(gac__builder *b)
{
    const uint32_t n_insts = b->ir->blocks[0].n_insts;
    /* Addresses in an initializer may add more variables. */
    for (size_t k = 0; k < b->initializers.n && gac__build_ok(b); k++)
        write_initializer(b, b->initializers.items[k]);
    b->ir->blocks[0].n_insts = n_insts;
}
