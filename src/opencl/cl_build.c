/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Builds programs: compiles, links, loads. A call returns when the work is
 * done, after its callback. */
#include "opencl/cl_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source/source.h"

/* The result of a build, until the program takes it. */
typedef struct build {
    gac__bytes log;
    char *options;
    gac__bytes words; /* empty: none */
    cl_program_binary_type type;
    gac__cl_code *code;
    bool uniform; /* the work-group size must divide the range */
} build;

/* Sets the build's words to a copy of a module's. */
static bool copy_words(build *b, const void *words, size_t n_bytes)
{
    gac__bytes_add(&b->words, words, n_bytes);
    return !b->words.failed;
}

/* -- options -------------------------------------------------------------- */

/* Blanks out an option that the linker knows and the compiler does not. True:
 * it was there. */
static bool take_word(char *options, const char *word)
{
    size_t length = strlen(word);
    bool found = false;
    for (char *at = options; (at = strstr(at, word)); at += length) {
        bool begins = at == options || at[-1] == ' ';
        bool ends = at[length] == '\0' || at[length] == ' ';
        if (!begins || !ends)
            continue;
        memset(at, ' ', length);
        found = true;
    }
    return found;
}

/* Whether the work-group size must divide the range in what is built of a
 * program. */
static bool wants_uniform(const struct _cl_program *program,
                          const char *options)
{
    return program->origin == GAC__CL_FROM_SOURCE && options
           && gac__source_uniform_groups(options, NULL);
}

/* -- the compiler --------------------------------------------------------- */

static cl_int result_of_compiler(gac_result result, cl_int failure)
{
    switch (result) {
    case GAC_OK: return CL_SUCCESS;
    case GAC_ERR_UNSUPPORTED: return CL_COMPILER_NOT_AVAILABLE;
    case GAC_ERR_ARGUMENT: return CL_INVALID_BUILD_OPTIONS;
    case GAC_ERR_MEMORY: return CL_OUT_OF_HOST_MEMORY;
    default: return failure;
    }
}

static cl_int compile_source(cl_program program, build *b,
                             const gac__source_header *headers, size_t n,
                             cl_int failure)
{
    gac__source_request request = {
        .text = program->source.data ? program->source.data : "",
        .length = program->source.n,
        .options = b->options,
        .headers = headers,
        .n_headers = n,
        .debug_lines = true,
        .unoptimized = gac__cl_settings_read()->checks != NULL,
        .keep_text = true};
    gac__source_output out;
    gac_result result = gac__source_compile(&request, &out);
    if (out.log)
        gac__bytes_text(&b->log, out.log);
    if (result == GAC_OK
        && !copy_words(b, out.words, out.n_words * sizeof *out.words))
        result = GAC_ERR_MEMORY;
    gac__source_free(&out);
    return result_of_compiler(result, failure);
}

/* Sets the build's words to the program's module: compiled from its source, or
 * as the program passed it. */
static cl_int get_words(cl_program program, build *b,
                        const gac__source_header *headers, size_t n,
                        cl_int failure)
{
    if (program->origin == GAC__CL_FROM_SOURCE)
        return compile_source(program, b, headers, n, failure);
    const gac__bytes *words =
        program->origin == GAC__CL_FROM_IL ? &program->il : &program->words;
    if (!words->data)
        return CL_INVALID_OPERATION;
    return copy_words(b, words->data, words->n) ? CL_SUCCESS
                                                : CL_OUT_OF_HOST_MEMORY;
}

static cl_int load(cl_program program, build *b, cl_int failure)
{
    pthread_mutex_lock(&program->lock);
    uint32_t n = program->n_specs;
    gac_spec_value *specs = gac__cl_copy(program->specs, n * sizeof *specs);
    pthread_mutex_unlock(&program->lock);
    if (!specs)
        return CL_OUT_OF_HOST_MEMORY;
    b->code = gac__cl_code_create(&b->words, specs, n, &b->log);
    free(specs);
    if (!b->code)
        return failure;
    b->code->uniform = b->uniform || wants_uniform(program, b->options);
    b->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    return CL_SUCCESS;
}

