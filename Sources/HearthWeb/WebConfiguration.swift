// SPDX-License-Identifier: Apache-2.0

/// Addresses, limits and names of the server.
public struct WebConfiguration: Sendable {
    public var host = "127.0.0.1"
    /// 0 takes any free port.
    public var port = 4242
    /// Names by which browsers may call this machine, beside `localhost` and the address that it listens on; without a
    /// port.
    public var names: [String] = []
    /// The machine's name in sentences.
    public var machine = "localhost"
    public var version = "0"
    public var launch = Launch()
    /// The most bytes of a form, in which a million characters take up to nine million, and of a request to the API.
    public var formLimit = 12 << 20
    public var requestLimit = 8 << 20
    /// The most requests of programs that are answered at once.
    public var programLimit = 8
    public var deadlines = Deadlines()
    public var places = Places()

    /// How long a browser may take, so that slow ones cannot use up all connections.
    public struct Deadlines: Sendable {
        /// From a connection to its first complete head.
        public var head: Duration = .seconds(15)
        /// From a head to the end of its body.
        public var body: Duration = .seconds(60)
        /// Of a form with files, that time is for each of so many bytes: 1 kB a second.
        public var uploadBytes = 60_000
        /// Between requests.
        public var idle: Duration = .seconds(75)
        /// Without reading any of an answer that waits to be sent.
        public var reading: Duration = .seconds(60)
        /// From the last answer of a connection to its end, for the other side to read it.
        public var leaving: Duration = .seconds(1)
        /// From the server's end to that of the answers that are being given.
        public var ending: Duration = .milliseconds(1500)

        public init() {}
    }

    /// How many connections there may be: together fewer than the 1,024 files that systems let a program open.
    public struct Places: Sendable {
        /// Of those who have not shown the cookie or the key.
        public var strangers = 64
        /// Of those who have.
        public var guests = 512
        /// Of them, those that follow what happens.
        public var streams = 256
        /// Of the streams, those that one browser follows. It has six connections, and needs some for its pages.
        public var streamsOfBrowser = 4

        public init() {}
    }

    public init() {}

    /// Whether other devices can reach it.
    var isOpenToNetwork: Bool { !["localhost", "127.0.0.1", "::1"].contains(host.lowercased()) }

    /// The names that a `Host` header may have, in lower case and without a port.
    var allowedNames: Set<String> {
        var all: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
        if host != "0.0.0.0", host != "::" {
            all.insert(host.contains(":") ? "[\(host.lowercased())]" : host.lowercased())
        }
        return all.union(names.map { $0.lowercased() })
    }
}
