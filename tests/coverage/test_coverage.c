/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Every core instruction that gac's capabilities allow, and every instruction
 * of OpenCL.std and of the set, is in a kernel that some test runs, or is
 * refused by name; docs/coverage.md says which. Run from the project's folder.
 *
 * An instruction counts as run if it stands in a module of tests/instructions
 * or tests/kernels: among its types and constants, or in a function that the
 * test's kernels reach. The rest is put into a kernel of its own here, which
 * must be refused with a message that names it or its capability.
 *
 * GAC_WRITE_COVERAGE=1 writes docs/coverage.md anew. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gac/gac.h>

#include "coverage_ext.h"
#include "coverage_module.h"
#include "coverage_scan.h"
#include "grammar/grammar.h"
#include "module/module.h"

#define DOCUMENT "docs/coverage.md"

/* What docs/coverage.md promises: design's list, by the grammar's names. A star
 * stands for any ending. */
static const char *const promised[] = {
    "Kernel",
    "Addresses",
    "Linkage",
    "Vector16",
    "Int8",
    "Int16",
    "Int64",
    "Float16",
    "Float16Buffer",
    "Float64",
    "GenericPointer",
    "Groups",
    "Int64Atomics",
    "SubgroupDispatch",
    "GroupNonUniform*",
    "ExpectAssumeKHR",
    "DotProduct*",
    "BitInstructions",
    "AtomicFloat*",
    "UntypedPointersKHR",
    "GroupUniformArithmeticKHR",
    "SubgroupBallotKHR",
    "SubgroupVoteKHR",
    "SubgroupShuffleINTEL",
    "SubgroupBufferBlockIOINTEL",
    "IntegerFunctions2INTEL",
    "BFloat16ConversionINTEL",
    "ArithmeticFenceEXT",
    "FMAKHR",
    "ReplicatedCompositesEXT",
    "SplitBarrierINTEL",
    "UnstructuredLoopControlsINTEL",
    "USMStorageClassesINTEL",
};

/* Refused when a module that declares them is loaded. */
static const char *const refused[] = {
    "Pipes",
    "PipeStorage",
    "DeviceEnqueue",
    "NamedBarrier",
};

static bool matches(const char *name, const char *pattern)
{
    size_t n = strcspn(pattern, "*");
    return strncmp(name, pattern, n) == 0 && (pattern[n] || !name[n]);
}

static bool is_in(const char *name, const char *const *list, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (matches(name, list[k]))
            return true;
    return false;
}

static const char *capability_name(uint32_t value)
{
    const char *name = gac__grammar_value_name("Capability", value);
    return name ? name : "";
}

/* The capability that is to blame: NULL if the instruction is promised. */
typedef enum standing { PROMISED, REFUSED, OTHER } standing;

static standing find_standing(const gac__op_row *row, uint32_t *capability_out)
{
    standing best = row->n_capabilities ? OTHER : PROMISED;
    *capability_out = 0;
    for (uint32_t k = 0; k < row->n_capabilities; k++) {
        const char *name = capability_name(row->capabilities[k]);
        if (is_in(name, promised, GAC__COUNT_OF(promised)))
            return PROMISED;
        if (is_in(name, refused, GAC__COUNT_OF(refused))) {
            best = REFUSED;
            *capability_out = row->capabilities[k];
        } else if (best == OTHER && *capability_out == 0) {
            *capability_out = row->capabilities[k];
        }
    }
    return best;
}

/* -- refusals -------------------------------------------------------------- */

static char messages[8192];

static void keep_message(void *user, const gac_diagnostic *d)
{
    size_t n = strlen(messages);
    (void)user;
    if (d->severity == GAC_SEVERITY_ERROR)
        snprintf(messages + n, sizeof messages - n, "%s\n", d->message);
}

/* Loads a module and makes its kernel "k"; the result of what failed first. */
static gac_result load(const coverage_module *words)
{
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = keep_message};
    gac_context *c = NULL;
    gac_module *m = NULL;
    gac_program *p = NULL;
    gac_launch *l = NULL;
    messages[0] = 0;
    assert_int_equal(gac_context_create(&options, &c), GAC_OK);
    gac_result r = gac_module_parse(c, words->words, words->n * 4, NULL, &m);
    if (r == GAC_OK)
        r = gac_program_create(m, NULL, 0, &p);
    if (r == GAC_OK)
        r = gac_launch_create(p, "k", &l);
    gac_launch_destroy(l);
    gac_program_destroy(p);
    gac_module_destroy(m);
    gac_context_destroy(c);
    return r;
}

static bool is_refused_by(const coverage_module *words, const char *name)
{
    gac_result r = load(words);
    if (r != GAC_OK && strstr(messages, name) != NULL)
        return true;
    if (strcmp(name, "OpConstantFunctionPointerINTEL") == 0)
        return strstr(messages, "function pointers") != NULL;
    printf("%s: result %d: %s\n", name, r, messages);
    return false;
}

