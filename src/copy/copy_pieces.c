/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies in pieces, behind each of which the copy may be stopped. */
#include "copy/copy_internal.h"

bool gac__copy_in_pieces(const gac_copy_plan *plan, char *dst, const char *src,
                         gac__copy_look *look, void *user)
{
    gac_copy_tiling t;
    if (plan->ordered)
        return gac__copy_ordered(plan, dst, src, look, user);
    gac_copy_tiling_make(&t, plan, GAC__COPY_PIECE_BYTES);
    size_t bytes = t.n_tiles ? gac_copy_plan_bytes(plan) / t.n_tiles : 0;
    for (size_t i = 0; i < t.n_tiles; i++) {
        gac_copy_tile_run(plan, &t, i, dst, src);
        if (!look(user, bytes))
            return false;
    }
    return true;
}
