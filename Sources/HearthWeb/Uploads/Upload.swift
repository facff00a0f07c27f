// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A file that a browser has sent. It lies in the folder for temporary files, and goes when nobody holds it any more.
final class UploadedFile: Sendable {
    private let place: TemporaryPlace
    var url: URL { place.url }
    /// As the browser names it, without folders.
    let name: String

    init(_ place: TemporaryPlace, name: String) { (self.place, self.name) = (place, name) }
}

extension FormGuard {
    /// The addresses that take files, each with the most bytes of all that are sent at once. What ends with a slash
    /// stands for all behind it.
    private static let uploads: [String: Int] = [
        "/words/import": 512 << 20, "/words/add": 12 << 20, "/words/add/": 12 << 20, "/words/help/": 12 << 20,
        "/words/cards/": 12 << 20, "/journal/write": 256 << 20,
        "/journal/import": 2 << 30, "/data/restore-file": 16 << 30, "/history/import": 4 << 30,
    ]

    /// The most bytes of files that may be sent to an address; `nil` where none may be.
    static func uploadLimit(_ path: String) -> Int? {
        uploads[path] ?? uploads.first { $0.key.hasSuffix("/") && path.hasPrefix($0.key) }?.value
    }

    /// Whether files may come with a request.
    static func isUpload(_ head: HTTPRequest) -> Bool {
        guard head.method == .post, isForm(head.headerFields[.contentType]), let path = head.path else { return false }
        return uploadLimit(String(path.prefix { $0 != "?" })) != nil
    }

    /// Whether a type is that of forms with files.
    static func isForm(_ type: String?) -> Bool { type?.lowercased().hasPrefix("multipart/form-data") == true }
}

/// Reads a form with files (RFC 7578) while it comes: fields into memory, files to the disk.
///
/// The form's token has to come before the first file, so that nothing is written for another site.
struct UploadReader {
    private(set) var form = Form()
    private(set) var files: [UploadedFile] = []
    var file: UploadedFile? { files.first }

    /// More are sent by no page of ours; the phrase `error.files` names it.
    static let mostFiles = 40
    private static let mostParts = 200
    private static let longestHead = 8 << 10
    private static let longestFields = 1 << 20
    /// Bytes before the first boundary and behind the last, where browsers send a line's end at most.
    private static let mostAround = 256

    private let delimiter: [UInt8]
    private let limit: Int
    private let isToken: (String) -> Bool
    private var buffer: [UInt8] = Array("\r\n".utf8)
    /// Index in the buffer of the next byte to read, and of the next to look at for the end of a head.
    private var place = 0
    private var seen = 0
    private var part: Part?
    /// The text of the field that is being read.
    private var text: [UInt8] = []
    private var isOver = false
    private var parts = 0
    private var bytesAround = 0
    private var bytesOfFields = 0
    private var bytesOfFiles = 0
    /// Bytes that were looked at, once for each time.
    private(set) var steps = 0

    /// The part of the form that is being read.
    private enum Part {
        case head
        case field(String)
        case file(FileHandle)
        /// After the boundary: two dashes end the form, a line's end begins a part.
        case boundary
    }

