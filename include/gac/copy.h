/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The tiled copy engine: linear, strided, 2D and 3D copies, now or on events.
 *
 * It moves bytes between two pieces of memory, lines of them: no SPIR-V, no
 * OpenCL. In short:
 *
 *     gac_copy_desc d = {{.element_bytes = 4, .elements_per_line = 16,
 *                         .lines = 16, .planes = 1,
 *                         .src_line_length = 1920, .dst_line_length = 16},
 *                        .src_offset = 64};
 *     gac_copy(&d, 0, tile, image);              // a copy
 *
 *     static gac_copy_site site;                 // the same, often
 *     gac_copy_at_site(&site, &d, 0, tile, image);
 *
 *     gac_copy_plan plan;                        // the same, more often still
 *     gac_copy_plan_make(&plan, &d.shape, 0);
 *     gac_copy_plan_run(&plan, tile, image + 64);
 *
 * Kernels are chosen for the processor when a plan is made; GAC_COPY_LEVEL()
 * among the flags asks for those of a lesser one. */
#ifndef GAC_COPY_H
#define GAC_COPY_H

#include <stdbool.h>

#include <gac/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- what is copied -------------------------------------------------------- */

/* The shape of a copy: `planes` planes of `lines` lines of `elements_per_line`
 * elements of `element_bytes` bytes. All but `element_bytes` is in elements.
 * A line length is the distance between the beginnings of a line and of the
 * next; a plane area, between those of a plane and of the next. Line lengths
 * are not looked at where `lines` is 1, nor plane areas where `planes` is 1.
 * (GroupAsyncCopy2D2D: planes 1; OpGroupAsyncCopy: see gac_copy_linear().) */
typedef struct gac_copy_shape {
    uint64_t element_bytes;                    /* at least 1; any number */
    uint64_t elements_per_line, lines, planes; /* one is 0: nothing is copied */
    uint64_t src_line_length, src_plane_area;
    uint64_t dst_line_length, dst_plane_area;
} gac_copy_shape;

/* A copy: its shape, and where it begins, in elements from the two pointers. */
typedef struct gac_copy_desc {
    gac_copy_shape shape;
    uint64_t src_offset, dst_offset;
} gac_copy_desc;

/* Bytes of one side of a copy, from the first to the last that it touches; the
 * gaps between its lines count. */
typedef struct gac_copy_span {
    uint64_t first_byte; /* from the side's pointer */
    uint64_t size_bytes; /* 0: nothing is copied */
} gac_copy_span;

/* One side's memory, for gac_copy_check(). */
typedef struct gac_copy_memory {
    uint64_t address;      /* the side's pointer, in bytes */
    uint64_t memory_first; /* the first byte that may be touched */
    uint64_t memory_bytes; /* how many may be touched from there on */
} gac_copy_memory;

/* Hints and rules, or-ed together. Hints change the speed, never the result. */
enum {
    GAC_COPY_IN = 1,     /* the destination is near (local), the source far */
    GAC_COPY_OUT = 2,    /* the source is near, the destination far */
    GAC_COPY_STREAM = 4, /* the destination is not read soon: pass by the
                            caches; see gac_copy_fence() */
    GAC_COPY_FAR = 8,    /* the source is in memory: prefetch it when a copy
                            starts, copy when it is waited for */
    GAC_COPY_NEAR = 16,  /* the source is in a cache, but not the first one */
    GAC_COPY_STRICT = 32 /* refuse lines and planes that overlap on a side,
                            which the specification leaves undefined */
};

/* Hints, too. GAC_COPY_LEVEL() allows kernels of at most this gac_cpu_level.
 * GAC_COPY_POLICY(), for calibration and tests, replaces what is known to be
 * fast on this processor: GAC__CPU_* of src/support/support.h, 10 bits. */
#define GAC_COPY_LEVEL(level) ((unsigned)(level) << 6)
#define GAC_COPY_POLICY(bits) (0x8000u | ((unsigned)(bits)&1023u) << 16)

