/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Cells in little memory, and back, exactly.
 *
 *     | form (2), words | ...
 *
 *     runs:   | cells (16), period (16) | step | a cell for each of a period |
 *             again and again: each cell is that of a period before and a step.
 *             What lanes leave that access memory in order is a run of a few
 *             words: items rise by one with the cell (or with the element, or
 *             with the pixel of three bytes); what rises from one tile's line
 * to the next group's is the tick. coded:  | tags (8), bits of tag (8), of item
 * (8) | lowest item | tags | codes, without gaps: a tag's number, then the item
 * less the lowest. For cells in no order, of a few instructions and ticks.
 *     plain:  the cells
 */
#include "check/check_internal.h"

enum { FORM_RUNS, FORM_CODED, FORM_PLAIN };

#define TAGS_MAX 32u

static const uint8_t periods[] = {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};

/* -- runs ------------------------------------------------------------------ */

/* How many cells from the first on are a run of this period. */
static uint32_t run_length(const uint32_t *cells, uint32_t n, uint32_t period)
{
    if (n <= period)
        return n;
    uint32_t step = cells[period] - cells[0], k = period + 1;
    for (; k < n && k < period + 4; k++)
        if (cells[k] - cells[k - period] != step)
            return k;
    for (; k + 32 <= n; k += 32) {
        uint32_t other = 0;
        for (uint32_t j = 0; j < 32; j++)
            other |= cells[k + j] - cells[k + j - period] - step;
        if (other)
            break;
    }
    while (k < n && cells[k] - cells[k - period] == step)
        k++;
    return k;
}

/* The run that has most cells for its words; less than three periods are none.
 */
static uint32_t best_run(const uint32_t *cells, uint32_t n,
                         uint32_t *period_out)
{
    uint32_t best = run_length(cells, n, 1);
    *period_out = 1;
    for (size_t k = 0; k < sizeof periods && best < n && best < 64; k++) {
        uint32_t length = periods[k] < n ? run_length(cells, n, periods[k]) : 0;
        if (length >= 3u * periods[k]
            && length * (2 + *period_out) > best * (2u + periods[k])) {
            best = length;
            *period_out = periods[k];
        }
    }
    return best;
}

/* How many words; `room`: too many, or so many that codes are fewer. */
static uint32_t pack_runs(const uint32_t *cells, uint32_t n, uint32_t room,
                          uint32_t *out)
{
    uint32_t words = 1, period;
    for (uint32_t k = 0; k < n;) {
        uint32_t length = best_run(cells + k, n - k, &period);
        period = GAC__MIN(period, length);
        if (words + 2 + period > room || words > 32 + k / 4)
            return room;
        out[words] = length | period << 16;
        out[words + 1] = length > period ? cells[k + period] - cells[k] : 0;
        memcpy(out + words + 2, cells + k, period * sizeof *cells);
        words += 2 + period;
        k += length;
    }
    return words;
}

/* Cells [first, end). */
static void unpack_runs(const uint32_t *packed, uint32_t first, uint32_t end,
                        uint32_t *cells)
{
    const uint32_t *at = packed + 1;
    for (uint32_t k = 0; k < end;) {
        uint32_t length = at[0] & 0xffff, period = at[0] >> 16, step = at[1];
        uint32_t from = first > k ? first - k : 0;
        uint32_t to = GAC__MIN(length, end - k);
        for (uint32_t j = from; period == 1 && j < to; j++)
            *cells++ = at[2] + step * j;
        uint32_t turn = from / period, place = from % period;
        for (uint32_t j = from; period > 1 && j < to; j++) {
            *cells++ = at[2 + place] + step * turn;
            if (++place == period) {
                place = 0;
                turn++;
            }
        }
        k += length;
        at += 2 + period;
    }
}

/* -- coded ----------------------------------------------------------------- */

typedef struct coding {
    uint32_t tags[TAGS_MAX], n_tags;
    uint32_t tag_bits, item_bits, lowest;
} coding;

static uint32_t width_of(uint32_t most)
{
    return most ? 32 - (uint32_t)__builtin_clz(most) : 0;
}

static uint32_t tag_number(const coding *x, uint32_t tag, uint32_t guess)
{
    if (guess < x->n_tags && x->tags[guess] == tag)
        return guess;
    uint32_t k = 0;
    while (k < x->n_tags && x->tags[k] != tag)
        k++;
    return k;
}

