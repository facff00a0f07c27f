// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// How long files and functions may be, and how wide comments, which the formatter does not wrap.
@Suite struct SizeTests {
    private static let linesOfFile = 400
    private static let linesOfFunction = 60
    private static let columns = 120

    /// The folders that the limits apply to.
    private static let folders = ["Sources/", "Tests/"]

    /// Tables of data, which may be as long as the data are.
    private static let tables = ["Sources/EmberTokenizers/Unicode/UnicodeDecompositions.swift"]

    private let repository: Repository

    init() throws { repository = try Repository() }

    @Test func `no file is too long`() throws {
        for (path, source) in try sources("swift")
        where !Self.tables.contains(path) && source.lines > Self.linesOfFile {
            Issue.record("\(path):1 has \(source.lines) lines")
        }
    }

    @Test func `every table that may be longer is`() throws {
        for path in Self.tables {
            #expect(SourceText(try repository.text(path)).lines > Self.linesOfFile, "\(path) needs no exception")
        }
    }

    @Test func `no function is too long`() throws {
        for (path, source) in try sources("swift") {
            for function in source.functions where function.lines > Self.linesOfFunction {
                Issue.record("\(path):\(function.line) \(function.name) has \(function.lines) lines")
            }
        }
    }

    @Test func `most functions are short`() throws {
        let swift = try repository.paths.filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }
            .map { SourceText(try repository.text($0)) }
        let functions = swift.flatMap(\.functions).filter { !$0.isProperty }.map(\.lines).sorted()
        #expect(swift.count > 100 && functions.count > 1_000)
        #expect(functions[functions.count / 2] <= 7)
    }

    @Test func `no comment is too wide`() throws {
        for (path, source) in try sources("swift", "c", "h") {
            for line in source.wideComments(columns: Self.columns) {
                Issue.record("\(path):\(line) is wider than \(Self.columns) columns")
            }
        }
    }

    private func sources(_ endings: String...) throws -> [(path: String, source: SourceText)] {
        try repository.paths.filter { path in
            Self.folders.contains { path.hasPrefix($0) } && endings.contains { path.hasSuffix(".\($0)") }
        }.map { path in
            (path, SourceText(try repository.text(path), path.hasSuffix(".swift") ? .swift : .c))
        }
    }
}
