/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Parses a SPIR-V binary into a module. */
#include "module/module_internal.h"

/* A parse reads the words twice. The survey only steps from word count to
 * word count and counts what the tables must hold, so that each table is
 * allocated once, at its size; where the words break off, it ends. The main
 * pass then takes each instruction: its row in the grammar, its operands, the
 * id it defines, its place in the layout (layout.c), and what it adds to the
 * tables. What needs all of the module (decorations by target, sizes of
 * types, switches over a selector that is defined further down) comes last.
 *
 * The words are used where they lie, unless they are of the other byte order
 * or not aligned. Tables cost 4 bytes an instruction and 12 an id. The id
 * table has `bound` entries, but comes as untouched zero pages: what a file
 * with few ids and a high bound does not use, it does not get.
 *
 * Faults are of two kinds. After a hard one the tables could mislead (operands
 * that are not there, blocks without end), and the module is never given out.
 * After soft ones it is sound but wrong, and goes out under keep_going. */

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "strings are read in place, which needs little-endian words");

enum { MAX_MINOR_VERSION = 6 };

/* -- faults ---------------------------------------------------------------- */

static void mark_texts(gac__parser *p)
{
    p->texts_marked = true;
    if (p->m->max_texts > 0 && !gac__mark_texts(p->m))
        p->result = GAC_ERR_MEMORY;
}

