// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthChat
import HearthModels
import HearthStore
import HearthTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Several programs and somebody in the app ask several models of the running program.
extension ServeProgramTests {
    private static let three = [
        "three/a": "llama-gqa-tied-q4g64", "three/b": "qwen2-q4g64", "three/c": "qwen3-q4g32-f16",
    ]

    /// Asks as a program does.
    private struct Program {
        let app: RunningApp
        let key: String

        init(_ app: RunningApp) async throws {
            _ = try await app.get("\(app.address.path)?\(app.address.query ?? "")")
            let page = try await app.get("/settings/programs").text
            self.app = app
            key = String(try #require(page.firstMatch(of: #/value="(hearth-[^"]+)"/#)?.1))
        }

        func ask(_ model: String, _ words: String) async throws -> (status: Int, model: String?, text: String?) {
            var request = URLRequest(url: try #require(URL(string: "/v1/chat/completions", relativeTo: app.address)))
            request.httpMethod = "POST"
            request.timeoutInterval = 120
            request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            let body: JSON = [
                "model": .string(model), "temperature": 0, "max_tokens": 24,
                "messages": [["role": "user", "content": .string(words)]],
            ]
            request.httpBody = Data(body.text.utf8)
            let result = try await app.send(request)
            let answer = try JSON(parsing: result.text)
            return (
                result.status, answer["model"]?.string,
                answer["choices"]?.array?.first?["message"]?["content"]?.string
            )
        }
    }

    private func withThree(_ body: (URL, RunningApp, Program) async throws -> Void) async throws {
        try await withTemporaryFolder { home in
            let folder = home.appending(path: "models/three")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, model) in Self.three {
                try FileManager.default.createSymbolicLink(
                    at: home.appending(path: "models/\(name)"), withDestinationURL: shippedModel(model))
            }
            let app = try start(in: home)
            try await body(home, app, Program(app))
            _ = await app.end()
        }
    }

    private func choice(in home: URL) async throws -> AppSettings {
        guard case .ready(let store) = Store.open(in: home) else { throw CocoaError(.fileReadUnknown) }
        defer { try? store.close() }
        return try await store.load()
    }

    @Test func `five programs and the app ask three models at once, and each gets its own`()
        async throws
    {
        try await withThree { home, app, program in
            let names = Self.three.keys.sorted()
            @Sendable func question(_ number: Int) -> String { "Question \(number / 3) about the sea" }
            var expected: [String?] = []
            for number in 0..<36 {
                expected.append(try await program.ask(names[number % 3], question(number)).text)
            }
            #expect(Set(expected.prefix(3)).count == 3)

            _ = try await app.post("/models/choose", ["name": "three/b"])
            let fields = [
                "instructions": "", "temperature": "0", "topP": "", "maxTokens": "24", "seed": "1", "thinks": "1",
            ]
            _ = try await app.post("/settings/answers", fields)
            // Every chat is told the same: what the others said does not count.
            _ = try await app.post("/settings/companion", ["pauses": "1"])
            let token = try #require(
                try await app.get("/settings/appearance").text.firstMatch(of: #/name="token" value="([^"]+)"/#)?.1)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for start in 0..<5 {
                    group.addTask { [expected] in
                        // Each begins elsewhere, so that they want different models at the same time.
                        for step in 0..<12 {
                            let number = (start * 7 + step) % 36
                            let answer = try await program.ask(names[number % 3], question(number))
                            #expect(answer.status == 200)
                            #expect(answer.model == names[number % 3])
                            #expect(answer.text == expected[number])
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<4 {
                        let asked = try await app.post("/chat/ask", ["message": "Tell me."], token: String(token))
                        #expect(asked.status == 200)
                        try await Task.sleep(for: .milliseconds(30))
                    }
                }
                try await group.waitForAll()
            }
            try await eventually("the app's answers have ended") {
                try await !app.get("/chat").text.contains("data-answer=")
            }
            _ = await app.end()
            guard case .ready(let store) = Store.open(in: home) else { throw CocoaError(.fileReadUnknown) }
            var answers: [Message] = []
            for session in try await store.sessions(before: nil, limit: 10) {
                answers += try await store.messages(of: session.id).filter { $0.role == .assistant }
            }
            #expect(answers.count == 4)
            #expect(answers.allSatisfy { $0.model == "three/b" && $0.state == .cutOff }, "\(answers)")
            // The same model with the same seed: had another one written one of them, it would differ.
            #expect(Set(answers.map(\.content)).count == 1)
            #expect(try await store.load().models.model == "three/b")
        }
    }

    @Test func `a model that is not here is an error, and asking changes no choice`() async throws {
        try await withThree { home, app, program in
            _ = try await app.post("/models/choose", ["name": "three/b"])
            #expect(try await program.ask("three/none", "Hello").status == 404)
            #expect(try await program.ask("three/c", "Hello").model == "three/c")
            #expect(try await program.ask("", "Hello").model == "three/b")
            // Nor do pages that are only looked at.
            for page in ["/", "/chat", "/models/download?name=three/c", "/settings/models", "/welcome/model"] {
                #expect(try await app.get(page).status == 200)
            }
            #expect(try await program.ask("", "Hello").model == "three/b")
            _ = await app.end()
            #expect(try await choice(in: home).models.model == "three/b")
        }
    }

    @Test func `a model that is added, by the program or by the app, is not chosen unasked`() async throws {
        try await withTemporaryFolder { home in
            let app = try start(in: home)
            let program = try await Program(app)
            let file = shippedModel("x").deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "gguf/llama-gqa-tied-Q4_0.gguf")
            let added = try runHearth(["models", "add", file.path], environment: ["HEARTH_HOME": home.path])
            #expect(added.output.contains("local/llama-gqa-tied-Q4_0 is there"), "\(added.errors)")
            #expect(try await app.post("/models/link", ["path": shippedModel("qwen2-q4g64").path]).status == 200)
            #expect(try await program.ask("", "Hello").model == "hearth/pocket")
            let list = try await app.get("/settings/models").text.replacing("<wbr>", with: "")
            #expect(list.lowercased().contains("llama gqa tied<") && list.contains("value=\"local/qwen2-q4g64\""))
            _ = await app.end()
            let again = try start(in: home)
            #expect(try await Program(again).ask("", "Hello").model == "hearth/pocket")
            _ = await again.end()
        }
    }
}
