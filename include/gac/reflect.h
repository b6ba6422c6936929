/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What modules and kernels say of themselves, without a run: for hosts that
 * answer queries. Parameters: gac_launch_param() (gac/run.h). */
#ifndef GAC_REFLECT_H
#define GAC_REFLECT_H

#include <gac/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A specialization constant. */
typedef struct gac_spec_info {
    uint32_t id;         /* its SpecId decoration */
    const char *name;    /* NULL: unknown; lives as long as the module */
    uint32_t size_bytes; /* of its value: 1, 2, 4 or 8; a bool's: 1 */
    uint64_t bits;       /* its default, zero extended (floats too) */
    bool is_bool, is_float, is_signed;
} gac_spec_info;

/* Returns the number of specialization constants that have a SpecId; two may
 * share it. Thread-safe. */
GAC_API uint32_t gac_module_spec_count(const gac_module *module);

/* Describes specialization constant `index`, in the order of their SpecIds, in
 * `*info_out`. Errors: ARGUMENT (there is none; `*info_out` stays as it is).
 * Thread-safe. */
GAC_API gac_result gac_module_spec(const gac_module *module, uint32_t index,
                                   gac_spec_info *info_out);

/* Like gac_module_spec(), for the first constant in the module with this
 * SpecId. Errors: ARGUMENT (there is none). Thread-safe. */
GAC_API gac_result gac_module_find_spec(const gac_module *module, uint32_t id,
                                        gac_spec_info *info_out);

/* Returns the bytes that the variables of program scope (CrossWorkgroup) take
 * together, specialization constants having their defaults. Thread-safe. */
GAC_API uint64_t gac_module_global_bytes(const gac_module *module);

/* What a kernel says of itself, and what it takes. */
typedef struct gac_kernel_info {
    size_t size; /* sizeof(gac_kernel_info) */
    /* Work-items of a work-group in each dimension; all 0: the module gives
     * none. */
    uint32_t required_local[3]; /* reqd_work_group_size */
    uint32_t local_hint[3];     /* work_group_size_hint */
    uint32_t max_local[3];      /* MaxWorkgroupSizeINTEL */
    uint32_t max_work_items; /* in a work-group, at most, in gac_launch_run() */
    uint32_t sub_group_size; /* the size that the kernel requires; 0: any */
    uint32_t max_sub_group_size;
    uint32_t sub_groups; /* the number in a work-group that the kernel requires;
                            0: any */
    uint64_t local_bytes;   /* local memory of a work-group's variables, without
                               that of arguments */
    uint64_t private_bytes; /* private memory of a work-item, as the kernel is
                               compiled */
    const char *vec_type_hint; /* vec_type_hint, "float4"; integers count as
                                  signed, since the module does not say; it
                                  lives as long as the launch; NULL: none */
} gac_kernel_info;

/* Describes a launch's kernel in `*info_out`, whose size has been set; only the
 * fields within that size are written. Errors: ARGUMENT. Thread-safe. */
GAC_API gac_result gac_launch_kernel_info(const gac_launch *launch,
                                          gac_kernel_info *info_out);

/* Fills in the dimensions, the global and local sizes and the sub-group size of
 * `options`, which has its size, as gac_launch_run() would choose them where
 * they are 0. Errors: ARGUMENT, with the diagnostic that the run would give;
 * `*options` is as it was then. Thread-safe. */
GAC_API gac_result gac_launch_complete_options(const gac_launch *launch,
                                               gac_run_options *options);

#ifdef __cplusplus
}
#endif
#endif
