// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

@main
struct Hearth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearth",
        abstract: "A private AI companion that runs wholly on your own machine.",
        version: HearthVersion.current,
        subcommands: [
            ServeCommand.self, ChatCommand.self, ModelsCommand.self, ModelCommand.self, MemoryCommand.self,
            StudyCommand.self, WordsCommand.self, JournalCommand.self, BackupCommand.self, RestoreCommand.self,
            ExportCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )

    /// As the library has it, but what it says, with the words of the command line in it, leaves through our own door.
    static func main() async {
        var command: any ParsableCommand
        // Else the first word would be taken for one of the app's own, whose use is then explained.
        if let word = unknownCommand(ProcessInfo.processInfo.arguments.dropFirst()) {
            leave(with: .validationFailure, saying: "Error: there is no command \(word); see hearth --help")
        }
        do { command = try parseAsRoot() } catch { leave(because: error) }
        do {
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as ValidationError {
            // Found while it ran: the sentence says what is wrong, and how the program is called would not help.
            leave(with: .failure, saying: "Error: \(error.message)")
        } catch let error as CocoaError {
            leave(with: .failure, saying: "Error: \(error.fileFault)")
        } catch {
            leave(because: error)
        }
        leaveIfIncomplete()
    }

    /// A word that is in a command's place and names none.
    private static func unknownCommand(_ words: ArraySlice<String>) -> String? {
        let words = words.first == "help" ? words.dropFirst() : words
        guard let word = words.first, !word.hasPrefix("-"), word != "help" else { return nil }
        return configuration.subcommands.contains { $0.configuration.commandName == word } ? nil : word
    }

    private static func leave(because error: any Error) -> Never {
        leave(with: exitCode(for: error), saying: fullMessage(for: error))
    }

    private static func leave(with status: ExitCode, saying text: String) -> Never {
        let stream = status.isSuccess ? StandardStream.output : .error
        let text = text.replacing(#/\n+$/#, with: "")
        if !text.isEmpty { stream.write("\(text)\n") }
        if status.isSuccess { leaveIfIncomplete() }
        exit(withError: status)
    }

    private static func leaveIfIncomplete() {
        guard let fault = StandardStream.outputFault else { return }
        leave(with: .failure, saying: "Error: what was printed is not complete; standard output: \(fault)")
    }
}
