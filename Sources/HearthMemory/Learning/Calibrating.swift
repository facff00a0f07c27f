// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// What has been measured of models so far, kept from one run of a job to the next: a model takes minutes to an
/// hour, and people come first.
actor CalibrationTrials {
    private var judged: [String: [Int: [FactCalibrator.Judged]]] = [:]
    /// Models that cannot be measured, and why not, until the program ends.
    private(set) var failures: [String: ModelError] = [:]

    func judged(_ model: String) -> [Int: [FactCalibrator.Judged]] { judged[model] ?? [:] }

    func add(_ result: [FactCalibrator.Judged], of message: Int, to model: String) {
        judged[model, default: [:]][message] = result
    }

    func fail(_ model: String, _ error: ModelError) { failures[model] = error }

    func end(_ model: String) { judged[model] = nil }
}

/// How far a model can be trusted with facts, as a page says it.
public enum FactReliability: Sendable, Equatable {
    /// It is being measured; the part that is done, 0…1.
    case measuring(Double)
    /// It stores what it is sure of.
    case stores(FactQuality)
    /// It did not reach the precision, so everything it finds waits for the user.
    case onlyQueues(FactQuality)
    /// It cannot be measured, and so finds nothing.
    case unusable
}

extension Learning {
    /// The model that looks for facts, and how far it can be trusted; `nil` where there is none.
    public func reliability() async throws -> (model: String, FactReliability)? {
        guard let name = await models.factModel() else { return nil }
        if let known = try await calibration(of: name) {
            return (name, known.storesFrom == nil ? .onlyQueues(known.measured) : .stores(known.measured))
        }
        if await trials.failures[name] != nil { return (name, .unusable) }
        let count = try LabelledMessage.shipped().count
        return (name, .measuring(Double(await trials.judged(name).count) / Double(max(1, count))))
    }

    /// What is known of a model's likelihoods: as it was measured here, or as it came with Hearth.
    func calibration(of model: String) async throws -> FactCalibration? {
        if let kept = try await store.factCalibration(of: model) { return kept }
        return try FactCalibration.shipped()[model]
    }

    /// Measures the model that looks for facts, where nobody has yet. A run that is interrupted goes on where it was.
    func measure() async throws {
        guard let name = await models.factModel(), try await calibration(of: name) == nil,
            await trials.failures[name] == nil
        else { return }
        let messages = try LabelledMessage.shipped()
        let calibrator = FactCalibrator(model: models, name: name)
        do {
            for (number, message) in messages.enumerated() where await trials.judged(name)[number] == nil {
                try Task.checkCancellation()
                let judged = try await calibrator.judge(message, number)
                // One that was called off ends early, and tells nothing.
                try Task.checkCancellation()
                await trials.add(judged, of: number, to: name)
            }
        } catch let error as ModelError where error.code == .unsupported && !Task.isCancelled {
            return await trials.fail(name, error)
        }
        let judged = await trials.judged(name).sorted { $0.key < $1.key }.flatMap(\.value)
        let required = messages.map { LabelMatch(message: $0).required }.reduce(0, +)
        let found = FactCalibrator.calibration(of: judged, messages: messages.count, required: required)
        try await store.keep(found, of: name)
        await trials.end(name)
        // What was said meanwhile has waited for it.
        addBackgroundJobs()
    }
}
