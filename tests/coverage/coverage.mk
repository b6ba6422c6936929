# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
# The coverage test is of several files; included by tests/tests.mk.

COVERAGE_OBJ := $(patsubst %,$(BUILD)/obj/tests/coverage/%.o,test_coverage coverage_scan coverage_module)

$(BUILD)/tests/coverage/test_coverage: $(COVERAGE_OBJ) $(TEST_LIBS)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(EXTRA) $(LDFLAGS) -o $@ $^ $(TEST_LDLIBS)
