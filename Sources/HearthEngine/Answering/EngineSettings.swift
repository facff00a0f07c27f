// SPDX-License-Identifier: Apache-2.0

/// What the user has set that the models of this machine heed.
package struct EngineSettings: Sendable {
    /// Minutes without a question after which a model's memory is given back; 0 keeps it.
    package var idleMinutes: Int
    /// In which the small model is told what it was taught with: `en` or `fr`.
    package var language: String
    /// What a request says where its user has left it as it was. There the small model has words of its own.
    package var usualInstructions: String
    package var usualTemperature: Float

    package init(idleMinutes: Int, language: String, usualInstructions: String, usualTemperature: Float) {
        self.idleMinutes = idleMinutes
        self.language = language
        self.usualInstructions = usualInstructions
        self.usualTemperature = usualTemperature
    }
}
