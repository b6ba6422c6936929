/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Views of copies and waits: the set's, the core's, and calls of builtins. */
#include "validate/value/copy_view.h"

#include "grammar/async_roles.h"

typedef struct viewer {
    const gac__program *p;
    const gac__inst *inst; /* in the view */
    uint32_t frame;
} viewer;

/* What a view consists of is written where it belongs, never copied. */
static void set_one(gac__quantity *out)
{
    out->known = true;
    out->value = 1;
}

/* A pointer or an event: no number. */
static void set_thing(const viewer *v, const char *name, uint32_t word,
                      gac__quantity *out)
{
    out->name = name;
    out->word = word;
    out->ref.frame = v->frame;
    out->ref.id = v->inst->words[word];
}

static void set_quantity(const viewer *v, const char *name, uint32_t word,
                         gac__quantity *out)
{
    set_thing(v, name, word, out);
    out->known = gac__evaluate(v->p, out->ref, &out->value);
}

/* -- the set's instructions, and builtins that take the same operands ------ */

/* `first`: the word of the first operand. */
static void view_set(const viewer *v, const gac__ext_inst_row *row,
                     uint32_t first, gac__copy_view *view)
{
    gac__side *to = &view->destination, *from = &view->source;
    gac__quantity *const by_role[GAC_ASYNC_ROLE_COUNT] = {
        [GAC_ASYNC_DESTINATION] = &to->pointer,
        [GAC_ASYNC_DESTINATION_OFFSET] = &to->offset,
        [GAC_ASYNC_SOURCE] = &from->pointer,
        [GAC_ASYNC_SOURCE_OFFSET] = &from->offset,
        [GAC_ASYNC_ELEMENT_BYTES] = &view->bytes,
        [GAC_ASYNC_ELEMENTS] = &view->elements,
        [GAC_ASYNC_LINES] = &view->lines,
        [GAC_ASYNC_PLANES] = &view->planes,
        [GAC_ASYNC_SOURCE_LINE] = &from->line,
        [GAC_ASYNC_SOURCE_PLANE] = &from->plane,
        [GAC_ASYNC_DESTINATION_LINE] = &to->line,
        [GAC_ASYNC_DESTINATION_PLANE] = &to->plane,
        [GAC_ASYNC_EVENT] = &view->event,
    };
    for (uint32_t i = 0; i < row->n_operands; i++) {
        gac_async_role role = gac__async_role(row->number, i);
        gac__quantity *out = by_role[role];
        if (role == GAC_ASYNC_DESTINATION || role == GAC_ASYNC_SOURCE
            || role == GAC_ASYNC_EVENT)
            set_thing(v, row->operands[i].name, first + i, out);
        else
            set_quantity(v, row->operands[i].name, first + i, out);
    }
    for (int r = 0; r < GAC_ASYNC_ROLE_COUNT; r++)
        if (!by_role[r]->name)
            set_one(by_role[r]);
}

static bool view_ext_inst(const viewer *v, gac__copy_view *view)
{
    const gac__inst *inst = v->inst;
    const gac__ext_inst_row *row = gac__grammar_ext_inst(
        &gac__set_async_copies, inst->words[inst->first + 1]);
    if (!row || inst->n_words != inst->first + 2u + row->n_operands)
        return false;
    view_set(v, row, inst->first + 2u, view);
    return true;
}

/* -- the core's copies ----------------------------------------------------- */

/* The pointee's size: arrays are read as their elements (check_operands.c). */
static void set_pointee_bytes(const viewer *v, uint32_t pointer,
                              gac__quantity *out)
{
    const gac_module *m = v->p->m;
    uint64_t align;
    uint32_t id = gac__module_innermost(m, gac__module_pointee(m, pointer));
    out->known = gac__module_size_of(m, id, &out->value, &align);
}

/* Words of a core copy's operands; `stride` 0: there is none. */
typedef struct core_form {
    uint32_t destination, source, elements, stride, event;
} core_form;

