// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

/// Style sheets, modules, icons and fonts.
@Suite struct AssetTests {
    private let app: TestApp
    private let assets: Assets

    init() async throws {
        app = try await TestApp()
        assets = app.server.site.pages.assets
    }

    private func text(_ name: String) throws -> String {
        String(buffer: try #require(assets.files[name], "\(name)").plain)
    }

    @Test func `browsers keep them for good, and fetch them packed`() async throws {
        let base = assets.base
        try await app.test { browser in
            let packed = try await browser.get("\(base)/base.css", [.acceptEncoding: "br, gzip"])
            #expect(packed.status == .ok)
            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(packed.headers[.cacheControl]?.contains("immutable") == true)
            #expect(packed.headers[.contentType] == "text/css; charset=utf-8")
            #expect(packed.headers[.vary] == "Accept-Encoding")
            let plain = try await browser.get("\(base)/base.css", [.acceptEncoding: "gzip;q=0"])
            #expect(plain.headers[.contentEncoding] == nil)
            #expect(plain.body.readableBytes > packed.body.readableBytes * 3)
            #expect(try await browser.get("/assets/000000000000/base.css").status == .notFound)
        }
    }

    @Test func `other bytes are another address`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func hash(_ css: String) throws -> String {
            try Data(css.utf8).write(to: folder.appending(path: "a.css"))
            return try Assets(folder: folder).hash
        }
        let first = try hash("a {}")
        let second = try hash("b {}")
        #expect(second != first)
        let third = try hash("a {}")
        #expect(third == first)
    }

