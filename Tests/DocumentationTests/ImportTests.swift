// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Checks which modules each target imports. SwiftPM lets a file import any module that happens to be built already, so
/// this reads the files.
@Suite struct ImportTests {
    private let repository: Repository

    init() throws { repository = try Repository() }

    /// Imports of each target besides the standard library: our own targets first, then those of others.
    private static let imports: [String: Set<String>] = [
        "ChatTemplates": ["EmberJSON"],
        "Ember": ["CEmber", "ChatTemplates", "EmberGrammar", "EmberJSON", "EmberTokenizers"],
        "EmberGrammar": ["EmberJSON", "EmberTokenizers"],
        "EmberHub": ["EmberHTTP", "EmberJSON", "Crypto"],
        "EmberHTTP": ["CCurl"],
        "EmberJSON": [],
        "EmberTokenizers": ["EmberJSON"],
        "FSRS": [],
        "HearthAnki": [
            "CArchive", "CSQLite", "CZstd", "EmberJSON", "FSRS", "HearthModels", "HearthWords", "ZipFiles", "Crypto",
        ],
        "HearthChat": ["EmberJSON", "HearthModels", "ZipFiles"],
        "HearthCLI": [
            "ChatTemplates", "Ember", "EmberGrammar", "EmberHub", "EmberJSON", "EmberTokenizers", "FSRS",
            "HearthAnki", "HearthChat", "HearthEngine", "HearthMemory", "HearthModels", "HearthRemote", "HearthSecrets",
            "HearthStore", "HearthWeb", "HearthWords",
            "ArgumentParser", "Crypto", "Hummingbird", "Logging", "NIOCore",
        ],
        "HearthEngine": [
            // Besides what it puts together, the parts of Ember that a request is made of: its errors say what is wrong
            // with a template or a schema, arguments of calls are JSON, and tokens of texts are counted.
            "ChatTemplates", "EmberGrammar", "EmberJSON", "EmberTokenizers",
            "Ember", "EmberHub", "HearthModels", "Pocket",
        ],
        // JSON schemas are part of what models are asked.
        "HearthMemory": ["EmberJSON", "HearthModels", "Snowball", "ZipFiles"],
        "HearthModels": ["EmberJSON"],
        // What a server answers is compared with the schema that it was asked for.
        "HearthRemote": ["EmberGrammar", "EmberHTTP", "EmberJSON", "HearthModels", "HearthWords"],
        "HearthSecrets": ["Crypto"],
        "HearthStore": [
            "CSQLite", "FSRS", "HearthChat", "HearthMemory", "HearthModels", "HearthWords", "Crypto", "GRDB",
            "GRDBSQLite",
        ],
        "HearthWeb": [
            "CArchive", "CMarkGFM", "CZlib", "EmberJSON", "FSRS", "HearthAnki", "HearthChat", "HearthMemory",
            "HearthModels",
            "HearthWords", "Crypto", "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "Mustache", "NIOCore",
            "NIOHTTPTypes",
        ],
        "HearthWords": ["CZlib", "EmberJSON", "FSRS", "HearthModels", "Snowball"],
        "Pocket": [],
        "Snowball": [],
        "ZipFiles": ["CZlib"],
    ]

    /// Modules that come with Swift or with the system, and are free to all.
    private static let system: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "Glibc", "Musl", "Security", "Synchronization",
    ]

    @Test func `no target imports what the table does not have`() throws {
        for (file, module) in try everyImport() where !Self.system.contains(module) {
            let target = String(file.split(separator: "/")[1])
            #expect(Self.imports[target]?.contains(module) == true, "\(file) imports \(module)")
        }
    }

    @Test func `the table has no target and no import that the sources do not have`() throws {
        let found = Dictionary(grouping: try everyImport()) { String($0.file.split(separator: "/")[1]) }
        #expect(Set(Self.imports.keys) == Set(swiftFiles.map { String($0.split(separator: "/")[1]) }))
        for (target, modules) in Self.imports {
            let unused = modules.subtracting(found[target]?.map(\.module) ?? [])
            #expect(unused.isEmpty, "\(target) does not import \(unused.sorted())")
        }
    }

    /// A dependency that no file imports would be built for nothing, and would let the next file import it unnoticed.
    @Test func `the package declares what is imported, and no more`() throws {
        let declarations = try repository.text("Package.swift").components(separatedBy: "arget(").dropFirst()
        for (target, modules) in Self.imports {
            let declaration = try #require(
                try declarations.first { try $0.matches(#"\A\s*name: "(\w+)""#) == [target] }, "\(target) is missing")
            let after = declaration.components(separatedBy: "dependencies: [").dropFirst().first ?? ""
            let dependencies = after.components(separatedBy: "]").first ?? ""
            let declared = try dependencies.matches(#"(?<!package: )"([A-Za-z0-9]+)""#)
            #expect(Set(declared) == modules, "\(target)")
        }
    }

    /// Pages show what the areas say: they know neither the database nor the engine behind them.
    @Test(arguments: ["GRDB", "HearthStore", "Ember", "EmberHub", "EmberTokenizers", "HearthEngine", "HearthRemote"])
    func `the app in the browser does not know`(module: String) throws {
        let files = try everyImport().filter { $0.file.hasPrefix("Sources/HearthWeb/") && $0.module == module }
        #expect(files.isEmpty, "\(files.map(\.file)) import \(module)")
    }

    /// Conversations stand below whatever stores, answers or shows them, and what is needed of a model below them.
    @Test(arguments: [
        ("HearthModels", ["EmberJSON"]), ("HearthChat", ["EmberJSON", "HearthModels", "ZipFiles"]),
    ])
    func `few targets of ours are all that a target at the bottom knows`(target: String, below: [String]) throws {
        let modules = Set(try everyImport().filter { $0.file.hasPrefix("Sources/\(target)/") }.map(\.module))
        #expect(modules.subtracting(Self.system) == Set(below))
    }

    /// In the picture an arrow leads from what is imported to who imports it, and paths of arrows stand for the rest.
    @Test func `the picture of the architecture draws these imports`() throws {
        let picture = try #require(
            try repository.text("docs/architecture.md").components(separatedBy: "```mermaid").last?
                .components(separatedBy: "```").first)
        var importers: [String: Set<String>] = [:]
        for line in picture.components(separatedBy: "\n") where line.contains("-->") {
            let names = line.components(separatedBy: "-->").map { $0.trimmingCharacters(in: .whitespaces) }
            for (below, above) in zip(names, names.dropFirst()) {
                importers[below, default: []].insert(above)
                #expect(Self.imports[above]?.contains(below) == true, "\(above) does not import \(below)")
            }
        }
        for (target, modules) in Self.imports {
            // System libraries and packages of others are not drawn.
            for module in modules where Self.imports[module] != nil || module == "CEmber" {
                #expect(Self.reaches(target, from: module, importers), "no path from \(module) to \(target)")
            }
        }
    }

    private static func reaches(_ target: String, from module: String, _ importers: [String: Set<String>]) -> Bool {
        let next = importers[module] ?? []
        return next.contains(target) || next.contains { reaches(target, from: $0, importers) }
    }

    private var swiftFiles: [String] {
        repository.paths.filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }
    }

    private func everyImport() throws -> [(file: String, module: String)] {
        let line =
            #"^\s*(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|private|fileprivate) )?"#
            + #"import (?:(?:struct|class|enum|protocol|typealias|func|let|var) )?(\w+)"#
        return try swiftFiles.flatMap { file in try repository.text(file).matches(line).map { (file, $0) } }
    }
}
