# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# gac-run's command line; sourced by run.sh.
tut=examples/tutorial.spvasm
args='buf:i32:64 buf:i32:64=seq null'

# -- common options
t help 0 gac-run --help; out 'usage: gac-run'; no_err
t version 0 gac-run --version; out_is "gac-run $version"
t nothing 2 gac-run; lines_err 1; no_out
t unknown-option 2 gac-run --bogus; err bogus; no_out; lines_err 2
mean() { t "mean $1" 2 gac-run "$1" 1 -g 64 $tut $args; err "Did you mean '--$2'?"; lines_err 3; }
mean --dmup dump
mean --kernal kernel
mean --threds=2 threads
mean --chekc check
t mean-nothing 2 gac-run --zzzzzzzz 1 -g 64 $tut $args; lines_err 2
t mean-val 2 gac-val --list-ruls; err "Did you mean '--list-rules'?"
t mean-as 2 gac-as --target-evn spv1.0; err "Did you mean '--target-env'?"
t mean-dis 2 gac-dis --no-haeder; err "Did you mean '--no-header'?"
t mean-short 2 gac-run -X; lines_err 2
t no-range 2 gac-run $tut $args; err '-g is missing'
for g in 0 x 1x 1,2,3,4 1,,2 -5 ' 5' 5, ,5 99999999999999999999 1,0; do
    t "range $g" 2 gac-run -g "$g" $tut $args; lines_err 1
done
for v in GAC_CPU=AVX2 GAC_STRIP=abc GAC_JOIN=-1 GAC_PACK=99999999999 GAC_COPY_POLICY=1x; do
    t "environment $v" 2 "$v" gac-run -g 64 $tut $args; lines_err 1; err "$v: expected "
done
for o in --trace=x --report=x; do
    t "later $o" 2 gac-run $o -g 64 $tut $args; err "${o%%=*} is not supported"
done
cat >"$work/shader.spvasm" <<'EOF'
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%type = OpTypeFunction %void
%main = OpFunction %void None %type
%begin = OpLabel
OpReturn
OpFunctionEnd
EOF
t shader 1 gac-run -g 1 "$work/shader.spvasm"; err 'no OpEntryPoint of execution model Kernel'
t async 2 gac-run --async=soon -g 64 $tut $args; err 'expected eager, late, thread or random:SEED'
t async-seed 2 gac-run --async=random:x -g 64 $tut $args
t wait 2 gac-run --wait=never -g 64 $tut $args; err --wait
for m in eager late thread random:0 random:18446744073709551615; do
    t "async $m" 0 gac-run --async=$m --wait=barrier -g 64 -l 64 --dump 0 $tut $args
    out 'arg0 i32[64]: 0 2 4 6 8'
done
t private-compare 0 gac-run -j 1 -g 1 -l 1 --dump 0 tests/cli/private_compare.spvasm buf:u32:4 u32:2147483648 u32:2147483649
out 'arg0 u32[4]: 1 5 0 0'
t timeout 2 gac-run --timeout 1s -g 64 $tut $args; err 'number of seconds'
t timeout-0 2 gac-run --timeout 0 -g 64 $tut $args
t threads 2 gac-run -j 0 -g 64 $tut $args
t threads-many 0 gac-run -j 4000 -g 64 $tut $args
for n in 3 128 4000; do
    t "sub-group $n" 2 gac-run --sub-group-size $n -g 64 $tut $args
    err "sub-groups of $n: a power of two up to 64 is possible"
done
if [ "$(nproc)" -gt 1 ]; then
    t 'groups that wait' 0 gac-run --timeout 60 -g 2 -l 1 --dump 0 tests/cli/groups_meet.spvasm buf:u32:1
    out 'arg0 u32[1]: 2'
else
    skip 'groups that wait for each other: there is one processor'
fi
t 'a flag that is found' 0 gac-run --timeout 10 -g 8 -l 8 --dump 0 tests/cli/flag_found.spvasm buf:u32:8 buf:u32:4 buf:u32:1=3
out 'arg0 u32[8]: 0 2 4 6 8 10 12 14'
t repeat 2 gac-run --repeat 0 -g 64 $tut $args
t format 2 gac-run --format=xml -g 64 $tut $args
t color 2 gac-run --color=some -g 64 $tut $args

# -- the module and its kernels
t missing 1 gac-run -g 64 nothere.spv
err 'error: nothere.spv: The file cannot be read: No such file or directory'; lines_err 1
t missing-json 1 gac-run --format=json -g 64 nothere.spv; out '"rule": null'; no_err
t missing-sarif 1 gac-run --format=sarif -g 64 nothere.spv; out '"level": "error"'; no_err
check 'missing-sarif: no rule' test "$(grep -c '"ruleId"' "$work/out")" = 0
t missing-as 1 gac-as nothere.spvasm; err 'error: nothere.spvasm: The file cannot be read'
t missing-dis 1 gac-dis nothere.spv; err 'error: nothere.spv: The file cannot be read'
# LLVM's bitcode, by itself and in a wrapper
printf 'BC\300\3365\024' >"$work/kernel.bc"
printf '\336\300\027\013\000\000\000\000' >"$work/wrapped"
t bitcode 1 gac-run -g 64 "$work/kernel.bc"
err "LLVM bitcode, not SPIR-V: \`llvm-spirv $work/kernel.bc -o $work/kernel.spv\` makes SPIR-V of it."; lines_err 1
t bitcode-wrapped 1 gac-run -g 64 "$work/wrapped"; err "\`llvm-spirv $work/wrapped -o $work/wrapped.spv\`"
t bitcode-val 1 gac-val "$work/kernel.bc"; err '[module-format] LLVM bitcode, not SPIR-V'
# and its assembly
for begin in "; ModuleID = 'k.cl'" 'source_filename = "k.cl"'; do
    printf '%s\ntarget triple = "spir64"\n' "$begin" >"$work/kernel.ll"
    t llvm-assembly 1 gac-run -g 64 "$work/kernel.ll"
    err "[module-format] LLVM assembly, not SPIR-V: \`llvm-as $work/kernel.ll -o - | llvm-spirv -o $work/kernel.spv\` makes SPIR-V of it."
    lines_err 1
done
name=bitcode-stdin; check 'its name' sh -c "$bin/gac-run -g 64 - <$work/kernel.bc 2>&1 | grep -q 'llvm-spirv kernel.bc -o kernel.spv'"
printf 'nonsense' >"$work/bad.spv"
t bad 1 gac-run -g 64 "$work/bad.spv" $args
t kernel 2 gac-run -k other -g 64 $tut $args; err 'it has kernel_dot'; lines_err 1
t named 0 gac-run -k kernel_dot -g 64 -l 64 $tut $args; no_out; no_err
t initialized-addresses 1 gac-run -k k -g 1 tests/cli/initialized_addresses.spvasm buf:u32:1
err 'an initializer of variable %3 ("where"), which holds addresses'; lines_err 1
two=$(fixtures tests/kernels/range/several_kernels.clang14.O2.64.spvasm)
t several 2 gac-run -g 4 $two buf:i32:4; err 'choose with -k: first, second'
"$bin/gac-as" -o "$work/tut.spv" $tut
t binary 0 gac-run -g 64 -l 64 --dump 0 "$work/tut.spv" $args; out 'arg0 i32[64]: 0 2 4'
name=stdin; check 'standard input' sh -c "$bin/gac-run -g 64 -l 64 - $args <$work/tut.spv"

