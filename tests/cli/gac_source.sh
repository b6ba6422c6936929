# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# OpenCL C as the tools' input; sourced by run.sh. The choice of the compiler, and
# compilers that fail, are tested by tests/source.
unset GAC_CLANG GAC_LLVM_SPIRV GAC_CACHE
own=XDG_CACHE_HOME=$work/cache
unwaited=examples/unwaited.cl

# Without a compiler: one line says what is missing.
for tool in "gac-val" "gac-run -g 16"; do
    # shellcheck disable=SC2086
    t "$tool without a compiler" 1 PATH=/nowhere $tool $unwaited
    no_out; lines_err 1; err "error: $unwaited: [module-format] OpenCL C needs clang-14 and llvm-spirv-14"
done
t source-named-compiler 1 GAC_CLANG=/nowhere/clang gac-val $unwaited; lines_err 1
err 'GAC_CLANG is /nowhere/clang, which is no program'
t source-missing 1 gac-val "$work/nothing.cl"; err 'nothing.cl: The file cannot be read: No such file'
t source-option 2 gac-val --build-options=-foo $unwaited; err 'gac-val: --build-options: unknown build option: -foo'
t source-option-run 2 gac-run --build-options='-D' -g 1 $unwaited; err 'gac-run: --build-options: build option without a value: -D'

if [[ $("$build/tests/source/tool_source" --compiler) != *" lines" ]]; then
    skip "the tools on OpenCL C: no clang and llvm-spirv of one version are here"
else
    # A wait that is missing, by the checker and by the rules: the line of the source.
    t source-check 3 "$own" gac-run --check -g 64 -l 16 $unwaited buf:i32:64 buf:i32:64=seq
    err "error: $unwaited:10:26: [read-in-flight] kernel \"unwaited\""
    err "      out[first + i] = 2 * tile[i];
                           ^"
    err "note: $unwaited:9:17: [read-in-flight] written by a copy that was started here"
    err "note: $unwaited (SPIR-V):"
    t source-val 0 "$own" gac-val $unwaited; no_out
    err "warning: $unwaited:10:26: [use-before-wait]"
    t source-count 0 "$own" gac-val examples/byte_count.cl
    err 'warning: examples/byte_count.cl:10:17: [line-length]'; err 'warning: examples/byte_count.cl:12:14: [use-before-wait]'
    t source-json 0 "$own" gac-val --format=json $unwaited; no_err
    out "\"source\": {\"file\": \"$unwaited\", \"line\": 10, \"column\": 26}"
    t source-good 0 "$own" gac-val examples/transpose.cl examples/tutorial.cl tests/source/features/copies.cl; no_out; no_err
    # 2D2D, 3D3D and the fence.
    t source-copies 0 "$own" gac-run -g 16 -l 16 --dump 0,1 tests/source/features/copies.cl buf:i32:16 buf:i32:16 buf:i32:32=seq
    out_is 'arg0 i32[16]: 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
arg1 i32[16]: 0 1 8 9 16 17 24 25 0 0 0 0 0 0 0 0'; no_err
    t source-checked 0 "$own" gac-run --check -g 16 -l 16 tests/source/features/copies.cl buf:i32:16 buf:i32:16 buf:i32:32=seq; no_err
    # Two of them, linked.
    printf 'int twice(int x);\nkernel void k(global int *a) { *a = twice(21); }\n' >"$work/first.cl"
    printf 'int twice(int x) { return 2 * x; }\n' >"$work/second.cl"
    t source-linked 0 "$own" gac-run -g 1 --dump 0 "$work/first.cl" "$work/second.cl" buf:i32:1; out_is 'arg0 i32[1]: 42'
    t source-unlinked 1 "$own" gac-run -g 1 "$work/first.cl" $unwaited buf:i32:1; err "The symbol \"twice\" is imported by $work/first.cl, and nothing exports it."
    t source-sim 0 "$own" gac-run --sim tests/cli/sim/vecadd_source.sim
    check 'output of the simulator file' diff "$work/out" tests/cli/sim/vecadd.expected
    # The compiler's own modules break no rule: variables of a program, of its kernels.
    t source-variables 0 "$own" gac-val --build-options="-cl-std=CL2.0 -I tests/kernels/include" tests/kernels/memory/program_places.cl \
        tests/kernels/memory/memcpy_aggregate.cl tests/kernels/algorithms/big_numbers.cl tests/check/explained.cl; no_out
    ! grep -q '^error' "$work/err"; verdict $? "errors of the compiler's modules"
    # Options, a file of another name, standard input (which is empty here).
    printf 'kernel void k(global int *a) { *a = X + __OPENCL_C_VERSION__; }\n' >"$work/x.txt"
    t source-options 0 "$own" gac-run --build-options='-D X=7' -g 1 --dump 0 "$work/x.txt" buf:i32:1; out_is 'arg0 i32[1]: 307'
    t source-standard 0 "$own" gac-run --build-options='-DX=7 -cl-std=CL1.2' -g 1 --dump 0 "$work/x.txt" buf:i32:1; out_is 'arg0 i32[1]: 127'
    # A chosen work-group size divides the range where the language has it so.
    printf 'kernel void k(global int *n) { if (get_num_groups(0) * get_local_size(0) == 257) atomic_inc(n); }\n' >"$work/groups.cl"
    for how in -cl-std=CL1.2=257 -cl-uniform-work-group-size=257 -cl-std=CL2.0=0; do
        t "source-groups$how" 0 "$own" gac-run --build-options="${how%=*}" -g 257 --dump 0 "$work/groups.cl" buf:i32:1
        out_is "arg0 i32[1]: ${how##*=}"
    done
    t source-stdin 0 "$own" gac-val --build-options= -; no_err
    t source-spv 0 "$own" gac-val --build-options= examples/transpose.spvasm; no_err
    # Errors, and warnings.
    t source-error 1 "$own" gac-val --build-options= "$work/x.txt"; no_out
    err "x.txt:1:37: error: use of undeclared identifier 'X'"; err 'error: '"$work"'/x.txt: [module-format] The source does not compile.'
    t source-error-run 1 "$own" gac-run --build-options= -g 1 "$work/x.txt" buf:i32:1
    err "x.txt:1:37: error: use of undeclared identifier 'X'"; err 'The source does not compile.'
    t source-error-json 1 "$own" gac-val --format=json --build-options= "$work/x.txt"; out '"message": "The source does not compile."'
    printf '#warning "as it is"\nkernel void k(global int *a) { *a = 1; }\n' >"$work/warned.cl"
    t source-warning 0 "$own" gac-val "$work/warned.cl"; err 'warned.cl:1:2: warning: "as it is"'
    t source-warning-again 0 "$own" gac-val "$work/warned.cl"; err 'warned.cl:1:2: warning: "as it is"'
    # Time that runs out.
    t source-late 4 "$own" gac-run --timeout 0.001 --build-options=-DLATE -g 1 $unwaited; err 'was exceeded while the source was compiled'
    t source-late-val 1 "$own" gac-val --timeout 0.001 --build-options=-DLATE $unwaited; err '[limit] the time limit of 0.001 s was exceeded while it was compiled'
fi
