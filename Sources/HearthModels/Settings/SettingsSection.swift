// SPDX-License-Identifier: Apache-2.0

/// Settings that belong together. The feature that uses them declares them, each with its default.
///
/// The settings of all sections are members of one saved JSON object, so no two sections may have a setting of the same
/// name.
public protocol SettingsSection: Codable, Sendable, Equatable {
    /// The defaults.
    init()
}
