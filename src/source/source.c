/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL C to SPIR-V: the steps.
 *
 *     build options -> arguments -> cache? -> words, log
 *         |
 *         +-> folder, files -> clang -> llvm-spirv -> words, log -> cache
 *
 * The program is compiled from a copy behind the prelude; a line marker
 * restores its name and line numbers. Signals that end the process are held
 * until the folder is removed. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/source_internal.h"

#define USUAL_NS 120000000000u
#define MOST_NAME 1024

/* The state of one call. */
typedef struct build {
    gac__source_request request; /* with the defaults filled in */
    gac__build_options options;
    gac__source_compiler compiler;
    gac__build_files files;
    gac__bytes log;
    uint64_t deadline_ns;
} build;

bool gac__source_is_name(const char *path)
{
    size_t n = strlen(path);
    return n > 3 && !strcmp(path + n - 3, ".cl");
}

/* -- files ----------------------------------------------------------------- */

static gac_result file_failed(build *b, const char *path)
{
    gac__bytes_print(&b->log, "%s cannot be written: %s\n", path,
                     strerror(errno));
    return GAC_ERR_IO;
}

static gac_result write_file(build *b, const char *path, const char *data,
                             size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return file_failed(b, path);
    bool ok = gac__write_all(fd, data, size);
    if (close(fd) != 0 || !ok)
        return file_failed(b, path);
    return GAC_OK;
}

static int remove_one(const char *path, const struct stat *s, int kind,
                      struct FTW *where)
{
    (void)s;
    (void)kind;
    (void)where;
    remove(path);
    return 0;
}

