/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Whether the work-items of a row shall make up a strip, and which way rows
 * lie.
 *
 * A kernel that cannot tell its work-groups may run in groups of any shape. In
 * groups of one row all but the first of the ids are scalars, and what
 * neighbours load lies in one piece, where a square tile touches as many pages
 * and sets of the cache as it has rows. A tile is better where an access goes
 * down a column (a transpose uses each line of the cache 16 times), and where a
 * loop loads what the rows share (a matrix product: each row would load all of
 * the matrix again).
 *
 * Many kernels call the first id the row of their matrix: neighbours' places
 * are a line apart, and each access touches as many lines of the cache as there
 * are lanes. Such a kernel takes another dimension for the first one if fewer
 * accesses are far there.
 *
 * How far apart the places of neighbours are, their vector shapes tell.
 */
#include "compile/passes/passes.h"

#define NEAR_BYTES 64 /* between neighbours' places, at most */
#define LOOP_WEIGHT 8 /* accesses in loops count as so many */

/* How neighbours' accesses lie, all of a kernel's together. */
typedef struct walk {
    bool near;      /* one behind the other, a line for each row */
    bool far;       /* not for rows */
    bool shared;    /* by a row, which another one may do without */
    uint32_t n_far; /* accesses to places that are not one behind the other */
} walk;

static void look_at(walk *w, const gac__ir_inst *i, const gac__vector_shape *at,
                    uint32_t d, bool in_loop)
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

/* Looks at neighbours in a dimension. */
static walk look_along(const gac__ir *ir, const gac__vector_shape *shapes,
                       const gac__loop_ranges *nest, uint32_t dimension)
{
    walk w = {0};
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            if (i->op == GAC__IR_LOAD || i->op == GAC__IR_STORE)
                look_at(&w, i, &shapes[i->args[0]], dimension,
                        nest->loop[b] != GAC__NO_LOOP);
        }
    return w;
}

gac_result gac__facts_of_rows(gac__ir *ir, gac__arena *scratch)
{
    gac__facts *f = &ir->facts;
    const gac__vector_shape *shapes = gac__vector_shapes_find(ir, scratch);
    gac__loop_ranges nest;
    if (!shapes)
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__ranges_find(ir, scratch, &nest));
    walk best = look_along(ir, shapes, &nest, 0);
    f->far = best.n_far > 0;
    for (uint32_t d = 1; d < 3 && best.n_far; d++) {
        walk w = look_along(ir, shapes, &nest, d);
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
