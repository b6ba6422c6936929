/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Block orders and dominators of random control flow graphs, against the
 * definition: a dominates b if b cannot be reached once a is taken out. */
#include "module_helper.h"

#include "compile/build/build_families.h"

#define MAX_BLOCKS 24u

typedef struct graph {
    uint32_t n;
    uint32_t n_targets[MAX_BLOCKS];
    uint32_t target[MAX_BLOCKS][2];
} graph;

static graph random_graph(uint64_t *seed)
{
    graph g = {.n = 1 + (uint32_t)(gac__random_next(seed) % MAX_BLOCKS)};
    for (uint32_t k = 0; k < g.n; k++) {
        g.n_targets[k] = (uint32_t)(gac__random_next(seed) % 3);
        for (uint32_t t = 0; t < g.n_targets[k]; t++)
            g.target[k][t] = (uint32_t)(gac__random_next(seed) % g.n);
    }
    return g;
}

/* A kernel of that shape; block k's label is %(100 + k). */
static void write_module(const graph *g, char *text, size_t size)
{
    size_t at = (size_t)snprintf(
        text, size,
        PHYSICAL64 "%%1 = OpTypeVoid\n%%2 = OpTypeBool\n"
                   "%%3 = OpTypeFunction %%1\n%%4 = OpConstantTrue %%2\n"
                   "%%5 = OpFunction %%1 None %%3\n");
    for (uint32_t k = 0; k < g->n; k++) {
        at +=
            (size_t)snprintf(text + at, size - at, "%%%u = OpLabel\n", 100 + k);
        if (g->n_targets[k] == 0)
            at += (size_t)snprintf(text + at, size - at, "OpReturn\n");
        else if (g->n_targets[k] == 1)
            at += (size_t)snprintf(text + at, size - at, "OpBranch %%%u\n",
                                   100 + g->target[k][0]);
        else
            at += (size_t)snprintf(
                text + at, size - at, "OpBranchConditional %%4 %%%u %%%u\n",
                100 + g->target[k][0], 100 + g->target[k][1]);
    }
    snprintf(text + at, size - at, "OpFunctionEnd\n");
}

/* Marks what block 0 reaches without passing through `without`. */
static void reach(const graph *g, uint32_t without, bool *reached)
{
    uint32_t stack[MAX_BLOCKS * 2 + 1], depth = 0;
    memset(reached, 0, MAX_BLOCKS * sizeof *reached);
    if (without != 0) {
        reached[0] = true;
        stack[depth++] = 0;
    }
    while (depth) {
        uint32_t k = stack[--depth];
        for (uint32_t t = 0; t < g->n_targets[k]; t++) {
            uint32_t to = g->target[k][t];
            if (to == without || reached[to])
                continue;
            reached[to] = true;
            stack[depth++] = to;
        }
    }
}

static void check_graph(const graph *g, const gac__fn *fn)
{
    bool reached[MAX_BLOCKS], without[MAX_BLOCKS];
    uint32_t n = 0;
    reach(g, UINT32_MAX, reached);
    for (uint32_t k = 0; k < g->n; k++) {
        n += reached[k];
        assert_int_equal(fn->order.rank[k] != UINT32_MAX, reached[k]);
    }
    assert_int_equal(fn->order.n, n);
    assert_int_equal(fn->order.node[0], 0);
    for (uint32_t a = 0; a < g->n; a++) {
        if (!reached[a])
            continue;
        reach(g, a, without);
        for (uint32_t b = 0; b < g->n; b++) {
            if (!reached[b])
                continue;
            bool dominates = a == b || !without[b];
            assert_int_equal(gac__dominates(&fn->tree, a, b), dominates);
            if (dominates) /* definitions come before uses */
                assert_true(fn->order.rank[a] <= fn->order.rank[b]);
        }
    }
}

static void random_graphs(void **state)
{
    static char text[16384];
    uint64_t seed = 7;
    (void)state;
    for (int iteration = 0; iteration < 400; iteration++) {
        graph g = random_graph(&seed);
        binary words;
        write_module(&g, text, sizeof text);
        words = assemble(text);
        parsed p = parse_words(&words, (gac_parse_options){.size = 0});
        assert_int_equal(p.result, GAC_OK);
        gac__builder b = {.m = p.module, .allocator = &gac__malloc_allocator};
        gac__arena_init(&b.scratch, b.allocator);
        b.fns = gac__build_table(&b, 1);
        gac__fn *fn = gac__build_analyse(&b, &p.module->functions[0]);
        assert_non_null(fn);
        check_graph(&g, fn);
        gac__arena_free(&b.scratch);
        release(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_graphs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
