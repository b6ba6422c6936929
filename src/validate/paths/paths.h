/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The exploration of a program's paths, and the functions that its files share.
 * The sections follow the order of the files, from the bottom up. */
#ifndef GAC_VALIDATE_PATHS_H
#define GAC_VALIDATE_PATHS_H

#include "support/maps.h"
#include "validate/paths/states.h"

/* One exploration. Its vectors keep their memory from program to program. */
typedef struct gac__paths {
    gac__program *p;

    /* The slice (slice.c, path_terms.c, path_steps.c). */
    uint32_t *term_of; /* term of each of p->values; 0: none */
    GAC__VEC(uint32_t)
    global_of; /* term of each instruction before the first
                  function; 0: none */
    GAC__VEC(gac__term)
    terms;                       /* terms.items[0] is top; no term is added
                                    while paths are followed */
    GAC__VEC(uint32_t) operands; /* of all terms, as terms */
    GAC__VEC(uint64_t)
    strides;                       /* of a chain: constant bytes, then a stride
                                      for each index */
    bool *loaded;                  /* of each variable: its content matters */
    bool all_loaded;               /* the content of all variables matters */
    bool shared_loaded;            /* the content of shared memory matters */
    gac__liveness *liveness;       /* of each variable */
    gac__touched *touched;         /* of each operation */
    gac__key_map written;          /* objects whose bytes operations write */
    GAC__VEC(gac__path_step) plan; /* steps of the nodes that paths came to */
    gac__path_steps *steps_of;     /* of each node */

    /* What is known of the graph before a path is followed. */
    uint8_t *leads; /* of each node: a copy or a wait is in it or follows it */
    uint8_t *waits; /* of each loop's header: a wait is in the loop */
    struct gac__inputs *inputs; /* of each node: inputs of its branch's
                                   condition; NULL: not computed */
    uint32_t *exits, n_exits;   /* nodes whose branches leave loops */
    struct gac__stores *stores; /* stores to each variable outside of functions,
                                   by its ordinal; NULL: not counted */
    uint8_t *loops;             /* of each loop's header: GAC__LOOP_ flags */

    /* Limits. */
    uint64_t steps;     /* budget of the exploration */
    uint64_t reserve;   /* part of `steps` that only inexact paths may spend */
    uint64_t use_steps; /* budget for comparing bytes */
    bool complete;      /* every path has been followed to its end */

    /* The current path. */
    uint32_t stamp;   /* counts the changes that make computed terms stale;
                         GAC__NO_PATH: there is no path */
    bool given_up;    /* the path cannot be followed any further */
    bool exact;       /* some execution takes the path for certain */
    uint32_t version; /* of shared memory: each possible write makes another */
    uint32_t left;    /* iterations in which it last left a loop by choice, one
                         bit each; 0: it has left none */
    uint32_t branch;  /* ordinal + 1 of its last branch */
    uint32_t *cells_of;             /* of each variable: index + 1 of a cell */
    GAC__VEC(gac__path_cell) cells; /* of variables and of SET terms */
    GAC__VEC(gac__symbol)
    symbols;                        /* symbols.items[0] is none; symbols last
                                       for all paths of the program */
    gac__key_map symbol_of;         /* symbols by key */
    GAC__VEC(uint32_t) constrained; /* symbols that branches have decided by */
    GAC__VEC(gac__instance) instances;
    GAC__VEC(uint32_t)
    in_flight; /* instances whose event is not released, by index, in the
                  order of their starts */
    GAC__VEC(gac__instance_bytes)
    touched_bytes;    /* bytes of instances, kept for the whole exploration;
                         items[0] is unknown */
    bool bytes;       /* bytes of copies and accesses are
                         computed */
    bool wants_bytes; /* an access may touch the object of a copy
                         in flight: bytes are needed */
    GAC__VEC(gac__open_loop) open;  /* loops around its node, outermost first */
    const gac__path_choice *log;    /* its choices; NULL: none */
    GAC__VEC(gac__path_value) phis; /* values of the next node's phis */
    GAC__VEC(gac__path_edge) edges; /* that it may take from its node */

    /* The worklist (path_state.c). */
    gac__state **states; /* of each node: its latest state */
    gac__state *pending; /* the first; a skew heap */
    uint32_t n_pushed;   /* states that have been pending */
    gac__state made;     /* the state that is made of the current
                            path, in the vectors below */
    GAC__VEC(gac__path_cell) made_cells;
    GAC__VEC(gac__constraint) made_constraints;
    GAC__VEC(gac__instance) made_instances;

    /* The findings. */
    gac__findings *findings; /* of each operation */
    GAC__VEC(gac__waited) waited;
} gac__paths;

