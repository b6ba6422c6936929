/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Decodes the set's instructions for foreign interpreters, and runs them on a
 * copy queue: it uses the grammar and the copy engine alone. */
#include <gac/interop.h>

#include "grammar/async_roles.h"
#include "grammar/grammar.h"

#define HEADER_WORDS                                                           \
    5u /* words of an OpExtInst: opcode, type, result, set, number */
#define OP_EXT_INST 12u
#define BOUNCE_BYTES 4096u

bool gac_async_import(const char *name)
{
    return name
           && gac__grammar_ext_set(name, strlen(name))
                  == &gac__set_async_copies;
}

gac_result gac_async_decode(const uint32_t *words, size_t n_words,
                            uint32_t set_id, gac_async_inst *inst_out)
{
    if (!words || !inst_out)
        return GAC_ERR_ARGUMENT;
    memset(inst_out, 0, sizeof *inst_out);
    if (!n_words || (words[0] & 0xffff) != OP_EXT_INST)
        return GAC_ERR_NOT_FOUND;
    size_t length = words[0] >> 16;
    if (length < HEADER_WORDS || length > n_words)
        return GAC_ERR_FORMAT;
    if (words[3] != set_id)
        return GAC_ERR_NOT_FOUND;
    const gac__ext_inst_row *row =
        gac__grammar_ext_inst(&gac__set_async_copies, words[4]);
    if (!row)
        return GAC_ERR_UNSUPPORTED;
    if (length != HEADER_WORDS + row->n_operands)
        return GAC_ERR_FORMAT;
    for (uint32_t p = 0; p < row->n_operands; p++)
        if (!words[HEADER_WORDS + p])
            return GAC_ERR_FORMAT;
    inst_out->number = row->number;
    inst_out->name = row->name;
    inst_out->result_type = words[1];
    inst_out->result_id = words[2];
    for (uint32_t p = 0; p < row->n_operands; p++)
        inst_out->operand_id[gac__async_role(row->number, p)] =
            words[HEADER_WORDS + p];
    return GAC_OK;
}

gac_result gac_async_desc(const gac_async_inst *inst,
                          const uint64_t values[GAC_ASYNC_ROLE_COUNT],
                          unsigned address_bits, gac_copy_desc *desc_out)
{
    uint64_t v[GAC_ASYNC_ROLE_COUNT];
    if (!inst || !values || !desc_out
        || (address_bits != 32 && address_bits != 64))
        return GAC_ERR_ARGUMENT;
    for (int r = 0; r < GAC_ASYNC_ROLE_COUNT; r++) {
        v[r] = inst->operand_id[r] ? values[r] : 0;
        if (address_bits == 32)
            v[r] = (uint32_t)v[r];
    }
    if (!inst->operand_id[GAC_ASYNC_PLANES])
        v[GAC_ASYNC_PLANES] = 1;
    *desc_out = gac__async_desc(v);
    return GAC_OK;
}

/* -- memory ---------------------------------------------------------------- */

typedef struct side {
    gac_copy_memory memory;
    void *host; /* the host's address of `memory.memory_first`; NULL: callbacks
                   move the bytes */
} side;

static gac_result find_side(const gac_async_memory *m, uint64_t address,
                            side *out)
{
    out->memory.address = address;
    out->host = NULL;
    if (!m->map) {
        /* The memory's bounds are unknown: gac_copy_check() checks against the
         * address space, and the callbacks check each run of bytes. */
        out->memory.memory_first = 0;
        out->memory.memory_bytes = UINT64_MAX;
        return GAC_OK;
    }
    return m->map(m->user, address, &out->memory.memory_first,
                  &out->memory.memory_bytes, &out->host)
               ? GAC_OK
               : GAC_ERR_BOUNDS;
}

static void *host_of(const side *s, uint64_t bytes)
{
    return (void *)((uintptr_t)s->host
                    + (uintptr_t)(s->memory.address - s->memory.memory_first)
                    + (uintptr_t)bytes);
}

/* A copy for which callbacks move bytes. */
typedef struct bounce {
    const gac_async_memory *memory;
    const side *dst, *src;
} bounce;

/* Moves one run of bytes, through the callbacks where there is no host
 * memory. */
