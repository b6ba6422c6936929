/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Construction of the lane IR, and its text. */
#include "compile/ir/ir.h"

#include <inttypes.h>

/* -- making IR ------------------------------------------------------------- */

/* Of the constants' hash table: with more collisions, some constants are not
 * shared. */
#define MOST_PROBES 32u

/* A kernel has about as many values as its module has instructions. A table
 * that is outgrown stays in the arena, so that the first one is a large one. */
static uint32_t first_capacity(const gac__ir *ir)
{
    uint32_t n = ir->module ? ir->module->n_insts : 0;
    return GAC__MIN(GAC__MAX(n, 64u), 4096u);
}

bool gac__arena_grow(gac__arena *arena, void **items, uint32_t n,
                     uint32_t *capacity, uint32_t least, size_t size)
{
    if (n < *capacity)
        return true;
    uint32_t bigger = GAC__MAX(least, *capacity * 2);
    void *grown = gac__arena_alloc(arena, bigger, size);
    if (!grown)
        return false;
    if (n)
        memcpy(grown, *items, n * size);
    *items = grown;
    *capacity = bigger;
    return true;
}

static uint32_t add_value(gac__ir *ir, gac__ir_value value)
{
    if (!gac__arena_grow(ir->arena, (void **)&ir->values, ir->n_values,
                         &ir->values_capacity, first_capacity(ir),
                         sizeof value)) {
        ir->failed = true;
        return 0;
    }
    if (!ir->n_values)
        ir->n_values = 1; /* value 0 is "none" */
    ir->values[ir->n_values] = value;
    return ir->n_values++;
}

static uint64_t hash_constant(unsigned ty, uint64_t bits)
{
    uint64_t h = (bits ^ (uint64_t)ty << 56) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ h >> 29;
}

/* The entry of a constant in `constants`, which is 0 if it is not there; NULL:
 * too many others collide with it. */
static uint32_t *entry_of(const gac__ir *ir, unsigned ty, uint64_t bits)
{
    uint32_t mask = ir->constants_size - 1;
    uint32_t at = (uint32_t)hash_constant(ty, bits);
    for (uint32_t probe = 0; probe < MOST_PROBES; probe++, at++) {
        uint32_t *entry = &ir->constants[at & mask];
        if (!*entry) /* value 0 may not exist yet */
            return entry;
        const gac__ir_value *v = &ir->values[*entry];
        if (v->ty == ty && v->bits == bits)
            return entry;
    }
    return NULL;
}

bool gac__ir_index_constants(gac__ir *ir)
{
    uint32_t n = 0, size = GAC__MAX(ir->constants_size, 256u);
    for (uint32_t v = 1; v < ir->n_values; v++)
        n += ir->values[v].kind == GAC__VALUE_CONST;
    while (size < 4 * n)
        size *= 2;
    uint32_t *table = ir->constants;
    if (size == ir->constants_size)
        memset(table, 0, size * sizeof *table);
    else
        table = gac__arena_alloc(ir->arena, size, sizeof *table);
    ir->failed |= !table;
    if (!table)
        return false;
    ir->constants = table;
    ir->constants_size = size;
    ir->n_constants = 0;
    for (uint32_t v = 1; v < ir->n_values; v++) {
        const gac__ir_value *value = &ir->values[v];
        uint32_t *entry = value->kind == GAC__VALUE_CONST && !value->undef
                              ? entry_of(ir, value->ty, value->bits)
                              : NULL;
        if (!entry || *entry)
            continue;
        *entry = v;
        ir->n_constants++;
    }
    return true;
}

uint32_t gac__ir_const(gac__ir *ir, gac__ty ty, uint64_t bits)
{
    uint32_t bytes = gac__ty_bytes(ty);
    if (bytes && bytes < 8)
        bits &= ((uint64_t)1 << (8 * bytes)) - 1;
    if (2 * ir->n_constants >= ir->constants_size
        && !gac__ir_index_constants(ir))
        return 0;
    uint32_t *entry = entry_of(ir, ty, bits);
    uint32_t known = entry ? *entry : 0;
    if (known)
        return known;
    uint32_t value = add_value(ir, (gac__ir_value){.kind = GAC__VALUE_CONST,
                                                   .ty = (uint8_t)ty,
                                                   .bits = bits});
    if (entry && value) {
        *entry = value;
        ir->n_constants++;
    }
    return value;
}

uint32_t gac__ir_undef(gac__ir *ir, gac__ty ty, uint8_t undef)
{
    return add_value(ir, (gac__ir_value){.kind = GAC__VALUE_CONST,
                                         .ty = (uint8_t)ty,
                                         .undef = undef});
}

