// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberHub
import EmberJSON
import Foundation
import HearthEngine
import HearthModels

/// `hearth models verify`: whether a model's files are still what was downloaded.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check a model's files against what was downloaded.")

    @OptionGroup var model: ModelArgument

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let id = try model.id()
        guard "\(id)" != LocalModel.builtIn.name else {
            throw ModelError(
                .unsupported,
                "\(id) comes with Hearth and was not downloaded, so there is nothing to compare it with; "
                    + "if it does not answer, install Hearth again")
        }
        let installedModels = InstalledModels(models: ModelsCommand.folder(ProcessInfo.processInfo.environment))
        let line = ProgressLine("checking \(id)")
        defer { line.end() }
        let damages = try await installedModels.verify(id) { line.show(Double($0) / Double(max($1, 1))) }
        line.end()
        StandardStream.output.answer(json ? object(id, damages) : nil, else: "\(text(id, damages))")
        if !damages.isEmpty { throw ExitCode.failure }
    }

    private func object(_ id: ModelID, _ damages: [InstalledModels.Damage]) -> JSON {
        let list = damages.map { JSON.object(["file": .string($0.file), "problem": .string($0.kind.rawValue)]) }
        return ["model": .string("\(id)"), "whole": .bool(damages.isEmpty), "damages": .array(list)]
    }

    private func text(_ id: ModelID, _ damages: [InstalledModels.Damage]) -> String {
        guard !damages.isEmpty else { return "\(id) is whole: every file is as it was downloaded" }
        let list = damages.map { damage in
            let words =
                switch damage.kind {
                case .missing: "is missing"
                case .wrongSize: "has another size"
                case .wrongChecksum: "has other contents"
                }
            return "  \(Sanitizer.line(damage.file)) \(words)"
        }
        return (["\(id) is damaged; remove it and pull it again:"] + list).joined(separator: "\n")
    }
}
