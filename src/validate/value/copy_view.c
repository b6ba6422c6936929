/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Views of copies and waits: the set's, the core's, and calls of builtins. */
#include "validate/value/copy_view.h"

#include "grammar/async_roles.h"
#include "module/types.h"

/* The roles of quantities: those of the set, and a core copy's stride. */
enum { STRIDE = GAC_ASYNC_ROLE_COUNT, N_ROLES };

/* A view that is being made, and its quantities by role. */
typedef struct viewer {
    const gac__program *p;
    gac__copy_view *view;
    gac__quantity *of[N_ROLES];
} viewer;

static void set_operand(const gac__inst *inst, uint32_t frame, const char *name,
                        uint32_t word, gac__quantity *out)
{
    out->name = name;
    out->word = word;
    out->ref.frame = frame;
    out->ref.id = inst->words[word];
}

/* Whether a role is an integer: neither a pointer nor an event. */
static bool is_number(uint32_t role)
{
    return role != GAC_ASYNC_DESTINATION && role != GAC_ASYNC_SOURCE
           && role != GAC_ASYNC_EVENT;
}

static void set_role(const viewer *v, uint32_t role, const char *name,
                     uint32_t word)
{
    gac__quantity *out = v->of[role];
    set_operand(&v->view->inst, v->view->frame, name, word, out);
    out->known = is_number(role) && gac__evaluate(v->p, out->ref, &out->value);
}

/* Sets the quantities as if there were no operands: offsets are 0, all others
 * 1. */
static void set_defaults(const viewer *v)
{
    for (uint32_t r = 0; r < STRIDE; r++) {
        v->of[r]->known = true;
        v->of[r]->value =
            r != GAC_ASYNC_DESTINATION_OFFSET && r != GAC_ASYNC_SOURCE_OFFSET;
    }
}

/* -- the set's instructions, and builtins with the same operands ----------- */

/* `first`: the word of the first operand. */
static void view_set(const viewer *v, const gac__ext_inst_row *row,
                     uint32_t first)
{
    const unsigned char *roles =
        gac__async_roles[row - gac__set_async_copies.rows];
    for (uint32_t i = 0; i < row->n_operands; i++)
        set_role(v, roles[i], row->operands[i].name, first + i);
}

/* -- the core's copies ----------------------------------------------------- */

/* Roles in the order of operands. Only untyped copies have element bytes. */
static const uint8_t core_roles[] = {
    GAC_ASYNC_DESTINATION, GAC_ASYNC_SOURCE, GAC_ASYNC_ELEMENT_BYTES,
    GAC_ASYNC_ELEMENTS,    STRIDE,           GAC_ASYNC_EVENT};

/* The pointee's size: arrays are read as their elements (check_operands.c). */
static void set_pointee_bytes(const viewer *v)
{
    const gac_module *m = v->p->m;
    uint64_t align;
    uint32_t type =
        gac__module_pointee(m, v->of[GAC_ASYNC_DESTINATION]->ref.id);
    v->view->bytes.known = gac__module_size_of(
        m, gac__module_innermost(m, type), &v->view->bytes.value, &align);
}

/* `first`: the word of the destination; operands that are left out have no
 * word. */
static void view_core(const viewer *v, uint32_t first, bool sized, bool strided)
{
    /* Rows: type, result, scope, destination, source, bytes, ... */
    const gac__operand_row *names =
        gac__grammar_op(SpvOpUntypedGroupAsyncCopyKHR)->operands + 3;
    for (uint32_t i = 0; i < GAC__COUNT_OF(core_roles); i++)
        if ((sized || core_roles[i] != GAC_ASYNC_ELEMENT_BYTES)
            && (strided || core_roles[i] != STRIDE))
            set_role(v, core_roles[i], names[i].name, first++);
    if (!sized)
        set_pointee_bytes(v);
}

/* -- calls of builtins ----------------------------------------------------- */

/* Whether the operands of a call have the types of a copy's: no rule has
 * checked them. */
static bool has_types(const viewer *v)
{
    const gac_module *m = v->p->m;
    for (uint32_t r = 0; r < N_ROLES; r++) {
        const uint32_t id = v->of[r]->ref.id;
        const bool fits =
            is_number(r)
                ? gac__module_int_width(m, id) != 0
                : gac__is_copied_class(gac__module_storage_class(m, id));
        if (v->of[r]->name && r != GAC_ASYNC_EVENT && !fits)
            return false;
    }
    return true;
}

