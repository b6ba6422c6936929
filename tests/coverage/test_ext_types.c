/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Each of OpenCL.std's functions that work component by component, on every
 * type and vector width that it has: each component is what the scalar function
 * gives, which tests/unit/test_lanes_ext.c compares with MPFR.
 *
 * One module for each function and type, with a kernel for each width:
 * out[i] = f(a[i], b[i], c[i]), and what comes through a pointer to out2[i]. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gac/gac.h>
#include <gac/text.h>

#include "compile/lanes/lane_kernels.h"
#include "coverage_ext.h"

#define ITEMS 9u
#define MOST_BYTES (ITEMS * 16 * 8)
#define BUFFERS 5u /* a, b, c, out, out2 */

static const uint8_t widths[] = {1, 2, 3, 4, 8, 16};
static const char *const type_names[] = {"void", "bool", "u8",  "u16", "u32",
                                         "u64",  "f16",  "f32", "f64"};

typedef struct function {
    const gac__ext_inst_row *row;
    coverage_ext ext;
    uint8_t types[BUFFERS]; /* of a, b, c, out, out2; 0: none */
} function;

/* -- the module ------------------------------------------------------------ */

typedef struct writer {
    char text[1 << 16];
    size_t n;
} writer;

static void put(writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(w->text + w->n, sizeof w->text - w->n, format, args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof w->text - w->n);
    w->n += (size_t)n;
}

static void put_types(writer *w)
{
    put(w, "%%void = OpTypeVoid\n%%bool = OpTypeBool\n");
    for (uint8_t ty = GAC__TY_I8; ty <= GAC__TY_F64; ty++)
        put(w,
            ty < GAC__TY_F16 ? "%%%s = OpTypeInt %u 0\n"
                             : "%%%s = OpTypeFloat %u\n",
            type_names[ty], gac__ty_bytes((gac__ty)ty) * 8);
    for (uint8_t ty = GAC__TY_I8; ty <= GAC__TY_F64; ty++)
        for (size_t k = 0; k < GAC__COUNT_OF(widths); k++) {
            char name[16];
            snprintf(name, sizeof name, "%s_%u", type_names[ty], widths[k]);
            if (widths[k] > 1)
                put(w, "%%%s = OpTypeVector %%%s %u\n", name, type_names[ty],
                    widths[k]);
            put(w, "%%p_%s = OpTypePointer CrossWorkgroup %%%s\n", name,
                widths[k] > 1 ? name : type_names[ty]);
        }
    put(w, "%%v3 = OpTypeVector %%u64 3\n%%p_v3 = OpTypePointer Input %%v3\n"
           "%%gid = OpVariable %%p_v3 Input\n");
}

static void put_function_type(writer *w, const function *f, uint8_t width)
{
    put(w, "%%fn%u = OpTypeFunction %%void", width);
    for (uint32_t k = 0; k < BUFFERS; k++)
        put(w, " %%p_%s_%u", type_names[f->types[k] ? f->types[k] : GAC__TY_I8],
            width);
    put(w, "\n");
}

static void put_kernel(writer *w, const function *f, uint8_t width)
{
    char vector[8] = "";
    if (width > 1)
        snprintf(vector, sizeof vector, "_%u", width);
    put(w, "%%k%u = OpFunction %%void None %%fn%u\n", width, width);
    for (uint32_t k = 0; k < BUFFERS; k++)
        put(w, "%%b%u_%u = OpFunctionParameter %%p_%s_%u\n", k, width,
            type_names[f->types[k] ? f->types[k] : GAC__TY_I8], width);
    put(w,
        "%%e%u = OpLabel\n%%g%u = OpLoad %%v3 %%gid\n"
        "%%i%u = OpCompositeExtract %%u64 %%g%u 0\n",
        width, width, width, width);
    for (uint32_t k = 0; k < BUFFERS; k++)
        if (f->types[k])
            put(w,
                "%%q%u_%u = OpInBoundsPtrAccessChain %%p_%s_%u %%b%u_%u "
                "%%i%u\n",
                k, width, type_names[f->types[k]], width, k, width, width);
    for (uint32_t k = 0; k < f->ext.n_args; k++)
        put(w, "%%x%u_%u = OpLoad %%%s%s %%q%u_%u\n", k, width,
            type_names[f->types[k]], vector, k, width);
    put(w, "%%r%u = OpExtInst %%%s%s %%cl %s", width, type_names[f->types[3]],
        vector, f->row->name);
    for (uint32_t k = 0; k < f->ext.n_args; k++)
        put(w, " %%x%u_%u", k, width);
    if (f->ext.second)
        put(w, " %%q4_%u", width);
    put(w, "\nOpStore %%q3_%u %%r%u\nOpReturn\nOpFunctionEnd\n", width, width);
}

