// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberGrammar
import EmberJSON
import Foundation
import Testing

/// Answers that have to be a call.
@Suite struct RequiredCallTests {
    private static let tools = [
        ToolSpecification(
            name: "weather", description: "Tells the weather.",
            parameters: [
                "type": "object", "required": ["place", "days"], "additionalProperties": false,
                "properties": ["place": ["$ref": "#/$defs/place"], "days": ["enum": [1, 2, 3]]],
                // A reference means the same as before it was put into something larger.
                "$defs": ["place": ["enum": ["Nuuk", "Sisimiut"]]],
            ]),
        ToolSpecification(
            name: "now", description: "Tells the time.",
            parameters: ["type": "object", "properties": [:], "additionalProperties": false]),
    ]

    private func call(_ tools: [ToolSpecification], seed: UInt64) async throws -> ToolCall? {
        let model = try await loadModelContainer(
            directory: Fixtures.shipped.appending(path: "models/qwen3-q4g32-f16"))
        return try await model.perform { context in
            var parameters = GenerateParameters(maxTokens: 120, temperature: 2, seed: seed)
            parameters.grammar = try RequiredCall.grammar(tools)
            var text = ""
            for try await event in try context.answer(to: ModelInput(tokens: [40, 12]), parameters: parameters) {
                switch event {
                case .token(_, let piece, _), .finished(_, let piece): text += piece
                }
            }
            return RequiredCall.read(text)
        }
    }

    @Test func `a model that writes nonsense calls what there is, with arguments that fit`() async throws {
        var names: Set<String> = []
        for seed in 1...12 {
            let call = try #require(try await call(Self.tools, seed: UInt64(seed)))
            names.insert(call.name)
            if call.name == "weather" {
                #expect(["Nuuk", "Sisimiut"].contains(call.arguments["place"]?.string))
                #expect([1, 2, 3].contains(call.arguments["days"]?.double))
                #expect(call.arguments.count == 2)
            } else {
                #expect(call.name == "now" && call.arguments.isEmpty)
            }
        }
        #expect(names == ["weather", "now"])
    }

    @Test func `parameters that cannot be enforced are refused with their place`() {
        var tools = Self.tools
        tools[1].parameters = ["type": "object", "properties": ["x": ["type": "no such type"]]]
        let error = #expect(throws: GrammarError.self) { try RequiredCall.grammar(tools) }
        #expect(error?.pointer.hasPrefix("/tools/1/function/parameters/properties/x") == true)
    }

    @Test func `a part of the functions is refused with its place among all`() {
        let tool = ToolSpecification(
            name: "c", description: "", parameters: ["type": "object", "properties": ["x": ["pattern": "("]]])
        for (tools, places, place) in [([tool], [2], 2), (Self.tools + [tool], [0, 3, 5], 5), ([tool], nil, 0)] {
            let error = #expect(throws: GrammarError.self) { try RequiredCall.grammar(tools, places: places) }
            #expect(error?.pointer == "/tools/\(place)/function/parameters/properties/x/pattern")
        }
    }

    @Test(
        arguments: [
            ["type": "array"], ["type": "string"], ["enum": ["a", "b"]], ["not": ["type": "object"]],
            ["anyOf": [["type": "null"], ["$ref": "#/$defs/list"]], "$defs": ["list": ["type": "array"]]],
        ] as [JSON])
    func `parameters that no object satisfies are refused with their place`(parameters: JSON) {
        for number in [0, 1] {
            var tools = Self.tools
            tools[number].parameters = parameters
            let error = #expect(throws: GrammarError.self) { try RequiredCall.grammar(tools) }
            #expect(error?.pointer == "/tools/\(number)/function/parameters")
            let alone = #expect(throws: GrammarError.self) { try RequiredCall.grammar([tools[number]]) }
            #expect(alone?.pointer == "/tools/0/function/parameters")
        }
    }

    @Test(arguments: [[:], ["enum": ["a", ["x": 1]]], ["type": ["object", "null"]], ["minProperties": 1]] as [JSON])
    func `arguments are an object whatever else the parameters would allow`(parameters: JSON) async throws {
        let tools = [ToolSpecification(name: "any", description: "", parameters: parameters)]
        for seed in 1...6 { #expect(try await call(tools, seed: UInt64(seed))?.name == "any") }
    }

    @Test(arguments: ["", "{", "[]", #"{"name": 5}"#, #"{"arguments": {}}"#])
    func `what is no call is none`(text: String) {
        #expect(RequiredCall.read(text) == nil)
    }
}
