/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Programs whose events are all waited for at once. */

/* Most kernels start a copy, store its event, and wait for it, with nothing in
 * between that touches shared memory: whatever comes before or behind, and
 * however often it is executed, each of these waits is for a copy that is in
 * flight, and no copy is in flight where something else happens. To find that
 * out takes a look at each operation, where following events takes searches and
 * a data flow. Anything unusual, and those are made. */
#include "validate/flow.h"

/* The one copy in flight, and where its event has been stored. */
typedef struct in_flight {
    gac__ref event; /* id 0: there is none */
    bool stored;
    gac__ref base;  /* a variable of a function .. */
    gac__i128 offset;
} in_flight;

static bool pass_copy(const gac__program *p, gac__op op, in_flight *now)
{
    gac__ref event;
    uint32_t id = gac__module_inst(p->m, op.ordinal).result_id;
    if (now->event.id != 0 || id == 0 || !gac__copy_event(p, op, &event))
        return false;
    event = gac__resolve(p, event);
    now->event = (gac__ref){op.frame, id};
    now->stored = false;
    return gac__module_def_opcode(p->m, event.id) == SpvOpConstantNull;
}

static bool pass_store(const gac__program *p, gac__op op, in_flight *now)
{
    gac__inst store = gac__module_inst(p->m, op.ordinal);
    gac__ref value = gac__resolve(p, (gac__ref){op.frame, store.words[2]});
    if (now->event.id == 0 || now->stored ||
        !gac__ref_same(value, now->event))
        return false;
    gac__origin to =
        gac__pointer_origin(p, (gac__ref){op.frame, store.words[1]});
    const gac__variable *v = gac__program_variable(p, to.base);
    now->stored = true;
    now->base = to.base;
    now->offset = to.offset;
    return v && !v->escapes && to.offset_known;
}

static bool pass_wait(const gac__program *p, gac__op op, in_flight *now)
{
    gac__wait_view w;
    if (!now->stored || !gac__view_wait(p, op, &w) || !w.count.known ||
        w.count.value != 1)
        return false;
    gac__origin list = gac__pointer_origin(p, w.list.ref);
    bool its = list.offset_known && list.offset == now->offset &&
               gac__ref_same(list.base, now->base);
    *now = (in_flight){0};
    return its;
}

static bool is_settled(const gac__program *p, const gac__node *node)
{
    in_flight now = {0};
    for (uint32_t k = 0; k < node->n_ops; k++) {
        gac__op op = p->ops.items[node->first_op + k];
        bool well = false;
        switch ((gac__op_kind)op.kind) {
        case GAC__OP_COPY: well = pass_copy(p, op, &now); break;
        case GAC__OP_STORE: well = pass_store(p, op, &now); break;
        case GAC__OP_WAIT: well = pass_wait(p, op, &now); break;
        case GAC__OP_ACCESS: well = now.event.id == 0; break;
        default: break;
        }
        if (!well)
            return false;
    }
    return now.event.id == 0;
}

bool gac__events_settled(const gac__program *p)
{
    for (uint32_t i = 0; i < p->n_reachable; i++)
        if (!is_settled(p, &p->nodes.items[p->sequence[i]]))
            return false;
    return true;
}
