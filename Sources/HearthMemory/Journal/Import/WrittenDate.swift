// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// A date as somebody has written it, with what clocks showed where that is written too.
struct WrittenDate: Equatable {
    let day: JournalDay
    var minute: Int?

    init(day: JournalDay, minute: Int? = nil) { (self.day, self.minute) = (day, minute) }

    /// `2026-11-21`, also with a time behind it: what clocks showed counts, whatever the zone.
    init?(_ text: String) {
        guard let match = text.prefixMatch(of: #/(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{1,2}:\d{2}))?/#),
            let day = JournalDay(match.1)
        else { return nil }
        self.init(day: day, minute: match.2.flatMap { Self.minute(String($0)) })
    }

    /// From a name such as `2026-11-21.md`, `2026_11_21 Market.md`, `20261121.md` or `2026/11/21.md`.
    init?(fileName: String) {
        let path = fileName.suffix(200)
        let last = path.split(separator: "/").last ?? ""
        for match in [last, path] {
            guard let found = match.firstMatch(of: #/(?:^|\D)(\d{4})([-_.\/]?)(\d{2})\2(\d{2})(?:\D|$)/#),
                let year = found.1.number(in: Self.years), let month = found.3.number(in: 1...12),
                let day = found.4.number(in: 1...31),
                let date = JournalDay(year: year, month: month, day: day)
            else { continue }
            self.init(day: date)
            return
        }
        return nil
    }

    /// From a heading such as `# 2026-11-21`, `## Saturday, 21 November 2026` or `# November 21, 2026`.
    init?(heading line: some StringProtocol) {
        guard line.hasPrefix("#"), line.utf8.count <= 120 else { return nil }
        let words = line.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != ":" }.map(String.init)
        if let word = words.first(where: { WrittenDate($0) != nil }), let date = WrittenDate(word) {
            self = date
            return
        }
        guard let name = words.first(where: { Self.months[$0] != nil }), let month = Self.months[name],
            let year = words.lazy.compactMap({ $0.number(in: Self.years) }).first,
            let day = words.lazy.compactMap({ $0.prefix { $0.isNumber }.number(in: 1...31) }).first,
            let date = JournalDay(year: year, month: month, day: day)
        else { return nil }
        self.init(day: date)
    }

    /// `9:05`, `21:12`, or with `am` and `pm`.
    static func minute(_ text: String) -> Int? {
        guard let match = text.lowercased().prefixMatch(of: #/\s*(\d{1,2})[:h.](\d{2})(?::\d{2})?\s*(am|pm)?/#),
            var hour = match.1.number(in: 0...23), let minute = match.2.number(in: 0...59)
        else { return nil }
        if let half = match.3, hour <= 12 { hour = hour % 12 + (half == "pm" ? 12 : 0) }
        return hour * 60 + minute
    }

    private static let years = 1_800...2_200

    private static let months: [String: Int] = {
        let names = [
            "january february march april may june july august september october november december",
            "jan feb mar apr may jun jul aug sep oct nov dec",
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        ]
        return names.reduce(into: [:]) { all, list in
            for (place, name) in list.split(separator: " ").enumerated() { all[String(name)] = place + 1 }
        }
    }()
}
