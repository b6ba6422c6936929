/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A program whose kernel has a race, and that ends in many ways, for run.sh.
 * usage: tool_findings FILE.spv HOW; HOW: exit, _exit, abort, exec, fork, both,
 * twice, code7, leave */
#include "host.h"

#include <sys/wait.h>
#include <unistd.h>

static void race(int times)
{
    cl_kernel kernel = new_kernel("race");
    cl_mem memory = new_buffer(0, 64 * sizeof(cl_int), NULL);
    set_buffer(kernel, 0, memory);
    for (int k = 0; k < times; k++)
        NEED(run_1d(kernel, 64, 8));
    clReleaseMemObject(memory);
    clReleaseKernel(kernel);
}

/* A kernel that leaves its buffer: under the checks it goes on. */
static void leave(void)
{
    size_t one = 1;
    cl_event event;
    cl_kernel kernel = new_kernel("leave");
    cl_mem memory = new_buffer(0, sizeof(cl_int), NULL);
    set_buffer(kernel, 0, memory);
    NEED(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL,
                                &event));
    NEED(clWaitForEvents(1, &event));
    clReleaseEvent(event);
    clReleaseMemObject(memory);
    clReleaseKernel(kernel);
}

static atomic_int n_called;

static void CL_CALLBACK called(cl_event event, cl_int status, void *user)
{
    (void)event;
    (void)status;
    (void)user;
    atomic_fetch_add(&n_called, 1);
}

/* A command that is not waited for: some thread of the process runs it. */
static void run_alone(void)
{
    cl_event event;
    NEED(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
    NEED(clSetEventCallback(event, CL_COMPLETE, called, NULL));
    NEED(clReleaseEvent(event));
    for (int k = 0; k < 5000 && !atomic_load(&n_called); k++)
        usleep(1000);
    if (!atomic_load(&n_called))
        abort();
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const char *how = argv[2];
    open_all(argc, argv);
    race(1);
    if (!strcmp(how, "_exit"))
        _exit(0);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "exec"))
        execlp("true", "true", (char *)NULL);
    if (!strcmp(how, "code7"))
        exit(7);
    if (!strcmp(how, "leave"))
        leave();
    if (!strcmp(how, "twice")) { /* in two builds, and two programs */
        race(2);
        clReleaseProgram(program);
        program = build_file(argv[1]);
        race(1);
    }
    if (!strcmp(how, "fork") || !strcmp(how, "both")) {
        usleep(20000); /* so that the driver's threads are idle */
        pid_t child = fork();
        if (!child) { /* a kernel of its own runs there only with "both" */
            if (!strcmp(how, "both")) {
                race(1);
                run_alone();
            }
            exit(0);
        }
        int status = 1;
        waitpid(child, &status, 0);
        NEED(status);
    }
    close_all();
    return 0;
}
