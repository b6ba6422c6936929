/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac's own rules against SPIRV-Tools' validator, in one process, on the same
 * modules; and gac-val against spirv-val as processes.
 *
 * usage: bench_val [--rounds N] [--largest BYTES] [--processes] BUILD MODULE...
 *
 * Each module is made larger by repeating its functions, ids and entry points
 * renamed, until it has 1 KB (or as it is), 10 KB .. 10 MB. Times are the
 * processor's, minima over interleaved turns; in its turn each side validates
 * the module once without being measured, so that it does not pay for what the
 * other one has left in the caches, and then again and again for 2 ms, or once
 * if it takes longer: throughput, not the first call's. Parsing counts on both
 * sides. The programs are compared where SPIRV-Tools need at most 10 s, at
 * 10 MB; with --processes at all sizes.
 * Memory is what the allocator was asked for at its peak, the module's words
 * included. */
#define kDefaultMaxIdBound __attribute__((weak)) bench_max_id_bound
#include <spirv-tools/libspirv.h>
#undef kDefaultMaxIdBound

#include <gac/gac.h>
#include <gac/text.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "module/module.h"

static unsigned rounds = 7;
static double largest = 1e7;
static bool processes;
static const char *build;

#define TURN 2e-3
#define PATIENCE 2.0 /* what takes longer than this is not repeated */
#define LARGE 5e6    /* bytes: the programs are compared .. */
#define LONG 10.0    /* .. unless they take longer than this */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* -- larger modules -------------------------------------------------------- */

typedef struct words {
    uint32_t *w;
    size_t n, capacity;
} words;

static void put(words *out, const uint32_t *w, size_t n)
{
    if (out->n + n > out->capacity) {
        out->capacity = 2 * out->capacity + n + 1024;
        out->w = realloc(out->w, 4 * out->capacity);
        if (!out->w)
            abort();
    }
    memcpy(out->w + out->n, w, 4 * n);
    out->n += n;
}

/* Ids that functions define are renamed in each copy. */
typedef struct renaming {
    const gac_module *m;
    uint32_t *inst; /* words of the copy at hand */
    uint32_t shift; /* added to ids of functions */
    uint32_t *rank; /* of each id: its number among those, + 1; 0: none */
    uint32_t first; /* the first new id */
} renaming;

static bool rename_operand(void *user, const gac__inst *inst,
                           const gac__operand_row *row, uint32_t word,
                           uint32_t n)
{
    renaming *r = user;
    (void)inst;
    (void)n;
    if (row
        && (row->operand_class == GAC__OPERAND_LITERAL
            || row->operand_class == GAC__OPERAND_STRING
            || row->operand_class == GAC__OPERAND_TYPED_LITERAL
            || row->operand_class == GAC__OPERAND_EXT_INST
            || row->operand_class == GAC__OPERAND_SPEC_OP
            || row->operand_class == GAC__OPERAND_VALUE_ENUM
            || row->operand_class == GAC__OPERAND_BIT_ENUM))
        return true;
    if (r->rank[r->inst[word]])
        r->inst[word] = r->first + r->shift + r->rank[r->inst[word]] - 1;
    return true;
}

static void copy_inst(words *out, renaming *r, uint32_t ordinal)
{
    gac__inst inst = gac__module_inst(r->m, ordinal);
    uint32_t n = inst.words[0] >> 16;
    put(out, inst.words, n);
    r->inst = out->w + out->n - n;
    gac__module_visit_operands(r->m, &inst, rename_operand, r);
}

static bool has_body(const gac_module *m, uint32_t ordinal)
{
    for (uint32_t f = 0; f < m->n_functions; f++)
        if (ordinal >= m->functions[f].first && ordinal < m->functions[f].end)
            return m->functions[f].n_blocks > 0;
    return false;
}

/* An entry point for a copy of the kernel: its name gets a number. */
static void copy_entry(words *out, renaming *r, uint32_t ordinal, uint32_t copy)
{
    gac__inst inst = gac__module_inst(r->m, ordinal);
    uint32_t name[32] = {0}, n_name;
    const char *text = gac__module_string(&inst, 3, &n_name);
    snprintf((char *)name, sizeof name, "%.60s%u", text, copy);
    uint32_t n_new = (uint32_t)strlen((char *)name) / 4 + 1;
    uint32_t head[3] = {(3 + n_new + inst.n_words - 3 - n_name) << 16
                            | SpvOpEntryPoint,
                        inst.words[1], inst.words[2]};
    if (r->rank[head[2]])
        head[2] = r->first + r->shift + r->rank[head[2]] - 1;
    put(out, head, 3);
    put(out, name, n_new);
    put(out, inst.words + 3 + n_name, inst.n_words - 3u - n_name);
}

