// SPDX-License-Identifier: Apache-2.0

/// Rows grouped by the row that they belong to, such as reviews by their card: as chains, since a list of its own for
/// each of 20,000 keys takes longer to make than to read.
struct RowGroups {
    private var heads: [Int: Int32] = [:]
    private var next: [Int32] = []

    /// - Parameter rows: fewer than 2^31, as all that fits into the memory of an import.
    init<Row>(_ rows: [Row], by key: (Row) -> Int) {
        next = Array(repeating: -1, count: rows.count)
        heads.reserveCapacity(rows.count)
        for place in rows.indices.reversed() {
            next[place] = heads.updateValue(Int32(place), forKey: key(rows[place])) ?? -1
        }
    }

    /// The places of the rows of a key, in their order.
    subscript(key: Int) -> [Int] {
        var places: [Int] = []
        var place = heads[key] ?? -1
        while place >= 0 {
            places.append(Int(place))
            place = next[Int(place)]
        }
        return places
    }
}
