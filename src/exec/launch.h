/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Programs and launches: what the public interface hands out. */
#ifndef GAC_EXEC_LAUNCH_H
#define GAC_EXEC_LAUNCH_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "exec/exec_internal.h"
#include "exec/tile.h"
#include "module/param_names.h"
#include "support/maps.h"

struct gac_program {
    const gac_module *module;
    gac_context *context;
    gac_spec_value *specs;
    uint32_t n_specs;
    struct gac__kept *kept;
    gac__name_index *names; /* what its kernels' parameters are called */
};

/* What a launch's parameters are called, read on demand (reflect.c). */
typedef struct gac__param_names {
    gac__arena arena;        /* holds params and their texts */
    gac__param_name *params; /* NULL: they are not read yet */
} gac__param_names;

/* What a lane program is made for, the key under which a launch keeps it. */
typedef struct gac__program_key {
    gac__variant variant;
    gac__compile_options options;
} gac__program_key;

/* A lane program that a launch keeps. */
typedef struct gac__compiled {
    gac__program_key key;
    gac__lane_program program;
    uint64_t used; /* the number of its last use, from 1 on; 0: there is no
                      program */
} gac__compiled;

#define GAC__COMPILED 4u

/* The most variants of unchecked runs: each of three options has two values. */
#define GAC__MAX_IRS 8u

struct gac_launch {
    const gac_program *program;
    gac__arena arena; /* holds the IR */
    const gac__entry_point *entry;
    const gac__ir *ir;          /* irs[0], the variant without options */
    gac__ir *irs[GAC__MAX_IRS]; /* the IR of each variant of unchecked runs */
    uint32_t n_irs;
    gac__compiled compiled[GAC__COMPILED];
    uint64_t uses; /* uses of compiled[], over all runs */
    gac__argument *arguments;
    GAC__VEC(gac__argument) extra; /* buffers of no parameter */
    GAC__VEC(gac__address)
    addresses;               /* addresses that arguments hold (addresses.c) */
    gac__key_map address_of; /* the key of an address -> 1 + the position of the
                                first one */
    gac__param_names *names; /* what its parameters are called */
    gac__arena checked_arena;
    gac__ir *checked_ir;        /* NULL: there is none yet */
    uint8_t *checked_undefined; /* GAC__BUFFER_* of each parameter, for which
                                   checked_ir was made; then those of the run */
    gac__cell_arena cells;      /* the shadow memory of checked runs */
    GAC__VEC(struct gac__initial)
    initial; /* initializers' results (initial.c) */
    bool is_initialized;
    gac_launch *owner; /* the launch whose initializer this is; NULL: none */
    atomic_int stop;
    gac__watch watch;  /* limits the compilation or the run that is going on */
    uint64_t limit_ns; /* the time limit, for messages */
    bool running;
    pthread_t thread;
    gac_run_options options; /* of a run on a thread of its own */
    gac_run_stats stats;
    gac_result result;
};

/* -- reports (launch_reports.c) -------------------------------------------- */

/* Reports why a launch is refused, naming no instruction. Returns `why`. */
gac_result gac__launch_refuse(const gac_launch *l, gac_result why,
                              const char *format, ...) GAC__PRINTF(3, 4);

/* Reports that compilation exceeded the time limit, if `result` is TIMEOUT. */
void gac__launch_report_compile(const gac_launch *l, gac_result result);

/* Reports that a run exceeded the time limit. */
void gac__launch_report_late(const gac_launch *l);

/* Reports why a run ended early, unless a finding tells it. */
void gac__run_report(const gac__run *run, gac_result result);

/* -- sizes and threads (range.c, run.c) ------------------------------------ */

#define GAC__MAX_SUB_GROUP 64u /* work-items of a sub-group */

/* Checks the sizes of a run, and chooses those that were left open (range.c).
 * ARGUMENT: they are wrong, as has been reported. */
gac_result gac__launch_range(const gac_launch *l, gac_run_options *o);

/* Returns how many threads a launch may have: as many as were asked for, or as
 * there are processors; 0: unknown. */
uint64_t gac__launch_threads(const gac_run_options *o);

/* -- variants (variant.c) -------------------------------------------------- */

/* Builds and optimizes the IR of a variant. */
gac_result gac__launch_make_ir(gac_launch *l, gac__variant variant,
                               gac__arena *arena, gac__ir **ir_out);

/* Finds or makes the lane program for a run. Reduces the number of groups that
 * the tile coalesces if a strip's registers have no room for them. */
gac_result gac__launch_compile(gac_launch *l, const gac_run_options *o,
                               gac__tile *t,
                               const gac__lane_program **program_out);

/* Returns the bytes of all that has been compiled; frees the lane programs. */
uint64_t gac__launch_compiled_bytes(const gac_launch *l);
void gac__launch_free_compiled(gac_launch *l);

/* -- arguments (arguments.c) ----------------------------------------------- */

