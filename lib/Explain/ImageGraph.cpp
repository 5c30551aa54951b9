// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/ImageGraph.h"

using namespace llvm;

namespace etprune {

uint32_t ImageGraph::addItem(ImageItem Item) {
  Items.push_back(std::move(Item));
  Targets.emplace_back();
  return Items.size() - 1;
}

uint32_t ImageGraph::addGroup(ImageItem::Kind What, StringRef Name) {
  ImageItem Item;
  Item.What = What;
  Item.Name = Name;
  return addItem(std::move(Item));
}

uint32_t ImageGraph::divide(uint32_t From, uint64_t Bytes, const Twine &Name) {
  ImageItem Part = Items[From];
  Part.Bytes = std::min(Bytes, Part.Bytes);
  Part.Padding = 0;
  Part.Name = Name.str();
  Part.Root = nullptr;
  Part.IsPart = true;
  Items[From].Bytes -= Part.Bytes;
  return addItem(std::move(Part));
}

MemoryBytes ImageGraph::memoryOf(const ImageItem &Item, uint64_t Bytes) const {
  MemoryBytes Result;
  if (Item.Output != ImageItem::NoOutput)
    for (uint32_t Memory : Outputs[Item.Output].Memories)
      (Memories[Memory].Kind == MemoryKind::Ram ? Result.Ram : Result.Flash) += Bytes;
  return Result;
}

} // namespace etprune
