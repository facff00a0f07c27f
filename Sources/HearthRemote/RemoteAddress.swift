// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HearthModels

/// The address of an endpoint, as it is written properly: scheme, host, port and path, and nothing else.
public struct RemoteAddress: Sendable, Equatable {
    /// Without a slash at its end.
    public let text: String
    /// In lower case, without the brackets of version 6.
    let host: String
    public let isEncrypted: Bool

    private static let longest = 500

    /// - Parameters:
    ///   - typed: as somebody typed it. Without a scheme it is taken to be encrypted, but for machines nearby; without
    ///     a path it is `/v1`, where nearly all servers have their interface; an address of a chat is the address of
    ///     its interface.
    ///   - unencrypted: whether the user has confirmed that others in between may read along.
    ///   - usualPath: the path where none is typed.
    /// - Throws: `ModelError` `.badAddress`, `.unencrypted`.
    public init(_ typed: String, unencrypted: Bool = false, usualPath: String = "/v1") throws(ModelError) {
        let typed = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        let whole = typed.contains("://") ? typed : Self.scheme(for: typed) + "://" + typed
        guard typed.utf8.count <= Self.longest, typed.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: whole),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.host?.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]")),
            Self.isHost(host), parts.host?.contains("[") != true || host.contains(":"), parts.user == nil,
            parts.password == nil, parts.query == nil, parts.fragment == nil,
            parts.port.map({ (1...65_535).contains($0) }) ?? true
        else {
            throw ModelError(
                .badAddress, "This is not the address of an endpoint. One looks like https://ai.example/v1.")
        }
        isEncrypted = scheme == "https"
        self.host = host
        let name = host.contains(":") ? "[\(host)]" : host
        let port = parts.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        text = "\(scheme)://\(name)\(port)\(try Self.path(parts.percentEncodedPath, usualPath))"
        guard isEncrypted || unencrypted || Self.isNear(host) else {
            throw ModelError(
                .unencrypted,
                "Whoever is on the way to \(host) could read along. Use https, or confirm that this is meant.")
        }
    }

    /// Host, and port where it is not the usual one: as people are told of it.
    var shown: String { RemoteModel(address: text, model: "").host }

    /// Address of a part of the interface, such as its models or its chat.
    func place(_ path: String) -> String { "\(text)/\(path)" }

    // MARK: Parts

    private static func path(_ typed: String, _ usual: String) throws(ModelError) -> String {
        var path = typed[...]
        func drop(_ ending: String) { if path.hasSuffix(ending) { path.removeLast(ending.count) } }
        while path.hasSuffix("/") { path.removeLast() }
        drop("/chat/completions")
        drop("/models")
        while path.hasSuffix("/") { path.removeLast() }
        guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
            throw ModelError(.badAddress, "The address must not contain . or .. as a folder.")
        }
        return path.isEmpty ? usual : String(path)
    }

    private static func scheme(for typed: String) -> String {
        let authority = typed.prefix { $0 != "/" }
        let end = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        let host = authority[..<(end ?? authority.endIndex)].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        return isNear(host.lowercased()) ? "http" : "https"
    }

    /// Letters, digits, dots and hyphens, as names and addresses of version 4 have; or an address of version 6.
    private static func isHost(_ host: String) -> Bool {
        if host.contains(":") { return bytes(of: host, AF_INET6) != nil }
        return !host.isEmpty && host.utf8.count <= 253
            && host.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: ".")
            }
    }

    // MARK: Near

    /// Whether a host is this machine, or can only be in a private network: what is sent there does not cross networks
    /// of others.
    ///
    /// Sources: RFC 6761 section 6.3 and RFC 6762 section 3 (names), RFC 1918, 3927, 4193, 4291 and 6598 (addresses).
    static func isNear(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host.hasSuffix(".local") { return true }
        if let four = bytes(of: host, AF_INET) { return isNear(four) }
        guard let six = bytes(of: host, AF_INET6) else { return false }
        // Addresses of version 4 in those of version 6.
        if six.prefix(10).allSatisfy({ $0 == 0 }), six[10] == 0xFF, six[11] == 0xFF { return isNear(Array(six[12...])) }
        let isLoopback = six.dropLast().allSatisfy { $0 == 0 } && six[15] == 1
        return isLoopback || six[0] & 0xFE == 0xFC || six[0] == 0xFE && six[1] & 0xC0 == 0x80
    }

    private static func isNear(_ four: [UInt8]) -> Bool {
        switch (four[0], four[1]) {
        case (127, _), (10, _), (192, 168), (169, 254): true
        case (172, let second): (16...31).contains(second)
        case (100, let second): (64...127).contains(second)
        default: false
        }
    }

    /// The bytes of an address in its usual spelling, most significant first.
    private static func bytes(of host: String, _ family: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
        return inet_pton(family, host, &bytes) == 1 ? bytes : nil
    }
}
