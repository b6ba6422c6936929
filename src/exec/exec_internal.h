/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs lane programs: address space, strips, groups, launches.
 *
 *   launch   a kernel with its arguments; each of its runs covers a range
 *   worker   a thread's strips, local memory and copy queue
 *   group    a work-group: the worker's strips, run one after the other up to
 *            the next collective
 *   strip    up to `width` lanes (work-items) that share each instruction
 */
#ifndef GAC_EXEC_EXEC_INTERNAL_H
#define GAC_EXEC_EXEC_INTERNAL_H

#include "exec/worker.h"

/* -- limits and traps (limits.c, traps.c) ---------------------------------- */

/* Looks at the time, the number of instructions and cancellation, once the
 * worker has used up its budget. False if the run must stop. */
bool gac__check_limits(gac__worker *w);

/* Counts work that takes as long as so many instructions, and looks at the
 * limits when the budget is used up. False if the run must stop. */
static inline bool gac__spend(gac__worker *w, uint64_t instructions)
{
    w->instructions += instructions;
    return w->instructions <= w->budget || gac__check_limits(w);
}

/* Copies bytes that may overlap, piece by piece. The bytes count as
 * instructions, and limits are looked at between pieces. False if the run must
 * stop. */
bool gac__move_bytes(gac__worker *w, uint8_t *to, const uint8_t *from,
                     uint64_t size);

/* Counts event `e` of a list: an instruction for each one behind the first
 * GAC__FEW_EVENTS. False if the run must stop. */
#define GAC__FEW_EVENTS 64u
static inline bool gac__event_goes_on(gac__worker *w, uint32_t e)
{
    return e < GAC__FEW_EVENTS || gac__spend(w, 1);
}

/* Stops the run. The reason of the lowest work-group is kept. Returns false. */
bool gac__stop(gac__worker *w, gac_result result, gac__rule_id rule,
               uint32_t ordinal, const char *format, ...) GAC__PRINTF(5, 6);

/* Reports an access of `size` bytes at `address` by `lane` that is out of
 * bounds, or not allowed. Returns NULL: the run ends. In a checked run that
 * goes on, returns 8 zeroed bytes to access instead. */
uint8_t *gac__trap_access(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                          uint64_t address, uint64_t size, bool write);

/* -- strips (strip.c) ------------------------------------------------------ */

/* Runs a strip until all its lanes have ended or have arrived at a collective,
 * or until the run stops. */
gac__status gac__strip_run(gac__strip *s);

/* To be called when lanes have left the mask. */
void gac__strip_mask_narrowed(gac__strip *s);

/* Visits the active lanes in order. */
#define GAC__EACH_LANE(s, k)                                                   \
    for (uint32_t k = (s)->first; k < (s)->end; k++)                           \
        if ((s)->mask[k])

/* Returns the number in its group of a lane's work-item. */
static inline uint32_t gac__lane_item(const gac__strip *s, uint32_t lane)
{
    return s->index * s->worker->run->program->width + lane;
}

/* Moves the active lanes to `pc`, below which no lane waits. */
static inline void gac__strip_go(gac__strip *s, uint32_t pc)
{
    s->block = pc & GAC__PC_BLOCK;
    s->arrived = pc & GAC__PC_COLLECTIVE ? pc : 0;
}

/* Runs a strip that is its whole group and has arrived at an async copy. Stops
 * at the first block that does more than compute, copy lines and wait for
 * events; that may be the first one. False if the run must stop. */
bool gac__strip_copies(gac__strip *s);

/* -- memory (memory.c, memory_uniform.c) ----------------------------------- */

/* Returns host memory for `size` bytes at `address`; NULL if one buffer does
 * not hold them all, or does not allow the access. */
uint8_t *gac__strip_translate(const gac__strip *s, uint64_t address,
                              uint64_t size, bool write);

/* Returns the difference between host addresses and addresses, for active lanes
 * that write elements of type i->ty at the addresses in register `at`. 0: one
 * buffer does not hold all elements, or does not allow the access. */
uintptr_t gac__strip_window(gac__strip *s, const gac__lane_inst *i,
                            uint32_t at);

/* Returns the bytes from a group's memory at `address` to that of the next
 * coalesced group; 0: groups share the memory. */
