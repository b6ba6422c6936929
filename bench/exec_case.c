/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The kernels that the executor is measured on: read from their files. */
#include "exec_case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_WORDS 64

static void *need(void *p)
{
    if (p == NULL)
        abort();
    return p;
}

void *exec_read_file(const char *path, size_t *bytes_out)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    fseek(file, 0, SEEK_END);
    size_t bytes = (size_t)ftell(file);
    rewind(file);
    char *data = need(malloc(bytes + 1));
    if (fread(data, 1, bytes, file) != bytes)
        abort();
    data[bytes] = 0;
    fclose(file);
    *bytes_out = bytes;
    return data;
}

/* -- reading --------------------------------------------------------------- */

/* Parses a line of gac-run's: its options, and its operands if there are any.
 */
static void parse_line(const char *path, char *line, gac__run_command *command)
{
    char *argv[MOST_WORDS] = {(char *)"gac-run"}, *rest;
    int argc = 1;
    for (char *word = strtok_r(line, " ", &rest);
         word != NULL && argc < MOST_WORDS - 1;
         word = strtok_r(NULL, " ", &rest))
        argv[argc++] = word;
    optind = 0; /* getopt_long() begins anew */
    if (gac__run_command_parse(argc, argv, command) >= 0
        || (optind < argc
            && !gac__run_operands_parse(command, argc - optind,
                                        argv + optind))) {
        fprintf(stderr, "%s: its RUN or SETUP line cannot be used\n", path);
        exit(2);
    }
}

/* What follows "// NAME: ", if the line begins so; or NULL. */
static char *directive(char *line, const char *name)
{
    size_t n = strlen(name);
    return strncmp(line, "// ", 3) == 0 && strncmp(line + 3, name, n) == 0
                   && strncmp(line + 3 + n, ": ", 2) == 0
               ? line + 3 + n + 2
               : NULL;
}

exec_case *exec_case_open(const char *path, const char *wanted)
{
    size_t bytes;
    char *rest, *value;
    exec_case *c = need(calloc(1, sizeof *c));
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    snprintf(c->name, sizeof c->name, "%.*s", (int)strcspn(file, "."), file);
    c->lines = exec_read_file(path, &bytes);
    for (char *line = strtok_r(c->lines, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if ((value = directive(line, wanted)) != NULL)
            parse_line(path, value, &c->run);
        else if ((value = directive(line, "SETUP")) != NULL)
            parse_line(path, value, &c->setup);
        else if ((value = directive(line, "TOLERANCE")) != NULL)
            c->tolerance = strtod(value, NULL);
    }
    c->kept = need(calloc(c->run.n_args + 1, sizeof *c->kept));
    if (c->run.has_global)
        return c;
    exec_case_close(c);
    return NULL;
}

void exec_case_close(exec_case *c)
{
    for (uint32_t k = 0; k < c->run.n_args; k++)
        free(c->kept[k]);
    free(c->kept);
    gac__run_command_free(&c->run);
    gac__run_command_free(&c->setup);
    free(c->lines);
    free(c);
}

uint64_t exec_global(const exec_case *c, uint32_t d, uint32_t groups)
{
    uint64_t all = c->run.options.global[d],
             most = groups ? groups * c->run.options.local[d] : all;
    return most < all ? most : all;
}

const char *const exec_compilers[EXEC_COMPILERS] = {"clang14", "clang22"};

void *exec_case_module(const exec_case *c, const char *folder,
                       const char *compiler, size_t *bytes_out)
{
    char path[1000];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s.%s.spv", folder, c->name, compiler);
    return stat(path, &info) == 0 && info.st_size > 0
               ? exec_read_file(path, bytes_out)
               : NULL;
}

/* -- what buffers hold ----------------------------------------------------- */

void exec_case_start_here(exec_case *c)
{
    for (uint32_t k = 0; k < c->run.n_args; k++) {
        free(c->run.args[k].initial);
        c->run.args[k].initial = NULL;
    }
    if (!gac__run_args_keep(c->run.args, c->run.n_args))
        exit(2);
}

void exec_case_restore(exec_case *c)
{
    gac__run_args_restore(c->run.args, c->run.n_args);
}

void exec_case_keep(exec_case *c)
{
    for (uint32_t k = 0; k < c->run.n_args; k++) {
        const gac__run_arg *a = &c->run.args[k];
        if (a->kind != GAC__RUN_BUFFER)
            continue;
        if (c->kept[k] == NULL)
            c->kept[k] = need(malloc(a->size_bytes));
        memcpy(c->kept[k], a->data, a->size_bytes);
    }
}

bool exec_case_is_same(const exec_case *c)
{
    for (uint32_t k = 0; k < c->run.n_args; k++) {
        const gac__run_arg *a = &c->run.args[k];
        if (c->kept[k] != NULL && memcmp(c->kept[k], a->data, a->size_bytes))
            return false;
    }
    return true;
}

static bool is_near(const exec_case *c, const gac__run_arg *a,
                    const uint8_t *kept)
{
    const gac__elem_info *info = gac__elem_info_of(a->elem);
    uint64_t n_different = 0;
    for (uint64_t k = 0; k < a->count; k++) {
        const uint8_t *at = a->data + k * info->bytes;
        if (memcmp(at, kept + k * info->bytes, info->bytes) == 0)
            continue;
        double x = gac__elem_to_double(a->elem, at),
               y = gac__elem_to_double(a->elem, kept + k * info->bytes);
        n_different += info->kind != 'f'
                       || !(fabs(x - y) <= c->tolerance * (fabs(x) + 1)
                            || (isnan(x) && isnan(y)));
    }
    return info->kind == 'f'
               ? n_different == 0
               : (double)n_different <= c->tolerance * (double)a->count;
}

bool exec_case_is_near(const exec_case *c)
{
    for (uint32_t k = 0; k < c->run.n_args; k++)
        if (c->kept[k] != NULL && !is_near(c, &c->run.args[k], c->kept[k]))
            return false;
    return true;
}
