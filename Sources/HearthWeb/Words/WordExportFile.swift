// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthAnki
import HearthWords
import Hummingbird
import NIOCore

extension WordsOutFile.Kind {
    fileprivate var type: String {
        switch self {
        case .csv, .spreadsheet: "text/csv; charset=utf-8"
        case .json: "application/json"
        case .apkg: "application/octet-stream"
        }
    }
}

/// A file of words on its way to a browser. It goes when nobody holds it any more.
final class WordExportFile: Sendable {
    private let folder: TemporaryPlace
    private var url: URL { folder.url.appending(path: "words") }
    private let kind: WordsOutFile.Kind
    private static let piece = 256 << 10

    private init(_ kind: WordsOutFile.Kind) throws {
        self.kind = kind
        folder = try TemporaryPlace(.words, isFolder: true)
    }

    /// Writes the file; see `WordsOutFile`.
    static func make(
        deck: Int64?, of store: any WordStore, as kind: WordsOutFile.Kind, days: UserDays, at now: Date
    ) async throws -> WordExportFile {
        let file = try WordExportFile(kind)
        _ = try await WordsOutFile.write(deck: deck, of: store, as: kind, to: file.url, days: days, at: now)
        return file
    }

    /// The file in pieces, so that a large one is never in memory.
    func response() throws -> Response {
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
        let body = ResponseBody(contentLength: size) { writer in
            let handle = try FileHandle(forReadingFrom: self.url)
            defer { try? handle.close() }  // It was only read.
            while let data = try handle.read(upToCount: Self.piece), !data.isEmpty {
                try await writer.write(ByteBuffer(bytes: data))
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: kind.type, .contentDisposition: "attachment; filename=\"hearth-words.\(kind.ending)\"",
                .cacheControl: "no-store",
            ], body: body)
    }
}
