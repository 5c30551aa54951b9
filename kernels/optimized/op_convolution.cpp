// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::convolution.out of Float or Double: convolutions and transposed convolutions over one to
// three dimensions, with groups, for any dim order. A convolution with windows of size 1, stride 1
// and no padding is computed as a matrix product of weights and input. For this product, the
// positions of input and output must be evenly spaced in memory (is_even). depthwise.h serves
// convolutions with one input channel in each group, if Depthwise::is_possible is true.
// convolution_tiles.h serves all other convolutions.

#include "../common/dtypes.h"
#include "depthwise.h"
#include "multiply.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// True if consecutive positions are evenly spaced in memory, also across the ends of rows. `size`
/// is Window::in for the input, and Window::out for the output.
bool is_even(const ConvolutionOperand &operand, const Window *windows, int32_t Window::*size) {
  ptrdiff_t step = operand.spatial[2];
  for (size_t d = kSpatial; d-- != 0; step *= windows[d].*size)
    if (windows[d].*size != 1 && operand.spatial[d] != step)
      return false;
  return true;
}

size_t count_positions(const Convolution &conv) {
  size_t count = 1;
  for (const Window &window : conv.windows)
    count *= static_cast<size_t>(window.out);
  return count;
}

template <typename T> const T *bias_of(const Convolution &conv, size_t channel) {
  return conv.bias ? reinterpret_cast<const T *>(conv.bias +
                                                 static_cast<ptrdiff_t>(channel) * conv.bias_step)
                   : nullptr;
}
template <typename T> T *channel_of(const ConvolutionOperand &operand, size_t n, size_t channel) {
  return reinterpret_cast<T *>(operand.data + static_cast<ptrdiff_t>(n) * operand.first +
                               static_cast<ptrdiff_t>(channel) * operand.second);
}

bool is_pointwise(const Convolution &conv) {
  for (const Window &window : conv.windows)
    if (window.kernel != 1 || window.stride != 1 || window.padding != 0)
      return false;
  return !conv.transposed && is_even(conv.input, conv.windows, &Window::in) &&
         is_even(conv.out, conv.windows, &Window::out);
}

template <typename T> void convolve_pointwise(const Convolution &conv) {
  const size_t channels = static_cast<size_t>(conv.group_out);
  const size_t in_channels = static_cast<size_t>(conv.group_in);
  for (size_t n = 0; n < static_cast<size_t>(conv.batch); ++n)
    for (size_t group = 0; group < static_cast<size_t>(conv.groups); ++group) {
      const size_t channel = group * channels;
      Product<T> product = {
          {channel_of<T>({conv.weight.data, 0, conv.weight.first, {}}, 0, channel),
           in_elements<T>(conv.weight.first), in_elements<T>(conv.weight.second)},
          {channel_of<T>(conv.input, n, group * in_channels), in_elements<T>(conv.input.second),
           in_elements<T>(conv.input.spatial[2])},
          {channel_of<T>(conv.out, n, channel), in_elements<T>(conv.out.second),
           in_elements<T>(conv.out.spatial[2])},
          channels,
          in_channels,
          count_positions(conv)};
      for (size_t i = 0; conv.bias && i < channels; ++i) {
        Product<T> row = product;
        row.out = product.out.from(i, 0);
        row.rows = 1;
        fill_rows(row, *bias_of<T>(conv, channel + i));
      }
      product.adds = conv.bias != nullptr;
      multiply_matrices(product);
    }
}

template <typename T> void convolve_depthwise(const Depthwise<T> &all) {
  const size_t grain = std::max<size_t>(1, kProductsOfThread / (all.products() + 1));
  parallel_for(all.count(), grain, [&](size_t begin, size_t end) {
    run_on_machine<T, DepthwiseLoop<T>>(all, begin, end);
  });
}

