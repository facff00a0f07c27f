// SPDX-License-Identifier: Apache-2.0

import EmberHTTP
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A started app, its start address, and a browser without a window.
struct RunningApp {
    let process: Process
    let address: URL
    private let browser = PlainBrowser()

    func get(_ path: String) async throws -> (status: Int, text: String) {
        try await send(URLRequest(url: try #require(URL(string: path, relativeTo: address))))
    }

    func send(_ request: URLRequest) async throws -> (status: Int, text: String) {
        try await browser.send(request)
    }

    /// Sends a form as a page would.
    /// - Parameter token: the one of the page's form; `nil` has it read from a page.
    func post(
        _ path: String, _ fields: [String: String], token known: String? = nil
    ) async throws -> (status: Int, text: String) {
        let page = known == nil ? try await get("/settings/appearance").text : ""
        let found = page.firstMatch(of: #/name="token" value="([^"]+)"/#)?.1
        let token = try #require(known ?? found.map(String.init))
        var request = URLRequest(url: try #require(URL(string: path, relativeTo: address)))
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.setValue(
            address.absoluteString.replacing(#/(https?://[^/]+).*/#) { String($0.1) }, forHTTPHeaderField: "Origin")
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        let all = fields.merging(["token": String(token)]) { old, _ in old }
        request.httpBody = Data(
            all.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")" }
                .joined(separator: "&").utf8)
        return try await send(request)
    }

    /// Tells it to end; returns its status and how long that took.
    func end() async -> (status: Int32, time: Duration) {
        let begun = ContinuousClock.now
        process.terminate()
        while process.isRunning { try? await Task.sleep(for: .milliseconds(10)) }
        return (process.terminationStatus, .now - begun)
    }
}

/// Keeps cookies and follows redirects, as browsers do. `URLSession` now and then waits for ever on Linux.
private final class PlainBrowser: Sendable {
    private let client = HTTPClient()
    private let cookies = Mutex([String: String]())

    func send(_ request: URLRequest) async throws -> (status: Int, text: String) {
        var url = try #require(request.url?.absoluteURL)
        var body = request.httpMethod == "POST" ? request.httpBody ?? Data() : nil
        for _ in 0..<10 {
            var asked = HTTPRequest(url.absoluteString)
            // The app closes connections when it ends.
            asked.sharesConnections = false
            asked.limits.whole = .seconds(120)
            if let body { asked.method = .post([UInt8](body)) }
            for (name, value) in request.allHTTPHeaderFields ?? [:] where body != nil || request.httpMethod != "POST" {
                asked.fields.add(name, value)
            }
            let kept = cookies.withLock { $0.map { "\($0)=\($1)" }.joined(separator: "; ") }
            if !kept.isEmpty { asked.fields.add("Cookie", kept) }
            let response = try await client.send(asked)
            keep(response.fields)
            var bytes: [UInt8] = []
            for try await part in response.body { bytes += part }
            guard [301, 302, 303].contains(response.status), let place = response.fields.first("Location"),
                let next = URL(string: place, relativeTo: url)
            else { return (response.status, String(decoding: bytes, as: UTF8.self)) }
            (url, body) = (next.absoluteURL, nil)
        }
        throw URLError(.httpTooManyRedirects)
    }

    private func keep(_ fields: HTTPFields) {
        for field in fields.list("Set-Cookie") {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            cookies.withLock { $0[String(pair[0])] = String(pair[1]) }
        }
    }
}

/// Starts the app and waits until it says where it is.
func start(in home: URL, _ arguments: [String] = []) throws -> RunningApp {
    let process = Process()
    process.executableURL = try hearthProgram()
    process.arguments = ["serve", "--port", "0"] + arguments
    process.environment = hearthEnvironment(["HEARTH_HOME": home.path])
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var said = ""
    while !said.contains("/enter?token=") || !said.hasSuffix("\n") {
        let data = output.fileHandleForReading.availableData
        guard !data.isEmpty else { break }
        said += String(decoding: data, as: UTF8.self)
    }
    let address = try #require(said.firstMatch(of: #/http:\S+/#)?.0, "\(said)")
    return RunningApp(process: process, address: try #require(URL(string: String(address))))
}
