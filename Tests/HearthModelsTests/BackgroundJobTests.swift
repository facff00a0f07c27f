// SPDX-License-Identifier: Apache-2.0

import HearthModels
import HearthTesting
import Synchronization
import Testing

extension BackgroundJob.Kind {
    fileprivate static let small = BackgroundJob.Kind("small", priority: 10)
    fileprivate static let large = BackgroundJob.Kind("large", priority: 1)
    fileprivate static let patient = BackgroundJob.Kind("patient", priority: 5, after: .seconds(30))
}

/// A log of what background jobs did, in order.
private final class Diary: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func write(_ line: String) { lines.withLock { $0.append(line) } }

    /// A background job that writes down that it ran.
    func job(_ kind: BackgroundJob.Kind, _ subject: String) -> BackgroundJob {
        BackgroundJob(kind, about: subject) { self.write(subject) }
    }

    /// A background job that writes down that it began, and goes on until it is cancelled.
    func endless(_ kind: BackgroundJob.Kind, _ subject: String) -> BackgroundJob {
        BackgroundJob(kind, about: subject) {
            self.write("\(subject) begins")
            try await Task.sleep(for: .seconds(3_600))
        }
    }
}

@Suite struct BackgroundJobTests {
    private let diary = Diary()
    private let backgroundJobs = BackgroundJobs()

    @Test func `background jobs run one after another, the more urgent kinds first`() async throws {
        var foregroundWork: ForegroundWork? = backgroundJobs.beginForegroundWork()
        for (kind, subject) in [(BackgroundJob.Kind.large, "a"), (.large, "b"), (.small, "c"), (.small, "d")] {
            backgroundJobs.add(diary.job(kind, subject))
        }
        #expect(backgroundJobs.state.waiting == 4 && backgroundJobs.state.running == nil)
        #expect(foregroundWork != nil && diary.all.isEmpty)
        foregroundWork = nil
        try await eventually("all ran") { diary.all.count == 4 }
        #expect(diary.all == ["c", "d", "a", "b"])
    }

    @Test func `a background job gives way to people and is run again when nobody waits`() async throws {
        backgroundJobs.add(diary.endless(.small, "title"))
        try await eventually("it runs") { diary.all == ["title begins"] }
        #expect(backgroundJobs.state.running == .small)
        do {
            let foregroundWork = backgroundJobs.beginForegroundWork()
            try await eventually("it waits") {
                backgroundJobs.state.running == nil && backgroundJobs.state.waiting == 1
            }
            try await Task.sleep(for: .milliseconds(20))
            #expect(diary.all.count == 1)
            withExtendedLifetime(foregroundWork) {}
        }
        try await eventually("it runs again") { diary.all == ["title begins", "title begins"] }
        await backgroundJobs.end()
        #expect(backgroundJobs.state.running == nil && backgroundJobs.state.waiting == 0)
    }

    @Test func `a background job gives way to a more urgent one and is run again after it`() async throws {
        backgroundJobs.add(diary.endless(.large, "calibration"))
        try await eventually("it runs") { diary.all == ["calibration begins"] }
        backgroundJobs.add(diary.job(.large, "no more urgent"))
        try await Task.sleep(for: .milliseconds(20))
        #expect(diary.all == ["calibration begins"])
        backgroundJobs.add(diary.job(.small, "title"))
        try await eventually("it runs again") { diary.all == ["calibration begins", "title", "calibration begins"] }
        await backgroundJobs.end()
    }

    @Test func `while several wait for a model no job runs until the last is done`() async throws {
        var foregroundWorks: [ForegroundWork] = (0..<3).map { _ in backgroundJobs.beginForegroundWork() }
        backgroundJobs.add(diary.job(.small, "a"))
        while !foregroundWorks.isEmpty {
            #expect(diary.all.isEmpty)
            foregroundWorks.removeLast()
        }
        try await eventually("it ran") { diary.all == ["a"] }
    }

    @Test func `a pause holds background jobs back, and ends`() async throws {
        backgroundJobs.add(diary.endless(.small, "a"))
        try await eventually("it runs") { diary.all.count == 1 }
        backgroundJobs.pause(true)
        try await eventually("it waits") { backgroundJobs.state.running == nil && backgroundJobs.state.waiting == 1 }
        #expect(backgroundJobs.state.isPaused)
        backgroundJobs.pause(false)
        try await eventually("it runs again") { diary.all.count == 2 }
        await backgroundJobs.end()
    }

    @Test func `of a kind and a subject there is one job`() async throws {
        backgroundJobs.pause(true)
        for _ in 0..<5 { backgroundJobs.add(diary.job(.small, "a")) }
        backgroundJobs.add(diary.job(.large, "a"))
        #expect(backgroundJobs.state.waiting == 2)
        backgroundJobs.pause(false)
        try await eventually("both ran") { diary.all.count == 2 && backgroundJobs.state.running == nil }
        // One that runs already is called off for the newer one.
        backgroundJobs.add(diary.endless(.small, "b"))
        try await eventually("it runs") { diary.all.last == "b begins" }
        backgroundJobs.add(diary.job(.small, "b"))
        try await eventually("the newer one ran") { diary.all.last == "b" && backgroundJobs.state.running == nil }
        #expect(backgroundJobs.state.waiting == 0)
    }

    @Test func `what is called off is not run again`() async throws {
        backgroundJobs.add(diary.endless(.small, "a"))
        backgroundJobs.add(diary.job(.large, "a"))
        backgroundJobs.add(diary.job(.large, "b"))
        try await eventually("it runs") { diary.all == ["a begins"] }
        backgroundJobs.remove(about: "a")
        try await eventually("the other ran") { diary.all == ["a begins", "b"] && backgroundJobs.state.running == nil }
        // Called off first and interrupted by a person then, it stays called off.
        backgroundJobs.add(diary.endless(.small, "c"))
        try await eventually("it runs") { diary.all.last == "c begins" }
        backgroundJobs.remove(.small, about: "c")
        withExtendedLifetime(backgroundJobs.beginForegroundWork()) {}
        try await eventually("nothing is left") { backgroundJobs.state == BackgroundJobState() }
        #expect(diary.all.last == "c begins")
    }

    @Test func `a background job that fails does not keep the others`() async throws {
        struct Broken: Error {}
        backgroundJobs.add(BackgroundJob(.small, about: "a") { throw Broken() })
        backgroundJobs.add(diary.job(.large, "b"))
        try await eventually("the other ran") { diary.all == ["b"] }
        try await eventually("nothing is left") { backgroundJobs.state == BackgroundJobState() }
    }

    @Test func `a patient job waits until nobody has needed a model for a while`() async throws {
        let clock = StepClock()
        let backgroundJobs = BackgroundJobs(clock: clock)
        backgroundJobs.add(diary.job(.patient, "a"))
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(29))
        withExtendedLifetime(backgroundJobs.beginForegroundWork()) {}
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(29))
        try await Task.sleep(for: .milliseconds(20))
        #expect(diary.all.isEmpty)
        clock.advance(by: .seconds(2))
        try await eventually("it ran") { diary.all == ["a"] }
    }

    @Test func `after the end nothing is taken`() async {
        await backgroundJobs.end()
        backgroundJobs.add(diary.job(.small, "a"))
        #expect(backgroundJobs.state == BackgroundJobState())
    }
}
