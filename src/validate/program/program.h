/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A function under analysis, with the functions that it calls in their places.
 */
#ifndef GAC_VALIDATE_PROGRAM_H
#define GAC_VALIDATE_PROGRAM_H

#include "flow/flow.h"
#include "module/types.h"
#include "validate/program/sites.h"

/* Products of 64-bit operands do not fit 64 bits. */
__extension__ typedef unsigned __int128 gac__u128;
__extension__ typedef __int128 gac__i128;

/* An id as it stands in one frame, that is in one call of its function. Ids of
 * the module's scope have frame 0. */
typedef struct gac__ref {
    uint32_t frame, id;
} gac__ref;

static inline bool gac__ref_same(gac__ref a, gac__ref b)
{
    return a.frame == b.frame && a.id == b.id;
}

/* One call of a function. Frame 0 is the function that everything begins in. */
typedef struct gac__frame {
    const gac__function *function;
    uint32_t parent;      /* frame; UINT32_MAX: none */
    uint32_t call;        /* ordinal of the OpFunctionCall in the parent */
    uint32_t first_node;  /* that of its first block; the others follow */
    uint32_t returned;    /* id of the one value it returns; 0: several, none */
    uint32_t first_value; /* of its instructions in gac__program.values */
} gac__frame;

/* What a value has to do with a table of the analyses. */
typedef enum gac__link {
    GAC__LINK_NONE,
    GAC__LINK_VARIABLE, /* index of its gac__variable */
    GAC__LINK_CALL,     /* frame of the callee */
    GAC__LINK_STORE /* of an OpStore: the one before it to the same variable,
                       counted from its function's first instruction, + 1 */
} gac__link;

/* What is known of an instruction's result, in a frame. */
typedef struct gac__value {
    uint32_t variation : 3; /* gac__variation + 1; 0: not asked for */
    uint32_t unknown : 1;   /* it cannot be computed from constants */
    uint32_t link : 3;      /* gac__link */
    uint32_t index : 25;    /* .. into that table */
} gac__value;

#define GAC__MAX_VALUES (UINT32_C(1) << 25)

/* A store to a variable of a function through a pointer that is not made from
 * it in the same function. */
typedef struct gac__far_store {
    uint32_t frame, ordinal;
    uint32_t next; /* to the same variable, + 1; 0: none */
} gac__far_store;

/* What the analyses look at; everything else is left out. */
typedef enum gac__op_kind {
    GAC__OP_COPY,
    GAC__OP_WAIT,
    GAC__OP_LOAD,   /* of an event */
    GAC__OP_STORE,  /* of an event */
    GAC__OP_PHI,    /* of events */
    GAC__OP_SELECT, /* of events */
    GAC__OP_RETURN, /* of an event, in a frame that has a parent */
    GAC__OP_ESCAPE, /* an event, or the address of one, goes out of sight */
    GAC__OP_ACCESS  /* a read or write of local or global memory */
} gac__op_kind;

typedef struct gac__op {
    uint32_t ordinal;
    uint16_t frame;
    uint16_t kind; /* gac__op_kind */
} gac__op;

/* Of each kind one bit. */
#define GAC__KIND(kind) (UINT32_C(1) << (kind))

/* A block, or a part of one up to a call that has been put in its place. */
typedef struct gac__node {
    uint32_t frame;
    uint32_t block;      /* index in gac_module.blocks */
    uint32_t first, end; /* its instructions, by ordinal */
    uint32_t first_op, n_ops;
    uint32_t kinds;     /* of these, gac__op_kind, as bits */
    uint32_t next_part; /* the node behind the call at its end; 0: it ends its
                           block */
    uint32_t condition; /* id that the branch at its end decides by; 0 */
    uint32_t divergent[2]; /* the last divergent branch before it, + 1;
                              UINT32_MAX: none; 0: not asked for; and one that
                              does not come before it in every case */
    bool exits;            /* the whole returns here */
} gac__node;

