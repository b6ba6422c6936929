/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Demangling of OpenCL builtins: a name and a list of parameter types.
 *
 * Types are scalars, vectors (Dv4_f), pointers with qualifiers (PU3AS1Kf), and
 * named types (9ocl_event, N5__spv5ScopeE); S_, S0_ ... stand for types, and
 * for scopes of names, that came before.
 */
#include "module/mangled.h"
#include "module/spirv.h"

#define MAX_SUBSTITUTIONS 32u
#define MAX_DEPTH 8u

typedef struct parser {
    const char *at;
    bool failed;
    gac__mangled_type seen[MAX_SUBSTITUTIONS]; /* candidates for substitutions,
                                                  in order */
    uint32_t n_seen;
} parser;

static gac__mangled_type remember(parser *p, gac__mangled_type t)
{
    if (p->n_seen < MAX_SUBSTITUTIONS)
        p->seen[p->n_seen++] = t;
    return t;
}

static size_t parse_number(parser *p)
{
    size_t n = 0;
    if (*p->at < '0' || *p->at > '9')
        p->failed = true;
    while (*p->at >= '0' && *p->at <= '9' && n < 4096)
        n = n * 10 + (size_t)(*p->at++ - '0');
    return n;
}

/* Parses a length and as many characters. */
static const char *parse_name(parser *p, size_t *length_out)
{
    size_t length = parse_number(p);
    const char *name = p->at;
    *length_out = 0;
    if (p->failed || length == 0 || strnlen(name, length) < length) {
        p->failed = true;
        return name;
    }
    p->at += length;
    *length_out = length;
    return name;
}

/* S_ is the first candidate, S0_ the second, ... in base 36. */
static gac__mangled_type parse_substitution(parser *p)
{
    gac__mangled_type none = {.letter = 'N', .n = 1};
    uint32_t index = 0;
    if (*p->at != '_') {
        for (; *p->at != '_' && index < MAX_SUBSTITUTIONS; p->at++) {
            if (*p->at >= '0' && *p->at <= '9')
                index = index * 36 + (uint32_t)(*p->at - '0');
            else if (*p->at >= 'A' && *p->at <= 'Z')
                index = index * 36 + (uint32_t)(*p->at - 'A') + 10;
            else
                break;
        }
        index++;
    }
    if (*p->at != '_' || index >= p->n_seen) {
        p->failed = true;
        return none;
    }
    p->at++;
    return p->seen[index];
}

static gac__mangled_type parse_type(parser *p, uint32_t depth);

/* Parses D...: vectors and half floats. */
static gac__mangled_type parse_extended(parser *p, uint32_t depth)
{
    gac__mangled_type t = {.letter = 'H', .n = 1};
    char kind = *p->at;
    if (kind == 'h') {
        p->at++;
        return t;
    }
    if (strncmp(p->at, "F16_", 4) == 0) {
        p->at += 4;
        return t;
    }
    if (kind != 'v') {
        p->failed = true;
        return t;
    }
    p->at++;
    size_t n = parse_number(p);
    if (p->failed || *p->at != '_' || n > 16) {
        p->failed = true;
        return t;
    }
    p->at++;
    t = parse_type(p, depth + 1);
    t.n = (uint8_t)n;
    return remember(p, t);
}

/* Parses a qualified type. Qualifiers stand outermost first and make one
 * candidate together; vendor types such as U7_Atomic are types of their own. */
static gac__mangled_type parse_qualified(parser *p, uint32_t depth)
{
    bool vendor_type = false;
    while (*p->at == 'K' || *p->at == 'V' || *p->at == 'r' || *p->at == 'U') {
        if (*p->at++ != 'U')
            continue;
        size_t length;
        const char *name = parse_name(p, &length);
        if (p->failed)
            break;
        if (strncmp(name, "AS", 2) != 0) {
            vendor_type = true;
            break;
        }
    }
    gac__mangled_type t = parse_type(p, depth + 1);
    remember(p, t);
    /* "VU7_Atomici" is two candidates; both describe the same scalar */
    if (vendor_type)
        remember(p, t);
    return t;
}

/* Parses a nested name: each of its scopes, and the whole, is a candidate. */
static gac__mangled_type parse_nested(parser *p)
{
    gac__mangled_type t = {.letter = 'N', .n = 1};
    size_t length;
    do {
        parse_name(p, &length);
        if (!p->failed)
            remember(p, t);
    } while (!p->failed && *p->at != 'E');
    if (!p->failed)
        p->at++;
    return t;
}

static gac__mangled_type parse_type(parser *p, uint32_t depth)
{
    gac__mangled_type t = {.letter = 'N', .n = 1};
    size_t length;
    if (depth > MAX_DEPTH)
        p->failed = true;
    if (p->failed || *p->at == '\0') {
        p->failed = true;
        return t;
    }
    if (*p->at >= '0' && *p->at <= '9') {
        /* OpenCL's own types are builtin ones: no candidates */
        if (strncmp(parse_name(p, &length), "ocl_", 4) == 0)
            return t;
        return remember(p, t);
    }
    switch (*p->at) {
    case 'P':
        p->at++;
        t = parse_type(p, depth + 1);
        t.pointers++;
        return remember(p, t);
    case 'K':
    case 'V':
    case 'U':
    case 'r': return parse_qualified(p, depth);
    case 'D': p->at++; return parse_extended(p, depth);
    case 'N': p->at++; return parse_nested(p);
    case 'S': p->at++; return parse_substitution(p);
    default:
        t.letter = *p->at++;
        if (!strchr("vbcahstijlmxyfdz", t.letter))
            p->failed = true;
        return t;
    }
}

