/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Buffers at addresses of the caller's choice: gac_launch_place_buffer(). */
#include <string.h>

#include "../launch_helper.h"

#define MODULE "tests/api/placed.spvasm"
#define FAR ((uint64_t)0x7fff00000000)

/* What diagnostics have said. */
static struct {
    unsigned n;
    char rule[64], message[512];
    uint32_t argument;
    uint64_t first_byte, memory_bytes;
} told;

static void hear(void *user, const gac_diagnostic *d)
{
    (void)user;
    if (d->severity == GAC_SEVERITY_NOTE)
        return;
    told.n++;
    snprintf(told.rule, sizeof told.rule, "%s", d->rule);
    snprintf(told.message, sizeof told.message, "%s", d->message);
    if (d->finding) {
        told.argument = d->finding->argument;
        told.first_byte = d->finding->first_byte;
        told.memory_bytes = d->finding->memory_bytes;
    }
}

static opened_kernel open_here(const char *kernel)
{
    gac_context_options o = {.size = sizeof o, .diagnostic = hear};
    memset(&told, 0, sizeof told);
    return open_kernel(&o, MODULE, kernel);
}

static gac_launch *other_kernel(const opened_kernel *k, const char *name)
{
    gac_launch *l;
    assert_int_equal(gac_launch_create(k->program, name, &l), GAC_OK);
    return l;
}

static gac_result run(gac_launch *l, uint64_t n, uint64_t group)
{
    gac_run_options o = {.size = sizeof o, .global = {n}, .local = {group}};
    return gac_launch_run(l, &o, NULL);
}

static gac_result check(gac_launch *l, uint64_t n, uint64_t group)
{
    gac_run_options o = {
        .size = sizeof o, .global = {n}, .local = {group}, .checks = ""};
    return gac_launch_run(l, &o, NULL);
}

static uint64_t host_of(const void *p)
{
    return (uint64_t)(uintptr_t)p;
}

/* Sets argument `index` to memory and places it there. */
static void set_at(gac_launch *l, uint32_t index, void *data, size_t size,
                   uint32_t flags, uint64_t address)
{
    assert_int_equal(gac_launch_set_buffer(l, index, data, size, flags),
                     GAC_OK);
    assert_int_equal(gac_launch_place_buffer(l, index, address), GAC_OK);
}

static uint32_t add_at(gac_launch *l, void *data, size_t size, uint32_t flags,
                       uint64_t address)
{
    uint32_t index = 0;
    assert_int_equal(gac_launch_add_buffer(l, data, size, flags, &index),
                     GAC_OK);
    assert_int_equal(gac_launch_place_buffer(l, index, address), GAC_OK);
    return index;
}

typedef struct node {
    uint64_t next, value;
} node;

/* One run links a list through two buffers, another walks it, plainly and
 * checked; addresses are the host's own. */
static void test_lists(void **state)
{
    static node a[3], b[2];
    uint64_t out[70] = {0};
    int32_t n = 3, m = 2;
    (void)state;
    opened_kernel k = open_here("chain");
    gac_launch *total = other_kernel(&k, "total");
    for (int r = 0; r < 2; r++) {
        set_at(k.launch, 0, b, sizeof b, 0, host_of(b));
        gac_launch_set_value(k.launch, 1, &m, sizeof m);
        gac_launch_set_null(k.launch, 2);
        assert_int_equal((r ? check : run)(k.launch, 1, 1), GAC_OK);
        set_at(k.launch, 0, a, sizeof a, 0, host_of(a));
        gac_launch_set_value(k.launch, 1, &n, sizeof n);
        set_at(k.launch, 2, b, sizeof b, 0, host_of(b));
        assert_int_equal((r ? check : run)(k.launch, 1, 1), GAC_OK);
        assert_int_equal(a[0].next, host_of(&a[1]));
        assert_int_equal(a[2].next, host_of(b));
        assert_int_equal(b[1].next, 0);
        set_at(total, 0, a, sizeof a, 0, host_of(a));
        gac_launch_set_buffer(total, 1, out, sizeof out, 0);
        add_at(total, b, sizeof b, 0, host_of(b));
        assert_int_equal((r ? check : run)(total, 70, 35), GAC_OK);
        for (int g = 0; g < 70; g++)
            assert_int_equal(out[g], 5 * (r + 1));
        /* without the second buffer its address leads nowhere */
        assert_int_equal(gac_launch_remove_buffers(total), GAC_OK);
        assert_int_equal((r ? check : run)(total, 70, 35), GAC_ERR_TRAP);
    }
    assert_int_equal(told.n, 2);
    gac_launch_destroy(total);
    close_kernel(&k);
}