static void put_module(writer *w, const function *f)
{
    static const char *const capabilities[] = {
        "Kernel", "Addresses", "Linkage", "Vector16", "Int8",
        "Int16",  "Int64",     "Float16", "Float64"};
    w->n = 0;
    for (size_t k = 0; k < GAC__COUNT_OF(capabilities); k++)
        put(w, "OpCapability %s\n", capabilities[k]);
    put(w, "%%cl = OpExtInstImport \"OpenCL.std\"\n"
           "OpMemoryModel Physical64 OpenCL\n");
    for (size_t k = 0; k < GAC__COUNT_OF(widths); k++)
        put(w, "OpEntryPoint Kernel %%k%u \"k%u\" %%gid\n", widths[k],
            widths[k]);
    put(w, "OpDecorate %%gid BuiltIn GlobalInvocationId\n");
    put_types(w);
    for (size_t k = 0; k < GAC__COUNT_OF(widths); k++)
        put_function_type(w, f, widths[k]);
    for (size_t k = 0; k < GAC__COUNT_OF(widths); k++)
        put_kernel(w, f, widths[k]);
}

/* -- values ---------------------------------------------------------------- */

static uint64_t state = 1;

static uint64_t next(void)
{
    return gac__random_next(&state);
}

/* Half of them any bits, half of them small numbers. */
static uint64_t some_bits(uint8_t ty)
{
    uint64_t bits = next(), kind = next() % 2;
    float small = (float)(int32_t)(bits % 4096) / 256 - 8;
    double wide = small;
    uint64_t exact = 0;
    if (kind == 0)
        return bits;
    switch (ty) {
    case GAC__TY_F16: return gac__half_from_double(wide, GAC__ROUND_RTE);
    case GAC__TY_F32: memcpy(&exact, &small, 4); return exact;
    case GAC__TY_F64: memcpy(&exact, &wide, 8); return exact;
    default: return bits % 64 - 16;
    }
}

static uint64_t read_bits(const uint8_t *p, uint8_t ty)
{
    uint64_t bits = 0;
    memcpy(&bits, p, gac__ty_bytes((gac__ty)ty));
    return bits;
}

static bool is_nan(uint64_t bits, uint8_t ty)
{
    uint64_t infinity = ty == GAC__TY_F16   ? 0x7C00
                        : ty == GAC__TY_F32 ? 0x7F800000
                                            : 0x7FF0000000000000;
    uint64_t mask = ty == GAC__TY_F16   ? 0x7FFF
                    : ty == GAC__TY_F32 ? 0x7FFFFFFF
                                        : 0x7FFFFFFFFFFFFFFF;
    return ty >= GAC__TY_F16 && (bits & mask) > infinity;
}

/* The function that gives the same: that without the prefix. */
static uint32_t without_prefix(uint32_t number)
{
    const gac__ext_inst_row *rows = gac__set_opencl_std.rows;
    const char *name =
        gac__grammar_ext_inst(&gac__set_opencl_std, number)->name;
    if (strncmp(name, "half_", 5) != 0 && strncmp(name, "native_", 7) != 0)
        return number;
    for (uint32_t k = 0; k < gac__set_opencl_std.n_rows; k++)
        if (strcmp(rows[k].name, strchr(name, '_') + 1) == 0)
            return rows[k].number;
    return strstr(name, "recip") ? OpenCLstd_Half_recip : OpenCLstd_Half_divide;
}

