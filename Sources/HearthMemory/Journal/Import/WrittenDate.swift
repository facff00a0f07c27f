// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// A date as somebody has written it, with what clocks showed where that is written too.
///
/// It is read by hand: files have as many dates as lines, and a regular expression took a tenth of a millisecond for
/// each (November 2026).
struct WrittenDate: Equatable {
    let day: JournalDay
    var minute: Int?

    init(day: JournalDay, minute: Int? = nil) { (self.day, self.minute) = (day, minute) }

    /// `2026-11-21`, also with a time behind it: what clocks showed counts, whatever the zone.
    init?(_ text: String) {
        let bytes = Array(text.utf8.prefix(40))
        guard bytes.count >= 10, let day = JournalDay(String(decoding: bytes[..<10], as: UTF8.self)) else { return nil }
        let time = bytes[10...].drop { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: " ") }
        // A time stands behind at least one of them.
        let isTime = time.startIndex > 10
        self.init(day: day, minute: isTime ? Self.clock(time, separators: ":")?.minute : nil)
    }

    /// The same, and as people and programs write it otherwise: `2017/01/30 08:15`, `29.03.2020`, `January 5, 2023`.
    /// Reads a date even where nobody can tell which of two numbers between slashes is the month.
    init?(anyOf text: String) {
        if let date = WrittenDate(text) {
            self = date
            return
        }
        let bytes = Array(text.utf8.prefix(40))
        let numbers = bytes.prefix { Self.isDigit($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
        let parts = numbers.split { !Self.isDigit($0) }.map { String(decoding: $0, as: UTF8.self) }
        let isDotted = !numbers.contains(UInt8(ascii: "/"))
        if parts.count == 3, let date = Self.date(parts, dayFirst: isDotted) {
            let rest = bytes[numbers.endIndex...]
            let isTime = rest.first.map { Self.isSpace($0) || $0 == UInt8(ascii: "T") } == true
            self.init(day: date, minute: isTime ? Self.clock(rest.dropFirst(), separators: ":")?.minute : nil)
            return
        }
        self.init(words: Self.words(text.prefix(Self.longestHeading)))
    }

    /// - Parameter dayFirst: whether the day may stand first, where the year does not.
    private static func date(_ parts: [String], dayFirst: Bool) -> JournalDay? {
        let numbers = parts.compactMap { $0.number(in: 0...9_999) }
        guard numbers.count == 3 else { return nil }
        if parts[0].count == 4 { return JournalDay(year: numbers[0], month: numbers[1], day: numbers[2]) }
        guard dayFirst, parts[2].count == 4 else { return nil }
        return JournalDay(year: numbers[2], month: numbers[1], day: numbers[0])
    }

    /// From a name such as `2026-11-21.md`, `2026_11_21 Market.md`, `20261121.md`, `2026/11/21.md`, `21.11.2026.md` or
    /// `November 21, 2026.md`.
    init?(fileName: String) {
        let path = fileName.suffix(200)
        let last = path.split(separator: "/").last ?? ""
        for name in [last, path] {
            guard let (year, month, day) = Self.parts(in: Array(name.utf8)), (1_800...2_200).contains(year),
                let date = JournalDay(year: year, month: month, day: day)
            else { continue }
            self.init(day: date)
            return
        }
        let dotted = last.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }.split(separator: ".").map(String.init)
        if dotted.count == 3, let date = Self.date(dotted, dayFirst: true) {
            self.init(day: date)
            return
        }
        self.init(words: Self.words(last))
    }

    /// Bytes of a heading that can be a date.
    static let longestHeading = 120

    /// From a heading such as `# 2026-11-21`, `## Saturday, 21 November 2026` or `# November 21, 2026`.
    init?(heading line: some StringProtocol) {
        guard line.hasPrefix("#"), line.utf8.count <= Self.longestHeading else { return nil }
        let words = Self.words(line)
        if let date = words.lazy.compactMap({ WrittenDate($0) }).first {
            self = date
            return
        }
        self.init(words: words)
    }

    private static func words(_ text: some StringProtocol) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != ":" }.map(String.init)
    }

    /// From words such as `january`, `5` and `2023`.
    private init?(words: [String]) {
        guard let name = words.first(where: { Self.months[$0] != nil }), let month = Self.months[name],
            let year = words.lazy.compactMap({ $0.number(in: Self.years) }).first,
            let day = words.lazy.compactMap({ $0.prefix { $0.isNumber }.number(in: 1...31) }).first,
            let date = JournalDay(year: year, month: month, day: day)
        else { return nil }
        self.init(day: date)
    }

    /// `9:05`, `21:12`, or with `am` and `pm`.
    static func minute(_ text: String) -> Int? {
        let bytes = Array(text.utf8.prefix(40)).map { (65...90).contains($0) ? $0 + 32 : $0 }
        guard let (minute, rest) = clock(bytes.drop(while: isSpace), separators: ":h.") else { return nil }
        // Seconds may stand between.
        let hasSeconds = rest.first == UInt8(ascii: ":") && rest.dropFirst().prefix(2).count(where: isDigit) == 2
        let half = String(
            decoding: (hasSeconds ? rest.dropFirst(3) : rest).drop(while: isSpace).prefix(2), as: UTF8.self)
        guard half == "am" || half == "pm", minute < 13 * 60 else { return minute }
        return minute % (12 * 60) + (half == "pm" ? 12 * 60 : 0)
    }

    // MARK: Digits

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    /// The number that so many digits make.
    private static func number(_ bytes: ArraySlice<UInt8>, digits: Int) -> Int? {
        let digits = bytes.prefix(digits).count == digits ? bytes.prefix(digits) : []
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    /// One or two digits, a separator and two digits: minutes after midnight, and what stands behind.
    private static func clock(
        _ bytes: ArraySlice<UInt8>, separators: StaticString
    ) -> (minute: Int, rest: ArraySlice<UInt8>)? {
        let digits = bytes.prefix(while: isDigit).count
        guard (1...2).contains(digits), let hour = number(bytes, digits: digits), hour < 24,
            let separator = bytes.dropFirst(digits).first,
            UnsafeBufferPointer(start: separators.utf8Start, count: separators.utf8CodeUnitCount).contains(separator),
            let minute = number(bytes.dropFirst(digits + 1), digits: 2), minute < 60
        else { return nil }
        return (hour * 60 + minute, bytes.dropFirst(digits + 3))
    }

    /// The first four, two and two digits of a name, with the same sign or none between them and no digit around them.
    private static func parts(in bytes: [UInt8]) -> (year: Int, month: Int, day: Int)? {
        for start in bytes.indices where isDigit(bytes[start]) && (start == 0 || !isDigit(bytes[start - 1])) {
            let rest = bytes[start...].dropFirst(4)
            let separator = rest.first.flatMap { [45, 95, 46, 47].contains($0) ? $0 : nil }
            let width = separator == nil ? 0 : 1
            let last = rest.dropFirst(width + 2)
            guard let year = number(bytes[start...], digits: 4), let month = number(rest.dropFirst(width), digits: 2),
                separator == nil || last.first == separator, let day = number(last.dropFirst(width), digits: 2),
                last.dropFirst(width + 2).first.map(isDigit) != true
            else { continue }
            return (year, month, day)
        }
        return nil
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
