// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A hub that speaks Hugging Face's protocol, and the token that opens what is not public there.
public struct Endpoint: Sendable, Equatable {
    /// Without a slash at its end.
    let address: String
    let origin: Origin
    /// Is sent to `origin` and nowhere else.
    let token: String?

    static let usual = "https://huggingface.co"

    /// `$HF_ENDPOINT`, else Hugging Face, with `$HF_TOKEN`, else `token`.
    /// - Throws: `HubError` `.badSettings` for an address that is none, or a token that no header can carry.
    public init(environment: [String: String], token: String? = nil) throws(HubError) {
        let named = environment["HF_ENDPOINT"].flatMap { $0.isEmpty ? nil : $0 } ?? Self.usual
        guard let url = URL(string: named), let origin = Origin(url), url.query == nil, url.fragment == nil,
            url.user == nil
        else {
            throw HubError(.badSettings, "HF_ENDPOINT", "\(printable(named)) is not an address such as \(Self.usual)")
        }
        address = String(named.reversed().drop { $0 == "/" }.reversed())
        self.origin = origin
        func trimmed(_ token: String?) -> String? {
            token.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        self.token = trimmed(environment["HF_TOKEN"]) ?? trimmed(token)
        guard self.token?.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) != false else {
            throw HubError(.badSettings, "HF_TOKEN", "has characters that are not allowed in a token")
        }
    }

    func list(of model: ModelID, revision: String) -> URL? {
        URL(string: "\(address)/api/models/\(model)/tree/\(Self.escaped(revision))?recursive=true")
    }

    func file(_ path: RepositoryPath, of model: ModelID, revision: String) -> URL? {
        let path = path.components.map(Self.escaped).joined(separator: "/")
        return URL(string: "\(address)/\(model)/resolve/\(Self.escaped(revision))/\(path)")
    }

    /// Everything but RFC 3986's unreserved characters as `%XX`.
    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains(scalar))
            result += isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}

/// Scheme, host and port: what decides whether two addresses are of one server. Source: RFC 6454.
struct Origin: Sendable, Hashable {
    let scheme: String
    let host: String
    let port: Int

    /// The host, with the port where it is not the scheme's own.
    var name: String { port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)" }

    /// `nil` for an address that is not HTTP's.
    init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }
}
