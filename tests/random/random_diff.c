/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs random kernels on an OpenCL device (PoCL) and on gac, and compares.
 *
 * usage: random_diff [--size N] [--keep DIR] [--file FILE.cl] FIRST [LAST]
 *   FIRST, LAST   seeds
 *   --size N      about how many statements a kernel has (default 24)
 *   --keep DIR    where the files go (default: a folder of its own in /tmp,
 *                 removed when nothing was found)
 *   --file FILE   this program's text instead of seed FIRST's; its ranges are
 *                 the seed's, and kernels may be missing
 *   --only NAME   one way to compile, e.g. clang22.O2.64
 *   --ways N      N of the ways to compile, other ones for each seed
 *   --record      prints "SEED KERNEL DIGEST GLOBAL LOCAL", the digest being of
 *                 the device's results, and runs nothing else
 *   --generate    prints the program and runs nothing
 *
 * A developer's tool: needs clang-14, llvm-spirv-14, clang-22 and an OpenCL
 * device. Exit code 1: there were differences. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "random_run.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

/* -- what is run ----------------------------------------------------------- */

static const struct compiler {
    const char *name, *command; /* in: $IN, out: $OUT.spv */
} compilers[] = {
#define CLANG14(level, bits, target)                                           \
    {                                                                          \
        "clang14." level "." bits,                                             \
            "clang-14 -target " target " -cl-std=CL2.0 -w -" level             \
            " -Xclang -finclude-default-header -emit-llvm -c -o $OUT.bc $IN "  \
            "&&"                                                               \
            " llvm-spirv-14 $OUT.bc -o $OUT.spv"                               \
    }
#define CLANG22(level, bits)                                                   \
    {                                                                          \
        "clang22." level "." bits,                                             \
            "clang-22 --target=spirv" bits " -cl-std=CL2.0 -w -" level         \
            " -c -o $OUT.spv $IN"                                              \
    }
    CLANG14("O0", "64", "spir64"), CLANG14("O2", "64", "spir64"),
    CLANG14("O1", "32", "spir"),   CLANG22("O0", "64"),
    CLANG22("O2", "64"),           CLANG22("O2", "32"),
    CLANG22("O1", "64"),
};

static const struct setting {
    gac_cpu_level cpu;
    random_how how;
} settings[] = {
    {GAC_CPU_BEST, {1, GAC_ASYNC_DEFAULT, NULL, 0}},
    {GAC_CPU_BASELINE, {2, GAC_ASYNC_LATE, NULL, 64}},
    {GAC_CPU_AVX2, {2, GAC_ASYNC_RANDOM, NULL, 128}},
};

/* Counts, shared with child processes. */
static struct counts {
    uint32_t found, skipped, crashed, compared, uncompiled;
} * counts;
static uint32_t size = 24, ways = COUNT(compilers);
static const char *folder, *only;

/* -- the OpenCL device ----------------------------------------------------- */

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;

static void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "random_diff: %s: %d\n", what, status);
    exit(2);
}

static void device_open(void)
{
    cl_platform_id platform;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
          "device");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "context");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "queue");
}

static cl_program device_build(const char *text)
{
    cl_int status;
    cl_program program =
        clCreateProgramWithSource(context, 1, &text, NULL, &status);
    check(status, "program");
    status = clBuildProgram(program, 1, &device,
                            "-cl-std=CL1.2 -cl-opt-disable -w "
                            "-DRANDOM_EMULATE",
                            NULL, NULL);
    if (status != CL_SUCCESS) {
        static char log[100000];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG,
                              sizeof log - 1, log, NULL);
        fprintf(stderr, "%.3000s\n", log);
        clReleaseProgram(program);
        return NULL;
    }
    return program;
}

static cl_mem device_buffer(void *data, size_t bytes)
{
    cl_int status;
    cl_mem mem =
        clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                       data, &status);
    check(status, "buffer");
    return mem;
}

