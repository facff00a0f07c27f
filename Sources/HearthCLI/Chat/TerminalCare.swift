// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

/// Care in a conversation in the terminal: what it keeps of the conversation, and numbers to call as lines.
struct TerminalCare {
    private let country: CareCountry?
    private let isTiny: Bool
    private let isSmall: Bool
    private var said: [String] = []
    private var marks: [CareMark] = []
    /// The last text that stood in the place of a model's answer.
    private(set) var text: String?

    init(environment: [String: String], _ model: ChatModel) {
        country = Self.country(of: environment)
        (isTiny, isSmall) = (model.isTiny, model.isSmall)
    }

    /// The country of the terminal's locale, as FR of `fr_FR.UTF-8`.
    private static func country(of environment: [String: String]) -> CareCountry? {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let region = locale?.split(separator: ".").first?.split(separator: "_").dropFirst().first
        return CareCountry.named(region.map(String.init))
    }

    /// Looks at a message before it is answered.
    /// - Parameter answers: what was answered so far, oldest first.
    mutating func attend(to message: String, after answers: [String]) -> CareTurn? {
        let isFamiliar = answers.reversed().lazy.compactMap { CareWords.isFamiliar($0) }.first ?? isTiny
        let turn = CareTurn(message, after: said, marks: marks, isFamiliar: isFamiliar, isSmall: isSmall)
        said.append(message)
        if let turn { marks.append(turn.mark) }
        text = turn?.text ?? text
        return turn
    }

    /// Tells the model how to answer, beside its own instructions; `nil` before there was a mark, and for a tiny model.
    var instruction: String? { isTiny ? nil : marks.last.map { CareWords.instruction(for: $0) } }

    mutating func forget() { (said, marks, text) = ([], [], nil) }

    /// The numbers to call, with a sentence before them where it is only a doubt.
    func numbers(for mark: CareMark) -> ScreenText {
        var text: ScreenText = ""
        if mark.level == .soft {
            text += "\(line: CareWords.line(of: mark.kind, in: mark.language, isFamiliar: mark.isFamiliar))\n"
        }
        let width = 16
        func line(_ line: CareLine, _ name: String) -> ScreenText {
            "  \(line: line.number.padding(toLength: width, withPad: " ", startingAt: 0))\(line: name)\n"
        }
        if let country {
            for number in country.lines(for: mark.kind).prefix(2) {
                text += line(number, number.name ?? CareWords.emergency(in: mark.language))
            }
        } else {
            for country in CareCountry.all {
                guard let number = country.lines(for: mark.kind).first else { continue }
                text += line(number, "\(country.code), \(number.name ?? "")")
            }
        }
        return text
    }
}
