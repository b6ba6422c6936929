/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs lane programs: address space, strips, groups, launches.
 *
 *   launch   one run of a kernel over a range; owns the address space
 *   worker   a thread's things: strips, local memory, a copy queue
 *   group    a work-group: the worker's strips, one after the other, from one
 *            collective point to the next
 *   strip    up to `width` lanes (work-items) that one instruction serves
 */
#ifndef GAC_EXEC_EXEC_INTERNAL_H
#define GAC_EXEC_EXEC_INTERNAL_H

#include "exec/worker.h"

/* -- strips (strip.c) ------------------------------------------------------ */

/* Runs a strip until all its lanes have ended or have arrived at a collective
 * block, or the run stops. */
gac__status gac__strip_run(gac__strip *s);

/* Looks at the clock, at the instructions executed and at cancellation, when a
 * worker's instructions have passed its budget. False if the run must stop. */
bool gac__check_limits(gac__worker *w);

/* Counts work that takes as long as so many instructions, and looks when the
 * budget is passed; false if the run must stop. */
static inline bool gac__spend(gac__worker *w, uint64_t instructions)
{
    w->instructions += instructions;
    return w->instructions <= w->budget || gac__check_limits(w);
}

/* Copies in pieces, whatever overlaps: a large copy counts as the many loads
 * and stores that it stands for, so that limits hold within it, too. False: the
 * run must stop. */
bool gac__move_bytes(gac__worker *w, uint8_t *to, const uint8_t *from,
                     uint64_t size);

/* Before event e of a list is looked at: those behind a few count as an
 * instruction each. False if the run must stop. */
#define GAC__FEW_EVENTS 64u
static inline bool gac__event_goes_on(gac__worker *w, uint32_t e)
{
    return e < GAC__FEW_EVENTS || gac__spend(w, 1);
}

static inline bool gac__lane_is_on(const gac__strip *s, uint32_t lane)
{
    return s->full ? lane < s->n : s->mask[lane];
}

/* A lane's work-item, by its number in the group. */
static inline uint32_t gac__lane_item(const gac__strip *s, uint32_t lane)
{
    return s->index * s->worker->run->program->width + lane;
}

/* Lanes that wait at a collective block go on behind its first instruction. */
static inline void gac__strip_resume(gac__strip *s)
{
    s->arrived = 0;
}

/* The active lanes are at `pc` from now on; no lane waits below it. */
static inline void gac__strip_go(gac__strip *s, uint32_t pc)
{
    s->block = pc & GAC__PC_BLOCK;
    s->arrived = pc & GAC__PC_COLLECTIVE ? pc : 0;
}

/* Runs a strip that is its whole group, at an async copy, up to the
 * first block that does anything but compute and copy lines; perhaps not at
 * all. False if the run must stop. */
bool gac__strip_copies(gac__strip *s);

/* -- memory (memory.c, memory_uniform.c) ----------------------------------- */

/* Returns host memory for `size` bytes at `address`, or NULL if they do not lie
 * in one buffer (or it is read-only and `write`). */
uint8_t *gac__strip_translate(const gac__strip *s, uint64_t address,
                              uint64_t size, bool write);

/* Returns what is to be added to the address of any active lane, which stand in
 * the register at `at`, to have host memory of an element of `i`; 0 if they do
 * not all lie in one buffer. */
uintptr_t gac__strip_window(gac__strip *s, const gac__lane_inst *i, uint32_t at,
                            bool write);

/* Bytes from a group's memory at `address` to that of the next group in the
 * strip. */
uint64_t gac__bytes_apart(const gac__strip *s, uint64_t address);

/* Returns the buffer that an address belongs to, by number; 0: none. */
static inline uint32_t gac__strip_buffer(const gac__strip *s, uint64_t address)
{
    const gac__space *space = &s->worker->run->space;
    if (space->wide) {
        uint64_t index = address >> 48;
        return index && index < space->n_buffers
                   ? (uint32_t)index
                   : gac__space_placed(space, address);
    }
    return address >> 32 ? 0 : space->pages[address >> GAC__PAGE_SHIFT];
}

/* The same for messages: what lies in front of a buffer is told of it, and what
 * lies behind a placed one. */
static inline uint32_t gac__strip_nearest(const gac__strip *s, uint64_t address)
{
    uint32_t number = gac__strip_buffer(s, address);
    uint64_t at = address - s->buffers[number].base;
    return s->worker->run->space.wide && (!number || at >> 47)
               ? gac__space_nearest(&s->worker->run->space, address)
               : number;
}

static inline uint32_t gac__log2_bytes(uint8_t ty)
{
    static const uint8_t log2[GAC__TY_COUNT] = {0, 0, 0, 1, 2, 3, 1, 2, 3};
    return log2[ty];
}

/* The first active lanes of a loop are about to come to it; `row_buffers` has a
 * bit for each of its loads that have row buffers. One of them: false: it has
 * to be done otherwise. */