static inline const gac_allocator *gac__path_allocator(const gac__paths *t)
{
    return t->p->arena.allocator;
}

/* -- symbols (path_symbols.c) ---------------------------------------------- */

static inline uint64_t gac__path_truncate(uint64_t bits, uint32_t width)
{
    return width >= 64 ? bits : bits & ((UINT64_C(1) << width) - 1);
}

static inline gac__path_value gac__path_number(uint64_t bits, uint32_t width)
{
    return (gac__path_value){.kind = GAC__PATH_NUMBER,
                             .width = width & 0xFF,
                             .bits = gac__path_truncate(bits, width)};
}

/* A constant, sign-extended. */
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

/* The values of a symbol that are possible on any path. */
static inline gac__interval_set gac__symbol_range(const gac__symbol *s)
{
    return gac__intervals_range(s->width, s->positive, s->most);
}

static inline uint64_t gac__path_input(gac__ref ref)
{
    return (uint64_t)ref.frame << 32 | ref.id;
}

/* _open() begins without symbols. _release() lifts the constraints of all
 * symbols. */
bool gac__symbols_open(gac__paths *t);
void gac__symbols_release(gac__paths *t);

/* False: the symbol has too many inputs. */
bool gac__symbol_add_input(gac__symbol *s, uint64_t input);

/* The symbol with the key of `wanted`, which becomes the symbol if it is new.
 * Top: there are too many symbols. */
gac__path_value gac__path_symbol(gac__paths *t, const gac__symbol *wanted);

/* The same value, as a constant if its symbol has only one possible value on
 * this path. */
gac__path_value gac__path_folded(const gac__paths *t, gac__path_value v);

/* The symbol of a value that is the same on all paths: a local id, an argument,
 * a specialization constant, the address of a variable, or, with `unknown`
 * false, a constant that is no integer. */
gac__path_value gac__path_symbolic(gac__paths *t, const gac__term *term);

/* In place of a stamp: nothing has been set or decided. */
#define GAC__NO_PATH UINT32_MAX

#define GAC__PATH_OPERANDS 8

/* The expression of an instruction and its operands. `extra`: what else tells
 * it from others. */
gac__path_value gac__path_expression(gac__paths *t, uint32_t opcode,
                                     uint32_t width,
                                     const gac__path_value *operands,
                                     uint32_t n, uint32_t extra);

/* The largest value of a number that is possible on any path. */
uint64_t gac__path_most(const gac__paths *t, gac__path_value v);

/* A number times a constant. */
gac__path_value gac__path_scale(gac__paths *t, gac__path_value v, uint64_t by);

/* The symbol that another one is a constant multiple of, without wrapping
 * around; 0: it is none. */
uint32_t gac__path_scaled(const gac__paths *t, uint32_t symbol,
                          uint64_t *scale_out);

/* The result of a comparison of integers or conditions, the negation of a
 * condition, and whether a == b, which are numbers of one width. Each is a
 * number of one bit. */
gac__path_value gac__path_compare(gac__paths *t, uint32_t opcode,
                                  gac__path_value a, gac__path_value b);
gac__path_value gac__path_not(gac__paths *t, gac__path_value v);
gac__path_value gac__path_equal(gac__paths *t, gac__path_value a,
                                gac__path_value b);

