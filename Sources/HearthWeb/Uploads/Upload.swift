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
        "/journal/import": 2 << 30,
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

    /// The phrase `error.files` names it.
    static let mostFiles = 40

    private let delimiter: [UInt8]
    private let limit: Int
    private let isToken: (String) -> Bool
    private var buffer: [UInt8] = Array("\r\n".utf8)
    private var part: Part?
    private var isOver = false
    private var bytesOfFields = 0
    private var bytesOfFiles = 0

    /// What is being read.
    private enum Part {
        case head
        case field(String, [UInt8])
        case file(FileHandle, written: Int)
        /// After the boundary: two dashes end the form, a line's end begins a part.
        case boundary
    }

    private static let longestHead = 8 << 10
    private static let longestFields = 1 << 20

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
    mutating func take(_ bytes: some Sequence<UInt8>) throws {
        // What comes after the form's end is not part of it.
        if isOver { return }
        buffer += bytes
        while try step() {}
    }

    /// - Throws: `WebError` where the form has no end, or not our token.
    mutating func end() throws {
        guard isOver else { throw WebError(.badRequest, .form) }
        guard let token = form["token"], isToken(token) else { throw WebError(.forbidden, .token) }
    }

    /// - Returns: whether there may be more to do before more bytes come.
    private mutating func step() throws -> Bool {
        switch part {
        case nil:
            // Whatever stands before the first boundary is not part of the form.
            guard try passDelimiter({ _ in }) else { return false }
            part = .boundary
        case .boundary:
            guard buffer.count >= 2 else { return false }
            if buffer.starts(with: "--".utf8) {
                isOver = true
                buffer = []
                return false
            }
            guard buffer.starts(with: "\r\n".utf8) else { throw WebError(.badRequest, .form) }
            buffer.removeFirst(2)
            part = .head
        case .head:
            guard let end = Self.find(Array("\r\n\r\n".utf8), in: buffer) else {
                if buffer.count > Self.longestHead { throw WebError(.badRequest, .form) }
                return false
            }
            let head = String(decoding: buffer[..<end], as: UTF8.self)
            buffer.removeFirst(end + 4)
            try begin(head)
        case .field(let name, var bytes):
            let isWhole = try passDelimiter { bytes += $0 }
            guard bytes.count + bytesOfFields <= Self.longestFields else { throw WebError(.contentTooLarge, .large) }
            part = .field(name, bytes)
            guard isWhole else { return false }
            form[name] = String(decoding: bytes, as: UTF8.self)
            bytesOfFields += bytes.count
            part = .boundary
        case .file(let handle, var written):
            let limit = limit - bytesOfFiles
            let isWhole = try passDelimiter {
                written += $0.count
                if written > limit { throw WebError(.contentTooLarge, .large) }
                try handle.write(contentsOf: $0)
            }
            part = .file(handle, written: written)
            guard isWhole else { return false }
            bytesOfFiles += written
            try handle.close()
            part = .boundary
        }
        return true
    }

    private mutating func begin(_ head: String) throws {
        guard let name = head.firstMatch(of: /[; ]name="([^"]{1,100})"/).map({ String($0.1) }) else {
            throw WebError(.badRequest, .form)
        }
        guard let sent = head.firstMatch(of: /filename="([^"]*)"/).map({ String($0.1) }) else {
            part = .field(name, [])
            return
        }
        guard let token = form["token"], isToken(token) else { throw WebError(.forbidden, .token) }
        guard files.count < Self.mostFiles else { throw WebError(.contentTooLarge, .files) }
        guard let place = try? TemporaryPlace(.upload) else { throw WebError(.insufficientStorage, .saving) }
        let plain = sent.split(whereSeparator: { "/\\".contains($0) }).last.map(String.init) ?? ""
        files.append(UploadedFile(place, name: String(plain.prefix(200))))
        part = .file(try FileHandle(forWritingTo: place.url), written: 0)
    }

    /// Hands over what comes before the delimiter, as far as it is known not to belong to it.
    /// - Returns: whether the delimiter was passed.
    private mutating func passDelimiter(_ take: (ArraySlice<UInt8>) throws -> Void) throws -> Bool {
        if let place = Self.find(delimiter, in: buffer) {
            try take(buffer[..<place])
            buffer.removeFirst(place + delimiter.count)
            return true
        }
        let safe = max(0, buffer.count - delimiter.count + 1)
        if safe > 0 {
            try take(buffer[..<safe])
            buffer.removeFirst(safe)
        }
        return false
    }

    private static func find(_ sought: [UInt8], in bytes: [UInt8]) -> Int? {
        guard let first = sought.first, bytes.count >= sought.count else { return nil }
        var place = 0
        while place <= bytes.count - sought.count {
            guard let next = bytes[place...].firstIndex(of: first), next <= bytes.count - sought.count else {
                return nil
            }
            if bytes[next..<next + sought.count].elementsEqual(sought) { return next }
            place = next + 1
        }
        return nil
    }
}
