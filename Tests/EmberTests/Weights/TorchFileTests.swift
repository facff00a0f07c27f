// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import Foundation
import Testing

/// PyTorch's checkpoints: those that torch wrote are read number for number, the others are refused with one sentence.
@Suite struct TorchFileTests {
    private static let folder = Fixtures.shipped.appending(path: "pytorch")

    private func bytes(of tensor: TensorEntry, in url: URL) throws -> Data { try Data(contentsOf: url)[tensor.range] }

    @Test func `a model saved by torch has the bytes of its safetensors twin`() throws {
        let pickled = Self.folder.appending(path: "qwen3-bf16.bin")
        let twin = Fixtures.shipped.appending(path: "models/qwen3-bf16/model.safetensors")
        let tensors = try WeightFile(pickled).tensors.sorted { $0.name < $1.name }
        let expected = try WeightFile(twin).tensors.sorted { $0.name < $1.name }
        #expect(tensors.map(\.name) == expected.map(\.name) && tensors.map(\.shape) == expected.map(\.shape))
        for (a, b) in zip(tensors, expected) {
            #expect(try a.type == b.type && bytes(of: a, in: pickled) == bytes(of: b, in: twin), "\(a.name)")
        }
    }

    @Test func `every type, views into shared storage, scalars and empty tensors are read as torch has them`() throws {
        let url = Self.folder.appending(path: "types.bin")
        let expected = try #require(try Fixtures.json(Self.folder.appending(path: "types.json")).object)
        let tensors = try WeightFile(url).tensors
        #expect(Set(tensors.map(\.name)) == Set(expected.keys))
        for tensor in tensors {
            let values = try #require(expected[tensor.name]?["values"]?.array).compactMap(\.double)
            #expect(tensor.shape == expected[tensor.name]?["shape"]?.integers, "\(tensor.name)")
            #expect(
                try numbers(Array(bytes(of: tensor, in: url)), #require(tensor.type.element)) == values,
                "\(tensor.name)")
        }
    }

