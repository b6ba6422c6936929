/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac-dis: disassembles SPIR-V modules, the async-copy set included. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/tool_common.h"

static const char usage[] =
    "usage: gac-dis [OPTION]... [FILE]\n"
    "\n"
    "Disassembles a SPIR-V module, as spirv-dis does, and shows the set\n"
    "Codeplay.GroupAsyncCopies, under both its names, by name. FILE \"-\", or\n"
    "none, is standard input: a binary of either byte order, hex numbers, or\n"
    "assembly text.\n"
    "\n"
    "The text is spirv-dis's. An instruction that has no text, as one with a\n"
    "word too many, is written as words, on a line of its own:\n"
    "  !0x0004002e %event %3 !2 ; OpConstantNull\n"
    "\n"
    "With --exact, gac-as makes the same words of the text again, header and\n"
    "ids included: two comments, \"; Header:\" on top and \"; Ids:\" at the "
    "end,\n"
    "hold what the text does not say otherwise, and instructions whose text\n"
    "would not say all are written as words, too.\n"
    "\n"
    "Options:\n"
    "  -o FILE                   write FILE instead of standard output\n"
    "  --no-indent               do not indent instructions\n"
    "  --no-header               leave out the comments about the module\n"
    "  --raw-id                  show ids as numbers, not by friendly names\n"
    "  --offsets                 show each instruction's byte offset\n"
    "  --comment                 head sections and functions with comments\n"
    "  --exact                   gac-as makes the same words of the text\n"
    "  --nested-indent           indent blocks by the control flow\n"
    "  --reorder-blocks          order blocks by the control flow\n"
    "  --handle-unknown-opcodes  write words as OpUnknown(65534, 3) 42 99\n"
    "  --color, --no-color       colour the text, or do not (default: on a\n"
    "                            terminal)\n" GAC__TOOL_COMMON_HELP;

enum { OPTION_NO_COLOR = GAC__TOOL_OPTION_END };

#define SWITCH(name, field)                                                    \
    GAC__TOOL_SWITCH(name, gac_disassemble_options, field)

/* --color has an argument in the other tools, and none in spirv-dis: here the
 * argument is optional. */
static const struct option long_options[] = {
    GAC__TOOL_LONG_OPTIONS(optional_argument),
    SWITCH("no-indent", no_indent),
    SWITCH("no-header", no_header),
    SWITCH("raw-id", raw_ids),
    SWITCH("offsets", offsets),
    SWITCH("comment", comments),
    SWITCH("exact", exact),
    SWITCH("nested-indent", nested_indent),
    SWITCH("reorder-blocks", reorder_blocks),
    SWITCH("handle-unknown-opcodes", handle_unknown_opcodes),
    {"no-color", no_argument, NULL, OPTION_NO_COLOR},
    {NULL, 0, NULL, 0}};

typedef struct arguments {
    const char *input, *output;
    gac_disassemble_options options;
    bool color_given; /* false: colours depend on the output */
} arguments;

static int parse_color(gac__tool *tool, const char *when, arguments *a)
{
    int code =
        gac__tool_option(tool, GAC__TOOL_OPTION_COLOR, when ? when : "always");
    a->color_given = !when || strcmp(when, "auto") != 0;
    a->options.color = a->color_given && tool->color;
    return code;
}

/* Returns -1 to continue, or the exit code. */
static int parse_arguments(gac__tool *tool, int argc, char **argv, arguments *a)
{
    int option;
    while ((option = getopt_long(argc, argv, "ho:", long_options, NULL))
           != -1) {
        int code = -1;
        if (option == 'o')
            a->output = optarg;
        else if (option == OPTION_NO_COLOR)
            code = parse_color(tool, "never", a);
        else if (option == GAC__TOOL_OPTION_COLOR)
            code = parse_color(tool, optarg, a);
        else if (!gac__tool_switch(option, &a->options, sizeof a->options))
            code = gac__tool_option(tool, option, optarg);
        if (code >= 0)
            return code;
    }
    if (argc - optind > 1)
        return gac__tool_usage_error(tool, "more than one input file");
    if (optind < argc)
        a->input = argv[optind];
    if (!a->color_given)
        a->options.color = strcmp(a->output, "-") == 0 && isatty(STDOUT_FILENO);
    return -1;
}

static gac_result disassemble(gac_context *context, gac_diagnostic_list *list,
                              const void *arguments_in)
{
    const arguments *a = arguments_in;
    gac_input *input = NULL;
    gac_disassembly *disassembly = NULL;
    size_t size_bytes;
    gac_diagnostic_list_set_file(list, a->input);
    gac_result result = gac_input_load(context, a->input, NULL, &input);
    if (result == GAC_OK) {
        const void *data = gac_input_data(input, &size_bytes);
        result = gac_disassemble(context, data, size_bytes, &a->options,
                                 &disassembly);
    }
    if (result == GAC_OK) {
        const char *text = gac_disassembly_text(disassembly, &size_bytes);
        result = gac__tool_write(list, a->output, text, size_bytes);
    } else {
        gac__tool_unreadable(list, 0, result, errno);
    }
    gac_disassembly_destroy(disassembly);
    gac_input_destroy(input);
    return result;
}

int main(int argc, char **argv)
{
    gac__tool tool;
    arguments a = {"-", "-", {.size = sizeof a.options}, false};
    gac__tool_init(&tool, "gac-dis", usage, long_options, argv);
    int code = parse_arguments(&tool, argc, argv, &a);
    if (code < 0)
        code = gac__tool_filter(&tool, a.output, disassemble, &a);
    return gac__tool_close(tool.name, code, GAC__EXIT_INVALID);
}
