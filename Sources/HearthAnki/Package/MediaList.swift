// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// The list of a package's pictures and sounds: which file in the archive is called what.
struct MediaList {
    struct Item {
        /// As the package has it; not to be trusted.
        var name: String
        /// The file in the archive.
        var entry: String
        /// Size and checksum of the unpacked file, as far as the package gives them.
        var size: Int?
        var sha1: String?
    }

    private(set) var items: [Item] = []

    /// Reads `{"0": "apple.png", …}`, as packages of schema 11 have it.
    init(json bytes: [UInt8], most: Int) throws(AnkiError) {
        var reader = JSONReader(bytes, depthLimit: 4)
        do {
            try reader.beginObject()
            while let entry = try reader.nextKey() {
                items.append(Item(name: try reader.readString(), entry: entry))
                if items.count > most { break }
            }
        } catch { throw AnkiError(.damaged, "media", "is not a list of media files: \(error)") }
        try check(most)
    }

    /// Reads the message `MediaEntries` of Anki's `import_export.proto`: files in the order of their numbers.
    init(protobuf bytes: [UInt8], most: Int) throws(AnkiError) {
        var list = ProtobufReader(bytes[...], "media")
        while let (field, value) = try list.next() {
            guard field == 1, let content = value.content else { continue }
            var item = Item(name: "", entry: "\(items.count)", size: 0)
            var reader = ProtobufReader(content, "media")
            while let (field, value) = try reader.next() {
                switch field {
                case 1: item.name = value.text ?? ""
                case 2: item.size = value.integer
                case 3: item.sha1 = value.content.map { $0.hexadecimal }
                case 255: item.entry = "\(value.integer ?? 0)"
                default: break
                }
            }
            items.append(item)
            try check(most)
        }
    }

    private func check(_ most: Int) throws(AnkiError) {
        guard items.count <= most else {
            throw AnkiError(.tooLarge, "media", "lists more than the \(most) files that are read")
        }
    }
}

extension Sequence<UInt8> {
    var hexadecimal: String {
        var text = ""
        for byte in self {
            text.unicodeScalars.append(Unicode.Scalar(hexadecimalDigit(byte >> 4)))
            text.unicodeScalars.append(Unicode.Scalar(hexadecimalDigit(byte & 15)))
        }
        return text
    }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
