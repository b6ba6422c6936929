/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Queries of kernels, their parameters and their work-groups. */
#include "opencl/opencl_internal.h"

#include <string.h>

static void get_name(const void *object, gac__cl_answer *answer)
{
    const struct _cl_kernel *kernel = object;
    gac__cl_say_text(answer, kernel->code->entries[kernel->entry].name);
}

GAC__CL_GETTER(get_context, const void *, struct _cl_kernel,
               o->program->context)

static const gac__cl_query queries[] = {
    GAC__CL_ROW_GET(CL_KERNEL_FUNCTION_NAME, get_name),
    GAC__CL_ROW_MEMBER(CL_KERNEL_NUM_ARGS, _cl_kernel, inputs.n),
    GAC__CL_ROW_GET(CL_KERNEL_REFERENCE_COUNT, gac__cl_get_references),
    GAC__CL_ROW_GET(CL_KERNEL_CONTEXT, get_context),
    GAC__CL_ROW_MEMBER(CL_KERNEL_PROGRAM, _cl_kernel, program),
    GAC__CL_ROW_GET_OF(CL_KERNEL_ATTRIBUTES, _cl_kernel, attributes,
                       gac__cl_get_text),
};

GAC__CL_DEFINE_INFO(clGetKernelInfo, cl_kernel, GAC__CL_KERNEL, queries)

/* The object of the queries of an argument is its gac__cl_parameter. */
static void get_address_space(const void *object, gac__cl_answer *answer)
{
    static const cl_uint space[] = {
        [GAC_PARAM_VALUE] = CL_KERNEL_ARG_ADDRESS_PRIVATE,
        [GAC_PARAM_GLOBAL] = CL_KERNEL_ARG_ADDRESS_GLOBAL,
        [GAC_PARAM_CONSTANT] = CL_KERNEL_ARG_ADDRESS_CONSTANT,
        [GAC_PARAM_LOCAL] = CL_KERNEL_ARG_ADDRESS_LOCAL};
    GAC__CL_SAY(answer, cl_uint,
                space[((const gac__cl_parameter *)object)->info.kind]);
}

static void get_name_if_known(const void *member, gac__cl_answer *answer)
{
    if (!*(char *const *)member)
        answer->result = CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    gac__cl_get_text(member, answer);
}

static void get_qualifiers(const void *object, gac__cl_answer *answer)
{
    const gac_param_info *p = &((const gac__cl_parameter *)object)->info;
    cl_ulong bits = CL_KERNEL_ARG_TYPE_NONE;
    if (p->is_const || p->kind == GAC_PARAM_CONSTANT)
        bits |= CL_KERNEL_ARG_TYPE_CONST;
    if (p->is_restrict)
        bits |= CL_KERNEL_ARG_TYPE_RESTRICT;
    if (p->is_volatile)
        bits |= CL_KERNEL_ARG_TYPE_VOLATILE;
    GAC__CL_SAY(answer, cl_ulong, bits);
}

static const gac__cl_query argument_queries[] = {
    GAC__CL_ROW_GET(CL_KERNEL_ARG_ADDRESS_QUALIFIER, get_address_space),
    GAC__CL_ROW(CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_uint,
                CL_KERNEL_ARG_ACCESS_NONE),
    GAC__CL_ROW_GET_OF(CL_KERNEL_ARG_TYPE_NAME, gac__cl_parameter, type_name,
                       get_name_if_known),
    GAC__CL_ROW_GET(CL_KERNEL_ARG_TYPE_QUALIFIER, get_qualifiers),
    GAC__CL_ROW_GET_OF(CL_KERNEL_ARG_NAME, gac__cl_parameter, name,
                       get_name_if_known),
};

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint index,
                                      cl_kernel_arg_info name, size_t size,
                                      void *value, size_t *size_ret)
{
    GAC__CL_TRY(gac__cl_check(kernel, GAC__CL_KERNEL));
    if (index >= kernel->inputs.n)
        return CL_INVALID_ARG_INDEX;
    return GAC__CL_INFO(argument_queries, &kernel->parameters[index], name,
                        size, value, size_ret);
}

size_t gac__cl_most_items(const struct _cl_kernel *kernel)
{
    size_t most = GAC__CL_MAX_GROUP_ITEMS;
    if (kernel->info.max_work_items && kernel->info.max_work_items < most)
        most = kernel->info.max_work_items;
    return most;
}

GAC__CL_GETTER(get_most_items, size_t, struct _cl_kernel, gac__cl_most_items(o))

static void get_required(const void *object, gac__cl_answer *answer)
{
    const struct _cl_kernel *kernel = object;
    size_t sizes[3];
    for (int d = 0; d < 3; d++)
        sizes[d] = kernel->info.required_local[d];
    gac__cl_say_value(answer, sizes, sizeof sizes);
}

uint64_t gac__cl_local_bytes(const struct _cl_kernel *kernel)
{
    uint64_t bytes = kernel->info.local_bytes;
    for (uint32_t k = 0; k < kernel->inputs.n; k++)
        if (kernel->inputs.arguments[k].kind == GAC__CL_LOCAL
            && __builtin_add_overflow(bytes, kernel->inputs.arguments[k].size,
                                      &bytes))
            return UINT64_MAX;
    return bytes;
}

GAC__CL_GETTER(get_local_bytes, cl_ulong, struct _cl_kernel,
               gac__cl_local_bytes(o))

/* Only "a custom device or a built-in kernel" has CL_KERNEL_GLOBAL_WORK_SIZE:
 * there are none. */