/* Shapes of OpGroupAsyncCopy (async_work_group_copy and _strided_copy): `n`
 * elements in one run; from elements `stride` apart to one run; from one run to
 * elements `stride` apart. A 3-component vector counts as a 4-component one;
 * that is for the caller to see to. */
static inline gac_copy_shape gac_copy_linear(uint64_t element_bytes, uint64_t n)
{
    gac_copy_shape s = {element_bytes, n, 1, 1, 0, 0, 0, 0};
    return s;
}
static inline gac_copy_shape gac_copy_gather(uint64_t element_bytes, uint64_t n,
                                             uint64_t stride)
{
    gac_copy_shape s = {element_bytes, 1, n, 1, stride, 0, 1, 0};
    return s;
}
static inline gac_copy_shape gac_copy_scatter(uint64_t element_bytes,
                                              uint64_t n, uint64_t stride)
{
    gac_copy_shape s = {element_bytes, 1, n, 1, 1, 0, stride, 0};
    return s;
}

/* Returns whether a copy of this shape copies nothing. */
static inline bool gac_copy_is_empty(const gac_copy_shape *shape)
{
    return shape->element_bytes == 0 || shape->elements_per_line == 0
           || shape->lines == 0 || shape->planes == 0;
}

/* Computes which bytes, from each side's pointer, a copy touches. An empty copy
 * has spans of no bytes, whatever its other numbers. Either output may be NULL.
 * Errors: ARGUMENT (element_bytes 0), OVERFLOW (a number does not fit 64 bits;
 * the outputs are then not written). Thread-safe. */
GAC_API gac_result gac_copy_spans(const gac_copy_desc *desc,
                                  gac_copy_span *dst_out,
                                  gac_copy_span *src_out);

/* Checks that a copy stays inside its memory, in an address space of
 * `address_bits` bits (1 to 64; the set: 32 for Physical32, 64 for Physical64).
 * An empty copy touches nothing and is always fine. Errors: ARGUMENT
 * (element_bytes or address_bits out of range), OVERFLOW (an offset or the last
 * byte's address does not fit the address space), BOUNDS. Thread-safe. */
GAC_API gac_result gac_copy_check(const gac_copy_desc *desc,
                                  unsigned address_bits,
                                  const gac_copy_memory *dst,
                                  const gac_copy_memory *src);

/* Receives one run of `size_bytes` bytes, at distances in bytes from the two
 * pointers. Any result but GAC_OK ends the visit. */
typedef gac_result gac_copy_visit_fn(void *user, uint64_t dst_byte,
                                     uint64_t src_byte, uint64_t size_bytes);

/* Calls `visit` for each run of a copy, in the order of lines and planes, with
 * neighbouring runs merged: for memory that is reached through callbacks.
 * Errors: ARGUMENT (element_bytes 0, or lines or planes of the destination
 * overlap), OVERFLOW, and what `visit` returns. Thread-safe. */
GAC_API gac_result gac_copy_visit(const gac_copy_desc *desc,
                                  gac_copy_visit_fn *visit, void *user);

/* -- plans: a shape made ready --------------------------------------------- */

typedef void gac_copy_kernel(char *dst, const char *src, size_t n_lines,
                             ptrdiff_t dst_pitch, ptrdiff_t src_pitch,
                             uintptr_t aux);

/* A shape in its simplest form, with the kernel for it. Its fields are private.
 * It may be copied, and used by several threads at once. */
typedef struct gac_copy_plan {
    gac_copy_kernel *kernel;  /* copies all planes */
    uintptr_t aux, self_mask; /* make the kernel's last argument: see
                                 gac_copy_plan_run() */
    size_t n_lines;
    ptrdiff_t dst_pitch, src_pitch;
    size_t line_bytes, n_planes;
    ptrdiff_t dst_plane, src_plane;
    gac_copy_kernel *line_kernel; /* copies lines of one plane */
    uintptr_t line_aux, line_self_mask;
    uint32_t flags;
    uint16_t step;    /* lines that a vector of a window kernel holds */
    uint8_t ordered;  /* lines or planes of the destination overlap */
    uint8_t streamed; /* stores go past the caches: see gac_copy_fence() */
    size_t dst_span, src_span; /* bytes from the first to the last */
    unsigned char table[64];   /* byte permutation of a window kernel */
} gac_copy_plan;

