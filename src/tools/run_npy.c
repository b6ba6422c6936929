/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Arrays in files: NumPy's .npy (versions 1 to 3), and raw bytes.
 *
 * A .npy file is a magic string, a version, the header's length and the header:
 * a Python dictionary of three items, padded with blanks, e.g.
 *     {'descr': '<f4', 'fortran_order': False, 'shape': (16, 16), }
 * then the elements. Only arrays of numbers in C order are accepted. */
#include "tools/run_tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/output_file.h"

#define NPY_MAX_HEADER 65536u

static bool has_npy_name(const char *path)
{
    return gac__tool_ends_with(path, ".npy");
}

/* -- the header's dictionary ----------------------------------------------- */

/* The items of a header's dictionary; all zeros: none was read yet. */
typedef struct npy_header {
    const char *descr; /* the value of 'descr', without quotation marks */
    size_t descr_length;
    char order;     /* 'fortran_order': 'F' of False, or 'T' of True */
    bool has_shape; /* 'shape' was read; its dimensions are in the argument */
    uint64_t count; /* the product of the dimensions */
} npy_header;

/* Skips `token` and the blanks around it. False: it is not next. */
static bool take(const char **text, const char *token)
{
    const char *at = *text + strspn(*text, " \n");
    const size_t n = strlen(token);
    if (strncmp(at, token, n) != 0)
        return false;
    *text = at + n + strspn(at + n, " \n");
    return true;
}

/* Parses a tuple as Python writes it: (), (8,), (8, 8), (8, 8,). */
static bool parse_shape(const char **text, gac__run_arg *arg,
                        uint64_t *count_out)
{
    bool comma = true;
    *count_out = 1;
    arg->n_dims = 0;
    if (!take(text, "("))
        return false;
    while (!take(text, ")")) {
        char *end;
        if (!comma || **text < '0' || **text > '9'
            || arg->n_dims == GAC__NPY_MAX_DIMS)
            return false;
        errno = 0;
        unsigned long long dim = strtoull(*text, &end, 10);
        if (errno != 0 || __builtin_mul_overflow(*count_out, dim, count_out))
            return false;
        arg->dims[arg->n_dims++] = dim;
        *text = end;
        comma = take(text, ",");
    }
    return arg->n_dims != 1 || comma;
}

/* Parses a key and its value; a key must not be repeated. */
static bool parse_item(const char **text, npy_header *h, gac__run_arg *arg)
{
    if (take(text, "'descr'")) {
        if (h->descr != NULL || !take(text, ":") || **text != '\'')
            return false;
        h->descr = *text + 1;
        h->descr_length = strcspn(h->descr, "'");
        *text = h->descr + h->descr_length;
        return take(text, "'");
    }
    if (take(text, "'fortran_order'")) {
        if (h->order != 0 || !take(text, ":"))
            return false;
        h->order = **text;
        return take(text, "False") || take(text, "True");
    }
    if (!take(text, "'shape'") || h->has_shape || !take(text, ":"))
        return false;
    h->has_shape = true;
    return parse_shape(text, arg, &h->count);
}

/* Parses a dictionary of the three keys, each once, in any order. */
static bool parse_header(const char *text, npy_header *h, gac__run_arg *arg)
{
    bool comma = true;
    if (!take(&text, "{"))
        return false;
    while (!take(&text, "}")) {
        if (!comma || !parse_item(&text, h, arg))
            return false;
        comma = take(&text, ",");
    }
    return *text == '\0' && h->descr != NULL && h->order != 0 && h->has_shape;
}

/* Checks the header against the argument's type and number of elements. Returns
 * NULL, or the fault. `swap_out`: the elements are big-endian. */
static const char *check_header(const char *header, gac__run_arg *arg,
                                bool *swap_out)
{
    const gac__elem_info *elem = gac__elem_info_of(arg->elem);
    npy_header h = {0};
    if (!parse_header(header, &h, arg))
        return "its header is not that of a .npy file";
    bool order_known = h.descr_length > 0 && strchr("<>|=", *h.descr) != NULL;
    if (!order_known || h.descr_length != strlen(elem->npy) + 1
        || strncmp(h.descr + 1, elem->npy, h.descr_length - 1) != 0)
        return "its dtype is another type";
    *swap_out = *h.descr == '>' && elem->bytes > 1;
    if (h.order == 'T' && arg->n_dims > 1)
        return "it is in Fortran order";
    if (h.count != arg->count)
        return "its shape has another number of elements";
    return NULL;
}

