// SPDX-License-Identifier: Apache-2.0

public import Crypto
import Foundation

/// Decides who has access. All secrets of browsers are derived from one key, so that only one has to be kept, and none
/// of them tells another.
public struct Access: Sendable {
    private let key: SymmetricKey
    let programs: ProgramKey

    /// - Parameter key: 32 random bytes, the same at every start, so that browsers stay signed in.
    public init(key: SymmetricKey, programs: ProgramKey) {
        self.key = key
        self.programs = programs
    }

    /// A part of the address that is printed at the start: opening that address sets the cookie.
    public var startToken: String { secret("start") }

    static let cookieName = "hearth"
    /// The value of the browser's cookie, which no script can read.
    var cookie: String { secret("browser") }
    /// Stands in every form; another site cannot read it, and so cannot send one.
    var formToken: String { secret("form") }

    func isStartToken(_ text: String) -> Bool { isEqual(text, startToken) }
    func isProgramKey(_ text: String) -> Bool { isEqual(text, programs.text) }
    func isCookie(_ text: String) -> Bool { isEqual(text, cookie) }
    func isFormToken(_ text: String) -> Bool { isEqual(text, formToken) }

    private func secret(_ purpose: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data("hearth \(purpose)".utf8), using: key)
        return Data(code).urlText
    }

    /// Compares codes of both texts, which takes the same time wherever they differ.
    private func isEqual(_ text: String, _ secret: String) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key), authenticating: Data(secret.utf8),
            using: key)
    }
}

extension Data {
    /// Base64 that can stand in an address. Source: RFC 4648, section 5.
    var urlText: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
