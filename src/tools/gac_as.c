/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-as: assembles SPIR-V text, the async-copy set included. */
#include <errno.h>
#include <stdio.h>

#include <gac/text.h>

#include "tools/tool_common.h"

static const char usage[] =
    "usage: gac-as [OPTION]... [FILE]\n"
    "\n"
    "Assembles SPIR-V assembly text, as spirv-as does. FILE \"-\", or none, "
    "is\n"
    "standard input. Beyond spirv-as it knows\n"
    "  - the set Codeplay.GroupAsyncCopies, under this name and under\n"
    "    NonSemantic.Codeplay.GroupAsyncCopies, its instructions by name or\n"
    "    by number;\n"
    "  - other unknown sets, their instructions by number;\n"
    "  - untyped pointers (SPV_KHR_untyped_pointers) and\n"
    "    OpExtInstWithForwardRefsKHR.\n"
    "\n"
    "Text from gac-dis --exact gives the same module again, word for word: it\n"
    "writes comment lines that are read here.\n"
    "  ; Version: 1.4                the version, where --target-env gives "
    "none\n"
    "  ; Generator: NAME(N); M       the generator's word, as spirv-dis writes "
    "it\n"
    "  ; Header: MAGIC VERSION GENERATOR BOUND SCHEMA\n"
    "                                the whole header and the byte order\n"
    "  ; Ids: main=4 float=6 ...     the numbers of named ids\n"
    "The first three count before the first instruction only. Without them "
    "the\n"
    "header is spirv-as's and ids are numbered as it numbers them.\n"
    "\n"
    "Options:\n"
    "  -o FILE                   write FILE, \"-\" being standard output\n"
    "                            (default: out.spv)\n"
    "  --target-env ENV          assemble for ENV, as spirv-as (default: "
    "spv1.6)\n"
    "  --preserve-numeric-ids    %12 is id 12\n" GAC__TOOL_COMMON_HELP;

enum { OPTION_TARGET_ENV = GAC__TOOL_OPTION_END };

static const struct option long_options[] = {
    GAC__TOOL_LONG_OPTIONS(required_argument),
    {"target-env", required_argument, NULL, OPTION_TARGET_ENV},
    GAC__TOOL_SWITCH("preserve-numeric-ids", gac_assemble_options,
                     preserve_numeric_ids),
    {NULL, 0, NULL, 0}};

typedef struct arguments {
    const char *input, *output;
    gac_assemble_options options;
} arguments;

/* Returns -1 to continue, or the exit code. */
static int parse_arguments(gac__tool *tool, int argc, char **argv, arguments *a)
{
    int option;
    while ((option = getopt_long(argc, argv, "ho:", long_options, NULL))
           != -1) {
        int code = -1;
        if (option == 'o')
            a->output = optarg;
        else if (option == OPTION_TARGET_ENV)
            a->options.target_env = optarg;
        else if (!gac__tool_switch(option, &a->options, sizeof a->options))
            code = gac__tool_option(tool, option, optarg);
        if (code >= 0)
            return code;
    }
    if (argc - optind > 1)
        return gac__tool_usage_error(tool, "more than one input file");
    if (optind < argc)
        a->input = argv[optind];
    if (a->options.target_env && !gac_target_env_known(a->options.target_env))
        return gac__tool_usage_error(tool, "unknown target environment '%s'",
                                     a->options.target_env);
    return -1;
}

static gac_result assemble(gac_context *context, gac_diagnostic_list *list,
                           const void *arguments_in)
{
    const arguments *a = arguments_in;
    gac_assembly *assembly = NULL;
    size_t size_bytes;
    gac_diagnostic_list_set_file(list, a->input);
    gac_result result =
        gac_assemble_file(context, a->input, &a->options, &assembly);
    if (result == GAC_OK) {
        const void *data = gac_assembly_data(assembly, &size_bytes);
        result = gac__tool_write(list, a->output, data, size_bytes);
    } else {
        gac__tool_unreadable(list, 0, result, errno);
    }
    gac_assembly_destroy(assembly);
    return result;
}

int main(int argc, char **argv)
{
    gac__tool tool;
    arguments a = {"-", "out.spv", {.size = sizeof a.options}};
    gac__tool_init(&tool, "gac-as", usage, long_options, argv);
    int code = parse_arguments(&tool, argc, argv, &a);
    if (code < 0)
        code = gac__tool_filter(&tool, a.output, assemble, &a);
    return gac__tool_close(tool.name, code, GAC__EXIT_INVALID);
}
