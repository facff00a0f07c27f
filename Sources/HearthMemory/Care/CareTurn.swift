// SPDX-License-Identifier: Apache-2.0

/// Reply of Hearth to one message of a conversation in which somebody may be in danger.
public struct CareTurn: Sendable, Equatable {
    public let mark: CareMark
    /// Text in the place of a model's answer; `nil` where a model answers.
    public let text: String?

    /// `nil` where nothing speaks of danger, now or before.
    /// - Parameters:
    ///   - said: what the user has said before, oldest first.
    ///   - marks: what stands with the answers so far, oldest first.
    ///   - isFamiliar: whether the conversation says « tu ».
    ///   - isSmall: whether the model is too small to go on alone after a card: what it says is too often beside the
    ///     point.
    public init?(_ message: String, after said: [String], marks: [CareMark], isFamiliar: Bool, isSmall: Bool) {
        let before = marks.last { $0.level == .card }
        let reading = CareReading(message).after(said)
        if case .card(let kind) = reading.care {
            mark = CareMark(reading.language, kind, isFamiliar: isFamiliar)
            text = CareWords.text(
                in: mark.language, before == nil ? .first : .again, of: kind, isFamiliar: isFamiliar)
        } else if let before {
            mark = CareMark(before.language, before.kind, .after, isFamiliar: isFamiliar)
            let isFirst = marks.last?.level == .card
            text = isSmall ? CareWords.text(in: mark.language, isFirst ? .after : .later, isFamiliar: isFamiliar) : nil
        } else if case .soft(let kind) = reading.care {
            (mark, text) = (CareMark(reading.language, kind, .soft, isFamiliar: isFamiliar), nil)
        } else {
            return nil
        }
    }
}