bool gac__mangled_parse(const char *symbol, gac__mangled *out)
{
    parser p = {.at = symbol + 2};
    *out = (gac__mangled){.name = symbol, .length = strlen(symbol)};
    if (strncmp(symbol, "_Z", 2) != 0)
        return true;
    out->name = parse_name(&p, &out->length);
    while (!p.failed && *p.at && out->n_params < GAC__MANGLED_PARAMS) {
        gac__mangled_type t = parse_type(&p, 0);
        if (t.letter == 'v' && t.pointers == 0)
            break; /* (void) */
        out->params[out->n_params++] = t;
    }
    return !p.failed;
}

uint32_t gac__mangled_bytes(gac__mangled_type t)
{
    static const char *const by_bytes[] = {
        [1] = "bcah", [2] = "stH", [4] = "ijf", [8] = "lmxyd"};
    for (uint32_t bytes = 1; bytes <= 8; bytes *= 2)
        if (t.letter && strchr(by_bytes[bytes], t.letter))
            return bytes * (t.n == 3 ? 4 : t.n);
    return 0;
}

bool gac__builtin_by_name(const char *name, size_t length,
                          uint32_t *builtin_out)
{
    static const struct {
        uint32_t builtin;
        const char *names[2];
    } rows[] = {
#define ROW(own, spirv, opencl)                                                \
    {SpvBuiltIn##spirv, {#opencl, "__spirv_BuiltIn" #spirv}},
        GAC__BUILTINS(ROW)
#undef ROW
    };
    for (size_t i = 0; i < GAC__COUNT_OF(rows); i++)
        for (int k = 0; k < 2; k++)
            if (strlen(rows[i].names[k]) == length
                && !memcmp(rows[i].names[k], name, length)) {
                *builtin_out = rows[i].builtin;
                return true;
            }
    return false;
}

/* Without atomic_ or atom_, fetch_ and _explicit. */
static const struct atomic_name {
    const char *name;
    uint16_t opcode, unsigned_opcode, float_opcode;
    bool is_old; /* OpenCL C 1.x has it */
} atomic_names[] = {
#define SAME(op) SpvOpAtomic##op, SpvOpAtomic##op, SpvOpAtomic##op
    {"add", SpvOpAtomicIAdd, SpvOpAtomicIAdd, SpvOpAtomicFAddEXT, true},
    {"sub", SpvOpAtomicISub, SpvOpAtomicISub, SpvOpAtomicFAddEXT, true},
    {"xchg", SAME(Exchange), true},
    {"inc", SAME(IIncrement), true},
    {"dec", SAME(IDecrement), true},
    {"cmpxchg", SAME(CompareExchange), true},
    {"min", SpvOpAtomicSMin, SpvOpAtomicUMin, SpvOpAtomicFMinEXT, true},
    {"max", SpvOpAtomicSMax, SpvOpAtomicUMax, SpvOpAtomicFMaxEXT, true},
    {"and", SAME(And), true},
    {"or", SAME(Or), true},
    {"xor", SAME(Xor), true},
    {"load", SAME(Load), false},
    {"store", SAME(Store), false},
    {"init", SAME(Store), false},
    {"exchange", SAME(Exchange), false},
    {"compare_exchange_strong", SAME(CompareExchange), false},
    {"compare_exchange_weak", SAME(CompareExchangeWeak), false},
    {"flag_test_and_set", SAME(FlagTestAndSet), false},
    {"flag_clear", SAME(FlagClear), false},
#undef SAME
};

/* Takes a prefix off a name of `*length` characters. */
static bool take_prefix(const char **name, size_t *length, const char *prefix)
{
    size_t n = strlen(prefix);
    if (*length < n || memcmp(*name, prefix, n) != 0)
        return false;
    *name += n;
    *length -= n;
    return true;
}

bool gac__atomic_by_name(const char *name, size_t length,
                         gac__atomic_function *out)
{
    static const char suffix[] = "_explicit";
    const size_t n = sizeof suffix - 1;
    if (!take_prefix(&name, &length, "atomic_")
        && !take_prefix(&name, &length, "atom_"))
        return false;
    bool fetches = take_prefix(&name, &length, "fetch_");
    bool is_explicit = length > n && !memcmp(name + length - n, suffix, n);
    length -= is_explicit ? n : 0;
    for (size_t k = 0; k < GAC__COUNT_OF(atomic_names); k++) {
        const struct atomic_name *row = &atomic_names[k];
        if (strlen(row->name) != length || memcmp(row->name, name, length) != 0)
            continue;
        *out = (gac__atomic_function){
            .opcode = row->opcode,
            .unsigned_opcode = row->unsigned_opcode,
            .float_opcode = row->float_opcode,
            .is_relaxed = (row->is_old && !fetches && !is_explicit)
                          || strcmp(row->name, "init") == 0,
            .is_explicit = is_explicit,
            .negates = row->opcode == SpvOpAtomicISub,
            .expects = *name == 'c' && !row->is_old};
        return true;
    }
    return false;
}
