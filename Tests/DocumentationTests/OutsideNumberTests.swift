// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Numbers from outside come through `number(in:)`, which asks for a range: a conversion without one lets in what
/// arithmetic traps on.
@Suite struct OutsideNumberTests {
    @Test func `pages convert no number of an address, a form or a header themselves`() throws {
        let repository = try Repository()
        let kinds = "(?:U?Int(?:8|16|32|64)?|Double|Float)"
        let conversions = [
            #"\.(?:get|require)\([^)\n]*, as: \#(kinds)\b"#,
            #"(?:form|query|parameters|headers)\b[^\n]*\b\#(kinds)(?:\(|\.init)"#,
        ]
        var read = 0
        for path in repository.paths where path.hasPrefix("Sources/HearthWeb/") && path.hasSuffix(".swift") {
            let text = try repository.text(path)
            for conversion in conversions {
                for found in try text.matches(conversion) { Issue.record("\(path): \(found)") }
            }
            read += try text.matches(#"\b(?:number|id)\("\w+""#).count
        }
        #expect(read > 20)
    }
}
