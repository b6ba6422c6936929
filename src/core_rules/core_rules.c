/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs SPIRV-Tools' validator on equivalent core modules. */

/* SPIRV-Tools stop at their first error. To find all errors, the faulty
 * instruction is replaced by an undefined value of its type, and the module is
 * validated again, until it passes, the instruction cannot be replaced (a type,
 * a branch), or there are enough errors. A replaced instruction causes no
 * errors in others, as its result has the same type. */
#include <stdio.h>

#include <gac/rewrite.h>

#include "core_rules/core_rules_internal.h"
#include "module/reports.h"
#include "module/types.h"

/* An iteration validates the whole module. These limits keep the time of all
 * iterations to seconds. */
#define MAX_ITERATIONS 100
#define MAX_WORDS ((uint64_t)2 << 20)
#define MAX_EXTENSIONS 16u

typedef struct validation {
    const gac_module *m;
    gac_core_rules_options options;
    gac__words faulty; /* ordinals of instructions that are replaced, those of
                          the options first */
    gac__words newer;  /* ordinals of instructions that are not shown to
                          SPIRV-Tools */
    char extensions[MAX_EXTENSIONS][GAC__MAX_EXTENSION]; /* to be added */
    uint32_t n_extensions;
    uint32_t mends;                     /* a bit for each gac__mending of the
                                           whole module that is in use */
    const gac__producer_fault *pending; /* a fault that is reported if the next
                                           iteration shows it mended */
    uint32_t pending_at;                /* the ordinal of `pending` */
    gac_validate_counts counts;
    uint64_t seen[MAX_ITERATIONS]; /* hashes of messages about missing ids */
    uint32_t n_seen;
    spv_context context;
    spv_validator_options limits;
    gac__core_cost cost;
    gac_result stopped; /* why SPIRV-Tools were stopped; OK: they were not */
} validation;

/* -- target environments --------------------------------------------------- */

/* Finds an environment. SPIRV-Tools accept any text that begins with a name;
 * only whole names that gac knows are accepted here. An environment that
 * SPIRV-Tools do not know is checked as vulkan1.3. */
static bool parse_env(const char *name, spv_target_env *env_out)
{
    return gac_target_env_known(name)
           && (spvParseTargetEnv(name, env_out)
               || spvParseTargetEnv("vulkan1.3", env_out));
}

/* -- messages -------------------------------------------------------------- */

/* Whether a mending of the whole module is in use. */
static bool mends(const validation *v, gac__mending mending)
{
    return v->mends >> mending & 1;
}

/* Options that Debian's SPIRV-Tools lack. */
void spvValidatorOptionsSetAllowOffsetTextureOperand(spv_validator_options,
                                                     bool)
    __attribute__((__weak__));
void spvValidatorOptionsSetAllowVulkan32BitBitwise(spv_validator_options, bool)
    __attribute__((__weak__));

/* Whether an extension or an option that SPIRV-Tools may lack allows what they
 * report. */
static bool is_allowed(const validation *v, const char *message)
{
    const gac_core_rules_options *o = &v->options;
    return gac__core_is_relaxed(v->m, message)
           || (o->allow_offset_texture_operand
               && strstr(message, "Image Operand Offset can only be used with"))
           || (o->allow_vulkan_32_bit_bitwise
               && strstr(message, "Expected 32-bit int type for Base operand"));
}

/* Makes a message one line, and cuts off the instruction that SPIRV-Tools
 * append. */
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

/* Replaces an opcode's name in a message: SPIRV-Tools were shown OpAccessChain
 * where the module has OpUntypedAccessChainKHR. */
static void name_untyped(const gac__inst *inst, const char *message, char *out,
                         size_t size)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    char seen[64] = "";
    const char *at = NULL;
    snprintf(out, size, "%.*s", (int)size - 1, message); /* may be cut */
    if (!row || strncmp(row->name, "OpUntyped", 9) != 0)
        return;
    snprintf(seen, sizeof seen, "Op%.*s", (int)strcspn(row->name + 9, "K"),
             row->name + 9);
    at = strstr(message, seen);
    if (at && strlen(seen) > 2)
        snprintf(out, size, "%.*s%s%s", (int)(at - message), message, row->name,
                 at + strlen(seen));
}

/* Reports an error in an instruction; `ordinal` 0: in the module. `hint` NULL:
 * the rule's. */