/* Reports show lines of sources, which all stand before the functions. */
void gac__fault(gac__parser *p, gac__fault_kind kind, const gac__inst *inst,
                const char *operand, int32_t word, const char *format, ...)
{
    char message[GAC__MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    gac__diag_format(message, sizeof message, format, args);
    va_end(args);
    p->n_faults++;
    if (p->functions_begun && !p->texts_marked)
        mark_texts(p);
    p->unusable |= kind == GAC__FAULT_HARD;
    gac__module_report(p->m, GAC__RULE_module_format, GAC_SEVERITY_ERROR, inst,
                       operand, word, "%s", message);
}

/* -- the header ------------------------------------------------------------ */

static uint32_t swap_word(uint32_t word)
{
    return __builtin_bswap32(word);
}

/* Places the words: where they are, or in a copy that is aligned and of the
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
        copy[i] = swap_word(copy[i]);
    m->words = copy;
    return GAC_OK;
}

/* Whether the bytes begin like a module; sets `swapped`. */
static gac_result check_magic(gac_module *m, const void *data, size_t size)
{
    uint32_t magic = 0;
    memcpy(&magic, data, GAC__MIN(size, sizeof magic));
    m->swapped = magic == swap_word(SpvMagicNumber);
    if (size < sizeof magic)
        gac__diag_report(m->context, GAC__RULE_module_format, 0,
                         "not SPIR-V: %zu bytes, too few for a magic number",
                         size);
    else if (magic != SpvMagicNumber && !m->swapped)
        gac__diag_report(m->context, GAC__RULE_module_format, 0,
                         "not SPIR-V: the magic number is 0x%08x, not 0x%08x",
                         magic, SpvMagicNumber);
    else if (size % 4 != 0)
        gac__diag_report(m->context, GAC__RULE_module_format, size / 4,
                         "the size, %zu bytes, is no multiple of 4", size);
    else if (size < 4 * GAC__HEADER_WORDS)
        gac__diag_report(m->context, GAC__RULE_module_format, size / 4,
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
                         "are", m->version, MAX_MINOR_VERSION);
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
    uint32_t n_layouts, n_member_offsets, n_texts;
    size_t end; /* the word that no whole instruction begins at */
} survey;

/* Numbers of DebugLine and DebugNoLine of NonSemantic.Shader.DebugInfo.100;
 * whether the set is that one shows later. */
enum { DEBUG_LINE = 103, DEBUG_NO_LINE = 104 };

static void survey_inst(survey *s, const uint32_t *words, uint32_t n)
{
    switch ((uint16_t)words[0]) {
    case SpvOpFunction: s->n_functions++; break;
    case SpvOpLabel: s->n_blocks++; break;
    case SpvOpEntryPoint: s->n_entries++; break;
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
    case SpvOpTypeStruct: s->n_member_offsets += n; s->n_layouts++; break;
    case SpvOpTypeArray: s->n_layouts++; break;
    case SpvOpLine:
    case SpvOpNoLine: s->n_lines++; break;
    case SpvOpExtInst:
        if (n >= 5 && (words[4] == DEBUG_LINE || words[4] == DEBUG_NO_LINE))
            s->n_lines++;
        s->n_texts += n > 6 && words[4] == GAC__DEBUG_SOURCE;
        break;
    case SpvOpSource: s->n_texts += n > 4; break;
    default: break;
    }
}

/* Opcodes that the survey counts, those of a high number aside. */
static const bool is_counted[] = {
    [SpvOpFunction] = true,      [SpvOpLabel] = true,
    [SpvOpEntryPoint] = true,    [SpvOpExtInstImport] = true,
    [SpvOpCapability] = true,    [SpvOpExtension] = true,
    [SpvOpDecorate] = true,      [SpvOpMemberDecorate] = true,
    [SpvOpGroupDecorate] = true, [SpvOpGroupMemberDecorate] = true,
    [SpvOpTypeStruct] = true,    [SpvOpTypeArray] = true,
    [SpvOpLine] = true,          [SpvOpNoLine] = true,
    [SpvOpExtInst] = true,       [SpvOpDecorateId] = true,
    [SpvOpSource] = true,
};

static survey survey_words(const gac_module *m)
{
    survey s = {.end = GAC__HEADER_WORDS};
    while (s.end < m->n_words) {
        uint32_t n = m->words[s.end] >> 16;
        if (n == 0 || n > m->n_words - s.end)
            break;
        uint16_t opcode = (uint16_t)m->words[s.end];
        if (opcode >= sizeof is_counted || is_counted[opcode])
            survey_inst(&s, m->words + s.end, n);
        s.n_insts++;
        s.end += n;
    }
    return s;
}

static gac_result allocate_tables(gac_module *m, const survey *s)
{
    enum { MAX_TEXTS = 1024 }; /* that reports look for a file in */
    gac__arena *a = &m->arena;
    m->max_texts = GAC__MIN(s->n_texts, (uint32_t)MAX_TEXTS);
#define TABLE(field, n)                                                        \
    ((n) == 0 ||                                                               \
     (m->field = gac__arena_alloc(a, (n), sizeof *m->field)) != NULL)
    bool ok = TABLE(offsets, (size_t)s->n_insts + 1) &&
              TABLE(ids, m->bound) && TABLE(functions, s->n_functions) &&
              TABLE(blocks, s->n_blocks) && TABLE(entries, s->n_entries) &&
              TABLE(kernels, s->n_entries) &&
              TABLE(imports, s->n_imports) &&
              TABLE(decorations, s->n_decorations) &&
              TABLE(capabilities, s->n_capabilities) &&
              TABLE(extensions, s->n_extensions) && TABLE(lines, s->n_lines) &&
              TABLE(layouts, s->n_layouts) && TABLE(texts, m->max_texts) &&
              TABLE(member_offsets, s->n_member_offsets);
#undef TABLE
    return ok ? GAC_OK : GAC_ERR_MEMORY;
}

/* -- what an instruction adds to the tables -------------------------------- */

static void add_import(gac_module *m, const gac__inst *inst)
{
    uint32_t n;
    const char *name = gac__module_string(inst, inst->first, &n);
    gac__import *import = &m->imports[m->n_imports++];
    *import = (gac__import){.id = inst->result_id,
                            .inst = inst->ordinal,
                            .name = name};
    if (!strcmp(name, GAC__SET_PLAIN_NAME))
        import->set = &gac__set_async_copies;
    else if (!strcmp(name, GAC__SET_NONSEMANTIC_NAME))
        import->set = &gac__set_async_copies;
    else if (!strcmp(name, gac__set_opencl_std.name))
        import->set = &gac__set_opencl_std;
    import->non_semantic_name = import->set == &gac__set_async_copies &&
                                strcmp(name, GAC__SET_PLAIN_NAME) != 0;
    import->ids_only = import->set == &gac__set_async_copies ||
                       !strncmp(name, "NonSemantic.", 12);
}

static void add_decoration(gac_module *m, const gac__inst *inst,
                           uint32_t target, uint32_t member,
                           uint32_t decoration, uint32_t first_operand,
                           uint32_t n_operands)
{
    m->decorations[m->n_decorations++] =
        (gac__decoration){.target = target,
                          .member = member,
                          .decoration = decoration,
                          .inst = inst->ordinal,
                          .operands = inst->words + first_operand,
                          .n_operands = n_operands};
}

/* A group's targets refer to the group; the look-up goes on there. */
static void add_group(gac_module *m, const gac__inst *inst)
{
    bool members = inst->opcode == SpvOpGroupMemberDecorate;
    uint32_t step = members ? 2 : 1;
    for (uint32_t i = 2; i + step <= inst->n_words; i += step)
        add_decoration(m, inst, inst->words[i],
                       members ? inst->words[i + 1] : UINT32_MAX,
                       GAC__DECORATION_GROUP, 1, 1);
}

static void add_memory_model(gac_module *m, const gac__inst *inst)
{
    if (m->addressing_model != UINT32_MAX)
        return;
    m->addressing_model = inst->words[1];
    m->memory_model = inst->words[2];
    m->pointer_bits = m->addressing_model == SpvAddressingModelPhysical32   ? 32
                      : m->addressing_model == SpvAddressingModelPhysical64 ? 64
                                                                            : 0;
}

static bool is_debug_line(const gac_module *m, const gac__inst *inst)
{
    uint32_t number = inst->words[4];
    if (number != DEBUG_LINE && number != DEBUG_NO_LINE)
        return false;
    const gac__import *import = gac__module_import(m, inst->words[3]);
    return import &&
           !strcmp(import->name, "NonSemantic.Shader.DebugInfo.100");
}

static void add_to_tables(gac__parser *p, const gac__inst *inst)
{
    gac_module *m = p->m;
    const uint32_t *w = inst->words;
    uint32_t n;
    switch (inst->opcode) {
    case SpvOpCapability:
        m->capabilities[m->n_capabilities++] = w[1];
        break;
    case SpvOpExtension:
        m->extensions[m->n_extensions++] = gac__module_string(inst, 1, &n);
        break;
    case SpvOpExtInstImport:
        add_import(m, inst);
        break;
    case SpvOpMemoryModel:
        add_memory_model(m, inst);
        break;
    case SpvOpEntryPoint:
        if (w[1] == SpvExecutionModelKernel)
            m->kernels[m->n_kernels++] = m->n_entries;
        m->entries[m->n_entries++] =
            (gac__entry_point){.inst = inst->ordinal,
                               .model = w[1],
                               .function_id = w[2],
                               .name = gac__module_string(inst, 3, &n)};
        break;
    case SpvOpName:
        if (w[1] < m->bound && m->ids[w[1]].name == 0)
            m->ids[w[1]].name = inst->ordinal + 1;
        break;
    case SpvOpDecorate:
    case SpvOpDecorateId:
    case SpvOpDecorateString:
        add_decoration(m, inst, w[1], UINT32_MAX, w[2], 3, inst->n_words - 3u);
        break;
    case SpvOpMemberDecorate:
    case SpvOpMemberDecorateString:
        add_decoration(m, inst, w[1], w[2], w[3], 4, inst->n_words - 4u);
        break;
    case SpvOpGroupDecorate:
    case SpvOpGroupMemberDecorate:
        add_group(m, inst);
        break;
    case SpvOpTypeStruct:
        m->layouts[m->n_layouts++] =
            (gac__layout){.inst = inst->ordinal,
                          .first_member = p->n_member_offsets};
        p->n_member_offsets += inst->n_words - 2u;
        break;
    case SpvOpTypeArray:
        m->layouts[m->n_layouts++] = (gac__layout){.inst = inst->ordinal};
        break;
    case SpvOpLine:
    case SpvOpNoLine:
        m->lines[m->n_lines++] = inst->ordinal;
        break;
    case SpvOpExtInst:
        if (is_debug_line(m, inst))
            m->lines[m->n_lines++] = inst->ordinal;
        break;
    default:
        break;
    }
}

/* -- the main pass --------------------------------------------------------- */

static void define_id(gac__parser *p, const gac__inst *inst)
{
    gac_module *m = p->m;
    uint32_t id = inst->result_id;
    if (id == 0 || id >= m->bound)
        return; /* reported with the operands */
    if (m->ids[id].definition != 0) {
        gac__fault(p, GAC__FAULT_SOFT, inst, "Result", inst->first - 1,
                   "id %u is defined twice: instruction %u defines it already",
                   id, m->ids[id].definition);
        return;
    }
    m->ids[id].definition = inst->ordinal + 1;
}

/* clang 22's SPIR-V backend ends OpConstantNull of the event type with the
 * type's id again, once for each further use of the null. There is one way to
 * read that: as if the words were not there. */
static bool is_padded_null(const gac__inst *inst)
{
    if (inst->opcode != SpvOpConstantNull || inst->n_words <= 3)
        return false;
    for (uint32_t i = 3; i < inst->n_words; i++)
        if (inst->words[i] != inst->words[1])
            return false;
    return true;
}

static void read_padded_null(gac__parser *p, gac__inst *inst)
{
    uint32_t n_words = inst->n_words;
    inst->n_words = 3;
    if (!p->options.tolerate_producers)
        gac__fault(p, GAC__FAULT_SOFT, inst, NULL, 3,
                   "OpConstantNull has %u words instead of 3: the rest repeats "
                   "the result type, as LLVM's SPIR-V backend writes it",
                   n_words);
    else if (!p->options.silent_producers)
        gac__module_report(p->m, GAC__RULE_producer_quirk,
                           GAC_SEVERITY_WARNING, inst, NULL, 3,
                           "OpConstantNull has %u words instead of 3: the "
                           "rest, which repeats the result type, was ignored",
                           n_words);
}

static void read_inst(gac__parser *p, const uint32_t *words, uint32_t ordinal)
{
    const gac__op_row *row = gac__grammar_op((uint16_t)words[0]);
    gac__inst inst = gac__decode(words, ordinal);
    if (!row) {
        gac__fault(p, GAC__FAULT_HARD, &inst, NULL, -1, "unknown opcode %u",
                   inst.opcode);
        return;
    }
    if (is_padded_null(&inst))
        read_padded_null(p, &inst);
    if (GAC__LIKELY(gac__check_operands(p, &inst, row))) {
        if (row->has_result)
            define_id(p, &inst);
        if (row->place <= GAC__PLACE_ANYWHERE)
            add_to_tables(p, &inst);
    }
    if (row->place != GAC__PLACE_BODY || !p->in_block)
        gac__follow_layout(p, &inst, row);
}

/* Most instructions stand in a block, are well, and add nothing but their
 * result to the tables. False: this is another one, and nothing was done. */
static inline bool read_plain(gac__parser *p, const uint32_t *words,
                              uint32_t ordinal)
{
    gac_module *m = p->m;
    const gac__op_row *row = gac__grammar_op(words[0] & 0xFFFF);
    uint32_t n = words[0] >> 16;
    if (!row || row->place != GAC__PLACE_BODY || !p->in_block)
        return false;
    bool ids_only = row->tail == GAC__TAIL_NONE && n == row->n_fixed + 1u &&
                    row->id_mask + (uint64_t)1 == (uint64_t)1 << row->n_fixed;
    if (ids_only ? gac__bad_ids(m, words + 1, n - 1)
                 : !gac__operands_fit(m, row, words, n))
        return false;
    if (!row->has_result)
        return true;
    gac__id *id = &m->ids[words[row->has_type ? 2 : 1]];
    if (id->definition != 0)
        return false;
    id->definition = ordinal + 1;
    return true;
}

static void read_insts(gac__parser *p)
{
    gac_module *m = p->m;
    const uint32_t n = p->n_insts;
    uint32_t offset = GAC__HEADER_WORDS;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *words = m->words + offset;
        m->n_insts = i + 1;
        offset += words[0] >> 16;
        m->offsets[i + 1] = offset; /* the first one's is there */
        if (read_plain(p, words, i))
            continue;
        read_inst(p, words, i);
        if (p->result != GAC_OK)
            break;
    }
}