static void get_global_size(const void *object, gac__cl_answer *answer)
{
    (void)object;
    answer->result = CL_INVALID_VALUE;
}

static const gac__cl_query group_queries[] = {
    GAC__CL_ROW_GET(CL_KERNEL_GLOBAL_WORK_SIZE, get_global_size),
    GAC__CL_ROW_GET(CL_KERNEL_WORK_GROUP_SIZE, get_most_items),
    GAC__CL_ROW_GET(CL_KERNEL_COMPILE_WORK_GROUP_SIZE, get_required),
    GAC__CL_ROW_GET(CL_KERNEL_LOCAL_MEM_SIZE, get_local_bytes),
    GAC__CL_ROW(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t,
                GAC__CL_PREFERRED_MULTIPLE),
    GAC__CL_ROW_MEMBER(CL_KERNEL_PRIVATE_MEM_SIZE, _cl_kernel,
                       info.private_bytes),
    GAC__CL_ROW(CL_KERNEL_SPILL_MEM_SIZE_INTEL, cl_ulong, 0),
};

static bool is_device(cl_device_id device)
{
    return !device || gac__cl_is(device, GAC__CL_DEVICE);
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel,
                                            cl_device_id device,
                                            cl_kernel_work_group_info name,
                                            size_t size, void *value,
                                            size_t *size_ret)
{
    GAC__CL_TRY(gac__cl_check(kernel, GAC__CL_KERNEL));
    if (!is_device(device))
        return CL_INVALID_DEVICE;
    return GAC__CL_INFO(group_queries, kernel, name, size, value, size_ret);
}

/* -- sub-groups ----------------------------------------------------------- */

gac_result gac__cl_complete_options(const struct _cl_kernel *kernel,
                                    gac_run_options *options)
{
    gac_launch *launch = gac__cl_take_launch(kernel->code, kernel->entry, NULL);
    if (!launch)
        return GAC_ERR_MEMORY;
    gac_result result = gac_launch_complete_options(launch, options);
    gac__cl_give_back(kernel->code, kernel->entry, launch);
    return result;
}

/* Returns the sub-group size of a launch with this work-group size; 0: such a
 * launch is not possible. */
static size_t sub_group_size(const struct _cl_kernel *kernel,
                             const size_t local[3], cl_uint dimensions)
{
    gac_run_options options = {.size = sizeof options,
                               .dimensions = dimensions};
    for (cl_uint d = 0; d < dimensions; d++)
        options.global[d] = options.local[d] = local[d];
    return gac__cl_complete_options(kernel, &options) == GAC_OK
               ? options.sub_group_size
               : 0;
}

static size_t items_of(const size_t local[3], cl_uint dimensions)
{
    size_t items = 1;
    for (cl_uint d = 0; d < dimensions; d++)
        if (__builtin_mul_overflow(items, local[d], &items))
            return SIZE_MAX;
    return items;
}

/* Returns a one-dimensional work-group size that makes `count` sub-groups; 0:
 * there is none. */
static size_t local_for(const struct _cl_kernel *kernel, size_t count)
{
    size_t items = 0;
    for (size_t k = GAC__CL_MAX_GROUP_ITEMS; k > 0 && count; k /= 2) {
        size_t local[3] = {k, 1, 1};
        size_t size = sub_group_size(kernel, local, 1);
        if (size && k / size >= count && k % size == 0)
            items = count * size;
    }
    return items <= gac__cl_most_items(kernel) ? items : 0;
}

static cl_int sub_group_info(cl_kernel kernel, cl_kernel_sub_group_info name,
                             size_t input_size, const void *input, size_t size,
                             void *value, size_t *size_ret)
{
    gac__cl_answer answer = {.result = CL_SUCCESS};
    size_t local[3] = {1, 1, 1}, n = input_size / sizeof(size_t), one;
    bool sizes = input && n >= 1 && n <= 3 && input_size % sizeof(size_t) == 0;
    switch (name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        if (!sizes)
            return CL_INVALID_VALUE;
        memcpy(local, input, input_size);
        one = sub_group_size(kernel, local, (cl_uint)n);
        if (name == CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE && one)
            one = (items_of(local, (cl_uint)n) + one - 1) / one;
        GAC__CL_SAY(&answer, size_t, one);
        break;
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
        n = size / sizeof(size_t);
        if (!input || input_size != sizeof one
            || (value && (!n || n > 3 || size % sizeof(size_t))))
            return CL_INVALID_VALUE;
        memcpy(&one, input, sizeof one);
        local[0] = local_for(kernel, one);
        local[1] = local[2] = local[0] ? 1 : 0;
        gac__cl_say_value(&answer, local, (value ? n : 3) * sizeof *local);
        break;
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
        GAC__CL_SAY(&answer, size_t,
                    kernel->info.sub_groups ? kernel->info.sub_groups
                                            : gac__cl_most_items(kernel));
        break;
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
        GAC__CL_SAY(&answer, size_t, kernel->info.sub_groups);
        break;
    case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
        GAC__CL_SAY(&answer, size_t, kernel->info.sub_group_size);
        break;
    default: return CL_INVALID_VALUE;
    }
    return gac__cl_answer_copy(&answer, size, value, size_ret);
}

cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel,
                                           cl_device_id device,
                                           cl_kernel_sub_group_info name,
                                           size_t input_size, const void *input,
                                           size_t size, void *value,
                                           size_t *size_ret)
{
    GAC__CL_TRY(gac__cl_check(kernel, GAC__CL_KERNEL));
    if (!is_device(device))
        return CL_INVALID_DEVICE;
    return sub_group_info(kernel, name, input_size, input, size, value,
                          size_ret);
}
