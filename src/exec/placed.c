/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Placed buffers, whose addresses the caller has chosen.
 *
 * Those that overlap become one buffer of the space, the union of their bytes,
 * so that an address leads to the same host memory however it was computed. All
 * must be at one distance from their host memory.
 */
#include "exec/launch.h"

/* A placed argument. */
typedef struct part {
    uint64_t first, end;
    uint32_t index;
} part;

static int by_address(const void *x, const void *y)
{
    const part *a = x, *b = y;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    if (a->end != b->end)
        return a->end > b->end ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static gac__buffer make_buffer(const gac_launch *l, const part *p)
{
    gac__buffer b = gac__argument_buffer(l, p->index);
    b.base = p->first;
    return b;
}

/* Adds an argument that begins within the buffer. Messages name the first
 * parameter, or else the first argument, that a buffer is made of. */
static gac_result join(const gac_launch *l, gac__buffer *b, const part *p)
{
    gac__buffer own = make_buffer(l, p);
    if (own.host != b->host + (p->first - b->base))
        return gac__launch_refuse(
            l, GAC_ERR_ARGUMENT,
            "arguments %u and %u overlap at address 0x%llx, but not so in the "
            "caller's memory",
            b->index, p->index, (unsigned long long)p->first);
    b->size = GAC__MAX(b->size, p->end - b->base);
    b->read_only &= own.read_only;
    b->write_only &= own.write_only;
    b->undefined &= own.undefined;
    b->kind = b->kind == own.kind ? b->kind : GAC_MEMORY_GLOBAL;
    if (b->index >= l->ir->n_params)
        b->index = GAC__MIN(b->index, p->index);
    b->by_address |= own.by_address;
    return GAC_OK;
}

static gac_result add_all(gac__run *run, const part *parts, size_t n)
{
    const gac_launch *l = run->launch;
    uint32_t number;
    for (size_t k = 0, next; k < n; k = next) {
        gac__buffer b = make_buffer(l, &parts[k]);
        for (next = k + 1; next < n && parts[next].first < b.base + b.size;
             next++)
            GAC__TRY(join(l, &b, &parts[next]));
        GAC__TRY(gac__run_add_buffer(run, &b, &number));
    }
    return GAC_OK;
}

gac_result gac__run_add_placed(gac__run *run)
{
    const gac_launch *l = run->launch;
    uint32_t n_args = gac__launch_argument_count(l);
    part *parts = gac__arena_alloc(&run->arena, n_args, sizeof *parts);
    size_t n = 0;
    if (!parts)
        return GAC_ERR_MEMORY;
    for (uint32_t k = 0; k < n_args; k++) {
        const gac__argument *a = gac__launch_argument(l, k);
        if (!a->address)
            continue;
        run->arg_address[k] = a->address;
        if (a->size)
            parts[n++] = (part){a->address, a->address + a->size, k};
    }
    if (n)
        qsort(parts, n, sizeof *parts, by_address);
    return add_all(run, parts, n);
}
