// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthMemory

/// `hearth memory care`: how many of those who may be in danger are heard, and how many others are troubled.
struct CareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "care",
        abstract: "Say what Hearth would show to the writers of texts: a card with numbers, a soft line, or nothing.",
        discussion: """
            Each line of the file is an object with "text", and is answered with {"care": "card"}, "soft" or "none". Nothing is \
            kept, and no model but the one for this is asked.
            """,
        shouldDisplay: false)

    @Argument(help: "A file of JSON lines.", completion: .file())
    var file: String

    func run() async throws {
        let lines = try String(contentsOf: URL(filePath: file), encoding: .utf8).split(whereSeparator: \.isNewline)
        let output = Output()
        for (number, line) in lines.enumerated() {
            guard let text = try? JSON(parsing: String(line)).object?["text"]?.string else {
                throw ValidationError("line \(number + 1) of \(file) is no object with \"text\"")
            }
            let answer: JSON = ["care": .string(Self.word(for: Care(text)))]
            output.write(answer.text + "\n")
        }
        output.flush()
    }

    private static func word(for care: Care) -> String {
        switch care {
        case .card: "card"
        case .soft: "soft"
        case .none: "none"
        }
    }
}
