// SPDX-License-Identifier: Apache-2.0

/// A text with gaps, as Anki writes them: `{{c1::answer::hint}}`.
struct Cloze: Equatable {
    /// With `[…]`, or `[hint]`, for each gap.
    private(set) var question = ""
    private(set) var whole = ""
    /// What belongs into the gaps, in their order.
    private(set) var answers: [String] = []

    /// - Parameter text: plain. Gaps inside gaps are read as part of the outer one, as they stand.
    init(_ text: String) {
        var rest = text[...]
        while let start = rest.firstRange(of: "{{c"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            let parts = rest[start.upperBound..<end.lowerBound].split(separator: "::", omittingEmptySubsequences: false)
            let before = rest[..<start.lowerBound]
            guard parts.count > 1, Int(parts[0]) != nil else {
                question += rest[..<end.upperBound]
                whole += rest[..<end.upperBound]
                rest = rest[end.upperBound...]
                continue
            }
            question += before + "[" + (parts.count > 2 ? parts[2...].joined(separator: "::") : "…") + "]"
            whole += before + parts[1]
            answers.append(String(parts[1]))
            rest = rest[end.upperBound...]
        }
        question += rest
        whole += rest
    }
}
