/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The core's copies, waits and prefetches x every wrong kind of operand. */

/* For each instruction a table of operands, from the SPIR-V specification: what
 * is right under each addressing model, and what is wrong. Each wrong value is
 * put into an instruction that is right otherwise, and must give exactly one
 * error, of the instruction's rule, that names the operand. */
#include <gac/core_rules.h>
#include <gac/validate.h>

#include "module_builder.h"

enum { MAX_VALUES = 24, OPENCL_PREFETCH = 185 };

#define V(type) VALUE_OF(TYPE_##type)
#define U(type) VALUE_OF(UNTYPED_##type)

/* Values of an operand; lists end with 0. */
typedef struct operand_row {
    const char *name;
    uint32_t good[2][6]; /* under Physical32, Physical64 */
    uint32_t wrong[2][MAX_VALUES];
} operand_row;

#define BOTH(...)                                                              \
    {                                                                          \
        {__VA_ARGS__},                                                         \
        {                                                                      \
            __VA_ARGS__                                                        \
        }                                                                      \
    }
#define NOT_VALUES ID_UNDEFINED, TYPE_I32, ID_LABEL, ID_FUNCTION, ID_STRING

#define SCOPE_ROW                                                              \
    {                                                                          \
        "Execution", BOTH(CONST_I32_2, SPEC_I32, V(I32)),                      \
            BOTH(CONST_I32_3, CONST_I32_4, CONST_I32_0, NULL_I32, CONST_I64_2, \
                 CONST_F32, V(I64), V(F32), NULL_EVENT, NOT_VALUES)            \
    }
#define COUNT_ROW(name)                                                        \
    {                                                                          \
        name,                                                                  \
            {{V(I32), CONST_I32_4, SPEC_I32},                                  \
             {V(I64), CONST_I64_4, SPEC_I64}},                                 \
        {                                                                      \
            {V(I64),   V(I16),    V(I8),      V(BOOL),   V(F32),               \
             V(V2I32), V(GLOBAL), NULL_EVENT, NOT_VALUES},                     \
            {                                                                  \
                V(I32), V(I16), V(I8), V(BOOL), V(F32), V(V2I64), V(GLOBAL),   \
                    NULL_EVENT, NOT_VALUES                                     \
            }                                                                  \
        }                                                                      \
    }
#define EVENT_ROW                                                              \
    {                                                                          \
        "Event", BOTH(NULL_EVENT, V(EVENT)),                                   \
            BOTH(V(I32), V(I64), V(EVENT_PTR), V(EVENTS), V(GLOBAL),           \
                 NOT_VALUES)                                                   \
    }

typedef struct instruction_row {
    const char *what, *rule;
    uint32_t opcode, number; /* of OpenCL.std's instruction */
    bool untyped, no_result;
    uint32_t n;
    operand_row operands[7];
} instruction_row;

