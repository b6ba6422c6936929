/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs SPIRV-Tools' validator on equivalent core modules. */

/* SPIRV-Tools stops at its first error. To find all of them, the instruction
 * at fault is replaced by an undefined value of its type and the module is
 * judged again, until it passes, the fault is none that can be replaced (a
 * type, a branch), or there are enough. A replaced instruction cannot cause
 * errors in others: whatever uses its result sees the type that it had. */
#include <stdio.h>

#include <gac/rewrite.h>

#include "core_rules/core_rules_internal.h"

/* Each round judges the whole module; all of them together take seconds. */
#define MAX_ROUNDS 100
#define MAX_WORDS ((uint64_t)2 << 20)
#define MAX_EXTENSIONS 16u

typedef struct judge {
    const gac_module *m;
    gac_core_rules_options options;
    gac__words faulty; /* ordinals, those of the options first */
    gac__words newer;  /* ordinals of what SPIRV-Tools cannot know */
    char extensions[MAX_EXTENSIONS][GAC__MAX_EXTENSION]; /* to be put in */
    uint32_t n_extensions;
    bool by_dominance, variables_first,
        all_interfaces;                 /* what is put in order */
    const gac__producer_fault *pending; /* one that order may mend, .. */
    uint32_t pending_at;                /* .. and its ordinal */
    gac_validate_counts counts;
    uint64_t seen[MAX_ROUNDS]; /* hashes of messages about missing ids */
    uint32_t n_seen;
    spv_context context;
    spv_validator_options limits;
    gac__core_cost cost;
    gac_result stopped; /* what became of SPIRV-Tools; OK: nothing */
} judge;

/* -- target environments --------------------------------------------------- */

/* SPIRV-Tools match by prefix: the names of our own decide. One that is newer
 * than they are is judged as the newest before it. */
static bool parse_env(const char *name, spv_target_env *env_out)
{
    return gac_target_env_known(name)
           && (spvParseTargetEnv(name, env_out)
               || spvParseTargetEnv("vulkan1.3", env_out));
}

/* -- messages -------------------------------------------------------------- */

/* SPIRV-Tools that came after Debian's. */
void spvValidatorOptionsSetAllowOffsetTextureOperand(spv_validator_options,
                                                     bool)
    __attribute__((__weak__));
void spvValidatorOptionsSetAllowVulkan32BitBitwise(spv_validator_options, bool)
    __attribute__((__weak__));

/* What an option allows that these SPIRV-Tools do not have. */
static bool is_allowed(const judge *j, const char *message)
{
    const gac_core_rules_options *o = &j->options;
    return gac__core_is_relaxed(j->m, message)
           || (o->allow_offset_texture_operand
               && strstr(message, "Image Operand Offset can only be used with"))
           || (o->allow_vulkan_32_bit_bitwise
               && strstr(message, "Expected 32-bit int type for Base operand"));
}

/* The message proper: without the instruction, which SPIRV-Tools append on
 * lines of their own, and on one line. */
static void clean_message(char *text)
{
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == '\n')
        text[--n] = 0;
    char *appended = strstr(text, "\n  %");
    if (!appended)
        appended = strstr(text, "\n  Op");
    if (appended)
        *appended = 0;
    for (char *c = text; *c; c++)
        if (*c == '\n')
            *c = ' ';
}

/* SPIRV-Tools have seen OpAccessChain where the module has
 * OpUntypedAccessChainKHR: writes the message with the module's own name. */
static void name_untyped(const gac__inst *inst, const char *message, char *out,
                         size_t size)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    char seen[64] = "";
    const char *at = NULL;
    snprintf(out, size, "%.*s", (int)size - 1, message); /* it may be cut off */
    if (!row || strncmp(row->name, "OpUntyped", 9) != 0)
        return;
    snprintf(seen, sizeof seen, "Op%.*s", (int)strcspn(row->name + 9, "K"),
             row->name + 9);
    at = strstr(message, seen);
    if (at && strlen(seen) > 2)
        snprintf(out, size, "%.*s%s%s", (int)(at - message), message, row->name,
                 at + strlen(seen));
}

static void report(judge *j, uint32_t ordinal, const char *message)
{
    if (ordinal == 0) {
        gac__diag_report(j->m->context, GAC__RULE_core, GAC_NO_OFFSET, "%s",
                         message);
    } else {
        gac__inst inst = gac__module_inst(j->m, ordinal - 1);
        char text[1024];
        name_untyped(&inst, message, text, sizeof text);
        gac__module_report(j->m, GAC__RULE_core, GAC_SEVERITY_ERROR, &inst,
                           NULL, -1, "%s", text);
    }
    j->counts.errors++;
}