/* False: there is no such kernel. */
static bool device_run(cl_program program, uint32_t number,
                       const random_range *range, random_input *d)
{
    struct {
        void *data;
        size_t bytes;
        cl_mem mem;
    } buffers[] = {{d->out, d->n_out * 4, NULL},
                   {d->in, sizeof d->in, NULL},
                   {d->counters, sizeof d->counters, NULL},
                   {d->wide_counters, sizeof d->wide_counters, NULL}};
    char name[16];
    cl_int status;
    snprintf(name, sizeof name, "k%u", number);
    cl_kernel kernel = clCreateKernel(program, name, &status);
    if (status == CL_INVALID_KERNEL_NAME)
        return false;
    check(status, "kernel");
    for (cl_uint k = 0; k < 4; k++) {
        buffers[k].mem = device_buffer(buffers[k].data, buffers[k].bytes);
        check(clSetKernelArg(kernel, k, sizeof(cl_mem), &buffers[k].mem),
              "arg");
    }
    check(clSetKernelArg(kernel, 4, sizeof d->p0, &d->p0), "arg");
    check(clSetKernelArg(kernel, 5, sizeof d->p1, &d->p1), "arg");
    check(clSetKernelArg(kernel, 6, sizeof d->p2, &d->p2), "arg");
    check(clSetKernelArg(kernel, 7, sizeof d->p3, d->p3), "arg");
    check(clSetKernelArg(kernel, 8, RANDOM_SHARED_BYTES, NULL), "arg");
    size_t global[3], local[3];
    for (uint32_t k = 0; k < 3; k++) {
        global[k] = range->global[k];
        local[k] = range->local[k];
    }
    check(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL,
                                 NULL),
          "run");
    for (uint32_t k = 0; k < 4; k++) {
        check(clEnqueueReadBuffer(queue, buffers[k].mem, CL_TRUE, 0,
                                  buffers[k].bytes, buffers[k].data, 0, NULL,
                                  NULL),
              "read");
        clReleaseMemObject(buffers[k].mem);
    }
    clReleaseKernel(kernel);
    return true;
}

/* -- gac ------------------------------------------------------------------- */

static void print_diagnostic(void *user, const gac_diagnostic *d)
{
    (void)user;
    if (d->rule
        && (strcmp(d->rule, "unsupported") == 0
            || strcmp(d->rule, "core") == 0))
        return;
    printf("    %s: %s\n", d->rule ? d->rule : "", d->message);
}

static bool differ(uint32_t kernel, const random_input *a,
                   const random_input *b)
{
    for (uint32_t k = 0; k < a->n_out; k++)
        if (a->out[k] != b->out[k]) {
            printf("    k%u work-item %u slot %u: device %08x gac %08x\n",
                   kernel, k / RANDOM_SLOTS, k % RANDOM_SLOTS, a->out[k],
                   b->out[k]);
            return true;
        }
    for (uint32_t k = 0; k < RANDOM_COUNTERS; k++)
        if (a->counters[k] != b->counters[k]
            || a->wide_counters[k] != b->wide_counters[k]) {
            printf("    k%u counter %u: device %08x %016llx gac %08x %016llx\n",
                   kernel, k, (unsigned)a->counters[k],
                   (unsigned long long)a->wide_counters[k],
                   (unsigned)b->counters[k],
                   (unsigned long long)b->wide_counters[k]);
            return true;
        }
    return false;
}

/* In a process of its own: a module's kernels in one setting. Exit code: bit k
 * for kernel k; 99: it did not load. */
