/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The cache of compiled modules.
 *
 *     $XDG_CACHE_HOME/gac/HASH   or   ~/.cache/gac/HASH
 *     magic | bytes of key, module, log | check sum | key | module | log
 *
 * The key is all that the module depends on, and is compared whole: the hash
 * only names the file. A file is written under a temporary name and then
 * renamed, so that other processes see it complete or not at all. When the
 * folder exceeds its limit, the least recently used files are removed.
 *
 * Programs that include files from disk, or ask for the time, have no key. The
 * program's text shows whether one does, since macros cannot make directives.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "source/source_internal.h"

#define MAGIC "gacspv01"
#define MOST_BYTES ((uint64_t)256 << 20)
#define KEPT_BYTES (MOST_BYTES / 4 * 3)
#define TEMPORARY ".new-"
#define STALE_SECONDS 3600

/* The beginning of an entry's file. */
typedef struct entry_head {
    char magic[8];
    uint64_t n_key, n_module, n_log; /* the parts' sizes in bytes */
    uint64_t sum;                    /* hash() of the parts */
} entry_head;

/* FNV-1a, from any seed. */
static uint64_t hash(const void *data, size_t size, uint64_t seed)
{
    const unsigned char *bytes = data;
    uint64_t h = seed;
    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * 0x100000001b3u;
    return h;
}

/* The seeds of the two halves of a file's name; check sums have the first. */
#define SEED 0xcbf29ce484222325u
#define OTHER_SEED 0x9e3779b97f4a7c15u

/* -- what a program includes ----------------------------------------------- */

/* Returns the bytes of the backslash that the text begins with, which may be
 * written as a trigraph; 0: it begins with another character. */
static size_t backslash_bytes(const char *text, size_t n)
{
    return *text == '\\' ? 1 : n >= 3 && !memcmp(text, "?\?/", 3) ? 3 : 0;
}

/* Copies a text with spliced lines joined, since a directive may be split, and
 * blanks in place of NULs. False: out of memory. */
static bool unsplice(const char *text, size_t n, gac__bytes *out)
{
    gac__bytes_text(out, "");
    for (size_t i = 0; i < n; i++) {
        size_t k = i + backslash_bytes(text + i, n - i);
        while (k > i && k < n && strchr(" \t\r", text[k]))
            k++;
        if (k > i && k < n && text[k] == '\n') {
            i = k;
            continue;
        }
        gac__bytes_add(out, text[i] ? text + i : " ", 1);
    }
    return !out->failed;
}

/* Skips white space and comments. */
static const char *skip_blanks(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\v\f");
        if (at[0] != '/' || at[1] != '*')
            return at;
        const char *end = strstr(at + 2, "*/");
        if (!end)
            return at + strlen(at);
        at = end + 2;
    }
}

/* Whether the name in "..." or <...> is one of the request's headers. */
static bool names_header(const gac__source_request *request, const char *at)
{
    char close = *at == '"' ? '"' : *at == '<' ? '>' : '\0';
    const char *end = close ? strchr(at + 1, close) : NULL;
    size_t n = end ? (size_t)(end - at) - 1 : 0;
    for (size_t i = 0; end && i < request->n_headers; i++)
        if (strlen(request->headers[i].name) == n
            && !memcmp(request->headers[i].name, at + 1, n))
            return true;
    return false;
}

/* Whether the directive behind a '#' may include a file from disk. */
static bool directive_reads(const gac__source_request *request, const char *at)
{
    at = skip_blanks(at);
    if (!strncmp(at, "import", 6) || !strncmp(at, "embed", 5))
        return true;
    return !strncmp(at, "include", 7)
           && !names_header(request, skip_blanks(at + 7));
}

/* Whether a program may depend on more than its text and its headers. */
static bool reads_more(const gac__source_request *request, const char *text,
                       size_t n)
{
    /* Names that depend on files or the time; __TIME begins two. */
    static const char *const words[] = {"__has_include", "__has_embed",
                                        "__DATE__", "__TIME"};
    /* The spellings of '#', as a digraph and a trigraph, too. */
    static const char *const marks[] = {"#", "%:", "?\?="};
    gac__bytes whole = {0};
    bool more = !unsplice(text, n, &whole);
    for (size_t i = 0; !more && i < GAC__COUNT_OF(words); i++)
        more = strstr(whole.data, words[i]) != NULL;
    for (size_t i = 0; !more && i < GAC__COUNT_OF(marks); i++) {
        const char *at = whole.data;
        while (!more && (at = strstr(at, marks[i])) != NULL) {
            at += strlen(marks[i]);
            more = directive_reads(request, at);
        }
    }
    gac__bytes_free(&whole);
    return more;
}

/* -- keys ------------------------------------------------------------------ */

/* The version of the translation. It changes when gac makes another module of a
 * source than before. */
#define MAKING "7"