/* Any alignment, at both ends of what may be; beside an ordinary buffer. */
static void test_ends(void **state)
{
    static int in[64], out[64], index[64];
    const uint64_t ends[] = {1, 3, 0x10000, FAR + 5, GAC_PLACE_END - sizeof in};
    (void)state;
    opened_kernel k = open_here("gather");
    for (int n = 0; n < 64; n++) {
        in[n] = 100 + n;
        index[n] = 13 * n % 64;
    }
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
        memset(out, 0, sizeof out);
        gac_launch_set_buffer(k.launch, 0, out, sizeof out, 0);
        set_at(k.launch, 1, in, sizeof in, 0, ends[e]);
        gac_launch_set_buffer(k.launch, 2, index, sizeof index, 0);
        assert_int_equal(run(k.launch, 64, 32), GAC_OK);
        for (int n = 0; n < 64; n++)
            assert_int_equal(out[n], 100 + 13 * n % 64);
    }
    assert_int_equal(told.n, 0);
    assert_int_equal(gac_launch_place_buffer(k.launch, 1, GAC_PLACE_END),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(
        gac_launch_place_buffer(k.launch, 1, GAC_PLACE_END - sizeof in + 1),
        GAC_ERR_ARGUMENT);
    assert_int_equal(gac_launch_place_buffer(k.launch, 1, UINT64_MAX),
                     GAC_ERR_ARGUMENT);
    assert_int_equal(gac_launch_place_buffer(k.launch, 3, 4096),
                     GAC_ERR_ARGUMENT);
    close_kernel(&k);
}

/* A buffer that is set anew is nowhere; one that is put at 0, too. */
static void test_forgotten(void **state)
{
    int data[4] = {0};
    uint64_t in[2] = {0}, value = 7, out = 0;
    (void)state;
    opened_kernel k = open_here("through");
    gac_launch_set_value(k.launch, 1, &(uint64_t){FAR}, 8);
    gac_launch_set_buffer(k.launch, 2, &out, sizeof out, 0);
    set_at(k.launch, 0, &value, sizeof value, 0, FAR);
    assert_int_equal(run(k.launch, 1, 1), GAC_OK);
    assert_int_equal(out, 14);
    gac_launch_set_buffer(k.launch, 0, &value, sizeof value, 0);
    assert_int_equal(run(k.launch, 1, 1), GAC_ERR_TRAP);
    assert_int_equal(gac_launch_place_buffer(k.launch, 0, FAR), GAC_OK);
    assert_int_equal(run(k.launch, 1, 1), GAC_OK);
    assert_int_equal(gac_launch_place_buffer(k.launch, 0, 0), GAC_OK);
    assert_int_equal(run(k.launch, 1, 1), GAC_ERR_TRAP);
    /* a placed buffer's address by gac_launch_set_address() */
    set_at(k.launch, 0, in, sizeof in, 0, FAR);
    assert_int_equal(gac_launch_set_address(k.launch, 0, 8, 0, 8), GAC_OK);
    assert_int_equal(run(k.launch, 1, 1), GAC_OK);
    assert_int_equal(in[1], FAR + 8);
    (void)data;
    close_kernel(&k);
}

/* Sub-buffers: one address, one byte, however it is reached. */
static void test_overlap(void **state)
{
    static uint64_t memory[64];
    uint64_t out[2] = {0};
    (void)state;
    opened_kernel k = open_here("through");
    for (int n = 0; n < 64; n++)
        memory[n] = 1000 + (uint64_t)n;
    set_at(k.launch, 0, memory + 10, 80, 0, FAR + 80);
    gac_launch_set_buffer(k.launch, 2, out, sizeof out, 0);
    uint32_t whole = add_at(k.launch, memory, sizeof memory, 0, FAR);
    /* what only the added buffer has, in front and behind */
    gac_launch_set_value(k.launch, 1, &(uint64_t){FAR + 16}, 8);
    assert_int_equal(run(k.launch, 1, 1), GAC_OK);
    assert_int_equal(out[0], 1002 + 1010);
    gac_launch_set_value(k.launch, 1, &(uint64_t){FAR + 63 * 8}, 8);
    assert_int_equal(run(k.launch, 1, 1), GAC_OK);
    assert_int_equal(out[0], 1063 + 1010);
    /* across the end of one and the beginning of another */
    set_at(k.launch, 0, memory, 84, 0, FAR);
    assert_int_equal(gac_launch_place_buffer(k.launch, whole, FAR), GAC_OK);
    gac_launch_set_value(k.launch, 1, &(uint64_t){FAR + 80}, 8);
    assert_int_equal(run(k.launch, 1, 1), GAC_OK);
    assert_int_equal(out[0], 1010 + 1000);
    assert_int_equal(told.n, 0);
    /* not at one distance */
    set_at(k.launch, 0, memory + 10, 80, 0, FAR + 88);
    assert_int_equal(run(k.launch, 1, 1), GAC_ERR_ARGUMENT);
    assert_int_equal(told.n, 1);
    assert_string_equal(told.message,
                        "arguments 3 and 0 overlap at address 0x7fff00000058, "
                        "but not so in the caller's memory");
    assert_int_equal(check(k.launch, 1, 1), GAC_ERR_ARGUMENT);
    close_kernel(&k);
}

