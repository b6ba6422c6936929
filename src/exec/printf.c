/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL C's printf: the format is read from the kernel's memory, each
 * conversion is checked and rewritten for the C library, and a vector is
 * printed component by component with commas. */
#include "exec/exec_internal.h"
#include "exec/scalars.h"

#define MAX_TEXT 65536u /* longest format and %s argument */
#define MAX_WIDTH 4096  /* larger field widths and precisions are cut */

/* One conversion: flags, width, precision, vector size, length, letter. */
typedef struct conversion {
    char flags[8];
    int width;
    int precision;   /* -1: none */
    uint32_t vector; /* 1: a scalar */
    char length[3];  /* "", "h", "hh", "hl", "l" */
    char letter;
} conversion;

/* C's conversions that OpenCL C leaves out: an l before c or s. */
static bool is_wide(const conversion *c)
{
    return c->length[0] == 'l' && (c->letter == 'c' || c->letter == 's');
}

/* The arguments of one work-item's call. */
typedef struct arguments {
    gac__strip *s;
    const gac__lane_inst *i;
    uint32_t lane;
    uint32_t next_list, next_arg;
    bool ok;
} arguments;

/* Returns a string in the kernel's memory, cut after `most` characters and at
 * the end of its buffer; NULL: it is in no buffer. */
static const char *find_string(const gac__strip *s, uint64_t address,
                               size_t most, size_t *length_out)
{
    const gac__buffer *b = &s->buffers[gac__strip_buffer(s, address)];
    uint64_t offset = address - b->base;
    if (!b->host || offset >= b->size)
        return NULL;
    const char *text = (const char *)b->host + offset;
    *length_out = strnlen(text, (size_t)GAC__MIN(b->size - offset, most));
    return text;
}

/* Copies the format to `out`. False: it is in no buffer. */
static bool read_format(const gac__strip *s, uint64_t address, char *out)
{
    size_t length;
    const char *text = find_string(s, address, MAX_TEXT - 1, &length);
    if (!text)
        return false;
    memcpy(out, text, length);
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

/* Parses what follows a '%'. Returns what follows the conversion; NULL: it is
 * none. */
static const char *parse_conversion(const char *f, conversion *c)
{
    size_t n_flags = 0, n_length = 0;
    memset(c, 0, sizeof *c);
    c->precision = -1;
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
    f += strspn(f, "tz"); /* lengths of C's, which count as none */
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

/* Returns the width in bits at which a conversion prints an integer of type
 * `ty`. */
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

/* Formats a number or a character. Returns the length, at most size - 1. To
 * the C library a width of 0 is none, and so is a negative precision. */
static size_t format_value(const conversion *c, uint8_t ty, uint64_t bits,
                           char *out, size_t size)
{
    char spec[32];
    int length = 0;
    uint32_t unused = 64 - integer_bits(c, ty);
    snprintf(spec, sizeof spec, "%%%s*.*%s%c", c->flags,
             strchr("diouxX", c->letter) ? "ll" : "", c->letter);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    switch (c->letter) {
    case 'd':
    case 'i': {
        int64_t v = gac__sign_extend(bits, ty);
        v = (int64_t)((uint64_t)v << unused) >> unused;
        length =
            snprintf(out, size, spec, c->width, c->precision, (long long)v);
        break;
    }
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        length = snprintf(out, size, spec, c->width, c->precision,
                          (unsigned long long)(bits << unused >> unused));
        break;
    case 'c':
        length = snprintf(out, size, spec, c->width, c->precision,
                          (int)(unsigned char)bits);
        break;
    default:
        length = snprintf(out, size, spec, c->width, c->precision,
                          gac__to_double(bits, ty));
        break;
    }
#pragma GCC diagnostic pop
    return length < 0 ? 0 : GAC__MIN((size_t)length, size - 1);
}

static bool pad(gac__worker *w, size_t length, int width)
{
    static const char blanks[] = "                                ";
    size_t left = (size_t)width > length ? (size_t)width - length : 0;
    for (size_t n; left; left -= n) {
        n = GAC__MIN(left, sizeof blanks - 1);
        if (!gac__print_append(w, blanks, n))
            return false;
    }
    return true;
}

/* Prints a text in a field of the conversion's width. */
static bool print_text(gac__worker *w, const conversion *c, const char *text,
                       size_t length)
{
    bool to_the_left = strchr(c->flags, '-') != NULL;
    return (to_the_left || pad(w, length, c->width))
           && gac__print_append(w, text, length)
           && (!to_the_left || pad(w, length, c->width));
}

static bool print_string(arguments *a, const conversion *c, uint64_t address)
{
    size_t most = c->precision >= 0 ? (size_t)c->precision : MAX_TEXT, length;
    const char *text = find_string(a->s, address, most, &length);
    if (!text) {
        text = address ? "(unreadable)" : "(null)";
        length = strnlen(text, most);
    }
    return print_text(a->s->worker, c, text, length);
}

static bool print_pointer(arguments *a, const conversion *c, uint64_t address)
{
    char text[19];
    int length =
        snprintf(text, sizeof text, "0x%llx", (unsigned long long)address);
    return print_text(a->s->worker, c, text, (size_t)length);
}

static bool print_value(arguments *a, const conversion *c, uint8_t ty,
                        uint64_t bits)
{
    char out[8192];
    if (c->letter == 's')
        return print_string(a, c, bits);
    if (c->letter == 'p')
        return print_pointer(a, c, bits);
    size_t length = format_value(c, ty, bits, out, sizeof out);
    return gac__print_append(a->s->worker, out, length);
}

static bool print_conversion(arguments *a, const conversion *c)
{
    for (uint32_t k = 0; k < c->vector; k++) {
        uint8_t ty;
        uint64_t bits;
        if (!take(a, &ty, &bits))
            return true; /* too few arguments: that is undefined, and nothing is
                            printed for them */
        if (k && !gac__print_append(a->s->worker, ",", 1))
            return false;
        if (!print_value(a, c, ty, bits))
            return false;
    }
    return true;
}

static bool print_lane(arguments *a, const char *format)
{
    gac__worker *w = a->s->worker;
    for (const char *f = format; *f;) {
        conversion c;
        size_t n = strcspn(f, "%"); /* characters that print themselves */
        const char *next = n ? NULL : parse_conversion(f + 1, &c);
        if (!next) { /* "%%", or no conversion: "%" prints itself, too */
            n = GAC__MAX(n, (size_t)1);
            if (!gac__print_append(w, f, n))
                return false;
            f += f[0] == '%' && f[1] == '%' ? 2 : n;
            continue;
        }
        if (is_wide(&c)) { /* an error: nothing more is printed */
            a->ok = false;
            return true;
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
    GAC__EACH_LANE(s, k) {
        if (!ok)
            break;
        arguments a = {s, i, k, 0, 1, true};
        bool found = read_format(s, gac__operand(s, i, 0, k), format);
        size_t at = w->print_length;
        uint64_t item = (uint64_t)s->index * w->run->program->width + k;
        if (found)
            ok = print_lane(&a, format);
        if (found) /* text that an error has cut short is marked, too */
            ok &= gac__print_mark_item(w, item, at);
        gac__write_result(s, i, k, found && a.ok ? 0 : UINT32_MAX);
        ok = ok && gac__spend(w, 64);
    }
    gac__free(w->run->allocator, format, MAX_TEXT, 1);
    if (!ok
        && !gac__is_stopped(
            w->run)) /* not by a limit, which has been reported */
        gac__stop(w, GAC_ERR_MEMORY, GAC__RULE_limit, i->ir->ordinal,
                  "out of memory for printf");
    return ok;
}
