// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the graph of an image: the passes in their order.
//
// Items are divided before the passes that add edges of their parts. Items get names before the
// unwind tables and dynamic relocations are divided, because the names of these parts contain the
// items' names.

#include "Explain/GraphPasses.h"

#include "Prune/PruneLink.h"
#include "Support/Try.h"

using namespace llvm;

namespace etprune {

Expected<ImageGraph> readImageGraph(const ImageOrigin &Origin, const PrunePlan &Plan,
                                    const SelfRegisteringProgram *SelfRegistering,
                                    const Memories &Device) {
  const LinkedProgram &Program = *Origin.Program;
  ImageGraph Graph;
  ItemIndex Items(Program);
  RETURN_IF_ERROR(addItems(Program, Device, Graph, Items));
  Graph.Kernels = Graph.addGroup(ImageItem::Group, "kernels");
  Graph.Items[Graph.Kernels].Root = "the registration table";
  const MergedIndex Merged = divideMerged(Program, Items, Graph);
  nameItems(Program, Items, Graph);
  ReferenceTargets Targets(Program, Graph, Items, Merged);
  const KernelParts Kernels =
      addKernels(Program, Plan, SelfRegistering, Targets, Merged, Items, Graph);
  divideUnwindTables(Program, Targets, Items, Graph);
  Targets.Imports = divideImports(Program.Image, Items, Graph);
  addReferences(Program, Kernels, Targets, Items, Graph);
  divideDynamicRelocations(Program.Image, Items, Graph);
  addRoots(Program, Kernels, Targets, Items, Graph);
  finishEdges(Graph);
  addUnreached(Graph);
  return Graph;
}

} // namespace etprune
