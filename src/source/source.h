/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL C to SPIR-V, by a compiler that runs as a child process.
 *
 *     source.c           the interface; the steps from a request to words
 *     build_options.c    OpenCL's build options -> the compiler's arguments
 *     find_compiler.c    which compiler is taken
 *     command_line.c     the device's features, and the command lines
 *     prelude.c          declarations before the program's first line
 *     run_child.c        runs a program: no shell, one pipe, a time limit
 *     source_bytes.c     reads files
 *     known_text.c       replaces LLVM code that the translator does not know
 *     bitcode_vectors.c  finds vectors that the translator gets wrong
 *     written_module.c   the compiler's module -> the module handed out
 *     build_cache.c      the cache of compiled modules
 *
 * The compiler is clang with llvm-spirv of the same version, which writes
 * OpLine, or a clang that has a spirv64 target of its own, which does not. Its
 * input and output are files in a private folder under $TMPDIR, which is
 * removed before the call returns.
 *
 * The environment: GAC_CLANG and GAC_LLVM_SPIRV name the programs (an empty
 * GAC_LLVM_SPIRV selects clang's own target); GAC_CACHE=0 turns the cache
 * off. */
#ifndef GAC_SOURCE_SOURCE_H
#define GAC_SOURCE_SOURCE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gac/base.h>

/* A header in memory, which the program includes by its name. */
typedef struct gac__source_header {
    const char *name; /* relative, with no ".." in it: "lib/tile.h" */
    const char *text; /* ended by a NUL */
} gac__source_header;

/* A program to compile; zero means the default. */
typedef struct gac__source_request {
    const char *text; /* OpenCL C, `length` bytes; needs no NUL */
    size_t length;
    const char *name;     /* the program's name in the log and in OpLine, whose
                             folder #include "..." searches; NULL: "program.cl" */
    const char *options;  /* OpenCL's build options, separated by blanks, quoted
                             as in a shell; NULL: none */
    const char *standard; /* the language where the options have no -cl-std:
                             "CL3.0"; NULL: CL1.2, as OpenCL says */
    const gac__source_header *headers; /* are found before files of that name */
    size_t n_headers;
    bool debug_lines; /* have OpLine in the module, if the compiler can write
                         it; -g in the options does the same */
    bool unoptimized; /* compile without optimization, unless the options set a
                         level, so that each access of the source is one of the
                         module, as checks need it */
    bool keep_text;   /* have the program's text in the module, so that findings
                         can show lines of it where there is no file */
    uint32_t address_bits; /* 32 or 64; 0: 64 */
    uint64_t timeout_ns; /* the time limit of the whole call; 0: two minutes */
} gac__source_request;

/* The result of a compilation, which gac__source_free() frees. */
typedef struct gac__source_output {
    uint32_t *words; /* the module, in the host's byte order; NULL: none */
    size_t n_words;
    char *log; /* the compiler's warnings or errors, or why it did not run; may
                  be empty; NULL only after MEMORY */
    bool cached; /* the module comes from the cache */
} gac__source_output;

/* Compiles a program. `*out` is set in every case. Returns OK; UNSUPPORTED:
 * there is no compiler; ARGUMENT: an option or a header's name is not valid;
 * INVALID: the program has errors; FORMAT: the compiler crashed, or wrote no
 * module; TIMEOUT; CANCELLED: a signal that ends the process has arrived, and
 * is delivered when the call returns; IO: the private folder or a file in it
 * cannot be written, or a program not started; MEMORY. The log says more, but
 * for MEMORY.
 *
 * The module comes from the cache if the same text was compiled before, with
 * the same options, headers, and compiler. Programs that include files from
 * disk, or ask for the time, are compiled each time.
 *
 * Thread-safe, unless the environment changes during the call. */
gac_result gac__source_compile(const gac__source_request *request,
                               gac__source_output *out);

/* Frees an output. All zeros are accepted. */
void gac__source_free(gac__source_output *out);

/* The programs that compile. */
typedef struct gac__source_compiler {
    char clang[PATH_MAX];
    char translator[PATH_MAX]; /* llvm-spirv; empty: clang's own target is
                                  used */
    bool lines;                /* the compiler can write OpLine */
} gac__source_compiler;

/* Finds the compiler that gac__source_compile() would run. False: there is
 * none, and `why`, of `size` bytes, says what is missing, in one line. `why`
 * may be NULL. Thread-safe. */
bool gac__source_find_compiler(gac__source_compiler *out, char *why,
                               size_t size);

/* Whether all options, as in a request, are known. If not, `why`, of `size`
 * bytes, names the unknown one. Thread-safe. */
bool gac__source_check_options(const char *options, char *why, size_t size);

/* Whether work-group sizes have to divide the range in what is compiled by
 * options that are known, and with a language, as in a request: OpenCL C before
 * 2.0 requires it, and so does -cl-uniform-work-group-size. Thread-safe. */
bool gac__source_uniform_groups(const char *options, const char *standard);

/* Returns extension or feature `index` of the language that programs may use,
 * by OpenCL's name ("cl_khr_fp16", "__opencl_c_fp64"); NULL past the last. The
 * extended async copies and their fence, which are always there, are not among
 * them. Thread-safe. */
const char *gac__source_feature(size_t index);

/* Whether a file name is that of OpenCL C: it ends in ".cl". */
bool gac__source_is_name(const char *path);

#endif
