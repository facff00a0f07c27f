// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Prepares messages for templates.
enum Messages {
    /// Roles that the program sets. They are as trusted as the template: many write `<|` + role + `|>`, which has to
    /// stay a control token. Any other role is input like the rest of a message.
    static let roles: Set<String> = [
        "system", "developer", "user", "assistant", "tool", "function", "ipython", "observation", "model",
        "environment",
    ]

    /// Gives each message its reasoning under both names that templates know.
    ///
    /// transformers copies `reasoning_content` to `thinking` and the reverse, where one of them is missing or null.
    static func prepared(_ variables: JSONObject) -> JSONObject {
        guard let messages = variables["messages"]?.array else { return variables }
        var variables = variables
        variables["messages"] = .array(messages.map { .init(preparing: $0) })
        return variables
    }
}

extension JSON {
    fileprivate init(preparing message: JSON) {
        guard case .object(var members) = message else {
            self = message
            return
        }
        for (name, other) in [("reasoning_content", "thinking"), ("thinking", "reasoning_content")] {
            if let value = members[name], !value.isNull, members[other].map(\.isNull) ?? true { members[other] = value }
        }
        self = .object(members)
    }
}

extension Value {
    /// - Parameter literal: whether texts in here are input.
    /// - Throws: `.limit` when the value is nested too deeply.
    init(_ json: JSON, literal: Bool, depth: Int = 0) throws(TemplateError) {
        if depth > TemplateLimits.valueDepth { throw .limit("a variable is nested too deeply") }
        switch json {
        case .null: self = .none
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .int(value)
        case .bigInteger(let digits): self = try .integer(BigInteger(decimal: digits))
        case .number(let value): self = .float(value)
        case .string(let value): self = .text(TemplateText(value, literal: literal))
        case .array(let elements):
            var items: [Value] = []
            items.reserveCapacity(elements.count)
            for element in elements { items.append(try Value(element, literal: literal, depth: depth + 1)) }
            self = try .list(items)
        case .object(let object):
            var members: [(key: Value, value: Value)] = []
            members.reserveCapacity(object.count)
            for (key, value) in object {
                members.append(
                    (.text(TemplateText(key, literal: literal)), try Value(value, literal: literal, depth: depth + 1)))
            }
            self = .dict(try Dict(members))
        }
    }

    /// The list of messages, in which known roles are not input.
    init(messages json: JSON) throws(TemplateError) {
        guard case .array(let messages) = json else {
            self = try Value(json, literal: true)
            return
        }
        var items: [Value] = []
        for message in messages {
            guard case .object(let object) = message else {
                items.append(try Value(message, literal: true))
                continue
            }
            var members: [(key: Value, value: Value)] = []
            for (key, value) in object {
                let isRole = key == "role" && value.string.map(Messages.roles.contains) ?? false
                members.append((.text(TemplateText(key, literal: true)), try Value(value, literal: !isRole, depth: 2)))
            }
            items.append(.dict(try Dict(members)))
        }
        self = try .list(items)
    }
}
