// SPDX-License-Identifier: Apache-2.0

/// Lower case of single scalars, without regard to what stands around them.
enum LowercaseTable {
    /// The lower case of every scalar below 0x20000 that has one, else 0. U+0130 alone has two scalars and is not here.
    private static let table: Frozen<UInt32> = {
        var table = [UInt32](repeating: 0, count: 0x20000)
        for range in CharacterClasses.scalars(where: { $0.changesWhenLowercased }).ranges {
            for value in range where value < 0x20000 {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let lower = scalar.properties.lowercaseMapping.unicodeScalars
                if lower.count == 1, let first = lower.first { table[Int(value)] = first.value }
            }
        }
        return Frozen(table)
    }()

    static func apply(to text: inout Text) {
        let table = table
        text.mapScalars { scalar, out in
            if scalar < 0x80 {
                out.append(UInt8(truncatingIfNeeded: scalar &- 0x41 < 26 ? scalar | 0x20 : scalar))
            } else if scalar == 0x130 {
                out.append(contentsOf: [0x69, 0xCC, 0x87])
            } else if scalar < 0x20000, table.base[Int(scalar)] != 0 {
                out.append(scalar: table.base[Int(scalar)])
            } else {
                out.append(scalar: scalar)
            }
        }
    }
}