static void view_core(const viewer *v, const core_form *form,
                      gac__copy_view *view)
{
    const gac__operand_row *names =
        gac__grammar_op(SpvOpGroupAsyncCopy)->operands;
    gac__side *sides[] = {&view->destination, &view->source};
    for (int i = 0; i < 2; i++) {
        sides[i]->offset.known = true;
        set_one(&sides[i]->line);
        set_one(&sides[i]->plane);
    }
    /* Rows: type, result, scope, destination, source, elements, ... */
    set_thing(v, names[3].name, form->destination, &sides[0]->pointer);
    set_thing(v, names[4].name, form->source, &sides[1]->pointer);
    set_quantity(v, names[5].name, form->elements, &view->elements);
    if (form->stride)
        set_quantity(v, names[6].name, form->stride, &view->stride);
    set_thing(v, names[7].name, form->event, &view->event);
    set_one(&view->lines);
    set_one(&view->planes);
}

static bool view_core_inst(const viewer *v, gac__copy_view *view)
{
    uint32_t w = v->inst->first;
    if (v->inst->opcode == SpvOpUntypedGroupAsyncCopyKHR) {
        const gac__operand_row *names =
            gac__grammar_op(v->inst->opcode)->operands;
        view_core(v, &(core_form){w + 1, w + 2, w + 4, w + 5, w + 6}, view);
        set_quantity(v, names[5].name, w + 3, &view->bytes);
    } else {
        view_core(v, &(core_form){w + 1, w + 2, w + 3, w + 4, w + 5}, view);
        set_pointee_bytes(v, v->inst->words[w + 1], &view->bytes);
        uint32_t type = gac__module_pointee(v->p->m, v->inst->words[w + 1]);
        view->of_array = gac__module_array_element(v->p->m, type) != 0;
    }
    return true;
}

/* -- calls of builtins ----------------------------------------------------- */

static bool is_group_pointer(const viewer *v, const gac__quantity *q)
{
    uint32_t storage = gac__module_storage_class(v->p->m, q->ref.id);
    return storage == SpvStorageClassWorkgroup
           || storage == SpvStorageClassCrossWorkgroup;
}

/* Nobody has checked a call's operands: what does not look like a copy is left
 * alone. */
static bool looks_right(const viewer *v, const gac__copy_view *c)
{
    const gac__quantity *numbers[] = {&c->destination.offset,
                                      &c->destination.line,
                                      &c->destination.plane,
                                      &c->source.offset,
                                      &c->source.line,
                                      &c->source.plane,
                                      &c->elements,
                                      &c->lines,
                                      &c->planes,
                                      &c->bytes,
                                      &c->stride};
    for (size_t i = 0; i < GAC__COUNT_OF(numbers); i++)
        if (numbers[i]->name
            && gac__ref_kind(v->p, numbers[i]->ref) != GAC__TYPE_INT)
            return false;
    return is_group_pointer(v, &c->destination.pointer)
           && is_group_pointer(v, &c->source.pointer);
}

static bool view_call(const viewer *v, gac__copy_view *view)
{
    gac__callee callee = gac__sites_callee(v->p->sites, v->inst);
    uint32_t first = 4 + callee.skip;
    uint32_t n = v->inst->n_words - first;
    switch (callee.kind) {
    case GAC__CALLEE_COPY:
        if (n != 4)
            return false;
        view_core(v, &(core_form){4, 5, 6, 0, 7}, view);
        break;
    case GAC__CALLEE_STRIDED_COPY:
        if (n != 5)
            return false;
        view_core(
            v, &(core_form){first, first + 1, first + 2, first + 3, first + 4},
            view);
        break;
    case GAC__CALLEE_SET_COPY:
        if (n != callee.row->n_operands)
            return false;
        view_set(v, callee.row, 4, view);
        break;
    default: return false;
    }
    if (callee.kind != GAC__CALLEE_SET_COPY && callee.element_bytes) {
        view->bytes.known = true;
        view->bytes.value = callee.element_bytes;
    } else if (callee.kind != GAC__CALLEE_SET_COPY) {
        set_pointee_bytes(v, v->inst->words[first], &view->bytes);
    }
    return looks_right(v, view);
}

