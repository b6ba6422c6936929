# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# gac-as's command line; sourced by run.sh.
names=tests/cli/text/names.spvasm

# -- options
t help 0 gac-as --help; out 'usage: gac-as'; out -- --preserve-numeric-ids; no_err
t version 0 gac-as --version; out_is "gac-as $version"
t unknown-option 2 gac-as --bogus; err bogus; no_out
t two-files 2 gac-as a b; err 'more than one input'
t environment 2 gac-as --target-env spv1.66 $names; err "'spv1.66'"
t no-file 1 gac-as /no/such/file; err 'No such file'
t no-folder 1 gac-as -o /no/such/folder/x $names; err 'No such file'
t empty 1 gac-as; err 'Missing assembly text'
t binary 1 gac-as tests/fuzz/corpus/text/clang22_32.spv; err 'SPIR-V binary'

# -- what comes out
t names 0 gac-as $names -o "$work/n.spv"; no_out; no_err
od -An -v -tx4 -w4 "$work/n.spv" >"$work/words"
check words cmp "$work/words" tests/cli/text/names.words
t stdout 0 gac-as $names -o -; check same cmp "$work/out" "$work/n.spv"
(cd "$work" && "$bin/gac-as" "$OLDPWD/$names")
check default-output cmp "$work/out.spv" "$work/n.spv"
"$bin/gac-as" - -o "$work/stdin.spv" <$names
check stdin cmp "$work/stdin.spv" "$work/n.spv"
(umask 027 && "$bin/gac-as" $names -o "$work/mode.spv")
check mode [ "$(stat -c %a "$work/mode.spv")" = 640 ]
ln -sf n.spv "$work/link.spv"
t link 0 gac-as $names -o "$work/link.spv"; check link [ -L "$work/link.spv" ]
ln -sf absent.spv "$work/dangling.spv"
t dangling 0 gac-as $names -o "$work/dangling.spv"
check dangling [ -L "$work/dangling.spv" ]; check dangling cmp "$work/absent.spv" "$work/n.spv"
t device 0 gac-as $names -o /dev/null; check device [ -c /dev/null ]

# A failure leaves the output, and nothing else, as it was.
mkdir "$work/as"
echo before >"$work/as/kept.spv"
echo 'OpFoo' >"$work/bad.spvasm"
t kept 1 gac-as "$work/bad.spvasm" -o "$work/as/kept.spv"
err "bad.spvasm:1:1: [module-format] Invalid Opcode name 'OpFoo'"
check kept grep -qx before "$work/as/kept.spv"
check kept [ "$(ls "$work/as")" = kept.spv ]
printf '%%1 = OpFoo\n%%2 = OpBar %%1\n' >"$work/bad2.spvasm"
t each-once 1 gac-as "$work/bad2.spvasm" -o "$work/as/kept.spv"
check 'each fault is told once' [ "$(grep -c ^error: "$work/err")" = 2 ]
t json 1 gac-as --format=json "$work/bad.spvasm" -o "$work/as/kept.spv"
out '"rule": "module-format"'; out '"line": 1'; out '"column": 1'; no_err

# -- what the specification does not list for OpSpecConstantOp, and what versions later
# than the environment's bring: spirv-as refuses the same
for op in Load FunctionCall FOrdEqual BitCount Dot GenericCastToPtrExplicit; do
    printf '%%u = OpTypeInt 32 0\n%%x = OpSpecConstantOp %%u %s %%u %%u %%u\n' $op >"$work/op.spvasm"
    t "spec-op $op" 1 gac-as "$work/op.spvasm" -o "$work/x.spv"
    err "[module-format] Invalid OpSpecConstantOp opcode '$op'"
done
while read -r minor fault text; do
    echo "$text" >"$work/later.spvasm"
    t "before 1.$minor: $text" 1 gac-as --target-env "spv1.$((minor - 1))" "$work/later.spvasm" -o "$work/x.spv"
    err "Invalid ${fault//_/ }"
    t "in 1.$minor: $text" 0 gac-as --target-env "spv1.$minor" "$work/later.spvasm" -o "$work/x.spv"
    t "in any: $text" 0 gac-as "$work/later.spvasm" -o "$work/x.spv"
done <<'END'
1 Opcode_name_'OpModuleProcessed' OpModuleProcessed "x"
2 Opcode_name_'OpExecutionModeId' OpExecutionModeId %1 LocalSizeId %2 %2 %2
4 Opcode_name_'OpPtrEqual' %r = OpPtrEqual %1 %2 %3
4 Opcode_name_'OpCopyLogical' %r = OpCopyLogical %1 %2
3 capability_'GroupNonUniform' OpCapability GroupNonUniform
1 loop_control_operand_'DependencyInfinite' OpLoopMerge %1 %2 DependencyInfinite
4 loop_control_operand_'Unroll|MinIterations' OpLoopMerge %1 %2 Unroll|MinIterations 3
6 image_operand_'Nontemporal' %r = OpImageFetch %1 %2 %3 Nontemporal
END
echo 'OpCapability DotProduct' >"$work/later.spvasm" # an extension brings it, too
t brought 0 gac-as --target-env spv1.0 "$work/later.spvasm" -o "$work/x.spv"

# -- faults
printf '%s\n' '%g = OpExtInstImport "Codeplay.GroupAsyncCopies"' \
    '%t = OpTypeEvent' '%e = OpExtInst %t %g' '    GroupAsyncCopy4D4D %t' \
    >"$work/unknown.spvasm"
t unknown-name 1 gac-as "$work/unknown.spvasm" -o "$work/x.spv"
err "unknown.spvasm:4:5: [module-format] 'GroupAsyncCopy4D4D' is not"; no_out
