// SPDX-License-Identifier: Apache-2.0

/// How values are printed: Python's `str` and `repr`.
extension Interpreter {
    func text(of value: Value) throws(TemplateError) -> TemplateText {
        switch value {
        case .text(let text): return text
        case .undefined: return .empty
        default:
            var builder = TextBuilder()
            try describe(value, into: &builder)
            return builder.text()
        }
    }

    func representation(of value: Value) throws(TemplateError) -> TemplateText {
        var builder = TextBuilder()
        try describe(value, into: &builder)
        return builder.text()
    }

    private func describe(_ value: Value, into builder: inout TextBuilder) throws(TemplateError) {
        try charge()
        if builder.count > limits.bytes { throw .limit("the template makes a text of more than \(limits.bytes) bytes") }
        switch value {
        case .undefined: builder.append("Undefined")
        case .none: builder.append("None")
        case .bool(let value): builder.append(value ? "True" : "False")
        case .int(let value): builder.append(String(value))
        case .big(let value): builder.append(value.description)
        case .float(let value): builder.append(PythonText.float(value))
        case .text(let text):
            try charge(bytes: text.bytes.count)
            if text.isMarkup { builder.append("Markup(") }
            builder.append(PythonText.quoted(text))
            if text.isMarkup { builder.append(")") }
        case .list(let list): try describe(list.items, "[", "]", into: &builder)
        case .tuple(let list):
            try describe(list.items, "(", list.items.count == 1 ? ",)" : ")", into: &builder)
        case .dict(let dict): try describe(dict, into: &builder)
        case .object(let object): try describe(object, into: &builder)
        }
    }

    private func describe(
        _ items: [Value], _ open: String, _ close: String, into builder: inout TextBuilder
    ) throws(TemplateError) {
        try enter()
        defer { leave() }
        builder.append(open)
        for (position, item) in items.enumerated() {
            if position > 0 { builder.append(", ") }
            try describe(item, into: &builder)
        }
        builder.append(close)
    }

    private func describe(_ dict: Dict, into builder: inout TextBuilder) throws(TemplateError) {
        try enter()
        defer { leave() }
        builder.append("{")
        for (position, (key, value)) in dict.members.enumerated() {
            if position > 0 { builder.append(", ") }
            try describe(key, into: &builder)
            builder.append(": ")
            try describe(value, into: &builder)
        }
        builder.append("}")
    }

    private func describe(_ object: TemplateObject, into builder: inout TextBuilder) throws(TemplateError) {
        try enter()
        defer { leave() }
        switch object {
        case let view as DictView:
            builder.append("dict_\(view.kind.rawValue)(")
            try describe(try view.items(), "[", "]", into: &builder)
            builder.append(")")
        case let range as NumberRange:
            let step = range.step == 1 ? "" : ", \(range.step)"
            builder.append("range(\(range.start), \(range.stop)\(step))")
        case let namespace as Namespace:
            builder.append("<Namespace ")
            let members = zip(namespace.names, namespace.values).map { (key: Value.text($0), value: $1) }
            try describe(try Dict(members), into: &builder)
            builder.append(">")
        case let macro as MacroObject: builder.append("<Macro '\(macro.macro.name)'>")
        case let loop as LoopObject:
            builder.append("<LoopContext \(loop.index0 + 1)/\(try loop.length())>")
        case let method as Method:
            builder.append("<built-in method \(method.name) of \(method.receiver.typeName) object>")
        default: builder.append("<\(object.typeName) object>")
        }
    }
}