/* Read-only is what all parts are. */
static void test_read_only(void **state)
{
    static int data[64];
    (void)state;
    opened_kernel k = open_here("add_one");
    set_at(k.launch, 0, data, sizeof data, GAC_BUFFER_READ_ONLY, FAR);
    assert_int_equal(run(k.launch, 64, 64), GAC_ERR_TRAP);
    assert_non_null(strstr(told.message, "argument 0, which is read-only"));
    add_at(k.launch, data, sizeof data, GAC_BUFFER_READ_ONLY, FAR);
    assert_int_equal(run(k.launch, 64, 64), GAC_ERR_TRAP);
    add_at(k.launch, data, 4, 0, FAR);
    assert_int_equal(run(k.launch, 64, 64), GAC_OK);
    assert_int_equal(data[63], 1);
    close_kernel(&k);
}

/* An access beside a placed buffer is told of it, with its own bytes. */
static void test_outside(void **state)
{
    static int data[16], more[16];
    static const struct {
        int64_t from;
        const char *text;
    } rows[] = {
        {16, "writes bytes 64 to 67 of argument 0, outside of its 64 bytes"},
        {-1, "writes bytes -4 to -1 of argument 0, outside of its 64 bytes"},
        {16000, "writes bytes 64000 to 64003 of argument 0, outside of its 64"},
        {-16384, "writes 4 bytes at address 0x7ffeffff0000, which is in no bu"},
        {-16383, "writes bytes -65532 to -65529 of argument 0, outside of its"},
        {16400, "writes 4 bytes at address 0x7fff00010040, which is in no buf"},
        {1 << 20, "writes bytes 0 to 3 of argument 3, which is read-only"},
        {(1 << 20) + 17, "writes bytes 68 to 71 of argument 3, outside of its"},
        {(1 << 20) - 1, "writes bytes -4 to -1 of argument 3, outside of its"},
    };
    (void)state;
    opened_kernel k = open_here("at");
    set_at(k.launch, 0, data, sizeof data, 0, FAR);
    add_at(k.launch, more, sizeof more, GAC_BUFFER_READ_ONLY, FAR + (4 << 20));
    gac_launch_set_value(k.launch, 2, &(int32_t){1}, 4);
    for (size_t r = 0; r < 2 * sizeof rows / sizeof *rows; r++) {
        gac_launch_set_value(k.launch, 1, &rows[r / 2].from, 8);
        told.n = 0;
        assert_int_equal((r % 2 ? check : run)(k.launch, 1, 1), GAC_ERR_TRAP);
        assert_int_equal(told.n, 1);
        if (!strstr(told.message, rows[r / 2].text))
            fail_msg("%zu: %s", r, told.message);
    }
    close_kernel(&k);
}

/* In a union bytes count from the parameter that messages name. */
static void test_union_words(void **state)
{
    static int memory[64];
    (void)state;
    opened_kernel k = open_here("at");
    set_at(k.launch, 0, memory + 16, 64, 0, FAR + 64);
    add_at(k.launch, memory, sizeof memory, 0, FAR);
    gac_launch_set_value(k.launch, 1, &(int64_t){48}, 8);
    gac_launch_set_value(k.launch, 2, &(int32_t){1}, 4);
    assert_int_equal(run(k.launch, 1, 1), GAC_ERR_TRAP);
    assert_non_null(strstr(told.message, "bytes 192 to 195 of argument 0, "
                                         "outside of its 192 bytes"));
    assert_int_equal(check(k.launch, 1, 1), GAC_ERR_TRAP);
    assert_non_null(strstr(told.message, "bytes 192 to 195 of argument 0, "
                                         "outside of its 192 bytes"));
    assert_int_equal(told.argument, 0);
    assert_int_equal(told.first_byte, 192);
    assert_int_equal(told.memory_bytes, 192);
    close_kernel(&k);
}

