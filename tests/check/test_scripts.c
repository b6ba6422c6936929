/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Random steps (copies of boxes either way, waits, accesses of work-items,
 * barriers) are run under all checks, and what is found is compared with a
 * model of every byte: which copies in flight read and write it, who has
 * accessed it since the barrier.
 *
 * usage: test_scripts [SEED [COUNT]]; GAC_SCRIPTS=N is the count otherwise */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../launch_helper.h"

/* Instructions of the set, and calls of imported builtins. */
static const char *const files[] = {
    "tests/check/scripted_copies.clang14.O0.64.set.spvasm",
    "tests/check/scripted_copies.clang14.O0.64.spvasm",
    "tests/check/scripted_copies.clang14.O0.32.set.spvasm",
    "tests/check/scripted_copies.clang14.O0.32.spvasm",
};

#define SIZE 96 /* bytes of either memory */
#define STEPS 14
#define WORDS 12 /* a step's */
#define N_SLOTS 4
#define N_ITEMS 16
#define FIRST_LINE 100

/* What steps do, and which of their words mean what. */
enum {
    TO_LOCAL,
    TO_GLOBAL,
    TO_LOCAL_3D,
    TO_GLOBAL_3D,
    WAIT,
    READ_GLOBAL,
    WRITE_GLOBAL,
    READ_LOCAL,
    WRITE_LOCAL,
    BARRIER,
    N_WHATS
};
enum {
    WHAT,
    SLOT,
    TO,
    FROM,
    EACH,
    ELEMENTS,
    LINES,
    PLANES,
    FROM_LINE,
    FROM_AREA,
    TO_LINE,
    TO_AREA
};
#define ITEM SLOT
#define AT TO

enum {
    COPY_RACE,
    SOURCE,
    DESTINATION,
    RACE,
    READ_FLIGHT,
    WRITE_FLIGHT,
    UNWRITTEN,
    MISSING,
    INVALID,
    WAIT_AS_BARRIER,
    N_CHECKS
};
static const char *const names[] = {
    "copy-race",      "unsynchronized-source", "unsynchronized-destination",
    "data-race",      "read-in-flight",        "write-in-flight",
    "uninitialized",  "missing-wait",          "invalid-event",
    "wait-as-barrier"};

typedef struct report {
    bool is;
    bool bytes[2][SIZE]; /* of global memory, of local */
} report;

typedef struct flight {
    int site, event;
    bool live;
    bool reads[2][SIZE], writes[2][SIZE];
} flight;

typedef struct model {
    report want[N_CHECKS][N_WHATS];
    bool partner[N_WHATS][N_WHATS]; /* whose copies have met whose */
    flight flights[STEPS];
    int n_flights, event[N_SLOTS];
    bool released[STEPS + 1];
    int writer[2][SIZE]; /* -1: none since the barrier */
    bool reader[2][SIZE][N_ITEMS];
    bool unwritten[SIZE]; /* local */
} model;

static report got[N_CHECKS][N_WHATS];
static bool strange; /* a finding that no step can have */
static uint64_t random_state;

static int below(int n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)n);
}

/* -- the model ------------------------------------------------------------- */

static void expect(model *m, int check, int site, int memory, int byte)
{
    m->want[check][site].is = true;
    m->want[check][site].bytes[memory][byte] = true;
}

static void forget(model *m, int memory, int byte)
{
    m->writer[memory][byte] = -1;
    memset(m->reader[memory][byte], 0, sizeof m->reader[memory][byte]);
}

static bool has_reader(const model *m, int memory, int byte, int but)
{
    for (int k = 0; k < N_ITEMS; k++)
        if (m->reader[memory][byte][k] && k != but)
            return true;
    return false;
}

static void meet_flights(model *m, const flight *f)
{
    for (int k = 0; k < m->n_flights; k++) {
        const flight *o = &m->flights[k];
        for (int i = 0; o->live && i < 2 * SIZE; i++) {
            int memory = i / SIZE, b = i % SIZE;
            bool mine = f->writes[memory][b], its = o->writes[memory][b];
            if ((mine && (its || o->reads[memory][b]))
                || (f->reads[memory][b] && its)) {
                expect(m, COPY_RACE, f->site, memory, b);
                m->partner[f->site][o->site] = true;
            }
        }
    }
}

