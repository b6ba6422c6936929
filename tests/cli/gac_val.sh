# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# gac-val's command line; sourced by run.sh.
narrow=tests/cli/copy_too_narrow.spvasm
good=tests/valid/copy2d_to_local.spvasm

# -- common options
t val-help 0 gac-val --help; out 'usage: gac-val'; no_err
t val-version 0 gac-val --version; out_is "gac-val $version"
name=val-no-file
"$bin/gac-val" <"$good" >"$work/out" 2>"$work/err"
verdict $? "exit code"; no_err
name=val-no-file-faulty
"$bin/gac-val" <"$narrow" >"$work/out" 2>"$work/err"; [ $? = 1 ]
verdict $? "exit code"; err operand-width
t val-layouts 0 gac-val --image-descriptor-layout 32 16 --tensor-descriptor-layout 64,8 \
    --buffer-descriptor-layout=8 8 --sampler-descriptor-layout 4 "$good"; no_err
name=val-layout-pair # what follows is the file
cp "$good" "$work/64"
tool=$(cd "$bin" && pwd)/gac-val
(cd "$work" && "$tool" --buffer-descriptor-layout 64:64 64 </dev/null >out 2>err)
verdict $? "exit code"; no_err
t val-unknown-option 2 gac-val --bogus "$good"; err bogus; no_out
t val-format 2 gac-val --format=xml "$good"; err xml
t val-color 2 gac-val --color=some "$good"; err some

# -- rules
t val-rules 0 gac-val --list-rules; no_err
for rule in import-capability operand-width core module-format line-length \
    use-before-wait non-semantic-name data-race wait-as-barrier; do
    out "$rule "
done
t val-explain 0 gac-val --explain line-length; out 'smaller than Num Elements Per Line'
t val-explain-unknown 2 gac-val --explain nothing; err nothing
t val-werror-unknown 2 gac-val --Werror=nothing "$good"; err nothing
t val-disable-unknown 2 gac-val --disable=nothing "$good"; err nothing

# -- target environments and numbers are exact
for env in spv1.0 spv1.3 opencl1.2 opencl2.2embedded vulkan1.0; do
    t "val-env $env" 0 gac-val --target-env "$env" --no-core "$good"
done
for env in spv1.7 spv1.6x opencl opencl2.2foo '' OPENCL2.2; do
    t "val-env $env" 2 gac-val --target-env "$env" "$good"; err 'target environment'
done
t val-env-version 1 gac-val --target-env spv1.3 "$good"; err '[core] Invalid SPIR-V binary version'
for n in 3x x -1 '' 4294967296 ' 1'; do
    t "val-number $n" 2 gac-val --max-errors "$n" "$good"; err --max-errors
done
t val-limit 2 gac-val --max-struct-depth 12three "$good"; err "gac-val: --max-struct-depth needs a number, not '12three'"
t val-limit-id-bound 1 gac-val --max-id-bound 10 "$good"; err module-format
"$bin/gac-as" -o "$work/bound.spv" "$good"
printf '\377\377\077\000' | dd of="$work/bound.spv" bs=4 seek=3 conv=notrunc 2> "$work/dd"
t val-largest-bound 0 gac-val "$work/bound.spv"; no_err
t val-limit-locals 1 gac-val --max-local-variables 0x0 --max-function-args 0 --max-struct-members 9 --max-id-bound 3 "$good"

