// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Addresses that the public internet does not reach: those of this machine, of its network, and those that are
/// nobody's.
enum PrivateNetwork {
    private static let queue = DispatchQueue(label: "ember.hub.names", attributes: .concurrent)

    /// Whether a name or address leads there; one that leads nowhere does not.
    static func contains(_ host: String) async -> Bool {
        await withCheckedContinuation { continuation in
            // Looking a name up waits for others.
            queue.async { continuation.resume(returning: addresses(of: host).contains { isPrivate($0) }) }
        }
    }

    /// The bytes of all addresses of a host, 4 or 16 each. The system reads them, so that they are those it would
    /// connect to, however they are spelt: `127.1`, `0x7f000001`.
    private static func addresses(of host: String) -> [[UInt8]] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { $0 }.compactMap { entry in
            switch entry.pointee.ai_family {
            case AF_INET:
                UnsafeRawPointer(entry.pointee.ai_addr).map { bytes(of: $0.load(as: sockaddr_in.self).sin_addr) }
            case AF_INET6:
                UnsafeRawPointer(entry.pointee.ai_addr).map { bytes(of: $0.load(as: sockaddr_in6.self).sin6_addr) }
            default: nil
            }
        }
    }

    private static func bytes(of address: some Any) -> [UInt8] { withUnsafeBytes(of: address) { Array($0) } }

    /// Sources: RFC 6890 with the registries of IANA that it began.
    static func isPrivate(_ bytes: [UInt8]) -> Bool {
        if bytes.count == 4 { return isPrivate(four: bytes) }
        // Addresses of version 4 inside those of version 6: mapped, compatible, NAT64 and 6to4.
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == bytes[11] && [0, 0xFF].contains(bytes[10])
        if isMapped || bytes[..<12] == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] {
            return isPrivate(four: Array(bytes[12...]))
        }
        if bytes[0] == 0x20, bytes[1] == 0x02 { return isPrivate(four: Array(bytes[2..<6])) }
        // Of all the others, those that are routed begin with 001.
        return bytes[0] & 0xE0 != 0x20
    }

    private static func isPrivate(four bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (198, 18...19), (224..., _): true
        case (172, 16...31), (100, 64...127): true
        case (192, 0): bytes[2] == 0 || bytes[2] == 2
        default: false
        }
    }
}
