/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Sorts a module's instructions by who writes their text. */
#include "text/text_internal.h"

/* SPIRV-Tools disassembles a whole module or nothing of it. So it gets one in
 * which each instruction that it would refuse is exchanged for a carrier: one
 * that has the same ids, from whose text their names are read. An instruction
 * is left to SPIRV-Tools only if its assembler, too, would make the same words
 * of the text, for which it must know the types of numbers from instructions
 * before: those that are written raw define nothing to it. */

static bool put_words(gac_disassembly *d, const uint32_t *words, uint32_t n)
{
    if (!GAC__VEC_RESERVE(&d->allocator, &d->screened, n))
        return false;
    memcpy(d->screened.items + d->screened.n, words, n * sizeof *words);
    d->screened.n += n;
    return true;
}

static bool put_word(gac_disassembly *d, uint32_t word)
{
    return GAC__VEC_PUSH(&d->allocator, &d->screened, word);
}

/* -- carriers -------------------------------------------------------------- */

/* Puts the ids that `pieces` has found into an instruction that takes any: with
 * a result if this is the first instruction to define it. */
static bool put_carrier(gac_disassembly *d, const uint32_t *words, bool defines)
{
    const gac__piece *pieces = d->pieces.items;
    uint32_t n_ids = 0, result = 0, n_leading;
    for (size_t i = 0; i < d->pieces.n; i++) {
        if (pieces[i].what == GAC__PIECE_RESULT)
            result = words[pieces[i].word];
        n_ids += pieces[i].what <= GAC__PIECE_RESULT;
    }
    const gac__op_row *row = gac__grammar_op(words[0] & 0xFFFF);
    bool has_type = row && row->has_type, has_result = defines && result != 0;
    uint32_t opcode = SpvOpNop;
    if (has_result && has_type)
        opcode = SpvOpCompositeConstruct;
    else if (has_result)
        opcode = n_ids > 1 ? SpvOpTypeFunction : SpvOpString;
    else if (n_ids > 0)
        opcode = SpvOpGroupDecorate;

    n_leading = opcode == SpvOpString ? 3 : n_ids + 1;
    if (!put_word(d, n_leading << 16 | opcode))
        return false;
    if (opcode == SpvOpString)
        return put_word(d, result) && put_word(d, 0);
    for (size_t i = 0; i < d->pieces.n; i++)
        if (pieces[i].what <= GAC__PIECE_RESULT
            && !put_word(d, words[pieces[i].word]))
            return false;
    return true;
}

/* An import under a name that SPIRV-Tools takes. */
static bool put_import(gac_disassembly *d, const uint32_t *words)
{
    static const char name[] = GAC__CARRIER_SET;
    uint32_t text[(sizeof name + 3) / 4] = {0};
    for (uint32_t i = 0; i < sizeof name; i++)
        text[i / 4] |= (uint32_t)(unsigned char)name[i] << (i % 4 * 8);
    uint32_t n = (uint32_t)GAC__COUNT_OF(text);
    return put_word(d, (n + 2) << 16 | SpvOpExtInstImport)
           && put_word(d, words[1]) && put_words(d, text, n);
}

/* -- one instruction ------------------------------------------------------- */

/* The name in an OpExtInstImport that has been walked. */
static gac_result import_set(gac_disassembly *d, const uint32_t *words,
                             uint32_t n_words, gac__set_kind *set_out,
                             bool *renamed_out)
{
    uint32_t n;
    bool clean;
    uint32_t length = gac__literal_string(words + 2, n_words - 2, &n, &clean);
    gac__chars name = {0};
    if (length == UINT32_MAX)
        return GAC_ERR_FORMAT;
    for (uint32_t i = 0; i <= length; i++) {
        char c = (char)(words[2 + i / 4] >> (i % 4 * 8) & 0xFF);
        if (!GAC__VEC_PUSH(&d->allocator, &name, c)) {
            GAC__VEC_FREE(&d->allocator, &name);
            return GAC_ERR_MEMORY;
        }
    }
    *set_out = gac__classify_import(d->tools, name.items, renamed_out);
    GAC__VEC_FREE(&d->allocator, &name);
    return GAC_OK;
}

/* How a walked, well-formed instruction gets its text. */
static gac__dis_how choose(const gac_disassembly *d, const uint32_t *words,
                           bool renamed)
{
    uint32_t opcode = words[0] & 0xFFFF, known;
    switch (opcode) {
    case SpvOpExtInstImport: return renamed ? GAC__DIS_IMPORT : GAC__DIS_PLAIN;
    case SpvOpExtInst:
        known = gac__id_known(&d->facts, words[3]);
        return known >> 8 == GAC__SET_ASYNC_COPIES ? GAC__DIS_EXT
                                                   : GAC__DIS_PLAIN;
    case SpvOpExtInstWithForwardRefsKHR: return GAC__DIS_EXT;
    case SpvOpSpecConstantOp:
        return gac__grammar_is_supplement(words[3]) ? GAC__DIS_OWN
                                                    : GAC__DIS_PLAIN;
    default:
        return gac__grammar_is_supplement(opcode) ? GAC__DIS_OWN
                                                  : GAC__DIS_PLAIN;
    }
}

