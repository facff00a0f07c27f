// SPDX-License-Identifier: Apache-2.0

import HearthCLI
import Testing

@Suite struct ChatInputTests {
    @Test(
        arguments: [
            ("", .nothing), (" \n\t", .nothing),
            ("hello", .message("hello")), ("  two\nlines ", .message("  two\nlines ")), (" /help", .message(" /help")),
            ("//help", .message("/help")), ("//", .message("/")),
            ("/quit", .command(.quit, argument: "")), ("/exit", .command(.quit, argument: "")),
            ("/QUIT ", .command(.quit, argument: "")),
            ("/system", .command(.system, argument: "")),
            ("/system  you are\na pirate \n", .command(.system, argument: "you are\na pirate")),
            ("/nope at all", .unknown("/nope")), ("/", .unknown("/")),
        ] as [(String, ChatInput)])
    func `a line is a message or a command`(line: String, input: ChatInput) {
        #expect(ChatInput(line) == input)
    }

    @Test func `the list names every command`() {
        let lines = ChatInput.commandList.split(separator: "\n")
        #expect(lines.count == ChatInput.Command.allCases.count)
        for (line, command) in zip(lines, ChatInput.Command.allCases) {
            #expect(line.hasPrefix("  /\(command.rawValue) "))
        }
    }
}
