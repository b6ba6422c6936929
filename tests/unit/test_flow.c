/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Facts of graphs against their definitions, on random graphs of many sizes and
 * shapes: reachability is a closure over all edges, and everything else follows
 * from it. Large graphs: how many steps are taken as they grow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "flow/flow.h"

#define NONE GAC__NO_NODE
#define MOST_NODES 30u
#define MOST_EDGES (MOST_NODES * 4u)

typedef struct edge_list {
    uint32_t n_nodes, n_edges;
    gac__edge edges[MOST_EDGES];
    uint8_t exits[MOST_NODES];
} edge_list;

static uint64_t seed = 1;

static uint32_t below(uint32_t n)
{
    return (uint32_t)(gac__random_next(&seed) % n);
}

static void add_edge(edge_list *l, uint32_t from, uint32_t to)
{
    l->edges[l->n_edges++] = (gac__edge){from, to};
}

/* Any edges: cycles with several entries, nodes that nothing reaches, several
 * edges between two nodes, endless loops. */
static edge_list any_graph(void)
{
    edge_list l = {.n_nodes = 1 + below(MOST_NODES)};
    uint32_t n = below(l.n_nodes * 5 / 2 + 2);
    for (uint32_t i = 0; i < n; i++)
        add_edge(&l, below(l.n_nodes), below(l.n_nodes));
    for (uint32_t k = 0; k < l.n_nodes; k++)
        l.exits[k] = below(4) == 0;
    return l;
}

/* The blocks of nested statements, as compilers write them: reducible. */
static uint32_t add_statement(edge_list *l, uint32_t from, uint32_t depth)
{
    const uint32_t kind = depth > 0 ? below(4) : 0;
    if (l->n_nodes + 8 > MOST_NODES) /* each around it adds one more */
        return from;
    const uint32_t next = l->n_nodes++;
    uint32_t end;
    switch (kind) {
    case 0: add_edge(l, from, next); return next;
    case 1: /* one behind the other */
        add_edge(l, from, next);
        return add_statement(l, add_statement(l, next, depth - 1), depth - 1);
    case 2: /* if */
        add_edge(l, from, next);
        end = add_statement(l, next, depth - 1);
        add_edge(l, from, l->n_nodes);
        add_edge(l, end, l->n_nodes);
        return l->n_nodes++;
    default: /* a loop, perhaps with a break */
        add_edge(l, from, next);
        end = add_statement(l, next, depth - 1);
        add_edge(l, end, next);
        add_edge(l, below(2) ? next : end, l->n_nodes);
        return l->n_nodes++;
    }
}

static edge_list structured_graph(void)
{
    edge_list l = {.n_nodes = 1};
    uint32_t end = 0;
    for (uint32_t n = 1 + below(4); n > 0; n--)
        end = add_statement(&l, end, 4);
    l.exits[end] = 1;
    return l;
}

/* -- by definition --------------------------------------------------------- */

typedef struct naive {
    const edge_list *l;
    bool direct[MOST_NODES + 1][MOST_NODES + 1];
} naive;

/* The exit is one node more. */
static naive naive_of(const edge_list *l)
{
    naive v = {.l = l};
    for (uint32_t i = 0; i < l->n_edges; i++)
        v.direct[l->edges[i].from][l->edges[i].to] = true;
    for (uint32_t k = 0; k < l->n_nodes; k++)
        v.direct[k][l->n_nodes] = l->exits[k];
    return v;
}

/* Whether a path leads from a to b that has no node in common with `without`,
 * the ends included; of no edges, too, if a is b. */
static bool leads(const naive *v, uint32_t a, uint32_t b, uint32_t without)
{
    bool seen[MOST_NODES + 1] = {false};
    if (a == without || b == without)
        return false;
    seen[a] = true;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i <= v->l->n_nodes; i++)
            for (uint32_t k = 0; k <= v->l->n_nodes; k++)
                if (seen[i] && v->direct[i][k] && !seen[k] && k != without)
                    more = seen[k] = true;
    }
    return seen[b];
}

static bool dominates(const naive *v, uint32_t a, uint32_t b)
{
    return a == b || !leads(v, 0, b, a);
}

/* -- small graphs ---------------------------------------------------------- */