# -- arguments
arg() { t "argument $1" 2 gac-run -g 64 -l 64 $tut "$1" buf:i32:64 null; err "$2"; lines_err 1; }
arg i32:5 'is a pointer to global memory'
arg local:64 'is a pointer to global memory'
arg buf:i32 'expected buf:TYPE:COUNT'
arg buf:i31:5 'no such type'
arg buf:i32: 'the count'
arg buf:i32:-1 'the count'
arg buf:i32:1e3 'the count'
arg buf:f32:99999999999 'does not fit in memory'
arg buf:f64:18446744073709551615 'the count'
arg buf:i32:4=x 'is not an integer'
arg buf:i32:4=1.5 'is not an integer'
arg buf:u8:4=256 'does not fit the type'
arg buf:u8:4=-1 'negative'
arg buf:i8:4=128 'does not fit the type'
arg buf:f16:4=1e6 'does not fit the type'
arg buf:i32:4=rand:x 'the seed'
arg buf:i32:4=rand 'is not an integer'
arg buf:i32:4=@nothere 'cannot open nothere'
arg local:0 'number of bytes'
arg bytes:0 'hexadecimal'
arg bytes:0g 'hexadecimal'
arg nul 'expected buf:'
arg i32: 'is not an integer'
arg i32:1, 'is not an integer'
t too-few 2 gac-run -g 64 $tut buf:i32:64; err 'takes 3 arguments, 1 given'
err 'given; missing: argument 1, a pointer to global memory (buf:TYPE:COUNT or null); argument 2, a pointer'; lines_err 1
t too-few-named 2 gac-run -g 64 tests/cli/debug_names.spvasm buf:f32:64
err 'kernel scale takes 2 arguments, 1 given; missing: argument 1 factor, 1 value of type f32'
t too-many 2 gac-run -g 64 $tut $args i32:4; err 'takes 3 arguments, 4 given'; lines_err 1
# elements of another type than the parameter's: told, and read as that
t elements 0 gac-run -g 4 --dump 0 tests/cli/debug_names.spvasm buf:i32:4=1065353216 f32:2
err 'gac-run: warning: argument 0 `buf:i32:4=1065353216`: parameter out of kernel scale points to f32, not i32'
out_is 'arg0 i32[4]: 1073741824 1073741824 1073741824 1073741824'; lines_err 1
t elements-width 0 gac-run -g 64 -l 64 $tut buf:i64:32 buf:i32:64=seq null; err 'points to u32, not i64'; lines_err 1
t elements-sign 0 gac-run -g 64 -l 64 $tut buf:u32:64 buf:i32:64=seq null; no_err
bytes=tests/shadow/bytes.spvasm
t elements-bytes 0 gac-run -k mix_char -g 4 -l 4 $bytes buf:f32:4 buf:u8:4; no_err
byval=$(fixtures tests/kernels/memory/struct_byval.clang14.O2.64.spvasm)
linked=$(fixtures tests/kernels/memory/linked.clang14.O2.64.spvasm)
arg 'buf:i32:4=1,2,x' '`x` is not an integer'
arg 'buf:i32:4=1,&x' '`&x` is not an address'
arg 'buf:i32:4=&1+x' '`&1+x` is not an address'
arg 'buf:i32:4=&1' 'addresses of type u64'
arg 'buf:f64:4=&1' 'addresses of type u64'
arg 'buf:u64:4=&9' 'argument 9 is no buffer'
arg 'buf:u64:4=&2' 'argument 2 is no buffer'
arg 'buf:u64:4=&1+257' 'argument 1 has no byte 257'
arg 'bytes:00,,00' 'hexadecimal'
arg 'bytes:&' '`&` is not an address'
t unreached 2 gac-run -k list -g 4 $linked 'buf:u64:2=7,&0' buf:u64:4 buf:u8:4; err 'takes 2 arguments, 3 given'
t in-turn 0 gac-run -g 64 -l 64 --dump 1 $tut buf:i32:64 buf:i32:64=1,2,3 buf:i32:64; out 'arg1 i32[64]: 1 2 3 1 2 3 1'
t repeated 0 gac-run --repeat 3 -k list -g 4 --dump 1 $linked 'buf:u64:8=1,&0+48,2,0,3,&0+16,4,&0+32' buf:u64:4; out_is 'arg1 u64[4]: 1432 2 32 432'
t same-buffer 0 gac-run --check -g 64 -l 64 --dump 0 $tut buf:i32:64=seq '&0' null; out 'arg0 i32[64]: 0 2 4 6 8'
t same-from 0 gac-run --check -g 64 -l 64 --dump 0 --repeat 2 $tut buf:i32:128=seq '&0+256' null; out 'arg0 i32[128]: 128 130 132'
t same-overlaps 3 gac-run --check -g 128 -l 64 $tut buf:i32:256=seq '&0+128' null; err '[group-race]'
places=tests/cli/places.spvasm
t same-place 0 gac-run -k places -g 1 --dump 0 $places buf:u32:4 '&0'; out_is 'arg0 u32[4]: 1 0 0 0'
t same-further 0 gac-run -k places -g 1 --dump 0 $places buf:u32:4 '&0+4'; out_is 'arg0 u32[4]: 0 1 1 0'
t other-place 0 gac-run -k places -g 1 --dump 0 $places buf:u32:4 buf:u32:4; out 'arg0 u32[4]: 0 '; out ' 1 0'
t in-front 4 gac-run -k before -g 1 $places buf:u32:4 buf:u32:4; err 'bytes -4 to -1 of argument 1, outside of its 16 bytes'
t in-front-checked 3 gac-run --check -k before -g 1 $places buf:u32:4 buf:u32:4; err 'bytes -4 to -1 of argument 1, outside of its 16 bytes'
t in-front-json 3 gac-run --check --format=json -k before -g 1 $places buf:u32:4 buf:u32:4; out '"first": -4, "bytes": 4'
t length-0 1 gac-run -s 9=0 -k sized -g 1 $places buf:u32:4 null; err 'the length of array type %19 is specialized as 0'
t last-spec 0 gac-run -s 9=0 -s 9=5 -k sized -g 1 --dump 0 $places buf:u32:4 null; out_is 'arg0 u32[4]: 5 0 0 0'
t unpacked 1 gac-run -k unpacked -g 1 $places buf:u32:4 buf:u32:4; err 'scalar operands and no Packed Vector Format'
t grouped 1 gac-run -k grouped -g 1 $places buf:u32:4 null; err 'its result is neither scalar nor vector'
arg '&2' 'argument 2 is no buffer'
arg '&9' 'argument 9 is no buffer'
arg '&' '`&` is not an address'
arg '&1+257' 'argument 1 has 256 bytes'
t same-value 2 gac-run -g 16,16 examples/transpose.spvasm buf:f32:256 '&0' '&0' u32:16; err '1 value of type i32 or u32'
t structure 2 gac-run -g 8 $byval buf:f32:8 bytes:00; err 'a structure of 24 bytes'
turn=examples/transpose.spvasm
t wrong-width 2 gac-run -g 16,16 $turn buf:f32:256 buf:f32:256 u64:16 u32:16; err '1 value of type i32 or u32'
t wrong-kind 2 gac-run -g 16,16 $turn buf:f32:256 buf:f32:256 f32:16 u32:16; err '1 value of type i32 or u32'
t wrong-count 2 gac-run -g 16,16 $turn buf:f32:256 buf:f32:256 u32:1,2 u32:16

