// SPDX-License-Identifier: Apache-2.0

import HearthModels
import HearthWords

/// The page that chooses the translator and takes the keys of services.
struct TranslationSettingsPage: Page {
    static let template = "translation-settings"

    let title: String
    let back = "/settings"
    let backLabel: String
    let choices: [TranslatorView]
    let deepL: ServiceView
    let libreTranslate: ServiceView
    let isSaved: Bool

    /// The fields as they were sent, and the result of checking them.
    struct FormInput: Sendable {
        var service: Translator?
        var address = ""
        var isConfirmed = false
        var asksForConfirmation = false
        var fault: String?
    }

    struct TranslatorView: Sendable {
        let value: String
        let name: String
        let note: String
        let isChosen: Bool
        let isPrivate: Bool
        let leaves: Bool
        let isMissing: Bool
    }

    struct ServiceView: Sendable {
        let value: String
        /// ••••3f2a.
        let kept: String?
        let isConnected: Bool
        let checked: String?
        let address: String
        let fault: String?
        let asksForConfirmation: Bool
        let isConfirmed: Bool
        let removeLabel: String
    }

    init(
        _ settings: TranslationSettings, model: String?, _ filled: FormInput, isSaved: Bool, _ clock: WallClock,
        _ say: Phrases
    ) {
        title = say("translation.title")
        backLabel = say("settings.backTo")
        choices = Translator.allCases.map { translator in
            let service = settings[translator]
            let host = translator == .machine ? model.flatMap(RemoteModel.host(awayOf:)) : nil
            return TranslatorView(
                value: translator.rawValue, name: host ?? say("translation.\(translator.rawValue)"),
                note: Self.note(translator, service, model, say), isChosen: translator == settings.translator,
                isPrivate: translator == .machine ? host == nil : service?.isHere == true,
                leaves: translator == .machine ? host != nil : service?.isHere == false,
                isMissing: translator == .machine ? model == nil : service == nil)
        }
        func view(_ translator: Translator) -> ServiceView {
            let service = settings[translator]
            let isFilled = filled.service == translator
            return ServiceView(
                value: translator.rawValue, kept: service?.keyEnding.map { "••••••••••••\($0)" },
                isConnected: service != nil,
                checked: service.map { say("translation.checked", ["moment": say.moment($0.checkedAt, clock)]) },
                address: isFilled ? filled.address : service?.address ?? "", fault: isFilled ? filled.fault : nil,
                asksForConfirmation: isFilled && (filled.asksForConfirmation || filled.isConfirmed),
                isConfirmed: isFilled && filled.isConfirmed,
                removeLabel: say("translation.remove", ["name": say("translation.\(translator.rawValue)")]))
        }
        deepL = view(.deepL)
        libreTranslate = view(.libreTranslate)
        self.isSaved = isSaved
    }

    private static func note(
        _ translator: Translator, _ service: ConnectedService?, _ model: String?, _ say: Phrases
    ) -> String {
        guard translator != .machine else {
            guard let model else { return say("translation.noModelNote") }
            let isAway = RemoteModel.host(awayOf: model) != nil
            return say(isAway ? "translation.awayNote" : "translation.machineNote", ["model": shortName(model)])
        }
        guard let service else { return say("translation.\(translator.rawValue)Note") }
        let key = service.keyEnding.map { say("translation.keyWorks", ["ending": $0]) }
        let place = translator == .libreTranslate ? say("translation.at", ["host": service.host]) : nil
        let usage = service.usage.map {
            say("translation.usage", ["left": say.number($0.left), "all": say.number($0.allowed)])
        }
        return [place, key, usage].compactMap(\.self).joined(separator: " ")
    }
}

/// Tells what leaves the machine with a translation service, before its first use.
struct TranslationConsentPage: Page {
    static let template = "translation-consent"

    let title: String
    let service: String
    let back: String
    let explanation: String
    let isUnencrypted: Bool
    let action: String

    init(_ translator: Translator, _ service: ConnectedService, back: String, _ say: Phrases) {
        let name = say("translation.\(translator.rawValue)")
        title = say("translationConsent.title", ["name": name])
        self.service = translator.rawValue
        self.back = back
        explanation = say("translationConsent.explanation", ["host": service.host])
        isUnencrypted = service.address.hasPrefix("http://")
        action = say("translationConsent.agree", ["name": name])
    }
}
