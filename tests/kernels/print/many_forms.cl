// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Formats of every kind, from a loop that work-items leave at different times.
// RUN: -g 3 -l 1 % i32:-5 f32:1.5
kernel void prints(int x, float f) {
    int i = get_global_id(0);
    printf("%d|%5d|%-5d|%05d|%+d|% d|%x|%#x|%#o|%X|%u\n", x + i, x, x, x, -x,
           -x, x, x, -x, x, x);
    printf("%f|%.3f|%10.2f|%e|%g|%G|%a|%F|%E\n", f, f, f, f, f * 1e10f,
           f * 1e-10f, f, f, f);
    printf("%c%c|%s|%.2s|%10s|%-8s|%%\n", 'a', 'b' + i, "word", "word", "right",
           "left");
    printf("%hd %hhd %ld %lu %lx %hu %hhu\n", (short)70000, (char)300, 1L << 40,
           ~0UL, 0xABCDEF012345L, (ushort)-1, (uchar)-1);
    float4 v = (float4)(1, -2.5f, f, i);
    int3 w = (int3)(i, x, -1);
    uchar8 c = (uchar8)(1, 2, 3, 250, 5, 6, 7, i);
    double2 d = (double2)(0.1, 1e300);
    printf("%v4hlf|%.1v4hlf|%v3hld|%v8hhu|%v8hhx|%v2lg|%v4hle\n", v, v, w, c, c,
           d, v);
    printf("%5.1v4hlf|%-6v3hld|\n", v, w);
    for (int k = 0; k < i; k++)
        if ((k ^ i) & 1)
            printf("<%d,%d>", i, k);
    printf("%d\n", printf(""));
    printf("%f %f %f\n", 1.0f / 0.0f, -1.0f / 0.0f, 1e-42f);
    printf("no arguments\n");
}
