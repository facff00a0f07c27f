// SPDX-License-Identifier: Apache-2.0

import CCurl
import Foundation

/// A transfer as libcurl sees it. It is made, used and let go of on the thread of its client.
final class CurlJob {
    let transfer: Transfer
    let easy: UnsafeMutableRawPointer
    private var request: HTTPRequest { transfer.request }
    private var lines: UnsafeMutablePointer<curl_slist>?
    private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    private let begun = ContinuousClock.now
    private var heard = ContinuousClock.now
    private var uploaded: curl_off_t = 0
    private var isPaused = false
    /// One for each address that was tried.
    private var sockets: [curl_socket_t] = []
    private var hasHead = false
    private var headBytes = 0
    private var fields = HTTPFields()
    /// Found by us, not by libcurl.
    private var own: HTTPFailure?

    init(_ transfer: Transfer, certificates: String?) {
        guard let easy = curl_easy_init() else { preconditionFailure("there is no memory for a request") }
        self.transfer = transfer
        self.easy = easy
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setRules(certificates)
        setRequest()
        setFunctions()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(lines)
        words.deallocate()
    }

    // MARK: Setting up

    private func set(_ option: CURLoption, _ value: Int) { check(ember_curl_set_long(easy, option, value)) }

    private func set(_ option: CURLoption, _ value: String) { check(ember_curl_set_text(easy, option, value)) }

    /// An option that is not taken would be a rule that does not hold.
    private func check(_ code: CURLcode) {
        precondition(code == CURLE_OK, "libcurl does not take a setting: \(String(cString: curl_easy_strerror(code)))")
    }

