// SPDX-License-Identifier: Apache-2.0

/// The rows with the highest scores, the highest first; of equals, the newest first.
struct BestRows {
    private(set) var rows: [Int] = []

    /// - Complexity: O(n) for a limit that is small beside n, as few rows get in.
    init(_ scores: [Float], limit: Int, where isWanted: (Int) -> Bool) {
        guard limit > 0 else { return }
        let before = { (a: Int, b: Int) in scores[a] > scores[b] || scores[a] == scores[b] && a > b }
        if limit > scores.count / 4 {
            rows = Array(scores.indices.filter(isWanted).sorted(by: before).prefix(limit))
            return
        }
        for row in scores.indices {
            if rows.count == limit, let last = rows.last, !before(row, last) { continue }
            guard isWanted(row) else { continue }
            var (low, high) = (0, rows.count)
            while low < high {
                let middle = (low + high) / 2
                if before(rows[middle], row) { low = middle + 1 } else { high = middle }
            }
            rows.insert(row, at: low)
            if rows.count > limit { rows.removeLast() }
        }
    }
}
