/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The dynamic checker: what a run does is told to it, and it tells what of that
 * the specifications leave undefined.
 *
 * A checker is for one run, and one thread at a time; groups are told one after
 * the other. Memory is buffers, by the numbers that they have in `config`, and
 * offsets in bytes; the caller has checked that these lie inside. Work-items
 * are told by their linear local ids.
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
    bool written, read;   /* the kernel may write it, read it */
    bool undefined;       /* not written when the run (local and private
                             memory: a group) starts */
    uintptr_t host;       /* global: where it is, since two may be the same */
    const char *name;     /* of a variable; NULL: unknown */
    uint32_t argument;    /* its number; UINT32_MAX: none */
    uint64_t in_front;    /* bytes of the buffer in front of the argument, which
                             messages count from */
    uint64_t lane_bytes;  /* private: bytes that belong to each lane */
    uint64_t lane_stride; /* private: bytes from a lane's to the next lane's */
    const uint8_t *padding; /* a bit for each byte of an element, set where it
                               need not be written; NULL: none is */
    uint64_t element_bytes; /* of `padding` */
} gac__check_buffer;

/* Bytes of a buffer. */
typedef struct gac__bytes {
    uint32_t buffer; /* 0: none */
    uint64_t first, n;
} gac__bytes;

/* Writes "bytes 4 to 7 of argument 0" for n_bytes of them from `first` on,
 * which may lie in front of the buffer: as a negative number then. */
void gac__check_bytes_text(const gac__check_buffer *b, uint64_t first,
                           uint64_t n_bytes, char *out, size_t size);

typedef struct gac__check_config {
    const gac_allocator *allocator;
    const gac__ir *ir; /* the kernel, with its CHECKs */
    const char *kernel;
    const gac__check_buffer *buffers;
    uint32_t n_buffers;
    uint64_t groups[3];
    uint64_t max_items; /* in a group */
    uint32_t sub_group_size, width, n_strips;
    gac__isa isa;
    uint64_t most_bytes; /* of shadow */
    bool wait_is_barrier;
    const uint8_t *disabled; /* for each gac__rule_id; NULL: none is */
    gac__cell_arena *arena;  /* of the same allocator; used as long as the
                                checker is there, and kept for the next one */
    gac__watch *watch; /* asked within all work whose length the input decides;
                          NULL: never */
} gac__check_config;

/* Errors: MEMORY; LIMIT, where the memory that is described takes more shadow
 * than may be: there is a checker then, to say so; or what the watch says. */
gac_result gac__checker_create(const gac__check_config *config,
                               gac__checker **checker_out);
void gac__checker_destroy(gac__checker *checker);

/* `budget`: the instruction at which the caller looks at its limits next; the
 * checker sets it to 0 when the watch says stop, and finds nothing from then
 * on. */
void gac__checker_limit(gac__checker *checker, uint64_t *budget);

#define GAC__LANES_A_STEP                                                      \
    4u /* lanes that are looked at in a step of the watch */

/* Counts steps of the caller's own work, of some nanoseconds each, for the
 * watch; false: it is to end. */
bool gac__check_goes_on(gac__checker *checker, uint64_t steps);

/* Tells of all findings, as diagnostics of the module's context, in a fixed
 * order, and gives their number. MEMORY if memory was short at any time: what
 * was found may be wrong then, and nothing is told. LIMIT if the checker was
 * full: what was found before is told. */
gac_result gac__checker_report(const gac__checker *checker, uint64_t *n_out);

/* Why a run cannot go on, for its user: the shadow takes more than it may, or
 * cells tell of more epochs than are kept apart. False: it can. */
bool gac__checker_is_full(const gac__checker *checker, char *out, size_t size);

/* Bytes of memory that shadow others, at most at once, and of the memory that
 * they shadow. */
void gac__checker_bytes(const gac__checker *checker, uint64_t *shadow_out,
                        uint64_t *shadowed_out);

void gac__check_group_begin(gac__checker *c, uint64_t linear,
                            const uint64_t local_size[3], uint64_t n_items);

/* Reports copies that no wait was for. */
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
    bool affine;            /* all lanes are active, at offsets `step` apart */
    int64_t step;           /* affine: bytes from a lane's offset to the next */
} gac__check_lanes;

