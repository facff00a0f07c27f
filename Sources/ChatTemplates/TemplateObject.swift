// SPDX-License-Identifier: Apache-2.0

/// A value with a behaviour of its own. Each kind is one subclass in this file.
class TemplateObject {
    var typeName: String { "object" }
    var isTrue: Bool { true }
    /// See ``List/depth``.
    var depth: Int { 1 }
}

/// Result of `namespace()`: the one thing whose attributes a template can set.
final class Namespace: TemplateObject {
    var names: [TemplateText] = []
    var values: [Value] = []

    override var typeName: String { "Namespace" }

    subscript(name: TemplateText) -> Value? {
        get { names.firstIndex(of: name).map { values[$0] } }
        set {
            guard let newValue else { return }
            if let position = names.firstIndex(of: name) {
                values[position] = newValue
            } else {
                names.append(name)
                values.append(newValue)
            }
        }
    }
}

/// Result of `range()`.
final class NumberRange: TemplateObject {
    let start: Int
    let stop: Int
    let step: Int
    let count: Int

    /// - Throws: `.type` for a step of 0, `.limit` when there are more numbers than the sandbox allows.
    init(_ start: Int, _ stop: Int, _ step: Int) throws(TemplateError) {
        if step == 0 { throw .type("range() arg 3 must not be zero") }
        self.start = start
        self.stop = stop
        self.step = step
        if step > 0 ? start >= stop : start <= stop {
            count = 0
            return
        }
        let (low, high) = step > 0 ? (start, stop) : (stop, start)
        let (span, overflow) = high.subtractingReportingOverflow(low)
        let steps = overflow ? Int.max : (span - 1) / Int(clamping: step.magnitude) + 1
        if steps > TemplateLimits.range {
            throw .limit(
                "Range too big. The sandbox blocks ranges larger than MAX_RANGE (\(TemplateLimits.range)).")
        }
        count = steps
    }

    override var typeName: String { "range" }
    override var isTrue: Bool { count > 0 }

    /// Also just outside, where a slice may begin or end.
    subscript(index: Int) -> Int { start &+ index &* step }
}

/// Elements that can be visited once: what most filters that give several results return.
final class ValueIterator: TemplateObject {
    typealias Next = () throws(TemplateError) -> Value?

    private var step: Next?
    /// Elements in hand, when they are all known.
    private var items: [Value] = []
    private var position = 0
    private let name: String
    private let nesting: Int

    /// - Parameter depth: how many iterators and containers stand behind this one.
    init(depth: Int, name: String = "generator", _ next: @escaping Next) throws(TemplateError) {
        if depth >= TemplateLimits.valueDepth { throw .limit("iterators are nested too deeply") }
        step = next
        self.name = name
        nesting = depth + 1
    }

    init(_ items: [Value], name: String = "generator") {
        self.items = items
        self.name = name
        nesting = TemplateLimits.valueDepth / 2
    }

    override var typeName: String { name }
    override var depth: Int { nesting }

    func next() throws(TemplateError) -> Value? {
        if let step { return try step() }
        guard position < items.count else { return nil }
        position += 1
        return items[position - 1]
    }
}

/// Result of a dictionary's `keys()`, `values()` and `items()`.
final class DictView: TemplateObject {
    enum Kind: String { case keys, values, items }
    let kind: Kind
    let dict: Dict

    init(_ kind: Kind, of dict: Dict) {
        self.kind = kind
        self.dict = dict
    }

    override var typeName: String { "dict_\(kind.rawValue)" }
    override var isTrue: Bool { !dict.keys.isEmpty }
    override var depth: Int { dict.depth }

    func items() throws(TemplateError) -> [Value] {
        switch kind {
        case .keys: return dict.keys
        case .values: return dict.values
        case .items:
            var items: [Value] = []
            for (key, value) in dict.members { items.append(try .tuple([key, value])) }
            return items
        }
    }
}

/// A method together with the value whose method it is.
final class Method: TemplateObject {
    let receiver: Value
    let name: String