static void report(validation *v, uint32_t ordinal, const char *message,
                   const char *hint)
{
    if (ordinal == 0) {
        gac__diag_report(v->m->context, GAC__RULE_core, GAC_NO_OFFSET, "%s",
                         message);
    } else {
        gac__inst inst = gac__module_inst(v->m, ordinal - 1);
        char text[1024];
        name_untyped(&inst, message, text, sizeof text);
        gac_diagnostic d = {.severity = GAC_SEVERITY_ERROR,
                            .rule = gac_rule_at(GAC__RULE_core)->name,
                            .operand_word = -1,
                            .hint =
                                hint ? hint : gac__rule_hint(GAC__RULE_core)};
        gac__module_emit(v->m, &d, &inst, text);
    }
    v->counts.errors++;
}

/* -- consequences of errors ------------------------------------------------ */

/* Visits operands. False: one is the result of an instruction that the options
 * list as faulty and whose Result Type is no event. The equivalent module may
 * give it another type, so that its user is not at fault if types differ. */
static bool is_untainted(void *user, const gac__inst *inst,
                         const gac__operand_row *row, uint32_t word, uint32_t n)
{
    const validation *v = user;
    (void)n;
    gac__inst def;
    if (!gac__row_is_id(row) || !gac__module_def(v->m, inst->words[word], &def)
        || gac__module_type(v->m, def.type_id).kind == GAC__TYPE_EVENT)
        return true;
    for (uint32_t i = 0; i < v->options.n_faulty; i++)
        if (v->faulty.items[i] == def.ordinal + 1)
            return false;
    return true;
}

/* Whether a message is about a missing id that has been reported before: each
 * is reported once, however many uses it has. */
static bool is_seen(validation *v, const char *message)
{
    if (strncmp(message, "ID '", 4) != 0)
        return false;
    uint64_t hash = gac__hash_bytes(message, strlen(message), 0);
    for (uint32_t i = 0; i < v->n_seen; i++)
        if (v->seen[i] == hash)
            return true;
    if (v->n_seen < MAX_ITERATIONS)
        v->seen[v->n_seen++] = hash;
    return false;
}

/* Whether an error follows from another one. At the end SPIRV-Tools list
 * missing ids once more, without an instruction. */
static bool is_consequence(validation *v, uint32_t ordinal, const char *message)
{
    if (ordinal == 0)
        return v->counts.errors > 0
               || (v->faulty.n > 0 && strstr(message, "forward referenced"));
    if (is_seen(v, message))
        return true;
    gac__inst inst = gac__module_inst(v->m, ordinal - 1);
    return !gac__module_visit_operands(v->m, &inst, is_untainted, v);
}

static bool is_listed(const gac__words *list, uint32_t ordinal)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->items[i] == ordinal)
            return true;
    return false;
}

/* -- one validation -------------------------------------------------------- */

static bool knows_opcode(void *user, uint32_t opcode)
{
    (void)user;
    /* SPIRV-Tools require these in blocks, but SPV_INTEL_memory_access_aliasing
     * has them outside of functions. */
    if (opcode >= SpvOpAliasDomainDeclINTEL
        && opcode <= SpvOpAliasScopeListDeclINTEL)
        return false;
    return !gac__grammar_is_supplement(opcode)
           || strcmp(spvOpcodeString(opcode), "unknown") != 0;
}

/* Sets the limit of the id bound so that ids which the equivalent module adds
 * do not count. The parser has checked the module's own bound. */
static void set_id_bound(const validation *v, const uint32_t *words)
{
    uint32_t limit = v->options.limits[GAC_CORE_LIMIT_ID_BOUND];
    if (limit == 0)
        limit = v->m->context->max_id_bound;
    uint64_t shifted = (uint64_t)limit + words[3] - v->m->bound;
    spvValidatorOptionsSetUniversalLimit(
        v->limits, spv_validator_limit_max_id_bound,
        (uint32_t)GAC__MIN(shifted, (uint64_t)UINT32_MAX));
}

/* One call of SPIRV-Tools. A guard may run it in another process, so that no
 * result is a pointer. */
typedef struct tools_call {
    const validation *v;
    spv_const_binary_t *binary;
    spv_result_t verdict;
    bool said;      /* SPIRV-Tools gave a message */
    uint32_t index; /* of the instruction that the message is about */
    char message[4096];
} tools_call;

static void call_tools(void *argument)
{
    tools_call *call = argument;
    spv_diagnostic d = NULL;
    call->verdict = spvValidateWithOptions(call->v->context, call->v->limits,
                                           call->binary, &d);
    if (d) {
        call->said = true;
        call->index = (uint32_t)d->position.index;
        snprintf(call->message, sizeof call->message, "%s", d->error);
    }
    spvDiagnosticDestroy(d);
}

