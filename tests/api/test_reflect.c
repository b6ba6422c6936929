/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reflection: what the library tells of compiled modules of reflect.cl, against
 * the declarations in that source. */
#include <gac/reflect.h>
#include <stdlib.h>
#include <string.h>

#include "../launch_helper.h"

static unsigned n_told;
static char message[512];

static void hear(void *user, const gac_diagnostic *d)
{
    (void)user;
    n_told++;
    snprintf(message, sizeof message, "%s", d->message);
}

static opened_kernel open_here(const char *path, const char *kernel)
{
    gac_context_options o = {.size = sizeof o, .diagnostic = hear};
    n_told = 0;
    return open_kernel(&o, path, kernel);
}

typedef struct expected {
    const char *name, *type;
    const char *qualifiers; /* their first letters, in the order c r v */
} expected;

static void check_params(const char *path, const expected *rows, size_t n,
                         bool has_names, bool is_declared)
{
    opened_kernel k = open_here(path, "many");
    assert_int_equal(gac_launch_param_count(k.launch), n);
    for (uint32_t p = 0; p < n; p++) {
        gac_param_info info;
        char qualifiers[4] = "";
        assert_int_equal(gac_launch_param(k.launch, p, &info), GAC_OK);
        if (has_names)
            assert_string_equal(info.name, rows[p].name);
        else
            assert_null(info.name);
        assert_string_equal(info.type_name, rows[p].type);
        strcat(qualifiers, info.is_const ? "c" : "");
        strcat(qualifiers, info.is_restrict ? "r" : "");
        strcat(qualifiers, info.is_volatile ? "v" : "");
        if (strcmp(qualifiers, rows[p].qualifiers) != 0)
            fail_msg("%s %s: %s", path, rows[p].name, qualifiers);
        assert_int_equal(info.is_declared, is_declared);
    }
    close_kernel(&k);
}

/* As the source has them. */
static const expected written[] = {
    {"a", "float4*", "cr"},     {"b", "int*", "v"},
    {"c", "char*", "c"},        {"d", "uint*", ""},
    {"e", "int", ""},           {"f", "float4", ""},
    {"g", "uchar3", ""},        {"p", "pair*", ""},
    {"q", "pair", ""},          {"r", "real", ""},
    {"u", "u32", ""},           {"s", "ulong", ""},
    {"gr", "real*", ""},        {"v", "void*", ""},
    {"pp", "int**", ""},        {"h", "half*", "crv"},
    {"sp", "struct pair*", ""}, {"ue", "union either*", ""},
    {"w", "uint", ""},          {"x", "ulong*", ""},
    {"y", "half", ""},          {"z", "double", ""},
    {"t", "short", ""},
};
enum { N = sizeof written / sizeof *written };

/* clang's own words: of pointers to pointers it leaves the address space. */
static void test_strings(void **state)
{
    expected rows[N];
    (void)state;
    memcpy(rows, written, sizeof rows);
    rows[14].type = "__global int **";
    check_params("tests/api/reflect.strings.spvasm", rows, N, false, true);
}

static void test_debug(void **state)
{
    expected rows[N];
    (void)state;
    memcpy(rows, written, sizeof rows);
    check_params("tests/api/reflect.debug.spvasm", rows, N, true, true);
}

/* The module's types and decorations alone. clang-22 makes what is not used a
 * pointer to bytes, and says volatile of what is used so. */
static void test_types(void **state)
{
    static const expected rows[N] = {
        {"a", "uchar*", "r"}, {"b", "uint*", "v"},  {"c", "uchar*", "c"},
        {"d", "uchar*", ""},  {"e", "uint", ""},    {"f", "float4", ""},
        {"g", "uchar3", ""},  {"p", "uchar*", ""},  {"q", "struct pair", ""},
        {"r", "float", ""},   {"u", "uint", ""},    {"s", "ulong", ""},
        {"gr", "uchar*", ""}, {"v", "uchar*", ""},  {"pp", "uchar*", ""},
        {"h", "uchar*", "r"}, {"sp", "uchar*", ""}, {"ue", "uchar*", ""},
        {"w", "uint", ""},    {"x", "uchar*", ""},  {"y", "half", ""},
        {"z", "double", ""},  {"t", "ushort", ""},
    };
    (void)state;
    check_params("tests/api/reflect.clang22.spvasm", rows, N, false, false);
}