/* Returns argument `index`: that of a parameter, or a buffer of no parameter;
 * NULL: there is none. */
gac__argument *gac__launch_argument(const gac_launch *l, uint32_t index);
/* Returns the number of arguments, buffers of no parameter included. */
uint32_t gac__launch_argument_count(const gac_launch *l);

/* Frees the values of arguments. */
void gac__launch_forget_arguments(gac_launch *l);

/* Whether these are GAC_BUFFER_* flags that can go together. */
static inline bool gac__buffer_flags_fit(uint32_t flags)
{
    uint32_t one_way = GAC_BUFFER_READ_ONLY | GAC_BUFFER_WRITE_ONLY;
    return !(flags & ~(one_way | GAC_BUFFER_UNDEFINED))
           && (flags & one_way) != one_way;
}

/* -- addresses in arguments (addresses.c) ---------------------------------- */

/* Checks that the addresses that arguments are to hold exist, and that there is
 * room for them. ARGUMENT: that is not so, as has been reported. */
gac_result gac__launch_check_addresses(const gac_launch *l);
/* Writes the addresses that arguments are to hold. */
void gac__run_write_addresses(const gac__run *run);
/* Drops the addresses that arguments are to hold, and the buffers of no
 * parameter. */
void gac__launch_forget_addresses(gac_launch *l);

/* -- buffers of a run's space (buffers.c, placed.c) ------------------------ */

/* Adds a buffer to the run's space; LIMIT: the space is full. */
gac_result gac__run_add_buffer(gac__run *run, const gac__buffer *b,
                               uint32_t *index_out);

/* Returns the buffer of an argument that has memory or a value. */
gac__buffer gac__argument_buffer(const gac_launch *l, uint32_t index);

/* Whether one parameter's memory is the last bytes of another one's, or the
 * same, so that one buffer holds both. */
bool gac__is_part(const gac_launch *l, uint32_t index, uint32_t whole);

/* Adds the placed buffers (placed.c), and sets the addresses of their
 * arguments. ARGUMENT: they cannot be placed so, as has been reported. LIMIT,
 * MEMORY. */
gac_result gac__run_add_placed(gac__run *run);

/* -- initializers (initial.c, initializers.c) ------------------------------ */

/* Returns the bytes that initializers have left in variable `id`, of `size`
 * bytes; NULL: none have. */
const uint8_t *gac__launch_initial(const gac_launch *l, uint32_t id,
                                   uint64_t size);
/* Saves what an initializer's run has left, for the launch that it was run for.
 */
gac_result gac__run_save_variables(const gac__run *run);
void gac__launch_forget_initial(gac_launch *l);

/* Runs the module's initializers with the options of a run, unless that has
 * been done or the kernel is one of them. */
gac_result gac__launch_initialize(gac_launch *l,
                                  const gac_run_options *options);

/* -- runs ------------------------------------------------------------------ */

/* Runs all work-groups of a prepared run. */
gac_result gac__run_groups(gac__run *run);

/* Makes a run's address space from arguments and variables, and the scalar part
 * of frames. */
gac_result gac__run_prepare(gac__run *run);
void gac__run_cleanup(gac__run *run);

/* Copies and checks the options that the caller gave. ARGUMENT: they are wrong.
 */
gac_result gac__launch_read_options(const gac_launch *l, gac_run_options *o,
                                    const gac_run_options *options);

/* Returns the bytes of a work-group's local variables. */
uint64_t gac__launch_local_variables(const gac_launch *l);

/* Makes a run's checker (checked_run.c). */
gac_result gac__run_make_checker(gac__run *run, gac__cell_arena *arena);

/* -- variables that a program keeps (kept.c) ------------------------------- */

typedef struct gac__kept gac__kept;

/* Lock and unlock what launches of a program share. */
void gac__program_lock(const gac_program *program);
void gac__program_unlock(const gac_program *program);

gac__kept *gac__kept_create(const gac_allocator *allocator);
void gac__kept_destroy(const gac_allocator *allocator, gac__kept *kept);
bool gac__keeps(
    const gac_program
        *program); /* whether gac_program_keep_variables() was called */

/* Enters the variables of a new launch's kernel in the program's list. LIMIT,
 * MEMORY. */
gac_result gac__kept_add(gac_launch *l);

/* Adds all kept variables to the run's space. */
gac_result gac__run_add_kept(gac__run *run);

/* Whether the program keeps a variable of the kernel. */
bool gac__is_kept(const gac_launch *l, uint32_t var);

/* Returns the name of the variable in a buffer; NULL: unknown. */
const char *gac__run_kept_name(const gac__run *run, uint32_t number);

/* Calls `initialize`, once for all launches of the program: until a call has
 * succeeded. */
gac_result gac__kept_initialize(
    gac_launch *l, const gac_run_options *options,
    gac_result (*initialize)(gac_launch *l, const gac_run_options *options));

#endif