# buffers that are only read, or only written
t read-only 0 gac-run -g 64 -l 64 --dump 0 $tut buf:i32:64:wo buf:i32:64:ro=seq null; out 'arg0 i32[64]: 0 2 4 6'
t write-only-copied 4 gac-run -g 64 -l 64 $tut buf:i32:64 buf:i32:64:wo=seq null; err '[copy-out-of-bounds]'
t write-only-copied-check 3 gac-run --check -g 64 -l 64 $tut buf:i32:64 buf:i32:64:wo=seq null
err 'copies from a buffer that is write-only'
t read-only-copied-check 3 gac-run --check -g 64 -l 64 $tut buf:i32:64:ro buf:i32:64=seq null
err 'copies to a buffer that is read-only'
for checked in '' --check; do
    code=4
    [ -z "$checked" ] || code=3
    t "write-only $checked" $code gac-run $checked -g 4 -l 4 tests/cli/debug_names.spvasm buf:f32:4:wo f32:1
    err 'reads bytes 0 to 3 of argument 0, which is write-only'
    t "written-only $checked" 0 gac-run $checked -g 4 -l 4 bench/kernels/madd.spvasm buf:f32:4:ro buf:f32:4:wo f32:1 u32:1; no_err
    t "read-only $checked" $code gac-run $checked -k mix_int -g 4 -l 4 $bytes buf:u32:4:ro buf:u32:4
    err 'writes bytes 0 to 3 of argument 0, which is read-only'
    t "write-only constant $checked" $code gac-run $checked -g 96 -l 32 \
        tests/kernels/algorithms/convolution.clang14.O2.64.spvasm buf:i32:96 buf:i32:100 buf:i32:5:wo
    err 'reads bytes 0 to 3 of argument 2, which is write-only'
done

# iterations of a loop in which work-items meet
iterations=tests/check/barrier_rounds.clang14.O0.64.spvasm
t iterations 3 gac-run --check -k parity -g 16 -l 16 $iterations buf:i32:16 i32:8
err 'is in iteration 1 of a loop at OpControlBarrier, where work-item (0,0,0) is in iteration 2'
t counters 3 gac-run --check -k halves -g 16 -l 16 $iterations buf:i32:16 i32:8
err 'is in a loop whose counter is 4 at OpControlBarrier, where work-item (0,0,0) has 8'
arg buf:i32:64:rw 'the count'
arg buf:i32::wo 'the count'
arg buf:i32:wo 'the count'