/* -- consequences of what has been reported -------------------------------- */

/* Visits ids: stops at the result of a faulty instruction whose Result Type is
 * at fault, which the equivalent module has mended. What then does not fit
 * together is no fault of its user. */
static bool is_untainted(void *user, const gac__inst *inst,
                         const gac__operand_row *row, uint32_t word, uint32_t n)
{
    const judge *j = user;
    (void)n;
    if (row && row->operand_class != GAC__OPERAND_ID)
        return true;
    gac__inst def;
    if (!gac__module_def(j->m, inst->words[word], &def)
        || gac__module_type(j->m, def.type_id).kind == GAC__TYPE_EVENT)
        return true;
    for (uint32_t i = 0; i < j->options.n_faulty; i++)
        if (j->faulty.items[i] == def.ordinal + 1)
            return false;
    return true;
}

/* An id that is missing is missing once, wherever it is used. */
static bool is_seen(judge *j, const char *message)
{
    if (strncmp(message, "ID '", 4) != 0)
        return false;
    uint64_t hash = gac__hash_bytes(message, strlen(message), 0);
    for (uint32_t i = 0; i < j->n_seen; i++)
        if (j->seen[i] == hash)
            return true;
    if (j->n_seen < MAX_ROUNDS)
        j->seen[j->n_seen++] = hash;
    return false;
}

/* Missing ids are summed up, without a place, when they have been reported. */
static bool is_consequence(judge *j, uint32_t ordinal, const char *message)
{
    if (ordinal == 0)
        return j->counts.errors > 0
               || (j->faulty.n > 0 && strstr(message, "forward referenced"));
    if (is_seen(j, message))
        return true;
    gac__inst inst = gac__module_inst(j->m, ordinal - 1);
    return !gac__module_visit_operands(j->m, &inst, is_untainted, j);
}

static bool is_listed(const gac__words *list, uint32_t ordinal)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->items[i] == ordinal)
            return true;
    return false;
}

/* -- rounds ---------------------------------------------------------------- */

static bool knows_opcode(void *user, uint32_t opcode)
{
    (void)user;
    /* They want these in blocks, where none may stand: SPV_INTEL_memory_access_
     * aliasing declares them outside of functions. */
    if (opcode >= SpvOpAliasDomainDeclINTEL
        && opcode <= SpvOpAliasScopeListDeclINTEL)
        return false;
    return !gac__grammar_is_supplement(opcode)
           || strcmp(spvOpcodeString(opcode), "unknown") != 0;
}

/* The parser has checked the module's own bound: what the equivalent module
 * adds to it does not count. */
static void set_id_bound(const judge *j, const uint32_t *words)
{
    uint32_t limit = j->options.limits[GAC_CORE_LIMIT_ID_BOUND];
    if (limit == 0)
        limit = j->m->context->max_id_bound;
    uint64_t shifted = (uint64_t)limit + words[3] - j->m->bound;
    spvValidatorOptionsSetUniversalLimit(
        j->limits, spv_validator_limit_max_id_bound,
        (uint32_t)GAC__MIN(shifted, (uint64_t)UINT32_MAX));
}

/* One call of SPIRV-Tools, behind the guard if there is one, which may do it in
 * another process: what comes back has no pointers. */
typedef struct tools_call {
    const judge *j;
    spv_const_binary_t *binary;
    spv_result_t verdict;
    bool said; /* something is wrong, at `index` */
    uint32_t index;
    char message[4096];
} tools_call;

static void call_tools(void *argument)
{
    tools_call *call = argument;
    spv_diagnostic d = NULL;
    call->verdict = spvValidateWithOptions(call->j->context, call->j->limits,
                                           call->binary, &d);
    if (d) {
        call->said = true;
        call->index = (uint32_t)d->position.index;
        snprintf(call->message, sizeof call->message, "%s", d->error);
    }
    spvDiagnosticDestroy(d);
}

/* If SPIRV-Tools crash, what they had allocated is lost. */
static gac_result call_guarded(const judge *j, tools_call *call)
{
    const gac_core_rules_options *o = &j->options;
    if (o->guard)
        return o->guard(o->guard_user, call_tools, call, sizeof *call);
    call_tools(call);
    return GAC_OK;
}

