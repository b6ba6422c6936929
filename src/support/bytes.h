/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Bytes, texts, and lists of strings that grow; files read and written: for the
 * tools and what they share. */
#ifndef GAC_SUPPORT_BYTES_H
#define GAC_SUPPORT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/array.h"

/* Ended by a NUL that is not counted. All zeros are empty. The memory is the C
 * library's: `data` may be handed to free(). */
typedef struct gac__bytes {
    char *data;
    size_t n, capacity;
    bool failed; /* memory has run out: what is added is lost */
} gac__bytes;

#define GAC__NPY_MAGIC "\x93NUMPY"

void gac__bytes_add(gac__bytes *bytes, const void *data, size_t size);
void gac__bytes_text(gac__bytes *bytes, const char *text);
void gac__bytes_print(gac__bytes *bytes, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds the size in eight bytes, then the data. */
void gac__bytes_field(gac__bytes *bytes, const void *data, size_t size);
/* Adds the head of a .npy file, whose data begins at a multiple of 64 bytes;
 * the bytes were empty. `type` is NumPy's, "<f4", of little-endian elements. */
void gac__bytes_npy(gac__bytes *bytes, const char *type, const uint64_t *dims,
                    uint32_t n_dims);
/* A gac_write_fn that adds to the gac__bytes `bytes`. */
void gac__bytes_write(void *bytes, const char *text, size_t size);
void gac__bytes_free(gac__bytes *bytes);

/* A list of strings, ended by a NULL as main()'s is. All zeros are empty. */
typedef struct gac__strings {
    char **items; /* `n` strings and a NULL, all owned */
    size_t n, capacity;
    bool failed; /* memory has run out: a string is missing */
} gac__strings;

/* Adds a string, formatted as by printf(), and returns it; NULL: the list has
 * failed. */
const char *gac__strings_add(gac__strings *strings, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void gac__strings_free(gac__strings *strings);

/* Makes room for one more item in an array of `n` items, which free() frees.
 * False: memory is out, and the array is as before. */
#define GAC__GROW(items, capacity, n)                                          \
    gac__grow((void **)&(items), &(capacity), (n), sizeof *(items))
bool gac__grow(void **items, size_t *capacity, size_t n, size_t size);

/* Reads from an open file, in as many calls as it takes. Returns the number of
 * bytes, which is less than `size_bytes` at the file's end, and on failure. */
size_t gac__read_all(int fd, void *data, size_t size_bytes);

/* Writes all data to an open file, in as many calls as it takes. False, with
 * errno, on failure. */
bool gac__write_all(int fd, const void *data, size_t size_bytes);

#endif
