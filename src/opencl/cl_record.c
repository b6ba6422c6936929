/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes launches to files. Arguments have the form of gac-run's command line;
 * a buffer's contents are in a .npy file of the parameter's type. */
#include "opencl/cl_record.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/utf8.h"

#define MOST_LAUNCHES 1000000u

/* -- files ---------------------------------------------------------------- */

typedef struct record {
    char folder[PATH_MAX];
    gac__bytes job; /* job.json */
    bool failed;
} record;

/* Makes the first folder N that does not exist yet. */
static bool make_folder(record *r, const char *top)
{
    static atomic_uint next;
    if (mkdir(top, 0777) != 0 && errno != EEXIST)
        return false;
    for (;;) {
        unsigned number = atomic_fetch_add(&next, 1);
        int n = snprintf(r->folder, sizeof r->folder, "%s/%u", top, number);
        if (n < 0 || (size_t)n >= sizeof r->folder || number > MOST_LAUNCHES)
            return false;
        if (mkdir(r->folder, 0777) == 0)
            return true;
        if (errno != EEXIST)
            return false;
    }
}

/* Writes a file of the folder: a head, and data. */
static void write_file(record *r, const char *name, const void *head,
                       size_t head_size, const void *data, size_t size)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", r->folder, name);
    FILE *file = fopen(path, "wb");
    bool fine = file && fwrite(head, 1, head_size, file) == head_size
                && (!size || fwrite(data, 1, size, file) == size);
    r->failed |= (file && fclose(file) != 0) || !fine;
}

/* An element type, by gac-run's name and NumPy's. */
typedef struct element {
    char name[8], numpy[8];
    size_t bytes;
} element;

static element element_of(const gac_param_info *info, size_t size)
{
    element e = {"u8", "|u1", 1};
    if (!info)
        return e;
    size_t bytes = info->element_bytes;
    bool known = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    if (!known || size % bytes || (info->is_float && bytes == 1))
        return e;
    char kind = info->is_float ? 'f' : info->is_signed ? 'i' : 'u';
    snprintf(e.name, sizeof e.name, "%c%u", kind, (unsigned)(8 * bytes));
    snprintf(e.numpy, sizeof e.numpy, "%c%c%u", bytes == 1 ? '|' : '<', kind,
             (unsigned)bytes);
    e.bytes = bytes;
    return e;
}

static void write_array(record *r, const char *name, const element *e,
                        const void *data, size_t size)
{
    gac__bytes head = {0};
    const uint64_t count = size / e->bytes;
    gac__bytes_npy(&head, e->numpy, &count, 1);
    if (!head.failed)
        write_file(r, name, head.data, head.n, data, size);
    r->failed |= head.failed;
    gac__bytes_free(&head);
}

/* -- the job -------------------------------------------------------------- */

static void write_three(gac__bytes *job, const char *name,
                        const uint64_t three[3])
{
    gac__bytes_print(job, "  \"%s\": [%llu, %llu, %llu],\n", name,
                     (unsigned long long)three[0], (unsigned long long)three[1],
                     (unsigned long long)three[2]);
}

/* Writes a buffer with its file, "buf:f32:256=@arg0.npy", and its address. */
static void write_buffer(record *r, const char *stem, size_t number,
                         const gac_param_info *info, const gac__cl_reached *m)
{
    char name[40];
    element e = element_of(info, m->size);
    snprintf(name, sizeof name, "%s%zu.npy", stem, number);
    write_array(r, name, &e, m->data, m->size);
    gac__bytes_print(
        &r->job, "{\"argument\": \"buf:%s:%zu=@%s\", \"address\": \"0x%llx\"}",
        e.name, m->size / e.bytes, name, (unsigned long long)m->address);
}

/* Whether memory `whole` contains memory `part`. Of equal ones, the first
 * contains the others. */
static bool contains(const gac__cl_launched *l, size_t whole, size_t part)
{
    const gac__cl_reached *w = &l->reached[whole], *p = &l->reached[part];
    uintptr_t offset = (uintptr_t)p->data - (uintptr_t)w->data;
    bool inside = (uintptr_t)p->data >= (uintptr_t)w->data && offset <= w->size
                  && p->size <= w->size - offset;
    return inside && (p->size < w->size || whole < part);
}

/* Returns the index of memory that contains that at `position`, and that no
 * other contains; `position`: there is none. */
static size_t whole_of(const gac__cl_launched *l, size_t position)
{
    size_t whole = position;
    for (size_t k = 0; k < l->n_reached; k++)
        if (contains(l, k, whole))
            whole = k;
    return whole;
}

