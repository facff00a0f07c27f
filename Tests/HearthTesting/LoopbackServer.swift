// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A server on the loopback address with a thread for each connection, which sends the bytes that a test says, right or
/// wrong, and notes what it was sent.
public final class LoopbackServer: Sendable {
    public enum Step: Sendable {
        case send(String)
        case bytes([UInt8])
        /// Bytes of a body, which are counted for the request's path.
        /// - `bytesPerSecond`: `nil` for as fast as they go.
        case body([UInt8], bytesPerSecond: Int?)
        case wait(Duration)
        /// Sends this again and again, as long as somebody reads.
        case forever(String)
        /// Waits for the next request on the same connection, and answers from the beginning.
        case again
        /// Breaks the connection, so that the other side is told of an error and not of an end.
        case reset
        /// Ends the connection, as the end of the steps does.
        case close
    }

    public struct Request: Sendable {
        /// The first line.
        public let line: String
        /// The lines of the fields, as they arrived.
        public let fields: [String]
        public let body: [UInt8]
        /// How many requests for this address there were before.
        public let earlier: Int
        /// How often the server had been told to forget.
        let age: Int

        /// With what stands behind the path.
        public var uri: String { String(line.split(separator: " ").dropFirst().first ?? "") }
        public var path: String { String(uri.prefix { $0 != "?" }) }

        /// By name, in lower case; of several with the same name the last one.
        public var headers: [String: String] {
            let pairs = fields.map { $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) }
            return Dictionary(
                pairs.map { pair in
                    (pair[0].lowercased(), pair.count > 1 ? pair[1].trimmingCharacters(in: .whitespaces) : "")
                }, uniquingKeysWith: { $1 })
        }
        public func header(_ name: String) -> String? { headers[name.lowercased()] }
    }

    public struct Seen: Sendable {
        public var requests: [Request] = []
        /// Connections ever and now.
        public var connections = 0
        public var open = 0
        /// Connections that the client closed before the steps were at their end.
        public var closedByClient = 0
        public var bytesSent = 0
        /// Bytes of bodies, by path.
        public var bodyBytes: [String: Int] = [:]
        var age = 0
    }

    public let port: Int
    private let listener: Int32
    private let shared = Shared()

    final class Shared: Sendable {
        let seen = Mutex(Seen())
    }

    public var seen: Seen { shared.seen.withLock { $0 } }
    public var requests: [Request] { seen.requests }
    public func requests(of path: String) -> [Request] { requests.filter { $0.path == path } }
    /// Without a slash at its end.
    public var address: String { "http://127.0.0.1:\(port)" }
    /// Bytes of bodies that went out for addresses with this path.
    public func sent(of path: String) -> Int { seen.bodyBytes[path] ?? 0 }

    /// Forgets what was asked and sent; connections that are open stay so.
    public func forget() {
        shared.seen.withLock { ($0.requests, $0.bodyBytes, $0.age) = ([], [:], $0.age + 1) }
    }

    /// - Parameters:
    ///   - greeting: sent before anything was asked; nothing else is sent then.
    ///   - answer: what is sent for each request.
    public init(greeting: String? = nil, _ answer: @escaping @Sendable (Request) -> [Step]) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                guard bind(listener, $0, size) == 0, listen(listener, 128) == 0 else { return Int32(-1) }
                return getsockname(listener, $0, &size)
            }
        }
        guard number == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [shared] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                Thread.detachNewThread { LoopbackConnection(connection, shared, answer).run(greeting) }
            }
            close(listener)
        }
    }

    /// Answers every request with these steps.
    public convenience init(_ steps: Step...) throws { try self.init { _ in steps } }

    // The thread that waits for connections wakes and closes it.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}