typedef struct facts {
    gac__arena arena;
    gac__graph graph, reversed;
    gac__order order, post_order;
    gac__dominators tree, post;
    gac__loop_nest nest;
    gac__search search;
} facts;

static void find_facts(facts *f, uint32_t n, const gac__edge *edges,
                       uint32_t n_edges, const uint8_t *exits, gac__watch *w)
{
    gac__arena *a = &f->arena;
    gac__arena_init(a, &gac__malloc_allocator);
    assert_int_equal(gac__graph_of_edges(&f->graph, n, edges, n_edges, a), 0);
    assert_int_equal(gac__graph_reverse(&f->reversed, &f->graph, a), 0);
    assert_int_equal(gac__order_find(&f->order, &f->graph, 0, w, a), 0);
    assert_int_equal(
        gac__dominators_find(&f->tree, &f->reversed, &f->order, w, a), 0);
    assert_int_equal(gac__post_dominators_find(&f->post, &f->post_order,
                                               &f->graph, exits, w, a),
                     0);
    assert_int_equal(
        gac__loop_nest_find(&f->nest, &f->reversed, &f->order, &f->tree, w, a),
        0);
    assert_int_equal(gac__search_open(&f->search, &f->graph, a), 0);
}

/* Rows keep the order of the edges; those of the reversed graph rise. */
static void check_edges(const facts *f, const edge_list *l)
{
    uint32_t next[MOST_NODES], n_to[MOST_NODES] = {0};
    assert_int_equal(f->graph.first[l->n_nodes], l->n_edges);
    memcpy(next, f->graph.first, l->n_nodes * sizeof *next);
    for (uint32_t i = 0; i < l->n_edges; i++) {
        assert_int_equal(f->graph.to[next[l->edges[i].from]++], l->edges[i].to);
        n_to[l->edges[i].to]++;
    }
    for (uint32_t k = 0; k < l->n_nodes; k++) {
        assert_int_equal(next[k], f->graph.first[k + 1]);
        assert_int_equal(gac__n_successors(&f->reversed, k), n_to[k]);
        for (uint32_t i = f->reversed.first[k]; i < f->reversed.first[k + 1];
             i++) {
            uint32_t n = 0, n_back = 0, from = f->reversed.to[i];
            assert_true(i == f->reversed.first[k]
                        || f->reversed.to[i - 1] <= from);
            for (uint32_t e = 0; e < l->n_edges; e++)
                n += l->edges[e].from == from && l->edges[e].to == k;
            for (uint32_t e = f->reversed.first[k];
                 e < f->reversed.first[k + 1]; e++)
                n_back += f->reversed.to[e] == from;
            assert_int_equal(n_back, n);
        }
    }
}

static void check_order(const facts *f, const naive *v)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < v->l->n_nodes; k++) {
        const bool reached = leads(v, 0, k, NONE);
        n += reached;
        assert_int_equal(f->order.rank[k] != NONE, reached);
        assert_int_equal(f->order.number[k] != NONE, reached);
        if (!reached)
            continue;
        assert_int_equal(f->order.node[f->order.rank[k]], k);
        assert_int_equal(f->order.found[f->order.number[k]], k);
        /* An edge goes back in the order only where it closes a cycle. */
        for (uint32_t i = f->graph.first[k]; i < f->graph.first[k + 1]; i++)
            assert_true(f->order.rank[f->graph.to[i]] > f->order.rank[k]
                        || leads(v, f->graph.to[i], k, NONE));
    }
    assert_int_equal(f->order.n, n);
    assert_int_equal(f->order.node[0], 0);
}

static void check_dominators(const facts *f, const naive *v)
{
    for (uint32_t b = 0; b < v->l->n_nodes; b++) {
        if (!leads(v, 0, b, NONE)) {
            assert_int_equal(f->tree.idom[b], 0);
            assert_true(gac__dominates(&f->tree, b, b));
            for (uint32_t a = 1; a < v->l->n_nodes; a++)
                assert_true(a == b || !gac__dominates(&f->tree, a, b));
            continue;
        }
        for (uint32_t a = 0; a < v->l->n_nodes; a++) {
            if (!leads(v, 0, a, NONE))
                continue;
            const bool over = dominates(v, a, b);
            assert_int_equal(gac__dominates(&f->tree, a, b), over);
            /* The immediate one is the last of them. */
            if (over && a != b)
                assert_true(dominates(v, a, f->tree.idom[b]));
        }
        assert_true(b == 0 ? f->tree.idom[b] == 0
                           : f->tree.idom[b] != b
                                 && dominates(v, f->tree.idom[b], b));
    }
}

