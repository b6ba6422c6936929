/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Selects the compiler.
 *
 * First choice is clang with llvm-spirv of the same version, which writes
 * OpLine. Programs with a version in their names (clang-14 and llvm-spirv-14)
 * come first, the oldest version before newer ones, since the tests use it;
 * then `clang` and `llvm-spirv`, if --version prints the same version. Second
 * choice is the newest clang that has the target spirv64. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/source_internal.h"

enum {
    FIRST_VERSION = 14,
    LAST_VERSION = 40,
    FIRST_WITH_TARGET = 19,
    MOST_ASKED = 16
};

#define ANSWER_NS 10000000000u /* time limit of one question */

/* -- files ----------------------------------------------------------------- */

static bool is_program(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

/* Finds a program in PATH; a name with a slash is taken as a path. */
static bool find_program(const char *name, char path_out[PATH_MAX])
{
    const char *at = getenv("PATH");
    if (strchr(name, '/')) {
        int n = snprintf(path_out, PATH_MAX, "%s", name);
        return n > 0 && n < PATH_MAX && is_program(path_out);
    }
    while (at && *at) {
        size_t n = strcspn(at, ":");
        int size = snprintf(path_out, PATH_MAX, "%.*s/%s", (int)n, at, name);
        if (n && size > 0 && size < PATH_MAX && is_program(path_out))
            return true;
        at += n + (at[n] == ':');
    }
    return false;
}

static bool find_versioned(const char *name, unsigned version,
                           char path_out[PATH_MAX])
{
    char versioned[64];
    snprintf(versioned, sizeof versioned, "%s-%u", name, version);
    return find_program(versioned, path_out);
}

/* -- programs' versions and targets ---------------------------------------- */

/* What a program prints if it is asked by an argument. */
typedef struct answer {
    char question[PATH_MAX + 32]; /* the program's path, and the argument */
    struct timespec changed;      /* the time of the program's last change */
    unsigned version;             /* the version printed; 0: none */
    bool has_target;              /* the target spirv64 is printed */
} answer;

/* The answers of programs, kept for the process as long as the program's file
 * does not change. */
static pthread_mutex_t answers_lock = PTHREAD_MUTEX_INITIALIZER;
static answer answers[MOST_ASKED];
static size_t n_answers;

/* Returns the number behind "version" in the output of --version. */
static unsigned version_in(const char *text)
{
    const char *at = strstr(text, "version ");
    return at ? (unsigned)strtoul(at + 8, NULL, 10) : 0;
}

static void ask(const char *path, const char *argument, answer *out)
{
    gac__strings command = {0};
    gac__bytes said = {0};
    gac__child_end end = {0};
    uint64_t deadline = gac__now_ns() + ANSWER_NS;
    gac__strings_add(&command, "%s", path);
    gac__strings_add(&command, "%s", argument);
    if (gac__child_run(&command, deadline, &said, &end) == GAC_OK && end.exited
        && end.code == 0 && said.data) {
        out->version = version_in(said.data);
        out->has_target = strstr(said.data, " spirv64") != NULL;
    }
    gac__strings_free(&command);
    gac__bytes_free(&said);
}

/* Returns an answer, and asks the program only if the answer is not kept. */
static answer ask_once(const char *path, const char *argument)
{
    answer now = {0};
    struct stat s = {0};
    snprintf(now.question, sizeof now.question, "%s %s", path, argument);
    if (stat(path, &s) == 0)
        now.changed = s.st_mtim;
    pthread_mutex_lock(&answers_lock);
    for (size_t i = 0; i < n_answers; i++)
        if (!strcmp(answers[i].question, now.question)
            && answers[i].changed.tv_sec == now.changed.tv_sec
            && answers[i].changed.tv_nsec == now.changed.tv_nsec) {
            now = answers[i];
            pthread_mutex_unlock(&answers_lock);
            return now;
        }
    pthread_mutex_unlock(&answers_lock);
    ask(path, argument, &now);
    pthread_mutex_lock(&answers_lock);
    answers[n_answers < MOST_ASKED ? n_answers++ : MOST_ASKED - 1] = now;
    pthread_mutex_unlock(&answers_lock);
    return now;
}

/* Returns a program's version, as its name or else its --version says; 0:
 * unknown. */
static unsigned version_of(const char *path)
{
    const char *dash = strrchr(path, '-');
    char *end = NULL;
    unsigned version = dash ? (unsigned)strtoul(dash + 1, &end, 10) : 0;
    if (version && end && !*end)
        return version;
    return ask_once(path, "--version").version;
}

static bool has_target(const char *clang)
{
    return ask_once(clang, "--print-targets").has_target;
}

/* -- choosing -------------------------------------------------------------- */

/* Finds clang and llvm-spirv of one version. */
static bool find_pair(gac__source_compiler *out)
{
    for (unsigned v = FIRST_VERSION; v <= LAST_VERSION; v++)
        if (find_versioned("llvm-spirv", v, out->translator)
            && find_versioned("clang", v, out->clang))
            return true;
    return find_program("llvm-spirv", out->translator)
           && find_program("clang", out->clang)
           && version_of(out->translator) == version_of(out->clang)
           && version_of(out->clang) > 0;
}

/* Finds a clang that has the target spirv64. */
static bool find_direct(gac__source_compiler *out)
{
    out->translator[0] = '\0';
    for (unsigned v = LAST_VERSION; v >= FIRST_WITH_TARGET; v--)
        if (find_versioned("clang", v, out->clang) && has_target(out->clang))
            return true;
    return find_program("clang", out->clang) && has_target(out->clang);
}

/* Finds the other program of a pair, of the same version as `known`. */
static bool find_other(const char *name, const char *known,
                       char path_out[PATH_MAX])
{
    unsigned version = version_of(known);
    return version
           && (find_versioned(name, version, path_out)
               || (find_program(name, path_out)
                   && version_of(path_out) == version));
}

/* Returns the program that an environment variable names; NULL: none. */
static const char *named(const char *variable)
{
    const char *name = getenv(variable);
    return name && *name ? name : NULL;
}

/* Whether GAC_LLVM_SPIRV is set and empty, which selects clang's own target. */
static bool translator_is_off(void)
{
    const char *name = getenv("GAC_LLVM_SPIRV");
    return name && !*name;
}

static bool cannot_run(const char *variable, const char *name, char *why,
                       size_t size)
{
    snprintf(why, size, "%s is %s, which is no program", variable, name);
    return false;
}

/* Selects the programs of GAC_CLANG and GAC_LLVM_SPIRV, where one is set. */
static bool find_named(const char *clang, const char *translator,
                       gac__source_compiler *out, char *why, size_t size)
{
    if (clang && !find_program(clang, out->clang))
        return cannot_run("GAC_CLANG", clang, why, size);
    if (translator && !find_program(translator, out->translator))
        return cannot_run("GAC_LLVM_SPIRV", translator, why, size);
    if (clang && translator)
        return true;
    if (!clang) {
        if (find_other("clang", out->translator, out->clang))
            return true;
        snprintf(why, size,
                 "no clang of the version of GAC_LLVM_SPIRV (%s) is in PATH; "
                 "GAC_CLANG may name it",
                 translator);
        return false;
    }
    if (!translator_is_off()
        && find_other("llvm-spirv", out->clang, out->translator))
        return true;
    out->translator[0] = '\0';
    if (has_target(out->clang))
        return true;
    snprintf(why, size,
             "GAC_CLANG (%s) has no target spirv64, and no llvm-spirv of its "
             "version is in PATH; GAC_LLVM_SPIRV may name one",
             clang);
    return false;
}

bool gac__source_find_compiler(gac__source_compiler *out, char *why,
                               size_t size)
{
    char unread[8];
    const char *clang = named("GAC_CLANG");
    const char *translator = named("GAC_LLVM_SPIRV");
    bool found;
    if (!why || !size) {
        why = unread;
        size = sizeof unread;
    }
    *out = (gac__source_compiler){0};
    why[0] = '\0';
    if (clang || translator) {
        found = find_named(clang, translator, out, why, size);
    } else {
        found = (!translator_is_off() && find_pair(out)) || find_direct(out);
        if (!found)
            snprintf(why, size,
                     "OpenCL C needs clang-14 and llvm-spirv-14 (or both of "
                     "one later version), or a clang with the target spirv64: "
                     "neither is in PATH");
    }
    if (!found)
        *out = (gac__source_compiler){0};
    out->lines = gac__source_translates(out);
    return found;
}
