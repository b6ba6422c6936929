/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Contexts. */
#include "opencl/cl_device.h"

#include <stdlib.h>

void gac__cl_notify(cl_context context, const char *text)
{
    if (context->notify)
        context->notify(text, NULL, 0, context->notify_user);
}

/* Reads the properties: the platform must be gac's. */
static cl_int read_properties(const cl_context_properties *list)
{
    bool seen[2] = {false, false};
    for (size_t n = 0; list && list[n]; n += 2) {
        bool platform = list[n] == CL_CONTEXT_PLATFORM;
        if (!platform && list[n] != CL_CONTEXT_INTEROP_USER_SYNC)
            return CL_INVALID_PROPERTY;
        if (seen[platform])
            return CL_INVALID_PROPERTY;
        seen[platform] = true;
        if (platform && !gac__cl_is((void *)list[n + 1], GAC__CL_PLATFORM))
            return CL_INVALID_PLATFORM;
        if (!platform && list[n + 1] != CL_TRUE && list[n + 1] != CL_FALSE)
            return CL_INVALID_PROPERTY;
    }
    return CL_SUCCESS;
}

static void destroy(void *object)
{
    cl_context context = object;
    gac__cl_destructors_call(&context->destructors, context, NULL);
    for (size_t n = 0; n < context->n_shared; n++)
        gac__cl_shared_unuse(context->shared[n]);
    free(context->shared);
    gac__bytes_free(&context->properties);
    pthread_mutex_destroy(&context->lock);
}

cl_context CL_API_CALL clCreateContext(
    const cl_context_properties *properties, cl_uint n_devices,
    const cl_device_id *devices,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
    void *user, cl_int *errcode_ret)
{
    cl_context context = NULL;
    cl_int result = read_properties(properties);
    if (result == CL_SUCCESS && (!n_devices || !devices || (!notify && user)))
        result = CL_INVALID_VALUE;
    if (result == CL_SUCCESS)
        result = gac__cl_check_devices(n_devices, devices);
    if (result == CL_SUCCESS
        && !(context =
                 gac__cl_create(GAC__CL_CONTEXT, sizeof *context, destroy)))
        result = CL_OUT_OF_HOST_MEMORY;
    if (context) {
        pthread_mutex_init(&context->lock, NULL);
        context->notify = notify;
        context->notify_user = user;
        if (!gac__cl_keep_properties(&context->properties, properties))
            result = CL_OUT_OF_HOST_MEMORY;
    }
    return gac__cl_created(context, result, errcode_ret);
}

cl_context CL_API_CALL clCreateContextFromType(
    const cl_context_properties *properties, cl_device_type type,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
    void *user, cl_int *errcode_ret)
{
    cl_device_id device;
    cl_int result = clGetDeviceIDs(gac__cl_platform(), type, 1, &device, NULL);
    if (result == CL_SUCCESS)
        return clCreateContext(properties, 1, &device, notify, user,
                               errcode_ret);
    return gac__cl_created(NULL, result, errcode_ret);
}

cl_int gac__cl_destructor_add(pthread_mutex_t *lock, gac__cl_destructor **list,
                              gac__cl_destructor added)
{
    gac__cl_destructor *d = gac__cl_copy(&added, sizeof added);
    if (!d)
        return CL_OUT_OF_HOST_MEMORY;
    pthread_mutex_lock(lock);
    d->next = *list;
    *list = d;
    pthread_mutex_unlock(lock);
    return CL_SUCCESS;
}

void gac__cl_destructors_call(gac__cl_destructor **list, cl_context context,
                              cl_mem memory)
{
    gac__cl_destructor *d;
    while ((d = *list) != NULL) {
        *list = d->next;
        if (context)
            d->call.context(context, d->user);
        else
            d->call.memory(memory, d->user);
        free(d);
    }
}

cl_int CL_API_CALL clSetContextDestructorCallback(
    cl_context context, void(CL_CALLBACK *notify)(cl_context, void *),
    void *user)
{
    GAC__CL_TRY(gac__cl_check(context, GAC__CL_CONTEXT));
    if (!notify)
        return CL_INVALID_VALUE;
    return gac__cl_destructor_add(
        &context->lock, &context->destructors,
        (gac__cl_destructor){.call.context = notify, .user = user});
}

static const gac__cl_query queries[] = {
    GAC__CL_ROW_GET(CL_CONTEXT_REFERENCE_COUNT, gac__cl_get_references),
    GAC__CL_ROW(CL_CONTEXT_NUM_DEVICES, cl_uint, 1),
    GAC__CL_ROW_GET(CL_CONTEXT_DEVICES, gac__cl_get_device),
    GAC__CL_ROW_GET_OF(CL_CONTEXT_PROPERTIES, _cl_context, properties,
                       gac__cl_get_bytes),
};

GAC__CL_DEFINE_INFO(clGetContextInfo, cl_context, GAC__CL_CONTEXT, queries)
