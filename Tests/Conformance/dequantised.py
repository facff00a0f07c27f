#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a GGUF file again with every tensor as fp32, by the gguf package's own arithmetic: dequantised.py SOURCE TARGET.

llama.cpp rounds what it multiplies quantised weights by to 8 bits; fp32 weights it multiplies in fp32. So this file shows what the
same numbers predict without that rounding. Needs gguf from PyPI.
"""
import os
import sys

import gguf
from gguf.quants import dequantize

# The writer has its own, and says by itself how many there are.
OWN = ("GGUF.version", "GGUF.tensor_count", "GGUF.kv_count", "general.architecture", "general.file_type")


def copy_fields(reader, writer):
    for name, field in reader.fields.items():
        if name not in OWN:
            kind, *parts = field.types
            writer.add_key_value(name, field.contents(), kind, parts[-1] if parts else None)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)


def write(source, target):
    """Under another name first, so that a target is whole where there is one."""
    reader, part = gguf.GGUFReader(source), f"{target}.part"
    writer = gguf.GGUFWriter(part, reader.fields["general.architecture"].contents())
    copy_fields(reader, writer)
    for tensor in reader.tensors:
        writer.add_tensor(tensor.name, dequantize(tensor.data, tensor.tensor_type))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    os.replace(part, target)


if __name__ == "__main__":
    write(*sys.argv[1:])
