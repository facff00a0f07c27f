// SPDX-License-Identifier: Apache-2.0

public import EmberJSON

/// A function that a model may ask to be called.
public struct OfferedFunction: Sendable, Equatable {
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
}

/// A model's wish that a function be called.
public struct FunctionCall: Sendable, Equatable {
    /// Identifier that the result refers to.
    public var id: String
    public var name: String
    /// As the model wrote them: usually a JSON object, but nobody has checked that it is one that the function takes.
    public var arguments: String

    public init(id: String, name: String, arguments: String) {
        self.id = id
        self.name = name
        self.arguments = arguments
    }
}

/// Choice of the functions that a model may or must call, among those offered.
public enum Calling: Sendable, Equatable {
    /// Those that it likes to.
    case free
    /// None, as if none were offered.
    case never
    /// Any, but one at least.
    case required
    /// This one.
    case named(String)
}

/// Forms that an answer may be required to have.
public enum AnswerForm: Sendable, Equatable {
    case free
    /// JSON that satisfies a JSON Schema. The model does not think first and calls nothing.
    case schema(JSON)
}
