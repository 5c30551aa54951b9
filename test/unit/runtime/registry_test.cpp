// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests how the registry finds an operator's kernels in a sorted table, and selects the kernel that
// serves a call. Each missing operator is reported once. If an operator has kernels only for other
// dtypes, each combination of dtypes without a kernel is reported once.

#include "../common/key_cases.h"
#include "test_program.h"
#include <array>
#include <deque>

static void no_code(KernelRuntimeContext &, Args) {}

static std::vector<Kernel> table_of(std::vector<const char *> names) {
  std::vector<Kernel> table;
  for (const char *name : names)
    table.push_back({name, nullptr, no_code});
  return table;
}

static Span<const Kernel> span(const std::vector<Kernel> &table) {
  return {table.data(), table.size()};
}

class Call {
public:
  explicit Call(const char *key) {
    KernelKeyReader reader(key);
    KernelKeyEntry entry;
    while (reader.next(entry))
      add(entry);
  }

  EValue &add(const KernelKeyEntry &entry) {
    entries_.push_back(entry);
    const KernelKeyEntry &kept = entries_.back();
    tensors_.push_back({static_cast<ScalarType>(kept.dtype()), kept.dim, nullptr, kept.dim_order,
                        nullptr, nullptr});
    return add(EValue(Tensor(&tensors_.back())));
  }
  EValue &add(EValue value) {
    values_.push_back(value);
    args_.push_back(&values_.back());
    return values_.back();
  }
  Span<EValue *> args() { return {args_.data(), args_.size()}; }

private:
  std::deque<KernelKeyEntry> entries_;
  std::deque<TensorImpl> tensors_;
  std::deque<EValue> values_;
  std::vector<EValue *> args_;
};

TEST(Registry, FindsEveryNameInTablesOfEverySize) {
  std::vector<std::string> names;
  for (int i = 0; i < 17; ++i)
    names.push_back("aten::op" + std::to_string(10 + i));
  for (size_t size = 0; size <= names.size(); ++size) {
    std::vector<Kernel> table;
    for (size_t i = 0; i < size; ++i)
      table.push_back({names[i].c_str(), nullptr, no_code});
    for (size_t i = 0; i < names.size(); ++i) {
      const Span<const Kernel> found = find_kernels(span(table), names[i].c_str());
      EXPECT_EQ(found.size(), i < size ? 1u : 0u);
      EXPECT_TRUE(found.empty() || found.data() == &table[i]);
    }
    EXPECT_TRUE(find_kernels(span(table), "aaa").empty());
    EXPECT_TRUE(find_kernels(span(table), "zzz").empty());
    EXPECT_TRUE(find_kernels(span(table), "").empty());
  }
}

TEST(Registry, FindsAllKernelsOfANameAndNoOthers) {
  for (size_t before = 0; before < 4; ++before) {
    for (size_t count = 0; count < 5; ++count) {
      for (size_t after = 0; after < 4; ++after) {
        std::vector<Kernel> table = table_of(std::vector<const char *>(before, "aten::add"));
        table.resize(before + count, {"aten::add.out", nullptr, no_code});
        table.resize(before + count + after, {"aten::add.out2", nullptr, no_code});
        const Span<const Kernel> found = find_kernels(span(table), "aten::add.out");
        EXPECT_EQ(found.data(), table.data() + before);
        EXPECT_EQ(found.size(), count);
      }
    }
  }
}