/* The same of an async copy, which may also begin beside the buffer. */
static void test_copy_words(void **state)
{
    static int memory[64], out[64];
    (void)state;
    opened_kernel k = open_here("copies");
    gac_launch_set_buffer(k.launch, 0, out, sizeof out, 0);
    set_at(k.launch, 1, memory + 16, 64, 0, FAR + 64);
    gac_launch_set_local(k.launch, 2, 64 * 4);
    assert_int_equal(check(k.launch, 32, 16), GAC_ERR_TRAP);
    assert_non_null(strstr(told.message, "bytes 64 to 127 of argument 1, "
                                         "outside of its 64 bytes"));
    add_at(k.launch, memory, sizeof memory, 0, FAR);
    assert_int_equal(check(k.launch, 64, 64), GAC_ERR_TRAP);
    assert_non_null(strstr(told.message, "bytes 192 to 255 of argument 1, "
                                         "outside of its 192 bytes"));
    close_kernel(&k);
}

/* It is the address that is aligned or not. */
static void test_alignment(void **state)
{
    static char memory[64];
    (void)state;
    opened_kernel k = open_here("at");
    gac_launch_set_value(k.launch, 1, &(int64_t){1}, 8);
    gac_launch_set_value(k.launch, 2, &(int32_t){1}, 4);
    set_at(k.launch, 0, memory + 2, 32, 0, FAR + 2);
    assert_int_equal(run(k.launch, 1, 1), GAC_OK);
    assert_int_equal(check(k.launch, 1, 1), GAC_OK);
    assert_int_equal(told.n, 1);
    assert_string_equal(told.rule, "misaligned");
    set_at(k.launch, 0, memory + 4, 32, 0, FAR + 4);
    add_at(k.launch, memory + 1, 60, 0, FAR + 1);
    assert_int_equal(check(k.launch, 1, 1), GAC_OK);
    assert_int_equal(told.n, 1);
    close_kernel(&k);
}

/* Async copies in and out, whenever they land. */
static void test_copies(void **state)
{
    static int in[256], out[256];
    const gac_async_mode modes[] = {GAC_ASYNC_DEFAULT, GAC_ASYNC_EAGER,
                                    GAC_ASYNC_LATE, GAC_ASYNC_THREAD,
                                    GAC_ASYNC_RANDOM};
    (void)state;
    opened_kernel k = open_here("copies");
    for (int n = 0; n < 256; n++)
        in[n] = n;
    set_at(k.launch, 0, out, sizeof out, 0, host_of(out));
    set_at(k.launch, 1, in, sizeof in, 0, host_of(in));
    gac_launch_set_local(k.launch, 2, 64 * 4);
    for (size_t m = 0; m < 2 * sizeof modes / sizeof *modes; m++) {
        gac_run_options o = {.size = sizeof o,
                             .global = {256},
                             .local = {64},
                             .async_mode = modes[m / 2],
                             .checks = m % 2 ? "" : NULL};
        memset(out, 0, sizeof out);
        assert_int_equal(gac_launch_run(k.launch, &o, NULL), GAC_OK);
        for (int n = 0; n < 256; n++)
            assert_int_equal(out[n], 3 * n);
    }
    assert_int_equal(told.n, 0);
    /* the last group's copy leaves the buffer */
    set_at(k.launch, 1, in, sizeof in - 4, 0, host_of(in));
    assert_int_equal(run(k.launch, 256, 64), GAC_ERR_TRAP);
    assert_string_equal(told.rule, "copy-out-of-bounds");
    told.n = 0;
    assert_int_equal(check(k.launch, 256, 64), GAC_ERR_TRAP);
    assert_non_null(strstr(told.message, "bytes 1020 to 1023 of argument 1"));
    close_kernel(&k);
}

static void test_atomics(void **state)
{
    static int counters[4];
    (void)state;
    opened_kernel k = open_here("count");
    set_at(k.launch, 0, counters, sizeof counters, 0, host_of(counters));
    assert_int_equal(run(k.launch, 3000, 100), GAC_OK);
    assert_int_equal(check(k.launch, 3000, 100), GAC_OK);
    assert_int_equal(counters[0], 4000);
    assert_int_equal(counters[2], 4000);
    assert_int_equal(counters[3], 0);
    set_at(k.launch, 0, counters, sizeof counters, 0, FAR + 2);
    assert_int_equal(run(k.launch, 3, 3), GAC_ERR_TRAP);
    assert_string_equal(told.rule, "misaligned");
    close_kernel(&k);
}

