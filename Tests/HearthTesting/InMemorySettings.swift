// SPDX-License-Identifier: Apache-2.0

public import HearthModels

/// Settings in memory: of somebody who has begun, reads English and wants no titles, since a title is one more question
/// to the model.
public actor InMemorySettings: SettingsStore {
    public private(set) var settings: AppSettings
    /// How often somebody changed them.
    public private(set) var changes = 0

    public init(_ edit: (inout AppSettings) -> Void = { _ in }) {
        // The sections belong to features that not every test knows.
        guard var settings = try? AppSettings(json: #"{"hasBegun":true,"language":"en","namesSessions":false}"#) else {
            preconditionFailure("the settings of tests are JSON")
        }
        edit(&settings)
        self.settings = settings
    }

    public func load() -> AppSettings { settings }

    @discardableResult
    public func change<Value: Sendable>(_ edit: (inout AppSettings) -> Value) -> Value {
        changes += 1
        return edit(&settings)
    }
}