static void swap_elements(gac__run_arg *arg)
{
    size_t bytes = gac__elem_info_of(arg->elem)->bytes;
    for (size_t at = 0; at < arg->size_bytes && !gac__run_is_late();
         at += bytes) {
        for (size_t i = 0; i < bytes / 2; i++) {
            uint8_t other = arg->data[at + bytes - 1 - i];
            arg->data[at + bytes - 1 - i] = arg->data[at + i];
            arg->data[at + i] = other;
        }
    }
}

/* -- reading --------------------------------------------------------------- */

/* Reads the header as text into `header`; false: the file is no .npy. */
static bool read_npy_header(FILE *file, char *header, size_t size)
{
    uint8_t start[8], length[4] = {0};
    if (fread(start, 1, 8, file) != 8 || memcmp(start, GAC__NPY_MAGIC, 6) != 0
        || start[6] < 1 || start[6] > 3)
        return false;
    size_t length_bytes = start[6] == 1 ? 2 : 4;
    if (fread(length, 1, length_bytes, file) != length_bytes)
        return false;
    size_t n = length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16
               | (size_t)length[3] << 24;
    if (n >= size || fread(header, 1, n, file) != n)
        return false;
    header[n] = '\0';
    return strlen(header) == n;
}

/* Reads and checks the header. Returns NULL, or the fault. */
static const char *read_npy(FILE *file, gac__run_arg *arg, bool *swap_out)
{
    char *header = malloc(NPY_MAX_HEADER);
    const char *why = "out of memory";
    if (header != NULL) {
        why = "it is not a .npy file";
        if (read_npy_header(file, header, NPY_MAX_HEADER))
            why = check_header(header, arg, swap_out);
    }
    free(header);
    return why;
}

/* Reads `size_bytes` bytes, behind which the file must end. Returns NULL, or
 * the fault. */
static const char *read_exactly(FILE *file, void *data, size_t size_bytes)
{
    if (!gac__run_read(file, data, size_bytes))
        return gac__run_is_late() ? "there was no time to read it"
               : ferror(file)     ? strerror(errno)
                                  : "the file is too short";
    if (fgetc(file) != EOF)
        return "the file is too long";
    return NULL;
}

bool gac__run_read_raw(const char *what, const char *path, void *data,
                       size_t size_bytes)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return gac__run_error("%s: cannot open %s: %s", what, path,
                              strerror(errno));
    const char *why = read_exactly(file, data, size_bytes);
    fclose(file);
    if (why != NULL)
        return gac__run_error("%s: %s: %s (%zu bytes are needed)", what, path,
                              why, size_bytes);
    return true;
}

bool gac__run_read_array(const char *what, const char *path, gac__run_arg *arg)
{
    if (!has_npy_name(path))
        return gac__run_read_raw(what, path, arg->data, arg->size_bytes);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return gac__run_error("%s: cannot open %s: %s", what, path,
                              strerror(errno));
    bool swap = false;
    const char *why = read_npy(file, arg, &swap);
    if (why == NULL)
        why = read_exactly(file, arg->data, arg->size_bytes);
    fclose(file);
    if (why != NULL)
        return gac__run_error("%s: %s: %s (expected %llu elements of type %s)",
                              what, path, why, (unsigned long long)arg->count,
                              gac__elem_info_of(arg->elem)->name);
    if (swap)
        swap_elements(arg);
    return true;
}

/* -- writing --------------------------------------------------------------- */

static bool write_npy_header(FILE *file, const gac__run_arg *arg)
{
    const gac__elem_info *elem = gac__elem_info_of(arg->elem);
    char type[8];
    gac__bytes head = {0};
    snprintf(type, sizeof type, "%c%s", elem->bytes == 1 ? '|' : '<',
             elem->npy);
    gac__bytes_npy(&head, type, arg->n_dims > 0 ? arg->dims : &arg->count,
                   arg->n_dims > 0 ? arg->n_dims : 1);
    bool ok = !head.failed && fwrite(head.data, 1, head.n, file) == head.n;
    gac__bytes_free(&head);
    return ok;
}

bool gac__run_write_array(const char *path, const gac__run_arg *arg)
{
    gac__output output;
    bool ok = gac__output_open(&output, path);
    if (ok) {
        ok = !has_npy_name(path) || write_npy_header(output.file, arg);
        ok = ok && gac__run_write(output.file, arg->data, arg->size_bytes);
        ok = gac__output_close(&output, ok);
    }
    if (!ok)
        gac__run_error("--out: cannot write %s: %s", path,
                       gac__run_is_late() ? "there was no time left"
                                          : strerror(errno));
    return ok;
}
