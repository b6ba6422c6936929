/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs tools for the scripts of the quick part (tests/script.sh), without
 * starting a program for each: starting one takes longer than most runs.
 *
 * A request is fields that end by 0: their number; a file each for standard
 * output and error; settings NAME=VALUE; the tool; its arguments. The answer is
 * a line with the exit code. Standard input of the tools is /dev/null. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../worker/worker.h"

#define MAX_FIELDS 4096

static FILE *requests;

static char *next_field(void)
{
    char *field = NULL;
    size_t room = 0;
    if (getdelim(&field, &room, '\0', requests) >= 0)
        return field;
    free(field);
    return NULL;
}

/* A file that is what is printed from now on. */
static int create(const char *path)
{
    int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0666);
    if (fd < 0)
        perror(path);
    return fd;
}

/* Runs what the fields say. */
static bool answer(char **fields, FILE *answers)
{
    char *settings[MAX_FIELDS] = {NULL};
    size_t n = 0;
    char **words = fields + 2;
    while (*words != NULL && strncmp(*words, "gac-", 4) != 0)
        settings[n++] = *words++;
    int out = create(fields[0]), err = create(fields[1]);
    if (*words == NULL || out < 0 || err < 0)
        return false;
    worker_request request = {words, settings, err};
    fprintf(answers, "%d\n", worker_run_to(&request, out));
    close(out);
    close(err);
    return fflush(answers) == 0;
}

int main(void)
{
    static char *fields[MAX_FIELDS + 1];
    requests = fdopen(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), "r");
    FILE *answers = fdopen(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), "w");
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (requests == NULL || answers == NULL || null < 0
        || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0)
        return 1;
    bool ok = true;
    for (char *count; ok && (count = next_field()) != NULL; free(count)) {
        size_t n = strtoul(count, NULL, 10);
        ok = n > 2 && n <= MAX_FIELDS;
        for (size_t i = 0; ok && i < n; i++)
            ok = (fields[i] = next_field()) != NULL;
        fields[ok ? n : 0] = NULL;
        ok = ok && answer(fields, answers);
        for (size_t i = 0; fields[i] != NULL; i++)
            free(fields[i]);
    }
    return !ok;
}