static void add_string(gac__bytes *key, const char *text)
{
    gac__bytes_field(key, text, strlen(text));
}

/* Adds a command line, and frees it. */
static void add_command(gac__bytes *key, gac__strings *command)
{
    uint64_t n = command->n;
    gac__bytes_add(key, &n, sizeof n);
    for (size_t i = 0; i < command->n; i++)
        add_string(key, command->items[i]);
    key->failed |= command->failed;
    gac__strings_free(command);
}

/* Adds what identifies a program: its file, and the time of its last change. */
static void add_program(gac__bytes *key, const char *path)
{
    struct stat s = {0};
    if (path[0] && stat(path, &s) != 0)
        key->failed = true;
    const uint64_t facts[] = {(uint64_t)s.st_dev, (uint64_t)s.st_ino,
                              (uint64_t)s.st_size, (uint64_t)s.st_mtim.tv_sec,
                              (uint64_t)s.st_mtim.tv_nsec};
    gac__bytes_field(key, facts, sizeof facts);
}

void gac__cache_key(const gac__source_request *request,
                    const gac__build_options *options,
                    const gac__source_compiler *compiler, gac__bytes *key)
{
    static const gac__build_files nowhere;
    static const gac__clang_run usual;
    gac__strings arguments = {0}, translator = {0};
    bool more = reads_more(request, request->text, request->length);
    for (size_t i = 0; i < request->n_headers; i++)
        more |= reads_more(request, request->headers[i].text,
                           strlen(request->headers[i].text));
    if (more)
        return;
    gac__clang_arguments(request, options, compiler, &nowhere, &usual,
                         &arguments);
    gac__translator_arguments(compiler, &nowhere, &translator);
    add_string(key, gac_version());
    add_string(key, MAKING);
    add_command(key, &arguments);
    add_command(key, &translator);
    add_program(key, compiler->clang);
    add_program(key, compiler->translator);
    gac__prelude_write(request, compiler, true, key);
    add_string(key, request->name);
    gac__bytes_add(key, request->keep_text ? "t" : "-", 1);
    gac__bytes_field(key, request->text, request->length);
    for (size_t i = 0; i < request->n_headers; i++) {
        add_string(key, request->headers[i].name);
        add_string(key, request->headers[i].text);
    }
    if (key->failed)
        gac__bytes_free(key);
}

/* -- the folder ------------------------------------------------------------ */

