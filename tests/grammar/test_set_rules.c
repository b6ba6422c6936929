/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Every operand of every instruction of the set x every wrong kind. */

/* The JSON grammar gives instructions, operands and their names; the
 * specification gives what each operand must be: Destination and Source are
 * pointers, Event is an event, everything else an integer of the addressing
 * model's width. From these the test derives modules, each with one fault (or
 * two in different operands), and expects exactly the one rule (or the two)
 * with the operand's name: from the rules of the set, and nothing more from
 * SPIRV-Tools. Base modules without a fault stay silent. */
#include <gac/core_rules.h>
#include <gac/validate.h>

#include <jansson.h>

#include "module_builder.h"

#define GRAMMAR "grammar/extinst.codeplay.group-async-copies.grammar.json"

enum { MAX_OPERANDS = 32, MAX_FOUND = 16 };

typedef enum operand_kind { SIZE, DESTINATION, SOURCE, EVENT } operand_kind;

typedef struct instruction {
    uint32_t number;
    uint32_t n;
    const char *names[MAX_OPERANDS];
    operand_kind kinds[MAX_OPERANDS];
} instruction;

/* What is varied around every instruction. */
typedef struct setting {
    const instruction *inst;
    bool physical64, to_global;
    const char *import_name;
} setting;

/* A rule, and the operand that it has to name; NULL: any. */
typedef struct expected {
    const char *rule, *operand;
} expected;

typedef struct found {
    size_t n, notes;
    char rules[MAX_FOUND][40], operands[MAX_FOUND][40];
    char messages[MAX_FOUND][200];
    int32_t words[MAX_FOUND]; /* of the operands */
} found;

static unsigned passed, failed;
static bool quick;

/* -- running one case ------------------------------------------------------ */

static void collect(void *user, const gac_diagnostic *d)
{
    found *f = user;
    if (d->severity == GAC_SEVERITY_NOTE)
        f->notes++;
    if (d->severity != GAC_SEVERITY_ERROR || f->n == MAX_FOUND)
        return;
    snprintf(f->rules[f->n], sizeof f->rules[0], "%s", d->rule);
    snprintf(f->operands[f->n], sizeof f->operands[0], "%s",
             d->operand ? d->operand : "");
    f->words[f->n] = d->operand_word;
    snprintf(f->messages[f->n], sizeof f->messages[0], "%s", d->message);
    f->n++;
}

/* The copy's ordinal, so that the core rules know what has been reported. */
static uint32_t copy_ordinal(const built_module *b, uint32_t opcode)
{
    uint32_t ordinal = 1;
    for (size_t at = 5; at < b->n; at += b->words[at] >> 16, ordinal++)
        if ((b->words[at] & 0xffff) == opcode && b->words[at + 3] == ID_IMPORT)
            return ordinal;
    return 0;
}

static void try_plan(const module_plan *plan, bool swapped, found *f)
{
    built_module b;
    gac_context *context = NULL;
    gac_module *module = NULL;
    gac_context_options options = {
        .size = sizeof options, .diagnostic = collect, .diagnostic_user = f};
    gac_parse_options parse = {.size = sizeof parse, .keep_going = true};
    memset(f, 0, sizeof *f);
    build_module(plan, &b);
    uint32_t ordinal = copy_ordinal(&b, plan->opcode);
    if (swapped)
        swap_module(&b);
    if (gac_context_create(&options, &context) != GAC_OK)
        abort();
    gac_module_parse(context, b.words, b.n * 4, &parse, &module);
    if (module) {
        gac_validate(module, NULL, NULL);
        gac_core_rules_options core = {
            .size = sizeof core, .faulty = &ordinal, .n_faulty = f->n ? 1 : 0};
        gac_check_core_rules(module, &core, NULL);
    }
    gac_module_destroy(module);
    gac_context_destroy(context);
}

/* Where the instruction has an operand of this name: behind its opcode, type,
 * result, set and number. */
