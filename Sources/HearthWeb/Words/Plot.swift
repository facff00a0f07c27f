// SPDX-License-Identifier: Apache-2.0

/// A plot as the server draws it: paths in a square of 100 × 100 that stretches, with the numbers as a table below.
struct PlotView: Sendable {
    let title: String
    let note: String
    /// The plot in a sentence.
    let label: String
    /// Numbers beside the lines, from the top.
    let y: [String]
    let x: [String]
    let bars: String
    /// Bars of today.
    let now: String
    let curve: String
    let dots: String
    let target: String
    let key: [KeyView]
    let hasKey: Bool
    let table: PlotTable
    let isEmpty: Bool

    struct KeyView: Sendable {
        let name: String
        let kind: String
    }

    /// Bars of equal width over `0…most`, the first one today's where that is asked for.
    static func bars(
        _ values: [Int], marksFirst: Bool = false, title: String, note: String, label: String, x: [String],
        table: PlotTable, _ say: Phrases
    ) -> PlotView {
        let most = max(roundUp(values.max() ?? 0), 2)
        var (bars, now) = ("", "")
        for (index, value) in values.enumerated() where value > 0 {
            let place = decimal((Double(index) + 0.5) / Double(values.count) * 100)
            let bar = "M\(place) 104V\(decimal(height(Double(value) / Double(most))))"
            if marksFirst && index == 0 { now += bar } else { bars += bar }
        }
        return PlotView(
            title: title, note: note, label: label, y: [say.number(most), say.number(most / 2), "0"], x: x, bars: bars,
            now: now, curve: "", dots: "", target: "", key: [], hasKey: false, table: table,
            isEmpty: bars.isEmpty && now.isEmpty)
    }

    /// A curve through shares of 0…1 from `low` to 1; a place without a value is a gap.
    static func curve(
        _ values: [Double?], low: Double, target: Double, title: String, note: String, label: String, x: [String],
        key: [KeyView], table: PlotTable, _ say: Phrases
    ) -> PlotView {
        func height(_ value: Double) -> String { decimal(100 * (1 - (max(value, low) - low) / (1 - low))) }
        var (curve, dots, isOpen) = ("", "", false)
        for (index, value) in values.enumerated() {
            guard let value else {
                isOpen = false
                continue
            }
            let place = "\(decimal((Double(index) + 0.5) / Double(values.count) * 100)) \(height(value))"
            curve += isOpen ? "L\(place)" : "M\(place)"
            dots += "M\(place)h0"
            isOpen = true
        }
        return PlotView(
            title: title, note: note, label: label,
            y: [say.percent(1.0), say.percent((1 + low) / 2), say.percent(low)], x: x, bars: "", now: "", curve: curve,
            dots: dots, target: "M0 \(height(target))H100", key: key, hasKey: !key.isEmpty, table: table,
            isEmpty: dots.isEmpty)
    }

    private static func height(_ share: Double) -> Double { 100 - 96 * share }

    /// To a number that is easy to halve and to read.
    static func roundUp(_ value: Int) -> Int {
        var step = 2
        while step < value {
            for factor in [2, 4, 10] where step / 2 * factor >= value { return step / 2 * factor }
            step *= 10
        }
        return step
    }

    /// One digit after the point, without a locale: SVG has one notation.
    static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

/// The numbers of a plot.
struct PlotTable: Sendable {
    let label: String
    let heads: [String]
    let rows: [RowView]

    struct RowView: Sendable {
        let cells: [String]
    }
}
