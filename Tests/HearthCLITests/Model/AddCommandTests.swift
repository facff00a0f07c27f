// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

/// `hearth models add`: models that are on this machine already.
@Suite struct AddCommandTests {
    @Test func `a folder is used where it is, and stays when its link is removed`() async throws {
        try await withTemporaryFolder { home in
            let environment = ["HEARTH_HOME": home.path]
            let added = try runHearth(["models", "add", smallModel.path, "--json"], environment: environment)
            #expect(added.status == 0)
            let name = "local/\(smallModel.lastPathComponent)"
            #expect(try JSON(parsing: added.output)["model"]?.string == name)
            let asked = ["chat", "-p", "hello", "--max-tokens", "2", "--model", name]
            #expect(try runHearth(asked, environment: environment).status == 0)

            let again = try runHearth(["models", "add", smallModel.path], environment: environment)
            #expect(again.status == 1 && again.errors.contains("is among the models already"))
            let named = ["models", "add", smallModel.path, "--as", "me/mine"]
            #expect(try runHearth(named, environment: environment).output.contains("me/mine is there"))

            #expect(try runHearth(["models", "rm", name], environment: environment).status == 0)
            #expect(FileManager.default.fileExists(atPath: smallModel.appending(path: "config.json").path))
            #expect(try runHearth(["models"], environment: environment).output.contains("me/mine"))
            #expect(try !runHearth(["models"], environment: environment).output.contains(name))
        }
    }

    @Test func `a GGUF file is a model by itself`() async throws {
        let fixtures = smallModel.deletingLastPathComponent().deletingLastPathComponent()
        let file = fixtures.appending(path: "gguf/llama-gqa-tied-Q4_0.gguf")
        try await withTemporaryFolder { home in
            let environment = ["HEARTH_HOME": home.path]
            let added = try runHearth(["models", "add", file.path, "--as", "me/file"], environment: environment)
            #expect(added.status == 0, "\(added.errors)")
            let asked = ["chat", "-p", "hello", "--max-tokens", "2", "--model", "me/file"]
            #expect(try runHearth(asked, environment: environment).status == 0)
            // It is listed with the size of what it leads to, and named without the ending.
            let named = try runHearth(["models", "add", file.path], environment: environment)
            #expect(named.output.hasPrefix("local/llama-gqa-tied-Q4_0 is there"))
            let list = try JSON(parsing: runHearth(["models", "list", "--json"], environment: environment).output)
            let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize
            #expect(list["models"]?.array?.map { $0["bytes"]?.integer } == [size, size])
            let removed = try runHearth(["models", "rm", "me/file"], environment: environment)
            #expect(removed.output.contains("me/file is removed; the model itself stays where it is"))
            #expect(FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `what is no model is refused, and leaves nothing`() async throws {
        try await withTemporaryFolder { home in
            let environment = ["HEARTH_HOME": home.path]
            let folder = home.appending(path: "strange name! ")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for wrong in [[folder.path], [home.path + "/none"], [smallModel.path, "--as", "../x"], ["/etc/passwd"]] {
                let result = try runHearth(["models", "add"] + wrong, environment: environment)
                #expect(result.status == 1 && result.errors.hasPrefix("Error: "), "\(wrong): \(result.errors)")
            }
            #expect(!FileManager.default.fileExists(atPath: home.appending(path: "models").path))
        }
    }
}
