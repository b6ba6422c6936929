/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The paths of programs, with what their branches tell of the values that they
 * decide by. */
#ifndef GAC_VALIDATE_PATHS_H
#define GAC_VALIDATE_PATHS_H

#include "support/maps.h"
#include "validate/paths/states.h"

typedef struct gac__paths {
    gac__program *p;
    uint32_t path;     /* number of the path at hand */
    uint32_t state;    /* counts what may change what terms are */
    uint64_t steps;    /* that are left .. */
    uint64_t reserve;  /* .. and what of them is not for exact paths */
    bool given_up;     /* the path at hand cannot be followed on */
    bool exact;        /* all that has been decided on it can come about */
    uint32_t version;  /* of memory: each that may write there makes another */
    uint32_t *term_of; /* of each of p->values; 0: it does not matter */
    GAC__VEC(uint32_t) global_of; /* of each instruction outside of functions */
    bool *loaded;            /* of each variable: what it holds matters .. */
    bool all_loaded;         /* .. as that of all of them does */
    bool shared_loaded;      /* so does memory that others write to */
    gac__touched *touched;   /* of each operation */
    gac__path_bases copied;  /* what copies' pointers were made from, .. */
    gac__path_bases written; /* .. and those of all that writes */
    GAC__VEC(gac__path_step) plan; /* node by node, as paths come by .. */
    gac__path_steps *steps_of;     /* .. of each */
    GAC__VEC(gac__term)
    terms;                       /* the first is top; there are no more of
                                    them, once a path has begun */
    GAC__VEC(uint32_t) operands; /* terms */
    GAC__VEC(uint64_t)
    strides; /* of a chain: bytes of members, then from one
                index to the next for each index */
    uint32_t first_flying, last_flying; /* instances that nothing has waited
                                           for, in order, + 1; 0 */
    uint32_t n_seen;                    /* of them, by loops over them */
    uint32_t n_computed; /* instances whose bytes are, if anything needs them */
    uint32_t n_shared;  /* instances of another's event, or of an unknown one */
    bool bytes;         /* what copies and accesses touch is computed .. */
    bool wants_bytes;   /* .. or should be: they may meet */
    uint64_t use_steps; /* left for what is touched */
    uint32_t *cells_of; /* of each variable: its first cell, + 1 */
    uint8_t *loops;     /* of each loop's header: gac__path_loop */
    GAC__VEC(gac__path_cell) cells;
    GAC__VEC(gac__symbol)
    symbols;                  /* the first is none; they stay for the next
                                 path, .. */
    gac__key_map symbol_of;   /* .. by key, .. */
    GAC__VEC(uint32_t) bound; /* .. and those are bound on this one */
    GAC__VEC(gac__instance) instances; /* copies started, .. */
    GAC__VEC(gac__open_loop) open;     /* .. loops around, .. */
    GAC__VEC(gac__path_choice) log; /* .. edges chosen, in order, each once */
    uint32_t left;   /* the iteration in which a loop was left by choice last,
                        as bits; 0: none was */
    uint32_t branch; /* ordinal + 1 of the last branch that was chosen at */
    GAC__VEC(uint32_t) set_terms; /* terms set on the path at hand */
    uint8_t *leads; /* of each node: a copy or a wait is there, or follows */
    uint8_t *waits; /* of each loop's header: a wait is in it */
    struct gac__inputs *inputs; /* of each node: what its branch decides by */
    uint32_t *exits, n_exits;   /* nodes with branches that leave loops */
    struct gac__stores *stores; /* to variables outside of functions, by their
                                   ordinals; NULL: not counted */
    gac__asked *asked;          /* of each variable */
    gac__state **states;        /* of each node, the last first */
    GAC__VEC(gac__state *) pending; /* a heap (path_state.c) */
    gac__state made;                /* .. and what is being put aside */
    GAC__VEC(gac__path_cell) made_cells;
    GAC__VEC(gac__bound) made_bound;
    GAC__VEC(gac__instance) made_instances;
    GAC__VEC(gac__new_number) numbers; /* of each instance, there */
    uint32_t n_pushed;                 /* states that have been in it */
    GAC__VEC(gac__path_value) phis;    /* of the node that is come to */
    GAC__VEC(gac__waited) waited;
    gac__told *told; /* of each operation: what paths have found */
    bool complete;   /* all paths have been followed */
} gac__paths;

static inline const gac_allocator *gac__path_allocator(const gac__paths *t)
{
    return t->p->arena.allocator;
}

/* -- numbers (path_symbols.c) --------------------------------------------- */

static inline uint64_t gac__path_cut(uint64_t bits, uint32_t width)
{
    return width >= 64 ? bits : bits & ((UINT64_C(1) << width) - 1);
}