/* Those that the IR has an operation of its own for. */
static gac__ir_op operation(uint32_t number)
{
    switch (number) {
    case OpenCLstd_Half_recip:
    case OpenCLstd_Half_divide: return GAC__IR_FDIV;
    case OpenCLstd_Fmod: return GAC__IR_FREM;
    case OpenCLstd_Fma: return GAC__IR_FMA;
    case OpenCLstd_Fabs: return GAC__IR_FABS;
    case OpenCLstd_SMax: return GAC__IR_SMAX;
    case OpenCLstd_UMax: return GAC__IR_UMAX;
    case OpenCLstd_SMin: return GAC__IR_SMIN;
    case OpenCLstd_UMin: return GAC__IR_UMIN;
    case OpenCLstd_SMul_hi: return GAC__IR_SMULHI;
    case OpenCLstd_UMul_hi: return GAC__IR_UMULHI;
    case OpenCLstd_Popcount: return GAC__IR_BITCOUNT;
    default: return GAC__IR_EXT;
    }
}

static uint64_t scalar_result(const function *f, uint32_t number,
                              const uint8_t *const *args, uint8_t width)
{
    uint64_t values[3] = {0}, r = 0;
    uint8_t ty = f->types[number == OpenCLstd_Ilogb ? 0 : 3];
    for (uint32_t k = 0; k < f->ext.n_args; k++)
        values[k] = read_bits(args[k], f->types[k]);
    if (number == OpenCLstd_Select) {
        uint32_t bits = gac__ty_bytes((gac__ty)f->types[2]) * 8;
        bool taken = width == 1 ? values[2] != 0 : values[2] >> (bits - 1) & 1;
        return values[taken];
    }
    if (number == OpenCLstd_UAbs)
        return values[0];
    if (number == OpenCLstd_Bitselect)
        return (values[0] & ~values[2]) | (values[1] & values[2]);
    if (number == OpenCLstd_U_Upsample || number == OpenCLstd_S_Upsample)
        return values[0] << gac__ty_bytes((gac__ty)f->types[0]) * 8 | values[1];
    if (number <= OpenCLstd_Native_tan)
        number = without_prefix(number);
    if (number == OpenCLstd_Remquo)
        number = OpenCLstd_Remainder;
    if (number == OpenCLstd_Half_recip) {
        values[1] = values[0];
        values[0] = ty == GAC__TY_F16   ? 0x3C00
                    : ty == GAC__TY_F32 ? 0x3F800000
                                        : 0x3FF0000000000000;
    }
    gac__ir_op op = operation(number);
    gac__lane_kernel *kernel = gac__scalar_kernel_find(
        (uint16_t)op, ty, op == GAC__IR_EXT ? number : 0, 0);
    assert_non_null(kernel);
    kernel(&r, &values[0], &values[1], &values[2], 0, 1);
    return r;
}

/* -- runs ------------------------------------------------------------------ */

static uint8_t data[BUFFERS][MOST_BYTES];
static uint32_t n_faults;

static void compare(const function *f, uint8_t width, uint32_t buffer,
                    uint32_t number)
{
    uint32_t padded = width == 3 ? 4 : width;
    for (uint32_t i = 0; i < ITEMS; i++)
        for (uint32_t c = 0; c < width; c++) {
            const uint8_t *args[3];
            for (uint32_t k = 0; k < 3; k++)
                args[k] =
                    data[k]
                    + (i * padded + c) * gac__ty_bytes((gac__ty)f->types[k]);
            uint8_t ty = f->types[buffer];
            /* Values behind a pointer stand close together but for three. */
            size_t at = (i * padded + c) * gac__ty_bytes((gac__ty)ty);
            uint64_t got = read_bits(data[buffer] + at, ty);
            uint64_t want = scalar_result(f, number, args, width);
            want = read_bits((const uint8_t *)&want, ty);
            if (got == want || (is_nan(got, ty) && is_nan(want, ty)))
                continue;
            if (n_faults++ < 20)
                printf("%s of %s x %u, component %u: %llx, not %llx\n",
                       f->row->name, type_names[f->types[3]], width, c,
                       (unsigned long long)got, (unsigned long long)want);
        }
}

