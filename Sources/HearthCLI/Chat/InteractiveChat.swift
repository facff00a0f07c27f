// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import HearthMemory

/// A conversation in the terminal: reads what is typed and does what it asks for, until somebody leaves.
struct InteractiveChat {
    private let model: ChatModel
    private var session: ChatSession
    private var history: History
    private var historyFailed = false
    private var showsThinking: Bool
    /// The system prompt without what care adds to it.
    private var instructions: String?
    private var care: TerminalCare
    private var last: GenerationInfo?
    private let terminal: Terminal?
    private let style: TerminalStyle
    private let interruption: Interruption

    init(
        model: ChatModel, session: ChatSession, instructions: String?, history: History, showsThinking: Bool,
        environment: [String: String], interruption: Interruption
    ) {
        self.model = model
        self.session = session
        self.history = history
        self.showsThinking = showsThinking
        self.interruption = interruption
        self.instructions = instructions
        care = TerminalCare(environment: environment, model)
        terminal = Terminal(environment: environment)
        style = TerminalStyle(isTerminal: StandardStream.output.isTerminal, environment: environment)
    }

    mutating func run() async throws {
        interruption.manage(terminal)
        defer {
            terminal?.enter(.original)
            interruption.manage(nil)
        }
        say(style.bold("\(line: model.name)") + "\n")
        if model.isBuiltIn {
            say("This is the very small model that comes with Hearth: it can listen and remember, and knows little.\n")
            say("For a better one: hearth models catalogue, and hearth models pull OWNER/NAME\n")
        }
        say(style.dim("Ctrl-C stops an answer, /help lists commands") + "\n")
        let reader = terminal.map { LineReader($0, style: style) }
        while let line = read(reader) {
            let input = ChatInput(line)
            if input != .nothing { remember(line) }
            switch input {
            case .nothing: continue
            case .message(let text): await answer(text)
            case .command(.quit, _): return
            case .command(let command, let argument): await obey(command, argument)
            case .unknown(let name):
                say("There is no command \(line: name); a message that begins with / is typed with //.\n")
                say(style.dim("\(ChatInput.commandList)"))
            }
        }
    }

    private func read(_ reader: LineReader?) -> String? {
        if let reader { return reader.read(history: history.entries) }
        say("\(TerminalFrame.prompt)")
        let line = readLine()
        if line == nil { say("\n") }
        return line
    }

    private mutating func remember(_ line: String) {
        do {
            try history.append(line)
        } catch {
            guard !historyFailed else { return }
            historyFailed = true
            say(style.dim("What is typed cannot be kept: \(line: error.localizedDescription)") + "\n")
        }
    }

    private func say(_ text: ScreenText) { StandardStream.output.write(text) }

    // MARK: Answers

    private mutating func answer(_ question: String) async {
        let messages = await session.messages
        let turn = care.attend(to: question, after: messages.filter { $0.role == .assistant }.map(\.content))
        if let turn, let text = turn.text {
            // It stands in the conversation like any other answer.
            session = ChatSession(
                model.container, instructions: await session.instructions,
                history: messages + [.user(question), .assistant(text)], parameters: await session.parameters)
            say("\(text)\n\n" + care.numbers(for: turn.mark) + "\n")
            return
        }
        await instruct()
        _ = await ask(session, question)
        if let turn { say(care.numbers(for: turn.mark) + "\n") }
    }

    /// Gives the model its system prompt, with a sentence more where somebody may be in danger.
    private func instruct() async {
        let parts = [instructions, care.instruction].compactMap { $0 }
        let text = parts.isEmpty ? nil : parts.joined(separator: "\n\n")
        if await session.instructions != text { await session.setInstructions(text) }
    }

    /// - Returns: whether there is an answer, be it a part of one.
    private mutating func ask(_ session: ChatSession, _ question: String) async -> Bool {
        let look = AnswerView.Look(
            style: style, isLive: terminal != nil, thinking: showsThinking ? .shown : .folded)
        do {
            let reply = try await Reply.stream(from: session, to: question, look: look, interruption)
            last = reply.info
            say(style.dim("\(reply.info.map(Self.status) ?? "(stopped)")") + "\n\n")
            return true
        } catch {
            say("\(error)\n\n")
            return false
        }
    }

    private static func status(_ info: GenerationInfo) -> String {
        var parts = [info.tokens == 1 ? "1 token" : "\(info.tokens) tokens"]
        if info.tokensPerSecond > 0 { parts.append("\((info.tokensPerSecond * 10).rounded() / 10) tokens/s") }
        switch info.stopReason {
        case .length: parts.append("cut off at --max-tokens")
        case .context: parts.append("cut off because the context is full; /clear makes room")
        case .stop, .cancelled: break
        }
        return parts.joined(separator: ", ")
    }

    // MARK: Commands

    private mutating func obey(_ command: ChatInput.Command, _ argument: String) async {
        switch command {
        case .clear:
            await session.clear()
            care.forget()
            await instruct()
            last = nil
            say(style.dim("The conversation is forgotten; the system prompt stays.") + "\n")
        case .system: await system(argument)
        case .stats: say(await ChatStatistics(model: model, session: session, last: last).lines())
        case .retry: await retry()
        case .think:
            showsThinking.toggle()
            say(style.dim(showsThinking ? "Thoughts are shown." : "Thoughts are folded.") + "\n")
        case .help:
            say("\(ChatInput.commandList)")
            say("Alt-Enter or a \\ at the end begins a new line; a message that begins with / is typed with //.\n")
        case .quit: break
        }
    }

    private mutating func system(_ argument: String) async {
        if !argument.isEmpty {
            instructions = argument == "-" ? nil : argument
            await instruct()
            say(style.dim("From the next message on. What was said stays; /clear forgets it.") + "\n")
        }
        let text = await session.instructions
        say(text.map { "System prompt: \($0)\n" } ?? "There is no system prompt.\n")
    }

    /// Asks the last question again, in a conversation that ends before it. If that fails, the old one stays.
    private mutating func retry() async {
        let messages = await session.messages
        guard messages.count >= 2, let question = messages.dropLast().last, question.role == .user else {
            say("There is no answer yet that could be tried again.\n")
            return
        }
        guard messages.last?.content != care.text else {
            say("That answer is Hearth’s own; there is no other one.\n")
            return
        }
        var parameters = await session.parameters
        // The same seed would give the same answer.
        if let seed = parameters.seed { parameters.seed = seed &+ 1 }
        let fresh = ChatSession(
            model.container, instructions: await session.instructions, history: messages.dropLast(2),
            parameters: parameters)
        say(style.dim("\(TerminalFrame.prompt)\(question.content)") + "\n")
        if await ask(fresh, question.content) { session = fresh }
    }
}
