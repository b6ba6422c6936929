/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-cl: runs an OpenCL program on gac, and under its checks.
 *
 * The program runs in a child process. Environment variables make the OpenCL
 * loader find gac's driver alone, and pass the options on to the driver
 * (src/opencl), which writes the findings. */
#include "tools/tool_common.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/modes.h"
#include "support/numbers.h"
#include "tools/output_file.h"

static const char help[] =
    "usage: gac-cl [OPTION]... [--] PROGRAM [ARG]...\n"
    "Runs an OpenCL program with gac as its only device; with --check, under\n"
    "gac's dynamic checks. The program is not changed in any way.\n"
    "\n"
    "  --check[=NAME,..]  check kernels while they run: all checks, those, or\n"
    "                     (-NAME) all but those; findings of all launches are\n"
    "                     told when the program ends\n"
    "  --only=KERNEL      check this kernel alone\n"
    "  --wait=event|barrier    what a wait for events orders (event)\n"
    "  --async=MODE       when async copies land: eager, late, thread or\n"
    "                     random:SEED\n"
    "  --record=FOLDER    write each launch there, as N/job.json and what "
    "goes\n"
    "                     with it: gac-run --replay FOLDER/N runs it again\n"
    "  --timeout=SECONDS  of each launch\n"
    "  --log=FILE         write findings there instead of standard error; in\n"
    "                     JSON and SARIF each further process has FILE.PID\n"
    "  --format=text|json|sarif    how\n"
    "  -h, --help\n"
    "  --version\n"
    "\n"
    "Exit status: the program's; 3 if that is 0 and there are findings; 2: "
    "wrong\n"
    "options; 126, 127: the program cannot be run, or is not there; 128 + N:\n"
    "signal N ended it.\n"
    "Where the driver is installed, GAC_CHECK=1 does the same as --check.\n";

enum {
    OPTION_CHECK = GAC__TOOL_OPTION_END,
    OPTION_ONLY,
    OPTION_WAIT,
    OPTION_ASYNC,
    OPTION_TIMEOUT,
    OPTION_LOG,
    OPTION_RECORD
};

static const struct option options[] = {
    {"help", no_argument, NULL, GAC__TOOL_OPTION_HELP},
    {"version", no_argument, NULL, GAC__TOOL_OPTION_VERSION},
    {"format", required_argument, NULL, GAC__TOOL_OPTION_FORMAT},
    {"check", optional_argument, NULL, OPTION_CHECK},
    {"only", required_argument, NULL, OPTION_ONLY},
    {"wait", required_argument, NULL, OPTION_WAIT},
    {"async", required_argument, NULL, OPTION_ASYNC},
    {"timeout", required_argument, NULL, OPTION_TIMEOUT},
    {"log", required_argument, NULL, OPTION_LOG},
    {"record", required_argument, NULL, OPTION_RECORD},
    {NULL, 0, NULL, 0}};

/* Sets an environment variable for the program. */
static bool set(const char *name, const char *value)
{
    return setenv(name, value, 1) == 0;
}

/* Like set(), but makes the path absolute: the program may change its
 * directory. */
static bool set_path(const char *name, const char *value)
{
    char cwd[PATH_MAX], path[2 * PATH_MAX];
    if (value[0] == '/' || !getcwd(cwd, sizeof cwd))
        return set(name, value);
    snprintf(path, sizeof path, "%s/%s", cwd, value);
    return set(name, path);
}

/* Whether all names of a list are dynamic checks. */
static bool are_checks(const char *value)
{
    while (*value) {
        char name[64];
        size_t n = strcspn(value, ",");
        const char *at = value + (*value == '-');
        size_t length = n - (size_t)(at - value);
        if (!length || length >= sizeof name)
            return false;
        memcpy(name, at, length);
        name[length] = '\0';
        if (!gac_rule_is_check(name))
            return false;
        value += n + (value[n] == ',');
    }
    return true;
}

/* Sets the variable that passes an option on to the driver: GAC_TIMEOUT for
 * --timeout. */
static bool pass(const char *option, const char *value, bool is_path)
{
    char variable[32] = "GAC_";
    for (size_t n = 4; *option && n + 1 < sizeof variable; n++)
        variable[n] = (char)toupper((unsigned char)*option++);
    return is_path ? set_path(variable, value) : set(variable, value);
}

/* Whether an option's value is valid, as the driver will read it. */
static bool is_valid(int option, const char *value)
{
    gac_run_options run = {0};
    uint64_t ns;
    switch (option) {
    case OPTION_CHECK: return !value || (*value && are_checks(value));
    case OPTION_WAIT: return gac__parse_wait(value, &run.wait_is_barrier);
    case OPTION_ASYNC:
        return gac__parse_async(value, &run.async_mode, &run.async_seed);
    case OPTION_TIMEOUT: return gac__parse_seconds(value, &ns);
    default: return true;
    }
}

/* Reads an option by its number and its row. Returns -1 to continue, or the
 * exit code. */
static int read_option(gac__tool *tool, int option, const char *name,
                       const char *value)
{
    if (option < GAC__TOOL_OPTION_END) {
        int code = gac__tool_option(tool, option, value);
        if (code >= 0)
            return code;
    }
    if (!is_valid(option, value))
        return gac__tool_usage_error(tool, "--%s: '%s' is not valid", name,
                                     value);
    return pass(name, value ? value : "1",
                option == OPTION_LOG || option == OPTION_RECORD)
               ? -1
               : gac__tool_usage_error(tool, "out of memory");
}