static void remove_folder(const build *b)
{
    if (b->files.folder[0])
        nftw(b->files.folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static gac_result make_folder(build *b)
{
    gac__build_files *f = &b->files;
    const char *top = getenv("TMPDIR");
    if (!top || !*top)
        top = "/tmp";
    int n = snprintf(f->folder, sizeof f->folder, "%s/gac-XXXXXX", top);
    bool fits = n > 0 && (size_t)n < sizeof f->folder;
    if (!fits || !mkdtemp(f->folder)) {
        f->folder[0] = '\0';
        return file_failed(b, top);
    }
    snprintf(f->headers, sizeof f->headers, "%s/include", f->folder);
    snprintf(f->source, sizeof f->source, "%s/program.cl", f->folder);
    snprintf(f->bitcode, sizeof f->bitcode, "%s/program.bc", f->folder);
    snprintf(f->assembly, sizeof f->assembly, "%s/program.ll", f->folder);
    snprintf(f->module, sizeof f->module, "%s/program.spv", f->folder);
    return GAC_OK;
}

/* Writes a header, after making the folders of its path. */
static gac_result write_header(build *b, const gac__source_header *header)
{
    char path[2 * PATH_MAX];
    int n =
        snprintf(path, sizeof path, "%s/%s", b->files.headers, header->name);
    if (n < 0 || (size_t)n >= sizeof path)
        return GAC_ERR_ARGUMENT;
    for (char *slash = path + strlen(b->files.folder) + 1;
         (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return file_failed(b, path);
        *slash = '/';
    }
    unlink(path); /* of headers with one name the last counts */
    return write_file(b, path, header->text, strlen(header->text));
}

/* Adds a line marker: the next line is line 1 of that file. The flags are the
 * preprocessor's: 1 enters a file, 2 returns to one, 3 is a system header. */
static void add_marker(gac__bytes *out, const char *name, const char *flags)
{
    gac__bytes_text(out, "# 1 \"");
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            gac__bytes_text(out, "\\");
        gac__bytes_add(out, name, 1);
    }
    gac__bytes_print(out, "\"%s\n", flags);
}

/* Writes the prelude and the program. The prelude is marked as a system header,
 * about which clang gives no warnings. A byte order mark, which compilers take
 * at the beginning of a file alone, would not be there any more. */
static gac_result write_source(build *b, bool copies)
{
    gac__bytes text = {0};
    add_marker(&text, b->request.name, "");
    add_marker(&text, "gac_prelude.h", " 1 3");
    gac__prelude_write(&b->request, &b->compiler, copies, &text);
    add_marker(&text, b->request.name, " 2");
    size_t mark = 0;
    if (b->request.length >= 3 && !memcmp(b->request.text, "\xEF\xBB\xBF", 3))
        mark = 3;
    gac__bytes_add(&text, b->request.text + mark, b->request.length - mark);
    gac__bytes_text(&text, "\n");
    unlink(b->files.source);
    gac_result result = text.failed
                            ? GAC_ERR_MEMORY
                            : write_file(b, b->files.source, text.data, text.n);
    gac__bytes_free(&text);
    return result;
}

static gac_result write_files(build *b)
{
    gac_result result = make_folder(b);
    if (result == GAC_OK)
        result = write_source(b, true);
    for (size_t i = 0; result == GAC_OK && i < b->request.n_headers; i++)
        result = write_header(b, &b->request.headers[i]);
    return result;
}

/* -- the log --------------------------------------------------------------- */

/* Removes a folder from the file names in a text. */
static void cut_folder(gac__bytes *text, const char *folder)
{
    char prefix[PATH_MAX + 2];
    int n = snprintf(prefix, sizeof prefix, "%s/", folder);
    char *at = text->data;
    while (at && (at = strstr(at, prefix)) != NULL) {
        size_t behind = text->n - (size_t)(at - text->data) - (size_t)n;
        memmove(at, at + n, behind + 1);
        text->n -= (size_t)n;
    }
}

static void clean_log(build *b)
{
    cut_folder(&b->log, b->files.headers);
    cut_folder(&b->log, b->files.folder);
}

/* -- running --------------------------------------------------------------- */

/* Logs how a program ended, if it has not printed anything itself. */
static void tell_end(build *b, const char *program, const gac__child_end *end)
{
    if (!end->exited)
        gac__bytes_print(&b->log, "%s was ended by signal %d\n", program,
                         end->code);
    else if (!b->log.n)
        gac__bytes_print(&b->log, "%s ended with status %d\n", program,
                         end->code);
}

/* Runs a compiler or translator, and frees its arguments. Returns `refused` if
 * it exits with a failure, FORMAT if a signal ends it. */
static gac_result run(build *b, gac__strings *arguments, gac_result refused)
{
    gac__child_end end = {0};
    gac_result result =
        gac__child_run(arguments, b->deadline_ns, &b->log, &end);
    const char *program = arguments->n ? arguments->items[0] : "the compiler";
    if (result == GAC_ERR_TIMEOUT)
        gac__bytes_print(&b->log, "%s was stopped: it took more than %g s\n",
                         program, (double)b->request.timeout_ns * 1e-9);
    if (result == GAC_ERR_CANCELLED)
        gac__bytes_print(&b->log, "%s was interrupted\n", program);
    if (result == GAC_OK && !(end.exited && end.code == 0)) {
        tell_end(b, program, &end);
        result = end.exited ? refused : GAC_ERR_FORMAT;
    }
    gac__strings_free(arguments);
    return result;
}

static gac_result run_clang(build *b, gac__clang_run how)
{
    gac__strings arguments = {0};
    gac__clang_arguments(&b->request, &b->options, &b->compiler, &b->files,
                         &how, &arguments);
    return run(b, &arguments, GAC_ERR_INVALID);
}

static gac_result run_assembler(build *b)
{
    gac__strings arguments = {0};
    gac__assembler_arguments(&b->request, &b->compiler, &b->files, &arguments);
    return run(b, &arguments, GAC_ERR_FORMAT);
}

static gac_result run_translator(build *b)
{
    gac__strings arguments = {0};
    gac__translator_arguments(&b->compiler, &b->files, &arguments);
    return run(b, &arguments, GAC_ERR_FORMAT);
}

/* The log's line about a vector of one component, which has_unknown() searches
 * for. clang writes such a vector for as_uchar4(7) without optimization. */
#define SINGLE "a vector of 1 component"

/* The same of a conversion of which the translator has lost how it rounds or
 * saturates. */
#define LOST "a conversion without its mode"

/* Translates clang's bitcode. Returns FORMAT, too, if there are vectors that
 * SPIR-V does not have: the translator crashes at those of one component, and
 * gets others wrong; and if it has lost modes of conversions. At the last level
 * of optimization, behind which nothing is left to try, what it only gets wrong
 * is translated all the same. */
static gac_result translate_once(build *b, bool is_last)
{
    unsigned n = gac__bitcode_odd_vectors(b->files.bitcode);
    if (n == 1 || (n > 1 && !is_last)) {
        gac__bytes_print(&b->log, n == 1 ? SINGLE "\n" : "a vector of %u\n", n);
        return GAC_ERR_FORMAT;
    }
    gac_result result = run_translator(b);
    if (result == GAC_OK && !is_last && gac__written_module_lost(&b->files)) {
        gac__bytes_text(&b->log, LOST "\n");
        result = GAC_ERR_FORMAT;
    }
    return result;
}

/* Compiles again to LLVM's assembly text, replaces code that the translator
 * does not know, and translates the result. `words` are further arguments of
 * clang. */
static gac_result translate_known(build *b, const char *const *words)
{
    gac__bytes text = {0}, known = {0};
    gac_result result =
        run_clang(b, (gac__clang_run){.words = words, .assembly = true});
    if (result == GAC_OK
        && !(gac__bytes_read(&text, b->files.assembly)
             && gac__known_text(&text, &known)))
        result = GAC_ERR_FORMAT;
    unlink(b->files.assembly);
    if (result == GAC_OK)
        result = write_file(b, b->files.assembly, known.data, known.n);
    gac__bytes_free(&text);
    gac__bytes_free(&known);
    if (result == GAC_OK)
        result = run_assembler(b);
    return result == GAC_OK ? translate_once(b, false) : result;
}

/* Empties the log, since clang repeats its warnings. */
static void forget_log(build *b)
{
    b->log.n = 0;
    if (b->log.data)
        b->log.data[0] = '\0';
}

/* Whether the log names code that translate_known() replaces. */
static bool has_unknown(const build *b)
{
    return b->log.data
           && (strstr(b->log.data, "freeze") || strstr(b->log.data, SINGLE)
               || strstr(b->log.data, LOST)
               || strstr(b->log.data, "AtomicCmpXchg"));
}

static const char *const level_1[] = {"-O1", NULL};
static const char *const level_0[] = {"-O0", NULL};

/* Whether clang's own code generator has stopped at what optimizers wrote, such
 * as a phi of a null event. */
static bool gave_up(const build *b)
{
    return !gac__source_translates(&b->compiler) && b->log.data
           && strstr(b->log.data, "error in backend");
}

/* Runs clang; with less optimization if its code generator gives up. */
static gac_result run_clang_at_any_level(build *b)
{
    static const char *const *const levels[] = {level_1, level_0};
    gac_result result = run_clang(b, (gac__clang_run){0});
    for (size_t n = 0;
         n < GAC__COUNT_OF(levels) && result == GAC_ERR_INVALID && gave_up(b);
         n++) {
        forget_log(b);
        result = run_clang(b, (gac__clang_run){.words = levels[n]});
    }
    return result;
}

/* Translates clang's bitcode. Optimizers write code that llvm-spirv does not
 * know (freeze; integers of 2 bits), or gets wrong without a message (vectors
 * of 6 components). These ways of compiling are therefore tried in turn until
 * one can be translated: as the options say; without instruction combining,
 * which makes such vectors; at -O1; at -O0. In each, translate_known() is tried
 * before the next. */
static gac_result translate(build *b)
{
    static const char *const no_combining[] = {
        "-mllvm", "-instcombine-max-iterations=0", NULL};
    static const char *const *const levels[] = {NULL, no_combining, level_1,
                                                level_0};
    gac_result result = GAC_ERR_FORMAT;
    if (!gac__source_translates(&b->compiler))
        return GAC_OK;
    for (size_t n = 0; n < GAC__COUNT_OF(levels) && result == GAC_ERR_FORMAT;
         n++) {
        if (levels[n] == no_combining && b->request.unoptimized)
            continue;
        if (n > 0) {
            forget_log(b);
            result = run_clang(b, (gac__clang_run){.words = levels[n]});
        }
        if (n == 0 || result == GAC_OK)
            result = translate_once(b, n + 1 == GAC__COUNT_OF(levels));
        if (result == GAC_ERR_FORMAT && has_unknown(b)) {
            forget_log(b);
            result = translate_known(b, levels[n]);
        }
        if (result == GAC_ERR_INVALID)
            result = GAC_ERR_FORMAT; /* this clang lacks the level's option */
    }
    return result;
}

/* Says what a message of the translator's or of clang's code generator is
 * about, which names neither a type nor a function of the program. */
static void explain_refusal(build *b)
{
    static const char overflow[] =
        "note: __builtin_add_overflow() and its like are no functions of "
        "OpenCL C, and there are no instructions for all of them: compare the "
        "operands with the result, or it with add_sat(), sub_sat(), mul_hi()\n";
    static const char *const known[][2] = {
        {"bit width in input: 128",
         "note: long long has 128 bits in OpenCL C, and SPIR-V has no such "
         "integers: use long, which has 64\n"},
        {".with.overflow", overflow},
        {"= G_SADDO ", overflow},
        {"= G_SSUBO ", overflow},
        {"= G_SMULO ", overflow}};
    for (size_t i = 0; b->log.data && i < GAC__COUNT_OF(known); i++)
        if (strstr(b->log.data, known[i][0])) {
            gac__bytes_text(&b->log, known[i][1]);
            return;
        }
}

/* Whether clang refused a program because it declares the copies without the
 * attribute `overloadable`, which the prelude's declarations have. */
static bool declares_copies(const build *b)
{
    return b->log.data && strstr(b->log.data, GAC__COPY_NAME)
           && strstr(b->log.data, "overloadable");
}

static gac_result compile(build *b, gac__source_output *out)
{
    gac_result result = write_files(b);
    if (result == GAC_OK)
        result = run_clang_at_any_level(b);
    if (result == GAC_ERR_INVALID && declares_copies(b)) {
        forget_log(b);
        result = write_source(b, false);
        if (result == GAC_OK)
            result = run_clang_at_any_level(b);
    }
    if (result == GAC_OK)
        result = translate(b);
    if (result != GAC_OK)
        explain_refusal(b);
    if (result == GAC_OK) {
        result = gac__written_module_read(&b->request, &b->files, out);
        if (result == GAC_ERR_FORMAT)
            gac__bytes_print(&b->log, "%s wrote no SPIR-V module\n",
                             gac__source_translates(&b->compiler)
                                 ? b->compiler.translator
                                 : b->compiler.clang);
    }
    clean_log(b);
    return result;
}

/* -- the interface --------------------------------------------------------- */

/* Whether a name is a relative path without "..", and may stand in a line
 * marker. */
static bool is_header_name(const char *name)
{
    const char *part = name;
    if (!*name || *name == '/' || strlen(name) > MOST_NAME)
        return false;
    while (*part) {
        size_t n = strcspn(part, "/");
        if (!n || (n == 1 && part[0] == '.')
            || (n == 2 && !memcmp(part, "..", 2)))
            return false;
        part += n;
        if (*part && !*++part)
            return false;
    }
    return true;
}

static bool is_printable(const char *name)
{
    for (; *name; name++)
        if ((unsigned char)*name < ' ')
            return false;
    return true;
}

static void set_request(build *b, const gac__source_request *request)
{
    gac__source_request *r = &b->request;
    *r = *request;
    if (!r->name || !*r->name || strlen(r->name) > MOST_NAME
        || !is_printable(r->name))
        r->name = "program.cl";
    if (!r->text)
        r->text = "";
    if (!r->timeout_ns)
        r->timeout_ns = USUAL_NS;
    if (r->address_bits != 32)
        r->address_bits = 64;
    b->deadline_ns = gac__now_ns() + r->timeout_ns;
}

static gac_result prepare(build *b)
{
    char why[512];
    gac_result result =
        gac__build_options_parse(b->request.options, &b->options, &b->log);
    if (result != GAC_OK)
        return result;
    for (size_t i = 0; i < b->request.n_headers; i++)
        if (!is_header_name(b->request.headers[i].name)) {
            gac__bytes_print(&b->log, "a header's name is not relative: %s\n",
                             b->request.headers[i].name);
            return GAC_ERR_ARGUMENT;
        }
    if (gac__source_find_compiler(&b->compiler, why, sizeof why))
        return GAC_OK;
    gac__bytes_print(&b->log, "%s\n", why);
    return GAC_ERR_UNSUPPORTED;
}

/* Finds the module in the cache, or runs the compiler. */
static gac_result build_module(build *b, gac__source_output *out)
{
    sigset_t before;
    gac__bytes key = {0};
    gac__cache_key(&b->request, &b->options, &b->compiler, &key);
    if (gac__cache_find(&key, out)) {
        gac__bytes_free(&key);
        return GAC_OK;
    }
    gac__signals_hold(&before);
    gac_result result = compile(b, out);
    remove_folder(b);
    gac__signals_release(&before);
    if (result == GAC_OK) {
        out->log = b->log.data;
        gac__cache_store(&key, out);
        out->log = NULL;
    }
    gac__bytes_free(&key);
    return result;
}

gac_result gac__source_compile(const gac__source_request *request,
                               gac__source_output *out)
{
    *out = (gac__source_output){0};
    build *b = calloc(1, sizeof *b);
    if (!b)
        return GAC_ERR_MEMORY;
    set_request(b, request);
    gac__bytes_text(&b->log, "");
    gac_result result = prepare(b);
    if (result == GAC_OK)
        result = build_module(b, out);
    gac__strings_free(&b->options.arguments);
    if (b->log.failed || (!out->log && !b->log.data)) {
        gac__source_free(out);
        result = GAC_ERR_MEMORY;
    }
    if (result != GAC_ERR_MEMORY && !out->log) {
        out->log = b->log.data;
        b->log.data = NULL;
    }
    gac__bytes_free(&b->log);
    free(b);
    return result;
}

void gac__source_free(gac__source_output *out)
{
    free(out->words);
    free(out->log);
    *out = (gac__source_output){0};
}
