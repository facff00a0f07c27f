// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthCLI
import Testing

/// `hearth chat` for scripts: no terminal, one answer.
@Suite(.serialized) struct ChatScriptTests {
    private func ask(_ arguments: String..., stdin: String = "") throws -> ProgramResult {
        try runHearth(["chat", "--model", smallModel.path, "--max-tokens", "24"] + arguments, stdin: stdin)
    }

    @Test func `a seed settles the answer, another one changes it`() throws {
        let first = try ask("-p", "hello", "--seed", "1")
        #expect(first.status == 0)
        #expect(first.output.hasSuffix("\n") && first.output.count > 1)
        #expect(first.errors == "")
        #expect(try ask("-p", "hello", "--seed", "1").output == first.output)
        #expect(try ask("-p", "hello", "--seed", "2").output != first.output)
    }

    @Test func `text that is piped in is a prompt`() throws {
        let asked = try ask("-p", "hello\nthere", "--seed", "1")
        #expect(try ask("--seed", "1", stdin: "hello\nthere\n").output == asked.output)
    }

    @Test func `without a seed each answer is another`() throws {
        let answers = try Set((0..<3).map { _ in try ask("-p", "hello").output })
        #expect(answers.count > 1)
    }

    @Test func `the system prompt counts`() throws {
        let answers = try ["be kind", "be brief", ""].map {
            try ask("-p", "hello", "--seed", "1", "--system", $0).output
        }
        #expect(Set(answers).count == 3)
    }

