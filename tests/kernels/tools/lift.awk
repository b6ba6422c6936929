# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Rewrites calls of the imported 2D2D and 3D3D builtins in assembly text into
# instructions of the set; reads the file twice.
# usage: awk -v set=NAME -f lift.awk FILE FILE

function drop(id) { return id in builtin || id in parameter }

# First reading: the functions and their parameters.
NR == FNR {
    if ($0 ~ /OpDecorate .* LinkageAttributes "_Z26async_work_group_copy_[23]D/) {
        line = $0
        sub(/^[ \t]*OpDecorate /, "", line)
        id = line
        sub(/ .*/, "", id)
        match(line, /copy_[23]D/)
        builtin[id] = "GroupAsyncCopy" (substr(line, RSTART + 5, 2) == "2D" ? "2D2D" : "3D3D")
    }
    if ($3 == "OpFunction")
        inside = $1 in builtin
    if (inside && $3 == "OpFunctionParameter")
        parameter[$1] = 1
    if ($1 == "OpFunctionEnd")
        inside = 0
    next
}

$3 == "OpFunction" && $1 in builtin { skipping = 1 }
skipping { if ($1 == "OpFunctionEnd") skipping = 0; next }
$1 == "OpName" && drop($2) { next }
$1 == "OpDecorate" && drop($2) { next }
$3 == "OpFunctionCall" && $5 in builtin {
    printf "%s = OpExtInst %s %%async_copies %s", $1, $4, builtin[$5]
    for (i = 6; i <= NF; i++)
        printf " %s", $i
    printf "\n"
    next
}
$3 == "OpExtInstImport" && !imported && set ~ /^NonSemantic/ {
    print "OpExtension \"SPV_KHR_non_semantic_info\""
}
{ print }
$3 == "OpExtInstImport" && !imported {
    printf "%%async_copies = OpExtInstImport \"%s\"\n", set
    imported = 1
}