static int run_module(const char *path, uint64_t seed, const struct setting *s,
                      const random_range *ranges, const random_input *expected)
{
    static uint8_t bytes[1 << 22];
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = print_diagnostic,
                                   .cpu_level = s->cpu};
    gac_parse_options parse = {.size = sizeof parse,
                               .tolerate_producers = true,
                               .silent_producers = true};
    gac_context *c;
    gac_module *m;
    gac_program *p;
    int failed = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 99;
    size_t n = fread(bytes, 1, sizeof bytes, file);
    if (gac_context_create(&options, &c) != GAC_OK
        || gac_module_parse(c, bytes, n, &parse, &m) != GAC_OK
        || gac_program_create(m, NULL, 0, &p) != GAC_OK)
        return 99;
    for (uint32_t k = 0; k < RANDOM_KERNELS; k++) {
        random_input data;
        if (expected[k].out == NULL)
            continue;
        random_data_init(&data, seed, k, &ranges[k]);
        gac_result r = random_run_gac(p, k, &ranges[k], &s->how, &data);
        /* clang-22 writes operands of the wrong width now and then. */
        if (r == GAC_ERR_UNSUPPORTED || r == GAC_ERR_INVALID) {
            counts->skipped++;
            continue;
        }
        if (r != GAC_OK)
            printf("    k%u: result %d\n", k, r);
        if (r != GAC_OK || differ(k, &expected[k], &data))
            failed |= 1 << k;
    }
    return failed;
}

static bool compile(const struct compiler *c, const char *in, const char *out)
{
    char command[1000];
    setenv("IN", in, 1);
    setenv("OUT", out, 1);
    snprintf(command, sizeof command, "{ %s; } 2>$OUT.log", c->command);
    return system(command) == 0;
}

static void run_everywhere(const char *in, uint64_t seed,
                           const random_range *ranges,
                           const random_input *expected)
{
    for (size_t c = 0; c < COUNT(compilers); c++) {
        char out[400], path[500];
        snprintf(out, sizeof out, "%s/%llu.%s", folder,
                 (unsigned long long)seed, compilers[c].name);
        snprintf(path, sizeof path, "%s.spv", out);
        bool failed = false;
        if (only != NULL && strcmp(only, compilers[c].name) != 0)
            continue;
        if ((c + seed * ways) % COUNT(compilers) >= ways)
            continue;
        if (!compile(&compilers[c], in, out)) {
            remove(path); /* llvm-spirv-14 cannot translate everything */
            counts->uncompiled++;
            continue;
        }
        counts->compared++;
        for (size_t s = 0; s < COUNT(settings); s++) {
            fflush(stdout);
            pid_t pid = fork();
            if (pid == 0) {
                alarm(60);
                int code =
                    run_module(path, seed, &settings[s], ranges, expected);
                fflush(stdout);
                _exit(code);
            }
            int status;
            waitpid(pid, &status, 0);
            if (status == 0)
                continue;
            if (WIFEXITED(status) && failed && s)
                continue; /* said once */
            failed = true;
            counts->found++;
            printf("DIFFERENCE seed %llu %s level %d, strips of %u: %s %d\n",
                   (unsigned long long)seed, compilers[c].name,
                   (int)settings[s].cpu, settings[s].how.strip_lanes,
                   WIFSIGNALED(status) ? "signal" : "kernels",
                   WIFSIGNALED(status) ? WTERMSIG(status)
                                       : WEXITSTATUS(status));
        }
        if (!failed) {
            char rest[500];
            remove(path);
            snprintf(rest, sizeof rest, "%s.bc", out);
            remove(rest);
            snprintf(rest, sizeof rest, "%s.log", out);
            remove(rest);
        }
    }
}

static char *read_text(const char *path)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return strdup(text);
}

