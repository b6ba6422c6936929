/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What program_places.cl's kernel finds, from the same variables in C. */
#include <stdint.h>
#include <stdio.h>

typedef struct record {
    int first;
    uint8_t a, b;
    uint16_t c;
    int list[4];
    float vector[4];
} record;

static int numbers[16] = {10, 11, 12, 13, 14, 15, 16, 17,
                          18, 19, 20, 21, 22, 23, 24, 25};
static record one = {1, 2, 3, 4, {5, 6, 7, 8}, {9, 10, 11, 12}};
static record many[3] = {
    {.first = 20}, {.first = 21, .list = {25, 26, 27, 28}}, {.first = 31}};
static float row[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};

int main(void)
{
    const int *element = &numbers[1], *member = &one.list[2],
              *from = &numbers[4];
    const int64_t out[] = {
        *element,           *member,       one.c,      many[1].list[3],
        (int64_t)row[1][2], many[2].first, *from,      one.list[1],
        (int64_t)row[0][3], element[14],   member[-2], from[-4]};
    printf("arg0 i64[12]:");
    for (int k = 0; k < 12; k++)
        printf(" %lld", (long long)out[k]);
    printf("\n");
    return 0;
}
