/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-run --list: a module's kernels, and an example command line for each. */
#include <gac/reflect.h>

#include "tools/run_tool.h"

#include <string.h>

/* The work-items of an example, unless the kernel requires a work-group size.
 */
#define EXAMPLE_ITEMS 1024u

/* Returns the letter of the elements' type: i, u or f. */
static char kind_of(const gac_param_info *info)
{
    return info->is_float ? 'f' : info->is_signed ? 'i' : 'u';
}

void gac__run_type_text(const gac_param_info *info, char *out, size_t size)
{
    char kind = kind_of(info);
    if (info->n_components == 0)
        snprintf(out, size, "bytes");
    else if (info->n_components == 1)
        snprintf(out, size, "%c%u", kind, info->element_bytes * 8);
    else
        snprintf(out, size, "%c%ux%u", kind, info->element_bytes * 8,
                 info->n_components);
}

/* -- a kernel -------------------------------------------------------------- */

/* Prints a parameter's declaration, with the names of the source if the module
 * has them. */
static void print_param(const gac_param_info *info)
{
    static const char *const kinds[] = {"", "global ", "constant ", "local "};
    char type[32];
    gac__run_type_text(info, type, sizeof type);
    printf("%s%s", kinds[info->kind],
           info->is_const && info->kind != GAC_PARAM_CONSTANT ? "const " : "");
    if (info->type_name != NULL)
        gac__tool_print_name(stdout, info->type_name);
    else if (info->kind == GAC_PARAM_VALUE && info->n_components == 0)
        printf("structure of %llu bytes", (unsigned long long)info->size_bytes);
    else
        printf("%s%s", type, info->kind == GAC_PARAM_VALUE ? "" : "*");
    if (info->name != NULL) {
        putchar(' ');
        gac__tool_print_name(stdout, info->name);
    }
}

static void print_sizes(const char *what, const uint32_t sizes[3])
{
    if (sizes[0] || sizes[1] || sizes[2])
        printf("    %s: %u,%u,%u\n", what, sizes[0], sizes[1], sizes[2]);
}

static void print_number(const char *what, uint64_t number, const char *of)
{
    if (number)
        printf("    %s: %llu%s\n", what, (unsigned long long)number, of);
}

static void print_info(const gac_launch *launch)
{
    gac_kernel_info info = {.size = sizeof info};
    if (gac_launch_kernel_info(launch, &info) != GAC_OK)
        return;
    print_sizes("work-group size required", info.required_local);
    print_sizes("work-group size hint", info.local_hint);
    print_sizes("work-group size at most", info.max_local);
    print_number("sub-group size required", info.sub_group_size, "");
    print_number("sub-groups a work-group required", info.sub_groups, "");
    if (info.vec_type_hint != NULL)
        printf("    vector type hint: %s\n", info.vec_type_hint);
    print_number("local variables", info.local_bytes, " bytes a work-group");
    print_number("private memory", info.private_bytes, " bytes a work-item");
}

/* Prints an example of an argument; a pointer's memory has an element for each
 * of `items` work-items. */
static void print_example(const gac_param_info *info, uint64_t items)
{
    char kind = kind_of(info);
    uint32_t n = info->n_components;
    uint32_t bytes = n ? info->element_bytes : 1;
    /* Elements in memory, where a vector of three takes four. */
    unsigned long long all = items * (n == 3 ? 4 : n ? n : 1);
    if (info->kind == GAC_PARAM_LOCAL) {
        printf(" local:%llu", all * bytes);
    } else if (info->kind != GAC_PARAM_VALUE) {
        printf(" buf:%c%u:%llu", n ? kind : 'u', bytes * 8, all);
    } else if (n == 0) {
        fputs(" bytes:", stdout);
        for (uint64_t k = 0; k < info->size_bytes; k++)
            fputs("00", stdout);
    } else {
        printf(" %c%u:", kind, bytes * 8);
        for (uint32_t k = 0; k < n; k++)
            fputs(k ? ",1" : "1", stdout);
    }
}

/* Prints an example command line. `choose`: the module has several kernels. */
static void print_command(const gac__run_command *command,
                          const gac_launch *launch, bool choose)
{
    uint32_t local[3];
    uint64_t items = EXAMPLE_ITEMS;
    fputs("    gac-run", stdout);
    if (choose) {
        fputs(" -k ", stdout);
        gac__tool_print_name(stdout, gac_launch_kernel_name(launch));
    }
    if (gac_launch_required_local_size(launch, local)) {
        uint64_t wide = (uint64_t)local[0] * 2;
        printf(" -g %llu,%u,%u", (unsigned long long)wide, local[1], local[2]);
        items = wide * local[1] * local[2];
    } else {
        printf(" -g %u", EXAMPLE_ITEMS);
    }
    printf(" %s", command->modules[0]);
    for (uint32_t i = 0; i < gac_launch_param_count(launch); i++) {
        gac_param_info info;
        if (gac_launch_param(launch, i, &info) == GAC_OK)
            print_example(&info, items);
    }
    putchar('\n');
}

static void print_kernel(const gac__run_command *command,
                         const gac_module *module, const gac_launch *launch)
{
    gac__tool_print_name(stdout, gac_launch_kernel_name(launch));
    putchar('(');
    for (uint32_t i = 0; i < gac_launch_param_count(launch); i++) {
        gac_param_info info;
        if (i > 0)
            fputs(", ", stdout);
        if (gac_launch_param(launch, i, &info) == GAC_OK)
            print_param(&info);
    }
    fputs(")\n", stdout);
    print_info(launch);
    print_command(command, launch, gac_module_kernel_count(module) > 1);
}

/* Prints "-s 1=20 (u32) width", the default as -s takes it. */
static void print_spec(const gac_spec_info *info)
{
    gac_param_info type = {.kind = GAC_PARAM_VALUE,
                           .element_bytes = info->size_bytes,
                           .n_components = 1,
                           .is_float = info->is_float,
                           .is_signed = info->is_signed};
    char name[32] = "bool", text[GAC__ELEM_TEXT_MAX] = "";
    gac__elem elem;
    if (!info->is_bool)
        gac__run_type_text(&type, name, sizeof name);
    if (info->is_bool)
        snprintf(text, sizeof text, "%s", info->bits ? "true" : "false");
    else if (gac__elem_find(name, strlen(name), &elem))
        gac__elem_format(elem, &info->bits, text);
    printf("-s %u=%s (%s)%s", info->id, text, name, info->name ? " " : "");
    if (info->name)
        gac__tool_print_name(stdout, info->name);
    putchar('\n');
}

/* Prints the specialization constants, which come in the order of their
 * numbers; of those that share a number the first. */
static void print_specs(const gac_module *module)
{
    gac_spec_info info = {0};
    uint32_t before = 0;
    for (uint32_t i = 0; gac_module_spec(module, i, &info) == GAC_OK; i++) {
        if (i == 0 || info.id != before)
            print_spec(&info);
        before = info.id;
    }
}

int gac__run_list(const gac__run_command *command, const gac_module *module,
                  const gac_program *program)
{
    const char *name;
    int code = GAC__EXIT_OK;
    for (uint32_t i = 0; (name = gac_module_kernel_name(module, i)) != NULL;
         i++) {
        gac_launch *launch;
        if (gac_launch_create(program, name, &launch) != GAC_OK) {
            gac__tool_print_name(stdout, name);
            fputs(": cannot be run\n", stdout);
            code = GAC__EXIT_INVALID; /* the diagnostics say why */
            continue;
        }
        print_kernel(command, module, launch);
        gac_launch_destroy(launch);
    }
    print_specs(module);
    return code;
}