static void check_post_dominators(const facts *f, const naive *v)
{
    const uint32_t n = v->l->n_nodes;
    assert_int_equal(f->post_order.node[0], n);
    for (uint32_t a = 0; a < n; a++) {
        const bool ends = leads(v, a, n, NONE);
        assert_int_equal(f->post_order.rank[a] != NONE, ends);
        if (!ends) {
            assert_int_equal(f->post.idom[a], n);
            continue;
        }
        assert_true(f->post.idom[a] != a);
        for (uint32_t b = 0; b <= n; b++) {
            const bool over = a == b || !leads(v, a, n, b);
            if (b == n || leads(v, b, n, NONE))
                assert_int_equal(gac__dominates(&f->post, b, a), over);
            if (over && b != a) /* or it comes behind the immediate one */
                assert_true(f->post.idom[a] == b
                            || !leads(v, f->post.idom[a], n, b));
        }
    }
}

/* The loop of a header: what reaches an edge back to it past the header. */
static bool in_loop(const facts *f, const naive *v, uint32_t node,
                    uint32_t header)
{
    for (uint32_t i = 0; i < v->l->n_edges; i++) {
        const uint32_t from = v->l->edges[i].from;
        if (v->l->edges[i].to == header && f->order.rank[from] != NONE
            && dominates(v, header, from)
            && (node == header
                || (from != header && node != header
                    && leads(v, node, from, header))))
            return f->order.rank[node] != NONE;
    }
    return false;
}

static void check_loops(const facts *f, const naive *v)
{
    bool cyclic = false, irreducible = false;
    for (uint32_t i = 0; i < v->l->n_edges; i++) {
        const uint32_t from = v->l->edges[i].from, to = v->l->edges[i].to;
        if (f->order.rank[from] == NONE)
            continue;
        cyclic |= leads(v, to, from, NONE);
        irreducible |=
            f->order.rank[to] <= f->order.rank[from] && !dominates(v, to, from);
    }
    assert_int_equal(f->nest.cyclic, cyclic);
    assert_int_equal(f->nest.irreducible, irreducible);
    for (uint32_t node = 0; node < v->l->n_nodes; node++) {
        uint32_t inner = NONE, least = NONE;
        for (uint32_t header = 0; header < v->l->n_nodes; header++) {
            const bool in = in_loop(f, v, node, header);
            assert_int_equal(gac__in_loop(&f->nest, node, header), in);
            uint32_t size = 0;
            for (uint32_t k = 0; in && k < v->l->n_nodes; k++)
                size += in_loop(f, v, k, header);
            if (in && size < least) {
                least = size;
                inner = header;
            }
        }
        assert_int_equal(f->nest.header[node], inner);
    }
}

/* Whether a path of at least one edge leads from a to b, not on from `past`. */
static bool leads_on(const naive *v, uint32_t a, uint32_t b, uint32_t past)
{
    for (uint32_t k = 0; k <= v->l->n_nodes; k++) {
        if (!v->direct[a][k])
            continue;
        if (k == b)
            return true;
        if (k == past)
            continue;
        for (uint32_t last = 0; last <= v->l->n_nodes; last++)
            if (v->direct[last][b] && leads(v, k, last, past))
                return true;
    }
    return false;
}

static void check_searches(facts *f, const naive *v)
{
    const uint32_t n = v->l->n_nodes;
    for (uint32_t iteration = 0; iteration < 30; iteration++) {
        const uint32_t a = below(n), b = below(n), past = below(n);
        bool any = false;
        assert_int_equal(gac__reaches(&f->search, a, b, past),
                         leads_on(v, a, b, past));
        gac__search_begin(&f->search);
        gac__search_from(&f->search, a, past);
        for (uint32_t k = 0; k < n; k++) {
            const bool on = leads_on(v, a, k, past);
            assert_int_equal(gac__has_seen(&f->search, k), on);
            any |= on && k != past && v->l->exits[k];
        }
        assert_int_equal(gac__reaches_any(&f->search, a, v->l->exits, past),
                         any);
    }
}

