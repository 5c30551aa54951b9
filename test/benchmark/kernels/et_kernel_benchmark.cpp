// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-kernel-benchmark: how many times as fast the optimized library's kernels are as the portable
// one's, as the tables of docs/kernels.md:
//
//     cmake --build build --target et-kernel-benchmark && build/bin/et-kernel-benchmark
//
// The two kernels of a case take turns in random order, several times, so that a busy machine slows
// both; what is printed is the ratio of the medians. Takes Google Benchmark's options, e.g.
// --benchmark_filter=mul.out.*Float, or --benchmark_out=times.json for the times themselves.
//
// Both libraries are linked whole, so the table has both kernels of an operator and key. It is
// sorted by library: the optimized one comes first.

#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "et/bfloat16.h"
#include "et/half.h"
#include "et/registry.h"

namespace {

using Sizes = std::vector<int32_t>;
using DimOrder = std::vector<uint8_t>;

struct Dtype {
  et::ScalarType type;
  const char *name;
};
const std::vector<Dtype> kIntegers = {{et::ScalarType::Byte, "Byte"},
                                      {et::ScalarType::Char, "Char"},
                                      {et::ScalarType::Short, "Short"},
                                      {et::ScalarType::Int, "Int"},
                                      {et::ScalarType::Long, "Long"}};
const std::vector<Dtype> kFloats = {{et::ScalarType::Half, "Half"},
                                    {et::ScalarType::BFloat16, "BFloat16"},
                                    {et::ScalarType::Float, "Float"},
                                    {et::ScalarType::Double, "Double"}};

/// A tensor of small numbers in memory of its own, in the usual dim order unless another is given.
class TensorMemory {
public:
  TensorMemory(et::ScalarType dtype, Sizes sizes, DimOrder dim_order)
      : sizes_(std::move(sizes)), dim_order_(std::move(dim_order)), strides_(sizes_.size()) {
    for (size_t d = dim_order_.size(); d < sizes_.size(); ++d)
      dim_order_.push_back(static_cast<uint8_t>(d));
    et::dim_order_to_strides(sizes_.data(), dim_order_.data(), sizes_.size(), strides_.data());
    impl_ = {dtype,           static_cast<uint8_t>(sizes_.size()),
             sizes_.data(),   dim_order_.data(),
             strides_.data(), nullptr};
    bytes_.resize(et::Tensor(&impl_).nbytes());
    impl_.data = bytes_.data();
    std::mt19937 random(1); // the same numbers in every run
    std::normal_distribution<float> normal;
    for (size_t at = 0; at < bytes_.size(); at += et::element_size(dtype))
      write(&bytes_[at], normal(random));
  }
  et::EValue value() { return et::EValue(et::Tensor(&impl_)); }

private:
  void write(uint8_t *element, float number) {
    const auto put = [element](auto value) { std::memcpy(element, &value, sizeof(value)); };
    switch (impl_.type) {
    case et::ScalarType::Half:
      return put(et::Half(number));
    case et::ScalarType::BFloat16:
      return put(et::BFloat16(number));
    case et::ScalarType::Float:
      return put(number);
    case et::ScalarType::Double:
      return put(static_cast<double>(number));
    default:
      *element = static_cast<uint8_t>(static_cast<int>(number * 50));
    }
  }

