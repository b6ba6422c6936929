/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lane IR to lane program: chooses each instruction's code by which of its
 * operands are uniform, and lays out the frame.
 *
 * Instructions are visited twice. The first visit finds which uniform values
 * are also needed as lanes (needs_splat), before registers are allocated; the
 * second one writes code.
 */
#include "compile/emit/emit.h"
#include "module/reports.h"
#include "support/features.h"

#define FRAME_TARGET_BYTES (128u << 10) /* a strip's registers stay in L2 */

/* -- operands ------------------------------------------------------------- */

/* A bit for each uniform operand of a pure instruction that must be lanes.
 * Those that the kernel takes as one value go to *uniform_out. */
static unsigned splat_mask(const gac__emitter *e, const gac__ir_inst *i,
                           unsigned *uniform_out)
{
    unsigned uniform = 0;
    for (uint32_t a = 0; a < i->n_args && a < 3; a++)
        uniform |= (unsigned)gac__is_uniform(e, i->args[a]) << a;
    bool taken = uniform && i->n_args == 2 && uniform != 3
                 && gac__lane_kernel_find(e->options->isa, i->op, i->ty, i->sub,
                                          i->imm, uniform);
    *uniform_out = taken ? uniform : 0;
    return taken ? 0 : uniform;
}

/* Finds `needs_splat` and `uses`. */
static void find_splats(gac__emitter *e)
{
    const gac__ir *ir = e->ir;
    GAC__EACH_INST(ir, b, i) {
        for (uint32_t a = 0; a < i->n_args; a++)
            e->uses[i->args[a]]++;
        if (gac__ir_is_pure(i->op) && ir->varying[i->result]) {
            unsigned uniform;
            unsigned mask = splat_mask(e, i, &uniform);
            for (uint32_t a = 0; a < 3; a++)
                if (mask >> a & 1)
                    e->regs.needs_splat[i->args[a]] = 1;
        }
    }
}

/* -- instructions --------------------------------------------------------- */

static void put_splat(gac__emitter *e, uint32_t v, const gac__ir_inst *ir)
{
    if (gac__is_uniform(e, v) && e->regs.needs_splat[v])
        gac__put_copy(e, e->ir->values[v].ty, gac__lanes_of(e, v),
                      gac__slot_at(e, v), GAC__SLOT_AND_LANES, false, ir);
}

static void missing_kernel(gac__emitter *e, const gac__ir_inst *i)
{
    const gac_module *m = e->ir->module;
    gac__inst spirv = gac__module_inst(m, i->ordinal);
    gac__module_report(m, GAC__RULE_unsupported, GAC_SEVERITY_ERROR, &spirv,
                       NULL, -1, "%s cannot be run on these types",
                       gac__module_inst_name(m, &spirv));
    e->result = GAC_ERR_UNSUPPORTED;
}

static void emit_pure(gac__emitter *e, const gac__ir_inst *i)
{
    uint32_t v = i->result;
    bool uniform_result = gac__is_uniform(e, v);
    unsigned uniform = 0;
    unsigned splats = uniform_result ? 0 : splat_mask(e, i, &uniform);
    gac__lane_kernel *kernel =
        uniform_result ? gac__scalar_kernel_find(i->op, i->ty, i->sub, i->imm)
                       : gac__lane_kernel_find(e->options->isa, i->op, i->ty,
                                               i->sub, i->imm, uniform);
    if (!kernel || i->n_args > 3) {
        missing_kernel(e, i);
        return;
    }
    uint32_t at[3] = {0, 0, 0};
    uint32_t memory = 0;
    for (uint32_t a = 0; a < i->n_args; a++) {
        at[a] = splats >> a & 1                 ? gac__lanes_of(e, i->args[a])
                : e->memory_operand[i->args[a]] ? gac__slot_at(e, i->args[a])
                                                : gac__offset_of(e, i->args[a]);
        memory |= gac__flag_if(e->memory_operand[i->args[a]],
                               (uint32_t)GAC__CODE_MEMORY_A << a);
    }
    gac__code code = uniform_result      ? GAC__CODE_SCALAR
                     : memory            ? GAC__CODE_PURE_MEMORY
                     : e->regs.masked[v] ? GAC__CODE_PURE_MASKED
                                         : GAC__CODE_PURE;
    gac__lane_inst *o = gac__lane_put(e, code, i);
    if (!o)
        return;
    if (memory)
        o->flags = memory | gac__flag_if(e->regs.masked[v], GAC__CODE_KEEPS);
    o->kernel = kernel;
    o->n_args = (uint16_t)i->n_args;
    o->ty = e->ir->values[v].ty;
    o->d = gac__offset_of(e, v);
    o->a = at[0];
    o->b = at[1];
    o->c = at[2];
}

