// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test_program.h"

#include "et/log.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

static std::string &log_text() {
  static std::string text;
  return text;
}

extern "C" void et_pal_emit_log_message(const char *message, size_t length) {
  log_text().append(message, length).append("\n");
}

namespace test {

AlignedBytes::AlignedBytes(size_t size, size_t offset) : size_(size) {
  void *block = nullptr;
  if (posix_memalign(&block, 64, size + offset == 0 ? 1 : size + offset) != 0)
    std::abort();
  block_.reset(static_cast<uint8_t *>(block));
  data_ = block_.get() + offset;
}

AlignedBytes::AlignedBytes(const std::vector<uint8_t> &bytes, size_t offset)
    : AlignedBytes(bytes.size(), offset) {
  if (!bytes.empty())
    std::memcpy(data_, bytes.data(), bytes.size());
}

ProgramBuilder::ProgramBuilder() {
  program.execution_plan.push_back(std::make_unique<schema::ExecutionPlanT>());
  plan = program.execution_plan[0].get();
  plan->name = "forward";
  plan->chains.push_back(std::make_unique<schema::ChainT>());
  plan->non_const_buffer_sizes = {0, 0};
  program.constant_buffer.push_back(std::make_unique<schema::BufferT>());
}

int ProgramBuilder::add_int_list(std::vector<int64_t> items) {
  schema::IntListT content;
  for (const int64_t item : items)
    content.items.push_back(add_int(item));
  return add(content);
}

int ProgramBuilder::add_unplanned(schema::ScalarType type, std::vector<int32_t> sizes,
                                  schema::TensorShapeDynamism dynamism) {
  schema::TensorT content;
  content.scalar_type = type;
  content.shape_dynamism = dynamism;
  for (size_t i = 0; i < sizes.size(); ++i)
    content.dim_order.push_back(static_cast<uint8_t>(i));
  content.sizes = std::move(sizes);
  return add(std::move(content));
}

int ProgramBuilder::add_planned(schema::ScalarType type, std::vector<int32_t> sizes) {
  int64_t size = static_cast<int64_t>(element_size(static_cast<ScalarType>(type)));
  for (const int32_t dim : sizes)
    size *= dim;
  const int index = add_unplanned(type, std::move(sizes));
  int64_t &end = plan->non_const_buffer_sizes[1];
  auto allocation = std::make_unique<schema::AllocationDetailsT>();
  allocation->memory_id = 1;
  allocation->memory_offset_low = static_cast<uint32_t>(end);
  end += (size + 15) / 16 * 16;
  tensor(index).allocation_info = std::move(allocation);
  return index;
}

int ProgramBuilder::add_constant(schema::ScalarType type, std::vector<int32_t> sizes,
                                 std::vector<uint8_t> data) {
  const int index = add_unplanned(type, std::move(sizes));
  auto buffer = std::make_unique<schema::BufferT>();
  buffer->storage = std::move(data);
  tensor(index).data_buffer_idx = static_cast<uint32_t>(program.constant_buffer.size());
  program.constant_buffer.push_back(std::move(buffer));
  return index;
}

int ProgramBuilder::add_floats(std::vector<float> values) {
  return add_constant(schema::ScalarType::Float, {static_cast<int32_t>(values.size())},
                      bytes_of(values));
}

void ProgramBuilder::call(const char *name, const char *overload, std::vector<int32_t> args) {
  auto op = std::make_unique<schema::OperatorT>();
  op->name = name;
  op->overload = overload;
  plan->operators.push_back(std::move(op));
  const auto index = static_cast<int32_t>(plan->operators.size() - 1);
  instruction(schema::KernelCallT{{}, index, std::move(args)});
}

void ProgramBuilder::add_delegate(float factor) {
  auto data = std::make_unique<schema::BackendDelegateInlineDataT>();
  data->data = bytes_of<float>({factor});
  auto delegate = std::make_unique<schema::BackendDelegateT>();
  delegate->id = "ToyBackend";
  delegate->processed = std::make_unique<schema::BackendDelegateDataReferenceT>();
  delegate->processed->index = static_cast<uint32_t>(program.backend_delegate_data.size());
  program.backend_delegate_data.push_back(std::move(data));
  plan->delegates.push_back(std::move(delegate));
}

std::vector<uint8_t> ProgramBuilder::finish() const {
  flatbuffers::FlatBufferBuilder builder;
  schema::FinishProgramBuffer(builder, schema::CreateProgram(builder, &program));
  return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
}

uint32_t ProgramBuilder::add_segment(std::vector<uint8_t> data) {
  segments_.resize((segments_.size() + 15) / 16 * 16);
  auto segment = std::make_unique<schema::DataSegmentT>();
  segment->offset = segments_.size();
  segment->size = data.size();
  program.segments.push_back(std::move(segment));
  segments_.insert(segments_.end(), data.begin(), data.end());
  return static_cast<uint32_t>(program.segments.size() - 1);
}

std::vector<uint8_t> ProgramBuilder::finish_with_segments() const {
  std::vector<uint8_t> file = finish();
  file.insert(file.begin() + 8, 32, 0);
  file[0] = static_cast<uint8_t>(file[0] + 32); // the offset of the root table
  const uint64_t tables = file.size(), start = (tables + 15) / 16 * 16;
  std::memcpy(file.data() + 8, "eh00\x18\0\0\0", 8);
  std::memcpy(file.data() + 16, &tables, 8);
  std::memcpy(file.data() + 24, &start, 8);
  file.resize(start);
  file.insert(file.end(), segments_.begin(), segments_.end());
  return file;
}

LoadedMethod::LoadedMethod(const std::vector<uint8_t> &bytes, size_t temp_size,
                           Program::Verification verification, size_t unbound_size,
                           const NamedDataMap *named_data, size_t extra)
    : file(bytes), temp(temp_size), unbound(unbound_size) {
  const Result<Program> program = Program::load(file.data(), file.size(), verification);
  const Result<MethodMeta> meta =
      program.ok() ? program.get().method_meta("forward") : program.error();
  if (!meta.ok()) {
    error = meta.error();
    return;
  }
  std::vector<Span<uint8_t>> spans;
  for (size_t i = 0; i < meta.get().num_memory_planned_buffers(); ++i) {
    const Result<size_t> size = meta.get().memory_planned_buffer_size(i);
    // A damaged program may ask for any size. A buffer of 64 KiB or more gets no memory.
    planned.emplace_back(size.ok() && size.get() < 65536 ? size.get() : 0);
    spans.push_back(planned.back().span());
  }
  const Result<size_t> state_size = meta.get().method_allocator_size();
  state =
      AlignedBytes(state_size.ok() && state_size.get() < 1 << 20 ? state_size.get() + extra : 0);
  MemoryAllocator allocator(state.span());
  const Result<Method> loaded = program.get().load_method(
      "forward", {&allocator, {spans.data(), spans.size()}, temp.span(), unbound.span()}, kernels(),
      named_data);
  error = loaded.error();
  method = loaded.get();
}

std::vector<uint8_t> read_file(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<uint8_t> read_model(const std::string &name) {
  return read_file(std::string(ET_RUNTIME_TEST_MODELS) + "/" + name);
}

std::string take_log() {
  std::string text;
  text.swap(log_text());
  return text;
}

} // namespace test