static inline gac__path_value gac__path_number(uint64_t bits, uint32_t width)
{
    return (gac__path_value){.kind = GAC__PATH_NUMBER,
                             .width = width & 0xFF,
                             .bits = gac__path_cut(bits, width)};
}

/* A constant as a number with a sign. */
static inline int64_t gac__path_signed(gac__path_value v)
{
    uint64_t sign = UINT64_C(1) << ((v.width - 1) & 63);
    return (int64_t)((v.bits ^ sign) - sign);
}

static inline bool gac__path_is_constant(gac__path_value v)
{
    return v.kind == GAC__PATH_NUMBER && v.symbol == 0;
}

static inline gac__symbol *gac__path_symbol_at(const gac__paths *t, uint32_t i)
{
    return &t->symbols.items[i];
}

/* All that it can be, whatever is decided. */
static inline gac__domain gac__symbol_range(const gac__symbol *s)
{
    return gac__domain_range(s->width, s->positive, s->most);
}

static inline uint64_t gac__path_input(gac__ref ref)
{
    return (uint64_t)ref.frame << 32 | ref.id;
}

/* The symbol with this key, made if it is new; top: there are too many. */
gac__path_value gac__path_symbol(gac__paths *t, const gac__symbol *wanted);

/* Room for symbols, and none there; nothing is bound any more. */
bool gac__symbols_open(gac__paths *t);
void gac__symbols_release(gac__paths *t);
bool gac__symbol_add_input(gac__symbol *s, uint64_t input);

/* A number whose symbol can be one number only, on this path, is a constant. */
gac__path_value gac__path_folded(const gac__paths *t, gac__path_value v);

/* What is the same wherever it is asked for: an argument, a constant that
 * specialization sets, the address of a variable; or a constant that is no
 * integer, which is not unknown. */
gac__path_value gac__path_symbolic(gac__paths *t, gac__ref ref, bool unknown);

/* A local id; top: it is none. */
gac__path_value gac__path_id(gac__paths *t, const gac__term *term);

/* In place of a path's number: nothing has been set or decided yet. */
#define GAC__NO_PATH UINT32_MAX

#define GAC__PATH_OPERANDS 8

/* What an instruction of these operands gives, each time the same. */
gac__path_value gac__path_made(gac__paths *t, uint32_t opcode, uint32_t width,
                               const gac__path_value *operands, uint32_t n,
                               uint32_t extra);

/* A number times a constant. */
gac__path_value gac__path_scale(gac__paths *t, gac__path_value v, uint64_t by);

/* The symbol that another one is the product of and a constant, without
 * wrapping around; 0: it is none. */
uint32_t gac__path_scaled(const gac__paths *t, uint32_t symbol,
                          uint64_t *scale_out);

/* The result of a comparison of integers or conditions; of its negation. */
gac__path_value gac__path_compare(gac__paths *t, uint32_t opcode,
                                  gac__path_value a, gac__path_value b);
gac__path_value gac__path_not(gac__paths *t, gac__path_value v);

/* What `a` == `b` is: a number of one bit. */
gac__path_value gac__path_equal(gac__paths *t, gac__path_value a,
                                gac__path_value b);

/* Whether a number of one bit can be 0, or 1, on this path. False: it is not
 * known, so that it can be both. */
bool gac__path_can_be(const gac__paths *t, gac__path_value v, bool can_out[2]);

/* Whether what has been decided on this path, by other symbols, tells nothing
 * of one. */
bool gac__path_is_free(const gac__paths *t, uint32_t symbol);

/* It is that from now on. False: that may contradict what has been decided by
 * something else. */
bool gac__path_decide(gac__paths *t, gac__path_value v, bool truth);

/* -- instances (path_instances.c) ------------------------------------------ */

static inline gac__instance *gac__flying(const gac__paths *t, uint32_t number)
{
    return number ? &t->instances.items[number - 1] : NULL;
}

/* The instances in flight, in the order in which they were started. Eight are a
 * step. */
static inline gac__instance *gac__first_flying(const gac__paths *t)
{
    return gac__flying(t, t->first_flying);
}

static inline gac__instance *gac__next_flying(gac__paths *t,
                                              const gac__instance *i)
{
    t->given_up |= ++t->n_seen % 8 == 0 && !gac__spend(&t->steps, 1);
    return t->given_up ? NULL : gac__flying(t, i->after);
}

/* The instance that an event is of; NULL: it is not known, or of none. */
static inline gac__instance *gac__instance_of(const gac__paths *t,
                                              gac__path_value v)
{
    return gac__is_instance(v) ? &t->instances.items[v.symbol - 1] : NULL;
}

static inline bool gac__is_released(const gac__paths *t, const gac__instance *i)
{
    return t->instances.items[i->event - 1].released;
}

