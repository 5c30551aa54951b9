# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns the PyTorch modules of networks.py into programs in JSON. PyTorch records the ATen
operators of one call of the module. The program calls the out variant of each recorded operator. An
operator that returns a view (permute) becomes the operator that returns a copy (permute_copy)."""

import operator

import torch
from torch.fx.experimental.proxy_tensor import make_fx

from method import Method

DTYPES = {torch.float32: "Float", torch.int64: "Long", torch.int32: "Int", torch.bool: "Bool",
          torch.int8: "Char", torch.uint8: "Byte", torch.float64: "Double"}

# Operators whose out variants have another name.
COPIES = {"view": "view_copy", "_unsafe_view": "view_copy", "_reshape_alias": "view_copy",
          "unsafe_split": "split_copy", "native_batch_norm": "_native_batch_norm_legit_no_training"}
VIEWS = {"alias", "detach", "expand", "permute", "select", "slice", "split", "split_with_sizes",
         "squeeze", "t", "transpose", "unbind", "unsqueeze"}

# Arguments that these out variants lack. No out variant has layout, device or pin_memory.
NOT_OUT = {"view_copy": ("stride",), "_native_batch_norm_legit_no_training": ("training",),
           "zeros": ("dtype",), "full": ("dtype",), "ones": ("dtype",), "arange": ("dtype",)}
OVERLOADS = {"mean": "out", "sum": "IntList_out", "max_pool2d_with_indices": "out"}

aten = torch.ops.aten
DECOMPOSITIONS = {
    aten.silu.default: lambda x: x * aten.sigmoid(x),
    aten.hardswish.default: lambda x: x * aten.hardtanh(x + 3, 0, 6) / 6,
}


class Recorder(torch.fx.Interpreter):
    def __init__(self, graph, constant_inputs):
        super().__init__(graph)
        self.method, self.constant_inputs = Method(), constant_inputs
        self.index = {}  # node -> the index of its value in the program, or a list of indices

    def tensor(self, value, make, **options):
        return make(list(value.shape), DTYPES[value.dtype], **options)

    def constant(self, value):
        data = value.detach().contiguous().numpy().tobytes()
        return self.method.constant_of(data, list(value.shape), DTYPES[value.dtype])

    def argument(self, node, kind, dtype):
        """Returns the index of the argument's value. If the operator takes a tensor but `node` is
        a number, the value is a constant tensor of `dtype`."""
        method = self.method
        if isinstance(node, torch.fx.Node):
            return self.index[node]
        if kind == "Tensor" and node is not None:
            return self.constant(torch.tensor(node, dtype=dtype))
        if isinstance(node, (list, tuple)):
            if "Tensor" in kind:
                is_optional = "Optional" in kind or "?" in kind
                items = [method.none() if item is None else self.index[item] for item in node]
                return method.value("OptionalTensorList" if is_optional else "TensorList",
                                    items=items)
            if "float" in kind:
                return method.value("DoubleList", items=[float(item) for item in node])
            if "bool" in kind:
                return method.value("BoolList", items=list(node))
            return method.ints(node)
        if node is None:
            return method.none()
        if isinstance(node, torch.dtype):
            return method.int({torch.float32: 6, torch.int64: 4, torch.bool: 11, torch.int8: 1}[node])
        if isinstance(node, torch.memory_format):
            return method.int([torch.contiguous_format, torch.preserve_format].index(node))
        if isinstance(node, bool):
            return method.bool(node)
        if isinstance(node, float) or kind == "float":
            return method.double(float(node))
        if isinstance(node, str):
            return method.value("String", string_val=node)
        return method.int(int(node))

    def run_node(self, node):
        result = super().run_node(node)
        if node.op == "placeholder":
            self.index[node] = (self.constant(result) if self.constant_inputs
                                else self.tensor(result, self.method.input))
        elif node.op == "get_attr":
            self.index[node] = self.constant(result)
        elif node.op == "call_function" and node.target is operator.getitem:
            self.index[node] = self.index[node.args[0]][node.args[1]]
        elif node.op == "call_function":
            self.index[node] = self.call(node, result)
        elif node.op == "output":
            outputs = node.args[0]
            self.outputs = [self.index[item] for item in
                            (outputs if isinstance(outputs, (tuple, list)) else [outputs])]
        return result

    def call(self, node, result):
        schema = node.target._schema
        namespace, name = schema.name.split("::")
        overload = schema.overload_name
        name = name.removesuffix("_") if name.endswith("_") and not name.startswith("_") else name
        name = name + "_copy" if name in VIEWS else COPIES.get(name, name)
        given = dict(zip((argument.name for argument in schema.arguments), node.args))
        given.update(node.kwargs)
        tensors = list(result) if isinstance(result, (tuple, list)) else [result]
        arguments = [self.argument(given.get(argument.name, argument.default_value),
                                   str(argument.type), tensors[0].dtype)
                     for argument in schema.arguments
                     if argument.name not in ("layout", "device", "pin_memory",
                                              *NOT_OUT.get(name, ()))]
        outputs = [self.tensor(tensor, self.method.planned_tensor) for tensor in tensors]
        index = outputs if len(outputs) > 1 else outputs[0]
        values = outputs
        result_value = outputs[0]
        if len(outputs) > 1:
            result_value = self.method.value("TensorList", items=outputs)
        if "[]" in str(schema.returns[0].type) or "List" in str(schema.returns[0].type):
            values, index = [result_value], outputs
        self.method.call_operator(f"{namespace}::{name}",
                                  OVERLOADS.get(name) or out_overload(name, overload),
                                  [*arguments, *values, result_value])
        return index


def out_overload(name, overload):
    """Returns the overload name of ATen's out variant: add.Tensor -> add.out, slice.Tensor ->
    slice_copy.Tensor_out."""
    known = {schema.overload_name for schema in torch._C._jit_get_schemas_for_operator(
        f"aten::{name}")}
    for candidate in (f"{overload}_out", "out"):
        if overload and candidate in known:
            return candidate
    return "out"


def export(module, inputs, constant_inputs=False):
    """Returns a program that computes module(*inputs), and PyTorch's outputs. `inputs` become the
    program's inputs, or constants if `constant_inputs` is true."""
    with torch.no_grad():
        graph = make_fx(module, decomposition_table=DECOMPOSITIONS)(*inputs)
        graph.graph.eliminate_dead_code()
        graph.recompile()
        recorder = Recorder(graph, constant_inputs)
        expected = recorder.run(*inputs)
    if isinstance(expected, torch.Tensor):
        expected = (expected,)
    return recorder.method.program(*recorder.outputs), expected