static inline bool gac__is_active(const gac__check_lanes *l, uint32_t lane)
{
    return !l->mask || l->mask[lane];
}

/* Tells of lanes whose access leaves their private memory, which may be for
 * another lane's, and sets their bytes in `left`. Returns their number. The
 * functions below are not to be told of these lanes. */
uint32_t gac__check_leaving(gac__checker *c, const gac__check_lanes *l,
                            bool write, uint8_t *left);

/* A read. `guess`: one that may meet atomics. `shadow_out`: NULL, or what is
 * undefined of each lane's value: a bit a byte; all bits if one is and `whole`.
 */
void gac__check_read(gac__checker *c, const gac__check_lanes *l, bool guess,
                     uint8_t *shadow_out, bool whole);

/* A write of values with these shadows (NULL: they are defined; `uniform`: one
 * for all lanes); `value`: which value of the IR. */
void gac__check_write(gac__checker *c, const gac__check_lanes *l,
                      const uint8_t *shadow, bool uniform, uint32_t value);

/* What an atomic does. */
typedef struct gac__check_atomic_use {
    bool reads, writes;
    bool tries; /* it may write: a second call tells for which items it did */
    bool did;   /* that call: shadows are known */
    uint32_t order; /* GAC__ORDER_* */
    bool replaces;  /* what it writes does not depend on what was there */
    const uint8_t *shadow; /* of its operands, as a write's */
    bool uniform;
    uint32_t value;
} gac__check_atomic_use;

/* An atomic; `shadow_out`: as a read's, or NULL. */
void gac__check_atomic(gac__checker *c, const gac__check_lanes *l,
                       const gac__check_atomic_use *use, uint8_t *shadow_out);

/* A fence by lanes (of `l` only those count), with its GAC__ORDER_*. */
void gac__check_fence(gac__checker *c, const gac__check_lanes *l,
                      uint32_t order);

/* A copy of l->size bytes by each lane; `from` has the same lanes; `align`: of
 * what is copied, in bytes, as the module has it. */
void gac__check_copymem(gac__checker *c, const gac__check_lanes *to,
                        const gac__check_lanes *from, uint32_t align);

/* The private variable of each lane counts as unwritten again. */
void gac__check_forget(gac__checker *c, const gac__check_lanes *l);

/* -- collectives ----------------------------------------------------------- */

/* A barrier that all work-items, or with `sub_group` all of a sub-group, reach.
 */
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
    bool is_lost; /* its lines or planes overlap: its destination counts as
                     written from then on */
} gac__check_copy;

/* All of the group (or sub-group), or only some, have reached a collective.
 * Returns whether that is to be reported: one divergence is reported once,
 * until all have met again. */
bool gac__check_meeting(gac__checker *c, bool all);

/* If it is to be reported: names an item that has not come. When all are named,
 * gac__check_parted() drops the findings that only they had since all met last.
 * `in_iterations`: all have come, but in different iterations of a loop, and
 * that has been reported: races in memory follow from it. */
void gac__check_absent(gac__checker *c, uint32_t item);
void gac__check_parted(gac__checker *c, bool in_iterations);

/* Whether some work-items have missed a collective, and not all have met since.
 */
bool gac__check_is_diverged(const gac__checker *c);

/* What memory that a lane is about to read is like. */
typedef enum gac__check_state {
    GAC__CHECK_STATE_DEFINED,
    GAC__CHECK_STATE_UNDEFINED,
    GAC__CHECK_STATE_OUTSIDE /* another lane's */
} gac__check_state;

gac__check_state gac__check_peek(const gac__checker *c, uint32_t buffer,
                                 uint32_t strip, uint32_t lane, uint64_t offset,
                                 uint32_t size);

/* Whether all of n pieces of memory, of `size` bytes and `step` bytes apart,
 * are known to be defined. */
bool gac__check_are_written(gac__checker *c, uint32_t buffer, uint32_t strip,
                            uint64_t offset, uint64_t step, uint32_t n,
                            uint64_t size);

/* Work-items pass different operands to a copy into a buffer, whose bytes count
 * as written from then on. */
void gac__check_copy_is_lost(gac__checker *c, uint32_t buffer);

/* A copy that lies inside its buffers starts on `event`. */
void gac__check_copy_start(gac__checker *c, const gac__check_copy *copy,
                           uint64_t event);

