// SPDX-License-Identifier: Apache-2.0

import CCurl
public import Foundation

/// Why an answer did not come, or not to its end: a code to switch on, a sentence to read.
public struct HTTPFailure: Error, Sendable, Equatable, LocalizedError, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// The address or a header field cannot be sent.
        case badRequest
        /// The host's name leads to no address.
        case unknownHost
        /// The host could not be connected to; `systemError` may say why.
        case unreachable
        /// `HTTPRequest.mayConnect` allows none of the host's addresses.
        case refusedAddress
        /// No connection stood in time.
        case connectTimeout
        /// The connection stood, but its encryption did not in time.
        case handshakeTimeout
        /// The connection cannot be encrypted, or the server's certificate is not to be trusted.
        case untrusted
        /// The server sent nothing for too long.
        case silent
        /// The answer did not come to its end in time.
        case slow
        /// The connection ended before the answer did.
        case closedEarly
        /// The connection broke; `systemError` says how.
        case connection
        /// The answer's header fields are too long.
        case headTooLarge
        /// The server sent something other than HTTP.
        case brokenAnswer
    }

    public var code: Code
    public var detail: String
    /// The system's number of what went wrong, where it gave one.
    public var systemError: Int32?

    init(_ code: Code, _ detail: String, systemError: Int32? = nil) {
        self.code = code
        self.detail = detail
        self.systemError = systemError
    }

    public var description: String { detail }
    public var errorDescription: String? { detail }
}

extension HTTPFailure {
    /// Translates what libcurl says of a transfer that has ended.
    /// - Parameter text: its own words for it.
    init(_ code: CURLcode, text: String, systemError: Int32) {
        let system = systemError == 0 ? nil : systemError
        let words = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: self.init(.badRequest, words)
        case CURLE_COULDNT_RESOLVE_HOST: self.init(.unknownHost, words)
        case CURLE_COULDNT_CONNECT: self.init(.unreachable, words, systemError: system)
        case CURLE_OPERATION_TIMEDOUT: self.init(.connectTimeout, words)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_INVALIDCERTSTATUS:
            self.init(.untrusted, words)
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: self.init(.closedEarly, words)
        case CURLE_SEND_ERROR where system != nil, CURLE_RECV_ERROR where system != nil:
            self.init(.connection, words, systemError: system)
        // libcurl has one code for chunks that make no sense and for an encrypted connection that ends without a
        // farewell.
        case CURLE_RECV_ERROR where words.contains("chunk"): self.init(.brokenAnswer, words)
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR: self.init(.closedEarly, words)
        // A line is longer than the 100 kB that libcurl keeps of one.
        case CURLE_OUT_OF_MEMORY: self.init(.headTooLarge, words)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_BAD_CONTENT_ENCODING:
            self.init(.brokenAnswer, words)
        default: self.init(.connection, words, systemError: system)
        }
    }
}
