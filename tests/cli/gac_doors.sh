# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Special and malformed files as input, and output to a full disk; sourced by run.sh.

# A FIFO in a folder is left out, since reading it might never end; a FIFO that is
# named is read.
mkdir -p "$work/doors" && mkfifo "$work/doors/fifo.spv"
"$bin/gac-as" -o "$work/doors/good.spv" tests/valid/copy2d_to_local.spvasm
ln -s /dev/zero "$work/doors/zero.spv"
name=val-fifo
timeout 60 "$bin/gac-val" "$work/doors" >"$work/out" 2>"$work/err" </dev/null
verdict $? "a FIFO in a folder: exit code"; lines_err 2
err "fifo.spv is no regular file"; err "zero.spv is no regular file"
cat "$work/doors/good.spv" >"$work/doors/fifo.spv" &
check 'a FIFO that is given' timeout 60 "$bin/gac-val" "$work/doors/fifo.spv"
check 'standard input' timeout 60 "$bin/gac-val" /dev/stdin <"$work/doors/good.spv"

# Output that is lost gives a message and a failure.
full() { # TOOL ARGUMENTS...
    name="full disk: $*"
    "$bin/$@" >/dev/full 2>"$work/err" </dev/null
    [ $? != 0 ]; verdict $? "exit code 0"
    grep -qE 'cannot write|No space left' "$work/err"; verdict $? "no message"
}
for tool in gac-as gac-dis gac-val gac-run; do
    full $tool --help
    full $tool --version
done
full gac-val --list-rules
full gac-val --explain zero-stride
full gac-as --format=json "$work/doors/none.spvasm"
full gac-as -o - tests/valid/copy2d_to_local.spvasm
full gac-dis "$work/doors/good.spv"
full gac-run -g 64 -l 64 --dump 0 examples/tutorial.spvasm buf:i32:64 buf:i32:64 null

# npy HEADER: a file of 64 i32
npy() {
    printf '\223NUMPY\001\000\166\000%-117s\n' "$1"
    head -c 256 /dev/zero
}
take_npy() { # CODE HEADER
    npy "$2" >"$work/h.npy"
    t "npy $2" "$1" gac-run -g 64 -l 64 examples/tutorial.spvasm buf:i32:64 \
        "buf:i32:64=@$work/h.npy" null
}
d="'descr': '<i4'" f="'fortran_order': False" s="'shape': (64,)"
for header in "{$d, $f, $s, }" "{$d, $f, $s}" "{$s,$d,$f}" "{ $d , $f , $s }" \
    "{$d, 'fortran_order': True, $s}" "{$d, $f, 'shape': (8, 8)}" \
    "{$d, $f, 'shape': (8, 8,)}" "{'descr' : '<i4', $f, $s}"; do
    take_npy 0 "$header"; no_err
done
for header in '' '{' '{}' "$d, $f, $s" "{$d, $f, $s" "{$d, $f, $s} x" "{$d, $f}" \
    "{$d, $s}" "{$f, $s}" "{$d, $d, $f, $s}" "{$d, $f, $f, $s}" "{$d, $f, $s, $s}" \
    "{$d, 'fortran_order': Maybe, $s}" "{$d, 'fortran_order': Falsehood, $s}" \
    "{$d, 'fortran_order': 0, $s}" "{$d, 'fortran_order': , $s}" \
    "{$d $f $s}" "{$d,, $f, $s}" "{, $d, $f, $s}" "{$d, $f, $s, 'more': 1}" \
    "{$d, $f, 'shape': (4)}" "{$d, $f, 'shape': (4,}" "{$d, $f, 'shape': (,4)}" \
    "{$d, $f, 'shape': (2 2)}" "{$d, $f, 'shape': (2,,2)}" "{$d, $f, 'shape': (-4,)}" \
    "{$d, $f, 'shape': 4}" "{$d, $f, 'shape': (4.,)}" \
    "{$d, $f, 'shape': (18446744073709551616,)}" \
    "{$d, $f, 'shape': (4294967296, 4294967296)}" "{'descr': <i4, $f, $s}" \
    "{'descr': '<i4, $f, $s}" "{xdescr': '<i4', $f, $s}" \
    "{'name': ('descr': '<i4'), $f, $s}"; do
    take_npy 2 "$header"; err 'its header is not that of a .npy file'
done
take_npy 2 "{'descr': '', $f, $s}"; err 'its dtype is another type'
take_npy 2 "{'descr': '<i4x', $f, $s}"; err 'its dtype is another type'
take_npy 2 "{$d, 'fortran_order': True, 'shape': (8, 8)}"; err 'Fortran order'
