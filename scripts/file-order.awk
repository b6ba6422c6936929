# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Holds files to the order of scripts/file-order.txt.
# usage: awk -v build=FOLDER/ -f file-order.awk file-order.txt FACTS
# Facts are lines "file PATH", "include HEADER HEADER", and what `nm -A -P`
# prints of objects below FOLDER. Prints a line a fault: "PATH: MESSAGE".

# The list that a file is in: its room, or a room within a room.
function list_of(path, parts) {
    split(path, parts, "/")
    within = parts[2] "/" parts[3]
    return (within in lists) ? within : parts[2]
}

# A file's name in its list: a header's with ".h", if that stands apart.
function name_of(path, list, name) {
    name = path
    sub(/.*\//, "", name)
    if ((list, name) in place)
        return name
    sub(/\.[a-z]+$/, "", name)
    return name
}

# `path` uses `other`, in words: "calls f() of", "includes".
function uses(path, other, how, list, a, b) {
    list = list_of(path)
    if (path == other || list != list_of(other) || !(list in lists))
        return
    a = name_of(path, list)
    b = name_of(other, list)
    if ((list, a) in place && (list, b) in place && place[list, b] > place[list, a])
        print path ": " how " " other ", which stands behind it in scripts/file-order.txt"
}

# -- the order ----------------------------------------------------------------------
NR == FNR && /^#/ { next }
NR == FNR && /^[a-z]/ { list = $1; lists[list] = $2; next }
NR == FNR {
    for (k = 1; k <= NF; k++) {
        if ($k == "{") {
            circle = ++n_places
            n = 0
        } else if ($k == "}") {
            circle = 0
        } else {
            place[list, $k] = circle ? circle : ++n_places
            if (circle && ++n == 4)
                print "scripts/file-order.txt: " list " has a circle of more than three files at " $k
        }
    }
    next
}

# -- the facts ----------------------------------------------------------------------
$1 == "file" {
    there[$2]
    list = list_of($2)
    name = name_of($2, list)
    used[list, name]
    if (list in lists && lists[list] != "+" && $2 ~ /\.[ch]$/ && !((list, name) in place))
        print $2 ": has no place in scripts/file-order.txt"
    next
}
$1 == "include" {
    if ($3 in there && $3 ~ /\.h$/)
        uses($2, $3, "includes")
    next
}
# OBJECT: SYMBOL TYPE; tables of functions are no calls.
{
    path = substr($1, length(build) + 1)
    sub(/(\.[a-z0-9_]+)?\.o:$/, ".c", path)
    if (!(path in there))
        next
    if ($3 == "T" || $3 == "W")
        owner[$2] = path
    else if ($3 == "U")
        wanted[path, $2]
}
END {
    for (one in place) {
        split(one, parts, SUBSEP)
        if (!(one in used))
            print "scripts/file-order.txt: " parts[1] " has no file " parts[2]
    }
    for (one in wanted) {
        split(one, parts, SUBSEP)
        if (parts[2] in owner)
            uses(parts[1], owner[parts[2]], "calls " parts[2] "() of")
    }
}
