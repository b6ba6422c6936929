/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the files of this room share. */
#ifndef GAC_SOURCE_SOURCE_INTERNAL_H
#define GAC_SOURCE_SOURCE_INTERNAL_H

#include <signal.h>

#include "source/source.h"
#include "support/bytes.h"
#include "support/clock.h"

/* -- files ----------------------------------------------------------------- */

/* Reads a file; false: it cannot be read, or is too large. */
bool gac__bytes_read(gac__bytes *bytes, const char *path);

/* -- options --------------------------------------------------------------- */

/* The effect of OpenCL's build options. */
typedef struct gac__build_options {
    gac__strings arguments; /* the arguments for clang, without -cl-std and
                             -g */
    const char *standard;   /* the last -cl-std: "CL2.0"; NULL: not given */
    bool debug_lines;       /* -g is given */
    bool uniform_groups;    /* -cl-uniform-work-group-size is given */
} gac__build_options;

/* Parses the options. ARGUMENT: one is unknown, and `log` names it; MEMORY. The
 * caller frees `out->arguments` in every case. */
gac_result gac__build_options_parse(const char *options,
                                    gac__build_options *out, gac__bytes *log);

/* The language: the options', or else another one; NULL: OpenCL's default. */
const char *gac__build_standard(const gac__build_options *options,
                                const char *otherwise);

/* -- the compiler ---------------------------------------------------------- */

/* Whether llvm-spirv translates clang's bitcode to the module; otherwise clang
 * writes the module. */
static inline bool gac__source_translates(const gac__source_compiler *compiler)
{
    return compiler->translator[0] != '\0';
}

/* The files of one call, in its private folder. */
typedef struct gac__build_files {
    char folder[PATH_MAX - 64];
    char headers[PATH_MAX];  /* the folder of the request's headers */
    char source[PATH_MAX];   /* the prelude, and the program */
    char bitcode[PATH_MAX];  /* the translator's input */
    char assembly[PATH_MAX]; /* LLVM's assembly text, for gac__known_text() */
    char module[PATH_MAX];   /* the SPIR-V module */
} gac__build_files;

/* One of several ways to run clang; all zeros: with the build options alone. */
typedef struct gac__clang_run {
    const char *const *words; /* arguments behind the build options, ended by a
                                 NULL; NULL: none */
    bool assembly;            /* write assembly text in place of bitcode */
} gac__clang_run;

/* Make the command lines of clang, which compiles the source; of clang, which
 * assembles LLVM's text to bitcode; and of the translator. */
void gac__clang_arguments(const gac__source_request *request,
                          const gac__build_options *options,
                          const gac__source_compiler *compiler,
                          const gac__build_files *files,
                          const gac__clang_run *how, gac__strings *out);
void gac__assembler_arguments(const gac__source_request *request,
                              const gac__source_compiler *compiler,
                              const gac__build_files *files, gac__strings *out);
void gac__translator_arguments(const gac__source_compiler *compiler,
                               const gac__build_files *files,
                               gac__strings *out);

/* Adds the prelude: declarations that clang's headers lack, and macros. Without
 * `copies`, the declarations of the extended async copies are left out, for a
 * program that declares them itself. */
void gac__prelude_write(const gac__source_request *request,
                        const gac__source_compiler *compiler, bool copies,
                        gac__bytes *out);

/* The beginning of the copies' names: what the translator gets, and what they
 * are in the language (prelude.c). Both have one length. */
#define GAC__COPY_ALIAS "gsync_work_group_copy_"
#define GAC__COPY_NAME "async_work_group_copy_"

/* The same of functions whose calls the translator aborts at (known_text.c). */
#define GAC__EXCHANGE_ALIAS "gtomic_compare_exchange_"
#define GAC__EXCHANGE_NAME "atomic_compare_exchange_"

/* Copies LLVM's assembly text, with code that the translator does not know
 * replaced. False: the text contains no such code, or memory is out. */
bool gac__known_text(const gac__bytes *text, gac__bytes *out);

/* Searches a file of bitcode for types of vectors that SPIR-V does not have:
 * their number of components is not 2, 3, 4, 8 or 16. Returns the highest such
 * number; 0: there is none, or the file is not bitcode as expected. */
unsigned gac__bitcode_odd_vectors(const char *path);

/* -- running programs ------------------------------------------------------ */

/* How a program ended. */
typedef struct gac__child_end {
    bool exited; /* false: a signal ended it */
    int code;    /* its exit code, or the signal */
} gac__child_end;

/* Runs a program to its end. `arguments` are those of main(); the first is the
 * program's path. Its standard output and error are added to `output`, up to a
 * limit. Returns OK if it ran, however it ended; TIMEOUT at `deadline_ns` of
 * gac__now_ns(); CANCELLED if a signal of gac__signals_hold() is pending; IO:
 * it could not be started, and `output` says why; MEMORY. No process is
 * left. */
gac_result gac__child_run(const gac__strings *arguments, uint64_t deadline_ns,
                          gac__bytes *output, gac__child_end *end);

/* Blocks the signals that end a process (SIGINT, SIGTERM, SIGHUP) in this
 * thread, so that files can be removed first, and saves the thread's mask;
 * gac__signals_release() restores it, and they are delivered. */
void gac__signals_hold(sigset_t *before_out);
void gac__signals_release(const sigset_t *before);

/* -- the compiler's module ------------------------------------------------- */

/* Whether the compiler's module says of conversions that are not there how they
 * round or saturate. */
bool gac__written_module_lost(const gac__build_files *files);

/* Reads the module that the compiler wrote into `out->words`, corrected
 * (written_module.c). FORMAT: it is no module; MEMORY. */
gac_result gac__written_module_read(const gac__source_request *request,
                                    const gac__build_files *files,
                                    gac__source_output *out);

/* -- cache ----------------------------------------------------------------- */

/* Makes the key of a request: the bytes of all that the module depends on. It
 * is empty if the module depends on more, such as files from disk or the time,
 * or if memory is out. */
void gac__cache_key(const gac__source_request *request,
                    const gac__build_options *options,
                    const gac__source_compiler *compiler, gac__bytes *key);

/* Looks a module and its log up by the key; false: the cache does not have it,
 * or the key is empty. */
bool gac__cache_find(const gac__bytes *key, gac__source_output *out);

/* Stores a module and its log in the cache, unless the key is empty. Failures
 * are ignored. */
void gac__cache_store(const gac__bytes *key, const gac__source_output *output);

#endif