typedef struct gac__program {
    const gac_module *m;
    const gac__sites *sites;
    gac__arena arena; /* emptied for each program */
    bool is_kernel;
    uint32_t local_size[3]; /* of the work-group; 0: not fixed */
    GAC__VEC(gac__frame) frames;
    GAC__VEC(gac__node) nodes;
    GAC__VEC(gac__op) ops; /* by node */
    /* What follows from edges alone (program_graph.c). */
    gac__graph graph, reversed;
    gac__order order;
    gac__dominators tree, post; /* post.idom NULL: not asked for */
    gac__loop_nest nest;
    uint8_t *ends; /* of each node: the whole returns here; NULL: no search has
                      been opened */
    gac__search search;          /* its dead edges: NULL until they matter */
    gac__search before;          /* of the reversed graph; may not be open */
    GAC__VEC(gac__value) values; /* of each frame's instructions */
    GAC__VEC(struct gac__variable) locals;
    GAC__VEC(gac__far_store) far_stores;
    uint32_t stores_anywhere; /* the first far store that may be to any
                                 variable, + 1; 0 */
    GAC__VEC(uint32_t) pairs; /* while it is built: edges, from and to, .. */
    GAC__VEC(struct gac__new_op) new_ops; /* .. operations as they come, .. */
    GAC__VEC(struct gac__pointer_use)
    uses; /* .. and what is done with pointers to variables of functions */
    struct gac__copy_view **views; /* of each of `ops`; NULL: not asked for */
    uint64_t budget;               /* steps that searches may still take */
    gac__watch *watch;             /* that they count for; NULL: none */
} gac__program;

/* What becomes of a variable of a function. */
typedef struct gac__variable {
    gac__ref ref;
    uint32_t store; /* ordinal + 1 of its last store; 0: none */
    uint32_t n_stores;
    uint32_t far; /* the first far store to it, + 1; 0: none */
    bool pieces;  /* parts of it are addressed */
    bool escapes; /* its address goes out of sight */
} gac__variable;

/* How many work-items a group has in a dimension, or, UINT32_MAX, in all of
 * them; 0: that is not fixed. */
uint64_t gac__program_group_size(const gac__program *p, uint32_t dimension);

/* Puts a program together from function `function`, in place of what `p` was:
 * one after the other is built in the same memory. False when memory is out.
 * `instructions` is what may still be looked at, and is counted down. */
bool gac__program_build(gac__program *p, const gac__function *function,
                        uint64_t *instructions);

/* Begins with no program. Free it. */
void gac__program_init(gac__program *p, const gac__sites *sites,
                       const gac_allocator *allocator);
void gac__program_free(gac__program *p);

/* What follows from edges, once the nodes are there (program_graph.c). `pairs`:
 * `n` edges, from and to. False: memory is out, or it takes too long. */
bool gac__program_link(gac__program *p, const uint32_t (*pairs)[2], uint32_t n);

/* Takes steps from a budget; false when it is spent. */
static inline bool gac__spend(uint64_t *budget, uint64_t steps)
{
    bool enough = *budget >= steps;
    *budget = enough ? *budget - steps : 0;
    return enough;
}

static inline bool gac__program_spend(gac__program *p, uint64_t steps)
{
    if (!gac__watch_on(p->watch, steps))
        p->budget = 0;
    return gac__spend(&p->budget, steps);
}

/* Where a result of a frame's function is kept; NULL: the id is none. */
static inline gac__value *gac__program_value(const gac__program *p,
                                             gac__ref ref)
{
    const gac_module *m = p->m;
    const gac__frame *f = &p->frames.items[ref.frame];
    uint32_t at = ref.id < m->bound
                      ? m->definitions[ref.id] - 1 - f->function->first
                      : UINT32_MAX;
    return at < f->function->end - f->function->first
               ? &p->values.items[f->first_value + at]
               : NULL;
}

/* The ordinal + 1 of the store to a variable before one in the same frame; 0:
 * none. */
static inline uint32_t gac__program_store_before(const gac__program *p,
                                                 uint32_t frame,
                                                 uint32_t ordinal)
{
    const gac__frame *f = &p->frames.items[frame];
    uint32_t before =
        p->values.items[f->first_value + ordinal - f->function->first].index;
    return before == 0 ? 0 : f->function->first + before;
}

/* The index that a result is linked to; UINT32_MAX: none of this kind. */
static inline uint32_t gac__program_linked(const gac__program *p, gac__ref ref,
                                           gac__link link)
{
    const gac__value *v = gac__program_value(p, ref);
    return v && v->link == link ? v->index : UINT32_MAX;
}