static void test_races(void **state)
{
    static int data[4];
    (void)state;
    opened_kernel k = open_here("race");
    set_at(k.launch, 0, data, sizeof data, 0, FAR);
    assert_int_equal(check(k.launch, 64, 64), GAC_OK);
    assert_int_equal(told.n, 1);
    assert_string_equal(told.rule, "data-race");
    assert_int_equal(told.argument, 0);
    close_kernel(&k);
    /* through two parameters that share memory */
    k = open_here("both");
    set_at(k.launch, 0, data, 12, 0, FAR);
    set_at(k.launch, 1, data + 1, 12, 0, FAR + 4);
    assert_int_equal(check(k.launch, 3, 3), GAC_OK);
    assert_true(told.n >= 1);
    assert_string_equal(told.rule, "data-race");
    close_kernel(&k);
    /* through two that share it by an added buffer only */
    static int memory[16], out[4];
    k = open_here("reach");
    set_at(k.launch, 0, memory, 16, 0, FAR);
    set_at(k.launch, 1, memory + 8, 16, 0, FAR + 32);
    gac_launch_set_buffer(k.launch, 2, out, sizeof out, 0);
    add_at(k.launch, memory, sizeof memory, 0, FAR);
    assert_int_equal(check(k.launch, 4, 4), GAC_OK);
    assert_true(told.n >= 1);
    assert_string_equal(told.rule, "data-race");
    close_kernel(&k);
}

static void test_pointers(void **state)
{
    static int data[64];
    int out[4] = {0};
    (void)state;
    opened_kernel k = open_here("kinds");
    set_at(k.launch, 0, out, sizeof out, 0, host_of(out));
    gac_launch_set_local(k.launch, 1, 64);
    assert_int_equal(run(k.launch, 1, 1), GAC_OK);
    assert_int_equal(out[0], 1);
    assert_int_equal(out[1], 2);
    assert_int_equal(out[2], 3);
    close_kernel(&k);
    k = open_here("same");
    set_at(k.launch, 0, data, 16, 0, FAR);
    set_at(k.launch, 1, data + 8, 16, 0, FAR + 32);
    gac_launch_set_buffer(k.launch, 2, out, sizeof out, 0);
    assert_int_equal(run(k.launch, 1, 1), GAC_OK);
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 8);
    set_at(k.launch, 1, data, 16, 0, FAR);
    assert_int_equal(run(k.launch, 1, 1), GAC_OK);
    assert_int_equal(out[0], 1);
    close_kernel(&k);
}

/* Very many, in no order: each address leads to its own. */
static void test_many(void **state)
{
    enum { N = 1000 };
    static uint64_t memory[N];
    uint64_t out = 0, one = 0;
    (void)state;
    opened_kernel k = open_here("through");
    gac_launch_set_buffer(k.launch, 0, &one, sizeof one, 0);
    gac_launch_set_buffer(k.launch, 2, &out, sizeof out, 0);
    for (uint64_t n = 0; n < N; n++) {
        uint64_t which = n * 617 % N;
        memory[which] = which + 1;
        add_at(k.launch, &memory[which], 8, 0, 8 + which * 24);
    }
    for (uint64_t n = 0; n < N; n += 37) {
        gac_launch_set_value(k.launch, 1, &(uint64_t){8 + n * 24}, 8);
        assert_int_equal(run(k.launch, 1, 1), GAC_OK);
        assert_int_equal(out, n + 1);
        gac_launch_set_value(k.launch, 1, &(uint64_t){16 + n * 24}, 8);
        assert_int_equal(run(k.launch, 1, 1), GAC_ERR_TRAP);
    }
    close_kernel(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),       cmocka_unit_test(test_ends),
        cmocka_unit_test(test_forgotten),   cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_read_only),   cmocka_unit_test(test_outside),
        cmocka_unit_test(test_union_words), cmocka_unit_test(test_copies),
        cmocka_unit_test(test_atomics),     cmocka_unit_test(test_races),
        cmocka_unit_test(test_pointers),    cmocka_unit_test(test_many),
        cmocka_unit_test(test_copy_words),  cmocka_unit_test(test_alignment)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
