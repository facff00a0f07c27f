// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import Testing

/// Answers on a disk that fills up while they are written, and has room again later.
@Suite struct FullDiskTests {
    private let pen = Pen()
    private let disk = FullDisk()
    private let clock = StepClock()
    private let model: ScriptedModel
    private let talk: Conversations

    init() {
        model = pen.model
        talk = Conversations(store: disk, models: model, settings: InMemorySettings(), clock: clock)
    }

    /// Lets the time pass after which somebody tries to save.
    private func pass() async throws {
        try await eventually("somebody waits to save") { clock.sleepers == 1 }
        clock.advance(by: .seconds(1))
    }

    private func isUnsaved(_ answer: Message) async throws -> Bool {
        try await talk.path(of: answer.session).last?.unsaved != nil
    }

    @Test func `readers are told with the first save that fails, and with the first that works again`() async throws {
        let answer = try await talk.ask("Hello?")
        await disk.fill()
        pen.write("One")
        try await eventually("it came") { try await talk.texts(of: answer.session).last == "One" }
        try await pass()
        try await eventually("it is not saved") { try await isUnsaved(answer) }
        #expect(await disk.message(answer.id)?.content == "")
        // It is tried again although nothing more has come.
        await disk.makeRoom()
        try await pass()
        try await eventually("it is saved") { await disk.message(answer.id)?.content == "One" }
        try await eventually("nothing is unsaved") { try await !isUnsaved(answer) }
        pen.finish()
        let end = try await talk.finished(answer)
        let changes = await talk.events(of: answer.id).reduce(into: []) { $0.append($1.change) }
        #expect(
            changes == [.piece(.text("One")), .unsaved(PendingSave(FullDisk.Full())), .unsaved(nil), .finished(end)])
    }

    @Test func `the end of an answer waits in memory, and is saved when there is room`() async throws {
        let answer = try await talk.ask("Hello?")
        await disk.fill()
        pen.write("Hello.")
        pen.finish()
        let end = try await talk.finished(answer)
        #expect(end.content == "Hello." && end.state == .complete && end.fault == nil)
        #expect(try await isUnsaved(answer))
        #expect(await disk.message(answer.id)?.state == .arriving)
        // Pages, copies and what comes next have all of it.
        #expect(try await talk.texts(of: answer.session).last == "Hello.")
        #expect(try await talk.export(answer.session).contains("Hello."))
        try await pass()
        try await eventually("it was tried in vain") { clock.sleepers == 1 }
        #expect(try await isUnsaved(answer))

        await disk.makeRoom()
        let before = talk.changes(of: answer.session)
        try await pass()
        try await eventually("it is saved") { await disk.message(answer.id) == end }
        try await eventually("pages are told") { talk.changes(of: answer.session) > before }
        #expect(try await !isUnsaved(answer))
        try await eventually("nobody tries any more") { clock.sleepers == 0 }
    }

    @Test func `an unsaved answer stays in memory however many come after it`() async throws {
        let answer = try await talk.ask("Hello?")
        await disk.fill()
        pen.write("Hello.")
        pen.finish()
        try await talk.finished(answer)
        for index in 0..<40 { try await talk.answer(to: "And \(index)?", isTemporary: true) }
        #expect(try await talk.texts(of: answer.session).last == "Hello.")
    }

    @Test func `asking on a full disk says so, and changes nothing`() async throws {
        await disk.fill()
        await #expect(throws: FullDisk.Full()) { try await talk.ask("Hello?") }
        #expect(try await talk.sessions(limit: 9).isEmpty)
        #expect(model.requests.isEmpty)
        // What is written nowhere needs no room.
        _ = try await talk.ask("Hello?", isTemporary: true)
    }

    @Test func `the end of the program saves what can be saved, and says how much could not`() async throws {
        for hasRoom in [true, false] {
            let (pen, disk) = (Pen(), FullDisk())
            let talk = Conversations(store: disk, models: pen.model, settings: InMemorySettings(), clock: StepClock())
            let answer = try await talk.ask("Hello?")
            await disk.fill()
            pen.write("Hello.")
            pen.finish()
            try await talk.finished(answer)
            if hasRoom { await disk.makeRoom() }
            #expect(await talk.end() == (hasRoom ? 0 : 1))
            #expect(await disk.message(answer.id)?.content == (hasRoom ? "Hello." : ""))
        }
    }

    @Test func `what is cleared meanwhile is not brought back`() async throws {
        let answer = try await talk.ask("Hello?")
        await disk.fill()
        pen.write("Hello.")
        pen.finish()
        try await talk.finished(answer)
        await #expect(throws: FullDisk.Full()) { try await talk.clear(answer.session) }
        #expect(try await talk.texts(of: answer.session) == ["Hello?", "Hello."])
        await disk.makeRoom()
        try await talk.clear(answer.session)
        // The one who saves waits too, and the eraser may come after it.
        try await eventually("it is erased") {
            clock.advance(by: Conversations.undoTime)
            return await disk.messages(of: answer.session).isEmpty
        }
        try await eventually("nobody tries any more") {
            clock.advance(by: .seconds(1))
            return clock.sleepers == 0
        }
        #expect(await disk.messages(of: answer.session).isEmpty)
    }
}
