// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HearthEngine
import HearthMemory
import HearthStore

/// `hearth memory forget`: erases for good what is known: a fact, or all of a person, a day or a chat.
struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget for good, here and in the backups that Hearth makes.",
        discussion: """
            Facts go with their quotations, the lines of the portrait and the passages by which search finds them. The messages \
            stay, and are not learned from again. `hearth memory list` shows the identifiers of facts. Asks first, unless a fact \
            is named or --yes is given.
            """
    )

    @Argument(help: "A fact's identifier.")
    var id: String?

    @Option(help: ArgumentHelp("Whatever is about somebody or names them.", valueName: "name"))
    var person: String?

    @Option(help: ArgumentHelp("What was said on a day, such as 2026-11-21.", valueName: "date"))
    var day: String?

    @Option(help: ArgumentHelp("What was learned from a conversation.", valueName: "id"))
    var chat: String?

    @Flag(help: "All that the memory knows.")
    var everything = false

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    func validate() throws {
        let count = [id, person, day, chat].compactMap { $0 }.count + (everything ? 1 : 0)
        guard count == 1 else {
            throw ValidationError("name one: a fact’s identifier, --person, --day, --chat or --everything")
        }
        if let person, person.allSatisfy(\.isWhitespace) { throw ValidationError("--person needs a name") }
        _ = try forgotten
    }

    private var forgotten: Forgotten {
        get throws {
            if let id { return .facts([id]) }
            if let person { return .person(person) }
            if let chat { return .session(chat) }
            guard let day else { return .everything }
            let style = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
            guard day.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil, let start = try? style.parse(day),
                let end = Calendar.current.date(byAdding: .day, value: 1, to: start)
            else { throw ValidationError("--day has to be a date like 2026-11-21, found \(day)") }
            return .time(start..<end)
        }
    }

    func run() async throws {
        let store = try DataFolder.ofThisUser.existingStore()
        defer { try? store.close() }  // What was to be written has been written.
        let forgotten = try forgotten
        let counts = try await store.count(of: forgotten)
        guard !counts.isEmpty else {
            throw ValidationError(
                id.map { "there is no fact \($0); see hearth memory list" } ?? "the memory has nothing of that")
        }
        if id == nil, !yes, !confirmed(counts) { throw ExitCode.failure }
        let report = try await FactCuration(store: store).forget(forgotten, refusing: id != nil || person != nil)
        let left = report.uncleanCopies
        StandardStream.output.write("forgotten: \(line: Self.words(report.counts))\n")
        if left > 0 {
            StandardStream.error.write(
                "\(counted(left, "backup")) cannot be cleaned now, which is tried again; hearth doctor says which\n")
        }
    }

    /// - Returns: whether the user agrees; who is not at a terminal has to say `--yes`.
    private func confirmed(_ counts: ForgottenCounts) -> Bool {
        StandardStream.error.write("This forgets \(line: Self.words(counts)) for good, also in backups.\n")
        guard isatty(STDIN_FILENO) != 0 else {
            StandardStream.error.write("Nothing was forgotten: say --yes to go ahead.\n")
            return false
        }
        StandardStream.error.write("Go ahead? [y/N] ")
        let isAgreed = ["y", "yes"].contains((readLine() ?? "").lowercased())
        if !isAgreed { StandardStream.error.write("Nothing was forgotten.\n") }
        return isAgreed
    }

    private static func words(_ counts: ForgottenCounts) -> String {
        let all = [
            ("fact", counts.facts), ("fact that waits", counts.waiting), ("quotation", counts.quotations),
            ("line of the portrait", counts.lines), ("passage", counts.passages),
        ]
        let plural = ["fact that waits": "facts that wait", "line of the portrait": "lines of the portrait"]
        return all.filter { $0.1 > 0 }.map { name, count in
            counted(count, name, plural[name])
        }.joined(separator: ", ")
    }
}
