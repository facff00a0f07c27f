// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthTesting
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

/// Requests that are small to send and would be dear to read. Bytes that are looked at are counted, not time.
@Suite(.timeLimit(.minutes(2))) struct RequestWorkTests {
    // MARK: Forms

    @Test func `a form with more fields than any page is refused before it is read to its end`() throws {
        var reader = FormReader(limit: 12 << 20)
        let piece = Array(String(repeating: "a=1&", count: 1_000).utf8)
        #expect(throws: WebError.self) { for _ in 0..<400 { try reader.take(piece) } }
        #expect(reader.size <= 4 * (FormReader.mostFields + 1_000))
    }

    @Test(arguments: [1, 2, 3, 5, 64 << 10]) func `a form is the same in pieces of`(length: Int) throws {
        let body = "token=x&a=1+2&b=%C3%A9%2B&c&d=x%3Dy&a=3&e=%zz%4&%67=h%&=i&&j=%%41%4"
        var reader = FormReader(limit: 1_000)
        var rest = Array(body.utf8)[...]
        while !rest.isEmpty {
            try reader.take(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        let form = try reader.end()
        let all = [
            "token": "x", "a": "3", "b": "é+", "c": "", "d": "x=y", "e": "%zz%4", "g": "h%", "": "i", "j": "%A%4",
        ]
        for (name, value) in all { #expect(form[name] == value, "\(name)") }
        #expect(Set(form.names) == Set(all.keys))
    }

    @Test func `names have an end`() {
        var reader = FormReader(limit: 12 << 20)
        #expect(throws: WebError.self) { try reader.take([UInt8](repeating: 97, count: 1_000)) }
    }

    // MARK: Forms with files

    enum Shape: CaseIterable, Sendable {
        case field, parts, heads, boundaries, file, crumbs

        /// A form, and in which pieces it comes.
        func body(_ count: Int) -> (pieces: [[UInt8]], piece: Int) {
            func field(_ name: String, _ text: String) -> String {
                "--xyz\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n"
            }
            let token = field("token", "t")
            let (text, piece): (String, Int) =
                switch self {
                case .field: (field("a", String(repeating: "b", count: 1_000 * count)), 100)
                case .parts: ((0..<count).map { field("a\($0)", "b") }.joined(), 64 << 10)
                case .heads:
                    (
                        "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\nX-More: "
                            + "\(String(repeating: "c", count: 60 * count))\r\n\r\nb\r\n", 1
                    )
                case .boundaries: (field("a", String(repeating: "\r\n--xy", count: 150 * count)), 100)
                case .crumbs: (field("a", String(repeating: "b", count: 200 * count)), 1)
                case .file:
                    (
                        "--xyz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n"
                            + String(repeating: "\r\n--xy", count: 1_000 * count) + "\r\n", 1_000
                    )
                }
            let bytes = Array((token + text + "--xyz--\r\n").utf8)
            return (
                stride(from: 0, to: bytes.count, by: piece).map { Array(bytes[$0..<min($0 + piece, bytes.count)]) },
                piece
            )
        }
    }

    private func reader() throws -> UploadReader {
        try UploadReader(type: "multipart/form-data; boundary=xyz", limit: 64 << 20) { $0 == "t" }
    }

    @Test(arguments: Shape.allCases) func `twice as much is looked at no more than thrice as often`(shape: Shape) throws
    {
        func steps(_ count: Int) throws -> Int {
            var reader = try reader()
            for piece in shape.body(count).pieces { try reader.take(piece) }
            try reader.end()
            return reader.steps
        }
        for count in [20, 40] {
            let (once, twice) = (try steps(count), try steps(2 * count))
            #expect(twice <= 3 * once, "\(count): \(once), \(twice)")
        }
    }

    @Test func `a form with thousands of parts is refused at the first that no page sends`() throws {
        var reader = try reader()
        let part = Array("--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n".utf8)
        var taken = 0
        #expect(throws: WebError.self) {
            for _ in 0..<20_000 {
                try reader.take(part)
                taken += 1
            }
        }
        #expect(taken < 250)
    }

    @Test func `nothing is read behind the end of a form, nor much before it begins`() throws {
        var read = 0
        func take(_ reader: inout UploadReader, _ piece: [UInt8]) throws {
            try reader.take(piece)
            read += piece.count
        }
        let (form, more) = (Shape.parts.body(1).pieces, [UInt8](repeating: 97, count: 100))
        var reader = try reader()
        for piece in form { try reader.take(piece) }
        #expect(throws: WebError.self) { for _ in 0..<10_000 { try take(&reader, more) } }
        #expect(read < 1_000)
        var other = try self.reader()
        #expect(throws: WebError.self) { for _ in 0..<10_000 { try take(&other, more) } }
        #expect(read < 2_000)
    }

    // MARK: The connection

    private func connect(_ body: @Sendable @escaping (RawConnection) async throws -> Void) async throws {
        try await TestApp().server.application().test(.live) { client in
            let connection = try await RawConnection(port: client.port!)
            try await body(connection)
            try? await connection.close()
        }
    }

    private static let head =
        "Host: localhost\r\nOrigin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n"
        + "Cookie: hearth=\(TestApp.key.cookie)\r\n"

    @Test func `a chunk is refused whose extension does not end`() async throws {
        try await connect { connection in
            try await connection.send(
                "POST /chat/ask HTTP/1.1\r\n\(Self.head)Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n5;x=")
            // The server stops reading; what it does not read cannot be sent.
            for _ in 0..<64 {
                do { try await connection.send(Data(repeating: 97, count: 32 << 10)) } catch { break }
            }
            try await eventually("there is an answer") {
                connection.isClosed || connection.received.contains("\r\n\r\n")
            }
            #expect(connection.isClosed || connection.received.hasPrefix("HTTP/1.1 400"))
            #expect(!connection.received.contains("HTTP/1.1 403"))
        }
    }

    @Test func `many small chunks are a form like any other`() async throws {
        try await connect { connection in
            let form = "token=\(TestApp.key.formToken)&message=Hello"
            let chunks = form.utf8.map { "1\r\n\(Character(Unicode.Scalar($0)))\r\n" }.joined() + "0\r\n\r\n"
            try await connection.send(
                "POST /chat/ask HTTP/1.1\r\n\(Self.head)Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n\(chunks)")
            try await eventually("there is an answer") { connection.received.contains("\r\n\r\n") }
            #expect(connection.received.hasPrefix("HTTP/1.1 303"))
        }
    }

    @Test(arguments: ["Host: evil.example\r\n", "Host: localhost\r\n", "host: \r\n"])
    func `a second line of the host is refused`(line: String) async throws {
        try await connect { connection in
            try await connection.send("GET /help HTTP/1.1\r\n\(Self.head)\(line)\r\n")
            try await eventually("there is an answer") {
                connection.isClosed || connection.received.contains("\r\n\r\n")
            }
            #expect(connection.received.hasPrefix("HTTP/1.1 400"), "\(connection.received.prefix(60))")
        }
    }
}