static void report_stop(judge *j)
{
    if (j->stopped == GAC_ERR_MEMORY) {
        gac__diag_report(j->m->context, GAC__RULE_limit, GAC_NO_OFFSET,
                         "SPIRV-Tools' validator needs more memory than the "
                         "limit leaves it for this module, which has not been "
                         "checked against all core rules");
        j->counts.errors++;
        return;
    }
    if (j->stopped != GAC_ERR_TIMEOUT) {
        report(j, 0,
               "SPIRV-Tools' validator crashed on this module, which has "
               "not been checked against all core rules");
        return;
    }
    gac__diag_report(j->m->context, GAC__RULE_limit, GAC_NO_OFFSET,
                     "SPIRV-Tools' validator takes too long over this module, "
                     "which has not been checked against all core rules");
    j->counts.errors++;
}

/* An extension by its older name; false: it is there already, or too many are.
 */
static bool add_extension(judge *j, const char *name)
{
    for (uint32_t i = 0; i < j->n_extensions; i++)
        if (!strcmp(j->extensions[i], name))
            return false;
    if (j->n_extensions == MAX_EXTENSIONS)
        return false;
    snprintf(j->extensions[j->n_extensions++], GAC__MAX_EXTENSION, "%s", name);
    return true;
}

static void report_producer(judge *j, const gac__producer_fault *fault,
                            const gac__inst *inst, const char *message)
{
    gac__module_report(
        j->m, GAC__RULE_producer_quirk, GAC_SEVERITY_WARNING, inst, NULL, -1,
        "%s%s", fault->said ? fault->said : message,
        fault->said ? ""
                    : ". What is written for debuggers is checked "
                      "no more");
    j->counts.warnings++;
}

/* Tells of a fault wherever the module has it. What is replaced is judged no
 * more. */
static gac_result report_all(judge *j, const gac__producer_fault *fault)
{
    for (uint32_t i = j->m->first_function; i < j->m->n_insts; i++) {
        gac__inst inst = gac__module_inst(j->m, i);
        if (!fault->is_at(j->m, &inst))
            continue;
        report_producer(j, fault, &inst, NULL);
        if (fault->mending == GAC__MENDING_REPLACE
            && !GAC__VEC_PUSH(&j->m->context->allocator, &j->faulty, i + 1))
            return GAC_ERR_MEMORY;
    }
    return GAC_OK;
}

/* Whether a block's place was all that was wrong shows when it has another one.
 */
static void settle_pending(judge *j, uint32_t ordinal)
{
    if (j->pending && ordinal != j->pending_at) {
        gac__inst inst = gac__module_inst(j->m, j->pending_at - 1);
        report_producer(j, j->pending, &inst, NULL);
    }
    j->pending = NULL;
}

/* A fault that a known producer makes becomes a warning. Sets `*tolerated_out`.
 */
static gac_result tolerate(judge *j, uint32_t ordinal, char *message,
                           bool *tolerated_out)
{
    *tolerated_out = false;
    if (!j->options.tolerate_producers || ordinal == 0)
        return GAC_OK;
    gac__inst inst = gac__module_inst(j->m, ordinal - 1);
    const gac__producer_fault *fault =
        gac__core_producer_fault(j->m, &inst, message);
    if (!fault || (fault->mending == GAC__MENDING_ORDER && j->by_dominance)
        || (fault->mending == GAC__MENDING_VARIABLES && j->variables_first)
        || (fault->mending == GAC__MENDING_INTERFACES && j->all_interfaces))
        return GAC_OK;
    *tolerated_out = true;
    switch (fault->mending) {
    case GAC__MENDING_ORDER:
        j->by_dominance = true;
        j->pending = fault;
        j->pending_at = ordinal;
        return GAC_OK;
    case GAC__MENDING_INTERFACES:
        j->all_interfaces = true;
        report_producer(j, fault, &inst, NULL);
        return GAC_OK;
    case GAC__MENDING_VARIABLES:
        j->variables_first = true;
        return report_all(j, fault);
    case GAC__MENDING_REPLACE: return report_all(j, fault);
    default:
        clean_message(message);
        report_producer(j, fault, &inst, message);
        return GAC__VEC_PUSH(&j->m->context->allocator, &j->newer, ordinal)
                   ? GAC_OK
                   : GAC_ERR_MEMORY;
    }
}

