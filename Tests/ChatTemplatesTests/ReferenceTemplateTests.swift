// SPDX-License-Identifier: Apache-2.0

import ChatTemplates
import Foundation
import Testing

/// Everything in the reference data, which is too large to ship.
@Suite(.enabled(if: TemplateFixtures.reference != nil, "no reference data; set HEARTH_FIXTURES"))
struct ReferenceTemplateTests {
    @Test(arguments: TemplateFixtures.templateFiles(in: TemplateFixtures.reference))
    func `renders as transformers does`(file: URL) throws {
        let cases = try TemplateFixtures.templates(file)
        let template = try ChatTemplate(try #require(cases.first).template)
        for test in cases { if let wrong = test.disagreement(template) { Issue.record("\(wrong)") } }
    }

    @Test func `agrees on every small template`() throws {
        let folder = try #require(TemplateFixtures.reference)
        let cases = try TemplateFixtures.units(folder.appendingPathComponent("jinja_units/units.json"))
        #expect(cases.count > 50)
        for test in cases { if let wrong = test.disagreement() { Issue.record("\(wrong)") } }
    }
}
