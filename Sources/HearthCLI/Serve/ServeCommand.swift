// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// `hearth serve`, or just `hearth`: the app, for browsers on this machine or, where asked to, in its network.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Start the app and print its address.",
        discussion: """
            The address holds a key: whoever opens it once is let in from then on. Everything that Hearth keeps lies in \
            $HEARTH_HOME. Ctrl-C ends it; answers that are being written are kept as far as they are.

            Programs made for OpenAI, Anthropic or Ollama find the models at /v1 and /api. Their key is not printed: the app \
            shows it under Settings, Other programs.
            """
    )

    @Option(
        help: """
            The address to listen on: this machine's own, 127.0.0.1, unless given; with --lan all that it has, 0.0.0.0. Any \
            but this machine's own needs --lan.
            """)
    var host: String?
    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 4242
    @Option(name: .customLong("name"), help: "A further name by which browsers call this machine; may be repeated.")
    var names: [String] = []
    @Flag(
        help: "Let other devices of the network in, who have the address with its key. The connection is not encrypted."
    )
    var lan = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is \(port), expected 0…65535") }
        let host = address
        guard Network.isAddress(host) else {
            throw ValidationError(
                "\(host) is no address; use 127.0.0.1 for this machine alone, or 0.0.0.0 with --lan for the network")
        }
        guard lan || Network.isLoopback(host) else {
            throw ValidationError("\(host) can be reached from other devices; add --lan to allow that")
        }
    }

    private var address: String { host ?? (lan ? "0.0.0.0" : "127.0.0.1") }

    func run() async throws {
        let app = try App(
            listening: Listening(host: address, port: port, names: names, isOpen: lan),
            environment: ProcessInfo.processInfo.environment)
        try await app.run()
    }
}

/// The addresses of the app.
struct Listening: Sendable {
    var host: String
    var port: Int
    var names: [String]
    /// Whether other devices may come in.
    var isOpen: Bool
}