uint64_t gac__bytes_apart(const gac__strip *s, uint64_t address);

/* Returns the number of the buffer that holds an address; 0: none does. */
static inline uint32_t gac__strip_buffer(const gac__strip *s, uint64_t address)
{
    const gac__space *space = &s->worker->run->space;
    uint64_t index = address >> 48;
    return index && index < space->n_buffers
               ? (uint32_t)index
               : gac__space_placed(space, address);
}

/* Like gac__strip_buffer(), but for messages: an address in front of a buffer,
 * or behind a placed one, counts as in it. */
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

/* Empties row buffers, a bit of `row_buffers` for each. To be called before the
 * first iteration of the loop whose loads have them. gac__row_buffer_load() is
 * for a row buffer that is not idle, and returns false if the load has to be
 * done without it. */
void gac__row_buffers_begin(gac__strip *s, uint32_t row_buffers);
bool gac__row_buffer_load(gac__strip *s, const gac__lane_inst *i);

/* Does an interleaved group of accesses (interleaved.c). Returns how many of
 * the instructions behind it are done: the whole group, or 0. GAC__STOPPED: the
 * run must stop. */
#define GAC__STOPPED UINT32_MAX
uint32_t gac__do_interleaved(gac__strip *s, const gac__lane_inst *i);

/* Runs a fused sequence (fused.c). Returns how many of the instructions behind
 * it are done: the whole sequence, perhaps with the store behind it, or 0. */
uint32_t gac__do_fused(gac__strip *s, const gac__lane_inst *i);

/* Prepares the steps of a new strip's fused sequences. */
void gac__fused_prepare(gac__strip *s);

/* Returns the host address of lane 0's element for a contiguous store whose
 * index is known, and whose elements may all be written; 0: another store. */
uintptr_t gac__contiguous_host(gac__strip *s, const gac__lane_inst *i);

/* Writes a value of 1 << log2 bytes n times. */
void gac__fill(uint8_t *to, uint64_t bits, uint32_t log2, size_t n);

/* LOAD and STORE, by absolute addresses. */
bool gac__do_access(gac__strip *s, const gac__lane_inst *i);
bool gac__do_load_uniform(gac__strip *s, const gac__lane_inst *i);
bool gac__do_load_indexed(gac__strip *s, const gac__lane_inst *i);
bool gac__do_store_uniform(gac__strip *s, const gac__lane_inst *i);
bool gac__do_store_indexed(gac__strip *s, const gac__lane_inst *i);

/* -- operands of list instructions ----------------------------------------- */

/* Returns the value of one lane of a register, or of a scalar slot,
 * zero-extended. */
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

/* Returns operand `a` of a lane, zero-extended. */
static inline uint64_t gac__operand(const gac__strip *s,
                                    const gac__lane_inst *i, uint32_t a,
                                    uint32_t lane)
{
    return gac__read_lane(s->frame, i->args[a], i->arg_uniform[a], i->arg_ty[a],
                          lane);
}

/* Computes an address that all lanes share. */
static inline void gac__lea_scalar(gac__strip *s, const gac__lane_inst *i)
{
    uint64_t base, index = gac__read_lane(s->frame, i->b, true, i->index_ty, 0);
    memcpy(&base, s->frame + i->a, sizeof base);
    int64_t at = i->flags & GAC__CODE_UNSIGNED
                     ? (int64_t)index
                     : gac__sign_extend(index, i->index_ty);
    uint64_t address = base + (uint64_t)at * i->scale + (uint64_t)i->imm;
    if (i->ty == GAC__TY_I32)
        address = (uint32_t)address;
    memcpy(s->frame + i->d, &address, sizeof address);
}

/* Writes a lane's result. */
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

/* -- lane by lane (lane_ops.c, atomics.c, printf.c) ------------------------ */

bool gac__do_copymem(gac__strip *s, const gac__lane_inst *i);
bool gac__do_generic(gac__strip *s, const gac__lane_inst *i);
bool gac__do_atomic(gac__strip *s, const gac__lane_inst *i);
bool gac__do_printf(gac__strip *s, const gac__lane_inst *i);
bool gac__do_trap(gac__strip *s, const gac__lane_inst *i);

#endif
