/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run's progress bar: one line on a terminal's stderr, for long runs. */
#include "tools/run_tool.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/clock.h"

#define SHOW_AFTER_NS UINT64_C(700000000)
#define REDRAW_NS UINT64_C(100000000)
#define BAR_WIDTH 30

void gac__run_progress_start(gac__run_progress *progress)
{
    const char *term = getenv("TERM");
    bool dumb = term == NULL || strcmp(term, "dumb") == 0;
    progress->start_ns = gac__now_ns();
    progress->shown_ns = progress->start_ns;
    progress->drawn = false;
    progress->on = !dumb && isatty(STDERR_FILENO);
}

void gac__run_progress_step(void *user, uint64_t done, uint64_t all)
{
    gac__run_progress *progress = user;
    if (!progress->on || all == 0)
        return;
    uint64_t now = gac__now_ns(), shown = progress->shown_ns;
    if (now < progress->start_ns + SHOW_AFTER_NS || now < shown + REDRAW_NS
        || !atomic_compare_exchange_strong(&progress->shown_ns, &shown, now))
        return; /* too early, or another thread is drawing */
    progress->drawn = true;

    double part = (double)done / (double)all;
    double seconds = (double)(now - progress->start_ns) / 1e9;
    char bar[BAR_WIDTH + 1];
    int filled = (int)(part * BAR_WIDTH);
    memset(bar, ' ', BAR_WIDTH);
    memset(bar, '#', (size_t)(filled < BAR_WIDTH ? filled : BAR_WIDTH));
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %3.0f%%  %llu of %llu groups  %.0f s", bar,
            part * 100, (unsigned long long)done, (unsigned long long)all,
            seconds);
    if (done > 0)
        fprintf(stderr, ", %.0f s left", seconds * (1 - part) / part);
    fputs("\033[K", stderr);
}

void gac__run_progress_end(gac__run_progress *progress)
{
    if (atomic_exchange(&progress->drawn, false))
        fputs("\r\033[K", stderr);
}
