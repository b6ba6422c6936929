/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads the test modules and marks what their kernels reach. */
#include "coverage_scan.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gac/gac.h>
#include <gac/text.h>

#include "../fixtures.h"

#include "grammar/grammar.h"
#include "module/module.h"

#define MOST_OPCODES 8192u
#define MOST_NUMBERS 256u

#define MOST_TESTS 1024u

typedef struct tests_of {
    uint64_t bits[MOST_TESTS / 64]; /* by the test's number */
} tests_of;

struct coverage_scan {
    tests_of op[MOST_OPCODES];
    tests_of ext[COVERAGE_SETS][MOST_NUMBERS];
    char *names[MOST_TESTS];
    uint32_t n_names;
};

static void need(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "coverage: %s\n", what);
    abort();
}

/* -- one module ------------------------------------------------------------ */

static void set(tests_of *t, uint32_t test)
{
    t->bits[test / 64] |= (uint64_t)1 << test % 64;
}

/* The last test read runs this instruction. */
static void mark(coverage_scan *scan, const gac_module *m, const gac__inst *i)
{
    need(i->opcode < MOST_OPCODES, "an opcode is too great");
    set(&scan->op[i->opcode], scan->n_names - 1);
    if (i->opcode != SpvOpExtInst
        && i->opcode != SpvOpExtInstWithForwardRefsKHR)
        return;
    const gac__import *import = gac__module_import(m, i->words[i->first]);
    uint32_t number = i->words[i->first + 1];
    if (import == NULL || import->set == NULL || number >= MOST_NUMBERS)
        return;
    coverage_set which = import->set == &gac__set_opencl_std
                             ? COVERAGE_OPENCL_STD
                             : COVERAGE_ASYNC_COPIES;
    set(&scan->ext[which][number], scan->n_names - 1);
}

static void mark_function(coverage_scan *scan, const gac_module *m, uint32_t id,
                          bool *seen)
{
    for (uint32_t f = 0; f < m->n_functions; f++) {
        const gac__function *function = &m->functions[f];
        if (function->id != id || seen[f])
            continue;
        seen[f] = true;
        for (uint32_t k = function->first; k < function->end; k++) {
            gac__inst i = gac__module_inst(m, k);
            mark(scan, m, &i);
            if (i.opcode == SpvOpFunctionCall)
                mark_function(scan, m, i.words[i.first], seen);
        }
    }
}

/* `kernels`: the RUN lines' text; those that -k names, or all. */
static void mark_module(coverage_scan *scan, const gac_module *m,
                        const char *kernels)
{
    bool *seen = calloc(m->n_functions + 1, sizeof *seen);
    need(seen != NULL, "out of memory");
    for (uint32_t k = 0; k < m->first_function; k++) {
        gac__inst i = gac__module_inst(m, k);
        mark(scan, m, &i);
        if (i.opcode != SpvOpEntryPoint)
            continue;
        char option[300];
        snprintf(option, sizeof option, "-k %s ",
                 (const char *)(i.words + i.first + 2));
        if (!strstr(kernels, "-k ") || strstr(kernels, option))
            mark_function(scan, m, i.words[i.first + 1], seen);
    }
    free(seen);
}

/* -- files ----------------------------------------------------------------- */

/* The lines with "RUN:" of a file, without their ends. */
static void read_runs(const char *path, char *out, size_t size)
{
    char line[4096];
    FILE *f = fopen(path, "r");
    need(f != NULL, path);
    out[0] = 0;
    for (int k = 0; k < 40 && fgets(line, sizeof line, f); k++)
        if (strstr(line, " RUN: ") && strlen(out) + strlen(line) < size)
            strcat(out, line);
    fclose(f);
}

static bool fails(const char *path)
{
    char line[4096];
    bool found = false;
    FILE *f = fopen(path, "r");
    need(f != NULL, path);
    while (!found && fgets(line, sizeof line, f))
        found = strncmp(line, "// EXIT: ", 9) == 0;
    fclose(f);
    return found;
}

/* tests/kernels/FOLDER/NAME.COMPILER....spvasm -> tests/kernels/FOLDER/NAME.cl
 */
static char *test_of(const char *path)
{
    char *name = strdup(fixture_name(path));
    need(name != NULL, "out of memory");
    if (strstr(path, "tests/kernels/"))
        strcpy(strchr(strrchr(name, '/'), '.'), ".cl");
    return name;
}

static void scan_file(coverage_scan *scan, const char *path)
{
    static char runs[65536];
    gac_context *context;
    gac_assembly *assembly = NULL;
    gac_module *module;
    size_t n;
    gac_parse_options parse = {.size = sizeof parse,
                               .tolerate_producers = true,
                               .silent_producers = true};
    char *name = test_of(path);
    uint32_t last = scan->n_names ? scan->n_names - 1 : 0;
    if (scan->n_names && strcmp(scan->names[last], name) == 0) {
        free(name);
        name = scan->names[last];
    } else {
        need(scan->n_names < MOST_TESTS, "too many tests");
        scan->names[scan->n_names++] = name;
    }
    if (strstr(name, ".cl") && fails(name))
        return;
    read_runs(name, runs, sizeof runs);
    need(gac_context_create(NULL, &context) == GAC_OK
             && gac_assemble_file(context, path, NULL, &assembly) == GAC_OK,
         path);
    const uint32_t *words = gac_assembly_words(assembly, &n);
    need(gac_module_parse(context, words, n * 4, &parse, &module) == GAC_OK,
         path);
    mark_module(scan, module, runs);
    gac_module_destroy(module);
    gac_assembly_destroy(assembly);
    gac_context_destroy(context);
}

coverage_scan *coverage_scan_all(void)
{
    coverage_scan *scan = calloc(1, sizeof *scan);
    glob_t files = {0};
    need(scan != NULL, "out of memory");
    need(glob("tests/instructions/*.spvasm", 0, NULL, &files) == 0
             && fixtures_glob("tests/kernels/*/*.spvasm", GLOB_APPEND, &files)
                    == 0,
         "no test modules here");
    for (size_t k = 0; k < files.gl_pathc; k++)
        scan_file(scan, files.gl_pathv[k]);
    globfree(&files);
    return scan;
}

void coverage_scan_free(coverage_scan *scan)
{
    for (uint32_t k = 0; k < scan->n_names; k++)
        free(scan->names[k]);
    free(scan);
}

static const char *choose(const coverage_scan *scan, const tests_of *t,
                          const char *preferred, size_t n)
{
    const char *first = NULL;
    for (uint32_t k = 0; k < scan->n_names; k++) {
        if (!(t->bits[k / 64] >> k % 64 & 1))
            continue;
        if (first == NULL)
            first = scan->names[k];
        if (strlen(scan->names[k]) == n
            && memcmp(scan->names[k], preferred, n) == 0)
            return scan->names[k];
    }
    return first;
}

const char *coverage_scan_op(const coverage_scan *scan, uint32_t opcode,
                             const char *preferred, size_t n)
{
    return opcode < MOST_OPCODES ? choose(scan, &scan->op[opcode], preferred, n)
                                 : NULL;
}

const char *coverage_scan_ext(const coverage_scan *scan, coverage_set which,
                              uint32_t number, const char *preferred, size_t n)
{
    return number < MOST_NUMBERS
               ? choose(scan, &scan->ext[which][number], preferred, n)
               : NULL;
}
