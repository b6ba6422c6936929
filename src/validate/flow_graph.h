/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The control flow graph of one function. */
#ifndef GAC_VALIDATE_FLOW_GRAPH_H
#define GAC_VALIDATE_FLOW_GRAPH_H

#include "module/module.h"

/* Blocks are numbered as in the module, from 0. Edges are in one array:
 * those of block b are successors[first[b] .. first[b + 1]). */
typedef struct gac__flow_graph {
    const gac_module *m;
    const gac__function *function;
    gac__arena arena;
    uint32_t n;
    uint32_t *first, *successors;
    bool *exits;          /* the block returns */
    bool acyclic;         /* there is no loop */
    uint8_t *mark;        /* scratch: one flag a block */
    uint32_t *stack;      /* scratch */
    uint64_t budget;      /* steps that searches may still take */
    bool exhausted;       /* a search has given up: its answer is no proof */
} gac__flow_graph;

/* Builds the graph; false when memory is out. Free it in both cases. */
bool gac__flow_build(gac__flow_graph *g, const gac_module *m,
                     const gac__function *function);
void gac__flow_free(gac__flow_graph *g);

/* The block that holds instruction `ordinal`. */
uint32_t gac__flow_block(const gac__flow_graph *g, uint32_t ordinal);

/* Marks the blocks that can be reached along edges from `from`'s successors,
 * not going on from blocks for which `stop` (may be NULL) is true; `from` is
 * marked only if it is reached again. The marks stand in g->mark. */
typedef bool gac__flow_stop(void *user, uint32_t block);
void gac__flow_reach(gac__flow_graph *g, uint32_t from, gac__flow_stop *stop,
                     void *user);

/* Whether every way from the function's start to `block` leads through
 * `over`. */
bool gac__flow_dominates(gac__flow_graph *g, uint32_t over, uint32_t block);

#endif