/* Finds whether a condition can be 0 on this path, and whether it can be 1.
 * False: this is not known, and both count as possible. */
bool gac__path_can_be(const gac__paths *t, gac__path_value v, bool can_out[2]);

/* Whether no other symbol that has been decided by may depend on this one. */
bool gac__path_is_free(const gac__paths *t, uint32_t symbol);

/* Constrains the path to a condition's truth. False: no execution may satisfy
 * this with all that has been assumed before. */
bool gac__path_assume(gac__paths *t, gac__path_value v, bool truth);

/* -- instances (path_instances.c) ------------------------------------------ */

/* The instance in flight with an index in gac__paths.in_flight; NULL: there are
 * fewer. */
static inline gac__instance *gac__in_flight_at(const gac__paths *t, size_t k)
{
    return k < t->in_flight.n ? &t->instances.items[t->in_flight.items[k]]
                              : NULL;
}

/* The same; eight instances cost one step of the budget. NULL also if it is
 * spent. */
static inline gac__instance *gac__next_in_flight(gac__paths *t, size_t k)
{
    t->given_up |= k % 8 == 7 && !gac__spend(&t->steps, 1);
    return t->given_up ? NULL : gac__in_flight_at(t, k);
}

/* The first instance of an event; NULL: the event is unknown, or has none. */
static inline gac__instance *gac__instance_of(const gac__paths *t,
                                              gac__path_value v)
{
    return gac__is_instance(v) ? &t->instances.items[v.symbol - 1] : NULL;
}

/* The bytes of an instance's destination, and of its source. */
static inline const gac__path_bytes *gac__sides_of(const gac__paths *t,
                                                   const gac__instance *i)
{
    return t->touched_bytes.items[i->bytes].sides;
}

static inline bool gac__is_released(const gac__paths *t, const gac__instance *i)
{
    return t->instances.items[i->event - 1].released;
}

/* Marks the earlier instances in flight of the copy of instance `number`. */
void gac__supersede(gac__paths *t, uint32_t number);

/* Marks the instances in flight of an event as untracked; 0: all in flight. */
void gac__untrack_event(gac__paths *t, uint32_t event);
void gac__path_untrack_event(gac__paths *t, gac__path_value v);

/* Operation `at` waits for the events of some instances in flight, which are
 * marked as released. */
void gac__release(gac__paths *t, uint32_t at);

/* Whether two instances certainly touch the same bytes on a side, or both touch
 * unknown bytes. */
bool gac__same_bytes(const gac__paths *t, const gac__instance *a,
                     const gac__instance *b, uint32_t side);

/* -- terms (path_terms.c) -------------------------------------------------- */

/* The term of a value; 0: it is not in the slice, or anything. */
uint32_t gac__path_term(const gac__paths *t, gac__ref ref);

/* Where the number of a value's term is kept; NULL: the value cannot have a
 * term. */
uint32_t *gac__path_term_number(const gac__paths *t, gac__ref ref);

/* Whether values of a type are kept in cells. */
bool gac__path_is_followed(const gac_module *m, uint32_t type_id);

/* Fills a term from its instruction, except for its operands. `words` gets the
 * words of these. False when memory is out. */
bool gac__path_describe(gac__paths *t, const gac__inst *inst, gac__term *term,
                        gac__term_words *words);

/* -- values (path_values.c) ------------------------------------------------ */

/* The value of a term at this point of the path. */
gac__path_value gac__path_evaluate(gac__paths *t, uint32_t term);

/* A number's value for the work-item whose local ids are 0. */
gac__path_value gac__path_for_first_item(gac__paths *t, gac__path_value v);

/* -- variables of functions (path_memory.c) -------------------------------- */

/* The variable that a load, a store or a wait certainly accesses; UINT32_MAX:
 * unknown. */
uint32_t gac__path_variable(const gac__paths *t, const gac__path_step *step);

