// SPDX-License-Identifier: Apache-2.0

/// The Unicode normalization forms, applied only to the stretches of a text that they may change.
///
/// Source: Unicode Standard Annex 15. The reference implementation's tables end with Unicode 9, so ours do too: a later
/// character that the model has never seen decomposed must not be decomposed here. Foundation's forms are those of
/// whatever Unicode the system has, and cannot say which bytes of the original each part came from.
final class NormalizationForm: Sendable {
    static let nfc = NormalizationForm(composes: true, compatible: false)
    static let nfd = NormalizationForm(composes: false, compatible: false)
    static let nfkc = NormalizationForm(composes: true, compatible: true)
    static let nfkd = NormalizationForm(composes: false, compatible: true)

    private let composes: Bool
    private let tables: NormalizationTables
    private let compatible: Bool
    /// For each scalar below `flagged`: whether it must be looked at (1), and whether it is tied to what precedes (2).
    private let flags: Frozen<UInt8>
    private static let flagged: UInt32 = 0x30000
    private static let trigger: UInt8 = 1
    private static let tied: UInt8 = 2

    private init(composes: Bool, compatible: Bool) {
        self.composes = composes
        self.compatible = compatible
        let tables = NormalizationTables.shared
        self.tables = tables
        var flags = [UInt8](repeating: 0, count: Int(Self.flagged))
        for (scalar, entry) in tables.decompositions where scalar < Self.flagged {
            if entry.compatible, !compatible { continue }
            // What composes to itself again stays, unless a part of it has another form (U+0385 begins with U+00A8).
            let hasOtherParts = compatible && entry.parts.contains { tables.decompositions[$0]?.compatible == true }
            if !composes || entry.compatible || entry.excluded || hasOtherParts { flags[Int(scalar)] |= Self.trigger }
        }
        if !composes { for scalar in 0xAC00..<0xD7A4 { flags[scalar] |= Self.trigger } }
        for scalar in tables.combiningClasses.keys where scalar < Self.flagged {
            flags[Int(scalar)] |= Self.trigger | Self.tied
        }
        if composes {
            for key in tables.compositions.keys { flags[Int(key & 0xFFFF_FFFF)] |= Self.trigger | Self.tied }
            for scalar in 0x1161..<0x1176 { flags[scalar] |= Self.trigger | Self.tied }
            for scalar in 0x11A8..<0x11C3 { flags[scalar] |= Self.trigger | Self.tied }
        }
        // What decomposes into something tied is tied itself (U+0344, U+0F73, …).
        for (scalar, entry) in tables.decompositions where scalar < Self.flagged {
            if entry.compatible, !compatible { continue }
            if let first = entry.parts.first, first < Self.flagged, flags[Int(first)] & Self.tied != 0 {
                flags[Int(scalar)] |= Self.trigger | Self.tied
            }
        }
        self.flags = Frozen(flags)
    }

    @inline(__always)
    private func flag(_ scalar: UInt32) -> UInt8 { scalar < Self.flagged ? flags.base[Int(scalar)] : 0 }

    func apply(to text: inout Text) {
        if text.isASCII || !mayChange(text.bytes) { return }
        var writer = Text.Writer(replacing: text)
        text.bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            let count = source.count
            var copied = 0  // everything before is written
            var starter = 0  // the last place where a stretch can begin
            var index = 0
            while index < count {
                if base[index] < 0x80 {
                    starter = index
                    index += 1
                    continue
                }
                let (scalar, length) = readScalar(base, index)
                let flag = flag(scalar)
                if flag == 0 {
                    starter = index
                    index += length
                    continue
                }
                let start = flag & Self.tied != 0 ? max(starter, copied) : index
                var end = index + length
                while end < count {
                    let (next, nextLength) = readScalar(base, end)
                    if self.flag(next) & Self.tied == 0 { break }
                    end += nextLength
                }
                if copied < start {
                    copy(base, copied, start, &writer)
                }
                normalize(base, start, end, &writer.bytes)
                writer.mark(start, end)
                copied = end
                starter = end
                index = end
            }
            copy(base, copied, count, &writer)
        }
        text = writer.finish()
    }

    /// Copies unchanged bytes, each with its own mark.
    private func copy(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ writer: inout Text.Writer) {
        if !writer.tracksMarks {
            writer.bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: end - start))
            return
        }
        for index in start..<max(start, end) {
            writer.bytes.append(base[index])
            writer.mark(index, index + 1)
        }
    }

    private func mayChange(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return false }
            var index = 0
            while index < source.count {
                if base[index] < 0x80 {
                    index += 1
                    continue
                }
                let (scalar, length) = readScalar(base, index)
                if flag(scalar) != 0 { return true }
                index += length
            }
            return false
        }
    }

    private func normalize(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ out: inout [UInt8]) {
        var scalars: [UInt32] = []
        var index = start
        while index < end {
            let (scalar, length) = readScalar(base, index)
            tables.decompose(scalar, compatible: compatible, into: &scalars)
            index += length
        }
        reorder(&scalars)
        if composes { compose(&scalars) }
        for scalar in scalars { out.append(scalar: scalar) }
    }

    /// Puts each run of combining marks in the order of their classes, equal ones as they were.
    private func reorder(_ scalars: inout [UInt32]) {
        guard scalars.count > 1 else { return }
        let classes = scalars.map { tables.combiningClass($0) }
        var start = 0
        while start < scalars.count {
            if classes[start] == 0 {
                start += 1
                continue
            }
            var end = start
            while end < scalars.count, classes[end] != 0 { end += 1 }
            let sorted = (start..<end).sorted { (classes[$0], $0) < (classes[$1], $1) }.map { scalars[$0] }
            scalars.replaceSubrange(start..<end, with: sorted)
            start = end
        }
    }

    private func compose(_ scalars: inout [UInt32]) {
        var result: [UInt32] = []
        var starter = -1  // where in `result` the last starter stands
        var lastClass = 0  // the class of what was kept last behind it
        for scalar in scalars {
            let combiningClass = Int(tables.combiningClass(scalar))
            if starter >= 0, result.count - 1 == starter || (lastClass != 0 && lastClass < combiningClass),
                let composed = tables.compose(result[starter], scalar)
            {
                result[starter] = composed
                continue
            }
            if combiningClass == 0 { starter = result.count }
            lastClass = combiningClass
            result.append(scalar)
        }
        scalars = result
    }
}

