/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Small copies of a constant size become loads and stores.
 *
 * A structure that a kernel copies is a few numbers, which lanes load and store
 * together; and a private variable that only the copy kept in memory can become
 * values (pass_mem2reg.c). For that, a copy is cut where the variables at its
 * ends are accessed otherwise, also through further copies. Large copies stay
 * as they are.
 */
#include "compile/passes/passes.h"

#define MOST_BYTES 1024u
#define MOST_ANY_BYTES 512u /* if no end is a variable that can be promoted */
#define MOST_PIECES 128u
#define MOST_CUTS 128u /* of a variable */
#define MOST_VARIABLES 2048u
#define MOST_SWEEPS 4 /* cuts propagate through so many copies */
#define MOST_COMPARED (1u << 22)

/* An access to `bytes` bytes of a variable. */
typedef struct cut {
    int64_t offset;
    uint32_t bytes;
} cut;

typedef struct variable {
    cut cuts[MOST_CUTS];
    uint32_t n_cuts;
    uint32_t element; /* bytes of accesses with an index; 0: there are none */
    bool indexed; /* the variable itself is accessed with an index, not only one
                     that it is copied from or to */
} variable;

typedef struct cutter {
    gac__ir *ir;
    variable *variables;
    uint32_t most;   /* the most values that the IR may have after the pass */
    uint32_t budget; /* comparisons of cuts that are left */
    gac__addresses at;
} cutter;

/* The size of a copy that may be cut; 0: it stays. */
static uint64_t size_of(const cutter *c, const gac__ir_inst *i)
{
    uint64_t bytes;
    return i->op == GAC__IR_COPYMEM && !i->flags
                   && gac__ir_is_const(c->ir, i->args[2], &bytes)
                   && bytes <= MOST_BYTES
               ? bytes
               : 0;
}

/* -- cuts of variables --------------------------------------------------- */

static bool has_cut(const variable *v, int64_t offset)
{
    for (uint32_t k = 0; k < v->n_cuts; k++)
        if (v->cuts[k].offset == offset)
            return true;
    return false;
}

static bool add_cut(variable *v, int64_t offset, uint32_t bytes)
{
    if (v->n_cuts == MOST_CUTS || has_cut(v, offset))
        return false;
    v->cuts[v->n_cuts++] = (cut){offset, bytes};
    return true;
}

static void note_access(cutter *c, const gac__ir_inst *i)
{
    if (!gac__ir_is_access(i) || !c->at.base[i->args[0]])
        return;
    variable *v = &c->variables[c->at.base[i->args[0]] - 1];
    uint32_t bytes = gac__ty_bytes((gac__ty)i->ty);
    int64_t at = c->at.offset[i->args[0]];
    if (at != GAC__NOWHERE && gac__offset_add(at, i->imm2, &at)) {
        (void)add_cut(v, at, bytes);
        return;
    }
    v->element = bytes;
    v->indexed = true;
}

/* A variable gets the cuts of variables that it is copied from or to. */
static bool propagate(cutter *c, uint32_t from, uint32_t to, uint64_t size)
{
    bool any = false;
    if (!c->at.base[from] || !c->at.base[to]
        || c->at.base[from] == c->at.base[to]
        || c->at.offset[from] == GAC__NOWHERE
        || c->at.offset[to] == GAC__NOWHERE)
        return false;
    const variable *v = &c->variables[c->at.base[from] - 1];
    variable *w = &c->variables[c->at.base[to] - 1];
    uint32_t n_compared = 1 + v->n_cuts * w->n_cuts;
    if (n_compared > c->budget)
        return false;
    c->budget -= n_compared;
    for (uint32_t k = 0; k < v->n_cuts; k++) {
        int64_t at = v->cuts[k].offset - c->at.offset[from];
        int64_t there;
        if (at >= 0 && (uint64_t)at + v->cuts[k].bytes <= size
            && gac__offset_add(at, c->at.offset[to], &there))
            any |= add_cut(w, there, v->cuts[k].bytes);
    }
    if (w->element == 0 && v->element != 0) {
        w->element = v->element;
        any = true;
    }
    return any;
}

static bool propagate_all(cutter *c)
{
    bool any = false;
    GAC__EACH_INST(c->ir, b, i) {
        uint64_t size = size_of(c, i);
        if (size == 0)
            continue;
        any |= propagate(c, i->args[1], i->args[0], size);
        any |= propagate(c, i->args[0], i->args[1], size);
    }
    return any;
}

/* -- cutting --------------------------------------------------------------- */

/* The size that one end of a copy wants for the piece at `at`: that of the
 * access there, or the distance to the next one; 0: any size. */
static uint32_t piece_of(const cutter *c, uint32_t end, uint64_t at)
{
    uint32_t bytes = 0;
    if (!c->at.base[end])
        return 0;
    const variable *v = &c->variables[c->at.base[end] - 1];
    if (c->at.offset[end] == GAC__NOWHERE)
        return v->element;
    int64_t offset = c->at.offset[end] + (int64_t)at;
    for (uint32_t k = 0; k < v->n_cuts; k++) {
        int64_t ahead = v->cuts[k].offset - offset;
        if (ahead == 0)
            return v->cuts[k].bytes;
        if (ahead > 0 && ahead < 8 && (bytes == 0 || ahead < bytes))
            bytes = (uint32_t)ahead;
    }
    return bytes ? bytes : v->element;
}

