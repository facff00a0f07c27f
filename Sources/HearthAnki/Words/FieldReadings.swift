// SPDX-License-Identifier: Apache-2.0

/// How the templates of a notetype show fields that have readings beside their signs.
struct FieldReadings {
    private var asked: [Int: Furigana] = [:]
    private var answered: [Int: Furigana] = [:]
    /// Whether a template shows readings at all: then any field may be written so.
    private let isUsed: Bool

    init(_ templates: [TemplateFields]) {
        for template in templates {
            asked.merge(template.questionReadings) { first, _ in first }
            answered.merge(template.answerReadings) { first, _ in first }
        }
        isUsed = !asked.isEmpty || !answered.isEmpty
    }

    /// A field as a front shows it.
    func asked(_ field: Int, _ text: String) -> String {
        guard isUsed else { return text }
        return (asked[field] ?? answered[field] ?? .furigana).text(text)
    }

    /// A field as a back shows it.
    func shown(_ field: Int, _ text: String, isHTML: Bool = false) -> String {
        guard isUsed else { return text }
        return (answered[field] ?? .furigana).text(text, isHTML: isHTML)
    }

    /// Whether a field has readings that a back shows.
    func areShown(_ field: Int, _ texts: [PlainText]) -> Bool {
        isUsed && shown(field, texts[field].text) != texts[field].text
    }

    /// How a word is read whose front leaves that out.
    func reading(of field: Int, _ texts: [PlainText]) -> String? {
        let text = texts[field].text
        let (front, back) = (asked(field, text), shown(field, text))
        return isUsed && front != back ? back : nil
    }
}
