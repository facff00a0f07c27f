// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// A request to the memory in everyday words, as far as a small model that was learned from many people's
/// messages can tell. `Training/facts/requests.py` makes it; docs/memory.md has its figures.
public struct MemoryRequestReading: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case remember, forget, correct, ask, none
        /// The message before.
        case forgetLast = "forget_last"
        /// The answer before.
        case deleteAnswer = "delete_answer"
    }

    public let kind: Kind
    /// The words of the message that say what it is about; empty where none do.
    public let about: String
    /// Whether it is too uncertain to be done without asking.
    public let isAsked: Bool

    public init(_ message: String) {
        if let exact = MemoryRequest(exactly: message) {
            self.init(Kind(exact), about: exact.topic)
            return
        }
        let found = RequestReader.shared.read(message)
        let isDone = !found.isAsked && (found.kind == .ask || MemoryRequest(inEverydayWords: message) != nil)
        guard isDone || MemoryChoices(message) != nil else {
            self.init(.none)
            return
        }
        self.init(found.kind, about: found.about, isAsked: !isDone)
    }

    fileprivate init(_ kind: Kind, about: String = "", isAsked: Bool = false) {
        (self.kind, self.about, self.isAsked) = (kind, about, isAsked)
    }
}

extension MemoryRequestReading.Kind {
    fileprivate init(_ request: MemoryRequest) {
        self =
            switch request {
            case .remember, .rememberThat: .remember
            case .forget, .forgetAll: .forget
            case .forgetThat: .forgetLast
            case .correct, .contradict: .correct
            case .ask: .ask
            }
    }
}

extension MemoryRequest {
    fileprivate var topic: String {
        switch self {
        case .remember(let text), .forget(let text), .contradict(let text), .correct(topic: nil, let text): text
        case .correct(let topic?, let text): "\(topic): \(text)"
        case .rememberThat, .forgetThat, .ask, .forgetAll: ""
        }
    }

    /// Reads a request in everyday words, where the reader is sure of it.
    init?(inEverydayWords message: String) {
        let found = RequestReader.shared.read(message)
        // A question asks; it does not tell to forget.
        guard !found.isAsked, found.kind == .ask || !message.contains("?") else { return nil }
        switch found.kind {
        case .remember:
            guard !found.about.isEmpty else { return nil }
            self = .remember(found.about)
        case .forget:
            guard !found.about.isEmpty else { return nil }
            self = .forget(found.about)
        case .forgetLast: self = .forgetThat
        case .correct:
            guard !found.about.isEmpty else { return nil }
            self = .contradict(found.about)
        // A question about one thing is the model's to answer.
        case .ask:
            guard found.about.isEmpty else { return nil }
            self = .ask
        case .deleteAnswer, .none: return nil
        }
    }
}

/// Requests that a message may be where that is not sure: nothing is done, and the user chooses under the answer.
public struct MemoryChoices: Sendable, Equatable {
    public enum Choice: String, Sendable, CaseIterable {
        /// Forget what was learned from the message before.
        case forgetLast = "last"
        /// Forget what is known about the topic.
        case forgetTopic = "topic"
        case remember, correct
    }

    /// In the order in which they are offered.
    public let choices: [Choice]
    /// The words of the message that say what it is about; empty where none do.
    public let topic: String

    /// - Returns: `nil` for a message that asks nothing, or is sure enough to be done at once.
    public init?(_ message: String) {
        guard MemoryRequest(message) == nil else { return nil }
        let found = RequestReader.shared.read(message)
        topic = found.about
        choices =
            switch found.kind {
            case .forget: found.about.isEmpty ? [.forgetLast] : [.forgetTopic, .forgetLast]
            case .forgetLast: [.forgetLast]
            case .remember where !found.about.isEmpty: [.remember]
            case .correct where !found.about.isEmpty: [.correct]
            case .remember, .correct, .ask, .deleteAnswer, .none: []
            }
        guard !choices.isEmpty else { return nil }
    }

    /// The request that choosing it makes.
    public func request(_ choice: Choice) -> MemoryRequest {
        switch choice {
        case .forgetLast: .forgetThat
        case .forgetTopic: .forget(topic)
        case .remember: .remember(topic)
        case .correct: .correct(topic: nil, topic)
        }
    }
}

/// Reads requests by the learned model.
private struct RequestReader: Sendable {
    private let model: LearnedReader
    /// Shares from which on a request is done, and from which on the user is asked.
    private let sure: Double
    private let likely: Double

    /// Words of a message that are read; a longer one asks nothing.
    private static let longest = 60

    static let shared: RequestReader = {
        do { return try RequestReader() } catch { fatalError("The reader of requests cannot be read: \(error)") }
    }()

    private init() throws {
        model = try LearnedReader(FactSlot.folder.appending(path: "requests.bin"))
        guard let sure = model.header["sure"]?.double, let likely = model.header["likely"]?.double else {
            throw LearnedReader.Damaged()
        }
        (self.sure, self.likely) = (sure, likely)
    }

    func read(_ message: String) -> MemoryRequestReading {
        let text = SlotText(whole: message, SlotReader.shared.language)
        guard let unit = text.units.first, unit.words.count <= Self.longest else { return .init(.none) }
        let features = SlotFeatures(text)
        let kinds = model.classes(of: "requests")
        let shares = LearnedReader.shares(model.scores("requests", of: model.known(features.groups(of: 0))))
        // Whether it asks for anything is one question, what it asks for another.
        let asking = shares.indices.filter { kinds[$0] != MemoryRequestReading.Kind.none.rawValue }
        guard let best = asking.max(by: { shares[$0] < shares[$1] }),
            let kind = MemoryRequestReading.Kind(rawValue: kinds[best]),
            asking.reduce(0, { $0 + shares[$1] }) >= likely
        else { return .init(.none) }
        let isAsked = shares[best] < sure
        let words = unit.words.indices.map { index in
            SpelledText.isPunctuation(unit.words[index].letters)
                ? [1, 0, 0]
                : LearnedReader.shares(model.scores(ofWord: features.signs(of: index, in: 0), in: kinds[best]))
        }
        guard kind != .forgetLast, kind != .deleteAnswer, let stretch = LearnedReader.stretches(words).first else {
            return .init(kind, isAsked: isAsked)
        }
        let scalars = Array(message.unicodeScalars)
        let range =
            unit.words[stretch.lowerBound].range.lowerBound..<unit.words[stretch.upperBound - 1].range.upperBound
        return .init(kind, about: String(String.UnicodeScalarView(scalars[range])), isAsked: isAsked)
    }
}
