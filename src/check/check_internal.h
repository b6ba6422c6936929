/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Shadow memory, copies in flight, findings.
 *
 *   checker.c    one run's checker; ticks: how accesses and barriers are
 * ordered shadow.c     planes, one a buffer chunks.c     planes' cells, chunk
 * by chunk packing.c    cells in little memory, exactly pairs.c      the same
 * for writes and reads together, in no order squeeze.c    which of these a
 * chunk gets, and what is given up if none is small accesses.c   work-items'
 * accesses against the cells runs.c       those of many lanes at a time
 *   read_log.c   reads of local memory that leave no cells yet
 *   undefined.c  which bytes nothing has written
 *   copies.c     copies against the cells
 *   flights.c    copies in flight
 *   flight_events.c  events, and which copies are on them
 *   lines.c      the lines of many copies in flight, sorted
 *   boxes.c      strided boxes of bytes: which bytes two of them share
 *   order.c      what releases and acquires put in order
 *   objects.c    which release an atomic object holds
 *   releases.c   releases, packed
 *   columns.c    numbers that mostly rise evenly, packed
 *   findings.c   merging faults
 *   words.c      saying them
 *   lanes/            runs of cells at once
 */
#ifndef GAC_CHECK_CHECK_INTERNAL_H
#define GAC_CHECK_CHECK_INTERNAL_H

#include "check/cells.h"
#include "check/check.h"
#include "check/findings.h"
#include "check/flights.h"
#include "check/releases.h"

/* -- planes, flights ------------------------------------------------------- */

/* A buffer's shadow. Buffers whose host memory overlaps share one. */
typedef struct gac__plane {
    gac__chunk *chunks; /* NULL: it has no cells */
    size_t n_chunks;
    bool reads;     /* has cells of reads */
    uint64_t size;  /* bytes */
    uint64_t first; /* its first byte's number among those of all planes */
    bool local;
    bool all_defined;   /* no bit of `undefined` is set */
    bool changed;       /* since that was looked at last */
    uint8_t *undefined; /* for each 4 bytes, a bit for each that nothing
                           wrote; NULL: all are defined */
    uint8_t *initial;   /* the same when a group starts, where there is
                           padding, which is never undefined; or NULL */
    uint32_t last_write, last_read; /* ticks of work-items' accesses */
    uint32_t **objects; /* tables of atomic objects, a chunk each; or NULL */
} gac__plane;

typedef struct gac__buffer_shadow {
    gac__check_buffer info;
    uint32_t plane;
    uint64_t delta; /* offset in the plane's memory */
} gac__buffer_shadow;

typedef struct gac__shadow_kernels gac__shadow_kernels;

/* -- order.c --------------------------------------------------------------- */

/* An atomic object. */
typedef struct gac__object {
    uint32_t release; /* that a reader sees; 0: none */
    bool wide;        /* other groups see it too */
} gac__object;

/* Ticks, all but the last of them packed. */
typedef struct gac__ticks {
    GAC__VEC(uint32_t *) columns; /* of GAC__COLUMN_MAX each */
    uint32_t last[GAC__COLUMN_MAX];
    size_t n;
} gac__ticks;

typedef struct gac__open_chunk {
    uint32_t plane, chunk;
} gac__open_chunk;

typedef struct gac__order {
    gac__releases releases;
    uint32_t *knows, *seen, *fence; /* for each item: what it has acquired, what
                                       an acquire fence would, what its last
                                       release fence made */
    uint32_t base;  /* what all items know since the last barrier */
    uint32_t all;   /* what any of them knows */
    uint32_t first; /* releases before the group's own */
    GAC__VEC(gac__open_chunk)
    open;              /* with tables of objects that are not packed */
    size_t hand;       /* the one of them that was packed last */
    uint64_t n_packed; /* tables that are */
    bool has_objects, has_wide, touched, lost;
    uint32_t blur; /* cells without an item may be of any group whose tick
                      differs in these bits only */
    bool plain;    /* the group has accessed shared memory, */
    bool wrote;    /* written global memory, */
    bool barrier;  /* and then met at a barrier that fences it */
    uint32_t barrier_release; /* what that is to relaxed atomics; 0: not made */
    bool dirty[2];            /* since the present tick began */
    uint32_t stamp;
    GAC__VEC(uint32_t) stack;
    uint32_t known_roots[2]; /* of what is marked as known, */
    uint32_t least_known; /* and the first of that that is no join; 0: none */
} gac__order;

