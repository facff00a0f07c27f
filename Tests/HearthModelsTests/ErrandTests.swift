// SPDX-License-Identifier: Apache-2.0

import HearthModels
import HearthTesting
import Synchronization
import Testing

extension Errand.Kind {
    fileprivate static let small = Errand.Kind("small", priority: 10)
    fileprivate static let large = Errand.Kind("large", priority: 1)
    fileprivate static let patient = Errand.Kind("patient", priority: 5, after: .seconds(30))
}

/// What errands did, in order.
private final class Diary: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func write(_ line: String) { lines.withLock { $0.append(line) } }

    /// An errand that writes down that it ran.
    func errand(_ kind: Errand.Kind, _ subject: String) -> Errand {
        Errand(kind, about: subject) { self.write(subject) }
    }

    /// An errand that writes down that it began, and goes on until it is cancelled.
    func endless(_ kind: Errand.Kind, _ subject: String) -> Errand {
        Errand(kind, about: subject) {
            self.write("\(subject) begins")
            try await Task.sleep(for: .seconds(3_600))
        }
    }
}

@Suite struct ErrandTests {
    private let diary = Diary()
    private let errands = Errands()

    @Test func `errands run one after another, the more urgent kinds first`() async throws {
        var occupation: Occupation? = errands.occupy()
        for (kind, subject) in [(Errand.Kind.large, "a"), (.large, "b"), (.small, "c"), (.small, "d")] {
            errands.add(diary.errand(kind, subject))
        }
        #expect(errands.state.waiting == 4 && errands.state.running == nil)
        #expect(occupation != nil && diary.all.isEmpty)
        occupation = nil
        try await eventually("all ran") { diary.all.count == 4 }
        #expect(diary.all == ["c", "d", "a", "b"])
    }

    @Test func `an errand gives way to people and is run again when nobody waits`() async throws {
        errands.add(diary.endless(.small, "title"))
        try await eventually("it runs") { diary.all == ["title begins"] }
        #expect(errands.state.running == .small)
        do {
            let occupation = errands.occupy()
            try await eventually("it waits") { errands.state.running == nil && errands.state.waiting == 1 }
            try await Task.sleep(for: .milliseconds(20))
            #expect(diary.all.count == 1)
            withExtendedLifetime(occupation) {}
        }
        try await eventually("it runs again") { diary.all == ["title begins", "title begins"] }
        await errands.end()
        #expect(errands.state.running == nil && errands.state.waiting == 0)
    }

    @Test func `an errand gives way to a more urgent one and is run again after it`() async throws {
        errands.add(diary.endless(.large, "calibration"))
        try await eventually("it runs") { diary.all == ["calibration begins"] }
        errands.add(diary.errand(.large, "no more urgent"))
        try await Task.sleep(for: .milliseconds(20))
        #expect(diary.all == ["calibration begins"])
        errands.add(diary.errand(.small, "title"))
        try await eventually("it runs again") { diary.all == ["calibration begins", "title", "calibration begins"] }
        await errands.end()
    }

    @Test func `while several wait for a model no errand runs until the last is done`() async throws {
        var occupations: [Occupation] = (0..<3).map { _ in errands.occupy() }
        errands.add(diary.errand(.small, "a"))
        while !occupations.isEmpty {
            #expect(diary.all.isEmpty)
            occupations.removeLast()
        }
        try await eventually("it ran") { diary.all == ["a"] }
    }

    @Test func `a pause holds errands back, and ends`() async throws {
        errands.add(diary.endless(.small, "a"))
        try await eventually("it runs") { diary.all.count == 1 }
        errands.pause(true)
        try await eventually("it waits") { errands.state.running == nil && errands.state.waiting == 1 }
        #expect(errands.state.isPaused)
        errands.pause(false)
        try await eventually("it runs again") { diary.all.count == 2 }
        await errands.end()
    }

    @Test func `of a kind and a subject there is one errand`() async throws {
        errands.pause(true)
        for _ in 0..<5 { errands.add(diary.errand(.small, "a")) }
        errands.add(diary.errand(.large, "a"))
        #expect(errands.state.waiting == 2)
        errands.pause(false)
        try await eventually("both ran") { diary.all.count == 2 && errands.state.running == nil }
        // One that runs already is called off for the newer one.
        errands.add(diary.endless(.small, "b"))
        try await eventually("it runs") { diary.all.last == "b begins" }
        errands.add(diary.errand(.small, "b"))
        try await eventually("the newer one ran") { diary.all.last == "b" && errands.state.running == nil }
        #expect(errands.state.waiting == 0)
    }

    @Test func `what is called off is not run again`() async throws {
        errands.add(diary.endless(.small, "a"))
        errands.add(diary.errand(.large, "a"))
        errands.add(diary.errand(.large, "b"))
        try await eventually("it runs") { diary.all == ["a begins"] }
        errands.remove(about: "a")
        try await eventually("the other ran") { diary.all == ["a begins", "b"] && errands.state.running == nil }
        // Called off first and interrupted by a person then, it stays called off.
        errands.add(diary.endless(.small, "c"))
        try await eventually("it runs") { diary.all.last == "c begins" }
        errands.remove(.small, about: "c")
        withExtendedLifetime(errands.occupy()) {}
        try await eventually("nothing is left") { errands.state == ErrandState() }
        #expect(diary.all.last == "c begins")
    }

    @Test func `an errand that fails does not keep the others`() async throws {
        struct Broken: Error {}
        errands.add(Errand(.small, about: "a") { throw Broken() })
        errands.add(diary.errand(.large, "b"))
        try await eventually("the other ran") { diary.all == ["b"] }
        try await eventually("nothing is left") { errands.state == ErrandState() }
    }

    @Test func `a patient errand waits until nobody has needed a model for a while`() async throws {
        let clock = StepClock()
        let errands = Errands(clock: clock)
        errands.add(diary.errand(.patient, "a"))
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(29))
        withExtendedLifetime(errands.occupy()) {}
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(29))
        try await Task.sleep(for: .milliseconds(20))
        #expect(diary.all.isEmpty)
        clock.advance(by: .seconds(2))
        try await eventually("it ran") { diary.all == ["a"] }
    }

    @Test func `after the end nothing is taken`() async {
        await errands.end()
        errands.add(diary.errand(.small, "a"))
        #expect(errands.state == ErrandState())
    }
}
