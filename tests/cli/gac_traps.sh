# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Messages about accesses out of bounds; sourced by run.sh.
private=tests/cli/private_index.spvasm
for kernel in store load atomic; do
    said=writes
    [ $kernel = load ] && said=reads
    pick="gac-run --check -k $kernel -g 16 -l 16 $private buf:u32:16"
    t private-before-$kernel 3 $pick u64:1 i64:-1
    err "work-item (0,0,0) of work-group (0,0,0) $said bytes -4 to -1 of "; err 'outside of its 64 bytes (1 work-item of 1 work-group)'
    t private-before-all-$kernel 3 $pick u64:16 i64:-1
    err "work-item (0,0,0) of work-group (0,0,0) $said bytes -4 to -1 of "; err 'outside of its 64 bytes (16 work-items of 1 work-group)'
    t private-wraps-$kernel 0 $pick u64:3 i64:4611686018427387904
    t private-last-$kernel 0 $pick u64:16 u64:15
    t private-behind-$kernel 3 $pick u64:3 u64:16; err "$said bytes 64 to 67 of "; err '(3 work-items'
    array=table
    [ $kernel = atomic ] && array=counts
    [ $kernel = load ] && array=load_table
    pick="gac-run -k $kernel -g 16 -l 16 $private buf:u32:16"
    t private-unchecked-$kernel 4 $pick u64:1 i64:-1; err "work-item (0,0,0) of work-group (0,0,0) $said bytes -4 to -1 of variable $array, outside of its 64 bytes"
    if [ $kernel != atomic ]; then # the layout of its array tells all bytes
        t private-further-$kernel 4 $pick u64:1 i64:99999999999; err "$said 4 bytes of variable $array, outside of its 64 bytes"
    fi
    t private-named-$kernel 3 gac-run --check -k $kernel -g 16 -l 16 $private buf:u32:16 u64:1 i64:-1; err "$said bytes -4 to -1 of variable $array, outside of its 64 bytes"
    t private-least-$kernel 3 gac-run --check -k $kernel -g 16 -l 16 $private buf:u32:16 u64:1 i64:-2147483648
    err "$said bytes -8589934592 to -8589934589 of variable $array, outside of its 64 bytes"
    t private-far-$kernel 4 $pick u64:1 i64:1024; err "$said bytes 4096 to 4099 of variable $array, outside of its 64 bytes"
done
for kernel in store copy; do
    t constant-$kernel 4 gac-run -k $kernel -g 1 tests/cli/constant_index.spvasm buf:u32:4; err '[out-of-bounds]'
    t constant-checked-$kernel 3 gac-run --check -k $kernel -g 1 tests/cli/constant_index.spvasm buf:u32:4; err '[out-of-bounds]'
done
bytes=tests/cli/byte_before.spvasm
t byte-before 4 gac-run -k of_global -g 1 $bytes buf:u8:64 i64:-1; err 'reads byte -1 of argument 0, outside of its 64 bytes'
t byte-before-private 4 gac-run -k of_private -g 1 $bytes buf:u8:64 i64:-1; err 'reads byte -1 of variable own, outside of its 21 bytes'
t byte-further-private 4 gac-run -k of_private -g 1 $bytes buf:u8:64 i64:99999999999; err 'reads 1 byte of variable own, outside of its 21 bytes'
