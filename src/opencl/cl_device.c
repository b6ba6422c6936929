/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The device: a table of its properties. */
#include "opencl/cl_device.h"
#include "support/clock.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/source.h"

/* -- the machine ---------------------------------------------------------- */

static uint32_t clock_mhz(void)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    long mhz = 0;
    while (file && mhz < 1 && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (colon && !strncmp(line, "cpu MHz", 7))
            mhz = strtol(colon + 1, NULL, 10);
    }
    if (file)
        fclose(file);
    return mhz > 0 ? (uint32_t)mhz : 1000;
}

void gac__cl_device_measure(cl_device_id device)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (cache <= 0)
        cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    device->n_processors = processors > 0 ? (uint32_t)processors : 1;
    uint64_t bytes =
        pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
    if (bytes < (uint64_t)1 << 30)
        bytes = (uint64_t)1 << 30;
    device->memory_bytes = bytes / 4 * 3;
    device->cache_bytes = cache > 0 ? (uint64_t)cache : 0;
    device->mhz = clock_mhz();
}

/* -- names with versions -------------------------------------------------- */

/* Extensions that are not the language's: gac__source_feature() lists
 * those. */
static const cl_name_version extensions[] = {
    {CL_MAKE_VERSION(1, 0, 0), "cl_khr_icd"},
    {CL_MAKE_VERSION(1, 0, 0), "cl_khr_il_program"},
    {CL_MAKE_VERSION(1, 0, 0), "cl_khr_extended_async_copies"},
    {CL_MAKE_VERSION(1, 0, 0), "cl_khr_async_work_group_copy_fence"},
    {CL_MAKE_VERSION(1, 0, 0), "cl_khr_spirv_no_integer_wrap_decoration"},
    {CL_MAKE_VERSION(1, 0, 0), "cl_khr_spirv_linkonce_odr"},
    {CL_MAKE_VERSION(1, 0, 0), "cl_khr_spirv_queries"},
    {CL_MAKE_VERSION(1, 0, 0), "cl_khr_suggested_local_work_size"},
    {CL_MAKE_VERSION(1, 0, 0), "cl_khr_create_command_queue"},
    {CL_MAKE_VERSION(1, 0, 0), "cl_khr_extended_versioning"},
    {CL_MAKE_VERSION(1, 0, 0), "cl_ext_buffer_device_address"},
    {CL_MAKE_VERSION(1, 0, 0), "cl_intel_unified_shared_memory"},
};

static const cl_name_version ils[] = {
    {CL_MAKE_VERSION(1, 0, 0), "SPIR-V"}, {CL_MAKE_VERSION(1, 1, 0), "SPIR-V"},
    {CL_MAKE_VERSION(1, 2, 0), "SPIR-V"}, {CL_MAKE_VERSION(1, 3, 0), "SPIR-V"},
    {CL_MAKE_VERSION(1, 4, 0), "SPIR-V"}, {CL_MAKE_VERSION(1, 5, 0), "SPIR-V"},
    {CL_MAKE_VERSION(1, 6, 0), "SPIR-V"},
};