/* Marks the instances as untracked whose events a variable holds. UINT32_MAX
 * stands for all instances in flight. */
void gac__path_untrack(gac__paths *t, uint32_t variable);

void gac__path_load(gac__paths *t, const gac__path_step *step);
void gac__path_store(gac__paths *t, const gac__path_step *step);

/* Makes everything unknown that a node sets, and the events in it untracked. */
void gac__path_forget(gac__paths *t, uint32_t node);

/* The list that a cell is in: that of its variable, or its term's. */
uint32_t *gac__path_list(const gac__paths *t, const gac__path_cell *cell);

/* Adds a cell for a part of a variable, or a term, that has none. */
void gac__path_add_cell(gac__paths *t, gac__path_cell cell);

/* Sets a SET term. */
void gac__path_set(gac__paths *t, uint32_t term, gac__path_value value);

/* The content of a part of a variable. */
gac__path_value gac__path_content(const gac__paths *t, uint32_t variable,
                                  uint64_t offset, uint64_t size_bytes);

/* -- where nothing is found any more (path_leads.c) ------------------------ */

/* Finds which nodes lead to a copy or a wait. False when memory is out. */
bool gac__find_leads(gac__paths *t);

/* What is known of a loop: GAC__LOOP_ flags. */
uint32_t gac__path_loop(gac__paths *t, uint32_t header);

/* -- accesses (path_accesses.c) -------------------------------------------- */

/* What an operation touches; without terms, unless bytes are computed. */
gac__touched *gac__path_touched(gac__paths *t, uint32_t at);

/* -- the slice (slice.c) --------------------------------------------------- */

/* Makes the terms of the values that events and branches depend on. False when
 * memory is out. */
bool gac__path_plan(gac__paths *t);

/* Adds the terms of the addresses and counts that bytes in flight depend on. */
bool gac__path_plan_bytes(gac__paths *t);

/* The value that a value has on all paths; top: it has several. Must not be
 * called while paths are followed. */
gac__path_value gac__path_invariant(gac__paths *t, gac__ref ref);

/* The entry in term_of of an instruction in a frame; a store's is not 0 if the
 * store is a step. */
static inline uint32_t *gac__path_mark(const gac__paths *t, uint32_t frame,
                                       uint32_t ordinal)
{
    const gac__frame *f = &t->p->frames.items[frame];
    return &t->term_of[f->first_value + ordinal - f->function->first];
}

/* -- states and the worklist (path_state.c) -------------------------------- */

/* The number of the instance of operation `at` in a state that is not exact; 0:
 * none. */
uint32_t gac__number_at(const gac__state *s, uint32_t at);

/* Adds an instance to a state that is not exact, or joins it with the one of
 * its operation there. Returns whether that changes the state. */
bool gac__state_add_instance(gac__paths *t, gac__state *s,
                             const gac__instance *own);

/* Adds a choice to a list, if it is not in it. */
void gac__path_log(gac__paths *t, const gac__path_choice **log, uint32_t node,
                   uint32_t to);

/* The order of a state's cells, as for qsort(). */
int gac__compare_cells(const void *x, const void *y);

/* Adds a state to the worklist, if it is not in it. */
void gac__state_push(gac__paths *t, gac__state *s);

/* Whether the current path, at a node, precedes every state in the worklist. */
bool gac__state_is_next(const gac__paths *t, uint32_t node);

/* The first state of the worklist becomes the current path. Returns its node;
 * UINT32_MAX: the worklist is empty. */
uint32_t gac__state_resume(gac__paths *t);

/* Makes a state of the current path, behind the phis of a node or, `ended`,
 * behind its last step. It lasts until the next one is made; _keep() copies it.
 * NULL: memory is out, and the path is given up. */
gac__state *gac__state_make(gac__paths *t, uint32_t node, bool ended);
gac__state *gac__state_keep(gac__paths *t);

/* The state becomes the current path. */
void gac__state_restore(gac__paths *t, const gac__state *s);

