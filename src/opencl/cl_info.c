/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Queries: every clGet*Info is a table of rows. */
#include "opencl/cl_objects.h"

#include <stdlib.h>
#include <string.h>

void gac__cl_say_bytes(gac__cl_answer *answer, const void *data, size_t size)
{
    answer->data = data;
    answer->size = size;
}

void gac__cl_say_uint(gac__cl_answer *answer, cl_uint value)
{
    answer->scratch.as_uint = value;
    gac__cl_say_bytes(answer, &answer->scratch, sizeof value);
}

void gac__cl_say_ulong(gac__cl_answer *answer, cl_ulong value)
{
    answer->scratch.as_ulong = value;
    gac__cl_say_bytes(answer, &answer->scratch, sizeof value);
}

void gac__cl_say_size(gac__cl_answer *answer, size_t value)
{
    answer->scratch.as_size = value;
    gac__cl_say_bytes(answer, &answer->scratch, sizeof value);
}

void gac__cl_say_handle(gac__cl_answer *answer, const void *handle)
{
    answer->scratch.as_handle = handle;
    gac__cl_say_bytes(answer, &answer->scratch, sizeof handle);
}

void gac__cl_say_text(gac__cl_answer *answer, const char *text)
{
    gac__cl_say_bytes(answer, text, strlen(text) + 1);
}

void gac__cl_get_references(const void *object, gac__cl_answer *answer)
{
    const gac__cl_object *o = object;
    gac__cl_say_uint(answer, atomic_load(&o->references));
}

cl_int gac__cl_answer_copy(gac__cl_answer *answer, size_t size, void *value,
                           size_t *size_out)
{
    cl_int result = answer->result;
    if (result == CL_SUCCESS && value && size < answer->size)
        result = CL_INVALID_VALUE;
    if (result == CL_SUCCESS) {
        if (value && answer->size)
            memcpy(value, answer->data, answer->size);
        if (size_out)
            *size_out = answer->size;
    }
    free(answer->owned);
    return result;
}

static void answer_row(const gac__cl_query *row, const void *object,
                       gac__cl_answer *answer)
{
    switch (row->kind) {
    case GAC__CL_GET: row->get(object, answer); break;
    case GAC__CL_UINT: gac__cl_say_uint(answer, (cl_uint)row->value); break;
    case GAC__CL_ULONG: gac__cl_say_ulong(answer, row->value); break;
    case GAC__CL_SIZE: gac__cl_say_size(answer, (size_t)row->value); break;
    case GAC__CL_BYTES: gac__cl_say_bytes(answer, row->data, row->size); break;
    case GAC__CL_MEMBER:
        gac__cl_say_bytes(answer, (const char *)object + row->value, row->size);
        break;
    }
}

cl_int gac__cl_info(const gac__cl_query *rows, size_t n_rows,
                    const void *object, cl_uint name, size_t size, void *value,
                    size_t *size_out)
{
    for (size_t n = 0; n < n_rows; n++) {
        if (rows[n].name != name)
            continue;
        gac__cl_answer answer = {.result = CL_SUCCESS};
        answer_row(&rows[n], object, &answer);
        return gac__cl_answer_copy(&answer, size, value, size_out);
    }
    return CL_INVALID_VALUE;
}
