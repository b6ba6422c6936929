/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What all of the generator draws from and writes to, and names of types. */
#include "random_gen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool random_plain;

static const char *const base_names[RANDOM_BASES] = {
    "char", "uchar", "short", "ushort", "int",
    "uint", "long",  "ulong", "float",  "double"};

uint32_t random_below(random_gen *g, uint32_t n)
{
    g->state += 0x9E3779B97F4A7C15u;
    uint64_t z = g->state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)(((z ^ (z >> 31)) >> 32) * n >> 32);
}

bool random_chance(random_gen *g, uint32_t percent)
{
    return random_below(g, 100) < percent;
}

void random_put(random_gen *g, const char *format, ...)
{
    for (;;) {
        size_t room = g->capacity - g->length;
        va_list args;
        va_start(args, format);
        int n = vsnprintf(g->text + g->length, room, format, args);
        va_end(args);
        if (n < 0)
            abort();
        if ((size_t)n < room) {
            g->length += (size_t)n;
            return;
        }
        g->capacity = g->capacity * 2 + (size_t)n;
        g->text = realloc(g->text, g->capacity);
        if (g->text == NULL)
            abort();
    }
}

const char *random_type_name(random_type t)
{
    static char names[RANDOM_BASES][17][12];
    char *name = names[t.base][t.width];
    if (t.width == 1)
        snprintf(name, sizeof names[0][0], "%s", base_names[t.base]);
    else
        snprintf(name, sizeof names[0][0], "%s%u", base_names[t.base], t.width);
    return name;
}

bool random_is_float(random_type t)
{
    return t.base >= RANDOM_FLOAT;
}
