// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import Testing

/// A dimension of 0 makes a tensor empty; the others may be multiplied without it, so they have to be possible, too.
@Suite struct ImpossibleShapeTests {
    private static let half = 1 << 62
    private static let impossible = [
        [0, half, half], [half, 0, half], [half, half, 0], [half, half], [0, Int.max, 2], [half, 2, 0],
    ]

    @Test(arguments: impossible)
    func `a GGUF tensor of such a shape is refused`(shape: [Int]) async throws {
        var writer = GGUFWriter()
        writer.tensors = [.init(name: "a", shape: shape, data: [])]
        try await Fixtures.withTemporaryFolder { folder in
            let url = folder.appending(path: "model.gguf")
            try writer.write(to: url)
            let error = #expect(throws: EmberError.self) { try GGUFFile(url) }
            #expect(error?.code == .malformedFile && error?.detail.contains("impossible shape") == true)
        }
    }

    @Test(arguments: impossible)
    func `a safetensors tensor of such a shape is refused`(shape: [Int]) async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let url = try file(shape, in: folder)
            let error = #expect(throws: EmberError.self) { try SafetensorsFile(url) }
            #expect(error?.code == .malformedFile && error?.detail.contains("impossible shape") == true)
        }
    }

    @Test func `a tensor without numbers is no fault`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let file = try SafetensorsFile(try file([4096, 0, 7], in: folder))
            #expect(file.tensors.map(\.count) == [0])
        }
    }

    private func file(_ shape: [Int], in folder: URL) throws -> URL {
        let header = #"{"a":{"dtype":"F32","shape":\#(shape),"data_offsets":[0,0]}}"#
        let url = folder.appending(path: "model.safetensors")
        let size = (0..<8).map { UInt8(truncatingIfNeeded: header.utf8.count >> (8 * $0)) }
        try Data(size + Array(header.utf8)).write(to: url)
        return url
    }
}
