// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels
import HearthTesting
import Testing

/// Answers that ended early, and are gone on with.
@Suite struct GoingOnTests {
    /// Says a piece, and goes on with another where it is asked to.
    private func halting(_ reason: CompletionSummary.Reason = .length) -> ScriptedModel {
        ScriptedModel { request in
            .of([
                .text(request.beginning == nil ? "Half an" : " answer."),
                .finished(summary(request.beginning == nil ? reason : .stop)),
            ])
        }
    }

    @Test func `an answer that was cut off goes on from its last word`() async throws {
        let model = halting()
        let talk = Conversations(store: MemoryStore(), models: model, settings: InMemorySettings())
        let half = try await talk.finished(talk.ask("Well?"))
        #expect(half.state == .cutOff && half.content == "Half an")
        let arriving = try await talk.goOn(with: half.id)
        #expect(arriving.id == half.id && arriving.state == .arriving && arriving.content == "Half an")
        let whole = try await talk.finished(arriving)
        #expect(whole.state == .complete && whole.content == "Half an answer.")
        let requests = model.requests
        #expect(requests.map(\.beginning) == [nil, "Half an"])
        #expect(requests[0].turns == requests[1].turns)
        #expect(try await talk.texts(of: half.session) == ["Well?", "Half an answer."])
    }

    @Test func `the model that began an answer goes on with it, and its name stays right`() async throws {
        let model = halting()
        let talk = Conversations(store: MemoryStore(), models: model, settings: InMemorySettings())
        model.install(["someone/small", "someone/other"].map { ModelSummary(name: $0, bytes: 1, memory: 1) })
        let half = try await talk.finished(talk.ask("Well?"))
        model.choose(another: "someone/other")
        let whole = try await talk.finished(talk.goOn(with: half.id))
        #expect(whole.model == "someone/small")
        #expect(model.requests.map(\.model) == ["someone/small", "someone/small"])
        // The conversation keeps it.
        #expect(try await talk.answer(to: "And?", in: half.session).model == "someone/small")
        #expect(try await talk.answer(to: "And elsewhere?").model == "someone/other")
    }

    @Test func `a model that is gone leaves the rest to the chosen one, which gives its name`() async throws {
        let model = halting()
        let talk = Conversations(store: MemoryStore(), models: model, settings: InMemorySettings())
        let half = try await talk.finished(talk.ask("Well?"))
        model.install([ModelSummary(name: "someone/other", bytes: 1, memory: 1)])
        model.choose(another: "someone/other")
        #expect(try await talk.finished(talk.goOn(with: half.id)).model == "someone/other")
    }

    @Test func `who reads along is told what was there, and then what comes`() async throws {
        let (pen, store) = (Pen(), MemoryStore())
        let talk = Conversations(store: store, models: pen.model, settings: InMemorySettings())
        let answer = try await talk.ask("Well?")
        pen.write(.thought("Hm"))
        pen.write("Half an")
        try await eventually("it came") { try await talk.texts(of: answer.session).last == "Half an" }
        await talk.stop(answer.session)
        let again = Pen()
        let other = Conversations(store: store, models: again.model, settings: InMemorySettings())
        _ = try await other.goOn(with: answer.id)
        again.write(" answer.")
        again.finish()
        var changes: [AnswerEvent.Change] = []
        for await event in other.events(of: answer.id) { changes.append(event.change) }
        #expect(
            Array(changes.dropLast()) == [.piece(.thought("Hm")), .piece(.text("Half an")), .piece(.text(" answer."))])
        guard case .finished(let whole) = changes.last else { throw Expectation(description: "an answer has an end") }
        #expect(whole.content == "Half an answer." && whole.thoughts == "Hm")
    }

    @Test func `what is whole, empty or answered to is not gone on with`() async throws {
        let model = halting(.stop)
        let talk = Conversations(store: MemoryStore(), models: model, settings: InMemorySettings())
        let whole = try await talk.finished(talk.ask("Well?"))
        await #expect(throws: ConversationError.self) { try await talk.goOn(with: whole.id) }
        await #expect(throws: ConversationError.self) { try await talk.goOn(with: whole.parent!) }
        await #expect(throws: ConversationError.self) { try await talk.goOn(with: "unknown") }

        let cut = Conversations(store: MemoryStore(), models: halting(), settings: InMemorySettings())
        let first = try await cut.finished(cut.ask("Well?"))
        _ = try await cut.finished(cut.ask("And?", in: first.session))
        await #expect(throws: ConversationError.self) { try await cut.goOn(with: first.id) }

        let silent = Conversations(
            store: MemoryStore(), models: ScriptedModel { _ in .of([.finished(summary(.length))]) },
            settings: InMemorySettings())
        let empty = try await silent.finished(silent.ask("Well?"))
        await #expect(throws: ConversationError.self) { try await silent.goOn(with: empty.id) }
    }

    @Test func `half an answer goes to no other machine`() async throws {
        let model = halting()
        let talk = Conversations(store: MemoryStore(), models: model, settings: InMemorySettings())
        let half = try await talk.finished(talk.ask("Well?"))
        model.move(to: "ai.example")
        await #expect(throws: ConversationError.self) { try await talk.goOn(with: half.id) }
    }

    @Test(arguments: [true, false])
    func `a session says whether models think in it, else the settings do`(thinks: Bool) async throws {
        let model = ScriptedModel(saying: "Yes.")
        let talk = Conversations(
            store: MemoryStore(), models: model, settings: InMemorySettings { $0.answers.thinks = thinks })
        let first = try await talk.finished(talk.ask("Well?"))
        try await talk.think(first.session, !thinks)
        _ = try await talk.finished(talk.ask("And?", in: first.session))
        try await talk.think(first.session, nil)
        _ = try await talk.finished(talk.ask("So?", in: first.session))
        #expect(model.requests.map(\.thinks) == [thinks, !thinks, thinks])
    }
}