static const instruction_row rows[] = {
    {"copy to local",
     "core-async-copy",
     SpvOpGroupAsyncCopy,
     0,
     false,
     false,
     6,
     {SCOPE_ROW,
      {"Destination", BOTH(V(LOCAL)),
       BOTH(V(GENERIC), V(FUNCTION_PTR), V(CONSTANT_PTR), V(I32), V(F32),
            NULL_EVENT, V(EVENT_PTR), NOT_VALUES)},
      {"Source", BOTH(V(GLOBAL)),
       BOTH(V(LOCAL), V(GENERIC), V(FUNCTION_PTR), V(CONSTANT_PTR), V(I64),
            V(GLOBAL_I32), V(GLOBAL_STRUCT), V(GLOBAL_BOOL), V(GLOBAL_V3),
            NOT_VALUES)},
      COUNT_ROW("Num Elements"),
      COUNT_ROW("Stride"),
      EVENT_ROW}},
    {"copy to global",
     "core-async-copy",
     SpvOpGroupAsyncCopy,
     0,
     false,
     false,
     6,
     {SCOPE_ROW,
      {"Destination", BOTH(V(GLOBAL)),
       BOTH(V(GENERIC), V(FUNCTION_PTR), V(CONSTANT_PTR), V(I32), NOT_VALUES)},
      {"Source", BOTH(V(LOCAL)),
       BOTH(V(GLOBAL), V(GENERIC), V(FUNCTION_PTR), V(CONSTANT_PTR),
            V(LOCAL_V3), V(LOCAL_ARRAY), V(LOCAL_STRUCT), V(LOCAL_BOOL),
            V(LOCAL_EVENT_PTR), NOT_VALUES)},
      COUNT_ROW("Num Elements"),
      COUNT_ROW("Stride"),
      EVENT_ROW}},
    {"copy of vec3",
     "core-async-copy",
     SpvOpGroupAsyncCopy,
     0,
     false,
     false,
     6,
     {SCOPE_ROW,
      {"Destination", BOTH(V(LOCAL_V3)), BOTH(NULL_EVENT)},
      {"Source", BOTH(V(GLOBAL_V3)), BOTH(V(GLOBAL), V(GLOBAL_I32))},
      COUNT_ROW("Num Elements"),
      COUNT_ROW("Stride"),
      EVENT_ROW}},
    {"wait",
     "core-wait-events",
     SpvOpGroupWaitEvents,
     0,
     false,
     true,
     3,
     {SCOPE_ROW,
      {"Num Events", BOTH(V(I32), CONST_I32_4, SPEC_I32),
       BOTH(V(I64), V(I16), CONST_I64_4, V(F32), V(BOOL), V(V2I32),
            V(EVENT_PTR), NOT_VALUES)},
      {"Events List", BOTH(V(EVENT_PTR), V(EVENTS_PTR), V(LOCAL_EVENT_PTR)),
       BOTH(V(EVENT), NULL_EVENT, V(EVENTS), V(GLOBAL), V(LOCAL_ARRAY), V(I32),
            NOT_VALUES)}}},
    {"untyped copy to local",
     "untyped-async-copy",
     4434,
     0,
     true,
     false,
     7,
     {SCOPE_ROW,
      {"Destination", BOTH(U(LOCAL)),
       BOTH(U(FUNCTION), V(LOCAL), V(I32), NULL_EVENT, NOT_VALUES)},
      {"Source", BOTH(U(GLOBAL)),
       BOTH(U(FUNCTION), U(LOCAL), V(GLOBAL), V(I32), NOT_VALUES)},
      {"Element Num Bytes", BOTH(CONST_I32_4, CONST_I64_4, SPEC_I32),
       BOTH(CONST_I32_0, NULL_I32, V(I32), UNDEF_I32, CONST_F32, CONST_TRUE,
            NOT_VALUES)},
      COUNT_ROW("Num Elements"),
      COUNT_ROW("Stride"),
      EVENT_ROW}},
    {"untyped copy to global",
     "untyped-async-copy",
     4434,
     0,
     true,
     false,
     7,
     {SCOPE_ROW,
      {"Destination", BOTH(U(GLOBAL)), BOTH(U(FUNCTION), V(GLOBAL))},
      {"Source", BOTH(U(LOCAL)), BOTH(U(FUNCTION), U(GLOBAL), V(LOCAL))},
      {"Element Num Bytes", BOTH(CONST_I32_4), BOTH(CONST_I32_0)},
      COUNT_ROW("Num Elements"),
      COUNT_ROW("Stride"),
      EVENT_ROW}},
    {"untyped prefetch",
     "untyped-prefetch",
     4426,
     0,
     true,
     true,
     2,
     {{"Pointer Type", BOTH(U(GLOBAL)),
       BOTH(U(LOCAL), U(FUNCTION), V(GLOBAL), V(I32), NULL_EVENT, NOT_VALUES)},
      COUNT_ROW("Num Bytes")}},
    {"prefetch",
     "prefetch",
     SpvOpExtInst,
     OPENCL_PREFETCH,
     false,
     false,
     2,
     {{"ptr", BOTH(V(GLOBAL), V(GLOBAL_I32), V(GLOBAL_V3)),
       BOTH(V(LOCAL), V(FUNCTION_PTR), V(GENERIC), V(I32), V(F32), NULL_EVENT,
            NOT_VALUES)},
      COUNT_ROW("num elements")}},
};

/* -- running --------------------------------------------------------------- */

typedef struct found {
    size_t n;
    char rule[40], operand[40], message[300];
} found;

static unsigned passed, failed;

static void collect(void *user, const gac_diagnostic *d)
{
    found *f = user;
    if (d->severity != GAC_SEVERITY_ERROR)
        return;
    f->n++;
    snprintf(f->rule, sizeof f->rule, "%s", d->rule);
    snprintf(f->operand, sizeof f->operand, "%s", d->operand ? d->operand : "");
    snprintf(f->message, sizeof f->message, "%s", d->message);
}