# what is out of bounds is left out: loads give 0, stores and atomics are none
t keep-going 3 gac-run --check --keep-going -g 8 -l 8 --dump 1 bench/kernels/madd.spvasm buf:f32:5=3 buf:f32:6=7 f32:2 u32:1; out_is "arg1 f32[6]: 6 6 6 6 6 0"
err '[out-of-bounds] kernel "madd": work-item (5,0,0)'; err '(3 work-items of 1 work-group)'
t keep-going-trap 3 gac-run --check -g 8 -l 8 --dump 1 bench/kernels/madd.spvasm buf:f32:5=3 buf:f32:6=7 f32:2 u32:1; no_out
t keep-going-checks 2 gac-run --keep-going -g 8 bench/kernels/madd.spvasm buf:f32:8 buf:f32:8 f32:2 u32:1
err '--keep-going goes with --check'; lines_err 1
t keep-going-rule 4 gac-run --check=-out-of-bounds --keep-going -g 8 -l 8 bench/kernels/madd.spvasm buf:f32:5 buf:f32:6 f32:2 u32:1
t keep-going-uniform 3 gac-run --check --keep-going -k before -g 1 --dump 0 tests/cli/places.spvasm buf:u32:4 buf:u32:4; out 'arg0 u32[4]: '
t keep-going-atomic 3 gac-run --check --keep-going -k histogram -g 16 -l 16 --dump 1 $bytes buf:u8:16=0,9 buf:u32:1
out 'arg1 u32[1]: '
# KERNEL OUT ARG...: each kind of access; OUT stands behind "arg0 "
goes_on() {
    t "keep-going $1" 3 gac-run --check --keep-going -k "$1" -g 8 -l 8 --dump 0 \
        tests/check/keep_going.clang14.O0.64.spvasm "${@:3}"
    out_is "arg0 $2"
}
goes_on private_load 'i32[8]: 11 12 13 1 11 12 13 14' buf:i32:8
goes_on private_load_near 'i32[8]: 11 12 13 1 11 12 13 14' buf:i32:8
goes_on private_store 'i32[8]: 1 2 3 0 5 6 7 8' buf:i32:8
goes_on private_first 'i32[8]: 8 8 8 0 8 8 8 8' buf:i32:8
err 'of argument 0, outside of its 32 bytes (1 work-item of 1 work-group)'
goes_on private_all 'i32[8]: 5 5 5 5 5 5 5 5' buf:i32:8; err '(8 work-items of 1 work-group)'
goes_on private_vector 'i32[8]: 10 26 10 0 10 26 10 26' buf:i32:8
goes_on private_atomic 'i32[8]: 10 11 12 0 10 11 12 13' buf:i32:8
goes_on private_exchange 'i32[8]: 5 5 5 0 5 5 5 5' buf:i32:8
one='1 2 3 4 5 6' other='11 12 13 14 15 16'
goes_on private_copy "i32[48]: $one $other $one 0 0 0 0 0 0 $one $other $one $other" buf:i32:48
goes_on local_store 'i32[8]: 1 2 3 0 5 6 7 8' buf:i32:8 local:32
goes_on global_atomic 'i32[9]: 0 0 0 0 0 0 0 0 7' buf:i32:9
goes_on global_exchange 'i32[16]: 3 3 3 3 3 3 3 3 5 5 5 0 5 5 5 5' buf:i32:16
three='0 1 2 3 0 1 2 3 0 1 2 3'
goes_on global_parts "i32[39]: $three 0 0 0 0 ${three} 0 1 2 3 0 0 0 0 6 7 0" buf:i32:39 buf:i32:8=seq
goes_on constant_load 'i32[8]: 1 2 3 1 1 2 3 4' buf:i32:8 buf:i32:4=seq
goes_on null_load 'i32[8]: 0 1 2 3 4 5 6 7' buf:i32:8 null
goes_on core_copy 'i32[8]: 100 101 102 103 104 105 106 107' buf:i32:8 buf:i32:4=seq
goes_on copy_on_event 'i32[8]: 1 2 3 4 5 6 7 8' buf:i32:8 buf:i32:8=seq
goes_on copy_back 'i32[12]: 1 2 0 0 0 0 0 0 0 0 0 0' buf:i32:12
# the set's copies, and addresses that wrap: `tile` is zeros, or 0 1 2 ... goes nowhere
zeros='0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0'
set_goes_on() { # FILE KERNEL OUT ARG...
    t "keep-going $2" 3 gac-run --check --keep-going -k "$2" -g 16 -l 16 --dump 0 \
        "tests/check/$1.clang14.O0.64.set.spvasm" "${@:4}"
    out_is "arg0 $3"; err "[${1//_/-}]"
}
set_goes_on copy_out_of_bounds lines_2d "i32[16]: $zeros" buf:i32:16 buf:i32:62=seq i32:20
set_goes_on copy_out_of_bounds planes_3d "i32[16]: $zeros" buf:i32:16 buf:i32:70=seq i32:68
set_goes_on copy_address_overflow source_offset "i32[16]: $zeros" buf:i32:16 buf:i32:16=seq i32:1
set_goes_on copy_address_overflow destination_offset "i32[16]: $zeros" buf:i32:16 i32:2
# limits are looked at within long blocks, but not between a check and its access: a lane's first
# word stays 1, wherever the look would be
long_block() { # FACTOR: of the index that is put behind the words
    cat <<'EOF'
OpCapability Kernel
OpCapability Addresses
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %ids
OpDecorate %ids BuiltIn GlobalInvocationId
%void = OpTypeVoid
%u32 = OpTypeInt 32 0
%u64 = OpTypeInt 64 0
%n0 = OpConstant %u32 0
%n1 = OpConstant %u32 1
%n8 = OpConstant %u32 8
%v3 = OpTypeVector %u64 3
%a8 = OpTypeArray %u32 %n8
%pv3 = OpTypePointer Input %v3
%pa8 = OpTypePointer Function %a8
%pf = OpTypePointer Function %u32
%pg = OpTypePointer CrossWorkgroup %u32
%ids = OpVariable %pv3 Input
%type = OpTypeFunction %void %pg %u32
%k = OpFunction %void None %type
%out = OpFunctionParameter %pg
%i = OpFunctionParameter %u32
%begin = OpLabel
%a = OpVariable %pa8 Function
%id = OpLoad %v3 %ids
%x = OpCompositeExtract %u64 %id 0
%y0 = OpUConvert %u32 %x
%y1 = OpIMul %u32 %y0 %i
%first = OpInBoundsAccessChain %pf %a %n0
%outside = OpInBoundsAccessChain %pf %a %i
OpStore %first %n1
EOF
    for ((n = 0; n < 520; n++)); do echo 'OpStore %outside %n8'; done
    cat <<EOF
%word = OpLoad %u32 %first
%to = OpInBoundsPtrAccessChain %pg %out %x
%behind = OpInBoundsPtrAccessChain %pg %to %n8
OpStore %to %word
OpStore %behind %y$1
OpReturn
OpFunctionEnd
EOF
}
keeps_words() { # FACTOR OUT
    long_block "$1" >"$work/long_block.spvasm"
    t "keep-going-long $1" 3 gac-run --check=out-of-bounds --keep-going -g 8 -l 8 --dump 0 \
        "$work/long_block.spvasm" buf:u32:16 u32:8
    out_is "arg0 u32[16]: 1 1 1 1 1 1 1 1 $2"
}
keeps_words 0 '0 1 2 3 4 5 6 7'
keeps_words 1 '0 8 16 24 32 40 48 56'

# another rule's name leaves nothing out
t keep-going-private 4 gac-run --check=-out-of-bounds --keep-going -k private_load -g 8 -l 8 \
    tests/check/keep_going.clang14.O0.64.spvasm buf:i32:8
err 'a work-item of work-group (0,0,0) leaves a private variable'
t keep-going-copy 4 gac-run --check=-copy-out-of-bounds --keep-going -k core_copy -g 8 -l 8 \
    tests/check/keep_going.clang14.O0.64.spvasm buf:i32:8 buf:i32:4=seq

# a bool, which is a byte in memory
cat >"$work/bool.spvasm" <<'EOF'
OpCapability Kernel
OpCapability Addresses
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
%void = OpTypeVoid
%b = OpTypeBool
%u32 = OpTypeInt 32 0
%p = OpTypePointer CrossWorkgroup %u32
%one = OpConstant %u32 1
%two = OpConstant %u32 2
%fn = OpTypeFunction %void %p %b
%k = OpFunction %void None %fn
%out = OpFunctionParameter %p
%is = OpFunctionParameter %b
%l = OpLabel
%x = OpSelect %u32 %is %one %two
OpStore %out %x Aligned 4
OpReturn
OpFunctionEnd
EOF
t bool 0 gac-run -g 1 --dump 0 "$work/bool.spvasm" buf:u32:1 u8:1; out_is 'arg0 u32[1]: 1'
t bool-false 0 gac-run -g 1 --dump 0 "$work/bool.spvasm" buf:u32:1 u8:0; out_is 'arg0 u32[1]: 2'
t bool-bytes 0 gac-run -g 1 --dump 0 "$work/bool.spvasm" buf:u32:1 bytes:01; out_is 'arg0 u32[1]: 1'
t bool-wide 2 gac-run -g 1 "$work/bool.spvasm" buf:u32:1 u32:1; err 'is 1 value of type i8 or u8'

# -- sizes that do not divide the range: OpenCL before 2.0 has none
divides=$(fixtures tests/kernels/range/specialised.clang14.O2.64.spvasm)
sed 's/^OpSource .*/OpSource OpenCL_C 102000/' "$divides" >"$work/c12.spvasm"
sed 's/^OpSource .*/OpSource OpenCL_C 200000/' "$divides" >"$work/c20.spvasm"
t indivisible 0 gac-run -g 3 -l 2 --dump 0 "$work/c12.spvasm" buf:i32:8
err "gac-run: warning: 3 work-items are no multiple of a work-group's 2: OpenCL before 2.0 refuses such a range, and the module is of OpenCL C 1.2"; lines_err 1
t indivisible-2 0 gac-run -g 3 -l 2 "$work/c20.spvasm" buf:i32:8; no_err
t divisible 0 gac-run -g 4 -l 2 "$work/c12.spvasm" buf:i32:8; no_err
t indivisible-chosen 0 gac-run -g 3 "$work/c12.spvasm" buf:i32:8; no_err

# -- --list
t list 0 gac-run --list tests/cli/debug_names.spvasm; no_err
out_is 'scale(global float* out, float factor)
    gac-run -g 1024 tests/cli/debug_names.spvasm buf:f32:1024 f32:1'
