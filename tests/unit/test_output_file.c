/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Outputs are complete whenever their file is there (tools/output_file.h). */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tools/output_file.h"

enum { TIMES = 20000 };

static char folder[] = "/tmp/gac-output-XXXXXX", whole[64], path[64];

static void make_file(void)
{
    FILE *file = fopen(whole, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite("whole", 1, 5, file), 5);
    assert_int_equal(fclose(file), 0);
}

/* Gives the file its second name, and takes it away, for ever. */
static void come_and_go(void)
{
    for (;;) {
        if (link(whole, path) != 0 || unlink(path) != 0)
            _exit(1);
    }
}

/* A file that appears while an output is opened is no link to nowhere, which
 * would be written through: it stays as it is until the output is complete. */
static void a_file_that_appears_is_kept(void **state)
{
    (void)state;
    struct stat status;
    assert_non_null(mkdtemp(folder));
    snprintf(whole, sizeof whole, "%s/whole", folder);
    snprintf(path, sizeof path, "%s/out", folder);
    make_file();
    pid_t other = fork();
    assert_true(other >= 0);
    if (other == 0)
        come_and_go();
    for (int i = 0; i < TIMES; i++) {
        gac__output output;
        if (gac__output_open(&output, path))
            assert_false(gac__output_close(&output, false));
    }
    kill(other, SIGKILL);
    assert_int_equal(waitpid(other, NULL, 0), other);
    assert_int_equal(stat(whole, &status), 0);
    assert_int_equal(status.st_size, 5);
    unlink(path);
    unlink(whole);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_appears_is_kept),
    };
    return cmocka_run_group_tests_name("output_file", tests, NULL, NULL);
}