struct gac__checker {
    const gac_allocator *allocator;
    const gac__ir *ir;
    const char *kernel;
    uint64_t groups[3], local[3];
    uint64_t group; /* linear */
    uint64_t n_items, max_items;
    uint32_t sub_group_size, width, n_strips, n_sub_groups;
    bool wait_is_barrier;
    bool diverged;  /* since a collective that some did not reach, and
                       until one that all do */
    bool in_rounds; /* it was reached in different rounds */
    uint8_t disabled[GAC__RULE_COUNT];
    gac_result status;
    gac__cell_layout layout;
    gac__clock local_clock, global_clock;
    gac__ticks group_ticks; /* first ticks of groups since first_group */
    uint64_t first_group;
    gac__buffer_shadow *buffers;
    uint32_t n_buffers;
    gac__plane *planes;
    uint32_t n_planes;
    gac__site_state *sites;
    gac__flights flights;
    gac__watch *watch;       /* NULL: none */
    uint64_t *runner_budget; /* of gac__checker_limit(); or NULL */
    GAC__VEC(gac__finding) findings;
    gac__arena words; /* of findings */
    gac__causes causes;
    uint64_t n_meetings;     /* of all of a group */
    bool has_unwritten;      /* something uninitialized has been found */
    uint64_t *absent;        /* a bit for each item that has not come to a
                                collective; scratch */
    GAC__VEC(uint32_t) log;  /* reads of local memory since the last barrier, */
    size_t log_told;         /* of which cells tell; not of those behind them */
    uint64_t *log_offsets;   /* width of them, scratch */
    uint64_t shadow_bytes;   /* that there are now, */
    uint64_t peak_bytes;     /* and were at most */
    uint64_t shadowed_bytes; /* of planes */
    uint64_t budget;         /* shadow bytes; past it, chunks are packed, */
    uint64_t allowance; /* and should take so many 256ths of a byte a byte */
    uint64_t packed_bytes, packed_span; /* what they take, and shadow */
    GAC__VEC(gac__open_chunk) open;     /* those with cells or patches */
    GAC__VEC(gac__open_chunk) young;
    size_t hand;              /* the next of them that is packed, unless used */
    uint32_t *scratch;        /* a chunk, packed or not */
    gac__spare_blocks *spare; /* for chunks' cells */
    const gac__shadow_kernels *kernels;
    gac__order order;
};

/* A lane's access takes so many steps of the watch: a chunk may be opened for
 * it. */
#define GAC__LANE_STEPS 16u

/* The watch says stop: has limits looked at; false. */
bool gac__check_end(gac__checker *c);

/* Counts steps of work, of some nanoseconds each, for the watch; false: the
 * work is to end, whatever it leaves behind. */
static inline bool gac__check_on(gac__checker *c, uint64_t steps)
{
    return GAC__LIKELY(gac__watch_on(c->watch, steps)) || gac__check_end(c);
}

static inline gac__plane *gac__plane_of(const gac__checker *c, uint32_t buffer)
{
    return &c->planes[c->buffers[buffer].plane];
}

/* Whether a byte belongs to no part of what a buffer is declared to hold. */
static inline bool gac__is_padding(const gac__check_buffer *b, uint64_t offset)
{
    if (!b->padding || !b->element_bytes)
        return false;
    uint64_t at = offset % b->element_bytes;
    if (b->kind == GAC_MEMORY_PRIVATE && at >= b->lane_bytes)
        return false; /* between two lanes */
    return b->padding[at / 8] >> at % 8 & 1;
}

/* Where an offset of these lanes is in their plane. */
static inline uint64_t gac__plane_offset(const gac__checker *c,
                                         const gac__check_lanes *l,
                                         uint64_t offset)
{
    const gac__buffer_shadow *b = &c->buffers[l->buffer];
    if (b->info.kind == GAC_MEMORY_PRIVATE)
        return offset + (uint64_t)l->strip * ((b->info.size + 3) / 4 * 4);
    return offset + b->delta;
}

static inline gac__clock *gac__clock_of(gac__checker *c, const gac__plane *p)
{
    return p->local ? &c->local_clock : &c->global_clock;
}

static inline uint32_t gac__cell_tick(const gac__cell_layout *l, uint32_t cell)
{
    return cell >> l->tick_shift;
}

static inline uint32_t gac__cell_item(const gac__cell_layout *l, uint32_t cell)
{
    return cell & l->item_mask;
}

