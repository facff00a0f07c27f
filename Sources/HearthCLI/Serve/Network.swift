// SPDX-License-Identifier: Apache-2.0

import Foundation

/// This machine, as others in its network see it.
enum Network {
    /// Whether only programs on this machine can reach an address.
    static func isLoopback(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1"].contains(host.lowercased())
    }

    /// Whether a text can be an address or the name of a machine: what has only digits and dots has to be an address.
    static func isAddress(_ host: String) -> Bool {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1 { return true }
        let isName = host.wholeMatch(of: /[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?/) != nil
        return isName && !host.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// Whether an address stands for all that the machine has.
    static func isEverywhere(_ host: String) -> Bool { host == "0.0.0.0" || host == "::" }

    /// The names that browsers may call this machine by: its own, as networks spell it, and its addresses.
    static var names: [String] {
        let own = ProcessInfo.processInfo.hostName.lowercased()
        let short = own.split(separator: ".").first.map(String.init) ?? own
        return Set([own, short, short + ".local"]).sorted() + addresses
    }

    /// The addresses under which other devices reach this machine. Those of version 6 are left out: nobody types them.
    static var addresses: [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        return sequence(first: first) { $0?.pointee.ifa_next }.compactMap { entry in
            guard let interface = entry?.pointee, let address = interface.ifa_addr,
                address.pointee.sa_family == AF_INET, interface.ifa_flags & UInt32(bitPattern: Int32(IFF_LOOPBACK)) == 0
            else { return nil }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
                return nil
            }
            return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
        }
    }
}
