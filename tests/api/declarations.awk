# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Turns the declarations of the public headers into calls for test_api.c: each
#
#     GAC_API gac_result gac_launch_param(const gac_launch *launch, uint32_t index,
#                                         gac_param_info *info_out);
#
# into CALL(gac_launch_param, VALUE, "p.p", gac_launch_param(
#          OBJECT(0, gac_launch), (uint32_t)NUMBER(1), MEMORY(2)))
#
# with one argument for each parameter, by what it is:
#
#     OBJECT(k, type)   an object, or a function
#     INPUT(k, type)    a struct that is read
#     OPTIONS(k, type)  a struct that begins with its size
#     TEXT(k)           a string
#     MEMORY(k)         any other memory: outputs, arrays, bytes
#     SIZE(k)           the size of memory, a number of things in it
#     NUMBER(k)         any other number
#
# usage: awk -f declarations.awk include/gac/*.h

{ text = text " " $0 }

function argument(parameter, k,    type, name, n_stars) {
    if (sub(/\[[^]]*\]/, "", parameter))
        n_stars = 1
    n_stars += gsub(/\*/, " ", parameter)
    gsub(/^ +| +$/, "", parameter)
    name = type = parameter
    sub(/.* /, "", name)
    sub(/ [^ ]*$/, "", type)
    gsub(/const +| +$/, "", type)
    if (!n_stars)
        return name ~ /size|tile_bytes|^n_/ ? "SIZE(" k ")" \
            : "(" type ")NUMBER(" k ")"
    if (type == "void" && name == "list")
        type = "gac_diagnostic_list"
    if (n_stars > 1)
        return "MEMORY(" k ")"
    if (type == "void" && name == "file")
        return "OBJECT(" k ", file)"
    if (type in opaque || type ~ /_fn$/)
        return "OBJECT(" k ", " type ")"
    if (type ~ /_options$/ || type ~ /^gac_(async_memory|kernel_info)$/)
        return "OPTIONS(" k ", " type ")"
    if (type == "char")
        return "TEXT(" k ")"
    if (parameter ~ /^const/ && type ~ /^gac_/ && type !~ /_event$/)
        return "INPUT(" k ", " type ")"
    return "MEMORY(" k ")"
}

function call(declaration,    name, list, n, k, kinds, args) {
    name = list = declaration
    sub(/\(.*/, "", name)
    kind = name ~ /^ *void [a-z_]+$/ ? "NOTHING" : "VALUE"
    sub(/.*[ *]/, "", name)
    sub(/^[^(]*\(/, "", list)
    sub(/\)[^)]*$/, "", list)
    n = list ~ /^ *void *$/ ? 0 : split(list, parameters, ",")
    for (k = 1; k <= n; k++) {
        kinds = kinds (parameters[k] ~ /[*[]/ ? "p" : ".")
        args = args (k > 1 ? ", " : "") argument(parameters[k], k - 1)
    }
    printf "CALL(%s, %s, \"%s\", %s(%s))\n", name, kind, kinds, name, args
}

END {
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, " ", text)
    gsub(/[ \t]+/, " ", text)
    n_words = split(text, words, " ")
    for (k = 1; k + 3 <= n_words; k++)
        if (words[k] == "typedef" && words[k + 1] == "struct" &&
            words[k + 3] == words[k + 2] ";")
            opaque[words[k + 2]] = 1
    n_pieces = split(text, pieces, "GAC_API ")
    for (k = 2; k <= n_pieces; k++) {
        sub(/;.*/, "", pieces[k])
        if (pieces[k] ~ /\(/ && pieces[k] !~ /__attribute__|#define/)
            call(pieces[k])
    }
}