static const cl_name_version c_versions[] = {
    {CL_MAKE_VERSION(1, 0, 0), "OpenCL C"},
    {CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
    {CL_MAKE_VERSION(1, 2, 0), "OpenCL C"},
    {CL_MAKE_VERSION(2, 0, 0), "OpenCL C"},
    {CL_MAKE_VERSION(3, 0, 0), "OpenCL C"},
};

/* Answers with the language's features whose names begin with `prefix`, then
 * with `more`. */
static void say_names(gac__cl_answer *answer, const char *prefix,
                      cl_version version, const cl_name_version *more,
                      size_t n_more)
{
    gac__bytes names = {0};
    const char *name;
    for (size_t k = 0; (name = gac__source_feature(k)) != NULL; k++) {
        cl_name_version one = {.version = version};
        snprintf(one.name, sizeof one.name, "%s", name);
        if (!strncmp(name, prefix, strlen(prefix)))
            gac__bytes_add(&names, &one, sizeof one);
    }
    gac__bytes_add(&names, more, n_more * sizeof *more);
    if (names.failed)
        answer->result = CL_OUT_OF_HOST_MEMORY;
    answer->owned = names.data;
    gac__cl_get_bytes(&names, answer);
}

void gac__cl_get_extension_versions(const void *object, gac__cl_answer *answer)
{
    (void)object;
    say_names(answer, "cl_", CL_MAKE_VERSION(1, 0, 0), extensions,
              GAC__COUNT_OF(extensions));
}

/* Answers with the extensions' names, separated by blanks. */
void gac__cl_get_extensions(const void *object, gac__cl_answer *answer)
{
    gac__cl_answer versions = {.result = CL_SUCCESS};
    gac__bytes text = {0};
    gac__cl_get_extension_versions(object, &versions);
    const cl_name_version *names = versions.data;
    for (size_t n = 0; n < versions.size / sizeof *names; n++) {
        gac__bytes_text(&text, n ? " " : "");
        gac__bytes_text(&text, names[n].name);
    }
    free(versions.owned);
    answer->result = text.failed ? CL_OUT_OF_HOST_MEMORY : versions.result;
    answer->owned = text.data;
    gac__cl_say_text(answer, text.data);
}

static void get_c_features(const void *object, gac__cl_answer *answer)
{
    (void)object;
    say_names(answer, "__opencl_c_", CL_MAKE_VERSION(3, 0, 0), NULL, 0);
}

/* -- SPIR-V --------------------------------------------------------------- */

static const char *const sets[] = {"OpenCL.std", "Codeplay.GroupAsyncCopies",
                                   "NonSemantic.Codeplay.GroupAsyncCopies"};

static const char *const spirv_extensions[] = {
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_expect_assume",
    "SPV_KHR_bit_instructions",
    "SPV_KHR_subgroup_rotate",
    "SPV_KHR_uniform_group_instructions",
    "SPV_KHR_untyped_pointers",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_EXT_replicated_composites"};

static const cl_uint capabilities[] = {
    SpvCapabilityAddresses,
    SpvCapabilityLinkage,
    SpvCapabilityKernel,
    SpvCapabilityVector16,
    SpvCapabilityFloat16Buffer,
    SpvCapabilityFloat16,
    SpvCapabilityFloat64,
    SpvCapabilityInt64,
    SpvCapabilityInt64Atomics,
    SpvCapabilityGroups,
    SpvCapabilityInt16,
    SpvCapabilityInt8,
    SpvCapabilityGenericPointer,
    SpvCapabilitySubgroupDispatch,
    SpvCapabilityGroupNonUniform,
    SpvCapabilityGroupNonUniformVote,
    SpvCapabilityGroupNonUniformArithmetic,
    SpvCapabilityGroupNonUniformBallot,
    SpvCapabilityGroupNonUniformShuffle,
    SpvCapabilityGroupNonUniformShuffleRelative,
    SpvCapabilityGroupNonUniformClustered,
    SpvCapabilityGroupNonUniformRotateKHR,
    SpvCapabilityGroupUniformArithmeticKHR,
    SpvCapabilityDotProduct,
    SpvCapabilityDotProductInputAll,
    SpvCapabilityDotProductInput4x8Bit,
    SpvCapabilityDotProductInput4x8BitPacked,
    SpvCapabilityExpectAssumeKHR,
    SpvCapabilityBitInstructions,
    SpvCapabilityAtomicFloat16AddEXT,
    SpvCapabilityAtomicFloat32AddEXT,
    SpvCapabilityAtomicFloat64AddEXT,
    SpvCapabilityAtomicFloat16MinMaxEXT,
    SpvCapabilityAtomicFloat32MinMaxEXT,
    SpvCapabilityAtomicFloat64MinMaxEXT,
};

/* -- what depends on the machine ------------------------------------------ */

GAC__CL_GETTER(get_platform, const void *, struct _cl_device_id,
               gac__cl_platform())

/* Half of the memory: more than the specification's minimum, which is at most a
 * quarter of CL_DEVICE_GLOBAL_MEM_SIZE. */
uint64_t gac__cl_most_of_one(const struct _cl_device_id *device)
{
    return device->memory_bytes / 2;
}

GAC__CL_GETTER(get_most_of_one, cl_ulong, struct _cl_device_id,
               gac__cl_most_of_one(o))

void gac__cl_get_device(const void *object, gac__cl_answer *answer)
{
    (void)object;
    GAC__CL_SAY(answer, const void *, gac__cl_device());
}

static const size_t item_sizes[] = {
    GAC__CL_MAX_GROUP_ITEMS, GAC__CL_MAX_GROUP_ITEMS, GAC__CL_MAX_GROUP_ITEMS};

static void get_compiler(const void *object, gac__cl_answer *answer)
{
    (void)object;
    gac__source_compiler compiler;
    bool found = gac__source_find_compiler(&compiler, NULL, 0);
    GAC__CL_SAY(answer, cl_uint, found ? CL_TRUE : CL_FALSE);
}

static const size_t sub_group_sizes[] = {1, 2, 4, 8, 16, 32, 64};

#define ALL_FLOATS                                                             \
    (CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST                     \
     | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA)
#define ALL_ATOMICS                                                            \
    (CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT                                 \
     | CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT                                      \
     | CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT                                  \
     | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT                                \
     | CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT                                       \
     | CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT)
#define USM_ACCESS                                                             \
    (CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL                                     \
     | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL                            \
     | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL                        \
     | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL)

static const gac__cl_query queries[] = {
    GAC__CL_ROW(CL_DEVICE_TYPE, cl_ulong, CL_DEVICE_TYPE_CPU),
    GAC__CL_ROW(CL_DEVICE_VENDOR_ID, cl_uint, 0),
    GAC__CL_ROW_MEMBER(CL_DEVICE_MAX_COMPUTE_UNITS, _cl_device_id,
                       n_processors),
    GAC__CL_ROW(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint, 3),
    GAC__CL_ROW_ARRAY(CL_DEVICE_MAX_WORK_ITEM_SIZES, item_sizes),
    GAC__CL_ROW(CL_DEVICE_MAX_WORK_GROUP_SIZE, size_t, GAC__CL_MAX_GROUP_ITEMS),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, cl_uint, 1),
    GAC__CL_ROW_MEMBER(CL_DEVICE_MAX_CLOCK_FREQUENCY, _cl_device_id, mhz),
    GAC__CL_ROW(CL_DEVICE_ADDRESS_BITS, cl_uint, 64),
    GAC__CL_ROW_GET(CL_DEVICE_MAX_MEM_ALLOC_SIZE, get_most_of_one),
    GAC__CL_ROW(CL_DEVICE_IMAGE_SUPPORT, cl_uint, CL_FALSE),
    GAC__CL_ROW(CL_DEVICE_MAX_READ_IMAGE_ARGS, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_IMAGE2D_MAX_WIDTH, size_t, 0),
    GAC__CL_ROW(CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t, 0),
    GAC__CL_ROW(CL_DEVICE_IMAGE3D_MAX_WIDTH, size_t, 0),
    GAC__CL_ROW(CL_DEVICE_IMAGE3D_MAX_HEIGHT, size_t, 0),
    GAC__CL_ROW(CL_DEVICE_IMAGE3D_MAX_DEPTH, size_t, 0),
    GAC__CL_ROW(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, size_t, 0),
    GAC__CL_ROW(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, size_t, 0),
    GAC__CL_ROW(CL_DEVICE_MAX_SAMPLERS, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_IMAGE_PITCH_ALIGNMENT, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_MAX_PIPE_ARGS, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_PIPE_MAX_PACKET_SIZE, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_MAX_PARAMETER_SIZE, size_t,
                GAC__CL_MAX_PARAMETER_BYTES),
    GAC__CL_ROW(CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint,
                GAC__CL_BASE_ALIGNMENT * 8),
    GAC__CL_ROW(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, cl_uint,
                GAC__CL_BASE_ALIGNMENT),
    GAC__CL_ROW(CL_DEVICE_SINGLE_FP_CONFIG, cl_ulong,
                ALL_FLOATS | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT),
    GAC__CL_ROW(CL_DEVICE_DOUBLE_FP_CONFIG, cl_ulong, ALL_FLOATS),
    GAC__CL_ROW(CL_DEVICE_HALF_FP_CONFIG, cl_ulong, ALL_FLOATS),
    GAC__CL_ROW(CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT, cl_ulong,
                ALL_ATOMICS),
    GAC__CL_ROW(CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT, cl_ulong,
                ALL_ATOMICS),
    /* compilers do not translate them */
    GAC__CL_ROW(CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT, cl_ulong, 0),
    GAC__CL_ROW(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, cl_uint, CL_READ_WRITE_CACHE),
    GAC__CL_ROW(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint, 64),
    GAC__CL_ROW_MEMBER(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, _cl_device_id,
                       cache_bytes),
    GAC__CL_ROW_MEMBER(CL_DEVICE_GLOBAL_MEM_SIZE, _cl_device_id, memory_bytes),
    GAC__CL_ROW_GET(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, get_most_of_one),
    GAC__CL_ROW(CL_DEVICE_MAX_CONSTANT_ARGS, cl_uint, 480),
    GAC__CL_ROW(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, size_t,
                GAC__CL_MAX_VARIABLE_BYTES),
    GAC__CL_ROW(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, size_t,
                GAC__CL_MAX_VARIABLE_BYTES),
    GAC__CL_ROW(CL_DEVICE_LOCAL_MEM_TYPE, cl_uint, CL_GLOBAL),
    GAC__CL_ROW(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong, GAC__CL_LOCAL_BYTES),
    GAC__CL_ROW(CL_DEVICE_ERROR_CORRECTION_SUPPORT, cl_uint, CL_FALSE),
    GAC__CL_ROW(CL_DEVICE_PROFILING_TIMER_RESOLUTION, size_t, 1),
    GAC__CL_ROW(CL_DEVICE_ENDIAN_LITTLE, cl_uint, CL_TRUE),
    GAC__CL_ROW(CL_DEVICE_AVAILABLE, cl_uint, CL_TRUE),
    GAC__CL_ROW_GET(CL_DEVICE_COMPILER_AVAILABLE, get_compiler),
    GAC__CL_ROW_GET(CL_DEVICE_LINKER_AVAILABLE, get_compiler),
    GAC__CL_ROW(CL_DEVICE_EXECUTION_CAPABILITIES, cl_ulong,
                CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL),
    GAC__CL_ROW(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, cl_ulong,
                CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
                    | CL_QUEUE_PROFILING_ENABLE),
    GAC__CL_ROW(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, cl_ulong, 0),
    GAC__CL_ROW(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_MAX_ON_DEVICE_QUEUES, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_MAX_ON_DEVICE_EVENTS, cl_uint, 0),
    GAC__CL_ROW_ARRAY(CL_DEVICE_BUILT_IN_KERNELS, ""),
    GAC__CL_ROW_NOTHING(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION),
    GAC__CL_ROW_GET(CL_DEVICE_PLATFORM, get_platform),
    GAC__CL_ROW_ARRAY(CL_DEVICE_NAME, "gac"),
    GAC__CL_ROW_ARRAY(CL_DEVICE_VENDOR, "The gac authors"),
    GAC__CL_ROW_ARRAY(CL_DRIVER_VERSION, GAC_VERSION_STRING),
    GAC__CL_ROW_ARRAY(CL_DEVICE_PROFILE, "FULL_PROFILE"),
    GAC__CL_ROW_ARRAY(CL_DEVICE_VERSION, "OpenCL 3.0 gac " GAC_VERSION_STRING),
    GAC__CL_ROW(CL_DEVICE_NUMERIC_VERSION, cl_uint, CL_MAKE_VERSION(3, 0, 0)),
    GAC__CL_ROW_ARRAY(CL_DEVICE_OPENCL_C_VERSION,
                      "OpenCL C 1.2 gac " GAC_VERSION_STRING),
    GAC__CL_ROW(CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, cl_uint,
                CL_MAKE_VERSION(1, 2, 0)),
    GAC__CL_ROW_ARRAY(CL_DEVICE_OPENCL_C_ALL_VERSIONS, c_versions),
    GAC__CL_ROW_GET(CL_DEVICE_OPENCL_C_FEATURES, get_c_features),
    GAC__CL_ROW_GET(CL_DEVICE_EXTENSIONS, gac__cl_get_extensions),
    GAC__CL_ROW_GET(CL_DEVICE_EXTENSIONS_WITH_VERSION,
                    gac__cl_get_extension_versions),
    GAC__CL_ROW_ARRAY(CL_DEVICE_IL_VERSION,
                      "SPIR-V_1.6 SPIR-V_1.5 SPIR-V_1.4 SPIR-V_1.3 SPIR-V_1.2 "
                      "SPIR-V_1.1 SPIR-V_1.0"),
    GAC__CL_ROW_ARRAY(CL_DEVICE_ILS_WITH_VERSION, ils),
    GAC__CL_ROW(CL_DEVICE_PRINTF_BUFFER_SIZE, size_t, GAC__CL_PRINTF_BYTES),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, cl_uint, CL_TRUE),
    GAC__CL_ROW(CL_DEVICE_PARENT_DEVICE, size_t, 0),
    GAC__CL_ROW(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, cl_uint, 0),
    /* an empty list */
    GAC__CL_ROW(CL_DEVICE_PARTITION_PROPERTIES, size_t, 0),
    GAC__CL_ROW(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, cl_ulong, 0),
    GAC__CL_ROW_NOTHING(CL_DEVICE_PARTITION_TYPE),
    GAC__CL_ROW(CL_DEVICE_REFERENCE_COUNT, cl_uint, 1),
    GAC__CL_ROW(CL_DEVICE_SVM_CAPABILITIES, cl_ulong,
                CL_DEVICE_SVM_COARSE_GRAIN_BUFFER
                    | CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, cl_uint, 0),
    GAC__CL_ROW(CL_DEVICE_MAX_NUM_SUB_GROUPS, cl_uint, GAC__CL_MAX_GROUP_ITEMS),
    GAC__CL_ROW(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, cl_uint,
                CL_TRUE),
    GAC__CL_ROW_ARRAY(CL_DEVICE_SUB_GROUP_SIZES_INTEL, sub_group_sizes),
    GAC__CL_ROW(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, cl_ulong,
                CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL
                    | CL_DEVICE_ATOMIC_ORDER_SEQ_CST
                    | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP
                    | CL_DEVICE_ATOMIC_SCOPE_DEVICE
                    | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES),
    GAC__CL_ROW(
        CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, cl_ulong,
        CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL
            | CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM
            | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE
            | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES),
    GAC__CL_ROW(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, cl_uint, CL_TRUE),
    GAC__CL_ROW(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, cl_uint,
                CL_TRUE),
    GAC__CL_ROW(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, cl_uint, CL_TRUE),
    GAC__CL_ROW(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, cl_ulong, 0),
    GAC__CL_ROW(CL_DEVICE_PIPE_SUPPORT, cl_uint, CL_FALSE),
    GAC__CL_ROW(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t,
                GAC__CL_PREFERRED_MULTIPLE),
    GAC__CL_ROW_ARRAY(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, ""),
    GAC__CL_ROW(CL_DEVICE_HOST_UNIFIED_MEMORY, cl_uint, CL_TRUE),
    GAC__CL_ROW_ARRAY(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR, sets),
    GAC__CL_ROW_ARRAY(CL_DEVICE_SPIRV_EXTENSIONS_KHR, spirv_extensions),
    GAC__CL_ROW_ARRAY(CL_DEVICE_SPIRV_CAPABILITIES_KHR, capabilities),
    GAC__CL_ROW(CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, cl_ulong, USM_ACCESS),
    GAC__CL_ROW(CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL, cl_ulong, USM_ACCESS),
    GAC__CL_ROW(CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, cl_ulong,
                USM_ACCESS),
    GAC__CL_ROW(CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, cl_ulong,
                0),
    GAC__CL_ROW(CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL, cl_ulong, 0),
};

