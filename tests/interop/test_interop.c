/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The set in a foreign interpreter: words, ids, memory and events of its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include <gac/interop.h>

#include "../copy/copy_model.h"

#define SET 7u
#define FIRST_ID 100u
#define SIZE 16384u
#define GLOBAL 0x10000u /* where the interpreter keeps global memory */
#define LOCAL 0x80000u  /* and local memory */

/* -- decoding -------------------------------------------------------------- */

/* An instruction with the operands FIRST_ID, FIRST_ID + 1, ...; returns its
 * words. */
static size_t put_words(uint32_t number, uint32_t n_operands, uint32_t *w)
{
    uint32_t n = 5 + n_operands;
    w[0] = n << 16 | 12;
    w[1] = 50;
    w[2] = 60;
    w[3] = SET;
    w[4] = number;
    for (uint32_t o = 0; o < n_operands; o++)
        w[5 + o] = FIRST_ID + o;
    return n;
}

static void decode_finds_each_operand(void **state)
{
    (void)state;
    /* In the order of the specification's tables. */
    static const gac_async_role two[] = {GAC_ASYNC_DESTINATION,
                                         GAC_ASYNC_DESTINATION_OFFSET,
                                         GAC_ASYNC_SOURCE,
                                         GAC_ASYNC_SOURCE_OFFSET,
                                         GAC_ASYNC_ELEMENT_BYTES,
                                         GAC_ASYNC_ELEMENTS,
                                         GAC_ASYNC_LINES,
                                         GAC_ASYNC_SOURCE_LINE,
                                         GAC_ASYNC_DESTINATION_LINE,
                                         GAC_ASYNC_EVENT};
    static const gac_async_role three[] = {GAC_ASYNC_DESTINATION,
                                           GAC_ASYNC_DESTINATION_OFFSET,
                                           GAC_ASYNC_SOURCE,
                                           GAC_ASYNC_SOURCE_OFFSET,
                                           GAC_ASYNC_ELEMENT_BYTES,
                                           GAC_ASYNC_ELEMENTS,
                                           GAC_ASYNC_LINES,
                                           GAC_ASYNC_PLANES,
                                           GAC_ASYNC_SOURCE_LINE,
                                           GAC_ASYNC_SOURCE_PLANE,
                                           GAC_ASYNC_DESTINATION_LINE,
                                           GAC_ASYNC_DESTINATION_PLANE,
                                           GAC_ASYNC_EVENT};
    uint32_t w[32];
    gac_async_inst inst;
    for (uint32_t number = 1; number <= 2; number++) {
        uint32_t count = number == 1 ? 10 : 13;
        size_t n = put_words(number, count, w);
        assert_int_equal(gac_async_decode(w, n, SET, &inst), GAC_OK);
        assert_string_equal(inst.name, number == 1 ? "GroupAsyncCopy2D2D"
                                                   : "GroupAsyncCopy3D3D");
        assert_int_equal(inst.result_type, 50);
        assert_int_equal(inst.result_id, 60);
        for (uint32_t o = 0; o < count; o++)
            assert_int_equal(inst.operand_id[(number == 1 ? two : three)[o]],
                             FIRST_ID + o);
    }
    put_words(1, 10, w);
    assert_int_equal(gac_async_decode(w, 15, SET, &inst), GAC_OK);
    assert_int_equal(inst.operand_id[GAC_ASYNC_PLANES], 0);
}

static void decode_refuses(void **state)
{
    (void)state;
    uint32_t w[32];
    gac_async_inst inst;
    size_t n = put_words(1, 10, w);
    assert_int_equal(gac_async_decode(w, n, SET + 1, &inst), GAC_ERR_NOT_FOUND);
    assert_int_equal(gac_async_decode(w, n - 1, SET, &inst), GAC_ERR_FORMAT);
    assert_int_equal(gac_async_decode(w, 0, SET, &inst), GAC_ERR_NOT_FOUND);
    assert_int_equal(gac_async_decode(NULL, n, SET, &inst), GAC_ERR_ARGUMENT);
    n = put_words(1, 9, w);
    assert_int_equal(gac_async_decode(w, n, SET, &inst), GAC_ERR_FORMAT);
    n = put_words(1, 11, w);
    assert_int_equal(gac_async_decode(w, n, SET, &inst), GAC_ERR_FORMAT);
    n = put_words(3, 10, w);
    assert_int_equal(gac_async_decode(w, n, SET, &inst), GAC_ERR_UNSUPPORTED);
    n = put_words(1, 10, w);
    w[9] = 0; /* no id is 0 */
    assert_int_equal(gac_async_decode(w, n, SET, &inst), GAC_ERR_FORMAT);
    for (int r = 0; r < GAC_ASYNC_ROLE_COUNT; r++)
        assert_int_equal(inst.operand_id[r], 0);
    w[0] = 4u << 16 | 12;
    assert_int_equal(gac_async_decode(w, 4, SET, &inst), GAC_ERR_FORMAT);
    w[0] = 15u << 16 | 61;
    assert_int_equal(gac_async_decode(w, 15, SET, &inst), GAC_ERR_NOT_FOUND);
}