uint32_t gac__ir_new_value(gac__ir *ir, gac__ty ty, gac__ir_inst *def)
{
    return add_value(ir, (gac__ir_value){.kind = GAC__VALUE_INST,
                                         .ty = (uint8_t)ty,
                                         .def = def});
}

gac__ir_inst *gac__ir_new_inst(gac__ir *ir, gac__ir_op op, gac__ty ty,
                               uint32_t n_args)
{
    gac__ir_inst *inst =
        gac__arena_alloc(ir->arena, 1,
                         offsetof(gac__ir_inst, room)
                             + (size_t)GAC__MAX(n_args, 1u) * sizeof(uint32_t));
    ir->failed |= !inst;
    if (!inst)
        return NULL;
    inst->op = (uint16_t)op;
    inst->ty = (uint8_t)ty;
    inst->n_args = n_args;
    inst->args = inst->room;
    return inst;
}

gac__ir_inst *gac__ir_new_result(gac__ir *ir, gac__ir_op op, gac__ty ty,
                                 uint32_t n_args, uint32_t ordinal)
{
    gac__ir_inst *inst = gac__ir_new_inst(ir, op, ty, n_args);
    uint32_t value = inst ? gac__ir_new_value(ir, ty, inst) : 0;
    if (!value)
        return NULL;
    inst->result = value;
    inst->ordinal = ordinal;
    return inst;
}

gac__ir_inst *gac__ir_add(gac__ir *ir, gac__ir_block *block, gac__ir_op op,
                          gac__ty ty, const gac__ir_inst *like, uint32_t x,
                          uint32_t y, uint32_t z)
{
    const uint32_t args[3] = {x, y, z};
    uint32_t n_args = z ? 3 : y ? 2 : x ? 1 : 0;
    gac__ir_inst *i = gac__ir_new_inst(ir, op, ty, n_args);
    if (!i || !gac__ir_append(ir, block, i))
        return ir->lost;
    i->ordinal = like ? like->ordinal : 0;
    if (op != GAC__IR_STORE)
        i->result = gac__ir_new_value(ir, ty, i);
    if (op == GAC__IR_TRUNC || op == GAC__IR_SEXT || op == GAC__IR_ZEXT)
        i->sub = ir->values[x].ty;
    if (n_args)
        memcpy(i->args, args, n_args * sizeof *args);
    return i;
}

uint32_t gac__ir_put(gac__ir *ir, gac__ir_block *b, gac__ir_op op, gac__ty ty,
                     uint32_t x, uint32_t y, uint32_t z)
{
    gac__ir_inst *i = gac__ir_add(ir, b, op, ty, gac__ir_end(b), x, y, z);
    if (i == ir->lost)
        return 0;
    b->insts[b->n_insts - 1] = b->insts[b->n_insts - 2];
    b->insts[b->n_insts - 2] = i;
    return i->result;
}

bool gac__ir_grow(gac__ir *ir, gac__ir_block *block)
{
    bool grown =
        gac__arena_grow(ir->arena, (void **)&block->insts, block->n_insts,
                        &block->capacity, 8, sizeof *block->insts);
    ir->failed |= !grown;
    return grown;
}

void gac__ir_insert(gac__ir *ir, gac__ir_block *block, gac__ir_inst *inst)
{
    gac__ir_inst *end = gac__ir_end(block);
    block->insts[block->n_insts - 1] = inst;
    gac__ir_append(ir, block, end);
}

void gac__ir_become_copy(gac__ir_inst *i, uint32_t value)
{
    i->op = GAC__IR_MOV;
    i->sub = 0;
    i->imm = 0;
    i->imm2 = 0;
    i->flags = 0;
    i->n_list = 0;
    i->n_args = 1;
    i->args[0] = value;
}

uint32_t gac__ir_add_block(gac__ir *ir)
{
    if (!gac__arena_grow(ir->arena, (void **)&ir->blocks, ir->n_blocks,
                         &ir->blocks_capacity, 16, sizeof *ir->blocks)) {
        ir->failed = true;
        return 0;
    }
    ir->blocks[ir->n_blocks] = (gac__ir_block){0};
    return ir->n_blocks++;
}

gac__ir_inst **gac__ir_reopen(gac__ir *ir, gac__ir_block *block)
{
    uint32_t n = block->n_insts;
    ir->n_reopened = 0;
    if (n > ir->reopened_capacity || !ir->reopened) {
        ir->reopened_capacity = GAC__MAX(n, 2 * ir->reopened_capacity);
        ir->reopened = gac__arena_alloc(ir->arena, ir->reopened_capacity,
                                        sizeof *ir->reopened);
        ir->failed |= !ir->reopened;
        if (!ir->reopened)
            return block->insts;
    }
    if (n)
        memcpy(ir->reopened, block->insts, n * sizeof *ir->reopened);
    ir->n_reopened = n;
    block->n_insts = 0;
    return ir->reopened;
}