    @Test func `a mode is a system prompt, in the language of the question`() throws {
        let asked = try ["friend", "coach", "plain"].map {
            try ask("-p", "hello there", "--seed", "1", "--mode", $0).output
        }
        #expect(Set(asked).count == 3)
        #expect(try ask("-p", "hello there", "--seed", "1").output == asked[2])
        let english = try ask("-p", "What is it?", "--json", "--mode", "friend")
        let french = try ask("-p", "Qu'est-ce que c'est ?", "--json", "--mode", "friend")
        #expect(try JSON(parsing: english.output)["prompt_tokens"] != JSON(parsing: french.output)["prompt_tokens"])
        let unknown = try ask("-p", "hello", "--mode", "pirate")
        #expect(unknown.status == 1)
        #expect(
            unknown.errors
                == "Error: there is no mode pirate; there are friend, journal, coach, tutor, plain\n")
    }

    @Test func `JSON is one object with everything in it`() throws {
        let result = try ask("-p", "hello", "--seed", "1", "--json")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.last == "\n" && result.output.dropLast().allSatisfy { $0 != "\n" })
        let object = try JSON(parsing: result.output)
        #expect(
            object.object?.keys == [
                "text", "tokens", "prompt_tokens", "cached_prompt_tokens", "tokens_per_second",
                "prompt_tokens_per_second",
                "stop_reason",
            ])
        // Which words a random model writes, and whether it ends, hangs on how a processor rounds.
        let tokens = try #require(object["tokens"]?.integer)
        #expect(object["stop_reason"] == (tokens == 24 ? "length" : "stop") && (1...24).contains(tokens))
        #expect(try #require(object["prompt_tokens"]?.integer) > 4)
        #expect(object["cached_prompt_tokens"] == 0)
        #expect(try #require(object["tokens_per_second"]?.double) > 0)
        let shown = Sanitizer.text(try #require(object["text"]?.string))
        #expect(try ask("-p", "hello", "--seed", "1").output == (shown.hasSuffix("\n") ? shown : shown + "\n"))
    }

    @Test func `a system prompt that is pinned is not read again`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "prompt")
            func asked(_ system: String) throws -> (JSON, errors: String) {
                let result = try ask(
                    "-p", "hello", "--temperature", "0", "--json", "--system", system, "--pin", file.path)
                #expect(result.status == 0)
                return (try JSON(parsing: result.output), result.errors)
            }
            let system = "you are as brief as can be"
            let plain = try ask("-p", "hello", "--temperature", "0", "--system", system, "--json").output
            for _ in 0..<2 {
                let (answer, errors) = try asked(system)
                #expect(errors == "")
                #expect(answer["text"] == (try JSON(parsing: plain))["text"])
                #expect(try #require(answer["cached_prompt_tokens"]?.integer) > system.count / 8)
            }
            #expect(try asked("another").errors == "hearth: prompt: was kept of another prompt; it was replaced\n")
            try Data("something else".utf8).write(to: file)
            let refused = try ask("-p", "hello", "--pin", file.path)
            #expect(refused.status == 1 && refused.output == "" && refused.errors.hasPrefix("Error: prompt: "))
        }
    }

    @Test func `a model whose prompt ends inside a thought thinks first`() async throws {
        try await withThinkingModel { model in
            let asked = ["chat", "--model", model.path, "-p", "hello", "--seed", "1", "--max-tokens", "24"]
            let object = try JSON(parsing: try runHearth(asked + ["--json"]).output)
            #expect(object["text"] == "")
            #expect(object["thinking"]?.string?.isEmpty == false)
            #expect(try runHearth(asked).output == "")
            #expect(try runHearth(asked + ["--show-thinking"]).output.contains("thought for"))
        }
    }

    @Test func `a budget leaves room for the answer`() async throws {
        try await withThinkingModel { model in
            let asked = ["chat", "--model", model.path, "-p", "hello", "--seed", "1", "--max-tokens", "60", "--json"]
            let short = try JSON(parsing: try runHearth(asked + ["--thinking-budget", "4"]).output)
            #expect(short["thinking"]?.string?.isEmpty == false && short["text"]?.string?.isEmpty == false)
            let none = try JSON(parsing: try runHearth(asked + ["--thinking-budget", "0"]).output)
            #expect(none["thinking"] == nil && none["text"]?.string?.isEmpty == false)
        }
    }

    @Test(arguments: [
        (["-p", " \n"], "the prompt is empty"),
        (["-p", "hello", "--model", "/no/\u{1B}[2Jsuch"], "/no/␛[2Jsuch is neither"),
        (["-p", String(repeating: "hello ", count: 2000)], "context"),
        ([], "the piped input is empty"),
        (["--json"], "the piped input is empty"),
    ])
    func `what cannot be answered is said in a line`(arguments: [String], words: String) throws {
        let result = try runHearth(["chat", "--model", smallModel.path] + arguments)
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("Error: "))
        #expect(result.errors.contains(words))
        #expect(!result.errors.contains("\u{1B}"))
    }

    @Test(arguments: [
        (["-p", "hello", "--temperature", "-1"], "temperature: is -1,"),
        (["-p", "hello", "--temperature", "nan"], "temperature: is nan"),
        (["-p", "hello", "--top-p", "1.5"], "top-p: is 1.5"),
        (["-p", "hello", "--top-k", "-3"], "top-k: is -3"),
        (["-p", "hello", "--max-tokens", "0"], "max tokens: is 0"),
        (["-p", "hello", "--thinking-budget", "-1"], "thinking budget: is -1"),
        (["-p", "hello", "--threads", "0"], "--threads must be 1…1024, found 0"),
    ])
    func `a number out of its range is wrong use`(arguments: [String], words: String) throws {
        let result = try runHearth(["chat", "--model", smallModel.path] + arguments)
        #expect(result.status == 64 && result.output == "")
        #expect(result.errors.hasPrefix("Error: \(words)"), "\(result.errors)")
    }

    @Test func `without a model the one that comes with Hearth answers`() async throws {
        try await withTemporaryFolder { home in
            let result = try runHearth(
                ["chat", "-p", "Hello!", "--temperature", "0", "--json"], environment: ["HEARTH_HOME": home.path])
            #expect(result.status == 0)
            #expect(result.output.contains("\"stop_reason\":\"stop\""))
        }
    }

    @Test func `a model in the models folder is found by itself`() async throws {
        try await withTemporaryFolder { home in
            let owner = home.appending(path: "models/owner")
            try FileManager.default.createDirectory(at: owner, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: owner.appending(path: "small"), withDestinationURL: smallModel)
            for arguments in [[], ["--model", "owner/small"]] {
                let all = ["chat", "-p", "hello", "--max-tokens", "4"] + arguments
                #expect(try runHearth(all, environment: ["HEARTH_HOME": home.path]).status == 0)
            }
        }
    }
}