static int32_t word_of(const setting *s, const char *operand)
{
    if (!strcmp(operand, "Result Type"))
        return 1;
    for (uint32_t i = 0; i < s->inst->n; i++)
        if (!strcmp(operand, s->inst->names[i]))
            return (int32_t)(5 + i);
    return -1;
}

static bool same(const setting *s, const found *f, const expected *wanted,
                 size_t n)
{
    if (f->n != n)
        return false;
    for (size_t i = 0; i < n; i++) {
        const char *operand = wanted[i].operand;
        if (strcmp(f->rules[i], wanted[i].rule) != 0)
            return false;
        if (operand
            && (strcmp(f->operands[i], operand) != 0
                || (word_of(s, operand) >= 0
                    && f->words[i] != word_of(s, operand))))
            return false;
    }
    return true;
}

static void expect(const setting *s, const module_plan *plan, const char *what,
                   const expected *wanted, size_t n)
{
    found f;
    try_plan(plan, (passed & 1) != 0, &f);
    if (same(s, &f, wanted, n)) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL: instruction %u, %s, %s, %s: %s: expected", s->inst->number,
           s->physical64 ? "Physical64" : "Physical32",
           s->to_global ? "to global" : "to local", s->import_name, what);
    for (size_t i = 0; i < n; i++)
        printf(" %s(%s)", wanted[i].rule,
               wanted[i].operand ? wanted[i].operand : "");
    printf(", found");
    for (size_t i = 0; i < f.n; i++)
        printf(" %s(%s) \"%s\"", f.rules[i], f.operands[i], f.messages[i]);
    printf("\n");
}

static void expect_one(const setting *s, const module_plan *plan,
                       const char *what, const char *rule, const char *operand)
{
    expect(s, plan, what, &(expected){rule, operand}, 1);
}

/* -- the base -------------------------------------------------------------- */

static bool is_non_semantic(const setting *s)
{
    return !strncmp(s->import_name, "NonSemantic.", 12);
}

static uint32_t good_value(const setting *s, operand_kind kind)
{
    switch (kind) {
    case DESTINATION: return VALUE_OF(s->to_global ? TYPE_GLOBAL : TYPE_LOCAL);
    case SOURCE: return VALUE_OF(s->to_global ? TYPE_LOCAL : TYPE_GLOBAL);
    case EVENT: return NULL_EVENT;
    default: return VALUE_OF(s->physical64 ? TYPE_I64 : TYPE_I32);
    }
}

static module_plan base_plan(const setting *s)
{
    module_plan plan = {.version = 0x00010600,
                        .addressing_model = s->physical64
                                                ? SpvAddressingModelPhysical64
                                                : SpvAddressingModelPhysical32,
                        .import_name = s->import_name,
                        .opcode = SpvOpExtInst,
                        .result_type = TYPE_EVENT,
                        .number = s->inst->number,
                        .n_operands = s->inst->n};
    for (uint32_t i = 0; i < s->inst->n; i++)
        plan.operands[i] = good_value(s, s->inst->kinds[i]);
    return plan;
}

static void with_operand(const setting *s, uint32_t index, uint32_t id,
                         const char *what, const char *rule)
{
    module_plan plan = base_plan(s);
    plan.operands[index] = id;
    if (rule)
        expect_one(s, &plan, what, rule, s->inst->names[index]);
    else
        expect(s, &plan, what, NULL, 0);
}

/* -- wrong operands -------------------------------------------------------- */

/* Values that are neither scalar integers, nor pointers, nor events. */
static const uint32_t other_types[] = {TYPE_BOOL,   TYPE_F32,    TYPE_F64,
                                       TYPE_V2I32,  TYPE_V2I64,  TYPE_V3F32,
                                       TYPE_STRUCT, TYPE_EVENTS, TYPE_ARRAY};

