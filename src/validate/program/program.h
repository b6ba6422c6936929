/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A program: a function, and the functions that it calls inlined. */
#ifndef GAC_VALIDATE_PROGRAM_H
#define GAC_VALIDATE_PROGRAM_H

#include "flow/flow.h"
#include "module/types.h"
#include "validate/program/sites.h"

/* Products of 64-bit operands do not fit 64 bits. */
__extension__ typedef unsigned __int128 gac__u128;
__extension__ typedef __int128 gac__i128;

/* An id in a frame. Ids of the module's scope have frame 0. */
typedef struct gac__ref {
    uint32_t frame, id;
} gac__ref;

static inline bool gac__ref_same(gac__ref a, gac__ref b)
{
    return a.frame == b.frame && a.id == b.id;
}

/* One inlined call of a function. Frame 0 is the program's first function. */
typedef struct gac__frame {
    const gac__function *function;
    uint32_t parent;      /* frame; UINT32_MAX: none */
    uint32_t call;        /* ordinal of the OpFunctionCall in the parent */
    uint32_t first_node;  /* node of its first block; the others follow */
    uint32_t returned;    /* id of the only value that it returns; 0: it returns
                             several, or none */
    uint32_t first_value; /* index in gac__program.values of its first
                             instruction */
} gac__frame;

/* What gac__value.index of an instruction means. */
typedef enum gac__link {
    GAC__LINK_NONE,
    GAC__LINK_VARIABLE, /* OpVariable: index in gac__program.locals */
    GAC__LINK_CALL      /* OpFunctionCall: frame of the callee */
} gac__link;

/* What is known of an instruction in a frame. */
typedef struct gac__value {
    uint32_t variation : 3; /* gac__variation + 1; 0: not computed */
    uint32_t unknown : 1;   /* it is no constant */
    uint32_t link : 2;      /* gac__link */
    uint32_t index : 26;    /* by link */
} gac__value;

#define GAC__MAX_VALUES (UINT32_C(1) << 25)

/* A use of a pointer that may point into a variable of a function: a store
 * through it, or its escape. */
typedef struct gac__pointer_use {
    uint32_t frame;
    uint32_t id;     /* the pointer; 0: the variable has been found */
    uint32_t store;  /* ordinal + 1 of the store; 0: it escapes */
    uint32_t next;   /* a store: index + 1 of another one to the variable; 0:
                        none */
    uint32_t holder; /* it escapes: id of the pointer that it is stored through;
                        0: it is not stored */
    uint32_t op;     /* it escapes: index + 1 in `ops` of the operation that
                        this makes; 0: none */
    bool far;        /* the pointer does not come from a variable of its own
                        function: it may point into a caller's */
    bool choice;     /* it escapes no further than to an OpSelect or OpPhi of
                        pointers */
} gac__pointer_use;

/* The instructions that analyses of events look at. */
typedef enum gac__op_kind {
    GAC__OP_COPY,
    GAC__OP_WAIT,
    GAC__OP_STORE,  /* of an event */
    GAC__OP_ESCAPE, /* an event or the address of a variable escapes */
    GAC__OP_ACCESS  /* reads or writes shared memory */
} gac__op_kind;

typedef struct gac__op {
    uint32_t ordinal;
    uint16_t frame;
    uint16_t kind; /* gac__op_kind */
    uint32_t node;
} gac__op;

/* The bit of an operation's kind. */
#define GAC__KIND(kind) (UINT32_C(1) << (kind))

/* A block; inlined calls split one into several nodes. */
typedef struct gac__node {
    uint32_t frame;
    uint32_t block;           /* index in gac_module.blocks */
    uint32_t first, end;      /* its instructions, by ordinal */
    uint32_t first_op, n_ops; /* its operations */
    uint32_t kinds;           /* of its operations, as GAC__KIND() */
    uint32_t next_part; /* the node behind the call at its end; 0: it ends its
                           block */
    uint32_t
        condition; /* id of the condition or selector of its branch; 0: none
                    */
    uint32_t divergent[2]; /* nearest divergent branch that dominates it, and
                              nearest one that does not, + 1; UINT32_MAX: none;
                              0: not computed */
    bool exits;            /* the program returns at its end */
} gac__node;

