# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Cuts the console blocks of README.md into files: DIR/N.cmd and DIR/N.want.
/^```console/ { inside = 1; next }
/^```/ { inside = 0 }
inside && /^\$ / { n++; print substr($0, 3) > (dir "/" n ".cmd"); printf "" > (dir "/" n ".want"); next }
inside { print > (dir "/" n ".want") }