static void test_kernels(void **state)
{
    static const char *const paths[] = {"tests/api/reflect.strings.spvasm",
                                        "tests/api/reflect.debug.spvasm",
                                        "tests/api/reflect.clang22.spvasm"};
    (void)state;
    for (size_t p = 0; p < sizeof paths / sizeof *paths; p++) {
        gac_kernel_info info = {.size = sizeof info};
        opened_kernel k = open_here(paths[p], "many");
        assert_int_equal(gac_launch_kernel_info(k.launch, &info), GAC_OK);
        assert_int_equal(info.required_local[0], 0);
        assert_int_equal(info.local_hint[0], 8);
        assert_int_equal(info.local_hint[1], 4);
        assert_int_equal(info.local_hint[2], 1);
        assert_string_equal(info.vec_type_hint, "float4");
        assert_int_equal(info.max_work_items, 65536);
        assert_int_equal(info.sub_group_size, 0);
        assert_int_equal(info.max_sub_group_size, 64);
        assert_int_equal(info.local_bytes, 0);
        assert_int_equal(info.private_bytes, 0);
        assert_int_equal(gac_module_address_bits(k.module), 64);
        assert_int_equal(gac_module_global_bytes(k.module), 12 + 8);
        assert_int_equal(gac_module_spec_count(k.module), 0);
        close_kernel(&k);
        k = open_here(paths[p], "fixed");
        assert_int_equal(gac_launch_kernel_info(k.launch, &info), GAC_OK);
        assert_int_equal(info.required_local[0], 8);
        assert_int_equal(info.required_local[1], 4);
        assert_int_equal(info.required_local[2], 2);
        assert_int_equal(info.local_hint[0], 0);
        assert_null(info.vec_type_hint);
        assert_int_equal(info.max_work_items, 64);
        assert_int_equal(info.local_bytes, 48);
        /* an older struct gets what it has room for */
        gac_kernel_info less = {.size = 16, .max_local = {7, 7, 7}};
        assert_int_equal(gac_launch_kernel_info(k.launch, &less), GAC_OK);
        assert_int_equal(less.required_local[1], 4);
        assert_int_equal(less.max_local[0], 7);
        close_kernel(&k);
        k = open_here(paths[p], "none");
        assert_int_equal(gac_launch_param_count(k.launch), 0);
        close_kernel(&k);
        assert_int_equal(n_told, 0);
    }
}

static const char head[] = "OpCapability Kernel\nOpCapability Addresses\n"
                           "OpCapability Int64\nOpCapability Int16\n"
                           "OpCapability Float64\nOpCapability Linkage\n"
                           "OpCapability SubgroupDispatch\n"
                           "OpCapability KernelAttributesINTEL\n"
                           "OpExtension \"SPV_INTEL_kernel_attributes\"\n"
                           "OpMemoryModel Physical32 OpenCL\n"
                           "OpEntryPoint Kernel %k \"k\"\n"
                           "OpExecutionMode %k SubgroupSize 16\n"
                           "OpExecutionMode %k SubgroupsPerWorkgroup 4\n"
                           "OpExecutionMode %k MaxWorkgroupSizeINTEL 64 2 1\n"
                           "OpExecutionMode %k VecTypeHint 0x100003\n"
                           "OpName %i \"i\"\n"
                           "OpDecorate %i SpecId 7\nOpDecorate %b SpecId 3\n"
                           "OpDecorate %group SpecId 9\n"
                           "%group = OpDecorationGroup\n"
                           "OpGroupDecorate %group %l %d\n"
                           "%bool = OpTypeBool\n%void = OpTypeVoid\n"
                           "%short = OpTypeInt 16 1\n%long = OpTypeInt 64 0\n"
                           "%double = OpTypeFloat 64\n"
                           "%i = OpSpecConstant %short -2\n"
                           "%b = OpSpecConstantTrue %bool\n"
                           "%other = OpSpecConstant %short 5\n"
                           "%l = OpSpecConstant %long 0x123456789a\n"
                           "%d = OpSpecConstant %double 1.5\n"
                           "%type = OpTypeFunction %void\n"
                           "%k = OpFunction %void None %type\n"
                           "%body = OpLabel\nOpReturn\nOpFunctionEnd\n";

