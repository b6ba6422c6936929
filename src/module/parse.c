/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Parses a SPIR-V binary into a module. */
#include "module/module_internal.h"
#include "module/reports.h"

/* A parse reads the words twice. The survey only steps from word count to
 * word count and counts what the tables must hold, so that each table is
 * allocated once, at its size; where the words break off, it ends. The main
 * pass (read.c) then takes each instruction: its row in the grammar, its
 * operands, the id it defines, its place in the layout (layout.c), and what it
 * adds to the tables. What needs all of the module (decorations by target,
 * sizes of types, switches over a selector that is defined further down) comes
 * last.
 *
 * The words are used where they lie, unless they are of the other byte order
 * or not aligned. Tables cost 4 bytes an instruction and 16 an id. The id
 * table has `bound` entries, but comes as untouched zero pages: what a file
 * with few ids and a high bound does not use, it does not get.
 *
 * Faults are of two kinds. After a hard one the tables could mislead (operands
 * that are not there, blocks without end), and the module is never given out.
 * After soft ones it is sound but wrong, and goes out under keep_going. */

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "strings are read in place, which needs little-endian words");

#define MAX_MINOR_VERSION 6

/* -- the header ------------------------------------------------------------ */

/* Sets the module's words: the caller's, or a copy that is aligned and of the
 * host's byte order. */
static gac_result place_words(gac_module *m, const void *data, size_t size)
{
    m->n_words = size / 4;
    if (!m->swapped && (uintptr_t)data % sizeof(uint32_t) == 0) {
        m->words = data;
        return GAC_OK;
    }
    uint32_t *copy = gac__arena_alloc(&m->arena, m->n_words, sizeof *copy);
    if (!copy)
        return GAC_ERR_MEMORY;
    memcpy(copy, data, m->n_words * sizeof *copy);
    for (size_t i = 0; m->swapped && i < m->n_words; i++)
        copy[i] = gac__swap_word(copy[i]);
    m->words = copy;
    return GAC_OK;
}

gac_result gac__check_magic(gac_context *context, const void *data, size_t size,
                            bool *swapped_out)
{
    uint32_t magic = 0;
    memcpy(&magic, data, GAC__MIN(size, sizeof magic));
    *swapped_out = magic == gac__swap_word(SpvMagicNumber);
    if (size < sizeof magic)
        gac__diag_report(context, GAC__RULE_module_format, 0,
                         "not SPIR-V: %zu bytes, where the header has 20 bytes",
                         size);
    else if (magic != SpvMagicNumber && !*swapped_out)
        gac__diag_report(context, GAC__RULE_module_format, 0,
                         "not SPIR-V: the magic number is 0x%08x, not 0x%08x",
                         magic, SpvMagicNumber);
    else if (size % 4 != 0)
        gac__diag_report(context, GAC__RULE_module_format, size / 4,
                         "the size, %zu bytes, is no multiple of 4", size);
    else if (size < 4 * GAC__HEADER_WORDS)
        gac__diag_report(context, GAC__RULE_module_format, size / 4,
                         "the header is truncated: %zu words of %d", size / 4,
                         GAC__HEADER_WORDS);
    else
        return GAC_OK;
    return GAC_ERR_FORMAT;
}

static gac_result read_header(gac_module *m)
{
    m->version = m->words[1];
    m->generator = m->words[2];
    m->bound = m->words[3];
    uint32_t minor = m->version >> 8 & 0xFF;
    if ((m->version & 0xFFFF00FF) != 0x10000 || minor > MAX_MINOR_VERSION) {
        gac__diag_report(m->context, GAC__RULE_module_format, 1,
                         "version 0x%08x is not supported: SPIR-V 1.0 to 1.%d "
                         "are",
                         m->version, MAX_MINOR_VERSION);
        return GAC_ERR_FORMAT;
    }
    if (m->bound == 0) {
        gac__diag_report(m->context, GAC__RULE_module_format, 3,
                         "the id bound is 0");
        return GAC_ERR_FORMAT;
    }
    if (m->bound > m->context->max_id_bound) {
        gac__diag_report(m->context, GAC__RULE_module_format, 3,
                         "the id bound, %u, is over the limit of %u", m->bound,
                         m->context->max_id_bound);
        return GAC_ERR_LIMIT;
    }
    return GAC_OK;
}

/* -- the survey ------------------------------------------------------------ */

typedef struct survey {
    uint32_t n_insts, n_functions, n_blocks, n_entries, n_imports;
    uint32_t n_decorations, n_capabilities, n_extensions, n_lines;
    uint32_t n_layouts, n_member_offsets, n_texts, n_modes;
    size_t end; /* the first word behind the last whole instruction */
} survey;

