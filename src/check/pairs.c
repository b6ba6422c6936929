/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Cells of writes and of reads, packed together.
 *
 *     | head | pairs | bits of those that are set | codes, without gaps |
 *
 * Memory that work-items access in no order has cells in which nothing rises,
 * of as many ticks as groups. But few instructions access it, and mostly the
 * same item has read a byte and written it, one soon after the other. So a pair
 * is what a write and a read have in common wherever the same happened: the
 * write without tick and item, and what the read has more than that. A code is
 * a pair's number, a tick and an item. Codes have one width: cells are found,
 * and changed, where they stand.
 *
 * Where few cells are set, a bit each says which ones, and only these have
 * codes. Where there are few ticks, but far apart, a pair has its tick, and
 * codes have none.
 */
#include "check/check_internal.h"

typedef struct pairs_head {
    uint8_t n_pairs, pair_bits, tick_bits, item_bits;
    uint32_t lowest_tick, lowest_item;
    uint16_t n_cells;
    uint8_t sparse : 1, timed : 1, level : 6;
} pairs_head;

#define HEAD_WORDS (sizeof(pairs_head) / sizeof(uint32_t))

/* Of a key, where items have bits: there is a read, too; and, where there is
 * room for it (ITEM_BITS), that the item of the code, if any, is the other
 * one's alone, and this one's is the group as a whole, or has been given up. */
#define HAS_READ 1u
#define WRITE_ITEM_SHIFT 1u /* 1: the group, 2: given up */
#define READ_ITEM_SHIFT 3u
#define ITEM_BITS 5u

#define FAR_APART 4u /* bits */

typedef struct place {
    uint32_t key[2], tick, item;
    bool has_item;
} place;

static uint32_t width_of(uint32_t most)
{
    return most ? 32 - (uint32_t)__builtin_clz(most) : 0;
}

/* Without item and, unless pairs are `timed`, tick, but not 0. */
static uint32_t tag_of(const gac__cell_layout *l, uint32_t cell, bool timed)
{
    uint32_t rest = ((uint32_t)1 << l->tick_shift) - 1;
    return timed ? cell & ~l->item_mask
                 : (cell & rest & ~l->item_mask) | (uint32_t)1 << l->tick_shift;
}

/* 1: the item of a cell is the group as a whole; 2: it has been given up; 0:
 * neither, or there is no room to say so. */
static uint32_t no_item(const gac__cell_layout *l, uint32_t cell)
{
    uint32_t item = gac__cell_item(l, cell);
    if (item < l->lost_item || l->item_bits < ITEM_BITS)
        return 0;
    return item == l->item_mask ? 1 : 2;
}

/* What a key says of it. */
static uint32_t of_item(const gac__cell_layout *l, uint32_t key, uint32_t shift)
{
    return l->item_bits < ITEM_BITS ? 0 : key >> shift & 3;
}

static uint32_t item_of(const gac__cell_layout *l, uint32_t no_item,
                        uint32_t item)
{
    return no_item == 1 ? l->item_mask : no_item ? l->lost_item : item;
}

static place place_of(const gac__cell_layout *l, uint32_t write, uint32_t read,
                      bool timed)
{
    uint32_t of_write = no_item(l, write), of_read = no_item(l, read);
    uint32_t cell = write && !(read && of_write) ? write : read;
    place p = {.tick = gac__cell_tick(l, write ? write : read),
               .item = gac__cell_item(l, cell),
               .has_item = !no_item(l, cell)};
    if (write && read) {
        p.key[0] = tag_of(l, write, timed) | HAS_READ;
        p.key[1] = read - write;
        if (of_write | of_read) {
            p.key[0] |=
                of_write << WRITE_ITEM_SHIFT | of_read << READ_ITEM_SHIFT;
            p.key[1] = (read & ~l->item_mask) - (write & ~l->item_mask);
        }
    } else if (write) {
        p.key[0] = tag_of(l, write, timed) | of_write << WRITE_ITEM_SHIFT;
    } else if (read) {
        p.key[1] = tag_of(l, read, timed) | of_read << READ_ITEM_SHIFT;
    }
    return p;
}

/* -- measuring ------------------------------------------------------------- */

/* Which of n pairs it is; n: none of them. */
static uint32_t pair_number(const uint32_t *keys, uint32_t n,
                            const uint32_t key[2], uint32_t guess)
{
    if (guess < n && keys[2 * guess] == key[0] && keys[2 * guess + 1] == key[1])
        return guess;
    uint32_t k = 0;
    while (k < n && (keys[2 * k] != key[0] || keys[2 * k + 1] != key[1]))
        k++;
    return k;
}

