# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Our kernels for programs of ExecuTorch, compiled as its users compile them:
#
#     make -f objects.mk DATA=folder [RELEASE=main] [CXX=compiler] [OPT=-Os] [OPERATORS="a* b*"] \
#          libportable.a libcortex_m.a liboptimized.a libcommon.a registry.o cases.a \
#          benchmark.a stock_calls.a <file>.o
#
# in the current folder. The libraries' objects go to a folder of their compiler and flags below
# OBJECTS, which several may share if they do not run at once. libcommon.a is what the libraries
# share and every link needs, registry.o our registry in the place of ExecuTorch's; cases.a,
# benchmark.a and stock_calls.a are the programs executorch_cases, executorch_kernels and
# stock_calls, <file>.o a test's own kernels from the folder above.
# OPERATORS names what files libportable.a has of operators, by patterns without op_; all, if there are none.
# RUNTIME=1 compiles the libraries for our own runtime instead; libruntime.a is what they need of it,
# and DATA is not needed.

ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../../..)
RELEASE ?= main
OPT ?= -Os
CXX := g++
AR := $(if $(findstring arm-,$(CXX)),arm-none-eabi-ar,ar)
HEADERS := $(DATA)/include-$(RELEASE)
FLAGS := $(OPT) -std=c++17 -ffunction-sections -fdata-sections -ffp-contract=off -DNDEBUG
ADAPTER := -I $(ROOT)/runtime/executorch/include -I $(ROOT)/runtime/include -isystem $(HEADERS) \
  -isystem $(HEADERS)/executorch/runtime/core/portable_type/c10 -DC10_USING_CUSTOM_GENERATED_MACROS \
  -DET_LOG_ENABLED=0
KERNEL_FLAGS := $(FLAGS) -fno-exceptions -fno-rtti -Wall -Wextra -Werror \
  $(if $(RUNTIME),-I $(ROOT)/runtime/include,$(ADAPTER))

OBJECTS ?= objects
empty :=
# No =, which would make the rules of a .d file assignments.
equals := =
FOLDER := $(OBJECTS)/$(subst $(equals),,$(subst $(empty) ,_,$(subst /,_,$(RELEASE) $(CXX) $(OPT) \
  $(RUNTIME))))

PRIORITY_cortex_m := 20
PRIORITY_optimized := 10
# A header is all there is of KissFFT.
KISSFFT := $(dir $(wildcard /usr/include/kissfft/kissfft.hh))
FLAGS_optimized := $(if $(KISSFFT),-DET_OPTIMIZED_WITH_FFT -isystem $(KISSFFT))
LIBRARIES := portable cortex_m quantized optimized prim_ops common

archive = rm -f $@ && $(AR) rcs $@ $^

# Most of the time that a source takes is that of ExecuTorch's headers, which so are read once for a
# library. Not for cortex_m on its cores: behind one in six of its precompiled headers, gcc 12
# refuses right intrinsics (__ssat(x, 8), as if its range of bits were not in 1 to 32).
NOT_PRECOMPILED := $(if $(findstring arm-,$(CXX)),cortex_m)
define rules
HEADER_$(1) := $$(FOLDER)/$(1)/kernel.h
FLAGS_$(1) += -DET_KERNEL_LIBRARY=$(1) -DET_KERNEL_LIBRARY_PRIORITY=$(or $(PRIORITY_$(1)),0)
PRECOMPILED_$(1) := $$(HEADER_$(1))$(if $(filter $(1),$(NOT_PRECOMPILED)),,.gch)
$$(HEADER_$(1)):
	@mkdir -p $$(@D)
	@echo '#include "et/kernel.h"' > $$@
$$(HEADER_$(1)).gch: $$(HEADER_$(1))
	@$$(CXX) $$(KERNEL_FLAGS) $$(FLAGS_$(1)) -MMD -MP -MF $$(HEADER_$(1)).d -x c++-header \
	  $$(HEADER_$(1)) -o $$@
SOURCES_$(1) ?= $$(wildcard $$(ROOT)/kernels/$(1)/*.cpp)
OBJECTS_$(1) := $$(SOURCES_$(1):$$(ROOT)/kernels/%.cpp=$$(FOLDER)/%.o)
$$(OBJECTS_$(1)): $$(FOLDER)/%.o: $$(ROOT)/kernels/%.cpp $$(PRECOMPILED_$(1))
	@$$(CXX) $$(KERNEL_FLAGS) $$(FLAGS_$(1)) -MMD -MP -include $$(HEADER_$(1)) -c $$< -o $$@
lib$(1).a: $$(OBJECTS_$(1))
	@$$(archive)
endef
ifdef OPERATORS
SOURCES_portable = $(filter-out $(ROOT)/kernels/portable/op_%,$(wildcard $(ROOT)/kernels/portable/*.cpp)) \
  $(wildcard $(OPERATORS:%=$(ROOT)/kernels/portable/op_%.cpp))
endif
$(foreach library,$(LIBRARIES),$(eval $(call rules,$(library))))
-include $(wildcard $(FOLDER)/*/*.d)

# A test's own kernels, in the folder above.
%.o: ../%.cpp
	@$(CXX) $(KERNEL_FLAGS) -DET_KERNEL_LIBRARY=test_kernels -c $< -o $@

registry.o: $(ROOT)/runtime/executorch/operator_registry.cpp
	@$(CXX) $(KERNEL_FLAGS) -c $< -o $@

RUNTIME_SOURCES := $(addprefix $(ROOT)/runtime/src/,registry.cpp kernel_lookup.cpp tensor.cpp log_line.cpp)
RUNTIME_OBJECTS := $(RUNTIME_SOURCES:$(ROOT)/runtime/%.cpp=objects/runtime/%.o)
$(RUNTIME_OBJECTS): objects/runtime/%.o: $(ROOT)/runtime/%.cpp
	@mkdir -p $(@D)
	@$(CXX) $(KERNEL_FLAGS) -c $< -o $@
libruntime.a: $(RUNTIME_OBJECTS)
	@$(archive)

PROGRAM_cases := executorch/Inputs/executorch_cases kernels/case_file kernels/compare
PROGRAM_benchmark := benchmark/executorch/executorch_kernels kernels/case_file kernels/compare
PROGRAM_stock_calls := executorch/Inputs/stock_calls kernels/case_file kernels/compare
objects/test/%.o: $(ROOT)/test/%.cpp
	@mkdir -p $(@D)
	@$(CXX) $(FLAGS) $(ADAPTER) -Wno-psabi -c $< -o $@
.SECONDEXPANSION:
cases.a benchmark.a stock_calls.a: $$(addprefix objects/test/,$$(addsuffix .o,$$(PROGRAM_$$(basename $$@))))
	@$(archive)
