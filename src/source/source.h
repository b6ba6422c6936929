/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL C to SPIR-V, by a compiler that runs as a child process.
 *
 *     source.c           the interface; the steps from a request to words
 *     build_options.c    OpenCL's build options -> the compiler's arguments
 *     find_compiler.c    which compiler there is
 *     command_line.c     the device as the compiler is told of it
 *     prelude.c          what is declared before the program's first line
 *     run_child.c        runs it: no shell, one pipe, a time limit
 *     source_bytes.c     files, and lists of words
 *     known_text.c       what the translator does not know -> what it does
 *     bitcode_vectors.c  looks for what it gets wrong
 *     written_module.c   what it wrote -> what is handed on
 *     build_cache.c      modules that were compiled before
 *
 * The compiler is clang with llvm-spirv of the same version, which writes
 * OpLine, or a clang that has a spirv64 target of its own, which does not. Its
 * input and output are files in a private folder of their own, under $TMPDIR,
 * which goes with the call.
 *
 * The environment: GAC_CLANG and GAC_LLVM_SPIRV name the programs (an empty
 * GAC_LLVM_SPIRV: none, use clang's own target); GAC_CACHE=0 turns the cache
 * off. */
#ifndef GAC_SOURCE_SOURCE_H
#define GAC_SOURCE_SOURCE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gac/base.h>

/* A file that the program includes by a name and that is on no disk. */
typedef struct gac__source_header {
    const char *name; /* relative, with no ".." in it: "lib/tile.h" */
    const char *text; /* ended by a NUL */
} gac__source_header;

/* A program to compile; zero means the default. */
typedef struct gac__source_request {
    const char *text; /* OpenCL C, `length` bytes; needs no NUL */
    size_t length;
    const char *name;    /* what the log and OpLine call it; files beside it are
                            found by #include "..."; NULL: "program.cl" */
    const char *options; /* OpenCL's build options, with blanks between; NULL:
                            none. Quotes and backslashes work as in a shell */
    const char *standard; /* the language where the options have no -cl-std:
                             "CL3.0"; NULL: CL1.2, as OpenCL says */
    const gac__source_header *headers; /* found before files of that name */
    size_t n_headers;
    bool debug_lines; /* the module says where in the source each instruction
                         comes from (if the compiler can), as -g in the
                         options does */
    bool unoptimized; /* unless the options say otherwise: each access of the
                         source is one of the module, for checks */
    bool keep_text;   /* the module holds the program's text, for findings to
                         show, as no file does */
    uint32_t address_bits; /* 32 or 64; 0: 64 */
    uint64_t timeout_ns;   /* 0: two minutes */
} gac__source_request;

/* A program that was compiled. gac__source_free() frees both. */
typedef struct gac__source_output {
    uint32_t *words; /* the module, in the host's byte order; NULL: none */
    size_t n_words;
    char *log;   /* the compiler's warnings or errors, or why it did not run;
                    ended by a NUL, never NULL but for MEMORY; may be empty */
    bool cached; /* it was compiled before */
} gac__source_output;

/* Compiles a program.
 * `*out` is set in every case. Returns OK; UNSUPPORTED: there is no compiler;
 * ARGUMENT: an option or a header's name is none; INVALID: the program has
 * errors; FORMAT: the compiler crashed, or wrote no module; TIMEOUT; CANCELLED:
 * a signal that ends the process came meanwhile, and is delivered when the
 * call returns; IO: the folder for its files cannot be made; MEMORY. In all
 * these cases the log says more.
 * Programs that include nothing but `headers` come from the cache if the same
 * was compiled before: the same text, options, headers, and compiler. Those
 * that include files from disk are compiled each time.
 * Thread-safe, but for changes of the environment meanwhile. */
gac_result gac__source_compile(const gac__source_request *request,
                               gac__source_output *out);

/* Frees what a call handed out. All zeros are accepted. */
void gac__source_free(gac__source_output *out);

/* Which programs would compile. */
typedef struct gac__source_compiler {
    char clang[PATH_MAX];
    char translator[PATH_MAX]; /* empty: clang's own target is used */
    bool lines;                /* it can write OpLine */
} gac__source_compiler;

/* Finds the compiler that gac__source_compile() would run. False if there is
 * none: then `why`, of `size` bytes, says what is missing, in one line.
 * `why` may be NULL. Thread-safe. */
bool gac__source_find_compiler(gac__source_compiler *out, char *why,
                               size_t size);

/* Whether the options, as in a request, are all known. If not, `why`, of `size`
 * bytes, says which is not. Thread-safe. */
bool gac__source_check_options(const char *options, char *why, size_t size);

/* Extension or feature `index` of the language that programs may use, as OpenCL
 * names it ("cl_khr_fp16", "__opencl_c_fp64"); NULL past the last. The extended
 * async copies and their fence are there beside. Thread-safe. */
const char *gac__source_feature(size_t index);

/* Whether a file's name says that OpenCL C is in it: it ends in ".cl". */
bool gac__source_is_name(const char *path);

#endif