/* Makes a plan for `shape`. flags: GAC_COPY_*. The plan holds no memory and
 * needs no clean-up; it lasts as long as its struct. It does not depend on
 * offsets. Errors: ARGUMENT (element_bytes 0, unknown flags, or STRICT),
 * OVERFLOW (it would not fit this machine's address space), LIMIT (planes of
 * the destination overlap so that it would take more than 64 MiB of work and 32
 * times the bytes that it spans); the plan then copies nothing. 10 to 15 ns.
 * Thread-safe. */
GAC_API gac_result gac_copy_plan_make(gac_copy_plan *plan,
                                      const gac_copy_shape *shape,
                                      unsigned flags);

/* Copies. `dst` and `src` point to the first byte of each side (an offset is
 * added by the caller: gac_copy_plan_run(&plan, p + offset * element_bytes,
 * ..)), with any alignment; both may be NULL if nothing is copied. Reads and
 * writes no byte outside the two spans, and writes no byte of a gap. Where the
 * source and the destination overlap, the destination's bytes are unspecified;
 * where lines of the destination overlap, the last one stays. Thread-safe. */
static inline void gac_copy_plan_run(const gac_copy_plan *plan, void *dst,
                                     const void *src)
{
    /* Most kernels take a number here, some their plan: mask 0, or all ones. */
    plan->kernel((char *)dst, (const char *)src, plan->n_lines, plan->dst_pitch,
                 plan->src_pitch,
                 plan->aux + ((uintptr_t)plan & plan->self_mask));
}

/* Returns how many bytes a plan copies. Where lines of the destination overlap,
 * their sum may not fit a number: then it returns how many bytes it spans. */
static inline size_t gac_copy_plan_bytes(const gac_copy_plan *plan)
{
    return plan->ordered ? plan->dst_span
                         : plan->line_bytes * plan->n_lines * plan->n_planes;
}

/* Orders stores of copies that have gone past the caches before what this
 * thread writes later. It is needed before another thread is told of them.
 * Copies with the hint STREAM go past the caches where their shape gains by it;
 * their plans say `streamed`. A wait on a queue calls it. Thread-safe. */
GAC_API void gac_copy_fence(void);

/* Asks the processor to fetch the source of a copy that will run soon (at most
 * 256 lines or 32 KiB of it). Reads nothing: `src` need not be valid.
 * Thread-safe. */
GAC_API void gac_copy_prefetch(const gac_copy_plan *plan, const void *src);

/* Copies without a plan of the caller's. `dst` and `src` are the pointers that
 * the descriptor's offsets count from. Errors: as gac_copy_plan_make(); nothing
 * is then copied. Thread-safe. */
GAC_API gac_result gac_copy(const gac_copy_desc *desc, unsigned flags,
                            void *dst, const void *src);

/* Keeps the last plan of one call in a program. Begin with all zeros. One
 * thread at a time. */
typedef struct gac_copy_site {
    gac_copy_shape shape;
    gac_copy_plan plan;
} gac_copy_site;

/* Makes the site's plan anew unless it is for this shape and these flags.
 * Errors: as gac_copy_plan_make(); the site then has no plan. */
GAC_API gac_result gac_copy_site_plan(gac_copy_site *site,
                                      const gac_copy_shape *shape,
                                      unsigned flags);

/* The part of gac_copy_at_site() that is not inline. It also checks offsets
 * that may overflow (OVERFLOW). */
GAC_API gac_result gac_copy_at_site_slow(gac_copy_site *site,
                                         const gac_copy_desc *desc,
                                         unsigned flags, void *dst,
                                         const void *src);

