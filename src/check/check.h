/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The dynamic checker: a run tells it each access and each collective, and it
 * reports those whose behaviour the specifications leave undefined.
 *
 * A checker is for one run, and one thread at a time; groups run one after the
 * other. Memory is named by a buffer's number in `config` and an offset in
 * bytes, which lies inside; work-items by their linear local ids.
 */
#ifndef GAC_CHECK_CHECK_H
#define GAC_CHECK_CHECK_H

#include <gac/copy.h>

#include "check/cell_arena.h"
#include "compile/compile.h"

typedef struct gac__checker gac__checker;

typedef struct gac__check_buffer {
    uint64_t size;
    gac_memory_kind kind;
    bool written, read;  /* the kernel may write it, may read it */
    bool undefined;      /* nothing has written it when the run starts, or for
                            local and private memory when a group starts */
    uintptr_t host;      /* global: host address; buffers may overlap */
    const char *name;    /* of a variable; NULL: unknown */
    uint32_t argument;   /* number of the argument; UINT32_MAX: it is none */
    uint64_t in_front;   /* bytes of the buffer before the argument's first one,
                            from which messages count */
    uint64_t lane_bytes; /* private: bytes that belong to each lane */
    uint64_t lane_stride; /* private: bytes from one lane's start to the next */
    const uint8_t *padding; /* a bit for each byte of an element, set if it is
                               padding; NULL: there is none */
    uint64_t element_bytes; /* of the element that `padding` describes */
} gac__check_buffer;

/* Bytes of a buffer. */
typedef struct gac__bytes {
    uint32_t buffer; /* 0: none */
    uint64_t first, n;
} gac__bytes;

/* Writes "bytes 4 to 7 of argument 0" for n_bytes from `first` on; bytes in
 * front of the buffer have negative numbers. */
void gac__check_bytes_text(const gac__check_buffer *b, uint64_t first,
                           uint64_t n_bytes, char *out, size_t size);

/* Writes "4 bytes of argument 0", where it is not known which bytes. */
void gac__check_far_text(const gac__check_buffer *b, uint64_t n_bytes,
                         char *out, size_t size);

typedef struct gac__check_config {
    const gac_allocator *allocator;
    const gac__ir *ir; /* the kernel, with its CHECKs */
    const char *kernel;
    const gac__check_buffer *buffers;
    uint32_t n_buffers;
    uint64_t groups[3];
    uint64_t max_items; /* of a group */
    uint32_t sub_group_size, width, n_strips;
    gac__isa isa;
    uint64_t most_bytes; /* limit of shadow memory */
    bool wait_is_barrier;
    const uint8_t *disabled; /* for each gac__rule_id; NULL: none is */
    gac__cell_arena *arena;  /* where cells come from; outlives the checker */
    gac__watch *watch; /* ends all work whose length the input decides; NULL:
                          none */
} gac__check_config;

/* Errors: MEMORY; the watch's result; LIMIT, if the buffers take more shadow
 * than `most_bytes`: the checker exists then, for its message. */
gac_result gac__checker_create(const gac__check_config *config,
                               gac__checker **checker_out);
void gac__checker_destroy(gac__checker *checker);

/* `budget`: the number of instructions at which the caller looks at its limits
 * next. The checker sets it to 0 when the watch ends its work, and reports
 * nothing from then on. */
void gac__checker_limit(gac__checker *checker, uint64_t *budget);

/* Lanes that are checked in a step of the watch. */
#define GAC__LANES_A_STEP 4u

/* Counts steps of the caller's own work, of some nanoseconds each, for the
 * watch; false: the work must end. */
bool gac__check_goes_on(gac__checker *checker, uint64_t steps);

/* Reports all findings, as diagnostics of the module's context, in a fixed
 * order, and their number. MEMORY: memory ran out at some time, findings may be
 * wrong, and none is reported. LIMIT: the checker was full; findings from
 * before that are reported. */
gac_result gac__checker_report(const gac__checker *checker, uint64_t *n_out);

/* Writes why a run cannot go on: shadow memory has reached its limit, or there
 * are more epochs than cells have bits for. False: it can go on. */
bool gac__checker_is_full(const gac__checker *checker, char *out, size_t size);

/* The most bytes of shadow memory at a time, and the bytes that have a shadow.
 */
void gac__checker_bytes(const gac__checker *checker, uint64_t *shadow_out,
                        uint64_t *shadowed_out);

void gac__check_group_begin(gac__checker *c, uint64_t linear,
                            const uint64_t local_size[3], uint64_t n_items);

/* Reports copies that nothing has waited for. */
void gac__check_group_end(gac__checker *c);

/* -- accesses -------------------------------------------------------------- */