static void import_knows_both_names(void **state)
{
    (void)state;
    assert_true(gac_async_import("Codeplay.GroupAsyncCopies"));
    assert_true(gac_async_import("NonSemantic.Codeplay.GroupAsyncCopies"));
    assert_false(gac_async_import("codeplay.GroupAsyncCopies"));
    assert_false(gac_async_import("OpenCL.std"));
    assert_false(gac_async_import(""));
    assert_false(gac_async_import(NULL));
}

/* -- memory of an interpreter ---------------------------------------------- */

typedef struct machine {
    unsigned char global[SIZE], local[SIZE];
    bool maps_local; /* local memory has an address in the host */
    unsigned
        refuse; /* read and write calls from now until one fails; 0: none */
} machine;

static unsigned char *find(machine *m, uint64_t address, uint64_t *first_out)
{
    *first_out = address >= LOCAL ? LOCAL : GLOBAL;
    return address >= LOCAL && address < LOCAL + SIZE     ? m->local
           : address >= GLOBAL && address < GLOBAL + SIZE ? m->global
                                                          : NULL;
}

static bool machine_map(void *user, uint64_t address, uint64_t *first_out,
                        uint64_t *size_bytes_out, void **host_out)
{
    machine *m = user;
    unsigned char *host = find(m, address, first_out);
    *size_bytes_out = SIZE;
    *host_out = host == m->local && !m->maps_local ? NULL : host;
    return host;
}

static bool machine_move(machine *m, uint64_t address, void *to,
                         const void *from, uint64_t size_bytes)
{
    uint64_t first;
    unsigned char *host = find(m, address, &first);
    if (!host || address - first + size_bytes > SIZE)
        return false;
    if (m->refuse && !--m->refuse)
        return false;
    host += address - first;
    memcpy(to ? to : host, to ? host : from, size_bytes);
    return true;
}

static bool machine_read(void *user, uint64_t address, void *to,
                         uint64_t size_bytes)
{
    return machine_move(user, address, to, NULL, size_bytes);
}

static bool machine_write(void *user, uint64_t address, const void *from,
                          uint64_t size_bytes)
{
    return machine_move(user, address, NULL, from, size_bytes);
}

enum { MAPPED, HALF_MAPPED, CALLBACKS, HOW_COUNT };

static gac_async_memory memory_of(machine *m, unsigned how)
{
    gac_async_memory memory = {.size = sizeof memory,
                               .address_bits = 64,
                               .user = m,
                               .read = machine_read,
                               .write = machine_write};
    m->maps_local = how == MAPPED;
    if (how != CALLBACKS)
        memory.map = machine_map;
    return memory;
}

/* -- copies ---------------------------------------------------------------- */

static gac_copy_queue *queue_new(gac_copy_mode mode)
{
    gac_copy_queue_options o = {.size = sizeof o, .mode = mode, .seed = 3};
    gac_copy_queue *q;
    assert_int_equal(gac_copy_queue_create(&o, &q), GAC_OK);
    return q;
}

static gac_async_inst inst_of(uint32_t number)
{
    uint32_t w[32];
    gac_async_inst inst;
    size_t n = put_words(number, number == 1 ? 10 : 13, w);
    assert_int_equal(gac_async_decode(w, n, SET, &inst), GAC_OK);
    return inst;
}

