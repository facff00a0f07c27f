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

    public init() {}
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
