// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import Foundation
import HearthChat
import HearthEngine
import HearthMemory

/// `hearth chat`: a conversation in the terminal, or one answer for a script.
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Talk with a model. With -p, or text piped in: one answer.",
        discussion: """
            Without --model: $HEARTH_MODEL, else the only model in the models folder that writes, else hearth/pocket, the very small one \
            that comes with Hearth. What is typed is kept in $HEARTH_HOME/history; what is said is not kept.
            """
    )

    @Option(name: .shortAndLong, help: "A model's folder or .gguf file, or OWNER/NAME in the models folder.")
    var model: String?
    @Option(name: .shortAndLong, parsing: .unconditional, help: "Answer this and exit.")
    var prompt: String?
    @Option(
        parsing: .unconditional,
        help:
            "The system prompt; \"\" for none. Otherwise: \(AnswerSettings().instructions); hearth/pocket has its own.")
    var system: String?
    @Option(
        help: "How Hearth talks: friend, journal, coach, tutor, plain, or a mode of your own in $HEARTH_HOME/modes.")
    var mode: String?
    @OptionGroup(title: "How answers are generated") var sampling: SamplingOptions
    @Option(parsing: .unconditional, help: "Threads for arithmetic; one for each core unless said otherwise.")
    var threads: Int?
    @Option(help: "How what was said is kept in memory; int8 takes about half.")
    var cache = CacheFormat.float16
    @Option(help: "A file that keeps what the model has read of the system prompt, so that the next start is quick.")
    var pin: String?
    @Flag(help: "One JSON object instead of text; needs a prompt.")
    var json = false
    @Flag(help: "Show what the model thinks before it answers.")
    var showThinking = false
    @Flag(help: "Do not keep what is typed.")
    var noHistory = false

    func validate() throws {
        do { try sampling.parameters.validate() } catch { throw ValidationError("\(error)") }
        if let threads, !(1...1024).contains(threads) {
            throw ValidationError("--threads must be 1…1024, found \(threads)")
        }
    }

    func run() async throws {
        let interruption = Interruption()
        let watch = interruption.watch()
        defer { withExtendedLifetime(watch) {} }
        let environment = ProcessInfo.processInfo.environment
        let question = try OneAnswer.question(prompt: prompt)
        if question == nil, json { throw ChatError("--json needs a prompt: -p, or text piped in") }
        let found = try ModelsFolder(environment: environment).locate(model)
        let model = try await ChatModel(found, threads: threads, cache: cache)
        // Without instructions the small model's template says what it was taught with.
        let usual = found.isBuiltIn ? "" : AnswerSettings().instructions
        let instructions = try system ?? ChatMode(environment).instructions(of: mode, for: question) ?? usual
        let session = ChatSession(
            model.container, instructions: instructions.isEmpty ? nil : instructions, parameters: sampling.parameters)
        if let pin { try await session.pin(in: URL(filePath: pin), interruption) }
        if let question {
            let answer = OneAnswer(model: model, session: session, showsThinking: showThinking, json: json)
            try await answer.answer(question, interruption)
        } else {
            let history = History(file: DataFolder(environment: environment).history, writes: !noHistory)
            var chat = InteractiveChat(
                model: model, session: session, instructions: instructions.isEmpty ? nil : instructions,
                history: history, showsThinking: showThinking, environment: environment, interruption: interruption)
            try await chat.run()
        }
    }
}

/// The modes that a terminal chat can talk in.
struct ChatMode {
    private let folder: ModesFolder
    private let language: MemoryLanguage

    init(_ environment: [String: String]) {
        folder = ModesFolder(DataFolder(environment: environment).modes)
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        language = locale.flatMap { MemoryLanguage(code: $0) } ?? .english
    }

    /// The system message of a mode, in the language of the question, else the terminal's; `nil` leaves it as it is.
    /// - Throws: `ChatError` for a mode that there is not.
    func instructions(of mode: String?, for question: String?) throws -> String? {
        guard let mode else { return nil }
        let language = question.flatMap { MemoryLanguage(of: $0) } ?? language
        guard let found = folder.mode(mode, in: language) else {
            let names = folder.modes(in: language).map(\.id).joined(separator: ", ")
            throw ChatError("there is no mode \(mode); there are \(names)")
        }
        return found.text.text.isEmpty ? nil : found.text.text
    }
}

extension ChatSession {
    /// Keeps the beginning of the conversation in a file, showing progress where somebody watches; Ctrl-C leaves.
    fileprivate func pin(in file: URL, _ interruption: Interruption) async throws {
        let line = ProgressLine("reading the system prompt")
        defer { line.end() }
        do {
            let pinned = try await interruption.stoppable { try await self.pinBeginning(in: file) { line.show($0) } }
            guard case .read(let fault?) = pinned?.origin else { return }
            line.end()
            StandardStream.error.write("hearth: \(line: fault); it was replaced\n")
        } catch is CancellationError {
            throw ExitCode(Interruption.status(of: SIGINT))
        }
    }
}

/// The options that say how an answer is generated.
struct SamplingOptions: ParsableArguments {
    // Negative numbers are taken as values, so that what is wrong with them is said in a sentence.
    @Option(parsing: .unconditional, help: "0: always the likeliest; more: freer. 0.7 unless the model says otherwise.")
    var temperature: Float?
    @Option(parsing: .unconditional, help: "Choose among the likeliest tokens that together reach this, 0…1.")
    var topP: Float?
    @Option(parsing: .unconditional, help: "Choose among this many of the likeliest tokens; 0: all.")
    var topK: Int?
    @Option(parsing: .unconditional, help: "Choose among tokens at least this likely beside the likeliest, 0…1.")
    var minP: Float?
    @Option(parsing: .unconditional, help: "Above 1: what was said becomes less likely.")
    var repetitionPenalty: Float?
    @Option(parsing: .unconditional, help: "The most tokens of an answer; 2048 unless the model says otherwise.")
    var maxTokens: Int?
    @Option(
        parsing: .unconditional,
        help: "The most tokens that the model may think; 0: none, unless said otherwise any number.")
    var thinkingBudget: Int?
    @Option(
        parsing: .unconditional, help: "The same seed mostly gives the same answer; a new one each time unless given.")
    var seed: UInt64?

    var parameters: GenerateParameters {
        var parameters = GenerateParameters(
            maxTokens: maxTokens, temperature: temperature, topP: topP, topK: topK, minP: minP,
            repetitionPenalty: repetitionPenalty, seed: seed)
        parameters.thinkingBudget = thinkingBudget
        return parameters
    }
}