/* -- one build at a time -------------------------------------------------- */

static cl_int begin(cl_program program, const char *options, build *b)
{
    memset(b, 0, sizeof *b);
    b->options = strdup(options ? options : "");
    if (!b->options)
        return CL_OUT_OF_HOST_MEMORY;
    pthread_mutex_lock(&program->lock);
    bool busy = program->status == CL_BUILD_IN_PROGRESS || program->n_kernels;
    if (!busy)
        program->status = CL_BUILD_IN_PROGRESS;
    pthread_mutex_unlock(&program->lock);
    if (busy)
        free(b->options);
    return busy ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/* Passes the build's result to the program, in place of the earlier one. */
static void end(cl_program program, build *b, cl_int result)
{
    bool fine = result == CL_SUCCESS;
    bool given = program->origin == GAC__CL_FROM_BINARY;
    if (!fine) {
        gac__bytes_free(&b->words);
        gac__cl_code_unuse(b->code);
        b->code = NULL;
    }
    pthread_mutex_lock(&program->lock);
    gac__cl_code *old_code = program->code;
    program->code = b->code;
    program->status = fine ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    free(program->options);
    program->options = b->options;
    gac__bytes_free(&program->log);
    program->log = b->log;
    if (fine || !given) { /* a binary's module outlives a failed build */
        gac__bytes_free(&program->words);
        program->words = b->words;
        program->binary_type = fine ? b->type : CL_PROGRAM_BINARY_TYPE_NONE;
    }
    pthread_mutex_unlock(&program->lock);
    gac__cl_code_unuse(old_code);
}

/* Checks the arguments that all builds have. */
static cl_int check(cl_program program, cl_uint n, const cl_device_id *devices,
                    bool notify, const void *user)
{
    if (!gac__cl_is(program, GAC__CL_PROGRAM))
        return CL_INVALID_PROGRAM;
    if (!notify && user)
        return CL_INVALID_VALUE;
    return gac__cl_check_devices(n, devices);
}

static cl_int check_options(const char *options, cl_int invalid)
{
    return !options || gac__source_check_options(options, NULL, 0) ? CL_SUCCESS
                                                                   : invalid;
}

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint n_devices,
                                  const cl_device_id *devices,
                                  const char *options,
                                  void(CL_CALLBACK *notify)(cl_program, void *),
                                  void *user)
{
    build b;
    GAC__CL_TRY(check(program, n_devices, devices, notify != NULL, user));
    GAC__CL_TRY(check_options(options, CL_INVALID_BUILD_OPTIONS));
    if (program->origin == GAC__CL_LINKED)
        return CL_INVALID_OPERATION;
    GAC__CL_TRY(begin(program, options, &b));
    gac__cl_use(program);
    cl_int result = get_words(program, &b, NULL, 0, CL_BUILD_PROGRAM_FAILURE);
    if (result == CL_SUCCESS)
        result = load(program, &b, CL_BUILD_PROGRAM_FAILURE);
    end(program, &b, result);
    if (notify)
        notify(program, user);
    gac__cl_unuse(program);
    return result;
}

/* -- separate compilation ------------------------------------------------- */

