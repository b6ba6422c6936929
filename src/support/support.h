/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory, arenas, vectors, hashing: nothing of SPIR-V. */
#ifndef GAC_SUPPORT_SUPPORT_H
#define GAC_SUPPORT_SUPPORT_H

#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <gac/base.h>

#include "support/array.h"
#include "support/clock.h"
#include "support/half.h"
#include "support/utf8.h"

#define GAC__MIN(a, b) ((a) < (b) ? (a) : (b))
#define GAC__MAX(a, b) ((a) > (b) ? (a) : (b))

#if defined(__GNUC__)
#define GAC__PRINTF(text, first)                                               \
    __attribute__((__format__(__printf__, text, first)))
#define GAC__LIKELY(x) __builtin_expect(!!(x), 1)
#define GAC__UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define GAC__PRINTF(text, first)
#define GAC__LIKELY(x) (x)
#define GAC__UNLIKELY(x) (x)
#endif

/* Returns from the enclosing function unless `expr` is GAC_OK. */
#define GAC__TRY(expr)                                                         \
    do {                                                                       \
        gac_result try_result_ = (expr);                                       \
        if (try_result_ != GAC_OK)                                             \
            return try_result_;                                                \
    } while (0)

/* -- options --------------------------------------------------------------- */

/* Copies a caller's options into `to`, `size` zeroed bytes. Options begin with
 * their size: callers of earlier versions have fewer fields. NULL: nothing is
 * copied. False: no version's options have that size. */
bool gac__read_options(void *to, size_t size, const void *options);

/* -- allocation ----------------------------------------------------------- */

/* The C library's allocator; nothing else calls malloc. */
extern const gac_allocator gac__malloc_allocator;

/* Allocates n * size zeroed bytes; NULL on overflow or when memory is out. */
void *gac__alloc_zero(const gac_allocator *a, size_t n, size_t size);

/* Resizes an array of old_n to new_n elements; NULL leaves the old one. */
void *gac__resize_array(const gac_allocator *a, void *old, size_t old_n,
                        size_t new_n, size_t size);

/* Frees n * size bytes; NULL is accepted. */
void gac__free(const gac_allocator *a, void *p, size_t n, size_t size);

/* -- watches: limits of work whose length its input decides (watch.c) ------ */

typedef struct gac__watch {
    uint64_t deadline_ns;      /* of gac__now_ns(); 0: none */
    const atomic_int *stop[2]; /* not 0: the work is cancelled; NULL: none */
    uint64_t left;             /* steps before the next look */
    gac_result result;         /* sticky: OK, TIMEOUT or CANCELLED */
} gac__watch;

bool gac__watch_look(gac__watch *w);

/* Counts `steps` of work, of some nanoseconds each; false: the work must end,
 * with the watch's result. A loop that may be long calls it in each iteration.
 * `w` NULL: true. */
static inline bool gac__watch_on(gac__watch *w, uint64_t steps)
{
    if (!w || GAC__LIKELY(steps < w->left)) {
        if (w)
            w->left -= steps;
        return true;
    }
    return gac__watch_look(w);
}

/* A watch's result; OK without one. */
static inline gac_result gac__watch_result(const gac__watch *w)
{
    return w ? w->result : GAC_OK;
}

/* Set under the address sanitizer: each allocation then has a block of its own,
 * whose bounds the sanitizer checks. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GAC__WATCHED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define GAC__WATCHED 1
#endif

/* -- arena: many allocations, freed at once -------------------------------- */

typedef struct gac__arena_block gac__arena_block;

typedef struct gac__arena {
    const gac_allocator *allocator;
    gac__arena_block *blocks; /* newest first */
    size_t used, capacity;    /* of the newest block, in bytes */
    size_t total_bytes;       /* of all blocks */
    size_t max_bytes;         /* 0: no limit; past it allocations fail */
    gac__watch *watch;        /* of the work that it is for; NULL: none */
} gac__arena;

void gac__arena_init(gac__arena *arena, const gac_allocator *allocator);
void gac__arena_free(gac__arena *arena);

/* Frees everything but one block, for the arena to be filled anew. */
void gac__arena_reset(gac__arena *arena);

/* Makes room for the next allocations, `bytes` in all, in one block. The caller
 * counts up to 15 bytes of padding for each. False when memory is out. */
bool gac__arena_reserve(gac__arena *arena, size_t bytes);

/* Returns n * size zeroed bytes, aligned for any type (16 bytes); NULL on
 * overflow or when memory is out. n * size 0 returns a valid pointer. */
void *gac__arena_alloc(gac__arena *arena, size_t n, size_t size);

/* Copies a string of `length` bytes and ends it; NULL when memory is out. */
char *gac__arena_string(gac__arena *arena, const char *text, size_t length);

/* printf into the arena; NULL when memory is out. */
char *gac__arena_printf(gac__arena *arena, const char *format, ...)
    GAC__PRINTF(2, 3);
char *gac__arena_vprintf(gac__arena *arena, const char *format, va_list args);

/* -- growing arrays --------------------------------------------------------
 * typedef GAC__VEC(uint32_t) words;  words w = {0};
 * if (!GAC__VEC_PUSH(allocator, &w, 7)) out of memory; */
#define GAC__VEC(type)                                                         \
    struct {                                                                   \
        type *items;                                                           \
        size_t n, capacity;                                                    \
    }

#define GAC__VEC_RESERVE(a, v, extra)                                          \
    ((v)->capacity - (v)->n >= (extra)                                         \
     || gac__vec_reserve((a), (void **)&(v)->items, &(v)->capacity, (v)->n,    \
                         (extra), sizeof *(v)->items))

