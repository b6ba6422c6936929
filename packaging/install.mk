# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Installs and uninstalls; included by the Makefile.
#
#     make install PREFIX=/usr LIBDIR=/usr/lib/x86_64-linux-gnu DESTDIR=/tmp/gac
#
# Uninstalling takes the same folders. What is installed is stripped; STRIP=true
# leaves it as it is.
override PREFIX := $(patsubst %/,%,$(PREFIX))
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
BASHCOMPDIR ?= $(DATADIR)/bash-completion/completions
ZSHCOMPDIR ?= $(DATADIR)/zsh/site-functions
FISHCOMPDIR ?= $(DATADIR)/fish/vendor_completions.d
PKGCONFIGDIR ?= $(LIBDIR)/pkgconfig
CMAKEDIR ?= $(LIBDIR)/cmake/gac
# Where OpenCL's loader looks for drivers: /etc for what is installed for all.
ICDDIR ?= $(if $(filter /usr /usr/local,$(PREFIX)),/etc,$(PREFIX)/etc)/OpenCL/vendors
$(foreach f,PREFIX BINDIR LIBDIR INCLUDEDIR DATADIR MANDIR BASHCOMPDIR ZSHCOMPDIR FISHCOMPDIR \
    PKGCONFIGDIR CMAKEDIR ICDDIR,$(if $(word 2,$($f))$(filter-out /%,$($f)), \
    $(error $f is no folder from / on, or has blanks: "$($f)")))
STRIP ?= strip
VERSION := $(shell awk '/define GAC_VERSION_(MAJOR|MINOR|PATCH) / { v = v "." $$3 } \
    END { print substr(v, 2) }' include/gac/base.h)