/* An instance, by its index, is in flight from now on. */
void gac__path_fly(gac__paths *t, uint32_t index);

/* Marks the instances in flight that the copy of instance `number` has started
 * before. */
void gac__supersede(gac__paths *t, uint32_t number);

/* The instances of an event, or of all, are not followed any more: nothing is
 * claimed of them. */
void gac__path_untrack_event(gac__paths *t, gac__path_value v);
void gac__untrack_all(gac__paths *t);

/* Operation `at` waits for an event, by its number; 0: only for those that are
 * not known. */
void gac__release(gac__paths *t, uint32_t event, uint32_t at);

bool gac__same_bytes(const gac__path_bytes *a, const gac__path_bytes *b);

/* An instance of a state that is not exact is also another one of the same
 * operation. Returns whether that changes it. */
bool gac__join_instance(gac__instance *own, const gac__instance *more);

/* -- terms (path_terms.c) ------------------------------------------------- */

/* The term that a value is; 0: it does not matter, or is anything. */
uint32_t gac__path_term(const gac__paths *t, gac__ref ref);

/* Where that number is kept; NULL: it is no value that is followed. */
uint32_t *gac__path_term_number(const gac__paths *t, gac__ref ref);

/* Whether values of a type are followed where they are stored. */
bool gac__path_is_followed(const gac_module *m, uint32_t type_id);

/* Writes down what can be told of a term, of the instruction that makes it; all
 * but the terms that it is made of. False when memory is out. */
bool gac__path_describe(gac__paths *t, const gac__inst *inst, gac__term *term,
                        gac__term_words *words);

/* The same of what stands outside of functions. */
void gac__path_describe_global(const gac__paths *t, gac__term *term);

/* -- evaluation (path_values.c) ------------------------------------------- */

/* What a term is at this point of the path. */
gac__path_value gac__path_evaluate(gac__paths *t, uint32_t term);

/* What a number is for the work-item whose local ids are 0. */
gac__path_value gac__path_first(gac__paths *t, gac__path_value v);

/* What a phi, a load or a copy gives when the path comes by. */
void gac__path_set(gac__paths *t, uint32_t term, gac__path_value value);

/* -- variables of functions (path_memory.c) ------------------------------- */

/* The variable that a load, a store or a wait goes to for sure; UINT32_MAX:
 * unknown. */
uint32_t gac__path_behind(const gac__paths *t, const gac__path_step *step);

/* The events of a variable are not followed any more; UINT32_MAX: of all. */
void gac__path_untrack(gac__paths *t, uint32_t variable);

void gac__path_load(gac__paths *t, const gac__path_step *step);
void gac__path_store(gac__paths *t, const gac__path_step *step);

/* What a node sets is not known any more. */
void gac__path_lose(gac__paths *t, uint32_t node);

/* A place of a variable, of which there is no cell, holds something. */
void gac__path_add_cell(gac__paths *t, gac__path_cell cell);

/* What a place holds. */
gac__path_value gac__path_held(gac__paths *t, uint32_t variable,
                               uint64_t offset, uint64_t size_bytes);

/* -- what matters (slice.c) ------------------------------------------- */

/* Numbers the values that matter to paths: each is a term. False when memory is
 * out. */
bool gac__path_plan(gac__paths *t);

/* So do those that bytes of copies, and what may meet them, are made of. */
bool gac__path_plan_bytes(gac__paths *t);

/* What a value is whatever path comes by. Ends the paths. */
gac__path_value gac__path_anywhere(gac__paths *t, gac__ref ref);

/* Each event among the operands of an instruction. */
typedef void gac__event_visitor(void *user, gac__ref event);
void gac__visit_events(const gac__program *p, uint32_t frame, uint32_t ordinal,
                       gac__event_visitor *visit, void *user);

/* Whether an instruction of a frame's function is needed: the place of its
 * result's term; of a store, any number. */
static inline uint32_t *gac__path_mark(const gac__paths *t, uint32_t frame,
                                       uint32_t ordinal)
{
    const gac__frame *f = &t->p->frames.items[frame];
    return &t->term_of[f->first_value + ordinal - f->function->first];
}

/* The last rank where a value made in node `from` may be asked for, if `node`
 * asks for it. */
uint32_t gac__path_last(const gac__paths *t, uint32_t node, uint32_t from);

/* -- accesses (path_accesses.c) ------------------------------------------- */

/* Finds both sides of an operation, all but what matters to paths. */
void gac__find_sides(gac__program *p, uint32_t at, gac__touched_side out[2]);

/* -- states (path_state.c) ------------------------------------------------ */

/* The number of the instance of operation `at` in a state that has one of each;
 * 0: none. */
uint32_t gac__number_at(const gac__state *s, uint32_t at);

