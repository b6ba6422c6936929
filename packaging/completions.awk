# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Makes a shell's completions for a tool, of the tool's manual page.
# usage: awk -v shell=bash|zsh|fish -f completions.awk what=rules src/diag/rules.def
#     what=checks docs/man/gac-run.1.scd what=template packaging/completion.bash.in
#     what=page docs/man/gac-val.1.scd
#
# The page's first line names the tool. Its section OPTIONS has an option a line:
#   *-k*, *--kernel* _NAME_          an argument is needed
#   *--check*[=_CHECKS_]             it may be left out
#   *--format*=*text*|*json*         it is one of these
# and below, indented, what the option does: the first sentence is shown. FILE,
# FOLDER, RULE and CHECKS (several, with commas between) say what is completed; of
# others, a paragraph "_ENV_ is one of *a*, *b*." does. The first line of SYNOPSIS
# says what the operands are: MODULE, TEXT or PROGRAM.

# -- what is read ------------------------------------------------------------------
what == "rules" && /^GAC_RULE\(/ {
    split($0, part, "\"")
    words_of["RULE"] = words_of["RULE"] part[2] " "
}

# The list of a section: "- Waits: *a*, *b*".
what == "checks" && /^# / { in_checks = ($2 == "CHECKS") }
what == "checks" && in_checks && /^(- |  )/ { words_of["CHECKS"] = words_of["CHECKS"] bold_words($0) }

# For bash.
what == "template" { template[++n_lines] = $0 }

what == "page" && FNR == 1 { tool = substr($1, 1, index($1, "(") - 1) }
what == "page" && /^# / {
    section = $2
    synopsis = 0
    next
}
what == "page" && section == "SYNOPSIS" && !synopsis && /./ {
    synopsis = 1
    if (match($0, /_(MODULE|TEXT|PROGRAM)_/)) operand = substr($0, RSTART + 1, RLENGTH - 2)
}
what == "page" && section == "OPTIONS" && /^\*-/ { read_option($0) }
what == "page" && section == "OPTIONS" && /^\t/ { read_text(substr($0, 2)) }
what == "page" && section == "OPTIONS" && /^$/ { is_values = 0 }

# The words between asterisks, each with a blank behind it.
function bold_words(line,    words) {
    while (match(line, /\*[^*]+\*/)) {
        words = words substr(line, RSTART + 1, RLENGTH - 2) " "
        line = substr(line, RSTART + RLENGTH)
    }
    return words
}

