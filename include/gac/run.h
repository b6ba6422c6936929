/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Running kernels: programs, kernels, launches. */
#ifndef GAC_RUN_H
#define GAC_RUN_H

#include <stdbool.h>

#include <gac/diag.h>
#include <gac/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A module with its specialization constants fixed, ready to give kernels. */
typedef struct gac_program gac_program;

/* One kernel of a program with its arguments: set them, then run. */
typedef struct gac_launch gac_launch;

typedef struct gac_spec_value {
    uint32_t id;   /* the constant's SpecId decoration */
    uint64_t bits; /* the value's bits, zero extended (floats too) */
} gac_spec_value;

/* Prepares `module` for running: refuses, with a diagnostic that names it, what
 * no kernel can run with (capabilities of pipes, device enqueue and named
 * barriers), and errors of the set itself. `specs`: `n_specs` values, NULL if
 * 0; an unknown SpecId is an error. The module must outlive the program;
 * `*program_out` is the caller's. Errors: UNSUPPORTED, INVALID, NOT_FOUND,
 * MEMORY. Thread-safe. */
GAC_API gac_result gac_program_create(const gac_module *module,
                                      const gac_spec_value *specs,
                                      uint32_t n_specs,
                                      gac_program **program_out);

/* Frees a program, of which no launch is left; NULL is accepted. */
GAC_API void gac_program_destroy(gac_program *program);

/* Has the program keep what kernels leave in variables of program scope
 * (CrossWorkgroup): runs of all its launches, at the same time too, see the
 * same memory, at addresses that stay, as long as the program lives;
 * initializers run once, before the first run of any of them. Without it, each
 * run begins with what their definitions (and initializers) say. To be called
 * before the program's first launch is made; the variables count as the
 * context's memory (max_memory_bytes). Errors: ARGUMENT (there has been a
 * launch), UNSUPPORTED (addresses of 32 bits). */
GAC_API gac_result gac_program_keep_variables(gac_program *program);

/* Checks that the program can be linked as it stands: that its kernels call,
 * directly or through others, no function that nothing defines, neither the
 * module nor gac (the builtins of OpenCL C). Without it, a launch of a kernel
 * that does is refused when it is created, and other kernels run. UNSUPPORTED:
 * there are such calls, each reported with the function's name, under rule
 * `unsupported`. Other errors: ARGUMENT, MEMORY. Thread-safe. */
GAC_API gac_result gac_program_check_imports(const gac_program *program);

typedef enum gac_param_kind {
    GAC_PARAM_VALUE,    /* a scalar, vector or structure, passed by value */
    GAC_PARAM_GLOBAL,   /* a pointer to global (CrossWorkgroup) memory */
    GAC_PARAM_CONSTANT, /* a pointer to constant (UniformConstant) memory */
    GAC_PARAM_LOCAL     /* a pointer to local (Workgroup) memory */
} gac_param_kind;

typedef struct gac_param_info {
    gac_param_kind kind;
    const char *name;    /* lives as long as the launch; NULL: unknown */
    uint64_t size_bytes; /* values: their size in memory */
    /* These three describe a value, or the type that a pointer points to in the
     * module, which may differ from the source's. */
    uint32_t element_bytes; /* a component's size; pointers: 0 if unknown */
    uint32_t n_components;  /* 1 to 16; 0 for a structure, or if unknown */
    bool is_float, is_signed;
    /* The type as OpenCL C writes it, without address space and qualifiers:
     * "float4", "uint*". It comes from llvm-spirv's kernel_arg_type strings or
     * from debug information; else, with `is_declared` false, from the module's
     * types, which lack typedefs and the signs of integers. It lives as long as
     * the launch. NULL: unknown. */
    const char *type_name;
    bool is_const, is_restrict, is_volatile; /* qualifiers; const and volatile
                                                are of what a pointer points
                                                to */
    bool is_declared; /* `type_name` and the qualifiers are the source's */
} gac_param_info;

/* Creates a launch of kernel `name` (NULL: the program's only kernel), which is
 * translated here: what it has that gac cannot run (images, recursion) is
 * refused, with a diagnostic that names it. The program must outlive the
 * launch; `*launch_out` is the caller's. Errors: ARGUMENT, NOT_FOUND,
 * UNSUPPORTED, INVALID (the kernel is not valid), LIMIT (it is too large),
 * MEMORY, TIMEOUT, CANCELLED. Thread-safe. */
GAC_API gac_result gac_launch_create(const gac_program *program,
                                     const char *name, gac_launch **launch_out);

/* Frees a launch, after a run that was started has ended; NULL is accepted. */
GAC_API void gac_launch_destroy(gac_launch *launch);

/* Return the kernel's name, which lives as long as the launch, the number of
 * its parameters, and a description of parameter `index`. Errors: ARGUMENT,
 * MEMORY. Thread-safe. */
GAC_API const char *gac_launch_kernel_name(const gac_launch *launch);
GAC_API uint32_t gac_launch_param_count(const gac_launch *launch);
GAC_API gac_result gac_launch_param(const gac_launch *launch, uint32_t index,
                                    gac_param_info *info_out);