static inline uint32_t gac__cell_flags(const gac__cell_layout *l, uint32_t cell)
{
    return cell >> l->flag_shift & 15;
}

/* GAC__NO_SITE: there was no room for it. */
static inline uint32_t gac__cell_site(const gac__cell_layout *l, uint32_t cell)
{
    uint32_t most = ((uint32_t)1 << l->site_bits) - 1;
    uint32_t site = cell >> l->item_bits & most;
    return site == most ? GAC__NO_SITE : site;
}

/* A cell of the present tick without an item. */
static inline uint32_t gac__cell_tag(const gac__cell_layout *l, uint32_t tick,
                                     uint32_t site, uint32_t flags)
{
    uint32_t most = ((uint32_t)1 << l->site_bits) - 1;
    return tick << l->tick_shift | flags << l->flag_shift
           | GAC__MIN(site, most) << l->item_bits;
}

/* The group that an access of an earlier one was made by; UINT64_MAX: unknown.
 */
uint64_t gac__group_of_tick(const gac__checker *c, uint32_t tick);
uint64_t gac__group_of_cell(const gac__checker *c, uint32_t cell);

void gac__group_ticks_add(gac__checker *c, uint32_t tick);
void gac__group_ticks_clear(gac__checker *c);

/* Lets a tick pass. */
uint32_t gac__clock_next(gac__checker *c, gac__clock *clock);

gac_result gac__order_init(gac__checker *c);
void gac__order_free(gac__checker *c);
void gac__order_begin_group(gac__checker *c);
void gac__order_atomic(gac__checker *c, const gac__check_lanes *l,
                       const gac__check_atomic_use *use);

/* A barrier that fences global memory, behind its new tick. */
void gac__order_fence_all(gac__checker *c);

/* Items [first, end) know what any of them does. */
void gac__order_barrier(gac__checker *c, uint32_t first, uint32_t end);

/* Whether an item (GAC__NO_ITEM: one or another) knows that what a cell tells
 * of came before. */
bool gac__is_ordered(gac__checker *c, bool local, uint32_t item, uint32_t cell);

/* Whether it knows of a release of its group that came since the fence. */
bool gac__knows_since(gac__checker *c, const gac__clock *clock, uint32_t item);

/* Whether it knows of anything that earlier groups did. */
bool gac__knows_earlier_groups(gac__checker *c, uint32_t item);

/* -- objects.c ------------------------------------------------------------- */

/* The atomic object of the four bytes at an offset, as the present group sees
 * it. */
gac__object gac__object_at(const gac__checker *c, uint32_t plane,
                           uint64_t offset);

/* A release of the present group, if it is not wide. */
void gac__object_put(gac__checker *c, uint32_t plane, uint64_t offset,
                     gac__object object);

/* Forgets all; none is wide. */
void gac__objects_clear(gac__checker *c);
void gac__objects_free(gac__checker *c);

/* -- shadow.c -------------------------------------------------------------- */

gac_result gac__planes_make(gac__checker *c, const gac__check_config *config);
void gac__planes_free(gac__checker *c);

/* Local and private memory holds nothing when a group starts. */
void gac__planes_begin_group(gac__checker *c);

/* Makes room for new ticks: ticks are renumbered, those that no longer tell
 * anything apart become one. */
void gac__planes_sweep(gac__checker *c, bool local);

/* Zeroed memory that counts as shadow; NULL when memory is out. */
void *gac__counted_alloc(gac__checker *c, uint64_t n, size_t size);
void gac__counted_free(gac__checker *c, void *p, uint64_t n, size_t size);

/* Counts so much more as shadow. */
void gac__count(gac__checker *c, uint64_t n_bytes);

/* Whether no byte of a plane is undefined: searches it if it has changed. */
bool gac__plane_search(gac__checker *c, gac__plane *p);
static inline bool gac__plane_is_defined(gac__checker *c, gac__plane *p)
{
    bool known = !p->undefined || p->all_defined || !p->changed;
    return known ? !p->undefined || p->all_defined : gac__plane_search(c, p);
}

/* Sets so many bytes of shadow, as far as the watch lets it. */
void gac__shadow_fill(gac__checker *c, uint8_t *at, uint8_t value, uint64_t n);

/* -- chunks.c, packing.c --------------------------------------------------- */

