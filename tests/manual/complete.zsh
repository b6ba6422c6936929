# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Prints what zsh completes a line to, a candidate a line.
# usage: zsh -f complete.zsh FOLDER-OF-COMPLETIONS LINE
zmodload zsh/zpty
zpty shell zsh -f -i
script=$(mktemp)
cat >$script <<'END'
PROMPT=
fpath=(@FOLDER@ $fpath)
autoload -U compinit
compinit -D -u
bindkey '^M' undefined
bindkey '^J' undefined
bindkey '^I' complete-word
mark() { print -r - "==" }
compprefuncs=(mark)
comppostfuncs=(mark exit)
# Each candidate is told before it is added.
compadd() {
    if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        typeset -a hits
        builtin compadd -A hits "$@"
        for hit in $hits; do print -r - "= $hit"; done
    fi
    builtin compadd "$@"
}
print ready
END
sed -i "s|@FOLDER@|$1|" $script
zpty -w shell "source $script"
until [[ $line == *ready* ]]; do zpty -r shell line || exit 1; done
zpty -n -w shell "$2"$'\t'
marks=0
while (( marks < 2 )) && zpty -r shell line; do
    line=${line//[$'\r\n']/}
    [[ $line != *== ]] || (( marks++ ))
    [[ $line != *'= '* ]] || print -r - "${line#*= }"
done
rm -f $script