/* One line of a copy's destination: what is told of local memory is told once.
 */
static void write_line(model *m, flight *f, int memory, int first, int n)
{
    bool met = false;
    for (int b = first; b < first + n; b++) {
        f->writes[memory][b] = true;
        if (m->writer[memory][b] < 0 && !has_reader(m, memory, b, -1))
            continue;
        expect(m, DESTINATION, f->site, memory, b);
        met = true;
    }
    for (int b = first; b < first + n; b++) {
        if (met && memory == 1)
            forget(m, memory, b);
        if (memory == 0)
            m->writer[memory][b] = -1;
    }
}

static void copy(model *m, const int32_t *s)
{
    flight *f = &m->flights[m->n_flights];
    int to = s[WHAT] % 2 == 0, from = !to, site = s[WHAT];
    int planes = site >= TO_LOCAL_3D ? s[PLANES] : 1;
    int n = s[ELEMENTS] * s[EACH];
    *f = (flight){.site = site, .event = m->n_flights + 1, .live = n > 0};
    m->event[s[SLOT]] = f->event;
    for (int p = 0; p < planes; p++)
        for (int l = 0; l < s[LINES]; l++) {
            int a = (s[FROM] + p * s[FROM_AREA] + l * s[FROM_LINE]) * s[EACH];
            for (int b = a; b < a + n; b++) {
                f->reads[from][b] = true;
                if (m->writer[from][b] >= 0)
                    expect(m, SOURCE, site, from, b);
                if (from == 1 && m->unwritten[b])
                    expect(m, UNWRITTEN, site, from, b);
            }
        }
    for (int p = 0; p < planes; p++)
        for (int l = 0; l < s[LINES]; l++)
            write_line(m, f, to,
                       (s[TO] + p * s[TO_AREA] + l * s[TO_LINE]) * s[EACH], n);
    meet_flights(m, f);
    for (int b = 0; b < SIZE; b++)
        m->unwritten[b] &= !f->writes[1][b];
    m->n_flights++;
}

static void wait_for(model *m, int event)
{
    m->want[INVALID][WAIT].is |= m->released[event];
    m->released[event] = true;
    for (int k = 0; k < m->n_flights; k++)
        m->flights[k].live &= m->flights[k].event != event;
}

static void access(model *m, const int32_t *s)
{
    int site = s[WHAT], memory = site >= READ_LOCAL, b = s[AT], item = s[ITEM];
    bool writes = site % 2 == 0;
    int writer = m->writer[memory][b];
    for (int k = 0; k < m->n_flights; k++) {
        const flight *f = &m->flights[k];
        if (f->live
            && (f->writes[memory][b] || (writes && f->reads[memory][b])))
            expect(m, writes ? WRITE_FLIGHT : READ_FLIGHT, site, memory, b);
    }
    if ((writer >= 0 && writer != item)
        || (writes && has_reader(m, memory, b, item)))
        expect(m, RACE, site, memory, b);
    if (writes)
        m->writer[memory][b] = item;
    else
        m->reader[memory][b][item] = true;
    if (writes && memory == 1)
        m->unwritten[b] = false;
}

static void forget_all(model *m)
{
    for (int k = 0; k < 2 * SIZE; k++)
        forget(m, k / SIZE, k % SIZE);
}

static void foresee(model *m, int32_t steps[][WORDS], int n)
{
    memset(m, 0, sizeof *m);
    memset(m->unwritten, true, sizeof m->unwritten);
    forget_all(m);
    for (int k = 0; k < n; k++) {
        if (steps[k][WHAT] < WAIT)
            copy(m, steps[k]);
        else if (steps[k][WHAT] == WAIT)
            wait_for(m, m->event[steps[k][SLOT]]);
        else if (steps[k][WHAT] < BARRIER)
            access(m, steps[k]);
        else
            forget_all(m);
    }
    for (int k = 0; k < m->n_flights; k++)
        m->want[MISSING][m->flights[k].site].is |= m->flights[k].live;
}