static void run_seed(uint64_t seed, const char *given, bool record)
{
    random_range ranges[RANDOM_KERNELS];
    random_input expected[RANDOM_KERNELS];
    char in[400];
    uint32_t before = counts->found;
    char *text = random_program(seed, size, ranges);
    if (given != NULL) {
        free(text);
        text = read_text(given);
    }
    snprintf(in, sizeof in, "%s/%llu.cl", folder, (unsigned long long)seed);
    FILE *file = fopen(in, "w");
    if (file == NULL) {
        perror(in);
        exit(2);
    }
    fputs(text, file);
    fclose(file);
    cl_program program = device_build(text);
    if (program == NULL) {
        printf("seed %llu: the device cannot build it\n",
               (unsigned long long)seed);
        counts->found++;
        free(text);
        return;
    }
    for (uint32_t k = 0; k < RANDOM_KERNELS; k++) {
        random_data_init(&expected[k], seed, k, &ranges[k]);
        if (!device_run(program, k, &ranges[k], &expected[k])) {
            random_data_free(&expected[k]);
            expected[k].out = NULL;
            continue;
        }
        if (record)
            printf("%llu k%u %016llx %u %u %u %u %u %u\n",
                   (unsigned long long)seed, k,
                   (unsigned long long)random_data_digest(&expected[k]),
                   ranges[k].global[0], ranges[k].global[1],
                   ranges[k].global[2], ranges[k].local[0], ranges[k].local[1],
                   ranges[k].local[2]);
    }
    clReleaseProgram(program);
    if (!record)
        run_everywhere(in, seed, ranges, expected);
    for (uint32_t k = 0; k < RANDOM_KERNELS; k++)
        random_data_free(&expected[k]);
    if (counts->found == before)
        remove(in);
    free(text);
}

/* In a process of its own: devices crash, too. */
static void fork_seed(uint64_t seed, const char *given, bool record)
{
    int status;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        alarm(300);
        device_open();
        run_seed(seed, given, record);
        fflush(stdout);
        _exit(0);
    }
    waitpid(pid, &status, 0);
    if (status == 0)
        return;
    counts->crashed++;
    char in[400];
    snprintf(in, sizeof in, "%s/%llu.cl", folder, (unsigned long long)seed);
    remove(in);
}

int main(int argc, char **argv)
{
    const char *given = NULL;
    bool record = false, generate = false;
    char own[] = "/tmp/random_diff.XXXXXX";
    uint64_t first = 1, last;
    int n = 1;
    for (; n < argc && argv[n][0] == '-'; n++) {
        if (strcmp(argv[n], "--record") == 0)
            record = true;
        else if (strcmp(argv[n], "--generate") == 0)
            generate = true;
        else if (strcmp(argv[n], "--plain") == 0)
            random_plain = true;
        else if (n + 1 < argc && strcmp(argv[n], "--size") == 0)
            size = (uint32_t)atoi(argv[++n]);
        else if (n + 1 < argc && strcmp(argv[n], "--ways") == 0)
            ways = (uint32_t)atoi(argv[++n]);
        else if (n + 1 < argc && strcmp(argv[n], "--keep") == 0)
            folder = argv[++n];
        else if (n + 1 < argc && strcmp(argv[n], "--only") == 0)
            only = argv[++n];
        else if (n + 1 < argc && strcmp(argv[n], "--file") == 0)
            given = argv[++n];
        else
            return 2;
    }
    if (n < argc)
        first = strtoull(argv[n++], NULL, 10);
    last = n < argc ? strtoull(argv[n], NULL, 10) : first;
    if (generate) {
        random_range ranges[RANDOM_KERNELS];
        char *text = random_program(first, size, ranges);
        fputs(text, stdout);
        free(text);
        return 0;
    }
    if (folder == NULL)
        folder = mkdtemp(own);
    else
        mkdir(folder, 0777);
    counts = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counts == MAP_FAILED)
        return 2;
    for (uint64_t seed = first; seed <= last; seed++)
        fork_seed(seed, given, record);
    if (!record)
        printf(
            "%llu programs (%u crashed the device), %u modules (%u could not "
            "be compiled), %u kernels skipped, %u differences%s%s\n",
            (unsigned long long)(last - first + 1), counts->crashed,
            counts->compared, counts->uncompiled, counts->skipped,
            counts->found, counts->found ? ", kept in " : "",
            counts->found ? folder : "");
    if (!counts->found)
        rmdir(folder);
    return counts->found != 0;
}