  Sizes sizes_;
  DimOrder dim_order_;
  std::vector<int32_t> strides_;
  std::vector<uint8_t> bytes_;
  et::TensorImpl impl_;
};

/// An operator and its arguments.
class Call {
public:
  explicit Call(const std::string &op) : op_(op) {}
  Call &add(et::EValue value) {
    values_.push_back(value);
    return *this;
  }
  Call &add(et::ScalarType dtype, Sizes sizes, DimOrder dim_order = {}) {
    tensors_.emplace_back(dtype, std::move(sizes), std::move(dim_order));
    return add(tensors_.back().value());
  }
  et::Span<et::EValue *> args() {
    pointers_.clear();
    for (et::EValue &value : values_)
      pointers_.push_back(&value);
    return {pointers_.data(), pointers_.size()};
  }
  const std::string &op() const { return op_; }

private:
  std::string op_;
  std::deque<TensorMemory> tensors_;
  std::deque<et::EValue> values_;
  std::vector<et::EValue *> pointers_;
};

/// A place in an operator's table of ratios.
struct Cell {
  std::string name; ///< of both benchmarks, less the library
  double portable = 0;
  double optimized = 0;
};
struct Row {
  std::string what;
  std::vector<Cell> cells; ///< one for each dtype
};
struct Table {
  std::string op;
  std::vector<Dtype> dtypes;
  std::deque<Row> rows;
};

std::deque<Table> tables;
std::deque<Call> calls;

Call &new_call(const std::string &op) {
  calls.emplace_back(op);
  return calls.back();
}

/// Adds a cell to the last table's last row, and the benchmarks that fill it.
void compare(const Dtype &dtype, Call &call) {
  const et::Span<const et::Kernel> kernels =
      et::find_kernels(et::get_registered_kernels(), ("aten::" + call.op()).c_str());
  Row &row = tables.back().rows.back();
  row.cells.push_back({call.op() + " " + dtype.name + " " + row.what});
  const et::Kernel *optimized = et::select_kernel(kernels, call.args());
  const et::Kernel *portable = optimized + 1;
  if (!optimized || portable == kernels.end() || !optimized->kernel_key || !portable->kernel_key ||
      std::strcmp(optimized->kernel_key, portable->kernel_key) != 0)
    return; // only one library has a kernel
  const auto add = [&](const et::Kernel *kernel, const char *library) {
    benchmark::RegisterBenchmark((row.cells.back().name + library).c_str(),
                                 [kernel, &call](benchmark::State &state) {
                                   for ([[maybe_unused]] auto _ : state) {
                                     et::KernelRuntimeContext context;
                                     kernel->fn(context, call.args());
                                     if (context.failure_state() != et::Error::Ok)
                                       state.SkipWithError("the kernel failed");
                                     benchmark::ClobberMemory();
                                   }
                                 });
  };
  add(optimized, "/optimized");
  add(portable, "/portable");
}

void add_table(const std::string &op, std::vector<Dtype> dtypes) {
  tables.push_back({op, std::move(dtypes), {}});
}
void add_row(const std::string &what) { tables.back().rows.push_back({what, {}}); }

std::string text(const Sizes &sizes) {
  std::string result;
  for (int32_t size : sizes)
    result += (result.empty() ? "" : "x") + std::to_string(size);
  return result.empty() ? "scalar" : result;
}

void add_elementwise(const std::string &op) {
  struct Shapes {
    Sizes a, b;
    int64_t alpha;
  };
  const Shapes shapes[] = {
      {{16}, {16}, 1},           {{1000}, {1000}, 1},
      {{1000}, {1000}, 3},       {{1000, 1000}, {1000, 1000}, 1},
      {{1000}, {}, 1},           {{100, 100}, {100}, 1},
      {{100, 100}, {100, 1}, 1}, {{1000, 3}, {3}, 1},
  };
  std::vector<Dtype> dtypes = kIntegers;
  dtypes.insert(dtypes.end(), kFloats.begin(), kFloats.end());
  add_table(op, dtypes);
  for (const Shapes &shape : shapes) {
    const bool has_alpha = op == "add.out";
    if (shape.alpha != 1 && !has_alpha)
      continue;
    add_row(text(shape.a) + ", " + text(shape.b) +
            (shape.alpha == 1 ? "" : ", alpha " + std::to_string(shape.alpha)));
    for (const Dtype &dtype : dtypes) {
      Call &call = new_call(op).add(dtype.type, shape.a).add(dtype.type, shape.b);
      if (has_alpha)
        call.add(et::EValue(shape.alpha));
      compare(dtype, call.add(dtype.type, shape.a));
    }
  }
}

void add_softmax() {
  struct Shape {
    Sizes sizes;
    int64_t dim;
  };
  const Shape shapes[] = {{{3}, 0},        {{10}, 0},        {{1000}, 0},
                          {{1000, 3}, 1},  {{1000, 10}, 1},  {{256, 256}, 1},
                          {{256, 256}, 0}, {{8, 64, 49}, 1}, {{8, 1000, 2}, 1}};
  add_table("_softmax.out", kFloats);
  for (const Shape &shape : shapes) {
    add_row(text(shape.sizes) + " along " + std::to_string(shape.dim));
    for (const Dtype &dtype : kFloats)
      compare(dtype, new_call("_softmax.out")
                         .add(dtype.type, shape.sizes)
                         .add(et::EValue(shape.dim))
                         .add(et::EValue(false))
                         .add(dtype.type, shape.sizes));
  }
}

void add_mm() {
  struct Shape {
    int32_t rows, terms, columns;
    DimOrder b_order;
  };
  const DimOrder by_rows = {0, 1}, by_columns = {1, 0};
  const Shape shapes[] = {
      {2, 3, 4, by_rows},          {1, 64, 10, by_rows},     {1, 1000, 1000, by_rows},
      {1, 1000, 1000, by_columns}, {1000, 1000, 1, by_rows}, {8, 256, 256, by_rows},
      {32, 32, 32, by_rows},       {100, 100, 100, by_rows}, {256, 256, 256, by_rows},
      {256, 256, 256, by_columns}, {512, 512, 512, by_rows}, {1000, 16, 1000, by_rows}};
  const std::vector<Dtype> dtypes = {kFloats[2], kFloats[3]};
  add_table("mm.out", dtypes);
  for (const Shape &shape : shapes) {
    add_row(text({shape.rows, shape.terms}) + " by " + text({shape.terms, shape.columns}) +
            (shape.b_order == by_columns ? ", stored by columns" : ""));
    for (const Dtype &dtype : dtypes)
      compare(dtype, new_call("mm.out")
                         .add(dtype.type, {shape.rows, shape.terms})
                         .add(dtype.type, {shape.terms, shape.columns}, shape.b_order)
                         .add(dtype.type, {shape.rows, shape.columns}));
  }
}

/// Collects the medians and prints the ratios.
class RatioReporter : public benchmark::BenchmarkReporter {
public:
  RatioReporter() {
    for (Table &table : tables)
      for (Row &row : table.rows)
        for (Cell &cell : row.cells) {
          times_[cell.name + "/optimized"] = &cell.optimized;
          times_[cell.name + "/portable"] = &cell.portable;
        }
  }
  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs) {
      if (run.error_occurred)
        std::fprintf(stderr, "%s: %s\n", run.run_name.str().c_str(), run.error_message.c_str());
      if (run.aggregate_name == "median")
        *times_.at(run.run_name.str()) = run.GetAdjustedCPUTime();
    }
  }
  void Finalize() override {
    for (const Table &table : tables) {
      std::string text = "| " + table.op + " |";
      for (const Dtype &dtype : table.dtypes)
        text += std::string(" ") + dtype.name + " |";
      text += "\n|---|";
      for (size_t i = 0; i < table.dtypes.size(); ++i)
        text += "---:|";
      bool any = false;
      for (const Row &row : table.rows) {
        std::string line = "\n| " + row.what + " |";
        bool has_times = false;
        for (const Cell &cell : row.cells) {
          char ratio[32] = "";
          if (cell.optimized != 0)
            std::snprintf(ratio, sizeof(ratio), "%.1f", cell.portable / cell.optimized);
          has_times |= cell.optimized != 0;
          line += std::string(" ") + ratio + " |";
        }
        if (has_times)
          text += line;
        any |= has_times;
      }
      if (any)
        std::printf("%s\n\n", text.c_str());
    }
  }

private:
  std::map<std::string, double *> times_;
};

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> arguments = {argv[0], "--benchmark_repetitions=5",
                                        "--benchmark_min_time=0.02",
                                        "--benchmark_enable_random_interleaving=true"};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  std::vector<char *> pointers;
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data()))
    return 1;

  add_elementwise("add.out");
  add_elementwise("mul.out");
  add_softmax();
  add_mm();
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