static void survey_inst(survey *s, const uint32_t *words, uint32_t n)
{
    switch ((uint16_t)words[0]) {
    case SpvOpFunction: s->n_functions++; break;
    case SpvOpLabel: s->n_blocks++; break;
    case SpvOpEntryPoint: s->n_entries++; break;
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId: s->n_modes++; break;
    case SpvOpExtInstImport: s->n_imports++; break;
    case SpvOpCapability: s->n_capabilities++; break;
    case SpvOpExtension: s->n_extensions++; break;
    case SpvOpDecorate:
    case SpvOpMemberDecorate:
    case SpvOpDecorateId:
    case SpvOpDecorateString:
    case SpvOpMemberDecorateString: s->n_decorations++; break;
    case SpvOpGroupDecorate: s->n_decorations += n - 1; break;
    case SpvOpGroupMemberDecorate: s->n_decorations += n / 2; break;
    case SpvOpTypeStruct:
        s->n_member_offsets += n;
        s->n_layouts++;
        break;
    case SpvOpTypeArray: s->n_layouts++; break;
    case SpvOpLine:
    case SpvOpNoLine: s->n_lines++; break;
    case SpvOpExtInst:
        if (n >= 5
            && (words[4] == GAC__DEBUG_LINE || words[4] == GAC__DEBUG_NO_LINE))
            s->n_lines++;
        s->n_texts += n > 6 && words[4] == GAC__DEBUG_SOURCE;
        break;
    case SpvOpSource: s->n_texts += n > 4; break;
    default: break;
    }
}

/* How far ahead the survey prefetches: it is faster than memory delivers a
 * large module's words. A prefetch behind the end does not fault. */
#define AHEAD_BYTES 2048

static survey survey_words(const gac_module *m)
{
    survey s = {0};
    const uint32_t *words = m->words + GAC__HEADER_WORDS;
    uint32_t left = (uint32_t)m->n_words - GAC__HEADER_WORDS, n_insts = 0;
    while (left > 0) {
        const uint32_t n = words[0] >> 16, opcode = words[0] & 0xFFFF;
        if (n - 1 >= left) /* 0 wraps around */
            break;
        __builtin_prefetch((const void *)((uintptr_t)words + AHEAD_BYTES));
        if (gac__tasks_of(opcode) & GAC__TASK_ADD)
            survey_inst(&s, words, n);
        n_insts++;
        words += n;
        left -= n;
    }
    s.n_insts = n_insts;
    s.end = m->n_words - left;
    return s;
}

/* The tables of a module, and how many entries each has. */
/* clang-format off */
#define EACH_TABLE(TABLE)                                                      \
    TABLE(offsets, (size_t)s->n_insts + 1)                                     \
    TABLE(definitions, m->bound)                                               \
    TABLE(def_offsets, m->bound)                                               \
    TABLE(ids, m->bound)                                                       \
    TABLE(functions, s->n_functions)                                           \
    TABLE(blocks, s->n_blocks)                                                 \
    TABLE(entries, s->n_entries)                                               \
    TABLE(kernels, s->n_entries)                                               \
    TABLE(by_name, s->n_entries)                                               \
    TABLE(modes, s->n_modes)                                                   \
    TABLE(imports, s->n_imports)                                               \
    TABLE(decorations, s->n_decorations)                                       \
    TABLE(capabilities, s->n_capabilities)                                     \
    TABLE(extensions, s->n_extensions)                                         \
    TABLE(lines, s->n_lines)                                                   \
    TABLE(layouts, s->n_layouts)                                               \
    TABLE(texts, m->max_texts)                                                 \
    TABLE(member_offsets, s->n_member_offsets)
/* clang-format on */

#define MAX_TEXTS 1024 /* the most texts of source files that reports use */

/* All tables are in one block. A process that parses many modules gets the
 * block from the allocator again; smaller pieces would go back to the system,
 * and each page would fault anew. */
static gac_result allocate_tables(gac_module *m, const survey *s)
{
    gac__arena *a = &m->arena;
    uint64_t bytes = 0;
    bool ok = true;
    m->max_texts = GAC__MIN(s->n_texts, (uint32_t)MAX_TEXTS);
#define SIZE(field, n) bytes += 16 + (uint64_t)(n) * sizeof *m->field;
#define ALLOCATE(field, n)                                                     \
    ok = ok                                                                    \
         && ((n) == 0                                                          \
             || (m->field = gac__arena_alloc(a, (n), sizeof *m->field))        \
                    != NULL);
    EACH_TABLE(SIZE)
    ok = bytes <= SIZE_MAX && gac__arena_reserve(a, (size_t)bytes);
    EACH_TABLE(ALLOCATE)
#undef ALLOCATE
#undef SIZE
    return ok ? GAC_OK : GAC_ERR_MEMORY;
}

/* -- the whole ------------------------------------------------------------- */

