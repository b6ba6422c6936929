/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Kernels and their arguments. */
#include "opencl/opencl_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- making kernels ------------------------------------------------------- */

static char *copy_of(const char *text)
{
    return text ? strdup(text) : NULL;
}

/* Writes the attributes in the source's order, separated by blanks; NULL: out
 * of memory. */
static char *write_attributes(const gac_kernel_info *info)
{
    gac__bytes text = {0};
    const uint32_t *r = info->required_local, *h = info->local_hint;
    gac__bytes_text(&text, "");
    if (info->vec_type_hint)
        gac__bytes_print(&text, "vec_type_hint(%.40s)", info->vec_type_hint);
    if (h[0])
        gac__bytes_print(&text, "%swork_group_size_hint(%u,%u,%u)",
                         text.n ? " " : "", h[0], h[1], h[2]);
    if (r[0])
        gac__bytes_print(&text, "%sreqd_work_group_size(%u,%u,%u)",
                         text.n ? " " : "", r[0], r[1], r[2]);
    if (text.failed)
        gac__bytes_free(&text);
    return text.data;
}

/* Sets a kernel's description from its launch; false: out of memory. */
static bool describe(cl_kernel kernel, const gac_launch *launch)
{
    uint32_t n = gac_launch_param_count(launch);
    kernel->inputs.n = n;
    kernel->parameters = calloc(n ? n : 1, sizeof *kernel->parameters);
    kernel->inputs.arguments =
        calloc(n ? n : 1, sizeof *kernel->inputs.arguments);
    kernel->info.size = sizeof kernel->info;
    if (!kernel->parameters || !kernel->inputs.arguments
        || gac_launch_kernel_info(launch, &kernel->info) != GAC_OK)
        return false;
    for (uint32_t k = 0; k < n; k++) {
        gac__cl_parameter *p = &kernel->parameters[k];
        if (gac_launch_param(launch, k, &p->info) != GAC_OK)
            return false;
        p->name = copy_of(p->info.name);
        p->type_name = copy_of(p->info.type_name);
        p->info.name = p->info.type_name = NULL;
    }
    kernel->attributes = kernel->program->origin == GAC__CL_FROM_SOURCE
                             ? write_attributes(&kernel->info)
                             : strdup("");
    kernel->info.vec_type_hint = NULL; /* it belongs to the launch */
    return kernel->attributes != NULL;
}

static void attach(cl_program program, int by)
{
    pthread_mutex_lock(&program->lock);
    program->n_kernels += (uint32_t)by;
    pthread_mutex_unlock(&program->lock);
}

static void destroy(void *object)
{
    cl_kernel kernel = object;
    for (uint32_t k = 0; kernel->parameters && k < kernel->inputs.n; k++) {
        free(kernel->parameters[k].name);
        free(kernel->parameters[k].type_name);
    }
    gac__cl_inputs_free(&kernel->inputs);
    free(kernel->parameters);
    free(kernel->attributes);
    gac__cl_code_unuse(kernel->code);
    attach(kernel->program, -1);
    gac__cl_unuse(kernel->program);
}

static cl_int make(cl_program program, gac__cl_code *code, uint32_t entry,
                   cl_kernel *kernel_out)
{
    gac__bytes log = {0};
    gac_launch *launch = gac__cl_take_launch(code, entry, &log);
    if (log.data) {
        fputs(log.data, stderr);
        gac__cl_notify(program->context, log.data);
    }
    gac__bytes_free(&log);
    if (!launch)
        return CL_OUT_OF_RESOURCES;
    cl_kernel kernel = gac__cl_create(GAC__CL_KERNEL, sizeof *kernel, destroy);
    if (!kernel) {
        gac__cl_give_back(code, entry, launch);
        return CL_OUT_OF_HOST_MEMORY;
    }
    kernel->program = program;
    gac__cl_use(program);
    attach(program, 1);
    kernel->code = code;
    gac__cl_code_use(code);
    kernel->entry = entry;
    bool fine = describe(kernel, launch);
    gac__cl_give_back(code, entry, launch);
    if (!fine) {
        gac__cl_release(kernel, GAC__CL_KERNEL);
        return CL_OUT_OF_HOST_MEMORY;
    }
    *kernel_out = kernel;
    return CL_SUCCESS;
}

/* Returns the program's code, with a use for the caller; NULL: it has not been
 * built. */