/* Finds the work-group size, in work-items of each dimension, that the kernel
 * requires (reqd_work_group_size). Returns false, with zeroes, if it requires
 * none. `local_out` may be NULL. Thread-safe. */
GAC_API bool gac_launch_required_local_size(const gac_launch *launch,
                                            uint32_t local_out[3]);

#define GAC_BUFFER_READ_ONLY 1u
#define GAC_BUFFER_WRITE_ONLY 4u /* not with GAC_BUFFER_READ_ONLY */
/* Its bytes count as never written. Checked runs report where values from it
 * decide something. */
#define GAC_BUFFER_UNDEFINED 2u

/* Sets a global or constant pointer argument to the caller's memory:
 * `size_bytes` bytes at `data`, used in place, alive until the run ends. The
 * kernel sees nothing around it. flags: GAC_BUFFER_* or 0. Setting the same
 * memory for two arguments makes them alias; if one is the other or its last
 * bytes, and the flags are the same, both are one buffer to the kernel, at one
 * address. A setter that fails leaves what was set before. Errors: ARGUMENT. */
GAC_API gac_result gac_launch_set_buffer(gac_launch *launch, uint32_t index,
                                         void *data, size_t size_bytes,
                                         uint32_t flags);

/* Sets a local pointer argument: `size_bytes` bytes for each work-group.
 * Errors: ARGUMENT. */
GAC_API gac_result gac_launch_set_local(gac_launch *launch, uint32_t index,
                                        size_t size_bytes);

/* Sets an argument passed by value: its bytes as they stand in memory, copied.
 * The size must be the parameter's (a 3-vector takes 3 or 4 components).
 * Errors: ARGUMENT, MEMORY. */
GAC_API gac_result gac_launch_set_value(gac_launch *launch, uint32_t index,
                                        const void *data, size_t size_bytes);

/* Sets a pointer argument to null. Errors: ARGUMENT. */
GAC_API gac_result gac_launch_set_null(gac_launch *launch, uint32_t index);

/* Adds memory that belongs to no parameter: the kernel reaches it only by
 * addresses that arguments hold (gac_launch_set_address). Otherwise as
 * gac_launch_set_buffer(); `*index_out`, from gac_launch_param_count() on,
 * stands for it where an argument's index is asked for here and in findings.
 * Errors: ARGUMENT, LIMIT, MEMORY. */
GAC_API gac_result gac_launch_add_buffer(gac_launch *launch, void *data,
                                         size_t size_bytes, uint32_t flags,
                                         uint32_t *index_out);

/* The first address behind those that placed buffers may have. */
#define GAC_PLACE_END ((uint64_t)1 << 48)

/* Has buffer `index`, an argument's or an added one, begin at `address` of the
 * kernel's memory in the runs to come, so that addresses in memory stay good
 * from run to run; it may be `data` itself (shared virtual memory), and is of
 * any alignment. 0: chosen anew in each run, as before. Placed buffers that
 * overlap must lie at one distance from their `data`: they are one buffer to
 * the kernel then, read-only where all are, and messages name a parameter
 * before an added buffer; a run in which they do not is refused (ARGUMENT, with
 * a diagnostic). An argument that is set anew forgets its place. Errors:
 * ARGUMENT (no buffer; `address` and its size exceed GAC_PLACE_END),
 * UNSUPPORTED (addresses of 32 bits). */
GAC_API gac_result gac_launch_place_buffer(gac_launch *launch, uint32_t index,
                                           uint64_t address);

/* Forgets all added buffers and all that gac_launch_set_address() has said, for
 * a launch that is used anew. What parameters were set to, and their places,
 * stay. Errors: ARGUMENT. */
GAC_API gac_result gac_launch_remove_buffers(gac_launch *launch);

/* Has argument `index`, a buffer or a value, hold an address: when a run
 * starts, the gac_launch_address_bits() / 8 bytes from `offset_bytes` on become
 * the address of byte `target_offset_bytes` (the size is one behind the last)
 * of buffer `target`. In a buffer the caller's memory is written. The same
 * place again replaces what was said of it. Errors: ARGUMENT (no such argument;
 * what else does not fit is told by the run), MEMORY. */
GAC_API gac_result gac_launch_set_address(gac_launch *launch, uint32_t index,
                                          uint64_t offset_bytes,
                                          uint32_t target,
                                          uint64_t target_offset_bytes);

/* Returns the width of addresses in the kernel's memory: 32 or 64; 0: `launch`
 * is NULL. Thread-safe. */
GAC_API uint32_t gac_launch_address_bits(const gac_launch *launch);

/* When the bytes of an async copy land. */
typedef enum gac_async_mode {
    GAC_ASYNC_DEFAULT, /* as thread, or whatever is fastest */
    GAC_ASYNC_EAGER,   /* at issue */
    GAC_ASYNC_LATE,    /* at the wait */
    GAC_ASYNC_THREAD,  /* on a worker, in between */
    GAC_ASYNC_RANDOM   /* somewhere in between, by the seed */
} gac_async_mode;

/* Receives printf output, whole groups in order. */
typedef void gac_print_fn(void *user, const char *text, size_t length);