/* What exec does lane by lane: its operands are a list. */
static void emit_other(gac__emitter *e, gac__code code, const gac__ir_inst *i)
{
    gac__lane_inst *o = gac__lane_put(e, code, i);
    uint32_t *args = gac__arena_alloc(&e->out->arena, i->n_args, sizeof *args);
    uint8_t *uniform = gac__arena_alloc(&e->out->arena, i->n_args, 2);
    if (!o || !args || !uniform) {
        e->result = GAC_ERR_MEMORY;
        return;
    }
    bool scalars = true, collective = gac__ir_is_collective(i->op);
    uint32_t n_loops = collective ? i->n_list : 0;
    uint32_t n_args = i->n_args - n_loops * GAC__ITERATION_ARGS;
    for (uint32_t a = 0; a < i->n_args; a++) {
        args[a] = i->args[a] ? gac__offset_of(e, i->args[a]) : 0;
        uniform[a] = gac__is_uniform(e, i->args[a]);
        uniform[i->n_args + a] = e->ir->values[i->args[a]].ty;
        scalars &=
            a >= n_args
            || (uniform[a] && gac__ty_bytes(uniform[i->n_args + a]) == 8);
    }
    o->args = args;
    o->arg_uniform = uniform;
    o->arg_ty = uniform + i->n_args;
    o->result_ty = i->result ? e->ir->values[i->result].ty : 0;
    o->n_args = (uint16_t)GAC__MIN(n_args, UINT16_MAX);
    o->check = (uint8_t)n_loops;
    o->ty = i->ty;
    o->sub = i->sub;
    o->imm = (int64_t)i->imm;
    o->d = i->result ? gac__offset_of(e, i->result) : 0;
    o->flags = gac__flag_if(i->result && gac__is_uniform(e, i->result),
                            GAC__CODE_D_UNIFORM)
               | gac__flag_if(code == GAC__CODE_ATOMIC && i->result
                                  && !e->uses[i->result],
                              GAC__CODE_UNWANTED)
               | gac__flag_if(scalars, GAC__CODE_SCALARS);
    if (code == GAC__CODE_CHECK) {
        o->scale = (uint32_t)i->imm;
        o->imm = i->imm2;
        o->align = (uint8_t)i->n_list;
        o->check = i->flags;
        o->site = gac__ir_site(e->ir, i->ordinal);
    }
    if (code == GAC__CODE_ASYNC_COPY) {
        o->scale = e->out->n_sites++;
        o->site = gac__ir_site(e->ir, i->ordinal);
    }
    e->out->has_printf |= code == GAC__CODE_PRINTF;
    e->out->has_flat |= code == GAC__CODE_FLATTEN;
    if (i->n_args > UINT16_MAX)
        e->result = GAC_ERR_LIMIT;
}

static void emit_inst(gac__emitter *e, uint32_t b, const gac__ir_inst *i)
{
    static const uint8_t others[GAC__IR_OP_COUNT] = {
#define X(name, ...) [GAC__IR_##name] = GAC__CODE_##name,
        GAC__CODE_LIST_MAP(X)
#undef X
    };
    if (gac__ir_is_pure(i->op))
        emit_pure(e, i);
    else if (gac__ir_is_terminator(i->op))
        gac__emit_terminator(e, b, i);
    else if (i->op == GAC__IR_LEA)
        gac__emit_lea(e, i);
    else if (i->op == GAC__IR_LOAD)
        gac__emit_load(e, i);
    else if (i->op == GAC__IR_STORE)
        gac__emit_store(e, i);
    else if (others[i->op])
        emit_other(e, (gac__code)others[i->op], i);
    else
        return; /* presets, ASSUME */
    if (i->result)
        put_splat(e, i->result, i);
}

/* Exec looks at limits between blocks, and within a block after so many
 * instructions; 1024 lanes take 20 ms for this many of the slowest ones. */
#define LOOK_INSTS 1024u

/* A remainder of doubles is computed bit by bit where exponents are far apart,
 * and takes as long as so many other instructions. */
#define LONG_INSTS 32u

