// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An address in a text that may be followed.
struct OutsideLink: Sendable, Equatable {
    let address: String
    /// The name of the server; `nil` for mail.
    let host: String?

    /// The ways to write the address that already name the server.
    var spellings: Set<String> {
        guard let host, let slashes = address.range(of: "://") else { return [address] }
        let bare = String(address[slashes.upperBound...])
        return [address, bare, host]
    }
}

/// Decides which addresses in texts become links: whole ones that lead away from the app.
///
/// Texts come from models and from files of strangers. An address of the app itself would be followed with the user's
/// cookie, as if a page of ours had led there, so it stays text, however it is spelled. Browsers read addresses
/// generously (source: WHATWG URL, section 4.4): what can be read in two ways stays text, too.
struct OutsideLinks: Sendable {
    /// The names of the app, in lower case and without a port.
    let own: Set<String>

    func link(_ address: String) -> OutsideLink? {
        // Browsers drop line breaks and tabs from the middle of an address, and control characters from its ends.
        guard !address.unicodeScalars.contains(where: { $0.value < 0x21 || (0x7f...0x9f).contains($0.value) }),
            let colon = address.firstIndex(of: ":")
        else { return nil }
        let rest = address[address.index(after: colon)...]
        switch address[..<colon].lowercased() {
        case "mailto": return OutsideLink(address: address, host: nil)
        case "http", "https":
            // One slash or none is a relative address, and a backslash is a slash.
            guard rest.hasPrefix("//"), !address.contains("\\") else { return nil }
            let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
            guard let host = Self.host(of: authority), !isOwn(host) else { return nil }
            return OutsideLink(address: address, host: host)
        default: return nil
        }
    }

    /// The server's name in lower case; `nil` where there is more than a name and a port, or a name that stands for
    /// another one.
    private static func host(of authority: Substring) -> String? {
        guard let name = hostName(of: String(authority)) else { return nil }
        let host = name.hasSuffix(".") ? String(name.dropLast()) : name
        if host.hasPrefix("[") { return host }
        // Letters that browsers would replace, such as wide ones, could spell any name.
        let isPlain = host.unicodeScalars.allSatisfy {
            $0.isASCII
                ? $0.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains($0)
                : $0.properties.isAlphabetic && !$0.properties.changesWhenNFKCCaseFolded
        }
        return isPlain && !host.isEmpty && !host.hasPrefix(".") ? host : nil
    }

    private func isOwn(_ host: String) -> Bool {
        if own.contains(host) || host == "localhost" || host.hasSuffix(".localhost") { return true }
        if host.hasPrefix("[") {
            guard let bytes = Self.address(of: host) else { return true }
            // This machine is ::1; ::, and IPv4 in IPv6, begin with ten zeros as well.
            return bytes.prefix(10).allSatisfy { $0 == 0 } || own.contains { Self.address(of: $0) == bytes }
        }
        guard let last = host.split(separator: ".", omittingEmptySubsequences: false).last,
            last.isEmpty || last.first?.isNumber == true
        else { return false }
        // An IPv4 address; shorter spellings and other bases stand for one, too.
        var bytes: [UInt8] = [0, 0, 0, 0]
        guard inet_pton(AF_INET, host, &bytes) == 1 else { return true }
        return bytes[0] == 127 || bytes[0] == 0
    }

    private static func address(of host: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &bytes) == 1 ? bytes : nil
    }
}