/* Calls SPIRV-Tools, under the caller's guard if there is one. */
static gac_result call_guarded(const validation *v, tools_call *call)
{
    const gac_core_rules_options *o = &v->options;
    if (o->guard)
        return o->guard(o->guard_user, call_tools, call, sizeof *call);
    call_tools(call);
    return GAC_OK;
}

static void report_stop(validation *v)
{
    bool memory = v->stopped == GAC_ERR_MEMORY;
    bool late = v->stopped == GAC_ERR_TIMEOUT;
    gac__diag_report(v->m->context,
                     memory || late ? GAC__RULE_limit : GAC__RULE_core,
                     GAC_NO_OFFSET,
                     "SPIRV-Tools' validator %s this module, which has not "
                     "been checked against all core rules",
                     memory ? "needs more memory than the limit leaves it for"
                     : late ? "takes too long over"
                            : "crashed on");
    v->counts.errors++;
}

/* Adds an extension; false: it is there, or there are too many. */
static bool add_extension(validation *v, const char *name)
{
    for (uint32_t i = 0; i < v->n_extensions; i++)
        if (!strcmp(v->extensions[i], name))
            return false;
    if (v->n_extensions == MAX_EXTENSIONS)
        return false;
    snprintf(v->extensions[v->n_extensions++], GAC__MAX_EXTENSION, "%s", name);
    return true;
}

static void report_producer(validation *v, const gac__producer_fault *fault,
                            const gac__inst *inst, const char *message)
{
    gac__module_report(
        v->m, GAC__RULE_producer_quirk, GAC_SEVERITY_WARNING, inst, NULL, -1,
        "%s%s", fault->said ? fault->said : message,
        fault->said ? ""
                    : ". What is written for debuggers is checked "
                      "no more");
    v->counts.warnings++;
}

/* Reports all instructions with a fault, and has them replaced if it is mended
 * so. */
static gac_result report_all(validation *v, const gac__producer_fault *fault)
{
    GAC__EACH_MODULE_INST(v->m, inst, v->m->first_function, v->m->n_insts) {
        if (!fault->is_at(v->m, &inst))
            continue;
        report_producer(v, fault, &inst, NULL);
        if (fault->mending == GAC__MENDING_REPLACE)
            GAC__TRY(gac__core_list(v->m, &v->faulty, inst.ordinal + 1));
    }
    return GAC_OK;
}

/* Reports the pending fault if another order of blocks has mended it:
 * SPIRV-Tools' next error is in another instruction than `pending_at`. */
static void report_pending(validation *v, uint32_t ordinal)
{
    if (v->pending && ordinal != v->pending_at) {
        gac__inst inst = gac__module_inst(v->m, v->pending_at - 1);
        report_producer(v, v->pending, &inst, NULL);
    }
    v->pending = NULL;
}

/* Returns the hint for an error that would be a warning if producers' faults
 * were tolerated; NULL: the error is no such fault. */
static const char *hint_of(const validation *v, uint32_t ordinal,
                           const char *message)
{
    if (v->options.tolerate_producers || ordinal == 0)
        return NULL;
    gac__inst inst = gac__module_inst(v->m, ordinal - 1);
    return gac__core_producer_fault(v->m, &inst, message) ? GAC__PRODUCER_HINT
                                                          : NULL;
}

/* Turns an error into a warning if it is a known producer's fault whose mending
 * is not in use yet. */
static gac_result tolerate(validation *v, uint32_t ordinal, char *message,
                           bool *tolerated_out)
{
    *tolerated_out = false;
    if (!v->options.tolerate_producers || ordinal == 0)
        return GAC_OK;
    gac__inst inst = gac__module_inst(v->m, ordinal - 1);
    const gac__producer_fault *fault =
        gac__core_producer_fault(v->m, &inst, message);
    if (!fault || mends(v, fault->mending))
        return GAC_OK;
    *tolerated_out = true;
    if (fault->mending >= GAC__MENDING_ORDER)
        v->mends |= 1u << fault->mending;
    switch (fault->mending) {
    case GAC__MENDING_ORDER:
        v->pending = fault;
        v->pending_at = ordinal;
        return GAC_OK;
    case GAC__MENDING_INTERFACES:
        report_producer(v, fault, &inst, NULL);
        return GAC_OK;
    case GAC__MENDING_VARIABLES:
    case GAC__MENDING_REPLACE: return report_all(v, fault);
    default:
        clean_message(message);
        report_producer(v, fault, &inst, message);
        return gac__core_list(v->m, &v->newer, ordinal);
    }
}