/* Repeats all functions with a body `times` times. */
static words repeat(const gac_module *m, uint32_t times)
{
    words out = {0};
    renaming r = {.m = m, .first = m->bound};
    uint32_t n_ids = 0;
    r.rank = calloc(m->bound, sizeof *r.rank);
    if (!r.rank)
        abort();
    for (uint32_t id = 0; id < m->bound; id++)
        if (m->definitions[id] && has_body(m, m->definitions[id] - 1))
            r.rank[id] = ++n_ids;
    put(&out, m->words, 5);
    for (uint32_t i = 0; i < m->n_insts; i++) {
        gac__inst inst = gac__module_inst(m, i);
        bool name = inst.opcode == SpvOpName || inst.opcode == SpvOpDecorate
                    || inst.opcode == SpvOpExecutionMode;
        bool ours = name && inst.words[1] < m->bound && r.rank[inst.words[1]];
        if (i >= m->first_function && has_body(m, i))
            continue;
        for (uint32_t k = 0; k < times; k++) {
            r.shift = k * n_ids;
            if (inst.opcode == SpvOpEntryPoint)
                copy_entry(&out, &r, i, k);
            else if (ours
                     && !(inst.opcode == SpvOpDecorate
                          && inst.words[2] == SpvDecorationLinkageAttributes))
                copy_inst(&out, &r, i);
            else if (!ours && k == 0)
                put(&out, inst.words, inst.words[0] >> 16);
        }
    }
    for (uint32_t k = 0; k < times; k++) {
        r.shift = k * n_ids;
        for (uint32_t i = m->first_function; i < m->n_insts; i++)
            if (has_body(m, i))
                copy_inst(&out, &r, i);
    }
    out.w[3] = r.first + times * n_ids;
    free(r.rank);
    return out;
}

/* -- measuring ------------------------------------------------------------- */

typedef struct counter {
    size_t used, peak;
} counter;