static void random_copy(dice *d, bool three, bool to_local, uint64_t *v)
{
    v[GAC_ASYNC_DESTINATION] = (to_local ? LOCAL : GLOBAL) + roll(d, 64);
    v[GAC_ASYNC_SOURCE] = (to_local ? GLOBAL : LOCAL) + roll(d, 64);
    v[GAC_ASYNC_DESTINATION_OFFSET] = roll(d, 30);
    v[GAC_ASYNC_SOURCE_OFFSET] = roll(d, 30);
    v[GAC_ASYNC_ELEMENT_BYTES] = 1 + roll(d, 9);
    v[GAC_ASYNC_ELEMENTS] = roll(d, 10);
    v[GAC_ASYNC_LINES] = roll(d, 8);
    v[GAC_ASYNC_PLANES] = three ? roll(d, 4) : 77;
    v[GAC_ASYNC_SOURCE_LINE] = v[GAC_ASYNC_ELEMENTS] + roll(d, 4);
    v[GAC_ASYNC_DESTINATION_LINE] = v[GAC_ASYNC_ELEMENTS] + roll(d, 4);
    v[GAC_ASYNC_SOURCE_PLANE] =
        v[GAC_ASYNC_SOURCE_LINE] * v[GAC_ASYNC_LINES] + roll(d, 5);
    v[GAC_ASYNC_DESTINATION_PLANE] =
        v[GAC_ASYNC_DESTINATION_LINE] * v[GAC_ASYNC_LINES] + roll(d, 5);
    v[GAC_ASYNC_EVENT] = 0;
}

static gac_copy_desc desc_of(const uint64_t *v, bool three)
{
    return (gac_copy_desc){{v[GAC_ASYNC_ELEMENT_BYTES], v[GAC_ASYNC_ELEMENTS],
                            v[GAC_ASYNC_LINES], three ? v[GAC_ASYNC_PLANES] : 1,
                            v[GAC_ASYNC_SOURCE_LINE], v[GAC_ASYNC_SOURCE_PLANE],
                            v[GAC_ASYNC_DESTINATION_LINE],
                            v[GAC_ASYNC_DESTINATION_PLANE]},
                           v[GAC_ASYNC_SOURCE_OFFSET],
                           v[GAC_ASYNC_DESTINATION_OFFSET]};
}

static void copies_are_exact(void **state)
{
    (void)state;
    static machine m;
    static unsigned char expected[SIZE];
    dice d = {0x1234567};
    for (unsigned n = 0; n < 3000; n++) {
        bool three = n & 1, to_local = n & 2;
        gac_async_memory memory = memory_of(&m, n % HOW_COUNT);
        gac_copy_queue *q =
            queue_new((n >> 2) % 2 ? GAC_COPY_LATE : GAC_COPY_RANDOM);
        gac_async_inst inst = inst_of(1 + three);
        uint64_t v[GAC_ASYNC_ROLE_COUNT];
        for (unsigned k = 0; k < SIZE; k++) {
            m.global[k] = (unsigned char)(k * 7 + n);
            m.local[k] = (unsigned char)(k * 11 + n + 5);
        }
        random_copy(&d, three, to_local, v);
        unsigned char *to = to_local ? m.local : m.global;
        unsigned char *from = to_local ? m.global : m.local;
        memcpy(expected, to, SIZE);
        gac_copy_desc desc = desc_of(v, three);
        model_copy(&desc, expected + v[GAC_ASYNC_DESTINATION] % 4096,
                   from + v[GAC_ASYNC_SOURCE] % 4096);
        gac_async_event event;
        assert_int_equal(gac_async_start(q, &inst, v, &memory, &event), GAC_OK);
        assert_true(event && event <= UINT32_MAX);
        assert_int_equal(gac_async_wait(q, &event, 1), GAC_OK);
        assert_memory_equal(to, expected, SIZE);
        assert_int_equal(gac_async_wait(q, &event, 1), GAC_ERR_EVENT);
        gac_copy_queue_destroy(q);
    }
}

/* A tile of 4 x 4 floats, from line 2 of an image that is 16 wide. */
static void tile(uint64_t *v)
{
    memset(v, 0, GAC_ASYNC_ROLE_COUNT * sizeof *v);
    v[GAC_ASYNC_DESTINATION] = LOCAL;
    v[GAC_ASYNC_SOURCE] = GLOBAL;
    v[GAC_ASYNC_SOURCE_OFFSET] = 32;
    v[GAC_ASYNC_ELEMENT_BYTES] = v[GAC_ASYNC_ELEMENTS] = v[GAC_ASYNC_LINES] = 4;
    v[GAC_ASYNC_SOURCE_LINE] = 16;
    v[GAC_ASYNC_DESTINATION_LINE] = 4;
}