/* Switches over a selector that was not yet defined when they were read. */
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
    read_insts(p);
    GAC__TRY(p->result);
    check_late_switches(p);
    if (s.end < m->n_words)
        report_stop(p, s.end);
    if (!p->texts_marked)
        mark_texts(p);
    GAC__TRY(p->result);
    gac__finish_layout(p);
    gac__sort_decorations(m);
    gac__lay_out_types(m);
    m->n_faults = p->n_faults;
    if (p->n_faults && (p->unusable || !p->options.keep_going))
        return GAC_ERR_FORMAT;
    return GAC_OK;
}

/* -- the public functions -------------------------------------------------- */

static gac_result parse(gac__parser *p, const void *data, size_t size)
{
    GAC__TRY(check_magic(p->m, data, size));
    if (size / 4 > UINT32_MAX - 1)
        return GAC_ERR_LIMIT;
    GAC__TRY(place_words(p->m, data, size));
    GAC__TRY(read_header(p->m));
    return parse_words(p);
}

gac_result gac_module_parse(gac_context *context, const void *data,
                            size_t size_bytes,
                            const gac_parse_options *options,
                            gac_module **module_out)
{
    if (module_out)
        *module_out = NULL;
    if (!context || !data || !module_out ||
        (options && options->size < sizeof options->size))
        return GAC_ERR_ARGUMENT;
    gac__parser p = {0};
    if (options)
        memcpy(&p.options, options,
               GAC__MIN(options->size, sizeof p.options));
    gac_module *m = gac__alloc_zero(&context->allocator, 1, sizeof *m);
    if (!m)
        return GAC_ERR_MEMORY;
    p.m = m;
    m->context = context;
    gac__arena_init(&m->arena, &context->allocator);
    m->arena.max_bytes = (size_t)GAC__MIN(context->max_memory_bytes, SIZE_MAX);
    gac_result result = parse(&p, data, size_bytes);
    GAC__VEC_FREE(&context->allocator, &p.switches);
    GAC__VEC_FREE(&context->allocator, &p.over_bound);
    if (result != GAC_OK) {
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
    gac__free(&context->allocator, module, 1, sizeof *module);
}

uint32_t gac_module_version(const gac_module *module)
{
    return module->version;
}

uint32_t gac_module_instruction_count(const gac_module *module)
{
    return module->n_insts;
}

const uint32_t *gac_module_words(const gac_module *module, size_t *n_words_out)
{
    *n_words_out = module->n_words;
    return module->words;
}

uint32_t gac_module_kernel_count(const gac_module *module)
{
    return module->n_kernels;
}

const char *gac_module_kernel_name(const gac_module *module, uint32_t index)
{
    return index < module->n_kernels
               ? module->entries[module->kernels[index]].name
               : NULL;
}
