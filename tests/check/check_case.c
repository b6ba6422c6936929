/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads the comments of the kernels in tests/check; runs gac-run on them. */

#include "../fixtures.h"
#include "../kernels/text_file.h"
#include "../worker/worker.h"
#include "check_case.h"

#define MAX_WORDS 64
#define MAX_SETTINGS 2

/* -- labels --------------------------------------------------------------- */

/* The number of the line that ends in @NAME, at or after `from`; 0: none. */
static int label_line(const char *text, const char *from, const char *name,
                      size_t n)
{
    int line = 1;
    for (const char *at = text; at != NULL && *at != '\0'; line++) {
        size_t length = strcspn(at, "\n");
        if (at >= from && length > n && at[length - n - 1] == '@'
            && memcmp(at + length - n, name, n) == 0
            && memcmp(at, "; FIND: ", 8) != 0 && memcmp(at, "; THEN: ", 8) != 0)
            return line;
        at = at[length] == '\0' ? NULL : at + length + 1;
    }
    return 0;
}

static bool find_lines(check_place *place, const char *text, const char *kernel)
{
    char head[256];
    snprintf(head, sizeof head, "kernel void %s(", kernel);
    const char *from = strstr(text, head);
    for (const char *at = place->labels;
         at != NULL && place->n_lines < MAX_PLACES;) {
        size_t n = strcspn(at, "|");
        int line = label_line(text, from ? from : text, at, n);
        if (line == 0)
            line = label_line(text, text, at, n);
        if (line == 0)
            return false;
        place->lines[place->n_lines++] = line;
        at = at[n] == '|' ? at + n + 1 : NULL;
    }
    return true;
}

/* The number of the kernel's parameter `name`, or N for argN; -1: none. */
static int parameter_of(const char *text, const char *kernel, const char *name)
{
    char head[256];
    size_t n = strlen(name);
    snprintf(head, sizeof head, "kernel void %s(", kernel);
    if (strncmp(name, "arg", 3) == 0 && name[3] >= '0' && name[3] <= '9')
        return atoi(name + 3);
    const char *at = strstr(text, head);
    if (at == NULL)
        return -1;
    for (int index = 0; *at != ')' && *at != '\0'; index++) {
        at += strcspn(at + 1, ",)") + 1;
        if (memcmp(at - n, name, n) == 0
            && strchr(" *", at[-(int)n - 1]) != NULL)
            return index;
    }
    return -1;
}

/* -- sizes of objects ------------------------------------------------------ */

/* A run's first argument: a buffer; options come in front of it. */
static const char *first_argument(const char *args)
{
    while (*args != '\0' && strncmp(args, "buf:", 4) != 0
           && strncmp(args, "null", 4) != 0)
        args += strcspn(args, " ") + (args[strcspn(args, " ")] == ' ');
    return args;
}

/* buf:TYPE:COUNT or local:BYTES of an argument; -1: it is something else. */
static int64_t size_of_argument(const char *args, int number)
{
    const char *at = first_argument(args);
    int bits, count;
    for (; number > 0; number--) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    if (sscanf(at, "local:%d", &count) == 1)
        return count;
    return sscanf(at, "buf:%*1[iuf]%d:%d", &bits, &count) == 2
               ? (int64_t)bits / 8 * count
               : -1;
}

/* Of a local array that the kernel declares; -1: it cannot be told. */
static int64_t size_of_variable(const char *text, const char *kernel,
                                const char *name)
{
    static const struct {
        const char *name;
        int64_t size;
    } types[] = {{"char", 1},  {"uchar", 1}, {"short", 2}, {"ushort", 2},
                 {"int", 4},   {"uint", 4},  {"float", 4}, {"long", 8},
                 {"ulong", 8}, {"int4", 16}};
    char line[256], head[256], type[16];
    const size_t n = strlen(name);
    snprintf(head, sizeof head, "kernel void %s(", kernel);
    const char *at = strstr(text, head);
    while (at && (at = strchr(at, '\n')) && at[1] != '}') {
        int count;
        at++;
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        const char *found = strstr(line, name);
        if (sscanf(line, " local %15[a-z0-9] ", type) != 1 || !found
            || found[-1] != ' ' || sscanf(found + n, "[%d]", &count) != 1
            || strstr(found, "]["))
            continue;
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            if (!strcmp(types[i].name, type))
                return count * types[i].size;
    }
    return -1;
}

/* -- FIND lines ----------------------------------------------------------- */

static void read_place(check_place *place, char *word)
{
    char *at = strchr(word, '@');
    if (at != NULL) {
        *at = '\0';
        place->labels = at + 1;
    }
    place->instructions = word;
}