static void test_specs(void **state)
{
    static const gac_spec_info expected_specs[] = {
        {3, NULL, 1, 1, true, false, false},
        {7, "i", 2, 0xfffe, false, false, true},
        {9, NULL, 8, 0x123456789a, false, false, false},
        {9, NULL, 8, 0x3ff8000000000000, false, true, false},
    };
    gac_context *context;
    gac_assembly *text;
    gac_module *m;
    gac_program *program;
    gac_launch *l;
    size_t n;
    gac_spec_info s;
    gac_kernel_info info = {.size = sizeof info};
    (void)state;
    assert_int_equal(gac_context_create(NULL, &context), GAC_OK);
    assert_int_equal(gac_assemble(context, head, sizeof head - 1, NULL, &text),
                     GAC_OK);
    const void *data = gac_assembly_data(text, &n);
    assert_int_equal(gac_module_parse(context, data, n, NULL, &m), GAC_OK);
    assert_int_equal(gac_module_spec_count(m), 4);
    for (uint32_t k = 0; k < 4; k++) {
        const gac_spec_info *e = &expected_specs[k];
        assert_int_equal(gac_module_spec(m, k, &s), GAC_OK);
        assert_int_equal(s.id, e->id);
        assert_int_equal(s.size_bytes, e->size_bytes);
        assert_int_equal(s.bits, e->bits);
        assert_int_equal(s.is_bool, e->is_bool);
        assert_int_equal(s.is_float, e->is_float);
        assert_int_equal(s.is_signed, e->is_signed);
        assert_int_equal(s.name != NULL, e->name != NULL);
    }
    assert_int_equal(gac_module_find_spec(m, 9, &s), GAC_OK);
    assert_int_equal(s.bits, 0x123456789a); /* the first that has it */
    assert_int_equal(gac_module_find_spec(m, 7, &s), GAC_OK);
    assert_int_equal(s.size_bytes, 2);
    assert_int_equal(gac_module_find_spec(m, 2, &s), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_module_find_spec(m, 8, &s), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_module_find_spec(m, 10, &s), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_module_spec(m, 4, &s), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_module_spec(m, UINT32_MAX, &s), GAC_ERR_ARGUMENT);
    assert_int_equal(gac_module_address_bits(m), 32);
    assert_int_equal(gac_module_global_bytes(m), 0);
    assert_int_equal(gac_program_create(m, NULL, 0, &program), GAC_OK);
    assert_int_equal(gac_program_keep_variables(program), GAC_ERR_UNSUPPORTED);
    assert_int_equal(gac_launch_create(program, NULL, &l), GAC_OK);
    assert_int_equal(gac_launch_kernel_info(l, &info), GAC_OK);
    assert_int_equal(info.sub_group_size, 16);
    assert_int_equal(info.max_sub_group_size, 16);
    assert_int_equal(info.sub_groups, 4);
    assert_int_equal(info.max_local[0], 64);
    assert_int_equal(info.max_local[1], 2);
    assert_int_equal(info.max_work_items, 128);
    assert_string_equal(info.vec_type_hint, "long16");
    gac_launch_destroy(l);
    gac_program_destroy(program);
    gac_module_destroy(m);
    gac_assembly_destroy(text);
    gac_context_destroy(context);
}

