/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run's ARG strings: parsing them, and setting them on a launch. */
#include "tools/run_tool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/numbers.h"

#define PAGE_BYTES 4096u
#define HUGE_PAGE_BYTES (2u << 20)
#define MAX_COMPONENTS 4096u
#define MAX_PIECE 128 /* a value's text, the NUL included */

static bool fail(uint32_t index, const char *text, const char *why)
{
    return gac__run_error("argument %u `%s`: %s", index, text, why);
}

/* -- memory ---------------------------------------------------------------- */

/* Refuses more memory than the machine has: the kernel would grant it, and kill
 * the process when it is touched. */
static bool fits_machine(size_t size_bytes)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages <= 0 || page <= 0
           || size_bytes / (size_t)page <= (size_t)pages;
}

/* Allocates large buffers in huge pages: the page faults of 4 KiB pages take
 * longer than most kernels do. */
static uint8_t *page_alloc(size_t size_bytes)
{
    bool huge = size_bytes >= 2 * HUGE_PAGE_BYTES;
    size_t align = huge ? HUGE_PAGE_BYTES : PAGE_BYTES;
    void *data;
    if (size_bytes > SIZE_MAX - align || !fits_machine(size_bytes))
        return NULL;
    size_t rounded = (size_bytes + align - 1) / align * align;
    if (posix_memalign(&data, align, rounded > 0 ? rounded : align) != 0)
        return NULL;
#ifdef MADV_HUGEPAGE
    if (huge)
        (void)madvise(data, rounded, MADV_HUGEPAGE);
#endif
    gac__run_clear(data, size_bytes);
    return data;
}

bool gac__run_arg_allocate(gac__run_arg *arg)
{
    arg->data = page_alloc(arg->size_bytes);
    return arg->data != NULL;
}

void gac__run_arg_free(gac__run_arg *arg)
{
    free(arg->data);
    free(arg->initial);
    free(arg->addresses);
    arg->data = arg->initial = NULL;
    arg->addresses = NULL;
}

bool gac__run_args_keep(gac__run_arg *args, uint32_t n_args)
{
    for (uint32_t i = 0; i < n_args; i++) {
        if (args[i].kind != GAC__RUN_BUFFER)
            continue;
        args[i].initial = page_alloc(args[i].size_bytes);
        if (args[i].initial == NULL)
            return fail(i, args[i].text, "not enough memory to repeat the run");
        gac__run_copy(args[i].initial, args[i].data, args[i].size_bytes);
    }
    return true;
}

void gac__run_args_restore(gac__run_arg *args, uint32_t n_args)
{
    for (uint32_t i = 0; i < n_args; i++) {
        if (args[i].initial != NULL)
            gac__run_copy(args[i].data, args[i].initial, args[i].size_bytes);
    }
}

/* -- parsing --------------------------------------------------------------- */

static uint64_t count_pieces(const char *list)
{
    uint64_t n = 1;
    for (; *list != '\0'; list++)
        n += *list == ',';
    return n;
}

/* Parses `length` characters as a value, which `one` becomes, cut if it is too
 * long; an address, "&N", is zeros as yet. Returns NULL, or the fault. */
static const char *parse_piece(gac__elem elem, const char *piece, size_t length,
                               char one[MAX_PIECE], void *bytes_out)
{
    snprintf(one, MAX_PIECE, "%.*s", (int)length, piece);
    return *piece == '&'         ? NULL
           : length >= MAX_PIECE ? "is not a number"
                                 : gac__elem_parse(elem, one, bytes_out);
}

