// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import Foundation
import Testing

/// A tensor with its bytes, for tests that compare files or make them.
struct NamedTensor: Equatable {
    var type: ElementType
    var shape: [Int]
    var bytes: Data
}

/// All tensors of the weights in a folder, or of one file.
func tensors(in url: URL) throws -> [String: NamedTensor] {
    var result: [String: NamedTensor] = [:]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    let files = names.filter { $0.hasSuffix(".safetensors") }.map { url.appending(path: $0) }
    for file in files.isEmpty ? [url] : files {
        let bytes = try Data(contentsOf: file)
        for entry in try SafetensorsFile(file).tensors {
            result[entry.name] = NamedTensor(
                type: try #require(entry.type.element), shape: entry.shape, bytes: bytes[entry.range])
        }
    }
    return result
}

/// Writes a safetensors file, without the help of the code under test.
func write(_ tensors: [String: NamedTensor], to url: URL) throws {
    var header = JSONObject()
    var data = Data()
    for (name, tensor) in tensors.sorted(by: { $0.key < $1.key }) {
        header[name] = [
            "dtype": .string(tensor.type.rawValue), "shape": .array(tensor.shape.map(JSON.integer)),
            "data_offsets": [.integer(data.count), .integer(data.count + tensor.bytes.count)],
        ]
        data.append(tensor.bytes)
    }
    let text = Data(JSON.object(header).text.utf8)
    let length = withUnsafeBytes(of: UInt64(text.count).littleEndian) { Data($0) }
    try (length + text + data).write(to: url)
}

/// Converts a folder and returns what was reported.
@discardableResult
func convert(
    _ source: URL, to destination: URL, _ change: (inout ConversionOptions) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
) throws -> (events: [ConversionEvent], summary: ConversionSummary) {
    var options = ConversionOptions()
    change(&options)
    var events: [ConversionEvent] = []
    var conversion = try ModelConversion(from: source, to: destination, options)
    let summary = try conversion.run(isCancelled: isCancelled) { events.append($0) }
    return (events, summary)
}
