/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which indices rise by one along the rows of a work-group.
 *
 * Lanes are put in order row by row. Where rows are whole steps of lanes, a
 * step's lanes share everything but the first local id: an index that is the
 * sum of that and of what they share is sixteen neighbours in memory, whatever
 * it is from row to row. Exec has to look at one or two lanes of each step
 * then.
 *
 * Steps are whole steps of what is computed at once, too: a value counts in the
 * block that computes it and those that run at once after it, elsewhere lanes
 * may hold values from different rounds of a loop. What depends on ids and the
 * launch alone counts everywhere.
 */
#include "compile/emit/emit.h"

static gac__row row_of_builtin(const gac__ir_inst *i)
{
    gac__row same = {GAC__ROW_SAME, GAC__ALWAYS},
             rises = {GAC__ROW_RISES, GAC__ALWAYS};
    switch (i->sub) {
    case GAC__BUILTIN_LOCAL_ID: return i->imm ? same : rises;
    case GAC__BUILTIN_LOCAL_LINEAR_ID:
    case GAC__BUILTIN_STRIP_LANE: return rises;
    case GAC__BUILTIN_GROUP_ID:
    case GAC__BUILTIN_GROUP_BASE:
    case GAC__BUILTIN_GROUP_BASE_NO_OFFSET:
    case GAC__BUILTIN_GLOBAL_SIZE:
    case GAC__BUILTIN_LOCAL_SIZE:
    case GAC__BUILTIN_ENQUEUED_LOCAL_SIZE:
    case GAC__BUILTIN_NUM_GROUPS:
    case GAC__BUILTIN_GLOBAL_OFFSET:
    case GAC__BUILTIN_WORK_DIM:
    case GAC__BUILTIN_STRIP_WIDTH: return same;
    default: return (gac__row){GAC__ROW_UNKNOWN, 0};
    }
}

/* How a value that has been computed lies along rows, at this place. */
static gac__row row_of(const gac__emitter *e, uint32_t v)
{
    const gac__ir_value *value = &e->ir->values[v];
    gac__row row = e->rows[v];
    if (value->kind != GAC__VALUE_INST)
        return (gac__row){GAC__ROW_SAME, GAC__ALWAYS};
    if (value->def->op == GAC__IR_BUILTIN)
        row = row_of_builtin(value->def);
    else if (value->def->op == GAC__IR_ARG)
        row = (gac__row){GAC__ROW_SAME, GAC__ALWAYS};
    if (row.chain == GAC__ALWAYS || row.chain == e->chain)
        return row;
    return (gac__row){gac__is_uniform(e, v) ? GAC__ROW_SAME : GAC__ROW_UNKNOWN,
                      e->chain};
}

/* Whether a value is a constant of ones below. */
static bool is_low_mask(const gac__emitter *e, uint32_t v)
{
    const gac__ir_value *value = &e->ir->values[v];
    return value->kind == GAC__VALUE_CONST
           && !(value->bits & (value->bits + 1));
}

/* What an operation makes of operands `n_rising` of which rise. Exec sees
 * whether it wraps. */
static gac__row_kind combine(const gac__emitter *e, const gac__ir_inst *i,
                             const gac__row *rows, uint32_t n_rising)
{
    if (!n_rising)
        return GAC__ROW_SAME;
    switch (i->op) {
    case GAC__IR_IADD: return n_rising == 1 ? GAC__ROW_RISES : GAC__ROW_UNKNOWN;
    case GAC__IR_ISUB:
        return n_rising == 1 && rows[0].kind == GAC__ROW_RISES
                   ? GAC__ROW_RISES
                   : GAC__ROW_UNKNOWN;
    case GAC__IR_SELECT:
        return n_rising == 2 && rows[0].kind == GAC__ROW_SAME
                   ? GAC__ROW_RISES
                   : GAC__ROW_UNKNOWN;
    case GAC__IR_AND:
        return n_rising == 1 && is_low_mask(e, i->args[1]) ? GAC__ROW_RISES
                                                           : GAC__ROW_UNKNOWN;
    case GAC__IR_MOV:
    case GAC__IR_TRUNC:
    case GAC__IR_ZEXT:
    case GAC__IR_SEXT: return GAC__ROW_RISES;
    default: return GAC__ROW_UNKNOWN;
    }
}

void gac__note_row(gac__emitter *e, const gac__ir_inst *i)
{
    gac__row *out = &e->rows[i->result], rows[3];
    uint32_t n_rising = 0;
    *out = (gac__row){gac__is_uniform(e, i->result) ? GAC__ROW_SAME
                                                    : GAC__ROW_UNKNOWN,
                      e->chain};
    if (!gac__ir_is_pure(i->op) || i->n_args > 3)
        return;
    uint32_t chain = GAC__ALWAYS;
    for (uint32_t a = 0; a < i->n_args; a++) {
        rows[a] = row_of(e, i->args[a]);
        if (rows[a].kind == GAC__ROW_UNKNOWN)
            return;
        n_rising += rows[a].kind == GAC__ROW_RISES;
        if (rows[a].chain != GAC__ALWAYS)
            chain = e->chain;
    }
    *out = (gac__row){combine(e, i, rows, n_rising), chain};
}

bool gac__rises_in_rows(const gac__emitter *e, uint32_t v)
{
    return row_of(e, v).kind == GAC__ROW_RISES;
}

bool gac__is_settled(const gac__emitter *e, uint32_t v)
{
    gac__row row = row_of(e, v);
    return row.kind == GAC__ROW_SAME && row.chain == GAC__ALWAYS;
}
