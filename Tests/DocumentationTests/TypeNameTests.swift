// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One name stands for one type, so that a search for it finds that type alone.
@Suite struct TypeNameTests {
    private let repository: Repository

    init() throws { repository = try Repository() }

    @Test func `no two targets have a type of the same name`() throws {
        var targets: [String: Set<String>] = [:]
        for path in repository.paths where path.hasPrefix("Sources/") && path.hasSuffix(".swift") {
            let target = String(path.split(separator: "/")[1])
            let declaration =
                #"^(?:public |package |private |fileprivate |final |indirect |@\w+ )*"#
                + #"(?:struct|class|enum|actor|protocol|typealias) (\w+)"#
            for type in try repository.text(path).matches(declaration) { targets[type, default: []].insert(target) }
        }
        #expect(targets["WebServer"] == ["HearthWeb"])
        for (type, targets) in targets where targets.count > 1 {
            Issue.record("\(type) is in \(targets.sorted())")
        }
    }
}
