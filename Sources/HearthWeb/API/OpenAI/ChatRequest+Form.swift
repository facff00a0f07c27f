// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

extension CompletionRequest {
    /// The functions that are offered, and which of them may, must or must not be called.
    mutating func takeFunctions(_ fields: RequestFields) throws(APIError) {
        functions = try fields.functions { tool throws(APIError) in try tool.nestedFunction() }
        calling = try choice(fields)
    }

    private func choice(_ fields: RequestFields) throws(APIError) -> Calling {
        switch fields["tool_choice"] {
        case nil, "auto"?: return .free
        case "none"?: return .never
        case "required"?: return .required
        case .object?:
            guard let function = try fields.object("tool_choice")?.object("function") else {
                throw .missing("tool_choice.function")
            }
            return try function.choice(among: functions)
        default: throw .invalid("tool_choice", "must be 'none', 'auto', 'required', or name a function")
        }
    }

    /// Reads `response_format` into `form`.
    mutating func takeForm(_ fields: RequestFields) throws(APIError) {
        guard let format = try fields.object("response_format") else { return }
        form = try format.form { () throws(APIError) in
            guard let described = try format.object("json_schema") else {
                throw .missing("response_format.json_schema")
            }
            return described
        }
    }
}

extension RequestFields {
    /// The form that an answer is held to, as OpenAI's interfaces have it.
    /// - Parameter described: finds the object that has a schema with its name.
    func form(_ described: () throws(APIError) -> RequestFields) throws(APIError) -> AnswerForm {
        switch try required("type") {
        case "text": return .free
        case "json_object": return .schema(["type": "object"])
        case "json_schema":
            let described = try described()
            _ = try described.identifier()
            _ = try described.bool("strict")
            // A schema is held to whether that is asked for or not.
            guard let schema = described["schema"] else { throw .missing(described.name("schema")) }
            return .schema(schema)
        case let other:
            throw .invalid(name("type"), "'\(other.prefix(100))' is none of 'text', 'json_object', 'json_schema'")
        }
    }
}
