// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A part of an area that goes into exports: a file, or a folder with several.
struct ExportStep: Sendable {
    /// The tables by whose rows its progress is measured; it says so for each row.
    let rowsOf: [String]
    let write: @Sendable (ExportWriter) throws -> Void
}

/// Writes an export of a database into a folder.
final class ExportWriter {
    let database: Database
    let part: ExportPart
    private let folder: URL
    /// How many lines were written, by the names of their files.
    private(set) var lines: [String: Int] = [:]

    init(_ folder: URL, _ database: Database, _ part: ExportPart) {
        (self.folder, self.database, self.part) = (folder, database, part)
    }

    /// Writes one JSON object a line.
    func writeLines<Record: FetchableRecord & Encodable>(_ type: Record.Type, _ sql: String, to name: String) throws {
        let output = try ExportFile(folder.appending(path: name))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        var count = 0
        let records = try Record.fetchCursor(database, sql: sql)
        while let record = try records.next() {
            try output.write(encoder.encode(record) + Data("\n".utf8))
            count += 1
            try part.add(1)
        }
        try output.close()
        lines[name] = count
    }

    func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

    func write(_ data: Data, to name: String) throws {
        let output = try ExportFile(folder.appending(path: name))
        try output.write(data)
        try output.close()
    }

    func makeFolder(_ name: String) throws { try PrivateFiles.makeFolder(folder.appending(path: name)) }
}

/// How much of an export has been written. It says so once for each thousandth.
final class ExportPart {
    private let total: Int
    private let report: (Double) throws -> Void
    private var done = 0
    private var told = -1

    init(_ total: Int, _ report: @escaping (Double) throws -> Void) {
        (self.total, self.report) = (max(1, total), report)
    }

    func add(_ count: Int) throws {
        done += count
        let now = min(done, total) * 1000 / total
        guard now > told else { return }
        told = now
        try report(Double(now) / 1000)
    }
}
