// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// The text of a file from a stranger, read by bytes and by lines: as large as such files may be, their characters are
/// counted only where they are kept.
struct FileText {
    /// UTF-8 with line feeds alone at the ends of lines, and without marks of byte order.
    let bytes: [UInt8]

    /// - Returns: `nil` for what is no text.
    init?(_ file: [UInt8]) {
        guard !file.contains(0), String(validating: file, as: UTF8.self) != nil else { return nil }
        StepCounter.add(file.count)
        guard file.contains(0x0D) || file.contains(0xEF) else {
            bytes = file
            return
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(file.count)
        var place = 0
        while place < file.count {
            let rest = file[place...].prefix(3)
            if rest.elementsEqual([0xEF, 0xBB, 0xBF]) {
                place += 3
            } else {
                if !rest.prefix(2).elementsEqual([0x0D, 0x0A]) { bytes.append(file[place]) }
                place += 1
            }
        }
        self.bytes = bytes
    }

    /// The line that begins at a place, without its end.
    func line(at start: Int) -> Range<Int> {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        StepCounter.add(end - start + 1)
        return start..<end
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func begins(_ range: Range<Int>, with text: StaticString) -> Bool {
        bytes[range].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func line(_ range: Range<Int>, is text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount && begins(range, with: text)
    }

    func isBlank(_ range: Range<Int>) -> Bool {
        // Most lines have a sign of ASCII, and are told by it.
        guard !bytes[range].contains(where: { (0x21..<0x7F).contains($0) }) else { return false }
        return string(range).allSatisfy(\.isWhitespace)
    }
}
