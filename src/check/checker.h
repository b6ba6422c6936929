/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* One run's checker (docs/design/checker.md). */
#ifndef GAC_CHECK_CHECKER_H
#define GAC_CHECK_CHECKER_H

#include "check/epochs.h"
#include "check/findings.h"
#include "check/flights.h"
#include "check/order.h"
#include "check/shadow.h"
#include "check/shadow_kernels.h"

struct gac__checker {
    gac__check_config config;
    gac_allocator counted; /* for tables that grow; it counts bytes as shadow,
                              and sets `status` when memory is out */
    gac__arena memory;     /* for what lives as long as the checker */
    uint64_t local[3];
    uint64_t group; /* linear */
    uint64_t n_items;
    uint32_t n_sub_groups;
    bool diverged;      /* some items have missed a collective, and not all have
                           arrived at one since */
    bool in_iterations; /* all have arrived at one, but in different iterations
                           of a loop */
    uint8_t disabled[GAC__RULE_COUNT];
    gac_result status; /* OK; MEMORY or LIMIT: nothing more is reported */
    gac__cell_layout layout;
    bool lacks_epochs; /* status LIMIT is for a lack of epochs, not of memory */
    gac__epochs epochs;
    gac__clock clocks[2]; /* of global memory, of local memory */
    gac__buffer_shadow *buffers;
    gac__shadow_map *maps;
    uint32_t n_maps;
    gac__site_state *sites;
    gac__flights flights;
    uint64_t *runner_budget; /* of gac__checker_limit(); NULL: none */
    GAC__VEC(gac__finding) findings;
    gac__causes causes;
    uint64_t n_arrivals; /* collectives at which all of the group arrived */
    bool has_unwritten;  /* there is a finding of `uninitialized` */
    uint64_t *absent;    /* scratch: a bit for each item that has not arrived at
                            a collective */
    GAC__VEC(uint32_t) log;  /* reads of local memory since the last barrier */
    size_t log_told;         /* words of `log` that are in the cells already */
    uint64_t *log_offsets;   /* scratch: an offset for each lane */
    uint8_t *log_mask;       /* scratch: a mask of lanes */
    uint64_t shadow_bytes;   /* of shadow memory at present */
    uint64_t peak_bytes;     /* the most that `shadow_bytes` has been */
    uint64_t shadowed_bytes; /* of memory that has a shadow */
    const gac__shadow_kernels *kernels;
    gac__order order;
};

/* Steps of the watch for a lane's access. */
#define GAC__LANE_STEPS 16u

/* The watch has ended the work: makes the caller look at its limits. Returns
 * false. */
static inline bool gac__check_end(gac__checker *c)
{
    if (c->runner_budget)
        *c->runner_budget = 0;
    return false;
}

/* Counts steps of work, of some nanoseconds each, for the watch. False: the
 * work must end, complete or not. */
static inline bool gac__check_on(gac__checker *c, uint64_t steps)
{
    return GAC__LIKELY(gac__watch_on(c->config.watch, steps))
           || gac__check_end(c);
}

/* Words with a bit for each item of a group. */
static inline size_t gac__n_item_words(const gac__checker *c)
{
    return (size_t)(c->config.max_items + 63) / 64;
}

/* The state of a site; all unknown sites share one. */
static inline gac__site_state *gac__site_of(const gac__checker *c,
                                            uint32_t site)
{
    return &c->sites[GAC__MIN(site, c->config.ir->n_sites)];
}

/* The instruction of a site; all zero: there is none. */
static inline gac__inst gac__site_inst(const gac__checker *c, uint32_t site)
{
    const gac__ir *ir = c->config.ir;
    return site < ir->n_sites ? gac__module_inst(ir->module, ir->sites[site])
                              : (gac__inst){0};
}

static inline gac__shadow_map *gac__shadow_map_of(const gac__checker *c,
                                                  uint32_t buffer)
{
    return &c->maps[c->buffers[buffer].map];
}

/* Whether a byte is padding of what a buffer is declared to hold. */
static inline bool gac__is_padding(const gac__check_buffer *b, uint64_t offset)
{
    if (!b->padding || !b->element_bytes)
        return false;
    uint64_t at = offset % b->element_bytes;
    if (b->kind == GAC_MEMORY_PRIVATE && at >= b->lane_bytes)
        return false; /* between two lanes */
    return b->padding[at / 8] >> at % 8 & 1;
}

/* The offset in the shadow map of an offset of these lanes. */
static inline uint64_t gac__shadow_map_offset(const gac__checker *c,
                                              const gac__check_lanes *l,
                                              uint64_t offset)
{
    const gac__buffer_shadow *b = &c->buffers[l->buffer];
    if (b->info.kind == GAC_MEMORY_PRIVATE)
        return offset + (uint64_t)l->strip * ((b->info.size + 3) / 4 * 4);
    return offset + b->delta;
}

static inline gac__clock *gac__clock_of(gac__checker *c,
                                        const gac__shadow_map *p)
{
    return &c->clocks[p->local];
}

/* The epoch of a cell. */
static inline const gac__epoch *gac__epoch_of(const gac__checker *c,
                                              uint32_t cell)
{
    return &c->epochs.rows.items[gac__cell_epoch(&c->layout, cell)];
}

#endif