/* Whether all accesses to the variable at an end have known offsets. */
static bool is_record(const cutter *c, uint32_t end)
{
    return c->at.base[end] && c->at.offset[end] != GAC__NOWHERE
           && !c->variables[c->at.base[end] - 1].indexed;
}

/* Cuts a copy; returns the number of pieces, 0: too many. */
static uint32_t cut_copy(const cutter *c, const gac__ir_inst *i, uint64_t size,
                         uint8_t pieces[MOST_PIECES])
{
    uint32_t n = 0;
    if (size > MOST_ANY_BYTES && !is_record(c, i->args[0])
        && !is_record(c, i->args[1]))
        return 0;
    for (uint64_t at = 0; at < size;) {
        uint32_t a = piece_of(c, i->args[0], at),
                 b = piece_of(c, i->args[1], at);
        uint32_t bytes = a && b ? GAC__MIN(a, b) : a + b;
        if (bytes == 0) /* unknown memory: by alignment */
            bytes = 1u << GAC__MIN(i->sub, 3u);
        while (bytes > size - at || (bytes & (bytes - 1)) != 0
               || at % bytes != 0)
            bytes = bytes > 8 ? 8 : bytes - 1;
        if (n == MOST_PIECES)
            return 0;
        pieces[n++] = (uint8_t)bytes;
        at += bytes;
    }
    return n;
}

static gac__ty ty_of(uint32_t bytes)
{
    return bytes == 8   ? GAC__TY_I64
           : bytes == 4 ? GAC__TY_I32
           : bytes == 2 ? GAC__TY_I16
                        : GAC__TY_I8;
}

static uint32_t log2_at(const gac__ir_inst *copy, uint64_t at)
{
    return at ? GAC__MIN((uint32_t)copy->sub, (uint32_t)__builtin_ctzll(at))
              : copy->sub;
}

/* All loads come before all stores: the ends may overlap. */
static void put_pieces(cutter *c, gac__ir_block *block,
                       const gac__ir_inst *copy, const uint8_t *pieces,
                       uint32_t n)
{
    uint32_t values[MOST_PIECES];
    for (uint32_t stores = 0; stores < 2; stores++)
        for (uint64_t k = 0, at = 0; k < n; at += pieces[k++]) {
            gac__ir_inst *piece =
                gac__ir_add(c->ir, block, stores ? GAC__IR_STORE : GAC__IR_LOAD,
                            ty_of(pieces[k]), copy, copy->args[!stores],
                            stores ? values[k] : 0, 0);
            piece->imm2 = (int64_t)at;
            piece->sub = log2_at(copy, at);
            values[k] = piece->result;
        }
}

static bool has_copy(const cutter *c, const gac__ir_block *block)
{
    for (uint32_t k = 0; k < block->n_insts; k++)
        if (size_of(c, block->insts[k]))
            return true;
    return false;
}

static void cut_block(cutter *c, gac__ir_block *block)
{
    GAC__EACH_REOPENED(c->ir, block, i) {
        uint8_t pieces[MOST_PIECES];
        uint64_t size = size_of(c, i);
        uint32_t n = size && c->ir->n_values < c->most
                         ? cut_copy(c, i, size, pieces)
                         : 0;
        if (n)
            put_pieces(c, block, i, pieces, n);
        else
            gac__ir_append(c->ir, block, i);
    }
}

static gac_result cut_all(cutter *c, gac__arena *scratch)
{
    gac__ir *ir = c->ir;
    uint32_t n_allocas = gac__count_variables(ir);
    if (n_allocas > MOST_VARIABLES)
        return GAC_OK;
    c->most = gac__most_values(ir);
    c->budget = MOST_COMPARED;
    c->variables = gac__arena_alloc(scratch, n_allocas, sizeof *c->variables);
    if (!c->variables || !gac__addresses_find(&c->at, ir, scratch))
        return GAC_ERR_MEMORY;
    GAC__EACH_INST(ir, b, i)
        note_access(c, i);
    for (int sweep = 0; sweep < MOST_SWEEPS && propagate_all(c); sweep++)
        ;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        if (has_copy(c, &ir->blocks[b])) {
            GAC__TRY(gac__ir_watch(ir, 16 * (uint64_t)ir->blocks[b].n_insts));
            cut_block(c, &ir->blocks[b]);
        }
    return GAC_OK;
}

/* A checked run checks a copy as a whole: parts of it may be unwritten. */
gac_result gac__pass_copies(gac__ir *ir, gac__arena *scratch)
{
    cutter c = {.ir = ir};
    for (uint32_t b = 0; b < ir->n_blocks && !ir->variant.checked; b++)
        if (has_copy(&c, &ir->blocks[b]))
            return cut_all(&c, scratch);
    return GAC_OK;
}
