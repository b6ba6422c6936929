/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Demangling: symbols as clang writes them, against what their declarations in
 * OpenCL C say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "module/mangled.h"
#include "module/spirv.h"

typedef struct expected {
    const char *symbol, *name;
    const char *params; /* a scalar's letter, a digit or letter for the number
                           of components (g: 16), a star a pointer */
} expected;

static const expected cases[] = {
    {"_Z13get_global_idj", "get_global_id", "j1"},
    {"_Z12get_work_dimv", "get_work_dim", ""},
    {"_Z3sinf", "sin", "f1"},
    {"_Z3maxDv4_iS_", "max", "i4 i4"},
    {"_Z5fractDv16_fPS_", "fract", "fg fg*"},
    {"_Z5fractDv2_fPU3AS1S_", "fract", "f2 f2*"},
    {"_Z3fmaDhDhDh", "fma", "H1 H1 H1"},
    {"_Z4sqrtDv3_DF16_", "sqrt", "H3"},
    {"_Z10atomic_minPU3AS1Vjj", "atomic_min", "j1* j1"},
    {"_Z8atom_incPU3AS1Vl", "atom_inc", "l1*"},
    {"_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order",
     "atomic_fetch_add_explicit", "i1* i1 N1"},
    {"_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPii",
     "atomic_compare_exchange_strong", "i1* i1* i1"},
    {"_Z39atomic_compare_exchange_strong_explicitPU3AS4VU7_AtomicjPU3AS4jj"
     "12memory_orderS4_12memory_scope",
     "atomic_compare_exchange_strong_explicit", "j1* j1* j1 N1 N1 N1"},
    {"_Z26async_work_group_copy_2D2DPU3AS3vmPU3AS1Kvmmmmmm9ocl_event",
     "async_work_group_copy_2D2D", "v1* m1 v1* m1 m1 m1 m1 m1 m1 N1"},
    {"_Z21async_work_group_copyPU3AS3Dv3_fPU3AS1KS_m9ocl_event",
     "async_work_group_copy", "f3* f3* m1 N1"},
    {"_Z17wait_group_eventsiP9ocl_event", "wait_group_events", "i1 N1*"},
    {"_Z6vload4mPU3AS1Kf", "vload4", "m1 f1*"},
    {"_Z22__spirv_GroupAsyncCopyjPU3AS3Dv4_aPU3AS1KS_mm9ocl_event",
     "__spirv_GroupAsyncCopy", "j1 a4* a4* m1 m1 N1"},
    {"_Z22__spirv_GroupAsyncCopyiPU3AS3iPU3AS1immP13__spirv_Event",
     "__spirv_GroupAsyncCopy", "i1 i1* i1* m1 m1 N1*"},
    {"_Z23__spirv_GroupWaitEventsN5__spv5ScopeEjP9ocl_event",
     "__spirv_GroupWaitEvents", "N1 j1 N1*"},
    {"_Z22__spirv_ControlBarrierN5__spv5ScopeES0_j", "__spirv_ControlBarrier",
     "N1 N1 j1"},
    {"__to_global", "__to_global", ""},
    {"printf", "printf", ""},
};

static char components_letter(uint8_t n)
{
    return n == 16 ? 'g' : (char)('0' + n);
}

static void check_symbols(void **state)
{
    (void)state;
    for (size_t k = 0; k < GAC__COUNT_OF(cases); k++) {
        gac__mangled m;
        char text[128] = "";
        size_t at = 0;
        if (!gac__mangled_parse(cases[k].symbol, &m))
            fail_msg("%s is refused", cases[k].symbol);
        assert_int_equal(m.length, strlen(cases[k].name));
        assert_memory_equal(m.name, cases[k].name, m.length);
        for (uint32_t p = 0; p < m.n_params; p++) {
            if (p)
                text[at++] = ' ';
            text[at++] = m.params[p].letter;
            text[at++] = components_letter(m.params[p].n);
            for (uint8_t star = 0; star < m.params[p].pointers; star++)
                text[at++] = '*';
            text[at] = '\0';
        }
        assert_string_equal(text, cases[k].params);
    }
}

