/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL objects: the part that all have.
 *
 * An object begins with the dispatch table, as the loader requires. It has two
 * counts: the program's references, which clRetain* and clRelease* change, and
 * the driver's uses: one for all references together, and one for each object
 * or command that needs it. Its handle is valid while there are uses: "the
 * program object is deleted after all kernel objects associated with program
 * have been deleted and the program reference count becomes zero", and so on.
 * So a queue can answer a query for its context after the program has released
 * the context. */
#ifndef GAC_OPENCL_OBJECTS_H
#define GAC_OPENCL_OBJECTS_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum gac__cl_type {
    GAC__CL_PLATFORM = 1,
    GAC__CL_DEVICE,
    GAC__CL_CONTEXT,
    GAC__CL_QUEUE,
    GAC__CL_MEMORY,
    GAC__CL_PROGRAM,
    GAC__CL_KERNEL,
    GAC__CL_EVENT
} gac__cl_type;

/* Frees an object's resources, but not the object itself. */
typedef void gac__cl_destroyer(void *object);

typedef struct gac__cl_object {
    const cl_icd_dispatch *dispatch;
    gac__cl_type type;
    gac__cl_destroyer *destroy;     /* NULL: the object is never destroyed */
    void (*released)(void *object); /* called at the last release, before its
                                       use ends; NULL: nothing */
    atomic_uint references, uses;
    uint64_t serial; /* unique among all objects, dead ones included */
} gac__cl_object;

/* The loader's dispatch table (cl_icd.c). */
extern const cl_icd_dispatch gac__cl_dispatch;

/* Returns a zeroed object of `size` bytes with one reference and a valid
 * handle; NULL: out of memory. */
void *gac__cl_create(gac__cl_type type, size_t size,
                     gac__cl_destroyer *destroy);

/* Whether `handle` is a live object of the type. Any pointer is accepted: it is
 * looked up, and never dereferenced. */
bool gac__cl_is(const void *handle, gac__cl_type type);

/* Change the program's references. The last release ends their use; `invalid`
 * is returned for a handle that is not valid or has no references left. */
cl_int gac__cl_retain(void *handle, gac__cl_type type, cl_int invalid);
cl_int gac__cl_release(void *handle, gac__cl_type type, cl_int invalid);

/* Change the driver's uses. The end of the last one destroys the object and its
 * handle; NULL is accepted. */
void gac__cl_use(void *object);
/* Takes a use of an object that may be gone. False: `handle` is no live object
 * of the type. */
bool gac__cl_try_use(void *handle, gac__cl_type type);
void gac__cl_unuse(void *object);

/* Returns a copy of a program's data, to be freed, even of 0 bytes; NULL: out
 * of memory. */
void *gac__cl_copy(const void *data, size_t size);

/* -- queries (cl_info.c) -------------------------------------------------- */

/* The answer to a query: `size` bytes at `data`, which may be `scratch`. */
typedef struct gac__cl_answer {
    const void *data;
    size_t size;
    cl_int result;
    void *owned; /* freed after the answer is copied; NULL: nothing */
    union {
        cl_uint as_uint;
        cl_ulong as_ulong;
        size_t as_size;
        const void *as_handle;
        size_t as_sizes[3];
        unsigned char bytes[64];
    } scratch;
} gac__cl_answer;

/* A row of a table of queries. */
typedef struct gac__cl_query {
    cl_uint name;
    enum gac__cl_kind {
        GAC__CL_GET, /* `get` computes the answer */
        GAC__CL_UINT,
        GAC__CL_ULONG,  /* cl_ulong, cl_bitfield and the like */
        GAC__CL_SIZE,   /* size_t; also a handle that is always NULL */
        GAC__CL_BYTES,  /* `size` bytes at `data` */
        GAC__CL_MEMBER, /* `size` bytes of the object, from offset `value` on */
    } kind;
    uint64_t value;
    const void *data;
    size_t size;
    void (*get)(const void *object, gac__cl_answer *answer);
} gac__cl_query;

#define GAC__CL_ROW(name, kind, value)                                         \
    {                                                                          \
        name, kind, value, NULL, 0, NULL                                       \
    }
/* An array, or a text with its NUL. */
#define GAC__CL_ROW_BYTES(name, array)                                         \
    {                                                                          \
        name, GAC__CL_BYTES, 0, array, sizeof(array), NULL                     \
    }
#define GAC__CL_ROW_NOTHING(name)                                              \
    {                                                                          \
        name, GAC__CL_BYTES, 0, NULL, 0, NULL                                  \
    }
/* A member of `struct type`, of the answer's type. */
#define GAC__CL_ROW_MEMBER(name, type, member)                                 \
    {                                                                          \
        name, GAC__CL_MEMBER, offsetof(struct type, member), NULL,             \
            sizeof(((struct type *)0)->member), NULL                           \
    }
#define GAC__CL_ROW_GET(name, get)                                             \
    {                                                                          \
        name, GAC__CL_GET, 0, NULL, 0, get                                     \
    }

/* Answers query `name` of an object from its table, as all clGet*Info do:
 * INVALID_VALUE for a name without a row, and for too small a size. */
cl_int gac__cl_info(const gac__cl_query *rows, size_t n_rows,
                    const void *object, cl_uint name, size_t size, void *value,
                    size_t *size_out);

/* Copies an answer to the program: the end of gac__cl_info(), for queries with
 * parameters. */
cl_int gac__cl_answer_copy(gac__cl_answer *answer, size_t size, void *value,
                           size_t *size_out);

/* Set an answer. Text must be the object's, or static. */
void gac__cl_say_uint(gac__cl_answer *answer, cl_uint value);
void gac__cl_say_ulong(gac__cl_answer *answer, cl_ulong value);
void gac__cl_say_size(gac__cl_answer *answer, size_t value);
void gac__cl_say_handle(gac__cl_answer *answer, const void *handle);
void gac__cl_say_text(gac__cl_answer *answer, const char *text);
void gac__cl_say_bytes(gac__cl_answer *answer, const void *data, size_t size);

/* A getter of an object's reference count. */
void gac__cl_get_references(const void *object, gac__cl_answer *answer);

#define GAC__CL_COUNT(rows) (sizeof(rows) / sizeof *(rows))

#endif