/* Whether an instruction's operands depend on others: SPIRV-Tools cannot be
 * asked about it alone, nor can it be assembled by its row. */
static bool depends(uint32_t opcode)
{
    return opcode == SpvOpExtInst || opcode == SpvOpExtInstWithForwardRefsKHR
           || opcode == SpvOpSwitch || opcode == SpvOpConstant
           || opcode == SpvOpSpecConstant || opcode == SpvOpSpecConstantOp;
}

/* Asks SPIRV-Tools about one instruction. */
static bool tools_take(gac_disassembly *d, const uint32_t *words,
                       uint32_t n_words)
{
    static const uint32_t header[5] = {SpvMagicNumber, 0x00010600, 0, 1, 0};
    size_t first = d->screened.n; /* borrowed for header and instruction */
    spv_diagnostic diagnostic = NULL;
    bool ok = put_words(d, header, 5) && put_words(d, words, n_words)
              && spvBinaryParse(d->tools, NULL, d->screened.items + first,
                                5 + (size_t)n_words, NULL, NULL, &diagnostic)
                     == SPV_SUCCESS;
    spvDiagnosticDestroy(diagnostic);
    d->screened.n = first;
    return ok;
}

static void note_ids(gac_disassembly *d, const uint32_t *words)
{
    for (size_t i = 0; i < d->pieces.n; i++) {
        uint32_t id = words[d->pieces.items[i].word];
        if (d->pieces.items[i].what <= GAC__PIECE_RESULT && id >= d->id_limit)
            d->id_limit = id == UINT32_MAX ? id : id + 1;
    }
}

static gac_result screen_inst(gac_disassembly *d, gac__dis_inst *inst)
{
    const uint32_t *words = d->words.items + inst->word;
    uint32_t result = 0;
    gac__set_kind set = GAC__SET_NUMBERS;
    bool renamed = false;
    gac__walk_result walked =
        gac__text_walk(&d->facts, words, inst->n_words, &d->pieces);
    if (walked == GAC__WALK_MEMORY)
        return GAC_ERR_MEMORY;
    for (size_t i = 0; i < d->pieces.n; i++)
        if (d->pieces.items[i].what == GAC__PIECE_RESULT)
            result = words[d->pieces.items[i].word];
    bool defines = result != 0 && gac__id_known(&d->facts, result) == 0;
    note_ids(d, words);

    inst->how = GAC__DIS_RAW;
    if (walked == GAC__WALK_OK && !inst->forced && !d->all_raw
        && (result == 0 || defines)) {
        if ((words[0] & 0xFFFF) == SpvOpExtInstImport)
            GAC__TRY(import_set(d, words, inst->n_words, &set, &renamed));
        inst->how = (uint8_t)choose(d, words, renamed);
        if (inst->how == GAC__DIS_PLAIN && d->ask_each
            && !depends(words[0] & 0xFFFF)
            && !tools_take(d, words, inst->n_words))
            inst->how = GAC__DIS_OWN;
    }

    inst->screened_word = (uint32_t)d->screened.n;
    bool ok;
    if (inst->how == GAC__DIS_OWN || inst->how == GAC__DIS_RAW)
        ok = put_carrier(d, words, defines);
    else if (inst->how == GAC__DIS_IMPORT)
        ok = put_import(d, words);
    else
        ok = put_words(d, words, inst->n_words);
    if (ok && inst->how == GAC__DIS_EXT)
        d->screened.items[inst->screened_word] =
            (uint32_t)inst->n_words << 16 | SpvOpExtInst;
    if (ok && defines)
        ok = gac__facts_learn(&d->facts, words, inst->n_words,
                              inst->how == GAC__DIS_RAW, set);
    return ok ? GAC_OK : GAC_ERR_MEMORY;
}

/* -- names ----------------------------------------------------------------- */

/* 0: the instruction gives no name. */
static uint32_t name_key(const gac_disassembly *d, const gac__dis_inst *inst)
{
    const uint32_t *words = d->words.items + inst->word;
    uint32_t opcode = words[0] & 0xFFFF, n = inst->n_words;
    const gac__op_row *row = gac__grammar_op(opcode);
    if (opcode == SpvOpName)
        return gac__name_key(words, n, 0);
    if (!row || !row->has_result || n <= 2 || row->place != GAC__PLACE_TYPE)
        return 0;
    return gac__name_key(words, n, row->has_type ? 2 : 1);
}

