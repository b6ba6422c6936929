// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A written image.
// RUN: -g 4 -l 1 % null
// EXIT: 1
// ERROR: (OpTypeImage)
kernel void image_write(write_only image1d_t out)
{
    write_imagei(out, get_global_id(0), (int4)(1));
}
