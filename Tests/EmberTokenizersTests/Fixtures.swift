// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import EmberTokenizers
import Foundation
import Testing

/// The test data.
enum Fixtures {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The reference data, which is not part of the repository; `nil` when it is not there.
    static let shared: URL? = {
        let path = ProcessInfo.processInfo.environment["HEARTH_FIXTURES"]
        let folder = path.map { URL(fileURLWithPath: $0) } ?? package.appendingPathComponent("../shared/fixtures")
        return FileManager.default.fileExists(atPath: folder.path) ? folder.standardizedFileURL : nil
    }()

    /// The small data that comes with the repository.
    static let own = package.appendingPathComponent("Tests/Fixtures/tokenizers")

    static func bytes(_ file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

    static func tokenizer(_ file: URL) throws -> Tokenizer {
        try Tokenizer(tokenizerJSON: bytes(file), file: file.lastPathComponent)
    }

    /// One JSON value per line; none when the file is missing.
    static func lines(_ file: URL) throws -> [JSON] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try bytes(file).split(separator: 0x0A).map { try JSON(parsing: Array($0)) }
    }
}

/// A folder with a tokenizer and what the reference makes of texts with it.
struct Golden: CustomTestStringConvertible, Sendable {
    let folder: URL
    let tokenizerFile: URL
    var testDescription: String { folder.lastPathComponent }

    init?(_ folder: URL, shared: URL?) {
        self.folder = folder
        let own = folder.appendingPathComponent("tokenizer.json")
        if FileManager.default.fileExists(atPath: own.path) {
            tokenizerFile = own
            return
        }
        let reference = folder.appendingPathComponent("tokenizer_ref.json")
        guard let shared, let bytes = try? Fixtures.bytes(reference), let json = try? JSON(parsing: bytes),
            let path = json["tokenizer_json"]?.string
        else { return nil }  // not a golden folder
        tokenizerFile = shared.appendingPathComponent(path.replacingOccurrences(of: "public/", with: ""))
    }

    static func all(in folder: URL, shared: URL?) -> [Golden] {
        // A missing folder holds no goldens.
        let folders = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return folders.sorted { $0.path < $1.path }.compactMap { Golden($0, shared: shared) }
    }

    static let own =
        all(in: Fixtures.own, shared: nil) + all(in: Fixtures.own.appendingPathComponent("made"), shared: nil)
    static let shared =
        Fixtures.shared.map { all(in: $0.appendingPathComponent("tokenizers"), shared: $0) } ?? []

    func lines(_ name: String) throws -> [JSON] { try Fixtures.lines(folder.appendingPathComponent(name)) }
}

extension JSON {
    var integers: [Int] { array?.compactMap(\.integer) ?? [] }
}

/// Texts that differ in any byte differ here, unlike with String's `==`.
func same(_ a: String, _ b: String?) -> Bool { b.map { ExactString(a) == ExactString($0) } ?? false }
