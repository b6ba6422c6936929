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

typedef enum contender {
    PLAN,     /* a plan, run */
    BUILT,    /* a plan, made and run */
    SITE,     /* through a call site's cache */
    MEMCPY,   /* one memcpy of the same bytes */
    PER_LINE, /* a memcpy a line */
    ELEMENTS, /* a typed loop over elements, as PoCL's builtins */
    LIBYUV,   /* CopyPlane */
    PROBE,    /* bare loads and stores of the same cache lines */
    CONTENDERS
} contender;

extern const char *const contender_names[CONTENDERS];

#define ROUNDS 21

typedef struct bench_case {
    gac_copy_shape shape;
    unsigned flags;
    bool out; /* the destination is the far side */
    place where;
    const position *at;
    size_t n_at; /* positions, met in turn */
    size_t cursor;
    size_t bytes;    /* of a copy */
    char *dst, *src; /* the arenas */
    gac_copy_plan plan;
    gac_copy_site site;
} bench_case;

/* Copies at n positions. */
typedef void contender_fn(bench_case *c, const position *at, size_t n);

/* The peers (bench_peers.c, compiled for each level); NULL where a peer cannot
 * do the shape. The probe is among them. */
typedef contender_fn *peer_find_fn(contender peer, const gac_copy_shape *shape);
peer_find_fn peer_find_baseline, peer_find_avx2, peer_find_avx512;
contender_fn *peer_find(contender peer, const gac_copy_shape *shape);

/* The level that is measured, by the engine, the typed loops and libc alike. */
extern gac__isa level;
extern const char *const level_names[GAC__ISA_COUNT];

/* Arenas and the positions for a shape's far side; released by case_end(). */
void arenas_make(void);
void case_begin(bench_case *c, const gac_copy_shape *shape, place where,
                bool out, unsigned flags);
void case_end(bench_case *c);

/* Medians over the rounds of one interleaved measurement; 0: not measured. */
typedef struct measured {
    double ns[CONTENDERS];    /* a copy */
    double ratio[CONTENDERS]; /* its time / PLAN's, formed in each round */
} measured;

/* Measures a set of bits 1 << PLAN ...; PLAN is always among them. */
void measure(bench_case *c, unsigned contenders, measured *out);

double median(double *values, size_t n);
double percentile(double *values, size_t n, double p);

/* Puts a case down: the time of what is measured against it / its own, and who
 * that is. */
void report(const char *name, double ratio, const char *peer, double ns,
            double peer_ns, double probe_ns);

/* Measures a shape against its peers, again if it is short, and reports it. */
void measure_and_report(const char *name, const gac_copy_shape *shape,
                        place where, bool out, unsigned flags, measured *out_m);

/* The cases that are not single shapes. `only`: part of the names, or NULL. */
void bench_sweeps(const char *only);
void bench_pipelines(void);

/* By way of an OpenCL implementation, if there is one. */
void bench_opencl(void);

#endif
