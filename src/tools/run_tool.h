/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run's parts: options, arguments, files, output.
 *
 *     gac_run.c          main()
 *     run_main.c         load, set, run, print; exit codes
 *     run_options.c      the command line
 *     run_command.c      a command's memory
 *     run_errors.c       errors and warnings
 *     run_args.c         ARG strings -> gac__run_arg -> a launch's arguments
 *     run_addresses.c    &N in ARG strings
 *     run_sim.c          simulator files -> command, arguments
 *     run_replay.c       gac-cl's recorded launches -> command, arguments
 *     run_capture.c      Intel's captured launches -> command, arguments
 *     run_specs.c        -s: specialization constants
 *     run_environment.c  variables for measurements and tests
 *     run_module.c       facts read from the module's words
 *     run_npy.c          arrays in files, read and written
 *     run_output.c       --dump, --stats
 *     run_deadline.c     --timeout outside of the library's calls
 *     run_list.c         --list
 *     run_progress.c     the progress bar
 *     run_types.c        element types */
#ifndef GAC_TOOLS_RUN_TOOL_H
#define GAC_TOOLS_RUN_TOOL_H

#include <stdatomic.h>
#include <stdio.h>

#include <gac/run.h>

#include "support/bytes.h"
#include "tools/run_types.h"
#include "tools/tool_common.h"

#define GAC__RUN_MAX_ARGS 1024
#define GAC__RUN_MAX_SPECS 1024
#define GAC__RUN_MAX_MODULES 64
#define GAC__NPY_MAX_DIMS 32

