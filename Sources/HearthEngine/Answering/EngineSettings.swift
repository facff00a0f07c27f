// SPDX-License-Identifier: Apache-2.0

/// User's settings that the models of this machine follow.
package struct EngineSettings: Sendable {
    /// Minutes without a question after which a model's memory is given back; 0 keeps it.
    package var idleMinutes: Int
    /// In which the small model is told what it was taught with: `en` or `fr`.
    package var language: String
    /// Values that a request has when its user has not changed them. The small model has its own in their place.
    package var usualInstructions: String
    package var usualTemperature: Float

    package init(idleMinutes: Int, language: String, usualInstructions: String, usualTemperature: Float) {
        self.idleMinutes = idleMinutes
        self.language = language
        self.usualInstructions = usualInstructions
        self.usualTemperature = usualTemperature
    }
}