/* -- the driver ------------------------------------------------------------ */

/* The path from this program's folder to the driver's, as in the build folder.
 * A build for other folders defines another. */
#ifndef DRIVER_FOLDER
#define DRIVER_FOLDER "../lib"
#endif

static bool find_driver(char path[PATH_MAX])
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return false;
    self[n] = '\0';
    int length = snprintf(
        path, PATH_MAX, "%s/" DRIVER_FOLDER "/libgac-opencl.so", dirname(self));
    return length > 0 && length < PATH_MAX && access(path, R_OK) == 0;
}

/* A private folder of this run. */
typedef struct folder {
    char path[64];  /* the folder */
    char icd[80];   /* the file that names gac's driver to the loader */
    char tally[80]; /* the file to which the program's processes append numbers
                       of findings, one a line */
} folder;

static bool make_folder(folder *f, const char *driver)
{
    snprintf(f->path, sizeof f->path, "/tmp/gac-cl-XXXXXX");
    if (!mkdtemp(f->path))
        return false;
    snprintf(f->icd, sizeof f->icd, "%s/gac.icd", f->path);
    snprintf(f->tally, sizeof f->tally, "%s/tally", f->path);
    /* The loader ocl-icd reads OCL_ICD_VENDORS, that of Khronos
     * OCL_ICD_FILENAMES. */
    return gac__output_write(f->icd, driver, strlen(driver))
           && gac__output_write(f->tally, "", 0)
           && set("OCL_ICD_VENDORS", f->path)
           && set("OCL_ICD_FILENAMES", driver) && set("GAC_TALLY", f->tally);
}

/* Prints the findings that a process left in a file of the folder, since it
 * ended before it could print them. */
static void tell_pending(const char *path, const char *log)
{
    gac__bytes bytes = {0};
    FILE *to = log ? fopen(log, "a") : stderr;
    (void)gac__tool_read(path, &bytes);
    if (to && bytes.n)
        fwrite(bytes.data, 1, bytes.n, to);
    if (to && to != stderr)
        fclose(to);
    gac__bytes_free(&bytes);
}

static void remove_folder(const folder *f)
{
    DIR *entries = opendir(f->path);
    struct dirent *e;
    while (entries && (e = readdir(entries))) {
        char path[sizeof f->path + sizeof e->d_name + 1];
        snprintf(path, sizeof path, "%s/%s", f->path, e->d_name);
        if (!strncmp(e->d_name, "tally.", 6))
            tell_pending(path, getenv("GAC_LOG"));
        unlink(path); /* fails for . and .. */
    }
    if (entries)
        closedir(entries);
    rmdir(f->path);
}

/* Returns how many findings the program's processes have reported. */
static unsigned long read_tally(const folder *f)
{
    FILE *file = fopen(f->tally, "r");
    char line[100];
    unsigned long findings = 0;
    while (file && fgets(line, sizeof line, file))
        findings += strtoul(line, NULL, 10);
    if (file)
        fclose(file);
    return findings;
}

/* -- the program ----------------------------------------------------------- */

static volatile sig_atomic_t child;

/* Passes a signal on to the program, for whose end gac-cl waits. */
static void pass_on(int signal)
{
    if (child > 0)
        kill((pid_t)child, signal);
}

/* Runs the program and returns its exit code; 128 + N if signal N ended it, 126
 * or 127 if it did not start. */
static int run(char **argv)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0)
        return 126;
    if (pid == 0) {
        execvp(argv[0], argv);
        int code = errno == ENOENT ? 127 : 126;
        fprintf(stderr, "gac-cl: %s: %s\n", argv[0], strerror(errno));
        _exit(code);
    }
    child = pid;
    signal(SIGTERM, pass_on);
    signal(SIGINT, SIG_IGN); /* the terminal sends it to both processes */
    signal(SIGQUIT, SIG_IGN);
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 126;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
    gac__tool tool;
    int option, code, row = 0;
    gac__tool_init(&tool, "gac-cl", help, options, argv);
    while ((option = getopt_long(argc, argv, "+h", options, &row)) != -1) {
        code = read_option(&tool, option, options[row].name, optarg);
        if (code >= 0)
            return code;
    }
    if (optind == argc)
        return gac__tool_usage_error(&tool, "no program is given");
    char driver[PATH_MAX];
    if (!find_driver(driver))
        return gac__tool_usage_error(&tool,
                                     "libgac-opencl.so is neither beside this "
                                     "program nor in " DRIVER_FOLDER);
    folder f;
    if (!make_folder(&f, driver)) {
        remove_folder(&f);
        return gac__tool_usage_error(&tool, "cannot make a folder in /tmp: %s",
                                     strerror(errno));
    }
    const char *log = getenv("GAC_LOG");
    if (log)
        unlink(log); /* remove the log of an earlier run */
    code = run(argv + optind);
    unsigned long findings = read_tally(&f);
    remove_folder(&f);
    return code == 0 && findings ? GAC__EXIT_FOUND : code;
}
