// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

extension CompletionRequest {
    /// The functions that are offered, and which of them may, must or must not be called.
    mutating func takeFunctions(_ fields: RequestFields) throws(APIError) {
        let tools = try fields.array("tools")
        guard tools.count <= 128 else { throw .invalid("tools", "128 functions can be offered at most") }
        for (number, value) in tools.enumerated() {
            let tool = try RequestFields(value, at: "tools.\(number)")
            guard try tool.string("type") ?? "function" == "function" else {
                throw .invalid(tool.name("type"), "only functions can be offered")
            }
            guard let function = try tool.object("function") else { throw .missing(tool.name("function")) }
            let name = try Self.name(function)
            guard !functions.contains(where: { $0.name == name }) else {
                throw .invalid(function.name("name"), "'\(name)' is offered twice")
            }
            functions.append(
                OfferedFunction(
                    name: name, description: try function.string("description") ?? "",
                    parameters: try Self.parameters(function)))
        }
        calling = try choice(fields)
        guard stop.isEmpty || calling == .free || calling == .never else {
            throw .invalid("stop", "would cut a call short; it cannot go with this 'tool_choice'")
        }
    }

    /// - Throws: for a schema that says outright that arguments are something else than an object.
    private static func parameters(_ function: RequestFields) throws(APIError) -> JSON {
        guard let parameters = try function.object("parameters")?.values else {
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
        guard mayBeObject else {
            throw .invalid(function.name("parameters"), "must describe an object: the arguments by their names")
        }
        return .object(parameters)
    }

    private func choice(_ fields: RequestFields) throws(APIError) -> Calling {
        guard let value = fields["tool_choice"] else { return .free }
        switch value {
        case "none": return .never
        case "auto": return .free
        case "required":
            guard !functions.isEmpty else { throw .invalid("tool_choice", "no 'tools' are offered") }
            return .required
        case .object:
            let choice = try RequestFields(value, at: "tool_choice")
            guard let function = try choice.object("function") else { throw .missing("tool_choice.function") }
            let name = try function.required("name")
            guard functions.contains(where: { $0.name == name }) else {
                throw .invalid("tool_choice.function.name", "'\(name.prefix(100))' is not among the 'tools'")
            }
            return .named(name)
        default: throw .invalid("tool_choice", "must be 'none', 'auto', 'required', or name a function")
        }
    }

    /// Reads `response_format` into `form`.
    mutating func takeForm(_ fields: RequestFields) throws(APIError) {
        guard let format = try fields.object("response_format") else { return }
        switch try format.required("type") {
        case "text": return
        case "json_object": form = .schema(["type": "object"])
        case "json_schema":
            guard let described = try format.object("json_schema") else {
                throw .missing("response_format.json_schema")
            }
            _ = try Self.name(described)
            _ = try described.bool("strict")
            // A schema is held to whether that is asked for or not.
            guard let schema = described["schema"] else { throw .missing(described.name("schema")) }
            form = .schema(schema)
        case let other:
            throw .invalid(
                "response_format.type", "'\(other.prefix(100))' is none of 'text', 'json_object', 'json_schema'")
        }
        guard stop.isEmpty else { throw .invalid("stop", "would cut JSON short; it cannot go with 'response_format'") }
        guard calling == .free || calling == .never else {
            throw .invalid("tool_choice", "an answer cannot be held to a call and to 'response_format'")
        }
    }

    /// A name as functions and schemas have it.
    private static func name(_ fields: RequestFields) throws(APIError) -> String {
        let name = try fields.required("name")
        guard name.wholeMatch(of: #/[A-Za-z0-9_-]{1,64}/#) != nil else {
            throw .invalid(fields.name("name"), "must be up to 64 letters, digits, '_' and '-'")
        }
        return name
    }
}