/* What is chosen is what a run takes. */
static void test_options(void **state)
{
    (void)state;
    opened_kernel k = open_here("tests/api/reflect.debug.spvasm", "none");
    gac_run_options o = {.size = sizeof o, .global = {1000, 6}};
    assert_int_equal(gac_launch_complete_options(k.launch, &o), GAC_OK);
    assert_int_equal(o.dimensions, 2);
    assert_int_equal(o.global[2], 1);
    assert_true(o.local[0] > 1 && 1000 % o.local[0] == 0);
    assert_int_equal(6 % o.local[1], 0);
    assert_int_equal(o.local[2], 1);
    assert_int_equal(o.sub_group_size, 32);
    gac_run_stats chosen, own;
    gac_run_options plain = {.size = sizeof o, .global = {1000, 6}};
    assert_int_equal(gac_launch_run(k.launch, &o, &chosen), GAC_OK);
    assert_int_equal(gac_launch_run(k.launch, &plain, &own), GAC_OK);
    assert_int_equal(chosen.groups, own.groups);
    assert_int_equal(n_told, 0);
    close_kernel(&k);
    k = open_here("tests/api/reflect.debug.spvasm", "fixed");
    o = (gac_run_options){.size = sizeof o, .global = {16, 16, 16}};
    assert_int_equal(gac_launch_complete_options(k.launch, &o), GAC_OK);
    assert_int_equal(o.local[0], 8);
    assert_int_equal(o.local[1], 4);
    assert_int_equal(o.local[2], 2);
    assert_int_equal(o.dimensions, 3);
    /* a range that is refused, told once */
    gac_run_options wrong = {
        .size = sizeof o, .global = {16}, .local = {4}, .sub_group_size = 3};
    o = wrong;
    assert_int_equal(gac_launch_complete_options(k.launch, &o),
                     GAC_ERR_ARGUMENT);
    assert_memory_equal(&o, &wrong, sizeof o);
    assert_int_equal(n_told, 1);
    assert_string_equal(message, "the kernel requires a work-group size of "
                                 "8,4,2");
    close_kernel(&k);
}

static void ask_all(gac_module *m)
{
    gac_program *program;
    gac_spec_info s;
    for (uint32_t k = 0; k <= gac_module_spec_count(m); k++)
        (void)gac_module_spec(m, k, &s);
    (void)gac_module_global_bytes(m);
    if (gac_program_create(m, NULL, 0, &program) != GAC_OK)
        return;
    for (uint32_t k = 0; k < gac_module_kernel_count(m); k++) {
        gac_launch *l;
        gac_param_info p;
        gac_kernel_info info = {.size = sizeof info};
        if (gac_launch_create(program, gac_module_kernel_name(m, k), &l)
            != GAC_OK)
            continue;
        for (uint32_t n = 0; n < gac_launch_param_count(l); n++)
            if (gac_launch_param(l, n, &p) == GAC_OK && p.type_name)
                assert_true(strlen(p.type_name) < 4096);
        assert_int_equal(gac_launch_kernel_info(l, &info), GAC_OK);
        gac_launch_destroy(l);
    }
    gac_program_destroy(program);
}

/* Modules with a word or two changed in what tells of names and types: whatever
 * it is then, nothing is read that is not there (the sanitizers' builds). */