static void run_width(const gac_program *program, const function *f,
                      uint8_t width)
{
    gac_run_options o = {.size = sizeof o, .dimensions = 1, .threads = 1};
    gac_launch *launch;
    char name[8];
    o.global[0] = o.local[0] = ITEMS;
    o.global[1] = o.local[1] = o.global[2] = o.local[2] = 1;
    snprintf(name, sizeof name, "k%u", width);
    for (uint32_t k = 0; k < BUFFERS; k++) {
        uint32_t bytes = gac__ty_bytes((gac__ty)f->types[k]);
        for (uint32_t n = 0; bytes && n < MOST_BYTES / bytes; n++) {
            uint64_t bits = some_bits(f->types[k]);
            memcpy(data[k] + n * bytes, &bits, bytes);
        }
    }
    if (gac_launch_create(program, name, &launch) != GAC_OK) {
        printf("%s of %s x %u is refused\n", f->row->name,
               type_names[f->types[3]], width);
        n_faults++;
        return;
    }
    for (uint32_t k = 0; k < BUFFERS; k++)
        assert_int_equal(
            gac_launch_set_buffer(launch, k, data[k], MOST_BYTES, 0), GAC_OK);
    assert_int_equal(gac_launch_run(launch, &o, NULL), GAC_OK);
    gac_launch_destroy(launch);
    compare(f, width, 3, f->row->number);
    if (f->ext.second)
        compare(f, width, 4, f->ext.second);
}

static void run_type(const function *f)
{
    static writer w;
    gac_context *context;
    gac_assembly *assembly;
    gac_module *module;
    gac_program *program;
    size_t n;
    put_module(&w, f);
    assert_int_equal(gac_context_create(NULL, &context), GAC_OK);
    assert_int_equal(gac_assemble(context, w.text, w.n, NULL, &assembly),
                     GAC_OK);
    const uint32_t *words = gac_assembly_words(assembly, &n);
    assert_int_equal(gac_module_parse(context, words, n * 4, NULL, &module),
                     GAC_OK);
    assert_int_equal(gac_program_create(module, NULL, 0, &program), GAC_OK);
    for (size_t k = 0; k < GAC__COUNT_OF(widths); k++)
        run_width(program, f, widths[k]);
    gac_program_destroy(program);
    gac_module_destroy(module);
    gac_assembly_destroy(assembly);
    gac_context_destroy(context);
}

static void every_function_in_every_type(void **unused)
{
    uint32_t n_functions = 0, n_types = 0;
    (void)unused;
    for (uint32_t k = 0; k < gac__set_opencl_std.n_rows; k++) {
        function f = {.row = &gac__set_opencl_std.rows[k]};
        if (!coverage_ext_of(f.row->number, f.row->n_operands, &f.ext))
            continue;
        n_functions++;
        for (uint8_t ty = f.ext.first; ty <= f.ext.last; ty++) {
            memset(f.types, 0, sizeof f.types);
            for (uint32_t a = 0; a < f.ext.n_args; a++)
                f.types[a] = coverage_ext_arg(f.row->number, ty, a);
            f.types[3] = f.row->number == OpenCLstd_Ilogb ? GAC__TY_I32 : ty;
            if (f.ext.second)
                f.types[4] = f.ext.second_is_int ? GAC__TY_I32 : ty;
            run_type(&f);
            n_types++;
        }
    }
    printf("%u functions, %u of them by type, each in %zu widths\n",
           n_functions, n_types, GAC__COUNT_OF(widths));
    assert_int_equal(n_faults, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_function_in_every_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
