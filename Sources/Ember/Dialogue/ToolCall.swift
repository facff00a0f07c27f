// SPDX-License-Identifier: Apache-2.0

public import EmberJSON

/// A function that a model may ask to be called.
public struct ToolSpecification: Sendable, Equatable {
    public var name: String
    /// Purpose of the function and when to use it, for the model to read.
    public var description: String
    /// The arguments, as a JSON schema of type object.
    public var parameters: JSON

    public init(name: String, description: String, parameters: JSON) {
        self.name = name
        self.description = description
        self.parameters = parameters
    }

    /// The description in the form that chat templates expect, as in OpenAI's API.
    var json: JSON {
        let function = JSONObject([
            "name": .string(name), "description": .string(description), "parameters": parameters,
        ])
        return ["type": "function", "function": .object(function)]
    }
}

/// A model's wish that a function be called.
public struct ToolCall: Sendable, Equatable {
    /// Identifier that the function's result refers to; `nil` where the model's notation has none.
    public var id: String?
    /// As the model wrote it: not necessarily a function that was offered.
    public var name: String
    /// As the model wrote them: JSON, but not checked against the function's schema.
    public var arguments: JSONObject

    public init(id: String? = nil, name: String, arguments: JSONObject) {
        self.id = id
        self.name = name
        self.arguments = arguments
    }
}

extension ToolCall {
    /// A call written as an object with a name and arguments, which some models call parameters.
    ///
    /// No arguments are none to give; a text is taken as the JSON that it holds, as models trained
    /// on OpenAI's form write it.
    package init?(_ json: JSON) {
        guard let name = json["name"]?.string else { return nil }
        self.init(id: json["id"]?.string, name: name, arguments: json["arguments"] ?? json["parameters"] ?? .null)
    }

    init?(id: String? = nil, name: String, arguments: JSON) {
        guard Self.isName(name), let arguments = Self.object(arguments) else { return nil }
        self.init(id: id, name: name, arguments: arguments)
    }

    private static func object(_ json: JSON) -> JSONObject? {
        switch json {
        case .null: JSONObject()
        case .object(let object): object
        // A text that is not JSON makes the call malformed.
        case .string(let text): try? JSON(parsing: text).object
        default: nil
        }
    }

    /// Whether every template takes an identifier: some insist on nine letters or digits.
    package static func isUsable(id: String?) -> Bool {
        guard let id else { return false }
        return id.utf8.count == 9 && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func isName(_ name: String) -> Bool {
        (1...CallCursor.longestName).contains(name.utf8.count) && name.unicodeScalars.allSatisfy { $0.value >= 0x20 }
    }
}
