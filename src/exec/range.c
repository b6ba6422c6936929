/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The range of a run: global and local sizes, sub-groups. */
#include "exec/launch.h"

#define WIDE_GROUP_ITEMS 512u
#define WIDE_ROW_ITEMS 1024u /* of a group that is a row */
#define GROUPS_A_THREAD 4u
#define WIDE_GROUPS_LEFT 16u
#define ROW_ITEMS 128u /* of a group that is a row, at least */
#define LEAD_ITEMS                                                             \
    64u /* of a range, in the dimension that is to come first                  \
         */
#define JOINED_ITEMS 512u
#define JOINED_LEAST_LANES                                                     \
    256u                       /* fewer groups are left than else for so many */
#define JOINED_MOST_ITEMS 128u /* of a group: larger ones gain nothing */
#define JOINED_SHARING_ITEMS                                                   \
    32u /* the same, if they all load one place of local memory */
#define JOINED_BYTES (128u << 10) /* of their local and private memory */
#define DEFAULT_GROUP_ITEMS 256u
#define DEFAULT_SUB_GROUP 32u

void gac__launch_complain(const gac_launch *l, const char *format, ...)
{
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    gac__diag_report(l->program->context, GAC__RULE_launch, GAC_NO_OFFSET, "%s",
                     message);
}

/* The largest divisor of n that is at most `most`. */
static uint64_t largest_divisor(uint64_t n, uint64_t most)
{
    for (uint64_t d = GAC__MIN(n, most); d > 1; d--)
        if (n % d == 0)
            return d;
    return 1;
}

/* The size of sub-groups, of which a work-group has `count`, for work-groups
 * that divide the range if some do. */
static uint32_t fitting_sub_group(const gac_launch *l, const gac_run_options *o,
                                  uint32_t count)
{
    if (l->ir->required_sub_group_size || o->sub_group_size)
        return l->ir->required_sub_group_size ? l->ir->required_sub_group_size
                                              : o->sub_group_size;
    for (uint32_t size = DEFAULT_SUB_GROUP; size > 0; size /= 2)
        if (o->global[0] % ((uint64_t)size * count) == 0)
            return size;
    return DEFAULT_SUB_GROUP;
}

/* Chooses a work-group size that divides the range, if there is a good one. */
static void choose_local(const gac_launch *l, gac_run_options *o)
{
    uint32_t count = l->ir->required_sub_groups;
    if (count) {
        o->local[0] = (uint64_t)fitting_sub_group(l, o, count) * count;
        o->local[1] = o->local[2] = 1;
        return;
    }
    uint64_t left = DEFAULT_GROUP_ITEMS;
    for (uint32_t d = 0; d < 3; d++) {
        uint32_t limit = l->ir->most_local[d];
        uint64_t most = limit ? GAC__MIN(left, limit) : left;
        o->local[d] = largest_divisor(o->global[d], most);
        if (d == 0 && o->local[0] < 16 && o->global[0] > 64)
            o->local[0] = most;
        left /= o->local[d];
    }
}

/* SPV_INTEL_kernel_attributes: what a kernel says that it will not be run with.
 */
static gac_result check_promises(const gac_launch *l, const gac_run_options *o)
{
    const uint32_t *most = l->ir->most_local;
    uint32_t dimensions = l->ir->most_dimensions;
    for (uint32_t d = 0; d < 3; d++) {
        if (most[d] && o->local[d] > most[d]) {
            gac__launch_complain(
                l, "the kernel allows work-groups of at most %u,%u,%u", most[0],
                most[1], most[2]);
            return GAC_ERR_ARGUMENT;
        }
        if (l->ir->no_offset && o->offset[d]) {
            gac__launch_complain(l, "the kernel allows no global offset");
            return GAC_ERR_ARGUMENT;
        }
        if (!dimensions && o->global[d] > 1) {
            gac__launch_complain(l, "the kernel allows a single work-item");
            return GAC_ERR_ARGUMENT;
        }
    }
    if (dimensions && o->dimensions > dimensions) {
        gac__launch_complain(l,
                             "the kernel allows a range of at most %u "
                             "dimension%s, not %u",
                             dimensions, dimensions > 1 ? "s" : "",
                             o->dimensions);
        return GAC_ERR_ARGUMENT;
    }
    return GAC_OK;
}

