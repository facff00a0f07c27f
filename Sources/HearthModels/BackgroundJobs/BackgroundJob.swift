// SPDX-License-Identifier: Apache-2.0

/// A piece of background work that nobody waits for, such as finding a title.
public struct BackgroundJob: Sendable {
    /// A kind of job. The feature that has such jobs declares it.
    public struct Kind: Sendable, Hashable {
        /// Names it in the phrases of the app.
        public let name: String
        /// Jobs of a higher priority are run first.
        public let priority: Int
        /// How long nobody may have needed the models before such a job begins.
        public let idleTime: Duration

        public init(_ name: String, priority: Int, after idleTime: Duration = .zero) {
            self.name = name
            self.priority = priority
            self.idleTime = idleTime
        }
    }

    public let kind: Kind
    /// Subject of the job, such as a session's identifier. There is at most one job of a kind and a subject.
    public let subject: String
    /// Does the work. It is cancelled when somebody needs the models, and run again later, from its beginning. What it
    /// throws otherwise ends it: work that must not be lost is found again by its feature, at the next start at the
    /// latest.
    let work: @Sendable () async throws -> Void

    public init(_ kind: Kind, about subject: String, work: @escaping @Sendable () async throws -> Void) {
        self.kind = kind
        self.subject = subject
        self.work = work
    }
}

/// State of the background work.
public struct BackgroundJobState: Sendable, Equatable {
    /// Kind of the running job; `nil` while none runs.
    public var running: BackgroundJob.Kind?
    /// How many jobs wait.
    public var waiting = 0
    /// Whether the user has paused background work.
    public var isPaused = false

    public init() {}
}

/// Whether background work is done at all.
public struct BackgroundJobSettings: SettingsSection {
    public var pausesErrands = false

    public init() {}
}

extension AppSettings {
    public var backgroundJobs: BackgroundJobSettings {
        get { self[BackgroundJobSettings.self] }
        set { self[BackgroundJobSettings.self] = newValue }
    }
}
