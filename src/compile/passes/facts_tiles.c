/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which shapes of work-groups suit a kernel, and which dimension should lead.
 *
 * A group-independent kernel may run in groups of any shape. In groups of one
 * row, all ids but the first are scalars, and adjacent work-items load adjacent
 * memory, where a square tile touches as many pages and cache sets as it has
 * rows. A tile is better where an access goes down a column (a transpose uses
 * each cache line 16 times), and where a loop loads what the work-items of a
 * row share (a matrix product: each row would load the whole matrix again).
 *
 * Many kernels use the first id for the row of their matrix: accesses of
 * adjacent work-items are a line apart, and each access touches as many cache
 * lines as there are lanes. Such a kernel interchanges its dimensions, if fewer
 * accesses are far apart along another one.
 *
 * Vector shapes give the distance between adjacent work-items' accesses.
 */
#include "compile/passes/passes.h"

#define NEAR_BYTES 64 /* the largest distance that is near */
#define LOOP_WEIGHT 8 /* of an access in a loop */

/* All accesses of a kernel, by work-items that are adjacent along a dimension.
 */
typedef struct accesses {
    bool near;      /* some load adjacent memory, other lines for each row */
    bool far;       /* some are slower in groups of one row than in tiles */
    bool shared;    /* some load the same memory for all work-items of a row */
    uint32_t n_far; /* weight of those whose memory is not near */
} accesses;

static void add_access(accesses *w, const gac__ir_inst *i,
                       const gac__vector_shape *at, uint32_t d, bool in_loop)
{
    bool upper = at->ids & ~(1u << d), load = i->op == GAC__IR_LOAD;
    bool scaled = at->scaled >> d & 1, data = at->data >> d & 1;
    bool moves = at->along[d] != 0 || scaled || data;
    w->shared |= upper && !moves && load;
    if (data || !moves)
        return;
    bool apart =
        scaled || at->along[d] > NEAR_BYTES || at->along[d] < -NEAR_BYTES;
    if (apart)
        w->n_far += in_loop ? LOOP_WEIGHT : 1;
    if (apart || (load && in_loop && !upper))
        w->far = true;
    else if (load && upper)
        w->near = true;
}

static accesses accesses_along(const gac__ir *ir,
                               const gac__vector_shape *shapes,
                               const gac__loop_ranges *nest, uint32_t dimension)
{
    accesses w = {0};
    GAC__EACH_INST(ir, b, i) {
        if (gac__ir_is_access(i))
            add_access(&w, i, &shapes[i->args[0]], dimension,
                       nest->loop[b] != GAC__NO_LOOP);
    }
    return w;
}

gac_result gac__facts_of_tiles(gac__ir *ir, gac__arena *scratch)
{
    gac__facts *f = &ir->facts;
    const gac__vector_shape *shapes = gac__vector_shapes_find(ir, scratch);
    gac__loop_ranges nest;
    if (!shapes)
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__ranges_find(ir, scratch, &nest));
    accesses best = accesses_along(ir, shapes, &nest, 0);
    f->far = best.n_far > 0;
    for (uint32_t d = 1; d < 3 && best.n_far; d++) {
        accesses w = accesses_along(ir, shapes, &nest, d);
        f->far = (uint8_t)(f->far | (w.n_far > 0) << d);
        if (w.n_far < best.n_far && f->interchangeable
            && !ir->variant.leading) {
            best = w;
            f->leading = (uint8_t)d;
        }
    }
    f->prefers_rows = best.near && !best.far;
    f->shares_rows = best.shared;
    return GAC_OK;
}