static void events_are_shared_and_polled(void **state)
{
    (void)state;
    static machine m;
    gac_async_memory memory = memory_of(&m, MAPPED);
    gac_copy_queue *q = queue_new(GAC_COPY_LATE);
    gac_async_inst inst = inst_of(1);
    uint64_t v[GAC_ASYNC_ROLE_COUNT];
    gac_async_event first, second;
    memset(m.global, 42, SIZE);
    tile(v);
    assert_int_equal(gac_async_start(q, &inst, v, &memory, &first), GAC_OK);
    v[GAC_ASYNC_EVENT] = first;
    v[GAC_ASYNC_DESTINATION_OFFSET] = 100;
    assert_int_equal(gac_async_start(q, &inst, v, &memory, &second), GAC_OK);
    assert_int_equal(first, second);
    assert_int_equal(gac_async_poll(q, first), GAC_ERR_BUSY);
    assert_int_equal(m.local[0], 0);
    assert_int_equal(gac_async_wait(q, &first, 1), GAC_OK);
    assert_int_equal(m.local[0], 42);
    assert_int_equal(m.local[400], 42);
    assert_int_equal(gac_async_poll(q, first), GAC_ERR_EVENT);
    /* An event that is no more, and one that never was. */
    assert_int_equal(gac_async_start(q, &inst, v, &memory, &second),
                     GAC_ERR_EVENT);
    v[GAC_ASYNC_EVENT] = UINT64_C(0x100000001);
    assert_int_equal(gac_async_start(q, &inst, v, &memory, &second),
                     GAC_ERR_EVENT);
    assert_int_equal(second, 0);
    assert_int_equal(gac_async_poll(q, UINT64_MAX), GAC_ERR_EVENT);
    gac_copy_queue_destroy(q);
}

/* Starts the tile's copy with one value, or none, changed: it has an error, and
 * nothing is copied. */
static void start_fails(gac_copy_queue *q, unsigned how, gac_async_role role,
                        uint64_t value, gac_result expected)
{
    static machine m;
    gac_async_memory memory = memory_of(&m, how);
    gac_async_inst inst = inst_of(1);
    uint64_t v[GAC_ASYNC_ROLE_COUNT];
    gac_async_event event = 9;
    memset(m.global, 42, SIZE);
    memset(m.local, 0, SIZE);
    tile(v);
    if (role != GAC_ASYNC_ROLE_COUNT)
        v[role] = value;
    gac_result got = gac_async_start(q, &inst, v, &memory, &event);
    if (got != expected)
        printf("role %d, value 0x%llx\n", (int)role, (unsigned long long)value);
    assert_int_equal(got, expected);
    assert_int_equal(event, 0);
    for (unsigned k = 0; k < SIZE; k++)
        assert_int_equal(m.local[k], 0);
}

/* What a kernel passes wrongly is an error, and nothing is copied. */
static void faults_copy_nothing(void **state)
{
    (void)state;
    static const struct {
        gac_async_role role;
        uint64_t value;
        unsigned how;
        gac_result expected;
    } cases[] = {
        {GAC_ASYNC_SOURCE, 0x1000, MAPPED, GAC_ERR_BOUNDS},
        {GAC_ASYNC_DESTINATION, 0, MAPPED, GAC_ERR_BOUNDS},
        {GAC_ASYNC_SOURCE_OFFSET, SIZE / 4 - 51, MAPPED, GAC_ERR_BOUNDS},
        {GAC_ASYNC_LINES, SIZE / 64 - 1, MAPPED, GAC_ERR_BOUNDS},
        {GAC_ASYNC_SOURCE_OFFSET, UINT64_MAX / 4, MAPPED, GAC_ERR_OVERFLOW},
        {GAC_ASYNC_ELEMENTS, UINT64_MAX, MAPPED, GAC_ERR_OVERFLOW},
        {GAC_ASYNC_SOURCE_LINE, UINT64_MAX, MAPPED, GAC_ERR_OVERFLOW},
        {GAC_ASYNC_SOURCE_OFFSET, SIZE / 4 - 51, HALF_MAPPED, GAC_ERR_BOUNDS},
        {GAC_ASYNC_SOURCE, 0x1000, CALLBACKS, GAC_ERR_IO}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        gac_copy_queue *q = queue_new(GAC_COPY_EAGER);
        start_fails(q, cases[c].how, cases[c].role, cases[c].value,
                    cases[c].expected);
        gac_copy_queue_destroy(q);
    }
}

