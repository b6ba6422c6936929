/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The set for foreign SPIR-V interpreters and drivers: with their own memory,
 * scheduler and ids, and without a gac_module.
 *
 *     if (gac_async_import(name)) set_id = result_id;            // once
 *
 *     gac_async_inst inst;                                       // once a site
 *     gac_async_decode(words, n_words, set_id, &inst);
 *
 *     for (r = 0; r < GAC_ASYNC_ROLE_COUNT; r++)                 // each run
 *         if (inst.operand_id[r]) values[r] = my_value(inst.operand_id[r]);
 *     gac_async_start(queue, &inst, values, &memory, &event);
 *     ...
 *     gac_async_wait(queue, &event, 1);
 */
#ifndef GAC_INTEROP_H
#define GAC_INTEROP_H

#include <stdbool.h>

#include <gac/copy.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The operands of the set's instructions, in one order for all of them. */
typedef enum gac_async_role {
    GAC_ASYNC_DESTINATION,
    GAC_ASYNC_DESTINATION_OFFSET,
    GAC_ASYNC_SOURCE,
    GAC_ASYNC_SOURCE_OFFSET,
    GAC_ASYNC_ELEMENT_BYTES,
    GAC_ASYNC_ELEMENTS,
    GAC_ASYNC_LINES,
    GAC_ASYNC_PLANES,
    GAC_ASYNC_SOURCE_LINE,
    GAC_ASYNC_SOURCE_PLANE,
    GAC_ASYNC_DESTINATION_LINE,
    GAC_ASYNC_DESTINATION_PLANE,
    GAC_ASYNC_EVENT,
    GAC_ASYNC_ROLE_COUNT
} gac_async_role;

/* One instruction of the set, decoded. */
typedef struct gac_async_inst {
    uint32_t number;  /* the instruction's number in the set */
    const char *name; /* its name; static */
    uint32_t result_type, result_id;
    uint32_t operand_id[GAC_ASYNC_ROLE_COUNT]; /* 0: it has no such operand */
} gac_async_inst;

/* Returns whether an OpExtInstImport's name is the set's: the plain name or the
 * one with the NonSemantic. prefix. NULL is no name. Thread-safe. */
GAC_API bool gac_async_import(const char *name);

/* Decodes an OpExtInst of the set: `n_words` words in host order, at least as
 * many as its first word says. `set_id`: the import's id. Errors: NOT_FOUND
 * (not an OpExtInst of that id), UNSUPPORTED (no such instruction in the set),
 * FORMAT (truncated, the wrong number of operands, or an id 0); `*inst_out` is
 * then all zero. Thread-safe. */
GAC_API gac_result gac_async_decode(const uint32_t *words, size_t n_words,
                                    uint32_t set_id, gac_async_inst *inst_out);

/* Makes the copy descriptor from operand values, each zero extended; those of
 * operands that the instruction does not have are not read. `address_bits`: 32
 * or 64, the addressing model's width: values are cut to it. Errors: ARGUMENT.
 * Source: the set's specification, the text of each instruction. Thread-safe.
 */
GAC_API gac_result gac_async_desc(const gac_async_inst *inst,
                                  const uint64_t values[GAC_ASYNC_ROLE_COUNT],
                                  unsigned address_bits,
                                  gac_copy_desc *desc_out);

/* The caller's memory. Either `map` gives host memory for an address, or `read`
 * and `write` move bytes; `map` is tried first. All are called by
 * gac_async_start(), on its thread; host memory is read and written until the
 * event has been waited for. */
typedef struct gac_async_memory {
    size_t size;           /* sizeof(gac_async_memory) */
    unsigned address_bits; /* 32 or 64 */
    void *user;
    /* Finds the piece of memory that `address` belongs to: its first address,
     * its size and where it is in the host (NULL: only by read and write).
     * False: it is in none. */
    bool (*map)(void *user, uint64_t address, uint64_t *first_out,
                uint64_t *size_bytes_out, void **host_out);
    bool (*read)(void *user, uint64_t address, void *to, uint64_t size_bytes);
    bool (*write)(void *user, uint64_t address, const void *from,
                  uint64_t size_bytes);
} gac_async_memory;

/* An event as the kernel sees it; never 0, and less than 2^32. */
typedef uint64_t gac_async_event;

/* Carries out an instruction of the set on a queue (see copy.h; one a
 * work-group). `values` as for gac_async_desc(); values[GAC_ASYNC_EVENT] is the
 * event that it shares, or 0. On GAC_OK `*event_out` is the result. Memory that
 * has no host address is copied at once. Errors: BOUNDS (outside the piece of
 * memory that it starts in), OVERFLOW, EVENT, ARGUMENT, LIMIT, MEMORY,
 * CANCELLED (as gac_copy_queue_start()), IO (a callback failed; what was copied
 * before stays); otherwise nothing is copied. One thread at a time for a queue.
 */
GAC_API gac_result gac_async_start(gac_copy_queue *queue,
                                   const gac_async_inst *inst,
                                   const uint64_t values[GAC_ASYNC_ROLE_COUNT],
                                   const gac_async_memory *memory,
                                   gac_async_event *event_out);

/* Like gac_copy_queue_poll() and gac_copy_queue_wait(), for these events. */
GAC_API gac_result gac_async_poll(gac_copy_queue *queue, gac_async_event event);
GAC_API gac_result gac_async_wait(gac_copy_queue *queue,
                                  const gac_async_event *events,
                                  size_t n_events);

#ifdef __cplusplus
}
#endif
#endif