# -- manual pages and completions ---------------------------------------------------
# docs/man/ is where options are described: completions are made of it, too. Without
# scdoc there are no pages.
SCDOC ?= $(shell command -v scdoc)
PAGES := $(wildcard docs/man/*.scd)
MANUALS := $(PAGES:docs/man/%.scd=$(BUILD)/man/%)
COMPLETIONS := $(foreach t,$(notdir $(TOOLS)),$(addprefix $(BUILD)/completions/,bash/$t zsh/_$t fish/$t.fish))
all: $(if $(SCDOC),$(MANUALS)) $(COMPLETIONS)

$(BUILD)/man/%: docs/man/%.scd include/gac/base.h
	@mkdir -p $(@D)
	@sed 's/@VERSION@/$(VERSION)/' $< | $(SCDOC) >$@.new
	@mv $@.new $@

COMPLETED_FROM := packaging/completions.awk src/diag/rules.def docs/man/gac-run.1.scd packaging/completion.bash.in
define complete
	@mkdir -p $(@D)
	@awk -v shell=$1 -f packaging/completions.awk what=rules src/diag/rules.def what=checks \
	    docs/man/gac-run.1.scd what=template packaging/completion.bash.in what=page $< >$@
endef
$(BUILD)/completions/bash/%: docs/man/%.1.scd $(COMPLETED_FROM)
	$(call complete,bash)
$(BUILD)/completions/zsh/_%: docs/man/%.1.scd $(COMPLETED_FROM)
	$(call complete,zsh)
$(BUILD)/completions/fish/%.fish: docs/man/%.1.scd $(COMPLETED_FROM)
	$(call complete,fish)

# -- what depends on the folders that are chosen ----------------------------------
# The relative path from one folder to another: what is installed may be moved as a
# whole.
relative = $(shell realpath -m --relative-to=$1 $2)
below_prefix = $(patsubst $(PREFIX)/%,$${prefix}/%,$1)
# What templates have between @, as sed's commands.
CHOSEN = s|@PREFIX@|$(PREFIX)|;s|@VERSION@|$(VERSION)|;s|@ABI@|$(ABI)|; \
    s|@LIBDIR@|$(call below_prefix,$(LIBDIR))|;s|@INCLUDEDIR@|$(call below_prefix,$(INCLUDEDIR))|; \
    s|@LIBRARIES@|$(call relative,$(CMAKEDIR),$(LIBDIR))|;s|@HEADERS@|$(call relative,$(CMAKEDIR),$(INCLUDEDIR))|; \
    s|@DRIVER@|$(LIBDIR)/libgac-opencl.so|

# gac-cl finds the driver by the relative path from its own folder: that of the
# build, or another one.
DRIVER_FOLDER = $(call relative,$(BINDIR),$(LIBDIR))
GAC_CL = $(BUILD)/$(if $(filter ../lib,$(DRIVER_FOLDER)),bin,packaging)/gac-cl
.PHONY: $(BUILD)/packaging/gac-cl
$(BUILD)/packaging/gac-cl: src/tools/gac_cl.c $(BUILD)/lib/libgac-tools.a $(BUILD)/lib/libgac.a
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(HARDENED) -DDRIVER_FOLDER='"$(DRIVER_FOLDER)"' \
	    -pie $(HARD_LINK) $(LDFLAGS) -o $@ $(filter %.c %.a,$^) $(LDLIBS_LIB)

# -- what goes where: rows KIND:SOURCE:DESTINATION ----------------------------------
# program and archive are stripped, data is not; template is sed's input, and loses
# its last ".in"; link is a symbolic link to SOURCE.
rows = $(foreach f,$3,$1:$f:$2/$(notdir $(f:%.in=%)))
shared_rows = program:$(BUILD)/lib/$1.so:$(LIBDIR)/$1.so.$(VERSION) \
    link:$1.so.$(VERSION):$(LIBDIR)/$1.so.$(ABI) link:$1.so.$(ABI):$(LIBDIR)/$1.so
INSTALLED = $(call rows,program,$(BINDIR),$(filter-out %/gac-cl,$(TOOLS)) $(GAC_CL)) \
    $(call rows,data,$(INCLUDEDIR)/gac,$(wildcard include/gac/*.h) $(BUILD)/gen/CodeplayGroupAsyncCopies.h) \
    $(call rows,archive,$(LIBDIR),$(filter %.a,$(LIBRARIES))) \
    $(foreach l,libgac libgac-core-rules,$(call shared_rows,$l)) \
    $(call rows,program,$(LIBDIR),$(BUILD)/lib/libgac-opencl.so) \
    $(call rows,template,$(ICDDIR),packaging/gac.icd.in) \
    $(call rows,template,$(PKGCONFIGDIR),$(wildcard packaging/*.pc.in)) \
    $(call rows,template,$(CMAKEDIR),$(wildcard packaging/*.cmake.in)) \
    $(call rows,data,$(BASHCOMPDIR),$(filter $(BUILD)/completions/bash/%,$(COMPLETIONS))) \
    $(call rows,data,$(ZSHCOMPDIR),$(filter $(BUILD)/completions/zsh/%,$(COMPLETIONS))) \
    $(call rows,data,$(FISHCOMPDIR),$(filter $(BUILD)/completions/fish/%,$(COMPLETIONS))) \
    $(call rows,data,$(DATADIR)/gac,grammar/extinst.codeplay.group-async-copies.grammar.json)

MANUAL_ROWS = $(call rows,data,$(MANDIR)/man1,$(MANUALS))

.PHONY: install uninstall install-all
install:
	@$(MAKE) --no-print-directory -j$(shell nproc) all
	@$(MAKE) --no-print-directory install-all
install-all: $(GAC_CL)
	@DESTDIR='$(DESTDIR)' STRIP='$(STRIP)' CHOSEN='$(CHOSEN)' packaging/install.sh install $(INSTALLED) $(if $(SCDOC),$(MANUAL_ROWS))
	$(if $(SCDOC),,@echo 'The manual pages are left out: scdoc is missing')

uninstall:
	@DESTDIR='$(DESTDIR)' packaging/install.sh uninstall $(INSTALLED) $(MANUAL_ROWS)