typedef struct gac__program {
    const gac_module *m;
    const gac__sites *sites;
    gac__arena arena; /* emptied for each program */
    bool is_kernel;
    uint32_t local_size[3];    /* of work-groups; 0: not fixed */
    uint32_t local_dimensions; /* whose local ids or sizes it reads
                                  (variation.c); 0: not computed */
    GAC__VEC(gac__frame) frames;
    GAC__VEC(gac__node) nodes;
    GAC__VEC(gac__op) ops; /* those of a node stand together */
    /* Facts of the graph (program_graph.c). */
    gac__graph graph, reversed;
    gac__order order;
    gac__dominators tree, post; /* post.idom NULL: not computed */
    gac__loop_nest nest;
    uint8_t *ends;      /* of each node: gac__node.exits, for searches; NULL: no
                           search has been opened */
    gac__search search; /* of the graph */
    gac__search before; /* of the reversed graph; may not be open */
    GAC__VEC(gac__value) values; /* of each frame's instructions */
    GAC__VEC(struct gac__variable) locals;
    GAC__VEC(gac__pointer_use) uses; /* in the order of building */
    uint32_t stores_anywhere;  /* index + 1 in `uses` of a store that may be to
                                  any variable; 0: none */
    GAC__VEC(gac__edge) edges; /* of nodes, while it is built */
    struct gac__copy_view **views; /* of each operation; NULL: not computed */
    uint64_t budget;               /* steps of all searches */
    gac__watch *watch;             /* counts these steps; NULL: none */
} gac__program;

/* A variable of a function, and its stores. */
typedef struct gac__variable {
    gac__ref ref;
    uint32_t stores;   /* index + 1 in gac__program.uses of a store to it: far
                          ones first, then the last one in the text; 0: none */
    uint32_t n_stores; /* an initializer and a far store count twice */
    bool partial;      /* some stores are to parts of it */
    bool escapes;      /* its address is stored or passed on */
} gac__variable;

/* The number of work-items of a group in a dimension; UINT32_MAX: in all. 0: it
 * is not fixed. */
uint64_t gac__program_group_size(const gac__program *p, uint32_t dimension);

/* Builds the program of a function, in the memory of the program that `p` was.
 * False when memory is out. `instructions`: budget that is counted down. */
bool gac__program_build(gac__program *p, const gac__function *function,
                        uint64_t *instructions);

/* Begins with an empty program. Free it in the end. */
void gac__program_init(gac__program *p, const gac__sites *sites,
                       const gac_allocator *allocator);
void gac__program_free(gac__program *p);

/* Finds the facts of the graph, once all nodes and edges are there
 * (program_graph.c). False: memory is out, or time. */
bool gac__program_link(gac__program *p);

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

/* The value of an id; NULL: it is no instruction of the frame's function. */
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

/* A store of a list, by its index + 1 in `uses`; NULL: the list has ended. */
static inline const gac__pointer_use *gac__program_store(const gac__program *p,
                                                         uint32_t number)
{
    return number ? &p->uses.items[number - 1] : NULL;
}

/* The index of a value by this link; UINT32_MAX: it has none. */
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
        v->link = link & 3;
        v->index = index & (GAC__MAX_VALUES - 1);
    }
}

/* The node that holds an instruction of a frame. */
uint32_t gac__program_node(const gac__program *p, uint32_t frame,
                           uint32_t ordinal);

/* The last node of a block, which calls may have split. */
uint32_t gac__program_end_of_block(const gac__program *p, uint32_t frame,
                                   uint32_t label);

/* Whether `over` dominates `node`; false if one of them is not reachable. */
static inline bool gac__program_dominates(const gac__program *p, uint32_t over,
                                          uint32_t node)
{
    return p->order.rank[over] != GAC__NO_NODE
           && p->order.rank[node] != GAC__NO_NODE
           && gac__dominates(&p->tree, over, node);
}

/* Whether node `to` is in the innermost loop around `node`. True if there is no
 * loop. */
static inline bool gac__program_stays(const gac__program *p, uint32_t node,
                                      uint32_t to)
{
    return gac__in_loop(&p->nest, to, p->nest.header[node]);
}

/* The number of edges from a node out of a loop that it is in. */
uint32_t gac__program_exit_edges(const gac__program *p, uint32_t node,
                                 uint32_t header);

/* Whether an edge leaves the innermost loop around a node. */
static inline bool gac__program_leaves_loop(const gac__program *p,
                                            uint32_t node)
{
    return gac__program_exit_edges(p, node, p->nest.header[node]) != 0;
}

/* The immediate post-dominator of a node; UINT32_MAX: none, or the budget is
 * spent. */
uint32_t gac__program_join(gac__program *p, uint32_t node);

/* Whether an instruction of a frame dominates another one. */
bool gac__program_before(const gac__program *p, uint32_t frame, uint32_t first,
                         uint32_t second);

