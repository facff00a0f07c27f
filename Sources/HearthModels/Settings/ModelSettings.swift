// SPDX-License-Identifier: Apache-2.0

/// Choice of the model that answers, and time that it stays in memory.
public struct ModelSettings: SettingsSection {
    /// The model that the user has chosen, as `owner/name`.
    public var model: String?
    /// The model that answers until the user has chosen one. It is kept, so that a model that is added later does not
    /// take its place.
    public var usualModel: String?
    /// Models of endpoints elsewhere. Their keys are not among the settings.
    public var remoteModels: [RemoteModel] = []
    /// Purposes besides conversations that the models of an endpoint may be asked for, by its address.
    public var remotePurposes: [String: Set<RequestPurpose>] = [:]
    /// Minutes without a question after which the model's memory is given back; 0 keeps it.
    public var idleMinutes = 10

    public init() {}
}

extension AppSettings {
    public var models: ModelSettings {
        get { self[ModelSettings.self] }
        set { self[ModelSettings.self] = newValue }
    }
}
