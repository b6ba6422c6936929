/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Random async copies in modules, run by the executor, against a model that
 * moves one byte at a time and is written from the specification's text.
 *
 * Each iteration writes the text of a kernel that fills local memory, copies
 * once (core copy, instruction of the set or imported builtin; either
 * direction, addressing model, import name), waits, and hands local memory out.
 * Every byte of both sides is compared: what was copied, the gaps, and what
 * lies around.
 *
 * usage: test_copy_modules [ITERATIONS [SEED]] */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gac/run.h>
#include <gac/text.h>

enum form { FORM_CORE, FORM_2D, FORM_3D, FORM_2D_IMPORT, FORM_3D_IMPORT };

/* The descriptor, in the set's terms and order. */
enum operand {
    DST_OFFSET,
    SRC_OFFSET,
    ELEMENT_BYTES,
    ELEMENTS,
    LINES,
    PLANES,
    SRC_LINE,
    SRC_PLANE,
    DST_LINE,
    DST_PLANE,
    N_OPERANDS
};

typedef struct copy_case {
    enum form form;
    bool to_local, physical32, non_semantic;
    unsigned constants; /* bit i: operand i is a constant, else a parameter */
    uint64_t v[N_OPERANDS];
    uint64_t stride;    /* FORM_CORE */
    unsigned core_type; /* FORM_CORE: index into core_types */
    uint64_t local_bytes, global_bytes, group;
} copy_case;

static const struct {
    const char *name, *declaration;
    unsigned bytes;
} core_types[] = {
    {"%uchar", "", 1},
    {"%ushort", "%ushort = OpTypeInt 16 0\n", 2},
    {"%uint", "", 4},
    {"%float", "%float = OpTypeFloat 32\n", 4},
    {"%ulong", "", 8},
    {"%v2uint", "%v2uint = OpTypeVector %uint 2\n", 8},
    {"%v3uint", "%v3uint = OpTypeVector %uint 3\n", 16},
    {"%v8uint", "%v8uint = OpTypeVector %uint 8\n", 32},
};

static uint64_t random_state;

static uint64_t random_below(uint64_t n)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (z ^ (z >> 31)) % n;
}

/* -- cases ----------------------------------------------------------------- */

static uint64_t pick_extent(uint64_t max)
{
    switch (random_below(8)) {
    case 0: return 1;
    case 1: return max;
    default: return 1 + random_below(max);
    }
}

static bool has_planes(const copy_case *c)
{
    return c->form == FORM_3D || c->form == FORM_3D_IMPORT;
}

/* The byte after the last one that is touched, offset included. */
static uint64_t end_of(const copy_case *c, enum operand offset,
                       enum operand line, enum operand plane)
{
    const uint64_t *v = c->v;
    uint64_t last = v[offset] + v[ELEMENTS];
    if (v[ELEMENTS] * v[LINES] * v[PLANES] == 0)
        return v[offset] * v[ELEMENT_BYTES];
    if (v[LINES] > 1)
        last += (v[LINES] - 1) * v[line];
    if (v[PLANES] > 1)
        last += (v[PLANES] - 1) * v[plane];
    return last * v[ELEMENT_BYTES];
}

static void pick_core(copy_case *c)
{
    c->core_type =
        (unsigned)random_below(sizeof core_types / sizeof core_types[0]);
    uint64_t n = pick_extent(random_below(4) == 0 ? 300 : 20);
    c->stride = random_below(3) == 0 ? 1 : 1 + random_below(9);
    c->v[ELEMENT_BYTES] = core_types[c->core_type].bytes;
    /* one element a line, the stride on the global side */
    c->v[ELEMENTS] = 1;
    c->v[LINES] = random_below(16) == 0 ? 0 : n;
    c->v[PLANES] = 1;
    c->v[SRC_LINE] = c->to_local ? c->stride : 1;
    c->v[DST_LINE] = c->to_local ? 1 : c->stride;
}