/* The node of operation `at`. */
static inline uint32_t gac__program_node_of(const gac__program *p, uint32_t at)
{
    return p->ops.items[at].node;
}

/* Whether a path that avoids node `past` leads from a node to another one;
 * NO_NODE: to the program's end. `unknown`: the answer when the budget is
 * spent. */
bool gac__program_leads(gac__program *p, uint32_t from, uint32_t to,
                        uint32_t past, bool unknown);

/* The word of an access chain's base, typed or untyped; 0: it is no chain. */
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
        return 4; /* behind the base type */
    default: return 0;
    }
}

/* Whether a chain's first index is one among elements of the base type. */
static inline bool gac__chain_is_by_element(uint32_t opcode)
{
    return opcode == SpvOpPtrAccessChain
           || opcode == SpvOpInBoundsPtrAccessChain
           || opcode == SpvOpUntypedPtrAccessChainKHR
           || opcode == SpvOpUntypedInBoundsPtrAccessChainKHR;
}

/* The base type of a chain: what its base points to. */
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

/* The word of the pointer operand of an access chain or a cast; 0: it is
 * neither. */
static inline uint32_t gac__pointer_word(uint32_t opcode)
{
    uint32_t base = gac__chain_base(opcode);
    return base == 0 && gac__is_pointer_cast(opcode) ? 3 : base;
}

/* Follows a pointer back through casts and access chains of its function, at
 * most `most` instructions. Returns the pointer that they begin with, and its
 * instruction; 0: there are more. `*part` becomes true if one is an access
 * chain. */
uint32_t gac__pointer_begin(const gac_module *m, uint32_t id, uint32_t most,
                            gac__inst *def_out, bool *part);

/* The initial value of a phi of pointers whose other operands are made from the
 * phi itself by casts and access chains, as where a loop increments a pointer;
 * 0: it is no such phi (program_variables.c). */
uint32_t gac__moved_from(const gac_module *m, const gac__inst *phi);

#define GAC__MOST_MOVES 4 /* most such phis in a chain of pointers */

static inline bool gac__is_variable(uint32_t opcode)
{
    return opcode == SpvOpVariable || opcode == SpvOpUntypedVariableKHR;
}

static inline bool gac__has_initializer(const gac__inst *variable)
{
    return variable->n_words > (variable->opcode == SpvOpVariable ? 4u : 5u);
}

static inline bool gac__is_pointer(const gac_module *m, uint32_t id)
{
    return gac__module_storage_class(m, id) != UINT32_MAX;
}

static inline bool gac__is_event(const gac_module *m, uint32_t id)
{
    return gac__words_opcode(gac__module_value_type(m, id)) == SpvOpTypeEvent;
}

/* -- sources of values (resolve.c) ----------------------------------------- */

/* The source of a value: through parameters, returns, copies of objects, and
 * variables with one store. */
gac__ref gac__resolve(const gac__program *p, gac__ref ref);

/* The operand of casts of a pointer, or the pointer itself. */
uint32_t gac__without_casts(const gac_module *m, uint32_t id);

/* Whether a stored value of type `a` is unchanged where it is loaded as type
 * `b`: they are equal, or pointers of the same storage class. */
bool gac__reads_alike(const gac_module *m, uint32_t a, uint32_t b);

/* The type of a variable's content; 0: unknown. */
uint32_t gac__variable_type(const gac_module *m, uint32_t variable);

/* The chain of pointers from one back to its base. */
typedef struct gac__pointer_trace {
    gac__ref ref;        /* the last pointer; id 0: the base is unknown */
    gac__inst def;       /* its instruction */
    uint32_t n, n_moves; /* number of pointers, and of phis among them */
} gac__pointer_trace;

/* One step back: the pointer that t->ref is made from; id 0: t->ref is the
 * base. */
gac__ref gac__pointer_step(const gac__program *p, gac__pointer_trace *t);

/* The base of a pointer: a variable, a parameter, a load; id 0: it is null, or
 * unknown. */
gac__ref gac__pointer_base(const gac__program *p, gac__ref ref);

/* The argument of a parameter of a frame's function, by its ordinal; id 0:
 * none. */
gac__ref gac__program_argument(const gac__program *p, uint32_t frame,
                               uint32_t parameter);

/* A variable of a function; NULL: the id is none. */
gac__variable *gac__program_variable(const gac__program *p, gac__ref ref);

/* The index of the variable that a pointer certainly points into; UINT32_MAX:
 * unknown. */
uint32_t gac__variable_behind(const gac__program *p, gac__ref pointer);

#endif
