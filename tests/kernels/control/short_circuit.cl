// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Conditions that lead to one place one after the other: every polarity, with values
// that depend on which of them it was, in loops, and both ways computing the same.
// RUN: -g 192 -l 96 -k conditions --dump 0 % buf:i32:1152
// RUN: -g 192 -l 96 -k loops --dump 0 % buf:i32:576
// RUN: -g 40,6 -l 20,3 -k edges --dump 1 % buf:f32:240=rand:7 buf:f32:240 i32:40 i32:6
kernel void conditions(global int *out)
{
    int i = get_global_id(0);
    int a = i * 37 % 11, b = i * 13 % 7, c = i % 5, d = (i >> 3) & 3;
    int r;
    if (a > 3 && b < 5 && c != 2 && d > 0)
        r = a * 100 + b;
    else
        r = -c;
    out[6 * i] = r;
    if (a < 2 || b == 6 || c == 1 || d == 3)
        r = b * 10 + d;
    else
        r = a - 50;
    out[6 * i + 1] = r;
    r = 0;
    if (a > 5) {
        r = 7;
        if (b > 3) {
            r = 9 + c;
            if (!(c == 3)) {
                out[6 * i + 2] = 1000 + d;
                r = d;
            }
        }
    }
    out[6 * i + 3] = r;
    if ((a > 4 || b > 4) && (c > 2 || d > 1))
        out[6 * i + 4] = a + b * 16 + c * 256;
    else if (a + b > 6 && c + d < 4)
        out[6 * i + 4] = -a;
    if (a == 0 || 20 / a > 6)
        out[6 * i + 5] = a + 1;
    else
        out[6 * i + 5] = a + 1 + c;
}
kernel void loops(global int *out)
{
    int i = get_global_id(0), n = 0, x = i;
    while (n < 20 && x != 1 && x < 300) {
        x = (x & 1) ? 3 * x + 1 : x >> 1;
        n++;
    }
    out[3 * i] = n * 1000 + x;
    int s = 0, k;
    for (k = 0; k < 30; k++) {
        if (k * k > i && (k ^ i) & 4)
            continue;
        if (s > 100 || (s & 31) == 29)
            break;
        s += k + (i & 7);
    }
    out[3 * i + 1] = s * 64 + k;
    int last = -1;
    for (k = 0; k < 12; k++)
        if (((i + k) & 3) == 1 || (k > 5 && i % (k + 1) == 0))
            last = last * 3 + k;
    out[3 * i + 2] = last;
}
kernel void edges(global const float *a, global float *b, int w, int h)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
        float gx = a[y * w + x + 1] - a[y * w + x - 1];
        float gy = a[(y + 1) * w + x] - a[(y - 1) * w + x];
        b[y * w + x] = gx + gy * 0.5f;
    } else {
        b[y * w + x] = -1.0f;
    }
}
