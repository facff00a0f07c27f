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
        let form = Form(String(buffer: try await request.body.collect(upTo: limit)))
        guard let token = form["token"], access.isFormToken(token) else { throw WebError(.forbidden, .token) }
        var context = context
        context.form = form
        return try await next(request, context)
    }
}

/// What was filled in. Source: WHATWG URL, section 5.1.
struct Form: Sendable {
    private var fields: [String: String] = [:]

    init(_ body: String = "") {
        for pair in body.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[Self.decoded(sides[0])] = sides.count > 1 ? Self.decoded(sides[1]) : ""
        }
    }

    /// A field as it was sent; browsers write the end of a line as two characters, which are made one.
    subscript(_ name: String) -> String? {
        get { fields[name]?.replacing("\r\n", with: "\n") }
        set { fields[name] = newValue }
    }

    var names: some Collection<String> { fields.keys }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16), rest.count >= 2 {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
