/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Variables: of module scope, private ones, and builtins. */
#include "compile/build/build_families.h"
#include "module/reports.h"
#include "module/types.h"

/* -- the IR's variables ---------------------------------------------------- */

uint32_t gac__build_symbol(gac__builder *b, gac__symbol_kind kind,
                           uint32_t index)
{
    if (!gac__build_ok(b))
        return 0;
    uint32_t value = gac__ir_new_value(b->ir, b->ir->ptr_ty, NULL);
    if (!value) {
        gac__build_no_memory(b);
        return 0;
    }
    b->ir->values[value].kind = GAC__VALUE_SYMBOL;
    b->ir->values[value].symbol = (uint8_t)kind;
    b->ir->values[value].index = index;
    return value;
}

uint32_t gac__build_new_var(gac__builder *b, uint32_t id,
                            uint32_t storage_class, uint64_t size,
                            uint64_t align)
{
    gac__ir *ir = b->ir;
    if (!gac__build_ok(b))
        return 0;
    if (size > GAC__BUILD_VAR_MAX)
        return gac__build_limit(b, "the size of a variable");
    if (!gac__arena_grow(ir->arena, (void **)&ir->vars, ir->n_vars,
                         &b->vars_capacity, 8, sizeof *ir->vars)) {
        gac__build_no_memory(b);
        return 0;
    }
    ir->vars[ir->n_vars] = (gac__ir_var){
        .id = id,
        .storage_class = storage_class,
        .size_bytes = size,
        .align = GAC__MAX(align, 1u),
        .name = gac__module_name(b->m, id),
    };
    return ir->n_vars++;
}

static uint64_t declared_align(const gac__builder *b, uint32_t id,
                               uint64_t align)
{
    const gac__decoration *d =
        gac__module_decoration(b->m, id, UINT32_MAX, SpvDecorationAlignment);
    uint64_t asked = d && d->n_operands ? d->operands[0] : 0;
    bool usable = asked && (asked & (asked - 1)) == 0 && asked <= 4096;
    return usable ? GAC__MAX(asked, align) : align;
}

/* The data type of an OpVariable or OpUntypedVariableKHR, and its initializer;
 * 0: none. */
static uint32_t variable_type(const gac__builder *b, const gac__inst *def,
                              uint32_t *initializer_out)
{
    bool untyped = def->opcode == SpvOpUntypedVariableKHR;
    *initializer_out = gac__build_word(def, untyped ? 2 : 1);
    if (untyped)
        return gac__build_word(def, 1);
    return gac__module_type(b->m, def->type_id).element_id;
}

static void builtin_variable(gac__builder *b, const gac__inst *def,
                             gac__slot *slot)
{
    uint32_t number = 0, builtin, unused;
    bool found = false;
    const gac__decoration *d = gac__module_decoration(
        b->m, def->result_id, UINT32_MAX, SpvDecorationBuiltIn);
    const char *name = gac__module_import_symbol(b->m, def->result_id);
    if (d && d->n_operands) {
        number = d->operands[0];
        found = true;
    } else if (name) {
        found = strncmp(name, "__spirv_BuiltIn", strlen("__spirv_BuiltIn")) == 0
                && gac__builtin_by_name(name, strlen(name), &number);
    }
    if (!found || !gac__build_find_builtin(number, &builtin)) {
        gac__build_unsupported(b,
                               "input variable %%%u is no builtin of "
                               "kernels.",
                               def->result_id);
        return;
    }
    slot->val = (gac__val){.shape = gac__build_shape(b, def->type_id)};
    slot->is_builtin = true;
    slot->builtin = builtin;
    slot->component = GAC__WHOLE;
    slot->pointee = variable_type(b, def, &unused);
    slot->state = GAC__SLOT_READY;
}

/* A bit for each byte of a variable: the checker takes initialized local memory
 * as defined, as it does padding. */
static const uint8_t *all_padding(gac__builder *b, uint64_t size)
{
    size_t n = (size_t)(size / 8) + 1;
    uint8_t *bits = gac__build_keep(b, n, 1);
    if (bits)
        memset(bits, 0xff, n);
    return bits;
}

static bool is_undef(const gac__builder *b, uint32_t id)
{
    return gac__module_def_opcode(b->m, id) == SpvOpUndef;
}

/* Whether an initializer is OpUndef, or consists of OpUndef, as LLVM's
 * translator writes for local structures. */
static bool is_no_initializer(gac__builder *b, uint32_t id)
{
    gac__inst def;
    if (!gac__module_def(b->m, id, &def)
        || def.opcode != SpvOpConstantComposite)
        return is_undef(b, id);
    uint32_t n = gac__build_n_words(&def), k = 0;
    while (k < n && is_undef(b, gac__build_word(&def, k)))
        k++;
    gac__build_watch(b, k);
    return k == n;
}

