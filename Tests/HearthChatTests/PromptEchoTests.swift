// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import Testing

/// Very small models that recite what stands around a conversation in its prompt.
@Suite struct PromptEchoTests {
    private static let instructions = "You are Hearth, a companion on this computer. Be brief and kind to everybody."

    private func answer(_ text: String, in pieces: Int = 1, isTiny: Bool = true) async throws -> Message {
        let events = text.map(String.init).chunked(into: pieces).map { CompletionEvent.text($0.joined()) }
        let model = ScriptedModel { _ in .of(events + [.finished(.sample)]) }
        var summary = ModelSummary(name: ModelState.small.name ?? "", bytes: 1, memory: 1)
        summary.isTiny = isTiny
        model.install([summary])
        let settings = InMemorySettings { $0.answers.instructions = Self.instructions }
        let talk = Conversations(
            store: MemoryStore(), models: model, settings: settings, companion: RememberingCompanion())
        return try await talk.answer(to: "Hello?")
    }

    @Test(
        arguments: [1, 3, 1_000],
        [
            ("Hi there.\nWhat you know about the user:\n- Lise is seven", "Hi there."),
            ("Bonjour !\n\nCe que tu sais de l'utilisateur :\n- Lise a sept ans", "Bonjour !"),
            ("I am well. You are Hearth, a companion on this computer. Be brief.", "I am well."),
            ("Good. Be brief and kind to everybody", "Good."),
        ])
    func `the answer ends before what is recited`(pieces: Int, texts: (said: String, kept: String)) async throws {
        let end = try await answer(texts.said, in: pieces)
        #expect(end.state == .complete)
        #expect(end.content.trimmingCharacters(in: .whitespacesAndNewlines) == texts.kept)
    }

    @Test(arguments: [
        "What you know about the user: Lise is seven. What you know about the user: Lise is seven.",
        "  \n- What you know about the user", "you are Hearth, a companion, on THIS computer. And so on.",
    ])
    func `an answer that begins with it is refused, and that is said`(text: String) async throws {
        let end = try await answer(text)
        #expect(end.state == .failed && end.faultCode == .reciting && !end.canGoOn)
        #expect(end.content.allSatisfy(\.isWhitespace) && end.fault?.contains("recite") == true)
    }

    @Test(arguments: [
        "What you know about gardens is a lot.", "What you know about the user", "You are Hearth", "You are kind.",
        "Lise is seven. You told me so.", "What? Be brief and kind", "…", "---\n\n- You are right: be kind.\n",
        String(repeating: "-", count: 900), "What you know about the u",
    ])
    func `all else is said to the last letter`(text: String) async throws {
        for pieces in [1, 1_000] {
            let isWhole = text != "What you know about the user"
            let end = try await answer(text, in: pieces)
            #expect((end.state == .complete) == isWhole)
            if isWhole { #expect(end.content == text) }
        }
    }

    @Test func `a larger model may say what it was told`() async throws {
        let text = "What you know about the user: Lise is seven."
        #expect(try await answer(text, isTiny: false).content == text)
    }
}

/// One that recalls the same two memories for each question.
private struct RememberingCompanion: Companion {
    func usualMode() -> String? { nil }
    func instructions(of mode: String?, for question: String, in session: Session.ID, before answer: Message) -> String?
    {
        nil
    }
    func remembers() -> Bool { true }
    func mayRecall(in mode: String?, host: String?) -> Bool { true }
    func recall(
        _ question: Message, in session: Session, besides known: [RecalledMemory], isFirst: Bool, before answer: Message
    ) -> [RecalledMemory] {
        ["en", "fr"].map { language in
            RecalledMemory(
                question: question.id, isAtBeginning: isFirst, kind: .fact, source: language, thread: "t",
                date: Date(timeIntervalSince1970: 0), language: language, text: "Lise is seven")
        }
    }
    func block(of memories: [RecalledMemory]) -> String {
        let isFrench = memories.first?.language == "fr"
        return (isFrench ? "Ce que tu sais de l'utilisateur :" : "What you know about the user:") + "\n- Lise is seven"
    }
    func builtInReply(
        to question: Message, answer: Message, after path: [Message], told memories: [RecalledMemory],
        in session: Session
    ) -> BuiltInReply? { nil }
    func finished(_ question: Message, _ answer: Message, in session: Session) {}
    func replaced(_ question: Message.ID, by other: Message) {}
}

extension Array {
    fileprivate func chunked(into size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
