// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberGrammar
import EmberJSON
import EmberTokenizers
import Foundation
import Pocket
import Testing

/// The engine on a model that has learned something, with text that people write: random weights
/// hide what matters to them.
@Suite struct PocketTests {
    private func model(_ options: LoadOptions = LoadOptions()) async throws -> ModelContainer {
        try await loadModelContainer(directory: Pocket.folder, options: options)
    }

    private let greedy = GenerateParameters(maxTokens: 64, temperature: 0)

    /// Five turns that build on one another.
    private static let said = [
        "Good evening! My sister Mara visits me on Sunday.", "She plays the cello.",
        "I'm going to bake a plum cake for her.",
        "What's my sister's name?", "Merci, bonne nuit !",
    ]

    /// Conversations with what is remembered, in both languages, as prompts.
    private static let remembered = [
        (
            "You are Hearth, a small companion that runs on this computer.\n\nWhat you know about the user:\n"
                + "- The user's dog is called Biscuit.\n- The user works at a library.\n- The user's favourite tea is mint tea.",
            "What is my dog called, and where do I work?"
        ),
        (
            "Tu es Hearth, un petit compagnon qui tourne sur cet ordinateur.\n\nCe que tu sais de l'utilisateur :\n"
                + "- Le frère de l'utilisateur s'appelle Yanis.\n- L'utilisateur habite à Lille.",
            "Comment s'appelle mon frère ?"
        ),
        (
            "You are Hearth, a small companion that runs on this computer.",
            "Define \"bridge\" and use it in a sentence."
        ),
    ]

    private func prompts(_ context: ModelContext) throws -> [[Int]] {
        try Self.remembered.map {
            try context.prepare(.chat([.system($0), .user($1)])).tokens
        }
    }

    /// In reference precision, where logits of a prompt read in parts are those of one read at once to 2e-5. In fast
    /// precision a sum in another order can round an activation to its other neighbour, and on this model that has
    /// moved a logit by 0.3: enough between two likely replies.
    @Test func `a conversation goes on from what was read, with the answers that it has read afresh`() async throws {
        let talk = try await model()
        var turns: [ChatMessage] = []
        for (number, text) in Self.said.enumerated() {
            turns.append(.user(text))
            let (answer, cached) = try await answer(of: talk, to: turns)
            let fresh = try await self.answer(of: try await model(), to: turns)
            #expect(answer == fresh.text, "turn \(number + 1)")
            #expect((cached > 0) == (number > 0) && fresh.cached == 0)
            turns.append(.assistant(answer.trimmingCharacters(in: .whitespaces)))
        }
    }

    /// The answer, and how many tokens of its prompt had been read before.
    private func answer(
        of container: ModelContainer, to turns: [ChatMessage]
    ) async throws -> (text: String, cached: Int) {
        try await container.perform { [greedy] context in
            var tokens: [Int] = []
            var cached = 0
            let input = try context.prepare(.chat(turns))
            for try await event in try context.answer(to: input, parameters: greedy, precision: .reference) {
                switch event {
                case .token(let token, _, _): tokens.append(token)
                case .finished(let info, _): cached = info.cachedPromptTokens
                }
            }
            return (context.tokenizer.decode(tokens, skipSpecialTokens: true), cached)
        }
    }

    @Test(arguments: [Float(0), 0.7])
    func `guessing ahead changes no word`(temperature: Float) async throws {
        try await model().perform { context in
            for prompt in try prompts(context) {
                var parameters = GenerateParameters(maxTokens: 64, temperature: temperature, seed: 3)
                let guessed = try await context.tokens(after: prompt, parameters)
                parameters.speculation = false
                #expect(try await context.tokens(after: prompt, parameters) == guessed)
            }
        }
    }

    /// The schema of the facts of a message.
    private static let facts: JSON = [
        "type": "object", "required": ["facts"], "additionalProperties": false,
        "properties": [
            "facts": [
                "type": "array", "maxItems": 8,
                "items": [
                    "type": "object", "required": ["quote", "fact", "kind"], "additionalProperties": false,
                    "properties": [
                        "quote": ["type": "string"], "fact": ["type": "string"],
                        "kind": [
                            "enum": [
                                "people", "places", "preferences", "plans", "events", "feelings", "health", "work",
                            ]
                        ],
                    ],
                ],
            ]
        ],
    ]

    /// The facts' words are the model's affair, and it has learned little yet; their form is the engine's.
    @Test(arguments: [
        "My sister is called Mara and I love mint tea.", "I work at a bakery in Leeds.", "J'ai mal au dos.",
    ])
    func `what it finds in a message has the form that was asked for`(message: String) async throws {
        var parameters = GenerateParameters(maxTokens: 400, temperature: 0)
        parameters.grammar = try Grammar(schema: Self.facts)
        let session = ChatSession(
            try await model(), instructions: "List what this message says about its writer, as JSON.",
            parameters: parameters)
        let document = try JSON(parsing: try await session.respond(to: message))
        let facts = try #require(document["facts"]?.array)
        #expect(document.object?.count == 1 && facts.count <= 8)
        let kinds = Self.facts["properties"]?["facts"]?["items"]?["properties"]?["kind"]?["enum"]?.array
        for fact in facts {
            #expect(fact.object.map { Array($0.keys) } == ["quote", "fact", "kind"])
            #expect(kinds?.contains(try #require(fact["kind"])) == true)
            #expect(fact["quote"]?.string != nil && fact["fact"]?.string != nil)
        }
    }

    /// Kullback-Leibler divergence in nats, over prompts and what the model answers to them.
    @Test func `fast arithmetic and an int8 cache stay within a hundredth of a nat on real text`() async throws {
        func logits(_ cache: CacheFormat, _ precision: Precision) async throws -> [[Float]] {
            try await model(LoadOptions(cache: cache)).perform { context in
                var rows: [[Float]] = []
                for prompt in try prompts(context) {
                    rows += try await context.logits(of: prompt, precision: precision)
                }
                return rows
            }
        }
        let exact = try await logits(.float32, .reference)
        for (cache, precision) in [(CacheFormat.float16, Precision.fast), (.int8, .fast)] {
            let rows = try await logits(cache, precision)
            let mean = zip(exact, rows).map(divergence).reduce(0, +) / Double(exact.count)
            #expect(mean >= -1e-9 && mean <= 0.01, "\(cache): \(mean) nats")
        }
    }
}
