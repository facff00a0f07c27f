// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import HearthTesting
import Testing

/// Sentences of the program about itself and about requests that it cannot meet: one each, with a way out.
@Suite struct SentenceTests {
    private func run(_ home: URL, _ arguments: String...) throws -> ProgramResult {
        try runHearth(arguments, environment: ["HEARTH_HOME": home.path])
    }

    @Test func `it says which version it is`() throws {
        let result = try runHearth(["--version"])
        #expect(result.status == 0 && result.errors == "" && result.output == "\(HearthVersion.current)\n")
    }

    @Test(arguments: [
        ("0.202611260927.1a2b3c4\n", "0.202611260927.1a2b3c4"), ("0-dev", "0-dev"), ("", nil), ("<b>1</b>", nil),
        ("latest", nil), ("1 2", nil), (String(repeating: "1", count: 200), nil),
    ])
    func `a package's version is what stands in its file`(text: String, version: String?) async throws {
        try await withTemporaryFolder { folder in
            #expect(HearthVersion.read(folder) == nil)
            try Data(text.utf8).write(to: folder.appending(path: "version"))
            #expect(HearthVersion.read(folder) == version)
        }
    }

    @Test func `a model that is not there, or is none, is answered with those that are`() async throws {
        try await withTemporaryFolder { home in
            let empty = home.appending(path: "empty")
            try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
            for (wish, fault) in [
                (home.path + "/nowhere", "is neither a folder nor a model"),
                (empty.path, "is a folder without a model"),
            ] {
                let result = try run(home, "chat", "--model", wish, "-p", "Hello")
                #expect(result.status == 1 && result.output == "")
                #expect(result.errors.contains("\(wish) \(fault)") && result.errors.contains("hearth/pocket"))
            }
        }
    }

    @Test func `the model that comes with Hearth cannot be compared with a download`() async throws {
        try await withTemporaryFolder { home in
            let result = try run(home, "models", "verify", "hearth/pocket")
            #expect(result.status == 1 && result.output == "")
            #expect(result.errors.contains("comes with Hearth and was not downloaded"))
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }

    @Test(arguments: [
        ("300.1.1.1", "is no address"), ("1.2.3", "is no address"), ("a b", "is no address"), ("", "is no address"),
        ("192.0.2.1", "add --lan"), ("kitchen.local", "add --lan"),
    ])
    func `an address that is none is told from one that others reach`(host: String, fault: String) async throws {
        try await withTemporaryFolder { home in
            let result = try run(home, "serve", "--host", host, "--port", "0")
            #expect(
                result.status != 0 && result.errors.hasPrefix("Error: \(host) \(fault == "add --lan" ? "can" : fault)"))
            #expect(result.errors.contains(fault) && result.errors.contains("--lan"))
        }
    }
}