static gac__cl_code *code_of(cl_program program)
{
    pthread_mutex_lock(&program->lock);
    gac__cl_code *code = program->code;
    if (code)
        gac__cl_code_use(code);
    pthread_mutex_unlock(&program->lock);
    return code;
}

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name,
                                     cl_int *errcode_ret)
{
    cl_int result = CL_SUCCESS;
    cl_kernel kernel = NULL;
    gac__cl_code *code = NULL;
    if (!gac__cl_is(program, GAC__CL_PROGRAM))
        result = CL_INVALID_PROGRAM;
    else if (!name)
        result = CL_INVALID_VALUE;
    else if (!(code = code_of(program)))
        result = CL_INVALID_PROGRAM_EXECUTABLE;
    if (code) {
        uint32_t e = 0;
        while (e < code->n_entries && strcmp(code->entries[e].name, name) != 0)
            e++;
        result = e == code->n_entries ? CL_INVALID_KERNEL_NAME
                                      : make(program, code, e, &kernel);
        gac__cl_code_unuse(code);
    }
    return gac__cl_created(kernel, result, errcode_ret);
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint n,
                                            cl_kernel *kernels, cl_uint *n_ret)
{
    GAC__CL_TRY(gac__cl_check(program, GAC__CL_PROGRAM));
    gac__cl_code *code = code_of(program);
    if (!code)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    cl_int result = CL_SUCCESS;
    if (kernels && n < code->n_entries)
        result = CL_INVALID_VALUE;
    uint32_t made = 0;
    while (kernels && result == CL_SUCCESS && made < code->n_entries) {
        result = make(program, code, made, &kernels[made]);
        made += result == CL_SUCCESS;
    }
    if (result != CL_SUCCESS)
        while (made > 0)
            gac__cl_release(kernels[--made], GAC__CL_KERNEL);
    if (n_ret && result == CL_SUCCESS)
        *n_ret = code->n_entries;
    gac__cl_code_unuse(code);
    return result;
}

/* -- arguments ------------------------------------------------------------ */

void gac__cl_inputs_free(gac__cl_inputs *inputs)
{
    for (uint32_t k = 0; inputs->arguments && k < inputs->n; k++)
        free(inputs->arguments[k].value);
    free(inputs->arguments);
    free(inputs->pointers);
    *inputs = (gac__cl_inputs){0};
}

bool gac__cl_inputs_copy(gac__cl_inputs *to, const gac__cl_inputs *from)
{
    *to = *from;
    to->arguments =
        gac__cl_copy(from->arguments, from->n * sizeof *to->arguments);
    to->pointers =
        gac__cl_copy(from->pointers, from->n_pointers * sizeof *to->pointers);
    bool fine = to->arguments && to->pointers;
    for (uint32_t k = 0; to->arguments && k < to->n; k++) {
        gac__cl_argument *a = &to->arguments[k];
        if (!a->value)
            continue;
        a->value = gac__cl_copy(a->value, a->size);
        fine &= a->value != NULL;
    }
    return fine;
}

/* Sets an argument in place of the earlier one. */
static cl_int replace(gac__cl_argument *a, gac__cl_argument by)
{
    free(a->value);
    *a = by;
    return CL_SUCCESS;
}

cl_kernel CL_API_CALL clCloneKernel(cl_kernel source, cl_int *errcode_ret)
{
    cl_kernel kernel = NULL;
    cl_int result = CL_INVALID_KERNEL;
    if (gac__cl_is(source, GAC__CL_KERNEL))
        result = make(source->program, source->code, source->entry, &kernel);
    if (kernel) {
        gac__cl_inputs_free(&kernel->inputs);
        if (!gac__cl_inputs_copy(&kernel->inputs, &source->inputs))
            result = CL_OUT_OF_HOST_MEMORY;
    }
    return gac__cl_created(kernel, result, errcode_ret);
}

static bool is_pointer(const gac_param_info *p)
{
    return p->kind == GAC_PARAM_GLOBAL || p->kind == GAC_PARAM_CONSTANT;
}

static cl_int set_local(gac__cl_argument *a, size_t size, const void *value)
{
    if (value)
        return CL_INVALID_ARG_VALUE;
    if (!size)
        return CL_INVALID_ARG_SIZE;
    return replace(a, (gac__cl_argument){.kind = GAC__CL_LOCAL, .size = size});
}

/* "Implementations shall not allow cl_kernel objects to hold reference counts
 * to cl_kernel arguments": the program may release a buffer once the launches
 * that need it are enqueued. */
