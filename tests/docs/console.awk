# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Cuts the console blocks of a page into files: DIR/NNN.cmd and DIR/NNN.want, with as many
# digits each, so that their names' order is the order of the text: a command may use what the one
# before it wrote. A block "console not-run" is left out.
/^```console$/ { inside = 1; next }
/^```/ { inside = 0 }
inside && /^\$ / { n = sprintf("%03d", n + 1); print substr($0, 3) > (dir "/" n ".cmd"); printf "" > (dir "/" n ".want"); next }
inside { print > (dir "/" n ".want") }