/* Makes a folder and its parents. */
static bool make_folders(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* Finds the cache's folder. `make`: makes it if it is missing. False: there is
 * none, or it is another user's. */
static bool find_folder(bool make, char folder_out[PATH_MAX])
{
    const char *off = getenv("GAC_CACHE");
    const char *top = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    struct stat s;
    int n = -1;
    if (off && !strcmp(off, "0"))
        return false;
    if (top && *top == '/')
        n = snprintf(folder_out, PATH_MAX, "%s/gac", top);
    else if (home && *home == '/')
        n = snprintf(folder_out, PATH_MAX, "%s/.cache/gac", home);
    if (n < 0 || n >= PATH_MAX - 64 || (make && !make_folders(folder_out)))
        return false;
    return stat(folder_out, &s) == 0 && S_ISDIR(s.st_mode)
           && s.st_uid == geteuid();
}

/* Finds the folder, and the path of the key's entry in it. */
static bool find_path(const gac__bytes *key, bool make,
                      char folder_out[PATH_MAX], char path_out[PATH_MAX])
{
    if (!key->n || !find_folder(make, folder_out))
        return false;
    int n = snprintf(path_out, PATH_MAX, "%s/%016llx%016llx", folder_out,
                     (unsigned long long)hash(key->data, key->n, SEED),
                     (unsigned long long)hash(key->data, key->n, OTHER_SEED));
    return n > 0 && n < PATH_MAX;
}

/* -- limits ---------------------------------------------------------------- */

/* A file of the folder. */
typedef struct kept {
    char name[64];
    struct timespec used; /* the time of its last use: that of its last change,
                             which gac__cache_find() sets */
    uint64_t bytes;
} kept;

static int by_age(const void *a, const void *b)
{
    const struct timespec *x = &((const kept *)a)->used;
    const struct timespec *y = &((const kept *)b)->used;
    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

/* Whether a file is temporary. If it is old, a process has left it unfinished,
 * and it is removed. */
static bool remove_stale(int folder, const char *name, const struct stat *s)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (strncmp(name, TEMPORARY, sizeof TEMPORARY - 1) != 0)
        return false;
    if (now.tv_sec - s->st_mtim.tv_sec > STALE_SECONDS)
        unlinkat(folder, name, 0);
    return true;
}

/* Lists the folder's entries, and adds up their sizes. False: out of memory. */
static bool list_folder(DIR *folder, kept **files_out, size_t *n_out,
                        uint64_t *bytes_out)
{
    size_t capacity = 0;
    struct dirent *e;
    while ((e = readdir(folder)) != NULL) {
        struct stat s;
        size_t length = strlen(e->d_name);
        if (length >= sizeof(*files_out)->name
            || fstatat(dirfd(folder), e->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0
            || !S_ISREG(s.st_mode)
            || remove_stale(dirfd(folder), e->d_name, &s))
            continue;
        if (!GAC__GROW(*files_out, capacity, *n_out))
            return false;
        kept *file = &(*files_out)[(*n_out)++];
        memcpy(file->name, e->d_name, length + 1);
        file->used = s.st_mtim;
        file->bytes = (uint64_t)s.st_size;
        *bytes_out += file->bytes;
    }
    return true;
}

/* If the folder exceeds MOST_BYTES, removes the least recently used entries
 * down to KEPT_BYTES. */
static void keep_limit(const char *path)
{
    DIR *folder = opendir(path);
    kept *files = NULL;
    size_t n = 0;
    uint64_t bytes = 0;
    if (!folder)
        return;
    if (list_folder(folder, &files, &n, &bytes) && bytes > MOST_BYTES) {
        qsort(files, n, sizeof *files, by_age);
        for (size_t i = 0; i < n && bytes > KEPT_BYTES; i++) {
            unlinkat(dirfd(folder), files[i].name, 0);
            bytes -= files[i].bytes;
        }
    }
    free(files);
    closedir(folder);
}

/* -- entries --------------------------------------------------------------- */

/* Whether an entry's head has this key's size, and its sizes add up to the
 * file's. */
static bool fits(const entry_head *head, const gac__bytes *key, uint64_t size)
{
    return !memcmp(head->magic, MAGIC, sizeof head->magic)
           && head->n_key == key->n && head->n_module > 0
           && head->n_module <= size && head->n_module % 4 == 0
           && head->n_log <= size
           && size == sizeof *head + head->n_key + head->n_module + head->n_log;
}

/* Copies an entry's module and log to `out`. False: its check sum or key is
 * another one, or memory is out. */
static bool take(const entry_head *head, const char *data,
                 const gac__bytes *key, gac__source_output *out)
{
    size_t n = (size_t)head->n_module, n_log = (size_t)head->n_log;
    if (head->sum != hash(data, key->n + n + n_log, SEED)
        || memcmp(data, key->data, key->n) != 0)
        return false;
    out->words = malloc(n);
    out->log = malloc(n_log + 1);
    if (!out->words || !out->log) {
        gac__source_free(out);
        return false;
    }
    memcpy(out->words, data + key->n, n);
    memcpy(out->log, data + key->n + n, n_log);
    out->log[n_log] = '\0';
    out->n_words = n / sizeof *out->words;
    out->cached = true;
    return true;
}

bool gac__cache_find(const gac__bytes *key, gac__source_output *out)
{
    char folder[PATH_MAX], path[PATH_MAX];
    entry_head head;
    struct stat s;
    bool found = false;
    if (!find_path(key, false, folder, path))
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return false;
    if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode)
        && gac__read_all(fd, &head, sizeof head) == sizeof head
        && fits(&head, key, (uint64_t)s.st_size)) {
        size_t size = (size_t)s.st_size - sizeof head;
        char *data = malloc(size);
        found = data && gac__read_all(fd, data, size) == size
                && take(&head, data, key, out);
        free(data);
    }
    if (found)
        futimens(fd, (struct timespec[]){{.tv_nsec = UTIME_NOW},
                                         {.tv_nsec = UTIME_NOW}});
    close(fd);
    return found;
}

void gac__cache_store(const gac__bytes *key, const gac__source_output *output)
{
    char folder[PATH_MAX], path[PATH_MAX], new[PATH_MAX + 16];
    gac__bytes data = {0};
    if (!find_path(key, true, folder, path))
        return;
    gac__bytes_add(&data, key->data, key->n);
    gac__bytes_add(&data, output->words,
                   output->n_words * sizeof *output->words);
    gac__bytes_text(&data, output->log ? output->log : "");
    entry_head head = {.n_key = key->n,
                       .n_module = output->n_words * sizeof *output->words};
    memcpy(head.magic, MAGIC, sizeof head.magic);
    head.n_log = data.n - head.n_key - head.n_module;
    head.sum = data.failed ? 0 : hash(data.data, data.n, SEED);
    snprintf(new, sizeof new, "%s/" TEMPORARY "XXXXXX", folder);
    int fd = data.failed ? -1 : mkostemp(new, O_CLOEXEC);
    if (fd >= 0) {
        bool ok = gac__write_all(fd, &head, sizeof head)
                  && gac__write_all(fd, data.data, data.n);
        ok &= close(fd) == 0;
        if (!ok || rename(new, path) != 0)
            unlink(new);
        keep_limit(folder);
    }
    gac__bytes_free(&data);
}