static gac_result take_verdict(judge *j, const gac_core_module *core,
                               tools_call *call, bool *again_out)
{
    const gac_allocator *a = &j->m->context->allocator;
    uint32_t ordinal = gac_core_module_origin(core, call->index);
    char *message = call->message;
    char extension[GAC__MAX_EXTENSION];
    settle_pending(j, ordinal);
    if (gac__core_lacks_extension(j->m, ordinal, message, extension)
        && add_extension(j, extension)) {
        *again_out = true;
        return GAC_OK;
    }
    if (!is_listed(&j->newer, ordinal)
        && gac__core_is_newer(j->m, ordinal, message)) {
        *again_out = true;
        return gac__core_add_newer(j->m, ordinal, &j->newer);
    }
    if (!is_listed(&j->newer, ordinal) && !is_listed(&j->faulty, ordinal)) {
        gac_result result = tolerate(j, ordinal, message, again_out);
        if (*again_out)
            return result;
    }
    /* Listed already: an error of the replacement, not of the module. */
    if (ordinal != 0 && is_listed(&j->faulty, ordinal))
        return GAC_OK;
    clean_message(message);
    if (!is_allowed(j, message) && !is_consequence(j, ordinal, message))
        report(j, ordinal, message);
    *again_out = gac_core_module_can_replace(j->m, ordinal);
    return !*again_out || GAC__VEC_PUSH(a, &j->faulty, ordinal)
               ? GAC_OK
               : GAC_ERR_MEMORY;
}

/* Judges the module once. Sets `*again_out` if another round may find more. */
static gac_result judge_once(judge *j, bool *again_out)
{
    gac_core_module *core = NULL;
    const char *extensions[MAX_EXTENSIONS];
    uint32_t unknown = 0;
    *again_out = false;
    for (uint32_t i = 0; i < j->n_extensions; i++)
        extensions[i] = j->extensions[i];
    gac_result result = gac_core_module_create(
        j->m,
        &(gac_core_module_options){.size = sizeof(gac_core_module_options),
                                   .faulty = j->faulty.items,
                                   .n_faulty = (uint32_t)j->faulty.n,
                                   .knows_opcode = knows_opcode,
                                   .dropped = j->newer.items,
                                   .n_dropped = (uint32_t)j->newer.n,
                                   .plain_names = j->cost.plain_names,
                                   .extensions = extensions,
                                   .n_extensions = j->n_extensions,
                                   .by_dominance = j->by_dominance,
                                   .variables_first = j->variables_first,
                                   .all_interfaces = j->all_interfaces},
        &unknown, &core);
    if (result == GAC_ERR_UNSUPPORTED)
        return GAC_OK; /* no judge, no verdict: our own rules hold */
    if (result != GAC_OK)
        return result;

    size_t n_words;
    const uint32_t *words = gac_core_module_words(core, &n_words);
    spv_const_binary_t binary = {words, n_words};
    tools_call call = {.j = j, .binary = &binary};
    set_id_bound(j, words);
    j->stopped = call_guarded(j, &call);
    if (j->stopped != GAC_OK)
        report_stop(j);
    else if (call.verdict < 0 && call.said)
        result = take_verdict(j, core, &call, again_out);
    gac_core_module_destroy(core);
    return result;
}

/* -- all rounds ------------------------------------------------------------ */

static void note_rest(const judge *j)
{
    gac__diag_emit(
        j->m->context,
        &(gac_diagnostic){.severity = GAC_SEVERITY_NOTE,
                          .rule = gac_rule_at(GAC__RULE_limit)->name,
                          .message = "There may be more errors against the "
                                     "core rules, which show when these are "
                                     "mended",
                          .word_offset = GAC_NO_OFFSET,
                          .operand_word = -1});
}

static gac_result judge_all(judge *j)
{
    bool again = true;
    GAC__TRY(gac__core_weigh(j->m, &j->cost));
    if (j->cost.refused) {
        j->counts.errors++;
        return GAC_OK;
    }
    GAC__TRY(gac__core_screen(j->m, &j->faulty, &j->counts.errors));
    uint64_t max_rounds =
        GAC__MIN(MAX_WORDS / j->m->n_words + 1, (uint64_t)MAX_ROUNDS);
    gac__watch watch = gac__context_watch(j->m->context);
    for (uint64_t round = 0; again && round < max_rounds; round++) {
        watch.left = 0; /* a round is long: look before each */
        if (!gac__watch_on(&watch, 1)) {
            j->stopped = watch.result;
            gac__context_tell_late(j->m->context, watch.result, "checked");
            return watch.result;
        }
        GAC__TRY(judge_once(j, &again));
        if (j->options.max_errors && j->counts.errors >= j->options.max_errors)
            return GAC_OK;
    }
    settle_pending(j, 0);
    if (again)
        note_rest(j);
    return GAC_OK;
}