static void wrong_size(const setting *s, uint32_t i)
{
    static const uint32_t ints[] = {TYPE_I8, TYPE_I16, TYPE_I32, TYPE_I64};
    for (size_t k = 0; k < sizeof ints / sizeof *ints; k++)
        if (ints[k] != (uint32_t)(s->physical64 ? TYPE_I64 : TYPE_I32))
            with_operand(s, i, VALUE_OF(ints[k]), "wrong width",
                         "operand-width");
    for (size_t k = 0; k < sizeof other_types / sizeof *other_types; k++)
        with_operand(s, i, VALUE_OF(other_types[k]), "wrong type",
                     "operand-type");
    with_operand(s, i, VALUE_OF(TYPE_GLOBAL), "a pointer", "operand-type");
    with_operand(s, i, VALUE_OF(TYPE_LOCAL), "a pointer", "operand-type");
    with_operand(s, i, NULL_EVENT, "an event", "operand-type");
    with_operand(s, i, CONST_F32, "a float constant", "operand-type");
    with_operand(s, i, CONST_TRUE, "a bool constant", "operand-type");
    with_operand(s, i, s->physical64 ? CONST_I32_4 : CONST_I64_4,
                 "a constant of wrong width", "operand-width");
    with_operand(s, i, s->physical64 ? SPEC_I32 : SPEC_I64,
                 "a specialization constant of wrong width", "operand-width");
    with_operand(s, i, s->physical64 ? CONST_I64_4 : CONST_I32_4, "a constant",
                 NULL);
    with_operand(s, i, s->physical64 ? SPEC_I64 : SPEC_I32,
                 "a specialization constant", NULL);
    with_operand(s, i, s->physical64 ? UNDEF_I64 : UNDEF_I32,
                 "an undefined value", NULL);
}

static void wrong_pointer(const setting *s, uint32_t i)
{
    static const uint32_t classes[] = {TYPE_FUNCTION_PTR, TYPE_GENERIC,
                                       TYPE_CONSTANT_PTR, TYPE_EVENT_PTR};
    bool destination = s->inst->kinds[i] == DESTINATION;
    const char *pointer_rule =
        destination ? "destination-pointer" : "source-pointer";
    const char *class_rule =
        destination ? "destination-storage-class" : "source-storage-class";
    for (size_t k = 0; k < sizeof other_types / sizeof *other_types; k++)
        with_operand(s, i, VALUE_OF(other_types[k]), "no pointer",
                     pointer_rule);
    with_operand(s, i, VALUE_OF(TYPE_I32), "an integer", pointer_rule);
    with_operand(s, i, VALUE_OF(TYPE_I64), "an integer", pointer_rule);
    with_operand(s, i, NULL_EVENT, "an event", pointer_rule);
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
        with_operand(s, i, VALUE_OF(classes[k]), "wrong storage class",
                     class_rule);
    /* The same storage class on both sides is the source's fault. */
    module_plan plan = base_plan(s);
    plan.operands[i] =
        VALUE_OF(destination == s->to_global ? TYPE_LOCAL : TYPE_GLOBAL);
    for (uint32_t k = 0; k < s->inst->n; k++)
        if (s->inst->kinds[k] == SOURCE)
            expect_one(s, &plan, "the same storage class on both sides",
                       "source-storage-class", s->inst->names[k]);
}

/* The pointee is of no concern: "implicit casting to char*". */
static void good_pointers(const setting *s, uint32_t i)
{
    bool global = (s->inst->kinds[i] == DESTINATION) == s->to_global;
    if (global) {
        with_operand(s, i, VALUE_OF(TYPE_GLOBAL_I32), "a pointer to int", NULL);
        with_operand(s, i, VALUE_OF(TYPE_GLOBAL_STRUCT), "a pointer to struct",
                     NULL);
        with_operand(s, i, NULL_GLOBAL, "a null pointer", NULL);
    } else {
        with_operand(s, i, VALUE_OF(TYPE_LOCAL_V3), "a pointer to vec3", NULL);
        with_operand(s, i, VALUE_OF(TYPE_LOCAL_ARRAY), "a pointer to array",
                     NULL);
    }
}

