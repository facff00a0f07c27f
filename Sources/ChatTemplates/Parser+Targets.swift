// SPDX-License-Identifier: Apache-2.0

extension Parser {
    func refuseConstant(_ name: String, at place: Place) throws(TemplateError) {
        if ["true", "false", "none", "True", "False", "None"].contains(name) {
            throw syntax("can't assign to '\(name)'", at: place)
        }
    }

    mutating func target(
        withAttributes: Bool = false, endingAt end: String? = nil
    ) throws(TemplateError) -> Target {
        let place = current.place
        var parts: [Target] = []
        var isTuple = false
        while true {
            if current.kind == .endTag || isSymbol(")") || isSymbol("=") || end.map(isName) == true { break }
            parts.append(try targetPart(withAttributes))
            guard skip(symbol: ",") else { break }
            isTuple = true
        }
        if isTuple { return .tuple(parts, place) }
        guard let only = parts.first else {
            throw syntax("Expected an expression, got '\(current.description)'")
        }
        return only
    }

    private mutating func targetPart(_ withAttributes: Bool) throws(TemplateError) -> Target {
        try enter()
        defer { leave() }
        let place = current.place
        if skip(symbol: "(") {
            let inner = try target(withAttributes: withAttributes)
            try expect(symbol: ")")
            return inner
        }
        guard current.kind == .name else { throw syntax("can't assign to '\(current.description)'") }
        let name = try expectName()
        if withAttributes, skip(symbol: ".") {
            return .attribute(names.id(of: name), try expectName(), place)
        }
        try refuseConstant(name, at: place)
        return .name(names.id(of: name))
    }
}