/* Whether memory is no argument's and lies in no other memory: it is written
 * behind the arguments. */
static bool is_more(const gac__cl_launched *l, size_t position)
{
    return l->reached[position].argument == UINT32_MAX
           && whole_of(l, position) == position;
}

/* Returns memory's index in the job's list of arguments. */
static size_t number_of(const gac__cl_launched *l, size_t position)
{
    size_t n = l->n_arguments;
    if (l->reached[position].argument != UINT32_MAX)
        return l->reached[position].argument;
    for (size_t k = 0; k < position; k++)
        n += is_more(l, k);
    return n;
}

/* Writes an argument's memory, or, where other memory contains it,
 * "&N+OFFSET". */
static void write_memory(record *r, const gac__cl_launched *l, size_t position)
{
    const gac__cl_reached *m = &l->reached[position];
    size_t whole = whole_of(l, position);
    if (whole == position)
        write_buffer(r, "arg", m->argument, &l->parameters[m->argument].info,
                     m);
    else
        gac__bytes_print(
            &r->job, "{\"argument\": \"&%zu+%zu\"}", number_of(l, whole),
            (size_t)((uintptr_t)m->data - (uintptr_t)l->reached[whole].data));
}

static void write_argument(record *r, const gac__cl_launched *l, uint32_t index)
{
    const gac__cl_argument *a = &l->arguments[index];
    for (size_t k = 0; k < l->n_reached; k++)
        if (l->reached[k].argument == index) {
            write_memory(r, l, k);
            return;
        }
    gac__bytes_text(&r->job, "{\"argument\": \"");
    if (a->kind == GAC__CL_LOCAL)
        gac__bytes_print(&r->job, "local:%zu", a->size);
    else if (a->kind != GAC__CL_VALUE)
        gac__bytes_text(&r->job, "null");
    else
        gac__bytes_text(&r->job, "bytes:");
    for (size_t k = 0; a->kind == GAC__CL_VALUE && k < a->size; k++)
        gac__bytes_print(&r->job, "%02x", ((const unsigned char *)a->value)[k]);
    gac__bytes_text(&r->job, "\"}");
}

static void write_arguments(record *r, const gac__cl_launched *l)
{
    const char *between = "\n    ";
    gac__bytes_text(&r->job, "  \"arguments\": [");
    for (uint32_t k = 0; k < l->n_arguments; k++) {
        gac__bytes_text(&r->job, between);
        write_argument(r, l, k);
        between = ",\n    ";
    }
    for (size_t k = 0; k < l->n_reached; k++) {
        if (!is_more(l, k))
            continue;
        gac__bytes_text(&r->job, between);
        write_buffer(r, "buffer", k, NULL, &l->reached[k]);
        between = ",\n    ";
    }
    gac__bytes_text(&r->job, "\n  ]\n");
}

static void write_job(record *r, const gac__cl_launched *l)
{
    gac__bytes_text(&r->job,
                    "{\n  \"module\": \"module.spv\",\n  \"kernel\": ");
    gac__json_string(l->kernel, gac__bytes_write, &r->job);
    gac__bytes_print(&r->job, ",\n  \"dimensions\": %u,\n",
                     l->options->dimensions);
    write_three(&r->job, "global", l->options->global);
    write_three(&r->job, "local", l->options->local);
    write_three(&r->job, "offset", l->options->offset);
    gac__bytes_text(&r->job, "  \"specialization\": {");
    for (uint32_t k = 0; k < l->code->n_specs; k++)
        gac__bytes_print(&r->job, "%s\"%u\": \"0x%llx\"", k ? ", " : "",
                         l->code->specs[k].id,
                         (unsigned long long)l->code->specs[k].bits);
    gac__bytes_text(&r->job, "},\n");
    write_arguments(r, l);
    gac__bytes_text(&r->job, "}\n");
    if (!r->job.failed)
        write_file(r, "job.json", r->job.data, r->job.n, NULL, 0);
    r->failed |= r->job.failed;
    gac__bytes_free(&r->job);
}

void gac__cl_record(const char *top, const gac__cl_launched *launched)
{
    static atomic_bool told;
    record *r = calloc(1, sizeof *r);
    if (r && make_folder(r, top)) {
        size_t n_words;
        const uint32_t *words =
            gac_module_words(launched->code->module, &n_words);
        write_file(r, "module.spv", words, n_words * sizeof *words, NULL, 0);
        write_job(r, launched);
    } else if (r) {
        r->failed = true;
    }
    if ((!r || r->failed) && !atomic_exchange(&told, true))
        fprintf(stderr, "gac: launches cannot be recorded in %s: %s\n", top,
                strerror(errno));
    free(r);
}
