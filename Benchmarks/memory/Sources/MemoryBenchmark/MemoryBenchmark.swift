// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import HearthModels
import HearthStore

/// `MemoryBenchmark FOLDER VECTORS WIDTH TEXTS` makes a store in an empty folder with a passage for each line of TEXTS and its vector:
/// fp32 numbers behind one another in VECTORS. Then it obeys lines of standard input, each answered with milliseconds:
///
///     search LINE QUESTION     with the vector of that line as the question's
///     add LINE TEXT            a passage with the vector of that line
@main struct MemoryBenchmark {
    private let store: Store
    private let given: Given
    private let texts: [String]
    private let recall: Recall

    private static let day = 86_400.0

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let width = Int(arguments[3]), width > 0 else {
            print("usage: MemoryBenchmark FOLDER VECTORS WIDTH TEXTS")
            exit(2)
        }
        let benchmark = try Self(folder: arguments[1], vectors: arguments[2], width: width, texts: arguments[4])
        try await benchmark.fill()
        try await benchmark.obey()
    }

    private init(folder: String, vectors: String, width: Int, texts: String) throws {
        let bytes = try Data(contentsOf: URL(filePath: vectors))
        given = Given(numbers: bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }, width: width)
        self.texts = try String(contentsOf: URL(filePath: texts), encoding: .utf8).split(separator: "\n").map(
            String.init)
        switch Store.open(in: URL(filePath: folder)) {
        case .ready(let store): self.store = store
        case .unusable(let recovery): throw recovery.problem
        }
        recall = Recall(store, embedding: given, models: RecallModels(installed: ["given"]))
    }

    private func fill() async throws {
        for begin in stride(from: 0, to: texts.count, by: 500) {
            let lines = begin..<min(begin + 500, texts.count)
            for line in lines { try await say(line, texts[line]) }
            try await store.add(lines.map { draft($0, texts[$0]) })
            try await store.add(lines.map { PassageVector(passage: $0 + 1, given.vector($0)) }, of: "given")
        }
        tell("ready \(try await search(0, "first"))")
    }

    private func obey() async throws {
        var added = texts.count
        while let line = readLine() {
            let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard parts.count == 3, let number = Int(parts[1]) else { continue }
            if parts[0] == "add" {
                added += 1
                tell("\(try await add(added, number, parts[2]))")
            } else {
                tell("\(try await search(number, parts[2]))")
            }
        }
        try store.close()
    }

    private func search(_ line: Int, _ text: String) async throws -> Double {
        let now = Date(timeIntervalSinceReferenceDate: Double(texts.count / 20) * Self.day)
        let begun = ContinuousClock.now
        _ = try await recall.search(MemoryQuestion("\(line) \(text)", now: now), limit: 20)
        return (ContinuousClock.now - begun) / .milliseconds(1)
    }

    private func add(_ passage: Int, _ line: Int, _ text: String) async throws -> Double {
        try await say(passage - 1, text)
        let begun = ContinuousClock.now
        try await store.add([draft(passage - 1, text)])
        try await store.add([PassageVector(passage: passage, given.vector(line))], of: "given")
        return (ContinuousClock.now - begun) / .milliseconds(1)
    }

    /// Passages are made only of messages that are there.
    private func say(_ line: Int, _ text: String) async throws {
        let draft = draft(line, text)
        let message = Message(
            id: draft.source, session: draft.thread, parent: nil, role: line.isMultiple(of: 2) ? .user : .assistant,
            content: text,
            createdAt: draft.date, state: .complete)
        try await store.save([message], in: Session(id: draft.thread, createdAt: draft.date))
    }

    /// Conversations of twenty passages, a minute apart, one a day.
    private func draft(_ line: Int, _ text: String) -> PassageDraft {
        PassageDraft(
            kind: .message, source: "message-\(line)", thread: "thread-\(line / 20)",
            speaker: line.isMultiple(of: 2) ? "user" : "assistant",
            date: Date(timeIntervalSinceReferenceDate: Double(line / 20) * Self.day + Double(line % 20) * 60),
            text: text,
            language: .english)
    }

    private func tell(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

/// Embeds a line's number as the vector of that line, so that what a model takes is not measured.
struct Given: Embedding {
    let numbers: [Float]
    let width: Int

    func embeddingModels() -> [String] { ["given"] }

    func vector(_ line: Int) -> [Float] { Array(numbers[line * width..<(line + 1) * width]) }

    func embed(_ texts: [String], as use: EmbeddingUse, with model: String) -> Embeddings {
        Embeddings(vectors: texts.map { vector(Int($0.prefix { $0.isNumber }) ?? 0) }, tokens: 0)
    }
}
