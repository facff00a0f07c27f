// SPDX-License-Identifier: Apache-2.0

/// A request to a server, with its limits.
public struct HTTPRequest: Sendable {
    public enum Method: Sendable {
        case get
        case post([UInt8])
    }

    /// `http://` or `https://`, without a user's name.
    public var address: String
    public var method = Method.get
    /// Sent as they are. `Host` and `Content-Length` are added, and nothing else.
    public var fields = HTTPFields()
    /// Whether HTTP/2 may be spoken, where the connection is encrypted and the server knows it. Its streams share a
    /// connection.
    public var allowsHTTP2 = false
    /// Whether a connection of an earlier request may be used, and this one by a later request. A request on a
    /// connection of its own is sent once; one on a kept connection that turns out to be closed is sent again on
    /// another.
    public var sharesConnections = true
    public var limits = HTTPLimits()
    /// Whether a connection to an address may be made: its bytes, 4 or 16. It is asked between the look-up of the
    /// host's name and the connection, so that what it allows is what is connected to. A kept connection is not asked
    /// about again.
    public var mayConnect: (@Sendable (_ address: [UInt8]) -> Bool)?

    public init(_ address: String) { self.address = address }
}

/// How long a server is waited for, and how much its answer's head may have. A failure closes the connection.
public struct HTTPLimits: Sendable {
    /// Until a connection stands, encryption included.
    public var connecting = Duration.seconds(15)
    /// Without a byte, once the connection stands. Time in which the reader takes nothing does not count.
    public var silence = Duration.seconds(60)
    /// Until the answer's head is there, connecting included.
    public var answer: Duration?
    /// Until the answer's last byte.
    public var whole: Duration?
    /// Bytes of the answer's header fields, those of interim answers and behind the body included.
    public var headBytes = 64 << 10

    public init() {}
}

extension HTTPRequest {
    /// - Throws: `HTTPFailure` `.badRequest` for what would not arrive as it is meant.
    func check() throws(HTTPFailure) {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard ["http", "https"].contains(scheme), address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw HTTPFailure(.badRequest, "the address cannot be used")
        }
        for (name, value) in fields.all {
            // Source: RFC 9110, sections 5.1 and 5.5.
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken) else {
                throw HTTPFailure(.badRequest, "the name of a header field has characters that none may have")
            }
            guard value.utf8.allSatisfy({ $0 == 9 || $0 >= 0x20 && $0 != 0x7F }) else {
                throw HTTPFailure(.badRequest, "the header field \(name) has characters that none may have")
            }
        }
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