static void *counted(void *user, void *old, size_t old_size, size_t new_size)
{
    counter *c = user;
    c->used += new_size - (old ? old_size : 0);
    c->peak = c->used > c->peak ? c->used : c->peak;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

static void run_gac_once(const words *m, size_t *peak_out,
                         gac_result *result_out)
{
    counter count = {0};
    gac_context *context;
    gac_module *module = NULL;
    gac_context_create(
        &(gac_context_options){.size = sizeof(gac_context_options),
                               .allocator = {counted, &count},
                               .max_id_bound = UINT32_MAX},
        &context);
    *result_out = gac_module_parse(context, m->w, 4 * m->n, NULL, &module);
    if (*result_out == GAC_OK)
        *result_out = gac_validate(module, NULL, NULL);
    gac_module_destroy(module);
    gac_context_destroy(context);
    *peak_out = count.peak;
}

static void run_tools_once(const words *m, spv_result_t *result_out)
{
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    spv_diagnostic diagnostic = NULL;
    *result_out = spvValidateBinary(context, m->w, m->n, &diagnostic);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
}

/* Seconds that one validation takes, by a turn of TURN seconds. */
static double run_gac(const words *m, size_t *peak_out, gac_result *result_out)
{
    run_gac_once(m, peak_out, result_out);
    double start = now(), time;
    uint32_t n = 0;
    do {
        run_gac_once(m, peak_out, result_out);
        n++;
    } while ((time = now() - start) < TURN);
    return time / n;
}

static double run_tools(const words *m, spv_result_t *result_out)
{
    double start = now(), time;
    uint32_t n = 0;
    run_tools_once(m, result_out);
    time = now() - start;
    if (time > PATIENCE)
        return time;
    start = now();
    do {
        run_tools_once(m, result_out);
        n++;
    } while ((time = now() - start) < TURN);
    return time / n;
}

/* Processor time of a command. */
static double run_process(char *const *argv)
{
    struct rusage usage;
    int status;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        if (!freopen("/dev/null", "w", stdout)
            || !freopen("/dev/null", "w", stderr))
            _exit(126);
        execv(argv[0], argv);
        _exit(127);
    }
    wait4(pid, &status, 0, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec
           + ((double)usage.ru_utime.tv_usec + (double)usage.ru_stime.tv_usec)
                 * 1e-6;
}

static void compare_processes(const words *m, unsigned n_rounds)
{
    char path[1024], tool[1024];
    snprintf(path, sizeof path, "%s/bench/val.spv", build);
    snprintf(tool, sizeof tool, "%s/bin/gac-val", build);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(m->w, 4, m->n, file) != m->n)
        abort();
    fclose(file);
    char *ours[] = {tool, "--max-id-bound", "0xffffffff", path, NULL};
    char *alone[] = {tool,         "--no-core", "--max-id-bound",
                     "0xffffffff", path,        NULL};
    char *theirs[] = {"/usr/bin/spirv-val", "--max-id-bound", "4294967294",
                      path, NULL};
    double best[3] = {1e9, 1e9, 1e9};
    for (unsigned r = 0; r < n_rounds; r++) {
        double t[3] = {run_process(ours), run_process(alone),
                       run_process(theirs)};
        for (int i = 0; i < 3; i++)
            best[i] = t[i] < best[i] ? t[i] : best[i];
    }
    printf("   processes: gac-val %.1f ms, --no-core %.1f ms, spirv-val %.1f "
           "ms: %.2f\n",
           best[0] * 1e3, best[1] * 1e3, best[2] * 1e3, best[0] / best[2]);
    unlink(path);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* How many times as long gac takes for one module as for another one: the
 * median over turns, each of which takes the two one after the other, since a
 * machine may well have another speed by the time that the next size is
 * measured. */
static double growth(const words *from, const words *to)
{
    double ratios[99];
    unsigned n = rounds < 99 ? rounds | 1 : 99;
    size_t peak;
    gac_result result;
    for (unsigned r = 0; r < n; r++) {
        double before = run_gac(from, &peak, &result);
        double now_takes = run_gac(to, &peak, &result);
        double after = run_gac(from, &peak, &result);
        ratios[r] = now_takes / ((before + after) / 2);
    }
    qsort(ratios, n, sizeof *ratios, compare_doubles);
    return ratios[n / 2];
}

static void compare(const char *name, const words *m)
{
    double ours = 1e9, theirs = 1e9;
    double size = 4.0 * (double)m->n;
    size_t peak = 0;
    gac_result result = GAC_OK;
    spv_result_t verdict = SPV_SUCCESS;
    for (unsigned r = 0; r < rounds; r++) {
        double t = run_gac(m, &peak, &result);
        ours = t < ours ? t : ours;
        if (r > 0 && theirs > PATIENCE)
            continue;
        t = run_tools(m, &verdict);
        theirs = t < theirs ? t : theirs;
    }
    printf("%-40s %9.1f KB  gac %8.3f ms %7.1f MB/s  SPIRV-Tools %9.3f ms "
           "%6.2f MB/s  x%-5.1f memory %.2f + module%s%s\n",
           name, size / 1e3, ours * 1e3, size / ours / 1e6, theirs * 1e3,
           size / theirs / 1e6, theirs / ours, (double)peak / size,
           result == GAC_OK ? "" : " (invalid)",
           verdict == SPV_SUCCESS ? "" : " (spirv-val: invalid)");
    if (processes || (size > LARGE && theirs < LONG))
        compare_processes(m, theirs > PATIENCE ? 2 : rounds);
}

static void bench_module(const char *path)
{
    static const double sizes[] = {1e3, 1e4, 1e5, 1e6, 1e7};
    gac_context *context;
    gac_input *input;
    gac_module *module;
    const void *data = NULL;
    size_t size = 0;
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    gac_context_create(NULL, &context);
    if (gac_input_load(context, path, NULL, &input) == GAC_OK)
        data = gac_input_data(input, &size);
    if (!data
        || gac_module_parse(context, data, size, NULL, &module) != GAC_OK) {
        printf("%s: cannot be read\n", path);
        return;
    }
    words one = repeat(module, 1), two = repeat(module, 2);
    double each = 4.0 * (double)(two.n - one.n);
    words last = {0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (sizes[i] > largest)
            break;
        double more = (sizes[i] - 4.0 * (double)one.n) / each;
        uint32_t times = more < 0 ? 1 : 1 + (uint32_t)(more + 0.5);
        words m = repeat(module, times);
        words unused = m;
        if ((double)m.n > (double)last.n * 1.5) {
            compare(name, &m);
            if (last.n > 0)
                printf("   %.2f times the module, %.2f times gac's time\n",
                       (double)m.n / (double)last.n, growth(&last, &m));
            unused = last;
            last = m;
        }
        free(unused.w);
    }
    free(last.w);
    free(one.w);
    free(two.w);
    gac_module_destroy(module);
    gac_input_destroy(input);
    gac_context_destroy(context);
}

int main(int argc, char **argv)
{
    int i = 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (; i < argc && !strncmp(argv[i], "--", 2); i++) {
        if (!strcmp(argv[i], "--rounds") && i + 1 < argc)
            rounds = (unsigned)atoi(argv[++i]);
        else if (!strcmp(argv[i], "--largest") && i + 1 < argc)
            largest = atof(argv[++i]);
        else if (!strcmp(argv[i], "--processes"))
            processes = true;
    }
    if (i + 1 >= argc)
        return 2;
    build = argv[i];
    for (i++; i < argc; i++)
        bench_module(argv[i]);
    return 0;
}
