// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels

/// A model elsewhere in the list of models.
struct RemoteView: Sendable {
    let name: String
    let pieces: [String]
    let host: String
    /// Says that it runs on this machine; `nil` for a model elsewhere.
    let place: String?
    let isChosen: Bool
    /// Whether the user has agreed that conversations with it leave this machine.
    let isAgreed: Bool
    let removeNote: String

    init(_ model: RemoteModel, isChosen: Bool, _ say: Phrases) {
        name = model.name
        let label = shortName(model.name)
        pieces = breakable(label)
        host = model.host
        place = model.isHere ? say("elsewhere.here", ["host": model.host]) : nil
        self.isChosen = isChosen
        isAgreed = model.agreedAt != nil
        removeNote = say("elsewhere.removeNote", ["model": label, "host": host])
    }
}

/// The switches for what the models of an endpoint may be asked besides conversations.
struct PurposesView: Sendable {
    let address: String
    let title: String
    let switches: [PurposeView]

    struct PurposeView: Sendable {
        let name: String
        let label: String
        let note: String
        let isOn: Bool
    }

    /// One for each endpoint on another machine.
    static func all(
        _ models: [RemoteModel], _ agreed: [String: Set<RequestPurpose>], _ say: Phrases
    ) -> [PurposesView] {
        var seen: Set<String> = []
        return models.filter { !$0.isHere && seen.insert($0.address).inserted }.map { model in
            let switches = RequestPurpose.allCases.filter { $0 != .conversation }.map { purpose in
                PurposeView(
                    name: purpose.rawValue, label: say("elsewhere.\(purpose.rawValue)"),
                    note: say("elsewhere.\(purpose.rawValue)Note"),
                    isOn: agreed[model.address]?.contains(purpose) == true)
            }
            return PurposesView(
                address: model.address, title: say("elsewhere.purposes", ["host": model.host]), switches: switches)
        }
    }
}

/// The result of asking an endpoint whether it is there.
struct CheckView: Sendable {
    let words: String
    let isGood: Bool

    /// - Parameter result: `reached`, or why it was not.
    init?(_ result: String, _ model: RemoteModel, _ say: Phrases) {
        let values = ["host": model.host, "model": shortName(model.name)]
        isGood = result == "reached"
        guard let words = isGood ? say("elsewhere.reached", values) : say.fault(result, host: model.host) else {
            return nil
        }
        self.words = words
    }
}

/// Adding a model that is elsewhere.
struct RemoteModelPage: Page {
    static let template = "remote-model"

    let title: String
    let back = "/settings/models"
    let backLabel: String
    let address: String
    let modelName: String
    /// The models that the endpoint says it has; empty before it was asked.
    let models: [ChoiceView]
    let hasModels: Bool
    let asksForConfirmation: Bool
    let isConfirmed: Bool
    let found: String?
    let fault: String?

    /// The fields as they were sent, and the result of checking them.
    struct FormInput: Sendable {
        var address = ""
        var model = ""
        var isConfirmed = false
        /// `nil` before the endpoint was asked.
        var models: [String]?
        var fault: ModelError?
    }

    init(_ filled: FormInput, _ say: Phrases) {
        title = say("elsewhere.title")
        backLabel = say("elsewhere.back")
        address = filled.address
        let models = filled.models ?? []
        // A list of more than that is typed into, not chosen from.
        self.models = models.prefix(200).enumerated().map { index, name in
            ChoiceView(value: name, label: name, isChosen: filled.model.isEmpty ? index == 0 : name == filled.model)
        }
        hasModels = !models.isEmpty
        modelName = filled.model
        asksForConfirmation = filled.fault?.code == .unencrypted || filled.isConfirmed
        isConfirmed = filled.isConfirmed
        let host = Self.host(of: filled.address)
        found = filled.models.map {
            $0.isEmpty ? say("elsewhere.noneThere", ["host": host]) : say("elsewhere.found", ["host": host])
        }
        fault = filled.fault.map { say.fault($0.code.rawValue, host: host) ?? $0.detail }
    }

    /// The host in what somebody typed.
    static func host(of typed: String) -> String {
        let rest = typed.trimmed.split(separator: "://", maxSplits: 1).last ?? ""
        return String(rest.prefix { $0 != "/" }.prefix(100))
    }
}

/// Tells what leaves the machine with a model elsewhere, before its first use.
struct ConsentPage: Page {
    static let template = "consent"

    let title: String
    let name: String
    let explanation: String
    let host: String
    let isUnencrypted: Bool
    let action: String

    init(_ model: RemoteModel, _ say: Phrases) {
        let label = shortName(model.name)
        title = say("consent.title", ["model": label])
        name = model.name
        host = model.host
        explanation = say("consent.explanation", ["model": label, "host": model.host])
        isUnencrypted = model.address.hasPrefix("http://")
        action = say("consent.agree", ["model": label])
    }
}

extension Phrases {
    /// Why an endpoint did not do what it should, by the code of it; `nil` where there are no words for that.
    func fault(_ code: String, host: String) -> String? {
        groups["fault"]?[code] == nil ? nil : self("fault.\(code)", ["host": host])
    }

    /// Why an answer failed. What is kept with it is English, and says more.
    func fault(of message: Message) -> String? {
        guard language != .english, let code = message.faultCode else {
            // A model is called by its name, and not by where it lies.
            return message.model.map { message.fault?.replacing($0, with: shortName($0)) } ?? message.fault
        }
        return fault(code.rawValue, host: message.remoteHost ?? "") ?? message.fault
    }
}