static bool view_call(const viewer *v)
{
    const gac__callee callee = gac__sites_callee(v->p->sites, &v->view->inst);
    const bool strided = callee.kind == GAC__CALLEE_STRIDED_COPY;
    if (callee.kind == GAC__CALLEE_SET_COPY)
        view_set(v, callee.row, 4);
    else if (callee.kind == GAC__CALLEE_COPY || strided)
        view_core(v, 4 + callee.skip, false, strided);
    else
        return false;
    if (callee.element_bytes && callee.kind != GAC__CALLEE_SET_COPY) {
        v->view->bytes.known = true;
        v->view->bytes.value = callee.element_bytes;
    }
    return has_types(v);
}

static bool view_operands(const viewer *v)
{
    const gac__inst *inst = &v->view->inst;
    const uint32_t first = inst->first + 1u;
    const gac__ext_inst_row *row;
    switch (inst->opcode) {
    case SpvOpExtInst:
    case SpvOpExtInstWithForwardRefsKHR:
        row = gac__grammar_ext_inst(&gac__set_async_copies, inst->words[first]);
        if (!row || inst->n_words != first + 1 + row->n_operands)
            return false;
        view_set(v, row, first + 1);
        return true;
    case SpvOpGroupAsyncCopy: view_core(v, first, false, true); return true;
    case SpvOpUntypedGroupAsyncCopyKHR:
        view_core(v, first, true, true);
        return true;
    default: return view_call(v);
    }
}

static bool view_copy(const gac__program *p, gac__op op, gac__copy_view *c)
{
    gac__side *to = &c->sides[0], *from = &c->sides[1];
    const viewer v = {.p = p,
                      .view = c,
                      .of = {[GAC_ASYNC_DESTINATION] = &to->pointer,
                             [GAC_ASYNC_DESTINATION_OFFSET] = &to->offset,
                             [GAC_ASYNC_SOURCE] = &from->pointer,
                             [GAC_ASYNC_SOURCE_OFFSET] = &from->offset,
                             [GAC_ASYNC_ELEMENT_BYTES] = &c->bytes,
                             [GAC_ASYNC_ELEMENTS] = &c->elements,
                             [GAC_ASYNC_LINES] = &c->lines,
                             [GAC_ASYNC_PLANES] = &c->planes,
                             [GAC_ASYNC_SOURCE_LINE] = &from->line,
                             [GAC_ASYNC_SOURCE_PLANE] = &from->plane,
                             [GAC_ASYNC_DESTINATION_LINE] = &to->line,
                             [GAC_ASYNC_DESTINATION_PLANE] = &to->plane,
                             [GAC_ASYNC_EVENT] = &c->event,
                             [STRIDE] = &c->stride}};
    c->inst = gac__module_inst(p->m, op.ordinal);
    c->frame = op.frame;
    set_defaults(&v);
    if (!view_operands(&v))
        return false;
    gac__measure_side(p, c, to);
    gac__measure_side(p, c, from);
    return true;
}

const gac__copy_view *gac__copy_view_at(gac__program *p, uint32_t at)
{
    gac__copy_view *view = p->views[at];
    if (!view) {
        view = gac__arena_alloc(&p->arena, 1, sizeof *view);
        if (!view)
            return NULL;
        view->is_copy = view_copy(p, p->ops.items[at], view);
        p->views[at] = view;
    }
    return view->is_copy ? view : NULL;
}

bool gac__view_wait(const gac__program *p, gac__op op, gac__wait_view *w)
{
    const gac__operand_row *names =
        gac__grammar_op(SpvOpGroupWaitEvents)->operands;
    w->inst = gac__module_inst(p->m, op.ordinal);
    w->frame = op.frame;
    bool call = w->inst.opcode == SpvOpFunctionCall;
    uint32_t first = call ? 4 + gac__sites_callee(p->sites, &w->inst).skip : 2;
    if (w->inst.n_words != first + 2)
        return false;
    set_operand(&w->inst, w->frame, names[1].name, first, &w->count);
    set_operand(&w->inst, w->frame, names[2].name, first + 1, &w->list);
    w->count.known = gac__evaluate(p, w->count.ref, &w->count.value);
    w->list.known = false;
    return true;
}

bool gac__copy_event(const gac__program *p, gac__op op, gac__ref *event_out)
{
    const gac__inst inst = gac__module_inst(p->m, op.ordinal);
    /* The last operand; of an untyped copy, memory operands may follow. */
    uint32_t word = inst.opcode == SpvOpUntypedGroupAsyncCopyKHR
                        ? inst.first + 6u
                        : inst.n_words - 1u;
    *event_out =
        (gac__ref){op.frame, word < inst.n_words ? inst.words[word] : 0};
    return gac__is_event(p->m, event_out->id);
}
