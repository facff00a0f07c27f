// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HearthEngine
import HearthStore

/// `hearth doctor`: is everything whole, and if not, what can be done?
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check database, backups, secrets, models, disk and privacy, and say how to mend what is broken.",
        discussion: "It fails when something is broken; warnings alone are no failure."
    )

    @Flag(help: "Make the search index anew and finish erasing first.")
    var mend = false

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() async throws {
        let home = DataFolder.ofThisUser
        if mend {
            let store = try home.existingStore()
            try await store.mend()
            try store.close()
        }
        let findings =
            StoreHealth(folder: home.url).findings()
            + SecretHealth().findings(ProcessInfo.processInfo.environment) + ModelHealth().findings()
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            StandardStream.output.write(jsonText: String(decoding: try encoder.encode(findings), as: UTF8.self) + "\n")
        } else {
            StandardStream.output.write("\(findings.map(Self.lines).joined(separator: "\n"))\n")
        }
        let broken = findings.filter { $0.level == .broken }
        guard broken.isEmpty else {
            StandardStream.error.write("\(broken.count) of \(findings.count) checks failed\n")
            throw ExitCode.failure
        }
    }

    private static func lines(_ finding: HealthFinding) -> String {
        let margin = String(repeating: " ", count: 22)
        let subject = finding.subject.padding(toLength: 12, withPad: " ", startingAt: 0)
        let level = finding.level.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
        let remedy = finding.remedy.map { "\n\(margin)→ \(Sanitizer.line($0))" } ?? ""
        return "\(level)  \(subject)\(Sanitizer.line(finding.detail))\(remedy)"
    }
}

/// Looks the models over: their files are described, no weights are read.
struct ModelHealth {
    func findings() -> [HealthFinding] {
        let folder = ModelsFolder(environment: ProcessInfo.processInfo.environment)
        let models = folder.models
        guard !models.isEmpty else {
            return [
                HealthFinding(
                    .warning, "models",
                    "there is none in \(folder.url.path) but the small one that comes with Hearth",
                    remedy: "hearth models catalogue shows some that can be had")
            ]
        }
        return models.map { model in
            do {
                _ = try Inspection(model.folder)
                return HealthFinding(.good, "models", "\(model.name) is complete")
            } catch {
                return HealthFinding(
                    .broken, "models", "\(model.name): \(error)",
                    remedy: "download it again, or remove \(model.folder.path)")
            }
        }
    }
}