/* -- states that merge (path_merge.c) -------------------------------------- */

/* Merges the current path, behind the phis of a node, with the node's states,
 * or adds it to them. */
void gac__state_merge(gac__paths *t, uint32_t node);

/* -- steps (path_steps.c) -------------------------------------------------- */

/* Finds the steps of a node. Gives the path up when memory is out. */
void gac__path_find_steps(gac__paths *t, uint32_t node);

/* -- shared memory (path_bytes.c) ------------------------------------------ */

/* Computes the bytes of a new instance of copy `at`, and looks for bytes in
 * flight that it touches. */
void gac__path_start(gac__paths *t, uint32_t at, uint32_t number);

/* Looks for bytes in flight that an access touches. */
void gac__path_access(gac__paths *t, uint32_t at);

/* The use of bytes before a wait that was found of an operation; NULL: none. */
const gac__use *gac__path_use_of(gac__paths *t, uint32_t at);

/* -- preconditions of kernels (preconditions.c) ---------------------------- */

/* Finds what branches depend on, and which loops wait, if copies are in flight
 * and this is not known yet. The current path is at the end of `node`. False:
 * memory is out, and the path is given up. */
bool gac__path_find_inputs(gac__paths *t, uint32_t node);

/* What a choice does to iterations of loops, as seen from a copy. */
typedef enum gac__choice_kind {
    GAC__CHOICE_OTHER,     /* it does not concern them */
    GAC__CHOICE_ITERATES,  /* a loop is iterated once more, or a number of
                              iterations is chosen */
    GAC__CHOICE_EXITS,     /* a loop is left */
    GAC__CHOICE_SKIPS_WAIT /* a loop that waits, but does not contain the copy,
                              is left or not entered */
} gac__choice_kind;

gac__choice_kind gac__path_classify_choice(gac__paths *t,
                                           const gac__path_choice *c,
                                           uint32_t copy);

/* Whether the current path is evidence of a finding about a copy in `node`: a
 * precondition of the kernel rules out none of its choices. */
bool gac__path_is_evidence(gac__paths *t, uint32_t node);

/* Whether a branch before an operation depends on a step counter: a number in
 * local memory that the program itself sets to constants. */
bool gac__path_has_step_counter(gac__paths *t, uint32_t at);

/* -- branches (path_branches.c) -------------------------------------------- */

/* Goes on to the next node and returns it; UINT32_MAX: the path ends, or is in
 * the worklist. */
uint32_t gac__path_go_on(gac__paths *t, uint32_t node);

/* Whether a path may still be exact. Exact paths may multiply. When their part
 * of the budget is spent, the rest is for one inexact state a node. */
static inline bool gac__path_may_be_exact(const gac__paths *t)
{
    return t->steps >= t->reserve;
}

/* -- the exploration (paths.c) --------------------------------------------- */

/* Follows all paths through a program. `t` is all zero at first; the findings
 * of an earlier program are replaced. False when memory is out. Free it in the
 * end. */
bool gac__path_run(gac__paths *t, gac__program *p);
void gac__path_free(gac__paths *t, const gac_allocator *a);

/* The first event operand of operation `at` that is released on all paths, or,
 * `unset`, was never stored on any; NULL: there is none. */
const gac__event_state *gac__path_misused(const gac__paths *t, uint32_t at,
                                          bool unset);

/* What missing-wait says of a copy. */
typedef enum gac__missing {
    GAC__WAITED,       /* nothing: the copy is waited for */
    GAC__NEVER_WAITED, /* no wait is for the copy */
    GAC__LAST_LEFT,    /* each wait leads to the copy again */
    GAC__PATH_LEFT     /* a path leads past the waits */
} gac__missing;

/* `branch_out`, of PATH_LEFT: ordinal + 1 of the last branch on the path. */
gac__missing gac__path_missing(gac__paths *t, uint32_t at,
                               uint32_t *branch_out);

#endif