/* A dead edge is none. */
static void check_dead_edges(facts *f, const edge_list *l)
{
    uint32_t dead[MOST_NODES] = {0};
    if (l->n_edges == 0)
        return;
    const uint32_t at = below(l->n_edges);
    uint32_t from = 0;
    while (f->graph.first[from + 1] <= at)
        from++;
    dead[from] = at + 1;
    naive v = naive_of(l);
    uint32_t n = 0;
    for (uint32_t i = f->graph.first[from]; i < f->graph.first[from + 1]; i++)
        n += f->graph.to[i] == f->graph.to[at];
    if (n == 1)
        v.direct[from][f->graph.to[at]] = false;
    f->search.dead = dead;
    check_searches(f, &v);
    f->search.dead = NULL;
}

static void check_influence(facts *f, const naive *v)
{
    gac__search back;
    assert_int_equal(gac__search_open(&back, &f->reversed, &f->arena), 0);
    for (uint32_t branch = 0; branch < v->l->n_nodes; branch++) {
        const uint32_t join = f->post.idom[branch];
        bool found[MOST_NODES] = {false};
        uint32_t n = gac__influence(&f->search, &f->post, branch);
        for (uint32_t i = 0; i < n; i++) {
            assert_false(found[f->search.list[i]]);
            found[f->search.list[i]] = true;
        }
        for (uint32_t k = 0; k < v->l->n_nodes; k++)
            assert_int_equal(found[k], k != branch && k != join
                                           && leads_on(v, branch, k, join));
    }
    for (uint32_t node = 1; node < v->l->n_nodes; node++) {
        const uint32_t idom = f->tree.idom[node];
        bool found[MOST_NODES] = {false};
        if (f->order.rank[node] == NONE)
            continue;
        uint32_t n = gac__influence(&back, &f->tree, node);
        for (uint32_t i = 0; i < n; i++)
            found[back.list[i]] = true;
        for (uint32_t k = 0; k < v->l->n_nodes; k++)
            assert_int_equal(found[k],
                             k != node && k != idom && leads(v, k, node, idom));
    }
}

static void check_graph(const edge_list *l)
{
    facts f;
    const naive v = naive_of(l);
    find_facts(&f, l->n_nodes, l->edges, l->n_edges, l->exits, NULL);
    check_edges(&f, l);
    check_order(&f, &v);
    check_dominators(&f, &v);
    check_post_dominators(&f, &v);
    check_loops(&f, &v);
    check_searches(&f, &v);
    check_dead_edges(&f, l);
    check_influence(&f, &v);
    gac__arena_free(&f.arena);
}

static void any_graphs(void **state)
{
    (void)state;
    for (int i = 0; i < 300; i++) {
        const edge_list l = any_graph();
        check_graph(&l);
    }
}

static void structured_graphs(void **state)
{
    (void)state;
    for (int i = 0; i < 300; i++) {
        const edge_list l = structured_graph();
        facts f;
        find_facts(&f, l.n_nodes, l.edges, l.n_edges, l.exits, NULL);
        assert_false(f.nest.irreducible);
        gac__arena_free(&f.arena);
        check_graph(&l);
    }
}

/* More searches than a stamp can count. */
static void stamps_begin_anew(void **state)
{
    static const gac__edge edges[] = {{0, 1}};
    static const uint8_t exits[3] = {0, 1, 0};
    facts f;
    (void)state;
    find_facts(&f, 3, edges, 1, exits, NULL);
    assert_true(gac__reaches(&f.search, 0, 1, NONE));
    f.search.stamp = UINT32_MAX;
    assert_false(gac__reaches(&f.search, 1, 0, NONE));
    assert_false(gac__has_seen(&f.search, 1));
    assert_true(gac__reaches(&f.search, 0, 1, NONE));
    gac__arena_free(&f.arena);
}

/* -- large graphs ---------------------------------------------------------- */

#define MOST_LARGE 20000u

static gac__edge large[4 * MOST_LARGE];
static uint32_t n_large;

static void large_edge(uint32_t from, uint32_t to)
{
    large[n_large++] = (gac__edge){from, to};
}

