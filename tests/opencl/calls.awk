# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Turns the types of the dispatch table's functions into calls of them, for
# tool_dispatch.c: each
#
#     typedef cl_mem(CL_API_CALL *cl_api_clCreateBuffer)(
#         cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
#         cl_int *errcode_ret) CL_API_SUFFIX__VERSION_1_0;
#
# into
#
#     CALL(clCreateBuffer, MAKES, ((cl_context)V[0], (cl_mem_flags)V[1],
#          (size_t)V[2], (void *)V[3], ERROR), "cl_context", ..., NULL)
#
# The second word says what the function returns: CODE, an error; MAKES, an
# object or memory, and an error besides; FINDS, a pointer alone; NOTHING. Or,
# for loader.c, into
#
#     FORWARD(cl_mem, clCreateBuffer, (__typeof__(cl_context) p0, ...), p0,
#             (p0, ...))
#
# or, of a function that returns nothing, FORWARD_NOTHING(clSVMFree, ...);
# clGetPlatformIDs() is a loader's own.
# usage: awk [-v forwards=1] -f calls.awk cl_icd.h

# What is for Windows, or for older versions, is left out.
/^#endif|^#if/ { out = 0 }
/^#if defined\(_WIN32\)|^#else/ { out = 1 }
!/^[ \t]*#/ && !out { sub(/\/\/.*/, ""); text = text " " $0 }

# Splits a list at the commas that are in no parentheses.
function split_list(list, parts,    k, depth, c, n) {
    delete parts
    n = 1
    for (k = 1; k <= length(list); k++) {
        c = substr(list, k, 1)
        depth += (c == "(") - (c == ")")
        if (c == "," && !depth)
            n++
        else
            parts[n] = parts[n] c
    }
    return n
}

function trim(s) {
    gsub(/^ +| +$/, "", s)
    return s
}

# A parameter's type, without its name.
function type_of(parameter) {
    parameter = trim(parameter)
    if (parameter ~ /\(CL_CALLBACK/) {
        sub(/\* *[a-z_]* *\)/, "*)", parameter)
    } else {
        if (gsub(/\[[^]]*\]/, "", parameter))
            sub(/ ?[a-z_]*$/, " *", parameter)
        if (parameter ~ /[ *]/)
            sub(/[a-z_A-Z0-9]+$/, "", parameter)
    }
    return trim(parameter)
}

function call(name, result, list,    n, k, type, args, types, error) {
    n = trim(list) == "void" ? 0 : split_list(list, parts)
    for (k = 1; k <= n; k++) {
        type = trim(parts[k])
        if (k == n && type ~ /^(cl_)?int *\*( *errcode_ret)?$/) {
            error = 1
            args = args (k > 1 ? ", " : "") "ERROR"
            continue
        }
        type = type_of(type)
        args = args (k > 1 ? ", " : "") "(" type ")V[" k - 1 "]"
        types = types ", \"" type "\""
    }
    kind = result == "void" ? "NOTHING" : error ? "MAKES" \
        : result == "cl_int" ? "CODE" : "FINDS"
    printf "CALL(%s, %s, (%s)%s, NULL)\n", name, kind, args, types
}

function forward(name, result, list,    n, k, parameters, args) {
    n = trim(list) == "void" ? 0 : split_list(list, parts)
    for (k = 1; k <= n; k++) {
        parameters = parameters (k > 1 ? ", " : "") \
            "__typeof__(" type_of(parts[k]) ") p" k - 1
        args = args (k > 1 ? ", " : "") "p" k - 1
    }
    printf "FORWARD%s%s, (%s), %s, (%s))\n", \
        result == "void" ? "_NOTHING(" : "(" result ", ", name, \
        n ? parameters : "void", n ? "p0" : "0u", args
}

END {
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, " ", text)
    gsub(/[ \t]+/, " ", text)
    n_pieces = split(text, pieces, "typedef ")
    for (p = 2; p <= n_pieces; p++) {
        if (pieces[p] !~ /^[^(;]*\( ?CL_API_CALL ?\* ?cl_api_/)
            continue
        sub(/;.*/, "", pieces[p])
        result = name = list = pieces[p]
        sub(/\( ?CL_API_CALL.*/, "", result)
        sub(/.*cl_api_/, "", name)
        sub(/\).*/, "", name)
        sub(/^[^)]*\)\(/, "", list)
        sub(/\) ?(CL_[A-Z0-9_]* *)*$/, "", list)
        if (forwards && name == "clGetPlatformIDs")
            continue
        if (forwards)
            forward(name, trim(result), list)
        else
            call(name, trim(result), list)
    }
}