static void pick_set(copy_case *c)
{
    static const unsigned sizes[] = {1, 2, 3, 4, 5, 7, 8, 12, 13, 16, 24, 47};
    uint64_t *v = c->v;
    v[ELEMENT_BYTES] = sizes[random_below(sizeof sizes / sizeof sizes[0])];
    v[ELEMENTS] = pick_extent(random_below(4) == 0 ? 70 : 12);
    v[LINES] = pick_extent(9);
    v[PLANES] = has_planes(c) ? pick_extent(5) : 1;
    if (random_below(24) == 0)
        v[ELEMENTS + random_below(has_planes(c) ? 3 : 2)] = 0;
    bool tight = random_below(4) == 0;
    v[SRC_LINE] = v[ELEMENTS] + (tight ? 0 : random_below(9));
    v[DST_LINE] = v[ELEMENTS] + (tight ? 0 : random_below(9));
    tight = random_below(3) == 0;
    v[SRC_PLANE] = v[LINES] * v[SRC_LINE] + (tight ? 0 : random_below(20));
    v[DST_PLANE] = v[LINES] * v[DST_LINE] + (tight ? 0 : random_below(20));
    v[SRC_OFFSET] = random_below(2) * random_below(40);
    v[DST_OFFSET] = random_below(2) * random_below(40);
}

static void pick_case(copy_case *c)
{
    *c = (copy_case){.form = (enum form)random_below(5),
                     .to_local = random_below(2),
                     .physical32 = random_below(2),
                     .non_semantic = random_below(2),
                     .constants = (unsigned)random_below(1u << N_OPERANDS),
                     .group = 1 + random_below(33)};
    if (c->form == FORM_CORE)
        pick_core(c);
    else
        pick_set(c);
    uint64_t src = end_of(c, SRC_OFFSET, SRC_LINE, SRC_PLANE);
    uint64_t dst = end_of(c, DST_OFFSET, DST_LINE, DST_PLANE);
    /* Exactly enough, so that one byte more traps, or with room behind. */
    uint64_t room = random_below(2) * random_below(64);
    c->local_bytes = (c->to_local ? dst : src) + room;
    c->global_bytes = (c->to_local ? src : dst) + room;
    if (c->local_bytes == 0)
        c->local_bytes = 1;
    if (c->global_bytes == 0)
        c->global_bytes = 1;
}

/* -- the module ------------------------------------------------------------ */

static bool is_constant(const copy_case *c, int operand)
{
    return c->constants >> operand & 1;
}

static const char *const operand_names[N_OPERANDS] = {
    "dst_offset", "src_offset", "element_bytes", "elements", "lines",
    "planes",     "src_line",   "src_plane",     "dst_line", "dst_plane"};

static bool is_import(const copy_case *c)
{
    return c->form == FORM_2D_IMPORT || c->form == FORM_3D_IMPORT;
}

static void write_head(FILE *f, const copy_case *c)
{
    bool set = c->form == FORM_2D || c->form == FORM_3D;
    fputs("; Version: 1.4\nOpCapability Kernel\nOpCapability Addresses\n"
          "OpCapability Int64\nOpCapability Int16\nOpCapability Int8\n"
          "OpCapability Vector16\nOpCapability Linkage\n",
          f);
    if (set && c->non_semantic)
        fputs("OpExtension \"SPV_KHR_non_semantic_info\"\n", f);
    if (set)
        fprintf(f, "%%set = OpExtInstImport \"%sCodeplay.GroupAsyncCopies\"\n",
                c->non_semantic ? "NonSemantic." : "");
    fprintf(f, "OpMemoryModel Physical%d OpenCL\n", c->physical32 ? 32 : 64);
    fputs("OpEntryPoint Kernel %kernel \"copy\" %lid %lsize\n"
          "OpDecorate %lid BuiltIn LocalInvocationId\n"
          "OpDecorate %lsize BuiltIn WorkgroupSize\n",
          f);
    if (is_import(c)) {
        char m = c->physical32 ? 'j' : 'm';
        int n = c->form == FORM_3D_IMPORT ? 9 : 6;
        fprintf(f,
                "OpDecorate %%builtin LinkageAttributes "
                "\"_Z26async_work_group_copy_%dD%dDPU3AS%dv%cPU3AS%dKv",
                n == 9 ? 3 : 2, n == 9 ? 3 : 2, c->to_local ? 3 : 1, m,
                c->to_local ? 1 : 3);
        while (n-- > 0)
            fputc(m, f);
        fputs("9ocl_event\" Import\n", f);
    }
}

