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

#include "support/bytes.h"

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

/* Returns CL_SUCCESS for a live object of the type, else the specification's
 * error: CL_INVALID_CONTEXT and the like. */
cl_int gac__cl_check(const void *handle, gac__cl_type type);

/* Takes one of the program's references back, as clRelease* do. The last one
 * ends their use; a handle that is not valid or has no references left gives
 * gac__cl_check()'s error. */
cl_int gac__cl_release(void *handle, gac__cl_type type);

/* Ends clCreate* and the like: sets the program's error code, and returns the
 * object, or, on failure, releases it (NULL: it was not created) and returns
 * NULL. */
void *gac__cl_created(void *object, cl_int result, cl_int *errcode_ret);

/* Returns from the enclosing function unless `expr` is CL_SUCCESS. */
#define GAC__CL_TRY(expr)                                                      \
    do {                                                                       \
        cl_int try_result_ = (expr);                                           \
        if (try_result_ != CL_SUCCESS)                                         \
            return try_result_;                                                \
    } while (0)

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
    unsigned char scratch[64];
} gac__cl_answer;

/* A row of a table of queries. The answer is `size` bytes at `data`, or, if
 * that is NULL, of the object, from `offset` on; or `get` computes it from what
 * is there. */
typedef struct gac__cl_query {
    cl_uint name;
    const void *data;
    size_t offset, size;
    void (*get)(const void *member, gac__cl_answer *answer);
} gac__cl_query;

#define GAC__CL_ROW(name, type, value)                                         \
    {                                                                          \
        name, &(const type){value}, 0, sizeof(type), NULL                      \
    }
/* An array, or a text with its NUL. */
#define GAC__CL_ROW_ARRAY(name, array)                                         \
    {                                                                          \
        name, array, 0, sizeof(array), NULL                                    \
    }
#define GAC__CL_ROW_NOTHING(name)                                              \
    {                                                                          \
        name, NULL, 0, 0, NULL                                                 \
    }
/* A member of `struct type`, of the answer's type. */
#define GAC__CL_ROW_MEMBER(name, type, member)                                 \
    {                                                                          \
        name, NULL, offsetof(struct type, member),                             \
            sizeof(((struct type *)0)->member), NULL                           \
    }
/* A getter, of the whole object or of a member. */
#define GAC__CL_ROW_GET(name, get)                                             \
    {                                                                          \
        name, NULL, 0, 0, get                                                  \
    }
#define GAC__CL_ROW_GET_OF(name, type, member, get)                            \
    {                                                                          \
        name, NULL, offsetof(struct type, member), 0, get                      \
    }

/* Answers query `name` of an object from its table, as all clGet*Info do:
 * INVALID_VALUE for a name without a row, and for too small a size. */
#define GAC__CL_INFO(rows, object, name, size, value, size_out)                \
    gac__cl_info(rows, GAC__COUNT_OF(rows), object, name, size, value, size_out)
cl_int gac__cl_info(const gac__cl_query *rows, size_t n_rows,
                    const void *object, cl_uint name, size_t size, void *value,
                    size_t *size_out);

/* Defines a clGet*Info that the object's table answers alone. */
#define GAC__CL_DEFINE_INFO(function, handle_type, object_type, rows)          \
    cl_int CL_API_CALL function(handle_type handle, cl_uint name, size_t size, \
                                void *value, size_t *size_ret)                 \
    {                                                                          \
        GAC__CL_TRY(gac__cl_check(handle, object_type));                       \
        return GAC__CL_INFO(rows, handle, name, size, value, size_ret);        \
    }

/* Copies an answer to the program: the end of gac__cl_info(), for queries with
 * parameters. */
cl_int gac__cl_answer_copy(gac__cl_answer *answer, size_t size, void *value,
                           size_t *size_out);

/* Set an answer: to a value, which is copied; to bytes or a text that are the
 * object's, or static (NULL: ""). */
#define GAC__CL_SAY(answer, type, value)                                       \
    do {                                                                       \
        type said_ = (value);                                                  \
        gac__cl_say_value(answer, &said_, sizeof said_);                       \
    } while (0)
void gac__cl_say_value(gac__cl_answer *answer, const void *value, size_t size);

/* Defines a getter that answers with an expression of `o`, the object. */
#define GAC__CL_GETTER(name, answer_type, object_type, expr)                   \
    static void name(const void *object, gac__cl_answer *answer)               \
    {                                                                          \
        const object_type *o = object;                                         \
        (void)o;                                                               \
        GAC__CL_SAY(answer, answer_type, expr);                                \
    }
void gac__cl_say_bytes(gac__cl_answer *answer, const void *data, size_t size);
void gac__cl_say_text(gac__cl_answer *answer, const char *text);

/* Getters: of an object's reference count; of a member that is a `char *`, or
 * a gac__bytes. */
void gac__cl_get_references(const void *object, gac__cl_answer *answer);
void gac__cl_get_text(const void *member, gac__cl_answer *answer);
void gac__cl_get_bytes(const void *member, gac__cl_answer *answer);

/* Keeps a list of properties, pairs of numbers and a final 0, for queries; that
 * of NULL is empty. False: out of memory. */
bool gac__cl_keep_properties(gac__bytes *kept, const void *list);

#endif