/* A..B, several between bars. */
static bool read_ranges(check_find *find, char *word)
{
    for (char *at = word; find->n_ranges < MAX_PLACES;) {
        int64_t *range = find->ranges[find->n_ranges++];
        range[0] = strtoll(at, &at, 10);
        if (strncmp(at, "..", 2) != 0)
            return false;
        range[1] = strtoll(at + 2, &at, 10);
        if (*at == '\0')
            return true;
        if (*at++ != '|')
            return false;
    }
    return false;
}

/* The words after the places. */
static bool read_bytes(check_find *find, char *save)
{
    char *word = strtok_r(NULL, " ", &save);
    for (; word != NULL; word = strtok_r(NULL, " ", &save)) {
        if (strncmp(word, "operand=", 8) == 0) {
            find->operand = word + 8;
            for (char *c = find->operand; *c != '\0'; c++)
                *c = *c == '_' ? ' ' : *c;
        } else if (find->object == NULL) {
            find->object = word;
        } else if (strcmp(word, "in") == 0) {
            find->within = true;
        } else if (find->n_ranges != 0 || !read_ranges(find, word)) {
            return false;
        }
    }
    return true;
}

/* `line` is cut up and stays. */
static bool read_find(check_find *find, char *line)
{
    char *save, *word, *says = strstr(line, ": ");
    if (says != NULL) {
        *says = '\0';
        find->says = says + 2;
    }
    word = strtok_r(line, " ", &save);
    find->rule = word;
    word = word ? strtok_r(NULL, " ", &save) : NULL;
    if (word == NULL)
        return false;
    read_place(&find->place, word);
    if (strncmp(save, "& ", 2) == 0) {
        strtok_r(NULL, " ", &save);
        word = strtok_r(NULL, " ", &save);
        if (word == NULL)
            return false;
        read_place(&find->other, word);
        find->has_other = true;
    }
    return read_bytes(find, save);
}

/* -- files ---------------------------------------------------------------- */

/* The directives of one file; a case that has begun is `now`. */
typedef struct reader {
    const char *path, *filter;
    char *text; /* whole, for labels */
    bool assembly;
    check_case now;
    bool begun, faulty; /* faulty: it must have a FIND */
    char *only;
    case_list *out;
} reader;

static bool fail(const reader *r, const char *what, const char *line)
{
    fprintf(stderr, "%s: %s: %s\n", r->path, what, line);
    return false;
}

static void add(const reader *r, const char *module, bool has_lines)
{
    char name[4096];
    snprintf(name, sizeof name, "%s %s", module, r->now.kernel);
    if ((r->only != NULL && strstr(module, r->only) == NULL)
        || (r->filter != NULL && strstr(name, r->filter) == NULL))
        return;
    case_list *list = r->out;
    if (list->n == list->capacity) {
        list->capacity = list->capacity * 2 + 256;
        list->items =
            need(realloc(list->items, list->capacity * sizeof *list->items));
    }
    check_case *c = need(malloc(sizeof *c));
    *c = r->now;
    c->module = need(strdup(module));
    c->own_lines = r->assembly;
    c->has_lines = has_lines;
    c->unrolled = strstr(module, ".O2.") != NULL && !has_lines;
    list->items[list->n++] = c;
}

/* Adds the case that has begun, once a module. */
static bool end_case(reader *r)
{
    char pattern[4096];
    glob_t modules;
    if (!r->begun)
        return true;
    r->begun = false;
    if (r->faulty != (r->now.n_finds != 0))
        return fail(r, "FIND lines do not fit", r->now.kernel);
    for (int i = 0; i < r->now.n_finds; i++) {
        check_find *find = &r->now.finds[i];
        if (!find_lines(&find->place, r->text, r->now.kernel)
            || !find_lines(&find->other, r->text, r->now.kernel))
            return fail(r, "no such label", r->now.kernel);
        find->argument = -1;
        find->size = -1;
        if (find->object != NULL)
            find->argument = parameter_of(r->text, r->now.kernel, find->object);
        if (find->argument >= 0)
            find->size = size_of_argument(r->now.args, find->argument);
        else if (find->object != NULL)
            find->size = size_of_variable(r->text, r->now.kernel, find->object);
    }
    if (r->assembly) {
        add(r, r->path, true);
        return true;
    }
    snprintf(pattern, sizeof pattern, "%.*s.*.spv*", (int)strlen(r->path) - 3,
             r->path);
    if (fixtures_glob(pattern, 0, &modules) != 0)
        return fail(r, "no modules", pattern);
    for (size_t i = 0; i < modules.gl_pathc; i++) {
        char *text = need(read_file(modules.gl_pathv[i]));
        add(r, modules.gl_pathv[i], strstr(text, "OpLine") != NULL);
        free(text);
    }
    globfree(&modules);
    return true;
}

