/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Damaged kernels: operands of compilers' modules are exchanged at random. What
 * still parses must be refused, or make IR that holds its invariants. */
#include <glob.h>
#include <stdarg.h>

#include "module_helper.h"

#include "compile/compile.h"

typedef struct tally {
    uint32_t parsed, built, refused;
} tally;

static uint32_t *read_words(const char *path, size_t *n_out)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t n = (size_t)ftell(file) / 4;
    rewind(file);
    uint32_t *words = malloc(n * 4 + 4);
    assert_int_equal(fread(words, 4, n, file), n);
    fclose(file);
    *n_out = n;
    return words;
}

/* Changes an operand of a random instruction: to another id, to another word of
 * the module, by one, or to something large. */
static void damage(uint32_t *words, size_t n, uint64_t *seed)
{
    size_t at = 5 + gac__random_next(seed) % (n - 5), from = 5, next = 5;
    while (next <= at) {
        from = next;
        next += words[from] >> 16 ? words[from] >> 16 : 1;
    }
    if (at == from && gac__random_next(seed) % 8) {
        at++;
        if (at >= next || at >= n)
            return;
    }
    switch (gac__random_next(seed) % 5) {
    case 0:
    case 1:
        words[at] = 1 + (uint32_t)(gac__random_next(seed) % words[3]);
        break;
    case 2: words[at] = words[5 + gac__random_next(seed) % (n - 5)]; break;
    case 3: words[at] += gac__random_next(seed) % 2 ? 1u : UINT32_MAX; break;
    default: words[at] = UINT32_MAX >> (gac__random_next(seed) % 32);
    }
}

static void try_module(const uint32_t *words, size_t n, tally *t)
{
    gac_context_options options = {.size = sizeof options,
                                   .max_memory_bytes = 1 << 28};
    gac_parse_options parse = {
        .size = sizeof parse, .tolerate_producers = true, .keep_going = true};
    gac_context *context;
    gac_module *m;
    assert_int_equal(gac_context_create(&options, &context), GAC_OK);
    if (gac_module_parse(context, words, n * 4, &parse, &m) == GAC_OK) {
        t->parsed++;
        for (uint32_t k = 0; k < m->n_entries && k < 4; k++) {
            gac__arena arena;
            gac__ir *ir;
            gac__arena_init(&arena, &gac__malloc_allocator);
            arena.max_bytes = (size_t)1 << 28;
            if (gac__ir_build(m, &m->entries[k], NULL, 0, (gac__variant){0},
                              &arena, &ir)
                == GAC_OK) {
                t->built++;
                assert_true(gac__ir_check(ir));
                if (gac__ir_optimize(ir) == GAC_OK)
                    assert_true(gac__ir_check(ir));
            } else {
                t->refused++;
            }
            gac__arena_free(&arena);
        }
        gac_module_destroy(m);
    }
    gac_context_destroy(context);
}

static void damaged_modules(void **state)
{
    const char *asked = getenv("GAC_TEST_ROUNDS");
    int iterations = asked ? atoi(asked) : getenv("GAC_TEST_QUICK") ? 20 : 150;
    const char *start = getenv("GAC_TEST_SEED");
    uint64_t seed = start ? (uint64_t)atoll(start) : 1;
    tally t = {0};
    glob_t files;
    (void)state;
    const char *where = getenv("GAC_TEST_MODULES"); /* a pattern */
    assert_int_equal(
        glob(where ? where : "tests/fuzz/corpus/build/*.spv", 0, NULL, &files),
        0);
    for (size_t k = 0; k < files.gl_pathc; k++) {
        size_t n;
        uint32_t *words = read_words(files.gl_pathv[k], &n);
        uint32_t *copy = malloc(n * 4);
        for (int r = 0; r < iterations; r++) {
            memcpy(copy, words, n * 4);
            for (uint64_t d = gac__random_next(&seed) % 3 + 1; d-- > 0;)
                damage(copy, n, &seed);
            try_module(copy, n, &t);
        }
        free(copy);
        free(words);
    }
    globfree(&files);
    print_message("%u parsed, %u kernels built, %u refused\n", t.parsed,
                  t.built, t.refused);
    assert_true(t.parsed > 0 && t.built > 0 && t.refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(damaged_modules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
