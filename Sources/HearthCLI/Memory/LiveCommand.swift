// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthChat
import HearthEngine
import HearthMemory
import HearthStore

/// `hearth memory live`: a life in messages, learned from one after the other.
struct LiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live", abstract: "Take messages of one person, in order, and learn from them as the app does.",
        discussion: """
            Each line of the file is {"date","text"}. The messages become conversations of the data folder, one a day; `hearth memory \
            portrait` and `hearth memory told` answer as after that life. Meant for a folder of its own, see HEARTH_HOME.
            """,
        shouldDisplay: false)

    @Argument(help: "JSON lines.", completion: .file(extensions: ["jsonl"]))
    var file: String

    func run() async throws {
        let said = try Self.read(file)
        let store = try DataFolder.ofThisUser.storeOrNew()
        defer { try? store.close() }  // Each message has been kept.
        let recall = Recall(store)
        let (extractor, learning) = (
            FactExtractor(zone: .current), FactLearning(store: store, profile: Profile(store: store))
        )
        var (day, earlier): (String, [Utterance]) = ("", [])
        for (number, one) in said.enumerated() {
            let style = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
            if one.date.formatted(style) != day { (day, earlier) = (one.date.formatted(style), []) }
            let message = Message(
                id: "live-\(number)-\(UUID().uuidString)", session: "live-\(day)", parent: earlier.last?.id,
                role: .user,
                content: one.text, createdAt: one.date)
            try await store.save([message], in: Session(id: message.session, createdAt: one.date))
            let utterance = Utterance(
                id: message.id, session: message.session, speaker: .user, text: one.text, date: one.date)
            try await recall.remember([utterance], as: .message)
            let found = try await extractor.extract(utterance, after: earlier)
            try await recall.remember(learning.learn(found).facts)
            try await store.noteLookedAt([message.id], as: .message)
            earlier.append(utterance)
        }
        StandardStream.output.write("\(counted(said.count, "message"))\n")
    }

    /// - Throws: `LineError`, which names the line.
    private static func read(_ path: String) throws -> [(date: Date, text: String)] {
        let lines = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
        return try lines.enumerated().map { number, line in
            guard let json = try? JSON(parsing: String(line)), let text = json["text"]?.string,
                let date = json["date"]?.string.flatMap(Date.noon)
            else { throw LineError(detail: "\(path): line \(number + 1) is no object with \"date\" and \"text\"") }
            return (date, text)
        }
    }
}