static gac_result check_local(const gac_launch *l, gac_run_options *o)
{
    const uint32_t *required = l->ir->required_local;
    bool given = o->local[0] || o->local[1] || o->local[2];
    for (uint32_t d = 0; d < 3; d++) {
        if (given && !o->local[d])
            o->local[d] = 1;
        if (!required[0])
            continue;
        uint64_t need = GAC__MAX(required[d], 1);
        if (given && o->local[d] != need) {
            gac__launch_complain(
                l, "the kernel requires a work-group size of %u,%u,%u",
                required[0], required[1], required[2]);
            return GAC_ERR_ARGUMENT;
        }
        o->local[d] = need;
    }
    if (!given && !required[0])
        choose_local(l, o);
    uint64_t items = 1;
    for (uint32_t d = 0; d < 3; d++) {
        if (o->local[d] > GAC__MAX_GROUP_ITEMS
            || (items *= o->local[d]) > GAC__MAX_GROUP_ITEMS) {
            gac__launch_complain(l, "a work-group of more than %u work-items",
                                 GAC__MAX_GROUP_ITEMS);
            return GAC_ERR_ARGUMENT;
        }
    }
    return check_promises(l, o);
}

gac_result gac__launch_range(const gac_launch *l, gac_run_options *o)
{
    uint64_t items = 1,
             limit = l->ir->ptr_ty == GAC__TY_I32 ? UINT32_MAX : INT64_MAX;
    uint32_t used = 1;
    for (uint32_t d = 0; d < 3; d++) {
        if (o->global[d] > 1 || o->local[d] > 1)
            used = d + 1;
        if (!o->global[d])
            o->global[d] = 1;
        uint64_t last;
        if (__builtin_mul_overflow(items, o->global[d], &items)
            || __builtin_add_overflow(o->global[d], o->offset[d], &last)
            || last > limit || items > limit) {
            gac__launch_complain(l, "the range of work-items is too large");
            return GAC_ERR_ARGUMENT;
        }
    }
    if (o->dimensions > 3 || (o->dimensions && o->dimensions < used)) {
        gac__launch_complain(l, "a range of %u dimensions where %u are given",
                             o->dimensions, used);
        return GAC_ERR_ARGUMENT;
    }
    if (!o->dimensions)
        o->dimensions = used;
    return check_local(l, o);
}

static uint64_t count_sub_groups(const gac_run_options *o, uint32_t size)
{
    uint64_t items = o->local[0] * o->local[1] * o->local[2];
    return (items + size - 1) / size;
}

/* The default, or else the largest size that makes as many sub-groups of a
 * work-group as the kernel requires. */
static uint32_t choose_sub_group(const gac_launch *l, const gac_run_options *o)
{
    uint32_t count = l->ir->required_sub_groups;
    if (!count || count_sub_groups(o, DEFAULT_SUB_GROUP) == count)
        return DEFAULT_SUB_GROUP;
    for (uint32_t size = 64; size > 0; size /= 2)
        if (count_sub_groups(o, size) == count)
            return size;
    return DEFAULT_SUB_GROUP;
}

gac_result gac__launch_sub_group(const gac_launch *l, gac_run_options *o)
{
    uint32_t required = l->ir->required_sub_group_size;
    uint32_t count = l->ir->required_sub_groups;
    if (!o->sub_group_size)
        o->sub_group_size = required ? required : choose_sub_group(l, o);
    uint32_t size = o->sub_group_size;
    if (size > 64 || (size & (size - 1)) || (required && required != size)) {
        gac__launch_complain(
            l,
            required ? "the kernel requires sub-groups of %u"
                     : "sub-groups of %u: a power of two up to 64 is possible",
            required ? required : size);
        return GAC_ERR_ARGUMENT;
    }
    if (count && count_sub_groups(o, size) != count) {
        gac__launch_complain(l,
                             "the kernel requires work-groups of %u "
                             "sub-groups, not %u",
                             count, (uint32_t)count_sub_groups(o, size));
        return GAC_ERR_ARGUMENT;
    }
    return GAC_OK;
}

/* Neither wraps: a range has 2^63 - 1 work-items at most, and a group 2^16. */
static uint64_t count_groups(const gac_run_options *o, const uint64_t local[3])
{
    uint64_t n_groups = 1;
    for (uint32_t d = 0; d < 3; d++)
        n_groups *= (o->global[d] + local[d] - 1) / local[d];
    return n_groups;
}

/* How many groups are left for threads that end early to take. */
static uint64_t groups_left(const gac_run_options *o)
{
    uint64_t threads = gac__launch_threads(o);
    return threads ? GAC__MIN(threads * GROUPS_A_THREAD, WIDE_GROUPS_LEFT)
                   : WIDE_GROUPS_LEFT;
}

/* Groups of one row, or of one of its equal pieces of at most `widest`: whole
 * ones if that can be. False: rows are too short, or less than `left` groups
 * are left. */