static uint32_t code_words(uint32_t n, uint32_t width)
{
    return n ? (n - 1) * width / 32 + 2 : 0; /* each is read by two words */
}

/* Codes of all cells are found more quickly: those of the set ones alone must
 * take less than so much of them, unless it is to be `tight`. */
static uint32_t fit(gac__pairing *x, uint32_t n)
{
    uint32_t pair_bits = width_of(x->n_pairs - (x->n_pairs != 0));
    x->pair_bits = pair_bits;
    x->tick_bits =
        x->n_set && !x->timed ? width_of(x->highest_tick - x->lowest_tick) : 0;
    x->item_bits = x->lowest_item < x->highest_item
                       ? width_of(x->highest_item - x->lowest_item)
                       : 0;
    uint32_t width = pair_bits + x->tick_bits + x->item_bits;
    uint32_t dense = code_words(n, width);
    uint32_t sparse = (n + 31) / 32 + code_words(x->n_set, width);
    x->sparse = sparse < (x->tight ? dense : dense / 4 * 3);
    x->words =
        (uint32_t)HEAD_WORDS + (2u << pair_bits) + (x->sparse ? sparse : dense);
    return width > 32 ? UINT32_MAX : x->words;
}

static uint32_t measure(const gac__cell_layout *l, const uint32_t *write,
                        const uint32_t *read, uint32_t n, bool timed,
                        gac__pairing *out)
{
    uint32_t number = 0;
    out->n_pairs = out->n_set = out->highest_tick = out->highest_item = 0;
    out->lowest_tick = out->lowest_item = UINT32_MAX;
    out->timed = timed;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t r = read ? read[k] : 0;
        place p = place_of(l, write[k], r, timed);
        number = pair_number(out->keys, out->n_pairs, p.key, number);
        if (number == GAC__PAIRS_MAX)
            return UINT32_MAX;
        if (number == out->n_pairs)
            memcpy(out->keys + 2 * out->n_pairs++, p.key, sizeof p.key);
        if (!write[k] && !r)
            continue;
        out->n_set++;
        out->lowest_tick = GAC__MIN(out->lowest_tick, p.tick);
        out->highest_tick = GAC__MAX(out->highest_tick, p.tick);
        if (!p.has_item)
            continue;
        out->lowest_item = GAC__MIN(out->lowest_item, p.item);
        out->highest_item = GAC__MAX(out->highest_item, p.item);
    }
    return fit(out, n);
}

uint32_t gac__pairs_measure(const gac__cell_layout *l, const uint32_t *write,
                            const uint32_t *read, uint32_t n, bool tight,
                            gac__pairing *out)
{
    out->tight = tight;
    uint32_t words = measure(l, write, read, n, false, out);
    gac__pairing timed = {.tight = tight};
    if ((words == UINT32_MAX || tight || out->tick_bits >= FAR_APART)
        && measure(l, write, read, n, true, &timed) < words)
        *out = timed;
    return words == UINT32_MAX && !out->timed ? words : out->words;
}

uint32_t gac__pairs_widen(gac__pairing *x, uint32_t n, uint32_t n_items)
{
    if (!x->timed)
        x->highest_tick += x->highest_tick - x->lowest_tick + 1;
    if (x->lowest_item <= x->highest_item && x->highest_item < n_items) {
        x->lowest_item = 0;
        x->highest_item = n_items - 1;
    }
    return fit(x, n);
}

/* -- codes ----------------------------------------------------------------- */

static uint32_t width_of_codes(const pairs_head *h)
{
    return (uint32_t)h->pair_bits + h->tick_bits + h->item_bits;
}

static uint32_t bits_words(const pairs_head *h)
{
    return h->sparse ? (h->n_cells + 31u) / 32 : 0;
}

static uint64_t mask_of(uint32_t width)
{
    return ((uint64_t)1 << width) - 1;
}

static uint64_t code_at(const uint32_t *codes, uint32_t k, uint32_t width)
{
    uint32_t bit = k * width;
    uint64_t words = codes[bit / 32] | (uint64_t)codes[bit / 32 + 1] << 32;
    return words >> bit % 32 & mask_of(width);
}

static void set_code(uint32_t *codes, uint32_t k, uint32_t width, uint64_t code)
{
    uint32_t bit = k * width;
    uint32_t *at = codes + bit / 32;
    uint64_t words = at[0] | (uint64_t)at[1] << 32;
    words = (words & ~(mask_of(width) << bit % 32)) | code << bit % 32;
    at[0] = (uint32_t)words;
    at[1] = (uint32_t)(words >> 32);
}