static bool begin_case(reader *r, char *line, bool faulty)
{
    char *save;
    if (!end_case(r))
        return false;
    memset(&r->now, 0, sizeof r->now);
    r->now.kernel = strtok_r(line, " ", &save);
    r->now.args = save;
    r->only = NULL;
    r->begun = true;
    r->faulty = faulty;
    return r->now.kernel != NULL || fail(r, "no kernel", "");
}

static bool read_directive(reader *r, char *line)
{
    while (*line == '/' || *line == ';')
        line++;
    if (strncmp(line, " FAULT: ", 8) == 0)
        return begin_case(r, line + 8, true);
    if (strncmp(line, " SILENT: ", 9) == 0)
        return begin_case(r, line + 9, false);
    if (strncmp(line, " ONLY: ", 7) == 0)
        r->only = line + 7;
    const bool then = strncmp(line, " THEN: ", 7) == 0;
    if (!then && strncmp(line, " FIND: ", 7) != 0)
        return true;
    const int n = r->now.n_finds++;
    check_find *find = &r->now.finds[n];
    if (!r->begun || n == MAX_FINDS || (then && n == 0)
        || !read_find(find, line + 7))
        return fail(r, "a FIND line that cannot be read", line);
    find->cause = !then ? -1 : find[-1].cause >= 0 ? find[-1].cause : n - 1;
    return true;
}

/* The text stays: the cases point into it. */
static bool read_cases(const char *path, const char *filter, case_list *out)
{
    reader r = {.path = path, .filter = filter, .out = out};
    char *save, *text = need(read_file(path)), *whole = need(strdup(text));
    const size_t before = out->n;
    bool ok = true;
    r.text = whole;
    r.assembly = strstr(path, ".spvasm") != NULL;
    for (char *line = strtok_r(text, "\n", &save); ok && line != NULL;
         line = strtok_r(NULL, "\n", &save))
        ok = (*line != '/' && *line != ';') || read_directive(&r, line);
    ok = ok && end_case(&r);
    free(whole);
    if (out->n == before)
        free(text);
    return ok;
}

bool check_cases(const char *folder, const char *filter, case_list *out)
{
    char pattern[4096];
    glob_t files;
    bool ok = true;
    snprintf(pattern, sizeof pattern, "%s/*.cl", folder);
    if (glob(pattern, 0, NULL, &files) != 0)
        return false;
    snprintf(pattern, sizeof pattern, "%s/*.spvasm", folder);
    glob(pattern, GLOB_APPEND, NULL, &files);
    for (size_t i = 0; ok && i < files.gl_pathc; i++) {
        const char *name = strrchr(files.gl_pathv[i], '/') + 1;
        if (strchr(name, '.') == strrchr(name, '.'))
            ok = read_cases(files.gl_pathv[i], filter, out);
    }
    globfree(&files);
    return ok;
}

/* -- running -------------------------------------------------------------- */

/* Appends the words of `text`, which is cut up. */
static int split(char *text, char **words, int n)
{
    char *save;
    for (char *word = strtok_r(text, " ", &save);
         word != NULL && n < MAX_WORDS - 1; word = strtok_r(NULL, " ", &save))
        words[n++] = word;
    words[n] = NULL;
    return n;
}

/* Cuts off the settings that stand before the options; returns these. */
static char *split_settings(char *text, char *settings[MAX_SETTINGS + 1])
{
    size_t n = 0;
    while (strncmp(text, "GAC_", 4) == 0 && n < MAX_SETTINGS) {
        size_t length = strcspn(text, " ");
        settings[n++] = text;
        text += length;
        if (*text == ' ')
            *text++ = '\0';
    }
    return text;
}

char *check_run(const check_case *c, const char *options, int *code_out)
{
    char *words[MAX_WORDS] = {"gac-run",       "--check", "--format=json",
                              "--timeout=300", "-k",      c->kernel};
    char *settings[MAX_SETTINGS + 1] = {NULL};
    char *line = need(strdup(c->args)), *more = need(strdup(options));
    char *from = line + (first_argument(line) - line);
    char *rest = split_settings(more, settings);
    int n = split(rest, words, 6);
    /* Lines are those of the text; a binary has none. */
    char *module =
        c->own_lines ? need(strdup(c->module)) : worker_module(c->module);
    /* The module stands between the options and the arguments. */
    char *args = need(strdup(from));
    *from = '\0';
    n = split(line, words, n);
    words[n++] = module;
    split(args, words, n);
    char *text = worker_run(&(worker_request){words, settings, -1}, code_out);
    free(module);
    free(line);
    free(more);
    free(args);
    return text;
}
