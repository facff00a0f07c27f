// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A started app, its start address, and a browser without a window.
struct RunningApp {
    let process: Process
    let address: URL
    let browser = URLSession(configuration: .ephemeral)

    func get(_ path: String) async throws -> (status: Int, text: String) {
        try await send(URLRequest(url: try #require(URL(string: path, relativeTo: address))))
    }

    func send(_ request: URLRequest) async throws -> (status: Int, text: String) {
        let (data, response) = try await browser.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
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