static bool view_operands(const viewer *v, gac__copy_view *view)
{
    switch (v->inst->opcode) {
    case SpvOpExtInst:
    case SpvOpExtInstWithForwardRefsKHR: return view_ext_inst(v, view);
    case SpvOpGroupAsyncCopy:
    case SpvOpUntypedGroupAsyncCopyKHR: return view_core_inst(v, view);
    case SpvOpFunctionCall: return view_call(v, view);
    default: return false;
    }
}

static bool view_copy(const gac__program *p, gac__op op,
                      gac__copy_view *view_out)
{
    viewer v = {p, &view_out->inst, op.frame};
    memset(view_out, 0, sizeof *view_out);
    view_out->inst = gac__module_inst(p->m, op.ordinal);
    view_out->frame = op.frame;
    if (!view_operands(&v, view_out))
        return false;
    gac__measure_side(p, view_out, &view_out->destination);
    gac__measure_side(p, view_out, &view_out->source);
    return true;
}

/* Every analysis asks for every copy: those of a program of usual size stay. */
struct gac__view_memo {
    gac__arena *arena;
    struct {
        gac__copy_view *view;
        uint32_t at;      /* the operation's index .. */
        uint32_t program; /* .. in that program */
        bool is_copy;
    } items[64];
};

bool gac__views_open(gac__program *p)
{
    p->views = gac__arena_alloc(p->kept, 1, sizeof *p->views);
    if (p->views)
        p->views->arena = p->kept;
    return p->views != NULL;
}

const gac__copy_view *gac__copy_view_at(const gac__program *p, uint32_t at)
{
    struct gac__view_memo *memo = p->views;
    size_t i = at % GAC__COUNT_OF(memo->items);
    gac__copy_view *view = memo->items[i].view;
    if (view && memo->items[i].at == at && memo->items[i].program == p->number)
        return memo->items[i].is_copy ? view : NULL;
    if (!view) {
        view = gac__arena_alloc(memo->arena, 1, sizeof *view);
        memo->items[i].view = view;
    }
    if (!view)
        return NULL;
    memo->items[i].at = at;
    memo->items[i].program = p->number;
    memo->items[i].is_copy = view_copy(p, p->ops.items[at], view);
    return memo->items[i].is_copy ? view : NULL;
}

bool gac__view_wait(const gac__program *p, gac__op op, gac__wait_view *view_out)
{
    viewer v = {p, &view_out->inst, op.frame};
    const gac__operand_row *names =
        gac__grammar_op(SpvOpGroupWaitEvents)->operands;
    view_out->inst = gac__module_inst(p->m, op.ordinal);
    view_out->frame = op.frame;
    bool call = v.inst->opcode == SpvOpFunctionCall;
    uint32_t first = call ? 4 + gac__sites_callee(p->sites, v.inst).skip : 2;
    if (v.inst->n_words != first + 2)
        return false;
    set_quantity(&v, names[1].name, first, &view_out->count);
    set_thing(&v, names[2].name, first + 1, &view_out->list);
    view_out->list.known = false;
    return true;
}

bool gac__copy_event(const gac__program *p, gac__op op, gac__ref *event_out)
{
    const gac__inst inst = gac__module_inst(p->m, op.ordinal);
    /* It is the last operand of every copy but of untyped ones, which memory
     * operands may follow. */
    uint32_t word = inst.opcode == SpvOpUntypedGroupAsyncCopyKHR
                        ? inst.first + 6u
                        : inst.n_words - 1u;
    *event_out =
        (gac__ref){op.frame, word < inst.n_words ? inst.words[word] : 0};
    return gac__ref_kind(p, *event_out) == GAC__TYPE_EVENT;
}
