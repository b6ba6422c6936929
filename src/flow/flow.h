/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Facts of directed graphs: order, dominators, loops, reachability.
 *
 * Nodes are numbers below `n`, and each fact is an array by node. What comes
 * out lies in the caller's arena; scratch memory comes from that arena's
 * allocator and goes back to it. Work is near linear in nodes and edges, and
 * counts for a watch, which may be NULL: TIMEOUT or CANCELLED where it ends. */
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

/* Makes a graph of edges, {from, to} each. A node's successors come in the
 * order of its edges. */
gac_result gac__graph_of_edges(gac__graph *out, uint32_t n,
                               const uint32_t (*edges)[2], uint32_t n_edges,
                               gac__arena *a);

/* Reverses each edge; a node's successors then rise. */
gac_result gac__graph_reverse(gac__graph *out, const gac__graph *g,
                              gac__arena *a);

/* -- order (graph_order.c) ------------------------------------------------ */

/* The nodes that a search in depth from `root` reaches. */
typedef struct gac__order {
    uint32_t n;       /* nodes that are reached */
    uint32_t *node;   /* the nodes in reverse post-order */
    uint32_t *rank;   /* by node: its index in `node`; NO_NODE: not reached */
    uint32_t *found;  /* the same nodes in preorder */
    uint32_t *above;  /* by preorder number: the parent's preorder number */
    uint32_t *number; /* by node: its preorder number; NO_NODE: not reached */
} gac__order;

gac_result gac__order_find(gac__order *out, const gac__graph *g, uint32_t root,
                           gac__watch *watch, gac__arena *a);

/* -- dominators (dominators.c) --------------------------------------------- */

/* The root, and what it does not reach, have the root above them. */
typedef struct gac__dominators {
    uint32_t *idom;          /* by node: its immediate dominator */
    uint32_t *enter, *leave; /* by node: numbers of the tree, parents first;
                                those of what it dominates are in between */
} gac__dominators;

/* `reversed`: the graph's, whose order this is. */
gac_result gac__dominators_find(gac__dominators *out,
                                const gac__graph *reversed,
                                const gac__order *order, gac__watch *watch,
                                gac__arena *a);

/* Whether every path from the root to b leads through a; a node does so for
 * itself. */
static inline bool gac__dominates(const gac__dominators *t, uint32_t a,
                                  uint32_t b)
{
    return t->enter[b] - t->enter[a] < t->leave[a] - t->enter[a];
}

/* The dominators of the reversed graph, with one node more, the exit, which is
 * the root. It is behind the nodes of which `exits` has the flag. A node from
 * which no path leads there has no rank in `order_out` (may be NULL). */
gac_result gac__post_dominators_find(gac__dominators *out,
                                     gac__order *order_out, const gac__graph *g,
                                     const uint8_t *exits, gac__watch *watch,
                                     gac__arena *a);

/* -- loops (loop_nest.c) --------------------------------------------------- */

/* A natural loop is what reaches an edge back to a header that dominates it.
 * Cycles with several entries are none. */
typedef struct gac__loop_nest {
    uint32_t *header; /* by node: that of its innermost loop; NO_NODE: none */
    uint32_t *outer;  /* by header: that of the loop around it; NO_NODE */
    uint32_t *node;   /* the nodes reached, in reverse post-order but that the
                         nodes of a loop stand together */
    uint32_t *rank;   /* by node: its index in `node`; NO_NODE: not reached */
    uint32_t *end;    /* by header: the index in `node` behind its loop */
    bool cyclic;      /* there are cycles */
    bool irreducible; /* some cycles are no natural loops */
} gac__loop_nest;

gac_result gac__loop_nest_find(gac__loop_nest *out, const gac__graph *reversed,
                               const gac__order *order,
                               const gac__dominators *tree, gac__watch *watch,
                               gac__arena *a);

/* Whether `node` is in the loop of `header`; NO_NODE: in the whole graph, which
 * each is in. */
static inline bool gac__in_loop(const gac__loop_nest *nest, uint32_t node,
                                uint32_t header)
{
    return header == GAC__NO_NODE
           || nest->rank[node] - nest->rank[header]
                  < nest->end[header] - nest->rank[header];
}

/* -- reachability (search.c) ----------------------------------------------- */

/* Searches of one graph. */
typedef struct gac__search {
    const gac__graph *graph;
    const uint32_t *dead; /* by node: index + 1 of an edge that no search
                             follows; 0: none. NULL: follows all */
    uint32_t *seen;       /* by node: the last search that came to it */
    uint32_t stamp;       /* of the present search, counted from 1 */
    uint32_t *list;       /* what has still to be looked at, or was found */
    uint64_t steps;       /* taken by all of them */
} gac__search;

/* Without memory it stays as it was. */
gac_result gac__search_open(gac__search *s, const gac__graph *g, gac__arena *a);

/* Begins a search, which has seen nothing. */
void gac__search_begin(gac__search *s);

static inline bool gac__has_seen(const gac__search *s, uint32_t node)
{
    return s->seen[node] == s->stamp;
}

/* Goes on with a search: sees what paths of at least one edge lead to from
 * `from`, no further than to `past` or to what it has seen before. */
void gac__search_from(gac__search *s, uint32_t from, uint32_t past);

/* Whether a path of at least one edge, which does not go on from `past`, leads
 * from one node to another. */
bool gac__reaches(gac__search *s, uint32_t from, uint32_t to, uint32_t past);

/* The same, to any node but `past` of which `goals` has the flag. */
bool gac__reaches_any(gac__search *s, uint32_t from, const uint8_t *goals,
                      uint32_t past);

/* Lists the influence region of `branch`, the nodes on the paths from it to its
 * immediate post-dominator, without these two, in s->list, the nearest first;
 * returns how many. With the reversed graph and dominators, those on the paths
 * from a node's immediate dominator to it. */
uint32_t gac__influence(gac__search *s, const gac__dominators *post,
                        uint32_t branch);

#endif
