/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What a launch and its runs report, beside findings. */
#include "exec/launch.h"
#include "module/reports.h"

gac_result gac__launch_refuse(const gac_launch *l, gac_result why,
                              const char *format, ...)
{
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    gac__diag_report(l->program->context, GAC__RULE_launch, GAC_NO_OFFSET, "%s",
                     message);
    return why;
}

void gac__launch_report_compile(const gac_launch *l, gac_result result)
{
    if (result == GAC_ERR_TIMEOUT)
        gac__diag_report(
            l->program->context, GAC__RULE_limit, GAC_NO_OFFSET,
            "the time limit of %.3g s was exceeded while the kernel "
            "was compiled",
            (double)l->limit_ns * 1e-9);
}

static void report_trap(const gac_launch *l, const gac__trap_info *trap)
{
    const gac_module *m = l->program->module;
    char message[500];
    snprintf(message, sizeof message, "kernel \"%.64s\": %s", l->entry->name,
             trap->message);
    if (trap->ordinal >= m->n_insts) {
        gac__diag_report(l->program->context, trap->rule, GAC_NO_OFFSET, "%s",
                         message);
        return;
    }
    gac__inst inst = gac__module_inst(m, trap->ordinal);
    gac__module_report(m, trap->rule, GAC_SEVERITY_ERROR, &inst, NULL, -1, "%s",
                       message);
}

void gac__launch_report_late(const gac_launch *l)
{
    gac__diag_report(l->program->context, GAC__RULE_limit, GAC_NO_OFFSET,
                     "kernel \"%.64s\": the time limit of %.3g s was exceeded",
                     l->entry->name, (double)l->limit_ns * 1e-9);
}

/* Whether a finding tells what stopped the run. */
static bool is_finding(const gac__run *run)
{
    return run->checker && run->trap.rule != GAC__RULE_limit
           && gac_rule_at(run->trap.rule)->dynamic
           && gac__check_enabled(run->checker, run->trap.rule);
}

void gac__run_report(const gac__run *run, gac_result result)
{
    const gac_launch *l = run->launch;
    char full[300];
    if (result != GAC_OK && result == run->trap.result) {
        if (!is_finding(run))
            report_trap(l, &run->trap);
    } else if (run->checker
               && gac__checker_is_full(run->checker, full, sizeof full)) {
        gac__diag_report(l->program->context, GAC__RULE_limit, GAC_NO_OFFSET,
                         "kernel \"%.64s\": %s", l->entry->name, full);
    } else if (run->space_full) {
        (void)gac__launch_refuse(
            l, result, "the buffers do not fit the kernel's address space");
    } else if (result == GAC_ERR_MEMORY || result == GAC_ERR_LIMIT) {
        (void)gac__launch_refuse(
            l, result,
            "out of memory: the limit is %llu bytes beyond the buffers",
            (unsigned long long)run->options.max_memory_bytes);
    } else if (result == GAC_ERR_TIMEOUT) { /* before the first work-group */
        gac__launch_report_late(l);
    }
}
