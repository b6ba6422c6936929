// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Two mistakes that nothing but a validator sees, as in the sample that came
// with the set: a line's bytes are given for its elements, and the tile is read
// before the copy has been waited for.
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
kernel void byte_count(global int *out, global const int *in, local int *tile)
{
    size_t i = get_local_id(0);
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, sizeof(int),
                                           4 * sizeof(int), 4, 64, 4, 0);
    out[i] = tile[i];
    wait_group_events(1, &e);
}