static bool takes_long(const gac__ir_inst *i)
{
    bool ext =
        i->op == GAC__IR_EXT
        && (i->sub == OpenCLstd_Remainder || i->sub == GAC__EXT_REMQUO_QUO);
    return i->ty == GAC__TY_F64
           && (ext || i->op == GAC__IR_FREM || i->op == GAC__IR_FMOD);
}

/* A LOOK that counts n instructions, and whose look at limits comes `more`
 * instructions earlier. */
static void put_look(gac__emitter *e, const gac__ir_inst *before, uint32_t n,
                     uint32_t more)
{
    gac__lane_inst *o = gac__lane_put(e, GAC__CODE_LOOK, before);
    if (!o)
        return;
    o->sub = n;
    o->imm = more;
}

static void emit_setup(gac__emitter *e)
{
    for (uint32_t k = 0; k < e->ir->n_setup && !e->result; k++)
        emit_inst(e, 0, e->ir->blocks[0].insts[k]);
    e->out->n_setup = e->out->n_insts;
}

static void emit_block(gac__emitter *e, uint32_t b)
{
    const gac__ir_block *block = &e->ir->blocks[b];
    gac__lane_block *out = &e->out->blocks[b];
    if (!gac__follows_at_once(e->ir, b)) {
        memset(e->recorded + GAC__FIXED_SHAPES, 0,
               (GAC__INDEX_SHAPES - GAC__FIXED_SHAPES) * sizeof *e->recorded);
        e->trace = b + 1;
    }
    out->first = e->out->n_insts;
    uint32_t k = b ? 0 : e->ir->n_setup;
    out->n_work = block->n_insts - k;
    for (uint32_t n_phis = gac__ir_n_phis(block); k < n_phis; k++)
        put_splat(e, block->insts[k]->result, block->insts[k]);
    const gac__ir_inst *collective = gac__ir_collective(block);
    out->pc = gac__pc_of(e->ir, b);
    out->collective = collective != NULL;
    out->sub_group = collective && gac__ir_is_of_sub_group(collective);
    for (uint32_t last = k; k < block->n_insts && !e->result; k++) {
        /* No LOOK between a CHECK and the instruction that it is for. */
        if (k - last >= LOOK_INSTS
            && block->insts[k - 1]->op != GAC__IR_CHECK) {
            put_look(e, block->insts[k], k - last, 0);
            out->n_work -= k - last;
            last = k;
        }
        if (takes_long(block->insts[k]))
            put_look(e, block->insts[k], 0, LONG_INSTS);
        emit_inst(e, b, block->insts[k]);
    }
}

/* -- programs -------------------------------------------------------------- */

/* Every uniform value that is used has a slot of its own: slots are cheap, and
 * lanes that wait at barriers may need their values at any time. */
static void give_slots(gac__emitter *e)
{
    const gac__ir *ir = e->ir;
    e->n_slots = 1;
    for (uint32_t v = 1; v < ir->n_values; v++)
        if (gac__is_uniform(e, v) && e->regs.class_of[v] == v
            && e->regs.intervals[v].start <= e->regs.intervals[v].end)
            e->slot[v] = e->n_slots++;
    for (uint32_t v = 1; v < ir->n_values; v++)
        if (gac__is_uniform(e, v) && e->regs.class_of[v] != v)
            e->slot[v] = e->slot[e->regs.class_of[v]];
    for (uint32_t v = 1; v < ir->n_values; v++)
        if (e->memory_operand[v])
            e->slot[v] = e->n_slots++;
    e->cycle_slot = e->n_slots++;
}

static uint32_t choose_width(const gac__compile_options *options,
                             uint32_t lane_bytes)
{
    if (options->fixed_width)
        return GAC__MIN(options->fixed_width, GAC__MAX_STRIP_LANES);
    uint32_t width = GAC__MAX_STRIP_LANES;
    while (width > 64 && (uint64_t)width * lane_bytes > FRAME_TARGET_BYTES)
        width /= 2;
    return GAC__MIN(width, options->max_width);
}

