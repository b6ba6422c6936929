/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Cells that are packed come back as they were, and take as little memory as
 * the forms in packing.c say: words counted by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "check/check_internal.h"

#define MOST GAC__CHUNK_BYTES
#define ITEM_BITS 9u /* groups of 256 */
#define SITE_BITS 5u

static uint64_t state = 1;

static uint32_t below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static gac__cell_layout layout(void)
{
    gac__cell_layout l = {.item_bits = ITEM_BITS, .site_bits = SITE_BITS};
    l.item_mask = (1u << ITEM_BITS) - 1;
    l.flag_shift = ITEM_BITS + SITE_BITS;
    l.tick_shift = l.flag_shift + CELL_FLAGS;
    return l;
}

static uint32_t cell(uint32_t tick, uint32_t site, uint32_t item)
{
    gac__cell_layout l = layout();
    return gac__cell_tag(&l, tick, site, 0) | item;
}

/* How many words n cells take; there and back, and no word behind them. */
static uint32_t pack(const uint32_t *cells, uint32_t n)
{
    const gac__cell_layout l = layout();
    uint32_t packed[MOST + 2], back[MOST + 1];
    packed[n + 1] = back[n] = 0xabadcafe;
    uint32_t words = gac__cells_pack(&l, cells, n, packed);
    assert_true(words <= n + 1);
    assert_int_equal(packed[n + 1], 0xabadcafe);
    assert_int_equal(gac__cells_unpack(packed, 0, n, back), words);
    assert_memory_equal(back, cells, n * sizeof *cells);
    assert_int_equal(back[n], 0xabadcafe);
    uint32_t first = below(n), end = first + below(n - first) + 1;
    back[end - first] = 0xabadcafe;
    gac__cells_unpack(packed, first, end, back);
    assert_memory_equal(back, cells + first, (end - first) * sizeof *cells);
    assert_int_equal(back[end - first], 0xabadcafe);
    return words;
}

/* Header, length and period, step, and a cell for each of a period. */
static void test_runs(void **test_state)
{
    uint32_t cells[MOST] = {0};
    (void)test_state;
    assert_int_equal(pack(cells, MOST), 4);
    for (uint32_t k = 0; k < MOST; k++) /* a byte an item, in several groups */
        cells[k] = cell(7 + 2 * (k / 256), 3, k % 256);
    assert_int_equal(pack(cells, MOST), 1 + 4 * 3);
    for (uint32_t k = 0; k < MOST; k++) /* four bytes an item */
        cells[k] = cell(7, 3, k / 4 % 256);
    assert_int_equal(pack(cells, MOST), 1 + 2 + 4);
    for (uint32_t k = 0; k < 768;
         k++) /* pixels of three bytes, by three stores */
        cells[k] = cell(7, 3 + k % 3, k / 3);
    assert_int_equal(pack(cells, 768), 1 + 2 + 3);
    for (uint32_t k = 0; k < MOST; k++) /* a line of tiles, 16 bytes each */
        cells[k] = cell(7 + 2 * (k / 16), 3, 48 + k % 16);
    assert_int_equal(pack(cells, MOST), 1 + 2 + 16);
    for (uint32_t k = 0; k < MOST; k++) /* one byte was never accessed */
        cells[k] = k == 100 ? 0 : cell(7, 3, 5);
    assert_int_equal(pack(cells, MOST), 1 + 3 * 3);
}

/* Header, widths, lowest item, tags, codes. */
static void test_codes(void **test_state)
{
    uint32_t cells[MOST];
    (void)test_state;
    for (uint32_t k = 0; k < MOST; k++) /* some bytes of an item's own: 1 bit */
        cells[k] = below(2) ? cell(9, 2, 77) : 0;
    assert_int_equal(pack(cells, MOST), 3 + 2 + MOST / 32);
    cells[0] = cell(9, 2, 0);
    cells[1] = cell(9, 2, 255);
    for (uint32_t k = 2; k < MOST; k++) /* items in no order: 8 bits */
        cells[k] = cell(9, 2, below(256));
    assert_int_equal(pack(cells, MOST), 3 + 1 + MOST / 4);
    for (uint32_t k = 0; k < MOST;
         k++) /* three bits for instructions as well */
        cells[k] = cell(9, k < 5 ? k : below(5), k < 2 ? 255 * k : below(256));
    assert_int_equal(pack(cells, MOST), 3 + 5 + (MOST * 11 + 31) / 32);
    for (uint32_t k = 0; k < MOST; k++) /* no two of one tick */
        cells[k] = cell(1 + (k * 37 & (MOST - 1)), 0, below(256));
    assert_int_equal(pack(cells, MOST), 1 + MOST);
}

static void fill(uint32_t *cells, uint32_t n)
{
    uint32_t ticks = 1 + below(below(2) ? 3 : 4000), sites = 1 + below(31);
    for (uint32_t k = 0, end; k < n; k = end) {
        end = k + 1 + below(below(4) ? 8 : n);
        uint32_t from = below(256), step = below(3), period = 1 + below(70);
        uint32_t tick = 1 + below(ticks), site = below(sites);
        bool none = !below(4), mixed = !below(3);
        end = GAC__MIN(end, n);
        for (uint32_t j = k; j < end; j++) {
            uint32_t at = (j - k) / period;
            cells[j] =
                none    ? 0
                : mixed ? cell(1 + below(ticks), below(sites), below(256))
                        : cell(tick + at % 2, site, (from + at * step) % 256);
        }
    }
}

static void test_any(void **test_state)
{
    uint32_t cells[MOST];
    (void)test_state;
    for (int round = 0; round < 20000; round++) {
        uint32_t n = below(2) ? 1 + below(MOST) : 1u << below(11);
        fill(cells, n);
        pack(cells, n);
    }
    for (uint32_t k = 0; k < MOST; k++) /* even what no run leaves */
        cells[k] = (uint32_t)(below(65536) << 16 | below(65536)) | 1u << 31;
    pack(cells, MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
