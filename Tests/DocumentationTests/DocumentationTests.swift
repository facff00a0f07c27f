// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Checks the documents' claims about files, names and counts against the tree.
@Suite struct DocumentationTests {
    let repository: Repository

    init() throws { repository = try Repository() }

    @Test func `every link and picture of a document leads somewhere`() throws {
        var links = 0
        for document in repository.documents {
            let folder = (document as NSString).deletingLastPathComponent
            for target in try repository.text(document).matches(#"\]\(([^)#\s]+)[^)]*\)"#)
            where !target.contains("://") && !target.hasPrefix("mailto:") {
                links += 1
                #expect(repository.exists("\(folder)/\(target)"), "\(document) links to \(target)")
            }
        }
        #expect(links > 10)
    }

    @Test func `every path that a document or comment names exists`() throws {
        let folders = "(?:Sources|Tests|Training|Benchmarks|docs|scripts|packaging)"
        let readers = repository.documents + repository.paths.filter(Self.isSource)
        var paths = 0
        for reader in readers {
            for path in try repository.text(reader).matches("(?<![\\w/.-])\(folders)/[A-Za-z0-9_+./-]*[A-Za-z0-9_+]") {
                guard !Self.isExample(path) else { continue }
                paths += 1
                #expect(repository.exists(path), "\(reader) names \(path)")
            }
        }
        #expect(paths > 40)
    }

    @Test func `every source file that a document names exists`() throws {
        for document in repository.documents {
            for name in try repository.text(document).matches(
                #"`([A-Za-z0-9_+/.-]+\.(?:swift|c|h|py|js|css|mustache))`"#)
            {
                #expect(Self.isExample(name) || repository.has(name: name), "\(document) names \(name)")
            }
        }
    }

    @Test func `every type that the architecture explains exists`() throws {
        let sources = try repository.sources("swift", "h", "c")
        let words = Set(try sources.matches(#"\b[A-Za-z_][A-Za-z0-9_]+\b"#))
        let types = try repository.text("docs/architecture.md").matches(#"\*\*`([A-Z][A-Za-z0-9]+)`\*\*"#)
        #expect(types.count > 30)
        for type in types {
            #expect(words.contains(type), "docs/architecture.md explains \(type)")
        }
    }

    @Test func `the map of the README is the listing of the sources`() throws {
        let readme = try repository.text("README.md")
        let map = try #require(
            readme.components(separatedBy: "## Map of `Sources`").last?.components(separatedBy: "\n## ").first)
        let named = Set(try map.matches(#"(?m)^\| (`[^|]+`) \|"#).flatMap { try $0.matches(#"`([A-Za-z]+)`"#) })
        let own = Set(
            repository.paths.filter { $0.hasPrefix("Sources/") && $0.split(separator: "/").count == 2 }
                .map { ($0 as NSString).lastPathComponent })
        // System libraries are a line each that says where the header is.
        let libraries = Set(own.filter { repository.exists("Sources/\($0)/module.modulemap") })
        #expect(named == own.subtracting(libraries))
    }

    @Test func `every make target that a document names exists`() throws {
        let targets = Set(try repository.text("Makefile").matches(#"^([a-z-]+):"#))
        for document in repository.documents {
            for target in try repository.text(document).matches(#"(?:^|`)make ([a-z-]+)"#) {
                #expect(targets.contains(target), "\(document) says make \(target)")
            }
        }
    }

    /// A target that no filter names would not be tested at all, and nobody would see it.
    @Test func `make test runs each test target once`() throws {
        let filters = try repository.text("Makefile").matches(#"--filter '(\^[^']+)'"#)
        let targets = try repository.text("Package.swift").matches(#"testTarget\(\s*name: "(\w+)""#)
        #expect(targets.count > 10)
        for target in targets {
            let running = try filters.filter { !(try "\(target).Suite".matches("(\($0))").isEmpty) }
            #expect(running.count == 1, "\(target) is run by \(running)")
        }
    }

    @Test func `the README counts the hostile files as their manifest does`() throws {
        let manifest = try JSONSerialization.jsonObject(
            with: Data(contentsOf: repository.root.appending(path: "Tests/Fixtures/malformed/manifest.json")))
        let cases = try #require((manifest as? [String: Any])?["cases"] as? [Any])
        let readme = try repository.text("README.md").replacing("\n", with: " ")
        #expect(try readme.matches(#"each of (\d+) damaged and hostile files"#) == ["\(cases.count)"])
    }

    /// `X.swift` stands for a file that is still to be written.
    private static func isExample(_ path: String) -> Bool { (path as NSString).lastPathComponent == "X.swift" }

    private static func isSource(_ path: String) -> Bool {
        path.hasPrefix("Sources/") && ["swift", "h", "c"].contains((path as NSString).pathExtension)
    }
}
