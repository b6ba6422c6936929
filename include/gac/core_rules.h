/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The rules of SPIR-V's core and environments, as SPIRV-Tools checks them. */
#ifndef GAC_CORE_RULES_H
#define GAC_CORE_RULES_H

#include <gac/module.h>
#include <gac/text.h>
#include <gac/validate.h>

/* The function below is part of libgac-core-rules, which links SPIRV-Tools (C++
 * inside); <gac/gac.h> does not include this header. */

#ifdef __cplusplus
extern "C" {
#endif

/* Limits that SPIRV-Tools applies; the values are those of spirv-val. */
typedef enum gac_core_limit_kind {
    GAC_CORE_LIMIT_STRUCT_MEMBERS,
    GAC_CORE_LIMIT_STRUCT_DEPTH,
    GAC_CORE_LIMIT_LOCAL_VARIABLES,
    GAC_CORE_LIMIT_GLOBAL_VARIABLES,
    GAC_CORE_LIMIT_SWITCH_BRANCHES,
    GAC_CORE_LIMIT_FUNCTION_ARGS,
    GAC_CORE_LIMIT_CONTROL_FLOW_NESTING_DEPTH,
    GAC_CORE_LIMIT_ACCESS_CHAIN_INDEXES,
    GAC_CORE_LIMIT_ID_BOUND,
    GAC_CORE_LIMIT_COUNT
} gac_core_limit_kind;

/* Options of a check of the core rules; zero means the default. */
typedef struct gac_core_rules_options {
    size_t size;            /* sizeof(gac_core_rules_options) */
    const char *target_env; /* gac_target_env_known(); one that SPIRV-Tools
                               do not know yet is checked as vulkan1.3. NULL:
                               "spv1.6" */
    const uint32_t *faulty; /* ordinals (from 1), ascending, of instructions
                               in which gac_validate() found errors: they and
                               what follows from them are not reported again */
    uint32_t n_faulty;
    uint32_t max_errors;                   /* stop after so many; 0: no limit */
    uint32_t limits[GAC_CORE_LIMIT_COUNT]; /* 0: SPIRV-Tools' own */
    bool relax_logical_pointer, relax_struct_store;
    bool relax_block_layout, uniform_buffer_standard_layout;
    bool scalar_block_layout, workgroup_scalar_block_layout;
    bool skip_block_layout, allow_localsizeid, before_hlsl_legalization;
    bool allow_offset_texture_operand, allow_vulkan_32_bit_bitwise;
    /* Calls `work(argument)`, which runs SPIRV-Tools, and contains a crash in
     * it: by a jump out of a signal handler, which leaks what had been
     * allocated, or by running the work in another process with a time limit.
     * All results of the work are in the `size_bytes` at `argument`, fewer than
     * 8 KB. Returns GAC_OK; TIMEOUT: the work took too long, and the module
     * gets an error of rule `limit`; any other result: the work crashed, and
     * the module gets an error. After either nothing more is checked. NULL: the
     * work is called directly. */
    gac_result (*guard)(void *user, void (*work)(void *argument),
                        void *argument, size_t size_bytes);
    void *guard_user;
    bool tolerate_producers; /* known producers' faults become warnings of rule
                                producer-quirk, of which those in
                                OpenCL.DebugInfo.100 are reported once */
} gac_core_rules_options;

/* Checks a module, on an equivalent without the async-copy set, with
 * SPIRV-Tools. Each violation goes to the module's context's sink as an error
 * of rule `core`, in no particular order, with its place in the module itself.
 * What the SPIRV-Tools at hand do not know is replaced: untyped pointers become
 * pointers to bytes; other instructions of function bodies are left out; types
 * and the computations on them are not checked, without a message. A module
 * whose nested types would take SPIRV-Tools too long is an error of rule
 * `limit`. Where names of ids take long to make unique, messages show numbers.
 * Of a module with several errors SPIRV-Tools validates the remainder again, up
 * to 100 times, but at most 8 MB in all if the module is larger than 80 KB;
 * where that limit ends the search, a note of rule `limit` says so. `options`
 * and `counts_out` may be NULL. Returns GAC_OK when there is no error, INVALID
 * when there is one, ARGUMENT (also for an unknown target environment), MEMORY,
 * TIMEOUT, CANCELLED. Thread-safe. */
GAC_API gac_result gac_check_core_rules(const gac_module *module,
                                        const gac_core_rules_options *options,
                                        gac_validate_counts *counts_out);

#ifdef __cplusplus
}
#endif
#endif
