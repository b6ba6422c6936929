// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Characters: upper case, words counted by changes.
// RUN: -g 64 -l 16 --dump 0,1 % buf:u8:64 buf:i32:1 buf:u8:64=rand:215
constant char alphabet[] = "ab cde fgh ij. ,Klm";
kernel void text(global char *out, volatile global int *words, global const uchar *in)
{
    size_t i = get_global_id(0);
    char c = alphabet[in[i] % 19], before = i ? alphabet[in[i - 1] % 19] : ' ';
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    out[i] = c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
    if (letter && (before == ' ' || before == '.' || before == ','))
        atomic_inc(words);
}