static bool take_rows(gac_run_options *o, uint64_t widest, uint64_t left)
{
    uint64_t row = o->global[0], pieces = (row + widest - 1) / widest;
    uint64_t local[3] = {largest_divisor(row, widest), 1, 1};
    if (local[0] < widest / 2)
        local[0] = ((row + pieces - 1) / pieces + 15) / 16 * 16;
    if (row < ROW_ITEMS || count_groups(o, local) < left)
        return false;
    memcpy(o->local, local, sizeof local);
    return true;
}

#define SWAP(x, d)                                                             \
    do {                                                                       \
        uint64_t first_ = (x)[0];                                              \
        (x)[0] = (x)[d];                                                       \
        (x)[d] = first_;                                                       \
    } while (0)

bool gac__launch_turn(const gac_launch *l, gac_run_options *o,
                      uint64_t given[3])
{
    uint32_t d = l->ir->lead;
    if (!d || o->checks || o->global[d] < LEAD_ITEMS)
        return false;
    SWAP(o->global, d);
    SWAP(o->local, d);
    SWAP(o->offset, d);
    SWAP(given, d);
    /* Groups that lay along what was the first dimension. */
    if (o->local[0] < GAC__LANE_STEP && o->global[0] % GAC__LANE_STEP == 0) {
        o->local[0] = GAC__LANE_STEP;
        o->local[1] = largest_divisor(o->global[1], GAC__LANE_STEP);
        o->local[2] = 1;
    }
    return true;
}

/* Where nothing depends on the groups, small ones become larger: an instruction
 * is fetched once for all of a group's work-items. Some are left for threads.
 */
void gac__launch_widen(const gac_launch *l, gac_run_options *o)
{
    uint64_t items = o->local[0] * o->local[1] * o->local[2];
    uint64_t n_groups = count_groups(o, o->local);
    uint64_t widest = o->local[1] == 1 && o->local[2] == 1 ? WIDE_ROW_ITEMS
                                                           : WIDE_GROUP_ITEMS;
    if (!l->ir->group_blind || o->checks)
        return;
    uint64_t left = groups_left(o);
    if (l->ir->prefers_rows
        && (take_rows(o, WIDE_ROW_ITEMS, left)
            || take_rows(o, WIDE_GROUP_ITEMS, left)))
        return;
    for (uint32_t d = 0; d < 2; d++) {
        uint64_t most = GAC__MIN(widest / items, n_groups / left);
        while (most > 1 && o->global[d] % (o->local[d] * most) != 0)
            most--;
        if (most > 1) {
            o->local[d] *= most;
            items *= most;
            n_groups /= most;
        }
    }
}

static uint64_t local_bytes(const gac_launch *l)
{
    uint64_t sum = 0;
    for (uint32_t v = 0; v < l->ir->n_vars; v++)
        if (l->ir->vars[v].storage_class == SpvStorageClassWorkgroup)
            sum += GAC__MIN(l->ir->vars[v].size_bytes, UINT32_MAX);
    for (uint32_t n = 0; n < l->ir->n_params; n++)
        if (l->arguments[n].kind == GAC__ARG_LOCAL)
            sum += GAC__MIN(l->arguments[n].size, UINT32_MAX);
    return sum;
}

uint32_t gac__launch_join(const gac_launch *l, const gac_run_options *o)
{
    uint64_t items = 1, n_groups = 1;
    if (!l->ir->joinable || o->checks)
        return 1;
    for (uint32_t d = 0; d < 3; d++) {
        if (o->global[d] % o->local[d] != 0)
            return 1;
        items *= o->local[d];
        n_groups *= o->global[d] / o->local[d];
    }
    if (!o->coalesced_items
        && items > (l->ir->shares_local ? JOINED_SHARING_ITEMS
                                        : JOINED_MOST_ITEMS))
        return 1;
    uint64_t left = groups_left(o), least = 2 * gac__launch_threads(o);
    while (left > GAC__MAX(least, 1)
           && n_groups / left * items < JOINED_LEAST_LANES)
        left /= 2;
    uint64_t most = o->coalesced_items ? o->coalesced_items : JOINED_ITEMS;
    uint64_t joined = GAC__MIN(GAC__MIN(most, GAC__MAX_STRIP_LANES) / items,
                               o->coalesced_items ? n_groups : n_groups / left);
    uint64_t bytes = local_bytes(l) + items * gac__ir_private_bytes(l->ir);
    if (bytes)
        joined = GAC__MIN(joined, JOINED_BYTES / bytes);
    return joined > 1 ? (uint32_t)joined : 1;
}