/* -- functions ------------------------------------------------------------ */

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type type,
                                  cl_uint n, cl_device_id *devices,
                                  cl_uint *n_ret)
{
    const cl_device_type known =
        CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU
        | CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    if (!platform)
        platform = gac__cl_platform();
    GAC__CL_TRY(gac__cl_check(platform, GAC__CL_PLATFORM));
    if (!type || (type != CL_DEVICE_TYPE_ALL && type & ~known))
        return CL_INVALID_DEVICE_TYPE;
    if ((!n && devices) || (!devices && !n_ret))
        return CL_INVALID_VALUE;
    if (!(type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT))) {
        if (n_ret)
            *n_ret = 0;
        return CL_DEVICE_NOT_FOUND;
    }
    if (devices)
        devices[0] = gac__cl_device();
    if (n_ret)
        *n_ret = 1;
    return CL_SUCCESS;
}

cl_int gac__cl_check_devices(cl_uint n, const cl_device_id *devices)
{
    if (!n != !devices)
        return CL_INVALID_VALUE;
    for (cl_uint k = 0; k < n; k++)
        if (!gac__cl_is(devices[k], GAC__CL_DEVICE))
            return CL_INVALID_DEVICE;
    return CL_SUCCESS;
}

GAC__CL_DEFINE_INFO(clGetDeviceInfo, cl_device_id, GAC__CL_DEVICE, queries)

/* "This is a root-level device": its count does not change. */
cl_int CL_API_CALL clRetainDevice(cl_device_id device)
{
    return gac__cl_check(device, GAC__CL_DEVICE);
}

cl_int CL_API_CALL clReleaseDevice(cl_device_id device)
{
    return gac__cl_check(device, GAC__CL_DEVICE);
}

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device,
                                           cl_ulong *device_ret,
                                           cl_ulong *host_ret)
{
    GAC__CL_TRY(gac__cl_check(device, GAC__CL_DEVICE));
    if (!device_ret || !host_ret)
        return CL_INVALID_VALUE;
    *device_ret = *host_ret = gac__now_ns();
    return CL_SUCCESS;
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *host_ret)
{
    GAC__CL_TRY(gac__cl_check(device, GAC__CL_DEVICE));
    if (!host_ret)
        return CL_INVALID_VALUE;
    *host_ret = gac__now_ns();
    return CL_SUCCESS;
}