static void write_types(FILE *f, const copy_case *c)
{
    fputs("%void = OpTypeVoid\n%bool = OpTypeBool\n%uchar = OpTypeInt 8 0\n"
          "%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0\n"
          "%event = OpTypeEvent\n",
          f);
    const char *size = c->physical32 ? "%uint" : "%ulong";
    fprintf(f, "%%v3 = OpTypeVector %s 3\n", size);
    if (c->form == FORM_CORE) {
        const char *element = core_types[c->core_type].name;
        if (strcmp(element, "%v3uint") != 0 || !c->physical32)
            fputs(core_types[c->core_type].declaration, f);
        else
            element = "%v3";
        fprintf(f,
                "%%far_element = OpTypePointer CrossWorkgroup %s\n"
                "%%near_element = OpTypePointer Workgroup %s\n",
                element, element);
    }
    fputs("%far_ptr = OpTypePointer CrossWorkgroup %uchar\n"
          "%near_ptr = OpTypePointer Workgroup %uchar\n"
          "%event_ptr = OpTypePointer Function %event\n"
          "%input_ptr = OpTypePointer Input %v3\n"
          "%one = OpConstant %uint 1\n%scope = OpConstant %uint 2\n"
          "%semantics = OpConstant %uint 272\n"
          "%no_event = OpConstantNull %event\n",
          f);
    for (int i = 0; i < N_OPERANDS; i++) {
        if (is_constant(c, i))
            fprintf(f, "%%%s = OpConstant %s %llu\n", operand_names[i], size,
                    (unsigned long long)c->v[i]);
    }
    fprintf(f, "%%stride = OpConstant %s %llu\n", size,
            (unsigned long long)c->stride);
    fprintf(f,
            "%%type = OpTypeFunction %%void %%far_ptr %%far_ptr %%far_ptr "
            "%%near_ptr %s",
            size);
    for (int i = 0; i < N_OPERANDS; i++)
        fprintf(f, "%s%s", is_constant(c, i) ? "" : " ",
                is_constant(c, i) ? "" : size);
    fputc('\n', f);
    fputs("%lid = OpVariable %input_ptr Input\n"
          "%lsize = OpVariable %input_ptr Input\n",
          f);
}

static void write_builtin(FILE *f, const copy_case *c)
{
    const char *size = c->physical32 ? "%uint" : "%ulong";
    const char *dst = c->to_local ? "%near_ptr" : "%far_ptr";
    const char *src = c->to_local ? "%far_ptr" : "%near_ptr";
    int n = c->form == FORM_3D_IMPORT ? 9 : 6;
    fprintf(f, "%%builtin_type = OpTypeFunction %%event %s %s %s", dst, size,
            src);
    for (int i = 0; i < n; i++)
        fprintf(f, " %s", size);
    fputs(" %event\n%builtin = OpFunction %event None %builtin_type\n", f);
    fprintf(f,
            "%%b0 = OpFunctionParameter %s\n%%b1 = OpFunctionParameter %s\n"
            "%%b2 = OpFunctionParameter %s\n",
            dst, size, src);
    for (int i = 0; i < n; i++)
        fprintf(f, "%%b%d = OpFunctionParameter %s\n", i + 3, size);
    fputs("%b99 = OpFunctionParameter %event\nOpFunctionEnd\n", f);
}