#define GAC__VEC_PUSH(a, v, item)                                              \
    (GAC__VEC_RESERVE(a, v, 1) ? ((v)->items[(v)->n++] = (item), true) : false)

/* Appends `count` items from another array, which may be NULL if they are
 * none. */
#define GAC__VEC_APPEND(a, v, from, count)                                     \
    (GAC__VEC_RESERVE(a, v, count)                                             \
         ? (gac__copy_items((v)->items, (v)->n, (from), (count),               \
                            sizeof *(v)->items),                               \
            (v)->n += (count), true)                                           \
         : false)

/* Copies items of `size` bytes to the index `at`; without items both arrays may
 * be NULL. */
static inline void gac__copy_items(void *to, size_t at, const void *from,
                                   size_t count, size_t size)
{
    if (count > 0)
        memcpy((char *)to + at * size, from, count * size);
}

#define GAC__VEC_FREE(a, v)                                                    \
    (gac__free((a), (v)->items, (v)->capacity, sizeof *(v)->items),            \
     (v)->items = NULL, (v)->n = (v)->capacity = 0)

bool gac__vec_reserve(const gac_allocator *a, void **items, size_t *capacity,
                      size_t n, size_t extra, size_t size);

/* -- searches -------------------------------------------------------------- */

/* The index of the first of `n` rows, ascending by a field of 32 bits, whose
 * field is `least` or more; `n`: there is none. */
#define GAC__FIRST_FROM(rows, n, field, least)                                 \
    gac__first_from((rows), (n), sizeof *(rows),                               \
                    offsetof(__typeof__(*(rows)), field), (least))
static inline uint32_t gac__first_from(const void *rows, uint32_t n,
                                       size_t size, size_t offset,
                                       uint64_t least)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, number;
        memcpy(&number, (const char *)rows + middle * size + offset,
               sizeof number);
        if (number < least)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* -- byte order ------------------------------------------------------------ */

static inline uint32_t gac__swap_word(uint32_t w)
{
    return w >> 24 | (w >> 8 & 0xFF00) | (w << 8 & 0xFF0000) | w << 24;
}

/* -- hashing --------------------------------------------------------------- */

uint64_t gac__hash_bytes(const void *data, size_t size_bytes, uint64_t seed);

/* A number that depends on the address `p`. A module cannot know it, and so
 * cannot make keys of a hash map collide. */
uint64_t gac__hash_address(const void *p);

/* -- random numbers (splitmix64): reproducible, not secret ----------------- */

uint64_t gac__random_next(uint64_t *state);

/* -- threads that are kept (crew.c) ---------------------------------------- */

typedef struct gac__crew gac__crew;
typedef struct gac__helper gac__helper;

/* NULL when memory is out. Threads are started when they are first needed. */
gac__crew *gac__crew_create(const gac_allocator *allocator);

/* Ends the threads; none of them may have a job. NULL is accepted. */
void gac__crew_destroy(gac__crew *c);

/* Has a thread run job(user), in the caller's rounding mode; NULL: no thread is
 * free, and none can be made. Any thread may call this and gac__crew_finish().
 */
gac__helper *gac__crew_give(gac__crew *c, void (*job)(void *user), void *user);

/* Takes the job back if it has not begun, or waits for its end. */
void gac__crew_finish(gac__crew *c, gac__helper *h);

/* -- the processor (cpu.c) ------------------------------------------------- */

static inline void gac__cpu_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

typedef enum gac__isa {
    GAC__ISA_BASELINE,
    GAC__ISA_AVX2,
    GAC__ISA_AVX512,
    GAC__ISA_COUNT
} gac__isa;

/* The best instruction set that this machine has. Cheap after the first call;
 * thread-safe. */
gac__isa gac__isa_best(void);

/* What is fast on this processor; support/cpu.c has the table of makers and
 * families. The first ten bits are for copies, and are GAC_COPY_POLICY()'s. */
enum {
    GAC__CPU_MASKED_STORE = 1, /* a masked store costs as much as a plain one */
    /* Masked loads do not start the first cache's prefetchers, which is better
     * for lines of the second cache. */
    GAC__CPU_MASKED_LOAD = 2,
    GAC__CPU_REP_MOVSB = 4,    /* fast for long runs */
    GAC__CPU_CROWDED_SETS = 8, /* many stores into one cache set are slow,
                                   unless those in flight are of few lines */
    GAC__CPU_FETCH_RUN = 16,   /* runs are worth a prefetch 2 KiB ahead */
    GAC__CPU_WIDE = 32,        /* 64 bytes a cycle: vectors of 64 bytes pay */
    GAC__CPU_FEW_STORES = 128, /* one wide store that crosses cache lines beats
                                  two that do not */
    GAC__CPU_FETCH_OUT = 256,  /* far lines are fetched before the stores */
    GAC__CPU_PAGES = 512,      /* long runs are worth four pages side by side */
    GAC__CPU_GATHERS = 1024,   /* gathers beat scalar loads */
    GAC__CPU_SCATTERS = 2048,  /* scatters beat scalar stores */
    GAC__CPU_FETCH_STRIPS = 4096 /* a prefetch of the next strip's loads pays */
};

/* The processor's facts; known once gac__isa_best() has been called. */
extern atomic_uint gac__cpu_facts;

static inline bool gac__cpu_has(unsigned fact)
{
    return atomic_load_explicit(&gac__cpu_facts, memory_order_relaxed) & fact;
}

/* The instruction set for a level, or the machine's best one if that is lower.
 */
static inline gac__isa gac__isa_for(gac_cpu_level level)
{
    gac__isa best = gac__isa_best();
    return level == GAC_CPU_BEST
               ? best
               : GAC__MIN(best, (gac__isa)(level - GAC_CPU_BASELINE));
}

#endif
