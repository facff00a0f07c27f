// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HearthChat
package import HearthMemory
package import HearthModels
import HearthWeb

/// Gives conversations the memory, the modes and the rules of care.
package struct HouseCompanion: Companion {
    private let learning: Learning
    private let memory: AnswerMemory
    private let commands: MemoryCommands
    private let modes: ModesFolder
    private let models: any ModelHost
    private let settings: any SettingsStore
    /// `nil` where no words are learned.
    private let words: TalkWords?
    private let now: @Sendable () -> Date

    package init(
        learning: Learning, memory: AnswerMemory, commands: MemoryCommands, modes: ModesFolder, models: any ModelHost,
        settings: any SettingsStore, words: TalkWords? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.words = words
        self.learning = learning
        self.memory = memory
        self.commands = commands
        self.modes = modes
        self.models = models
        self.settings = settings
        self.now = now
    }

    // MARK: Modes

    package func usualMode() async -> String? { try? await settings.load().memory.usualMode }

    package func instructions(
        of mode: String?, for question: String, in session: Session.ID, before answer: Message
    ) async -> String? {
        guard let mode, let found = modes.mode(mode, in: await language(of: question)), !found.text.text.isEmpty else {
            return nil
        }
        // The model that comes with Hearth is a friend in the words that it was taught, and goes astray at others.
        if found.id == ModesFolder.usual, !found.isEdited, await summary(of: answer)?.isBuiltIn == true { return nil }
        var parts = [found.text.text]
        if found.text.uses.contains(.words), let words, await mayHaveWords(answer) {
            parts.append(await words.text(for: session))
        }
        if let own = await ownInstructions() { parts.append(own) }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Whether the model that answers may be told which words are learned, or what stands in the journal.
    private func mayHaveWords(_ answer: Message) async -> Bool { await mayHave(.words, answer) }
    private func mayHaveJournal(_ answer: Message) async -> Bool { await mayHave(.journal, answer) }

    private func mayHave(_ purpose: RequestPurpose, _ answer: Message) async -> Bool {
        guard let host = answer.remoteHost, !RemoteModel.isHere(host) else { return true }
        guard let model = answer.model else { return false }
        return await models.mayAsk(model, for: purpose)
    }

    /// Returns the instructions that the user wrote in the place of the default ones; they count in every mode.
    private func ownInstructions() async -> String? {
        let written = (try? await settings.load())?.answers.instructions
        return written == AnswerSettings().instructions ? nil : written
    }

    /// As the user writes, else as the small model is spoken to.
    private func language(of text: String) async -> MemoryLanguage {
        if let language = MemoryLanguage(of: text) { return language }
        let settings = try? await settings.load()
        return settings.flatMap { MemoryLanguage(code: $0.appearance.language.rawValue) } ?? .english
    }

    // MARK: Recalling

    package func remembers() async -> Bool {
        // Settings that cannot be read are no reason to remember what was not to be.
        (try? await settings.load().memory.pausesMemory) == false
    }

    package func mayRecall(in mode: String?, host: String?) async -> Bool {
        guard let settings = try? await settings.load().memory, !settings.pausesMemory, settings.recallsInAnswers else {
            return false
        }
        if let host, !RemoteModel.isHere(host), !settings.remoteMayRecall { return false }
        return !kinds(in: mode).isEmpty
    }

    /// Returns the kinds of passages that a mode may use. A session from before there were modes, or whose mode no
    /// longer exists, uses facts and messages.
    private func kinds(in mode: String?) -> Set<Passage.Kind> {
        let uses = mode.flatMap { modes.mode($0, in: .english) }?.text.uses ?? [.memory]
        return Set((uses.contains(.memory) ? [.fact, .message] : []) + (uses.contains(.journal) ? [.entry] : []))
    }

    package func recall(
        _ question: Message, in session: Session, besides known: [RecalledMemory], isFirst: Bool, before answer: Message
    ) async -> [RecalledMemory] {
        let isTiny = await isTiny(answer)
        let kinds = await kinds(in: session.mode).subtracting(mayHaveJournal(answer) ? [] : [.entry])
        let threads = Set([session.id, session.continues].compactMap { $0 })
        // An answer without memories is better than none.
        guard
            let found = try? await memory.passages(
                for: question.content, now: now(), besides: threads, known: Set(known.map(\.source)),
                kinds: kinds, .init(isFirst: isFirst, isTiny: isTiny))
        else { return [] }
        let language = await language(of: question.content).rawValue
        return found.map { passage in
            RecalledMemory(
                question: question.id, isAtBeginning: isFirst, kind: .init(passage.kind), source: passage.source,
                thread: passage.thread, date: passage.date, language: language, text: passage.text)
        }
    }

    package func mayTell(_ memories: [RecalledMemory], before answer: Message) async -> [RecalledMemory] {
        await mayHaveJournal(answer) ? memories : memories.filter { $0.kind != .entry }
    }

    package func block(of memories: [RecalledMemory]) -> String {
        AnswerMemory.block(
            of: memories.map { ($0.text, $0.date, $0.kind == .fact) }, language: memories.first?.language ?? "en")
    }

    // MARK: What the app does itself

    package func builtInReply(
        to question: Message, answer: Message, after path: [Message], told memories: [RecalledMemory],
        in session: Session
    ) async -> BuiltInReply? {
        let care = await care(about: question, after: path, before: answer)
        if care?.answer != nil { return care }
        // What is asked of the memory is not done where it is off, nor twice for one question.
        guard !question.isUnremembered, !session.isTemporary, let request = MemoryRequest(question.content) else {
            if let care { return care }
            if let comfort = await comfort(about: question, after: path, before: answer) { return comfort }
            guard !question.isUnremembered, !session.isTemporary, MemoryChoices(question.content) != nil else {
                return nil
            }
            return BuiltInReply(deed: MemoryAction(.choicesOffered).saved)
        }
        // "Remember this" twice means what stands before both.
        let before = path.last { $0.role == .user && MemoryRequest($0.content)?.isPointing != true }
        let action = try? await commands.perform(
            request, of: Utterance(question), after: before.map { Utterance($0) }, answer: answer.id,
            used: Set(memories.map(\.source)))
        guard let action else { return care }
        // What only may have been a request, and finds nothing, is answered as any other message.
        if action.kind == .nothingFound, !MemoryRequest.isExact(question.content) { return care }
        // The model is not asked about what it is not to know any more.
        let isDone = [.forgotten, .nothingFound, .told, .forgettingAsked].contains(action.kind)
        return BuiltInReply(answer: isDone ? "" : nil, care: care?.care, deed: action.saved, title: care?.title)
    }

    /// A fixed text for somebody in danger, or numbers under what a model says.
    private func care(about question: Message, after path: [Message], before answer: Message) async -> BuiltInReply? {
        let turn = CareTurn(
            question.content, after: path.filter { $0.role == .user }.map(\.content),
            marks: path.compactMap { $0.care.flatMap(CareMark.init) }, isFamiliar: await saysTu(path, before: answer),
            isSmall: await isSmall(answer))
        guard let turn else { return nil }
        let title = turn.mark.level == .after ? nil : CareWords.title(in: turn.mark.language)
        return BuiltInReply(answer: turn.text, care: turn.mark.rawValue, title: title)
    }

    /// A fixed sentence about what weighs on somebody, where the model is too small to find one.
    private func comfort(about question: Message, after path: [Message], before answer: Message) async -> BuiltInReply?
    {
        guard let sorrow = Sorrow(in: question.content), await isTiny(answer) else { return nil }
        let language = CareReading(question.content).language
        let said = Set(path.map(\.content))
        let words = sorrow.words(in: language, isFamiliar: await saysTu(path, before: answer))
        return words.first { !said.contains($0) }.map { BuiltInReply(answer: $0) }
    }

    /// Only the very small models say so of everything.
    package func unkeptClaims(about question: Message, before answer: Message) async -> UnkeptClaims? {
        // What was noted at the user's word may be said to be.
        let action = answer.deed.flatMap(MemoryAction.init(saved:))
        guard await isTiny(answer), answer.deed == nil || action?.kind == .choicesOffered else { return nil }
        let instead =
            switch CareReading(question.content).language {
            case .english: ["I’m listening. Tell me more, if you like.", "And then?", "Go on, I’m here."]
            case .french: ["Je t’écoute. Raconte-m’en plus, si tu veux.", "Et ensuite ?", "Continue, je suis là."]
            }
        return UnkeptClaims(
            beginnings: [
                "c est note", "je m en souviendrai", "je retiens", "je n oublierai pas", "noted", "i ll remember",
                "i will remember", "i won t forget",
            ], instead: instead)
    }

    package func instruction(afterCare marks: [String], before answer: Message) async -> String? {
        // The model that comes with Hearth is told nothing that it was not taught.
        guard await !isTiny(answer), let mark = marks.lazy.compactMap(CareMark.init).last else { return nil }
        return CareWords.instruction(for: mark)
    }

    /// Whether the answers of a conversation say « tu ». Where none tells, the very small model would.
    private func saysTu(_ path: [Message], before answer: Message) async -> Bool {
        let answers = path.reversed().lazy.filter { $0.role == .assistant }
        if let said = answers.compactMap({ CareWords.isFamiliar($0.content) }).first { return said }
        return await isTiny(answer)
    }

    /// The model that is to give an answer: the one that it names, whichever is chosen meanwhile.
    private func summary(of answer: Message) async -> ModelSummary? {
        var name = answer.model
        if name == nil { name = await models.state.name }
        return await models.models().first { $0.name == name }
    }

    private func isSmall(_ answer: Message) async -> Bool {
        let summary = await summary(of: answer)
        return summary?.isSmall == true || summary?.isTiny == true
    }

    private func isTiny(_ answer: Message) async -> Bool { await summary(of: answer)?.isTiny == true }

    package func finished(_ question: Message, _ answer: Message, in session: Session) async {
        // One that cannot be indexed now is found again at the next start.
        // Doubt is too often about nothing: what a line stands under is learned as anything else.
        guard answer.care.flatMap(CareMark.init)?.level ?? .soft == .soft else { return }
        let turn = [question, answer]
        try? await learning.learn(
            turn.filter { !$0.isUnremembered && !$0.content.isEmpty }.map { Utterance($0) }, as: .message)
    }

    package func replaced(_ question: Message.ID, by other: Message) async {
        // The rest of it goes with the session.
        try? await learning.replace(question, by: Utterance(other))
    }
}

extension RecalledMemory.Kind {
    fileprivate init(_ kind: Passage.Kind) {
        self =
            switch kind {
            case .message: .message
            case .entry: .entry
            case .fact: .fact
            }
    }
}