static void finds_atomics(void **state)
{
    static const struct {
        const char *name;
        uint32_t opcode;
        bool is_relaxed, is_explicit, expects;
    } atomics[] = {
        {"atomic_add", SpvOpAtomicIAdd, true, false, false},
        {"atom_add", SpvOpAtomicIAdd, true, false, false},
        {"atomic_fetch_add", SpvOpAtomicIAdd, false, false, false},
        {"atomic_fetch_add_explicit", SpvOpAtomicIAdd, false, true, false},
        {"atom_cmpxchg", SpvOpAtomicCompareExchange, true, false, false},
        {"atomic_xchg", SpvOpAtomicExchange, true, false, false},
        {"atomic_exchange", SpvOpAtomicExchange, false, false, false},
        {"atomic_init", SpvOpAtomicStore, true, false, false},
        {"atomic_store", SpvOpAtomicStore, false, false, false},
        {"atomic_compare_exchange_weak_explicit",
         SpvOpAtomicCompareExchangeWeak, false, true, true},
        {"atomic_flag_clear", SpvOpAtomicFlagClear, false, false, false},
        {"atomic_", 0, false, false, false},
        {"atomic_explicit", 0, false, false, false},
        {"atomic_work_item_fence", 0, false, false, false},
        {"my_atomic_add", 0, false, false, false},
    };
    (void)state;
    for (size_t k = 0; k < GAC__COUNT_OF(atomics); k++) {
        gac__atomic_function f = {0};
        const char *name = atomics[k].name;
        assert_int_equal(gac__atomic_by_name(name, strlen(name), &f),
                         atomics[k].opcode != 0);
        assert_int_equal(f.opcode, atomics[k].opcode);
        assert_int_equal(f.is_relaxed, atomics[k].is_relaxed);
        assert_int_equal(f.is_explicit, atomics[k].is_explicit);
        assert_int_equal(f.expects, atomics[k].expects);
    }
}

static void refuses_nonsense(void **state)
{
    static const char *const bad[] = {
        "_Z",
        "_Z0",
        "_Z99sin",
        "_Z3sinDv",
        "_Z3sinDv4",
        "_Z3sinS_",
        "_Z3sinP",
        "_ZN3foo3barEv",
        "_Z3sinN",
        "_Z3sinNE",
        "_Z3sinN3foo",
        "_Z3sinN9fooE",
        "_Z3sinDv4_",
        "_Z3sinSZZ_",
        "_Z3sin9oc",
        "_Z3sinU3AS1",
        "_Z3sinPPPPPPPPPPPPPPPPPPPPi",
        "_Z99999999999999999999sinf",
    };
    (void)state;
    for (size_t k = 0; k < GAC__COUNT_OF(bad); k++) {
        gac__mangled m;
        if (gac__mangled_parse(bad[k], &m))
            fail_msg("%s is taken", bad[k]);
    }
}

static void knows_sizes(void **state)
{
    static const struct {
        char letter;
        uint8_t n;
        uint32_t bytes;
    } sizes[] = {{'c', 1, 1}, {'h', 1, 1},   {'s', 1, 2}, {'H', 1, 2},
                 {'i', 1, 4}, {'f', 1, 4},   {'m', 1, 8}, {'d', 1, 8},
                 {'v', 1, 0}, {'N', 1, 0},   {'i', 2, 8}, {'f', 3, 16},
                 {'s', 3, 8}, {'d', 16, 128}};
    (void)state;
    for (size_t k = 0; k < GAC__COUNT_OF(sizes); k++)
        assert_int_equal(gac__mangled_bytes((gac__mangled_type){
                             .letter = sizes[k].letter, .n = sizes[k].n}),
                         sizes[k].bytes);
}

static void knows_builtins(void **state)
{
    uint32_t builtin = 0;
    (void)state;
    assert_true(gac__builtin_by_name("get_sub_group_id", 16, &builtin));
    assert_int_equal(builtin, SpvBuiltInSubgroupId);
    assert_true(gac__builtin_by_name("get_local_id(0)", 12, &builtin));
    assert_int_equal(builtin, SpvBuiltInLocalInvocationId);
    assert_true(gac__builtin_by_name("__spirv_BuiltInWorkDim", 22, &builtin));
    assert_int_equal(builtin, SpvBuiltInWorkDim);
    assert_false(gac__builtin_by_name("get_work_dim", 11, &builtin));
    assert_false(gac__builtin_by_name("WorkDim", 7, &builtin));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_symbols),    cmocka_unit_test(finds_atomics),
        cmocka_unit_test(refuses_nonsense), cmocka_unit_test(knows_sizes),
        cmocka_unit_test(knows_builtins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
