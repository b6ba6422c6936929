/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* An OpenCL loader that takes of a driver what Khronos' loader takes
 * (OpenCL-ICD-Loader, loader/icd.c and icd_dispatch.c), and no more:
 * clGetExtensionFunctionAddress() by its name in the library, by it
 * clIcdGetPlatformIDsKHR(), and the dispatch table that each object begins
 * with. The hosts here are linked with it as they are with ocl-icd's. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#include <CL/cl_icd.h>

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What every object begins with. */
typedef struct object {
    const cl_icd_dispatch *dispatch;
} object;

static cl_platform_id platforms[4];
static cl_uint n_platforms;

typedef void *(CL_API_CALL *address_getter)(const char *);
typedef cl_int(CL_API_CALL *platform_getter)(cl_uint, cl_platform_id *,
                                             cl_uint *);

static const cl_icd_dispatch *table_of(const void *handle)
{
    return ((const object *)handle)->dispatch;
}

#define PLATFORM_UNLOADABLE 0x0921 /* newer loaders ask for it */

/* A platform without a suffix for its functions is none. */
static int has_suffix(cl_platform_id platform)
{
    char suffix[64];
    size_t size = 0;
    cl_bool unloadable = CL_FALSE;
    const cl_icd_dispatch *table = table_of(platform);
    if (!table)
        return 0;
    (void)table->clGetPlatformInfo(platform, PLATFORM_UNLOADABLE,
                                   sizeof unloadable, &unloadable, NULL);
    return table->clGetPlatformInfo(platform, CL_PLATFORM_ICD_SUFFIX_KHR, 0,
                                    NULL, &size)
               == CL_SUCCESS
           && size <= sizeof suffix
           && table->clGetPlatformInfo(platform, CL_PLATFORM_ICD_SUFFIX_KHR,
                                       size, suffix, NULL)
                  == CL_SUCCESS;
}

/* The library is loaded twice and closed once, as there. */
static void add_vendor(const char *path)
{
    address_getter get_address = NULL;
    platform_getter get_platforms = NULL;
    cl_platform_id found[4];
    cl_uint n = 0;
    void *library = dlopen(path, RTLD_NOW);
    void *address =
        library ? dlsym(library, "clGetExtensionFunctionAddress") : NULL;
    if (!address)
        return;
    memcpy(&get_address, &address, sizeof address);
    address = get_address("clIcdGetPlatformIDsKHR");
    memcpy(&get_platforms, &address, sizeof address);
    /* Drivers that have these get a table of the loader's. */
    if (!address || get_address("clIcdGetFunctionAddressForPlatformKHR")
        || get_platforms(0, NULL, &n) != CL_SUCCESS || n > 4
        || get_platforms(n, found, NULL) != CL_SUCCESS)
        return;
    for (cl_uint k = 0; k < n; k++)
        if (has_suffix(found[k]) && dlopen(path, RTLD_NOW))
            platforms[n_platforms++] = found[k];
    dlclose(library);
}

/* Reads FILE.icd, whose one line is a library's path. */
static void add_file(const char *folder, const char *name)
{
    char path[PATH_MAX], line[PATH_MAX] = "";
    size_t n = strlen(name);
    if (n < 4 || strcmp(name + n - 4, ".icd") != 0)
        return;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    n = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    if (n && line[n - 1] == '\n')
        line[n - 1] = '\0';
    if (!n_platforms)
        add_vendor(line);
}

static void look_for_vendors(void)
{
    const char *folder = getenv("OCL_ICD_VENDORS");
    DIR *dir = folder ? opendir(folder) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;)
        add_file(folder, e->d_name);
    if (dir)
        closedir(dir);
}

static void find_vendors(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look_for_vendors);
}

/* -- the functions --------------------------------------------------------- */

/* The driver sees them, as it sees a shared library's. */
#pragma GCC visibility push(default)

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformIDs(cl_uint n, cl_platform_id *out,
                                                 cl_uint *n_ret)
{
    find_vendors();
    if ((!n && out) || (!out && !n_ret))
        return CL_INVALID_VALUE;
    for (cl_uint k = 0; out && k < n && k < n_platforms; k++)
        out[k] = platforms[k];
    if (n_ret)
        *n_ret = n_platforms;
    return n_platforms ? CL_SUCCESS : CL_PLATFORM_NOT_FOUND_KHR;
}

/* The table where no object says which: the only driver's. */
static const cl_icd_dispatch *the_table(void)
{
    find_vendors();
    if (!n_platforms) {
        fputs("loader: no driver in OCL_ICD_VENDORS\n", stderr);
        exit(1);
    }
    return table_of(platforms[0]);
}

static const cl_icd_dispatch *by_object(const void *handle)
{
    return handle ? table_of(handle) : the_table();
}

static const cl_icd_dispatch *by_list(const cl_context_properties *list)
{
    for (; list && list[0]; list += 2)
        if (list[0] == CL_CONTEXT_PLATFORM && list[1])
            return table_of((const void *)list[1]);
    return the_table();
}

static const cl_icd_dispatch *by_number(cl_uint n)
{
    (void)n;
    return the_table();
}

static const cl_icd_dispatch *by_name(const char *name)
{
    (void)name;
    return the_table();
}

#define TABLE(first)                                                           \
    _Generic((first), cl_uint                                                  \
             : by_number, const char *                                         \
             : by_name, const cl_context_properties *                          \
             : by_list, default                                                \
             : by_object)(first)

#define FORWARD(result, name, parameters, first, arguments)                    \
    CL_API_ENTRY result CL_API_CALL name parameters                            \
    {                                                                          \
        return TABLE(first)->name arguments;                                   \
    }
#define FORWARD_NOTHING(name, parameters, first, arguments)                    \
    CL_API_ENTRY void CL_API_CALL name parameters                              \
    {                                                                          \
        TABLE(first)->name arguments;                                          \
    }

#include "gen/opencl_forwards.h"
#pragma GCC visibility pop
