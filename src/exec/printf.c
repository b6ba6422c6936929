/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL C's printf: the format is read from the kernel's memory, each
 * conversion is checked and rewritten for the C library, and a vector is printed
 * component by component with commas. */
#include "exec/exec_internal.h"

#define MAX_TEXT 65536u  /* of a format or a %s argument */
#define MAX_WIDTH 4096   /* larger field widths and precisions are cut */

/* One conversion: flags, width, precision, vector size, length, letter. */
typedef struct conversion {
    char flags[8];
    int width, precision; /* -1: none */
    uint32_t vector;      /* 1: a scalar */
    char length[3];       /* "", "h", "hh", "hl", "l" */
    char letter;
} conversion;

/* The arguments of one work-item's call. */
typedef struct arguments {
    gac__strip *s;
    const gac__lane_inst *i;
    uint32_t lane;
    uint32_t next_list, next_arg;
    bool ok;
} arguments;

/* Reads a string out of the kernel's memory into `out`; false if it is in no
 * buffer. It is cut at MAX_TEXT and at the buffer's end. */
static bool read_string(const gac__strip *s, uint64_t address, char *out,
                        size_t size)
{
    const gac__buffer *b = &s->buffers[gac__strip_buffer(s, address)];
    uint64_t offset = address - b->base;
    if (!b->host || offset >= b->size)
        return false;
    size_t most = (size_t)GAC__MIN(b->size - offset, size - 1);
    const char *from = (const char *)b->host + offset;
    size_t length = strnlen(from, most);
    memcpy(out, from, length);
    out[length] = '\0';
    return true;
}

static const char *parse_number(const char *f, int *out)
{
    int value = 0;
    while (*f >= '0' && *f <= '9') {
        value = value < MAX_WIDTH ? value * 10 + (*f - '0') : MAX_WIDTH;
        f++;
    }
    *out = GAC__MIN(value, MAX_WIDTH);
    return f;
}

/* Parses what stands behind a '%'; NULL if it is no conversion. */
static const char *parse_conversion(const char *f, conversion *c)
{
    size_t n_flags = 0, n_length = 0;
    memset(c, 0, sizeof *c);
    c->width = c->precision = -1;
    c->vector = 1;
    while (*f && strchr("-+ #0", *f)) {
        if (n_flags < 5 && !strchr(c->flags, *f))
            c->flags[n_flags++] = *f;
        f++;
    }
    if (*f >= '0' && *f <= '9')
        f = parse_number(f, &c->width);
    if (*f == '.')
        f = parse_number(f + 1, &c->precision);
    if (*f == 'v') {
        int n;
        f = parse_number(f + 1, &n);
        if (n != 2 && n != 3 && n != 4 && n != 8 && n != 16)
            return NULL;
        c->vector = (uint32_t)n;
    }
    while (*f && strchr("hl", *f) && n_length < 2)
        c->length[n_length++] = *f++;
    c->letter = *f;
    return *f && strchr("diouxXfFeEgGaAcsp", *f) ? f + 1 : NULL;
}

static bool take(arguments *a, uint8_t *ty_out, uint64_t *bits_out)
{
    if (a->next_arg >= a->i->n_args) {
        a->ok = false;
        return false;
    }
    const gac__ir *ir = a->s->worker->run->program->ir;
    *ty_out = ir->values[a->i->ir->args[a->next_arg]].ty;
    *bits_out = gac__operand(a->s, a->i, a->next_arg++, a->lane);
    return true;
}

static double float_value(uint8_t ty, uint64_t bits)
{
    double d;
    float f;
    uint32_t word = (uint32_t)bits;
    switch (ty) {
    case GAC__TY_F16:
        return (double)gac__half_to_float((uint16_t)bits);
    case GAC__TY_F32:
        memcpy(&f, &word, sizeof f);
        return (double)f;
    default:
        memcpy(&d, &bits, sizeof d);
        return d;
    }
}

/* The width in bits that a conversion gives an integer of type `ty`. */
static uint32_t integer_bits(const conversion *c, uint8_t ty)
{
    uint32_t own = gac__ty_bytes((gac__ty)ty) * 8;
    if (!strcmp(c->length, "hh"))
        return 8;
    if (!strcmp(c->length, "h"))
        return 16;
    if (!strcmp(c->length, "hl"))
        return 32;
    if (!strcmp(c->length, "l"))
        return 64;
    /* Without a length: int, but wider arguments keep their value. */
    return c->vector > 1 ? own : GAC__MAX(own, 32);
}