TEST(Registry, NameAndOverload) {
  // The table is sorted by full names. One name may be a prefix of another.
  const std::vector<Kernel> table =
      table_of({"a::b", "a::b.c", "a::b.c.d", "a::b.cc", "a::b1", "a::b1.c", "a::bc"});
  const auto find = [&](const char *name, const char *overload) {
    const Span<const Kernel> found = find_kernels(span(table), name, overload);
    return found.size() == 1 ? std::string(found[0].name) : std::to_string(found.size());
  };
  const std::array<const char *, 3> rows[] = {
      {"a::b", nullptr, "a::b"}, {"a::b", "", "a::b"},        {"a::b", "c", "a::b.c"},
      {"a::b.c", "", "a::b.c"},  {"a::b", "c.d", "a::b.c.d"}, {"a::b.c", "d", "a::b.c.d"},
      {"a::b", "cc", "a::b.cc"}, {"a::b1", "c", "a::b1.c"},   {"a::bc", nullptr, "a::bc"},
      {"a::b", "d", "0"},        {"a::", "b", "0"},           {"a::bc", "c", "0"}};
  for (const auto &[name, overload, found] : rows)
    EXPECT_EQ(find(name, overload), found) << name << " " << found;
}

TEST(Registry, KeyCases) {
  for (const key_cases::KeyCase &test : key_cases::kCases) {
    std::vector<Kernel> table;
    for (const char *key : test.kernels)
      if (key)
        table.push_back({"a::b", strcmp(key, key_cases::kFallback) == 0 ? nullptr : key, no_code});
    Call call(test.call);
    const Kernel *kernel = select_kernel(span(table), call.args());
    const char *key = !kernel              ? "none"
                      : kernel->kernel_key ? kernel->kernel_key
                                           : key_cases::kFallback;
    EXPECT_STREQ(key, test.expected ? test.expected : "none") << test.what << ": " << test.call;
  }
}

// A call may have at most kMaxKernelKeyTensors tensors. Arguments of other kinds do not count.
TEST(Registry, TooManyTensorsAreAnError) {
  Call call("v1/");
  KernelKeyEntry entry;
  entry.dtypes = 1;
  while (call.args().size() < kMaxKernelKeyTensors)
    call.add(entry);
  const auto error = [&] { return get_op_function_from_registry("a::b", call.args()).error(); };
  EXPECT_EQ(error(), Error::OperatorMissing);
  call.add(EValue(int64_t(1)));
  EXPECT_EQ(error(), Error::OperatorMissing);
  call.add(entry);
  EXPECT_EQ(error(), Error::InvalidArgument);
}

TEST(Registry, TheFirstOfEqualKernelsIsSelected) {
  const Kernel table[] = {{"a::b", nullptr, no_code},
                          {"a::b", "v1/6;|*", no_code},
                          {"a::b", "v1/6;|*", no_code},
                          {"a::b", nullptr, no_code}};
  Call call("v1/6;|6;");
  EXPECT_EQ(select_kernel(table, call.args()), &table[1]);
  Call other("v1/3;|6;");
  EXPECT_EQ(select_kernel(table, other.args()), &table[0]);
}

TEST(Registry, OnlyTensorArgumentsMustMatchTheKey) {
  const Kernel table[] = {{"a::b", "v1/6;0|4;|6;", no_code}};
  KernelKeyEntry floats, longs;
  floats.dtypes = kernel_key_dtype(6);
  floats.dim = 1;
  longs.dtypes = kernel_key_dtype(4);

  Call call("v1/");
  call.add(EValue(int64_t(1)));
  EValue &first = call.add(floats);
  call.add(EValue());
  call.add(EValue(true));
  EValue &second = call.add(longs);
  call.add(EValue(2.5));
  call.add(floats);
  EXPECT_TRUE(select_kernel(table, call.args()));

  EValue none;
  EValue *items[] = {&first, &none, &second};
  BoxedTensorList list{items, 3};
  call.add(EValue(Tag::ListTensor, &list));
  call.add(EValue(Tag::ListOptionalTensor, &list));
  EXPECT_TRUE(select_kernel(table, call.args()));
}