/* Decides what SPIRV-Tools' error means for the module: an extension to add, an
 * instruction to hide from them, a fault to tolerate, or an error to report. */
static gac_result take_verdict(validation *v, const gac_core_module *core,
                               tools_call *call, bool *again_out)
{
    uint32_t ordinal = gac_core_module_origin(core, call->index);
    char *message = call->message;
    char extension[GAC__MAX_EXTENSION];
    report_pending(v, ordinal);
    if (gac__core_lacks_extension(v->m, ordinal, message, extension)
        && add_extension(v, extension)) {
        *again_out = true;
        return GAC_OK;
    }
    if (!is_listed(&v->newer, ordinal)
        && gac__core_is_newer(v->m, ordinal, message)) {
        *again_out = true;
        return gac__core_add_newer(v->m, ordinal, &v->newer);
    }
    if (!is_listed(&v->newer, ordinal) && !is_listed(&v->faulty, ordinal)) {
        gac_result result = tolerate(v, ordinal, message, again_out);
        if (*again_out)
            return result;
    }
    /* The instruction is replaced: the error is the replacement's. */
    if (ordinal != 0 && is_listed(&v->faulty, ordinal))
        return GAC_OK;
    const char *hint = hint_of(v, ordinal, message);
    clean_message(message);
    if (!is_allowed(v, message) && !is_consequence(v, ordinal, message))
        report(v, ordinal, message, hint);
    *again_out = gac_core_module_can_replace(v->m, ordinal);
    return *again_out ? gac__core_list(v->m, &v->faulty, ordinal) : GAC_OK;
}

/* Validates the module once. `*again_out`: another validation may find more. */
static gac_result validate_once(validation *v, bool *again_out)
{
    gac_core_module *core = NULL;
    const char *extensions[MAX_EXTENSIONS];
    uint32_t unknown = 0;
    *again_out = false;
    for (uint32_t i = 0; i < v->n_extensions; i++)
        extensions[i] = v->extensions[i];
    gac_result result = gac_core_module_create(
        v->m,
        &(gac_core_module_options){
            .size = sizeof(gac_core_module_options),
            .faulty = v->faulty.items,
            .n_faulty = (uint32_t)v->faulty.n,
            .knows_opcode = knows_opcode,
            .dropped = v->newer.items,
            .n_dropped = (uint32_t)v->newer.n,
            .plain_names = v->cost.plain_names,
            .extensions = extensions,
            .n_extensions = v->n_extensions,
            .by_dominance = mends(v, GAC__MENDING_ORDER),
            .variables_first = mends(v, GAC__MENDING_VARIABLES),
            .all_interfaces = mends(v, GAC__MENDING_INTERFACES)},
        &unknown, &core);
    if (result == GAC_ERR_UNSUPPORTED)
        return GAC_OK; /* such a module is checked by gac's rules alone */
    if (result != GAC_OK)
        return result;

    size_t n_words;
    const uint32_t *words = gac_core_module_words(core, &n_words);
    spv_const_binary_t binary = {words, n_words};
    tools_call call = {.v = v, .binary = &binary};
    set_id_bound(v, words);
    v->stopped = call_guarded(v, &call);
    if (v->stopped != GAC_OK)
        report_stop(v);
    else if (call.verdict < 0 && call.said)
        result = take_verdict(v, core, &call, again_out);
    gac_core_module_destroy(core);
    return result;
}

/* -- all iterations -------------------------------------------------------- */

static void note_rest(const validation *v)
{
    gac__diag_emit(
        v->m->context,
        &(gac_diagnostic){.severity = GAC_SEVERITY_NOTE,
                          .rule = gac_rule_at(GAC__RULE_limit)->name,
                          .message = "There may be more errors against the "
                                     "core rules, which show when these are "
                                     "mended",
                          .word_offset = GAC_NO_OFFSET,
                          .operand_word = -1});
}