    init(_ receiver: Value, _ name: String) {
        self.receiver = receiver
        self.name = name
    }

    override var typeName: String { "builtin_function_or_method" }
    override var depth: Int { TemplateLimits.valueDepth / 2 }
}

/// A function that every template can call.
final class GlobalFunction: TemplateObject {
    enum Name: String, CaseIterable {
        case range, dict, namespace, cycler, joiner
        case raiseException = "raise_exception"
        case strftimeNow = "strftime_now"
    }
    let name: Name

    init(_ name: Name) { self.name = name }

    override var typeName: String { "function" }
}

/// Value of `self`: in Jinja, the blocks of the template, of which a chat template has none.
final class TemplateReference: TemplateObject {
    override var typeName: String { "TemplateReference" }
}

/// Goes through its values again and again.
final class Cycler: TemplateObject {
    let items: [Value]
    var position = 0

    init(_ items: [Value]) { self.items = items }

    override var typeName: String { "Cycler" }
    override var depth: Int { TemplateLimits.valueDepth / 2 }
}

/// Empty the first time it is called, the separator from then on.
final class Joiner: TemplateObject {
    let separator: Value
    var isUsed = false

    init(_ separator: Value) { self.separator = separator }

    override var typeName: String { "Joiner" }
}

/// A macro, or the body of a call block, with the names that it sees.
final class MacroObject: TemplateObject {
    let macro: Macro
    let scope: Scope

    init(_ macro: Macro, in scope: Scope) {
        self.macro = macro
        self.scope = scope
    }

    override var typeName: String { "Macro" }
}

/// The state of a running loop: what a template calls `loop`.
final class LoopObject: TemplateObject {
    private let source: ValueIterator
    /// Elements that have been asked for before their turn, from `aheadStart` on.
    private var ahead: [Value] = []
    private var aheadStart = 0
    private(set) var index0 = -1
    private(set) var current: Value = .none
    private(set) var previous: Value?
    /// How many elements there are, once that is known.
    private var total: Int?
    let depth0: Int
    var lastChanged: [Value]?
    /// Loop and scope that `loop(…)` runs again, in a recursive loop.
    let recursion: (loop: Loop, scope: Scope)?

    init(_ source: ValueIterator, total: Int?, depth0: Int, recursion: (loop: Loop, scope: Scope)?) {
        self.source = source
        self.total = total
        self.depth0 = depth0
        self.recursion = recursion
    }

    override var typeName: String { "LoopContext" }

    func advance() throws(TemplateError) -> Value? {
        guard let next = try following() else { return nil }
        aheadStart += 1
        if aheadStart == ahead.count { (ahead, aheadStart) = ([], 0) }
        if index0 >= 0 { previous = current }
        index0 += 1
        current = next
        return next
    }

    func following() throws(TemplateError) -> Value? {
        if aheadStart < ahead.count { return ahead[aheadStart] }
        guard let next = try source.next() else { return nil }
        ahead.append(next)
        return next
    }

    func length() throws(TemplateError) -> Int {
        if let total { return total }
        while let next = try source.next() { ahead.append(next) }
        let total = index0 + 1 + ahead.count - aheadStart
        self.total = total
        return total
    }
}

/// Names and their values, and the scope around them.
final class Scope {
    private(set) var ids: [NameID] = []
    private(set) var values: [Value] = []
    let parent: Scope?

    init(parent: Scope?) { self.parent = parent }

    func find(_ id: NameID) -> Value? {
        var scope: Scope? = self
        while let here = scope {
            for position in here.ids.indices.reversed() where here.ids[position] == id { return here.values[position] }
            scope = here.parent
        }
        return nil
    }

    func set(_ id: NameID, _ value: Value) {
        if let position = ids.firstIndex(of: id) {
            values[position] = value
        } else {
            ids.append(id)
            values.append(value)
        }
    }

    /// Lets go of all values, which breaks the cycle between a scope and the macros defined in it.
    func clear() {
        ids = []
        values = []
    }
}