static void wrong_event(const setting *s, uint32_t i)
{
    for (size_t k = 0; k < sizeof other_types / sizeof *other_types; k++)
        with_operand(s, i, VALUE_OF(other_types[k]), "no event", "event-type");
    with_operand(s, i, VALUE_OF(TYPE_I32), "an integer", "event-type");
    with_operand(s, i, VALUE_OF(TYPE_I64), "an integer", "event-type");
    with_operand(s, i, VALUE_OF(TYPE_EVENT_PTR), "a pointer to an event",
                 "event-type");
    with_operand(s, i, VALUE_OF(TYPE_GLOBAL), "a pointer", "event-type");
    with_operand(s, i, VALUE_OF(TYPE_EVENT), "a parameter", NULL);
}

static void wrong_ids(const setting *s, uint32_t i)
{
    static const struct {
        uint32_t id;
        const char *what;
    } ids[] = {
        {ID_UNDEFINED, "never defined"}, {TYPE_I64, "a type"},
        {TYPE_EVENT, "the event type"},  {TYPE_GLOBAL, "a pointer type"},
        {ID_LABEL, "a label"},           {ID_FUNCTION, "a function"},
        {ID_STRING, "a string"},         {ID_IMPORT, "an import"},
    };
    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
        with_operand(s, i, ids[k].id, ids[k].what, "undefined-id");
}

/* -- wrong instructions ---------------------------------------------------- */

static void wrong_counts(const setting *s)
{
    for (uint32_t i = 0; i < s->inst->n; i++) {
        module_plan plan = base_plan(s); /* one left out */
        memmove(plan.operands + i, plan.operands + i + 1,
                (plan.n_operands - i - 1) * sizeof *plan.operands);
        plan.n_operands--;
        expect_one(s, &plan, "one operand left out", "operand-count", NULL);
        plan = base_plan(s); /* one doubled */
        memmove(plan.operands + i + 1, plan.operands + i,
                (plan.n_operands - i) * sizeof *plan.operands);
        plan.n_operands++;
        expect_one(s, &plan, "one operand too many", "operand-count", NULL);
        plan = base_plan(s); /* cut short */
        plan.n_operands = i;
        expect_one(s, &plan, "cut short", "operand-count", NULL);
    }
}

static void wrong_result(const setting *s)
{
    static const uint32_t types[] = {
        TYPE_VOID,      TYPE_BOOL,   TYPE_I32,           TYPE_I64,
        TYPE_F32,       TYPE_V2I32,  TYPE_STRUCT,        TYPE_EVENTS,
        TYPE_EVENT_PTR, TYPE_GLOBAL, TYPE_FUNCTION_TYPE, ID_UNDEFINED,
        ID_LABEL,       CONST_I32_4};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        module_plan plan = base_plan(s);
        plan.result_type = types[i];
        expect_one(s, &plan, "wrong result type", "result-type", "Result Type");
    }
}

static void wrong_standing(const setting *s)
{
    static const uint32_t numbers[] = {0, 3, 4, 255, 0x7fffffff, UINT32_MAX};
    module_plan plan;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        plan = base_plan(s);
        plan.number = numbers[i];
        expect_one(s, &plan, "unknown number", "unknown-instruction", NULL);
    }
    for (int place = PLACE_GLOBAL; place <= PLACE_BETWEEN_FUNCTIONS; place++) {
        plan = base_plan(s);
        plan.place = (place_in_module)place;
        expect_one(s, &plan, "outside a block", "placement", NULL);
    }
    plan = base_plan(s);
    plan.opcode = 4433; /* OpExtInstWithForwardRefsKHR */
    expect_one(s, &plan, "forward references", "forward-reference", NULL);
}