/* The instruction under test stands right behind the second label. */
static uint32_t tested_ordinal(const built_module *b)
{
    uint32_t ordinal = 1, label = 0;
    for (size_t at = 5; at < b->n; at += b->words[at] >> 16, ordinal++)
        if ((b->words[at] & 0xffff) == SpvOpLabel)
            label = ordinal;
    return label + 1;
}

static void try_plan(const module_plan *plan, found *f)
{
    built_module b;
    gac_context *context = NULL;
    gac_module *module = NULL;
    gac_context_options options = {
        .size = sizeof options, .diagnostic = collect, .diagnostic_user = f};
    memset(f, 0, sizeof *f);
    build_module(plan, &b);
    if (gac_context_create(&options, &context) != GAC_OK)
        abort();
    gac_module_parse(context, b.words, b.n * 4, NULL, &module);
    if (module) {
        uint32_t ordinal = tested_ordinal(&b);
        gac_validate(module, NULL, NULL);
        gac_core_rules_options core = {
            .size = sizeof core, .faulty = &ordinal, .n_faulty = f->n ? 1 : 0};
        gac_check_core_rules(module, &core, NULL);
    }
    gac_module_destroy(module);
    gac_context_destroy(context);
}

static void expect(const module_plan *plan, const instruction_row *row,
                   const char *operand, uint32_t id, const char *rule)
{
    found f;
    try_plan(plan, &f);
    if (rule ? f.n == 1 && !strcmp(f.rule, rule) && !strcmp(f.operand, operand)
             : f.n == 0) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL: %s, model %u, %s = %%%u: expected %s, found %zu: %s(%s) %s\n",
           row->what, plan->addressing_model, operand, id,
           rule ? rule : "nothing", f.n, f.rule, f.operand, f.message);
}

static module_plan base_plan(const instruction_row *row, int model)
{
    module_plan plan = {
        .version = 0x00010600,
        .addressing_model =
            model ? SpvAddressingModelPhysical64 : SpvAddressingModelPhysical32,
        .import_name = "Codeplay.GroupAsyncCopies",
        .second_import = "OpenCL.std",
        .untyped = row->untyped,
        .no_result = row->no_result,
        .from_second = row->opcode == SpvOpExtInst,
        .opcode = row->opcode,
        .number = row->number,
        .result_type = row->opcode == SpvOpExtInst ? TYPE_VOID : TYPE_EVENT,
        .n_operands = row->n};
    for (uint32_t i = 0; i < row->n; i++)
        plan.operands[i] = row->operands[i].good[model][0];
    return plan;
}

static void wrong_results(const instruction_row *row, int model)
{
    static const uint32_t types[] = {TYPE_VOID,   TYPE_BOOL,      TYPE_I32,
                                     TYPE_EVENTS, TYPE_EVENT_PTR, ID_UNDEFINED,
                                     ID_LABEL};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        module_plan plan = base_plan(row, model);
        plan.result_type = types[i];
        expect(&plan, row, "Result Type", types[i], row->rule);
    }
}

static void all_cases(const instruction_row *row, int model)
{
    for (uint32_t i = 0; i < row->n; i++) {
        const operand_row *o = &row->operands[i];
        for (size_t k = 0; o->good[model][k]; k++) {
            module_plan plan = base_plan(row, model);
            plan.operands[i] = o->good[model][k];
            expect(&plan, row, o->name, o->good[model][k], NULL);
        }
        for (size_t k = 0; o->wrong[model][k]; k++) {
            module_plan plan = base_plan(row, model);
            plan.operands[i] = o->wrong[model][k];
            expect(&plan, row, o->name, o->wrong[model][k], row->rule);
        }
    }
    if (!row->no_result && row->opcode != SpvOpExtInst)
        wrong_results(row, model);
}

/* A destination that is wrong leaves the source either storage class, and a
 * pointee that is wrong on both sides is one fault. */
static void consequences(void)
{
    const instruction_row *row = &rows[0];
    static const uint32_t both[][2] = {
        {V(GENERIC), V(LOCAL)},
        {V(GENERIC), V(GLOBAL)},
        {V(LOCAL_STRUCT), V(GLOBAL_STRUCT)},
        {V(LOCAL_BOOL), V(GLOBAL_BOOL)},
        {V(LOCAL_STRUCT), V(GLOBAL)},
    };
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        module_plan plan = base_plan(row, 1);
        plan.operands[1] = both[i][0];
        plan.operands[2] = both[i][1];
        expect(&plan, row, "Destination", both[i][0], "core-async-copy");
    }
}

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int model = 0; model < 2; model++)
            all_cases(&rows[i], model);
    consequences();
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0 || passed == 0;
}