/// Decompositions, their inverses and the order of combining marks.
final class NormalizationTables: Sendable {
    static let shared = NormalizationTables()

    struct Entry: Sendable {
        var parts: [UInt32]
        /// Of the compatibility forms alone.
        var compatible: Bool
        /// Never composed again.
        var excluded: Bool
    }

    let decompositions: [UInt32: Entry]
    /// First part << 32 | second part → composed scalar.
    let compositions: [UInt64: UInt32]
    let combiningClasses: [UInt32: UInt8]

    private init() {
        var decompositions: [UInt32: Entry] = [:]
        var compositions: [UInt64: UInt32] = [:]
        for (table, compatible) in [
            (UnicodeDecompositions.canonical, false), (UnicodeDecompositions.compatible, true),
        ] {
            let text = table.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
            for item in text.utf8.split(separator: UInt8(ascii: " ")) {
                guard let sign = item.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "!") }),
                    let scalar = UInt32(Substring(item[..<sign]), radix: 16), Self.isOld(scalar)
                else { continue }
                let excluded = item[sign] == UInt8(ascii: "!")
                let parts = item[item.index(after: sign)...].split(separator: UInt8(ascii: ","))
                    .compactMap { UInt32(Substring($0), radix: 16) }
                decompositions[scalar] = Entry(parts: parts, compatible: compatible, excluded: excluded)
                if !compatible, !excluded, parts.count == 2 {
                    compositions[UInt64(parts[0]) << 32 | UInt64(parts[1])] = scalar
                }
            }
        }
        var classes: [UInt32: UInt8] = [:]
        for range in CharacterClasses.marks.ranges {
            for value in range {
                guard let scalar = Unicode.Scalar(value), Self.isOld(value) else { continue }
                let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
                if combiningClass != 0 { classes[value] = combiningClass }
            }
        }
        self.decompositions = decompositions
        self.compositions = compositions
        combiningClasses = classes
    }

    private static func isOld(_ value: UInt32) -> Bool {
        guard let age = Unicode.Scalar(value)?.properties.age else { return false }
        return age.major <= 9
    }

    func combiningClass(_ scalar: UInt32) -> UInt8 {
        scalar < 0x300 ? 0 : combiningClasses[scalar] ?? 0
    }

    /// Appends the full decomposition; the published tables nest only a few levels deep.
    func decompose(_ scalar: UInt32, compatible: Bool, into result: inout [UInt32]) {
        if (0xAC00..<0xD7A4).contains(scalar) {
            let index = scalar - 0xAC00
            result += [0x1100 + index / 588, 0x1161 + index % 588 / 28]
            if index % 28 != 0 { result.append(0x11A7 + index % 28) }
            return
        }
        guard scalar >= 0xA0, let entry = decompositions[scalar], compatible || !entry.compatible else {
            result.append(scalar)
            return
        }
        for part in entry.parts { decompose(part, compatible: compatible, into: &result) }
    }

    func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if (0x1100..<0x1113).contains(first), (0x1161..<0x1176).contains(second) {
            return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
        }
        if (0xAC00..<0xD7A4).contains(first), (first - 0xAC00).isMultiple(of: 28), (0x11A8..<0x11C3).contains(second) {
            return first + second - 0x11A7
        }
        return compositions[UInt64(first) << 32 | UInt64(second)]
    }
}