/* Options of a run; zero means the default. */
typedef struct gac_run_options {
    size_t size;             /* sizeof(gac_run_options) */
    uint32_t dimensions;     /* 1 to 3; 0: as many as are needed */
    uint64_t global[3];      /* work-items; 0 in a dimension counts as 1 */
    uint64_t local[3];       /* work-group size; all 0: chosen */
    uint64_t offset[3];      /* global offset */
    uint32_t threads;        /* 0: one a processor */
    uint32_t sub_group_size; /* 0: chosen */
    gac_async_mode async_mode;
    uint64_t async_seed;
    uint64_t timeout_ns;       /* limit of the run and of what it still has to
                                  compile; 0: none */
    uint64_t max_instructions; /* executed by work-items; 0: none */
    uint64_t max_memory_bytes; /* beyond the buffers, text included; 0: 4 GiB */
    gac_print_fn *print;       /* NULL: printf goes nowhere */
    void *print_user;
    void (*progress)(void *user, uint64_t groups_done, uint64_t groups);
    void *progress_user;
    const char *checks; /* dynamic checks to make: NULL none; "" all; names
                           with commas between: those; with a - before each
                           name: all but those. Of the memory that they take,
                           the launch keeps up to 32 MiB for its next run */
    uint64_t check_memory_bytes; /* checks: most memory for what they keep of
                                    memory's state; 0: 1 GiB. A run that needs
                                    more ends with LIMIT, and with what has been
                                    found up to there */
    bool wait_is_barrier; /* checks: a wait for events orders what work-items
                             do before and behind it */
    bool keep_going; /* checks: an access out of bounds is told and left out,
                        and does not end the run. A load or an atomic gives 0,
                        or, of an address that all work-items share, what those
                        have loaded for whom it is in bounds; a vector's
                        components are accesses of their own; an async copy
                        copies nothing, and its event can be waited for. A check
                        that is not made leaves nothing out */
    /* For measurements and tests: what is chosen where they are 0. Results are
     * the same. What is out of range is refused (ARGUMENT). */
    uint32_t strip_lanes;     /* work-items that run side by side, at most: a
                                 multiple of 64 up to 1,024 */
    uint32_t coalesced_items; /* work-items of small work-groups that run side
                                 by side, at most, up to 1,024; 1: each group
                                 runs alone */
    uint32_t compaction_cost; /* what lane compaction counts for moving one lane
                                 of a register, in units of an instruction's
                                 time for a lane; 26 is chosen */
    uint32_t copy_policy;     /* the GAC_COPY_POLICY() (gac/copy.h) of async
                                 copies */
    bool uniform_groups;      /* a chosen work-group size divides the range, as
                                 OpenCL C before 2.0 has it */
} gac_run_options;

typedef struct gac_run_stats {
    uint64_t groups, work_items;
    uint64_t instructions; /* a work-item's instructions, summed */
    uint64_t bytes_copied; /* by async copies */
    uint64_t wall_ns;
    uint64_t peak_bytes;     /* the most memory beyond the buffers */
    uint64_t shadow_bytes;   /* the part of peak_bytes in which checks keep
                                memory's state */
    uint64_t findings;       /* findings of checks */
    uint64_t shadowed_bytes; /* bytes of memory whose state checks keep */
} gac_run_stats;

/* Runs the kernel over the range and returns when it is done. With checks,
 * each finding is a diagnostic of the context (gac_diagnostic's `finding`),
 * when the run has ended; work-groups then run one after the other, and the
 * findings are the same whatever `threads` and `async_mode` say. An access out
 * of bounds ends a checked run too: TRAP, with the finding instead of a
 * diagnostic. Buffers then hold the results; after a trap they hold what was
 * written so far. Every argument must be set. Entry points that are module
 * initializers (OpExecutionMode Initializer) run before the launch's first run,
 * on the same terms but unchecked. `stats_out` may be NULL. Errors: ARGUMENT (a
 * range, a size or a missing argument, with a diagnostic), TRAP, TIMEOUT,
 * LIMIT, CANCELLED, MEMORY (no finding is told), UNSUPPORTED, BUSY (a started
 * run has not been waited for), and what gac_launch_create() has for an
 * initializer. One launch runs once at a time; different ones of one program
 * may run in several threads. */
GAC_API gac_result gac_launch_run(gac_launch *launch,
                                  const gac_run_options *options,
                                  gac_run_stats *stats_out);

/* Starts a run on a thread of its own, to be waited for. The options are
 * copied. Errors: ARGUMENT (the options), BUSY, MEMORY (no thread); those of
 * the run are gac_launch_wait()'s. */
GAC_API gac_result gac_launch_start(gac_launch *launch,
                                    const gac_run_options *options);

/* Waits for a started run (none: ARGUMENT) and returns its result. */
GAC_API gac_result gac_launch_wait(gac_launch *launch,
                                   gac_run_stats *stats_out);

/* Asks a run, from any thread or a signal handler, to stop soon; it returns
 * CANCELLED. */
GAC_API void gac_launch_cancel(gac_launch *launch);

#ifdef __cplusplus
}
#endif
#endif
