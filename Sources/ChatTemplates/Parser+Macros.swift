// SPDX-License-Identifier: Apache-2.0

extension Parser {
    mutating func macro(_ tag: Token) throws(TemplateError) -> Statement {
        let name = try expectName()
        try refuseConstant(name, at: tag.place)
        let parameters = try signature()
        return .macro(try macroBody(tag, name: name, parameters, until: "endmacro"))
    }

    mutating func callBlock(_ tag: Token) throws(TemplateError) -> Statement {
        let parameters = isSymbol("(") ? try signature() : []
        let call = try expression()
        guard case .call = call else { throw syntax("expected call", at: tag.place) }
        try settle()
        let body = try macroBody(tag, name: nil, parameters, until: "endcall")
        return .callBlock(call: call, body: body, tag.place)
    }

    private typealias Parameters = [(id: NameID, name: String, standard: Expression?)]

    private mutating func macroBody(
        _ tag: Token, name: String?, _ parameters: Parameters, until end: String
    ) throws(TemplateError) -> Macro {
        let outer = macroUses
        macroUses = []
        defer { macroUses.formUnion(outer) }
        let body = try isolated { (parser) throws(TemplateError) in try parser.block(of: tag, until: end) }
        let isDeclared = parameters.map(\.id)
        let macro = Macro(
            name: name ?? "caller", id: name.map { names.id(of: $0) }, parameters: parameters, body: body,
            usesCaller: macroUses.contains(NameTable.caller),
            usesVarargs: macroUses.contains(NameTable.varargs) && !isDeclared.contains(NameTable.varargs),
            usesKwargs: macroUses.contains(NameTable.kwargs) && !isDeclared.contains(NameTable.kwargs),
            place: tag.place)
        macroUses = []
        return macro
    }

    private mutating func signature() throws(TemplateError) -> Parameters {
        var parameters: Parameters = []
        try expect(symbol: "(")
        while !isSymbol(")") {
            if !parameters.isEmpty { try expect(symbol: ",") }
            let place = current.place
            let name = try expectName()
            try refuseConstant(name, at: place)
            var standard: Expression?
            if skip(symbol: "=") {
                standard = try expression()
            } else if parameters.last?.standard != nil {
                throw syntax("non-default argument follows default argument", at: place)
            }
            parameters.append((names.id(of: name), name, standard))
        }
        try expect(symbol: ")")
        return parameters
    }
}