# -- text
t val-good 0 gac-val "$good"; no_out; no_err
t val-text 1 gac-val "$narrow"; no_out
[ "$(cat "$work/err")" = "error: kernel.cl:12:5: [operand-width] Num Lines must be a 64-bit int scalar when Addressing Model is Physical64. Found %lines, a 32-bit int scalar.
  hint: use a constant of that width, or convert the value with OpUConvert
note: $narrow:34: in the module
  %19 = OpExtInst %Event %1 GroupAsyncCopy2D2D %to %zero %from %zero %ulong_4 %ulong_4 %lines %ulong_4 %ulong_4 %13
                                                                                       ^~~~~~
note: $narrow:22: it is defined here
  %lines = OpConstant %uint 4" ]
verdict $? "the text is another one"
t val-color-always 1 gac-val --color=always "$narrow"
[ "$(sed 's/\x1b/^/g' "$work/err")" = "^[1;31merror: ^[0m^[1mkernel.cl:12:5: [operand-width] Num Lines must be a 64-bit int scalar when Addressing Model is Physical64. Found %lines, a 32-bit int scalar.^[0m
  hint: use a constant of that width, or convert the value with OpUConvert
^[1;36mnote: ^[0m$narrow:34: in the module
  %19 = OpExtInst %Event %1 GroupAsyncCopy2D2D %to %zero %from %zero %ulong_4 %ulong_4 %lines %ulong_4 %ulong_4 %13
                                                                                       ^[1;32m^~~~~~^[0m
^[1;36mnote: ^[0m$narrow:22: it is defined here
  %lines = OpConstant %uint 4" ]
verdict $? "its colors are others"

# -- JSON and SARIF
t val-json-good 0 gac-val --format=json "$good"; out_is '[]'; no_err
if [ -w /dev/full ]; then
    name=val-full
    "$bin/gac-val" --format=json "$good" > /dev/full 2> "$work/err"
    [ $? = 1 ]; verdict $? "output is lost in silence"
    err 'cannot write to standard output'
fi
t val-json 1 gac-val --format=json "$narrow"; no_err
for field in '"severity": "error"' '"rule": "operand-width"' '"line": 34' '"column": 11' \
    '"word_offset": 107' '"instruction": "GroupAsyncCopy2D2D"' '"operand": "Num Lines"' \
    "\"file\": \"$narrow\"" \
    '"source": {"file": "kernel.cl", "line": 12, "column": 5}'; do
    out "$field"
done
t val-json-missing 1 gac-val --format=json "$work/missing.spv"; out '"rule": null'; out '"line": null'; no_err
t val-sarif 1 gac-val --format=sarif "$narrow"; out '"version": "2.1.0"'; out '"ruleId": "operand-width"'; out '"startLine": 34'; no_err

# -- inputs
"$bin/gac-as" -o "$work/narrow.spv" "$narrow"
t val-binary 1 gac-val "$work/narrow.spv"; err "narrow.spv:29: in the module"
lacks_1_0=$(grep -lx '; Version: 1.0' tests/invalid/import-extension_*.spvasm)
t val-import-extension 1 gac-val "$lacks_1_0"; err 'Found SPIR-V 1.0 without it'
sed 's/^; Version: 1.0$/; Version: 1.5/' "$lacks_1_0" >"$work/five.spvasm"
t val-import-extension-5 1 gac-val "$work/five.spvasm"; err 'Found SPIR-V 1.5 without it'
printf '// first\r\nint second;\r\n' >"$work/ends.cl"
sed "s|kernel.cl|$work/ends.cl|; s|OpLine %[a-z0-9_]* 12 5|OpLine %file 2 5|" "$narrow" >"$work/ends.spvasm"
t val-source-crlf 1 gac-val "$work/ends.spvasm"
[ "$(sed -n 2,3p "$work/err")" = "  int second;
      ^" ]
verdict $? "the line does not end before CR LF"
t val-missing 1 gac-val "$work/missing.spv"; err 'No such file'; lines_err 1
: >"$work/empty.spv"
t val-empty 1 gac-val "$work/empty.spv"; err module-format
printf '\003\002\043\007\000' >"$work/short.spv"
t val-short 1 gac-val "$work/short.spv"; err module-format
echo 'OpBogus' >"$work/bogus.spvasm"
t val-bogus 1 gac-val "$work/bogus.spvasm"; err "bogus.spvasm:1:1: [module-format]"
t val-two 1 gac-val "$good" "$narrow"; err "$narrow:34"
mkdir -p "$work/dir/below" && cp "$work/narrow.spv" "$work/dir/below/a.spv"
cp "$work/bogus.spvasm" "$work/dir/"
t val-directory 1 gac-val --format=json "$work/dir"; out 'dir/below/a.spv'; out operand-width
mkdir "$work/dir/none"
t val-folder 1 gac-val "$work/dir/none"; err 'dir/none: The folder has no files of type .spv.'; lines_err 1
name=val-stdin
"$bin/gac-val" --format=json - <"$work/narrow.spv" >"$work/out" 2>"$work/err"; [ $? = 1 ]
verdict $? "exit code"; out '"file": "-"'; out operand-width
name=val-hex
od -An -v -tx4 "$work/narrow.spv" | sed 's/ \([0-9a-f]\)/ 0x\1/g' >"$work/narrow.hex"
t val-hex 1 gac-val "$work/narrow.hex"; err "narrow.hex:29: in the module"

od -An -v -tx1 "$work/narrow.spv" | tr -d ' ' >"$work/lines.hex"
tr -d '\n' <"$work/lines.hex" >"$work/stream.hex"
{ printf '\357\273\277'; cat "$narrow"; } >"$work/mark.spvasm"
{ printf '\357\273\277'; cat "$work/stream.hex"; } >"$work/mark.hex"
for file in lines.hex stream.hex mark.hex; do
    t "val-$file" 1 gac-val "$work/$file"; err "$file:29: in the module"
done
t val-mark 1 gac-val "$work/mark.spvasm"; err "mark.spvasm:34: in the module"
grep -v '%entry = OpLabel' "$good" >"$work/no_label.spvasm"
t val-no-label 1 gac-val "$work/no_label.spvasm"; err 'stands outside a block'
check 'one error' [ "$(grep -c ^error: "$work/err")" = 1 ]
for switch in relax-logical-pointer relax-struct-store relax-block-layout \
    uniform-buffer-standard-layout scalar-block-layout skip-block-layout \
    workgroup-scalar-block-layout allow-localsizeid \
    allow-offset-texture-operand allow-vulkan-32-bit-bitwise \
    before-hlsl-legalization; do
    t "val --$switch" 0 gac-val "--$switch" "$good"; no_err
done
printf '%s\n' 'OpCapability Shader' 'OpCapability Int64' \
    'OpMemoryModel Logical GLSL450' 'OpEntryPoint GLCompute %m "m"' \
    'OpExecutionMode %m LocalSize 1 1 1' '%v = OpTypeVoid' \
    '%u = OpTypeInt 64 0' '%c = OpConstant %u 3' '%f = OpTypeFunction %v' \
    '%m = OpFunction %v None %f' '%l = OpLabel' '%x = OpBitReverse %u %c' \
    OpReturn OpFunctionEnd >"$work/bits.spvasm"
t val-bitwise 1 gac-val --target-env vulkan1.2 "$work/bits.spvasm"
err 'Expected 32-bit int type for Base operand'
t val-bitwise-allowed 0 gac-val --target-env vulkan1.2 \
    --allow-vulkan-32-bit-bitwise "$work/bits.spvasm"; no_err
# LLVM's backend declares one element of a variable that only copies use.
sed -e 's/%p_tile = OpTypePointer Workgroup %tile_t/%p_tile = OpTypePointer Workgroup %float/' \
    -e 's/OpInBoundsPtrAccessChain %p_local %tile %size_0 %size_0/OpInBoundsPtrAccessChain %p_tile %tile %size_0/' \
    "$good" >"$work/one.spvasm"
"$bin/gac-as" -o "$work/one.spv" "$work/one.spvasm"
t val-one-element 0 gac-val "$work/one.spv"; err '[static-bounds]'
printf '\026\000\053\000' |
    dd of="$work/one.spv" bs=1 seek=8 conv=notrunc status=none
t val-one-element-llvm 0 gac-val "$work/one.spv"; no_err
# Unknown enumerants: an unknown extension may bring them.
sed 's/^ *OpEntryPoint.*/&\nOpName %tile "tile"\n!0x00030047 %tile !6600/' "$good" >"$work/new.spvasm"
t val-unknown-decoration 1 gac-val "$work/new.spvasm"
err 'Invalid decoration operand: 6600'
sed 's/^.*OpExtInstImport/OpExtension "SPV_KHR_expect_assume"\n&/' \
    "$work/new.spvasm" >"$work/known.spvasm"
t val-known-extension 1 gac-val "$work/known.spvasm"
err 'Invalid decoration operand: 6600'
sed 's/^.*OpExtInstImport/OpExtension "SPV_ACME_decorations"\n&/' \
    "$work/new.spvasm" >"$work/unknown.spvasm"
t val-unknown-extension 0 gac-val "$work/unknown.spvasm"; no_err
t val-untyped-name 1 gac-val tests/invalid/core_untyped_class.spvasm
err 'in OpUntypedInBoundsPtrAccessChainKHR do not match'
t val-untyped-clean 0 gac-val --format=json tests/valid/untyped_copy.spvasm; out_is '[]'

# -- notes, hints and lines of source
count=examples/byte_count.spvasm
t val-byte-count 0 gac-val "$count"
err "warning: examples/byte_count.cl:10:17: [line-length] Destination Line Length"
err "note: $count:49: in the module"
err "warning: examples/byte_count.cl:12:14: [use-before-wait] This reads the Destination"
err "note: $count:53: in the module"
check 'two warnings' [ "$(grep -c ^warning: "$work/err")" = 2 ]
err "note: $count:29: it is defined here"; err '  %ulong_4 = OpConstant %ulong 4'
err "note: $count:49: the copy is started here, at examples/byte_count.cl:10:17"
err 'the Destination of the copy in line 10, for which'
err '      out[i] = tile[i];'
err '  hint: wait for'
t val-related 1 gac-val --format=json --Werror "$count"
check 'a related place' grep -q '"note": "the copy is started here", "source": {"file": "examples/byte_count.cl", "line": 10, "column": 17}' "$work/out"
check 'no related place' grep -q '"note": "it is defined here", "source": null' "$work/out"
sed -e 's/^OpSource.*/& "line 1\
  line 2\
line 3"/' -e 's/byte_count.cl"/nowhere.cl"/; s/^OpLine %file 10 17/OpLine %file 2 3/' \
    "$count" >"$work/embedded.spvasm"
t val-embedded 0 gac-val "$work/embedded.spvasm"; err 'warning: examples/nowhere.cl:2:3: [line-length]'; err '    line 2'
t run-embedded 3 gac-run --check=line-overlap -g 16 -l 16 "$work/embedded.spvasm" buf:i32:64 buf:i32:512 local:256
err 'error: examples/nowhere.cl:2:3: [line-overlap]'; err '    line 2'; err '  hint: a line length is'

# A place in another file says so.
sed -e 's/^OpLine %file 10 17/OpLine %other 10 17/; s/^%file = OpString.*/&\
%other = OpString "tiles.h"/' "$count" >"$work/other.spvasm"
t val-other-file 0 gac-val "$work/other.spvasm"; err 'the copy in line 10 of tiles.h, for which'
t val-lengths 0 gac-val tests/invalid/static-bounds_rows.spvasm; err "; of the line lengths, the source's comes first"
twice=tests/invalid/released-event_twice.spvasm
t val-released 0 gac-val "$twice"; err 'The event of the copy in instruction 34 was waited for already'; err "note: $twice:41: released here"

# -- how many, and how bad
several=tests/invalid/operand-width_several.spvasm
t val-all 1 gac-val "$several"; err '[event-type]'
t val-max-errors 1 gac-val --max-errors 1 "$several"; err '[operand-width]'; check 'only one' [ "$(grep -c ^error: "$work/err")" = 1 ]

# llvm-spirv-14's: SPIRV-Tools take the target for one with a type
t val-inline-assembly 0 gac-val tests/cli/inline_assembly.spvasm; no_err

# More faults than the usual limit shows: a copy with an error, and one without a wait,
# 10050 and 20000 times.
many_copies() { # NUMBER OPERAND
    printf '%s\n' 'OpCapability Addresses' 'OpCapability Kernel' \
        'OpCapability Int64' 'OpMemoryModel Physical64 OpenCL' \
        'OpEntryPoint Kernel %k "k"' '%void = OpTypeVoid' \
        '%uint = OpTypeInt 32 0' '%ulong = OpTypeInt 64 0' '%ev = OpTypeEvent' \
        '%gp = OpTypePointer CrossWorkgroup %uint' \
        '%lp = OpTypePointer Workgroup %uint' \
        '%fn = OpTypeFunction %void %gp %lp' '%two = OpConstant %uint 2' \
        '%one = OpConstant %ulong 1' '%null = OpConstantNull %ev' \
        '%k = OpFunction %void None %fn' '%g = OpFunctionParameter %gp' \
        '%l = OpFunctionParameter %lp' '%b = OpLabel'
    for ((i = 0; i < $1; i++)); do
        echo "%e$i = OpGroupAsyncCopy %ev %two %l %g $2 %one %null"
    done
    printf '%s\n' OpReturn OpFunctionEnd
}
many_copies 10050 %two >"$work/many.spvasm"
t val-many 1 gac-val --no-core "$work/many.spvasm"; err 'left out: 50 errors, 0 warnings, 0 notes'; check 'the first are shown' [ "$(grep -c ^error: "$work/err")" = 10000 ]
t val-many-all 1 gac-val --no-core --max-errors 0 "$work/many.spvasm"; check 'all are shown' [ "$(grep -c ^error: "$work/err")" = 10050 ]
t val-many-disabled 0 gac-val --no-core --disable=core-async-copy "$work/many.spvasm"; no_err
# each of 20000 has two warnings, but the first, which writes where nothing does
many_copies 20000 %one >"$work/many.spvasm"
t val-many-warnings 0 gac-val --no-core "$work/many.spvasm"; err 'left out: 0 errors, 29999 warnings, 0 notes'
t val-many-werror 1 gac-val --no-core --Werror "$work/many.spvasm"; check 'the first are shown' [ "$(grep -c ^error: "$work/err")" = 10000 ]

t val-warning 0 gac-val tests/invalid/line-length_source.spvasm; err 'warning: '
t val-werror 1 gac-val --Werror tests/invalid/line-length_source.spvasm; err 'error: '
t val-disable 0 gac-val --disable=line-length tests/invalid/line-length_source.spvasm; no_err
t val-werror-disable 0 gac-val --Werror --disable=line-length tests/invalid/line-length_source.spvasm; no_err
t val-werror-one 1 gac-val --Werror=use-before-wait "$count"; err "error: examples/byte_count.cl:12:14: [use-before-wait]"; err "warning: examples/byte_count.cl:10:17"
t val-werror-all 1 gac-val --Werror "$count"; check 'two errors' [ "$(grep -c ^error: "$work/err")" = 2 ]
t val-werror-other 0 gac-val --Werror=missing-wait "$count"
t val-werror-max 1 gac-val --Werror --max-errors 1 "$count"; check 'one error' [ "$(grep -c ^error: "$work/err")" = 1 ]
t val-disable-two 0 gac-val --disable=line-length --disable=use-before-wait "$count"; no_err
t val-disable-error 0 gac-val --disable=operand-width "$narrow"; no_err
head -c 30 "$work/many.spvasm" >"$work/cut.spvasm"
for unread in /dev/null "$work/cut.spvasm"; do
    t "val-disable-format $unread" 1 gac-val --disable=module-format "$unread"; lines_err 1; err 'The file cannot be read'
done
t val-no-core 0 gac-val --no-core tests/invalid/core_type_mismatch.spvasm; no_err

# -- limits: of time and memory, each one clear error
for bad in 0 -1 x 1s; do
    t "val-timeout '$bad'" 2 gac-val --timeout "$bad" "$good"; err --timeout; no_out
    t "val-max-memory '$bad'" 2 gac-val --max-memory "$bad" "$good"; err --max-memory; no_out
done
t val-timeout-long 0 gac-val --timeout 60 "$good"; no_err
t val-timeout-short 1 gac-val --timeout 0.000000001 "$good"
err '[limit] the time limit of'; lines_err 1
t val-max-memory-much 0 gac-val --max-memory 1000000000 "$good"; no_err
t val-max-memory-little 1 gac-val --no-core --max-memory 4000 "$good"
err '[limit] the memory limit of 4000 bytes was exceeded'; lines_err 1
# SPIRV-Tools take seconds over it, since a shader's calls are left as they are:
# their process is ended.
{ printf '%s\n' 'OpCapability Shader' 'OpCapability Kernel' 'OpCapability Addresses' 'OpCapability Linkage' \
    'OpMemoryModel Physical64 OpenCL' '%void = OpTypeVoid' '%fn = OpTypeFunction %void'
  awk 'BEGIN { for (k = 20000; k >= 0; k--) {
    printf "%%f%d = OpFunction %%void None %%fn\n%%l%d = OpLabel\n", k, k
    if (k < 20000) printf "%%r%d = OpFunctionCall %%void %%f%d\n", k, k + 1
    print "OpReturn\nOpFunctionEnd" } }'
} >"$work/chain.spvasm"
"$bin/gac-as" -o "$work/chain.spv" "$work/chain.spvasm"
t val-timeout-core 1 gac-val --timeout 1 "$work/chain.spv"
err '[limit] '; lines_err 1
# Sanitizers reserve more than any limit, qemu passes none on. In a session (quick
# tests) much has been freed, and threads have reserved heaps: neither is more memory.
[[ $bin = *san* || -n ${GAC_TEST_EMULATED:-} ]] || {
    t val-max-memory-core 1 gac-val --max-memory 8000000 "$work/chain.spv"
    err "[limit] SPIRV-Tools' validator needs more memory"; lines_err 1
}
# Thousands of values that branches depend on leave room for those of a path.
awk -v n=950 'BEGIN {
    print "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\nOpMemoryModel Physical64 OpenCL"
    print "OpEntryPoint Kernel %main \"main\"\n%void = OpTypeVoid\n%bool = OpTypeBool\n%event = OpTypeEvent"
    print "%u32 = OpTypeInt 32 0\n%u64 = OpTypeInt 64 0\n%null = OpConstantNull %event"
    print "%c0 = OpConstant %u32 0\n%c1 = OpConstant %u32 1\n%c2 = OpConstant %u32 2\n%c7 = OpConstant %u32 7"
    print "%l1 = OpConstant %u64 1\n%l16 = OpConstant %u64 16"
    for (k = 0; k < n; k++)
        printf "%%ck%d = OpConstant %%u64 %d\n", k, k + 20
    print "%pg = OpTypePointer CrossWorkgroup %u32\n%pl = OpTypePointer Workgroup %u32"
    print "%pe = OpTypePointer Function %event\n%fn = OpTypeFunction %void %pg %pg %pl"
    print "%main = OpFunction %void None %fn\n%g = OpFunctionParameter %pg\n%q = OpFunctionParameter %pg"
    print "%l = OpFunctionParameter %pl\n%entry = OpLabel\n%es = OpVariable %pe Function\nOpStore %q %c1"
    print "%x = OpLoad %u32 %q"
    print "%e = OpGroupAsyncCopy %event %c2 %l %g %l16 %l1 %null\nOpStore %es %e"
    print "%waits = OpIEqual %bool %x %c7\nOpBranchConditional %waits %wait %leave"
    print "%leave = OpLabel\nOpReturn\n%wait = OpLabel\nOpGroupWaitEvents %c2 %c1 %es\nOpBranch %m0\n%m0 = OpLabel"
    for (k = 0; k < n; k++) {
        printf "%%p%d = OpInBoundsPtrAccessChain %%pg %%q %%ck%d\n%%x%d_0 = OpLoad %%u32 %%p%d\n", k, k, k, k
        for (i = 1; i < 9; i++)
            printf "%%x%d_%d = OpIMul %%u32 %%x%d_%d %%x%d_%d\n", k, i, k, i - 1, k, i - 1
        printf "%%b%d = OpIEqual %%bool %%x%d_8 %%c7\nOpSelectionMerge %%m%d None\n", k, k, k + 1
        printf "OpBranchConditional %%b%d %%t%d %%m%d\n%%t%d = OpLabel\n", k, k, k + 1, k
        printf "OpBranch %%m%d\n%%m%d = OpLabel\n", k + 1, k + 1
    }
    printf "OpBranch %%h\n%%h = OpLabel\n%%i = OpPhi %%u32 %%c0 %%m%d %%i1 %%h\n%%i1 = OpIAdd %%u32 %%i %%c1\n", n
    print "%more = OpULessThan %bool %i1 %c7\nOpLoopMerge %end %h None\nOpBranchConditional %more %h %end"
    print "%end = OpLabel\nOpReturn\nOpFunctionEnd" }' >"$work/conditions.spvasm"
t val-many-conditions 0 gac-val --no-core "$work/conditions.spvasm"; err '[missing-wait]'