/* Fills a buffer by VALUE[,VALUE..]: the elements take the values in turn. */
static bool fill_in_turn(uint32_t index, const char *text, const char *init,
                         gac__run_arg *arg)
{
    size_t bytes = gac__elem_info_of(arg->elem)->bytes;
    uint64_t n = count_pieces(init), k = 0;
    for (const char *p = init; k < n; k++) {
        uint8_t value[8] = {0};
        char one[MAX_PIECE];
        size_t length = strcspn(p, ",");
        const char *why = parse_piece(arg->elem, p, length, one, value);
        if (why != NULL)
            return gac__run_error(
                "argument %u `%s`: the initial value `%s` %s (expected a "
                "number "
                "of type %s, seq, rand:SEED, noinit or @FILE)",
                index, text, one, why, gac__elem_info_of(arg->elem)->name);
        if (n == 1 && *p != '&')
            gac__elem_fill(arg->elem, arg->data, arg->count, value);
        bool in_turn = n > 1 || *p == '&';
        for (uint64_t i = k; i < arg->count && in_turn && !gac__run_is_late();
             i += n) {
            memcpy(arg->data + i * bytes, value, bytes);
            if (*p == '&'
                && !gac__run_address_parse(index, p, length, i * bytes, arg))
                return false;
        }
        p += length + 1;
    }
    return true;
}

static bool fill_buffer(uint32_t index, const char *text, const char *init,
                        gac__run_arg *arg)
{
    uint64_t seed;
    char what[64];
    if (strcmp(init, "seq") == 0) {
        gac__elem_sequence(arg->elem, arg->data, arg->count);
        return true;
    }
    if (strcmp(init, "noinit") == 0) {
        arg->flags |= GAC_BUFFER_UNDEFINED;
        return true;
    }
    if (strncmp(init, "rand:", 5) == 0) {
        if (!gac__parse_number(init + 5, UINT64_MAX, &seed))
            return fail(index, text, "rand: takes a number, the seed");
        gac__elem_random(arg->elem, arg->data, arg->count, seed);
        return true;
    }
    if (init[0] == '@') {
        snprintf(what, sizeof what, "argument %u", index);
        return gac__run_read_array(what, init + 1, arg);
    }
    return fill_in_turn(index, text, init, arg);
}

/* Parses buf:TYPE:COUNT[:ro|:wo][=INIT]. */
static bool parse_buffer(uint32_t index, const char *text, gac__run_arg *arg)
{
    const char *type = text + 4;
    const char *colon = strchr(type, ':');
    if (colon == NULL)
        return fail(index, text, "expected buf:TYPE:COUNT[=INIT]");
    if (!gac__elem_find(type, (size_t)(colon - type), &arg->elem))
        return fail(index, text,
                    "no such type (i8 u8 i16 u16 i32 u32 i64 u64 "
                    "f16 f32 f64)");
    arg->kind = GAC__RUN_BUFFER;
    arg->typed = true;

    const char *init = strchr(colon + 1, '=');
    size_t length =
        init != NULL ? (size_t)(init - colon - 1) : strlen(colon + 1);
    if (length > 3 && strncmp(colon + length - 2, ":ro", 3) == 0)
        arg->flags |= GAC_BUFFER_READ_ONLY;
    else if (length > 3 && strncmp(colon + length - 2, ":wo", 3) == 0)
        arg->flags |= GAC_BUFFER_WRITE_ONLY;
    if (arg->flags)
        length -= 3;
    size_t bytes = gac__elem_info_of(arg->elem)->bytes;
    if (!gac__parse_number_of(colon + 1, length, SIZE_MAX / bytes, &arg->count))
        return fail(index, text, "the count is not a number in range");
    arg->size_bytes = (size_t)arg->count * bytes;
    if (!gac__run_arg_allocate(arg))
        return fail(index, text,
                    "a buffer of this size does not fit in memory");
    if (init == NULL)
        return true;
    return fill_buffer(index, text, init + 1, arg);
}

static bool parse_local(uint32_t index, const char *text, gac__run_arg *arg)
{
    uint64_t bytes;
    if (!gac__parse_number(text + 6, UINT32_MAX, &bytes) || bytes == 0)
        return fail(index, text,
                    "local: takes a number of bytes from 1 to "
                    "4294967295");
    arg->kind = GAC__RUN_LOCAL;
    arg->size_bytes = (size_t)bytes;
    return true;
}