/* Memory for what is found out of values and blocks. */
static gac_result prepare_emitter(gac__emitter *e, gac__arena *scratch)
{
    const gac__ir *ir = e->ir;
    gac__lane_program *p = e->out;
    e->regs.ir = ir;
    e->regs.arena = scratch;
    e->regs.needs_splat = gac__arena_alloc(scratch, ir->n_values, 1);
    e->slot = gac__arena_alloc(scratch, ir->n_values, sizeof *e->slot);
    e->shapes = gac__vector_shapes_find(ir, scratch);
    e->uses = gac__arena_alloc(scratch, ir->n_values, sizeof *e->uses);
    e->memory_operand = gac__arena_alloc(scratch, ir->n_values, 1);
    e->row_buffer = gac__arena_alloc(scratch, ir->n_values, 1);
    e->rows_begin = gac__arena_alloc(scratch, ir->n_blocks, 1);
    p->blocks = gac__arena_alloc(&p->arena, ir->n_blocks, sizeof *p->blocks);
    p->n_blocks = ir->n_blocks;
    bool whole = e->uses && e->regs.needs_splat && e->slot && e->shapes
                 && e->memory_operand && e->row_buffer && e->rows_begin
                 && p->blocks;
    return whole ? GAC_OK : GAC_ERR_MEMORY;
}

/* Lays out a strip's frame, but for the steps of fused sequences. */
static gac_result lay_out_frame(gac__emitter *e)
{
    gac__lane_program *p = e->out;
    e->temp_unit = e->regs.lane_bytes;
    e->cycle_unit = e->temp_unit + 8;
    p->lane_bytes = e->regs.lane_bytes + 16;
    give_slots(e);
    p->scalar_bytes = ((size_t)e->n_slots * 8 + 63) / 64 * 64;
    p->width = choose_width(e->options, p->lane_bytes);
    p->frame_bytes = p->scalar_bytes + (size_t)p->lane_bytes * p->width;
    p->temp = gac__lane_at(e, e->temp_unit);
    p->row_buffers = (uint32_t)p->frame_bytes;
    p->row_pitch = p->width + GAC__LANE_STEP;
    p->frame_bytes +=
        (size_t)p->n_row_buffers * GAC__ROW_ITERATIONS * p->row_pitch * 4;
    return p->frame_bytes > UINT32_MAX ? GAC_ERR_LIMIT : GAC_OK;
}

static gac_result emit_blocks(gac__emitter *e)
{
    const gac__ir *ir = e->ir;
    uint32_t n = 0;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        n += ir->blocks[b].n_insts;
    GAC__TRY(gac__insts_begin(e, e->regs.arena, n));
    emit_setup(e);
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        emit_block(e, b);
        GAC__TRY(e->result);
        GAC__TRY(gac__ir_watch(ir, 16 + 8 * ir->blocks[b].n_insts));
    }
    gac__jumps_thread(e->out);
    if (GAC__ON(SKIPS))
        gac__skips_find(e->out);
    if (!e->out->n_sites || ir->variant.coalesced || !GAC__ON(COPY_LINES))
        return GAC_OK;
    gac__copy_blocks_find(e->out);
    return GAC__ON(COPY_LOOPS) ? gac__copy_loops_find(e) : GAC_OK;
}

static gac_result make_program(gac__emitter *e, gac__arena *scratch)
{
    GAC__TRY(prepare_emitter(e, scratch));
    find_splats(e);
    GAC__TRY(gac__registers_allocate(&e->regs));
    if (GAC__ON(ROW_BUFFERS))
        GAC__TRY(gac__row_buffers_find(e));
    if (GAC__ON(MEMORY_OPERANDS))
        GAC__TRY(gac__memory_operands_find(e));
    GAC__TRY(lay_out_frame(e));
    GAC__TRY(gac__put_presets(e));
    GAC__TRY(gac__phis_prepare(e));
    GAC__TRY(emit_blocks(e));
    GAC__TRY(gac__fused_find(e));
    return gac__compaction_find(e);
}

gac_result gac__lane_program_make(const gac__ir *ir,
                                  const gac_allocator *allocator,
                                  const gac__compile_options *options,
                                  gac__lane_program *program)
{
    gac__emitter e = {.ir = ir, .out = program, .options = options};
    gac__arena scratch;
    gac__arena_init(&program->arena, allocator);
    gac__arena_init(&scratch, allocator);
    gac__arena_init(&e.copies, allocator);
    program->arena.max_bytes = scratch.max_bytes = ir->arena->max_bytes;
    program->arena.watch = scratch.watch = ir->arena->watch;
    program->ir = ir;
    program->isa = options->isa;
    gac_result result = make_program(&e, &scratch);
    gac__arena_free(&scratch);
    gac__arena_free(&e.copies);
    return result;
}

void gac__lane_program_free(gac__lane_program *program)
{
    if (program->arena.allocator)
        gac__arena_free(&program->arena);
    memset(program, 0, sizeof *program);
}
