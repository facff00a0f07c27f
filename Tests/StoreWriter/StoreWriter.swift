// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthStore

/// Writes to the store in a folder without end, to be killed in the middle of it: `StoreWriter FOLDER PREFIX`.
///
/// Each operation is a line of JSON on standard output before it begins, and a line `done` after the store has
/// returned.
@main struct StoreWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, case .ready(let store) = Store.open(in: URL(filePath: arguments[1])) else {
            exit(2)
        }
        var plan = OperationPlan(prefix: arguments[2])
        while true {
            let operation = plan.next()
            say(String(decoding: try JSONEncoder().encode(operation), as: UTF8.self))
            try await operation.perform(on: store)
            say("done")
        }
    }

    /// In one piece, so that a line is there or not.
    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        guard write(1, bytes, bytes.count) == bytes.count else { exit(3) }
    }
}

/// Chooses operations that a conversation could consist of.
struct OperationPlan {
    private let prefix: String
    private var sessions: [String] = []
    private var facts: [(id: String, session: String, person: String)] = []
    private var count = 0
    private var pending: [StoreOperation] = []

    init(prefix: String) { self.prefix = prefix }

    mutating func next() -> StoreOperation {
        if pending.isEmpty { pending = begin() }
        return pending.removeFirst()
    }

    private mutating func begin() -> [StoreOperation] {
        count += 1
        let id = "\(prefix)-\(count)"
        if Int.random(in: 0..<3) == 0 { return [remember(id)] }
        switch Int.random(in: 0..<10) {
        case 0 where sessions.count > 2: return [.delete(session: sessions.remove(at: .random(in: sessions.indices)))]
        case 1 where count > 10 && Int.random(in: 0..<8) == 0:
            (sessions, facts) = ([], [])
            return [.eraseEverything]
        case 1: return [.eraseDeleted]
        case 2 where !sessions.isEmpty: return [.draft(session: sessions.randomElement()!, text: words(3))]
        case 3 where sessions.count > 2: return [.clear(session: sessions.randomElement()!)]
        case 4: return [.backUp(day: .random(in: 0..<10_000))]
        case 5..<8 where !sessions.isEmpty: return talk(in: sessions.randomElement()!, id)
        default:
            sessions.append(id)
            return talk(in: id, id)
        }
    }

    /// A word that no other fact has.
    static func mark(_ fact: String) -> String { "zqx\(fact.replacing("-", with: "n"))zqx" }

    /// Learns a fact, or forgets what was learned. Each fact has a word of its own.
    private mutating func remember(_ id: String) -> StoreOperation {
        guard facts.count > 3, let known = facts.randomElement(), Int.random(in: 0..<3) == 0 else {
            let fact = (
                id: id, session: "\(prefix)-memory-\(Int.random(in: 0..<4))", person: "Person\(Int.random(in: 0..<5))"
            )
            facts.append(fact)
            return .learn(
                fact: fact.id, session: fact.session, person: fact.person, words: "\(Self.mark(id)) \(words(9))")
        }
        switch Int.random(in: 0..<10) {
        case 0:
            facts = []
            return .forget(.everything)
        case 1, 2:
            facts.removeAll { $0.session == known.session }
            return .forget(.session(known.session))
        case 3, 4:
            facts.removeAll { $0.person == known.person }
            return .forget(.person(known.person))
        default:
            facts.removeAll { $0.id == known.id }
            return .forget(.fact(known.id))
        }
    }

    /// A question, and an answer that grows.
    private func talk(in session: String, _ id: String) -> [StoreOperation] {
        let answer = "\(id)-answer"
        let pieces = (1...Int.random(in: 2...8)).map { words($0 * 40) }
        return [.ask(session: session, question: "\(id)-question", text: words(12), answer: answer)]
            + pieces.map { .grow(session: session, answer: answer, text: $0, isComplete: $0 == pieces.last) }
    }

    private func words(_ count: Int) -> String {
        (0..<count).map { _ in "w\(Int.random(in: 0..<500))" }.joined(separator: " ")
    }
}