    private func numbers(_ bytes: [UInt8], _ type: ElementType) -> [Double] {
        func read<T>(_: T.Type, _ widen: (T) -> Double) -> [Double] {
            stride(from: 0, to: bytes.count, by: MemoryLayout<T>.size).map { start in
                widen(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: T.self) })
            }
        }
        return switch type {
        case .float64: read(Double.self) { $0 }
        case .float32: read(Float.self) { Double($0) }
        case .float16: read(UInt16.self) { Double(Self.widenHalf($0)) }
        case .bfloat16: read(UInt16.self) { Double(Float(bitPattern: UInt32($0) << 16)) }
        case .int64: read(Int64.self) { Double($0) }
        case .int32: read(Int32.self) { Double($0) }
        case .int16: read(Int16.self) { Double($0) }
        case .int8: read(Int8.self) { Double($0) }
        default: read(UInt8.self) { Double($0) }
        }
    }

    /// A normal number or zero; Swift's Float16 is not there on every machine.
    private static func widenHalf(_ bits: UInt16) -> Float {
        guard bits & 0x7FFF != 0 else { return 0 }
        return Float(bitPattern: UInt32(bits & 0x8000) << 16 | (UInt32(bits & 0x7FFF) << 13 &+ 112 << 23))
    }

    @Test(arguments: ["state_dict.pt", "nested.pt"])
    func `a module's state is found, with its notes passed over`(file: String) throws {
        #expect(try WeightFile(Self.folder.appending(path: file)).tensors.map(\.name) == ["weight", "bias"])
    }

    @Test func `an index leads to the shards`() throws {
        let tensors = try Checkpoint(directory: Self.folder.appending(path: "sharded")).tensors
        #expect(tensors.map(\.name) == ["a", "b", "c"] && tensors.allSatisfy { $0.shape == [2, 2] })
    }

    @Test func `what training leaves behind is not taken for weights`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let control = Self.folder.appending(path: "control.bin")
            for name in ["model.bin", "training_args.bin", "optimizer.pt"] {
                try FileManager.default.copyItem(at: control, to: folder.appending(path: name))
            }
            #expect(try Checkpoint(directory: folder).tensors.map(\.name) == ["w"])
            try FileManager.default.copyItem(at: control, to: folder.appending(path: "other.bin"))
            let error = #expect(throws: EmberError.self) { try Checkpoint(directory: folder) }
            #expect(error?.detail.contains("2 PyTorch files") == true)
        }
    }

    // MARK: Refusals

    /// The folder's files, none of which torch would write for a dictionary of contiguous tensors.
    static let bad = ((try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "bad").path)) ?? [])
        .sorted()

    @Test func `the control is sound, so that what follows is refused for its damage`() throws {
        let tensors = try WeightFile(Self.folder.appending(path: "control.bin")).tensors
        #expect(tensors.map(\.name) == ["w"] && tensors.map(\.shape) == [[2, 2]] && Self.bad.count > 60)
    }

    @Test(.timeLimit(.minutes(1)), arguments: bad)
    func `is refused with one sentence`(file: String) throws {
        let url = Self.folder.appending(path: "bad/\(file)")
        let error = try #require(throws: EmberError.self) { try WeightFile(url) }
        #expect(error.place == file && !"\(error)".contains("\n") && "\(error)".count < 400)
    }

    @Test(arguments: [
        ("os-system.bin", "posix.system"), ("eval.bin", "__builtin__.eval"), ("getattr.bin", "__builtin__.getattr"),
        ("stack-global.bin", "protocol 4"), ("before-1.6.bin", "before 1.6"), ("tar.bin", "tar file"),
        ("transposed.bin", "w: is not stored row after row"), ("compressed.bin", "compressed"),
        ("big-endian.bin", "big-endian"), ("broadcast.bin", "strides [0, 0]"),
    ])
    func `what is not allowed is named`(file: String, words: String) throws {
        let url = Self.folder.appending(path: "bad/\(file)")
        let error = try #require(throws: EmberError.self) { try WeightFile(url) }
        #expect(error.detail.contains(words), "\(error)")
    }

    /// Each repeats one harmless step until a naive reader has no memory, or no stack, left.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("marks", [UInt8(ascii: "(")], []), ("tuples", [UInt8(ascii: ")")], []),
            ("nested tuples", [0x85], [UInt8(ascii: ")")]), ("dictionaries", [UInt8(ascii: "}")], []),
            ("memo", [UInt8(ascii: "h"), 0], [UInt8(ascii: "}"), UInt8(ascii: "q"), 0]),
            ("strings", [UInt8(ascii: "U"), 0], []),
            ("pairs", Array("NNs".utf8), [UInt8(ascii: "}")]),
        ])
    func `a bomb of a million steps is refused`(name: String, step: [UInt8], before: [UInt8]) async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let url = folder.appending(path: "bomb.bin")
            var steps = Data(step)
            while steps.count < 2_200_000 * step.count { steps.append(steps) }
            try Self.archive([0x80, 2] + before + steps + [UInt8(ascii: ".")]).write(to: url)
            let error = try #require(throws: EmberError.self) { try WeightFile(url) }
            #expect(error.code == .malformedFile)
        }
    }

    /// A stored zip file with one entry.
    private static func archive(_ pickle: Data) -> Data {
        func little(_ values: (Int, bytes: Int)...) -> [UInt8] {
            values.flatMap { value, count in (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        }
        let name = Array("a/data.pkl".utf8)
        let common = little(
            (0, 2), (0, 2), (0, 4), (0, 4), (pickle.count, 4), (pickle.count, 4), (name.count, 2), (0, 2))
        let local = little((0x0403_4B50, 4), (10, 2)) + common + name
        let central =
            little((0x0201_4B50, 4), (10, 2), (10, 2)) + common + little((0, 2), (0, 2), (0, 2), (0, 4), (0, 4)) + name
        let start = local.count + pickle.count
        return Data(local + pickle + central)
            + little((0x0605_4B50, 4), (0, 2), (0, 2), (1, 2), (1, 2), (central.count, 4), (start, 4), (0, 2))
    }

    @Test func `cutting a checkpoint anywhere is noticed`() async throws {
        let whole = try Data(contentsOf: Self.folder.appending(path: "control.bin"))
        try await Fixtures.withTemporaryFolder { folder in
            let url = folder.appending(path: "cut.bin")
            for length in 0..<whole.count {
                try whole.prefix(length).write(to: url)
                #expect(throws: EmberError.self) { try WeightFile(url) }
            }
        }
    }

    /// Any one byte changed: a result or a sentence, never a crash.
    @Test func `changing any byte of a checkpoint does no harm`() async throws {
        let whole = try Data(contentsOf: Self.folder.appending(path: "control.bin"))
        try await Fixtures.withTemporaryFolder { folder in
            let url = folder.appending(path: "changed.bin")
            var refused = 0
            for place in whole.indices {
                for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                    var changed = whole
                    changed[place] = value
                    try changed.write(to: url)
                    do {
                        for tensor in try WeightFile(url).tensors { #expect(tensor.range.upperBound <= whole.count) }
                    } catch is EmberError { refused += 1 }
                }
            }
            #expect(refused > whole.count)
        }
    }
}