/* Formats one value. Returns its length, at most size - 1. */
static size_t format_value(const arguments *a, const conversion *c, uint8_t ty,
                           uint64_t bits, char *out, size_t size)
{
    char spec[64], string[1024];
    int n = snprintf(spec, sizeof spec, "%%%s", c->flags);
    if (c->width >= 0)
        n += snprintf(spec + n, sizeof spec - (size_t)n, "%d", c->width);
    if (c->precision >= 0)
        n += snprintf(spec + n, sizeof spec - (size_t)n, ".%d", c->precision);
    char *end = spec + n;
    size_t room = sizeof spec - (size_t)n;
    int length = 0;
    uint32_t unused = 64 - integer_bits(c, ty);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    switch (c->letter) {
    case 'd': case 'i': {
        uint32_t own = 64 - gac__ty_bytes((gac__ty)ty) * 8;
        int64_t v = (int64_t)(bits << own) >> own;
        v = (int64_t)((uint64_t)v << unused) >> unused;
        snprintf(end, room, "lld");
        length = snprintf(out, size, spec, (long long)v);
        break;
    }
    case 'o': case 'u': case 'x': case 'X':
        snprintf(end, room, "ll%c", c->letter);
        length = snprintf(out, size, spec,
                          (unsigned long long)(bits << unused >> unused));
        break;
    case 'c':
        snprintf(end, room, "c");
        length = snprintf(out, size, spec, (int)(unsigned char)bits);
        break;
    case 'p':
        snprintf(spec, sizeof spec, "0x%%llx");
        length = snprintf(out, size, spec, (unsigned long long)bits);
        break;
    case 's':
        if (!read_string(a->s, bits, string, sizeof string))
            snprintf(string, sizeof string, bits ? "(unreadable)" : "(null)");
        snprintf(end, room, "s");
        length = snprintf(out, size, spec, string);
        break;
    default:
        snprintf(end, room, "%c", c->letter);
        length = snprintf(out, size, spec, float_value(ty, bits));
        break;
    }
#pragma GCC diagnostic pop
    return length < 0 ? 0 : GAC__MIN((size_t)length, size - 1);
}

static bool print_conversion(arguments *a, const conversion *c)
{
    static const size_t most = 8192;
    char out[8192];
    for (uint32_t k = 0; k < c->vector; k++) {
        uint8_t ty;
        uint64_t bits;
        if (!take(a, &ty, &bits))
            return true; /* too few arguments: undefined; nothing is printed */
        if (k && !gac__print_append(a->s->worker, ",", 1))
            return false;
        size_t length = format_value(a, c, ty, bits, out, most);
        if (!gac__print_append(a->s->worker, out, length))
            return false;
    }
    return true;
}

static bool print_lane(arguments *a, const char *format)
{
    gac__worker *w = a->s->worker;
    for (const char *f = format; *f;) {
        size_t plain = strcspn(f, "%");
        if (plain) {
            if (!gac__print_append(w, f, plain))
                return false;
            f += plain;
            continue;
        }
        if (f[1] == '%') {
            if (!gac__print_append(w, "%", 1))
                return false;
            f += 2;
            continue;
        }
        conversion c;
        const char *next = parse_conversion(f + 1, &c);
        if (!next) { /* no conversion: as it stands */
            if (!gac__print_append(w, "%", 1))
                return false;
            f++;
            continue;
        }
        if (!print_conversion(a, &c))
            return false;
        f = next;
    }
    return true;
}

bool gac__do_printf(gac__strip *s, const gac__lane_inst *i)
{
    gac__worker *w = s->worker;
    char *format = gac__alloc_zero(w->run->allocator, MAX_TEXT, 1);
    bool ok = format != NULL;
    for (uint32_t k = s->first; ok && k < s->end; k++) {
        if (!s->mask[k])
            continue;
        arguments a = { s, i, k, 0, 1, true };
        bool found = read_string(s, gac__operand(s, i, 0, k), format, MAX_TEXT);
        size_t at = w->print_length;
        uint64_t item = (uint64_t)s->index * w->run->program->width + k;
        if (found)
            ok = print_lane(&a, format) && gac__print_mark_item(w, item, at);
        gac__write_result(s, i, k, found && a.ok ? 0 : UINT32_MAX);
        w->instructions += 64;
    }
    gac__free(w->run->allocator, format, MAX_TEXT, 1);
    if (!ok)
        gac__stop(w, GAC_ERR_MEMORY, GAC__RULE_limit, i->ir->ordinal,
                  "out of memory for printf");
    return ok;
}