static void an_empty_kernel_loads(void **state)
{
    coverage_module words;
    (void)state;
    coverage_module_plain(&words);
    assert_int_equal(load(&words), GAC_OK);
    assert_string_equal(messages, "");
}

/* Not promised, but harmless: what they declare is nowhere needed. */
static bool is_harmless(uint32_t opcode)
{
    return opcode == SpvOpTypeRuntimeArray /* a pointer to one can be used */
           || opcode == SpvOpAliasDomainDeclINTEL
           || opcode == SpvOpAliasScopeDeclINTEL
           || opcode == SpvOpAliasScopeListDeclINTEL;
}

/* Not promised: named, whatever it is. */
static void other_instructions_are_refused(void **state)
{
    uint32_t faults = 0;
    (void)state;
    for (uint32_t k = 0; k < gac__op_row_count; k++) {
        const gac__op_row *row = &gac__op_rows[k];
        uint32_t capability;
        standing s = find_standing(row, &capability);
        coverage_module words;
        if (s == PROMISED || is_harmless(row->opcode))
            continue;
        if (s == REFUSED) {
            coverage_module_with_capability(&words, capability);
            faults += !is_refused_by(&words, capability_name(capability));
        }
        if (coverage_module_with_op(&words, row))
            faults += !is_refused_by(&words, row->name);
    }
    assert_int_equal(faults, 0);
}

/* -- the document ---------------------------------------------------------- */

typedef struct text {
    char *p;
    size_t n, capacity;
} text;

static void add(text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(text *t, const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof line);
    if (t->n + (size_t)n + 1 > t->capacity) {
        t->capacity = 2 * t->capacity + sizeof line;
        t->p = realloc(t->p, t->capacity);
        assert_non_null(t->p);
    }
    memcpy(t->p + t->n, line, (size_t)n + 1);
    t->n += (size_t)n;
}

/* What the document has now; a test that it names stays as long as it runs the
 * instruction, whatever other tests come. */
static char *document;

/* The test in the row of an instruction; its length, 0: none. */
static size_t named_test(uint32_t number, const char *name,
                         const char **test_out)
{
    char row[200];
    snprintf(row, sizeof row, "\n| %u | `%s` | `", number, name);
    const char *at = strstr(document, row);
    *test_out = at ? at + strlen(row) : "";
    return strcspn(*test_out, "`");
}

/* May stand in a module beside the kernel that runs; a kernel with a value of
 * such a type is refused. */
static bool is_declared_only(uint32_t opcode)
{
    return opcode == SpvOpTypeImage || opcode == SpvOpTypeSampler
           || opcode == SpvOpTypeSampledImage;
}

static void add_core(text *t, const coverage_scan *scan, uint32_t *missing)
{
    uint32_t n_other = 0, n_run = 0, n_refused = 0;
    text rows = {0};
    for (uint32_t k = 0; k < gac__op_row_count; k++) {
        const gac__op_row *row = &gac__op_rows[k];
        uint32_t capability;
        standing s = find_standing(row, &capability);
        const char *old;
        size_t n = named_test(row->opcode, row->name, &old);
        const char *where = is_declared_only(row->opcode)
                                ? NULL
                                : coverage_scan_op(scan, row->opcode, old, n);
        if (s == OTHER) {
            n_other++;
        } else if (s == REFUSED) {
            n_refused++;
            add(&rows, "| %u | `%s` | refused: capability %s |\n", row->opcode,
                row->name, capability_name(capability));
        } else if (where) {
            n_run++;
            add(&rows, "| %u | `%s` | `%s` |\n", row->opcode, row->name, where);
        } else {
            coverage_module words;
            bool named = coverage_module_with_op(&words, row)
                         && is_refused_by(&words, row->name);
            *missing += !named;
            n_refused++;
            add(&rows, "| %u | `%s` | %s |\n", row->opcode, row->name,
                named ? "refused by name" : "**nothing**");
        }
    }
    add(t, "## The core: %u run, %u refused\n\n", n_run, n_refused);
    add(t,
        "The grammar's other %u instructions need capabilities that are not "
        "listed\nabove; a kernel that uses one is refused, and the message "
        "names it.\n\n",
        n_other);
    add(t, "| number | instruction | a test that runs it |\n"
           "| ---: | --- | --- |\n");
    add(t, "%s", "");
    for (char *line = rows.p; line && *line;) {
        size_t n = strcspn(line, "\n") + 1;
        add(t, "%.*s", (int)n, line);
        line += n;
    }
    free(rows.p);
}