t list-example 0 gac-run -g 1024 tests/cli/debug_names.spvasm buf:f32:1024 f32:1; no_err
t list-sizes 0 gac-run --list bench/kernels/matmul.spvasm
out_is 'matmul(global float*, global float*, global float*, uint)
    work-group size required: 16,16,1
    local variables: 2048 bytes a work-group
    gac-run -g 32,16,1 bench/kernels/matmul.spvasm buf:f32:512 buf:f32:512 buf:f32:512 u32:1'
t list-several 0 gac-run --list tests/cli/promises.spvasm
out '    work-group size at most: 4,2,1'
out '    sub-groups a work-group required: 8'; out '    gac-run -k eight -g 1024 '
# a mode behind others, by the opcode whose operands may be ids
{
    printf 'Op%s\n' 'Capability Kernel' 'Capability Addresses' 'MemoryModel Physical64 OpenCL' \
        'EntryPoint Kernel %a "a"' 'EntryPoint Kernel %b "b"' \
        'ExecutionMode %a ContractionOff' 'ExecutionMode %b ContractionOff' 'ExecutionModeId %b LocalSize 4 1 1'
    printf '%%v = OpTypeVoid\n%%t = OpTypeFunction %%v\n'
    printf '%%%s = OpFunction %%v None %%t\n%%%s0 = OpLabel\nOpReturn\nOpFunctionEnd\n' a a b b
} >"$work/modes.spvasm"
t list-mode-id 0 gac-run --list "$work/modes.spvasm"; out '    work-group size required: 4,1,1'
t list-specs 0 gac-run --list "$divides"; out $'\n-s 1=3 (u32)\n-s 2=2 (u32)'
check 'each once' test "$(grep -c '^-s' "$work/out")" = 2
# So many that even a look at each for each would take minutes.
awk 'BEGIN { print "OpCapability Kernel\nOpCapability Addresses\nOpMemoryModel Physical64 OpenCL"
    for (k = 0; k < 60000; k++) print "OpDecorate %s" k " SpecId " k
    print "%u = OpTypeInt 32 0"
    for (k = 0; k < 60000; k++) print "%s" k " = OpSpecConstant %u " k }' >"$work/specs.spvasm"
t list-many 0 gac-run --list "$work/specs.spvasm"; out '-s 59999=59999 (u32)'
t list-structure 0 gac-run --list "$byval"; out " bytes:$(printf '00%.0s' $(seq 24))"
t list-local 0 gac-run --list $bytes; out 'local uchar*'; out ' local:1024'
t list-arguments 2 gac-run --list $tut buf:i32:4; err '--list takes a module and no arguments'; lines_err 1
t list-none 1 gac-run --list nothere.spv; err 'The file cannot be read'; no_out

# -- specialization constants
spec=$(fixtures tests/kernels/range/specialised.clang14.O2.64.spvasm)
t spec 0 gac-run -g 2 -l 2 -s 1=20 --dump 0 $spec buf:i32:4; out_is 'arg0 i32[4]: 0 1 40 1'
t spec-negative 0 gac-run -g 2 -l 2 -s 1=-3 --dump 0 $spec buf:i32:4; out_is 'arg0 i32[4]: 0 0 -6 0'
# the same number from a group: every constant decorated with it has it
sed 's/^OpDecorate %31 SpecId 1/OpDecorate %by_group SpecId 1/
    s/^OpDecorate %38 SpecId 1/%by_group = OpDecorationGroup\nOpGroupDecorate %by_group %31 %38/' \
    $spec >"$work/spec_group.spvasm"
t spec-group 0 gac-run -g 2 -l 2 -s 1=20 --dump 0 "$work/spec_group.spvasm" buf:i32:4
out_is 'arg0 i32[4]: 0 1 40 1'
t spec-unknown 2 gac-run -g 2 -s 9=20 $spec buf:i32:4; err 'SpecId 9'
t spec-range 2 gac-run -g 2 -s 1=4294967296 $spec buf:i32:4; err 'does not fit'
t spec-form 2 gac-run -g 2 -s 1 $spec buf:i32:4; err 'SPECID=VALUE'
t spec-id 2 gac-run -g 2 -s x=1 $spec buf:i32:4; err 'SPECID'
# and that parameters are structures by value may stand in a group, too
for m in struct_byval byval_calls; do
    module=tests/kernels/memory/$m
    awk '$3 == "FuncParamAttr" && $4 == "ByVal" { targets = targets " " $2; next }
        /OpTypeInt/ && targets != "" {
            print "OpDecorate %by_group FuncParamAttr NoCapture"
            print "OpDecorate %by_group FuncParamAttr ByVal"
            print "%by_group = OpDecorationGroup"
            print "OpGroupDecorate %by_group" targets
            targets = ""
        }
        { print }' "$(fixtures $module.clang14.O0.64.spvasm)" >"$work/$m.spvasm"
    run=$(sed -n 's|^// RUN: ||p' $module.cl)
    t "$m in a group" 0 gac-run ${run/ % / $work/$m.spvasm }
    out_is "$(cat $module.expected)"
done

# -- results
# each work-item reads back, by another way, the number it wrote: its own and one
if [ -z "${GAC_TEST_QUICK:-}" ]; then # 4 GiB are cleared
    t index-wraps 0 gac-run -g 32 -l 32 --dump 1 tests/cli/index_wraps.spvasm buf:u8:4294967296 buf:i32:32
    out_is "arg1 i32[32]: $(seq -s ' ' 32)"
fi
t dump 0 gac-run -g 64 -l 64 --dump 1,0 --dump 1 $tut $args
check 'three dumps' test "$(cut -d: -f1 "$work/out" | tr '\n' ' ')" = 'arg1 i32[64] arg0 i32[64] arg1 i32[64] '
t dump-none 2 gac-run -g 64 --dump 3 $tut $args; err 'no argument 3'
t dump-null 2 gac-run -g 64 --dump 2 $tut $args; err 'not a buffer'
t dump-form 2 gac-run -g 64 --dump 0, $tut $args; err '--dump 0,'
for form in '0[' '0[1]' '0[1:' '0[2:1]' '0[x:2]' '0/' '0/0' '0/x' '0[1:2]x' '[1:2]' '0[1:2]/' '4096' '0[1:99999999999999999999999]'; do
    t "dump-form $form" 2 gac-run -g 64 --dump "$form" $tut $args; err "--dump $form: expected N[,N]"; lines_err 1
