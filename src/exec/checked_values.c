/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checked runs: undefined values that decide something, and operands that
 * arithmetic does not take. */
#include <math.h>

#include "exec/checked.h"
#include "exec/scalars.h"

/* -- undefined values ------------------------------------------------------ */

/* Reports active lanes whose value is undefined. The text is `before`, what the
 * value comes from, `after`; without `after` it is `before` alone. */
static void decide(gac__strip *s, const gac__lane_inst *i, uint32_t arg,
                   uint32_t value, gac__rule_id rule, const char *operand,
                   const char *before, const char *after)
{
    const char *from = GAC__UNWRITTEN;
    gac__checker *c = s->worker->run->checker;
    const uint8_t *shadow = s->frame + i->args[arg];
    bool uniform = i->arg_uniform[arg], found = false;
    GAC__EACH_LANE(s, k) {
        if (!shadow[uniform ? 0 : k])
            continue;
        gac__fault f = gac__fault_make(rule, i->site, gac__lane_item(s, k));
        f.operand = operand;
        if (!found)
            from = gac__check_origin(c, value, &f);
        found = true;
        gac__fault_add(c, &f, "%s%s%s", before, after ? from : "",
                       after ? after : "");
    }
}

void gac__checked_address(gac__strip *s, const gac__lane_inst *i, uint32_t arg,
                          uint32_t of)
{
    if (i->ir->args[arg])
        decide(s, i, arg, i->ir->args[of], GAC__RULE_uninitialized, "Pointer",
               "takes an address from ", "");
}

bool gac__checked_decision(gac__strip *s, const gac__lane_inst *i)
{
    char what[160], title[64];
    gac__checked_title(s, i, title);
    if (i->scale) {
        snprintf(what, sizeof what, "passes %s an event that is undefined",
                 title);
        decide(s, i, 0, (uint32_t)i->imm, GAC__RULE_invalid_event, NULL, what,
               NULL);
    } else {
        snprintf(what, sizeof what, " decide %s", title);
        decide(s, i, 0, (uint32_t)i->imm, GAC__RULE_uninitialized, NULL,
               "lets ", what);
    }
    return true;
}

/* -- arithmetic ------------------------------------------------------------ */

static bool is_faulty(const gac__lane_inst *i, uint64_t x, uint64_t y)
{
    uint32_t width = gac__ty_bytes((gac__ty)i->ty) * 8;
    uint64_t ones = UINT64_MAX >> (64 - width);
    switch ((gac__check_kind)i->sub) {
    case GAC__CHECK_DIVIDE: return y == 0;
    case GAC__CHECK_SDIVIDE:
        return y == 0 || (y == ones && x == (uint64_t)1 << (width - 1));
    default: return y >= width;
    }
}

/* Whether the integral part of x fits the type. */
static bool fits(const gac__lane_inst *i, double x)
{
    int width = (int)gac__ty_bytes((gac__ty)i->ty) * 8;
    if (i->scale) /* the type is signed */
        return trunc(x) >= -ldexp(1.0, width - 1)
               && trunc(x) < ldexp(1.0, width - 1);
    return x > -1.0 && trunc(x) < ldexp(1.0, width);
}

/* Whether anything uses the result of lane k. */
static bool is_wanted(const gac__strip *s, const gac__lane_inst *i, uint32_t k)
{
    return !i->ir->args[2] || (int64_t)gac__operand(s, i, 2, k) == i->imm;
}

bool gac__checked_arithmetic(gac__strip *s, const gac__lane_inst *i)
{
    gac__checker *c = s->worker->run->checker;
    bool to_int = i->sub == GAC__CHECK_TO_INT;
    bool uniform = i->arg_uniform[0] && (to_int || i->arg_uniform[1]);
    GAC__EACH_LANE(s, k) {
        uint64_t x = gac__operand(s, i, 0, k);
        uint64_t y = to_int ? 0 : gac__operand(s, i, 1, k);
        bool faulty = to_int ? !fits(i, gac__to_double(x, i->arg_ty[0]))
                             : is_faulty(i, x, y);
        if (!faulty && uniform)
            return true; /* all lanes share the operands */
        if (!faulty || !is_wanted(s, i, k))
            continue;
        gac__fault f = gac__fault_make(GAC__RULE_arithmetic, i->site,
                                       gac__lane_item(s, k));
        if (to_int)
            gac__fault_add(c, &f,
                           "converts %g to an integer that cannot hold "
                           "it",
                           gac__to_double(x, i->arg_ty[0]));
        else if (i->sub == GAC__CHECK_SHIFT)
            gac__fault_add(c, &f,
                           "shifts by %llu, which is not less than the "
                           "width of %u bits",
                           (unsigned long long)y,
                           gac__ty_bytes((gac__ty)i->ty) * 8);
        else
            gac__fault_add(c, &f,
                           y ? "divides the least integer by -1"
                             : "divides by zero");
    }
    return true;
}
