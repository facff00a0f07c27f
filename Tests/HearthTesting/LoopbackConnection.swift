// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// One connection of a `LoopbackServer`, on a thread of its own.
struct LoopbackConnection {
    private let socket: Int32
    private let shared: LoopbackServer.Shared
    private let answer: @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]
    /// Bytes that are sent, and counted, together.
    private static let piece = 16 << 10

    init(
        _ socket: Int32, _ shared: LoopbackServer.Shared,
        _ answer: @escaping @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]
    ) {
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
            let steps = answer(request)
            isWhole = steps.allSatisfy { play($0, request) }
            guard isWhole, case .again? = steps.last else { break }
        }
        shared.seen.withLock {
            $0.open -= 1
            if !isWhole { $0.closedByClient += 1 }
        }
        close(socket)
    }

    private func read() -> LoopbackServer.Request? {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            if let request = request(in: received) { return request }
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
    }

    private func request(in received: [UInt8]) -> LoopbackServer.Request? {
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let length = lines.compactMap { line -> Int? in
            let parts = line.lowercased().split(separator: ":")
            return parts.first == "content-length" ? Int(parts[1].dropFirst()) : nil
        }
        let body = received[end.upperBound...]
        guard body.count >= length.first ?? 0 else { return nil }
        let uri = lines[0].split(separator: " ").dropFirst().first.map(String.init)
        return shared.seen.withLock { seen in
            let request = LoopbackServer.Request(
                line: lines[0], fields: Array(lines.dropFirst()), body: Array(body),
                earlier: seen.requests.count { $0.uri == uri }, age: seen.age)
            seen.requests.append(request)
            return request
        }
    }

    /// - Returns: whether the client was there until the end.
    private func play(_ step: LoopbackServer.Step, _ request: LoopbackServer.Request) -> Bool {
        switch step {
        case .send(let text): return send(Array(text.utf8))
        case .bytes(let bytes): return send(bytes)
        case .body(let bytes, let bytesPerSecond): return send(bytes, bytesPerSecond, of: request)
        case .wait(let time): return wait(time)
        case .forever(let text):
            let bytes = Array(String(repeating: text, count: max(1, 4096 / max(1, text.utf8.count))).utf8)
            while send(bytes) {}
            return false
        case .again, .close: return true
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

    private func send(_ body: [UInt8], _ bytesPerSecond: Int?, of request: LoopbackServer.Request) -> Bool {
        for start in stride(from: 0, to: body.count, by: Self.piece) {
            let piece = body[start..<min(start + Self.piece, body.count)]
            guard send(Array(piece)) else { return false }
            shared.seen.withLock { seen in
                // What was asked for before still flows for a moment after its reader is gone.
                if request.age == seen.age { seen.bodyBytes[request.path, default: 0] += piece.count }
            }
            guard let bytesPerSecond, start + Self.piece < body.count else { continue }
            guard wait(.seconds(Double(piece.count) / Double(bytesPerSecond))) else { return false }
        }
        return true
    }

    /// - Returns: whether the client was there all the time.
    private func wait(_ time: Duration) -> Bool {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, Int32(min(time / .milliseconds(1), 1e9))) == 0
    }
}