done
# On a terminal a dump ends behind 1,024 elements; a file or a pipe gets all.
cat >"$work/long.sim" <<EOF
$PWD/tests/cli/sim/vecadd.spvasm vecadd
4 1 1   2 1 1
<size=12000 fill=1 int dump>
<size=16 range=0:2:6 int>
<size=8>
<size=4 int> -5
<size=16 fill=0.5 float>
<size=16 float> 1 2.5 3 4
EOF
long="-g 4 tests/cli/debug_names.spvasm buf:f32:5000=1 f32:1"
more='... (3976 more; --dump 0[0:5000] prints all)'
if command -v script >/dev/null; then
    on_terminal() { # NAME WORDS TEXT ARG...
        name="terminal $1"
        script -qec "$bin/gac-run ${*:4}" /dev/null >"$work/out" 2>&1 </dev/null
        verdict $? "exit code"
        [ "$(wc -w <"$work/out")" = "$2" ]; verdict $? "not $2 words: $(wc -w <"$work/out")"
        out "$3"
    }
    on_terminal dump 1033 "$more" --dump 0 $long
    on_terminal rows 1098 "$more" --dump 0/16 $long
    on_terminal part 2002 'arg0[0:2000] f32[5000]: ' "--dump '0[0:2000]'" $long
    on_terminal all 5002 'arg0[0:5000] f32[5000]: ' "--dump '0[0:]'" $long
    on_terminal sim 3083 '... (1976 more; --dump 0[0:3000] prints all)' --sim "$work/long.sim"
else
    skip "dumps on a terminal: no script(1)" 15
fi
t dump-long 0 gac-run --dump 0 $long; check 'all is dumped' test "$(wc -w <"$work/out")" = 5002
t dump-sim 0 gac-run --sim "$work/long.sim"; check 'all is dumped' test "$(wc -w <"$work/out")" = 9004
dump() { # SPEC OUTPUT
    t "dump $1" 0 gac-run -g 4 --dump "$1" tests/cli/debug_names.spvasm buf:f32:9=seq f32:1; out_is "$2"; no_err
}
dump '0[2:5]' 'arg0[2:5] f32[9]: 2 3 4'
dump '0[:2]' 'arg0[0:2] f32[9]: 0 1'
dump '0[7:]' 'arg0[7:9] f32[9]: 7 8'
dump '0[7:70]' 'arg0[7:9] f32[9]: 7 8'
dump '0[70:]' 'arg0[9:9] f32[9]:'
dump '0[3:3]' 'arg0[3:3] f32[9]:'
dump out 'arg0 f32[9]: 0 1 2 3 4 5 6 7 8'
dump 'out[1:3],0[0:1]' $'arg0[1:3] f32[9]: 1 2\narg0[0:1] f32[9]: 0'
dump 0/4 $'arg0 out f32[9]:\n       0: 0 1 2 3\n       4: 4 5 6 7\n       8: 8'
dump 'out[2:7]/3' $'arg0[2:7] out f32[9]:\n       2: 2 3 4\n       5: 5 6'
t dump-nameless 2 gac-run -g 64 --dump dst $tut $args; err 'kernel kernel_dot has no parameter dst'
t dump-value 2 gac-run -g 4 --dump factor tests/cli/debug_names.spvasm buf:f32:9 f32:1; err 'argument 1 `f32:1` is not a buffer'
# a terminal is not flooded
if command -v python3 >/dev/null; then
    terminal() { # FILE ARG...: what gac-run writes to a terminal
        python3 -c '
import os, pty, sys
def read(fd):
    data = os.read(fd, 1024)
    out.write(data)
    return data
with open(sys.argv[1], "wb") as out:
    pty.spawn(sys.argv[2:], read)' "$1" "$bin/gac-run" "${@:2}" >/dev/null </dev/null
        tr -d '\r' <"$1" >"$1.text"
    }
    terminal "$work/pty" -g 4 --dump 0 tests/cli/debug_names.spvasm buf:f32:2000=seq f32:1
    name=terminal
    check 'the first 1024' grep -q ' 1022 1023 ... (976 more; --dump 0\[0:2000\] prints all)$' "$work/pty.text"
    terminal "$work/pty" -g 4 --dump '0[0:2000]' tests/cli/debug_names.spvasm buf:f32:2000=seq f32:1
    check 'all' grep -q ' 1998 1999$' "$work/pty.text"
    terminal "$work/pty" -g 4 --dump 0 tests/cli/debug_names.spvasm buf:f32:1024=seq f32:1
    check 'all of a small one' grep -q ' 1022 1023$' "$work/pty.text"
fi
t dump-piped 0 gac-run -g 4 --dump 0 tests/cli/debug_names.spvasm buf:f32:2000=seq f32:1; out ' 1998 1999'
t out 0 gac-run -g 64 -l 64 --out 0="$work/a.npy" --out 1="$work/b.raw" $tut $args; no_out
check 'raw size' test "$(stat -c %s "$work/b.raw")" = 256
check 'npy size' test "$(stat -c %s "$work/a.npy")" = 384
check 'npy header' grep -qaF "{'descr': '<i4', 'fortran_order': False, 'shape': (64,), }" "$work/a.npy"
check 'no temporary files' test "$(cd "$work" && echo a.npy* b.raw*)" = 'a.npy b.raw'
cp "$work/b.raw" "$work/linked.raw" && ln -s linked.raw "$work/link.raw"
t out-link 0 gac-run -g 32 -l 32 --out 1="$work/link.raw" $tut buf:i32:64 buf:i32:64=1 null
check 'the link stays' test -L "$work/link.raw"
check 'its file is replaced' test "$(od -An -v -td4 -w4 "$work/linked.raw" | sort -u | tr -d ' \n')" = 1
t npy-in 0 gac-run -g 64 -l 64 --dump 0 $tut buf:i32:64 buf:i32:64=@"$work/a.npy" null
out 'arg0 i32[64]: 0 4 8 12'
t raw-in 0 gac-run -g 64 -l 64 --dump 0 $tut buf:i32:64 buf:i32:64=@"$work/b.raw" null
out 'arg0 i32[64]: 0 2 4 6'
t npy-type 2 gac-run -g 64 $tut buf:i32:64 buf:u32:64=@"$work/a.npy" null; err 'its dtype is another type'
t npy-count 2 gac-run -g 64 $tut buf:i32:64 buf:i32:63=@"$work/a.npy" null; err 'another number of elements'
t raw-short 2 gac-run -g 64 $tut buf:i32:64 buf:i32:65=@"$work/b.raw" null; err 'too short'
t raw-long 2 gac-run -g 64 $tut buf:i32:64 buf:i32:63=@"$work/b.raw" null; err 'too long'
head -c 300 "$work/a.npy" >"$work/c.npy"
t npy-cut 2 gac-run -g 64 $tut buf:i32:64 buf:i32:64=@"$work/c.npy" null; err 'too short'
head -c 64 /dev/zero >"$work/d.npy"
t npy-none 2 gac-run -g 64 $tut buf:i32:64 buf:i32:64=@"$work/d.npy" null; err 'not a .npy file'
# big-endian, two dimensions, kept in what is written
{
    printf '\223NUMPY\001\000\166\000'
    printf '%-117s\n' "{'descr': '>i4', 'fortran_order': False, 'shape': (8, 8), }"
    for i in $(seq 0 63); do printf "\\000\\000\\000\\$(printf %03o "$i")"; done
} >"$work/e.npy"
t npy-big 0 gac-run -g 64 -l 64 --dump 0 --out 1="$work/f.npy" $tut buf:i32:64 buf:i32:64=@"$work/e.npy" null
out 'arg0 i32[64]: 0 2 4 6'
check 'npy shape' grep -qaF "'shape': (8, 8), }" "$work/f.npy"
t out-nowhere 2 gac-run -g 64 -l 64 --out 0="$work/none/a.npy" $tut $args; err 'cannot write'
t out-form 2 gac-run -g 64 --out 0 $tut $args; err 'N=FILE'

