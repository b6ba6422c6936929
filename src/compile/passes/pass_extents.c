/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Sizes of local variables that the module does not tell.
 *
 * LLVM's backend has pointers without pointees and takes a variable's type from
 * its uses: a local array that only copies use is declared as a single element.
 * Such a variable gets as many bytes as copies access; if that is unknown, as
 * many as any device has. The analysis propagates from copies back to what
 * their pointers are computed from.
 */
#include "compile/passes/passes.h"

/* The minimum of CL_DEVICE_LOCAL_MEM_SIZE: portable kernels use no more. */
#define MOST_BYTES 32768
#define EXACT_SWEEPS 8u /* then a size that grows becomes MOST_BYTES */

typedef struct extents {
    gac__ir *ir;
    uint16_t
        *need;    /* by value: bytes behind that address; at most MOST_BYTES */
    bool changed; /* in this sweep */
    bool late;    /* EXACT_SWEEPS are over */
    bool all;     /* all variables have MOST_BYTES */
} extents;

static void grow(gac__ir *ir, uint32_t var, uint64_t bytes)
{
    gac__ir_var *v = &ir->vars[var];
    if (!v->has_no_size || bytes <= v->size_bytes)
        return;
    v->size_bytes = bytes;
    v->padding = NULL; /* it was that of one element */
}

/* Notes that `bytes` bytes from address `value` on are accessed. */
static void want(extents *x, uint32_t value, int64_t bytes)
{
    bytes = GAC__MIN(bytes, MOST_BYTES);
    if (bytes <= x->need[value])
        return;
    x->changed = true;
    x->need[value] = (uint16_t)(x->late ? MOST_BYTES : bytes);
}

/* The value of a constant, at most MOST_BYTES; MOST_BYTES for other values. */
static int64_t number(const gac__ir *ir, uint32_t value)
{
    const gac__ir_value *v = &ir->values[value];
    return v->kind == GAC__VALUE_CONST ? (int64_t)GAC__MIN(v->bits, MOST_BYTES)
                                       : MOST_BYTES;
}

/* The bytes from a copy's pointer to the end of that side. */
static int64_t span_of(const gac__ir *ir, const gac__ir_inst *i, bool dst)
{
    int64_t line = number(
        ir, i->args[dst ? GAC_ASYNC_DESTINATION_LINE : GAC_ASYNC_SOURCE_LINE]);
    int64_t plane = number(
        ir,
        i->args[dst ? GAC_ASYNC_DESTINATION_PLANE : GAC_ASYNC_SOURCE_PLANE]);
    int64_t lines = number(ir, i->args[GAC_ASYNC_LINES]);
    int64_t planes = number(ir, i->args[GAC_ASYNC_PLANES]);
    int64_t elements = number(ir, i->args[GAC_ASYNC_ELEMENTS])
                       + number(ir, i->args[dst ? GAC_ASYNC_DESTINATION_OFFSET
                                                : GAC_ASYNC_SOURCE_OFFSET]);
    if (lines > 1)
        elements += (lines - 1) * line;
    if (planes > 1)
        elements += (planes - 1) * plane;
    return GAC__MIN(elements, MOST_BYTES)
           * number(ir, i->args[GAC_ASYNC_ELEMENT_BYTES]);
}

static void propagate(extents *x, const gac__ir_inst *i)
{
    const gac__ir *ir = x->ir;
    if (i->op == GAC__IR_ASYNC_COPY) {
        want(x, i->args[GAC_ASYNC_DESTINATION], span_of(ir, i, true));
        want(x, i->args[GAC_ASYNC_SOURCE], span_of(ir, i, false));
    }
    int64_t need = i->result ? x->need[i->result] : 0;
    if (!need)
        return;
    switch (i->op) {
    case GAC__IR_LEA: {
        const gac__ir_value *index = &ir->values[i->args[1]];
        int64_t step = MOST_BYTES;
        if (index->kind == GAC__VALUE_CONST && index->bits < MOST_BYTES
            && i->imm < MOST_BYTES && i->imm2 > -MOST_BYTES
            && i->imm2 < MOST_BYTES)
            step = (int64_t)(index->bits * i->imm) + i->imm2;
        want(x, i->args[0], need + step);
        break;
    }
    case GAC__IR_PHI:
    case GAC__IR_SELECT:
    case GAC__IR_MOV:
    case GAC__IR_GENERIC_TO:
        for (uint32_t a = i->op == GAC__IR_SELECT; a < i->n_args; a++)
            want(x, i->args[a], need);
        break;
    default: /* loaded from memory: it may point to any variable */
        for (uint32_t v = 0; v < ir->n_vars && !x->all; v++)
            grow(x->ir, v, MOST_BYTES);
        x->all = true;
        break;
    }
}

gac_result gac__pass_extents(gac__ir *ir, gac__arena *scratch)
{
    bool any = false;
    for (uint32_t v = 0; v < ir->n_vars; v++)
        any |= ir->vars[v].has_no_size;
    if (!any)
        return GAC_OK;
    extents x = {.ir = ir, .changed = true};
    x.need = gac__arena_alloc(scratch, ir->n_values, sizeof *x.need);
    if (!x.need)
        return GAC_ERR_MEMORY;
    for (uint32_t sweep = 0; x.changed; sweep++) {
        GAC__TRY(gac__ir_watch(ir, ir->n_values));
        x.changed = false;
        x.late = sweep >= EXACT_SWEEPS;
        for (uint32_t b = ir->n_blocks; b-- > 0;)
            for (uint32_t k = ir->blocks[b].n_insts; k-- > 0;)
                propagate(&x, ir->blocks[b].insts[k]);
    }
    for (uint32_t v = 1; v < ir->n_values; v++) {
        const gac__ir_value *value = &ir->values[v];
        if (value->kind == GAC__VALUE_SYMBOL && value->symbol == GAC__SYMBOL_VAR
            && x.need[v])
            grow(ir, value->index,
                 GAC__MIN(value->bits + x.need[v], (uint64_t)MOST_BYTES));
    }
    return GAC_OK;
}
