// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberHub
import EmberJSON
import Foundation
import HearthEngine

/// `hearth models list`: what is on this machine, and what is on its way.
struct ListModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the models of this machine, and unfinished downloads.")

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = ModelsFolder(environment: environment)
        let installedModels = InstalledModels(models: folder.url)
        let hub = try Hub(models: folder.url, environment: environment)
        let unfinished = hub.unfinished()
        StandardStream.output.answer(
            json ? object(folder.models, unfinished, installedModels) : nil,
            else: "\(table(folder.models, unfinished, installedModels))")
    }

    private func object(
        _ installed: [LocalModel], _ unfinished: [UnfinishedDownload], _ installedModels: InstalledModels
    ) -> JSON {
        let models = installed.map { found -> JSON in
            let id = try? ModelID(found.name)  // a folder of another's making may have any name
            return [
                "model": .string(found.name), "path": .string(found.folder.path),
                "bytes": id.flatMap(installedModels.bytes).map(JSON.integer) ?? .null,
                "verifiable": .bool(id.map(installedModels.canVerify) ?? false),
            ]
        }
        let downloads = unfinished.map { download -> JSON in
            [
                "model": .string("\(download.model)"), "revision": download.revision.map(JSON.string) ?? .null,
                "file": download.file.map(JSON.string) ?? .null, "bytes": .integer(download.bytes),
                "total": download.total.map(JSON.integer) ?? .null,
            ]
        }
        return ["models": .array(models), "unfinished": .array(downloads)]
    }

    private func table(
        _ installed: [LocalModel], _ unfinished: [UnfinishedDownload], _ installedModels: InstalledModels
    ) -> String {
        guard !installed.isEmpty || !unfinished.isEmpty else {
            return """
                There is no model but hearth/pocket, the very small one that comes with Hearth.
                hearth models catalogue shows others; hearth models pull OWNER/NAME gets one.
                """
        }
        let names = (installed.map(\.name) + unfinished.map { "\($0.model)" }).map(Sanitizer.line)
        let width = names.map(\.columns).max() ?? 0
        func row(_ name: String, _ rest: String) -> String {
            let name = Sanitizer.line(name)
            return name + String(repeating: " ", count: width - name.columns + 2) + rest
        }
        let models = installed.map { found in
            // A folder of another's making may have any name.
            let bytes = (try? ModelID(found.name)).flatMap(installedModels.bytes)
            return row(found.name, bytes.map(ByteText.of) ?? "")
        }
        let downloads = unfinished.map { download in
            let total = download.total.map { " of \(ByteText.of($0))" } ?? ""
            let command = PullCommand.line(download.model, revision: download.revision, file: download.file)
            return row(
                "\(download.model)",
                "unfinished: \(ByteText.of(download.bytes))\(total); to go on: \(Sanitizer.line(command))")
        }
        return (models + downloads).joined(separator: "\n")
    }
}