/* Whether memory could be had for what chunks need besides cells. */
bool gac__chunks_init(gac__checker *c);
void gac__chunks_free(gac__checker *c);
bool gac__plane_make_chunks(gac__checker *c, gac__plane *p, bool reads);
void gac__plane_free_chunks(gac__checker *c, gac__plane *p);

/* gac__view_at() where the chunk has no cells, or for larger granules. */
bool gac__chunk_view(gac__checker *c, gac__plane *p, uint64_t offset,
                     uint64_t n_bytes, uint32_t granule, gac__view *out);

/* Changes cells; whether all of them tell of nothing but groups that are done,
 * and would stay as they are. */
typedef bool gac__cells_map(const void *context, uint32_t *cells, uint32_t n);

/* Changes all that are not known to stay as they are. */
void gac__chunks_map(gac__checker *c, bool local, gac__cells_map *map,
                     const void *context);

static inline uint64_t gac__chunk_bytes(const gac__plane *p, size_t n)
{
    uint64_t first = (uint64_t)n << GAC__CHUNK_BITS;
    uint64_t rest = (p->size + 3) / 4 * 4 - first;
    return GAC__MIN(rest, (uint64_t)GAC__CHUNK_BYTES);
}

/* The cells of a byte and as many behind it as are together, for accesses of
 * whole granules of 1 << `granule` bytes (at most 4). `n_bytes`: how many are
 * asked for. May pack other chunks. False when memory is out. */
static inline bool gac__view_at(gac__checker *c, gac__plane *p, uint64_t offset,
                                uint64_t n_bytes, uint32_t granule,
                                gac__view *out)
{
    size_t n = (size_t)(offset >> GAC__CHUNK_BITS);
    gac__chunk *x = &p->chunks[n];
    if (GAC__UNLIKELY(!x->cells || x->granule > granule || !x->young))
        return gac__chunk_view(c, p, offset, n_bytes, granule, out);
    uint64_t bytes = gac__chunk_bytes(p, n);
    x->used = true;
    out->write = x->cells;
    out->read = p->reads ? x->cells + (bytes >> x->granule) : NULL;
    out->granule = x->granule;
    out->first = (uint64_t)n << GAC__CHUNK_BITS;
    out->end = out->first + bytes;
    return true;
}

/* Whether there is more shadow than there is to be, by so much that more of it
 * is to be given up. */
static inline bool gac__is_short(const gac__checker *c)
{
    return c->shadow_bytes > c->budget + c->budget / 16;
}

/* Sides have as many cells each. */
static inline uint32_t gac__n_sides(const gac__plane *p)
{
    return p->reads ? 2 : 1;
}

static inline uint32_t gac__n_cells(const gac__plane *p, size_t n,
                                    uint32_t granule)
{
    return (uint32_t)(gac__chunk_bytes(p, n) >> granule);
}

/* A patch's cells, both sides. */
static inline uint32_t gac__patch_cells(const gac__plane *p,
                                        const gac__chunk *x, uint32_t bits)
{
    return ((uint32_t)1 << bits >> x->granule) * gac__n_sides(p);
}

/* The largest granule, of which all of these are multiples. */
static inline uint32_t gac__granule_of(uint64_t bits)
{
    return (uint32_t)__builtin_ctzll(bits | 4);
}

/* -- spare.c --------------------------------------------------------------- */

/* A zeroed block; NULL: there is none of the size. */
void *gac__spare_take(gac__spare_blocks *s, uint64_t bytes);

/* False if it is not kept. */
bool gac__spare_give(gac__spare_blocks *s, void *block, uint64_t bytes);

/* -- squeeze.c ------------------------------------------------------------- */

/* Packs all cells of chunk n, in place of what is packed of it; false when
 * memory is out, or less than a quarter would be saved. What may not be packed
 * is left in patches (*left_out: NULL, or new ones). */
bool gac__chunk_pack(gac__checker *c, gac__plane *p, size_t n, uint32_t *cells,
                     gac__patches **left_out);

/* The same whatever it takes, and all of it. */
bool gac__chunk_repack(gac__checker *c, gac__plane *p, size_t n,
                       const uint32_t *cells);

/* Forgets what is packed. */
void gac__chunk_drop(gac__checker *c, const gac__plane *p, size_t n);

/* Cells [first, end) of what is packed, one side behind the other. */
void gac__chunk_unpack(const gac__checker *c, const gac__plane *p,
                       const gac__chunk *x, uint32_t first, uint32_t end,
                       uint32_t *cells);

