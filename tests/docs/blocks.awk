# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Cuts the blocks of code of a page into files DIR/N.KIND: KIND is the first word behind the fence;
# "indented" for those that are set in by four blanks, "none" where the fence says nothing,
# "not-run" for a console block that says so.
function begin(kind) { file = dir "/" ++n "." kind; printf "" > file }
fenced && /^```/ { fenced = 0; empty = 1; next }
fenced { print > file; next }
/^```/ {
    kind = substr($1, 4)
    begin(kind == "" ? "none" : $2 == "not-run" ? "not-run" : kind)
    fenced = 1
    set_in = 0
    next
}
/^    [^ ]/ && empty { begin("indented"); set_in = 1 }
set_in && /^ ? ? ?[^ ]/ { set_in = 0 }
set_in { print > file }
{ empty = /^ *$/ }