/* As many copies on `event` of a line each, one behind the other, as `copy` has
 * lines: by all of the group, and nothing but them has happened since the
 * first. Lines of a side do not overlap. */
void gac__check_lines_start(gac__checker *c, const gac__check_copy *copy,
                            uint64_t event);

/* Whether two buffers share host memory, or are one. */
bool gac__check_same_memory(const gac__checker *c, uint32_t buffer,
                            uint32_t other);

typedef enum gac__event_flag {
    GAC__EVENT_LIVE = 1, /* copies started on it, and it has not been waited for
                          */
    GAC__EVENT_DIVERGED = 2, /* some of them by some work-items only */
    GAC__EVENT_PARTED = 4    /* see gac__check_event_part() */
} gac__event_flag;

bool gac__check_event_is(const gac__checker *c, uint64_t event,
                         gac__event_flag flag);

/* All work-items have waited for `event`, by the wait at `site`. */
void gac__check_event_done(gac__checker *c, uint64_t event, uint32_t site);

/* Copies in flight no longer race with those that start from now on, as far as
 * both access the memories `flags`: GAC__COPY_FENCE_*. */
void gac__check_copy_fence(gac__checker *c, uint32_t flags);

/* Some work-items have waited for `event` where others waited for another one:
 * a second wait for it is no fault. */
void gac__check_event_part(gac__checker *c, uint64_t event);

/* All events of a wait have been released. */
void gac__check_waited(gac__checker *c);

/* -- what callers find themselves ------------------------------------------ */

#define GAC__NO_ITEM UINT32_MAX
#define GAC__NO_SITE UINT32_MAX

/* A fault of one work-item, or of the group. */
typedef struct gac__fault {
    gac__rule_id rule;
    uint32_t site;
    uint32_t item; /* GAC__NO_ITEM: the group as a whole */
    gac__bytes bytes;
    bool has_element; /* of a copy: */
    uint64_t plane, line, element;
    const char *operand; /* its name in the grammar; static; NULL: none */
    const char *access;  /* "reads", "writes", ...; static; NULL: none */
    /* The other access, or instruction, that the fault is about. */
    uint32_t other_site; /* GAC__NO_SITE: none is known */
    uint32_t other_item;
    uint64_t other_group;     /* linear; UINT64_MAX: unknown */
    const char *other_access; /* static */
    uint32_t
        copy_site; /* of an event: the copy that started it; or GAC__NO_SITE */
    uint64_t flight; /* 1 + the number of the copy in flight that it is about;
                        0: none */
} gac__fault;

/* A fault with nothing known but these. */
gac__fault gac__fault_make(gac__rule_id rule, uint32_t site, uint32_t item);

/* Adds a fault; faults of one rule and instruction are one finding, which keeps
 * the first one's message: behind "work-item (x,y,z) of work-group (x,y,z)"
 * where there is an item, and in front of where the bytes lie, if any. */
void gac__fault_add(gac__checker *c, const gac__fault *fault,
                    const char *format, ...) GAC__PRINTF(3, 4);

/* Whether undefined memory has decided an address or an operand at a site in
 * this group: other faults there follow from that. */
bool gac__check_operand_is_undefined(const gac__checker *c, uint32_t site);

/* Whether a rule has been found at a site in this group, so that more of it
 * there is nothing new. */
bool gac__fault_is_told(const gac__checker *c, gac__rule_id rule,
                        uint32_t site);

/* Whether a rule is asked for. */
bool gac__check_enabled(const gac__checker *c, gac__rule_id rule);

/* Writes "(x,y,z)" for a work-item of the present group. */
void gac__check_item_text(const gac__checker *c, uint32_t item, char out[64]);

/* Makes the wait that has released an event a fault's other access, with its
 * copy; false if none is known. */
bool gac__check_released(const gac__checker *c, uint64_t event,
                         gac__fault *fault);

#define GAC__UNWRITTEN "memory that nothing has written"

/* Where the undefined bytes of `value` were loaded: fills in the fault's other
 * access if that is known, and the bytes if it has none. Returns what they come
 * from: GAC__UNWRITTEN, or "OpUndef" where it is nothing but such. */
const char *gac__check_origin(gac__checker *c, uint32_t value,
                              gac__fault *fault);

#endif
