# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# Random kernels; included by tests/tests.mk. `make random-diff SEEDS="1 100"`
# compares with an OpenCL device; for developers, `make test` needs none of it.

RANDOM_OBJ := $(patsubst %,$(BUILD)/obj/tests/random/random_%.o,diff run gen expr stmt more kinds kernel)
SEEDS ?= 1 20

$(BUILD)/tests/random/random_diff: $(RANDOM_OBJ) $(BUILD)/lib/libgac.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ -lOpenCL $(LDLIBS_LIB)

.PHONY: random-diff
random-diff: $(BUILD)/tests/random/random_diff
	$< $(SEEDS)

$(BUILD)/tests/random/test_random: $(BUILD)/obj/tests/random/random_run.o