/* A loop in which the group's work-items move `n` bytes, one each in turn. */
static void write_loop(FILE *f, const char *id, const char *from,
                       const char *from_ptr, const char *to, const char *to_ptr,
                       const char *before, const char *after, const char *size)
{
    fprintf(f,
            "OpBranch %%head%s\n%%head%s = OpLabel\n"
            "%%i%s = OpPhi %s %%l %%%s %%next%s %%body%s\n"
            "%%more%s = OpULessThan %%bool %%i%s %%n\n"
            "OpBranchConditional %%more%s %%body%s %%%s\n"
            "%%body%s = OpLabel\n",
            id, id, id, size, before, id, id, id, id, id, id, after, id);
    fprintf(f,
            "%%from%s = OpInBoundsPtrAccessChain %s %s %%i%s\n"
            "%%byte%s = OpLoad %%uchar %%from%s Aligned 1\n"
            "%%to%s = OpInBoundsPtrAccessChain %s %s %%i%s\n"
            "OpStore %%to%s %%byte%s Aligned 1\n"
            "%%next%s = OpIAdd %s %%i%s %%s\n"
            "OpBranch %%head%s\n%%%s = OpLabel\n",
            id, from_ptr, from, id, id, id, id, to_ptr, to, id, id, id, id,
            size, id, id, after);
}

static void write_copy(FILE *f, const copy_case *c)
{
    const char *dst = c->to_local ? "%near" : "%far";
    const char *src = c->to_local ? "%far" : "%near";
    bool planes = has_planes(c);
    if (c->form == FORM_CORE) {
        fprintf(f,
                "%%far_e = OpBitcast %%far_element %%far\n"
                "%%near_e = OpBitcast %%near_element %%near\n"
                "%%e = OpGroupAsyncCopy %%event %%scope %s_e %s_e %%lines "
                "%%stride %%no_event\n",
                dst, src);
        return;
    }
    if (is_import(c))
        fputs("%e = OpFunctionCall %event %builtin", f);
    else
        fprintf(f, "%%e = OpExtInst %%event %%set GroupAsyncCopy%s",
                planes ? "3D3D" : "2D2D");
    fprintf(f,
            " %s %%dst_offset %s %%src_offset %%element_bytes %%elements "
            "%%lines",
            dst, src);
    fputs(planes ? " %planes %src_line %src_plane %dst_line %dst_plane"
                 : " %src_line %dst_line",
          f);
    fputs(" %no_event\n", f);
}

static char *write_module(const copy_case *c, size_t *size_out)
{
    char *text;
    FILE *f = open_memstream(&text, size_out);
    const char *size = c->physical32 ? "%uint" : "%ulong";
    if (f == NULL)
        abort();
    write_head(f, c);
    write_types(f, c);
    if (is_import(c))
        write_builtin(f, c);
    fprintf(f,
            "%%kernel = OpFunction %%void None %%type\n"
            "%%init = OpFunctionParameter %%far_ptr\n"
            "%%dump = OpFunctionParameter %%far_ptr\n"
            "%%far = OpFunctionParameter %%far_ptr\n"
            "%%near = OpFunctionParameter %%near_ptr\n"
            "%%n = OpFunctionParameter %s\n",
            size);
    for (int i = 0; i < N_OPERANDS; i++) {
        if (!is_constant(c, i))
            fprintf(f, "%%%s = OpFunctionParameter %s\n", operand_names[i],
                    size);
    }
    fprintf(f,
            "%%entry = OpLabel\n%%list = OpVariable %%event_ptr Function\n"
            "%%l3 = OpLoad %%v3 %%lid\n%%l = OpCompositeExtract %s %%l3 0\n"
            "%%s3 = OpLoad %%v3 %%lsize\n"
            "%%s = OpCompositeExtract %s %%s3 0\n",
            size, size);
    write_loop(f, "1", "%init", "%far_ptr", "%near", "%near_ptr", "entry",
               "middle", size);
    fputs("OpControlBarrier %scope %scope %semantics\n", f);
    write_copy(f, c);
    fputs("OpStore %list %e\nOpGroupWaitEvents %scope %one %list\n"
          "OpControlBarrier %scope %scope %semantics\n",
          f);
    write_loop(f, "2", "%near", "%near_ptr", "%dump", "%far_ptr", "middle",
               "end", size);
    fputs("OpReturn\nOpFunctionEnd\n", f);
    fclose(f);
    return text;
}