static void a_failing_callback_ends_the_copy(void **state)
{
    (void)state;
    static machine m;
    gac_async_memory memory = memory_of(&m, CALLBACKS);
    gac_copy_queue *q = queue_new(GAC_COPY_EAGER);
    gac_async_inst inst = inst_of(1);
    uint64_t v[GAC_ASYNC_ROLE_COUNT];
    gac_async_event event;
    tile(v);
    m.refuse = 3; /* the second line's read */
    assert_int_equal(gac_async_start(q, &inst, v, &memory, &event), GAC_ERR_IO);
    assert_int_equal(event, 0);
    assert_int_equal(gac_copy_queue_events(q), 0);
    gac_copy_queue_destroy(q);
}

static bool stop(void *user)
{
    (void)user;
    return false;
}

/* Where the queue takes no copy, callbacks have moved nothing. */
static void a_stopped_queue_copies_nothing(void **state)
{
    (void)state;
    static unsigned char large[2][4 << 20];
    gac_copy_queue_options o = {.size = sizeof o, .go_on = stop};
    const gac_copy_shape shape = gac_copy_linear(1, sizeof large[0]);
    gac_copy_queue *q;
    gac_copy_plan plan;
    gac_copy_event event = 0;
    assert_int_equal(gac_copy_queue_create(&o, &q), GAC_OK);
    assert_int_equal(gac_copy_plan_make(&plan, &shape, 0), GAC_OK);
    assert_int_equal(gac_copy_queue_start(q, &plan, large[0], large[1], &event),
                     GAC_ERR_CANCELLED);
    start_fails(q, CALLBACKS, GAC_ASYNC_ROLE_COUNT, 0, GAC_ERR_CANCELLED);
    gac_copy_queue_destroy(q);
}

/* A run of bytes, as long as may be: what goes through the callbacks goes in
 * pieces, and arrives whole. */
static void long_runs(void **state)
{
    (void)state;
    static const uint64_t sizes[] = {4095, 4096, 4097, 8191, 8192, 12345};
    static machine m;
    static unsigned char expected[SIZE];
    for (unsigned n = 0; n < 12 * HOW_COUNT; n++) {
        uint64_t size = sizes[n % 6];
        bool to_local = n / 6 % 2;
        gac_async_memory memory = memory_of(&m, n / 12);
        gac_copy_queue *q = queue_new(GAC_COPY_LATE);
        gac_async_inst inst = inst_of(1);
        unsigned char *to = to_local ? m.local : m.global;
        unsigned char *from = to_local ? m.global : m.local;
        uint64_t v[GAC_ASYNC_ROLE_COUNT] = {0};
        gac_async_event event;
        for (unsigned k = 0; k < SIZE; k++) {
            from[k] = (unsigned char)(k * 7 + (k >> 8));
            to[k] = 0xEE;
        }
        memset(expected, 0xEE, SIZE);
        memcpy(expected + 5, from + 3, size);
        v[GAC_ASYNC_DESTINATION] = (to_local ? LOCAL : GLOBAL) + 5;
        v[GAC_ASYNC_SOURCE] = (to_local ? GLOBAL : LOCAL) + 3;
        v[GAC_ASYNC_ELEMENT_BYTES] = v[GAC_ASYNC_LINES] = 1;
        v[GAC_ASYNC_ELEMENTS] = size;
        v[GAC_ASYNC_SOURCE_LINE] = v[GAC_ASYNC_DESTINATION_LINE] = size;
        assert_int_equal(gac_async_start(q, &inst, v, &memory, &event), GAC_OK);
        assert_int_equal(gac_async_wait(q, &event, 1), GAC_OK);
        assert_memory_equal(to, expected, SIZE);
        gac_copy_queue_destroy(q);
    }
}

/* Addresses of 32 bits without a map: no copy touches what lies beyond them,
 * and the callbacks are not asked. */
static bool count_read(void *user, uint64_t address, void *to,
                       uint64_t size_bytes)
{
    assert_true(address + size_bytes <= UINT64_C(1) << 32);
    memset(to, 42, size_bytes);
    ++*(unsigned *)user;
    return true;
}

static bool count_write(void *user, uint64_t address, const void *from,
                        uint64_t size_bytes)
{
    (void)from;
    assert_true(address + size_bytes <= UINT64_C(1) << 32);
    ++*(unsigned *)user;
    return true;
}

