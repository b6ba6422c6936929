// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A mistake that gives the right result on most devices: the tile is read before
// the copy has been waited for.
kernel void unwaited(global int *out, global const int *in)
{
    local int tile[16];
    size_t first = get_group_id(0) * 16, i = get_local_id(0);
    event_t e = async_work_group_copy(tile, in + first, 16, 0);
    out[first + i] = 2 * tile[i];
    wait_group_events(1, &e);
}