/* Lanes of a strip that access one buffer, `size` bytes each. */
typedef struct gac__check_lanes {
    uint32_t site; /* the instruction's number among ir->sites */
    uint32_t buffer;
    uint32_t size;
    uint32_t strip;
    uint32_t first_item; /* of lane 0 */
    uint32_t first, end; /* lanes [first, end) with mask[k]; NULL: all */
    const uint8_t *mask;
    const uint64_t *offset; /* for each lane */
    bool affine;            /* all lanes are active, `step` bytes apart */
    int64_t step;           /* if affine */
} gac__check_lanes;

static inline bool gac__is_active(const gac__check_lanes *l, uint32_t lane)
{
    return !l->mask || l->mask[lane];
}

/* Visits each active lane k. */
#define GAC__EACH_ACTIVE(l, k)                                                 \
    for (uint32_t k = (l)->first; k < (l)->end; k++)                           \
        if (!gac__is_active((l), k))                                           \
            continue;                                                          \
        else

/* Reports lanes whose access leaves their private memory, perhaps for another
 * lane's, and sets their bytes in `left`. Returns their number. The functions
 * below must not get these lanes. */
uint32_t gac__check_leaving(gac__checker *c, const gac__check_lanes *l,
                            bool write, uint8_t *left);

/* A read. `guess`: a compare-and-exchange verifies the value, so that the read
 * counts as atomic. `shadow_out`: the undefined bytes of each lane's value, a
 * bit each; NULL: not wanted. `whole`: all bits are set if one is. */
void gac__check_read(gac__checker *c, const gac__check_lanes *l, bool guess,
                     uint8_t *shadow_out, bool whole);

/* A write of the IR's value `value`. `shadow`: the undefined bytes of each
 * lane's value, a bit each; NULL: all are defined. `uniform`: there is one
 * shadow for all lanes. */
void gac__check_write(gac__checker *c, const gac__check_lanes *l,
                      const uint8_t *shadow, bool uniform, uint32_t value);

/* What an atomic does. */
typedef struct gac__check_atomic_use {
    bool reads, writes;
    bool tries;     /* it may write; items that did are told by a second call */
    bool did;       /* this is that second call: shadows are up to date */
    uint32_t order; /* GAC__ORDER_* */
    bool replaces;  /* the value written does not depend on the one read */
    const uint8_t *shadow; /* of its operands; as of gac__check_write() */
    bool uniform;
    uint32_t value;
} gac__check_atomic_use;

/* An atomic; `shadow_out`: as of gac__check_read(). */
void gac__check_atomic(gac__checker *c, const gac__check_lanes *l,
                       const gac__check_atomic_use *use, uint8_t *shadow_out);

/* A fence by the lanes of `l`, with its GAC__ORDER_*. */
void gac__check_fence(gac__checker *c, const gac__check_lanes *l,
                      uint32_t order);

/* A copy of to->size bytes by each lane; `from` has the same lanes; `align`:
 * the alignment in bytes that the module declares. */
void gac__check_copymem(gac__checker *c, const gac__check_lanes *to,
                        const gac__check_lanes *from, uint32_t align);

/* Each lane's private variable becomes undefined again. */
void gac__check_forget(gac__checker *c, const gac__check_lanes *l);

/* -- collectives ----------------------------------------------------------- */

/* A barrier that all work-items have reached; for a sub-group's, all of it. */
void gac__check_barrier(gac__checker *c, uint64_t semantics);
void gac__check_sub_group_barrier(gac__checker *c, uint32_t sub_group,
                                  uint64_t semantics);

/* A side of a copy: `lines` lines of `line_bytes` bytes in each of `planes`
 * planes, pitches in bytes. */
typedef struct gac__box {
    uint32_t buffer;
    uint64_t start;
    uint64_t line_bytes, lines, planes;
    uint64_t line_pitch, plane_pitch;
    bool apart; /* each line is a copy by itself */
} gac__box;

typedef struct gac__check_copy {
    uint32_t site;
    uint64_t element_bytes;
    gac__box dst, src;
    bool empty;
    bool is_lost; /* its lines or planes overlap: see
                     gac__check_copy_is_lost() */
} gac__check_copy;

/* Items of the group or sub-group have arrived at a collective: all, or only
 * some. Returns whether that must be reported: a divergence is reported once,
 * until all have arrived again. */
bool gac__check_arrival(gac__checker *c, bool all);

/* Where a divergence must be reported: names an item that has not arrived. When
 * all are named, gac__check_parted() drops findings that only those items had
 * since the last time when all arrived. `in_iterations`: all have arrived, but
 * in different iterations of a loop; races in memory follow from that. */
void gac__check_absent(gac__checker *c, uint32_t item);
void gac__check_parted(gac__checker *c, bool in_iterations);

/* Whether some work-items have missed a collective, and not all have arrived at
 * one since. */
bool gac__check_is_diverged(const gac__checker *c);

/* The state of memory that a lane is about to read. */
typedef enum gac__check_state {
    GAC__CHECK_STATE_DEFINED,
    GAC__CHECK_STATE_UNDEFINED,
    GAC__CHECK_STATE_OUTSIDE /* another lane's */
} gac__check_state;