    /// - Parameter type: the header `Content-Type`.
    init(type: String, limit: Int, isToken: @escaping (String) -> Bool) throws {
        guard let match = type.firstMatch(of: /boundary="?([^";,\s]{1,70})"?/) else {
            throw WebError(.unsupportedMediaType, .form)
        }
        delimiter = Array("\r\n--\(match.1)".utf8)
        self.limit = limit
        self.isToken = isToken
    }

    mutating func read(_ request: Request) async throws {
        for try await piece in request.body { try take(piece.readableBytesView) }
        try end()
    }

    /// The next bytes of the form, however many.
    mutating func take(_ bytes: some Collection<UInt8>) throws {
        if isOver { return try pass(bytes.count) }
        buffer.removeFirst(place)
        (seen, place) = (max(0, seen - place), 0)
        buffer += bytes
        while try step() {}
    }

    /// - Throws: `WebError` where the form has no end, or not our token.
    mutating func end() throws {
        guard isOver else { throw WebError(.badRequest, .form) }
        guard let token = form["token"], isToken(token) else { throw WebError(.forbidden, .token) }
    }

    /// Leaves out what stands around the form; nobody who means well sends much of it.
    private mutating func pass(_ count: Int) throws(WebError) {
        bytesAround += count
        guard bytesAround <= Self.mostAround else { throw WebError(.badRequest, .form) }
    }

    /// - Returns: whether there may be more to do before more bytes come.
    private mutating func step() throws -> Bool {
        switch part {
        case nil:
            var before = 0
            let isPast = try passDelimiter { before += $0.count }
            try pass(before)
            guard isPast else { return false }
            part = .boundary
        case .boundary:
            guard buffer.count - place >= 2 else { return false }
            let next = buffer[place..<place + 2]
            place += 2
            if next.elementsEqual("--".utf8) {
                isOver = true
                try pass(buffer.count - place)
                (buffer, place) = ([], 0)
                return false
            }
            parts += 1
            guard next.elementsEqual("\r\n".utf8), parts <= Self.mostParts else { throw WebError(.badRequest, .form) }
            (part, seen) = (.head, place)
        case .head:
            let end = find(Array("\r\n\r\n".utf8), from: seen)
            guard (end ?? buffer.count) - place <= Self.longestHead else { throw WebError(.badRequest, .form) }
            guard let end else {
                seen = max(place, buffer.count - 3)
                return false
            }
            let head = String(decoding: buffer[place..<end], as: UTF8.self)
            place = end + 4
            try begin(head)
        case .field(let name):
            var read: [UInt8] = []
            let isWhole = try passDelimiter { read += $0 }
            text += read
            guard text.count + bytesOfFields <= Self.longestFields else { throw WebError(.contentTooLarge, .large) }
            guard isWhole else { return false }
            form[name] = String(decoding: text, as: UTF8.self)
            bytesOfFields += text.count
            (part, text) = (.boundary, [])
        case .file(let handle):
            var room = limit - bytesOfFiles
            let isWhole = try passDelimiter { bytes in
                room -= bytes.count
                if room < 0 { throw WebError(.contentTooLarge, .large) }
                try TemporaryPlace.write { try handle.write(contentsOf: bytes) }
            }
            bytesOfFiles = limit - room
            guard isWhole else { return false }
            try TemporaryPlace.write { try handle.close() }
            part = .boundary
        }
        return true
    }

    private mutating func begin(_ head: String) throws {
        guard let name = head.firstMatch(of: /[; ]name="([^"]{1,100})"/).map({ String($0.1) }) else {
            throw WebError(.badRequest, .form)
        }
        guard let sent = head.firstMatch(of: /filename="([^"]*)"/).map({ String($0.1) }) else {
            part = .field(name)
            return
        }
        guard let token = form["token"], isToken(token) else { throw WebError(.forbidden, .token) }
        guard files.count < Self.mostFiles else { throw WebError(.contentTooLarge, .files) }
        let new = try TemporaryPlace(.upload)
        let plain = sent.split(whereSeparator: { "/\\".contains($0) }).last.map(String.init) ?? ""
        files.append(UploadedFile(new, name: String(plain.prefix(200))))
        part = .file(try TemporaryPlace.write { try FileHandle(forWritingTo: new.url) })
    }

    /// Hands over what comes before the delimiter, as far as it is known not to belong to it.
    /// - Returns: whether the delimiter was passed.
    private mutating func passDelimiter(_ take: (ArraySlice<UInt8>) throws -> Void) throws -> Bool {
        let found = find(delimiter, from: place)
        let end = found ?? max(place, buffer.count - delimiter.count + 1)
        if end > place { try take(buffer[place..<end]) }
        place = found.map { $0 + delimiter.count } ?? end
        return found != nil
    }

    private mutating func find(_ sought: [UInt8], from start: Int) -> Int? {
        guard let first = sought.first else { return nil }
        var start = start
        steps += buffer.count - start
        while start <= buffer.count - sought.count {
            guard let next = buffer[start...].firstIndex(of: first), next <= buffer.count - sought.count else {
                return nil
            }
            if buffer[next..<next + sought.count].elementsEqual(sought) {
                steps -= buffer.count - next
                return next
            }
            start = next + 1
        }
        return nil
    }
}