void gac__ir_move_insts(gac__ir *ir, gac__ir_block *to, gac__ir_block *from,
                        uint32_t n)
{
    gac__ir_inst *stop =
        gac__ir_new_inst(ir, GAC__IR_UNREACHABLE, GAC__TY_VOID, 0);
    if (!stop)
        return;
    for (uint32_t k = 0; k < n; k++)
        gac__ir_append(ir, to, from->insts[k]);
    from->insts[0] = stop;
    from->n_insts = 1;
    from->n_preds = 0;
}

void gac__ir_append_block(gac__ir *ir, uint32_t block, uint32_t next)
{
    gac__ir_block *a = &ir->blocks[block], *b = &ir->blocks[next];
    a->n_insts--;
    gac__ir_move_insts(ir, a, b, b->n_insts);
}

gac__ir_inst *gac__ir_branch(gac__ir *ir, gac__ir_block *block,
                             uint32_t condition, uint32_t yes, uint32_t no)
{
    bool two = condition != 0;
    gac__ir_inst *i =
        gac__ir_new_inst(ir, two ? GAC__IR_CBR : GAC__IR_BR, GAC__TY_VOID, two);
    uint32_t *targets = gac__arena_alloc(ir->arena, 2, sizeof *targets);
    ir->failed |= !targets;
    if (!i || !targets || !gac__ir_append(ir, block, i))
        return NULL;
    targets[0] = yes;
    targets[1] = no;
    i->args[0] = condition;
    i->targets = targets;
    i->n_targets = two ? 2 : 1;
    return i;
}

void gac__ir_replace(gac__ir *ir, uint32_t *replacement, uint32_t n_known)
{
    GAC__EACH_INST(ir, b, i)
        for (uint32_t a = 0; a < i->n_args; a++)
            i->args[a] = gac__ir_resolve(replacement, n_known, i->args[a]);
}

bool gac__ir_is_defined(uint16_t op, uint8_t ty, uint64_t x, uint64_t y)
{
    uint32_t width = gac__ty_bytes((gac__ty)ty) * 8;
    uint64_t ones = width ? UINT64_MAX >> (64 - width) : 0;
    switch (op) {
    case GAC__IR_UDIV:
    case GAC__IR_UREM: return y != 0;
    case GAC__IR_SDIV:
    case GAC__IR_SREM:
    case GAC__IR_SMOD:
        return y != 0 && (y != ones || x != (uint64_t)1 << (width - 1));
    case GAC__IR_SHL:
    case GAC__IR_LSHR:
    case GAC__IR_ASHR: return y < width;
    default: return true;
    }
}

/* -- text ------------------------------------------------------------------ */

