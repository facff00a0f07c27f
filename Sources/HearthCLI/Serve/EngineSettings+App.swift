// SPDX-License-Identifier: Apache-2.0

import HearthChat
package import HearthEngine
package import HearthModels
import HearthWeb

extension EngineSettings {
    package init(_ settings: AppSettings) {
        let defaults = AnswerSettings()
        self.init(
            idleMinutes: settings.models.idleMinutes, language: settings.appearance.language == .french ? "fr" : "en",
            usualInstructions: defaults.instructions, usualTemperature: defaults.temperature)
    }
}
