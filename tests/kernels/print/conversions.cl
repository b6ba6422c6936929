// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// printf's conversions, widths, precisions and flags.
// RUN: -g 1 -l 1 % i32:-42 f32:3.25
kernel void conversions(int n, float f)
{
    printf("%d|%5d|%-5d|%05d|%+d|% d\n", n, n, n, n, n, -n);
    printf("%i|%u|%x|%X|%#x|%o|%#o\n", n, 42u, 255u, 255u, 255u, 8u, 8u);
    printf("%f|%8.2f|%-8.1f|%+.0f|%08.3f\n", f, f, f, f, f);
    printf("%e|%.2E|%g|%G|%a\n", f, f * 1000, f / 1e6f, f, 1.0f);
    printf("%c%c|%s|%10s|%-6s|%.2s|%%\n", 'o', 'k', "text", "right", "left",
           "cut");
    printf("%hhd|%hd|%ld|%lu\n", (char)n, (short)n, (long)n * 10000000000L,
           0xffffffffffffffffUL);
    printf("no arguments\n");
}