/* -- the model ------------------------------------------------------------- */

/* "After each line of transfer, Source address is incremented by Source Line
 * Length elements"; planes begin Plane Area elements apart. */
static void model(const copy_case *c, uint8_t *dst, const uint8_t *src)
{
    const uint64_t *v = c->v;
    for (uint64_t p = 0; p < v[PLANES]; p++)
        for (uint64_t l = 0; l < v[LINES]; l++)
            for (uint64_t e = 0; e < v[ELEMENTS]; e++)
                for (uint64_t b = 0; b < v[ELEMENT_BYTES]; b++) {
                    uint64_t to =
                        v[DST_OFFSET] + p * v[DST_PLANE] + l * v[DST_LINE] + e;
                    uint64_t from =
                        v[SRC_OFFSET] + p * v[SRC_PLANE] + l * v[SRC_LINE] + e;
                    dst[to * v[ELEMENT_BYTES] + b] =
                        src[from * v[ELEMENT_BYTES] + b];
                }
}

/* -- running --------------------------------------------------------------- */

static char last_message[512];

static void keep_message(void *user, const gac_diagnostic *d)
{
    (void)user;
    snprintf(last_message, sizeof last_message, "%s: %s",
             d->rule ? d->rule : "", d->message);
}

typedef struct memory {
    uint8_t *init, *dump, *far, *want_near, *want_far;
} memory;

static uint8_t *random_bytes(uint64_t n)
{
    uint8_t *bytes = malloc(n + 1);
    if (bytes == NULL)
        abort();
    for (uint64_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)random_below(256);
    return bytes;
}

static uint8_t *copy_of(const uint8_t *bytes, uint64_t n)
{
    return memcpy(random_bytes(n), bytes, n);
}

static gac_result set_size(gac_launch *launch, uint32_t index,
                           const copy_case *c, uint64_t value)
{
    uint32_t narrow = (uint32_t)value;
    return c->physical32
               ? gac_launch_set_value(launch, index, &narrow, sizeof narrow)
               : gac_launch_set_value(launch, index, &value, sizeof value);
}

static gac_result launch_copy(gac_launch *launch, const copy_case *c,
                              const memory *m, unsigned mode)
{
    uint32_t index = 5;
    gac_run_options options = {.size = sizeof options,
                               .global = {c->group, 1, 1},
                               .local = {c->group, 1, 1},
                               .threads = 1 + mode % 2,
                               .async_mode =
                                   (gac_async_mode)(GAC_ASYNC_EAGER + mode % 4),
                               .async_seed = mode};
    gac_result r = gac_launch_set_buffer(launch, 0, m->init, c->local_bytes, 0);
    if (r == GAC_OK)
        r = gac_launch_set_buffer(launch, 1, m->dump, c->local_bytes, 0);
    if (r == GAC_OK)
        r = gac_launch_set_buffer(launch, 2, m->far, c->global_bytes, 0);
    if (r == GAC_OK)
        r = gac_launch_set_local(launch, 3, c->local_bytes);
    if (r == GAC_OK)
        r = set_size(launch, 4, c, c->local_bytes);
    for (int i = 0; r == GAC_OK && i < N_OPERANDS; i++) {
        if (!is_constant(c, i))
            r = set_size(launch, index++, c, c->v[i]);
    }
    return r != GAC_OK ? r : gac_launch_run(launch, &options, NULL);
}

