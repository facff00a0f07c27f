// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A model of an endpoint elsewhere that speaks OpenAI's protocol. What is said to it leaves this machine.
public struct RemoteModel: Codable, Sendable, Equatable, Identifiable {
    /// The endpoint, such as `https://ai.example/v1`; without a slash at its end.
    public var address: String
    /// Name of the model at the endpoint.
    public var model: String
    /// When the user agreed that conversations with it leave this machine; before, nothing is sent.
    public var agreedAt: Date?

    public init(address: String, model: String, agreedAt: Date? = nil) {
        self.address = address
        self.model = model
        self.agreedAt = agreedAt
    }

    /// By which it is chosen. It begins with `http`, as no name of a model at home does.
    public var name: String { "\(address)/\(model)" }
    public var id: String { name }

    /// The endpoint as people are told of it: its host, and its port where it names one.
    public var host: String {
        let rest = address.drop { $0 != "/" }.drop { $0 == "/" }
        return String(rest.prefix { $0 != "/" })
    }

    /// Whether another program of this machine has it, such as Ollama: then nothing leaves the machine.
    public var isHere: Bool { Self.isHere(host) }

    /// Whether a host, with or without a port, is this machine. Sources: RFC 6761, section 6.3; RFC 1122, section
    /// 3.2.1.3; RFC 4291, section 2.5.3.
    public static func isHere(_ host: String) -> Bool {
        host.lowercased().wholeMatch(
            of: /(?:(?:[a-z0-9-]+\.)*localhost|127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}|\[::1\]|::1)(?::[0-9]+)?/) != nil
    }

    /// The host that texts are sent to when a model of this name is asked; `nil` where they stay on this machine.
    public static func host(awayOf name: String) -> String? {
        guard isRemote(name) else { return nil }
        let host = RemoteModel(address: name, model: "").host
        return isHere(host) ? nil : host
    }

    /// Whether a name is of a model elsewhere.
    public static func isRemote(_ name: String) -> Bool { name.hasPrefix("http://") || name.hasPrefix("https://") }
}

/// The models elsewhere that can be talked to.
public protocol RemoteModels: Sendable {
    func remoteModels() async throws -> [RemoteModel]
    /// Asks an endpoint which models it has. Nothing goes there but the key.
    /// - Parameters:
    ///   - address: as somebody typed it.
    ///   - key: `nil` for none, or for the one that is kept for this address.
    ///   - unencrypted: whether the user has confirmed that others in between may read along.
    /// - Returns: the address as it is written properly, and the models' names.
    /// - Throws: `ModelError`, with the code that says what is wrong.
    func look(at address: String, key: String?, unencrypted: Bool) async throws -> (address: String, models: [String])
    /// Adds a model; the key that the last `look` at this address used is kept with it.
    func add(_ model: String, at address: String, key: String?, unencrypted: Bool) async throws -> RemoteModel
    /// Notes that the user agrees to what leaves this machine.
    func agree(to name: String, at now: Date) async throws
    /// Forgets a model, and with the last of its endpoint the key.
    func removeRemote(_ name: String) async throws
    /// Asks the endpoint of a model whether it is there and has it.
    func check(_ name: String) async throws
}