    /// The first folder with KaTeX is used, a copy among the assets before all.
    @Test func `formulas are drawn by the system's KaTeX, and by none where there is none`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ text: String, _ name: String) throws {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        func read() throws -> Assets {
            try Assets(
                folder: folder.appending(path: "own"),
                formulas: ["none", "first", "second"].map { folder.appending(path: $0) })
        }
        try write("a {}", "own/a.css")
        let without = try read()
        #expect(without.formulas == nil && without.files.count == 1)
        try write("second", "second/katex.min.js")
        let alone = try read()
        #expect(alone.formulas == "katex/katex.js" && alone.hash != without.hash)
        try write("first", "first/katex.min.js")
        try write("chemistry", "first/contrib/mhchem.js")
        let both = try read()
        #expect(both.formulas == "katex/katex.js katex/mhchem.js")
        #expect(both.files["katex/katex.js"].map { String(buffer: $0.plain) } == "first")
        try write("own", "own/katex/katex.js")
        #expect(try read().files["katex/katex.js"].map { String(buffer: $0.plain) } == "own")
        try FileManager.default.removeItem(at: folder.appending(path: "own/katex"))
        try write("", "first/katex.min.js")
        #expect(try read().files["katex/katex.js"].map { String(buffer: $0.plain) } == "second")
    }

    @Test func `packing loses nothing`() throws {
        for bytes in [
            [], [UInt8](repeating: 7, count: 100_000), (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) },
        ] {
            let packed = try #require(gzip(bytes))
            let unpacked = try unpack(packed)
            #expect(unpacked == bytes)
        }
    }

    /// Unpacked by the system's own program.
    private func unpack(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gz")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return [UInt8](data)
    }

    @Test func `everything that is named is there`() throws {
        var named = (files: 0, kept: 0, assets: 0, icons: 0)
        for (name, file) in assets.files where name.hasSuffix(".js") || name.hasSuffix(".css") {
            let text = String(buffer: file.plain)
            for match in text.matches(of: /(?:from |import )"\.\/([^"]+)"|url\("([^"]+)"\)/) {
                let target = String(match.1 ?? match.2 ?? "")
                #expect(assets.files[target] != nil, "\(name) names \(target)")
                named.files += 1
            }
        }
        let worker = try text("service-worker.js")
        for match in worker.matches(of: /"([a-z0-9\/-]+\.(?:css|js|svg|woff2))"/) {
            #expect(assets.files[String(match.1)] != nil, "\(match.1)")
            named.kept += 1
        }
        // A module that is not there takes all that import it along.
        let kept = Set(worker.matches(of: /"([a-z-]+\.js)"/).map { String($0.1) })
        for name in kept {
            for match in try text(name).matches(of: /(?:from |import )"\.\/([^"]+)"/) {
                #expect(kept.contains(String(match.1)), "\(name) is kept without \(match.1)")
            }
        }
        let icons = Set(try text("icons.svg").matches(of: /<symbol id="([a-z-]+)"/).map { String($0.1) })
        let folder = WebServer.resources.appending(path: "Templates")
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where file.hasSuffix(".mustache") {
            let template = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for match in template.matches(of: /\{\{assets\}\}\/([a-zA-Z0-9\/.-]+)"/) {
                #expect(assets.files[String(match.1)] != nil, "\(file) names \(match.1)")
                named.assets += 1
            }
            for match in template.matches(of: /\{\{icons\}\}#([a-z-]+)"/) {
                #expect(icons.contains(String(match.1)), "\(file): \(match.1)")
                named.icons += 1
            }
        }
        #expect(named.files > 20 && named.kept > 5 && named.assets > 10 && named.icons > 30, "\(named)")
    }

    @Test func `nothing is asked of another machine`() throws {
        for (name, file) in assets.files where !name.hasSuffix(".woff2") && !name.hasSuffix(".png") {
            let text = String(buffer: file.plain)
                .replacing("http://www.w3.org/", with: "")
            #expect(text.firstMatch(of: /https?:\/\/|url\("?\/\/|@import/) == nil, "\(name)")
        }
    }

    @Test func `the fonts weigh less than 120 kB, and their licence is there`() throws {
        let fonts = assets.files.filter { $0.key.hasSuffix(".woff2") }
        #expect(fonts.count == 5)
        #expect(fonts.values.map(\.plain.readableBytes).reduce(0, +) <= 120_000)
        let folder = WebServer.resources.appending(path: "Assets/fonts")
        for name in ["OFL-Inter.txt", "OFL-EBGaramond.txt"] {
            let licence = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(licence.contains("SIL OPEN FONT LICENSE") || licence.contains("Open Font License"))
        }
    }

    /// The dark values stand twice, once for the system and once for the switch.
    @Test func `both dark palettes are the same`() throws {
        let tokens = try text("tokens.css")
        func block(after start: String) throws -> [String] {
            let from = try #require(tokens.range(of: start))
            let body = tokens[from.upperBound...].prefix { $0 != "}" }
            return body.split(separator: ";").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
                .filter { !$0.isEmpty }
        }
        let system = try block(after: ":root:not([data-theme=\"light\"]) {")
        let switched = try block(after: ":root[data-theme=\"dark\"] {")
        #expect(system == switched)
        #expect(system.count > 30)
    }

    @Test func `colours, radii and durations come from the tokens alone`() throws {
        for (name, file) in assets.files where name.hasSuffix(".css") && name != "tokens.css" {
            let text = String(buffer: file.plain)
            let defined = Set(try self.text("tokens.css").matches(of: /(--[a-z0-9-]+):/).map { String($0.1) })
            let local = Set(text.matches(of: /(--[a-z0-9-]+):/).map { String($0.1) }).union(["--at", "--ring"])
            for match in text.matches(of: /var\((--[a-z0-9-]+)/) {
                #expect(defined.union(local).contains(String(match.1)), "\(name): \(match.1)")
            }
        }
    }

    @Test func `the app can be installed`() async throws {
        let names = Set(assets.files.keys)
        try await app.test { browser in
            let response = try await browser.get("/manifest.webmanifest")
            #expect(response.headers[.contentType] == "application/manifest+json")
            struct Manifest: Decodable {
                struct Icon: Decodable { let src: String }
                let name, startUrl, display: String
                let icons: [Icon]
            }
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let manifest = try decoder.decode(Manifest.self, from: Data(response.body.readableBytesView))
            #expect(manifest.display == "standalone" && manifest.startUrl == "/")
            for icon in manifest.icons { #expect(names.contains(icon.src.components(separatedBy: "/").last!)) }
            let worker = try await browser.get("/service-worker.js")
            #expect(worker.status == .ok)
            #expect(worker.headers[.cacheControl] == "no-cache")
        }
    }
}
