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

/* Writes the attributes in the source's order, separated by blanks. */
static char *write_attributes(const gac_kernel_info *info)
{
    char text[256];
    size_t n = 0;
    const uint32_t *r = info->required_local, *h = info->local_hint;
    text[0] = '\0';
    if (info->vec_type_hint)
        n += (size_t)snprintf(text + n, sizeof text - n, "vec_type_hint(%.40s)",
                              info->vec_type_hint);
    if (h[0])
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "%swork_group_size_hint(%u,%u,%u)", n ? " " : "",
                              h[0], h[1], h[2]);
    if (r[0])
        (void)snprintf(text + n, sizeof text - n,
                       "%sreqd_work_group_size(%u,%u,%u)", n ? " " : "", r[0],
                       r[1], r[2]);
    return strdup(text);
}

/* Sets a kernel's description from its launch; false: out of memory. */
static bool describe(cl_kernel kernel, const gac_launch *launch)
{
    uint32_t n = gac_launch_param_count(launch);
    kernel->n_parameters = n;
    kernel->parameters = calloc(n ? n : 1, sizeof *kernel->parameters);
    kernel->arguments = calloc(n ? n : 1, sizeof *kernel->arguments);
    kernel->info.size = sizeof kernel->info;
    if (!kernel->parameters || !kernel->arguments
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
    if (kernel->arguments)
        gac__cl_arguments_drop(kernel->arguments, kernel->n_parameters);
    for (uint32_t k = 0; kernel->parameters && k < kernel->n_parameters; k++) {
        free(kernel->parameters[k].name);
        free(kernel->parameters[k].type_name);
    }
    free(kernel->arguments);
    free(kernel->parameters);
    free(kernel->attributes);
    free(kernel->pointers);
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

static void drop_argument(gac__cl_argument *a)
{
    free(a->value);
    *a = (gac__cl_argument){0};
}

void gac__cl_arguments_drop(gac__cl_argument *arguments, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        drop_argument(&arguments[k]);
}

bool gac__cl_arguments_copy(gac__cl_argument *to, const gac__cl_argument *from,
                            uint32_t n)
{
    bool fine = true;
    for (uint32_t k = 0; k < n; k++) {
        to[k] = from[k];
        to[k].value = NULL;
        if (!from[k].value)
            continue;
        to[k].value = gac__cl_copy(from[k].value, from[k].size);
        fine = fine && to[k].value;
    }
    return fine;
}

static bool copy_settings(cl_kernel to, const struct _cl_kernel *from)
{
    if (!gac__cl_arguments_copy(to->arguments, from->arguments,
                                from->n_parameters))
        return false;
    memcpy(to->indirect, from->indirect, sizeof to->indirect);
    to->pointers =
        gac__cl_copy(from->pointers, from->n_pointers * sizeof *to->pointers);
    to->n_pointers = from->n_pointers;
    return to->pointers != NULL;
}

cl_kernel CL_API_CALL clCloneKernel(cl_kernel source, cl_int *errcode_ret)
{
    cl_kernel kernel = NULL;
    cl_int result = CL_INVALID_KERNEL;
    if (gac__cl_is(source, GAC__CL_KERNEL))
        result = make(source->program, source->code, source->entry, &kernel);
    if (kernel && !copy_settings(kernel, source))
        result = CL_OUT_OF_HOST_MEMORY;
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
    drop_argument(a);
    a->kind = GAC__CL_LOCAL;
    a->size = size;
    return CL_SUCCESS;
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
    drop_argument(a);
    a->kind = GAC__CL_BUFFER;
    a->memory = memory;
    a->serial = memory ? memory->object.serial : 0;
    return CL_SUCCESS;
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
    drop_argument(a);
    a->kind = GAC__CL_VALUE;
    a->size = size;
    a->value = copy;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size,
                                  const void *value)
{
    GAC__CL_TRY(gac__cl_check(kernel, GAC__CL_KERNEL));
    if (index >= kernel->n_parameters)
        return CL_INVALID_ARG_INDEX;
    const gac_param_info *p = &kernel->parameters[index].info;
    gac__cl_argument *a = &kernel->arguments[index];
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
    if (index >= kernel->n_parameters)
        return CL_INVALID_ARG_INDEX;
    if (!is_pointer(&kernel->parameters[index].info))
        return CL_INVALID_ARG_VALUE;
    drop_argument(&kernel->arguments[index]);
    kernel->arguments[index].kind = pointer ? GAC__CL_POINTER : GAC__CL_BUFFER;
    kernel->arguments[index].pointer = pointer;
    return CL_SUCCESS;
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
    free(kernel->pointers);
    kernel->pointers = pointers;
    kernel->n_pointers = n;
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
        kernel
            ->indirect[name - CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL] =
            flag != 0;
        return CL_SUCCESS;
    default: return CL_INVALID_VALUE;
    }
}