# -- statistics
t stats 0 gac-run -g 128 -l 64 --stats $tut buf:i32:128 buf:i32:128 null
out 'groups:       2'; out 'work-items:   128'; out 'work-group:   64,1,1'; out 'bytes copied: 1024'; out 'wall time:'
out 'load time:'; out 'compile time:'
t stale-event 0 gac-run -g 16 -l 16 --stats tests/cli/stale_event.spvasm buf:u8:16 local:16
out 'bytes copied: 16'
# What is the same in every group is computed, and counted, once: a second group takes
# less than the first one.
same=tests/kernels/range/same_in_each_group.clang14.O2.64.spvasm
for groups in 1 2 3; do
    t "same-$groups" 0 gac-run -j 1 -k many -g $((32 * groups)) -l 32 --stats "$same" buf:u32:96 u32:5 u32:3
    counts[groups]=$(sed -n 's/^instructions: *//p' "$work/out")
done
name=same; check 'counted once' test $((counts[2] - counts[1])) -lt $((counts[1] - 32))
check 'counted by groups' test $((counts[3] - counts[2])) -eq $((counts[2] - counts[1]))
t repeat-stats 0 gac-run -g 64 -l 64 --stats --repeat 3 --dump 0 $tut $args
out 'median'; out 'arg0 i32[64]: 0 2 4 6'
t json 0 gac-run -g 64 -l 64 --format=json --stats $tut $args; no_err
command -v python3 >/dev/null && check "a JSON object" python3 -c '
import json, sys
d = json.load(open(sys.argv[1]))
assert d["diagnostics"] == [] and d["stats"]["groups"] == 1
assert d["stats"]["work_group"] == [64, 1, 1]
assert set(d["stats"]) == {"groups", "work_items", "work_group", "instructions",
    "bytes_copied", "load_ms", "compile_ms", "first_ms", "min_ms", "median_ms", "peak_bytes",
    "shadow_bytes", "shadowed_bytes"}' "$work/out"
t json-plain 0 gac-run -g 64 -l 64 --format=json --dump 0 $tut $args; out_is $'{"diagnostics": []\n, "stats": null}'; err 'arg0 i32[64]: 0 2 4'

# -- traps and limits
t trap 4 gac-run -g 64 -l 64 --dump 0 $tut buf:i32:63 buf:i32:64 null; err copy-out-of-bounds; no_out
t trap-json 4 gac-run -g 64 -l 64 --format=json --stats $tut buf:i32:63 buf:i32:64 null; out '"stats": null'
# 453 = 7 * 64 + 5, whatever groups it is run in
t trap-place 4 gac-run -g 8192 -l 64 -j1 bench/kernels/madd.spvasm buf:f32:8192 buf:f32:453 f32:1 u32:1
err 'work-item (5,0,0) of work-group (7,0,0) writes bytes 1812 to 1815 of argument 1'
t trap-chosen 4 gac-run -g 8192 -j1 bench/kernels/madd.spvasm buf:f32:8192 buf:f32:453 f32:1 u32:1
err 'gac-run: note: work-groups of 256,1,1 were chosen (-l chooses others)'; lines_err 4
t trap-given 4 gac-run -g 8192 -l 64 -j1 bench/kernels/madd.spvasm buf:f32:8192 buf:f32:453 f32:1 u32:1; lines_err 3
t trap-stats 0 gac-run -g 8192 -l 64 --stats bench/kernels/madd.spvasm buf:f32:8192 buf:f32:8192 f32:1 u32:1
out 'groups:       128'

# 24000 ifs, each of which adds one, and values that live from block to block
awk 'BEGIN {
    print "OpCapability Kernel\nOpCapability Addresses\nOpMemoryModel Physical64 OpenCL"
    print "OpEntryPoint Kernel %k \"k\"\n%void = OpTypeVoid\n%bool = OpTypeBool"
    print "%u32 = OpTypeInt 32 0\n%p = OpTypePointer CrossWorkgroup %u32\n%one = OpConstant %u32 1"
    for (i = 0; i < 24000; i++)
        print "%n" i " = OpConstant %u32 " i
    print "%fn = OpTypeFunction %void %p\n%k = OpFunction %void None %fn\n%out = OpFunctionParameter %p"
    print "%l0 = OpLabel"
    for (i = 0; i < 24000; i++) {
        print "%x" i " = OpLoad %u32 %out Volatile\n%c" i " = OpIEqual %bool %x" i " %n" i
        print "OpBranchConditional %c" i " %t" i " %l" (i + 1)
        print "%t" i " = OpLabel\n%y" i " = OpIAdd %u32 %x" i " %one"
        print "OpStore %out %y" i "\nOpBranch %l" (i + 1) "\n%l" (i + 1) " = OpLabel"
    }
    print "OpReturn\nOpFunctionEnd"
}' >"$work/many_ifs.spvasm"
t many-ifs 0 gac-run -g 1 --dump 0 "$work/many_ifs.spvasm" buf:u32:1
out 'arg0 u32[1]: 24000'

# 4200 values, needed behind every other one of 8192 arms: their lives have a limit
awk 'BEGIN {
    print "OpCapability Kernel\nOpCapability Addresses\nOpMemoryModel Physical64 OpenCL"
    print "OpEntryPoint Kernel %k \"k\"\n%void = OpTypeVoid"
    print "%u32 = OpTypeInt 32 0\n%p = OpTypePointer CrossWorkgroup %u32\n%n = OpConstant %u32 0"
    print "%fn = OpTypeFunction %void %p\n%k = OpFunction %void None %fn\n%out = OpFunctionParameter %p"
    print "%l = OpLabel"
    for (i = 0; i < 4200; i++)
        print "%x" i " = OpLoad %u32 %out Volatile"
    printf "OpSwitch %%x0 %%a0"
    for (i = 1; i < 8192; i++)
        printf " %d %%a%d", i, i
    for (i = 0; i < 8192; i++)
        print "\n%a" i " = OpLabel\nOpStore %out %n Volatile\nOpBranch " (i % 2 ? "%end" : "%use")
    print "%use = OpLabel"
    for (i = 0; i < 4200; i++)
        print "OpStore %out %x" i " Volatile"
    print "OpBranch %end\n%end = OpLabel\nOpReturn\nOpFunctionEnd"
}' >"$work/many_lives.spvasm"
t many-lives 4 gac-run -g 1 "$work/many_lives.spvasm" buf:u32:1
err 'kernel "k" cannot be run: its blocks and values, all calls inlined, exceed the limit'

