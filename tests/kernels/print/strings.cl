// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Strings longer than any field, and the conversions that OpenCL C leaves out:
// an l before c or s ends the call, which fails.
// RUN: -g 1 -l 1 % buf:u8:3000=120
kernel void strings(constant char *text)
{
    printf("%s|\n", text);
    printf("%.2999s|%.2s|%5.3s|%-5.3s|\n", text, text, text, text);
    printf("%3100.2500s|\n", text);
    printf("%-3100.2500s|%40s|%-40s|\n", text, "right", "left");
    int none = 1, before, after;
    none = printf("%lc", 'a');
    before = printf("%d%ls%d", 7, text, 8);
    after = printf("\n");
    printf("%d %d %d\n", none, before, after);
}