#define TRIES_BOUND 8000000

/* SPIRV-Tools tells ids of one name apart by numbers that it tries from 0 on,
 * which takes the square of how many there are: of too many, no names. */
gac_result gac__dis_count_names(gac_disassembly *d)
{
    gac__id_map counts = {0};
    uint64_t tries = 0;
    bool ok = true;
    for (size_t i = 0; i < d->insts.n && ok; i++) {
        uint32_t key = name_key(d, &d->insts.items[i]), count = 0;
        if (key == 0)
            continue;
        (void)gac__id_map_get(&counts, key, &count);
        tries += count;
        ok = gac__id_map_put(&d->allocator, &counts, key, count + 1);
    }
    gac__id_map_free(&d->allocator, &counts);
    d->options.raw_ids |= tries > TRIES_BOUND;
    return ok ? GAC_OK : GAC_ERR_MEMORY;
}

/* -- long names ------------------------------------------------------------ */

/* SPIRV-Tools names a type after what it is made of, which has no end if types
 * are nested deep, doubles at each level where one stands twice in the other,
 * and is written wherever the type is used. */

enum { SHORT_NAME = 64, OWN_PART = 32, LONGEST_NAME = 1 << 20 };
#define TYPE_NODE_PAYLOAD_ARRAY 5076 /* of AMD; older headers lack it */

typedef struct name_sizes {
    gac_disassembly *d;
    gac__id_map sizes; /* of those made of parts, and of long ones: at most */
    bool ok;
} name_sizes;

static bool is_named_after_parts(uint32_t opcode)
{
    return opcode == SpvOpTypeVector || opcode == SpvOpTypeMatrix
           || opcode == SpvOpTypeArray || opcode == SpvOpTypeRuntimeArray
           || opcode == TYPE_NODE_PAYLOAD_ARRAY || opcode == SpvOpTypePointer
           || opcode == SpvOpConstant || opcode == SpvOpSpecConstant;
}

/* The sizes of an instruction's operands that are known; numbers that are no
 * ids may be taken for some. */
static uint64_t size_of_operands(const name_sizes *s, const uint32_t *words,
                                 uint32_t n)
{
    uint64_t sum = 0;
    uint32_t size;
    for (uint32_t i = 1; i < n && s->sizes.n > 0; i++)
        if (gac__id_map_get(&s->sizes, words[i], &size))
            sum += size;
    return sum;
}

static void note_size(name_sizes *s, uint32_t id, uint64_t size)
{
    uint32_t known;
    if (!gac__id_map_get(&s->sizes, id, &known))
        s->ok = gac__id_map_put(&s->d->allocator, &s->sizes, id,
                                (uint32_t)GAC__MIN(size, LONGEST_NAME));
}

/* How long the names in the text would be altogether. */
static uint64_t measure_names(name_sizes *s)
{
    uint64_t total = 0;
    for (size_t i = 0; i < s->d->insts.n && s->ok; i++) {
        const gac__dis_inst *inst = &s->d->insts.items[i];
        const uint32_t *words = s->d->words.items + inst->word;
        uint32_t opcode = words[0] & 0xFFFF, n = inst->n_words;
        uint64_t operands = size_of_operands(s, words, n);
        total += operands;
        if (opcode == SpvOpName && n > 2 + SHORT_NAME / 4)
            note_size(s, words[1], 4 * (uint64_t)(n - 2));
        else if (is_named_after_parts(opcode) && n > 2)
            note_size(
                s,
                words[opcode == SpvOpConstant || opcode == SpvOpSpecConstant
                          ? 2
                          : 1],
                OWN_PART + operands);
    }
    return total;
}

/* Of names that would make the text many times larger than the module, none. */
gac_result gac__dis_measure_names(gac_disassembly *d)
{
    enum { LEAST_BOUND = 16 << 20, WORD_BOUND = 64 };
    name_sizes s = {.d = d, .ok = true};
    uint64_t total = measure_names(&s);
    gac__id_map_free(&d->allocator, &s.sizes);
    d->options.raw_ids |=
        total > LEAST_BOUND + (uint64_t)WORD_BOUND * d->words.n;
    return s.ok ? GAC_OK : GAC_ERR_MEMORY;
}

gac_result gac__dis_screen(gac_disassembly *d)
{
    gac__facts_free(&d->facts);
    d->facts.allocator = &d->allocator;
    d->screened.n = 0;
    d->id_limit = 0;
    static const uint32_t header[5] = {SpvMagicNumber, 0x00010600, 0, 1, 0};
    if (!put_words(d, header, 5))
        return GAC_ERR_MEMORY;
    for (size_t i = 0; i < d->insts.n; i++)
        GAC__TRY(screen_inst(d, &d->insts.items[i]));
    return GAC_OK;
}
