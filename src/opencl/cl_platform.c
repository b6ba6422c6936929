/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The platform. */
#include "opencl/opencl_internal.h"

#include "opencl/cl_device.h"

static struct {
    pthread_once_t once;
    cl_platform_id platform;
    cl_device_id device;
} made = {.once = PTHREAD_ONCE_INIT};

static void make(void)
{
    made.platform =
        gac__cl_create(GAC__CL_PLATFORM, sizeof *made.platform, NULL);
    made.device = gac__cl_create(GAC__CL_DEVICE, sizeof *made.device, NULL);
    if (made.device)
        gac__cl_device_measure(made.device);
}

cl_platform_id gac__cl_platform(void)
{
    pthread_once(&made.once, make);
    return made.device ? made.platform : NULL;
}

cl_device_id gac__cl_device(void)
{
    pthread_once(&made.once, make);
    return made.device;
}

cl_int CL_API_CALL clGetPlatformIDs(cl_uint n, cl_platform_id *platforms,
                                    cl_uint *n_ret)
{
    if ((!n && platforms) || (!platforms && !n_ret))
        return CL_INVALID_VALUE;
    if (!gac__cl_platform())
        return CL_OUT_OF_HOST_MEMORY;
    if (platforms)
        platforms[0] = gac__cl_platform();
    if (n_ret)
        *n_ret = 1;
    return CL_SUCCESS;
}

static const gac__cl_query queries[] = {
    GAC__CL_ROW_ARRAY(CL_PLATFORM_PROFILE, "FULL_PROFILE"),
    GAC__CL_ROW_ARRAY(CL_PLATFORM_VERSION,
                      "OpenCL 3.0 gac " GAC_VERSION_STRING),
    GAC__CL_ROW(CL_PLATFORM_NUMERIC_VERSION, cl_uint, CL_MAKE_VERSION(3, 0, 0)),
    GAC__CL_ROW_ARRAY(CL_PLATFORM_NAME, "gac"),
    GAC__CL_ROW_ARRAY(CL_PLATFORM_VENDOR, "The gac authors"),
    GAC__CL_ROW_GET(CL_PLATFORM_EXTENSIONS, gac__cl_get_extensions),
    GAC__CL_ROW_GET(CL_PLATFORM_EXTENSIONS_WITH_VERSION,
                    gac__cl_get_extension_versions),
    GAC__CL_ROW(CL_PLATFORM_HOST_TIMER_RESOLUTION, cl_ulong, 1),
    GAC__CL_ROW_ARRAY(CL_PLATFORM_ICD_SUFFIX_KHR, "GAC"),
};

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                     cl_platform_info name, size_t size,
                                     void *value, size_t *size_ret)
{
    /* "platform ... can be NULL": the default one. */
    if (!platform)
        platform = gac__cl_platform();
    GAC__CL_TRY(gac__cl_check(platform, GAC__CL_PLATFORM));
    return GAC__CL_INFO(queries, platform, name, size, value, size_ret);
}

cl_int CL_API_CALL clUnloadCompiler(void)
{
    return CL_SUCCESS; /* the compiler is a child process of each build */
}

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform)
{
    return gac__cl_check(platform, GAC__CL_PLATFORM);
}
