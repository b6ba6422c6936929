/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the files of this room share. */
#ifndef GAC_SOURCE_SOURCE_INTERNAL_H
#define GAC_SOURCE_SOURCE_INTERNAL_H

#include "source/source.h"
#include "support/bytes.h"
#include "support/clock.h"

#define GAC__COUNT(array) (sizeof(array) / sizeof *(array))

/* -- files ----------------------------------------------------------------- */

/* Reads a file; false: it cannot be read, or is too large. */
bool gac__bytes_read(gac__bytes *bytes, const char *path);

/* Writes all data to an open file, in as many calls as it takes. False, with
 * errno, on failure. */
bool gac__write_all(int fd, const void *data, size_t size);

/* -- lists of words -------------------------------------------------------- */

/* A list of strings, ended by a NULL as main()'s is. */
typedef struct gac__words {
    char **items; /* n, and a NULL; each owned */
    size_t n;
    bool failed;
} gac__words;

void gac__words_add(gac__words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void gac__words_free(gac__words *words);

/* -- options --------------------------------------------------------------- */

/* What OpenCL's build options set. */
typedef struct gac__build_options {
    gac__words arguments; /* for clang */
    const char *standard; /* "CL2.0"; NULL: not given */
    bool debug_lines;     /* -g */
} gac__build_options;

/* Parses the options. ARGUMENT: one is unknown, and `log` names it; MEMORY. The
 * caller frees `out->arguments` in every case. */
gac_result gac__build_options_parse(const char *options,
                                    gac__build_options *out, gac__bytes *log);

/* -- the compiler ---------------------------------------------------------- */

/* Whether llvm-spirv translates clang's output; else clang writes the
 * module. */
static inline bool gac__source_translates(const gac__source_compiler *compiler)
{
    return compiler->translator[0] != '\0';
}

/* The files of one call, in its private folder. */
typedef struct gac__build_files {
    char folder[PATH_MAX - 64];
    char headers[PATH_MAX];  /* the folder of the request's headers */
    char source[PATH_MAX];   /* the prelude, and the program */
    char bitcode[PATH_MAX];  /* for the translator */
    char assembly[PATH_MAX]; /* the bitcode as LLVM's assembly text */
    char module[PATH_MAX];   /* SPIR-V */
} gac__build_files;

/* How clang is run; zero means as the options say, for the translator. */
typedef struct gac__clang_run {
    const char *const *words; /* arguments behind the options, ended by a NULL;
                                 NULL: none */
    bool assembly;            /* write text in place of bitcode */
} gac__clang_run;

/* The command lines of clang, of the translator, and of clang as an assembler,
 * from text to bitcode. */
void gac__clang_arguments(const gac__source_request *request,
                          const gac__build_options *options,
                          const gac__source_compiler *compiler,
                          const gac__build_files *files,
                          const gac__clang_run *how, gac__words *out);
void gac__assembler_arguments(const gac__source_request *request,
                              const gac__source_compiler *compiler,
                              const gac__build_files *files, gac__words *out);
void gac__translator_arguments(const gac__source_compiler *compiler,
                               const gac__build_files *files, gac__words *out);

/* Adds the prelude: declarations that clang's headers lack, and macros. With
 * `copies` false, the extended async copies are left out, since the program
 * declares them itself. */
void gac__prelude_write(const gac__source_request *request,
                        const gac__source_compiler *compiler, bool copies,
                        gac__bytes *out);

/* The copies' names inside the translator, and in the language: of one
 * length. */
#define GAC__COPY_ALIAS "gsync_work_group_copy_"
#define GAC__COPY_NAME "async_work_group_copy_"

/* Copies LLVM's assembly text, and rewrites what the translator does not know.
 * False: the text contains nothing of that, or memory is out. */
bool gac__known_text(const gac__bytes *text, gac__bytes *out);

/* Searches a file of bitcode for vectors whose number of components is not 2,
 * 3, 4, 8 or 16, which SPIR-V does not have. Returns the highest such number;
 * 0: there is none, or the file is no bitcode. */
unsigned gac__bitcode_odd_vectors(const char *path);

/* -- running it ------------------------------------------------------------ */

typedef struct gac__child_end {
    bool exited; /* false: a signal ended it */
    int code;    /* its exit code, or the signal */
} gac__child_end;

/* Runs a program to its end: `arguments` are those of main(), the first is the
 * path. Its standard output and error go to `output`, whose size is bounded. OK
 * if it ran, however it ended; TIMEOUT at `deadline_ns` of gac__now_ns();
 * CANCELLED if a signal of gac__signals_hold() is pending; IO: it could not be
 * started, and `output` says why; MEMORY. No process is left. */
gac_result gac__child_run(const gac__words *arguments, uint64_t deadline_ns,
                          gac__bytes *output, gac__child_end *end);

/* Blocks the signals that end a process in this thread, so that files can be
 * removed first; gac__signals_release() lets them arrive. */
typedef struct gac__held_signals {
    unsigned char mask[128]; /* a sigset_t: the mask before */
} gac__held_signals;
void gac__signals_hold(gac__held_signals *held);
void gac__signals_release(const gac__held_signals *held);

/* -- what was written ------------------------------------------------------ */

/* Reads the module that the compiler wrote into `out->words`, and restores the
 * names of copies and files. FORMAT: it is no module; MEMORY. */
gac_result gac__written_module_read(const gac__source_request *request,
                                    const gac__build_files *files,
                                    gac__source_output *out);

/* -- cache ----------------------------------------------------------------- */

/* Makes the key of a request: all that the module depends on, as one text. It
 * is empty if the program includes files from disk, which have no key. */
void gac__cache_key(const gac__source_request *request,
                    const gac__build_options *options,
                    const gac__source_compiler *compiler, gac__bytes *key);

/* Looks a module up; false: the cache does not have it. */
bool gac__cache_find(const gac__bytes *key, gac__source_output *out);

/* Stores a module in the cache. Failures are ignored. */
void gac__cache_store(const gac__bytes *key, const gac__source_output *output);

#endif