static inline void gac__program_set_link(const gac__program *p, gac__ref ref,
                                         gac__link link, uint32_t index)
{
    gac__value *v = gac__program_value(p, ref);
    if (v) {
        v->link = link & 7;
        v->index = index & (GAC__MAX_VALUES - 1);
    }
}

/* The node that holds an instruction of a frame. */
uint32_t gac__program_node(const gac__program *p, uint32_t frame,
                           uint32_t ordinal);

/* The last node of a block, which calls may have split. */
uint32_t gac__program_end_of_block(const gac__program *p, uint32_t frame,
                                   uint32_t label);

/* Whether every path to `node` leads through `over`; false if nothing leads to
 * one of them. */
static inline bool gac__program_dominates(const gac__program *p, uint32_t over,
                                          uint32_t node)
{
    return p->order.rank[over] != GAC__NO_NODE
           && p->order.rank[node] != GAC__NO_NODE
           && gac__dominates(&p->tree, over, node);
}

/* Whether a node is in the innermost loop around another one, which may be
 * none.
 */
static inline bool gac__program_stays(const gac__program *p, uint32_t node,
                                      uint32_t to)
{
    return gac__in_loop(&p->nest, to, p->nest.header[node]);
}

/* How many edges lead from a node out of a loop that it is in. */
uint32_t gac__program_exit_edges(const gac__program *p, uint32_t node,
                                 uint32_t header);

/* Whether an edge leads from a node out of the innermost loop around it. */
static inline bool gac__program_leaves_loop(const gac__program *p,
                                            uint32_t node)
{
    return gac__program_exit_edges(p, node, p->nest.header[node]) != 0;
}

/* The next node that every path from `node` to the end leads through, where
 * that is not the end itself; UINT32_MAX: none, or the budget is spent. */
uint32_t gac__program_join(gac__program *p, uint32_t node);

/* Whether an instruction comes before another in every run that has both. */
bool gac__program_before(const gac__program *p, uint32_t frame_a,
                         uint32_t ordinal_a, uint32_t frame_b,
                         uint32_t ordinal_b);

/* The node that has operation `at`. */
uint32_t gac__program_node_of(const gac__program *p, uint32_t at);

/* Whether a path leads from a node to itself or to another one, past a third;
 * whether one leads to the end of the whole. `unknown`: the answer when the
 * budget is spent. */
bool gac__program_leads(gac__program *p, uint32_t from, uint32_t to,
                        uint32_t past, bool unknown);
bool gac__program_ends_past(gac__program *p, uint32_t from, uint32_t past,
                            bool unknown);

/* How many words before its base an access chain has, typed or untyped; 0: it
 * is none. */
static inline uint32_t gac__chain_base(uint32_t opcode)
{
    switch (opcode) {
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain: return 3;
    case SpvOpUntypedAccessChainKHR:
    case SpvOpUntypedInBoundsAccessChainKHR:
    case SpvOpUntypedPtrAccessChainKHR:
    case SpvOpUntypedInBoundsPtrAccessChainKHR:
        return 4; /* behind the type that the base is taken for */
    default: return 0;
    }
}

/* Whether a chain's first index counts elements of what its base points to. */
static inline bool gac__chain_is_by_element(uint32_t opcode)
{
    return opcode == SpvOpPtrAccessChain
           || opcode == SpvOpInBoundsPtrAccessChain
           || opcode == SpvOpUntypedPtrAccessChainKHR
           || opcode == SpvOpUntypedInBoundsPtrAccessChainKHR;
}

/* The type that a chain takes what is behind its base for. */
static inline uint32_t gac__chain_type(const gac_module *m,
                                       const gac__inst *chain)
{
    return gac__chain_base(chain->opcode) == 4
               ? chain->words[3]
               : gac__module_pointee(m, chain->words[3]);
}

static inline bool gac__is_pointer_cast(uint32_t opcode)
{
    return opcode == SpvOpBitcast || opcode == SpvOpCopyObject
           || opcode == SpvOpPtrCastToGeneric || opcode == SpvOpGenericCastToPtr
           || opcode == SpvOpGenericCastToPtrExplicit;
}