/* Returns whether the site's plan is for this shape and these flags; never for
 * elements of no bytes, which have no plan. */
static inline int gac_copy_site_fits(const gac_copy_site *site,
                                     const gac_copy_shape *shape,
                                     unsigned flags)
{
    const gac_copy_shape *a = &site->shape;
    return ((a->element_bytes ^ shape->element_bytes)
            | (a->elements_per_line ^ shape->elements_per_line)
            | (a->lines ^ shape->lines) | (a->planes ^ shape->planes)
            | (a->src_line_length ^ shape->src_line_length)
            | (a->src_plane_area ^ shape->src_plane_area)
            | (a->dst_line_length ^ shape->dst_line_length)
            | (a->dst_plane_area ^ shape->dst_plane_area)
            | (uint64_t)(site->plan.flags ^ flags)
            | (uint64_t)(shape->element_bytes == 0))
           == 0;
}

/* Like gac_copy(), but the plan is kept in `site` and used again while the
 * shape and the flags stay the same; offsets may change. */
static inline gac_result gac_copy_at_site(gac_copy_site *site,
                                          const gac_copy_desc *desc,
                                          unsigned flags, void *dst,
                                          const void *src)
{
    if (!gac_copy_site_fits(site, &desc->shape, flags)
        || (desc->src_offset | desc->dst_offset) >> 32
        || desc->shape.element_bytes >> 31)
        return gac_copy_at_site_slow(site, desc, flags, dst, src);
    gac_copy_plan_run(
        &site->plan, (char *)dst + desc->dst_offset * desc->shape.element_bytes,
        (const char *)src + desc->src_offset * desc->shape.element_bytes);
    return GAC_OK;
}

/* -- tiles: a copy in pieces ----------------------------------------------- */

/* How a plan is cut: each tile is some planes, some lines of a plane, or a
 * piece of one line. Its fields are private, but for n_tiles. */
typedef struct gac_copy_tiling {
    size_t n_tiles;                  /* 0 if nothing is copied */
    size_t pieces, piece_bytes;      /* of a line */
    size_t line_groups, group_lines; /* of a plane */
    size_t group_planes;
} gac_copy_tiling;

/* Cuts a plan into tiles of about `tile_bytes` bytes; 0: 32 KiB. */
GAC_API void gac_copy_tiling_make(gac_copy_tiling *tiling,
                                  const gac_copy_plan *plan, size_t tile_bytes);

/* Copies tile `index`, less than n_tiles. Every tile copied once, in any order,
 * by any threads, is the whole copy. Thread-safe. */
GAC_API void gac_copy_tile_run(const gac_copy_plan *plan,
                               const gac_copy_tiling *tiling, size_t index,
                               void *dst, const void *src);

/* -- queues: copies that land later ---------------------------------------- */

/* When the bytes of a copy land. */
typedef enum gac_copy_mode {
    GAC_COPY_EAGER,  /* when it starts; with the FAR hint, when waited for */
    GAC_COPY_LATE,   /* when it is waited for */
    GAC_COPY_THREAD, /* on a worker; who waits helps */
    GAC_COPY_RANDOM  /* tile by tile, in an order that a seed gives */
} gac_copy_mode;

/* Threads that land the copies of queues. */
typedef struct gac_copy_worker gac_copy_worker;

/* Starts `n_threads` (at least 1) threads. `allocator` NULL: malloc; it must
 * outlive it. `*worker_out` is the caller's. Errors: ARGUMENT, MEMORY. */
GAC_API gac_result gac_copy_worker_create(const gac_allocator *allocator,
                                          unsigned n_threads,
                                          gac_copy_worker **worker_out);

/* Ends the threads. All queues that use it must have been destroyed. NULL is
 * accepted. */
GAC_API void gac_copy_worker_destroy(gac_copy_worker *worker);