static void chain(uint32_t n)
{
    for (uint32_t k = 0; k + 1 < n; k++)
        large_edge(k, k + 1);
}

/* Loops in each other, as deep as there are nodes. */
static void nest_of_loops(uint32_t n)
{
    chain(n);
    for (uint32_t k = n / 2; k + 1 < n; k++)
        large_edge(k, n - 1 - k);
}

/* All back edges to one header. */
static void many_latches(uint32_t n)
{
    chain(n);
    for (uint32_t k = 2; k < n; k++)
        large_edge(k, 1);
}

/* Two ways down that meet again at each step, and go back to the first. */
static void ladder(uint32_t n)
{
    for (uint32_t k = 0; k + 3 < n; k += 3) {
        large_edge(k, k + 1);
        large_edge(k, k + 2);
        large_edge(k + 1, k + 3);
        large_edge(k + 2, k + 3);
        large_edge(k + 3, k);
    }
}

/* Each node leads back to half of itself, and is entered from 0: cycles with
 * many entries. */
static void entered_anywhere(uint32_t n)
{
    chain(n);
    for (uint32_t k = 1; k < n; k++) {
        large_edge(k, k / 2 + 1 < n ? k / 2 + 1 : 0);
        large_edge(0, k);
    }
}

static void random_edges(uint32_t n)
{
    chain(n);
    for (uint32_t k = 0; k < 2 * n; k++)
        large_edge(below(n), below(n));
}

static uint64_t steps_of(void (*shape)(uint32_t), uint32_t n)
{
    static uint8_t exits[MOST_LARGE];
    const uint64_t many = UINT64_MAX / 2;
    gac__watch watch = {.left = many};
    facts f;
    n_large = 0;
    shape(n);
    memset(exits, 0, n);
    exits[n - 1] = 1;
    find_facts(&f, n, large, n_large, exits, &watch);
    uint64_t steps = many - watch.left;
    f.search.steps = 0;
    gac__search_begin(&f.search);
    gac__search_from(&f.search, 0, NONE);
    steps += f.search.steps;
    gac__arena_free(&f.arena);
    return steps;
}

static void grows_with_size(void **state)
{
    static void (*const shapes[])(uint32_t) = {
        chain,  nest_of_loops,    many_latches,
        ladder, entered_anywhere, random_edges};
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(shapes); i++) {
        const uint64_t few = steps_of(shapes[i], MOST_LARGE / 16),
                       more = steps_of(shapes[i], MOST_LARGE / 4),
                       most = steps_of(shapes[i], MOST_LARGE);
        assert_in_range(few, MOST_LARGE / 16, 60 * MOST_LARGE / 16);
        assert_true(more * 10 < few * 44);
        assert_true(most * 10 < more * 44);
    }
}

/* Work ends where its watch says so, and what memory lacks is told. */
static void watches(void **state)
{
    gac__arena a;
    gac__graph graph, reversed;
    gac__order order;
    gac__dominators tree;
    gac__loop_nest nest;
    static atomic_int stop = 1;
    gac__watch watch = {.stop = {&stop, NULL}};
    (void)state;
    n_large = 0;
    nest_of_loops(1000);
    gac__arena_init(&a, &gac__malloc_allocator);
    gac__graph_of_edges(&graph, 1000, large, n_large, &a);
    gac__graph_reverse(&reversed, &graph, &a);
    assert_int_equal(gac__order_find(&order, &graph, 0, &watch, &a),
                     GAC_ERR_CANCELLED);
    assert_int_equal(gac__order_find(&order, &graph, 0, NULL, &a), GAC_OK);
    assert_int_equal(gac__dominators_find(&tree, &reversed, &order, &watch, &a),
                     GAC_ERR_CANCELLED);
    gac__dominators_find(&tree, &reversed, &order, NULL, &a);
    assert_int_equal(
        gac__loop_nest_find(&nest, &reversed, &order, &tree, &watch, &a),
        GAC_ERR_CANCELLED);
    gac__arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_graphs),
        cmocka_unit_test(structured_graphs),
        cmocka_unit_test(stamps_begin_anew),
        cmocka_unit_test(grows_with_size),
        cmocka_unit_test(watches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
