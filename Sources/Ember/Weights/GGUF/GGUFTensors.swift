// SPDX-License-Identifier: Apache-2.0

/// Reads the table of a GGUF file's tensors and checks that each lies within the file, where it may and by itself.
struct GGUFTensors {
    let alignment: Int

    private static let mostDimensions: UInt32 = 4

    /// A tensor as its table entry has it: `range` counts from the start of the data, which is not yet known.
    private func readEntry(_ cursor: inout GGUFCursor) throws(EmberError) -> TensorEntry {
        let bytes = try cursor.text()
        guard let name = String(validating: cursor.file.bytes[bytes], as: UTF8.self) else {
            throw cursor.malformed("the name of a tensor is not UTF-8")
        }
        let dimensions = try cursor.number(UInt32.self)
        guard dimensions <= Self.mostDimensions else {
            throw cursor.malformed(
                "\(printable(name)) has \(dimensions) dimensions, at most \(Self.mostDimensions) are allowed")
        }
        var shape: [Int] = []
        for _ in 0..<dimensions { shape.append(try cursor.count("a dimension of \(printable(name))", upTo: Int.max)) }
        let number = try cursor.number(UInt32.self)
        guard let type = TensorType(number: number) else {
            throw cursor.malformed("\(printable(name)) has the tensor type \(number), which does not exist")
        }
        let size = try size(of: shape, type, name, cursor)
        let offset = try cursor.count("the offset of \(printable(name))", upTo: Int.max)
        guard offset.isMultiple(of: alignment) else {
            throw cursor.malformed("\(printable(name)) begins at \(offset), not a multiple of \(alignment)")
        }
        let (end, overflow) = offset.addingReportingOverflow(size)
        guard !overflow else { throw cursor.malformed("\(printable(name)) ends past any file") }
        // The format counts dimensions from the innermost.
        return TensorEntry(name: name, type: type, shape: shape.reversed(), range: offset..<end)
    }

    private func size(
        of shape: [Int], _ type: TensorType, _ name: String, _ cursor: GGUFCursor
    ) throws(EmberError) -> Int {
        let unit = type.unit
        let row = shape.first ?? 1
        guard row.isMultiple(of: unit.inputs) else {
            throw cursor.malformed(
                "\(printable(name)) has rows of \(row) weights, not a multiple of the \(unit.inputs) of a \(type.name) block"
            )
        }
        guard let count = TensorEntry.count(of: shape),
            case (let size, let overflow) = (count / unit.inputs).multipliedReportingOverflow(by: unit.bytes), !overflow
        else { throw cursor.malformed("\(printable(name)) has the impossible shape \(shape)") }
        return size
    }

    /// Reads `count` entries and places them behind the table.
    func read(_ count: Int, _ cursor: inout GGUFCursor) throws(EmberError) -> [TensorEntry] {
        var entries: [TensorEntry] = []
        var names: Set<String> = []
        for _ in 0..<count {
            let entry = try readEntry(&cursor)
            guard names.insert(entry.name).inserted else {
                throw cursor.malformed("the tensor \(printable(entry.name)) appears twice")
            }
            entries.append(entry)
        }
        return try place(entries, cursor)
    }

    private func place(_ entries: [TensorEntry], _ cursor: GGUFCursor) throws(EmberError) -> [TensorEntry] {
        let start = (cursor.position + alignment - 1) / alignment * alignment
        let room = cursor.file.bytes.count - start
        func malformed(_ detail: String) -> EmberError {
            EmberError(.malformedFile, cursor.file.name, detail)
        }
        var end = 0
        for entry in entries.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard entry.range.upperBound <= room else {
                throw malformed(
                    "\(printable(entry.name)) takes the bytes \(entry.range.lowerBound)…\(entry.range.upperBound) of the "
                        + "data, the file has \(max(0, room)); truncated?")
            }
            guard entry.range.lowerBound >= end else {
                throw malformed("\(printable(entry.name)) overlaps another tensor")
            }
            end = entry.range.upperBound
        }
        return entries.map { $0.moved(to: start + $0.range.lowerBound) }
    }
}