static cl_int set_memory(cl_kernel kernel, gac__cl_argument *a, size_t size,
                         const void *value)
{
    cl_mem memory = NULL;
    if (size != sizeof memory)
        return CL_INVALID_ARG_SIZE;
    if (value)
        memcpy(&memory, value, sizeof memory);
    if (memory
        && (!gac__cl_is(memory, GAC__CL_MEMORY)
            || memory->context != kernel->program->context))
        return CL_INVALID_MEM_OBJECT;
    return replace(
        a, (gac__cl_argument){.kind = GAC__CL_BUFFER,
                              .memory = memory,
                              .serial = memory ? memory->object.serial : 0});
}

/* Whether a value has the parameter's size; of a vector of 3 the host may pass
 * 3 or 4 components. */
static bool fits(const gac_param_info *p, size_t size)
{
    return size == p->size_bytes
           || (p->n_components == 3
               && (size == 4 * (size_t)p->element_bytes
                   || size == 3 * (size_t)p->element_bytes));
}

static cl_int set_value(gac__cl_argument *a, const gac_param_info *p,
                        size_t size, const void *value)
{
    if (!value)
        return CL_INVALID_ARG_VALUE;
    if (!fits(p, size))
        return CL_INVALID_ARG_SIZE;
    void *copy = gac__cl_copy(value, size);
    if (!copy)
        return CL_OUT_OF_HOST_MEMORY;
    return replace(a, (gac__cl_argument){
                          .kind = GAC__CL_VALUE, .size = size, .value = copy});
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size,
                                  const void *value)
{
    GAC__CL_TRY(gac__cl_check(kernel, GAC__CL_KERNEL));
    if (index >= kernel->inputs.n)
        return CL_INVALID_ARG_INDEX;
    const gac_param_info *p = &kernel->parameters[index].info;
    gac__cl_argument *a = &kernel->inputs.arguments[index];
    if (p->kind == GAC_PARAM_LOCAL)
        return set_local(a, size, value);
    return is_pointer(p) ? set_memory(kernel, a, size, value)
                         : set_value(a, p, size, value);
}

/* Sets an argument to an address in shared memory or in a buffer; 0 is a null
 * pointer. */
static cl_int set_pointer(cl_kernel kernel, cl_uint index, uint64_t pointer)
{
    GAC__CL_TRY(gac__cl_check(kernel, GAC__CL_KERNEL));
    if (index >= kernel->inputs.n)
        return CL_INVALID_ARG_INDEX;
    if (!is_pointer(&kernel->parameters[index].info))
        return CL_INVALID_ARG_VALUE;
    return replace(
        &kernel->inputs.arguments[index],
        (gac__cl_argument){.kind = pointer ? GAC__CL_POINTER : GAC__CL_BUFFER,
                           .pointer = pointer});
}

cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index,
                                            const void *value)
{
    return set_pointer(kernel, index, (uint64_t)(uintptr_t)value);
}

cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(
    cl_kernel kernel, cl_uint index, cl_mem_device_address_ext value)
{
    return set_pointer(kernel, index, value);
}

/* Sets the kernel's list of pointers, in place of an earlier one. */
static cl_int set_pointers(cl_kernel kernel, size_t size, const void *value)
{
    size_t n = size / sizeof(uint64_t);
    if (size % sizeof(uint64_t))
        return CL_INVALID_VALUE;
    uint64_t *pointers = gac__cl_copy(value, size);
    if (!pointers)
        return CL_OUT_OF_HOST_MEMORY;
    free(kernel->inputs.pointers);
    kernel->inputs.pointers = pointers;
    kernel->inputs.n_pointers = n;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel,
                                       cl_kernel_exec_info name, size_t size,
                                       const void *value)
{
    cl_bool flag;
    GAC__CL_TRY(gac__cl_check(kernel, GAC__CL_KERNEL));
    if (!value && size)
        return CL_INVALID_VALUE;
    switch (name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
    case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
    case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
        return size || name == CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL
                   ? set_pointers(kernel, size, value)
                   : CL_INVALID_VALUE;
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
        if (size != sizeof flag)
            return CL_INVALID_VALUE;
        memcpy(&flag, value, sizeof flag);
        return flag ? CL_INVALID_OPERATION : CL_SUCCESS;
    case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
        if (size != sizeof flag)
            return CL_INVALID_VALUE;
        memcpy(&flag, value, sizeof flag);
        kernel->inputs
            .indirect[name - CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL] =
            flag != 0;
        return CL_SUCCESS;
    default: return CL_INVALID_VALUE;
    }
}
