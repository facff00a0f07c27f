// SPDX-License-Identifier: Apache-2.0

/// How the program was started, as commands for a terminal of its machine: pages say with them how that is done again.
public struct Launch: Sendable, Equatable {
    /// Starts it again as it was.
    public var start = "hearth serve"
    /// Starts it again, open to the devices of the network.
    public var startOpen = "hearth serve --lan"
    /// Starts it again, without naming a folder of the machine: what strangers may read.
    public var startForStrangers = "hearth serve"
    /// Shows the address that was printed last; `nil` where a terminal shows it.
    public var log: String?

    public init() {}

    /// A sentence that says where the address with the key is found, and the command for that.
    func lostKey(_ say: Phrases) -> (String, String?) {
        log.map { (say("error.keyLostService"), $0) } ?? (say("error.keyLostHint"), startForStrangers)
    }
}
