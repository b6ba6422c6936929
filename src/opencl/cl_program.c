/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Programs: their creation, and queries. cl_build.c builds them. */
#include "opencl/cl_program.h"
#include "opencl/cl_device.h"

#include <stdlib.h>
#include <string.h>

static void destroy(void *object)
{
    cl_program program = object;
    gac__cl_code_unuse(program->code);
    gac__bytes_free(&program->source);
    gac__bytes_free(&program->log);
    gac__bytes_free(&program->il);
    free(program->specs);
    free(program->options);
    gac__bytes_free(&program->words);
    pthread_mutex_destroy(&program->lock);
    gac__cl_unuse(program->context);
}

cl_program gac__cl_program_create(cl_context context,
                                  enum gac__cl_origin origin)
{
    cl_program program =
        gac__cl_create(GAC__CL_PROGRAM, sizeof *program, destroy);
    if (!program)
        return NULL;
    pthread_mutex_init(&program->lock, NULL);
    program->context = context;
    gac__cl_use(context);
    program->origin = origin;
    program->status = CL_BUILD_NONE;
    program->binary_type = CL_PROGRAM_BINARY_TYPE_NONE;
    return program;
}

/* -- from source ---------------------------------------------------------- */

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint n,
                                                 const char **strings,
                                                 const size_t *lengths,
                                                 cl_int *errcode_ret)
{
    cl_program program = NULL;
    cl_int result = gac__cl_check(context, GAC__CL_CONTEXT);
    if (result == CL_SUCCESS && (!n || !strings))
        result = CL_INVALID_VALUE;
    for (cl_uint k = 0; k < n && result == CL_SUCCESS; k++)
        if (!strings[k])
            result = CL_INVALID_VALUE;
    if (result == CL_SUCCESS)
        program = gac__cl_program_create(context, GAC__CL_FROM_SOURCE);
    for (cl_uint k = 0; k < n && program; k++) {
        /* "If an element in lengths is zero, its string is null-terminated." */
        size_t length = lengths && lengths[k] ? lengths[k] : strlen(strings[k]);
        gac__bytes_add(&program->source, strings[k], length);
    }
    if (result == CL_SUCCESS && (!program || program->source.failed))
        result = CL_OUT_OF_HOST_MEMORY;
    return gac__cl_created(program, result, errcode_ret);
}

/* -- from IL and binaries ------------------------------------------------- */

/* Whether data is a module that can be parsed. `*spec_bytes_out`, unless NULL,
 * becomes the size of its specialization constant `spec`; 0: there is none. */
static bool is_module(const void *data, size_t size, cl_uint spec,
                      uint32_t *spec_bytes_out)
{
    gac_context *context;
    gac_module *module = NULL;
    gac_spec_info info = {0};
    if (gac_context_create(NULL, &context) != GAC_OK)
        return false;
    bool is = gac__cl_parse(context, data, size, &module) == GAC_OK;
    if (is && spec_bytes_out)
        *spec_bytes_out = gac_module_find_spec(module, spec, &info) == GAC_OK
                              ? info.size_bytes
                              : 0;
    gac_module_destroy(module);
    gac_context_destroy(context);
    return is;
}

cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il,
                                             size_t length, cl_int *errcode_ret)
{
    cl_program program = NULL;
    cl_int result = gac__cl_check(context, GAC__CL_CONTEXT);
    if (result == CL_SUCCESS
        && (!il || !length || !is_module(il, length, 0, NULL)))
        result = CL_INVALID_VALUE;
    if (result == CL_SUCCESS)
        program = gac__cl_program_create(context, GAC__CL_FROM_IL);
    if (program)
        gac__bytes_add(&program->il, il, length);
    if (result == CL_SUCCESS && (!program || program->il.failed))
        result = CL_OUT_OF_HOST_MEMORY;
    return gac__cl_created(program, result, errcode_ret);
}

/* The header of the driver's binaries. The specialization constants and then
 * the module come behind it. */
typedef struct binary_header {
    char magic[8];
    uint32_t version, type, n_specs, reserved;
    uint64_t words_bytes;
} binary_header;

static const char binary_magic[] = "gac-cl\r\n"; /* without its NUL */
#define BINARY_VERSION 1u