TEST(Registry, ImageTable) {
  EXPECT_EQ(get_registered_kernels().data(), test::kernels().data());
  EXPECT_EQ(get_registered_kernels().size(), test::kernels().size());
  EXPECT_TRUE(
      std::is_sorted(get_registered_kernels().begin(), get_registered_kernels().end(),
                     [](const Kernel &a, const Kernel &b) { return strcmp(a.name, b.name) < 0; }));

  EXPECT_TRUE(registry_has_op_function("aten::add.out"));
  EXPECT_FALSE(registry_has_op_function("aten::add"));
  Call floats("v1/6;|6;|6;|6;"), longs("v1/4;|4;|4;|4;");
  EXPECT_TRUE(registry_has_op_function("aten::add.out", floats.args()));
  EXPECT_FALSE(registry_has_op_function("aten::add.out", longs.args()));
  EXPECT_FALSE(registry_has_op_function("aten::sub.out", floats.args()));
  EXPECT_TRUE(registry_has_op_function("test::sum.out", longs.args()));

  const Result<OpFunction> add = get_op_function_from_registry("aten::add.out", floats.args());
  ASSERT_TRUE(add.ok());
  EXPECT_EQ(add.get(), test::kernels()[0].fn);
  EXPECT_EQ(get_op_function_from_registry("aten::add.out", longs.args()).error(),
            Error::OperatorMissing);
}

static std::string missing(const test::ProgramBuilder &builder) {
  test::take_log();
  const test::LoadedMethod loaded(builder.finish());
  EXPECT_EQ(loaded.error, Error::OperatorMissing);
  return test::take_log();
}

TEST(MissingKernel, EachIsReportedOnce) {
  test::ProgramBuilder builder, mixed;
  const int x = builder.add_planned(Type::Half, {2}), y = builder.add_planned(Type::Long, {2});
  builder.call("aten::mm", "out", {x, x, x, x});
  builder.call("aten::mul", "out", {x, x, x, x});
  builder.call("aten::relu", "", {x, x, x});
  for (const std::vector<int32_t> &args :
       {std::vector<int32_t>{x, x, x, x}, {y, y, y, y}, {x, x, x, x}, {y, y, y, y}})
    for (const int op : {0, 1})
      builder.instruction(schema::KernelCallT{{}, op, args});
  const std::string link = " is not in this image: link a library that has it, and select it with "
                           "et-prune\n",
                    no_kernel = "no kernel for operator 'aten::mul.out' with dtypes ",
                    registers = ": this image has kernels for Float, Int\n";
  EXPECT_EQ(missing(builder), "operator 'aten::mm.out'" + link + no_kernel + "Half, Half, Half" +
                                  registers + "operator 'aten::relu'" + link + no_kernel +
                                  "Long, Long, Long" + registers);
  const int half = mixed.add_planned(Type::Half, {2}), longs = mixed.add_planned(Type::Long, {2});
  mixed.call("aten::mul", "out", {half, longs, half, half});
  EXPECT_EQ(missing(mixed), no_kernel + "Half, Long, Half" + registers);
}

// The message shows a key as a dtype if the key has only one dtype and no dim order.
TEST(MissingKernel, KeysOfMoreThanADtype) {
  const Kernel table[] = {{"a::b", "v1/6;0,1|6;0,1", nullptr},
                          {"a::b", "v1/6;|4;", nullptr},
                          {"a::b", "v1/29;|*", nullptr},
                          {"a::b", "nonsense", nullptr}};
  test::ProgramBuilder builder;
  const int list = builder.add_tensor_list({builder.add_planned(Type::Bool, {1})});
  builder.call("a::b", "", {list, builder.add_planned(Type::UInt16, {1}), list});
  const test::LoadedProgram loaded(builder.finish());
  test::AlignedBytes planned(32), state(4096);
  const Span<uint8_t> spans[] = {planned.span()};
  MemoryAllocator allocator(state.span());
  EXPECT_TRUE(test::says(
      Error::OperatorMissing,
      "no kernel for operator 'a::b' with dtypes UInt16: this image has kernels for "
      "'v1/6;0,1|6;0,1', 'v1/6;|4;', UInt64, 'nonsense'\n",
      [&] {
        return loaded.program.load_method("forward", {&allocator, spans, {}}, table).error();
      }));
}