static uint64_t code_of(const pairs_head *h, uint32_t number, const place *p)
{
    uint64_t tick = p->tick && !h->timed ? p->tick - h->lowest_tick : 0;
    uint64_t item = p->tick && p->has_item ? p->item - h->lowest_item : 0;
    return number | tick << h->pair_bits
           | item << (h->pair_bits + h->tick_bits);
}

void gac__pairs_pack(const gac__cell_layout *l, const gac__pairing *x,
                     const uint32_t *write, const uint32_t *read, uint32_t n,
                     uint32_t level, uint32_t *out)
{
    pairs_head h = {.n_pairs = (uint8_t)x->n_pairs,
                    .pair_bits = (uint8_t)x->pair_bits,
                    .tick_bits = (uint8_t)x->tick_bits,
                    .item_bits = (uint8_t)x->item_bits,
                    .lowest_tick = x->lowest_tick,
                    .lowest_item = x->lowest_item,
                    .n_cells = (uint16_t)n,
                    .sparse = x->sparse,
                    .timed = x->timed,
                    .level = level & 63};
    uint32_t *bits = out + HEAD_WORDS + (2u << h.pair_bits), number = 0, at = 0;
    uint32_t *codes = bits + bits_words(&h);
    memset(out, 0, x->words * sizeof *out);
    memcpy(out, &h, sizeof h);
    memcpy(out + HEAD_WORDS, x->keys, 2 * x->n_pairs * sizeof *out);
    for (uint32_t k = 0; k < n; k++) {
        place p = place_of(l, write[k], read ? read[k] : 0, h.timed);
        if (h.sparse && !p.tick)
            continue;
        if (h.sparse)
            bits[k / 32] |= (uint32_t)1 << k % 32;
        number = pair_number(x->keys, x->n_pairs, p.key, number);
        set_code(codes, at++, width_of_codes(&h), code_of(&h, number, &p));
    }
}

/* How many cells before the k-th are set. */
static uint32_t rank(const uint32_t *bits, uint32_t k)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < k / 32; w++)
        n += (uint32_t)__builtin_popcount(bits[w]);
    return n
           + (uint32_t)__builtin_popcount(bits[k / 32]
                                          & (uint32_t)mask_of(k % 32));
}

static void cells_of(const gac__cell_layout *l, const pairs_head *h,
                     const uint32_t *key, uint64_t code, uint32_t *write_out,
                     uint32_t *read_out)
{
    uint32_t tick = (uint32_t)(code >> h->pair_bits & mask_of(h->tick_bits));
    uint32_t item = (uint32_t)(code >> (h->pair_bits + h->tick_bits));
    uint32_t rest = ~l->item_mask, at = 0;
    item += h->lowest_item;
    if (!h->timed) {
        at = (tick + h->lowest_tick) << l->tick_shift;
        rest &= ((uint32_t)1 << l->tick_shift) - 1;
    }
    if (!key[0]) {
        *write_out = 0;
        *read_out =
            key[1] ? (key[1] & rest) | at
                         | item_of(l, of_item(l, key[1], READ_ITEM_SHIFT), item)
                   : 0;
        return;
    }
    uint32_t write = (key[0] & rest) | at;
    uint32_t of_write = of_item(l, key[0], WRITE_ITEM_SHIFT);
    uint32_t of_read = of_item(l, key[0], READ_ITEM_SHIFT);
    *write_out = write | item_of(l, of_write, item);
    *read_out = !(key[0] & HAS_READ) ? 0
                : of_write | of_read
                    ? (write + key[1]) | item_of(l, of_read, item)
                    : *write_out + key[1];
}

void gac__pairs_unpack(const gac__cell_layout *l, const uint32_t *packed,
                       uint32_t first, uint32_t end, uint32_t *write,
                       uint32_t *read)
{
    pairs_head h;
    memcpy(&h, packed, sizeof h);
    const uint32_t *keys = packed + HEAD_WORDS;
    const uint32_t *bits = keys + (2u << h.pair_bits);
    const uint32_t *codes = bits + bits_words(&h);
    uint32_t width = width_of_codes(&h), none = 0;
    uint32_t at = h.sparse && first < end ? rank(bits, first) : first;
    for (uint32_t k = first; k < end; k++) {
        uint32_t *r = read ? read + (k - first) : &none;
        if (h.sparse && !(bits[k / 32] >> k % 32 & 1)) {
            write[k - first] = *r = 0;
            continue;
        }
        uint64_t code = code_at(codes, at++, width);
        const uint32_t *key = keys + 2 * (code & mask_of(h.pair_bits));
        cells_of(l, &h, key, code, write + (k - first), r);
    }
}

