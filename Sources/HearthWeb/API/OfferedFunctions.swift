// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

extension RequestFields {
    /// The functions that a request offers.
    /// - Parameters:
    ///   - key: the name of the list.
    ///   - parameters: how the dialect calls the schema of the arguments.
    ///   - longestName: the most letters of a name.
    ///   - described: finds what describes the function in an item of the list.
    func functions(
        _ key: String = "tools", parametersIn parameters: String = "parameters", longestName: Int = 64,
        _ described: (RequestFields) throws(APIError) -> RequestFields
    ) throws(APIError) -> [OfferedFunction] {
        let tools = try array(key)
        guard tools.count <= 128 else { throw .invalid(name(key), "128 functions can be offered at most") }
        var functions: [OfferedFunction] = []
        var names: Set<String> = []
        for (number, value) in tools.enumerated() {
            let function = try described(RequestFields(value, at: name("\(key).\(number)")))
            let name = try function.identifier(longest: longestName)
            guard names.insert(name).inserted else {
                throw .invalid(function.name("name"), "'\(name)' is offered twice")
            }
            functions.append(
                OfferedFunction(
                    name: name, description: try function.string("description") ?? "",
                    parameters: try function.parameters(parameters)))
        }
        return functions
    }

    /// An item of OpenAI's list of functions, which Ollama has too: `{"type": "function", "function": {…}}`.
    func nestedFunction() throws(APIError) -> RequestFields {
        guard try string("type") ?? "function" == "function" else {
            throw .invalid(name("type"), "only functions can be offered")
        }
        guard let function = try object("function") else { throw .missing(name("function")) }
        return function
    }

    /// A name as functions and schemas have it.
    func identifier(longest: Int = 64) throws(APIError) -> String {
        let text = try required("name")
        let isSpeltWell = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isSpeltWell, text.utf8.count <= longest else {
            throw .invalid(name("name"), "must be up to \(longest) letters, digits, '_' and '-'")
        }
        return text
    }

    /// The function that a choice names, among those that are offered.
    func choice(among functions: [OfferedFunction]) throws(APIError) -> Calling {
        let chosen = try required("name")
        guard functions.contains(where: { $0.name == chosen }) else {
            throw .invalid(name("name"), "'\(chosen.prefix(100))' is not among the 'tools'")
        }
        return .named(chosen)
    }

    /// - Throws: for a schema that says outright that arguments are something else than an object.
    private func parameters(_ key: String) throws(APIError) -> JSON {
        guard let parameters = try object(key)?.values else {
            // Source: OpenAI, "Function calling": without parameters a function takes none.
            return ["type": "object", "properties": [:], "additionalProperties": false]
        }
        func isObject(_ value: JSON) -> Bool { if case .object = value { true } else { false } }
        let mayBeObject =
            switch (parameters["type"], parameters["const"], parameters["enum"]) {
            case (.string(let type)?, _, _) where type != "object": false
            case (.array(let types)?, _, _) where !types.contains("object"): false
            case (_, let value?, _) where !isObject(value): false
            case (_, _, .array(let values)?) where !values.contains(where: isObject): false
            default: true
            }
        guard mayBeObject else { throw .invalid(name(key), "must describe an object: the arguments by their names") }
        return .object(parameters)
    }
}

extension CompletionRequest {
    /// Checks that what an answer is held to goes together: a form, a call, a beginning and stop texts.
    /// - Parameters:
    ///   - stops: the name of the list of stop texts.
    ///   - choice: of what says which function has to be called.
    ///   - names: of the other parts.
    func checkHolds(stops: String = "stop", choice: String = "tool_choice", _ names: PartNames) throws(APIError) {
        let mustCall =
            switch calling {
            case .required, .named: true
            case .free, .never: false
            }
        guard !mustCall || !functions.isEmpty else { throw .invalid(choice, "no 'tools' are offered") }
        guard stop.isEmpty || !mustCall else {
            throw .invalid(stops, "would cut a call short; it cannot go with this '\(choice)'")
        }
        guard stop.isEmpty || form == .free else {
            throw .invalid(stops, "would cut JSON short; it cannot go with '\(names.form)'")
        }
        guard form == .free || !mustCall else {
            throw .invalid(choice, "an answer cannot be held to a call and to '\(names.form)'")
        }
        guard beginning == nil || form == .free && !mustCall else {
            throw .invalid(names.turns, "an answer that is begun cannot be held to a form or a call")
        }
    }
}
