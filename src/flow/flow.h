/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Facts of directed graphs: order, dominators, loops, reachability.
 *
 * Nodes are numbers below `n`, and each fact is an array by node. Results are
 * in the caller's arena; scratch memory is from that arena's allocator, and
 * freed. Work is near linear in nodes and edges. It counts for a watch, which
 * may be NULL; TIMEOUT or CANCELLED is returned where the watch ends it. */
#ifndef GAC_FLOW_FLOW_H
#define GAC_FLOW_FLOW_H

#include "support/support.h"

#define GAC__NO_NODE UINT32_MAX

/* -- graphs (graph.c) ------------------------------------------------------ */

/* The successors of node k are to[first[k]] to to[first[k + 1] - 1]. */
typedef struct gac__graph {
    uint32_t n;
    const uint32_t *first, *to;
} gac__graph;

static inline uint32_t gac__n_successors(const gac__graph *g, uint32_t node)
{
    return g->first[node + 1] - g->first[node];
}

static inline uint32_t gac__successor(const gac__graph *g, uint32_t node,
                                      uint32_t i)
{
    return g->to[g->first[node] + i];
}

typedef struct gac__edge {
    uint32_t from, to; /* nodes */
} gac__edge;

/* Makes a graph of edges. A node's successors are in the order of its edges. */
gac_result gac__graph_of_edges(gac__graph *out, uint32_t n,
                               const gac__edge *edges, size_t n_edges,
                               gac__arena *a);

/* Reverses each edge. A node's successors are in ascending order. */
gac_result gac__graph_reverse(gac__graph *out, const gac__graph *g,
                              gac__arena *a);

/* -- order (graph_order.c) ------------------------------------------------ */

/* The nodes that a depth-first search from a root reaches. */
typedef struct gac__order {
    uint32_t n;       /* number of nodes that are reached */
    uint32_t *node;   /* these nodes in reverse post-order */
    uint32_t *rank;   /* by node: its index in `node`; NO_NODE: not reached */
    uint32_t *found;  /* these nodes in preorder */
    uint32_t *above;  /* by preorder number: the parent's preorder number */
    uint32_t *number; /* by node: its preorder number; NO_NODE: not reached */
} gac__order;

gac_result gac__order_find(gac__order *out, const gac__graph *g, uint32_t root,
                           gac__watch *watch, gac__arena *a);

/* -- dominators (dominators.c) --------------------------------------------- */

/* The tree of dominators. The root is the immediate dominator of itself and of
 * nodes that it does not reach. */
typedef struct gac__dominators {
    uint32_t *idom;  /* by node: its immediate dominator */
    uint32_t *enter; /* by node: its preorder number in the tree */
    uint32_t *leave; /* by node: the number behind the last node that it
                        dominates */
} gac__dominators;

/* Finds the dominators of the graph of which `reversed` is the reverse and
 * `order` the order. */
gac_result gac__dominators_find(gac__dominators *out,
                                const gac__graph *reversed,
                                const gac__order *order, gac__watch *watch,
                                gac__arena *a);

/* Whether every path from the root to b leads through a. A node dominates
 * itself. */
static inline bool gac__dominates(const gac__dominators *t, uint32_t a,
                                  uint32_t b)
{
    return t->enter[b] - t->enter[a] < t->leave[a] - t->enter[a];
}

/* The dominators of the reversed graph, to which an exit is added as node n,
 * the root: the successor of all nodes whose flag in `exits` is set. A node
 * from which no path leads to the exit has no rank in `order_out` (may be
 * NULL). */
gac_result gac__post_dominators_find(gac__dominators *out,
                                     gac__order *order_out, const gac__graph *g,
                                     const uint8_t *exits, gac__watch *watch,
                                     gac__arena *a);

/* -- loops (loop_nest.c) --------------------------------------------------- */

/* Natural loops. A loop has a header, and the nodes from which a back edge to
 * the header is reached without it; the header dominates them. A cycle with
 * several entries is no natural loop. */
typedef struct gac__loop_nest {
    uint32_t *header; /* by node: the header of its innermost loop; NO_NODE:
                         none */
    uint32_t *outer;  /* by header: the header of the next outer loop; NO_NODE:
                         none */
    uint32_t *node;   /* the nodes that are reached; the nodes of a loop stand
                         together, in reverse post-order otherwise */
    uint32_t *rank;   /* by node: its index in `node`; NO_NODE: not reached */
    uint32_t *end;    /* by header: the index in `node` behind its loop */
    bool cyclic;      /* the graph has cycles */
    bool irreducible; /* some cycle is no natural loop */
} gac__loop_nest;

gac_result gac__loop_nest_find(gac__loop_nest *out, const gac__graph *reversed,
                               const gac__order *order,
                               const gac__dominators *tree, gac__watch *watch,
                               gac__arena *a);

/* Whether `node` is in the loop of `header`. True if `header` is NO_NODE. */
static inline bool gac__in_loop(const gac__loop_nest *nest, uint32_t node,
                                uint32_t header)
{
    return header == GAC__NO_NODE
           || nest->rank[node] - nest->rank[header]
                  < nest->end[header] - nest->rank[header];
}

/* -- reachability (search.c) ----------------------------------------------- */

/* The state of searches in one graph. */
typedef struct gac__search {
    const gac__graph *graph;
    const uint32_t *dead; /* by node: index + 1 of an edge that searches do not
                             follow; 0: none. NULL: there are none */
    uint32_t *seen;       /* by node: number of the last search that saw it */
    uint32_t stamp;       /* number of the current search, from 1 */
    uint32_t *list;       /* the stack of a search, or the nodes it has found */
    uint64_t steps;       /* the nodes whose edges all searches have followed */
} gac__search;

/* When memory is out, `s` is not changed. */
gac_result gac__search_open(gac__search *s, const gac__graph *g, gac__arena *a);

/* Begins a search. */
void gac__search_begin(gac__search *s);

static inline bool gac__has_seen(const gac__search *s, uint32_t node)
{
    return s->seen[node] == s->stamp;
}

/* Continues a search: sees the nodes that paths of at least one edge from
 * `from` lead to. Paths end at `past` and at nodes that were seen before. */
void gac__search_from(gac__search *s, uint32_t from, uint32_t past);

/* Whether a path of at least one edge leads from one node to another, and
 * through `past` at most as its last node. */
bool gac__reaches(gac__search *s, uint32_t from, uint32_t to, uint32_t past);

/* The same for any node but `past` whose flag in `goals` is set. */
bool gac__reaches_any(gac__search *s, uint32_t from, const uint8_t *goals,
                      uint32_t past);

/* Lists the influence region of `branch` in s->list, the nearest node first:
 * the nodes between the branch and its immediate post-dominator, without these
 * two. Returns how many. With the reversed graph and dominators, it lists the
 * nodes between a node and its immediate dominator. */
uint32_t gac__influence(gac__search *s, const gac__dominators *post,
                        uint32_t branch);

#endif
