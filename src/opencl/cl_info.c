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

void gac__cl_say_value(gac__cl_answer *answer, const void *value, size_t size)
{
    memcpy(answer->scratch, value, size);
    gac__cl_say_bytes(answer, answer->scratch, size);
}

void gac__cl_say_text(gac__cl_answer *answer, const char *text)
{
    gac__cl_say_bytes(answer, text ? text : "", text ? strlen(text) + 1 : 1);
}

void gac__cl_get_references(const void *object, gac__cl_answer *answer)
{
    const gac__cl_object *o = object;
    GAC__CL_SAY(answer, cl_uint, atomic_load(&o->references));
}

void gac__cl_get_text(const void *member, gac__cl_answer *answer)
{
    gac__cl_say_text(answer, *(char *const *)member);
}

void gac__cl_get_bytes(const void *member, gac__cl_answer *answer)
{
    const gac__bytes *bytes = member;
    gac__cl_say_bytes(answer, bytes->data, bytes->n);
}

bool gac__cl_keep_properties(gac__bytes *kept, const void *list)
{
    _Static_assert(sizeof(cl_context_properties) == sizeof(cl_properties),
                   "properties of all kinds have one size");
    const cl_properties *properties = list;
    size_t n = 0;
    while (list && properties[n])
        n += 2;
    if (list)
        gac__bytes_add(kept, list, (n + 1) * sizeof *properties);
    return !kept->failed;
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

cl_int gac__cl_info(const gac__cl_query *rows, size_t n_rows,
                    const void *object, cl_uint name, size_t size, void *value,
                    size_t *size_out)
{
    for (size_t n = 0; n < n_rows; n++) {
        if (rows[n].name != name)
            continue;
        gac__cl_answer answer = {.result = CL_SUCCESS};
        const void *member = (const char *)object + rows[n].offset;
        if (rows[n].get)
            rows[n].get(member, &answer);
        else
            gac__cl_say_bytes(&answer, rows[n].data ? rows[n].data : member,
                              rows[n].size);
        return gac__cl_answer_copy(&answer, size, value, size_out);
    }
    return CL_INVALID_VALUE;
}