/* The types of those that test_ext_types.c runs; "" for others. */
static const char *ext_types(coverage_set which, const gac__ext_inst_row *row)
{
    static const char *const from_to[GAC__TY_COUNT][GAC__TY_COUNT] = {
        [GAC__TY_I8][GAC__TY_I64] = "8 to 64 bits",
        [GAC__TY_I16][GAC__TY_I64] = "16 to 64 bits",
        [GAC__TY_I32][GAC__TY_I32] = "32 bits",
        [GAC__TY_F16][GAC__TY_F64] = "half, float, double",
        [GAC__TY_I8][GAC__TY_F64] = "all integers and floats",
    };
    coverage_ext ext;
    if (which != COVERAGE_OPENCL_STD
        || !coverage_ext_of(row->number, row->n_operands, &ext))
        return "";
    return from_to[ext.first][ext.last];
}

static void add_set(text *t, const coverage_scan *scan, const gac__ext_set *set,
                    coverage_set which, uint32_t *missing)
{
    add(t, "\n## %s: %u instructions\n\n", set->name, set->n_rows);
    if (which == COVERAGE_OPENCL_STD)
        add(t, "Where types are given, `tests/coverage/test_ext_types.c` runs "
               "the instruction on all\nof them, as scalars and as vectors of "
               "2, 3, 4, 8 and 16.\n\n");
    add(t, "| number | instruction | a test that runs it | types |\n"
           "| ---: | --- | --- | --- |\n");
    for (uint32_t k = 0; k < set->n_rows; k++) {
        const gac__ext_inst_row *row = &set->rows[k];
        const char *old;
        size_t n = named_test(row->number, row->name, &old);
        const char *where = coverage_scan_ext(scan, which, row->number, old, n);
        const char *types = ext_types(which, row);
        if (!where && *types)
            where = "tests/coverage/test_ext_types.c";
        *missing += where == NULL;
        if (!where)
            printf("%s %s: no test runs it\n", set->name, row->name);
        add(t, "| %u | `%s` | %s%s%s | %s |\n", row->number, row->name,
            where ? "`" : "", where ? where : "**nothing**", where ? "`" : "",
            types);
    }
}

static void add_list(text *t, const char *const *list, size_t n)
{
    for (size_t k = 0; k < n; k++)
        add(t, "%s%s", list[k],
            k + 1 == n    ? ".\n"
            : (k + 1) % 6 ? ", "
                          : ",\n");
}

static char *read_document(void)
{
    FILE *f = fopen(DOCUMENT, "rb");
    char *p = calloc(1, 1 << 20);
    assert_non_null(p);
    if (f != NULL) {
        (void)!fread(p, 1, (1 << 20) - 1, f);
        fclose(f);
    }
    return p;
}

static void the_document_is_up_to_date(void **state)
{
    const coverage_scan *scan = *state;
    uint32_t missing = 0;
    text t = {0};
    document = read_document();
    add(&t, "# Which instructions gac runs\n\n"
            "Made by tests/coverage/test_coverage.c from the grammars and the "
            "test modules\n(`GAC_WRITE_COVERAGE=1 "
            "build/tests/coverage/test_coverage`); the test checks that it\nis "
            "up to date, and that no instruction falls in between.\n\n"
            "Run, as far as these capabilities allow: ");
    add_list(&t, promised, GAC__COUNT_OF(promised));
    add(&t, "\nRefused when a module is loaded: ");
    add_list(&t, refused, GAC__COUNT_OF(refused));
    add(&t,
        "Images and samplers are refused with the kernel that has them.\n\n");
    add_core(&t, scan, &missing);
    add_set(&t, scan, &gac__set_opencl_std, COVERAGE_OPENCL_STD, &missing);
    add_set(&t, scan, &gac__set_async_copies, COVERAGE_ASYNC_COPIES, &missing);
    if (getenv("GAC_WRITE_COVERAGE") != NULL) {
        FILE *f = fopen(DOCUMENT, "wb");
        assert_non_null(f);
        assert_int_equal(fwrite(t.p, 1, t.n, f), t.n);
        assert_int_equal(fclose(f), 0);
    }
    free(document);
    document = read_document();
    if (strcmp(document, t.p) != 0)
        fail_msg("%s is not up to date", DOCUMENT);
    free(document);
    free(t.p);
    assert_int_equal(missing, 0);
}

int main(void)
{
    coverage_scan *scan = coverage_scan_all();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_kernel_loads),
        cmocka_unit_test(other_instructions_are_refused),
        {"the document is up to date", the_document_is_up_to_date, NULL, NULL,
         scan},
    };
    int failed = _cmocka_run_group_tests("coverage", tests,
                                         GAC__COUNT_OF(tests), NULL, NULL);
    coverage_scan_free(scan);
    return failed;
}
