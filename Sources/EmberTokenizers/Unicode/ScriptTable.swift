// SPDX-License-Identifier: Apache-2.0

/// Scripts ("Latin", "Han", …) of scalars.
enum ScriptTable {
    /// For each script its two names, as they compare in a pattern, and its members.
    static let scripts: [(short: String, long: String, set: ScalarSet)] = {
        let text = UnicodeScripts.table.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        return text.split(separator: ";").map { entry in
            let fields = entry.split(separator: ":")
            let ranges = fields[2].split(separator: ",").map { range in
                let ends = range.split(separator: "-").map { UInt32($0, radix: 16) ?? 0 }
                return ends[0]...ends[ends.count - 1]
            }
            return (foldPropertyName(fields[0]), foldPropertyName(fields[1]), ScalarSet(ranges: ranges))
        }
    }()

    /// The script called `name`, by its short or long name; `nil` when there is none.
    static func set(named name: String) -> ScalarSet? {
        let name = foldPropertyName(name)
        return scripts.first { $0.short == name || $0.long == name }?.set
    }

    /// Boundaries and script numbers for a binary search: the scalar belongs to the last start that is not above it.
    private static let starts: (bounds: [UInt32], scripts: [Int16]) = {
        var runs: [(start: UInt32, end: UInt32, script: Int16)] = []
        for (index, script) in scripts.enumerated() {
            for range in script.set.ranges { runs.append((range.lowerBound, range.upperBound + 1, Int16(index))) }
        }
        runs.sort { $0.start < $1.start }
        var bounds: [UInt32] = [0]
        var owners: [Int16] = [-1]
        for run in runs {
            if bounds[bounds.count - 1] == run.start {
                owners[owners.count - 1] = run.script
            } else {
                bounds.append(run.start)
                owners.append(run.script)
            }
            bounds.append(run.end)
            owners.append(-1)
        }
        return (bounds, owners)
    }()

    /// The number of the scalar's script in `scripts`, or -1.
    static func index(of scalar: UInt32) -> Int16 {
        var low = 0
        var high = starts.bounds.count
        while low < high {
            let middle = (low + high) / 2
            if starts.bounds[middle] <= scalar { low = middle + 1 } else { high = middle }
        }
        return starts.scripts[low - 1]
    }

    static func index(named name: String) -> Int16 {
        scripts.firstIndex { $0.long == foldPropertyName(name) }.map { Int16($0) } ?? -1
    }
}

/// A property's name without case, spaces, hyphens and underscores, in which patterns may write it freely.
func foldPropertyName(_ name: some StringProtocol) -> String {
    String(name.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" })
}
