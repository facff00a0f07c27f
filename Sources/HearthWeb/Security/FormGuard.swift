// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird

/// Reads the form of every write, and refuses those without our token. `UploadReader` reads forms with a file, where
/// files are taken.
struct FormGuard: RouterMiddleware {
    let access: Access
    /// The most bytes of a form.
    let limit: Int

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        if request.isRead || context.isProgram { return try await next(request, context) }
        if let type = request.headers[.contentType], Self.isForm(type),
            let limit = Self.uploadLimit(request.uri.path)
        {
            var reader = try UploadReader(type: type, limit: limit, isToken: access.isFormToken)
            try await reader.read(request)
            var context = context
            (context.form, context.uploads) = (reader.form, reader.files)
            return try await next(request, context)
        }
        guard request.headers[.contentEncoding] == nil,
            request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
        else { throw WebError(.unsupportedMediaType, .form) }
        var reader = FormReader(limit: limit)
        for try await piece in request.body { try reader.take(piece.readableBytesView) }
        let form = try reader.end()
        guard let token = form["token"], access.isFormToken(token) else { throw WebError(.forbidden, .token) }
        var context = context
        context.form = form
        return try await next(request, context)
    }
}

/// The fields of a form. Source: WHATWG URL, section 5.1.
struct Form: Sendable {
    private var fields: [String: String] = [:]

    init() {}

    /// A field as it was sent; browsers write the end of a line as two characters, which are made one.
    subscript(_ name: String) -> String? {
        get { fields[name]?.replacing("\r\n", with: "\n") }
        set { fields[name] = newValue }
    }

    var names: some Collection<String> { fields.keys }
}

/// Reads a form without files while it comes, byte by byte, and refuses one that is larger than any page's. Source:
/// WHATWG URL, section 5.1.
struct FormReader {
    /// The most fields of a form: a page of chosen words has one for each.
    static let mostFields = 5_000
    static let longestName = 200

    private let limit: Int
    private var form = Form()
    private var name: [UInt8]?
    private var text: [UInt8] = []
    /// The percent sign and the digit of an escape that has begun.
    private var escape: [UInt8] = []
    private(set) var size = 0
    private var fields = 0

    init(limit: Int) { self.limit = limit }

    /// The next bytes of the form, however many.
    mutating func take(_ bytes: some Collection<UInt8>) throws(WebError) {
        size += bytes.count
        guard size <= limit else { throw WebError(.contentTooLarge, .large) }
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "&"): try endField()
            case UInt8(ascii: "=") where name == nil:
                endEscape()
                (name, text) = (text, [])
            default: add(byte)
            }
            guard name != nil || text.count <= Self.longestName else { throw WebError(.badRequest, .form) }
        }
    }

    /// Ends the last field and returns the form.
    mutating func end() throws(WebError) -> Form {
        try endField()
        return form
    }

    private mutating func add(_ byte: UInt8) {
        switch escape.count {
        case 0 where byte == UInt8(ascii: "%"): escape.append(byte)
        case 0: text.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        case 1 where Self.digit(byte) != nil: escape.append(byte)
        case 2:
            guard let high = Self.digit(escape[1]), let low = Self.digit(byte) else { fallthrough }
            text.append(high << 4 | low)
            escape.removeAll(keepingCapacity: true)
        default:
            // No escape after all; this byte may begin one.
            endEscape()
            add(byte)
        }
    }

    private mutating func endEscape() {
        text += escape
        escape.removeAll(keepingCapacity: true)
    }

    private mutating func endField() throws(WebError) {
        endEscape()
        defer { (name, text) = (nil, []) }
        guard name != nil || !text.isEmpty else { return }
        fields += 1
        guard fields <= Self.mostFields else { throw WebError(.contentTooLarge, .large) }
        form[String(decoding: name ?? text, as: UTF8.self)] =
            name == nil ? "" : String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): (byte | 0x20) - 87
        default: nil
        }
    }
}