/* Parses hexadecimal digits into bytes. */
static bool parse_hex(uint32_t index, const char *text, const char *hex,
                      size_t length, uint8_t *out)
{
    if (length == 0 || length % 2 != 0)
        return fail(index, text,
                    "bytes: takes an even number of hexadecimal "
                    "digits");
    for (size_t i = 0; i < length; i += 2) {
        uint32_t high = gac__hex_digit(hex[i]),
                 low = gac__hex_digit(hex[i + 1]);
        if (high == 16 || low == 16)
            return fail(index, text, "bytes: takes hexadecimal digits only");
        out[i / 2] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* Parses bytes:PIECE[,PIECE..]; a piece is hexadecimal digits, or an address,
 * for which 8 bytes are left. */
static bool parse_bytes(uint32_t index, const char *text, gac__run_arg *arg)
{
    const char *p = text + 6;
    uint64_t n = count_pieces(p);
    arg->kind = GAC__RUN_VALUE;
    arg->data = calloc(n + strlen(p), 8);
    if (arg->data == NULL)
        return fail(index, text, "out of memory");
    for (uint64_t k = 0; k < n; k++) {
        size_t length = strcspn(p, ",");
        bool is_address = *p == '&';
        if (is_address ? !gac__run_address_parse(index, p, length,
                                                 arg->size_bytes, arg)
                       : !parse_hex(index, text, p, length,
                                    arg->data + arg->size_bytes))
            return false;
        arg->size_bytes += is_address ? 8 : length / 2;
        p += length + 1;
    }
    arg->count = arg->size_bytes;
    return true;
}

/* Parses the values of TYPE:VALUE[,VALUE..]; `arg->elem` is TYPE. */
static bool parse_values(uint32_t index, const char *text, const char *colon,
                         gac__run_arg *arg)
{
    size_t bytes = gac__elem_info_of(arg->elem)->bytes;
    arg->kind = GAC__RUN_VALUE;
    arg->typed = true;
    arg->count = count_pieces(colon + 1);
    if (arg->count > MAX_COMPONENTS)
        return fail(index, text, "too many values");
    arg->size_bytes = (size_t)arg->count * bytes;
    arg->data = calloc(1, arg->size_bytes);
    if (arg->data == NULL)
        return fail(index, text, "out of memory");

    const char *p = colon + 1;
    for (size_t i = 0; i < arg->count; i++) {
        char one[MAX_PIECE];
        size_t length = strcspn(p, ",");
        const char *why =
            parse_piece(arg->elem, p, length, one, arg->data + i * bytes);
        if (why != NULL)
            return gac__run_error("argument %u `%s`: `%s` %s (%s)", index, text,
                                  one, why, gac__elem_info_of(arg->elem)->name);
        if (*p == '&'
            && !gac__run_address_parse(index, p, length, i * bytes, arg))
            return false;
        p += length + 1;
    }
    return true;
}

static bool parse_one(uint32_t index, const char *text, gac__run_arg *arg)
{
    const char *colon = strchr(text, ':');
    if (strcmp(text, "null") == 0) {
        arg->kind = GAC__RUN_NULL;
        return true;
    }
    if (*text == '&') {
        arg->kind = GAC__RUN_SAME;
        return gac__run_address_parse(index, text, strlen(text), 0, arg);
    }
    if (strncmp(text, "buf:", 4) == 0)
        return parse_buffer(index, text, arg);
    if (strncmp(text, "local:", 6) == 0)
        return parse_local(index, text, arg);
    if (strncmp(text, "bytes:", 6) == 0)
        return parse_bytes(index, text, arg);
    if (colon != NULL
        && gac__elem_find(text, (size_t)(colon - text), &arg->elem))
        return parse_values(index, text, colon, arg);
    return fail(index, text,
                "expected buf:TYPE:COUNT[=INIT], local:BYTES, "
                "TYPE:VALUE[,VALUE..], bytes:HEX, &N or null");
}

bool gac__run_arg_parse(uint32_t index, const char *text, gac__run_arg *arg_out)
{
    *arg_out = (gac__run_arg){.text = text};
    if (parse_one(index, text, arg_out))
        return true;
    gac__run_arg_free(arg_out);
    return false;
}

/* -- a launch's arguments -------------------------------------------------- */

/* Describes a parameter, for messages: "3 values of type f32". */
static const char *describe(const gac_param_info *info, char *out, size_t size)
{
    switch (info->kind) {
    case GAC_PARAM_GLOBAL:
        return "a pointer to global memory (buf:TYPE:COUNT or null)";
    case GAC_PARAM_CONSTANT:
        return "a pointer to constant memory (buf:TYPE:COUNT or null)";
    case GAC_PARAM_LOCAL: return "a pointer to local memory (local:BYTES)";
    default: break;
    }
    if (info->n_components == 0) {
        snprintf(out, size, "a structure of %llu bytes (bytes:HEX)",
                 (unsigned long long)info->size_bytes);
    } else {
        unsigned bits = info->element_bytes * 8;
        const char *plural = info->n_components == 1 ? "" : "s";
        if (info->is_float)
            snprintf(out, size, "%u value%s of type f%u", info->n_components,
                     plural, bits);
        else
            snprintf(out, size, "%u value%s of type i%u or u%u",
                     info->n_components, plural, bits, bits);
    }
    return out;
}

/* Whether a value may be given for a parameter; for a vector of three
 * components, also three without the padding. */
static bool value_fits(const gac__run_arg *arg, const gac_param_info *info)
{
    bool size_fits = arg->size_bytes == info->size_bytes
                     || (info->n_components == 3
                         && arg->size_bytes == 3 * (size_t)info->element_bytes);
    if (!size_fits || !arg->typed || info->n_components == 0)
        return size_fits;
    const gac__elem_info *elem = gac__elem_info_of(arg->elem);
    return elem->bytes == info->element_bytes
           && (elem->kind == 'f') == info->is_float;
}

static bool kind_fits(const gac__run_arg *arg, const gac_param_info *info)
{
    switch (arg->kind) {
    case GAC__RUN_BUFFER:
    case GAC__RUN_SAME:
        return info->kind == GAC_PARAM_GLOBAL
               || info->kind == GAC_PARAM_CONSTANT;
    case GAC__RUN_LOCAL: return info->kind == GAC_PARAM_LOCAL;
    case GAC__RUN_NULL:
        return info->kind != GAC_PARAM_VALUE && info->kind != GAC_PARAM_LOCAL;
    default: return info->kind == GAC_PARAM_VALUE && value_fits(arg, info);
    }
}

static gac_result set_one(gac_launch *launch, uint32_t i,
                          const gac__run_arg *args)
{
    const gac__run_arg *arg = &args[i];
    switch (arg->kind) {
    case GAC__RUN_SAME: {
        uint64_t from = arg->addresses[0].offset;
        arg = &args[arg->addresses[0].target];
        return gac_launch_set_buffer(launch, i, arg->data + from,
                                     arg->size_bytes - from, arg->flags);
    }
    case GAC__RUN_BUFFER:
        return gac_launch_set_buffer(launch, i, arg->data, arg->size_bytes,
                                     arg->flags);
    case GAC__RUN_LOCAL:
        return gac_launch_set_local(launch, i, arg->size_bytes);
    case GAC__RUN_NULL: return gac_launch_set_null(launch, i);
    default: return gac_launch_set_value(launch, i, arg->data, arg->size_bytes);
    }
}

/* Places buffers at their addresses. */
static bool place_all(gac_launch *launch, const gac__run_arg *args,
                      uint32_t n_args)
{
    for (uint32_t i = 0; i < n_args; i++) {
        gac_result result =
            args[i].address
                ? gac_launch_place_buffer(launch, i, args[i].address)
                : GAC_OK;
        if (result != GAC_OK)
            return fail(i, args[i].text, gac_result_text(result));
    }
    return true;
}

/* Sets the buffers behind the parameters' arguments, then all addresses. */
static bool set_more(gac_launch *launch, const gac__run_arg *args,
                     uint32_t n_args)
{
    for (uint32_t i = gac_launch_param_count(launch); i < n_args; i++) {
        uint32_t index;
        gac_result result = gac_launch_add_buffer(
            launch, args[i].data, args[i].size_bytes, args[i].flags, &index);
        if (result != GAC_OK)
            return fail(i, args[i].text, gac_result_text(result));
    }
    return place_all(launch, args, n_args)
           && gac__run_addresses_set(launch, args, n_args);
}

/* Checks the number of arguments. Buffers at the end that have an address, or
 * whose address is in another argument, are none of a parameter. */
static bool check_count(const gac_launch *launch, const gac__run_arg *args,
                        uint32_t n_args)
{
    uint32_t n_params = gac_launch_param_count(launch), n = n_args;
    while (n > n_params
           && (args[n - 1].address || gac__run_is_reached(args, n_args, n - 1)))
        n--;
    if (n == n_params)
        return true;
    fprintf(stderr, "gac-run: error: kernel %s takes %u argument%s, %u given",
            gac_launch_kernel_name(launch), n_params, n_params == 1 ? "" : "s",
            n);
    for (uint32_t i = n; i < n_params; i++) {
        gac_param_info info = {0};
        char wanted[96];
        (void)gac_launch_param(launch, i, &info);
        fprintf(stderr, "%s argument %u%s%s, %s", i == n ? "; missing:" : ";",
                i, info.name != NULL ? " " : "",
                info.name != NULL ? info.name : "",
                describe(&info, wanted, sizeof wanted));
    }
    fputc('\n', stderr);
    return false;
}

/* Warns of a buffer whose elements have another type than the parameter's. A
 * parameter that points to bytes is not compared, since compilers write that
 * for any type. */
static void check_elements(const gac_launch *launch, uint32_t i,
                           const gac__run_arg *arg)
{
    const gac__elem_info *elem = gac__elem_info_of(arg->elem);
    gac_param_info info = {0};
    char type[32];
    (void)gac_launch_param(launch, i, &info);
    bool known =
        info.n_components > 0 && (info.is_float || info.element_bytes > 1);
    if (arg->kind != GAC__RUN_BUFFER || !known || arg->name != NULL
        || arg->n_addresses > 0
        || (elem->bytes == info.element_bytes
            && (elem->kind == 'f') == info.is_float))
        return;
    gac__run_type_text(&info, type, sizeof type);
    gac__run_warning("argument %u `%s`: parameter%s%s of kernel %s points to "
                     "%s, not %s",
                     i, arg->text, info.name != NULL ? " " : "",
                     info.name != NULL ? info.name : "",
                     gac_launch_kernel_name(launch), type, elem->name);
}

bool gac__run_args_set(gac_launch *launch, gac__run_arg *args, uint32_t n_args)
{
    uint32_t n_params = gac_launch_param_count(launch);
    char wanted[96];
    if (!check_count(launch, args, n_args))
        return false;
    for (uint32_t i = 0; i < n_args; i++) {
        if (!gac__run_addresses_fit(launch, args, n_args, i))
            return false;
    }
    for (uint32_t i = 0; i < n_params; i++) {
        gac_param_info info;
        gac_result result = gac_launch_param(launch, i, &info);
        if (result == GAC_OK && !kind_fits(&args[i], &info)) {
            return gac__run_error(
                "argument %u `%s`: parameter%s%s of kernel %s is %s", i,
                args[i].text, info.name != NULL ? " " : "",
                info.name != NULL ? info.name : "",
                gac_launch_kernel_name(launch),
                describe(&info, wanted, sizeof wanted));
        }
        if (result == GAC_OK)
            result = set_one(launch, i, args);
        if (result != GAC_OK)
            return fail(i, args[i].text, gac_result_text(result));
    }
    if (!set_more(launch, args, n_args))
        return false;
    for (uint32_t i = 0; i < n_params; i++)
        check_elements(launch, i, &args[i]);
    return true;
}