/* -- steps ----------------------------------------------------------------- */

/* One behind the last byte of a side. */
static int end_of(const int32_t *s, int offset, int line, int area)
{
    int planes = s[WHAT] >= TO_LOCAL_3D ? s[PLANES] : 1;
    return (offset + (planes - 1) * area + (s[LINES] - 1) * line + s[ELEMENTS])
           * s[EACH];
}

static void make_copy(int32_t *s)
{
    static const int each[] = {1, 1, 2, 3, 4}, more[] = {0, 0, 1, 3, 6};
    do {
        s[SLOT] = below(N_SLOTS);
        s[TO] = below(21);
        s[FROM] = below(21);
        s[EACH] = each[below(5)];
        s[ELEMENTS] = below(20) ? 1 + below(5) : 0;
        s[LINES] = 1 + below(4);
        s[PLANES] = 1 + below(3);
        s[FROM_LINE] = s[ELEMENTS] + more[below(5)];
        s[TO_LINE] = s[ELEMENTS] + more[below(5)];
        s[FROM_AREA] = s[FROM_LINE] * s[LINES] + more[below(5)];
        s[TO_AREA] = s[TO_LINE] * s[LINES] + more[below(5)];
    } while (end_of(s, s[FROM], s[FROM_LINE], s[FROM_AREA]) > SIZE
             || end_of(s, s[TO], s[TO_LINE], s[TO_AREA]) > SIZE);
}

static int make_steps(int32_t steps[][WORDS])
{
    static const int whats[] = {
        TO_LOCAL, TO_GLOBAL,   TO_LOCAL_3D,  TO_GLOBAL_3D, WAIT,
        WAIT,     READ_GLOBAL, WRITE_GLOBAL, READ_LOCAL,   WRITE_LOCAL,
        BARRIER,  TO_LOCAL_3D, TO_GLOBAL};
    static const int items[] = {0, 0, 3, 15};
    int n = 3 + below(STEPS - 2);
    bool used[N_SLOTS] = {false};
    for (int k = 0; k < n; k++) {
        int32_t *s = steps[k];
        memset(s, 0, WORDS * sizeof *s);
        s[WHAT] = whats[below(13)];
        if (s[WHAT] < WAIT) {
            make_copy(s);
            used[s[SLOT]] = true;
        } else if (s[WHAT] == WAIT) {
            s[SLOT] = below(N_SLOTS);
            if (!used[s[SLOT]])
                s[WHAT] = BARRIER; /* no event is known there yet */
        } else {
            s[AT] = below(SIZE);
            s[ITEM] = items[below(4)];
        }
    }
    return n;
}

/* -- running, comparing ---------------------------------------------------- */

static void note(void *user, const gac_diagnostic *d)
{
    (void)user;
    int check = 0, site = (int)d->source.line - FIRST_LINE;
    if (!d->finding && d->belongs) /* another access */
        return;
    while (check < N_CHECKS && strcmp(d->rule, names[check]) != 0)
        check++;
    if (!d->finding || check == N_CHECKS || site < 0 || site >= N_WHATS) {
        strange = true;
        return;
    }
    const gac_finding *f = d->finding;
    report *r = &got[check][site];
    int memory = f->memory == GAC_MEMORY_LOCAL;
    r->is = true;
    for (uint64_t b = 0; f->memory != GAC_MEMORY_NONE && b < f->n_bytes; b++)
        if (f->first_byte + b < SIZE)
            r->bytes[memory][f->first_byte + b] = true;
}

/* That only a wait comes in between is one of three checks otherwise. */
static bool may_be(int check, int other)
{
    return check == other
           || (check == WAIT_AS_BARRIER
               && (other == SOURCE || other == DESTINATION || other == RACE));
}

