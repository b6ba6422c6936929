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

/* Writes to a file that is open, however many calls it takes. False, with
 * errno, on failure. */
bool gac__write_all(int fd, const void *data, size_t size);

/* -- lists of words -------------------------------------------------------- */

/* Strings one behind the other, as main() takes them. */
typedef struct gac__words {
    char **items; /* n, and a NULL; each owned */
    size_t n;
    bool failed;
} gac__words;

void gac__words_add(gac__words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void gac__words_free(gac__words *words);

/* -- options --------------------------------------------------------------- */

/* What OpenCL's build options ask for. */
typedef struct gac__build_options {
    gac__words arguments; /* for clang */
    const char *standard; /* "CL2.0"; NULL: not given */
    bool debug_lines;     /* -g */
} gac__build_options;

/* Takes the options apart. ARGUMENT: one is unknown, and `log` says which;
 * MEMORY. The caller frees `out->arguments` in every case. */
gac_result gac__build_options_parse(const char *options,
                                    gac__build_options *out, gac__bytes *log);

/* -- the compiler ---------------------------------------------------------- */

/* Whether llvm-spirv makes the module of what clang writes; else clang does. */
static inline bool gac__source_translates(const gac__source_compiler *compiler)
{
    return compiler->translator[0] != '\0';
}

/* The files of one call, in its own folder. */
typedef struct gac__build_files {
    char folder[PATH_MAX - 64];
    char headers[PATH_MAX];  /* the folder of the request's headers */
    char source[PATH_MAX];   /* the prelude, and the program */
    char bitcode[PATH_MAX];  /* for the translator */
    char assembly[PATH_MAX]; /* what the bitcode says, as text */
    char module[PATH_MAX];   /* SPIR-V */
} gac__build_files;

/* How clang is run; zero means as the options say, for the translator. */
typedef struct gac__clang_run {
    const char *const *words; /* behind the options, a NULL at their end; NULL:
                                 none */
    bool assembly;            /* writes text in place of bitcode */
} gac__clang_run;

/* clang's command line, and the translator's; that of clang as an assembler,
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

/* Adds the prelude: declarations of what clang's headers lack, and macros. With
 * `copies` false, the extended async copies are left out: the program declares
 * them in its own way. */
void gac__prelude_write(const gac__source_request *request,
                        const gac__source_compiler *compiler, bool copies,
                        gac__bytes *out);

/* The copies' names inside the translator, and as the language has them: of
 * equal lengths. */
#define GAC__COPY_ALIAS "gsync_work_group_copy_"
#define GAC__COPY_NAME "async_work_group_copy_"

/* Copies LLVM's assembly text without what the translator does not know. False:
 * there was nothing of that, or memory is out. */
bool gac__known_text(const gac__bytes *text, gac__bytes *out);

/* Looks for vectors in a file of bitcode that have other than 2, 3, 4, 8 or 16
 * components, which SPIR-V has not: how many the largest has; 0: there are
 * none, or it is no bitcode. */
unsigned gac__bitcode_odd_vectors(const char *path);

/* -- running it ------------------------------------------------------------ */

typedef struct gac__child_end {
    bool exited; /* false: a signal ended it */
    int code;    /* its exit code, or the signal */
} gac__child_end;

/* Runs a program to its end: `arguments` as main() takes them, the first the
 * path. Its standard output and error go to `output`, whose size is bounded.
 * OK if it ran, however it ended; TIMEOUT at `deadline_ns` of gac__now_ns();
 * CANCELLED if a signal of gac__signals_hold() is pending; IO: it could not be
 * started, and `output` says why; MEMORY. No process is left. */
gac_result gac__child_run(const gac__words *arguments, uint64_t deadline_ns,
                          gac__bytes *output, gac__child_end *end);

/* Keeps the signals that end a process away from this thread, so that files
 * can be removed before; the next call lets them come. */
typedef struct gac__held_signals {
    unsigned char mask[128]; /* a sigset_t: what was blocked before */
} gac__held_signals;
void gac__signals_hold(gac__held_signals *held);
void gac__signals_release(const gac__held_signals *held);

/* -- what was written ------------------------------------------------------ */

/* Reads the module that the compiler wrote into `out->words`: names of copies
 * and files are put right. FORMAT: it is no module; MEMORY. */
gac_result gac__written_module_read(const gac__source_request *request,
                                    const gac__build_files *files,
                                    gac__source_output *out);

/* -- cache ----------------------------------------------------------------- */

/* Everything that the module depends on, as one text. Empty: the program
 * includes what is on disk, and nothing is known of that. */
void gac__cache_key(const gac__source_request *request,
                    const gac__build_options *options,
                    const gac__source_compiler *compiler, gac__bytes *key);

/* Looks a module up; false if it is not there. */
bool gac__cache_find(const gac__bytes *key, gac__source_output *out);

/* Keeps one. Failure to do so does not matter. */
void gac__cache_store(const gac__bytes *key, const gac__source_output *output);

#endif