/* -- set-up ---------------------------------------------------------------- */

static void set_limits(judge *j)
{
    static const spv_validator_limit kinds[GAC_CORE_LIMIT_COUNT] = {
        spv_validator_limit_max_struct_members,
        spv_validator_limit_max_struct_depth,
        spv_validator_limit_max_local_variables,
        spv_validator_limit_max_global_variables,
        spv_validator_limit_max_switch_branches,
        spv_validator_limit_max_function_args,
        spv_validator_limit_max_control_flow_nesting_depth,
        spv_validator_limit_max_access_chain_indexes,
        spv_validator_limit_max_id_bound,
    };
    for (size_t i = 0; i < GAC_CORE_LIMIT_COUNT; i++)
        if (j->options.limits[i])
            spvValidatorOptionsSetUniversalLimit(j->limits, kinds[i],
                                                 j->options.limits[i]);
    spvValidatorOptionsSetRelaxLogicalPointer(j->limits,
                                              j->options.relax_logical_pointer);
    spvValidatorOptionsSetRelaxStoreStruct(j->limits,
                                           j->options.relax_struct_store);
    spvValidatorOptionsSetRelaxBlockLayout(j->limits,
                                           j->options.relax_block_layout);
    spvValidatorOptionsSetUniformBufferStandardLayout(
        j->limits, j->options.uniform_buffer_standard_layout);
    spvValidatorOptionsSetScalarBlockLayout(j->limits,
                                            j->options.scalar_block_layout);
    spvValidatorOptionsSetWorkgroupScalarBlockLayout(
        j->limits, j->options.workgroup_scalar_block_layout);
    spvValidatorOptionsSetSkipBlockLayout(j->limits,
                                          j->options.skip_block_layout);
    spvValidatorOptionsSetAllowLocalSizeId(j->limits,
                                           j->options.allow_localsizeid);
    spvValidatorOptionsSetBeforeHlslLegalization(
        j->limits, j->options.before_hlsl_legalization);
    if (spvValidatorOptionsSetAllowOffsetTextureOperand)
        spvValidatorOptionsSetAllowOffsetTextureOperand(
            j->limits, j->options.allow_offset_texture_operand);
    if (spvValidatorOptionsSetAllowVulkan32BitBitwise)
        spvValidatorOptionsSetAllowVulkan32BitBitwise(
            j->limits, j->options.allow_vulkan_32_bit_bitwise);
}

/* Of the reported instructions, those that can be replaced. They come in
 * ascending order, one that broke several rules several times. */
static gac_result take_faulty(judge *j, const gac_core_rules_options *given)
{
    for (uint32_t i = 0; i < given->n_faulty; i++) {
        uint32_t ordinal = given->faulty[i];
        if (gac_core_module_can_replace(j->m, ordinal)
            && (j->faulty.n == 0 || j->faulty.items[j->faulty.n - 1] != ordinal)
            && !GAC__VEC_PUSH(&j->m->context->allocator, &j->faulty, ordinal))
            return GAC_ERR_MEMORY;
    }
    j->options.n_faulty = (uint32_t)j->faulty.n;
    return GAC_OK;
}

gac_result gac_check_core_rules(const gac_module *module,
                                const gac_core_rules_options *options,
                                gac_validate_counts *counts_out)
{
    spv_target_env env;
    if (!module)
        return GAC_ERR_ARGUMENT;
    judge j = {.m = module};
    if (!gac__read_options(&j.options, sizeof j.options, options)
        || !parse_env(j.options.target_env ? j.options.target_env : "spv1.6",
                      &env))
        return GAC_ERR_ARGUMENT;
    gac_core_rules_options given = j.options;
    gac_result result = take_faulty(&j, &given);
    j.context = spvContextCreate(env);
    j.limits = spvValidatorOptionsCreate();
    if (j.context && j.limits) {
        set_limits(&j);
        if (result == GAC_OK)
            result = judge_all(&j);
    } else {
        result = GAC_ERR_MEMORY;
    }
    spvValidatorOptionsDestroy(j.limits);
    spvContextDestroy(j.context);
    GAC__VEC_FREE(&module->context->allocator, &j.faulty);
    GAC__VEC_FREE(&module->context->allocator, &j.newer);
    if (counts_out)
        *counts_out = j.counts;
    if (result != GAC_OK)
        return result;
    return j.counts.errors ? GAC_ERR_INVALID : GAC_OK;
}
