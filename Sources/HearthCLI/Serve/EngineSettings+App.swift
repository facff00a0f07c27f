// SPDX-License-Identifier: Apache-2.0

package import HearthChat
package import HearthEngine

extension EngineSettings {
    package init(_ settings: AppSettings) {
        let defaults = AppSettings()
        self.init(
            idleMinutes: settings.idleMinutes, language: settings.language == .french ? "fr" : "en",
            usualInstructions: defaults.instructions, usualTemperature: defaults.temperature)
    }
}
