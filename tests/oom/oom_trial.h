/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Scenes: sequences of library calls, with an allocator of which one call
 * fails. */

/* A scene is a row of steps. It is played once without a failure; that tells
 * what each step returns and says. Then it is played again for each of its
 * allocations, which fails. The step in which it does so
 *
 *     returns MEMORY, and has said nothing but what it says otherwise: then it
 *     is played again, and must do what it did without a failure; or
 *     does what it did without a failure.
 *
 * All other steps do what they did, of which one is played after a step that
 * was played again; at the end no memory is taken. */
#ifndef TESTS_OOM_TRIAL_H
#define TESTS_OOM_TRIAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gac/gac.h>
#include <gac/render.h>
#include <gac/rewrite.h>
#include <gac/text.h>

typedef struct oom_meter {
    atomic_ullong n_calls;          /* that take memory, counted */
    unsigned long long fail_at;     /* the one that fails, from 1; 0: none */
    bool fail_on;                   /* all after it fail, too */
    atomic_ullong n_failed, n_live; /* calls; pieces of memory */
    atomic_bool broken;             /* a size was not what had been asked for */
} oom_meter;

/* Lines of text. */
typedef struct oom_lines {
    char **items;
    size_t n, capacity;
} oom_lines;

typedef struct oom_scene oom_scene;

/* Plays a step. It may be played again where it returned MEMORY. */
typedef gac_result oom_step_fn(oom_scene *s);

/* A row of steps ends with NULL. */
struct oom_scene {
    /* what is played, and with what */
    const char *name; /* of the module */
    const char *path;
    const void *words;
    size_t size_bytes;
    oom_step_fn *const *steps;
    oom_step_fn *close; /* frees all */
    const char *checks; /* of runs */
    uint32_t n_threads;
    bool loose; /* what steps say depends on threads: it is not compared */
    /* what the steps have made */
    gac_allocator allocator;
    gac_context *context;
    gac_input *input;
    gac_disassembly *disassembly;
    gac_module *module;
    gac_program *program;
    gac_launch *launch;
    gac_diagnostic_list *list;
    gac_copy_worker *worker;
    gac_copy_queue *queue;
    uint32_t kernel; /* its index, given */
    size_t n_lost;   /* by the list */
    size_t n_done;   /* copies that were started */
    bool by_calls;   /* the memory has no host address */
    uint32_t extra;  /* a buffer that belongs to no parameter */
    /* how it went */
    oom_meter meter;
    oom_lines said;
};

/* Says a line. */
void oom_say(oom_scene *s, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

/* Says how many bytes there are, and their hash. */
void oom_say_bytes(oom_scene *s, const char *what, const void *bytes,
                   size_t size);

/* A context's sink; `user` is the scene. */
void oom_say_diagnostic(void *user, const gac_diagnostic *d);

/* Plays the scene with each allocation failing, or, if `most` is less than
 * their number, with about so many of them, evenly spread. Prints a line that
 * begins with FAIL for what is wrong, and one with the number of allocations.
 * Returns whether nothing was. */
bool oom_try(const oom_scene *scene, unsigned long long most);

#endif
