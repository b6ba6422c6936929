/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs a module's initializers before its kernels. */

/* "Initializer: Indicates that this entry point is a module initializer." Those
 * of C++ for OpenCL construct the objects of program scope.
 *
 * Each is run before the first run of a kernel, as a launch of its own with one
 * work-item. What it leaves in global variables is saved, and each run of the
 * kernel begins with it. Only bytes are saved, not addresses: variables that
 * hold addresses are refused, unless the program keeps its variables (kept.c).
 * There initializers run once for the program. Finalizers, which would come
 * after the last kernel, have no effect that can be seen, and are not run.
 */
#include "exec/launch.h"
#include "module/types.h"

/* C++ has one for each file. Each costs a look at all entry points. */
#define MAX_INITIALIZERS 64u

/* Returns the function that instruction `ordinal` declares an initializer; 0:
 * it declares none. */
static uint32_t initializer_at(const gac_module *m, uint32_t ordinal)
{
    const uint32_t *words = m->words + m->offsets[ordinal];
    return (words[0] & 0xFFFF) == SpvOpExecutionMode && words[0] >> 16 > 2
                   && words[2] == SpvExecutionModeInitializer
               ? words[1]
               : 0;
}

static bool is_initializer(const gac_module *m, uint32_t function_id)
{
    for (uint32_t k = 0; k < m->first_function; k++)
        if (initializer_at(m, k) == function_id)
            return true;
    return false;
}

/* -- variables that are refused -------------------------------------------- */

static gac_result refuse_addresses(const gac_launch *l)
{
    const gac_module *m = l->program->module;
    for (uint32_t v = 0; v < l->ir->n_vars; v++) {
        const gac__ir_var *var = &l->ir->vars[v];
        gac__type pointer =
            gac__module_type(m, gac__module_type_of(m, var->id));
        if (!gac__launch_initial(l, var->id, var->size_bytes)
            || !gac__module_has_pointers(m, pointer.element_id))
            continue;
        return gac__launch_refuse(l, GAC_ERR_UNSUPPORTED,
                                  "Not supported: an initializer of variable "
                                  "%%%u (\"%.60s\"), which holds addresses",
                                  var->id, var->name ? var->name : "");
    }
    return GAC_OK;
}

/* -- runs ------------------------------------------------------------------ */

static gac_result run_one(gac_launch *l, const char *name,
                          const gac_run_options *options)
{
    gac_launch *one;
    gac_run_options o = *options;
    gac_run_stats stats;
    for (uint32_t d = 0; d < 3; d++) {
        o.global[d] = 1;
        o.local[d] = o.offset[d] = 0;
    }
    o.dimensions = o.sub_group_size = 0;
    o.checks = NULL;
    o.progress = NULL;
    if (o.timeout_ns) { /* what is left of the time limit */
        uint64_t now = gac__now_ns(), end = l->watch.deadline_ns;
        o.timeout_ns = end > now ? end - now : 1;
    }
    GAC__TRY(gac_launch_create(l->program, name, &one));
    one->owner = l;
    gac_result result = gac_launch_run(one, &o, &stats);
    gac_launch_destroy(one);
    return result;
}

static gac_result run_function(gac_launch *l, uint32_t function_id,
                               const gac_run_options *options)
{
    const gac_module *m = l->program->module;
    for (uint32_t e = 0; e < m->n_entries; e++)
        if (m->entries[e].model == SpvExecutionModelKernel
            && m->entries[e].function_id == function_id)
            return run_one(l, m->entries[e].name, options);
    return GAC_OK;
}

static gac_result run_all(gac_launch *l, const gac_run_options *options)
{
    const gac_module *m = l->program->module;
    uint32_t n = 0;
    for (uint32_t k = 0; k < m->first_function; k++) {
        uint32_t function_id = initializer_at(m, k);
        if (!function_id)
            continue;
        if (++n > MAX_INITIALIZERS)
            return gac__launch_refuse(
                l, GAC_ERR_LIMIT, "the module has more than %u initializers",
                MAX_INITIALIZERS);
        GAC__TRY(run_function(l, function_id, options));
    }
    return refuse_addresses(l);
}

gac_result gac__launch_initialize(gac_launch *l, const gac_run_options *options)
{
    if (l->owner || l->is_initialized)
        return GAC_OK;
    gac_result result = GAC_OK;
    const gac__entry_point *own = l->entry;
    if (!is_initializer(l->program->module, own->function_id))
        result = gac__keeps(l->program)
                     ? gac__kept_initialize(l, options, run_all)
                     : run_all(l, options);
    if (result == GAC_OK)
        l->is_initialized = true;
    else
        gac__launch_forget_initial(l);
    return result;
}