static gac_result validate_all(validation *v)
{
    bool again = true;
    GAC__TRY(gac__core_weigh(v->m, &v->cost));
    if (v->cost.refused) {
        v->counts.errors++;
        return GAC_OK;
    }
    GAC__TRY(gac__core_prefilter(v->m, &v->faulty, &v->counts.errors));
    uint64_t max_iterations =
        GAC__MIN(MAX_WORDS / v->m->n_words + 1, (uint64_t)MAX_ITERATIONS);
    gac__watch watch = gac__context_watch(v->m->context);
    for (uint64_t n = 0; again && n < max_iterations; n++) {
        watch.left = 0; /* reads the clock before each validation */
        if (!gac__watch_on(&watch, 1)) {
            v->stopped = watch.result;
            gac__context_tell_late(v->m->context, watch.result, "checked");
            return watch.result;
        }
        GAC__TRY(validate_once(v, &again));
        if (v->options.max_errors && v->counts.errors >= v->options.max_errors)
            return GAC_OK;
    }
    report_pending(v, 0);
    if (again)
        note_rest(v);
    return GAC_OK;
}

/* -- set-up ---------------------------------------------------------------- */

static void set_limits(validation *v)
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
    const gac_core_rules_options *o = &v->options;
    for (size_t i = 0; i < GAC_CORE_LIMIT_COUNT; i++)
        if (o->limits[i])
            spvValidatorOptionsSetUniversalLimit(v->limits, kinds[i],
                                                 o->limits[i]);
    const struct {
        void (*set)(spv_validator_options,
                    bool); /* NULL: SPIRV-Tools lack it */
        bool on;
    } switches[] = {
        {spvValidatorOptionsSetRelaxLogicalPointer, o->relax_logical_pointer},
        {spvValidatorOptionsSetRelaxStoreStruct, o->relax_struct_store},
        {spvValidatorOptionsSetRelaxBlockLayout, o->relax_block_layout},
        {spvValidatorOptionsSetUniformBufferStandardLayout,
         o->uniform_buffer_standard_layout},
        {spvValidatorOptionsSetScalarBlockLayout, o->scalar_block_layout},
        {spvValidatorOptionsSetWorkgroupScalarBlockLayout,
         o->workgroup_scalar_block_layout},
        {spvValidatorOptionsSetSkipBlockLayout, o->skip_block_layout},
        {spvValidatorOptionsSetAllowLocalSizeId, o->allow_localsizeid},
        {spvValidatorOptionsSetBeforeHlslLegalization,
         o->before_hlsl_legalization},
        {spvValidatorOptionsSetAllowOffsetTextureOperand,
         o->allow_offset_texture_operand},
        {spvValidatorOptionsSetAllowVulkan32BitBitwise,
         o->allow_vulkan_32_bit_bitwise},
    };
    for (size_t i = 0; i < GAC__COUNT_OF(switches); i++)
        if (switches[i].set)
            switches[i].set(v->limits, switches[i].on);
}

/* Takes over the instructions that the options list as faulty and that can be
 * replaced. The list ascends; an instruction with several errors is in it
 * several times. */
static gac_result take_faulty(validation *v)
{
    for (uint32_t i = 0; i < v->options.n_faulty; i++) {
        uint32_t ordinal = v->options.faulty[i];
        if (gac_core_module_can_replace(v->m, ordinal)
            && (v->faulty.n == 0
                || v->faulty.items[v->faulty.n - 1] != ordinal))
            GAC__TRY(gac__core_list(v->m, &v->faulty, ordinal));
    }
    v->options.n_faulty = (uint32_t)v->faulty.n;
    return GAC_OK;
}

gac_result gac_check_core_rules(const gac_module *module,
                                const gac_core_rules_options *options,
                                gac_validate_counts *counts_out)
{
    spv_target_env env;
    if (!module)
        return GAC_ERR_ARGUMENT;
    validation v = {.m = module};
    if (!gac__read_options(&v.options, sizeof v.options, options)
        || !parse_env(v.options.target_env ? v.options.target_env : "spv1.6",
                      &env))
        return GAC_ERR_ARGUMENT;
    gac_result result = take_faulty(&v);
    v.context = spvContextCreate(env);
    v.limits = spvValidatorOptionsCreate();
    if (v.context && v.limits) {
        set_limits(&v);
        if (result == GAC_OK)
            result = validate_all(&v);
    } else {
        result = GAC_ERR_MEMORY;
    }
    spvValidatorOptionsDestroy(v.limits);
    spvContextDestroy(v.context);
    GAC__VEC_FREE(&module->context->allocator, &v.faulty);
    GAC__VEC_FREE(&module->context->allocator, &v.newer);
    if (counts_out)
        *counts_out = v.counts;
    if (result != GAC_OK)
        return result;
    return v.counts.errors ? GAC_ERR_INVALID : GAC_OK;
}
