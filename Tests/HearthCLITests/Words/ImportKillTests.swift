// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

/// A program that imports is killed again and again; then there is all of the file, or nothing.
@Suite struct ImportKillTests {
    /// `Tests/Conformance/import_kills` asks for more.
    private static let kills = ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap { Int($0) } ?? 8
    private static let words = 2_500

    @Test func `an import that is killed leaves all or nothing`() throws {
        let lines = (0..<Self.words).map { "word\($0),meaning \($0),an example with word\($0)\n" }
        var (home, file) = (try WordsHome(), "")
        func begin() throws {
            home = try WordsHome()
            file = try home.write("many.csv", "word,translation,example\n" + lines.joined())
        }
        try begin()
        let whole = try ContinuousClock().measure { _ = try home.json("words", "import", file, "--json") }
        try begin()
        var (all, none) = (0, 0)
        for kill in 0..<Self.kills {
            let delay = whole * (0.05 + 1.1 * Double(kill) / Double(Self.kills))
            try importUntilKilled(file, home, after: delay)
            let stats = try home.run("words", "stats", "--json")
            let count = stats.status == 0 ? try JSON(parsing: stats.output)["cards"]?["words"]?.integer : 0
            #expect(count == 0 || count == Self.words, "kill \(kill): \(String(describing: count)) words")
            if count == 0 { none += 1 } else { all += 1 }
            if count != 0 { try begin() }
        }
        #expect(none > 0)
        print("\(Self.kills) kills: \(none) left nothing, \(all) everything")
    }

    private func importUntilKilled(_ file: String, _ home: WordsHome, after delay: Duration) throws {
        let process = Process()
        process.executableURL = try hearthProgram()
        process.arguments = ["words", "import", file]
        process.environment = hearthEnvironment(home.environment)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        usleep(UInt32(delay / .microseconds(1)))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
