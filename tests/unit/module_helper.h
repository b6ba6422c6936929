/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* For tests of modules: assembles with SPIRV-Tools, records diagnostics. */
#ifndef GAC_TESTS_MODULE_HELPER_H
#define GAC_TESTS_MODULE_HELPER_H

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <spirv-tools/libspirv.h>

#include "module/module.h"

#define HEADER                                                                 \
    "OpCapability Kernel\nOpCapability Addresses\nOpCapability Linkage\n"      \
    "OpCapability Int64\nOpCapability Int8\nOpCapability Int16\n"              \
    "OpCapability Float64\n"
#define PHYSICAL64 HEADER "OpMemoryModel Physical64 OpenCL\n"
#define PHYSICAL32 HEADER "OpMemoryModel Physical32 OpenCL\n"

#define FUNCTION                                                               \
    "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%3 = OpFunction %1 None %2\n"    \
    "%4 = OpLabel\nOpReturn\nOpFunctionEnd\n"

typedef struct binary {
    uint32_t words[4096];
    size_t n;
} binary;

/* Assembles text; %1, %2 ... keep their numbers. */
static inline binary assemble(const char *text)
{
    binary b = {.n = 0};
    spv_binary made = NULL;
    spv_diagnostic fault = NULL;
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_4);
    spv_result_t result = spvTextToBinaryWithOptions(
        context, text, strlen(text),
        SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &made, &fault);
    if (result != SPV_SUCCESS)
        fail_msg("line %zu: %s", fault->position.line, fault->error);
    assert_true(made->wordCount <= GAC__COUNT_OF(b.words));
    b.n = made->wordCount;
    memcpy(b.words, made->code, b.n * sizeof *b.words);
    spvBinaryDestroy(made);
    spvDiagnosticDestroy(fault);
    spvContextDestroy(context);
    return b;
}

/* What the sink saw. */
typedef struct log {
    uint32_t n;
    struct {
        gac_severity severity;
        char rule[32], message[GAC__MESSAGE_MAX], operand[64], hint[128];
        uint64_t word_offset;
        uint32_t ordinal;
        int32_t operand_word;
    } items[64];
} log;

static inline void record(void *user, const gac_diagnostic *d)
{
    log *l = user;
    if (l->n >= GAC__COUNT_OF(l->items)) {
        l->n++;
        return;
    }
    l->items[l->n].severity = d->severity;
    snprintf(l->items[l->n].rule, sizeof l->items->rule, "%s", d->rule);
    snprintf(l->items[l->n].message, sizeof l->items->message, "%s",
             d->message);
    snprintf(l->items[l->n].operand, sizeof l->items->operand, "%s",
             d->operand ? d->operand : "");
    snprintf(l->items[l->n].hint, sizeof l->items->hint, "%s",
             d->hint ? d->hint : "");
    l->items[l->n].word_offset = d->word_offset;
    l->items[l->n].operand_word = d->operand_word;
    l->items[l->n++].ordinal = d->ordinal;
}

typedef struct parsed {
    gac_context *context;
    gac_module *module;
    gac_result result;
    log *log;
} parsed;

static inline parsed parse_bytes(const void *data, size_t size,
                                 gac_parse_options options)
{
    parsed p = {.log = calloc(1, sizeof(log))};
    gac_context_options o = {
        .size = sizeof o, .diagnostic = record, .diagnostic_user = p.log};
    options.size = sizeof options;
    assert_int_equal(gac_context_create(&o, &p.context), GAC_OK);
    p.result = gac_module_parse(p.context, data, size, &options, &p.module);
    assert_true((p.result == GAC_OK) == (p.module != NULL));
    return p;
}

static inline parsed parse_words(const binary *b, gac_parse_options options)
{
    return parse_bytes(b->words, b->n * 4, options);
}

static inline void release(parsed *p)
{
    gac_module_destroy(p->module);
    gac_context_destroy(p->context);
    free(p->log);
}

/* Assembles and parses what must be without fault. */
static inline parsed parse_good(binary *b, const char *text)
{
    *b = assemble(text);
    parsed p = parse_words(b, (gac_parse_options){.size = 0});
    if (p.log->n)
        print_error("%s\n", p.log->items[0].message);
    assert_int_equal(p.log->n, 0);
    assert_int_equal(p.result, GAC_OK);
    return p;
}

/* Word offset of the first instruction with this opcode. */
static inline size_t find_word(const binary *b, uint32_t opcode)
{
    for (size_t i = 5; i < b->n; i += b->words[i] >> 16)
        if ((b->words[i] & 0xFFFF) == opcode)
            return i;
    fail_msg("no opcode %u", opcode);
    return 0;
}

static inline void cut_words(binary *b, size_t at, size_t n)
{
    memmove(b->words + at, b->words + at + n, (b->n - at - n) * 4);
    b->n -= n;
}

static inline void insert_words(binary *b, size_t at, const uint32_t *words,
                                size_t n)
{
    memmove(b->words + at + n, b->words + at, (b->n - at) * 4);
    memcpy(b->words + at, words, n * 4);
    b->n += n;
}

/* Expects exactly one module-format error, at this word, that says this.
 * `given`: whether the module goes out under keep_going. */
static inline void expect_fault(const binary *b, size_t offset,
                                const char *part, bool given)
{
    parsed p = parse_words(b, (gac_parse_options){.keep_going = true});
    if (p.log->n != 1)
        for (uint32_t i = 0; i < GAC__MIN(p.log->n, 8u); i++)
            print_error("%u: %s\n", i, p.log->items[i].message);
    assert_int_equal(p.log->n, 1);
    assert_string_equal(p.log->items[0].rule, "module-format");
    assert_int_equal(p.log->items[0].severity, GAC_SEVERITY_ERROR);
    if (!strstr(p.log->items[0].message, part))
        fail_msg("'%s' is not in '%s'", part, p.log->items[0].message);
    assert_int_equal(p.log->items[0].word_offset, offset);
    assert_int_equal(p.result, given ? GAC_OK : GAC_ERR_FORMAT);
    if (p.module)
        assert_int_equal(p.module->n_faults, 1);
    release(&p);
    p = parse_words(b, (gac_parse_options){.keep_going = false});
    assert_int_equal(p.result, GAC_ERR_FORMAT);
    assert_int_equal(p.log->n, 1);
    release(&p);
}

#endif
