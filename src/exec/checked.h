/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What a checked run tells the checker. */
#ifndef GAC_EXEC_CHECKED_H
#define GAC_EXEC_CHECKED_H

#include "exec/collectives.h"
#include "exec/exec_internal.h"
#include "module/reports.h"

static inline gac__checker *gac__checker_of(const gac__strip *s)
{
    return s->worker->run->checker;
}

/* Returns the site of an instruction's findings. */
static inline uint32_t gac__site_of(const gac__strip *s,
                                    const gac__lane_inst *i)
{
    return i->code == GAC__CODE_ASYNC_COPY
               ? i->site
               : gac__ir_site(s->worker->run->program->ir, i->ir->ordinal);
}

/* Returns a strip's active lanes, for an access of `size` bytes. */
static inline gac__check_lanes gac__active_lanes(const gac__strip *s,
                                                 const gac__lane_inst *i,
                                                 uint32_t size)
{
    return (gac__check_lanes){.site = i->site,
                              .size = size,
                              .strip = s->index,
                              .first_item = gac__lane_item(s, 0),
                              .first = s->first,
                              .end = GAC__MIN(s->end, s->n),
                              .mask = gac__active_mask(s),
                              .offset = s->worker->offsets};
}

/* Writes what findings call an instruction. */
static inline void gac__checked_title(const gac__strip *s,
                                      const gac__lane_inst *i, char out[64])
{
    gac__module_inst_title(s->worker->run->program->ir->module, i->ir->ordinal,
                           out);
}

/* Runs a CHECK: tells the checker what the next instruction will do. False if
 * the run must stop. */
bool gac__do_check(gac__strip *s, const gac__lane_inst *i);

/* The handlers of CHECKs. False if the run must stop. */
#define GAC_CHECK(kind, handler)                                               \
    bool gac__checked_##handler(gac__strip *s, const gac__lane_inst *i);
#include "compile/ir/checks.def"
#undef GAC_CHECK

/* Whether the run goes on although lanes of the next access leave their private
 * memory (traps.c). */
bool gac__checked_left(gac__strip *s, const gac__lane_inst *i);

/* Reports lanes whose address, operand `of`, depends on undefined memory:
 * operand `arg` is the address's shadow. */
void gac__checked_address(gac__strip *s, const gac__lane_inst *i, uint32_t arg,
                          uint32_t of);

/* Returns the checker's description of a buffer (check_buffers.c). */
gac__check_buffer gac__run_describe(const gac__run *run, uint32_t number);

/* Checks a collective at which lanes have arrived. */
void gac__checked_collective(const gac__participants *p,
                             const gac__lane_inst *i);

/* Tells the checker of a copy with the operands of one lane of strip s. It has
 * started on `event`, or `why` says why it has not. */
void gac__checked_copy(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                       const gac_copy_desc *desc, gac_result why,
                       uint64_t event);

/* Returns the number of the buffer of a side's lines. */
static inline uint32_t gac__side_buffer(const gac__strip *s,
                                        const gac__lines_side *side)
{
    return (uint32_t)(side->buffer - s->buffers);
}

/* Tells the checker of copies of lines that have been merged into one. */
void gac__checked_lines(gac__strip *s, const gac__copy_site *l);

/* Checks the event that a copy is to use. */
void gac__checked_event(gac__strip *s, const gac__lane_inst *i, uint64_t event);

/* Checks the events of a wait, which releases them. */
void gac__checked_wait(const gac__participants *p, const gac__lane_inst *i);

#endif