# -- modes that would change what arithmetic gives are refused by name
for mode in RoundingModeRTZ DenormFlushToZero; do
    sed "s/DenormPreserve/$mode/" tests/instructions/execution_modes.spvasm >"$work/mode.spvasm"
    t "$mode" 1 gac-run -g 4 "$work/mode.spvasm" buf:u32:4
    err "Not supported: execution mode $mode."
done

# -- kernels that say how they will be run: SPV_INTEL_kernel_attributes, and a
# -- number of sub-groups (clEnqueueNDRangeKernel: the work-group has to have it)
promise() { # KERNEL 'OPTIONS' SIZES-OR-MESSAGE
    case $3 in
    [0-9]*)
        # shellcheck disable=SC2086
        t "$1 $2" 0 gac-run -k "$1" $2 --dump 0 tests/cli/promises.spvasm buf:u32:4
        out_is "arg0 u32[4]: $3" ;;
    *)
        # shellcheck disable=SC2086
        t "$1 $2" 2 gac-run -k "$1" $2 tests/cli/promises.spvasm buf:u32:4
        err "$3"; no_out ;;
    esac
}
promise most '-g 4,2 -l 4,2' '4 2 1 32'
promise most '-g 8 -l 8' 'allows work-groups of at most 4,2,1'
promise most '-g 4,4 -l 4,4' 'allows work-groups of at most 4,2,1'
promise most '-g 2,1,2 -l 1,1,2' 'allows work-groups of at most 4,2,1'
promise most '-g 12,6,3' '4 2 1 32'
promise most '-g 101' '4 1 1 32'
promise flat '-g 8 -l 8 --offset 3' '8 1 1 32'
promise flat '-g 8,2 -l 8,1' 'a range of at most 1 dimension, not 2'
promise single '-g 1' '1 1 1 32'
promise single '-g 2' 'allows a single work-item'
promise still '-g 8,2 -l 8,2' '8 2 1 32'
promise still '-g 8,2 -l 8,2 --offset 0,1' 'allows no global offset'
promise eight '-g 512' '256 1 8 32'
promise eight '-g 512 --sub-group-size 16' '128 1 8 16'
promise eight '-g 64' '64 1 8 8'
promise eight '-g 24' '8 1 8 1'
promise eight '-g 16 -l 16' '16 1 8 2'
promise eight '-g 512 -l 256 --sub-group-size 16' 'work-groups of 8 sub-groups, not 16'
promise eight '-g 100 -l 100' 'work-groups of 8 sub-groups, not 4'

# -- a constant decorated as WorkgroupSize fixes the size, by a group as well
size_constant() {
    cat <<EOF
OpCapability Addresses
OpCapability Kernel
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
$1
%void = OpTypeVoid
%u32 = OpTypeInt 32 0
%v3u32 = OpTypeVector %u32 3
%one = OpConstant %u32 1
%four = OpConstant %u32 4
%size = OpConstantComposite %v3u32 %four %one %one
%of_k = OpTypeFunction %void
%k = OpFunction %void None %of_k
%entry = OpLabel
OpReturn
OpFunctionEnd
EOF
}
size_constant 'OpDecorate %size BuiltIn WorkgroupSize' >"$work/size.spvasm"
size_constant 'OpDecorate %group BuiltIn WorkgroupSize
%group = OpDecorationGroup
OpGroupDecorate %group %size' >"$work/size_group.spvasm"
for m in size size_group; do
    t "$m" 0 gac-run -g 8 -l 4 "$work/$m.spvasm"
    t "$m wrong" 2 gac-run -g 8 -l 8 "$work/$m.spvasm"
    err 'requires a work-group size of 4,1,1'
done

# -- the size of what a type, not a pointer, would point to: refused, not 0
{
    size_constant 'OpDecorate %size BuiltIn WorkgroupSize' | sed '/^OpReturn/,$d'
    printf '%s\n' '%what = OpSizeOf %u32 %v3u32' OpReturn OpFunctionEnd
} >"$work/size_of_type.spvasm"
t size-of-type 1 gac-run -g 4 "$work/size_of_type.spvasm"
err 'its operand is not a typed pointer'

# -- inline assembly, by its name
t inline-assembly 1 gac-run -k k -g 1 tests/cli/inline_assembly.spvasm \
    buf:i32:4
err 'Not supported: OpAsmCallINTEL'

# -- simulator files; the expected outputs are oclgrind-kernel's
sim=tests/cli/sim
for s in vecadd hex untyped; do
    t "sim $s" 0 gac-run --sim $sim/$s.sim
    check "output of $s" diff "$work/out" $sim/$s.expected
done
t sim-extra 2 gac-run --sim $sim/vecadd.sim $tut; err 'the file says what to run'
t sim-missing 2 gac-run --sim nothere.sim; err 'cannot read nothere.sim'
cp $sim/vecadd.spvasm "$work/"
sed 's/range=0:2:6 int dump/int noinit/' $sim/vecadd.sim >"$work/noinit.sim"
t 'sim noinit' 0 gac-run --sim "$work/noinit.sim"
t 'sim noinit check' 3 gac-run --check --sim "$work/noinit.sim"; err 'nothing has written'
sed 's/16 int noinit dump/16 wo int noinit dump/' $sim/vecadd.sim >"$work/wo.sim"
t 'sim wo, written' 0 gac-run --sim "$work/wo.sim"; check 'output of wo' diff "$work/out" $sim/vecadd.expected
sed 's/range=0:2:6 int dump/wo &/' $sim/vecadd.sim >"$work/wo.sim"
t 'sim wo, read' 4 gac-run --sim "$work/wo.sim"; err '[out-of-bounds]'
bad_sim() { # NAME MESSAGE LINES...
    cp $sim/vecadd.spvasm "$work/"
    printf '%s\n' 'vecadd.spvasm vecadd 4 1 1 2 1 1' "${@:3}" >"$work/bad.sim"
    t "sim $1" 2 gac-run --sim "$work/bad.sim"; err "$2"; lines_err 1
}
bad_sim no-header 'expected the header' 5
bad_sim no-end "missing '>'" '<size=16 int noinit'
bad_sim no-size 'has no size' '<int noinit>'
bad_sim bad-size "invalid value for 'size'" '<size=16x>'
bad_sim two-inits 'several initializers' '<size=16 noinit fill=1>'
bad_sim bad-range 'does not give' '<size=16 range=0:1:4 int>'
bad_sim bad-fill 'is not an integer' '<size=16 fill=x int>'
bad_sim few-values 'expected 4 values, found 3' '<size=16 int> 1 2 3' '<size=16 int noinit>'
bad_sim divide 'does not divide' '<size=15 int noinit>'
bad_sim ro-wo "both 'ro' and 'wo'" '<size=16 ro wo int noinit>'
bad_sim null "not valid with other words" '<null size=16>'
bad_sim unknown 'unknown word' '<size=16 colour=red int>'
# A barrier that does not order what is accessed is told from none at all.
t run-local-barrier 3 gac-run --check -k f -g 8 -l 8 tests/cli/local_barrier.spvasm buf:i32:8 buf:i32:8
err 'no barrier that orders global memory comes after another work-item has written them'
