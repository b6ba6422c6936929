/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Scenes without a module: queues of copies, and the set for foreign
 * interpreters. The scene's `kernel` is the queue's mode. */
#include <string.h>

#include "oom_steps.h"

enum { N_COPIES = 40, MEMORY_BYTES = 8192 };

static uint8_t far[MEMORY_BYTES], near[MEMORY_BYTES];

static gac_result make_worker(oom_scene *s)
{
    return gac_copy_worker_create(&s->allocator, 2, &s->worker);
}

static gac_result make_queue(oom_scene *s)
{
    gac_copy_queue_options o = {.size = sizeof o,
                                .allocator = &s->allocator,
                                .mode = (gac_copy_mode)s->kernel,
                                .max_pending = 16,
                                .seed = 7,
                                .tile_bytes = 64,
                                .worker = s->worker};
    for (size_t k = 0; k < MEMORY_BYTES; k++) {
        far[k] = (uint8_t)(k * 7);
        near[k] = 0;
    }
    return gac_copy_queue_create(&o, &s->queue);
}

/* Lines of far memory, side by side in near memory. */
static const gac_copy_shape tile = {.element_bytes = 4,
                                    .elements_per_line = 8,
                                    .lines = 6,
                                    .planes = 1,
                                    .src_line_length = 10,
                                    .dst_line_length = 8};

static uint32_t events[N_COPIES];

/* Starts copies that have not been started yet. */
static gac_result start(oom_scene *s)
{
    gac_copy_plan plan;
    gac_result result = gac_copy_plan_make(&plan, &tile, 0);
    while (result == GAC_OK && s->n_done < N_COPIES) {
        uint32_t *event = &events[s->n_done / 2];
        if (s->n_done % 2 == 0)
            *event = 0;
        result = gac_copy_queue_start(s->queue, &plan, near + s->n_done * 192,
                                      far + s->n_done * 8, event);
        s->n_done += result == GAC_OK;
    }
    return result;
}

static gac_result poll(oom_scene *s)
{
    gac_copy_queue_step(s->queue);
    gac_result result = gac_copy_queue_poll(s->queue, events[0]);
    return result == GAC_ERR_BUSY ? GAC_OK : result;
}

static gac_result wait(oom_scene *s)
{
    gac_result result = gac_copy_queue_wait(s->queue, events, N_COPIES / 2);
    oom_say_bytes(s, "copied", near, sizeof near);
    oom_say(s, "%zu events, %zu pending", gac_copy_queue_events(s->queue),
            gac_copy_queue_pending(s->queue));
    return result;
}

/* -- the set --------------------------------------------------------------- */

/* %30 = OpExtInst %2 %1 GroupAsyncCopy2D2D %10 .. %19 */
static const uint32_t copy_words[] = {
    15u << 16 | 12, 2, 30, 1, 1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19};

static bool read_far(void *user, uint64_t address, void *to, uint64_t size)
{
    (void)user;
    if (address > MEMORY_BYTES || size > MEMORY_BYTES - address)
        return false;
    memcpy(to, far + address, (size_t)size);
    return true;
}

static bool write_near(void *user, uint64_t address, const void *from,
                       uint64_t size)
{
    (void)user;
    address -= MEMORY_BYTES;
    if (address > MEMORY_BYTES || size > MEMORY_BYTES - address)
        return false;
    memcpy(near + address, from, (size_t)size);
    return true;
}

static bool map(void *user, uint64_t address, uint64_t *first_out,
                uint64_t *size_out, void **host_out)
{
    const oom_scene *s = user;
    bool is_far = address < MEMORY_BYTES;
    *first_out = is_far ? 0 : MEMORY_BYTES;
    *size_out = MEMORY_BYTES;
    *host_out = s->by_calls ? NULL : is_far ? far : near;
    return address < 2 * MEMORY_BYTES;
}

static gac_result start_inst(oom_scene *s, bool by_calls)
{
    const uint64_t values[GAC_ASYNC_ROLE_COUNT] = {
        [GAC_ASYNC_DESTINATION] = MEMORY_BYTES + 16,
        [GAC_ASYNC_DESTINATION_OFFSET] = 2,
        [GAC_ASYNC_SOURCE] = 64,
        [GAC_ASYNC_SOURCE_OFFSET] = 3,
        [GAC_ASYNC_ELEMENT_BYTES] = 4,
        [GAC_ASYNC_ELEMENTS] = 8,
        [GAC_ASYNC_LINES] = 6,
        [GAC_ASYNC_SOURCE_LINE] = 10,
        [GAC_ASYNC_DESTINATION_LINE] = 8};
    gac_async_memory memory = {.size = sizeof memory,
                               .address_bits = 64,
                               .user = s,
                               .map = map,
                               .read = read_far,
                               .write = write_near};
    gac_async_inst inst;
    gac_async_event event = 0;
    s->by_calls = by_calls;
    gac_result result =
        gac_async_decode(copy_words, copy_words[0] >> 16, 1, &inst);
    if (result == GAC_OK)
        result = gac_async_start(s->queue, &inst, values, &memory, &event);
    if (result == GAC_OK)
        result = gac_async_wait(s->queue, &event, 1);
    if (result != GAC_ERR_MEMORY)
        oom_say_bytes(s, "copied", near, sizeof near);
    return result;
}

static gac_result start_mapped(oom_scene *s)
{
    return start_inst(s, false);
}

static gac_result start_by_calls(oom_scene *s)
{
    return start_inst(s, true);
}

static oom_step_fn *const copies[] = {make_worker, make_queue, start,
                                      poll,        wait,       NULL};
static oom_step_fn *const insts[] = {make_worker, make_queue, start_mapped,
                                     start_by_calls, NULL};

const oom_kind oom_copy_kinds[] = {
    {"copies", copies, .of_kernel = true},
    {"the set", insts, .of_kernel = true},
    {.name = NULL},
};