gac__check_state gac__check_peek(const gac__checker *c, uint32_t buffer,
                                 uint32_t strip, uint32_t lane, uint64_t offset,
                                 uint32_t size);

/* Whether n elements of `size` bytes, `step` bytes apart, are all known to be
 * defined. */
bool gac__check_are_written(gac__checker *c, uint32_t buffer, uint32_t strip,
                            uint64_t offset, uint64_t step, uint32_t n,
                            uint64_t size);

/* It is not known what a copy writes, such as one whose work-items pass
 * different operands: all bytes of the buffer count as defined from then on. */
void gac__check_copy_is_lost(gac__checker *c, uint32_t buffer);

/* A copy that lies inside its buffers starts on `event`. */
void gac__check_copy_start(gac__checker *c, const gac__check_copy *copy,
                           uint64_t event);

/* As many copies of one line each on `event` as `copy` has lines, one behind
 * the other, by all of the group, with no accesses in between. Lines of a side
 * do not overlap. */
void gac__check_lines_start(gac__checker *c, const gac__check_copy *copy,
                            uint64_t event);

/* Whether two buffers share host memory, or are one. */
bool gac__check_same_memory(const gac__checker *c, uint32_t buffer,
                            uint32_t other);

typedef enum gac__event_flag {
    GAC__EVENT_LIVE = 1,     /* it has copies, and has not been waited for */
    GAC__EVENT_DIVERGED = 2, /* only some work-items started some of them */
    GAC__EVENT_PARTED = 4    /* see gac__check_event_part() */
} gac__event_flag;

bool gac__check_event_is(const gac__checker *c, uint64_t event,
                         gac__event_flag flag);

/* All work-items have waited for `event`, by the wait at `site`. */
void gac__check_event_done(gac__checker *c, uint64_t event, uint32_t site);

/* Orders copies in flight before those that start from now on, in the memories
 * that `flags` names: GAC__COPY_FENCE_*. */
void gac__check_copy_fence(gac__checker *c, uint32_t flags);

/* Some work-items have waited for `event`, others for another one instead: a
 * second wait for it is no fault. */
void gac__check_event_part(gac__checker *c, uint64_t event);

/* All events of a wait have been released. */
void gac__check_waited(gac__checker *c);

/* -- faults that callers find ---------------------------------------------- */

#define GAC__NO_ITEM UINT32_MAX
#define GAC__NO_SITE UINT32_MAX

/* A fault of one work-item, or of the group. */
typedef struct gac__fault {
    gac__rule_id rule;
    uint32_t site;
    uint32_t item; /* GAC__NO_ITEM: the group as a whole */
    gac__bytes bytes;
    bool has_element; /* the fault is at an element of a copy: */
    uint64_t plane, line, element;
    const char *operand; /* its name in the grammar; static; NULL: none */
    const char *access;  /* "reads", "writes", ...; static; NULL: none */
    /* The other access, or instruction, that the fault is about. */
    uint32_t other_site; /* GAC__NO_SITE: none is known */
    uint32_t other_item;
    uint64_t other_group;     /* linear; UINT64_MAX: unknown */
    const char *other_access; /* static */
    uint32_t copy_site;       /* the copy of the event that the fault is about;
                                 GAC__NO_SITE: unknown */
    uint64_t flight; /* 1 + the number of the copy in flight that the fault is
                        about; 0: none */
} gac__fault;

/* A fault of which nothing else is known. */
gac__fault gac__fault_make(gac__rule_id rule, uint32_t site, uint32_t item);

/* Adds a fault. Faults of one rule and instruction are one finding, with the
 * first one's message. In front of the message stands "work-item (x,y,z) of
 * work-group (x,y,z)", if there is an item; behind it the bytes, if there are
 * any. */
void gac__fault_add(gac__checker *c, const gac__fault *fault,
                    const char *format, ...) GAC__PRINTF(3, 4);

/* Whether an address or an operand at a site was undefined in this group: other
 * faults there follow from that. */
bool gac__check_operand_is_undefined(const gac__checker *c, uint32_t site);

/* Whether there is a finding of a rule at a site in this group already. */
bool gac__fault_is_told(const gac__checker *c, gac__rule_id rule,
                        uint32_t site);

/* Whether a rule is enabled. */
bool gac__check_enabled(const gac__checker *c, gac__rule_id rule);

/* Writes "(x,y,z)" for a work-item of the present group. */
void gac__check_item_text(const gac__checker *c, uint32_t item, char out[64]);

/* Makes the wait that has released an event, with its copy, a fault's other
 * access; false if it is not known. */
bool gac__check_released(const gac__checker *c, uint64_t event,
                         gac__fault *fault);

#define GAC__UNWRITTEN "memory that nothing has written"

/* Finds the load of the undefined bytes of `value`: the fault's other access,
 * and its bytes if it has none. Returns their source: GAC__UNWRITTEN, or
 * "OpUndef" if there is no other. */
const char *gac__check_origin(gac__checker *c, uint32_t value,
                              gac__fault *fault);

#endif