/* Puts patches into what is packed in pairs and forgets them, but for those
 * that tell of the present group; false if there is no form for one. */
bool gac__chunk_fold(gac__checker *c, const gac__plane *p, size_t n);

/* Patches of a chunk, with room for so many; NULL when memory is out. */
gac__patches *gac__patches_make(gac__checker *c, const gac__plane *p,
                                const gac__chunk *x, uint32_t bits,
                                uint32_t room);
void gac__patches_free(gac__checker *c, const gac__plane *p,
                       const gac__chunk *x, gac__patches *patches);

/* -- accesses.c, runs.c, read_log.c ---------------------------------------- */

typedef enum gac__access_kind {
    GAC__ACCESS_READ,
    GAC__ACCESS_WRITE,
    GAC__ACCESS_ATOMIC_READ,
    GAC__ACCESS_ATOMIC_WRITE
} gac__access_kind;

static inline bool gac__kind_writes(gac__access_kind kind)
{
    return kind == GAC__ACCESS_WRITE || kind == GAC__ACCESS_ATOMIC_WRITE;
}

static inline bool gac__kind_is_atomic(gac__access_kind kind)
{
    return kind == GAC__ACCESS_ATOMIC_READ || kind == GAC__ACCESS_ATOMIC_WRITE;
}

/* One lane's access, at `offset` in the plane, `at` in the buffer: what is the
 * matter is told, and the cells tell of it. */
void gac__touch(gac__checker *c, const gac__check_lanes *l, gac__plane *p,
                gac__access_kind kind, uint32_t item, uint64_t offset,
                uint64_t at);

/* All lanes'. */
void gac__touch_lanes(gac__checker *c, const gac__check_lanes *l, gac__plane *p,
                      gac__access_kind kind);

/* Reads against the cells, which then tell of them. */
void gac__touch_read(gac__checker *c, const gac__check_lanes *l, gac__plane *p);

/* Logs a read of local memory; false if that is not to be. */
bool gac__log_read(gac__checker *c, const gac__check_lanes *l);

/* Makes the cells tell of logged reads. */
void gac__log_apply(gac__checker *c);

static inline void gac__log_clear(gac__checker *c)
{
    c->log.n = c->log_told = 0;
}

/* Names as a fault's other party a logged read of these bytes by another item,
 * if there is one. */
void gac__log_find(gac__checker *c, uint32_t buffer, uint64_t first,
                   uint64_t n_bytes, uint32_t item, gac__fault *fault);

/* -- undefined.c ----------------------------------------------------------- */

/* A bit for each of `size` bytes (at most 8) at `offset` that is undefined. */
uint8_t gac__undefined_at(const gac__plane *p, uint64_t offset, uint32_t size);

void gac__set_undefined(gac__plane *p, uint64_t offset, uint32_t size,
                        uint32_t bits);

/* What lanes load, and what they store. */
void gac__load_shadow(gac__checker *c, const gac__check_lanes *l, uint8_t *out,
                      bool whole);

/* Which of eight undefined bytes of a buffer may lie between a structure's
 * members, or behind the last: the end of a number's place, of at most `align`
 * bytes, whose beginning has been written. Only where nobody knows the layout:
 * compilers that have no pointers to types make an argument one to bytes. */
uint32_t gac__may_be_padding(const gac__checker *c, uint32_t buffer,
                             uint32_t undefined, uint32_t align);

/* Tells that a lane writes undefined bytes, `bits` of its value. */
void gac__output_undefined(gac__checker *c, const gac__check_lanes *l,
                           uint32_t lane, uint8_t bits, uint32_t value);

void gac__store_shadow(gac__checker *c, const gac__check_lanes *l,
                       const uint8_t *shadow, bool uniform, uint32_t value);

/* Lane by lane, as atomics follow each other. */
void gac__atomic_shadow(gac__checker *c, const gac__check_lanes *l,
                        const gac__check_atomic_use *use, uint8_t *shadow_out);

/* -- copies.c -------------------------------------------------------------- */

/* Whether cells and undefined bytes are nothing to tell of to a copy of one
 * plane. */
bool gac__copy_is_clean(gac__checker *c, const gac__check_copy *copy);

/* Tells what cells and undefined bytes are to a copy (`clean`: nothing is to be
 * told), and what it leaves there. */
void gac__copy_touch(gac__checker *c, const gac__check_copy *copy, bool clean);

#endif
