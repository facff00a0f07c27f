// SPDX-License-Identifier: Apache-2.0

/// Reads the presses of somebody who studies: keys of a terminal as they come, or lines of any other input.
final class StudyKeys {
    enum Press: Equatable {
        /// Space or Enter.
        case go
        /// 1…4.
        case rating(Int)
        case undo
        case quit
        /// Nothing that means something.
        case other
    }

    private let terminal: Terminal?
    private let reader: LineReader?
    private var decoder = KeyDecoder()
    private var waiting: [Key] = []

    init(environment: [String: String]) {
        terminal = Terminal(environment: environment)
        let style = TerminalStyle(isTerminal: StandardStream.output.isTerminal, environment: environment)
        reader = terminal.map { LineReader($0, style: style) }
    }

    /// Whether what is pressed is not seen by itself.
    var isTerminal: Bool { terminal != nil }

    /// Gives the terminal back as it was.
    func end() { terminal?.enter(.original) }

    /// Waits for the next key. The end of the input ends the session.
    func press() -> Press {
        guard let terminal else { return readLine().map(Self.press) ?? .quit }
        terminal.enter(.editing)
        while true {
            if !waiting.isEmpty { return Self.press(waiting.removeFirst()) }
            switch terminal.wait(milliseconds: decoder.awaitsRest ? 50 : nil) {
            case .bytes(let bytes): waiting = decoder.decode(bytes).flatMap(Self.single)
            case .timedOut: decoder.timeOut()
            case .disturbed: break
            case .closed: return .quit
            }
        }
    }

    /// Waits for a typed answer; `nil` where somebody wants to leave.
    func line() -> String? {
        guard let reader else { return readLine() }
        waiting = []
        return reader.read(history: [])
    }

    /// Keys that were pressed quickly come as one text.
    private static func single(_ key: Key) -> [Key] {
        if case .text(let text) = key { return text.map { .text(String($0)) } }
        return [key]
    }

    private static func press(_ key: Key) -> Press {
        switch key {
        case .enter: .go
        case .interrupt, .endOfInput: .quit
        case .text(let text): press(text)
        default: .other
        }
    }

    private static func press(_ text: String) -> Press {
        switch text.lowercased() {
        case "", " ": .go
        case "1", "2", "3", "4": .rating(Int(text) ?? 3)
        case "u", "z": .undo
        case "q": .quit
        default: .other
        }
    }
}