static cl_int list_headers(cl_uint n, const cl_program *programs,
                           const char **names, gac__source_header **out)
{
    *out = NULL;
    if (!n != !programs || !n != !names)
        return CL_INVALID_VALUE;
    for (cl_uint k = 0; k < n; k++) {
        if (!gac__cl_is(programs[k], GAC__CL_PROGRAM)
            || programs[k]->origin != GAC__CL_FROM_SOURCE)
            return CL_INVALID_PROGRAM;
        if (!names[k])
            return CL_INVALID_VALUE;
    }
    if (!n)
        return CL_SUCCESS;
    gac__source_header *headers = calloc(n, sizeof *headers);
    if (!headers)
        return CL_OUT_OF_HOST_MEMORY;
    for (cl_uint k = 0; k < n; k++) {
        const char *text = programs[k]->source.data;
        headers[k] = (gac__source_header){names[k], text ? text : ""};
    }
    *out = headers;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clCompileProgram(
    cl_program program, cl_uint n_devices, const cl_device_id *devices,
    const char *options, cl_uint n_headers, const cl_program *header_programs,
    const char **names, void(CL_CALLBACK *notify)(cl_program, void *),
    void *user)
{
    build b;
    gac__source_header *headers = NULL;
    GAC__CL_TRY(check(program, n_devices, devices, notify != NULL, user));
    if (program->origin == GAC__CL_FROM_BINARY
        || program->origin == GAC__CL_LINKED)
        return CL_INVALID_OPERATION;
    GAC__CL_TRY(list_headers(n_headers, header_programs, names, &headers));
    cl_int result = check_options(options, CL_INVALID_COMPILER_OPTIONS);
    if (result == CL_SUCCESS)
        result = begin(program, options, &b);
    if (result != CL_SUCCESS) {
        free(headers);
        return result;
    }
    gac__cl_use(program);
    result =
        get_words(program, &b, headers, n_headers, CL_COMPILE_PROGRAM_FAILURE);
    if (result == CL_INVALID_BUILD_OPTIONS)
        result = CL_INVALID_COMPILER_OPTIONS;
    b.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    end(program, &b, result);
    free(headers);
    if (notify)
        notify(program, user);
    gac__cl_unuse(program);
    return result;
}

static cl_int result_of_link(gac_result result)
{
    return result == GAC_OK           ? CL_SUCCESS
           : result == GAC_ERR_MEMORY ? CL_OUT_OF_HOST_MEMORY
                                      : CL_LINK_PROGRAM_FAILURE;
}

/* Adds the specialization constants of a program that is linked; false: out of
 * memory. */
static bool add_specs(cl_program to, const struct _cl_program *from)
{
    size_t n = to->n_specs, more = from->n_specs;
    if (!more)
        return true;
    gac_spec_value *specs = realloc(to->specs, (n + more) * sizeof *specs);
    if (!specs)
        return false;
    to->specs = specs;
    memcpy(specs + n, from->specs, more * sizeof *specs);
    to->n_specs += (uint32_t)more;
    return true;
}

/* A program that is linked. Its words are a copy, which the module reads: the
 * program itself may be compiled again meanwhile. */
typedef struct link_source {
    unsigned char *words;
    gac_module *module;
} link_source;

/* Reads a program that is linked to `to`, which is built: its module, and what
 * else becomes a part of the result. */
static gac_result read_input(gac_context *context, build *b, cl_program to,
                             cl_program from, link_source *source_out)
{
    pthread_mutex_lock(&from->lock);
    b->uniform |= wants_uniform(from, from->options);
    size_t n = from->words.n;
    if (add_specs(to, from))
        source_out->words = gac__cl_copy(from->words.data, n);
    pthread_mutex_unlock(&from->lock);
    return source_out->words ? gac__cl_parse(context, source_out->words, n,
                                             &source_out->module)
                             : GAC_ERR_MEMORY;
}

/* Reads the programs in a context of their own, and links their modules. */
static gac_result link_modules(gac_context *context, build *b, cl_program to,
                               cl_uint n, const cl_program *programs,
                               gac_link_input *inputs, link_source *sources,
                               bool library)
{
    gac_link_options options = {.size = sizeof options, .library = library};
    gac_linked *linked = NULL;
    gac_result result = GAC_OK;
    for (cl_uint k = 0; k < n && result == GAC_OK; k++) {
        result = read_input(context, b, to, programs[k], &sources[k]);
        inputs[k].module = sources[k].module;
    }
    if (result == GAC_OK)
        result = gac_link(context, inputs, n, &options, &linked);
    if (result == GAC_OK) {
        size_t n_words;
        const uint32_t *words = gac_linked_words(linked, &n_words);
        if (!copy_words(b, words, n_words * sizeof *words))
            result = GAC_ERR_MEMORY;
    }
    gac_linked_destroy(linked);
    return result;
}

/* Links the programs, and sets the build's words and log. */
static cl_int link_words(build *b, cl_program to, cl_uint n,
                         const cl_program *programs, bool library)
{
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = gac__cl_sink};
    gac_link_input *inputs = calloc(n, sizeof *inputs);
    link_source *sources = calloc(n, sizeof *sources);
    gac_context *context = NULL;
    gac_result result = inputs && sources ? GAC_OK : GAC_ERR_MEMORY;
    if (result == GAC_OK)
        result = gac__cl_listen();
    if (result == GAC_OK)
        result = gac_context_create(&options, &context);
    if (result == GAC_OK)
        result =
            link_modules(context, b, to, n, programs, inputs, sources, library);
    gac__cl_listen_end(&b->log);
    for (cl_uint k = 0; sources && k < n; k++) {
        gac_module_destroy(sources[k].module);
        free(sources[k].words);
    }
    gac_context_destroy(context);
    free(sources);
    free(inputs);
    return result_of_link(result);
}

