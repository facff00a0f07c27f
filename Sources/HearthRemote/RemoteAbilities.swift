// SPDX-License-Identifier: Apache-2.0

import HearthModels
import Synchronization

/// The parts of a request that some endpoints refuse, and whether one takes them.
struct RemoteAbilities: Sendable, Equatable {
    /// One of these parts.
    enum Part: Sendable, CaseIterable { case thinkingSwitch, schema, likelihoods }

    private var refused: Set<Part> = []

    func takes(_ part: Part) -> Bool { !refused.contains(part) }

    mutating func refuse(_ part: Part) { refused.insert(part) }

    /// The part to leave out of a request that was refused: the one that the endpoint names, else the first that the
    /// request has.
    func suspect(in request: CompletionRequest, said: String?) -> Part? {
        let present = Part.allCases.filter { takes($0) && $0.stands(in: request) }
        let said = said?.lowercased() ?? ""
        return present.first { $0.names.contains { said.contains($0) } } ?? present.first
    }
}

extension RemoteAbilities.Part {
    /// Whether a request has this part.
    fileprivate func stands(in request: CompletionRequest) -> Bool {
        switch self {
        case .thinkingSwitch: !request.thinks
        case .schema: request.form != .free
        case .likelihoods: request.alternatives != nil
        }
    }

    /// Names that servers have for this part in their error messages.
    fileprivate var names: [String] {
        switch self {
        case .thinkingSwitch: ["chat_template_kwargs", "enable_thinking"]
        case .schema: ["response_format", "json_schema", "schema", "grammar", "structured", "guided"]
        case .likelihoods: ["logprobs", "logits"]
        }
    }
}

/// Remembers what endpoints have refused, for as long as Hearth runs: each thing is tried once.
final class KnownAbilities: Sendable {
    private let known = Mutex<[String: RemoteAbilities]>([:])

    /// - Parameter model: its name at the endpoint; models of one server may differ.
    subscript(_ address: RemoteAddress, _ model: String) -> RemoteAbilities {
        known.withLock { $0["\(address.text) \(model)"] ?? RemoteAbilities() }
    }

    func note(_ refused: RemoteAbilities.Part, by model: String, at address: RemoteAddress) {
        known.withLock { $0["\(address.text) \(model)", default: RemoteAbilities()].refuse(refused) }
    }
}