/* The word of what an access chain or a cast makes a pointer from; 0: it is
 * neither. */
static inline uint32_t gac__pointer_word(uint32_t opcode)
{
    uint32_t base = gac__chain_base(opcode);
    return base == 0 && gac__is_pointer_cast(opcode) ? 3 : base;
}

/* Goes from a pointer to what its function makes it from by at most `most`
 * casts and access chains; 0: that is too far. `*part` becomes true if one of
 * these leads into a part of it. */
uint32_t gac__pointer_begin(const gac_module *m, uint32_t id, uint32_t most,
                            gac__inst *def_out, bool *part);

/* The pointer that a phi begins with, if whatever else it becomes is made of
 * itself, by casts and access chains: one that iterations of a loop move on; 0:
 * it is none (program_variables.c). */
uint32_t gac__moved_from(const gac_module *m, const gac__inst *phi);

#define GAC__MOST_MOVES 4 /* of these behind one another */

static inline bool gac__is_variable(uint32_t opcode)
{
    return opcode == SpvOpVariable || opcode == SpvOpUntypedVariableKHR;
}

/* Whether it begins with a value. */
static inline bool gac__has_initializer(const gac__inst *variable)
{
    return variable->n_words > (variable->opcode == SpvOpVariable ? 4u : 5u);
}

static inline bool gac__type_is_pointer(const gac_module *m, uint32_t type_id)
{
    gac__type_kind kind = gac__module_type_kind(m, type_id);
    return kind == GAC__TYPE_POINTER || kind == GAC__TYPE_UNTYPED_POINTER;
}

static inline gac__type_kind gac__ref_kind(const gac__program *p, gac__ref ref)
{
    return gac__module_type_kind(p->m, gac__module_type_of(p->m, ref.id));
}

/* -- where they come from (resolve.c) -------------------------------------- */

/* Where a value comes from: through parameters, returns, copies, and variables
 * that are stored once. */
gac__ref gac__resolve_far(const gac__program *p, gac__ref ref);

/* Most values are what they are: they come from nowhere else. */
static inline gac__ref gac__resolve(const gac__program *p, gac__ref ref)
{
    switch (gac__module_def_opcode(p->m, ref.id)) {
    case SpvOpFunctionParameter:
    case SpvOpCopyObject:
    case SpvOpLoad:
    case SpvOpFunctionCall: return gac__resolve_far(p, ref);
    default: break;
    }
    bool outside = ref.id < p->m->bound && p->m->definitions[ref.id] != 0
                   && p->m->definitions[ref.id] <= p->m->first_function;
    return (gac__ref){outside ? 0 : ref.frame, ref.id};
}

/* The variable that a pointer is a cast of, or the pointer itself. */
uint32_t gac__without_casts(const gac_module *m, uint32_t id);

/* Whether a value of one type may be read as one of another without a change:
 * they are the same, or pointers into the same memory. */
bool gac__reads_alike(const gac_module *m, uint32_t a, uint32_t b);

/* The type of what a variable holds; 0: unknown. */
uint32_t gac__variable_type(const gac_module *m, uint32_t variable);

/* How far a pointer has been traced to what it is made from. */
typedef struct gac__pointer_trace {
    gac__ref ref;  /* where it has come to; id 0: nothing is known */
    gac__inst def; /* its instruction */
    uint32_t n, n_moves;
} gac__pointer_trace;

/* One step of that; id 0: the pointer is made of nothing else. */
gac__ref gac__pointer_step(const gac__program *p, gac__pointer_trace *t);

/* What a pointer was made from: a variable, a parameter, a load; id 0: it is
 * null, or unknown. */
gac__ref gac__pointer_base(const gac__program *p, gac__ref ref);

/* The argument that a parameter of a frame's function stands for, by its
 * ordinal; id 0: none. */
gac__ref gac__program_argument(const gac__program *p, uint32_t frame,
                               uint32_t parameter);

/* What is known of a variable of a function; NULL: nothing. */
gac__variable *gac__program_variable(const gac__program *p, gac__ref ref);

/* The index of the variable that a pointer leads to for sure; UINT32_MAX:
 * unknown. */
uint32_t gac__variable_behind(const gac__program *p, gac__ref pointer);

#endif