static void nothing_beyond_32_bits(void **state)
{
    (void)state;
    /* 16 bytes, at an address and an offset; alone or as 2 lines. */
    static const struct {
        uint64_t address, offset, lines, line;
        bool fits;
    } cases[] = {{0xFFFFFFF0, 0, 1, 16, true},
                 {0xFFFFFFF1, 0, 1, 16, false},
                 {0xFFFFFFFF, 0, 1, 16, false},
                 {0xFFFFFFD0, 16, 1, 16, true},
                 {0xFFFFFF00, 256, 1, 16, false},
                 {0xFFFFFF00, 0, 2, 200, true},
                 {0xFFFFFF00, 0, 2, 241, false},
                 {0xF0000000, 0xF0000000, 1, 16, false}};
    gac_async_inst inst = inst_of(1);
    for (size_t c = 0; c < 2 * sizeof cases / sizeof cases[0]; c++) {
        bool dst = c & 1;
        unsigned calls = 0;
        gac_async_memory memory = {.size = sizeof memory,
                                   .address_bits = 32,
                                   .user = &calls,
                                   .read = count_read,
                                   .write = count_write};
        gac_copy_queue *q = queue_new(GAC_COPY_EAGER);
        uint64_t v[GAC_ASYNC_ROLE_COUNT] = {0};
        gac_async_event event;
        v[GAC_ASYNC_DESTINATION] = LOCAL;
        v[GAC_ASYNC_SOURCE] = GLOBAL;
        v[GAC_ASYNC_ELEMENT_BYTES] = 1;
        v[GAC_ASYNC_ELEMENTS] = 16;
        v[GAC_ASYNC_LINES] = cases[c / 2].lines;
        v[GAC_ASYNC_SOURCE_LINE] = v[GAC_ASYNC_DESTINATION_LINE] = 16;
        v[dst ? GAC_ASYNC_DESTINATION : GAC_ASYNC_SOURCE] =
            cases[c / 2].address;
        v[dst ? GAC_ASYNC_DESTINATION_OFFSET : GAC_ASYNC_SOURCE_OFFSET] =
            cases[c / 2].offset;
        v[dst ? GAC_ASYNC_DESTINATION_LINE : GAC_ASYNC_SOURCE_LINE] =
            cases[c / 2].line;
        gac_result got = gac_async_start(q, &inst, v, &memory, &event);
        if (cases[c / 2].fits)
            assert_int_equal(got, GAC_OK);
        else
            assert_true(got == GAC_ERR_BOUNDS || got == GAC_ERR_OVERFLOW);
        assert_int_equal(calls != 0, cases[c / 2].fits);
        gac_copy_queue_destroy(q);
    }
}

/* "32 bits wide under Physical32": what stands above is not part of a value. */
static void narrow_addresses(void **state)
{
    (void)state;
    gac_async_inst inst = inst_of(2);
    gac_copy_desc d;
    uint64_t v[GAC_ASYNC_ROLE_COUNT];
    for (int r = 0; r < GAC_ASYNC_ROLE_COUNT; r++)
        v[r] = UINT64_C(0xabcd00000000) + (uint64_t)r;
    assert_int_equal(gac_async_desc(&inst, v, 32, &d), GAC_OK);
    assert_int_equal(d.shape.element_bytes, GAC_ASYNC_ELEMENT_BYTES);
    assert_int_equal(d.shape.dst_plane_area, GAC_ASYNC_DESTINATION_PLANE);
    assert_int_equal(gac_async_desc(&inst, v, 64, &d), GAC_OK);
    assert_int_equal(d.src_offset, v[GAC_ASYNC_SOURCE_OFFSET]);
    assert_int_equal(gac_async_desc(&inst, v, 16, &d), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_async_desc(NULL, v, 64, &d), GAC_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(import_knows_both_names),
        cmocka_unit_test(decode_finds_each_operand),
        cmocka_unit_test(decode_refuses),
        cmocka_unit_test(copies_are_exact),
        cmocka_unit_test(events_are_shared_and_polled),
        cmocka_unit_test(faults_copy_nothing),
        cmocka_unit_test(a_failing_callback_ends_the_copy),
        cmocka_unit_test(a_stopped_queue_copies_nothing),
        cmocka_unit_test(long_runs),
        cmocka_unit_test(nothing_beyond_32_bits),
        cmocka_unit_test(narrow_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