/* Reads a binary of the driver's, or a bare module. */
static cl_int read_binary(cl_program program, const unsigned char *data,
                          size_t size)
{
    binary_header header = {.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE};
    const unsigned char *specs = data, *words = data;
    size_t words_bytes = size;
    bool ours = size >= sizeof header && !memcmp(data, binary_magic, 8);
    if (ours) {
        memcpy(&header, data, sizeof header);
        size_t left = size - sizeof header;
        if (header.version != BINARY_VERSION
            || header.n_specs > left / sizeof(gac_spec_value)
            || header.words_bytes
                   != left - header.n_specs * sizeof(gac_spec_value))
            return CL_INVALID_BINARY;
        specs = data + sizeof header;
        words = specs + header.n_specs * sizeof(gac_spec_value);
        words_bytes = (size_t)header.words_bytes;
    }
    if (!is_module(words, words_bytes, 0, NULL)
        || header.type > CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
        return CL_INVALID_BINARY;
    program->specs =
        gac__cl_copy(specs, header.n_specs * sizeof *program->specs);
    program->n_specs = header.n_specs;
    gac__bytes_add(&program->words, words, words_bytes);
    program->binary_type = header.type;
    return program->specs && !program->words.failed ? CL_SUCCESS
                                                    : CL_OUT_OF_HOST_MEMORY;
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint n,
                                                 const cl_device_id *devices,
                                                 const size_t *lengths,
                                                 const unsigned char **binaries,
                                                 cl_int *statuses,
                                                 cl_int *errcode_ret)
{
    cl_int result = CL_SUCCESS;
    cl_program program = NULL;
    if (!gac__cl_is(context, GAC__CL_CONTEXT))
        result = CL_INVALID_CONTEXT;
    else if (!n || !devices || !lengths || !binaries)
        result = CL_INVALID_VALUE;
    else
        result = gac__cl_check_devices(n, devices);
    for (cl_uint k = 0; k < n && result == CL_SUCCESS; k++) {
        bool empty = !lengths[k] || !binaries[k];
        if (statuses)
            statuses[k] = empty ? CL_INVALID_VALUE : CL_SUCCESS;
        if (empty)
            result = CL_INVALID_VALUE;
    }
    if (result == CL_SUCCESS
        && !(program = gac__cl_program_create(context, GAC__CL_FROM_BINARY)))
        result = CL_OUT_OF_HOST_MEMORY;
    if (program) {
        result = read_binary(program, binaries[0], lengths[0]);
        if (statuses)
            statuses[0] = result;
    }
    return gac__cl_created(program, result, errcode_ret);
}

cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(
    cl_context context, cl_uint n, const cl_device_id *devices,
    const char *names, cl_int *errcode_ret)
{
    cl_int result = CL_INVALID_VALUE; /* there are none */
    if (!gac__cl_is(context, GAC__CL_CONTEXT))
        result = CL_INVALID_CONTEXT;
    else if (n && devices && names
             && gac__cl_check_devices(n, devices) != CL_SUCCESS)
        result = CL_INVALID_DEVICE;
    return gac__cl_created(NULL, result, errcode_ret);
}

/* -- specialization ------------------------------------------------------- */

cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program,
                                                      cl_uint id, size_t size,
                                                      const void *value)
{
    if (!gac__cl_is(program, GAC__CL_PROGRAM)
        || program->origin != GAC__CL_FROM_IL)
        return CL_INVALID_PROGRAM;
    uint32_t needs = 0;
    if (!is_module(program->il.data, program->il.n, id, &needs) || !needs)
        return CL_INVALID_SPEC_ID;
    if (size != needs || !value)
        return CL_INVALID_VALUE;
    uint64_t bits = 0;
    memcpy(&bits, value, size);
    cl_int result = CL_SUCCESS;
    pthread_mutex_lock(&program->lock);
    uint32_t k = 0;
    while (k < program->n_specs && program->specs[k].id != id)
        k++;
    if (k == program->n_specs) {
        gac_spec_value *specs =
            realloc(program->specs, (k + 1) * sizeof *specs);
        if (specs) {
            program->specs = specs;
            program->n_specs++;
        } else {
            result = CL_OUT_OF_HOST_MEMORY;
        }
    }
    if (result == CL_SUCCESS)
        program->specs[k] = (gac_spec_value){id, bits};
    pthread_mutex_unlock(&program->lock);
    return result;
}

/* -- queries -------------------------------------------------------------- */

static void get_kernel_count(const void *object, gac__cl_answer *answer)
{
    const struct _cl_program *program = object;
    if (!program->code)
        answer->result = CL_INVALID_PROGRAM_EXECUTABLE;
    GAC__CL_SAY(answer, size_t, program->code ? program->code->n_entries : 0);
}

static void get_kernel_names(const void *object, gac__cl_answer *answer)
{
    const struct _cl_program *program = object;
    const gac__cl_code *code = program->code;
    gac__bytes names = {0};
    if (!code)
        answer->result = CL_INVALID_PROGRAM_EXECUTABLE;
    for (uint32_t e = 0; code && e < code->n_entries; e++) {
        gac__bytes_text(&names, e ? ";" : "");
        gac__bytes_text(&names, code->entries[e].name);
    }
    if (names.failed)
        answer->result = CL_OUT_OF_HOST_MEMORY;
    answer->owned = names.data;
    gac__cl_say_text(answer, names.data);
}

