// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberHub
import EmberJSON
import Foundation
import HearthEngine

/// `hearth models pull`: brings a model here, or resumes its download.
struct PullCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Download a model, or go on with a download.",
        discussion: """
            Every file's checksum is compared with the hub's. Ctrl-C pauses; what has arrived is kept, also when the machine \
            loses power, and the same command goes on from there. hearth models rm removes it. A model has one set of \
            weights: another --file or --revision takes the place of the one that is here.
            """
    )

    @OptionGroup var model: ModelArgument

    @Option(help: "A branch, tag or commit of the repository. (default: that of an unfinished download, or main)")
    var revision: String?

    @Option(help: "A .gguf file of the repository, where there are several.")
    var file: String?

    @Flag(help: "Print one JSON object when it is done.")
    var json = false

    func run() async throws {
        let hub = try HubAccount(environment: ProcessInfo.processInfo.environment).hub {
            StandardStream.error.write("hearth: \($0)\n")
        }
        let download = hub.download(try model.id(), revision: revision, file: file)
        if (download.revision, download.file) != (revision ?? "main", file) {
            let file = download.file.map { "\($0) of " } ?? ""
            StandardStream.error.write("hearth: going on with \(line: file)revision \(line: download.revision)\n")
        }
        let watch = SignalWatch([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { _ in download.pause() }
        defer { withExtendedLifetime(watch) {} }
        try await follow(download)
    }

    private func follow(_ download: Download) async throws {
        let start = ContinuousClock.now
        var line = DownloadLine(download.model)
        for await progress in download.updates() { line.show(progress) }
        line.end()
        do {
            let place = try await download.finish()
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let object: JSON = [
                "model": .string("\(download.model)"), "path": .string(place.path),
                "bytes": .integer(download.progress.total), "seconds": .number(seconds),
            ]
            StandardStream.output.answer(
                json ? object : nil, else: "\(line: download.model) is in \(line: place.path)")
        } catch let error as HubError where error.code == .paused {
            let command = Self.line(download.model, revision: download.revision, file: download.file)
            StandardStream.error.write(
                "hearth: paused at \(line.state); to go on: \(line: command); to give it up: "
                    + "hearth models rm \(download.model)\n")
            throw ExitCode(Interruption.status(of: SIGINT))
        }
    }

    /// Writes the command for a download, its names quoted as a shell wants them.
    static func line(_ model: ModelID, revision: String?, file: String?) -> String {
        var words = ["hearth", "models", "pull", "\(model)"]
        if let revision, revision != "main" { words += ["--revision", quoted(revision)] }
        if let file { words += ["--file", quoted(file)] }
        return words.joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.wholeMatch(of: #/[A-Za-z0-9._\/+=@-]+/#) != nil
        return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
}
