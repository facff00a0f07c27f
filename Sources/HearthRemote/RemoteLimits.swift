// SPDX-License-Identifier: Apache-2.0

/// How much is taken from an endpoint, and how long it is waited for.
public struct RemoteLimits: Sendable {
    /// Until a connection stands.
    public var connecting: Duration = .seconds(10)
    /// Without a byte. Reading a long conversation takes a machine without a GPU minutes.
    public var silence: Duration = .seconds(300)
    /// The same, where only a list of models is asked for.
    public var listSilence: Duration = .seconds(15)
    /// Bytes of one line of an answer, of a whole answer, and of everything that is no answer.
    public var line = 1 << 20
    public var answer = 64 << 20
    public var list = 4 << 20
    /// Bytes of what is kept of an answer, thoughts included: more than any context that a model has today. It is cut
    /// off there.
    public var text = 1 << 20
    /// How many requests an endpoint is asked at once, to begin with and at most.
    public var firstAtOnce = 4
    public var mostAtOnce = 16
    /// How often a request is sent again to an endpoint that has too much to do, and the first wait before that; each
    /// further wait is twice as long. An endpoint that says how long is waited for that long, unless it is longer than
    /// `longestWait`: then its user is told.
    public var retries = 3
    public var firstWait: Duration = .seconds(1)
    public var longestWait: Duration = .seconds(30)
    /// Texts of one request for vectors.
    public var textsAtOnce = 64

    public init() {}
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
