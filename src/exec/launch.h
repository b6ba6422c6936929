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
#include "support/maps.h"

struct gac_program {
    const gac_module *module;
    gac_context *context;
    gac_spec_value *specs;
    uint32_t n_specs;
    struct gac__kept *kept;
    struct gac__name_index *names; /* param_names.c */
};

/* What a lane program is made for: the key under which a launch keeps it. */
typedef struct gac__program_key {
    gac__variant variant;
    gac__compile_options options;
} gac__program_key;

/* A lane program that a launch keeps. */
typedef struct gac__compiled {
    gac__program_key key;
    gac__lane_program program;
    uint64_t used; /* the number of its last use, from 1; 0: there is none */
} gac__compiled;

#define GAC__COMPILED 4u
#define GAC__MAX_IRS 8u /* of unchecked runs: 2 of each of three options */

struct gac_launch {
    const gac_program *program;
    gac__arena arena; /* of the IR */
    const gac__entry_point *entry;
    const gac__ir *ir;          /* irs[0], of options that are all zero */
    gac__ir *irs[GAC__MAX_IRS]; /* of unchecked runs, each for its options */
    uint32_t n_irs;
    gac__compiled compiled[GAC__COMPILED];
    uint64_t uses; /* of compiled[], by all runs */
    gac__argument *arguments;
    GAC__VEC(gac__argument) extra;    /* buffers of no parameter */
    GAC__VEC(gac__address) addresses; /* what arguments hold (addresses.c) */
    gac__key_map address_of;          /* a place -> position, and 1, of its
                                         first one */
    struct gac__param_names *names;   /* param_names.c */
    gac__arena checked_arena;
    gac__ir *checked_ir;        /* NULL: none yet */
    uint8_t *checked_undefined; /* gac__pass_check()'s, of checked_ir */
    gac__cell_arena cells;      /* of checked runs */
    GAC__VEC(struct gac__initial)
    initial; /* what initializers left in global
                variables (initializers.c) */
    bool is_initialized;
    gac_launch *owner; /* whose initializer this is; NULL: none's */
    atomic_int stop;
    gac__watch watch;  /* of what is being made for it, or of its run */
    uint64_t limit_ns; /* how long that may take, for messages */
    bool running;
    pthread_t thread;
    gac_run_options options; /* of a started run */
    gac_run_stats stats;
    gac_result result;
};

/* -- reports (launch_reports.c) -------------------------------------------- */

/* Reports what is wrong with a launch; there is no instruction to blame. */
void gac__launch_complain(const gac_launch *l, const char *format, ...)
    GAC__PRINTF(2, 3);

/* Reports that the time limit was exceeded: while the kernel was compiled, if
 * that is the result, and in a run. */
void gac__launch_report_compile(const gac_launch *l, gac_result result);
void gac__launch_report_late(const gac_launch *l);

/* Reports why a run ended early, unless that is a finding, which is known. */
void gac__run_report(const gac__run *run, gac_result result);

/* -- sizes and threads (range.c, run.c) ------------------------------------ */

/* Check a run's sizes, and choose those that were left open (range.c). Errors:
 * ARGUMENT, which has then been told. */
gac_result gac__launch_range(const gac_launch *l, gac_run_options *o);
gac_result gac__launch_sub_group(const gac_launch *l, gac_run_options *o);

/* How many threads a launch may have: those that were asked for, or one a
 * processor; 0: not known. */
uint64_t gac__launch_threads(const gac_run_options *o);

/* -- variants (variant.c) -------------------------------------------------- */

/* Builds and optimizes the IR of a variant. */
gac_result gac__launch_make_ir(gac_launch *l, gac__variant variant,
                               gac__arena *arena, gac__ir **ir_out);

/* Finds or makes the lane program for a run. `t`: its tile, of which fewer
 * groups are coalesced where a strip's registers have no room for all. */
gac_result gac__launch_compile(gac_launch *l, const gac_run_options *o,
                               gac__tile *t,
                               const gac__lane_program **program_out);

/* Bytes of all that has been compiled; and frees the lane programs. */
uint64_t gac__launch_compiled_bytes(const gac_launch *l);
void gac__launch_free_compiled(gac_launch *l);

/* -- arguments (arguments.c) ----------------------------------------------- */

/* Argument `index`, a parameter's or a buffer's of none; NULL: there is none.
 */
gac__argument *gac__launch_argument(const gac_launch *l, uint32_t index);
/* How many there are. */
uint32_t gac__launch_argument_count(const gac_launch *l);

/* Frees what they hold. */
void gac__launch_forget_arguments(gac_launch *l);

/* Whether these are GAC_BUFFER_*, and not both read-only and write-only. */
static inline bool gac__buffer_flags_fit(uint32_t flags)
{
    uint32_t one_way = GAC_BUFFER_READ_ONLY | GAC_BUFFER_WRITE_ONLY;
    return !(flags & ~(one_way | GAC_BUFFER_UNDEFINED))
           && (flags & one_way) != one_way;
}

/* -- addresses in arguments (addresses.c) ---------------------------------- */

