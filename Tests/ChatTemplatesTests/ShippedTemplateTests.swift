// SPDX-License-Identifier: Apache-2.0

import ChatTemplates
import Foundation
import Testing

/// Reference renderings that come with the repository; `Tests/Fixtures` says how they were made.
@Suite struct ShippedTemplateTests {
    @Test(arguments: ["units.json", "made.json"])
    func `agrees with jinja2 on small templates`(file: String) throws {
        let cases = try TemplateFixtures.units(TemplateFixtures.shipped.appendingPathComponent("jinja_units/" + file))
        #expect(cases.count > 50)
        for test in cases {
            if let wrong = test.disagreement() { Issue.record("\(test.template.debugDescription) \(wrong)") }
        }
    }

    @Test func `renders models' templates as transformers does`() throws {
        let files = TemplateFixtures.templateFiles(in: TemplateFixtures.shipped)
        #expect(files.count >= 8)
        for file in files {
            let cases = try TemplateFixtures.templates(file)
            let template = try ChatTemplate(try #require(cases.first).template)
            for test in cases {
                if let wrong = test.disagreement(template) { Issue.record("\(file.lastPathComponent) \(wrong)") }
            }
        }
    }
}