int gac__compare_cells(const gac__path_cell *a, const gac__path_cell *b);

/* A state is to be followed, if it is not yet. */
void gac__state_push(gac__paths *t, gac__state *s);

/* Whether the path at hand, at a node, comes before all that are put aside. */
bool gac__state_is_next(const gac__paths *t, uint32_t node);

/* Goes on with the first of these; returns its node; UINT32_MAX: none is left.
 */
uint32_t gac__state_resume(gac__paths *t);

/* The path at hand, behind the phis of a node or, `ended`, at its end, as it
 * may be put aside: it lasts until the next one. The same, to come back to.
 * NULL: memory is out, and the path at hand is given up. */
gac__state *gac__state_make(gac__paths *t, uint32_t node, bool ended);
gac__state *gac__state_keep(gac__paths *t);
void gac__state_restore(gac__paths *t, const gac__state *s);

/* -- states that meet (path_meet.c) --------------------------------------- */

/* Puts the path at hand aside, at the begin of a node, behind its phis. */
void gac__state_park(gac__paths *t, uint32_t node);

/* -- steps (path_steps.c) ------------------------------------------------- */

/* Finds the steps of a node, when a path first comes by. Gives the path up when
 * memory is out. */
void gac__path_find_steps(gac__paths *t, uint32_t node);

/* -- shared memory (path_bytes.c) ---------------------------------------- */

/* Notes what a copy, operation `at`, instance `number`, touches from now on;
 * and what it, or an access, touches that a copy in flight does. Bytes are
 * computed when something may touch them, at the latest at the end of the
 * copy's node: until then, all that they are made of is as it was. */
void gac__path_start(gac__paths *t, uint32_t at, uint32_t number);
void gac__path_access(gac__paths *t, uint32_t at);
void gac__path_compute_bytes(gac__paths *t);

/* What an operation touches of a copy in flight; NULL: nothing. */
const gac__use *gac__path_use_of(gac__paths *t, uint32_t at);

/* -- choices (plausible.c) ------------------------------------------------- */

/* Finds what branches decide by, before any path. False when memory is out. */
bool gac__find_inputs(gac__paths *t);

/* What a choice has to do with the number of iterations of a loop, as seen from
 * a copy's node. */
typedef enum gac__choice_kind {
    GAC__NO_ITERATION,
    GAC__ONE_MORE,
    GAC__THE_LAST,
    GAC__PAST_A_WAIT /* a loop that waits, and does not have the copy in it, was
                        left or passed */
} gac__choice_kind;

gac__choice_kind gac__path_look_at_choice(gac__paths *t,
                                          const gac__path_choice *c,
                                          uint32_t copy);

/* Whether what has been chosen on the path at hand tells of a copy in `node`:
 * none of that may be a matter between host and kernel. */
bool gac__path_counts(gac__paths *t, uint32_t node);

/* Whether a branch before an operation decides by a number in local memory that
 * the program itself counts on: which step is next, of steps that look alike.
 */
bool gac__path_follows_state(gac__paths *t, uint32_t at);

/* -- branches (path_branches.c) ------------------------------------------- */

/* Finds which nodes lead to a copy or a wait. False when memory is out. */
bool gac__find_leads(gac__paths *t);

/* The node that comes next; UINT32_MAX: none, what follows has been put aside.
 */
uint32_t gac__path_go_on(gac__paths *t, uint32_t node);

/* -- paths (paths.c) ------------------------------------------------------- */

/* Follows all paths through a program, in place of what `t` was, all zero at
 * first. False when memory is out. Free it in the end. */
bool gac__path_run(gac__paths *t, gac__program *p);
void gac__path_free(gac__paths *t, const gac_allocator *a);

/* Exact paths split again and again. When their steps are spent, what is left
 * is for one joined state a node. */
static inline bool gac__path_may_be_exact(const gac__paths *t)
{
    return t->steps >= t->reserve;
}

/* What operation `at` finds in place of an event, on all paths: the first that
 * is released, or, `unset`, was never stored; NULL: there is none. */
const gac__arrival *gac__path_misused(const gac__paths *t, uint32_t at,
                                      bool unset);

/* How missing-wait is told of a copy. */
typedef enum gac__missing {
    GAC__WAITED,       /* nothing is missing */
    GAC__NEVER_WAITED, /* no wait is for it */
    GAC__LAST_LEFT,    /* each wait leads to the copy again */
    GAC__PATH_LEFT     /* a path leads past the waits */
} gac__missing;

/* What paths tell of a copy, by its operation; of the last: the ordinal + 1 of
 * a branch on the path. */
gac__missing gac__path_missing(gac__paths *t, uint32_t at,
                               uint32_t *branch_out);

#endif