GAC__CL_GETTER(get_binary_sizes, size_t, struct _cl_program,
               o->words.n
                   ? sizeof(binary_header) + o->n_specs * sizeof(gac_spec_value)
                         + o->words.n
                   : 0)

static const gac__cl_query queries[] = {
    GAC__CL_ROW_GET(CL_PROGRAM_REFERENCE_COUNT, gac__cl_get_references),
    GAC__CL_ROW_MEMBER(CL_PROGRAM_CONTEXT, _cl_program, context),
    GAC__CL_ROW(CL_PROGRAM_NUM_DEVICES, cl_uint, 1),
    GAC__CL_ROW_GET(CL_PROGRAM_DEVICES, gac__cl_get_device),
    GAC__CL_ROW_GET_OF(CL_PROGRAM_SOURCE, _cl_program, source.data,
                       gac__cl_get_text),
    GAC__CL_ROW_GET_OF(CL_PROGRAM_IL, _cl_program, il, gac__cl_get_bytes),
    GAC__CL_ROW_GET(CL_PROGRAM_BINARY_SIZES, get_binary_sizes),
    GAC__CL_ROW_GET(CL_PROGRAM_NUM_KERNELS, get_kernel_count),
    GAC__CL_ROW_GET(CL_PROGRAM_KERNEL_NAMES, get_kernel_names),
    GAC__CL_ROW(CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, cl_uint, CL_FALSE),
    GAC__CL_ROW(CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, cl_uint, CL_FALSE),
};

/* Copies the binary to the caller's memory: "param_value points to an array of
 * n pointers", here of one, which may be NULL. */
static cl_int copy_binaries(const struct _cl_program *program, size_t size,
                            void *value, size_t *size_ret)
{
    if (value && size < sizeof(unsigned char *))
        return CL_INVALID_VALUE;
    unsigned char *to = value ? *(unsigned char **)value : NULL;
    if (to && program->words.n) {
        binary_header header = {.version = BINARY_VERSION,
                                .type = program->binary_type,
                                .n_specs = program->n_specs,
                                .words_bytes = program->words.n};
        memcpy(header.magic, binary_magic, sizeof header.magic);
        size_t specs_bytes = program->n_specs * sizeof(gac_spec_value);
        memcpy(to, &header, sizeof header);
        if (specs_bytes)
            memcpy(to + sizeof header, program->specs, specs_bytes);
        memcpy(to + sizeof header + specs_bytes, program->words.data,
               program->words.n);
    }
    if (size_ret)
        *size_ret = sizeof(unsigned char *);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info name,
                                    size_t size, void *value, size_t *size_ret)
{
    GAC__CL_TRY(gac__cl_check(program, GAC__CL_PROGRAM));
    pthread_mutex_lock(&program->lock);
    cl_int result =
        name == CL_PROGRAM_BINARIES
            ? copy_binaries(program, size, value, size_ret)
            : GAC__CL_INFO(queries, program, name, size, value, size_ret);
    pthread_mutex_unlock(&program->lock);
    return result;
}

GAC__CL_GETTER(get_variable_bytes, size_t, struct _cl_program,
               o->code ? (size_t)gac_module_global_bytes(o->code->module) : 0)

static const gac__cl_query build_queries[] = {
    GAC__CL_ROW_MEMBER(CL_PROGRAM_BUILD_STATUS, _cl_program, status),
    GAC__CL_ROW_GET_OF(CL_PROGRAM_BUILD_OPTIONS, _cl_program, options,
                       gac__cl_get_text),
    GAC__CL_ROW_GET_OF(CL_PROGRAM_BUILD_LOG, _cl_program, log.data,
                       gac__cl_get_text),
    GAC__CL_ROW_MEMBER(CL_PROGRAM_BINARY_TYPE, _cl_program, binary_type),
    GAC__CL_ROW_GET(CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                    get_variable_bytes),
};

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program,
                                         cl_device_id device,
                                         cl_program_build_info name,
                                         size_t size, void *value,
                                         size_t *size_ret)
{
    GAC__CL_TRY(gac__cl_check(program, GAC__CL_PROGRAM));
    GAC__CL_TRY(gac__cl_check(device, GAC__CL_DEVICE));
    pthread_mutex_lock(&program->lock);
    cl_int result =
        GAC__CL_INFO(build_queries, program, name, size, value, size_ret);
    pthread_mutex_unlock(&program->lock);
    return result;
}