const gac__ir_op_info *gac__ir_op_info_of(uint16_t op)
{
    static const gac__ir_op_info rows[GAC__IR_OP_COUNT] = {
#define X(name, types, args)                                                   \
    [GAC__IR_##name] = {#types[0], #name, args, "sub", "imm", ""},
        GAC__IR_PURE_MAP(X)
#undef X
#define X(name, args, sub, imm, imm2)                                          \
    [GAC__IR_##name] = {'A', #name, args, sub, imm, imm2},
            GAC__IR_OTHER_MAP(X)
#undef X
    };
    return &rows[op];
}

static const char *const flag_names[] = {
#define X(name) #name,
    GAC__IR_FLAGS(X)
#undef X
};

static const char *const ty_names[GAC__TY_COUNT] = {
    "void", "bool", "i8", "i16", "i32", "i64", "f16", "f32", "f64",
};

static void dump_value(const gac__ir *ir, uint32_t index, FILE *file)
{
    if (index == 0 || index >= ir->n_values) {
        fputs(index ? "?" : "none", file);
        return;
    }
    const gac__ir_value *v = &ir->values[index];
    switch (v->kind) {
    case GAC__VALUE_CONST:
        fprintf(file, "%s:%s0x%" PRIx64, ty_names[v->ty], v->undef ? "u" : "",
                v->bits);
        break;
    case GAC__VALUE_SYMBOL: {
        static const char *const kinds[] = {"arg", "argbytes", "var"};
        fprintf(file, "@%s%" PRIu32, kinds[v->symbol], v->index);
        if (v->bits)
            fprintf(file, "+%" PRIu64, v->bits);
        break;
    }
    default: fprintf(file, "%%%" PRIu32, index);
    }
}

static void dump_inst(const gac__ir *ir, const gac__ir_inst *i, FILE *file)
{
    fputs("    ", file);
    if (i->result)
        fprintf(file, "%%%" PRIu32 ":%s = ", i->result,
                ty_names[ir->values[i->result].ty]);
    const gac__ir_op_info *row = gac__ir_op_info_of(i->op);
    fprintf(file, "%s.%s", row->name, ty_names[i->ty]);
    if (i->sub)
        fprintf(file, " %s=%" PRIu32, row->sub, i->sub);
    if (i->imm)
        fprintf(file, " %s=%" PRIu64, row->imm, i->imm);
    if (i->imm2)
        fprintf(file, " %s=%" PRId64, row->imm2, i->imm2);
    for (uint32_t f = 0; f < GAC__COUNT_OF(flag_names); f++)
        if (i->flags >> f & 1)
            fprintf(file, " %s", flag_names[f]);
    for (uint32_t a = 0; a < i->n_args; a++) {
        fputs(a ? ", " : " ", file);
        dump_value(ir, i->args[a], file);
    }
    for (uint32_t t = 0; t < i->n_targets; t++) {
        if (t && i->literals)
            fprintf(file, " %" PRIu64, i->literals[t - 1]);
        fprintf(file, " ->b%" PRIu32, i->targets[t]);
    }
    fprintf(file, "  ; %" PRIu32 "\n", i->ordinal + 1);
}

void gac__ir_dump(const gac__ir *ir, FILE *file)
{
    for (uint32_t v = 0; v < ir->n_vars; v++)
        fprintf(file, "var%" PRIu32 " %s class %" PRIu32 " bytes %" PRIu64 "\n",
                v, ir->vars[v].name ? ir->vars[v].name : "",
                ir->vars[v].storage_class, ir->vars[v].size_bytes);
    for (uint32_t p = 0; p < ir->n_params; p++)
        fprintf(file, "param%" PRIu32 " %s kind %u bytes %" PRIu64 "\n", p,
                ir->params[p].name ? ir->params[p].name : "",
                ir->params[p].kind, ir->params[p].size_bytes);
    for (uint32_t n = 0; n < ir->n_blocks; n++) {
        const gac__ir_block *block = &ir->blocks[n];
        fprintf(file, "b%" PRIu32 ":", n);
        for (uint32_t p = 0; p < block->n_preds; p++)
            fprintf(file, " <-b%" PRIu32, block->preds[p]);
        fputc('\n', file);
        for (uint32_t k = 0; k < block->n_insts; k++)
            dump_inst(ir, block->insts[k], file);
    }
}

uint32_t *gac__ir_find_blocks(const gac__ir *ir, gac__arena *arena)
{
    uint32_t *block_of =
        gac__arena_alloc(arena, ir->n_values, sizeof *block_of);
    if (!block_of)
        return NULL;
    GAC__EACH_INST(ir, b, i)
        block_of[i->result] = b;
    return block_of;
}

void gac__ir_scratch_init(const gac__ir *ir, gac__arena *scratch)
{
    gac__arena_init(scratch, ir->arena->allocator);
    scratch->max_bytes = ir->arena->max_bytes;
    scratch->watch = ir->arena->watch;
}

gac_result gac__ir_watch(const gac__ir *ir, uint64_t steps)
{
    gac__watch *watch = ir->arena->watch;
    if (ir->failed)
        return GAC_ERR_MEMORY;
    return gac__watch_on(watch, steps) ? GAC_OK : gac__watch_result(watch);
}

bool gac__value_is_preset(const gac__ir *ir, uint32_t value)
{
    const gac__ir_value *v = &ir->values[value];
    if (v->kind != GAC__VALUE_INST)
        return true;
    return v->def->op == GAC__IR_BUILTIN || v->def->op == GAC__IR_ARG
           || v->def->op == GAC__IR_ALLOCA;
}

bool gac__value_is_kept(const gac__ir *ir, uint32_t value)
{
    return gac__value_is_preset(ir, value) || (ir->kept && ir->kept[value]);
}

#define MOST_STEPS 64u /* from a pointer back to its root */

gac__points gac__ir_points(const gac__ir *ir, uint32_t pointer)
{
    bool inside;
    for (uint32_t steps = 0; steps < MOST_STEPS; steps++) {
        const gac__ir_value *v = &ir->values[pointer];
        const gac__ir_inst *i = gac__ir_def(ir, pointer);
        if (v->kind == GAC__VALUE_SYMBOL) {
            inside = v->symbol == GAC__SYMBOL_ARG
                         ? ir->params[v->index].kind == GAC_PARAM_LOCAL
                         : v->symbol == GAC__SYMBOL_VAR
                               && ir->vars[v->index].storage_class
                                      == SpvStorageClassWorkgroup;
            return inside ? GAC__POINTS_INSIDE : GAC__POINTS_OUTSIDE;
        }
        if (i && i->op == GAC__IR_ALLOCA)
            return GAC__POINTS_INSIDE;
        if (!i || (i->op != GAC__IR_LEA && i->op != GAC__IR_MOV))
            break;
        pointer = i->args[0];
    }
    return GAC__POINTS_ANYWHERE;
}