/// `hearth chat` as a person sees it.
@Suite(.serialized) struct ChatTerminalTests {
    private static let editing = "\u{1B}[?2004h"

    /// Runs `body` with a chat that waits for the first message, in a home of its own. Its answers are as long as they
    /// may be.
    private func withChat(
        _ arguments: [String] = [], context: Int = 1024, home: URL? = nil, environment: [String: String] = [:],
        _ body: (PseudoTerminal) throws -> Void
    ) async throws {
        try await withEndlessModel(context: context) { model in
            let fresh = model.appending(path: "home")
            let terminal = try PseudoTerminal(
                ["chat", "--model", model.path] + arguments,
                environment: ["HEARTH_HOME": (home ?? fresh).path].merging(environment) { $1 })
            try terminal.wait(for: model.lastPathComponent)
            try terminal.wait(for: "Ctrl-C stops an answer, /help lists commands")
            try terminal.wait(for: environment["TERM"] == "dumb" ? "> " : Self.editing)
            try body(terminal)
        }
    }

    @Test func `a message is answered, commands are obeyed, the terminal is put back`() async throws {
        try await withChat(["--max-tokens", "24"]) { terminal in
            #expect(!terminal.isOrdinary)
            terminal.type("hello\r")
            try terminal.wait(for: "24 tokens")
            terminal.type("/stats\r")
            try terminal.wait(for: "model")
            try terminal.wait(for: " of 1024 tokens")
            try terminal.wait(for: "cached")
            terminal.type("/nope\r")
            try terminal.wait(for: "There is no command /nope")
            terminal.type("/system be brief\r")
            try terminal.wait(for: "System prompt: be brief")
            terminal.type("/retry\r")
            try terminal.wait(for: "24 tokens")
            terminal.type("/clear\r")
            try terminal.wait(for: "forgotten")
            terminal.type("/retry\r")
            try terminal.wait(for: "no answer yet")
            terminal.type("/quit\r")
            #expect(try terminal.end() == 0)
            #expect(terminal.isOrdinary)
            #expect(terminal.output.contains("\u{1B}[?2004l"))
        }
    }

    @Test func `somebody in danger is given numbers, and a very small model does not answer alone`() async throws {
        try await withChat(["--max-tokens", "24"], environment: ["LC_ALL": "fr_FR.UTF-8"]) { terminal in
            terminal.type("J'ai envie de mourir, je veux en finir avec la vie.\r")
            try terminal.wait(for: "Merci de me l’avoir dit")
            try terminal.wait(for: "3114")
            try terminal.wait(for: "112")
            terminal.type("/retry\r")
            try terminal.wait(for: "Hearth’s own")
            terminal.type("Oui, ça va.\r")
            try terminal.wait(for: "trop petit")
            try terminal.wait(for: "3114")
            // Forgotten, it is a conversation like any other.
            terminal.type("/clear\r")
            try terminal.wait(for: "forgotten")
            terminal.type("Oui, ça va.\r")
            try terminal.wait(for: "24 tokens")
            #expect(terminal.output.components(separatedBy: "24 tokens").count == 2)
        }
    }

    @Test func `Ctrl-C stops an answer, and the chat goes on`() async throws {
        try await withChat(["--max-tokens", "50000"], context: 60_000) { terminal in
            terminal.type("hello\r")
            try terminal.wait(for: "reading…")
            try terminal.wait(for: "\u{1B}[K")
            terminal.type("\u{3}")
            try terminal.wait(for: "(stopped)", seconds: 5)
            try terminal.wait(for: Self.editing)
            // What was said is kept: the context holds more than the question.
            terminal.type("/stats\r")
            try terminal.wait(for: " of 60000 tokens")
            terminal.type("and more\r")
            try terminal.wait(for: "reading…")
            try terminal.wait(for: "\u{1B}[K")
            terminal.type("\u{3}")
            try terminal.wait(for: "(stopped)", seconds: 5)
            try terminal.wait(for: Self.editing)
            terminal.type("\u{4}")
            #expect(try terminal.end() == 0)
            #expect(terminal.isOrdinary)
        }
    }