/// Divides a convolution into parts, which threads compute. A part is a matrix: its rows are some
/// output channels of a group, and its columns are a strip of output positions. The positions of a
/// strip must be evenly spaced in memory. If is_even() is false for the output, a strip ends at the
/// end of a line (the positions that differ only in the last spatial index).
template <typename T> class Parts {
public:
  explicit Parts(const Convolution &conv)
      : conv_(conv), rows_(static_cast<size_t>(conv.group_out)),
        groups_(static_cast<size_t>(conv.groups)),
        length_(is_even(conv.out, conv.windows, &Window::out)
                    ? count_positions(conv)
                    : static_cast<size_t>(conv.windows[2].out)),
        lines_(count_positions(conv) / length_),
        strips_((length_ + kStripWidth<T> - 1) / kStripWidth<T>),
        row_blocks_((rows_ + kRowBlock - 1) / kRowBlock) {}

  size_t count() const {
    return static_cast<size_t>(conv_.batch) * groups_ * row_blocks_ * lines_ * strips_;
  }

  void compute(size_t index) const {
    const auto next = [&](size_t size) {
      const size_t item = index % size;
      index /= size;
      return item;
    };
    const size_t column = next(strips_) * kStripWidth<T>, line = next(lines_);
    const size_t row = next(row_blocks_) * kRowBlock, group = next(groups_), n = index;
    const size_t channel = group * rows_ + row;
    const ConvolutionOperand &out = conv_.out, &weight = conv_.weight;
    T *weights = reinterpret_cast<T *>(weight.data);
    if (conv_.transposed)
      weights += static_cast<ptrdiff_t>(group) * conv_.group_in * in_elements<T>(weight.first) +
                 static_cast<ptrdiff_t>(row) * in_elements<T>(weight.second);
    else
      weights += static_cast<ptrdiff_t>(channel) * in_elements<T>(weight.first);
    const size_t height = static_cast<size_t>(conv_.windows[1].out);
    const ptrdiff_t place =
        lines_ == 1 ? 0
                    : static_cast<ptrdiff_t>(line / height) * in_elements<T>(out.spatial[0]) +
                          static_cast<ptrdiff_t>(line % height) * in_elements<T>(out.spatial[1]);
    const ptrdiff_t step = in_elements<T>(out.spatial[2]);
    run_on_machine<T, ConvolutionLoop<T>>(ConvolutionPart<T>{
        &conv_,
        channel_of<T>(conv_.input, n, group * static_cast<size_t>(conv_.group_in)),
        weights,
        {channel_of<T>(out, n, channel) + place + static_cast<ptrdiff_t>(column) * step,
         in_elements<T>(out.second), step},
        bias_of<T>(conv_, channel),
        std::min(kRowBlock, rows_ - row),
        line * length_ + column,
        std::min(kStripWidth<T>, length_ - column)});
  }

private:
  const Convolution &conv_;
  size_t rows_;
  size_t groups_;
  size_t length_;
  size_t lines_;
  size_t strips_;
  size_t row_blocks_;
};

template <typename T> void convolve(const Convolution &conv) {
  if (is_pointwise(conv))
    return convolve_pointwise<T>(conv);
  const Depthwise<T> depthwise(conv);
  if (depthwise.is_possible)
    return convolve_depthwise(depthwise);
  const Parts<T> parts(conv);
  parallel_for(parts.count(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      parts.compute(i);
  });
}

template <typename T> void convolution(KernelRuntimeContext &context, Args args) {
  Call call(context, args, 10);
  Convolution conv;
  if (take_whole_convolution(call, DtypeOf<T>::value, conv))
    convolve<T>(conv);
}

} // namespace

#define CONVOLUTION(name, code, type)                                                              \
  ET_KERNEL(aten, convolution.out, name, "v1/" #code ";|*",                                        \
            "convolution.out(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, "         \
            "SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, "      \
            "SymInt groups, *, Tensor(a!) out) -> Tensor(a!)") {                                   \
    convolution<type>(context, args);                                                              \
  }
CONVOLUTION(Float, 6, float)
CONVOLUTION(Double, 7, double)

} // namespace et::kernels::ET_KERNEL_LIBRARY
