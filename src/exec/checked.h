/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What a checked run tells the checker (checked.c, checked_copy.c,
 * checked_group.c, checked_moves.c). */
#ifndef GAC_EXEC_CHECKED_H
#define GAC_EXEC_CHECKED_H

#include "exec/collectives.h"
#include "exec/exec_internal.h"

static inline gac__checker *gac__checker_of(const gac__strip *s)
{
    return s->worker->run->checker;
}

/* The site of a collective, or of an access. */
static inline uint32_t gac__site_of(const gac__strip *s,
                                    const gac__lane_inst *i)
{
    return i->code == GAC__CODE_ASYNC_COPY
               ? i->site
               : gac__ir_site(s->worker->run->program->ir, i->ir->ordinal);
}

/* Tells the checker what the next instruction will do. */
bool gac__do_check(gac__strip *s, const gac__lane_inst *i);

/* The CHECKs, by what handles them; false if the run is to end. */
#define GAC_CHECK(kind, handler)                                               \
    bool gac__checked_##handler(gac__strip *s, const gac__lane_inst *i);
#include "compile/ir/checks.def"
#undef GAC_CHECK

/* Whether the run goes on behind lanes that leave their private memory
 * (traps.c). */
bool gac__checked_left(gac__strip *s, const gac__lane_inst *i);

/* Tells of an address that undefined memory has decided: argument `of`, of
 * which argument `arg` is the shadow. */
void gac__checked_address(gac__strip *s, const gac__lane_inst *i, uint32_t arg,
                          uint32_t of);

/* What the checker is told of a buffer of a run's space (check_buffers.c). */
gac__check_buffer gac__run_describe(const gac__run *run, uint32_t number);

/* Tells it of a collective that the lanes of a party have met at. */
void gac__checked_collective(const gac__participants *p,
                             const gac__lane_inst *i);

/* Tells it of a copy whose operands are `lane`'s of strip s, and that has
 * started on `event`, or did not because of `why`. */
void gac__checked_copy(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                       const gac_copy_desc *desc, gac_result why,
                       uint64_t event);

/* Tells it of copies of a line each that have been made as one. */
void gac__checked_lines(gac__strip *s, const gac__copy_lines *l);

/* Tells it of an event that a copy is to go on. */
void gac__checked_event(gac__strip *s, const gac__lane_inst *i, uint64_t event);

/* Tells it of a wait. */
void gac__checked_wait(const gac__participants *p, const gac__lane_inst *i);

#endif