    private func setRules(_ certificates: String?) {
        check(ember_curl_set_web_only(easy))
        ember_curl_set_quick_removal(easy)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_FOLLOWLOCATION, 0)
        // Otherwise proxies would come from the environment.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_HTTP09_ALLOWED, 0)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        if let certificates { set(CURLOPT_CAINFO, certificates) }
        // `overdue` is earlier, and knows how far the connection has come.
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(request.limits.connecting / .milliseconds(1)) + 2000)
        // A libcurl without HTTP/2 speaks HTTP/1.1.
        let version = request.allowsHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        _ = ember_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(version))
        if !request.sharesConnections {
            set(CURLOPT_FRESH_CONNECT, 1)
            set(CURLOPT_FORBID_REUSE, 1)
        }
    }

    private func setRequest() {
        // An address that makes no sense is reported when the transfer is tried.
        _ = ember_curl_set_text(easy, CURLOPT_URL, request.address)
        // A path is the server's matter: dots in it are sent as they are.
        set(CURLOPT_PATH_AS_IS, 1)
        // What libcurl would add by itself is taken away by a name without a value.
        for name in ["Accept", "Content-Type", "Expect"] where request.fields.first(name) == nil { add("\(name):") }
        for (name, value) in request.fields.all { add(value.isEmpty ? "\(name);" : "\(name): \(value)") }
        check(ember_curl_set_pointer(easy, CURLOPT_HTTPHEADER, lines))
        guard case .post(let body) = request.method else { return }
        check(ember_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        body.withUnsafeBytes { bytes in
            // Without bytes there is no address, which libcurl would take for no body.
            let start = bytes.baseAddress ?? UnsafeRawPointer(words)
            check(ember_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, start))
        }
    }

    private func add(_ line: String) {
        guard let longer = curl_slist_append(lines, line) else {
            preconditionFailure("there is no memory for a header")
        }
        lines = longer
    }

    private func setFunctions() {
        let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        check(ember_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, words))
        for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_OPENSOCKETDATA] {
            check(ember_curl_set_pointer(easy, option, context))
        }
        let head: ember_curl_data_fn = { bytes, size, count, context in
            guard let bytes, let job = CurlJob.of(context) else { return 0 }
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return job.takeLine(line) ? line.count : 0
        }
        check(ember_curl_set_data_function(easy, CURLOPT_HEADERFUNCTION, head))
        let body: ember_curl_data_fn = { bytes, size, count, context in
            guard let bytes, let job = CurlJob.of(context) else { return 0 }
            let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return job.takeBody(piece) ? piece.count : Int(CURL_WRITEFUNC_PAUSE)
        }
        check(ember_curl_set_data_function(easy, CURLOPT_WRITEFUNCTION, body))
        check(
            ember_curl_set_open_function(easy) { context, _, address in
                guard let address, let job = CurlJob.of(context), job.mayConnect(address) else {
                    return CURL_SOCKET_BAD
                }
                let socket = ember_curl_open(address)
                job.sockets.append(socket)
                return socket
            })
    }

    /// The job whose address libcurl was given. It outlives its handle.
    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlJob? {
        context.map { Unmanaged<CurlJob>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: What arrives

    private func mayConnect(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
        guard let mayConnect = request.mayConnect else { return true }
        var bytes = [UInt8](repeating: 0, count: 16)
        bytes.removeLast(16 - ember_curl_address(address, &bytes))
        if mayConnect(bytes) { return true }
        own = HTTPFailure(.refusedAddress, "the host is at an address to which no connection may be made")
        return false
    }

    /// - Returns: whether to go on.
    private func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
        heard = .now
        headBytes += line.count
        guard headBytes <= request.limits.headBytes else {
            own = HTTPFailure(.headTooLarge, "the header fields have more than \(request.limits.headBytes) bytes")
            return false
        }
        // Fields behind the body are nothing that anybody here asks for.
        if hasHead { return true }
        var text = String(decoding: line, as: UTF8.self)
        while let last = text.unicodeScalars.last, "\r\n \t".unicodeScalars.contains(last) {
            text.unicodeScalars.removeLast()
        }
        if text.isEmpty { return endHead() }
        if text.hasPrefix("HTTP/"), !text.prefix(while: { $0 != " " }).contains(":") {
            fields = HTTPFields()
        } else if let first = text.first, first == " " || first == "\t" {
            fields.extendLast(String(text.drop { $0 == " " || $0 == "\t" }))
        } else if let colon = text.firstIndex(of: ":") {
            fields.add(
                String(text[..<colon]), String(text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }))
        }
        return true
    }

    private func endHead() -> Bool {
        let status = ember_curl_long(easy, CURLINFO_RESPONSE_CODE)
        // Interim answers come before the one that counts. Source: RFC 9110, section 15.2.
        guard status >= 200 else {
            if status == 101 { own = HTTPFailure(.brokenAnswer, "the server changes the protocol, unasked") }
            return own == nil
        }
        if let length = fields.first("Content-Length"), Int(length).map({ $0 >= 0 }) != true {
            own = HTTPFailure(.brokenAnswer, "the length of the answer is no number")
            return false
        }
        hasHead = true
        transfer.receive(Transfer.Head(status: status, fields: fields))
        return true
    }

    /// - Returns: whether the bytes were taken.
    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        heard = .now
        isPaused = !transfer.receive(bytes)
        return !isPaused
    }

    func resume() {
        (isPaused, heard) = (false, .now)
        curl_easy_pause(easy, CURLPAUSE_CONT)
    }

    // MARK: Ends

    /// Why it ended; `nil` when it is whole.
    func failure(_ code: CURLcode) -> HTTPFailure? {
        if code == CURLE_OK {
            return hasHead ? nil : HTTPFailure(.closedEarly, "the connection ended before the answer began")
        }
        // Of several addresses, another one than the refused may have been tried and have failed.
        if let own, own.code != .refusedAddress || code == CURLE_COULDNT_CONNECT { return own }
        return HTTPFailure(
            code, text: String(cString: words), systemError: Int32(ember_curl_long(easy, CURLINFO_OS_ERRNO)))
    }

    /// Whether the connection stands, encryption included.
    private var isConnected: Bool { ember_curl_size(easy, CURLINFO_PRETRANSFER_TIME_T) > 0 }

    /// When `overdue` is to be asked next.
    var deadline: ContinuousClock.Instant {
        let limits = request.limits
        let silence = isPaused ? nil : isConnected ? heard + limits.silence : begun + limits.connecting
        let answer = hasHead ? nil : limits.answer.map { begun + $0 }
        return [silence, answer, limits.whole.map { begun + $0 }].compactMap { $0 }.min() ?? .now + .seconds(60)
    }

    /// Failure to report if a limit has been exceeded; `nil` while none has.
    func overdue(_ now: ContinuousClock.Instant) -> HTTPFailure? {
        let limits = request.limits
        if let whole = limits.whole, now - begun >= whole {
            return HTTPFailure(.slow, "the answer took longer than \(whole)")
        }
        if !hasHead, let answer = limits.answer, now - begun >= answer {
            return HTTPFailure(.silent, "no answer began in \(answer)")
        }
        guard isConnected else {
            // From here on, a connection that stands later has been silent for no time yet.
            heard = now
            guard now - begun >= limits.connecting else { return nil }
            let hasConnection = sockets.contains { ember_curl_is_connected($0) != 0 }
            return HTTPFailure(
                hasConnection ? .handshakeTimeout : .connectTimeout, "no connection stood in \(limits.connecting)")
        }
        guard !isPaused, now - heard >= limits.silence else { return nil }
        // While a long request goes out, it is our turn to speak.
        let sent = ember_curl_size(easy, CURLINFO_SIZE_UPLOAD_T)
        if sent > uploaded {
            (heard, uploaded) = (now, sent)
            return nil
        }
        return HTTPFailure(.silent, "nothing came for \(limits.silence)")
    }
}