static gac_result move_run(void *user, uint64_t dst_byte, uint64_t src_byte,
                           uint64_t size_bytes)
{
    const bounce *b = user;
    const gac_async_memory *m = b->memory;
    unsigned char piece[BOUNCE_BYTES];
    while (size_bytes) {
        uint64_t n = GAC__MIN(size_bytes, BOUNCE_BYTES);
        uint64_t from = b->src->memory.address + src_byte;
        uint64_t to = b->dst->memory.address + dst_byte;
        if (b->src->host)
            memcpy(piece, host_of(b->src, src_byte), (size_t)n);
        else if (!m->read || !m->read(m->user, from, piece, n))
            return GAC_ERR_IO;
        if (b->dst->host)
            memcpy(host_of(b->dst, dst_byte), piece, (size_t)n);
        else if (!m->write || !m->write(m->user, to, piece, n))
            return GAC_ERR_IO;
        dst_byte += n;
        src_byte += n;
        size_bytes -= n;
    }
    return GAC_OK;
}

gac_result gac_async_start(gac_copy_queue *queue, const gac_async_inst *inst,
                           const uint64_t values[GAC_ASYNC_ROLE_COUNT],
                           const gac_async_memory *memory,
                           gac_async_event *event_out)
{
    if (!queue || !memory || memory->size != sizeof *memory || !event_out)
        return GAC_ERR_ARGUMENT;
    *event_out = 0;
    gac_copy_desc d;
    gac_copy_plan plan;
    side dst = {0}, src = {0};
    GAC__TRY(gac_async_desc(inst, values, memory->address_bits, &d));
    uint64_t given = values[GAC_ASYNC_EVENT];
    if (given > UINT32_MAX)
        return GAC_ERR_EVENT;
    gac_copy_event event = (gac_copy_event)given;
    gac_copy_shape shape = d.shape;
    bool empty = gac_copy_is_empty(&shape);
    if (!empty) {
        GAC__TRY(find_side(memory, values[GAC_ASYNC_DESTINATION], &dst));
        GAC__TRY(find_side(memory, values[GAC_ASYNC_SOURCE], &src));
        GAC__TRY(
            gac_copy_check(&d, memory->address_bits, &dst.memory, &src.memory));
    }
    bool queued = !empty && dst.host && src.host;
    if (!queued)
        shape = gac_copy_linear(1, 0); /* nothing is left but the event */
    GAC__TRY(gac_copy_plan_make(&plan, &shape, 0));
    /* gac_copy_check() has shown that these products of a queued copy fit. */
    uint64_t dst_at = d.dst_offset * d.shape.element_bytes;
    uint64_t src_at = d.src_offset * d.shape.element_bytes;
    GAC__TRY(gac_copy_queue_start(
        queue, &plan, queued ? host_of(&dst, dst_at) : NULL,
        queued ? host_of(&src, src_at) : NULL, &event));
    if (!queued && !empty) {
        bounce b = {memory, &dst, &src};
        gac_result result = gac_copy_visit(&d, move_run, &b);
        if (result != GAC_OK && !given) /* the event is not handed out */
            (void)gac_copy_queue_wait(queue, &event, 1);
        GAC__TRY(result);
    }
    *event_out = event;
    return GAC_OK;
}

gac_result gac_async_poll(gac_copy_queue *queue, gac_async_event event)
{
    if (!queue)
        return GAC_ERR_ARGUMENT;
    return event > UINT32_MAX
               ? GAC_ERR_EVENT
               : gac_copy_queue_poll(queue, (gac_copy_event)event);
}

gac_result gac_async_wait(gac_copy_queue *queue, const gac_async_event *events,
                          size_t n_events)
{
    gac_result result = GAC_OK;
    if (!queue || (n_events && !events))
        return GAC_ERR_ARGUMENT;
    for (size_t n = 0; n < n_events; n++) {
        gac_copy_event event = (gac_copy_event)events[n];
        gac_result one = events[n] > UINT32_MAX
                             ? GAC_ERR_EVENT
                             : gac_copy_queue_wait(queue, &event, 1);
        if (one != GAC_OK)
            result = one;
    }
    return result;
}
