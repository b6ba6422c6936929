/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Functions of what the device lacks: images, samplers, pipes, parts, GL. They
 * return the errors that the specification has for CL_DEVICE_IMAGE_SUPPORT
 * false and the like; an object that cannot be created has no valid handle. */
#include "opencl/opencl_internal.h"

/* Most of these functions look at few of their parameters. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Refuses to create an object of a context. */
static void *refuse(cl_context context, cl_int why, cl_int *errcode_ret)
{
    cl_int result = gac__cl_check(context, GAC__CL_CONTEXT);
    return gac__cl_created(NULL, result == CL_SUCCESS ? why : result,
                           errcode_ret);
}

/* Defines a function that creates no object of a context. */
#define REFUSED(why, handle_type, name, ...)                                   \
    handle_type CL_API_CALL name(cl_context context, __VA_ARGS__,              \
                                 cl_int *errcode_ret)                          \
    {                                                                          \
        return refuse(context, why, errcode_ret);                              \
    }

/* "CL_INVALID_OPERATION if there are no devices in context that support
 * images." */
REFUSED(CL_INVALID_OPERATION, cl_mem, clCreateImage, cl_mem_flags flags,
        const cl_image_format *format, const cl_image_desc *description,
        void *host)

REFUSED(CL_INVALID_OPERATION, cl_mem, clCreateImageWithProperties,
        const cl_mem_properties *properties, cl_mem_flags flags,
        const cl_image_format *format, const cl_image_desc *description,
        void *host)

REFUSED(CL_INVALID_OPERATION, cl_mem, clCreateImage2D, cl_mem_flags flags,
        const cl_image_format *format, size_t width, size_t height,
        size_t pitch, void *host)

REFUSED(CL_INVALID_OPERATION, cl_mem, clCreateImage3D, cl_mem_flags flags,
        const cl_image_format *format, size_t width, size_t height,
        size_t depth, size_t pitch, size_t slice, void *host)

/* The list of formats is empty for every type of image. */
cl_int CL_API_CALL clGetSupportedImageFormats(
    cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint n,
    cl_image_format *formats, cl_uint *n_ret)
{
    GAC__CL_TRY(gac__cl_check(context, GAC__CL_CONTEXT));
    if (!n && formats)
        return CL_INVALID_VALUE;
    if (n_ret)
        *n_ret = 0;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info name, size_t size,
                                  void *value, size_t *size_ret)
{
    return CL_INVALID_MEM_OBJECT;
}

/* Checks a command over an image: the errors of queue and events come first. */
static cl_int refuse_command(cl_command_queue queue, cl_uint n,
                             const cl_event *events)
{
    GAC__CL_TRY(gac__cl_check_enqueue(queue, (gac__cl_waits){n, events}));
    return CL_INVALID_MEM_OBJECT;
}

#define REFUSED_COMMAND(name, ...)                                             \
    cl_int CL_API_CALL name(cl_command_queue queue, __VA_ARGS__, cl_uint n,    \
                            const cl_event *events, cl_event *event)           \
    {                                                                          \
        return refuse_command(queue, n, events);                               \
    }

REFUSED_COMMAND(clEnqueueReadImage, cl_mem image, cl_bool blocking,
                const size_t *origin, const size_t *region, size_t pitch,
                size_t slice, void *host)

REFUSED_COMMAND(clEnqueueWriteImage, cl_mem image, cl_bool blocking,
                const size_t *origin, const size_t *region, size_t pitch,
                size_t slice, const void *host)

REFUSED_COMMAND(clEnqueueCopyImage, cl_mem from, cl_mem to,
                const size_t *from_origin, const size_t *to_origin,
                const size_t *region)

REFUSED_COMMAND(clEnqueueCopyImageToBuffer, cl_mem image, cl_mem buffer,
                const size_t *origin, const size_t *region, size_t offset)

REFUSED_COMMAND(clEnqueueCopyBufferToImage, cl_mem buffer, cl_mem image,
                size_t offset, const size_t *origin, const size_t *region)

REFUSED_COMMAND(clEnqueueFillImage, cl_mem image, const void *color,
                const size_t *origin, const size_t *region)

void *CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem image,
                                    cl_bool blocking, cl_map_flags flags,
                                    const size_t *origin, const size_t *region,
                                    size_t *pitch, size_t *slice, cl_uint n,
                                    const cl_event *events, cl_event *event,
                                    cl_int *errcode_ret)
{
    return gac__cl_created(NULL, refuse_command(queue, n, events), errcode_ret);
}

/* -- samplers and pipes --------------------------------------------------- */

REFUSED(CL_INVALID_OPERATION, cl_sampler, clCreateSampler, cl_bool normalized,
        cl_addressing_mode addressing, cl_filter_mode filter)

REFUSED(CL_INVALID_OPERATION, cl_sampler, clCreateSamplerWithProperties,
        const cl_sampler_properties *properties)

cl_int CL_API_CALL clRetainSampler(cl_sampler sampler)
{
    return CL_INVALID_SAMPLER;
}

cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler)
{
    return CL_INVALID_SAMPLER;
}

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info name,
                                    size_t size, void *value, size_t *size_ret)
{
    return CL_INVALID_SAMPLER;
}

REFUSED(CL_INVALID_OPERATION, cl_mem, clCreatePipe, cl_mem_flags flags,
        cl_uint packet_size, cl_uint max_packets,
        const cl_pipe_properties *properties)

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info name, size_t size,
                                 void *value, size_t *size_ret)
{
    return CL_INVALID_MEM_OBJECT;
}

/* -- parts of the device, its queues, destructors of variables ------------- */

/* The device cannot be partitioned. */
cl_int CL_API_CALL clCreateSubDevices(
    cl_device_id device, const cl_device_partition_property *properties,
    cl_uint n, cl_device_id *devices, cl_uint *n_ret)
{
    GAC__CL_TRY(gac__cl_check(device, GAC__CL_DEVICE));
    return CL_INVALID_VALUE;
}

cl_int CL_API_CALL clCreateSubDevicesEXT(
    cl_device_id device, const cl_device_partition_property_ext *properties,
    cl_uint n, cl_device_id *devices, cl_uint *n_ret)
{
    return clCreateSubDevices(device, NULL, n, devices, n_ret);
}

cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context,
                                                  cl_device_id device,
                                                  cl_command_queue queue)
{
    GAC__CL_TRY(gac__cl_check(context, GAC__CL_CONTEXT));
    GAC__CL_TRY(gac__cl_check(device, GAC__CL_DEVICE));
    GAC__CL_TRY(gac__cl_check(queue, GAC__CL_QUEUE));
    return CL_INVALID_OPERATION; /* the device has no on-device queues */
}

/* Of OpenCL 1.0; "returns CL_INVALID_OPERATION" from 1.1 on. */
cl_int CL_API_CALL clSetCommandQueueProperty(
    cl_command_queue queue, cl_command_queue_properties properties,
    cl_bool enable, cl_command_queue_properties *old_properties)
{
    GAC__CL_TRY(gac__cl_check(queue, GAC__CL_QUEUE));
    return CL_INVALID_OPERATION;
}

cl_int CL_API_CALL clSetProgramReleaseCallback(
    cl_program program, void(CL_CALLBACK *notify)(cl_program, void *),
    void *user)
{
    GAC__CL_TRY(gac__cl_check(program, GAC__CL_PROGRAM));
    if (!notify)
        return CL_INVALID_VALUE;
    /* "... if the implementation supports non-trivial destructors for program
     * scope global variables": it does not. */
    return CL_INVALID_OPERATION;
}

/* -- GL and EGL: the device has no such extensions ------------------------ */

REFUSED(CL_INVALID_CONTEXT, cl_mem, clCreateFromGLBuffer, cl_mem_flags flags,
        cl_GLuint object)

REFUSED(CL_INVALID_CONTEXT, cl_mem, clCreateFromGLTexture, cl_mem_flags flags,
        cl_GLenum target, cl_GLint level, cl_GLuint texture)

REFUSED(CL_INVALID_CONTEXT, cl_mem, clCreateFromGLRenderbuffer,
        cl_mem_flags flags, cl_GLuint object)

cl_int CL_API_CALL clGetGLObjectInfo(cl_mem memory, cl_gl_object_type *type,
                                     cl_GLuint *name)
{
    GAC__CL_TRY(gac__cl_check(memory, GAC__CL_MEMORY));
    return CL_INVALID_GL_OBJECT;
}

cl_int CL_API_CALL clGetGLTextureInfo(cl_mem memory, cl_gl_texture_info name,
                                      size_t size, void *value,
                                      size_t *size_ret)
{
    return clGetGLObjectInfo(memory, NULL, NULL);
}

cl_int CL_API_CALL clEnqueueAcquireGLObjects(cl_command_queue queue, cl_uint n,
                                             const cl_mem *objects,
                                             cl_uint n_events,
                                             const cl_event *events,
                                             cl_event *event)
{
    GAC__CL_TRY(
        gac__cl_check_enqueue(queue, (gac__cl_waits){n_events, events}));
    return !n != !objects ? CL_INVALID_VALUE : CL_INVALID_CONTEXT;
}

cl_int CL_API_CALL clGetGLContextInfoKHR(
    const cl_context_properties *properties, cl_gl_context_info name,
    size_t size, void *value, size_t *size_ret)
{
    return CL_INVALID_OPERATION;
}

REFUSED(CL_INVALID_CONTEXT, cl_event, clCreateEventFromGLsyncKHR,
        cl_GLsync sync)

REFUSED(CL_INVALID_OPERATION, cl_mem, clCreateFromEGLImageKHR,
        CLeglDisplayKHR display, CLeglImageKHR image, cl_mem_flags flags,
        const cl_egl_image_properties_khr *properties)

REFUSED(CL_INVALID_OPERATION, cl_event, clCreateEventFromEGLSyncKHR,
        CLeglSyncKHR sync, CLeglDisplayKHR display)
