// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels

/// Reads the conversations of a file one by one, and counts what there is and what is not.
struct ChatReading {
    private let file: ChatFile
    private let limits: ChatImportLimits
    private let known: [ChatImport.Kind: [String: Date]]
    private let includesArchived: Bool
    private let now: Date
    private(set) var result: ChatImport
    private var seen: Set<String> = []
    private var samples = Samples()

    /// - Parameters:
    ///   - known: the conversations that are here, by program and origin.
    ///   - includesArchived: whether those are brought in that were archived.
    init(
        _ url: URL, name: String, known: [ChatImport.Kind: [String: Date]], includesArchived: Bool, at now: Date,
        limits: ChatImportLimits
    ) throws(ChatImportError) {
        file = try ChatFile(url, limits: limits)
        (self.limits, self.known, self.includesArchived, self.now) = (limits, known, includesArchived, now)
        result = ChatImport(name: name, size: file.size)
        result.otherFiles = file.otherFiles
    }

    /// - Parameters:
    ///   - progress: is told how far it is, 0…1, with what there is so far; what it throws ends the work.
    ///   - body: is given each conversation that is brought in.
    /// - Throws: `ChatImportError`, and what the two throw.
    mutating func read(
        _ progress: @escaping (Double) throws -> Void,
        _ body: (ImportedConversation, ChatImport.Kind) throws -> Void
    ) throws {
        // Elements that are no conversations, before the first one and in all.
        var (elements, strangers) = (0, 0)
        let file = file
        try file.read(progress) { bytes in
            elements += 1
            guard elements <= limits.conversations else {
                throw ChatImportError(.tooLarge, "there are more than \(limits.conversations) conversations")
            }
            guard let bytes else { return result.leaveOut(.tooLarge) }
            StepCounter.add(bytes.count)
            guard let element = Self.element(bytes) else { return result.leaveOut(.unreadable) }
            guard let (foreign, kind) = Self.conversation(element) else {
                strangers += 1
                // A list of something else is not read to its end.
                guard result.kind != nil || strangers < 100 else {
                    throw ChatImportError(.unsupported, "there are no conversations in this file")
                }
                return result.leaveOut(.unreadable)
            }
            result.kind = result.kind ?? kind
            guard let conversation = checked(foreign, kind) else { return }
            result.add(conversation)
            samples.add(conversation)
            try body(conversation, kind)
        }
        guard result.kind != nil || elements == 0 else {
            throw ChatImportError(.unsupported, "there are no conversations in this file")
        }
        result.samples = samples.chosen
    }

    private static func element(_ bytes: [UInt8]) -> JSONObject? {
        do { return try JSON(parsing: bytes, depthLimit: 64, keepsLast: true).object } catch {
            // Some texts end in the middle of a pair of surrogates.
            guard error.code == .notUnicode else { return nil }
            return try? JSON(parsing: ImportedText.withoutHalves(bytes), depthLimit: 64, keepsLast: true).object
        }
    }

    private static func conversation(_ object: JSONObject) -> (ForeignConversation, ChatImport.Kind)? {
        if let found = ChatGPTFormat.read(object) { return (found, .chatGPT) }
        if let found = ClaudeFormat.read(object) { return (found, .claude) }
        return OpenWebUIFormat.read(object).map { ($0, .openWebUI) }
    }

    /// - Returns: `nil` for what is left out, which is counted.
    private mutating func checked(_ foreign: ForeignConversation, _ kind: ChatImport.Kind) -> ImportedConversation? {
        let origin = kind.origin(foreign.id)
        guard seen.insert(origin).inserted else {
            result.leaveOut(.twice)
            return nil
        }
        if let date = known[kind]?[origin] {
            result.knownSince = max(result.knownSince ?? date, date)
            result.leaveOut(.known)
            return nil
        }
        guard foreign.nodes.count <= limits.messagesOfConversation, foreign.id.utf8.count <= 200 else {
            result.leaveOut(.tooLarge)
            return nil
        }
        guard let conversation = foreign.assembled(at: now) else {
            result.leaveOut(.empty)
            return nil
        }
        guard includesArchived || !conversation.isArchived else {
            result.leaveOut(.archived)
            return nil
        }
        return conversation
    }
}

/// A few conversations of all times, chosen while they pass: of each so many one, and the first and the last.
private struct Samples {
    private var kept: [ChatImport.Sample] = []
    private var (first, last): (ChatImport.Sample?, ChatImport.Sample?) = (nil, nil)
    private var (count, step) = (0, 1)

    mutating func add(_ conversation: ImportedConversation) {
        let sample = ChatImport.Sample(
            title: conversation.title, messages: conversation.messages.count, versions: conversation.versions,
            date: conversation.changedAt)
        if first.map({ sample.date < $0.date }) ?? true { first = sample }
        if last.map({ sample.date >= $0.date }) ?? true { last = sample }
        if count.isMultiple(of: step) {
            kept.append(sample)
            if kept.count == 64 {
                kept = kept.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
                step *= 2
            }
        }
        count += 1
    }

    var chosen: [ChatImport.Sample] {
        let between = kept.filter { $0 != first && $0 != last }.sorted { $0.date < $1.date }
        let places = between.count > 2 ? [between.count / 3, between.count * 2 / 3] : Array(between.indices)
        let ends = count > 1 ? [first, last] : [first]
        return (ends.compactMap { $0 } + places.map { between[$0] }).sorted { $0.date < $1.date }
    }
}
