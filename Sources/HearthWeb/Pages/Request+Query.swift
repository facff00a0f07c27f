// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Hummingbird
import HummingbirdCore

extension Request {
    /// The query, decoded as forms encode it: with a plus for a space, which `uri.queryParameters` would leave as it
    /// is. Source: WHATWG URL, section 5.1.
    var query: Parameters {
        guard let query = uri.query, query.contains("+") else { return uri.queryParameters }
        return URI("/?\(query.replacing("+", with: "%20"))").queryParameters
    }
}

extension Parameters {
    /// A number of an address; `nil` where there is none in the range.
    func number<Number: FixedWidthInteger>(_ name: String, in range: ClosedRange<Number>) -> Number? {
        get(name)?.number(in: range)
    }

    /// The identifier that a parameter of the address holds, such as a card's.
    func id(_ name: String) -> Int64? { number(name, in: .ids) }
}

extension Form {
    /// A number of a form; `nil` where there is none in the range.
    func number<Number: FixedWidthInteger>(_ name: String, in range: ClosedRange<Number>) -> Number? {
        self[name]?.number(in: range)
    }

    /// The identifier that a field of the form holds, such as a deck's.
    func id(_ name: String) -> Int64? { number(name, in: .ids) }

    /// The numbers of all fields whose names begin like this, such as `word-12`, smallest first.
    func numbers(_ beginning: String) -> [Int64] {
        names.filter { $0.hasPrefix(beginning) }.compactMap { $0.dropFirst(beginning.count).number(in: .ids) }.sorted()
    }
}

extension ClosedRange<Int64> {
    /// The numbers that a store can give to what it keeps.
    static var ids: Self { 0 ... .max }
}
