/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the files of the copy benchmark share: cases, contenders, ratios. */
#ifndef GAC_BENCH_COPY_H
#define GAC_BENCH_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "copy/copy_internal.h"

/* Where the far side of a copy lies; the near side is a hot tile. */
typedef enum place { HOT, L2, L3, DRAM, DRAM_SHUFFLED } place;

/* Offsets of one copy: from the destination's arena and from the source's. */
typedef struct position {
    size_t dst, src;
} position;

/* Contenders. The first three exist at each level. */
typedef enum contender {
    PLAN,     /* a plan, run */
    BUILT,    /* a plan, made and run */
    SITE,     /* through a call site's cache */
    MEMCPY,   /* one memcpy of the same bytes */
    PER_LINE, /* a memcpy a line */
    ELEMENTS, /* a typed loop over elements, as PoCL's builtins */
    LIBYUV,   /* CopyPlane */
    CONTENDERS
} contender;

#define ROUNDS 25
#define MAX_SERIES (3 * GAC__ISA_COUNT + CONTENDERS)

typedef struct bench_case {
    gac_copy_shape shape;
    unsigned flags;
    bool out; /* the destination is the far side */
    place where;
    const position *at;
    size_t n_at; /* positions, met in turn */
    size_t cursor;
    size_t bytes; /* of a copy */
    size_t line_bytes;
    char *dst, *src;    /* the arenas */
    gac_copy_plan plan; /* of the level that is measured */
    gac_copy_site site;
    const gac__copy_isa *isa;
} bench_case;

/* Copies at n positions. */
typedef void contender_fn(bench_case *c, const position *at, size_t n);

/* The peers (bench_peers.c); NULL where a peer cannot do the shape. */
contender_fn *peer_find(contender peer, const gac_copy_shape *shape);

/* The levels of this machine. */
extern bool levels_present[GAC__ISA_COUNT];
extern const char *const level_names[GAC__ISA_COUNT];

/* Arenas and the positions for a shape's far side; released by case_end(). */
void arenas_make(void);
void case_begin(bench_case *c, const gac_copy_shape *shape, place where,
                bool out, unsigned flags);
void case_end(bench_case *c);

/* Medians over the rounds of one interleaved measurement. */
typedef struct measured {
    double ns[GAC__ISA_COUNT][3]; /* a copy: PLAN, BUILT, SITE; 0: none */
    double peer_ns[CONTENDERS];
    /* peer's time / ours, formed in each round */
    double ratio[GAC__ISA_COUNT][3][CONTENDERS];
} measured;

/* Measures a case: `ours` is a set of bits 1 << PLAN ..., `peers` as well. */
void measure(bench_case *c, unsigned ours, unsigned peers, measured *out);

double median(double *values, size_t n);
double percentile(double *values, size_t n, double p);

/* Prints one goal's line and counts it. `floors` by level; 0: no goal there. */
void goal(const char *id, const char *what, const double ratio[GAC__ISA_COUNT],
          const double floors[GAC__ISA_COUNT]);

/* The goals that are not single cases. */
void bench_sweeps(const char *only);
void bench_pipelines(void);

/* G21, by way of an OpenCL implementation, if there is one. */
void bench_opencl(void);

#endif