/* Prints "gac-run: error: ..." on stderr; returns false. */
bool gac__run_error(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Prints "gac-run: warning: ..." on stderr. */
void gac__run_warning(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* -- arguments ------------------------------------------------------------- */

typedef enum gac__run_arg_kind {
    GAC__RUN_BUFFER, /* buf:TYPE:COUNT[=INIT] */
    GAC__RUN_LOCAL,  /* local:BYTES */
    GAC__RUN_VALUE,  /* TYPE:VALUE[,VALUE..] or bytes:HEX */
    GAC__RUN_NULL,   /* null */
    GAC__RUN_SAME /* &N[+OFFSET]: another argument's buffer, from a byte on */
} gac__run_arg_kind;

/* The address of a byte of a buffer, in the bytes of another argument. */
typedef struct gac__run_address {
    uint64_t at; /* the offset in the argument that holds the address, in bytes;
                    addresses in untyped values have 8 bytes until the width of
                    the kernel's is known */
    uint32_t target; /* the number of the argument that is the buffer */
    uint64_t offset; /* the offset in the buffer, in bytes */
} gac__run_address;

/* A kernel argument. `text` must outlive it. */
typedef struct gac__run_arg {
    gac__run_arg_kind kind;
    const char *text; /* as given, for messages */
    bool typed;       /* BUFFER, VALUE: the elements' type is `elem`; false: the
                         bytes fit any type of their size */
    gac__elem elem;   /* BUFFER, VALUE */
    uint64_t count;   /* BUFFER, VALUE: elements */
    size_t size_bytes; /* BUFFER, VALUE, LOCAL */
    uint8_t *data;     /* BUFFER, VALUE: owned; BUFFER: 4096-byte aligned */
    uint8_t *initial;  /* BUFFER: the contents before the first run, under
                          --repeat; owned */
    uint32_t flags;    /* BUFFER: GAC_BUFFER_... */
    uint32_t n_dims;   /* BUFFER: dimensions of its .npy file; 0: it has none */
    uint64_t dims[GAC__NPY_MAX_DIMS]; /* their sizes */
    const char *name; /* simulator files: the name in the dump; else NULL */
    bool dump, hex;   /* simulator files: the words `dump` and `hex` */
    uint64_t address; /* BUFFER: the address that the kernel sees; 0: any */
    gac__run_address *addresses; /* owned; SAME: one, of the buffer; untyped
                                    VALUE: ascending by `at` */
    uint32_t n_addresses;
} gac__run_arg;

/* Parses argument `index` of the command line into `*arg_out`, and fills its
 * memory. On false an error was printed and `*arg_out` owns nothing. */
bool gac__run_arg_parse(uint32_t index, const char *text,
                        gac__run_arg *arg_out);

/* Allocates a buffer's memory, zeroed. False: it is too large, and `*arg` has
 * none. */
bool gac__run_arg_allocate(gac__run_arg *arg);
void gac__run_arg_free(gac__run_arg *arg);

/* Sets all arguments of a launch, and checks each against its parameter.
 * Behind the parameters' arguments, buffers may follow whose addresses are in
 * other arguments. On false an error was printed. */
bool gac__run_args_set(gac_launch *launch, gac__run_arg *args, uint32_t n_args);

/* Adds the address `text`, "&N" or "&N+OFFSET" of `length` characters, at byte
 * `at` of argument `index`. On false an error was printed, as by the next two
 * functions. */
bool gac__run_address_parse(uint32_t index, const char *text, size_t length,
                            uint64_t at, gac__run_arg *arg);
/* Checks that an argument's addresses have the width of the kernel's. Those in
 * untyped values get that width. Of a SAME, checks that its buffer exists. */
bool gac__run_addresses_fit(const gac_launch *launch, gac__run_arg *args,
                            uint32_t n_args, uint32_t index);
/* Passes all addresses to a launch whose arguments are set. */
bool gac__run_addresses_set(gac_launch *launch, const gac__run_arg *args,
                            uint32_t n_args);
/* Whether argument `index` is a buffer whose address is in another argument. */
bool gac__run_is_reached(const gac__run_arg *args, uint32_t n_args,
                         uint32_t index);

/* Saves the initial contents of buffers, and restores them (--repeat). */
bool gac__run_args_keep(gac__run_arg *args, uint32_t n_args);
void gac__run_args_restore(gac__run_arg *args, uint32_t n_args);

/* -- files ----------------------------------------------------------------- */

/* Reads `path` into the buffer `arg`, whose memory and type are set: a .npy
 * file (by its name) of that type and number of elements, or raw bytes of
 * exactly its size. On false an error was printed that begins with `what`. */
bool gac__run_read_array(const char *what, const char *path, gac__run_arg *arg);

/* Reads a raw file of exactly `size_bytes` bytes into `data`. */
bool gac__run_read_raw(const char *what, const char *path, void *data,
                       size_t size_bytes);

/* Writes the buffer to `path`, as .npy if its name ends so, else raw, by a
 * temporary file beside it. On false an error was printed. */
bool gac__run_write_array(const char *path, const gac__run_arg *arg);

/* -- the command line ------------------------------------------------------ */

/* A buffer that --out writes. */
typedef struct gac__run_out {
    uint32_t index; /* the argument's number */
    const char *path;
} gac__run_out;

/* A buffer that --dump prints. */
typedef struct gac__run_dumped {
    const char *option; /* the option's text from N or NAME on */
    size_t n_name;      /* the length of N or NAME */
    uint32_t index; /* the argument's number; of a NAME, set when the kernel is
                       known */
    bool is_name;   /* NAME, not N */
    bool sliced;    /* only the elements from `first` up to `end` are printed */
    uint64_t first, end; /* `end` UINT64_MAX: up to the last element */
    uint64_t row;        /* elements in a row; 0: all in one line */
} gac__run_dumped;

/* The value of a specialization constant: by -s as a text, which is parsed when
 * the module with the constant's type is known; by --replay as bits. */
typedef struct gac__run_spec {
    uint32_t id;        /* SPECID */
    const char *option; /* SPECID=VALUE, for messages */
    const char *text;   /* VALUE; NULL: `bits` is the value */
    uint64_t bits;
} gac__run_spec;

typedef struct gac__run_command {
    gac__tool tool;
    gac_run_options options;
    gac_cpu_level cpu_level;
    bool has_global;
    const char *kernel;
    const char *modules[GAC__RUN_MAX_MODULES]; /* paths; several are linked */
    uint32_t n_modules;
    const char *build_options; /* NULL: not given */
    const char *sim_path;
    const char *replay_path;
    bool captured; /* --replay is of Intel's intercept layer: the arguments are
                      read when the kernel is known */
    gac__run_spec specs[GAC__RUN_MAX_SPECS];
    uint32_t n_specs;
    gac__run_arg args[GAC__RUN_MAX_ARGS];
    uint32_t n_args;
    gac__run_dumped dumps[GAC__RUN_MAX_ARGS];
    uint32_t n_dumps;
    gac__run_out outs[GAC__RUN_MAX_ARGS];
    uint32_t n_outs;
    uint64_t repeat;
    bool stats, list;
    gac__bytes sim_text;  /* the simulator file */
    char *sim_rest;       /* its arguments, inside sim_text */
    unsigned sim_line;    /* the line where they begin */
    gac__strings strings; /* what is freed with the command */
} gac__run_command;

/* Parses the options into `*command`, which is zeros. Returns -1 to continue,
 * or the exit code; a message was printed then. gac__run_command_free() follows
 * in every case. */
int gac__run_command_parse(int argc, char **argv, gac__run_command *command);

/* Reads the `n` operands: modules, and arguments, whose memory is filled. Under
 * --replay reads the recorded launch in their place; under --sim reads nothing.
 * On false an error was printed. */
bool gac__run_operands_parse(gac__run_command *command, int n, char **operands);

/* Frees what the command owns. */
void gac__run_command_free(gac__run_command *command);

/* Reads GAC_CPU, GAC_STRIP, GAC_JOIN, GAC_PACK and GAC_COPY_POLICY
 * (docs/tools.md), for measurements and tests. False: one has a wrong value, an
 * error was printed. */
bool gac__run_environment(gac__run_command *command);

/* Read a simulator file into the command: the first function the module, the
 * kernel and the range; the second the arguments, whose types, where the file
 * leaves them out, are those of the launch's parameters. On false an error was
 * printed. */
bool gac__run_sim_load(gac__run_command *command);
bool gac__run_sim_bind(gac__run_command *command, gac_launch *launch);

/* Returns the type of a parameter's elements, for an argument of `size_bytes`
 * bytes; i32 if the parameter does not tell. */
gac__elem gac__run_default_elem(const gac_param_info *info, size_t size_bytes);

/* Reads a recorded launch into the command, in place of operands. On false an
 * error was printed. */
bool gac__run_replay_load(gac__run_command *command);

/* Whether --replay's folder is a capture of Intel's intercept layer. */
bool gac__run_is_capture(gac__run_command *command);

/* Read a capture into the command: the first function all but the arguments,
 * the second the arguments, for the launch's parameters. On false an error was
 * printed. */
bool gac__run_capture_load(gac__run_command *command);
bool gac__run_capture_bind(gac__run_command *command, gac_launch *launch);

/* Parses the values of -s as the types of the module's constants. On false an
 * error was printed. */
bool gac__run_specs_parse(const gac_module *module, const gac__run_spec *specs,
                          uint32_t n_specs, gac_spec_value *values_out);

/* Returns the version of OpenCL C that a module was compiled from, 102000 for
 * 1.2; 0: unknown. */
uint32_t gac__run_opencl_c_version(const gac_module *module);

/* Prints a module's kernels, with an example command line each. Returns the
 * exit code. */
int gac__run_list(const gac__run_command *command, const gac_module *module,
                  const gac_program *program);

/* Writes the type of a value, or of a pointer's elements: "f32", "u32x4";
 * "bytes" for a structure, or if the pointer's type is unknown. */
void gac__run_type_text(const gac_param_info *info, char *out, size_t size);

/* -- what is printed ------------------------------------------------------- */

/* Parses one of --dump's pieces, `length` characters: N[FROM:TO]/ROW, or a NAME
 * in N's place. False: it is malformed. */
bool gac__run_dump_parse(const char *text, size_t length,
                         gac__run_dumped *dump_out);

/* Prints "arg0 f32[4]: 0 1 2 3"; of a slice "arg0[0:2] f32[4]: 0 1"; with rows
 * a line for each, and the parameter's `name` (NULL: none) in front. `most`:
 * the elements printed by default; 0: all. */
void gac__run_dump(FILE *file, const gac__run_dumped *dump,
                   const gac__run_arg *arg, const char *name, uint64_t most);

/* Prints "Argument 'name': N bytes", then a line for each of `most` elements
 * (0: all) of argument `index`. */
void gac__run_dump_sim(FILE *file, uint32_t index, const gac__run_arg *arg,
                       uint64_t most);

/* -- --timeout (run_deadline.c) -------------------------------------------- */

/* Starts the command's time limit, if it has one. */
void gac__run_deadline_set(const gac__run_command *command);

/* Ends the time limit. */
void gac__run_deadline_end(void);

/* Whether the time limit has passed. Loops over buffers ask this in each step,
 * and end if it has. */
bool gac__run_is_late(void);

/* Reports that the time limit passed during `what`; returns the exit code. */
int gac__run_tell_late(const gac__run_command *command, const char *what);

/* Do what memset() to 0, memcpy(), fread() and fwrite() do, but end at the time
 * limit. False: not all bytes were read or written. */
void gac__run_clear(void *data, size_t size_bytes);
void gac__run_copy(void *to, const void *from, size_t size_bytes);
bool gac__run_read(FILE *file, void *data, size_t size_bytes);
bool gac__run_write(FILE *file, const void *data, size_t size_bytes);

/* -- statistics ------------------------------------------------------------ */

/* The statistics of one launch. */
typedef struct gac__run_summary {
    gac_run_stats stats; /* of the last run */
    double load_ms;      /* the time of parsing the module */
    double compile_ms;   /* the time of making the program and the launch; what
                            a checked run compiles counts to the run */
    double first_ms, min_ms, median_ms; /* the runs' times */
    uint64_t n;                         /* runs; 0: none is complete */
    uint64_t local[3]; /* the work-group size, given or chosen */
} gac__run_summary;

/* Fills in the fields about runs, from the statistics of the last one and the
 * times of all `n` in their order. Sorts `ns`. */
void gac__run_summarise(const gac_run_stats *stats, uint64_t *ns, uint64_t n,
                        gac__run_summary *summary);
void gac__run_print_stats(FILE *file, const gac__run_summary *summary);
/* Prints a summary as a JSON object. */
void gac__run_print_stats_json(FILE *file, const gac__run_summary *summary);

/* -- progress -------------------------------------------------------------- */

typedef struct gac__run_progress {
    uint64_t start_ns;         /* the time of the first run's start */
    _Atomic uint64_t shown_ns; /* the time when the bar was last drawn */
    atomic_bool drawn;         /* the bar is on the terminal */
    bool on;                   /* there is a bar */
} gac__run_progress;

/* Turns the bar on if stderr is a terminal that can redraw a line. */
void gac__run_progress_start(gac__run_progress *progress);
/* Draws the bar, at most ten times a second. For gac_run_options.progress,
 * which several threads call. */
void gac__run_progress_step(void *progress, uint64_t done, uint64_t all);
/* Removes the bar from the terminal, if there is one. */
void gac__run_progress_end(gac__run_progress *progress);

/* Runs gac-run and returns its exit code. Calls are independent of each other;
 * one at a time. */
int gac__run_main(int argc, char **argv);

#endif