/* Runs the case's module; returns the first failure. */
static gac_result run_module(const copy_case *c, const memory *m,
                             gac_context *context, const char *text,
                             size_t size, unsigned mode)
{
    gac_assembly *assembly = NULL;
    gac_module *module = NULL;
    gac_program *program = NULL;
    gac_launch *launch = NULL;
    size_t n_words;
    gac_result r = gac_assemble(context, text, size, NULL, &assembly);
    if (r == GAC_OK) {
        const uint32_t *words = gac_assembly_words(assembly, &n_words);
        r = gac_module_parse(context, words, n_words * 4, NULL, &module);
    }
    if (r == GAC_OK)
        r = gac_program_create(module, NULL, 0, &program);
    if (r == GAC_OK)
        r = gac_launch_create(program, "copy", &launch);
    if (r == GAC_OK)
        r = launch_copy(launch, c, m, mode);
    gac_launch_destroy(launch);
    gac_program_destroy(program);
    gac_module_destroy(module);
    gac_assembly_destroy(assembly);
    return r;
}

static void print_case(const copy_case *c)
{
    static const char *const forms[] = {"core", "2D", "3D", "2D import",
                                        "3D import"};
    printf("FAIL: %s %s Physical%d group %llu:", forms[c->form],
           c->to_local ? "to local" : "to global", c->physical32 ? 32 : 64,
           (unsigned long long)c->group);
    for (int i = 0; i < N_OPERANDS; i++)
        printf(" %s%s=%llu", operand_names[i], is_constant(c, i) ? "" : "*",
               (unsigned long long)c->v[i]);
}

static bool same(const char *what, const uint8_t *got, const uint8_t *want,
                 uint64_t n, const copy_case *c)
{
    for (uint64_t i = 0; i < n; i++) {
        if (got[i] != want[i]) {
            print_case(c);
            printf(": byte %llu of %s memory is %d, not %d\n",
                   (unsigned long long)i, what, got[i], want[i]);
            return false;
        }
    }
    return true;
}

static bool run_round(gac_context *context)
{
    copy_case c;
    pick_case(&c);
    memory m = {.init = random_bytes(c.local_bytes),
                .dump = random_bytes(c.local_bytes),
                .far = random_bytes(c.global_bytes)};
    m.want_near = copy_of(m.init, c.local_bytes);
    m.want_far = copy_of(m.far, c.global_bytes);
    if (c.to_local)
        model(&c, m.want_near, m.far);
    else
        model(&c, m.want_far, m.init);
    size_t size;
    char *text = write_module(&c, &size);
    gac_result r =
        run_module(&c, &m, context, text, size, (unsigned)random_below(1000));
    bool ok = r == GAC_OK;
    if (!ok) {
        print_case(&c);
        printf(": %s (%s)\n", gac_result_text(r), last_message);
    }
    ok = ok && same("local", m.dump, m.want_near, c.local_bytes, &c)
         && same("global", m.far, m.want_far, c.global_bytes, &c);
    if (!ok && getenv("GAC_TEST_KEEP") != NULL)
        fputs(text, stderr);
    free(text);
    free(m.init);
    free(m.dump);
    free(m.far);
    free(m.want_near);
    free(m.want_far);
    return ok;
}

int main(int argc, char **argv)
{
    unsigned long iterations = getenv("GAC_TEST_QUICK") != NULL ? 300 : 3000;
    unsigned long passed = 0;
    gac_context *context;
    if (argc > 1)
        iterations = strtoul(argv[1], NULL, 10);
    random_state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    if (gac_context_create(
            &(gac_context_options){.size = sizeof(gac_context_options),
                                   .diagnostic = keep_message},
            &context)
        != GAC_OK)
        return 1;
    for (unsigned long i = 0; i < iterations; i++)
        passed += run_round(context);
    gac_context_destroy(context);
    printf("%lu passed, %lu failed, 0 skipped\n", passed, iterations - passed);
    return passed != iterations;
}
