// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

/// `hearth model embed` as scripts see it.
@Suite struct EmbedCommandTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")
    private let model = fixtures.appending(path: "embeddings/bert-f32")

    @Test func `vectors come in the order of the lines, and a bad line keeps its place`() throws {
        let reference = try JSON(parsing: Array(Data(contentsOf: model.appending(path: "reference.json"))))
        let sentences = try #require(reference["sentences"]?.array?.prefix(3))
        var lines = sentences.map { JSON.object(JSONObject(["text": $0["text"] ?? ""])).text }
        lines.insert(contentsOf: [#"{"texts":"no"}"#, "not JSON", "", #"{"text":1}"#], at: 1)
        let result = try runHearth(["model", "embed", model.path], stdin: lines.joined(separator: "\n"))
        let answers = try result.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
        try #require(answers.count == 6)
        #expect(result.status == 1 && result.errors.contains("3 of 6 lines"))
        for index in 1...3 { #expect(answers[index]["error"]?.string != nil) }
        for (sentence, answer) in zip(sentences, [answers[0]] + answers[4...]) {
            let expected = try #require(sentence["embedding"]?.array).compactMap(\.double)
            let vector = try #require(answer["embedding"]?.array).compactMap(\.double)
            #expect(vector.count == expected.count && !expected.isEmpty)
            #expect(zip(vector, expected).allSatisfy { abs($0 - $1) <= 2e-5 })
        }
    }

    /// Somebody who asks one line at a time gets each answer before the next question.
    @Test func `an answer does not wait for more lines`() throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = try hearthProgram()
        process.arguments = ["model", "embed", model.path]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        for text in ["one", "two"] {
            try input.fileHandleForWriting.write(contentsOf: Data("{\"text\":\"\(text)\"}\n".utf8))
            var line = Data()
            while line.last != UInt8(ascii: "\n") { line += output.fileHandleForReading.availableData }
            #expect(try JSON(parsing: Array(line))["embedding"]?.array?.count == 64)
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func `inspect tells what an embedding model is, and chat refuses it`() throws {
        let facts = try JSON(parsing: runHearth(["model", "inspect", model.path, "--json"]).output)
        #expect(facts["architecture"] == "bert" && facts["width"] == 64 && facts["context"] == 128)
        #expect(facts["pooling"] == "mean" && facts["tokenizer"] == "WordPiece, 473 tokens")
        let chat = try runHearth(["chat", "--model", model.path, "-p", "hello"])
        #expect(chat.status == 1 && chat.errors.contains("embeds texts"))
    }

    @Test func `a prompt that the model does not have is named`() throws {
        let result = try runHearth(["model", "embed", model.path, "--prompt", "poem"], stdin: #"{"text":"a"}"#)
        #expect(result.status == 1 && result.errors.contains("no prompt poem"))
    }
}