/* Whether copies at a site have met only those that tell of it themselves. */
static bool is_told_by_others(const model *m, int site)
{
    for (int k = 0; k < N_WHATS; k++)
        if (m->partner[site][k] && (k == site || !got[COPY_RACE][k].is))
            return false;
    return true;
}

static const char *is_missing(const model *m, int check, int site)
{
    if (!m->want[check][site].is || check == WAIT_AS_BARRIER
        || (check == COPY_RACE && is_told_by_others(m, site)))
        return NULL;
    for (int k = 0; k < N_CHECKS; k++)
        if (may_be(k, check) && got[k][site].is)
            return NULL;
    return "missing";
}

static const char *is_wrong(const model *m, int check, int site)
{
    bool is = false, lies_there[2 * SIZE] = {false};
    if (!got[check][site].is)
        return NULL;
    for (int k = 0; k < N_CHECKS; k++) {
        const report *want = &m->want[k][site];
        is |= may_be(check, k) && want->is;
        for (int b = 0; may_be(check, k) && b < 2 * SIZE; b++)
            lies_there[b] |= want->bytes[b / SIZE][b % SIZE];
    }
    if (!is)
        return "made up";
    for (int b = 0; check != MISSING && b < 2 * SIZE; b++)
        if (got[check][site].bytes[b / SIZE][b % SIZE] && !lies_there[b])
            return "of other bytes";
    return NULL;
}

static int compare(const model *m, uint64_t seed)
{
    int n_faults = strange;
    for (int check = 0; check < N_CHECKS; check++)
        for (int site = 0; site < N_WHATS; site++) {
            const char *fault = is_missing(m, check, site);
            fault = fault ? fault : is_wrong(m, check, site);
            if (!fault)
                continue;
            print_error("seed %llu: %s in line %d is %s\n",
                        (unsigned long long)seed, names[check],
                        FIRST_LINE + site, fault);
            n_faults++;
        }
    return n_faults;
}

static uint64_t first_seed = 1, n_seeds = 3000;

static int try_scripts(gac_launch *launch, gac_run_options *how)
{
    static int32_t steps[STEPS][WORDS];
    static uint8_t memory[SIZE], out[N_ITEMS];
    static model m;
    int n_faults = 0;
    assert_int_equal(gac_launch_set_buffer(launch, 0, steps, sizeof steps, 0),
                     GAC_OK);
    assert_int_equal(gac_launch_set_buffer(launch, 2, memory, SIZE, 0), GAC_OK);
    assert_int_equal(gac_launch_set_buffer(launch, 3, out, N_ITEMS, 0), GAC_OK);
    assert_int_equal(gac_launch_set_local(launch, 4, SIZE), GAC_OK);
    for (uint64_t seed = first_seed; seed < first_seed + n_seeds; seed++) {
        random_state = seed * 0x9E3779B97F4A7C15u;
        int32_t n = make_steps(steps);
        memset(got, 0, sizeof got);
        strange = false;
        foresee(&m, steps, n);
        assert_int_equal(gac_launch_set_value(launch, 1, &n, sizeof n), GAC_OK);
        assert_int_equal(gac_launch_run(launch, how, NULL), GAC_OK);
        n_faults += compare(&m, seed);
    }
    return n_faults;
}

static void reports_are_the_models(void **state)
{
    gac_context_options options = {.size = sizeof options, .diagnostic = note};
    gac_run_options how = {.size = sizeof how,
                           .global = {N_ITEMS},
                           .local = {N_ITEMS},
                           .checks = ""};
    opened_kernel k = open_kernel(&options, *state, "script");
    int n_faults = try_scripts(k.launch, &how);
    close_kernel(&k);
    assert_int_equal(n_faults, 0);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[sizeof files / sizeof *files];
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        tests[k] =
            (struct CMUnitTest){.name = files[k],
                                .test_func = reports_are_the_models,
                                .initial_state = (void *)(uintptr_t)files[k]};
    const char *count = argc > 2 ? argv[2] : getenv("GAC_SCRIPTS");
    first_seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    n_seeds = count ? strtoull(count, NULL, 10) : argc > 1 ? 1 : n_seeds;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