static void test_hostile(void **state)
{
    static const char *const paths[] = {"tests/api/reflect.strings.spvasm",
                                        "tests/api/reflect.debug.spvasm"};
    uint64_t random = 36;
    (void)state;
    for (size_t p = 0; p < 2; p++) {
        opened_kernel k = open_here(paths[p], "none");
        size_t n;
        const uint32_t *words = gac_module_words(k.module, &n);
        uint32_t *changed = malloc(n * sizeof *changed);
        assert_non_null(changed);
        for (int iteration = 0; iteration < 3000; iteration++) {
            gac_module *m;
            memcpy(changed, words, n * sizeof *changed);
            for (int c = 0; c <= iteration % 2; c++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                size_t at = 5 + (random >> 33) % (n - 5);
                uint32_t by = (uint32_t)(random >> 20) % 64;
                changed[at] = random >> 63 ? by : changed[at] + by - 32;
            }
            if (gac_module_parse(k.context, changed, n * sizeof *changed, NULL,
                                 &m)
                != GAC_OK)
                continue;
            ask_all(m);
            gac_module_destroy(m);
        }
        free(changed);
        close_kernel(&k);
    }
}

/* Lists of another length are not the kernel's; types that contain themselves
 * have no name. */
static void test_odd(void **state)
{
    static const char odd[] =
        "OpCapability Kernel\nOpCapability Addresses\n"
        "%set = OpExtInstImport \"OpenCL.DebugInfo.100\"\n"
        "OpMemoryModel Physical64 OpenCL\n"
        "OpEntryPoint Kernel %k \"k\"\n"
        "%1 = OpString \"kernel_arg_type.k.int,\"\n"
        "%2 = OpString \"kernel_arg_type.k.int,int,int,\"\n"
        "%3 = OpString \"kernel_arg_type_qual.k.const,\"\n"
        "%name = OpString \"k\"\n%first = OpString \"first\"\n"
        "%void = OpTypeVoid\n%int = OpTypeInt 32 0\n"
        "%p = OpTypePointer CrossWorkgroup %int\n"
        "%type = OpTypeFunction %void %p %int\n"
        "%none = OpExtInst %void %set DebugInfoNone\n"
        "%source = OpExtInst %void %set DebugSource %name\n"
        "%loop = OpExtInst %void %set DebugTypePointer %loop CrossWorkgroup "
        "None\n"
        "%function = OpExtInst %void %set DebugFunction %name %none %source 1 "
        "1 %source %name None 1 %k\n"
        "%v = OpExtInst %void %set DebugLocalVariable %first %loop %source 1 "
        "1 %function None 1\n"
        "%k = OpFunction %void None %type\n"
        "%to = OpFunctionParameter %p\n%n = OpFunctionParameter %int\n"
        "%body = OpLabel\nOpReturn\nOpFunctionEnd\n";
    gac_context *context;
    gac_assembly *text;
    gac_module *m;
    gac_program *program;
    gac_launch *l;
    gac_param_info p;
    size_t n;
    (void)state;
    assert_int_equal(gac_context_create(NULL, &context), GAC_OK);
    assert_int_equal(gac_assemble(context, odd, sizeof odd - 1, NULL, &text),
                     GAC_OK);
    const void *data = gac_assembly_data(text, &n);
    assert_int_equal(gac_module_parse(context, data, n, NULL, &m), GAC_OK);
    assert_int_equal(gac_program_create(m, NULL, 0, &program), GAC_OK);
    assert_int_equal(gac_launch_create(program, NULL, &l), GAC_OK);
    assert_int_equal(gac_launch_param(l, 0, &p), GAC_OK);
    assert_string_equal(p.name, "first");
    assert_string_equal(p.type_name, "uint*");
    assert_false(p.is_const);
    assert_false(p.is_declared);
    assert_int_equal(gac_launch_param(l, 1, &p), GAC_OK);
    assert_null(p.name);
    assert_string_equal(p.type_name, "uint");
    assert_int_equal(gac_launch_param(l, 2, &p), GAC_ERR_ARGUMENT);
    gac_launch_destroy(l);
    gac_program_destroy(program);
    gac_module_destroy(m);
    gac_assembly_destroy(text);
    gac_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strings), cmocka_unit_test(test_debug),
        cmocka_unit_test(test_types),   cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_specs),   cmocka_unit_test(test_options),
        cmocka_unit_test(test_odd),     cmocka_unit_test(test_hostile)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
