// SPDX-License-Identifier: Apache-2.0

/// The table of contents of a zip file whose entries are stored, not compressed, so that each
/// can be used where it lies.
///
/// Read from the central directory alone, with zip64 sizes. Every offset is checked against the file before use;
/// nothing is copied but names: zip libraries read entries into buffers, and these are gigabytes that are mapped.
/// Source: PKWARE APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16 and 4.5.3.
struct TorchArchive {
    /// Range of each entry's bytes in the file, by the entry's name.
    let entries: [String: Range<Int>]

    /// Reason why a zip file cannot be read.
    struct Failure: Error { let detail: String }

    private static let endLength = 22
    private static let longestComment = 65_535

    /// - Throws: `Failure` when the bytes are no zip file, or one that is compressed, encrypted, split or damaged.
    init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        let reader = Reader(bytes: bytes)
        let directory = try Self.findDirectory(reader)
        var entries: [String: Range<Int>] = [:]
        var place = directory.range.lowerBound
        for _ in 0..<directory.count {
            guard try reader.number(4, at: place) == 0x0201_4B50 else {
                throw Failure(detail: "the entry at byte \(place) of its table of contents is damaged")
            }
            let (name, data, next) = try Self.readEntry(reader, at: place, before: directory.range.lowerBound)
            guard next <= directory.range.upperBound else {
                throw Failure(detail: "its table of contents is longer than it says")
            }
            // A folder is an entry without contents.
            if !name.hasSuffix("/") {
                guard entries.updateValue(data, forKey: name) == nil else {
                    throw Failure(detail: "\(printable(name)) is there twice")
                }
            }
            place = next
        }
        self.entries = entries
    }

    /// The central directory: where it lies, and how many entries it has.
    private static func findDirectory(_ reader: Reader) throws(Failure) -> (range: Range<Int>, count: Int) {
        guard let end = try findEnd(reader) else { throw Failure(detail: "is not a zip file, or it is cut short") }
        let disk = try reader.number(2, at: end + 4)
        var count = try reader.number(2, at: end + 10)
        var size = try reader.number(4, at: end + 12)
        var start = try reader.number(4, at: end + 16)
        var limit = end
        if count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF || disk == 0xFFFF {
            guard end >= 20, try reader.number(4, at: end - 20) == 0x0706_4B50 else {
                throw Failure(detail: "its zip64 end record is missing")
            }
            limit = try reader.number(8, at: end - 12)
            guard try reader.number(4, at: limit) == 0x0606_4B50 else {
                throw Failure(detail: "its zip64 end record is damaged")
            }
            count = try reader.number(8, at: limit + 32)
            size = try reader.number(8, at: limit + 40)
            start = try reader.number(8, at: limit + 48)
        } else if disk != 0 {
            throw Failure(detail: "is one part of a split zip file")
        }
        guard start <= limit, size <= limit - start, count <= size / 46 else {
            throw Failure(detail: "its table of contents does not lie in the file")
        }
        return (start..<start + size, count)
    }

    /// The last end record whose comment reaches exactly to the end of the file.
    private static func findEnd(_ reader: Reader) throws(Failure) -> Int? {
        let size = reader.bytes.count
        guard size >= endLength else { return nil }
        for place in stride(from: size - endLength, through: max(0, size - endLength - longestComment), by: -1)
        where reader.bytes[place] == 0x50 {
            if try reader.number(4, at: place) == 0x0605_4B50,
                try reader.number(2, at: place + 20) == size - place - endLength
            {
                return place
            }
        }
        return nil
    }

    private static func readEntry(
        _ reader: Reader, at place: Int, before limit: Int
    ) throws(Failure) -> (name: String, data: Range<Int>, next: Int) {
        let nameLength = try reader.number(2, at: place + 28)
        let extraLength = try reader.number(2, at: place + 30)
        let commentLength = try reader.number(2, at: place + 32)
        let nameBytes = try reader.slice(at: place + 46, count: nameLength)
        guard let name = String(validating: nameBytes, as: UTF8.self) else {
            throw Failure(detail: "the entry at byte \(place) has a name that is not UTF-8")
        }
        let shown = printable(name)
        guard try reader.number(2, at: place + 8) & 1 == 0 else { throw Failure(detail: "\(shown) is encrypted") }
        let method = try reader.number(2, at: place + 10)
        guard method == 0 else {
            throw Failure(detail: "\(shown) is compressed (method \(method)); PyTorch stores without compression")
        }
        // A field that is all ones stands in the zip64 extra field instead, in this order.
        var fields = [
            try reader.number(4, at: place + 24), try reader.number(4, at: place + 20),
            try reader.number(4, at: place + 42),
        ]
        if fields.contains(0xFFFF_FFFF) {
            let extra = place + 46 + nameLength
            var at = try reader.extraField(1, from: extra, to: extra + extraLength)
            for index in fields.indices where fields[index] == 0xFFFF_FFFF {
                guard let value = at, value.count >= 8 else { throw Failure(detail: "\(shown) has no zip64 sizes") }
                fields[index] = try reader.number(8, at: value.lowerBound)
                at = value.lowerBound + 8..<value.upperBound
            }
        }
        let (size, stored, header) = (fields[0], fields[1], fields[2])
        guard size == stored else { throw Failure(detail: "\(shown) is stored, but its two sizes differ") }
        guard header < limit, try reader.number(4, at: header) == 0x0403_4B50 else {
            throw Failure(detail: "\(shown) does not begin where the table of contents says")
        }
        let start = try header + 30 + reader.number(2, at: header + 26) + reader.number(2, at: header + 28)
        guard start <= limit, size <= limit - start else { throw Failure(detail: "\(shown) reaches past its end") }
        return (name, start..<start + size, place + 46 + nameLength + extraLength + commentLength)
    }
}

extension TorchArchive {
    /// Little-endian numbers at places that are checked.
    private struct Reader {
        let bytes: UnsafeRawBufferPointer

        func slice(at place: Int, count: Int) throws(Failure) -> UnsafeRawBufferPointer.SubSequence {
            guard place >= 0, place <= bytes.count, count <= bytes.count - place else {
                throw Failure(detail: "is cut short")
            }
            return bytes[place..<place + count]
        }

        /// - Throws: `Failure` past the end, or for a number that no file reaches.
        func number(_ size: Int, at place: Int) throws(Failure) -> Int {
            let value = try slice(at: place, count: size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard value < 1 << 60 else { throw Failure(detail: "has a size that cannot be") }
            return Int(value)
        }

        /// The contents of the extra field called `id`, or `nil`.
        func extraField(_ id: Int, from start: Int, to end: Int) throws(Failure) -> Range<Int>? {
            var place = start
            while place + 4 <= end {
                let size = try number(2, at: place + 2)
                guard place + 4 + size <= end else { return nil }
                if try number(2, at: place) == id { return place + 4..<place + 4 + size }
                place += 4 + size
            }
            return nil
        }
    }
}
