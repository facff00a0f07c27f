// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthMemory

/// `hearth memory requests`: what a message asks of the memory.
struct RequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests", abstract: "Say what messages ask of the memory.",
        discussion: """
            Each line of the file is {"setup","say"}: messages before it, and the message. It is answered with {"request","about","asked"}: \
            remember, forget, forget_last, correct, ask, delete_answer or none, what it is about, and whether Hearth would ask back. \
            Nothing is kept.
            """,
        shouldDisplay: false)

    @Argument(help: "JSON lines.", completion: .file(extensions: ["jsonl"]))
    var file: String

    func run() async throws {
        let lines = try String(contentsOf: URL(filePath: file), encoding: .utf8).split(separator: "\n")
        for (number, line) in lines.enumerated() {
            guard let text = (try? JSON(parsing: String(line)))?["say"]?.string else {
                throw LineError(detail: "\(file): line \(number + 1) is no object with \"say\"")
            }
            let found = MemoryRequestReading(text)
            StandardStream.output.write(
                json: [
                    "request": .string(found.kind.rawValue), "about": .string(found.about),
                    "asked": .bool(found.isAsked),
                ])
        }
    }
}