/* Reads the switches whose selector was not defined yet when they were met. */
static void check_late_switches(gac__parser *p)
{
    const gac__op_row *row = gac__grammar_op(SpvOpSwitch);
    p->late = true;
    for (size_t i = 0; i < p->switches.n; i++) {
        gac__inst inst = gac__module_inst(p->m, p->switches.items[i]);
        gac__check_operands(p, &inst, row);
    }
}

static void report_stop(gac__parser *p, size_t at)
{
    gac_module *m = p->m;
    uint32_t n = m->words[at] >> 16;
    const gac__op_row *row = gac__grammar_op((uint16_t)m->words[at]);
    gac__inst inst = {.words = m->words + at,
                      .n_words = 1,
                      .opcode = (uint16_t)m->words[at],
                      .ordinal = p->n_insts};
    p->stopped = true;
    if (n == 0)
        gac__fault(p, GAC__FAULT_HARD, &inst, NULL, -1,
                   "an instruction with a word count of 0");
    else
        gac__fault(p, GAC__FAULT_HARD, &inst, NULL, -1,
                   "%s is truncated: a word count of %u, and %zu words left",
                   row ? row->name : "an instruction", n, m->n_words - at);
}

static gac_result parse_words(gac__parser *p)
{
    gac_module *m = p->m;
    survey s = survey_words(m);
    p->n_insts = s.n_insts;
    GAC__TRY(allocate_tables(m, &s));
    m->offsets[0] = GAC__HEADER_WORDS;
    m->first_function = s.n_insts;
    m->addressing_model = m->memory_model = UINT32_MAX;
    gac__read_insts(p);
    GAC__TRY(p->result);
    GAC__TRY(gac__sort_kernels(m));
    check_late_switches(p);
    if (s.end < m->n_words)
        report_stop(p, s.end);
    gac__parser_mark_texts(p);
    GAC__TRY(p->result);
    gac__finish_layout(p);
    gac__sort_decorations(m);
    if (!gac__find_specs(m))
        return GAC_ERR_MEMORY;
    gac__lay_out_types(m);
    m->n_faults = p->n_faults;
    if (p->n_faults && (p->unusable || !p->options.keep_going))
        return GAC_ERR_FORMAT;
    return GAC_OK;
}

/* -- the public functions -------------------------------------------------- */

static gac_result parse(gac__parser *p, const void *data, size_t size)
{
    GAC__TRY(gac__check_magic(p->m->context, data, size, &p->m->swapped));
    if (size / 4 > UINT32_MAX - 1)
        return GAC_ERR_LIMIT;
    GAC__TRY(place_words(p->m, data, size));
    GAC__TRY(read_header(p->m));
    return parse_words(p);
}

gac_result gac_module_parse(gac_context *context, const void *data,
                            size_t size_bytes, const gac_parse_options *options,
                            gac_module **module_out)
{
    if (module_out)
        *module_out = NULL;
    gac__parser p = {0};
    if (!context || !data || !module_out
        || !gac__read_options(&p.options, sizeof p.options, options))
        return GAC_ERR_ARGUMENT;
    gac_module *m = gac__alloc_zero(&context->allocator, 1, sizeof *m);
    if (!m)
        return GAC_ERR_MEMORY;
    p.m = m;
    p.watch = gac__context_watch(context);
    m->context = context;
    gac__arena_init(&m->arena, &context->allocator);
    m->arena.max_bytes = (size_t)GAC__MIN(context->max_memory_bytes, SIZE_MAX);
    gac_result result = parse(&p, data, size_bytes);
    GAC__VEC_FREE(&context->allocator, &p.switches);
    GAC__VEC_FREE(&context->allocator, &p.over_bound);
    if (result != GAC_OK) {
        gac__context_tell_late(context, result, "read");
        gac_module_destroy(m);
        return result;
    }
    *module_out = m;
    return GAC_OK;
}

void gac_module_destroy(gac_module *module)
{
    if (!module)
        return;
    gac_context *context = module->context;
    gac__arena_free(&module->arena);
    GAC__VEC_FREE(&context->allocator, &module->notable);
    gac__free(&context->allocator, module, 1, sizeof *module);
}

uint32_t gac_module_version(const gac_module *module)
{
    return module ? module->version : 0;
}

uint32_t gac_module_instruction_count(const gac_module *module)
{
    return module ? module->n_insts : 0;
}

uint32_t gac_module_address_bits(const gac_module *module)
{
    return module ? module->pointer_bits : 0;
}

const uint32_t *gac_module_words(const gac_module *module, size_t *n_words_out)
{
    if (n_words_out)
        *n_words_out = module ? module->n_words : 0;
    return module ? module->words : NULL;
}

uint32_t gac_module_kernel_count(const gac_module *module)
{
    return module ? module->n_kernels : 0;
}

const char *gac_module_kernel_name(const gac_module *module, uint32_t index)
{
    return module && index < module->n_kernels + module->n_set_aside
               ? module->entries[module->kernels[index]].name
               : NULL;
}
