// SPDX-License-Identifier: Apache-2.0

public import HearthModels

/// How models answer in conversations.
public struct AnswerSettings: SettingsSection {
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

    public init() {}
}

extension AppSettings {
    public var answers: AnswerSettings {
        get { self[AnswerSettings.self] }
        set { self[AnswerSettings.self] = newValue }
    }
}