/* False if there are too many tags. */
static bool find_coding(const gac__cell_layout *l, const uint32_t *cells,
                        uint32_t n, coding *out)
{
    uint32_t highest = 0, number = 0;
    out->n_tags = 0;
    out->lowest = l->item_mask;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t tag = cells[k] & ~l->item_mask;
        number = tag_number(out, tag, number);
        if (number == TAGS_MAX)
            return false;
        if (number == out->n_tags)
            out->tags[out->n_tags++] = tag;
        if (!cells[k])
            continue;
        uint32_t item = gac__cell_item(l, cells[k]);
        out->lowest = GAC__MIN(out->lowest, item);
        highest = GAC__MAX(highest, item);
    }
    out->tag_bits = width_of(out->n_tags - 1);
    out->item_bits =
        highest > out->lowest ? width_of(highest - out->lowest) : 0;
    return true;
}

static uint32_t coded_words(const coding *x, uint32_t n)
{
    return 3 + x->n_tags + (n * (x->tag_bits + x->item_bits) + 31) / 32;
}

static void pack_coded(const gac__cell_layout *l, const coding *x,
                       const uint32_t *cells, uint32_t n, uint32_t *out)
{
    uint32_t number = 0, used = 0, width = x->tag_bits + x->item_bits;
    uint32_t *to = out + 3 + x->n_tags;
    uint64_t bits = 0;
    out[1] = x->n_tags | x->tag_bits << 8 | x->item_bits << 16;
    out[2] = x->lowest;
    memcpy(out + 3, x->tags, x->n_tags * sizeof *out);
    for (uint32_t k = 0; k < n; k++) {
        number = tag_number(x, cells[k] & ~l->item_mask, number);
        uint32_t item = cells[k] ? gac__cell_item(l, cells[k]) - x->lowest : 0;
        bits |= (uint64_t)(number | item << x->tag_bits) << used;
        used += width;
        if (used >= 32) {
            *to++ = (uint32_t)bits;
            bits >>= 32;
            used -= 32;
        }
    }
    if (used)
        *to = (uint32_t)bits;
}

static void unpack_coded(const uint32_t *packed, uint32_t first, uint32_t end,
                         uint32_t *cells)
{
    uint32_t n_tags = packed[1] & 0xff, tag_bits = packed[1] >> 8 & 0xff;
    uint32_t width = tag_bits + (packed[1] >> 16), have = 0;
    const uint32_t *tags = packed + 3, *from = tags + n_tags;
    uint32_t tag_mask = ((uint32_t)1 << tag_bits) - 1;
    uint64_t bits = 0, mask = ((uint64_t)1 << width) - 1;
    from += first * width / 32;
    if (first * width % 32) {
        bits = *from++ >> first * width % 32;
        have = 32 - first * width % 32;
    }
    for (uint32_t k = first; k < end; k++) {
        if (have < width) {
            bits |= (uint64_t)*from++ << have;
            have += 32;
        }
        uint32_t code = (uint32_t)(bits & mask), tag = tags[code & tag_mask];
        bits >>= width;
        have -= width;
        *cells++ = tag ? tag | (packed[2] + (code >> tag_bits)) : 0;
    }
}

/* -- the best of them ------------------------------------------------------ */

uint32_t gac__cells_pack(const gac__cell_layout *l, const uint32_t *cells,
                         uint32_t n, uint32_t *out)
{
    coding x;
    uint32_t form = FORM_RUNS, words = pack_runs(cells, n, n + 1, out);
    if (words > n / 8 + 4 && find_coding(l, cells, n, &x)
        && coded_words(&x, n) < words) {
        form = FORM_CODED;
        words = coded_words(&x, n);
        pack_coded(l, &x, cells, n, out);
    } else if (words > n) {
        form = FORM_PLAIN;
        words = n + 1;
        memcpy(out + 1, cells, n * sizeof *cells);
    }
    out[0] = form | words << 2;
    return words;
}

uint32_t gac__cells_unpack(const uint32_t *packed, uint32_t first, uint32_t end,
                           uint32_t *cells)
{
    switch (packed[0] & 3) {
    case FORM_RUNS: unpack_runs(packed, first, end, cells); break;
    case FORM_CODED: unpack_coded(packed, first, end, cells); break;
    default:
        memcpy(cells, packed + 1 + first, (end - first) * sizeof *cells);
        break;
    }
    return packed[0] >> 2;
}