void gac__row_buffers_begin(gac__strip *s, uint32_t row_buffers);
bool gac__row_buffer_load(gac__strip *s, const gac__lane_inst *i);

/* PARTS (interleaved.c). Returns how many of the accesses behind it are done:
 * all, or 0; or that one of them stops the run. */
#define GAC__STOPPED UINT32_MAX
uint32_t gac__do_interleaved(gac__strip *s, const gac__lane_inst *i);

/* CHAIN (fused.c). Returns how many of the instructions behind it are done; 0:
 * they have to be run one by one. */
uint32_t gac__do_fused(gac__strip *s, const gac__lane_inst *i);

/* Makes the steps of a new strip's chains. */
void gac__fused_prepare(gac__strip *s);

/* Returns the place of lane 0's element for a store of consecutive elements
 * whose index is known, all of which may be written; 0: it is not that simple.
 */
uintptr_t gac__contiguous_host(gac__strip *s, const gac__lane_inst *i);

/* The same value, of 1 << log2 bytes, n times. */
void gac__fill(uint8_t *to, uint64_t bits, uint32_t log2, size_t n);

bool gac__do_load(gac__strip *s, const gac__lane_inst *i);
bool gac__do_load_uniform(gac__strip *s, const gac__lane_inst *i);
bool gac__do_load_indexed(gac__strip *s, const gac__lane_inst *i);
bool gac__do_store(gac__strip *s, const gac__lane_inst *i);
bool gac__do_store_uniform(gac__strip *s, const gac__lane_inst *i);
bool gac__do_store_indexed(gac__strip *s, const gac__lane_inst *i);

/* Ends the run: an access of `size` bytes at `address` by `lane` is out of
 * bounds, or not allowed. Where the run is to go on, what is accessed instead,
 * of at most 8 bytes, zeroed; else NULL. */
uint8_t *gac__trap_access(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                          uint64_t address, uint64_t size, bool write);

/* Ends the run with another reason. */
void gac__stop(gac__worker *w, gac_result result, gac__rule_id rule,
               uint32_t ordinal, const char *format, ...) GAC__PRINTF(5, 6);

/* -- operands of list instructions ----------------------------------------- */

/* Reads one lane of a register, or a scalar slot, zero extended. */
static inline uint64_t gac__read_lane(const uint8_t *frame, uint32_t at,
                                      bool uniform, uint8_t ty, uint32_t lane)
{
    const uint8_t *p = frame + at;
    size_t k = uniform ? 0 : lane;
    switch (gac__ty_bytes((gac__ty)ty)) {
    case 1: return p[k];
    case 2: return ((const uint16_t *)(const void *)p)[k];
    case 4: return ((const uint32_t *)(const void *)p)[k];
    default: return ((const uint64_t *)(const void *)p)[k];
    }
}

/* Reads operand `a` of lane `lane`, zero extended. */
static inline uint64_t gac__operand(const gac__strip *s,
                                    const gac__lane_inst *i, uint32_t a,
                                    uint32_t lane)
{
    return gac__read_lane(s->frame, i->args[a], i->arg_uniform[a], i->arg_ty[a],
                          lane);
}

/* An address that all lanes share. */
static inline void gac__lea_scalar(gac__strip *s, const gac__lane_inst *i)
{
    uint64_t base, index = gac__read_lane(s->frame, i->b, true, i->index_ty, 0);
    uint32_t bits = gac__ty_bytes((gac__ty)i->index_ty) * 8;
    memcpy(&base, s->frame + i->a, sizeof base);
    int64_t at = i->flags & GAC__CODE_UNSIGNED
                     ? (int64_t)index
                     : (int64_t)(index << (64 - bits)) >> (64 - bits);
    uint64_t address = base + (uint64_t)at * i->scale + (uint64_t)i->imm;
    if (i->ty == GAC__TY_I32)
        address = (uint32_t)address;
    memcpy(s->frame + i->d, &address, sizeof address);
}

/* Writes one lane's result. */
static inline void gac__write_result(gac__strip *s, const gac__lane_inst *i,
                                     uint32_t lane, uint64_t bits)
{
    if (!i->ir->result)
        return;
    if (i->flags & GAC__CODE_D_UNIFORM) {
        memcpy(s->frame + i->d, &bits, sizeof bits);
        return;
    }
    uint32_t size = gac__ty_bytes((gac__ty)i->result_ty);
    memcpy(s->frame + i->d + (size_t)lane * size, &bits, size);
}

/* -- lane by lane (lane_ops.c, atomics.c, print.c) ------------------------- */

bool gac__do_copymem(gac__strip *s, const gac__lane_inst *i);
bool gac__do_generic(gac__strip *s, const gac__lane_inst *i);
bool gac__do_atomic(gac__strip *s, const gac__lane_inst *i);
bool gac__do_printf(gac__strip *s, const gac__lane_inst *i);
bool gac__do_trap(gac__strip *s, const gac__lane_inst *i);

#endif
