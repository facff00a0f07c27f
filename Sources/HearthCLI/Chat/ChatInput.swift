// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A line typed in a chat: a message, a command, or nothing.
package enum ChatInput: Sendable, Equatable {
    case nothing
    case message(String)
    case command(Command, argument: String)
    /// Begins like a command, but there is none of this name.
    case unknown(String)

    package enum Command: String, Sendable, CaseIterable {
        case clear, system, stats, retry, think, help, quit

        package var help: String {
            switch self {
            case .clear: "forget the conversation; the system prompt stays"
            case .system: "show the system prompt; /system TEXT sets it, /system - removes it"
            case .stats: "model, memory, speed and how full the context is"
            case .retry: "answer the last message anew"
            case .think: "show or fold what the model thinks before it answers"
            case .help: "this list"
            case .quit: "leave, as Ctrl-D does"
            }
        }
    }

    package init(_ line: String) {
        guard line.contains(where: { !$0.isWhitespace }) else {
            self = .nothing
            return
        }
        guard line.hasPrefix("/"), !line.hasPrefix("//") else {
            self = .message(line.hasPrefix("//") ? String(line.dropFirst()) : line)
            return
        }
        let name = line.dropFirst().prefix { !$0.isWhitespace }
        let argument = line.dropFirst(1 + name.count).trimmingCharacters(in: .whitespacesAndNewlines)
        if let command = Command(rawValue: name.lowercased()) ?? (name == "exit" ? .quit : nil) {
            self = .command(command, argument: argument)
        } else {
            self = .unknown("/" + name)
        }
    }

    /// The commands, a line for each.
    package static var commandList: String {
        Command.allCases.map { "  /" + $0.rawValue.padded(to: 8) + $0.help + "\n" }.joined()
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