/* A group of copies in flight; never 0. A wait releases it. Its number is not
 * used again for long: 12 bits count the uses of each slot. */
typedef uint32_t gac_copy_event;

/* Copies in flight and their events. One thread at a time uses a queue;
 * different queues are independent. No call but create allocates in a steady
 * state. */
typedef struct gac_copy_queue gac_copy_queue;

/* Options of a queue; zero means the default. */
typedef struct gac_copy_queue_options {
    size_t size;                    /* sizeof(gac_copy_queue_options) */
    const gac_allocator *allocator; /* NULL: malloc; must outlive the queue */
    gac_copy_mode mode;
    uint32_t max_pending;    /* copies in flight; at one more, the oldest lands;
                                default 1024, EAGER (the FAR hint's): 16 */
    uint64_t seed;           /* RANDOM */
    size_t tile_bytes;       /* THREAD: default 32 KiB; RANDOM: 256 bytes */
    gac_copy_worker *worker; /* THREAD, which needs one; shared among queues */
    /* Whether to go on, asked about each MiB that a call copies or waits for,
     * on the thread of the call; it must not call the queue. False: nothing
     * more is copied, and what has not landed is dropped, until the queue is
     * reset. NULL: always. */
    bool (*go_on)(void *user);
    void *user;
} gac_copy_queue_options;

/* Creates a queue. `options` NULL: an eager one. `*queue_out` is the caller's.
 * Errors: ARGUMENT, MEMORY. */
GAC_API gac_result gac_copy_queue_create(const gac_copy_queue_options *options,
                                         gac_copy_queue **queue_out);

/* Forgets what has not landed, waits for what is landing now, and frees the
 * queue. NULL is accepted. */
GAC_API void gac_copy_queue_destroy(gac_copy_queue *queue);

/* Resets a queue to the state after its creation: no copies, no events. Copies
 * that have not landed never will; gac_copy_queue_finish() lands them first.
 * `seed`: for RANDOM. */
GAC_API void gac_copy_queue_reset(gac_copy_queue *queue, uint64_t seed);

/* Starts a copy. `*event` 0: on a new event, whose number is stored there; else
 * on that event, which must be live. `plan` is copied. `dst` and `src` are as
 * for gac_copy_plan_run() and must stay valid until the event has been waited
 * for. Errors: EVENT, MEMORY, LIMIT (1,048,575 live events): nothing is then
 * copied; CANCELLED: the queue has been stopped by `go_on`. */
GAC_API gac_result gac_copy_queue_start(gac_copy_queue *queue,
                                        const gac_copy_plan *plan, void *dst,
                                        const void *src, gac_copy_event *event);

/* Returns GAC_OK if all copies of `event` have landed, BUSY if not, EVENT if it
 * is not live. Does not release it. Lands nothing itself but, in a RANDOM
 * queue, what gac_copy_queue_step() would. */
GAC_API gac_result gac_copy_queue_poll(gac_copy_queue *queue,
                                       gac_copy_event event);

/* Waits until all copies of `n_events` events have landed, and releases the
 * events. Errors: EVENT if one of them is not live or is listed twice; the
 * others are waited for all the same. CANCELLED: `go_on` has stopped the queue;
 * the events are released. */
GAC_API gac_result gac_copy_queue_wait(gac_copy_queue *queue,
                                       const gac_copy_event *events,
                                       size_t n_events);

/* Lands all that is in flight. Events stay live. */
GAC_API void gac_copy_queue_finish(gac_copy_queue *queue);

/* Lets some tiles of a RANDOM queue land; does nothing for other queues. A
 * caller calls it at points where a different order of landing could show. */
GAC_API void gac_copy_queue_step(gac_copy_queue *queue);

/* Returns the number of live events, and of copies that have not landed. */
GAC_API size_t gac_copy_queue_events(const gac_copy_queue *queue);
GAC_API size_t gac_copy_queue_pending(gac_copy_queue *queue);

#ifdef __cplusplus
}
#endif
#endif
