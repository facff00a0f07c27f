#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the PyTorch checkpoints of this folder: sound ones with torch.save, hostile and damaged ones byte by byte.

usage: python3 make.py            (needs torch and safetensors; written with torch 2.13 on the CPU)
"""
import collections, io, json, os, pickle, struct, tarfile, zipfile

import torch
from safetensors.torch import load_file

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, "..", "models")


def at(*parts):
    path = os.path.join(HERE, *parts)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


# Sound files, by torch itself.

def sound():
    weights = load_file(os.path.join(MODELS, "qwen3-bf16", "model.safetensors"))
    torch.save(collections.OrderedDict(weights), at("qwen3-bf16.bin"))

    base = torch.arange(24, dtype=torch.float32)
    kinds = [torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8,
             torch.uint8, torch.bool]
    state = {str(kind).split(".")[1]: (base[:6] - 2).reshape(2, 3).to(kind) for kind in kinds}
    state["scalar"] = torch.tensor(2.5)
    state["empty"] = torch.zeros(0, 3)
    state["view"] = base[6:18].reshape(3, 4)          # shares its storage with `same`, and begins inside it
    state["same"] = base
    state["one_row"] = base.reshape(6, 4)[:1, :].t()[:, :1].t()[:, :1]  # strides that mean nothing: all sizes are 1
    state["parameter"] = torch.nn.Parameter(torch.tensor([1.0, -1.0]))
    torch.save(state, at("types.bin"))
    expected = {name: dict(shape=list(t.shape), values=t.detach().double().flatten().tolist()) for name, t in state.items()}
    with open(at("types.json"), "w") as out:
        json.dump(expected, out, indent=1)

    # A module's state has notes (`_metadata`) as attributes of the dictionary.
    module = torch.nn.Linear(2, 2)
    with torch.no_grad():
        module.weight.copy_(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
        module.bias.zero_()
    torch.save(module.state_dict(), at("state_dict.pt"))
    torch.save(dict(state_dict=module.state_dict(), epoch=3), at("nested.pt"))

    parts = {"pytorch_model-00001-of-00002.bin": ["a", "b"], "pytorch_model-00002-of-00002.bin": ["c"]}
    for file, names in parts.items():
        torch.save({n: torch.full((2, 2), float(ord(n))) for n in names}, at("sharded", file))
    with open(at("sharded", "pytorch_model.bin.index.json"), "w") as out:
        json.dump(dict(metadata={}, weight_map={n: file for file, names in parts.items() for n in names}), out)


# Hostile and damaged ones. Each is named after what is wrong with it.

STORAGE = b"ctorch\nFloatStorage\n"


def text(s):
    return b"X" + struct.pack("<I", len(s)) + s.encode()


def storage(key="0", count=4, kind=STORAGE):
    return b"(" + text("storage") + kind + text(key) + text("cpu") + number(count) + b"tQ"


def number(n):
    if -(1 << 31) <= n < 1 << 31:
        return b"J" + struct.pack("<i", n)
    size = (n.bit_length() + 8) // 8
    return b"\x8a" + bytes([size]) + n.to_bytes(size, "little", signed=True)


def tensor(store=None, offset=0, shape=(2, 2), strides=(2, 1)):
    sizes = lambda ns: b"(" + b"".join(map(number, ns)) + b"t"
    return (b"ctorch._utils\n_rebuild_tensor_v2\n(" + (store or storage()) + number(offset) + sizes(shape) + sizes(strides)
            + b"\x89ccollections\nOrderedDict\n)RtR")


def state(value, name="w"):
    return b"\x80\x02}" + text(name) + value + b"s."


def archive(path, data, entries=None, method=zipfile.ZIP_STORED):
    out = zipfile.ZipFile(path, "w", method)
    out.writestr("archive/data.pkl", data)
    for name, contents in (entries or {"data/0": struct.pack("<4f", 1, 2, 3, 4), "byteorder": b"little"}).items():
        out.writestr("archive/" + name, contents)
    out.close()


class Call:
    def __init__(self, function, *arguments):
        self.parts = function, arguments

    def __reduce__(self):
        return self.parts


def hostile():
    pickles = {
        "os-system": pickle.dumps({"w": Call(os.system, "echo executed > /tmp/hearth-was-here")}, protocol=2),
        "eval": pickle.dumps({"w": Call(eval, "1 + 1")}, protocol=2),
        "getattr": pickle.dumps({"w": Call(getattr, "a", "upper")}, protocol=2),
        "global-without-call": b"\x80\x02}" + text("w") + b"cposix\nsystem\ns.",
        "stack-global": pickle.dumps({"w": Call(os.system, "true")}, protocol=4),
        "instance": b"(S'echo'\nios\nsystem\n.",
        "call-of-a-storage-type": state(STORAGE + b")R"),
        "build-on-a-tensor": state(tensor() + b"}b"),
        "extension-code": b"\x80\x02\x82\x01.",
        "text-opcodes": pickle.dumps({"w": 1}, protocol=0),
        "huge-storage": state(tensor(storage(count=1 << 60))),
        "storage-longer-than-its-entry": state(tensor(storage(count=5))),
        "storage-missing": state(tensor(storage(key="7"))),
        "storage-outside": state(tensor(storage(key="../../../../etc/passwd"))),
        "shape-too-large": state(tensor(shape=(2, 3), strides=(3, 1))),
        "shape-overflows": state(tensor(shape=(1 << 40, 1 << 40), strides=(1 << 40, 1))),
        "shape-overflows-but-for-a-zero": state(tensor(shape=(1 << 40, 1 << 40, 0), strides=(1, 1, 1), offset=9)),
        "shape-negative": state(tensor(shape=(-2, -2))),
        "shape-of-many": state(tensor(shape=(1,) * 9, strides=(1,) * 9)),
        "offset-past-end": state(tensor(offset=1)),
        "offset-negative": state(tensor(offset=-1)),
        "offset-huge": state(tensor(offset=(1 << 62) + 1)),
        "integer-too-long": state(b"\x8a\xff" + b"\x01" * 255),
        "transposed": state(tensor(strides=(1, 2))),
        "broadcast": state(tensor(strides=(0, 0))),
        "not-a-tensor": state(number(3)),
        "not-a-dictionary": b"\x80\x02" + tensor() + b".",
        "name-not-a-string": b"\x80\x02}" + number(1) + tensor() + b"s.",
        "name-twice": b"\x80\x02}(" + (text("w") + tensor()) * 2 + b"u.",
        "dictionary-in-itself": b"\x80\x02}q\x00" + text("w") + b"h\x00s.",
        "state-dict-of-itself": b"\x80\x02}q\x00" + text("state_dict") + b"h\x00s.",
        "memo-jumps": b"\x80\x02}r\xff\xff\xff\xff.",
        "memo-unknown": b"\x80\x02h\x05.",
        "empty-stack": b"\x80\x02a.",
        "no-mark": b"\x80\x02Nt.",
        "no-stop": b"\x80\x02}",
        "after-the-stop": state(tensor()) + b"more",
        "string-cut-short": b"\x80\x02X\xff\xff\xff\x7fabc",
        "string-not-utf8": b"\x80\x02}U\x02\xff\xfe" + tensor() + b"s.",
        "empty-pickle": b"",
    }
    for name, data in pickles.items():
        archive(at("bad", name + ".bin"), data)

    good = {"data/0": struct.pack("<4f", 1, 2, 3, 4)}
    archive(at("bad", "big-endian.bin"), state(tensor()), good | {"byteorder": b"big"})
    archive(at("bad", "compressed.bin"), state(tensor()), good, zipfile.ZIP_DEFLATED)
    with zipfile.ZipFile(at("bad", "no-pickle.bin"), "w") as out:
        out.writestr("archive/data/0", b"1234")
    archive(at("control.bin"), state(tensor()))

    whole = open(at("control.bin"), "rb").read()
    end = whole.rindex(b"PK\x05\x06")
    directory = struct.unpack_from("<I", whole, end + 16)[0]

    def damaged(name, *changes):
        data = bytearray(whole)
        for place, value in changes:
            data[place:place + len(value)] = value
        with open(at("bad", name + ".bin"), "wb") as out:
            out.write(data)

    damaged("directory-outside", (end + 16, b"\xff\xff\xff\x7f"))
    damaged("directory-too-long", (end + 12, b"\xff\xff\xff\x7f"))
    damaged("entries-too-many", (end + 8, b"\xfe\xff\xfe\xff"))
    damaged("zip64-missing", (end + 16, b"\xff\xff\xff\xff"))
    damaged("entry-size-huge", (directory + 20, b"\xfe\xff\xff\xff\xfe\xff\xff\xff"))
    damaged("entry-sizes-differ", (directory + 20, b"\x01\x00\x00\x00"))
    damaged("entry-zip64-without-field", (directory + 20, b"\xff\xff\xff\xff\xff\xff\xff\xff"))
    damaged("entry-begins-elsewhere", (directory + 42, b"\x05\x00\x00\x00"))
    damaged("entry-begins-outside", (directory + 42, b"\xfe\xff\xff\xff"))
    damaged("entry-encrypted", (directory + 8, b"\x01"))
    damaged("entry-name-too-long", (directory + 28, b"\xff\xff"))
    damaged("entry-name-not-utf8", (directory + 46, b"\xff\xfe"))
    damaged("local-name-too-long", (26, b"\xff\xff"))
    with open(at("bad", "cut-in-half.bin"), "wb") as out:
        out.write(whole[:len(whole) // 2])
    with open(at("bad", "end-cut-off.bin"), "wb") as out:
        out.write(whole[:-4])
    open(at("bad", "empty.bin"), "wb").close()

    twice = io.BytesIO()
    import warnings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with zipfile.ZipFile(twice, "w") as out:
            for _ in range(2):
                out.writestr("archive/data.pkl", state(tensor()))
    with open(at("bad", "entry-twice.bin"), "wb") as out:
        out.write(twice.getvalue())

    torch.save({"w": torch.ones(2)}, at("bad", "before-1.6.bin"), _use_new_zipfile_serialization=False)
    with tarfile.open(at("bad", "tar.bin"), "w") as out:
        info = tarfile.TarInfo("pickle")
        out.addfile(info, io.BytesIO(b""))


if __name__ == "__main__":
    sound()
    hostile()
