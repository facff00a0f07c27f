// SPDX-License-Identifier: Apache-2.0

/// Arguments of a call.
struct Arguments {
    var positional: [Value] = []
    var keyword: [(name: String, value: Value)] = []

    var isEmpty: Bool { positional.isEmpty && keyword.isEmpty }

    /// One value for each name, `nil` where none was passed.
    /// - Throws: `.type` for arguments that do not belong, are given twice, or are missing.
    func bound(
        to names: [String], required: Int = 0, of function: String
    ) throws(TemplateError) -> [Value?] {
        if positional.count > names.count {
            throw .type("\(function)() takes at most \(names.count) arguments (\(positional.count) given)")
        }
        var values: [Value?] = positional + Array(repeating: nil, count: names.count - positional.count)
        for (name, value) in keyword {
            guard let position = names.firstIndex(of: name) else {
                throw .type("\(function)() got an unexpected keyword argument '\(name)'")
            }
            if values[position] != nil { throw .type("\(function)() got multiple values for argument '\(name)'") }
            values[position] = value
        }
        for position in 0..<required where values[position] == nil {
            throw .type("\(function)() missing required argument: '\(names[position])'")
        }
        return values
    }

    /// The arguments without the first positional ones.
    func dropping(_ count: Int) -> Arguments {
        Arguments(positional: Array(positional.dropFirst(count)), keyword: keyword)
    }
}

extension Value? {
    /// An optional argument that Python treats as true or false.
    func isTrue(or standard: Bool) -> Bool { self?.isTrue ?? standard }

    func int(or standard: Int) throws(TemplateError) -> Int { try self?.requireInt() ?? standard }

    /// An argument for which None means that none was given.
    var unlessNone: Value? {
        if case .some(.none) = self { nil } else { self }
    }
}