/* -- changing -------------------------------------------------------------- */

uint32_t gac__pairs_level(const uint32_t *packed)
{
    pairs_head h;
    memcpy(&h, packed, sizeof h);
    return h.level;
}

/* The pair's number, of a new one if there is room; UINT32_MAX: there is none.
 */
static uint32_t number_or_add(uint32_t *packed, pairs_head *h,
                              const uint32_t key[2])
{
    uint32_t *keys = packed + HEAD_WORDS;
    uint32_t n = pair_number(keys, h->n_pairs, key, 0);
    if (n < h->n_pairs)
        return n;
    if (n >> h->pair_bits)
        return UINT32_MAX;
    memcpy(keys + (size_t)2 * n, key, 2 * sizeof *key);
    h->n_pairs++;
    memcpy(packed, h, sizeof *h);
    return n;
}

/* The code of cells at place `p`; UINT64_MAX: there is none. */
static uint64_t find_code(uint32_t *packed, pairs_head *h, const place *p)
{
    uint32_t number;
    bool late = !h->timed
                && (p->tick < h->lowest_tick
                    || (p->tick - h->lowest_tick) >> h->tick_bits);
    bool other = p->has_item
                 && (p->item < h->lowest_item
                     || (p->item - h->lowest_item) >> h->item_bits);
    if (p->tick && (late || other))
        return UINT64_MAX;
    number = number_or_add(packed, h, p->key);
    return number == UINT32_MAX ? UINT64_MAX : code_of(h, number, p);
}

bool gac__pairs_has_code(const gac__cell_layout *l, uint32_t *packed,
                         const gac__pairs_cell *cell)
{
    pairs_head h;
    memcpy(&h, packed, sizeof h);
    place p = place_of(l, cell->write, cell->read, h.timed);
    return find_code(packed, &h, &p) != UINT64_MAX;
}

bool gac__pairs_put(const gac__cell_layout *l, uint32_t *packed, uint32_t k,
                    uint32_t write, uint32_t read)
{
    pairs_head h;
    memcpy(&h, packed, sizeof h);
    uint32_t *bits = packed + HEAD_WORDS + (2u << h.pair_bits);
    uint32_t *codes = bits + bits_words(&h);
    place p = place_of(l, write, read, h.timed);
    if (h.sparse && !(bits[k / 32] >> k % 32 & 1))
        return !p.tick;
    uint64_t code = find_code(packed, &h, &p);
    if (code != UINT64_MAX)
        set_code(codes, h.sparse ? rank(bits, k) : k, width_of_codes(&h), code);
    return code != UINT64_MAX;
}

uint32_t gac__pairs_add(const gac__cell_layout *l, uint32_t *packed, uint32_t n,
                        const gac__pairs_cell *cells, uint32_t *out)
{
    uint32_t fresh[GAC__CHUNK_BYTES / 32] = {0}, added[GAC__CHUNK_BYTES];
    pairs_head h;
    memcpy(&h, packed, sizeof h);
    const uint32_t *bits = packed + HEAD_WORDS + (2u << h.pair_bits);
    const uint32_t *codes = bits + bits_words(&h);
    uint32_t width = width_of_codes(&h), from = 0, to = 0;
    uint32_t start = (uint32_t)(codes - packed);
    if (!h.sparse)
        return 0;
    for (uint32_t k = 0; k < n; k++) {
        place p = place_of(l, cells[k].write, cells[k].read, h.timed);
        uint64_t code = find_code(packed, &h, &p);
        if (code == UINT64_MAX)
            return 0;
        added[cells[k].at] = (uint32_t)code;
        fresh[cells[k].at / 32] |= (uint32_t)1 << cells[k].at % 32;
    }
    memcpy(out, packed, start * sizeof *out);
    memset(out + start, 0, code_words(h.n_cells, width) * sizeof *out);
    for (uint32_t w = 0; w < bits_words(&h); w++) {
        uint32_t both = bits[w] | fresh[w];
        out[bits - packed + w] = both;
        for (; both; both &= both - 1) {
            uint32_t k = (uint32_t)__builtin_ctz(both);
            bool is_new = fresh[w] >> k & 1;
            uint64_t code =
                is_new ? added[w * 32 + k] : code_at(codes, from, width);
            from += bits[w] >> k & 1;
            set_code(out + start, to++, width, code);
        }
    }
    return start + code_words(to, width);
}
