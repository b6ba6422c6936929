# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Installs and uninstalls; included by the Makefile.
#
#     make install PREFIX=/usr LIBDIR=/usr/lib/x86_64-linux-gnu DESTDIR=/tmp/gac
#
# Uninstalling takes the same folders. What is installed is stripped; STRIP=true
# leaves it as it is.
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
PKGCONFIGDIR ?= $(LIBDIR)/pkgconfig
CMAKEDIR ?= $(LIBDIR)/cmake/gac
# Where OpenCL's loader looks for drivers: /etc for what is installed for all.
ICDDIR ?= $(if $(filter /usr /usr/local,$(PREFIX)),/etc,$(PREFIX)/etc)/OpenCL/vendors
STRIP ?= strip
VERSION := $(shell awk '/define GAC_VERSION_(MAJOR|MINOR|PATCH) / { v = v "." $$3 } \
    END { print substr(v, 2) }' include/gac/base.h)

# -- made for the folders that are chosen ----------------------------------------
MADE := $(BUILD)/packaging
# The way from one folder to another: what is installed may be moved as a whole.
way = $(shell realpath -m --relative-to=$1 $2)
below_prefix = $(patsubst $(PREFIX)/%,$${prefix}/%,$1)
.PHONY: chosen
$(MADE)/%: packaging/%.in chosen
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@ABI@|$(ABI)|' \
	    -e 's|@LIBDIR@|$(call below_prefix,$(LIBDIR))|; s|@INCLUDEDIR@|$(call below_prefix,$(INCLUDEDIR))|' \
	    -e 's|@LIBRARIES@|$(call way,$(CMAKEDIR),$(LIBDIR))|; s|@HEADERS@|$(call way,$(CMAKEDIR),$(INCLUDEDIR))|' $< >$@

$(MADE)/gac.icd: chosen
	@mkdir -p $(@D)
	@echo $(LIBDIR)/libgac-opencl.so >$@

# gac-cl finds the driver by the way from its own folder: that of the build, or
# another one.
DRIVER_FOLDER = $(call way,$(BINDIR),$(LIBDIR))
GAC_CL = $(if $(filter ../lib,$(DRIVER_FOLDER)),$(BUILD),$(MADE))/bin/gac-cl
$(MADE)/bin/gac-cl: src/tools/gac_cl.c $(BUILD)/lib/libgac-tools.a $(BUILD)/lib/libgac.a chosen
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(HARDENED) -DDRIVER_FOLDER='"$(DRIVER_FOLDER)"' \
	    -pie $(HARD_LINK) $(LDFLAGS) -o $@ $(filter %.c %.a,$^) $(LDLIBS_LIB)

# -- what goes where: rows KIND:SOURCE:DESTINATION ----------------------------------
# program and archive are stripped, data is not; link is a symbolic link to SOURCE.
rows = $(foreach f,$3,$1:$f:$2/$(notdir $f))
shared_rows = program:$(BUILD)/lib/$1.so:$(LIBDIR)/$1.so.$(VERSION) \
    link:$1.so.$(VERSION):$(LIBDIR)/$1.so.$(ABI) link:$1.so.$(ABI):$(LIBDIR)/$1.so
INSTALLED = $(call rows,program,$(BINDIR),$(filter-out %/gac-cl,$(TOOLS)) $(GAC_CL)) \
    $(call rows,data,$(INCLUDEDIR)/gac,$(wildcard include/gac/*.h) $(BUILD)/gen/CodeplayGroupAsyncCopies.h) \
    $(call rows,archive,$(LIBDIR),$(filter %.a,$(LIBRARIES))) \
    $(foreach l,libgac libgac-core-rules,$(call shared_rows,$l)) \
    $(call rows,program,$(LIBDIR),$(BUILD)/lib/libgac-opencl.so) \
    $(call rows,data,$(ICDDIR),$(MADE)/gac.icd) \
    $(call rows,data,$(PKGCONFIGDIR),$(MADE)/gac.pc $(MADE)/gac-core-rules.pc) \
    $(call rows,data,$(CMAKEDIR),$(MADE)/gac-config.cmake $(MADE)/gac-config-version.cmake) \
    $(call rows,data,$(DATADIR)/gac,grammar/extinst.codeplay.group-async-copies.grammar.json)

.PHONY: install uninstall install-all
install:
	@$(MAKE) --no-print-directory -j$(shell nproc) all
	@$(MAKE) --no-print-directory install-all
install-all: $(filter $(MADE)/%,$(subst :, ,$(INSTALLED)))
	@DESTDIR='$(DESTDIR)' STRIP='$(STRIP)' packaging/install.sh install $(INSTALLED)

uninstall:
	@DESTDIR='$(DESTDIR)' packaging/install.sh uninstall $(INSTALLED)
