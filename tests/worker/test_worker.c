/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Cases in worker processes: each is tried once, and a crash costs its own. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../kernels/text_file.h"
#include "worker.h"

/* Of nine cases 2 and 7 fail, 3 and 5 end their worker. */
static bool try_case(size_t i)
{
    printf("tried %zu\n", i);
    fflush(stdout);
    if (i == 3)
        kill(getpid(), SIGKILL);
    if (i == 5)
        exit(9);
    return i != 2 && i != 7;
}

static void test_crash(void **state)
{
    int ends[2], status = 0;
    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        int code = worker_cases(9, 1, try_case);
        fflush(stdout);
        _exit(code);
    }
    close(ends[1]);
    char *text = read_all(ends[0]);
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    for (size_t i = 0; i < 9; i++) {
        char line[32];
        snprintf(line, sizeof line, "tried %zu\n", i);
        const char *at = strstr(text, line);
        assert_non_null(at);
        assert_null(strstr(at + 1, line));
    }
    assert_non_null(strstr(text, "FAIL: case 3 ended its worker"));
    assert_non_null(strstr(text, "FAIL: case 5 ended its worker"));
    assert_non_null(strstr(text, "\n5 passed, 4 failed, 0 skipped\n"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_crash)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
