// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "missing_kernel.h"

#include "et/kernel_key.h"
#include "log_line.h"

namespace et {
namespace {

/// Calls `visit` with the dtype of each tensor in `args`, in order. Skips lists of tensors.
template <typename Visitor> void for_each_tensor(Span<EValue *> args, Visitor visit) {
  for (const EValue *arg : args)
    if (arg->isTensor())
      visit(arg->toTensor().scalar_type());
}

// All names in one string, because an array of pointers would take more flash than the names.
constexpr char dtype_names[] =
#define ET_SCALAR_TYPE(name, code, size) #name "\0"
    ET_FORALL_DTYPES(ET_SCALAR_TYPE)
#undef ET_SCALAR_TYPE
    ;

void append_dtype(LogLine &line, uint8_t dtype) {
  const char *name = dtype_names;
  for (uint8_t code = 0; code < dtype && *name != '\0'; ++code)
    while (*name++ != '\0') {
    }
  if (*name != '\0')
    line << name;
  else
    line << "dtype " << size_t(dtype);
}

/// If all entries of the key have the same single dtype and no dim order, appends this dtype.
/// Otherwise appends the key.
void append_key(LogLine &line, const char *key) {
  KernelKeyReader reader(key);
  KernelKeyEntry entry;
  int dtype = -1;
  bool plain = true;
  while (reader.next(entry)) {
    plain &= entry.dim == 0 && !entry.has_several_dtypes() && (dtype < 0 || dtype == entry.dtype());
    dtype = entry.dtype();
  }
  if (plain && dtype >= 0 && !reader.malformed())
    append_dtype(line, static_cast<uint8_t>(dtype));
  else
    line << "'" << key << "'";
}

} // namespace

bool have_same_dtypes(Span<EValue *> a, Span<EValue *> b) {
  // Comparing hashes is enough: if two different calls have the same hash, only a message is lost.
  const auto digest = [](Span<EValue *> args) {
    uint32_t sum = 1;
    for_each_tensor(args,
                    [&](ScalarType type) { sum = sum * 31 + static_cast<uint8_t>(type) + 1; });
    return sum;
  };
  return digest(a) == digest(b);
}

void log_missing_kernel(const char *name, const char *overload, Span<const Kernel> kernels,
                        Span<EValue *> args) {
  LogLine line;
  if (kernels.empty()) {
    line << "operator '" << name << (*overload ? "." : "") << overload
         << "' is not in this image: link a library that has it, and select it with et-prune";
    return;
  }
  line << "no kernel for operator '" << name << (*overload ? "." : "") << overload
       << "' with dtypes";
  // Omit the last argument: it is the call's result, which repeats the output argument.
  const char *separator = " ";
  for_each_tensor({args.data(), args.empty() ? 0 : args.size() - 1}, [&](ScalarType type) {
    line << separator;
    append_dtype(line, static_cast<uint8_t>(type));
    separator = ", ";
  });
  separator = ": this image has kernels for ";
  for (const Kernel &kernel : kernels) {
    line << separator;
    append_key(line, kernel.kernel_key);
    separator = ", ";
  }
}

} // namespace et