void gac__build_module_variable(gac__builder *b, const gac__inst *def,
                                gac__slot *slot)
{
    uint32_t class = gac__build_word(def, 0), initializer;
    uint32_t type_id = variable_type(b, def, &initializer);
    const char *import = gac__module_import_symbol(b->m, def->result_id);
    if (class == SpvStorageClassInput
        || gac__module_decoration(b->m, def->result_id, UINT32_MAX,
                                  SpvDecorationBuiltIn)) {
        builtin_variable(b, def, slot);
        return;
    }
    if (class == SpvStorageClassDeviceOnlyINTEL
        || class == SpvStorageClassHostOnlyINTEL)
        class = SpvStorageClassCrossWorkgroup;
    /* llvm-spirv-14 puts constants in private memory at module scope. */
    if (class == SpvStorageClassFunction || class == SpvStorageClassPrivate) {
        gac__build_function_variable(b, def);
        return;
    }
    if (class != SpvStorageClassWorkgroup
        && class != SpvStorageClassCrossWorkgroup
        && class != SpvStorageClassUniformConstant)
        gac__build_unsupported(b,
                               "a module-scope variable of storage class %s "
                               "(%%%u).",
                               gac__value_in_words("StorageClass", class).text,
                               def->result_id);
    if (import && !initializer)
        gac__build_unsupported(b,
                               "variable \"%s\" is imported and defined "
                               "nowhere.",
                               import);
    if (initializer && is_no_initializer(b, initializer))
        initializer = 0;
    const gac__shape *shape = gac__build_shape(b, type_id);
    uint32_t var =
        gac__build_new_var(b, def->result_id, class, shape->size,
                           declared_align(b, def->result_id, shape->align));
    if (gac__build_ok(b) && class == SpvStorageClassWorkgroup) {
        gac__type_kind kind = gac__module_type_kind(b->m, type_id);
        gac__ir_var *v = &b->ir->vars[var];
        /* LLVM's SPIR-V backend declares some local arrays as one element
         * (pass_extents.c). */
        v->has_no_size = gac__module_generator(b->m) == GAC__GENERATOR_LLVM
                         && !initializer && kind != GAC__TYPE_ARRAY
                         && kind != GAC__TYPE_STRUCT;
        v->padding = initializer ? all_padding(b, shape->size)
                                 : gac__build_padding(b, shape);
    }
    gac__initializer in = {.var = var, .id = initializer, .shape = shape};
    if (initializer)
        GAC__BUILD_PUSH(b, &b->initializers, in);
    gac__build_bind_scalar(b, def, gac__build_symbol(b, GAC__SYMBOL_VAR, var));
}

void gac__build_function_variable(gac__builder *b, const gac__inst *i)
{
    uint32_t initializer;
    const gac__shape *shape =
        gac__build_shape(b, variable_type(b, i, &initializer));
    uint64_t align = declared_align(b, i->result_id, shape->align);
    uint32_t pointer = gac__build_alloca_for(b, shape, align);
    if (initializer) {
        gac__val value = gac__build_value(b, initializer);
        if (value.shape->size > shape->size)
            gac__build_invalid(b, "its initializer is larger than it.");
        gac__build_store_value(b, pointer, value, align, false);
    }
    gac__frame *f = b->n_global ? NULL : b->frame;
    if (b->ir->variant.checked && f && f->caller)
        GAC__BUILD_PUSH(b, &f->variables, pointer);
    gac__build_bind_scalar(b, i, pointer);
}

void gac__build_forget(gac__builder *b, uint32_t pointer)
{
    gac__ir_inst *check = gac__build_inst(b, GAC__IR_CHECK, GAC__TY_I8,
                                          GAC__TY_VOID, 1, &pointer);
    check->sub = GAC__CHECK_FORGET;
}

/* The variable of storage class Function that `id`, or the operand of bitcast
 * `id`, is; 0: none. */
static uint32_t cast_variable(const gac__builder *b, uint32_t id)
{
    gac__inst def = {0};
    if (gac__module_def(b->m, id, &def) && def.opcode == SpvOpBitcast) {
        id = gac__build_word(&def, 0);
        if (!gac__module_def(b->m, id, &def))
            return 0;
    }
    return def.opcode == SpvOpVariable
                   && gac__build_word(&def, 0) == SpvStorageClassFunction
               ? id
               : 0;
}

/* LLVM's backend may declare an array of pointers as one pointer; the size of
 * the lifetime is that of the array. */
void gac__build_lifetime(gac__builder *b, const gac__inst *i)
{
    uint64_t size = gac__build_word(i, 1);
    uint32_t id = cast_variable(b, gac__build_word(i, 0));
    if (!id || size > GAC__BUILD_VAR_MAX)
        return;
    gac__val pointer = gac__build_value(b, id);
    if (!gac__build_ok(b) || pointer.shape->n != 1)
        return;
    const gac__ir_value *v = &b->ir->values[pointer.c[0]];
    if (v->kind != GAC__VALUE_INST || v->def->op != GAC__IR_ALLOCA)
        return;
    if (v->def->imm < size) {
        v->def->imm = size;
        v->def->sub = 0; /* the padding is not known any more */
    }
    if (b->ir->variant.checked && (!size || size == v->def->imm))
        gac__build_forget(b, pointer.c[0]);
}
