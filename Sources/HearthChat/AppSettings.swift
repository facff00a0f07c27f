// SPDX-License-Identifier: Apache-2.0

public import HearthModels

/// Everything that a user can set. Each default stands beside its declaration and nowhere else.
///
/// Saved settings may be of another version: what they do not say, or say in a way that is not understood, has its
/// default.
public struct AppSettings: Codable, Sendable, Equatable {
    public enum Language: String, Codable, Sendable, CaseIterable {
        /// The browser's.
        case automatic
        case english = "en"
        case french = "fr"
    }
    public enum Theme: String, Codable, Sendable, CaseIterable { case automatic, light, dark }
    public enum TextSize: String, Codable, Sendable, CaseIterable { case small, standard, large, larger }

    // MARK: Appearance

    public var language = Language.automatic
    public var theme = Theme.automatic
    public var textSize = TextSize.standard
    /// Less motion than the system asks for; `false` follows the system.
    public var reducesMotion = false
    /// Solid surfaces instead of glass.
    public var reducesTransparency = false
    /// Whether a phone vibrates lightly at sending, at the end and at stopping.
    public var vibrates = true
    /// Whether the welcome has been seen.
    public var hasBegun = false

    // MARK: Answers

    /// The system message of sessions that have none of their own; empty for none.
    public var instructions = "you are a helpful assistant"
    /// 0…2; 0 always takes the likeliest.
    public var temperature: Float = 0.7
    /// Above 0…1; `nil` leaves it to the model.
    public var topP: Float?
    /// The most tokens of an answer, 1…32,768.
    public var maxTokens = 2048
    /// The most tokens of a tiny model's answer, where `maxTokens` is what it was at first. It seldom has more to say,
    /// and repeats itself.
    public static let mostTokensOfTinyModels = 300
    /// The same seed gives the same answer; `nil` takes a fresh one each time.
    public var seed: UInt64?
    /// Whether a model that can think first may.
    public var thinks = true
    /// Whether the model names a conversation after its first answer.
    public var namesSessions = true

    // MARK: Models

    /// The model that the user has chosen, as `owner/name`.
    public var model: String?
    /// The model that answers until the user has chosen one. It is kept, so that a model that is added later does not
    /// take its place.
    public var usualModel: String?
    /// Models of endpoints elsewhere. Their keys are not among the settings.
    public var remoteModels: [RemoteModel] = []
    /// Minutes without a question after which the model's memory is given back; 0 keeps it.
    public var idleMinutes = 10

    public init() {}
}

/// Where the settings are kept.
public protocol SettingsStore: Sendable {
    /// The defaults where nothing has been saved.
    func load() async throws -> AppSettings
    /// Reads the settings, changes them and saves them in one step: nobody else's change comes between.
    /// - Returns: what `edit` returns.
    @discardableResult
    func change<Value: Sendable>(_ edit: @escaping @Sendable (inout AppSettings) -> Value) async throws -> Value
}

extension AppSettings {
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, _ field: inout Value) {
            // One setting that is not understood is no reason to lose the others, or not to start.
            field = (try? values.decodeIfPresent(Value.self, forKey: key)) ?? field
        }
        read(.language, &language)
        read(.theme, &theme)
        read(.textSize, &textSize)
        read(.reducesMotion, &reducesMotion)
        read(.reducesTransparency, &reducesTransparency)
        read(.vibrates, &vibrates)
        read(.hasBegun, &hasBegun)
        read(.instructions, &instructions)
        read(.temperature, &temperature)
        read(.topP, &topP)
        read(.maxTokens, &maxTokens)
        read(.seed, &seed)
        read(.thinks, &thinks)
        read(.namesSessions, &namesSessions)
        read(.model, &model)
        read(.usualModel, &usualModel)
        read(.remoteModels, &remoteModels)
        read(.idleMinutes, &idleMinutes)
    }
}