static void wrong_module(const setting *s)
{
    static const uint32_t models[] = {SpvAddressingModelLogical,
                                      SpvAddressingModelPhysicalStorageBuffer64,
                                      UINT32_MAX};
    module_plan plan = base_plan(s);
    plan.no_kernel = true;
    expect_one(s, &plan, "no Kernel", "import-capability", NULL);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        plan = base_plan(s);
        plan.addressing_model = models[i];
        expect_one(s, &plan, "addressing model", "addressing-model", NULL);
    }
    for (uint32_t minor = 0; minor <= 6; minor++) {
        plan = base_plan(s);
        plan.version = 0x00010000 | minor << 8;
        if (is_non_semantic(s) && minor < 6)
            expect_one(s, &plan, "no extension", "import-extension", NULL);
        else
            expect(s, &plan, "version", NULL, 0);
        plan.non_semantic_extension = true;
        expect(s, &plan, "version and extension", NULL, 0);
    }
}

/* Faults in two operands are two diagnostics, in the operands' order. */
static void two_faults(const setting *s)
{
    for (uint32_t i = 0; i < s->inst->n; i++)
        for (uint32_t k = i + 1; k < s->inst->n; k++) {
            module_plan plan = base_plan(s);
            expected wanted[2];
            uint32_t at[2] = {i, k};
            for (int j = 0; j < 2; j++) {
                plan.operands[at[j]] = VALUE_OF(TYPE_F32);
                wanted[j].operand = s->inst->names[at[j]];
                switch (s->inst->kinds[at[j]]) {
                case DESTINATION: wanted[j].rule = "destination-pointer"; break;
                case SOURCE: wanted[j].rule = "source-pointer"; break;
                case EVENT: wanted[j].rule = "event-type"; break;
                default: wanted[j].rule = "operand-type"; break;
                }
            }
            expect(s, &plan, "two faults", wanted, 2);
        }
}

static void all_cases(const setting *s)
{
    module_plan plan = base_plan(s);
    expect(s, &plan, "base", NULL, 0);
    found f;
    try_plan(&plan, false, &f);
    if (f.notes == (is_non_semantic(s) ? 1 : 0)) {
        passed++;
    } else {
        failed++;
        printf("FAIL: %zu notes for %s\n", f.notes, s->import_name);
    }
    for (uint32_t i = 0; i < s->inst->n; i++) {
        wrong_ids(s, i);
        switch (s->inst->kinds[i]) {
        case SIZE: wrong_size(s, i); break;
        case EVENT: wrong_event(s, i); break;
        default:
            wrong_pointer(s, i);
            good_pointers(s, i);
            break;
        }
    }
    wrong_counts(s);
    wrong_result(s);
    wrong_standing(s);
    wrong_module(s);
    if (!quick)
        two_faults(s);
}

/* -- the grammar ----------------------------------------------------------- */

static operand_kind kind_of(const char *name)
{
    if (!strcmp(name, "Destination"))
        return DESTINATION;
    if (!strcmp(name, "Source"))
        return SOURCE;
    return !strcmp(name, "Event") ? EVENT : SIZE;
}

static instruction read_instruction(const json_t *json)
{
    instruction inst = {0};
    const json_t *operands = json_object_get(json, "operands");
    inst.number = (uint32_t)json_integer_value(json_object_get(json, "opcode"));
    inst.n = (uint32_t)json_array_size(operands);
    for (uint32_t i = 0; i < inst.n && i < MAX_OPERANDS; i++) {
        const json_t *operand = json_array_get(operands, i);
        inst.names[i] = json_string_value(json_object_get(operand, "name"));
        inst.kinds[i] = kind_of(inst.names[i]);
    }
    return inst;
}

int main(void)
{
    static const char *const names[] = {
        "Codeplay.GroupAsyncCopies", "NonSemantic.Codeplay.GroupAsyncCopies"};
    json_error_t error;
    json_t *root = json_load_file(GRAMMAR, 0, &error);
    const json_t *list = json_object_get(root, "instructions");
    quick = getenv("GAC_TEST_QUICK") != NULL;
    for (size_t i = 0; i < json_array_size(list); i++) {
        instruction inst = read_instruction(json_array_get(list, i));
        for (int variant = 0; variant < 8; variant++) {
            setting s = {&inst, (variant & 1) != 0, (variant & 2) != 0,
                         names[variant >> 2 & 1]};
            all_cases(&s);
        }
    }
    json_decref(root);
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0 || passed == 0;
}
