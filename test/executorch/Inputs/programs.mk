# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles objects of the tests' programs with the headers of a release of ExecuTorch:
#
#     make -f programs.mk HEADERS=folder RELEASE=0.9.3 OUT=folder [CXX=compiler] GOAL...
#
# RELEASE is a version in tools/executorch-headers.txt. This is the version of an npm package with
# ExecuTorch's headers, not ExecuTorch's own version. The folder HEADERS has a folder of headers for
# each version. The goals are files in the folder OUT:
#
#     core.o             the part of ExecuTorch's core that the programs use
#     run.o              the program that runs models
#     registry.o         our registry
#     stock-registry.o   test/stock's imitation of ExecuTorch's registry
#     common.o           the code that the kernel libraries share
#     kernels.o          join.cpp, two operators of prim_ops, and operators of the portable library.
#                        For the newest release, these are the operators of test/models. For older
#                        releases, only aten::add is compiled
#     forms/<file>.o     a file of the folder forms: kernels that register themselves
#     cases.a            the program executorch_cases, which runs the cases of test/kernels
#     <file>.o           a file of this folder
#
# kernels.o and common.o are each compiled from one file that includes several source files, because
# ExecuTorch's headers take most of the compiler's time. RUNTIME=1 compiles these two objects for
# our own runtime, without ExecuTorch's headers.

HERE := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
ROOT := $(abspath $(HERE)/../../..)
FORM := $(shell sed -n 's/^$(RELEASE) \([a-z]*\) .*/\1/p' $(ROOT)/tools/executorch-headers.txt)
CXX := g++
AR := $(if $(findstring arm-,$(CXX)),arm-none-eabi-ar,ar)

DEFINES_pointers := -DRegistrationExceedingMaxKernels=Internal -DRegistrationAlreadyRegistered=Internal
DEFINES_constant := -DTENSORS_HAVE_DEVICES
RELEASE_FLAGS := -isystem $(HEADERS)/$(RELEASE) \
  -isystem $(HEADERS)/$(RELEASE)/executorch/runtime/core/portable_type/c10 \
  -DC10_USING_CUSTOM_GENERATED_MACROS -DET_LOG_ENABLED=0 $(DEFINES_$(FORM))
OPT ?= -Os
FLAGS := $(OPT) -std=c++17 -ffunction-sections -fdata-sections -ffp-contract=off -DNDEBUG -Wall -Wextra \
  -Wno-psabi -MMD -MP
ADAPTER := -I $(ROOT)/runtime/executorch/include -I $(ROOT)/runtime/include
COMPILE = @mkdir -p $(@D) && $(CXX) $(FLAGS)
PROGRAM := -fno-exceptions -fno-rtti $(RELEASE_FLAGS)
KERNELS := -fno-exceptions -fno-rtti -Werror \
  $(if $(RUNTIME),-I $(ROOT)/runtime/include,$(ADAPTER) $(RELEASE_FLAGS))

PORTABLE_filled := op_add add mixed mixed_map
PORTABLE_constant := $(PORTABLE_filled) op_addmm op_relu op_convolution op_max_pool2d_with_indices op_mean op__softmax \
  op_permute_copy op_view_copy mixed_fold convolution matrix_product
SOURCES_portable = $(PORTABLE_$(FORM):%=$(ROOT)/kernels/portable/%.cpp)
SOURCES_prim_ops = $(ROOT)/kernels/prim_ops/op_sym_size.cpp $(ROOT)/kernels/prim_ops/op_et_view.cpp
SOURCES_test_kernels = $(HERE)/join.cpp

empty :=
together = cmake -DLIBRARY=$(1) "-DSOURCES=$(subst $(empty) ,;,$(strip $(SOURCES_$(1))))" -P $(HERE)/together.cmake; \
  printf '\#undef ET_KERNEL_LIBRARY\n\#undef ET_KERNEL_LIBRARY_NAME\n\#include "$(1)-some.cpp"\n' >> kernels.cpp;
$(OUT)/kernels.cpp: $(HERE)/programs.mk $(HERE)/together.cmake
	@mkdir -p $(@D) && cd $(@D) && rm -f kernels.cpp && set -e && \
	  { $(foreach library,portable prim_ops test_kernels,$(call together,$(library))) }
$(OUT)/common.cpp: $(HERE)/programs.mk $(ROOT)/kernels/common
	@mkdir -p $(@D) && printf '#include "%s"\n' $(wildcard $(ROOT)/kernels/common/*.cpp) > $@
$(OUT)/kernels.o $(OUT)/common.o: %.o: %.cpp
	$(COMPILE) $(KERNELS) -DET_KERNEL_LIBRARY=common -DET_KERNEL_LIBRARY_PRIORITY=0 -c $< -o $@

$(OUT)/registry.o: $(ROOT)/runtime/executorch/operator_registry.cpp
	$(COMPILE) $(PROGRAM) -Werror -c $< -o $@
$(OUT)/stock-registry.o: $(ROOT)/test/stock/Inputs/executorch/runtime/kernel/operator_registry.cpp
	$(COMPILE) $(PROGRAM) -c $< -o $@
$(OUT)/adapter.o: $(HERE)/adapter.cpp
	$(COMPILE) $(KERNELS) $(if $(filter constant,$(FORM)),-DET_EVENT_TRACER_ENABLED) \
	  -DET_KERNEL_LIBRARY=test_kernels -c $< -o $@
$(OUT)/devices.o: $(HERE)/devices.cpp
	$(COMPILE) $(KERNELS) -isystem $(HERE)/devices -DET_KERNEL_LIBRARY=test_kernels -c $< -o $@
$(OUT)/%.o: $(HERE)/%.cpp
	$(COMPILE) $(PROGRAM) -c $< -o $@

CASES := executorch/Inputs/executorch_cases kernels/case_file kernels/compare
$(CASES:%=$(OUT)/cases/%.o): $(OUT)/cases/%.o: $(ROOT)/test/%.cpp
	$(COMPILE) $(ADAPTER) $(RELEASE_FLAGS) -c $< -o $@
$(OUT)/cases.a: $(CASES:%=$(OUT)/cases/%.o)
	@rm -f $@ && $(AR) rcs $@ $^

$(MAKECMDGOALS): %: $(OUT)/%
.PHONY: $(MAKECMDGOALS)

-include $(wildcard $(OUT)/*.d $(OUT)/forms/*.d $(OUT)/cases/*/*.d $(OUT)/cases/*/*/*.d)