static cl_int link_all(cl_program program, build *b, cl_uint n,
                       const cl_program *programs, bool library)
{
    cl_int result = link_words(b, program, n, programs, library);
    b->type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
    if (result == CL_SUCCESS && !library)
        result = load(program, b, CL_LINK_PROGRAM_FAILURE);
    return result;
}

static cl_int check_inputs(cl_context context, cl_uint n,
                           const cl_program *programs)
{
    if (!n || !programs)
        return CL_INVALID_VALUE;
    for (cl_uint k = 0; k < n; k++) {
        if (!gac__cl_is(programs[k], GAC__CL_PROGRAM))
            return CL_INVALID_PROGRAM;
        if (programs[k]->context != context)
            return CL_INVALID_PROGRAM;
        pthread_mutex_lock(&programs[k]->lock);
        cl_program_binary_type type = programs[k]->binary_type;
        pthread_mutex_unlock(&programs[k]->lock);
        if (type != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT
            && type != CL_PROGRAM_BINARY_TYPE_LIBRARY)
            return CL_INVALID_OPERATION;
    }
    return CL_SUCCESS;
}

cl_program CL_API_CALL clLinkProgram(
    cl_context context, cl_uint n_devices, const cl_device_id *devices,
    const char *options, cl_uint n, const cl_program *programs,
    void(CL_CALLBACK *notify)(cl_program, void *), void *user,
    cl_int *errcode_ret)
{
    build b = {0};
    cl_program program = NULL;
    bool library = false;
    char *left = strdup(options ? options : "");
    cl_int result = left ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (!gac__cl_is(context, GAC__CL_CONTEXT))
        result = CL_INVALID_CONTEXT;
    else if (!notify && user)
        result = CL_INVALID_VALUE;
    if (result == CL_SUCCESS)
        result = gac__cl_check_devices(n_devices, devices);
    if (result == CL_SUCCESS)
        result = check_inputs(context, n, programs);
    if (result == CL_SUCCESS) {
        library = take_word(left, "-create-library");
        bool enabled = take_word(left, "-enable-link-options");
        if ((enabled && !library)
            || check_options(left, CL_INVALID_LINKER_OPTIONS) != CL_SUCCESS)
            result = CL_INVALID_LINKER_OPTIONS;
    }
    free(left);
    if (result == CL_SUCCESS
        && !(program = gac__cl_program_create(context, GAC__CL_LINKED)))
        result = CL_OUT_OF_HOST_MEMORY;
    if (program) {
        result = begin(program, options, &b);
        if (result == CL_SUCCESS) {
            result = link_all(program, &b, n, programs, library);
            end(program, &b, result);
        }
    }
    if (program && notify)
        notify(program, user);
    if (errcode_ret)
        *errcode_ret = result;
    /* The specification says "Otherwise, it returns a NULL value" of a failed
     * link; the program is returned nevertheless, since its build log says
     * why. */
    return program;
}