    @Test func `Ctrl-C clears the line, warns, and leaves`() async throws {
        try await withChat { terminal in
            terminal.type("half a mess\u{3}")
            terminal.type("\u{3}")
            try terminal.wait(for: "Ctrl-C again or /quit leaves")
            terminal.type("\u{3}")
            #expect(try terminal.end() == 0)
            #expect(terminal.isOrdinary)
        }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func `a signal ends the chat and puts the terminal back`(signal: Int32) async throws {
        try await withChat { terminal in
            terminal.type("half a mess")
            try terminal.wait(for: "half a mess")
            terminal.signal(signal)
            #expect(try terminal.end() == 128 + signal)
            #expect(terminal.isOrdinary)
        }
    }

    @Test func `a signal during an answer ends the chat and puts the terminal back`() async throws {
        try await withChat(["--max-tokens", "50000"], context: 60_000) { terminal in
            terminal.type("hello\r")
            try terminal.wait(for: "reading…")
            try terminal.wait(for: "\u{1B}[K")
            terminal.signal(SIGTERM)
            #expect(try terminal.end() == 128 + SIGTERM)
            #expect(terminal.isOrdinary)
        }
    }

    @Test func `Ctrl-C stops a single answer with status 130 and keeps what was printed`() async throws {
        try await withEndlessModel { model in
            let arguments = ["chat", "--model", model.path, "-p", "hello", "--max-tokens", "50000"]
            let terminal = try PseudoTerminal(arguments)
            // Behind the line that says how far loading is.
            try terminal.wait(for: "  \r")
            try terminal.waitForMore()
            terminal.type("\u{3}")
            #expect(try terminal.end() == 130)
            #expect(terminal.isOrdinary)
        }
    }

    @Test func `what was typed is there in the next chat`() async throws {
        try await withTemporaryFolder { home in
            try await withChat(["--max-tokens", "4"], home: home) { terminal in
                terminal.type("remember\u{1B}\rme\r")
                try terminal.wait(for: "4 tokens")
                terminal.type("/quit\r")
                #expect(try terminal.end() == 0)
            }
            let file = home.appending(path: "history")
            #expect(try String(contentsOf: file, encoding: .utf8) == "\"remember\\nme\"\n\"/quit\"\n")
            try await withChat(["--no-history"], home: home) { terminal in
                terminal.type("\u{1B}[A\u{1B}[A")
                try terminal.wait(for: "remember")
                try terminal.wait(for: "  me")
                terminal.type("\u{3}/help\r")
                try terminal.wait(for: "this list")
                terminal.type("\u{4}")
                #expect(try terminal.end() == 0)
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == "\"remember\\nme\"\n\"/quit\"\n")
        }
    }

    @Test func `a pasted text is sent by Enter alone`() async throws {
        try await withChat(["--max-tokens", "4"]) { terminal in
            terminal.type("\u{1B}[200~/system one\ntwo\n\u{1B}[201~")
            try terminal.wait(for: "  two")
            terminal.type("\r")
            try terminal.wait(for: "System prompt: one\r\ntwo\r\n")
            terminal.type("\u{4}")
            #expect(try terminal.end() == 0)
        }
    }

    @Test func `a terminal that can do nothing gets plain text`() async throws {
        try await withChat(["--max-tokens", "4"], environment: ["TERM": "dumb"]) { terminal in
            #expect(terminal.isOrdinary)
            terminal.type("hello\r")
            try terminal.wait(for: "4 tokens")
            terminal.type("/quit\r")
            #expect(try terminal.end() == 0)
            #expect(!terminal.output.contains("\u{1B}"))
        }
    }

    @Test func `without colours nothing is set off`() async throws {
        try await withChat(["--max-tokens", "4"], environment: ["NO_COLOR": "1"]) { terminal in
            terminal.type("hello\r")
            try terminal.wait(for: "4 tokens")
            terminal.type("\u{4}")
            #expect(try terminal.end() == 0)
            #expect(!terminal.output.contains("\u{1B}[1m") && !terminal.output.contains("\u{1B}[2m"))
        }
    }
}
