// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A server on the loopback address with a thread for each connection, which sends the bytes that a test says, right or
/// wrong.
final class LoopbackServer: Sendable {
    enum Step: Sendable {
        case send(String)
        case bytes([UInt8])
        case wait(Duration)
        /// Sends this again and again, as long as somebody reads.
        case forever(String)
        /// Waits for the next request on the same connection, and answers from the beginning.
        case again
        /// Breaks the connection, so that the other side is told of an error and not of an end.
        case reset
    }

    struct Request: Sendable {
        /// The first line.
        let line: String
        /// The lines of the fields, as they arrived.
        let fields: [String]
        let body: [UInt8]
    }

    struct Seen {
        var requests: [Request] = []
        /// Connections ever and now.
        var connections = 0
        var open = 0
        /// Connections that the client closed before the steps were at their end.
        var closedByClient = 0
        var bytesSent = 0
    }

    let port: Int
    private let listener: Int32
    private let shared = Shared()

    private final class Shared: Sendable {
        let seen = Mutex(Seen())
    }

    var seen: Seen { shared.seen.withLock { $0 } }
    var address: String { "http://127.0.0.1:\(port)/" }

    /// - Parameters:
    ///   - greeting: sent before anything was asked; nothing else is sent then.
    ///   - answer: what is sent for each request.
    init(greeting: String? = nil, _ answer: @escaping @Sendable (Request) -> [Step]) throws {
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
                Thread.detachNewThread { Connection(connection, shared, answer).run(greeting) }
            }
            close(listener)
        }
    }

    /// Answers every request with these steps.
    convenience init(_ steps: Step...) throws { try self.init { _ in steps } }

    // The thread that waits for connections wakes and closes it.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private struct Connection {
        private let socket: Int32
        private let shared: Shared
        private let answer: @Sendable (Request) -> [Step]

        init(_ socket: Int32, _ shared: Shared, _ answer: @escaping @Sendable (Request) -> [Step]) {
            self.socket = socket
            self.shared = shared
            self.answer = answer
        }

        func run(_ greeting: String?) {
            shared.seen.withLock {
                $0.connections += 1
                $0.open += 1
            }
            var isWhole = greeting.map { send(Array($0.utf8)) } ?? true
            while greeting == nil, let request = read() {
                shared.seen.withLock { $0.requests.append(request) }
                let steps = answer(request)
                isWhole = steps.allSatisfy { play($0) }
                guard isWhole, case .again? = steps.last else { break }
            }
            shared.seen.withLock {
                $0.open -= 1
                if !isWhole { $0.closedByClient += 1 }
            }
            close(socket)
        }

        private func read() -> Request? {
            var received: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
                    let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                        .components(separatedBy: "\r\n")
                    let length = lines.compactMap { line -> Int? in
                        let parts = line.lowercased().split(separator: ":")
                        return parts.first == "content-length" ? Int(parts[1].dropFirst()) : nil
                    }
                    let body = received[end.upperBound...]
                    if body.count >= length.first ?? 0 {
                        return Request(line: lines[0], fields: Array(lines.dropFirst()), body: Array(body))
                    }
                }
                let count = recv(socket, &buffer, buffer.count, 0)
                guard count > 0 else { return nil }
                received += buffer[..<count]
            }
        }

        /// - Returns: whether the client was there until the end.
        private func play(_ step: Step) -> Bool {
            switch step {
            case .send(let text): return send(Array(text.utf8))
            case .bytes(let bytes): return send(bytes)
            case .wait(let time): return wait(time)
            case .forever(let text):
                let bytes = Array(String(repeating: text, count: max(1, 4096 / max(1, text.utf8.count))).utf8)
                while send(bytes) {}
                return false
            case .again: return true
            case .reset:
                var now = linger(l_onoff: 1, l_linger: 0)
                setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
                return true
            }
        }

        private func send(_ bytes: [UInt8]) -> Bool {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
                shared.seen.withLock { $0.bytesSent += count }
            }
            return true
        }

        /// - Returns: whether the client was there all the time.
        private func wait(_ time: Duration) -> Bool {
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, Int32(time / .milliseconds(1))) == 0
        }
    }
}
