/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Warnings about events, from the findings of the paths: copies that are not
 * waited for, bytes that are touched before the wait, events that are
 * misused. */
#include "validate/warn/warnings.h"

/* -- missing-wait ---------------------------------------------------------- */

/* rule missing-wait: "The kernel must wait for the completion of all async
 * copies using the wait_group_events built-in function before exiting". */
static void check_missing(gac__warnings *f, uint32_t at)
{
    uint32_t branch = 0;
    gac__missing missing = gac__path_missing(&f->paths, at, &branch);
    if (missing == GAC__WAITED || gac__path_has_step_counter(&f->paths, at))
        return;
    const char *found =
        missing == GAC__NEVER_WAITED ? "no OpGroupWaitEvents for its event"
        : missing == GAC__LAST_LEFT
            ? "OpGroupWaitEvents for its event only where the copy is executed "
              "again: the last one is forgotten"
            : "a path to its end without an OpGroupWaitEvents for its event";
    gac__warn(f, GAC__RULE_missing_wait, NULL, branch,
              "The kernel must wait for the copy before it ends. Found "
              "%s.",
              found);
}

/* -- use-before-wait ------------------------------------------------------- */

/* rule use-before-wait: bytes of a copy in flight must not be accessed. */
static void check_use(gac__warnings *f, uint32_t at)
{
    const gac__op *ops = f->p->ops.items;
    const gac__touched *touched = f->paths.touched;
    const gac__use *use = gac__path_use_of(&f->paths, at);
    if (!use)
        return;
    const gac__touched_side *own = &touched[at].sides[use->own];
    const uint32_t copy = ops[use->copy].ordinal;
    gac__warn(f, GAC__RULE_use_before_wait, &own->pointer, copy + 1,
              "This %s the %s of the copy in %s, for which nothing has "
              "waited yet.",
              use->writes ? "writes" : "reads",
              touched[use->copy].sides[use->side].pointer.name,
              gac__describe_place(f->v, copy, f->ordinal).text);
}

/* -- released-event, undefined-event --------------------------------------- */

static void warn_released(gac__warnings *f, const gac__quantity *q,
                          const gac__event_state *a)
{
    const gac__op *ops = f->p->ops.items;
    if (a->copy == 0)
        gac__warn(f, GAC__RULE_released_event, q, 0,
                  "The event was waited for already, on every path to "
                  "here.");
    else
        gac__warn(
            f, GAC__RULE_released_event, q,
            a->wait ? ops[a->wait - 1].ordinal + 1 : 0,
            "The event of the copy in %s was waited for already, on every "
            "path to here.",
            gac__describe_place(f->v, ops[a->copy - 1].ordinal, f->ordinal)
                .text);
}

/* Warns of an event operand that was released before, or never stored. */
static void check_event(gac__warnings *f, uint32_t at)
{
    gac__program *p = f->p;
    const gac__op op = p->ops.items[at];
    const gac__event_state *released = gac__path_misused(&f->paths, at, false);
    const bool unset = gac__path_misused(&f->paths, at, true) != NULL;
    const gac__copy_view *c = NULL;
    gac__wait_view w;
    if ((!released && !unset) || gac__path_has_step_counter(&f->paths, at))
        return;
    if (op.kind == GAC__OP_COPY && (c = gac__copy_view_at(p, at)) == NULL)
        return;
    if (op.kind == GAC__OP_WAIT && !gac__view_wait(p, op, &w))
        return;
    const gac__quantity q = c ? c->event : w.list;
    if (released)
        warn_released(f, &q, released);
    if (unset)
        gac__warn(
            f, GAC__RULE_undefined_event, &q, 0, "%s",
            c ? "The event is undefined: nothing has stored one. Expected the "
                "result of an async copy, or OpConstantNull of OpTypeEvent."
              : "No event was ever stored there.");
}

/* -- all operations -------------------------------------------------------- */

bool gac__warn_events(gac__warnings *f, bool faulty)
{
    const gac__program *p = f->p;
    if (!gac__path_run(&f->paths, f->p))
        return false;
    for (uint32_t at = 0; at < p->ops.n; at++) {
        f->ordinal = p->ops.items[at].ordinal;
        if (p->ops.items[at].kind == GAC__OP_COPY && p->is_kernel)
            check_missing(f, at);
        check_use(f, at);
        if (!faulty
            && (p->ops.items[at].kind == GAC__OP_COPY
                || p->ops.items[at].kind == GAC__OP_WAIT))
            check_event(f, at);
    }
    return true;
}