/* Whether the addresses that arguments shall hold exist and have room. Errors:
 * ARGUMENT, which has then been told. */
gac_result gac__launch_check_addresses(const gac_launch *l);
/* Writes them. */
void gac__run_write_addresses(const gac__run *run);
/* Forgets them, and the buffers of no parameter. */
void gac__launch_forget_addresses(gac_launch *l);

/* -- buffers of a run's space (buffers.c, placed.c) ------------------------ */

/* Adds a buffer to the run's space, and tells where that is full. */
gac_result gac__run_add_buffer(gac__run *run, const gac__buffer *b,
                               uint32_t *index_out);

/* The buffer of an argument that has memory, or a value. */
gac__buffer gac__argument_buffer(const gac_launch *l, uint32_t index);

/* Whether a parameter's memory is another one's, or its last bytes, so that
 * both are one buffer of the run's space. */
bool gac__is_part(const gac_launch *l, uint32_t index, uint32_t whole);

/* Adds the buffers that have been placed (placed.c), and sets their arguments'
 * addresses. Errors: ARGUMENT, which has then been told, LIMIT, MEMORY. */
gac_result gac__run_add_placed(gac__run *run);

/* -- initializers (initial.c, initializers.c) ------------------------------ */

/* What initializers have left in a variable of so many bytes; NULL: what its
 * definition says.
 */
const uint8_t *gac__launch_initial(const gac_launch *l, uint32_t id,
                                   uint64_t size);
/* Keeps what an initializer's run has left for its launch's owner. */
gac_result gac__run_save_variables(const gac__run *run);
void gac__launch_forget_initial(gac_launch *l);

/* Runs the module's initializers, unless that has been done or the kernel is
 * one of them. `options`: the run's. */
gac_result gac__launch_initialize(gac_launch *l,
                                  const gac_run_options *options);

/* -- runs ------------------------------------------------------------------ */

/* Deals out all groups of a prepared run. */
gac_result gac__run_groups(gac__run *run);

/* Builds a run's address space from the launch's arguments and the module's
 * variables, and the scalar part of frames. */
gac_result gac__run_prepare(gac__run *run);
void gac__run_cleanup(gac__run *run);

/* Reads the caller's options into `*o`; what no launch takes is ARGUMENT. */
gac_result gac__launch_read_options(const gac_launch *l, gac_run_options *o,
                                    const gac_run_options *options);

/* Bytes of local memory that a work-group's variables take. */
uint64_t gac__launch_local_variables(const gac_launch *l);

/* Makes a run's checker (checked_run.c). */
gac_result gac__run_make_checker(gac__run *run, gac__cell_arena *arena);

/* Reads gac_run_options' `checks`: for each rule, whether it is left out. */
gac_result gac__read_checks(const gac_launch *l, const char *checks,
                            uint8_t disabled_out[GAC__RULE_COUNT]);

/* -- reflection (param_names.c) -------------------------------------------- */

typedef struct gac__param_names gac__param_names;

/* gac_param_info's fields. */
typedef struct gac__param_name {
    const char *name, *type_name; /* NULL: unknown */
    bool is_const, is_restrict, is_volatile, is_declared;
} gac__param_name;

/* Of a launch that has not been asked yet; NULL: memory is out. */
gac__param_names *gac__param_names_create(gac__arena *arena);
void gac__param_names_free(gac__param_names *names);

/* Where a program's module tells of them. Read when it is first asked for. */
typedef struct gac__name_index gac__name_index;
gac__name_index *gac__name_index_create(const gac_allocator *allocator);
void gac__name_index_free(const gac_allocator *allocator,
                          gac__name_index *index);

/* What there is to be known of parameter `index`, found out when it is first
 * asked for, by any thread. */
gac_result gac__launch_param_name(const gac_launch *l, uint32_t index,
                                  gac__param_name *out);

/* -- variables that a program keeps (kept.c) ------------------------------- */

typedef struct gac__kept gac__kept;

/* For what launches of a program share. */
void gac__program_lock(const gac_program *program);
void gac__program_unlock(const gac_program *program);

gac__kept *gac__kept_create(const gac_allocator *allocator);
void gac__kept_destroy(const gac_allocator *allocator, gac__kept *kept);
bool gac__keeps(const gac_program *program); /* it has been asked to */

/* Makes what a new launch's kernel has in module scope, unless it is there.
 * Errors: LIMIT, MEMORY. */
gac_result gac__kept_add(gac_launch *l);

/* Adds all kept variables to the run's space. */
gac_result gac__run_add_kept(gac__run *run);

/* Whether a variable of the kernel is the program's. */
bool gac__is_kept(const gac_launch *l, uint32_t var);

/* The name of the variable in buffer `number`; NULL: unknown. */
const char *gac__run_kept_name(const gac__run *run, uint32_t number);
uint32_t gac__kept_count(const gac_program *program);

/* Calls `initialize` unless one of the program's launches has, with success. */
gac_result gac__kept_initialize(
    gac_launch *l, const gac_run_options *options,
    gac_result (*initialize)(gac_launch *l, const gac_run_options *options));

#endif
