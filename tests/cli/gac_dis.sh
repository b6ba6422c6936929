# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# gac-dis's command line; sourced by run.sh.
"$bin/gac-as" tests/cli/text/names.spvasm -o "$work/n.spv"
clang22=tests/fuzz/corpus/text/clang22_32.spv

# -- options
t help 0 gac-dis --help; out 'usage: gac-dis'; no_err
t version 0 gac-dis --version; out_is "gac-dis $version"
t unknown-option 2 gac-dis --bogus; err bogus; no_out
t two-files 2 gac-dis a b; err 'more than one input'
t color-word 2 gac-dis --color=sometimes "$work/n.spv"; err sometimes
t no-file 1 gac-dis /no/such/file; err 'No such file'
t empty 1 gac-dis; err '20 bytes'; no_out
head -c 30 "$work/n.spv" >"$work/odd.spv"
t odd-size 1 gac-dis "$work/odd.spv"; err 'no multiple of 4'
head -c 28 "$work/n.spv" >"$work/good.spv"
head -c 32 "$work/n.spv" >"$work/cut.spv"
t cut 1 gac-dis "$work/cut.spv"; err 'cut.spv'; err 'word count of 2'; no_out
t magic 1 gac-dis /bin/true; err 'magic number'
t json 1 gac-dis --format=json /bin/true; out '"rule": "module-format"'; no_err

# -- what comes out
t names 0 gac-dis "$work/n.spv"; no_err
check names cmp "$work/out" tests/cli/text/names.dis
t exact 0 gac-dis --exact "$work/n.spv"
out '; Header: 0x07230203 0x00010600 0x00070000 31 0'
out '; Ids: ulong=5 uint=6 Event=7 void=8 _ptr_CrossWorkgroup=9 char=10'
out '; Ids: char_n3=11 ulong_1=12'
grep -v '^; Header:\|^; Ids:' "$work/out" >"$work/plain"
check exact cmp "$work/plain" tests/cli/text/names.dis
t raw 0 gac-dis --raw-id --no-header --offsets "$work/n.spv"
check raw cmp "$work/out" tests/cli/text/names.raw.dis
t output 0 gac-dis "$work/n.spv" -o "$work/n.dis"; no_out
check output cmp "$work/n.dis" tests/cli/text/names.dis
t text-input 0 gac-dis tests/cli/text/names.spvasm
check text-input cmp "$work/out" tests/cli/text/names.dis
t color 0 gac-dis --color "$work/n.spv"; out $'\e[34m'
sed 's/\x1b\[[0-9;]*m//g' "$work/out" >"$work/plain"
check color cmp "$work/plain" tests/cli/text/names.dis
t no-color 0 gac-dis --color --no-color "$work/n.spv"
check no-color cmp "$work/out" tests/cli/text/names.dis
t producer 0 gac-dis $clang22; out '; OpConstantNull'; out '!0x0004002e'

# -- what the newest spirv-dis can do: expected results by hand
t blocks 0 gac-as tests/cli/text/blocks.spvasm -o "$work/blocks.spv"
t nested 0 gac-dis --nested-indent --no-header "$work/blocks.spv"
check nested cmp "$work/out" tests/cli/text/blocks.nested.dis
t reordered 0 gac-dis --reorder-blocks --no-header "$work/blocks.spv"
check reordered cmp "$work/out" tests/cli/text/blocks.reordered.dis
t unknown 0 gac-dis --handle-unknown-opcodes $clang22
out 'OpUnknown(46, 4) '; out ' ; note: ID bound may be incorrect'
t 'unknown, exact' 0 gac-dis --handle-unknown-opcodes --exact $clang22
out '!0x0004002e'

# -- the same words again; test_text_corpus.c does this with many more
for f in "$work/n.spv" $clang22; do
    for o in "" --raw-id "--no-indent --offsets --comment"; do
        t "again $o $f" 0 gac-dis --exact $o "$f" -o "$work/a.dis"
        t "again $o $f" 0 gac-as "$work/a.dis" -o "$work/b.spv"
        check "other words" cmp "$f" "$work/b.spv"
    done
done
