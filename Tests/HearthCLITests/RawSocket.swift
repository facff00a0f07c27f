// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A connection that sends what it is given, as it stands. It is closed when nobody holds it any more.
final class RawSocket: Sendable {
    private let descriptor: Int32

    /// `nil` where nothing listens.
    init?(_ address: String, _ port: Int) {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, address, &place.sin_addr)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // So that a test that waits for what does not come ends.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafeBytes(of: &place) { bytes in
            connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        guard result == 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Sends as much as the other side still takes.
    func send(_ text: String) {
        _ = text.withCString { Foundation.send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }

    /// Everything until the other side closes.
    func readAll() -> String {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while case let count = read(descriptor, &piece, piece.count), count > 0 { all += piece[..<count] }
        return String(decoding: all, as: UTF8.self)
    }
}
