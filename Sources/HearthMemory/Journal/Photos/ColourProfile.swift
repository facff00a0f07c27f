// SPDX-License-Identifier: Apache-2.0

/// A colour profile with the numbers that colours are computed with, and nothing else: names of makers and devices,
/// dates, descriptions and rights are left out. Source: ICC.1:2022, sections 7 to 10.
struct ColourProfile {
    let bytes: [UInt8]

    /// Tags of matrices, curves and tables.
    private static let tags: Set<String> = [
        "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "wtpt", "bkpt", "chad", "A2B0", "A2B1", "A2B2", "B2A0",
        "B2A1", "B2A2", "gamt", "cicp",
    ]
    /// Types that have numbers alone.
    private static let types: Set<String> = [
        "XYZ ", "curv", "para", "sf32", "mft1", "mft2", "mAB ", "mBA ", "cicp",
    ]
    private static let headLength = 128
    private static let longest = 4 << 20
    /// Parts of the head that stay: version; class, colour space and connection space; the signature; the intent and
    /// the illuminant.
    private static let kept = [8..<12, 12..<24, 36..<40, 64..<80]

    /// - Returns: `nil` for what is no profile, or has no numbers.
    init?(_ profile: [UInt8]) {
        let input = PictureBytes(bytes: profile, kind: "ICC")
        guard profile.count <= Self.longest, profile.count >= Self.headLength + 4,
            profile[36..<40].elementsEqual("acsp".utf8), let count = try? input.big32(Self.headLength), count <= 200
        else { return nil }
        var parts: [(name: ArraySlice<UInt8>, data: ArraySlice<UInt8>)] = []
        var room = Self.longest
        for number in 0..<count {
            let entry = Self.headLength + 4 + 12 * number
            guard let name = try? input.part(entry, 4), let start = try? input.big32(entry + 4),
                let length = try? input.big32(entry + 8), let data = try? input.part(start, length)
            else { return nil }
            guard Self.tags.contains(String(decoding: name, as: UTF8.self)), length >= 8,
                Self.types.contains(String(decoding: data.prefix(4), as: UTF8.self))
            else { continue }
            // Several may share their data, and could so become far more than there are.
            room -= length
            guard room >= 0 else { return nil }
            parts.append((name, data))
        }
        guard !parts.isEmpty else { return nil }
        bytes = Self.written(head: profile, parts)
    }

    private static func written(
        head: [UInt8], _ parts: [(name: ArraySlice<UInt8>, data: ArraySlice<UInt8>)]
    ) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: headLength)
        for range in kept { bytes.replaceSubrange(range, with: head[range]) }
        bytes += StrippedPicture.big32(parts.count)
        var (table, body): ([UInt8], [UInt8]) = ([], [])
        let start = headLength + 4 + 12 * parts.count
        for (name, data) in parts {
            table += name + StrippedPicture.big32(start + body.count) + StrippedPicture.big32(data.count)
            body += data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
        }
        bytes += table + body
        bytes.replaceSubrange(0..<4, with: StrippedPicture.big32(bytes.count))
        return bytes
    }
}
