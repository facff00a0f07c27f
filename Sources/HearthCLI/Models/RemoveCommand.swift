// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberHub
import EmberJSON
import Foundation
import HearthEngine

/// `hearth models rm`: removes a model, or what has arrived of one.
struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Remove a model, or what has arrived of an unfinished download.")

    @OptionGroup var model: ModelArgument

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let id = try model.id()
        let environment = ProcessInfo.processInfo.environment
        let hub = try Hub(models: ModelsCommand.folder(environment), environment: environment)
        let installedModels = InstalledModels(models: hub.models)
        let isLink = LocalModel(name: "\(id)", folder: hub.models.appending(path: "\(id)")).isLink
        let bytes = isLink ? 0 : installedModels.bytes(of: id)
        let unfinished = hub.unfinished().first { $0.model == id }
        if unfinished != nil { try hub.discard(id) }
        if bytes != nil || unfinished == nil { try installedModels.remove(id) }
        let freed = (bytes ?? 0) + (unfinished?.bytes ?? 0)
        let object: JSON = ["model": .string("\(id)"), "bytes": .integer(freed)]
        let result = isLink ? "the model itself stays where it is" : "\(ByteText.of(freed)) are free again"
        StandardStream.output.answer(
            json ? object : nil, else: "\(line: id) is removed; \(line: result)")
    }
}