# One line may be followed by others with the same text, by "++".
function read_option(line,    form, n, i, argument) {
    if (!is_stacked) first_of_stack = n_options + 1
    is_stacked = sub(/\+\+$/, "", line)
    n_options++
    n = split(line, form, ", ")
    for (i = 1; i <= n; i++) {
        match(form[i], /^\*[^*]+\*/)
        names[n_options] = names[n_options] (i > 1 ? " " : "") substr(form[i], 2, RLENGTH - 2)
        argument = substr(form[i], RLENGTH + 1)
    }
    needs[n_options] = argument == "" ? "nothing" : argument ~ /^\[/ ? "maybe" : "argument"
    gsub(/^[[= ]+|\]$/, "", argument)
    if (argument ~ /^\*/) {
        gsub(/_[A-Z]+_|\*/, "", argument)
        gsub(/\|/, " ", argument)
        values[n_options] = argument
        metavar[n_options] = "VALUE"
    } else if (match(argument, /[A-Z]+/)) {
        metavar[n_options] = substr(argument, RSTART, RLENGTH)
    }
}

# The first sentence, which ends with a line or before a blank.
function read_text(line,    i, end) {
    is_stacked = 0
    if (match(line, /^_[A-Z]+_ is one of /)) is_values = substr(line, 2, index(substr(line, 2), "_") - 1)
    if (is_values) words_of[is_values] = words_of[is_values] bold_words(line)
    if (is_told[n_options]) return
    gsub(/[*_]/, "", line)
    end = match(line, /[.]( |$)/)
    for (i = first_of_stack; i <= n_options; i++) {
        text[i] = text[i] (text[i] == "" ? "" : " ") (end ? substr(line, 1, end - 1) : line)
        is_told[i] = end
    }
}

# What completes an option's argument: "words ...", "list ...", "files", "folders" or
# "nothing".
function completes(i,    m) {
    m = metavar[i]
    if (values[i] != "") return "words " values[i]
    if (m == "FILE") return "files"
    if (m == "FOLDER") return "folders"
    if (m == "CHECKS") return "list " trimmed(words_of[m])
    if (m in words_of) return "words " trimmed(words_of[m])
    return "nothing"
}
# The words, and the words with - before them.
function with_and_without(words,    without) {
    without = " " words
    gsub(/ /, " -", without)
    return words without
}
function trimmed(words) {
    sub(/ $/, "", words)
    return words
}
function rest(words) { return substr(words, index(words, " ") + 1) }
function quoted(words) {
    gsub(/'/, "'\\''", words)
    return "'" words "'"
}

# Names of options `from` to `to`; `need` empty: of any. With "=" behind them, long
# ones only.
function patterns_of(need, from, to, equals, between,    i, n, k, name, all) {
    if (between == "") between = " | "
    for (i = from; i <= to; i++) {
        n = split(names[i], name, " ")
        for (k = 1; k <= n; k++)
            if ((need == "" || needs[i] == need) && (equals == "" || name[k] ~ /^--/))
                all = all (all == "" ? "" : between) name[k] equals
    }
    return all
}
END {
    extensions = operand == "TEXT" ? "spvasm" : "spv spvasm cl"
    if (shell == "bash") write_bash()
    if (shell == "zsh") write_zsh()
    if (shell == "fish") write_fish()
}

# -- bash ----------------------------------------------------------------------------
# The template, with what is between @ put in; lines for other operands are left out.
function write_bash(    k, line) {
    for (k = 1; k <= n_lines; k++) {
        line = template[k]
        if (match(line, /^[A-Z]+:/)) {
            if ((substr(line, 1, RLENGTH - 1) == "PROGRAM") != (operand == "PROGRAM")) continue
            line = substr(line, RLENGTH + 1)
        }
        if (line ~ /@CASES@/) {
            write_cases()
            continue
        }
        gsub(/@TOOL@/, tool, line)
        gsub(/@FUNCTION@/, under(tool), line)
        gsub(/@NEEDING@/, patterns_of("argument", 1, n_options, ""), line)
        gsub(/@EXTENSIONS@/, extensions, line)
        gsub(/@OPTIONS@/, patterns_of("", 1, n_options, "", " "), line)
        print line
    }
}
function write_cases(    i, kind, patterns) {
    for (i = 1; i <= n_options; i++) {
        if (needs[i] == "nothing") continue
        patterns = patterns_of("argument", i, i, "") " | " patterns_of("", i, i, "=")
        gsub(/^ \| | \| $/, "", patterns)
        kind = completes(i)
        print "    " patterns ") kind=" substr(kind, 1, index(kind " ", " ") - 1) \
            (kind ~ / / ? " words=" quoted(rest(kind)) : "") " ;;"
    }
}
function under(name) {
    gsub(/-/, "_", name)
    return name
}

# -- zsh -----------------------------------------------------------------------------
function write_zsh(    i, n, k, name, kind, action, form) {
    # One in parentheses would be a qualifier.
    if (gsub(/ /, "|", extensions)) extensions = "(" extensions ")"
    print "#compdef " tool "\n# Completions of " tool " for zsh, made of its manual page."
    print "_arguments -S \\"
    for (i = 1; i <= n_options; i++) {
        n = split(names[i], name, " ")
        kind = completes(i)
        action = ""
        if (kind ~ /^words/) action = "(" rest(kind) ")"
        gsub(/:/, "\\:", action)
        if (kind ~ /^list/) action = "_sequence compadd - " with_and_without(rest(kind))
        if (kind == "files") action = "_files"
        if (kind == "folders") action = "_files -/"
        for (k = 1; k <= n; k++) {
            form = name[k]
            if (needs[i] == "argument") form = "*" form (form ~ /^--/ ? "=" : "+")
            if (needs[i] == "maybe") form = "*" form "=-"
            if (needs[i] == "nothing") form = "(" names[i] ")" form
            form = form "[" bracketed(text[i]) "]"
            if (needs[i] != "nothing") form = form (needs[i] == "maybe" ? "::" : ":") metavar[i] ":" action
            print "    " quoted(form) " \\"
        }
    }
    if (operand == "PROGRAM") print "    '(-):program:_command_names -e' '*::argument:_normal'"
    else print "    " quoted("*:file:_files -g \"*." extensions "\"")
}
function bracketed(words) {
    gsub(/[][\\]/, "\\\\&", words)
    return words
}

# -- fish ----------------------------------------------------------------------------
function write_fish(    i, n, k, name, kind, line) {
    print "# Completions of " tool " for fish, made of its manual page."
    # Other operands are files, as they are by default.
    for (i = 1; i <= n_options; i++) {
        n = split(names[i], name, " ")
        line = "complete -c " tool
        for (k = 1; k <= n; k++) line = line (name[k] ~ /^--/ ? " -l " substr(name[k], 3) : " -s " substr(name[k], 2))
        kind = completes(i)
        if (needs[i] == "argument") line = line (kind == "files" ? " -r -F" : " -x")
        if (needs[i] == "maybe") line = line " -f"
        if (kind ~ /^words/) line = line " -a " quoted(rest(kind))
        if (kind ~ /^list/) line = line " -a " quoted("(__fish_append , " with_and_without(rest(kind)) ")")
        if (kind == "folders") line = line " -a '(__fish_complete_directories (commandline -ct | string replace -r \"^--[^=]*=\" \"\"))'"
        print line " -d " quoted(text[i])
    }
    if (operand == "PROGRAM") print "complete -c " tool " -x -a '(__fish_complete_subcommand - " patterns_of("argument", 1, n_options, "", " ") ")'"
}
